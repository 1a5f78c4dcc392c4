// Which blocks a multiprocessor gets, where the blocks of a grid take unequal time: their instructions are
// counted in a sample, the grid is dealt out by them, and the multiprocessor that ends last is the one to
// simulate.
/// - Subject: Blocks of unequal length
/// - Modelled: a block that is dealt out when a place is free, which it keeps for the instructions of its
/// longest warp; blocks that were not counted are as long as the nearest that was. Of machine code whose
/// warps do nothing together one warp of a block is counted, and stands for the others.
/// - Not modelled: that blocks beside each other slow each other down, while the grid is dealt out.
#pragma once

#include "sim/trace/event.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace warpscope::run {

/// Warp instructions of a block: of its longest warp, and of all.
struct BlockWeight {
  std::uint64_t longest = 0, all = 0;
};
using BlockWeights = std::map<std::uint64_t, BlockWeight>; ///< by linear index

/// Counts the instructions of the blocks that run, and tells `behind`, if there is one, what it is told.
class BlockCounter final : public trace::TraceSink {
 public:
  void set_behind(trace::TraceSink* behind) { behind_ = behind; }
  /// Blocks that are not among these, which ascend, are neither counted nor told about.
  void tell_only(std::vector<std::uint64_t> blocks) { only_ = std::move(blocks); }
  /// `behind` is told of the first so many instructions of each warp, and what they do, alone.
  void tell_the_first(std::uint64_t instructions) { first_ = instructions; }
  /// Instructions that `behind` was told of, where it is not told of all.
  [[nodiscard]] std::uint64_t told() const { return told_; }
  /// From now on the warp that runs stands for so many of its block.
  void stand_for(std::uint64_t warps) { warps_ = warps; }
  /// The block whose end was told last, if no other has begun since, did not come to its end.
  void forget_last();
  /// Of the blocks that have ended and whose instructions were told.
  [[nodiscard]] const BlockWeights& weights() const { return weights_; }

  bool wants_each(std::uint64_t block) override {
    return tells(block) && (behind_ == nullptr || behind_->wants_each(block));
  }
  bool wants_instructions(std::uint64_t block) override;
  void on_block_begin(std::uint64_t block) override;
  void on_instruction(const trace::InstructionEvent& event) override;
  void on_block_end(std::uint64_t block) override;
  void on_access(const trace::AccessEvent& event) override {
    if (passes_on(event.block, event.warp)) behind_->on_access(event);
  }
  void on_barrier(const trace::BarrierEvent& event) override {
    if (passes_on(event.block, event.warp)) behind_->on_barrier(event);
  }
  void on_order(const trace::OrderEvent& event) override {
    if (passes_on(event.block, event.warp)) behind_->on_order(event);
  }

 private:
  [[nodiscard]] bool tells(std::uint64_t block) const {
    return only_.empty() || std::binary_search(only_.begin(), only_.end(), block);
  }
  /// What the warp does now is told.
  [[nodiscard]] bool passes_on(std::uint64_t block, std::uint32_t warp) const;

  trace::TraceSink* behind_ = nullptr;
  std::uint64_t first_ = ~std::uint64_t{0}, told_ = 0; ///< instructions
  std::uint64_t warps_ = 1;
  std::optional<std::uint64_t> last_; ///< the block whose end was told last
  std::vector<std::uint64_t> only_;
  BlockWeights weights_;
  std::map<std::uint64_t, std::vector<std::uint64_t>> open_; ///< instructions by warp
};

/// A block is longer than the mean by this, or the mean than the recorded ones.
inline constexpr double uneven_from = 1.25;

/// True when the blocks of a grid differ so much that two rounds of any of them do not stand for the others.
/// Each that was counted stands for those of the grid that it is nearest to.
[[nodiscard]] bool are_uneven(const BlockWeights& weights, std::uint64_t grid);

/// How a grid's blocks lie: `row` of them side by side, each `wide` and `high` threads. Of one row: `row` is
/// 0.
struct Rows {
  std::uint64_t row = 0;
  double wide = 1, high = 1;
};

/// The first `count` numbers of a sequence that is spread over the grid, and over its rows, from the
/// beginning on, each once and none that is in `without`.
[[nodiscard]] std::vector<std::uint64_t> spread_over(std::uint64_t grid, std::size_t count,
                                                     const BlockWeights& without, const Rows& rows = {});

/// What one multiprocessor does.
struct BlockPlan {
  std::vector<std::uint64_t> blocks; ///< in the order in which it takes them, which ascends
  std::vector<BlockWeight> weights;  ///< of each
};

/// One block of each round of the grid, another one each time: with the same distance from block to block a
/// multiprocessor would get a column of the grid.
[[nodiscard]] BlockPlan plan_of_any(const BlockWeights& known, std::uint64_t grid,
                                    std::uint64_t multiprocessors);

/// Deals the grid out to `multiprocessors` with places for `resident` blocks each; returns what the one that
/// ends last gets. A block that is not known is like the nearest that is, in the plane where there are
/// `rows`. Of a grid above most_dealt blocks: what one gets that is like the others.
inline constexpr std::uint64_t most_dealt = 1u << 17;
[[nodiscard]] BlockPlan plan_of_last(const BlockWeights& known, std::uint64_t grid,
                                     std::uint64_t multiprocessors, std::uint64_t resident,
                                     const Rows& rows = {});

/// Keeps some blocks, spread over all, that have at most `instructions` together; at least `least` of them
/// and at most `most`. Returns how many blocks of the mean length of those kept are left.
struct Thinned {
  std::uint64_t instructions = 0;
  std::size_t least = 1, most = 1;
};
[[nodiscard]] double thin_out(BlockPlan& plan, const Thinned& to);

} // namespace warpscope::run
