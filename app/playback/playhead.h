// The position in a run and how it moves: the playhead on a track, the loop, the pinned moment. Knows nothing
// about documents: a run comes in, and where it differs from the previous one, the playhead stays at its
// warp, line and occurrence.
#pragma once

#include "app/playback/difference.h"
#include "app/playback/moment_mark.h"
#include "app/playback/run.h"
#include "app/playback/time_marks.h"
#include "app/playback/track.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace warpscope::playback {

/// A run that plays beside this one and may need more steps for the same event.
class Companion {
 public:
  virtual ~Companion() = default;
  /// Steps that it needs beyond this run's at an event of this run.
  [[nodiscard]] virtual std::uint32_t overtime_of(std::size_t event) const = 0;
};

/// The part of a run that plays.
struct TrackPart {
  std::optional<std::uint32_t> warp; ///< nullopt: the whole block
  std::vector<bool> sites;           ///< of a warp: only accesses of these, by site number; empty: of all
  bool repeats = false;              ///< an expression: shown from its first step, again and again
};

/// How fast it moves, and whether motion is drawn.
struct Motion {
  double speed = 4; ///< steps a second
  bool reduced = false;
};

class Playhead {
 public:
  using LineNow = std::function<std::uint32_t(std::uint32_t)>;

  /// Another run on the stage, of an edited text: the playhead and the pinned moment stay at their warp, line
  /// and occurrence. `line_now`: where a line of the former run's text is in the new one's.
  void show(RunPtr run, TrackPart part, const LineNow& line_now);
  /// For a run of another text: starts at its most instructive access, without marks.
  void show_afresh(RunPtr run, TrackPart part);
  /// Another part of the same run; the playhead keeps its step.
  void choose(TrackPart part);
  /// Null: nothing plays beside it.
  void play_beside(std::shared_ptr<const Companion> companion);

  [[nodiscard]] const RunPtr& run() const { return run_; } ///< null before the first
  [[nodiscard]] const Playback& playback() const;
  [[nodiscard]] const Track& track() const { return track_; }
  [[nodiscard]] std::uint64_t step() const { return step_; }
  [[nodiscard]] Moment moment() const { return track_.moment_at(step_); }
  [[nodiscard]] std::uint32_t site() const;                   ///< of the access at the playhead; ~0u if none
  [[nodiscard]] double fraction() const { return fraction_; } ///< 0..1 of the present step
  [[nodiscard]] bool playing() const { return playing_; }
  /// Steps that only the companion needed so far, this run having completed its access.
  [[nodiscard]] std::uint32_t overtime() const { return overtime_; }

  // ---- moving
  void play(bool on);
  void pause() { playing_ = false; }
  /// Plays from one step to another and stops there; whoever takes the playhead ends that.
  void play_through(std::uint64_t first, std::uint64_t last);
  [[nodiscard]] bool plays_through() const { return stop_.has_value(); }
  void forget_stop() { stop_.reset(); }
  void seek(std::uint64_t step);
  void seek_moment(Moment moment) { seek(track_.step_of(moment)); }
  void step_forward();
  void step_back();
  void next_barrier();
  void previous_barrier();
  void next_access();     ///< its first wavefront
  void previous_access(); ///< the beginning of this one first
  void go_home() { seek(0); }
  void go_end();
  /// Moves to the next access of the source line, cyclically from the playhead. False: the line has none.
  bool seek_line(std::uint32_t line, std::uint32_t file = 0); ///< of the text with this Span::file
  void advance(double seconds, const Motion& motion);

  [[nodiscard]] float progress(const Motion& motion) const; ///< 0..1 of the present step's motion
  [[nodiscard]] bool animating(const Motion& motion) const;
  /// Seconds until a frame would show something else; negative: never. `glides`: a gliding playhead is
  /// visible.
  [[nodiscard]] double next_change(bool glides, const Motion& motion) const;

  /// Steps of the track where playing stops, ascending; forgotten with the run.
  void set_stops(std::vector<std::uint64_t> steps) { stops_ = std::move(steps); }
  [[nodiscard]] const std::vector<std::uint64_t>& stops() const { return stops_; }
  bool next_stop();     ///< false: there is none behind the playhead
  bool previous_stop(); ///< false: there is none before it

  // ---- marks, no part of undo
  [[nodiscard]] const TimeMarks& marks() const { return marks_; }
  void set_marks(TimeMarks marks); ///< made to fit; kept for the first run where there is none yet
  void loop_in();                  ///< the loop begins at the playhead
  void loop_out();
  void loop_range(std::uint64_t a, std::uint64_t b);
  void switch_loop();
  void stop_looping() { marks_.looping = false; }
  void forget_loop();
  void pin_moment(); ///< makes the playhead's moment the one that differences start from
  void unpin_moment() { marks_.pin.reset(); }
  /// From the pinned moment to the playhead; null while nothing is pinned.
  [[nodiscard]] std::shared_ptr<const MomentDifference> difference() const;

 private:
  void lay_track();
  [[nodiscard]] std::uint64_t last_step() const { return track_.empty() ? 0 : track_.steps() - 1; }
  [[nodiscard]] std::uint64_t first_look() const;
  /// Playing one access with one step shows the same picture again and again.
  [[nodiscard]] bool standing() const;
  /// Steps that the companion needs once this run is done here.
  [[nodiscard]] std::uint32_t overtime_here() const;
  bool take_step_of_overtime(bool forward);
  double take_overtime(double whole);

  RunPtr run_;
  TrackPart part_;
  Track track_;
  std::shared_ptr<const Companion> companion_;
  std::uint64_t step_ = 0;
  double fraction_ = 0, since_step_ = 1e9; ///< the latter in seconds
  bool playing_ = true;
  bool by_itself_ = true;                  ///< nobody has asked it to play since this text came
  std::optional<std::uint64_t> opened_at_; ///< where it began to, and where it comes to rest
  std::uint32_t overtime_ = 0;
  std::optional<std::uint64_t> stop_; ///< playing ends at this step
  std::vector<std::uint64_t> stops_;
  TimeMarks marks_, marks_of_first_run_;
  mutable std::shared_ptr<const MomentDifference> difference_;
};

} // namespace warpscope::playback
