// What an optimising compiler of CUDA makes of a module, predicted with LLVM alone.
#pragma once

#include <cstdint>

namespace llvm {
class Module;
}

namespace warpscope::frontend {

/// Runs LLVM's pipeline for speed with the costs of NVPTX over a module of run_frontend() or
/// join_device_sides(): loops are unrolled, repeated and unused accesses dropped, stored values forwarded.
/// Then accesses of shared memory are merged as ptxas merges them (merge_shared_accesses.h), and of vectors
/// is loaded what is used (narrow_vector_loads.h). Every access that is left has the line that NVIDIA's
/// compiler is expected to give it: its own, or, where it left a loop, that of what stands before it.
///
/// Not predicted: registers, spills, predication, and what ptxas alone knows of aliases. Shared variables are
/// aligned to 16 bytes afterwards, as ptxas aligns them.
void optimise_as_compiled(llvm::Module& module, std::uint32_t compute_capability);

} // namespace warpscope::frontend
