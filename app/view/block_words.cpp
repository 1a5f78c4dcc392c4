#include "app/view/block_words.h"

#include "app/view/scene_parts.h"
#include "app/view/wording.h"
#include "sim/model/banks.h"
#include "sim/model/sectors.h"

#include <algorithm>

namespace warpscope {
namespace {

/// "32 wavefronts where 1 would do", "4 sectors", "": what the access costs.
std::string cost_of(const BlockTrace& trace, std::size_t number) {
  const BlockTrace::Event& event = trace.event(number);
  const auto say = [](std::uint32_t have, std::uint32_t ideal, std::string_view noun) {
    return count_of(have, noun) +
           (have > ideal ? " where " + std::to_string(ideal) + " would do" : std::string());
  };
  if (event.space == Space::Shared) {
    const BankCounts c = count_banks(trace.access(number), event.access_kind);
    return say(c.wavefronts, c.ideal_wavefronts, "wavefront");
  }
  if (event.space == Space::Global) {
    const SectorCounts c = count_sectors(trace.access(number));
    return say(c.sectors, c.ideal_sectors, "sector");
  }
  return {};
}

std::string_view verb(AccessKind kind) {
  return kind == AccessKind::Load ? "reads" : kind == AccessKind::Store ? "writes" : "updates";
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
      const auto it =
          std::lower_bound(list.begin(), list.end(), number,
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

std::string barrier_name(const Program* program, std::uint32_t pc) {
  const std::optional<std::uint32_t> line = line_of_barrier(program, pc);
  return "the barrier" + (line ? ", line " + std::to_string(*line) : std::string());
}

std::string access_sentence(const SceneInput& input, std::size_t number) {
  const BlockTrace::Event& event = input.trace->event(number);
  const Site* site = site_of(input, event);
  std::string say = std::string(name_of(event.space)) + ' ' + std::string(name_of(event.access_kind));
  if (site != nullptr && !site->variable.empty()) say += " of " + site->variable;
  if (site != nullptr && site->span.line != 0) say += ", line " + std::to_string(site->span.line);
  const std::string cost = cost_of(*input.trace, number);
  return cost.empty() ? say : say + ": " + cost;
}

Headline make_block_headline(const SceneInput& input, const BlockIndex& index) {
  Headline h;
  const BlockTrace::Event* event = event_at(input);
  if (event == nullptr) return h;
  const std::uint64_t step = step_of_event(*input.trace, index, input.moment.event) + input.moment.wavefront;
  const std::uint32_t warps = index.warps();
  const std::string warp = std::to_string(event->warp);
  const std::string where = "step " + with_commas(step + 1) + " of " + with_commas(index.steps());
  if (event->kind == StepKind::BarrierArrive) {
    h.strong = "Warp " + warp + " arrives";
    h.rest = " at " + barrier_name(input.program, event->site_or_pc);
    h.lead = "Barrier";
    h.explanation = "it goes on when the last of the " + count_of(warps, "warp") + " has arrived";
    return h;
  }
  if (event->kind == StepKind::BarrierRelease) {
    h.strong = warps == 1 ? "The warp goes on" : "All " + std::to_string(warps) + " warps go on";
    h.rest = " past " + barrier_name(input.program, event->site_or_pc);
    h.lead = "Barrier released";
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
    h.explanation = longest == 0
                        ? "nobody had to wait; " + where
                        : "warp " + std::to_string(who) +
                              " stood there longest: " + count_of(longest, "step") + " of others; " + where;
    return h;
  }
  const Site* site = site_of(input, *event);
  const std::uint32_t waiting = index.waiting_at(step);
  h.strong = "Warp " + warp + ' ' + std::string(verb(event->access_kind));
  h.strong += site != nullptr && !site->variable.empty()
                  ? ' ' + site->variable
                  : ' ' + std::string(name_of(event->space)) + " memory";
  h.rest =
      warps <= 1     ? ", alone in its block"
      : waiting == 0 ? ", no warp waits at a barrier"
      : waiting + 1 == warps
          ? ", the other " + (warps == 2 ? "one waits" : number_word(waiting) + " wait") + " at the barrier"
          : ", " + std::to_string(waiting) + " of " + std::to_string(warps) +
                (waiting == 1 ? " warps waits" : " warps wait") + " at the barrier";
  const std::string cost = cost_of(*input.trace, input.moment.event);
  if (cost.find(" where ") != std::string::npos) h.tone = Headline::Tone::Conflict;
  h.lead = site != nullptr && site->span.line != 0 ? "Line " + std::to_string(site->span.line)
                                                   : capitalized(std::string(name_of(event->space)));
  h.explanation = (cost.empty() ? std::string() : cost + "; ") + where;
  return h;
}

} // namespace warpscope
