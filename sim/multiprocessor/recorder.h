// Records the steps of blocks while the executor runs them: what each warp issues, what it asks memory for,
// and which instruction is the first that needs the answer.
/// - Subject: Steps of a warp
/// - Modelled: the instructions that the executor runs, each with the cost of its opcode; those between two
/// branches in the order that a compiler gives them (schedule.h), as far as their operands, stores and the
/// registers (register_budget()) let it; a warp that needs a loaded value waits for it there. Of an innermost
/// loop some iterations are scheduled together, and its counters and regular addresses cost nothing.
/// - Not modelled: what else the compiler does to the instructions (merged loads, values kept in registers),
/// registers of what is no load, instructions that two sides of a branch share, replays.
#pragma once

#include "sim/model/banks.h"
#include "sim/multiprocessor/accesses.h"
#include "sim/multiprocessor/costs.h"
#include "sim/multiprocessor/loops.h"
#include "sim/multiprocessor/schedule.h"
#include "sim/multiprocessor/work.h"
#include "sim/trace/event.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace warpscope::multiprocessor {

class StepRecorder final : public trace::TraceSink {
 public:
  /// Records every block that runs, in the order in which they begin, until there are `most_steps` steps: the
  /// blocks that had ended by then are kept. `program` must outlive it. For runs on one host thread.
  /// `unrolled`: an optimiser has unrolled the program's loops (Request::as_compiled); else what it would do
  /// is expected. `kept`: lines of loops for which the text says how they are unrolled. `spilled`: by slot of
  /// the kernel's frame, see spilled_slots().
  explicit StepRecorder(const program::Program& program, std::size_t most_steps = 4'000'000,
                        bool unrolled = false, const std::vector<std::uint32_t>& kept = {},
                        std::vector<std::uint32_t> spilled = {});

  [[nodiscard]] std::vector<Block> take_blocks() { return std::move(blocks_); }
  [[nodiscard]] bool truncated() const { return truncated_; }
  [[nodiscard]] std::size_t steps() const { return step_count_; }
  /// Instructions of the compiled code that have been executed, each once.
  [[nodiscard]] std::uint32_t instructions() const { return instructions_; }

  bool wants_instructions(std::uint64_t) override { return !truncated_; }
  void on_block_begin(std::uint64_t block) override;
  void on_instruction(const trace::InstructionEvent& event) override;
  void on_access(const trace::AccessEvent& event) override;
  void on_barrier(const trace::BarrierEvent& event) override;
  void on_order(const trace::OrderEvent& event) override;
  void on_block_end(std::uint64_t block) override;

 private:
  static constexpr std::size_t no_step = ~std::size_t{0};
  /// The registers that an instruction reads and writes: 32-bit slots, and predicates behind them.
  struct Uses {
    std::vector<std::uint32_t> reads, writes;
    Cost cost;
    bool memory = false;
  };
  /// A value, by what it waits for. `region`: made in the stretch that is being collected, by `makers`.
  struct Register {
    std::uint64_t ready = 0;              ///< on the warp's own clock
    std::array<std::uint32_t, 4> loads{}; ///< numbers of the loads whose results it needs, from 1 on; 0: none
    std::uint32_t region = 0;             ///< number of the stretch; 0: of one that is over
    std::array<std::uint32_t, 6> makers{}; ///< indices into Warp::nodes
    std::uint8_t maker_count = 0;
    std::uint32_t gate = 0; ///< number of the last load on which its value depends
    bool fixed = false;     ///< known when it is compiled, if loops are unrolled: made of constants alone
    bool uniform = false;   ///< made of what is the same in all threads of a block: a uniform register has it
    bool inverted = false;  ///< something has been divided by it
  };
  /// An instruction of the stretch that is being collected.
  struct Node {
    Cost cost{.slots = 1, .latency = 1};
    Step step{}; ///< `memory`: what it becomes
    bool memory = false;
    bool branch = false; ///< to another place; `taken`: it goes there
    bool taken = false;
    bool atomic = false;
    bool spill = false;     ///< between a register and its place in local memory
    std::uint32_t load = 0; ///< number of its result; 0: none
    std::uint32_t origin = 0;
    std::uint64_t ready = 0;              ///< of what older stretches left
    std::array<std::uint32_t, 4> loads{}; ///< likewise
    std::uint64_t finished = 0;           ///< once it is issued
  };
  /// Where a warp may go behind an instruction: on, elsewhere, or round its loop.
  enum class Way : std::uint8_t { On, Branch, Loop };
  struct Warp {
    std::vector<Register> registers;
    /// Of the loads with these tokens: their numbers; 0: it has been waited for.
    std::uint32_t under_way[token_count] = {};
    std::uint32_t next_token = 0;
    std::uint32_t loads = 0;
    std::uint64_t clock = 0; ///< cycles of the warp, were it alone and memory at once
    // Since the last step: not yet in `steps`.
    std::uint32_t slots = 0, stall = 0;
    Pipe pipe = Pipe::None;       ///< of the first instruction
    std::uint16_t busy = 0;       ///< likewise
    std::uint32_t run_origin = 0; ///< the first of those instructions
    /// A branch that no lane took past, and the end of what it skipped; skips_to 0: none.
    std::uint32_t skips_from = 0, skips_to = 0;
    /// The other side of such a branch, and where both meet; else_to 0: none.
    std::uint32_t else_from = 0, else_to = 0;
    bool else_taken = false;
    std::uint32_t mask = 0;   ///< of the last instruction
    std::uint32_t parted = 0; ///< lanes that have parted at a branch and not all met again
    Way way = Way::On;        ///< of the last instruction
    std::uint32_t pc = 0;     ///< of the instruction that is executed
    bool begun = false;
    bool arrived = false;
    bool barrier = false;               ///< it has come to one that is not in `steps` yet, from `barrier_pc`
    std::uint32_t barrier_pc = 0;       ///< likewise
    std::size_t barrier_step = no_step; ///< of one behind which one instruction has been issued
    std::uint32_t loop = InLoop::none;  ///< the innermost loop that it is in
    std::uint32_t iteration = 0;        ///< of that, from 0 on
    std::uint32_t loop_loads = 0;       ///< loads before that loop
    bool address_fixed = false;         ///< Register::fixed of the address of the access that is executed
    bool address_uniform = false;       ///< likewise
    std::uint32_t last_copy = 0;        ///< number of the last asynchronous copy
    std::size_t copy_step = 0;          ///< and its step
    std::vector<std::uint32_t> groups;  ///< of each committed group: its last copy
    std::size_t waited_groups = 0;
    // The stretch that is being collected.
    std::uint32_t region = 1;
    std::vector<Node> nodes;
    std::vector<Operation> operations;
    std::vector<Dependency> dependencies;
    std::uint64_t shape = 0;                  ///< hash of the two
    std::uint32_t last_store[2] = {~0u, ~0u}; ///< nodes: of shared memory, of global and local memory
    std::vector<std::uint32_t> reads[2];      ///< since then
  };

