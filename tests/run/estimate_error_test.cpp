// What may be said of an estimate: the figures of estimate_error.cpp from the table of kernels kept apart,
// the intervals, the winners; and what stands in where the multiprocessor, or a probe, is missing.
#include "sim/devices/devices.h"
#include "sim/devices/nearest.h"
#include "sim/run/estimate_error.h"
#include "sim/run/estimate_json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

namespace warpscope {
namespace {

using run::Speedup;

struct ApartLaunch {
  std::string kernel, family, launch, left;
  double measured = 0, plain = 0, machine = 0, as_written = 0, read = 0; ///< in seconds; 0: none
  double again = 0;                                                      ///< measured in another process
  bool atomics = false;
};

std::vector<ApartLaunch> read_apart(const std::string& name) {
  std::vector<ApartLaunch> out;
  std::ifstream file(std::string(WARPSCOPE_SOURCE_DIR "/tests/run/") + name);
  std::vector<std::string> columns;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    std::istringstream in(line);
    std::vector<std::string> fields;
    for (std::string field; std::getline(in, field, '\t');) fields.push_back(field);
    if (columns.empty()) {
      columns = fields;
      continue;
    }
    std::map<std::string, std::string> row;
    for (std::size_t i = 0; i < std::min(columns.size(), fields.size()); ++i) row[columns[i]] = fields[i];
    const auto seconds = [&](const char* column) {
      return row.contains(column) && !row[column].empty() ? std::stod(row[column]) * 1e-6 : 0;
    };
    out.push_back({.kernel = row["kernel"],
                   .family = row["family"],
                   .launch = row["launch"],
                   .left = row["left"],
                   .measured = seconds("measured"),
                   .plain = seconds("plain"),
                   .machine = seconds("machine"),
                   .as_written = seconds("as_written"),
                   .read = seconds("read"),
                   .again = seconds("again"),
                   .atomics = row["atomics"] == "1"});
  }
  return out;
}

/// scripts/kept-apart makes this table of recordings and a frozen program.
const std::vector<ApartLaunch>& launches_apart() {
  static const std::vector<ApartLaunch> all = read_apart("kept_apart.tsv");
  return all;
}

/// Few of those execute atomics: with these, those of an earlier set, by the model of its day.
const std::vector<ApartLaunch>& launches_with_atomics() {
  static const std::vector<ApartLaunch> all = [] {
    std::vector<ApartLaunch> both = read_apart("kept_apart_third.tsv");
    for (ApartLaunch a : launches_apart()) {
      a.family = "sixth set's " + a.family;
      a.kernel = "sixth set's " + a.kernel;
      a.left = "sixth" + a.left; // its sizes stay behind the colons
      both.push_back(std::move(a));
    }
    return both;
  }();
  return all;
}

/// None of those is estimated shorter than 2 us: these are, by an older model.
const std::vector<ApartLaunch>& short_launches() {
  static const std::vector<ApartLaunch> all = read_apart("kept_apart_short.tsv");
  return all;
}

run::Estimate estimated(double seconds, run::Model model = run::Model::Machine,
                        run::Code code = run::Code::Predicted, bool atomics = false) {
  run::Estimate e;
  e.seconds = seconds;
  e.model = model;
  e.code = code;
  e.atomics = atomics;
  e.launch_seconds = .9e-6;
  e.interval = run::interval_of(e);
  return e;
}

std::string sizes_of(const std::string& left) {
  std::string sizes;
  std::istringstream in(left);
  for (std::string one; std::getline(in, one, ',');) sizes += one.substr(one.find(':'));
  return sizes;
}

/// Variants of one problem: of one kernel, or with the same bytes left (compare::variant_pairs).
std::vector<std::pair<std::size_t, std::size_t>> pairs_apart(const std::vector<ApartLaunch>& all) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size(); ++j)
      if (all[i].family.starts_with("lab ") == all[j].family.starts_with("lab ") &&
          sizes_of(all[i].left) == sizes_of(all[j].left) &&
          (all[i].kernel == all[j].kernel || all[i].left == all[j].left))
        pairs.emplace_back(i, j);
  return pairs;
}

