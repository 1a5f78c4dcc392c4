// The command that prints the numbers that the window shows.
#pragma once

#include "app/document/catalog.h"
#include "app/document/document.h"
#include "app/document/program_options.h"

#include <optional>
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

/// The way back: the document that a call made by command_line() stands for, of an expression or of a lab: a
/// state as one line, to be sent and pasted. nullopt: it is no such call.
[[nodiscard]] std::optional<Document> document_of_command(std::string_view line, const Document& from,
                                                          const Catalog& catalog);

/// Quotes a word for a POSIX shell: 'it'\''s'; plain words stay as they are.
[[nodiscard]] std::string shell_quoted(std::string_view word);

} // namespace warpscope::document
