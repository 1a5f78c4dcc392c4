// Nobody loses work or place: what was typed stays, the line and access on the stage stay in view.
#define GLFW_INCLUDE_NONE
#include "app/panels/window/paint.h"
#include "sim/labs/labs.h"
#include "tests/ui/ui_driver.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

class PlaceUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
  void TearDown() override { test::start_over(); }
};

void pick_lab(ImGuiTestContext* c, const char* id) {
  const document::LabEntry* lab = gui()->session().catalog().find_lab(id);
  IM_CHECK(lab != nullptr);
  c->SetRef("bar");
  c->ComboClick(("##lab/" + lab->title).c_str());
  IM_CHECK(settle(c));
  gui()->session().play(false);
  c->Yield(3);
}

/// The line at the playhead.
std::uint32_t line_now() {
  const session::Session& s = gui()->session();
  return s.runs().picture()->program->sites.at(s.time().site()).span.line;
}

/// Whether the line at the playhead is in the kernel's panel, whole.
bool line_in_sight(ImGuiTestContext* c) {
  const ImGuiTestItemInfo text = c->WindowInfo("//kernel/##text");
  if (text.ID == 0) return false;
  const float top = text.Window->Pos.y, bottom = top + text.Window->Size.y;
  panels::PaintLog log;
  panels::Paint::log = &log;
  c->Yield(2);
  panels::Paint::log = nullptr;
  const view::Theme& theme = gui()->session().settings.dark ? view::dark_theme() : view::light_theme();
  // The band at the playhead is filled with the accent at its left end.
  for (const panels::PaintLog::Item& item : log.items)
    if (item.text.empty() && item.box.w == 4 && item.color == theme.now &&
        item.box.x == text.Window->ParentWindow->Pos.x)
      return item.box.y >= top - 1 && item.box.y + item.box.h <= bottom + 1;
  return false;
}

/// How far below the top of the text the band at the playhead lies; -1: it is not there.
float line_top(ImGuiTestContext* c) {
  const ImGuiWindow* text = c->WindowInfo("//kernel/##text").Window;
  panels::PaintLog log;
  panels::Paint::log = &log;
  c->Yield(2);
  panels::Paint::log = nullptr;
  for (const panels::PaintLog::Item& item : log.items)
    if (item.text.empty() && item.box.w == 4 && item.color == view::dark_theme().now &&
        item.box.x == text->ParentWindow->Pos.x)
      return item.box.y - text->Pos.y;
  return -1;
}

TEST_F(PlaceUi, EscapeLeavesTheFieldAndKeepsWhatWasTyped) {
  drive("escape", [](ImGuiTestContext* c) {
    c->SetRef("expression");
    test::type_into(c, "##expression", "tile[threadIdx.y][threadIdx.x]");
    IM_CHECK(settle(c));
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(3);
    IM_CHECK_STR_EQ(gui()->session().document().expression.c_str(), "tile[threadIdx.y][threadIdx.x]");
    IM_CHECK(!ImGui::GetIO().WantTextInput);
    test::type_into(c, "##expression", "tile[threadIdx.x][threadIdx.x]");
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(3);
    IM_CHECK(settle(c));
    gui()->session().edit()->undo();
    IM_CHECK(gui()->session().document().expression != "tile[threadIdx.x][threadIdx.x]");
  });
}