/// The value below which the share `of` of the weight lies; each family weighs the same.
double quantile(std::vector<std::pair<double, std::string>> values, double of) {
  std::map<std::string, double> count;
  for (const auto& [value, family] : values) ++count[family];
  std::sort(values.begin(), values.end());
  double reached = 0;
  for (const auto& [value, family] : values) {
    reached += 1 / count[family] / static_cast<double>(count.size());
    if (reached >= of - 1e-9) return value;
  }
  return values.back().first;
}

TEST(EstimateError, TheTableIsRead) {
  EXPECT_GE(launches_apart().size(), 100u);
  EXPECT_GE(pairs_apart(launches_apart()).size(), 100u);
  EXPECT_EQ(short_launches().size(), 279u);
  for (const ApartLaunch& a : launches_apart())
    EXPECT_TRUE(a.machine == 0 || a.machine > run::short_launch)
        << a.kernel << ": the short ones' table says what these are off by";
}

/// A kind of estimate that has its own error: the column, which launches, which pairs of them.
struct ErrorKind {
  const char* name;
  const std::vector<ApartLaunch>& (*launches)();
  double ApartLaunch::* seconds;
  run::Estimate like;
  bool (*has)(const ApartLaunch&);
  bool (*has_pair)(const ApartLaunch&, const ApartLaunch&);
  bool one_sided = false; ///< speedups are above the estimate in few pairs: that end is the other's

  [[nodiscard]] run::Estimate estimate(const ApartLaunch& of) const {
    return estimated(of.*seconds, like.model, like.code, like.atomics);
  }
};

bool is_short(const ApartLaunch& a) { return a.machine < run::short_launch; }
bool no_atomics(const ApartLaunch& a) { return !a.atomics; }
bool neither_has_atomics(const ApartLaunch& a, const ApartLaunch& b) { return !a.atomics && !b.atomics; }

const std::vector<ErrorKind>& kinds() {
  using enum run::Model;
  using enum run::Code;
  static const std::vector<ErrorKind> all = {
      {"short", short_launches, &ApartLaunch::machine, estimated(1e-6),
       [](const ApartLaunch& a) { return !a.atomics && is_short(a); },
       [](const ApartLaunch& a, const ApartLaunch& b) {
         return neither_has_atomics(a, b) && is_short(a) && is_short(b);
       }},
      {"longer", launches_apart, &ApartLaunch::machine, estimated(1e-3),
       [](const ApartLaunch& a) { return !a.atomics && !is_short(a); },
       [](const ApartLaunch& a, const ApartLaunch& b) {
         return neither_has_atomics(a, b) && !(is_short(a) && is_short(b));
       }},
      {"read", launches_apart, &ApartLaunch::read, estimated(1e-3, Machine, Read), no_atomics,
       neither_has_atomics},
      {"as written", launches_apart, &ApartLaunch::as_written, estimated(1e-3, Machine, AsWritten),
       no_atomics, neither_has_atomics},
      {"with atomics", launches_with_atomics, &ApartLaunch::machine,
       estimated(1e-3, Machine, Predicted, true), [](const ApartLaunch& a) { return a.atomics; },
       [](const ApartLaunch& a, const ApartLaunch& b) { return a.atomics || b.atomics; }, true},
      {"plain", launches_apart, &ApartLaunch::plain, estimated(1e-3, Plain, AsWritten),
       [](const ApartLaunch&) { return true; }, [](const ApartLaunch&, const ApartLaunch&) { return true; }}};
  return all;
}

/// The interval of a time: nine of ten launches lie within, each family counting once, and it is no wider.
TEST(EstimateError, IntervalsOfTimesAreThoseOfTheKernelsKeptApart) {
  for (const ErrorKind& kind : kinds()) {
    std::vector<std::pair<double, std::string>> factors;
    for (const ApartLaunch& a : kind.launches())
      if (const double seconds = a.*kind.seconds; seconds > 0 && kind.has(a))
        factors.emplace_back(std::max(a.measured / seconds, seconds / a.measured), a.family);
    ASSERT_GE(factors.size(), 17u) << kind.name;
    EXPECT_NEAR(kind.like.interval->high / kind.like.seconds / quantile(factors, .9), 1, .005) << kind.name;
    if (kind.like.seconds > 1e-5) { // no launch is shorter than its start
      EXPECT_NEAR(kind.like.seconds / kind.like.interval->low / quantile(factors, .9), 1, .005) << kind.name;
    }
  }
}

