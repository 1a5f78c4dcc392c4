// Every row of the key table is pressed, each of its keys, and does what it says. A row without a check here
// fails.
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#define GLFW_INCLUDE_NONE
#include "app/panels/window/key_table.h"
#include "imgui_internal.h"
#include "sim/tiling/tiling.h"
#include "tests/ui/ui_driver.h"

#include <GLFW/glfw3.h>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

constexpr std::uint64_t middle = 500; ///< of transpose_tile's 1,121 steps: the fourth step of a read by warp
                                      ///< 3

session::Session& session() { return gui()->session(); }
panels::Shared& ui() { return gui()->ui(); }
trace::StepKind kind_now() {
  return session().time().playback().trace()->event(session().time().moment().event).kind;
}
bool popup_open() {
  return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

// With a launch in its header: without one the missing grid is said, which has no line and no plate.
constexpr const char* two_mistakes = "/* warpscope\nkernel = \"k\"\ngrid = [1]\nblock = [64]\n[args]\n"
                                     "p = \"zero[64]\"\n*/\n"
                                     "__global__ void k(float *p) {\n  int a = ;\n  int b = ;\n}\n";
std::optional<float> plate_before;
/// Where the plate with the compiler's message is; 0: there is none.
float plate_y() {
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if (window->WasActive && std::string_view(window->Name).find("##message") != std::string_view::npos)
      return window->Pos.y;
  return 0;
}

view::Picture seen; ///< what was on the stage before the key

std::uint32_t line_now() {
  const std::uint32_t site = session().time().site();
  return site == ~0u ? 0 : session().time().run()->program().sites[site].span.line;
}

struct Check {
  std::function<void()> before;
  std::function<bool()> after; ///< asked for some frames, until it is true
  bool closes = false;         ///< a dialog opens: escape closes it
};

std::map<std::string, Check> checks() {
  const auto scene = [](view::SceneKind from, view::SceneKind to) {
    return Check{[=] { ui().scene = from; }, [=] { return ui().scene == to; }, false};
  };
  const auto zoomed = [](float from, bool (*good)(float)) {
    return Check{[=] { session().settings.zoom = from; }, [=] { return good(session().settings.zoom); },
                 false};
  };
  // The block, as near as `notches` and moved by `columns`; then the key changes what is in sight.
  const auto moves = [](float notches, float columns) {
    return Check{[=] {
                   ui().scene = view::SceneKind::Block;
                   view::StageMove move;
                   move.zoom = notches;
                   move.columns = columns;
                   ui().commands.add(move);
                 },
                 [] { return !(*ui().stage.picture == seen); }, false};
  };
  static std::optional<view::Point> lens_before;
  const auto lens_moves = [](float x, float y) {
    return Check{[] {
                   ui().stage.lens.on = true;
                   lens_before.reset();
                 },
                 [=] {
                   const view::Point at = ui().stage.lens.at;
                   if (!lens_before) lens_before = at;
                   return x * (at.x - lens_before->x) + y * (at.y - lens_before->y) > 0;
                 },
                 false};
  };
  static std::uint64_t event_before = 0;
  static bool asked = false;
  const auto nothing = [] {};
  const auto pad = [] { session().edit()->set_choice("PAD", "1"); };
  std::map<std::string, Check> all = {
      {"record",
       {[] {
          session().time().seek(middle);
          session().start_recording();
        },
        [] {
          if (session().recording().moments.empty()) return false;
          session().stop_recording();
          return true;
        }}},
      {"play", {nothing, [] { return session().time().playing(); }}},
      {"step_back", {nothing, [] { return session().time().step() == middle - 1; }}},
      {"step_forward", {nothing, [] { return session().time().step() == middle + 1; }}},
      {"previous_access",
       {[] { event_before = session().time().moment().event; },
        [] { return session().time().moment() == (playback::Moment{event_before, 0}); }}},
      {"next_access",
       {[] { event_before = session().time().moment().event; },
        [] {
          return session().time().moment().event > event_before && session().time().moment().wavefront == 0;
        }}},
      {"previous_barrier",
       {nothing,
        [] { return kind_now() == trace::StepKind::BarrierRelease && session().time().step() < middle; }}},
      {"next_barrier",
       {[] { session().time().seek(0); },
        [] { return kind_now() == trace::StepKind::BarrierRelease && session().time().step() > 0; }}},
      {"cell_values",
       {[] {
          ui().scene = view::SceneKind::Array;
          ui().cell_values = false;
        },
        [] { return ui().cell_values && ui().stage.present()->request.options.values; }}},
      {"layout_unit",
       {[] {
          ui().scene = view::SceneKind::Layouts;
          ui().layouts = {};
        },
        [] { return ui().layouts.unit == layouts::Unit::Bytes; }}},
      {"cache_names",
       {[] {
          ui().scene = view::SceneKind::Cache;
          ui().machine.names = view::CacheNames::Line;
        },
        [] { return ui().machine.names == view::CacheNames::Warp; }}},
      {"fragment_before",
       {[] {
          ui().scene = view::SceneKind::Fragment;
          ui().fragment = {};
        },
        [] { return ui().fragment.lane == 21; }}},
      {"fragment_after",
       {[] {
          ui().scene = view::SceneKind::Fragment;
          ui().fragment = {};
        },
        [] { return ui().fragment.lane == 23; }}},
      {"home", {nothing, [] { return session().time().step() == 0; }}},
      {"end", {nothing, [] { return session().time().step() + 1 == session().time().track().steps(); }}},
      {"toggle_stop", {nothing, [] { return session().document().stops.size() == 1; }}},
      {"next_stop",
       {[] {
          session().time().seek(0);
          session().edit()->set_stop({42});
        },
        [] { return session().time().step() > 0 && line_now() == 42; }}},
      {"previous_stop",
       {[] { session().edit()->set_stop({42}); },
        [] { return session().time().step() < middle && line_now() == 42; }}},
      {"slower", {[] { session().settings.speed = 4; }, [] { return session().settings.speed == 2; }}},
      {"faster", {[] { session().settings.speed = 4; }, [] { return session().settings.speed == 8; }}},
      {"loop_in",
       {nothing,
        [] {
          return session().time().marks().range ==
                 playback::LoopRange{middle, session().time().track().steps() - 1};
        }}},
      {"loop_out",
       {nothing, [] { return session().time().marks().range == playback::LoopRange{0, middle}; }}},
      {"loop", {nothing, [] { return session().time().marks().looping; }}},
      {"loop_forget",
       {[] { session().time().loop_range(3, 9); }, [] { return !session().time().marks().range; }}},
      {"pin", {nothing, [] { return session().time().marks().pin == session().time().moment(); }}},
      {"to_pin",
       {[] {
          session().time().seek(300);
          session().time().pin_moment();
          session().time().seek(700);
        },
        [] { return session().time().step() == 300; }}},
      {"predict", {nothing, [] { return session().counts_hidden(); }}},
      {"values",
       {[] { ui().results = panels::ResultsTab::Table; },
        [] { return ui().results == panels::ResultsTab::Values; }}},
      {"show_me", {nothing, [] { return session().lesson_state() != lesson::Tutor::State::Asked; }}},
      {"compare", {nothing, [] { return session().pair().pinned() != nullptr; }}},
      {"scroll_up", moves(6, 4)},
      {"scroll_down", moves(6, 0)},
      {"scroll_left", moves(6, 4)},
      {"scroll_right", moves(6, 0)},
      {"nearer", moves(0, 0)},
      {"farther", moves(6, 0)},
      {"around", moves(6, 8)},
      {"presenter", {nothing, [] { return ui().presenter; }}},
      {"leave", {[] { ui().presenter = true; }, [] { return !ui().presenter; }}},
      {"compiled", {nothing, [] { return ui().compiled.on; }}},
      {"compiled_before", {[] { ui().compiled.on = true; }, [] { return ui().compiled.line != 0; }}},
      {"compiled_after", {[] { ui().compiled.on = true; }, [] { return ui().compiled.line != 0; }}},
      {"lens", {nothing, [] { return ui().stage.lens.picture != nullptr; }}},
      {"lesson", {nothing, [] { return session().course() != nullptr; }}},
      {"lens_left", lens_moves(-1, 0)},
      {"lens_right", lens_moves(1, 0)},
      {"lens_up", lens_moves(0, -1)},
      {"lens_down", lens_moves(0, 1)},
      {"pen", {[] { ui().presenter = true; }, [] { return ui().stage.pen; }}},
      {"erase_pen",
       {[] {
          ui().presenter = true;
          ui().stage.strokes = {{{.4f, .4f}, {.6f, .5f}}};
        },
        [] { return ui().stage.strokes.empty(); }}},
      {"full_screen", {nothing, [] { return glfwGetWindowMonitor(gui()->window()) != nullptr; }}},
      {"run_program",
       {[] { session().edit()->set_kernel_text("int main() {}"); },
        [] { return session().programs().busy(); }}},
      {"undo", {pad, [] { return session().document().choices.empty(); }}},
      {"redo",
       {[=] {
          pad();
          session().edit()->undo();
        },
        [] { return session().document().choices.size() == 1; }}},
      {"open", {nothing, popup_open, true}},
      {"save", {nothing, popup_open, true}},
      {"save_as", {nothing, popup_open, true}},
      {"menu", {nothing, popup_open, true}},
      {"cut", {nothing, [] { return session().document().cuts.size() == 1; }}},
      {"export", {nothing, popup_open, true}},
      // The plate with the message stands under its line.
      {"next_message",
       {[] {
          session().edit()->set_kernel_text(two_mistakes);
          plate_before.reset();
        },
        [] {
          if (!plate_before) plate_before = plate_y();
          return plate_y() > *plate_before;
        }}},
      {"find", {nothing, [] { return ImGui::GetIO().WantTextInput; }, true}},
      {"go_to_line", {nothing, [] { return ImGui::GetIO().WantTextInput; }, true}},
      {"help", {nothing, popup_open, true}},
      {"measure",
       {[] {
          gui()->measuring().allowed.clear();
          ui().results = panels::ResultsTab::Table;
          asked = false;
        },
        [] { // it asks before the first use of a command
          if (gui()->measuring().phase() != measuring::Measuring::Phase::Asking ||
              ui().results != panels::ResultsTab::Measured)
            return asked;
          gui()->measuring().answer(session(), false);
          ui().results = panels::ResultsTab::Table;
          return asked = true;
        }}},
      {"larger", zoomed(1, [](float zoom) { return zoom > 1.05f; })},
      {"smaller", zoomed(1, [](float zoom) { return zoom < .95f; })},
      {"normal", zoomed(1.5f, [](float zoom) { return zoom == 1; })},
  };
  for (const view::SceneInfo& info : view::scenes())
    all["scene_" + std::string(info.id)] = scene(
        info.kind == view::SceneKind::Banks ? view::SceneKind::Array : view::SceneKind::Banks, info.kind);
  return all;
}

/// transpose_tile, paused in the middle, nothing marked, no field with the focus.
void prepare(ImGuiTestContext* c) {
  if (popup_open()) c->KeyPress(ImGuiKey_Escape);
  session::Session& s = session();
  s.leave_lesson();
  ui().presenter = false;
  s.edit()->set_lab("transpose_tile");
  IM_CHECK(settle(c));
  s.settings = session::Settings{};
  s.reveal();
  s.dismiss_verdict();
  s.time().set_marks({});
  s.play(false);
  s.unpin();
  ui().presenter = false;
  ui().compiled = {};
  ui().stage.lens = {};
  for (const view::SceneKind kind : {view::SceneKind::Block, view::SceneKind::Banks}) { // each scene keeps
                                                                                        // how near it is
    ui().scene = kind;
    view::StageMove back;
    back.back = true;
    ui().commands.add(back);
    c->Yield(2);
  }
  ui().preferences.panes.show_source = true;
  if (glfwGetWindowMonitor(gui()->window()) != nullptr) ui().commands.add(panels::Ask::FullScreen);
  s.time().seek(middle);
  ImGui::ClearActiveID();
  c->Yield(4);
  c->WindowFocus("//timeline");
  c->Yield(2);
}

class KeysUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
  void TearDown() override {
    if (gui() == nullptr) return;
    session().reveal();
    session().time().set_marks({});
    ui().presenter = false;
    ui().compiled = {};
  }
};

