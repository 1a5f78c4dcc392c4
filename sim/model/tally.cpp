#include "sim/model/tally.h"

#include "sim/model/constant.h"

#include <bit>
#include <cassert>

namespace warpscope::model {

SharedTotals& SharedTotals::operator+=(const SharedTotals& other) {
  requests += other.requests;
  wavefronts += other.wavefronts;
  ideal_wavefronts += other.ideal_wavefronts;
  bank_conflicts += other.bank_conflicts;
  lanes += other.lanes;
  return *this;
}

GlobalTotals& GlobalTotals::operator+=(const GlobalTotals& other) {
  requests += other.requests;
  sectors += other.sectors;
  ideal_sectors += other.ideal_sectors;
  lines += other.lines;
  bytes += other.bytes;
  lanes += other.lanes;
  return *this;
}

ConstantTotals& ConstantTotals::operator+=(const ConstantTotals& other) {
  requests += other.requests;
  passes += other.passes;
  return *this;
}

Totals& Totals::operator+=(const Totals& other) {
  for (unsigned kind = 0; kind < 3; ++kind) {
    shared[kind] += other.shared[kind];
    global[kind] += other.global[kind];
  }
  constant += other.constant;
  return *this;
}

const BankCounts& Tally::banks_of(const trace::AccessEvent& event) {
  Known& known = known_[event.site];
  if (event.shape == 0 || known.shape != event.shape) {
    known.shape = event.shape;
    known.banks = count_banks(event.access, event.kind);
    known.phases = 0;
  }
  return known.banks;
}

const SectorCounts& Tally::sectors_of(const trace::AccessEvent& event) {
  Known& known = known_[event.site];
  if (event.shape == 0 || known.shape != event.shape) {
    known.shape = event.shape;
    known.phases = 0;
  }
  const std::uint32_t base = event.access.offset[static_cast<unsigned>(std::countr_zero(event.access.mask))];
  const std::uint32_t phase = base / 4 % 32;
  if ((known.phases >> phase & 1u) == 0) {
    known.sectors[phase] = count_sectors(event.access);
    known.phases |= 1u << phase;
  }
  return known.sectors[phase];
}

void Tally::on_alike(const trace::AccessEvent& event, std::uint64_t count) {
  assert(event.site < sites_.size());
  Totals& site = sites_[event.site];
  const unsigned kind = static_cast<unsigned>(event.kind);
  const auto lanes = static_cast<std::uint64_t>(std::popcount(event.access.mask));
  switch (event.space) {
  case Space::Shared: {
    const BankCounts& counts = banks_of(event);
    SharedTotals& sum = site.shared[kind]; // word by word: counts that were written so are not read in pairs
    sum.requests += counts.requests * count;
    sum.wavefronts += counts.wavefronts * count;
    sum.ideal_wavefronts += counts.ideal_wavefronts * count;
    sum.bank_conflicts += counts.bank_conflicts * count;
    sum.lanes += lanes * count;
    break;
  }
  case Space::Global: {
    const SectorCounts& counts = sectors_of(event);
    GlobalTotals& sum = site.global[kind];
    sum.requests += counts.requests * count;
    sum.sectors += counts.sectors * count;
    sum.ideal_sectors += counts.ideal_sectors * count;
    sum.lines += counts.lines * count;
    sum.bytes += counts.bytes * count;
    sum.lanes += lanes * count;
    break;
  }
  case Space::Constant: {
    const ConstantCounts counts = count_constant(event.access);
    site.constant += {counts.requests * count, counts.passes * count};
    break;
  }
  case Space::None:
  case Space::Local:
  case Space::Param: break; // no group of the report is made of these
  }
}

Totals Tally::total() const {
  Totals sum;
  for (const Totals& site : sites_) sum += site;
  return sum;
}

Tally& Tally::operator+=(const Tally& other) {
  assert(other.sites_.size() == sites_.size());
  for (std::size_t i = 0; i < sites_.size(); ++i) sites_[i] += other.sites_[i];
  return *this;
}

} // namespace warpscope::model
