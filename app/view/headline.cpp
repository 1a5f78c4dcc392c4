// The sentences over the pictures. Every number in them is counted from the access at hand.
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

std::string_view verb(AccessKind kind) {
  return kind == AccessKind::Load ? "read" : kind == AccessKind::Store ? "write" : "update";
}

std::uint32_t active_lanes(const WarpAccess& access) {
  return static_cast<std::uint32_t>(std::popcount(access.mask));
}

std::string lanes_phrase(std::uint32_t active) {
  return active == warp_size ? "all 32 lanes"
         : active == 1       ? "the 1 active lane"
                             : "the " + count_of(active, "active lane");
}

std::string partial_note(std::uint32_t active) {
  return active == warp_size
             ? std::string()
             : "; " + std::to_string(active) + " of 32 lanes " + (active == 1 ? "is" : "are") + " active";
}

std::string bits_phrase(std::uint32_t width) {
  return std::to_string(8 * width) + " bits a lane";
}

Headline bank_conflict_headline(const WarpAccess& access, AccessKind kind, const BankService& service) {
  Headline h;
  h.tone = Tone::Conflict;
  const BankCounts& counts = service.counts;
  h.strong = count_of(counts.wavefronts, "wavefront");
  h.rest = " where " + std::to_string(counts.ideal_wavefronts) + " would do";
  std::uint32_t degree = 0;
  std::uint32_t groups_in_conflict = 0;
  for (const BankGroup& g : service.groups) {
    degree = std::max(degree, g.wavefronts);
    if (g.wavefronts > 1) ++groups_in_conflict;
  }
  h.lead = std::to_string(degree) + "-way conflict";
  const std::uint32_t active = active_lanes(access);
  // The banks that need the most passes in the first group that needs that many.
  const auto worst_group = std::find_if(service.groups.begin(), service.groups.end(),
                                        [&](const BankGroup& g) { return g.wavefronts == degree; });
  const BankWavefront& last = service.wavefronts[worst_group->first_wavefront + degree - 1];
  const auto jammed = static_cast<std::uint32_t>(std::popcount(last.banks));
  const std::string one_bank = "bank " + std::to_string(std::countr_zero(last.banks));

  if (kind == AccessKind::Atomic) {
    std::set<std::uint32_t> words;
    for (const BankWavefront& w : service.wavefronts) {
      for (std::uint32_t b = 0; b < 32; ++b) {
        if (w.banks >> b & 1u) words.insert(w.word[b]);
      }
    }
    if (words.size() == 1)
      h.explanation = "atomics take turns: " + std::to_string(active) + " lanes update one word";
    else if (jammed == 1)
      h.explanation = "atomics take turns: " + count_of(degree, "lane") + " meet in " + one_bank;
    else
      h.explanation = "atomics take turns: up to " + count_of(degree, "lane") + " meet in a bank";
    h.explanation += partial_note(active);
    return h;
  }
  if (service.groups.size() > 1 || access.width > 4) {
    h.explanation = bits_phrase(access.width) + ", " + number_word(service.groups.size()) +
                    (service.groups.size() == 1 ? " group of lanes" : " groups of lanes") + ": ";
    if (service.groups.size() == 1)
      h.explanation += "it meets itself in " + (jammed == 1 ? one_bank : number_word(jammed) + " banks");
    else if (groups_in_conflict == service.groups.size())
      h.explanation += "each meets itself in a bank";
    else
      h.explanation += number_word(groups_in_conflict) +
                       (groups_in_conflict == 1 ? " meets itself in a bank" : " meet themselves in a bank");
    h.explanation += partial_note(active);
    return h;
  }
  if (jammed == 1 && degree == active) {
    h.explanation = active == warp_size ? "every lane wants another word of " + one_bank
                                        : "each of " + std::to_string(active) +
                                              " active lanes wants another word of " + one_bank;
    return h;
  }
  if (jammed == 1)
    h.explanation = one_bank + " holds " + number_word(degree) + " of the words";
  else if (jammed == 32)
    h.explanation = "every bank holds " + number_word(degree) + " words";
  else
    h.explanation = number_word(jammed) + " banks hold " + number_word(degree) + " words each";
  h.explanation += partial_note(active);
  return h;
}

