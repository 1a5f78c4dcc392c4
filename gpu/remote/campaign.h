// Many requests to one GPU: one after another through a MeasureProcess, or, where the profile is Slurm's, as
// one job array whose answers are collected as they appear. What has its answer in the folder is never asked
// again; what was lost is, a few times.
#pragma once

#include "gpu/remote/campaign_folder.h"
#include "gpu/remote/measure_process.h"

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace warpscope::remote {

inline constexpr int most_tries = 3; ///< of one request in one run

struct SweepHooks {
  std::function<void(std::size_t done, std::size_t total)> progress; ///< after each answer
  std::function<void(const std::string& sentence)> say; ///< what a person should know meanwhile: waiting,
                                                        ///< lost, asked again
  ShowStage stage;                                      ///< of a single request's way (not for Slurm)
  const std::atomic<bool>* cancel = nullptr;
  double longest_wait = 0; ///< seconds without any answer, after which a queue is left; 0: as long as it
                           ///< takes
};

struct SweepOutcome {
  std::size_t total = 0, before = 0, now = 0; ///< requests, and how many had and got their answer
  std::vector<std::string> problems; ///< one sentence for each request that has none, or whose kernel did not
                                     ///< run
  std::string error;                 ///< why it ended before its end: one sentence
  [[nodiscard]] bool complete() const { return before + now == total; }
};

/// Into `folder`, which is opened here. Does not throw; leaves whole files whatever happens.
[[nodiscard]] SweepOutcome run_sweep(const std::vector<SweepItem>& items, const MeasureProfile& profile,
                                     SweepFolder& folder, const SweepHooks& hooks,
                                     const std::string& program = default_measure_program());

} // namespace warpscope::remote
