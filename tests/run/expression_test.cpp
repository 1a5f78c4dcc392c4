// Kernels around expressions: their text, their counts and their messages.
#include "sim/expression/expression.h"
#include "sim/source/scenario.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace warpscope {
namespace {

struct Made {
  expression::ExpressionInput input;
  expression::ExpressionKernel kernel;
  Diagnostics diagnostics;
};

Made make(const std::string& expression, const std::string& declaration = "", Dim3 block = {32, 8, 1}) {
  Made made;
  made.input = {expression, declaration, block};
  made.kernel = expression::make_expression_kernel(made.input, made.diagnostics);
  return made;
}

bool has(const Made& made, std::string_view part) { return made.kernel.text.find(part) != std::string::npos; }

source::ResolvedLaunch launch_of(const Made& made) {
  Diagnostics diagnostics = made.diagnostics;
  const source::Scenario scenario = source::parse_scenario("expression.cu", made.kernel.text, diagnostics);
  const auto launch = source::resolve(scenario, {}, diagnostics);
  EXPECT_FALSE(has_errors(diagnostics)) << format_diagnostics(diagnostics) << made.kernel.text;
  return launch.value_or(source::ResolvedLaunch{});
}

std::string line_of_expression(const Made& made) {
  return std::string(line_of(made.kernel.text, made.kernel.expression_line));
}

TEST(Expression, ASharedTileIsReadOncePerThread) {
  const Made m = make("tile[threadIdx.x][threadIdx.y]", "__shared__ float tile[32][33]");
  EXPECT_TRUE(m.diagnostics.empty());
  EXPECT_EQ(line_of_expression(m), "      tile[threadIdx.x][threadIdx.y];"); // nothing else in its line
  EXPECT_EQ(m.kernel.expression_column, 7u);
  EXPECT_EQ(line_of(m.kernel.text, m.kernel.declaration_line), "  __shared__ float tile[32][33];");
  EXPECT_TRUE(has(m, "result[thread] = value;")); // or the GPU's compiler would drop the read
  const source::ResolvedLaunch launch = launch_of(m);
  EXPECT_EQ(launch.block, (Dim3{32, 8, 1}));
  EXPECT_EQ(launch.grid, (Dim3{1, 1, 1}));
  ASSERT_EQ(launch.arguments.size(), 1u);
  EXPECT_EQ(launch.arguments[0].count, 256u);
}

TEST(Expression, AnUnknownIndexedNameIsAGlobalArray) {
  const Made m = make("a[threadIdx.x * 2]");
  EXPECT_TRUE(has(m, "(const float *a, float *result)")) << m.kernel.text;
  EXPECT_EQ(m.kernel.declaration_line, 0u);
  EXPECT_GE(launch_of(m).arguments.at(0).count, 1u << 20);
  EXPECT_TRUE(has(make("a[tid] = 1.0f"), "(float *a)"));
  EXPECT_TRUE(has(make("a[idx[i]]"), "const float *a, const int *idx"));
  EXPECT_TRUE(has(make("a[f(i) + b[(i)]]"), "const float *a, const int *b"));
  const Made two = make("m[threadIdx.x][threadIdx.y]");
  ASSERT_TRUE(has_errors(two.diagnostics));
  EXPECT_NE(two.diagnostics[0].message.find("declare it"), std::string::npos);
  EXPECT_FALSE(has(make("threadIdx.x + blockDim.y"), "float *"));
}

TEST(Expression, ConvenientNamesAreDeclaredVisiblyAndOnlyWhenUsed) {
  const Made m = make("a[i * 4 + lane]");
  EXPECT_TRUE(has(m, "int i = blockIdx.x * blockDim.x + threadIdx.x;"));
  EXPECT_TRUE(has(m, "int lane = "));
  EXPECT_FALSE(has(m, "int warp"));
  EXPECT_FALSE(has(m, "int tx"));
  EXPECT_FALSE(has(make("a[i]", "const float *a; int i = threadIdx.x * 3"), "int i = blockIdx"));
  EXPECT_FALSE(has(make("p[tid].row", "struct P { float row; }; P *p"), "int row ="));
  EXPECT_TRUE(has(make("a[j]", "const float *a; int j = tx + 1"),
                  "int tx = threadIdx.x;")); // used in the declaration
}

TEST(Expression, StatementsStandAsTheyAre) {
  for (const char* text :
       {"tile[tid] = 1.0f", "tile[tid] += 2", "tile[tid]++", "--tile[tid]", "atomicAdd(&tile[lane], 1.0f)",
        "if (tid < 16) tile[tid] = 0", "tile[tid] <<= 1", "tile[tid] = tile[tid + 1];"}) {
    const Made m = make(text, "__shared__ float tile[256]");
    EXPECT_TRUE(m.diagnostics.empty()) << text;
    std::string expected = text;
    if (expected.back() != ';') expected += ';';
    EXPECT_EQ(line_of_expression(m), "  " + expected);
    EXPECT_FALSE(has(m, "value")) << text;
    EXPECT_TRUE(has(m, "if (never != 0)")) << text; // stores nobody reads would be dropped
    EXPECT_EQ(launch_of(m).arguments.back().value, "0");
  }
  for (const char* text : {"tile[tid] == 1.0f", "tile[tid] <= 2", "tile[tid] != 2", "tile[tid >= 2]",
                           "[=] { return tile[tid]; }()"})
    EXPECT_TRUE(has(make(text, "__shared__ float tile[256]"), " value =")) << text;
}

TEST(Expression, TheResultHasTheElementsType) {
  EXPECT_TRUE(has(make("p[tid]", "const float4 *p"), "float4 value =\n"));
  EXPECT_TRUE(has(make("p[tid]", "const unsigned char *p"), "unsigned char value =\n"));
  EXPECT_TRUE(has(make("c[tid]", "__shared__ double c[256]"), "double *result"));
  // Where the type is not plain to see, the compiler says what it is.
  for (const char* text : {"p[tid].x", "p[tid] + p[tid]", "*(p + tid)", "p[tid] < p[0]"})
    EXPECT_TRUE(has(make(text, "float4 *p"), "decltype(value)")) << text;
  EXPECT_TRUE(has(make("tile[tid]", "__shared__ float tile[32][32]"), "auto value")); // a row, no element
  EXPECT_EQ(launch_of(make("p[tid].x", "float4 *p")).arguments.at(1).count, 256u * 32);
  EXPECT_EQ(launch_of(make("p[tid]", "struct S { float f[9]; }; S *p")).arguments.at(1).count, 512u << 20);
  EXPECT_TRUE(has(make("h[tid]", "__shared__ __half h[256]"), "#include <cuda_fp16.h>"));
}

TEST(Expression, DeclarationsGoWhereTheyBelong) {
  const Made m = make("tile[ty][swz(tx, ty)] + c[k] + p[tx] + q[ty]",
                      "__shared__ float tile[32][32], other[4]; __constant__ float c[64]; const float *p, "
                      "*q; int k = 3; __device__ int swz(int x, int y) { return x ^ y; } "
                      "struct S { int a; };");
  EXPECT_TRUE(m.diagnostics.empty()) << format_diagnostics(m.diagnostics);
  const std::string& text = m.kernel.text;
  const std::size_t kernel = text.find("__global__");
  ASSERT_NE(kernel, std::string::npos);
  EXPECT_LT(text.find("__constant__ float c[64];"), kernel);
  EXPECT_LT(text.find("return x ^ y; }\n"), kernel);
  EXPECT_LT(text.find("struct S { int a; };"), kernel);
  EXPECT_NE(text.find("(const float *p, const float *q, unsigned char *result)"), std::string::npos) << text;
  EXPECT_GT(text.find("  __shared__ float tile[32][32], other[4];"), kernel);
  EXPECT_GT(text.find("  int k = 3;"), kernel);
  EXPECT_EQ(launch_of(m).arguments.size(), 3u);
}

TEST(Expression, DynamicSharedMemoryGetsASize) {
  EXPECT_EQ(launch_of(make("s[tid]", "extern __shared__ float s[]")).dynamic_shared_bytes, 49152u);
}

TEST(Expression, DeclarationsThatLackSomethingAreExplained) {
  EXPECT_NE(make("n + 1", "int n").diagnostics.at(0).message.find("has no value"), std::string::npos);
  EXPECT_NE(make("x", "float").diagnostics.at(0).message.find("a type and a name"), std::string::npos);
  EXPECT_NE(make("x", "__global__ void k() {}").diagnostics.at(0).message.find("kernel mode"),
            std::string::npos);
  const Made local = make("v[tx]", "float v[32]");
  EXPECT_EQ(local.diagnostics.at(0).severity, Severity::Note);
  EXPECT_NE(local.diagnostics.at(0).message.find("__shared__"), std::string::npos);
  EXPECT_FALSE(local.kernel.text.empty());
}

TEST(Expression, ARowIsNoAccess) {
  const Made row = make("tile[threadIdx.x]", "__shared__ float tile[32][33]");
  ASSERT_EQ(row.diagnostics.size(), 1u);
  EXPECT_EQ(row.diagnostics[0].severity, Severity::Warning);
  EXPECT_NE(row.diagnostics[0].message.find("add the missing index"), std::string::npos);
  EXPECT_FALSE(row.kernel.text.empty());
  EXPECT_TRUE(make("tile[0][1]", "__shared__ float tile[32][33]").diagnostics.empty());
  EXPECT_TRUE(make("p[0]", "const float *p").diagnostics.empty());
}

TEST(Expression, NamesOfOursGiveWay) {
  const Made m = make("result[value + thread]", "const float *result; int value = 1; int thread = 2");
  EXPECT_TRUE(has(m, "float *result_")) << m.kernel.text;
  EXPECT_TRUE(has(m, "result_[thread_] = value_;"));
}

TEST(Expression, NothingBreaksOut) {
  for (const char* text : {"",
                           "  ",
                           ";",
                           "a[0]; b[0]",
                           "a[0]; } __global__ void evil() {",
                           "} {",
                           "a[",
                           "a]",
                           "a[)",
                           "(a[0]",
                           "a[0])",
                           "a{",
                           "#include <x>",
                           "a[0] // b",
                           "a[0] /* b",
                           "\"text\"",
                           "a[0]\n#define x\n",
                           "'",
                           "'\\",
                           "a[0] <% b",
                           "%: x",
                           "a\\\nb",
                           "asm(1)",
                           "__global__",
                           "1'+'}'",
                           "a[$]",
                           "@"}) {
    const Made m = make(text);
    EXPECT_TRUE(has_errors(m.diagnostics)) << text;
    EXPECT_TRUE(m.kernel.text.empty()) << text;
    for (const Diagnostic& d : m.diagnostics) {
      EXPECT_EQ(d.file, "expression");
      EXPECT_TRUE(d.span.known());
    }
  }
  for (const char* text : {"__shared__ float t[4]; }", "float a[4] // x", "#define X", "\"s\"", "{"}) {
    const Made m = make("a[0]", text);
    ASSERT_TRUE(has_errors(m.diagnostics)) << text;
    EXPECT_EQ(m.diagnostics[0].file, "declaration");
  }
  EXPECT_TRUE(has_errors(make(std::string(5'000, 'a')).diagnostics));
  EXPECT_TRUE(has_errors(make(std::string(4'000, '(')).diagnostics));
  EXPECT_TRUE(has_errors(make(std::string("a[0]\0b", 6)).diagnostics));
}

TEST(Expression, ManyPointersAndWrongBlocksAreRefused) {
  EXPECT_TRUE(has_errors(make("a[b[c[d[e[f[g[h[k[0]]]]]]]]]").diagnostics));
  for (const Dim3 block : {Dim3{0, 1, 1}, Dim3{32, 33, 1}, Dim3{2048, 1, 1}, Dim3{1, 1, 65},
                           Dim3{4'000'000'000u, 4'000'000'000u, 4'000'000'000u}}) {
    const Made m = make("a[0]", "", block);
    ASSERT_TRUE(has_errors(m.diagnostics));
    EXPECT_EQ(m.diagnostics[0].file, "block");
  }
}

TEST(Expression, PositionsComeBackToTheFields) {
  const std::string declaration = "const float *a,\n *b; __shared__ float tile[32][33]";
  const Made m = make(" a[tx] + tile[nope][0]", declaration);
  ASSERT_FALSE(m.kernel.text.empty());
  const auto at = [&](std::string_view word) {
    const std::size_t offset = m.kernel.text.find(word);
    const std::size_t start = m.kernel.text.rfind('\n', offset) + 1;
    Diagnostic d;
    d.file = "expression.cu";
    d.message = "unknown";
    d.span.line = d.span.end_line = static_cast<std::uint32_t>(
                                        std::count(m.kernel.text.begin(),
                                                   m.kernel.text.begin() + static_cast<long>(offset), '\n')) +
                                    1;
    d.span.column = static_cast<std::uint32_t>(offset - start) + 1;
    d.span.end_column = d.span.column + static_cast<std::uint32_t>(word.size());
    return d;
  };
  Diagnostic unknown = at("nope");
  unknown.fixes.push_back({unknown.span, "hope"});
  EXPECT_EQ(expression::map_to_input(m.kernel, m.input, unknown), expression::ExpressionField::Expression);
  EXPECT_EQ(unknown.file, "expression");
  EXPECT_EQ(unknown.span, (Span{1, 15, 1, 19}));
  EXPECT_EQ(unknown.source_line, m.input.expression);
  ASSERT_EQ(unknown.fixes.size(), 1u);
  EXPECT_EQ(unknown.fixes[0].range, (Span{1, 15, 1, 19}));

  Diagnostic second = at("*b");
  EXPECT_EQ(expression::map_to_input(m.kernel, m.input, second), expression::ExpressionField::Declaration);
  EXPECT_EQ(second.span, (Span{2, 2, 2, 4}));
  Diagnostic tile = at("float tile");
  EXPECT_EQ(expression::map_to_input(m.kernel, m.input, tile), expression::ExpressionField::Declaration);
  EXPECT_EQ(tile.span.line, 2u);
  Diagnostic ours = at("void");
  EXPECT_EQ(expression::map_to_input(m.kernel, m.input, ours), expression::ExpressionField::Other);
  EXPECT_EQ(ours.file, "expression.cu");
  Diagnostic nowhere;
  EXPECT_EQ(expression::map_to_input(m.kernel, m.input, nowhere), expression::ExpressionField::Other);
  Diagnostic far;
  far.span = {4'000'000, 1, 4'000'000, 9};
  expression::map_to_input(m.kernel, m.input, far);
}

TEST(Expression, MutatedInputsNeverCrashAndNeverUnbalance) {
  std::mt19937 random(7);
  const std::string alphabet = "[]{}()<>;,.'\"\\/*#%&=+-!? \nab01_";
  for (int round = 0; round < 5'000; ++round) {
    std::string expression = "tile[threadIdx.x][(ty ^ 3)] + a[idx[i] * 2]",
                declaration = "__shared__ float tile[32][33]; const float *a; int k = f(1, 2)";
    for (std::string* text : {&expression, &declaration})
      for (int e = static_cast<int>(random() % 5); e > 0; --e) {
        const std::size_t at = random() % (text->size() + 1);
        if (random() % 2 == 0) text->insert(at, 1, alphabet[random() % alphabet.size()]);
        else text->erase(at, random() % 5);
      }
    const Made m = make(expression, declaration);
    ASSERT_TRUE(has_errors(m.diagnostics) || !m.kernel.text.empty());
    if (m.kernel.text.empty()) continue;
    ASSERT_EQ(m.kernel.text.substr(m.kernel.text.size() - 2), "}\n");
    launch_of(m);
  }
}

} // namespace
} // namespace warpscope
