// Lowers one function from LLVM IR to virtual code. The class is spread over values.cpp, arithmetic.cpp,
// memory.cpp, calls.cpp, intrinsics.cpp and control.cpp, by kind of instruction.
#pragma once

#include "sim/lower/lower.h"
#include "sim/lower/module_layout.h"
#include "sim/lower/named_values.h"
#include "sim/lower/pointer_spaces.h"
#include "sim/lower/source_positions.h"
#include "sim/lower/virtual_code.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace warpscope::lower::lowering {

/// The operand of one scalar: a virtual register or a constant. The type decides whether it names slots or
/// predicates.
using Operand = std::uint32_t;
using Operands = llvm::SmallVector<Operand, 1>;

/// What holds a scalar: a predicate for i1, one slot for up to 32 bits, two for up to 64.
enum class Form : std::uint8_t { Predicate, Word, Wide };

class ConstantPool {
 public:
  explicit ConstantPool(std::vector<std::uint32_t>& words) : words_(words) {}
  Operand word(std::uint32_t value);
  Operand wide(std::uint64_t value);
  Operand predicate(bool value) { return word(value ? ~0u : 0u); }
  [[nodiscard]] std::uint32_t word_at(Operand operand) const {
    return words_[operand & ~program::constant_operand];
  }

 private:
  std::vector<std::uint32_t>& words_;
  std::map<std::uint32_t, Operand> single_;
  std::map<std::uint64_t, Operand> pairs_;
};

/// The state that all functions of a module share.
struct ModuleContext {
  ModuleContext(const frontend::FrontendInput& text, Diagnostics& said, const LowerOptions& chosen,
                const ModuleLayout& places, SourcePositions& spans, program::Program& result)
      : source(text), diagnostics(said), options(chosen), layout(places), positions(spans), program(result),
        pool(result.constants), names(result.named, spans) {}

  const frontend::FrontendInput& source;
  Diagnostics& diagnostics;
  const LowerOptions& options;
  const ModuleLayout& layout;
  SourcePositions& positions;
  program::Program& program;
  ConstantPool pool;
  /// Function to index into program.functions.
  llvm::DenseMap<const llvm::Function*, std::uint32_t> functions;
  std::vector<Signature> signatures;
  llvm::DenseMap<const llvm::GlobalVariable*, std::string> variable_names;
  /// The offset of each parameter of a kernel.
  llvm::DenseMap<const llvm::Function*, std::vector<std::uint32_t>> parameter_offsets;
  /// The names of a kernel's parameters as written.
  llvm::DenseMap<const llvm::Function*, std::vector<std::string>> parameter_names;
  NamedValueTable names;
  std::size_t errors = 0; ///< reported or not

  /// Reports an error at the instruction's position: "WHAT is not supported".
  void unsupported(const llvm::Instruction* instruction, const std::string& what);
  void error(const llvm::Instruction* instruction, const std::string& message);
};

/// Returns the scalars that a type consists of, in order.
llvm::SmallVector<llvm::Type*, 4> scalars_of(llvm::Type* type);
std::size_t scalar_count(llvm::Type* type);
/// nullopt when the type is not supported (128-bit integers and the like).
std::optional<Form> form_of(llvm::Type* scalar);
/// Counts the registers of parameters or results of this type; pointers count as generic ones.
void count_registers(llvm::Type* type, std::uint32_t& slots, std::uint32_t& predicates);

class FunctionLowering {
 public:
  FunctionLowering(ModuleContext& context, llvm::Function& function);
  /// Appends the function's code, sites and entry to the program.
  void run();

 private:
  struct Pointer {
    Space space = Space::None; ///< None: the pointer is generic and `operand` is 64 bits wide
    Operand operand = 0;
  };

