// Runs the newest job on its own thread and delivers what comes of it.
#include "app/jobs/worker.h"

#include "app/language/language.h"
#include "app/results/telling_block.h"
#include "sim/races/hazard_story.h"
#include "sim/whole/replay.h"
#include "sim/whole/replay_estimate.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace warpscope::jobs {

namespace {

class RealSimulator final : public Simulator {
 public:
  explicit RealSimulator(ReadCode read) : read_(std::move(read)) { compiler_.warm_up(); }
  run::Result simulate(const run::Request& request) override { return whole::simulate(compiler_, request); }
  playback::MachinePtr machine(const run::Request& request, const playback::MachineChoice& choice) override {
    std::shared_ptr<const run::MachineInput> input = choice.known ? choice.known->input : nullptr;
    if (!input) {
      std::string why_not;
      std::optional<run::MachineInput> made = whole::machine_input(compiler_, request, why_not);
      if (request.cancel != nullptr && request.cancel->load()) return nullptr;
      if (!made) return playback::no_machine(std::move(why_not));
      input = std::make_shared<const run::MachineInput>(std::move(*made));
    }
    return playback::machine_of(std::move(input), request.device.name, choice, request.cancel);
  }
  EstimatedPtr estimate(const run::Request& request) override {
    auto out = std::make_shared<Estimated>();
    out->made = whole::estimate(compiler_, request, nullptr, out->why_not);
    if (request.cancel != nullptr && request.cancel->load()) return nullptr;
    if (out->made) out->made->simulated = {};
    return out;
  }
  EstimatedPtr read_estimate(const run::Request& request) override {
    if (!read_) return nullptr;
    run::Request read = request;
    std::string why_not;
    read.code = read_(compiler_, request, why_not);
    if (request.cancel != nullptr && request.cancel->load()) return nullptr;
    if (read.code != nullptr) {
      const EstimatedPtr made = estimate(read);
      if (made == nullptr || !made->made || made->made->code != run::Code::Read) return made;
      auto with_code = std::make_shared<Estimated>(*made);
      with_code->code = read.code;
      return with_code;
    }
    auto none = std::make_shared<Estimated>();
    none->why_not = std::move(why_not);
    return none;
  }
  void cancel() override { compiler_.cancel(); }

 private:
  ReadCode read_;
  compile::Compiler compiler_;
};

/// The result with its races told by the threads that the trace shows, as the command line tells them.
run::Result told_by(const trace::BlockTrace* trace, run::Result result) {
  if (trace != nullptr) result.hazards = races::as_told(std::move(result.hazards), *trace);
  return result;
}

} // namespace

playback::MachinePtr Simulator::machine(const run::Request&, const playback::MachineChoice&) {
  return playback::no_machine(std::string(language::tr("machine.none_here")));
}

EstimatedPtr Simulator::estimate(const run::Request&) {
  auto none = std::make_shared<Estimated>();
  none->why_not = language::tr("machine.none_here");
  return none;
}

EstimatedPtr Simulator::read_estimate(const run::Request&) { return nullptr; }

std::unique_ptr<Simulator> make_simulator(ReadCode read) {
  return std::make_unique<RealSimulator>(std::move(read));
}

Worker::Worker(std::unique_ptr<Simulator> simulator, std::function<void()> wake)
    : simulator_(std::move(simulator)), wake_(std::move(wake)), thread_([this] { loop(); }) {}

Worker::~Worker() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    if (running_) {
      running_->store(true);
      simulator_->cancel();
    }
  }
  changed_.notify_all();
  thread_.join();
}

void Worker::submit(Job job) {
  {
    const std::lock_guard lock(mutex_);
    if (running_) running_->store(true);
    waiting_ = std::make_unique<Job>(std::move(job));
    questions_.clear();
    estimates_.clear();
    reads_.clear();
    machine_.reset();
    asked_ = std::chrono::steady_clock::now();
    deliveries_.clear(); // answers for an older text
    done_ = total_ = 0;
  }
  changed_.notify_all();
  nudge();
}

/// Ends what is replaced, and a compiler's code that is read: reading begins anew when nothing else is left.
void Worker::interrupt(bool machine, bool question) {
  asked_ = std::chrono::steady_clock::now();
  if (running_ &&
      (work_ == Work::Read || (machine && work_ == Work::Machine) || (question && work_ == Work::Question)))
    running_->store(true);
}

void Worker::ask(std::vector<Probe> questions) {
  {
    const std::lock_guard lock(mutex_);
    if (!questions.empty() || (running_ && work_ == Work::Question)) interrupt(false, true);
    questions_.assign(std::make_move_iterator(questions.begin()), std::make_move_iterator(questions.end()));
  }
  changed_.notify_all();
}

