// Simulation off the UI thread: one thread, one job at a time, the newest wins. The picture of block 0 comes
// first, then the probes (the counts beside the examples), then the counts of the whole grid. Questions (a
// chart's points) are answered one after another when no job is left; a job cancels the current question and
// drops the waiting ones.
//
// Cancelling. A running simulation checks its flag; a running compilation is left alone for patience (it
// takes some milliseconds, and killing the compiler costs a tenth of a second), then ended through
// Simulator::cancel().
#pragma once

#include "app/document/run_key.h"
#include "app/playback/machine_of.h"
#include "sim/run/simulate.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace warpscope::jobs {

/// How long a launch takes, or one sentence why nobody can say.
struct Estimated {
  std::optional<run::Estimate> made;
  std::string why_not;
  std::shared_ptr<const sass::MachineCode> code; ///< what was read, where the estimate is of it
};
using EstimatedPtr = std::shared_ptr<const Estimated>;

/// The simulator: the real compiler and executor, or a hand-made one in tests.
class Simulator {
 public:
  virtual ~Simulator() = default;
  [[nodiscard]] virtual run::Result simulate(const run::Request& request) = 0;
  /// What the launch's multiprocessor does over time (app/playback/machine.h). Null when it was cancelled.
  [[nodiscard]] virtual playback::MachinePtr machine(const run::Request& request,
                                                     const playback::MachineChoice& choice);
  /// The launch's time by its multiprocessor, of the code that is predicted. Null when it was cancelled.
  [[nodiscard]] virtual EstimatedPtr estimate(const run::Request& request);
  /// The same of what a compiler makes of the text. Null when it was cancelled, or nobody can read that here.
  [[nodiscard]] virtual EstimatedPtr read_estimate(const run::Request& request);
  /// Ends a simulate() that another thread is in, as soon as possible.
  virtual void cancel() = 0;
};
/// Reads what a compiler makes of the request's kernel; null with one sentence, or when request.cancel says
/// so.
using ReadCode = std::function<std::shared_ptr<const sass::MachineCode>(
    compile::Compiler& compiler, const run::Request& request, std::string& why_not)>;
/// `read`: for estimates of what it reads; empty: there are none.
[[nodiscard]] std::unique_ptr<Simulator> make_simulator(ReadCode read = {});

/// A question beside the main one: what would this other text cost?
struct Probe {
  document::RunKey key;
  run::Request request;
};

struct Job {
  std::uint64_t generation = 0;
  run::Request picture;      ///< blocks and trace_block are already set
  std::vector<Probe> probes; ///< each answered by one Delivery with its key
  /// Further probes that depend on the picture. Called on the worker's thread: must use copies only.
  std::function<std::vector<Probe>(const run::Result& picture)> more_probes;
  bool whole_grid = true;
};

/// A launch's multiprocessor over time.
struct MachineQuestion {
  std::uint64_t generation = 0;
  document::RunKey key; ///< of a launch beside the newest job's; empty: of that
  run::Request request;
  playback::MachineChoice choice;
};

struct Delivery {
  enum class Kind : std::uint8_t { Picture, Probe, Grid, Answer, Machine, Estimate } kind = Kind::Picture;
  std::uint64_t generation = 0;
  document::RunKey key;                      ///< the probe's or the question's; otherwise empty
  std::shared_ptr<const run::Result> result; ///< null for Machine and Estimate
  playback::MachinePtr machine = nullptr;    ///< of Machine alone
  EstimatedPtr estimate = nullptr;           ///< of Estimate alone
  bool read = false;                         ///< of Estimate: it is that of a compiler's code
};

class Worker {
 public:
  /// `wake` is called from the worker's thread when something can be taken or progress was made.
  Worker(std::unique_ptr<Simulator> simulator, std::function<void()> wake);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Replaces the current and the waiting job. Does not block.
  void submit(Job job);
  /// Questions to answer when there is time, each by a Delivery of kind Answer. Replaces the current and the
  /// waiting questions; submit() drops them too.
  void ask(std::vector<Probe> questions);
  /// Answered by a Delivery of kind Machine when no job is left, before the questions. Replaces the current
  /// and the waiting one; submit() drops them too.
  void ask_machine(MachineQuestion question);
  /// Launches to estimate when no job is left, before everything else, each answered by a Delivery of kind
  /// Estimate with its key: of predicted code at once, of read code once nothing else has been asked for
  /// `rest`, since a compiler takes longer. Added to those that wait; submit() drops them.
  /// `predicted`: that estimate is there.
  void ask_estimate(Probe launch, bool predicted = false);
  [[nodiscard]] std::vector<Delivery> take();
  /// Ends a job that was replaced and is still compiling after its patience. Call it now and then while
  /// busy().
  void nudge();
  /// With a job, or something of it is not taken yet; questions do not count.
  [[nodiscard]] bool busy() const;
  [[nodiscard]] bool estimates() const; ///< a launch's time is being computed
  /// How many of those were ended before they came to anything.
  [[nodiscard]] std::uint64_t cancelled_estimates() const { return cancelled_estimates_.load(); }
  /// Progress of the newest job's whole-grid run; total is 0 while there is none.
  void progress(std::uint64_t& done, std::uint64_t& total) const;

  static constexpr std::chrono::milliseconds patience{400}, rest{300};

 private:
  void loop();
  void work(Job& job, const std::shared_ptr<std::atomic<bool>>& cancel);
  void answer(Probe& question, const std::shared_ptr<std::atomic<bool>>& cancel);
  void estimate(Probe& launch, bool read, const std::shared_ptr<std::atomic<bool>>& cancel);
  void interrupt(bool machine, bool question);
  void answer(MachineQuestion& question, const std::shared_ptr<std::atomic<bool>>& cancel);
  [[nodiscard]] std::shared_ptr<const run::Result>
  with_orders(const Job& job, const std::shared_ptr<const run::Result>& picture);
  void deliver(Delivery delivery, const std::atomic<bool>& cancel);

  std::unique_ptr<Simulator> simulator_;
  std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::unique_ptr<Job> waiting_;
  std::deque<Probe> questions_;         ///< waiting
  std::deque<Probe> estimates_, reads_; ///< waiting; reads_.front() is the one that is read, while one is
  std::unique_ptr<MachineQuestion> machine_; ///< waiting
  enum class Work : std::uint8_t {
    Job,
    Estimate,
    Machine,
    Question,
    Read
  } work_ = Work::Job;                            ///< the current one
  std::chrono::steady_clock::time_point asked_{}; ///< when something else was asked for last
  std::shared_ptr<std::atomic<bool>> running_;    ///< the running job's cancel flag; null: idle
  std::chrono::steady_clock::time_point running_since_{};
  std::vector<Delivery> deliveries_;
  bool stop_ = false;
  std::atomic<std::uint64_t> done_{0}, total_{0}, cancelled_estimates_{0};
  std::thread thread_; ///< last, since it uses all of the above
};

} // namespace warpscope::jobs
