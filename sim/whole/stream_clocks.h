// The modelled clocks of a program's streams. Work is executed when it is asked for; the clocks say when a
// device would have done it.
// Modelled: the order of streams, events and the host, with the legacy default stream. What is on one stream
// runs one after another, streams run beside each other; copies over the link, whatever their streams, one
// after another in each of its two directions. Not modelled: that kernels of several streams share the
// multiprocessors (each takes the time that it takes alone), and the host's own time. A link of 25 GB/s to
// the host is assumed (PCIe 4.0 x16 as programs see it), and 5 us for each copy.
#pragma once

#include <cstdint>
#include <unordered_map>

namespace warpscope::whole {

class StreamClocks {
 public:
  static constexpr std::size_t most = 1u << 16; ///< streams, and events, at a time

  StreamClocks() { streams_[0] = {}; }
  /// False: the number is taken, or there are too many.
  bool create_stream(std::uint64_t stream, bool waits_for_default);
  bool destroy_stream(std::uint64_t stream);
  bool create_event(std::uint64_t event);
  bool destroy_event(std::uint64_t event) { return events_.erase(event) != 0; }
  [[nodiscard]] bool has_stream(std::uint64_t stream) const { return streams_.contains(stream); }
  [[nodiscard]] bool has_event(std::uint64_t event) const { return events_.contains(event); }

  /// What work needs for itself beside its stream: a direction of the link to the host.
  enum class Engine : std::uint8_t { None, ToDevice, ToHost };
  /// Puts work of `seconds` on the stream and returns when it begins.
  double run(std::uint64_t stream, double seconds, Engine engine = Engine::None);
  void record(std::uint64_t event, std::uint64_t stream);
  void wait(std::uint64_t stream, std::uint64_t event); ///< the stream waits
  void host_waits_for_stream(std::uint64_t stream);
  void host_waits_for_event(std::uint64_t event);
  void host_waits_for_all();

  /// Returns when everything on the stream so far is done; of the default stream, on all that it waits for.
  [[nodiscard]] double done(std::uint64_t stream) const;
  [[nodiscard]] double event_time(std::uint64_t event) const;
  [[nodiscard]] double last() const; ///< when all streams are done

 private:
  struct Stream {
    double done = 0;
    bool waits_for_default = true;
  };
  std::unordered_map<std::uint64_t, Stream> streams_;
  std::unordered_map<std::uint64_t, double> events_;
  double host_ = 0;          ///< nothing that the host asks for begins before this
  double link_done_[3] = {}; ///< by Engine; of None always 0
  double default_done_ = 0;  ///< of the legacy default stream, for which others wait
};

/// The time of a copy or a fill.
[[nodiscard]] double copy_seconds(std::uint64_t bytes, bool over_the_link, double dram_bytes_per_second);

} // namespace warpscope::whole
