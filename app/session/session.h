// The state behind the window: documents, runs, results, time and lessons, wired. Each part is a class of its
// own that knows nothing of the others; what an edit or an arriving run means for the other parts is here. No
// drawing, no thread of the caller's is ever blocked: an edit hands a job to the worker, poll() takes what
// came back.
//
// All members are called from one thread (the UI's).
#pragma once

#include "app/document/document_json.h"
#include "app/document/edits.h"
#include "app/document/program_options.h"
#include "app/document/share.h"
#include "app/document/state_line.h"
#include "app/jobs/head_start.h"
#include "app/jobs/programs.h"
#include "app/jobs/runs.h"
#include "app/lesson/course.h"
#include "app/lesson/recorder.h"
#include "app/lesson/tutor.h"
#include "app/playback/playhead.h"
#include "app/results/offers.h"
#include "app/results/pair.h"
#include "app/results/results.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::session {

/// How things look; not part of undo.
struct Settings {
  float zoom = 1;
  bool dark = true;
  bool reduce_motion = false;
  double speed = 4; ///< steps a second, 1..64
};

using document::ProgramOptions;

/// Something happened that nobody asked for: whoever shows things takes them, once, in their order.
struct Event {
  enum class Kind : std::uint8_t {
    CutLost,        ///< a cut line lost its barrier: it is cut no longer
    ProgramStarted, ///< a whole program runs, which no key press asked for
    ShowScene       ///< `scene` is to be on the stage: a shared file's, or the one that draws a hazard
  } kind = Kind::CutLost;
  std::string scene; ///< its id
  /// ShowScene: what is chosen in scenes; `every_scene`: in those that are not here, nothing.
  document::SceneChoices choices;
  bool every_scene = false;
  bool operator==(const Event&) const = default;
};

class Session {
 public:
  /// `wake` is called from another thread when poll() has something to take.
  Session(document::Catalog catalog, std::unique_ptr<jobs::Simulator> simulator, std::function<void()> wake);

  Settings settings;
  /// Seconds since some start; tests replace it to control which edits merge into one undo step.
  std::function<double()> clock;

  // ---- the parts
  [[nodiscard]] const document::Edits& edits() const { return edits_; }
  [[nodiscard]] const document::Document& document() const { return edits_.document(); }
  [[nodiscard]] const document::Catalog& catalog() const { return edits_.catalog(); }
  /// An operation on the document: `session.edit()->set_mode(…)`. What it changed is simulated or shown when
  /// the expression ends.
  class Editing {
   public:
    explicit Editing(Session& session);
    ~Editing() { session_.follow_edits(); }
    Editing(const Editing&) = delete;
    Editing& operator=(const Editing&) = delete;
    document::Edits* operator->() { return &session_.edits_; }

   private:
    Session& session_;
  };
  [[nodiscard]] Editing edit() { return Editing(*this); }

  [[nodiscard]] const jobs::Runs& runs() const { return runs_; }
  [[nodiscard]] jobs::Runs& runs() { return runs_; } ///< its sweep may be started and stopped
  [[nodiscard]] const playback::Playhead& time() const { return time_; }
  [[nodiscard]] playback::Playhead& time() { return time_; }
  [[nodiscard]] const lesson::Tutor& lesson() const { return lesson_; }
  [[nodiscard]] const results::Results& results() const;
  [[nodiscard]] const results::PinnedPair& pair() const { return pair_; }
  [[nodiscard]] std::vector<Event> take_events();

  /// Takes results and progress from the worker. True when something visible changed.
  bool poll();
  /// The newest job is not finished: poll() again.
  [[nodiscard]] bool busy() const { return is_running() || pasted_b_.has_value(); }
  /// The run of the present text is there; of a whole program that of its launch, or it ended without one.
  [[nodiscard]] bool is_shown() const;
  /// Grows whenever what is shown of the run, of its grid or of the lesson changed.
  [[nodiscard]] std::uint64_t version() const { return version_; }

