// Every subcommand and every way to get it wrong, with the program that users run.
#include "tests/cli/program.h"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace warpscope {
namespace {

using Json = nlohmann::json;

#define EXPECT_HAS(text, part)                                                                               \
  EXPECT_NE((text).find(part), std::string::npos) << "wanted: " << (part) << "\ngot: " << (text)

const std::string
    scale = "__global__ void scale(float *data, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
            "  if (i < n) data[i] = 2 * data[i];\n}\n";

TEST(Program, SimCountsALab) {
  const ProgramRun run = run_command("warpscope sim transpose_tile");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_HAS(run.out, "Shared memory");
  EXPECT_HAS(run.out, "1,048,576");
  EXPECT_HAS(run.out, "Check  ok");
  EXPECT_EQ(run.out.find('\x1b'), std::string::npos) << "no colour into a pipe";
}

/// The array as the text has it: 32 lanes with digits of their own, 16 counters each.
TEST(Program, SimHasATableOfAThreadsOwnArray) {
  const ProgramRun run = run_command("warpscope sim local_array --set N=1024");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_HAS(run.out, "Local memory (a thread's own arrays, as the text has them");
  EXPECT_HAS(run.out, "count[digit]");
  const std::string registers = run_command("warpscope sim local_array --set KNOWN=1 --as-compiled").out;
  EXPECT_EQ(registers.find("Local memory"), std::string::npos) << "registers: " << registers;
}

TEST(Program, SimWritesJson) {
  const ProgramRun run = run_command("warpscope sim transpose_padded --set WIDTH=256 --json");
  EXPECT_EQ(run.code, 0) << run.err;
  const Json d = Json::parse(run.out);
  EXPECT_EQ(d["grid"], Json({8, 8, 1}));
  EXPECT_EQ(d["totals"]["shared_load"]["bank_conflicts"], 0);
  EXPECT_EQ(d["check"][0]["mismatches"], 0);
}

TEST(Program, SimTakesOptionsAloneAndStandardInput) {
  const std::string file = temporary_file("scale.cu", scale);
  const std::string
      launch = " --kernel scale --grid 64 --block 256 --arg 'data=ramp[16384]' --arg n=16384 --json";
  const ProgramRun run = run_command("warpscope sim " + file + launch);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(Json::parse(run.out)["totals"]["global_load"]["requests"], 512);
  const ProgramRun piped = run_command("cat " + file + " | warpscope sim -" + launch);
  EXPECT_EQ(piped.code, 0) << piped.err;
  EXPECT_EQ(piped.out, run.out);
}

TEST(Program, ErrorsHaveFileLineColumnLineAndCaret) {
  const std::string file = temporary_file("error.cu",
                                          "__global__ void k(float *p) {\n  p[0] = missing;\n}\n");
  const ProgramRun run = run_command("warpscope sim " + file + " --grid 1 --block 32 --arg 'p=zero[1]'");
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_HAS(run.err, file + ":2:10: error: ");
  EXPECT_HAS(run.err, "\n    p[0] = missing;\n           ^");
}

/// A wrong value of an option is shown as a wrong word of a text is.
TEST(Program, AWrongValueOfALaunchOptionHasItsOptionItsWordsAndCaret) {
  const auto refused = [](const std::string& options, const std::string& message) {
    const ProgramRun run = run_command("warpscope sim transpose_tile " + options);
    EXPECT_EQ(run.code, 2) << options;
    EXPECT_HAS(run.err, message);
  };
  refused("--max-registers 7", "--max-registers:1:1: error: max_registers is 7: give the most registers of a "
                               "thread, 16 to 255, or 0 for no limit\n  7\n  ^");
  refused("--max-registers x7", "--max-registers:1:1: error: max_registers: ");
  refused("--shared -1", "--shared:1:1: error: shared is -1 bytes");
  refused("--block 32,0", "--block:1:4: error: block.y = 0: sizes begin at 1\n  32,0\n     ^");
  refused("--grid 1,2,3,44", "--grid:1:7: error: grid has 4 sizes: give one to three (x, y, z)\n  1,2,3,44\n"
                             "        ^");
}

/// The headers of all labs are parsed when Warpscope is built: a person's first lab is as quick as the tenth.
TEST(Program, TheFirstOpeningOfALabParsesNoHeaders) {
  const std::string cache = temporary("empty_cache");
  for (const char* command :
       {"sim transpose_tile", "sim reduction_groups", "sim copy_pipeline", "sim matmul_async --set N=64",
        "sim matmul_mma", "sim matmul_wmma", "sim matmul_tma", "sim tma_columns",
        "run memory_latency -D STEPS=256", "run matmul_cublas", "run streams_overlap -D N=4096",
        "run graph_launches", "run allocation_kinds"}) {
    std::filesystem::remove_all(cache);
    std::filesystem::create_directories(cache);
    const ProgramRun run = run_command("XDG_CACHE_HOME='" + cache + "' warpscope " + command);
    EXPECT_EQ(run.code, 0) << command << "\n" << run.err;
    EXPECT_TRUE(std::filesystem::is_empty(cache) || std::filesystem::is_empty(cache + "/warpscope"))
        << command << " had headers to parse";
  }
  std::filesystem::remove_all(cache);
}

TEST(Program, AChoiceThatALabDoesNotListIsWarnedOfAndRuns) {
  const ProgramRun run = run_command("warpscope sim matmul_layouts --set FORM=7 --json");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err,
            "--set:1:6: warning: FORM = 7 is none of the lab's choices 0, 1, 2: the text decides what "
            "it means\n  FORM=7\n       ^\n");
  EXPECT_EQ(Json::parse(run.out)["check"][0]["mismatches"], 0);
  EXPECT_EQ(run_command("warpscope sim matmul_layouts --set FORM=0 --json").err, "");
}

