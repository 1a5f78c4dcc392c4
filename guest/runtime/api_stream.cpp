// Streams, events and functions of the host in them. Execution is eager: nothing is ever not ready.
#include "guest/runtime/graph.h"
#include "guest/runtime/runtime.h"

using namespace warpscope::guest;

namespace {

cudaError_t create(Call& call, cudaStream_t* stream, unsigned int flags, int priority) {
  Runtime& r = runtime();
  if (stream == nullptr || (flags & ~1u) != 0) return cudaErrorInvalidValue;
  auto made = std::make_unique<CUstream_st>();
  made->number = r.next_number++;
  made->flags = flags;
  made->priority = priority < -5 ? -5 : priority > 0 ? 0 : priority;
  const Done done = order(call, OrderKind::StreamCreate, made->number, 0, flags);
  if (done.error != cudaSuccess) return static_cast<cudaError_t>(done.error);
  *stream = made.get();
  r.streams[made.get()] = std::move(made);
  return cudaSuccess;
}

cudaError_t synchronise(Call& call, OrderKind kind, CUstream_st* stream) {
  Runtime& r = runtime();
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  if (stream->capture != nullptr) {
    stream->invalid = true;
    return cudaErrorStreamCaptureUnsupported;
  }
  const Done done = order(call, kind, stream->number);
  if (done.error != cudaSuccess) r.pending = static_cast<cudaError_t>(done.error);
  stream->seconds = done.device_seconds;
  return r.meet();
}

cudaError_t create(Call& call, cudaEvent_t* event, unsigned int flags) {
  Runtime& r = runtime();
  if (event == nullptr || (flags & ~7u) != 0) return cudaErrorInvalidValue;
  if ((flags & cudaEventInterprocess) != 0 && (flags & cudaEventDisableTiming) == 0)
    return cudaErrorInvalidValue;
  auto made = std::make_unique<CUevent_st>();
  made->number = r.next_number++;
  made->flags = flags;
  const Done done = order(call, OrderKind::EventCreate, 0, made->number, flags);
  if (done.error != cudaSuccess) return static_cast<cudaError_t>(done.error);
  *event = made.get();
  r.events[made.get()] = std::move(made);
  return cudaSuccess;
}

cudaError_t meet_event(Call& call, OrderKind kind, cudaEvent_t handle) {
  Runtime& r = runtime();
  const CUevent_st* const event = r.event(handle);
  if (event == nullptr) return cudaErrorInvalidResourceHandle;
  if (event->capture != nullptr) return cudaErrorCapturedEvent;
  if (!event->recorded) return cudaSuccess;
  const Done done = order(call, kind, 0, event->number);
  if (done.error != cudaSuccess) r.pending = static_cast<cudaError_t>(done.error);
  return r.meet();
}

} // namespace

