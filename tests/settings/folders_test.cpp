// XDG folders, and files that are replaced whole, set aside and locked.
#include "app/settings/folders.h"
#include "app/settings/store.h"
#include "tests/settings/folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <optional>

namespace warpscope {
namespace {

class XdgFolders : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"}) {
      const char* value = std::getenv(name);
      before_[name] = value == nullptr ? std::optional<std::string>() : value;
      ::unsetenv(name);
    }
  }
  void TearDown() override {
    for (const auto& [name, value] : before_)
      value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
  }
  std::map<std::string, std::optional<std::string>> before_;
};

TEST_F(XdgFolders, FollowTheEnvironment) {
  EXPECT_EQ(settings::xdg_folders().config, "");
  EXPECT_EQ(settings::xdg_folders().state, "");
  ::setenv("HOME", "/tmp/person", 1);
  EXPECT_EQ(settings::xdg_folders().config, "/tmp/person/.config/warpscope");
  EXPECT_EQ(settings::xdg_folders().state, "/tmp/person/.local/state/warpscope");
  ::setenv("XDG_CONFIG_HOME", "/tmp/c", 1);
  ::setenv("XDG_STATE_HOME", "not/absolute", 1); // the specification: to be ignored
  EXPECT_EQ(settings::xdg_folders().config, "/tmp/c/warpscope");
  EXPECT_EQ(settings::xdg_folders().state, "/tmp/person/.local/state/warpscope");
  ::setenv("HOME", "", 1);
  EXPECT_EQ(settings::xdg_folders().state, "");
}

class Store : public test::InFolder {};

TEST_F(Store, WritesWholeFilesForOnePersonOnly) {
  EXPECT_EQ(settings::write_stored(path("a/b/c.txt"), "one", true), "");
  EXPECT_EQ(settings::write_stored(path("a/b/c.txt"), "two", false), "");
  EXPECT_EQ(settings::read_stored(path("a/b/c.txt"), 100).text, "two");
  EXPECT_EQ(std::filesystem::status(path("a/b/c.txt")).permissions() & std::filesystem::perms::all,
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path("a/b")), {}), 1)
      << "nothing is left beside it";
}

TEST_F(Store, LeavesTheOldFileWhenTheNewOneCannotBeWritten) {
  write("f", "old");
  std::filesystem::create_directory(path("f.new")); // in the way of the new one
  EXPECT_NE(settings::write_stored(path("f"), "new", false), "");
  EXPECT_EQ(read("f"), "old");
}

TEST_F(Store, DoesNotReadWhatIsNoFile) {
  EXPECT_EQ(settings::read_stored(path("none"), 10).state, settings::StoredText::State::Absent);
  EXPECT_EQ(settings::read_stored(folder(), 10).state, settings::StoredText::State::Unreadable);
  write("long", "12345678901");
  EXPECT_EQ(settings::read_stored(path("long"), 10).state, settings::StoredText::State::Unreadable);
}

TEST_F(Store, LocksOneHolderAtATime) {
  settings::FileLock one, two;
  EXPECT_EQ(one.take(path("lock")), settings::FileLock::Outcome::Held);
  EXPECT_EQ(two.take(path("lock")), settings::FileLock::Outcome::Busy);
  one.release();
  EXPECT_EQ(two.take(path("lock")), settings::FileLock::Outcome::Held);
  EXPECT_EQ(one.take(path("nowhere/lock")), settings::FileLock::Outcome::Impossible);
}

} // namespace
} // namespace warpscope
