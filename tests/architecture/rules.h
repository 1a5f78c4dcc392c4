// What the house allows, as functions of one file's path and text, so that the tests can try them on files
// that break a rule.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace architecture {

using Strings = std::vector<std::string>;

/// What DESIGN.md allows each stage to include besides itself and sim/base. A stage is a folder below sim/ or
/// app/, or gpu.
inline const std::map<std::string, std::set<std::string>>& allowed_edges() {
  // What simulate.h hands out: its readers need the headers of those values too.
  static const std::set<std::string> results = {"sim/devices", "sim/labs",  "sim/source",
                                                "sim/program", "sim/trace", "sim/model",
                                                "sim/compile", "sim/exec",  "sim/simulate"};
  const auto with = [](std::set<std::string> set, const std::set<std::string>& more) {
    set.insert(more.begin(), more.end());
    return set;
  };
  static const std::set<std::string> playback = {"sim/trace", "sim/model", "sim/program"};
  static const std::map<std::string, std::set<std::string>> edges = {
      {"sim/base", {}},
      {"sim/devices", {}},
      {"sim/labs", {}},
      {"sim/source", {}},
      {"sim/program", {}},
      {"sim/trace", {}},
      {"sim/model", {"sim/trace"}},
      {"sim/tiling", {"sim/program", "sim/trace", "sim/model"}},
      {"sim/exec", {"sim/program", "sim/trace"}},
      {"sim/frontend", {"sim/program"}}, // enums and tables only: see frontend_program_files()
      {"sim/lower", {"sim/program", "sim/frontend"}},
      {"sim/compile", {"sim/program"}},
      {"sim/simulate", results},
      {"app/playback", playback},
      {"app/language", {}}, // the words of whatever speaks
      {"app/view", with(playback, {"app/playback", "app/language", "sim/tiling"})},
      {"app/export", with(results, {"app/view", "app/language", "app/playback"})},
      {"app/render", {"app/view"}},
      {"app/compare", with(results, {"gpu"})}, // simulated beside measured
      {"app/session", with(results, {"app/playback", "app/language", "gpu"})},
      {"app/measuring",
       with(results, {"app/session", "app/playback", "app/language", "app/compare", "gpu"})}, // the session's
                                                                                              // text on a GPU
      {"app/settings", {"app/playback", "app/language", "app/session"}}, // it keeps the session's document
      {"app/panels",
       with(results, {"app/playback", "app/language", "app/settings", "app/session", "app/measuring",
                      "app/compare", "app/view", "app/render", "app/export", "gpu", "sim/tiling"})},
      {"app/cli", with(results, {"app/playback", "app/session", "app/settings", "app/compare", "app/view",
                                 "app/export", "app/render", "gpu", "sim/tiling"})},
      {"app",
       {"app/cli", "app/language", "app/panels", "app/session", "app/settings", "app/view", "app/render",
        "app/export"}},
      {"gpu", {"sim/source"}},
  };
  return edges;
}

inline bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view p) { return text.starts_with(p); });
}

/// "sim/model/banks.cpp" -> "sim/model"; "app/main.cpp" -> "app"; "gpu/measure/launch.cpp" -> "gpu"; others
/// -> "".
inline std::string stage_of(std::string_view path) {
  if (path.starts_with("gpu/")) return "gpu";
  if (!starts_with_any(path, {"sim/", "app/"})) return {};
  const std::size_t second = path.find('/', 4);
  return std::string(path.substr(0, second == std::string_view::npos ? 3 : second));
}

/// The text with the insides of raw strings blanked: they may hold other programs' #include lines.
inline std::string without_raw_strings(std::string text) {
  for (std::size_t at = text.find("R\""); at != std::string::npos; at = text.find("R\"", at + 2)) {
    const std::size_t open = text.find('(', at);
    if (open == std::string::npos || open - at > 18) continue;
    const std::string close = ")" + text.substr(at + 2, open - at - 2) + "\"";
    const std::size_t end = text.find(close, open);
    if (end == std::string::npos) return text;
    for (std::size_t i = open + 1; i < end; ++i)
      if (text[i] != '\n') text[i] = ' ';
    at = end;
  }
  return text;
}

struct Include {
  std::size_t line = 0;
  std::string path;
  bool quoted = false;
};

inline std::vector<Include> includes_of(const std::string& text) {
  std::vector<Include> found;
  std::istringstream lines(without_raw_strings(text));
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    std::size_t at = line.find_first_not_of(" \t");
    if (at == std::string::npos || line[at] != '#') continue;
    at = line.find_first_not_of(" \t", at + 1);
    if (at == std::string::npos || line.compare(at, 7, "include") != 0) continue;
    const std::size_t open = line.find_first_of("<\"", at);
    if (open == std::string::npos) continue;
    const std::size_t close = line.find_first_of(">\"", open + 1);
    if (close == std::string::npos) continue;
    found.push_back({number, line.substr(open + 1, close - open - 1), line[open] == '"'});
  }
  return found;
}

