// Races and barriers that not all threads reach, in the person's words: what the command line prints and the
// window shows.
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/run/simulate.h"

#include <string>

namespace warpscope::run {

/// `message` at the place of an instruction, with its line of the text.
[[nodiscard]] Diagnostic at_pc(const SimulationResult& result, std::uint32_t pc, std::string message);

/// "race (RAW): tile[tx][ty + j] reads what tile[ty + j][tx] (line 42) writes, and nothing orders the two:
/// …", at the second place.
[[nodiscard]] Diagnostic describe_hazard(const SimulationResult& result, const races::Hazard& hazard);

/// "not all threads of block 0 reach this barrier: …", at the barrier; an error where the block hangs, else a
/// warning.
[[nodiscard]] Diagnostic describe_divergence(const SimulationResult& result,
                                             const exec::BarrierDivergence& divergence);

} // namespace warpscope::run
