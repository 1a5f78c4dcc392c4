// Finds the races of one block between two barriers, and counts pairs of threads.
#include "sim/races/block_hazards.h"

#include "sim/races/global_accesses.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <limits>
#include <utility>

namespace warpscope::races {

namespace {

std::uint8_t does_bit(Does does) { return static_cast<std::uint8_t>(1u << static_cast<unsigned>(does)); }

/// True when, with these kinds of accesses, some accesses of a word conflict.
bool may_conflict(std::uint8_t does) {
  const auto any = [&](std::initializer_list<Does> of) {
    return std::any_of(of.begin(), of.end(), [&](Does d) { return (does & does_bit(d)) != 0; });
  };
  return any({Does::Writes}) || (any({Does::Reads}) && any({Does::Updates, Does::Stores}));
}

} // namespace

Does does_of(const trace::AccessEvent& event, const std::vector<HazardSite>& sites) {
  const bool atomic = event.site < sites.size() && sites[event.site].is_atomic;
  if (event.kind == AccessKind::Load) return atomic ? Does::Loads : Does::Reads;
  if (event.kind == AccessKind::Store) return atomic ? Does::Stores : Does::Writes;
  return Does::Updates;
}

void HazardList::add(const Hazard& hazard) {
  const Key key{hazard.second.site,      hazard.first.site, hazard.kind,    hazard.space,
                hazard.between_blocks(), hazard.in_flight,  hazard.missing, hazard.register_pc};
  if (found_.size() >= most_hazards && found_.rbegin()->first < key) {
    dropped_ = true;
    return;
  }
  const auto [at, added] = found_.try_emplace(key, hazard);
  if (added) {
    if (found_.size() > most_hazards) {
      found_.erase(std::prev(found_.end()));
      dropped_ = true;
    }
    return;
  }
  Hazard& known = at->second;
  const std::uint64_t count = known.count + hazard.count;
  const bool same_value = known.same_value && hazard.same_value;
  // Not the first that was added: host threads add races between blocks in any order.
  const auto example = [](const Hazard& h) {
    return std::tie(h.block, h.second_block, h.offset, h.first.thread, h.second.thread);
  };
  if (example(hazard) < example(known)) known = hazard;
  known.count = count;
  known.same_value = same_value;
}

void HazardList::add(const HazardList& other) {
  dropped_ = dropped_ || other.dropped_;
  for (const auto& [key, hazard] : other.found_) add(hazard);
}

std::vector<Hazard> HazardList::sorted() const {
  std::vector<Hazard> list;
  for (const auto& [key, hazard] : found_) list.push_back(hazard);
  return list;
}

void WordAccesses::clear() {
  if (cells.size() * 8 > slots_.size()) std::fill(slots_.begin(), slots_.end(), 0u);
  else // from the last, since a cell's slot is found past those of the cells before it
    for (; !cells.empty(); cells.pop_back()) slots_[slot_of(cells.back().word)] = 0;
  cells.clear();
  entries.clear();
}

void WordAccesses::grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (std::uint32_t i = 0; i < cells.size(); ++i) slots_[slot_of(cells[i].word)] = i + 1;
}

BlockHazards::BlockHazards(GlobalAccesses* global_in, GlobalNotes* notes, HazardList& found_in,
                           const HazardOptions& options)
    : global_(global_in), notes_(notes), found_(found_in), options_(options),
      shared_words_(std::numeric_limits<std::uint64_t>::max()),
      global_words_(global_in != nullptr ? global_in->state_->most : 0) {}

void BlockHazards::begin(std::uint64_t block_in) {
  block = block_in;
  phase = 0;
  unwritten_.begin();
}

BlockHazards::WarpOrder& BlockHazards::order(std::uint32_t warp) {
  if (warp >= warps_.size()) warps_.resize(warp + 1);
  return warps_[warp];
}

void BlockHazards::sync(std::uint32_t warp, std::uint32_t lanes) {
  WarpOrder& own = order(warp);
  ++own.syncs;
  std::array<std::uint32_t, warp_size> known{};
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
    for (std::uint32_t j = 0; j < warp_size; ++j) known[j] = std::max(known[j], own.seen[lowest(rest)][j]);
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) known[lowest(rest)] = own.syncs;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) own.seen[lowest(rest)] = known;
}

