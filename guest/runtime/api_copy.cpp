// Copies and fills of linear and pitched memory and of variables.
#include "guest/runtime/runtime.h"

#include <cstring>

using namespace warpscope::guest;

namespace {

std::uint64_t address_of(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

cudaError_t copy(Call& call, void* to, const void* from, size_t bytes, int direction, cudaStream_t stream,
                 bool asynchronous) {
  if (direction < cudaMemcpyHostToHost || direction > cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  if (bytes == 0) return asynchronous ? cudaSuccess : runtime().meet();
  if (to == nullptr || from == nullptr) return cudaErrorInvalidValue;
  CopyOperation what;
  what.function = call.name();
  what.to = address_of(to), what.from = address_of(from);
  what.row_bytes = bytes;
  what.direction = direction;
  what.asynchronous = asynchronous;
  return submit(call, stream, what);
}

cudaError_t copy_2d(Call& call, void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                    size_t height, int direction, cudaStream_t stream, bool asynchronous) {
  if (direction < cudaMemcpyHostToHost || direction > cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  if (width > to_pitch || width > from_pitch) return cudaErrorInvalidPitchValue;
  if (width == 0 || height == 0) return cudaSuccess;
  if (to == nullptr || from == nullptr) return cudaErrorInvalidValue;
  CopyOperation what;
  what.function = call.name();
  what.to = address_of(to), what.from = address_of(from);
  what.row_bytes = width, what.rows = height;
  what.to_pitch = to_pitch, what.from_pitch = from_pitch;
  what.direction = direction;
  what.asynchronous = asynchronous;
  return submit(call, stream, what);
}

cudaError_t fill(Call& call, void* to, size_t pitch, int value, size_t width, size_t rows, size_t planes,
                 size_t plane_pitch, cudaStream_t stream, bool asynchronous) {
  if (width == 0 || rows == 0 || planes == 0) return cudaSuccess;
  if (to == nullptr || (rows > 1 && width > pitch)) return cudaErrorInvalidValue;
  CopyOperation what;
  what.function = call.name();
  what.to = address_of(to);
  what.row_bytes = width, what.rows = rows, what.planes = planes;
  what.to_pitch = pitch, what.to_plane_pitch = plane_pitch;
  what.direction = cudaMemcpyDefault;
  what.asynchronous = asynchronous;
  what.pattern = {static_cast<std::uint8_t>(value)};
  return submit(call, stream, what);
}

/// The address of a variable's byte `offset`, if `bytes` from there on are inside it.
cudaError_t symbol_address(const void* symbol, size_t offset, size_t bytes, void*& address) {
  Runtime& r = runtime();
  const auto found = r.variables.find(symbol);
  if (found == r.variables.end()) return cudaErrorInvalidSymbol;
  const VariableFacts& variable = *found->second;
  if (offset > variable.bytes || bytes > variable.bytes - offset) return cudaErrorInvalidValue;
  address = reinterpret_cast<void*>(variable.address + offset);
  return cudaSuccess;
}

cudaError_t copy_to_symbol(Call& call, const void* symbol, const void* from, size_t bytes, size_t offset,
                           cudaMemcpyKind kind, cudaStream_t stream, bool asynchronous) {
  void* to = nullptr;
  if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  if (const cudaError_t error = symbol_address(symbol, offset, bytes, to); error != cudaSuccess) return error;
  return copy(call, to, from, bytes, kind, stream, asynchronous);
}

cudaError_t copy_from_symbol(Call& call, void* to, const void* symbol, size_t bytes, size_t offset,
                             cudaMemcpyKind kind, cudaStream_t stream, bool asynchronous) {
  void* from = nullptr;
  if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  if (const cudaError_t error = symbol_address(symbol, offset, bytes, from); error != cudaSuccess)
    return error;
  return copy(call, to, from, bytes, kind, stream, asynchronous);
}

} // namespace

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  WS_CALL(cudaMemcpy);
  return call.done(copy(call, to, from, bytes, kind, nullptr, false));
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  WS_CALL(cudaMemcpyAsync);
  return call.done(copy(call, to, from, bytes, kind, stream, true));
}
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t bytes) {
  WS_CALL(cudaMemcpyPeer);
  if (to_device != 0 || from_device != 0) return call.done(cudaErrorInvalidDevice);
  return call.done(copy(call, to, from, bytes, cudaMemcpyDefault, nullptr, false));
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, size_t bytes,
                                cudaStream_t stream) {
  WS_CALL(cudaMemcpyPeerAsync);
  if (to_device != 0 || from_device != 0) return call.done(cudaErrorInvalidDevice);
  return call.done(copy(call, to, from, bytes, cudaMemcpyDefault, stream, true));
}
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                         size_t height, cudaMemcpyKind kind) {
  WS_CALL(cudaMemcpy2D);
  return call.done(copy_2d(call, to, to_pitch, from, from_pitch, width, height, kind, nullptr, false));
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  WS_CALL(cudaMemcpy2DAsync);
  return call.done(copy_2d(call, to, to_pitch, from, from_pitch, width, height, kind, stream, true));
}

cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
  WS_CALL(cudaMemset);
  return call.done(fill(call, pointer, 0, value, bytes, 1, 1, 0, nullptr, false));
}
cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream) {
  WS_CALL(cudaMemsetAsync);
  return call.done(fill(call, pointer, 0, value, bytes, 1, 1, 0, stream, true));
}
cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
  WS_CALL(cudaMemset2D);
  return call.done(fill(call, pointer, pitch, value, width, height, 1, 0, nullptr, false));
}
cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  WS_CALL(cudaMemset2DAsync);
  return call.done(fill(call, pointer, pitch, value, width, height, 1, 0, stream, true));
}
cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
  WS_CALL(cudaMemset3D);
  return call.done(fill(call, to.ptr, to.pitch, value, extent.width, extent.height, extent.depth,
                        to.pitch * to.ysize, nullptr, false));
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream) {
  WS_CALL(cudaMemset3DAsync);
  return call.done(fill(call, to.ptr, to.pitch, value, extent.width, extent.height, extent.depth,
                        to.pitch * to.ysize, stream, true));
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
  WS_CALL(cudaMemcpyToSymbol);
  return call.done(copy_to_symbol(call, symbol, from, bytes, offset, kind, nullptr, false));
}
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind) {
  WS_CALL(cudaMemcpyFromSymbol);
  return call.done(copy_from_symbol(call, to, symbol, bytes, offset, kind, nullptr, false));
}
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
  WS_CALL(cudaMemcpyToSymbolAsync);
  return call.done(copy_to_symbol(call, symbol, from, bytes, offset, kind, stream, true));
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  WS_CALL(cudaMemcpyFromSymbolAsync);
  return call.done(copy_from_symbol(call, to, symbol, bytes, offset, kind, stream, true));
}
cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  WS_CALL(cudaGetSymbolAddress);
  if (pointer == nullptr) return call.done(cudaErrorInvalidValue);
  return call.done(symbol_address(symbol, 0, 0, *pointer));
}
cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol) {
  WS_CALL(cudaGetSymbolSize);
  if (bytes == nullptr) return call.done(cudaErrorInvalidValue);
  const auto found = runtime().variables.find(symbol);
  if (found == runtime().variables.end()) return call.done(cudaErrorInvalidSymbol);
  *bytes = found->second->bytes;
  return call.done(cudaSuccess);
}

} // extern "C"
