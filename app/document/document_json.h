// What a session is when nobody looks at it: a value, and its JSON text.
#pragma once

#include "app/document/document.h"
#include "app/playback/playback.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpscope::document {

struct SavedSession {
  Document document;
  playback::Moment moment;
  std::string scene;    ///< "banks", …
  bool unsaved = false; ///< the kernel's text is not what its file or lab has
  bool running = false; ///< written by a copy that has not ended (or was ended from outside)
  int attempts = 0;     ///< starts that took this up and did not live long
};

[[nodiscard]] std::string to_json(const SavedSession& session);
/// nullopt: the text is not one of ours. A text that is: what is missing or has a wrong type is the default.
[[nodiscard]] std::optional<SavedSession> saved_session_from(std::string_view json);

} // namespace warpscope::document
