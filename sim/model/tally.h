// Sums counts by site over the events of a launch. Units and rules: banks.h, sectors.h, constant.h, local.h.
/// - Subject: Parameters
/// - Not modelled: kernel parameters are executed but not counted.
#pragma once

#include "sim/model/banks.h"
#include "sim/model/counters.h"
#include "sim/model/sectors.h"
#include "sim/trace/event.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpscope::model {

/// Sums over the accesses of one group, with one field for each counter of counters.def; the memory decides
/// which.
struct SharedTotals {
#define WARPSCOPE_SHARED_COUNTER(name, field, rule) std::uint64_t field = 0;
#include "sim/model/counters.def"
  SharedTotals& operator+=(const SharedTotals&);
  bool operator==(const SharedTotals&) const = default;
  template <class Change> void for_each(Change& change) {
#define WARPSCOPE_SHARED_COUNTER(name, field, rule) change(field);
#include "sim/model/counters.def"
  }
};
struct GlobalTotals {
#define WARPSCOPE_GLOBAL_COUNTER(name, field, rule) std::uint64_t field = 0;
#include "sim/model/counters.def"
  GlobalTotals& operator+=(const GlobalTotals&);
  bool operator==(const GlobalTotals&) const = default;
  template <class Change> void for_each(Change& change) {
#define WARPSCOPE_GLOBAL_COUNTER(name, field, rule) change(field);
#include "sim/model/counters.def"
  }
};
struct ConstantTotals {
#define WARPSCOPE_CONSTANT_COUNTER(name, field, rule) std::uint64_t field = 0;
#include "sim/model/counters.def"
  ConstantTotals& operator+=(const ConstantTotals&);
  bool operator==(const ConstantTotals&) const = default;
  template <class Change> void for_each(Change& change) {
#define WARPSCOPE_CONSTANT_COUNTER(name, field, rule) change(field);
#include "sim/model/counters.def"
  }
};
struct LocalTotals {
#define WARPSCOPE_LOCAL_COUNTER(name, field, rule) std::uint64_t field = 0;
#include "sim/model/counters.def"
  LocalTotals& operator+=(const LocalTotals&);
  bool operator==(const LocalTotals&) const = default;
  template <class Change> void for_each(Change& change) {
#define WARPSCOPE_LOCAL_COUNTER(name, field, rule) change(field);
#include "sim/model/counters.def"
  }
};

/// The groups that the simulator counts, indexed by AccessKind; constant memory is only loaded. Each space of
/// spaces.def that is counted has a field, of its rule's type: `shared`, `global`, `constant`.
struct Totals {
#define WARPSCOPE_TOTALS_Banks(key) SharedTotals key[3];
#define WARPSCOPE_TOTALS_Sectors(key) GlobalTotals key[3];
#define WARPSCOPE_TOTALS_Passes(key) ConstantTotals key;
#define WARPSCOPE_TOTALS_Uncounted(key)
#define WARPSCOPE_SPACE(name, key, llvm_number, load, store, atomic, cost, ...) WARPSCOPE_TOTALS_##cost(key)
#include "sim/base/spaces.def"
#undef WARPSCOPE_SPACE
#undef WARPSCOPE_TOTALS_Banks
#undef WARPSCOPE_TOTALS_Sectors
#undef WARPSCOPE_TOTALS_Passes
#undef WARPSCOPE_TOTALS_Uncounted
  LocalTotals local[2]; ///< loads and stores
  Totals& operator+=(const Totals&);
  bool operator==(const Totals&) const = default;

  /// Visits every number, for operations that apply to all of them alike.
  template <class Change> void for_each(Change change) {
#define WARPSCOPE_TOTALS_Banks(key)                                                                          \
  for (SharedTotals & t : key) t.for_each(change);
#define WARPSCOPE_TOTALS_Sectors(key)                                                                        \
  for (GlobalTotals & t : key) t.for_each(change);
#define WARPSCOPE_TOTALS_Passes(key) key.for_each(change);
#define WARPSCOPE_TOTALS_Uncounted(key)
#define WARPSCOPE_SPACE(name, key, llvm_number, load, store, atomic, cost, ...) WARPSCOPE_TOTALS_##cost(key)
#include "sim/base/spaces.def"
#undef WARPSCOPE_SPACE
#undef WARPSCOPE_TOTALS_Banks
#undef WARPSCOPE_TOTALS_Sectors
#undef WARPSCOPE_TOTALS_Passes
#undef WARPSCOPE_TOTALS_Uncounted
    for (LocalTotals& t : local) t.for_each(change);
  }
};

/// Returns one of them by its id; 0 where there is none.
[[nodiscard]] std::uint64_t count_of(const Totals& totals, CounterId id);
/// Returns what the same accesses would ideally need; nullopt: that counter has no ideal.
[[nodiscard]] std::optional<std::uint64_t> ideal_of(const Totals& totals, CounterId id);

class Tally final : public trace::TraceSink {
 public:
  explicit Tally(std::size_t sites) : sites_(sites), known_(sites) {}
  void on_access(const trace::AccessEvent& event) override { on_alike(event, 1); }
  bool wants_each(std::uint64_t /*block*/) override { return false; }
  void on_alike(const trace::AccessEvent& like, std::uint64_t count) override;
  [[nodiscard]] const std::vector<Totals>& sites() const { return sites_; } ///< by index into Program::sites
  [[nodiscard]] Totals total() const;
  Tally& operator+=(const Tally& other);

 private:
  /// The counts of the site's last shape (AccessEvent::shape). Wavefronts do not change when all offsets move
  /// by whole words; sectors and lines depend on the position of the first active lane's word in its line.
  struct Known {
    std::uint64_t shape = 0;
    BankCounts banks;
    std::uint32_t phases = 0; ///< bit p: sectors[p] has been computed
    std::array<SectorCounts, 32> sectors{};
    LoopCounts loop; ///< of an atomic that loops, which has no `banks`
  };
  const BankCounts& banks_of(const trace::AccessEvent& event);
  const LoopCounts& loop_of(const trace::AccessEvent& event);
  /// `totals` are those of shared or of global memory, by kind.
  void add_loop(const trace::AccessEvent& event, SharedTotals* totals, std::uint64_t count);
  void add_loop(const trace::AccessEvent& event, GlobalTotals* totals, std::uint64_t count);
  const SectorCounts& sectors_of(const trace::AccessEvent& event);

  std::vector<Totals> sites_;
  std::vector<Known> known_; ///< by site
};

} // namespace warpscope::model
