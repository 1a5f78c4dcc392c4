// Starts warpscope-measure here or elsewhere, sends requests and checks every byte that comes back.
#include "gpu/remote/measure_process.h"

#include "gpu/remote/carry.h"
#include "gpu/remote/last_words.h"
#include "gpu/remote/slurm.h"
#include "sim/base/child_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <poll.h>
#include <sys/socket.h>
#include <thread>
#include <utility>

namespace warpscope::remote {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds poll_interval{50}; // how soon a cancel is noticed
// Time for srun to end by itself: at the end, and after its job was cancelled.
constexpr std::chrono::milliseconds at_its_end{1000}, at_a_cancel{3000};
constexpr double slowest_copy = 8192; // bytes a second; a slower link counts as broken

Clock::time_point in_seconds(double seconds) {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

const std::string stopped = "the measurement was stopped";

/// The terms of one exchange.
struct Terms {
  double seconds = 0; ///< how long an answer may take
  std::size_t longest = longest_recording;
  const std::atomic<bool>* cancel = nullptr;
  std::function<void()> while_waiting;
};

/// Parses a line that must belong to the request; on failure nullopt and the rest of a sentence in `fault`.
std::optional<protocol::Recording>
read_recording(std::string_view line, const protocol::MeasureRequest& request, std::string& fault) {
  std::optional<protocol::Recording> recording = protocol::parse_recording(line, fault);
  if (recording) fault = protocol::mismatch(*recording, request);
  return fault.empty() ? std::move(recording) : std::nullopt;
}

/// Handles the partial recordings before the answer, where they are wanted.
struct Parts {
  const protocol::MeasureRequest& request;
  const ShowPart& show;
  int count = 0;
  std::string fault; ///< what is wrong with one of them

  /// Removes complete partial recordings from the front of `in`; true when the rest is an answer, or no more
  /// should be read.
  bool take(std::string& in) {
    for (std::size_t end = in.find('\n'); end != std::string::npos; end = in.find('\n')) {
      if (!request.what.as_they_come) return true;
      std::string unreadable; // reported as for an answer
      const std::optional<protocol::Recording> part = read_recording(std::string_view(in).substr(0, end),
                                                                     request, unreadable);
      if (!part || !part->partial) return true;
      if (++count > most_parts) {
        fault = "it has more parts than there is to measure";
        return true;
      }
      if (show) show(*part);
      in.erase(0, end + 1);
    }
    return false;
  }
};

enum class Talked : std::uint8_t { Enough, Closed, Late, Stopped, TooLong, Failed };

} // namespace

struct MeasureProcess::Impl {
  MeasureProfile profile;
  std::string program;
  std::unique_ptr<ChildProcess> child;
  std::string step; ///< Slurm's name of the job step that runs the program

  /// The words of the command for messages: without the script.
  [[nodiscard]] std::string shown() const {
    return profile.kind == MeasureProfile::Kind::Local ? program : shell_line(profile.words);
  }
  [[nodiscard]] std::string its_words() const { return child ? last_words(child->errors()) : std::string(); }

