// Facts, limits and messages.
#include "sim/frontend/embedded_headers.h"
#include "sim/frontend/ptx_statement.h"
#include "tests/frontend/module_reader.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(Frontend, KernelsAndTheirParameters) {
  const Compiled c("template <int N, typename T> __global__ void __launch_bounds__(N * 32) f(T *a) { "
                   "a[threadIdx.x] = N; }\n"
                   "__global__ void g(const float4 *__restrict__ in, int n, unsigned char *b, double d, "
                   "const short *__restrict__ s) {}\n"
                   "namespace lab { extern \"C\" __global__ void h() {} __global__ void i() {} }\n",
                   90, {"f<16, float>", "f<2,int>"});
  ASSERT_TRUE(c.ok()) << c.messages();
  ASSERT_EQ(c.output.kernels.size(), 5u);
  EXPECT_EQ(c.output.kernels[0].name, "f<16, float>");
  EXPECT_EQ(c.output.kernels[0].max_threads, 512u);
  EXPECT_EQ(c.output.kernels[1].name, "f<2, int>");
  const frontend::KernelSource& g = c.output.kernels[2];
  ASSERT_EQ(g.parameters.size(), 5u);
  EXPECT_EQ(g.parameters[0].element, ElementType::F32);
  EXPECT_EQ(g.parameters[0].element_size, 16u);
  EXPECT_TRUE(g.parameters[0].is_const);
  EXPECT_EQ(g.parameters[1].element, ElementType::I32);
  EXPECT_EQ(g.parameters[2].element, ElementType::U8);
  EXPECT_FALSE(g.parameters[2].is_const);
  EXPECT_EQ(g.parameters[3].element, ElementType::F64);
  EXPECT_EQ(g.parameters[4].element, ElementType::I16);
  EXPECT_EQ(g.span.line, 2u);
  EXPECT_EQ(c.output.kernels[4].name, "lab::i");
  for (const frontend::KernelSource& kernel : c.output.kernels)
    EXPECT_NE(c.output.module->getFunction(kernel.symbol), nullptr) << kernel.symbol;
}

TEST(Frontend, VariablesHaveTheModulesNames) {
  const Compiled c("__constant__ float coef[4][5];\n__device__ int counter;\n"
                   "template <int N> __device__ float at(int i) { __shared__ float4 tile[N][N + 1]; return "
                   "tile[i][0].x; }\n"
                   "__global__ void k(float *o) {\n  extern __shared__ double dyn[];\n  __shared__ int s;\n  "
                   "s = 1; counter++;\n"
                   "  o[0] = coef[1][2] + at<8>(3) + dyn[1] + s;\n}\n");
  ASSERT_TRUE(c.ok()) << c.messages();
  const auto find = [&](std::string_view name) -> const frontend::VariableSource* {
    for (const frontend::VariableSource& variable : c.output.variables) {
      if (variable.name == name) return &variable;
    }
    return nullptr;
  };
  for (const char* name : {"coef", "counter", "tile", "dyn", "s"}) {
    ASSERT_NE(find(name), nullptr) << name;
    EXPECT_NE(c.output.module->getGlobalVariable(find(name)->symbol, true), nullptr) << find(name)->symbol;
  }
  EXPECT_EQ(find("coef")->dimensions, (std::vector<std::uint32_t>{4, 5}));
  EXPECT_EQ(find("tile")->dimensions, (std::vector<std::uint32_t>{8, 9}));
  EXPECT_EQ(find("tile")->element_type, "float4");
  EXPECT_EQ(find("tile")->element_size, 16u);
  EXPECT_EQ(find("dyn")->dimensions, (std::vector<std::uint32_t>{0}));
  EXPECT_TRUE(find("s")->dimensions.empty());
}

const Diagnostic* first_error(const Compiled& c) {
  for (const Diagnostic& diagnostic : c.output.diagnostics) {
    if (diagnostic.severity == Severity::Error) return &diagnostic;
  }
  return nullptr;
}

