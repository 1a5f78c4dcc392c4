// Tells a hazard as the accesses of the traced block that make it.
#include "sim/races/hazard_story.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <deque>
#include <unordered_map>
#include <unordered_set>

namespace warpscope::races {

namespace {

using Side = HazardStory::Side;

/// Of the two sites, from the trace's end backwards: some 3 million lanes.
constexpr std::size_t most_accesses = 100'000;
constexpr std::size_t most_examples = 128;   ///< from which the story picks one whose values differ
constexpr std::size_t most_before = 200'000; ///< events searched backwards for a value

/// Visits the words that a lane accesses, by offset.
template <class Each> void each_word(const WarpAccess& access, Each each) {
  for (std::uint32_t mask = access.mask; mask != 0; mask &= mask - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(mask));
    const std::uint32_t last = (access.offset[lane] + access.width - 1) / 4;
    for (std::uint32_t word = access.offset[lane] / 4; word <= last; ++word) each(lane, 4 * word);
  }
}

/// Of the accesses seen so far, which are later in the trace: the two earliest, by different threads.
struct Later {
  Side one, other;
  bool two = false;
};

class Teller {
 public:
  Teller(const trace::BlockTrace& trace, const Hazard& hazard) : trace_(trace), hazard_(hazard) {
    story_.hazard = hazard;
  }

  HazardStory tell() {
    if (hazard_.between_blocks() || hazard_.block != trace_.block()) return story_;
    if (hazard_.kind == HazardKind::Uninit || hazard_.kind == HazardKind::Outside) alone();
    else pairs();
    if (story_.in_trace && hazard_.space == Space::Shared) tell_values();
    return story_;
  }

 private:
  [[nodiscard]] bool is_of(const trace::BlockTrace::Event& event, std::uint32_t site) const {
    return event.kind == trace::StepKind::Access && event.space == hazard_.space && event.site_or_pc == site;
  }

  void alone() {
    for (std::size_t i = 0; i < trace_.size() && !story_.in_trace; ++i) {
      const trace::BlockTrace::Event& event = trace_.event(i);
      if (!is_of(event, hazard_.second.site) || event.warp != hazard_.second.thread / warp_size) continue;
      each_word(trace_.access(i), [&](std::uint32_t lane, std::uint32_t offset) {
        if (lane != hazard_.second.thread % warp_size || offset != hazard_.offset / 4 * 4 || story_.in_trace)
          return;
        story_.first = story_.second = {i, event.warp, lane};
        story_.offset = offset;
        story_.in_trace = true;
      });
    }
  }

  /// Goes from the trace's end to its beginning: for each access of the second site, which accesses of the
  /// first are still to come before the next barrier. What is found last is the earliest.
  void pairs() {
    std::size_t looked_at = 0;
    for (std::size_t i = trace_.size(); i-- > 0 && looked_at < most_accesses;) {
      const trace::BlockTrace::Event& event = trace_.event(i);
      if (event.kind == trace::StepKind::BarrierRelease) {
        firsts_.clear();
        seconds_.clear();
        continue;
      }
      const bool first = is_of(event, hazard_.first.site), second = is_of(event, hazard_.second.site);
      if (!first && !second) continue;
      ++looked_at;
      const WarpAccess access = trace_.access(i);
      if (second)
        each_word(access, [&](std::uint32_t lane, std::uint32_t offset) {
          meet({i, event.warp, lane}, offset, firsts_, true);
        });
      if (first && !second)
        each_word(access, [&](std::uint32_t lane, std::uint32_t offset) {
          meet({i, event.warp, lane}, offset, seconds_, false);
        });
      if (first)
        each_word(access, [&](std::uint32_t lane, std::uint32_t offset) {
          keep({i, event.warp, lane}, offset, firsts_);
        });
      if (second)
        each_word(access, [&](std::uint32_t lane, std::uint32_t offset) {
          keep({i, event.warp, lane}, offset, seconds_);
        });
    }
    story_.readers = readers_.size();
  }

