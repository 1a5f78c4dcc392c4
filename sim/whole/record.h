// What a whole program did: its launches, copies, allocations and output, what was found, and how it ended.
// A value without pointers into the run.
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/run/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::run {
struct Estimate;
} // namespace warpscope::run

namespace warpscope::whole {

/// A line of the host program.
struct Place {
  std::string file; ///< as the compiler was told
  std::uint32_t line = 0;
  std::string function; ///< as a person would write it
  [[nodiscard]] bool known() const { return line != 0; }
  bool operator==(const Place&) const = default;
};

struct LaunchRecord {
  std::uint32_t number = 0; ///< from 1, in the order of the calls
  Place place;
  std::uint64_t stream = 0;
  Dim3 cluster{0, 0, 0};
  bool cooperative = false;
  /// The kernel, its sizes, counts, faults and races. Of a launch that failed, only the kernel and the sizes.
  /// Of a program with very many launches, the later ones have totals but no sites and no lines.
  run::Result result;
  std::int32_t error = 0;   ///< cudaError_t of the launch or of its kernel; 0: it ended
  std::string error_text;   ///< one sentence
  double begin_seconds = 0; ///< modelled, since the program's begin
  double seconds = 0;       ///< modelled
  bool modelled = false;    ///< false: the device's file lacks what the model needs, or nothing ran
  /// Where Request::estimate was asked: sim/run/estimate.h. Null: `why_no_estimate` says why.
  std::shared_ptr<const run::Estimate> estimate;
  std::string why_no_estimate;
  /// Later launches of the same kernel with the same sizes and parameters on the same contents, which were
  /// counted and not executed.
  std::uint64_t repeats = 0;
};

struct CopyRecord {
  std::string function; ///< "cudaMemcpyAsync"
  Place place;
  std::string to, from;    ///< "host", "device", or the name of a buffer or variable; `from` empty: a fill
  std::uint64_t bytes = 0; ///< of one copy
  std::uint64_t stream = 0;
  bool asynchronous = false;
  bool opaque = false; ///< written by a function of a library, of whose launches nothing is known
  double begin_seconds = 0, seconds = 0; ///< modelled
  std::uint64_t repeats = 0;             ///< equal copies right behind it, from the same line
};

enum class AllocationKind : std::uint8_t { Device, Managed, Pinned, Mapped, Array };
[[nodiscard]] std::string_view name_of(AllocationKind kind);
[[nodiscard]] bool host_touches(AllocationKind kind); ///< without a call of the runtime
struct AllocationRecord {
  std::string name; ///< what the call's line assigns ("d_in"), else "allocation 3"
  std::string function;
  AllocationKind kind = AllocationKind::Device;
  std::uint32_t offset = 0; ///< in the Global window
  std::uint64_t bytes = 0;
  Place made;
  std::optional<Place> freed;
};

/// A call that failed.
struct ApiError {
  std::string function;
  std::int32_t error = 0; ///< cudaError_t
  std::string message;
  Place place;
};

struct Finding {
  std::string kind; ///< a stable word: "out-of-bounds", "leak", "error-not-read"
  Severity severity = Severity::Warning;
  Place place;
  std::string message;      ///< one sentence
  std::uint32_t launch = 0; ///< LaunchRecord::number; 0: of none
  std::uint64_t count = 1;  ///< how often it was found
  std::string related;      ///< "allocated here", beside `related_place`
  Place related_place;
};

/// What came when: launches and copies in the order of the calls.
struct Step {
  enum class Kind : std::uint8_t { Launch, Copy } kind{};
  std::uint32_t index = 0; ///< into launches or copies
};

struct End {
  /// As a shell sees it: the program's own, or 128 + signal. A program that a limit ended: 124.
  int code = 0;
  int signal = 0;     ///< 0: it was none
  bool limit = false; ///< it was ended by a limit, which `sentence` names
  bool cancelled = false;
  std::string sentence; ///< empty when main() returned or exit() was called
  Place place;
};

struct Record {
  std::vector<LaunchRecord> launches;
  std::vector<CopyRecord> copies;
  std::vector<AllocationRecord> allocations;
  std::vector<Step> steps;
  std::vector<ApiError> errors;
  std::vector<Finding> findings;    ///< worst first once the program has ended
  std::string output, error_output; ///< the beginning of each, when they were piped
  std::uint64_t output_bytes = 0, error_output_bytes = 0;
  End end;
  double seconds = 0;                                       ///< of the wall, from start to end
  double executing_seconds = 0;                             ///< of it, in kernels
  double saved_seconds = 0;                                 ///< what the repeats would have taken
  double device_seconds = 0;                                ///< modelled, when the last stream was done
  std::uint64_t launches_left_out = 0, copies_left_out = 0; ///< behind the most that are kept
};

} // namespace warpscope::whole
