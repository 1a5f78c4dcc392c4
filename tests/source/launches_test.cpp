// Launches in whole programs: the shapes that homework has, and what cannot be read.
#include "sim/source/launches.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

source::FoundLaunch only(const std::string& text,
                         const std::vector<std::pair<std::string, std::string>>& macros = {}) {
  const std::vector<source::FoundLaunch> found = source::find_launches(text, macros);
  EXPECT_EQ(found.size(), 1u);
  return found.empty() ? source::FoundLaunch{} : found.front();
}

std::string in_main(const std::string& body) {
  return "__global__ void k(float *a, int n) { a[n] = 0; }\nint main(int argc, char **argv) {\n" + body +
         "\n}\n";
}

/// The first argument, as the number or the bytes it has, "?" and the reason otherwise.
std::string first_argument(const source::FoundLaunch& launch) {
  if (launch.arguments.empty()) return "none";
  const source::FoundArgument& a = launch.arguments.front();
  return a.number         ? *a.number
         : a.buffer_bytes ? std::to_string(*a.buffer_bytes) + " bytes"
                          : "? " + a.missing;
}

TEST(Launches, VectorAddition) {
  const source::FoundLaunch l = only(R"(#include <iostream>
#include <vector>
#define CHECK(call) do { cudaError_t e = call; if (e != cudaSuccess) exit(1); } while (0)
__global__ void add(const float *a, float *b, int n);
int main(int argc, char **argv) {
  int n = 1 << 20;
  if (argc > 1) n = atoi(argv[1]);
  const size_t bytes = n * sizeof(float);
  std::vector<float> h_a(n), h_b(n);
  for (int i = 0; i < n; ++i) h_a[i] = rand() / (float)RAND_MAX;
  float *d_a, *d_b = nullptr;
  CHECK(cudaMalloc((void **)&d_a, bytes));
  CHECK(cudaMalloc(&d_b, h_b.size() * sizeof(h_b[0])));
  cudaEvent_t start;
  cudaEventRecord(start, 0);
  dim3 block(256), grid((n + block.x - 1) / block.x);
  add<<<grid, block>>>(d_a, d_b, n);
  CHECK(cudaGetLastError());
  std::cout << h_b[0] << std::endl;
})");
  EXPECT_EQ(l.kernel, "add");
  EXPECT_EQ(l.grid.value, (Dim3{4096, 1, 1}));
  EXPECT_EQ(l.block.value, (Dim3{256, 1, 1}));
  ASSERT_EQ(l.arguments.size(), 3u);
  EXPECT_EQ(l.arguments[0].buffer_bytes, 4u << 20);
  EXPECT_EQ(l.arguments[1].buffer_bytes, 4u << 20);
  EXPECT_EQ(l.arguments[1].variable, "d_b");
  EXPECT_EQ(l.arguments[2].number, "1048576");
  EXPECT_EQ(l.span, (Span{17, 3, 17, 36}));
}

TEST(Launches, InAFunctionThatMainCalls) {
  const source::FoundLaunch l = only(R"(
#define TILE_WIDTH 16
__global__ void mm(float *M, float *P, int Width) {}
void multiply(float *M, float *P, int Width) {
  int size = Width * Width * sizeof(float);
  float *d_M, *d_P;
  cudaMalloc((void **)&d_M, size);
  cudaMalloc((void **)&d_P, size);
  dim3 dimGrid(ceil(Width / 16.0), ceil(Width / (float)TILE_WIDTH), 1);
  dim3 dimBlock(TILE_WIDTH, TILE_WIDTH, 1);
  mm<<<dimGrid, dimBlock>>>(d_M, d_P, Width);
}
int main(int argc, char *argv[]) {
  int width = argc > 1 ? atoi(argv[1]) : 100;
  float *a, *b;
  multiply(a, b, width);
})");
  EXPECT_EQ(l.grid.value, (Dim3{7, 7, 1}));
  EXPECT_EQ(l.block.value, (Dim3{16, 16, 1}));
  EXPECT_EQ(first_argument(l), "40000 bytes");
  EXPECT_EQ(l.arguments[2].number, "100");
}

