// Runs the sample kernels of this folder against the expectations that stand in their comments (README.md).
#include "sim/devices/devices.h"
#include "sim/run/simulate.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

namespace warpscope {
namespace {

struct Expectation {
  std::uint32_t line = 0;
  std::string what, value;
};

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<Expectation> expectations_of(const std::string& text) {
  static const std::regex pattern(R"(// expect ([a-z_]+)(?:: (.*))?$)");
  std::vector<Expectation> found;
  std::istringstream lines(text);
  std::string line;
  for (std::uint32_t number = 1; std::getline(lines, line); ++number) {
    std::smatch match;
    if (std::regex_search(line, match, pattern)) found.push_back({number, match[1], match[2]});
  }
  return found;
}

using Numbers = std::map<std::string, std::uint64_t>;

/// The counts of one line in one group, by their JSON names; empty: no such group.
Numbers counts_of(const model::Totals& totals, const std::string& group) {
  Numbers counts;
  for (const model::CounterGroupRow& known : model::counter_group_rows)
    for (const model::CounterRow& row : model::counter_rows)
      if (const model::CounterId id{known.group, row.kind};
          known.key == group && row.counted && model::is_simulated(id))
        counts[std::string(row.key)] = model::count_of(totals, id);
  return counts;
}

std::string_view word_for(run::Status status) {
  switch (status) {
  case run::Status::Done: return "done";
  case run::Status::UserError: return "user_error";
  case run::Status::Faulted: return "faulted";
  case run::Status::Deadlock: return "deadlock";
  case run::Status::BudgetExceeded: return "budget";
  case run::Status::CheckFailed: return "check_failed";
  case run::Status::Cancelled: return "cancelled";
  }
  return "?";
}

model::Totals totals_on(const run::Result& result, std::uint32_t line) {
  for (const run::LineCounts& candidate : result.lines)
    if (candidate.line == line) return candidate.totals;
  return {};
}

void check_counts(const run::Result& result, const Expectation& e) {
  const Numbers counts = counts_of(totals_on(result, e.line), e.what);
  ASSERT_FALSE(counts.empty()) << "line " << e.line << ": not an expectation: " << e.what;
  std::istringstream pairs(e.value);
  std::string pair;
  int compared = 0;
  while (pairs >> pair) {
    const std::size_t equals = pair.find('=');
    ASSERT_NE(equals, std::string::npos) << "line " << e.line << ": " << pair;
    const std::string name = pair.substr(0, equals);
    ASSERT_TRUE(counts.contains(name)) << "line " << e.line << ": no count named " << name;
    EXPECT_EQ(counts.at(name), std::stoull(pair.substr(equals + 1))) << "line " << e.line << ", " << name;
    ++compared;
  }
  EXPECT_GT(compared, 0) << "line " << e.line << " names no count";
}

/// "RAW line=10 count=256": a hazard whose second side is on the expectation's line and whose first is on the
/// one it names.
void check_hazard(const run::Result& result, const Expectation& e) {
  std::istringstream words(e.value);
  std::string kind, word, line, count;
  words >> kind;
  while (words >> word) (word.starts_with("line=") ? line : count) = word.substr(word.find('=') + 1);
  std::string all;
  bool found = false;
  for (const races::Hazard& h : result.hazards) {
    const std::uint32_t first = result.program->sites[h.first.site].span.line,
                        second = result.program->sites[h.second.site].span.line;
    all += fmt::format("{} line {} after line {}, {} times\n", races::name_of(h.kind), second, first,
                       h.count);
    found = found || (races::name_of(h.kind) == kind && second == e.line && std::to_string(first) == line &&
                      (count.empty() || std::to_string(h.count) == count));
  }
  EXPECT_TRUE(found) << "line " << e.line << ": no hazard " << e.value << "; there are:\n" << all;
}

void check_expectation(const run::Result& result, const Expectation& e) {
  const std::string said = format_diagnostics(result.diagnostics);
  if (e.what == "run") {
    EXPECT_EQ(word_for(result.status), e.value) << said << result.run.budget_message;
  } else if (e.what == "nothing") {
    EXPECT_EQ(totals_on(result, e.line), model::Totals{}) << "line " << e.line;
  } else if (e.what == "fault") {
    std::vector<trace::Fault> faults = result.run.faults;
    faults.insert(faults.end(), result.run.undefined.begin(), result.run.undefined.end());
    const bool found = std::any_of(faults.begin(), faults.end(), [&](const trace::Fault& fault) {
      return trace::name_of(fault.kind) == e.value && result.program->span_of(fault.pc).line == e.line;
    });
    std::string all;
    for (const trace::Fault& fault : faults)
      all += fmt::format("{} on line {}: {}\n", trace::name_of(fault.kind),
                         result.program->span_of(fault.pc).line, fault.message);
    EXPECT_TRUE(found) << "line " << e.line << ": no fault " << e.value << "; there are:\n" << all << said;
  } else if (e.what == "hazard") {
    check_hazard(result, e);
  } else if (e.what == "no_hazards") {
    EXPECT_TRUE(result.hazards.empty())
        << result.hazards.size() << " hazards, the first on line "
        << result.program->sites[result.hazards.front().second.site].span.line;
  } else if (e.what == "error") {
    const bool found = std::any_of(result.diagnostics.begin(), result.diagnostics.end(),
                                   [&](const Diagnostic& d) {
                                     return d.severity == Severity::Error && d.span.line == e.line &&
                                            d.message.find(e.value) != std::string::npos;
                                   });
    EXPECT_TRUE(found) << "line " << e.line << ": no error with '" << e.value << "'; said:\n" << said;
  } else if (e.what == "output") {
    EXPECT_NE(result.run.printf_output.find(e.value), std::string::npos) << result.run.printf_output << said;
  } else if (e.what == "divergence") {
    const bool found = std::any_of(result.run.barrier_divergence.begin(), result.run.barrier_divergence.end(),
                                   [&](const exec::BarrierDivergence& d) {
                                     return result.program->span_of(d.pc).line == e.line &&
                                            std::to_string(d.arrived.size()) == e.value;
                                   });
    EXPECT_TRUE(found) << "line " << e.line << ": no barrier with " << e.value << " waiting threads";
  } else {
    check_counts(result, e);
  }
}

class SampleKernel : public testing::TestWithParam<std::string> {};

TEST_P(SampleKernel, DoesWhatItSays) {
  static compile::Compiler compiler;
  const std::filesystem::path path = std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "tests/kernels" /
                                     GetParam();
  run::Request request;
  request.file = GetParam();
  request.text = read_file(path);
  request.folder = path.parent_path().string();
  request.device = *devices::find_device("cc90");
  request.budget.warp_instructions_per_block = 10'000'000; // an endless loop ends in a moment
  const std::vector<Expectation> expectations = expectations_of(request.text);
  const auto of_hazards = [](const Expectation& e) { return e.what == "hazard" || e.what == "no_hazards"; };
  request.races = std::any_of(expectations.begin(), expectations.end(), of_hazards);
  ASSERT_FALSE(expectations.empty()) << GetParam() << " expects nothing";
  const run::Result result = run::simulate(compiler, request);
  const bool error_expected = std::any_of(expectations.begin(), expectations.end(),
                                          [](const Expectation& e) { return e.what == "error"; });
  if (!error_expected) {
    ASSERT_NE(result.program, nullptr) << format_diagnostics(result.diagnostics);
  }
  for (const Expectation& e : expectations) check_expectation(result, e);
  for (const trace::Fault& fault : result.run.undefined) {
    if (fault.kind != trace::FaultKind::Uninitialized) continue;
    const std::uint32_t line = result.program->span_of(fault.pc).line;
    EXPECT_TRUE(std::any_of(expectations.begin(), expectations.end(),
                            [&](const Expectation& e) {
                              return e.what == "fault" && e.value == "uninitialized" && e.line == line;
                            }))
        << "line " << line << ": " << fault.message << ", which nobody expects";
  }
}

std::vector<std::string> sample_files() {
  const std::filesystem::path root = std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "tests/kernels";
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root))
    if (entry.path().extension() == ".cu")
      files.push_back(std::filesystem::relative(entry.path(), root).string());
  std::sort(files.begin(), files.end());
  return files;
}

