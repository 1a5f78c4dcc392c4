// Where warpscope-measure runs, as a person names it: a profile. `local` is always there; profiles.toml in
// the configuration folder adds others (docs/measure.md). The file is read strictly, since a mistake in it
// would send a kernel to another machine than was meant.
#pragma once

#include "gpu/remote/carry.h"
#include "sim/base/diagnostic.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::remote {

struct MeasureProfile {
  enum class Kind : std::uint8_t {
    Local,  ///< the program beside warpscope
    Ssh,    ///< words that end at another machine's login shell
    Srun,   ///< Slurm; sweeps go to the queue as one job
    Prefix, ///< any other words that take a command behind them: docker exec -i name, sudo -u gpu
  } kind = Kind::Local;
  std::string name = "local";
  std::vector<std::string> words; ///< what stands before the command; empty: Local
  double patience = 15;           ///< seconds for starting, connecting and waiting in a queue
  std::string folder; ///< absolute or empty. Ssh, Prefix: where the program is put. Srun: on a file system
                      ///< that the nodes share
  bool operator==(const MeasureProfile&) const = default;
};

inline constexpr double default_patience = 15, default_srun_patience = 120, longest_patience = 1e6;

[[nodiscard]] std::string_view name_of(MeasureProfile::Kind kind); ///< "local", "ssh", "srun", "prefix"

/// The profiles of a profiles.toml with `local` before them. nullopt with errors in `diagnostics` (file,
/// line, column) for what is not as docs/measure.md says. `file` is its name in messages.
[[nodiscard]] std::optional<std::vector<MeasureProfile>>
parse_profiles(std::string_view text, const std::string& file, Diagnostics& diagnostics);

/// profiles.toml of `config_folder` (sim/base has no folders: app/settings/folders.h). Without a folder or a
/// file: `local` alone.
[[nodiscard]] std::optional<std::vector<MeasureProfile>> read_profiles(const std::string& config_folder,
                                                                       Diagnostics& diagnostics);

/// Null and one sentence that lists what there is in `error`.
[[nodiscard]] const MeasureProfile* find_profile(const std::vector<MeasureProfile>& profiles,
                                                 std::string_view name, std::string& error);

/// "ssh -p 22 'my host'" as a profile without a name: its kind is read off the words. Empty text: local.
/// nullopt and a sentence in `error` for a quote that does not end.
[[nodiscard]] std::optional<MeasureProfile> profile_of_prefix(std::string_view text, std::string& error);

/// $WARPSCOPE_MEASURE, else warpscope-measure beside the running executable.
[[nodiscard]] std::string default_measure_program();

/// The very words that are executed for a measurement with this profile; no shell is asked on this machine.
/// Elsewhere `sh` runs the script of gpu/remote/carry.h.
[[nodiscard]] std::vector<std::string> command_of(const MeasureProfile& profile,
                                                  const std::string& program = default_measure_program());
[[nodiscard]] std::vector<std::string> command_of(const MeasureProfile& profile,
                                                  const CarriedProgram& program);
/// The same as one line that a person can read and paste into a shell: to be shown before the first use.
[[nodiscard]] std::string shown_command(const MeasureProfile& profile,
                                        const std::string& program = default_measure_program());
/// Words as a line for a shell; quoted where they need it.
[[nodiscard]] std::string shell_line(const std::vector<std::string>& words);

/// "ssh -p 22 'my host'" as words: blanks part them, quotes hold them together; no shell sees them. nullopt
/// and a sentence in `error` for a quote that does not end.
[[nodiscard]] std::optional<std::vector<std::string>> split_words(std::string_view text, std::string& error);

} // namespace warpscope::remote
