// Runs blocks of a launch and writes down their steps for the multiprocessor, of the compiler's machine code
// or of the program.
#pragma once

#include "sim/multiprocessor/code_recorder.h"
#include "sim/multiprocessor/recorder.h"
#include "sim/run/block_plan.h"
#include "sim/run/simulate.h"
#include "sim/sass/run.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::run {

/// Records the steps of the blocks that it runs: of machine code where the request has some, else of the
/// program.
class Recording {
 public:
  /// `spilled`: of predicted code, see multiprocessor::spilled_slots().
  Recording(const program::Program& program, const Request& request,
            const std::vector<std::uint32_t>& spilled = {});

  exec::RunStatus run(const exec::Launch& launch, exec::DeviceMemory& memory,
                      const exec::RunOptions& options);
  /// The others run without being told about; `blocks` ascends.
  void record_only(std::vector<std::uint64_t> blocks) { counter_.tell_only(std::move(blocks)); }
  /// Of each warp the first so many instructions are recorded.
  void record_the_first(std::uint64_t instructions) { counter_.tell_the_first(instructions); }
  /// Instructions of the blocks that ended for each that was recorded.
  [[nodiscard]] double times_as_long() const;
  /// From now on blocks are only counted.
  void stop_recording() { counter_.set_behind(nullptr); }
  /// Likewise, and of each block one warp stands for all. False where the warps of a block hang on each
  /// other, or it is no machine code: then nothing has changed.
  bool count_one_warp(const exec::Launch& launch);
  [[nodiscard]] const BlockWeights& weights() const { return counter_.weights(); }
  /// Of machine code that did not come to its end: one sentence.
  [[nodiscard]] const std::string& why() const { return why_; }
  [[nodiscard]] std::size_t steps() const { return by_code_ ? by_code_->steps() : by_program_->steps(); }
  [[nodiscard]] bool truncated() const { return by_code_ ? by_code_->truncated() : by_program_->truncated(); }
  [[nodiscard]] std::uint32_t instructions() const {
    return by_code_ ? by_code_->instructions() : by_program_->instructions();
  }
  /// Those that came to their end.
  [[nodiscard]] std::vector<multiprocessor::Block> take_blocks();

 private:
  const program::Program& program_;
  std::shared_ptr<const sass::MachineCode> code_;
  std::optional<multiprocessor::CodeRecorder> by_code_;
  std::optional<multiprocessor::StepRecorder> by_program_;
  BlockCounter counter_;
  std::string why_;
  bool one_warp_ = false;
  bool part_of_a_block_ = false; ///< the last: the budget was used up in it
};

} // namespace warpscope::run
