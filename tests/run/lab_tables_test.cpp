// Labs by tables beside this file: what their lines count, by reasoning; and labs that are wrong on purpose
// say what they promise.
#include "sim/devices/devices.h"
#include "sim/labs/labs.h"
#include "sim/run/simulate.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

namespace warpscope {
namespace {

using Choices = std::vector<std::pair<std::string, std::string>>;

std::vector<std::string> cells_of(const std::string& row, char between) {
  std::vector<std::string> cells;
  std::istringstream text(row);
  for (std::string cell; std::getline(text, cell, between);) cells.push_back(cell);
  return cells;
}

Choices choices_of(const std::string& text) {
  Choices choices;
  for (const std::string& setting : cells_of(text, ' '))
    choices.emplace_back(setting.substr(0, setting.find('=')), setting.substr(setting.find('=') + 1));
  return choices;
}

run::Result run_with(compile::Compiler& compiler, const labs::Lab& lab, const Choices& choices) {
  run::Request request;
  request.file = lab.file_name;
  request.text = lab.text;
  request.device = *devices::find_device("cc90");
  for (const auto& [name, value] : choices) {
    if (name == "DEVICE") request.device = *devices::find_device(value);
    else request.overrides.parameters.emplace_back(name, value);
  }
  request.run_checks = false; // labs_test.cpp does
  return run::simulate(compiler, request);
}

/// Requests, and what they cost in the unit of their kind of memory.
std::pair<std::uint64_t, std::uint64_t> counted(const model::Totals& totals, const std::string& counter) {
  const std::string space = counter.substr(0, counter.find('_')),
                    kind = counter.substr(counter.find('_') + 1);
  const AccessKind access = kind == "load"    ? AccessKind::Load
                            : kind == "store" ? AccessKind::Store
                                              : AccessKind::Atomic;
  const auto of = static_cast<std::size_t>(access);
  if (space == "shared") return {totals.shared[of].requests, totals.shared[of].wavefronts};
  if (space == "global") return {totals.global[of].requests, totals.global[of].sectors};
  return {totals.constant.requests, totals.constant.passes};
}

TEST(LabTables, LinesCountWhatReasoningSays) {
  compile::Compiler compiler;
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/run/lab_counts.tsv");
  std::map<std::string, run::Result> results;
  std::size_t rows = 0;
  for (std::string row; std::getline(file, row);) {
    if (row.starts_with('#')) continue;
    SCOPED_TRACE(row);
    const std::vector<std::string> cells = cells_of(row, '\t');
    ASSERT_EQ(cells.size(), 7u);
    const labs::Lab* lab = labs::find_lab(cells[0]);
    ASSERT_NE(lab, nullptr);
    const std::string launch = cells[0] + " " + cells[1];
    if (!results.contains(launch)) results[launch] = run_with(compiler, *lab, choices_of(cells[1]));
    const run::Result& result = results[launch];
    EXPECT_FALSE(result.lines.empty()) << format_diagnostics(result.diagnostics);
    int lines = 0;
    for (const run::LineCounts& line : result.lines) {
      if (line.text.find(cells[2]) == std::string::npos) continue;
      ++lines;
      const auto [requests, cost] = counted(line.totals, cells[3]);
      EXPECT_EQ(requests, std::stoull(cells[4]));
      EXPECT_EQ(cost, std::stoull(cells[5]));
    }
    EXPECT_EQ(lines, 1);
    ++rows;
  }
  EXPECT_GE(rows, 50u);
}

/// Simon Boehm's worklog names its kernels 7 and 8 after resolving bank conflicts. Of 128 x 128 results, K
/// 64, 64 warps' turns (8 phases, 8 warps) each bring 4 words a lane of A and of B and read 8 x 8 words of
/// each.
TEST(LabTables, TheLayoutsThatAreSaidToHaveNoConflictsHaveThem) {
  compile::Compiler compiler;
  const labs::Lab* lab = labs::find_lab("matmul_layouts");
  ASSERT_NE(lab, nullptr);
  struct Form {
    const char* name;
    std::uint64_t loads, stores; // bank conflicts
  };
  constexpr std::uint64_t turns = 8 * 8, pair = 1, four = 3; // wavefronts beyond the first
  for (const Form& form :
       {Form{"0", turns * 64 * four, turns * 4 * pair}, Form{"1", 0, turns * (4 * pair + 4 * pair)},
        Form{"2", turns * 64 * four, turns * (4 * pair + 4 * four)}}) {
    SCOPED_TRACE(form.name);
    const run::Result result = run_with(compiler, *lab, {{"FORM", form.name}, {"K", "64"}});
    ASSERT_EQ(result.status, run::Status::Done) << format_diagnostics(result.diagnostics);
    EXPECT_EQ(result.totals.shared[static_cast<std::size_t>(AccessKind::Load)].bank_conflicts, form.loads);
    EXPECT_EQ(result.totals.shared[static_cast<std::size_t>(AccessKind::Store)].bank_conflicts, form.stores);
  }
  for (const char* figure :
       {"keeps 512, all on stores", "keeps 12,288 on the reads of Bs", "1,024 on stores"})
    EXPECT_NE(lab->text.find(figure), std::string::npos) << "the lab says " << figure;
}

} // namespace
} // namespace warpscope
