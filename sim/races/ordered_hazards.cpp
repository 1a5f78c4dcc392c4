// Finds races in launches with fences, with vector clocks.
#include "sim/races/ordered_hazards.h"

#include "sim/races/cluster_hazards.h"

#include <algorithm>

namespace warpscope::races {

namespace {

template <class Versions> void raise(Versions& to, const Versions& by) {
  for (const auto& [at, version] : by) {
    std::uint64_t& mine = to[at];
    mine = std::max(mine, version);
  }
}

} // namespace

OrderedHazards::OrderedHazards(const HazardOptions& options, std::uint64_t most_words)
    : sites_(options.sites), grid_(options.grid), cluster_size_(options.cluster),
      pre_volta_(options.pre_volta), cancel_(options.cancel), most_(most_words) {}

void OrderedHazards::begin(std::uint64_t block) {
  const std::lock_guard lock(mutex_);
  auto& made = blocks_[block] = std::make_unique<Block>();
  made->number = block;
}

void OrderedHazards::end(std::uint64_t block) {
  barrier(block, false);
  const std::lock_guard lock(mutex_);
  if (cluster_size_.count() > 1) {
    const Block& ended = of(block);
    auto own = std::make_shared<BlockKnown>();
    own->interval = ended.interval; // which comes after all that it did
    ClockRef& all = clusters_[first_of_cluster(grid_, cluster_size_, block)].ended;
    all = Clock::with(Clock::join(all, ended.known), block, own);
  }
  blocks_.erase(block);
}

/// Whoever arrives at the barrier of the cluster releases what it knows. (PTX: barrier.cluster.arrive has
/// .release semantics at cluster scope, .wait has .acquire.)
void OrderedHazards::arrive_at_cluster(const trace::OrderEvent& event) {
  const std::lock_guard lock(mutex_);
  Block& block = of(event.block);
  Warp& w = warp(block, event.warp);
  ++w.time;
  ClockRef& given = clusters_[first_of_cluster(grid_, cluster_size_, event.block)].given[event.phase];
  given = Clock::join(given, block.known);
  std::map<std::uint32_t, std::uint32_t> arrived; ///< threads and times
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    const auto thread = block.threads.find(event.warp * warp_size + lowest(rest));
    if (thread != block.threads.end()) given = Clock::join(given, thread->second.known);
    for (const auto& [other, time] : own_of(block, event.warp, lowest(rest)).threads) {
      std::uint32_t& known = arrived[other];
      known = std::max(known, time);
    }
  }
  auto own = std::make_shared<BlockKnown>();
  own->interval = block.interval;
  own->threads.assign(arrived.begin(), arrived.end());
  given = Clock::with(given, block.number, own);
}

void OrderedHazards::wait_for_cluster(const trace::OrderEvent& event) {
  const std::lock_guard lock(mutex_);
  Block& block = of(event.block);
  ClusterPhases& cluster = clusters_[first_of_cluster(grid_, cluster_size_, event.block)];
  const ClockRef given = Clock::join(cluster.given[event.phase], cluster.ended);
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    Thread& thread = block.threads[event.warp * warp_size + lowest(rest)];
    thread.known = Clock::join(thread.known, given);
  }
}

OrderedHazards::Warp& OrderedHazards::warp(Block& block, std::uint32_t index) {
  if (index >= block.warps.size()) block.warps.resize(index + 1);
  return block.warps[index];
}

/// Joins what the threads of the block know, including what they have read from flags.
void OrderedHazards::barrier(std::uint64_t number, bool grid) {
  const std::lock_guard lock(mutex_);
  Block& block = of(number);
  judge(block);
  BlockKnownRef own;
  const ClockRef known_to_all = block.known; // what a fence from here on also passes on
  for (const auto& [thread, state] : block.threads) {
    if (state.for_device.own != nullptr) block.given = Clock::join(block.given, known_to_all);
    raise(block.passed, state.read);
    raise(block.passed, state.passed);
    block.known = Clock::join(block.known,
                              Clock::join(state.known, Clock::join(state.read_anywhere, state.read_here)));
    block.given = Clock::join(block.given, state.for_device.clock);
    own = warpscope::races::join(own, state.for_device.own);
  }
  block.given = Clock::with(block.given, number, own);
  for (auto& [place, object] : block.objects) {
    for (const auto& [thread, state] : block.threads) {
      const BlockKnown* known = state.known != nullptr ? state.known->of(number) : nullptr;
      if (known == nullptr || known->interval != block.interval) continue;
      std::uint32_t& time = block.over[object.agent];
      const std::uint32_t now = known->time_of(object.agent);
      if (now > time) over_[{number, object.agent}].emplace_back(now, block.interval);
      time = std::max(time, now);
    }
    object.arrived.clear();
    object.known = nullptr;
    object.over.clear();
  }
  block.threads.clear();
  for (Warp& w : block.warps) {
    w.position = {};
    w.knows = {};
  }
  ++block.interval;
  if (grid) ++block.phase;
  forget_shared(block);
}

