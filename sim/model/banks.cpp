// Counts bank conflicts: closed forms for regular accesses, vector code for the others.
#include "sim/model/banks.h"

#include "sim/model/async_copies.h"
#include "sim/model/bank_words.h"
#include "sim/model/distinct.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace warpscope::model {

namespace {

constexpr std::uint32_t bank_count = 32;
constexpr std::uint32_t word_bytes = 4;
constexpr std::uint32_t row_bytes = bank_count * word_bytes;

/// Lanes served together when nothing merges: as many as fill one row of all banks.
std::uint32_t lanes_per_group(std::uint32_t width) {
  return width <= word_bytes ? warp_size : row_bytes / width;
}

std::uint32_t lane_bits(std::uint32_t first, std::uint32_t count) {
  return count == warp_size ? 0xFFFFFFFFu : ((1u << count) - 1u) << first;
}

/// True when every active lane's partner, `distance` (1 or 2) away by exclusive or, is inactive or at the
/// same address.
bool partners_agree(const WarpAccess& access, std::uint32_t distance) {
  const std::uint32_t lower = distance == 1 ? 0x55555555u : 0x33333333u; // the lower lane of each pair
  std::uint32_t differs = 0;
  for (std::uint32_t lane = 0; lane + distance < warp_size; ++lane)
    differs |= static_cast<std::uint32_t>(access.offset[lane] != access.offset[lane + distance]) << lane;
  return (differs & lower & access.mask & access.mask >> distance) == 0;
}

/// LOADS of 8 or 16 bytes merge neighbouring groups in pairs; stores and atomics never do.
bool merges(const WarpAccess& access, AccessKind kind) {
  if (kind != AccessKind::Load || (access.width != 8 && access.width != 16)) return false;
  return partners_agree(access, 1) || partners_agree(access, 2);
}

/// Increments are served as stores are.
AccessKind served_as(const WarpAccess& access, AccessKind kind) {
  return kind == AccessKind::Atomic && access.form == AtomicForm::Joins ? AccessKind::Store : kind;
}

bool swaps(const WarpAccess& access, AccessKind kind) {
  return kind == AccessKind::Atomic && access.form == AtomicForm::Swap;
}

/// As counted, for an access that takes two wavefronts where others take one.
BankCounts counted_twice(BankCounts counts) {
  counts.wavefronts *= 2;
  counts.ideal_wavefronts *= 2;
  return counts;
}

std::uint32_t lanes_of_a_try(const WarpAccess& access) { return access.width == 8 ? 16 : warp_size; }

struct Round {
  std::uint32_t left = 0;  ///< lanes that load
  std::uint32_t tries = 0; ///< lanes for which a compare-and-swap is executed
};
/// Returns round `number`; no lane is left when the loop has ended.
Round round_of(const WarpAccess& access, std::uint32_t number) {
  Round round;
  for (std::uint32_t rest = access.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint32_t last = access.round[lane] & ~std::uint32_t{WarpAccess::leaves};
    const bool leaves = (access.round[lane] & WarpAccess::leaves) != 0;
    round.left |= static_cast<std::uint32_t>(last >= number) << lane;
    round.tries |= static_cast<std::uint32_t>(last > number || (last == number && !leaves)) << lane;
  }
  return round;
}

bool is_aligned(const WarpAccess& access) {
  std::uint32_t bits = 0;
  if (access.mask == 0xFFFFFFFFu) {
    for (const std::uint32_t offset : access.offset) bits |= offset;
  } else {
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
      bits |= access.offset[lane] & (0u - (access.mask >> lane & 1u));
  }
  return (bits & (access.width - 1)) == 0;
}

std::uint32_t first_word(std::uint32_t offset) { return offset / word_bytes; }
std::uint32_t last_word(std::uint32_t offset, std::uint32_t width) {
  return static_cast<std::uint32_t>((std::uint64_t{offset} + width - 1) / word_bytes);
}

/// Lane i's bit of a mask; a table, because shifts by a different count in each lane do not vectorise.
constexpr model_detail::Lanes lane_bit = [] {
  model_detail::Lanes bits{};
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) bits[lane] = 1u << lane;
  return bits;
}();

