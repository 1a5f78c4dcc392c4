// The part of the session that is about barriers left out: an operation on the document beside its text.
#include "app/language/language.h"
#include "app/session/session.h"

#include <algorithm>
#include <utility>

namespace warpscope::session {

const std::vector<std::uint32_t>& Session::barriers() const {
  static const std::vector<std::uint32_t> none;
  return document_.mode == document::SourceMode::Kernel ? barriers_ : none;
}

bool Session::is_cut(std::uint32_t line) const {
  return document_.mode == document::SourceMode::Kernel &&
         std::binary_search(document_.cuts.begin(), document_.cuts.end(), line);
}

bool Session::toggle_barrier(std::uint32_t line) {
  const bool cut = is_cut(line);
  if (!cut && !std::binary_search(barriers().begin(), barriers().end(), line)) return false;
  history_.seal();
  edit(document::DocumentPart::Cut, [&](document::Document& d) {
    if (cut) std::erase(d.cuts, line);
    else d.cuts.insert(std::upper_bound(d.cuts.begin(), d.cuts.end(), line), line);
  });
  history_.seal();
  just_cut_ = !cut;
  return true;
}

void Session::restore_barriers() {
  history_.seal();
  edit(document::DocumentPart::Cut, [](document::Document& d) { d.cuts.clear(); });
  history_.seal();
}

std::optional<std::uint32_t> Session::barrier_near(std::uint32_t line) const {
  const std::vector<std::uint32_t>& all = barriers();
  if (all.empty()) return std::nullopt;
  const auto below = std::lower_bound(all.begin(), all.end(), line);
  return below != all.end() ? *below : all.back();
}

bool Session::write_cuts_into_text() {
  if (document_.mode != document::SourceMode::Kernel || document_.cuts.empty()) return false;
  std::string text = *document_.kernel_text;
  for (const std::uint32_t line : document_.cuts) {
    std::optional<std::string> changed = document::without_barrier(text, line);
    if (!changed) return false;
    text = std::move(*changed);
  }
  history_.seal();
  edit(document::DocumentPart::Remedy, [&](document::Document& d) {
    d.kernel_text = std::make_shared<const std::string>(std::move(text));
    d.cuts.clear();
  });
  history_.seal();
  return true;
}

/// Where the text alone was edited. Whoever puts another text in the kernel's place says what is cut in it.
void Session::follow_text(document::Document& next) {
  if (next.kernel_text == document_.kernel_text) return;
  barriers_ = document::moved_lines(*document_.kernel_text, *next.kernel_text, barriers_);
  if (next.cuts.empty() || next.cuts != document_.cuts || next.lab != document_.lab ||
      next.kernel_file != document_.kernel_file)
    return;
  next.cuts = document::moved_lines(*document_.kernel_text, *next.kernel_text, document_.cuts);
  if (next.cuts.size() < document_.cuts.size()) word = language::tr("cut.gone");
}

const std::vector<results::HazardRow>& Session::hazards() const {
  static const std::vector<results::HazardRow> none;
  return stale_ || document_.mode != document::SourceMode::Kernel ? none : hazards_;
}

std::optional<std::size_t> Session::selected_hazard() const {
  return hazards().empty() ? std::nullopt : hazard_;
}

void Session::select_hazard(std::optional<std::size_t> row) {
  if (row && *row >= hazards().size()) return;
  hazard_ = row;
  story_.reset();
  ++version_;
  if (!row) return;
  playing_ = false;
  if (const playback::HazardStory* story = hazard_story()) seek_moment({story->second.event, 0});
  else if (hazards()[*row].line != 0) (void)seek_line(hazards()[*row].line);
}

const playback::HazardStory* Session::hazard_story() const {
  const std::optional<std::size_t> row = selected_hazard();
  if (!row || !hazards_[*row].in_picture || !picture_ || !picture_->trace) return nullptr;
  if (!story_)
    story_ = playback::tell_hazard(*picture_->trace, picture_->hazards[*hazards_[*row].in_picture]);
  return story_->in_trace ? &*story_ : nullptr;
}

std::string Session::order_sentence() const {
  const run::Result* searched = grid_ && grid_->orders ? grid_.get() : searched_.get();
  return stale_ || searched == nullptr || !searched->orders ? std::string() : searched->orders->sentence;
}

bool Session::can_play_broken_order() const {
  return !stale_ && grid_ && grid_->orders && grid_->orders->broken && !grid_->orders->broken->whole_grid &&
         picture_ && picture_->trace && grid_->orders->broken->block == picture_->trace->block() &&
         grid_->orders->broken->schedule != exec::Schedule{}; // the usual one is played already
}

const races::ScheduleSearch* Session::damage() const {
  const run::Result* searched = order_ ? searched_.get() : grid_.get();
  if (stale_ || searched == nullptr || !searched->orders || !searched->orders->broken || !picture_ ||
      !picture_->trace)
    return nullptr;
  const races::BrokenOrder& broken = *searched->orders->broken;
  const bool here = !broken.whole_grid && broken.status == exec::RunStatus::Done &&
                    broken.block == picture_->trace->block() &&
                    broken.schedule == order_.value_or(exec::Schedule{});
  return here ? &*searched->orders : nullptr;
}

void Session::play_broken_order(bool on) {
  if (on == order_.has_value() || (on && !can_play_broken_order())) return;
  const std::shared_ptr<const run::Result> searched = on ? grid_ : nullptr;
  std::optional<exec::Schedule> order;
  if (on) order = grid_->orders->broken->schedule;
  order_ = order;
  searched_ = searched;
  just_cut_ = true;
  submit();
}

bool Session::grid_was_searched() const {
  return grid_ && picture_ && (!document_.cuts.empty() || !picture_->hazards.empty());
}

/// A cut barrier's first hazard, in the scene that draws it.
void Session::show_cut() {
  if (!std::exchange(just_cut_, false) || hazards_.empty()) return;
  constexpr std::size_t most_told = 8;
  std::size_t best = 0;
  for (std::size_t i = 0; i < std::min(hazards_.size(), most_told); ++i) { // one that does damage in this
                                                                           // order, if there is one
    if (!hazards_[i].in_picture ||
        playback::tell_hazard(*picture_->trace, picture_->hazards[*hazards_[i].in_picture]).readers == 0)
      continue;
    best = i;
    break;
  }
  select_hazard(best);
  scene_to_show = "block";
}

/// What the compiled program says of barriers. False: a cut line has none any more (another choice of a
/// parameter, say); it is cut no longer, and there is nothing to undo in that.
bool Session::take_barriers(const run::Result& result) {
  if (document_.mode != document::SourceMode::Kernel || !result.program) return true;
  barriers_ = document::barrier_lines(*result.program, document_.cuts);
  const std::size_t before = document_.cuts.size();
  std::erase_if(document_.cuts, [&](std::uint32_t line) {
    return !std::binary_search(barriers_.begin(), barriers_.end(), line);
  });
  if (document_.cuts.size() == before) return true;
  word = language::tr("cut.gone");
  return false;
}

} // namespace warpscope::session