TEST(Program, OfALabThatIsAProgramToo) {
  const std::string
      warning = "-D:1:9: warning: STREAMS = 3 is none of the lab's choices 4, 1, 2: the text decides "
                "what it means\n  STREAMS=3\n          ^\n";
  EXPECT_HAS(run_command("warpscope run streams_overlap -D STREAMS=3").err, warning);
  const ProgramRun listed = run_command("warpscope run streams_overlap -D STREAMS=2");
  EXPECT_EQ(listed.err.find("none of the lab's choices"), std::string::npos) << listed.err;
}

TEST(Program, FaultsAndFailedChecksAreExitCodeOne) {
  const std::string file = temporary_file("scale.cu", scale);
  const ProgramRun fault = run_command("warpscope sim " + file +
                                       " --grid 64 --block 256 --arg 'data=ramp[1000]' --arg n=16384");
  EXPECT_EQ(fault.code, 1);
  EXPECT_HAS(fault.err, "data[1000], but data has 1000 elements");
  EXPECT_HAS(fault.err, file + ":3:");
  const ProgramRun json = run_command("warpscope sim " + file +
                                      " --grid 64 --block 256 --arg 'data=ramp[1000]' --arg n=16384 --json");
  EXPECT_EQ(json.code, 1);
  EXPECT_EQ(Json::parse(json.out)["faults"][0]["kind"], "out_of_bounds");

  const std::string wrong = temporary_file(
      "wrong.cu",
      "/* warpscope\nkernel=\"k\"\ngrid=[1]\nblock=[32]\n[args]\no=\"zero[32]\"\n[check]\no=\"r\"\n*/\n"
      "__global__ void k(int *o) { o[threadIdx.x] = 1; }\n__global__ void r(int *o) { o[threadIdx.x] = 2; "
      "}\n");
  const ProgramRun check = run_command("warpscope sim " + wrong);
  EXPECT_EQ(check.code, 1);
  EXPECT_HAS(check.out, "Check  failed");
  EXPECT_HAS(check.out, "32 elements differ, the first: o[0] = 1, should be 2");
}

