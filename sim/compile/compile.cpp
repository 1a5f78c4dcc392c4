// Starts, feeds, watches and restarts the worker process, and caches its replies.
#include "sim/compile/compile.h"

#include "sim/base/child_process.h"
#include "sim/compile/protocol.h"
#include "sim/program/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <mutex>
#include <optional>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <thread>
#include <time.h>
#include <unistd.h>
#include <utility>

namespace warpscope::compile {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t max_text_bytes = 8u << 20;
constexpr std::size_t cached_results = 4;
/// How long a worker may stay busy with an abandoned text before it is replaced. A restart costs some 0.1 s,
/// so waiting for an ordinary compile (a few ms) is faster.
constexpr std::chrono::milliseconds stale_grace{120};

/// A limit is processor time, so that a busy machine ends no text; by the clock it is this many times as
/// long.
constexpr int clock_for_processor = 10;

/// The processor time that the process has had; zero when it is gone.
std::chrono::nanoseconds processor_time(pid_t process) {
  clockid_t clock{};
  timespec had{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &had) != 0) return {};
  return std::chrono::seconds(had.tv_sec) + std::chrono::nanoseconds(had.tv_nsec);
}

/// What Clang calls a text that is no file (frontend::user_file_name).
constexpr const char* name_of_a_text = "warpscope_input.cu";

/// How long a worker that took too long may take to say where it is.
constexpr std::chrono::seconds last_words{2};

enum class Outcome { Replied, Died, TimedOut, Cancelled, Damaged, StuckBefore };

/// What a message is about: the text, or a program's first one.
struct Subject {
  std::string_view file, text;
};
/// Bytes of a reply, or an error.
struct Answer {
  std::vector<std::uint8_t> payload;
  std::optional<Diagnostic> error;
  bool worker_died = false;
};

Diagnostic whole_text_error(const Subject& subject, std::string message) {
  Diagnostic d;
  d.file = std::string(subject.file);
  d.message = std::move(message);
  return d;
}

/// A place in a text, as Clang names it.
struct Place {
  std::string file; ///< empty: it is not known
  std::uint32_t line = 0, column = 0;
};

/// Reads "1.\t<file>:LINE:COLUMN: what", one line of what a worker says as it crashes.
std::optional<Place> place_of(std::string_view line) {
  const std::size_t tab = line.find(".\t");
  if (tab == std::string_view::npos || tab > 3) return std::nullopt;
  line.remove_prefix(tab + 2);
  const std::size_t end = line.find(": ");
  const std::size_t column = end == std::string_view::npos ? end : line.rfind(':', end - 1);
  if (column == std::string_view::npos || column == 0) return std::nullopt;
  const std::size_t row = line.rfind(':', column - 1);
  if (row == std::string_view::npos) return std::nullopt;
  Place place{.file = std::string(line.substr(0, row))};
  const char* text = line.data();
  const auto row_read = std::from_chars(text + row + 1, text + column, place.line);
  const auto column_read = std::from_chars(text + column + 1, text + end, place.column);
  if (row_read.ec != std::errc{} || column_read.ec != std::errc{} || place.line == 0) return std::nullopt;
  return place;
}

/// Returns where Clang was when it ended, from its last message: the template that it made, else the token
/// that it read.
Place place_of_crash(std::string_view said) {
  Place token, made;
  while (!said.empty()) {
    const std::size_t end = said.find('\n');
    const std::string_view line = said.substr(0, end);
    said = end == std::string_view::npos ? std::string_view{} : said.substr(end + 1);
    std::optional<Place> place = place_of(line);
    if (!place) continue;
    if (line.find(": instantiating ") != std::string_view::npos) made = std::move(*place);
    else if (line.find(": current parser token") != std::string_view::npos ||
             line.find(": at annotation token") != std::string_view::npos)
      token = std::move(*place);
  }
  return made.file.empty() ? token : made;
}

