// Lowers calls: the primitives (sim/program/primitives.def), the functions of the device runtime, and real
// calls.
#include "sim/lower/function_lowering.h"
#include "sim/program/opcode_table.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InlineAsm.h>

#include <array>

namespace warpscope::lower::lowering {

using namespace llvm;

namespace {

/// How arguments map to operands: see primitives.def.
enum class Shape : std::uint8_t {
  Operands,
  ImmFirst,
  ImmLast,
  MaskImm,
  Mask,
  Math,
  Atomic,
  Cas,
  IsSpace,
  Bulk,
  Tile
};

struct Primitive {
  const char* name;
  program::Opcode op;
  Shape shape;
  unsigned arguments;
  std::uint32_t limit = 0; ///< exclusive upper bound of imm
  std::uint32_t bytes = 0; ///< for atomics; Bulk: exclusive upper bound of the instruction's `bytes`
};

constexpr std::uint32_t limit_of(auto count) { return static_cast<std::uint32_t>(count); }

/// Returns the number of parameters in a list such as "(unsigned a, int b)".
constexpr unsigned arguments_in(std::string_view parameters) {
  unsigned count = parameters == "()" ? 0 : 1;
  for (const char c : parameters) count += c == ',' ? 1 : 0;
  return count;
}

constexpr Primitive primitives[] = {
#define WARPSCOPE_PRIMITIVE(result, name, parameters, instruction, shape, limit, bytes)                      \
  {#name,          program::Opcode::instruction, Shape::shape, arguments_in(#parameters), limit_of(limit),   \
   limit_of(bytes)},
#include "sim/program/primitives.def"
#undef WARPSCOPE_PRIMITIVE
};

const Primitive* find_primitive(StringRef name) {
  static const StringMap<const Primitive*> index = [] {
    StringMap<const Primitive*> map;
    for (const Primitive& primitive : primitives) map[primitive.name] = &primitive;
    return map;
  }();
  return index.lookup(name);
}

std::optional<Form> result_form(program::Opcode op) {
  switch (program::info_of(op).dst) {
  case program::OperandKind::P: return Form::Predicate;
  case program::OperandKind::S32: return Form::Word;
  case program::OperandKind::S64: return Form::Wide;
  default: return std::nullopt;
  }
}

Form argument_form(program::OperandKind kind) {
  return kind == program::OperandKind::P     ? Form::Predicate
         : kind == program::OperandKind::S64 ? Form::Wide
                                             : Form::Word;
}

/// Returns the characters that a constant `const char *` points to.
std::string constant_string(const Value& value) {
  const auto* variable = dyn_cast<GlobalVariable>(value.stripPointerCasts());
  if (variable == nullptr || !variable->hasInitializer()) return {};
  const auto* data = dyn_cast<ConstantDataSequential>(variable->getInitializer());
  return data != nullptr && data->isCString() ? data->getAsCString().str() : std::string();
}

} // namespace

std::optional<std::uint32_t> FunctionLowering::constant_argument(const CallInst& call, unsigned index,
                                                                 std::uint32_t limit) {
  const auto* value = dyn_cast<ConstantInt>(call.getArgOperand(index));
  if (value == nullptr || value->getValue().getLimitedValue() >= limit) {
    context_.unsupported(&call, "a value known only at run time, or outside of its range, for argument " +
                                    std::to_string(index + 1) + " of '" +
                                    call.getCalledFunction()->getName().str() + "'");
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(value->getZExtValue());
}

bool FunctionLowering::lower_primitive(const CallInst& call, StringRef name) {
  if (!name.consume_front("__ws_")) return false;
  if (name == "unsupported") {
    const std::string what = call.arg_size() != 0 ? constant_string(*call.getArgOperand(0)) : std::string();
    context_.unsupported(&call, what.empty() ? "this" : what);
    return true;
  }
  if (name.starts_with("matrix") && lower_matrix_note(call, name)) return true;
  if (name.starts_with("wgmma_")) return lower_product(call);
  const Primitive* primitive = find_primitive(name);
  if (primitive == nullptr || call.arg_size() != primitive->arguments) return false;
  const bool used = !call.use_empty();
  if (primitive->shape == Shape::Atomic || primitive->shape == Shape::Cas) {
    const bool cas = primitive->shape == Shape::Cas;
    std::optional<std::uint32_t> op = static_cast<std::uint32_t>(program::AtomicOp::Cas);
    if (!cas) op = constant_argument(call, 0, primitive->limit);
    if (!op) return true;
    if (!program::atomic_takes(static_cast<program::AtomicOp>(*op), primitive->bytes)) {
      context_.unsupported(&call, "this atomic operation on " + std::to_string(primitive->bytes) + " bytes");
      return true;
    }
    const Operand result = used ? new_register(primitive->bytes == 8 ? Form::Wide : Form::Word)
                                : program::no_operand;
    const Operand compare = cas ? operand_of(*call.getArgOperand(1)) : program::no_operand;
    lower_atomic(call, *call.getArgOperand(cas ? 0 : 1), static_cast<program::AtomicOp>(*op),
                 primitive->bytes, cas ? nullptr : call.getArgOperand(2), operand_of(*call.getArgOperand(2)),
                 compare, result, false);
    if (used) define(call, {result});
    return true;
  }
  std::uint32_t imm = 0;
  unsigned first = 0, last = primitive->arguments;
  std::optional<unsigned> imm_at;
  switch (primitive->shape) {
  case Shape::ImmFirst:
  case Shape::Math: imm_at = 0, first = 1; break;
  case Shape::MaskImm: imm_at = 1, first = 2; break;
  case Shape::Mask: first = 1; break;
  case Shape::Bulk: imm_at = 0, first = 2; break;
  case Shape::Tile: imm_at = 0, first = 2, last = 4; break;
  case Shape::ImmLast:
  case Shape::IsSpace: imm_at = last - 1, last -= 1; break;
  default: break;
  }
  if (imm_at) {
    const auto known = constant_argument(call, *imm_at, primitive->limit);
    if (!known) return true;
    imm = *known;
  }
  if (primitive->shape == Shape::IsSpace && imm == 0) {
    define(call, {context_.pool.predicate(false)});
    return true;
  }
  if (primitive->shape == Shape::Math)
    last = first + program::arguments_of(static_cast<program::MathFunction>(imm));
  const program::OpcodeInfo& info = program::info_of(primitive->op);
  const std::array<program::OperandKind, 3> kinds{info.a, info.b, info.c};
  std::array<Operand, 3> operands{program::no_operand, program::no_operand, program::no_operand};
  for (unsigned i = first; i < last; ++i) {
    const Value& argument = *call.getArgOperand(i);
    Operand operand = generic_operands_of(argument).front();
    // A bool of the prelude may be an int here, and the other way round.
    const Form wanted = argument_form(kinds[i - first]);
    const Form given = form_of(argument.getType()).value_or(Form::Word);
    if (wanted == Form::Predicate && given == Form::Word)
      operand = compare_integers(CmpInst::ICMP_NE, 32, operand, const_word(0));
    else if (wanted == Form::Word && given == Form::Predicate)
      operand = word(program::Opcode::PToS32, operand);
    else if (wanted != given) {
      context_.unsupported(&call, "a call of '__ws_" + name.str() + "' with an argument of another size");
      return true;
    }
    operands[i - first] = operand;
  }
  if (primitive->shape == Shape::Bulk || primitive->shape == Shape::Tile) {
    const auto second = constant_argument(call, 1, primitive->bytes);
    if (!second) return true;
    const bool tile = primitive->shape == Shape::Tile;
    Operands coordinates;
    for (unsigned i = last; tile && i < primitive->arguments; ++i)
      coordinates.push_back(operand_of(*call.getArgOperand(i)));
    if (tile) operands[2] = in_a_row(coordinates, Form::Word);
    const std::uint32_t site = bulk_sites(imm);
    emit(primitive->op, tile ? *second | imm << 8 : program::no_operand, operands[0], operands[1],
         operands[2], site);
    out_->back().bytes = static_cast<std::uint8_t>(tile ? 4 : *second);
    out_->back().components = static_cast<std::uint8_t>(tile ? coordinates.size() : imm);
    return true;
  }
  const bool has_mask = primitive->shape == Shape::Mask || primitive->shape == Shape::MaskImm;
  if (has_mask && primitive->op != program::Opcode::ShuffleP)
    emit(program::Opcode::WarpMask, program::no_operand, generic_operands_of(*call.getArgOperand(0)).front());
  const auto form = result_form(primitive->op);
  const Operand result = form ? new_register(*form) : program::no_operand;
  emit(primitive->op, result, operands[0], operands[1], operands[2], imm);
  if (!form || call.getType()->isVoidTy()) return true;
  const Form wanted = form_of(call.getType()).value_or(Form::Word);
  if (wanted == *form) define(call, {result});
  else if (wanted == Form::Predicate && *form == Form::Word)
    define(call, {compare_integers(CmpInst::ICMP_NE, 32, result, const_word(0))});
  else if (wanted == Form::Word && *form == Form::Predicate)
    define(call, {word(program::Opcode::PToS32, result)});
  else if (wanted == Form::Word && *form == Form::Wide)
    define(call, {word(program::Opcode::Trunc64To32, result)});
  else context_.unsupported(&call, "a call of '__ws_" + name.str() + "' with a result of another size");
  return true;
}

/// Of a bulk copy: the site of what it reads, and behind it that of what it writes.
std::uint32_t FunctionLowering::bulk_sites(std::uint32_t operation) {
  const auto kind = static_cast<program::AtomicOp>(operation) == program::AtomicOp::Exch ? AccessKind::Store
                                                                                         : AccessKind::Atomic;
  const std::uint32_t read = add_site(nullptr, Space::None, AccessKind::Load, 16, false, false, nullptr);
  const std::uint32_t written = add_site(nullptr, Space::None, kind, 16, false, false, nullptr);
  for (const std::uint32_t site : {read, written}) context_.program.sites[site].async_copy = true;
  return read;
}

/// __ws_wgmma_COUNT(sums, flags, words of A, descriptor of B): the sums, COUNT words
/// (sim/frontend/ptx_wgmma.cpp).
bool FunctionLowering::lower_product(const CallInst& call) {
  if (call.arg_size() != 4) return false;
  const auto flags = constant_argument(call, 1, ~0u);
  if (!flags) return true;
  Operands words = generic_operands_of(*call.getArgOperand(0));
  const std::size_t sums = words.size();
  words.append(generic_operands_of(*call.getArgOperand(2)));
  words.append(generic_operands_of(*call.getArgOperand(3)));
  if (words.size() != sums + program::ProductFlags::further_words) return false;
  const Operand from = in_a_row(words, Form::Word);
  const Operand to = code_.slots.add(static_cast<std::uint32_t>(words.size()), false);
  const std::uint32_t site = add_site(nullptr, Space::Shared, AccessKind::Load, 16, false, false, nullptr);
  add_site(nullptr, Space::Shared, AccessKind::Load, 16, false, false, nullptr);
  emit(program::Opcode::Wgmma, to, const_word(*flags), program::no_operand, from, site);
  out_->back().bytes = 4;
  out_->back().components = static_cast<std::uint8_t>(words.size());
  Operands results;
  for (std::uint32_t i = 0; i < sums; ++i) results.push_back(to + i);
  define(call, results);
  return true;
}

/// Returns the first instruction as a person wrote it: "add.s32 %0, %1, 1".
static std::string first_instruction(std::string_view text) {
  constexpr std::size_t most = 60;
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n{;"), text.size());
  std::string shown(text.substr(begin, text.find_first_of(";\n", begin) - begin));
  std::replace(shown.begin(), shown.end(), '$', '%');
  std::replace(shown.begin(), shown.end(), '#', '%'); // a register's (program_text.h)
  if (shown.size() > most) shown = shown.substr(0, most) + "…";
  return shown;
}

/// A launch from device code: the kernel, and where its sizes and arguments lie.
void FunctionLowering::lower_launch(const CallInst& call) {
  const auto* kernel = dyn_cast<llvm::Function>(call.getArgOperand(0)->stripPointerCasts());
  if (kernel == nullptr)
    return context_.unsupported(&call, "a launch from device code through a pointer to a kernel");
  const auto found = context_.functions.find(kernel);
  const auto& kernels = context_.program.kernels;
  const auto at = std::find_if(kernels.begin(), kernels.end(), [&](const program::Kernel& one) {
    return found != context_.functions.end() && one.function == found->second;
  });
  if (at == kernels.end())
    return context_.unsupported(&call, "the launch of '" + demangle(kernel->getName().str()) +
                                           "', a kernel that is not supported itself,");
  emit(program::Opcode::DeviceLaunch, program::no_operand, as_generic(*call.getArgOperand(1)),
       program::no_operand, program::no_operand, static_cast<std::uint32_t>(at - kernels.begin()));
}

void FunctionLowering::lower_call(const CallInst& call) {
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) return lower_intrinsic(*intrinsic);
  if (call.isInlineAsm()) {
    const auto* assembly = cast<InlineAsm>(call.getCalledOperand());
    if (assembly->getAsmString().empty()) return; // empty: a compiler barrier
    context_.unsupported(&call, "the inline PTX '" + first_instruction(assembly->getAsmString()) + "'");
    return;
  }
  const auto* callee = dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
  if (callee == nullptr) {
    context_.unsupported(&call, "a call through a pointer to a function (or of a virtual function)");
    return;
  }
  const StringRef name = callee->getName();
  if (name == "__ws_launch" && call.arg_size() == 2) return lower_launch(call);
  if (lower_primitive(call, name)) return;
  if (name == "__ws_ptx_exit") {
    emit(program::Opcode::Exit, program::no_operand);
    return;
  }
  if (name == "vprintf" && call.arg_size() == 2) {
    const Operand result = call.use_empty() ? program::no_operand : new_register(Form::Word);
    emit(program::Opcode::Printf, result, as_generic(*call.getArgOperand(0)),
         as_generic(*call.getArgOperand(1)));
    if (result != program::no_operand) define(call, {result});
    return;
  }
  if ((name == "__assertfail" || name == "__assert_fail") && call.arg_size() >= 3) {
    emit(program::Opcode::AssertFail, program::no_operand, as_generic(*call.getArgOperand(0)),
         as_generic(*call.getArgOperand(1)), operand_of(*call.getArgOperand(2)));
    return;
  }
  if (callee->isDeclaration()) {
    context_.error(&call, "the function '" + demangle(name.str()) + "' has no definition for the device");
    return;
  }
  lower_real_call(call, *callee);
}

void FunctionLowering::lower_real_call(const CallInst& call, const llvm::Function& callee) {
  const auto found = context_.functions.find(&callee);
  if (found == context_.functions.end() || call.arg_size() < callee.arg_size()) {
    context_.unsupported(&call, "a call of '" + demangle(callee.getName().str()) + "' this way");
    return;
  }
  if (callee.getCallingConv() == CallingConv::PTX_Kernel) {
    context_.unsupported(&call, "a kernel called from device code");
    return;
  }
  const Signature& signature = context_.signatures[found->second];
  Operand slots = 0, predicates = 0;
  if (signature.parameter_slots != 0) slots = code_.slots.add(signature.parameter_slots, true);
  if (signature.parameter_predicates != 0)
    predicates = code_.predicates.add(signature.parameter_predicates, false);
  std::uint32_t slot = 0, next_predicate = 0;
  for (unsigned i = 0; i < callee.arg_size(); ++i) {
    const Value& argument = *call.getArgOperand(i);
    const Operands values = generic_operands_of(argument);
    const SmallVector<Type*, 4> scalars = scalars_of(argument.getType());
    for (std::size_t s = 0; s < values.size(); ++s) {
      const Form form = form_of(scalars[s]).value_or(Form::Word);
      if (form == Form::Predicate) {
        move(form, predicates + next_predicate++, values[s]);
        continue;
      }
      if (form == Form::Wide) slot += slot % 2;
      move(form, slots + slot, values[s]);
      slot += form == Form::Wide ? 2 : 1;
    }
  }
  const Operand results = signature.result_slots != 0 ? code_.slots.add(signature.result_slots, true) : 0;
  const Operand result_predicates = signature.result_predicates != 0
                                        ? code_.predicates.add(signature.result_predicates, false)
                                        : 0;
  emit(program::Opcode::Call, results, slots, predicates, result_predicates, found->second);
  if (call.getType()->isVoidTy()) return;
  Operands values;
  slot = next_predicate = 0;
  for (Type* scalar : scalars_of(call.getType())) {
    const Form form = form_of(scalar).value_or(Form::Word);
    if (form == Form::Predicate) {
      values.push_back(result_predicates + next_predicate++);
      continue;
    }
    if (form == Form::Wide) slot += slot % 2;
    values.push_back(results + slot);
    slot += form == Form::Wide ? 2 : 1;
  }
  if (call.getType()->isPointerTy())
    if (const Space space = spaces_.of(&call); space != Space::None)
      values[0] = word(program::Opcode::FromGeneric, values[0], program::no_operand, program::no_operand,
                       static_cast<std::uint32_t>(space));
  define(call, values);
}

} // namespace warpscope::lower::lowering
