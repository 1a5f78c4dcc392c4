// Records the steps of blocks while the executor runs them: what each warp issues, what it asks memory for,
// and which instruction is the first that needs the answer.
/// - Subject: Steps of a warp
/// - Modelled: the instructions that the executor runs, each with the cost of its opcode, in their order; a
/// warp that needs a loaded value waits for it there. Of an innermost loop some iterations are scheduled
/// together: their loads come first, as far as addresses, stores, barriers and branches let them, and its
/// counters and regular addresses cost nothing.
/// - Not modelled: what else the compiler does to the instructions (merged loads, values kept in registers,
/// other orders of arithmetic), instructions that two sides of a branch share, replays.
#pragma once

#include "sim/model/banks.h"
#include "sim/multiprocessor/costs.h"
#include "sim/multiprocessor/loops.h"
#include "sim/multiprocessor/work.h"
#include "sim/trace/event.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpscope::multiprocessor {

/// The number of the first line of local memory, above those of global memory.
inline constexpr std::uint32_t local_lines = 0x4000'0000;

class StepRecorder final : public trace::TraceSink {
 public:
  /// Records every block that runs, in the order in which they begin, until there are `most_steps` steps: the
  /// blocks that had ended by then are kept. `program` must outlive it. For runs on one host thread.
  /// `unrolled`: an optimiser has unrolled the program's loops (Request::as_compiled); else what it would do
  /// is expected.
  explicit StepRecorder(const program::Program& program, std::size_t most_steps = 4'000'000,
                        bool unrolled = false);

  [[nodiscard]] std::vector<Block> take_blocks() { return std::move(blocks_); }
  [[nodiscard]] bool truncated() const { return truncated_; }

  bool wants_instructions(std::uint64_t) override { return !truncated_; }
  void on_block_begin(std::uint64_t block) override;
  void on_instruction(const trace::InstructionEvent& event) override;
  void on_access(const trace::AccessEvent& event) override;
  void on_barrier(const trace::BarrierEvent& event) override;
  void on_order(const trace::OrderEvent& event) override;
  void on_block_end(std::uint64_t block) override;

 private:
  /// The registers that an instruction reads and writes: 32-bit slots, and predicates behind them.
  struct Uses {
    std::vector<std::uint32_t> reads, writes;
    Cost cost;
    bool memory = false;
    bool regular = false; ///< costs nothing in an innermost loop, if it depends on no load there
  };
  struct Register {
    std::uint64_t ready = 0; ///< on the warp's own clock
    std::uint32_t load = 0;  ///< number of the load whose result it is, from 1 on; 0: none
    std::uint32_t gate = 0;  ///< number of the last load on which its value depends
    bool fixed = false;      ///< known when it is compiled, if loops are unrolled: made of constants alone
  };
  struct Warp {
    std::vector<Register> registers;
    /// Of the loads with these tokens: their numbers; 0: it has been waited for.
    std::uint32_t under_way[token_count] = {};
    std::uint32_t loads = 0;
    std::uint64_t clock = 0; ///< cycles of the warp, were it alone and memory at once
    // Since the last step: not yet in `steps`.
    std::uint32_t slots = 0, stall = 0;
    std::uint32_t busy[pipe_count] = {};
    std::uint32_t run_origin = 0; ///< the first of those instructions
    /// A branch that no lane took past, and the end of what it skipped; skips_to 0: none.
    std::uint32_t skips_from = 0, skips_to = 0;
    std::uint32_t pc = 0; ///< of the instruction that is executed
    bool arrived = false;
    std::uint32_t loop = InLoop::none; ///< the innermost loop that it is in
    std::uint32_t iteration = 0;       ///< of that, from 0 on
    std::uint32_t loop_loads = 0;      ///< loads before that loop
    std::size_t floor = 0;             ///< steps before this one stay before all loads to come
    std::uint32_t address_gate = 0;    ///< Register::gate of the address of the access that is executed
    bool address_fixed = false;        ///< likewise Register::fixed
    std::uint32_t last_copy = 0;       ///< number of the last asynchronous copy
    std::size_t copy_step = 0;         ///< and its step
    std::vector<std::uint32_t> groups; ///< of each committed group: its last copy
    std::size_t waited_groups = 0;
  };

  Uses uses_of(const program::Instruction& instruction) const;
  Warp& warp_of(std::uint32_t index);
  void wait_for(std::uint32_t index, std::uint32_t load);
  void flush(std::uint32_t index);
  void add(std::uint32_t index, const Step& step);
  void follow_loop(std::uint32_t index, std::uint32_t pc);
  void hoist(std::uint32_t index, const Step& step);
  void add_loop(std::uint32_t index, const model::LoopCounts& loop);
  void global(std::uint32_t index, const trace::AccessEvent& event, bool copy);
  std::uint8_t new_token(std::uint32_t index);
  [[nodiscard]] std::uint32_t slots_between(std::uint32_t from, std::uint32_t to) const;

  const program::Program& program_;
  std::size_t most_steps_, step_count_ = 0;
  std::uint32_t slots_ = 0; ///< most of any function: predicates come behind
  std::vector<Uses> uses_;  ///< by pc
  Loops loops_;
  std::vector<Block> blocks_;
  Block block_;
  std::vector<Warp> warps_;
  bool unrolled_ = false;
  bool truncated_ = false;
};

/// Returns the lines and sectors of a warp's access, in the order of the first lane that touches each.
[[nodiscard]] std::vector<Line> lines_of(const WarpAccess& access);

} // namespace warpscope::multiprocessor
