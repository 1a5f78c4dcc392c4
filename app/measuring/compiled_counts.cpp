// Simulates a launch as the compiler leaves it, twice: as predicted and as read.
#include "app/measuring/compiled_counts.h"

#include "app/language/language.h"
#include "app/measuring/read_code.h"
#include "sim/base/child_process.h"
#include "sim/whole/replay.h"

#include <condition_variable>
#include <mutex>
#include <sys/resource.h>
#include <thread>
#include <utility>

namespace warpscope::measuring {

namespace {

constexpr int niceness_of_counter = 5; ///< a key press comes first; beside a compiler's processes 10 starves
constexpr int most_attempts = 3;       ///< where a busy machine gave it too little time

std::optional<compare::SimulatedCounts> counts_or_why(const run::Result& result, std::string& why) {
  if (result.status == run::Status::Done) return compare::counts_of(result);
  why = language::tr("measured.count_stopped");
  if (result.diagnostics.empty()) return std::nullopt;
  const Diagnostic& said = result.diagnostics.front();
  why = said.span.known() && !said.file.empty()
            ? fmt::format("{}:{}: {}", said.file, said.span.line, said.message)
            : said.message;
  return std::nullopt;
}

} // namespace

CompiledCounts count_compiled(compile::Compiler& compiler, remote::MeasureProcess& process,
                              run::Request request, const std::atomic<bool>* cancel) {
  CompiledCounts out;
  request.budget.seconds = 0; // whoever waits no longer cancels it
  request.trace_block.reset();
  request.code = nullptr;
  request.as_compiled = true;
  out.predicted = counts_or_why(whole::simulate(compiler, request), out.why_not_predicted);
  request.as_compiled = false;
  request.code = out.code = read_code(compiler, process, request, cancel, out.why_not_read);
  if (out.code != nullptr) out.read = counts_or_why(whole::simulate(compiler, request), out.why_not_read);
  return out;
}

compare::MeasuredComparison explained(const compare::SimulatedCounts& simulated,
                                      const protocol::Recording& recording, const CompiledCounts* compiled) {
  const auto of = [&](std::optional<compare::SimulatedCounts> CompiledCounts::* which) {
    return compiled != nullptr && compiled->*which ? &*(compiled->*which) : nullptr;
  };
  compare::MeasuredComparison made = compare::compare(simulated, recording, of(&CompiledCounts::predicted),
                                                      of(&CompiledCounts::read));
  if (compiled == nullptr) return made;
  if (!compiled->predicted)
    made.notes.push_back(
        language::trf("measured.not_predicted", language::arg("why", compiled->why_not_predicted)));
  if (!compiled->read)
    made.notes.push_back(language::trf("measured.not_read", language::arg("why", compiled->why_not_read)));
  return made;
}

struct CompiledCounter::Impl {
  std::function<void()> wake;
  mutable std::mutex mutex;
  std::condition_variable changed;
  std::shared_ptr<const run::Result> asked; ///< the one that was asked for last
  std::string device;                       ///< for which its code is made
  std::optional<run::Request> waiting;
  std::shared_ptr<std::atomic<bool>> running; ///< cancels; null: idle
  std::shared_ptr<const CompiledCounts> counts;
  bool end = false;
  compile::Compiler compiler;
  std::thread thread;

  void cancel_running() {
    if (running == nullptr) return;
    running->store(true);
    compiler.cancel();
  }

  void loop() {
    setpriority(PRIO_PROCESS, 0, niceness_of_counter); // of this thread, and of the processes that it starts
    remote::MeasureProcess process{remote::MeasureProfile(),
                                   program_beside("WARPSCOPE_MEASURE", "warpscope-measure")};
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, [&] { return end || waiting; });
      if (end) return;
      run::Request request = std::move(*std::exchange(waiting, std::nullopt));
      const std::shared_ptr<std::atomic<bool>> cancel = std::make_shared<std::atomic<bool>>(false);
      running = cancel;
      lock.unlock();
      request.cancel = cancel.get();
      std::shared_ptr<const CompiledCounts> made;
      for (int attempt = 0; attempt < most_attempts && !*cancel; ++attempt) {
        made = std::make_shared<const CompiledCounts>(
            count_compiled(compiler, process, request, cancel.get()));
        if (made->predicted || made->read) break;
      }
      lock.lock();
      running = nullptr;
      if (*cancel) continue;
      counts = std::move(made);
      if (!end) wake();
    }
  }
};

CompiledCounter::CompiledCounter(std::function<void()> wake) : impl_(std::make_unique<Impl>()) {
  impl_->wake = std::move(wake);
}

CompiledCounter::~CompiledCounter() {
  {
    const std::scoped_lock lock(impl_->mutex);
    impl_->end = true;
    impl_->cancel_running();
  }
  impl_->changed.notify_all();
  if (impl_->thread.joinable()) impl_->thread.join();
}

void CompiledCounter::want(std::shared_ptr<const run::Result> grid, const run::Request& request) {
  const std::scoped_lock lock(impl_->mutex);
  if (impl_->asked == grid && (grid == nullptr || impl_->device == request.device.id)) return;
  impl_->asked = std::move(grid);
  impl_->device = request.device.id;
  impl_->counts = nullptr;
  impl_->cancel_running();
  impl_->waiting.reset();
  if (impl_->asked == nullptr) return;
  run::Request& wanted = impl_->waiting.emplace(request);
  wanted.progress = nullptr;
  wanted.run_checks = wanted.hash_buffers = wanted.races = wanted.trace_values = false;
  wanted.search_orders.reset();
  wanted.blocks.clear();
  wanted.without_barriers.clear(); // the compiler gets the text as it is
  wanted.schedule = {};
  wanted.program.reset();
  wanted.threads = std::max(1u, std::thread::hardware_concurrency() / 2);
  if (!impl_->thread.joinable()) impl_->thread = std::thread([impl = impl_.get()] { impl->loop(); });
  impl_->changed.notify_all();
}

std::shared_ptr<const CompiledCounts> CompiledCounter::counts(const std::shared_ptr<const run::Result>& grid,
                                                              const std::string& device) const {
  const std::scoped_lock lock(impl_->mutex);
  return impl_->asked == grid && impl_->device == device ? impl_->counts : nullptr;
}

bool CompiledCounter::busy() const {
  const std::scoped_lock lock(impl_->mutex);
  return impl_->waiting || impl_->running != nullptr;
}

} // namespace warpscope::measuring
