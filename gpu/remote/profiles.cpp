// Profiles: commands for each kind, and the splitting and quoting of shell words.
#include "gpu/remote/profiles.h"

#include "sim/base/child_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace warpscope::remote {

namespace {

using Kind = MeasureProfile::Kind;

std::string program_of(const std::string& word) { return std::filesystem::path(word).filename().string(); }

/// ssh must not ask on a terminal (for a password, or whether to trust a new host): it fails with its own
/// message instead. Whether a host's key is trusted is left to the person's ssh configuration; ssh refuses a
/// changed one.
std::vector<std::string> prefix_of(const MeasureProfile& profile) {
  std::vector<std::string> words = profile.words;
  if (profile.kind != Kind::Ssh) return words;
  const auto ssh = std::find_if(words.begin(), words.end(),
                                [](const std::string& word) { return program_of(word) == "ssh"; });
  if (ssh != words.end()) words.insert(ssh + 1, {"-T", "-o", "BatchMode=yes"});
  return words;
}

} // namespace

std::vector<std::string> command_of(const MeasureProfile& profile, const std::string& program) {
  return command_of(profile,
                    profile.kind == Kind::Local ? CarriedProgram{program, {}, {}} : read_program(program));
}

std::vector<std::string> command_of(const MeasureProfile& profile, const CarriedProgram& program) {
  if (profile.kind == Kind::Local) return {program.path, "--serve"};
  std::vector<std::string> words = prefix_of(profile);
  const std::string script = carry_script(program);
  if (profile.kind == Kind::Ssh)
    words.push_back("sh -c '" + script + "'"); // the login shell on the other side interprets it once more
  else words.insert(words.end(), {"sh", "-c", script});
  return words;
}

std::string shell_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    const bool bare = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             std::string_view("_@%+=:,./-").find(static_cast<char>(c)) != std::string_view::npos;
    });
    if (!line.empty()) line += ' ';
    if (bare) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += '\'';
  }
  return line;
}

std::string shown_command(const MeasureProfile& profile, const std::string& program) {
  return shell_line(command_of(profile, program));
}

std::optional<MeasureProfile> profile_of_prefix(std::string_view text, std::string& error) {
  std::optional<std::vector<std::string>> words = split_words(text, error);
  if (!words) return std::nullopt;
  MeasureProfile profile;
  profile.words = std::move(*words);
  if (profile.words.empty()) return profile;
  profile.name.clear();
  const auto is = [](const char* program) {
    return [=](const std::string& word) { return program_of(word) == program; };
  };
  if (is("srun")(profile.words.front())) profile.kind = Kind::Srun, profile.patience = default_srun_patience;
  else if (std::any_of(profile.words.begin(), profile.words.end(), is("ssh"))) profile.kind = Kind::Ssh;
  else profile.kind = Kind::Prefix;
  return profile;
}

std::optional<std::vector<std::string>> split_words(std::string_view text, std::string& error) {
  std::vector<std::string> words;
  bool open = false; // within a word
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) quote = 0;
      else words.back() += c;
      continue;
    }
    if (c == ' ' || c == '\t') {
      open = false;
      continue;
    }
    if (!open) words.emplace_back();
    open = true;
    if (c == '\'' || c == '"') quote = c;
    else words.back() += c;
  }
  if (quote == 0) return words;
  error = fmt::format("{} has a quote that does not end", text);
  return std::nullopt;
}

std::string default_measure_program() { return program_beside("WARPSCOPE_MEASURE", "warpscope-measure"); }

} // namespace warpscope::remote
