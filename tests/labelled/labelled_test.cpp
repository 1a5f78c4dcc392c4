// Kernels from courses and sample collections, in which every line that orders something is labelled by hand
// with the effect of removing it: 0 missed, 0 false. A label follows the line's code
// (tests/labelled/README.md explains the words).
#include "sim/devices/devices.h"
#include "sim/run/simulate.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace warpscope {
namespace {

using Words = std::set<std::string>;

/// A text to run, and what must be reported: nothing ("clean"), or some of racy, uninit, outside, diverges,
/// fault.
struct Variant {
  std::string text, change; ///< `change` describes it, for failure messages
  Words expected;
};

struct Labelled {
  std::vector<Variant> variants; ///< the first: as written
  std::vector<std::string> mistakes;
};

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream all;
  all << file.rdbuf();
  return all.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

/// "racy uninit as: CODE" or "clean: why".
bool read_label(const std::string& label, Words& words, std::string& code, bool& replaced) {
  const std::size_t colon = label.find(':');
  std::istringstream head(label.substr(0, colon));
  replaced = false;
  for (std::string word; head >> word;) {
    if (word == "as") replaced = true;
    else if (word == "clean" || word == "racy" || word == "uninit" || word == "outside" ||
             word == "diverges" || word == "fault")
      words.insert(word);
    else return false;
  }
  if (replaced && colon == std::string::npos) return false;
  code = replaced ? label.substr(colon + 1) : "";
  return !words.empty() && (words.size() == 1 || !words.contains("clean"));
}

Labelled read_labelled(const std::string& text) {
  static const std::regex orders(R"(__sync|__threadfence|\.sync\(|arrive|__pipeline_wait)");
  const std::string mark = "//~ ";
  Labelled read;
  std::vector<std::string> lines = lines_of(text), plain = lines;
  for (std::string& line : plain) line = line.substr(0, line.find(mark));
  read.variants.push_back({joined(plain), "as written", {"clean"}});
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::size_t at = lines[i].find(mark);
    if (at == std::string::npos && std::regex_search(plain[i], orders) &&
        plain[i].find("//") == std::string::npos)
      read.mistakes.push_back(fmt::format("line {} orders something and has no label", i + 1));
    while (at != std::string::npos) {
      const std::size_t next = lines[i].find(mark, at + 1);
      std::string label = lines[i].substr(at + mark.size(),
                                          next == std::string::npos ? next : next - at - mark.size());
      Variant variant;
      std::string code;
      bool replaced = false;
      if (!read_label(label, variant.expected, code, replaced))
        read.mistakes.push_back(fmt::format("line {}: not a label: {}", i + 1, label));
      std::vector<std::string> changed = plain;
      changed[i] = code;
      variant.change = replaced ? fmt::format("line {} as{}", i + 1, code)
                                : fmt::format("without line {}:{}", i + 1, plain[i]);
      variant.text = joined(changed);
      read.variants.push_back(std::move(variant));
      at = next;
    }
  }
  return read;
}

std::string first_of(const run::Result& result) {
  std::string all;
  for (const races::Hazard& h : result.hazards)
    all += fmt::format("\n  {} line {} > line {}, {} times", races::name_of(h.kind),
                       result.program->sites[h.first.site].span.line,
                       result.program->sites[h.second.site].span.line, h.count);
  for (const trace::Fault& fault : result.run.faults)
    all += fmt::format("\n  line {}: {}", result.program->span_of(fault.pc).line, fault.message);
  return all + "\n" + format_diagnostics(result.diagnostics);
}

Words said(const run::Result& result) {
  Words words;
  for (const races::Hazard& h : result.hazards)
    words.insert(h.kind == races::HazardKind::Uninit    ? "uninit"
                 : h.kind == races::HazardKind::Outside ? "outside"
                                                        : "racy");
  for (const trace::Fault& fault : result.run.faults)
    words.insert(fault.kind == trace::FaultKind::OutOfBounds ? "outside"
                 : fault.kind == trace::FaultKind::Deadlock  ? "diverges"
                                                             : "fault");
  if (!result.run.barrier_divergence.empty()) words.insert("diverges");
  if (words.empty()) words.insert(result.status == run::Status::Done ? "clean" : "not run");
  return words;
}

std::string joined(const Words& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : " ") + word;
  return all;
}

class LabelledKernel : public testing::TestWithParam<std::string> {};

TEST_P(LabelledKernel, IsSaidToDoWhatItDoes) {
  static compile::Compiler compiler;
  const Labelled labelled = read_labelled(
      read_file(std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "tests/labelled/kernels" / GetParam()));
  for (const std::string& mistake : labelled.mistakes) ADD_FAILURE() << mistake;
  for (const Variant& variant : labelled.variants) {
    run::Request request;
    request.file = GetParam();
    request.text = variant.text;
    request.device = *devices::find_device("cc90");
    request.budget.warp_instructions_per_block = 20'000'000; // an endless loop ends in a moment
    request.races = true;
    request.threads = 1;
    const run::Result result = run::simulate(compiler, request);
    ASSERT_NE(result.program, nullptr) << variant.change << "\n" << format_diagnostics(result.diagnostics);
    EXPECT_EQ(joined(said(result)), joined(variant.expected)) << variant.change << first_of(result);
  }
}

std::vector<std::string> files() {
  std::vector<std::string> all;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(WARPSCOPE_SOURCE_DIR) /
                                                               "tests/labelled/kernels"))
    all.push_back(entry.path().filename().string());
  std::sort(all.begin(), all.end());
  return all;
}

std::string name_of_test(const testing::TestParamInfo<std::string>& file) {
  return file.param.substr(0, file.param.size() - 3);
}

INSTANTIATE_TEST_SUITE_P(Kernels, LabelledKernel, testing::ValuesIn(files()), name_of_test);

TEST(LabelledKernels, AreManyOfBothKinds) {
  int clean = 0, wrong = 0;
  for (const std::string& file : files())
    for (const Variant& v : read_labelled(read_file(std::filesystem::path(WARPSCOPE_SOURCE_DIR) /
                                                    "tests/labelled/kernels" / file))
                                .variants)
      ++(v.expected.contains("clean") ? clean : wrong);
  EXPECT_GE(clean, 80);
  EXPECT_GE(wrong, 216);
}

} // namespace
} // namespace warpscope