TEST(Program, AnEndlessKernelMeetsItsBudget) {
  const std::string file = temporary_file("endless.cu",
                                          "__global__ void k(volatile int *p) { while (p[0] == 0) {} }\n");
  const ProgramRun run = run_command("warpscope sim " + file +
                                     " --grid 1 --block 32 --arg 'p=zero[1]' --max-instructions 100000");
  EXPECT_EQ(run.code, 1);
  EXPECT_HAS(run.err, "error: ");
  EXPECT_HAS(run.out, "Global memory");
}

TEST(Program, CtrlCStopsARunAndPrintsWhatItHas) {
  const std::string file = temporary_file("endless.cu",
                                          "__global__ void k(volatile int *p) { while (p[0] == 0) {} }\n");
  const ProgramRun run = run_until({"sim", file, "--grid", "1", "--block", "32", "--arg", "p=zero[1]",
                                    "--max-seconds", "0", "--max-instructions", "0", "--json"},
                                   "Ctrl-C stops", SIGINT);
  EXPECT_EQ(run.code, 1);
  EXPECT_HAS(run.err, "stopped after");
  EXPECT_GT(Json::parse(run.out)["totals"]["global_load"]["requests"], 1000);
}

TEST(Program, AHugeLaunchSaysHowLongItTakesAndStopsWithWhatItHas) {
  // 65,535 blocks of 1,024 threads, 10,000 accesses each: 6.7e11.
  const std::string file = temporary_file(
      "huge.cu",
      "__global__ void k(float *p) { float s = 0; for (int i = 0; i < 10000; ++i) s += p[threadIdx.x]; "
      "p[threadIdx.x] = s; }\n");
  const ProgramRun run = run_until(
      {"sim", file, "--grid", "65535", "--block", "1024", "--arg", "p=zero[1024]", "--json"},
      " left, Ctrl-C stops", SIGINT);
  EXPECT_EQ(run.code, 1);
  EXPECT_HAS(run.err, "of 65,535 blocks");
  const Json document = Json::parse(run.out);
  EXPECT_GT(document["simulated_blocks"], 0);
  EXPECT_LT(document["simulated_blocks"], 65535);
  EXPECT_GT(document["totals"]["global_load"]["requests"], 10000);
}

TEST(Program, SomeBlocksAreRunAndTheirCountsScaled) {
  const std::string sim = "warpscope sim transpose_tile --set WIDTH=1024 ";
  const Json whole = Json::parse(run_command(sim + "--json").out),
             part = Json::parse(run_command(sim + "--blocks 16 --json").out);
  EXPECT_FALSE(whole.contains("scaled"));
  EXPECT_EQ(part["scaled"], true);
  EXPECT_EQ(part["simulated_blocks"], 16);
  EXPECT_EQ(part["total_blocks"], whole["total_blocks"]);
  EXPECT_EQ(part["totals"], whole["totals"]) << "all blocks of this launch do the same";
  EXPECT_EQ(part["lines"], whole["lines"]);
  EXPECT_TRUE(part["check"].empty()) << "a part of the grid does not compute all of the output";
  EXPECT_HAS(run_command(sim + "--blocks 16").out,
             "Scaled: 16 of 1,024 blocks were run, spread over the grid; every count is theirs times 64");
  EXPECT_FALSE(Json::parse(run_command(sim + "--blocks 100000 --json").out).contains("scaled"))
      << "more than there are: all";
  EXPECT_EQ(run_command(sim + "--blocks some").code, 2);
}

