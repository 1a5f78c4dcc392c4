// Allocations, frees and copies of the guest, checked.
#pragma once

#include "sim/whole/context.h"

namespace warpscope::whole {

/// Requests come from a process that nobody trusts: every address and size is checked against the buffers.
class MemoryService {
 public:
  explicit MemoryService(Context& context) : context_(context) {}
  [[nodiscard]] guest::Allocated allocate(const guest::Allocate& request);
  [[nodiscard]] guest::Done release(const guest::Free& request);
  [[nodiscard]] guest::Copied copy(const guest::Copy& request);
  /// The host touched memory that work in flight uses.
  [[nodiscard]] guest::Touched touch(const guest::Touch& request);
  [[nodiscard]] guest::Done limit(const guest::Limit& request);
  /// At the end: what was never freed.
  void tell_leaks();

 private:
  /// One side of a copy.
  struct Side {
    enum class Where : std::uint8_t { Host, Window, Constant } where = Where::Host;
    std::uint64_t offset = 0; ///< in the window or in constant memory
    std::uint64_t span = 0;   ///< bytes from the first to behind the last
    std::string name;         ///< "host", "d_in"
    bool also_host = false;   ///< memory that both may name
  };
  [[nodiscard]] Side side_of(std::uint64_t address, std::uint64_t span) const;
  /// Returns the error of a side that leaves its buffer, and tells it.
  [[nodiscard]] CudaError check_side(const guest::Copy& request, const Side& side, bool to,
                                     const Place& place);
  /// For --check: what the copy writes and reads, and what it is not ordered with.
  void watch_copy(const guest::Copy& request, const Side& to, const Side& from, const Place& place);
  /// The memory of the host that an asynchronous copy uses until the host has waited for it.
  void note_in_flight(const guest::Copy& request, const Side& to, const Side& from, const Place& place);
  void note_copy(const guest::Copy& request, const Side& to, const Side& from, std::uint64_t bytes,
                 const Place& place, double begin, double seconds);

  Context& context_;
  // Of the last allocation: several may stand on one line.
  Place last_place_;
  std::string last_function_;
  std::size_t calls_on_line_ = 0;
};

/// Returns what the call on this line of text assigns to: "d_in" of "cudaMalloc((void **)&d_in, bytes);".
/// Empty when the line does not say. `nth`: of the line's calls, from 0.
[[nodiscard]] std::string assigned_name(std::string_view line, std::string_view function,
                                        std::size_t nth = 0);

} // namespace warpscope::whole
