#pragma once

#include <string>

#include "sim/program/program.h"

namespace warpscope {

[[nodiscard]] std::string disassemble(const Instruction& instruction);
/// The whole program, one line an instruction: pc, mnemonic, operands, ; line:column
[[nodiscard]] std::string disassemble(const Program& program);

} // namespace warpscope
