// Writes the counts, headlines and wavefronts of one expression's accesses as a JSON document.
#include "app/export/expression_json.h"

#include "app/language/language.h"
#include "app/view/wording.h"
#include "sim/base/diagnostic.h"
#include "sim/model/banks.h"
#include "sim/model/constant.h"
#include "sim/model/sectors.h"
#include "sim/model/tally.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace warpscope::exporting {
namespace {

using Json = nlohmann::ordered_json;

/// The first scene that shows the access.
std::optional<view::SceneKind> scene_of(const trace::BlockTrace::Event& event) {
  for (const view::SceneInfo& scene : view::scenes())
    if (!scene.of_block && view::scene_can_show(scene.kind, event)) return scene.kind;
  return std::nullopt;
}

Json lanes_of(std::uint32_t mask) {
  Json list = Json::array();
  for (std::uint32_t i = 0; i < 32; ++i)
    if ((mask >> i & 1) != 0) list.push_back(i);
  return list;
}

/// Returns the access as the event that the simulator emits while it runs.
trace::AccessEvent access_event(const trace::BlockTrace& trace, std::size_t index) {
  const trace::BlockTrace::Event& event = trace.event(index);
  trace::AccessEvent access;
  access.warp = event.warp;
  access.site = event.site_or_pc;
  access.space = event.space;
  access.kind = event.access_kind;
  access.returns = event.returns;
  access.access = trace.access(index);
  return access;
}

Json event_json(const playback::RunPtr& run, std::size_t index) {
  const trace::BlockTrace& trace = run->trace();
  const trace::BlockTrace::Event& event = trace.event(index);
  const WarpAccess access = trace.access(index);
  const view::Headline headline = access_headline(run, index);
  Json out = {{"text", run->program().sites[event.site_or_pc].text},
              {"space", name_of(event.space)},
              {"kind", name_of(event.access_kind)},
              {"width", access.width},
              {"headline", headline.strong + headline.rest}};
  if (const std::optional<model::CounterGroup> group = model::group_of(event.space, event.access_kind)) {
    model::Tally tally(run->program().sites.size());
    tally.on_access(access_event(trace, index));
    const model::Totals totals = tally.total();
    for (const model::CounterRow& row : model::counter_rows)
      if (const model::CounterId id{*group, row.kind}; row.counted && model::is_simulated(id))
        out[std::string(row.key)] = model::count_of(totals, id);
  }
  if (cost_rule(event.space) == CostRule::Banks) {
    out["served"] = Json::array();
    for (const model::BankWavefront& wavefront : model::serve_banks(access, event.access_kind).wavefronts)
      out["served"].push_back({{"lanes", lanes_of(wavefront.lanes)}, {"banks", lanes_of(wavefront.banks)}});
  }
  return out;
}

} // namespace

view::Headline access_headline(const playback::RunPtr& run, std::size_t event_index) {
  const trace::BlockTrace& trace = run->trace();
  const trace::BlockTrace::Event& event = trace.event(event_index);
  if (const std::optional<view::SceneKind> scene = scene_of(event))
    return view::make_headline({run, {event_index, 0}, {}}, *scene);
  view::Headline headline;
  if (cost_rule(event.space) == CostRule::Passes) {
    const std::uint32_t passes = model::count_constant(trace.access(event_index)).passes;
    const bool one = passes == 1;
    headline.strong = language::count_of(passes, language::Counted::Pass);
    headline.rest = one ? std::string(language::tr("export.every_lane_one"))
                        : language::trf("headline.where_would_do", language::arg("ideal", 1));
    headline.tone = one ? view::Headline::Tone::Good : view::Headline::Tone::Conflict;
    headline.lead = language::tr(one ? "headline.broadcast" : "headline.serialised");
    headline.explanation = language::trf("export.pass_each", language::arg("count", passes));
  } else {
    headline.strong = view::memory_words(event.space);
    headline.rest = language::tr("export.not_counted");
  }
  return headline;
}

std::vector<std::size_t> expression_events(const run::Result& result,
                                           const expression::ExpressionKernel& kernel, std::uint32_t warp) {
  std::vector<std::size_t> events;
  const trace::BlockTrace& trace = *result.trace;
  for (std::size_t e = 0; e < trace.size(); ++e) {
    const trace::BlockTrace::Event& event = trace.event(e);
    if (event.kind != trace::StepKind::Access || event.warp != warp) continue;
    if (result.program->sites[event.site_or_pc].span.line == kernel.expression_line) events.push_back(e);
  }
  return events;
}

std::string expression_json(const playback::RunPtr& run, const expression::ExpressionKernel& kernel,
                            std::uint32_t warp) {
  // Scripts read it, so its words are English in any language of the window.
  const language::EnglishTexts contract;
  const run::Result& result = run->result();
  const trace::BlockTrace& trace = run->trace();
  const std::vector<std::size_t> events = expression_events(result, kernel, warp);
  model::Tally tally(result.program->sites.size());
  for (const std::size_t e : events) tally.on_access(access_event(trace, e));
  run::Result only = result;
  only.totals = tally.total();
  only.sites = tally.sites();
  only.lines = {
      {kernel.expression_line, std::string(line_of(kernel.text, kernel.expression_line)), only.totals}};
  Json document = Json::parse(run::to_json(only));
  document["warp"] = warp;
  document["accesses"] = Json::array();
  for (const std::size_t e : events) document["accesses"].push_back(event_json(run, e));
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace warpscope::exporting
