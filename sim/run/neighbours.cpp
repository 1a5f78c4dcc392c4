// Runs some other blocks and compares what they touch with what the first one touches.
#include "sim/run/neighbours.h"

#include "sim/multiprocessor/memory.h"
#include "sim/run/footprint.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <unordered_set>

namespace warpscope::run {

namespace {

constexpr std::uint64_t affordable = 200'000; // instructions, of all others

/// Blocks that can be afforded, the fewer the more instructions a block has.
std::uint64_t count_of(const Others& others) {
  return std::clamp<std::uint64_t>(affordable / std::max<std::uint64_t>(1, others.instructions), 4, 32);
}

std::vector<multiprocessor::Block> run_blocks(const Others& others, std::vector<std::uint64_t> blocks) {
  Recording recording(others.program, others.request, others.spilled);
  exec::RunOptions options = others.options;
  options.blocks = std::move(blocks);
  (void)recording.run(others.launch, others.memory, options); // what ends, if not all does, is what is known
  return recording.take_blocks();
}

/// In how many blocks a walk through a buffer comes round, by how far its first lines lie apart in the first
/// two blocks.
std::vector<std::uint64_t> rounds_of(const multiprocessor::Block& first, const multiprocessor::Block& second,
                                     std::span<const exec::Allocation> buffers) {
  std::vector<std::uint64_t> rounds;
  if (first.warps.empty() || second.warps.empty()) return rounds;
  const auto& a = first.warps[0];
  const auto& b = second.warps[0];
  for (std::size_t i = 0; i < std::min(a.size(), b.size()) && rounds.size() < 8; ++i) {
    if (a[i].op != multiprocessor::Op::Load || b[i].op != a[i].op || a[i].count == 0 || b[i].count == 0)
      continue;
    const std::uint64_t from = first.lines[a[i].first].number, to = second.lines[b[i].first].number;
    if (to <= from) continue;
    for (const exec::Allocation& buffer : buffers) {
      const std::uint64_t begin = buffer.offset / multiprocessor::line_bytes,
                          lines = buffer.bytes / multiprocessor::line_bytes;
      if (from >= begin && from < begin + lines) rounds.push_back(lines / (to - from));
    }
  }
  return rounds;
}

/// How much of another block's traffic comes to the lines of this one, over time: 1 where both choose theirs
/// among the same, although they may have few in common at a time. What two blocks that choose at random
/// among the lines between the first and the last have in common is what the other one has of all.
double share_of_meeting(std::span<const std::uint32_t> lines, std::span<const std::uint32_t> others,
                        const multiprocessor::Meeting& buffer) {
  const auto from = std::lower_bound(others.begin(), others.end(), buffer.from),
             to = std::lower_bound(from, others.end(), buffer.end);
  if (from == to) return 0;
  std::size_t common = 0, different = 0;
  for (auto at = from; at != to; at = std::upper_bound(at, to, *at)) ++different;
  for (const std::uint32_t line : lines) common += std::binary_search(from, to, line) ? 1 : 0;
  const auto all = static_cast<double>(std::max(lines.back(), *(to - 1)) - std::min(lines.front(), *from) +
                                       1);
  return std::min(1.0, static_cast<double>(common) / static_cast<double>(lines.size()) * all /
                           static_cast<double>(different));
}

/// Calls `visit` with the lines of each access that goes through L1.
template <class Visit> void for_each_access(const multiprocessor::Block& block, Visit visit) {
  for (const auto& steps : block.warps)
    for (const multiprocessor::Step& step : steps)
      if (step.op == multiprocessor::Op::Load || step.op == multiprocessor::Op::Store ||
          step.op == multiprocessor::Op::Copy)
        visit(std::span(block.lines).subspan(step.first, step.count));
}

double share_beside(const multiprocessor::Block& first, const std::vector<multiprocessor::Block>& near) {
  std::unordered_set<std::uint32_t> touched;
  const auto touch = [&](std::span<const multiprocessor::Line> lines) {
    for (const multiprocessor::Line& line : lines) touched.insert(line.number);
  };
  for_each_access(first, touch);
  for (const multiprocessor::Block& block : near) for_each_access(block, touch);
  std::uint64_t apart = 0, beside = 0;
  for_each_access(first, [&](std::span<const multiprocessor::Line> lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (!multiprocessor::is_apart(lines, i)) continue;
      ++apart;
      beside += touched.contains(lines[i].number + 1) || touched.contains(lines[i].number - 1) ? 1 : 0;
    }
  });
  return apart == 0 ? 0 : static_cast<double>(beside) / static_cast<double>(apart);
}

} // namespace

