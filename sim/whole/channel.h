// Messages over the socket between guest and simulator.
#pragma once

#include "guest/protocol/messages.h"

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

namespace warpscope::whole {

/// Both ends speak it: the simulator, and the tests' fake guest.
class Channel {
 public:
  explicit Channel(int socket) : socket_(socket) {}
  /// Receives the next message. False: the other end is gone, said something that is no message, or `stop`
  /// was set. Memory grows with the bytes that arrive, never by the header alone.
  [[nodiscard]] bool receive(guest::Header& header, std::vector<std::uint8_t>& bytes,
                             const std::atomic<bool>* stop);
  /// `descriptor` not -1: it goes beside the message.
  [[nodiscard]] bool send(guest::Kind kind, std::span<const std::uint8_t> bytes, int descriptor,
                          const std::atomic<bool>* stop);

 private:
  bool wait_for(short events, const std::atomic<bool>* stop) const;
  bool read_exactly(std::uint8_t* to, std::size_t bytes, const std::atomic<bool>* stop);
  bool write_all(std::span<const std::uint8_t> bytes, int descriptor, const std::atomic<bool>* stop);

  int socket_;
};

} // namespace warpscope::whole
