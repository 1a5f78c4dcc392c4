// Composes the sentences above the pictures. Every number in them is counted from the access shown.
#include "app/language/language.h"
#include "app/view/scene.h"
#include "app/view/scene_parts.h"
#include "app/view/wording.h"
#include "sim/model/banks.h"
#include "sim/model/constant.h"
#include "sim/model/sectors.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>

namespace warpscope::view {
namespace {

using Tone = Headline::Tone;

std::uint32_t active_lanes(const WarpAccess& access) {
  return static_cast<std::uint32_t>(std::popcount(access.mask));
}

/// Returns a row of the language table, or one of a pair or of three depending on what the access does.
std::string say(std::string_view key) { return std::string(language::tr(key)); }
std::string_view by_kind(AccessKind kind, std::string_view read, std::string_view write) {
  return kind == AccessKind::Store ? write : read;
}
std::string_view by_kind(AccessKind kind, std::string_view read, std::string_view write,
                         std::string_view update) {
  return kind == AccessKind::Atomic ? update : by_kind(kind, read, write);
}

std::string lanes_phrase(std::uint32_t active) {
  return active == warp_size ? say("headline.lanes_all")
         : active == 1
             ? say("headline.lanes_one")
             : language::trf(
                   "headline.lanes_some",
                   language::arg("lanes", language::count_of(active, language::Counted::ActiveLane)));
}

/// Appends how many lanes are active when not all are.
std::string with_active(std::string what, std::uint32_t active) {
  if (active == warp_size) return what;
  return language::trf(active == 1 ? "headline.with_active_one" : "headline.with_active",
                       language::arg("what", what), language::arg("active", active));
}

/// Describes 64-bit and 128-bit accesses: the groups of lanes that conflict among themselves.
std::string groups_phrase(const WarpAccess& access, const model::BankService& service,
                          std::uint32_t groups_in_conflict, std::uint32_t jammed, int bank) {
  const std::uint32_t bits = 8 * access.width;
  if (service.groups.size() == 1)
    return jammed == 1 ? language::trf("headline.group_bank", language::arg("bits", bits),
                                       language::arg("bank", bank))
                       : language::trf("headline.group_banks", language::arg("bits", bits),
                                       language::arg("banks", number_word(jammed)));
  const std::string groups = number_word(service.groups.size());
  if (groups_in_conflict == service.groups.size())
    return language::trf("headline.groups_all", language::arg("bits", bits), language::arg("groups", groups));
  if (groups_in_conflict == 1)
    return language::trf("headline.groups_one", language::arg("bits", bits), language::arg("groups", groups));
  return language::trf("headline.groups_some", language::arg("bits", bits), language::arg("groups", groups),
                       language::arg("meeting", number_word(groups_in_conflict)));
}

/// Returns the most words that one bank of shared memory holds of a copy (cp.async), which may wait for the
/// banks of its source instead; of any other access as many as no degree exceeds.
std::uint32_t words_of_one_bank(const WarpAccess& access) {
  if (!access.copies || access.width > 8) return ~0u;
  std::array<std::set<std::uint32_t>, 32> words;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((access.mask >> lane & 1u) == 0) continue;
    for (std::uint32_t byte = 0; byte < access.width; byte += 4) {
      const std::uint32_t word = (access.offset[lane] + byte) / 4;
      words[word % 32].insert(word);
    }
  }
  std::size_t most = 0;
  for (const std::set<std::uint32_t>& of_bank : words) most = std::max(most, of_bank.size());
  return static_cast<std::uint32_t>(most);
}

Headline bank_conflict_headline(const WarpAccess& access, AccessKind kind,
                                const model::BankService& service) {
  Headline h;
  h.tone = Tone::Conflict;
  const model::BankCounts& counts = service.counts;
  h.strong = language::count_of(counts.wavefronts, language::Counted::Wavefront);
  h.rest = language::trf("headline.where_would_do", language::arg("ideal", counts.ideal_wavefronts));
  // A compare-and-swap takes two wavefronts a turn.
  const bool swaps = access.form == AtomicForm::Swap && kind == AccessKind::Atomic;
  const std::uint32_t each = swaps ? 2 : 1;
  std::uint32_t degree = 0;
  std::uint32_t groups_in_conflict = 0;
  for (const model::BankGroup& g : service.groups) {
    degree = std::max(degree, g.wavefronts / each);
    if (g.wavefronts > each) ++groups_in_conflict;
  }
  h.lead = language::trf("headline.conflict", language::arg("degree", degree));
  h.lead_is = definition::degree;
  h.explanation_is = definition::word;
  const std::uint32_t active = active_lanes(access);
  if (access.copies && access.width == 16) { // no bank of its own is to blame
    h.lead = language::tr("headline.copy_lead");
    h.lead_is = h.explanation_is = definition::wavefront;
    h.explanation = with_active(say("headline.copy_lines"), active);
    return h;
  }
  // The banks that need the most passes, in the first group that needs that many.
  const auto worst_group = std::find_if(
      service.groups.begin(), service.groups.end(),
      [&](const model::BankGroup& g) { return g.wavefronts / each == degree; });
  const model::BankWavefront& last = service.wavefronts[worst_group->first_wavefront + degree * each - 1];
  const auto jammed = static_cast<std::uint32_t>(std::popcount(last.banks));
  const int bank = std::countr_zero(last.banks);

  if (model::takes_turns(access, kind)) {
    std::set<std::uint32_t> words;
    for (const model::BankWavefront& w : service.wavefronts) {
      for (std::uint32_t b = 0; b < 32; ++b) {
        if (w.banks >> b & 1u) words.insert(w.word[b]);
      }
    }
    if (jammed != 1) h.explanation_is = definition::bank;
    const std::string meeting = language::count_of(degree, language::Counted::Lane);
    const bool one_word = words.size() == std::max(4u, access.width) / 4;
    h.explanation = one_word      ? language::trf("headline.turns_word", language::arg("lanes", active))
                    : jammed == 1 ? language::trf("headline.turns_bank", language::arg("lanes", meeting),
                                                  language::arg("bank", bank))
                                  : language::trf("headline.turns_up_to", language::arg("lanes", meeting));
    if (swaps) h.explanation = language::trf("headline.swap_turns", language::arg("what", h.explanation));
    h.explanation = with_active(std::move(h.explanation), active);
    return h;
  }
  if (words_of_one_bank(access) < degree) {
    h.explanation_is = definition::bank;
    h.explanation = with_active(
        language::trf("headline.source_banks_hold", language::arg("words", number_word(degree))), active);
    return h;
  }
  if (service.groups.size() > 1 || access.width > 4) {
    h.explanation_is = definition::group;
    h.explanation = with_active(groups_phrase(access, service, groups_in_conflict, jammed, bank), active);
    return h;
  }
  if (jammed == 1 && degree == active) {
    h.explanation = active == warp_size ? language::trf("headline.every_lane", language::arg("bank", bank))
                                        : language::trf("headline.each_lane", language::arg("active", active),
                                                        language::arg("bank", bank));
    return h;
  }
  // 32 lanes with one word each cannot put two words into every bank.
  h.explanation = with_active(jammed == 1 ? language::trf("headline.bank_holds", language::arg("bank", bank),
                                                          language::arg("words", number_word(degree)))
                                          : language::trf("headline.banks_hold",
                                                          language::arg("banks", number_word(jammed)),
                                                          language::arg("words", number_word(degree))),
                              active);
  return h;
}

Headline no_bank_conflict_headline(const WarpAccess& access, AccessKind kind,
                                   const model::BankService& service) {
  Headline h;
  const std::uint32_t active = active_lanes(access);
  const model::BankCounts& counts = service.counts;
  h.strong = language::count_of(counts.wavefronts, language::Counted::Wavefront);
  const bool merged = std::any_of(service.groups.begin(), service.groups.end(),
                                  [](const model::BankGroup& g) { return g.merged; });

  // The words of the whole warp, and how many lanes want each.
  std::map<std::uint32_t, std::uint32_t> lanes_of_word;
  bool other_bytes = false; // lanes want different bytes of one word
  std::map<std::uint32_t, std::uint32_t> offset_of_word;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((access.mask >> lane & 1u) == 0) continue;
    const std::uint32_t first = access.offset[lane] / 4;
    const std::uint32_t last = (access.offset[lane] + access.width - 1) / 4;
    for (std::uint32_t w = first; w <= last; ++w) ++lanes_of_word[w];
    if (access.width < 4) {
      const auto [at, fresh] = offset_of_word.try_emplace(first, access.offset[lane]);
      other_bytes = other_bytes || (!fresh && at->second != access.offset[lane]);
    }
  }
  std::uint32_t most = 0;
  std::uint32_t least = ~0u;
  for (const auto& [word, lanes] : lanes_of_word) {
    most = std::max(most, lanes);
    least = std::min(least, lanes);
  }
  const std::size_t words = lanes_of_word.size();

