// The rules of the tree, as functions of one file's path and text, so that the tests can try them on files
// that break a rule. The rooms' own pages say which room may include which.
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

/// A room is a folder below sim/, gpu/, guest/ or app/ (and below app/panels/). Its page, README.md, names
/// what its files may include: the paragraph that begins "May include:" holds rooms and single files between
/// backticks. A file that is an exception is named with the rooms it may include besides: "`worker_main.cpp`
/// … `sim/lower`".
struct Page {
  std::string room;
  std::set<std::string> rooms;   ///< "sim/trace"
  std::set<std::string> headers; ///< "sim/program/enums.h": of that room only this
  /// File of this room -> the rooms it may include besides.
  std::map<std::string, std::set<std::string>> exceptions;
};

using Pages = std::map<std::string, Page>;

inline bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view p) { return text.starts_with(p); });
}

/// "sim/model/banks.cpp" -> "sim/model"; "app/panels/stage/pane.cpp" -> "app/panels/stage"; "app/main.cpp" ->
/// "app"; a path elsewhere -> "".
inline std::string room_of(std::string_view path) {
  if (!starts_with_any(path, {"sim/", "app/", "gpu/", "guest/"})) return {};
  const std::size_t top = path.find('/');
  std::size_t end = path.find('/', top + 1);
  if (end == std::string_view::npos) return std::string(path.substr(0, top));
  if (path.starts_with("app/panels/"))
    if (const std::size_t next = path.find('/', end + 1); next != std::string_view::npos) end = next;
  return std::string(path.substr(0, end));
}

/// The page of a room from the text of its README.md.
inline Page page_of(const std::string& room, const std::string& text) {
  Page page{room, {}, {}, {}};
  const std::size_t start = text.find("\nMay include:");
  if (start == std::string::npos) return page;
  const std::string paragraph = text.substr(start, text.find("\n\n", start) - start);
  std::string exception;
  for (std::size_t open = paragraph.find('`'); open != std::string::npos;) {
    const std::size_t close = paragraph.find('`', open + 1);
    if (close == std::string::npos) break;
    const std::string word = paragraph.substr(open + 1, close - open - 1);
    if (word.find('/') == std::string::npos) exception = word;
    else if (word.ends_with(".h") || word.ends_with(".def")) page.headers.insert(word);
    else if (!exception.empty()) page.exceptions[exception].insert(word);
    else page.rooms.insert(word);
    open = paragraph.find('`', close + 1);
  }
  return page;
}

