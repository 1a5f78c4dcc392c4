// The table of keys, and what the longer rows do.
#include "app/panels/window/key_table.h"

#include "app/language/language.h"
#include "app/panels/stage/fragment_pane.h"
#include "app/panels/stage/layouts_pane.h"
#include "app/panels/stage/lens.h"
#include "app/panels/stage/machine_time.h"
#include "app/panels/stage/strip.h"
#include "app/settings/preferences.h"
#include "sim/tiling/tiling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::panels {

namespace {

using C = PanelContext;
constexpr ImGuiKeyChord ctrl = ImGuiMod_Ctrl, shift = ImGuiMod_Shift, alt = ImGuiMod_Alt;

void zoom(C& c, float factor) {
  c.session.settings.zoom = std::clamp(c.session.settings.zoom * factor, settings::smallest_zoom,
                                       settings::largest_zoom);
}
void speed(C& c, double factor) {
  c.session.settings.speed = std::clamp(std::round(c.session.settings.speed * factor), 1.0, 64.0);
}

/// To the scene of this place in the table.
template <std::size_t place> void show(C& c) { show_scene(c, view::scenes()[place].kind); }

void toggle_moment(C& c) {
  if (c.session.time().marks().pin) c.session.time().unpin_moment();
  else c.session.time().pin_moment();
}

/// Nothing on the timeline moves while it is paused: the loop is told.
void switch_loop(C& c) {
  playback::Playhead& time = c.session.time();
  time.switch_loop();
  const playback::TimeMarks& marks = time.marks();
  if (!marks.range) return;
  c.ui.say(marks.looping
               ? language::trf("keys.loop_on", language::arg("first", grouped(marks.range->first + 1)),
                               language::arg("last", grouped(marks.range->last + 1)))
               : std::string(language::tr("keys.loop_off")),
           false);
}

/// A page of the Block scene is a page of time, which runs horizontally.
void page(C& c, float by, bool across) {
  view::StageMove move;
  (across || c.ui.scene == view::SceneKind::Block || c.ui.scene == view::SceneKind::Multiprocessor
       ? move.columns
       : move.rows) = 4 * by;
  c.ui.commands.add(move);
}

/// While there is a lens, it and not the stage comes nearer.
void zoom_stage(C& c, float notches) {
  if (c.ui.stage.lens.on) return zoom_lens(c.ui.stage.lens, notches);
  view::StageMove move;
  move.zoom = notches;
  c.ui.commands.add(move);
}

template <int x, int y> void move_lens(C& c) {
  StageView::Lens& lens = c.ui.stage.lens;
  lens.at.x += static_cast<float>(x) * c.layout.stage.w * .04f;
  lens.at.y += static_cast<float>(y) * c.layout.stage.h * .04f;
}
bool lens_on(const C& c) { return c.ui.stage.lens.on; }

/// One thing at a time: the pen, the lens, the presenter view.
void leave(C& c) {
  if (std::exchange(c.ui.stage.pen, false) || std::exchange(c.ui.stage.lens.on, false)) return;
  c.ui.presenter = false;
}

/// With the pen in the hand the last stroke is the last thing done.
void undo(C& c) {
  std::vector<std::vector<view::Point>>& strokes = c.ui.stage.strokes;
  if (!c.ui.stage.pen && c.session.course() == nullptr) c.session.edit()->undo();
  else if (!strokes.empty()) strokes.pop_back();
}

void around(C& c) {
  view::StageMove move;
  move.back = true;
  c.ui.commands.add(move);
}

/// The presenter has no text to point at: what is cut is restored, as the button on the stage says.
void cut(C& c) {
  if (c.ui.presenter && !c.session.document().cuts.empty()) c.session.edit()->restore_barriers();
  else c.ui.commands.add(Ask::CutBarrier);
}

/// Where phases are shown the key moves by them, like their slider. False: another scene, or nothing is
/// staged.
bool by_phase(C& c, bool forward) {
  const StageView::Pane* shown = c.ui.stage.present();
  if (c.ui.scene != view::SceneKind::Tiling || shown == nullptr || shown->scene != view::SceneKind::Tiling ||
      shown->request.run != c.session.runs().run())
    return false;
  const std::shared_ptr<const tiling::Tiling> tiling = shown->request.run->tiling(
      shown->request.options.tiling.row_lengths);
  const std::size_t now = c.session.time().moment().event;
  std::optional<std::size_t> to;
  for (const tiling::TilingPhase& phase : tiling->phases()) {
    if (forward && phase.first_event > now) {
      to = phase.first_event;
      break;
    }
    if (!forward && phase.first_event < now) to = phase.first_event;
  }
  if (tiling->phases().empty()) return false;
  c.session.play(false);
  if (to) c.session.time().seek_moment({*to, 0});
  else forward ? c.session.time().go_end() : c.session.time().go_home();
  return true;
}
/// Values are for cells: the scene with the array comes to the front with them.
void show_cell_values(C& c) {
  const bool there = c.ui.scene == view::SceneKind::Array;
  c.ui.cell_values = !there || !c.ui.cell_values;
  if (!there) show_scene(c, view::SceneKind::Array);
}

void to_barrier(C& c, bool forward) {
  if (machine_change(c, forward) || by_phase(c, forward)) return;
  forward ? c.session.time().next_barrier() : c.session.time().previous_barrier();
}

void to_stop(C& c, bool forward) {
  playback::Playhead& time = c.session.time();
  if (c.session.document().stops.empty()) c.ui.say(std::string(language::tr("stop.none")), false);
  else if (!(forward ? time.next_stop() : time.previous_stop()))
    c.ui.say(std::string(language::tr(forward ? "stop.no_more" : "stop.none_before")), false);
}

/// In a program: to the launch before or after the one that is looked into. False: there is none of them.
bool go_to_launch(C& c, int by) {
  const std::shared_ptr<const whole::Record>& record = c.session.programs().record();
  if (!c.session.is_program() || !record || record->launches.empty()) return false;
  const auto last = static_cast<int>(record->launches.size()) - 1;
  const int now = static_cast<int>(c.session.programs().looked_into().value_or(0));
  c.session.choose_launch(static_cast<std::size_t>(std::clamp(now + by, 0, last)));
  return true;
}

bool in_kernel(const C& c) { return c.session.document().mode == document::SourceMode::Kernel; }
bool in_program(const C& c) { return c.session.is_program(); }
bool editing_kernel(const C& c) {
  return c.session.document().mode == document::SourceMode::Kernel && !c.ui.presenter;
}

/// To the line before or after that memory instructions are of.
void to_compiled_line(C& c, bool forward) {
  CompiledView& view = c.ui.compiled;
  if (view.lines.empty()) return;
  const auto at = std::lower_bound(view.lines.begin(), view.lines.end(), view.shown);
  auto to = at;
  if (forward) to = at != view.lines.end() && *at == view.shown ? std::next(at) : at;
  else if (at != view.lines.begin()) to = std::prev(at);
  if (to == view.lines.end()) to = std::prev(view.lines.end());
  view.line = *to;
}
bool shows_compiled(const C& c) { return c.ui.compiled.on && in_kernel(c) && !c.ui.presenter; }
/// The arrows are the list of the compiler's lines where it is shown.
bool shows_fragment(const C& c) { return c.ui.scene == view::SceneKind::Fragment && !shows_compiled(c); }

using enum KeyGroup;
using enum KeyScope;

// clang-format off: a row a key
const KeyRow rows[] = {
    // time
    {"play", "space", "keys.play", Time, Plain, {ImGuiKey_Space}, 0, false,
     [](C& c) { c.session.play(!c.session.time().playing()); }},
    {"step_back", "←  →", "keys.step_back", Time, Plain, {ImGuiKey_LeftArrow}, 0, true,
     [](C& c) { machine_step(c, false) || fragment_step(c, false) ? void() : c.session.step_back(); }},
    {"step_forward", "", "", Time, Plain, {ImGuiKey_RightArrow}, 0, true,
     [](C& c) { machine_step(c, true) || fragment_step(c, true) ? void() : c.session.step_forward(); }},
    {"previous_access", "ctrl+←  ctrl+→", "keys.previous_access", Time, Plain,
     {ctrl | ImGuiKey_LeftArrow}, 0, true,
     [](C& c) { go_to_launch(c, -1) ? void() : c.session.time().previous_access(); }},
    {"next_access", "", "", Time, Plain, {ctrl | ImGuiKey_RightArrow}, 0, true,
     [](C& c) { go_to_launch(c, 1) ? void() : c.session.time().next_access(); }},
    {"previous_barrier", "shift+←  shift+→", "keys.previous_barrier", Time, Plain,
     {shift | ImGuiKey_LeftArrow}, 0, true,
     [](C& c) { to_barrier(c, false); }},
    {"next_barrier", "", "", Time, Plain, {shift | ImGuiKey_RightArrow}, 0, true,
     [](C& c) { to_barrier(c, true); }},
    {"home", "home  end", "keys.home", Time, Plain, {ImGuiKey_Home}, 0, false,
     [](C& c) { machine_end(c, false) ? void() : c.session.time().go_home(); }},
    {"end", "", "", Time, Plain, {ImGuiKey_End}, 0, false,
     [](C& c) { machine_end(c, true) ? void() : c.session.time().go_end(); }},
    {"slower", "-  +", "keys.slower", Time, Plain, {}, '-', false, [](C& c) { speed(c, .5); }},
    {"faster", "", "", Time, Plain, {}, '+', false, [](C& c) { speed(c, 2); }},
    {"toggle_stop", "F9", "keys.toggle_stop", Time, Always, {ImGuiKey_F9}, 0, false,
     Ask::ToggleStop, editing_kernel},
    {"previous_stop", "shift+B  B", "keys.previous_stop", Time, Plain, {shift | ImGuiKey_B}, 0, true,
     [](C& c) { to_stop(c, false); }, in_kernel},
    {"next_stop", "", "", Time, Plain, {ImGuiKey_B}, 0, true, [](C& c) { to_stop(c, true); }, in_kernel},
    // marks
    {"loop_in", "[  ]", "keys.loop_in", Marks, Plain, {}, '[', false,
     [](C& c) { c.session.time().loop_in(); }},
    {"loop_out", "", "", Marks, Plain, {}, ']', false, [](C& c) { c.session.time().loop_out(); }},
    {"loop", "L", "keys.loop", Marks, Plain, {ImGuiKey_L}, 0, false,
     switch_loop},
    {"loop_forget", "shift+L", "keys.loop_forget", Marks, Plain, {shift | ImGuiKey_L}, 0, false,
     [](C& c) { c.session.time().forget_loop(); }},
    {"pin", "M  shift+M", "keys.pin", Marks, Plain, {ImGuiKey_M}, 0, false, toggle_moment,
     [](const C& c) { return c.ui.scene != view::SceneKind::Cache; }},
    {"to_pin", "", "", Marks, Plain, {shift | ImGuiKey_M}, 0, false,
     [](C& c) {
       c.session.play(false);
       c.session.time().seek_moment(*c.session.time().marks().pin);
     },
     [](const C& c) { return c.session.time().marks().pin.has_value(); }},
    {"record", "", "", Marks, Plain, {ImGuiKey_R}, 0, false, Ask::RecordMoment,
     [](const C& c) { return c.session.records() && c.session.course() == nullptr; }},
    {"predict", "R", "keys.predict", Marks, Plain, {ImGuiKey_R}, 0, false,
     [](C& c) { c.session.counts_hidden() ? c.session.reveal() : c.session.ask(); },
     [](const C& c) { return c.session.course() == nullptr && !c.session.records(); }},
    {"values", "V", "keys.values", Marks, Plain, {ImGuiKey_V}, 0, false,
     [](C& c) {
       c.ui.results = c.ui.results == ResultsTab::Values ? ResultsTab::Table : ResultsTab::Values;
       c.ui.results_asked = c.ui.results == ResultsTab::Values;
     },
     [](const C& c) { return !c.ui.presenter; }},
    {"show_me", "Q", "keys.show_me", Marks, Plain, {ImGuiKey_Q}, 0, false, show_me,
     [](const C& c) { return c.layout.lesson.h > 0; }},
    // the stage
    {"compare", "ctrl+P", "keys.compare", Stage, Always, {ctrl | ImGuiKey_P}, 0, false, toggle_compare},
    {"scroll_up", "pgup  pgdn", "keys.scroll_up", Stage, Plain, {ImGuiKey_PageUp}, 0, true,
     [](C& c) { page(c, -1, false); }},
    {"scroll_down", "", "", Stage, Plain, {ImGuiKey_PageDown}, 0, true,
     [](C& c) { page(c, 1, false); }},
    {"scroll_left", "shift+pgup  pgdn", "keys.scroll_left", Stage, Plain,
     {shift | ImGuiKey_PageUp}, 0, true, [](C& c) { page(c, -1, true); }},
    {"scroll_right", "", "", Stage, Plain, {shift | ImGuiKey_PageDown}, 0, true,
     [](C& c) { page(c, 1, true); }},
    {"nearer", "Z  shift+Z", "keys.nearer", Stage, Plain, {ImGuiKey_Z}, 0, true,
     [](C& c) { zoom_stage(c, 1); }},
    {"farther", "", "", Stage, Plain, {shift | ImGuiKey_Z}, 0, true,
     [](C& c) { zoom_stage(c, -1); }},
    {"around", "0", "keys.around", Stage, Plain, {ImGuiKey_0, ImGuiKey_Keypad0}, 0, false,
     around},
    {"cell_values", "shift+V", "keys.cell_values", Stage, Plain, {shift | ImGuiKey_V}, 0, false,
     show_cell_values},
    {"compiled", "C  ↑  ↓", "keys.compiled", Stage, Plain, {ImGuiKey_C}, 0, false,
     [](C& c) { c.ui.compiled.on = !c.ui.compiled.on; }, editing_kernel},
    {"compiled_before", "", "", Stage, Plain, {ImGuiKey_UpArrow}, 0, true,
     [](C& c) { to_compiled_line(c, false); }, shows_compiled},
    {"compiled_after", "", "", Stage, Plain, {ImGuiKey_DownArrow}, 0, true,
     [](C& c) { to_compiled_line(c, true); }, shows_compiled},
    {"presenter", "F5", "keys.presenter", Stage, Always, {ImGuiKey_F5}, 0, false,
     [](C& c) { c.ui.presenter = !c.ui.presenter, c.ui.stage.pen = false; }},
    {"pen", "P  E", "keys.pen", Stage, Plain, {ImGuiKey_P}, 0, false,
     [](C& c) { c.ui.stage.pen = !c.ui.stage.pen; }, [](const C& c) { return c.ui.presenter; }},
    {"erase_pen", "", "", Stage, Plain, {ImGuiKey_E}, 0, false,
     [](C& c) { c.ui.stage.strokes.clear(); }, [](const C& c) { return c.ui.presenter; }},
    {"layout_unit", "", "", Stage, Plain, {ImGuiKey_U}, 0, false, toggle_layout_unit,
     [](const C& c) { return c.ui.scene == view::SceneKind::Layouts; }},
    {"cache_names", "", "", Stage, Plain, {ImGuiKey_M}, 0, false, next_cache_names,
     [](const C& c) { return c.ui.scene == view::SceneKind::Cache; }},
    {"fragment_before", "", "", Stage, Plain, {ImGuiKey_UpArrow}, 0, true,
     [](C& c) { fragment_lane(c, false); }, shows_fragment},
    {"fragment_after", "", "", Stage, Plain, {ImGuiKey_DownArrow}, 0, true,
     [](C& c) { fragment_lane(c, true); }, shows_fragment},
    {"lesson", "ctrl+L  →  ←  Q  A  B  C", "keys.lesson", Stage, Always, {ctrl | ImGuiKey_L}, 0, false,
     Ask::GoOnWithLesson},
    {"lens", "G  alt+← → ↑ ↓", "keys.lens", Stage, Plain, {ImGuiKey_G}, 0, false,
     [](C& c) { c.ui.stage.lens.on = !c.ui.stage.lens.on; }},
    {"lens_left", "", "", Stage, Always, {alt | ImGuiKey_LeftArrow}, 0, true,
     move_lens<-1, 0>, lens_on},
    {"lens_right", "", "", Stage, Always, {alt | ImGuiKey_RightArrow}, 0, true, move_lens<1, 0>, lens_on},
    {"lens_up", "", "", Stage, Always, {alt | ImGuiKey_UpArrow}, 0, true, move_lens<0, -1>, lens_on},
    {"lens_down", "", "", Stage, Always, {alt | ImGuiKey_DownArrow}, 0, true, move_lens<0, 1>, lens_on},
    {"run_program", "ctrl+R", "keys.run_program", Window, Always, {ctrl | ImGuiKey_R}, 0, false,
     [](C& c) { c.session.run_program(); }, in_program},
    {"leave", "", "", Stage, Plain, {ImGuiKey_Escape}, 0, false,
     leave,
     [](const C& c) { return c.ui.presenter || c.ui.stage.lens.on; }},
    {"full_screen", "F11", "keys.full_screen", Stage, Always, {ImGuiKey_F11}, 0, false,
     Ask::FullScreen},
    // the window
    {"undo", "ctrl+Z  ctrl+Y", "keys.undo", Window, Always, {ctrl | ImGuiKey_Z}, 0, true,
     undo},
    {"redo", "", "", Window, Always, {ctrl | ImGuiKey_Y, ctrl | shift | ImGuiKey_Z}, 0, true,
     [](C& c) { c.session.edit()->redo(); }},
    {"open", "ctrl+O  ctrl+S  ctrl+shift+S", "keys.open", Window, Always, {ctrl | ImGuiKey_O}, 0,
     false, Ask::Open},
    {"save", "", "", Window, Always, {ctrl | ImGuiKey_S}, 0, false, Ask::Save},
    {"save_as", "", "", Window, Always, {ctrl | shift | ImGuiKey_S}, 0, false,
     Ask::SaveAs},
    {"find", "ctrl+F  ctrl+G", "keys.find", Window, Always, {ctrl | ImGuiKey_F}, 0, false,
     Ask::Find, editing_kernel},
    {"go_to_line", "", "", Window, Always, {ctrl | ImGuiKey_G}, 0, false,
     Ask::GoToLine, editing_kernel},
    {"next_message", "F8", "keys.next_message", Window, Always, {ImGuiKey_F8}, 0, false,
     Ask::NextMessage, editing_kernel},
    {"cut", "ctrl+B", "keys.cut", Window, Always, {ctrl | ImGuiKey_B}, 0, false, cut, in_kernel},
    {"export", "ctrl+E", "keys.export", Window, Always, {ctrl | ImGuiKey_E}, 0, false,
     Ask::Export},
    {"measure", "ctrl+enter", "keys.measure", Window, Always,
     {ctrl | ImGuiKey_Enter, ctrl | ImGuiKey_KeypadEnter}, 0, false, Ask::Measure,
     [](const C& c) { return !c.ui.presenter; }},
    {"larger", "ctrl+=  ctrl+-  ctrl+0", "keys.larger", Window, Always,
     {ctrl | ImGuiKey_Equal, ctrl | shift | ImGuiKey_Equal, ctrl | ImGuiKey_KeypadAdd}, 0,
     true, [](C& c) { zoom(c, 1.1f); }},
    {"smaller", "", "", Window, Always, {ctrl | ImGuiKey_Minus, ctrl | ImGuiKey_KeypadSubtract}, 0,
     true, [](C& c) { zoom(c, 1 / 1.1f); }},
    {"normal", "", "", Window, Always, {ctrl | ImGuiKey_0}, 0, false,
     [](C& c) { c.session.settings.zoom = 1; }},
    {"menu", "F10", "keys.menu", Window, Always, {ImGuiKey_F10}, 0, false,
     [](C& c) {
       c.ui.commands.add(Ask::Menu);
       ImGui::SetNavCursorVisible(true); // the arrows continue from its first row
     },
     [](const C& c) { return !c.ui.presenter; }},
    {"help", "?", "keys.help", Window, Plain, {}, '?', false, Ask::Help},
    {"next_field", "tab  esc  ctrl+tab", "keys.next_field", Window, Plain, {}, 0, false, nullptr},
};
// clang-format on

} // namespace

