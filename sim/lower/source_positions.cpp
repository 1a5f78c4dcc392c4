// Finds the span and the access expression of an instruction from its debug location.
#include "sim/lower/source_positions.h"

#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>

namespace warpscope::lower::lowering {

SourcePositions::SourcePositions(const frontend::FrontendOutput& input)
    : texts_(input.texts), ptx_names_(*input.module), spans_(1) {
  indices_[Span{}] = 0;
  for (const frontend::AccessExpression& access : input.accesses)
    accesses_[{access.file, access.line, access.column}].push_back(&access);
}

const llvm::DILocation* SourcePositions::in_text(const llvm::Instruction& instruction) const {
  const llvm::DILocation* location = instruction.getDebugLoc().get();
  for (; location != nullptr; location = location->getInlinedAt())
    if (location->getLine() != 0 && texts_.find(std::string_view(location->getFilename()))) return location;
  return nullptr;
}

std::string_view SourcePositions::ptx_name(const llvm::Instruction& instruction) const {
  const llvm::DILocation* location = in_text(instruction);
  return location == nullptr ? std::string_view() : ptx_names_.at(*location);
}

SourcePositions::Key SourcePositions::key_of(const llvm::DILocation& location) const {
  return {texts_.find(std::string_view(location.getFilename())).value_or(0), location.getLine(),
          location.getColumn()};
}

std::uint32_t SourcePositions::intern(const Span& span) {
  const auto [at, fresh] = indices_.try_emplace(span, static_cast<std::uint32_t>(spans_.size()));
  if (fresh) spans_.push_back(span);
  return at->second;
}

std::uint32_t SourcePositions::span_index(const llvm::Instruction& instruction) {
  const llvm::DILocation* location = in_text(instruction);
  if (location == nullptr) return 0;
  const auto found = known_.find(location);
  if (found != known_.end()) return found->second;
  const Key key = key_of(*location);
  const auto [file, line, column] = key;
  Span span{line, column, line, column, file};
  if (const auto access = accesses_.find(key); access != accesses_.end() && access->second.size() == 1)
    span = access->second.front()->span;
  const std::uint32_t index = intern(span);
  known_[location] = index;
  return index;
}

const frontend::AccessExpression* SourcePositions::access_at(const llvm::Instruction& instruction, bool loads,
                                                             bool stores, std::uint32_t bytes) {
  const llvm::DILocation* location = in_text(instruction);
  if (location == nullptr) return nullptr;
  const Key key = key_of(*location);
  const auto found = accesses_.find(key);
  if (found == accesses_.end()) return nullptr;
  std::vector<const frontend::AccessExpression*> candidates;
  for (const frontend::AccessExpression* access : found->second)
    if ((!loads || access->loads) && (!stores || access->stores)) candidates.push_back(access);
  if (candidates.empty()) return nullptr;
  if (candidates.size() == 1) return candidates.front();
  // An expression may take several accesses (a struct in pieces): the next expression begins when its bytes
  // are used up.
  Group& group = groups_[{key, location->getInlinedAt(), instruction.getFunction(), loads, stores}];
  if (group.last != nullptr && group.bytes_left >= bytes) {
    group.bytes_left -= bytes;
    return group.last;
  }
  const frontend::AccessExpression* chosen = candidates[group.seen % candidates.size()];
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const frontend::AccessExpression* next = candidates[(group.seen + i) % candidates.size()];
    if (next->bytes == 0 || next->bytes >= bytes) {
      chosen = next;
      group.seen += static_cast<std::uint32_t>(i);
      break;
    }
  }
  ++group.seen;
  group.last = chosen;
  group.bytes_left = chosen->bytes > bytes ? chosen->bytes - bytes : 0;
  return chosen;
}

} // namespace warpscope::lower::lowering
