// A warp while it runs: registers, frames, and the tree of lanes that went apart.
//
// Registers lie in one flat array, 32 words a slot, so a lane's word never moves. Frames of one call depth
// may overlap between leaves: their lanes are disjoint and every write is masked.
//
// Most values of a kernel are the same in all lanes, or stand to each other as they did the last time (a row,
// a broadcast). A slot's tag says so: base + shape (shapes.h), instead of 32 words. Arithmetic on tags costs
// what arithmetic on scalars does; who wants the words (source()) has them written first.
//
// The tree. A leaf is a set of lanes at one pc. A divergent branch turns the leaf into an inner node that
// waits at the reconvergence point, with a child for each side that is not there yet; a child ends when it
// reaches that point in the frame it began in, or when its lanes exit. When the last child has ended, the
// inner node is a leaf again, with the lanes that are left.
#pragma once

#include "sim/base/access.h"
#include "sim/program/program.h"
#include "sim/trace/event.h"

#include <array>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <vector>

#define WARPSCOPE_INLINE inline __attribute__((always_inline))

namespace warpscope::exec {

struct Block;

inline constexpr std::uint32_t all_lanes = ~std::uint32_t{0};
inline constexpr std::uint32_t none = ~std::uint32_t{0};

/// What an instruction asks of the loop that runs it.
enum class Flow : std::uint8_t {
  Next,   ///< go on behind it
  Jumped, ///< Warp::pc is set, another leaf may be the current one
  Leave,  ///< the current leaf waits or has ended: choose another
  Fault,  ///< Block::fault is set: the block stops
};

struct Frame {
  std::uint32_t parent = none; ///< the caller's
  std::uint32_t function = 0;
  std::uint32_t return_pc = 0;
  std::uint32_t depth = 0;
  std::uint32_t slot_base = 0;
  std::uint32_t predicate_base = 0;
  std::uint32_t local_base = 0; ///< bytes of local memory below this frame's
  std::uint32_t local_end = 0;
};

enum class NodeState : std::uint8_t { Runnable, AtBarrier, AtWarpSync, AtObject, Split };

struct Node {
  std::uint32_t pc = 0; ///< Split: the reconvergence point
  std::uint32_t mask = 0;
  std::uint32_t frame = 0;
  std::uint32_t stop_pc = none;    ///< where it ends: none for the root and where no common point exists
  std::uint32_t stop_frame = none; ///< in this frame only
  std::uint32_t parent = none;
  std::uint32_t children = 0;
  NodeState state = NodeState::Runnable;
};

/// What is known of a slot's values: lane i of `lanes` holds base + relative[i] of the shape, modulo 2^32.
struct Tag {
  std::uint32_t lanes = 0;
  std::uint32_t pending = 0; ///< lanes (of `lanes`) whose words are not written yet
  std::uint32_t base = 0;
  std::uint32_t shape = 0; ///< 0: the same in all lanes
};

/// Words that begin at a cache line, so that the 32-lane loops load whole vectors.
class WordArray {
 public:
  [[nodiscard]] std::uint32_t* data() { return words_.get(); }
  [[nodiscard]] const std::uint32_t* data() const { return words_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }
  void grow(std::size_t size); ///< keeps what is there, zeroes the rest

 private:
  struct Free {
    void operator()(std::uint32_t* words) const { ::operator delete(words, std::align_val_t{64}); }
  };
  std::unique_ptr<std::uint32_t, Free> words_;
  std::size_t size_ = 0;
};

struct Warp {
  // Of the current leaf, hot.
  std::uint32_t* slots = nullptr;
  std::uint32_t* predicates = nullptr;
  Tag* tags = nullptr;                           ///< of the slots
  const std::uint32_t* constants = nullptr;      ///< 32 words each
  const std::uint32_t* constant_words = nullptr; ///< one word each
  const Tag* constant_tags = nullptr;
  std::uint32_t mask = 0;
  std::uint32_t pc = 0;
  std::uint32_t stop_pc = none; ///< none while in a deeper frame than the one the leaf ends in
  std::uint32_t skipping = 0;   ///< lanes that wait at stop_pc for a branch with one side (see the tree); 0:
                                ///< none
  std::uint64_t fuel = 0;       ///< instructions until the scheduler looks again
  Block* block = nullptr;

