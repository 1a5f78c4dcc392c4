// CUDA arrays, and copies between them and linear memory. An array is rows of texels in device memory, as
// wide apart as cudaMallocPitch() makes them; what the hardware does with the order of texels is not shown.
#include "guest/runtime/runtime.h"

#include <algorithm>

using namespace warpscope::guest;

namespace {

std::uint64_t address_of(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

bool is_format(const cudaChannelFormatDesc& format) {
  const int bits[] = {format.x, format.y, format.z, format.w};
  int channels = 0;
  for (const int each : bits) channels += each > 0 ? 1 : 0;
  if (channels == 0 || channels == 3) return false;
  for (int i = 0; i < channels; ++i)
    if (bits[i] != bits[0]) return false;
  return bits[0] == 8 || bits[0] == 16 || bits[0] == 32;
}

cudaError_t make(Call& call, cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                 unsigned int flags) {
  Runtime& r = runtime();
  if (array == nullptr || format == nullptr || extent.width == 0) return cudaErrorInvalidValue;
  if (!is_format(*format)) return cudaErrorInvalidChannelDescriptor;
  auto made = std::make_unique<cudaArray>();
  made->extent = extent;
  made->format = *format;
  made->flags = flags;
  const std::uint64_t rows = std::max<std::uint64_t>(extent.height, 1);
  const std::uint64_t planes = std::max<std::uint64_t>(extent.depth, 1);
  constexpr std::uint64_t unit = 512;
  made->pitch = (extent.width * made->texel_bytes() + unit - 1) / unit * unit;
  made->plane_pitch = made->pitch * rows;
  if (const cudaError_t error = allocate(call, made->plane_pitch * planes, MemoryKind::Array, flags, 0,
                                         made->address);
      error != cudaSuccess)
    return error;
  *array = made.get();
  r.arrays[made.get()] = std::move(made);
  return cudaSuccess;
}

/// One side of a copy: an address and the way from row to row and from plane to plane.
struct Side {
  std::uint64_t address = 0, pitch = 0, plane_pitch = 0;
};

/// Byte `x` of row `y`.
cudaError_t side_of(cudaArray_const_t handle, std::uint64_t x, std::uint64_t y, std::uint64_t width,
                    std::uint64_t height, Side& side) {
  const cudaArray* const array = runtime().array(handle);
  if (array == nullptr) return cudaErrorInvalidResourceHandle;
  const std::uint64_t rows = std::max<std::uint64_t>(array->extent.height, 1);
  if (x + width > array->extent.width * array->texel_bytes() || y + height > rows)
    return cudaErrorInvalidValue;
  side = {array->address + y * array->pitch + x, array->pitch, array->plane_pitch};
  return cudaSuccess;
}

cudaError_t copy(Call& call, const Side& to, const Side& from, std::uint64_t width, std::uint64_t height,
                 std::uint64_t depth, int direction, cudaStream_t stream, bool asynchronous) {
  if (width == 0 || height == 0 || depth == 0) return cudaSuccess;
  CopyOperation what;
  what.function = call.name();
  what.to = to.address, what.to_pitch = to.pitch, what.to_plane_pitch = to.plane_pitch;
  what.from = from.address, what.from_pitch = from.pitch, what.from_plane_pitch = from.plane_pitch;
  what.row_bytes = width, what.rows = height, what.planes = depth;
  what.direction = direction;
  what.asynchronous = asynchronous;
  return submit(call, stream, what);
}

cudaError_t to_array(Call& call, cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                     size_t width, size_t height, int direction, cudaStream_t stream, bool asynchronous) {
  Side target;
  if (const cudaError_t error = side_of(to, x, y, width, height, target); error != cudaSuccess) return error;
  if (from == nullptr) return cudaErrorInvalidValue;
  if (width > pitch) return cudaErrorInvalidPitchValue;
  return copy(call, target, {address_of(from), pitch, 0}, width, height, 1, direction, stream, asynchronous);
}

cudaError_t from_array(Call& call, void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                       size_t width, size_t height, int direction, cudaStream_t stream, bool asynchronous) {
  Side source;
  if (const cudaError_t error = side_of(from, x, y, width, height, source); error != cudaSuccess)
    return error;
  if (to == nullptr) return cudaErrorInvalidValue;
  if (width > pitch) return cudaErrorInvalidPitchValue;
  return copy(call, {address_of(to), pitch, 0}, source, width, height, 1, direction, stream, asynchronous);
}

/// Bytes in the order of an array's rows, from byte x of row y on: the deprecated copies of one dimension.
cudaError_t linear(Call& call, cudaArray_const_t handle, size_t x, size_t y, std::uint64_t host, size_t bytes,
                   bool into, int direction, cudaStream_t stream, bool asynchronous) {
  const cudaArray* const array = runtime().array(handle);
  if (array == nullptr) return cudaErrorInvalidResourceHandle;
  const std::uint64_t row = array->extent.width * array->texel_bytes();
  while (bytes > 0) {
    if (x >= row) return cudaErrorInvalidValue;
    // A part of a row, or as many whole rows as there are.
    const std::uint64_t width = std::min<std::uint64_t>(bytes, row - x);
    const std::uint64_t rows = x == 0 && width == row ? bytes / row : 1;
    Side side;
    if (const cudaError_t error = side_of(handle, x, y, width, rows, side); error != cudaSuccess)
      return error;
    const Side other{host, width, 0};
    const cudaError_t error = into ? copy(call, side, other, width, rows, 1, direction, stream, asynchronous)
                                   : copy(call, other, side, width, rows, 1, direction, stream, asynchronous);
    if (error != cudaSuccess) return error;
    host += width * rows;
    bytes -= width * rows;
    y += rows;
    x = 0;
  }
  return cudaSuccess;
}

/// A side of cudaMemcpy3D(). Widths are in texels where there is an array, in bytes where there is none.
cudaError_t side_of(cudaArray_t handle, const cudaPos& at, const cudaPitchedPtr& pointer, Side& side) {
  if (handle != nullptr) {
    const cudaArray* const array = runtime().array(handle);
    if (array == nullptr) return cudaErrorInvalidResourceHandle;
    side = {array->address + at.z * array->plane_pitch + at.y * array->pitch + at.x * array->texel_bytes(),
            array->pitch, array->plane_pitch};
    return cudaSuccess;
  }
  if (pointer.ptr == nullptr) return cudaErrorInvalidValue;
  const std::uint64_t plane = pointer.pitch * pointer.ysize;
  side = {address_of(pointer.ptr) + at.z * plane + at.y * pointer.pitch + at.x, pointer.pitch, plane};
  return cudaSuccess;
}

bool fits(cudaArray_t handle, const cudaPos& at, const cudaExtent& extent) {
  const cudaArray* const array = runtime().array(handle);
  if (array == nullptr) return true;
  return at.x + extent.width <= array->extent.width &&
         at.y + extent.height <= std::max<std::uint64_t>(array->extent.height, 1) &&
         at.z + extent.depth <= std::max<std::uint64_t>(array->extent.depth, 1);
}

cudaError_t copy_3d(Call& call, const cudaMemcpy3DParms* what, cudaStream_t stream, bool asynchronous) {
  if (what == nullptr) return cudaErrorInvalidValue;
  CopyOperation operation;
  if (const cudaError_t error = copy_operation_of(*what, operation); error != cudaSuccess) return error;
  operation.function = call.name();
  operation.asynchronous = asynchronous;
  return submit(call, stream, operation);
}

} // namespace

namespace warpscope::guest {

cudaError_t copy_operation_of(const cudaMemcpy3DParms& what, CopyOperation& operation) {
  if ((what.srcArray != nullptr) == (what.srcPtr.ptr != nullptr) ||
      (what.dstArray != nullptr) == (what.dstPtr.ptr != nullptr))
    return cudaErrorInvalidValue;
  Side to, from;
  if (const cudaError_t error = side_of(what.dstArray, what.dstPos, what.dstPtr, to); error != cudaSuccess)
    return error;
  if (const cudaError_t error = side_of(what.srcArray, what.srcPos, what.srcPtr, from); error != cudaSuccess)
    return error;
  if (!fits(what.dstArray, what.dstPos, what.extent) || !fits(what.srcArray, what.srcPos, what.extent))
    return cudaErrorInvalidValue;
  const cudaArray* const array = runtime().array(what.srcArray != nullptr ? what.srcArray : what.dstArray);
  operation.to = to.address, operation.to_pitch = to.pitch, operation.to_plane_pitch = to.plane_pitch;
  operation.from = from.address, operation.from_pitch = from.pitch;
  operation.from_plane_pitch = from.plane_pitch;
  operation.row_bytes = what.extent.width * (array != nullptr ? array->texel_bytes() : 1);
  operation.rows = what.extent.height, operation.planes = what.extent.depth;
  operation.direction = what.kind;
  if ((what.srcArray == nullptr && operation.row_bytes > from.pitch && operation.rows > 1) ||
      (what.dstArray == nullptr && operation.row_bytes > to.pitch && operation.rows > 1))
    return cudaErrorInvalidPitchValue;
  return cudaSuccess;
}

} // namespace warpscope::guest

extern "C" {

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width,
                            size_t height, unsigned int flags) {
  WS_CALL(cudaMallocArray);
  return call.done(make(call, array, format, {width, height, 0}, flags));
}
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                              unsigned int flags) {
  WS_CALL(cudaMalloc3DArray);
  return call.done(make(call, array, format, extent, flags));
}
cudaError_t cudaFreeArray(cudaArray_t handle) {
  WS_CALL(cudaFreeArray);
  Runtime& r = runtime();
  if (handle == nullptr) return call.done(cudaSuccess);
  const auto found = r.arrays.find(handle);
  if (found == r.arrays.end()) return call.done(cudaErrorInvalidValue);
  const std::uint64_t address = found->second->address;
  r.arrays.erase(found);
  return call.done(release(call, address, 0));
}
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t handle) {
  WS_CALL(cudaArrayGetInfo);
  const cudaArray* const array = runtime().array(handle);
  if (array == nullptr) return call.done(cudaErrorInvalidResourceHandle);
  if (format != nullptr) *format = array->format;
  if (extent != nullptr) *extent = array->extent;
  if (flags != nullptr) *flags = array->flags;
  return call.done(cudaSuccess);
}
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t handle) {
  WS_CALL(cudaGetChannelDesc);
  const cudaArray* const array = runtime().array(handle);
  if (array == nullptr) return call.done(cudaErrorInvalidResourceHandle);
  if (format == nullptr) return call.done(cudaErrorInvalidValue);
  *format = array->format;
  return call.done(cudaSuccess);
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                              cudaMemcpyKind kind) {
  WS_CALL(cudaMemcpyToArray);
  return call.done(linear(call, to, x, y, address_of(from), bytes, true, kind, nullptr, false));
}
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                                   cudaMemcpyKind kind, cudaStream_t stream) {
  WS_CALL(cudaMemcpyToArrayAsync);
  return call.done(linear(call, to, x, y, address_of(from), bytes, true, kind, stream, true));
}
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                cudaMemcpyKind kind) {
  WS_CALL(cudaMemcpyFromArray);
  return call.done(linear(call, from, x, y, address_of(to), bytes, false, kind, nullptr, false));
}
cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  WS_CALL(cudaMemcpyFromArrayAsync);
  return call.done(linear(call, from, x, y, address_of(to), bytes, false, kind, stream, true));
}
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                                size_t width, size_t height, cudaMemcpyKind kind) {
  WS_CALL(cudaMemcpy2DToArray);
  return call.done(to_array(call, to, x, y, from, pitch, width, height, kind, nullptr, false));
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                                     size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  WS_CALL(cudaMemcpy2DToArrayAsync);
  return call.done(to_array(call, to, x, y, from, pitch, width, height, kind, stream, true));
}
cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                                  size_t width, size_t height, cudaMemcpyKind kind) {
  WS_CALL(cudaMemcpy2DFromArray);
  return call.done(from_array(call, to, pitch, from, x, y, width, height, kind, nullptr, false));
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                                       size_t width, size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
  WS_CALL(cudaMemcpy2DFromArrayAsync);
  return call.done(from_array(call, to, pitch, from, x, y, width, height, kind, stream, true));
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                     size_t from_x, size_t from_y, size_t width, size_t height,
                                     cudaMemcpyKind kind) {
  WS_CALL(cudaMemcpy2DArrayToArray);
  Side target, source;
  cudaError_t error = side_of(to, to_x, to_y, width, height, target);
  if (error == cudaSuccess) error = side_of(from, from_x, from_y, width, height, source);
  if (error == cudaSuccess) error = copy(call, target, source, width, height, 1, kind, nullptr, false);
  return call.done(error);
}
cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                   size_t from_x, size_t from_y, size_t bytes, cudaMemcpyKind kind) {
  WS_CALL(cudaMemcpyArrayToArray);
  Side target, source;
  cudaError_t error = side_of(to, to_x, to_y, bytes, 1, target);
  if (error == cudaSuccess) error = side_of(from, from_x, from_y, bytes, 1, source);
  if (error == cudaSuccess) error = copy(call, target, source, bytes, 1, 1, kind, nullptr, false);
  return call.done(error);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* what) {
  WS_CALL(cudaMemcpy3D);
  return call.done(copy_3d(call, what, nullptr, false));
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* what, cudaStream_t stream) {
  WS_CALL(cudaMemcpy3DAsync);
  return call.done(copy_3d(call, what, stream, true));
}
cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* what) {
  WS_CALL(cudaMemcpy3DPeer);
  if (what == nullptr) return call.done(cudaErrorInvalidValue);
  const cudaMemcpy3DParms same{what->srcArray, what->srcPos, what->srcPtr, what->dstArray,
                               what->dstPos,   what->dstPtr, what->extent, cudaMemcpyDefault};
  return call.done(copy_3d(call, &same, nullptr, false));
}
cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* what, cudaStream_t stream) {
  WS_CALL(cudaMemcpy3DPeerAsync);
  if (what == nullptr) return call.done(cudaErrorInvalidValue);
  const cudaMemcpy3DParms same{what->srcArray, what->srcPos, what->srcPtr, what->dstArray,
                               what->dstPos,   what->dstPtr, what->extent, cudaMemcpyDefault};
  return call.done(copy_3d(call, &same, stream, true));
}

} // extern "C"
