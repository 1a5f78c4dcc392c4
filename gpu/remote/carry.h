// How warpscope-measure comes to another machine: a fixed script for its `sh`, which looks whether the
// program is there, else takes it from its standard input, checks it and then becomes it. Nothing of a
// person's text is in the script.
//
// The script reads two lines, a folder (or none) and a path to try first (or none), and says lines that begin
// with "warpscope-carry ":
//   want BYTES          so many of the program's bytes are to follow, and no more: what is sent was taken
//   when the next line comes ready STEP          from here on it is warpscope-measure --serve; STEP: "17.0",
//   Slurm's name of it, where Slurm runs it machine OS NAME     the host cannot run it no_folder REASON,
//   not_written REASON, damaged REASON
// Other lines before that are a login's greetings and are passed over.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpscope::remote {

struct CarriedProgram {
  std::string path, bytes;
  std::string error; ///< why it cannot be read; then there are no bytes
};
[[nodiscard]] CarriedProgram read_program(const std::string& path);

/// One line without ' \ and !, so that it can stand in single quotes of any login shell.
[[nodiscard]] std::string carry_script(const CarriedProgram& program);

/// What is sent first: the folder's line and the path's.
[[nodiscard]] std::string carry_greeting(const std::string& folder, const std::string& path);

/// Of the program at once: small enough for a slow link to show that it moves, large enough for few answers
/// of a far host.
inline constexpr std::size_t copied_part = 128u << 10;

/// Longest greeting of a host that is passed over.
inline constexpr std::size_t longest_noise = 64u << 10;

struct CarryWord {
  std::string word, reason; ///< "ready", ""
  std::size_t end = 0;      ///< in what was received: behind its line
};
/// The first of them; nullopt when none is there (yet).
[[nodiscard]] std::optional<CarryWord> find_carry_word(std::string_view received);

/// "17.0": what scancel takes. Anything else a host might say is not.
[[nodiscard]] bool is_slurm_step(std::string_view text);

/// The sentence's end for a word that is neither want nor ready: "has no place for warpscope-measure: …".
[[nodiscard]] std::string explain(const CarryWord& word, const CarriedProgram& program);

} // namespace warpscope::remote
