// Allocation: device, host, managed, stream-ordered, and what CUDA tells about a pointer.
#include "guest/runtime/runtime.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

using namespace warpscope::guest;

namespace {

constexpr std::uint64_t pitch_alignment = 512;

std::uint64_t address_of(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }
void* pointer_to(std::uint64_t address) { return reinterpret_cast<void*>(address); }

cudaError_t give(Call& call, void** pointer, std::size_t bytes, MemoryKind kind, unsigned int flags = 0,
                 std::uint64_t stream = 0) {
  if (pointer == nullptr) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  std::uint64_t address = 0;
  const cudaError_t error = allocate(call, bytes, kind, flags, stream, address);
  if (error == cudaSuccess) *pointer = pointer_to(address);
  return error;
}

std::uint64_t padded(std::uint64_t width) {
  return (width + pitch_alignment - 1) / pitch_alignment * pitch_alignment;
}

bool is_host_kind(MemoryKind kind) { return kind == MemoryKind::Pinned || kind == MemoryKind::Mapped; }

/// Frees memory of the host, or of the device; memory of the other kind is refused and told.
cudaError_t free_of(Call& call, void* pointer, bool host) {
  Runtime& r = runtime();
  const auto found = r.allocations.find(address_of(pointer));
  if (found != r.allocations.end() && is_host_kind(found->second.kind) != host) {
    r.link.tell(Kind::Finding,
                Finding{call.caller(), "bad-free",
                        host ? "cudaFreeHost() is given memory of the device: cudaFree() frees it"
                             : "cudaFree() is given memory of the host: cudaFreeHost() frees it",
                        call.name()});
    return cudaErrorInvalidValue;
  }
  return release(call, address_of(pointer), 0);
}

} // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  WS_CALL(cudaMalloc);
  return call.done(give(call, pointer, bytes, MemoryKind::Device));
}

cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  WS_CALL(cudaMallocHost);
  return call.done(give(call, pointer, bytes, MemoryKind::Pinned));
}

cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned int flags) {
  WS_CALL(cudaHostAlloc);
  if ((flags & ~7u) != 0) return call.done(cudaErrorInvalidValue);
  const bool mapped = (flags & cudaHostAllocMapped) != 0;
  return call.done(give(call, pointer, bytes, mapped ? MemoryKind::Mapped : MemoryKind::Pinned, flags));
}

cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned int flags) {
  WS_CALL(cudaMallocManaged);
  if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) return call.done(cudaErrorInvalidValue);
  return call.done(give(call, pointer, bytes, MemoryKind::Managed, flags));
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  WS_CALL(cudaMallocPitch);
  if (pitch == nullptr) return call.done(cudaErrorInvalidValue);
  *pitch = padded(width);
  return call.done(give(call, pointer, *pitch * height, MemoryKind::Device));
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
  WS_CALL(cudaMalloc3D);
  if (pointer == nullptr) return call.done(cudaErrorInvalidValue);
  *pointer = {nullptr, padded(extent.width), extent.width, extent.height};
  return call.done(
      give(call, &pointer->ptr, pointer->pitch * extent.height * extent.depth, MemoryKind::Device));
}

cudaError_t cudaFree(void* pointer) {
  WS_CALL(cudaFree);
  if (const cudaError_t error = runtime().meet(); error != cudaSuccess) return call.done(error);
  if (pointer == nullptr) return call.done(cudaSuccess);
  return call.done(free_of(call, pointer, false));
}

cudaError_t cudaFreeHost(void* pointer) {
  WS_CALL(cudaFreeHost);
  if (const cudaError_t error = runtime().meet(); error != cudaSuccess) return call.done(error);
  if (pointer == nullptr) return call.done(cudaSuccess);
  return call.done(free_of(call, pointer, true));
}

// The pages around the host's memory become pages of the window, with the same bytes: the simulator sees
// them, and the program's pointers stay what they are.
cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned int flags) {
  WS_CALL(cudaHostRegister);
  Runtime& r = runtime();
  if (pointer == nullptr || bytes == 0) return call.done(cudaErrorInvalidValue);
  const std::uint64_t host = address_of(pointer);
  if (DeviceWindow::contains(host) || r.registration_of(host) != nullptr)
    return call.done(cudaErrorHostMemoryAlreadyRegistered);
  const std::uint64_t first = host / page_bytes * page_bytes;
  const std::uint64_t size = (host + bytes - first + page_bytes - 1) / page_bytes * page_bytes;
  for (const auto& [at, other] : r.registrations)
    if (first < other.first_page + other.pages_bytes && other.first_page < first + size)
      return call.done(cudaErrorHostMemoryAlreadyRegistered);
  std::uint64_t address = 0;
  if (const cudaError_t error = allocate(call, size, MemoryKind::Mapped, flags, 0, address);
      error != cudaSuccess)
    return call.done(error);
  std::memcpy(r.window.bytes(address), pointer_to(first), size);
  if (!r.window.place(address, size, pointer_to(first))) {
    (void)release(call, address, 0);
    return call.done(cudaErrorInvalidValue);
  }
  r.registrations[host] = {address + (host - first), bytes, first, size, address, flags};
  return call.done(cudaSuccess);
}

