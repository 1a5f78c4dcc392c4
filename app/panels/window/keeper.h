// Keeps settings and session for the next start, written when changes have come to rest.
#pragma once

#include "app/panels/window/panel.h"
#include "app/settings/folders.h"
#include "app/settings/session_file.h"
#include "app/settings/settings_file.h"

#include <algorithm>
#include <string>

namespace warpscope::panels {

/// The window's position and size, as far as the settings keep them.
struct WindowPlace {
  int width = 0, height = 0, x = 0, y = 0;
  bool maximized = false;
};

class Keeper {
 public:
  explicit Keeper(const settings::Folders& folders);

  /// Before the window opens: applies the settings to the session and `ui`, and chooses the language.
  void load_settings(session::Session& session, Shared& ui);
  /// Loads the session of the last run; `resume` is false when the person named what to open.
  void load_session(session::Session& session, Shared& ui, bool resume);
  /// Says what was found.
  void say_findings(Shared& ui);

  /// Call in each frame; it is cheap: changes are written a second after the last one, or four after the
  /// first.
  void look(const session::Session& session, Shared& ui, const WindowPlace& place, double now);
  /// Seconds until look() has something to write; negative: nothing is due.
  [[nodiscard]] double due_in(double now) const;
  /// For a regular end of the window.
  void finish(const session::Session& session, Shared& ui);

 private:
  /// When a change is to be written: at rest, but not too late either.
  struct Pending {
    double first = -1, last = -1;
    bool at_once = false;
    void touch(double now) {
      if (first < 0) first = now;
      last = now;
    }
    void hurry(double now) {
      touch(now);
      at_once = true;
    }
    [[nodiscard]] double due() const {
      return first < 0 ? -1 : at_once ? first : std::min(last + 1, first + 4);
    }
    void done() {
      first = last = -1;
      at_once = false;
    }
  };
  [[nodiscard]] document::SavedSession snapshot(const session::Session& session, const Shared& ui) const;
  [[nodiscard]] bool same_choices(const Shared& ui) const;
  void apply_language(Shared& ui, std::string& notice);

  settings::SettingsFile settings_;
  settings::SessionFile session_;
  std::string language_folder_, applied_language_, findings_;
  bool crashed_ = false, loaded_ = false;
  settings::Preferences seen_preferences_;
  document::Document seen_document_;
  playback::Moment seen_moment_;
  view::SceneKind seen_scene_ = view::SceneKind::Banks;
  view::FragmentOptions seen_fragment_;
  view::LayoutOptions seen_layouts_;
  session::Session::ClassScores seen_scores_;
  session::Session::LessonPlaces seen_places_;
  bool seen_unsaved_ = false;
  int attempts_ = 0;
  Pending settings_due_, session_due_;
};

} // namespace warpscope::panels
