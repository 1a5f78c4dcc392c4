// Words a block's moments: accesses, barriers, waits, hazards.
#include "app/view/block_words.h"

#include "app/language/language.h"
#include "app/view/scene_parts.h"
#include "app/view/since_pin.h"
#include "app/view/wording.h"
#include "sim/model/banks.h"
#include "sim/model/sectors.h"

#include <algorithm>

namespace warpscope::view {
namespace {

/// The cost of an access; empty for memory whose accesses are not counted.
struct Cost {
  std::string text; ///< "32 wavefronts where 1 would do", "4 sectors"
  bool worse = false;
  Definition definition; ///< of the numbers in it
};

Cost cost_of(const trace::BlockTrace& trace, std::size_t number) {
  const trace::BlockTrace::Event& event = trace.event(number);
  const auto say = [](std::uint32_t have, std::uint32_t ideal, language::Counted what,
                      Definition definition) -> Cost {
    const std::string count = language::count_of(have, what);
    if (have <= ideal) return {count, false, definition};
    return {
        language::trf("block.where_would_do", language::arg("count", count), language::arg("ideal", ideal)),
        true, definition};
  };
  if (cost_rule(event.space) == CostRule::Banks) {
    const model::BankCounts c = model::count_banks(trace.access(number), event.access_kind);
    return say(c.wavefronts, c.ideal_wavefronts, language::Counted::Wavefront, definition::wavefront);
  }
  if (cost_rule(event.space) == CostRule::Sectors) {
    const model::SectorCounts c = model::count_sectors(trace.access(number), event.access_kind);
    return say(c.sectors, c.ideal_sectors, language::Counted::Sector, definition::sector);
  }
  return {};
}

/// "tile[]", "sum", "shared memory": an array may be called "in" or "from", which alone would read as a word
/// of the sentence.
std::string accessed(const program::Site* site, const trace::BlockTrace::Event& event) {
  if (site == nullptr || site->variable.empty()) return std::string(memory_words(event.space));
  return site->text.starts_with(site->variable + "[") ? site->variable + "[]" : site->variable;
}

/// "Warp 3 reads tile[]"
std::string warp_does(const trace::BlockTrace::Event& event, std::string_view what) {
  return language::trf(event.access_kind == AccessKind::Load    ? "block.warp_reads"
                       : event.access_kind == AccessKind::Store ? "block.warp_writes"
                                                                : "block.warp_updates",
                       language::arg("warp", event.warp), language::arg("what", what));
}

/// Says how many warps wait while this one works; begins with its own comma.
std::string waiting_words(std::uint32_t warps, std::uint32_t waiting) {
  if (warps <= 1) return std::string(language::tr("block.alone"));
  if (waiting == 0) return std::string(language::tr("block.no_one_waits"));
  if (waiting + 1 == warps)
    return warps == 2 ? std::string(language::tr("block.other_waits"))
                      : language::trf("block.others_wait", language::arg("waiting", number_word(waiting)));
  return language::trf(waiting == 1 ? "block.one_waits" : "block.some_wait",
                       language::arg("waiting", waiting), language::arg("warps", warps));
}

} // namespace

std::uint64_t step_of_event(const trace::BlockTrace& trace, const playback::BlockIndex& index,
                            std::size_t number) {
  for (; number < trace.size(); ++number) {
    const trace::BlockTrace::Event& event = trace.event(number);
    if (event.kind == trace::StepKind::Access) {
      const auto list = index.accesses(event.warp);
      const auto it = std::lower_bound(list.begin(), list.end(), number);
      if (it != list.end() && *it == number)
        return index.starts(event.warp)[static_cast<std::size_t>(it - list.begin())];
    } else if (event.kind == trace::StepKind::BarrierRelease) {
      const auto list = index.releases();
      const auto it = std::lower_bound(
          list.begin(), list.end(), number,
          [](const playback::BlockIndex::Release& r, std::size_t n) { return r.event < n; });
      if (it != list.end() && it->event == number) return it->step;
    }
  }
  return index.steps() - std::min<std::uint64_t>(1, index.steps());
}

std::optional<std::uint32_t> line_of_barrier(const program::Program* program, std::uint32_t pc) {
  if (program == nullptr || pc >= program->code.size() || program->code[pc].span >= program->spans.size())
    return std::nullopt;
  const std::uint32_t line = program->span_of(pc).line;
  return line == 0 ? std::nullopt : std::optional(line);
}

std::string access_sentence(const SceneRequest& request, std::size_t number) {
  const trace::BlockTrace::Event& event = request.run->trace().event(number);
  const program::Site* site = site_of(request, event);
  const bool named = site != nullptr && !site->variable.empty(),
             placed = site != nullptr && site->span.line != 0;
  const std::string_view access = access_words(event.space, event.access_kind);
  const std::string what = named && placed
                               ? language::trf("block.access_of_line", language::arg("access", access),
                                               language::arg("name", site->variable),
                                               language::arg("line", site->span.line))
                           : named  ? language::trf("block.access_of", language::arg("access", access),
                                                    language::arg("name", site->variable))
                           : placed ? language::trf("block.access_line", language::arg("access", access),
                                                    language::arg("line", site->span.line))
                                    : std::string(access);
  const std::string cost = cost_of(request.run->trace(), number).text;
  return cost.empty()
             ? language::trf("block.access", language::arg("warp", event.warp), language::arg("access", what))
             : language::trf("block.access_cost", language::arg("warp", event.warp),
                             language::arg("access", what), language::arg("cost", cost));
}

Headline make_hazard_headline(const SceneRequest& request) {
  const races::HazardStory& story = *request.options.told.hazard;
  const races::Hazard& hazard = story.hazard;
  Headline h;
  h.tone = Headline::Tone::Hazard;
  const auto line_of_site = [&](const races::HazardSide& side) {
    return side.site < request.run->program().sites.size() ? request.run->program().sites[side.site].span.line
                                                           : 0;
  };
  const std::uint32_t first = line_of_site(hazard.first), second = line_of_site(hazard.second);
  const program::Site* site = hazard.second.site < request.run->program().sites.size()
                                  ? &request.run->program().sites[hazard.second.site]
                                  : nullptr;
  const std::string name = site != nullptr && !site->variable.empty()
                               ? site->variable
                               : std::string(memory_words(hazard.space));
  h.lead = language::trf("hazard.lead", language::arg("kind", races::name_of(hazard.kind)),
                         language::arg("name", name));
  if (hazard.kind == races::HazardKind::Uninit || hazard.kind == races::HazardKind::Outside) {
    const bool outside = hazard.kind == races::HazardKind::Outside;
    h.strong = language::trf(outside             ? hazard.count == 1 ? "hazard.one_access" : "hazard.accesses"
                             : hazard.count == 1 ? "hazard.one_read"
                                                 : "hazard.reads",
                             language::arg("count", grouped(hazard.count)));
    h.rest = outside ? language::trf("hazard.outside", language::arg("name", name))
                     : language::trf("hazard.uninit", language::arg("name", name));
    h.explanation_is = definition::line;
    h.explanation = language::trf("hazard.of_line", language::arg("line", second));
    return h;
  }
  const bool raw = hazard.kind == races::HazardKind::Raw;
  if (story.readers > 0) {
    h.strong = language::trf(story.readers == 1 ? "hazard.one_thread" : "hazard.threads",
                             language::arg("count", grouped(story.readers)));
    h.rest = raw ? language::tr(story.readers == 1 ? "hazard.reads_early" : "hazard.read_early")
                 : language::tr(story.readers == 1 ? "hazard.reads_late" : "hazard.read_late");
  } else if (hazard.kind == races::HazardKind::Waw) {
    h.strong = language::trf(hazard.count == 1 ? "hazard.one_pair" : "hazard.pairs",
                             language::arg("count", grouped(hazard.count)));
    h.rest = language::tr("hazard.write_the_same");
  } else {
    h.strong = language::trf(hazard.count == 1 ? "hazard.one_pair" : "hazard.pairs",
                             language::arg("count", grouped(hazard.count)));
    h.rest = language::tr("hazard.by_luck");
  }
  const std::string what = language::trf(raw                                     ? "hazard.why_raw"
                                         : hazard.kind == races::HazardKind::War ? "hazard.why_war"
                                                                                 : "hazard.why_waw",
                                         language::arg("first", first), language::arg("second", second));
  // As much as there is room for; in lecture mode the sentence alone.
  const SceneSizes sizes = sizes_for(request);
  const float room = request.options.frame.width - 2 * sizes.margin - 2.2F * sizes.sub -
                     text_width(h.lead, Font::SemiBold, sizes.sub);
  h.explanation_is = definition::line;
  const std::string all = language::trf(hazard.count == 1 ? "hazard.why_pair" : "hazard.why_pairs",
                                        language::arg("what", what),
                                        language::arg("count", grouped(hazard.count)));
  const auto fits = [&](const std::string& said) {
    return text_width(said, Font::Regular, sizes.sub) <= room;
  };
  h.explanation = fits(all)    ? all
                  : fits(what) ? what
                               : language::trf("hazard.why_short", language::arg("first", first),
                                               language::arg("second", second));
  return h;
}

std::string hazard_values(const SceneRequest& request) {
  const races::HazardStory& story = *request.options.told.hazard;
  const races::Hazard& hazard = story.hazard;
  const auto word = [&](std::optional<std::uint32_t> bits) {
    return word_value(request.run->program(), story.offset, bits);
  };
  const bool shared = hazard.space == Space::Shared;
  const std::uint32_t first = story.first.thread(), second = story.second.thread();
  const std::string place = shared ? word_name(request.run->program(), story.offset)
                                   : std::string(memory_words(hazard.space));
  switch (hazard.kind) {
  case races::HazardKind::Raw:
    if (!story.read || !story.written)
      return language::trf(story.wrong_order ? "hazard.raw_plain" : "hazard.raw_plain_luck",
                           language::arg("reader", second), language::arg("writer", first),
                           language::arg("place", place));
    return language::trf(story.wrong_order ? "hazard.raw" : "hazard.raw_luck",
                         language::arg("reader", second), language::arg("writer", first),
                         language::arg("read", word(story.read)),
                         language::arg("written", word(story.written)));
  case races::HazardKind::War:
    if (!story.wrong_order)
      return language::trf("hazard.war_luck", language::arg("reader", first), language::arg("writer", second),
                           language::arg("place", place));
    if (!story.read || !story.before)
      return language::trf("hazard.war_plain", language::arg("reader", first),
                           language::arg("writer", second), language::arg("place", place));
    return language::trf("hazard.war", language::arg("reader", first), language::arg("writer", second),
                         language::arg("read", word(story.read)),
                         language::arg("before", word(story.before)));
  case races::HazardKind::Waw:
    return language::trf("hazard.waw", language::arg("first", first), language::arg("second", second),
                         language::arg("place", place));
  case races::HazardKind::Uninit:
    return language::trf("hazard.uninit_value", language::arg("reader", second),
                         language::arg("place", place));
  case races::HazardKind::Outside: return {};
  }
  return {};
}

Headline block_headline(const SceneRequest& request, SceneKind /*scene*/) {
  Headline h;
  const trace::BlockTrace::Event* event = event_at(request);
  if (event == nullptr) return h;
  const playback::BlockIndex& index = request.run->block_index();
  if (request.options.told.hazard && !request.options.question.hide_counts)
    return make_hazard_headline(request);
  const std::uint64_t step = step_of_event(request.run->trace(), index, request.moment.event) +
                             request.moment.wavefront;
  const std::uint32_t warps = index.warps();
  const std::string where = language::trf("block.step_of", language::arg("step", grouped(step + 1)),
                                          language::arg("steps", grouped(index.steps())));
  const std::optional<std::uint32_t> line = event->kind == trace::StepKind::Access
                                                ? std::nullopt
                                                : line_of_barrier(&request.run->program(), event->site_or_pc);
  if (event->kind == trace::StepKind::BarrierArrive) {
    h.strong = language::trf("block.arrives", language::arg("warp", event->warp));
    h.rest = line ? language::trf("block.at_barrier_line", language::arg("line", *line))
                  : std::string(language::tr("block.at_barrier"));
    h.lead = language::tr("headline.barrier");
    h.explanation_is = definition::warp;
    h.explanation = language::trf("block.goes_on_when",
                                  language::arg("warps", language::count_of(warps, language::Counted::Warp)));
    return h;
  }
  if (event->kind == trace::StepKind::BarrierRelease) {
    h.strong = warps == 1 ? std::string(language::tr("block.goes_on"))
                          : language::trf("block.all_go_on", language::arg("warps", warps));
    h.rest = line ? language::trf("block.past_barrier_line", language::arg("line", *line))
                  : std::string(language::tr("block.past_barrier"));
    h.lead = language::tr("block.released");
    h.explanation_is = definition::step;
    std::uint64_t longest = 0;
    std::uint32_t who = 0;
    for (std::uint32_t w = 0; w < warps; ++w) {
      // The phase that this release ended began before it.
      const playback::WarpPhase* phase = step > 0 ? index.phase_at(w, step - 1) : nullptr;
      if (phase == nullptr || !phase->at_barrier || phase->released != step) continue;
      if (phase->released - phase->arrived > longest) {
        longest = phase->released - phase->arrived;
        who = w;
      }
    }
    h.explanation = longest == 0
                        ? language::trf("block.nobody_waited", language::arg("where", where))
                        : language::trf(
                              "block.waited_longest", language::arg("warp", who),
                              language::arg("steps", language::count_of(longest, language::Counted::Step)),
                              language::arg("where", where));
    return h;
  }
  const program::Site* site = site_of(request, *event);
  const std::uint32_t waiting = index.waiting_at(step);
  h.strong = warp_does(*event, accessed(site, *event));
  h.rest = waiting_words(warps, waiting);
  const Cost cost = cost_of(request.run->trace(), request.moment.event);
  if (cost.worse) h.tone = Headline::Tone::Conflict;
  h.lead = site != nullptr && site->span.line != 0
               ? language::trf("block.line", language::arg("line", site->span.line))
               : std::string(memory_lead(event->space));
  h.lead_is = definition::line;
  h.explanation_is = cost.definition ? cost.definition : definition::step;
  h.explanation = cost.text.empty() ? where
                                    : language::trf("block.cost_and_where", language::arg("cost", cost.text),
                                                    language::arg("where", where));
  return h;
}

} // namespace warpscope::view
