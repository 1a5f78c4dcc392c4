// Compiles and runs the newest program on its own thread and delivers what comes of it.
#include "app/jobs/programs.h"

#include "sim/whole/scratch_folder.h"
#include "sim/whole/session.h"

#include <algorithm>
#include <chrono>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace warpscope::jobs {

namespace {

constexpr std::size_t most_printed = 1u << 20;   ///< bytes that are kept for the window
constexpr double most_seconds_for_races = 5;     ///< in kernels: looking for races costs many times as much
constexpr std::size_t most_known = 8;            ///< snapshots, of launches that were looked into
constexpr std::uint64_t most_copied = 64u << 20; ///< bytes, to know what the launch saw that is looked into

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// What the program reads as its stdin: a file that holds the text, at its beginning. -1: it is empty.
class Input {
 public:
  explicit Input(std::string_view text) {
    if (text.empty()) return;
    file_ = memfd_create("warpscope-stdin", MFD_CLOEXEC);
    if (file_ < 0) return;
    while (!text.empty()) {
      const ssize_t wrote = write(file_, text.data(), text.size());
      if (wrote <= 0) break;
      text.remove_prefix(static_cast<std::size_t>(wrote));
    }
    lseek(file_, 0, SEEK_SET);
  }
  ~Input() {
    if (file_ >= 0) ::close(file_);
  }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  [[nodiscard]] int file() const { return file_; }

 private:
  int file_ = -1;
};

} // namespace

Programs::Programs(std::function<void()> wake) : wake_(std::move(wake)), thread_([this] { loop(); }) {}

Programs::~Programs() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    if (running_) {
      running_->store(true);
      if (compiler_) compiler_->cancel();
    }
  }
  changed_.notify_all();
  thread_.join();
}

void Programs::submit(Task task, bool waits) {
  races_asked_ = task.races;
  {
    const std::lock_guard lock(mutex_);
    if (running_) running_->store(true);
    waiting_ = std::make_unique<Task>(std::move(task));
    deliveries_.clear();
  }
  waits_ = waits;
  changed_.notify_all();
}

void Programs::start(ProgramRequest request) {
  ++generation_;
  request_ = std::move(request);
  phase_ = Phase::Compiling;
  failed_.clear();
  progress_ = {};
  fresh_ = true;
  started_ = now();
  {
    const std::lock_guard lock(mutex_);
    pieces_.clear();
    kept_ = 0;
    first_piece_ = false;
    first_piece_at_ = 0;
  }
  races_known_ = true; // of what ran before: not looked for any more
  submit({generation_, request_, nullptr, 0, false});
}

void Programs::stop() {
  if (!waits_) return;
  const std::lock_guard lock(mutex_);
  waiting_.reset();
  if (running_) {
    running_->store(true);
    if (phase_ == Phase::Compiling && compiler_) compiler_->cancel();
  } else {
    waits_ = false;
    phase_ = Phase::Ended;
  }
}

void Programs::close() {
  if (phase_ == Phase::None) return;
  stop();
  ++generation_;
  waits_ = false;
  phase_ = Phase::None;
  diagnostics_.clear();
  failed_.clear();
  compiled_.reset();
  record_.reset();
  texts_.clear();
  printed_.clear();
  launch_.reset();
  replay_.reset();
  known_.clear();
}

void Programs::look_into(std::size_t launch) {
  if (!record_ || launch >= record_->launches.size()) return;
  launch_ = launch;
  replay_.reset();
  const std::uint32_t number = record_->launches[launch].number;
  for (const auto& [known, replay] : known_)
    if (known == number) replay_ = replay;
  if (replay_ || !compiled_ || phase_ != Phase::Ended) return;
  if (record_->launches[launch].result.run.simulated_blocks == 0) return; // it never ran
  submit({generation_, request_, compiled_, number, false});
}

void Programs::look_for_races() {
  if (waits_ || races_known_ || races_asked_ || !record_ || !compiled_) return;
  if (record_->executing_seconds > most_seconds_for_races) return;
  submit({generation_, request_, compiled_, 0, true}, false);
}