/// After a barrier, only copies matter that no thread has waited for.
void OrderedHazards::forget_shared(Block& block) {
  std::unordered_map<std::uint32_t, std::vector<Seen>> left;
  for (const auto& [word, cell] : block.shared)
    for (const Seen& seen : cell) {
      const auto known = block.over.find(seen.agent);
      if (seen.copy == Copy::None ||
          (seen.copy == Copy::OfPhase && known != block.over.end() && known->second > seen.agent_phase))
        continue;
      left[word].push_back(seen);
      left[word].back().interval = block.interval;
      left[word].back().position = before_barrier;
    }
  block.shared = std::move(left);
}

void OrderedHazards::sync(std::uint64_t number, std::uint32_t index, std::uint32_t lanes) {
  const std::lock_guard lock(mutex_);
  Block& block = of(number);
  Warp& w = warp(block, index);
  ++w.time;
  Lanes known{};
  Thread shared; // what they know and have released between them
  bool any = false;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    for (std::uint32_t j = 0; j < warp_size; ++j) known[j] = std::max(known[j], w.knows[lowest(rest)][j]);
    const auto at = block.threads.find(index * warp_size + lowest(rest));
    if (at == block.threads.end()) continue;
    any = true;
    const Thread& thread = at->second;
    shared.known = Clock::join(shared.known, Clock::join(thread.known, thread.read_here));
    shared.for_device = join(shared.for_device, thread.for_device);
    shared.for_block = join(shared.for_block, thread.for_block);
    raise(shared.passed, thread.passed);
  }
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) known[lowest(rest)] = w.time;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    w.knows[lowest(rest)] = known;
    if (!any) continue;
    Thread& thread = block.threads[index * warp_size + lowest(rest)];
    thread.known = shared.known;
    thread.for_device = shared.for_device;
    thread.for_block = shared.for_block;
    thread.passed = shared.passed;
  }
}

void OrderedHazards::fence(const trace::OrderEvent& event) {
  const std::lock_guard lock(mutex_);
  Block& block = of(event.block);
  Warp& w = warp(block, event.warp);
  ++w.time;
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = lowest(rest), number = event.warp * warp_size + lane;
    Thread& thread = block.threads[number];
    raise(thread.passed, thread.read);
    thread.read.clear();
    thread.known = Clock::join(thread.known, thread.read_here);
    thread.read_here = nullptr;
    if (event.kind == trace::OrderKind::FenceDevice) {
      thread.known = Clock::join(thread.known, thread.read_anywhere);
      thread.read_anywhere = nullptr;
    }
    thread.for_block = {thread.known, std::make_shared<const BlockKnown>(own_of(block, event.warp, lane))};
    if (event.kind == trace::OrderKind::FenceDevice) thread.for_device = thread.for_block;
  }
}

/// Returns what the lane did, and what it knows about its warp.
BlockKnown OrderedHazards::own_of(const Block& block, std::uint32_t index, std::uint32_t lane) const {
  const Warp& w = block.warps[index];
  BlockKnown own;
  own.interval = block.interval;
  for (std::uint32_t j = 0; j < warp_size; ++j)
    if (const std::uint32_t time = j == lane ? w.time : w.knows[lane][j]; time != 0)
      own.threads.emplace_back(index * warp_size + j, time);
  return own;
}