TEST(Launches, TemplatesTakeValuesForNames) {
  const source::FoundLaunch l = only(R"(
template <unsigned BS, typename T, bool odd> __global__ void reduce(const T *in, T *out, int n) {}
inline int divUp(int a, int b) { return (a + b - 1) / b; }
constexpr unsigned BS = 64 * 2;
int main() {
  const int N = 1e4;
  int threads = 1;
  while (threads < BS) threads *= 2;
  int *in, *out;
  cudaMallocManaged(&in, N * sizeof(int));
  cudaMallocManaged(&out, sizeof(*out) * divUp(N, BS));
  for (int rep = 0; rep < 10; ++rep) reduce<BS, int, true><<<divUp(N, BS), threads, threads * sizeof(int)>>>(in, out, N);
})");
  EXPECT_EQ(l.kernel, "reduce<128, int, true>");
  EXPECT_EQ(l.grid.value, (Dim3{79, 1, 1}));
  EXPECT_EQ(l.block.value, (Dim3{128, 1, 1}));
  EXPECT_EQ(l.shared, 512u);
  EXPECT_EQ(l.arguments[1].buffer_bytes, 316u);
}

TEST(Launches, TemplateArgumentsAreDeduced) {
  const source::FoundLaunch l = only(
      "template <typename T> __global__ void scale(T *a, T s) {}\n"
      "int main() { double *d; cudaMalloc(&d, 80); double s = 2; scale<<<1, 10>>>(d, s); }");
  EXPECT_EQ(l.kernel, "scale<double>");
  EXPECT_EQ(l.arguments[1].number, "2.0");
}

TEST(Launches, SizesInEveryForm) {
  const std::vector<std::pair<std::string, Dim3>> forms = {
      {"k<<<4, 32>>>(a, 0);", {4, 1, 1}},
      {"k<<<dim3(2, 3), 32>>>(a, 0);", {2, 3, 1}},
      {"k<<<{2, 3, 4}, 32>>>(a, 0);", {2, 3, 4}},
      {"dim3 g = {5, 6}; k<<<g, 32>>>(a, 0);", {5, 6, 1}},
      {"dim3 g{7}; k<<<g, 32>>>(a, 0);", {7, 1, 1}},
      {"dim3 g; g.x = 3; g.y = g.x * 2; k<<<g, 32>>>(a, 0);", {3, 6, 1}},
      {"auto g = dim3(1, 2); k<<<g, 32>>>(a, 0);", {1, 2, 1}},
      {"unsigned n = 1000; k<<<n / 32 + (n % 32 != 0), 32>>>(a, 0);", {32, 1, 1}},
      {"int n = 1000; k<<<n >> 3, 32>>>(a, 0);", {125, 1, 1}},
      {"int n = 100; k<<<std::min(n, 65535), 32>>>(a, 0);", {100, 1, 1}},
      {"int n = 100; k<<<(int)ceil((float)n / 32), 32>>>(a, 0);", {4, 1, 1}},
      {"int n = 100; k<<<(n + 31) / 32, 32, 0, 0>>>(a, 0);", {4, 1, 1}},
      {"size_t n = 0x100; k<<<static_cast<int>(n / sizeof(double)), 32>>>(a, 0);", {32, 1, 1}},
      {"int n = 4; n *= 2; n++; k<<<n, 32>>>(a, 0);", {9, 1, 1}},
      {"int i = 0; for (int s = 64; s > 1; s /= 2) ++i; k<<<i, 32>>>(a, 0);", {6, 1, 1}},
      {"for (int s = 64; s > 0; s >>= 1) k<<<s, 32>>>(a, 0);", {64, 1, 1}},
      {"if (argc < 2) { k<<<8, 32>>>(a, 0); }", {8, 1, 1}},
  };
  for (const auto& [body, grid] : forms) {
    const source::FoundLaunch l = only(in_main(body));
    EXPECT_EQ(l.grid.value, grid) << body << " " << l.grid.missing;
    EXPECT_EQ(l.block.value, (Dim3{32, 1, 1})) << body;
  }
}

