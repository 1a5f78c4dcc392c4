// Numbers that mean what they seem to: units in full, races before counts, nothing hidden that was answered.
#include "app/jobs/sweep.h"
#include "app/panels/window/paint.h"
#include "tests/ui/ui_driver.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

class NumbersUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
  void TearDown() override {
    gui()->session().reveal();
    test::start_over();
  }
};

void open_lab(ImGuiTestContext* c, const char* id) {
  IM_CHECK(gui()->session().edit()->set_lab(id));
  IM_CHECK(settle(c));
  gui()->session().play(false);
  c->Yield(4);
}

/// Every text that is drawn.
std::vector<panels::PaintLog::Item> drawn(ImGuiTestContext* c) {
  panels::PaintLog log;
  panels::Paint::log = &log;
  c->Yield(2);
  panels::Paint::log = nullptr;
  return std::move(log.items);
}

bool says(const std::vector<panels::PaintLog::Item>& items, std::string_view text) {
  return std::any_of(items.begin(), items.end(),
                     [&](const auto& item) { return item.text.find(text) != std::string::npos; });
}

TEST_F(NumbersUi, UnitsAreNeverCutAndBothAccessesOfALineAreShown) {
  drive("units", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    const ImGuiTestItemInfo text = c->WindowInfo("//kernel/##text");
    IM_CHECK(text.ID != 0);
    const float side = text.Window->Pos.x + text.Window->Size.x, end = c->GetWindowByRef("//kernel")->Size.x;
    std::vector<std::pair<float, std::string>> beside;
    for (const panels::PaintLog::Item& item : drawn(c)) {
      IM_CHECK(item.text != "sec" && item.text != "wf");
      if (item.box.x >= side - 1 && item.box.x < end && item.box.y > text.Window->Pos.y && !item.text.empty())
        beside.emplace_back(item.box.y, item.text);
    }
    for (const char* number : {"32", "4"})
      IM_CHECK(
          std::any_of(beside.begin(), beside.end(), [&](const auto& one) { return one.second == number; }));
  });
}

/// The texts of the picture in order of their left ends, in the row of the active line's number.
std::vector<std::string> presented_line(std::uint32_t number) {
  std::vector<std::pair<float, std::string>> row;
  const view::Picture& picture = *gui()->ui().stage.picture;
  float y = 0;
  for (const view::Shape& shape : picture.shapes)
    if (const auto* text = std::get_if<view::TextShape>(&shape); text && text->text == std::to_string(number))
      y = std::max(y, text->at.y);
  for (const view::Shape& shape : picture.shapes)
    if (const auto* text = std::get_if<view::TextShape>(&shape); text && std::abs(text->at.y - y) < 12)
      row.emplace_back(text->at.x, text->text);
  std::sort(row.begin(), row.end());
  std::vector<std::string> texts;
  for (auto& [x, text] : row) texts.push_back(std::move(text));
  return texts;
}

TEST_F(NumbersUi, AClassSeesWhatBothAccessesOfALineCost) {
  drive("both accesses presented", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    session.edit()->set_mode(document::SourceMode::Kernel);
    session.edit()->set_kernel_text("/* warpscope\nkernel = \"product\"\ngrid = 1\nblock = [16, 16]\n"
                                    "[args]\nout = \"zero[256]\"\n*/\n"
                                    "__global__ void product(float *out) {\n"
                                    "  __shared__ float a[16][16], b[16][16];\n"
                                    "  int x = threadIdx.x, y = threadIdx.y;\n"
                                    "  a[y][x] = b[y][x] = x;\n"
                                    "  __syncthreads();\n"
                                    "  float sum = 0;\n"
                                    "  for (int k = 0; k < 16; ++k)\n"
                                    "    sum += a[y][k] * b[x][k];\n"
                                    "  out[16 * y + x] = sum;\n"
                                    "}\n");
    IM_CHECK(settle(c));
    session.play(false);
    session.time().seek_line(15, 0);
    gui()->ui().presenter = true;
    c->Yield(4);
    const std::vector<std::string> line = presented_line(15);
    IM_CHECK(line.size() > 5);
    const std::vector<std::string> costs(line.end() - 4, line.end());
    IM_CHECK(costs == (std::vector<std::string>{"1", "+", "8", "wavefronts"}));
    gui()->ui().presenter = false;
    c->Yield(4);
    // The ordinary view says both, too, and not that there is one more.
    const std::vector<panels::PaintLog::Item> items = drawn(c);
    IM_CHECK(!says(items, "+1"));
  });
  gui()->ui().presenter = false;
}

