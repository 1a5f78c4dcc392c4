// The scene Cache in the window: its key, its accesses, its sliders, and the way to scene 3.
#include "app/panels/window/paint.h"
#include "imgui_internal.h"
#include "tests/ui/ui_driver.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

class CacheUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
};

session::Session& cache_session() { return gui()->session(); }

/// It is simulated in the background.
bool cache_arrives(ImGuiTestContext* c) {
  for (int i = 0; i < 1500 && !cache_session().runs().machine_is_current(); ++i) {
    c->Yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  c->Yield(3);
  return cache_session().runs().machine_is_current();
}

bool cache_says(const std::string& words) {
  const view::Picture* picture = gui()->ui().stage.picture.get();
  return picture != nullptr &&
         std::any_of(picture->shapes.begin(), picture->shapes.end(), [&](const view::Shape& shape) {
           const auto* text = std::get_if<view::TextShape>(&shape);
           return text != nullptr && text->text.find(words) != std::string::npos;
         });
}

/// Where a hit of the picture is on the screen; nullopt: there is none.
std::optional<ImVec2> place_of(ImGuiTestContext* c, view::HitKind kind, std::optional<std::uint32_t> index) {
  const view::Picture* picture = gui()->ui().stage.picture.get();
  if (picture == nullptr) return std::nullopt;
  const ImVec2 pane = c->ItemInfo("//stage/##picture").RectFull.Min;
  for (const view::Hit& hit : picture->hits)
    if (hit.kind == kind && (!index || hit.index == *index))
      return ImVec2(pane.x + hit.box.x + hit.box.w / 2, pane.y + hit.box.y + hit.box.h / 2);
  return std::nullopt;
}

bool open_cache(ImGuiTestContext* c, const char* lab) {
  cache_session().edit()->set_lab(lab);
  if (!settle(c)) return false;
  cache_session().play(false);
  c->Yield(2);
  c->KeyPress(ImGuiKey_8);
  c->Yield(3);
  return gui()->ui().scene == view::SceneKind::Cache && cache_arrives(c);
}

TEST_F(CacheUi, ItsKeyShowsWhatIsFoundAndArrowsMoveByAccesses) {
  drive("cache", [](ImGuiTestContext* c) {
    IM_CHECK(open_cache(c, "matmul_naive"));
    const playback::Cache& cache = cache_session().runs().machine()->cache;
    IM_CHECK(cache.accesses.size() > 20);
    IM_CHECK(cache.hits > 0);
    IM_CHECK(gui()->ui().stage.headline.rest == " are found in L1");
    IM_CHECK(cache_says(std::to_string(cache.sets) + " sets"));
    IM_CHECK(!cache.assumed && !cache_says("assumed")); // measured on an H200
    c->KeyPress(ImGuiKey_Home);
    c->KeyPress(ImGuiKey_RightArrow);
    c->KeyPress(ImGuiKey_RightArrow);
    c->Yield(2);
    IM_CHECK_EQ(gui()->ui().machine.access, 2.);
    c->KeyPress(ImGuiKey_LeftArrow);
    c->Yield(2);
    IM_CHECK_EQ(gui()->ui().machine.access, 1.);
    c->KeyPress(ImGuiKey_End);
    c->Yield(2);
    const double last = static_cast<double>(cache.accesses.size() - 1);
    IM_CHECK_EQ(gui()->ui().machine.access, last);
    c->KeyPress(ImGuiMod_Shift | ImGuiKey_LeftArrow);
    c->Yield(2);
    const auto miss = static_cast<std::size_t>(gui()->ui().machine.access);
    IM_CHECK(miss < cache.accesses.size() - 1);
    IM_CHECK(cache.accesses[miss].found == playback::Found::Miss);
    c->KeyPress(ImGuiKey_Home);
    c->KeyPress(ImGuiKey_Space);
    c->Yield(40);
    IM_CHECK(gui()->ui().machine.playing);
    IM_CHECK(gui()->ui().machine.access > 0);
    c->KeyPress(ImGuiKey_Space);
    c->Yield(2);
    IM_CHECK(!gui()->ui().machine.playing);
  });
}

TEST_F(CacheUi, ItBeginsWithTheAccessOnTheStageAndAClickGoesBackToIt) {
  drive("cache_click", [](ImGuiTestContext* c) {
    cache_session().edit()->set_lab("matmul_naive");
    IM_CHECK(settle(c));
    cache_session().play(false);
    c->Yield(2);
    c->KeyPress(ImGuiKey_3);
    c->Yield(2);
    for (int i = 0; i < 4; ++i) c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_RightArrow);
    c->Yield(2);
    const std::size_t event = cache_session().time().moment().event;
    const std::uint32_t line = cache_session()
                                   .runs()
                                   .run()
                                   ->program()
                                   .sites[cache_session().runs().run()->trace().event(event).site_or_pc]
                                   .span.line;
    c->KeyPress(ImGuiKey_8);
    IM_CHECK(cache_arrives(c));
    const playback::MachinePtr machine = cache_session().runs().machine();
    const auto access = static_cast<std::size_t>(gui()->ui().machine.access);
    IM_CHECK_EQ(machine->line_of(machine->cache.accesses[access].origin), line);
    const auto chip = place_of(c, view::HitKind::CacheAccess, static_cast<std::uint32_t>(access));
    IM_CHECK(chip.has_value());
    IM_CHECK_EQ(cache_session().time().moment().event, event); // arriving moves nothing
    c->MouseMoveToPos(*chip);
    c->MouseClick(0);
    c->Yield(3);
    IM_CHECK(gui()->ui().scene == view::SceneKind::Sectors);
    const std::size_t back = cache_session().time().moment().event;
    IM_CHECK_EQ(cache_session()
                    .runs()
                    .run()
                    ->program()
                    .sites[cache_session().runs().run()->trace().event(back).site_or_pc]
                    .span.line,
                line);
  });
}