/// Counts all groups of `lanes` lanes, for offsets that are multiples of the width. A lane's words then
/// always travel together, so the 32 banks act like 128 / unit wider ones and each lane has one key; every
/// group has its own counters, one for each wide bank.
template <std::uint32_t unit, std::uint32_t lanes, bool joins>
BankCounts count_aligned(const WarpAccess& access) {
  constexpr int shift = std::countr_zero(unit);
  constexpr std::uint32_t banks = row_bytes / unit, groups = warp_size / lanes;
  model_detail::Lanes keys, adds;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    const std::uint32_t on = (access.mask & lane_bit[lane]) != 0 ? ~0u : 0u;
    // The group goes into the bits that the shift freed, so that only keys of one group can be equal; an
    // inactive lane gets a key of its own.
    const std::uint32_t key = access.offset[lane] >> shift | lane / lanes << (32 - shift);
    keys[lane] = (key & on) | (~lane & ~on);
    adds[lane] = on & 1u;
  }
  if constexpr (joins) {
    const model_detail::Lanes repeated = model_detail::repeats(keys, warp_size);
    for (std::uint32_t lane = 0; lane < warp_size; ++lane) adds[lane] &= ~repeated[lane];
  }
  BankCounts counts;
  counts.requests = 1;
  for (std::uint32_t group = 0; group < groups; ++group) {
    std::array<std::uint32_t, banks> uses{};
    std::uint32_t most = 0;
    for (std::uint32_t lane = group * lanes; lane < (group + 1) * lanes; ++lane) {
      std::uint32_t& bank = uses[keys[lane] % banks];
      bank += adds[lane];
      most = std::max(most, bank);
    }
    counts.wavefronts += most;
    counts.ideal_wavefronts += most != 0;
  }
  counts.bank_conflicts = counts.wavefronts - counts.ideal_wavefronts;
  return counts;
}

/// Counts words that no closed form covers, the most common case. False when they lie too far apart.
bool count_words(const WarpAccess& access, BankCounts& counts) {
  static const model_detail::CountPasses count_passes = model_detail::pass_counters().front();
  model_detail::WordKeys keys;
  if (!model_detail::fill_words(access, keys)) return false;
  counts = {1, count_passes(keys), 1, 0};
  counts.bank_conflicts = counts.wavefronts - 1;
  return true;
}

/// Selects the template instance. Atomics do not merge the lanes of one word.
BankCounts count_aligned(const WarpAccess& access, AccessKind kind, bool merged) {
  if (kind == AccessKind::Atomic) {
    switch (access.width) {
    case 8: return count_aligned<8, 16, false>(access);
    case 16: return count_aligned<16, 8, false>(access);
    case 32: return count_aligned<32, 4, false>(access);
    default: return count_aligned<4, 32, false>(access);
    }
  }
  switch (access.width) {
  case 8: return merged ? count_aligned<8, 32, true>(access) : count_aligned<8, 16, true>(access);
  case 16: return merged ? count_aligned<16, 16, true>(access) : count_aligned<16, 8, true>(access);
  case 32: return count_aligned<32, 4, true>(access);
  default: return count_aligned<4, 32, true>(access);
  }
}

/// Applies the rule literally, for offsets that the hardware would fault on; rare, so it may be slow.
std::uint32_t passes_unaligned(const WarpAccess& access, AccessKind kind, std::uint32_t active) {
  std::vector<std::uint32_t> words;
  for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const std::uint32_t offset = access.offset[static_cast<unsigned>(std::countr_zero(rest))];
    const std::uint32_t last = last_word(offset, access.width);
    for (std::uint32_t word = first_word(offset); word != last + 1; ++word) words.push_back(word);
  }
  if (kind != AccessKind::Atomic) {
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
  }
  std::array<std::uint32_t, bank_count> in_bank{};
  for (const std::uint32_t word : words) ++in_bank[word % bank_count];
  return *std::max_element(in_bank.begin(), in_bank.end());
}

