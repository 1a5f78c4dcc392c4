// Reads the flags of a build.
#include "app/cli/host_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace warpscope::cli {

namespace {

using Words = std::vector<std::string>;

/// Flags of nvcc without a meaning here, which take the next word as their value.
constexpr std::array<std::string_view, 27> with_value = {"-arch",
                                                         "--gpu-architecture",
                                                         "-code",
                                                         "--gpu-code",
                                                         "-gencode",
                                                         "--generate-code",
                                                         "-Xcompiler",
                                                         "--compiler-options",
                                                         "-Xptxas",
                                                         "--ptxas-options",
                                                         "-Xlinker",
                                                         "--linker-options",
                                                         "-Xnvlink",
                                                         "-ccbin",
                                                         "--compiler-bindir",
                                                         "-maxrregcount",
                                                         "--maxrregcount",
                                                         "-diag-suppress",
                                                         "--diag-suppress",
                                                         "-t",
                                                         "--threads",
                                                         "-L",
                                                         "-Xcudafe",
                                                         "-Werror",
                                                         "-x",
                                                         "-cudart",
                                                         "--cudart"};
/// The same without a value.
constexpr std::array<std::string_view, 25> alone = {"-g",
                                                    "-G",
                                                    "-lineinfo",
                                                    "--generate-line-info",
                                                    "--device-debug",
                                                    "--debug",
                                                    "--extended-lambda",
                                                    "--expt-extended-lambda",
                                                    "-extended-lambda",
                                                    "--expt-relaxed-constexpr",
                                                    "-expt-relaxed-constexpr",
                                                    "--use_fast_math",
                                                    "-use_fast_math",
                                                    "-rdc=true",
                                                    "-rdc=false",
                                                    "-dc",
                                                    "-c",
                                                    "-w",
                                                    "-m64",
                                                    "--default-stream=legacy",
                                                    "-Wall",
                                                    "-Wextra",
                                                    "-pthread",
                                                    "-fopenmp",
                                                    "--ptxas-options=-v"};

bool among(const auto& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// The words, with their place.
class Reader {
 public:
  Reader(const Words& words, std::string& error) : words_(words), error_(error) {}
  [[nodiscard]] bool more() const { return at_ < words_.size(); }
  const std::string& next() { return words_[at_++]; }

  /// True when `word` is the flag: "-Idir", "-I dir", "-I=dir" give "dir".
  bool value_of(const std::string& word, std::string_view flag, std::string& value) {
    if (!word.starts_with(flag)) return false;
    value = word.substr(flag.size());
    if (value.starts_with('=')) value.erase(0, 1);
    else if (value.empty()) {
      if (!more()) {
        error_ = fmt::format("{} needs a value behind it", flag);
        return true;
      }
      value = next();
    }
    return true;
  }

 private:
  const Words& words_;
  std::string& error_;
  std::size_t at_ = 0;
};

} // namespace

bool parse_host_flags(const Words& words, HostFlags& flags, std::string& error) {
  Reader reader(words, error);
  while (reader.more() && error.empty()) {
    const std::string& word = reader.next();
    std::string value;
    if (!word.starts_with('-') || word == "-") {
      flags.files.push_back(word);
    } else if (reader.value_of(word, "--include-path", value) || reader.value_of(word, "-isystem", value)) {
      (word.starts_with("-isystem") ? flags.system_folders : flags.include_folders).push_back(value);
    } else if (among(alone, word) || word.starts_with("-O") || word.starts_with("-W") ||
               word.starts_with("-rdc=") || word.starts_with("--relocatable-device-code")) {
      if (word == "-Werror" && reader.more()) continue;
    } else if (word.starts_with("-std") || word.starts_with("--std")) {
      if (reader.value_of(word, word.starts_with("--") ? "--std" : "-std", value)) flags.standard = value;
    } else if (const std::size_t equals = word.find('='); among(with_value, word.substr(0, equals))) {
      if (equals != std::string::npos) continue;
      if (!reader.more()) error = fmt::format("{} needs a value behind it", word);
      else reader.next();
    } else if (reader.value_of(word, "-I", value)) {
      flags.include_folders.push_back(value);
    } else if (reader.value_of(word, "-D", value)) {
      const std::size_t sign = value.find('=');
      flags.macros.emplace_back(value.substr(0, sign),
                                sign == std::string::npos ? "1" : value.substr(sign + 1));
    } else if (word.starts_with("-l") && word.size() > 2 && word.find('=') == std::string::npos) {
      flags.libraries.push_back(word.substr(2));
    } else if (word == "-l") {
      if (reader.value_of(word, "-l", value)) flags.libraries.push_back(value);
    } else if (word.starts_with("-L") || word.starts_with("-f") || word.starts_with("-m")) {
      continue; // where libraries lie, and how code is generated
    } else if (word == "-o" || word == "--output-file") {
      if (reader.value_of(word, word, value)) flags.output = value;
    } else {
      flags.ignored.push_back(word);
    }
  }
  return error.empty();
}

Words carry_program_words(const Words& arguments) {
  constexpr std::array<std::string_view, 6> valued = {"--device",     "--report",       "--folder",
                                                      "--time-limit", "--launch-limit", "--output-limit"};
  constexpr std::array<std::string_view, 5> flags = {"--check", "--races", "--summary", "--help", "-h"};
  Words out;
  bool own = true;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (i == 0) out.push_back(word); // "run"
    else if (!own) out.push_back("--program-argument=:" + word);
    else if (word == "--") own = false;
    else if (among(flags, word) || among(valued, word.substr(0, word.find('=')))) {
      out.push_back(word);
      if (among(valued, word) && i + 1 < arguments.size()) out.push_back(arguments[++i]);
    } else out.push_back("--build-word=:" + word);
  }
  return out;
}

Words carry_program_arguments(const Words& arguments) {
  Words out;
  bool own = true;
  for (const std::string& word : arguments) {
    if (own && word == "--") own = false;
    else out.push_back(own ? word : "--program-argument=:" + word);
  }
  return out;
}

} // namespace warpscope::cli
