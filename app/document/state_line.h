// A state as one line, to be sent and pasted: what is on the stage, and where; with the A that it is compared
// with.
#pragma once

#include "app/document/catalog.h"
#include "app/document/document_json.h"

#include <optional>
#include <string>
#include <string_view>

namespace warpscope::document {

struct State {
  SavedSession shown;
  std::optional<SavedSession> pinned; ///< A
};

/// Returns "warpscope:" and characters that no chat or mail program changes. Folders of this machine are left
/// out: a file becomes a text of its name that is not saved. `catalog`: a lab's own text is not repeated, an
/// edited one keeps its lab.
[[nodiscard]] std::string state_line(const State& state, const Catalog& catalog);

/// The way back; line breaks within the line do no harm. `from` supplies what the line leaves out: the
/// kernel beside an expression. nullopt: it is no such line.
[[nodiscard]] std::optional<State> state_of_line(std::string_view line, const Document& from,
                                                 const Catalog& catalog);

} // namespace warpscope::document