  // -- values.cpp: operands of values, registers, constants
  Operand emit(program::Opcode op, Operand dst, Operand a = program::no_operand,
               Operand b = program::no_operand, Operand c = program::no_operand, std::uint32_t imm = 0);
  Operand word(program::Opcode op, Operand a = program::no_operand, Operand b = program::no_operand,
               Operand c = program::no_operand, std::uint32_t imm = 0);
  Operand wide(program::Opcode op, Operand a = program::no_operand, Operand b = program::no_operand,
               Operand c = program::no_operand, std::uint32_t imm = 0);
  Operand predicate(program::Opcode op, Operand a = program::no_operand, Operand b = program::no_operand,
                    Operand c = program::no_operand, std::uint32_t imm = 0);
  Operand new_register(Form form);
  void move(Form form, Operand to, Operand from);
  Operand const_word(std::uint32_t value) { return context_.pool.word(value); }
  Operand const_wide(std::uint64_t value) { return context_.pool.wide(value); }
  Operand const_of(Form form, std::uint64_t value);
  [[nodiscard]] std::optional<std::uint32_t> known_word(Operand operand) const;
  /// How this function holds the value. A pointer's form depends on its space.
  Form natural_form(const llvm::Value& value, llvm::Type* scalar);
  Operands operands_of(const llvm::Value& value);
  Operand operand_of(const llvm::Value& value) { return operands_of(value).front(); }
  /// The operands in the form that memory, calls and aggregates use: pointers are generic.
  Operands generic_operands_of(const llvm::Value& value);
  Operands constant_operands(const llvm::Constant& constant, bool generic);
  void define(const llvm::Value& value, Operands operands) { values_[&value] = std::move(operands); }
  Operands fresh_operands(const llvm::Value& value);
  Pointer pointer(const llvm::Value& value);
  Operand as_generic(const llvm::Value& value);
  Operand as_generic(Pointer value);
  Operand in_space(const llvm::Value& value, Space space);

  // -- control.cpp
  void lower_block(const llvm::BasicBlock& block);
  void lower_instruction(const llvm::Instruction& instruction);
  void lower_terminator(const llvm::Instruction& instruction);
  void copy_to_phis(const llvm::BasicBlock& from, const llvm::BasicBlock& to);
  void find_reconvergence();
  void lower_parameters();
  void lower_return(const llvm::ReturnInst* instruction);
  void assemble();

  // -- value_notes.cpp: which variable of the text a register is
  void note_values(const llvm::Instruction& instruction, VirtualBlock& block);
  void note_value(llvm::DbgVariableRecord& record, VirtualBlock& block);
  void mark_scope(const llvm::Instruction& instruction, VirtualBlock& block);
  void place_notes(const std::vector<std::uint32_t>& entries);

  // -- arithmetic.cpp
  void lower_binary(const llvm::BinaryOperator& instruction);
  Operand integer_binary(unsigned opcode, unsigned bits, Operand a, Operand b, const llvm::Instruction& at);
  Operand predicate_binary(unsigned opcode, Operand a, Operand b);
  Operand float_binary(unsigned opcode, llvm::Type* type, Operand a, Operand b);
  bool lower_contracted(const llvm::BinaryOperator& instruction);
  void find_contractions();
  void lower_compare(const llvm::CmpInst& instruction);
  Operand compare_integers(llvm::CmpInst::Predicate predicate, unsigned bits, Operand a, Operand b);
  void lower_cast(const llvm::CastInst& instruction);
  Operand integer_to_float(Operand value, unsigned bits, llvm::Type* to, bool is_signed);
  Operand float_to_integer(Operand value, llvm::Type* from, unsigned bits, bool is_signed,
                           program::Rounding rounding);
  Operand convert_float(Operand value, llvm::Type* from, llvm::Type* to);
  Operands reinterpret(const Operands& values, llvm::Type* from, llvm::Type* to, const llvm::Instruction& at);
  void lower_select(const llvm::SelectInst& instruction);
  Operand select(Form form, Operand condition, Operand a, Operand b);
  void lower_vector(const llvm::Instruction& instruction);
  /// Clears the bits that an integer of `bits` bits does not have.
  Operand truncated(Operand value, unsigned bits);
  Operand sign_extended(Operand value, unsigned bits); ///< to 32 bits or to 64
  Operand negate(llvm::Type* type, Operand value);
  Operand to_f32(llvm::Type* from, Operand value);
  Operand from_f32(llvm::Type* to, Operand value);
  Operand invert(Operand value) {
    return predicate(program::Opcode::XorP, value, context_.pool.predicate(true));
  }
  Operand math(program::MathFunction function, llvm::Type* type, Operand a, Operand b = program::no_operand);

