// Brings warpscope-measure to another machine: a fixed script for the machine's `sh` looks for the program,
// else reads it from standard input, checks it, and then becomes it. The script contains nothing of a
// person's text.
//
// The script reads two lines, a folder (or none) and a path to try first (or none), and prints lines that
// begin with "warpscope-carry ":
//   want BYTES          asks for that many of the program's bytes, and no more; the next line
//                       acknowledges them
//   ready STEP          from here on it is warpscope-measure --serve; under Slurm, STEP is its job step
//                       ("17.0")
//   machine OS NAME     the host cannot run the program
//   no_folder REASON, not_written REASON, damaged REASON
// Other lines before those are a login's greeting and are ignored.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpscope::remote {

struct CarriedProgram {
  std::string path, bytes;
  std::string error; ///< why the program cannot be read; it has no bytes then
};
[[nodiscard]] CarriedProgram read_program(const std::string& path);

/// One line without ' \ and !, so that it can be single-quoted in any login shell.
[[nodiscard]] std::string carry_script(const CarriedProgram& program);

/// The first lines to send: the folder and the path.
[[nodiscard]] std::string carry_greeting(const std::string& folder, const std::string& path);

/// Bytes of the program sent at once: few enough for progress to show on a slow link, many enough for few
/// round trips to a distant host.
inline constexpr std::size_t copied_part = 128u << 10;

/// The longest greeting of a host that is ignored.
inline constexpr std::size_t longest_noise = 64u << 10;

struct CarryWord {
  std::string word, reason; ///< "ready", ""
  std::size_t end = 0;      ///< the position after its line in what was received
};
/// Returns the first such word; nullopt when there is none (yet).
[[nodiscard]] std::optional<CarryWord> find_carry_word(std::string_view received);

/// True for a step that scancel accepts, such as "17.0"; a host might print anything.
[[nodiscard]] bool is_slurm_step(std::string_view text);

/// Returns the end of a sentence for a word other than want and ready: "has no place for warpscope-measure:
/// …".
[[nodiscard]] std::string explain(const CarryWord& word, const CarriedProgram& program);

} // namespace warpscope::remote
