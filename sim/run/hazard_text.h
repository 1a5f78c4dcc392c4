// Describes races and divergent barriers for a person: the command line prints these texts and the window
// shows them.
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/run/simulate.h"

#include <string>

namespace warpscope::run {

/// Returns a diagnostic with `message` at the position of an instruction, with its line of the text.
[[nodiscard]] Diagnostic at_pc(const Result& result, std::uint32_t pc, std::string message);

/// Returns "race (RAW): tile[tx][ty + j] reads what tile[ty + j][tx] (line 42) writes, and nothing orders the
/// two: …", at the second access.
[[nodiscard]] Diagnostic describe_hazard(const Result& result, const races::Hazard& hazard);

/// Returns "not all threads of block 0 reach this barrier: …", at the barrier; an error when the block hangs,
/// else a warning.
[[nodiscard]] Diagnostic describe_divergence(const Result& result, const exec::BarrierDivergence& divergence);

} // namespace warpscope::run
