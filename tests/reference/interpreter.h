// The oracle: executes a kernel of an LLVM module one thread after another up to the next barrier, in the
// plainest code. It shares nothing with sim/lower, sim/program's bytecode or sim/exec; the numbers of the
// primitives' enumerations (sim/program/enums.h) are the one thing it has to know of them.
//
// Restrictions, each a sentence in Result::problem: no calls except the prelude's primitives (so no
// recursion), no dynamic allocas, no atomics on halves, no queries of which lanes are together; a shuffle,
// vote or reduction must be reached by all live lanes of a warp, as legal CUDA with a full mask does.
#pragma once

#include "sim/base/access.h"
#include "sim/base/dim3.h"
#include "tests/reference/races.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace reference {

/// A buffer of global memory: bytes [address, address + bytes.size()) of the window.
struct Buffer {
  std::uint32_t address = 0;
  std::vector<std::uint8_t> bytes;
};

struct Launch {
  warpscope::Dim3 grid, block;
  std::vector<std::uint64_t> arguments; ///< pointers as (space << 32) | offset, numbers as their bits
  bool keep_values = false;
};

/// One warp instruction, assembled from the accesses of its threads.
struct WarpInstruction {
  std::uint32_t line = 0; ///< in the person's text
  warpscope::Space space = warpscope::Space::None;
  warpscope::AccessKind kind = warpscope::AccessKind::Load;
  std::uint64_t block = 0;
  std::uint32_t warp = 0;
  warpscope::WarpAccess access; ///< offsets of inactive lanes are 0; a loop's rounds are not filled in
  bool is_extreme = false;      ///< an atomic minimum or maximum
};

struct Result {
  std::string problem; ///< why it could not be executed; empty on success
  std::vector<WarpInstruction> accesses;
  std::vector<BlockEvents> events; ///< by block: global and shared accesses, barriers and warp-level syncs
  std::uint64_t steps = 0;
  /// With keep_values: of the first block, by thread and access to shared or global memory, what the kernel's
  /// variables held, by "name:line".
  std::vector<std::vector<std::map<std::string, std::uint64_t>>> values;
};

/// Executes the kernel on `global`, which it changes. Lanes that wait at a __syncwarp which can never
/// complete are a problem, too.
[[nodiscard]] Result interpret(const llvm::Module& module, const llvm::Function& kernel, const Launch& launch,
                               std::vector<Buffer>& global);

} // namespace reference
