// The house against its own rules, and each rule against a file that breaks it.
#include "tests/architecture/rules.h"

#include <gtest/gtest.h>

namespace {

using namespace architecture;

const std::vector<File>& files() {
  static const std::vector<File> all = repository_files(WARPSCOPE_SOURCE_DIR);
  return all;
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

TEST(Architecture, TheTreeIsRead) {
  std::size_t stages = 0;
  for (const File& file : files()) stages += !stage_of(file.path).empty();
  EXPECT_GT(stages, 50u);
}

TEST(Architecture, IncludesFollowTheDesign) {
  Strings broken;
  for (const File& file : files())
    if (file.path.ends_with(".h") || file.path.ends_with(".cpp") || file.path.ends_with(".def"))
      for (const std::string& line : include_violations(file.path, file.text)) broken.push_back(line);
  EXPECT_TRUE(broken.empty()) << joined(broken);
}

TEST(Architecture, FilesAreShort) {
  Strings broken;
  for (const File& file : files())
    if (is_code(file.path))
      for (const std::string& line : length_violations(file.path, file.text)) broken.push_back(line);
  EXPECT_TRUE(broken.empty()) << joined(broken);
}

TEST(Architecture, NoPathOfOneMachine) {
  Strings broken;
  for (const File& file : files())
    for (const std::string& line : path_violations(file.path, file.text)) broken.push_back(line);
  EXPECT_TRUE(broken.empty()) << joined(broken);
}

TEST(ArchitectureRules, CatchAForbiddenEdge) {
  const auto broken = [](const std::string& path, const std::string& include) {
    return !include_violations(path, "#pragma once\n" + include + "\n").empty();
  };
  EXPECT_TRUE(broken("sim/model/banks.h", "#include \"sim/exec/run.h\""));
  EXPECT_TRUE(broken("sim/model/banks.h", "  #  include \"sim/exec/run.h\""));
  EXPECT_TRUE(broken("sim/base/span.h", "#include \"sim/trace/event.h\""));
  EXPECT_TRUE(broken("sim/exec/run.h", "#include \"sim/model/banks.h\""));
  EXPECT_TRUE(broken("sim/run/simulate.cpp", "#include \"sim/frontend/frontend.h\""));
  EXPECT_TRUE(broken("sim/run/simulate.cpp", "#include \"app/session/session.h\""));
  EXPECT_TRUE(broken("sim/frontend/frontend.h", "#include \"sim/program/program.h\""));
  EXPECT_TRUE(broken("sim/compile/compile.cpp", "#include \"sim/lower/lower.h\""));
  EXPECT_TRUE(broken("app/view/scene.h", "#include \"app/render/gl.h\""));
  EXPECT_TRUE(broken("app/view/scene.cpp", "#include \"sim/run/simulate.h\""));
  EXPECT_TRUE(broken("app/playback/playback.h", "#include \"app/view/scene.h\""));
  EXPECT_TRUE(broken("sim/lower/lower.cpp", "#include <clang/AST/AST.h>"));
  EXPECT_TRUE(broken("sim/exec/run.cpp", "#include <llvm/IR/Module.h>"));
  EXPECT_TRUE(broken("sim/compile/compile.cpp", "#include <llvm/IR/Module.h>"));
  EXPECT_TRUE(broken("app/view/scene.cpp", "#include <imgui.h>"));
  EXPECT_TRUE(broken("app/render/draw.cpp", "#include \"imgui.h\""));
  EXPECT_TRUE(broken("app/session/session.cpp", "#include <glad/glad.h>"));
  EXPECT_TRUE(broken("sim/exec/run.cpp", "#include <cuda.h>"));
  EXPECT_TRUE(broken("sim/model/banks.h", "#include \"../exec/run.h\""));
  EXPECT_TRUE(broken("sim/newcomer/file.h", "")) << "a folder the design does not know";

  EXPECT_FALSE(broken("sim/model/tally.h", "#include \"sim/trace/event.h\""));
  EXPECT_FALSE(broken("sim/model/tally.h", "// #include \"sim/exec/run.h\""));
  EXPECT_FALSE(broken("sim/model/tally.h", "const char* text = R\"(\n#include \"sim/exec/run.h\"\n)\";"));
  EXPECT_FALSE(broken("sim/frontend/frontend.h", "#include \"sim/program/enums.h\""));
  EXPECT_FALSE(broken("sim/frontend/run.cpp", "#include <clang/AST/AST.h>"));
  EXPECT_FALSE(broken("sim/compile/worker_main.cpp", "#include \"sim/lower/lower.h\""));
  EXPECT_FALSE(broken("app/panels/panel.cpp", "#include <imgui.h>"));
  EXPECT_FALSE(broken("app/render/draw.cpp", "#include <glad/glad.h>"));
  EXPECT_FALSE(broken("sim/include/warpscope/cuda_runtime.h", "#include <cuda_fp16.h>"));
}

TEST(ArchitectureRules, CatchALongFile) {
  EXPECT_FALSE(length_violations("a.cpp", std::string(701, '\n')).empty());
  EXPECT_TRUE(length_violations("a.cpp", std::string(700, '\n')).empty());
}

TEST(ArchitectureRules, CatchAnAbsolutePath) {
  const std::string root = std::string("/wo") + "rk/";
  EXPECT_FALSE(path_violations("a.md", "see " + root + "shared").empty());
  EXPECT_FALSE(path_violations("a.md", "\"" + root + "shared\"").empty());
  EXPECT_TRUE(path_violations("a.md", "see frame" + root + "shared").empty());
}

} // namespace
