// Reads settings and session at the start, writes them at rest.
#include "app/panels/window/keeper.h"

#include "app/document/file_form.h"
#include "app/document/files.h"
#include "app/language/language.h"
#include "app/view/scene_choices.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace warpscope::panels {

namespace {

/// A restored session that lived this long is not what ends the app.
constexpr double safe_after = 10;

void append(std::string& sentences, std::string_view sentence) {
  if (sentence.empty()) return;
  if (!sentences.empty()) sentences += ' ';
  sentences += sentence;
}

settings::Preferences preferences_of(const session::Session& session, const Shared& ui) {
  settings::Preferences p = ui.preferences;
  p.dark = session.settings.dark;
  p.zoom = session.settings.zoom;
  p.reduce_motion = session.settings.reduce_motion;
  p.speed = session.settings.speed;
  p.programs = session.known_program_options();
  return p;
}

/// Empty: it is none of those that travel with the program.
std::string title_of_lesson(const std::string& id) {
  for (const lesson::CourseTitle& one : lesson::course_titles())
    if (one.id == id) return one.title;
  return {};
}

} // namespace

Keeper::Keeper(const settings::Folders& folders)
    : settings_(folders.config), session_(folders.state), language_folder_(folders.languages()),
      applied_language_(language::english) {}

void Keeper::load_settings(session::Session& session, Shared& ui) {
  ui.preferences = settings_.load(findings_);
  session.settings.dark = ui.preferences.dark;
  session.settings.zoom = ui.preferences.zoom;
  session.settings.reduce_motion = ui.preferences.reduce_motion;
  session.settings.speed = ui.preferences.speed;
  session.know_program_options(ui.preferences.programs);
  apply_language(ui, findings_);
}

void Keeper::load_session(session::Session& session, Shared& ui, bool resume) {
  settings::SessionFile::Opened opened = session_.open(resume);
  append(findings_, opened.notice);
  if (opened.kept_for_later) append(findings_, language::tr("session.kept"));
  if (opened.second) append(findings_, language::tr("session.second"));
  if (!opened.saved) return;
  session.know_class_scores(opened.saved->scores);
  session.know_lesson_places(opened.saved->places);
  if (resume) ui.lesson_left = opened.saved->lesson;
  document::SavedSession& saved = *opened.saved;
  document::Document& d = saved.document;
  std::optional<std::string> on_disk;
  if (!d.lab.empty()) {
    if (const document::LabEntry* lab = session.catalog().find_lab(d.lab)) on_disk = lab->text;
  } else if (!d.kernel_folder.empty()) {
    // The file may have been changed or removed since then; text that was never saved stays as it was.
    const document::OpenedFile file = document::open_source(d.kernel_file);
    if (file.error.empty()) {
      document::DecodedText decoded = document::decode(file.text);
      on_disk = std::move(decoded.text);
      if (decoded.form != document::FileForm{})
        d.file_form = std::make_shared<const document::FileForm>(std::move(decoded.form));
    } else append(findings_, language::trf("session.file_gone", language::arg("file", d.kernel_file)));
  } else if (!saved.unsaved) {
    on_disk = *d.kernel_text;
  }
  if (!saved.unsaved && on_disk) d.kernel_text = std::make_shared<const std::string>(*on_disk);
  session.edit()->restore(std::move(d), saved.moment, std::move(on_disk));
  session.play(false); // the playhead stays where it was
  if (const std::optional<view::SceneKind> scene = view::scene_by_id(saved.scene)) ui.scene = *scene;
  append(findings_, view::take_scene_choices(ui.fragment, ui.layouts, saved.scenes, true));
  crashed_ = opened.crashed;
  if (!crashed_) return;
  attempts_ = saved.attempts + 1;
  append(findings_, session_.save(snapshot(session, ui)));
}

void Keeper::say_findings(Shared& ui) {
  if (crashed_) {
    append(findings_, language::tr("session.back"));
    ui.commands.add(Notice{std::exchange(findings_, {}), false, std::string(language::tr("session.discard")),
                           Ask::StartOver});
  } else if (!findings_.empty()) {
    ui.say(std::exchange(findings_, {}), true);
  } else if (const std::string title = title_of_lesson(ui.lesson_left); !title.empty()) {
    ui.commands.add(Notice{language::trf("course.was_left", language::arg("lesson", title)), false,
                           std::string(language::tr("course.go_on")), Ask::GoOnWithLesson});
  }
}

