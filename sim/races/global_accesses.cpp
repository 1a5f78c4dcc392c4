// Finds races between blocks: a summary by word first, then the accesses of words that may race.
#include "sim/races/global_accesses.h"

#include <algorithm>

namespace warpscope::races {

void GlobalAccesses::State::Visits::add(By by) {
  if (by.block == first.block) {
    first = std::min(first, by);
  } else if (by.block == second.block) {
    second = std::min(second, by);
  } else if (by.block < first.block) {
    second = first;
    first = by;
  } else if (by.block < second.block) {
    second = by;
  }
}

GlobalNotes& GlobalAccesses::State::notes() {
  const std::lock_guard lock(notes_mutex_);
  return *notes_.emplace_back(std::make_unique<GlobalNotes>());
}

void GlobalAccesses::State::keep(GlobalNotes& notes, std::uint64_t block, std::uint64_t phase,
                                 const WordAccesses& words) {
  if (given_up()) return;
  begin_phase(phase);
  for (const WordAccesses::Cell& cell : words.cells)
    for (std::uint32_t i = cell.entries; i != WordAccesses::none; i = words.entries[i].next)
      notes.mark(block, cell.word, words.entries[i].place.does);
  std::unique_lock<std::mutex> lock;
  std::uint32_t of = ~0u;
  Heads* heads = nullptr;
  for (const WordAccesses::Cell& cell : words.cells) {
    const std::uint32_t together = cell.word / words_together;
    Shard& shard = shards_[together % shard_count];
    if (heads == nullptr || together != of) {
      if (lock.owns_lock()) lock.unlock(); // never hold both locks
      lock = std::unique_lock(shard.mutex);
      of = together;
      const auto [at, added] = shard.heads.try_emplace(together);
      heads = &at->second;
      if (added) heads->fill(WordAccesses::none);
    }
    for (std::uint32_t i = cell.entries; i != WordAccesses::none; i = words.entries[i].next)
      add(shard, (*heads)[cell.word % words_together], words.entries[i].place,
          {block, words.entries[i].warp * warp_size + lowest(words.entries[i].all)},
          words.entries[i].written);
  }
}

void GlobalAccesses::State::begin_phase(std::uint64_t phase) {
  if (phase <= phase_) return;
  judge_all();
  phase_ = phase;
}

void GlobalAccesses::State::keep(GlobalNotes& notes, std::uint64_t block, std::uint64_t phase,
                                 const trace::AccessEvent& event, Does does) {
  if (given_up()) return;
  begin_phase(phase);
  const std::uint64_t before = notes.bytes();
  notes.note(block, event, does);
  const std::uint64_t more = notes.bytes() - before;
  if (noted_.fetch_add(more, std::memory_order_relaxed) + more > most_bytes()) give_up();
}

/// Examines words that one block wrote and another accessed, access by access.
void GlobalAccesses::State::look_again() {
  std::unordered_map<std::uint32_t, GlobalNotes::Words> doubtful;
  GlobalNotes::Words words{};
  for (std::uint32_t page = 0, count = GlobalNotes::pages(notes_); page < count; ++page)
    if (GlobalNotes::doubtful(notes_, page, words)) doubtful.emplace(page, words);
  for (const auto& notes : notes_) {
    if (!doubtful.empty())
      notes->each([&](std::uint64_t block, const trace::AccessEvent& event, Does does) {
        keep_words(block, event, does, [&](std::uint32_t word) {
          const auto page = doubtful.find(word / GlobalNotes::page_words);
          return page != doubtful.end() && page->second[word % GlobalNotes::page_words];
        });
      });
    notes->clear();
  }
  noted_ = 0;
}

template <class Wanted>
void GlobalAccesses::State::keep_words(std::uint64_t block, const trace::AccessEvent& event, Does does,
                                       Wanted wanted) {
  if (given_up() || cancelled()) return;
  const std::uint32_t width = event.access.width;
  const bool writes = event.values != nullptr && (does == Does::Writes || does == Does::Stores);
  std::unique_lock<std::mutex> lock;
  std::uint32_t of = ~0u, last = ~0u;
  Shard* shard = nullptr;
  Heads* heads = nullptr;
  for (std::uint32_t rest = event.access.mask; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = lowest(rest), begin = event.access.offset[lane], end = begin + width;
    if (begin == last && only_reads(does)) continue; // a broadcast: the lowest lane stands for all
    last = begin;
    for (std::uint32_t at = begin; at < end; at = (at / word_bytes + 1) * word_bytes) {
      const std::uint32_t word = at / word_bytes, together = word / words_together,
                          bytes = std::min(word_bytes - at % word_bytes, end - at);
      if (!wanted(word)) continue;
      if (together != of) {
        if (lock.owns_lock()) lock.unlock(); // never hold both locks
        shard = &shards_[together % shard_count];
        lock = std::unique_lock(shard->mutex);
        const auto [found, added] = shard->heads.try_emplace(together);
        heads = &found->second;
        if (added) heads->fill(WordAccesses::none);
        of = together;
      }
      Written written{0, writes};
      if (writes) std::memcpy(&written.value, event.values + std::size_t{lane} * width + (at - begin), bytes);
      const auto part = static_cast<std::uint8_t>(((1u << bytes) - 1u) << at % word_bytes);
      add(*shard, (*heads)[word % words_together], {event.site, does, part},
          {block, event.warp * warp_size + lane}, written);
    }
  }
}

void GlobalAccesses::State::add(Shard& shard, std::uint32_t& head, const Place& place, By by,
                                const Written& written) {
  if (given_up()) return;
  std::uint64_t places = 0;
  for (std::uint32_t i = head; i != WordAccesses::none; i = shard.visits[i].next, ++places) {
    Visits& visits = shard.visits[i];
    if (visits.place != place) continue;
    visits.add(by);
    visits.written.also(written);
    return;
  }
  if (places >= most_places_a_word) return give_up_places();
  if (kept_.fetch_add(1, std::memory_order_relaxed) >= most) return give_up_words();
  shard.visits.push_back({place, by, {}, written, head});
  head = static_cast<std::uint32_t>(shard.visits.size() - 1);
}

std::uint64_t GlobalAccesses::State::pairs_of_places() const {
  std::uint64_t pairs = 0;
  for (const Shard& shard : shards_)
    for (const auto& [part, heads] : shard.heads)
      for (const std::uint32_t head : heads) {
        std::uint64_t places = 0;
        for (std::uint32_t i = head; i != WordAccesses::none; i = shard.visits[i].next) ++places;
        pairs += places * (places + 1) / 2;
      }
  return pairs;
}

void GlobalAccesses::State::judge_all() {
  look_again();
  if (!given_up() && pairs_of_places() > most_pairs) give_up_places();
  for (Shard& shard : shards_) {
    if (given_up() || cancelled()) break;
    std::vector<std::uint32_t> parts; // in sorted order, since a map's order is arbitrary
    for (const auto& [part, heads] : shard.heads) parts.push_back(part);
    std::sort(parts.begin(), parts.end());
    for (const std::uint32_t part : parts)
      for (std::uint32_t word = 0; word < words_together; ++word)
        for (std::uint32_t i = shard.heads[part][word]; i != WordAccesses::none; i = shard.visits[i].next)
          for (std::uint32_t j = i; j != WordAccesses::none; j = shard.visits[j].next)
            judge(part * words_together + word, shard.visits[i], shard.visits[j]);
    shard.heads.clear();
    shard.visits.clear();
  }
  kept_ = 0;
}

void GlobalAccesses::State::judge(std::uint32_t word, const Visits& one, const Visits& other) {
  if ((one.place.bytes & other.place.bytes) == 0 || !conflict(one.place.does, other.place.does)) return;
  // The write comes first, else the site that comes first.
  const auto rank = [](const Visits& v) { return std::pair(v.place.does == Does::Reads, v.place); };
  const bool swapped = rank(other) < rank(one);
  const Visits &a = swapped ? other : one, &b = swapped ? one : other;
  By first = a.first, second = b.first;
  if (first.block == second.block) {
    const By of_a = a.second, of_b = b.second;
    if (of_a.block == ~0ull && of_b.block == ~0ull) return; // only one block accessed it
    (of_b.block <= of_a.block ? second : first) = of_b.block <= of_a.block ? of_b : of_a;
  }
  Hazard hazard;
  hazard.kind = kind_of(a.place.does, b.place.does);
  hazard.space = Space::Global;
  hazard.first = with_written({a.place.site, first.thread}, a.place, a.written);
  hazard.second = with_written({b.place.site, second.thread}, b.place, b.written);
  hazard.block = first.block;
  hazard.second_block = second.block;
  hazard.offset = word * word_bytes;
  hazard.count = 1;
  hazard.same_value = hazard.kind == HazardKind::Waw && a.place.bytes == b.place.bytes &&
                      a.written.same_as(b.written);
  found_.add(hazard);
}

OrderedHazards& GlobalAccesses::State::ordered(const HazardOptions& options) {
  if (!ordered_) ordered_ = std::make_unique<OrderedHazards>(options, most);
  return *ordered_;
}

HazardList GlobalAccesses::State::finish() {
  if (ordered_) return ordered_->finish();
  if (given_up()) return {};
  judge_all(); // may find that there is too much
  return given_up() ? HazardList() : found_;
}

} // namespace warpscope::races
