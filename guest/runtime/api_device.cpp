// The device: one, described by the numbers that the simulator sent.
#include "guest/runtime/runtime.h"

#include <cstdio>
#include <cstring>
#include <string>

using namespace warpscope::guest;

namespace {

constexpr int cuda_version = 13000;

unsigned int device_flags = cudaDeviceScheduleAuto;
cudaFuncCache cache_config = cudaFuncCachePreferNone;
cudaSharedMemConfig bank_config = cudaSharedMemBankSizeFourByte;
/// By cudaLimit, as an H200 has them; the depth of synchronisation is none any more.
std::size_t limits[] = {1024, 8650752, 8388608, 0, 2048, 64, 11796480};

/// A field of cudaDeviceProp: the fact of the same name, "maxGridSize[1]" for an element.
template <class T> void put(T& field, const std::string& name) {
  field = static_cast<T>(runtime().fact(name));
}
template <class T, std::size_t n> void put(T (&fields)[n], const std::string& name) {
  for (std::size_t i = 0; i < n; ++i) put(fields[i], name + "[" + std::to_string(i) + "]");
}

cudaError_t describe(cudaDeviceProp* p, int device) {
  if (p == nullptr) return cudaErrorInvalidValue;
  if (device != 0) return cudaErrorInvalidDevice;
  *p = {};
  std::snprintf(p->name, sizeof p->name, "%s", runtime().welcome.device_name.c_str());
#define WS_PUT(field) put(p->field, #field)
  WS_PUT(totalGlobalMem), WS_PUT(sharedMemPerBlock), WS_PUT(regsPerBlock), WS_PUT(warpSize);
  WS_PUT(memPitch), WS_PUT(maxThreadsPerBlock), WS_PUT(maxThreadsDim), WS_PUT(maxGridSize);
  WS_PUT(clockRate), WS_PUT(totalConstMem), WS_PUT(major), WS_PUT(minor), WS_PUT(textureAlignment);
  WS_PUT(texturePitchAlignment), WS_PUT(deviceOverlap), WS_PUT(multiProcessorCount);
  WS_PUT(canMapHostMemory), WS_PUT(maxTexture1D), WS_PUT(maxTexture1DMipmap), WS_PUT(maxTexture1DLinear);
  WS_PUT(maxTexture2D), WS_PUT(maxTexture2DMipmap), WS_PUT(maxTexture2DLinear), WS_PUT(maxTexture2DGather);
  WS_PUT(maxTexture3D), WS_PUT(maxTexture3DAlt), WS_PUT(maxTextureCubemap), WS_PUT(maxTexture1DLayered);
  WS_PUT(maxTexture2DLayered), WS_PUT(maxTextureCubemapLayered), WS_PUT(maxSurface1D);
  WS_PUT(maxSurface2D), WS_PUT(maxSurface3D), WS_PUT(maxSurface1DLayered), WS_PUT(maxSurface2DLayered);
  WS_PUT(maxSurfaceCubemap), WS_PUT(maxSurfaceCubemapLayered), WS_PUT(surfaceAlignment);
  WS_PUT(concurrentKernels), WS_PUT(ECCEnabled), WS_PUT(pciBusID), WS_PUT(pciDeviceID);
  WS_PUT(pciDomainID), WS_PUT(tccDriver), WS_PUT(asyncEngineCount), WS_PUT(unifiedAddressing);
  WS_PUT(memoryClockRate), WS_PUT(memoryBusWidth), WS_PUT(l2CacheSize), WS_PUT(persistingL2CacheMaxSize);
  WS_PUT(maxThreadsPerMultiProcessor), WS_PUT(streamPrioritiesSupported), WS_PUT(globalL1CacheSupported);
  WS_PUT(localL1CacheSupported), WS_PUT(sharedMemPerMultiprocessor), WS_PUT(regsPerMultiprocessor);
  WS_PUT(managedMemory), WS_PUT(singleToDoublePrecisionPerfRatio), WS_PUT(concurrentManagedAccess);
  WS_PUT(computePreemptionSupported), WS_PUT(canUseHostPointerForRegisteredMem), WS_PUT(cooperativeLaunch);
  WS_PUT(sharedMemPerBlockOptin), WS_PUT(maxBlocksPerMultiProcessor), WS_PUT(accessPolicyMaxWindowSize);
  WS_PUT(reservedSharedMemPerBlock), WS_PUT(hostRegisterSupported), WS_PUT(memoryPoolsSupported);
  WS_PUT(memoryPoolSupportedHandleTypes), WS_PUT(clusterLaunch);
#undef WS_PUT
  p->deviceNumaId = p->hostNumaId = -1;
  std::memcpy(p->uuid.bytes, "warpscope-device", sizeof p->uuid.bytes);
  return cudaSuccess;
}

/// False: there is no such attribute.
bool attribute_of(cudaDeviceAttr attribute, std::int64_t& value) {
  const auto known = [&](std::string_view fact, std::int64_t otherwise) {
    value = fact.empty() ? otherwise : runtime().fact(fact);
    return true;
  };
  switch (static_cast<int>(attribute)) {
#define WS_DEVICE_ATTRIBUTE(name, number, fact, value)                                                       \
  case number: return known(fact, value);
#include "sim/include/__warpscope/cuda_attributes.def"
#undef WS_DEVICE_ATTRIBUTE
  default: return false;
  }
}

} // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  WS_QUERY(cudaGetDeviceCount);
  if (count == nullptr) return call.done(cudaErrorInvalidValue);
  *count = 1;
  return call.done(cudaSuccess);
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  WS_QUERY(cudaGetDeviceProperties);
  return call.done(describe(properties, device));
}
cudaError_t cudaGetDeviceProperties_v2(cudaDeviceProp* properties, int device) {
  WS_QUERY(cudaGetDeviceProperties);
  return call.done(describe(properties, device));
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  WS_QUERY(cudaDeviceGetAttribute);
  std::int64_t found = 0;
  if (value == nullptr || !attribute_of(attribute, found)) return call.done(cudaErrorInvalidValue);
  if (device != 0) return call.done(cudaErrorInvalidDevice);
  *value = static_cast<int>(found);
  return call.done(cudaSuccess);
}
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* properties) {
  WS_QUERY(cudaChooseDevice);
  if (device == nullptr || properties == nullptr) return call.done(cudaErrorInvalidValue);
  *device = 0;
  return call.done(cudaSuccess);
}
cudaError_t cudaInitDevice(int device, unsigned int, unsigned int) {
  WS_CALL(cudaInitDevice);
  return call.done(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaSetDevice(int device) {
  WS_QUERY(cudaSetDevice);
  return call.done(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaGetDevice(int* device) {
  WS_QUERY(cudaGetDevice);
  if (device == nullptr) return call.done(cudaErrorInvalidValue);
  *device = 0;
  return call.done(cudaSuccess);
}
cudaError_t cudaSetValidDevices(int* devices, int count) {
  WS_CALL(cudaSetValidDevices);
  for (int i = 0; i < count; ++i)
    if (devices[i] != 0) return call.done(cudaErrorInvalidDevice);
  return call.done(cudaSuccess);
}
cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  WS_CALL(cudaSetDeviceFlags);
  if ((flags & ~static_cast<unsigned int>(cudaDeviceMask)) != 0) return call.done(cudaErrorInvalidValue);
  device_flags = flags;
  return call.done(cudaSuccess);
}
cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  WS_CALL(cudaGetDeviceFlags);
  if (flags == nullptr) return call.done(cudaErrorInvalidValue);
  *flags = device_flags | cudaDeviceMapHost;
  return call.done(cudaSuccess);
}
cudaError_t cudaDriverGetVersion(int* version) {
  if (version == nullptr) return cudaErrorInvalidValue;
  *version = cuda_version;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) { return cudaDriverGetVersion(version); }

// After a failed kernel the device is lost to the process, as an H200 answers: a reset succeeds, and
// everything behind it fails.
cudaError_t cudaDeviceReset() {
  WS_QUERY(cudaDeviceReset);
  Runtime& r = runtime();
  const Done done = order(call, OrderKind::DeviceSynchronize, 0);
  if (done.error != cudaSuccess) r.pending = static_cast<cudaError_t>(done.error);
  if (r.meet() != cudaSuccess) r.pending = r.sticky = cudaErrorDevicesUnavailable;
  return call.done(cudaSuccess);
}
cudaError_t cudaThreadExit() { return cudaDeviceReset(); }

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  WS_CALL(cudaDeviceSetLimit);
  if (limit < 0 || static_cast<size_t>(limit) >= std::size(limits)) return call.done(cudaErrorInvalidValue);
  if (limit == cudaLimitDevRuntimeSyncDepth) return call.done(cudaErrorUnsupportedLimit);
  const auto answer = runtime().link.ask<Done>(Kind::Limit,
                                               Limit{call.caller(), static_cast<std::int32_t>(limit), value});
  runtime().take(answer);
  if (answer.error == cudaSuccess) limits[limit] = value;
  return call.done(answer.error);
}
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  WS_CALL(cudaDeviceGetLimit);
  if (value == nullptr) return call.done(cudaErrorInvalidValue);
  if (limit < 0 || static_cast<size_t>(limit) >= std::size(limits)) return call.done(cudaErrorInvalidValue);
  if (limit == cudaLimitDevRuntimeSyncDepth) return call.done(cudaErrorUnsupportedLimit);
  *value = limits[limit];
  return call.done(cudaSuccess);
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  WS_CALL(cudaDeviceGetCacheConfig);
  if (config == nullptr) return call.done(cudaErrorInvalidValue);
  *config = cache_config;
  return call.done(cudaSuccess);
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  WS_CALL(cudaDeviceSetCacheConfig);
  cache_config = config;
  return call.done(cudaSuccess);
}
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  WS_CALL(cudaDeviceGetSharedMemConfig);
  if (config == nullptr) return call.done(cudaErrorInvalidValue);
  *config = bank_config;
  return call.done(cudaSuccess);
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
  WS_CALL(cudaDeviceSetSharedMemConfig);
  return call.done(cudaSuccess); // no device since Kepler has other banks than four bytes wide
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  WS_CALL(cudaDeviceGetStreamPriorityRange);
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = -5;
  return call.done(cudaSuccess);
}
cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int device) {
  WS_CALL(cudaDeviceGetPCIBusId);
  if (id == nullptr || length < 13) return call.done(cudaErrorInvalidValue);
  if (device != 0) return call.done(cudaErrorInvalidDevice);
  Runtime& r = runtime();
  std::snprintf(id, static_cast<size_t>(length), "%04x:%02x:%02x.0",
                static_cast<unsigned>(r.fact("pciDomainID")), static_cast<unsigned>(r.fact("pciBusID")),
                static_cast<unsigned>(r.fact("pciDeviceID")));
  return call.done(cudaSuccess);
}
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* id) {
  WS_CALL(cudaDeviceGetByPCIBusId);
  if (device == nullptr || id == nullptr) return call.done(cudaErrorInvalidValue);
  *device = 0;
  return call.done(cudaSuccess);
}

// One device has no peer.
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr, int from, int to) {
  WS_CALL(cudaDeviceGetP2PAttribute);
  if (value == nullptr) return call.done(cudaErrorInvalidValue);
  (void)from, (void)to;
  return call.done(cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  WS_CALL(cudaDeviceCanAccessPeer);
  if (can == nullptr) return call.done(cudaErrorInvalidValue);
  if (device != 0 || peer != 0) return call.done(cudaErrorInvalidDevice);
  *can = 0;
  return call.done(cudaSuccess);
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int) {
  WS_CALL(cudaDeviceEnablePeerAccess);
  return call.done(peer == 0 ? cudaErrorPeerAccessUnsupported : cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  WS_CALL(cudaDeviceDisablePeerAccess);
  return call.done(peer == 0 ? cudaErrorPeerAccessNotEnabled : cudaErrorInvalidDevice);
}
cudaError_t cudaCtxResetPersistingL2Cache() {
  WS_CALL(cudaCtxResetPersistingL2Cache);
  return call.done(cudaSuccess);
}
cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }

} // extern "C"
