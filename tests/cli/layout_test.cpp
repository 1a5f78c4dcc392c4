// warpscope layout: its table and its document.
#include "tests/cli/program.h"

#include <nlohmann/json.hpp>

namespace warpscope {
namespace {

using LayoutJson = nlohmann::json;

bool layout_text_holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Layout, ItsTableNamesTheTrap) {
  const ProgramRun run = run_command(
      "warpscope layout 'Swizzle<3,3,3>' '(8,64):(64,1)' --type half --column 16");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_PRED2(layout_text_holds, run.out, "8 × 64 of half; column 16: 8 lanes of 16 bytes");
  EXPECT_PRED2(layout_text_holds, run.out, "32 of 64 pieces misaligned");
  EXPECT_PRED2(layout_text_holds, run.out, "Swizzle<3,4,3>");
  EXPECT_PRED2(layout_text_holds, run.out, "TMA: 128-byte swizzle");
}

TEST(Layout, TheSceneIsDrawnWithoutAFile) {
  const std::string file = testing::TempDir() + "layouts_scene.svg";
  const ProgramRun run = run_command(
      "warpscope render --scene layouts --swizzle 'Swizzle<5,0,5>' --layout '(32,32):(32,1)' --out " + file);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_PRED2(layout_text_holds, read_whole(file), "through Swizzle&lt;5,0,5&gt;");
  EXPECT_EQ(
      run_command("warpscope render transpose_tile --scene layouts --layout '(8,8)' --out " + file).code, 2);
  EXPECT_EQ(run_command("warpscope render --scene layouts --layout '(8,' --out " + file).code, 2);
}

TEST(Layout, OfATextTheSceneShowsTheAccess) {
  const std::string file = testing::TempDir() + "layouts_access.svg";
  const ProgramRun run = run_command("warpscope render --expr 'tile[threadIdx.x][threadIdx.y]' --decl "
                                     "'__shared__ float tile[32][32]' --scene layouts --out " +
                                     file);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_PRED2(layout_text_holds, run.out, "32 wavefronts become 1");
  EXPECT_PRED2(layout_text_holds, read_whole(file), "The expression: 32 lanes read 4 bytes each");
  EXPECT_EQ(run_command("warpscope render transpose_tile --scene layouts --out " + file).code, 0);
  EXPECT_PRED2(layout_text_holds, read_whole(file), "Line ");
  const ProgramRun none = run_command("warpscope render --expr 'a[threadIdx.x]' --scene layouts --out " +
                                      file);
  EXPECT_EQ(none.code, 2);
}

TEST(Layout, ItsDocumentHasLanesAndCells) {
  const LayoutJson document = LayoutJson::parse(
      run_command("warpscope layout 'Swizzle<3,3,3>' '(8,64):(64,1)' --type half --column 16 --json --cells")
          .out);
  EXPECT_EQ(document["plain"]["wavefronts"], 8);
  EXPECT_EQ(document["swizzled"]["wavefronts"], 1);
  EXPECT_EQ(document["access"]["bytes"], 16);
  ASSERT_EQ(document["access"]["lanes"].size(), 8u);
  EXPECT_EQ(document["access"]["lanes"][5]["swizzled_byte"], 752);
  EXPECT_EQ(document["swizzled"]["cells"][5][16], 752);
  EXPECT_EQ(document["counted"][1]["wavefronts"], 2);
  EXPECT_EQ(document["counted"][1]["misaligned"], 32);

  const LayoutJson padded = LayoutJson::parse(
      run_command("warpscope layout '(32,32): row*33 + col' --column 7 --json").out);
  EXPECT_EQ(padded["swizzle"], "");
  EXPECT_EQ(padded["plain"]["wavefronts"], 1);
  const LayoutJson row = LayoutJson::parse(
      run_command("warpscope layout '(32,32):(1,32)' --row 7 --json").out);
  EXPECT_EQ(row["plain"]["wavefronts"], 32);
}

} // namespace
} // namespace warpscope
