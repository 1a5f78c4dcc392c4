// The reference's memory behind the LSU: L1, L2, DRAM, stores and atomics.
#pragma once

#include "tests/multiprocessor/reference_parts.h"

#include <algorithm>
#include <cstdlib>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace reference {

class SlowMemory {
 public:
  Counters counters;

 protected:
  SlowMemory(const Work& work, const Figures& figures) : work_(work), f_(figures), l1_(figures.l1_sets) {}

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
      make_room_in(set);
      set.push_front({number, {}});
    }
    return &set.front();
  }
  void make_room_in(std::list<Held>& set) {
    std::size_t held = 0;
    for (const std::list<Held>& each : l1_) held += each.size();
    const std::size_t most = f_.l1_held == 0 ? std::size_t{f_.l1_sets} * f_.l1_ways : f_.l1_held;
    if (set.size() < f_.l1_ways && held < most) return;
    std::list<Held>* leaves = &set;
    while (leaves->empty()) leaves = &l1_[turn_ = (turn_ + 1) % l1_.size()];
    leaves->pop_back();
    ++counters.evictions;
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
    if (!missing.empty()) ++missing_lines_;
    else if (late) ++pending_lines_;
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
    write_.push({came, crossing_ticks(length, last_write_, f_), {}, [](std::uint64_t) {}, {}});
    std::set<std::uint32_t> pairs; // that nobody has fetched
    if (comes_from_dram(line, f_)) {
      come_to_l2(line);
      for (const std::uint32_t sector : sectors)
        if (const auto found = fetched_.find({line, sector / 2}); found == fetched_.end())
          pairs.insert(sector / 2);
        else pending->parts.push_back(found->second); // which may be on its way
    }
    for (const std::uint32_t pair : pairs) fetched_[{line, pair}] = pending;
    Cycle latency = f_.l2_latency;
    if (!pairs.empty()) {
      const std::uint64_t each = is_apart ? f_.dram_sector_apart : f_.dram_sector;
      const std::uint64_t fetched = 2 * pairs.size();
      for (const std::uint32_t sector : sectors)
        ++(pairs.contains(sector / 2) ? counters.l2_misses : counters.l2_hits);
      counters.dram_bytes += 32 * fetched;
      const Cycle window = now_ / crowd_window;
      const Cycle crowd = crowd_wait(loads_in_[window - 1], f_.dram_crowd) +
                          turning_wait(line, writes_before(window), f_.dram_turning);
      latency = latency_of(line, f_) + crowd + (pairs.size() == 2 ? f_.dram_halves : 0);
      loads_in_[window] += fetched * each;
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
    // Behind the atomics of a slice that has fallen behind.
    const auto slice = slices_.find(slice_of(line));
    if (slice == slices_.end()) return pending;
    if (slice->second.left() <= std::uint64_t{f_.slice_behind} * ticks_per_cycle) return pending;
    auto part = std::make_shared<Pending>();
    pending->parts.push_back(part);
    slice->second.push({came,
                        slice_ticks(count, pairs.size(), f_),
                        {},
                        [](std::uint64_t) {},
                        [part, latency](std::uint64_t end) {
                          part->served = true;
                          part->earliest = (end + ticks_per_cycle - 1) / ticks_per_cycle + latency;
                        }});
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
    last_write_ = (first.sectors & narrow) == 0 ? LastWrite::Whole : LastWrite::Narrow;
    write_.push({now_ * ticks_per_cycle, write_length(first), {}, [](std::uint64_t) {}, {}});
    write_back(first);
  }
  [[nodiscard]] bool does(AtomicWork work) const { return serving_.step.work == work; }
  [[nodiscard]] std::uint64_t atomic_length(const Line& line) const {
    const std::uint64_t turns = turns_of(line, std::max<std::uint64_t>(1, serving_.step.service));
    const std::uint64_t words = line.sectors >> words_at;
    const bool is_alone = turns == 1 && words == 0;
    if (does(AtomicWork::Swaps) && !is_alone) return turns * f_.atomic_swapped;
    const bool has_answer = serving_.step.keeps || does(AtomicWork::Exchanges) || does(AtomicWork::Swaps);
    const bool is_own = multiprocessors_at(line.number, work_.meetings) <= few_meet;
    if (!has_answer && is_own && count_of(line) > 1) return turns * f_.atomic_sector;
    const std::uint64_t brought = words * turns / count_of(line);
    const std::uint64_t each = does(AtomicWork::Compares) ? 0 : brought * f_.atomic_several;
    std::uint64_t adds = turns * f_.atomic_sector + each;
    if (turns > count_of(line)) adds += words > 0 ? turns * f_.atomic_again : turns * f_.atomic_again / 4;
    const std::uint64_t answers = turns * f_.atomic_returned + each * 3 / 2;
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
    if (!goes_to_dram(line, f_)) return;
    come_to_l2(line.number);
    bool known = false; // something of the line is there
    for (std::uint32_t bit = 0; bit < 4; ++bit) known = known || dirty_.contains({line.number, bit});
    for (std::uint32_t pair = 0; pair < 2; ++pair) known = known || fetched_.contains({line.number, pair});
    std::uint64_t fresh = 0, parts = 0;
    std::set<std::uint32_t> pairs;
    for (std::uint32_t bit = 0; bit < 4; ++bit)
      if ((line.sectors >> bit & 1) != 0 && dirty_.insert({line.number, bit}).second) {
        ++fresh;
        parts += line.sectors >> (parts_at + bit) & 1;
        pairs.insert(bit / 2);
      }
    counters.dram_written_bytes += 32 * fresh;
    // Lines apart take as much longer as reading them does. The rest of a part is read: of lines apart with
    // the line, else its sector, and the least is what two sectors and two thirds take.
    const bool is_apart = (line.sectors & apart_from_others) != 0;
    const bool is_part = (line.sectors & narrow) != 0 && !known &&
                         is_in_dram(line.number ^ 0x5555, f_.dram_partial);
    std::uint64_t ticks = fresh * (is_apart && f_.dram_sector != 0
                                       ? f_.dram_write_sector * f_.dram_sector_apart / f_.dram_sector
                                       : f_.dram_write_sector);
    if (is_part && is_apart) ticks = (pairs.size() + 2) * f_.dram_write_sector + 4 * f_.dram_sector;
    if (is_part && !is_apart)
      ticks = std::max<std::uint64_t>(8, 3 * parts) * (f_.dram_write_sector + f_.dram_sector) / 3 +
              (fresh - parts) * f_.dram_write_sector;
    if (fresh == 0) return;
    waiting_writes_ += ticks;
    if (waiting_writes_ < f_.dram_turn * ticks_per_cycle) return;
    dram_.push({now_ * ticks_per_cycle, waiting_writes_, {}, [](std::uint64_t) {}, {}});
    writes_in_[now_ / crowd_window] += waiting_writes_;
    waiting_writes_ = 0;
  }
  std::uint64_t writes_before(Cycle window) {
    std::uint64_t mean = 0;
    for (Cycle before = 0; before < window; ++before) mean = mean_of_writes(mean, writes_in_[before]);
    return mean;
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
      last_write_ = LastWrite::Atomic;
      const auto take = [&](TickServer& server, std::uint64_t once, std::uint64_t times, std::uint64_t turn) {
        auto part = std::make_shared<Pending>();
        serving_.result->parts.push_back(part);
        const auto begins = [this, started, once, times, turn, part](std::uint64_t start) {
          const std::uint64_t waited = start + once - started * ticks_per_cycle + (times - 1) * turn;
          part->served = true;
          part->earliest = started - 1 + (waited + ticks_per_cycle - 1) / ticks_per_cycle + f_.l2_latency;
        };
        server.push({now_ * ticks_per_cycle, once + times * turn, {}, begins, [this](std::uint64_t end) {
                       last_turn_ = std::max(last_turn_, end);
                     }});
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
  Cycle now_ = 0;
  std::vector<Part> parts_;
  Entry serving_; ///< by the tags' stage of the LSU
  std::uint64_t missing_lines_ = 0, pending_lines_ = 0, last_store_ = 0;
  std::vector<std::list<Held>> l1_;
  std::size_t turn_ = 0; ///< the set that a line had to leave for another set last
  std::set<std::pair<std::uint32_t, std::uint32_t>> dirty_; ///< line, sector
  /// By line and pair of sectors.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::shared_ptr<Pending>> fetched_;
  LastWrite last_write_ = LastWrite::None;
  std::uint64_t last_turn_ = 0;   ///< tick in which an atomic's ended
  std::list<std::uint32_t> came_; ///< lines in L2, in the order in which they were asked for
  std::uint64_t waiting_writes_ = 0;
  std::map<std::uint64_t, std::uint64_t> loads_in_, writes_in_; ///< ticks of DRAM, by window
  TickServer reads_, dram_, write_;
  std::map<std::uint32_t, TickServer> slices_, words_; ///< of atomics: by slice, by line
};

} // namespace reference
