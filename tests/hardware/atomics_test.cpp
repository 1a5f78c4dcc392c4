// Atomics on an H200 (h200_atomics.tsv, made by atomics_probe.cu) beside the model's counts of their
// addresses, and the rules of docs/hardware-rules.md written out the slow way. atomics_simulated_test.cpp
// runs them as kernels.
#include "sim/model/banks.h"
#include "sim/model/sectors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace warpscope {
namespace {

struct MeasuredAtomic {
  std::string space, operation, sass, pattern;
  WarpAccess access;
  std::uint32_t requests = 0, wavefronts = 0, conflicts = 0, load_wavefronts = 0, load_conflicts = 0,
                sass_wavefronts = 0, sectors = 0;
  [[nodiscard]] std::string name() const {
    return space + " " + operation + " " + pattern + (access.mask == 0xFFFFFFFFu ? "" : " some lanes");
  }
  [[nodiscard]] bool is(std::string_view start) const { return sass.starts_with(start); }
  [[nodiscard]] bool loops() const { return sass.find("CAST.SPIN") != std::string::npos; }
};

std::vector<std::string> fields_of(const std::string& line, char between) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, between);) fields.push_back(field);
  return fields;
}

const std::vector<MeasuredAtomic>& table() {
  static const std::vector<MeasuredAtomic> rows = [] {
    std::vector<MeasuredAtomic> read;
    std::map<std::string, std::vector<std::uint32_t>> patterns;
    std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/hardware/h200_atomics.tsv");
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with('#') || line.starts_with("space")) continue;
      const std::vector<std::string> f = fields_of(line, '\t');
      if (f[0] == "pattern") {
        for (const std::string& element : fields_of(f[2], ','))
          patterns[f[1]].push_back(static_cast<std::uint32_t>(std::stoul(element)));
        continue;
      }
      const auto number = [&](std::size_t i) {
        return i < f.size() && !f[i].empty() ? static_cast<std::uint32_t>(std::stoul(f[i])) : 0u;
      };
      MeasuredAtomic row;
      row.space = f[0], row.operation = f[1], row.sass = f[2], row.pattern = f[5];
      row.access.width = number(3);
      row.access.mask = static_cast<std::uint32_t>(std::stoul(f[4], nullptr, 16));
      for (std::uint32_t lane = 0; lane < warp_size; ++lane)
        row.access.offset[lane] = patterns.at(row.pattern)[lane] * row.access.width;
      row.requests = number(6), row.wavefronts = number(7), row.conflicts = number(8);
      row.load_wavefronts = number(9), row.load_conflicts = number(10), row.sass_wavefronts = number(11),
      row.sectors = number(12);
      read.push_back(row);
    }
    return read;
  }();
  return rows;
}

TEST(H200Atomics, AnIncrementJoinsTheLanesOfAWord) {
  int compared = 0;
  for (const MeasuredAtomic& row : table()) {
    if (!row.is("ATOMS.POPC.INC")) continue;
    WarpAccess access = row.access;
    access.form = AtomicForm::Joins;
    const model::BankCounts counts = model::count_banks(access, AccessKind::Atomic);
    EXPECT_EQ(counts.requests, row.requests) << row.name();
    EXPECT_EQ(counts.wavefronts, row.wavefronts) << row.name();
    EXPECT_EQ(counts.bank_conflicts, row.conflicts) << row.name();
    ++compared;
  }
  EXPECT_EQ(compared, 3 * 28); // + 1 of an unsigned, of an int, and an increment that wraps where the type
                               // does
}

/// 32-bit additions of anything else, minimum, maximum, and, or, exclusive or, exchange, inc and dec, with
/// and without the old value; and the exchange of 8 bytes.
TEST(H200Atomics, OtherOperationsServeOneLaneOfABankAtATime) {
  std::set<std::string> operations;
  for (const MeasuredAtomic& row : table()) {
    if (row.space != "shared" || row.loops() || row.is("ATOMS.POPC") || row.is("ATOMS.CAS")) continue;
    const model::BankCounts counts = model::count_banks(row.access, AccessKind::Atomic);
    EXPECT_EQ(counts.requests, row.requests) << row.name();
    EXPECT_EQ(counts.wavefronts, row.wavefronts) << row.name();
    EXPECT_EQ(counts.bank_conflicts, row.conflicts) << row.name();
    operations.insert(row.operation);
  }
  EXPECT_EQ(operations.size(), 18u);
}

TEST(H200Atomics, ACompareAndSwapTakesTwiceTheWavefronts) {
  int compared = 0;
  for (const MeasuredAtomic& row : table()) {
    if (!row.is("ATOMS.CAS") || row.loops()) continue;
    WarpAccess access = row.access;
    access.form = AtomicForm::Swap;
    const model::BankCounts counts = model::count_banks(access, AccessKind::Atomic);
    EXPECT_EQ(counts.wavefronts, row.wavefronts) << row.name();
    EXPECT_EQ(counts.bank_conflicts, row.conflicts) << row.name();
    ++compared;
  }
  EXPECT_EQ(compared, 3 * 28); // of 4 bytes with and without the old value, and of 8
}

struct Loop {
  std::uint32_t rounds = 0, wavefronts = 0, load_wavefronts = 0, load_conflicts = 0;
  WarpAccess access; ///< with its rounds
};

