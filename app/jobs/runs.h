// From documents to runs: what is simulated, the run on the stage, its whole grid, the answers to probes, the
// sweep. Nothing here blocks: start() passes a job to the worker, poll() takes what came back.
#pragma once

#include "app/document/request.h"
#include "app/jobs/sweeper.h"
#include "app/jobs/worker.h"
#include "app/results/offers.h"
#include "app/results/shown_run.h"
#include "sim/expression/expression.h"
#include "sim/run/simulate.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::jobs {

class Runs {
 public:
  /// `wake` is called from another thread when poll() has something to take.
  Runs(std::unique_ptr<Simulator> simulator, std::function<void()> wake);

  /// Simulates the document; cancels what runs for an older one.
  void start(const document::Document& document, const Device& device);

  /// The document has no run, for these reasons; the run on the stage stays, of an older text.
  void refuse(const document::Document& document, Diagnostics why);

  /// What poll() brought.
  struct News {
    bool any = false;
    bool run = false;                                ///< another run is on the stage
    bool grid = false;                               ///< its grid is counted
    bool machine = false;                            ///< its multiprocessor was simulated
    bool estimate = false;                           ///< a launch's time was estimated
    std::shared_ptr<const program::Program> program; ///< of the newest text, when it compiled
    /// The program has no barrier on a line that is cut: it is not shown, for the cuts have to be mended
    /// first.
    bool cuts_lost = false;
  };
  [[nodiscard]] News poll();

  [[nodiscard]] bool busy() const {
    return worker_.busy();
  } ///< the newest job is not finished, or poll() is due
  /// Progress of the whole-grid run, 0..1; nullopt when there is none.
  [[nodiscard]] std::optional<float> grid_progress() const;
  [[nodiscard]] std::uint64_t generation() const { return generation_; } ///< of the newest job
  /// Of the job that the run on the stage came of.
  [[nodiscard]] std::uint64_t shown_generation() const { return shown_generation_; }

  // ---- the run on the stage: block 0 of the last text that could be simulated
  [[nodiscard]] const results::ShownRunPtr& shown() const { return shown_; } ///< null before the first
  [[nodiscard]] playback::RunPtr run() const { return shown_ ? shown_->run : nullptr; }
  [[nodiscard]] const run::Result* picture() const { return shown_ ? &shown_->run->result() : nullptr; }
  [[nodiscard]] std::shared_ptr<const run::Result> shared_picture() const {
    return shown_ ? shown_->run->shared_result() : nullptr;
  }
  /// The whole grid of the same text; null while it is being counted.
  [[nodiscard]] const run::Result* grid() const { return grid_.get(); }
  [[nodiscard]] const std::shared_ptr<const run::Result>& shared_grid() const { return grid_; }
  /// The run belongs to an older text: the present one does not compile.
  [[nodiscard]] bool stale() const { return stale_; }

