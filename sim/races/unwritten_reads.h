// Reads of shared memory that no thread of the block has written, for sim/races/hazards.h. Where another
// thread writes the bytes unordered, that is a race and not such a read. An atomic reads as well, and what
// unordered atomics add to a word that was never initialised is not a value: only a write that happens before
// it counts.
#pragma once

#include "sim/races/word_accesses.h"

namespace warpscope::races {

class UnwrittenReads {
 public:
  void begin(); ///< of a block

  /// An access by `now.lanes` to bytes of the word. `unordered(lanes, warp, stamp, lane)` returns those of
  /// the warp's lanes that no happens-before edge orders before the lane of now's warp; their access was made
  /// at the stamp.
  template <class Unordered>
  void note(const WordAccesses::Entry& now, std::uint32_t word, Unordered unordered) {
    if (word >= words_.size()) words_.resize(word + 256);
    const Does does = now.place.does;
    if (only_reads(does) || does == Does::Updates) look(now, words_[word], word, unordered);
    if (!only_reads(does)) write(now, words_[word], word, unordered);
  }
  [[nodiscard]] bool whole(std::uint32_t word) const {
    return word < words_.size() && words_[word].stored == 0xf;
  }
  void stored(const trace::AccessEvent& event); ///< written by plain stores that no thread's read races with
  void barrier(std::uint64_t block, HazardList& found); ///< also called at the block's end

 private:
  static constexpr std::uint32_t none = ~0u;
  struct Word {
    std::uint8_t stored = 0;  ///< bytes that were written, except by atomics since the barrier
    std::uint8_t updated = 0; ///< bytes that those atomics wrote
    std::uint32_t read = none, update = none;
  };
  struct Access {
    std::uint32_t word = 0, site = 0, warp = 0, lanes = 0, stamp = 0;
    std::uint8_t bytes = 0;
    Does does = Does::Reads;
    std::uint32_t next = none;
  };

  template <class Unordered>
  void look(const WordAccesses::Entry& now, Word& word, std::uint32_t number, Unordered unordered) {
    const auto missing = static_cast<std::uint8_t>(now.place.bytes & ~word.stored &
                                                   ~(only_reads(now.place.does) ? word.updated : 0u));
    if (missing == 0) return;
    if (word.update == none || only_reads(now.place.does))
      return keep(reads_, access_of(now, number, now.lanes, missing), word.read);
    for (std::uint32_t rest = now.lanes; rest != 0; rest &= rest - 1) {
      std::uint8_t bytes = missing;
      for (std::uint32_t i = word.update; i != none && bytes != 0; i = updates_[i].next)
        if ((updates_[i].lanes &
             ~unordered(updates_[i].lanes, updates_[i].warp, updates_[i].stamp, lowest(rest))) != 0)
          bytes &= static_cast<std::uint8_t>(~updates_[i].bytes);
      if (bytes != 0) keep(reads_, access_of(now, number, rest & ~(rest - 1), bytes), word.read);
    }
  }

  template <class Unordered>
  void write(const WordAccesses::Entry& now, Word& word, std::uint32_t number, Unordered unordered) {
    const bool stores = now.place.does != Does::Updates;
    if (!stores && (now.place.bytes & ~word.stored) != 0) {
      keep(updates_, access_of(now, number, now.lanes, now.place.bytes), word.update);
      word.updated |= now.place.bytes;
    }
    if (stores) word.stored |= now.place.bytes;
    for (std::uint32_t i = word.read; i != none; i = reads_[i].next) {
      if ((reads_[i].bytes & now.place.bytes) == 0 || !conflict(reads_[i].does, now.place.does)) continue;
      std::uint32_t raced = 0;
      for (std::uint32_t rest = now.lanes; rest != 0; rest &= rest - 1)
        raced |= unordered(reads_[i].lanes, reads_[i].warp, reads_[i].stamp, lowest(rest));
      if (raced == 0) continue;
      Access part = reads_[i]; // its other bytes may still be unwritten
      part.lanes = raced;
      part.bytes &= static_cast<std::uint8_t>(~now.place.bytes);
      reads_[i].lanes &= ~raced;
      if (part.bytes != 0) keep(reads_, part, reads_[i].next);
    }
  }

  [[nodiscard]] static Access access_of(const WordAccesses::Entry& now, std::uint32_t word,
                                        std::uint32_t lanes, std::uint8_t bytes) {
    return {word, now.place.site, now.warp, lanes, now.stamp, bytes, now.place.does, none};
  }
  static void keep(std::vector<Access>& all, Access access, std::uint32_t& head) {
    access.next = head;
    head = static_cast<std::uint32_t>(all.size());
    all.push_back(access);
  }

  std::vector<Word> words_;             ///< of shared memory
  std::vector<Access> reads_, updates_; ///< since the barrier: accesses of bytes that nobody had stored
};

} // namespace warpscope::races