TEST_F(KeysUi, EveryRowHasACheckAndATextOrAPartner) {
  const std::map<std::string, Check> known = checks();
  std::set<std::string> ids;
  for (const panels::KeyRow& row : panels::key_table()) {
    EXPECT_TRUE(ids.insert(row.id).second) << row.id << " twice";
    EXPECT_EQ(*row.shown == 0, *row.text == 0) << row.id;
    if (!row.run) continue;
    EXPECT_TRUE(known.contains(row.id))
        << "no check for the key of " << row.id << ": write one in tests/ui/keys_ui_test.cpp";
    EXPECT_TRUE(row.chords[0] != 0 || row.character != 0) << row.id << " has no key";
  }
  for (const auto& [id, check] : known) EXPECT_TRUE(ids.contains(id)) << id << " is no row any more";
}

TEST_F(KeysUi, EachKeyOfTheTableDoesWhatItSays) {
  static std::map<std::string, Check> known;
  known = checks();
  const test::WithoutPixels quick;
  for (const panels::KeyRow& row : panels::key_table()) {
    if (!row.run || !known.contains(row.id)) continue;
    drive(std::string("key ") + row.id, [&row](ImGuiTestContext* c) {
      const Check& check = known[row.id];
      const auto press = [&](const std::function<void()>& keys, const std::string& name) {
        prepare(c);
        check.before();
        c->Yield(3);
        IM_CHECK_NO_RET(settle(c));
        for (int i = 0; i < 6000 && ui().compiled.on && ui().compiled.due; ++i) c->SleepNoSkip(.01f, .01f);
        seen = *ui().stage.picture;
        IM_CHECK_SILENT(!check.after()); // else the key has nothing to do
        keys();
        for (int frame = 0; frame < 12 && !check.after(); ++frame) c->Yield();
        if (!check.after()) IM_ERRORF("%s by %s did nothing", row.id, name.c_str());
        if (check.closes) {
          c->KeyPress(ImGuiKey_Escape);
          c->Yield(2);
          IM_CHECK_NO_RET(!popup_open());
        }
      };
      for (const ImGuiKeyChord chord : row.chords)
        if (chord != 0) press([&] { c->KeyPress(chord); }, ImGui::GetKeyChordName(chord));
      if (row.character != 0)
        press([&] { c->KeyChars(std::string(1, row.character).c_str()); }, std::string(1, row.character));
      prepare(c);
    });
  }
}

