// Lowers the inline PTX that is supported: reads of special registers (`mov.u32 %0, %laneid;`), cp.async with
// its groups and waits, ldmatrix, and the address of shared memory as 32 bits. Each becomes a primitive, or a
// call of a function of sim/include/__warpscope/ptx.h. Everything else stays in the module, where the
// lowering refuses it by name at its line.
#pragma once

#include <string_view>

namespace llvm {
class Module;
}

namespace warpscope::frontend {

inline constexpr const char* ptx_header = "/warpscope/include/__warpscope/ptx.h";
/// True when the text may contain PTX whose meaning is a function of ptx_header.
[[nodiscard]] bool needs_ptx_header(std::string_view text);

void replace_inline_ptx(llvm::Module& module);

} // namespace warpscope::frontend