  const std::string serves = language::trf("headline.serves", language::arg("lanes", lanes_phrase(active)));
  if (model::takes_turns(access, kind)) {
    h.rest = counts.wavefronts == 1 ? serves : say("headline.no_fewer");
    h.lead = language::tr("headline.no_conflict");
    h.explanation = language::tr(access.form == AtomicForm::Swap ? "headline.no_swap_waits"
                                                                 : "headline.no_atomic_waits");
    return h;
  }
  if (merged) {
    h.tone = Tone::Broadcast;
    h.rest = language::tr("headline.groups_merge");
    h.lead = language::tr("headline.merged");
    h.explanation_is = definition::group;
    const auto paired = [&](std::uint32_t distance) {
      for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
        const std::uint32_t partner = lane ^ distance;
        const bool both = (access.mask >> lane & 1u) != 0 && (access.mask >> partner & 1u) != 0;
        if (both && access.offset[lane] != access.offset[partner]) return false;
      }
      return true;
    };
    h.explanation = language::trf(active != warp_size ? "headline.merged_partly"
                                  : paired(1)         ? "headline.merged_neighbours"
                                                      : "headline.merged_apart",
                                  language::arg("size", 128 / access.width));
    return h;
  }
  if (most > 1) {
    h.tone = Tone::Broadcast;
    h.explanation_is = counts.wavefronts > 1 && !other_bytes ? definition::group : definition::word;
    const std::string lanes = language::count_of(active, language::Counted::Lane);
    h.rest = words == 1 ? language::trf("headline.for_one_word", language::arg("lanes", lanes))
                        : language::trf("headline.for_words", language::arg("lanes", lanes),
                                        language::arg("words", grouped(words)));
    const std::string some = language::trf(least == most ? "headline.n_lanes" : "headline.up_to_lanes",
                                           language::arg("n", number_word(most)));
    if (other_bytes) {
      h.lead = language::tr("headline.shared_words");
      h.explanation = language::trf(
          words == 1 ? by_kind(kind, "headline.read_bytes", "headline.write_bytes")
                     : by_kind(kind, "headline.read_bytes_each", "headline.write_bytes_each"),
          language::arg("lanes", some));
      return h;
    }
    h.lead = language::tr(by_kind(kind, "headline.broadcast", "headline.same_word", "headline.same_word"));
    const std::string who = words == 1 ? language::trf(by_kind(kind, "headline.read_one",
                                                               "headline.write_one", "headline.update_one"),
                                                       language::arg("lanes", lanes_phrase(active)))
                            : least == most
                                ? language::trf(by_kind(kind, "headline.read_each", "headline.write_each",
                                                        "headline.update_each"),
                                                language::arg("lanes", some))
                                : language::trf(by_kind(kind, "headline.read_same", "headline.write_same",
                                                        "headline.update_same"),
                                                language::arg("lanes", some));
    h.explanation = counts.wavefronts > 1
                        ? language::trf("headline.groups_turns", language::arg("bits", 8 * access.width),
                                        language::arg("what", who))
                        : language::trf(by_kind(kind, "headline.word_costs", "headline.one_stays"),
                                        language::arg("what", who));
    return h;
  }
  h.lead = language::tr("headline.no_conflict");
  if (access.width > 4) {
    h.explanation_is = definition::group;
    const std::uint32_t size = 128 / access.width;
    h.rest = counts.wavefronts == 1 ? serves : say("headline.no_fewer");
    const bool full = active == warp_size;
    h.explanation = full ? language::trf("headline.wide", language::arg("bits", 8 * access.width),
                                         language::arg("size", size),
                                         language::arg("groups", number_word(counts.wavefronts)))
                         : language::trf("headline.wide_partly", language::arg("bits", 8 * access.width),
                                         language::arg("size", size));
    if (kind == AccessKind::Store || counts.wavefronts > 1)
      h.explanation = language::trf(by_kind(kind, "headline.none_merge", "headline.stores_never_merge"),
                                    language::arg("what", h.explanation));
    h.explanation = with_active(std::move(h.explanation), active);
    return h;
  }
  h.rest = serves;
  h.explanation_is = active == warp_size ? definition::word : definition::bank;
  h.explanation = active == warp_size ? say("headline.one_each")
                                      : with_active(say("headline.none_meet"), active);
  return h;
}

