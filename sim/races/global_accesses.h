// What each block did to the words of global memory, for sim/races/hazards.h: two blocks' accesses are
// ordered by a grid barrier only.
#pragma once

#include "sim/races/block_hazards.h"
#include "sim/races/global_notes.h"
#include "sim/races/ordered_hazards.h"

#include <atomic>
#include <mutex>
#include <unordered_map>

namespace warpscope::races {

/// Several threads may call; the result is the same in whatever order they do.
struct GlobalAccesses::State {
  explicit State(std::uint64_t words) : most(words) {}

  [[nodiscard]] bool given_up() const {
    return (ordered_ && ordered_->given_up()) || over.load(std::memory_order_relaxed);
  }
  void give_up() { over.store(true, std::memory_order_relaxed); }
  void give_up_words() { // more than `most`
    many_words.store(true, std::memory_order_relaxed);
    give_up();
  }
  /// What `block` did since it last told. Blocks that pass grid barriers all do so before one tells of the
  /// phase behind it.
  void keep(GlobalNotes& notes, std::uint64_t block, std::uint64_t phase, const WordAccesses& words);
  void keep(GlobalNotes& notes, std::uint64_t block, std::uint64_t phase, const trace::AccessEvent& event,
            Does does); ///< the same of one access
  /// For a sink, which gives them to keep().
  [[nodiscard]] GlobalNotes& notes();
  [[nodiscard]] bool too_many_words() const {
    return (ordered_ && ordered_->given_up()) || many_words.load(std::memory_order_relaxed);
  }
  static constexpr std::uint64_t bytes_a_word = 100;
  [[nodiscard]] std::uint64_t most_bytes() const {
    return std::max<std::uint64_t>(most * bytes_a_word, 1u << 20);
  } ///< of all notes
  /// All blocks have ended.
  [[nodiscard]] HazardList finish();
  /// What follows the fences of the launch, made by the first sink that asks.
  [[nodiscard]] OrderedHazards& ordered(const HazardOptions& options);

  const std::uint64_t most;

 private:
  struct By {
    std::uint64_t block = ~0ull;
    std::uint32_t thread = 0;
    auto operator<=>(const By&) const = default;
  };
  /// Blocks that were at a place: the lowest two, each with its lowest thread there.
  struct Visits {
    Place place;
    By first, second;
    Written written;
    std::uint32_t next = WordAccesses::none;
    void add(By by);
  };
  static constexpr std::uint32_t shard_count = 64, words_together = 256;
  using Heads = std::array<std::uint32_t, words_together>; ///< of the visits of neighbouring words
  struct Shard {
    std::mutex mutex;
    std::unordered_map<std::uint32_t, Heads> heads; ///< by word / words_together
    std::vector<Visits> visits;
  };

  void judge_all();
  void look_again();
  /// One access, in words of which `wanted` is asked.
  template <class Wanted>
  void keep_words(std::uint64_t block, const trace::AccessEvent& event, Does does, Wanted wanted);
  void judge(std::uint32_t word, const Visits& a, const Visits& b);
  void begin_phase(std::uint64_t phase);
  void add(Shard& shard, std::uint32_t& head, const Place& place, By by, const Written& written);

  std::array<Shard, shard_count> shards_;
  std::atomic<std::uint64_t> kept_{0};
  std::atomic<bool> over{false}, many_words{false};
  std::mutex notes_mutex_;
  std::vector<std::unique_ptr<GlobalNotes>> notes_;
  std::atomic<std::uint64_t> noted_{0}; ///< bytes
  std::uint64_t phase_ = 0;             ///< changes only where blocks take turns on one thread
  HazardList found_;
  std::unique_ptr<OrderedHazards> ordered_;
};

} // namespace warpscope::races