TEST_F(PlaceUi, ACureLeavesTheSameAccessOnTheStage) {
  drive("cure", [](ImGuiTestContext* c) {
    pick_lab(c, "transpose_tile");
    session::Session& session = gui()->session();
    const std::uint32_t line = line_now();
    IM_CHECK_STR_EQ(test::headline().c_str(), "32 wavefronts where 1 would do");
    IM_CHECK(!session.remedies().empty());
    IM_CHECK(session.pin());
    for (std::size_t i = 0; i < session.remedies().size(); ++i) {
      const results::Remedy remedy = session.remedies()[i];
      session.apply(remedy);
      IM_CHECK(settle(c));
      c->Yield(3);
      IM_CHECK_EQ(line_now(), line);
      IM_CHECK(session.time().playback().trace()->event(session.time().moment().event).space ==
               Space::Shared);
      IM_CHECK(test::headline().starts_with("32 → 1 wavefront"));
      session.edit()->undo();
      IM_CHECK(settle(c));
    }
    session.edit()->set_choice("PAD", "1");
    IM_CHECK(settle(c));
    c->Yield(3);
    IM_CHECK_EQ(line_now(), line);
    IM_CHECK(test::headline().starts_with("32 → 1 wavefront"));
    session.unpin();
  });
}

/// The access at the playhead: its line, its warp, and the how manieth of its warp on that line it is.
struct AccessPlace {
  std::uint32_t line = 0, warp = 0;
  std::size_t nth = 0;
  Space space = Space::Global;
  bool operator==(const AccessPlace&) const = default;
};

AccessPlace access_now() {
  const session::Session& s = gui()->session();
  const trace::BlockTrace& trace = *s.time().playback().trace();
  const std::size_t at = s.time().moment().event;
  const trace::BlockTrace::Event& now = trace.event(at);
  AccessPlace place{line_now(), now.warp, 0, now.space};
  for (std::size_t i = 0; i < at; ++i)
    if (trace.event(i).kind == trace::StepKind::Access && trace.event(i).warp == now.warp &&
        trace.event(i).site_or_pc == now.site_or_pc)
      ++place.nth;
  return place;
}

/// Puts the cursor behind `before` and types there, as a person does.
void type_behind(ImGuiTestContext* c, const std::string& before, const char* keys) {
  const std::string& text = *gui()->session().document().kernel_text;
  const std::size_t at = text.find(before);
  IM_CHECK(at != std::string::npos);
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n');
  c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_G);
  c->Yield(2);
  c->KeyChars(std::to_string(line).c_str());
  c->KeyPress(ImGuiKey_Enter);
  c->Yield(3);
  c->KeyPress(ImGuiKey_Home);
  const std::size_t begin = text.rfind('\n', at) + 1;
  std::size_t first = begin; // Home goes to the first character that is no blank
  while (text[first] == ' ') ++first;
  c->KeyPress(ImGuiKey_RightArrow, static_cast<int>(at + before.size() - first));
  c->KeyChars(keys);
}

