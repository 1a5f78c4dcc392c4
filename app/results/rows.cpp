// The rows of the results: each access and the totals, a row a counter.
#include "app/results/rows.h"

#include "app/document/document.h"
#include "app/language/language.h"
#include "app/results/reasons.h"
#include "sim/base/diagnostic.h"
#include "sim/model/banks.h"
#include "sim/model/constant.h"
#include "sim/model/sectors.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>

namespace warpscope::results {

namespace {

std::string one_line(std::string text, std::size_t limit) {
  for (char& c : text)
    if (c == '\n' || c == '\t' || c == '\r') c = ' ';
  std::string squeezed;
  for (const char c : text)
    if (c != ' ' || (!squeezed.empty() && squeezed.back() != ' ')) squeezed += c;
  if (squeezed.size() > limit) {
    squeezed.resize(limit);
    while (!squeezed.empty() && (static_cast<unsigned char>(squeezed.back()) & 0xC0) == 0x80)
      squeezed.pop_back();
    squeezed += "…";
  }
  return squeezed;
}

/// Returns the totals of one warp of the traced block, by site.
std::vector<model::Totals> warp_totals(const run::Result& block, std::uint32_t warp) {
  const trace::BlockTrace* trace = block.trace.get();
  if (trace == nullptr || !block.program) return {};
  model::Tally tally(block.program->sites.size());
  for (std::size_t i = 0; i < trace->size(); ++i) {
    const trace::BlockTrace::Event& event = trace->event(i);
    if (event.kind != trace::StepKind::Access || event.warp != warp) continue;
    trace::AccessEvent access;
    access.block = trace->block();
    access.warp = event.warp;
    access.site = event.site_or_pc;
    access.space = event.space;
    access.kind = event.access_kind;
    access.returns = event.returns;
    access.access = trace->access(i);
    tally.on_access(access);
  }
  return tally.sites();
}

/// The sites that are asked for in the order of the text; those of a thread's own arrays last, since the
/// compiler keeps most of them in registers.
std::vector<std::uint32_t> table_order(const program::Program& program, const std::vector<bool>& asked) {
  std::vector<std::uint32_t> order = sites_in_order(program);
  std::erase_if(order, [&](std::uint32_t site) { return site < asked.size() && !asked[site]; });
  std::ranges::stable_partition(
      order, [&](std::uint32_t site) { return program.sites[site].space != Space::Local; });
  return order;
}

/// What accesses of a thread's own array would need with one index in all lanes. 0: not every lane took part,
/// so that it hangs on which did.
std::uint64_t local_ideal(const model::Totals* totals, model::CounterId id, std::uint32_t width) {
  if (totals == nullptr) return 0;
  const std::uint64_t requests = model::count_of(*totals, {id.group, model::CounterKind::Requests});
  if (model::count_of(*totals, {id.group, model::CounterKind::Lanes}) != requests * warp_size) return 0;
  constexpr std::uint64_t word = 4, sectors_of_a_word = warp_size * word / 32;
  return requests * sectors_of_a_word * ((width + word - 1) / word);
}

/// Of the widest scope and of the warp, over the sites that were added.
struct LocalIdeal {
  std::uint64_t widest = 0, warp = 0;
  bool known = true; ///< each of the sites has one
};

/// True for the stores of one initialiser: it is a store for each element, of one text.
bool one_text(const program::Site& a, const program::Site& b) {
  return a.space == Space::Local && b.space == Space::Local && a.kind == b.kind &&
         a.span.file == b.span.file && a.span.line == b.span.line && code_of(a) == code_of(b);
}

} // namespace

std::string code_of(const program::Site& site) {
  if (!site.text.empty()) return one_line(site.text, 80);
  return site.instruction.empty() ? site.variable : site.instruction;
}

std::string code_of(const program::Site& site, std::string_view text) {
  std::string code = code_of(site);
  if (!code.empty() || site.span.line == 0 || site.span.file != 0) return code;
  return one_line(std::string(line_of(text, site.span.line)), 80);
}

std::vector<std::uint32_t> sites_in_order(const program::Program& program) {
  std::vector<std::uint32_t> order(program.sites.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return program.sites[a].span < program.sites[b].span;
  });
  return order;
}

