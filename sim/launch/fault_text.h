// Describes a fault in the person's terms: which array, which element, which thread.
#pragma once

#include "sim/exec/memory.h"
#include "sim/exec/run.h"
#include "sim/program/named_memory.h"
#include "sim/program/program.h"

#include <string>
#include <vector>

namespace warpscope::launch {

/// Returns the variables that the launch's kernel can reach.
[[nodiscard]] std::vector<program::NamedMemory> variables_of(const program::Program& program,
                                                             const exec::Launch& launch);

/// Returns the name of an element by its number: "tile[3][5]".
[[nodiscard]] std::string element_name(const program::NamedMemory& object, std::int64_t index);

/// Returns the coordinates of a linear number within a box: "(3, 0, 0)".
[[nodiscard]] std::string coordinates(std::uint64_t linear, Dim3 box);

/// Returns the object of a fault's access: the one that the text names, else the one that holds the address,
/// else the nearest one before it. Null: none of `objects`.
[[nodiscard]] const program::NamedMemory* object_of(const trace::Fault& fault, const program::Site* site,
                                                    const std::vector<program::NamedMemory>& objects);

/// Returns the site of the memory instruction at `pc`; null when there is none.
[[nodiscard]] const program::Site* site_at(const program::Program& program, std::uint32_t pc);

/// Returns where the loop stands that did not end before the budget did; of another fault, and where it is
/// not known, no position.
[[nodiscard]] Span loop_span(const trace::Fault& fault, const program::Program& program);

/// Returns one sentence: "in[i] reads in[1024], but in has 1024 elements: thread (0, 0, 0) of block (4, 0,
/// 0)". Falls back to the executor's sentence where no name helps.
[[nodiscard]] std::string describe_fault(const trace::Fault& fault, const program::Program& program,
                                         const exec::Launch& launch,
                                         const std::vector<program::NamedMemory>& objects);

} // namespace warpscope::launch