TEST(Frontend, MessagesPointAtThePersonsText) {
  const Compiled c("__global__ void k(float *o) {\n  o[0] = rsqtf(2.0f);\n}\n");
  EXPECT_FALSE(c.ok());
  const Diagnostic* error = first_error(c);
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(error->file, "test.cu");
  EXPECT_EQ(error->span, (Span{2, 10, 2, 15}));
  EXPECT_EQ(error->source_line, "  o[0] = rsqtf(2.0f);");
  ASSERT_EQ(error->fixes.size(), 1u);
  EXPECT_EQ(error->fixes[0].text, "rsqrtf");
}

TEST(Frontend, FixItsHaveTheExactRangeToReplace) {
  const Compiled c(
      "__global__ void k(float *o) {\n  int x = threadIdx.X;\n  o[x] = 1\n  __synchthreads();\n}\n");
  std::vector<std::pair<Span, std::string>> fixes;
  for (const Diagnostic& diagnostic : c.output.diagnostics)
    for (const FixIt& fix : diagnostic.fixes) fixes.emplace_back(fix.range, fix.text);
  ASSERT_EQ(fixes.size(), 3u) << c.messages();
  EXPECT_EQ(fixes[0], std::pair(Span(2, 21, 2, 22), std::string("x")));
  EXPECT_EQ(fixes[1], std::pair(Span(3, 11, 3, 11), std::string(";"))) << "an insertion has an empty range";
  EXPECT_EQ(fixes[2], std::pair(Span(4, 3, 4, 17), std::string("__syncthreads")));
  EXPECT_EQ(first_error(c)->message, "no member named 'X' in 'threadIdx'; did you mean 'x'?");
}

TEST(Frontend, MessagesFromOurHeadersAreMoved) {
  const Compiled c("#include <cooperative_groups.h>\n__global__ void k() {\n  auto t = "
                   "cooperative_groups::tiled_partition<33>(cooperative_groups::this_thread_block());\n}\n");
  const Diagnostic* error = first_error(c);
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(error->span.line, 3u) << c.messages();
  const Compiled one("__global__ void k() {\n  float4 v = make_float4(1, 2, 3);\n}\n");
  ASSERT_NE(first_error(one), nullptr);
  EXPECT_NE(first_error(one)->message.find("requires 4 arguments, but 3 were provided"), std::string::npos)
      << one.messages();
}

TEST(Frontend, HostFunctionsAreNamed) {
  const Compiled c("int helper(int x) { return x; }\n__global__ void k(int *o) {\n  o[0] = helper(3);\n}\n");
  ASSERT_NE(first_error(c), nullptr);
  EXPECT_EQ(first_error(c)->span.line, 3u);
  EXPECT_NE(first_error(c)->message.find("__device__"), std::string::npos) << c.messages();
}

TEST(Frontend, AnErrorInATypeIsShownInsteadOfItsConsequence) {
  const Compiled c(
      "std::vector<int> host;\nstruct S {\n  flaot x;\n};\n__global__ void k(S *s) { s->x = 1; }\n");
  ASSERT_NE(first_error(c), nullptr);
  EXPECT_EQ(first_error(c)->span.line, 3u) << c.messages();
  EXPECT_EQ(c.messages().find("vector"), std::string::npos) << c.messages();
}

