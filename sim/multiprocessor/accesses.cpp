// Counts the lines, wavefronts and passes of a warp's access.
#include "sim/multiprocessor/accesses.h"

#include "sim/model/banks.h"
#include "sim/model/constant.h"

#include <algorithm>
#include <array>

namespace warpscope::multiprocessor {

namespace {

using BySector = std::array<std::uint32_t, sectors_per_line>;

/// Marks a line of which a store writes `bytes` of each sector, where that is a part of some.
void mark_narrow(Line& line, const BySector& bytes) {
  for (std::uint32_t sector = 0; sector < sectors_per_line; ++sector)
    if ((line.sectors >> sector & 1u) != 0 && bytes[sector] < sector_bytes)
      line.sectors |= narrow | 1u << (parts_at + sector);
}

void mark_narrow(std::vector<Line>& lines, const WarpAccess& access) {
  for (Line& line : lines) {
    BySector bytes{};
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
      if ((access.mask >> lane & 1u) != 0 && access.offset[lane] / line_bytes == line.number)
        bytes[access.offset[lane] / sector_bytes % sectors_per_line] += access.width;
    mark_narrow(line, bytes);
  }
}

std::uint32_t most_lanes_on_one_word(const WarpAccess& access) {
  std::array<std::uint32_t, warp_size> words{};
  std::uint32_t count = 0;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    if ((access.mask >> lane & 1u) != 0) words[count++] = access.offset[lane];
  std::sort(words.begin(), words.begin() + count);
  std::uint32_t most = 0, same = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    same = i != 0 && words[i] == words[i - 1] ? same + 1 : 1;
    most = std::max(most, same);
  }
  return most;
}

/// Adds to each line of an atomic how many turns it takes there, at how many of its sectors the lanes name
/// several words, and how many more.
void add_turns(std::vector<Line>& lines, const WarpAccess& access) {
  std::array<std::uint32_t, warp_size> words{};
  std::uint32_t count = 0;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    if ((access.mask >> lane & 1u) != 0) words[count++] = access.offset[lane];
  std::sort(words.begin(), words.begin() + count);
  for (Line& line : lines) {
    BySector most{}, named{};
    for (std::uint32_t i = 0, same = 0; i < count; ++i) {
      same = i != 0 && words[i] == words[i - 1] ? same + 1 : 1;
      if (words[i] / line_bytes != line.number) continue;
      const std::uint32_t sector = words[i] / sector_bytes % sectors_per_line;
      most[sector] = std::max(most[sector], same);
      named[sector] += same == 1 ? 1 : 0;
    }
    const auto several = std::count_if(named.begin(), named.end(), [](std::uint32_t n) { return n > 1; });
    line.sectors |= static_cast<std::uint32_t>(several) << several_at;
    for (const std::uint32_t different : named)
      line.sectors += (different > 1 ? different - 1 : 0) << words_at;
    line.sectors |= (most[0] + most[1] + most[2] + most[3]) << turns_at;
    line.sectors |= *std::max_element(most.begin(), most.end()) << lanes_at;
  }
}

/// Lanes' words lie side by side: one line for each word that some lane names, with a sector for each eight
/// lanes. Blocks that reside together have memory of their own each; 512 of them are told apart.
std::vector<Line> local_lines_of(const trace::AccessEvent& event) {
  std::vector<Line> lines;
  std::vector<BySector> bytes; // of each line
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((event.access.mask >> lane & 1u) == 0) continue;
    const std::uint32_t sector = lane * sectors_per_line / warp_size;
    for (std::uint32_t byte = 0; byte < event.access.width; byte += 4) {
      const std::uint32_t word = (event.access.offset[lane] + byte) / 4 & 0xFFFF;
      const auto block = static_cast<std::uint32_t>(event.block & 511) << 21;
      const std::uint32_t number = local_lines + block + (event.warp << 16) + word;
      std::size_t at = lines.size();
      while (at > 0 && lines[at - 1].number != number) --at;
      if (at == 0) {
        lines.push_back({number, 0});
        bytes.emplace_back();
        at = lines.size();
      }
      lines[at - 1].sectors |= 1u << sector;
      bytes[at - 1][sector] += 4;
    }
  }
  if (event.kind == AccessKind::Store)
    for (std::size_t i = 0; i < lines.size(); ++i) mark_narrow(lines[i], bytes[i]);
  return lines;
}

