// Joins clocks, sharing parts where one covers the other.
#include "sim/races/clocks.h"

#include <algorithm>

namespace warpscope::races {

bool BlockKnown::knows(std::uint32_t at_interval, std::uint32_t thread, std::uint32_t time) const {
  return at_interval < interval || (at_interval == interval && time < time_of(thread));
}

std::uint32_t BlockKnown::time_of(std::uint32_t thread) const {
  const auto at = std::lower_bound(threads.begin(), threads.end(), std::pair(thread, 0u));
  return at != threads.end() && at->first == thread ? at->second : 0;
}

namespace {

/// For one interval: `more` knows all that `less` does.
bool covers(const BlockKnown& more, const BlockKnown& less) {
  auto at = more.threads.begin();
  for (const auto& [thread, time] : less.threads) {
    while (at != more.threads.end() && at->first < thread) ++at;
    if (at == more.threads.end() || at->first != thread || at->second < time) return false;
  }
  return true;
}

} // namespace

BlockKnownRef join(const BlockKnownRef& a, const BlockKnownRef& b) {
  if (a == b || b == nullptr) return a;
  if (a == nullptr) return b;
  if (a->interval != b->interval)
    return a->interval > b->interval ? a : b; // its barrier happens after all that the other knows
  if (covers(*b, *a)) return b;
  if (covers(*a, *b)) return a;
  auto both = std::make_shared<BlockKnown>();
  both->interval = a->interval;
  std::merge(a->threads.begin(), a->threads.end(), b->threads.begin(), b->threads.end(),
             std::back_inserter(both->threads));
  auto& threads = both->threads; // of two times of one thread, the later one comes second
  std::size_t kept = 0;
  for (const auto& known : threads) {
    if (kept != 0 && threads[kept - 1].first == known.first) threads[kept - 1] = known;
    else threads[kept++] = known;
  }
  threads.resize(kept);
  return both;
}

const BlockKnown* Clock::of(std::uint64_t block) const {
  const std::uint64_t part = block / together;
  return part < parts_.size() && parts_[part] != nullptr ? (*parts_[part])[block % together].get() : nullptr;
}

ClockRef Clock::with(const ClockRef& clock, std::uint64_t block, const BlockKnownRef& known) {
  if (known == nullptr) return clock;
  auto made = clock != nullptr ? std::make_shared<Clock>(*clock) : std::make_shared<Clock>();
  const std::uint64_t at = block / together;
  if (at >= made->parts_.size()) made->parts_.resize(at + 1);
  auto part = made->parts_[at] != nullptr ? std::make_shared<Part>(*made->parts_[at])
                                          : std::make_shared<Part>();
  BlockKnownRef& mine = (*part)[block % together];
  mine = warpscope::races::join(mine, known);
  made->parts_[at] = std::move(part);
  return made;
}

ClockRef Clock::join(const ClockRef& a, const ClockRef& b) {
  if (a == b || b == nullptr) return a;
  if (a == nullptr) return b;
  auto both = std::make_shared<Clock>(a->parts_.size() >= b->parts_.size() ? *a : *b);
  const Clock& other = a->parts_.size() >= b->parts_.size() ? *b : *a;
  for (std::size_t i = 0; i < other.parts_.size(); ++i) {
    auto& mine = both->parts_[i];
    if (mine == other.parts_[i] || other.parts_[i] == nullptr) continue;
    if (mine == nullptr) {
      mine = other.parts_[i];
      continue;
    }
    auto part = std::make_shared<Part>(*mine);
    for (std::size_t k = 0; k < together; ++k)
      (*part)[k] = warpscope::races::join((*part)[k], (*other.parts_[i])[k]);
    mine = std::move(part);
  }
  return both;
}

} // namespace warpscope::races