/// The interval of a speedup: one of twenty measured ones lies below, one of twenty above.
TEST(EstimateError, IntervalsOfSpeedupsAreThoseOfTheKernelsKeptApart) {
  for (const ErrorKind& kind : kinds()) {
    std::vector<std::pair<double, std::string>> below, above;
    const std::vector<ApartLaunch>& all = kind.launches();
    for (const auto& [i, j] : pairs_apart(all)) {
      ApartLaunch a = all[i], b = all[j];
      if (a.*kind.seconds <= 0 || b.*kind.seconds <= 0 || !kind.has_pair(a, b)) continue;
      if (a.*kind.seconds < b.*kind.seconds) std::swap(a, b);
      const Speedup said = run::speedup_of(kind.estimate(a), kind.estimate(b));
      const double s = std::log(said.ratio), off = std::log(a.measured / b.measured) - s;
      // In units of the interval's ends: 1 is on the end.
      below.emplace_back(off / (std::log(said.interval->low) - s), a.family);
      above.emplace_back(off / (std::log(said.interval->high) - s), a.family);
    }
    ASSERT_GE(below.size(), 26u) << kind.name;
    EXPECT_NEAR(quantile(below, .95), 1, .03) << kind.name;
    if (kind.one_sided) {
      EXPECT_LT(quantile(above, .95), 1) << kind.name;
    } else {
      EXPECT_NEAR(quantile(above, .95), 1, .03) << kind.name;
    }
  }
}

/// What docs/speed-model.md says of the winners named among the kernels kept apart.
TEST(EstimateError, WinnersAmongTheKernelsKeptApart) {
  std::size_t all = 0, named = 0, right = 0, atomics = 0, covered = 0;
  for (const auto& [i, j] : pairs_apart(launches_apart())) {
    const ApartLaunch &a = launches_apart()[i], &b = launches_apart()[j];
    if (a.machine <= 0 || b.machine <= 0) continue;
    const auto of = [](const ApartLaunch& l) {
      return estimated(l.machine, run::Model::Machine, run::Code::Predicted, l.atomics);
    };
    const Speedup said = run::speedup_of(of(a), of(b));
    const double measured = a.measured / b.measured;
    ++all;
    covered += said.interval->low <= measured && measured <= said.interval->high;
    if (said.winner == Speedup::Winner::None) continue;
    ++named;
    atomics += a.atomics || b.atomics;
    right += (said.winner == Speedup::Winner::B) == (measured > 1);
  }
  std::ifstream file(std::string(WARPSCOPE_SOURCE_DIR "/docs/speed-model.md"));
  std::string page{std::istreambuf_iterator<char>(file), {}};
  std::replace(page.begin(), page.end(), '\n', ' ');
  std::ostringstream sentence;
  sentence << "of " << all << " pairs the multiprocessor names a winner in " << named << " (" << atomics
           << " with atomics), rightly in " << right << "; " << covered
           << " measured speedups lie in their interval";
  EXPECT_NE(page.find(sentence.str()), std::string::npos)
      << "docs/speed-model.md must say: " << sentence.str();
}

/// What a model that says each launch's other recording is off by: no estimate can be expected to do better.
TEST(EstimateError, ThePageTellsTheFloorOfAPerfectModel) {
  constexpr double long_enough = 5e-6;
  const std::vector<ApartLaunch>& all = launches_apart();
  std::map<std::string, std::vector<double>> families;
  std::vector<double> times, speedups;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].measured < long_enough || all[i].again <= 0) continue;
    times.push_back(std::abs(std::log(all[i].measured / all[i].again)));
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      if (all[j].family != all[i].family || all[j].measured < long_enough || all[j].again <= 0) continue;
      const double one = all[i].measured / all[j].measured, other = all[i].again / all[j].again;
      speedups.push_back(std::abs(std::log(one / other)));
      families[all[i].family].push_back(speedups.back());
    }
  }
  ASSERT_GT(families.size(), 20u);
  const auto mean = [](const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
  };
  std::vector<double> means;
  for (const auto& [family, off] : families) means.push_back(mean(off));
  std::sort(speedups.begin(), speedups.end());
  std::ifstream file(std::string(WARPSCOPE_SOURCE_DIR "/docs/speed-model.md"));
  std::string page{std::istreambuf_iterator<char>(file), {}};
  std::replace(page.begin(), page.end(), '\n', ' ');
  const auto factor = [](double log) {
    std::ostringstream out;
    out.setf(std::ios::fixed);
    out.precision(3);
    out << std::exp(log);
    return out.str();
  };
  const std::string sentence = "speedups by a factor of " + factor(speedups[speedups.size() / 2]) +
                               " in the median of " + std::to_string(speedups.size()) + " pairs and of " +
                               factor(mean(means)) + " in the mean over " + std::to_string(families.size()) +
                               " families, at worst by " + factor(speedups.back()) + "; single times by " +
                               factor(mean(times)) + " in the mean";
  EXPECT_NE(page.find(sentence), std::string::npos) << "docs/speed-model.md must say: " << sentence;
}