TEST_F(NumbersUi, TheTwoCountsOfALineKeepTheirOrder) {
  drive("order of counts", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    const auto in_order = [&] {
      const ImGuiWindow* text = c->WindowInfo("//kernel/##text").Window;
      const float side = text->Pos.x + text->Size.x, end = c->GetWindowByRef("//kernel")->Size.x;
      int lines = 0;
      const std::vector<panels::PaintLog::Item> items = drawn(c);
      for (const panels::PaintLog::Item& sectors : items)
        for (const panels::PaintLog::Item& other : items) {
          if (sectors.text != "4" || (other.text != "1" && other.text != "32")) continue;
          if (sectors.box.y != other.box.y || sectors.box.y < text->Pos.y) continue;
          if (std::min(sectors.box.x, other.box.x) < side - 1 || std::max(sectors.box.x, other.box.x) > end)
            continue;
          if (sectors.box.x > other.box.x) return false;
          ++lines;
        }
      return lines >= 2; // the store into the tile, the load from it
    };
    IM_CHECK(in_order());
    gui()->session().edit()->set_choice("PAD", "1");
    IM_CHECK(settle(c));
    c->Yield(4);
    IM_CHECK(in_order());
  });
}

TEST_F(NumbersUi, TheLegendOfTheSignsIsThereAtEveryScaleAndCoversNoTab) {
  drive("legend", [](ImGuiTestContext* c) {
    for (const float zoom : {1.f, 1.25f, 1.5f, 1.75f, 2.f}) {
      gui()->session().settings.zoom = zoom;
      open_lab(c, "transpose_tile");
      const float end = c->GetWindowByRef("//kernel")->Size.x;
      const std::vector<panels::PaintLog::Item> items = drawn(c);
      int words = 0;
      for (const panels::PaintLog::Item& item : items) {
        if ((item.text != "sectors" && item.text != "wavefronts") || item.box.x + item.box.w > end) continue;
        ++words;
        for (const panels::PaintLog::Item& tab : items)
          if (tab.text == "Kernel" || tab.text == "Expression")
            IM_CHECK(item.box.x - 1.5f * item.size > tab.box.x + tab.box.w ||
                     item.box.y >= tab.box.y + tab.box.h);
      }
      IM_CHECK_GE(words, 2);
    }
  });
}

/// Ticks in the stage's picture.
int ticks() {
  int found = 0;
  for (const view::Shape& shape : gui()->ui().stage.picture->shapes)
    if (const auto* path = std::get_if<view::PolygonShape>(&shape))
      found += path->points.size() == 3 && !path->closed ? 1 : 0;
  return found;
}

TEST_F(NumbersUi, AWrongGuessGetsNoTick) {
  drive("no tick", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    session.edit()->set_expression("tile[threadIdx.y][threadIdx.x]"); // 1 wavefront: the picture has a tick
    IM_CHECK(settle(c));
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(3);
    IM_CHECK_EQ(ticks(), 1);
    for (const char* guess : {"8", "1"}) {
      c->KeyPress(ImGuiKey_R);
      c->Yield(3);
      IM_CHECK(session.counts_hidden());
      IM_CHECK_EQ(ticks(), 0);
      c->KeyChars(guess);
      c->KeyPress(ImGuiKey_Enter);
      c->Yield(3);
      const bool right = guess[0] == '1';
      IM_CHECK_STR_EQ(gui()->ui().stage.headline.lead.c_str(),
                      right ? "Right: it is 1" : "You said 8, it is 1");
      IM_CHECK_EQ(ticks(), right ? 1 : 0);
      session.dismiss_verdict();
    }
  });
}

/// A text with a race, and one with a fault: no scene says that all is well.
TEST_F(NumbersUi, WhereSomethingIsWrongNoSceneHasATick) {
  drive("no praise", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    for (const bool race : {true, false}) {
      session.edit()->set_mode(document::SourceMode::Kernel);
      session.edit()->set_kernel_text(
          race ? "/* warpscope\nkernel = \"k\"\ngrid = 1\nblock = 64\n[args]\nout = \"zero[64]\"\n*/\n"
                 "__global__ void k(float *out) {\n  __shared__ float s[64];\n  s[threadIdx.x] = 1;\n"
                 "  out[threadIdx.x] = s[63 - threadIdx.x];\n}\n"
               : "/* warpscope\nkernel = \"k\"\ngrid = 1\nblock = 64\n[args]\nout = \"zero[40]\"\n*/\n"
                 "__global__ void k(float *out) {\n  __shared__ float s[64];\n  s[threadIdx.x] = 1;\n"
                 "  __syncthreads();\n  out[threadIdx.x] = s[63 - threadIdx.x];\n}\n");
      IM_CHECK(settle(c));
      session.play(false);
      const std::string alarm = race ? "Race" : "Fault";
      for (const view::SceneKind scene : {view::SceneKind::Banks, view::SceneKind::Array,
                                          view::SceneKind::Sectors, view::SceneKind::Block}) {
        gui()->ui().scene = scene;
        c->Yield(4);
        std::string said;
        for (const view::Shape& shape : gui()->ui().stage.picture->shapes)
          if (const auto* text = std::get_if<view::TextShape>(&shape)) said += text->text + "|";
        const bool told = said.find(alarm) != std::string::npos ||
                          said.find("read before the value") != std::string::npos ||
                          said.find("reads before the value") != std::string::npos;
        if (!told || ticks() != 0)
          c->LogError("%s in scene %d: %d ticks, %s", alarm.c_str(), static_cast<int>(scene), ticks(),
                      said.c_str());
        IM_CHECK(told);
        IM_CHECK_EQ(ticks(), 0);
      }
      gui()->ui().results = panels::ResultsTab::Table;
      c->Yield(3);
      IM_CHECK(says(drawn(c), race ? "races" : "faults"));
    }
  });
}

