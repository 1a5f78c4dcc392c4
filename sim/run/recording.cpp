// Chooses the recorder, and runs blocks for it.
#include "sim/run/recording.h"

#include "sim/run/code_costs.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace warpscope::run {

namespace {

constexpr std::size_t most_steps = 4'000'000;

constexpr std::uint64_t long_block = 500'000; ///< warp instructions; half of a block's turn

/// The lines behind a `#pragma unroll` or `nounroll`, in which its loop begins.
std::vector<std::uint32_t> lines_after_unroll(std::string_view text) {
  std::vector<std::uint32_t> lines;
  std::uint32_t number = 1;
  for (std::size_t at = 0; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (line.find("#pragma") != line.npos && line.find("unroll") != line.npos) lines.push_back(number + 1);
    at = end + 1;
  }
  return lines;
}

} // namespace

Recording::Recording(const program::Program& program, const Request& request,
                     const std::vector<std::uint32_t>& spilled)
    : program_(program), code_(request.code) {
  if (code_ != nullptr) by_code_.emplace(code_costs(*code_), most_steps);
  else
    by_program_.emplace(program, most_steps, request.as_compiled, lines_after_unroll(request.text), spilled);
  if (by_code_) counter_.set_behind(&*by_code_);
  else counter_.set_behind(&*by_program_);
}

bool Recording::count_one_warp(const exec::Launch& launch) {
  if (code_ == nullptr || !sass::warps_are_alone(*code_)) return false;
  const std::uint64_t warps = (launch.block.count() + warp_size - 1) / warp_size;
  stop_recording();
  counter_.stand_for(warps);
  one_warp_ = true;
  return true;
}

exec::RunStatus Recording::run(const exec::Launch& launch, exec::DeviceMemory& memory,
                               const exec::RunOptions& options) {
  if (by_program_) {
    const exec::RunStatus ran = exec::run(program_, launch, memory, options, counter_).status;
    part_of_a_block_ = ran == exec::RunStatus::BudgetExceeded && !by_program_->truncated();
    if (ran == exec::RunStatus::BudgetExceeded) counter_.forget_last(); // whose end was told all the same
    return ran;
  }
  sass::Options asked;
  asked.budget = options.budget;
  asked.cancel = options.cancel;
  asked.one_warp = one_warp_;
  std::vector<std::uint64_t> blocks = options.blocks;
  std::sort(blocks.begin(), blocks.end());
  // Those that run long would take turns, and their steps mix: where the first does, one at a time. All
  // blocks of a grid stay together, since they may wait for one another.
  std::size_t at_once = blocks.empty() ? 0 : 1;
  for (std::size_t next = 0; next < blocks.size() || at_once == 0;) {
    const auto from = blocks.begin() + static_cast<std::ptrdiff_t>(next);
    asked.blocks.assign(from, from + static_cast<std::ptrdiff_t>(std::min(at_once, blocks.size() - next)));
    sass::Outcome ran = sass::run(*code_, program_, launch, memory, asked, counter_);
    why_ = std::move(ran.why);
    std::uint64_t& left = asked.budget.warp_instructions;
    if (ran.status != exec::RunStatus::Done || at_once == 0) return ran.status;
    if (left != 0 && ran.warp_instructions >= left) return exec::RunStatus::BudgetExceeded;
    left -= std::min(left, ran.warp_instructions);
    next += asked.blocks.size();
    if (ran.warp_instructions < asked.blocks.size() * long_block) at_once = blocks.size();
  }
  return exec::RunStatus::Done;
}

double Recording::times_as_long() const {
  std::uint64_t all = 0;
  for (const auto& [block, weight] : weights()) all += weight.all;
  return static_cast<double>(all) / static_cast<double>(std::max<std::uint64_t>(1, counter_.told()));
}

std::vector<multiprocessor::Block> Recording::take_blocks() {
  if (by_code_) return by_code_->take_blocks();
  std::vector<multiprocessor::Block> blocks = by_program_->take_blocks();
  if (part_of_a_block_ && !blocks.empty()) blocks.pop_back(); // the executor tells of its end, too
  return blocks;
}

} // namespace warpscope::run
