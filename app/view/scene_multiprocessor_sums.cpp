// Multiprocessor: where the warps spend their time, how many of them hide the waits, and the sentence above.
#include "app/language/language.h"
#include "app/view/scene_multiprocessor.h"
#include "app/view/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

namespace warpscope::view {
namespace {

using playback::Machine;
using playback::MachineState;

constexpr double well_used = .8;     ///< of the issue slots: nothing worth speaking of is waited for
constexpr double near_the_best = .9; ///< from there on, more warps gain little
constexpr double worth_a_word = .02; ///< of the warps' time: waits shorter than that are not spoken of
constexpr std::uint64_t whole = 1'000'000;

std::string share_text(double share) {
  return percent(static_cast<std::uint64_t>(std::llround(share * static_cast<double>(whole))), whole);
}

std::string state_share(const Machine& machine, MachineState state) {
  return percent(machine.cycles[static_cast<std::size_t>(state)], machine.lived());
}

/// The state in which warps wait most, that more of them could hide.
MachineState longest_wait(const Machine& machine) {
  MachineState longest = MachineState::Memory;
  for (const MachineState state :
       {MachineState::Lsu, MachineState::Barrier, MachineState::Arithmetic, MachineState::Fence})
    if (machine.share(state) > machine.share(longest)) longest = state;
  return longest;
}

/// In the legend where there is little room; for so many warps at a cycle.
std::string_view short_key(MachineState state) {
  constexpr std::array<std::string_view, playback::machine_states> keys = {
      "machine.short_issues",     "machine.short_ready",  "machine.short_lsu",   "machine.short_barrier",
      "machine.short_arithmetic", "machine.short_memory", "machine.short_fence", "machine.not_started"};
  return keys[static_cast<std::size_t>(state)];
}
std::string_view now_key(MachineState state) {
  constexpr std::array<std::string_view, playback::machine_states> keys = {
      "machine.now_issues",     "machine.now_ready",  "machine.now_lsu",   "machine.now_barrier",
      "machine.now_arithmetic", "machine.now_memory", "machine.now_fence", "machine.not_started"};
  return keys[static_cast<std::size_t>(state)];
}

std::string_view waited_key(MachineState state) {
  switch (state) {
  case MachineState::Lsu: return "machine.waited_lsu";
  case MachineState::Barrier: return "machine.waited_barrier";
  case MachineState::Arithmetic: return "machine.waited_arithmetic";
  case MachineState::Fence: return "machine.waited_fence";
  default: return "machine.waited_memory";
  }
}

/// What keeps the launch from being faster, where it is a rate; empty: it is what the warps wait for.
std::string_view busiest_key(multiprocessor::Limit limit) {
  using multiprocessor::Limit;
  switch (limit) {
  case Limit::Lsu: return "machine.busiest_lsu";
  case Limit::L2Read:
  case Limit::L2Write: return "machine.busiest_l2";
  case Limit::Dram: return "machine.busiest_dram";
  case Limit::Constant: return "machine.busiest_constant";
  case Limit::Atomics: return "machine.busiest_atomics";
  case Limit::Blocks: return "machine.busiest_blocks";
  default: return {};
  }
}

} // namespace

Headline multiprocessor_headline(const SceneRequest& request, SceneKind) {
  Headline h;
  const playback::MachinePtr& of = request.options.machine.machine;
  if (of == nullptr || !of->problem.empty()) {
    if (alarms_of_run(request)) return run_headline(request, {});
    h.tone = Headline::Tone::Plain;
    h.strong = language::tr(of == nullptr ? "machine.computing_head" : "machine.problem_head");
    h.lead = of == nullptr ? std::string() : of->problem;
    return h;
  }
  const Machine& machine = *of;
  const std::string warps = language::count_of(machine.warps, language::Counted::Warp);
  h.lead_is = definition::issue_slots;
  h.explanation_is = definition::warp_time;
  h.lead = language::trf("machine.slots_used",
                         language::arg("share", share_text(machine.timeline.issue_share)));
  const auto also = [&h](std::string says) {
    h.explanation = h.explanation.empty()
                        ? std::move(says)
                        : language::trf("machine.and_also", language::arg("one", h.explanation),
                                        language::arg("other", says));
  };
  if (const std::string_view busiest = busiest_key(machine.limit); !busiest.empty())
    also(std::string(language::tr(busiest)));
  if (machine.worst_conflict > 1)
    also(language::trf("machine.conflict_holds", language::arg("wavefronts", machine.worst_conflict)));
  const std::string global = grouped(machine.load_cycles), fence = grouped(machine.fence_cycles);
  const bool fences = machine.share(MachineState::Fence) >= worth_a_word;
  if (machine.load_cycles > 0 && fences)
    also(language::trf("machine.load_and_fence_take", language::arg("cycles", global),
                       language::arg("fence", fence)));
  else if (machine.load_cycles > 0)
    also(language::trf("machine.load_takes", language::arg("cycles", global)));
  else if (fences) also(language::trf("machine.fence_takes", language::arg("cycles", fence)));
  if (!machine.touches_memory) {
    h.strong = language::tr("machine.nothing_waits");
    return h;
  }
  const MachineState wait = longest_wait(machine);
  if (machine.timeline.issue_share >= well_used) {
    h.strong = language::trf(machine.warps == 1 ? "machine.hides_one" : "machine.hides",
                             language::arg("warps", warps));
    h.rest = language::trf("machine.hides_rest",
                           language::arg("share", share_text(machine.timeline.issue_share)));
    return h;
  }
  h.tone = Headline::Tone::Conflict;
  h.strong = language::trf(waited_key(wait), language::arg("share", state_share(machine, wait)));
  h.rest = language::trf(machine.warps == 1 ? "machine.hides_nothing_one" : "machine.hides_nothing",
                         language::arg("warps", warps));
  return h;
}

void MachineScene::draw_shares() {
  if (parts_.legend_y == 0) return;
  const std::uint64_t all = machine_.lived();
  if (all == 0) return;
  const float size = text(15), right = request_.options.frame.width - sizes_.margin;
  if (parts_.shares_title_y > 0) {
    const std::string says = language::trf(
        "machine.where", language::arg("warps", language::count_of(machine_.warps, language::Counted::Warp)));
    canvas_.defined(definition::resident)
        .mid_if_free({sizes_.margin, parts_.shares_title_y}, says, size, theme_.t1, Font::SemiBold);
    draw_cycle_sums(right, parts_.shares_title_y, text(13));
  }
  constexpr State order[] = {State::Issues,  State::Ready, State::Lsu,   State::Arithmetic,
                             State::Barrier, State::Fence, State::Memory};
  std::vector<State> seen;
  for (const State state : order)
    if (machine_.cycles[static_cast<std::size_t>(state)] > 0) seen.push_back(state);
  const Box bar = parts_.shares;
  const float gap = 2, room = bar.w - gap * static_cast<float>(seen.size() - 1);
  float x = bar.x;
  const float unit = .18F * bar.h;
  const auto draw = [&](State state, Box box) {
    if (state != State::Memory) return draw_state(state, box);
    canvas_.outline({box.x + .75F, box.y + .75F, std::max(1.F, box.w - 1.5F), box.h - 1.5F}, 2, theme_.edge,
                    1.5F);
    if (box.w > 12 && box.h >= 12)
      for (const float at : {.27F, .5F, .73F})
        canvas_.line({box.x + 6, box.y + at * box.h}, {box.x + box.w - 5, box.y + at * box.h}, theme_.t2,
                     std::max(1.5F, .5F * unit), {2, 4});
  };
  for (const State state : seen) {
    const float w = room * static_cast<float>(machine_.share(state));
    const std::string share = state_share(machine_, state);
    if (w >= 1) draw(state, {x, bar.y, w, bar.h});
    if (state == State::Barrier && w >= 6) canvas_.fill({x + w - 2, bar.y, 2, bar.h}, 0, theme_.t1);
    canvas_.hit({x, bar.y, std::max(2.F, w), bar.h}, HitKind::Text, 0,
                language::trf("machine.share_tip", language::arg("share", share),
                              language::arg("state", language::tr(machine_state_key(state)))));
    x += w + gap;
  }
  // The same forms once more with their names: the largest first gets the room.
  float key = text(16), mark = 26 * std::max(.6F, sizes_.f);
  // The names are cut short where they would not fit, and where not even that does, the largest shares have
  // theirs; the others are left to tooltips.
  bool whole_names = true;
  std::array<bool, playback::machine_states> named{};
  for (const State state : seen) named[static_cast<std::size_t>(state)] = true;
  const auto name_of = [&](State state) {
    return !named[static_cast<std::size_t>(state)]
               ? std::string_view()
               : language::tr(whole_names ? machine_state_key(state) : short_key(state));
  };
  const auto legend_width = [&] {
    float width = 0;
    for (const State state : seen) {
      const std::string_view name = name_of(state);
      width += mark + 8 + text_width(state_share(machine_, state), Font::SemiBold, key) +
               (name.empty() ? 0 : 6 + text_width(name, Font::Regular, text(14)));
    }
    return width;
  };
  const auto fits = [&] {
    return legend_width() + 14 * static_cast<float>(seen.size() - 1) <= right - sizes_.margin;
  };
  if (!fits()) whole_names = false;
  while (!fits() && (key > sizes_.least || mark > 12)) {
    key = std::max(sizes_.least, key - 1);
    mark = std::max(12.F, mark - 2);
  }
  if (!fits()) {
    named = {};
    std::vector<State> by_share = seen;
    std::stable_sort(by_share.begin(), by_share.end(),
                     [&](State a, State b) { return machine_.share(a) > machine_.share(b); });
    for (const State state : by_share) {
      bool& has_name = named[static_cast<std::size_t>(state)];
      has_name = true;
      if (!fits()) has_name = false;
    }
  }
  const float apart = std::min(
      60 * sizes_.f, std::max(4.F, (right - sizes_.margin - legend_width()) /
                                       static_cast<float>(std::max<std::size_t>(2, seen.size()) - 1)));
  x = sizes_.margin;
  const State wait = longest_wait(machine_);
  for (const State state : seen) {
    const float y = parts_.legend_y, h = .8F * key;
    const float begin = x;
    const Box box{x, y - h / 2, mark, h};
    if (state == State::Memory) draw_state(state, box);
    else draw(state, box);
    if (state == State::Barrier) canvas_.fill({x + mark - 2, box.y, 2, h}, 0, theme_.t1);
    x += mark + 8;
    const bool told = state == wait && machine_.timeline.issue_share < well_used && machine_.touches_memory;
    x = canvas_.defined(definition::warp_time)
            .mid({x, y}, state_share(machine_, state), key, told ? theme_.conflict_text : theme_.t1,
                 Font::SemiBold);
    if (const std::string_view name = name_of(state); !name.empty())
      x = canvas_.mid({x + 6, y}, name, text(14), theme_.t2);
    if (!whole_names)
      canvas_.hit({begin, y - key / 2, x - begin, key}, HitKind::Text, 0,
                  std::string(language::tr(machine_state_key(state))));
    x += apart;
  }
}

/// How many warps are in which state at the playhead.
void MachineScene::draw_cycle_sums(float right, float y, float size) {
  std::array<std::uint32_t, playback::machine_states> counts{};
  const auto cycle = static_cast<std::uint64_t>(std::max(0., request_.options.machine.cycle));
  for (const multiprocessor::PlaceRow& row : machine_.timeline.rows)
    if (const multiprocessor::Piece* piece = multiprocessor::piece_at(row, cycle))
      ++counts[static_cast<std::size_t>(playback::state_of(*piece))];
  std::string says = language::trf("machine.now", language::arg("cycle", grouped(cycle)));
  bool any = false;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    any = true;
    says += language::trf("machine.now_state", language::arg("count", counts[i]),
                          language::arg("state", language::tr(now_key(static_cast<State>(i)))));
  }
  if (any)
    canvas_.defined(definition::cycle)
        .mid_if_free({right, y}, says, size, theme_.t2, Font::Regular, Anchor::End, 12);
}

