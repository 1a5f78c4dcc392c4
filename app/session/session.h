// The state behind the window and what can be done to it. No drawing, no files of its own, no thread of the
// caller's is ever blocked: an edit hands a job to the worker, poll() takes what came back.
//
// All members are called from one thread (the UI's).
#pragma once

#include "app/document/catalog.h"
#include "app/document/command_line.h"
#include "app/document/cuts.h"
#include "app/document/document.h"
#include "app/document/files.h"
#include "app/document/history.h"
#include "app/document/launch_knobs.h"
#include "app/document/request.h"
#include "app/document/share.h"
#include "app/document/text_edit.h"
#include "app/jobs/sweep.h"
#include "app/jobs/worker.h"
#include "app/lesson/lesson.h"
#include "app/lesson/prediction.h"
#include "app/playback/block_index.h"
#include "app/playback/difference.h"
#include "app/playback/hazard_story.h"
#include "app/playback/playback.h"
#include "app/playback/run.h"
#include "app/playback/time_marks.h"
#include "app/playback/track.h"
#include "app/results/gutter.h"
#include "app/results/hazards.h"
#include "app/results/pair.h"
#include "app/results/rows.h"
#include "sim/expression/expression.h"
#include "sim/run/simulate.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::session {

/// How things look; not part of undo.
struct Settings {
  float zoom = 1;
  bool dark = true;
  bool reduce_motion = false;
  double speed = 4; ///< steps a second, 1..64
};

/// One line of "or try".
struct Example {
  std::string expression, declaration;
  bool current = false;   ///< it is what the fields hold
  results::WarpCost cost; ///< valid once simulated
};

/// What to ask before a file is written over.
enum class SaveQuestion : std::uint8_t { None, OtherFile, ChangedOnDisk };

/// One click: the document after it, and what the access would cost then.
struct Remedy {
  std::string label;   ///< "Pad"
  std::string tail;    ///< "[32][33]"
  std::string outcome; ///< "1": wavefronts an access; empty until simulated
  std::string unit;    ///< "wavefront"
  document::Document after;
  std::string key; ///< of the probe that answers
};

/// What ctrl+P keeps: the text with everything that came of it. Shared and never changed.
struct Pinned {
  std::uint64_t version = 0; ///< another one for each; never the session's own
  document::Document document;
  playback::Moment moment;
  std::shared_ptr<const run::Result> picture, grid; ///< grid: null where it was not counted yet
  playback::RunPtr run;                             ///< the picture's
  std::string text;                                 ///< the simulated one
  std::vector<bool> sites;
  playback::Playback playback;
  playback::SiteIndex accesses;
  std::vector<results::ResultRow> rows;
  [[nodiscard]] results::ComparedSide side() const;
};

class Session {
 public:
  /// `wake` is called from another thread when poll() has something to take.
  Session(document::Catalog catalog, std::unique_ptr<jobs::Simulator> simulator, std::function<void()> wake);

  // ---- what the person made
  [[nodiscard]] const document::Document& document() const { return document_; }
  [[nodiscard]] const document::Catalog& catalog() const { return catalog_; }
  Settings settings;

  void set_mode(document::SourceMode mode);
  void set_expression(std::string text);
  void set_declaration(std::string text);
  void set_block(std::string text);
  void set_warp(std::uint32_t warp);
  void set_kernel_text(std::string text);
  /// A parameter of the kernel's header.
  void set_choice(const std::string& name, const std::string& value);
  /// False: no such id.
  bool set_lab(const std::string& id);
  bool set_device(const std::string& id);
  void set_example(const Example& example);
  void apply(const Remedy& remedy);
  /// What the compiler offers for a message becomes the text it is about. False: it does not fit the present
  /// text.
  bool apply_fix(const Diagnostic& diagnostic);
  /// The kernel around the expression becomes the kernel's text.
  void show_as_kernel();
  /// Back to the lab's text and parameters, or to the first expression.
  void reset();

