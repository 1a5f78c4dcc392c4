// What each block did to the words of global memory, for sim/races/hazards.h: only a grid barrier orders the
// accesses of two blocks.
#pragma once

#include "sim/races/block_hazards.h"
#include "sim/races/global_notes.h"
#include "sim/races/ordered_hazards.h"

#include <atomic>
#include <mutex>
#include <unordered_map>

namespace warpscope::races {

/// Several host threads may call; the result does not depend on the order of their calls.
struct GlobalAccesses::State {
  explicit State(std::uint64_t words) : most(words) {}

  [[nodiscard]] bool given_up() const {
    return (ordered_ && ordered_->given_up()) || over.load(std::memory_order_relaxed);
  }
  void give_up() { over.store(true, std::memory_order_relaxed); }
  void give_up_words() { // the launch has more than `most`
    many_words.store(true, std::memory_order_relaxed);
    give_up();
  }
  /// More sites at one word, or pairs of them in all, than are compared. Neither depends on the order in
  /// which host threads add them.
  void give_up_places() {
    many_places.store(true, std::memory_order_relaxed);
    give_up();
  }
  static constexpr std::uint64_t most_places_a_word = 4'096, most_pairs = 100'000'000;
  /// Records what `block` did since its last call. Blocks that pass grid barriers all call it before one of
  /// them records the next phase.
  void keep(GlobalNotes& notes, std::uint64_t block, std::uint64_t phase, const WordAccesses& words);
  void keep(GlobalNotes& notes, std::uint64_t block, std::uint64_t phase, const trace::AccessEvent& event,
            Does does); ///< the same for a single access
  /// Creates the notes of one sink, which passes them to keep().
  [[nodiscard]] GlobalNotes& notes();
  [[nodiscard]] bool too_many_words() const {
    return (ordered_ && ordered_->given_up()) || many_words.load(std::memory_order_relaxed);
  }
  static constexpr std::uint64_t bytes_a_word = 100;
  /// For all notes together.
  [[nodiscard]] std::uint64_t most_bytes() const {
    return std::max<std::uint64_t>(most * bytes_a_word, 1u << 20);
  }
  /// To be called when all blocks have ended.
  [[nodiscard]] HazardList finish();
  /// Returns the detector that follows the fences of the launch, which the first sink to ask creates.
  [[nodiscard]] OrderedHazards& ordered(const HazardOptions& options);

  [[nodiscard]] bool too_many_places() const { return many_places.load(std::memory_order_relaxed); }
  /// True when ordered hazards were examined only in part.
  [[nodiscard]] bool looked_in_part() const { return ordered_ && ordered_->looked_in_part(); }
  [[nodiscard]] bool cancelled() const {
    return cancel != nullptr && cancel->load(std::memory_order_relaxed);
  }

  const std::uint64_t most;
  const std::atomic<bool>* cancel = nullptr; ///< as in HazardOptions

 private:
  struct By {
    std::uint64_t block = ~0ull;
    std::uint32_t thread = 0;
    auto operator<=>(const By&) const = default;
  };
  /// Blocks that accessed a word from one site: the lowest two, each with its lowest thread there.
  struct Visits {
    Place place;
    By first, second;
    Written written;
    std::uint32_t next = WordAccesses::none;
    void add(By by);
  };
  static constexpr std::uint32_t shard_count = 64, words_together = 256;
  /// Heads of the lists of visits of neighbouring words.
  using Heads = std::array<std::uint32_t, words_together>;
  struct Shard {
    std::mutex mutex;
    std::unordered_map<std::uint32_t, Heads> heads; ///< by word / words_together
    std::vector<Visits> visits;
  };

  void judge_all();
  [[nodiscard]] std::uint64_t pairs_of_places() const;
  void look_again();
  /// Records one access, in the words for which `wanted` is true.
  template <class Wanted>
  void keep_words(std::uint64_t block, const trace::AccessEvent& event, Does does, Wanted wanted);
  void judge(std::uint32_t word, const Visits& a, const Visits& b);
  void begin_phase(std::uint64_t phase);
  void add(Shard& shard, std::uint32_t& head, const Place& place, By by, const Written& written);

  std::array<Shard, shard_count> shards_;
  std::atomic<std::uint64_t> kept_{0};
  std::atomic<bool> over{false}, many_words{false}, many_places{false};
  std::mutex notes_mutex_;
  std::vector<std::unique_ptr<GlobalNotes>> notes_;
  std::atomic<std::uint64_t> noted_{0}; ///< bytes
  std::uint64_t phase_ = 0;             ///< changes only where blocks take turns on one host thread
  HazardList found_;
  std::unique_ptr<OrderedHazards> ordered_;
};

} // namespace warpscope::races
