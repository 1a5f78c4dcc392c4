// Sorts a traced block's accesses by the place in the text that makes them.
#include "app/playback/site_index.h"

namespace warpscope::playback {
namespace {

/// A block has at most 32 warps and a program some thousand sites; a hand-made trace may contain anything.
constexpr std::uint32_t most_warps = 4096;
constexpr std::uint32_t most_sites = 1u << 20;

} // namespace

SiteIndex::SiteIndex(const trace::BlockTrace& trace) : keys_(trace.size()) {
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const trace::BlockTrace::Event& event = trace.event(i);
    if (event.kind != trace::StepKind::Access || event.site_or_pc >= most_sites || event.warp >= most_warps)
      continue;
    if (event.site_or_pc >= sites_.size()) sites_.resize(event.site_or_pc + 1);
    BySite& site = sites_[event.site_or_pc];
    if (event.warp >= site.by_warp.size()) site.by_warp.resize(event.warp + 1);
    std::vector<std::uint32_t>& of_warp = site.by_warp[event.warp];
    keys_[i] = {event.site_or_pc, event.warp, static_cast<std::uint32_t>(of_warp.size()),
                static_cast<std::uint32_t>(site.all.size())};
    of_warp.push_back(static_cast<std::uint32_t>(i));
    site.all.push_back(static_cast<std::uint32_t>(i));
  }
}

std::span<const std::uint32_t> SiteIndex::events(std::uint32_t site) const {
  if (site >= sites_.size()) return {};
  return sites_[site].all;
}

std::span<const std::uint32_t> SiteIndex::events(std::uint32_t site, std::uint32_t warp) const {
  if (site >= sites_.size() || warp >= sites_[site].by_warp.size()) return {};
  return sites_[site].by_warp[warp];
}

std::optional<SiteIndex::Place> SiteIndex::place_of(std::size_t event) const {
  if (event >= keys_.size() || keys_[event].site == ~0u) return std::nullopt;
  const Key& key = keys_[event];
  return Place{key.site, key.warp, key.n, key.overall};
}

} // namespace warpscope::playback
