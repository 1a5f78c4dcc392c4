// A session at rest: a value, and its JSON text.
#pragma once

#include "app/document/document.h"
#include "app/playback/playback.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace warpscope::document {

/// A class's first answers to the questions of a lesson.
struct ClassScore {
  std::uint32_t right = 0, of = 0;
  bool operator==(const ClassScore&) const = default;
};

/// What is chosen in scenes that have choices of their own: by the scene's id, name and value of each. They
/// are the scene's words (app/view/scene_choices.h); what is not chosen is left out.
using SceneChoices = std::map<std::string, std::map<std::string, std::string>>;

/// By the lesson's id: the moment (from 0) at which it was left.
using LessonPlaces = std::map<std::string, std::size_t>;

struct SavedSession {
  Document document;
  playback::Moment moment;
  std::string scene;    ///< "banks", …
  bool unsaved = false; ///< the kernel's text differs from its file's or lab's
  bool running = false; ///< written by a copy of the app that is still running (or was killed)
  int attempts = 0;     ///< starts that resumed this session and ended soon
  std::map<std::string, ClassScore> scores; ///< by the lesson's id
  LessonPlaces places;
  std::string lesson; ///< the id of the one that was played; empty: none
  SceneChoices scenes;
};

[[nodiscard]] std::string to_json(const SavedSession& session);
/// nullopt: the text is not a saved session. Otherwise, values that are missing or have a wrong type get
/// their default.
[[nodiscard]] std::optional<SavedSession> saved_session_from(std::string_view json);

} // namespace warpscope::document
