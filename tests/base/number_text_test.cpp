// Numbers with separators and nouns.
#include "sim/base/number_text.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(NumberText, GroupsOfThreeFromTheRight) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1048576), "1,048,576");
  EXPECT_EQ(grouped(~0ull), "18,446,744,073,709,551,615");
}

TEST(NumberText, OneHasNoPlural) {
  EXPECT_EQ(counted(1, "block"), "1 block");
  EXPECT_EQ(counted(0, "block"), "0 blocks");
  EXPECT_EQ(counted(1024, "block"), "1,024 blocks");
  EXPECT_EQ(counted(1, "access"), "1 access");
  EXPECT_EQ(counted(2, "access"), "2 accesses");
}

} // namespace
} // namespace warpscope
