// Counts blocks' instructions and deals a grid out by them.
#include "sim/run/block_plan.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace warpscope::run {

namespace {

/// Cycles of a multiprocessor for an instruction of one warp that waits for its last one; and instructions
/// that a multiprocessor issues in a cycle, which bounds it when many warps are there.
constexpr double cycles_alone = 6, issued_a_cycle = 4;

const BlockWeight& nearest(const BlockWeights& known, std::uint64_t block) {
  const auto above = known.lower_bound(block);
  if (above == known.end()) return std::prev(above)->second;
  if (above == known.begin() || above->first == block) return above->second;
  const auto below = std::prev(above);
  return block - below->first <= above->first - block ? below->second : above->second;
}

/// Of every block of a grid.
std::vector<BlockWeight> weights_of_all(const BlockWeights& known, std::uint64_t grid, const Rows& rows) {
  constexpr std::uint64_t most_distances = 8'000'000;
  std::vector<BlockWeight> all(grid);
  const bool in_a_plane = rows.row > 1 && grid > rows.row && grid * known.size() <= most_distances;
  for (std::uint64_t block = 0; block < grid; ++block) {
    if (!in_a_plane) {
      all[block] = nearest(known, block);
      continue;
    }
    double least = 0;
    const BlockWeight* found = nullptr;
    for (const auto& [other, weight] : known) {
      const auto apart = [](std::uint64_t a, std::uint64_t b) {
        return static_cast<double>(a > b ? a - b : b - a);
      };
      const double x = rows.wide * apart(block % rows.row, other % rows.row),
                   y = rows.high * apart(block / rows.row, other / rows.row), distance = x * x + y * y;
      if (found == nullptr || distance < least) found = &weight, least = distance;
    }
    all[block] = *found;
  }
  return all;
}

} // namespace

bool BlockCounter::wants_instructions(std::uint64_t block) {
  const bool counts = tells(block) && (behind_ == nullptr || behind_->wants_instructions(block));
  if (!counts) open_.erase(block);
  return counts;
}

void BlockCounter::on_block_begin(std::uint64_t block) {
  if (!tells(block)) return;
  open_[block].clear();
  last_.reset();
  if (behind_ != nullptr) behind_->on_block_begin(block);
}

void BlockCounter::on_instruction(const trace::InstructionEvent& event) {
  if (const auto warps = open_.find(event.block); warps != open_.end()) {
    if (warps->second.size() <= event.warp) warps->second.resize(event.warp + 1);
    ++warps->second[event.warp];
  }
  if (!passes_on(event.block, event.warp)) return;
  ++told_;
  behind_->on_instruction(event);
}

bool BlockCounter::passes_on(std::uint64_t block, std::uint32_t warp) const {
  if (behind_ == nullptr || !tells(block)) return false;
  if (first_ == ~std::uint64_t{0}) return true;
  const auto warps = open_.find(block);
  return warps == open_.end() || warps->second.size() <= warp || warps->second[warp] <= first_;
}

void BlockCounter::on_block_end(std::uint64_t block) {
  if (const auto warps = open_.find(block); warps != open_.end()) {
    BlockWeight weight;
    for (const std::uint64_t count : warps->second) {
      weight.longest = std::max(weight.longest, count);
      weight.all += warps_ * count;
    }
    weights_[block] = weight;
    last_ = block;
    open_.erase(warps);
  }
  if (behind_ != nullptr && tells(block)) behind_->on_block_end(block);
}

void BlockCounter::forget_last() {
  if (last_) weights_.erase(*last_);
  last_.reset();
}

bool are_uneven(const BlockWeights& weights, std::uint64_t grid) {
  double longest = 0, all = 0, mean_longest = 0, mean_all = 0;
  double from = 0; // where the blocks begin for which this one stands
  for (auto at = weights.begin(); at != weights.end(); ++at) {
    const auto next = std::next(at);
    const double to = next == weights.end() ? static_cast<double>(grid)
                                            : static_cast<double>(at->first + next->first + 1) / 2;
    const BlockWeight& weight = at->second;
    longest = std::max(longest, static_cast<double>(weight.longest));
    all = std::max(all, static_cast<double>(weight.all));
    mean_longest += (to - from) * static_cast<double>(weight.longest);
    mean_all += (to - from) * static_cast<double>(weight.all);
    from = to;
  }
  const auto count = static_cast<double>(grid);
  return longest * count > uneven_from * mean_longest || all * count > uneven_from * mean_all;
}

