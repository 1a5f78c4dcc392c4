// Texture and surface objects: a handle is the address of a description in the device's memory, which the
// fetches of textures.h read.
#include "guest/runtime/runtime.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

using namespace warpscope::guest;

namespace {

struct Object {
  cudaResourceDesc resource{};
  cudaTextureDesc how{};
  bool surface = false;
};
std::unordered_map<unsigned long long, Object>& objects() {
  static auto& all = *new std::unordered_map<unsigned long long, Object>;
  return all;
}

unsigned int bytes_of(const cudaChannelFormatDesc& format) {
  return static_cast<unsigned int>(format.x + format.y + format.z + format.w) / 8;
}

cudaError_t describe(const cudaResourceDesc& resource, __ws_texture& texture) {
  cudaChannelFormatDesc format{};
  texture.width = texture.height = texture.depth = 1;
  switch (resource.resType) {
  case cudaResourceTypeArray: {
    const cudaArray* const array = runtime().array(resource.res.array.array);
    if (array == nullptr) return cudaErrorInvalidValue;
    format = array->format;
    texture.address = array->address;
    texture.pitch = array->pitch, texture.plane_pitch = array->plane_pitch;
    texture.width = static_cast<unsigned int>(array->extent.width);
    texture.height = static_cast<unsigned int>(std::max<std::size_t>(array->extent.height, 1));
    texture.depth = static_cast<unsigned int>(std::max<std::size_t>(array->extent.depth, 1));
    break;
  }
  case cudaResourceTypeLinear: {
    const auto& linear = resource.res.linear;
    format = linear.desc;
    if (linear.devPtr == nullptr || bytes_of(format) == 0) return cudaErrorInvalidValue;
    texture.address = reinterpret_cast<std::uint64_t>(linear.devPtr);
    texture.width = static_cast<unsigned int>(linear.sizeInBytes / bytes_of(format));
    break;
  }
  case cudaResourceTypePitch2D: {
    const auto& pitched = resource.res.pitch2D;
    format = pitched.desc;
    const auto aligned = static_cast<std::uint64_t>(runtime().fact("texturePitchAlignment"));
    if (pitched.devPtr == nullptr || bytes_of(format) == 0 || pitched.pitchInBytes % aligned != 0)
      return cudaErrorInvalidValue;
    texture.address = reinterpret_cast<std::uint64_t>(pitched.devPtr);
    texture.pitch = pitched.pitchInBytes;
    texture.width = static_cast<unsigned int>(pitched.width);
    texture.height = static_cast<unsigned int>(pitched.height);
    break;
  }
  default: return cudaErrorNotSupported;
  }
  const auto alignment = static_cast<std::uint64_t>(runtime().fact("textureAlignment"));
  if (texture.address % alignment != 0) return cudaErrorInvalidValue;
  if (format.x == 0) return cudaErrorInvalidChannelDescriptor;
  texture.channels = 1u + (format.y > 0 ? 1 : 0) + (format.z > 0 ? 1 : 0) + (format.w > 0 ? 1 : 0);
  texture.bits = static_cast<unsigned int>(format.x);
  texture.kind = format.f;
  return cudaSuccess;
}

cudaError_t make(Call& call, unsigned long long* handle, const __ws_texture& texture, const Object& object) {
  Runtime& r = runtime();
  std::uint64_t address = 0;
  if (const cudaError_t error = allocate(call, sizeof texture, MemoryKind::Array, 0, 0, address);
      error != cudaSuccess)
    return error;
  CopyOperation copy;
  copy.function = call.name();
  copy.to = address, copy.from = reinterpret_cast<std::uint64_t>(&texture);
  copy.row_bytes = sizeof texture;
  copy.direction = cudaMemcpyHostToDevice;
  copy.asynchronous = true;
  if (const cudaError_t error = execute(call, r.default_stream, copy); error != cudaSuccess) return error;
  *handle = address;
  objects()[address] = object;
  return cudaSuccess;
}

cudaError_t destroy(Call& call, unsigned long long handle) {
  if (objects().erase(handle) == 0) return handle == 0 ? cudaSuccess : cudaErrorInvalidValue;
  return release(call, handle, 0);
}

} // namespace

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* how, const cudaResourceViewDesc*) {
  WS_CALL(cudaCreateTextureObject);
  if (texture == nullptr || resource == nullptr || how == nullptr) return call.done(cudaErrorInvalidValue);
  __ws_texture description{};
  if (const cudaError_t error = describe(*resource, description); error != cudaSuccess)
    return call.done(error);
  const bool floats = description.kind == cudaChannelFormatKindFloat;
  if (how->readMode == cudaReadModeNormalizedFloat && (floats || description.bits == 32))
    return call.done(cudaErrorInvalidNormSetting);
  if (how->filterMode == cudaFilterModeLinear && !floats && how->readMode == cudaReadModeElementType)
    return call.done(cudaErrorInvalidFilterSetting);
  for (int i = 0; i < 3; ++i) description.mode[i] = how->addressMode[i];
  description.filter = how->filterMode;
  description.read = how->readMode;
  description.normalized = how->normalizedCoords != 0;
  const cudaArray* const array = runtime().array(
      resource->resType == cudaResourceTypeArray ? resource->res.array.array : nullptr);
  if (array != nullptr && (array->flags & cudaArrayCubemap) != 0) description.normalized = 1;
  std::memcpy(description.border, how->borderColor, sizeof description.border);
  return call.done(make(call, texture, description, {*resource, *how, false}));
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
  WS_CALL(cudaDestroyTextureObject);
  return call.done(destroy(call, texture));
}
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t texture) {
  WS_CALL(cudaGetTextureObjectResourceDesc);
  const auto found = objects().find(texture);
  if (resource == nullptr || found == objects().end()) return call.done(cudaErrorInvalidValue);
  *resource = found->second.resource;
  return call.done(cudaSuccess);
}
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* how, cudaTextureObject_t texture) {
  WS_CALL(cudaGetTextureObjectTextureDesc);
  const auto found = objects().find(texture);
  if (how == nullptr || found == objects().end()) return call.done(cudaErrorInvalidValue);
  *how = found->second.how;
  return call.done(cudaSuccess);
}
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource) {
  WS_CALL(cudaCreateSurfaceObject);
  if (surface == nullptr || resource == nullptr || resource->resType != cudaResourceTypeArray)
    return call.done(cudaErrorInvalidValue);
  __ws_texture description{};
  if (const cudaError_t error = describe(*resource, description); error != cudaSuccess)
    return call.done(error);
  return call.done(make(call, surface, description, {*resource, {}, true}));
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
  WS_CALL(cudaDestroySurfaceObject);
  return call.done(destroy(call, surface));
}

} // extern "C"
