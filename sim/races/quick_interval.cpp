// Marks who wrote and read each word of an interval, with cached plans for regular accesses.
#include "sim/races/quick_interval.h"

#include <algorithm>
#include <bit>

namespace warpscope::races {

void QuickInterval::barrier() {
  steps_.clear();
  values_.clear();
  if (touched_.size() > most_pages) forget_pages();
  if (++interval_ != 0) return;
  std::fill(shared_.begin(), shared_.end(), Record{});
  forget_pages();
  spare_.clear();
  interval_ = 1;
}

void QuickInterval::forget_pages() {
  for (const std::uint32_t number : touched_) spare_.push_back(std::move(pages_[number]));
  touched_.clear();
  last_page_ = ~0u;
}

void QuickInterval::keep(const trace::AccessEvent& event) {
  Step& step = steps_.emplace_back();
  step.event = event;
  if (event.values == nullptr) return;
  step.values = values_.size();
  // Without the inactive lanes after the last active one, whose bytes may not exist.
  const auto lanes = static_cast<std::size_t>(std::bit_width(event.access.mask));
  values_.insert(values_.end(), event.values, event.values + lanes * event.access.width);
}

void QuickInterval::note_sync(std::uint64_t block, std::uint32_t warp, std::uint32_t lanes) {
  Step& step = steps_.emplace_back();
  step.event.block = block;
  step.event.warp = warp;
  step.event.access.mask = lanes;
  step.sync = true;
}

QuickInterval::Record* QuickInterval::page(std::uint32_t number) {
  if (number == last_page_) return last_records_;
  if (number >= pages_.size()) pages_.resize(number + 1);
  auto& made = pages_[number];
  if (made == nullptr) {
    if (spare_.empty()) spare_.push_back(std::make_unique<Page>());
    made = std::move(spare_.back());
    spare_.pop_back();
    touched_.push_back(number);
  }
  last_page_ = number;
  return last_records_ = made->data();
}

const QuickInterval::Plan& QuickInterval::plan_of(const trace::AccessEvent& event) {
  if (event.shape != 0 && event.site >= plans_.size()) plans_.resize(event.site + 1);
  Plan& plan = event.shape != 0 ? plans_[event.site] : plan_;
  if (event.shape != 0 && plan.shape == event.shape) return plan;
  plan.shape = event.shape;
  plan.words.clear();
  const auto first = static_cast<std::int32_t>(event.access.offset[lowest(event.access.mask)] / word_bytes);
  // Accesses are aligned, so one below a word lies in a single word.
  const std::uint32_t words = std::max(event.access.width / word_bytes, 1u);
  for (std::uint32_t rest = event.access.mask; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = lowest(rest), word = event.access.offset[lane] / word_bytes;
    for (std::uint32_t i = 0; i < words; ++i)
      plan.words.push_back(
          {static_cast<std::int32_t>(word + i) - first, static_cast<std::uint16_t>(lane + 1)});
  }
  if (!std::is_sorted(plan.words.begin(), plan.words.end(),
                      [](const Plan::Word& a, const Plan::Word& b) { return a.from_first < b.from_first; }))
    std::sort(plan.words.begin(), plan.words.end(),
              [](const Plan::Word& a, const Plan::Word& b) { return a.from_first < b.from_first; });
  std::size_t kept = 0;
  for (const Plan::Word& word : plan.words) {
    if (kept != 0 && plan.words[kept - 1].from_first == word.from_first) plan.words[kept - 1].who = several;
    else plan.words[kept++] = word;
  }
  plan.words.resize(kept);
  plan.lowest = plan.words.front().from_first;
  plan.highest = plan.words.back().from_first;
  return plan;
}

/// Calls `touch(record, word, thread + 1 or several)` for each word.
template <class Touch> bool QuickInterval::each_word(const trace::AccessEvent& event, Touch touch) {
  const auto threads_before = static_cast<std::uint16_t>(event.warp * warp_size);
  const Plan& plan = plan_of(event);
  const std::uint32_t first = event.access.offset[lowest(event.access.mask)] / word_bytes;
  const auto who = [&](const Plan::Word& word) {
    return word.who == several ? several : static_cast<std::uint16_t>(word.who + threads_before);
  };
  bool fine = true;
  if (event.space == Space::Shared) {
    if (first + static_cast<std::uint32_t>(plan.highest) >= shared_.size())
      shared_.resize(first + static_cast<std::uint32_t>(plan.highest) + 1024);
    for (const Plan::Word& word : plan.words) {
      const std::uint32_t at = first + static_cast<std::uint32_t>(word.from_first);
      fine &= touch(shared_[at], at, who(word));
    }
    return fine;
  }
  for (const Plan::Word& word : plan.words) {
    const std::uint32_t at = first + static_cast<std::uint32_t>(word.from_first);
    fine &= touch(page(at / page_words)[at % page_words], at, who(word));
  }
  return fine;
}

bool QuickInterval::note(const trace::AccessEvent& event, Does does, const UnwrittenReads& written,
                         CopyStage copy) {
  keep(event);
  steps_.back().copy = copy;
  const bool shared = event.space == Space::Shared, part = event.access.width < word_bytes;
  if (steps_.size() > most_kept || does == Does::Loads || does == Does::Stores) return false;
  const std::uint32_t now = interval_;
  switch (does) {
  case Does::Reads:
    return each_word(event, [&](Record& r, std::uint32_t word, std::uint16_t thread) {
      if (r.interval != now) r = {now, nobody, nobody};
      const bool mine = r.writer == thread && thread != several;
      r.reader = r.reader == nobody || r.reader == thread ? thread : several;
      return (r.writer == nobody || mine) && (!shared || mine || written.whole(word));
    });
  case Does::Writes:
    return each_word(event, [&](Record& r, std::uint32_t word, std::uint16_t thread) {
      if (r.interval != now) {
        r = {now, nobody, thread};
        return thread != several && (!shared || !part || written.whole(word));
      }
      const bool alone = thread != several && (r.writer == nobody || r.writer == thread) &&
                         (r.reader == nobody || r.reader == thread);
      r.writer = alone ? thread : several;
      return alone && (!shared || !part || written.whole(word));
    });
  default:
    return each_word(event, [&](Record& r, std::uint32_t word, std::uint16_t) {
      if (r.interval != now) r = {now, nobody, atomics};
      const bool alone = r.writer == atomics && r.reader == nobody;
      r.writer = alone ? atomics : several;
      return alone && (!shared || written.whole(word));
    });
  }
}

} // namespace warpscope::races
