// Sends many requests to one GPU: one after another through a MeasureProcess or, for a Slurm profile, as one
// job array whose answers are collected as they appear. A request with an answer in the folder is never sent
// again; one that was lost is, a few times.
#pragma once

#include "gpu/remote/campaign_folder.h"
#include "gpu/remote/measure_process.h"

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace warpscope::remote {

inline constexpr int most_tries = 3; ///< tries of one request in one run

struct SweepHooks {
  std::function<void(std::size_t done, std::size_t total)> progress; ///< called after each answer
  /// Called with what a person should know meanwhile: waiting, lost, asked again.
  std::function<void(const std::string& sentence)> say;
  ShowStage stage; ///< stages of a single request (not for Slurm)
  const std::atomic<bool>* cancel = nullptr;
  double longest_wait = 0; ///< seconds without any answer after which a queue is given up; 0: never
};

struct SweepOutcome {
  /// All requests; those answered before; those answered in this run.
  std::size_t total = 0, before = 0, now = 0;
  /// One sentence for each request without an answer, or whose kernel did not run.
  std::vector<std::string> problems;
  std::string error; ///< why it ended early: one sentence
  [[nodiscard]] bool complete() const { return before + now == total; }
};

/// Writes into `folder`, which it opens. Does not throw; leaves only whole files whatever happens.
[[nodiscard]] SweepOutcome run_sweep(const std::vector<SweepItem>& items, const MeasureProfile& profile,
                                     SweepFolder& folder, const SweepHooks& hooks,
                                     const std::string& program = default_measure_program());

} // namespace warpscope::remote
