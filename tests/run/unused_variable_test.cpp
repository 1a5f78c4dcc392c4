// A value for a __constant__ or __device__ variable which the kernel does not use with the present macros:
// the launch runs, with a note. A name that the text does not declare is refused, with its line and a caret.
#include "sim/devices/devices.h"
#include "sim/launch/declared_variable.h"
#include "sim/run/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpscope {
namespace {

/// `declaration` stands above the kernel; with CONSTANT=1 the kernel reads wc, else wg.
std::string smooth(const std::string& declaration, const std::string& argument = "wc = \"mod:3[64]\"") {
  return "/* warpscope\nkernel = \"smooth\"\nblock = 64\ngrid = 1\n[params]\nCONSTANT = [0, 1]\n[args]\n" +
         argument + "\nin = \"one[64]\"\nout = \"zero[64]\"\nwg = \"ramp[64]\"\n*/\n" + declaration + R"(
__global__ void smooth(const float *in, float *out, const float *wg) {
  int i = threadIdx.x;
#if CONSTANT
  out[i] = in[i] * wc[i];
#else
  out[i] = in[i] * wg[i];
#endif
}
)";
}

run::Result smoothed(const std::string& text, const std::string& constant) {
  static compile::Compiler compiler;
  run::Request request;
  request.file = "smooth.cu";
  request.text = text;
  request.folder = ".";
  request.device = *devices::find_device("cc90");
  request.overrides.parameters = {{"CONSTANT", constant}};
  return run::simulate(compiler, request);
}

std::string said_of(const run::Result& result) { return format_diagnostics(result.diagnostics); }

TEST(UnusedVariable, TheLaunchRunsWithANote) {
  for (const char* declaration :
       {"__constant__ float wc[64];", "static __constant__ float wc[64];", "__device__ float wc[64];",
        "#if CONSTANT\n__constant__ float wc[64];\n#endif",
        "namespace {\n__constant__ const int a[2] = {1, 2};\n"
        "__constant__ __align__(16) float other, wc[64];\n}\nusing namespace std;"}) {
    const run::Result without = smoothed(smooth(declaration), "0");
    EXPECT_EQ(without.status, run::Status::Done) << declaration << "\n" << said_of(without);
    ASSERT_EQ(without.diagnostics.size(), 1u) << declaration << "\n" << said_of(without);
    const Diagnostic& note = without.diagnostics.front();
    EXPECT_EQ(note.severity, Severity::Note);
    EXPECT_EQ(note.span.line, 8u) << "at the value";
    EXPECT_NE(note.message.find("does not use the variable 'wc' of line 1"), std::string::npos)
        << said_of(without);

    const run::Result with = smoothed(smooth(declaration), "1");
    EXPECT_EQ(with.status, run::Status::Done) << declaration << "\n" << said_of(with);
    EXPECT_TRUE(with.diagnostics.empty()) << said_of(with);
  }
}

/// As a parameter's pointer to them is: by a name of the text's own, and of structs whose numbers are alike.
TEST(FilledVariable, NamesOfTypesAndStructsOfOneKindOfNumberAreSeenThrough) {
  const auto doubled = [](const std::string& declaration, const std::string& read) {
    std::string text = smooth(declaration);
    text.replace(text.find("wc[i]"), 5, read);
    return smoothed(text, "1");
  };
  const run::Result named = doubled("typedef float real;\nstatic __device__ real wc[64];", "wc[i]");
  EXPECT_EQ(named.status, run::Status::Done) << said_of(named);
  const run::Result alike = doubled("struct Pair { float a, b; };\n__constant__ Pair wc[64];", "wc[i].b");
  EXPECT_EQ(alike.status, run::Status::Done) << said_of(alike);
  const run::Result differ = doubled("struct Mixed { float a; int b; };\n__constant__ Mixed wc[64];",
                                     "wc[i].a");
  EXPECT_EQ(differ.status, run::Status::UserError);
  EXPECT_NE(said_of(differ).find("it can be file:PATH[COUNT]"), std::string::npos) << said_of(differ);
}

TEST(UnusedVariable, ItsValueTakesNoParametersPlace) {
  std::string text = smooth("__constant__ float wc[64];");
  text.replace(text.find("in = \"one"), 2, "at"); // by its place: the first that is no variable's
  const run::Result result = smoothed(text, "0");
  EXPECT_EQ(result.status, run::Status::Done) << said_of(result);
  ASSERT_EQ(result.buffers.size(), 3u);
  EXPECT_EQ(result.buffers.front().name, "in");
}

TEST(UnusedVariable, OtherNamesAreRefusedWithLineAndCaret) {
  const std::pair<const char*, const char*> wrong[] = {
      {"__constant__ float wc[64];", "wd = \"mod:3[64]\""}, // another name
      {"// __constant__ float wd[64];\n__constant__ float wc[64];", "wd = \"mod:3[64]\""},
      {"const char* says = \"__constant__ float wd[64];\";\n__constant__ float wc[64];",
       "wd = \"mod:3[64]\""},
      {"__device__ float wd(float x) { return x; }\n__constant__ float wc[64];", "wd = \"mod:3[64]\""},
      {"__device__ float f(float wd) { return wd; }\n__constant__ float wc[64];", "wd = \"mod:3[64]\""},
      {"const int wd = 3;\n__constant__ float wc[64];", "wd = 4"}};
  for (const auto& [declaration, argument] : wrong) {
    const run::Result result = smoothed(smooth(declaration, argument), "0");
    EXPECT_EQ(result.status, run::Status::UserError) << declaration;
    const std::string said = said_of(result);
    EXPECT_NE(said.find("smooth.cu:8:6: error: kernel 'smooth' has no parameter 'wd': it has in, out, wg"),
              std::string::npos)
        << said;
    EXPECT_NE(said.find("\n       ^"), std::string::npos) << said;
  }
}

TEST(UnusedVariable, OnlyADeclarationCounts) {
  const auto at = [](std::string_view text) { return launch::declared_variable(text, "w"); };
  EXPECT_EQ(at("__constant__ float w[4];"), 19u);
  EXPECT_EQ(at("__device__ int w;"), 15u);
  EXPECT_EQ(at("__managed__ int v = 3, w = 4;"), 23u);
  EXPECT_EQ(at("__device__ float2 w{1, 2};"), 18u);
  EXPECT_EQ(at("#define D(w) \\\n  __device__ int w;\n"), std::nullopt) << "a directive goes on";
  for (const char* text :
       {"", "w", "int w;", "__device__ int v = w;", "__device__ int f(int w);", "__device__ int w(int);",
        "__device__ int v; int w;", "__device__ void f() { int w; }", "__device__ int wide, w2;"})
    EXPECT_EQ(at(text), std::nullopt) << text;
}

} // namespace
} // namespace warpscope
