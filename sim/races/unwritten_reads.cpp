// Tracks which bytes of shared memory have been written.
//
#include "sim/races/unwritten_reads.h"

#include <algorithm>
#include <utility>

namespace warpscope::races {

void UnwrittenReads::begin() { std::fill(words_.begin(), words_.end(), Word{}); }

void UnwrittenReads::stored(const trace::AccessEvent& event) {
  for (std::uint32_t rest = event.access.mask; rest != 0; rest &= rest - 1) {
    const std::uint32_t begin = event.access.offset[lowest(rest)], end = begin + event.access.width;
    if (end / word_bytes >= words_.size()) words_.resize(end / word_bytes + 256);
    for (std::uint32_t at = begin; at < end; at = (at / word_bytes + 1) * word_bytes) {
      const std::uint32_t bytes = std::min(word_bytes - at % word_bytes, end - at);
      words_[at / word_bytes].stored |= static_cast<std::uint8_t>(((1u << bytes) - 1u) << at % word_bytes);
    }
  }
}

void UnwrittenReads::barrier(std::uint64_t block, HazardList& found) {
  for (const Access& update : updates_) {
    Word& word = words_[update.word];
    word.stored |= std::exchange(word.updated, std::uint8_t{0});
    word.update = none;
  }
  for (const Access& read : reads_) {
    words_[read.word].read = none;
    if (read.lanes == 0) continue;
    const HazardSide reader{read.site, read.warp * warp_size + lowest(read.lanes)};
    found.add({HazardKind::Uninit, Space::Shared, reader, reader, block, block, read.word * word_bytes,
               count_of(read.lanes), false});
  }
  updates_.clear();
  reads_.clear();
}

} // namespace warpscope::races