  static void keep(const Side& side, std::uint32_t offset, std::unordered_map<std::uint32_t, Later>& later) {
    const auto [at, fresh] = later.try_emplace(offset, Later{side, {}, false});
    if (fresh) return;
    if (at->second.one.thread() != side.thread()) {
      at->second.other = at->second.one;
      at->second.two = true;
    }
    at->second.one = side;
  }

  /// `second`: `side` belongs to the hazard's second site and `later` holds the first's, so they ran in the
  /// wrong order.
  void meet(const Side& side, std::uint32_t offset, const std::unordered_map<std::uint32_t, Later>& later,
            bool second) {
    const auto at = later.find(offset);
    if (at == later.end()) return;
    const Later& found = at->second;
    if (found.one.thread() == side.thread() && !found.two) return;
    const Side& other = found.one.thread() != side.thread() ? found.one : found.other;
    if (!second && story_.wrong_order) return; // an example in the wrong order is worth more
    if (!second && story_.in_trace && story_.first.event == side.event) return;
    if (second && hazard_.kind == HazardKind::Raw) readers_.insert(side.thread());
    if (second && hazard_.kind == HazardKind::War) {
      readers_.insert(other.thread());
      if (found.two && found.other.thread() != side.thread()) readers_.insert(found.other.thread());
    }
    if (second) {
      if (examples_.size() == most_examples) examples_.pop_front(); // the earliest are found last
      examples_.push_back({other, side, offset});
    }
    if (second && story_.wrong_order && story_.second.event == side.event)
      return; // of one access the lowest lane
    story_.first = second ? other : side;
    story_.second = second ? side : other;
    story_.wrong_order = second;
    story_.offset = offset;
    story_.in_trace = true;
  }

  /// Returns the value of a shared word before `event`; nullopt where the trace does not tell.
  [[nodiscard]] std::optional<std::uint32_t> word_before(std::size_t event, std::uint32_t offset) const {
    std::array<std::uint8_t, 4> bytes{}; // shared memory is initially zero here
    std::uint32_t known = 0;
    for (std::size_t i = event, n = 0; i-- > 0 && known != 0xF; ++n) {
      const trace::BlockTrace::Event& e = trace_.event(i);
      if (e.kind != trace::StepKind::Access || e.space != Space::Shared || e.access_kind == AccessKind::Load)
        continue;
      if (n > most_before) return std::nullopt;
      const WarpAccess access = trace_.access(i);
      if (e.access_kind == AccessKind::Atomic) {
        bool touched = false;
        each_word(access, [&](std::uint32_t, std::uint32_t word) { touched = touched || word == offset; });
        if (touched) return std::nullopt;
        continue;
      }
      if (!overlay(i, access, offset, bytes, known)) return std::nullopt;
    }
    std::uint32_t bits = 0;
    std::memcpy(&bits, bytes.data(), sizeof bits);
    return bits;
  }

  /// Adds the bytes that a store wrote into a word, where they are not known yet. False: it touched the word
  /// and its values were not recorded.
  bool overlay(std::size_t event, const WarpAccess& access, std::uint32_t offset,
               std::array<std::uint8_t, 4>& bytes, std::uint32_t& known) const {
    const std::uint8_t* values = trace_.stored(event);
    std::size_t place = static_cast<std::size_t>(std::popcount(access.mask));
    std::uint32_t of_this = known;
    for (std::uint32_t lane = warp_size; lane-- > 0;) { // of several lanes the highest wins
      if ((access.mask >> lane & 1u) == 0) continue;
      --place;
      for (std::uint32_t b = 0; b < 4; ++b) {
        const std::uint32_t at = offset + b;
        if (at < access.offset[lane] || at >= access.offset[lane] + access.width || (of_this >> b & 1u) != 0)
          continue;
        if (values == nullptr) return false;
        bytes[b] = values[place * access.width + at - access.offset[lane]];
        of_this |= 1u << b;
      }
    }
    known = of_this;
    return true;
  }