TEST(Launches, MemoryInEveryForm) {
  const std::vector<std::pair<std::string, std::string>> forms = {
      {"float *d; cudaMalloc(&d, 400); k<<<1, 32>>>(d, 0);", "400 bytes"},
      {"float *d; cudaMalloc<float>(&d, 400); k<<<1, 32>>>((float *)d, 0);", "400 bytes"},
      {"float *d; cudaMalloc(&d, 400); k<<<1, 32>>>(&d[0], 0);", "400 bytes"},
      {"float *d; cudaMalloc(&d, 400); k<<<1, 32>>>(reinterpret_cast<float4 *>(d), 0);", "400 bytes"},
      {"float h[10]; float *d; cudaMalloc(&d, sizeof(h)); k<<<1, 32>>>(d, 0);", "40 bytes"},
      {"float *d, *e; cudaMalloc(&d, 8); e = d; k<<<1, 32>>>(e, 0);", "8 bytes"},
      {"thrust::device_vector<float> d(100); k<<<1, 32>>>(thrust::raw_pointer_cast(d.data()), 0);",
       "400 bytes"},
      {"std::vector<float> h(7); thrust::device_vector<float> d = h; k<<<1, "
       "32>>>(thrust::raw_pointer_cast(&d[0]), 0);",
       "28 bytes"},
      {"float *d; size_t pitch; cudaMallocPitch(&d, &pitch, 100 * 4, 3); k<<<1, 32>>>(d, 0);", "1536 bytes"},
      {"float *d; k<<<1, 32>>>(d + 4, 0);", "? d"},
      {"float *d = other(); k<<<1, 32>>>(d, 0);", "? other()"},
      {"float *d; cudaMalloc(&d, atoi(argv[1])); k<<<1, 32>>>(d, 0);", "? argv[1]"},
  };
  for (const auto& [body, bytes] : forms) EXPECT_EQ(first_argument(only(in_main(body))), bytes) << body;
}

TEST(Launches, AllocationsInFunctionsAndStructs) {
  EXPECT_EQ(first_argument(only("__global__ void k(float *a) {}\nvoid make(float **p, int n) { cudaMalloc(p, "
                                "n * sizeof(float)); }\n"
                                "int main() { float *d; make(&d, 25); k<<<1, 1>>>(d); }")),
            "100 bytes");
  EXPECT_EQ(first_argument(
                only("struct P { float4 position; float mass; char tag[3]; };\n__global__ void k(P *a) {}\n"
                     "int main() { P *d; cudaMalloc(&d, 10 * sizeof(P)); k<<<1, 1>>>(d); }")),
            "320 bytes");
  EXPECT_EQ(
      first_argument(only("struct M { int w; float *data; };\n__global__ void k(float *a) {}\n"
                          "int main() { M m; m.w = 6; cudaMalloc(&m.data, m.w * 4); k<<<1, 1>>>(m.data); }")),
      "24 bytes");
}

TEST(Launches, WorkOfTheHostIsNotDone) {
  const source::FoundLaunch l = only(
      in_main("int n = 2048, wrong = 0; long long sum = 0; float *d; cudaMalloc(&d, n * 4);\n"
              "for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) for (int k = 0; k < n; ++k) { "
              "sum += a[i * n + k]; wrong++; }\n"
              "for (int i = 0; i < 100000; ++i) sum += i;\n"
              "k<<<n / 64, 64>>>(d, n);"));
  EXPECT_EQ(l.grid.value, (Dim3{32, 1, 1}));
  EXPECT_EQ(first_argument(l), "8192 bytes");
}

TEST(Launches, NamesForTypes) {
  for (const std::string name : {"typedef float real;", "using real = float;", "#define real float"}) {
    const source::FoundLaunch l = only(
        name + "\n__global__ void k(float *a, float s) {}\n"
               "int main() { real *d; cudaMalloc(&d, 10 * sizeof(real)); real s = 0.5; k<<<1, 1>>>(d, s); }");
    EXPECT_EQ(first_argument(l), "40 bytes") << name;
    EXPECT_EQ(l.arguments[1].number, "0.5") << name;
  }
  EXPECT_EQ(first_argument(only(
                "__global__ void k(double *a) {}\n"
                "template <typename T> T *get(int n) { T *p; cudaMalloc(&p, n * sizeof(T)); return p; }\n"
                "int main() { double *d = get<double>(5); k<<<1, 1>>>(d); }")),
            "40 bytes");
}

