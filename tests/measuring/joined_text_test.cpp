// Local headers put into a text and taken out again; and the request that a GPU gets of a program with
// headers.
#include "app/measuring/joined_text.h"
#include "app/measuring/measure_request.h"
#include "sim/devices/devices.h"
#include "sim/whole/replay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace warpscope {
namespace {

using measuring::JoinedText;

const std::vector<program::SourceFile> texts = {
    {"/p/main.cu", "// a\n#include <vector>\n#include \"lib/a.h\" // of ours\n/*\n#include \"lib/a.h\"\n*/\n"
                   "const char* s = \"/*\";\n#include \"b.h\"\nint last;"},
    {"/p/lib/a.h", "\xEF\xBB\xBF#pragma once\n#include \"../b.h\"\nint a;"},
    {"/p/inc/../b.h", "#pragma once\nint b;\n"}};

TEST(JoinedText, EachHeaderStandsWhereItIsFirstIncluded) {
  const JoinedText joined(texts, {});
  EXPECT_EQ(joined.text(), "// a\n#include <vector>\n#include \"lib/a.h\" // of ours\n   #pragma once\n"
                           "#include \"../b.h\"\n#pragma once\nint b;\nint a;\n/*\n#include \"lib/a.h\"\n*/\n"
                           "const char* s = \"/*\";\n#include \"b.h\"\nint last;");
  EXPECT_TRUE(joined.has_headers());
  EXPECT_EQ(joined.problem(), "");
}

TEST(JoinedText, WhatIsBlankedInItIsBlankInTheSingleTexts) {
  const JoinedText joined(texts, {});
  std::string changed = joined.text();
  for (const char* word : {"int b;", "int a;", "last"})
    for (std::size_t i = 0, at = changed.find(word); i < std::string_view(word).size(); ++i)
      changed[at + i] = ' ';
  const JoinedText::Parts parts = joined.split(changed);
  EXPECT_EQ(parts.text, std::string(texts[0].text).replace(texts[0].text.find("last"), 4, "    "));
  ASSERT_EQ(parts.headers.size(), 3u);
  EXPECT_EQ(parts.headers.at("lib/a.h"), "   #pragma once\n#include \"../b.h\"\n      ");
  EXPECT_EQ(parts.headers.at("../b.h"), "#pragma once\n      \n");
  EXPECT_EQ(parts.headers.at("b.h"), "#include \"../b.h\"\n") << "NVRTC knows headers by their names alone";
}

TEST(JoinedText, PlacesLeadBackToTheirTexts) {
  const JoinedText joined(texts, {});
  EXPECT_EQ(joined.line_of_text(3), 3u);
  EXPECT_EQ(joined.line_of_text(9), 14u);
  Diagnostic diagnostic;
  diagnostic.file = "main.cu";
  diagnostic.span = {14, 1, 14, 4};
  joined.place(diagnostic);
  EXPECT_EQ(diagnostic.file, "main.cu");
  EXPECT_EQ(diagnostic.span, (Span{9, 1, 9, 4}));
  EXPECT_EQ(diagnostic.source_line, "int last;");
  diagnostic.span = {7, 1, 7, 4};
  joined.place(diagnostic);
  EXPECT_EQ(diagnostic.file, "/p/b.h");
  EXPECT_EQ(diagnostic.span.line, 2u);
}

TEST(JoinedText, OneNameForTwoHeadersIsRefused) {
  const JoinedText joined({{"/p/main.cu", "#include \"x/a.h\"\n#include \"b.h\"\n"},
                           {"/p/x/a.h", "#include \"b.h\"\n"},
                           {"/p/x/b.h", "\n"},
                           {"/p/b.h", "\n"}},
                          {});
  EXPECT_EQ(joined.problem(),
            "\"b.h\" means /p/x/b.h in one place and /p/b.h in another; a GPU's compiler gets each "
            "header by one name");
  const JoinedText whole({{"/p/main.cu", "#include \"/p/a.h\"\n"}, {"/p/a.h", "\n"}}, {});
  EXPECT_NE(whole.problem().find("by its whole path"), std::string::npos);
}

class ProgramWithHeaders : public testing::Test {
 protected:
  ProgramWithHeaders() : folder_(testing::TempDir() + "warpscope_headers_" + std::to_string(getpid())) {
    std::filesystem::create_directories(folder_ + "/include/deep");
    write("include/kernels.cuh", "#pragma once\n"
                                 "#include <iostream>\n"
                                 "#include \"deep/scale.h\"\n"
                                 "inline void tell(const std::string& s) { std::cout << s; }\n"
                                 "__global__ void k(float *a, int n) {\n"
                                 "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                 "  if (i < n) a[i] = scale(a[i]);\n"
                                 "}\n");
    write("include/deep/scale.h", "#ifndef SCALE_H\n#define SCALE_H\n#include <vector>\n"
                                  "std::vector<int> on_the_host();\n"
                                  "__device__ inline float scale(float x) { return FACTOR * x; }\n#endif\n");
    request_.file = folder_ + "/main.cu";
    request_
        .text = "#include <string>\n#include <kernels.cuh>\n"
                "int main() { tell(std::string()); float *a; cudaMalloc(&a, 256); k<<<1, 64>>>(a, 64); }\n";
    request_.folder = folder_;
    request_.device = *devices::find_device("cc90");
    auto replay = std::make_shared<whole::Replay>();
    replay->sources.files = {{request_.file, request_.text}};
    replay->sources.include_folders = {folder_ + "/include"};
    replay->sources.macros = {{"FACTOR", "3"}};
    launch::LaunchSnapshot snapshot;
    snapshot.kernel = "k", snapshot.symbol = "_Z1kPfi";
    snapshot.grid = {1, 1, 1}, snapshot.block = {64, 1, 1};
    snapshot.parameters.assign(12, 0);
    snapshot.parameters[8] = 64;
    replay->snapshot = std::make_shared<const launch::LaunchSnapshot>(std::move(snapshot));
    request_.replay = replay;
  }
  ~ProgramWithHeaders() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ + "/" + name) << text;
  }
  std::optional<protocol::MeasureRequest> made() {
    compile::Compiler compiler(WARPSCOPE_BINARY_DIR "/warpscope-compiler");
    diagnostics_.clear();
    return measuring::make_measure_request(compiler, request_, diagnostics_);
  }

  std::string folder_;
  run::Request request_;
  Diagnostics diagnostics_;
};

