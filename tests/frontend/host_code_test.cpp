// Host code is blanked, device code is untouched.
#include "sim/frontend/host_code.h"
#include "tests/frontend/module_reader.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

std::string squeezed(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == ' ' || c == '\n') {
      if (!result.empty() && result.back() != ' ') result += ' ';
    } else {
      result += c;
    }
  }
  return result;
}

TEST(HostCode, DeviceTextIsUntouched) {
  for (const char* text :
       {"__global__ void k(int *a) { a[0] = 1; }", "__host__ __device__ int f(int x) { return x; }",
        "template <class T> __device__ T f(T x) { return x; }", "constexpr int f() { return 3; }",
        "struct S { int a; __device__ int get() const { return a; } };",
        "__constant__ float c[3] = {1, 2, 3};", "const int n = 3; enum E { A, B };",
        "#define DEV __device__\nDEV int f() { return 1; }",
        "#define A __device__\n#define B A inline\nB int f() { return 1; }",
        "extern \"C\" __global__ void k() {}", "extern \"C\" { __global__ void k() {} }",
        "static __device__ __forceinline__ float2 f(float2 a) { return a; }",
        "template <int N, class = int> __global__ void __launch_bounds__(N) k() {}",
        "auto l = [] __device__ (int x) { return x; };",
        "namespace n { __device__ int f() { return 1; } }"}) {
    EXPECT_EQ(frontend::blank_host_code(text).text, text);
  }
}

TEST(HostCode, HostFunctionsGo) {
  for (const char* text :
       {"int main() { k<<<1, 2>>>(); }", "static std::vector<int> f(std::vector<int> &v) { return {}; }",
        "template <class T> void g(T x) { std::cout << x; }", "namespace a::b { void f() {} }",
        "extern \"C\" int f(void) { return '}'; }", "Foo::Foo(int n) : a{n}, b(n) { c = \"{\"; }",
        "void f() { /* } */ // }\n const char *s = R\"x(})x\"; }",
        "auto f(int x) -> decltype(x) { return x; }", "bool operator()(int a) { return a; }",
        "struct S g(int x) { return {}; }", "__host__ void f() {}",
        "int f() try { return 1; } catch (...) {}", "void f() { if (1) { } else { for (;;) {} } }"}) {
    const frontend::HostCode code = frontend::blank_host_code(text);
    EXPECT_EQ(code.text.size(), std::string(text).size());
    const std::string rest = squeezed(code.text);
    EXPECT_EQ(rest.find('('), std::string::npos) << text << " -> " << rest;
  }
}

TEST(HostCode, AnInstantiationGoesWithItsHostTemplate) {
  for (const char* text :
       {"template <class T> void go(T *a) { k<T><<<1, 1>>>(a); } template void go<float>(float *);",
        "template <class T> void go(T *a) { k<T><<<1, 1>>>(a); } extern template void go<int>(int *);",
        "namespace n { template <class T> int *go(T a) { return a; } } template int *n::go(float);",
        "template <class T> void go(T a) {} template void go<A<B<int>>>(A<B<int>>);",
        "template <int N> void go() {} template void go<(3 > 2)>();"})
    EXPECT_EQ(squeezed(frontend::blank_host_code(text).text).find("go"), std::string::npos) << text;
  for (const char* text :
       {"template <class T> __global__ void k(T *a) {} template __global__ void k<float>(float *);",
        "template <class T> __device__ T f(T a) { return a; } template float f<float>(float);",
        "template <class T> struct S { T a; }; template struct S<int>;",
        "template <class T> void f(T a);\ntemplate void f<int>(int);"}) // of another text's
    EXPECT_EQ(frontend::blank_host_code(text).text, text);
}

TEST(HostCode, AnInstantiationStaysWhereADeviceFunctionHasTheName) {
  const std::string text = frontend::blank_host_code(
                               "template <class T> __global__ void k(T *a) {}\n"
                               "template <class T> void k(T *a, int n) { k<T><<<n, 1>>>(a); }\n"
                               "template void k<float>(float *);\n")
                               .text;
  EXPECT_NE(text.find("template void k<float>"), std::string::npos);
  EXPECT_EQ(text.find("int n"), std::string::npos);
}

