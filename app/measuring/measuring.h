// Measures the session's text on a GPU, off the UI's thread, and finds earlier measurements of it: this
// session's, opened files, the recordings embedded in the program. Nothing is measured unless measure() is
// called.
//
// All members are called from one thread (the UI's); none of them waits.
#pragma once

#include "app/measuring/evidence.h"
#include "app/session/session.h"
#include "gpu/remote/measure_process.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::measuring {

/// A text with its macros and launch, as recordings identify it. Never modified once made.
struct KnownText {
  document::RunKey key;
  std::shared_ptr<const protocol::MeasureRequest> request; ///< null: none can be made
  std::string problem;                                     ///< why not
  std::string hash;
  protocol::RequestParts parts;
  std::vector<EvidencePtr> shipped; ///< at most one a device
  /// When none fits: the shipped recording of the same lab that differs least.
  EvidencePtr nearest;
};

/// Why no evidence fits.
struct NothingFits {
  DifferingParts differs;
  EvidencePtr of; ///< the recording that differs least; null: nothing is known about any such text
};

class Measuring {
 public:
  /// `wake` is called from other threads when poll() has something to take.
  explicit Measuring(std::function<void()> wake);
  ~Measuring();
  Measuring(const Measuring&) = delete;
  Measuring& operator=(const Measuring&) = delete;

  /// Call in each frame: checks whether the session has another text or more counts. `shown`: the panel is
  /// open; while it is not, only texts that may have evidence are looked for.
  void follow(const session::Session& session, bool shown);
  /// Takes what the threads have found. True when something visible changed.
  bool poll();
  /// Neither a search nor a measurement is in progress.
  [[nodiscard]] bool at_rest() const;
  /// What the compiler makes of the text is being counted: differences may still get their reasons.
  [[nodiscard]] bool reasons_due() const { return compiled_.busy(); }

  // ---- what is known
  /// For the present text, newest measurement first, one a device. Empty until its request has been made.
  [[nodiscard]] const std::vector<EvidencePtr>& evidence() const { return evidence_; }
  [[nodiscard]] const EvidencePtr& shown() const { return shown_; } ///< one of them, or of_older_text()
  /// What is shown belongs to the text before the last edit: it is not known yet whether it fits, or the text
  /// does not compile.
  [[nodiscard]] bool of_older_text() const { return older_; }
  /// What is shown is being measured: more is to come.
  [[nodiscard]] bool arriving() const { return shown_ != nullptr && shown_ == arriving_; }
  /// The comparison with the simulation; null while its counts are incomplete, and when nothing is shown.
  [[nodiscard]] const MeasuredTable* table() const { return table_ ? &*table_ : nullptr; }
  /// The simulated grid that the table compares with.
  [[nodiscard]] const run::Result* table_grid() const { return table_grid_.get(); }
  void choose(std::size_t evidence);
  /// The present text is known and nothing fits; nullopt: not known yet, or something fits.
  [[nodiscard]] std::optional<NothingFits> nothing_fits() const;
  /// Why the present text cannot be measured: a sentence, or empty.
  [[nodiscard]] std::string problem() const { return present_ ? present_->problem : std::string(); }
  /// NVRTC's messages about the present text.
  [[nodiscard]] const Diagnostics& messages() const;
  /// Evidence for another document of this session, on the device that is shown (any, when none is); null:
  /// none, or not known yet.
  [[nodiscard]] EvidencePtr evidence_of(const document::Document& document, const session::Session& session);

  /// Evidence for each point of a chart, all on one device: the one that is shown, else the first one found.
  /// Starts looking for what is not known yet.
  [[nodiscard]] std::vector<EvidencePtr> evidence_of(const jobs::Sweep& sweep,
                                                     const session::Session& session);

  /// Returns an empty string, or a sentence. Every launch in the file is kept; what fits the present text is
  /// shown.
  [[nodiscard]] std::string open_file(const std::string& path);
  /// What is shown, as a file's text; empty: nothing is.
  [[nodiscard]] std::string shown_json() const;

