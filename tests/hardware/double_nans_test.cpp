// Which NaN an operation in double precision returns, as on an H200 (h200_double_nans.tsv, made by
// nan_probe.cu), whatever the host's processor does: the host's own choice depends on the order in which a
// compiler puts the operands.
#include "sim/devices/devices.h"
#include "sim/exec/run.h"
#include "sim/launch/launch_memory.h"
#include "sim/run/simulate.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace warpscope {
namespace {

struct Row {
  std::string operation;
  std::uint64_t operands[3] = {}, result = 0;
};

std::vector<Row> read_rows() {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/hardware/h200_double_nans.tsv");
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#") || line.starts_with("operation")) continue;
    std::istringstream in(line);
    Row row;
    in >> row.operation >> std::hex >> row.operands[0] >> row.operands[1] >> row.operands[2] >> row.result;
    EXPECT_FALSE(in.fail()) << line;
    rows.push_back(row);
  }
  return rows;
}

const std::map<std::string, int> operations = {
    {"add", 0}, {"sub", 1}, {"mul", 2}, {"div", 3},  {"fma", 4},   {"sqrt", 5},        {"rcp", 6},
    {"min", 7}, {"max", 8}, {"neg", 9}, {"abs", 10}, {"rint", 11}, {"from_float", 12}, {"to_float", 13}};

/// Thread i computes row i. Bits go in and come out as integers.
std::string kernel_text(std::size_t rows) {
  std::ostringstream text;
  text << "/* warpscope\ngrid = " << (rows + 255) / 256 << "\nblock = 256\n[args]\nop = \"zero[" << rows
       << "]\"\nv = \"zero[" << 3 * rows << "]\"\nout = \"zero[" << rows << "]\"\nn = " << rows << R"(
*/
__global__ void apply(const int *op, const long long *v, long long *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double a = __longlong_as_double(v[3 * i]), b = __longlong_as_double(v[3 * i + 1]), c = __longlong_as_double(v[3 * i + 2]), r = 0;
  switch (op[i]) {
  case 0: r = __dadd_rn(a, b); break;
  case 1: r = __dsub_rn(a, b); break;
  case 2: r = __dmul_rn(a, b); break;
  case 3: r = a / b; break;
  case 4: r = __fma_rn(a, b, c); break;
  case 5: r = sqrt(a); break;
  case 6: r = __drcp_rn(a); break;
  case 7: r = fmin(a, b); break;
  case 8: r = fmax(a, b); break;
  case 9: r = -a; break;
  case 10: r = fabs(a); break;
  case 11: r = rint(a); break;
  case 12: r = __int_as_float((int)v[3 * i]); break;
  case 13: out[i] = (long long)(unsigned)__float_as_int((float)a); return;
  }
  out[i] = __double_as_longlong(r);
}
)";
  return text.str();
}

TEST(DoubleNans, AreTheHardwaresOnEachInstructionSet) {
  const std::vector<Row> rows = read_rows();
  ASSERT_GT(rows.size(), 900u);
  compile::Compiler compiler;
  run::Request request;
  request.file = "nans.cu";
  request.text = kernel_text(rows.size());
  request.device = *devices::find_device("cc90");
  const run::Result result = run::simulate(compiler, request);
  ASSERT_EQ(result.status, run::Status::Done) << format_diagnostics(result.diagnostics);

  const launch::SourceText source{request.file, request.text};
  const program::Kernel& kernel = result.program->kernels[result.kernel];
  for (const exec::HostCode code : {exec::HostCode::Best, exec::HostCode::Avx2, exec::HostCode::Plain}) {
    exec::DeviceMemory memory(*result.program);
    exec::Launch launch;
    launch.kernel = result.kernel;
    launch.grid = result.launch.grid;
    launch.block = result.launch.block;
    Diagnostics diagnostics;
    const launch::Binding binding = launch::bind_arguments(kernel, result.launch.arguments, false, source,
                                                           diagnostics);
    const std::vector<launch::Buffer> buffers = launch::prepare_memory(
        kernel, result.launch.arguments, binding, "", source, memory, launch, diagnostics);
    ASSERT_TRUE(diagnostics.empty()) << format_diagnostics(diagnostics);
    std::map<std::string, std::uint8_t*> at;
    for (const launch::Buffer& buffer : buffers)
      at[kernel.parameters[buffer.argument].name] = memory.bytes(Space::Global, buffer.offset, buffer.bytes)
                                                        .data();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::memcpy(at.at("op") + 4 * i, &operations.at(rows[i].operation), 4);
      std::memcpy(at.at("v") + 24 * i, rows[i].operands, 24);
    }
    exec::RunOptions options;
    options.code = code;
    trace::TraceSink sink; // discards all events
    ASSERT_EQ(exec::run(*result.program, launch, memory, options, sink).status, exec::RunStatus::Done);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::uint64_t got = 0;
      std::memcpy(&got, at.at("out") + 8 * i, 8);
      EXPECT_EQ(got, rows[i].result) << std::hex << rows[i].operation << " " << rows[i].operands[0] << " "
                                     << rows[i].operands[1] << " " << rows[i].operands[2];
    }
  }
}

} // namespace
} // namespace warpscope
