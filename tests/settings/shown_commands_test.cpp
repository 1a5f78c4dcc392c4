#include "app/settings/shown_commands.h"
#include "tests/settings/folder.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

using ShownCommands = test::InFolder;

TEST_F(ShownCommands, AreRememberedByTheWholeLine) {
  EXPECT_FALSE(command_was_shown(folder(), "ssh host m"));
  EXPECT_EQ(remember_shown(folder(), "ssh host m"), "");
  EXPECT_EQ(remember_shown(folder(), "ssh other m"), "");
  EXPECT_TRUE(command_was_shown(folder(), "ssh host m"));
  EXPECT_TRUE(command_was_shown(folder(), "ssh other m"));
  EXPECT_FALSE(command_was_shown(folder(), "ssh host"));
}

TEST_F(ShownCommands, WithoutAFolderNothingIsKept) {
  EXPECT_FALSE(command_was_shown("", "x"));
  EXPECT_NE(remember_shown("", "x"), "");
  EXPECT_FALSE(command_was_shown("", "x"));
}

} // namespace
} // namespace warpscope