  Uses uses_of(const program::Instruction& instruction) const;
  Warp& warp_of(std::uint32_t index);
  void add_node(Warp& warp, Node node, const std::vector<std::uint32_t>& reads);
  void write(std::uint32_t index, const std::vector<std::uint32_t>& writes, const Register& value);
  [[nodiscard]] bool is_spilled(std::uint32_t slot) const {
    return slot < spilled_.size() && spilled_[slot] != 0;
  }
  [[nodiscard]] bool stays_in_memory(const Uses& uses) const;
  void reload(std::uint32_t index, std::uint32_t slot);
  void access_spilled(std::uint32_t index, std::uint32_t slot, AccessKind kind);
  static void join(Register& value, const Register& operand, std::uint32_t region);
  void add_access(std::uint32_t index, const Step& step, bool atomic);
  [[nodiscard]] std::uint32_t room_of(const Warp& warp) const;
  [[nodiscard]] static bool has_reciprocal(Warp& warp, const program::Instruction& division,
                                           const Uses& uses);
  void end_region(std::uint32_t index);
  void emit(std::uint32_t index, std::uint32_t node);
  std::size_t add_barrier(std::uint32_t index);
  std::uint32_t pass_behind_barrier(std::uint32_t index, const Node& node, std::uint32_t stall);
  void wait_for(std::uint32_t index, std::uint32_t load);
  static void pass(Warp& warp, std::uint32_t slots, std::uint32_t stall);
  static void follow_lanes(Warp& warp, const trace::InstructionEvent& event);
  std::uint8_t token_for(std::uint32_t index, std::uint32_t load);
  void flush(std::uint32_t index);
  void add(std::uint32_t index, const Step& step);
  void follow_loop(std::uint32_t index, std::uint32_t pc);
  void add_loop(std::uint32_t index, const model::LoopCounts& loop, WarpAccess left);
  [[nodiscard]] std::uint32_t slots_between(std::uint32_t from, std::uint32_t to) const;
  void issue_without_lanes(std::uint32_t index, std::uint32_t from, std::uint32_t to);

  const program::Program& program_;
  std::vector<bool> past_l1_; ///< by site: its loads are not answered by L1
  std::size_t most_steps_, step_count_ = 0;
  std::uint32_t slots_ = 0;            ///< most of any function: predicates come behind
  std::vector<Uses> uses_;             ///< by pc
  std::vector<std::int32_t> room_;     ///< by pc: registers of the function's budget that hold no value there
  std::vector<std::uint32_t> spilled_; ///< by slot: 1 + its word of local memory; 0: it has a register
  Loops loops_;
  std::vector<Block> blocks_;
  Block block_;
  std::uint64_t block_number_ = 0;
  std::vector<Warp> warps_;
  /// By Warp::shape: orders that have been found before. Warps and iterations repeat one another.
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> orders_;
  std::vector<bool> executed_; ///< by pc
  std::uint32_t instructions_ = 0;
  bool unrolled_ = false;
  bool truncated_ = false;
};

} // namespace warpscope::multiprocessor
