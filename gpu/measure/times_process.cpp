// Asks a second process of this program for times, over its socket.
#include "gpu/measure/times_process.h"

#include "sim/base/child_process.h"

#include <cerrno>
#include <chrono>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace warpscope::measure {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t longest_answer = 64u << 20;
/// For starting, and for the driver's context.
constexpr double patience_seconds = 15;

/// Waits until the socket is ready for `events` or something is on the error pipe. False: `until` has passed.
bool ready(ChildProcess& child, short events, SteadyClock::time_point until) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - SteadyClock::now()).count();
  if (left <= 0) return false;
  pollfd both[] = {{child.socket(), events, 0}, {child.error_pipe(), POLLIN, 0}};
  if (poll(both, child.error_pipe() < 0 ? 1 : 2, static_cast<int>(left)) < 0 && errno != EINTR) return false;
  child.drain_errors();
  return true;
}

bool would_wait() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

bool send_all(ChildProcess& child, std::string_view text, SteadyClock::time_point until) {
  while (!text.empty()) {
    const ssize_t sent = send(child.socket(), text.data(), text.size(), MSG_NOSIGNAL);
    if (sent > 0) text.remove_prefix(static_cast<std::size_t>(sent));
    else if (!would_wait() || !ready(child, POLLOUT, until)) return false;
  }
  return true;
}

/// A line; empty when none came.
std::string receive_line(ChildProcess& child, SteadyClock::time_point until) {
  std::string line;
  char some[1 << 16];
  while (line.size() < longest_answer) {
    const ssize_t got = recv(child.socket(), some, sizeof some, 0);
    if (got > 0) {
      line.append(some, static_cast<std::size_t>(got));
      if (line.back() != '\n') continue;
      line.pop_back();
      return line;
    }
    if (got == 0 || !would_wait() || !ready(child, POLLIN, until)) break;
  }
  return {};
}

} // namespace

TimesProcess::TimesProcess() = default;
TimesProcess::~TimesProcess() = default;

std::optional<protocol::Recording> TimesProcess::ask(const protocol::MeasureRequest& request,
                                                     std::string& why) {
  protocol::MeasureRequest times = request;
  times.what.totals = times.what.lines = times.what.check = times.what.values = times.what
                                                                                    .as_they_come = false;
  times.what.code = 0;
  times.checks.clear();
  if (child_ == nullptr) child_ = ChildProcess::start({"/proc/self/exe", "--serve"}, why);
  if (child_ == nullptr) return std::nullopt;
  const auto until = SteadyClock::now() +
                     std::chrono::duration_cast<SteadyClock::duration>(
                         std::chrono::duration<double>(request.limits.seconds + patience_seconds));
  const std::string line = send_all(*child_, protocol::to_json(times) + "\n", until)
                               ? receive_line(*child_, until)
                               : std::string();
  std::optional<protocol::Recording> answer;
  if (line.empty()) why = "its process ended by " + child_->finish();
  else if (answer = protocol::parse_recording(line, why);
           answer && answer->hash != protocol::hash_of(request)) {
    why = "its process answered another request";
    answer.reset();
  }
  // One that answered with a fault ends by itself, and is not to be asked again.
  if (!answer || answer->status != protocol::RecordingStatus::Done) child_.reset();
  return answer;
}

} // namespace warpscope::measure