Headline no_bank_conflict_headline(const WarpAccess& access, AccessKind kind, const BankService& service) {
  Headline h;
  const std::uint32_t active = active_lanes(access);
  const BankCounts& counts = service.counts;
  h.strong = count_of(counts.wavefronts, "wavefront");
  const bool merged =
      std::any_of(service.groups.begin(), service.groups.end(), [](const BankGroup& g) { return g.merged; });

  // Words of the whole warp, and how many lanes want each.
  std::map<std::uint32_t, std::uint32_t> lanes_of_word;
  bool other_bytes = false; // lanes on different bytes of one word
  std::map<std::uint32_t, std::uint32_t> offset_of_word;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((access.mask >> lane & 1u) == 0) continue;
    const std::uint32_t first = access.offset[lane] / 4;
    const std::uint32_t last = (access.offset[lane] + access.width - 1) / 4;
    for (std::uint32_t w = first; w <= last; ++w)
      ++lanes_of_word[w];
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

  if (kind == AccessKind::Atomic) {
    h.rest = " serves " + lanes_phrase(active);
    h.lead = "No conflict";
    h.explanation = "no two lanes update the same bank, so no atomic waits for another";
    return h;
  }
  if (merged) {
    h.tone = Tone::Broadcast;
    h.rest = ", because groups merge";
    h.lead = "Merged groups";
    const auto paired = [&](std::uint32_t distance) {
      for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
        const std::uint32_t partner = lane ^ distance;
        const bool both = (access.mask >> lane & 1u) != 0 && (access.mask >> partner & 1u) != 0;
        if (both && access.offset[lane] != access.offset[partner]) return false;
      }
      return true;
    };
    const std::string together =
        ", so groups of " + std::to_string(128 / access.width) + " lanes go two at a time";
    if (active != warp_size)
      h.explanation = "no active lane has a partner at another address" + together;
    else
      h.explanation = (paired(1) ? "neighbouring lanes" : "lanes two apart") +
                      std::string(" read the same address") + together;
    return h;
  }
  if (most > 1) {
    h.tone = Tone::Broadcast;
    h.rest = " for " + count_of(active, "lane") + " and " +
             (words == 1 ? std::string("one word") : with_commas(words) + " words");
    if (other_bytes) {
      h.lead = "Shared words";
      h.explanation = (least == most ? number_word(most) : "up to " + number_word(most)) + " lanes " +
                      std::string(verb(kind)) +
                      (words == 1 ? " bytes of the same word" : " bytes of each word") +
                      "; a word costs one pass";
      return h;
    }
    h.lead = kind == AccessKind::Store ? "Same word" : "Broadcast";
    const std::string who =
        words == 1 ? lanes_phrase(active) + ' ' + std::string(verb(kind)) + " one word"
        : least == most
            ? number_word(most) + " lanes " + std::string(verb(kind)) + " each word"
            : "up to " + number_word(most) + " lanes " + std::string(verb(kind)) + " the same word";
    h.explanation = who + (kind == AccessKind::Store ? "; it costs one pass, and only one lane's value stays"
                                                     : "; a word costs one pass, however many lanes want it");
    if (counts.wavefronts > 1)
      h.explanation = bits_phrase(access.width) + ", so groups of lanes take turns; " + who;
    return h;
  }
  h.lead = "No conflict";
  if (access.width > 4) {
    const std::uint32_t size = 128 / access.width;
    h.rest = counts.wavefronts == 1 ? " serves " + lanes_phrase(active) : ", and no fewer would do";
    const bool full = active == warp_size;
    h.explanation = bits_phrase(access.width) + ": " +
                    (full ? std::to_string(size) + " lanes fill all 32 banks, so the warp is served in " +
                                number_word(counts.wavefronts) + " groups"
                          : "the warp is served in groups of " + std::to_string(size) + " lanes") +
                    (kind == AccessKind::Store ? "; stores never merge"
                     : counts.wavefronts > 1   ? "; no groups merge here"
                                               : "");
    if (!full) h.explanation += partial_note(active);
    return h;
  }
  h.rest = " serves " + lanes_phrase(active);
  h.explanation = active == warp_size ? "32 lanes, 32 banks: each bank gives one word"
                                      : "no two of them meet in a bank" + partial_note(active);
  return h;
}

