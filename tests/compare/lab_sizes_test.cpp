// The labs at sizes that take an H200 20 us and more (tests/hardware/h200_lab_sizes.tsv, made by
// record_lab_sizes.py): every recorded lab has one, the page tells how far the estimates beside them are off,
// and some of them are made anew.
#include "app/compare/speedups.h"
#include "sim/devices/devices.h"
#include "sim/labs/labs.h"
#include "sim/run/estimate.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

namespace warpscope {
namespace {

struct SizedLaunch {
  std::string lab, launch;
  double seconds = 0; ///< the processes' median, in us
  std::optional<double> predicted, read;
};

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

std::vector<SizedLaunch> sized_launches() {
  std::vector<SizedLaunch> launches;
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/hardware/h200_lab_sizes.tsv");
  const auto number = [](const std::string& cell) {
    return cell == "-" ? std::nullopt : std::optional(std::stod(cell));
  };
  for (std::string row; std::getline(file, row);) {
    if (row.starts_with('#') || row.starts_with("lab\t")) continue;
    const std::vector<std::string> cells = split(row, '\t');
    if (cells.size() != 7) {
      ADD_FAILURE() << row;
      continue;
    }
    SizedLaunch launch{cells[0], cells[1], 0, number(cells[5]), number(cells[6])};
    std::vector<double> times;
    for (int process = 2; process < 5; ++process)
      if (const auto time = number(cells[static_cast<std::size_t>(process)])) times.push_back(*time);
    EXPECT_EQ(times.size(), 3u) << row;
    if (times.empty()) continue;
    std::sort(times.begin(), times.end());
    launch.seconds = times[times.size() / 2];
    launches.push_back(std::move(launch));
  }
  return launches;
}

/// Words behind `warpscope sim LAB`; quotes hold some together.
std::vector<std::string> words_of(const std::string& launch) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (const char c : launch) {
    if (c == '\'') quoted = !quoted;
    else if (c == ' ' && !quoted) words.emplace_back();
    else words.back() += c;
  }
  return words;
}

source::Overrides overrides_of(const std::string& launch) {
  source::Overrides overrides;
  const std::vector<std::string> words = words_of(launch);
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
    const std::size_t equals = words[i + 1].find('=');
    if (words[i] == "--grid") overrides.grid = split(words[i + 1], ',');
    else
      (words[i] == "--set" ? overrides.parameters : overrides.arguments)
          .emplace_back(words[i + 1].substr(0, equals), words[i + 1].substr(equals + 1));
  }
  return overrides;
}

/// What two launches of a lab have in common when a person would choose between them: their sizes.
std::string problem_of(const SizedLaunch& launch) {
  static const std::set<std::string> sizes = {"N", "M", "K", "WIDTH", "KB", "MB"};
  std::string problem = launch.lab;
  const std::vector<std::string> words = words_of(launch.launch);
  for (std::size_t i = 0; i + 1 < words.size(); i += 2)
    if (words[i] == "--grid" || sizes.contains(words[i + 1].substr(0, words[i + 1].find('='))))
      problem += " " + words[i + 1];
  return problem;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n == 0 ? 0 : n % 2 == 1 ? values[n / 2] : std::sqrt(values[n / 2 - 1] * values[n / 2]);
}

/// Each lab counts once: the geometric mean of its factors, then over labs.
double mean_of_labs(const std::map<std::string, std::vector<double>>& of_lab) {
  double sum = 0;
  for (const auto& [lab, factors] : of_lab) {
    double logs = 0;
    for (const double factor : factors) logs += std::log(factor);
    sum += logs / static_cast<double>(factors.size());
  }
  return std::exp(sum / static_cast<double>(of_lab.size()));
}

double factor(double a, double b) { return std::max(a / b, b / a); }