/// Races are those of the launches from the same line.
void Programs::take_races(const whole::Record& found) {
  auto record = std::make_shared<whole::Record>(*record_);
  for (const whole::LaunchRecord& racing : found.launches) {
    if (racing.result.hazards.empty()) continue;
    for (whole::LaunchRecord& launch : record->launches)
      if (launch.place == racing.place && launch.result.launch.kernel == racing.result.launch.kernel &&
          launch.result.hazards.empty())
        launch.result.hazards = racing.result.hazards;
  }
  const auto worse = [](const whole::Finding& a, const whole::Finding& b) { return a.severity < b.severity; };
  for (const whole::Finding& finding : found.findings)
    if (finding.kind == "race") record->findings.push_back(finding);
  std::stable_sort(record->findings.begin(), record->findings.end(), worse);
  record_ = std::move(record);
}

Programs::News Programs::poll() {
  News news;
  std::vector<Delivery> deliveries;
  {
    const std::lock_guard lock(mutex_);
    deliveries = std::exchange(deliveries_, {});
    if (!pieces_.empty() && fresh_) {
      fresh_ = false;
      printed_.clear();
      first_line_ = first_piece_at_ - started_;
    }
    if (!pieces_.empty()) news.any = true;
    for (Printed& piece : pieces_) {
      if (!printed_.empty() && printed_.back().error == piece.error) printed_.back().text += piece.text;
      else printed_.push_back(std::move(piece));
    }
    pieces_.clear();
    if (std::exchange(going_changed_, false)) {
      progress_ = going_;
      news.any = true;
    }
  }
  for (Delivery& delivery : deliveries) {
    if (delivery.generation != generation_) continue;
    news.any = true;
    if (delivery.compiled_only) {
      diagnostics_ = std::move(delivery.diagnostics);
      news.compiled = true;
      phase_ = delivery.compiled ? Phase::Running : Phase::Ended;
      waits_ = delivery.compiled != nullptr;
      if (delivery.compiled) {
        compiled_ = std::move(delivery.compiled);
        known_.clear();
      }
      continue;
    }
    if (delivery.races) {
      races_asked_ = false;
      if (!delivery.record || !record_ || delivery.record->end.cancelled) continue;
      races_known_ = true;
      take_races(*delivery.record);
      news.races = true;
      continue;
    }
    if (delivery.early) {
      replay_ = know(std::move(delivery.snapshot));
      news.snapshot = true;
      continue;
    }
    waits_ = false;
    if (delivery.capture != 0) {
      if (!delivery.snapshot || !record_) continue;
      std::shared_ptr<const whole::Replay> replay = know(std::move(delivery.snapshot));
      if (launch_ && *launch_ < record_->launches.size() &&
          record_->launches[*launch_].number == delivery.capture) {
        replay_ = std::move(replay);
        news.snapshot = true;
      }
      continue;
    }
    phase_ = Phase::Ended;
    failed_ = std::move(delivery.failed);
    if (!delivery.record) continue;
    record_ = std::move(delivery.record);
    texts_ = compiled_->texts;
    races_known_ = record_->end.cancelled;
    launch_.reset();
    replay_.reset();
    news.snapshot = false; // whoever looks into a launch gets what is known
    const bool known = delivery.snapshot && std::any_of(known_.begin(), known_.end(), [&](const auto& one) {
                         return one.first == delivery.snapshot->number;
                       });
    if (delivery.snapshot && !known) (void)know(std::move(delivery.snapshot));
    if (std::exchange(fresh_, false)) {
      printed_.clear();
      first_line_ = 0;
    }
    news.ended = true;
  }
  if (!news.ended) look_for_races(); // after what the person waits for
  return news;
}

std::shared_ptr<const whole::Replay> Programs::know(std::shared_ptr<const launch::LaunchSnapshot> snapshot) {
  auto replay = std::make_shared<whole::Replay>();
  replay->sources = request_.sources;
  replay->compiled = compiled_;
  replay->snapshot = std::move(snapshot);
  if (known_.size() >= most_known) known_.erase(known_.begin());
  known_.emplace_back(replay->snapshot->number, replay);
  return replay;
}

void Programs::heard(bool error, std::string_view piece) {
  {
    const std::lock_guard lock(mutex_);
    if (!first_piece_) {
      first_piece_ = true;
      first_piece_at_ = now();
    }
    if (kept_ >= most_printed) return;
    piece = piece.substr(0, most_printed - kept_);
    kept_ += piece.size();
    if (!pieces_.empty() && pieces_.back().error == error) pieces_.back().text += piece;
    else pieces_.push_back({error, std::string(piece)});
  }
  wake_();
}