/// Names what an atomic without an instruction in shared memory does: "add a float".
std::string_view loop_verb(const program::Program& program, std::uint32_t number) {
  const program::Site* site = number < program.sites.size() ? &program.sites[number] : nullptr;
  if (site == nullptr || site->pc >= program.code.size()) return language::tr("headline.loop_updates");
  switch (static_cast<program::AtomicOp>(program.code[site->pc].components)) {
  case program::AtomicOp::AddF32: return language::tr("headline.loop_float");
  case program::AtomicOp::AddF64: return language::tr("headline.loop_double");
  case program::AtomicOp::AddF16x2: return language::tr("headline.loop_half2");
  case program::AtomicOp::Add: return language::tr("headline.loop_64_bits");
  default: return language::tr("headline.loop_updates");
  }
}

/// Of an atomic that the compiler makes a loop of.
Headline loop_headline(const WarpAccess& access, std::string_view verb) {
  Headline h;
  const model::LoopCounts loop = model::count_loop(access);
  const std::uint32_t active = active_lanes(access);
  std::set<std::uint32_t> elements;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    if ((access.mask >> lane & 1u) != 0) elements.insert(access.offset[lane]);
  const std::uint32_t once = loop.swaps.ideal_wavefronts +
                             model::count_banks(access, AccessKind::Load).ideal_wavefronts;
  h.strong = language::count_of(loop.swaps.wavefronts, language::Counted::Wavefront);
  h.explanation_is = definition::bank;
  if (loop.rounds > 1) {
    h.tone = Tone::Conflict;
    h.rest = language::trf("headline.loop_costs", language::arg("loads", loop.loads.wavefronts),
                           language::arg("ideal", once));
    h.lead = language::trf("headline.loop_rounds", language::arg("rounds", loop.rounds));
  } else {
    h.rest = language::trf("headline.loop_costs_once", language::arg("loads", loop.loads.wavefronts));
    h.lead = language::tr("headline.loop_once");
  }
  const std::string lanes = language::count_of(active, language::Counted::Lane);
  if (loop.rounds == 1) h.explanation = language::tr("headline.loop_none_meets");
  else
    h.explanation = language::trf(elements.size() == 1 ? "headline.loop_one_word" : "headline.loop_meets",
                                  language::arg("lanes", lanes), language::arg("verb", verb),
                                  language::arg("rounds", loop.rounds));
  h.explanation = with_active(std::move(h.explanation), active);
  return h;
}

