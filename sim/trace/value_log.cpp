// Keeps assignments by warp and variable, and finds the last one of each lane.
#include "sim/trace/value_log.h"

#include <algorithm>
#include <bit>

namespace warpscope::trace {

namespace {

constexpr std::size_t many_words = 256u << 10;

} // namespace

void ValueLog::add(const ValueEvent& event, std::uint32_t before) {
  if (truncated_ || event.lanes == 0) return;
  Entry entry;
  entry.before = before;
  entry.lanes = event.lanes;
  const auto bits = [&](std::uint32_t lane) {
    return event.low == nullptr ? event.constant
                                : std::uint64_t{event.low[lane]} |
                                      (event.high == nullptr ? 0 : std::uint64_t{event.high[lane]} << 32);
  };
  if (event.what != ValueEvent::What::Assigned) {
    entry.form = event.what == ValueEvent::What::Lost ? Form::Lost : Form::Unset;
  } else if (event.low == nullptr) {
    entry.form = Form::WideRow;
    entry.base = event.constant;
  } else {
    // A step in 32 bits wraps as the register does; a row of one lane is a row, too.
    const auto first = static_cast<std::uint32_t>(std::countr_zero(event.lanes));
    const std::uint32_t rest = event.lanes & (event.lanes - 1);
    const auto second = rest == 0 ? first : static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint64_t width = event.high == nullptr ? 0xffff'ffffull : ~0ull;
    const std::uint64_t between = (bits(second) - bits(first)) & width, apart = second - first;
    // Only steps that divide: a negative one is a large number here, and 32 lanes of it wrap back.
    entry.step = apart <= 1 ? between : 0;
    if (apart > 1) {
      const auto signed_step = event.high == nullptr ? std::int64_t{static_cast<std::int32_t>(between)}
                                                     : static_cast<std::int64_t>(between);
      entry.step = static_cast<std::uint64_t>(signed_step / static_cast<std::int64_t>(apart)) & width;
    }
    entry.base = (bits(first) - entry.step * first) & width;
    bool row = true;
    for (std::uint32_t left = event.lanes; left != 0 && row; left &= left - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
      row = ((entry.base + entry.step * lane) & width) == bits(lane);
    }
    if (!row) {
      entry.form = event.high == nullptr ? Form::Words : Form::WideWords;
      entry.base = words_.size();
      entry.step = 0;
    } else {
      entry.form = event.high == nullptr ? Form::Row : Form::WideRow;
    }
  }
  const std::size_t words = entry.form == Form::Words       ? warp_size
                            : entry.form == Form::WideWords ? 2 * warp_size
                                                            : 0;
  const std::size_t more = sizeof(Entry) + words * sizeof(std::uint32_t);
  if (bytes_ + more > max_bytes_) {
    truncated_ = true;
    known_until_ = before;
    return;
  }
  bytes_ += more;
  ++entries_;
  // Room that is never touched costs nothing, moving megabytes as they grow does.
  if (words_.size() > many_words) words_.reserve(max_bytes_ / sizeof(std::uint32_t));
  for (const std::uint32_t* from : {event.low, event.high})
    if (words != 0 && from != nullptr) words_.insert(words_.end(), from, from + warp_size);
  if (columns_.size() <= event.warp) columns_.resize(event.warp + 1);
  auto& columns = columns_[event.warp];
  if (columns.size() <= event.value) columns.resize(event.value + 1);
  columns[event.value].push_back(entry);
}

std::uint64_t ValueLog::bits_of(const Entry& entry, std::uint32_t lane) const {
  switch (entry.form) {
  case Form::Row: return (entry.base + entry.step * lane) & 0xffff'ffffull;
  case Form::WideRow: return entry.base + entry.step * lane;
  case Form::Words: return words_[entry.base + lane];
  case Form::WideWords:
    return std::uint64_t{words_[entry.base + lane]} |
           (std::uint64_t{words_[entry.base + warp_size + lane]} << 32);
  case Form::Lost:
  case Form::Unset: break;
  }
  return 0;
}

LaneValues ValueLog::at(std::uint32_t warp, std::uint32_t value, std::size_t event) const {
  LaneValues found;
  if (warp >= columns_.size() || value >= columns_[warp].size() || (truncated_ && event >= known_until_))
    return found;
  const std::vector<Entry>& column = columns_[warp][value];
  auto next = std::upper_bound(column.begin(), column.end(), event,
                               [](std::size_t at, const Entry& entry) { return at < entry.before; });
  std::uint32_t open = ~std::uint32_t{0};
  while (next != column.begin() && open != 0) {
    const Entry& entry = *--next;
    const std::uint32_t lanes = entry.lanes & open;
    open &= ~lanes;
    if (entry.form == Form::Lost) found.lost |= lanes;
    if (entry.form == Form::Lost || entry.form == Form::Unset) continue;
    found.known |= lanes;
    for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
      found.bits[lane] = bits_of(entry, lane);
    }
  }
  return found;
}

} // namespace warpscope::trace
