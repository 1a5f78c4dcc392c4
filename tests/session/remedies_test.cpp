// Padding and swizzling as edits of the text.
#include "app/document/remedies.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(Pad, WidensTheLastDimension) {
  const auto edit = document::pad_declaration("__shared__ float tile[32][32]");
  ASSERT_TRUE(edit);
  EXPECT_EQ(edit->text, "__shared__ float tile[32][33]");
  EXPECT_EQ(edit->tail, "[32][33]");
  EXPECT_EQ(document::pad_declaration("__shared__ float t[2] [ 8 ][ 16 ];")->text,
            "__shared__ float t[2] [ 8 ][17];");
}

TEST(Pad, LeavesAloneWhatItCannotPad) {
  for (const char* text : {"", "__shared__ float tile[32]", "const float *a", "__shared__ float tile[32][N]",
                           "__shared__ float tile[32][", "tile[32][]", "tile[4][99999999999]", "[][][]",
                           "tile[32][0]", "tile[a[b][32"})
    EXPECT_FALSE(document::pad_declaration(text)) << text;
}

TEST(Swizzle, MixesTheRowIntoTheColumn) {
  const auto edit = document::swizzle_expression("tile[threadIdx.x][threadIdx.y]");
  ASSERT_TRUE(edit);
  EXPECT_EQ(edit->text, "tile[threadIdx.x][threadIdx.y ^ threadIdx.x]");
  EXPECT_EQ(edit->tail, "[y ^ x]");
  EXPECT_EQ(document::swizzle_expression("tile[i + 1][j * 2]")->text, "tile[i + 1][(j * 2) ^ (i + 1)]");
  EXPECT_EQ(document::swizzle_expression("2 * tile[a[i]][j] + 1")->text, "2 * tile[a[i]][j ^ (a[i])] + 1");
}

TEST(Swizzle, LeavesAloneWhatItCannotSwizzle) {
  for (const char* text : {"", "a[threadIdx.x * 2]", "tile[i][j ^ i]", "tile[i][i]", "tile[][]", "tile[i][j",
                           "tile[(i][j)]", "]]][[["})
    EXPECT_FALSE(document::swizzle_expression(text)) << text;
}

TEST(PadVariable, FindsTheDeclarationInTheText) {
  program::Variable tile;
  tile.name = "tile";
  tile.dimensions = {32, 32};
  tile.span = {2, 3, 2, 10};
  const std::string text = "// tile[1][2]\n  __shared__ float mytile[8][8], tile[32][32];\n";
  const auto edit = document::pad_variable(text, tile);
  ASSERT_TRUE(edit);
  EXPECT_EQ(edit->text, "// tile[1][2]\n  __shared__ float mytile[8][8], tile[32][33];\n");
  tile.span.line = 99;
  EXPECT_FALSE(document::pad_variable(text, tile));
  tile.span = {};
  EXPECT_FALSE(document::pad_variable(text, tile));
  tile.span = {2, 1, 2, 1};
  tile.dimensions = {32};
  EXPECT_FALSE(document::pad_variable(text, tile));
}

} // namespace
} // namespace warpscope
