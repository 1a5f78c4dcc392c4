// Computes the rows beside the lines: the cost of each access, and the most expensive access of each line.
#include "app/results/gutter.h"

#include "app/document/document.h"
#include "app/language/language.h"
#include "app/results/rows.h"

#include <algorithm>

namespace warpscope::results {

namespace {

struct Item {
  std::uint32_t line = 0;
  GutterCost cost;
  double weight = 0;
  std::string tooltip;
};

float share_of_32(double mean) { return static_cast<float>(std::min(1.0, mean / 32)); }

Item item_of(const program::Site& site, const CounterInfo& info, const model::Totals& totals) {
  const CounterValue v = value_of(totals, info.id);
  Item item;
  item.line = site.span.line;
  const double requests = static_cast<double>(v.requests);
  const double mean = static_cast<double>(v.value) / requests;
  const double ratio = v.ideal == 0 ? 1 : static_cast<double>(v.value) / static_cast<double>(v.ideal);
  GutterCost& cost = item.cost;
  cost.number = mean_text(v.value, v.requests);
  cost.mean = v.value % v.requests != 0;
  cost.ideal = mean_text(v.ideal, v.requests);
  cost.kind = info.id.kind;
  cost.unit = std::string(cost.number == "1" ? info.unit : info.units);
  cost.requests = grouped(v.requests);
  cost.share = share_of_32(mean);
  cost.ideal_share = share_of_32(static_cast<double>(v.ideal) / requests);
  cost.over_ideal = v.value > v.ideal;
  // Furthest from its ideal first, then the largest.
  item.weight = ratio * 1000 + mean;
  const std::string code = code_of(site);
  item.tooltip = language::trf(v.requests == 1 ? "source.gutter_cost_once" : "source.gutter_cost",
                               language::arg("code", code.empty() ? info.label : code),
                               language::arg("number", cost.number), language::arg("unit", cost.unit),
                               language::arg("ideal", cost.ideal), language::arg("requests", cost.requests));
  const std::uint64_t lanes = model::count_of(totals, {info.id.group, model::CounterKind::Lanes});
  if (const std::string text = lanes_text(lanes, v.requests); !text.empty()) item.tooltip += '\n' + text;
  item.tooltip += '\n' + tooltip_of(info.id);
  return item;
}

bool same_kind(const GutterCost& a, const GutterCost& b) { return a.kind == b.kind; }

GutterRow row_of(std::vector<Item> items) {
  GutterRow row;
  row.line = items.front().line;
  row.others = static_cast<std::uint32_t>(items.size() - 1);
  for (const Item& item : items) row.tooltip += (row.tooltip.empty() ? "" : "\n\n") + item.tooltip;
  std::stable_sort(items.begin(), items.end(),
                   [](const Item& a, const Item& b) { return a.weight > b.weight; });
  static_cast<GutterCost&>(row) = items.front().cost;
  for (std::size_t i = 1; i < items.size(); ++i) {
    const auto is_same = [&](const GutterCost& known) { return same_kind(known, items[i].cost); };
    const bool named = is_same(row) || std::any_of(row.more.begin(), row.more.end(), is_same);
    if (items.size() == 2 || !named) row.more.push_back(items[i].cost);
  }
  return row;
}

} // namespace

std::vector<GutterRow> gutter_rows(const run::Result& result, std::uint32_t file) {
  std::vector<GutterRow> rows;
  if (!result.program) return rows;
  const program::Program& program = *result.program;
  std::vector<Item> line;
  const auto close = [&] {
    if (!line.empty()) rows.push_back(row_of(std::exchange(line, {})));
  };
  for (const std::uint32_t index : sites_in_order(program)) {
    const program::Site& site = program.sites[index];
    if (index >= result.sites.size() || !site.span.known() || site.span.file != file) continue;
    if (!line.empty() && line.front().line != site.span.line) close();
    for (const CounterInfo& info : all_counters()) {
      // A thread's own array may become registers, which cost nothing: the table says so, a number cannot.
      if (is_excess(info.id) || !model::is_simulated(info.id)) continue;
      const model::Totals& totals = result.sites[index];
      if (value_of(totals, info.id).requests == 0) continue;
      line.push_back(item_of(site, info, totals));
      line.back().cost.place = static_cast<std::uint32_t>(line.size() - 1);
    }
  }
  close();
  return rows;
}

const GutterRow* find_row(const std::vector<GutterRow>& rows, std::uint32_t line) {
  const auto at = std::lower_bound(rows.begin(), rows.end(), line,
                                   [](const GutterRow& row, std::uint32_t n) { return row.line < n; });
  return at != rows.end() && at->line == line ? &*at : nullptr;
}

} // namespace warpscope::results