TEST(EstimateError, NoWinnerWhereTheIntervalHoldsOne) {
  const Speedup close = run::speedup_of(estimated(20e-6), estimated(18e-6));
  EXPECT_EQ(close.winner, Speedup::Winner::None);
  EXPECT_EQ(close.why, Speedup::Why::Interval);
  EXPECT_LT(close.interval->low, 1);
  EXPECT_GT(close.interval->high, 1);
  const Speedup far = run::speedup_of(estimated(80e-6), estimated(20e-6));
  EXPECT_EQ(
      run::speedup_of(estimated(40e-6, run::Model::Machine, run::Code::Predicted, true), estimated(20e-6))
          .winner,
      Speedup::Winner::None)
      << "atomics are further off";
  EXPECT_EQ(far.winner, Speedup::Winner::B);
  EXPECT_GT(far.interval->low, 1);
  const Speedup turned = run::speedup_of(estimated(20e-6), estimated(80e-6));
  EXPECT_EQ(turned.winner, Speedup::Winner::A);
  EXPECT_NEAR(turned.interval->low, 1 / far.interval->high, 1e-12);
  EXPECT_NEAR(turned.interval->high, 1 / far.interval->low, 1e-12);
}

TEST(EstimateError, NoWinnerAmongShortLaunches) {
  const Speedup said = run::speedup_of(estimated(1.95e-6), estimated(.95e-6));
  EXPECT_GT(said.interval->low, 1) << "the interval alone would name one";
  EXPECT_EQ(said.winner, Speedup::Winner::None);
  EXPECT_EQ(said.why, Speedup::Why::Noise);
  EXPECT_EQ(run::speedup_of(estimated(8e-6), estimated(1e-6)).winner, Speedup::Winner::B);
  EXPECT_GE(estimated(1.2e-6).interval->low, .9e-6) << "no launch is shorter than its start";
}

TEST(EstimateError, MeasuredTimesHaveTheirNoise) {
  EXPECT_EQ(run::measured_speedup(1.36e-6, 1.3e-6).winner, Speedup::Winner::None);
  EXPECT_EQ(run::measured_speedup(1.36e-6, 1.3e-6).why, Speedup::Why::Noise);
  EXPECT_EQ(run::measured_speedup(13.6e-6, 13e-6).winner, Speedup::Winner::B);
  EXPECT_EQ(run::measured_speedup(13e-6, 13.6e-6).winner, Speedup::Winner::A);
  EXPECT_EQ(run::measured_speedup(13.1e-6, 13e-6).winner, Speedup::Winner::None);
  EXPECT_EQ(run::measured_speedup({13.6e-6, .3}, 13e-6).winner, Speedup::Winner::None)
      << "where memory lies moves it by more, from process to process";
  EXPECT_EQ(run::measured_speedup({20e-6, .3}, 13e-6).winner, Speedup::Winner::B);
}

TEST(EstimateError, APlainModelsIntervalIsTheWider) {
  const Speedup plain = run::speedup_of(estimated(40e-6, run::Model::Plain), estimated(20e-6));
  const Speedup machine = run::speedup_of(estimated(40e-6), estimated(20e-6));
  const Speedup mixed = run::speedup_of(estimated(40e-6),
                                        estimated(20e-6, run::Model::Machine, run::Code::AsWritten));
  EXPECT_LT(mixed.interval->low, machine.interval->low);
  EXPECT_GT(mixed.interval->high, machine.interval->high);
  EXPECT_LT(plain.interval->low, machine.interval->low);
  EXPECT_GT(plain.interval->high, mixed.interval->high);
  EXPECT_EQ(plain.winner, Speedup::Winner::None);
}

