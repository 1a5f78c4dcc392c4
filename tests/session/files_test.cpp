// Opening and saving files, and the sentences of failures.
#include "app/document/files.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

namespace warpscope {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("warpscope-files-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const char* name) const { return (folder_ / name).string(); }
  fs::path folder_;
};

TEST_F(Files, SavesAndOpens) {
  EXPECT_EQ(document::save_source(path("a.cu"), "text\n"), "");
  const document::OpenedFile opened = document::open_source(path("a.cu"));
  EXPECT_EQ(opened.error, "");
  EXPECT_EQ(opened.text, "text\n");
  EXPECT_EQ(document::save_source(path("a.cu"), "new"), "");
  EXPECT_EQ(document::open_source(path("a.cu")).text, "new");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1)
      << "nothing is left beside it";
}

TEST_F(Files, RefusesWithASentence) {
  EXPECT_NE(document::open_source("").error.find("path"), std::string::npos);
  EXPECT_NE(document::open_source(path("none.cu")).error.find("no file"), std::string::npos);
  EXPECT_NE(document::open_source(folder_.string()).error.find("folder"), std::string::npos);
  EXPECT_NE(document::open_source("/dev/zero").error.find("not an ordinary file"), std::string::npos);
  std::ofstream(path("junk.bin"), std::ios::binary) << std::string("\x7f"
                                                                   "ELF\0\0\1",
                                                                   7);
  EXPECT_NE(document::open_source(path("junk.bin")).error.find("not a text file"), std::string::npos);
  std::ofstream(path("big.cu")) << std::string(document::max_source_bytes + 1, 'x');
  EXPECT_NE(document::open_source(path("big.cu")).error.find("8 MB"), std::string::npos);
}

TEST_F(Files, FailedSavesKeepTheOldFile) {
  EXPECT_NE(document::save_source(folder_.string(), "x").find("folder"), std::string::npos);
  EXPECT_NE(document::save_source(path("no/such/folder/a.cu"), "x").find("cannot be written"),
            std::string::npos);
  EXPECT_NE(document::save_source("/dev/null", "x").find("not an ordinary file"), std::string::npos);
  // A full disk: a file may have no bytes at all here.
  ASSERT_EQ(document::save_source(path("full.cu"), "old"), "");
  rlimit limit{}, none{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
  none = limit;
  none.rlim_cur = 0;
  ::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &none), 0);
  const std::string full = document::save_source(path("full.cu"), "new");
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  EXPECT_NE(full.find("could not be written"), std::string::npos) << full;
  EXPECT_EQ(document::open_source(path("full.cu")).text, "old");
  if (::geteuid() != 0) { // root may write anywhere
    ASSERT_EQ(document::save_source(path("ro.cu"), "old"), "");
    fs::permissions(path("ro.cu"), fs::perms::owner_read);
    EXPECT_NE(document::save_source(path("ro.cu"), "new").find("cannot be written"), std::string::npos);
    EXPECT_EQ(document::open_source(path("ro.cu")).text, "old");
  }
}

TEST_F(Files, KeepsLinksAndPermissions) {
  ASSERT_EQ(document::save_source(path("real.cu"), "old"), "");
  fs::permissions(path("real.cu"), fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink(path("real.cu"), path("link.cu"));
  EXPECT_EQ(document::save_source(path("link.cu"), "new"), "");
  EXPECT_TRUE(fs::is_symlink(path("link.cu")));
  EXPECT_EQ(document::open_source(path("real.cu")).text, "new");
  EXPECT_EQ(fs::status(path("real.cu")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

} // namespace
} // namespace warpscope