namespace {

/// The digits 1 to 9 for the scenes, in the order of their tabs. The first row tells of all of them.
template <std::size_t... places> std::array<KeyRow, 9> scene_rows(std::index_sequence<places...>) {
  return {KeyRow{"",
                 "",
                 "",
                 Stage,
                 Plain,
                 {static_cast<ImGuiKeyChord>(ImGuiKey_1 + static_cast<int>(places)),
                  static_cast<ImGuiKeyChord>(ImGuiKey_Keypad1 + static_cast<int>(places))},
                 0,
                 false,
                 show<places>}...};
}

/// The rows above with those of the scenes as the first of the stage's.
std::vector<KeyRow> all_rows() {
  static std::vector<std::string> texts; // that the rows point to
  const std::array<KeyRow, 9> digits = scene_rows(std::make_index_sequence<9>());
  const std::size_t scenes = std::min(view::scenes().size(), digits.size());
  texts.reserve(scenes + 1);
  std::string& shown = texts.emplace_back("1");
  for (std::size_t i = 1; i < scenes; ++i) shown += "  " + std::to_string(i + 1);
  std::vector<KeyRow> all(std::begin(rows), std::end(rows));
  const auto at = std::find_if(all.begin(), all.end(), [](const KeyRow& row) { return row.group == Stage; });
  std::vector<KeyRow> of_scenes(digits.begin(), digits.begin() + static_cast<std::ptrdiff_t>(scenes));
  for (std::size_t i = 0; i < scenes; ++i)
    of_scenes[i].id = texts.emplace_back("scene_" + std::string(view::scenes()[i].id)).c_str();
  of_scenes.front().shown = shown.c_str();
  of_scenes.front().text = "keys.scene_banks";
  all.insert(at, of_scenes.begin(), of_scenes.end());
  return all;
}

} // namespace

std::span<const KeyRow> key_table() {
  static const std::vector<KeyRow> all = all_rows();
  return all;
}

const char* title_of(KeyGroup group) {
  constexpr const char* titles[] = {"keys.time", "keys.marks", "keys.stage", "keys.window"};
  return titles[static_cast<std::size_t>(group)];
}

} // namespace warpscope::panels
