// Vector clocks over streams.
#include "sim/whole/stream_order.h"

#include <algorithm>

namespace warpscope::whole {

void StreamOrder::join(Clock& into, const Clock& other) {
  for (const auto& [stream, number] : other) {
    std::uint64_t& known = into[stream];
    known = std::max(known, number);
  }
}

StreamOrder::Clock StreamOrder::before(std::uint64_t stream) const {
  Clock clock = host_;
  const auto found = streams_.find(stream);
  if (found == streams_.end()) return clock;
  join(clock, found->second.clock);
  if (stream == 0) {
    for (const auto& [number, other] : streams_)
      if (other.waits_for_default) join(clock, other.clock);
  } else if (found->second.waits_for_default) {
    join(clock, streams_.at(0).clock);
  }
  return clock;
}

void StreamOrder::host_waits_for_all() {
  for (const auto& [number, stream] : streams_) join(host_, stream.clock);
  // What is gone and waited for orders nothing any more.
  std::erase_if(streams_, [](const auto& entry) { return entry.second.gone; });
}

std::uint32_t StreamOrder::begin(std::uint64_t stream) {
  current_ = before(stream);
  Stream& on = streams_[stream];
  const std::uint64_t number = std::max(on.count, current_[stream]) + 1;
  on.count = current_[stream] = number;
  on.clock = current_;
  work_.push_back({stream, number});
  return static_cast<std::uint32_t>(work_.size());
}

bool StreamOrder::ordered(std::uint32_t work) const { return is_before(work, current_); }

bool StreamOrder::is_before(std::uint32_t work, const Clock& clock) const {
  if (work == 0 || work > work_.size()) return true;
  const Work& earlier = work_[work - 1];
  const auto known = clock.find(earlier.stream);
  return known != clock.end() && known->second >= earlier.number;
}

} // namespace warpscope::whole