  // ---- the document with what came of it (session_document.cpp)
  void set_example(const results::Example& example);
  void apply(const results::Remedy& remedy);
  void show_as_kernel(); ///< the kernel around the expression becomes the kernel's text
  /// Empty when it worked, else a sentence; as Edits' of the same names.
  [[nodiscard]] std::string save_file(const std::string& path);
  [[nodiscard]] std::string set_row_length(const std::string& buffer, std::string_view typed);
  /// Returns one .cu that restores all of this when it is opened; `scene`: the id of the scene on the stage.
  [[nodiscard]] document::SharedText share(std::string_view scene) const;
  /// Returns all of this, and A where something is pinned, as one line to paste (app/document/state_line.h).
  /// `choices`: what is chosen in the scenes.
  [[nodiscard]] std::string state_line(std::string_view scene, document::SceneChoices choices = {}) const;
  /// Takes a line of state_line(): one undo step. An A is taken and counted first, and pinned. False: it is
  /// no such line.
  bool take_state_line(std::string_view line);
  /// Parameters of the run's header and the value each has now.
  [[nodiscard]] std::vector<document::Parameter> parameters() const;
  /// Numbers of the header's launch. While a new text is on its way the former ones stay, so that a list of
  /// them that is open stays open.
  [[nodiscard]] const std::vector<document::LaunchKnob>& knobs() const;
  /// Edits the header's text. Does nothing when the knob is not one of knobs().
  void turn_knob(const std::string& name, std::int64_t value);
  /// The document of a sweep's point becomes the present one.
  void set_sweep_point(std::size_t index);
  [[nodiscard]] std::uint32_t warps() const; ///< of the block as typed; at least 1
  [[nodiscard]] Dim3 block() const;          ///< of the run
  [[nodiscard]] const std::vector<results::Example>& examples() const;
  /// For the access at the playhead, those that were simulated and help.
  [[nodiscard]] const std::vector<results::Remedy>& remedies() const;

  // ---- a whole program (session_program.cpp)
  [[nodiscard]] const jobs::Programs& programs() const { return programs_; }
  void prepare_programs() { programs_.prepare(); } ///< for a window that is at rest
  /// For a window at rest: parses the headers of the labs ahead, in a process of the lowest priority. A run
  /// that somebody waits for ends it, the next call goes on.
  void prepare_headers() { head_start_.go_on(edits_.catalog(), edits_.device()); }
  [[nodiscard]] bool wants_headers() { return head_start_.wanted(edits_.device()); }
  [[nodiscard]] bool prepares_headers() { return head_start_.working(); }
  /// The text is a program of its own, with a main().
  [[nodiscard]] bool is_program() const;
  [[nodiscard]] const ProgramOptions& program_options() const { return program_options_; }
  void set_program_options(ProgramOptions options); ///< those of the next run
  /// The options of every program that was run, by its file; a file that is opened gets its own back.
  [[nodiscard]] const document::KnownOptions& known_program_options() const { return known_options_; }
  void know_program_options(document::KnownOptions known) { known_options_ = std::move(known); }
  /// The call that prints outside what the window shows.
  [[nodiscard]] document::CommandLine command_line() const {
    return edits_.as_command_line(is_program() ? program_options_ : ProgramOptions{});
  }
  void run_program(); ///< once more; of kernels alone their launch, with the options of now
  /// What the lab on the stage printed on a GPU with the present parameters; empty for any other text.
  struct Recorded {
    std::string on; ///< the device, and the parameters
    std::vector<std::string> lines;
  };
  [[nodiscard]] std::vector<Recorded> recorded_output() const;
  void stop_program();
  /// The launch becomes that of every scene; an index into the record's launches.
  void choose_launch(std::size_t launch);
  /// Where a line of the program that ran is in the present text; 0: nowhere. `file`: of another of its
  /// texts.
  [[nodiscard]] std::uint32_t present_line(std::uint32_t line, const std::string& file = {}) const;

  // ---- hazards
  /// Shows the hazard, and plays to its second access (the read of what is written too late). nullopt: shows
  /// none.
  void select_hazard(std::optional<std::size_t> row);
  /// The run becomes the one in the order that does damage; false: in the usual one again.
  void play_broken_order(bool on);

  // ---- A beside B
  /// Keeps the present run as A. False: there is none, or it is of an older text.
  bool pin();
  void unpin();
  /// Makes A the edited text, and the edited text A. False: there is nothing to swap.
  bool swap_pinned();
  [[nodiscard]] std::string name_of_a() const { return pair_.name_of_a(document()); }
  [[nodiscard]] std::string name_of_b() const { return pair_.name_of_b(document()); }
  /// Both sides' moments in lockstep; nullopt: nothing is pinned, or A has no such access
  /// (Pair::why_alone()).
  [[nodiscard]] std::optional<results::Pair::Moments> moments() const;
  [[nodiscard]] const std::vector<results::PairRow>& pair_rows() const; ///< empty while the counts are hidden

