// A multiprocessor that obeys the rules of sim/multiprocessor/multiprocessor.h by counting cycles, and ticks
// behind L1: no event is foreseen, every queue is a queue, and what a warp waits for is asked anew in every
// cycle. Slow, and written for comparison with the engine only.
#pragma once

#include "tests/multiprocessor/reference_parts.h"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace reference {

class Slow {
 public:
  Slow(const Work& work, const Figures& figures) : work_(work), f_(figures), l1_(figures.l1_sets) {
    for (const Block& block : work.blocks) per_block_ = std::max(per_block_, block.warps.size());
    std::size_t each = work.partition_warps;
    while (each * figures.partitions < per_block_ * work.resident) ++each;
    warps_.resize(each * figures.partitions);
    residents_.resize(std::max(work.resident, work.most_resident));
    parts_.resize(f_.partitions);
  }

  Cycle cycles = 0;
  StateCycles states{};
  Counters counters;
  std::vector<Cycle> block_ends;

  void run() {
    for (now_ = 0;; ++now_) {
      serve_lsu();
      serve_constant();
      end_fences();
      settle();
      if (!anyone() && lsu_.empty() && lsu_left_ == 0 && constants_.empty() && write_.idle() &&
          atomics_idle())
        break;
      for (std::size_t p = 0; p < parts_.size(); ++p) issue(p);
      account();
      std::vector<TickServer*> busy;
      for (TickServer* server : {&reads_, &dram_, &write_})
        if (!server->idle()) busy.push_back(server); // reads first: they tell DRAM when it is asked
      for (auto* servers : {&slices_, &words_})
        for (auto& [at, server] : *servers)
          if (!server.idle()) busy.push_back(&server);
      if (!busy.empty())
        for (std::uint64_t t = now_ * ticks_per_cycle; t < (now_ + 1) * ticks_per_cycle; ++t)
          for (TickServer* server : busy) server->tick(t);
    }
    std::uint64_t written = write_.last_end();
    for (const Part& part : parts_)
      for (const Line& line : part.together) {
        written = std::max(written, last_store_ * ticks_per_cycle) + write_length(line);
        write_back(line);
      }
    for (const auto* servers : {&slices_, &words_})
      for (const auto& [at, server] : *servers) written = std::max(written, server.last_end());
    cycles = std::max(last_end_, (written + ticks_per_cycle - 1) / ticks_per_cycle);
  }

 private:
  [[nodiscard]] bool anyone() const {
    for (const Warp& warp : warps_)
      if (warp.alive) return true;
    return next_block_ < work_.block_count;
  }

