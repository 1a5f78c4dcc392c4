// One block's part of sim/model/hazards.h: the accesses between two barriers, kept by word, and what of them nothing orders.
#pragma once

#include "sim/model/hazards.h"

#include <array>
#include <bit>
#include <map>
#include <tuple>

namespace warpscope {

inline constexpr std::uint32_t word_bytes = 4;

enum class Does : std::uint8_t { Reads, Writes, Updates };

[[nodiscard]] inline bool conflict(Does a, Does b) { return a == Does::Updates ? b != Does::Updates : a == Does::Writes || b != Does::Reads; }

[[nodiscard]] inline HazardKind kind_of(Does first, Does second) {
  if (first == Does::Reads) return HazardKind::War;
  return second == Does::Reads ? HazardKind::Raw : HazardKind::Waw;
}

[[nodiscard]] inline std::uint32_t lowest(std::uint32_t lanes) { return static_cast<std::uint32_t>(std::countr_zero(lanes)); }

/// A place of the text that accesses some bytes of a word.
struct Place {
  std::uint32_t site = 0;
  Does does = Does::Reads;
  std::uint8_t bytes = 0; ///< of the word
  auto operator<=>(const Place&) const = default;
};

/// What was written there, or that it was not always the same.
struct Written {
  std::uint32_t value = 0;
  bool one = true;
  void also(const Written& other) { one = one && other.one && value == other.value; }
  [[nodiscard]] bool same_as(const Written& other) const { return one && other.one && value == other.value; }
};

/// Hazards by kind and places, the first example of the lowest block.
class HazardList {
 public:
  void add(const Hazard& hazard);
  void add(const HazardList& other);
  [[nodiscard]] std::vector<Hazard> sorted() const; ///< by the second place, then the first

 private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, HazardKind, Space, bool>;
  std::map<Key, Hazard> found_;
};

/// The accesses of words by lanes of warps since the last barrier.
class WordAccesses {
 public:
  static constexpr std::uint32_t none = ~0u;
  /// Accesses by lanes of one warp at one place, with as many warp-level syncs before them.
  struct Entry {
    Place place;
    std::uint32_t warp = 0;
    std::uint32_t lanes = 0;    ///< those of which this is the last access there
    std::uint32_t all = 0;      ///< and those that have made another there since
    std::uint32_t position = 0; ///< accesses that the warp had made when it was first there
    std::uint32_t stamp = 0;    ///< warp-level syncs that it had made
    Written written;
    std::uint32_t next = none;
  };
  struct Cell {
    std::uint32_t word = 0, entries = none, unwritten = none;
    std::uint8_t does = 0; ///< bit for each Does
  };

  Cell& at(std::uint32_t word) {
    if (entries.size() > most_) full = true;
    const std::uint32_t slot = slot_of(word);
    if (slots_[slot] == 0) {
      cells.push_back({word});
      slots_[slot] = static_cast<std::uint32_t>(cells.size());
      if (cells.size() * 2 > slots_.size()) grow();
      return cells.back();
    }
    return cells[slots_[slot] - 1];
  }
  void clear();
  explicit WordAccesses(std::uint64_t most) : most_(most), slots_(1024) {}

  std::vector<Cell> cells;
  std::vector<Entry> entries;
  bool full = false; ///< has more than it may

 private:
  /// Neighbouring words lie next to each other.
  [[nodiscard]] std::uint32_t slot_of(std::uint32_t word) const {
    const auto mask = static_cast<std::uint32_t>(slots_.size() - 1);
    std::uint32_t slot = (word + (word >> 10) * 0x9e3779b1u) & mask;
    while (slots_[slot] != 0 && cells[slots_[slot] - 1].word != word) slot = (slot + 1) & mask;
    return slot;
  }
  void grow();

  std::uint64_t most_;
  std::vector<std::uint32_t> slots_; ///< index of the cell + 1, or 0
};

struct BlockHazards {
  BlockHazards(GlobalAccesses* global_in, HazardList& found_in);

  void begin(std::uint64_t block_in);
  void access(const AccessEvent& event);
  void sync(std::uint32_t warp, std::uint32_t lanes);
  void barrier(); ///< or the block's end
  std::uint64_t block = 0;
  std::uint64_t phase = 0; ///< grid barriers that it has passed

 private:
  /// What each lane of a warp knows of the others: everything that lane j did before its sync number seen[i][j] is behind lane i.
  struct WarpOrder {
    std::array<std::uint32_t, 2> position{}; ///< in shared, global memory
    std::uint32_t syncs = 0;
    std::array<std::array<std::uint32_t, warp_size>, warp_size> seen{};
  };
  /// Lanes that read bytes which nothing had been written to. If another thread writes them unordered, that is a race.
  struct Unwritten {
    std::uint32_t word = 0, site = 0, warp = 0, lanes = 0, stamp = 0;
    std::uint8_t bytes = 0;
    std::uint32_t next = WordAccesses::none;
  };
  using Lanes = std::array<std::uint32_t, warp_size>;
  struct Pairs {
    Lanes lanes{};             ///< which of the second place race with each of the first
    bool first_is_old = false; ///< the first place was accessed first in the pair found first
  };
  using PairKey = std::tuple<Space, std::uint32_t, std::uint32_t, Place, Place>; ///< word, warp
  using Entry = WordAccesses::Entry;

  WarpOrder& order(std::uint32_t warp);
  void touch(Space space, const Entry& now, std::uint32_t word);
  void look_for_unwritten(const Entry& now, WordAccesses::Cell& cell);
  [[nodiscard]] static std::uint32_t unordered(std::uint32_t lanes, std::uint32_t stamp, const WarpOrder& order, std::uint32_t lane);
  void note_pairs(Space space, std::uint32_t word, const Entry& old, std::uint32_t old_lanes, const Entry& now);
  void judge(Space space, const WordAccesses& all, const WordAccesses::Cell& cell);
  void judge(Space space, std::uint32_t word, const Entry& a, const Entry& b);
  [[nodiscard]] static bool as_run(const Entry& a, const Entry& b);
  /// `a` is the first of the two.
  void add(Space space, std::uint32_t word, const Entry& a, std::uint32_t lane_a, const Entry& b, std::uint32_t lane_b, std::uint64_t count);

  GlobalAccesses* global_;
  HazardList& found_;
  WordAccesses shared_words_, global_words_;
  std::vector<std::uint8_t> written_; ///< by word of shared memory: bytes that the block has written
  std::vector<WarpOrder> warps_;
  std::vector<Unwritten> unwritten_;
  std::map<PairKey, Pairs> pairs_; ///< within warps that have had a sync since the barrier
  std::vector<Entry> places_;
};

} // namespace warpscope
