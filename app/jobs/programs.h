// A whole program off the UI thread: compiled, run, and once more up to the launch that is looked into. One
// program at a time, the newest wins. Nothing here blocks: start() passes it to a thread, poll() takes what
// came.
#pragma once

#include "sim/base/device.h"
#include "sim/base/diagnostic.h"
#include "sim/whole/record.h"
#include "sim/whole/replay.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace warpscope::jobs {

struct ProgramRequest {
  program::ProgramSources sources;
  Device device;
  std::vector<std::string> arguments; ///< argv, with the program's name
  std::string input;                  ///< what the program reads from stdin
  std::string folder;                 ///< the working directory
  /// The launch that is most likely looked into first: the first of a kernel with an access on this line. Its
  /// replay() comes while the program still runs. 0: the longest.
  std::uint32_t line = 0;
  /// Processor time of a launch. A person waits for it: half of what the command line gives.
  double launch_seconds = 30;
};

/// A piece of what the program prints, in the order in which it came.
struct Printed {
  bool error = false; ///< to stderr
  std::string text;
};

class Programs {
 public:
  enum class Phase : std::uint8_t { None, Compiling, Running, Ended };
  /// `wake` is called from another thread when poll() has something to take.
  explicit Programs(std::function<void()> wake);
  ~Programs();
  Programs(const Programs&) = delete;
  Programs& operator=(const Programs&) = delete;

  /// In the background: makes the first program start as fast as the next ones. For a window that is at rest.
  void prepare();
  /// Compiles and runs it, in place of what ran before.
  void start(ProgramRequest request);
  void stop();  ///< ends what runs; what it printed stays
  void close(); ///< and forgets it
  /// The launch to look into, by its index into the record's launches. Its snapshot comes with poll(): the
  /// program is run again for it, unless it is known.
  void look_into(std::size_t launch);

  struct News {
    bool any = false;
    bool compiled = false; ///< diagnostics() are of the newest request
    bool ended = false;    ///< record() is there
    bool snapshot = false; ///< replay() is of the launch that is looked into
    bool races = false;    ///< record() holds the races of its launches now
  };
  [[nodiscard]] News poll();

  [[nodiscard]] Phase phase() const { return phase_; }
  [[nodiscard]] bool busy() const { return waits_; } ///< the program, or what look_into() asked for
  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }
  /// Why nothing ran, though it compiled; empty: nothing of the kind.
  [[nodiscard]] const std::string& failed() const { return failed_; }
  /// Of the last program that ran to its end; null: none did.
  [[nodiscard]] const std::shared_ptr<const whole::Record>& record() const { return record_; }
  /// The person's texts, by Span::file; of the same program as record().
  [[nodiscard]] const std::vector<program::SourceFile>& texts() const { return texts_; }
  [[nodiscard]] const std::vector<Printed>& printed() const { return printed_; }
  [[nodiscard]] double seconds_to_first_line() const { return first_line_; } ///< 0: nothing came yet
  /// Launches so far of a program that runs; the kernel that runs and how much of it is done.
  struct Progress {
    std::string kernel;
    double share = 0;
  };
  [[nodiscard]] const Progress& progress() const { return progress_; }
  [[nodiscard]] std::optional<std::size_t> looked_into() const { return launch_; }
  /// The launch that is looked into, as far as it is known; null: not yet, or it never ran.
  [[nodiscard]] const std::shared_ptr<const whole::Replay>& replay() const { return replay_; }

 private:
  struct Task {
    std::uint64_t generation = 0;
    ProgramRequest request;
    std::shared_ptr<const program::CompiledProgram> compiled; ///< null: to be compiled
    std::uint32_t capture = 0;                                ///< LaunchRecord::number; 0: the whole program
    bool races = false;                                       ///< look for races, for the findings alone
  };
  struct Delivery {
    std::uint64_t generation = 0;
    std::uint32_t capture = 0;
    bool compiled_only = false, races = false;
    bool early = false; ///< the snapshot alone, of a program that still runs
    std::shared_ptr<const program::CompiledProgram> compiled;
    Diagnostics diagnostics;
    std::string failed;
    std::shared_ptr<const whole::Record> record;
    std::shared_ptr<const launch::LaunchSnapshot> snapshot;
  };
  void submit(Task task, bool waits = true);
  void warm_compiler();
  /// Keeps what a launch saw, for look_into().
  std::shared_ptr<const whole::Replay> know(std::shared_ptr<const launch::LaunchSnapshot> snapshot);
  void look_for_races();
  void take_races(const whole::Record& found);
  void loop();
  void work(const Task& task, const std::shared_ptr<std::atomic<bool>>& cancel);
  void deliver(Delivery delivery);
  void heard(bool error, std::string_view piece);

  std::function<void()> wake_;
  std::uint64_t generation_ = 0;
  ProgramRequest request_;
  Phase phase_ = Phase::None;
  bool waits_ = false;
  bool races_known_ = false, races_asked_ = false; ///< of the record
  Diagnostics diagnostics_;
  std::string failed_;
  std::shared_ptr<const program::CompiledProgram> compiled_;
  std::shared_ptr<const whole::Record> record_;
  std::vector<program::SourceFile> texts_;
  std::vector<Printed> printed_;
  double first_line_ = 0, started_ = 0;
  bool fresh_ = false; ///< nothing of the newest program is in printed_ yet
  Progress progress_;
  std::optional<std::size_t> launch_;
  std::shared_ptr<const whole::Replay> replay_;
  std::vector<std::pair<std::uint32_t, std::shared_ptr<const whole::Replay>>> known_; ///< newest last

  std::mutex mutex_;
  std::condition_variable changed_;
  std::unique_ptr<Task> waiting_;
  std::shared_ptr<std::atomic<bool>> running_;
  std::vector<Delivery> deliveries_;
  std::vector<Printed> pieces_; ///< of the program that runs, not yet taken
  bool first_piece_ = false;
  double first_piece_at_ = 0;
  std::size_t kept_ = 0; ///< bytes in pieces_ and printed_
  Progress going_;
  bool going_changed_ = false;
  bool stop_ = false;
  bool prepare_ = false;                        ///< prepare() was called, and nothing has come of it yet
  std::unique_ptr<compile::Compiler> compiler_; ///< of the thread; made with the first program
  std::thread thread_;                          ///< last, since it uses all of the above
};

} // namespace warpscope::jobs
