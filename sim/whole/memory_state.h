// Whether device memory is as it was before: the ground on which a repeated launch is counted and not
// executed.
//
// A launch is a repeat when the same kernel ran with the same sizes and parameters on the same contents: then
// it would do the same again. Three ways to know it:
// - Versions. Each buffer has a number that changes with everything that may write to it. A launch that reads
//   no buffer that it writes to leaves, run again, what is there; it is a repeat for as long as the numbers
//   of all buffers that it accessed stay.
// - Outcomes. When any other launch runs a second time, a hash of 128 bits is taken of each buffer that it is
//   known to access, and the pages that it changes are kept. Where the hashes are found again, the pages are
//   put in place: a loop that clears a sum and adds to it executes two of its launches.
// - Contents. While the host has memory that it may write to without a word, the hash is over all pages that
//   were ever touched, before and after. Equal: a repeat wherever memory has that hash.
#pragma once

#include "sim/exec/memory.h"
#include "sim/exec/run.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
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

  /// A copy or a fill may write to the buffer or variable that begins at `offset`; or it is new.
  void changed(std::uint32_t offset) {
    versions_[offset] = ++last_version_;
    hash_.reset();
  }
  void released(std::uint32_t offset) {
    versions_.erase(offset);
    hash_.reset();
  }
  void constant_changed() {
    constant_version_ = ++last_version_;
    hash_.reset();
  }

  /// What to do with a launch.
  enum class Plan : std::uint8_t { Execute, ExecuteAndCompare, Repeat };
  struct Decision {
    Plan plan = Plan::Execute;
    std::uint32_t earlier = 0;          ///< Repeat: the number that ended() was told
    std::size_t known = 0;              ///< for ended()
    std::optional<std::size_t> outcome; ///< Repeat: what restore() puts in place
  };
  /// `host_writes`: the host may have written to memory without a word (managed memory), so that the contents
  /// are looked at each time.
  [[nodiscard]] Decision decide(const exec::Launch& launch, bool host_writes);
  /// Makes memory what a repeat leaves: to be called in place of executing it.
  void restore(const Decision& decision);
  /// To be called behind every executed launch; `clean`: it ended without fault and nothing about it depends
  /// on more than its memory.
  /// `host_touches`: the host may write, without a word, to a buffer that the launch accessed.
  void ended(const Decision& decision, std::uint32_t number, bool clean,
             const std::vector<exec::TouchedBuffer>& touched, bool host_touches);

  /// Bytes of pages that outcomes keep, in all.
  static constexpr std::uint64_t most_kept = std::uint64_t{256} << 20;

 private:
  /// A buffer or variable with what it holds.
  struct Held {
    std::uint32_t offset = 0;
    std::uint64_t bytes = 0;
    ContentsHash hash{};
    bool operator==(const Held&) const = default;
  };
  /// What a launch made of what it found.
  struct Outcome {
    std::uint32_t number = 0;
    std::vector<Held> found;
    ContentsHash constants{};
    std::vector<std::pair<std::uint64_t, std::vector<std::uint8_t>>> changed; ///< by offset
    std::vector<std::pair<Held, std::uint64_t>> left; ///< the buffers that it wrote to, with their versions
  };
  /// What an outcome is made from, taken before its launch.
  struct Attempt {
    std::vector<Held> found;
    ContentsHash constants{};
    std::map<std::uint32_t, std::vector<std::uint8_t>> written; ///< buffers that it may write to
  };
  struct Known {
    std::uint32_t times = 0;                         ///< executed
    std::uint32_t compares = 0;                      ///< of them with a comparison that found a difference
    std::map<ContentsHash, std::uint32_t> unchanged; ///< contents that it leaves as they are -> its number
    /// The buffers that it accessed, with their versions behind it, when it read none that it wrote to.
    std::vector<std::pair<std::uint32_t, std::uint64_t>> versions;
    std::uint64_t constant_version = 0;
    std::uint32_t pure_number = 0;            ///< its number; 0: it is not known to be such a launch
    std::vector<exec::TouchedBuffer> touched; ///< the last time
    std::vector<Outcome> outcomes;
    std::uint32_t attempts = 0; ///< since an outcome was found again
  };
  [[nodiscard]] bool same_versions(const Known& known) const;
  [[nodiscard]] std::uint64_t version_of(std::uint32_t offset) const;
  [[nodiscard]] std::optional<ContentsHash> contents();
  /// nullopt: no buffer begins there.
  [[nodiscard]] std::optional<Held> held_at(std::uint32_t offset);
  [[nodiscard]] const ContentsHash& constants();
  [[nodiscard]] bool is_found(const Outcome& outcome);
  void begin_attempt(const Known& known);
  void keep_outcome(Known& known, std::uint32_t number, const std::vector<exec::TouchedBuffer>& touched);

  exec::DeviceMemory* memory_;
  int file_;
  std::optional<ContentsHash> hash_; ///< of the contents now, if taken
  std::optional<ContentsHash> before_;
  std::optional<Attempt> attempt_;
  std::unordered_map<std::uint32_t, std::pair<std::uint64_t, Held>> held_; ///< by offset, of that version
  std::optional<std::pair<std::uint64_t, ContentsHash>> constants_;        ///< of that version
  std::uint64_t kept_ = 0;                                                 ///< bytes of pages
  std::unordered_map<std::uint32_t, std::uint64_t> versions_; ///< by offset; 0 where none is kept
  std::uint64_t constant_version_ = 0, last_version_ = 0;
  std::map<std::string, std::size_t> keys_;
  std::vector<Known> known_;
};

} // namespace warpscope::whole
