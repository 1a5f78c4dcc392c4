// The whole path against a real GPU: every lab and every kernel of kernels/, with every choice of their parameters, simulated and
// compared with the counters that an H200 showed for the same launch, and with the bytes that it left in memory (h200_launches.tsv; record_launches.py made it).
#include "sim/devices/devices.h"
#include "sim/labs/labs.h"
#include "sim/simulate/launch_memory.h"
#include "sim/simulate/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>

namespace warpscope {
namespace {

struct Recorded {
  std::string lab, parameters;
  std::map<std::string, std::uint64_t> counters;
  std::optional<std::uint64_t> output; ///< none where it depends on the order of the warps; FNV-1a of the bytes of all buffers after the launch, in the order of [args]
};

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

std::vector<Recorded> read_table() {
  std::ifstream in(WARPSCOPE_SOURCE_DIR "/tests/hardware/h200_launches.tsv");
  std::vector<Recorded> rows;
  std::vector<std::string> names;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    const std::vector<std::string> cells = split(line, '\t');
    if (names.empty()) {
      names = cells;
      continue;
    }
    Recorded row{cells.at(0), cells.at(1), {}};
    if (cells.back() != "-") row.output = std::stoull(cells.back(), nullptr, 16);
    for (std::size_t i = 2; i + 1 < cells.size(); ++i) row.counters[names.at(i)] = std::stoull(cells[i]);
    rows.push_back(std::move(row));
  }
  return rows;
}

struct Text {
  std::string file, text;
};

/// A lab's text, or that of a kernel beside this test; empty: neither.
Text text_of(const std::string& id) {
  if (const Lab* lab = find_lab(id)) return {lab->file_name, lab->text};
  const std::string file = "tests/hardware/kernels/" + id + ".cu";
  std::ifstream in(WARPSCOPE_SOURCE_DIR "/" + file);
  return {file, std::string((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>())};
}

/// What the launch of `result` leaves in its buffers, as `Recorded::output`.
std::uint64_t output_of(const SimulationResult& result, const SimulationRequest& request) {
  const SourceText source{request.file, request.text};
  const Kernel& kernel = result.program->kernels[result.kernel];
  DeviceMemory memory(*result.program);
  Launch launch;
  launch.kernel = result.kernel;
  launch.grid = result.launch.grid;
  launch.block = result.launch.block;
  launch.dynamic_shared_bytes = result.launch.dynamic_shared_bytes;
  Diagnostics diagnostics;
  const Binding binding = bind_arguments(kernel, result.launch.arguments, false, source, diagnostics);
  std::vector<Buffer> buffers = prepare_memory(kernel, result.launch.arguments, binding, "", source, memory, launch, diagnostics);
  EXPECT_TRUE(diagnostics.empty()) << format_diagnostics(diagnostics);
  TraceSink sink; // nobody listens
  const RunResult run = warpscope::run(*result.program, launch, memory, RunOptions{}, sink);
  EXPECT_EQ(run.status, RunStatus::Done);
  std::sort(buffers.begin(), buffers.end(), [](const Buffer& a, const Buffer& b) { return a.argument < b.argument; });
  std::uint64_t hash = 14695981039346656037u;
  for (const Buffer& buffer : buffers)
    for (const std::uint8_t byte : memory.bytes(Space::Global, buffer.offset, buffer.bytes)) hash = (hash ^ byte) * 1099511628211u;
  return hash;
}

TEST(LaunchesOnTheGpu, CountsAndOutputsAreTheHardwares) {
  Compiler compiler;
  std::set<std::string> seen;
  for (const Recorded& row : read_table()) {
    SCOPED_TRACE(row.lab + " " + row.parameters);
    const auto [file, text] = text_of(row.lab);
    ASSERT_NE(text, "");
    seen.insert(row.lab);
    SimulationRequest request;
    request.file = file;
    request.text = text;
    request.device = *find_device("cc90");
    request.run_checks = false; // another test does
    for (const std::string& setting : split(row.parameters, ' ')) {
      const std::size_t equals = setting.find('=');
      request.overrides.parameters.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
    }
    const SimulationResult result = simulate(compiler, request);
    ASSERT_EQ(result.status, SimulationStatus::Done) << format_diagnostics(result.diagnostics);
    const Totals& t = result.totals;
    const auto load = static_cast<int>(AccessKind::Load), store = static_cast<int>(AccessKind::Store);
    const auto counter = [&](const std::string& name) { return row.counters.at(name); };
    EXPECT_EQ(t.shared[load].wavefronts + t.shared[store].wavefronts, counter("shared.wavefronts"));
    // The unit's own counters add arbitration between warps, the same number to wavefronts and to conflicts: their difference
    // is exact, and each alone is never below the simulator's.
    const auto with_arbitration = [&](const SharedTotals& simulated, const std::string& kind) {
      EXPECT_EQ(simulated.wavefronts - simulated.bank_conflicts, counter(kind + ".wavefronts") - counter(kind + ".bank_conflicts"));
      EXPECT_GE(counter(kind + ".wavefronts"), simulated.wavefronts);
      EXPECT_LE(counter(kind + ".wavefronts"), simulated.wavefronts + simulated.requests / 10 + 1);
    };
    with_arbitration(t.shared[load], "shared_load");
    with_arbitration(t.shared[store], "shared_store");
    EXPECT_EQ(t.global[load].requests, counter("global_load.requests"));
    EXPECT_EQ(t.global[store].requests, counter("global_store.requests"));
    EXPECT_EQ(t.global[load].sectors, counter("global_load.sectors"));
    EXPECT_EQ(t.global[store].sectors, counter("global_store.sectors"));
    if (row.output) {
      EXPECT_EQ(output_of(result, request), *row.output); // bit for bit, fused multiply-adds as nvcc fuses them
    }
  }
  for (const Lab& lab : labs()) EXPECT_TRUE(seen.contains(lab.id)) << lab.id << " was never recorded: run record_launches.py";
}

} // namespace
} // namespace warpscope
