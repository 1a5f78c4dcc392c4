// Tells the simulator of what a library writes, and finds pointers that are none of the device.
#include "guest/libraries/library_call.h"

#include <string>

namespace warpscope::guest {

LibraryCall::LibraryCall(const char* name, void* frame, cudaStream_t stream)
    : call_(name, frame), stream_(runtime().stream(stream)) {
  if (stream_ == nullptr || runtime().meet() != cudaSuccess) good_ = false;
  if (stream_ != nullptr && stream_->capture != nullptr) {
    stream_->invalid = true;
    good_ = false;
    runtime().link.tell(Kind::Finding,
                        Finding{call_.caller(), "unsupported",
                                std::string(call_.name()) +
                                    "() in a stream that is captured is no node of a graph here: the "
                                    "capture fails (call the library between the graph's launches)",
                                call_.name()});
  }
}

std::byte* LibraryCall::piece(std::uint64_t address, std::uint64_t bytes, bool written) {
  Runtime& r = runtime();
  if (!good_ || bytes == 0) return r.window.bytes(address);
  const auto fail = [&](const std::string& why) {
    r.link.tell(Kind::Finding, Finding{call_.caller(), "library-memory",
                                       std::string(call_.name()) + " " + why, call_.name()});
    good_ = false;
    r.pending = cudaErrorIllegalAddress;
  };
  if (!DeviceWindow::contains(address)) {
    fail("is given memory of the host, which the device cannot reach");
    return r.window.bytes(address);
  }
  if (written) {
    Copy request;
    request.caller = call_.caller();
    request.function = call_.name();
    request.to = address;
    request.row_bytes = bytes;
    request.fills = request.asynchronous = request.opaque = true;
    request.stream = stream_->number;
    const auto answer = r.link.ask<Copied>(Kind::Copy, request);
    r.take(answer.done);
    if (answer.done.error != cudaSuccess) {
      good_ = false;
      r.pending = static_cast<cudaError_t>(answer.done.error);
    } else {
      stream_->seconds = answer.done.device_seconds;
    }
  } else if (const auto found = r.allocation_of(address);
             found != r.allocations.end() && address - found->first + bytes > found->second.bytes) {
    fail("reads " + grouped(bytes) + " bytes where the buffer has " +
         grouped(found->second.bytes - (address - found->first)));
  }
  return r.window.bytes(address);
}

} // namespace warpscope::guest
