// A quick look at what a block does between two barriers, for sim/races/hazards.h: for each word, whether one
// thread or several wrote it and read it. Where no word has a writer and another thread, and the block reads
// no shared word that it has not written, there is no hazard; otherwise the accesses, which are kept until
// the next barrier, are replayed into block_hazards.h, which is exact.
//
// Memory: 8 bytes for each word of shared memory, 8 bytes for each word of global memory in the pages that
// the interval touched (the next interval reuses most of them), and some 400 bytes for each of at most
// `most_kept` accesses.
#pragma once

#include "sim/races/unwritten_reads.h"

#include <memory>

namespace warpscope::races {

class QuickInterval {
 public:
  static constexpr std::size_t most_kept = 1u << 15;
  /// An access, or a sync of the lanes in its mask.
  struct Step {
    trace::AccessEvent event;
    bool sync = false;
    CopyStage copy = CopyStage::None;
    std::size_t values = 0; ///< position in values_, if event.values is not null
  };

  /// False: there may be a race, or too much happened since the barrier.
  [[nodiscard]] bool note(const trace::AccessEvent& event, Does does, const UnwrittenReads& written,
                          CopyStage copy);
  void note_sync(std::uint64_t block, std::uint32_t warp, std::uint32_t lanes);
  void barrier(); ///< forgets everything

  /// Replays what was noted since the barrier, in order.
  template <class Visit> void each(Visit visit) {
    for (Step& step : steps_) {
      if (step.event.values != nullptr) step.event.values = values_.data() + step.values;
      visit(static_cast<const Step&>(step));
    }
  }

 private:
  static constexpr std::uint32_t page_words = 256;
  /// Pages that are kept from one interval to the next.
  static constexpr std::size_t most_pages = (4u << 20) / (page_words * 8);
  static constexpr std::uint16_t nobody = 0, several = 0xffff, atomics = 0xfffe; ///< otherwise the thread + 1
  struct Record {
    std::uint32_t interval = 0;
    std::uint16_t reader = nobody, writer = nobody;
  };
  using Page = std::array<Record, page_words>;

  /// The words of a shape (AccessEvent::shape), relative to the lowest active lane's: each once, with its
  /// lane's number + 1 or `several`.
  struct Plan {
    struct Word {
      std::int32_t from_first = 0;
      std::uint16_t who = nobody;
    };
    std::uint64_t shape = 0;
    std::int32_t lowest = 0, highest = 0;
    std::vector<Word> words;
  };
  [[nodiscard]] const Plan& plan_of(const trace::AccessEvent& event);
  void keep(const trace::AccessEvent& event);
  [[nodiscard]] Record* page(std::uint32_t number);
  void forget_pages();
  template <class Touch> bool each_word(const trace::AccessEvent& event, Touch touch);

  std::vector<Record> shared_;
  std::vector<std::unique_ptr<Page>> pages_; ///< by number; null: not touched
  std::vector<std::uint32_t> touched_;       ///< the numbers of touched pages
  std::vector<std::unique_ptr<Page>> spare_; ///< their contents belong to intervals that are over
  std::vector<Plan> plans_;                  ///< by site
  Plan plan_;                                ///< for an access without a shape
  std::uint32_t last_page_ = ~0u;
  Record* last_records_ = nullptr;
  std::uint32_t interval_ = 1;
  std::vector<Step> steps_;
  std::vector<std::uint8_t> values_;
};

} // namespace warpscope::races
