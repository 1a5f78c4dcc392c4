// The part of the session that keeps an A beside B: pinning, swapping, and the steps that only A still needs.
#include "app/session/session.h"

#include <algorithm>
#include <utility>

namespace warpscope::session {

namespace {

/// Versions of pinned pictures never meet those of the present one.
constexpr std::uint64_t pinned_versions = 1ull << 62;

} // namespace

results::ComparedSide Pinned::side() const {
  return {picture->program.get(), &text, &sites, &playback, &accesses};
}

std::shared_ptr<const Pinned> Session::present_as_pinned() const {
  auto kept = std::make_shared<Pinned>();
  kept->version = pinned_versions + version_;
  kept->document = document_;
  kept->moment = moment();
  kept->picture = picture_;
  kept->run = run_;
  kept->grid = grid_;
  kept->text = picture_text_;
  kept->sites = sites_;
  kept->playback = playback_;
  kept->accesses = accesses();
  kept->rows = rows_;
  return kept;
}

bool Session::pin() {
  if (!picture_ || stale_) return false;
  pinned_ = present_as_pinned();
  forget_comparison();
  return true;
}

void Session::unpin() {
  pinned_.reset();
  forget_comparison();
}

bool Session::swap_pinned() {
  if (!pinned_ || !picture_ || stale_) return false;
  const std::shared_ptr<const Pinned> now = present_as_pinned(), before = pinned_;
  const std::optional<results::Comparison::Pair> pair = moments();
  history_.seal();
  edit(document::DocumentPart::Remedy, [&](document::Document& d) { d = before->document; });
  history_.seal();
  pinned_ = now;
  moment_to_restore_ = pair ? pair->a : before->moment;
  forget_comparison();
  return true;
}

void Session::forget_comparison() {
  comparison_.reset();
  compared_rows_version_ = ~0ull;
  overtime_ = 0;
}

const playback::SiteIndex& Session::accesses() const {
  static const playback::SiteIndex none;
  return run_ ? run_->site_index() : none;
}

const results::Comparison* Session::comparison() const {
  if (!pinned_ || !picture_) return nullptr;
  if (!comparison_) {
    const results::ComparedSide b{picture_->program.get(), &picture_text_, &sites_, &playback_, &accesses()};
    comparison_.emplace(pinned_->side(), b);
  }
  return &*comparison_;
}

std::optional<results::Comparison::Pair> Session::moments() const {
  const results::Comparison* both = comparison();
  if (both == nullptr || track_.empty()) return std::nullopt;
  return both->pair_at(moment(), overtime_);
}

const std::vector<results::ComparedRow>& Session::compared_rows() const {
  static const std::vector<results::ComparedRow> none;
  if (counts_hidden()) return none;
  if (compared_rows_version_ != version_) {
    const results::Comparison* both = comparison();
    compared_rows_ = both == nullptr ? std::vector<results::ComparedRow>{}
                                     : results::compare_rows(pinned_->rows, rows_, both->sites_of_a());
    compared_rows_version_ = version_;
  }
  return compared_rows_;
}

std::string Session::name_of_a() const {
  return pinned_ ? results::variant_name(pinned_->document, document_,
                                         pinned_->picture ? &pinned_->picture->scenario : nullptr)
                 : std::string();
}

std::string Session::name_of_b() const {
  return pinned_
             ? results::variant_name(document_, pinned_->document, picture_ ? &picture_->scenario : nullptr)
             : std::string();
}

// ---- time: B's steps are the track's; where A needs more of them for an access, they come after B's last
// one

std::uint32_t Session::overtime_here() const {
  const results::Comparison* both = comparison();
  if (both == nullptr || track_.empty()) return 0;
  const playback::Moment now = moment();
  if (now.wavefront + 1 < playback_.steps_of(now.event)) return 0;
  return both->overtime_of(now.event);
}

bool Session::overtime_forward() {
  if (overtime_ >= overtime_here()) return false;
  ++overtime_;
  since_step_ = 0;
  fraction_ = 0;
  return true;
}

/// Of `whole` steps to play, those that are left for the track. One frame never plays past an access that A
/// still needs.
double Session::take_overtime(double whole) {
  if (!pinned_) return whole;
  for (const std::uint32_t more = overtime_here(); whole >= 1 && overtime_ < more; --whole) ++overtime_;
  if (whole < 1) return 0;
  overtime_ = 0;
  const playback::Moment now = moment();
  const std::uint32_t own = playback_.steps_of(now.event);
  const std::uint32_t left = own > now.wavefront + 1 ? own - now.wavefront - 1 : 0;
  const results::Comparison* both = comparison();
  return left > 0 && both != nullptr && both->overtime_of(now.event) > 0
             ? std::min(whole, static_cast<double>(left))
             : std::min(whole, left + 1.);
}

bool Session::overtime_back() {
  if (overtime_ == 0) return false;
  --overtime_;
  since_step_ = 0;
  fraction_ = 0;
  return true;
}

} // namespace warpscope::session
