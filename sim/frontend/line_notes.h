// What LLVM's optimiser is to remember of an access's line, as metadata of the instruction.
#pragma once

#include "llvm/IR/Instruction.h"
#include "llvm/IR/Metadata.h"

namespace warpscope::frontend {

/// The access's line; and, where it is there, that a load keeps it although it is moved out of its loop.
constexpr const char *line_note = "warpscope.line", *keep_note = "warpscope.keep";

/// Gives an access that stands for another one its line.
inline void copy_line(const llvm::Instruction& from, llvm::Instruction& to) {
  to.setDebugLoc(from.getDebugLoc());
  for (const char* note : {line_note, keep_note}) to.setMetadata(note, from.getMetadata(note));
}

} // namespace warpscope::frontend