TEST(Program, InputsThatAreNoText) {
  const auto refused = [](const std::string& arguments, const std::string& part) {
    const ProgramRun run = run_command("warpscope " + arguments);
    EXPECT_EQ(run.code, 2) << arguments;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_HAS(run.err, part);
  };
  refused("sim nosuch.cu", "there is no file nosuch.cu");
  refused("sim transpose_til", "did you mean the lab transpose_tile?");
  refused("sim " + testing::TempDir(), "is a folder");
  refused("sim " + temporary_file("zero.cu", std::string(100, '\0')), "zero bytes");
  refused("sim " + temporary_file("big.cu", std::string(50'000'000, 'x')), "8 MB");
  refused("sim " + temporary_file("empty.cu", "") + " --grid 1 --block 32", "no kernel");
  refused("sim " + temporary_file("empty.cu", ""),
          "there is no kernel in this text; write a function with __global__");
  refused("sim " + temporary_file("host.cu", "int main() { return 0; }\n"),
          "there is no kernel in this text");
  refused("sim " + temporary_file("typo.cu", "__gobal__ void k(float *p) { p[0] = 1; }\n"),
          "typo.cu:1:1: error: '__gobal__' is no word of CUDA: did you mean __global__?");
  refused("sim - --grid 1 --block 1 < /dev/zero", "standard input");
  refused("accesses nosuch.tsv", "nosuch.tsv cannot be read: No such file");
  refused("accesses " + testing::TempDir(), "is a folder");
  const ProgramRun junk = run_command("warpscope accesses " + temporary_file("junk.tsv", "a\tb\n1\t2\n"));
  EXPECT_EQ(junk.code, 2);
  EXPECT_HAS(junk.err, "column");
  std::filesystem::remove(temporary("big.cu"));
}

/// The reason comes first, with the loop's line and what to do; the caret is where the budget ended.
TEST(Program, AKernelWithoutAnEndSaysWhichLoop) {
  const std::string file = temporary_file("endless.cu",
                                          "__global__ void wait_for(const int *flag, int *out) {\n"
                                          "  int seen = 0;\n"
                                          "  while (true) {\n"
                                          "    seen += flag[0];\n"
                                          "  }\n"
                                          "  out[threadIdx.x] = seen;\n"
                                          "}\n");
  const std::string launch = " --grid 1 --block 64 --arg 'flag=zero[4]' --arg 'out=zero[64]'";
  for (const char* limit : {" --max-instructions 200000", " --max-seconds 0.05"}) {
    const ProgramRun run = run_command("warpscope sim " + file + launch + limit);
    EXPECT_EQ(run.code, 1);
    const bool in_loop = run.err.find("endless.cu:3:3: ") != std::string::npos ||
                         run.err.find("endless.cu:4:") != std::string::npos;
    EXPECT_TRUE(in_loop) << run.err;
    EXPECT_HAS(run.err, ": error: the loop of line 3 does not come to an end: ");
    EXPECT_HAS(run.err, "look at what should end it");
    EXPECT_HAS(run.err, "^");
  }
  EXPECT_HAS(
      run_command("warpscope sim " + file + launch + " --max-instructions 200000").err,
      "block (0, 0, 0) ran 200,000 warp instructions, the most it may (raise it with --max-instructions)");
  std::filesystem::remove(file);
}

