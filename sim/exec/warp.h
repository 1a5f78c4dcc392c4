// The state of a running warp: registers, frames, and the tree of diverged lanes.
//
// Registers lie in one flat array, 32 words a slot, so a lane's word never moves. Frames of one call depth
// may overlap between leaves: their lanes are disjoint and every write is masked.
//
// Most values of a kernel are the same in all lanes, or differ between lanes as they did the last time (a
// row, a broadcast). A slot's tag then holds base + shape (shapes.h) in place of 32 words. Arithmetic on tags
// costs as much as scalar arithmetic; a reader that needs the words (source()) has them written first.
//
// The tree. A leaf is a set of lanes at one pc. A divergent branch turns the leaf into an inner node that
// waits at the reconvergence point, with a child for each side that is not there yet; a child ends when it
// reaches that point in the frame it began in, or when its lanes exit. When the last child has ended, the
// inner node becomes a leaf again, with the lanes that are left.
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

/// What the loop does after an instruction.
enum class Flow : std::uint8_t {
  Next,   ///< continue with the next instruction
  Jumped, ///< Warp::pc is set, and another leaf may be the current one
  Leave,  ///< the current leaf waits or has ended: choose another one
  Fault,  ///< Block::fault is set: stop the block
};

struct Frame {
  std::uint32_t parent = none; ///< the caller's frame
  std::uint32_t function = 0;
  std::uint32_t return_pc = 0;
  std::uint32_t depth = 0;
  std::uint32_t slot_base = 0;
  std::uint32_t predicate_base = 0;
  std::uint32_t local_base = 0; ///< bytes of local memory below those of this frame
  std::uint32_t local_end = 0;
};

enum class NodeState : std::uint8_t { Runnable, AtBarrier, AtWarpSync, AtObject, AtCluster, Split };

struct Node {
  std::uint32_t pc = 0; ///< in a Split node: the reconvergence point
  std::uint32_t mask = 0;
  std::uint32_t frame = 0;
  /// Where the node ends: none for the root, and where the sides have no common point.
  std::uint32_t stop_pc = none;
  std::uint32_t stop_frame = none; ///< the frame in which it must reach stop_pc
  std::uint32_t parent = none;
  std::uint32_t children = 0;
  NodeState state = NodeState::Runnable;
};

/// What is known about a slot's values without reading them: lane i of `lanes` holds base + relative[i] of
/// the shape, modulo 2^32.
struct Tag {
  std::uint32_t lanes = 0;
  std::uint32_t pending = 0; ///< those of `lanes` whose words have not been written yet
  std::uint32_t base = 0;
  std::uint32_t shape = 0; ///< 0: uniform, the same in all lanes
};

/// Words aligned to a cache line, so that the 32-lane loops load whole vectors.
class WordArray {
 public:
  [[nodiscard]] std::uint32_t* data() { return words_.get(); }
  [[nodiscard]] const std::uint32_t* data() const { return words_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }
  void grow(std::size_t size); ///< keeps the contents, zeroes the rest

 private:
  struct Free {
    void operator()(std::uint32_t* words) const { ::operator delete(words, std::align_val_t{64}); }
  };
  std::unique_ptr<std::uint32_t, Free> words_;
  std::size_t size_ = 0;
};

struct Warp {
  // The current leaf; these fields are hot.
  std::uint32_t* slots = nullptr;
  std::uint32_t* predicates = nullptr;
  Tag* tags = nullptr;                           ///< of `slots`
  const std::uint32_t* constants = nullptr;      ///< 32 words each
  const std::uint32_t* constant_words = nullptr; ///< one word each
  const Tag* constant_tags = nullptr;
  std::uint32_t mask = 0;
  std::uint32_t pc = 0;
  std::uint32_t stop_pc = none; ///< none while the leaf is in a deeper frame than the one it ends in
  std::uint32_t skipping = 0;   ///< lanes that wait at stop_pc for a one-sided branch (see the tree); 0: none
  std::uint64_t fuel = 0;       ///< instructions until control returns to the scheduler
  Block* block = nullptr;

