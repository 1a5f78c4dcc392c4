#pragma once

#include "sim/program/program.h"

#include <string>

namespace warpscope::program {

[[nodiscard]] std::string disassemble(const Instruction& instruction);
/// The whole program, one line an instruction: pc, mnemonic, operands, ; line:column
[[nodiscard]] std::string disassemble(const Program& program);

} // namespace warpscope::program