  std::uint32_t frame = 0;
  std::uint32_t current = none; ///< node
  std::uint32_t index = 0;      ///< in the block
  std::uint32_t live = 0;       ///< lanes that exist and have not exited

  std::vector<Node> nodes;
  std::vector<std::uint32_t> free_nodes;
  std::vector<std::uint32_t> leaves; ///< nodes that are not Split, in the order they are tried in
  std::vector<Frame> frames;
  std::vector<std::uint32_t> free_frames;
  WordArray registers, predicate_words;
  std::vector<Tag> all_tags;                       ///< one a slot of `registers`
  std::vector<std::uint8_t> local;                 ///< lane-major: a lane has local_capacity bytes
  std::array<std::uint8_t, warp_size> copy_from{}; ///< banks that the last load of an asynchronous copy read
                                                   ///< (WarpAccess::from_bank)
  std::uint32_t local_capacity = 0;
  std::vector<std::uint8_t> local_written;          ///< for each byte of `local`: something was stored there
  std::array<std::uint32_t, warp_size> sync_mask{}; ///< lanes that wait in AtWarpSync: the mask they named
  /// Of a run of shuffles downwards by ever smaller steps: lanes that hold something from a lane that is not
  /// there, and the last step.
  std::uint32_t doubtful = 0, last_step = 0;

  // -- operands
  // --------------------------------------------------------------------------------------------------------
  /// The words of `count` slots in a row, for reading.
  [[nodiscard]] WARPSCOPE_INLINE const std::uint32_t* source(std::uint32_t operand,
                                                             std::uint32_t count = 1) const {
    if ((operand & program::constant_operand) != 0)
      return constants + std::size_t{operand & ~program::constant_operand} * warp_size;
    for (std::uint32_t i = 0; i < count; ++i)
      if (tags[operand + i].pending != 0) settle(operand + i);
    return slots + std::size_t{operand} * warp_size;
  }
  /// The words of `count` slots in a row, of which `lanes` are about to be written: their old values are
  /// lost. Sources first.
  [[nodiscard]] WARPSCOPE_INLINE std::uint32_t* destination(std::uint32_t operand, std::uint32_t count,
                                                            std::uint32_t lanes) const {
    for (std::uint32_t i = 0; i < count; ++i)
      tags[operand + i].lanes &= ~lanes, tags[operand + i].pending &= ~lanes;
    return slots + std::size_t{operand} * warp_size;
  }
  /// Lanes that a write of the active ones may overwrite: all, when no other lane of the warp is left.
  [[nodiscard]] WARPSCOPE_INLINE std::uint32_t write_mask() const { return mask == live ? all_lanes : mask; }
  [[nodiscard]] WARPSCOPE_INLINE const Tag& tag(std::uint32_t operand) const {
    return (operand & program::constant_operand) != 0 ? constant_tags[operand & ~program::constant_operand]
                                                      : tags[operand];
  }
  /// The tag speaks of every active lane.
  [[nodiscard]] WARPSCOPE_INLINE bool covers(const Tag& known) const { return (mask & ~known.lanes) == 0; }
  /// Every active lane has the same value, `words` slots wide.
  [[nodiscard]] WARPSCOPE_INLINE bool uniform(std::uint32_t operand, std::uint32_t words = 1) const {
    std::uint32_t other = 0;
    for (std::uint32_t i = 0; i < words; ++i) {
      const Tag& known = tag(operand + i);
      other |= (mask & ~known.lanes) | known.shape;
    }
    return other == 0;
  }
  WARPSCOPE_INLINE void set_tag(std::uint32_t slot, std::uint32_t base, std::uint32_t shape) const {
    const std::uint32_t lanes = write_mask();
    Tag& known = tags[slot];
    if ((known.pending & ~lanes) != 0) settle(slot); // other lanes keep what they have
    known = {lanes, lanes, base, shape};
  }
  void settle(std::uint32_t slot) const; ///< writes the words that are pending
  [[nodiscard]] WARPSCOPE_INLINE std::uint32_t predicate(std::uint32_t operand) const {
    return (operand & program::constant_operand) != 0 ? constant_words[operand & ~program::constant_operand]
                                                      : predicates[operand];
  }
  WARPSCOPE_INLINE void set_predicate(std::uint32_t operand, std::uint32_t value) const {
    predicates[operand] = (predicates[operand] & ~mask) | (value & mask);
  }

