// Counts the lines that the recorded blocks touch, buffer by buffer.
#include "sim/run/footprint.h"

#include <algorithm>
#include <cmath>

namespace warpscope::run {

namespace {

/// True when a warp's lines lie neither upwards nor downwards, and far from each other: those of a few rows
/// or of a small neighbourhood come in order with those of the next warps.
bool is_irregular(std::span<const multiprocessor::Line> lines) {
  constexpr std::uint32_t far = 8; // times as many lines as are touched
  bool up = false, down = false;
  std::uint32_t low = ~0u, high = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    low = std::min(low, lines[i].number);
    high = std::max(high, lines[i].number);
    if (i > 0) (lines[i].number > lines[i - 1].number ? up : down) = true;
  }
  return up && down && high - low > far * lines.size();
}

/// Of the sectors that a block stores parts of, the share to which it stores once.
double parts_of(const std::vector<multiprocessor::Block>& blocks) {
  std::size_t all = 0, once = 0;
  for (const multiprocessor::Block& block : blocks) {
    std::vector<std::uint64_t> sectors;
    for (const auto& steps : block.warps)
      for (const multiprocessor::Step& step : steps) {
        if (step.op != multiprocessor::Op::Store) continue;
        for (std::uint32_t i = 0; i < step.count; ++i) {
          const multiprocessor::Line& line = block.lines[step.first + i];
          if ((line.sectors & multiprocessor::narrow) == 0 || line.number >= multiprocessor::local_lines)
            continue;
          for (std::uint32_t sector = 0; sector < multiprocessor::sectors_per_line; ++sector)
            if ((line.sectors >> (multiprocessor::parts_at + sector) & 1u) != 0)
              sectors.push_back(std::uint64_t{line.number} * multiprocessor::sectors_per_line + sector);
        }
      }
    std::sort(sectors.begin(), sectors.end());
    for (std::size_t i = 0; i < sectors.size();) {
      std::size_t end = i + 1;
      while (end < sectors.size() && sectors[end] == sectors[i]) ++end;
      ++all;
      once += end == i + 1 ? 1 : 0;
      i = end;
    }
  }
  return all > 0 ? static_cast<double>(once) / static_cast<double>(all) : 1;
}

} // namespace

void set_footprint(multiprocessor::Share& share, const std::vector<multiprocessor::Block>& blocks,
                   std::uint64_t grid, std::span<const exec::Allocation> buffers) {
  std::vector<std::uint32_t> lines, written, in_no_order, loads;
  std::vector<std::uint64_t> written_sectors;
  std::size_t loaded = 0, irregular = 0, stored_lines = 0, scattered = 0;
  for (const multiprocessor::Block& block : blocks) {
    for (const multiprocessor::Line& line : block.lines)
      if (line.number < multiprocessor::local_lines) lines.push_back(line.number);
    for (const auto& steps : block.warps)
      for (const multiprocessor::Step& step : steps) {
        if (step.op == multiprocessor::Op::Load) {
          const std::span<const multiprocessor::Line> of_step{block.lines.data() + step.first, step.count};
          const bool has_no_order = is_irregular(of_step);
          loaded += step.count;
          irregular += has_no_order ? step.count : 0;
          for (const multiprocessor::Line& line : of_step) {
            if (line.number >= multiprocessor::local_lines) continue;
            loads.push_back(line.number);
            if (has_no_order) in_no_order.push_back(line.number);
          }
        }
        if (step.op == multiprocessor::Op::Store || step.op == multiprocessor::Op::Atomic) {
          const std::span<const multiprocessor::Line> of_step{block.lines.data() + step.first, step.count};
          stored_lines += step.count;
          scattered += is_irregular(of_step) ? step.count : 0;
          for (std::uint32_t i = 0; i < step.count; ++i) {
            const multiprocessor::Line& line = block.lines[step.first + i];
            if (line.number >= multiprocessor::local_lines) continue;
            written.push_back(line.number);
            for (std::uint32_t sector = 0; sector < multiprocessor::sectors_per_line; ++sector)
              if ((line.sectors >> sector & 1u) != 0)
                written_sectors.push_back(std::uint64_t{line.number} * multiprocessor::sectors_per_line +
                                          sector);
          }
        }
      }
  }
  const double others = static_cast<double>(grid) / static_cast<double>(blocks.size());
  const auto bytes_of = [&](std::vector<std::uint32_t>& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    double bytes = 0;
    for (const exec::Allocation& buffer : buffers) {
      const auto from = std::lower_bound(numbers.begin(), numbers.end(),
                                         buffer.offset / multiprocessor::line_bytes);
      const auto to = std::lower_bound(from, numbers.end(),
                                       (buffer.offset + buffer.bytes + multiprocessor::line_bytes - 1) /
                                           multiprocessor::line_bytes);
      bytes += std::min(static_cast<double>(to - from) * multiprocessor::line_bytes * others,
                        static_cast<double>(buffer.bytes));
    }
    return bytes;
  };
  const double touched = bytes_of(lines);
  share.footprint = static_cast<std::uint64_t>(touched);
  share.irregular = loaded > 0 ? static_cast<double>(irregular) / static_cast<double>(loaded) : 0;
  share.in_no_order = static_cast<std::uint64_t>(bytes_of(in_no_order));
  const double held = bytes_of(written); // `written` is sorted now
  const auto is_written = [&](std::uint32_t number) {
    return std::binary_search(written.begin(), written.end(), number);
  };
  const auto rewritten = static_cast<double>(std::count_if(loads.begin(), loads.end(), is_written));
  share.rewritten = loaded > 0 ? rewritten / static_cast<double>(loaded) : 0;
  share.written = touched > 0 ? held / touched : 0;
  std::sort(written_sectors.begin(), written_sectors.end());
  const auto last = std::unique(written_sectors.begin(), written_sectors.end());
  if (!written.empty())
    share.written_of_lines = static_cast<double>(last - written_sectors.begin()) /
                             static_cast<double>(written.size() * multiprocessor::sectors_per_line);
  const double stored = static_cast<double>(written.size() * multiprocessor::line_bytes) * others;
  const double at_once = stored > 0 ? std::min(1.0, held / stored) : 1;
  share.partial = parts_of(blocks);
  const double apart = stored_lines > 0 ? static_cast<double>(scattered) / static_cast<double>(stored_lines)
                                        : 0;
  share.first_written = at_once;
  share.scattered = apart;
}