TEST_F(KeysUi, LettersBelongToAFieldThatIsEdited) {
  drive("letters", [](ImGuiTestContext* c) {
    session().edit()->set_mode(document::SourceMode::Expression);
    IM_CHECK(settle(c));
    session().time().set_marks({});
    c->Yield(2);
    test::type_into(c, "//expression/##expression", "m[threadIdx.x]");
    IM_CHECK(!session().time().marks().pin.has_value());
    IM_CHECK(!session().time().marks().range.has_value());
    IM_CHECK(!session().counts_hidden());
  });
}

/// Whole chords between two frames, as on a slow machine: the modifier is let go before its key, or after.
TEST_F(KeysUi, AChordThatIsOverBeforeTheNextFrameCounts) {
  const auto frames = [](int count) {
    for (int i = 0; i < count; ++i) ASSERT_TRUE(gui()->frame(0));
  };
  const auto keys = [](std::initializer_list<std::pair<ImGuiKey, bool>> events) {
    for (const auto& [key, down] : events) ImGui::GetIO().AddKeyEvent(key, down);
  };
  session().play(false);
  for (const bool modifier_first : {true, false}) {
    frames(4);
    ASSERT_EQ(session().pair().pinned(), nullptr);
    keys({{ImGuiMod_Ctrl, true}, {ImGuiKey_LeftCtrl, true}, {ImGuiKey_P, true}});
    if (!modifier_first) keys({{ImGuiKey_P, false}});
    keys({{ImGuiMod_Ctrl, false}, {ImGuiKey_LeftCtrl, false}});
    if (modifier_first) keys({{ImGuiKey_P, false}});
    frames(6);
    EXPECT_NE(session().pair().pinned(), nullptr) << "ctrl is let go " << (modifier_first ? "first" : "last");
    EXPECT_FALSE(ImGui::GetIO().KeyCtrl);
    EXPECT_FALSE(ImGui::IsKeyDown(ImGuiKey_P));
    session().unpin();
  }
}

