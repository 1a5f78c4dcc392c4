// The results: sorted, filtered and copied; rows that go to their access; the chart and its bars.
#include "app/panels/window/paint.h"
#include "app/results/counters.h"
#include "app/results/table.h"
#include "tests/ui/ui_driver.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

class ResultsUi : public testing::Test {
 protected:
  void SetUp() override {
    test::start_over();
    gui()->ui().results = panels::ResultsTab::Table;
    gui()->session().runs().close_sweep();
  }
  void TearDown() override {
    gui()->ui().results = panels::ResultsTab::Table;
    gui()->session().runs().close_sweep();
  }
};

void open_lab(ImGuiTestContext* c, const char* lab) {
  IM_CHECK(gui()->session().edit()->set_lab(lab));
  IM_CHECK(settle(c));
}

/// What the copy button put on the clipboard, as cells.
std::vector<std::vector<std::string>> copied(ImGuiTestContext* c) {
  c->SetRef("results");
  c->ItemClick("##copy");
  c->Yield();
  std::vector<std::vector<std::string>> table;
  std::istringstream lines(ImGui::GetClipboardText());
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> cells(1);
    for (const char ch : line) {
      if (ch == '\t') cells.emplace_back();
      else cells.back() += ch;
    }
    table.push_back(std::move(cells));
  }
  return table;
}

void click_head(ImGuiTestContext* c, results::ResultColumn column) {
  c->SetRef(c->WindowInfo("//results/##rows").ID);
  c->ItemClick(("$$" + std::to_string(static_cast<int>(column)) + "/##head").c_str());
  c->Yield();
}

bool sweep_settles(ImGuiTestContext* c) {
  for (int i = 0; i < 4000 && gui()->session().runs().sweeping(); ++i) c->Yield();
  return !gui()->session().runs().sweeping();
}

/// In 1280x720 some accesses of these labs are as long as their column: what is missing of them is not a
/// bracket that nobody misses.
TEST_F(ResultsUi, AnAccessThatIsCutOffEndsWithDots) {
  drive("dots", [](ImGuiTestContext* c) {
    int cut = 0;
    for (const char* lab : {"matmul_edges_small", "copy_pipeline", "reduction_pairs"}) {
      open_lab(c, lab);
      panels::PaintLog log;
      panels::Paint::log = &log;
      c->Yield();
      panels::Paint::log = nullptr;
      const ImDrawList* list = c->WindowInfo("//results/##rows").Window->DrawList;
      for (const results::ResultRow& row : gui()->session().results().rows()) {
        if (row.site == ~0u || !row.first_of_site) continue;
        const std::string number = std::to_string(row.line);
        for (const panels::PaintLog::Item& line : log.items) {
          if (line.list != list || line.text != number) continue;
          // The pieces of the code between the line's number and the counter's name.
          std::vector<const panels::PaintLog::Item*> beside;
          for (const panels::PaintLog::Item& item : log.items)
            if (item.list == list && !item.text.empty() && item.box.x > line.box.x &&
                std::abs(item.box.y + item.box.h / 2 - line.box.y - line.box.h / 2) < 4)
              beside.push_back(&item);
          std::ranges::sort(beside, {}, [](const auto* item) { return item->box.x; });
          std::string code;
          for (const panels::PaintLog::Item* item : beside) {
            if (item->text == results::info_of(row.counter).label) break;
            code += item->text;
          }
          if (!row.code.starts_with(code.substr(0, 4))) continue; // another access of this line
          if (code != row.code && !code.ends_with("…")) IM_ERRORF("%s: %s", lab, code.c_str());
          cut += code.ends_with("…") ? 1 : 0;
        }
      }
    }
    IM_CHECK_GT(cut, 0);
  });
}

TEST_F(ResultsUi, SortsFiltersAndCopiesWhatIsShown) {
  drive("results table", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    const std::vector<results::ResultRow>& rows = gui()->session().results().rows();
    auto table = copied(c);
    IM_CHECK_EQ(table.size(), rows.size() + 1);
    IM_CHECK_STR_EQ(table[0][0].c_str(), "line");
    IM_CHECK_STR_EQ(table[1][0].c_str(), std::to_string(rows[0].line).c_str());
    constexpr std::size_t launch = 8;
    IM_CHECK_STR_EQ(table[0][launch].c_str(), "launch");
    const auto numbers = [&] {
      std::vector<long long> list;
      for (std::size_t i = 1; i < table.size(); ++i)
        if (!table[i][0].empty()) list.push_back(std::stoll(table[i][launch]));
      return list;
    };
    click_head(c, results::ResultColumn::Launch);
    table = copied(c);
    std::vector<long long> list = numbers();
    IM_CHECK_GT(list.size(), 3u);
    IM_CHECK(std::is_sorted(list.rbegin(), list.rend()));
    IM_CHECK_GT(list.front(), list.back());
    click_head(c, results::ResultColumn::Launch);
    table = copied(c);
    list = numbers();
    IM_CHECK(std::is_sorted(list.begin(), list.end()));
    click_head(c, results::ResultColumn::Launch); // home again
    c->SetRef("results");
    c->ItemInputValue("##filter", "wavefronts ratio>1");
    c->Yield(2);
    table = copied(c);
    IM_CHECK_GT(table.size(), 1u);
    IM_CHECK_LT(table.size(), rows.size() + 1);
    for (std::size_t i = 1; i < table.size(); ++i)
      IM_CHECK_NE(table[i][2].find("wavefronts"), std::string::npos);
    c->SetRef("results");
    c->ItemInputValue("##filter", "");
    c->Yield(2);
    IM_CHECK_EQ(copied(c).size(), rows.size() + 1);
  });
}