std::vector<std::uint64_t> spread_over(std::uint64_t grid, std::size_t count, const BlockWeights& without,
                                       const Rows& rows) {
  std::vector<std::uint64_t> blocks;
  // On a line by the golden ratio; in a plane by the plastic number, its like there (Roberts' R2 sequence).
  constexpr double golden = 0.6180339887498949, plastic = 0.7548776662466927;
  const auto number = [](double part, std::uint64_t of) {
    return static_cast<std::uint64_t>((part - std::floor(part)) * static_cast<double>(of));
  };
  const std::size_t tries = 4 * (count + without.size());
  for (std::size_t i = 1; i <= tries && blocks.size() < count; ++i) {
    const auto turn = static_cast<double>(i);
    const std::uint64_t block = rows.row > 1 && grid > rows.row
                                    ? number(turn * plastic * plastic, grid / rows.row) * rows.row +
                                          number(turn * plastic, rows.row)
                                    : number(turn * golden, grid);
    if (block < grid && !without.contains(block) &&
        std::find(blocks.begin(), blocks.end(), block) == blocks.end())
      blocks.push_back(block);
  }
  return blocks;
}

BlockPlan plan_of_any(const BlockWeights& known, std::uint64_t grid, std::uint64_t multiprocessors) {
  BlockPlan plan;
  std::uint64_t at = 0, step = multiprocessors * 618 / 1000 + 1;
  while (std::gcd(step, multiprocessors) != 1) ++step; // so that every place in a round comes
  for (std::uint64_t first = 0; first < grid; first += multiprocessors) {
    plan.blocks.push_back(first + at % std::min(multiprocessors, grid - first));
    plan.weights.push_back(nearest(known, plan.blocks.back()));
    at += step;
  }
  return plan;
}

BlockPlan plan_of_last(const BlockWeights& known, std::uint64_t grid, std::uint64_t multiprocessors,
                       std::uint64_t resident, const Rows& rows) {
  BlockPlan plan;
  if (known.empty() || grid == 0) return plan;
  if (grid > most_dealt) return plan_of_any(known, grid, multiprocessors);
  struct Place {
    std::uint64_t free = 0, started = 0; ///< started: places that start together do so in turn
    std::uint64_t multiprocessor = 0;
    bool operator>(const Place& other) const {
      return std::pair{free, started} > std::pair{other.free, other.started};
    }
  };
  std::priority_queue<Place, std::vector<Place>, std::greater<>> places;
  for (std::uint64_t i = 0; i < multiprocessors * resident; ++i) places.push({0, i, i % multiprocessors});
  struct Load {
    std::uint64_t ends = 0, all = 0;
  };
  std::vector<Load> loads(multiprocessors);
  std::vector<std::uint32_t> taken_by(grid);
  const std::vector<BlockWeight> weights = weights_of_all(known, grid, rows);
  for (std::uint64_t block = 0; block < grid; ++block) {
    Place place = places.top();
    places.pop();
    const BlockWeight& weight = weights[block];
    place.free += weight.longest;
    place.started = multiprocessors * resident + block;
    Load& load = loads[place.multiprocessor];
    load.ends = std::max(load.ends, place.free);
    load.all += weight.all;
    taken_by[block] = static_cast<std::uint32_t>(place.multiprocessor);
    places.push(place);
  }
  const auto cycles = [](const Load& load) {
    return std::max(cycles_alone * static_cast<double>(load.ends),
                    static_cast<double>(load.all) / issued_a_cycle);
  };
  const auto last = static_cast<std::uint32_t>(
      std::max_element(loads.begin(), loads.end(),
                       [&](const Load& a, const Load& b) { return cycles(a) < cycles(b); }) -
      loads.begin());
  for (std::uint64_t block = 0; block < grid; ++block)
    if (taken_by[block] == last) {
      plan.blocks.push_back(block);
      plan.weights.push_back(weights[block]);
    }
  return plan;
}

double thin_out(BlockPlan& plan, const Thinned& to) {
  std::uint64_t all = 0;
  for (const BlockWeight& weight : plan.weights) all += weight.all;
  const std::size_t count = plan.blocks.size();
  const double share = all > to.instructions ? static_cast<double>(to.instructions) / static_cast<double>(all)
                                             : 1.0;
  const std::size_t kept = std::clamp(static_cast<std::size_t>(share * static_cast<double>(count)), to.least,
                                      std::max(to.least, to.most));
  if (count <= kept) return 0;
  BlockPlan thin;
  double of_kept = 0;
  for (std::size_t i = 0; i < kept; ++i) {
    // The middle one of each of `kept` parts.
    const std::size_t at = (2 * i + 1) * count / (2 * kept);
    thin.blocks.push_back(plan.blocks[at]);
    thin.weights.push_back(plan.weights[at]);
    of_kept += static_cast<double>(plan.weights[at].all);
  }
  plan = std::move(thin);
  return of_kept > 0 ? (static_cast<double>(all) - of_kept) / (of_kept / static_cast<double>(kept)) : 0;
}

} // namespace warpscope::run
