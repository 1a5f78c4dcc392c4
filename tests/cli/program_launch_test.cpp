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
  EXPECT_HAS(none.err, "the program never launches launch 9; its launches: 1 scale<32, float> (line 21), 2 "
                       "util::large (line 22), 3 util::large (line 23)");
  const ProgramRun ended = run_command("warpscope sim " + file + " -- 5000");
  EXPECT_EQ(ended.code, 2);
  EXPECT_HAS(ended.err, "the program never launches a kernel; it ended with code 3\nit printed: too large");
  const ProgramRun both = run_command("warpscope sim " + file + " --launch 1 --kernel large");
  EXPECT_EQ(both.code, 2);
  EXPECT_HAS(both.err, "give one of them");
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