/// With and without an A, by each of the ways in which a person changes a text, the very access stays on the
/// stage that was there: not another warp's, not another round's.
TEST_F(PlaceUi, AnEditKeepsLineWarpAndOccurrenceOnTheStage) {
  drive("same access", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    struct Way {
      const char* name;
      const char* lab;
      std::uint32_t line;
      std::function<void()> edit;
    };
    const std::vector<Way> ways = {
        {"Pad", "transpose_tile", 49, [&] { c->ItemClick("//kernel/##remedy_Pad"); }},
        {"Swizzle", "transpose_tile", 49, [&] { c->ItemClick("//kernel/##remedy_Swizzle"); }},
        {"a parameter", "transpose_tile", 49,
         [&] {
           c->SetRef("bar");
           c->ComboClick("##param_PAD/1");
         }},
        {"a typed change", "transpose_tile", 49, [&] { type_behind(c, "tile[32][32 + PAD", "+1"); }},
        {"a slider", "bank_stride", 36, [&] { c->ItemClick("//bar/##param_STRIDE_more"); }}};
    for (const bool pinned : {false, true})
      for (const Way& way : ways) {
        pick_lab(c, way.lab);
        session.edit()->reset(); // once it changes something, once nothing
        IM_CHECK(settle(c));
        session.play(false);
        c->KeyPress(ImGuiKey_Escape);
        // The second access of warp 2 at that line, or the last one there is.
        const trace::BlockTrace& trace = *session.time().playback().trace();
        std::optional<std::size_t> event;
        int left = 2;
        for (std::size_t i = 0; i < trace.size() && left > 0; ++i) {
          const trace::BlockTrace::Event& e = trace.event(i);
          if (e.kind != trace::StepKind::Access || e.space != Space::Shared || e.warp != 2 ||
              session.runs().picture()->program->sites.at(e.site_or_pc).span.line != way.line)
            continue;
          event = i;
          --left;
        }
        IM_CHECK(event.has_value());
        session.time().seek_moment({*event, 0});
        c->Yield(4);
        const AccessPlace before = access_now();
        IM_CHECK_EQ(before.warp, 2u);
        if (pinned) IM_CHECK(session.pin());
        c->Yield(4);
        const document::Document was = session.document();
        way.edit();
        IM_CHECK(settle(c));
        c->Yield(4);
        if (session.document() == was) c->LogError("%s changed nothing", way.name);
        IM_CHECK(session.document() != was);
        const AccessPlace after = access_now();
        if (!(after == before))
          c->LogError("%s%s: line %d warp %d nth %d, not line %d warp %d nth %d", way.name,
                      pinned ? " beside an A" : "", static_cast<int>(after.line),
                      static_cast<int>(after.warp), static_cast<int>(after.nth),
                      static_cast<int>(before.line), static_cast<int>(before.warp),
                      static_cast<int>(before.nth));
        IM_CHECK(after == before);
        if (pinned) IM_CHECK(test::headline().find("sector") == std::string::npos);
        session.unpin();
        c->KeyPress(ImGuiKey_Escape);
      }
  });
}

TEST_F(PlaceUi, TheActiveLineIsInViewAtEverySizeAndAfterAClickOnAResult) {
  drive("active line", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    IM_CHECK(session.edit()->set_lab("matmul_tile16"));
    session.edit()->set_choice("N", "64");
    IM_CHECK(settle(c));
    session.play(false);
    c->Yield(4);
    IM_CHECK(line_in_sight(c));
    for (const float zoom : {1.5f, 2.f, .8f, 1.f}) {
      session.settings.zoom = zoom;
      c->Yield(4);
      IM_CHECK(line_in_sight(c));
    }
    // Smaller and back, at each font scale.
    for (const float zoom : {1.f, 1.5f, 2.f}) {
      session.settings.zoom = zoom;
      for (const auto& [w, h] :
           {std::pair{1920, 1080}, std::pair{1280, 720}, std::pair{1000, 640}, std::pair{1280, 720}}) {
        glfwSetWindowSize(gui()->window(), w, h);
        c->Yield(8);
        if (!line_in_sight(c)) c->LogError("%dx%d at %.1f", w, h, static_cast<double>(zoom));
        IM_CHECK(line_in_sight(c));
      }
    }
    session.settings.zoom = 1;
    c->Yield(6);
    const std::vector<results::ResultRow> rows = session.results().rows();
    int clicked = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].line == 0) continue;
      c->SetRef(c->WindowInfo("//results/##rows").ID);
      const std::string row = "$$" + std::to_string(i) + "/##row";
      if (!c->ItemExists(row.c_str())) continue; // scrolled out of sight
      c->ItemClick(row.c_str());
      c->Yield(4);
      IM_CHECK_EQ(line_now(), rows[i].line);
      IM_CHECK(line_in_sight(c));
      ++clicked;
    }
    IM_CHECK_GE(clicked, 2);
  });
}

/// The mark under the access at the playhead, if it lies in the text's panel, whole.
bool access_in_sight(ImGuiTestContext* c) {
  const ImGuiWindow* text = c->WindowInfo("//kernel/##text").Window;
  panels::PaintLog log;
  panels::Paint::log = &log;
  c->Yield(2);
  panels::Paint::log = nullptr;
  return std::any_of(log.items.begin(), log.items.end(), [&](const panels::PaintLog::Item& item) {
    return item.text.empty() && item.box.h == 2 && item.color == view::dark_theme().now &&
           item.box.y > text->Pos.y && item.box.y < text->Pos.y + text->Size.y && item.box.w > 20 &&
           item.box.x > text->Pos.x + 20 && item.box.x + item.box.w <= text->Pos.x + text->Size.x;
  });
}