void BlockHazards::access(const trace::AccessEvent& event, CopyStage copy) {
  const bool shared = event.space == Space::Shared;
  if (!shared && (event.space != Space::Global || global_ == nullptr || global_->state_->given_up())) return;
  if (effort_.over() || options_.cancelled()) return;
  WarpOrder& own = order(event.warp);
  Entry now;
  now.place.site = event.site;
  now.place.does = does_of(event, options_.sites);
  now.warp = event.warp;
  now.position = own.position[shared ? 0 : 1]++;
  now.stamp = copy == CopyStage::InFlight        ? Entry::in_flight
              : copy == CopyStage::StillInFlight ? Entry::still_in_flight
                                                 : own.syncs;
  if (copy == CopyStage::Landed)
    now.stamp = ++own.syncs; // without lanes: what follows is examined lane by lane
  cut(event, now, [&](std::uint32_t word) {
    if (copy == CopyStage::Landed) land(event.space, now, word);
    else touch(event.space, now, word);
  });
}

/// From now on syncs order what the lanes have copied. The copy was checked against everything before.
void BlockHazards::land(Space space, const Entry& now, std::uint32_t word) {
  WordAccesses& words = space == Space::Shared ? shared_words_ : global_words_;
  for (std::uint32_t i = words.at(word).entries; i != WordAccesses::none; i = words.entries[i].next) {
    Entry& e = words.entries[i];
    if (!e.flies() || e.warp != now.warp || e.place != now.place || (e.lanes & now.lanes) == 0) continue;
    Entry landed = e;
    landed.lanes &= now.lanes;
    landed.all = 0; // the copy's own entry
    landed.stamp = now.stamp;
    e.lanes &= ~now.lanes;
    landed.next = std::exchange(words.entries[i].next, static_cast<std::uint32_t>(words.entries.size()));
    words.entries.push_back(landed); // invalidates what e refers to
  }
}

/// Returns those of `lanes`, which accessed at `stamp`, that no happens-before edge orders before `lane` of
/// the same warp.
std::uint32_t BlockHazards::unordered(std::uint32_t lanes, std::uint32_t stamp, const WarpOrder& order,
                                      std::uint32_t lane) const {
  if (stamp >= Entry::still_in_flight) return lanes & ~bit(lane);
  if (options_.pre_volta) return 0;
  std::uint32_t found = 0;
  for (std::uint32_t rest = lanes & ~bit(lane); rest != 0; rest &= rest - 1)
    if (order.seen[lane][lowest(rest)] <= stamp) found |= bit(lowest(rest));
  return found;
}

void BlockHazards::touch(Space space, const Entry& now, std::uint32_t word) {
  WordAccesses& words = space == Space::Shared ? shared_words_ : global_words_;
  WordAccesses::Cell& cell = words.at(word);
  if (words.full) {
    global_->state_->give_up_words();
    return;
  }
  if (space == Space::Shared)
    unwritten_.note(now, word,
                    [&](std::uint32_t lanes, std::uint32_t warp, std::uint32_t stamp, std::uint32_t lane) {
                      return warp == now.warp ? unordered(lanes, stamp, warps_[warp], lane) : lanes;
                    });
  cell.does |= does_bit(now.place.does);
  const bool synced = options_.pre_volta || warps_[now.warp].syncs != 0 || now.flies(),
             began_before = now.stamp == Entry::still_in_flight;
  if (synced && !began_before && now.place.does == Does::Writes) note_pairs(space, word, now, now.lanes, now);

  // A lane's later access from a site stands for its earlier ones there: an access that is unordered with an
  // earlier one is unordered with this one, too.
  std::uint32_t mine = WordAccesses::none;
  Entry fresh = now;
  std::uint64_t steps = 0;
  for (std::uint32_t i = cell.entries, before = WordAccesses::none; i != WordAccesses::none;) {
    Entry& e = words.entries[i];
    const std::uint32_t at = i;
    ++steps;
    i = e.next;
    if (e.warp == now.warp) {
      if ((synced || e.flies()) && !(began_before && e.stamp == now.stamp) &&
          (e.place.bytes & now.place.bytes) != 0 && conflict(e.place.does, now.place.does))
        note_pairs(space, word, e, e.lanes, now);
      if (e.place == now.place) {
        fresh.position = std::min(fresh.position, e.position);
        fresh.written.also(e.written);
        if (e.stamp == now.stamp) {
          mine = at;
        } else if (!e.flies()) {
          e.lanes &= ~now.lanes;
          if (e.lanes == 0 && e.stamp != 0 && before != WordAccesses::none) { // keeps its position and values
            words.entries[before].next = e.next;
            continue;
          }
        }
      }
    }
    before = at;
  }
  effort_.spend(steps);
  if (pairs_.size() > Effort::most_pairs) effort_.give_up();
  if (mine != WordAccesses::none) {
    Entry& e = words.entries[mine];
    e.lanes |= now.lanes;
    e.all |= now.lanes;
    e.values.add(now.values);
    e.position = fresh.position;
    e.written = fresh.written;
    return;
  }
  fresh.next = cell.entries;
  cell.entries = static_cast<std::uint32_t>(words.entries.size());
  words.entries.push_back(fresh);
}

