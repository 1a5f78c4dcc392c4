// Finds #include directives and answers them from memory or from the toolkit's headers.
#include "gpu/measure/includes.h"

#include <algorithm>
#include <array>
#include <set>

namespace warpscope::measure {

namespace fs = std::filesystem;

namespace {

/// Headers of CUDA's host side: NVRTC has built in what device code needs of them.
constexpr std::array builtin_names = {"cuda.h",
                                      "cuda_runtime.h",
                                      "cuda_runtime_api.h",
                                      "device_launch_parameters.h",
                                      "cuda_profiler_api.h",
                                      "driver_types.h",
                                      "host_defines.h",
                                      "builtin_types.h",
                                      "vector_types.h",
                                      "vector_functions.h",
                                      "device_functions.h",
                                      "device_atomic_functions.h",
                                      "sm_30_intrinsics.h",
                                      "math_functions.h",
                                      "common_functions.h",
                                      "helper_cuda.h",
                                      "helper_functions.h",
                                      "helper_timer.h",
                                      "helper_string.h"};
/// The host's C and C++ library: none of it runs on the device. <cstdint>, <cfloat> and the like are in the
/// text that precedes every other, see nvrtc.cpp.
// clang-format off: a list, not a column
constexpr std::array host_names = {
    "algorithm", "any", "array", "assert.h", "atomic", "bit", "bitset", "cassert", "cctype", "cerrno",
    "cfloat", "chrono", "cinttypes", "climits", "cmath", "compare", "complex", "concepts",
    "condition_variable", "csignal", "cstdarg", "cstddef", "cstdint", "cstdio", "cstdlib", "cstring",
    "ctime", "ctype.h", "cwchar", "deque", "errno.h", "exception", "fcntl.h", "filesystem", "float.h",
    "fstream", "functional", "future", "getopt.h", "initializer_list", "inttypes.h", "iomanip", "ios",
    "iostream", "istream", "iterator", "limits", "limits.h", "list", "locale", "malloc.h", "map",
    "math.h", "memory", "mutex", "new", "numbers", "numeric", "omp.h", "optional", "ostream",
    "pthread.h", "queue", "random", "ranges", "regex", "set", "signal.h", "source_location", "span",
    "sstream", "stack", "stdarg.h", "stdbool.h", "stddef.h", "stdexcept", "stdint.h", "stdio.h",
    "stdlib.h", "string", "string.h", "string_view", "sys/stat.h", "sys/time.h", "sys/types.h",
    "system_error", "thread", "time.h", "tuple", "type_traits", "typeinfo", "unistd.h", "unordered_map",
    "unordered_set", "utility", "variant", "vector", "version"};
// clang-format on
/// Headers that the toolkit's C++ library provides for device code.
constexpr std::array device_names = {"array",       "bit",     "complex", "functional", "limits", "tuple",
                                     "type_traits", "utility", "numeric", "optional",   "span"};

/// The text with backslash-continued lines joined, and the original offset of each character.
struct Spliced {
  std::string text;
  std::vector<std::size_t> offset;
};

Spliced splice(std::string_view text) {
  Spliced out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::size_t end = i;
    if (text[i] == '\\') // compilers accept blanks between the backslash and the line end
      end = text.find_first_not_of(" \t\v\f\r", i + 1);
    if (end != i && end != std::string_view::npos && text[end] == '\n') {
      i = end;
      continue;
    }
    out.text += text[i];
    out.offset.push_back(i);
  }
  return out;
}

/// Returns the position after blanks and comments on the same line.
std::size_t skip_blanks(std::string_view text, std::size_t at) {
  for (;;) {
    while (at < text.size() &&
           (text[at] == ' ' || text[at] == '\t' || text[at] == '\v' || text[at] == '\f' || text[at] == '\r'))
      ++at;
    if (text.compare(std::min(at, text.size()), 2, "/*") != 0) return std::min(at, text.size());
    const std::size_t end = text.find("*/", at + 2);
    if (end == std::string_view::npos) return text.size();
    at = end + 2;
  }
}

/// True when a directive can begin at `at`: only blanks and comments precede it on its line.
bool begins_line(std::string_view text, std::size_t at) {
  const std::size_t line = at == 0 ? 0 : text.rfind('\n', at - 1) + 1; // npos + 1 is 0
  std::size_t last = at;
  while (last > line && (text[last - 1] == ' ' || text[last - 1] == '\t' || text[last - 1] == '\v' ||
                         text[last - 1] == '\f' || text[last - 1] == '\r'))
    --last;
  return last == line || (last - line >= 2 && text.substr(last - 2, 2) == "*/");
}

std::string word_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_'))
    ++end;
  return std::string(text.substr(at, end - at));
}

