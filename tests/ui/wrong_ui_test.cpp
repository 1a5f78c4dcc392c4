// What is said of races and faults: of the accesses that make them, wherever one looks.
#include "app/panels/window/paint.h"
#include "tests/ui/ui_driver.h"

#include <algorithm>
#include <map>
#include <set>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

class WrongUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
  void TearDown() override { test::start_over(); }
};

session::Session& session() { return gui()->session(); }

std::vector<panels::PaintLog::Item> drawn(ImGuiTestContext* c) {
  panels::PaintLog log;
  panels::Paint::log = &log;
  c->Yield(2);
  panels::Paint::log = nullptr;
  return std::move(log.items);
}

/// Every text on the stage.
std::string staged() {
  std::string all;
  for (const view::Shape& shape : gui()->ui().stage.picture->shapes)
    if (const auto* text = std::get_if<view::TextShape>(&shape)) all += text->text + "\n";
  return all;
}

void open_text(ImGuiTestContext* c, const char* text) {
  session().edit()->set_mode(document::SourceMode::Kernel);
  session().edit()->set_kernel_text(text);
  IM_CHECK(settle(c));
  session().play(false);
  c->Yield(4);
}

/// The first site of the program whose text is this.
std::uint32_t site_of(std::string_view code) {
  const std::vector<program::Site>& sites = session().runs().picture()->program->sites;
  for (std::uint32_t site = 0; site < sites.size(); ++site)
    if (sites[site].text == code) return site;
  return ~0u;
}

void go_to(ImGuiTestContext* c, std::uint32_t site) {
  const trace::BlockTrace& trace = *session().time().playback().trace();
  for (std::size_t event = 0; event < trace.size(); ++event)
    if (trace.event(event).kind == trace::StepKind::Access && trace.event(event).site_or_pc == site) {
      session().time().seek_moment({event, 0});
      break;
    }
  IM_CHECK_EQ(session().time().site(), site);
  c->Yield(4);
}

constexpr const char* reduction = "/* warpscope\nkernel = \"reduce\"\ngrid = [4]\nblock = [64]\n[args]\n"
                                  "in = \"ramp[256]\"\nout = \"zero[4]\"\n*/\n"
                                  "__global__ void reduce(const float *in, float *out) {\n"
                                  "  __shared__ float s[64];\n"
                                  "  int t = threadIdx.x;\n"
                                  "  s[t] = in[blockIdx.x * 64 + t];\n"
                                  "  for (int n = 32; n > 0; n /= 2)\n"
                                  "    if (t < n) s[t] += s[t + n];\n"
                                  "  if (t == 0) out[blockIdx.x] = s[0];\n"
                                  "}\n";
constexpr const char* fault = "/* warpscope\nkernel = \"f\"\ngrid = [2]\nblock = [64]\n[args]\n"
                              "in = \"ramp[128]\"\nout = \"zero[40]\"\n*/\n"
                              "__global__ void f(const float *in, float *out) {\n"
                              "  int i = blockIdx.x * 64 + threadIdx.x;\n"
                              "  out[i] = in[i] + 1;\n"
                              "}\n";

/// The accesses of the table's rows in which this word stands: a click on a row goes to its access.
std::set<std::string> accesses_with(ImGuiTestContext* c, std::string_view word) {
  gui()->ui().results = panels::ResultsTab::Table;
  gui()->ui().preferences.panes.results = 2.5f;
  c->Yield(4);
  std::set<std::string> found;
  std::set<float> rows;
  for (const panels::PaintLog::Item& mark : drawn(c)) {
    if (mark.text != word || !rows.insert(mark.box.y).second) continue;
    c->MouseMoveToPos({mark.box.x + mark.box.w / 2, mark.box.y + mark.box.h / 2});
    c->MouseClick();
    c->Yield(2);
    found.insert(session().runs().picture()->program->sites.at(session().time().site()).text);
  }
  return found;
}

TEST_F(WrongUi, ARowSaysThatItsOwnAccessRaces) {
  drive("racing rows", [](ImGuiTestContext* c) {
    open_text(c, reduction);
    const std::set<std::string> racing = accesses_with(c, "races");
    IM_CHECK(racing.contains("s[t + n]"));
    IM_CHECK(!racing.contains("in[blockIdx.x * 64 + t]"));
    IM_CHECK(!racing.contains("out[blockIdx.x]"));
  });
}