/// Records the pairs of lanes of `old`, whose site the warp has accessed from, and lanes of `now` that no
/// happens-before edge orders.
void BlockHazards::note_pairs(Space space, std::uint32_t word, const Entry& old, std::uint32_t old_lanes,
                              const Entry& now) {
  for (std::uint32_t rest = now.lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = lowest(rest);
    const std::uint32_t others = &old == &now ? old_lanes & ~bit(lane)
                                              : unordered(old_lanes, old.stamp, warps_[now.warp], lane);
    if (others == 0) continue;
    const bool in_order = old.place <= now.place;
    const auto [at, added] = pairs_.try_emplace(
        {space, word, now.warp, in_order ? old.place : now.place, in_order ? now.place : old.place});
    if (added) at->second.first_is_old = in_order;
    Lanes& lanes = at->second.lanes;
    if (!in_order) {
      lanes[lane] |= others;
      continue;
    }
    for (std::uint32_t more = others; more != 0; more &= more - 1) lanes[lowest(more)] |= bit(lane);
    if (old.place == now.place) lanes[lane] |= others; // recorded both ways, and halved when counted
  }
}

/// True when `a` comes first, by what the two warps did before.
bool BlockHazards::as_run(const Entry& a, const Entry& b) {
  return a.position != b.position ? a.position < b.position : a.place.site <= b.place.site;
}

void BlockHazards::add(Space space, std::uint32_t word, const Entry& a, std::uint32_t lane_a, const Entry& b,
                       std::uint32_t lane_b, std::uint64_t count) {
  Hazard hazard;
  hazard.kind = kind_of(a.place.does, b.place.does);
  hazard.space = space;
  const auto side = [](const Entry& e, std::uint32_t lane) {
    return e.values.with({e.place.site, e.warp * warp_size + lane}, lane, e.place.bytes);
  };
  hazard.first = side(a, lane_a);
  hazard.second = side(b, lane_b);
  hazard.block = hazard.second_block = block;
  hazard.offset = word * word_bytes;
  hazard.count = count;
  hazard.same_value = hazard.kind == HazardKind::Waw && a.place.bytes == b.place.bytes &&
                      a.written.same_as(b.written);
  found_.add(hazard);
}

