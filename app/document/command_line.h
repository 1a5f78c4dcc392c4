// The command that prints the numbers that the window shows.
#pragma once

#include "app/document/catalog.h"
#include "app/document/document.h"
#include "app/document/program_options.h"

#include <string>
#include <string_view>

namespace warpscope::document {

struct CommandLine {
  std::string text;    ///< for a POSIX shell
  std::string problem; ///< a sentence when no command prints them; `text` is empty then
};
/// `unsaved`: the kernel's text differs from its file's. `options`: of a whole program.
[[nodiscard]] CommandLine command_line(const Document& document, const Catalog& catalog, bool unsaved,
                                       const ProgramOptions& options = {});

/// Quotes a word for a POSIX shell: 'it'\''s'; plain words stay as they are.
[[nodiscard]] std::string shell_quoted(std::string_view word);

} // namespace warpscope::document
