// Operations on the document that need to know what came of it: the run's header, its buffers, the kernel
// around an expression, what the probes answered.
#include "app/language/language.h"
#include "app/session/session.h"

#include <algorithm>

namespace warpscope::session {

void Session::set_example(const results::Example& example) {
  edit()->set_fields(example.expression, example.declaration);
}

void Session::apply(const results::Remedy& remedy) { edit()->replace(remedy.after); }

void Session::show_as_kernel() {
  if (!runs_.simulated_text().empty()) edit()->show_as_kernel(runs_.simulated_text());
}

std::string Session::save_file(const std::string& path) {
  know_program_options(path, program_options_); // they are kept under its new name
  return edit()->save_file(path, runs_.simulated_text());
}

std::string Session::set_row_length(const std::string& buffer, std::string_view typed) {
  static const std::vector<run::PlacedBuffer> none;
  return edit()->set_row_length(runs_.shown() ? runs_.picture()->buffers : none, buffer, typed);
}

document::SharedText Session::share(std::string_view scene) const {
  return document::share_text(document(), scene, time_.step());
}

std::string Session::state_line(std::string_view scene, document::SceneChoices choices) const {
  document::State state;
  state.shown.document = document();
  state.shown.moment = time_.moment();
  state.shown.scene = scene;
  state.shown.scenes = std::move(choices);
  if (const results::Pinned* a = pair_.pinned()) {
    state.pinned.emplace();
    state.pinned->document = a->document;
    state.pinned->moment = a->moment;
  }
  return document::state_line(state, catalog());
}

bool Session::take_state_line(std::string_view line) {
  std::optional<document::State> state = document::state_of_line(line, document(), catalog());
  if (!state) return false;
  unpin();
  pasted_b_.reset();
  if (!state->shown.scene.empty())
    events_.push_back({Event::Kind::ShowScene, state->shown.scene, state->shown.scenes, true});
  if (!state->pinned) {
    take_state(std::move(state->shown));
    return true;
  }
  take_state(std::move(*state->pinned));
  pasted_b_ = std::move(state->shown);
  follow_pasted(); // A may be on the stage already
  return true;
}

void Session::take_state(document::SavedSession state) {
  time_.pause();
  edit()->paste(std::move(state.document), state.moment);
}

void Session::follow_pasted() {
  if (!pasted_b_ || is_running()) return;
  document::SavedSession b = std::move(*pasted_b_);
  pasted_b_.reset();
  (void)pin(); // an A that does not compile is none
  take_state(std::move(b));
}

std::vector<document::Parameter> Session::parameters() const {
  const source::Scenario* header = scenario();
  if (document().mode != document::SourceMode::Kernel || header == nullptr) return {};
  return document::parameters_of(document(), *header);
}

const std::vector<document::LaunchKnob>& Session::knobs() const {
  const run::Result* picture = runs_.picture();
  if (document().mode != document::SourceMode::Kernel || picture == nullptr) knobs_.clear();
  else if (!runs_.stale() && picture->scenario.text == *document().kernel_text)
    knobs_ = document::launch_knobs(*document().kernel_text, picture->scenario, picture->launch);
  return knobs_;
}

void Session::turn_knob(const std::string& name, std::int64_t value) {
  const run::Result* picture = runs_.picture();
  if (picture == nullptr || runs_.stale() || picture->scenario.text != *document().kernel_text)
    return; // the positions of the former knobs do not apply to this text
  for (const document::LaunchKnob& knob : knobs())
    if (knob.name == name && knob.turns && knob.value != value) {
      edit()->turn(knob, value);
      return;
    }
}

void Session::set_sweep_point(std::size_t index) {
  const jobs::Sweep* sweep = runs_.sweep();
  if (sweep == nullptr || index >= sweep->points.size()) return;
  const jobs::SweepPoint point = sweep->points[index]; // an edit plans the sweep anew
  if (sweep->subject.kind == jobs::SweepSubject::Kind::Parameter)
    edit()->set_choice(std::string(sweep->subject.id), point.value);
  else edit()->set_fields(point.after.expression, point.after.declaration);
}

Dim3 Session::block() const {
  const run::Result* picture = runs_.picture();
  if (picture != nullptr && !runs_.stale()) return picture->launch.block;
  std::string ignored;
  if (document().mode == document::SourceMode::Expression)
    if (const std::optional<Dim3> typed = document::parse_block(document().block, ignored)) return *typed;
  return picture != nullptr ? picture->launch.block : Dim3{32, 1, 1};
}

std::uint32_t Session::warps() const {
  const std::uint64_t threads = block().count();
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>((threads + 31) / 32, 1, 32));
}

results::Offers::Of Session::offers_of() const {
  results::Offers::Of of;
  of.revision = edits_.revision();
  of.shown = runs_.stale() ? nullptr : runs_.shown();
  of.answered = runs_.answered();
  of.site = time_.site();
  of.warp = warp();
  of.hidden = counts_hidden();
  of.language = language::chosen_language().data();
  return of;
}

const std::vector<results::Example>& Session::examples() const {
  return offers_.examples(offers_of(), document_to_run(), edits_.device(), runs_.answers());
}

const std::vector<results::Remedy>& Session::remedies() const {
  return offers_.remedies(offers_of(), document_to_run(), edits_.device(), runs_.answers());
}

} // namespace warpscope::session