/// `lanes`: all of them; `all`: those before its first warp-level sync.
void BlockHazards::judge(Space space, std::uint32_t word, const AtPlace& a, const AtPlace& b) {
  if ((a.place.bytes & b.place.bytes) == 0 || !conflict(a.place.does, b.place.does)) return;
  const bool itself = a.warp == b.warp && a.place == b.place;
  if (a.warp != b.warp) {
    const AtPlace &x = as_run(a, b) ? a : b, &y = as_run(a, b) ? b : a;
    const std::uint64_t count = count_of(a.lanes) * count_of(b.lanes) -
                                count_of(a.began_before) * count_of(b.began_before);
    if (count == 0) return;
    const auto example = [](const AtPlace& p) {
      return lowest(p.lanes != p.began_before ? p.lanes & ~p.began_before : p.lanes);
    };
    return add(space, word, x, example(x), y, example(y), count);
  }
  Lanes lanes{};
  bool a_first = as_run(a, b);
  for (std::uint32_t rest = a.all; rest != 0; rest &= rest - 1)
    lanes[lowest(rest)] = b.all & ~bit(lowest(rest));
  const bool in_order = a.place <= b.place;
  const auto more = pairs_.find(
      {space, word, a.warp, in_order ? a.place : b.place, in_order ? b.place : a.place});
  if (more != pairs_.end()) {
    if (a.all == 0 || b.all == 0) a_first = more->second.first_is_old == in_order;
    for (std::uint32_t i = 0; i < warp_size; ++i)
      for (std::uint32_t rest = more->second.lanes[i]; rest != 0; rest &= rest - 1)
        lanes[in_order ? i : lowest(rest)] |= bit(in_order ? lowest(rest) : i);
  }
  std::uint64_t count = 0;
  std::uint32_t first = warp_size;
  for (std::uint32_t i = warp_size; i-- > 0;) {
    count += count_of(lanes[i]);
    if (lanes[i] != 0) first = i;
  }
  if (count == 0) return;
  const std::uint32_t second = lowest(lanes[first]);
  if (itself) count /= 2;
  if (a_first) add(space, word, a, first, b, second, count);
  else add(space, word, b, second, a, first, count);
}

void BlockHazards::judge(Space space, const WordAccesses& all, const WordAccesses::Cell& cell) {
  if (!may_conflict(cell.does) || options_.cancelled()) return;
  places_.clear();
  for (std::uint32_t i = cell.entries; i != WordAccesses::none; i = all.entries[i].next) {
    const Entry& e = all.entries[i];
    if (!effort_.spend(places_.size())) break;
    const auto same = std::find_if(places_.begin(), places_.end(),
                                   [&](const Entry& p) { return p.warp == e.warp && p.place == e.place; });
    if (same == places_.end()) {
      AtPlace& place = places_.emplace_back(AtPlace{e});
      place.lanes = e.all;
      place.began_before = e.stamp == Entry::still_in_flight ? e.all : 0;
      place.all = e.stamp == 0 && !options_.pre_volta ? e.all : 0;
      continue;
    }
    AtPlace& place = *same;
    place.began_before = e.stamp == Entry::still_in_flight ? place.began_before | (e.all & ~place.lanes)
                                                           : place.began_before & ~e.all;
    place.lanes |= e.all;
    if (e.stamp == 0 && !options_.pre_volta) place.all |= e.all;
    place.position = std::min(place.position, e.position);
    place.written.also(e.written);
    place.values.add(e.values);
  }
  std::sort(places_.begin(), places_.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.warp, a.place) < std::tie(b.warp, b.place);
  });
  constexpr std::uint64_t steps_a_pair = 16;
  for (std::size_t a = 0; a < places_.size() && !options_.cancelled(); ++a) {
    if (!effort_.spend(places_.size() - a, steps_a_pair)) return;
    for (std::size_t b = a; b < places_.size(); ++b) judge(space, cell.word, places_[a], places_[b]);
  }
}

void BlockHazards::pass(QuickInterval& quick) {
  const bool all = global_ != nullptr && !global_->state_->given_up();
  quick.each([&](const QuickInterval::Step& step) {
    if (step.sync) return;
    if (step.event.space == Space::Shared && step.event.kind == AccessKind::Store)
      unwritten_.stored(step.event);
    if (step.event.space == Space::Global && all)
      global_->state_->keep(*notes_, block, phase, step.event, does_of(step.event, options_.sites));
  });
}

void BlockHazards::barrier() {
  effort_.begin_interval(); // what the pairs may cost comes on top of what following the accesses has cost
  for (const WordAccesses::Cell& cell : shared_words_.cells) judge(Space::Shared, shared_words_, cell);
  for (const WordAccesses::Cell& cell : global_words_.cells) judge(Space::Global, global_words_, cell);
  unwritten_.barrier(block, found_);
  if (global_ != nullptr) global_->state_->keep(*notes_, block, phase, global_words_);
  shared_words_.clear();
  global_words_.clear();
  pairs_.clear();
  effort_.begin_interval();
  for (WarpOrder& w : warps_) {
    w.position = {};
    if (std::exchange(w.syncs, 0u) != 0) w.seen = {};
  }
}

} // namespace warpscope::races