void Programs::deliver(Delivery delivery) {
  {
    const std::lock_guard lock(mutex_);
    deliveries_.push_back(std::move(delivery));
  }
  wake_();
}

void Programs::loop() {
  while (true) {
    std::unique_ptr<Task> task;
    std::shared_ptr<std::atomic<bool>> cancel;
    {
      std::unique_lock lock(mutex_);
      running_.reset();
      changed_.wait(lock, [this] { return stop_ || waiting_ || prepare_; });
      if (stop_) return;
      prepare_ = false;
      task = std::move(waiting_);
      cancel = running_ = std::make_shared<std::atomic<bool>>(false);
      if (!compiler_) compiler_ = std::make_unique<compile::Compiler>();
    }
    if (task) work(*task, cancel);
    else warm_compiler();
  }
}

void Programs::prepare() {
  {
    const std::lock_guard lock(mutex_);
    if (compiler_ || waiting_) return; // it is warm, or becomes so
    prepare_ = true;
  }
  changed_.notify_all();
}

/// The worker's first program takes its process's start, and Clang's and LLVM's first use for the host. The
/// headers that it begins with come into the cache.
void Programs::warm_compiler() {
  program::ProgramSources first;
  first.files.push_back({"/warm-up.cu", "#include <cstdio>\n#include <cuda_runtime.h>\n#include <vector>\n"
                                        "__global__ void warm_up(float *out) { out[threadIdx.x] = 1.0f; }\n"
                                        "int main() { warm_up<<<1, 32>>>(nullptr); return 0; }\n"});
  static_cast<void>(compiler_->compile(first, std::chrono::seconds(10)));
}

void Programs::work(const Task& task, const std::shared_ptr<std::atomic<bool>>& cancel) {
  std::shared_ptr<const program::CompiledProgram> compiled = task.compiled;
  if (!compiled) {
    compile::ProgramResult made = compiler_->compile(task.request.sources);
    Delivery told{.generation = task.generation, .compiled_only = true, .diagnostics = made.diagnostics};
    if (made.program != nullptr && !has_errors(made.diagnostics))
      told.compiled = compiled = std::make_shared<const program::CompiledProgram>(
          std::move(static_cast<program::CompiledProgram&>(made)));
    deliver(std::move(told));
    if (!compiled) return;
  }
  if (cancel->load()) return;
  const whole::ScratchFolder scratch;
  const Input input(task.request.input);
  whole::Request request;
  request.program = *compiled;
  request.device = task.request.device;
  request.arguments = task.request.arguments;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry)
    request.environment.emplace_back(*entry);
  request.folder = task.request.folder;
  request.scratch = scratch.path();
  request.races = task.races;
  request.streams.input = input.file();
  request.streams.kept_bytes = most_printed;
  request.limits.seconds = 120;
  request.limits.launch.seconds = task.request.launch_seconds;
  request.limits.output_bytes = std::uint64_t{64} << 20;
  request.cancel = cancel.get();
  if (task.capture != 0) request.capture = whole::Capture{task.capture, {}};
  else if (!task.races) {
    request.keep = {most_copied, task.request.line, [&](std::shared_ptr<const launch::LaunchSnapshot> seen) {
                      deliver({.generation = task.generation, .early = true, .snapshot = std::move(seen)});
                    }};
    request.streams.heard = [this](bool error, std::string_view piece) { heard(error, piece); };
    double last = 0;
    request.progress = [this, last](const std::string& kernel, std::uint64_t done,
                                    std::uint64_t total) mutable {
      if (now() - last < .1) return;
      last = now();
      {
        const std::lock_guard lock(mutex_);
        going_ = {kernel, total == 0 ? 0 : static_cast<double>(done) / static_cast<double>(total)};
        going_changed_ = true;
      }
      wake_();
    };
  }
  whole::Outcome outcome = whole::run(request);
  Delivery told{.generation = task.generation,
                .capture = task.capture,
                .races = task.races,
                .failed = std::move(outcome.failed)};
  if (told.failed.empty()) told.record = std::make_shared<const whole::Record>(std::move(outcome.record));
  told.snapshot = std::move(task.capture != 0 ? outcome.snapshot : outcome.kept);
  deliver(std::move(told));
}

} // namespace warpscope::jobs
