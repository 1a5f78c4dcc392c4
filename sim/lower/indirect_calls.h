// Calls through pointers to functions, as choices between direct calls.
#pragma once

namespace llvm {
class Module;
}

namespace warpscope::lower::lowering {

/// Gives each function whose address is taken (by a pointer, or by the table of a class's virtual functions)
/// a number in place of its address, and makes of each call through a pointer a choice between the functions
/// of that type. A number that is none of theirs ends in a trap, as a jump to nowhere does on a device. Not
/// modelled: calls between functions whose types differ.
void resolve_indirect_calls(llvm::Module& module);

} // namespace warpscope::lower::lowering
