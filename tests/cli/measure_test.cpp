// `warpscope measure` as a person runs it, with a program in warpscope-measure's place.
#include "tests/cli/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace warpscope {
namespace {

ProgramRun measure(const std::string& fault, const std::string& arguments) {
  return run_command("WARPSCOPE_FAKE=" + fault + " WARPSCOPE_MEASURE='" + WARPSCOPE_BINARY_DIR +
                     "/warpscope-fake-measure' warpscope measure " + arguments);
}

TEST(MeasureCommand, PrintsTheRequest) {
  const ProgramRun run = run_command("warpscope measure transpose_tile --set PAD=1 --request");
  EXPECT_EQ(run.code, 0) << run.err;
  const auto request = nlohmann::json::parse(run.out);
  EXPECT_EQ(request["kernel"], "transpose_tile");
  EXPECT_EQ(request["macros"][2]["value"], "1");
  EXPECT_EQ(request["arguments"][0]["fill"], "ramp");
}

/// A value for a variable that the kernel does not use with these macros is not sent.
TEST(MeasureCommand, AsksForTheVariablesThatTheKernelUses) {
  const std::string text = R"(/* warpscope
kernel = "smooth"
block = 64
grid = 1
[params]
CONSTANT = [0, 1]
[args]
in = "ramp[64]"
out = "zero[64]"
NAME = "mod:3[64]"
*/
#if CONSTANT
__constant__ float wc[64];
#endif
__global__ void smooth(const float *in, float *out) {
#if CONSTANT
  out[threadIdx.x] = in[threadIdx.x] * wc[threadIdx.x];
#else
  out[threadIdx.x] = in[threadIdx.x];
#endif
}
)";
  const auto file = [&](const std::string& name) {
    std::string named = text;
    return temporary_file(name + ".cu", named.replace(named.find("NAME"), 4, name));
  };
  const std::string right = file("wc"), wrong = file("wd");
  for (const char* constant : {"0", "1"}) {
    const std::string set = std::string(" --set CONSTANT=") + constant;
    const ProgramRun asked = run_command("warpscope measure " + right + set + " --request");
    ASSERT_EQ(asked.code, 0) << asked.err;
    const auto request = nlohmann::json::parse(asked.out);
    EXPECT_EQ(request["arguments"].size(), 2u);
    EXPECT_EQ(request["variables"].size(), *constant == '1' ? 1u : 0u) << asked.out;
    EXPECT_EQ(asked.err.find("does not use the variable 'wc' of line 13") != std::string::npos,
              *constant == '0')
        << asked.err;
    const ProgramRun measured = measure("", right + set);
    EXPECT_EQ(measured.code, 0) << measured.err;

    const ProgramRun refused = run_command("warpscope measure " + wrong + set + " --request");
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find(":10:6: error: kernel 'smooth' has no parameter 'wd'"), std::string::npos)
        << refused.err;
    EXPECT_EQ(measure("", wrong + set).code, 2);
  }
}

TEST(MeasureCommand, PrintsTheRecording) {
  const ProgramRun run = measure("", "transpose_tile");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(nlohmann::json::parse(run.out)["device"]["name"], "fake");
  EXPECT_NE(run.err.find("warpscope: resources.as_compiled, times.cold.as_compiled, totals.as_compiled, "),
            std::string::npos)
      << "the fake counts no totals\n"
      << run.err;
  EXPECT_EQ(measure("", "transpose_tile --device-prefix 'env A=b'").code, 0);
}

TEST(MeasureCommand, AProfileSaysWhereItRuns) {
  const std::string folder = temporary("config") + "/warpscope", file = folder + "/profiles.toml";
  std::filesystem::remove_all(temporary("state"));
  std::filesystem::create_directories(folder);
  std::ofstream(file) << "[box]\nkind = \"prefix\"\nwords = \"env A=b\"\n";
  const ProgramRun first = measure("", "transpose_tile --gpu box"),
                   second = measure("", "transpose_tile --gpu box");
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(nlohmann::json::parse(first.out)["device"]["name"], "fake");
  EXPECT_EQ(first.err.rfind("warpscope: box for the first time: env A=b ", 0), 0u) << first.err;
  EXPECT_EQ(second.code, 0);
  EXPECT_EQ(second.err.find("for the first time"), std::string::npos) << "shown once";
  EXPECT_EQ(measure("", "transpose_tile --gpu local").code, 0);

  const ProgramRun other = measure("", "transpose_tile --gpu bax");
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("there is no GPU profile bax (did you mean box?); there is local, box"),
            std::string::npos)
      << other.err;
  EXPECT_EQ(measure("", "transpose_tile --gpu box --device-prefix 'env A=b'").code, 2);
  EXPECT_NE(run_command("warpscope compare transpose_tile --gpu bax").err.find("there is no GPU profile bax"),
            std::string::npos);
  std::ofstream(file) << "[box]\nkind = \"prefix\"\nwords = \"env 'A\"\n";
  const ProgramRun unreadable = measure("", "transpose_tile --gpu box");
  EXPECT_EQ(unreadable.code, 2);
  EXPECT_NE(unreadable.err.find(file + ":3:9: error: box: env 'A has a quote that does not end"),
            std::string::npos)
      << unreadable.err;
  std::filesystem::remove_all(temporary("config"));
  std::filesystem::remove_all(temporary("state"));
}