void MachineScene::draw_curve() {
  Box box = parts_.curve;
  if (box.w <= 0 || box.h < 90) return;
  if (machine_.worst_conflict > 1 && conflict_key_below_curve()) {
    draw_conflict_key({box.x, box.y + box.h - parts_.lsu_h / 2}, box.w);
    box.h -= 2 * text(13);
  }
  const std::vector<Machine::Point>& curve = machine_.curve;
  const float f = std::max(.6F, sizes_.f), size = text(15), small = text(13);
  float y = box.y + .6F * size;
  // Of two wordings the one that fits.
  const auto fitting = [&](std::string_view whole_text, std::string_view less, Font font, float at) {
    return fit_text(text_width(whole_text, font, at) <= box.w ? whole_text : less, font, at, box.w);
  };
  canvas_.mid_if_free(
      {box.x, y},
      fitting(language::tr("machine.how_many"), language::tr("machine.how_many_short"), Font::SemiBold, size),
      size, theme_.t1, Font::SemiBold);
  y += 1.35F * small;
  // Below the plot: its axis, two lines of words, and the latency; where there is no room for these, the
  // latency takes the place of what is plotted.
  const float words = box.h > 190 ? 2.8F * small + 6 * f : 0;
  const bool below = machine_.load_latency != 0 && box.h > 250;
  const float latency = below ? 3.4F * small : 0;
  if (machine_.load_latency != 0 && words == 0) draw_latency({box.x, y - .7F * small, box.w, 1.4F * small});
  else
    canvas_.mid_if_free({box.x, y},
                        fitting(language::tr("machine.curve_sub"), language::tr("machine.curve_sub_short"),
                                Font::Regular, small),
                        small, theme_.t2);
  y += 1.2F * small;
  if (below) draw_latency({box.x, box.y + box.h - 2.4F * small, box.w, 2.4F * small});
  const float left = box.x + text_width("100 %", Font::Regular, small) + 8 * f;
  const Box plot{left, y + 4 * f, box.x + box.w - left - 8 * f,
                 std::max(24.F, box.y + box.h - (y + 4 * f) - 2 * small - words - latency)};
  const auto most = static_cast<float>(curve.back().warps);
  const auto x_of = [&](std::uint32_t warps) { return plot.x + plot.w * static_cast<float>(warps) / most; };
  const auto y_of = [&](double used) {
    return plot.y + plot.h * static_cast<float>(1 - std::clamp(used, 0., 1.));
  };
  for (const double at : {0., .5, 1.}) {
    canvas_.line({plot.x, y_of(at)}, {plot.x + plot.w, y_of(at)}, theme_.line, 1);
    canvas_.defined(definition::issue_slots)
        .mid_if_free({plot.x - 6 * f, y_of(at)}, share_text(at), small, theme_.t2, Font::Regular, Anchor::End,
                     1);
  }
  const auto draw_line = [&](bool with, Color color, float width, Dash dash) {
    for (std::size_t i = 1; i < curve.size(); ++i) {
      const auto used = [&](const Machine::Point& p) { return with ? p.used : p.without_conflicts; };
      canvas_.line({x_of(curve[i - 1].warps), y_of(used(curve[i - 1]))},
                   {x_of(curve[i].warps), y_of(used(curve[i]))}, color, width, dash, true);
    }
  };
  if (machine_.conflicts) draw_line(false, theme_.t2, 2, {5, 4});
  draw_line(true, theme_.now, 3, {});
  if (machine_.conflicts && plot.h > 6 * small) {
    const Machine::Point& end = curve.back();
    const float above = y_of(std::max(end.used, end.without_conflicts)) - .9F * small;
    const float right = box.x + box.w;
    canvas_.mid_if_free({right, std::max(plot.y + .2F * small, above)}, language::tr("machine.curve_without"),
                        small, theme_.t2, Font::Regular, Anchor::End, 2);
    // Below its curve, or above it where that lies at the bottom.
    const float own = y_of(end.used), below = own + 1.2F * small;
    const float y_with = below + .6F * small < plot.y + plot.h ? below : own - .9F * small;
    canvas_.mid_if_free({x_of(end.warps) - 12 * f, y_with}, language::tr("machine.curve_with"), small,
                        theme_.now, Font::SemiBold, Anchor::End, 2);
  }
  const Machine::Point* now = nullptr;
  const Machine::Point* knee = nullptr;
  double best = 0;
  for (const Machine::Point& point : curve) best = std::max(best, point.used);
  for (const Machine::Point& point : curve) {
    if (point.resident == machine_.resident) now = &point;
    if (knee == nullptr && point.used >= near_the_best * best) knee = &point;
  }
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const float from = i == 0 ? plot.x : (x_of(curve[i - 1].warps) + x_of(curve[i].warps)) / 2,
                to = i + 1 == curve.size() ? plot.x + plot.w
                                           : (x_of(curve[i].warps) + x_of(curve[i + 1].warps)) / 2;
    const std::string warps = language::count_of(curve[i].warps, language::Counted::Warp);
    canvas_.hit({from, plot.y, to - from, plot.h + 2 * small}, HitKind::Resident, curve[i].resident,
                machine_.conflicts
                    ? language::trf("machine.point_both", language::arg("warps", warps),
                                    language::arg("share", share_text(curve[i].used)),
                                    language::arg("without", share_text(curve[i].without_conflicts)))
                    : language::trf("machine.point", language::arg("warps", warps),
                                    language::arg("share", share_text(curve[i].used))));
  }
  const float axis = plot.y + plot.h + 1.1F * small;
  const float slider = plot.y + plot.h + 3;
  canvas_.fill({plot.x, slider - 1.5F, plot.w, 3}, 1.5F, theme_.edge);
  if (now != nullptr) {
    const float x = x_of(now->warps);
    canvas_.fill({plot.x, slider - 1.5F, x - plot.x, 3}, 1.5F, theme_.now);
    canvas_.line({x, y_of(now->used)}, {x, slider}, theme_.now, 2);
    canvas_.disc({x, y_of(now->used)}, 5 * f, theme_.now);
    canvas_.disc({x, y_of(now->used)}, 2.5F * f, theme_.bg1);
    canvas_.disc({x, slider}, 6 * f, theme_.t1);
    canvas_.defined(definition::resident)
        .mid_if_free({x, axis}, grouped(now->warps), small, theme_.t1, Font::SemiBold, Anchor::Middle, 2);
  }
  canvas_.defined(definition::resident)
      .mid_if_free({plot.x + plot.w, axis}, grouped(curve.back().warps), small, theme_.t2, Font::Regular,
                   Anchor::End, 4);
  canvas_.defined(definition::resident)
      .mid_if_free({x_of(curve.front().warps), axis}, grouped(curve.front().warps), small, theme_.t2,
                   Font::Regular, Anchor::Middle, 4);
  if (words <= 0 || knee == nullptr) return;
  const float first = axis + 1.5F * small;
  const std::string warps = language::count_of(knee->warps, language::Counted::Warp);
  const bool last = knee == &curve.back();
  const auto line = [&](const Definition& of, float at, std::string_view text, Color color, Font font) {
    canvas_.defined(of).mid_if_free({box.x, at}, fit_text(text, font, small, box.w), small, color, font);
  };
  line(definition::resident, first,
       last ? std::string(language::tr("machine.more_would_help"))
            : fitting(language::trf("machine.more_gain_little", language::arg("warps", warps)),
                      language::trf("machine.more_gain_little_short", language::arg("warps", warps)),
                      Font::SemiBold, small),
       theme_.t1, Font::SemiBold);
  line(definition::issue_slots, first + 1.35F * small,
       machine_.conflicts
           ? fitting(language::trf("machine.knee_both", language::arg("share", share_text(knee->used)),
                                   language::arg("without", share_text(knee->without_conflicts))),
                     language::trf("machine.knee", language::arg("share", share_text(knee->used))),
                     Font::Regular, small)
           : language::trf("machine.knee", language::arg("share", share_text(knee->used))),
       theme_.t2, Font::Regular);
}

