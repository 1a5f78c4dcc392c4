// Scissors: a barrier is cut and restored, and what breaks is said as the command line says it.
#include "sim/labs/labs.h"
#include "sim/run/hazard_text.h"
#include "tests/ui/ui_driver.h"

#include <chrono>
#include <cstdio>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::headline;
using test::settle;

class HazardsUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
};

session::Session& session() { return gui()->session(); }

/// The lab's barrier that is cut here, and what `warpscope sim --without-barrier` says then.
constexpr std::uint32_t first_barrier(const std::string_view text) {
  std::uint32_t line = 1;
  for (std::size_t i = 0; i < text.size() && !text.substr(i).starts_with("__syncthreads();"); ++i)
    line += text[i] == '\n' ? 1 : 0;
  return line;
}

std::vector<std::string> said_by_the_command_line(std::uint32_t line) {
  run::Request request;
  request.file = "transpose_tile.cu";
  request.text = *session().document().kernel_text;
  request.device = *session().catalog().find_device(session().document().device);
  request.races = true;
  request.without_barriers = {line};
  request.trace_block = 0;
  compile::Compiler compiler;
  const run::Result result = run::simulate(compiler, request);
  std::vector<std::string> said;
  for (const races::Hazard& hazard : races::as_told(result.hazards, *result.trace))
    said.push_back(run::describe_hazard(result, hazard).message);
  return said;
}

std::vector<std::string> said_by_the_window() {
  std::vector<std::string> said;
  for (const results::HazardRow& row : session().results().hazards()) said.push_back(row.said.message);
  return said;
}

TEST_F(HazardsUi, ACutBarrierIsSaidAsTheCommandLineSaysItAndRestored) {
  drive("scissors", [](ImGuiTestContext* c) {
    session().edit()->set_lab("transpose_tile");
    IM_CHECK(settle(c));
    const std::uint32_t line = first_barrier(*session().document().kernel_text);
    IM_CHECK_EQ(session().edits().barriers(), std::vector<std::uint32_t>{line});
    const std::string button = "//kernel/##cut_" + std::to_string(line);
    const ImGuiTestItemInfo text = c->WindowInfo("//kernel/##text");
    c->MouseMoveToPos(text.Window->InnerRect.GetCenter());
    c->MouseClick();
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Home);
    ImGuiTestItemInfo window = c->WindowInfo(button.c_str(), ImGuiTestOpFlags_NoError);
    for (int pages = 0; pages < 20 && window.ID == 0; ++pages) { // the text is scrolled until the barrier is
                                                                 // in sight
      c->KeyPress(ImGuiKey_PageDown);
      c->Yield(2);
      window = c->WindowInfo(button.c_str(), ImGuiTestOpFlags_NoError);
    }
    IM_CHECK(window.ID != 0);
    c->SetRef(window.ID);
    c->ItemClick("##scissors");
    IM_CHECK(settle(c));
    IM_CHECK(session().edits().is_cut(line));
    IM_CHECK(gui()->ui().results == panels::ResultsTab::Hazards);
    IM_CHECK(said_by_the_window() == said_by_the_command_line(line));
    IM_CHECK_EQ(said_by_the_window().size(), 1u);
    IM_CHECK(gui()->ui().scene == view::SceneKind::Block);
    IM_CHECK(session().results().selected_hazard() == 0u);
    IM_CHECK(session().results().hazard_story() != nullptr);
    IM_CHECK_GT(session().results().hazard_story()->readers, 0u);
    IM_CHECK_STR_EQ(headline().c_str(), (grouped(session().results().hazard_story()->readers) +
                                         " threads read before the value is written")
                                            .c_str());
    // Where the hazard is shown stands the button that puts the barrier back.
    c->SetRef(c->WindowInfo("//results/##hazards").ID);
    c->ItemClick(("##restore_" + std::to_string(line)).c_str());
    IM_CHECK(settle(c));
    IM_CHECK(session().document().cuts.empty());
    IM_CHECK(session().results().hazards().empty());
  });
}

/// 1,024 threads; each warp reads what the one before it stored, so that the usual order hides the cut.
constexpr const char* late_kernel = "/* warpscope\nkernel = \"late\"\ngrid = [4]\nblock = [1024]\n[args]\nin "
                                    "= \"ramp[4096]\"\nout = \"zero[4096]\"\n*/\n"
                                    "__global__ void late(const float *in, float *out) {\n"
                                    "  __shared__ float s[1024];\n"
                                    "  int t = threadIdx.x;\n"
                                    "  s[t] = in[blockIdx.x * 1024 + t] + 1;\n"
                                    "  __syncthreads();\n"
                                    "  out[blockIdx.x * 1024 + t] = s[max(t - 32, 0)];\n"
                                    "}\n";

