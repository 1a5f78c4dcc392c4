// Lowers addresses, loads, stores and atomics, and records their sites.
#include "sim/frontend/combined_atomics.h"
#include "sim/lower/function_lowering.h"
#include "sim/lower/largest_value.h"
#include "sim/lower/listing.h"
#include "sim/program/opcode_table.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Module.h>

namespace warpscope::lower::lowering {

using namespace llvm;

namespace {

struct Leaf {
  Type* scalar;
  std::size_t count; ///< of a vector; otherwise 1
  std::uint64_t offset;
};

/// Lists the accesses that a load or store of a type makes: one for a scalar or vector, one for each member
/// of an aggregate.
void leaves_of(Type* type, const DataLayout& data, std::uint64_t offset, SmallVectorImpl<Leaf>& leaves) {
  if (auto* vector = dyn_cast<FixedVectorType>(type)) {
    leaves.push_back({vector->getElementType(), vector->getNumElements(), offset});
  } else if (auto* array = dyn_cast<ArrayType>(type)) {
    const std::uint64_t step = data.getTypeAllocSize(array->getElementType()).getFixedValue();
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i)
      leaves_of(array->getElementType(), data, offset + i * step, leaves);
  } else if (auto* structure = dyn_cast<StructType>(type)) {
    const StructLayout* layout = data.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      leaves_of(structure->getElementType(i), data, offset + layout->getElementOffset(i).getFixedValue(),
                leaves);
  } else {
    leaves.push_back({type, 1, offset});
  }
}

std::uint64_t align_at(std::uint64_t align, std::uint64_t offset) {
  return offset == 0 ? align : std::min(align, offset & (~offset + 1));
}

} // namespace

// -- addresses ------------------------------------------------------------------------------------

