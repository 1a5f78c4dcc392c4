// A thread of low priority that compiles and counts for CodeReader.
#include "app/measuring/code_reader.h"

#include "app/language/language.h"
#include "app/measuring/read_code.h"
#include "gpu/remote/measure_process.h"
#include "sim/base/child_process.h"
#include "sim/whole/replay.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <sys/resource.h>
#include <thread>
#include <utility>

namespace warpscope::measuring {

namespace {

constexpr int niceness = 10; ///< a key press comes first
constexpr std::uint64_t many_instructions = 20'000'000;
constexpr std::uint64_t sampled_blocks = 64; ///< of a launch that long

std::string first_of(const run::Result& result) {
  for (const Diagnostic& d : result.diagnostics)
    if (d.severity == Severity::Error) return d.message;
  return std::string(language::tr("compiled.no_end"));
}

} // namespace

struct CodeReader::Impl {
  struct Wanted {
    std::uint64_t key = 0;
    run::Request request;
    std::shared_ptr<const run::Result> written;
  };

  mutable std::mutex mutex;
  std::condition_variable changed;
  std::optional<Wanted> waiting;
  std::uint64_t asked = 0;                    ///< the key that was asked for last
  std::shared_ptr<std::atomic<bool>> running; ///< cancels; null: idle
  std::shared_ptr<const Answer> answer;
  bool end = false;
  compile::Compiler compiler;
  std::thread thread;

  void cancel_running() {
    if (running == nullptr) return;
    running->store(true);
    compiler.cancel();
  }

  void loop() {
    setpriority(PRIO_PROCESS, 0, niceness); // of this thread, and of the processes that it starts
    remote::MeasureProcess process{remote::MeasureProfile(),
                                   program_beside("WARPSCOPE_MEASURE", "warpscope-measure")};
    for (;;) {
      Wanted wanted;
      std::shared_ptr<std::atomic<bool>> cancel;
      {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return end || waiting; });
        if (end) return;
        wanted = std::move(*std::exchange(waiting, std::nullopt));
        running = cancel = std::make_shared<std::atomic<bool>>(false);
      }
      work(wanted, process, *cancel);
      const std::scoped_lock lock(mutex);
      running = nullptr;
    }
  }

  void tell(const Answer& now, const std::atomic<bool>& cancel) {
    const std::scoped_lock lock(mutex);
    if (!cancel) answer = std::make_shared<const Answer>(now);
  }

  void work(Wanted& wanted, remote::MeasureProcess& process, const std::atomic<bool>& cancel) {
    run::Request& request = wanted.request;
    request.cancel = &cancel;
    request.progress = nullptr;
    request.run_checks = request.hash_buffers = request.races = request.trace_values = false;
    request.search_orders.reset();
    request.trace_block.reset();
    request.without_barriers.clear(); // the compiler gets the text as it is
    request.schedule = {};
    request.blocks.clear();
    if (wanted.written->scaled_warp_instructions > many_instructions) request.sample_blocks = sampled_blocks;
    request.threads = std::max(1u, std::thread::hardware_concurrency() / 2);
    Answer now;
    now.key = wanted.key;
    run::Request predicted = request;
    predicted.as_compiled = predicted.listing = true;
    predicted.program.reset();
    const run::Result guess = whole::simulate(compiler, predicted);
    if (cancel) return;
    if (guess.status == run::Status::Done && guess.listing != nullptr)
      now.predicted = std::make_shared<const run::CodeTable>(run::join_code(*wanted.written, guess));
    else now.why_not_predicted = first_of(guess);
    tell(now, cancel);
    request.code = read_code(compiler, process, request, &cancel, now.why_not_read);
    if (cancel) return;
    if (request.code != nullptr) {
      const run::Result read = whole::simulate(compiler, request);
      if (cancel) return;
      if (read.status == run::Status::Done)
        now.read = std::make_shared<const run::CodeTable>(run::join_code(*wanted.written, read));
      else now.why_not_read = first_of(read);
    }
    now.complete = true;
    tell(now, cancel);
  }
};

CodeReader::CodeReader() : impl_(std::make_unique<Impl>()) {}

CodeReader::~CodeReader() {
  {
    const std::scoped_lock lock(impl_->mutex);
    impl_->end = true;
    impl_->cancel_running();
  }
  impl_->changed.notify_all();
  if (impl_->thread.joinable()) impl_->thread.join();
}

void CodeReader::want(std::uint64_t key, const run::Request& request,
                      std::shared_ptr<const run::Result> written) {
  const std::scoped_lock lock(impl_->mutex);
  if (impl_->asked == key) return;
  impl_->asked = key;
  impl_->cancel_running();
  impl_->waiting = Impl::Wanted{key, request, std::move(written)};
  if (!impl_->thread.joinable()) impl_->thread = std::thread([impl = impl_.get()] { impl->loop(); });
  impl_->changed.notify_all();
}

void CodeReader::stop() {
  const std::scoped_lock lock(impl_->mutex);
  const bool done = impl_->answer != nullptr && impl_->answer->complete && impl_->answer->key == impl_->asked;
  if (!done) impl_->asked = 0; // it is asked for anew
  impl_->waiting.reset();
  impl_->cancel_running();
}

std::shared_ptr<const CodeReader::Answer> CodeReader::answer() const {
  const std::scoped_lock lock(impl_->mutex);
  return impl_->answer;
}

bool CodeReader::busy() const {
  const std::scoped_lock lock(impl_->mutex);
  return impl_->waiting || impl_->running != nullptr;
}

} // namespace warpscope::measuring