std::uint64_t lines_of(const std::vector<multiprocessor::Block>& blocks, std::size_t count) {
  std::vector<std::uint32_t> numbers;
  for (std::size_t i = 0; i < std::min(count, blocks.size()); ++i)
    for (const multiprocessor::Line& line : blocks[i].lines)
      if (line.number < multiprocessor::local_lines) numbers.push_back(line.number);
  std::sort(numbers.begin(), numbers.end());
  return static_cast<std::uint64_t>(std::unique(numbers.begin(), numbers.end()) - numbers.begin());
}

std::vector<std::uint64_t> pairs_of(const multiprocessor::Block& block, bool stores) {
  using multiprocessor::Op;
  std::vector<std::uint64_t> pairs;
  for (const auto& steps : block.warps)
    for (const multiprocessor::Step& step : steps) {
      if (stores ? step.op != Op::Store && step.op != Op::Atomic : step.op != Op::Load && step.op != Op::Copy)
        continue;
      for (std::uint32_t i = 0; i < step.count; ++i) {
        const multiprocessor::Line& line = block.lines[step.first + i];
        if (line.number >= multiprocessor::local_lines) continue;
        if ((line.sectors & 3) != 0) pairs.push_back(2 * std::uint64_t{line.number});
        if ((line.sectors & 12) != 0) pairs.push_back(2 * std::uint64_t{line.number} + 1);
      }
    }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

double lost_between_stores(double written, double others, double times, double held) {
  constexpr double most = 20; // intervals: hardly any is longer
  const auto touched = [&](double x) {
    return written * (1 - std::exp(-x)) + others * x / std::max(times, 1.0);
  };
  double from = 0, to = most;
  for (int i = 0; i < 50; ++i) {
    const double middle = (from + to) / 2;
    (touched(middle) < held ? from : to) = middle;
  }
  return std::exp(-from);
}

double first_share(const std::vector<multiprocessor::Block>& blocks, std::uint64_t grid,
                   const std::vector<launch::Buffer>& buffers) {
  std::vector<std::uint64_t> pairs;
  for (const multiprocessor::Block& block : blocks) {
    const std::vector<std::uint64_t> its = pairs_of(block, false);
    pairs.insert(pairs.end(), its.begin(), its.end());
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  constexpr std::uint64_t pair_bytes = multiprocessor::line_bytes / 2;
  std::uint64_t held = 0; // of the buffers that are loaded
  for (const launch::Buffer& buffer : buffers) {
    const auto at = std::lower_bound(pairs.begin(), pairs.end(), buffer.offset / pair_bytes);
    if (at != pairs.end() && *at * pair_bytes < buffer.offset + buffer.bytes) held += buffer.bytes;
  }
  const double all = static_cast<double>(pairs.size() * pair_bytes) * static_cast<double>(grid) /
                     static_cast<double>(blocks.size());
  return all > 0 && held > 0 ? std::min(1.0, static_cast<double>(held) / all) : 1;
}

} // namespace warpscope::run
