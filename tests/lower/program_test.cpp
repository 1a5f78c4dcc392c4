// Whole programs: both sides of a text, local headers, several texts, what is forgiven and what is not read.
#include "sim/frontend/program_preamble.h"
#include "sim/lower/compile_program.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace warpscope {
namespace {

namespace fs = std::filesystem;

/// A folder of a program, with a cache of its own, so that no test meets the person's.
class Program : public ::testing::Test {
 protected:
  Program() {
    std::string name = (fs::temp_directory_path() / "warpscope-program-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    setenv("XDG_CACHE_HOME", (folder_ + "/cache").c_str(), 1);
  }
  ~Program() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) {
    const fs::path path = fs::path(folder_) / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return path.string();
  }
  program::CompiledProgram compile(const std::vector<std::pair<std::string, std::string>>& texts) {
    program::ProgramSources sources;
    for (const auto& [name, text] : texts) sources.files.push_back({write(name, text), text});
    return lower::compile_program(sources);
  }
  std::string folder_;
};

bool mentions(const Diagnostics& diagnostics, std::string_view words) {
  return format_diagnostics(diagnostics).find(words) != std::string::npos;
}

TEST_F(Program, BothSidesOfATextThatUsesTheCppLibrary) {
  const program::CompiledProgram made = compile(
      {{"a.cu", "#include <iostream>\n#include <vector>\n#include <algorithm>\n"
                "__constant__ float c[4];\n__device__ int counter;\n"
                "template <class T, int N> __global__ void scale(T *p, T k) {\n"
                "  p[threadIdx.x] = std::max(p[threadIdx.x] * k, T(N)) + c[1] + counter;\n}\n"
                "int main() {\n  std::vector<float> v(32);\n  float *d = nullptr;\n"
                "  scale<float, 3><<<1, 32>>>(d, 2.0f);\n  cudaMemcpyToSymbol(c, v.data(), 16);\n"
                "  std::cout << v.size() << cudaGetLastError() << std::endl;\n}\n"}});
  ASSERT_NE(made.program, nullptr) << format_diagnostics(made.diagnostics);
  ASSERT_EQ(made.program->kernels.size(), 1u);
  EXPECT_EQ(made.program->kernels[0].name, "scale<float, 3>");
  ASSERT_EQ(made.program->kernels[0].arguments.size(), 2u);
  EXPECT_EQ(made.program->kernels[0].arguments[1].offset, 8u);
  ASSERT_EQ(made.objects.size(), 1u);
  ASSERT_EQ(made.objects[0].stubs.size(), 1u);
  EXPECT_EQ(made.objects[0].stubs[0].kernel, made.program->kernels[0].symbol);
  const auto& shadows = made.objects[0].shadows;
  const auto c = std::find_if(shadows.begin(), shadows.end(),
                              [](const auto& s) { return s.variable == "c"; });
  ASSERT_NE(c, shadows.end());
  EXPECT_FALSE(c->managed);
  EXPECT_GT(made.objects[0].elf.size(), 0u);
}

TEST_F(Program, TheHostsLinesAreKnownByFunction) {
  const program::CompiledProgram made = compile(
      {{"a.cu", "#include <cstdio>\n\nint main() {\n  std::puts(\"a\");\n\n"
                "  float *d;\n  cudaMalloc(&d, 4);\n  return 0;\n}\n"}});
  ASSERT_EQ(made.objects.size(), 1u) << format_diagnostics(made.diagnostics);
  const auto& functions = made.objects[0].functions;
  const auto main = std::find_if(functions.begin(), functions.end(),
                                 [](const auto& f) { return f.name == "main"; });
  ASSERT_NE(main, functions.end());
  std::vector<std::uint32_t> lines;
  for (const program::CodeLine& row : main->lines) lines.push_back(row.line);
  EXPECT_NE(std::find(lines.begin(), lines.end(), 4u), lines.end());
  EXPECT_NE(std::find(lines.begin(), lines.end(), 7u), lines.end())
      << "the template around cudaMalloc has no line of its own";
}

TEST_F(Program, AccessesInALocalHeaderAreOfThatHeader) {
  write("k.cuh", "#pragma once\n\n__global__ void copy(float *to, const float *from) {\n"
                 "  to[threadIdx.x] = from[threadIdx.x];\n}\n");
  const program::CompiledProgram made = compile(
      {{"a.cu", "#include \"k.cuh\"\nint main() { copy<<<1, 32>>>(nullptr, nullptr); }\n"}});
  ASSERT_NE(made.program, nullptr) << format_diagnostics(made.diagnostics);
  ASSERT_EQ(made.texts.size(), 2u);
  EXPECT_TRUE(made.texts[1].path.ends_with("/k.cuh"));
  EXPECT_TRUE(made.texts[1].text.starts_with("#pragma once"));
  std::size_t accesses = 0; // the other sites read parameters
  for (const program::Site& site : made.program->sites) {
    if (site.space == Space::Param) continue;
    ++accesses;
    EXPECT_EQ(site.span.file, 1u);
    EXPECT_EQ(site.span.line, 4u);
  }
  EXPECT_EQ(accesses, 2u);
  EXPECT_EQ(made.program->kernels[0].span.file, 1u);
}

TEST_F(Program, TextsAreJoined) {
  const program::CompiledProgram made = compile(
      {{"a.cu", "__global__ void one(int *p) { *p = 1; }\nvoid two();\nint main() { one<<<1, 1>>>(nullptr); "
                "two(); }\n"},
       {"b.cu",
        "static __global__ void other(int *p) { *p = 2; }\nvoid two() { other<<<1, 1>>>(nullptr); }\n"},
       {"c.cpp", "int plain() { return 3; }\n"}});
  ASSERT_NE(made.program, nullptr) << format_diagnostics(made.diagnostics);
  EXPECT_EQ(made.program->kernels.size(), 2u);
  EXPECT_EQ(made.objects.size(), 3u);
}

TEST_F(Program, ManagedVariablesAreTheDevicesOwn) {
  const program::CompiledProgram made = compile(
      {{"a.cu", "__managed__ int m = 5;\n__global__ void k() { m += 1; }\nint main() { m = 2; k<<<1, 1>>>(); "
                "return m; }\n"}});
  ASSERT_EQ(made.objects.size(), 1u) << format_diagnostics(made.diagnostics);
  ASSERT_EQ(made.objects[0].shadows.size(), 1u);
  EXPECT_TRUE(made.objects[0].shadows[0].managed);
  EXPECT_EQ(made.objects[0].shadows[0].variable, "m");
}

TEST_F(Program, LaunchesWrittenApartAreLaunches) {
  const program::CompiledProgram made = compile(
      {{"a.cu", "template <int N> __global__ void k(int *p) { *p = N; }\n"
                "int main() {\n  k<2> << <1, 32 >> > (nullptr);\n  k<3> <<< dim3(1), 32 >> >(nullptr);\n"
                "  int shifted = 1 << 3 >> 1;\n  return shifted;\n}\n"}});
  ASSERT_NE(made.program, nullptr) << format_diagnostics(made.diagnostics);
  EXPECT_EQ(made.program->kernels.size(), 2u);
}

TEST_F(Program, ALambdaInAFunctionOfTheHostIsTheHosts) {
  const std::string host_only = "int host_only() { return 3; }\n";
  const program::CompiledProgram host = compile(
      {{"a.cu",
        host_only +
            "__global__ void k() {}\nint main() {\n  auto outer = [] {\n    auto inner = [] { return "
            "host_only(); };\n    k<<<1, 1>>>();\n    return inner();\n  };\n  return outer();\n}\n"}});
  EXPECT_NE(host.program, nullptr);
  EXPECT_EQ(format_diagnostics(host.diagnostics), "");
  const program::CompiledProgram device = compile(
      {{"a.cu", host_only +
                    "__global__ void k(int *p) { auto own = [] { return host_only(); }; *p = own(); }\n"
                    "int main() { k<<<1, 1>>>(nullptr); }\n"}});
  EXPECT_TRUE(mentions(device.diagnostics, "for both sides")) << format_diagnostics(device.diagnostics);
}

TEST_F(Program, WhatTheHostCompilerForgivesIsForgiven) {
  const program::CompiledProgram made = compile(
      {{"a.cu",
        "#include <cstdio>\nint main() {\n  int n = 3; float f[2] = {n, 2.5};\n  char *s = \"text\";\n"
        "  register int r = 1;\n  std::printf(\"%s %f %d\\n\", s, f[0], r);\n}\n"}});
  EXPECT_NE(made.program, nullptr) << format_diagnostics(made.diagnostics);
}

TEST_F(Program, AHeaderThatIsNotThereIsSaidFirst) {
  const program::CompiledProgram made = compile(
      {{"a.cu", "#include \"missing.h\"\nint main() { return undeclared; }\n"}});
  EXPECT_EQ(made.program, nullptr);
  ASSERT_FALSE(made.diagnostics.empty());
  EXPECT_NE(made.diagnostics[0].message.find("'missing.h' file not found"), std::string::npos);
  EXPECT_EQ(made.diagnostics[0].span.line, 1u);
  EXPECT_EQ(made.diagnostics.size(), 1u) << "and once, though both sides miss it";
}

TEST_F(Program, NothingElseOfTheMachineIsRead) {
  write("../warpscope-outside-" + std::to_string(getpid()) + ".txt", "int outside;\n");
  fs::create_symlink("/etc/passwd", folder_ + "/innocent.h");
  for (const char* text : {"#include \"/etc/passwd\"\n", "#include <../../../../../../etc/passwd>\n",
                           "#include \"innocent.h\"\n"}) {
    const program::CompiledProgram made = compile({{"a.cu", std::string(text) + "int main() {}\n"}});
    EXPECT_TRUE(mentions(made.diagnostics, "file not found")) << text << format_diagnostics(made.diagnostics);
    EXPECT_FALSE(mentions(made.diagnostics, "root:")) << text;
  }
  fs::remove(fs::path(folder_) / ".." / ("warpscope-outside-" + std::to_string(getpid()) + ".txt"));
}

TEST_F(Program, HeadersThatIncludeEachOtherEnd) {
  write("x.h", "#include \"y.h\"\n");
  write("y.h", "#include \"x.h\"\n");
  const program::CompiledProgram made = compile({{"a.cu", "#include \"x.h\"\nint main() {}\n"}});
  EXPECT_EQ(made.program, nullptr);
  EXPECT_TRUE(mentions(made.diagnostics, "includes itself again"));
}

TEST_F(Program, AnErrorOfTheHostHasItsPlaceAndCaret) {
  const program::CompiledProgram made = compile({{"a.cu", "int main() {\n  return nothing;\n}\n"}});
  ASSERT_FALSE(made.diagnostics.empty());
  EXPECT_EQ(made.diagnostics[0].span.line, 2u);
  EXPECT_EQ(made.diagnostics[0].span.column, 10u);
  EXPECT_EQ(made.diagnostics[0].source_line, "  return nothing;");
}

TEST_F(Program, AChangedHeaderOfTheSystemIsParsedAgain) {
  // The second compilation reads the precompiled opening; one whose key differs does not.
  for (int i = 0; i < 2; ++i) {
    const program::CompiledProgram made = compile(
        {{"a.cu", "#include <vector>\nint main() { return std::vector<int>(3).size(); }\n"}});
    EXPECT_NE(made.program, nullptr) << i << format_diagnostics(made.diagnostics);
  }
  std::size_t kept = 0;
  for (const auto& entry : fs::directory_iterator(folder_ + "/cache/warpscope")) {
    ++kept;
    std::ofstream(entry.path(), std::ios::trunc) << "damaged";
  }
  EXPECT_EQ(kept, 2u) << "one for each side";
  const program::CompiledProgram made = compile(
      {{"a.cu", "#include <vector>\nint main() { return std::vector<int>(3).size(); }\n"}});
  EXPECT_NE(made.program, nullptr) << "a damaged one is no reason to fail: "
                                   << format_diagnostics(made.diagnostics);
}

TEST(Preamble, IsTheLeadingDirectivesThatNameNoLocalFile) {
  EXPECT_EQ(frontend::preamble_of(
                "// a\n/* b\n c */\n#include <vector>\n\n  #define N 3\n#include \"x.h\"\n#include <map>\n"),
            "#include <vector>\n#define N 3\n");
  EXPECT_EQ(frontend::preamble_of("int x;\n#include <vector>\n"), "");
  EXPECT_EQ(frontend::preamble_of("#define F(x) \\\n x\n#include <vector>\n"), "");
  EXPECT_EQ(frontend::preamble_of("#include <vector> /* open\n*/ int y;\n"), "");
  EXPECT_EQ(frontend::preamble_of("#ifdef A\n#include <vector>\n#endif\n"), "");
  EXPECT_EQ(frontend::preamble_of(""), "");
  const std::string folder = ::testing::TempDir() + "warpscope_preamble_" + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/mine.cuh") << "\n";
  EXPECT_EQ(frontend::preamble_of("#include <vector>\n#include <mine.cuh>\n#include <map>\n", {folder}),
            "#include <vector>\n")
      << "the lines of a person's header are to be known";
  std::filesystem::remove_all(folder);
}

} // namespace
} // namespace warpscope
