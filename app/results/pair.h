// A beside B: which access of one text goes with which of the other, which moment with which, and both counts
// beside each other. Pure: two results in, values out.
//
// Sites are matched by what they say (the access as written, its array, its line's text), in the order of the
// text; what is left over then by the same words elsewhere. The n-th access of a site by a warp goes with the
// n-th of the matching site by the same warp. What has no partner has none: nothing is bent to fit.
#pragma once

#include "app/document/document.h"
#include "app/playback/playback.h"
#include "app/playback/site_index.h"
#include "app/results/rows.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpscope::results {

inline constexpr std::uint32_t no_site = ~0u;

/// One side. What is pointed at must outlive whatever is made of it.
struct ComparedSide {
  const program::Program* program = nullptr;
  const std::string* text = nullptr;        ///< the simulated one: spans point into it
  const std::vector<bool>* sites = nullptr; ///< those that count, by number; null or empty: all
  const playback::Playback* playback = nullptr;
  const playback::SiteIndex* accesses = nullptr;
};

/// A's site for each of B's; no_site where there is none. No site of A is given twice.
[[nodiscard]] std::vector<std::uint32_t> match_sites(const ComparedSide& a, const ComparedSide& b);

class Comparison {
 public:
  Comparison(const ComparedSide& a, const ComparedSide& b);

  [[nodiscard]] const std::vector<std::uint32_t>& sites_of_a() const { return sites_of_a_; } ///< by B's site

  /// The event of A that goes with one of B: an access's partner, or the n-th release of a barrier.
  [[nodiscard]] std::optional<std::size_t> event_in_a(std::size_t event_of_b) const;
  [[nodiscard]] std::optional<std::size_t> event_in_b(std::size_t event_of_a) const;

  /// B at `moment`, then `overtime` steps more that only A still needs. Each side stays at its end when it is
  /// done.
  struct Pair {
    playback::Moment a, b;
    bool done_a = false, done_b = false; ///< it has nothing left to do in this access while the other has
    bool operator==(const Pair&) const = default;
  };
  [[nodiscard]] std::optional<Pair> pair_at(playback::Moment moment_of_b, std::uint32_t overtime) const;
  /// Steps that A needs beyond B's at this event; 0 where it has no partner.
  [[nodiscard]] std::uint32_t overtime_of(std::size_t event_of_b) const;
  /// Why an event of B has no partner, as a sentence for A's half: "A makes this access 16 times; this is the
  /// 17th."
  [[nodiscard]] std::string why_alone(std::size_t event_of_b) const;

 private:
  ComparedSide a_, b_;
  std::vector<std::uint32_t> sites_of_a_, sites_of_b_;
};

/// A line of the table A, B, difference, ratio.
struct ComparedRow {
  std::uint32_t line = 0; ///< in B's text, in A's where B has none; 0: a total
  std::uint32_t site_a = no_site, site_b = no_site;
  std::string code;   ///< B's access as written, A's where B has none
  std::string code_a; ///< A's where it is written differently, else empty
  bool first_of_site = true;
  model::CounterId counter;
  bool whole_launch = false;                   ///< of all blocks on both sides; else of block 0
  std::optional<std::uint64_t> a, b;           ///< of that scope; nullopt: this side has no such access
  std::optional<std::uint64_t> warp_a, warp_b; ///< of the warp on the stage
  std::uint64_t ideal = 0, ideal_warp = 0;     ///< B's, A's where B has none
  /// 1: B needs as much as A; 32: a thirty-second of it. 0: not both known, or one of them 0.
  double ratio = 0;
};
[[nodiscard]] std::vector<ComparedRow> compare_rows(std::span<const ResultRow> a,
                                                    std::span<const ResultRow> b,
                                                    const std::vector<std::uint32_t>& sites_of_a);

/// What `it` is, seen from the other: "PAD = 1", "float tile[32][33]", the first line that differs.
/// Parameters that no one set have the header's first choice (`scenario`, may be null).
[[nodiscard]] std::string variant_name(const document::Document& it, const document::Document& other,
                                       const source::Scenario* scenario);

} // namespace warpscope::results