TEST_F(CacheUi, MChangesWhatTheCellsSayAndASmallerL1IsSimulated) {
  drive("cache_names", [](ImGuiTestContext* c) {
    IM_CHECK(open_cache(c, "matmul_naive"));
    c->KeyPress(ImGuiKey_M);
    c->Yield(2);
    IM_CHECK(gui()->ui().machine.names == view::CacheNames::Warp);
    IM_CHECK(!cache_session().time().marks().pin.has_value());
    c->KeyPress(ImGuiKey_M);
    c->KeyPress(ImGuiKey_M);
    c->Yield(2);
    IM_CHECK(gui()->ui().machine.names == view::CacheNames::Line);
    const std::uint32_t sets = cache_session().runs().machine()->cache.sets;
    IM_CHECK(sets > 16);
    const auto stop = place_of(c, view::HitKind::L1Size, 0);
    IM_CHECK(stop.has_value());
    c->MouseMoveToPos(*stop);
    c->MouseClick(0);
    c->Yield(3);
    IM_CHECK(cache_arrives(c));
    IM_CHECK_EQ(cache_session().runs().machine()->cache.sets, 32u);
    IM_CHECK(cache_says("32 sets"));
    // Under the pointer a cell says who loaded it.
    const auto cell = place_of(c, view::HitKind::CachePlace, std::nullopt);
    IM_CHECK(cell.has_value());
    c->MouseMoveToPos(*cell);
    c->Yield(3);
    IM_CHECK(gui()->ui().machine.place.has_value());
    cache_session().edit()->set_lab("transpose_tile"); // another launch: as on the device
    IM_CHECK(settle(c));
    IM_CHECK(cache_arrives(c));
    IM_CHECK_EQ(gui()->ui().machine.l1_bytes, 0u);
  });
}

TEST_F(CacheUi, AKernelWithoutLoadsSaysSoAndSmallWindowsKeepTheTabs) {
  drive("cache_none", [](ImGuiTestContext* c) {
    cache_session().edit()->set_mode(document::SourceMode::Kernel);
    cache_session().edit()->set_kernel_text(
        "/* warpscope\ngrid = 1\nblock = 1\n[args]\nout = "
        "\"zero[1]\"\n*/\n__global__ void one(int* out) { atomicAdd(out, 1); }\n");
    IM_CHECK(settle(c));
    c->KeyPress(ImGuiKey_8);
    c->Yield(3);
    IM_CHECK(gui()->ui().scene == view::SceneKind::Cache);
    IM_CHECK(cache_arrives(c));
    IM_CHECK(gui()->ui().stage.headline.strong == "No access goes through L1");
    c->KeyPress(ImGuiKey_RightArrow);
    c->KeyPress(ImGuiMod_Shift | ImGuiKey_RightArrow);
    c->KeyPress(ImGuiKey_End);
    c->Yield(2);
    IM_CHECK(cache_says("This access does not go through L1"));
    cache_session().edit()->set_kernel_text("/* warpscope\ngrid = 1\nblock = 1\n[args]\nout = "
                                            "\"zero[1]\"\n*/\n__global__ void one(int* out) { *out = 1; }\n");
    IM_CHECK(settle(c));
    IM_CHECK(cache_arrives(c));
    IM_CHECK(gui()->ui().stage.headline.strong == "Nothing is loaded: stores alone");
  });
}

std::uint32_t line_of_event(std::size_t event) {
  const playback::RunPtr run = cache_session().runs().run();
  return run->program().sites[run->trace().event(event).site_or_pc].span.line;
}
std::uint32_t line_of_shown_access() {
  const playback::MachinePtr machine = cache_session().runs().machine();
  return machine->line_of(
      machine->cache.accesses[static_cast<std::size_t>(gui()->ui().machine.access)].origin);
}