TEST(Keys, ShiftArrowsGoByPhasesWhereTheSceneShowsThem) {
  test::start_over();
  drive("phases", [](ImGuiTestContext* c) {
    gui()->session().edit()->set_lab("matmul_tile16");
    IM_CHECK(settle(c));
    c->KeyPress(ImGuiKey_4);
    c->Yield(3);
    IM_CHECK(gui()->ui().scene == view::SceneKind::Tiling);
    const panels::StageView::Pane* shown = gui()->ui().stage.present();
    IM_CHECK(shown != nullptr);
    std::vector<std::size_t> starts;
    for (const tiling::TilingPhase& phase : shown->request.run->tiling()->phases())
      starts.push_back(phase.first_event);
    IM_CHECK_GT(starts.size(), 2u);
    gui()->session().time().seek_moment({starts[0], 0});
    c->KeyPress(ImGuiMod_Shift | ImGuiKey_RightArrow);
    IM_CHECK_EQ(gui()->session().time().moment().event, starts[1]);
    c->KeyPress(ImGuiMod_Shift | ImGuiKey_RightArrow);
    IM_CHECK_EQ(gui()->session().time().moment().event, starts[2]);
    c->KeyPress(ImGuiMod_Shift | ImGuiKey_LeftArrow);
    IM_CHECK_EQ(gui()->session().time().moment().event, starts[1]);
  });
}

} // namespace
} // namespace warpscope