/// "By the code that is predicted, …": the sentence of docs/speed-model.md.
std::string sentence_of(const std::vector<SizedLaunch>& all, const std::string& what,
                        std::optional<double> SizedLaunch::* estimate) {
  std::vector<double> times, speedups;
  std::map<std::string, std::vector<double>> times_of, speedups_of;
  std::size_t pairs = 0, right = 0;
  for (const SizedLaunch& launch : all) {
    if (!(launch.*estimate)) continue;
    times.push_back(factor(*(launch.*estimate), launch.seconds));
    times_of[launch.lab].push_back(times.back());
  }
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      const SizedLaunch &a = all[i], &b = all[j];
      if (problem_of(a) != problem_of(b) || !(a.*estimate) || !(b.*estimate)) continue;
      if (factor(a.seconds, b.seconds) <= 1.1) continue;
      const double measured = a.seconds / b.seconds, estimated = *(a.*estimate) / *(b.*estimate);
      ++pairs;
      right += (measured > 1) == (estimated > 1) && estimated != 1 ? 1 : 0;
      speedups.push_back(factor(measured, estimated));
      speedups_of[a.lab].push_back(speedups.back());
    }
  return fmt::format(
      "By code that is {}, {} launches of {} labs: times off by a factor of {:.2f} in the median and {:.2f} "
      "in "
      "the mean of labs; {} pairs that differ by more than a tenth, speedups off by {:.2f} in the median and "
      "{:.2f} in the mean of {} labs, the faster one named in {}.",
      what, times.size(), times_of.size(), median(times), mean_of_labs(times_of), pairs, median(speedups),
      mean_of_labs(speedups_of), speedups_of.size(), right);
}

TEST(LabSizes, EveryRecordedLabTakesLongOnceOrItSaysWhyNot) {
  const std::map<std::string, std::string> too_short = {
      {"cluster_reduction", "its sum is of one cluster"},
      {"occupancy_registers", "its array holds four blocks"},
      {"scan_look_back", "a block of the GPU looks back as far as the others let it: no time of its own"},
      {"shared_store_one_word", "one warp by design"},
      {"memory_pyramid", "18.6 us out of memory, recorded with the lab"},
      {"matmul_edges_small", "5 x 5 by design"},
      {"struct_sector", "64 MB of particles take 18.9 to 19.7 us"},
      {"matmul_layouts", "one tile, whose accesses are counted"},
  };
  std::map<std::string, double> longest;
  for (const SizedLaunch& launch : sized_launches())
    longest[launch.lab] = std::max(longest[launch.lab], launch.seconds);
  for (const labs::Lab& lab : labs::labs()) {
    if (!lab.recorded || lab.program) continue;
    if (too_short.contains(lab.id)) EXPECT_LT(longest[lab.id], 20) << lab.id;
    else EXPECT_GE(longest[lab.id], 20) << lab.id;
  }
  for (const auto& [lab, time] : longest) EXPECT_NE(labs::find_lab(lab), nullptr) << lab;
}

TEST(LabSizes, ThePageTellsHowFarTheEstimatesAreOff) {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/docs/speed-model.md");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  std::replace(text.begin(), text.end(), '\n', ' ');
  const std::vector<SizedLaunch> all = sized_launches();
  for (const std::string& sentence :
       {sentence_of(all, "predicted", &SizedLaunch::predicted), sentence_of(all, "read", &SizedLaunch::read)})
    EXPECT_NE(text.find(sentence), std::string::npos) << "docs/speed-model.md must say: " << sentence;
}

/// The column is what this program estimates: after a change of the model record_lab_sizes.py --estimates
/// makes it anew. These take some tenths of a second each.
TEST(LabSizes, TheEstimatesAreThisPrograms) {
  compile::Compiler compiler;
  const std::set<std::string> some = {"copy_offset",  "divergence_if", "histogram_global",
                                      "sort_bitonic", "matmul_coarse", "transpose_padded"};
  std::set<std::string> seen;
  for (const SizedLaunch& launch : sized_launches()) {
    if (!some.contains(launch.lab) || !seen.insert(launch.lab).second) continue;
    SCOPED_TRACE(launch.lab + " " + launch.launch);
    const labs::Lab* lab = labs::find_lab(launch.lab);
    ASSERT_NE(lab, nullptr);
    run::Request request;
    request.file = lab->file_name;
    request.text = lab->text;
    request.device = *devices::find_device("cc90");
    request.run_checks = false;
    request.overrides = overrides_of(launch.launch);
    std::string why_not;
    const auto estimate = run::estimate(compiler, request, why_not);
    ASSERT_TRUE(estimate.has_value()) << why_not;
    ASSERT_TRUE(launch.predicted.has_value());
    EXPECT_EQ(fmt::format("{:.4g}", estimate->seconds * 1e6), fmt::format("{:.4g}", *launch.predicted));
  }
  EXPECT_EQ(seen, some);
}

} // namespace
} // namespace warpscope