  std::uint32_t frame = 0;
  std::uint32_t current = none; ///< the current leaf's node
  std::uint32_t index = 0;      ///< within the block
  std::uint32_t live = 0;       ///< lanes that exist and have not exited
  /// Instructions that the warp has executed before the current slice, as if a barrier's warps all came to it
  /// with the last one: what is printed is put in this order.
  std::uint64_t age = 0;

  std::vector<Node> nodes;
  std::vector<std::uint32_t> free_nodes;
  std::vector<std::uint32_t> leaves; ///< nodes that are not Split, in the order in which they are tried
  std::vector<Frame> frames;
  std::vector<std::uint32_t> free_frames;
  WordArray registers, predicate_words;
  std::vector<Tag> all_tags;       ///< one for each slot of `registers`
  std::vector<std::uint8_t> local; ///< lane-major: each lane has local_capacity bytes
  /// Where the last load of an asynchronous copy read, as its store needs it (origins_of_copy()).
  std::array<std::uint8_t, warp_size> copy_from{};
  /// Where in shared memory the asynchronous copy goes whose load comes next, and of which lanes that is
  /// known.
  std::array<std::uint32_t, warp_size> copy_to{};
  std::uint32_t copy_to_lanes = 0;
  std::uint32_t local_capacity = 0;
  std::vector<std::uint8_t> local_written; ///< for each byte of `local`, whether it was ever written
  /// A load of local memory that found nothing written (moved_value() in fault.cpp).
  struct Moved {
    std::uint32_t load_pc = 0;
    bool only_moved = false;           ///< nothing but stores to local memory reads its value
    std::vector<std::uint32_t> stores; ///< these
    std::uint32_t lanes = 0;           ///< whose latest value nobody has written
  };
  std::vector<Moved> moved;
  /// For each lane in AtWarpSync, and before a vote, match or reduction of lanes that name different masks,
  /// the mask that it named.
  std::array<std::uint32_t, warp_size> sync_mask{};
  /// The lanes of the vote, match or reduction that follows name different masks.
  bool several_masks = false;
  /// How often each lane has arrived at the barrier of the cluster.
  std::array<std::uint32_t, warp_size> cluster_arrivals{};
  /// During a reduction by __shfl_down_sync with ever smaller steps: the lanes whose value comes from a lane
  /// that did not take part, and the last step.
  std::uint32_t doubtful = 0, last_step = 0;

  // -- operands -----------------------------------------------------------------------------------
  /// Returns the words of `count` consecutive slots, for reading.
  [[nodiscard]] WARPSCOPE_INLINE const std::uint32_t* source(std::uint32_t operand,
                                                             std::uint32_t count = 1) const {
    if ((operand & program::constant_operand) != 0)
      return constants + std::size_t{operand & ~program::constant_operand} * warp_size;
    for (std::uint32_t i = 0; i < count; ++i)
      if (tags[operand + i].pending != 0) settle(operand + i);
    return slots + std::size_t{operand} * warp_size;
  }
  /// Returns the words of `count` consecutive slots, of which `lanes` are about to be written: their old
  /// values are lost, so fetch the sources first.
  [[nodiscard]] WARPSCOPE_INLINE std::uint32_t* destination(std::uint32_t operand, std::uint32_t count,
                                                            std::uint32_t lanes) const {
    for (std::uint32_t i = 0; i < count; ++i)
      tags[operand + i].lanes &= ~lanes, tags[operand + i].pending &= ~lanes;
    return slots + std::size_t{operand} * warp_size;
  }
  /// The lanes that a write by the active ones may overwrite: all of them when every live lane is active.
  [[nodiscard]] WARPSCOPE_INLINE std::uint32_t write_mask() const { return mask == live ? all_lanes : mask; }
  [[nodiscard]] WARPSCOPE_INLINE const Tag& tag(std::uint32_t operand) const {
    return (operand & program::constant_operand) != 0 ? constant_tags[operand & ~program::constant_operand]
                                                      : tags[operand];
  }
  /// The tag describes every active lane.
  [[nodiscard]] WARPSCOPE_INLINE bool covers(const Tag& known) const { return (mask & ~known.lanes) == 0; }
  /// Every active lane has the same value, which is `words` slots wide.
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
    if ((known.pending & ~lanes) != 0) settle(slot); // the other lanes keep their values
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

