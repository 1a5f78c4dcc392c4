// A beside B: which access of one text corresponds to which of the other, which moments correspond, and the
// counts of both. Pure: two results in, values out.
//
// Sites are matched by their words (the access as written, its array, its line's text) in the order of the
// text; the remaining ones by the same words elsewhere. The n-th access of a site by a warp corresponds to
// the n-th of the matching site by the same warp. What has no counterpart stays unmatched: nothing is forced
// to fit.
#pragma once

#include "app/document/document.h"
#include "app/playback/playhead.h"
#include "app/results/rows.h"
#include "app/results/shown_run.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpscope::results {

inline constexpr std::uint32_t no_site = ~0u;

/// Returns A's site for each of B's; no_site where there is none. No site of A occurs twice.
[[nodiscard]] std::vector<std::uint32_t> match_sites(const ShownRun& a, const ShownRun& b);

class Pair final : public playback::Companion {
 public:
  Pair(ShownRunPtr a, ShownRunPtr b);

  [[nodiscard]] const std::vector<std::uint32_t>& sites_of_a() const { return sites_of_a_; } ///< by B's site

  /// Returns the event of A that corresponds to one of B: an access's counterpart, or the n-th release of a
  /// barrier.
  [[nodiscard]] std::optional<std::size_t> event_in_a(std::size_t event_of_b) const;
  [[nodiscard]] std::optional<std::size_t> event_in_b(std::size_t event_of_a) const;

  /// B at `moment`, then `overtime` further steps that only A needs. Each side stays at its end when it is
  /// done.
  struct Moments {
    playback::Moment a, b;
    bool done_a = false, done_b = false; ///< it has completed this access while the other has not
    bool operator==(const Moments&) const = default;
  };
  [[nodiscard]] std::optional<Moments> moments_at(playback::Moment moment_of_b, std::uint32_t overtime) const;
  /// Steps that A needs beyond B's at this event; 0 where it has no counterpart.
  [[nodiscard]] std::uint32_t overtime_of(std::size_t event_of_b) const override;
  /// Says why an event of B has no counterpart, as a sentence for A's half: "A makes this access 16 times;
  /// this is the 17th."
  [[nodiscard]] std::string why_alone(std::size_t event_of_b) const;

 private:
  ShownRunPtr a_, b_;
  std::vector<std::uint32_t> sites_of_a_, sites_of_b_;
};

/// A row of the table A, B, difference, ratio.
struct PairRow {
  std::uint32_t line = 0; ///< in B's text, or in A's where B has none; 0: a total
  std::uint32_t site_a = no_site, site_b = no_site;
  std::string code;   ///< B's access as written, or A's where B has none
  std::string code_a; ///< A's where it is written differently, else empty
  bool first_of_site = true;
  model::CounterId counter;
  bool whole_launch = false;                   ///< over all blocks on both sides; otherwise over block 0
  std::optional<std::uint64_t> a, b;           ///< of that scope; nullopt: this side has no such access
  std::optional<std::uint64_t> warp_a, warp_b; ///< for the warp on the stage
  std::uint64_t ideal = 0, ideal_warp = 0;     ///< B's, or A's where B has none
  /// 1: B needs as much as A; 32: a thirty-second of it. 0: not both are known, or one of them is 0.
  double ratio = 0;
};
[[nodiscard]] std::vector<PairRow> pair_rows(std::span<const ResultRow> a, std::span<const ResultRow> b,
                                             const std::vector<std::uint32_t>& sites_of_a);

/// Names `it` as distinguished from the other: "PAD = 1", "float tile[32][33]", the first line that differs.
/// Parameters that were not set have the header's first choice (`scenario`, may be null).
[[nodiscard]] std::string variant_name(const document::Document& it, const document::Document& other,
                                       const source::Scenario* scenario);

/// The A of a pair: the text that was kept, with everything that came of it.
struct Pinned {
  std::uint64_t version = 0; ///< another one for each; never a session's own
  document::Document document;
  playback::Moment moment;
  ShownRunPtr shown;
  playback::RunPtr run;                             ///< of `shown`
  std::shared_ptr<const run::Result> picture, grid; ///< grid: null where it was not counted yet
  std::vector<ResultRow> rows;
};

/// A beside the B that is edited. A is no part of undo: undo changes B, and A stays.
class PinnedPair {
 public:
  void pin(std::shared_ptr<const Pinned> a);
  void unpin() { pin(nullptr); }
  /// Another B, or none.
  void set_b(ShownRunPtr b);

  [[nodiscard]] const Pinned* pinned() const { return pinned_.get(); } ///< null: nothing is
  [[nodiscard]] const std::shared_ptr<const Pinned>& shared_pinned() const { return pinned_; }
  /// Null while nothing is pinned.
  [[nodiscard]] const Pair* pair() const { return pair_.get(); }
  [[nodiscard]] const std::shared_ptr<const Pair>& shared_pair() const { return pair_; }
  /// Both counts, A's beside `rows_of_b`; empty while nothing is pinned.
  [[nodiscard]] std::vector<PairRow> rows(std::span<const ResultRow> rows_of_b) const;
  /// "__shared__ float tile[32][32]": what A is, seen from B; both empty while the two are the same.
  [[nodiscard]] std::string name_of_a(const document::Document& b) const;
  [[nodiscard]] std::string name_of_b(const document::Document& b) const;

 private:
  void match();

  std::shared_ptr<const Pinned> pinned_;
  ShownRunPtr b_;
  std::shared_ptr<const Pair> pair_;
};

} // namespace warpscope::results
