// sim and its like on a text with a main(): the program is run up to one of its launches.
#include "tests/cli/program.h"

#include <nlohmann/json.hpp>

namespace warpscope {
namespace {

using Json = nlohmann::json;

#define EXPECT_HAS(text, part)                                                                               \
  EXPECT_NE((text).find(part), std::string::npos) << "wanted: " << (part) << "\ngot: " << (text)

/// How many lanes `large` stores depends on what the host and `scale` put into the buffer.
const std::string homework = R"(#include <cstdio>
#include <cstdlib>
#include <vector>
template <int B, typename T> __global__ void scale(T *data, T factor, int n) {
  int i = blockIdx.x * B + threadIdx.x;
  if (i < n) data[i] = data[i] * factor;
}
namespace util {
__global__ void large(float *data, float limit) {
  if (data[threadIdx.x] > limit) data[threadIdx.x] = limit;
}
}
int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 32;
  if (n > 1000) { fprintf(stderr, "too large\n"); return 3; }
  std::vector<float> host(n);
  for (int i = 0; i < n; ++i) host[i] = i;
  float *d;
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scale<32, float><<<(n + 31) / 32, 32>>>(d, 2.f, n);
  util::large<<<1, 32>>>(d, 40.f);
  util::large<<<1, 16>>>(d, 10.f);
  cudaFree(d);
}
)";

TEST(ProgramLaunch, TheFirstUnlessAnotherIsNamedOrNumbered) {
  const std::string file = temporary_file("homework.cu", homework);
  const auto counted = [&](const std::string& options) {
    const ProgramRun run = run_command("warpscope sim " + file + " --json" + options);
    EXPECT_EQ(run.code, 0) << options << run.err;
    return run.code == 0 ? Json::parse(run.out) : Json::object();
  };
  const Json first = counted("");
  EXPECT_EQ(first["kernel"], "scale<32, float>");
  EXPECT_EQ(first["totals"]["global_store"]["lanes"], 32);
  EXPECT_EQ(counted(" -- 100")["grid"], Json({4, 1, 1}));
  // Elements 21 to 31 are above 40 once they are doubled.
  for (const std::string name : {" --kernel large", " --kernel util::large", " --launch 2"}) {
    const Json named = counted(name);
    EXPECT_EQ(named["kernel"], "util::large") << name;
    EXPECT_EQ(named["totals"]["global_store"]["lanes"], 11) << name;
  }
  EXPECT_EQ(counted(" --launch 3")["totals"]["global_store"]["lanes"], 10);
}

TEST(ProgramLaunch, OptionsStandAboveTheProgram) {
  const std::string file = temporary_file("homework.cu", homework);
  const ProgramRun smaller = run_command("warpscope sim " + file +
                                         " --launch 2 --block 24 --arg limit=30 --json");
  ASSERT_EQ(smaller.code, 0) << smaller.err;
  EXPECT_EQ(Json::parse(smaller.out)["totals"]["global_store"]["lanes"], 8); // 16 to 23
  const ProgramRun buffer = run_command("warpscope sim " + file + " --arg 'data=ramp[32]'");
  EXPECT_EQ(buffer.code, 2);
  EXPECT_HAS(buffer.err, "'data': the program fills its buffers itself");
  const ProgramRun alone = run_command(
      "warpscope sim " + file +
      " --kernel util::large --grid 1 --block 32 --arg 'data=zero[32]' --arg "
      "limit=1 --json");
  ASSERT_EQ(alone.code, 0) << alone.err;
  EXPECT_EQ(Json::parse(alone.out)["totals"]["global_store"]["lanes"], 0);
}