/// All lanes active at a constant step: the textbook's gcd(step, banks), for groups of `lanes` lanes. 0: no
/// closed form.
std::uint32_t passes_affine(std::uint32_t width, std::int32_t step, std::uint32_t lanes) {
  const std::uint32_t unit = std::max(width, word_bytes);
  const std::uint32_t size = static_cast<std::uint32_t>(step < 0 ? -step : step);
  if (size == 0) return 1;
  if (size % unit != 0)
    return size < word_bytes ? 1 : 0; // steps below a word: 32 lanes cover less than a row
  const std::uint32_t banks = row_bytes / unit;
  const std::uint32_t keys = size / unit;
  // gcd(keys, banks), since `banks` is a power of two.
  const std::uint32_t common = std::min(keys & (0u - keys), banks);
  return (lanes * common + banks - 1) / banks;
}

} // namespace

BankCounts count_banks(const WarpAccess& access, AccessKind kind) {
  if (access.bulk) return {}; // moved beside the pipe whose wavefronts are counted
  if (access.goes_on) {
    WarpAccess alone = access;
    alone.goes_on = false;
    BankCounts counts = count_banks(alone, kind);
    counts.requests = 0;
    return counts;
  }
  assert(std::has_single_bit(access.width) && access.width <= 32);
  if (access.mask == 0) return {};
  if (loops(access, kind)) return count_loop(access).swaps;
  if (swaps(access, kind)) {
    WarpAccess turns = access;
    turns.form = AtomicForm::Turns;
    return counted_twice(count_banks(turns, kind));
  }
  kind = served_as(access, kind);
  if (model_detail::is_async_copy(access, kind)) return model_detail::serve_async_copy(access).counts;
  std::uint32_t lanes = lanes_per_group(access.width);
  std::int32_t step = 0;
  if (kind != AccessKind::Atomic && model_detail::is_affine(access, step) &&
      ((access.offset[0] | static_cast<std::uint32_t>(step)) & (access.width - 1)) == 0) {
    // With all lanes active, only equal addresses merge.
    if (step == 0 && kind == AccessKind::Load && (access.width == 8 || access.width == 16)) lanes *= 2;
    if (const std::uint32_t passes = passes_affine(access.width, step, lanes); passes != 0) {
      const std::uint32_t groups = warp_size / lanes;
      return {1, groups * passes, groups, groups * (passes - 1)};
    }
  } else if (merges(access, kind)) {
    lanes *= 2;
  }
  BankCounts words;
  if (access.width <= word_bytes && kind != AccessKind::Atomic && is_aligned(access) &&
      count_words(access, words))
    return words;
  if (is_aligned(access)) return count_aligned(access, kind, lanes > lanes_per_group(access.width));
  BankCounts counts;
  counts.requests = 1;
  for (std::uint32_t first = 0; first < warp_size; first += lanes) {
    const std::uint32_t active = access.mask & lane_bits(first, lanes);
    if (active == 0) continue;
    counts.wavefronts += passes_unaligned(access, kind, active);
    ++counts.ideal_wavefronts;
  }
  counts.bank_conflicts = counts.wavefronts - counts.ideal_wavefronts;
  return counts;
}

std::vector<std::uint32_t> lanes_by_round(const WarpAccess& access) {
  std::vector<std::uint32_t> lanes;
  for (Round round = round_of(access, 0); round.left != 0;
       round = round_of(access, static_cast<std::uint32_t>(lanes.size())))
    lanes.push_back(round.left);
  return lanes;
}

WarpAccess words_around(const WarpAccess& access, std::uint32_t mask, AtomicForm form) {
  WarpAccess words;
  words.mask = mask;
  words.form = form;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    words.offset[lane] = access.offset[lane] & ~(word_bytes - 1);
  return words;
}

