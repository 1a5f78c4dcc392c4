// What the services behind one guest share: its memory, its clocks, the record that grows.
#pragma once

#include "guest/protocol/messages.h"
#include "sim/base/line_index.h"
#include "sim/exec/memory.h"
#include "sim/whole/cuda_errors.h"
#include "sim/whole/findings.h"
#include "sim/whole/global_watch.h"
#include "sim/whole/host_places.h"
#include "sim/whole/in_flight.h"
#include "sim/whole/memory_state.h"
#include "sim/whole/record.h"
#include "sim/whole/request.h"
#include "sim/whole/stream_clocks.h"
#include "sim/whole/stream_order.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::whole {

/// A kernel that cannot be simulated; a program may still launch it, and is told.
struct RefusedKernel {
  std::string symbol, name;
  std::string why; ///< one sentence
};

/// Work on a stream, as StreamOrder numbers it.
struct Work {
  std::string name; ///< of the kernel or the call
  Place place;
  std::uint32_t launch = 0; ///< LaunchRecord::number; 0: a copy
};

/// The last copy or fill from a buffer's first byte on.
struct LastCopy {
  std::string function;
  Place place;
  std::uint64_t bytes = 0;
};

struct Context {
  Context(const Request& request_in, int window_file_in, const std::atomic<bool>& stop_in);
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  const Request& request;
  const program::Program& device; ///< the request's
  const std::atomic<bool>& stop;  ///< the run is to end: a launch must not go on
  const int window_file;
  std::vector<RefusedKernel> refused; ///< numbered behind the device's kernels
  HostPlaces places;
  exec::DeviceMemory memory;
  MemoryState state;
  StreamClocks clocks;
  StreamOrder order;
  InFlight in_flight;
  std::unique_ptr<GlobalWatch> watch;            ///< null: not asked for
  std::map<std::uint32_t, LastCopy> last_copies; ///< by the buffer's offset; kept where `watch` is
  std::vector<Work> works;                       ///< that `order` numbered, from 1
  Findings findings;
  Record record;
  std::map<std::uint32_t, std::size_t> buffers; ///< live: offset -> index into record.allocations
  std::uint64_t host_written = 0;               ///< live buffers that the host writes without a word
  std::string printed;                          ///< by kernels, not yet visible to the program
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();

  /// Returns the line of a text of the person; empty when there is none.
  [[nodiscard]] std::string_view line(const std::string& file, std::uint32_t number) const;
  [[nodiscard]] std::string_view line(const Span& span) const;
  /// Returns the place of a span of device code.
  [[nodiscard]] Place place_of(const Span& span, std::string function) const;
  /// The place as a span, for the executor; its file is that of CompiledProgram::texts, 0 when it is none of
  /// them.
  [[nodiscard]] Span span_of(const Place& place) const;
  /// Returns the record of the live buffer that holds the offset; null when none does.
  [[nodiscard]] const AllocationRecord* buffer_at(std::uint64_t offset) const;
  /// Memory that the host may touch by itself: a buffer, or a __managed__ variable.
  struct HostMemory {
    std::string name, kind; ///< "managed", "pinned", "mapped"
    std::uint64_t offset = 0, bytes = 0;
    Place made;
  };
  [[nodiscard]] std::optional<HostMemory> host_memory_at(std::uint64_t offset) const;
  /// Begins work on the stream and returns its number in `works`.
  std::uint32_t begin_work(std::uint64_t stream, Work work);
  void add_error(std::string function, CudaError error, std::string message, Place place);

  /// Appends to what kernels printed. The device keeps 1 MiB: older output is lost.
  void print(const std::string& text, const Place& place);
  [[nodiscard]] std::string take_printed() { return std::exchange(printed, {}); }

 private:
  std::vector<LineIndex> lines_; ///< by text
  std::vector<const program::Variable*> managed_;
};

/// "line 30" or "line 30 of util.cu", as seen from `here`; empty for an unknown place.
[[nodiscard]] std::string line_text(const Place& place, const Place& here = {});
/// "1 byte", "4,096 bytes", "2 GiB"
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);

} // namespace warpscope::whole