const std::string apart_copy = "__global__ void copy(const float* in, float* out) {\n"
                               "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                               "  out[i] = 2 * in[i];\n"
                               "}\n";
run::Request copy_on(const Device& device) {
  run::Request r;
  r.file = "k.cu";
  r.text = apart_copy;
  r.folder = ".";
  r.device = device;
  r.overrides.grid = {"4096"};
  r.overrides.block = {"256"};
  r.overrides.arguments = {{"in", "ramp[1048576]"}, {"out", "zero[1048576]"}};
  return r;
}

TEST(EstimateError, ADeviceWithoutAProbeBorrowsAndSaysSo) {
  const devices::Probed own = devices::probed(*devices::find_device("cc90"));
  EXPECT_EQ(own.from, "");
  const Device& ampere = *devices::find_device("cc80");
  const devices::Probed probed = devices::probed(ampere);
  EXPECT_EQ(probed.from, "Hopper (H200)");
  EXPECT_EQ(probed.device.find("dram_bandwidth")->value, ampere.find("dram_bandwidth")->value) << "its own";
  const double h200 = own.device.find("l2_read_bandwidth")->value;
  EXPECT_NEAR(probed.device.find("l2_read_bandwidth")->value, h200 * 108 * 1410 / (132 * 1980.), 1e-6);
  EXPECT_EQ(probed.device.find("barrier")->value, own.device.find("barrier")->value) << "in cycles";

  compile::Compiler compiler;
  std::string why_not;
  const auto e = run::estimate(compiler, copy_on(ampere), why_not);
  ASSERT_TRUE(e.has_value()) << why_not;
  EXPECT_EQ(e->borrowed_from, "Hopper (H200)");
  EXPECT_FALSE(e->interval.has_value()) << "nothing was measured on it";
  const auto json = run::to_json(e, "");
  EXPECT_TRUE(json["interval"].is_null());
  EXPECT_EQ(json["means"]["estimated_from"], "Hopper (H200)");
  const Speedup said = run::speedup_of(*e, estimated(1e-3));
  EXPECT_EQ(said.winner, Speedup::Winner::None);
  EXPECT_EQ(said.why, Speedup::Why::Unknown);
}

/// A copy loads each sector once and stores each once, whatever part of its blocks is simulated.
TEST(EstimateError, TheTrafficIsTheWholeLaunchs) {
  compile::Compiler compiler;
  std::string why_not;
  const auto e = run::estimate(compiler, copy_on(*devices::find_device("cc90")), why_not);
  ASSERT_TRUE(e.has_value()) << why_not;
  const auto traffic = run::to_json(e, "")["traffic"];
  const double sectors = 4096 * 256 * 4 / 32;
  EXPECT_DOUBLE_EQ(traffic["l1_hits"].get<double>() + traffic["l1_misses"].get<double>(), sectors);
  EXPECT_DOUBLE_EQ(traffic["l2_written_sectors"].get<double>(), sectors);
}

TEST(EstimateError, ThePlainModelSaysWhyItStandsIn) {
  compile::Compiler compiler;
  run::Request asked = copy_on(*devices::find_device("cc90"));
  asked.trace_block = 0;
  const run::Result ran = run::simulate(compiler, asked);
  std::string why_not;
  const auto e = run::plain_estimate(ran, nullptr, asked.device, "a block has too many instructions",
                                     why_not);
  ASSERT_TRUE(e.has_value()) << why_not;
  const auto json = run::to_json(e, "");
  EXPECT_EQ(json["means"]["model"], "plain");
  EXPECT_EQ(json["means"]["code"], "as written");
  EXPECT_EQ(json["means"]["why"], "a block has too many instructions");
  EXPECT_GT(json["interval"]["high"].get<double>(), 3 * e->seconds);
  EXPECT_GT(json["parts"]["l2_read"].get<double>(), 0);
  EXPECT_FALSE(json["bottleneck"].get<std::string>().empty());
  asked.trace_block.reset();
  EXPECT_FALSE(run::plain_estimate(run::simulate(compiler, asked), nullptr, asked.device, "", why_not));
  EXPECT_EQ(why_not, "no block of it was traced");
}

} // namespace
} // namespace warpscope