TEST_F(ProgramWithHeaders, SendsThemWithoutTheirHostCode) {
  const auto request = made();
  ASSERT_TRUE(request) << format_diagnostics(diagnostics_);
  EXPECT_EQ(request->call.kernel, "k");
  ASSERT_EQ(request->headers.size(), 2u);
  const std::string& kernels = request->headers.at("kernels.cuh");
  const std::string& scale = request->headers.at("deep/scale.h");
  EXPECT_EQ(kernels.find("std::cout"), std::string::npos) << kernels;
  EXPECT_EQ(line_of(kernels, 7), "  if (i < n) a[i] = scale(a[i]);");
  EXPECT_EQ(scale.find("on_the_host"), std::string::npos) << scale;
  EXPECT_NE(scale.find("FACTOR * x"), std::string::npos);
  EXPECT_EQ(request->text.find("tell"), std::string::npos);
  EXPECT_EQ(std::count(request->text.begin(), request->text.end(), '\n'), 3);
  const std::vector<std::pair<std::string, std::string>> macros = {{"FACTOR", "3"}};
  EXPECT_EQ(request->macros, macros);
}

TEST_F(ProgramWithHeaders, AnErrorStandsInItsHeader) {
  write("include/deep/scale.h",
        "\n#define FACTOR_ 2\n__device__ inline float scale(float x) { return y * x; }\n");
  EXPECT_FALSE(made());
  ASSERT_FALSE(diagnostics_.empty());
  EXPECT_TRUE(diagnostics_[0].file.ends_with("include/deep/scale.h")) << diagnostics_[0].file;
  EXPECT_EQ(diagnostics_[0].span.line, 3u);
}

} // namespace
} // namespace warpscope
