// The sentences over the pictures. Every number in them is counted from the access at hand.
#include "app/language/language.h"
#include "app/view/scene.h"
#include "app/view/scene_parts.h"
#include "app/view/wording.h"
#include "sim/model/banks.h"
#include "sim/model/constant.h"
#include "sim/model/sectors.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

namespace warpscope {
namespace {

using Tone = Headline::Tone;

std::uint32_t active_lanes(const WarpAccess& access) {
  return static_cast<std::uint32_t>(std::popcount(access.mask));
}

/// A row of the language table, and one of a pair by what the access does.
std::string say(std::string_view key) { return std::string(tr(key)); }
std::string_view by_kind(AccessKind kind, std::string_view read, std::string_view write) {
  return kind == AccessKind::Store ? write : read;
}

std::string lanes_phrase(std::uint32_t active) {
  return active == warp_size ? say("headline.lanes_all")
         : active == 1       ? say("headline.lanes_one")
                       : trf("headline.lanes_some", arg("lanes", count_of(active, Counted::ActiveLane)));
}

/// The sentence, and where not all lanes take part, how many do.
std::string with_active(std::string what, std::uint32_t active) {
  if (active == warp_size) return what;
  return trf(active == 1 ? "headline.with_active_one" : "headline.with_active", arg("what", what),
             arg("active", active));
}

/// Accesses of 64 and 128 bits: the groups of lanes that meet themselves in a bank.
std::string groups_phrase(const WarpAccess& access, const BankService& service,
                          std::uint32_t groups_in_conflict, std::uint32_t jammed, int bank) {
  const std::uint32_t bits = 8 * access.width;
  if (service.groups.size() == 1)
    return jammed == 1 ? trf("headline.group_bank", arg("bits", bits), arg("bank", bank))
                       : trf("headline.group_banks", arg("bits", bits), arg("banks", number_word(jammed)));
  const std::string groups = number_word(service.groups.size());
  if (groups_in_conflict == service.groups.size())
    return trf("headline.groups_all", arg("bits", bits), arg("groups", groups));
  if (groups_in_conflict == 1) return trf("headline.groups_one", arg("bits", bits), arg("groups", groups));
  return trf("headline.groups_some", arg("bits", bits), arg("groups", groups),
             arg("meeting", number_word(groups_in_conflict)));
}

Headline bank_conflict_headline(const WarpAccess& access, AccessKind kind, const BankService& service) {
  Headline h;
  h.tone = Tone::Conflict;
  const BankCounts& counts = service.counts;
  h.strong = count_of(counts.wavefronts, Counted::Wavefront);
  h.rest = trf("headline.where_would_do", arg("ideal", counts.ideal_wavefronts));
  std::uint32_t degree = 0;
  std::uint32_t groups_in_conflict = 0;
  for (const BankGroup& g : service.groups) {
    degree = std::max(degree, g.wavefronts);
    if (g.wavefronts > 1) ++groups_in_conflict;
  }
  h.lead = trf("headline.conflict", arg("degree", degree));
  const std::uint32_t active = active_lanes(access);
  // The banks that need the most passes in the first group that needs that many.
  const auto worst_group = std::find_if(service.groups.begin(), service.groups.end(),
                                        [&](const BankGroup& g) { return g.wavefronts == degree; });
  const BankWavefront& last = service.wavefronts[worst_group->first_wavefront + degree - 1];
  const auto jammed = static_cast<std::uint32_t>(std::popcount(last.banks));
  const int bank = std::countr_zero(last.banks);

  if (kind == AccessKind::Atomic) {
    std::set<std::uint32_t> words;
    for (const BankWavefront& w : service.wavefronts) {
      for (std::uint32_t b = 0; b < 32; ++b) {
        if (w.banks >> b & 1u) words.insert(w.word[b]);
      }
    }
    const std::string meeting = count_of(degree, Counted::Lane);
    h.explanation = words.size() == 1 ? trf("headline.turns_word", arg("lanes", active))
                    : jammed == 1     ? trf("headline.turns_bank", arg("lanes", meeting), arg("bank", bank))
                                      : trf("headline.turns_up_to", arg("lanes", meeting));
    h.explanation = with_active(std::move(h.explanation), active);
    return h;
  }
  if (service.groups.size() > 1 || access.width > 4) {
    h.explanation = with_active(groups_phrase(access, service, groups_in_conflict, jammed, bank), active);
    return h;
  }
  if (jammed == 1 && degree == active) {
    h.explanation = active == warp_size ? trf("headline.every_lane", arg("bank", bank))
                                        : trf("headline.each_lane", arg("active", active), arg("bank", bank));
    return h;
  }
  // 32 lanes of a word each leave no room for two words in every bank.
  h.explanation = with_active(
      jammed == 1
          ? trf("headline.bank_holds", arg("bank", bank), arg("words", number_word(degree)))
          : trf("headline.banks_hold", arg("banks", number_word(jammed)), arg("words", number_word(degree))),
      active);
  return h;
}

Headline no_bank_conflict_headline(const WarpAccess& access, AccessKind kind, const BankService& service) {
  Headline h;
  const std::uint32_t active = active_lanes(access);
  const BankCounts& counts = service.counts;
  h.strong = count_of(counts.wavefronts, Counted::Wavefront);
  const bool merged = std::any_of(service.groups.begin(), service.groups.end(),
                                  [](const BankGroup& g) { return g.merged; });

  // Words of the whole warp, and how many lanes want each.
  std::map<std::uint32_t, std::uint32_t> lanes_of_word;
  bool other_bytes = false; // lanes on different bytes of one word
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

  const std::string serves = trf("headline.serves", arg("lanes", lanes_phrase(active)));
  if (kind == AccessKind::Atomic) {
    h.rest = serves;
    h.lead = tr("headline.no_conflict");
    h.explanation = tr("headline.no_atomic_waits");
    return h;
  }
  if (merged) {
    h.tone = Tone::Broadcast;
    h.rest = tr("headline.groups_merge");
    h.lead = tr("headline.merged");
    const auto paired = [&](std::uint32_t distance) {
      for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
        const std::uint32_t partner = lane ^ distance;
        const bool both = (access.mask >> lane & 1u) != 0 && (access.mask >> partner & 1u) != 0;
        if (both && access.offset[lane] != access.offset[partner]) return false;
      }
      return true;
    };
    h.explanation = trf(active != warp_size ? "headline.merged_partly"
                        : paired(1)         ? "headline.merged_neighbours"
                                            : "headline.merged_apart",
                        arg("size", 128 / access.width));
    return h;
  }
  if (most > 1) {
    h.tone = Tone::Broadcast;
    const std::string lanes = count_of(active, Counted::Lane);
    h.rest = words == 1 ? trf("headline.for_one_word", arg("lanes", lanes))
                        : trf("headline.for_words", arg("lanes", lanes), arg("words", grouped(words)));
    const std::string some = trf(least == most ? "headline.n_lanes" : "headline.up_to_lanes",
                                 arg("n", number_word(most)));
    if (other_bytes) {
      h.lead = tr("headline.shared_words");
      h.explanation = trf(words == 1 ? by_kind(kind, "headline.read_bytes", "headline.write_bytes")
                                     : by_kind(kind, "headline.read_bytes_each", "headline.write_bytes_each"),
                          arg("lanes", some));
      return h;
    }
    h.lead = tr(by_kind(kind, "headline.broadcast", "headline.same_word"));
    const std::string who = words == 1      ? trf(by_kind(kind, "headline.read_one", "headline.write_one"),
                                                  arg("lanes", lanes_phrase(active)))
                            : least == most ? trf(by_kind(kind, "headline.read_each", "headline.write_each"),
                                                  arg("lanes", some))
                                            : trf(by_kind(kind, "headline.read_same", "headline.write_same"),
                                                  arg("lanes", some));
    h.explanation = counts.wavefronts > 1
                        ? trf("headline.groups_turns", arg("bits", 8 * access.width), arg("what", who))
                        : trf(by_kind(kind, "headline.word_costs", "headline.one_stays"), arg("what", who));
    return h;
  }
  h.lead = tr("headline.no_conflict");
  if (access.width > 4) {
    const std::uint32_t size = 128 / access.width;
    h.rest = counts.wavefronts == 1 ? serves : say("headline.no_fewer");
    const bool full = active == warp_size;
    h.explanation = full ? trf("headline.wide", arg("bits", 8 * access.width), arg("size", size),
                               arg("groups", number_word(counts.wavefronts)))
                         : trf("headline.wide_partly", arg("bits", 8 * access.width), arg("size", size));
    if (kind == AccessKind::Store || counts.wavefronts > 1)
      h.explanation = trf(by_kind(kind, "headline.none_merge", "headline.stores_never_merge"),
                          arg("what", h.explanation));
    h.explanation = with_active(std::move(h.explanation), active);
    return h;
  }
  h.rest = serves;
  h.explanation = active == warp_size ? say("headline.one_each")
                                      : with_active(say("headline.none_meet"), active);
  return h;
}

std::string_view same_bytes(AccessKind kind) {
  return kind == AccessKind::Load    ? "headline.same_bytes_read"
         : kind == AccessKind::Store ? "headline.same_bytes_write"
                                     : "headline.same_bytes_update";
}

/// Each sector of a gappy access: how much of its 32 bytes is used.
std::string used_phrase(const std::vector<TouchedSector>& touched, const std::string& lines) {
  std::uint32_t most = 0;
  std::uint32_t least = 32;
  for (const TouchedSector& s : touched) {
    const auto used = static_cast<std::uint32_t>(std::popcount(s.used_bytes));
    most = std::max(most, used);
    least = std::min(least, used);
  }
  if (most != least)
    return trf("headline.a_sector_brings", arg("least", least), arg("most", most), arg("lines", lines));
  return trf(most == 1 ? "headline.each_brings_one" : "headline.each_brings", arg("used", most),
             arg("lines", lines));
}

Headline sectors_headline(const WarpAccess& access, AccessKind kind) {
  Headline h;
  const SectorCounts c = count_sectors(access);
  const std::uint32_t active = active_lanes(access);
  const std::uint64_t fetched = 32ull * c.sectors;
  const std::string lines = count_of(c.lines, Counted::Line);
  const std::string used_share = trf("headline.used_share", arg("percent", percent(c.used_bytes, fetched)));
  h.strong = count_of(c.sectors, Counted::Sector);
  if (c.sectors > c.ideal_sectors) {
    h.tone = Tone::Conflict;
    h.rest = trf("headline.where_would_do", arg("ideal", c.ideal_sectors));
    h.lead = used_share;
    // What makes it worse: a start inside a sector, or gaps between lanes.
    const std::vector<TouchedSector> touched = touched_sectors(access);
    const std::uint32_t span_first = touched.front().address +
                                     static_cast<std::uint32_t>(std::countr_zero(touched.front().used_bytes));
    const std::uint32_t span_last = touched.back().address + 31 -
                                    static_cast<std::uint32_t>(std::countl_zero(touched.back().used_bytes));
    const std::uint64_t span = std::uint64_t{span_last} - span_first + 1;
    h.explanation = span == c.used_bytes
                        ? trf("headline.neighbours", arg("bytes", count_of(span_first % 32, Counted::Byte)),
                              arg("lines", lines))
                        : used_phrase(touched, lines);
    return h;
  }
  const bool shared = c.bytes > c.used_bytes;
  if (c.used_bytes == access.width && active > 1) {
    h.tone = Tone::Broadcast;
    h.rest = trf("headline.for_lanes", arg("lanes", count_of(active, Counted::Lane)));
    h.lead = tr(kind == AccessKind::Load ? "headline.broadcast" : "headline.same_address");
    h.explanation = trf(same_bytes(kind), arg("lanes", lanes_phrase(active)),
                        arg("bytes", count_of(access.width, Counted::Byte)));
    return h;
  }
  h.rest = tr("headline.no_fewer");
  h.lead = used_share;
  const bool load = kind == AccessKind::Load;
  h.explanation = trf(shared ? (load ? "headline.fetched_shared" : "headline.touched_shared")
                      : load ? "headline.fetched"
                             : "headline.touched",
                      arg("lanes", count_of(active, Counted::Lane)),
                      arg("used", count_of(c.used_bytes, Counted::Byte)), arg("bytes", fetched),
                      arg("lines", lines));
  return h;
}

Headline constant_headline(const WarpAccess& access) {
  Headline h;
  const ConstantCounts c = count_constant(access);
  const std::uint32_t active = active_lanes(access);
  h.strong = count_of(c.passes, Counted::Pass);
  if (c.passes == 1) {
    h.tone = Tone::Broadcast;
    h.rest = trf("headline.for_lanes", arg("lanes", count_of(active, Counted::Lane)));
    h.lead = tr("headline.broadcast");
    h.explanation = trf("headline.one_address", arg("lanes", lanes_phrase(active)));
    return h;
  }
  h.tone = Tone::Conflict;
  h.rest = trf("headline.where_would_do", arg("ideal", 1));
  h.lead = tr("headline.serialised");
  h.explanation = trf("headline.addresses", arg("count", c.passes));
  return h;
}

} // namespace

