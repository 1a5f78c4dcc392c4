#include "sim/model/quick_interval.h"

#include <algorithm>

namespace warpscope {

void QuickInterval::barrier() {
  steps_.clear();
  values_.clear();
  if (pages_.size() > most_pages) {
    pages_.clear();
    last_page_ = ~0u;
  }
  if (++interval_ != 0) return;
  std::fill(shared_.begin(), shared_.end(), Record{});
  pages_.clear();
  last_page_ = ~0u;
  interval_ = 1;
}

void QuickInterval::keep(const AccessEvent& event) {
  Step& step = steps_.emplace_back();
  step.event = event;
  if (event.values == nullptr) return;
  step.values = values_.size();
  values_.insert(values_.end(), event.values, event.values + std::size_t{warp_size} * event.access.width);
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
  auto& made = pages_[number];
  if (made == nullptr) made = std::make_unique<Page>();
  last_page_ = number;
  return last_records_ = made->data();
}

/// `touch(record, word, thread + 1)` for each lane's words.
template <class Touch> bool QuickInterval::each_word(const AccessEvent& event, Touch touch) {
  const auto first = static_cast<std::uint16_t>(event.warp * warp_size + 1);
  const std::uint32_t words = std::max(event.access.width / word_bytes, 1u);
  const std::uint32_t* offsets = event.access.offset.data();
  bool fine = true;
  if (event.space == Space::Shared) {
    std::uint32_t highest = 0;
    for (std::uint32_t rest = event.access.mask; rest != 0; rest &= rest - 1) highest = std::max(highest, offsets[lowest(rest)]);
    if (highest / word_bytes + words >= shared_.size()) shared_.resize(highest / word_bytes + words + 1024);
    for (std::uint32_t rest = event.access.mask; rest != 0; rest &= rest - 1) {
      const std::uint32_t lane = lowest(rest), word = offsets[lane] / word_bytes;
      for (std::uint32_t i = 0; i < words; ++i) fine &= touch(shared_[word + i], word + i, static_cast<std::uint16_t>(first + lane));
    }
    return fine;
  }
  for (std::uint32_t rest = event.access.mask; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = lowest(rest), word = offsets[lane] / word_bytes;
    Record* records = page(word / page_words); // an access is aligned: it lies in one page
    for (std::uint32_t i = 0; i < words; ++i) fine &= touch(records[word % page_words + i], word + i, static_cast<std::uint16_t>(first + lane));
  }
  return fine;
}

bool QuickInterval::note(const AccessEvent& event, Does does, const UnwrittenReads& written) {
  keep(event);
  const bool shared = event.space == Space::Shared, part = event.access.width < word_bytes;
  if (steps_.size() > most_kept || does == Does::Loads || does == Does::Stores) return false;
  const std::uint32_t now = interval_;
  switch (does) {
  case Does::Reads:
    return each_word(event, [&](Record& r, std::uint32_t word, std::uint16_t thread) {
      if (r.interval != now) r = {now, nobody, nobody};
      const bool mine = r.writer == thread;
      r.reader = r.reader == nobody || r.reader == thread ? thread : several;
      return (r.writer == nobody || mine) && (!shared || mine || written.whole(word));
    });
  case Does::Writes:
    return each_word(event, [&](Record& r, std::uint32_t word, std::uint16_t thread) {
      if (r.interval != now) {
        r = {now, nobody, thread};
        return !shared || !part || written.whole(word);
      }
      const bool alone = (r.writer == nobody || r.writer == thread) && (r.reader == nobody || r.reader == thread);
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

} // namespace warpscope
