// Makes a text readable for Clang where nvcc is less strict: on the same lines, and at the same columns
// wherever that can be.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpscope::frontend {

/// Returns where the name before a launch's brackets begins: `n::k`, or `k<float, 2>`.
[[nodiscard]] std::size_t begin_of_callee(std::string_view text, std::size_t brackets);

[[nodiscard]] bool is_name(char c);
/// Returns the position after the comment or literal that begins at `at`; `at` when none does.
[[nodiscard]] std::size_t behind_no_code(std::string_view text, std::size_t at);
/// nvcc accepts `__shared__ alignas(16) float a[4]`; Clang requires alignas first. A macro of ours has the
/// same length.
void move_alignments(std::string& text);
/// `k<<<1, 32>>>(d)` in a function of the device becomes `$<k>(1, 32) (d)`, at the same length: Clang has no
/// launches from device code (device_runtime.h).
void rewrite_device_launches(std::string& text);

/// nvcc takes `%smid` in an asm statement with operands, where Clang wants `%%smid`: the % becomes another
/// character that the translation of PTX reads as one (ptx_translation.h).
void mark_registers(std::string& text);

/// nvcc warns of a `#pragma unroll` before what is no loop, where Clang stops: it is blanked out.
void blank_lone_unrolls(std::string& text);

/// All of it, for a text of a whole program.
[[nodiscard]] std::string readable_program_text(std::string text);

} // namespace warpscope::frontend