/// The text with the insides of raw strings filled: they may hold other programs' #include lines.
inline std::string without_raw_strings(std::string text, char filler = ' ') {
  for (std::size_t at = text.find("R\""); at != std::string::npos; at = text.find("R\"", at + 2)) {
    const std::size_t open = text.find('(', at);
    if (open == std::string::npos || open - at > 18) continue;
    const std::string close = ")" + text.substr(at + 2, open - at - 2) + "\"";
    const std::size_t end = text.find(close, open);
    if (end == std::string::npos) return text;
    for (std::size_t i = open + 1; i < end; ++i)
      if (text[i] != '\n') text[i] = filler;
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

/// The edge that an #include line makes, or nothing: to another room than its own, and not to sim/base, which
/// is open to all.
struct Edge {
  std::string from, to;
  std::size_t line = 0;
  std::string header;
};

/// sim/include is text for the kernels and has no rules of ours.
inline std::vector<Edge> edges_of(const std::string& path, const std::string& text) {
  const std::string room = room_of(path);
  std::vector<Edge> edges;
  if (room.empty() || path.starts_with("sim/include/")) return edges;
  for (const Include& include : includes_of(text)) {
    const std::string target = room_of(include.path);
    if (!target.empty() && target != room && target != "sim/base")
      edges.push_back({room, target, include.line, include.path});
  }
  return edges;
}

inline bool allows(const Page& page, const std::string& file, const Edge& edge) {
  if (page.rooms.contains(edge.to) || page.headers.contains(edge.header)) return true;
  const auto exception = page.exceptions.find(file);
  return exception != page.exceptions.end() && exception->second.contains(edge.to);
}

/// A .cpp opens with a comment that says what it does: "path: sentence" where it does not.
inline Strings opening_violations(const std::string& path, const std::string& text) {
  if (!path.ends_with(".cpp") || (text.starts_with("// ") && text.find_first_of(" .,:;\n", 3) != 3))
    return {};
  return {path + ": the first line does not say what the file does"};
}

/// Broken include rules of one file of sim/, app/, gpu/ or guest/, each as "path:line: sentence".
inline Strings include_violations(const Pages& pages, const std::string& path, const std::string& text) {
  const std::string room = room_of(path);
  if (room.empty() || path.starts_with("sim/include/")) return {};
  const auto page = pages.find(room);
  if (page == pages.end())
    return {path + ":1: the room " + room + " has no page: write " + room + "/README.md"};
  Strings broken;
  const auto tell = [&](std::size_t line, const std::string& header, const std::string& sentence) {
    broken.push_back(path + ":" + std::to_string(line) + ": " + sentence + " (" + header + ")");
  };
  const std::string file = path.substr(room.size() + 1);
  for (const Edge& edge : edges_of(path, text))
    if (!allows(page->second, file, edge))
      tell(edge.line, edge.header, room + "/README.md does not allow " + edge.to);
  const bool compiler = room == "sim/frontend" || room == "sim/lower" || room == "guest/host" ||
                        (page->second.exceptions.contains(file) &&
                         page->second.exceptions.at(file).contains("sim/lower"));
  const bool panels = room.starts_with("app/panels");
  for (const Include& include : includes_of(text)) {
    const std::string_view header = include.path;
    if (starts_with_any(header, {"clang/", "clang-c/"}) && room != "sim/frontend")
      tell(include.line, include.path, "only sim/frontend includes Clang");
    if (starts_with_any(header, {"llvm/", "llvm-c/"}) && !compiler)
      tell(include.line, include.path,
           "only sim/frontend, sim/lower, guest/host and the compile worker include LLVM");
    if (starts_with_any(header, {"imgui", "implot", "ImGui", "TextEditor", "TextDiff"}) && !panels)
      tell(include.line, include.path, "only app/panels includes ImGui");
    if (starts_with_any(header, {"glad/", "GL/", "GLES", "GLFW/", "EGL/", "KHR/"}) && room != "app/render" &&
        !panels)
      tell(include.line, include.path, "only app/render and app/panels include OpenGL");
    if (starts_with_any(header, {"cuda", "nvrtc", "cupti"}) && !room.starts_with("gpu/"))
      tell(include.line, include.path, "only gpu/ includes the toolkit's headers");
    if (header.find("..") != std::string_view::npos)
      tell(include.line, include.path, "include paths start at the repository's root");
  }
  return broken;
}

/// A way from a room back to itself along the pages' edges, as "a > b > a", or empty. The folders of
/// app/panels are one program's window and may know each other.
inline std::string cycle(const Pages& pages) {
  std::map<std::string, int> state; // 1: on the way, 2: done
  std::string found;
  const auto visit = [&](const auto& self, const std::string& room, const std::string& way) -> void {
    if (!found.empty() || state[room] == 2) return;
    if (state[room] == 1) {
      found = way;
      return;
    }
    state[room] = 1;
    if (const auto page = pages.find(room); page != pages.end()) {
      for (const std::string& next : page->second.rooms)
        if (!(room.starts_with("app/panels/") && next.starts_with("app/panels/")))
          self(self, next, way + " > " + next);
    }
    state[room] = 2;
  };
  for (const auto& [room, page] : pages) visit(visit, room, room);
  return found;
}

inline constexpr std::ptrdiff_t most_columns = 110;

/// Lines of a C++ file that are wider than the house's. The insides of raw strings are other programs' texts
/// and do not count.
inline Strings width_violations(const std::string& path, const std::string& text) {
  Strings broken;
  // As the later bytes of a UTF-8 character, which take no column of their own.
  constexpr char no_column = '\x80';
  std::istringstream lines(without_raw_strings(text, no_column));
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    const auto columns = std::count_if(line.begin(), line.end(),
                                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
    if (columns > most_columns)
      broken.push_back(path + ":" + std::to_string(number) + ": " + std::to_string(columns) +
                       " columns; a line has at most " + std::to_string(most_columns));
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