namespace {
std::string conflict_key(const Machine& machine) {
  return language::trf("machine.one_conflict", language::arg("wavefronts", machine.worst_conflict));
}
} // namespace

float MachineScene::conflict_key_width() const {
  return 18 * std::max(.6F, sizes_.f) + text_width(conflict_key(machine_), Font::Regular, text(13));
}

/// What an orange block in the LSU's row is.
void MachineScene::draw_conflict_key(Point at, float room) {
  if (conflict_key_width() > room + .5F) return;
  const float f = std::max(.6F, sizes_.f), size = text(13), h = std::min(parts_.lsu_h, 1.1F * size);
  const Box mark{at.x, at.y - h / 2, 10 * f, h};
  if (!canvas_.defined(definition::wavefront)
           .mid_if_free({at.x + 18 * f, at.y}, conflict_key(machine_), size, theme_.t2, Font::Regular,
                        Anchor::Start, 1))
    return;
  canvas_.fill(mark, 0, theme_.conflict);
  for (float y = mark.y + 3; y < mark.y + mark.h - 2; y += 4)
    canvas_.fill({mark.x, y, mark.w, 1}, 0, theme_.bg1);
  canvas_.reserve({mark.x - 8, mark.y, mark.w + 8, mark.h}); // what stands before it keeps clear of the block
}