/// Puts the diagnostic where Clang was. A text by itself has a name of Clang's own, every other file its
/// path.
void put_at(Diagnostic& diagnostic, const Place& place, const Subject& subject) {
  if (place.file.empty()) return;
  diagnostic.span.line = diagnostic.span.end_line = place.line;
  diagnostic.span.column = place.column;
  diagnostic.span.end_column = place.column + 1;
  const bool is_header = place.file.starts_with("/") && place.file != subject.file &&
                         !place.file.ends_with(std::string("/") + name_of_a_text);
  if (is_header) diagnostic.file = place.file;
  else diagnostic.source_line = std::string(line_of(subject.text, place.line));
}

/// Returns the most informative line of the worker's last output; empty when there was none.
std::string telling_line(std::string_view said) {
  std::string_view best;
  while (!said.empty()) {
    const std::size_t end = said.find('\n');
    const std::string_view line = said.substr(0, end);
    said = end == std::string_view::npos ? std::string_view{} : said.substr(end + 1);
    if (line.empty()) continue;
    const bool telling = line.find("rror") != std::string_view::npos ||
                         line.find("ERROR") != std::string_view::npos ||
                         line.find("ssertion") != std::string_view::npos ||
                         line.find("bad_alloc") != std::string_view::npos;
    if (telling) return std::string(line.substr(0, 300));
    best = line;
  }
  return std::string(best.substr(0, 300));
}

} // namespace

struct Compiler::Impl {
  std::string path;
  std::mutex mutex; ///< held during a compile()
  std::atomic<std::uint64_t> cancels{0};
  int wake = -1;

  std::unique_ptr<ChildProcess> worker;
  std::vector<std::uint8_t> inbox; ///< bytes from the worker that are not a complete frame yet
  std::uint32_t last_id = 0;
  std::uint32_t stale_id = 0; ///< an abandoned request whose reply is still to come; 0: none
  Clock::time_point stale_until;

  struct Cached {
    CompileRequest request;
    CompileResult result;
  };
  std::vector<Cached> cache; ///< newest first

  bool ensure_worker(std::string& error) {
    if (worker && worker->hung_up()) drop_worker();
    if (worker) return true;
    inbox.clear();
    stale_id = 0;
    worker = ChildProcess::start({path}, error);
    if (worker == nullptr)
      error = fmt::format(
          "the compiler could not be started from {}: {}; build the target warpscope-compiler, or name "
          "the program in the environment variable WARPSCOPE_COMPILER",
          path, error);
    return worker != nullptr;
  }
  void drop_worker() {
    worker.reset();
    inbox.clear();
    stale_id = 0;
  }

  bool send_some(std::span<const std::uint8_t> bytes, std::size_t& sent);
  bool receive_some(bool& closed);
  bool take_frame(std::uint32_t id, std::vector<std::uint8_t>& payload, bool& complete);
  Outcome exchange(const std::vector<std::uint8_t>& request, Clock::time_point deadline,
                   std::chrono::nanoseconds processor, std::uint64_t seen_cancels,
                   std::vector<std::uint8_t>& payload);
  Answer ask(const std::vector<std::uint8_t>& bytes, const Subject& subject, std::chrono::milliseconds limit,
             std::uint64_t seen_cancels);
  /// Sends a request; its answer is read by `decode` into the part of the result that the worker makes.
  template <class Result, class Decoded>
  Result run(const std::vector<std::uint8_t>& request, const Subject& subject,
             std::optional<Decoded> (*decode)(std::span<const std::uint8_t>), std::chrono::milliseconds limit,
             std::uint64_t seen_cancels);
  template <class Result> void accept(Result& result, const Subject& subject);
  Answer damaged(const Subject& subject);
  Diagnostic died(const Subject& subject);
  Place where_it_is();
};