namespace {

LoopCounts count_words_loop(const WarpAccess& access) {
  LoopCounts counts;
  counts.loads = count_banks(words_around(access, access.mask, AtomicForm::Turns), AccessKind::Load);
  counts.load_lanes = static_cast<std::uint32_t>(std::popcount(access.mask));
  for (const std::uint32_t left : lanes_by_round(access)) {
    ++counts.rounds;
    const BankCounts swaps = count_banks(words_around(access, left, AtomicForm::Swap), AccessKind::Atomic);
    counts.swaps.requests += swaps.requests;
    counts.swaps.wavefronts += swaps.wavefronts;
    counts.swaps.bank_conflicts += swaps.bank_conflicts;
    counts.swap_lanes += static_cast<std::uint32_t>(std::popcount(left));
  }
  counts.swaps.ideal_wavefronts = 2;
  return counts;
}

} // namespace

LoopCounts count_loop(const WarpAccess& access) {
  if (access.form == AtomicForm::Words) return count_words_loop(access);
  LoopCounts counts;
  const std::uint32_t lanes = lanes_of_a_try(access);
  WarpAccess load = access;
  for (Round round = round_of(access, 0); round.left != 0; round = round_of(access, counts.rounds)) {
    ++counts.rounds;
    load.mask = round.left;
    const BankCounts loads = count_banks(load, AccessKind::Load);
    counts.loads.requests += loads.requests;
    counts.loads.wavefronts += loads.wavefronts;
    counts.loads.ideal_wavefronts += loads.ideal_wavefronts;
    counts.loads.bank_conflicts += loads.bank_conflicts;
    counts.load_lanes += static_cast<std::uint32_t>(std::popcount(round.left));
    counts.swap_lanes += static_cast<std::uint32_t>(std::popcount(round.tries));
    counts.swaps.requests += round.tries != 0;
    for (std::uint32_t first = 0; first < warp_size; first += lanes)
      counts.swaps.wavefronts += (round.tries & lane_bits(first, lanes)) != 0 ? 2 : 0;
  }
  for (std::uint32_t first = 0; first < warp_size; first += lanes)
    counts.swaps.ideal_wavefronts += (access.mask & lane_bits(first, lanes)) != 0 ? 2 : 0;
  counts.swaps.ideal_wavefronts = std::min(counts.swaps.ideal_wavefronts, counts.swaps.wavefronts);
  return counts;
}

namespace {

void add_twice(BankService& service, const BankWavefront& wavefront) {
  service.wavefronts.insert(service.wavefronts.end(), 2, wavefront);
  service.wavefronts.back().again = true;
}

/// All wavefronts of a loop are in one group.
BankService in_one_group(const WarpAccess& access, BankService service) {
  BankGroup& group = service.groups.emplace_back();
  group.lanes = lane_bits(0, warp_size);
  group.active = access.mask;
  group.wavefronts = static_cast<std::uint32_t>(service.wavefronts.size());
  return service;
}

BankService serve_words_loop(const WarpAccess& access) {
  BankService service;
  service.counts = count_loop(access).swaps;
  for (const std::uint32_t left : lanes_by_round(access)) {
    const BankService round = serve_banks(words_around(access, left, AtomicForm::Swap), AccessKind::Atomic);
    service.wavefronts.insert(service.wavefronts.end(), round.wavefronts.begin(), round.wavefronts.end());
  }
  return in_one_group(access, std::move(service));
}

BankService serve_loop(const WarpAccess& access) {
  if (access.form == AtomicForm::Words) return serve_words_loop(access);
  BankService service;
  service.counts = count_loop(access).swaps;
  const std::uint32_t lanes = lanes_of_a_try(access), unit = std::max(access.width, word_bytes);
  std::uint32_t number = 0;
  for (Round round = round_of(access, 0); round.left != 0; round = round_of(access, ++number)) {
    for (std::uint32_t first = 0; first < warp_size; first += lanes) {
      BankWavefront wavefront;
      for (std::uint32_t rest = round.tries & lane_bits(first, lanes); rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const std::uint32_t word = access.offset[lane] / unit * (unit / word_bytes), bank = word % bank_count;
        if ((wavefront.banks >> bank & 1u) != 0) continue;
        wavefront.lanes |= 1u << lane;
        for (std::uint32_t part = 0; part < unit / word_bytes; ++part) {
          wavefront.banks |= 1u << (bank + part);
          wavefront.word[bank + part] = word + part;
          wavefront.lanes_of_bank[bank + part] = 1u << lane;
        }
      }
      if (wavefront.lanes != 0) add_twice(service, wavefront);
    }
  }
  return in_one_group(access, std::move(service));
}

/// Shows each wavefront twice, as a compare-and-swap takes them.
BankService served_twice(const BankService& once) {
  BankService service{counted_twice(once.counts), once.groups, {}};
  for (BankGroup& group : service.groups) group.first_wavefront *= 2, group.wavefronts *= 2;
  for (const BankWavefront& wavefront : once.wavefronts) add_twice(service, wavefront);
  return service;
}

} // namespace

