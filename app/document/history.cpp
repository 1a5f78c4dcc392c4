// Keeps the states that undo and redo go through, within a bound.
#include "app/document/history.h"

#include <utility>

namespace warpscope::document {

void History::before_edit(const Snapshot& now, DocumentPart part, double seconds) {
  const bool merges = part != DocumentPart::None && part == last_part_ &&
                      seconds - last_seconds_ < merge_seconds && !past_.empty() && future_.empty();
  last_part_ = part;
  last_seconds_ = seconds;
  if (merges) return;
  future_.clear();
  past_.push_back(now);
  trim();
}

Snapshot History::undo(Snapshot now) {
  seal();
  future_.push_back(std::move(now));
  Snapshot back = std::move(past_.back());
  past_.pop_back();
  return back;
}

Snapshot History::redo(Snapshot now) {
  seal();
  past_.push_back(std::move(now));
  Snapshot forward = std::move(future_.back());
  future_.pop_back();
  return forward;
}

void History::trim() {
  while (past_.size() > max_steps_) past_.pop_front();
  // Neighbouring steps share kernel texts; each distinct one is counted once.
  std::size_t bytes = 0;
  const std::string* last = nullptr;
  for (std::size_t i = past_.size(); i-- > 0;) {
    const std::string* text = past_[i].document.kernel_text.get();
    if (text != last) bytes += text->size();
    last = text;
    bytes += sizeof(Snapshot);
    if (bytes > max_bytes_ && i + 1 < past_.size()) {
      past_.erase(past_.begin(), past_.begin() + static_cast<std::ptrdiff_t>(i + 1));
      return;
    }
  }
}

} // namespace warpscope::document
