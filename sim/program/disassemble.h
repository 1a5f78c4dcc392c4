#pragma once

#include "sim/program/program.h"

#include <string>

namespace warpscope::program {

[[nodiscard]] std::string disassemble(const Instruction& instruction);
/// Returns the whole program, one line for each instruction: pc, mnemonic, operands, ; line:column
[[nodiscard]] std::string disassemble(const Program& program);

} // namespace warpscope::program