  std::string start(const std::atomic<bool>* cancel, const ShowStage& show);
  std::string carry(const CarriedProgram& carried, const std::atomic<bool>* cancel, const ShowStage& show);
  /// Sends all of `out` and receives into `in` until enough(in), which may be before all is sent.
  Talked talk(std::string_view out, const Terms& terms, std::string& in, const std::function<bool()>& enough);
  bool receive(std::string& in, std::size_t longest, bool& closed);
  std::string why_not_ready(Talked how, std::string_view noise);
  std::string exchange(const std::string& line, const Terms& terms, std::string& answer, Parts& parts);
  void end(bool orderly);
  bool gone_within(std::chrono::milliseconds time) const;
};

/// Receives what is available; false when it is more than `longest`.
bool MeasureProcess::Impl::receive(std::string& in, std::size_t longest, bool& closed) {
  std::array<char, 65536> buffer; // NOLINT: filled by recv
  for (;;) {
    const ssize_t got = recv(child->socket(), buffer.data(), buffer.size(), 0);
    if (got > 0) {
      in.append(buffer.data(), static_cast<std::size_t>(got));
      if (in.size() > longest) return false;
      if (std::find(buffer.begin(), buffer.begin() + got, '\n') != buffer.begin() + got) return true;
    } else if (got == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) {
      closed = true;
      return true;
    } else if (errno != EINTR) {
      return true;
    }
  }
}

Talked MeasureProcess::Impl::talk(std::string_view out, const Terms& terms, std::string& in,
                                  const std::function<bool()>& enough) {
  const Clock::time_point deadline = in_seconds(terms.seconds);
  std::size_t sent = 0;
  while (!enough()) {
    if (terms.cancel != nullptr && terms.cancel->load()) return Talked::Stopped;
    if (Clock::now() >= deadline) return Talked::Late;
    const short send_too = sent < out.size() ? POLLOUT : 0;
    std::array<pollfd, 2> entries = {pollfd{child->socket(), static_cast<short>(POLLIN | send_too), 0},
                                     pollfd{child->error_pipe(), POLLIN, 0}};
    if (poll(entries.data(), entries.size(), static_cast<int>(poll_interval.count())) < 0 && errno != EINTR)
      return Talked::Failed;
    if (entries[1].revents != 0) child->drain_errors();
    if ((entries[0].revents & POLLOUT) != 0) {
      const ssize_t done = send(child->socket(), out.data() + sent, out.size() - sent, MSG_NOSIGNAL);
      if (done > 0) sent += static_cast<std::size_t>(done);
    }
    if (terms.while_waiting) terms.while_waiting();
    if ((entries[0].revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
    bool closed = false;
    if (!receive(in, terms.longest, closed)) return Talked::TooLong;
    if (closed && !enough()) return Talked::Closed;
  }
  return Talked::Enough;
}

std::string MeasureProcess::Impl::start(const std::atomic<bool>* cancel, const ShowStage& show) {
  if (child && !child->hung_up()) {
    child->forget_errors();
    return {};
  }
  end(true);
  const bool local = profile.kind == MeasureProfile::Kind::Local;
  const CarriedProgram carried = local ? CarriedProgram{program, {}, {}} : read_program(program);
  if (!carried.error.empty())
    return fmt::format("{} cannot be read: {} (WARPSCOPE_MEASURE names another program)", program,
                       carried.error);
  std::string error;
  child = ChildProcess::start(command_of(profile, carried), error);
  if (!child)
    return fmt::format("{} could not be started: {}{}", shown(), error,
                       local ? " (WARPSCOPE_MEASURE names another program)" : "");
  return local ? std::string() : carry(carried, cancel, show);
}

/// Finds the program on the host or copies it there, until it runs.
std::string MeasureProcess::Impl::carry(const CarriedProgram& carried, const std::atomic<bool>* cancel,
                                        const ShowStage& show) {
  if (show) show({MeasureStage::Kind::Connecting, 0, 0, {}});
  Terms terms{profile.patience, longest_noise, cancel, {}};
  bool told = false;
  terms.while_waiting = [&] {
    if (!show || told || !queued_job(child->errors())) return;
    told = true;
    show({MeasureStage::Kind::Queued, 0, 0, last_words(child->errors())});
  };
  // The file system may be shared: try the program's own path.
  const bool maybe_there = profile.kind != MeasureProfile::Kind::Ssh;
  std::string in;
  std::optional<CarryWord> word;
  const auto have_word = [&] { return (word = find_carry_word(in)).has_value(); };
  const std::string folder = profile.kind == MeasureProfile::Kind::Srun ? std::string() : profile.folder;
  Talked how = talk(carry_greeting(folder, maybe_there ? carried.path : std::string()), terms, in, have_word);
  const Clock::time_point last = in_seconds(profile.patience +
                                            static_cast<double>(carried.bytes.size()) / slowest_copy);
  for (std::size_t sent = 0; how == Talked::Enough && word->word == "want";) {
    if (show) show({MeasureStage::Kind::Copying, sent, carried.bytes.size(), {}});
    const std::string_view part = std::string_view(carried.bytes).substr(sent, copied_part);
    if (part.empty()) return fmt::format("{} asks for more than there is of warpscope-measure", shown());
    sent += part.size();
    in.erase(0, word->end);
    how = Clock::now() < last ? talk(part, terms, in, have_word) : Talked::Late;
    if (how == Talked::Late)
      return fmt::format("{} stopped taking warpscope-measure: nothing moved for {:.3g} s{}", shown(),
                         profile.patience, its_words());
  }
  if (how != Talked::Enough) return why_not_ready(how, in);
  if (word->word == "ready") {
    if (is_slurm_step(word->reason)) step = word->reason;
    return {};
  }
  return fmt::format("{} {}", shown(), explain(*word, carried));
}

std::string MeasureProcess::Impl::why_not_ready(Talked how, std::string_view noise) {
  switch (how) {
  case Talked::Stopped: return stopped;
  case Talked::TooLong:
    return fmt::format("{} says other things than warpscope-measure: more than {} KiB of them", shown(),
                       longest_noise >> 10);
  case Talked::Late: {
    const std::optional<std::string> job = queued_job(child->errors());
    const std::string state = job ? state_of_job(profile.words.front(), *job) : std::string();
    if (job)
      return fmt::format("{} waited {:.3g} s for its turn: job {} is {} in the queue; it was cancelled "
                         "(--patience waits longer)",
                         shown(), profile.patience, *job, state.empty() ? "still" : state);
    return fmt::format("{} did not start warpscope-measure in {:.3g} s: it was ended{}", shown(),
                       profile.patience, its_words());
  }
  case Talked::Closed: {
    child->drain_errors();
    const std::string end = child->finish();
    if (end == "exit code 126" || end == "exit code 127")
      return fmt::format("{} could not run sh, which warpscope-measure is put there with ({}){}", shown(),
                         end, its_words());
    return fmt::format("{} ended before warpscope-measure ran ({}){}", shown(), end,
                       its_words().empty() ? last_words(noise) : its_words());
  }
  case Talked::Enough:
  case Talked::Failed: break;
  }
  return "waiting for the measurement failed";
}

std::string MeasureProcess::Impl::exchange(const std::string& line, const Terms& terms, std::string& answer,
                                           Parts& parts) {
  switch (talk(line, terms, answer, [&] { return parts.take(answer); })) {
  case Talked::Enough: return {};
  case Talked::Stopped: return stopped;
  case Talked::Late:
    return fmt::format("{} gave no answer in {:.3g} s: it was ended{}", shown(), terms.seconds, its_words());
  case Talked::TooLong:
    return fmt::format("the answer of {} is longer than {} MiB: it was ended", shown(), terms.longest >> 20);
  case Talked::Failed: return "waiting for the measurement failed";
  case Talked::Closed: break;
  }
  child->drain_errors();
  const std::string how = child->finish();
  return answer.empty() ? fmt::format("{} ended without an answer ({}){}", shown(), how, its_words())
                        : fmt::format("{} ended in the middle of its answer, after {} bytes ({}){}", shown(),
                                      answer.size(), how, its_words());
}

bool MeasureProcess::Impl::gone_within(std::chrono::milliseconds time) const {
  for (const Clock::time_point end = Clock::now() + time; !child->hung_up();
       std::this_thread::sleep_for(std::chrono::milliseconds(5))) {
    if (Clock::now() >= end) return false;
    child->drain_errors();
  }
  return true;
}

/// Ends the process. Most are killed; a killed srun would leave its job behind, waiting or holding a GPU, so
/// it is asked to end first.
void MeasureProcess::Impl::end(bool orderly) {
  if (child && profile.kind == MeasureProfile::Kind::Srun) {
    shutdown(child->socket(), SHUT_WR); // the program ends with its input
    child->drain_errors();
    const std::optional<std::string> waiting = step.empty() ? queued_job(child->errors()) : std::nullopt;
    if (!gone_within(orderly ? at_its_end : std::chrono::milliseconds(0))) {
      if (waiting || !step.empty()) cancel_job(profile.words.front(), waiting ? *waiting : step);
      else kill(child->pid(), SIGTERM);
      (void)gone_within(at_a_cancel);
    }
  }
  child.reset();
  step.clear();
}

MeasureProcess::MeasureProcess(const MeasureProfile& profile, const std::string& program)
    : impl_(std::make_unique<Impl>()) {
  impl_->profile = profile;
  impl_->program = program;
}
MeasureProcess::~MeasureProcess() { impl_->end(true); }

MeasureAnswer MeasureProcess::ask(const protocol::MeasureRequest& request, const std::atomic<bool>* cancel,
                                  const ShowStage& show, const ShowPart& part) {
  MeasureAnswer result;
  result.error = impl_->start(cancel, show);
  std::string answer;
  if (result.error.empty()) {
    if (show) show({MeasureStage::Kind::Asked, 0, 0, {}});
    Terms terms;
    terms.seconds = request.limits.seconds + impl_->profile.patience;
    terms.cancel = cancel;
    Parts parts{request, part, 0, {}};
    result.error = impl_->exchange(protocol::to_json(request) + "\n", terms, answer, parts);
    if (result.error.empty() && !parts.fault.empty())
      result.error = fmt::format("the answer of {} is not used: {}", impl_->shown(), parts.fault);
  }
  if (result.error.empty() && answer.find('\n') + 1 != answer.size())
    result.error = fmt::format("{} said more than one line: its answer is not used", impl_->shown());
  if (result.error.empty()) {
    std::string fault;
    result.recording = read_recording(answer, request, fault);
    if (result.recording && result.recording->partial) fault = "it is said to be a part of one";
    if (!fault.empty()) {
      result.recording.reset();
      result.error = fmt::format("the answer of {} is not used: {}", impl_->shown(), fault);
    }
  }
  if (result.recording) protocol::name_what_is_missing(*result.recording, request);
  if (!result.error.empty()) impl_->end(false);
  return result;
}

} // namespace warpscope::remote