cudaError_t cudaHostUnregister(void* pointer) {
  WS_CALL(cudaHostUnregister);
  Runtime& r = runtime();
  const auto found = r.registrations.find(address_of(pointer));
  if (found == r.registrations.end()) return call.done(cudaErrorHostMemoryNotRegistered);
  const Registration gone = found->second;
  r.registrations.erase(found);
  void* const pages = pointer_to(gone.first_page);
  if (mmap(pages, gone.pages_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) !=
      pages)
    return call.done(cudaErrorUnknown);
  std::memcpy(pages, r.window.bytes(gone.allocation), gone.pages_bytes);
  return call.done(release(call, gone.allocation, 0));
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int flags) {
  WS_CALL(cudaHostGetDevicePointer);
  Runtime& r = runtime();
  if (device == nullptr || flags != 0) return call.done(cudaErrorInvalidValue);
  *device = nullptr;
  if (const Registration* found = r.registration_of(address_of(host))) {
    *device = pointer_to(found->device +
                         (address_of(host) - (found->first_page + found->device - found->allocation)));
    return call.done(cudaSuccess);
  }
  const auto found = r.allocation_of(address_of(host));
  if (found == r.allocations.end() || !is_host_kind(found->second.kind))
    return call.done(cudaErrorInvalidValue);
  *device = host;
  return call.done(cudaSuccess);
}

cudaError_t cudaHostGetFlags(unsigned int* flags, void* host) {
  WS_CALL(cudaHostGetFlags);
  Runtime& r = runtime();
  const auto found = r.allocation_of(address_of(host));
  if (flags == nullptr || found == r.allocations.end() || !is_host_kind(found->second.kind))
    return call.done(cudaErrorInvalidValue);
  *flags = found->second.flags | cudaHostAllocMapped; // as with unified addressing
  return call.done(cudaSuccess);
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  WS_CALL(cudaMemGetInfo);
  Runtime& r = runtime();
  // What the simulator gives, of the device's memory: programs size their buffers by it.
  const auto simulated = static_cast<std::uint64_t>(r.fact("simulatedMemory"));
  const auto whole = static_cast<std::uint64_t>(r.fact("totalGlobalMem"));
  const std::uint64_t all = simulated != 0 ? std::min(simulated, whole) : whole;
  if (total != nullptr) *total = all;
  if (free != nullptr) *free = all - std::min(all, r.device_bytes_used);
  return call.done(cudaSuccess);
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  WS_CALL(cudaPointerGetAttributes);
  Runtime& r = runtime();
  if (attributes == nullptr) return call.done(cudaErrorInvalidValue);
  *attributes = {};
  auto* const same = const_cast<void*>(pointer);
  if (const Registration* registered = r.registration_of(address_of(pointer))) {
    attributes->type = cudaMemoryTypeHost;
    attributes->hostPointer = same;
    attributes->devicePointer = pointer_to(registered->allocation +
                                           (address_of(pointer) - registered->first_page));
    return call.done(cudaSuccess);
  }
  const auto found = r.allocation_of(address_of(pointer));
  if (found == r.allocations.end()) {
    for (const VariableFacts& variable : r.welcome.variables)
      if (!variable.constant && address_of(pointer) - variable.address < variable.bytes) {
        attributes->type = r.is_managed(address_of(pointer), 1) ? cudaMemoryTypeManaged
                                                                : cudaMemoryTypeDevice;
        attributes->devicePointer = same;
        if (attributes->type == cudaMemoryTypeManaged) attributes->hostPointer = same;
        return call.done(cudaSuccess);
      }
    attributes->type = cudaMemoryTypeUnregistered;
    attributes->device = cudaInvalidDeviceId;
    attributes->hostPointer = same;
    return call.done(cudaSuccess);
  }
  switch (found->second.kind) {
  case MemoryKind::Managed: attributes->type = cudaMemoryTypeManaged; break;
  case MemoryKind::Pinned:
  case MemoryKind::Mapped: attributes->type = cudaMemoryTypeHost; break;
  default: attributes->type = cudaMemoryTypeDevice;
  }
  attributes->devicePointer = same;
  if (attributes->type != cudaMemoryTypeDevice) attributes->hostPointer = same;
  return call.done(cudaSuccess);
}

cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation) {
  WS_CALL(cudaMemAdvise);
  const bool good = bytes > 0 && advice >= 1 && advice <= 6 &&
                    runtime().is_managed(address_of(pointer), bytes);
  return call.done(good ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, cudaMemLocation location, unsigned int,
                                 cudaStream_t stream) {
  WS_CALL(cudaMemPrefetchAsync);
  Runtime& r = runtime();
  if (r.stream(stream) == nullptr) return call.done(cudaErrorInvalidResourceHandle);
  if (location.type == cudaMemLocationTypeDevice && location.id != 0)
    return call.done(cudaErrorInvalidDevice);
  return call.done(bytes > 0 && r.is_managed(address_of(pointer), bytes) ? cudaSuccess
                                                                         : cudaErrorInvalidValue);
}

cudaError_t cudaMemRangeGetAttribute(void* data, size_t bytes, cudaMemRangeAttribute, const void*, size_t) {
  WS_CALL(cudaMemRangeGetAttribute);
  if (data == nullptr || bytes % 4 != 0) return call.done(cudaErrorInvalidValue);
  const int nowhere = cudaInvalidDeviceId;
  for (size_t at = 0; at < bytes; at += 4) std::memcpy(static_cast<char*>(data) + at, &nowhere, 4);
  return call.done(cudaSuccess);
}

// Stream-ordered allocation: execution is eager, so an allocation is there at once and a free happens at
// once.
cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t handle) {
  WS_CALL(cudaMallocAsync);
  Runtime& r = runtime();
  const CUstream_st* const stream = r.stream(handle);
  if (stream == nullptr) return call.done(cudaErrorInvalidResourceHandle);
  if (pool == nullptr) return call.done(cudaErrorInvalidValue);
  const cudaError_t error = give(call, pointer, bytes, MemoryKind::Device, 0, stream->number);
  if (error == cudaSuccess && *pointer != nullptr) {
    r.allocations[address_of(*pointer)].pool = pool;
    pool->used += bytes;
    pool->high = std::max(pool->high, pool->used);
  }
  return call.done(error);
}

cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
  return cudaMallocFromPoolAsync(pointer, bytes, &runtime().pool, stream);
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  WS_CALL(cudaFreeAsync);
  if (pointer == nullptr) return call.done(cudaSuccess);
  return call.done(submit(call, stream, FreeOperation{address_of(pointer)}));
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  WS_CALL(cudaMemPoolCreate);
  if (pool == nullptr || properties == nullptr) return call.done(cudaErrorInvalidValue);
  *pool = new CUmemPoolHandle_st;
  return call.done(cudaSuccess);
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  WS_CALL(cudaMemPoolDestroy);
  if (pool == nullptr || pool == &runtime().pool) return call.done(cudaErrorInvalidValue);
  for (auto& [address, allocation] : runtime().allocations)
    if (allocation.pool == pool) allocation.pool = nullptr;
  delete pool;
  return call.done(cudaSuccess);
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  WS_CALL(cudaMemPoolSetAttribute);
  if (pool == nullptr || value == nullptr) return call.done(cudaErrorInvalidValue);
  if (attribute >= cudaMemPoolReuseFollowEventDependencies &&
      attribute <= cudaMemPoolReuseAllowInternalDependencies)
    pool->reuse[attribute - 1] = *static_cast<int*>(value);
  else if (attribute == cudaMemPoolAttrReleaseThreshold)
    pool->threshold = *static_cast<std::uint64_t*>(value);
  else if (attribute == cudaMemPoolAttrUsedMemHigh || attribute == cudaMemPoolAttrReservedMemHigh)
    pool->high = pool->used;
  else return call.done(cudaErrorInvalidValue);
  return call.done(cudaSuccess);
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  WS_CALL(cudaMemPoolGetAttribute);
  if (pool == nullptr || value == nullptr) return call.done(cudaErrorInvalidValue);
  auto* const number = static_cast<std::uint64_t*>(value);
  switch (attribute) {
  case cudaMemPoolReuseFollowEventDependencies:
  case cudaMemPoolReuseAllowOpportunistic:
  case cudaMemPoolReuseAllowInternalDependencies:
    *static_cast<int*>(value) = pool->reuse[attribute - 1];
    break;
  case cudaMemPoolAttrReleaseThreshold: *number = pool->threshold; break;
  case cudaMemPoolAttrReservedMemCurrent:
  case cudaMemPoolAttrUsedMemCurrent: *number = pool->used; break;
  case cudaMemPoolAttrReservedMemHigh:
  case cudaMemPoolAttrUsedMemHigh: *number = pool->high; break;
  default: return call.done(cudaErrorInvalidValue);
  }
  return call.done(cudaSuccess);
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* list, size_t count) {
  WS_CALL(cudaMemPoolSetAccess);
  return call.done(pool != nullptr && (list != nullptr || count == 0) ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool, cudaMemLocation*) {
  WS_CALL(cudaMemPoolGetAccess);
  if (flags == nullptr || pool == nullptr) return call.done(cudaErrorInvalidValue);
  *flags = cudaMemAccessFlagsProtReadWrite;
  return call.done(cudaSuccess);
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
  WS_CALL(cudaMemPoolTrimTo);
  return call.done(pool != nullptr ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  WS_CALL(cudaDeviceGetDefaultMemPool);
  if (device != 0) return call.done(cudaErrorInvalidDevice);
  if (pool == nullptr) return call.done(cudaErrorInvalidValue);
  *pool = &runtime().pool;
  return call.done(cudaSuccess);
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return cudaDeviceGetDefaultMemPool(pool, device);
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  WS_CALL(cudaDeviceSetMemPool);
  if (device != 0) return call.done(cudaErrorInvalidDevice);
  return call.done(pool != nullptr ? cudaSuccess : cudaErrorInvalidValue);
}

} // extern "C"