TEST(MeasureCommand, AllChoicesOfAFolderAreMeasuredOnce) {
  const std::string kernels = temporary("kernels"), out = temporary("sweep");
  std::filesystem::remove_all(out);
  std::filesystem::create_directories(kernels);
  const std::string text = "/* warpscope\nkernel = \"k\"\ngrid = [1]\nblock = [32]\n[params]\nN = [1, 2, "
                           "4]\n[args]\na = \"zero[128]\"\n*/\n"
                           "__global__ void k(int *a) { a[threadIdx.x * N] = 1; }\n";
  std::ofstream(kernels + "/one.cu") << text;
  std::ofstream(kernels + "/two.cu") << text;
  const ProgramRun first = measure("", "--all " + kernels + " --out " + out);
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(first.out, "6 of 6 launches have their recording in " + out + "\n");
  const auto file = nlohmann::json::parse(read_whole(out + "/two.json"));
  EXPECT_EQ(file["lab"], "two");
  ASSERT_EQ(file["launches"].size(), 3u);
  EXPECT_EQ(file["launches"][2]["parameters"], "N=4");
  const ProgramRun again = measure("crash", "--all " + kernels + " --out " + out);
  EXPECT_EQ(again.code, 0) << "nobody was asked: " << again.err;
  EXPECT_EQ(again.out, "6 of 6 launches have their recording in " + out + " (6 had it before)\n");
  const ProgramRun compared = run_command("warpscope compare --all " + kernels + " --recording " + out +
                                          " --json");
  EXPECT_EQ(nlohmann::json::parse(compared.out)["launches"].size(), 6u) << compared.err;

  const ProgramRun lost = measure("crash", "--all " + kernels + " --out " + out + " --set N=8");
  EXPECT_EQ(lost.code, 1);
  EXPECT_EQ(lost.out, "0 of 2 launches have their recording in " + out + "\n");
  EXPECT_NE(lost.err.find("one (N=8) was lost and is asked again: "), std::string::npos) << lost.err;
  EXPECT_NE(lost.err.find("two (N=8) was lost: "), std::string::npos)
      << "one that fails does not end the others: " << lost.err;
  EXPECT_NE(lost.err.find("not complete: the same command measures what is missing"), std::string::npos)
      << lost.err;
  const std::pair<const char*, const char*> wrong[] = {
      {"--all", "--all needs --out FOLDER"},
      {"transpose_tile --out x", "--out goes with --all"},
      {"", "name a file or a lab, or --all for every lab"},
      {"--all /proc/self/task --out x", "holds no .cu file"},
      {"--all transpose_tile --out /proc/none", "/proc/none cannot be made: "}};
  for (const auto& [arguments, sentence] : wrong) {
    const ProgramRun run = measure("", arguments);
    EXPECT_NE(run.code, 0) << arguments;
    EXPECT_NE(run.err.find(sentence), std::string::npos) << arguments << " said: " << run.err;
  }
  std::filesystem::remove_all(kernels);
  std::filesystem::remove_all(out);
}

TEST(MeasureCommand, ExitCodesSayWhatWentWrong) {
  const struct {
    const char* fault;
    const char* arguments;
    int code;
    const char* sentence;
  } cases[] = {
      {"faulted", "transpose_tile", 1, "warpscope: the kernel ended with CUDA_ERROR_ILLEGAL_ADDRESS"},
      {"faulted", "transpose_tile", 1, "the simulator finds no fault in this launch"},
      {"timed_out", "transpose_tile", 1, "warpscope: it took longer than the limit of 10 s"},
      {"wrong_check", "transpose_tile", 1,
       "warpscope: out is wrong in 3 places on the GPU: out[0] = 1, should be 0"},
      {"crash", "transpose_tile", 1, "ended without an answer (signal 6 (Aborted))"},
      {"not_compiled", "transpose_tile", 2, "transpose_tile.cu:2:5: error: identifier \"x\" is undefined"},
      {"hang", "transpose_tile --max-seconds 0.1 --patience 0.1", 1, "gave no answer in 0.2 s"},
      {"", "transpose_tile --only speed", 2, "--only speed: there is times, totals, lines, check"},
      {"", "transpose_tile --device-prefix \"ssh 'host\"", 2, "has a quote that does not end"},
      {"", "transpose_tile --max-seconds 0", 2, "--max-seconds"},
      {"", "transpose_tile --set WIDTH=33000000", 2, "error:"},
      {"", "no_such_lab", 2, "there is no file no_such_lab"},
      {"", "transpose_tile --device-prefix /no/such/program", 1, "/no/such/program"},
  };
  for (const auto& c : cases) {
    const ProgramRun run = measure(c.fault, c.arguments);
    EXPECT_EQ(run.code, c.code) << c.fault << " " << c.arguments << "\n" << run.err;
    EXPECT_NE(run.err.find(c.sentence), std::string::npos)
        << c.fault << " " << c.arguments << " said: " << run.err;
  }
}

TEST(MeasureCommand, TheSimulatorNamesAFaultsLine) {
  const std::string file = temporary_file("beyond.cu",
                                          "__global__ void k(int *a) {\n  a[threadIdx.x] = 1;\n}\n");
  const ProgramRun run = measure("faulted", file + " --grid 1 --block 32 --arg 'a=zero[4]'");
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.err.find("beyond.cu:2:3: error: a[threadIdx.x] writes a[4], but a has 4 elements"),
            std::string::npos)
      << run.err;
}

} // namespace
} // namespace warpscope