  // -- the life of a warp (warp.cpp) --------------------------------------------------------------
  /// `first`: lanes that diverge from the others at the start (Schedule::first_lanes).
  void start(std::uint32_t function, std::uint32_t lanes, std::uint32_t first = 0);
  [[nodiscard]] bool done() const { return leaves.empty(); }
  [[nodiscard]] bool runnable() const;
  /// Makes the first runnable leaf, searching cyclically from position `from`, the current one; false when
  /// there is none.
  bool choose(std::size_t from);
  void save();       ///< stores pc and frame of the current leaf in its node; no lane must be skipping
  void make_nodes(); ///< creates the nodes of the branch that lanes are skipping; save() when there are any
  void enter(std::uint32_t node);
  void refresh(); ///< updates the pointers that depend on the frame and the current leaf

  void branch(std::uint32_t taken, std::uint32_t taken_pc, std::uint32_t other_pc, std::uint32_t meet_pc);
  /// True when every path from there only returns from the kernel. Lanes that get there exit at once and wait
  /// for none, as in compiled code: after `if (i >= n) return;` a barrier or a __syncwarp of the others does
  /// not miss them.
  [[nodiscard]] bool leaves_kernel(std::uint32_t at) const;
  // These return true when the leaf that replaces the ended one can run and is the current one; false when
  // the caller has to choose a leaf.
  bool arrive();     ///< the current leaf has reached its stop
  bool end_leaf();   ///< the current leaf has reached its stop or has no lanes left
  bool exit_lanes(); ///< the current leaf's lanes exit the kernel
  Flow call(const program::Instruction& instruction);
  Flow ret(const program::Instruction& instruction);

  /// Lets the leaves continue whose __syncwarp masks are complete; true when there was one.
  bool release_warp_syncs();
  [[nodiscard]] bool warp_sync_complete(std::uint32_t lanes) const;

  // -- faults (fault.cpp) -------------------------------------------------------------------------
  Flow fault(trace::FaultKind kind, std::uint32_t lane, const std::string& what);
  /// For a permitted load or store of local memory: records the bytes written, and reports a load none of
  /// whose bytes was. Copying an object reads its gaps and members without a value, too: such a load is
  /// reported only where the copy is read for something else.
  void note_local(std::uint32_t lanes, const std::uint32_t* offsets, std::uint32_t width, bool store);
  /// Reports masks that do not fit the active lanes of a shuffle, vote, match or reduction.
  void note_masks(const std::uint32_t* named);
  /// Reports a shuffle in which the lanes `absent` read a lane that does not execute it; `from` holds each
  /// lane's source.
  void note_absent_sources(program::ShuffleMode mode, std::uint32_t absent, const std::uint32_t* from);
  /// Next where memory has pages, as on a GPU: noted, and the division has the result of
  /// undefined_division().
  Flow divide_fault(std::uint32_t bad_lanes, const char* what);

 private:
  std::uint32_t outer_stop_ = none; ///< stop_pc before lanes began to skip

  bool enter_if_runnable(std::uint32_t node);
  void grow_registers(std::size_t slot_count);
  std::uint32_t new_node(const Node& node);
  std::uint32_t new_frame(const Frame& frame);
  void note(std::uint32_t lane, std::string what, trace::FaultKind kind = trace::FaultKind::InvalidShuffle);
  void free_frames_down_to(std::uint32_t from, std::uint32_t to);
};

[[nodiscard]] std::string hex_text(std::uint32_t mask); ///< such as "0x0000ffff"

} // namespace warpscope::exec
