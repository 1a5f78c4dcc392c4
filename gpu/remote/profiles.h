// Where warpscope-measure runs, under a name that a person chose: a profile. `local` always exists;
// profiles.toml in the configuration folder adds others (docs/measure.md). The file is read strictly, since a
// mistake in it could send a kernel to the wrong machine.
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
    Ssh,    ///< the command ends at another machine's login shell
    Srun,   ///< Slurm; sweeps go to the queue as one job
    Prefix, ///< any other prefix of a command: docker exec -i name, sudo -u gpu
  } kind = Kind::Local;
  std::string name = "local";
  std::vector<std::string> words; ///< the prefix of the command; empty: Local
  double patience = 15;           ///< seconds for starting, connecting and waiting in a queue
  /// Absolute or empty. Ssh, Prefix: where the program is installed. Srun: a folder on a file system that the
  /// nodes share.
  std::string folder;
  bool operator==(const MeasureProfile&) const = default;
};

inline constexpr double default_patience = 15, default_srun_patience = 120, longest_patience = 1e6;

[[nodiscard]] std::string_view name_of(MeasureProfile::Kind kind); ///< "local", "ssh", "srun", "prefix"

/// Returns the profiles of a profiles.toml, preceded by `local`. nullopt with errors in `diagnostics` (file,
/// line, column) for anything that violates docs/measure.md. `file` is its name in messages.
[[nodiscard]] std::optional<std::vector<MeasureProfile>>
parse_profiles(std::string_view text, const std::string& file, Diagnostics& diagnostics);

/// Reads profiles.toml of `config_folder` (see app/settings/folders.h). Without a folder or a file: only
/// `local`.
[[nodiscard]] std::optional<std::vector<MeasureProfile>> read_profiles(const std::string& config_folder,
                                                                       Diagnostics& diagnostics);

/// Null and, in `error`, one sentence that lists the profiles.
[[nodiscard]] const MeasureProfile* find_profile(const std::vector<MeasureProfile>& profiles,
                                                 std::string_view name, std::string& error);

/// Returns a nameless profile for "ssh -p 22 'my host'": its kind follows from the words. Empty text: local.
/// For an unclosed quote nullopt and a sentence in `error`.
[[nodiscard]] std::optional<MeasureProfile> profile_of_prefix(std::string_view text, std::string& error);

/// Returns $WARPSCOPE_MEASURE, or else warpscope-measure beside the running executable.
[[nodiscard]] std::string default_measure_program();

/// Returns the exact words that are executed for a measurement with this profile, without a shell on this
/// machine. On the other machine `sh` runs the script of gpu/remote/carry.h.
[[nodiscard]] std::vector<std::string> command_of(const MeasureProfile& profile,
                                                  const std::string& program = default_measure_program());
[[nodiscard]] std::vector<std::string> command_of(const MeasureProfile& profile,
                                                  const CarriedProgram& program);
/// Returns the same as one line that a person can read and paste into a shell: shown before the first use.
[[nodiscard]] std::string shown_command(const MeasureProfile& profile,
                                        const std::string& program = default_measure_program());
/// Returns words as a line for a shell, quoted where necessary.
[[nodiscard]] std::string shell_line(const std::vector<std::string>& words);

/// Splits "ssh -p 22 'my host'" into words: blanks separate them, quotes hold them together, and no shell is
/// involved. For an unclosed quote nullopt and a sentence in `error`.
[[nodiscard]] std::optional<std::vector<std::string>> split_words(std::string_view text, std::string& error);

} // namespace warpscope::remote
