// The headers of the person's that a text reads: beside it, or in a folder that -I names.
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/program/source_file.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::run {

inline constexpr std::size_t max_own_headers = 256;
inline constexpr std::size_t max_own_header_bytes = 4u << 20; ///< of all together

struct OwnHeaders {
  std::vector<program::SourceFile> files;
  std::vector<std::string> names;   ///< of the files in messages: as the folders were named
  std::vector<std::string> folders; ///< absolute
  Diagnostics notes;                ///< on headers that are there and are not read
};

/// Reads what the #include directives of `text`, and of the headers that it finds, name. `folders`: the
/// text's own folder, then those of -I, as a person named them; empty: the text is no file and has no
/// headers. Nothing outside these folders is read, whatever a name or a symbolic link says, and no header of
/// a folder of -I that is a CUDA toolkit's. A directive that is not compiled counts, too.
[[nodiscard]] OwnHeaders own_headers(std::string_view text, const std::vector<std::string>& folders);

} // namespace warpscope::run