void Worker::ask_machine(MachineQuestion question) {
  {
    const std::lock_guard lock(mutex_);
    interrupt(true, false);
    machine_ = std::make_unique<MachineQuestion>(std::move(question));
  }
  changed_.notify_all();
}

void Worker::ask_estimate(Probe launch, bool predicted) {
  {
    const std::lock_guard lock(mutex_);
    if (!predicted) interrupt(false, false);
    (predicted ? reads_ : estimates_).push_back(std::move(launch));
  }
  changed_.notify_all();
}

std::vector<Delivery> Worker::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(deliveries_, {});
}

void Worker::nudge() {
  // Under the lock: the worker also takes its next job under it, so cancel() can only hit the job that was
  // replaced.
  const std::lock_guard lock(mutex_);
  if (waiting_ && running_ && std::chrono::steady_clock::now() - running_since_ > patience)
    simulator_->cancel();
}

bool Worker::busy() const {
  const std::lock_guard lock(mutex_);
  // Whoever asks after take() would otherwise find an idle worker whose last result it has never seen.
  const bool to_take = std::any_of(deliveries_.begin(), deliveries_.end(), [](const Delivery& delivery) {
    return delivery.kind == Delivery::Kind::Picture || delivery.kind == Delivery::Kind::Probe ||
           delivery.kind == Delivery::Kind::Grid;
  });
  return to_take || waiting_ != nullptr || (running_ != nullptr && work_ == Work::Job);
}

bool Worker::estimates() const {
  const std::lock_guard lock(mutex_);
  return running_ != nullptr && (work_ == Work::Estimate || work_ == Work::Read);
}

void Worker::progress(std::uint64_t& done, std::uint64_t& total) const {
  done = done_.load();
  total = total_.load();
}

void Worker::loop() {
  while (true) {
    std::unique_ptr<Job> job;
    std::unique_ptr<MachineQuestion> machine;
    std::optional<Probe> question, estimated, read;
    std::shared_ptr<std::atomic<bool>> cancel;
    {
      std::unique_lock lock(mutex_);
      running_.reset();
      if (!waiting_ && !stop_) wake_(); // take() ends busy() from now on
      const auto due = [this] {
        return stop_ || waiting_ || !estimates_.empty() || machine_ || !questions_.empty();
      };
      while (!due()) {
        if (reads_.empty()) changed_.wait(lock);
        else if (std::chrono::steady_clock::now() >= asked_ + rest) break;
        else changed_.wait_until(lock, asked_ + rest);
      }
      if (stop_) return;
      if (waiting_) {
        job = std::move(waiting_);
      } else if (!estimates_.empty()) {
        estimated = std::move(estimates_.front());
        estimates_.pop_front();
      } else if (machine_) {
        machine = std::move(machine_);
      } else if (!questions_.empty()) {
        question = std::move(questions_.front());
        questions_.pop_front();
      } else {
        read = reads_.front(); // it stays until it is there
      }
      work_ = job         ? Work::Job
              : estimated ? Work::Estimate
              : machine   ? Work::Machine
              : question  ? Work::Question
                          : Work::Read;
      cancel = running_ = std::make_shared<std::atomic<bool>>(false);
      running_since_ = std::chrono::steady_clock::now();
    }
    if (job) work(*job, cancel);
    else if (estimated) estimate(*estimated, false, cancel);
    else if (machine) answer(*machine, cancel);
    else if (question) answer(*question, cancel);
    else estimate(*read, true, cancel);
  }
}

void Worker::answer(Probe& question, const std::shared_ptr<std::atomic<bool>>& cancel) {
  question.request.cancel = cancel.get();
  // The window stays responsive while a chart is counted.
  question.request.threads = std::max(1u, std::thread::hardware_concurrency() / 2);
  auto result = std::make_shared<const run::Result>(simulator_->simulate(question.request));
  deliver({Delivery::Kind::Answer, 0, question.key, std::move(result)}, *cancel);
}

void Worker::estimate(Probe& launch, bool read, const std::shared_ptr<std::atomic<bool>>& cancel) {
  launch.request.cancel = cancel.get();
  launch.request.threads = 1;
  Delivery delivery{Delivery::Kind::Estimate, 0, launch.key, nullptr};
  delivery.read = read;
  delivery.estimate = read ? simulator_->read_estimate(launch.request) : simulator_->estimate(launch.request);
  {
    const std::lock_guard lock(mutex_);
    if (cancel->load()) { // what is to be read waits for its turn, unless submit() has dropped it
      ++cancelled_estimates_;
      return;
    }
    if (read) reads_.pop_front();
    else reads_.push_back(launch);
    if (!read) asked_ = std::chrono::steady_clock::now();
    if (delivery.estimate == nullptr) return;
    deliveries_.push_back(std::move(delivery));
  }
  wake_();
}