document::SavedSession Keeper::snapshot(const session::Session& session, const Shared& ui) const {
  document::SavedSession s;
  s.document = session.document();
  if (!s.document.kernel_folder.empty()) { // the next start may be in another folder
    s.document.kernel_file = settings::absolute_path(s.document.kernel_file);
    s.document.kernel_folder = settings::absolute_path(s.document.kernel_folder);
  }
  s.moment = session.time().moment();
  for (const view::SceneInfo& scene : view::scenes())
    if (scene.kind == ui.scene) s.scene = scene.id;
  s.unsaved = session.edits().unsaved();
  s.running = true;
  s.attempts = attempts_;
  s.scores = session.class_scores();
  s.places = session.lesson_places();
  if (session.course() != nullptr) s.lesson = session.course()->lesson().id;
  s.scenes = view::scene_choices(ui.fragment, ui.layouts);
  return s;
}

void Keeper::apply_language(Shared& ui, std::string& notice) {
  if (ui.preferences.language == applied_language_) return;
  applied_language_ = ui.preferences.language;
  append(notice, language::choose_language(language_folder_, applied_language_));
}

/// What the pointer is on is no choice.
bool Keeper::same_choices(const Shared& ui) const {
  view::FragmentOptions fragment = ui.fragment;
  fragment.pointed = seen_fragment_.pointed;
  return fragment == seen_fragment_ && ui.layouts == seen_layouts_;
}

void Keeper::look(const session::Session& session, Shared& ui, const WindowPlace& place, double now) {
  std::string notice;
  apply_language(ui, notice);
  if (place.width > 0) {
    ui.preferences.window_width = place.width;
    ui.preferences.window_height = place.height;
    ui.preferences.window_x = place.x;
    ui.preferences.window_y = place.y;
  }
  ui.preferences.window_maximized = place.maximized;

  const settings::Preferences preferences = preferences_of(session, ui);
  const bool moved = !session.time().playing() && session.time().moment() != seen_moment_;
  const bool edited = session.document() != seen_document_ || session.edits().unsaved() != seen_unsaved_ ||
                      ui.scene != seen_scene_ || session.class_scores() != seen_scores_ ||
                      session.lesson_places() != seen_places_ || !same_choices(ui);
  if (loaded_ && preferences != seen_preferences_) settings_due_.touch(now);
  if (loaded_ && (moved || edited)) session_due_.touch(now);
  // A file that was opened is written down at once: who is killed now finds it again.
  if (loaded_ ? session.document().kernel_file != seen_document_.kernel_file : session.edits().has_file())
    session_due_.hurry(now);
  if (!loaded_ || moved || edited) {
    seen_document_ = session.document();
    seen_moment_ = session.time().moment();
    seen_scene_ = ui.scene;
    seen_fragment_ = ui.fragment;
    seen_layouts_ = ui.layouts;
    seen_scores_ = session.class_scores();
    seen_places_ = session.lesson_places();
    seen_unsaved_ = session.edits().unsaved();
  }
  seen_preferences_ = preferences;
  loaded_ = true;
  if (attempts_ > 0 && now > safe_after) {
    attempts_ = 0;
    session_due_.touch(now - 1);
  }
  if (settings_due_.due() >= 0 && now >= settings_due_.due()) {
    append(notice, settings_.save(preferences));
    settings_due_.done();
  }
  if (session_due_.due() >= 0 && now >= session_due_.due()) {
    append(notice, session_.save(snapshot(session, ui)));
    session_due_.done();
  }
  if (!notice.empty()) ui.say(std::move(notice), true);
}

double Keeper::due_in(double now) const {
  double due = -1;
  const auto sooner = [&](double at) {
    if (at >= 0 && (due < 0 || at < due)) due = at;
  };
  sooner(settings_due_.due());
  sooner(session_due_.due());
  if (attempts_ > 0) sooner(safe_after);
  return due < 0 ? -1 : std::max(.01, due - now);
}

void Keeper::finish(const session::Session& session, Shared& ui) {
  (void)settings_.save(preferences_of(session, ui));
  document::SavedSession last = snapshot(session, ui);
  // Quitting with unsaved text was confirmed: it is discarded.
  if (last.unsaved) {
    last.document.headers.clear();
    last.document.kernel_text = session.edits().saved_text();
    if (!last.document.kernel_text) { // it was never in a file
      last.document.kernel_text = std::make_shared<const std::string>();
      last.document.kernel_file.clear();
      last.document.mode = document::SourceMode::Expression;
    }
  }
  last.unsaved = false;
  (void)session_.close(std::move(last));
}

} // namespace warpscope::panels
