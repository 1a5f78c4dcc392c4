// What Slurm's own programs say of a job: squeue, scancel, found beside the srun of the profile.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::remote {

/// A program's whole output; it is killed after `seconds`.
struct ToolOutput {
  bool good = false;      ///< it ended with 0
  std::string out, error; ///< error: one sentence unless good, with the program's last line
};
[[nodiscard]] ToolOutput run_tool(const std::vector<std::string>& words, double seconds,
                                  const std::atomic<bool>* cancel = nullptr);

/// "/opt/slurm/bin/srun", "squeue" -> "/opt/slurm/bin/squeue"; "srun" -> "squeue".
[[nodiscard]] std::string beside_srun(const std::string& srun, const std::string& tool);

/// The id in "srun: job 17 queued and waiting for resources".
[[nodiscard]] std::optional<std::string> queued_job(std::string_view said);

/// "PENDING (Resources)"; empty when squeue does not say.
[[nodiscard]] std::string state_of_job(const std::string& srun, const std::string& job);
void cancel_job(const std::string& srun, const std::string& job);

} // namespace warpscope::remote