OrderedHazards::Object& OrderedHazards::object(Block& block, const trace::OrderEvent& event) {
  Object& object = block.objects[event.object];
  constexpr std::uint32_t first_agent = 1u << 16; // numbers above all threads
  if (object.agent == 0 || event.phase < object.phase)
    object = {first_agent + block.agents++, event.phase, {}, nullptr, {}}; // new, or initialised again
  if (event.phase > object.phase) {
    static_cast<void>(over(block, object, object.phase));
    object.phase = event.phase;
  }
  return object;
}

/// Returns what is known to a thread that waited for a phase that is over.
const ClockRef& OrderedHazards::over(Block& block, Object& object, std::uint32_t phase) {
  const auto [at, made] = object.over.try_emplace(phase);
  if (!made) return at->second;
  auto own = std::make_shared<BlockKnown>();
  own->interval = block.interval;
  if (phase == object.phase)
    own->threads.assign(object.arrived.begin(), object.arrived.end()); // otherwise they arrived before a
                                                                       // barrier
  own->threads.emplace_back(object.agent, phase + 1);
  return at->second = Clock::with(object.known, block.number, own);
}

void OrderedHazards::arrive(const trace::OrderEvent& event) {
  const std::lock_guard lock(mutex_);
  Block& block = of(event.block);
  Object& at = object(block, event);
  Warp& w = warp(block, event.warp);
  ++w.time;
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    const auto thread = block.threads.find(event.warp * warp_size + lowest(rest));
    if (thread != block.threads.end()) at.known = Clock::join(at.known, thread->second.known);
    for (const auto& [other, time] : own_of(block, event.warp, lowest(rest)).threads) {
      std::uint32_t& known = at.arrived[other];
      known = std::max(known, time);
    }
  }
}

void OrderedHazards::wait(const trace::OrderEvent& event) {
  const std::lock_guard lock(mutex_);
  Block& block = of(event.block);
  const auto known = block.objects.find(event.object);
  if (known == block.objects.end()) return; // no thread arrived
  const ClockRef& given = over(block, known->second, event.phase);
  ClockRef before, joined; // the threads mostly know the same
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    Thread& thread = block.threads[event.warp * warp_size + lowest(rest)];
    if (joined == nullptr || thread.known != before) {
      before = thread.known;
      joined = Clock::join(before, given);
    }
    thread.known = joined;
  }
}

bool OrderedHazards::is_over(std::uint64_t number, std::uint32_t thread, std::uint32_t place,
                             std::uint32_t phase) {
  const std::lock_guard lock(mutex_);
  Block& block = of(number);
  const auto object = block.objects.find(place);
  return object != block.objects.end() && is_over(block, thread, object->second.agent, phase);
}

bool OrderedHazards::is_over(Block& block, std::uint32_t thread, std::uint32_t agent,
                             std::uint32_t phase) const {
  if (const auto all = block.over.find(agent); all != block.over.end() && all->second > phase) return true;
  const auto state = block.threads.find(thread);
  const BlockKnown* known = state != block.threads.end() && state->second.known != nullptr
                                ? state->second.known->of(block.number)
                                : nullptr;
  return known != nullptr && known->interval == block.interval && known->time_of(agent) > phase;
}

/// For a phase of an object in another block.
bool OrderedHazards::is_over_elsewhere(Block& block, std::uint32_t thread, const Seen& copy) const {
  const auto state = block.threads.find(thread);
  const auto told = over_.find({copy.block, copy.agent});
  const auto knows = [&](const ClockRef& clock) {
    const BlockKnown* known = clock != nullptr ? clock->of(copy.block) : nullptr;
    if (known == nullptr) return false;
    if (known->time_of(copy.agent) > copy.agent_phase) return true;
    return told != over_.end() && std::any_of(told->second.begin(), told->second.end(), [&](const auto& at) {
             // All its threads knew it at a barrier that is in the past.
             return at.first > copy.agent_phase && at.second < known->interval;
           });
  };
  return knows(block.known) || (state != block.threads.end() && knows(state->second.known));
}

