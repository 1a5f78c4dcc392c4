// What each instruction of machine code costs a warp, for the simulated multiprocessor.
#pragma once

#include "sim/multiprocessor/code_recorder.h"
#include "sim/sass/code.h"

#include <vector>

namespace warpscope::run {

/// By pc. Stalls and waits are those that the assembler wrote. Units and their cycles: CUDA C++ Programming
/// Guide 12.9, throughput of native arithmetic instructions, compute capability 9.0, and as an H200's probe
/// gave them (machine_probe.cu, "rate" and "latency").
[[nodiscard]] std::vector<multiprocessor::CodeCost> code_costs(const sass::MachineCode& code);

} // namespace warpscope::run
