// The script that installs warpscope-measure on another machine, and the parser of its lines.
#include "gpu/remote/carry.h"

#include "gpu/remote/sha256.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace warpscope::remote {

namespace {

constexpr std::string_view tag = "warpscope-carry ";

/// Returns what `uname -m` may print on a machine that can run the program, by its e_machine (ELF header,
/// bytes 18 and 19); "*" when it is not an ELF file.
std::string machines_of(std::string_view bytes) {
  if (!bytes.starts_with("\x7f"
                         "ELF") ||
      bytes.size() < 20)
    return "*";
  switch (static_cast<unsigned char>(bytes[18]) | static_cast<unsigned char>(bytes[19]) << 8) {
  case 62: return "x86_64|amd64";
  case 183: return "aarch64|arm64";
  case 21: return "ppc64le";
  default: return "*";
  }
}

/// `ok FILE` is true when the file is the program. The sum is SHA-256 where the host has it, else the CRC and
/// length of POSIX cksum. The file gets its name only when it is complete, so that two installations at once
/// do not disturb each other.
constexpr std::string_view script =
    "IFS= read -r b; IFS= read -r p; "
    "say() {{ echo \"warpscope-carry $*\"; exit 1; }}; "
    "ok() {{ [ -f \"$1\" ] && [ -x \"$1\" ] && s=$(sha256sum < \"$1\" 2>/dev/null || cksum < \"$1\") && case "
    "$s in {sha}*|\"{crc} {length}\") ;; *) false;; esac; }}; "
    "case $(uname -s).$(uname -m) in {machines}) ;; *) say machine $(uname -s) $(uname -m);; esac; "
    "if ok \"$p\"; then f=$p; else "
    "case $b in /*) d=$b;; *) case $XDG_CACHE_HOME in /*) d=$XDG_CACHE_HOME/warpscope;; *) "
    "d=$HOME/.cache/warpscope;; esac;; esac; "
    "f=$d/warpscope-measure-{name}; ok \"$f\" || {{ "
    "t=$f.$$; clean() {{ rm -f \"$t\"; exit 1; }}; trap clean HUP INT TERM PIPE; "
    "e=$({{ mkdir -p \"$d\" && : > \"$t\"; }} 2>&1) || say no_folder $e; "
    "n={length}; c={part}; while [ $n -gt 0 ]; do [ $c -le $n ] || c=$n; echo \"warpscope-carry want $c\"; "
    "e=$({{ head -c $c >> \"$t\"; }} 2>&1) || {{ rm -f \"$t\"; say not_written $e; }}; n=$((n - c)); done; "
    "chmod 700 \"$t\"; ok \"$t\" || {{ n=$(wc -c < \"$t\"); rm -f \"$t\"; say damaged $n; }}; "
    "e=$(mv -f \"$t\" \"$f\" 2>&1) || {{ rm -f \"$t\"; say not_written $e; }}; "
    "trap - HUP INT TERM PIPE; }}; fi; "
    "echo \"warpscope-carry ready ${{SLURM_JOB_ID:+$SLURM_JOB_ID.$SLURM_STEP_ID}}\"; exec \"$f\" --serve";

std::string one_line(std::string_view text) {
  return std::string(text.substr(0, std::min(text.find_first_of("\r\n"), std::size_t{300})));
}

} // namespace

CarriedProgram read_program(const std::string& path) {
  CarriedProgram program;
  program.path = path;
  std::error_code failed;
  if (std::filesystem::is_directory(path, failed)) return program.error = "it is a folder", program;
  std::ifstream in(path, std::ios::binary);
  if (!in) return program.error = std::strerror(errno), program;
  program.bytes.assign(std::istreambuf_iterator<char>(in), {});
  if (in.bad() || program.bytes.empty()) program.error = "it is empty";
  return program;
}

std::string carry_script(const CarriedProgram& program) {
  const std::string sha = sha256_hex(program.bytes);
  std::string machines = machines_of(program.bytes);
  for (std::size_t at = 0; machines != "*" && at != std::string::npos; at = machines.find('|', at + 1))
    machines.insert(at == 0 ? 0 : at + 1, "Linux.");
  return fmt::format(script, fmt::arg("sha", sha), fmt::arg("name", sha.substr(0, 16)),
                     fmt::arg("crc", posix_cksum(program.bytes)), fmt::arg("length", program.bytes.size()),
                     fmt::arg("machines", machines), fmt::arg("part", copied_part));
}

std::string carry_greeting(const std::string& folder, const std::string& path) {
  const auto line = [](const std::string& text) {
    return (text.find('\n') == std::string::npos ? text : std::string()) + "\n";
  };
  return line(folder) + line(path);
}

std::optional<CarryWord> find_carry_word(std::string_view received) {
  const std::size_t at = received.find(tag);
  const std::size_t end = at == std::string_view::npos ? at : received.find('\n', at);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string line = one_line(received.substr(at + tag.size(), end - at - tag.size()));
  const std::size_t blank = line.find(' ');
  return CarryWord{line.substr(0, blank), blank == std::string::npos ? std::string() : line.substr(blank + 1),
                   end + 1};
}

bool is_slurm_step(std::string_view text) {
  const std::size_t dot = text.find('.');
  const auto digits = [](std::string_view part) {
    return !part.empty() && part.size() < 12 &&
           part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  return dot != std::string_view::npos && digits(text.substr(0, dot)) && digits(text.substr(dot + 1));
}

std::string explain(const CarryWord& word, const CarriedProgram& program) {
  if (word.word == "machine")
    return fmt::format(
        "leads to a {} machine, and this warpscope-measure is for Linux on {}: build Warpscope for it",
        word.reason, machines_of(program.bytes).substr(0, machines_of(program.bytes).find('|')));
  if (word.word == "no_folder")
    return fmt::format("has no place for warpscope-measure ({}): `folder` of the profile names another",
                       word.reason);
  if (word.word == "not_written")
    return fmt::format("could not keep warpscope-measure ({}): `folder` of the profile names another place",
                       word.reason);
  if (word.word == "damaged")
    return fmt::format(
        "received another warpscope-measure than was sent ({} bytes of {}): it was thrown away; try again",
        word.reason, program.bytes.size());
  return fmt::format("said \"{}\", which this version of Warpscope does not know", one_line(word.word));
}

} // namespace warpscope::remote