  // ---- time, as far as a question or the settings have a say in it
  [[nodiscard]] playback::Motion motion() const { return {settings.speed, settings.reduce_motion}; }
  void play(bool on);  ///< ends a question: a picture that moves counts aloud
  void step_forward(); ///< while a question is open, access by access
  void step_back();
  void advance(double seconds) { time_.advance(seconds, motion()); }
  [[nodiscard]] float progress() const { return time_.progress(motion()); }
  [[nodiscard]] bool animating() const { return time_.animating(motion()); }
  [[nodiscard]] double next_change(bool glides) const { return time_.next_change(glides, motion()); }
  /// From the pinned moment to the playhead; null while nothing is pinned, or while the counts are hidden.
  [[nodiscard]] std::shared_ptr<const playback::MomentDifference> difference() const;

  // ---- lessons
  /// The header of the run on the stage; of a program that of its text, also where none of its launches ran.
  /// Null: there is none.
  [[nodiscard]] const source::Scenario* scenario() const;
  /// Takes the parameters that the lab's lesson sets (one undo step) and plays to the access that answers.
  /// Empty, or a sentence why it cannot.
  [[nodiscard]] std::string show_me();
  [[nodiscard]] lesson::Tutor::State lesson_state() const { return lesson_.state(time_); }
  void ask(); ///< hides the counts until answer() or reveal()
  void type_guess(char digit) { lesson_.type_guess(digit); }
  void erase_guess() { lesson_.erase_guess(); }
  void answer(); ///< with the number typed; without one, like reveal()
  void reveal();
  void dismiss_verdict() { lesson_.dismiss_verdict(); }
  [[nodiscard]] bool counts_hidden() const {
    return lesson_.counts_hidden() || (course_ && course_->hides());
  }
  [[nodiscard]] std::string verdict() const { return lesson_.verdict(time_); }

  // ---- a lesson that is played (session_course.cpp)
  /// One that travels with the program, or a .toml file. Brings the moment's lab, with its parameters and at
  /// its access. Empty, or a sentence why it cannot.
  [[nodiscard]] std::string play_lesson(const std::string& name_or_path, std::size_t moment = 0);
  [[nodiscard]] const lesson::Course* course() const { return course_ ? &*course_ : nullptr; } ///< null: none
  void next_in_lesson(); ///< asks first, then shows, then goes on
  void back_in_lesson();
  void ask_in_lesson(); ///< or puts the question aside
  void choose_in_lesson(std::size_t choice) {
    if (course_) course_->choose(choice);
  }
  void leave_lesson(); ///< what is on the stage stays
  /// The class's first answers to the questions of the lesson that is played, now and whenever it was played
  /// before, until they are cleared.
  [[nodiscard]] document::ClassScore class_score() const;
  void clear_class_score();
  using ClassScores = std::map<std::string, document::ClassScore>; ///< by the lesson's id
  [[nodiscard]] ClassScores class_scores() const;                  ///< of all lessons
  void know_class_scores(ClassScores known) { scores_ = std::move(known); }

  // ---- where somebody who learns alone goes on
  using LessonPlaces = document::LessonPlaces; ///< by the lesson's id: the moment it was left at
  [[nodiscard]] LessonPlaces lesson_places() const;
  void know_lesson_places(LessonPlaces known) { places_ = std::move(known); }
  /// The moment at which the lesson that is played was left the last time; nullopt: at its beginning or its
  /// end, or it has gone on since.
  [[nodiscard]] std::optional<std::size_t> left_at() const;
  void go_on_in_lesson(); ///< to that moment

  // ---- a lesson that is recorded
  void start_recording();
  void stop_recording() { records_ = false; } ///< what was recorded can still be saved
  [[nodiscard]] bool records() const { return records_; }
  [[nodiscard]] const labs::CourseLesson& recording() const { return recording_; }
  /// Adds what stands on the stage. Empty, or a sentence why it is no moment.
  [[nodiscard]] std::string record_moment(std::string_view scene, const document::SceneChoices& choices = {});
  [[nodiscard]] std::string recording_file(const std::string& path) const; ///< what to write there

