// Whether device memory is as it was before: the ground on which a repeated launch is counted and not
// executed.
//
// A launch is a repeat when the same kernel ran with the same sizes and parameters on the same contents of
// all device memory, and left them as they were: then it would do so again. The contents are compared by a
// hash of 128 bits over the pages that were ever touched; it is taken only when a launch comes a second time.
#pragma once

#include "sim/exec/memory.h"
#include "sim/exec/run.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::whole {

using ContentsHash = std::array<std::uint64_t, 2>;

/// The pages [first, second) of the window that hold anything. Untouched pages are skipped.
struct Extent {
  std::uint64_t begin = 0, end = 0;
};
[[nodiscard]] std::vector<Extent> touched_pages(int window_file);

class MemoryState {
 public:
  MemoryState(exec::DeviceMemory& memory, int window_file) : memory_(&memory), file_(window_file) {}

  /// Something outside of a launch may have written: a copy, the host, a new buffer.
  void changed() { hash_.reset(); }

  /// What to do with a launch.
  enum class Plan : std::uint8_t { Execute, ExecuteAndCompare, Repeat };
  struct Decision {
    Plan plan = Plan::Execute;
    std::uint32_t earlier = 0; ///< Repeat: the number that ended() was told
    std::size_t known = 0;     ///< for ended()
  };
  /// `host_writes`: the host may have written to memory without a word (managed memory), so that the contents
  /// are looked at each time.
  [[nodiscard]] Decision decide(const exec::Launch& launch, bool host_writes);
  /// To be called behind every executed launch; `clean`: it ended without fault and nothing about it depends
  /// on more than its memory.
  void ended(const Decision& decision, std::uint32_t number, bool clean);

 private:
  struct Known {
    std::uint32_t times = 0;                         ///< executed
    std::uint32_t compares = 0;                      ///< of them with a comparison that found a difference
    std::map<ContentsHash, std::uint32_t> unchanged; ///< contents that it leaves as they are -> its number
  };
  [[nodiscard]] std::optional<ContentsHash> contents();

  exec::DeviceMemory* memory_;
  int file_;
  std::optional<ContentsHash> hash_; ///< of the contents now, if taken
  std::optional<ContentsHash> before_;
  std::map<std::string, std::size_t> keys_;
  std::vector<Known> known_;
};

} // namespace warpscope::whole