void OrderedHazards::settle(const trace::AccessEvent& copy, const trace::OrderEvent* by) {
  const std::lock_guard lock(mutex_);
  Block& block = of(copy.block);
  const Object* of_phase = by != nullptr ? &object(block, *by) : nullptr;
  Seen now;
  now.place = {copy.site, does_of(copy, sites_), 0};
  cut(copy, now, [&](std::uint32_t word) {
    std::vector<Seen>& cell = copy.space == Space::Shared ? block.shared[word] : global_[word];
    const auto flying = std::find_if(cell.begin(), cell.end(), [&](const Seen& old) {
      return old.copy == Copy::InFlight && old.block == block.number && old.warp == copy.warp &&
             old.place == now.place && (old.lanes & now.lanes) != 0;
    });
    if (flying == cell.end()) return;
    Seen settled = *flying;
    settled.lanes &= now.lanes;
    flying->lanes &= ~now.lanes;
    if (flying->lanes == 0) {
      cell.erase(flying);
      if (copy.space == Space::Global) --kept_;
    }
    settled.copy = of_phase != nullptr ? Copy::OfPhase : Copy::None;
    if (of_phase != nullptr) settled.agent = of_phase->agent, settled.agent_phase = by->phase;
    settled.stamp = warp(block, copy.warp).time;
    settled.interval = block.interval;
    settled.phase = block.phase;
    keep(cell, settled, copy.space);
  });
}

ClockRef OrderedHazards::release_of(Block& block, const Release& release) {
  return release.own == nullptr
             ? nullptr
             : Clock::with(Clock::join(block.known, release.clock), block.number, release.own);
}

/// Records a strong write of the flag. `chain`: an atomic, which passes on what was given before.
void OrderedHazards::give(Block& block, std::uint32_t number, Flag& flag, bool chain) {
  ++flag.version;
  const auto at = block.threads.find(number);
  const ClockRef wide = Clock::join(
      block.given, at == block.threads.end() ? nullptr : release_of(block, at->second.for_device));
  const ClockRef narrow = Clock::join(
      wide, at == block.threads.end() ? nullptr : release_of(block, at->second.for_block));
  flag.anywhere = chain ? Clock::join(flag.anywhere, wide) : wide;
  flag.here = chain && flag.block == block.number ? Clock::join(flag.here, narrow) : narrow;
  flag.block = block.number;
}

/// Applies what the lanes read from flags and write to them, one lane after another.
void OrderedHazards::synchronise(Block& block, const trace::AccessEvent& event, Does does) {
  const bool strong_access = strong({event.site, does, 0});
  if (!strong_access && (only_reads(does) || flags_.empty())) return;
  for (std::uint32_t rest = event.access.mask; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = lowest(rest), number = event.warp * warp_size + lane;
    const WordPlace at = place_of(block, event.space, event.access.offset[lane] / word_bytes);
    if (!strong_access) { // a thread that reads what it wrote learns nothing from a flag
      if (const auto flag = flags_.find(at); flag != flags_.end())
        flag->second.anywhere = flag->second.here = nullptr;
      continue;
    }
    Flag& flag = flags_[at];
    if (does != Does::Writes && does != Does::Stores && (flag.anywhere != nullptr || flag.here != nullptr)) {
      Thread& thread = block.threads[number];
      flag.used = true;
      thread.read[at] = flag.version;
      thread.read_anywhere = Clock::join(thread.read_anywhere, flag.anywhere);
      if (flag.block == block.number) thread.read_here = Clock::join(thread.read_here, flag.here);
    }
    if (!only_reads(does)) give(block, number, flag, does == Does::Updates);
  }
}

/// Returns those lanes of a warp, which accessed at `stamp` in this interval, that no happens-before edge
/// orders before the lane.
std::uint32_t OrderedHazards::lanes_unordered(Block& block, std::uint32_t lanes, std::uint32_t of_warp,
                                              std::uint32_t stamp, std::uint32_t index, std::uint32_t lane) {
  const auto state = block.threads.find(index * warp_size + lane);
  const BlockKnown* known = state != block.threads.end() && state->second.known != nullptr
                                ? state->second.known->of(block.number)
                                : nullptr;
  if (of_warp == index) {
    if (pre_volta_) return 0;
    lanes &= ~bit(lane);
  }
  std::uint32_t found = 0;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t other = lowest(rest);
    const bool synced = of_warp == index && block.warps[index].knows[lane][other] > stamp;
    if (!synced && (known == nullptr || !known->knows(block.interval, of_warp * warp_size + other, stamp)))
      found |= bit(other);
  }
  return found;
}