TEST(Program, BadUsage) {
  const auto refused = [](const std::string& arguments, const std::string& part) {
    const ProgramRun run = run_command("warpscope " + arguments);
    EXPECT_EQ(run.code, 2) << arguments << "\n" << run.err;
    EXPECT_HAS(run.err, part);
  };
  refused("smi transpose_tile", "did you mean 'sim'?");
  refused("--nosuch", "--nosuch");
  refused("sim", "Try: warpscope sim --help");
  refused("sim transpose_tile --nosuch", "--nosuch");
  refused("sim transpose_tile --arg in", "--arg in: write NAME=VALUE");
  refused("sim transpose_tile --set =1", "--set =1: write NAME=VALUE");
  refused("sim transpose_tile --device cc91", "unknown device");
  refused("sim transpose_tile --block 0,1", "sizes begin at 1");
  refused("sim transpose_tile --block 64,64", "4,096 threads");
  refused("sim transpose_tile --block 1,2,3,4", "one to three");
  refused("sim transpose_tile --shared 300000", "shared memory");
  refused("sim transpose_tile --kernel nosuch", "no kernel 'nosuch'");
  refused("sim transpose_tile --max-seconds -1", "--max-seconds");
  refused("expr", "Try: warpscope expr --help");
  refused("expr 'tile[threadIdx.x'", "expression:1:");
  refused("expr 'a[threadIdx.x]' --block 2048", "1,024");
  refused("expr 'a[threadIdx.x]' --block hello", "--block: ");
  refused("expr 'a[threadIdx.x]' --block 32 --warp 1", "numbered from 0");
  refused("expr 'tile[nosuch.x]'", "nosuch");
  refused("labs nosuch", "there is no lab nosuch");
  refused("devices nosuch", "unknown device");
  refused("layout 'Swizzle<3,3,2>' '(8,64):(64,1)'", "swizzle:1:13: error: S must be 3 at least");
  refused("layout '(8,64):(64)'", "layout:1:8: error: the shape has 2 parts");
  refused("layout '(8,64):(64,1)' --column 64", "the tile has 64 columns");
  refused("layout '(8,64):(64,1)' --row 1 --column 2", "--");
  refused("layout '(8,64):(64,1)' --bytes 3", "--bytes");
  refused("fragment m16n8k17", "there are m16n8k16, m16n8k8");
  refused("fragment m16n8k16 --type int", "there is no mma.sync of int");
  refused("fragment m16n8k16 --sum double", "sums of products of half are float, half");
  refused("fragment m16n8k16 --lane 32", "--lane");
  refused("gui nosuch.cu", "nosuch.cu");
  refused("render --out x.svg", "name one .cu file");
  refused("render transpose_tile --out x.gif", ".png or .svg");
  refused("render transpose_tile --out x.svg --all-steps", ".gif, .webm or .mp4");
  refused("render transpose_tile --out x.svg --size 0x0", "--size 0x0");
  refused("render transpose_tile --out x.svg --scene nosuch", "there are banks");
  refused("render transpose_tile --out x.svg --step 0", "counts from 1");
  refused("render transpose_tile --out x.svg --step 99999999", "steps in this block");
  refused("render transpose_tile --out /nowhere/x.svg", "/nowhere");
  refused("render transpose_tile --out x.svg --theme pink", "--theme");
}

TEST(Program, RacesHaveAnExitCodeAndAreNamed) {
  EXPECT_EQ(run_command("warpscope sim matmul_tile16 --races").code, 0);
  const ProgramRun cut = run_command("warpscope sim matmul_tile16 --races --without-barrier 46 --json");
  EXPECT_EQ(cut.code, 4);
  EXPECT_NE(cut.out.find("\"kind\": \"RAW\""), std::string::npos) << cut.out.substr(0, 2000);
  EXPECT_NE(cut.err.find("As[ty][k] reads what As[ty][tx] (line 44) writes"), std::string::npos) << cut.err;
  EXPECT_EQ(run_command("warpscope sim matmul_tile16 --without-barrier 1").code, 2);
}

TEST(Program, AFullDiskIsReported) {
  const ProgramRun run = run_command("warpscope labs > /dev/full");
  EXPECT_EQ(run.code, 2);
  EXPECT_HAS(run.err, "could not be written");
  const ProgramRun sim = run_command("warpscope sim transpose_tile --json > /dev/full");
  EXPECT_EQ(sim.code, 2);
  EXPECT_HAS(sim.err, "could not be written");
}