std::string_view same_bytes(AccessKind kind) {
  return by_kind(kind, "headline.same_bytes_read", "headline.same_bytes_write");
}

/// Describes an access with gaps: how much of each sector's 32 bytes is used.
std::string used_phrase(const std::vector<model::TouchedSector>& touched, const std::string& lines) {
  std::uint32_t most = 0;
  std::uint32_t least = 32;
  for (const model::TouchedSector& s : touched) {
    const auto used = static_cast<std::uint32_t>(std::popcount(s.used_bytes));
    most = std::max(most, used);
    least = std::min(least, used);
  }
  if (most != least)
    return language::trf("headline.a_sector_brings", language::arg("least", least),
                         language::arg("most", most), language::arg("lines", lines));
  return language::trf(most == 1 ? "headline.each_brings_one" : "headline.each_brings",
                       language::arg("used", most), language::arg("lines", lines));
}

Headline sectors_headline(const WarpAccess& access, AccessKind kind) {
  Headline h;
  const model::SectorCounts c = model::count_sectors(access, kind);
  const std::uint32_t active = active_lanes(access);
  const std::uint64_t fetched = 32ull * c.sectors;
  const std::string lines = language::count_of(c.lines, language::Counted::Line);
  const std::string used_share = language::trf("headline.used_share",
                                               language::arg("percent", percent(c.used_bytes, fetched)));
  h.strong = language::count_of(c.sectors, language::Counted::Sector);
  if (c.sectors > c.ideal_sectors) {
    h.tone = Tone::Conflict;
    h.rest = language::trf("headline.where_would_do", language::arg("ideal", c.ideal_sectors));
    h.lead = used_share;
    // The cause of the extra sectors: a start within a sector, or gaps between lanes.
    const std::vector<model::TouchedSector> touched = model::touched_sectors(access, kind);
    const std::uint32_t span_first = touched.front().address +
                                     static_cast<std::uint32_t>(std::countr_zero(touched.front().used_bytes));
    const std::uint32_t span_last = touched.back().address + 31 -
                                    static_cast<std::uint32_t>(std::countl_zero(touched.back().used_bytes));
    const std::uint64_t span = std::uint64_t{span_last} - span_first + 1;
    h.lead_is = definition::share;
    std::uint32_t times = 1;
    for (const model::TouchedSector& s : touched) times = std::max(times, s.times);
    if (times > 1) {
      h.explanation_is = definition::sector;
      const std::string lanes = language::count_of(times, language::Counted::Lane);
      h.explanation = kind != AccessKind::Atomic
                          ? language::trf("headline.copied_apart", language::arg("count", times))
                          : language::trf(c.used_bytes == access.width ? "headline.asked_by_all"
                                                                       : "headline.asked_again",
                                          language::arg("lanes", lanes));
      h.explanation = with_active(std::move(h.explanation), active);
      return h;
    }
    h.explanation_is = span == c.used_bytes ? definition::begin : definition::each_sector;
    h.explanation = span == c.used_bytes
                        ? language::trf("headline.neighbours",
                                        language::arg("bytes", language::count_of(span_first % 32,
                                                                                  language::Counted::Byte)),
                                        language::arg("lines", lines))
                        : used_phrase(touched, lines);
    return h;
  }
  const bool shared = c.bytes > c.used_bytes;
  if (c.used_bytes == access.width && active > 1) {
    h.tone = Tone::Broadcast;
    h.rest = language::trf("headline.for_lanes",
                           language::arg("lanes", language::count_of(active, language::Counted::Lane)));
    h.lead = language::tr(kind == AccessKind::Load ? "headline.broadcast" : "headline.same_address");
    h.explanation_is = definition::lane;
    h.explanation = language::trf(
        same_bytes(kind), language::arg("lanes", lanes_phrase(active)),
        language::arg("bytes", language::count_of(access.width, language::Counted::Byte)));
    return h;
  }
  h.rest = language::tr("headline.no_fewer");
  h.lead = used_share;
  h.lead_is = definition::share;
  h.explanation_is = definition::fetched;
  const bool load = kind == AccessKind::Load;
  h.explanation = language::trf(
      shared ? (load ? "headline.fetched_shared" : "headline.touched_shared")
      : load ? "headline.fetched"
             : "headline.touched",
      language::arg("lanes", language::count_of(active, language::Counted::Lane)),
      language::arg("used", language::count_of(c.used_bytes, language::Counted::Byte)),
      language::arg("bytes", fetched), language::arg("lines", lines));
  return h;
}

