// A compact record of what one sink's blocks did to the words of global memory, for
// sim/races/global_accesses.h: for each word whether one block or several wrote it and read it, and each
// access in some 32 bytes plus what it wrote. Where no word has a writer and another block, there is no race
// between blocks; otherwise the accesses of those words are examined again.
//
// Memory: 8 bytes for each word in the pages of 1,024 words that were touched; 32 bytes for each access of a
// warp, 128 more where its lanes' offsets are not equally spaced, and the bytes that it wrote. `bytes()`
// returns the sum.
#pragma once

#include "sim/races/word_accesses.h"

#include <memory>

namespace warpscope::races {

class GlobalNotes {
 public:
  static constexpr std::uint32_t page_words = 1024;
  using Words = std::array<bool, page_words>;

  void note(std::uint64_t block, const trace::AccessEvent& event, Does does);
  /// Records only that the block accessed a word whose accesses are kept elsewhere.
  void mark(std::uint64_t block, std::uint32_t word, Does does);
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  void clear();

  [[nodiscard]] static std::uint32_t pages(const std::vector<std::unique_ptr<GlobalNotes>>& all);
  /// Finds the words of a page that may have a race between blocks; false when there is none.
  [[nodiscard]] static bool doubtful(const std::vector<std::unique_ptr<GlobalNotes>>& all, std::uint32_t page,
                                     Words& words);

  /// Replays the accesses: `visit(block, event, does)`. Only the active lanes' values are valid.
  template <class Visit> void each(Visit visit) const {
    trace::AccessEvent event;
    std::array<std::uint8_t, std::size_t{warp_size} * 32> values;
    std::size_t at = 0; // position in values_
    for (const Step& step : steps_) {
      at = unpack(step, event, values.data(), at);
      visit(step.block, event, step.does);
    }
  }

 private:
  static constexpr std::uint32_t nobody = 0, several = ~0u, atomics = ~0u - 1; ///< otherwise the block + 1
  struct Page {
    std::array<std::uint32_t, page_words> writer{}, reader{};
  };
  struct Step {
    std::uint64_t block = 0;
    std::uint32_t site = 0, mask = 0,
                  first = 0; ///< first: the first active lane's offset, or the index in scattered_ where the
                             ///< offsets begin
    std::int32_t step = 0;   ///< from lane to lane; `scattered`: arbitrary offsets
    std::uint16_t warp = 0;
    std::uint8_t width = 0;
    Does does = Does::Reads;
    bool scattered = false, values = false;
  };
  Page& page(std::uint32_t number);
  void mark(std::uint32_t by, std::uint32_t word, std::uint32_t words, Does does);
  std::size_t unpack(const Step& step, trace::AccessEvent& event, std::uint8_t* values, std::size_t at) const;

  std::vector<std::unique_ptr<Page>> pages_; ///< by number; null: not touched
  std::vector<Step> steps_;
  std::vector<std::array<std::uint32_t, warp_size>> scattered_;
  std::vector<std::uint8_t> values_; ///< of the steps that have some, in order, active lanes only
  std::uint64_t bytes_ = 0;
};

} // namespace warpscope::races