 private:
  /// What the run that comes will be met with.
  struct Arrival {
    bool another_text = true; ///< it starts at its most telling access
    std::optional<playback::Moment> moment;
    std::optional<std::uint64_t> step;
    bool shows_hazard = false; ///< what a cut or another order does
  };
  void follow_edits();
  void follow_stops(); ///< the playhead stops where the document says
  void simulate();
  [[nodiscard]] document::Document document_to_run() const; ///< with the launch that is looked into
  [[nodiscard]] std::shared_ptr<const whole::Replay> replay() const;
  /// What the host's part of a program is run with: it runs again when this is another.
  struct ProgramKey {
    std::string file, host, device;
    std::vector<std::pair<std::string, std::string>> macros;
    bool operator==(const ProgramKey&) const = default;
  };
  /// True when the document's runs come from the program, which is not there yet.
  [[nodiscard]] bool follow_program();
  void start_program();
  /// The line of the text that ran whose launch is shown first; 0: the longest is.
  [[nodiscard]] std::uint32_t lesson_line() const;
  /// What the program's host side is made of, its text without the bodies of kernels.
  [[nodiscard]] std::string host_side() const;
  void know_program_options(const std::string& path, const ProgramOptions& options);
  void take_program_options();
  [[nodiscard]] bool poll_program();
  [[nodiscard]] std::string show_program_answer();
  void choose_first_launch();
  [[nodiscard]] bool is_running() const {
    return runs_.busy() || programs_.busy() || program_due_.has_value();
  }
  void run_arrived();
  void bring_moment();
  void meet_moment(); ///< its run is on the stage
  /// It is, and of a whole program the launch that the moment names; else that launch is asked for.
  [[nodiscard]] bool moment_has_come();
  void play_moment();
  void end_course();    ///< its score joins the others
  void follow_lesson(); ///< gives up on a moment whose lab does not run
  [[nodiscard]] playback::TrackPart track_part() const;
  [[nodiscard]] std::uint32_t warp() const; ///< of an expression, within its block
  [[nodiscard]] results::Offers::Of offers_of() const;
  [[nodiscard]] std::shared_ptr<const results::Pinned> present_as_pinned() const;
  void set_pinned(std::shared_ptr<const results::Pinned> a);
  void take_state(document::SavedSession state);
  void follow_pasted(); ///< B, once the A that came with it has been counted

  document::Edits edits_;
  playback::Playhead time_;
  mutable results::Results results_;
  mutable results::Offers offers_;
  lesson::Tutor lesson_;
  std::optional<lesson::Course> course_;
  ClassScores scores_; ///< without what course_ has counted
  LessonPlaces places_;
  std::optional<std::size_t> left_at_; ///< when the lesson was begun
  labs::CourseLesson recording_;
  bool records_ = false;
  std::optional<std::uint64_t> moment_awaited_; ///< the job whose run the moment waits for
  results::PinnedPair pair_;
  mutable std::vector<document::LaunchKnob> knobs_;
  mutable std::vector<results::PairRow> pair_rows_;
  mutable std::uint64_t pair_rows_version_ = ~0ull;
  std::vector<Event> events_;
  Arrival arrival_;
  ProgramOptions program_options_;
  std::string options_of_; ///< Document::kernel_file whose options they are
  document::KnownOptions known_options_;
  std::optional<ProgramKey> program_;               ///< of the program that was started last; nullopt: none
  std::shared_ptr<const std::string> program_text_; ///< the text it was started with
  mutable source::Scenario program_header_;         ///< of program_header_of_
  mutable std::shared_ptr<const std::string> program_header_of_;          ///< null: none was read yet
  std::optional<double> program_due_;                                     ///< when it is started again
  mutable std::shared_ptr<const whole::Replay> captured_, edited_replay_; ///< the second made of the first
  std::string chosen_kernel_; ///< of the launch that was chosen last
  std::string lesson_kernel_; ///< with the access that the text's lesson names; empty: not known
  mutable std::pair<std::uint64_t, bool> is_program_{~0ull, false}; ///< by revision
  std::optional<document::SavedSession> pasted_b_;                  ///< waits for the A that came with it
  std::string shown_text_; ///< that the run under the playhead was simulated from
  std::uint64_t version_ = 0;
  const char* language_; ///< that version_ was last told in: its name's place

  jobs::HeadStart head_start_;
  jobs::Programs programs_;
  jobs::Runs runs_; ///< last: its thread and that of the programs call only wake
};

} // namespace warpscope::session