TEST_F(PlaceUi, TheBeginningsOfLinesStayWhileTheAccessIsInSight) {
  drive("beginnings", [](ImGuiTestContext* c) {
    const auto beginnings = [&] { return c->WindowInfo("//kernel/##text").Window->Scroll.x == 0; };
    session::Session& session = gui()->session();
    for (const float zoom : {1.f, 1.5f, 2.f}) {
      session.settings.zoom = zoom;
      pick_lab(c, "bank_stride");
      for (const results::ResultRow& row : session.results().rows()) {
        if (row.line == 0 || !session.time().seek_line(row.line)) continue;
        c->Yield(6);
        IM_CHECK(beginnings());
        IM_CHECK(access_in_sight(c));
      }
    }
    session.settings.zoom = 1;
    // The cursor goes where a remedy and its undo change the text, far to the right.
    pick_lab(c, "transpose_tile");
    IM_CHECK_EQ(session.remedies().size(), 2u);
    session.apply(session.remedies().back());
    IM_CHECK(settle(c));
    c->Yield(6);
    IM_CHECK(beginnings());
    session.edit()->undo();
    IM_CHECK(settle(c));
    c->Yield(6);
    IM_CHECK(beginnings());
  });
}

TEST_F(PlaceUi, ALineThatIsCutSaysThatItGoesOn) {
  drive("goes on", [](ImGuiTestContext* c) {
    pick_lab(c, "bank_stride");
    IM_CHECK(gui()->session().time().seek_line(33)); // not the long one
    c->Yield(6);
    const ImGuiWindow* text = c->WindowInfo("//kernel/##text").Window;
    panels::PaintLog log;
    panels::Paint::log = &log;
    c->Yield(2);
    panels::Paint::log = nullptr;
    const float right = text->Pos.x + text->Size.x;
    IM_CHECK(std::any_of(log.items.begin(), log.items.end(), [&](const panels::PaintLog::Item& item) {
      return item.text == "…" && item.box.y > text->Pos.y && item.box.y < text->Pos.y + text->Size.y &&
             item.box.x > right - 40 && item.box.x + item.box.w <= right;
    }));
  });
}

TEST_F(PlaceUi, ALabChosenInThePickerBeginsWithItsKernel) {
  drive("kernel first", [](ImGuiTestContext* c) {
    // The lab that was open last keeps its place; this is about another one.
    session::Session& session = gui()->session();
    IM_CHECK(session.edit()->set_lab("aos_soa"));
    IM_CHECK(settle(c));
    session.edit()->set_mode(document::SourceMode::Expression);
    session.edit()->reset();
    IM_CHECK(settle(c));
    c->KeyPress(ImGuiKey_Escape);
    c->SetRef("bar");
    c->ItemClick("##lab");
    c->Yield(2);
    const auto place = std::find_if(labs::labs().begin(), labs::labs().end(),
                                    [](const labs::Lab& lab) { return lab.id == "transpose_tile"; });
    for (auto lab = labs::labs().begin(); lab != place; ++lab) c->KeyPress(ImGuiKey_DownArrow);
    c->KeyPress(ImGuiKey_Enter);
    IM_CHECK(settle(c));
    c->Yield(12);
    const run::Result& run = *gui()->session().runs().picture();
    IM_CHECK_STR_EQ(gui()->session().document().lab.c_str(), "transpose_tile");
    const float pitch = 20;
    const float top = line_top(c);
    const std::uint32_t kernel = run.program->kernels.at(run.kernel).span.line;
    // Where the pane has too few rows for both, the line wins (the tests before leave it of several heights).
    const auto between = static_cast<float>(line_now() - kernel);
    if (c->WindowInfo("//kernel/##text").Window->Size.y > (between + 3) * pitch)
      IM_CHECK_LT(std::abs(top - between * pitch), pitch);
    else IM_CHECK(line_in_sight(c));
  });
}