TEST_F(NumbersUi, ARaceIsSaidBeforeTheCounts) {
  drive("race first", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    session::Session& session = gui()->session();
    session.edit()->set_choice("WIDTH", "256"); // races of a large grid take their time
    IM_CHECK(settle(c));
    const std::uint32_t barrier = session.edits().barriers().front();
    IM_CHECK(session.edit()->toggle_barrier(barrier));
    IM_CHECK(settle(c));
    gui()->ui().scene = view::SceneKind::Banks;
    c->Yield(4);
    IM_CHECK(test::headline().starts_with("Race: 32 wavefronts"));
    gui()->ui().results = panels::ResultsTab::Table;
    c->Yield(2);
    IM_CHECK(says(drawn(c), "races"));
    // The row and the stage show the same two threads, and say what they count.
    session.select_hazard(0);
    gui()->ui().scene = view::SceneKind::Block;
    gui()->ui().results = panels::ResultsTab::Hazards;
    c->Yield(4);
    const races::HazardStory* story = session.results().hazard_story();
    IM_CHECK(story != nullptr);
    const std::string row = session.results().hazards().front().said.message;
    const Dim3 block = session.block();
    const auto thread = [&](std::uint32_t linear) {
      return "thread (" + std::to_string(linear % block.x) + ", " +
             std::to_string(linear / block.x % block.y) + ", " + std::to_string(linear / block.x / block.y) +
             ")";
    };
    IM_CHECK_NE(row.find(thread(story->first.thread())), std::string::npos);
    IM_CHECK_NE(row.find(thread(story->second.thread())), std::string::npos);
    IM_CHECK_NE(row.find("pairs of threads in all blocks"), std::string::npos);
    // What the picture counts, and whose threads it names.
    std::string staged;
    for (const view::Shape& shape : gui()->ui().stage.picture->shapes)
      if (const auto* text = std::get_if<view::TextShape>(&shape)) staged += text->text + "|";
    for (std::size_t at = staged.find("pairs"); at != std::string::npos; at = staged.find("pairs", at + 1))
      IM_CHECK(staged.compare(at, 24, "pairs of threads in this block", 0, 24) == 0);
    IM_CHECK_NE(staged.find("thread " + std::to_string(story->first.thread())), std::string::npos);
    IM_CHECK_NE(staged.find("thread " + std::to_string(story->second.thread())), std::string::npos);
    session.edit()->restore_barriers();
    IM_CHECK(settle(c));
    gui()->ui().scene = view::SceneKind::Banks;
    gui()->ui().results = panels::ResultsTab::Table;
    c->Yield(4);
    IM_CHECK(!test::headline().starts_with("Race"));
  });
}

TEST_F(NumbersUi, AHazardIsReadToItsEnd) {
  drive("wraps", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    session::Session& session = gui()->session();
    IM_CHECK(session.edit()->toggle_barrier(session.edits().barriers().front()));
    IM_CHECK(settle(c));
    gui()->ui().results = panels::ResultsTab::Hazards;
    c->Yield(4);
    const std::string row = session.results().hazards().front().said.message;
    const std::string last = row.substr(row.rfind(' ') + 1);
    IM_CHECK(says(drawn(c), last));
    session.edit()->restore_barriers();
    IM_CHECK(settle(c));
  });
}