/// A round: the lanes that are left load; then each bank tries the lowest of its lanes (of each half of the
/// warp, for 8 bytes), in two wavefronts a half. A lane fails whose word a lane of the other half has just
/// changed.
Loop loop_of(const WarpAccess& row) {
  WarpAccess access = row;
  Loop loop;
  loop.access = access;
  loop.access.form = AtomicForm::Loop;
  const std::uint32_t lanes = access.width == 8 ? 16 : 32, banks = access.width == 8 ? 16 : 32;
  while (access.mask != 0) {
    const model::BankCounts load = model::count_banks(access, AccessKind::Load);
    ++loop.rounds;
    loop.load_wavefronts += load.wavefronts;
    loop.load_conflicts += load.bank_conflicts;
    std::set<std::uint32_t> changed;
    std::uint32_t done = 0;
    for (std::uint32_t first = 0; first < warp_size; first += lanes) {
      std::set<std::uint32_t> busy, here;
      for (std::uint32_t lane = first; lane < first + lanes; ++lane) {
        if ((access.mask >> lane & 1u) == 0) continue;
        const std::uint32_t element = access.offset[lane] / access.width;
        if (!busy.insert(element % banks).second || changed.contains(element)) continue;
        here.insert(element);
        done |= 1u << lane;
        loop.access.round[lane] = static_cast<std::uint8_t>(loop.rounds - 1);
      }
      loop.wavefronts += busy.empty() ? 0 : 2;
      changed.insert(here.begin(), here.end());
    }
    access.mask &= ~done;
  }
  return loop;
}

/// Additions of float, half2, double and of 64-bit integers.
TEST(H200Atomics, WhatHasNoInstructionLoopsUntilEachLaneHadItsTurn) {
  int compared = 0;
  for (const MeasuredAtomic& row : table()) {
    if (!row.loops() || row.space != "shared") continue;
    const Loop loop = loop_of(row.access);
    // These leave many words as they were: then a lane of the other half succeeds, too. What the values make
    // of them is in atomics_simulated_test.cpp.
    if (row.operation == "max64" || row.operation == "and64" || row.operation == "or64") {
      EXPECT_LE(row.wavefronts, loop.wavefronts) << row.name();
      EXPECT_LE(row.load_wavefronts, loop.load_wavefronts) << row.name();
      continue;
    }
    EXPECT_EQ(row.requests, loop.rounds) << row.name();
    const model::LoopCounts counts = model::count_loop(loop.access);
    EXPECT_EQ(counts.rounds, loop.rounds) << row.name();
    EXPECT_EQ(counts.swaps.requests, row.requests) << row.name();
    EXPECT_EQ(counts.swaps.wavefronts, loop.wavefronts) << row.name();
    EXPECT_EQ(counts.swaps.bank_conflicts, row.conflicts) << row.name();
    EXPECT_EQ(counts.loads.wavefronts, row.load_wavefronts) << row.name();
    EXPECT_EQ(counts.loads.bank_conflicts, row.load_conflicts) << row.name();
    const model::BankService service = model::serve_banks(loop.access, AccessKind::Atomic);
    EXPECT_EQ(service.counts, model::count_banks(loop.access, AccessKind::Atomic)) << row.name();
    EXPECT_EQ(service.wavefronts.size(), loop.wavefronts) << row.name();
    // The generic instruction of half2 asks once where its address lies.
    EXPECT_EQ(row.wavefronts, loop.wavefronts + (row.is("ATOM.") ? 1 : 0)) << row.name();
    EXPECT_EQ(row.load_wavefronts, loop.load_wavefronts) << row.name();
    EXPECT_EQ(row.load_conflicts, loop.load_conflicts) << row.name();
    EXPECT_GE(row.sass_wavefronts, loop.wavefronts + loop.load_wavefronts) << row.name();
    EXPECT_LE(row.sass_wavefronts, loop.wavefronts + loop.load_wavefronts + 1) << row.name();
    ++compared;
  }
  EXPECT_EQ(compared, 6 * 28);
}

/// In global memory a sector is asked for as often as the most lanes want one element of it. Where lanes lie
/// all over, a sector may be asked for once more or twice; those patterns are named.
TEST(H200Atomics, GlobalSectorsAreAskedForOnceForEachLaneOfAnElement) {
  std::map<std::string, int> more;
  int compared = 0;
  for (const MeasuredAtomic& row : table()) {
    if (row.space != "global") continue;
    std::map<std::uint32_t, std::map<std::uint32_t, std::uint32_t>> lanes_of;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
      if ((row.access.mask >> lane & 1u) != 0)
        ++lanes_of[row.access.offset[lane] / 32][row.access.offset[lane]];
    std::uint32_t sectors = 0;
    for (const auto& [sector, elements] : lanes_of) {
      std::uint32_t most = 0;
      for (const auto& [element, lanes] : elements) most = std::max(most, lanes);
      sectors += most;
    }
    EXPECT_EQ(model::count_sectors(row.access, AccessKind::Atomic).sectors, sectors) << row.name();
    EXPECT_EQ(row.requests, 1u) << row.name();
    EXPECT_GE(row.sectors, sectors) << row.name();
    EXPECT_LE(row.sectors, sectors + 2) << row.name();
    if (row.sectors != sectors) ++more[row.pattern];
    ++compared;
  }
  EXPECT_EQ(compared, 33 * 30);
  for (const auto& [pattern, rows] : more) {
    EXPECT_TRUE(pattern == "p12" || pattern == "p13") << pattern;
    EXPECT_LE(rows, 33) << pattern;
  }
  EXPECT_FALSE(more.empty());
}

} // namespace
} // namespace warpscope