/// The same for any earlier access.
std::uint32_t OrderedHazards::unordered(Block& block, const Seen& old, std::uint32_t lanes,
                                        std::uint32_t index, std::uint32_t lane) {
  if (old.copy != Copy::None) {
    if (old.block == block.number && old.warp == index)
      lanes &= ~bit(lane); // its own copies: copies_in_flight.h
    if (old.copy == Copy::InFlight) return lanes;
    if (old.block == block.number)
      return is_over(block, index * warp_size + lane, old.agent, old.agent_phase) ? 0 : lanes;
    return old.phase < block.phase || is_over_elsewhere(block, index * warp_size + lane, old) ? 0 : lanes;
  }
  if (old.phase < block.phase) return 0;
  if (old.block == block.number)
    return old.interval < block.interval ? 0
                                         : lanes_unordered(block, lanes, old.warp, old.stamp, index, lane);
  const auto state = block.threads.find(index * warp_size + lane);
  const BlockKnown* of_block = block.known != nullptr ? block.known->of(old.block) : nullptr;
  const BlockKnown* of_thread = state != block.threads.end() && state->second.known != nullptr
                                    ? state->second.known->of(old.block)
                                    : nullptr;
  if (of_block == nullptr && of_thread == nullptr) return lanes;
  std::uint32_t found = 0;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t thread = old.warp * warp_size + lowest(rest);
    const auto knows = [&](const BlockKnown* known) {
      return known != nullptr && known->knows(old.interval, thread, old.stamp);
    };
    if (!knows(of_block) && !knows(of_thread)) found |= bit(lowest(rest));
  }
  return found;
}

void OrderedHazards::access(const trace::AccessEvent& event, bool copies) {
  if (event.space != Space::Shared && event.space != Space::Global) return;
  const std::lock_guard lock(mutex_);
  Block& block = of(event.block);
  Warp& w = warp(block, event.warp);
  const Does does = does_of(event, sites_);
  Seen now;
  now.place = {event.site, does, 0};
  now.warp = event.warp;
  now.position = w.position[event.space == Space::Shared ? 0 : 1]++;
  now.stamp = w.time;
  now.block = block.number;
  now.interval = block.interval;
  now.phase = block.phase;
  now.copy = copies ? Copy::InFlight : Copy::None;
  cut(event, now, [&](std::uint32_t word) {
    if (strong(now.place))
      now.version = flags_[place_of(block, event.space, word)].version + count_of(now.lanes);
    touch(block, event.space, now, word);
  });
  synchronise(block, event, does);
}

void OrderedHazards::written(const trace::AccessEvent& event) {
  const std::lock_guard lock(mutex_);
  if (const auto block = blocks_.find(event.block); block != blocks_.end())
    block->second->unwritten.stored(event);
}

void OrderedHazards::touch(Block& block, Space space, const Seen& now, std::uint32_t word) {
  if (space == Space::Global && given_up()) return;
  if (block.effort.over() || (cancel_ != nullptr && cancel_->load(std::memory_order_relaxed))) return;
  if (space == Space::Shared)
    block.unwritten.note(
        now, word, [&](std::uint32_t lanes, std::uint32_t of_warp, std::uint32_t stamp, std::uint32_t lane) {
          return lanes_unordered(block, lanes, of_warp, stamp, now.warp, lane);
        });
  std::vector<Seen>& cell = space == Space::Shared ? block.shared[word] : global_[word];
  if (conflict(now.place.does, now.place.does) && (now.lanes & (now.lanes - 1)) != 0)
    note_pair(block, space, word, now, now);
  const WordPlace at = place_of(block, space, word);
  if (block.pairs.size() > Effort::most_pairs || between_.size() > Effort::most_pairs) block.effort.give_up();
  if (!block.effort.spend(cell.size())) {
    in_part_ = true;
    return;
  }
  for (const Seen& old : cell) {
    if ((old.place.bytes & now.place.bytes) == 0 || !conflict(old.place.does, now.place.does)) continue;
    Seen racing = now;
    racing.lanes &= ~passed(block, old, now, at);
    if (old.block != block.number) note_between(block, word, old, racing);
    else if (old.interval == block.interval || old.copy != Copy::None)
      note_pair(block, space, word, old, racing);
  }
  keep(cell, now, space);
}