TEST(Launches, WhatCannotBeReadIsNamed) {
  EXPECT_EQ(only(in_main("cudaDeviceProp prop; k<<<prop.multiProcessorCount * 2, 32>>>(a, 0);")).grid.missing,
            "prop.multiProcessorCount");
  EXPECT_EQ(only(in_main("int n = atoi(argv[1]); k<<<n / 32, 32>>>(a, 0);")).grid.missing, "argv[1]");
  EXPECT_EQ(only(in_main("k<<<blocks, 32>>>(a, 0);")).grid.missing, "blocks");
  EXPECT_EQ(only(in_main("int n; std::cin >> n; k<<<n, 32>>>(a, 0);")).grid.missing, "n");
  EXPECT_EQ(only(in_main("int n = 4; if (flag) n = 8; k<<<n, 32>>>(a, 0);")).grid.missing, "n");
  EXPECT_EQ(only(in_main("int n = 0; k<<<1 / n, 32>>>(a, 0);")).grid.missing, "a division by zero");
  EXPECT_EQ(only(in_main("int n = 1; while (flag) n *= 2; k<<<n, 32>>>(a, 0);")).grid.missing, "n");
  EXPECT_EQ(only(in_main("k<<<0, 32>>>(a, 0);")).grid.missing, "0, which is 0");
}

TEST(Launches, MacrosAndConditionalsOfThePreprocessor) {
  const std::string
      text = "#ifndef N\n#define N 64\n#endif\n#if N > 100\n#define B 2\n#else\n#define B 1\n#endif\n"
             "#define UP(a, b) (((a) + (b) - 1) / (b))\n__global__ void k() {}\n"
             "#if 0\nint main() { k<<<9, 9>>>(); }\n#endif\nint main() { k<<<UP(N, 32), B>>>(); }";
  EXPECT_EQ(only(text).grid.value, (Dim3{2, 1, 1}));
  EXPECT_EQ(only(text).block.value, (Dim3{1, 1, 1}));
  EXPECT_EQ(only(text, {{"N", "1000"}}).grid.value, (Dim3{32, 1, 1}));
  EXPECT_EQ(only(text, {{"N", "1000"}}).block.value, (Dim3{2, 1, 1}));
}

TEST(Launches, EveryLaunchOnceInTheOrderOfTheText) {
  const auto found = source::find_launches(
      "__global__ void a() {}\n__global__ void b() {}\nvoid run(int n) { b<<<n, 1>>>(); }\n"
      "int main() { for (int i = 0; i < 3; ++i) a<<<i + 1, 1>>>(); run(5); run(6); }\n"
      "void never() { a<<<7, 1>>>(); }");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].kernel, "b");
  EXPECT_EQ(found[0].grid.value, (Dim3{5, 1, 1}));
  EXPECT_EQ(found[1].grid.value, (Dim3{1, 1, 1}));
  EXPECT_EQ(found[2].grid.value, (Dim3{7, 1, 1}));
}

TEST(Launches, SwitchOverAKnownValueTakesItsCase) {
  const source::FoundLaunch l = only(R"(template <unsigned B> __global__ void k(int *a, int n);
int main() {
  int threads = 256, *d;
  cudaMalloc(&d, 4 * threads);
  switch (threads) {
  case 512: k<512><<<1, threads>>>(d, 1); break;
  case 256: k<256><<<2, threads>>>(d, 2); break;
  default: k<1><<<3, threads>>>(d, 3);
  }
})");
  EXPECT_EQ(l.kernel, "k<256>");
  EXPECT_EQ(l.grid.value, (Dim3{2, 1, 1}));
}

