// Undo by snapshots: text, parameters and playback are restored together. Bounded in number and in bytes.
#pragma once

#include "app/document/document.h"

#include <cstddef>
#include <deque>

namespace warpscope::document {

struct Snapshot {
  Document document;
  playback::Moment moment;
};

class History {
 public:
  explicit History(std::size_t max_steps = 400, std::size_t max_bytes = 64u << 20)
      : max_steps_(max_steps), max_bytes_(max_bytes) {}

  /// Call with the state BEFORE an edit of `part` at `seconds`. Edits of one part within `merge_seconds` of
  /// each other are one step; a new step discards what could have been redone.
  void before_edit(const Snapshot& now, DocumentPart part, double seconds);
  [[nodiscard]] bool can_undo() const { return !past_.empty(); }
  [[nodiscard]] bool can_redo() const { return !future_.empty(); }
  /// Returns the state to restore; `now` is kept for the other direction. Only when can_*().
  [[nodiscard]] Snapshot undo(Snapshot now);
  [[nodiscard]] Snapshot redo(Snapshot now);
  /// The next edit begins a new step, whatever it edits.
  void seal() { last_part_ = DocumentPart::None; }
  [[nodiscard]] std::size_t size() const { return past_.size(); }

  static constexpr double merge_seconds = 1.0;

 private:
  void trim();

  std::size_t max_steps_, max_bytes_;
  std::deque<Snapshot> past_, future_;
  DocumentPart last_part_ = DocumentPart::None;
  double last_seconds_ = 0;
};

} // namespace warpscope::document
