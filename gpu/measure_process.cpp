#include "gpu/measure_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include "sim/base/child_process.h"

namespace warpscope {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds poll_interval{50}; // how soon a cancel is seen

std::string last_line(std::string_view said) {
  while (!said.empty() && (said.back() == '\n' || said.back() == '\r')) said.remove_suffix(1);
  const std::size_t begin = said.rfind('\n');
  said = said.substr(begin == std::string_view::npos ? 0 : begin + 1);
  std::string line;
  for (const char c : said.substr(0, 300)) line += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  return line;
}

} // namespace

struct MeasureProcess::Impl {
  std::vector<std::string> command;
  std::unique_ptr<ChildProcess> child;

  [[nodiscard]] std::string shown() const {
    std::string words;
    for (const std::string& word : command)
      if (word != "--serve") words += (words.empty() ? "" : " ") + word;
    return words;
  }
  /// What the program said on its standard error, as the end of a sentence.
  [[nodiscard]] std::string its_words() const {
    const std::string line = child ? last_line(child->errors()) : std::string();
    return line.empty() ? std::string() : fmt::format("; it said: {}", line);
  }

  std::string start() {
    if (child && !child->hung_up()) {
      child->forget_errors();
      return {};
    }
    child.reset();
    std::string error;
    child = ChildProcess::start(command, error);
    if (child) return {};
    return fmt::format("{} could not be started: {} (WARPSCOPE_MEASURE names another program)", shown(), error);
  }

  /// Sends all of `line`, receives up to the end of a line; a sentence when that does not work out.
  std::string exchange(const std::string& line, Clock::time_point deadline, double seconds, const std::atomic<bool>* cancel, std::string& answer);
  std::string receive(std::string& answer, bool& closed);
};

/// Takes what is there.
std::string MeasureProcess::Impl::receive(std::string& answer, bool& closed) {
  std::array<char, 65536> buffer; // NOLINT: filled by recv
  for (;;) {
    const ssize_t got = recv(child->socket(), buffer.data(), buffer.size(), 0);
    if (got > 0) {
      answer.append(buffer.data(), static_cast<std::size_t>(got));
      if (answer.size() > longest_recording) return fmt::format("the answer of {} is longer than {} MiB: it was ended", shown(), longest_recording >> 20);
      if (std::find(buffer.begin(), buffer.begin() + got, '\n') != buffer.begin() + got) return {};
    } else if (got == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) {
      closed = true;
      return {};
    } else if (errno != EINTR) {
      return {};
    }
  }
}

std::string MeasureProcess::Impl::exchange(const std::string& line, Clock::time_point deadline, double seconds, const std::atomic<bool>* cancel,
                                           std::string& answer) {
  std::size_t sent = 0;
  for (;;) {
    if (cancel != nullptr && cancel->load()) return "the measurement was stopped";
    if (Clock::now() >= deadline) return fmt::format("{} gave no answer in {:.3g} s: it was ended{}", shown(), seconds, its_words());
    const short send_too = sent < line.size() ? POLLOUT : 0;
    std::array<pollfd, 2> entries = {pollfd{child->socket(), static_cast<short>(POLLIN | send_too), 0}, pollfd{child->error_pipe(), POLLIN, 0}};
    if (poll(entries.data(), entries.size(), static_cast<int>(poll_interval.count())) < 0 && errno != EINTR) return "waiting for the measurement failed";
    if (entries[1].revents != 0) child->drain_errors();
    if ((entries[0].revents & POLLOUT) != 0) {
      const ssize_t done = send(child->socket(), line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
      if (done > 0) sent += static_cast<std::size_t>(done);
    }
    if ((entries[0].revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
    bool closed = false;
    if (std::string error = receive(answer, closed); !error.empty()) return error;
    if (answer.find('\n') != std::string::npos) return {};
    if (!closed) continue;
    child->drain_errors();
    const std::string how = child->finish();
    return answer.empty() ? fmt::format("{} ended without an answer ({}){}", shown(), how, its_words())
                          : fmt::format("{} ended in the middle of its answer, after {} bytes ({}){}", shown(), answer.size(), how, its_words());
  }
}

MeasureProcess::MeasureProcess(const MeasureProfile& profile, const std::string& program) : impl_(std::make_unique<Impl>()) {
  impl_->command = command_of(profile, program);
}
MeasureProcess::~MeasureProcess() = default;

MeasureAnswer MeasureProcess::ask(const MeasureRequest& request, double patience, const std::atomic<bool>* cancel) {
  MeasureAnswer result;
  result.error = impl_->start();
  if (!result.error.empty()) return result;
  const double seconds = request.limits.seconds + patience;
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  std::string answer;
  result.error = impl_->exchange(to_json(request) + "\n", deadline, seconds, cancel, answer);
  if (result.error.empty() && answer.find('\n') + 1 != answer.size())
    result.error = fmt::format("{} said more than one line: its answer is not used", impl_->shown());
  if (result.error.empty()) {
    std::string fault;
    result.recording = parse_recording(answer, fault);
    if (result.recording) fault = mismatch(*result.recording, request);
    if (!fault.empty()) {
      result.recording.reset();
      result.error = fmt::format("the answer of {} is not used: {}", impl_->shown(), fault);
    }
  }
  if (result.recording) name_what_is_missing(*result.recording, request);
  if (!result.error.empty()) impl_->child.reset(); // it is killed
  return result;
}

} // namespace warpscope