/// The parts of a warp, as many lanes as bring 128 bytes to registers, in which some lane is active.
std::uint32_t parts_of(const WarpAccess& access) {
  const std::uint32_t lanes = line_bytes / std::max<std::uint32_t>(4, access.width);
  std::uint32_t parts = 0;
  for (std::uint32_t lane = 0; lane < warp_size; lane += lanes)
    parts += (access.mask >> lane & ((std::uint64_t{1} << lanes) - 1)) != 0 ? 1 : 0;
  return parts;
}

std::vector<Line> constant_lines_of(const WarpAccess& access) {
  std::vector<Line> lines;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((access.mask >> lane & 1u) == 0) continue;
    const std::uint32_t number = access.offset[lane] / constant_line_bytes;
    if (std::none_of(lines.begin(), lines.end(), [&](const Line& line) { return line.number == number; }))
      lines.push_back({number, 1});
  }
  return lines;
}

} // namespace

std::vector<Line> lines_of(const WarpAccess& access) {
  std::vector<Line> lines;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((access.mask >> lane & 1u) == 0) continue;
    const std::uint32_t first = access.offset[lane] / sector_bytes,
                        last = (access.offset[lane] + access.width - 1) / sector_bytes;
    for (std::uint32_t sector = first; sector <= last; ++sector) {
      const std::uint32_t number = sector / sectors_per_line, bit = 1u << sector % sectors_per_line;
      const auto at = std::find_if(lines.rbegin(), lines.rend(),
                                   [&](const Line& line) { return line.number == number; });
      if (at != lines.rend()) at->sectors |= bit;
      else lines.push_back({number, bit});
    }
  }
  return lines;
}

std::uint32_t add_swapped_words(const WarpAccess& access, std::vector<Line>& lines) {
  constexpr std::uint32_t bank_bytes = 4, banks = 32;
  std::uint32_t taken = 0, lanes = 0;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((access.mask >> lane & 1u) == 0) continue;
    const std::uint32_t word = access.offset[lane] / bank_bytes, bank = 1u << word % banks;
    if ((taken & bank) != 0) continue;
    taken |= bank;
    lanes |= 1u << lane;
    lines.push_back({local_lines + word, 0}); // no line of global memory has such a number
  }
  return lanes;
}

std::uint16_t access_slots(Space space, bool writes, std::uint32_t width) {
  if (space == Space::Constant) return 1;
  const std::uint32_t address = space == Space::Shared || space == Space::Local ? 1 : 2;
  return static_cast<std::uint16_t>(address + (writes ? std::max(1u, width / 4) : 0));
}

Step step_of(const trace::AccessEvent& event, const Manner& manner, Block& block) {
  Step step{.keeps = event.kind == AccessKind::Load || event.returns,
            .slots = access_slots(event.space, event.kind != AccessKind::Load, event.access.width)};
  std::vector<Line> lines;
  if (event.space == Space::Shared) {
    step.op = Op::Shared;
    step.service = static_cast<std::uint16_t>(model::count_banks(event.access, event.kind).wavefronts);
    step.stores = !step.keeps;
  } else if (event.space == Space::Constant) {
    step.op = Op::Constant;
    step.service = static_cast<std::uint16_t>(model::count_constant(event.access).passes);
    lines = constant_lines_of(event.access);
  } else {
    step.op = Op::Load;
    if (event.space == Space::Local) lines = local_lines_of(event);
    else lines = lines_of(event.access);
    if (event.kind == AccessKind::Store) {
      step.op = Op::Store;
      if (event.space != Space::Local) mark_narrow(lines, event.access);
    }
    if (event.kind == AccessKind::Load && event.space != Space::Local)
      step.service = static_cast<std::uint16_t>(std::max<std::uint64_t>(
          model::count_banks(event.access, event.kind).wavefronts, parts_of(event.access)));
    if (event.kind == AccessKind::Atomic) {
      step.op = Op::Atomic;
      step.service = static_cast<std::uint16_t>(most_lanes_on_one_word(event.access));
      add_turns(lines, event.access);
      step.work = manner.work;
    }
    if (manner.copies && step.op == Op::Load) step.op = Op::Copy;
    if (manner.past_l1 && step.op == Op::Load && event.space != Space::Local)
      for (Line& line : lines) line.sectors |= past_l1;
    step.keeps = step.op == Op::Load || step.op == Op::Copy || event.returns;
  }
  step.count = static_cast<std::uint16_t>(lines.size());
  step.first = static_cast<std::uint32_t>(block.lines.size());
  block.lines.insert(block.lines.end(), lines.begin(), lines.end());
  return step;
}

} // namespace warpscope::multiprocessor