namespace {

/// The damage, where the order that does it is played and looked at as a block, or where the wrong value is
/// stored; null: something else is to be said.
const WrongPlace* told_as_headline(const SceneInput& input, SceneKind scene) {
  if (input.wrong.empty()) return nullptr;
  const WrongPlace& last = input.wrong.back();
  if (scene == SceneKind::Block) return input.plays_order && input.hazard != nullptr ? &last : nullptr;
  const BlockTrace::Event* event = event_at(input);
  if (scene != SceneKind::Sectors || event == nullptr || event->kind != StepKind::Access ||
      event->access_kind == AccessKind::Load)
    return nullptr;
  const WarpAccess access = input.trace->access(input.moment.event);
  return event->space == last.space && touches(access, last.offset) ? &last : nullptr;
}

Headline headline_of(const SceneInput& input, SceneKind scene) {
  const BlockTrace::Event* event = event_at(input);
  Headline h;
  if (event == nullptr) {
    h.strong = tr("headline.none");
    h.lead = tr("headline.none_lead");
    h.explanation = tr("headline.none_why");
    return h;
  }
  if (scene == SceneKind::Tiling) return make_tiling_headline(input, TilingOfInput(input));
  if (scene == SceneKind::Block) return make_block_headline(input, *IndexOfInput(input));
  if (event->kind != StepKind::Access) {
    h.strong = tr("headline.barrier");
    h.rest = event->kind == StepKind::BarrierArrive
                 ? trf("headline.barrier_arrives", arg("warp", event->warp))
                 : say("headline.barrier_on");
    h.lead = tr("headline.barrier_lead");
    h.explanation = tr("headline.barrier_why");
    return h;
  }
  const WarpAccess access = input.trace->access(input.moment.event);
  if (access.mask == 0) {
    h.strong = tr("headline.no_lane");
    h.lead = tr("headline.no_lane_lead");
    return h;
  }
  switch (event->space) {
  case Space::Shared:
    if (scene == SceneKind::Sectors) break;
    {
      const BankService service = serve_banks(access, event->access_kind);
      return service.counts.bank_conflicts > 0
                 ? bank_conflict_headline(access, event->access_kind, service)
                 : no_bank_conflict_headline(access, event->access_kind, service);
    }
  case Space::Global:
    if (scene == SceneKind::Banks || scene == SceneKind::Array) break;
    return sectors_headline(access, event->access_kind);
  case Space::Constant: return constant_headline(access);
  case Space::Local: return make_local_headline(input);
  case Space::None:
  case Space::Param: break;
  }
  h.strong = trf("headline.other", arg("access", access_words(event->space, event->access_kind)));
  h.lead = tr("headline.other_lead");
  h.explanation = tr(event->space == Space::Global   ? "headline.other_global"
                     : event->space == Space::Shared ? "headline.other_shared"
                                                     : "headline.other_why");
  return h;
}

} // namespace

Headline make_headline(const SceneInput& input, SceneKind scene) {
  if (asks_about(input)) return make_question_headline(input);
  Headline h = headline_of(input, scene);
  if (const WrongPlace* wrong = told_as_headline(input, scene)) {
    const std::size_t comma = std::min(wrong->said.find(", "), wrong->said.size());
    h.explanation = h.strong + h.rest;
    h.strong = wrong->said.substr(0, comma);
    h.rest = wrong->said.substr(comma);
    h.tone = Headline::Tone::Hazard;
    if (scene != SceneKind::Block) h.lead = tr("hazard.wrong_lead");
  }
  if (input.verdict.empty()) return h;
  h.explanation = trf("headline.lead_and_why", arg("lead", h.lead), arg("why", h.explanation));
  h.lead = input.verdict;
  return h;
}

} // namespace warpscope