inline bool is_worker_main(std::string_view path) {
  return path.starts_with("sim/compile/") && path.ends_with("_main.cpp");
}

/// Broken include rules of one file of sim/, app/ or gpu/, each as "path:line: sentence".
inline Strings include_violations(const std::string& path, const std::string& text) {
  Strings broken;
  const std::string stage = stage_of(path);
  if (stage.empty() || path.starts_with("sim/include/"))
    return broken; // sim/include is text for the kernels, not ours
  const auto known = allowed_edges().find(stage);
  if (known == allowed_edges().end())
    return {path + ":1: the folder " + stage +
            " is not in the design; add its edges to tests/architecture/rules.h"};
  for (const Include& include : includes_of(text)) {
    const auto tell = [&](const std::string& sentence) {
      broken.push_back(path + ":" + std::to_string(include.line) + ": " + sentence + " (" + include.path +
                       ")");
    };
    const std::string_view header = include.path;
    const std::string target = stage_of(header);
    if (!target.empty() && target != stage && target != "sim/base") {
      const bool worker = is_worker_main(path) && (target == "sim/frontend" || target == "sim/lower");
      if (!worker && !known->second.contains(target)) tell(stage + " must not include " + target);
      if (stage == "sim/frontend" && target == "sim/program" && header != "sim/program/enums.h" &&
          !header.ends_with(".def"))
        tell("the front end sees only the enums and tables of sim/program");
    }
    if (starts_with_any(header, {"clang/", "clang-c/"}) && stage != "sim/frontend")
      tell("only sim/frontend includes Clang");
    if (starts_with_any(header, {"llvm/", "llvm-c/"}) && stage != "sim/frontend" && stage != "sim/lower" &&
        !is_worker_main(path))
      tell("only sim/frontend, sim/lower and the compile worker include LLVM");
    if (starts_with_any(header, {"imgui", "implot", "ImGui", "TextEditor", "TextDiff"}) &&
        stage != "app/panels")
      tell("only app/panels includes ImGui");
    if (starts_with_any(header, {"glad/", "GL/", "GLES", "GLFW/", "EGL/", "KHR/"}) && stage != "app/render" &&
        stage != "app/panels")
      tell("only app/render and app/panels include OpenGL");
    if (starts_with_any(header, {"cuda", "nvrtc", "cupti"}) && stage != "gpu")
      tell("only gpu/ includes the toolkit's headers");
    if (header.find("..") != std::string_view::npos) tell("include paths start at the repository's root");
  }
  return broken;
}

inline constexpr std::size_t most_lines = 700;

inline Strings length_violations(const std::string& path, const std::string& text) {
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  if (lines <= most_lines) return {};
  return {path + ": " + std::to_string(lines) + " lines; a file has at most " + std::to_string(most_lines) +
          ", split it"};
}

/// Paths of one machine have no place in the repository.
inline Strings path_violations(const std::string& path, const std::string& text) {
  Strings broken;
  for (const std::string& root :
       {std::string("/wo") + "rk/", std::string("/ho") + "me/", std::string("/ro") + "ot/"})
    for (std::size_t at = text.find(root); at != std::string::npos; at = text.find(root, at + 1)) {
      const bool part_of_longer = at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) ||
                                             text[at - 1] == '.' || text[at - 1] == '}' ||
                                             text[at - 1] == '_' || text[at - 1] == '-');
      if (part_of_longer) continue; // "github/work/…", "./work/…", "${BUILD}/work/…"
      const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
      broken.push_back(path + ":" + std::to_string(line) + ": an absolute path of one machine");
    }
  return broken;
}

struct File {
  std::string path; ///< below the repository's root, with forward slashes
  std::string text;
};

/// The repository's own text files: no build trees, nothing hidden but the CI's, nothing unpacked from
/// elsewhere.
inline std::vector<File> repository_files(const std::filesystem::path& root) {
  namespace fs = std::filesystem;
  static const std::set<std::string> kinds = {".h",    ".cpp",  ".def",  ".cu",  ".cuh",  ".cmake",
                                              ".txt",  ".md",   ".toml", ".tsv", ".json", ".glsl",
                                              ".vert", ".frag", ".sh",   ".py",  ""};
  std::vector<File> files;
  for (auto it = fs::recursive_directory_iterator(root); it != fs::recursive_directory_iterator(); ++it) {
    const std::string name = it->path().filename().string();
    if (it->is_directory()) {
      const bool hidden = name.starts_with(".") && name != ".ci";
      if (hidden || name.starts_with("build") || name == "imgui_bundle" || name == "shared")
        it.disable_recursion_pending();
      continue;
    }
    if (name == ".git") continue; // a worktree's: git's own note of where it lies
    if (!it->is_regular_file() || !kinds.contains(it->path().extension().string()) ||
        it->file_size() > (4u << 20))
      continue;
    std::ifstream in(it->path(), std::ios::binary);
    files.push_back(
        {fs::relative(it->path(), root).generic_string(), {std::istreambuf_iterator<char>(in), {}}});
  }
  return files;
}

} // namespace architecture