Operand FunctionLowering::add_constant(Operand base, std::int64_t offset) {
  if (offset == 0) return base;
  if (const auto known = known_word(base)) {
    const std::int64_t at = std::int64_t{*known} + offset;
    const bool valid = *known < program::invalid_offset && at >= 0 && at <= std::int64_t{0xffff'ffff};
    return const_word(valid ? static_cast<std::uint32_t>(at) : program::invalid_offset);
  }
  if (offset >= INT32_MIN && offset <= INT32_MAX)
    return word(program::Opcode::Gep32, base, const_word(static_cast<std::uint32_t>(offset)),
                program::no_operand, 1);
  return word(program::Opcode::Gep64, base, const_wide(static_cast<std::uint64_t>(offset)),
              program::no_operand, 1);
}

/// Returns base + index * scale within a window. A 32-bit index that was only widened for the address stays
/// 32 bits.
Operand FunctionLowering::add_index(Operand base, const Value& index, std::uint64_t scale) {
  const auto imm = static_cast<std::uint32_t>(scale);
  const Value* narrow = &index;
  if (const auto* extended = dyn_cast<CastInst>(&index)) {
    const Value* source = extended->getOperand(0);
    const unsigned bits = source->getType()->isIntegerTy() ? source->getType()->getIntegerBitWidth() : 64;
    const bool nonnegative = extended->getOpcode() == llvm::Instruction::ZExt && bits > 1 &&
                             (bits < 32 || (bits == 32 && (extended->hasNonNeg() ||
                                                           largest_value(*source) < 0x8000'0000u)));
    if (nonnegative) return word(program::Opcode::Gep32, base, operand_of(*source), program::no_operand, imm);
    if (extended->getOpcode() == llvm::Instruction::SExt && bits > 1 && bits <= 32) narrow = source;
  }
  const unsigned bits = narrow->getType()->getIntegerBitWidth();
  if (bits == 1)
    return word(program::Opcode::Gep32, base,
                select(Form::Word, operand_of(*narrow), const_word(~0u), const_word(0)), program::no_operand,
                imm);
  const Operand value = sign_extended(operand_of(*narrow), bits);
  return word(bits <= 32 ? program::Opcode::Gep32 : program::Opcode::Gep64, base, value, program::no_operand,
              imm);
}

void FunctionLowering::lower_gep(const GetElementPtrInst& instruction) {
  if (!instruction.getType()->isPointerTy()) {
    context_.unsupported(&instruction, "a vector of pointers");
    return;
  }
  const DataLayout& data = function_.getDataLayout();
  std::int64_t constant = 0;
  SmallVector<std::pair<const Value*, std::uint64_t>, 4> variable;
  for (auto at = gep_type_begin(instruction), end = gep_type_end(instruction); at != end; ++at) {
    const Value* index = at.getOperand();
    if (StructType* structure = at.getStructTypeOrNull()) {
      const auto field = static_cast<unsigned>(cast<ConstantInt>(index)->getZExtValue());
      constant += static_cast<std::int64_t>(
          data.getStructLayout(structure)->getElementOffset(field).getFixedValue());
      continue;
    }
    const std::uint64_t scale = at.getSequentialElementStride(data).getFixedValue();
    if (const auto* known = dyn_cast<ConstantInt>(index))
      constant += known->getSExtValue() * static_cast<std::int64_t>(scale);
    else if (scale != 0) variable.emplace_back(index, scale);
    if (scale > 0xffff'ffffu) {
      context_.unsupported(&instruction, "an array with elements of 4 GiB and more");
      return;
    }
  }
  const Pointer base = pointer(*instruction.getPointerOperand());
  if (base.space == Space::None) {
    Operand address = base.operand;
    for (const auto& [index, scale] : variable) {
      const unsigned bits = index->getType()->getIntegerBitWidth();
      Operand value = sign_extended(operand_of(*index), bits);
      if (bits <= 32) value = wide(program::Opcode::Sext32To64, value);
      if (scale != 1) value = wide(program::Opcode::Mul64, value, const_wide(scale));
      address = wide(program::Opcode::Add64, address, value);
    }
    if (constant != 0)
      address = wide(program::Opcode::Add64, address, const_wide(static_cast<std::uint64_t>(constant)));
    define(instruction, {address});
    return;
  }
  // Negative steps come last, so that no intermediate address leaves the window.
  Operand address = base.operand;
  if (constant > 0) address = add_constant(address, constant);
  for (const auto& [index, scale] : variable) address = add_index(address, *index, scale);
  if (constant < 0) address = add_constant(address, constant);
  define(instruction, {address});
}

FunctionLowering::Pointer FunctionLowering::advanced(Pointer pointer, std::uint64_t bytes) {
  if (bytes == 0) return pointer;
  if (pointer.space == Space::None)
    return {pointer.space, wide(program::Opcode::Add64, pointer.operand, const_wide(bytes))};
  return {pointer.space, add_constant(pointer.operand, static_cast<std::int64_t>(bytes))};
}

// -- sites ----------------------------------------------------------------------------------------

std::string FunctionLowering::variable_name(const Value* value) const {
  for (int steps = 0; value != nullptr && steps < 64; ++steps) {
    if (const auto* variable = dyn_cast<GlobalVariable>(value)) {
      const auto found = context_.variable_names.find(variable);
      if (found != context_.variable_names.end()) return found->second;
      return variable->hasPrivateLinkage() ? std::string() : demangle(variable->getName().str());
    }
    if (const auto* argument = dyn_cast<Argument>(value)) {
      if (const auto names = context_.parameter_names.find(&function_);
          names != context_.parameter_names.end() && argument->getArgNo() < names->second.size())
        return names->second[argument->getArgNo()];
      return argument->getName().str();
    }
    if (isa<AllocaInst>(value)) return value->getName().str();
    if (const auto* operation = dyn_cast<User>(value);
        operation != nullptr &&
        (isa<GEPOperator>(value) || isa<AddrSpaceCastInst>(value) || isa<BitCastInst>(value) ||
         isa<FreezeInst>(value) || isa<ConstantExpr>(value)))
      value = operation->getOperand(0);
    else break;
  }
  return {};
}

std::uint32_t FunctionLowering::add_site(const llvm::Instruction* at, Space space, AccessKind kind,
                                         std::uint32_t width, bool is_volatile, bool returns,
                                         const Value* base) {
  program::Site site;
  site.space = space;
  site.kind = kind;
  site.returns = returns;
  site.is_volatile = is_volatile;
  site.width = width;
  site.span = context_.positions.span(span_);
  if (at != nullptr) {
    site.async_copy = at->hasMetadata(LLVMContext::MD_nontemporal); // the mark that __ws_async_copy leaves
    site.is_atomic = kind != AccessKind::Atomic && at->isAtomic();
    const bool loads = kind != AccessKind::Store, stores = kind != AccessKind::Load;
    if (const frontend::AccessExpression* access = context_.positions.access_at(*at, loads, stores, width)) {
      site.span = access->span;
      site.listed_line = access->listed_line == access->span.line ? 0 : access->listed_line;
      site.text = access->text;
      site.variable = access->base;
    }
    site.instruction = context_.positions.ptx_name(*at);
  }
  if (site.variable.empty() && base != nullptr) site.variable = variable_name(base);
  if (context_.options.accesses != nullptr)
    context_.options.accesses->push_back(at != nullptr ? access_number(*at) : 0);
  context_.program.sites.push_back(std::move(site));
  const auto index = static_cast<std::uint32_t>(context_.program.sites.size() - 1);
  note_matrix_access(at, index);
  return index;
}

std::uint32_t FunctionLowering::widest_access(Space space) const {
  return space == Space::Global && context_.source.compute_capability >= 100 ? 32 : 16;
}

// -- loads and stores -----------------------------------------------------------------------------

Operand FunctionLowering::emit_load(const llvm::Instruction* at, Pointer from, std::uint32_t bytes,
                                    std::uint32_t components, bool is_volatile, const Value* base) {
  const std::uint32_t site = add_site(at, from.space, AccessKind::Load, bytes * components, is_volatile,
                                      false, base);
  const std::uint32_t each = bytes == 8 ? 2 : 1;
  const Operand result = code_.slots.add(each * components, each == 2);
  emit(program::opcodes_of(from.space).load, result, from.operand, program::no_operand, program::no_operand,
       site);
  out_->back().bytes = static_cast<std::uint8_t>(bytes);
  out_->back().components = static_cast<std::uint8_t>(components);
  return result;
}

void FunctionLowering::emit_store(const llvm::Instruction* at, Pointer to, Operand value, std::uint32_t bytes,
                                  std::uint32_t components, bool is_volatile, const Value* base) {
  const program::Opcode op = program::opcodes_of(to.space).store;
  const Operand address = op == program::Opcode::StoreGeneric ? as_generic(to) : to.operand;
  const std::uint32_t site = add_site(at, to.space, AccessKind::Store, bytes * components, is_volatile, false,
                                      base);
  emit(op, program::no_operand, address, value, program::no_operand, site);
  out_->back().bytes = static_cast<std::uint8_t>(bytes);
  out_->back().components = static_cast<std::uint8_t>(components);
}

/// Returns the values in consecutive registers: unmoved if they already are, else copied.
Operand FunctionLowering::in_a_row(ArrayRef<Operand> values, Form form) {
  const std::uint32_t step = form == Form::Wide ? 2 : 1;
  const Operand first = values.front();
  if (values.size() == 1) return first;
  bool together = (first & program::constant_operand) == 0;
  for (std::size_t i = 1; together && i < values.size(); ++i)
    together = values[i] == first + i * step && code_.slots.owner[values[i]] == code_.slots.owner[first];
  if (together) return first;
  const Operand row = code_.slots.add(static_cast<std::uint32_t>(values.size()) * step, step == 2);
  for (std::size_t i = 0; i < values.size(); ++i)
    move(form, row + static_cast<std::uint32_t>(i) * step, values[i]);
  return row;
}

namespace {

/// How many scalars of `bytes` bytes the next access covers: a power of two, within the alignment and the
/// widest access.
std::size_t scalars_at_once(std::size_t left, std::uint64_t bytes, std::uint64_t align,
                            std::uint64_t widest) {
  std::size_t count = 1;
  while (count * 2 <= left && count * 2 * bytes <= std::min(align, widest)) count *= 2;
  return count;
}

} // namespace

Operands FunctionLowering::load_pieces(const llvm::Instruction* at, Pointer from, Type* scalar,
                                       std::size_t count, std::uint64_t align, bool is_volatile,
                                       const Value* base) {
  const DataLayout& data = function_.getDataLayout();
  const std::uint64_t bytes = data.getTypeStoreSize(scalar).getFixedValue();
  const auto form = form_of(scalar);
  Operands values;
  if (!form || (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) ||
      (count > 1 && *form == Form::Predicate)) {
    context_.unsupported(current_, "a load of an integer of " +
                                       std::to_string(data.getTypeSizeInBits(scalar).getFixedValue()) +
                                       " bits");
    return Operands(count, const_of(form.value_or(Form::Word), 0));
  }
  if (align < bytes) { // a packed member is accessed piece by piece
    for (std::size_t i = 0; i < count; ++i) {
      Operand whole = program::no_operand;
      for (std::uint64_t low = 0; low < bytes; low += align) {
        Operand part = emit_load(at, advanced(from, i * bytes + low), static_cast<std::uint32_t>(align), 1,
                                 is_volatile, base);
        const auto up = static_cast<std::uint32_t>(low * 8);
        if (*form == Form::Wide) {
          part = wide(program::Opcode::Zext32To64, part);
          if (low != 0)
            part = wide(program::Opcode::Or64, whole, wide(program::Opcode::Shl64, part, const_wide(up)));
        } else if (low != 0) {
          part = word(program::Opcode::Or32, whole, word(program::Opcode::Shl32, part, const_word(up)));
        }
        whole = part;
      }
      values.push_back(whole);
    }
    return values;
  }
  for (std::size_t done = 0; done < count;) {
    const std::size_t now = scalars_at_once(count - done, bytes, align_at(align, done * bytes),
                                            widest_access(from.space));
    const Operand row = emit_load(at, advanced(from, done * bytes), static_cast<std::uint32_t>(bytes),
                                  static_cast<std::uint32_t>(now), is_volatile, base);
    for (std::uint32_t i = 0; i < now; ++i) values.push_back(row + i * (bytes == 8 ? 2 : 1));
    done += now;
  }
  if (*form == Form::Predicate) values[0] = predicate(program::Opcode::S32ToP, values[0]);
  return values;
}

void FunctionLowering::store_pieces(const llvm::Instruction* at, Pointer to, Type* scalar,
                                    ArrayRef<Operand> values, std::uint64_t align, bool is_volatile,
                                    const Value* base) {
  const DataLayout& data = function_.getDataLayout();
  const std::uint64_t bytes = data.getTypeStoreSize(scalar).getFixedValue();
  const auto form = form_of(scalar);
  if (!form || (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) ||
      (values.size() > 1 && *form == Form::Predicate)) {
    context_.unsupported(current_, "a store of an integer of " +
                                       std::to_string(data.getTypeSizeInBits(scalar).getFixedValue()) +
                                       " bits");
    return;
  }
  if (align < bytes) {
    for (std::size_t i = 0; i < values.size(); ++i)
      for (std::uint64_t low = 0; low < bytes; low += align) {
        Operand part = values[i];
        if (*form == Form::Wide) {
          if (low != 0) part = wide(program::Opcode::ShrU64, part, const_wide(low * 8));
          part = word(program::Opcode::Trunc64To32, part);
        } else if (low != 0) {
          part = word(program::Opcode::ShrU32, part, const_word(static_cast<std::uint32_t>(low * 8)));
        }
        emit_store(at, advanced(to, i * bytes + low), part, static_cast<std::uint32_t>(align), 1, is_volatile,
                   base);
      }
    return;
  }
  if (*form == Form::Predicate) {
    emit_store(at, to, word(program::Opcode::PToS32, values[0]), 1, 1, is_volatile, base);
    return;
  }
  for (std::size_t done = 0; done < values.size();) {
    const std::size_t now = scalars_at_once(values.size() - done, bytes, align_at(align, done * bytes),
                                            widest_access(to.space));
    const Operand row = in_a_row(values.slice(done, now), *form);
    emit_store(at, advanced(to, done * bytes), row, static_cast<std::uint32_t>(bytes),
               static_cast<std::uint32_t>(now), is_volatile, base);
    done += now;
  }
}

void FunctionLowering::lower_load(const LoadInst& instruction) {
  SmallVector<Leaf, 4> leaves;
  leaves_of(instruction.getType(), function_.getDataLayout(), 0, leaves);
  const Pointer from = pointer(*instruction.getPointerOperand());
  Operands values;
  for (const Leaf& leaf : leaves)
    values.append(load_pieces(&instruction, advanced(from, leaf.offset), leaf.scalar, leaf.count,
                              align_at(instruction.getAlign().value(), leaf.offset), instruction.isVolatile(),
                              instruction.getPointerOperand()));
  if (instruction.getType()->isPointerTy())
    if (const Space space = spaces_.of(&instruction); space != Space::None)
      values[0] = word(program::Opcode::FromGeneric, values[0], program::no_operand, program::no_operand,
                       static_cast<std::uint32_t>(space));
  define(instruction, values);
}

void FunctionLowering::lower_store(const StoreInst& instruction) {
  const Value& value = *instruction.getValueOperand();
  SmallVector<Leaf, 4> leaves;
  leaves_of(value.getType(), function_.getDataLayout(), 0, leaves);
  const Pointer to = pointer(*instruction.getPointerOperand());
  const Operands values = generic_operands_of(value);
  std::size_t next = 0;
  for (const Leaf& leaf : leaves) {
    store_pieces(&instruction, advanced(to, leaf.offset), leaf.scalar,
                 ArrayRef<Operand>(values).slice(next, leaf.count),
                 align_at(instruction.getAlign().value(), leaf.offset), instruction.isVolatile(),
                 instruction.getPointerOperand());
    next += leaf.count;
  }
}

// -- atomics --------------------------------------------------------------------------------------

namespace {

/// True for what compiles to an increment of its own in shared memory, ATOMS.POPC.INC
/// (tests/hardware/h200_atomics.tsv): the constant 1 added, or an increment that wraps where the type does,
/// and nobody asks for the old value.
bool is_increment(program::AtomicOp op, unsigned bytes, const Value* operand, bool returns) {
  const auto* constant = dyn_cast_or_null<ConstantInt>(operand);
  if (bytes != 4 || returns || constant == nullptr) return false;
  return (op == program::AtomicOp::Add && constant->isOne()) ||
         (op == program::AtomicOp::Inc && constant->isMinusOne());
}

/// What the optimiser found out; each lane asks where the code is as written.
program::Asks asks_of(const llvm::Instruction& atomic) {
  const MDNode* const note = atomic.getMetadata(frontend::combined_atomic);
  if (note == nullptr) return program::Asks::EachLane;
  return static_cast<program::Asks>(mdconst::extract<ConstantInt>(note->getOperand(0))->getZExtValue());
}

} // namespace

void FunctionLowering::lower_atomic(const llvm::Instruction& instruction, const Value& address,
                                    program::AtomicOp op, unsigned bytes, const Value* operand, Operand value,
                                    Operand compare, Operand result, bool is_volatile) {
  const Pointer to = pointer(address);
  const program::Opcode opcode = program::opcodes_of(to.space).atomic;
  const Operand where = opcode == program::Opcode::AtomGeneric ? as_generic(to) : to.operand;
  const std::uint32_t site = add_site(&instruction, to.space, AccessKind::Atomic, bytes, is_volatile,
                                      result != program::no_operand, &address);
  context_.program.sites[site].increments = is_increment(op, bytes, operand, result != program::no_operand);
  context_.program.sites[site].asks = asks_of(instruction);
  emit(opcode, result, where, value, compare, site);
  out_->back().bytes = static_cast<std::uint8_t>(bytes);
  out_->back().components = static_cast<std::uint8_t>(op);
}

void FunctionLowering::lower_atomic_rmw(const AtomicRMWInst& instruction) {
  Type* type = instruction.getType();
  const auto bytes = static_cast<unsigned>(function_.getDataLayout().getTypeStoreSize(type).getFixedValue());
  std::optional<program::AtomicOp> op;
  switch (instruction.getOperation()) {
  case AtomicRMWInst::Xchg: op = program::AtomicOp::Exch; break;
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub: op = program::AtomicOp::Add; break;
  case AtomicRMWInst::And: op = program::AtomicOp::And; break;
  case AtomicRMWInst::Or: op = program::AtomicOp::Or; break;
  case AtomicRMWInst::Xor: op = program::AtomicOp::Xor; break;
  case AtomicRMWInst::Max: op = program::AtomicOp::MaxS; break;
  case AtomicRMWInst::Min: op = program::AtomicOp::MinS; break;
  case AtomicRMWInst::UMax: op = program::AtomicOp::MaxU; break;
  case AtomicRMWInst::UMin: op = program::AtomicOp::MinU; break;
  case AtomicRMWInst::UIncWrap: op = program::AtomicOp::Inc; break;
  case AtomicRMWInst::UDecWrap: op = program::AtomicOp::Dec; break;
  case AtomicRMWInst::FAdd:
    if (type->isFloatTy()) op = program::AtomicOp::AddF32;
    if (type->isDoubleTy()) op = program::AtomicOp::AddF64;
    break;
  default: break;
  }
  if (!op || (bytes != 4 && bytes != 8)) {
    context_.unsupported(&instruction, "this atomic operation");
    return;
  }
  Operand value = generic_operands_of(*instruction.getValOperand()).front();
  const Form form = bytes == 8 ? Form::Wide : Form::Word;
  if (instruction.getOperation() == AtomicRMWInst::Sub)
    value = form == Form::Wide ? wide(program::Opcode::Sub64, const_wide(0), value)
                               : word(program::Opcode::Sub32, const_word(0), value);
  const Operand result = instruction.use_empty() ? program::no_operand : new_register(form);
  // A subtraction stays one: nvcc makes no increment of it.
  const Value* added = instruction.getOperation() == AtomicRMWInst::Sub ? nullptr
                                                                        : instruction.getValOperand();
  lower_atomic(instruction, *instruction.getPointerOperand(), *op, bytes, added, value, program::no_operand,
               result, instruction.isVolatile());
  if (result != program::no_operand) define(instruction, {result});
}

void FunctionLowering::lower_compare_exchange(const AtomicCmpXchgInst& instruction) {
  Type* type = instruction.getCompareOperand()->getType();
  const auto bytes = static_cast<unsigned>(function_.getDataLayout().getTypeStoreSize(type).getFixedValue());
  if (bytes != 2 && bytes != 4 && bytes != 8) {
    context_.unsupported(&instruction, "this atomic operation");
    return;
  }
  const Operand compare = generic_operands_of(*instruction.getCompareOperand()).front();
  const Operand fresh = generic_operands_of(*instruction.getNewValOperand()).front();
  const Operand old = new_register(bytes == 8 ? Form::Wide : Form::Word);
  lower_atomic(instruction, *instruction.getPointerOperand(), program::AtomicOp::Cas, bytes, nullptr, fresh,
               compare, old, instruction.isVolatile());
  define(instruction, {old, compare_integers(CmpInst::ICMP_EQ, bytes * 8, old, compare)});
}

} // namespace warpscope::lower::lowering
