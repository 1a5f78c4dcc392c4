// The whole chain against a real GPU: every lab and every kernel of kernels/, with every choice of their
// parameters, is simulated and compared with what an H200 measured for the same launch: its counters and the
// bytes that it left in memory (h200_launches.tsv, made by record_launches.py), and the counts of each line's
// instructions (h200_lines.tsv, made by record_lines.py and warpscope-measure).
#include "sim/devices/devices.h"
#include "sim/labs/labs.h"
#include "sim/launch/launch_memory.h"
#include "sim/run/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <tuple>

namespace warpscope {
namespace {

struct Recorded {
  std::string lab, parameters;
  std::map<std::string, std::uint64_t> counters;
  /// FNV-1a of the bytes of all buffers after the launch, in the order of [args]; none where it depends on
  /// the schedule.
  std::optional<std::uint64_t> output;
};

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

/// {text of a line, blanks as one: count by group}
using LineCounts = std::map<std::string, std::map<std::string, std::uint64_t>>;

std::string squeezed(const std::string& text) {
  std::istringstream in(text);
  std::string out;
  for (std::string word; in >> word;) out += (out.empty() ? "" : " ") + word;
  return out;
}

/// Each row of a table of tests/hardware, with the names of its columns.
template <typename Do> void for_rows(const std::string& table, Do act) {
  std::ifstream in(std::string(WARPSCOPE_SOURCE_DIR "/tests/hardware/") + table);
  std::vector<std::string> names;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    std::vector<std::string> cells = split(line, '\t');
    if (names.empty()) names = std::move(cells);
    else act(names, cells);
  }
}

/// By lab and parameters.
std::map<std::string, LineCounts> read_lines() {
  std::map<std::string, LineCounts> launches;
  for_rows("h200_lines.tsv",
           [&](const std::vector<std::string>& names, const std::vector<std::string>& cells) {
             for (std::size_t i = 3; i < cells.size(); ++i)
               if (const std::uint64_t count = std::stoull(cells[i]); count != 0)
                 launches[cells[0] + " " + cells[1]][cells[2]][names.at(i)] += count;
           });
  return launches;
}

LineCounts lines_of(const run::Result& result) {
  LineCounts lines;
  const auto add = [&](const std::string& text, const char* name, std::uint64_t count) {
    if (count != 0) lines[text][name] += count;
  };
  for (const auto& line : result.lines) {
    const std::string text = squeezed(line.text);
    const char* const shared[] = {"shared_load.wavefronts", "shared_store.wavefronts",
                                  "shared_atomic.wavefronts"};
    const char* const global[] = {"global_load.sectors", "global_store.sectors"};
    for (const AccessKind kind : {AccessKind::Load, AccessKind::Store, AccessKind::Atomic}) {
      const auto k = static_cast<std::size_t>(kind);
      add(text, shared[k], line.totals.shared[k].wavefronts);
      if (kind != AccessKind::Atomic) add(text, global[k], line.totals.global[k].sectors);
    }
  }
  return lines;
}

std::vector<Recorded> read_table() {
  std::vector<Recorded> rows;
  for_rows("h200_launches.tsv",
           [&](const std::vector<std::string>& names, const std::vector<std::string>& cells) {
             Recorded row{cells.at(0), cells.at(1), {}};
             if (cells.back() != "-") row.output = std::stoull(cells.back(), nullptr, 16);
             for (std::size_t i = 2; i + 1 < cells.size(); ++i)
               row.counters[names.at(i)] = std::stoull(cells[i]);
             rows.push_back(std::move(row));
           });
  return rows;
}

/// A lab's file and text, or those of a kernel beside this test; empty: neither.
std::pair<std::string, std::string> text_of(const std::string& id) {
  if (const labs::Lab* lab = labs::find_lab(id); lab != nullptr && lab->recorded && !lab->program)
    return {lab->file_name, lab->text};
  const std::string file = "tests/hardware/kernels/" + id + ".cu";
  std::ifstream in(WARPSCOPE_SOURCE_DIR "/" + file);
  return {file, std::string((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>())};
}

/// What the launch of `result` leaves in its buffers, as `Recorded::output`.
std::uint64_t output_of(const run::Result& result, const run::Request& request) {
  const launch::SourceText source{request.file, request.text};
  const program::Kernel& kernel = result.program->kernels[result.kernel];
  exec::DeviceMemory memory(*result.program);
  exec::Launch launch;
  launch.kernel = result.kernel;
  launch.grid = result.launch.grid;
  launch.block = result.launch.block;
  launch.dynamic_shared_bytes = result.launch.dynamic_shared_bytes;
  Diagnostics diagnostics;
  const launch::Binding binding = launch::bind_arguments(kernel, result.launch.arguments, false, source,
                                                         diagnostics);
  std::vector<launch::Buffer> buffers = launch::prepare_memory(kernel, result.launch.arguments, binding, "",
                                                               source, memory, launch, diagnostics);
  EXPECT_TRUE(diagnostics.empty()) << format_diagnostics(diagnostics);
  trace::TraceSink sink; // discards all events
  const exec::RunResult run = warpscope::exec::run(*result.program, launch, memory, exec::RunOptions{}, sink);
  EXPECT_EQ(run.status, exec::RunStatus::Done);
  std::sort(buffers.begin(), buffers.end(),
            [](const launch::Buffer& a, const launch::Buffer& b) { return a.argument < b.argument; });
  std::uint64_t hash = 14695981039346656037u;
  for (const launch::Buffer& buffer : buffers)
    for (const std::uint8_t byte : memory.bytes(Space::Global, buffer.offset, buffer.bytes))
      hash = (hash ^ byte) * 1099511628211u;
  return hash;
}

run::Request request_of(const std::string& lab, const std::string& parameters) {
  run::Request request;
  std::tie(request.file, request.text) = text_of(lab);
  request.device = *devices::find_device("cc90");
  request.run_checks = false; // another test does
  for (const std::string& setting : split(parameters, ' ')) {
    const std::size_t equals = setting.find('=');
    request.overrides.parameters.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
  }
  return request;
}

TEST(LaunchesOnTheGpu, CountsAndOutputsAreTheHardwares) {
  compile::Compiler compiler;
  std::set<std::string> seen;
  std::map<std::string, LineCounts> lines = read_lines();
  for (const Recorded& row : read_table()) {
    SCOPED_TRACE(row.lab + " " + row.parameters);
    seen.insert(row.lab);
    const run::Request request = request_of(row.lab, row.parameters);
    ASSERT_NE(request.text, "");
    const run::Result result = run::simulate(compiler, request);
    ASSERT_EQ(result.status, run::Status::Done) << format_diagnostics(result.diagnostics);
    const model::Totals& t = result.totals;
    const auto load = static_cast<int>(AccessKind::Load), store = static_cast<int>(AccessKind::Store);
    const auto counter = [&](const std::string& name) { return row.counters.at(name); };
    EXPECT_EQ(t.shared[load].wavefronts + t.shared[store].wavefronts, counter("shared.wavefronts"));
    // The unit's own counters include arbitration between warps, which adds the same number to wavefronts and
    // to conflicts: their difference is exact, and each alone is never below the simulator's.
    const auto with_arbitration = [&](const model::SharedTotals& simulated, const std::string& kind) {
      EXPECT_EQ(simulated.wavefronts - simulated.bank_conflicts,
                counter(kind + ".wavefronts") - counter(kind + ".bank_conflicts"));
      EXPECT_GE(counter(kind + ".wavefronts"), simulated.wavefronts);
      EXPECT_LE(counter(kind + ".wavefronts"), simulated.wavefronts + simulated.requests / 10 + 1);
    };
    with_arbitration(t.shared[load], "shared_load");
    with_arbitration(t.shared[store], "shared_store");
    EXPECT_EQ(t.global[load].requests, counter("global_load.requests"));
    EXPECT_EQ(t.global[store].requests, counter("global_store.requests"));
    EXPECT_EQ(t.global[load].sectors, counter("global_load.sectors"));
    EXPECT_EQ(t.global[store].sectors, counter("global_store.sectors"));
    EXPECT_EQ(lines_of(result), lines[row.lab + " " + row.parameters]);
    lines.erase(row.lab + " " + row.parameters);
    if (row.output) {
      EXPECT_EQ(output_of(result, request),
                *row.output); // bit for bit, fused multiply-adds as nvcc fuses them
    }
  }
  for (const auto& [launch, counts] : lines) { // those that the other table has not, for their size
    SCOPED_TRACE(launch);
    const std::size_t blank = launch.find(' ');
    EXPECT_EQ(
        lines_of(run::simulate(compiler, request_of(launch.substr(0, blank), launch.substr(blank + 1)))),
        counts);
  }
  // Labs that came after this table are held against their recordings, by tests/cli/compare_test.cpp.
  EXPECT_GT(seen.size(), 50u);
}

} // namespace
} // namespace warpscope