/// False when the other end has closed.
bool Compiler::Impl::send_some(std::span<const std::uint8_t> bytes, std::size_t& sent) {
  while (sent < bytes.size()) {
    const ssize_t done = send(worker->socket(), bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (done > 0) sent += static_cast<std::size_t>(done);
    else if (errno == EAGAIN || errno == EWOULDBLOCK) return true;
    else if (errno != EINTR) return false;
  }
  return true;
}

/// False on a read error.
bool Compiler::Impl::receive_some(bool& closed) {
  std::array<std::uint8_t, 65536> buffer; // NOLINT: filled by recv
  for (;;) {
    const ssize_t got = recv(worker->socket(), buffer.data(), buffer.size(), 0);
    if (got > 0) {
      inbox.insert(inbox.end(), buffer.begin(), buffer.begin() + got);
      if (static_cast<std::size_t>(got) < buffer.size()) return true;
      if (inbox.size() > std::size_t{max_reply_bytes} + frame_header_bytes)
        return true; // take_frame() rejects it
    } else if (got == 0) {
      closed = true;
      return true;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return true;
    } else if (errno == ECONNRESET) {
      closed = true;
      return true;
    } else if (errno != EINTR) {
      return false;
    }
  }
}

/// Moves the reply `id` out of the inbox once it is complete; false when the bytes are not one of our frames.
bool Compiler::Impl::take_frame(std::uint32_t id, std::vector<std::uint8_t>& payload, bool& complete) {
  complete = false;
  while (!complete && inbox.size() >= frame_header_bytes) {
    const auto header = decode_header(
        std::span<const std::uint8_t, frame_header_bytes>(inbox.data(), frame_header_bytes), max_reply_bytes);
    if (!header || (header->id != id && (stale_id == 0 || header->id != stale_id))) return false;
    const std::size_t end = frame_header_bytes + header->length;
    if (inbox.size() < end) return true;
    const auto begin = inbox.begin();
    if (header->id == id) {
      payload.assign(begin + frame_header_bytes, begin + static_cast<std::ptrdiff_t>(end));
      complete = true;
    } else {
      stale_id = 0;
    }
    inbox.erase(begin, begin + static_cast<std::ptrdiff_t>(end));
  }
  return true;
}

Outcome Compiler::Impl::exchange(const std::vector<std::uint8_t>& request, Clock::time_point deadline,
                                 std::chrono::nanoseconds processor, std::uint64_t seen_cancels,
                                 std::vector<std::uint8_t>& payload) {
  const std::chrono::nanoseconds had = processor_time(worker->pid());
  const std::uint32_t id = last_id = last_id == 0xffff'ffffu ? 1 : last_id + 1;
  std::vector<std::uint8_t> out;
  out.reserve(frame_header_bytes + request.size());
  const auto header = encode_header({id, static_cast<std::uint32_t>(request.size())});
  out.insert(out.end(), header.begin(), header.end());
  out.insert(out.end(), request.begin(), request.end());
  std::size_t sent = 0;

  for (;;) {
    if (sent < out.size() && !send_some(out, sent)) return Outcome::Died;
    if (cancels.load() != seen_cancels) {
      // A worker that has received the whole text will answer soon: let it, and skip that reply. Two in a row
      // are not waited for.
      if (sent == out.size() && stale_id == 0) {
        stale_id = id;
        stale_until = Clock::now() + stale_grace;
      } else if (sent != 0) {
        drop_worker();
      }
      return Outcome::Cancelled;
    }
    const Clock::time_point now = Clock::now();
    const std::chrono::nanoseconds used = processor_time(worker->pid()) - had;
    if (now >= deadline || used >= processor) return Outcome::TimedOut;
    if (stale_id != 0 && now >= stale_until) return Outcome::StuckBefore;

    // It cannot use up its processor time before that much time has passed.
    const Clock::time_point by_processor = now +
                                           std::chrono::ceil<std::chrono::milliseconds>(processor - used);
    const Clock::time_point until = std::min(
        {deadline, by_processor, stale_id != 0 ? stale_until : deadline});
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - now).count();
    const short send_too = sent < out.size() ? POLLOUT : 0;
    std::array<pollfd, 3> entries = {pollfd{worker->socket(), static_cast<short>(POLLIN | send_too), 0},
                                     pollfd{wake, POLLIN, 0}, pollfd{worker->error_pipe(), POLLIN, 0}};
    if (poll(entries.data(), entries.size(), static_cast<int>(std::min<std::int64_t>(left, 1'000'000))) < 0) {
      if (errno == EINTR) continue;
      return Outcome::Died;
    }
    if (entries[2].revents != 0) worker->drain_errors();
    if (entries[1].revents != 0) {
      std::uint64_t ignored = 0;
      while (read(wake, &ignored, sizeof ignored) > 0) {
      }
    }
    if ((entries[0].revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
    bool closed = false;
    if (!receive_some(closed)) return Outcome::Died;
    bool complete = false;
    if (!take_frame(id, payload, complete)) return Outcome::Damaged;
    if (complete) return Outcome::Replied;
    if (closed) return Outcome::Died;
  }
}

/// What the worker left when it died, as a message about the text that it was compiling.
Diagnostic Compiler::Impl::died(const Subject& subject) {
  const std::string how = worker->finish();
  const std::string said = telling_line(worker->errors());
  const bool memory = worker->errors().find("out of memory") != std::string::npos ||
                      worker->errors().find("bad_alloc") != std::string::npos;
  std::string message = memory ? std::string("the compiler ran out of memory on this text; look for a "
                                             "template, an array or an initialiser "
                                             "that grows without end, or undo the last change")
                               : fmt::format("the compiler crashed on this text; undo the last change or "
                                             "write the newest part in a simpler "
                                             "way, then compile again ({}",
                                             how);
  if (!memory) message += said.empty() ? ")" : fmt::format("; it said: {})", said);
  Diagnostic d = whole_text_error(subject, std::move(message));
  put_at(d, place_of_crash(worker->errors()), subject);
  return d;
}

/// Ends a worker that took too long, as a crash does: it says what it was at.
Place Compiler::Impl::where_it_is() {
  kill(worker->pid(), SIGABRT);
  const Clock::time_point until = Clock::now() + last_words;
  while (!worker->hung_up() && Clock::now() < until) {
    worker->drain_errors();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  worker->drain_errors();
  return place_of_crash(worker->errors());
}

Answer Compiler::Impl::ask(const std::vector<std::uint8_t>& bytes, const Subject& subject,
                           std::chrono::milliseconds limit, std::uint64_t seen_cancels) {
  Answer answer;
  const auto fail = [&](std::string message, bool of_worker = false) {
    answer.error = whole_text_error(subject, std::move(message));
    answer.worker_died = of_worker;
    return answer;
  };
  if (subject.text.size() > max_text_bytes)
    return fail(fmt::format(
        "the text is {:.1f} MB long and at most {} MB are compiled; take out what the kernels do not need",
        static_cast<double>(subject.text.size()) / 1e6, max_text_bytes >> 20));
  if (bytes.size() > max_request_bytes) return fail("the macros of this text are too long to be compiled");

  const Clock::time_point begin = Clock::now(), deadline = begin + clock_for_processor * limit;
  Outcome outcome = Outcome::Died;
  for (int attempt = 0; attempt < 2; ++attempt) {
    std::string error;
    if (!ensure_worker(error)) return fail(error);
    worker->forget_errors();
    outcome = exchange(bytes, deadline, limit, seen_cancels, answer.payload);
    const bool recycled = outcome == Outcome::Died &&
                          worker->finish() == fmt::format("exit code {}", recycle_exit_code);
    if (outcome == Outcome::StuckBefore || recycled || (outcome == Outcome::Died && stale_id != 0)) {
      drop_worker(); // the fault of an earlier text, not of this one
      continue;
    }
    break;
  }

  switch (outcome) {
  case Outcome::Replied: break;
  case Outcome::Cancelled: return fail("cancelled: the compiler was asked to stop before it was done");
  case Outcome::StuckBefore:
  case Outcome::TimedOut: {
    const bool by_processor = Clock::now() < deadline;
    const Place place = outcome == Outcome::TimedOut ? where_it_is() : Place{};
    drop_worker();
    (void)fail(fmt::format("the compiler was stopped after {:.3g} s {} on this text; look for a template or "
                           "a constexpr function that never ends, include less, or undo the last change",
                           by_processor ? std::chrono::duration<double>(limit).count()
                                        : std::chrono::duration<double>(deadline - begin).count(),
                           by_processor ? "of processor time" : "by the clock"),
               true);
    put_at(*answer.error, place, subject);
    return answer;
  }
  case Outcome::Died:
    answer.error = died(subject);
    answer.worker_died = true;
    drop_worker();
    break;
  case Outcome::Damaged: return damaged(subject);
  }
  return answer;
}

Answer Compiler::Impl::damaged(const Subject& subject) {
  drop_worker();
  return {{},
          whole_text_error(subject,
                           "the compiler's answer could not be read; compile again, and if it happens again "
                           "rebuild warpscope-compiler (it may be of another version)"),
          true};
}

/// The program goes on to an executor only if it is safe to run; the result of a text without errors has one.
template <class Result> void Compiler::Impl::accept(Result& result, const Subject& subject) {
  const std::shared_ptr<const program::Program> program = std::exchange(result.program, nullptr);
  if (!program) {
    if (!has_errors(result.diagnostics))
      result.diagnostics.push_back(whole_text_error(
          subject, "the compiler found no error and made no program; this is a fault of Warpscope, please "
                   "report the text"));
    return;
  }
  const std::vector<std::string> reasons = program::verify(*program);
  if (!reasons.empty())
    result.diagnostics.push_back(whole_text_error(
        subject, fmt::format("the compiler made a program that is not safe to run ({}); this is a fault of "
                             "Warpscope, please report the text",
                             reasons.front())));
  else if (!has_errors(result.diagnostics)) result.program = program;
}

template <class Result, class Decoded>
Result Compiler::Impl::run(const std::vector<std::uint8_t>& request, const Subject& subject,
                           std::optional<Decoded> (*decode)(std::span<const std::uint8_t>),
                           std::chrono::milliseconds limit, std::uint64_t seen_cancels) {
  Result result;
  Answer answer = ask(request, subject, limit, seen_cancels);
  if (!answer.error) {
    if (auto reply = decode(answer.payload)) {
      static_cast<Decoded&>(result) = std::move(*reply);
      accept(result, subject);
      return result;
    }
    answer = damaged(subject);
  }
  result.diagnostics.push_back(std::move(*answer.error));
  result.worker_died = answer.worker_died;
  return result;
}

Compiler::Compiler(std::string worker) : impl_(std::make_unique<Impl>()) {
  impl_->path = worker.empty() ? program_beside("WARPSCOPE_COMPILER", "warpscope-compiler")
                               : std::move(worker);
  impl_->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); // -1 only makes cancel() less prompt
}

Compiler::~Compiler() {
  impl_->worker.reset();
  if (impl_->wake >= 0) close(impl_->wake);
}

void Compiler::warm_up() {
  const std::unique_lock lock(impl_->mutex, std::try_to_lock);
  if (!lock) return; // it is compiling, so it is warm
  std::string error; // compile() will meet the error again, and can report it
  impl_->ensure_worker(error);
}

CompileResult Compiler::compile(const CompileRequest& request, std::chrono::milliseconds limit) {
  const Clock::time_point begin = Clock::now();
  const std::uint64_t seen_cancels = impl_->cancels.load();
  const std::scoped_lock lock(impl_->mutex);
  auto& cache = impl_->cache;
  const auto found = std::find_if(cache.begin(), cache.end(),
                                  [&](const auto& c) { return c.request == request; });
  if (found != cache.end()) {
    std::rotate(cache.begin(), found, found + 1);
    CompileResult result = cache.front().result;
    result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return result;
  }
  auto result = impl_->run<CompileResult>(encode_request(request), {request.file, request.text}, decode_reply,
                                          limit, seen_cancels);
  if (result.worker_died) { // be warm again for the next text
    std::string error;
    impl_->ensure_worker(error);
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  if (result.program) {
    cache.insert(cache.begin(), {request, result});
    if (cache.size() > cached_results) cache.pop_back();
  }
  return result;
}

ProgramResult Compiler::compile(const program::ProgramSources& sources, std::chrono::milliseconds limit) {
  const Clock::time_point begin = Clock::now();
  const std::uint64_t seen_cancels = impl_->cancels.load();
  const std::scoped_lock lock(impl_->mutex);
  const program::SourceFile none;
  const program::SourceFile& first = sources.files.empty() ? none : sources.files.front();
  auto result = impl_->run<ProgramResult>(encode_request(sources), {first.path, first.text},
                                          decode_program_reply, limit, seen_cancels);
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return result;
}

void Compiler::cancel() {
  ++impl_->cancels;
  const std::uint64_t one = 1;
  if (impl_->wake >= 0 && write(impl_->wake, &one, sizeof one) < 0) {
    // Full means readable already, which is all that is needed.
  }
}

} // namespace warpscope::compile