TEST_F(HazardsUi, TheOrderThatDoesDamageIsPlayedAndPutAway) {
  drive("play order", [](ImGuiTestContext* c) {
    session().edit()->set_mode(document::SourceMode::Kernel);
    session().edit()->set_kernel_text(late_kernel);
    IM_CHECK(settle(c));
    IM_CHECK_EQ(session().edits().barriers().size(), 1u);
    const std::size_t hazards_before = session().results().hazards().size();
    IM_CHECK_EQ(hazards_before, 0u);
    const auto begin = std::chrono::steady_clock::now();
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_B);
    while (session().results().hazards().empty() &&
           std::chrono::steady_clock::now() - begin < std::chrono::seconds(10))
      c->Yield();
    c->Yield(); // drawn
    std::printf("cut -> report on screen, 1,024 threads: %.1f ms\n",
                std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    IM_CHECK_EQ(session().results().hazards().size(), 1u);
    IM_CHECK(settle(c));
    IM_CHECK(session().results().hazard_story() != nullptr);
    IM_CHECK(!session().results().hazard_story()->wrong_order); // run one after the other, nobody reads too
                                                                // early
    const std::string said = session().runs().order_sentence();
    IM_CHECK(said.find("should be") != std::string::npos);
    c->SetRef(c->WindowInfo("//results/##hazards").ID);
    c->ItemClick("##play_order");
    IM_CHECK(settle(c));
    IM_CHECK(session().runs().plays_broken_order());
    IM_CHECK_STR_EQ(session().runs().order_sentence().c_str(), said.c_str());
    const races::HazardStory* story = session().results().hazard_story();
    IM_CHECK(story != nullptr);
    IM_CHECK(story->wrong_order);
    IM_CHECK_EQ(story->readers, 32u); // the warp that was held back, or the one behind it
    IM_CHECK(story->read && story->written && *story->read != *story->written);
    // The headline says what became of it; where it is stored, so does Lines & sectors.
    IM_CHECK(session().runs().damage() != nullptr);
    const races::BrokenOrder& broken = *session().runs().damage()->broken;
    c->Yield(2);
    IM_CHECK_STR_EQ(headline().c_str(), broken.first.c_str());
    IM_CHECK(!broken.way.empty() && broken.way.back().space == Space::Global);
    c->SetRef(c->WindowInfo("//results/##hazards").ID);
    c->ItemClick("##play_order");
    IM_CHECK(settle(c));
    IM_CHECK(!session().runs().plays_broken_order());
    IM_CHECK(session().results().hazard_story() != nullptr);
    IM_CHECK(!session().results().hazard_story()->wrong_order);
    IM_CHECK_STR_EQ(session().runs().order_sentence().c_str(), said.c_str());
  });
}

/// One warp: in lockstep its lanes hide the cut; a lane that runs before the others shows it.
TEST_F(HazardsUi, AnOrderOfAWarpsLanesIsPlayed) {
  drive("play an order of lanes", [](ImGuiTestContext* c) {
    std::string text = late_kernel;
    for (const auto& [from, to] : {std::pair<std::string, std::string>{"block = [1024]", "block = [32]"},
                                   {"max(t - 32, 0)", "(t + 31) % 32"}})
      text.replace(text.find(from), from.size(), to);
    session().edit()->set_mode(document::SourceMode::Kernel);
    session().edit()->set_kernel_text(text);
    IM_CHECK(settle(c));
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_B);
    IM_CHECK(settle(c));
    IM_CHECK_EQ(session().results().hazards().size(), 1u);
    IM_CHECK(session().runs().order_sentence().find("of each warp runs before the other lanes") !=
             std::string::npos);
    IM_CHECK(session().runs().can_play_broken_order());
    c->SetRef(c->WindowInfo("//results/##hazards").ID);
    c->ItemClick("##play_order");
    IM_CHECK(settle(c));
    IM_CHECK(session().runs().plays_broken_order());
    const races::HazardStory* story = session().results().hazard_story();
    IM_CHECK(story != nullptr);
    IM_CHECK(story->wrong_order);
    IM_CHECK_EQ(story->readers, 1u);
    IM_CHECK(session().runs().damage() != nullptr);
    c->Yield(2);
    IM_CHECK_STR_EQ(headline().c_str(), session().runs().damage()->broken->first.c_str());
    for (const view::SceneKind scene :
         {view::SceneKind::Banks, view::SceneKind::Array, view::SceneKind::Sectors, view::SceneKind::Tiling,
          view::SceneKind::Block}) { // a warp's access in parts is drawn
      gui()->ui().scene = scene;
      c->Yield(3);
    }
  });
}