std::vector<ResultRow> result_rows(const run::Result& block, const run::Result* launch, std::uint32_t warp,
                                   const std::vector<bool>& sites) {
  std::vector<ResultRow> rows;
  if (!block.program) return rows;
  const program::Program& program = *block.program;
  if (launch != nullptr && launch->sites.size() != block.sites.size()) launch = nullptr;
  const std::vector<model::Totals> of_warp = warp_totals(block, warp);
  const std::vector<std::string> reasons = block.trace ? why_sites(*block.trace, program.sites.size())
                                                       : std::vector<std::string>(program.sites.size());

  // Code as compiled says which of a thread's arrays are in memory at all.
  const bool compiled = block.as_compiled || block.code != nullptr;
  const auto why_of = [&](std::uint32_t site, const CounterInfo& info) -> std::string {
    if (is_excess(info.id)) return std::string(language::tr("why.beyond_ideal"));
    if (compiled || model::is_simulated(info.id) || reasons[site].empty()) return reasons[site];
    return language::trf("why.as_written", language::arg("why", reasons[site]));
  };

  // Of a total: the sum over its sites, where each has one.
  std::map<model::CounterGroup, LocalIdeal> local_ideals;
  const auto add = [&](std::uint32_t site, const model::Totals& b, const model::Totals* w,
                       const model::Totals* l) {
    bool first = true;
    for (const CounterInfo& info : all_counters()) {
      const CounterValue in_block = value_of(b, info.id);
      const CounterValue in_launch = l == nullptr ? CounterValue{} : value_of(*l, info.id);
      const CounterValue& widest = l == nullptr ? in_block : in_launch;
      if (widest.requests == 0 && in_block.requests == 0) continue;
      if (is_excess(info.id) && widest.value == 0 && l != nullptr) continue; // nothing to report
      ResultRow row;
      row.site = site;
      if (site != ~0u) {
        row.line = program.sites[site].span.line;
        row.code = code_of(program.sites[site], block.scenario.text);
        row.why = why_of(site, info);
      }
      row.first_of_site = std::exchange(first, false);
      row.counter = info.id;
      row.has_ideal = is_excess(info.id) || model::row_of(info.id.kind).ideal.has_value();
      row.requests = widest.requests;
      row.lanes = model::count_of(l == nullptr ? b : *l, {info.id.group, model::CounterKind::Lanes});
      row.ideal = widest.ideal;
      row.block = in_block.value;
      row.has_launch = l != nullptr;
      row.launch = in_launch.value;
      if (w != nullptr) {
        const CounterValue in_warp = value_of(*w, info.id);
        row.has_warp = in_warp.requests > 0;
        row.warp = in_warp.value;
        row.ideal_warp = in_warp.ideal;
      }
      if (info.id.kind == model::CounterKind::LocalSectors) {
        LocalIdeal& sum = local_ideals[info.id.group];
        if (site != ~0u) {
          row.ideal = local_ideal(l == nullptr ? &b : l, info.id, program.sites[site].width);
          row.ideal_warp = local_ideal(w, info.id, program.sites[site].width);
          row.has_ideal = row.ideal != 0;
          sum = {sum.widest + row.ideal, sum.warp + row.ideal_warp, sum.known && row.has_ideal};
        } else if (sum.known) {
          row.ideal = sum.widest, row.ideal_warp = sum.warp;
          row.has_ideal = true;
        }
      }
      row.over_ideal = row.has_ideal && widest.value > row.ideal;
      if (row.ideal > 0) row.ratio = static_cast<double>(widest.value) / static_cast<double>(row.ideal);
      rows.push_back(std::move(row));
    }
  };

  std::size_t sites_shown = 0;
  const std::vector<std::uint32_t> order = table_order(program, sites);
  for (std::size_t i = 0; i < order.size();) {
    const std::uint32_t site = order[i];
    model::Totals in_block, in_warp, in_launch;
    do {
      in_block += block.sites[order[i]];
      if (order[i] < of_warp.size()) in_warp += of_warp[order[i]];
      if (launch != nullptr) in_launch += launch->sites[order[i]];
    } while (++i < order.size() && one_text(program.sites[site], program.sites[order[i]]));
    const std::size_t before = rows.size();
    add(site, in_block, site < of_warp.size() ? &in_warp : nullptr, launch == nullptr ? nullptr : &in_launch);
    sites_shown += rows.size() > before ? 1 : 0;
  }
  if (sites_shown > 1 && sites.empty()) {
    model::Totals warp_sum;
    for (const model::Totals& t : of_warp) warp_sum += t;
    add(~0u, block.totals, of_warp.empty() ? nullptr : &warp_sum,
        launch == nullptr ? nullptr : &launch->totals);
  }
  return rows;
}

WarpCost warp_cost(const run::Result& result, std::optional<std::uint32_t> warp,
                   const std::vector<bool>& sites) {
  WarpCost cost;
  const trace::BlockTrace* trace = result.trace.get();
  if (trace == nullptr || result.status == run::Status::UserError) return cost;
  std::uint64_t wavefronts = 0, ideal_wavefronts = 0, sectors = 0, ideal_sectors = 0, passes = 0,
                constant = 0;
  for (std::size_t i = 0; i < trace->size(); ++i) {
    const trace::BlockTrace::Event& event = trace->event(i);
    if (event.kind != trace::StepKind::Access || (warp && event.warp != *warp)) continue;
    if (event.site_or_pc < sites.size() && !sites[event.site_or_pc]) continue;
    const WarpAccess access = trace->access(i);
    if (cost_rule(event.space) == CostRule::Banks) {
      const model::BankService service = model::serve_banks(access, event.access_kind);
      wavefronts += service.counts.wavefronts;
      ideal_wavefronts += service.counts.ideal_wavefronts;
      for (const model::BankWavefront& wave : service.wavefronts)
        for (std::uint32_t b = 0; b < 32; ++b)
          cost.broadcast |= (wave.banks >> b & 1u) != 0 && std::popcount(wave.lanes_of_bank[b]) > 1;
    } else if (cost_rule(event.space) == CostRule::Sectors) {
      const model::SectorCounts counts = model::count_sectors(access, event.access_kind);
      sectors += counts.sectors;
      ideal_sectors += counts.ideal_sectors;
    } else if (cost_rule(event.space) == CostRule::Passes) {
      passes += model::count_constant(access).passes;
      ++constant;
    }
  }
  cost.shared = wavefronts > 0;
  cost.constant = !cost.shared && sectors == 0 && passes > 0;
  cost.value = cost.shared ? wavefronts : cost.constant ? passes : sectors;
  cost.ideal = cost.shared ? ideal_wavefronts : cost.constant ? constant : ideal_sectors;
  cost.valid = cost.value > 0;
  return cost;
}

} // namespace warpscope::results
