// Numbers the values of an LLVM function and lists its nodes, accesses and variables.
#include "tests/reference/code.h"

#include "sim/program/enums.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <functional>
#include <set>
#include <stdexcept>

namespace reference {

using namespace llvm;
using warpscope::AccessKind;
using warpscope::Space;

namespace {

constexpr std::uint32_t first_offset = 0x1000; // in each window: sim/program/program.h

unsigned scalars_in(const Type& type) {
  if (const auto* vector = dyn_cast<FixedVectorType>(&type)) return vector->getNumElements();
  if (const auto* structure = dyn_cast<StructType>(&type)) {
    unsigned sum = 0;
    for (const Type* element : structure->elements()) sum += scalars_in(*element);
    return sum;
  }
  if (const auto* array = dyn_cast<ArrayType>(&type))
    return static_cast<unsigned>(array->getNumElements()) * scalars_in(*array->getElementType());
  return type.isVoidTy() ? 0 : 1;
}

/// Returns the line of the innermost location within the person's text.
std::uint32_t line_of(const Instruction& instruction) {
  for (const DILocation* at = instruction.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt())
    if (at->getLine() != 0 && at->getFilename() == "warpscope_input.cu") return at->getLine();
  return 0;
}

/// True for copies of a local array's initial values from a nameless constant, which are not accesses of the
/// text.
bool reads_initialiser(const Instruction& instruction) {
  const auto* load = dyn_cast<LoadInst>(&instruction);
  if (load == nullptr) return false;
  const auto* variable = dyn_cast<GlobalVariable>(load->getPointerOperand()->stripInBoundsConstantOffsets());
  return variable != nullptr && variable->isConstant() && variable->hasGlobalUnnamedAddr();
}

} // namespace

unsigned bits_of(const Type& scalar) {
  if (scalar.isPointerTy()) return 64;
  if (scalar.isIntegerTy() && scalar.getIntegerBitWidth() <= 64) return scalar.getIntegerBitWidth();
  if (scalar.isFloatTy()) return 32;
  if (scalar.isDoubleTy()) return 64;
  throw std::runtime_error("a scalar of a type that the reference does not know");
}

unsigned bytes_of(const Type& scalar) { return (bits_of(scalar) + 7) / 8; }

Code::Code(const Module& module, const Function& function) : module_(module), function_(function) {
  place_variables();
  for (const BasicBlock& block : function) {
    numbers[&block] = static_cast<std::uint32_t>(blocks.size());
    blocks.emplace_back().block = &block;
  }
  for (const Argument& argument : function.args()) arguments.push_back(place_of(argument));
  for (const BasicBlock& block : function)
    for (const Instruction& instruction : block) {
      Block& home = blocks[numbers[&block]];
      if (const auto* phi = dyn_cast<PHINode>(&instruction)) {
        Phi& copy = home.phis.emplace_back();
        copy.result = place_of(*phi);
        for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
          copy.incoming[phi->getIncomingBlock(i)] = place_of(*phi->getIncomingValue(i));
      } else if (!instruction.isDebugOrPseudoInst()) {
        home.steps.push_back(step_of(instruction, home));
        name_values(instruction, home.steps.back());
      }
    }
  link_blocks();
}

void Code::name_values(const Instruction& instruction, Step& step) {
  const DISubprogram* own = function_.getSubprogram();
  for (const DILocation* at = instruction.getDebugLoc().get(); at != nullptr && own != nullptr;
       at = at->getInlinedAt()) {
    if (at->getLine() == 0 || at->getFilename() != own->getFilename()) continue;
    if (at->getInlinedAt() == nullptr) step.scope = at->getScope()->getNonLexicalBlockFileScope();
    break;
  }
  for (const DbgRecord& each : instruction.getDbgRecordRange()) {
    auto* record = dyn_cast<DbgVariableRecord>(const_cast<DbgRecord*>(&each));
    if (record == nullptr || record->isDbgDeclare() || record->getDebugLoc().getInlinedAt() != nullptr)
      continue;
    const auto piece = record->getExpression()->getFragmentInfo();
    const auto* array = dyn_cast_or_null<DICompositeType>(record->getVariable()->getType());
    NamedPlace named;
    named.scope = record->getVariable()->getScope();
    named.key = record->getVariable()->getName().str();
    if (piece && array != nullptr && array->getTag() == dwarf::DW_TAG_array_type)
      named.key += "[" + std::to_string(piece->OffsetInBits / piece->SizeInBits) + "]";
    else if (piece) continue; // a member of a struct
    named.key += ":" + std::to_string(record->getVariable()->getLine());
    if (record->getExpression()->getNumElements() == (piece ? 3u : 0u) && !record->isKillLocation())
      if (const Value* value = record->getVariableLocationOp(0); value != nullptr && !isa<UndefValue>(value))
        named.place = place_of(*value);
    if (named.place.count > 1) continue;
    step.named.push_back(named);
  }
}

/// Assigns offsets to the shared variables that the kernel mentions, in the module's order; likewise
/// constants and the others.
void Code::place_variables() {
  std::set<const GlobalVariable*> mentioned;
  const std::function<void(const Value&)> look = [&](const Value& value) {
    if (const auto* variable = dyn_cast<GlobalVariable>(&value)) mentioned.insert(variable);
    if (const auto* expression = dyn_cast<ConstantExpr>(&value))
      for (const Use& operand : expression->operands()) look(*operand.get());
  };
  for (const BasicBlock& block : function_)
    for (const Instruction& instruction : block)
      for (const Use& operand : instruction.operands()) look(*operand.get());
  std::map<Space, std::uint64_t> end;
  for (const GlobalVariable& variable : module_.globals()) {
    const unsigned number = variable.getAddressSpace();
    const Space space = number == 3 ? Space::Shared : number == 4 ? Space::Constant : Space::Global;
    if (space == Space::Shared && mentioned.count(&variable) == 0) continue;
    Type* type = variable.getValueType();
    if (!type->isSized() || variable.isDeclaration()) continue;
    const DataLayout& layout = module_.getDataLayout();
    const std::uint64_t align = variable.getAlign() ? variable.getAlign()->value()
                                                    : layout.getABITypeAlign(type).value();
    std::uint64_t& at = end.try_emplace(space, first_offset).first->second;
    at = (at + align - 1) / align * align;
    Variable placed{&variable, space, static_cast<std::uint32_t>(at), {}};
    placed.bytes.resize(layout.getTypeAllocSize(type).getFixedValue());
    at += placed.bytes.size();
    variables.push_back(std::move(placed));
  }
  for (Variable& placed : variables)
    if (placed.space != Space::Shared) write(*placed.variable->getInitializer(), 0, placed.bytes);
}

const Variable& Code::variable_of(const GlobalVariable& variable) const {
  for (const Variable& placed : variables)
    if (placed.variable == &variable) return placed;
  throw std::runtime_error("the variable " + variable.getName().str() + " has no place");
}

void Code::write(const Constant& value, std::uint64_t at, std::vector<std::uint8_t>& bytes) const {
  if (value.isNullValue() || isa<UndefValue>(value)) return;
  const DataLayout& layout = module_.getDataLayout();
  Type& type = *value.getType();
  if (type.isArrayTy() || type.isVectorTy()) {
    const std::uint64_t step = layout.getTypeAllocSize(type.isArrayTy() ? type.getArrayElementType()
                                                                        : type.getScalarType());
    const std::uint64_t count = type.isArrayTy() ? type.getArrayNumElements()
                                                 : cast<FixedVectorType>(type).getNumElements();
    for (unsigned i = 0; i < count; ++i) write(*value.getAggregateElement(i), at + i * step, bytes);
    return;
  }
  std::uint64_t number = 0;
  if (const auto* integer = dyn_cast<ConstantInt>(&value)) number = integer->getZExtValue();
  else if (const auto* real = dyn_cast<ConstantFP>(&value))
    number = real->getValueAPF().bitcastToAPInt().getZExtValue();
  else throw std::runtime_error("an initialiser that the reference does not know");
  for (unsigned i = 0; i < bytes_of(type); ++i) bytes[at + i] = static_cast<std::uint8_t>(number >> (8 * i));
}

std::uint64_t Code::address_of(const Constant& constant) {
  if (constant.isNullValue() || isa<UndefValue>(constant)) return 0;
  if (const auto* variable = dyn_cast<GlobalVariable>(&constant)) {
    const Variable& placed = variable_of(*variable);
    return std::uint64_t{static_cast<unsigned>(placed.space)} << 32 | placed.offset;
  }
  if (const auto* expression = dyn_cast<ConstantExpr>(&constant)) {
    if (expression->getOpcode() == Instruction::AddrSpaceCast) return address_of(*expression->getOperand(0));
    if (const auto* element = dyn_cast<GEPOperator>(expression)) {
      APInt offset(64, 0);
      if (element->accumulateConstantOffset(module_.getDataLayout(), offset))
        return address_of(*expression->getOperand(0)) + offset.getZExtValue();
    }
  }
  throw std::runtime_error("a constant address that the reference does not know");
}

void Code::fill(const Constant& constant, Place place) {
  for (unsigned i = 0; i < place.count; ++i) {
    std::uint64_t& scalar = initial[place.first + i];
    const Constant* element = place.count == 1 ? &constant : constant.getAggregateElement(i);
    if (element == nullptr) throw std::runtime_error("a constant aggregate that the reference does not know");
    if (isa<UndefValue>(element)) continue;
    if (element->getType()->isPointerTy()) scalar = address_of(*element);
    else if (const auto* integer = dyn_cast<ConstantInt>(element)) scalar = integer->getZExtValue();
    else if (const auto* real = dyn_cast<ConstantFP>(element))
      scalar = real->getValueAPF().bitcastToAPInt().getZExtValue();
    else throw std::runtime_error("a constant that the reference does not know");
  }
}

Place Code::place_of(const Value& value) {
  const auto found = places_.find(&value);
  if (found != places_.end()) return found->second;
  const Place place{static_cast<std::uint32_t>(initial.size()), scalars_in(*value.getType())};
  initial.resize(initial.size() + place.count);
  places_[&value] = place;
  if (const auto* constant = dyn_cast<Constant>(&value)) fill(*constant, place);
  return place;
}

namespace {

/// What an atomic is in shared memory (tests/hardware/h200_atomics.tsv).
void describe_atomic(const CallInst& call, const std::string& primitive, AccessPlace& access) {
  using warpscope::AtomicForm;
  using warpscope::program::AtomicOp;
  const bool wide = primitive.ends_with("64");
  if (StringRef(primitive).starts_with("cas_")) {
    access.in_shared = AtomicForm::Swap;
    return;
  }
  const auto op = static_cast<AtomicOp>(cast<ConstantInt>(call.getArgOperand(0))->getZExtValue());
  access.is_extreme = op == AtomicOp::MinS || op == AtomicOp::MinU || op == AtomicOp::MaxS ||
                      op == AtomicOp::MaxU;
  if (op == AtomicOp::AddF32 || (wide && op != AtomicOp::Exch)) access.in_shared = AtomicForm::Loop;
  const auto* constant = dyn_cast<ConstantInt>(call.getArgOperand(2));
  const bool increments = constant != nullptr && ((op == AtomicOp::Add && constant->isOne()) ||
                                                  (op == AtomicOp::Inc && constant->isMinusOne()));
  if (!wide && increments && call.use_empty()) access.in_shared = AtomicForm::Joins;
}

} // namespace

Step Code::step_of(const Instruction& instruction, Block& block) {
  Step step;
  step.instruction = &instruction;
  const DataLayout& layout = module_.getDataLayout();
  const auto* call = dyn_cast<CallInst>(&instruction);
  if (call != nullptr) {
    if (call->getCalledFunction() == nullptr) throw std::runtime_error("an indirect call");
    StringRef name = call->getCalledFunction()->getName();
    name.consume_front("__ws_");
    step.primitive = name.str();
    if (!call->getCalledFunction()->isDeclaration()) throw std::runtime_error("a call of " + step.primitive);
    for (const Use& argument : call->args()) step.operands.push_back(place_of(*argument.get()));
  } else {
    for (const Use& operand : instruction.operands())
      step.operands.push_back(isa<BasicBlock>(operand.get()) ? Place{} : place_of(*operand.get()));
  }
  step.result = place_of(instruction);
  if (const auto* variable = dyn_cast<AllocaInst>(&instruction)) {
    const auto size = variable->getAllocationSize(layout);
    if (!size) throw std::runtime_error("a dynamic alloca");
    const std::uint64_t align = variable->getAlign().value();
    step.offset = (first_offset + local_bytes + align - 1) / align * align;
    local_bytes = static_cast<std::uint32_t>(step.offset + size->getFixedValue()) - first_offset;
  }
  if (const auto* element = dyn_cast<GEPOperator>(&instruction)) {
    MapVector<Value*, APInt> variable;
    APInt constant(64, 0);
    if (!element->collectOffset(layout, 64, variable, constant))
      throw std::runtime_error("an element address that the reference does not know");
    step.offset = constant.getZExtValue();
    for (const auto& [index, bytes] : variable)
      step.scaled.push_back({place_of(*index), bits_of(*index->getType()), bytes.getZExtValue()});
  }
  AccessPlace access{line_of(instruction), 0, AccessKind::Load};
  const Type* type = nullptr;
  if (isa<LoadInst>(instruction)) {
    type = instruction.getType();
  } else if (isa<StoreInst>(instruction)) {
    type = instruction.getOperand(0)->getType();
    access.kind = AccessKind::Store;
  } else if (call != nullptr && (StringRef(step.primitive).starts_with("atomic_") ||
                                 StringRef(step.primitive).starts_with("cas_"))) {
    type = instruction.getType();
    access.kind = AccessKind::Atomic;
    describe_atomic(*call, step.primitive, access);
  }
  if (type != nullptr && !reads_initialiser(instruction)) {
    access.width = scalars_in(*type) * bytes_of(*type->getScalarType());
    step.access = static_cast<std::uint32_t>(block.accesses.size());
    block.accesses.push_back(access);
  }
  return step;
}

void Code::link_blocks() {
  const std::size_t real = blocks.size();
  for (std::size_t i = 0; i < real; ++i) {
    const Instruction* end = blocks[i].block->getTerminator();
    if (const auto* branch = dyn_cast<BranchInst>(end)) {
      // A path that a constant condition never takes does not exist.
      const auto* fixed = branch->isConditional() ? dyn_cast<ConstantInt>(branch->getCondition()) : nullptr;
      for (unsigned s = 0; s < branch->getNumSuccessors(); ++s)
        if (fixed == nullptr || (fixed->isOne() ? s == 0 : s == 1))
          blocks[i].next.push_back(numbers[branch->getSuccessor(s)]);
    } else if (const auto* choice = dyn_cast<SwitchInst>(end)) {
      auto node = static_cast<std::uint32_t>(i);
      for (const auto& entry : choice->cases()) {
        if (entry.getCaseIndex() > 0) {
          const auto link = static_cast<std::uint32_t>(blocks.size());
          blocks.emplace_back();
          blocks[node].next.push_back(link);
          blocks[i].chain.push_back(link);
          node = link;
        }
        blocks[node].next.push_back(numbers[entry.getCaseSuccessor()]);
      }
      blocks[node].next.push_back(numbers[choice->getDefaultDest()]);
    } else if (!isa<ReturnInst>(end) && !isa<UnreachableInst>(end)) {
      throw std::runtime_error("a block that ends in " + std::string(end->getOpcodeName()));
    }
  }
  // An unreachable block is not a path.
  const auto is_way = [&](std::uint32_t node) {
    return blocks[node].block == nullptr || !isa<UnreachableInst>(blocks[node].block->getTerminator());
  };
  for (Block& block : blocks) std::erase_if(block.next, [&](std::uint32_t node) { return !is_way(node); });
}

} // namespace reference