/// Beside the hazard, on the stage as in the presenter's view; there its key restores what is cut, wherever
/// the cursor is.
TEST_F(HazardsUi, TheBarrierIsRestoredBesideTheHazard) {
  drive("restore on stage", [](ImGuiTestContext* c) {
    session().edit()->set_lab("matmul_tile16");
    IM_CHECK(settle(c));
    IM_CHECK_EQ(session().edits().barriers().size(), 2u);
    const std::uint32_t second = session().edits().barriers()[1];
    const auto shows_button = [&] { return c->ItemExists("//stage/##stage_restore"); };
    const auto cut = [&] {
      session().edit()->toggle_barrier(second);
      const bool settled = settle(c);
      c->Yield(2);
      return settled;
    };
    IM_CHECK(!shows_button());
    IM_CHECK(cut());
    IM_CHECK(gui()->ui().scene == view::SceneKind::Block);
    c->ItemClick("//stage/##stage_restore");
    IM_CHECK(settle(c));
    IM_CHECK(session().document().cuts.empty());
    c->Yield(2);
    IM_CHECK(!shows_button());

    IM_CHECK(cut());
    c->KeyPress(ImGuiKey_F5);
    c->Yield(2);
    IM_CHECK(shows_button());
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_B);
    IM_CHECK(settle(c));
    IM_CHECK(session().document().cuts.empty());
    c->KeyPress(ImGuiKey_F5);

    IM_CHECK(cut());
    session().edit()->toggle_barrier(session().edits().barriers()[0]);
    IM_CHECK(settle(c));
    c->Yield(2);
    c->ItemClick("//stage/##stage_restore"); // both
    IM_CHECK(settle(c));
    IM_CHECK(session().document().cuts.empty());
  });
}

TEST_F(HazardsUi, CtrlBCutsTheBarrierAtTheCursorOrBelow) {
  drive("ctrl_b", [](ImGuiTestContext* c) {
    session().edit()->set_lab("matmul_tile16");
    IM_CHECK(settle(c));
    const std::vector<std::uint32_t> barriers = session().edits().barriers();
    IM_CHECK_EQ(barriers.size(), 2u);
    const ImGuiTestItemInfo text = c->WindowInfo("//kernel/##text");
    c->MouseMoveToPos(text.Window->InnerRect.GetCenter());
    c->MouseClick();
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Home);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_B);
    IM_CHECK(settle(c));
    IM_CHECK(session().document().cuts == std::vector<std::uint32_t>{barriers[0]});
    IM_CHECK(!session().results().hazards().empty());
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_B);
    IM_CHECK(settle(c));
    IM_CHECK(session().document().cuts.empty());
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    IM_CHECK(settle(c));
    IM_CHECK(session().document().cuts == std::vector<std::uint32_t>{barriers[0]});
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    IM_CHECK(settle(c));
    IM_CHECK(session().document().cuts.empty());
  });
}

/// The line of the text in which the editor's cursor was left is nothing that a person sees then.
TEST_F(HazardsUi, CtrlBCutsTheBarrierAtThePlayheadWhereTheTextIsHidden) {
  drive("ctrl_b without the text", [](ImGuiTestContext* c) {
    session().edit()->set_lab("matmul_tile16");
    IM_CHECK(settle(c));
    const std::vector<std::uint32_t> barriers = session().edits().barriers();
    IM_CHECK_EQ(barriers.size(), 2u);
    const ImGuiTestItemInfo text = c->WindowInfo("//kernel/##text");
    c->MouseMoveToPos(text.Window->InnerRect.GetCenter());
    c->MouseClick();
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Home); // above both
    session().play(false);
    const auto line_now = [] {
      const std::uint32_t site = session().time().site();
      return site == ~0u ? 0 : session().runs().picture()->program->sites[site].span.line;
    };
    std::uint64_t step = 0;
    do session().time().seek(step);
    while (++step < session().time().track().steps() &&
           (line_now() <= barriers[0] || line_now() > barriers[1]));
    IM_CHECK_GT(line_now(), barriers[0]);
    gui()->ui().preferences.panes.show_source = false;
    c->Yield(3);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_B);
    IM_CHECK_NO_RET(settle(c));
    gui()->ui().preferences.panes.show_source = true;
    IM_CHECK(session().document().cuts == std::vector<std::uint32_t>{barriers[1]});
  });
}

TEST_F(HazardsUi, AClickOnAHazardShowsItAndAgainPutsItAway) {
  drive("rows", [](ImGuiTestContext* c) {
    session().edit()->set_lab("matmul_tile16");
    IM_CHECK(settle(c));
    IM_CHECK(session().edit()->toggle_barrier(session().edits().barriers()[1]));
    gui()->ui().results = panels::ResultsTab::Hazards;
    IM_CHECK(settle(c));
    IM_CHECK_EQ(session().results().hazards().size(), 2u);
    c->SetRef(c->WindowInfo("//results/##hazards").ID);
    IM_CHECK(session().results().selected_hazard() == 1u); // the one that does damage in this order
    c->ItemClick("##hazard_0");
    IM_CHECK(session().results().selected_hazard() == 0u);
    const races::HazardStory* story = session().results().hazard_story();
    IM_CHECK(story != nullptr);
    IM_CHECK_EQ(session().time().moment().event, story->second.event);
    c->ItemClick("##hazard_0");
    IM_CHECK(!session().results().selected_hazard());
  });
}

} // namespace
} // namespace warpscope
