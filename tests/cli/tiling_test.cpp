// warpscope tiling: phases and tile sizes as text and JSON, for the labs and for texts that students write.
#include "tests/cli/program.h"

#include <nlohmann/json.hpp>

namespace warpscope {
namespace {

nlohmann::json document_of(const std::string& command) {
  const ProgramRun run = run_command(command);
  EXPECT_EQ(run.code, 0) << run.err;
  const nlohmann::json document = nlohmann::json::parse(run.out, nullptr, false);
  EXPECT_TRUE(document.is_object()) << run.out;
  return document.is_object() ? document : nlohmann::json::object();
}

TEST(TilingCommand, TellsWhichElementsGoWhere) {
  const ProgramRun run = run_command("warpscope tiling matmul_tile16_edges --block-number 24");
  EXPECT_EQ(run.code, 0) << run.err;
  for (const char* words :
       {"A: 70 x 70, global", "As: 16 x 16, shared", "A[64..79][0..15] -> As, B[0..15][64..79] -> Bs",
        "The same product with other tiles on H200", "this run", "33 to 64: no such block"})
    EXPECT_NE(run.out.find(words), std::string::npos) << words << "\n" << run.out;
  // 6 of 16 rows and columns exist; beyond element 64 only 6 x 6 of each tile.
  const nlohmann::json document = document_of(
      "warpscope tiling matmul_tile16_edges --block-number 24 --json");
  ASSERT_EQ(document["phases"].size(), 5u);
  EXPECT_EQ(document["phases"][0]["arrays"][0]["zeros"], 10 * 16);
  EXPECT_EQ(document["phases"][4]["arrays"][0]["zeros"], 256 - 6 * 6);
  EXPECT_EQ(document["phases"][4]["loaded"], 2 * 6 * 6);
  EXPECT_EQ(document["phases"][4]["buffers"].back()["stored"], 6 * 6);
  EXPECT_EQ(document["product"], (nlohmann::json{{"m", 70}, {"n", 70}, {"k", 70}, {"tile", 16}}));
}

TEST(TilingCommand, TileSizesAreTheFormulae) {
  const nlohmann::json document = document_of(
      "warpscope tiling matmul_tile16 --set N=128 --json --registers 64");
  ASSERT_EQ(document["tile_sizes"].size(), 64u);
  for (std::uint64_t t = 1; t <= 64; ++t) {
    const nlohmann::json& row = document["tile_sizes"][t - 1];
    EXPECT_EQ(row["tile"], t);
    EXPECT_EQ(row["shared_bytes"], 2 * t * t * 4);
    EXPECT_EQ(row["this_run"], t == 16);
    EXPECT_EQ(row["illegal"].is_null(), t * t <= 1024) << t;
    if (t * t > 1024) continue;
    const std::uint64_t tiles = (128 + t - 1) / t;
    EXPECT_EQ(row["loads"], 2 * tiles * 128 * 128) << t;
    EXPECT_DOUBLE_EQ(row["reuse"].get<double>(), 128. / static_cast<double>(tiles)) << t;
  }
  EXPECT_EQ(document["registers"], (nlohmann::json{{"per_thread", 64}, {"from", "as --registers says"}}));
  EXPECT_EQ(document["tile_sizes"][31]["occupancy"], .5)
      << "65,536 registers are one block of 1,024 threads with 64 each";
  EXPECT_EQ(document["tile_sizes"][31]["occupancy_limit"], "registers");
}

/// Any block: 37 registers are 1,280 for a warp (40 a lane), so 51 warps; an RTX 30 holds 48 of them.
TEST(TilingCommand, OccupancyIsThatOfAnyBlock) {
  const nlohmann::json line = document_of(
      "warpscope tiling reduction_strided --registers 37 --device cc86 --json")["occupancy"];
  EXPECT_EQ(line["threads"], 256);
  EXPECT_EQ(line["blocks_per_sm"], 6);
  EXPECT_EQ(line["warps_per_sm"], 48);
  EXPECT_EQ(line["occupancy_limit"], "warps");
  const nlohmann::json more = document_of(
      "warpscope tiling reduction_strided --registers 64 --device cc86 --json")["occupancy"];
  EXPECT_EQ(more["warps_per_sm"], 32) << "2,048 registers a warp";
  EXPECT_EQ(more["occupancy_limit"], "registers");
  ASSERT_EQ(more["by_block_size"].size(), 11u);
  EXPECT_EQ(more["by_block_size"][10]["threads"], 1024);
  EXPECT_EQ(more["by_block_size"][10]["warps_per_sm"], 32);
  EXPECT_EQ(more["by_block_size"][0]["warps_per_sm"], 16) << "16 blocks of one warp: as many as an SM takes";
  EXPECT_EQ(more["by_block_size"][0]["occupancy_limit"], "blocks");
  const ProgramRun text = run_command("warpscope tiling copy_stride --registers 37 --device cc86");
  EXPECT_EQ(text.code, 0) << text.err;
  for (const char* words : {"No tile here", "Occupancy on", "37 registers a thread (as --registers says)",
                            "of 48 warps", "this run"})
    EXPECT_NE(text.out.find(words), std::string::npos) << words << "\n" << text.out;
}

TEST(TilingCommand, RegistersAreARecordingsOrNotCounted) {
  const ProgramRun recorded = run_command("warpscope tiling matmul_tile16");
  EXPECT_NE(recorded.out.find("registers a thread in every row (as compiled for NVIDIA H"), std::string::npos)
      << recorded.out;
  const std::string own = temporary_file(
      "own.cu",
      read_whole(std::string(WARPSCOPE_SOURCE_DIR) + "/assets/labs/matmul_tile16.cu") + "// mine\n");
  const ProgramRun unknown = run_command("warpscope tiling '" + own + "' --set N=64");
  EXPECT_NE(unknown.out.find("occupancy: registers not counted"), std::string::npos) << unknown.out;
  EXPECT_TRUE(document_of("warpscope tiling '" + own + "' --set N=64 --json")["registers"].is_null());
}

TEST(TilingCommand, CellsSayWhatTheyHold) {
  const nlohmann::json cells = document_of(
      "warpscope tiling matmul_tile16 --set N=64 --json --cells --block-number 1")["phases"][1]["arrays"][1]
                                                                                  ["cells"];
  ASSERT_EQ(cells.size(), 16u) << "a row of the tile is a run of B's elements";
  EXPECT_EQ(cells[3], (nlohmann::json{{"first", 48},
                                      {"count", 16},
                                      {"holds", "loaded"},
                                      {"reads", 16},
                                      {"written_in_phase", 2},
                                      {"buffer", "B"},
                                      {"element", 19 * 64 + 16},
                                      {"changed", false}}));
}

TEST(TilingCommand, APersonsRowsAreTaken) {
  const ProgramRun run = run_command("warpscope tiling matmul_tile16 --set N=64 --rows A=32");
  EXPECT_NE(run.out.find("A: 128 x 32, global"), std::string::npos) << run.out;
  for (const auto& [options, words] : {std::pair{"--rows A=0", "write BUFFER=N"},
                                       {"--rows A", "write BUFFER=N"},
                                       {"--rows =4", "write BUFFER=N"},
                                       {"--rows A=x", "write BUFFER=N"},
                                       {"--rows A=1e3", "write BUFFER=N"},
                                       {"--rows A=1000000000000", "A has 4,096 elements"},
                                       {"--rows Z=4", "no buffer Z"},
                                       {"--registers 0", "--registers"},
                                       {"--block-number 99", "block 99"},
                                       {"--device cc1", "unknown device"}}) {
    const ProgramRun wrong = run_command(std::string("warpscope tiling matmul_tile16 --set N=64 ") + options);
    EXPECT_EQ(wrong.code, 2) << options;
    EXPECT_NE(wrong.err.find(words), std::string::npos) << options << "\n" << wrong.err;
    EXPECT_TRUE(wrong.out.empty()) << options;
  }
}

TEST(TilingCommand, AKernelWithoutATileSaysSo) {
  const ProgramRun run = run_command("warpscope tiling transpose_naive");
  EXPECT_EQ(run.code, 0);
  EXPECT_NE(run.out.find("No tile here: this block writes nothing to a __shared__ array"), std::string::npos)
      << run.out;
  EXPECT_TRUE(document_of("warpscope tiling transpose_naive --json")["phases"].empty());
}

TEST(TilingCommand, AFaultLeavesThePhasesBeforeIt) {
  const std::string path = temporary_file("fault.cu", R"(/* warpscope
kernel = "k"
grid = 1
block = 64
[args]
in = "ramp[128]"
out = "zero[64]"
*/
__global__ void k(const float *in, float *out) {
  __shared__ float s[64];
  float sum = 0;
  for (int t = 0; t < 4; ++t) {
    s[threadIdx.x] = in[t * 64 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j) sum += s[j];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
)");
  const ProgramRun run = run_command("warpscope tiling '" + path + "'");
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.out.find("in[64..127] -> s"), std::string::npos) << run.out;
  EXPECT_NE(run.err.find("in has 128 elements"), std::string::npos) << run.err;
}

} // namespace
} // namespace warpscope
