#include "app/view/block_words.h"

#include "app/language/language.h"
#include "app/view/scene_parts.h"
#include "app/view/since_pin.h"
#include "app/view/wording.h"
#include "sim/model/banks.h"
#include "sim/model/sectors.h"

#include <algorithm>

namespace warpscope {
namespace {

/// What an access costs; nothing for memory whose accesses are not counted.
struct Cost {
  std::string text; ///< "32 wavefronts where 1 would do", "4 sectors"
  bool worse = false;
};

Cost cost_of(const BlockTrace& trace, std::size_t number) {
  const BlockTrace::Event& event = trace.event(number);
  const auto say = [](std::uint32_t have, std::uint32_t ideal, Counted what) -> Cost {
    const std::string count = count_of(have, what);
    if (have <= ideal) return {count, false};
    return {trf("block.where_would_do", arg("count", count), arg("ideal", ideal)), true};
  };
  if (event.space == Space::Shared) {
    const BankCounts c = count_banks(trace.access(number), event.access_kind);
    return say(c.wavefronts, c.ideal_wavefronts, Counted::Wavefront);
  }
  if (event.space == Space::Global) {
    const SectorCounts c = count_sectors(trace.access(number));
    return say(c.sectors, c.ideal_sectors, Counted::Sector);
  }
  return {};
}

/// "Warp 3 reads tile"
std::string warp_does(const BlockTrace::Event& event, std::string_view what) {
  return trf(event.access_kind == AccessKind::Load    ? "block.warp_reads"
             : event.access_kind == AccessKind::Store ? "block.warp_writes"
                                                      : "block.warp_updates",
             arg("warp", event.warp), arg("what", what));
}

/// The memory where the line is not known.
std::string_view memory_lead(Space space) {
  return tr(space == Space::Global     ? "block.global"
            : space == Space::Shared   ? "block.shared"
            : space == Space::Local    ? "block.local"
            : space == Space::Constant ? "block.constant"
                                       : "block.other");
}

/// Who waits while this warp works; it brings its own comma.
std::string waiting_words(std::uint32_t warps, std::uint32_t waiting) {
  if (warps <= 1) return std::string(tr("block.alone"));
  if (waiting == 0) return std::string(tr("block.no_one_waits"));
  if (waiting + 1 == warps)
    return warps == 2 ? std::string(tr("block.other_waits"))
                      : trf("block.others_wait", arg("waiting", number_word(waiting)));
  return trf(waiting == 1 ? "block.one_waits" : "block.some_wait", arg("waiting", waiting),
             arg("warps", warps));
}

} // namespace

std::uint64_t step_of_event(const BlockTrace& trace, const BlockIndex& index, std::size_t number) {
  for (; number < trace.size(); ++number) {
    const BlockTrace::Event& event = trace.event(number);
    if (event.kind == StepKind::Access) {
      const auto list = index.accesses(event.warp);
      const auto it = std::lower_bound(list.begin(), list.end(), number);
      if (it != list.end() && *it == number)
        return index.starts(event.warp)[static_cast<std::size_t>(it - list.begin())];
    } else if (event.kind == StepKind::BarrierRelease) {
      const auto list = index.releases();
      const auto it = std::lower_bound(
          list.begin(), list.end(), number,
          [](const BlockIndex::Release& r, std::size_t n) { return r.event < n; });
      if (it != list.end() && it->event == number) return it->step;
    }
  }
  return index.steps() - std::min<std::uint64_t>(1, index.steps());
}

std::optional<std::uint32_t> line_of_barrier(const Program* program, std::uint32_t pc) {
  if (program == nullptr || pc >= program->code.size() || program->code[pc].span >= program->spans.size())
    return std::nullopt;
  const std::uint32_t line = program->span_of(pc).line;
  return line == 0 ? std::nullopt : std::optional(line);
}

std::string access_sentence(const SceneInput& input, std::size_t number) {
  const BlockTrace::Event& event = input.trace->event(number);
  const Site* site = site_of(input, event);
  const bool named = site != nullptr && !site->variable.empty(),
             placed = site != nullptr && site->span.line != 0;
  const std::string_view access = access_words(event.space, event.access_kind);
  const std::string what = named && placed ? trf("block.access_of_line", arg("access", access),
                                                 arg("name", site->variable), arg("line", site->span.line))
                           : named
                               ? trf("block.access_of", arg("access", access), arg("name", site->variable))
                           : placed
                               ? trf("block.access_line", arg("access", access), arg("line", site->span.line))
                               : std::string(access);
  const std::string cost = cost_of(*input.trace, number).text;
  return cost.empty()
             ? trf("block.access", arg("warp", event.warp), arg("access", what))
             : trf("block.access_cost", arg("warp", event.warp), arg("access", what), arg("cost", cost));
}

Headline make_hazard_headline(const SceneInput& input) {
  const HazardStory& story = *input.hazard;
  const Hazard& hazard = story.hazard;
  Headline h;
  h.tone = Headline::Tone::Hazard;
  const auto line_of_site = [&](const HazardSide& side) {
    return side.site < input.program->sites.size() ? input.program->sites[side.site].span.line : 0;
  };
  const std::uint32_t first = line_of_site(hazard.first), second = line_of_site(hazard.second);
  const Site* site = hazard.second.site < input.program->sites.size()
                         ? &input.program->sites[hazard.second.site]
                         : nullptr;
  const std::string name = site != nullptr && !site->variable.empty()
                               ? site->variable
                               : std::string(memory_words(hazard.space));
  h.lead = trf("hazard.lead", arg("kind", name_of(hazard.kind)), arg("name", name));
  if (hazard.kind == HazardKind::Uninit || hazard.kind == HazardKind::Outside) {
    const bool outside = hazard.kind == HazardKind::Outside;
    h.strong = trf(outside             ? hazard.count == 1 ? "hazard.one_access" : "hazard.accesses"
                   : hazard.count == 1 ? "hazard.one_read"
                                       : "hazard.reads",
                   arg("count", grouped(hazard.count)));
    h.rest = outside ? trf("hazard.outside", arg("name", name)) : trf("hazard.uninit", arg("name", name));
    h.explanation = trf("hazard.of_line", arg("line", second));
    return h;
  }
  const bool raw = hazard.kind == HazardKind::Raw;
  if (story.readers > 0) {
    h.strong = trf(story.readers == 1 ? "hazard.one_thread" : "hazard.threads",
                   arg("count", grouped(story.readers)));
    h.rest = raw ? tr(story.readers == 1 ? "hazard.reads_early" : "hazard.read_early")
                 : tr(story.readers == 1 ? "hazard.reads_late" : "hazard.read_late");
  } else if (hazard.kind == HazardKind::Waw) {
    h.strong = trf(hazard.count == 1 ? "hazard.one_pair" : "hazard.pairs",
                   arg("count", grouped(hazard.count)));
    h.rest = tr("hazard.write_the_same");
  } else {
    h.strong = trf(hazard.count == 1 ? "hazard.one_pair" : "hazard.pairs",
                   arg("count", grouped(hazard.count)));
    h.rest = tr("hazard.by_luck");
  }
  const std::string what = trf(raw                              ? "hazard.why_raw"
                               : hazard.kind == HazardKind::War ? "hazard.why_war"
                                                                : "hazard.why_waw",
                               arg("first", first), arg("second", second));
  // What there is room for; in the lecture the sentence alone.
  const SceneSizes sizes = sizes_for(input);
  const float room = input.width - 2 * sizes.margin - 2.2F * sizes.sub -
                     text_width(h.lead, Font::SemiBold, sizes.sub);
  const std::string all = trf(hazard.count == 1 ? "hazard.why_pair" : "hazard.why_pairs", arg("what", what),
                              arg("count", grouped(hazard.count)));
  const auto fits = [&](const std::string& said) {
    return text_width(said, Font::Regular, sizes.sub) <= room;
  };
  h.explanation = fits(all)    ? all
                  : fits(what) ? what
                               : trf("hazard.why_short", arg("first", first), arg("second", second));
  return h;
}

std::string hazard_values(const SceneInput& input) {
  const HazardStory& story = *input.hazard;
  const Hazard& hazard = story.hazard;
  const auto word = [&](std::optional<std::uint32_t> bits) {
    return word_value(*input.program, story.offset, bits);
  };
  const bool shared = hazard.space == Space::Shared;
  const std::uint32_t first = story.first.thread(), second = story.second.thread();
  const std::string place = shared ? word_name(*input.program, story.offset)
                                   : std::string(memory_words(hazard.space));
  switch (hazard.kind) {
  case HazardKind::Raw:
    if (!story.read || !story.written)
      return trf(story.wrong_order ? "hazard.raw_plain" : "hazard.raw_plain_luck", arg("reader", second),
                 arg("writer", first), arg("place", place));
    return trf(story.wrong_order ? "hazard.raw" : "hazard.raw_luck", arg("reader", second),
               arg("writer", first), arg("read", word(story.read)), arg("written", word(story.written)));
  case HazardKind::War:
    if (!story.wrong_order)
      return trf("hazard.war_luck", arg("reader", first), arg("writer", second), arg("place", place));
    if (!story.read || !story.before)
      return trf("hazard.war_plain", arg("reader", first), arg("writer", second), arg("place", place));
    return trf("hazard.war", arg("reader", first), arg("writer", second), arg("read", word(story.read)),
               arg("before", word(story.before)));
  case HazardKind::Waw:
    return trf("hazard.waw", arg("first", first), arg("second", second), arg("place", place));
  case HazardKind::Uninit: return trf("hazard.uninit_value", arg("reader", second), arg("place", place));
  case HazardKind::Outside: return {};
  }
  return {};
}

Headline make_block_headline(const SceneInput& input, const BlockIndex& index) {
  Headline h;
  const BlockTrace::Event* event = event_at(input);
  if (event == nullptr) return h;
  if (input.hazard != nullptr && !input.hide_counts) return make_hazard_headline(input);
  const std::uint64_t step = step_of_event(*input.trace, index, input.moment.event) + input.moment.wavefront;
  const std::uint32_t warps = index.warps();
  const std::string where = trf("block.step_of", arg("step", grouped(step + 1)),
                                arg("steps", grouped(index.steps())));
  const std::optional<std::uint32_t> line = event->kind == StepKind::Access
                                                ? std::nullopt
                                                : line_of_barrier(input.program, event->site_or_pc);
  if (event->kind == StepKind::BarrierArrive) {
    h.strong = trf("block.arrives", arg("warp", event->warp));
    h.rest = line ? trf("block.at_barrier_line", arg("line", *line)) : std::string(tr("block.at_barrier"));
    h.lead = tr("headline.barrier");
    h.explanation = trf("block.goes_on_when", arg("warps", count_of(warps, Counted::Warp)));
    return h;
  }
  if (event->kind == StepKind::BarrierRelease) {
    h.strong = warps == 1 ? std::string(tr("block.goes_on")) : trf("block.all_go_on", arg("warps", warps));
    h.rest = line ? trf("block.past_barrier_line", arg("line", *line))
                  : std::string(tr("block.past_barrier"));
    h.lead = tr("block.released");
    std::uint64_t longest = 0;
    std::uint32_t who = 0;
    for (std::uint32_t w = 0; w < warps; ++w) {
      // The phase that this release ended began before it.
      const WarpPhase* phase = step > 0 ? index.phase_at(w, step - 1) : nullptr;
      if (phase == nullptr || !phase->at_barrier || phase->released != step) continue;
      if (phase->released - phase->arrived > longest) {
        longest = phase->released - phase->arrived;
        who = w;
      }
    }
    h.explanation = longest == 0 ? trf("block.nobody_waited", arg("where", where))
                                 : trf("block.waited_longest", arg("warp", who),
                                       arg("steps", count_of(longest, Counted::Step)), arg("where", where));
    return h;
  }
  const Site* site = site_of(input, *event);
  const std::uint32_t waiting = index.waiting_at(step);
  h.strong = warp_does(*event, site != nullptr && !site->variable.empty() ? std::string_view(site->variable)
                                                                          : memory_words(event->space));
  h.rest = waiting_words(warps, waiting);
  const Cost cost = cost_of(*input.trace, input.moment.event);
  if (cost.worse) h.tone = Headline::Tone::Conflict;
  h.lead = site != nullptr && site->span.line != 0 ? trf("block.line", arg("line", site->span.line))
                                                   : std::string(memory_lead(event->space));
  h.explanation = cost.text.empty()
                      ? where
                      : trf("block.cost_and_where", arg("cost", cost.text), arg("where", where));
  return h;
}

} // namespace warpscope
