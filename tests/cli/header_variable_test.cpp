// A value for a variable of device memory that only a local header declares: noted where the kernel does not
// use it, refused where no header declares it.
#include "tests/cli/program.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace warpscope {
namespace {

namespace fs = std::filesystem;

class HeaderVariable : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = temporary("header_variable");
    fs::create_directories(folder_ + "/inner");
    write("inner/weights.cuh", "#pragma once\n// filter\n#if WEIGHTS\n__constant__ float wc[64];\n#endif\n"
                               "inline int wi = 3;\n");
    write("smooth.cuh", "#pragma once\n#include \"smooth.cuh\"\n#include \"inner/weights.cuh\"\n");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ + "/" + name, std::ios::binary) << text;
  }
  /// Simulates a kernel whose header gives `variable` a value, with this line above it.
  [[nodiscard]] ProgramRun smooth(const std::string& variable, const std::string& line) const {
    write("smooth.cu", "/* warpscope\nkernel = \"smooth\"\nblock = 64\ngrid = 1\n[args]\n" + variable +
                           " = \"mod:3[64]\"\nin = \"one[64]\"\nout = \"zero[64]\"\n*/\n" + line +
                           "\n__global__ void smooth(const float *in, float *out) {\n"
                           "  out[threadIdx.x] = in[threadIdx.x];\n}\n");
    return run_command("warpscope sim '" + folder_ + "/smooth.cu'");
  }

  std::string folder_;
};

TEST_F(HeaderVariable, OfAHeaderOfAHeaderIsNotedWithItsLine) {
  const ProgramRun run = smooth("wc", "#include \"smooth.cuh\"");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.err.find("smooth.cu:6:6: note: kernel 'smooth' does not use the variable 'wc' of line 4 of "
                         "inner/weights.cuh with these parameters"),
            std::string::npos)
      << run.err;
}

TEST_F(HeaderVariable, WhatNoHeaderDeclaresIsRefused) {
  const std::pair<const char*, const char*> wrong[] = {
      {"wd", "#include \"smooth.cuh\""},          // another name
      {"wi", "#include \"smooth.cuh\""},          // of the host
      {"wc", ""},                                 // a header beside the text that it does not include
      {"wc", "// #include \"smooth.cuh\""},       // nor here
      {"wc", "#include \"inner/missing.cuh\""},   // it is not there
      {"wc", "#include \"inner\""},               // a folder
      {"wc", "const char *s = \"smooth.cuh\";"}}; // no directive
  for (const auto& [variable, line] : wrong) {
    const ProgramRun run = smooth(variable, line);
    EXPECT_EQ(run.code, 2) << variable << " " << line;
    EXPECT_NE(run.err.find(std::string("smooth.cu:6:6: error: kernel 'smooth' has no parameter '") +
                           variable + "'"),
              std::string::npos)
        << line << "\n"
        << run.err;
  }
}

} // namespace
} // namespace warpscope
