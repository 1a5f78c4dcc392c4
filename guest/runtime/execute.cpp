// Executes operations: asks the simulator, moves the bytes, runs the host's functions.
#include "guest/runtime/graph.h"
#include "guest/runtime/runtime.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace warpscope::guest {
namespace {

/// The direction that the addresses themselves say, for cudaMemcpyDefault.
void fill_rows(const DeviceWindow& window, const CopyOperation& copy) {
  for (std::uint64_t plane = 0; plane < copy.planes; ++plane)
    for (std::uint64_t row = 0; row < copy.rows; ++row) {
      std::byte* const to = window.bytes(copy.to + plane * copy.to_plane_pitch + row * copy.to_pitch);
      if (copy.pattern.size() == 1) std::memset(to, copy.pattern[0], copy.row_bytes);
      else
        for (std::uint64_t at = 0; at + copy.pattern.size() <= copy.row_bytes; at += copy.pattern.size())
          std::memcpy(to + at, copy.pattern.data(), copy.pattern.size());
    }
}

void copy_rows(const DeviceWindow& window, const CopyOperation& copy) {
  for (std::uint64_t plane = 0; plane < copy.planes; ++plane)
    for (std::uint64_t row = 0; row < copy.rows; ++row)
      std::memmove(window.bytes(copy.to + plane * copy.to_plane_pitch + row * copy.to_pitch),
                   window.bytes(copy.from + plane * copy.from_plane_pitch + row * copy.from_pitch),
                   copy.row_bytes);
}

bool meets_the_host(const CopyOperation& copy) { return !copy.asynchronous && copy.pattern.empty(); }

/// Bytes from the first row's first to behind the last row's last; a number too large for any memory where
/// the sizes overflow.
std::uint64_t extent(const CopyOperation& copy, std::uint64_t pitch, std::uint64_t plane_pitch) {
  std::uint64_t planes = 0, rows = 0, all = 0;
  if (__builtin_mul_overflow(copy.planes - 1, plane_pitch, &planes) ||
      __builtin_mul_overflow(copy.rows - 1, pitch, &rows) || __builtin_add_overflow(planes, rows, &all) ||
      __builtin_add_overflow(all, copy.row_bytes, &all))
    return window_bytes;
  return all;
}

cudaError_t run(Call& call, CUstream_st& stream, const CopyOperation& asked) {
  Runtime& r = runtime();
  CopyOperation copy = asked;
  if (meets_the_host(copy))
    if (const cudaError_t error = r.meet(); error != cudaSuccess) return error;
  if (r.pending != cudaSuccess) return cudaSuccess; // behind a failed kernel: never done
  if (copy.row_bytes == 0 || copy.rows == 0 || copy.planes == 0) return cudaSuccess;
  copy.to = r.unregistered(copy.to, extent(copy, copy.to_pitch, copy.to_plane_pitch));
  if (copy.pattern.empty())
    copy.from = r.unregistered(copy.from, extent(copy, copy.from_pitch, copy.from_plane_pitch));
  Copy request;
  request.caller = call.caller();
  request.function = copy.function;
  request.to = copy.to, request.from = copy.from;
  request.row_bytes = copy.row_bytes, request.rows = copy.rows, request.planes = copy.planes;
  request.to_pitch = copy.to_pitch, request.from_pitch = copy.from_pitch;
  request.to_plane_pitch = copy.to_plane_pitch, request.from_plane_pitch = copy.from_plane_pitch;
  request.direction = copy.direction;
  request.fills = !copy.pattern.empty();
  request.asynchronous = copy.asynchronous;
  request.stream = stream.number;
  const bool one_row = copy.rows == 1 && copy.planes == 1;
  const VariableFacts* const constant_to = r.constant_at(copy.to);
  const VariableFacts* const constant_from = copy.pattern.empty() ? r.constant_at(copy.from) : nullptr;
  if (constant_to != nullptr && copy.to - constant_to->address + copy.row_bytes > constant_to->bytes)
    return cudaErrorInvalidValue;
  if (constant_to != nullptr && one_row) {
    request.constant.resize(copy.row_bytes);
    CopyOperation staged = copy;
    staged.to = reinterpret_cast<std::uint64_t>(request.constant.data());
    if (!copy.pattern.empty()) fill_rows(r.window, staged);
    else if (constant_from == nullptr) copy_rows(r.window, staged);
  }
  const auto answer = r.link.ask<Copied>(Kind::Copy, request);
  r.take(answer.done);
  if (answer.done.error != cudaSuccess) return static_cast<cudaError_t>(answer.done.error);
  stream.seconds = answer.done.device_seconds;
  if (constant_to != nullptr) return cudaSuccess;
  if (constant_from != nullptr) {
    if (answer.constant.size() != copy.row_bytes) return cudaErrorInvalidValue;
    std::memcpy(r.window.bytes(copy.to), answer.constant.data(), answer.constant.size());
  } else if (request.fills) {
    fill_rows(r.window, copy);
  } else {
    copy_rows(r.window, copy);
  }
  return cudaSuccess;
}

cudaError_t run(Call& call, CUstream_st& stream, const LaunchOperation& launch) {
  Runtime& r = runtime();
  if (r.pending != cudaSuccess) return cudaSuccess; // behind a failed kernel: never run
  Launch request;
  request.caller = call.caller();
  request.kernel = launch.kernel;
  const auto put = [](std::uint32_t(&to)[3], const dim3& from) {
    to[0] = from.x, to[1] = from.y, to[2] = from.z;
  };
  put(request.grid, launch.grid), put(request.block, launch.block), put(request.cluster, launch.cluster);
  request.shared_bytes = launch.shared_bytes;
  request.stream = stream.number;
  request.cooperative = launch.cooperative;
  request.parameters = launch.parameters;
  const auto answer = r.link.ask<Launched>(Kind::Launch, request);
  if (answer.sticky != cudaSuccess) r.pending = static_cast<cudaError_t>(answer.sticky);
  stream.seconds = answer.device_seconds;
  r.take(answer.busy);
  return static_cast<cudaError_t>(answer.error);
}

cudaError_t run(Call& call, CUstream_st& stream, const HostOperation& host) {
  order(call, OrderKind::HostFunction, stream.number);
  call.outside([&] {
    if (host.function != nullptr) host.function(host.data);
    else if (host.callback != nullptr) host.callback(host.stream, runtime().pending, host.data);
  });
  return cudaSuccess;
}

cudaError_t run(Call& call, CUstream_st& stream, const RecordOperation& record) {
  CUevent_st* const event = runtime().event(record.event);
  if (event == nullptr) return cudaErrorInvalidResourceHandle;
  const Done done = order(call, OrderKind::EventRecord, stream.number, event->number);
  event->recorded = true;
  event->seconds = done.device_seconds;
  return static_cast<cudaError_t>(done.error);
}

cudaError_t run(Call& call, CUstream_st& stream, const WaitOperation& wait) {
  CUevent_st* const event = runtime().event(wait.event);
  if (event == nullptr) return cudaErrorInvalidResourceHandle;
  if (!event->recorded) return cudaSuccess;
  return static_cast<cudaError_t>(
      order(call, OrderKind::StreamWaitEvent, stream.number, event->number).error);
}

cudaError_t run(Call& call, CUstream_st& stream, const FreeOperation& free) {
  return release(call, free.address, stream.number);
}

cudaError_t run(Call& call, CUstream_st& stream, const ChildOperation& child) {
  for (const std::size_t index : child.graph->order()) {
    const GraphNode& node = child.graph->nodes[index];
    if (!node.enabled) continue;
    if (const cudaError_t error = execute(call, stream, node.operation); error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

cudaError_t run(Call&, CUstream_st&, const EmptyOperation&) { return cudaSuccess; }

/// Joins the stream to the capture that the event was recorded in, or notes the event of a captured stream.
bool captured_order(Runtime& r, CUstream_st& stream, const Operation& operation, cudaError_t& error) {
  error = cudaSuccess;
  if (const auto* record = std::get_if<RecordOperation>(&operation)) {
    CUevent_st* const event = r.event(record->event);
    if (event == nullptr) return false;
    event->capture = stream.capture;
    event->last = stream.last;
    return stream.capture != nullptr;
  }
  if (const auto* wait = std::get_if<WaitOperation>(&operation)) {
    CUevent_st* const event = r.event(wait->event);
    if (event == nullptr || event->capture == nullptr) return false;
    if (stream.capture != nullptr && stream.capture != event->capture) {
      error = cudaErrorStreamCaptureMerge;
      return true;
    }
    stream.capture = event->capture;
    for (const std::size_t node : event->last)
      if (std::find(stream.last.begin(), stream.last.end(), node) == stream.last.end())
        stream.last.push_back(node);
    return true;
  }
  return false;
}

} // namespace

cudaError_t execute(Call& call, CUstream_st& stream, const Operation& operation) {
  return std::visit([&](const auto& what) { return run(call, stream, what); }, operation);
}

cudaError_t submit(Call& call, cudaStream_t handle, Operation operation) {
  Runtime& r = runtime();
  CUstream_st* const stream = r.stream(handle);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  if (cudaError_t error; captured_order(r, *stream, operation, error)) return error;
  if (stream->capture == nullptr) return execute(call, *stream, operation);
  if (const auto* copy = std::get_if<CopyOperation>(&operation); copy != nullptr && !copy->asynchronous) {
    stream->invalid = true;
    return cudaErrorStreamCaptureUnsupported;
  }
  if (stream->invalid) return cudaErrorStreamCaptureInvalidated;
  // Memory that a graph allocates is there for all its launches, so a launch must not free it.
  if (std::holds_alternative<FreeOperation>(operation)) operation = EmptyOperation{};
  stream->last = {stream->capture->add(std::move(operation), stream->last)};
  return cudaSuccess;
}

} // namespace warpscope::guest