Headline constant_headline(const WarpAccess& access) {
  Headline h;
  const model::ConstantCounts c = model::count_constant(access);
  const std::uint32_t active = active_lanes(access);
  h.strong = language::count_of(c.passes, language::Counted::Pass);
  if (c.passes == 1) {
    h.tone = Tone::Broadcast;
    h.rest = language::trf("headline.for_lanes",
                           language::arg("lanes", language::count_of(active, language::Counted::Lane)));
    h.lead = language::tr("headline.broadcast");
    h.explanation_is = definition::lane;
    h.explanation = language::trf("headline.one_address", language::arg("lanes", lanes_phrase(active)));
    return h;
  }
  h.tone = Tone::Conflict;
  h.rest = language::trf("headline.where_would_do", language::arg("ideal", 1));
  h.lead = language::tr("headline.serialised");
  h.explanation_is = definition::pass;
  h.explanation = language::trf("headline.addresses", language::arg("count", c.passes));
  return h;
}

} // namespace

Color tone_color(Tone tone, const Theme& theme, float size) {
  switch (tone) {
  case Tone::Plain: return theme.t1;
  case Tone::Conflict: return theme.conflict_at(size);
  case Tone::Broadcast: return theme.broadcast;
  case Tone::Hazard: return theme.hazard;
  case Tone::Good: break;
  }
  return theme.now;
}

