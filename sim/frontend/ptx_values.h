// The values of an inline PTX statement while it is translated: its operands, registers and flags as
// integers.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "sim/frontend/ptx_statement.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace warpscope::frontend {

class PtxValues {
 public:
  explicit PtxValues(llvm::CallInst& call);

  llvm::IRBuilder<>& builder() { return builder_; }
  llvm::Module& module() { return *call_.getModule(); }
  bool read_constraints(const llvm::InlineAsm& assembly);
  /// What is built from now on comes from this statement of the asm at `place` (ptx_names.h).
  void name_statement(const PtxStatement& one, const llvm::DebugLoc& place);

  /// The same bits as an integer.
  llvm::Value* bits_of(llvm::Value* value);
  /// Integers of 32 or 64 bits as float or double.
  llvm::Value* as_float(llvm::Value* bits);

  /// The value of a name as an integer of `bits`; null when it is none.
  llvm::Value* value_of(const std::string& name, unsigned bits);
  [[nodiscard]] bool has(const std::string& name) const { return values_.contains(name); }
  llvm::Value* special(const std::string& name, unsigned bits);
  /// A predicate, which may be negated: "!p".
  llvm::Value* predicate_of(const std::string& name);
  /// The address of "[a+8]", in shared memory when the statement says so; null when it cannot be read.
  llvm::Value* pointer_of(const PtxStatement& one, const PtxOperand& memory);

  /// The generic pointer of a 32-bit address in shared memory; `cluster`: it may name another block's
  /// (cluster_address()).
  llvm::Value* shared_pointer(llvm::Value* address, bool cluster);
  llvm::Value* primitive(const char* name, llvm::Type* result, llvm::ArrayRef<llvm::Value*> arguments);
  llvm::Value* number(unsigned value) { return builder_.getInt32(value); }

  /// Gives a name its value: where the statement's predicate is false the old one stays.
  bool set(const PtxStatement& one, const std::string& name, llvm::Value* value);
  /// What has an effect of its own is done in a branch where the statement has a predicate; `make` sets names
  /// by set().
  bool under_predicate(const PtxStatement& one, const std::function<bool(const PtxStatement&)>& make);

  /// Replaces the call by its outputs.
  void finish();
  /// Takes out all that was built.
  void undo();

 private:
  llvm::Value* cluster_register(const std::string& name);
  llvm::Value* condition_of(const PtxStatement& one);
  llvm::Type* output_type(unsigned index);

  llvm::CallInst& call_;
  llvm::Instruction* before_;
  bool split_ = false; ///< blocks were made
  llvm::IRBuilder<> builder_;
  unsigned outputs_ = 0;
  std::map<std::string, llvm::Value*> values_; ///< integers by register or "$number"
};

} // namespace warpscope::frontend