BankService serve_banks(const WarpAccess& access, AccessKind kind) {
  if (access.bulk) return {};
  assert(std::has_single_bit(access.width) && access.width <= 32);
  BankService service;
  if (access.mask == 0) return service;
  if (loops(access, kind)) return serve_loop(access);
  if (swaps(access, kind)) {
    WarpAccess turns = access;
    turns.form = AtomicForm::Turns;
    return served_twice(serve_banks(turns, kind));
  }
  kind = served_as(access, kind);
  if (model_detail::is_async_copy(access, kind)) return model_detail::serve_async_copy(access);
  const bool merged = merges(access, kind);
  const std::uint32_t lanes = lanes_per_group(access.width) * (merged ? 2 : 1);
  service.counts.requests = 1;
  for (std::uint32_t first = 0; first < warp_size; first += lanes) {
    BankGroup group;
    group.lanes = lane_bits(first, lanes);
    group.active = access.mask & group.lanes;
    group.merged = merged;
    if (group.active == 0) continue;
    group.first_wavefront = static_cast<std::uint32_t>(service.wavefronts.size());
    // Each word takes the group's earliest wavefront in which its bank is free; a word that is already
    // scheduled is shared. Lanes in ascending order, so that in every bank the word of the lowest lane goes
    // first.
    for (std::uint32_t rest = group.active; rest != 0; rest &= rest - 1) {
      const std::uint32_t lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      const std::uint32_t last = last_word(access.offset[lane], access.width);
      for (std::uint32_t word = first_word(access.offset[lane]); word != last + 1; ++word) {
        const std::uint32_t bank = word % bank_count;
        std::size_t at = group.first_wavefront;
        for (; at < service.wavefronts.size(); ++at) {
          const BankWavefront& wavefront = service.wavefronts[at];
          const bool free = (wavefront.banks >> bank & 1u) == 0;
          if (free || (kind != AccessKind::Atomic && wavefront.word[bank] == word)) break;
        }
        if (at == service.wavefronts.size()) {
          service.wavefronts.emplace_back();
          service.wavefronts.back().group = static_cast<std::uint32_t>(service.groups.size());
        }
        BankWavefront& wavefront = service.wavefronts[at];
        wavefront.lanes |= 1u << lane;
        wavefront.banks |= 1u << bank;
        wavefront.word[bank] = word;
        wavefront.lanes_of_bank[bank] |= 1u << lane;
      }
    }
    group.wavefronts = static_cast<std::uint32_t>(service.wavefronts.size()) - group.first_wavefront;
    service.groups.push_back(group);
  }
  service.counts.wavefronts = static_cast<std::uint32_t>(service.wavefronts.size());
  service.counts.ideal_wavefronts = static_cast<std::uint32_t>(service.groups.size());
  service.counts.bank_conflicts = service.counts.wavefronts - service.counts.ideal_wavefronts;
  return service;
}

} // namespace warpscope::model