std::string test_name(const testing::TestParamInfo<std::string>& file) {
  std::string name = file.param.substr(0, file.param.size() - 3);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

/// What a GPU left in the buffers, bit for bit: h200_outputs.tsv, of every sample whose launch ends there.
TEST(SampleKernels, LeaveTheBytesThatAGpuLeft) {
  const std::filesystem::path root = std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "tests/kernels";
  std::ifstream table(root / "h200_outputs.tsv");
  std::map<std::string, std::map<std::string, std::string>> hashes; // file -> buffer -> hash
  for (std::string line; std::getline(table, line);) {
    std::istringstream cells(line);
    std::string file, buffer, bytes, hash;
    if (line.starts_with("#") || line.starts_with("file\t") || !(cells >> file >> buffer >> bytes >> hash))
      continue;
    hashes[file][buffer] = hash;
  }
  EXPECT_GE(hashes.size(), 40u);
  // Those whose bytes may differ, and must: one that no longer does belongs out of this list.
  const std::map<std::string, std::string> others = {
      {"barriers/half_a_warp_waits.cu",
       "CUDA forbids it; ours ends as a deadlock, the device lets the others go on"},
      {"control/endless_recursion.cu", "ends in our limit of the stack"},
      {"surface/async_copy_banks.cu",
       "several copies go to one place, and which is last is nobody's promise"},
      {"warp/shuffle_down_past_the_block.cu",
       "adds what lanes hold that the block does not have, which nothing promises to be 0"},
      {"surface/wmma_tiles.cu", "tensor cores add in another order: equal within the check's tolerance"}};
  compile::Compiler compiler;
  for (const auto& [file, expected] : hashes) {
    SCOPED_TRACE(file);
    run::Request request;
    request.file = file;
    request.text = read_file(root / file);
    request.device = *devices::find_device("cc90");
    request.hash_buffers = true;
    const run::Result result = run::simulate(compiler, request);
    std::map<std::string, std::string> left;
    for (const run::PlacedBuffer& buffer : result.buffers)
      if (buffer.hash && expected.contains(buffer.name))
        left[buffer.name] = fmt::format("{:016x}", *buffer.hash);
    if (others.contains(file)) EXPECT_NE(left, expected) << others.at(file);
    else EXPECT_EQ(left, expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, SampleKernel, testing::ValuesIn(sample_files()), test_name);

} // namespace
} // namespace warpscope
