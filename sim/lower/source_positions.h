// Maps debug locations to the person's text: spans of instructions, and the expression of an access.
#pragma once

#include "sim/frontend/frontend.h"
#include "sim/frontend/ptx_names.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instruction.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

namespace warpscope::lower::lowering {

class SourcePositions {
 public:
  explicit SourcePositions(const frontend::FrontendOutput& input);

  /// Returns the instruction's innermost location within the person's text; null if there is none.
  [[nodiscard]] const llvm::DILocation* in_text(const llvm::Instruction& instruction) const;
  /// Returns an index into spans(): the expression at that location if the front end named one, else the
  /// location itself.
  [[nodiscard]] std::uint32_t span_index(const llvm::Instruction& instruction);
  /// Returns the access expression that an access of `bytes` bytes implements; null if the front end named
  /// none. Call it once for each access, in code order: several loads at one position are told apart by their
  /// order.
  [[nodiscard]] const frontend::AccessExpression* access_at(const llvm::Instruction& instruction, bool loads,
                                                            bool stores, std::uint32_t bytes);
  /// Returns the name of the instruction of inline PTX in the text that this one comes from; empty: of none.
  [[nodiscard]] std::string_view ptx_name(const llvm::Instruction& instruction) const;

  /// Returns the Span::file of a text of the person's, as debug information names it.
  [[nodiscard]] std::optional<std::uint32_t> text_named(std::string_view name) const {
    return texts_.find(name);
  }
  [[nodiscard]] std::uint32_t intern(const Span& span);
  [[nodiscard]] std::vector<Span> take_spans() { return std::move(spans_); }
  [[nodiscard]] Span span(std::uint32_t index) const { return spans_[index]; }

 private:
  struct Group {
    std::uint32_t seen = 0;       ///< accesses so far
    std::uint64_t bytes_left = 0; ///< bytes of the current expression that its accesses have not covered yet
    const frontend::AccessExpression* last = nullptr;
  };
  /// Text, line, column.
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
  [[nodiscard]] Key key_of(const llvm::DILocation& location) const;

  const frontend::TextNames& texts_;
  frontend::PtxNames ptx_names_;
  std::map<Key, std::vector<const frontend::AccessExpression*>> accesses_;
  std::map<std::tuple<Key, const llvm::DILocation*, const llvm::Function*, bool, bool>, Group> groups_;
  llvm::DenseMap<const llvm::DILocation*, std::uint32_t> known_;
  std::map<Span, std::uint32_t> indices_;
  std::vector<Span> spans_;
};

} // namespace warpscope::lower::lowering