  // ---- the newest text
  /// What its whole grid is simulated with.
  [[nodiscard]] const run::Request& request() const { return request_; }
  /// In expression mode `file` is the field: "expression", "declaration" or "block".
  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }
  /// Returns the first error for `field` ("expression", …) as a sentence, nullptr if there is none.
  [[nodiscard]] const Diagnostic* error_in(std::string_view field) const;
  /// A fault, a deadlock, an exhausted budget or a failed check of the run; empty when there is none.
  [[nodiscard]] std::string trouble() const;
  /// Empty in kernel mode.
  [[nodiscard]] const expression::ExpressionKernel& expression_kernel() const { return expression_kernel_; }
  /// The text that is simulated: the kernel's, or the one around the expression.
  [[nodiscard]] const std::string& simulated_text() const { return simulated_text_; }

  // ---- answers to probes: what examples and remedies would cost. True whatever has been typed since
  [[nodiscard]] const results::Answers& answers() const { return answers_; }
  [[nodiscard]] std::uint64_t answered() const { return answered_; } ///< how many have come

  // ---- orders of the warps
  /// The result of the search for a schedule that does damage; empty: no search, or not finished.
  [[nodiscard]] std::string order_sentence() const;
  [[nodiscard]] bool can_play_broken_order() const;
  [[nodiscard]] bool plays_broken_order() const { return order_.has_value(); }
  /// What the run's schedule does to the result, and where the wrong value went; null: the result is correct,
  /// or it is not known.
  [[nodiscard]] const races::ScheduleSearch* damage() const;
  /// The next start() uses that schedule, or the usual one again. False: this changes nothing.
  bool choose_broken_order(bool on);
  void choose_usual_order();
  /// The whole grid was searched for races, not only the traced block.
  [[nodiscard]] bool grid_was_searched() const;

  // ---- the multiprocessor over time
  /// Asks for it, unless it is there or on its way: called for each frame in which somebody looks at it.
  /// `resident`: blocks held at once; 0: as many as the device holds. The others: as MachineChoice's.
  void want_machine(std::uint32_t resident, double latency = 1, std::uint32_t l1_bytes = 0);
  /// Of the last text it was made for; null before the first.
  [[nodiscard]] const playback::MachinePtr& machine() const { return machine_; }
  /// It belongs to the run on the stage, and to the residents that were wanted last.
  [[nodiscard]] bool machine_is_current() const;
  /// It was asked for and is on its way.
  [[nodiscard]] bool machine_is_due() const {
    return machine_asked_.generation == generation_ && machine_had_ != machine_asked_;
  }
  /// The same of another launch beside it, with the same choices: called after want_machine(). `version`:
  /// another for each document. Both are of a compiler's code or neither is.
  void want_machine_beside(std::uint64_t version, const document::Document& document, const Device& device);
  void want_no_machine_beside() { beside_ = {}; }
  /// Null: not there yet.
  [[nodiscard]] const playback::MachinePtr& machine_beside() const { return beside_.machine; }
  [[nodiscard]] bool machine_beside_is_due() const { return beside_.asked != beside_.had; }
  /// It is of the choices that were asked for last.
  [[nodiscard]] bool machine_beside_is_current() const {
    return beside_.machine && (!machine_beside_is_due() || beside_.had.differs_in_code(beside_.asked));
  }

  // ---- how long launches take
  [[nodiscard]] bool estimates() const { return worker_.estimates(); } ///< one is being computed
  /// How many were ended by something else, such as the next key press.
  [[nodiscard]] std::uint64_t cancelled_estimates() const { return worker_.cancelled_estimates(); }
  /// Asks for the estimate of the run on the stage, unless it is there or on its way: called for each frame
  /// in which somebody looks at it. Expressions have none.
  void want_estimate();
  /// The same of another text. Returns its key; empty: it cannot be simulated.
  document::RunKey want_estimate(const document::Document& document, const Device& device);
  void want_estimate(const document::RunKey& key, const run::Request& request);
  /// Null: not there yet. Of a compiler's code once that has been read, until then of predicted code. Where
  /// the multiprocessor comes to nothing it is the plain model's, once the grid is counted.
  [[nodiscard]] EstimatedPtr estimate();
  [[nodiscard]] EstimatedPtr estimate_of(const document::RunKey& key) const;
  /// Those of another launch and of the run on the stage, both of read code or neither.
  [[nodiscard]] std::pair<EstimatedPtr, EstimatedPtr> estimates_of_pair(const document::RunKey& other);
  /// Asks for the estimates of the sweep's points, one after another: called for each frame in which somebody
  /// looks at them. Returns those that are there, for each point; all of read code or none.
  [[nodiscard]] std::vector<EstimatedPtr> want_sweep_estimates();
  [[nodiscard]] std::vector<EstimatedPtr> sweep_estimates() const;

  // ---- one thing varied
  [[nodiscard]] std::vector<SweepSubject> sweep_subjects() const;
  void start_sweep(const std::string& id);
  void stop_sweep(); ///< what is counted stays
  void resume_sweep();
  void close_sweep();
  [[nodiscard]] const Sweep* sweep() const { return sweeper_.sweep(); }
  [[nodiscard]] bool sweeping() const;
  /// An edit stops the counting; true: it starts again with the new text, once that has been simulated.
  bool sweep_follows = true;

 private:
  enum class Taken : std::uint8_t { Shown, NotShown, CutsLost };
  Taken take_picture(std::shared_ptr<const run::Result> result);
  void not_shown(std::string_view field, std::string_view sentence);
  [[nodiscard]] Sweeper::Of sweep_of() const;
  void ask_sweep();

  document::Document document_; ///< of the newest job
  Device device_;
  std::uint64_t generation_ = 0, shown_generation_ = 0;
  expression::ExpressionKernel expression_kernel_;
  expression::ExpressionInput expression_input_;
  std::string simulated_text_;
  results::ShownRunPtr shown_;
  std::shared_ptr<const run::Result> grid_;
  bool stale_ = false;
  Diagnostics diagnostics_;
  std::optional<exec::Schedule> order_;         ///< of the newest job; nullopt: the usual one
  std::shared_ptr<const run::Result> searched_; ///< the grid with the search that order_ came of
  results::Answers answers_;
  std::uint64_t answered_ = 0;
  Sweeper sweeper_;
  std::uint64_t progress_done_ = 0, progress_total_ = 0;

  struct MachineAsked {
    std::uint64_t generation = 0;
    std::uint32_t resident = 0;
    double latency = 1;
    std::uint32_t l1_bytes = 0;
    bool read = false; ///< of a compiler's code
    bool operator==(const MachineAsked&) const = default;
    [[nodiscard]] bool differs_in_code(const MachineAsked& other) const {
      MachineAsked same = *this;
      same.read = other.read;
      return same == other && read != other.read;
    }
  };
  run::Request request_; ///< of the newest job
  document::RunKey key_; ///< of it
  struct Times {
    EstimatedPtr predicted; ///< null: not there yet
    EstimatedPtr read;      ///< null: not there yet, or there is none
    bool asked = false;     ///< of the worker, since the newest job
    bool complete = false;  ///< nothing more will come
  };
  [[nodiscard]] const Times* times_of(const document::RunKey& key) const; ///< null: never asked for
  [[nodiscard]] EstimatedPtr or_plain(EstimatedPtr of_the_run);
  void take_estimate(Delivery& delivery);

  document::ByRunKey<Times> estimates_;
  struct PlainOf {
    std::shared_ptr<const run::Result> grid;
    EstimatedPtr made;
  } plain_;
  playback::MachinePtr machine_;
  MachineAsked machine_asked_, machine_had_; ///< the latter: what machine_ answers
  struct Beside {
    std::uint64_t version = ~0ull;
    document::RunKey key; ///< empty: nothing stands beside
    run::Request request;
    playback::MachinePtr machine;
    MachineAsked asked{~0ull}, had{~0ull}; ///< their generation is 0 once there is one
  } beside_;

  Worker worker_; ///< last: its thread calls wake only
};

} // namespace warpscope::jobs
