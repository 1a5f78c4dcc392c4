// Queries and cancels jobs with Slurm's own programs, squeue and scancel, which are taken from the folder of
// the profile's srun.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::remote {

/// A program's whole output; the program is killed after `seconds`.
struct ToolOutput {
  bool good = false;      ///< it exited with 0
  std::string out, error; ///< error: one sentence unless good, with the program's last line
};
[[nodiscard]] ToolOutput run_tool(const std::vector<std::string>& words, double seconds,
                                  const std::atomic<bool>* cancel = nullptr);

/// Maps "/opt/slurm/bin/srun" and "squeue" to "/opt/slurm/bin/squeue"; "srun" to "squeue".
[[nodiscard]] std::string beside_srun(const std::string& srun, const std::string& tool);

/// Returns the id in "srun: job 17 queued and waiting for resources".
[[nodiscard]] std::optional<std::string> queued_job(std::string_view said);

/// Returns "PENDING (Resources)"; empty when squeue does not know the job.
[[nodiscard]] std::string state_of_job(const std::string& srun, const std::string& job);
void cancel_job(const std::string& srun, const std::string& job);

} // namespace warpscope::remote
