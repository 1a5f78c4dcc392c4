// The variables of the text that a module's debug information knows, as the program's side table names them.
#pragma once

#include "sim/lower/source_positions.h"
#include "sim/program/named_values.h"

#include <llvm/IR/DebugInfoMetadata.h>

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace warpscope::lower::lowering {

class NamedValueTable {
 public:
  NamedValueTable(program::NamedValues& table, const SourcePositions& positions)
      : table_(table), positions_(positions) {}

  /// A scalar that a variable consists of, and where it lies in the variable.
  struct Scalar {
    std::uint32_t value = 0; ///< index into NamedValues::values
    std::uint64_t bit = 0, bits = 0;
  };
  /// Returns the variable's scalars, one for a variable that is none itself; empty when it is not of the
  /// person's text or is too large to be shown. `inlined`: the call that was inlined; null: none.
  [[nodiscard]] const std::vector<Scalar>& scalars_of(const llvm::DILocalVariable& variable,
                                                      const llvm::DILocation* inlined);
  /// Says that the variable lies in the kernel's local memory from `offset` on.
  void place(const llvm::DILocalVariable& variable, const llvm::DILocation* inlined, std::uint32_t offset);
  [[nodiscard]] program::NamedValue& value(std::uint32_t index) { return table_.values[index]; }
  [[nodiscard]] program::NamedValues& table() { return table_; }
  /// Returns the scope of an instruction's innermost location within the text; no_scope: it has none.
  [[nodiscard]] std::uint32_t scope_of(const llvm::Instruction& instruction);

 private:
  using Key = std::pair<const llvm::DINode*, const llvm::DILocation*>;
  [[nodiscard]] std::uint32_t scope_of(const llvm::DILocalScope* scope, const llvm::DILocation* inlined);
  void add_scalars(const llvm::DIType* type, const program::NamedValue& like, std::uint64_t bit,
                   std::vector<Scalar>& to);

  program::NamedValues& table_;
  const SourcePositions& positions_;
  std::map<Key, std::vector<Scalar>> variables_;
  std::map<Key, std::uint32_t> scopes_;
};

} // namespace warpscope::lower::lowering