TEST(ProgramLaunch, OneThatNeverComesIsSaidWithWhatCame) {
  const std::string file = temporary_file("homework.cu", homework);
  const ProgramRun none = run_command("warpscope sim " + file + " --launch 9");
  EXPECT_EQ(none.code, 2);
  EXPECT_HAS(none.err, "the program has no launch 9; its launches: 1 scale<32, float> (line 21), 2 "
                       "util::large (line 22), 3 util::large (line 23)");
  const ProgramRun ended = run_command("warpscope sim " + file + " -- 5000");
  EXPECT_EQ(ended.code, 2);
  EXPECT_HAS(ended.err, "the program never launches a kernel; it ended with code 3\nit printed: too large");
  const ProgramRun both = run_command("warpscope sim " + file + " --launch 1 --kernel large");
  EXPECT_EQ(both.code, 2);
  EXPECT_HAS(both.err, "give one of them");
}

TEST(ProgramLaunch, AMisspeltKernelIsSaidWithTheOneThatIsMeant) {
  const std::string file = temporary_file("homework.cu", homework);
  const ProgramRun run = run_command("warpscope sim " + file + " --kernel util::lrge");
  EXPECT_EQ(run.code, 2);
  EXPECT_HAS(run.err, "never launches the kernel 'util::lrge' (did you mean 'util::large'?)");
  const ProgramRun other = run_command("warpscope sim " + file + " --kernel nothing_like_it");
  EXPECT_EQ(other.err.find("did you mean"), std::string::npos) << other.err;
}

TEST(ProgramLaunch, OneThatFailedIsSaidWithItsReason) {
  const std::string file = temporary_file("large.cu", R"(__global__ void k(int *a) { a[0] = 1; }
int main() {
  int *d;
  cudaMalloc(&d, 4);
  k<<<1, 2048>>>(d);
}
)");
  for (const char* choice : {"", " --kernel k", " --launch 1"}) {
    const ProgramRun run = run_command("warpscope sim " + file + choice);
    EXPECT_EQ(run.code, 2);
    EXPECT_HAS(run.err, "launch 1 k (line 5) failed: ");
    EXPECT_HAS(run.err, "2,048 threads a block, 1,024 are possible");
    EXPECT_EQ(run.err.find("never launches"), std::string::npos) << run.err;
  }
  const std::string shared = temporary_file("shared.cu", R"(__global__ void fill() {
  __shared__ float tile[320][320];
  tile[threadIdx.x][0] = 1;
}
int main() { fill<<<1, 1>>>(); }
)");
  const ProgramRun run = run_command("warpscope run " + shared);
  EXPECT_HAS(run.err, "409,600 bytes of shared memory a block, 232,448 are the most there is");
}

TEST(ProgramLaunch, CallsThatFailedBeforeItAreSaid) {
  const std::string file = temporary_file("memory.cu",
                                          R"(__global__ void k(int *a, int *b) { a[0] = b != nullptr; }
int main() {
  int *a = nullptr, *b = nullptr;
  cudaMalloc(&a, 4);
  cudaMalloc(&b, 1ull << 40);
  k<<<1, 1>>>(a, b);
}
)");
  const ProgramRun run = run_command("warpscope sim " + file);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_HAS(run.err, ":5:3: warning: this call failed before the launch: cudaMalloc asks for ");
  EXPECT_HAS(run.err, "\n    cudaMalloc(&b, 1ull << 40);\n    ^");
  const std::string fine = temporary_file("homework.cu", homework);
  EXPECT_EQ(run_command("warpscope sim " + fine).err, "");
}

TEST(ProgramLaunch, AFaultIsSaidOnceWithItsLine) {
  const std::string text = R"(__global__ void copy(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
)";
  const std::string program = temporary_file("fault.cu", text + R"(int main() {
  int *in, *out;
  cudaMalloc(&in, 4);
  cudaMalloc(&out, 4096);
  copy<<<32, 32>>>(in, out);
}
)");
  const std::string kernel = temporary_file("alone.cu", text);
  const std::string alone = kernel + " --grid 32 --block 32 --arg in='ramp[1]' --arg out='zero[1024]'";
  for (const std::string& command : {program, alone}) {
    const ProgramRun run = run_command("warpscope sim " + command);
    EXPECT_EQ(run.code, 1);
    EXPECT_HAS(run.err, ":3:");
    EXPECT_HAS(run.err, "\n    out[i] = in[i];\n");
    EXPECT_HAS(run.err, "(the first of 32 blocks that fault here)");
    const std::size_t first = run.err.find("error: ");
    EXPECT_EQ(run.err.find("error: ", first + 1), std::string::npos) << run.err;
  }
}

