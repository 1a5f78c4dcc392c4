// The part of the session that is about edits: which of them are one step, and the way back and forth through
// them.
#include "app/session/session.h"

#include <utility>

namespace warpscope::session {

/// A playhead that an undo brings back waits for its picture; until then it is the playhead all the same.
document::Snapshot Session::now() const { return {document_, moment_to_restore_.value_or(moment())}; }

void Session::edit(document::DocumentPart part, const std::function<void(document::Document&)>& change) {
  document::Document next = document_;
  change(next);
  follow_text(next);
  if (next == document_) return;
  if (part == document::DocumentPart::Kernel) {
    const document::TypedChange typed = document::typed_change(*document_.kernel_text, *next.kernel_text);
    if (!typed_ || !document::continues_typing(*typed_, typed)) history_.seal();
    typed_ = typed;
  } else {
    typed_.reset();
  }
  history_.before_edit(now(), part, clock());
  if (next.mode != document_.mode || next.lab != document_.lab) fresh_ = true;
  document_ = std::move(next);
  order_.reset();
  searched_.reset();
  submit();
}

void Session::replace_document(document::Document document, playback::Moment moment) {
  const bool same = document == document_;
  barriers_ = document::moved_lines(*document_.kernel_text, *document.kernel_text, barriers_);
  document_ = std::move(document);
  moment_to_restore_ = moment;
  fresh_ = false;
  typed_.reset();
  if (!same) {
    order_.reset();
    searched_.reset();
  }
  if (same) {
    seek_moment(moment);
    moment_to_restore_.reset();
    return;
  }
  submit();
}

void Session::undo() {
  if (!history_.can_undo()) return;
  document::Snapshot back = history_.undo(now());
  replace_document(std::move(back.document), back.moment);
}

void Session::redo() {
  if (!history_.can_redo()) return;
  document::Snapshot forward = history_.redo(now());
  replace_document(std::move(forward.document), forward.moment);
}

bool Session::knobs_are_current() const {
  return picture_ && !stale_ && picture_->scenario.text == *document_.kernel_text;
}

/// While a new text is on its way the former knobs stay, so that a list of them that is open stays open.
const std::vector<document::LaunchKnob>& Session::knobs() const {
  if (document_.mode != document::SourceMode::Kernel || !picture_) knobs_.clear();
  else if (knobs_are_current())
    knobs_ = document::launch_knobs(*document_.kernel_text, picture_->scenario, picture_->launch);
  return knobs_;
}

void Session::turn_knob(const std::string& name, std::int64_t value) {
  if (!knobs_are_current()) return; // the places of the former knobs are not this text's
  for (const document::LaunchKnob& knob : knobs())
    if (knob.name == name && knob.turns && knob.value != value) {
      edit(document::DocumentPart::Choice, [&](document::Document& d) {
        d.kernel_text = std::make_shared<const std::string>(document::turn(*d.kernel_text, knob, value));
      });
      return;
    }
}

bool Session::apply_fix(const Diagnostic& diagnostic) {
  const bool expression = document_.mode == document::SourceMode::Expression;
  const bool declaration = expression && diagnostic.file == "declaration";
  const std::string& text = !expression   ? *document_.kernel_text
                            : declaration ? document_.declaration
                                          : document_.expression;
  std::optional<std::string> fixed = document::apply_fixes(text, diagnostic.fixes);
  if (!fixed) return false;
  history_.seal();
  edit(document::DocumentPart::Remedy, [&](document::Document& d) {
    if (!expression) d.kernel_text = std::make_shared<const std::string>(std::move(*fixed));
    else (declaration ? d.declaration : d.expression) = std::move(*fixed);
  });
  history_.seal();
  return true;
}

} // namespace warpscope::session
