// Turns Clang's unoptimised module into one where each load and store is an access as the person wrote it.
#pragma once

#include "sim/frontend/frontend.h"

#include <cstdint>
#include <vector>

namespace llvm {
class Module;
}

namespace warpscope::frontend {

/// Copies up to this size are expanded into loads and stores; larger ones stay llvm.memcpy.
inline constexpr std::uint64_t max_expanded_copy_bytes = 4096;

/// Inlines, expands copies, promotes variables to SSA, drops what no kernel reaches. `access_limit`: bytes of
/// the device's widest access (16; 32 from compute capability 10.0 on). Keeps the control flow and every
/// access. `accesses` holds the types of the objects that are copied, see expand_copies. `kept`: variables
/// that stay though no kernel reaches them.
void prepare_module(llvm::Module& module, std::uint32_t access_limit,
                    const std::vector<AccessExpression>& accesses, const TextNames& texts,
                    const std::vector<VariableSource>& kept = {});

} // namespace warpscope::frontend