TEST_F(WrongUi, ARowSaysThatItsAccessFaults) {
  drive("faulting rows", [](ImGuiTestContext* c) {
    open_text(c, fault);
    IM_CHECK(accesses_with(c, "faults") == std::set<std::string>{"out[i]"});
  });
}

TEST_F(WrongUi, AFaultIsNumberedInTheTabAndOpensOnItsAccess) {
  drive("fault row", [](ImGuiTestContext* c) {
    open_text(c, fault);
    IM_CHECK_STR_EQ(session().runs().picture()->program->sites.at(session().time().site()).text.c_str(),
                    "out[i]");
    IM_CHECK(test::headline().starts_with("Fault: "));
    const auto all = [&] {
      std::string said;
      for (const panels::PaintLog::Item& item : drawn(c)) said += item.text + "\n";
      return said;
    };
    if (all().find("Hazards 1\n") == std::string::npos) IM_ERRORF("drawn: %s", all().c_str());
    gui()->ui().results = panels::ResultsTab::Hazards;
    c->Yield(4);
    IM_CHECK(all().find("out has 40 elements") != std::string::npos);
    go_to(c, site_of("in[i]"));
    c->SetRef(c->WindowInfo("//results/##hazards").ID);
    c->ItemClick("##hazard_0");
    c->Yield(2);
    IM_CHECK_STR_EQ(session().runs().picture()->program->sites.at(session().time().site()).text.c_str(),
                    "out[i]");
    gui()->ui().results = panels::ResultsTab::Table;
  });
}

/// The line under the headline has room for what is wrong, not for the thread that was the first to do it.
TEST_F(WrongUi, AFaultIsSaidWholeUnderTheHeadline) {
  drive("faults in brief", [](ImGuiTestContext* c) {
    session().settings.reduce_motion = true;
    for (const auto& [lab, says] :
         {std::pair{"barrier_divergent",
                    "Fault elsewhere: a thread waits at a barrier that 16 of 256 threads cannot reach"},
          {"bug_tile_without_edges",
           "Fault elsewhere: B[(first + ty) * n + col] reads B[4900], but B has 4900 elements"},
          {"bug_cluster_exit",
           "a thread reads 4 bytes at offset 4096 of the shared memory of block 3 of the cluster, which has "
           "ended"}}) {
      IM_CHECK(session().edit()->set_lab(lab));
      IM_CHECK(settle(c));
      IM_CHECK_STR_EQ(session().show_me().c_str(), "");
      IM_CHECK(settle(c));
      c->Yield(6);
      if (staged().find(says) == std::string::npos) c->LogError("%s: %s", lab, staged().c_str());
    }
  });
}

TEST_F(WrongUi, OverAnInnocentAccessTheRaceIsSaidToBeElsewhere) {
  drive("elsewhere", [](ImGuiTestContext* c) {
    open_text(c, reduction);
    go_to(c, site_of("in[blockIdx.x * 64 + t]"));
    gui()->ui().scene = view::SceneKind::Sectors;
    c->Yield(4);
    IM_CHECK_STR_EQ(test::headline().c_str(), "4 sectors, and no fewer would do");
    IM_CHECK(staged().find("Race elsewhere: ") != std::string::npos);
    go_to(c, site_of("s[t + n]"));
    gui()->ui().scene = view::SceneKind::Banks;
    c->Yield(4);
    IM_CHECK(test::headline().starts_with("Race: "));
    // Block shows both; without the arc it says so, too.
    gui()->ui().scene = view::SceneKind::Block;
    session().select_hazard(std::nullopt);
    c->Yield(4);
    if (staged().find("Race: ") == std::string::npos) IM_ERRORF("Block says %s", staged().c_str());
  });
}

