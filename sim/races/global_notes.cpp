// Records accesses of global memory compactly and replays them.
#include "sim/races/global_notes.h"

namespace warpscope::races {

namespace {

constexpr std::uint32_t no_lane = warp_size;

/// True when the distance from one active lane's offset to the next is the same everywhere; `step` receives
/// it.
bool in_a_row(const WarpAccess& access, std::int32_t& step) {
  const std::uint32_t first = lowest(access.mask), rest = access.mask & (access.mask - 1);
  step = 0;
  if (rest == 0) return true;
  const std::uint32_t second = lowest(rest);
  const auto apart = static_cast<std::int32_t>(access.offset[second] - access.offset[first]);
  const auto lanes = static_cast<std::int32_t>(second - first);
  if (apart % lanes != 0) return false;
  step = apart / lanes;
  std::uint32_t wrong = 0;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    const std::uint32_t expected = access.offset[first] + (lane - first) * static_cast<std::uint32_t>(step);
    wrong |= access.offset[lane] != expected ? bit(lane) : 0;
  }
  return (wrong & access.mask) == 0;
}

} // namespace

GlobalNotes::Page& GlobalNotes::page(std::uint32_t number) {
  if (number >= pages_.size()) pages_.resize(number + 1);
  if (pages_[number] == nullptr) {
    pages_[number] = std::make_unique<Page>();
    bytes_ += sizeof(Page);
  }
  return *pages_[number];
}

/// Marks consecutive words of one page.
void GlobalNotes::mark(std::uint32_t by, std::uint32_t word, std::uint32_t words, Does does) {
  Page& in = page(word / page_words);
  std::uint32_t* who = (does == Does::Reads ? in.reader : in.writer).data() + word % page_words;
  for (std::uint32_t i = 0; i < words; ++i) who[i] = who[i] == nobody || who[i] == by ? by : several;
}

void GlobalNotes::mark(std::uint64_t block, std::uint32_t word, Does does) {
  mark(is_atomic(does)       ? atomics
       : block < atomics - 1 ? static_cast<std::uint32_t>(block + 1)
                             : several,
       word, 1, does);
}

void GlobalNotes::note(std::uint64_t block, const trace::AccessEvent& event, Does does) {
  const WarpAccess& access = event.access;
  const std::uint32_t by = is_atomic(does)       ? atomics
                           : block < atomics - 1 ? static_cast<std::uint32_t>(block + 1)
                                                 : several;
  Step& step = steps_.emplace_back();
  step.block = block;
  step.site = event.site;
  step.mask = access.mask;
  step.warp = static_cast<std::uint16_t>(event.warp);
  step.width = static_cast<std::uint8_t>(access.width);
  step.does = does;
  step.values = event.values != nullptr && (does == Does::Writes || does == Does::Stores);
  step.scattered = !in_a_row(access, step.step);
  step.first = step.scattered ? static_cast<std::uint32_t>(scattered_.size())
                              : access.offset[lowest(access.mask)];
  bytes_ += sizeof(Step);
  if (step.scattered) {
    scattered_.push_back(access.offset);
    bytes_ += sizeof(access.offset);
  }
  if (step.values) {
    const std::size_t before = values_.size();
    if (access.mask == ~0u)
      values_.insert(values_.end(), event.values, event.values + std::size_t{warp_size} * access.width);
    else
      for (std::uint32_t rest = access.mask; rest != 0; rest &= rest - 1) {
        const std::uint8_t* from = event.values + std::size_t{lowest(rest)} * access.width;
        values_.insert(values_.end(), from, from + access.width);
      }
    bytes_ += values_.size() - before;
  }
  const bool side_by_side = !step.scattered && access.mask == ~0u && access.width % word_bytes == 0 &&
                            step.step == static_cast<std::int32_t>(access.width);
  if (side_by_side && step.first % word_bytes == 0) {
    std::uint32_t word = step.first / word_bytes, left = warp_size * access.width / word_bytes;
    while (left != 0) {
      const std::uint32_t here = std::min(left, page_words - word % page_words);
      mark(by, word, here, does);
      word += here;
      left -= here;
    }
    return;
  }
  std::uint32_t last = no_lane; // a broadcast is marked once
  for (std::uint32_t rest = access.mask; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = lowest(rest), begin = access.offset[lane] / word_bytes,
                        end = (access.offset[lane] + access.width - 1) / word_bytes;
    if (last != no_lane && access.offset[last] == access.offset[lane]) continue;
    for (std::uint32_t word = begin; word <= end; ++word) mark(by, word, 1, does);
    last = lane;
  }
}

std::size_t GlobalNotes::unpack(const Step& step, trace::AccessEvent& event, std::uint8_t* values,
                                std::size_t at) const {
  event.block = step.block;
  event.warp = step.warp;
  event.site = step.site;
  event.space = Space::Global;
  event.access.mask = step.mask;
  event.access.width = step.width;
  event.values = step.values ? values : nullptr;
  const std::uint32_t first = lowest(step.mask);
  if (step.scattered) event.access.offset = scattered_[step.first];
  else
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
      event.access.offset[lane] = step.first + (lane - first) * static_cast<std::uint32_t>(step.step);
  if (!step.values) return at;
  for (std::uint32_t rest = step.mask; rest != 0; rest &= rest - 1) {
    std::memcpy(values + std::size_t{lowest(rest)} * step.width, values_.data() + at, step.width);
    at += step.width;
  }
  return at;
}

void GlobalNotes::clear() {
  pages_.clear();
  steps_.clear();
  scattered_.clear();
  values_.clear();
  bytes_ = 0;
}

std::uint32_t GlobalNotes::pages(const std::vector<std::unique_ptr<GlobalNotes>>& all) {
  std::size_t most = 0;
  for (const auto& notes : all) most = std::max(most, notes->pages_.size());
  return static_cast<std::uint32_t>(most);
}

bool GlobalNotes::doubtful(const std::vector<std::unique_ptr<GlobalNotes>>& all, std::uint32_t number,
                           Words& words) {
  const Page* one = nullptr;
  std::unique_ptr<Page> joined;
  const auto add = [](std::array<std::uint32_t, page_words>& to,
                      const std::array<std::uint32_t, page_words>& from) {
    for (std::uint32_t i = 0; i < page_words; ++i)
      to[i] = to[i] == nobody || to[i] == from[i] ? from[i] : from[i] == nobody ? to[i] : several;
  };
  for (const auto& notes : all) {
    if (number >= notes->pages_.size() || notes->pages_[number] == nullptr) continue;
    const Page& page = *notes->pages_[number];
    if (one == nullptr) {
      one = &page;
      continue;
    }
    if (joined == nullptr) one = (joined = std::make_unique<Page>(*one)).get();
    add(joined->writer, page.writer);
    add(joined->reader, page.reader);
  }
  if (one == nullptr) return false;
  const auto may_race = [](std::uint32_t writer, std::uint32_t reader) {
    return writer == several || (writer != nobody && reader != nobody && writer != reader);
  };
  std::uint32_t any = 0;
  for (std::uint32_t i = 0; i < page_words; ++i) any |= may_race(one->writer[i], one->reader[i]) ? 1u : 0u;
  if (any == 0) return false;
  for (std::uint32_t i = 0; i < page_words; ++i) words[i] = may_race(one->writer[i], one->reader[i]);
  return true;
}

} // namespace warpscope::races
