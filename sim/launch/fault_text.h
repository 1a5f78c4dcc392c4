// What went wrong, in the person's words: which array, which element, which thread.
#pragma once

#include "sim/exec/memory.h"
#include "sim/exec/run.h"
#include "sim/program/program.h"

#include <string>
#include <vector>

namespace warpscope::launch {

/// A stretch of memory that has a name and elements: a buffer, a __shared__ array, a __device__ variable.
struct NamedObject {
  std::string name;
  Space space = Space::None;
  std::uint32_t offset = 0;
  std::uint64_t bytes = 0;
  std::uint32_t element_bytes = 1;
  std::vector<std::uint32_t> dimensions; ///< outermost first; empty: one dimension
};

/// Everything of the launch that has a place of its own: the kernel's variables and, if given, its buffers.
[[nodiscard]] std::vector<NamedObject> named_objects(const program::Program& program,
                                                     const exec::Launch& launch);

/// "tile[3][5]" of the element with this number.
[[nodiscard]] std::string element_name(const NamedObject& object, std::int64_t index);

/// "(3, 0, 0)" of a linear number in a box.
[[nodiscard]] std::string coordinates(std::uint64_t linear, Dim3 box);

/// The site whose memory instruction stands at `pc`; null when there is none.
[[nodiscard]] const program::Site* site_at(const program::Program& program, std::uint32_t pc);

/// One sentence: "in[i] reads in[1024], but in has 1024 elements: thread (0, 0, 0) of block (4, 0, 0)". Falls
/// back on the executor's sentence where no name helps.
[[nodiscard]] std::string describe_fault(const trace::Fault& fault, const program::Program& program,
                                         const exec::Launch& launch, const std::vector<NamedObject>& objects);

} // namespace warpscope::launch
