// Starts a guest, serves its messages on this thread, and watches its limits on another.
#include "sim/whole/session.h"

#include "sim/whole/channel.h"
#include "sim/whole/end_text.h"
#include "sim/whole/guest_process.h"
#include "sim/whole/server.h"

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <sys/mman.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace warpscope::whole {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Ends the guest when a limit is reached or the caller asks for it.
class Watchdog {
 public:
  Watchdog(const Request& request, std::atomic<bool>& stop, GuestProcess& guest)
      : request_(request), stop_(stop), guest_(guest),
        thread_([this](const std::stop_token& done) { watch(done); }) {}
  [[nodiscard]] Ended why() const { return why_.load(); }
  /// The guest has ended or is about to: it is not killed any more.
  void rest() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
  }

 private:
  void watch(const std::stop_token& done) {
    const Limits& limits = request_.limits;
    const Clock::time_point begin = Clock::now();
    while (!done.stop_requested()) {
      Ended why = Ended::ByItself;
      if (request_.cancel != nullptr && request_.cancel->load()) why = Ended::Cancelled;
      else if (limits.seconds > 0 && seconds_since(begin) > limits.seconds) why = Ended::OutOfTime;
      else if (limits.output_bytes != 0 && guest_.output_bytes() > limits.output_bytes)
        why = Ended::TooMuchOutput;
      if (why != Ended::ByItself) {
        if (why == Ended::OutOfTime) {
          if (guest_.waits_for_input()) why = Ended::WaitedForInput;
          why_.store(why);
          guest_.ask_where();
          std::this_thread::sleep_for(100ms); // for its answer
        }
        why_.store(why);
        stop_.store(true);
        guest_.kill();
        return;
      }
      std::this_thread::sleep_for(5ms);
    }
  }

  const Request& request_;
  std::atomic<bool>& stop_;
  GuestProcess& guest_;
  std::atomic<Ended> why_{Ended::ByItself};
  std::jthread thread_;
};

/// Serves until the guest is gone. False: it said something that no guest of ours says.
bool serve_messages(Server& server, Channel& channel, const std::atomic<bool>* stop) {
  if (!channel.send(guest::Kind::Welcome, wire::encode(server.welcome()), -1, stop)) return true;
  guest::Header header;
  std::vector<std::uint8_t> bytes;
  while (channel.receive(header, bytes, stop)) {
    Server::Answer answer = server.serve(header.kind, bytes);
    if (answer.damaged) return false;
    bool sent = true;
    if (answer.answered)
      sent = channel.send(static_cast<guest::Kind>(header.kind), answer.bytes, answer.descriptor, stop);
    if (answer.descriptor >= 0) close(answer.descriptor);
    if (!sent || server.snapshot()) return true;
  }
  return header.bytes <= guest::largest_message;
}

Outcome failure(std::string why) {
  Outcome outcome;
  outcome.failed = std::move(why);
  return outcome;
}

} // namespace

int make_window_file() {
  // Where files are limited (ulimit -f) the size is refused by a signal, whose default is to end this
  // process.
  std::signal(SIGXFSZ, SIG_IGN);
  const int file = memfd_create("warpscope-device-memory", MFD_CLOEXEC);
  if (file >= 0 && ftruncate(file, static_cast<off_t>(guest::window_bytes)) != 0) {
    const int why = errno;
    close(file);
    errno = why;
    return -1;
  }
  return file;
}

Outcome run(const Request& request) {
  const Clock::time_point begin = Clock::now();
  const int window = make_window_file();
  if (window < 0)
    return failure(
        errno == EFBIG
            ? "the device's memory could not be made: it is a file of 4 GiB, mostly empty, and this "
              "shell allows no such size (ulimit -f)"
            : fmt::format("the device's memory could not be made: {}", std::strerror(errno)));
  int sockets[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    close(window);
    return failure(fmt::format("no connection could be made: {}", std::strerror(errno)));
  }
  Outcome outcome;
  {
    std::atomic<bool> stop{false};
    Server server(request, window, stop);
    std::string error;
    const std::unique_ptr<GuestProcess> guest = server.usable()
                                                    ? GuestProcess::start(request.streams, sockets[1], window,
                                                                          error)
                                                    : nullptr;
    close(sockets[1]);
    if (guest) {
      Watchdog watchdog(request, stop, *guest);
      Channel channel(sockets[0]);
      const bool sensible = serve_messages(server, channel, &stop);
      close(sockets[0]);
      if (!sensible || server.snapshot()) guest->kill();
      else if (!stop.load()) guest->wait(5); // it may still run its last destructors
      watchdog.rest();
      const int status = guest->wait(0);
      Ended why = watchdog.why();
      if (why == Ended::ByItself && !sensible) why = Ended::Damaged;
      if (why == Ended::ByItself && server.snapshot()) why = Ended::Cancelled;
      const End end = describe_end(server.context(), why, status, server.exit_code(), server.crash());
      outcome.snapshot = server.snapshot();
      outcome.kept = server.kept();
      outcome.record = server.finish();
      outcome.record.end = end;
      if (OutputPump* pump = guest->output())
        outcome.record.output = std::move(pump->kept()), outcome.record.output_bytes = pump->bytes();
      if (OutputPump* pump = guest->errors())
        outcome.record.error_output = std::move(pump->kept()),
        outcome.record.error_output_bytes = pump->bytes();
    } else {
      close(sockets[0]);
      outcome.failed = server.usable()
                           ? fmt::format("warpscope-host, which runs host programs, could not be started: {}",
                                         error)
                           : "this machine has no room for the device's memory";
    }
  }
  close(window);
  outcome.record.seconds = seconds_since(begin);
  return outcome;
}

Outcome capture(Request request, std::uint32_t number, std::string kernel) {
  request.capture = Capture{number, std::move(kernel)};
  return run(request);
}

Outcome serve(const Request& request, int socket, int window_file) {
  const std::atomic<bool> stop{false};
  Server server(request, window_file, stop);
  Channel channel(socket);
  const bool sensible = serve_messages(server, channel, &stop);
  Outcome outcome;
  const int status = server.exit_code().value_or(0) << 8;
  const End end = describe_end(server.context(), sensible ? Ended::ByItself : Ended::Damaged, status,
                               server.exit_code(), server.crash());
  outcome.snapshot = server.snapshot();
  outcome.kept = server.kept();
  outcome.record = server.finish();
  outcome.record.end = end;
  return outcome;
}

} // namespace warpscope::whole
