// A multiprocessor that obeys the rules of sim/multiprocessor/multiprocessor.h by counting cycles, and ticks
// behind L1: no event is foreseen, every queue is a queue, and what a warp waits for is asked anew in every
// cycle. Slow, and written for comparison with the engine only.
#pragma once

#include "tests/multiprocessor/reference_memory.h"

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

class Slow : public SlowMemory {
 public:
  Slow(const Work& work, const Figures& figures) : SlowMemory(work, figures) {
    for (const Block& block : work.blocks) per_block_ = std::max(per_block_, block.warps.size());
    std::size_t each = work.partition_warps;
    while (each * figures.partitions < per_block_ * work.resident) ++each;
    warps_.resize(each * figures.partitions);
    residents_.resize(std::max(work.resident, work.most_resident));
    parts_.resize(f_.partitions);
  }

  Cycle cycles = 0;
  StateCycles states{};
  std::vector<Cycle> block_ends;

  void run() {
    for (now_ = 0;; ++now_) {
      serve_lsu();
      serve_constant();
      serve_uniforms();
      end_fences();
      settle();
      if (!anyone() && lsu_.empty() && tags_left_ == 0 && data_idle() && constants_.empty() &&
          write_.idle() && atomics_idle())
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
    written = std::max(written, last_turn_);
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
    if (warp.last_swap != nullptr) {
      if (!warp.last_swap->done(now_)) return false;
      warp.last_swap = nullptr;
      warp.back = !warp.failed.empty();
      if (warp.back) {
        warp.step -= warp.goes_back;
        warp.goes_on = now_ + f_.swap_again;
        if (f_.swap_again > 0) return false;
      }
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
      warp->released = now_ + f_.barrier + warp->steps(warp->index)[warp->step - 1].service;
      warp->release_known = true;
      resolve(*warp);
    }
  }

  /// What keeps a warp that contends from issuing; Ready: nothing of its own.
  [[nodiscard]] State obstacle(const Warp& warp, const Part& part) const {
    const Step& step = warp.steps(warp.index)[warp.step];
    if (step.op == Op::Run || step.op == Op::Barrier || step.op == Op::Constant || step.op == Op::Fence)
      return State::Ready;
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
    if (part.held != ~std::size_t{0}) return start_held(p);
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
    part.last = part.held = chosen;
    start_held(p);
  }
  /// The warp that has the port issues, unless its unit has no place for it yet.
  void start_held(std::size_t p) {
    Part& part = parts_[p];
    Warp& warp = warps_[part.held];
    const Step& step = warp.steps(warp.index)[warp.step];
    if (step.op == Op::Run && step.pipe != Pipe::None && now_ < part.place_until[step.pipe]) {
      ++part.held_for;
      return;
    }
    part.held = ~std::size_t{0};
    warp.contends = false;
    // This cycle is the issue's.
    spend(warp.blocked_by, warp.blocked);
    spend(State::Ready, warp.waited - 1 - warp.blocked - part.held_for);
    spend(State::Pipe, std::exchange(part.held_for, 0));
    warp.waited = warp.blocked = 0;
    warp.blocked_by = State::Ready;
    ++warp.step;
    start(p, warp, step);
  }

  void start(std::size_t p, Warp& warp, const Step& step) {
    Part& part = parts_[p];
    const Cycle slots = std::max<Cycle>(1, step.slots);
    counters.issue_slots += slots;
    warp.issues_until = warp.begins = warp.goes_on = part.port_until = now_ + slots;
    if (step.op == Op::Run) {
      Cycle begins = now_;
      if (step.pipe != Pipe::None) {
        begins = part.place_until[step.pipe] = std::max(now_, part.pipe_until[step.pipe]);
        part.pipe_until[step.pipe] = begins + step.service;
      }
      warp.begins = begins + slots;
      warp.goes_on = begins + slots + step.stall;
      return;
    }
    if (step.op == Op::Barrier) {
      warp.at_barrier = true;
      warp.goes_on = now_ + 1 + step.stall;
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
      const bool data_to_pass = !data_.empty() || data_left_ > 0 || held_left_ > 0;
      if (last && (!lsu_.empty() || data_to_pass)) lsu_.push_back(holds);
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
    entry.warp = &warp;
    if (step.op == Op::Shared && step.work == AtomicWork::Swaps && step.count > 0 && step.stall > 0) {
      warp.last_swap = result;
      warp.goes_back = step.stall + 1u;
    }
    if (step.op == Op::Store) warp.answers.push_back(entry.answer = std::make_shared<Cycle>(0));
    if (step.op == Op::Constant && step.service == 0) {
      load_uniform(part, entry);
    } else if (step.op == Op::Constant) {
      entry.missed = cache_.misses_of(entry, f_);
      constants_.push_back(entry);
    } else {
      entry.issued_as = ++entries_;
      lsu_.push_back(entry);
      ++part.queued;
    }
  }

  void account() {
    for (const Warp& warp : warps_) {
      if (!warp.alive || warp.contends) continue;
      if (now_ < warp.starts) spend(State::Slot, 1);
      else if (now_ < warp.issues_until) spend(State::Issue, 1);
      else if (now_ < warp.begins) spend(State::Pipe, 1);
      else if (warp.at_barrier) spend(State::Barrier, 1);
      else spend(now_ < warp.goes_on ? State::Dependency : State::Memory, 1);
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

  void load_uniform(Part& part, Entry& entry) {
    std::uint64_t first = 0, missed = 0;
    std::vector<std::uint32_t>& held = part.uniform_lines;
    for (std::size_t i = 0; i < entry.step.count; ++i) {
      const std::uint32_t line = entry.block->lines[entry.step.first + i].number;
      if (cache_.known.insert(line).second) first += f_.constant_miss;
      uniform_seen_.insert(line);
      bool fetches = std::count(held.begin(), held.end(), line) == 0;
      if (!fetches) part.uniform_lost += uniform_lost(uniform_seen_.size(), blocks_here(), f_.uniform_lines);
      if (part.uniform_lost >= 64) {
        part.uniform_lost -= 64;
        fetches = true;
      }
      if (fetches) missed += f_.uniform_miss;
      std::erase(held, line);
      held.push_back(line);
      if (held.size() > f_.uniform_lines) held.erase(held.begin());
    }
    if (first + missed == 0) {
      entry.result->served = true;
      entry.result->earliest = now_ + 1;
      return;
    }
    entry.missed = first;
    entry.uniform = std::make_shared<Cycle>(first == 0 ? now_ + 1 : 0);
    part.uniforms.push_back({entry.uniform, missed, entry.result});
    if (first != 0) constants_.push_back(entry);
  }
  [[nodiscard]] std::uint64_t blocks_here() const {
    std::uint64_t taken = 0;
    for (const Resident& resident : residents_) taken += resident.taken ? 1 : 0;
    const std::uint64_t parts = parts_.size(), in = std::min<std::uint64_t>(per_block_, parts);
    return (taken * in + parts - 1) / parts;
  }
  void serve_uniforms() {
    for (Part& part : parts_) {
      auto& waiting = part.uniforms;
      const auto has_come = [&] { return *waiting.front().from != 0 && *waiting.front().from <= now_; };
      while (part.uniform_left == 0 && !waiting.empty() && has_come()) {
        waiting.front().result->served = true;
        waiting.front().result->earliest = now_ + waiting.front().missed;
        part.uniform_left = waiting.front().missed;
        waiting.pop_front();
      }
      if (part.uniform_left > 0) --part.uniform_left;
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
      if (entry.uniform != nullptr) {
        *entry.uniform = now_ + missed;
      } else {
        entry.result->served = true;
        entry.result->earliest = now_ - 1 + missed + (passes - 1) * f_.constant_pass + f_.constant_latency;
      }
    }
    if (constant_left_ > 0) --constant_left_;
  }

  void serve_lsu() {
    pass_tags();
    pass_data();
  }
  [[nodiscard]] bool data_idle() {
    while (data_left_ == 0 && held_left_ == 0 && !data_.empty() && data_.front().step.op == Op::Barrier) {
      if (passing_.step.op == Op::Shared)
        held_left_ = length_ == 1 ? 0 : std::min<std::uint64_t>(length_, f_.barrier_drain);
      counters.barrier_drains += held_left_;
      data_.pop_front();
    }
    return data_left_ == 0 && held_left_ == 0 && data_.empty();
  }
  /// The stage that looks up lines, in which an access of shared memory spends no time.
  void pass_tags() {
    while (tags_left_ == 0 && !lsu_.empty()) {
      Entry next = lsu_.front();
      const bool is_barrier = next.step.op == Op::Barrier;
      const bool writes = next.step.op == Op::Store || next.step.op == Op::Atomic;
      if (!is_barrier && next.issued >= now_) break;
      if (writes && (!data_idle() || writes_lag(next))) break;
      lsu_.pop_front();
      if (!is_barrier && next.fences > forgotten_) {
        forgotten_ = next.fences;
        for (std::list<Held>& set : l1_) set.clear();
      }
      next.ready = now_;
      if (is_barrier || next.step.op == Op::Shared || next.step.op == Op::Shuffle) {
        data_.push_back(next);
        continue;
      }
      serving_ = next;
      served_ = 0;
      if (writes) {
        start_writes();
        break;
      }
      tags_left_ = lookups_of(serving_);
      missing_lines_ = 0;
      pending_lines_ = 0;
      serving_.ready = now_ + tags_left_ - 1;
      data_.push_back(serving_);
    }
    if (tags_left_ == 0) return;
    ++counters.tags_busy;
    const Step& step = serving_.step;
    if (step.op == Op::Store || step.op == Op::Atomic) {
      if (served_ < step.count) write_line(served_);
      ++served_;
      --tags_left_;
      return;
    }
    for (std::uint64_t i = served_ * f_.l1_lines; i < (served_ + 1) * f_.l1_lines && i < step.count; ++i)
      look_up(i);
    ++served_;
    if (--tags_left_ > 0 || served_ * f_.l1_lines < step.count || extended_ == serving_.issued_as) return;
    // All lines are known now. What they miss takes the tags longer, once.
    extended_ = serving_.issued_as;
    data_.back().missing = missing_lines_;
    if (missing_lines_ > served_) tags_left_ = missing_lines_ - served_;
    if (missing_lines_ == 0 && pending_lines_ > 2 * served_) {
      odd_lookup_ += std::min<std::uint64_t>(halves_under_way, pending_lines_ - 2 * served_);
      tags_left_ = odd_lookup_ / 2;
      odd_lookup_ %= 2;
    }
  }
  void start_writes() {
    passing_ = serving_;
    tags_left_ = data_left_ = length_ = std::max<std::uint64_t>(1, serving_.step.count);
    --parts_[serving_.part].queued;
    if (serving_.step.op == Op::Atomic) {
      start_atomic();
    } else {
      serving_.result->served = true;
      serving_.result->earliest = now_ + f_.store_end;
      *serving_.answer = now_ + f_.store_answer;
    }
  }
  void write_line(std::uint64_t i) {
    Line line = serving_.block->lines[serving_.step.first + i];
    if (serving_.step.op == Op::Atomic) {
      write_atomic(line);
      return;
    }
    if (apart(i)) line.sectors |= apart_from_others;
    put_together(line);
    keep(line);
  }
  /// The stage in which words pass.
  void pass_data() {
    if (data_idle()) return;
    if (held_left_ > 0) {
      --held_left_;
      ++counters.lsu_busy;
      return;
    }
    if (data_left_ == 0 && !data_.empty() && data_.front().ready <= now_) {
      passing_ = data_.front();
      data_.pop_front();
      --parts_[passing_.part].queued;
      start_data();
    }
    if (data_left_ == 0) return;
    ++counters.lsu_busy;
    --data_left_;
  }
  void start_data() {
    const Step& step = passing_.step;
    const std::uint64_t wavefronts = step.service == 0 ? 1 : step.service;
    data_left_ = step.op == Op::Shuffle ? 1 : wavefronts;
    if (step.op == Op::Shared && step.stores == loaded_) {
      loaded_ = !step.stores;
      odd_turn_ = 1 - odd_turn_;
      if (odd_turn_ == 0) ++data_left_, ++counters.shared_turns;
    }
    while (step.op != Op::Shared && data_left_ + miss_overlap < passing_.missing) ++data_left_;
    length_ = data_left_;
    if (step.op == Op::Shared) counters.shared_wavefronts += wavefronts;
    if (step.op == Op::Copy) counters.shared_wavefronts += step.service;
    Pending& result = *passing_.result;
    result.served = true;
    if (step.op == Op::Shared && step.work == AtomicWork::Swaps) swap(passing_);
    if (step.op == Op::Shuffle) result.earliest = now_ - 1 + f_.shuffle_latency;
    if (step.op == Op::Copy) result.earliest = now_ + length_ - 2 + f_.l1_latency;
    if (step.op != Op::Shared && step.op != Op::Load) return;
    const std::uint64_t parts = step.op == Op::Shared ? length_ : wavefronts;
    Cycle& until = parts_[passing_.part].conflict_until;
    const Cycle reaches = std::max<Cycle>(now_, until), others = (parts - 1) * f_.shared_wavefront;
    until = reaches + 1 + others;
    result.earliest = reaches - 1 + others + (step.op == Op::Shared ? f_.shared_latency : f_.l1_latency);
    if (step.op == Op::Shared && step.work == AtomicWork::Swaps && step.count > 0)
      result.earliest += f_.swap_latency;
  }
  /// Its data pass in this cycle.
  void swap(const Entry& entry) {
    Warp& warp = *entry.warp;
    if (entry.step.count == 0) {
      warp.loaded = now_;
      return;
    }
    std::map<std::uint32_t, Cycle>& swapped = residents_[warp.place].swapped;
    std::vector<std::uint32_t> tried = warp.failed;
    for (std::size_t i = 0; i < entry.step.count && !warp.back; ++i)
      tried.push_back(entry.block->lines[entry.step.first + i].number);
    warp.failed.clear();
    for (const std::uint32_t word : tried)
      if (swapped.contains(word) && swapped[word] > warp.loaded) warp.failed.push_back(word);
      else swapped[word] = now_;
  }
  [[nodiscard]] bool writes_lag(const Entry& entry) const {
    if (entry.step.op != Op::Store && entry.step.op != Op::Atomic) return false;
    return write_.left() > f_.write_backlog * ticks_per_cycle;
  }
  /// Lines that one of four banks of tags has to find; 0: not four.
  [[nodiscard]] std::uint64_t fullest_tag_bank(const Entry& entry) const {
    if (f_.l1_lines != 4) return 0;
    // Bits of a line's number, each of which turns the bank over: those of its low digit, and of its high
    // one.
    constexpr int low[] = {1, 3, 4, 6, 7, 8, 10, 12, 14, 15, 17},
                  high[] = {0, 2, 4, 5, 7, 9, 11, 12, 13, 14, 16, 17};
    std::map<int, std::uint64_t> lines;
    for (std::uint64_t i = 0; i < entry.step.count; ++i) {
      const std::uint32_t number = entry.block->lines[entry.step.first + i].number;
      int bank = 0;
      for (const int bit : low)
        if ((number >> bit & 1) != 0) bank ^= 1;
      for (const int bit : high)
        if ((number >> bit & 1) != 0) bank ^= 2;
      ++lines[bank];
    }
    std::uint64_t most = 0;
    for (const auto& [bank, count] : lines) most = std::max(most, count);
    return most;
  }
  [[nodiscard]] std::uint64_t lookups_of(const Entry& entry) {
    const bool run = side_by_side(entry);
    std::uint64_t length = 1;
    while (length * f_.l1_lines < entry.step.count) ++length;
    length = std::max(length, fullest_tag_bank(entry));
    if (!run) return length;
    const std::uint64_t halves = 2 * length + length + odd_lookup_;
    odd_lookup_ = halves % 2;
    return halves / 2;
  }

  Cycle last_end_ = 0, not_before_ = 0, arrivals_until_ = 0;
  std::size_t per_block_ = 0;
  std::uint64_t next_block_ = 0;
  std::vector<Warp> warps_;
  std::vector<Resident> residents_;
  std::deque<Entry> lsu_, constants_;
  std::vector<Fence> fences_; ///< whose end is not known yet
  Cycle next_fence_ = 0;
  std::uint64_t fences_so_far_ = 0, forgotten_ = 0;
  Entry passing_;          ///< by the data's stage
  std::deque<Entry> data_; ///< behind the tags
  std::uint64_t tags_left_ = 0, data_left_ = 0, length_ = 0, served_ = 0;
  std::uint64_t odd_lookup_ = 0, odd_turn_ = 0; ///< half cycles
  std::uint64_t entries_ = 0, extended_ = 0; ///< Entry::issued_as: the latest, and whose tags' time is known
  std::uint64_t constant_left_ = 0;
  ConstantCache cache_;
  std::set<std::uint32_t> uniform_seen_;
  Cycle held_left_ = 0; ///< by a barrier
  bool loaded_ = true;  ///< the last access of shared memory
};

} // namespace reference