std::vector<std::uint32_t> atomic_lines(const multiprocessor::Block& block) {
  std::vector<std::uint32_t> lines;
  for (const auto& steps : block.warps)
    for (const multiprocessor::Step& step : steps)
      if (step.op == multiprocessor::Op::Atomic)
        for (std::uint32_t i = 0; i < step.count; ++i) lines.push_back(block.lines[step.first + i].number);
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::vector<multiprocessor::Meeting> meetings_of(const Others& others, const multiprocessor::Block& first,
                                                 std::uint64_t multiprocessors) {
  const std::uint64_t count = count_of(others);
  // The nearest one by one, since a line may hold the words of neighbours; then evenly, but at no whole
  // number's multiples, since lines may come again after so many blocks.
  const std::uint64_t near = count / 4, others_count = count - near;
  std::vector<std::uint64_t> distances;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t at = i < near ? i + 1
                                      : near + 1 + (i - near) * (multiprocessors - near - 1) / others_count;
    if (at < multiprocessors && (distances.empty() || at > distances.back())) distances.push_back(at);
  }
  std::vector<std::uint32_t> lines = atomic_lines(first);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  const std::vector<multiprocessor::Block> blocks = run_blocks(others, distances);
  std::vector<multiprocessor::Meeting> meetings;
  for (const exec::Allocation& buffer : others.memory.allocations(Space::Global)) {
    if (buffer.bytes == 0) continue;
    const std::uint64_t last = buffer.offset + buffer.bytes - 1;
    multiprocessor::Meeting meeting{.from = buffer.offset / multiprocessor::line_bytes,
                                    .end = static_cast<std::uint32_t>(last / multiprocessor::line_bytes) + 1};
    const auto from = std::lower_bound(lines.begin(), lines.end(), meeting.from);
    const auto to = std::lower_bound(from, lines.end(), meeting.end);
    if (from == to) continue;
    double met = 1;
    for (std::size_t i = 0; i < blocks.size() && i < distances.size(); ++i) {
      const std::vector<std::uint32_t> others_lines = atomic_lines(blocks[i]);
      const std::uint64_t next = i + 1 < blocks.size() ? distances[i + 1] : multiprocessors;
      met += static_cast<double>(next - distances[i]) *
             share_of_meeting(std::span(from, to), std::span(others_lines), meeting);
    }
    meeting.multiprocessors = static_cast<std::uint32_t>(std::lround(met));
    meetings.push_back(meeting);
  }
  return meetings;
}

Again soon_again(const Others& others, const multiprocessor::Block& first, double kept_bytes) {
  const std::uint64_t grid = others.launch.grid.count(),
                      lines = std::max<std::uint64_t>(1, lines_of({first}, 1));
  if (grid < 2) return {};
  const double window = kept_bytes / static_cast<double>(lines * multiprocessor::line_bytes);
  const auto last = static_cast<std::uint64_t>(std::clamp(window, 1.0, static_cast<double>(grid - 1)));
  // Blocks beside it, in each direction of the grid, and those in which a walk comes round.
  std::vector<std::uint64_t> special = {1, 2}, spread;
  const std::uint64_t row = others.launch.grid.x, plane = row * others.launch.grid.y;
  for (const std::uint64_t side : {row, plane}) {
    special.insert(special.end(), {side, side + 1});
    if (side > 1) special.push_back(side - 1);
  }
  const std::vector<multiprocessor::Block> next = run_blocks(others, {1});
  bool comes_round = false;
  if (!next.empty())
    for (const std::uint64_t round : rounds_of(first, next[0], others.memory.allocations(Space::Global))) {
      special.push_back(round);
      comes_round = comes_round || (round > last && round < grid);
    }
  for (std::uint64_t i = 1, count = count_of(others); i <= count; ++i) spread.push_back(i * last / count);
  const auto tidy = [&](std::vector<std::uint64_t>& blocks) {
    std::sort(blocks.begin(), blocks.end());
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    std::erase_if(blocks, [&](std::uint64_t at) { return at == 0 || at > last; });
  };
  tidy(special);
  tidy(spread);
  const std::vector<multiprocessor::Block> near = run_blocks(others, special),
                                           far = run_blocks(others, spread);
  const auto share = [&](bool stores) {
    const std::vector<std::uint64_t> its = pairs_of(first, stores);
    if (its.empty()) return 1.0;
    std::vector<bool> again(its.size(), false);
    std::size_t met = 0;
    const auto meet = [&](const multiprocessor::Block& block, bool counts) {
      const std::vector<std::uint64_t> others_pairs = pairs_of(block, stores);
      for (std::size_t i = 0; i < its.size(); ++i) {
        const bool here = std::binary_search(others_pairs.begin(), others_pairs.end(), its[i]);
        again[i] = again[i] || here;
        met += here && counts ? 1 : 0;
      }
    };
    for (const multiprocessor::Block& block : near) meet(block, false);
    for (const multiprocessor::Block& block : far) meet(block, true);
    const auto of = static_cast<double>(its.size());
    const double seen = static_cast<double>(std::count(again.begin(), again.end(), true)) / of;
    // What few of those that were looked at touch, all together may well touch.
    const double each = far.empty() ? 0 : static_cast<double>(met) / of / static_cast<double>(far.size());
    return std::max(seen, 1 - std::exp(-each * static_cast<double>(last)));
  };
  return {.loaded = share(false),
          .stored = share(true),
          .beside = share_beside(first, near),
          .comes_round = comes_round};
}

} // namespace warpscope::run
