// The modelled clocks of a program's streams.
#include "sim/whole/stream_clocks.h"

#include <algorithm>

namespace warpscope::whole {

bool StreamClocks::create_stream(std::uint64_t stream, bool waits_for_default) {
  if (streams_.size() >= most) return false;
  return streams_.emplace(stream, Stream{host_, waits_for_default}).second;
}

bool StreamClocks::destroy_stream(std::uint64_t stream) {
  if (stream == 0) return false;
  const auto found = streams_.find(stream);
  if (found == streams_.end()) return false;
  // Its work is still to be waited for.
  default_done_ = std::max(default_done_, found->second.done);
  streams_.erase(found);
  return true;
}

bool StreamClocks::create_event(std::uint64_t event) {
  if (events_.size() >= most * 16) return false;
  return events_.emplace(event, 0.0).second;
}

double StreamClocks::run(std::uint64_t stream, double seconds, Engine engine) {
  const auto found = streams_.find(stream);
  if (found == streams_.end()) return last();
  double& link_done = link_done_[static_cast<std::size_t>(engine)];
  const double begin = std::max({host_, done(stream), link_done});
  found->second.done = begin + seconds;
  if (engine != Engine::None) link_done = begin + seconds;
  if (stream == 0) default_done_ = begin + seconds;
  return begin;
}

void StreamClocks::record(std::uint64_t event, std::uint64_t stream) { events_[event] = done(stream); }

void StreamClocks::wait(std::uint64_t stream, std::uint64_t event) {
  const auto found = streams_.find(stream);
  if (found != streams_.end()) found->second.done = std::max(done(stream), event_time(event));
}

void StreamClocks::host_waits_for_stream(std::uint64_t stream) { host_ = std::max(host_, done(stream)); }
void StreamClocks::host_waits_for_event(std::uint64_t event) { host_ = std::max(host_, event_time(event)); }
void StreamClocks::host_waits_for_all() { host_ = std::max(host_, last()); }

double StreamClocks::done(std::uint64_t stream) const {
  const auto found = streams_.find(stream);
  double time = host_;
  if (found == streams_.end()) return time;
  time = std::max(time, found->second.done);
  if (stream == 0) {
    time = std::max(time, default_done_);
    for (const auto& [number, other] : streams_)
      if (other.waits_for_default) time = std::max(time, other.done);
  } else if (found->second.waits_for_default) {
    time = std::max(time, default_done_);
  }
  return time;
}

double StreamClocks::event_time(std::uint64_t event) const {
  const auto found = events_.find(event);
  return found == events_.end() ? 0 : found->second;
}

double StreamClocks::last() const {
  double time = std::max(host_, default_done_);
  for (const auto& [number, stream] : streams_) time = std::max(time, stream.done);
  return time;
}

double copy_seconds(std::uint64_t bytes, bool over_the_link, double dram_bytes_per_second) {
  constexpr double link_bytes_per_second = 25e9, each = 5e-6;
  if (over_the_link) return each + static_cast<double>(bytes) / link_bytes_per_second;
  // Read and written.
  return dram_bytes_per_second > 0 ? 1e-6 + 2 * static_cast<double>(bytes) / dram_bytes_per_second : 0;
}

} // namespace warpscope::whole