  // -- memory.cpp
  void lower_gep(const llvm::GetElementPtrInst& instruction);
  Operand add_index(Operand base, const llvm::Value& index, std::uint64_t scale);
  Operand add_constant(Operand base, std::int64_t offset);
  Pointer advanced(Pointer pointer, std::uint64_t bytes);
  /// Emits one access of `count` scalars of one type (a vector, or 1).
  Operands load_pieces(const llvm::Instruction* at, Pointer from, llvm::Type* scalar, std::size_t count,
                       std::uint64_t align, bool is_volatile, const llvm::Value* base);
  void store_pieces(const llvm::Instruction* at, Pointer to, llvm::Type* scalar,
                    llvm::ArrayRef<Operand> values, std::uint64_t align, bool is_volatile,
                    const llvm::Value* base);
  Operand emit_load(const llvm::Instruction* at, Pointer from, std::uint32_t bytes, std::uint32_t components,
                    bool is_volatile, const llvm::Value* base);
  void emit_store(const llvm::Instruction* at, Pointer to, Operand value, std::uint32_t bytes,
                  std::uint32_t components, bool is_volatile, const llvm::Value* base);
  Operand in_a_row(llvm::ArrayRef<Operand> values, Form form);
  void lower_load(const llvm::LoadInst& instruction);
  void lower_store(const llvm::StoreInst& instruction);
  void lower_atomic(const llvm::Instruction& instruction, const llvm::Value& address, program::AtomicOp op,
                    unsigned bytes, const llvm::Value* operand, Operand value, Operand compare,
                    Operand result,
                    bool is_volatile); ///< `operand`: that of `value`, where it may be a constant
  void lower_atomic_rmw(const llvm::AtomicRMWInst& instruction);
  void lower_compare_exchange(const llvm::AtomicCmpXchgInst& instruction);
  std::uint32_t add_site(const llvm::Instruction* at, Space space, AccessKind kind, std::uint32_t width,
                         bool is_volatile, bool returns, const llvm::Value* base);
  std::string variable_name(const llvm::Value* pointer) const;
  [[nodiscard]] std::uint32_t widest_access(Space space) const;

  // -- calls.cpp
  void lower_launch(const llvm::CallInst& call);
  void lower_call(const llvm::CallInst& call);
  bool lower_primitive(const llvm::CallInst& call, llvm::StringRef name);
  bool lower_product(const llvm::CallInst& call);
  std::uint32_t bulk_sites(std::uint32_t operation);
  void lower_intrinsic(const llvm::IntrinsicInst& call);
  bool lower_integer_intrinsic(const llvm::IntrinsicInst& call);
  bool lower_float_intrinsic(const llvm::IntrinsicInst& call);
  void lower_overflow(const llvm::IntrinsicInst& call);
  void lower_real_call(const llvm::CallInst& call, const llvm::Function& callee);
  std::optional<std::uint32_t> constant_argument(const llvm::CallInst& call, unsigned index,
                                                 std::uint32_t limit);

  // -- matrix_notes.cpp: the matrix instructions of the text
  bool lower_matrix_note(const llvm::CallInst& call, llvm::StringRef name);
  void note_matrix_access(const llvm::Instruction* at, std::uint32_t site);
  void find_matrix_sources();
  struct MatrixNotes {
    struct Taken {
      std::size_t op; ///< index into Program::matrices
      std::uint8_t operand, reg;
      const llvm::Value* value;
    };
    std::vector<Taken> taken;
    std::optional<std::size_t> next; ///< the load or store whose access comes next
    llvm::DenseMap<const llvm::Instruction*, std::uint32_t> sites;
  };

  ModuleContext& context_;
  llvm::Function& function_;
  MatrixNotes matrices_;
  bool is_kernel_;
  std::uint32_t index_;
  PointerSpaces spaces_;
  VirtualCode code_;
  std::vector<program::Instruction>* out_ = nullptr; ///< the code of the block that is being lowered
  const llvm::Instruction* current_ = nullptr;
  std::uint32_t span_ = 0;                               ///< span of the instruction that is being lowered
  program::MatrixPart part_ = program::MatrixPart::None; ///< likewise
  llvm::DenseMap<const llvm::Value*, Operands> values_;
  llvm::DenseMap<const llvm::BasicBlock*, std::uint32_t> block_numbers_;
  std::vector<const llvm::BasicBlock*> order_;
  /// By block: the reconvergence point of the branch at its end; absent: the Ret.
  llvm::DenseMap<const llvm::BasicBlock*, std::uint32_t> reconvergence_;
  /// From a sum to the product in it.
  llvm::DenseMap<const llvm::Instruction*, const llvm::BinaryOperator*> contractions_;
  /// Products that are only computed within a fused multiply-add.
  llvm::DenseMap<const llvm::Value*, bool> fused_;
  std::uint64_t local_bytes_ = 0;
  llvm::DenseMap<const llvm::AllocaInst*, std::uint32_t> local_offsets_;
  std::set<std::uint32_t> noted_; ///< pointers whose form is decided
};

} // namespace warpscope::lower::lowering