TEST(ProgramLaunch, ALibrarysKernelsAreNotMeant) {
  const std::string file = temporary_file("vector.cu", R"(#include <thrust/device_vector.h>
__global__ void twice(float *a) { a[threadIdx.x] *= 2; }
int main() {
  thrust::device_vector<float> a(32);
  twice<<<1, 32>>>(thrust::raw_pointer_cast(a.data()));
}
)");
  const ProgramRun run = run_command("warpscope sim " + file);
  if (run.err.find("thrust/device_vector.h") != std::string::npos) GTEST_SKIP() << "Thrust is not here";
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out.substr(0, 16), "twice<<<1, 32>>>");
  const ProgramRun first = run_command("warpscope sim " + file + " --launch 1");
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_HAS(first.out.substr(0, 200), "thrust::");
}

TEST(ProgramLaunch, AKernelOfAnotherFileIsSaidByItsName) {
  const std::string file = temporary_file("one.cu", R"(__global__ void add(float *a, int n);
void setup(int);
int main() { setup(1); add<<<1, 32>>>(nullptr, 32); }
)");
  const ProgramRun run = run_command("warpscope run " + file);
  EXPECT_HAS(run.err, "add(float*, int) (a kernel)");
  EXPECT_HAS(run.err, "setup(int)");
  EXPECT_HAS(run.err, "give `warpscope run` that file, too");
  EXPECT_EQ(run.err.find("__device_stub__"), std::string::npos) << run.err;
}

TEST(ProgramLaunch, CudasNamesAreWhatItsHeadersSay) {
  const std::string file = temporary_file("names.cu", R"(#include <cooperative_groups.h>
#include <cstdint>
#include <cuda.h>
#include <type_traits>
static_assert(std::is_same<cuuint64_t, uint64_t>::value && std::is_same<cuuint32_t, uint32_t>::value);
__global__ void k(int n) { assert(n == 3); }
int main() { k<<<1, 1>>>(3); return cudaDeviceSynchronize(); }
)");
  const ProgramRun run = run_command("warpscope run " + file);
  EXPECT_EQ(run.code, 0) << run.err;
}

TEST(ProgramLaunch, RacesPicturesAndMeasurementsWorkOnIt) {
  const std::string racy = temporary_file("racy.cu", R"(#include <vector>
__global__ void turn(int *a) {
  __shared__ int t[64];
  t[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = t[63 - threadIdx.x];
}
int main() {
  std::vector<int> h(64, 7);
  int *d;
  cudaMalloc(&d, 256);
  cudaMemcpy(d, h.data(), 256, cudaMemcpyHostToDevice);
  turn<<<1, 64>>>(d);
}
)");
  const ProgramRun races = run_command("warpscope sim " + racy + " --races");
  EXPECT_EQ(races.code, 4) << races.err;
  EXPECT_HAS(races.err, racy + ":5:");
  const std::string picture = temporary("racy.svg");
  const ProgramRun drawn = run_command("warpscope render " + racy + " --out " + picture);
  EXPECT_EQ(drawn.code, 0) << drawn.err;
  EXPECT_HAS(read_whole(picture), "<svg");
  const ProgramRun request = run_command("warpscope measure " + racy + " --request");
  ASSERT_EQ(request.code, 0) << request.err;
  const Json sent = Json::parse(request.out);
  EXPECT_EQ(sent["launch"]["block"], Json({64, 1, 1})) << request.out.substr(0, 2000);
}

} // namespace
} // namespace warpscope
