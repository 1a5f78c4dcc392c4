// Commands that were shown before they ran.
#include "app/settings/shown_commands.h"
#include "tests/settings/folder.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

using ShownCommands = test::InFolder;

TEST_F(ShownCommands, AreRememberedByTheWholeLine) {
  EXPECT_FALSE(settings::command_was_shown(folder(), "ssh host m"));
  EXPECT_EQ(settings::remember_shown(folder(), "ssh host m"), "");
  EXPECT_EQ(settings::remember_shown(folder(), "ssh other m"), "");
  EXPECT_TRUE(settings::command_was_shown(folder(), "ssh host m"));
  EXPECT_TRUE(settings::command_was_shown(folder(), "ssh other m"));
  EXPECT_FALSE(settings::command_was_shown(folder(), "ssh host"));
}

TEST_F(ShownCommands, WithoutAFolderNothingIsKept) {
  EXPECT_FALSE(settings::command_was_shown("", "x"));
  EXPECT_NE(settings::remember_shown("", "x"), "");
  EXPECT_FALSE(settings::command_was_shown("", "x"));
}

} // namespace
} // namespace warpscope
