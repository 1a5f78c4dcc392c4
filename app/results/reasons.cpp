// Says why an access costs what it costs, from its addresses.
#include "app/results/reasons.h"

#include "app/document/document.h"
#include "app/language/language.h"
#include "sim/model/banks.h"
#include "sim/model/constant.h"
#include "sim/model/sectors.h"

#include <algorithm>
#include <bit>
#include <set>

namespace warpscope::results {

namespace {

std::string counted(std::uint64_t n, std::string_view one, std::string_view many) {
  return grouped(n) + " " + std::string(language::tr(n == 1 ? one : many));
}
std::string sectors(std::uint64_t n) { return counted(n, "unit.sector", "unit.sectors"); }
std::string bytes(std::uint64_t n) { return counted(n, "unit.byte", "unit.bytes"); }

/// True when the touched bytes have no gap.
bool one_run(const std::vector<model::TouchedSector>& sectors) {
  for (std::size_t i = 0; i < sectors.size(); ++i) {
    const std::uint32_t used = sectors[i].used_bytes;
    if (i > 0 && (sectors[i].address != sectors[i - 1].address + 32 || (used & 1u) == 0)) return false;
    if (i + 1 < sectors.size() && (used >> 31) == 0) return false;
    const std::uint32_t from_zero = used >> std::countr_zero(used);
    if ((from_zero & (from_zero + 1)) != 0) return false;
  }
  return !sectors.empty();
}

/// True for an atomic with lanes on one element, which ask for its sector one after another; and for an
/// asynchronous copy that takes the halves of a sector to different sectors of shared memory.
bool asked_again(const std::vector<model::TouchedSector>& sectors) {
  return std::any_of(sectors.begin(), sectors.end(),
                     [](const model::TouchedSector& s) { return s.times > 1; });
}

bool whole_words(const WarpAccess& access) {
  if (access.width % 4 != 0) return false;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    if ((access.mask >> lane & 1u) != 0 && access.offset[lane] % 4 != 0) return false;
  return true;
}

std::uint32_t banks_of(const model::BankService& service) {
  std::uint32_t banks = 0;
  for (const model::BankWavefront& wave : service.wavefronts) banks |= wave.banks;
  return banks;
}

bool lanes_share(const model::BankService& service) {
  for (const model::BankWavefront& wave : service.wavefronts)
    for (std::uint32_t b = 0; b < 32; ++b)
      if ((wave.banks >> b & 1u) != 0 && std::popcount(wave.lanes_of_bank[b]) > 1) return true;
  return false;
}

std::string loop_of(const WarpAccess& access) {
  const std::uint32_t rounds = model::count_loop(access).rounds;
  return rounds == 1 ? std::string(language::tr("why.loop_once"))
                     : language::trf("why.loop", language::arg("rounds", rounds));
}

std::string why_of(const model::BankService& service, const WarpAccess& access, AccessKind kind) {
  const int lanes = std::popcount(access.mask), banks = std::popcount(banks_of(service));
  if (model::loops(access, kind)) return loop_of(access);
  if (service.counts.bank_conflicts == 0) {
    if (lanes_share(service))
      return std::string(language::tr(kind == AccessKind::Load ? "why.broadcast" : "why.shared_words"));
    return counted(static_cast<std::uint64_t>(lanes), "unit.lane", "unit.lanes") + ", " +
           counted(static_cast<std::uint64_t>(banks), "unit.bank", "unit.banks");
  }
  if (model::takes_turns(access, kind))
    return std::string(language::tr(access.form == AtomicForm::Swap ? "why.swaps" : "why.atomics"));
  if (access.copies && access.width == 16) return std::string(language::tr("why.copy_lines"));
  if (banks == 1) return std::string(language::tr("why.one_bank"));
  // Where each lane has a bank of its own, only the other side of a copy is left to wait for.
  if (access.copies && banks == lanes) return std::string(language::tr("why.source_banks"));
  return language::trf("why.some_banks", language::arg("lanes", lanes), language::arg("banks", banks));
}

std::size_t different_indices(const WarpAccess& access) {
  std::set<std::uint32_t> offsets;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    if ((access.mask >> lane & 1u) != 0) offsets.insert(access.offset[lane]);
  return offsets.size();
}

/// What the accesses of one site have in common.
struct Sum {
  std::string clause; ///< true of every access so far; empty once two differ
  bool differ = false;
  Space space = Space::None;
  std::uint64_t accesses = 0, conflicts = 0, used_bytes = 0, sectors = 0, runs_off = 0, more_sectors = 0,
                most_passes = 0, most_rounds = 0, most_indices = 0;
};

std::string clause_of(const Sum& sum) {
  if (!sum.differ) return sum.clause;
  if (sum.most_rounds > 0) return language::trf("why.loop_up_to", language::arg("rounds", sum.most_rounds));
  if (cost_rule(sum.space) == CostRule::Banks)
    return sum.conflicts == 0
               ? language::trf("why.no_conflicts", language::arg("accesses", grouped(sum.accesses)))
               : language::trf("why.conflicts", language::arg("conflicts", grouped(sum.conflicts)),
                               language::arg("accesses", grouped(sum.accesses)));
  if (cost_rule(sum.space) == CostRule::Passes)
    return language::trf("why.most_addresses", language::arg("count", grouped(sum.most_passes)));
  if (sum.space == Space::Local)
    return language::trf("why.most_indices", language::arg("count", grouped(sum.most_indices)));
  // If every extra sector comes from a run that starts off a boundary, that is the whole reason.
  if (sum.runs_off > 0 && sum.runs_off == sum.more_sectors)
    return language::trf("why.runs_off", language::arg("count", grouped(sum.runs_off)),
                         language::arg("accesses", grouped(sum.accesses)));
  return language::trf("why.used_over", language::arg("used", grouped(sum.used_bytes)),
                       language::arg("fetched", grouped(sum.sectors * 32)),
                       language::arg("accesses", grouped(sum.accesses)));
}

} // namespace

std::string why_shared(const WarpAccess& access, AccessKind kind) {
  return why_of(model::serve_banks(access, kind), access, kind);
}

std::string why_global(const WarpAccess& access, AccessKind kind) {
  const model::SectorCounts counts = model::count_sectors(access, kind);
  if (counts.sectors == 0) return std::string(language::tr("why.no_lane"));
  const std::uint32_t fetched = counts.sectors * 32;
  if (counts.used_bytes == fetched)
    return language::trf("why.every_byte", language::arg("sectors", sectors(counts.sectors)));
  const bool words = whole_words(access);
  const std::string used = words ? counted(counts.used_bytes / 4, "unit.word", "unit.words")
                                 : bytes(counts.used_bytes);
  if (counts.sectors == counts.ideal_sectors)
    return language::trf("why.no_fewer", language::arg("used", used),
                         language::arg("sectors", sectors(counts.sectors)));
  const std::vector<model::TouchedSector> touched = model::touched_sectors(access, kind);
  if (asked_again(touched))
    return std::string(language::tr(kind == AccessKind::Atomic ? "why.asked_again" : "why.copied_apart"));
  if (one_run(touched))
    return language::trf(
        "why.run", language::arg("used", used),
        language::arg("bytes", bytes(static_cast<std::uint64_t>(std::countr_zero(touched[0].used_bytes)))));
  return language::trf("why.used", language::arg("used", used), language::arg("sectors", counts.sectors),
                       language::arg("bytes", grouped(counts.used_bytes)),
                       language::arg("fetched", grouped(fetched)));
}

std::string why_constant(const WarpAccess& access) {
  const std::uint32_t passes = model::count_constant(access).passes;
  return passes == 1 ? std::string(language::tr("why.one_address"))
                     : language::trf("why.addresses", language::arg("count", passes));
}

std::string why_local(const WarpAccess& access) {
  const std::size_t indices = different_indices(access);
  return indices <= 1 ? std::string(language::tr("why.one_index"))
                      : language::trf("why.indices", language::arg("count", indices));
}

std::vector<std::string> why_sites(const trace::BlockTrace& trace, std::size_t sites,
                                   std::size_t most_accesses) {
  std::vector<Sum> sums(sites);
  std::size_t seen = 0;
  bool more = false;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const trace::BlockTrace::Event& event = trace.event(i);
    if (event.kind != trace::StepKind::Access || event.mask == 0 || event.site_or_pc >= sites) continue;
    if (seen == most_accesses) {
      more = true;
      break;
    }
    ++seen;
    const WarpAccess access = trace.access(i);
    Sum& sum = sums[event.site_or_pc];
    std::string clause;
    if (cost_rule(event.space) == CostRule::Banks) {
      const model::BankService service = model::serve_banks(access, event.access_kind);
      sum.conflicts += model::lanes_wait(service.counts) ? 1 : 0;
      clause = why_of(service, access, event.access_kind);
      if (model::loops(access, event.access_kind))
        sum.most_rounds = std::max<std::uint64_t>(sum.most_rounds, model::count_loop(access).rounds);
    } else if (cost_rule(event.space) == CostRule::Sectors) {
      const model::SectorCounts counts = model::count_sectors(access, event.access_kind);
      sum.used_bytes += counts.used_bytes;
      sum.sectors += counts.sectors;
      if (counts.sectors > counts.ideal_sectors) {
        ++sum.more_sectors;
        const std::vector<model::TouchedSector> touched = model::touched_sectors(access, event.access_kind);
        sum.runs_off += one_run(touched) && !asked_again(touched) ? 1 : 0;
      }
      clause = why_global(access, event.access_kind);
    } else if (cost_rule(event.space) == CostRule::Passes) {
      sum.most_passes = std::max<std::uint64_t>(sum.most_passes, model::count_constant(access).passes);
      clause = why_constant(access);
    } else if (event.space == Space::Local) {
      sum.most_indices = std::max<std::uint64_t>(sum.most_indices, different_indices(access));
      clause = why_local(access);
    } else {
      continue;
    }
    sum.space = event.space;
    if (++sum.accesses == 1) sum.clause = clause;
    else if (clause != sum.clause) sum.differ = true;
  }
  std::vector<std::string> clauses(sites);
  for (std::size_t i = 0; i < sites; ++i) {
    if (sums[i].accesses == 0) continue;
    clauses[i] = clause_of(sums[i]);
    if (more)
      clauses[i] += " " + language::trf("why.of_the_first", language::arg("count", grouped(most_accesses)));
  }
  return clauses;
}

} // namespace warpscope::results
