// Files: unsaved text is not lost, changes by another program are noticed, a file keeps its form.
#include "tests/session/session_fixture.h"

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace warpscope {
namespace {

namespace fs = std::filesystem;

class SessionFiles : public test::SessionFixture {
 protected:
  SessionFiles() : folder_(fs::temp_directory_path() / ("warpscope-files-" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~SessionFiles() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& bytes) {
    const std::string path = (folder_ / name).string();
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  static std::string read(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  /// A later time than the file has, whatever the file system's grain.
  static void touch(const std::string& path) {
    fs::last_write_time(path, fs::last_write_time(path) + std::chrono::seconds(3));
  }

  fs::path folder_;
};

TEST_F(SessionFiles, MarkAndLineEndsComeBack) {
  const std::string bytes = "\xEF\xBB\xBF"
                            "// a\r\nx = tile[threadIdx.x][0];\r\n";
  const std::string path = write("crlf.cu", bytes);
  ASSERT_EQ(session_.edit()->open_file(path), "");
  EXPECT_EQ(text(), "// a\nx = tile[threadIdx.x][0];\n");
  EXPECT_FALSE(session_.edits().unsaved());
  ASSERT_EQ(session_.save_file(path), "");
  EXPECT_EQ(read(path), bytes);
  session_.edit()->set_kernel_text("// b\n" + text());
  ASSERT_EQ(session_.save_file(path), "");
  EXPECT_EQ(read(path), "\xEF\xBB\xBF"
                        "// b\r\n// a\r\nx = tile[threadIdx.x][0];\r\n");
}

TEST_F(SessionFiles, AnotherFileTakesThePlaceAndNothingIsLost) {
  const std::string first = write("first.cu", "// 1\n"), second = write("second.cu", "// 2\n");
  ASSERT_EQ(session_.edit()->open_file(first), "");
  session_.edit()->set_kernel_text("// 1 and mine\n");
  EXPECT_TRUE(session_.edits().unsaved());
  EXPECT_TRUE(session_.edits().left_unsaved().empty());
  ASSERT_EQ(session_.edit()->open_file(second), "");
  EXPECT_FALSE(session_.edits().unsaved());
  EXPECT_EQ(session_.edits().left_unsaved(), std::vector<std::string>{"first.cu"});
  session_.edit()->set_lab("many");
  EXPECT_EQ(session_.edits().left_unsaved(), std::vector<std::string>{"first.cu"});
  session_.edit()->undo();
  session_.edit()->undo();
  EXPECT_EQ(text(), "// 1 and mine\n");
  EXPECT_EQ(session_.document().kernel_file, first);
  EXPECT_TRUE(session_.edits().unsaved());
  EXPECT_TRUE(session_.edits().left_unsaved().empty()) << "it is here again";
  ASSERT_EQ(session_.save_file(first), "");
  ASSERT_EQ(session_.edit()->open_file(second), "");
  EXPECT_TRUE(session_.edits().left_unsaved().empty()) << "it is saved";
}

TEST_F(SessionFiles, AChangedFileIsNoticedOnceAndByItsContents) {
  const std::string path = write("k.cu", "// 1\n");
  ASSERT_EQ(session_.edit()->open_file(path), "");
  EXPECT_EQ(session_.edits().disk_state(), document::DiskState::Same);
  touch(path);
  EXPECT_EQ(session_.edits().disk_state(), document::DiskState::Same) << "the same bytes at another time";
  write("k.cu", "// 2\n");
  touch(path);
  EXPECT_EQ(session_.edits().disk_state(), document::DiskState::Changed);
  EXPECT_EQ(session_.edits().save_question(path), document::SaveQuestion::ChangedOnDisk);
  session_.edit()->accept_disk();
  EXPECT_EQ(session_.edits().disk_state(), document::DiskState::Same) << "keep mine";
  EXPECT_EQ(session_.edits().save_question(path), document::SaveQuestion::None);
  fs::remove(path);
  EXPECT_EQ(session_.edits().disk_state(), document::DiskState::Gone);
  ASSERT_EQ(session_.save_file(path), "");
  EXPECT_EQ(session_.edits().disk_state(), document::DiskState::Same) << "written by us";
  EXPECT_EQ(read(path), "// 1\n");
}

TEST_F(SessionFiles, WritingOverAnotherFileIsAskedFirst) {
  const std::string mine = write("mine.cu", "// 1\n"), other = write("other.cu", "// 2\n");
  ASSERT_EQ(session_.edit()->open_file(mine), "");
  EXPECT_EQ(session_.edits().save_question(mine), document::SaveQuestion::None);
  EXPECT_EQ(session_.edits().save_question((folder_ / "." / "mine.cu").string()),
            document::SaveQuestion::None)
      << "the same file";
  EXPECT_EQ(session_.edits().save_question((folder_ / "new.cu").string()), document::SaveQuestion::None);
  EXPECT_EQ(session_.edits().save_question(other), document::SaveQuestion::OtherFile);
}

TEST_F(SessionFiles, AnUntitledTextIsUnsavedUntilItIsSaved) {
  session_.edit()->set_mode(document::SourceMode::Kernel);
  EXPECT_FALSE(session_.edits().unsaved());
  session_.edit()->set_kernel_text("// mine\n");
  EXPECT_TRUE(session_.edits().unsaved());
  const std::string path = (folder_ / "new.cu").string();
  ASSERT_EQ(session_.save_file(path), "");
  EXPECT_FALSE(session_.edits().unsaved());
  EXPECT_TRUE(session_.edits().has_file());
}

} // namespace
} // namespace warpscope