  // ---- barriers left out (session_cuts.cpp); the text stays as it is
  /// Lines of the kernel's text with barriers that can be cut, ascending, those that are cut among them.
  /// Empty in expression mode.
  [[nodiscard]] const std::vector<std::uint32_t>& barriers() const;
  [[nodiscard]] bool is_cut(std::uint32_t line) const;
  /// Cuts the line's barriers, or restores them: one undo step. False: there is none to cut.
  bool toggle_barrier(std::uint32_t line);
  void restore_barriers(); ///< all of them
  /// Of a line: its barrier, else the nearest one below it, else the nearest above; nullopt: the kernel has
  /// none.
  [[nodiscard]] std::optional<std::uint32_t> barrier_near(std::uint32_t line) const;
  /// The cut calls become comments, and nothing is cut any more. False: nothing is cut, or a call is not
  /// written out on its line.
  bool write_cuts_into_text();

  // ---- rows of buffers (session_rows.cpp): how the scene Tiling lays them out
  /// Elements of a row as a person typed them; empty or "auto": what the accesses show, again. One undo step.
  /// A sentence when it is none for this buffer of the picture; nothing is changed then.
  [[nodiscard]] std::string set_row_length(const std::string& buffer, std::string_view typed);
  /// Of the document, for its pictures; empty in expression mode.
  [[nodiscard]] const std::map<std::string, std::uint64_t>& row_lengths() const;

  /// Races and divergent barriers of the picture, and of the whole grid once that was looked through; empty
  /// while the text is another.
  [[nodiscard]] const std::vector<results::HazardRow>& hazards() const;
  /// The one that the pictures show; nullopt: none.
  [[nodiscard]] std::optional<std::size_t> selected_hazard() const;
  /// Shows it, and plays to its second access (the read of what is written too late). nullopt: shows none.
  void select_hazard(std::optional<std::size_t> row);
  /// Of the selected one, in the traced block; null: none is selected, or it is not in that block.
  [[nodiscard]] const playback::HazardStory* hazard_story() const;
  /// What the search for an order of the warps that does damage said; empty: nothing was searched, or not
  /// yet.
  [[nodiscard]] std::string order_sentence() const;
  [[nodiscard]] bool can_play_broken_order() const;
  [[nodiscard]] bool plays_broken_order() const { return order_.has_value(); }
  /// What the order that the picture was run in does to the result, and the way of the wrong value; null: it
  /// leaves the right one, or it is not known.
  [[nodiscard]] const races::ScheduleSearch* damage() const;
  /// The picture becomes the run in that order; false: in the usual one again.
  void play_broken_order(bool on);
  /// The whole grid was looked through for races, not only the traced block.
  [[nodiscard]] bool grid_was_searched() const;
  /// Something happened that nobody asked for (a cut line lost its barrier): take the sentence and clear it.
  std::string word;

  [[nodiscard]] bool can_undo() const { return history_.can_undo(); }
  [[nodiscard]] bool can_redo() const { return history_.can_redo(); }
  void undo();
  void redo();

  /// Empty when it worked, else a sentence.
  [[nodiscard]] std::string open_file(const std::string& path);
  [[nodiscard]] std::string save_file(const std::string& path);
  [[nodiscard]] bool unsaved() const;
  /// Names of texts with unsaved changes that another text took the place of: undo still has them.
  [[nodiscard]] std::vector<std::string> left_unsaved() const;
  /// The file the text came from, when it is a file of the person's.
  [[nodiscard]] bool has_file() const {
    return document_.mode == document::SourceMode::Kernel && !document_.kernel_folder.empty() &&
           !document_.kernel_file.empty();
  }
  /// Whether another program has changed the file since it was opened or saved here. Cheap while it has not.
  [[nodiscard]] document::DiskState disk_state();
  /// "Keep mine": what lies on the disk now is known and left aside.
  void accept_disk();
  [[nodiscard]] SaveQuestion save_question(const std::string& path);
  /// One .cu that brings all of this back when it is opened; `scene`: the id of the one on the stage.
  [[nodiscard]] document::SharedText share(std::string_view scene) const {
    return document::share_text(document_, scene, step_);
  }
  /// A shared file's scene, for whoever shows scenes: take it and clear it.
  std::string scene_to_show;
  [[nodiscard]] document::CommandLine as_command_line() const {
    return document::command_line(document_, catalog_, unsaved());
  }

