// Kernels that run alone, as the command line finds them in texts with headers, templates and host code.
#include "tests/cli/program.h"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace warpscope {
namespace {

using Json = nlohmann::json;

#define EXPECT_HAS(text, part)                                                                               \
  EXPECT_NE((text).find(part), std::string::npos) << "wanted: " << (part) << "\ngot: " << (text)

constexpr const char*
    text = "#include \"twice.cuh\"\n#include <lib/add.h>\n"
           "__global__ void k(float *a) { a[threadIdx.x] = add(twice(a, threadIdx.x), 1); }\n";
constexpr const char* launch = " --grid 1 --block 32 --arg 'a=ramp[32]'";

class OwnHeaderFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = temporary("headers");
    std::filesystem::create_directories(folder_ + "/inc/lib");
    write("k.cu", text);
    write("twice.cuh", "#pragma once\n#include <cstdio>\ninline void report() { printf(\"host\\n\"); }\n"
                       "__device__ inline float twice(const float *a, int i) { return 2 * a[i]; }\n");
    write("inc/lib/add.h", "#pragma once\n#define ADD(x, y) ((x) + (y))\n"
                           "template <class T> __device__ T add(T x, T y) { return ADD(x, y); }\n"
                           "__device__ inline float add(float x, int y) { return x + y; }\n");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& contents) const {
    std::ofstream(folder_ + "/" + name, std::ios::binary) << contents;
  }
  std::string file() const { return folder_ + "/k.cu"; }
  std::string include() const { return " -I " + folder_ + "/inc"; }

  std::string folder_;
};

TEST_F(OwnHeaderFiles, AreReadBesideTheTextAndInTheFoldersOfI) {
  const ProgramRun run = run_command("warpscope sim " + file() + include() + launch);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_HAS(run.out, "twice.cuh:4");
  const ProgramRun json = run_command("warpscope sim " + file() + include() + launch + " --json");
  ASSERT_EQ(json.code, 0) << json.err;
  const Json lines = Json::parse(json.out)["lines"];
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_FALSE(lines[0].contains("file"));
  EXPECT_EQ(lines[1]["file"], folder_ + "/twice.cuh");
  EXPECT_EQ(lines[1]["line"], 4);
}

TEST_F(OwnHeaderFiles, ThatAreMissingOrWrongAreSaid) {
  const ProgramRun missing = run_command("warpscope sim " + file() + launch);
  EXPECT_EQ(missing.code, 2);
  EXPECT_HAS(missing.err, "use of undeclared identifier 'add'");
  const ProgramRun piped = run_command("cat " + file() + " | warpscope sim - " + launch);
  EXPECT_EQ(piped.code, 2);
  EXPECT_HAS(piped.err, "'twice.cuh' is read as empty, since a text here is one file");
  write("twice.cuh", "\n__device__ float twice(const float *a, int i) { return 2 * b[i]; }\n");
  const ProgramRun wrong = run_command("warpscope sim " + file() + include() + launch);
  EXPECT_EQ(wrong.code, 2);
  EXPECT_HAS(wrong.err, folder_ + "/twice.cuh:2:60: error: use of undeclared identifier 'b'");
}

TEST_F(OwnHeaderFiles, TravelToTheGpu) {
  const ProgramRun run = run_command("warpscope measure " + file() + include() + launch + " --request");
  ASSERT_EQ(run.code, 0) << run.err;
  const Json sent = Json::parse(run.out);
  ASSERT_TRUE(sent.contains("headers")) << run.out.substr(0, 2000);
  EXPECT_HAS(sent["headers"]["twice.cuh"].get<std::string>(), "return 2 * a[i]");
  EXPECT_EQ(sent["headers"]["twice.cuh"].get<std::string>().find("printf"), std::string::npos);
  EXPECT_HAS(sent["headers"]["lib/add.h"].get<std::string>(), "#define ADD");
}

TEST(KernelAlone, AnArrayInAStructIsAskedForAsAList) {
  const std::string file = temporary_file("shape.cu", R"(struct Shape { unsigned size; int data[3]; };
__global__ void k(float *a, Shape shape) { a[threadIdx.x * shape.data[2]] = shape.data[1]; }
)");
  const std::string options = " --grid 1 --block 32 --arg 'a=zero[128]' --arg shape.size=3";
  const ProgramRun none = run_command("warpscope sim " + file + options);
  EXPECT_EQ(none.code, 2);
  EXPECT_HAS(none.err, "give it up to 3 values, as in --arg shape.data=1,2,3 or shape.data = \"1,2,3\"");
  const ProgramRun given = run_command("warpscope sim " + file + options + " --arg shape.data=1,5,4 --json");
  ASSERT_EQ(given.code, 0) << given.err;
  EXPECT_EQ(Json::parse(given.out)["totals"]["global_store"]["sectors"], 16);
  EXPECT_EQ(run_command("warpscope sim " + file + options + " --arg shape.data=1,5,4,9").code, 2);
}

TEST(KernelAlone, ATemplateIsAskedForWithArgumentsThatItsLaunchHas) {
  const std::string file = temporary_file("template.cu", R"(template <int Block, int Each>
__global__ void scale(float *a) { a[threadIdx.x * Each] *= 2; }
void launch(float *a) {
  constexpr int Block = 128, Each = Block / 32;
  scale<Block, Each><<<1, Block>>>(a);
}
template <class T> void other(T *a) { scale<32, 1><<<1, 32>>>(a); }
template void other<float>(float *);
)");
  const std::string options = " --grid 1 --block 128 --arg 'a=ramp[512]'";
  const ProgramRun none = run_command("warpscope sim " + file + options);
  EXPECT_EQ(none.code, 2);
  EXPECT_HAS(none.err, file + ":2:17: error: 'scale<int Block, int Each>' is a kernel template");
  EXPECT_HAS(none.err, "as in --kernel 'scale<128, 4>'");
  const ProgramRun wrong = run_command("warpscope sim " + file + options + " --kernel 'scale<float>'");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_HAS(wrong.err, file + ":2:17: error: 'scale<float>': its template arguments fit no kernel");
  EXPECT_HAS(wrong.err, "(it is scale<int Block, int Each>; the text has scale<128, 4>)");
  const ProgramRun fine = run_command("warpscope sim " + file + options + " --kernel 'scale<128, 4>'");
  EXPECT_EQ(fine.code, 0) << fine.err;
}

} // namespace
} // namespace warpscope
