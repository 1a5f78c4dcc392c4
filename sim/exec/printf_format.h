// printf's format strings over arguments that lie packed in memory.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace warpscope::exec {

/// Where the arguments come from. Both return false when the memory is not there.
struct PrintfSource {
  std::function<bool(std::uint64_t offset, void* to, std::size_t bytes)> read; ///< of the packed arguments
  std::function<bool(std::uint64_t pointer, std::string& text)> string;        ///< what %s points to
};

/// Appends the text. Arguments lie one behind the other, each at a multiple of its own size, as Clang packs
/// them: integers of 4 or 8 bytes, doubles, pointers. A directive that C does not have is printed as it
/// stands and takes no argument; one whose argument is not there prints "(?)". Returns the number of
/// arguments taken; -1 when memory was missing.
int format_printf(std::string& out, std::string_view format, const PrintfSource& source);

} // namespace warpscope::exec