TEST_F(NumbersUi, RAfterTheAnswerAsksAgainAndHidesIt) {
  drive("answered", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    session::Session& session = gui()->session();
    session.settings.reduce_motion = true;
    IM_CHECK(session.show_me().empty());
    IM_CHECK(settle(c));
    IM_CHECK(session.lesson_state() == lesson::Tutor::State::Answered);
    const std::string sentence = session.lesson().answer()->sentence;
    c->Yield(2);
    IM_CHECK(says(drawn(c), sentence.substr(0, 12)));
    c->KeyPress(ImGuiKey_Escape);
    c->KeyPress(ImGuiKey_R);
    c->Yield(2);
    IM_CHECK(session.counts_hidden());
    IM_CHECK(!says(drawn(c), sentence.substr(0, 12)));
    c->KeyPress(ImGuiKey_R);
    c->Yield(2);
    IM_CHECK(!session.counts_hidden());
    c->KeyPress(ImGuiKey_Q);
    c->Yield(2);
    IM_CHECK(says(drawn(c), sentence.substr(0, 12)));
  });
}

TEST_F(NumbersUi, AHiddenTableDoesNotSayThatNothingIsTouched) {
  drive("hidden table", [](ImGuiTestContext* c) {
    gui()->session().ask();
    c->Yield(3);
    IM_CHECK(gui()->session().counts_hidden());
    IM_CHECK(!says(drawn(c), "touches memory"));
    gui()->session().reveal();
  });
}

TEST_F(NumbersUi, AnIndexOutOfBoundsIsShownWhereThePictureWouldBe) {
  drive("outside", [](ImGuiTestContext* c) {
    gui()->session().edit()->set_expression("tile[threadIdx.x][threadIdx.y + 1024]");
    IM_CHECK(settle(c));
    c->Yield(3);
    IM_CHECK(says(drawn(c), "tile[32][0]"));
    IM_CHECK(!says(drawn(c), "touches no memory"));
  });
}

/// An element of 32 bytes: no fault in a buffer that nobody declared.
TEST_F(NumbersUi, AnElementOf32BytesIsCountedWithoutAFault) {
  drive("32 bytes", [](ImGuiTestContext* c) {
    gui()->session().edit()->set_fields("a[threadIdx.x]", "const double4_32a *a");
    IM_CHECK(settle(c));
    gui()->ui().scene = view::SceneKind::Sectors;
    c->Yield(4);
    IM_CHECK(gui()->session().runs().picture()->run.faults.empty());
    IM_CHECK(test::headline().starts_with("32 sectors"));
    IM_CHECK(!says(drawn(c), "elements:"));
  });
}

TEST_F(NumbersUi, AnIndexThatIsARowIsCalledOne) {
  drive("row", [](ImGuiTestContext* c) {
    gui()->session().edit()->set_expression("tile[threadIdx.x]");
    IM_CHECK(settle(c));
    c->Yield(3);
    IM_CHECK(says(drawn(c), "is a row of tile"));
  });
}

TEST_F(NumbersUi, NoKeywordIsProposedForAName) {
  drive("foo", [](ImGuiTestContext* c) {
    gui()->session().edit()->set_expression("tile[foo][threadIdx.y]");
    IM_CHECK(settle(c));
    c->Yield(3);
    IM_CHECK(!says(drawn(c), "did you mean"));
    IM_CHECK(says(drawn(c), "'foo'"));
  });
}

TEST_F(NumbersUi, TheMeasurementsAreThoseOfTheReadme) {
  drive("measured", [](ImGuiTestContext* c) {
    std::ifstream in(std::string(WARPSCOPE_SOURCE_DIR) + "/README.md");
    const std::string readme{std::istreambuf_iterator<char>(in), {}};
    const std::size_t end = readme.find(" measured warp accesses");
    IM_CHECK_NE(end, std::string::npos);
    const std::size_t begin = readme.find_last_of(" \n", end - 1) + 1;
    IM_CHECK(says(drawn(c), readme.substr(begin, end - begin) + " measured warp accesses"));
  });
}

TEST_F(NumbersUi, BarsStandInTheOrderOfTheirValues) {
  drive("bars", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    for (const jobs::SweepSubject& subject : gui()->session().runs().sweep_subjects())
      if (subject.id == "WIDTH")
        IM_CHECK(subject.values == (std::vector<std::string>{"256", "512", "1024", "2048"}));
    gui()->ui().results = panels::ResultsTab::Chart;
    gui()->session().runs().start_sweep("WIDTH");
    for (int i = 0; i < 6000 && gui()->session().runs().sweeping(); ++i) c->Yield();
    c->Yield(4);
    const jobs::Sweep* sweep = gui()->session().runs().sweep();
    IM_CHECK(sweep != nullptr);
    std::vector<std::string> shown; // a bar each, from the left
    for (const jobs::SweepPoint& point : sweep->points) shown.push_back(point.value);
    IM_CHECK(shown == (std::vector<std::string>{"256", "512", "1024", "2048"}));
    gui()->session().runs().close_sweep();
  });
}

} // namespace
} // namespace warpscope
