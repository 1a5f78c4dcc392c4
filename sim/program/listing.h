// What is left of a kernel as text, an instruction a line, each with its line of the person's text. Plain
// data, through the compiler's pipe.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::program {

inline constexpr std::uint32_t no_site = ~0u;

struct ListedLine {
  std::string text;             ///< "ld.shared.f32 %f1, [%r2+4];" or a label, "$L__BB0_2:"
  std::uint32_t line = 0;       ///< of the text; 0: it is not of the text
  std::uint32_t file = 0;       ///< as Span::file
  std::uint32_t site = no_site; ///< index into program->sites, of a memory instruction
  bool operator==(const ListedLine&) const = default;
};

struct Listing {
  std::string symbol; ///< of the kernel
  std::vector<ListedLine> lines;
  std::uint32_t registers = 0; ///< 32-bit ones that are alive at once: most_alive(); 0: not counted
  bool operator==(const Listing&) const = default;
};

template <class Io> void fields(Io& io, ListedLine& v) { io(v.text), io(v.line), io(v.file), io(v.site); }
template <class Io> void fields(Io& io, Listing& v) { io(v.symbol), io(v.lines), io(v.registers); }

/// The instructions and labels of a kernel in PTX, without declarations and directives. `line` and `file`: of
/// the innermost place, by its .loc directives, that lies in one of `files`, which are ends of names in .file
/// directives. A call that takes several lines becomes one.
[[nodiscard]] std::vector<ListedLine> read_ptx(std::string_view ptx, std::string_view symbol,
                                               std::span<const std::string> files);

/// The 32-bit registers that are alive at the worst point of such instructions. Not counted: predicates, and
/// what an instruction takes from the constant bank or from itself (parameters, numbers).
[[nodiscard]] std::uint32_t most_alive(std::span<const ListedLine> ptx);

} // namespace warpscope::program
