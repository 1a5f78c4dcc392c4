// Records the steps of blocks while machine code runs: what each instruction costs its warp and whom it waits
// for is what the assembler wrote into it.
/// - Subject: Steps of a warp, by machine code
/// - Modelled: the order of the assembler, its stall counts, its six counters of results under way, the unit
/// of each instruction, the cycles that its operands' registers take, branches that are taken, words that a
/// loop of compare-and-swaps changes.
/// - Not modelled: waits for operands that are read (the counters' other use), the yield bits.
#pragma once

#include "sim/multiprocessor/accesses.h"
#include "sim/multiprocessor/work.h"
#include "sim/trace/event.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpscope::multiprocessor {

/// What an instruction of machine code costs.
struct CodeCost {
  enum class Kind : std::uint8_t {
    Plain,
    Access,   ///< of memory: on_access() follows, or no lane accesses anything
    Constant, ///< likewise; of parameters it is not told
    Uniform,  ///< likewise, into a uniform register
    Copy,     ///< asynchronous: loads, then stores
    Commit,   ///< the copies so far count as a result under way
    Shuffle,
    Barrier,
    Fence, ///< for other blocks or, with `busy`, for the host
  } kind = Kind::Plain;
  static constexpr std::uint8_t none = 7;
  std::uint8_t stall = 1;                   ///< cycles before the warp's next instruction
  std::uint8_t counter = none;              ///< which counter its result is one of
  std::uint8_t waits = 0;                   ///< a bit for each counter that has to be 0
  std::uint8_t waits_most = none, most = 0; ///< a counter that has to be `most` or less
  Pipe pipe = Pipe::None;
  std::uint8_t busy = 0;    ///< cycles of `pipe`
  std::uint8_t latency = 0; ///< Plain with a counter: cycles to its result
  std::uint8_t slots = 1;   ///< Access, Copy, Shuffle: issue slots
  std::uint8_t ports = 0;   ///< Plain: further cycles in which nobody issues
  AtomicWork atomic = AtomicWork::Other;
  bool branch = false;  ///< Plain: to another place
  bool past_l1 = false; ///< Access: a load that L1 does not answer
  bool shared = false;  ///< Access: of shared memory
  bool loops = false;   ///< Access: a compare-and-swap by which the compiler makes another atomic
  bool operator==(const CodeCost&) const = default;
};
inline constexpr std::size_t code_counters = 6;

// Cycles of control flow, besides the stall counts that the assembler writes: of a branch that is taken, or
// of lanes that take turns, in the first of which another slot passes; and of lanes that meet (BSYNC).
// Source: an H200, 2026-11-23, cycles of a round beside the sum of its stall counts: a loop of one
// instruction 29.07 beside 24; loops whose lanes take one of two sides, none 119.4 and 120.4 beside 112 (with
// 5), both 204.4 beside 174 (with 3 * 5 and 2 * 8: 205); lanes that leave a loop one after the other 40.0
// beside 27 (with 5 and 8). In a loop of four instructions 32 warps take 5.3 slots a round.
inline constexpr std::uint32_t branch_taken = 5, lanes_meet = 8;

class CodeRecorder final : public trace::TraceSink {
 public:
  /// `costs`: by pc, which the events' pc and site are.
  CodeRecorder(std::vector<CodeCost> costs, std::size_t most_steps);

  [[nodiscard]] std::vector<Block> take_blocks() { return std::move(blocks_); }
  [[nodiscard]] bool truncated() const { return truncated_; }
  [[nodiscard]] std::size_t steps() const { return step_count_; }
  /// Instructions that have been executed, each once.
  [[nodiscard]] std::uint32_t instructions() const { return instructions_; }

  bool wants_instructions(std::uint64_t) override { return !truncated_; }
  void on_block_begin(std::uint64_t block) override;
  void on_instruction(const trace::InstructionEvent& event) override;
  void on_access(const trace::AccessEvent& event) override;
  void on_block_end(std::uint64_t block) override;

 private:
  static constexpr std::uint32_t no_pc = ~0u;
  static constexpr std::size_t no_step = ~std::size_t{0};
  struct Warp {
    std::uint32_t pc = no_pc;                                       ///< of the instruction that is executed
    std::uint32_t pending = no_pc;                                  ///< an access that has not been told
    std::uint32_t mask = 0;                                         ///< of that
    std::array<std::vector<std::uint8_t>, code_counters> under_way; ///< tokens
    std::array<std::uint64_t, code_counters> ready{}; ///< on the warp's own clock: results of arithmetic
    std::array<bool, token_count> taken{};
    std::uint32_t next_token = 0;
    std::uint64_t clock = 0;
    std::uint8_t last_copy = 0;
    std::size_t copy_step = 0;
    std::uint32_t barrier = no_pc;                        ///< the instruction before was this barrier
    std::size_t barrier_step = no_step;                   ///< the one before that, or what its step is
    bool copied = false;                                  ///< since the last Commit
    std::size_t load_step = no_step, swap_step = no_step; ///< of shared memory, the latest
    std::uint32_t load_pc = no_pc;
    bool loops_again = false; ///< it went from that compare-and-swap back to that load
    // Since the last step.
    std::uint32_t slots = 0, stall = 0, origin = 0;
    Pipe pipe = Pipe::None; ///< of the first instruction
    std::uint8_t busy = 0;  ///< likewise
  };
  Warp& warp_of(std::uint32_t index);
  void settle(std::uint32_t index);
  bool follow_barrier(std::uint32_t index, std::uint32_t pc);
  void add_barrier(std::uint32_t index, std::uint32_t stall);
  void wait(std::uint32_t index, std::size_t counter, std::size_t most);
  void uniform(std::uint32_t index, Step step, std::uint32_t pc, const CodeCost& cost);
  void fence(std::uint32_t index, std::uint32_t pc, const CodeCost& cost);
  void plain(std::uint32_t index, std::uint32_t pc, const CodeCost& cost);
  void begin_run(std::uint32_t index, const CodeCost& cost);
  void join_run(std::uint32_t index, std::uint32_t pc, const CodeCost& cost);
  void access(std::uint32_t index, Step step, std::uint32_t pc, const CodeCost& cost);
  void note_loop(const trace::AccessEvent& event);
  std::uint8_t token_for(std::uint32_t index);
  void flush(std::uint32_t index);
  void add(std::uint32_t index, const Step& step);

  std::vector<CodeCost> costs_;
  std::size_t most_steps_, step_count_ = 0;
  std::vector<Block> blocks_;
  Block block_;
  std::vector<Warp> warps_;
  std::vector<bool> executed_; ///< by pc
  std::uint32_t instructions_ = 0;
  bool truncated_ = false, open_ = false;
};

} // namespace warpscope::multiprocessor
