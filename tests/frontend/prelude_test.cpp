// The CUDA surface: what people write compiles, and means the primitive that it should.
#include "tests/frontend/module_reader.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace warpscope {
namespace {

/// The statement in a kernel with a float *f, double *d, int *n, unsigned *u, unsigned long long *l and int i
/// compiles.
std::string compiles(const std::string& statements, const std::string& before = "") {
  const Compiled c(before +
                   "\n__global__ void k(float *f, double *d, int *n, unsigned *u, unsigned long long *l) {\n "
                   " int i = threadIdx.x;\n" +
                   statements + "\n}\n");
  return c.ok() ? "" : c.messages();
}

TEST(Prelude, BuiltinVariables) {
  EXPECT_EQ(
      compiles("dim3 a = blockDim; uint3 b = threadIdx; dim3 c(blockIdx), e = gridDim; auto t = threadIdx; "
               "n[0] = a.x + b.y + c.z + e.x + t.x + warpSize + blockIdx.x * blockDim.x + gridDim.z; "
               "const auto &r = threadIdx; n[1] = r.z; dim3 g(3, 4); n[2] = g.z;"),
      "");
}

TEST(Prelude, VectorTypes) {
  EXPECT_EQ(compiles("static_assert(sizeof(float3) == 12 && alignof(float3) == 4 && alignof(float4) == 16 && "
                     "alignof(float2) == 8);"
                     "static_assert(alignof(uchar4) == 4 && alignof(short4) == 8 && alignof(double2) == 16 "
                     "&& sizeof(double3) == 24);"
                     "static_assert(alignof(longlong4) == 16 && sizeof(long4) == 32 && alignof(char3) == 1 "
                     "&& alignof(ulong2) == 16);"
                     "static_assert(alignof(double4_32a) == 32 && sizeof(dim3) == 12);"
                     "char4 c = make_char4(1, 2, 3, 4); ushort3 s = make_ushort3(1, 2, 3); ulonglong2 q = "
                     "make_ulonglong2(1, 2);"
                     "f[0] = c.w + s.z + q.y; float4 z = {1, 2}; f[1] = z.w;"),
            "");
}

TEST(Prelude, Mathematics) {
  EXPECT_EQ(compiles("f[0] = sinf(f[1]) + cos(f[1]) + sqrt(f[2]) + rsqrtf(f[3]) + powf(f[0], 2) + fmaf(1, 2, "
                     "3) + fabsf(-1) + floorf(2.5f);"
                     "d[0] = sin(d[1]) + sqrt(3) + pow(2, 3) + pow(2.0, i) + pow(2.0f, 3) + fma(1.0, 2.0, "
                     "3.0) + exp10(2.0) + hypot(3.0, 4.0);"
                     "f[1] = std::sqrt(f[0]) + std::max(f[1], f[2]) + std::abs(f[3]) + std::pow(f[1], 2.0f) "
                     "+ fmaxf(1, 2) + fminf(1, 2) + erff(1) + tgammaf(2);"
                     "f[2] = __expf(1) + __sinf(1) + __fdividef(1, 2) + __saturatef(3) + __fmaf_rn(1, 2, 3) "
                     "+ __fadd_rn(1, 2) + __fmul_rz(1, 2) + __frcp_rn(3);"
                     "n[0] = __float2int_rn(f[0]) + __double2int_rz(d[0]) + isnan(f[1]) + isinf(d[1]) + "
                     "__float_as_int(f[1]) + lrintf(f[0]);"
                     "float s, c; sincosf(f[0], &s, &c); f[3] = s + c + ldexpf(1, 3) + frexpf(f[1], n) + "
                     "modff(f[2], f) + INFINITY + M_PI;"
                     "f[4] = min(f[0], 1.0f) + max(d[0], 2.0) + min(n[0], 3) + max(u[0], 3u) + max(1, 2u) + "
                     "abs(-3) + min(l[0], 5ull);"),
            "");
}

TEST(Prelude, IntegersAndWarps) {
  EXPECT_EQ(compiles("n[0] = __clz(i) + __popc(u[0]) + __ffs(i) + __brev(u[1]) + __mul24(i, 3) + "
                     "__umulhi(u[0], u[1]) + __byte_perm(1, 2, 0x3210) + __popcll(l[0]);"
                     "u[0] = __funnelshift_l(1, 2, 3) + __dp4a(1, 2, 3) + __sad(1, 2, 3u) + __vadd4(1, 2) + "
                     "__clzll(l[1]);"
                     "f[0] = __shfl_sync(0xffffffff, f[1], 3) + __shfl_up_sync(~0u, d[0], 1) + "
                     "__shfl_down_sync(~0u, n[0], 2, 16) + __shfl_xor_sync(~0u, l[0], 4);"
                     "n[1] = __any_sync(~0u, i > 3) + __all_sync(~0u, i) + __ballot_sync(~0u, i & 1) + "
                     "__activemask() + __match_any_sync(~0u, i) + __reduce_add_sync(~0u, u[0]);"
                     "n[2] = __syncthreads_count(i) + __syncthreads_or(i > 2) + __syncthreads_and(1); "
                     "__syncthreads(); __syncwarp(); __threadfence();"
                     "l[2] = clock64() + clock(); __nanosleep(100);"),
            "");
}

TEST(Prelude, Atomics) {
  EXPECT_EQ(compiles("atomicAdd(n, 1); atomicAdd(u, 1u); atomicAdd(u, 1); atomicAdd(l, 1ull); atomicAdd(f, "
                     "1.0f); atomicAdd(d, 1.0); atomicAdd(f, i);"
                     "atomicSub(n, 1); atomicMin(n, i); atomicMax(u, 3u); atomicMax(l, 3ull); atomicExch(f, "
                     "2.0f); atomicCAS(n, 1, 2); atomicInc(u, 7); atomicDec(u, 7);"
                     "atomicAnd(n, 1); atomicOr(u, 2u); atomicXor(l, 3ull); atomicAdd_block(n, 1); "
                     "atomicAdd_system(f, 1.0f);"
                     "unsigned long long old = atomicCAS(l, 0ull, __double_as_longlong(1.0)); __shared__ int "
                     "s[32]; atomicAdd(&s[i], 1); atomicAdd(s, 2);"),
            "");
}

TEST(Prelude, HalvesAndGroups) {
  EXPECT_EQ(compiles("half h = __float2half(f[0]); h = h * h + __hadd(h, half(1.0f)); f[0] = __half2float(h) "
                     "+ (float)h; half2 p = __floats2half2_rn(1, 2); p = __hfma2(p, p, p);"
                     "__nv_bfloat16 b = __float2bfloat16(f[1]); b += b; f[1] = __bfloat162float(b) + "
                     "__low2float(p); if (h > half(2.0f)) f[2] = 1;"
                     "auto block = cooperative_groups::this_thread_block(); auto tile = "
                     "cooperative_groups::tiled_partition<16>(block); block.sync();"
                     "f[3] = cooperative_groups::reduce(tile, f[4], cooperative_groups::plus<float>()) + "
                     "tile.shfl_down(f[5], 2) + tile.any(i) + tile.thread_rank();"
                     "auto active = cooperative_groups::coalesced_threads(); if (active.thread_rank() == 0) "
                     "atomicAdd(n, (int)active.size());",
                     "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include "
                     "<cooperative_groups.h>\n#include <cooperative_groups/reduce.h>"),
            "");
}

TEST(Prelude, LanguageFeatures) {
  EXPECT_EQ(compiles("auto sum = [&](auto... x) { return (x + ...); }; n[0] = sum(1, 2, i); if constexpr "
                     "(sizeof(int) == 4) n[1] = std::is_same_v<int, int>;"
                     "constexpr int t[3] = {1, 2, 3}; n[2] = t[i % 3]; for (int x : t) n[3] += x; n[4] = "
                     "std::numeric_limits<int>::max(); assert(i < 5); printf(\"%d %f\\n\", i, f[0]);"
                     "switch (i) { case 0: n[5] = 1; break; default: goto end; } end: n[6] = 2; "
                     "std::swap(n[0], n[1]); Acc<float> a; a.add(f[0]); f[0] = a.v;"
                     "\n#pragma unroll 4\nfor (int j = 0; j < 8; ++j) n[j] = table[j];",
                     "template <class T> struct Acc { T v = 0; __device__ void add(T x) { v += x; } "
                     "};\n__constant__ int table[8] = {1, 2};"),
            "");
}

TEST(Prelude, CountsOfReadsInReferencesAreKept) {
  // std::max takes references: it reads its arguments inside, at the line of the call.
  const Compiled c("__global__ void k(float *o) {\n  __shared__ float s[4];\n  o[0] = fmaxf(s[0], s[1]);\n  "
                   "__syncthreads();\n  o[1] = __ldg(o + 3);\n}\n");
  EXPECT_EQ(c.at(3), "L4 L4 S4");
  EXPECT_EQ(c.at(5), "L4 S4");
  ASSERT_TRUE(c.ok());
  const llvm::Function* barrier = c.output.module->getFunction("__ws_bar_sync");
  ASSERT_NE(barrier, nullptr);
  EXPECT_EQ(barrier->getNumUses(), 1u);
}

TEST(Prelude, RefusedThingsCarryTheirName) {
  for (const char* statement : {"n[0] = __shfl(1, 2);", "f[0] = tex2D<float>(l[0], 1, 2);"}) {
    const Compiled c(std::string("__global__ void k(float *f, int *n, unsigned long long *l) {\n") +
                     statement + "\n}\n");
    ASSERT_TRUE(c.ok()) << c.messages();
    const llvm::Function* refused = c.output.module->getFunction("__ws_unsupported");
    ASSERT_NE(refused, nullptr) << statement;
    for (const llvm::User* user : refused->users()) {
      EXPECT_EQ(user_place(llvm::cast<llvm::CallInst>(user)->getDebugLoc().get()).first, 2u) << statement;
    }
  }
  EXPECT_NE(compiles("throw 1;"), "");
  EXPECT_NE(compiles("std::vector<int> v;"), "");
}

namespace fs = std::filesystem;

/// Compiles a text with matrix loads in a process of its own, which has parsed nothing yet. A capability of
/// its own keeps the preludes that this process has made out of it.
void compile_alone(const fs::path& cache) {
  setenv("XDG_CACHE_HOME", cache.c_str(), 1);
  llvm::LLVMContext context;
  frontend::FrontendInput input;
  input.text = "__global__ void k(unsigned *n, unsigned at) {\n"
               "  asm volatile(\"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];\" : \"=r\"(n[0]) : "
               "\"r\"(at));\n}\n";
  input.compute_capability = 87;
  _exit(frontend::run_frontend(context, input).module != nullptr ? 0 : 1);
}

TEST(Prelude, IsKeptOnDiskAndMadeAnewWhereTheFileIsDamaged) {
  std::string name = (fs::temp_directory_path() / "warpscope-prelude-XXXXXX").string();
  const fs::path cache = mkdtemp(name.data());
  EXPECT_EXIT(compile_alone(cache), ::testing::ExitedWithCode(0), "");
  ASSERT_TRUE(fs::exists(cache / "warpscope"));
  std::vector<fs::path> kept;
  for (const auto& entry : fs::directory_iterator(cache / "warpscope")) kept.push_back(entry.path());
  ASSERT_EQ(kept.size(), 1u) << "the prelude, with what inline PTX means";
  const auto bytes = [&] {
    std::ifstream file(kept[0], std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string whole = bytes();
  EXPECT_GT(whole.size(), 1'000'000u);
  const auto written = fs::last_write_time(kept[0]) - std::chrono::hours(1);
  fs::last_write_time(kept[0], written);
  EXPECT_EXIT(compile_alone(cache), ::testing::ExitedWithCode(0), "");
  EXPECT_EQ(bytes(), whole);
  EXPECT_GT(fs::last_write_time(kept[0]), written) << "it was used, so it is kept longer than others";

  std::string damaged = whole;
  damaged[whole.size() / 2] ^= 1;
  for (const std::string& wrong : {damaged, whole.substr(0, whole.size() / 3), std::string()}) {
    std::ofstream(kept[0], std::ios::binary) << wrong;
    EXPECT_EXIT(compile_alone(cache), ::testing::ExitedWithCode(0), "") << wrong.size();
    EXPECT_EQ(bytes().size(), whole.size()) << "parsed and kept anew, instead of " << wrong.size();
  }
  fs::remove_all(cache);
}

} // namespace
} // namespace warpscope
