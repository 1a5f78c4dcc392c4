// What one sink's blocks did to the words of global memory, briefly, for sim/races/global_accesses.h: for
// each word who wrote and who read it, as one block or several, and each access in some 32 bytes and what it
// wrote. Where no word has a writer and another block there is nothing to find between blocks; else the
// accesses of those words are looked at again.
//
// Memory: 8 bytes for each word of the pages of 1,024 that were touched; 32 bytes for each access of a warp,
// 128 more where its lanes' places do not stand in one row, and the bytes that it wrote. `bytes()` says how
// many they are.
#pragma once

#include "sim/races/word_accesses.h"

#include <memory>

namespace warpscope::races {

class GlobalNotes {
 public:
  static constexpr std::uint32_t page_words = 1024;
  using Words = std::array<bool, page_words>;

  void note(std::uint64_t block, const trace::AccessEvent& event, Does does);
  /// Only who was there: of a word that is kept elsewhere.
  void mark(std::uint64_t block, std::uint32_t word, Does does);
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  void clear();

  [[nodiscard]] static std::uint32_t pages(const std::vector<std::unique_ptr<GlobalNotes>>& all);
  /// Which words of a page may have a race between blocks; false: none.
  [[nodiscard]] static bool doubtful(const std::vector<std::unique_ptr<GlobalNotes>>& all, std::uint32_t page,
                                     Words& words);

  /// The accesses again: `visit(block, event, does)`. Their values lie at the lanes' places only.
  template <class Visit> void each(Visit visit) const {
    trace::AccessEvent event;
    std::array<std::uint8_t, std::size_t{warp_size} * 32> values;
    std::size_t at = 0; // in values_
    for (const Step& step : steps_) {
      at = unpack(step, event, values.data(), at);
      visit(step.block, event, step.does);
    }
  }

 private:
  static constexpr std::uint32_t nobody = 0, several = ~0u, atomics = ~0u - 1; ///< else the block + 1
  struct Page {
    std::array<std::uint32_t, page_words> writer{}, reader{};
  };
  struct Step {
    std::uint64_t block = 0;
    std::uint32_t site = 0, mask = 0,
                  first = 0; ///< first: the first active lane's offset; or where in scattered_ they begin
    std::int32_t step = 0;   ///< from lane to lane; scattered: any place
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
  std::vector<std::uint8_t> values_; ///< of steps that have some, one behind the other, active lanes only
  std::uint64_t bytes_ = 0;
};

} // namespace warpscope::races