TEST(Frontend, NoFileOfTheHostIsVisible) {
  for (const char* include : {"\"helper.h\"", "\"../../../../etc/passwd\"", "<../common/book.h>"}) {
    const Compiled c(std::string("#include ") + include + "\n__global__ void k() {}\n");
    EXPECT_TRUE(c.ok()) << include;
    EXPECT_NE(c.messages().find("is read as empty"), std::string::npos) << c.messages();
  }
  for (const char* include : {"\"/etc/passwd\"", "</etc/passwd>", "</usr/include/stdio.h>"}) {
    const Compiled c(std::string("#include ") + include + "\n__global__ void k() {}\n");
    EXPECT_FALSE(c.ok()) << include;
    ASSERT_NE(first_error(c), nullptr) << include;
    EXPECT_EQ(first_error(c)->span.line, 1u);
    EXPECT_NE(first_error(c)->message.find("cannot be read"), std::string::npos) << c.messages();
  }
  const Compiled embed(
      "__device__ const char data[] = {\n#embed \"/etc/passwd\"\n};\n__global__ void k() {}\n");
  EXPECT_FALSE(embed.ok());
}

TEST(Frontend, UnknownHeadersAreEmptyAndNoted) {
  const Compiled c("#include <boost/foo.hpp>\n#include <vector>\n__global__ void k() {}\n");
  EXPECT_TRUE(c.ok());
  ASSERT_EQ(c.output.diagnostics.size(), 1u) << c.messages();
  EXPECT_EQ(c.output.diagnostics[0].severity, Severity::Note);
  EXPECT_EQ(c.output.diagnostics[0].span.line, 1u);
}

TEST(Frontend, OddTexts) {
  EXPECT_TRUE(Compiled("").ok());
  EXPECT_TRUE(Compiled("\xEF\xBB\xBF__global__ void k() {}").ok());
  const Compiled crlf("__global__ void k(int *o) {\r\n  o[0] = 1;\r\n}\r\n");
  EXPECT_EQ(crlf.at(2), "S4");
  const Compiled zero(std::string("int a;\nin\0t b;", 12));
  EXPECT_FALSE(zero.ok());
  ASSERT_NE(first_error(zero), nullptr);
  EXPECT_EQ(first_error(zero)->span.line, 2u);
  EXPECT_EQ(first_error(zero)->span.column, 3u);
  EXPECT_FALSE(Compiled("\x7f"
                        "ELF\x02\x01\x01 binary \xff\xfe")
                   .ok());
  EXPECT_FALSE(Compiled(std::string(65u << 20, ' ')).ok());
}

TEST(Frontend, LimitsEndEndlessTexts) {
  for (const char* text : {"template <int N> struct F { static constexpr int v = F<N + 1>::v; };\n__global__ "
                           "void k(int *o) { o[0] = F<0>::v; }\n",
                           "constexpr int f() { int i = 0; while (true) ++i; return i; }\n__global__ void "
                           "k(int *o) { constexpr int x = f(); o[0] = x; }\n"}) {
    const Compiled c(text);
    EXPECT_FALSE(c.ok());
    EXPECT_NE(first_error(c), nullptr);
  }
  const Compiled deep("__global__ void k(int *o) { o[0] = " + std::string(2000, '(') + "1" +
                      std::string(2000, ')') + "; }\n");
  EXPECT_FALSE(deep.ok());
  std::string many = "__global__ void k() {\n";
  for (int i = 0; i < 60; ++i) many += "  unknown_" + std::to_string(i) + " = 1;\n";
  const Compiled c(many + "}\n");
  std::size_t errors = 0;
  for (const Diagnostic& diagnostic : c.output.diagnostics) errors += diagnostic.severity == Severity::Error;
  EXPECT_EQ(errors, 20u);
  EXPECT_NE(c.messages().find("more errors are not shown"), std::string::npos);
}

TEST(Frontend, WrongInstancesAreNamed) {
  const char* text = "template <int N, class T> __global__ void f(T *a) { a[0] = N; }\n";
  for (const char* instance : {"f<4>", "g<4>", "f<4, float", "f<4, undefined_type>"}) {
    const Compiled c(text, 90, {instance});
    EXPECT_FALSE(c.ok()) << instance;
    ASSERT_NE(first_error(c), nullptr);
    EXPECT_NE(first_error(c)->message.find(instance), std::string::npos) << c.messages();
  }
}

