// For --check: what was written in global memory, and by which work on which stream. Costs nothing where it
// is not made.
//
// Modelled: words of 4 bytes. A read finds that nothing was written there since the allocation (copies, fills
// and kernels write; the host may have written managed and pinned memory). A read or write finds that the
// last write, or a write the last read, belongs to work on another stream that nothing orders before it. Not
// modelled: reads before the last one of a word; the order within a launch (see sim/races).
#pragma once

#include "sim/exec/memory.h"
#include "sim/trace/event.h"
#include "sim/whole/stream_order.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace warpscope::whole {

class GlobalWatch {
 public:
  explicit GlobalWatch(const StreamOrder& order);
  ~GlobalWatch();
  GlobalWatch(const GlobalWatch&) = delete;
  GlobalWatch& operator=(const GlobalWatch&) = delete;
  [[nodiscard]] bool usable() const { return writer_ != nullptr; }

  /// New memory: nothing was written there, by nobody.
  void forget(std::uint64_t offset, std::uint64_t bytes);
  /// Written by the host, or initialised: no work of a stream.
  void initialise(std::uint64_t offset, std::uint64_t bytes);

  /// What the accesses of one site found, the first of them.
  struct Found {
    bool unwritten = false, unordered_with_write = false, unordered_with_read = false;
    std::uint32_t site = 0, offset = 0, thread = 0;
    std::uint64_t block = 0, count = 0;
    std::uint32_t other = 0; ///< the work that it is not ordered with
  };
  /// A copy or fill of the range, as work on a stream that has begun; `rows` of `row_bytes` each `pitch`
  /// apart. Returns the work that it is not ordered with; 0: none.
  std::uint32_t copy(std::uint32_t work, std::uint64_t offset, std::uint64_t bytes, bool writes);

  /// Hears the accesses of a launch that is `work`; one for each host thread. finish() merges what they
  /// found.
  [[nodiscard]] std::unique_ptr<trace::TraceSink> watcher(std::uint32_t work);
  /// Returns the work for which the host has not waited and whose access of the byte a touch of the host's
  /// would meet; 0: there is none.
  [[nodiscard]] std::uint32_t met_by_host(std::uint64_t offset, bool host_writes) const;
  [[nodiscard]] std::vector<Found> take_found();

 private:
  friend class GlobalWatcher;
  static constexpr std::uint32_t unwritten = 0, by_host = ~std::uint32_t{0};
  static constexpr std::uint64_t words = exec::DeviceMemory::window_bytes / 4;

  const StreamOrder& order_;
  std::uint32_t* writer_ = nullptr; ///< by word: the work that wrote it last; sparse
  std::uint32_t* reader_ = nullptr; ///< by word: the work that read it last
  std::mutex mutex_;
  std::map<std::pair<std::uint32_t, int>, Found> found_;
};

} // namespace warpscope::whole
