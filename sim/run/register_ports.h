// The cycles for which an instruction of machine code keeps its sub-partition from issuing because the
// register file cannot read its operands in time.
/// - Subject: Register ports
/// - Modelled: two banks, even and odd registers, each of which reads one register of a warp a cycle;
/// operands that stay in the operand cache.
/// - Not modelled: which warps' instructions meet (the code's own neighbours stand for them), operands of
/// memory instructions, of functions and of matrices, predicted code.
#pragma once

#include "sim/sass/code.h"

#include <cstdint>
#include <vector>

namespace warpscope::run {

/// Returns for each instruction, by pc, the cycles that it is issued later than one after the instruction
/// before it. The operands of an instruction have to be read in the three cycles from its issue on.
///
/// Source: Huerta et al., "Analyzing Modern NVIDIA GPU cores", MICRO 2025, section 5.3, of Ampere. An H200,
/// driver 580.159.04, 2026-11-29, rounds of 48 instructions over 12 values, 16 warps a sub-partition, cycles
/// measured (and by this rule with two for the branch): FFMA of three registers 80.1 (80), with one that is
/// reused 64.5 (64), DFMA of three 140.3 (140), of two 101.8 (101), FADD 49.8 (47), as much as its loop
/// takes.
[[nodiscard]] std::vector<std::uint8_t> port_delays(const sass::MachineCode& code);

} // namespace warpscope::run