TEST(Frontend, ArchitectureAndMacros) {
  const char* text = "__global__ void k(int *o) {\n#if __CUDA_ARCH__ >= ARCH\n  o[0] = WIDTH;\n#endif\n}\n";
  EXPECT_EQ(Compiled(text, 80, {}, {{"ARCH", "800"}, {"WIDTH", "32"}}).at(3), "S4");
  EXPECT_EQ(Compiled(text, 75, {}, {{"ARCH", "800"}, {"WIDTH", "32"}}).at(3), "");
  EXPECT_EQ(Compiled(text, 120, {}, {{"ARCH", "1200"}, {"WIDTH", "32"}}).at(3), "S4");
  // A parameter whose name stands in our own headers does not disturb them.
  EXPECT_EQ(
      Compiled(text, 90, {}, {{"ARCH", "900"}, {"WIDTH", "3"}, {"x", "5"}, {"value", "6"}, {"T", "7"}}).at(3),
      "S4");
}

TEST(Frontend, NothingLeaksFromOneTextToTheNext) {
  EXPECT_TRUE(Compiled("#define A 1\nstruct S { int a; };\n__global__ void k(S *s) { s->a = A; }\n").ok());
  EXPECT_FALSE(Compiled("__global__ void k(S *s) { s->a = A; }\n").ok());
  const Compiled first("__global__ void k(int *o) { o[0] = 1; }\n"),
      second("__global__ void k(int *o) { o[0] = 1; }\n");
  EXPECT_EQ(first.output.accesses.size(), second.output.accesses.size());
}

TEST(Frontend, LoopsThatWaitAreReadAndOthersAreNot) {
  const auto wait = frontend::ptx_wait("{ .reg .pred p; w: mbarrier.try_wait.b64 p, [$0], $1; @!p bra w; }");
  ASSERT_TRUE(wait);
  EXPECT_EQ(wait->predicate, "p");
  EXPECT_FALSE(wait->negated);
  EXPECT_EQ(wait->statement.words.front(), "mbarrier");
  const auto until_false = frontend::ptx_wait("w: setp.ne.u32 q, $0, $1; @!q bra d; bra w; d:");
  ASSERT_TRUE(until_false);
  EXPECT_TRUE(until_false->negated);
  for (const char* other :
       {"", "w:", "w: bra w;", "mov.u32 $0, 1; w: setp.ne.u32 p, $0, 1; @p bra w;",
        "w: setp.ne.u32 p, $0, 1; @p bra v;", "w: setp.ne.u32 p, $0, 1; @p bra w; mov.u32 $0, 1;",
        "w: setp.ne.u32 p, $0, 1; @p bra d; bra v; d:", "w: w2: setp.ne.u32 p, $0, 1; @p bra w;",
        "w: @q setp.ne.u32 p, $0, 1; @p bra w;",
        "w: setp.ne.u32 p, $0, 1; @p bra d; bra w; d: mov.u32 $0, 1;"})
    EXPECT_FALSE(frontend::ptx_wait(other)) << other;
}

/// nvcc takes it with a warning, although the language no longer has it.
TEST(Frontend, RegisterIsTaken) {
  const Compiled c("__global__ void k(int *o) { register int i = threadIdx.x; o[i] = i; }\n");
  EXPECT_TRUE(c.ok()) << c.messages();
}

TEST(Frontend, EveryHeaderOfOursCompiles) {
  std::string text;
  for (const frontend::EmbeddedHeader& header : frontend::embedded_headers())
    if (!header.name.starts_with("__warpscope")) // those are read by the others and by a whole program's
                                                 // opening
      text += "#include <" + std::string(header.name) + ">\n";
  const Compiled c(text + "__global__ void k() {}\n");
  EXPECT_TRUE(c.ok());
  EXPECT_TRUE(c.output.diagnostics.empty()) << c.messages();
}

} // namespace
} // namespace warpscope
