// The call of the command line that prints the numbers the window shows.
#pragma once

#include "app/document/catalog.h"
#include "app/document/document.h"

#include <string>
#include <string_view>

namespace warpscope::document {

struct CommandLine {
  std::string text;    ///< for a POSIX shell
  std::string problem; ///< a sentence when no command prints them; `text` is empty then
};
/// `unsaved`: the kernel's text is not what its file has.
[[nodiscard]] CommandLine command_line(const Document& document, const Catalog& catalog, bool unsaved);

/// As one word of a POSIX shell: 'it'\''s'; plain words stay as they are.
[[nodiscard]] std::string shell_quoted(std::string_view word);

} // namespace warpscope::document