  // ---- across runs of the app (session_resume.cpp)
  /// At the start: the document and the playhead of an earlier run. `saved_text`: what its file or lab holds,
  /// against which unsaved() is judged; nullopt: neither is there. Nothing before it can be undone.
  void restore(document::Document document, playback::Moment moment, std::optional<std::string> saved_text);
  /// The first screen's document, as an edit: undo brings back what was there.
  void start_over();
  /// Of the present file or lab, as opened or saved; null: never.
  [[nodiscard]] std::shared_ptr<const std::string> saved_text() const;

  // ---- what came of it
  /// Takes results and progress from the worker. True when something to be seen changed.
  bool poll();
  /// The newest job is not finished: poll() again soon.
  [[nodiscard]] bool busy() const { return worker_.busy(); }
  /// Block 0 of the last text that could be simulated, with its trace; null before the first.
  [[nodiscard]] const run::Result* picture() const { return picture_.get(); }
  [[nodiscard]] std::shared_ptr<const run::Result> shared_picture() const {
    return picture_;
  } ///< for other threads
  /// The same with its tables; null before the first.
  [[nodiscard]] const playback::RunPtr& run() const { return run_; }
  /// The whole grid of the same text; null while it is still counted.
  [[nodiscard]] const run::Result* grid() const { return grid_.get(); }
  [[nodiscard]] std::shared_ptr<const run::Result> shared_grid() const { return grid_; }
  /// The picture is of an older text: the present one does not compile.
  [[nodiscard]] bool stale() const { return stale_; }
  /// 0..1 of the whole-grid run; nullopt when none runs.
  [[nodiscard]] std::optional<float> grid_progress() const;
  /// About the present text. In expression mode `file` is the field: "expression", "declaration" or "block".
  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }
  /// The first error as a sentence for `field` ("expression", …), nullptr if there is none.
  [[nodiscard]] const Diagnostic* error_in(std::string_view field) const;
  /// A fault, a deadlock, a spent budget or a failed check of the picture's text; empty when all went well.
  [[nodiscard]] std::string trouble() const;
  /// Both empty while counts_hidden(): what nobody is told cannot leak.
  [[nodiscard]] const std::vector<results::GutterRow>& gutter() const;
  [[nodiscard]] const std::vector<results::ResultRow>& rows() const;
  [[nodiscard]] const std::vector<Example>& examples() const { return examples_; }
  /// For the access at the playhead, those that were simulated and help.
  [[nodiscard]] const std::vector<Remedy>& remedies() const;
  [[nodiscard]] std::uint32_t warps() const; ///< of the block as typed; at least 1
  [[nodiscard]] Dim3 block() const;          ///< of the picture
  /// Of the newest text; empty in kernel mode.
  [[nodiscard]] const expression::ExpressionKernel& expression_kernel() const { return expression_kernel_; }
  /// The text that is simulated: the kernel's, or the one around the expression.
  [[nodiscard]] const std::string& simulated_text() const { return simulated_text_; }
  /// Parameters of the picture's header and the value each has now.
  struct Parameter {
    std::string name;
    std::vector<std::string> choices;
    std::string value;
  };
  [[nodiscard]] std::vector<Parameter> parameters() const;
  /// Numbers of the header's launch; empty while the text is newer than the picture.
  [[nodiscard]] const std::vector<document::LaunchKnob>& knobs() const;
  /// Edits the header's text. Nothing happens when the knob is not one of knobs().
  void turn_knob(const std::string& name, std::int64_t value);
  [[nodiscard]] std::uint64_t generation() const { return generation_; } ///< of the newest job
  [[nodiscard]] std::uint64_t picture_generation() const {
    return picture_generation_;
  } ///< of the job that the picture came of
  /// Grows whenever the picture or the grid changed.
  [[nodiscard]] std::uint64_t version() const { return version_; }

  // ---- one thing varied, in the background (session_sweep.cpp)
  [[nodiscard]] std::vector<jobs::SweepSubject> sweep_subjects() const;
  void start_sweep(const std::string& id);
  void stop_sweep(); ///< what is counted stays
  void resume_sweep();
  void close_sweep();
  [[nodiscard]] const jobs::Sweep* sweep() const { return sweep_ ? &*sweep_ : nullptr; }
  [[nodiscard]] bool sweeping() const;
  /// The document of a point becomes the present one.
  void set_sweep_point(std::size_t index);
  /// An edit ends the counting; true: it begins again with the new text, as soon as that has been simulated.
  bool sweep_follows = true;

  // ---- the lab's question (session_lesson.cpp)
  /// Takes the parameters that the lesson sets (one undo step) and plays to the access that answers. Empty,
  /// or a sentence why it cannot.
  [[nodiscard]] std::string show_me();
  enum class LessonState : std::uint8_t { Asked, Playing, Answered };
  [[nodiscard]] LessonState lesson_state() const;
  /// The answer with this run's numbers, once it was shown and until the text changes; and the access it is
  /// about.
  [[nodiscard]] const lesson::LessonAnswer* lesson() const { return lesson_ ? &*lesson_ : nullptr; }

  /// Why the access that show_me() wanted is not there with the new parameters; empty when it is.
  [[nodiscard]] const std::string& lesson_problem() const { return lesson_problem_; }

  // ---- A beside B (session_compare.cpp). A is no part of undo: undo changes B, and A stays
  /// Keeps the present picture as A. False: there is none, or it is of an older text.
  bool pin();
  void unpin();
  /// A becomes the text that is edited, and what was edited becomes A. False: nothing to swap.
  bool swap_pinned();
  [[nodiscard]] const Pinned* pinned() const { return pinned_.get(); }
  /// Null while nothing is pinned. Valid until the next call that changes something.
  [[nodiscard]] const results::Comparison* comparison() const;
  /// Both sides' moments in lockstep; nullopt: nothing is pinned, or A has no such access
  /// (comparison()->why_alone()).
  [[nodiscard]] std::optional<results::Comparison::Pair> moments() const;
  /// Steps that only A needed so far, B being done with its access.
  [[nodiscard]] std::uint32_t overtime() const { return overtime_; }
  [[nodiscard]] const std::vector<results::ComparedRow>& compared_rows() const; ///< empty while nothing is
                                                                                ///< pinned
  [[nodiscard]] std::string name_of_a() const; ///< "__shared__ float tile[32][32]": what A is, seen from B
  [[nodiscard]] std::string name_of_b() const; ///< both empty while the two are the same
  /// The picture's accesses by the place in the text that makes them.
  [[nodiscard]] const playback::SiteIndex& accesses() const;

  // ---- time
  [[nodiscard]] const playback::Playback& playback() const { return playback_; }
  [[nodiscard]] const playback::Track& track() const { return track_; }
  /// Tables of the picture's trace, made on the first question about it.
  [[nodiscard]] const playback::BlockIndex& block_index() const;
  [[nodiscard]] std::uint64_t step() const { return step_; }
  [[nodiscard]] playback::Moment moment() const { return track_.moment_at(step_); }
  [[nodiscard]] std::uint32_t site_now() const; ///< of the access at the playhead; ~0u if none
  [[nodiscard]] bool playing() const { return playing_; }
  [[nodiscard]] double fraction() const { return fraction_; } ///< 0..1 of the present step, for the playhead
  [[nodiscard]] float progress() const;                       ///< 0..1 of the present step's motion
  [[nodiscard]] bool animating() const {
    return (playing_ && !track_.empty() && !standing()) || progress() < 1;
  }
  /// Seconds until a frame would show something else, `playhead`: one that glides along is seen; negative:
  /// never.
  [[nodiscard]] double next_change(bool playhead) const;
  void play(bool on);
  void seek(std::uint64_t step);
  void seek_moment(playback::Moment moment);
  void step_forward();
  void step_back();
  void next_barrier();
  void previous_barrier();
  void next_access();     ///< its first wavefront
  void previous_access(); ///< the beginning of this one first
  void go_home() { seek(0); }
  void go_end();
  /// To the next access of the source line, from the playhead on and around. False: the line has none.
  bool seek_line(std::uint32_t line);
  void advance(double seconds);

  // ---- marks in time, no part of undo
  [[nodiscard]] const playback::TimeMarks& marks() const { return marks_; }
  void set_marks(playback::TimeMarks marks); ///< from a saved session; made to fit
  void loop_in();                            ///< the loop begins at the playhead
  void loop_out();
  void loop_range(std::uint64_t a, std::uint64_t b);
  void switch_loop();
  void forget_loop();
  void pin_moment(); ///< the playhead's moment is what differences are taken from
  void unpin_moment();
  /// From the pin to the playhead; null while nothing is pinned, or while the counts are hidden.
  [[nodiscard]] std::shared_ptr<const playback::MomentDifference> difference() const;

  // ---- predict, then reveal
  /// Hides the counts until answer() or reveal(). Does nothing while there is no access to ask about.
  void ask();
  void type_guess(char digit);
  void erase_guess();
  void answer(); ///< with the number typed; without one it is reveal()
  void reveal();
  void dismiss_verdict();
  [[nodiscard]] const lesson::Prediction& prediction() const { return prediction_; }
  [[nodiscard]] bool counts_hidden() const { return prediction_.phase == lesson::Prediction::Phase::Asking; }
  /// The verdict on the access at the playhead; empty when there is none.
  [[nodiscard]] std::string verdict() const;

  /// Seconds since some start; tests replace it to control which edits merge into one undo step.
  std::function<double()> clock;

 private:
  /// Playing one access of one step shows the same picture again and again.
  [[nodiscard]] bool standing() const {
    if (overtime_here() > 0) return false;
    if (marks_.looping && marks_.range) return marks_.range->length() == 1 && marks_.range->contains(step_);
    return document_.mode == document::SourceMode::Expression && track_.steps() == 1;
  }
  [[nodiscard]] std::optional<std::size_t> asked_event() const;
  void end_question(bool with_number);
  [[nodiscard]] std::shared_ptr<const Pinned> present_as_pinned() const;
  void forget_comparison();
  [[nodiscard]] std::uint32_t overtime_here() const; ///< steps that A needs once B is done here
  bool overtime_forward();
  bool overtime_back();
  double take_overtime(double whole);
  void edit(document::DocumentPart part, const std::function<void(document::Document&)>& change);
  void follow_text(document::Document& next); ///< cuts go where their lines go
  void show_cut();
  bool take_barriers(const run::Result& result);
  void forget_lesson();
  std::string begin_lesson(); ///< with the picture there is
  void lesson_arrived();      ///< a picture came: maybe the one that show_me() waits for
  void stop_at_lesson();
  void replace_document(document::Document document, playback::Moment moment);
  [[nodiscard]] document::Snapshot now() const;
  void remember_saved();
  void leave_text();
  void submit();
  void take_picture(std::shared_ptr<const run::Result> result);
  void rebuild_track(bool fresh);
  void rebuild_rows();
  void refresh_examples();
  void replan_sweep();
  void plan_sweep();
  void ask_sweep();
  void take_sweep_answer(const jobs::Delivery& delivery);
  [[nodiscard]] std::uint64_t first_look() const;
  [[nodiscard]] std::vector<std::pair<Example, std::optional<document::PreparedText>>>
  prepared_examples() const;

  document::Catalog catalog_;
  document::Document document_;
  document::History history_;
  std::optional<document::TypedChange> typed_; ///< the last change of the kernel's text, for what is one step
                                               ///< of typing
  struct LeftText {
    std::string key, name;
    std::shared_ptr<const std::string> text;
  };
  std::map<std::string, std::shared_ptr<const std::string>> saved_; ///< by file: the text as opened or saved
  std::vector<LeftText> left_;
  std::map<std::string, document::DiskStamp> disk_; ///< by path: as opened or saved

  std::uint64_t generation_ = 0, version_ = 0, picture_generation_ = 0;
  expression::ExpressionKernel expression_kernel_; ///< of the newest job; empty in kernel mode
  expression::ExpressionInput expression_input_;
  std::vector<std::uint32_t> barriers_; ///< lines of the document's text, as the last program that compiled
                                        ///< had them
  std::optional<exec::Schedule> order_; ///< the picture's; nullopt: the usual one
  std::shared_ptr<const run::Result> searched_; ///< the grid's result with the search, while its
                                                ///< order is played
  bool just_cut_ = false;                       ///< the next picture shows what the cut did
  std::vector<results::HazardRow> hazards_;
  std::optional<std::size_t> hazard_;                  ///< selected
  mutable std::optional<playback::HazardStory> story_; ///< of hazard_; made when asked for
  std::vector<bool> sites_; ///< of the picture: those that stand in the person's text; empty: all
  std::string simulated_text_;
  std::string picture_text_; ///< that the picture was simulated from
  std::shared_ptr<const run::Result> picture_, grid_;
  playback::RunPtr run_; ///< the picture's
  bool stale_ = false;
  bool fresh_ = true; ///< the next picture starts at its most telling access
  Diagnostics diagnostics_;
  std::vector<results::GutterRow> gutter_;
  std::vector<results::ResultRow> rows_;
  const char* rows_language_ = nullptr; ///< that gutter and rows are written in: its name's place
  std::vector<Example> examples_;
  std::map<std::string, std::shared_ptr<const run::Result>> answers_; ///< to probes, by key
  std::uint64_t answered_ = 0;                                        ///< how many answers have come
  struct RemedyKey {
    std::uint64_t generation = ~0ull, version = 0, answered = 0;
    std::uint32_t site = 0;
    bool none = false;              ///< the picture is stale or the counts are hidden
    const char* language = nullptr; ///< its name's place: another one after each change
    bool operator==(const RemedyKey&) const = default;
  };
  mutable RemedyKey remedy_key_;
  [[nodiscard]] bool knobs_are_current() const;
  mutable std::vector<document::LaunchKnob> knobs_;
  mutable std::vector<Remedy> remedies_; ///< for remedy_key_
  std::optional<jobs::Sweep> sweep_;
  bool sweep_asked_ = false;                               ///< the worker has questions of it
  std::map<std::string, jobs::SweepCounts> sweep_answers_; ///< by key
  std::uint64_t progress_done_ = 0, progress_total_ = 0;

  std::shared_ptr<const Pinned> pinned_;
  mutable std::optional<results::Comparison> comparison_; ///< of pinned_ and picture_; made when asked for
  mutable std::vector<results::ComparedRow> compared_rows_;
  mutable std::uint64_t compared_rows_version_ = ~0ull;
  std::uint32_t overtime_ = 0;

  playback::Playback playback_;
  playback::Track track_;
  std::uint64_t step_ = 0;
  double fraction_ = 0, since_step_ = 1e9;
  bool playing_ = true;
  std::optional<playback::Moment> moment_to_restore_;
  mutable std::shared_ptr<const playback::MomentDifference> difference_;
  playback::TimeMarks marks_, marks_to_restore_; ///< the latter: given before there was a track
  lesson::Prediction prediction_;
  std::optional<std::uint64_t> step_to_restore_; ///< a shared file's

  std::optional<lesson::LessonAnswer> lesson_;
  std::string lesson_problem_;
  std::optional<std::uint64_t> lesson_stop_;       ///< playing ends at this step
  std::optional<std::uint64_t> lesson_generation_; ///< show_me() waits for this job's picture

  jobs::Worker worker_; ///< last: its thread calls wake only
};

/// What could be clicked, without what it would cost: pure, also called on the worker's thread. `site`: only
/// for this one.
[[nodiscard]] std::vector<Remedy> find_remedies(const document::Document& document,
                                                const run::Result& picture,
                                                std::optional<std::uint32_t> site);

} // namespace warpscope::session