TEST_F(ResultsUi, CtrlCInTheTableCopiesIt) {
  drive("results ctrl c", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    ImGui::SetClipboardText("nothing");
    click_head(c, results::ResultColumn::Line); // gives it the focus
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_C);
    c->Yield(2);
    IM_CHECK_EQ(std::string(ImGui::GetClipboardText()).find("line\taccess"), 0u);
    click_head(c, results::ResultColumn::Line);
    click_head(c, results::ResultColumn::Line);
  });
}

TEST_F(ResultsUi, ARowGoesToItsAccessAndLightsUpItsLine) {
  drive("results row", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    session::Session& session = gui()->session();
    session.play(false);
    session.time().go_home();
    std::size_t other = 0; // a row of another access than the one at the playhead
    while (other < session.results().rows().size() &&
           session.results().rows()[other].site == session.time().site())
      ++other;
    IM_CHECK_LT(other, session.results().rows().size());
    const std::uint32_t site = session.results().rows()[other].site;
    const std::string row = "$$" + std::to_string(other) + "/##row";
    c->SetRef(c->WindowInfo("//results/##rows").ID);
    c->MouseMove(row.c_str());
    c->Yield(2);
    IM_CHECK_EQ(gui()->ui().hover.line, session.results().rows()[other].line);
    c->ItemClick(row.c_str());
    c->Yield(2);
    IM_CHECK_EQ(session.time().site(), site);
    const std::uint64_t step = session.time().step();
    c->ItemClick(row.c_str());
    c->Yield(2);
    IM_CHECK_EQ(session.time().site(), site);
    IM_CHECK_NE(session.time().step(), step);
  });
}

TEST_F(ResultsUi, OneClickBesideAParameterChartsIt) {
  drive("chart parameter", [](ImGuiTestContext* c) {
    open_lab(c, "bank_stride");
    session::Session& session = gui()->session();
    c->SetRef("bar");
    c->ItemClick("##chart_STRIDE");
    c->Yield(2);
    IM_CHECK(gui()->ui().results == panels::ResultsTab::Chart);
    IM_CHECK(session.runs().sweep() != nullptr);
    IM_CHECK(sweep_settles(c));
    const jobs::Sweep& sweep = *session.runs().sweep();
    IM_CHECK_EQ(sweep.answered(), sweep.points.size());
    IM_CHECK_GE(sweep.points.size(), 32u);
    // Wavefronts an access are the greatest common divisor of the stride and 32.
    const jobs::SweepMeasure& measure = jobs::all_measures()[*jobs::telling_measure(sweep)];
    IM_CHECK_STR_EQ(std::string(measure.units).c_str(), "wavefronts");
    for (const jobs::SweepPoint& point : sweep.points) {
      unsigned stride = static_cast<unsigned>(std::stoul(point.value)), gcd = 32;
      while (stride % gcd != 0) gcd /= 2;
      IM_CHECK_EQ(jobs::value_at(point, measure, true)->value, static_cast<double>(gcd));
    }
    c->Yield(3);
    c->SetRef("results");
    c->ItemClick("##bar_8");
    IM_CHECK(settle(c));
    IM_CHECK_STR_EQ(session.parameters()[0].value.c_str(), "8");
    IM_CHECK(sweep.current().has_value());
    IM_CHECK_STR_EQ(sweep.points[*sweep.current()].value.c_str(), "8");
    c->ItemClick("##chart_copy");
    c->Yield();
    IM_CHECK_EQ(std::string(ImGui::GetClipboardText()).find("STRIDE\t"), 0u);
    c->ItemClick("##tab_simulated");
    c->Yield(2);
    IM_CHECK(gui()->ui().results != panels::ResultsTab::Chart);
  });
}

TEST_F(ResultsUi, AnExpressionsNumberIsChartedToo) {
  drive("chart expression", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    session.edit()->set_expression("a[threadIdx.x * 2]");
    IM_CHECK(settle(c));
    c->SetRef("results");
    c->ItemClick("##tab_chart");
    c->Yield(3);
    c->ItemClick("##chart_of_expression 1");
    c->Yield(2);
    IM_CHECK(sweep_settles(c));
    c->Yield(3);
    c->ItemClick("##bar_5");
    IM_CHECK(settle(c));
    IM_CHECK_STR_EQ(session.document().expression.c_str(), "a[threadIdx.x * 5]");
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    IM_CHECK(settle(c));
    IM_CHECK_STR_EQ(session.document().expression.c_str(), "a[threadIdx.x * 2]");
  });
}

} // namespace
} // namespace warpscope