namespace {

/// Returns the damage when the schedule that does it is played and shown as a block, or when the wrong value
/// is stored; null when the headline has another subject.
const WrongPlace* told_as_headline(const SceneRequest& request, SceneKind scene) {
  if (request.options.told.wrong.empty()) return nullptr;
  const WrongPlace& last = request.options.told.wrong.back();
  if (scene == SceneKind::Block)
    return request.options.told.plays_order && request.options.told.hazard ? &last : nullptr;
  const trace::BlockTrace::Event* event = event_at(request);
  if (scene != SceneKind::Sectors || event == nullptr || event->kind != trace::StepKind::Access ||
      event->access_kind == AccessKind::Load)
    return nullptr;
  const WarpAccess access = request.run->trace().access(request.moment.event);
  return event->space == last.space && touches(access, last.offset) ? &last : nullptr;
}

Headline headline_of(const SceneRequest& request, SceneKind scene) {
  if (event_at(request) != nullptr) return scene_headline(request, scene);
  Headline h;
  h.strong = language::tr("headline.none");
  h.lead = language::tr("headline.none_lead");
  h.explanation = language::tr("headline.none_why");
  return h;
}

} // namespace

/// The headline of the scenes that show one access.
Headline access_headline(const SceneRequest& request, SceneKind scene) {
  const trace::BlockTrace::Event* event = event_at(request);
  Headline h;
  if (event->kind != trace::StepKind::Access) {
    h.strong = language::tr("headline.barrier");
    h.rest = event->kind == trace::StepKind::BarrierArrive
                 ? language::trf("headline.barrier_arrives", language::arg("warp", event->warp))
                 : say("headline.barrier_on");
    h.lead = language::tr("headline.barrier_lead");
    h.explanation = language::tr("headline.barrier_why");
    return h;
  }
  const WarpAccess access = request.run->trace().access(request.moment.event);
  if (access.mask == 0) {
    h.strong = language::tr("headline.no_lane");
    h.lead = language::tr("headline.no_lane_lead");
    return h;
  }
  switch (cost_rule(event->space)) {
  case CostRule::Banks:
    if (!scene_can_show(scene, *event)) break;
    {
      if (model::loops(access, event->access_kind))
        return loop_headline(access, loop_verb(request.run->program(), event->site_or_pc));
      const model::BankService service = model::serve_banks(access, event->access_kind);
      return service.counts.bank_conflicts > 0
                 ? bank_conflict_headline(access, event->access_kind, service)
                 : no_bank_conflict_headline(access, event->access_kind, service);
    }
  case CostRule::Sectors:
    if (!scene_can_show(scene, *event)) break;
    return sectors_headline(access, event->access_kind);
  case CostRule::Passes: return constant_headline(access);
  case CostRule::Uncounted:
    if (event->space == Space::Local) return make_local_headline(request);
    break;
  }
  h.strong = language::trf("headline.other",
                           language::arg("access", access_words(event->space, event->access_kind)));
  h.lead = language::tr("headline.other_lead");
  h.explanation = language::tr(cost_rule(event->space) == CostRule::Sectors ? "headline.other_global"
                               : cost_rule(event->space) == CostRule::Banks ? "headline.other_shared"
                                                                            : "headline.other_why");
  return h;
}