Headline sectors_headline(const WarpAccess& access, AccessKind kind) {
  Headline h;
  const SectorCounts c = count_sectors(access);
  const std::uint32_t active = active_lanes(access);
  const std::uint64_t fetched = 32ull * c.sectors;
  const char* moved = kind == AccessKind::Load ? "fetched" : "touched";
  h.strong = count_of(c.sectors, "sector");
  if (c.sectors > c.ideal_sectors) {
    h.tone = Tone::Conflict;
    h.rest = " where " + std::to_string(c.ideal_sectors) + " would do";
    h.lead = percent(c.used_bytes, fetched) + " of the bytes are used";
    // What makes it worse: a start inside a sector, or gaps between lanes.
    const std::vector<TouchedSector> touched = touched_sectors(access);
    const std::uint32_t span_first =
        touched.front().address + static_cast<std::uint32_t>(std::countr_zero(touched.front().used_bytes));
    const std::uint32_t span_last =
        touched.back().address + 31 - static_cast<std::uint32_t>(std::countl_zero(touched.back().used_bytes));
    const std::uint64_t span = std::uint64_t{span_last} - span_first + 1;
    if (span == c.used_bytes) {
      h.explanation =
          "the bytes are neighbours, but begin " + count_of(span_first % 32, "byte") + " into a sector";
    } else {
      std::uint32_t most = 0;
      std::uint32_t least = 32;
      for (const TouchedSector& s : touched) {
        const auto used = static_cast<std::uint32_t>(std::popcount(s.used_bytes));
        most = std::max(most, used);
        least = std::min(least, used);
      }
      h.explanation = (most == least ? "each sector brings 32 bytes and " + std::to_string(most) +
                                           (most == 1 ? " is" : " are") + " used"
                                     : "a sector brings 32 bytes, of which " + std::to_string(least) +
                                           " to " + std::to_string(most) + " are used");
    }
    h.explanation += "; " + count_of(c.lines, "line");
    return h;
  }
  const bool shared = c.bytes > c.used_bytes;
  if (c.used_bytes == access.width && active > 1) {
    h.tone = Tone::Broadcast;
    h.rest = " for " + count_of(active, "lane");
    h.lead = kind == AccessKind::Load ? "Broadcast" : "Same address";
    h.explanation =
        lanes_phrase(active) + ' ' + std::string(verb(kind)) + " the same " + count_of(access.width, "byte");
    return h;
  }
  h.rest = ", and no fewer would do";
  h.lead = percent(c.used_bytes, fetched) + " of the bytes are used";
  h.explanation = count_of(active, "lane") + ", " + count_of(c.used_bytes, "byte") +
                  (shared ? " after sharing" : "") + ": " + std::to_string(fetched) + " B " + moved + " in " +
                  count_of(c.lines, "line");
  return h;
}

Headline constant_headline(const WarpAccess& access) {
  Headline h;
  const ConstantCounts c = count_constant(access);
  const std::uint32_t active = active_lanes(access);
  h.strong = count_of(c.passes, "pass");
  if (c.passes == 1) {
    h.tone = Tone::Broadcast;
    h.rest = " for " + count_of(active, "lane");
    h.lead = "Broadcast";
    h.explanation = lanes_phrase(active) + " read one address of constant memory";
    return h;
  }
  h.tone = Tone::Conflict;
  h.rest = " where 1 would do";
  h.lead = "Serialised";
  h.explanation = "constant memory gives one address a pass, and the lanes want " + std::to_string(c.passes);
  return h;
}

} // namespace

namespace {

Headline headline_of(const SceneInput& input, SceneKind scene) {
  const BlockTrace::Event* event = event_at(input);
  Headline h;
  if (event == nullptr) {
    h.strong = "No access to show yet";
    h.lead = "Type an index expression";
    h.explanation = "or open a lab: the picture follows";
    return h;
  }
  if (scene == SceneKind::Block) return make_block_headline(input, *IndexOfInput(input));
  if (event->kind != StepKind::Access) {
    h.strong = "Barrier";
    h.rest = event->kind == StepKind::BarrierArrive ? ": warp " + std::to_string(event->warp) + " arrives"
                                                    : ": all warps go on";
    h.lead = "No memory access";
    h.explanation = "step on to the next one";
    return h;
  }
  const WarpAccess access = input.trace->access(input.moment.event);
  if (access.mask == 0) {
    h.strong = "No lane is active";
    h.lead = "Nothing moves";
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
  case Space::Constant:
    return constant_headline(access);
  case Space::Local:
    return make_local_headline(input);
  case Space::None:
  case Space::Param:
    break;
  }
  h.strong = "A " + std::string(name_of(event->space)) + ' ' + std::string(name_of(event->access_kind));
  h.lead = "Another kind of memory";
  h.explanation = event->space == Space::Global   ? "global memory moves in sectors: see Lines & sectors"
                  : event->space == Space::Shared ? "shared memory lies in banks: see Warp → banks"
                  : "it has no picture of its own";
  return h;
}

} // namespace

Headline make_headline(const SceneInput& input, SceneKind scene) {
  if (asks_about(input)) return make_question_headline(input);
  Headline h = headline_of(input, scene);
  if (input.verdict.empty()) return h;
  h.explanation = h.lead + ": " + h.explanation;
  h.lead = input.verdict;
  return h;
}

} // namespace warpscope
