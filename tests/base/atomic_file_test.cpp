// A file is replaced as a whole or not at all.
#include "sim/base/atomic_file.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace warpscope {
namespace {

namespace fs = std::filesystem;

class AtomicFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("warpscope-atomic-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static std::string text_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

TEST_F(AtomicFile, ReplacesAndLeavesNothingBeside) {
  EXPECT_EQ(replace_file(path("a"), "one", ".new", {}, true), 0);
  EXPECT_EQ(replace_file(path("a"), std::string(1 << 20, 'x'), ".new", {.mode = 0600}, false), 0);
  EXPECT_EQ(text_of(path("a")), std::string(1 << 20, 'x'));
  EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(files(), 1u);
}

TEST_F(AtomicFile, AFailureLeavesWhatWasThere) {
  EXPECT_EQ(replace_file(path("none/a"), "one", ".new", {}, false), ENOENT);
  fs::create_directories(path("folder/inside"));
  EXPECT_NE(replace_file(path("folder"), "one", ".new", {}, false), 0) << "a folder is not replaced";
  EXPECT_TRUE(fs::is_directory(path("folder/inside")));
  EXPECT_FALSE(fs::exists(path("folder.new")));
}

TEST_F(AtomicFile, ANameThatIsTakenIsKeptWhenAsked) {
  std::ofstream(path("a.part")) << "somebody else's";
  EXPECT_EQ(replace_file(path("a"), "one", ".part", {.exclusive = true}, false), EEXIST);
  EXPECT_EQ(text_of(path("a.part")), "somebody else's");
  EXPECT_FALSE(fs::exists(path("a")));
}

TEST_F(AtomicFile, WhatIsNotFinishedGoes) {
  {
    PendingFile file(path("a.part"), {});
    file.write("half");
    EXPECT_TRUE(fs::exists(path("a.part")));
  }
  EXPECT_EQ(files(), 0u);
}

TEST_F(AtomicFile, ALinkLeadsToItsFile) {
  std::ofstream(path("real")) << "one";
  fs::create_symlink(path("real"), path("link"));
  EXPECT_EQ(behind_links(path("link")), fs::canonical(path("real")).string());
  EXPECT_EQ(behind_links(path("real")), path("real"));
  EXPECT_EQ(behind_links(path("none")), path("none"));
}

} // namespace
} // namespace warpscope
