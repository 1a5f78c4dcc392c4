// Kernel templates of a text: their parameters, and the arguments that its launches give them.
#include "sim/source/kernel_templates.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

using Strings = std::vector<std::string>;

source::KernelTemplate only_one(const std::string& text) {
  const std::vector<source::KernelTemplate> found = source::kernel_templates(text);
  EXPECT_EQ(found.size(), 1u) << text;
  return found.empty() ? source::KernelTemplate() : found.front();
}

TEST(KernelTemplates, HaveTheirParametersAsTheyAreWritten) {
  const source::KernelTemplate scale = only_one(
      "template <typename T, int Width = 4>\n__global__ void __launch_bounds__(64) scale(T *a) {}\n");
  EXPECT_EQ(scale.name, "scale");
  EXPECT_EQ(scale.written, "scale<typename T, int Width=4>");
  EXPECT_EQ(scale.example, "scale<float, 16>");
  EXPECT_EQ(scale.offered(), "scale<float, 16>");
  EXPECT_EQ(scale.span, (Span{2, 39, 2, 44}));
  EXPECT_EQ(only_one("template <bool Up, class... Ts> __global__ void k(Ts... a) {}").example,
            "k<true, float>");
  EXPECT_EQ(only_one("template <Shape S> __global__ void k() {}").example, "");
  EXPECT_TRUE(source::kernel_templates("template <class T> void f(T a) {}\n__global__ void k() {}").empty());
}

TEST(KernelTemplates, TakeWhatAHostTemplateGivesThemForTheirNumbers) {
  const source::KernelTemplate found = only_one(
      "template <class T, int N> __global__ void k(T *a) {}\n"
      "template <class T> void f(T *a) { constexpr int n = 96; k<T, n / 2><<<1, n>>>(a); }\n");
  EXPECT_EQ(found.used, Strings{});
  EXPECT_EQ(found.offered(), "k<float, 48>");
}

TEST(KernelTemplates, TakeTheArgumentsThatTheTextGivesThem) {
  const std::string kernel = "template <class T, int N> __global__ void k(T *a) {}\n";
  const auto used = [&](const std::string& rest) { return only_one(kernel + rest).used; };
  EXPECT_EQ(used("void f(float *a) { k<float, 128><<<1, 128>>>(a); k<float,128><<<2, 128>>>(a); }"),
            Strings{"k<float, 128>"});
  EXPECT_EQ(used("void f() { constexpr int B = 128, E = B / 32; k<unsigned int, E><<<1, B>>>(0); }"),
            Strings{"k<unsigned int, 4>"});
  EXPECT_EQ(used("const int n = 3;\n#define M (n + 1) // four\nvoid f() { k<int, M * 2><<<1, n>>>(0); }"),
            Strings{"k<int, 8>"});
  EXPECT_EQ(used("struct P { int a; };\nvoid f() { k<P, 1><<<1, 1>>>(0); k<P, 2><<<1, 1>>>(0); }"),
            (Strings{"k<P, 1>", "k<P, 2>"}));
  EXPECT_EQ(used("void f() { constexpr unsigned n{128U}; k<int, n><<<1, n>>>(0); }"), Strings{"k<int, 128>"});
  EXPECT_EQ(
      only_one(
          "template <bool Up> __global__ void u() {}\nvoid f() { const bool up = true; u<up><<<1, 1>>>(); "
          "u<0><<<1, 1>>>(); }")
          .used,
      (Strings{"u<true>", "u<false>"}));
}

TEST(KernelTemplates, LeaveOutLaunchesWhoseArgumentsTheTextDoesNotSay) {
  const std::string kernel = "template <class T, int N> __global__ void k(T *a) {}\n";
  for (const char* rest : {"template <class T> void f(T *a, int n) { k<T, n><<<1, 1>>>(a); }",
                           "void f(int n) { const int m = n; k<float, m><<<1, 1>>>(0); }",
                           "template <class T, int N> void f(T *a) { k<T, N><<<1, 1>>>(a); }",
                           "int g = k < 3;", "void f() { k<float, 4"}) {
    const source::KernelTemplate found = only_one(kernel + rest);
    EXPECT_EQ(found.used, Strings{}) << rest;
    EXPECT_EQ(found.offered(), "k<float, 16>");
  }
}

} // namespace
} // namespace warpscope
