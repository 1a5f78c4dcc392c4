// --gpu, --device-prefix, --patience: where a launch is measured. The same for every subcommand that
// measures.
#pragma once

#include "app/cli/cli.h"
#include "gpu/remote/measure_process.h"
#include "gpu/remote/profiles.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace warpscope::cli {

struct GpuOptions {
  std::string gpu, prefix;
  double patience = -1; ///< below 0: the profile's

  void add_to(CLI::App& app);
  /// nullopt when the options or profiles.toml are wrong; the error has been reported.
  [[nodiscard]] std::optional<remote::MeasureProfile> profile(Console& console) const;
};

/// Reports what takes time before a measurement begins: copying the program (once), waiting in a queue.
class StageLine {
 public:
  explicit StageLine(Console& console) : console_(&console) {}
  void operator()(const remote::MeasureStage& stage);

 private:
  Console* console_;
  remote::MeasureStage::Kind said_ = remote::MeasureStage::Kind::Connecting;
};

/// To be called before a command of this profile runs: prints the command if it reaches another machine and
/// was never shown.
void show_command_once(const remote::MeasureProfile& profile, Console& console);

} // namespace warpscope::cli
