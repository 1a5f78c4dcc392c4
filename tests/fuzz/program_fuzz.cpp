// A serialized program: damaged ones are refused; what verify() lets through runs within its budget.
#include "sim/exec/run.h"
#include "sim/program/disassemble.h"
#include "sim/program/serialize.h"
#include "sim/program/verify.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warpscope;
  const std::optional<program::Program> program = program::deserialize({data, size});
  if (!program) return 0;
  (void)program::disassemble(*program);
  if (!program::verify(*program).empty() || program->kernels.empty()) return 0;
  exec::DeviceMemory memory(*program);
  exec::Launch launch;
  launch.block = {40, 1, 1};
  launch.parameters.resize(program->kernels[0].parameter_bytes);
  exec::RunOptions options;
  options.budget.warp_instructions_per_block = 20'000;
  options.budget.seconds = 1;
  trace::TraceSink sink;
  (void)exec::run(*program, launch, memory, options, sink);
  if (program::deserialize(program::serialize(*program)) != program) std::abort();
  return 0;
}