TEST(Program, ExprShowsTheHeadlineAndTheWavefronts) {
  const ProgramRun run = run_command(
      "warpscope expr 'tile[threadIdx.x][threadIdx.y]' --decl '__shared__ float tile[32][32]' --block 32,8");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(run.out.starts_with("32 wavefronts where 1 would do\n")) << run.out;
  EXPECT_HAS(run.out, "bank conflicts 31");
  const ProgramRun padded = run_command("warpscope expr 'tile[threadIdx.x][threadIdx.y]' --decl '__shared__ "
                                        "float tile[32][33]' --block 32,8 --json");
  EXPECT_EQ(padded.code, 0) << padded.err;
  const Json d = Json::parse(padded.out);
  EXPECT_EQ(d["totals"]["shared_load"], Json({{"requests", 1},
                                              {"lanes", 32},
                                              {"wavefronts", 1},
                                              {"ideal_wavefronts", 1},
                                              {"bank_conflicts", 0}}));
  EXPECT_EQ(d["totals"]["global_store"]["requests"], 0)
      << "the store that keeps the access alive is not the person's";
  EXPECT_EQ(d["warp"], 0);
  ASSERT_EQ(d["accesses"].size(), 1u);
  EXPECT_EQ(d["accesses"][0]["served"].size(), 1u);
}

TEST(Program, ExprOfGlobalAndConstantMemory) {
  const Json d = Json::parse(run_command("warpscope expr 'a[threadIdx.x * 2]' --json").out);
  EXPECT_EQ(d["totals"]["global_load"], Json({{"requests", 1},
                                              {"lanes", 32},
                                              {"sectors", 8},
                                              {"ideal_sectors", 4},
                                              {"lines", 2},
                                              {"bytes", 128}}));
  const Json wide = Json::parse(
      run_command("warpscope expr 'p[threadIdx.x]' --decl 'const float4 *p' --block 64 --warp 1 --json").out);
  EXPECT_EQ(wide["totals"]["global_load"]["sectors"], 16);
  EXPECT_EQ(wide["accesses"][0]["width"], 16);
  const Json constant = Json::parse(
      run_command("warpscope expr 'c[threadIdx.x % 4]' --decl '__constant__ float c[64]' --json").out);
  EXPECT_EQ(constant["totals"]["constant_load"], Json({{"requests", 1}, {"lanes", 32}, {"passes", 4}}));
}

TEST(Program, ExprShowsItsKernelWhichRunsAsItStands) {
  const ProgramRun run = run_command("warpscope expr 'a[threadIdx.x * 2]' --show-kernel");
  EXPECT_EQ(run.code, 0) << run.err;
  const std::size_t kernel = run.out.find("/* warpscope");
  ASSERT_NE(kernel, std::string::npos) << run.out;
  const std::string file = temporary_file("shown.cu", run.out.substr(kernel));
  EXPECT_EQ(run_command("warpscope sim " + file).code, 0);
}

TEST(Program, ErrorsInAnExpressionPointIntoIt) {
  const ProgramRun run = run_command(
      "warpscope expr 'tile[threadIdx.x] + nothing' --decl '__shared__ float tile[32]'");
  EXPECT_EQ(run.code, 2);
  EXPECT_HAS(run.err, "expression:1:21: error: ");
  const ProgramRun fault = run_command(
      "warpscope expr 'tile[threadIdx.x + 100000]' --decl '__shared__ float tile[32]'");
  EXPECT_EQ(fault.code, 1);
  EXPECT_HAS(fault.err, "tile[100000], but tile has 32 elements");
}

TEST(Program, AccessesCountsTheWholeTable) {
  const ProgramRun run = run_command("warpscope accesses tests/hardware/h200_warp_accesses.tsv");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(run.out.starts_with("id\trequests\twavefronts\tbank_conflicts\tsectors\tlines\tpasses\n"))
      << run.out.substr(0, 200);
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 1921);
}