bool alarms_of_run(const SceneRequest& request) { return !request.options.told.alarm_advice.empty(); }

Color praise(const SceneRequest& request) {
  const Theme& theme = theme_of(request);
  return request.options.told.alarm.empty() ? theme.now : theme.t1;
}

/// The alarm is the headline; what to do about it comes before the sentence of the scene, if that has one.
Headline run_headline(const SceneRequest& request, Headline scene) {
  const Told& told = request.options.told;
  if (scene.strong == told.alarm) return scene; // a scene without a picture says so itself
  Headline h;
  h.tone = Headline::Tone::Hazard;
  h.strong = told.alarm;
  h.lead = told.alarm_why;
  h.lead_warns = true;
  const std::string says = scene.strong + scene.rest;
  h.explanation = says.empty() ? told.alarm_advice
                               : language::trf("headline.advice_and_access",
                                               language::arg("advice", told.alarm_advice),
                                               language::arg("access", says));
  return h;
}

Headline make_headline(const SceneRequest& request, SceneKind scene) {
  if (info_of(scene).alone) return scene_headline(request, scene);
  if (asks_about(request)) return make_question_headline(request);
  Headline h = headline_of(request, scene);
  if (const WrongPlace* wrong = told_as_headline(request, scene)) {
    const std::size_t comma = std::min(wrong->said.find(", "), wrong->said.size());
    h.explanation = h.strong + h.rest;
    h.strong = wrong->said.substr(0, comma);
    h.rest = wrong->said.substr(comma);
    h.tone = Headline::Tone::Hazard;
    h.explanation_is = scene == SceneKind::Sectors ? definition::sector : Definition{};
    if (scene != SceneKind::Block) h.lead = language::tr("hazard.wrong_lead");
  }
  const Told& told = request.options.told;
  if (alarms_of_run(request)) h = run_headline(request, std::move(h));
  else if (h.tone != Headline::Tone::Hazard && !(told.alarm.empty() && told.alarm_elsewhere.empty())) {
    h.explanation = language::trf("headline.lead_and_why", language::arg("lead", h.lead),
                                  language::arg("why", h.explanation));
    h.explanation_is = h.lead_is ? h.lead_is : h.explanation_is;
    h.lead_is = {};
    h.lead_warns = true;
    if (told.alarm.empty()) {
      h.lead = told.alarm_elsewhere;
    } else if (scene == SceneKind::Block) { // its sentence is of a warp, not of the access
      h.lead = told.alarm + told.alarm_why;
    } else {
      h.rest = h.strong + h.rest;
      h.strong = told.alarm;
      h.lead = told.alarm_why;
      h.tone = Headline::Tone::Hazard;
    }
  }
  if (request.options.question.verdict.empty()) return h;
  h.explanation = language::trf("headline.lead_and_why", language::arg("lead", h.lead),
                                language::arg("why", h.explanation));
  h.lead = request.options.question.verdict;
  h.lead_warns = false;
  h.explanation_is = h.lead_is ? h.lead_is : h.explanation_is;
  h.lead_is = {};
  return h;
}

} // namespace warpscope::view
