// Chooses a profile from the options and shows commands before their first use.
#include "app/cli/gpu_options.h"

#include "app/cli/subcommand.h"
#include "app/settings/folders.h"
#include "app/settings/shown_commands.h"

#include <fmt/format.h>

#include <ostream>

namespace warpscope::cli {

void GpuOptions::add_to(CLI::App& app) {
  app.add_option("--gpu", gpu, "Where it runs: local, or a profile of profiles.toml (docs/measure.md)")
      ->type_name("PROFILE");
  app.add_option("--device-prefix", prefix,
                 "Where it runs, as words before the program: 'ssh host', 'srun --gres=gpu:1'")
      ->type_name("WORDS")
      ->excludes("--gpu");
  app.add_option("--patience", patience,
                 "Seconds beside the kernel's limit for starting, connecting, waiting in a queue; without it "
                 "the profile's, 15 or for srun 120")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.0, remote::longest_patience))
      ->group("Limits");
}

std::optional<remote::MeasureProfile> GpuOptions::profile(Console& console) const {
  std::string error;
  std::optional<remote::MeasureProfile> chosen;
  // profiles.toml is not read, so that a mistake in it does not get in the way.
  if (gpu.empty() || gpu == "local") {
    chosen = remote::profile_of_prefix(prefix, error);
  } else {
    Diagnostics diagnostics;
    const std::optional<std::vector<remote::MeasureProfile>> profiles = remote::read_profiles(
        settings::xdg_folders().config, diagnostics);
    console.err << format_diagnostics(diagnostics);
    if (!profiles) return std::nullopt;
    if (const remote::MeasureProfile* found = remote::find_profile(*profiles, gpu, error)) chosen = *found;
  }
  if (!chosen) complain(console, error);
  if (chosen && patience >= 0) chosen->patience = patience;
  return chosen;
}

void StageLine::operator()(const remote::MeasureStage& stage) {
  if (stage.kind == said_) return;
  said_ = stage.kind;
  if (stage.kind == remote::MeasureStage::Kind::Copying)
    complain(*console_, fmt::format("copying warpscope-measure ({:.1f} MB) there, once",
                                    static_cast<double>(stage.total) * 1e-6));
  if (stage.kind == remote::MeasureStage::Kind::Queued)
    complain(*console_, fmt::format("waiting in the queue, Ctrl-C gives up{}", stage.said));
  console_->err.flush();
}

void show_command_once(const remote::MeasureProfile& profile, Console& console) {
  if (profile.kind == remote::MeasureProfile::Kind::Local) return;
  const std::string command = remote::shown_command(profile), state = settings::xdg_folders().state;
  if (settings::command_was_shown(state, command)) return;
  complain(console, fmt::format("{} for the first time: {}",
                                profile.name.empty() ? "these words" : profile.name, command));
  (void)settings::remember_shown(state, command); // on failure it is shown again next time
}

} // namespace warpscope::cli