  // -- the life of a warp (warp.cpp)
  // ------------------------------------------------------------------------------------
  /// `first`: lanes that go apart from the others at once (Schedule::first_lanes).
  void start(std::uint32_t function, std::uint32_t lanes, std::uint32_t first = 0);
  [[nodiscard]] bool done() const { return leaves.empty(); }
  [[nodiscard]] bool runnable() const;
  /// Makes the first runnable leaf from position `from` on (cyclic) the current one; false when there is
  /// none.
  bool choose(std::size_t from);
  void save();       ///< pc and frame of the current leaf back into its node; no lanes are skipping then
  void make_nodes(); ///< of the branch whose lanes are skipping; save(), if there are any
  void enter(std::uint32_t node);
  void refresh(); ///< pointers that hang on the frame and the current leaf

  void branch(std::uint32_t taken, std::uint32_t taken_pc, std::uint32_t other_pc, std::uint32_t meet_pc);
  /// From there a lane only returns from the kernel. Such lanes exit at once and wait for nobody, as in
  /// compiled code: after `if (i >= n) return;` a barrier or a __syncwarp of the others does not miss them.
  [[nodiscard]] bool leaves_kernel(std::uint32_t at) const;
  // True: the leaf that takes the ended one's place can go on and is the current one; false: somebody has to
  // choose.
  bool arrive();     ///< the current leaf is at its stop
  bool end_leaf();   ///< the same, or it has no lanes left
  bool exit_lanes(); ///< the current leaf's lanes leave the kernel
  Flow call(const program::Instruction& instruction);
  Flow ret(const program::Instruction& instruction);

  /// Lets leaves go on whose whole mask waits; true when there was one.
  bool release_warp_syncs();
  [[nodiscard]] bool warp_sync_complete(std::uint32_t lanes) const;

  // -- faults (fault.cpp)
  // -------------------------------------------------------------------------------------------------
  Flow fault(trace::FaultKind kind, std::uint32_t lane, const std::string& what);
  /// A load or store of local memory that is allowed: keeps what was written, reports a load of bytes of
  /// which none was.
  void note_local(std::uint32_t lanes, const std::uint32_t* offsets, std::uint32_t width, bool store);
  /// Of a shuffle, vote, match or reduction whose lanes name these masks.
  void note_masks(const std::uint32_t* named);
  /// Of a shuffle: `absent` lanes read one that does not execute it, `from` is each lane's source.
  void note_absent_sources(program::ShuffleMode mode, std::uint32_t absent, const std::uint32_t* from);
  Flow divide_fault(std::uint32_t bad_lanes, const char* what);

 private:
  std::uint32_t outer_stop_ = none; ///< stop_pc before the lanes began to skip

  bool enter_if_runnable(std::uint32_t node);
  void grow_registers(std::size_t slot_count);
  std::uint32_t new_node(const Node& node);
  std::uint32_t new_frame(const Frame& frame);
  void note(std::uint32_t lane, std::string what);
  void free_frames_down_to(std::uint32_t from, std::uint32_t to);
};

[[nodiscard]] std::string hex_text(std::uint32_t mask); ///< "0x0000ffff"

} // namespace warpscope::exec