TEST_F(CacheUi, TheTimelineIsItsTimeAndScrubsBothWays) {
  drive("cache_timeline", [](ImGuiTestContext* c) {
    IM_CHECK(open_cache(c, "matmul_naive"));
    const std::size_t all = cache_session().runs().machine()->cache.accesses.size();
    c->KeyPress(ImGuiKey_Home);
    c->Yield(3);
    const ImRect rows = c->ItemInfo("//timeline/##scrub").RectFull;
    // A pixel has several accesses.
    const double near = static_cast<double>(all) / static_cast<double>(rows.GetWidth()) + 1;
    const auto at = [&](float share) {
      return ImVec2(rows.Min.x + share * rows.GetWidth(), (rows.Min.y + rows.Max.y) / 2);
    };
    c->MouseMoveToPos(at(.25f));
    c->MouseDown(0);
    c->Yield(2);
    const double quarter = gui()->ui().machine.access;
    IM_CHECK(std::abs(quarter - .25 * static_cast<double>(all)) <= near);
    c->MouseMoveToPos(at(.75f));
    c->Yield(2);
    const double later = gui()->ui().machine.access;
    IM_CHECK(std::abs(later - .75 * static_cast<double>(all)) <= near);
    c->MouseMoveToPos(at(.5f));
    c->Yield(2);
    const double back = gui()->ui().machine.access;
    IM_CHECK(std::abs(back - .5 * static_cast<double>(all)) <= near);
    c->MouseUp(0);
    c->Yield(2);
    IM_CHECK_EQ(gui()->ui().machine.access, back);
    // The session's playhead is where Cache is: its line is the access's.
    IM_CHECK_EQ(line_of_event(cache_session().time().moment().event), line_of_shown_access());
    // Steps, both ways, by the timeline's buttons.
    c->ItemClick("//timeline/##next");
    c->Yield(2);
    IM_CHECK_EQ(gui()->ui().machine.access, back + 1);
    c->ItemClick("//timeline/##previous");
    c->ItemClick("//timeline/##previous");
    c->Yield(2);
    IM_CHECK_EQ(gui()->ui().machine.access, back - 1);
    IM_CHECK_EQ(line_of_event(cache_session().time().moment().event), line_of_shown_access());
    // It says which access, and draws no step of the trace.
    panels::PaintLog log;
    panels::Paint::log = &log;
    c->Yield();
    panels::Paint::log = nullptr;
    bool names_access = false, names_warp = false;
    const ImGuiWindow* timeline = c->WindowInfo("//timeline").Window;
    for (const panels::PaintLog::Item& item : log.items) {
      if (item.list != timeline->DrawList) continue;
      names_access |= item.text.find("accesses of L1") != std::string::npos;
      names_warp |= item.text.starts_with("warp ");
    }
    IM_CHECK(names_access);
    // At the end of time its words keep clear of the playhead, which stands below them.
    c->KeyPress(ImGuiKey_End);
    c->Yield(3);
    log.items.clear();
    panels::Paint::log = &log;
    c->Yield();
    panels::Paint::log = nullptr;
    for (const panels::PaintLog::Item& item : log.items)
      if (item.list == timeline->DrawList && item.text.find("accesses of L1") != std::string::npos)
        IM_CHECK_LT(item.box.x + item.box.w, rows.Max.x - 8);
    IM_CHECK(!names_warp);
    IM_CHECK(!c->ItemExists("//timeline/##ruler"));
    c->KeyPress(ImGuiKey_3);
    c->Yield(3);
    IM_CHECK(c->ItemExists("//timeline/##ruler"));
  });
}

TEST_F(CacheUi, WhatMovesTheSessionsPlayheadMovesCache) {
  drive("cache_follows", [](ImGuiTestContext* c) {
    IM_CHECK(open_cache(c, "matmul_naive"));
    const std::size_t last = cache_session().runs().machine()->cache.accesses.size() - 1;
    c->KeyPress(ImGuiKey_End);
    c->Yield(3);
    IM_CHECK_EQ(gui()->ui().machine.access, static_cast<double>(last));
    const trace::BlockTrace& trace = cache_session().runs().run()->trace();
    std::size_t first_load = 0;
    while (first_load < trace.size() && (trace.event(first_load).kind != trace::StepKind::Access ||
                                         trace.event(first_load).access_kind != AccessKind::Load))
      ++first_load;
    IM_CHECK(first_load < trace.size());
    cache_session().time().seek_moment({first_load, 0}); // as a click on its line does
    c->Yield(4);
    IM_CHECK(gui()->ui().machine.access < static_cast<double>(last));
    IM_CHECK_EQ(line_of_shown_access(), line_of_event(first_load));
    IM_CHECK_EQ(cache_session().time().moment().event, first_load);
    // And another scene goes on where Cache was left.
    c->KeyPress(ImGuiMod_Shift | ImGuiKey_RightArrow);
    c->Yield(3);
    const std::uint32_t line = line_of_shown_access();
    c->KeyPress(ImGuiKey_3);
    c->Yield(3);
    IM_CHECK_EQ(line_of_event(cache_session().time().moment().event), line);
  });
}

} // namespace
} // namespace warpscope
