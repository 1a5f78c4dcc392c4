// What a compiler made of a kernel: its machine instructions as a disassembler writes them, with the line of
// the text and the control bits of each, and what they need to run. Plain data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::sass {

/// 16 bytes of machine code.
struct CodeLine {
  std::string text;          ///< "@!P0 BRA 0xaf0": the operands without spaces, labels as addresses
  std::uint32_t line = 0;    ///< of the text; 0: the code is not in it (headers)
  std::uint32_t control = 0; ///< bits 105 to 125 of the encoding: stall count, yield, barriers, reuse
  bool operator==(const CodeLine&) const = default;
};

/// Initialised constants: bank 2 is the compiler's own, 3 has the __constant__ variables, 4 addresses.
struct ConstantBank {
  std::uint32_t number = 0;
  std::vector<std::uint8_t> bytes;
  bool operator==(const ConstantBank&) const = default;
};

/// A variable of the text or of a header.
struct CodeVariable {
  std::string symbol;
  bool constant = false;    ///< in bank 3; else in the code's own global memory
  std::uint32_t offset = 0; ///< there
  std::uint32_t bytes = 0;
  bool operator==(const CodeVariable&) const = default;
};

/// A place in bank 4 that holds an address in global memory.
struct CodeAddress {
  std::uint32_t at = 0;
  std::string symbol;       ///< of a variable or of a function of the driver
  std::uint32_t offset = 0; ///< from the beginning of the code's own global memory; functions: none
  bool function = false;
  bool operator==(const CodeAddress&) const = default;
};

/// A function within the code, by the name that calls have.
struct CodeLabel {
  std::string name;
  std::uint32_t pc = 0; ///< in bytes
  bool operator==(const CodeLabel&) const = default;
};

struct MachineCode {
  std::uint32_t architecture = 0;                            ///< 90: sm_90
  std::string symbol;                                        ///< of the kernel
  std::uint32_t registers = 0;                               ///< per thread, as the launch allocates them
  std::uint32_t shared_bytes = 0;                            ///< static, with what the architecture reserves
  std::uint32_t local_bytes = 0;                             ///< of a thread's frame: arrays and spills
  std::uint32_t spill_store_bytes = 0, spill_load_bytes = 0; ///< as the assembler reports
  std::uint32_t parameter_offset = 0, parameter_bytes = 0;   ///< in constant bank 0
  std::vector<CodeLine> instructions;                        ///< pc / 16
  std::string ptx; ///< what it was assembled from, as the compiler wrote it; empty: it is not told
  std::vector<ConstantBank> banks;
  std::vector<std::uint8_t> global_image; ///< the code's own global memory, without its zeros at the end
  std::uint32_t global_bytes = 0;
  std::vector<CodeVariable> variables;
  std::vector<CodeAddress> addresses;
  std::vector<CodeLabel> labels;
  bool operator==(const MachineCode&) const = default;
};

/// The control bits of an instruction. Source: they are the same from Volta to Hopper (Jia et al.,
/// "Dissecting the NVIDIA Volta GPU architecture via microbenchmarking", 2018, section 2.1).
struct ControlBits {
  unsigned stall = 0;         ///< cycles before the warp's next instruction
  bool yields = false;        ///< the scheduler prefers another warp
  unsigned write_barrier = 7; ///< set until the result is there; 7: none
  unsigned read_barrier = 7;  ///< set until the operands are read; 7: none
  unsigned waits = 0;         ///< a bit for each barrier that has to be clear
  unsigned reuse = 0;         ///< a bit for each operand that stays in the operand cache
};
[[nodiscard]] inline ControlBits control_bits(std::uint32_t control) {
  ControlBits bits;
  bits.stall = control & 15;
  bits.yields = (control >> 4 & 1) == 0; // the bit says: do not
  bits.write_barrier = control >> 5 & 7;
  bits.read_barrier = control >> 8 & 7;
  bits.waits = control >> 11 & 63;
  bits.reuse = control >> 17 & 15;
  return bits;
}

} // namespace warpscope::sass
