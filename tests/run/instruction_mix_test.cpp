// The instructions of predicted code beside those of NVIDIA's assembler, function by function.
#include "sim/devices/devices.h"
#include "sim/multiprocessor/fused.h"
#include "sim/run/estimate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>

namespace warpscope {
namespace {

using multiprocessor::Op, multiprocessor::Pipe;

struct Mix {
  double slots = 0, special = 0, twice = 0, half = 0;
};
struct MixRow {
  std::string name, of, to, expression;
  Mix read;
};

std::vector<MixRow> mix_rows() {
  std::vector<MixRow> rows;
  std::ifstream in(WARPSCOPE_SOURCE_DIR "/tests/run/instruction_mix.tsv");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream cells(line);
    MixRow row;
    for (std::string* cell : {&row.name, &row.of, &row.to, &row.expression}) std::getline(cells, *cell, '\t');
    cells >> row.read.slots >> row.read.special >> row.read.twice >> row.read.half;
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Of one warp. Every kernel here is one stretch of code, so that each instruction runs once; but for div64.
Mix predicted_mix(compile::Compiler& compiler, const MixRow& row) {
  const bool floats = row.of.find("int") == std::string::npos && row.of.find("long") == std::string::npos &&
                      row.of.find("unsigned") == std::string::npos;
  run::Request request;
  request.file = "k.cu";
  request.text = "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n__global__ void f(const " + row.of +
                 "* p, " + row.to + "* r) {\n  int i = threadIdx.x;\n  " + row.of +
                 " a = p[i], b = p[i + 32], c = p[i + 64];\n  r[i] = " + row.expression + ";\n}\n";
  request.folder = ".";
  request.device = *devices::find_device("cc90");
  request.overrides.grid = {"1"};
  request.overrides.block = {"32"};
  request.overrides.arguments = {{"p", floats ? "random:7[96]" : "mod:61[96]"}, {"r", "zero[32]"}};
  std::string why_not;
  const std::optional<run::MachineInput> input = run::machine_input(compiler, request, why_not);
  EXPECT_TRUE(input.has_value()) << row.name << ": " << why_not;
  if (!input) return {};
  EXPECT_EQ(input->code, run::Code::Predicted) << row.name;
  Mix mix;
  for (const multiprocessor::Step& step : input->work.blocks.at(0).warps.at(0))
    mix.slots += step.op == Op::Run ? step.slots : step.op == Op::Wait ? 0 : 1;
  const std::vector<multiprocessor::Cost> costs = multiprocessor::costs_of(*input->program);
  for (std::size_t pc = 0; pc < costs.size(); ++pc) {
    using program::Opcode;
    const Opcode op = input->program->code[pc].op;
    const bool is_long = op == Opcode::DivU64 || op == Opcode::DivS64 || op == Opcode::RemU64 ||
                         op == Opcode::RemS64;
    if (is_long && row.name == "div64") continue; // 32 bits hold its numbers, which the program asks first
    const multiprocessor::Cost& cost = costs[pc];
    if (cost.pipe == Pipe::Special) mix.special += cost.busy / 8.0;
    if (cost.pipe == Pipe::Double) mix.twice += cost.busy / 2.0;
    if (cost.pipe == Pipe::Half) mix.half += cost.busy / 2.0;
  }
  return mix;
}

double factor(double a, double b) { return std::max(a, b) / std::max(1e-9, std::min(a, b)); }

TEST(InstructionMix, OfEachFunctionIsNearTheAssemblers) {
  const std::vector<MixRow> rows = mix_rows();
  ASSERT_GE(rows.size(), 130u);
  compile::Compiler compiler;
  std::size_t near = 0;
  for (const MixRow& row : rows) {
    const Mix made = predicted_mix(compiler, row);
    const double off = factor(made.slots, row.read.slots);
    near += off <= 1.2 ? 1 : 0;
    if (std::getenv("WARPSCOPE_SHOW_MIX") != nullptr)
      std::cout << std::left << std::setw(18) << row.name << " slots " << row.read.slots << " " << made.slots
                << "  special " << row.read.special << " " << made.special << "  double " << row.read.twice
                << " " << made.twice << "  half " << row.read.half << " " << made.half
                << (off > 1.2 ? "  ***" : "") << "\n";
    if (row.name == "frsqrt_rn") continue; // the prelude makes rsqrtf of it, which is half as long
    EXPECT_LE(off, 1.45) << row.name << ": " << made.slots << " slots, read " << row.read.slots;
    EXPECT_LE(std::abs(made.half - row.read.half), 2) << row.name << ": 16-bit arithmetic";
    if (row.read.twice > 2) {
      EXPECT_LE(factor(made.twice, row.read.twice), 1.6) << row.name << ": doubles";
    } else {
      EXPECT_LE(std::abs(made.special - row.read.special), 2) << row.name << ": functions and conversions";
    }
  }
  EXPECT_GE(near, rows.size() * 9 / 10) << "within a factor of 1.2, of " << rows.size();
}

} // namespace
} // namespace warpscope