TEST_F(PlaceUi, TheEditorOpensOnTheKernelAndNotOnTheLabsAnswer) {
  drive("opens", [](ImGuiTestContext* c) {
    for (const char* lab : {"transpose_tile", "reduction_modulo", "aos_soa"}) {
      pick_lab(c, lab);
      const run::Result& run = *gui()->session().runs().picture();
      const std::uint32_t first = run.program->kernels.at(run.kernel).span.line;
      IM_CHECK_GE(line_now(), first);
      IM_CHECK(line_in_sight(c));
    }
  });
}

/// The texts that the window draws in the next frames, for those that no picture holds.
bool draws(ImGuiTestContext* c, const std::string& words) {
  panels::PaintLog log;
  panels::Paint::log = &log;
  c->Yield(2);
  panels::Paint::log = nullptr;
  return std::any_of(log.items.begin(), log.items.end(), [&](const panels::PaintLog::Item& item) {
    return item.text.find(words) != std::string::npos;
  });
}

TEST_F(PlaceUi, ALabsHeaderIsFoldedAndOneClickOpensIt) {
  drive("folded", [](ImGuiTestContext* c) {
    pick_lab(c, "transpose_tile");
    const run::Result& run = *gui()->session().runs().picture();
    const std::uint32_t kernel = run.program->kernels.at(run.kernel).span.line;
    const ImGuiTestItemInfo text = c->WindowInfo("//kernel/##text");
    IM_CHECK(text.ID != 0);
    // Title, question, sizes and answer are no rows: the text is shorter by them.
    const auto rows = [&] {
      const ImGuiWindow* w = c->WindowInfo("//kernel/##text").Window;
      return w->ContentSize.y;
    };
    const float folded = rows();
    const std::string& source = *gui()->session().document().kernel_text;
    const auto header = std::count(source.begin(), source.begin() + static_cast<long>(source.find("*/")),
                                   '\n');
    IM_CHECK_GT(header, 20);
    c->SetRef("kernel");
    c->ItemClick("##header");
    c->Yield(4);
    const float open = rows();
    const float line = (open - folded) / static_cast<float>(header);
    IM_CHECK_GT(line, 12.f);
    IM_CHECK_LT(line, 60.f);
    c->ItemClick("##header");
    c->Yield(4);
    IM_CHECK_EQ(rows(), folded);
    IM_CHECK_GE(line_now(), kernel);
    IM_CHECK(line_in_sight(c));
    // The kernel begins at the top, where the active line fits below it: then this is as many rows down as in
    // the text.
    const float pitch = folded /
                        static_cast<float>(std::count(source.begin(), source.end(), '\n') + 1 - header);
    const float room = c->WindowInfo("//kernel/##text").Window->Size.y;
    if (static_cast<float>(line_now() - kernel + 2) * pitch <= room)
      IM_CHECK_LT(std::abs(line_top(c) - static_cast<float>(line_now() - kernel) * pitch), 2 * pitch);
    IM_CHECK_STR_EQ(gui()->session().document().kernel_text->c_str(), source.c_str());
  });
}

