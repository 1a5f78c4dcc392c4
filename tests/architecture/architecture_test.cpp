// The house against its own rules, and each rule against a file that breaks it.
#include "tests/architecture/rules.h"

#include <gtest/gtest.h>

namespace {

using namespace architecture;

const std::vector<File>& files() {
  static const std::vector<File> all = repository_files(WARPSCOPE_SOURCE_DIR);
  return all;
}

/// main.cpp lies in no room: it wires these.
std::string wires() {
  return "`app/cli`, `app/document`, `app/panels/window`, `app/render`, `app/settings`.\n\n";
}

std::string joined(const Strings& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

bool is_code(const std::string& path) {
  return path.ends_with(".h") || path.ends_with(".cpp") || path.ends_with(".cmake") ||
         path.ends_with(".cu") || path.ends_with("CMakeLists.txt");
}

bool is_cpp(const std::string& path) {
  return (path.ends_with(".h") || path.ends_with(".cpp")) && !path.starts_with("sim/include/");
}

bool has_edges(const std::string& path) { return is_cpp(path) || path.ends_with(".def"); }

const Pages& pages() {
  static const Pages read = [] {
    Pages all = {{"app", page_of("app", "\nMay include: " + wires())}};
    for (const File& file : files())
      if (const std::string room = room_of(file.path); file.path == room + "/README.md")
        all[room] = page_of(room, file.text);
    return all;
  }();
  return read;
}

TEST(Architecture, TheTreeIsRead) {
  std::size_t in_rooms = 0;
  for (const File& file : files()) in_rooms += !room_of(file.path).empty();
  EXPECT_GT(in_rooms, 500u);
  EXPECT_GT(pages().size(), 30u);
}

TEST(Architecture, EveryRoomHasItsPage) {
  std::set<std::string> without;
  for (const File& file : files())
    if (const std::string room = room_of(file.path);
        is_cpp(file.path) && !room.empty() && !pages().contains(room) && room != "app/panels")
      without.insert(room + "/README.md");
  EXPECT_TRUE(without.empty()) << joined({without.begin(), without.end()});
}

TEST(Architecture, PagesSayWhatComesInAndOut) {
  Strings broken;
  for (const File& file : files())
    if (const std::string room = room_of(file.path); !room.empty() && file.path == room + "/README.md") {
      for (const std::string& line : {"# " + room + "\n", std::string("\nIn: "), std::string("\nOut: "),
                                      std::string("\nMay include: "), std::string("\nStart: ")})
        if (file.text.find(line) == std::string::npos)
          broken.push_back(file.path + ": no line \"" + line + "\"");
      if (std::count(file.text.begin(), file.text.end(), '\n') > 30)
        broken.push_back(file.path + ": a room's page has some ten lines, thirty at most");
    }
  EXPECT_TRUE(broken.empty()) << joined(broken);
}

TEST(Architecture, IncludesFollowThePages) {
  Strings broken;
  for (const File& file : files())
    if (has_edges(file.path))
      for (const std::string& line : include_violations(pages(), file.path, file.text))
        broken.push_back(line);
  EXPECT_TRUE(broken.empty()) << joined(broken);
}

TEST(Architecture, PagesAllowNothingThatIsNotUsed) {
  std::map<std::string, std::set<std::string>> used;
  for (const File& file : files())
    if (has_edges(file.path))
      for (const Edge& edge : edges_of(file.path, file.text)) {
        used[edge.from].insert(edge.to);
        used[edge.from].insert(edge.header);
      }
  Strings broken;
  for (const auto& [room, page] : pages()) {
    for (const std::string& to : page.rooms)
      if (!used[room].contains(to)) broken.push_back(room + "/README.md allows " + to);
    for (const std::string& header : page.headers)
      if (!used[room].contains(header)) broken.push_back(room + "/README.md allows " + header);
  }
  EXPECT_TRUE(broken.empty()) << joined(broken);
}

TEST(Architecture, NothingGoesInACircle) { EXPECT_EQ(cycle(pages()), ""); }

TEST(Architecture, LinesFit) {
  Strings broken;
  for (const File& file : files())
    if (is_cpp(file.path))
      for (const std::string& line : width_violations(file.path, file.text)) broken.push_back(line);
  EXPECT_TRUE(broken.empty()) << joined(broken);
}

TEST(Architecture, FilesAreShort) {
  Strings broken;
  for (const File& file : files())
    if (is_code(file.path))
      for (const std::string& line : length_violations(file.path, file.text)) broken.push_back(line);
  EXPECT_TRUE(broken.empty()) << joined(broken);
}

TEST(Architecture, FilesSayWhatTheyDo) {
  Strings broken;
  for (const File& file : files())
    for (const std::string& line : opening_violations(file.path, file.text)) broken.push_back(line);
  EXPECT_TRUE(broken.empty()) << joined(broken);
}

TEST(Architecture, NoPathOfOneMachine) {
  Strings broken;
  for (const File& file : files())
    for (const std::string& line : path_violations(file.path, file.text)) broken.push_back(line);
  EXPECT_TRUE(broken.empty()) << joined(broken);
}

TEST(ArchitectureRules, ReadAPage) {
  const Page page = page_of("sim/compile",
                            "# sim/compile\n\nIn: `sim/trace`\n\nMay include: `sim/program`, and of\n"
                            "others `sim/exec/run.h`. `worker_main.cpp` may also include `sim/lower`.\n\n"
                            "Start: `sim/base`.\n");
  EXPECT_EQ(page.rooms, std::set<std::string>{"sim/program"});
  EXPECT_EQ(page.headers, std::set<std::string>{"sim/exec/run.h"});
  EXPECT_EQ(page.exceptions.at("worker_main.cpp"), std::set<std::string>{"sim/lower"});
  EXPECT_TRUE(page_of("sim/base", "# sim/base\n").rooms.empty());
}

TEST(ArchitectureRules, CatchAForbiddenEdge) {
  const auto broken = [](const std::string& path, const std::string& include) {
    return !include_violations(pages(), path, "#pragma once\n" + include + "\n").empty();
  };
  EXPECT_TRUE(broken("sim/model/banks.h", "#include \"sim/exec/run.h\""));
  EXPECT_TRUE(broken("sim/model/banks.h", "  #  include \"sim/exec/run.h\""));
  EXPECT_TRUE(broken("sim/base/span.h", "#include \"sim/trace/event.h\""));
  EXPECT_TRUE(broken("sim/exec/run.h", "#include \"sim/model/banks.h\""));
  EXPECT_TRUE(broken("sim/run/simulate.cpp", "#include \"sim/frontend/frontend.h\""));
  EXPECT_TRUE(broken("sim/run/simulate.cpp", "#include \"app/session/session.h\""));
  EXPECT_TRUE(broken("sim/frontend/frontend.h", "#include \"sim/program/program.h\""));
  EXPECT_TRUE(broken("sim/compile/compile.cpp", "#include \"sim/lower/lower.h\""));
  EXPECT_TRUE(broken("gpu/protocol/request.cpp", "#include \"gpu/measure/driver.h\""));
  EXPECT_TRUE(broken("gpu/measure/measure.cpp", "#include \"sim/exec/run.h\""));
  EXPECT_TRUE(broken("app/view/scene.h", "#include \"app/render/gl.h\""));
  EXPECT_TRUE(broken("app/view/scene.cpp", "#include \"app/session/session.h\""));
  EXPECT_TRUE(broken("app/panels/source/editor.cpp", "#include \"app/panels/stage/pane.h\""));
  EXPECT_TRUE(broken("app/playback/playback.h", "#include \"app/view/scene.h\""));
  EXPECT_TRUE(broken("sim/lower/lower.cpp", "#include <clang/AST/AST.h>"));
  EXPECT_TRUE(broken("sim/exec/run.cpp", "#include <llvm/IR/Module.h>"));
  EXPECT_TRUE(broken("sim/compile/compile.cpp", "#include <llvm/IR/Module.h>"));
  EXPECT_TRUE(broken("app/view/scene.cpp", "#include <imgui.h>"));
  EXPECT_TRUE(broken("app/render/draw.cpp", "#include \"imgui.h\""));
  EXPECT_TRUE(broken("app/session/session.cpp", "#include <glad/glad.h>"));
  EXPECT_TRUE(broken("sim/exec/run.cpp", "#include <cuda.h>"));
  EXPECT_TRUE(broken("sim/model/banks.h", "#include \"../exec/run.h\""));
  EXPECT_TRUE(broken("sim/newcomer/file.h", "")) << "a room without a page";

  EXPECT_FALSE(broken("sim/model/tally.h", "#include \"sim/trace/event.h\""));
  EXPECT_FALSE(broken("sim/model/tally.h", "// #include \"sim/exec/run.h\""));
  EXPECT_FALSE(broken("sim/model/tally.h", "const char* text = R\"(\n#include \"sim/exec/run.h\"\n)\";"));
  EXPECT_FALSE(broken("sim/frontend/frontend.h", "#include \"sim/program/enums.h\""));
  EXPECT_FALSE(broken("sim/frontend/run.cpp", "#include <clang/AST/AST.h>"));
  EXPECT_FALSE(broken("sim/compile/worker_main.cpp", "#include \"sim/lower/lower.h\""));
  EXPECT_FALSE(broken("sim/compile/worker_main.cpp", "#include <llvm/Support/Error.h>"));
  EXPECT_FALSE(broken("app/panels/stage/pane.cpp", "#include <imgui.h>"));
  EXPECT_FALSE(broken("app/render/draw.cpp", "#include <glad/glad.h>"));
  EXPECT_FALSE(broken("sim/include/warpscope/cuda_runtime.h", "#include <cuda_fp16.h>"));
}

TEST(ArchitectureRules, CatchACircle) {
  const Pages one_way = {{"a", {"a", {"b"}, {}, {}}}, {"b", {"b", {"c"}, {}, {}}}};
  EXPECT_EQ(cycle(one_way), "");
  Pages round = one_way;
  round["c"] = {"c", {"a"}, {}, {}};
  EXPECT_EQ(cycle(round), "a > b > c > a");
}

TEST(ArchitectureRules, CatchAWideLine) {
  EXPECT_FALSE(width_violations("a.cpp", std::string(111, 'x') + "\n").empty());
  EXPECT_TRUE(width_violations("a.cpp", std::string(110, 'x') + "\n").empty());
  std::string umlauts;
  for (int i = 0; i < 110; ++i) umlauts += "\u00fc";
  EXPECT_TRUE(width_violations("a.cpp", umlauts + "\n").empty()) << "columns, not bytes";
  EXPECT_TRUE(width_violations("a.cpp", "auto t = R\"(\n" + std::string(200, 'x') + "\n)\";\n").empty());
}

TEST(ArchitectureRules, CatchALongFile) {
  EXPECT_FALSE(length_violations("a.cpp", std::string(701, '\n')).empty());
  EXPECT_TRUE(length_violations("a.cpp", std::string(700, '\n')).empty());
}

TEST(ArchitectureRules, CatchAFileThatDoesNotSayWhatItDoes) {
  EXPECT_FALSE(opening_violations("a.cpp", "#include \"a.h\"\n// Adds.\n").empty());
  EXPECT_FALSE(opening_violations("a.cpp", "// \n#include \"a.h\"\n").empty());
  EXPECT_TRUE(opening_violations("a.cpp", "// Adds.\n#include \"a.h\"\n").empty());
  EXPECT_TRUE(opening_violations("a.h", "#pragma once\n").empty());
}

TEST(ArchitectureRules, CatchAnAbsolutePath) {
  const std::string root = std::string("/wo") + "rk/";
  EXPECT_FALSE(path_violations("a.md", "see " + root + "shared").empty());
  EXPECT_FALSE(path_violations("a.md", "\"" + root + "shared\"").empty());
  EXPECT_TRUE(path_violations("a.md", "see frame" + root + "shared").empty());
}

} // namespace