bool is_toolkit_header(const std::string& name, const std::vector<fs::path>& folders) {
  const fs::path path(name);
  if (path.is_absolute() ||
      std::any_of(path.begin(), path.end(), [](const fs::path& part) { return part == ".."; }))
    return false;
  std::error_code error;
  return std::any_of(folders.begin(), folders.end(),
                     [&](const fs::path& folder) { return fs::is_regular_file(folder / path, error); });
}

template <class Names> bool has(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string quoted(const std::string& name) {
  std::string out;
  for (const char c : name.substr(0, 200))
    out += c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' ' ? '?' : c;
  return out;
}

/// Returns the text that replaces a header which is not a file of the toolkit.
std::string stand_in(const std::string& name, const std::vector<fs::path>& folders) {
  if (has(device_names, name) && is_toolkit_header("cuda/std/" + name, folders))
    return "#include <cuda/std/" + name + ">\nnamespace std { using namespace cuda::std; }\n";
  if (has(builtin_names, name) || has(host_names, name)) return "\n";
  const bool cuda_like = name.starts_with("cuda") || name.starts_with("cooperative") ||
                         name.starts_with("cub/") || name == "mma.h";
  return "#error " + std::string(refused_include) + quoted(name) +
         (cuda_like ? " is a header of the CUDA toolkit, which is not on this machine (name its folder in "
                      "CUDA_HOME)\n"
                    : " is no header of the CUDA toolkit, and no other file is read\n");
}

} // namespace

std::vector<WrittenInclude> find_includes(std::string_view text) {
  std::vector<WrittenInclude> found;
  const Spliced spliced = splice(text);
  const std::string_view all = spliced.text;
  for (std::size_t at = 0; at < all.size(); ++at) {
    const std::size_t sign = all[at] == '#' ? 1 : all.compare(at, 2, "%:") == 0 ? 2 : 0;
    if (sign == 0 || !begins_line(all, at)) continue;
    std::size_t next = skip_blanks(all, at + sign);
    const std::string word = word_at(all, next);
    if (word != "include" && word != "include_next" && word != "import" && word != "embed") continue;
    next = skip_blanks(all, next + word.size());
    WrittenInclude include;
    const std::size_t line_end = std::min(all.find('\n', next), all.size());
    const char open = next < all.size() ? all[next] : '\n';
    const std::size_t close = open == '<'   ? all.find('>', next + 1)
                              : open == '"' ? all.find('"', next + 1)
                                            : std::string_view::npos;
    if (close != std::string_view::npos && close < line_end && (word == "include" || word == "include_next"))
      include.name = std::string(all.substr(next + 1, close - next - 1));
    const std::string_view before = text.substr(0, spliced.offset[at]);
    include.line = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n')) + 1;
    include.column = static_cast<std::uint32_t>(before.size() - (before.rfind('\n') + 1)) + 1;
    found.push_back(std::move(include));
  }
  return found;
}

AnsweredIncludes answer_includes(std::string_view text, const SentHeaders& sent,
                                 const std::vector<fs::path>& folders) {
  AnsweredIncludes answered;
  answered.headers.assign(sent.begin(), sent.end());
  std::set<std::string> seen;
  for (const auto& [name, content] : sent) seen.insert(name);
  const auto answer = [&](const std::string& file, std::string_view content) {
    for (WrittenInclude& include : find_includes(content)) {
      if (include.name.empty()) answered.computed.emplace_back(file, std::move(include));
      else if (seen.insert(include.name).second &&
               (has(builtin_names, include.name) || !is_toolkit_header(include.name, folders) ||
                has(host_names, include.name)))
        answered.headers.emplace_back(include.name, stand_in(include.name, folders));
    }
  };
  answer({}, text);
  for (const auto& [name, content] : sent) answer(name, content);
  return answered;
}

} // namespace warpscope::measure