TEST(HostCode, LinesAndDirectivesStay) {
  const std::string text = "#include <vector>\nint main()\n{\n#define N 5\n#ifdef X\n  f();\n#else\n  "
                           "g();\n#endif\n}\n__global__ void k() {}\n";
  const frontend::HostCode code = frontend::blank_host_code(text);
  EXPECT_EQ(std::count(code.text.begin(), code.text.end(), '\n'), std::count(text.begin(), text.end(), '\n'));
  EXPECT_NE(code.text.find("#define N 5"), std::string::npos);
  EXPECT_NE(code.text.find("#endif"), std::string::npos);
  EXPECT_EQ(code.text.find("f();"), std::string::npos);
  EXPECT_EQ(code.text.find("__global__"), text.find("__global__"));
}

TEST(HostCode, BracesThatOnlyBalanceInOneBranch) {
  const frontend::HostCode code = frontend::blank_host_code(
      "#ifdef A\nint f(int x) {\n#else\nint f() {\n#endif\n  return "
      "1;\n}\n__global__ void k() {}\nint main() { return 0; }\n");
  EXPECT_NE(code.text.find("__global__ void k() {}"), std::string::npos);
  EXPECT_EQ(code.text.find("main"), std::string::npos);
}

TEST(HostCode, SurvivesBrokenText) {
  for (const char* text : {"",
                           "}",
                           "{",
                           "((((",
                           "int f(",
                           "int f() {",
                           "#",
                           "#define",
                           "#if\n#else\n#endif",
                           "#endif",
                           "template <",
                           "namespace {",
                           "'",
                           "\"abc",
                           "/* abc",
                           "R\"(",
                           "struct S {",
                           "__global__ void k() { int main() {",
                           "\xff\xfe\x01",
                           "a b c d e",
                           "operator",
                           "#else\n#else\n#endif\n#endif",
                           "public: }"}) {
    EXPECT_EQ(frontend::blank_host_code(text).text.size(), std::string(text).size()) << text;
  }
  EXPECT_EQ(frontend::blank_host_code(std::string(5000, '{')).text.size(), 5000u);
  std::string deep;
  for (int i = 0; i < 3000; ++i) deep += "namespace a {";
  EXPECT_EQ(frontend::blank_host_code(deep).text, deep);
}

TEST(HostCode, AWholeProgramCompiles) {
  const Compiled c(
      "#include <cstdio>\n#include <vector>\n#include <iostream>\n#include <thrust/device_vector.h>\n"
      "using namespace std;\n"
      "#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { fprintf(stderr, \"%s\", "
      "cudaGetErrorString(e)); exit(1); } } while (0)\n"
      "vector<float> table;\n"
      "struct Options { std::string name; std::map<int, float> values; };\n"
      "static Options options;\n"
      "void helper(std::vector<float> &v, const Options &o);\n"
      "struct Matrix {\n  float *d; int n;\n  Matrix(int size) : n(size) { CHECK(cudaMalloc(&d, n * "
      "sizeof(float))); }\n"
      "  ~Matrix() { cudaFree(d); }\n  __device__ float &at(int i) { return d[i]; }\n};\n"
      "__global__ void k(float *o, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = "
      "i; }\n"
      "template <class T> T sum(const std::vector<T> &v) { return accumulate(v.begin(), v.end(), T()); }\n"
      "int main(int argc, char **argv) {\n  vector<float> h(1024); float *d;\n  CHECK(cudaMalloc(&d, "
      "4096));\n"
      "  k<<<dim3(4, 1), 256>>>(d, 1024);\n  CHECK(cudaDeviceSynchronize());\n  cout << sum(h) << endl;\n  "
      "return 0;\n}\n");
  ASSERT_TRUE(c.ok()) << c.messages();
  ASSERT_EQ(c.output.kernels.size(), 1u);
  EXPECT_EQ(c.output.kernels[0].name, "k");
  EXPECT_EQ(c.output.kernels[0].span.line, 17u);
}

} // namespace
} // namespace warpscope