/// The slider for the latency: "what if loads took twice as long?" A line of words above it, or before it.
void MachineScene::draw_latency(Box box) {
  const float f = std::max(.6F, sizes_.f), size = text(13);
  const std::string cycles = language::trf("machine.latency_cycles",
                                           language::arg("cycles", grouped(machine_.load_latency)));
  const bool two_lines = box.h >= 2 * size;
  const float y = two_lines ? box.y + .6F * size : box.y + box.h / 2;
  Box track{box.x, box.y + 1.9F * size, box.w, 0};
  if (two_lines) {
    canvas_.mid_if_free({box.x, y}, language::tr("machine.latency"), size, theme_.t2);
    canvas_.mid_if_free({box.x + box.w, y}, cycles, size, theme_.t1, Font::SemiBold, Anchor::End);
  } else {
    const float end = canvas_.mid(
        {box.x, y}, language::trf("machine.latency_short", language::arg("cycles", cycles)), size, theme_.t2);
    track = {end + 14 * f, y, std::max(20.F, box.x + box.w - end - 22 * f), 0};
  }
  const std::size_t stops = std::size(playback::machine_latencies);
  const auto x_of = [&](std::size_t stop) {
    return track.x + track.w * static_cast<float>(stop) / static_cast<float>(stops - 1);
  };
  std::size_t now = 0;
  while (now + 1 < stops && playback::machine_latencies[now] < machine_.latency) ++now;
  canvas_.fill({track.x, track.y - 1.5F, track.w, 3}, 1.5F, theme_.edge);
  canvas_.fill({track.x, track.y - 1.5F, x_of(now) - track.x, 3}, 1.5F, theme_.t1);
  for (std::size_t i = 0; i < stops; ++i) {
    canvas_.fill({x_of(i) - .75F, track.y - 4, 1.5F, 8}, 0, theme_.edge);
    const float half = track.w / static_cast<float>(stops - 1) / 2;
    const double times = playback::machine_latencies[i];
    canvas_.hit({x_of(i) - half, track.y - .9F * size, 2 * half, 1.8F * size}, HitKind::Latency,
                static_cast<std::uint32_t>(i),
                times == 1 ? std::string(language::tr("machine.latency_as_is"))
                           : language::trf("machine.latency_times",
                                           language::arg("times", fmt::format("{:g}", times))));
  }
  canvas_.disc({x_of(now), track.y}, 6 * f, theme_.t1);
}

} // namespace warpscope::view
