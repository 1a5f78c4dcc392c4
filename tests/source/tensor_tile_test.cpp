// Arguments that are a CUtensorMap: what is read, and what is refused with its reason.
#include "sim/source/tensor_tile.h"

#include <gtest/gtest.h>

namespace warpscope::source {
namespace {

const std::vector<std::pair<std::string, std::string>> sizes = {
    {"N", "64"}, {"WIDE", "128"}, {"T", "__half"}};

TEST(TensorTile, SizesAreExpressionsAndTheLongRowIsFirst) {
  std::string error;
  const auto tile = parse_tensor_tile("tensor:in T[N * 2, N] box[N, min(8, N)] swizzle:WIDE", sizes, error);
  ASSERT_TRUE(tile) << error;
  EXPECT_EQ(tile->buffer, "in");
  EXPECT_EQ(tile->element, ElementType::F16);
  EXPECT_EQ(tile->dimensions, (std::vector<std::uint64_t>{128, 64}));
  EXPECT_EQ(tile->box, (std::vector<std::uint32_t>{64, 8}));
  EXPECT_EQ(tile->swizzle, 128u);
  EXPECT_EQ(bytes_of(*tile), 128u * 64 * 2);
  const TensorTileArguments given(*tile);
  EXPECT_EQ(given.strides, (std::vector<std::uint64_t>{256}));
  EXPECT_EQ(given.all.swizzle, 3u); // CU_TENSOR_MAP_SWIZZLE_128B
}

TEST(TensorTile, WhatTheDriverRefusesIsRefusedWithItsReason) {
  const std::pair<const char*, const char*> cases[] = {
      {"tensor:in float[64, 64]", "box["},
      {"tensor:in what[64, 64] box[32, 8]", "no type of numbers"},
      {"tensor:in float[64, 64] box[32]", "2 dimensions and its box 1"},
      {"tensor:in float[64, 64] box[32, 8] swizzle:48", "none of 0, 32, 64 and 128"},
      {"tensor:in float[64, 64] box[64, 8] swizzle:128", "takes no longer one"},
      {"tensor:in float[64, 64] box[3, 8]", "no multiple of 16"},
      {"tensor:in float[63, 64] box[32, 8]", "no multiple of 16 below 2^40"},
      {"tensor:in float[64, 64] box[32, 257]", "may be 1 to 256"},
      {"tensor:in float[0, 64] box[32, 8]", "sizes begin at 1"},
  };
  for (const auto& [text, reason] : cases) {
    std::string error;
    EXPECT_FALSE(parse_tensor_tile(text, sizes, error)) << text;
    EXPECT_NE(error.find(reason), std::string::npos) << text << ": " << error;
  }
}

} // namespace
} // namespace warpscope::source