TEST(Program, LabsAndDevices) {
  const ProgramRun labs = run_command("warpscope labs");
  EXPECT_EQ(labs.code, 0);
  EXPECT_HAS(labs.out, "transpose_tile");
  const Json list = Json::parse(run_command("warpscope labs --json").out);
  EXPECT_GE(list.size(), 10u);
  for (const Json& lab : list) EXPECT_FALSE(lab["title"].get<std::string>().empty()) << lab;
  const ProgramRun text = run_command("warpscope labs transpose_tile");
  EXPECT_EQ(text.out, read_whole(std::string(WARPSCOPE_SOURCE_DIR) + "/assets/labs/transpose_tile.cu"));
  EXPECT_EQ(Json::parse(run_command("warpscope devices --json").out).size(), 8u);
  EXPECT_HAS(run_command("warpscope devices cc80").out, "A100");
}

TEST(Program, RenderWritesSvg) {
  const std::string file = temporary("x.svg");
  const ProgramRun run = run_command(
      "warpscope render transpose_tile --scene banks --step 40 --size 1920x1080 --out " + file);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_HAS(run.out, "step 40 of");
  EXPECT_HAS(read_whole(file), "<svg");
  const ProgramRun expr = run_command(
      "warpscope render --expr 'a[threadIdx.x * 2]' --scene sectors --theme light --out " + file);
  EXPECT_EQ(expr.code, 0) << expr.err;
  EXPECT_HAS(expr.out, "8 sectors where 4 would do");
}

TEST(Program, RenderWritesAnAnimation) {
#ifndef WARPSCOPE_WITHOUT_PNG
  if (run_command("ffprobe -version").code != 0) GTEST_SKIP() << "no ffmpeg on this machine";
  const std::string file = temporary("x.gif");
  const ProgramRun run = run_command("warpscope render --expr 'tile[threadIdx.x % 4][0]' --decl '__shared__ "
                                     "float tile[32][32]' --all-steps --speed 2 --fps 10 "
                                     "--size 320x180 --out " +
                                     file);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_HAS(run.out, "20 frames of 4 steps");
  EXPECT_EQ(
      run_command(
          "ffprobe -v error -count_frames -show_entries stream=width,height,nb_read_frames -of csv=p=0 " +
          file)
          .out,
      "320,180,20\n");
#endif
}

TEST(Program, WithoutADisplayTheFirstLabIsPrintedAndPainted) {
  const std::string file = temporary("first.png");
  const ProgramRun run = run_command("scripts/without-display warpscope " + file);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_HAS(run.out, "Shared memory");
  EXPECT_HAS(run.out, "The picture: " + file);
  const std::string png = read_whole(file);
  ASSERT_GT(png.size(), 20'000u);
  EXPECT_EQ(png.substr(0, 4), "\x89PNG");
  EXPECT_EQ(png.substr(16, 8), std::string("\0\0\x07\x80\0\0\x04\x38", 8)) << "1920 x 1080";
}

TEST(Program, HelpHasExamplesEverywhere) {
  for (const char* subcommand : {"", "gui", "expr", "sim", "run", "measure", "compare", "accesses", "tiling",
                                 "render", "labs", "devices", "layout", "fragment"}) {
    const ProgramRun run = run_command(std::string("warpscope ") + subcommand + " --help");
    EXPECT_EQ(run.code, 0) << subcommand;
    EXPECT_EQ(run.err, "") << subcommand;
    EXPECT_HAS(run.out, "Example");
  }
  EXPECT_HAS(run_command("warpscope --version").out, "warpscope ");
}

TEST(Program, CompletionKnowsSubcommandsOptionsAndLabs) {
  const auto completed = [](const std::string& words) {
    return run_command("bash -c 'source completions/warpscope.bash; COMP_WORDS=(" + words +
                       "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _warpscope; echo \"${COMPREPLY[@]}\"'")
        .out;
  };
  EXPECT_HAS(completed("warpscope s"), "sim");
  EXPECT_HAS(completed("warpscope sim transpose_t"), "transpose_tile");
  EXPECT_HAS(completed("warpscope sim x.cu --ma"), "--max-seconds --max-instructions");
  EXPECT_HAS(completed("warpscope sim x.cu --device cc1"), "cc100 cc120");
}

} // namespace
} // namespace warpscope