  /// Starts blocks, ends warps, releases barriers, until nothing changes in this cycle.
  void settle() {
    for (bool changed = true; changed;) {
      changed = false;
      for (Warp& warp : warps_) changed = resolve(warp) || changed;
      for (std::size_t place = 0; place < residents_.size(); ++place) release(place);
      std::size_t ended = 0;
      while (ended < residents_.size() && !(residents_[ended].taken && living(ended) == 0)) ++ended;
      const bool ends = ended < residents_.size();
      if (ends) {
        residents_[ended].taken = false;
        block_ends.push_back(now_);
      }
      // Blocks start where one ends, and at the beginning.
      if (!ends && (now_ > 0 || next_block_ > 0)) continue;
      const std::size_t most = ends ? residents_.size() : work_.resident;
      for (std::size_t place = 0; place < most; ++place)
        if (!residents_[place].taken && next_block_ < work_.block_count) changed = take(place) || changed;
      changed = changed || ends;
    }
  }
  /// The block's warp number i; none: it has ended.
  [[nodiscard]] Warp* living(std::size_t place, std::size_t i) {
    Warp& warp = warps_[residents_[place].at[i]];
    return warp.alive && warp.place == place ? &warp : nullptr;
  }
  std::size_t living(std::size_t place) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < residents_[place].at.size(); ++i)
      if (living(place, i) != nullptr) ++count;
    return count;
  }
  /// False: there is no room for it.
  bool take(std::size_t place) {
    const Block& block = work_.blocks[next_block_ % work_.blocks.size()];
    const std::vector<std::size_t> places = places_for(warps_, f_.partitions, per_block_, place,
                                                       block.warps.size());
    if (places.empty()) return false;
    ++next_block_;
    const Cycle start = std::max(now_ + f_.block_start, not_before_);
    not_before_ = start + std::max<Cycle>(f_.block_interval, block.warps.size() * f_.block_interval_warp);
    residents_[place] = {true, places};
    for (std::size_t i = 0; i < block.warps.size(); ++i) {
      Warp warp;
      warp.alive = true;
      warp.block = &block;
      warp.place = place;
      warp.index = i;
      warp.number = next_block_;
      warp.starts = warp.goes_on = start + i * f_.warp_start;
      warps_[places[i]] = warp;
    }
    return true;
  }
  /// True when the warp ended.
  bool resolve(Warp& warp) {
    warp.contends = false;
    if (!warp.alive || now_ < warp.goes_on) return false;
    if (warp.at_barrier) {
      if (!warp.release_known || now_ < warp.released) return false;
      warp.at_barrier = warp.release_known = false;
    }
    const auto& steps = warp.steps(warp.index);
    while (warp.step < steps.size() && steps[warp.step].op == Op::Wait) {
      const auto& result = warp.results[steps[warp.step].token];
      if (result != nullptr && !result->done(now_)) return false;
      ++warp.step;
    }
    if (warp.step < steps.size()) {
      warp.contends = true;
      return false;
    }
    for (const auto& store : warp.stores)
      if (!store->done(now_)) return false;
    warp.alive = false;
    last_end_ = std::max(last_end_, now_);
    return true;
  }
  void release(std::size_t place) {
    std::size_t waiting = 0;
    for (std::size_t i = 0; i < residents_[place].at.size(); ++i) {
      const Warp* warp = living(place, i);
      if (warp == nullptr) continue;
      if (!warp->at_barrier || warp->release_known || now_ < warp->arrives) return;
      ++waiting;
    }
    if (waiting == 0) return;
    ++counters.barriers;
    for (std::size_t i = 0; i < residents_[place].at.size(); ++i) {
      Warp* warp = living(place, i);
      if (warp == nullptr) continue;
      warp->released = now_ + f_.barrier;
      warp->release_known = true;
      resolve(*warp);
    }
  }

  /// What keeps a warp that contends from issuing; Ready: nothing of its own.
  [[nodiscard]] State obstacle(const Warp& warp, const Part& part) const {
    const Step& step = warp.steps(warp.index)[warp.step];
    if (step.op == Op::Run) {
      const auto until = part.pipe_until.find(step.pipe);
      return until != part.pipe_until.end() && now_ < until->second ? State::Pipe : State::Ready;
    }
    if (step.op == Op::Barrier || step.op == Op::Constant || step.op == Op::Fence) return State::Ready;
    return part.queued >= f_.queue ? State::Queue : State::Ready;
  }

  void issue(std::size_t p) {
    Part& part = parts_[p];
    for (std::size_t at = p; at < warps_.size(); at += f_.partitions) {
      Warp& warp = warps_[at];
      if (!warp.contends) continue;
      ++warp.waited;
      if (const State by = obstacle(warp, part); by != State::Ready)
        warp.blocked = warp.waited, warp.blocked_by = by;
    }
    if (now_ < part.port_until) return;
    std::size_t chosen = ~std::size_t{0}, queued = chosen;
    for (std::size_t at = p; at < warps_.size(); at += f_.partitions) {
      const Warp& warp = warps_[at];
      if (!warp.contends || obstacle(warp, part) != State::Ready) continue;
      if (at == part.last) {
        chosen = at;
        break;
      }
      if (chosen == ~std::size_t{0} || warp.goes_before(warps_[chosen])) chosen = at;
      const auto waits_longer = [&](const Warp& other) {
        return warp.waited != other.waited ? warp.waited > other.waited : warp.outranks(other);
      };
      if (warp.blocked_by == State::Queue && (queued == ~std::size_t{0} || waits_longer(warps_[queued])))
        queued = at;
    }
    if (queued != ~std::size_t{0} && chosen != part.last) chosen = queued;
    if (chosen == ~std::size_t{0}) return;
    part.last = chosen;
    Warp& warp = warps_[chosen];
    warp.contends = false;
    // This cycle is the issue's.
    spend(warp.blocked_by, warp.blocked);
    spend(State::Ready, warp.waited - 1 - warp.blocked);
    warp.waited = warp.blocked = 0;
    warp.blocked_by = State::Ready;
    start(p, warp, warp.steps(warp.index)[warp.step++]);
  }

  void start(std::size_t p, Warp& warp, const Step& step) {
    Part& part = parts_[p];
    const Cycle slots = step.op == Op::Run ? step.slots : 1;
    counters.issue_slots += slots;
    warp.issues_until = warp.goes_on = part.port_until = now_ + slots;
    if (step.op == Op::Run) {
      if (step.pipe != Pipe::None && step.service > slots) part.pipe_until[step.pipe] = now_ + step.service;
      warp.goes_on = now_ + std::max<Cycle>(slots + step.stall, step.service);
      return;
    }
    if (step.op == Op::Barrier) {
      warp.at_barrier = true;
      bool others = false; // that wait already
      bool last = true;
      for (std::size_t i = 0; i < residents_[warp.place].at.size(); ++i) {
        const Warp* other = living(warp.place, i);
        const bool waits = other != nullptr && other != &warp && other->at_barrier && !other->release_known;
        others = others || waits;
        last = last && (other == &warp || waits);
      }
      Entry holds;
      holds.step = step;
      if (last && (!lsu_.empty() || lsu_left_ > 0 || held_left_ > 0)) lsu_.push_back(holds);
      arrivals_until_ = std::max(arrivals_until_, (now_ + 1) * ticks_per_cycle) +
                        (others ? f_.barrier_arrival : barrier_first(f_.barrier_arrival));
      Cycle& arrival = residents_[warp.place].arrival;
      arrival = std::max(arrival, now_ + 1) + f_.barrier_each_warp;
      arrival = std::max(arrival, (arrivals_until_ + ticks_per_cycle - 1) / ticks_per_cycle);
      warp.arrives = arrival;
      return;
    }
    auto result = std::make_shared<Pending>();
    if (step.op == Op::Fence) {
      ++fences_so_far_;
      const Cycle from = std::max(now_ + 1, next_fence_);
      next_fence_ = from + f_.fence_each;
      fences_.push_back({from, step.service != 0, warp.answers, result});
      if (step.keeps) warp.results[step.token] = result;
      return;
    }
    if (step.op == Op::Copy) {
      result->earlier = warp.copies;
      warp.copies = result;
    }
    if (step.op == Op::Store) warp.stores.push_back(result);
    if (step.keeps && step.op != Op::Store) warp.results[step.token] = result;
    Entry entry{step, warp.block, now_, p, result, nullptr, fences_so_far_};
    if (step.op == Op::Store) warp.answers.push_back(entry.answer = std::make_shared<Cycle>(0));
    if (step.op == Op::Constant) {
      entry.missed = cache_.misses_of(entry, f_);
      if (step.service != 0 || entry.missed != 0) {
        constants_.push_back(entry);
      } else {
        result->served = true;
        result->earliest = now_ + 1;
      }
    } else {
      lsu_.push_back(entry);
      ++part.queued;
    }
  }

  void account() {
    for (const Warp& warp : warps_) {
      if (!warp.alive || warp.contends) continue;
      if (now_ < warp.starts) spend(State::Slot, 1);
      else if (now_ < warp.issues_until) spend(State::Issue, 1);
      else if (now_ < warp.goes_on) spend(State::Dependency, 1);
      else spend(warp.at_barrier ? State::Barrier : State::Memory, 1);
    }
  }
  void spend(State state, std::uint64_t count) { states[static_cast<std::size_t>(state)] += count; }

  /// Those whose stores have all been served are done at a time that is known.
  void end_fences() {
    for (std::size_t i = 0; i < fences_.size();) {
      Cycle from = fences_[i].from;
      bool all = true;
      for (const auto& answer : fences_[i].answers) {
        all = all && *answer != 0;
        from = std::max(from, *answer);
      }
      if (!all) {
        ++i;
        continue;
      }
      fences_[i].result->served = true;
      fences_[i].result->earliest = from - 1 +
                                    (fences_[i].for_host ? f_.fence_system_latency : f_.fence_latency);
      fences_.erase(fences_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  void serve_constant() {
    if (constant_left_ == 0 && !constants_.empty() && constants_.front().issued < now_) {
      const Entry entry = constants_.front();
      constants_.pop_front();
      const std::uint64_t passes = entry.step.service;
      const std::uint64_t missed = entry.missed;
      constant_left_ = passes * f_.constant_pass + missed;
      counters.constant_passes += passes;
      entry.result->served = true;
      entry.result->earliest = passes == 0 ? now_ + missed
                                           : now_ - 1 + missed + (passes - 1) * f_.constant_pass +
                                                 f_.constant_latency;
    }
    if (constant_left_ > 0) --constant_left_;
  }

  void serve_lsu() {
    while (lsu_left_ == 0 && held_left_ == 0 && !lsu_.empty() && lsu_.front().step.op == Op::Barrier) {
      if (serving_.step.op == Op::Shared)
        held_left_ = length_ == 1 ? 0 : std::min<std::uint64_t>(length_, f_.barrier_drain);
      counters.barrier_drains += held_left_;
      lsu_.pop_front();
    }
    if (held_left_ > 0) {
      --held_left_;
      ++counters.lsu_busy;
      return;
    }
    if (lsu_left_ == 0 && !lsu_.empty() && lsu_.front().issued < now_ && !writes_lag(lsu_.front())) {
      serving_ = lsu_.front();
      lsu_.pop_front();
      --parts_[serving_.part].queued;
      served_ = 0;
      if (serving_.fences > forgotten_) {
        forgotten_ = serving_.fences;
        for (std::list<Held>& set : l1_) set.clear();
      }
      lsu_left_ = length_ = length_of(serving_);
      half_fills_ = 0;
      if (serving_.step.op == Op::Atomic) start_atomic();
      if (serving_.step.op == Op::Store) {
        serving_.result->served = true;
        serving_.result->earliest = now_ + f_.store_end;
        *serving_.answer = now_ + f_.store_answer;
      }
      started_ = now_;
      if (serving_.step.op == Op::Shared || serving_.step.op == Op::Load) {
        Cycle wavefronts = serving_.step.service;
        if (wavefronts == 0) wavefronts = 1;
        if (serving_.step.op == Op::Shared) {
          counters.shared_wavefronts += wavefronts;
          wavefronts = lsu_left_;
        }
        Cycle& until = parts_[serving_.part].conflict_until;
        reaches_ = std::max<Cycle>(now_, until);
        until = reaches_ + 1 + (wavefronts - 1) * f_.shared_wavefront;
      }
      if (serving_.step.op == Op::Copy) counters.shared_wavefronts += serving_.step.service;
    }
    if (lsu_left_ == 0) return;
    ++counters.lsu_busy;
    const Step& step = serving_.step;
    const auto line = [&](std::uint64_t i) { return serving_.block->lines[step.first + i]; };
    if (step.op == Op::Load || step.op == Op::Copy) {
      for (std::uint64_t i = served_ * f_.l1_lines; i < (served_ + 1) * f_.l1_lines && i < step.count; ++i)
        look_up(i);
    } else if (step.op == Op::Store && served_ < step.count) {
      Line stored = line(served_);
      if (apart(served_)) stored.sectors |= apart_from_others;
      put_together(stored);
      keep(stored);
    } else if (step.op == Op::Atomic && served_ < step.count) {
      write_atomic(line(served_));
    }
    ++served_;
    if (--lsu_left_ > 0) return;
    if (step.op == Op::Atomic || step.op == Op::Store) return;
    serving_.result->served = true;
    serving_.result->earliest = now_ - 1 + (step.op == Op::Shuffle ? f_.shuffle_latency : f_.l1_latency);
    if (step.op == Op::Shared)
      serving_.result->earliest = reaches_ - 1 + (now_ - started_) * f_.shared_wavefront + f_.shared_latency;
    if (step.op == Op::Load)
      serving_.result->earliest = std::max<Cycle>(
          serving_.result->earliest,
          reaches_ - 1 + (step.service == 0 ? 0u : step.service - 1u) * f_.shared_wavefront + f_.l1_latency);
  }
  [[nodiscard]] bool writes_lag(const Entry& entry) const {
    if (entry.step.op != Op::Store && entry.step.op != Op::Atomic) return false;
    return write_.left() > f_.write_backlog * ticks_per_cycle;
  }
  [[nodiscard]] std::uint64_t length_of(const Entry& entry) {
    if (entry.step.op == Op::Shuffle) return 1;
    if (entry.step.op != Op::Load && entry.step.op != Op::Copy) {
      std::uint64_t length = entry.step.op == Op::Shared ? entry.step.service : entry.step.count;
      if (length == 0) length = 1;
      if (entry.step.op == Op::Shared && entry.step.keeps != loaded_) {
        loaded_ = entry.step.keeps;
        odd_half_ = 1 - odd_half_;
        if (odd_half_ == 0) ++length, ++counters.shared_turns;
      }
      return length;
    }
    const bool run = side_by_side(entry);
    std::uint64_t length = 1;
    while (length * f_.l1_lines < entry.step.count || length < entry.step.service) ++length;
    if (!run) return length;
    const std::uint64_t halves = 2 * length + length + odd_half_;
    odd_half_ = halves % 2;
    return halves / 2;
  }

  struct Held {
    std::uint32_t line = 0;
    std::map<std::uint32_t, std::shared_ptr<Pending>> sectors;
  };
  /// The line's place in L1, which it has from now on; nullptr without an L1.
  Held* place_of(std::uint32_t number) {
    if (l1_.empty()) return nullptr;
    std::list<Held>& set = l1_[l1_set_of(number, f_.l1_sets)];
    auto at = set.begin();
    while (at != set.end() && at->line != number) ++at;
    if (at != set.end()) {
      set.splice(set.begin(), set, at);
    } else {
      if (set.size() == f_.l1_ways) {
        set.pop_back();
        ++counters.evictions;
      }
      set.push_front({number, {}});
    }
    return &set.front();
  }
  void keep(const Line& line) {
    Held* const held = place_of(line.number);
    if (held == nullptr) return;
    for (std::uint32_t sector = 0; sector < 4; ++sector)
      if ((line.sectors & 1u << sector) != 0 && held->sectors[sector] == nullptr)
        held->sectors[sector] = std::make_shared<Pending>(Pending{true, now_, {}, nullptr});
  }
  void look_up(std::uint64_t index) {
    const Line& line = serving_.block->lines[serving_.step.first + index];
    Held passing{line.number, {}};
    Held* held = (line.sectors & past_l1) != 0 ? nullptr : place_of(line.number);
    if (held == nullptr) held = &passing;
    std::vector<std::uint32_t> missing;
    for (std::uint32_t sector = 0; sector < 4; ++sector)
      if ((line.sectors & 1u << sector) != 0 && held->sectors[sector] == nullptr) missing.push_back(sector);
    if (!missing.empty()) {
      const auto pending = fetch(line.number, missing, apart(index));
      for (const std::uint32_t sector : missing) held->sectors[sector] = pending;
      counters.l1_misses += missing.size();
    }
    bool late = !missing.empty();
    for (std::uint32_t sector = 0; sector < 4; ++sector) {
      if ((line.sectors & 1u << sector) == 0) continue;
      const std::shared_ptr<Pending>& pending = held->sectors[sector];
      if (std::find(missing.begin(), missing.end(), sector) == missing.end()) {
        ++(pending->done(now_) ? counters.l1_hits : counters.l1_pending);
        late = late || !pending->done(now_);
      }
      serving_.result->parts.push_back(pending);
    }
    // A cycle for each that misses, half a cycle for each that is under way, in which nothing else is served:
    // as long as the access or longer.
    const auto served = [&] { return std::max<std::uint64_t>(length_, (half_fills_ + 1) / 2); };
    const std::uint64_t before = served();
    half_fills_ += !missing.empty() ? 2 : late ? 1 : 0;
    lsu_left_ += served() - before;
  }
  /// No line beside it in the access is its neighbour in memory.
  [[nodiscard]] bool apart(std::uint64_t index) const {
    if (serving_.step.count < 2) return false;
    const auto number = [&](std::uint64_t i) {
      return std::int64_t{serving_.block->lines[serving_.step.first + i].number};
    };
    if (index > 0 && std::abs(number(index) - number(index - 1)) == 1) return false;
    return index + 1 == serving_.step.count || std::abs(number(index) - number(index + 1)) != 1;
  }
  std::shared_ptr<Pending> fetch(std::uint32_t line, const std::vector<std::uint32_t>& sectors,
                                 bool is_apart) {
    auto pending = std::make_shared<Pending>();
    const Cycle asked = now_;
    const std::uint64_t came = now_ * ticks_per_cycle, count = sectors.size();
    const std::uint64_t length = std::max<std::uint64_t>(count * f_.l2_read_sector, f_.l2_read_line);
    const auto arrive = [pending, asked](std::uint64_t waited, Cycle latency) {
      pending->served = true;
      pending->earliest = asked - 1 + (waited + ticks_per_cycle - 1) / ticks_per_cycle + latency;
    };
    if (whole_) write_.push({came, length * f_.l2_crossing / 256, {}, [](std::uint64_t) {}, {}});
    std::set<std::uint32_t> pairs; // that nobody has fetched
    if (comes_from_dram(line, f_)) {
      come_to_l2(line);
      for (const std::uint32_t sector : sectors)
        if (const auto found = fetched_.find({line, sector / 2}); found == fetched_.end())
          pairs.insert(sector / 2);
        else pending->parts.push_back(found->second); // which may be on its way
    }
    for (const std::uint32_t pair : pairs) fetched_[{line, pair}] = pending;
    if (!pairs.empty()) {
      const std::uint64_t each = is_apart ? f_.dram_sector_apart : f_.dram_sector;
      const std::uint64_t fetched = 2 * pairs.size();
      for (const std::uint32_t sector : sectors)
        ++(pairs.contains(sector / 2) ? counters.l2_misses : counters.l2_hits);
      counters.dram_bytes += 32 * fetched;
      const Cycle crowd = crowd_wait(loads_in_[now_ / crowd_window - 1], f_.dram_crowd);
      const Cycle latency = latency_of(line, f_) + crowd + (pairs.size() == 2 ? f_.dram_halves : 0);
      loads_in_[now_ / crowd_window] += fetched * each;
      // DRAM keeps the order in which the lines were looked up.
      const auto comes = std::make_shared<std::uint64_t>(~std::uint64_t{0});
      reads_.push({came, length, {}, [](std::uint64_t) {}, [comes](std::uint64_t end) { *comes = end; }});
      dram_.push({0,
                  fetched * each,
                  comes,
                  [arrive, came, length, fetched, each, latency](std::uint64_t start) {
                    arrive(start - length + (fetched - 1) * each - came, latency);
                  },
                  {}});
    } else {
      counters.l2_hits += count;
      reads_.push({came,
                   length,
                   {},
                   [this, arrive, came, count](std::uint64_t start) {
                     arrive(start + (count - 1) * f_.l2_read_sector - came, f_.l2_latency);
                   },
                   {}});
    }
    return pending;
  }
  /// The line is the latest in L2; what was asked for before all others is forgotten where L2 keeps no more.
  void come_to_l2(std::uint32_t line) {
    came_.remove(line);
    came_.push_back(line);
    if (f_.l2_kept_lines == 0 || came_.size() <= f_.l2_kept_lines) return;
    for (std::uint32_t bit = 0; bit < 4; ++bit) dirty_.erase({came_.front(), bit});
    for (std::uint32_t pair = 0; pair < 2; ++pair) fetched_.erase({came_.front(), pair});
    came_.pop_front();
  }
  static std::uint64_t count_of(const Line& line) {
    std::uint64_t sectors = 0;
    for (std::uint32_t bit = 0; bit < 4; ++bit) sectors += line.sectors >> bit & 1;
    return sectors;
  }
  [[nodiscard]] std::uint64_t write_length(const Line& line) const {
    return std::max<std::uint64_t>(count_of(line) * f_.l2_write_sector, f_.l2_write_line) +
           narrow_part(line, f_.l2_write_narrow);
  }
  void put_together(const Line& line) {
    last_store_ = now_;
    Part& part = parts_[serving_.part];
    Line joined = line;
    for (auto at = part.together.begin(); at != part.together.end(); ++at)
      if (at->number == line.number) {
        joined.sectors = (line.sectors | at->sectors) & (15 | apart_from_others);
        part.together.erase(at);
        break;
      }
    part.together.push_back(joined);
    // Each sub-partition has its share of the lines, rounded up.
    const std::size_t most = (f_.write_lines + f_.partitions - 1) / f_.partitions;
    if (part.together.size() <= most) return;
    const auto goes = part.together.begin() + static_cast<std::ptrdiff_t>(makes_room(part.made_room++, most));
    const Line first = *goes;
    part.together.erase(goes);
    whole_ = (first.sectors & narrow) == 0;
    write_.push({now_ * ticks_per_cycle, write_length(first), {}, [](std::uint64_t) {}, {}});
    write_back(first);
  }
  [[nodiscard]] bool does(AtomicWork work) const { return serving_.step.work == work; }
  [[nodiscard]] std::uint64_t atomic_length(const Line& line) const {
    const std::uint64_t turns = turns_of(line, std::max<std::uint64_t>(1, serving_.step.service));
    const std::uint64_t words = line.sectors >> words_at;
    const bool is_alone = turns == 1 && words == 0;
    if (does(AtomicWork::Swaps) && !is_alone) return turns * f_.atomic_swapped;
    const std::uint64_t brought = words * turns / count_of(line);
    const std::uint64_t each = does(AtomicWork::Compares) ? 0 : brought * f_.atomic_several;
    std::uint64_t adds = turns * f_.atomic_sector + each;
    if (turns > count_of(line)) adds += words > 0 ? turns * f_.atomic_again : turns * f_.atomic_again / 4;
    const std::uint64_t answers = turns * f_.atomic_returned + each * 3 / 2;
    const bool has_answer = serving_.step.keeps || does(AtomicWork::Exchanges) || does(AtomicWork::Swaps);
    return has_answer ? std::max(adds, answers) : adds;
  }
  void write_atomic(const Line& line) {
    if (count_of(line) == 0) return;
    write_.push({now_ * ticks_per_cycle, atomic_length(line), {}, [](std::uint64_t) {}, {}});
    write_back(line);
  }
  void write_back(const Line& line) {
    counters.written_sectors += count_of(line);
    ++counters.written_lines;
    if (!goes_to_dram(line.number, f_)) return;
    come_to_l2(line.number);
    bool known = false; // something of the line is there
    for (std::uint32_t bit = 0; bit < 4; ++bit) known = known || dirty_.contains({line.number, bit});
    for (std::uint32_t pair = 0; pair < 2; ++pair) known = known || fetched_.contains({line.number, pair});
    std::uint64_t fresh = 0;
    std::set<std::uint32_t> pairs;
    for (std::uint32_t bit = 0; bit < 4; ++bit)
      if ((line.sectors >> bit & 1) != 0 && dirty_.insert({line.number, bit}).second) {
        ++fresh;
        pairs.insert(bit / 2);
      }
    counters.dram_written_bytes += 32 * fresh;
    // Lines apart take as much longer as reading them does. The rest of a part is read with its line.
    const bool is_apart = (line.sectors & apart_from_others) != 0;
    const bool is_part = (line.sectors & narrow) != 0 && !known &&
                         is_in_dram(line.number ^ 0x5555, f_.dram_partial);
    std::uint64_t ticks = fresh * (is_apart && f_.dram_sector != 0
                                       ? f_.dram_write_sector * f_.dram_sector_apart / f_.dram_sector
                                       : f_.dram_write_sector);
    if (is_part) ticks = (pairs.size() + 2) * f_.dram_write_sector + 4 * f_.dram_sector;
    if (fresh == 0) return;
    waiting_writes_ += ticks;
    if (waiting_writes_ < f_.dram_turn * ticks_per_cycle) return;
    dram_.push({now_ * ticks_per_cycle, waiting_writes_, {}, [](std::uint64_t) {}, {}});
    waiting_writes_ = 0;
  }
  void start_atomic() {
    const Cycle started = now_;
    serving_.result->served = true;
    serving_.result->earliest = started - 1 + f_.l2_latency;
    for (std::size_t i = 0; i < serving_.step.count; ++i) {
      const Line& line = serving_.block->lines[serving_.step.first + i];
      const std::uint64_t lanes = std::max<std::uint64_t>(1, serving_.step.service);
      const std::uint64_t turns = turns_of(line, lanes);
      if (turns == 0) continue;
      counters.atomic_turns += turns;
      const auto take = [&](TickServer& server, std::uint64_t once, std::uint64_t times, std::uint64_t turn) {
        auto part = std::make_shared<Pending>();
        serving_.result->parts.push_back(part);
        const auto begins = [this, started, once, times, turn, part](std::uint64_t start) {
          const std::uint64_t waited = start + once - started * ticks_per_cycle + (times - 1) * turn;
          part->served = true;
          part->earliest = started - 1 + (waited + ticks_per_cycle - 1) / ticks_per_cycle + f_.l2_latency;
        };
        server.push({now_ * ticks_per_cycle, once + times * turn, {}, begins, {}});
      };
      // The turns of the others that meet here are as long as this one's.
      const std::uint64_t others = multiprocessors_at(line.number, work_.meetings);
      const std::uint64_t twice = does(AtomicWork::Swaps) ? line.sectors >> several_at & 7 : 0;
      take(slices_[slice_of(line.number)], others * f_.atomic_request, turns + twice,
           others * f_.atomic_turn);
      if (does(AtomicWork::AddsFloats))
        take(words_[line.number], 0, meeting_in(line, lanes), others * f_.atomic_word);
    }
  }
  [[nodiscard]] bool atomics_idle() const {
    for (const auto* servers : {&slices_, &words_})
      for (const auto& [at, server] : *servers)
        if (!server.idle()) return false;
    return true;
  }

  const Work& work_;
  Figures f_;
  Cycle now_ = 0, last_end_ = 0, not_before_ = 0, arrivals_until_ = 0;
  std::size_t per_block_ = 0;
  std::uint64_t next_block_ = 0;
  std::vector<Warp> warps_;
  std::vector<Resident> residents_;
  std::vector<Part> parts_;
  std::deque<Entry> lsu_, constants_;
  std::vector<Fence> fences_; ///< whose end is not known yet
  Cycle next_fence_ = 0;
  std::uint64_t fences_so_far_ = 0, forgotten_ = 0;
  Entry serving_;
  Cycle reaches_ = 0; ///< the sub-partition, an access of shared memory
  std::uint64_t lsu_left_ = 0, length_ = 0, half_fills_ = 0, odd_half_ = 0, served_ = 0, constant_left_ = 0,
                started_ = 0, last_store_ = 0;
  std::vector<std::list<Held>> l1_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> dirty_; ///< line, sector
  /// By line and pair of sectors.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::shared_ptr<Pending>> fetched_;
  bool whole_ = false; ///< the last line that went to L2 had no part of a sector
  ConstantCache cache_;
  Cycle held_left_ = 0;           ///< by a barrier
  bool loaded_ = true;            ///< the last access of shared memory
  std::list<std::uint32_t> came_; ///< lines in L2, in the order in which they were asked for
  std::uint64_t waiting_writes_ = 0;
  std::map<std::uint64_t, std::uint64_t> loads_in_; ///< ticks of DRAM, by window
  TickServer reads_, dram_, write_;
  std::map<std::uint32_t, TickServer> slices_, words_; ///< of atomics: by slice, by line
};

} // namespace reference
