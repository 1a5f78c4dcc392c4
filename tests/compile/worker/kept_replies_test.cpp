// The compiler's own replies, kept beside it: they are those that it would make.
#include "sim/compile/compile.h"
#include "sim/program/serialize.h"
#include "tests/compile/worker/own_cache.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace warpscope {
namespace {

namespace fs = std::filesystem;

constexpr const char* small_program = R"(#include <cstdio>
#include <vector>
__global__ void twice(float *a) { a[threadIdx.x] *= 2; }
int main() {
  std::vector<float> host(32, 1.5f);
  float *a;
  cudaMalloc(&a, sizeof(float) * host.size());
  cudaMemcpy(a, host.data(), sizeof(float) * host.size(), cudaMemcpyHostToDevice);
  twice<<<1, 32>>>(a);
  std::printf("%zu\n", host.size());
  return 0;
}
)";

class KeptByTheCompiler : public OwnCache {
 protected:
  void SetUp() override {
    OwnCache::SetUp();
    worker_ = folder_ / "warpscope-compiler";
    fs::copy_file(fs::path(WARPSCOPE_BINARY_DIR) / "warpscope-compiler", worker_);
  }
  void TearDown() override {
    unsetenv("WARPSCOPE_KEEP_REPLIES");
    OwnCache::TearDown();
  }

  compile::ProgramResult compile(const program::ProgramSources& sources) {
    compile::Compiler compiler(worker_.string());
    return compiler.compile(sources);
  }
  [[nodiscard]] std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder_ / "replies", none)) found.push_back(entry.path());
    return found;
  }
  static program::ProgramSources sources(const std::string& more = "") {
    program::ProgramSources sources;
    sources.files.push_back({"/twice.cu", small_program + more});
    return sources;
  }

  fs::path worker_;
};

TEST_F(KeptByTheCompiler, AReplyIsTheSameAsTheOneThatIsMade) {
  const compile::ProgramResult made = compile(sources());
  ASSERT_NE(made.program, nullptr);
  EXPECT_TRUE(files().empty()) << "nobody asked for it";
  setenv("WARPSCOPE_KEEP_REPLIES", "1", 1);
  (void)compile(sources());
  ASSERT_EQ(files().size(), 1u);
  unsetenv("WARPSCOPE_KEEP_REPLIES");

  const compile::ProgramResult kept = compile(sources());
  ASSERT_NE(kept.program, nullptr);
  EXPECT_EQ(program::serialize(*kept.program), program::serialize(*made.program));
  ASSERT_EQ(kept.objects.size(), made.objects.size());
  EXPECT_EQ(kept.objects.front().elf, made.objects.front().elf);
  ASSERT_EQ(kept.texts.size(), 1u);
  EXPECT_EQ(kept.texts.front().text, made.texts.front().text);

  // It is found by the whole request: a text of one more comment is compiled.
  EXPECT_NE(compile(sources("// again\n")).program, nullptr);
  EXPECT_EQ(files().size(), 1u);
}

TEST_F(KeptByTheCompiler, AFileThatIsDamagedIsCompiledAnew) {
  setenv("WARPSCOPE_KEEP_REPLIES", "1", 1);
  (void)compile(sources());
  ASSERT_EQ(files().size(), 1u);
  std::ofstream(files().front(), std::ios::binary) << "not a reply";
  const compile::ProgramResult again = compile(sources());
  EXPECT_NE(again.program, nullptr);
  EXPECT_TRUE(again.diagnostics.empty());
}

/// A header of the person's own may change between two requests that are equal.
TEST_F(KeptByTheCompiler, WhatDependsOnAPersonsFilesIsNotKept) {
  setenv("WARPSCOPE_KEEP_REPLIES", "1", 1);
  std::ofstream(folder_ / "mine.h") << "#pragma once\n";
  program::ProgramSources local = sources();
  local.files.front() = {(folder_ / "twice.cu").string(),
                         "#include \"mine.h\"\n" + std::string(small_program)};
  EXPECT_NE(compile(local).program, nullptr);
  program::ProgramSources folders = sources();
  folders.include_folders.push_back(folder_.string());
  EXPECT_NE(compile(folders).program, nullptr);
  EXPECT_TRUE(files().empty());
}

} // namespace
} // namespace warpscope
