// Finds the counters, sets them, runs the last block.
#include "sim/run/last_block.h"

#include <algorithm>
#include <cstring>

namespace warpscope::run {

namespace {

constexpr std::size_t most_lines = 4; ///< in which counters are looked for

/// Lines that the atomics of all blocks touch whose result some step waits for.
std::vector<std::uint32_t> common_lines(std::span<const multiprocessor::Block> blocks) {
  std::vector<std::uint32_t> common;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    std::vector<std::uint32_t> lines;
    for (const auto& steps : blocks[i].warps)
      for (const multiprocessor::Step& step : steps)
        if (step.op == multiprocessor::Op::Atomic && step.keeps)
          for (std::uint32_t at = 0; at < step.count; ++at)
            lines.push_back(blocks[i].lines[step.first + at].number);
    std::sort(lines.begin(), lines.end());
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    if (i == 0) common = std::move(lines);
    else
      std::erase_if(
          common, [&](std::uint32_t line) { return !std::binary_search(lines.begin(), lines.end(), line); });
  }
  return common;
}

/// The words of a line that are part of some buffer.
std::vector<std::uint32_t> words_in(const exec::DeviceMemory& memory, std::uint32_t line) {
  std::vector<std::uint32_t> offsets;
  for (std::uint32_t at = 0; at < multiprocessor::line_bytes; at += 4)
    if (!memory.bytes(Space::Global, line * multiprocessor::line_bytes + at, 4).empty())
      offsets.push_back(line * multiprocessor::line_bytes + at);
  return offsets;
}

std::uint32_t word_at(const exec::DeviceMemory& memory, std::uint32_t offset) {
  std::uint32_t word = 0;
  std::memcpy(&word, memory.bytes(Space::Global, offset, 4).data(), 4);
  return word;
}

} // namespace

std::optional<multiprocessor::Block> last_block(const Others& others,
                                                std::span<const multiprocessor::Block> recorded) {
  const std::uint64_t grid = others.launch.grid.count();
  const std::vector<std::uint32_t> lines = common_lines(recorded);
  if (grid < 3 || lines.empty() || lines.size() > most_lines) return std::nullopt;
  std::vector<std::uint32_t> offsets;
  for (const std::uint32_t line : lines)
    for (const std::uint32_t offset : words_in(others.memory, line)) offsets.push_back(offset);
  const auto words = [&] {
    std::vector<std::uint32_t> all;
    for (const std::uint32_t offset : offsets) all.push_back(word_at(others.memory, offset));
    return all;
  };
  const std::vector<std::uint32_t> found = words();
  exec::RunOptions options = others.options;
  Recording first(others.program, others.request, others.spilled);
  const auto runs = [&](std::uint64_t block) {
    options.blocks = {block};
    return first.run(others.launch, others.memory, options) == exec::RunStatus::Done;
  };
  if (!runs(0)) return std::nullopt;
  const std::vector<std::uint32_t> once = words();
  if (!runs(1)) return std::nullopt;
  const std::vector<std::uint32_t> twice = words();
  bool counts = false;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    const std::uint32_t each = once[i] - found[i];
    if (each == 0 || twice[i] - once[i] != each) continue;
    const std::uint32_t all = twice[i] + each * static_cast<std::uint32_t>(grid - 3);
    std::memcpy(others.memory.bytes(Space::Global, offsets[i], 4).data(), &all, 4);
    counts = true;
  }
  if (!counts) return std::nullopt;
  Recording last(others.program, others.request, others.spilled);
  options.blocks = {grid - 1};
  if (last.run(others.launch, others.memory, options) != exec::RunStatus::Done || last.truncated())
    return std::nullopt;
  std::vector<multiprocessor::Block> blocks = last.take_blocks();
  const auto weight = last.weights().find(grid - 1), usual = first.weights().find(0);
  if (blocks.empty() || weight == last.weights().end() || usual == first.weights().end() ||
      4 * weight->second.longest < 5 * usual->second.longest)
    return std::nullopt;
  return std::move(blocks[0]);
}

} // namespace warpscope::run
