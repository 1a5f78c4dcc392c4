// The accesses of a traced block by site: "access 3 of 17" of a line, the n-th access of a warp at a site.
// Built once for a trace; every query is then O(log accesses).
#pragma once

#include "sim/trace/block_trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warpscope::playback {

class SiteIndex {
 public:
  SiteIndex() = default;
  explicit SiteIndex(const trace::BlockTrace& trace);

  /// Event numbers, ascending; empty for a site (or warp) without accesses.
  [[nodiscard]] std::span<const std::uint32_t> events(std::uint32_t site) const;
  [[nodiscard]] std::span<const std::uint32_t> events(std::uint32_t site, std::uint32_t warp) const;

  struct Place {
    std::uint32_t site = 0, warp = 0;
    std::uint32_t n = 0;       ///< from 0, among the warp's accesses of the site
    std::uint32_t overall = 0; ///< from 0, among all accesses of the site
    bool operator==(const Place&) const = default;
  };
  /// Returns the place of an access; nullopt for other events and numbers beyond the trace.
  [[nodiscard]] std::optional<Place> place_of(std::size_t event) const;

 private:
  struct BySite {
    std::vector<std::uint32_t> all;
    std::vector<std::vector<std::uint32_t>> by_warp;
  };
  struct Key {
    std::uint32_t site = ~0u, warp = 0, n = 0, overall = 0;
  };
  std::vector<BySite> sites_;
  std::vector<Key> keys_; ///< by event; site ~0: not an access
};

} // namespace warpscope::playback
