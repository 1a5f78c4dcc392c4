// Headers of the person's in a kernel that runs alone: host code in them, places, what belongs to whom.
#include "sim/lower/compile_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace warpscope {
namespace {

using Headers = std::vector<std::pair<std::string, std::string>>;

/// `headers`: by their paths below /h, the text's own folder, or /i, one of -I.
program::CompiledText compiled(const std::string& text, const Headers& headers) {
  program::TextSource source;
  source.file = "text.cu";
  source.text = text;
  source.header_folders = {"/h", "/i"};
  for (const auto& [path, header] : headers) source.headers.push_back({path, header});
  return lower::compile_text(source);
}

std::string told(const program::CompiledText& result) { return format_diagnostics(result.diagnostics); }

constexpr const char*
    calls_twice = "#include \"twice.cuh\"\n__global__ void k(float *a) { a[0] = twice(a[1]); }\n";

TEST(OwnHeaders, GiveFunctionsTemplatesStructsConstantsAndMacros) {
  const auto result = compiled(
      "#include \"all.h\"\n__global__ void k(Pair *a) { a[0].x = ADD(get<int>(a[1]), last) + table[0]; }\n",
      {{"/h/all.h", "#pragma once\n#include \"sub/pair.h\"\n#define ADD(a, b) ((a) + (b))\n"
                    "constexpr int last = 7;\n__constant__ int table[4];\n"},
       {"/h/sub/pair.h",
        "#pragma once\nstruct Pair { int x, y; };\ntemplate <class T> __device__ T get(const Pair &p) "
        "{ return (T)p.y; }\n"}});
  ASSERT_NE(result.program, nullptr) << told(result);
  EXPECT_EQ(told(result), "");
  ASSERT_EQ(result.texts.size(), 3u);
  EXPECT_EQ(result.texts[1], "/h/all.h");
  EXPECT_EQ(result.texts[2], "/h/sub/pair.h");
  const auto in_header = std::find_if(result.program->sites.begin(), result.program->sites.end(),
                                      [](const program::Site& site) { return site.text == "p.y"; });
  ASSERT_NE(in_header, result.program->sites.end());
  EXPECT_EQ(in_header->span.file, 2u);
  EXPECT_EQ(in_header->span.line, 3u);
}

TEST(OwnHeaders, LoseTheirHostCodeAsTheTextDoes) {
  const auto result = compiled(
      calls_twice, {{"/h/twice.cuh", "#include <vector>\n#include <cstdio>\nstatic std::vector<int> log;\n"
                                     "inline void report() { for (int i : log) printf(\"%d\\n\", i); }\n"
                                     "__device__ inline float twice(float x) { return 2 * x; }\n"}});
  EXPECT_NE(result.program, nullptr) << told(result);
}

TEST(OwnHeaders, GiveTheTextTheirMarkers) {
  const auto result = compiled(
      "#include \"m.h\"\nDEV int one() { return 1; }\nGLOBAL k(int *a) { a[0] = one(); }\n",
      {{"/h/m.h", "#define DEV __device__\n#define GLOBAL __global__ void\n"}});
  EXPECT_NE(result.program, nullptr) << told(result);
}

TEST(OwnHeaders, MayBeTheStatementsOfAKernel) {
  const auto result = compiled("__global__ void k(int *a) {\n#include \"body.inl\"\n}\n",
                               {{"/h/body.inl", "for (int i = 0; i < 4; ++i) { a[i] = 3; }\n"}});
  ASSERT_NE(result.program, nullptr) << told(result);
  EXPECT_FALSE(result.program->sites.empty());
}

TEST(OwnHeaders, MistakesAreToldAtTheirPlaceInThem) {
  const auto result = compiled(
      calls_twice, {{"/h/twice.cuh", "#pragma once\n\n__device__ float twice(float x) { return 2 * y; }\n"}});
  ASSERT_FALSE(result.diagnostics.empty());
  const Diagnostic& first = result.diagnostics.front();
  EXPECT_EQ(first.file, "/h/twice.cuh");
  EXPECT_EQ(first.span.line, 3u);
  EXPECT_EQ(first.source_line, "__device__ float twice(float x) { return 2 * y; }");
  EXPECT_NE(first.message.find("'y'"), std::string::npos);
}

TEST(OwnHeaders, OfTheHostAloneAreExplained) {
  const auto result = compiled(calls_twice, {{"/h/twice.cuh", "float twice(float x) { return 2 * x; }\n"}});
  EXPECT_EQ(result.program, nullptr);
  EXPECT_NE(told(result).find("text.cu:2:"), std::string::npos) << told(result);
  EXPECT_NE(told(result).find("'twice' is a function of the host"), std::string::npos) << told(result);
}

TEST(OwnHeaders, AreFoundByTheFoldersOfI) {
  const auto result = compiled(
      "#include <lib/f.h>\n#include <cuda_fp16.h>\n__global__ void k(int *a) { a[0] = f(); }\n",
      {{"/i/lib/f.h", "__device__ inline int f() { return 5; }\n"},
       {"/i/cuda_fp16.h", "#error this is not ours\n"}});
  EXPECT_NE(result.program, nullptr) << told(result);
}

TEST(OwnHeaders, ThatAreNotThereAreReadAsEmpty) {
  const auto result = compiled("#include \"gone.h\"\n__global__ void k(int *a) { a[0] = 1; }\n", {});
  EXPECT_NE(result.program, nullptr) << told(result);
  EXPECT_NE(told(result).find("'gone.h' is neither in the text's folder nor in one of -I"), std::string::npos)
      << told(result);
}

TEST(OwnHeaders, MayIncludeEachOtherWithoutEnd) {
  const auto result = compiled("#include \"a.h\"\n__global__ void k(int *a) { a[0] = 1; }\n",
                               {{"/h/a.h", "#include \"b.h\"\n"}, {"/h/b.h", "#include \"a.h\"\n"}});
  EXPECT_EQ(result.program, nullptr);
  EXPECT_FALSE(result.diagnostics.empty());
}

} // namespace
} // namespace warpscope