  // ---- measuring
  enum class Phase : std::uint8_t { Idle, Asking, Running, Failed };
  [[nodiscard]] Phase phase() const { return phase_; }
  /// Asks for permission first when the command was not allowed yet.
  void measure(const session::Session& session);
  void answer(const session::Session& session, bool yes); ///< in phase Asking
  void cancel();
  /// Marks the failure as read.
  void dismiss() {
    if (phase_ == Phase::Failed) phase_ = Phase::Idle;
  }
  [[nodiscard]] double elapsed() const;                                 ///< seconds, while Running
  [[nodiscard]] const std::string& failure() const { return failure_; } ///< a sentence, in phase Failed
  [[nodiscard]] bool no_device() const { return no_device_; }           ///< whether that is the failure
  [[nodiscard]] const std::string& command() const;                     ///< the exact command that will run
  /// The stage, while Running: "copying …", "in the queue"; empty: the request was sent.
  [[nodiscard]] std::string stage() const;
  /// From measure() until the answer was taken; 0: none yet.
  [[nodiscard]] double last_seconds() const { return last_seconds_; }

  /// At least one; `chosen`: the name of one, else the first.
  void set_profiles(std::vector<remote::MeasureProfile> profiles, const std::string& chosen = {});
  [[nodiscard]] const std::vector<remote::MeasureProfile>& profiles() const { return profiles_; }
  [[nodiscard]] const remote::MeasureProfile& profile() const { return profiles_[profile_]; }
  void choose_profile(std::size_t index);
  std::vector<std::string> allowed; ///< what the person agreed to, see agreement()
  /// What the person agrees to: the words of the profile. The command also contains the program's hash, which
  /// changes with every update.
  [[nodiscard]] std::string agreement() const;
  double limit_seconds = 10; ///< after which a measurement ends itself

 private:
  struct Impl;

  void adopt(std::shared_ptr<const KnownText> text);
  void select();
  [[nodiscard]] EvidencePtr arriving_now() const; ///< for the present text; else null
  /// The device whose code stands beside what is shown: the one that was measured, whatever is simulated.
  [[nodiscard]] Device measured_device(const session::Session& session) const;
  void refresh_table(const session::Session& session);
  [[nodiscard]] std::vector<EvidencePtr> all_evidence(const KnownText& text) const;
  [[nodiscard]] bool may_know(const document::Document& document) const;
  void ask_finder(const document::RunKey& key, const run::Request& request, bool first);
  void start();
  void take_part(protocol::Recording part);
  void drop_part(); ///< nothing more comes: it is replaced by a whole recording, or removed
  void fail(std::string sentence, bool no_device = false);

  std::vector<remote::MeasureProfile> profiles_{remote::MeasureProfile()};
  std::size_t profile_ = 0;
  mutable std::string command_; ///< of the chosen profile; empty: not computed yet

  std::uint64_t generation_ = ~0ull;
  document::RunKey key_; ///< of the present text; empty: it has none
  std::shared_ptr<const KnownText> present_;
  document::ByRunKey<std::shared_ptr<const KnownText>> texts_;
  std::map<std::string, std::vector<EvidencePtr>> measured_; ///< by hash, newest first
  std::map<std::string, Diagnostics> messages_;              ///< by hash
  std::vector<EvidencePtr> evidence_;
  EvidencePtr shown_, last_shown_;
  EvidencePtr arriving_;  ///< a partial recording of measured_key_
  std::string preferred_; ///< name of the device that was chosen last
  bool older_ = false;

  std::optional<MeasuredTable> table_;
  EvidencePtr table_of_;
  std::shared_ptr<const run::Result> table_grid_;
  Device table_device_; ///< for which the compiler's code is counted
  CompiledCounter compiled_;
  std::shared_ptr<const CompiledCounts> table_compiled_; ///< null: not there yet

  Phase phase_ = Phase::Idle;
  std::string failure_;
  bool no_device_ = false;
  document::RunKey measured_key_; ///< what measure() was called for
  bool wants_request_ = false;    ///< it waits for its request
  std::uint64_t order_ = 0;       ///< number of the last one
  double started_ = 0, last_seconds_ = 0;

  std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::measuring