TEST_F(PlaceUi, AnIndexOutsideItsArrayShowsWhichLanesLeaveIt) {
  drive("outside", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    session.edit()->set_expression("tile[threadIdx.x][threadIdx.x + 8]");
    IM_CHECK(settle(c));
    // The last lane alone goes beyond tile[31][31]: (31, 39) is element 1,031 of 1,024.
    IM_CHECK(draws(c, "1 of 32 lanes leaves tile"));
    IM_CHECK(draws(c, "lane 31: tile[32][7], element 1,031"));
    IM_CHECK(!draws(c, "lane 30: tile"));
    session.edit()->set_expression("tile[threadIdx.x][threadIdx.y + 1024]");
    IM_CHECK(settle(c));
    IM_CHECK(draws(c, "32 of 32 lanes leave tile"));
    session.edit()->set_expression("tile[0][int(threadIdx.x) - 2]");
    IM_CHECK(settle(c));
    IM_CHECK(draws(c, "2 of 32 lanes leave tile"));
    IM_CHECK(draws(c, "element −2"));
    session.edit()->set_expression("tile[threadIdx.y][threadIdx.x]");
    IM_CHECK(settle(c));
    IM_CHECK(!draws(c, "leave tile"));
  });
}

TEST_F(PlaceUi, AConflictOpensInTheMidstOfTheBanks) {
  drive("midst", [](ImGuiTestContext* c) {
    pick_lab(c, "transpose_tile");
    const session::Session& session = gui()->session();
    const trace::BlockTrace& trace = *session.time().playback().trace();
    const std::size_t event = session.time().moment().event;
    IM_CHECK(trace.event(event).space == Space::Shared);
    const std::uint32_t bank = trace.access(event).offset[0] / 4 % 32;
    IM_CHECK_GE(bank, 12u);
    IM_CHECK_LE(bank, 19u);
  });
}

TEST_F(PlaceUi, WhereEdgesAreTheLessonAnEdgeBlockIsShown) {
  drive("edges", [](ImGuiTestContext* c) {
    pick_lab(c, "matmul_tile16_edges");
    IM_CHECK_EQ(gui()->session().time().playback().trace()->block(), 24u);
    for (const char* size : {"M", "N", "K"}) gui()->session().edit()->set_choice(size, "64");
    IM_CHECK(settle(c));
    IM_CHECK_EQ(gui()->session().time().playback().trace()->block(), 0u); // no edge is left
    pick_lab(c, "matmul_tile16");
    IM_CHECK_EQ(gui()->session().time().playback().trace()->block(), 0u);
  });
}

TEST_F(PlaceUi, SpacePlaysAfterALabWasChosenByKeys) {
  drive("space", [](ImGuiTestContext* c) {
    c->SetRef("bar");
    c->ItemClick("##lab");
    c->Yield(2);
    c->KeyPress(ImGuiKey_DownArrow);
    c->KeyPress(ImGuiKey_DownArrow);
    c->KeyPress(ImGuiKey_Enter);
    IM_CHECK(settle(c));
    c->Yield(3);
    session::Session& session = gui()->session();
    IM_CHECK(session.document().mode == document::SourceMode::Kernel);
    const bool plays = session.time().playing();
    c->KeyPress(ImGuiKey_Space);
    c->Yield(3);
    IM_CHECK_EQ(session.time().playing(), !plays);
    IM_CHECK(!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
  });
}

TEST_F(PlaceUi, EnterEndsAGuessAndAsksNoOther) {
  drive("guess", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    c->SetRef("timeline");
    c->ItemClick("##predict");
    c->Yield(2);
    IM_CHECK(session.counts_hidden());
    c->KeyPress(ImGuiKey_Tab); // a button has the focus, as after working by keys
    c->KeyChars("7");
    c->KeyPress(ImGuiKey_Enter);
    c->Yield(3);
    IM_CHECK(!session.counts_hidden());
    IM_CHECK(!session.verdict().empty());
  });
}

TEST_F(PlaceUi, LSaysWhetherTheLoopPlays) {
  drive("loop", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    c->KeyPress(ImGuiKey_Escape);
    session.time().loop_range(1, 4);
    session.time().stop_looping();
    c->Yield(2);
    c->KeyPress(ImGuiKey_L);
    c->Yield(3);
    IM_CHECK_STR_EQ(gui()->notice().sentence.c_str(), "The loop plays: steps 2 to 5.");
    session.time().forget_loop();
  });
}

} // namespace
} // namespace warpscope
