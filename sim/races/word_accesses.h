// What the race detectors of sim/races/hazards.h share: accesses split into words, and the list of hazards
// found.
#pragma once

#include "sim/races/hazards.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <tuple>

namespace warpscope::races {

inline constexpr std::uint32_t word_bytes = 4;

/// Updates: an atomic function; Loads and Stores: those of a cuda::atomic.
enum class Does : std::uint8_t { Reads, Writes, Updates, Loads, Stores };

[[nodiscard]] inline bool is_atomic(Does does) { return does >= Does::Updates; }
[[nodiscard]] inline bool only_reads(Does does) { return does == Does::Reads || does == Does::Loads; }
[[nodiscard]] inline bool conflict(Does a, Does b) {
  return !(is_atomic(a) && is_atomic(b)) && !(only_reads(a) && only_reads(b));
}

[[nodiscard]] inline HazardKind kind_of(Does first, Does second) {
  if (only_reads(first)) return HazardKind::War;
  return only_reads(second) ? HazardKind::Raw : HazardKind::Waw;
}

[[nodiscard]] inline std::uint32_t lowest(std::uint32_t lanes) {
  return static_cast<std::uint32_t>(std::countr_zero(lanes));
}
[[nodiscard]] inline std::uint64_t count_of(std::uint32_t lanes) {
  return static_cast<std::uint64_t>(std::popcount(lanes));
}
[[nodiscard]] inline constexpr std::uint32_t bit(std::uint32_t lane) { return 1u << lane; }

/// The stage of an asynchronous copy's access: reported at its call, again after each barrier that it
/// outlives, and when its thread has waited for it.
enum class CopyStage : std::uint8_t { None, InFlight, StillInFlight, Landed };

/// A site, with the bytes of a word that it accesses.
struct Place {
  std::uint32_t site = 0;
  Does does = Does::Reads;
  std::uint8_t bytes = 0; ///< of the word
  auto operator<=>(const Place&) const = default;
};

/// The value written there, or that it was not always the same.
struct Written {
  std::uint32_t value = 0;
  bool one = true;
  void also(const Written& other) { one = one && other.one && value == other.value; }
  [[nodiscard]] bool same_as(const Written& other) const { return one && other.one && value == other.value; }
};

[[nodiscard]] Does does_of(const trace::AccessEvent& event, const std::vector<HazardSite>& sites);

/// Returns the side with the value that it wrote, if that was always the same.
[[nodiscard]] inline HazardSide with_written(HazardSide side, const Place& place, const Written& written) {
  if (!written.one || only_reads(place.does) || place.does == Does::Updates) return side;
  side.value = written.value << 8 * lowest(place.bytes);
  side.value_bytes = place.bytes;
  return side;
}

/// What lanes read or wrote of a word in one of their accesses, in the bytes' positions. Two values are kept,
/// those of the lowest lanes whose values are known. The example of a race is of the lowest lanes, so it has
/// both values, unless three accesses from a site give three values to its two lanes.
struct LaneValues {
  struct Value {
    std::uint32_t value = 0, lanes = 0; ///< the lanes with this value; none: unused
  };
  std::array<Value, 2> kept;

  void add(std::uint32_t value, std::uint32_t lanes) {
    lanes &= ~(kept[0].lanes | kept[1].lanes); // a lane keeps the value of its first access
    if (lanes == 0) return;
    for (Value& own : kept)
      if (own.lanes != 0 && own.value == value) {
        own.lanes |= lanes;
        return in_order();
      }
    if (kept[1].lanes == 0 || lowest(lanes) < lowest(kept[1].lanes)) kept[1] = {value, lanes};
    in_order();
  }
  void add(const LaneValues& other) {
    for (const Value& value : other.kept) add(value.value, value.lanes);
  }
  [[nodiscard]] HazardSide with(HazardSide side, std::uint32_t lane, std::uint8_t bytes) const {
    for (const Value& value : kept)
      if ((value.lanes & bit(lane)) != 0) side.value = value.value, side.value_bytes = bytes;
    return side;
  }

 private:
  void in_order() {
    if (kept[0].lanes == 0 || (kept[1].lanes != 0 && lowest(kept[1].lanes) < lowest(kept[0].lanes)))
      std::swap(kept[0], kept[1]);
  }
};

/// Hazards by kind and sites, each with the first example of the lowest block. Keeps at most `most_hazards`
/// pairs of sites, those that come first in the order of `sorted()`: which ones does not depend on the order
/// in which they are added, and those kept have their whole count, since a pair that was displaced by earlier
/// ones cannot come back.
class HazardList {
 public:
  void add(const Hazard& hazard);
  void add(const HazardList& other);
  [[nodiscard]] std::vector<Hazard> sorted() const; ///< by the second site, then the first
  [[nodiscard]] bool dropped_any() const { return dropped_; }