/// What nobody wrote, and what lies outside of its array, are no races: nobody else touches them.
TEST_F(WrongUi, UnwrittenMemoryAndAnIndexTooFarAreNotCalledRaces) {
  drive("no races", [](ImGuiTestContext* c) {
    for (const auto& [lab, says] : {std::pair("bug_halo_not_loaded", "Unwritten: 2 wavefronts"),
                                    std::pair("bug_off_by_one", "Outside: 1 wavefront")}) {
      session().edit()->set_lab(lab);
      IM_CHECK(test::settle(c));
      go_to(c, site_of(std::string(lab) == "bug_off_by_one" ? "values[t + 1]"
                                                            : "tile[threadIdx.y + dy][threadIdx.x + dx]"));
      gui()->ui().scene = view::SceneKind::Banks;
      c->Yield(4);
      if (!test::headline().starts_with(says)) IM_ERRORF("%s says %s", lab, test::headline().c_str());
      IM_CHECK(staged().find("Race") == std::string::npos);
    }
  });
}

TEST_F(WrongUi, AClickOnTheOnlyHazardKeepsItsArc) {
  drive("only row", [](ImGuiTestContext* c) {
    session().edit()->set_lab("transpose_tile");
    session().edit()->set_choice("WIDTH", "256"); // races of a large grid take their time
    IM_CHECK(settle(c));
    IM_CHECK(session().edit()->toggle_barrier(session().edits().barriers().front()));
    IM_CHECK(settle(c));
    gui()->ui().results = panels::ResultsTab::Hazards;
    c->Yield(4);
    IM_CHECK_EQ(session().results().hazards().size(), 1u);
    c->SetRef(c->WindowInfo("//results/##hazards").ID);
    for (int i = 0; i < 3; ++i) {
      c->ItemClick("##hazard_0");
      IM_CHECK(session().results().selected_hazard() == 0u);
      IM_CHECK(gui()->ui().scene == view::SceneKind::Block);
    }
  });
}

/// The reason is the headline; which limit it met stands below, with what to look at.
TEST_F(WrongUi, AKernelWithoutAnEndSaysWhichLoopDoesNotEnd) {
  drive("endless", [](ImGuiTestContext* c) {
    open_text(c, "/* warpscope\nkernel = \"wait_for\"\ngrid = [1]\nblock = [32]\n[args]\n"
                 "flag = \"zero[4]\"\nout = \"zero[32]\"\n*/\n"
                 "__global__ void wait_for(const int *flag, int *out) {\n"
                 "  int seen = 0;\n"
                 "  while (true) {\n"
                 "    seen += flag[0];\n"
                 "  }\n"
                 "  out[threadIdx.x] = seen;\n"
                 "}\n");
    c->KeyPress(ImGuiKey_3);
    c->Yield(4);
    const view::Headline& says = gui()->ui().stage.headline;
    IM_CHECK_STR_EQ((says.strong + says.rest).c_str(), "The loop of line 11 does not end");
    IM_CHECK(says.lead.find("the most it may") != std::string::npos);
    IM_CHECK(says.explanation.starts_with("look at what should end that loop"));
    IM_CHECK(staged().find("The loop of line 11 does not end") != std::string::npos);
  });
}

TEST_F(WrongUi, TheSelectedHazardIsInSight) {
  drive("in sight", [](ImGuiTestContext* c) {
    session().edit()->set_lab("matmul_tile16");
    session().edit()->set_choice("N", "128");
    IM_CHECK(settle(c));
    gui()->ui().preferences.panes.results = .4f; // as little as there is
    IM_CHECK(session().edit()->toggle_barrier(session().edits().barriers()[1]));
    gui()->ui().results = panels::ResultsTab::Hazards;
    IM_CHECK(settle(c));
    for (const std::size_t row : {session().results().hazards().size() - 1, std::size_t{0}}) {
      session().select_hazard(row);
      c->Yield(6);
      const ImGuiWindow* list = c->WindowInfo("//results/##hazards").Window;
      c->SetRef(list->ID);
      const ImGuiTestItemInfo item = c->ItemInfo(("##hazard_" + std::to_string(row)).c_str());
      IM_CHECK(item.ID != 0);
      IM_CHECK_GE(item.RectFull.Min.y, list->Pos.y - 1);
      IM_CHECK(item.RectFull.Max.y <= list->Pos.y + list->Size.y + 1 ||
               item.RectFull.GetHeight() > list->Size.y);
    }
  });
}

} // namespace
} // namespace warpscope
