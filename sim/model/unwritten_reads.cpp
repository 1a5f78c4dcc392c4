#include "sim/model/unwritten_reads.h"

#include <algorithm>
#include <utility>

namespace warpscope {

void UnwrittenReads::begin() { std::fill(words_.begin(), words_.end(), Word{}); }

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
    found.add({HazardKind::Uninit, Space::Shared, reader, reader, block, block, read.word * word_bytes, count_of(read.lanes), false});
  }
  updates_.clear();
  reads_.clear();
}

} // namespace warpscope
