// Which work on the streams is ordered before which: vector clocks over streams, events and the host.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace warpscope::whole {

/// Calls must name streams and events that exist (StreamClocks knows).
class StreamOrder {
 public:
  using Clock = std::unordered_map<std::uint64_t, std::uint64_t>; ///< stream -> work on it that is ordered
                                                                  ///< before
  struct Work {
    std::uint64_t stream = 0, number = 0; ///< on that stream, from 1
  };

  StreamOrder() { streams_[0] = {}; }
  void create(std::uint64_t stream, bool waits_for_default) {
    streams_[stream] = {host_, 0, waits_for_default};
  }
  void destroy(std::uint64_t stream) { streams_[stream].gone = true; }
  void record(std::uint64_t event, std::uint64_t stream) { events_[event] = before(stream); }
  void wait(std::uint64_t stream, std::uint64_t event) { join(streams_[stream].clock, events_[event]); }
  void host_waits_for_stream(std::uint64_t stream) { join(host_, before(stream)); }
  void host_waits_for_event(std::uint64_t event) { join(host_, events_[event]); }
  void host_waits_for_all();

  /// Begins work on the stream and returns its index, from 1.
  std::uint32_t begin(std::uint64_t stream);
  /// True when that work is ordered before the work that began last.
  [[nodiscard]] bool ordered(std::uint32_t work) const;
  [[nodiscard]] const Work& work(std::uint32_t index) const { return work_[index - 1]; }
  /// True when the host has waited for that work, or for work that comes after it.
  [[nodiscard]] bool host_waited_for(std::uint32_t work) const { return is_before(work, host_); }
  [[nodiscard]] bool is_before(std::uint32_t work, const Clock& clock) const;
  /// All that is ordered before work that would begin on the stream now.
  [[nodiscard]] Clock before(std::uint64_t stream) const;

 private:
  struct Stream {
    Clock clock;
    std::uint64_t count = 0;
    bool waits_for_default = true, gone = false;
  };
  static void join(Clock& into, const Clock& other);

  std::unordered_map<std::uint64_t, Stream> streams_;
  std::unordered_map<std::uint64_t, Clock> events_;
  Clock host_, current_;
  std::vector<Work> work_;
};

} // namespace warpscope::whole
