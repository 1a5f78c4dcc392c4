// Formats printf's output from arguments that lie packed in memory.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace warpscope::exec {

/// Where the arguments come from. Both functions return false when the memory is out of bounds.
struct PrintfSource {
  std::function<bool(std::uint64_t offset, void* to, std::size_t bytes)> read; ///< reads packed arguments
  std::function<bool(std::uint64_t pointer, std::string& text)> string;        ///< reads what %s points to
};

/// Appends the formatted text to `out`. The arguments are packed as Clang packs them, each aligned to its own
/// size: integers of 4 or 8 bytes, doubles, pointers. A directive that C does not have is printed verbatim
/// and takes no argument; one whose argument is missing prints "(?)". Returns the number of arguments taken,
/// or -1 when memory was out of bounds.
int format_printf(std::string& out, std::string_view format, const PrintfSource& source);

} // namespace warpscope::exec