 private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, HazardKind, Space, bool, bool, MissingFence,
                         std::uint32_t>;
  std::map<Key, Hazard> found_;
  bool dropped_ = false;
};

/// The accesses of words by lanes of warps since the last barrier.
class WordAccesses {
 public:
  static constexpr std::uint32_t none = ~0u;
  /// Accesses by lanes of one warp from one site, after the same number of warp-level syncs.
  struct Entry {
    Place place;
    std::uint32_t warp = 0;
    std::uint32_t lanes = 0;    ///< lanes whose last access there this is
    std::uint32_t all = 0;      ///< these, and lanes that have made another one there since
    std::uint32_t position = 0; ///< accesses that the warp had made before its first one there
    std::uint32_t stamp = 0;    ///< warp-level syncs that it had executed
    static constexpr std::uint32_t in_flight = ~0u,
                                   still_in_flight = ~0u - 1; ///< stamps for copies, which no sync orders
    [[nodiscard]] bool flies() const { return stamp >= still_in_flight; }
    Written written;
    LaneValues values; ///< read or written; for atomics, the old values
    std::uint32_t next = none;
  };
  struct Cell {
    std::uint32_t word = 0, entries = none;
    std::uint8_t does = 0; ///< a bit for each Does
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
  bool full = false; ///< the limit of entries is reached

 private:
  /// Neighbouring words have adjacent slots.
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

/// Bounds the comparisons of one block's accesses between two barriers. Words that few sites access cost
/// nothing; thousands of sites at the same words would take time that grows with their square. Once it is
/// used up, the rest of the interval is not examined, which the block's hazards say. It counts steps instead
/// of seconds, so that the results are the same on every machine and with any number of threads.
class Effort {
 public:
  static constexpr std::uint64_t free_steps = 256;     ///< for one access or one row of pairs
  static constexpr std::uint64_t most = 50'000'000;    ///< some tenths of a second
  static constexpr std::size_t most_pairs = 1'000'000; ///< kept at the same time, some 150 bytes each

  void begin_interval() { spent_ = 0; }
  /// Accounts for comparing an access with `places` others: false when that is too much.
  bool spend(std::uint64_t places, std::uint64_t each = 1) {
    if (places > free_steps) spent_ += (places - free_steps) * each;
    if (spent_ > most) exceeded_ = true;
    return spent_ <= most;
  }
  void give_up() { spend(most + free_steps + 1); }
  [[nodiscard]] bool over() const { return spent_ > most; }
  [[nodiscard]] bool exceeded() const { return exceeded_; } ///< in any interval so far

 private:
  std::uint64_t spent_ = 0;
  bool exceeded_ = false;
};

/// Splits an access into words: `now` receives the lanes at each word, the bytes and what they write, then
/// `visit(word)` is called.
template <class Entry, class Visit> void cut(const trace::AccessEvent& event, Entry& now, Visit visit) {
  const std::uint32_t width = event.access.width;
  for (std::uint32_t rest = event.access.mask; rest != 0;) {
    const std::uint32_t lane = lowest(rest), offset = event.access.offset[lane];
    const std::uint8_t* value = event.values != nullptr ? event.values + std::size_t{lane} * width : nullptr;
    bool one = value != nullptr && (now.place.does == Does::Writes || now.place.does == Does::Stores);
    now.lanes = 0;
    for (std::uint32_t others = rest; others != 0; others &= others - 1) {
      const std::uint32_t other = lowest(others);
      if (event.access.offset[other] != offset) continue;
      now.lanes |= bit(other);
      one = one &&
            (other == lane || std::memcmp(event.values + std::size_t{other} * width, value, width) == 0);
    }
    rest &= ~now.lanes;
    now.all = now.lanes;
    for (std::uint32_t at = offset; at < offset + width;) {
      const std::uint32_t in_word = at % word_bytes,
                          bytes = std::min(word_bytes - in_word, offset + width - at);
      now.place.bytes = static_cast<std::uint8_t>(((1u << bytes) - 1u) << in_word);
      now.written = {0, one};
      if (one) std::memcpy(&now.written.value, value + (at - offset), bytes);
      now.values = {};
      const bool same = one || only_reads(now.place.does);
      for (std::uint32_t others = value == nullptr ? 0 : now.lanes, two = 0; others != 0 && two < 2;
           others = same ? 0 : others & (others - 1), ++two) {
        std::uint32_t in_place = 0;
        std::memcpy(reinterpret_cast<std::uint8_t*>(&in_place) + in_word,
                    event.values + std::size_t{lowest(others)} * width + (at - offset), bytes);
        now.values.add(in_place, same ? now.lanes : others & ~(others - 1));
      }
      visit(at / word_bytes);
      at += bytes;
    }
  }
}

} // namespace warpscope::races
