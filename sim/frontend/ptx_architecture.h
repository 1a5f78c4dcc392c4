// Which devices have an instruction of inline PTX, and clusters. ptxas refuses a text for a device that lacks
// one, so nothing of such a kernel runs there; we execute it all the same, and say so.
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/frontend/frontend.h"
#include "sim/frontend/ptx_statement.h"

#include <cstdint>
#include <string_view>

namespace warpscope::frontend {

/// The compute capability, times ten, from which on ptxas takes an instruction.
struct PtxNeed {
  std::uint32_t from = 0;     ///< 0: every device that CUDA 13 knows
  bool this_one_only = false; ///< no later architecture has it, either (sm_90a)
  [[nodiscard]] bool met_by(std::uint32_t compute_capability) const {
    return this_one_only ? compute_capability == from : compute_capability >= from;
  }
  bool operator==(const PtxNeed&) const = default;
};

/// The rows are those of the PTX ISA's "Target ISA Notes"; a test asks NVRTC's ptxas for each. An instruction
/// that has no row needs nothing.
[[nodiscard]] PtxNeed need_of(const PtxStatement& one);

/// One warning for each line whose inline PTX, in a kernel or a function that a kernel reaches, the device
/// lacks, and for each kernel whose clusters it lacks. For a module whose PTX is not yet replaced. `text`: of
/// the file that was compiled, for the caret.
[[nodiscard]] Diagnostics lacking_instructions(const FrontendOutput& output, std::uint32_t compute_capability,
                                               std::string_view file, std::string_view text);

} // namespace warpscope::frontend
