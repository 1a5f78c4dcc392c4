// A function of an LLVM module with numbered values, so that a thread's state is an array of scalars.
#pragma once

#include "sim/base/access.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace reference {

/// Returns the size in memory of a scalar: an integer, float, double or pointer.
[[nodiscard]] unsigned bytes_of(const llvm::Type& scalar);
[[nodiscard]] unsigned bits_of(const llvm::Type& scalar);

/// The scalars of a value are consecutive, each in 64 bits, zero-extended.
struct Place {
  std::uint32_t first = 0, count = 0;
};

struct ScaledIndex {
  Place index;
  unsigned bits = 64;      ///< width of the index's type, which is signed
  std::uint64_t bytes = 1; ///< distance of one step
};

/// From here on the variable of the text has this value.
struct NamedPlace {
  std::string key; ///< "name:line"
  const llvm::DILocalScope* scope = nullptr;
  Place place; ///< no scalar: the module does not say what it holds
};

struct Step {
  std::vector<NamedPlace> named;             ///< before the instruction; of the kernel's own scalar variables
  const llvm::DILocalScope* scope = nullptr; ///< of the kernel's text; null: of another function's or none
  const llvm::Instruction* instruction = nullptr;
  std::vector<Place> operands;
  Place result;
  std::string primitive;           ///< in calls: the name after "__ws_", or "llvm.…"
  std::uint32_t access = ~0u;      ///< number of the memory instruction within the block, from 0
  std::uint64_t offset = 0;        ///< getelementptr: the constant part; alloca: the offset in local memory
  std::vector<ScaledIndex> scaled; ///< getelementptr: the other parts
};

/// A load, store or atomic.
struct AccessPlace {
  std::uint32_t line = 0;
  std::uint32_t width = 0;
  warpscope::AccessKind kind = warpscope::AccessKind::Load;
  warpscope::AtomicForm in_shared = warpscope::AtomicForm::Turns; ///< of an atomic whose word is in shared
                                                                  ///< memory
  bool is_extreme = false;                                        ///< a minimum or maximum
};

struct Phi {
  Place result;
  std::map<const llvm::BasicBlock*, Place> incoming;
};

struct Block {
  const llvm::BasicBlock* block = nullptr;
  std::vector<Phi> phis;
  std::vector<Step> steps;
  std::vector<AccessPlace> accesses;
  std::vector<std::uint32_t> next; ///< possible successors
  /// A switch is a chain of comparisons in the order of its cases: the first belongs to this block, each
  /// further one is a node of its own, without steps.
  std::vector<std::uint32_t> chain;
};

struct Variable {
  const llvm::GlobalVariable* variable = nullptr;
  warpscope::Space space = warpscope::Space::None;
  std::uint32_t offset = 0;
  std::vector<std::uint8_t> bytes; ///< the initial contents
};

/// Throws std::runtime_error with a sentence for anything unsupported.
class Code {
 public:
  Code(const llvm::Module& module, const llvm::Function& function);

  std::vector<Block> blocks; ///< nodes of the control flow; the entry is 0
  std::map<const llvm::BasicBlock*, std::uint32_t> numbers;
  std::vector<std::uint64_t> initial; ///< a thread's scalars before it starts, with constants filled in
  std::vector<Place> arguments;
  std::vector<Variable> variables;
  std::uint32_t local_bytes = 0;

 private:
  Place place_of(const llvm::Value& value);
  void fill(const llvm::Constant& constant, Place place);
  std::uint64_t address_of(const llvm::Constant& constant);
  const Variable& variable_of(const llvm::GlobalVariable& variable) const;
  void place_variables();
  void write(const llvm::Constant& value, std::uint64_t at, std::vector<std::uint8_t>& bytes) const;
  Step step_of(const llvm::Instruction& instruction, Block& block);
  void name_values(const llvm::Instruction& instruction, Step& step);
  void link_blocks();

  const llvm::Module& module_;
  const llvm::Function& function_;
  std::map<const llvm::Value*, Place> places_;
};

} // namespace reference