/// Returns the lanes that have read the flag since the strong access to it.
std::uint32_t OrderedHazards::passed(Block& block, const Seen& old, const Seen& now, const WordPlace& at) {
  if (!strong(old.place) || strong(now.place)) return 0;
  const auto knows = [&](const Versions& versions) {
    const auto known = versions.find(at);
    return known != versions.end() && known->second >= old.version;
  };
  if (knows(block.passed)) return now.lanes;
  std::uint32_t lanes = 0;
  for (std::uint32_t rest = now.lanes; rest != 0; rest &= rest - 1) {
    const auto thread = block.threads.find(now.warp * warp_size + lowest(rest));
    if (thread != block.threads.end() && knows(thread->second.passed)) lanes |= bit(lowest(rest));
  }
  return lanes;
}

/// A lane's later access from a site stands for its earlier ones there: an access that is unordered with an
/// earlier one is unordered with this one, too.
void OrderedHazards::keep(std::vector<Seen>& cell, const Seen& now, Space space) {
  Seen fresh = now;
  std::erase_if(cell, [&](Seen& old) {
    if (old.block != now.block || old.warp != now.warp || old.place != now.place || old.copy != now.copy ||
        old.agent != now.agent)
      return false;
    fresh.written.also(old.written);
    if (old.stamp == now.stamp && old.interval == now.interval) {
      LaneValues values = old.values; // the value of the lane's first access there
      values.add(fresh.values);
      fresh.values = values;
    }
    if (strong(now.place)) fresh.version = std::max(fresh.version, old.version);
    const bool together = old.stamp == now.stamp && old.interval == now.interval &&
                          old.agent_phase == now.agent_phase;
    if (together) fresh.position = std::min(fresh.position, old.position);
    if (together) fresh.lanes |= old.lanes;
    else old.lanes &= ~now.lanes;
    if (!together && old.lanes != 0) return false;
    if (space == Space::Global) --kept_;
    return true;
  });
  cell.push_back(fresh);
  if (space == Space::Global) ++kept_;
}

void OrderedHazards::note_pair(Block& block, Space space, std::uint32_t word, const Seen& old,
                               const Seen& now) {
  const Side a{old.place, old.warp}, b{now.place, now.warp};
  const bool in_order = a <= b, same_instruction = &old == &now;
  Pairs* pairs = nullptr;
  for (std::uint32_t rest = now.lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = lowest(rest);
    const std::uint32_t others = same_instruction ? old.lanes & ~bit(lane)
                                                  : unordered(block, old, old.lanes, now.warp, lane);
    if (others == 0) continue;
    if (pairs == nullptr) pairs = &block.pairs[{space, word, in_order ? a : b, in_order ? b : a}];
    if (!in_order) pairs->lanes[lane] |= others;
    else
      for (std::uint32_t more = others; more != 0; more &= more - 1) pairs->lanes[lowest(more)] |= bit(lane);
    if (a == b) pairs->lanes[lane] |= others; // recorded both ways, and halved when counted
  }
  if (pairs == nullptr) return;
  const Seen *first = in_order ? &old : &now, *second = in_order ? &now : &old;
  if (!std::exchange(pairs->began, true)) {
    pairs->written[0] = first->written;
    pairs->written[1] = second->written;
  }
  pairs->written[0].also(first->written);
  pairs->written[1].also(second->written);
  pairs->values[0].add(first->values);
  pairs->values[1].add(second->values);
  // A copy that is still under way since before a barrier comes first.
  const auto position = [&](const Seen& seen) {
    const bool before = seen.interval < block.interval || seen.position == before_barrier;
    return seen.copy != Copy::None && before ? 0 : seen.position + 1;
  };
  pairs->position[0] = std::min(pairs->position[0], position(*first));
  pairs->position[1] = std::min(pairs->position[1], position(*second));
}