extern "C" {

cudaError_t cudaDeviceSynchronize() {
  WS_CALL(cudaDeviceSynchronize);
  Runtime& r = runtime();
  const Done done = order(call, OrderKind::DeviceSynchronize, 0);
  if (done.error != cudaSuccess) r.pending = static_cast<cudaError_t>(done.error);
  return call.done(r.meet());
}
cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  WS_CALL(cudaStreamCreate);
  return call.done(create(call, stream, 0, 0));
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  WS_CALL(cudaStreamCreateWithFlags);
  return call.done(create(call, stream, flags, 0));
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
  WS_CALL(cudaStreamCreateWithPriority);
  return call.done(create(call, stream, flags, priority));
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  WS_CALL(cudaStreamDestroy);
  Runtime& r = runtime();
  const auto found = r.streams.find(stream);
  if (found == r.streams.end()) return call.done(cudaErrorInvalidResourceHandle);
  const Done done = order(call, OrderKind::StreamDestroy, found->second->number);
  r.streams.erase(found);
  return call.done(done.error);
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  WS_CALL(cudaStreamSynchronize);
  return call.done(synchronise(call, OrderKind::StreamSynchronize, runtime().stream(stream)));
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  WS_CALL(cudaStreamQuery);
  return call.done(synchronise(call, OrderKind::StreamQuery, runtime().stream(stream)));
}
cudaError_t cudaStreamGetPriority(cudaStream_t handle, int* priority) {
  WS_CALL(cudaStreamGetPriority);
  const CUstream_st* const stream = runtime().stream(handle);
  if (stream == nullptr) return call.done(cudaErrorInvalidResourceHandle);
  if (priority == nullptr) return call.done(cudaErrorInvalidValue);
  *priority = stream->priority;
  return call.done(cudaSuccess);
}
cudaError_t cudaStreamGetFlags(cudaStream_t handle, unsigned int* flags) {
  WS_CALL(cudaStreamGetFlags);
  const CUstream_st* const stream = runtime().stream(handle);
  if (stream == nullptr) return call.done(cudaErrorInvalidResourceHandle);
  if (flags == nullptr) return call.done(cudaErrorInvalidValue);
  *flags = stream->flags;
  return call.done(cudaSuccess);
}
cudaError_t cudaStreamGetId(cudaStream_t handle, unsigned long long* id) {
  WS_CALL(cudaStreamGetId);
  const CUstream_st* const stream = runtime().stream(handle);
  if (stream == nullptr) return call.done(cudaErrorInvalidResourceHandle);
  if (id == nullptr) return call.done(cudaErrorInvalidValue);
  *id = stream->number;
  return call.done(cudaSuccess);
}
cudaError_t cudaStreamGetDevice(cudaStream_t handle, int* device) {
  WS_CALL(cudaStreamGetDevice);
  if (runtime().stream(handle) == nullptr) return call.done(cudaErrorInvalidResourceHandle);
  if (device == nullptr) return call.done(cudaErrorInvalidValue);
  *device = 0;
  return call.done(cudaSuccess);
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int) {
  WS_CALL(cudaStreamWaitEvent);
  if (runtime().event(event) == nullptr) return call.done(cudaErrorInvalidResourceHandle);
  return call.done(submit(call, stream, WaitOperation{event}));
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned int flags) {
  WS_CALL(cudaStreamAddCallback);
  if (callback == nullptr || flags != 0) return call.done(cudaErrorInvalidValue);
  return call.done(submit(call, stream, HostOperation{nullptr, callback, stream, data}));
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  WS_CALL(cudaLaunchHostFunc);
  if (function == nullptr) return call.done(cudaErrorInvalidValue);
  return call.done(submit(call, stream, HostOperation{function, nullptr, stream, data}));
}
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t, unsigned int) {
  WS_CALL(cudaStreamAttachMemAsync);
  Runtime& r = runtime();
  if (r.stream(stream) == nullptr) return call.done(cudaErrorInvalidResourceHandle);
  const auto found = r.allocation_of(reinterpret_cast<std::uint64_t>(pointer));
  const bool managed = found != r.allocations.end() && found->second.kind == MemoryKind::Managed;
  return call.done(managed ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaStreamSetAttribute(cudaStream_t handle, cudaLaunchAttributeID id,
                                   const cudaLaunchAttributeValue* value) {
  WS_CALL(cudaStreamSetAttribute);
  CUstream_st* const stream = runtime().stream(handle);
  if (stream == nullptr) return call.done(cudaErrorInvalidResourceHandle);
  if (value == nullptr) return call.done(cudaErrorInvalidValue);
  if (id == cudaLaunchAttributeAccessPolicyWindow) stream->window = *value;
  if (id == cudaLaunchAttributePriority) stream->priority = value->priority;
  return call.done(cudaSuccess);
}
cudaError_t cudaStreamGetAttribute(cudaStream_t handle, cudaLaunchAttributeID id,
                                   cudaLaunchAttributeValue* value) {
  WS_CALL(cudaStreamGetAttribute);
  const CUstream_st* const stream = runtime().stream(handle);
  if (stream == nullptr) return call.done(cudaErrorInvalidResourceHandle);
  if (value == nullptr) return call.done(cudaErrorInvalidValue);
  *value = {};
  if (id == cudaLaunchAttributeAccessPolicyWindow) *value = stream->window;
  if (id == cudaLaunchAttributePriority) value->priority = stream->priority;
  return call.done(cudaSuccess);
}
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  WS_CALL(cudaStreamCopyAttributes);
  CUstream_st* const target = runtime().stream(to);
  const CUstream_st* const source = runtime().stream(from);
  if (target == nullptr || source == nullptr) return call.done(cudaErrorInvalidResourceHandle);
  target->window = source->window;
  return call.done(cudaSuccess);
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  WS_CALL(cudaEventCreate);
  return call.done(create(call, event, 0));
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  WS_CALL(cudaEventCreateWithFlags);
  return call.done(create(call, event, flags));
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  WS_CALL(cudaEventRecord);
  return call.done(submit(call, stream, RecordOperation{event}));
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int) {
  return cudaEventRecord(event, stream);
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  WS_CALL(cudaEventQuery);
  return call.done(meet_event(call, OrderKind::EventQuery, event));
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  WS_CALL(cudaEventSynchronize);
  return call.done(meet_event(call, OrderKind::EventSynchronize, event));
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  WS_CALL(cudaEventDestroy);
  Runtime& r = runtime();
  const auto found = r.events.find(event);
  if (found == r.events.end()) return call.done(cudaErrorInvalidResourceHandle);
  const Done done = order(call, OrderKind::EventDestroy, 0, found->second->number);
  r.events.erase(found);
  return call.done(done.error);
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  WS_CALL(cudaEventElapsedTime);
  Runtime& r = runtime();
  if (milliseconds == nullptr) return call.done(cudaErrorInvalidValue);
  for (cudaEvent_t handle : {start, end}) {
    const CUevent_st* const event = r.event(handle);
    if (event == nullptr || !event->recorded) return call.done(cudaErrorInvalidResourceHandle);
    // An H200 with CUDA 13.0 says so, where CUDA's documentation says cudaErrorInvalidResourceHandle.
    if ((event->flags & cudaEventDisableTiming) != 0) return call.done(cudaErrorInvalidValue);
  }
  *milliseconds = static_cast<float>((r.event(end)->seconds - r.event(start)->seconds) * 1000);
  return call.done(cudaSuccess);
}

} // extern "C"
