// Compares estimated with measured speedups over pairs of launches.
#include "app/compare/speedups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace warpscope::compare {

namespace {

bool same_sizes(const TimedLaunch& a, const TimedLaunch& b) {
  return std::equal(a.outputs.begin(), a.outputs.end(), b.outputs.begin(), b.outputs.end(),
                    [](const protocol::RecordedOutput& x, const protocol::RecordedOutput& y) {
                      return x.bytes == y.bytes && x.type == y.type;
                    });
}
bool same_bytes(const TimedLaunch& a, const TimedLaunch& b) {
  return std::equal(
      a.outputs.begin(), a.outputs.end(), b.outputs.begin(), b.outputs.end(),
      [](const protocol::RecordedOutput& x, const protocol::RecordedOutput& y) { return x.hash == y.hash; });
}

double factor(double a, double b) { return std::max(a / b, b / a); }

/// Joins labs that share a pair into families.
class Families {
 public:
  void join(const std::string& a, const std::string& b) { parent_[root(a)] = root(b); }
  std::string root(const std::string& lab) {
    const auto [at, fresh] = parent_.try_emplace(lab, lab);
    return at->second == lab ? lab : at->second = root(std::string(at->second));
  }

 private:
  std::map<std::string, std::string> parent_;
};

struct LogSum {
  double sum = 0;
  std::size_t count = 0;
  [[nodiscard]] double mean() const { return count == 0 ? 0 : sum / static_cast<double>(count); }
};

} // namespace

std::vector<std::pair<std::size_t, std::size_t>> variant_pairs(const std::vector<TimedLaunch>& launches) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < launches.size(); ++i)
    for (std::size_t j = i + 1; j < launches.size(); ++j) {
      const TimedLaunch &a = launches[i], &b = launches[j];
      if (a.device == b.device && same_sizes(a, b) && (a.lab == b.lab || same_bytes(a, b)))
        pairs.emplace_back(i, j);
    }
  return pairs;
}

SpeedupError speedup_error(const std::vector<TimedLaunch>& launches,
                           const std::vector<std::pair<std::size_t, std::size_t>>& pairs) {
  SpeedupError error;
  std::vector<double> factors;
  Families families;
  for (const auto& [i, j] : pairs) families.join(launches[i].lab, launches[j].lab);
  std::map<std::string, LogSum> by_family;
  for (const auto& [i, j] : pairs) {
    const TimedLaunch &a = launches[i], &b = launches[j];
    if (a.measured <= 0 || b.measured <= 0 || a.estimate.seconds <= 0 || b.estimate.seconds <= 0) continue;
    const run::Speedup speedup = run::speedup_of(a.estimate, b.estimate);
    const double measured = a.measured / b.measured, simulated = speedup.ratio;
    error.covered += speedup.interval && speedup.interval->low <= measured &&
                     measured <= speedup.interval->high;
    if (speedup.winner != run::Speedup::Winner::None) {
      ++error.named;
      error.rightly_named += (speedup.winner == run::Speedup::Winner::B) == (measured > 1);
    }
    factors.push_back(factor(measured, simulated));
    if (factor(measured, 1) <= 1.1) continue;
    ++error.decided;
    LogSum& family = by_family[families.root(a.lab)];
    family.sum += std::log(factors.back());
    ++family.count;
    if ((measured > 1 && simulated > 1) || (measured < 1 && simulated < 1)) ++error.right;
  }
  if (factors.empty()) return error;
  std::sort(factors.begin(), factors.end());
  error.pairs = factors.size();
  error.median = factors[factors.size() / 2];
  error.nine_of_ten = factors[factors.size() * 9 / 10];
  error.worst = factors.back();
  LogSum all;
  for (const auto& [name, family] : by_family) {
    all.sum += family.mean();
    ++all.count;
  }
  error.families = all.count;
  error.family_mean = std::exp(all.mean());
  return error;
}

std::string sentence_of(const SpeedupError& error) {
  return fmt::format(
      "Simulated speedups of {} pairs of variants whose times differ by more than a tenth: off by a factor "
      "of {:.2f} in the mean of {} families of labs, each counting once; the one that is estimated to be "
      "faster is so in {}; "
      "the worst of all {} pairs is off by {:.2f}. A winner is named in {} of them, rightly in {}; in {} the "
      "measured speedup lies in the interval",
      error.decided, error.family_mean, error.families, error.right, error.pairs, error.worst, error.named,
      error.rightly_named, error.covered);
}

} // namespace warpscope::compare
