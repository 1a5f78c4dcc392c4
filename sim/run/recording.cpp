// Chooses the recorder, and runs blocks for it.
#include "sim/run/recording.h"

#include "sim/run/code_costs.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace warpscope::run {

namespace {

constexpr std::size_t most_steps = 1'000'000;

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

exec::RunStatus Recording::run(const exec::Launch& launch, exec::DeviceMemory& memory,
                               const exec::RunOptions& options) {
  if (by_program_) {
    const exec::RunStatus ran = exec::run(program_, launch, memory, options, counter_).status;
    part_of_a_block_ = ran == exec::RunStatus::BudgetExceeded && !by_program_->truncated();
    return ran;
  }
  sass::Options asked;
  asked.budget = options.budget;
  asked.cancel = options.cancel;
  asked.blocks = options.blocks;
  std::sort(asked.blocks.begin(), asked.blocks.end());
  sass::Outcome ran = sass::run(*code_, program_, launch, memory, asked, counter_);
  why_ = std::move(ran.why);
  return ran.status;
}

std::vector<multiprocessor::Block> Recording::take_blocks() {
  if (by_code_) return by_code_->take_blocks();
  std::vector<multiprocessor::Block> blocks = by_program_->take_blocks();
  if (part_of_a_block_ && !blocks.empty()) blocks.pop_back(); // the executor tells of its end, too
  return blocks;
}

} // namespace warpscope::run
