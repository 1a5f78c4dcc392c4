// Which files of the disk a text's #include directives read, and which they never do.
#include "sim/devices/devices.h"
#include "sim/run/hazard_text.h"
#include "sim/run/own_headers.h"
#include "sim/run/simulate.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

class OwnHeaders : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) / ("own_headers_" + std::to_string(getpid()));
    fs::remove_all(root_);
    fs::create_directories(root_ / "own");
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path, std::ios::binary) << text;
  }
  std::string folder(const std::string& name) const { return (root_ / name).string(); }
  /// The files that are read, below the folder of all.
  Strings read(const std::string& text, const Strings& more = {}) {
    Strings folders = {folder("own")};
    for (const std::string& name : more) folders.push_back(folder(name));
    found_ = run::own_headers(text, folders);
    Strings names;
    for (const program::SourceFile& file : found_.files)
      names.push_back(fs::path(file.path).lexically_relative(root_).string());
    return names;
  }

  fs::path root_;
  run::OwnHeaders found_;
};

TEST_F(OwnHeaders, LieBesideTheTextOrInAFolderOfI) {
  write("own/a.h", "# include \"sub/b.h\"\n");
  write("own/sub/b.h", "#include \"c.h\"\n#include \"../a.h\"\n#include <d.h>\n");
  write("own/sub/c.h", "");
  write("own/d.h", "");
  write("inc/d.h", "");
  EXPECT_EQ(read("#include \"a.h\" // ours\n#include <cstdio>\n"),
            (Strings{"own/a.h", "own/sub/b.h", "own/sub/c.h"}));
  EXPECT_EQ(read("#include \"a.h\"\n", {"inc"}),
            (Strings{"own/a.h", "own/sub/b.h", "own/sub/c.h", "inc/d.h"}));
  EXPECT_EQ(found_.names.front(), (root_ / "own/a.h").string());
  EXPECT_TRUE(run::own_headers("#include \"a.h\"\n", {}).files.empty()); // typed, not opened
}

TEST_F(OwnHeaders, AreNeverReadOutsideTheirFolders) {
  write("secret.h", "");
  write("other/x.h", "");
  fs::create_symlink(root_ / "secret.h", root_ / "own/link.h");
  fs::create_directory_symlink(root_ / "other", root_ / "own/folder");
  EXPECT_EQ(
      read(
          "#include \"../secret.h\"\n#include \"link.h\"\n#include \"folder/x.h\"\n#include \"/etc/passwd\"\n"
          "#include \"" +
          folder("secret.h") + "\"\n"),
      Strings{});
  EXPECT_EQ(read("#include \"../other/x.h\"\n", {"other"}), Strings{"other/x.h"});
  EXPECT_EQ(read("#include \"folder/x.h\"\n", {"other"}), Strings{"own/folder/x.h"});
  fs::create_directories(root_ / "own/dir.h");
  EXPECT_EQ(read("#include \"dir.h\"\n#include \"\"\n#include \"\n#include x\n"), Strings{});
}

TEST_F(OwnHeaders, AreLimitedInSizeAndNumber) {
  write("own/large.h", std::string(run::max_own_header_bytes + 1, ' '));
  write("own/binary.h", std::string("a\0b", 3));
  EXPECT_EQ(read("#include \"large.h\"\n"), Strings{});
  ASSERT_EQ(found_.notes.size(), 1u);
  EXPECT_EQ(found_.notes.front().message, "'large.h' is not read: the headers are larger than 4 MB");
  EXPECT_EQ(read("#include \"binary.h\"\n"), Strings{});
  EXPECT_EQ(found_.notes.front().message, "'binary.h' is not read: it is no text");
  std::string all;
  for (std::size_t i = 0; i < run::max_own_headers + 2; ++i) {
    write("own/h" + std::to_string(i) + ".h", "");
    all += "#include \"h" + std::to_string(i) + ".h\"\n";
  }
  EXPECT_EQ(read(all).size(), run::max_own_headers);
  EXPECT_EQ(found_.notes.size(), 1u);
}

TEST_F(OwnHeaders, OfAToolkitAreOurs) {
  write("toolkit/cuda_runtime.h", "");
  write("toolkit/mine.h", "");
  EXPECT_EQ(read("#include <cuda_runtime.h>\n#include <mine.h>\n", {"toolkit"}), Strings{});
}

TEST_F(OwnHeaders, AreSimulatedWithTheirOwnLines) {
  write("own/f.cuh",
        "#pragma once\n\n__device__ inline float load(const float *a, int i) { return a[2 * i]; }\n");
  compile::Compiler compiler;
  run::Request request;
  request.file = "k.cu";
  request
      .text = "#include \"f.cuh\"\n__global__ void k(float *a) { a[threadIdx.x] = load(a, threadIdx.x); }\n";
  request.device = *devices::find_device("cc90");
  request.header_folders = {folder("own")};
  request.overrides.grid = {"1"}, request.overrides.block = {"32"};
  request.overrides.arguments = {{"a", "ramp[64]"}};
  const run::Result fine = run::simulate(compiler, request);
  ASSERT_EQ(fine.status, run::Status::Done) << format_diagnostics(fine.diagnostics);
  ASSERT_EQ(fine.lines.size(), 2u);
  EXPECT_EQ(fine.lines[1].line, 3u);
  EXPECT_NE(fine.lines[1].text.find("return a[2 * i]"), std::string::npos);
  EXPECT_EQ(fine.lines[1].totals.global[0].sectors, 8u);
  EXPECT_EQ(run::text_of(fine, {.line = 3, .file = 1}).file, folder("own/f.cuh"));

  request.overrides.arguments = {{"a", "ramp[32]"}};
  const run::Result faulted = run::simulate(compiler, request);
  ASSERT_EQ(faulted.status, run::Status::Faulted);
  const Diagnostic at = run::at_pc(faulted, faulted.run.faults.front().pc, "here");
  EXPECT_EQ(at.file, folder("own/f.cuh"));
  EXPECT_EQ(at.span.line, 3u);
  EXPECT_NE(at.source_line.find("a[2 * i]"), std::string::npos);

  write("own/f.cuh", "__device__ inline float load(const float *a, int i) { return a[i]; }\n"); // saved again
  EXPECT_EQ(run::simulate(compiler, request).status, run::Status::Done);
}

} // namespace
} // namespace warpscope