TEST(Launches, LaunchedThroughTheRuntimesFunction) {
  const source::FoundLaunch l = only(in_main(R"(int n = 64; float *d;
  cudaMalloc(&d, n * sizeof(float));
  void *args[] = {&d, (void *)&n};
  cudaLaunchCooperativeKernel((void *)k, dim3(4), dim3(n), args, n * 4, 0);)"));
  EXPECT_EQ(l.kernel, "k");
  EXPECT_EQ(l.grid.value, (Dim3{4, 1, 1}));
  EXPECT_EQ(l.block.value, (Dim3{64, 1, 1}));
  EXPECT_EQ(l.shared, 256u);
  EXPECT_EQ(first_argument(l), "256 bytes");
  ASSERT_EQ(l.arguments.size(), 2u);
  EXPECT_EQ(l.arguments[1].number, "64");
}

TEST(Launches, StructsHaveWhatTheHostStoredInThem) {
  const std::string
      before = "struct M { int rows, columns; float *data; };\nenum Mode { PLAIN, DOUBLED = 7 };\n"
               "__global__ void s(M m, int mode);\n";
  for (const std::string made :
       {"M m; m.rows = 4; m.columns = 8; cudaMalloc(&m.data, 4 * m.rows * m.columns);",
        "float *d; cudaMalloc(&d, 128); M m = {4, 8, d};",
        "float *d; cudaMalloc(&d, 128); M other{4, 8, d}; M m; m = other;"}) {
    const source::FoundLaunch l = only(before + "int main() { " + made + " s<<<1, 32>>>(m, DOUBLED); }");
    ASSERT_EQ(l.arguments.size(), 2u) << made;
    EXPECT_EQ(l.arguments[1].number, "7");
    ASSERT_EQ(l.arguments[0].members.size(), 3u) << made;
    for (const source::FoundArgument& part : l.arguments[0].members) {
      const std::string value = part.number ? *part.number : std::to_string(part.buffer_bytes.value_or(0));
      EXPECT_EQ(value, part.path == ".rows"      ? "4"
                       : part.path == ".columns" ? "8"
                                                 : "128")
          << made << part.path;
    }
  }
}

TEST(Launches, AllocationsInsideCallsAndPointersIntoBuffers) {
  const std::string body = "float *d; check(cudaMalloc(&d, 400)); ";
  const std::string check = "cudaError_t check(cudaError_t e) { return e; }\n";
  EXPECT_EQ(first_argument(only(check + in_main(body + "k<<<1, 32>>>(d, 1);"))), "400 bytes");
  EXPECT_EQ(first_argument(only(check + in_main(body + "k<<<1, 32>>>(d + 60, 1);"))), "160 bytes");
  EXPECT_EQ(first_argument(only(check + in_main(body + "int o = 90; k<<<1, 32>>>(&d[o], 1);"))), "40 bytes");
  EXPECT_EQ(first_argument(only(check + in_main(body + "k<<<1, 32>>>(d + 100, 1);"))).substr(0, 1), "?");
}

TEST(Launches, SizesOfStructsWithFunctions) {
  const source::FoundLaunch l = only(R"(struct Sphere {
 public:
  Sphere(float r) : radius(r) {}
  float radius = 1, x, y, z;
  __device__ float hit(float ox) const { return ox - x; }
  static const int count = 3;
};
__global__ void k(Sphere *s);
int add(a, b) int a, b; { return a + b; }
int main() { Sphere *s; cudaMalloc(&s, add(3, 4) * sizeof(Sphere)); k<<<1, 32>>>(s); })");
  EXPECT_EQ(first_argument(l), "112 bytes");
}

TEST(Launches, TextsThatAreNoProgram) {
  for (const std::string text :
       {"", "<<<", ">>>", "k<<<", "k<<<1", "k<<<1,1>>>", "int main() { k<<<1,1>>>( }",
        "int main() { <<<1,1>>>(); }", "int main() { k<<<1,1>>>(a; }", "}}}} int main() { a > <<< }",
        "#define A A\nint main() { k<<<A, A>>>(); }",
        "#define F(x) F(x, x)\nint main() { k<<<F(1), 1>>>(); }",
        "int f() { return f(); } int main() { k<<<f(), 1>>>(); }", "int main() { for (;;) k<<<1, 1>>>(); }",
        "int main() { int i = 1; while (i) i++; k<<<i, 1>>>(); }", "int x = sizeof("})
    EXPECT_LE(source::find_launches(text).size(), 1u) << text;
  EXPECT_LE(source::find_launches("int main() { k<<<" + std::string(100'000, '(') + "1").size(), 1u);
  std::string deep = "int main() { ";
  for (int i = 0; i < 20'000; ++i) deep += "{ if (x) ";
  EXPECT_LE(source::find_launches(deep + "k<<<1, 1>>>();").size(), 1u);
}

} // namespace
} // namespace warpscope