  /// A stale value that happens to be correct shows nothing: take the earliest example whose values differ,
  /// if there is one.
  void tell_values() {
    // The list of hazards names these two threads: the picture shows them, if they ran in the wrong order.
    for (const Example& example : examples_)
      if (story_.wrong_order && example.first.thread() == hazard_.first.thread &&
          example.second.thread() == hazard_.second.thread) {
        story_.first = example.first;
        story_.second = example.second;
        story_.offset = example.offset;
        break;
      }
    values();
    // What the reader should have got: what is written before it, or what lay there before it was
    // overwritten.
    const auto plain = [this] {
      const std::optional<std::uint32_t>& right = hazard_.kind == HazardKind::War ? story_.before
                                                                                  : story_.written;
      return story_.read && right && *story_.read == *right;
    };
    if (!story_.wrong_order || !plain()) return;
    const HazardStory lowest = story_;
    std::stable_sort(examples_.begin(), examples_.end(),
                     [](const Example& a, const Example& b) { return a.second.event < b.second.event; });
    for (const Example& example : examples_) {
      story_.first = example.first;
      story_.second = example.second;
      story_.offset = example.offset;
      values();
      if (!plain()) return;
    }
    story_ = lowest;
  }

  void values() {
    const bool raw = hazard_.kind == HazardKind::Raw, war = hazard_.kind == HazardKind::War;
    if (raw || war) story_.read = word_before((raw ? story_.second : story_.first).event, story_.offset);
    if (hazard_.kind == HazardKind::Uninit || hazard_.kind == HazardKind::Outside) return;
    const Side& writer = raw ? story_.first : story_.second;
    if (trace_.event(writer.event).access_kind != AccessKind::Store) return;
    story_.before = word_before(writer.event, story_.offset);
    story_.written = word_before(writer.event + 1, story_.offset);
  }

  const trace::BlockTrace& trace_;
  const Hazard& hazard_;
  HazardStory story_;
  std::unordered_map<std::uint32_t, Later> firsts_, seconds_;
  std::unordered_set<std::uint32_t> readers_;
  struct Example {
    Side first, second;
    std::uint32_t offset = 0;
  };
  std::deque<Example> examples_; ///< the earliest in the wrong order
};

} // namespace

HazardStory tell_hazard(const trace::BlockTrace& trace, const Hazard& hazard) {
  return Teller(trace, hazard).tell();
}

Hazard as_told(Hazard hazard, const HazardStory& story) {
  const bool raw = hazard.kind == HazardKind::Raw, war = hazard.kind == HazardKind::War;
  const bool same = hazard.first.thread == story.first.thread() &&
                    hazard.second.thread == story.second.thread();
  if (!story.in_trace || same || !(raw || war || hazard.kind == HazardKind::Waw)) return hazard;
  // The values that were found are of another word.
  const auto tell = [](HazardSide& side, std::uint32_t thread, std::optional<std::uint32_t> value) {
    side.thread = thread;
    side.value = value.value_or(0);
    side.value_bytes = value ? 0xf : 0;
  };
  tell(hazard.first, story.first.thread(), raw ? story.written : war ? story.read : std::nullopt);
  tell(hazard.second, story.second.thread(), raw ? story.read : story.written);
  hazard.block = hazard.second_block = story.hazard.block;
  hazard.offset = story.offset;
  return hazard;
}

std::vector<Hazard> as_told(std::vector<Hazard> hazards, const trace::BlockTrace& trace) {
  for (std::size_t i = 0; i < std::min(hazards.size(), most_told); ++i)
    hazards[i] = as_told(hazards[i], tell_hazard(trace, hazards[i]));
  return hazards;
}

} // namespace warpscope::races
