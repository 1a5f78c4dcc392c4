// The socket to the simulator, from the guest's side: messages out, answers in. Two ways in: with the wire
// form of a whole struct for the API, and with bytes ready made for signal handlers, which must not allocate.
#pragma once

#include "guest/protocol/messages.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace warpscope::guest {

/// How the guest ends when the simulator has gone or talks nonsense.
inline constexpr int exit_without_simulator = 70;

/// A lock that a signal handler may take: the thread that holds it never waits for it again.
class SignalLock {
 public:
  void lock();
  void unlock();
  [[nodiscard]] bool held_by_me() const;

 private:
  std::atomic<std::uint32_t> owner_{0}; ///< thread id; 0: free
};

class Connection {
 public:
  explicit Connection(int socket) : socket_(socket) {}
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Sends a message that nobody answers.
  template <class Message> void tell(Kind kind, const Message& message) {
    const std::vector<std::uint8_t> bytes = wire::encode(message);
    tell_bytes(kind, bytes);
  }
  /// Sends a request and waits for its answer.
  template <class Answer, class Request> [[nodiscard]] Answer ask(Kind kind, const Request& request) {
    const std::vector<std::uint8_t> bytes = wire::encode(request);
    Answer answer;
    asking_.lock();
    send(kind, bytes);
    const std::vector<std::uint8_t> body = receive(kind);
    asking_.unlock();
    if (!wire::decode<Answer>(body, answer)) end();
    return answer;
  }
  /// Waits for a message that comes without a request.
  [[nodiscard]] std::vector<std::uint8_t> receive(Kind kind);

  /// These two only make system calls and take locks: for signal handlers.
  void tell_bytes(Kind kind, std::span<const std::uint8_t> bytes);
  /// Returns the size of the answer, written into `answer`, and a descriptor that came with it, or -1.
  std::size_t ask_bytes(Kind kind, std::span<const std::uint8_t> bytes, std::span<std::uint8_t> answer,
                        int& descriptor);
  /// Whether this thread is in the middle of a request, so that another would never be answered.
  [[nodiscard]] bool busy_here() const { return asking_.held_by_me() || sending_.held_by_me(); }

 private:
  [[noreturn]] static void end();
  void send(Kind kind, std::span<const std::uint8_t> bytes);
  void read(void* data, std::size_t bytes, int* descriptor);

  int socket_;
  SignalLock asking_;  ///< from a request to its answer
  SignalLock sending_; ///< while one message is written
};

} // namespace warpscope::guest