void Worker::answer(MachineQuestion& question, const std::shared_ptr<std::atomic<bool>>& cancel) {
  question.request.cancel = cancel.get();
  question.request.threads = 1;
  Delivery delivery{Delivery::Kind::Machine, question.generation, question.key, nullptr};
  delivery.machine = simulator_->machine(question.request, question.choice);
  if (delivery.machine != nullptr) deliver(std::move(delivery), *cancel);
}

void Worker::work(Job& job, const std::shared_ptr<std::atomic<bool>>& cancel) {
  job.picture.cancel = cancel.get();
  run::Result first = simulator_->simulate(job.picture);
  const std::shared_ptr<const trace::BlockTrace> trace = first.trace;
  auto picture = std::make_shared<const run::Result>(told_by(trace.get(), std::move(first)));
  if (const auto block = job.picture.trace_block && !cancel->load() ? results::telling_block(picture)
                                                                    : std::nullopt) {
    run::Request other = job.picture;
    other.trace_block = *block;
    other.blocks = {*block};
    other.program = picture->program;
    auto told = std::make_shared<const run::Result>(simulator_->simulate(other));
    if (told->status == run::Status::Done && told->trace != nullptr) picture = std::move(told);
  }
  deliver({Delivery::Kind::Picture, job.generation, {}, picture}, *cancel);

  if (job.more_probes && !cancel->load() && picture->status != run::Status::UserError)
    for (Probe& probe : job.more_probes(*picture)) job.probes.push_back(std::move(probe));
  for (Probe& probe : job.probes) {
    if (cancel->load()) return;
    probe.request.cancel = cancel.get();
    auto answer = std::make_shared<const run::Result>(simulator_->simulate(probe.request));
    deliver({Delivery::Kind::Probe, job.generation, probe.key, std::move(answer)}, *cancel);
  }

  if (!job.whole_grid || cancel->load() || picture->status == run::Status::UserError) return;
  const bool says_all = picture->run.status != exec::RunStatus::Done ||
                        (picture->launch.checks.empty() && picture->hazards.empty());
  if (picture->launch.grid.count() <= 1 && says_all) {
    deliver({Delivery::Kind::Grid,
             job.generation,
             {},
             picture->hazards.empty() ? picture : with_orders(job, picture)},
            *cancel);
    return;
  }
  run::Request grid = job.picture;
  grid.blocks.clear();
  grid.trace_block.reset();
  grid.run_checks = true;
  grid.hash_buffers = true;
  if (!picture->hazards.empty() && grid.schedule == exec::Schedule{})
    grid.search_orders = races::ScheduleBudget();
  grid.schedule = {};
  // Detecting races costs many times as much as counting.
  grid.races = grid.races && (!grid.without_barriers.empty() || !picture->hazards.empty());
  auto last = std::chrono::steady_clock::now();
  grid.progress = [this, &cancel, &last](std::uint64_t done, std::uint64_t total) {
    if (cancel->load()) return;
    done_ = done;
    total_ = total;
    const auto now = std::chrono::steady_clock::now();
    if (now - last < std::chrono::milliseconds(50))
      return; // 20 updates of a progress bar a second are enough
    last = now;
    wake_();
  };
  auto whole = std::make_shared<const run::Result>(told_by(picture->trace.get(), simulator_->simulate(grid)));
  if (!cancel->load()) done_ = total_ = 0;
  deliver({Delivery::Kind::Grid, job.generation, {}, std::move(whole)}, *cancel);
}

/// Returns the run of one block that did not come to its end, with the result of the search of schedules:
/// searched with a short run, since nobody waits twice for the same budget.
std::shared_ptr<const run::Result> Worker::with_orders(const Job& job,
                                                       const std::shared_ptr<const run::Result>& picture) {
  constexpr std::uint64_t enough = 10'000'000; // instructions, for the races that the run has already shown
  if (job.picture.schedule != exec::Schedule{}) return picture;
  run::Request request = job.picture;
  request.blocks.clear();
  request.trace_block.reset();
  request.search_orders = races::ScheduleBudget();
  request.budget.warp_instructions_per_block = std::min(request.budget.warp_instructions_per_block, enough);
  run::Result searched = simulator_->simulate(request);
  auto whole = std::make_shared<run::Result>(*picture);
  whole->orders = std::move(searched.orders);
  return whole;
}

void Worker::deliver(Delivery delivery, const std::atomic<bool>& cancel) {
  {
    const std::lock_guard lock(mutex_);
    if (cancel.load() || (delivery.result != nullptr && delivery.result->status == run::Status::Cancelled))
      return;
    deliveries_.push_back(std::move(delivery));
  }
  wake_();
}

} // namespace warpscope::jobs