/// Counts words, and keeps one example of the lowest blocks.
void OrderedHazards::note_between(Block& block, std::uint32_t word, const Seen& old, const Seen& now) {
  // The write comes first.
  const auto rank = [](const Seen& s) { return std::pair(only_reads(s.place.does), s.place); };
  const bool old_first = rank(old) != rank(now) ? rank(old) < rank(now) : old.block < now.block;
  const Seen &a = old_first ? old : now, &b = old_first ? now : old;
  const std::tuple key(word, a.place, b.place);
  const auto known = between_.find(key);
  if (known != between_.end() &&
      std::pair(known->second.block, known->second.second_block) < std::pair(a.block, b.block) &&
      !known->second.same_value)
    return;
  for (std::uint32_t rest = now.lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t others = unordered(block, old, old.lanes, now.warp, lowest(rest));
    if (others == 0) continue;
    const std::uint32_t old_thread = old.warp * warp_size + lowest(others),
                        now_thread = now.warp * warp_size + lowest(rest);
    Hazard hazard;
    hazard.kind = kind_of(a.place.does, b.place.does);
    hazard.space = Space::Global;
    const auto side = [](const Seen& s, std::uint32_t thread) {
      return s.values.with(with_written({s.place.site, thread}, s.place, s.written), thread % warp_size,
                           s.place.bytes);
    };
    hazard.first = side(a, old_first ? old_thread : now_thread);
    hazard.second = side(b, old_first ? now_thread : old_thread);
    hazard.block = a.block;
    hazard.second_block = b.block;
    hazard.offset = word * word_bytes;
    hazard.count = 1;
    hazard.same_value = hazard.kind == HazardKind::Waw && a.place.bytes == b.place.bytes &&
                        a.written.same_as(b.written);
    if (known == between_.end()) {
      between_[key] = hazard;
      return;
    }
    const auto example = [](const Hazard& h) {
      return std::tie(h.block, h.second_block, h.first.thread, h.second.thread);
    };
    const bool same_value = known->second.same_value && hazard.same_value;
    if (example(hazard) < example(known->second)) known->second = hazard;
    known->second.same_value = same_value;
    return;
  }
}

void OrderedHazards::add(const Hazard& hazard, const Place& a, const Place& b, const WordPlace& at) {
  if (strong(a) && strong(b)) doubtful_.push_back({hazard, at});
  else found_.add(hazard);
}

void OrderedHazards::judge(Block& block) {
  for (const auto& [key, pairs] : block.pairs) {
    const auto& [space, word, a, b] = key;
    std::uint64_t count = 0;
    std::uint32_t first = warp_size;
    for (std::uint32_t i = warp_size; i-- > 0;) {
      count += count_of(pairs.lanes[i]);
      if (pairs.lanes[i] != 0) first = i;
    }
    if (count == 0) continue;
    const std::uint32_t second = lowest(pairs.lanes[first]);
    const bool as_run = pairs.position[0] != pairs.position[1] ? pairs.position[0] < pairs.position[1]
                                                               : a.place.site <= b.place.site;
    const Side &x = as_run ? a : b, &y = as_run ? b : a;
    Hazard hazard;
    hazard.kind = kind_of(x.place.does, y.place.does);
    hazard.space = space;
    const auto side = [&](const Side& s, std::uint32_t lane, int which) {
      return pairs.values[which].with(
          with_written({s.place.site, s.warp * warp_size + lane}, s.place, pairs.written[which]), lane,
          s.place.bytes);
    };
    hazard.first = side(x, as_run ? first : second, as_run ? 0 : 1);
    hazard.second = side(y, as_run ? second : first, as_run ? 1 : 0);
    hazard.block = hazard.second_block = block.number;
    hazard.offset = word * word_bytes;
    hazard.count = a == b ? count / 2 : count;
    hazard.same_value = hazard.kind == HazardKind::Waw && a.place.bytes == b.place.bytes &&
                        pairs.written[0].same_as(pairs.written[1]);
    add(hazard, a.place, b.place, place_of(block, space, word));
  }
  block.pairs.clear();
  block.effort.begin_interval();
  block.unwritten.barrier(block.number, found_);
}

HazardList OrderedHazards::finish() {
  for (const auto& [key, hazard] : between_)
    add(hazard, std::get<1>(key), std::get<2>(key), {Space::Global, 0, std::get<0>(key)});
  between_.clear();
  for (const Doubtful& d : std::exchange(doubtful_, {}))
    if (const auto flag = flags_.find(d.at); flag == flags_.end() || !flag->second.used) found_.add(d.hazard);
  return found_;
}

} // namespace warpscope::races
