// Counts by site, summed over the events of a launch. Units and rules: banks.h, sectors.h, constant.h.
/// - Subject: Local memory
/// - Not modelled: local memory (spills, dynamically indexed arrays) and kernel parameters are executed but
/// not counted.
#pragma once

#include "sim/model/banks.h"
#include "sim/model/sectors.h"
#include "sim/trace/event.h"

#include <array>
#include <cstdint>
#include <vector>

namespace warpscope::model {

struct SharedTotals {
  std::uint64_t requests = 0, wavefronts = 0, ideal_wavefronts = 0, bank_conflicts = 0;
  std::uint64_t lanes = 0; ///< threads that took part, over all requests
  SharedTotals& operator+=(const SharedTotals&);
  bool operator==(const SharedTotals&) const = default;
};
struct GlobalTotals {
  std::uint64_t requests = 0, sectors = 0, ideal_sectors = 0, lines = 0, bytes = 0;
  std::uint64_t lanes = 0;
  GlobalTotals& operator+=(const GlobalTotals&);
  bool operator==(const GlobalTotals&) const = default;
};
struct ConstantTotals {
  std::uint64_t requests = 0, passes = 0;
  ConstantTotals& operator+=(const ConstantTotals&);
  bool operator==(const ConstantTotals&) const = default;
};

/// The groups of the JSON document; the index is the AccessKind.
struct Totals {
  SharedTotals shared[3];
  GlobalTotals global[3];
  ConstantTotals constant;
  Totals& operator+=(const Totals&);
  bool operator==(const Totals&) const = default;
};

class Tally final : public trace::TraceSink {
 public:
  explicit Tally(std::size_t sites) : sites_(sites), known_(sites) {}
  void on_access(const trace::AccessEvent& event) override { on_alike(event, 1); }
  bool wants_each(std::uint64_t /*block*/) override { return false; }
  void on_alike(const trace::AccessEvent& like, std::uint64_t count) override;
  [[nodiscard]] const std::vector<Totals>& sites() const { return sites_; } ///< index: Program::sites
  [[nodiscard]] Totals total() const;
  Tally& operator+=(const Tally& other);

 private:
  /// What was counted for the site's last shape (AccessEvent::shape). Wavefronts do not change when all
  /// offsets move by whole words; sectors and lines hang on where in a line the first active lane's word
  /// lies.
  struct Known {
    std::uint64_t shape = 0;
    BankCounts banks;
    std::uint32_t phases = 0; ///< bit p: sectors[p] is known
    std::array<SectorCounts, 32> sectors{};
  };
  const BankCounts& banks_of(const trace::AccessEvent& event);
  const SectorCounts& sectors_of(const trace::AccessEvent& event);

  std::vector<Totals> sites_;
  std::vector<Known> known_; ///< by site
};

} // namespace warpscope::model
