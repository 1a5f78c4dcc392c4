// Describes a fault in the person's terms: which array, which element, which thread.
#pragma once

#include "sim/exec/memory.h"
#include "sim/exec/run.h"
#include "sim/program/program.h"

#include <string>
#include <vector>

namespace warpscope::launch {

/// A named range of memory with elements: a buffer, a __shared__ array, a __device__ variable.
struct NamedObject {
  std::string name;
  Space space = Space::None;
  std::uint32_t offset = 0;
  std::uint64_t bytes = 0;
  std::uint32_t element_bytes = 1;
  std::vector<std::uint32_t> dimensions; ///< outermost first; empty: one-dimensional
};

/// Returns everything of the launch that has an address of its own: the kernel's variables and, if given, its
/// buffers.
[[nodiscard]] std::vector<NamedObject> named_objects(const program::Program& program,
                                                     const exec::Launch& launch);

/// Returns the name of an element by its number: "tile[3][5]".
[[nodiscard]] std::string element_name(const NamedObject& object, std::int64_t index);

/// Returns the coordinates of a linear number within a box: "(3, 0, 0)".
[[nodiscard]] std::string coordinates(std::uint64_t linear, Dim3 box);

/// Returns the site of the memory instruction at `pc`; null when there is none.
[[nodiscard]] const program::Site* site_at(const program::Program& program, std::uint32_t pc);

/// Returns one sentence: "in[i] reads in[1024], but in has 1024 elements: thread (0, 0, 0) of block (4, 0,
/// 0)". Falls back to the executor's sentence where no name helps.
[[nodiscard]] std::string describe_fault(const trace::Fault& fault, const program::Program& program,
                                         const exec::Launch& launch, const std::vector<NamedObject>& objects);

} // namespace warpscope::launch
