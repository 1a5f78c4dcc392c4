// Lays out shared, global and constant variables, and turns their initialisers into bytes.
#include "sim/lower/module_layout.h"

#include "sim/lower/pointer_spaces.h"
#include "sim/program/program.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <numeric>

namespace warpscope::lower::lowering {
namespace {

using namespace llvm;

std::uint64_t round_up(std::uint64_t value, std::uint64_t step) { return (value + step - 1) / step * step; }

std::uint64_t size_of(const GlobalVariable& variable, const DataLayout& data) {
  Type* type = variable.getValueType();
  return type->isSized() ? data.getTypeAllocSize(type).getFixedValue() : 0;
}

std::uint64_t align_of(const GlobalVariable& variable, const DataLayout& data) {
  if (const MaybeAlign align = variable.getAlign()) return align->value();
  Type* type = variable.getValueType();
  return type->isSized() ? data.getABITypeAlign(type).value() : 1;
}

/// Collects the variables that a constant mentions, directly or through the initialisers of others.
void collect(const Constant* constant, SetVector<const GlobalVariable*>& found,
             SmallPtrSetImpl<const Constant*>& seen) {
  if (isa<ConstantData>(constant) || !seen.insert(constant).second) return;
  if (const auto* variable = dyn_cast<GlobalVariable>(constant)) {
    found.insert(variable);
    if (variable->hasInitializer()) collect(variable->getInitializer(), found, seen);
    return;
  }
  if (isa<GlobalValue>(constant)) return;
  for (const Use& operand : constant->operands())
    if (const auto* inner = dyn_cast<Constant>(operand.get())) collect(inner, found, seen);
}

SetVector<const GlobalVariable*> variables_of(const llvm::Function& function) {
  SetVector<const GlobalVariable*> found;
  SmallPtrSet<const Constant*, 16> seen;
  for (const llvm::Instruction& instruction : instructions(function)) {
    if (instruction.isDebugOrPseudoInst()) continue;
    for (const Use& operand : instruction.operands())
      if (const auto* constant = dyn_cast<Constant>(operand.get())) collect(constant, found, seen);
  }
  return found;
}

} // namespace

bool is_dynamic_shared(const GlobalVariable& variable) {
  if (space_of_global(variable) != Space::Shared || !variable.isDeclaration()) return false;
  const auto* array = dyn_cast<ArrayType>(variable.getValueType());
  return array != nullptr && array->getNumElements() == 0;
}

ModuleLayout::ModuleLayout(const Module& module, std::vector<Reach>& reaches,
                           const SetVector<const GlobalVariable*>& named)
    : data_(module.getDataLayout()), kernels_(reaches.size()) {
  for (Reach& reach : reaches)
    for (const llvm::Function* function : reach.functions)
      for (const GlobalVariable* variable : variables_of(*function)) reach.variables.insert(variable);
  place_static(module, reaches, named);
  place_shared(module, reaches);
}

void ModuleLayout::place_static(const Module& module, const std::vector<Reach>& reaches,
                                const SetVector<const GlobalVariable*>& named) {
  global_end_ = constant_end_ = program::window_base;
  SetVector<const GlobalVariable*> wanted;
  SmallPtrSet<const Constant*, 16> seen;
  for (const GlobalVariable* variable : named) collect(variable, wanted, seen);
  for (const Reach& reach : reaches)
    for (const GlobalVariable* variable : reach.variables) wanted.insert(variable);
  for (const GlobalVariable& variable : module.globals()) {
    const Space space = space_of_global(variable);
    if (!wanted.contains(&variable) || variable.isDeclaration() ||
        (space != Space::Global && space != Space::Constant))
      continue;
    std::uint64_t& end = space == Space::Global ? global_end_ : constant_end_;
    const std::uint64_t offset = round_up(end, align_of(variable, data_));
    const std::uint64_t size = size_of(variable, data_);
    end = std::min<std::uint64_t>(offset + size, 0xffff'0000u); // beyond every limit: the caller refuses it
    offsets_[&variable] = static_cast<std::uint32_t>(std::min<std::uint64_t>(offset, 0xffff'0000u));
    variables_.push_back({&variable,
                          {space, offsets_[&variable]},
                          static_cast<std::uint32_t>(std::min<std::uint64_t>(size, ~0u)),
                          {}});
  }
}

void ModuleLayout::place_shared(const Module& module, const std::vector<Reach>& reaches) {
  shared_end_ = program::window_base;
  // Kernels that have a static variable in common, or a function that uses a dynamic one, share a layout.
  std::vector<std::size_t> group(reaches.size());
  std::iota(group.begin(), group.end(), std::size_t{0});
  const auto root = [&](std::size_t kernel) {
    while (group[kernel] != kernel) kernel = group[kernel];
    return kernel;
  };
  const auto is_shared = [](const GlobalVariable* v) { return space_of_global(*v) == Space::Shared; };
  DenseMap<const Value*, std::size_t> first;
  // By function: the alignment of its dynamic array.
  DenseMap<const llvm::Function*, std::uint64_t> dynamic_align;
  for (std::size_t k = 0; k < reaches.size(); ++k) {
    const auto join = [&](const Value* common) {
      const auto [at, fresh] = first.try_emplace(common, k);
      if (!fresh) group[root(k)] = root(at->second);
    };
    for (const GlobalVariable* variable : reaches[k].variables)
      if (is_shared(variable) && !is_dynamic_shared(*variable)) join(variable);
    for (const llvm::Function* function : reaches[k].functions)
      for (const GlobalVariable* variable : variables_of(*function))
        if (is_dynamic_shared(*variable)) {
          std::uint64_t& align = dynamic_align[function];
          align = std::max({align, std::uint64_t{16}, align_of(*variable, data_)});
          if (function != reaches[k].kernel) join(function);
        }
  }
  // Static variables, in the module's order within each group.
  std::vector<std::uint64_t> group_end(reaches.size(), program::window_base),
      kernel_end(reaches.size(), program::window_base);
  for (const GlobalVariable& variable : module.globals()) {
    if (!is_shared(&variable) || is_dynamic_shared(variable) || !first.contains(&variable)) continue;
    const std::size_t home = root(first.lookup(&variable));
    const std::uint64_t offset = round_up(group_end[home], align_of(variable, data_));
    const std::uint64_t size = size_of(variable, data_);
    group_end[home] = std::min<std::uint64_t>(offset + size, 0x7fff'0000u);
    shared_end_ = std::max(shared_end_, group_end[home]);
    offsets_[&variable] = static_cast<std::uint32_t>(std::min<std::uint64_t>(offset, 0x7fff'0000u));
    PlacedVariable placed{&variable,
                          {Space::Shared, offsets_[&variable]},
                          static_cast<std::uint32_t>(std::min<std::uint64_t>(size, ~0u)),
                          {}};
    for (std::size_t k = 0; k < reaches.size(); ++k)
      if (reaches[k].variables.contains(&variable)) {
        placed.kernels.push_back(static_cast<std::uint32_t>(k));
        kernel_end[k] = group_end[home];
      }
    variables_.push_back(std::move(placed));
  }
  // Dynamic arrays: after the kernel's own variables, or after those of the largest kernel where a common
  // function has to find the array.
  for (std::size_t k = 0; k < reaches.size(); ++k) {
    std::uint64_t align = 0;
    for (const llvm::Function* function : reaches[k].functions)
      if (const auto found = dynamic_align.find(function); found != dynamic_align.end())
        align = std::max(align, found->second);
    kernels_[k].dynamic = align != 0;
    if (align != 0) kernel_end[k] = round_up(kernel_end[k], align);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t k = 0; k < reaches.size(); ++k)
      for (const llvm::Function* function : reaches[k].functions) {
        if (!dynamic_align.contains(function)) continue;
        std::uint32_t& place = dynamic_offsets_[function];
        const auto own = static_cast<std::uint32_t>(kernel_end[k]);
        changed = changed || place != own;
        place = std::max(place, own);
        kernel_end[k] = place;
      }
  }
  for (std::size_t k = 0; k < reaches.size(); ++k) {
    kernels_[k].shared_bytes = static_cast<std::uint32_t>(kernel_end[k] - program::window_base);
    for (const GlobalVariable* variable : reaches[k].variables) {
      if (!is_dynamic_shared(*variable)) continue;
      const Address address{Space::Shared, static_cast<std::uint32_t>(kernel_end[k])};
      auto same = std::find_if(variables_.begin(), variables_.end(), [&](const PlacedVariable& placed) {
        return placed.variable == variable && placed.address.offset == address.offset;
      });
      if (same == variables_.end()) same = variables_.insert(variables_.end(), {variable, address, 0, {}});
      same->kernels.push_back(static_cast<std::uint32_t>(k));
    }
  }
}

std::optional<Address> ModuleLayout::address_of(const GlobalVariable& variable,
                                                const llvm::Function& function) const {
  if (is_dynamic_shared(variable)) {
    const auto found = dynamic_offsets_.find(&function);
    if (found == dynamic_offsets_.end()) return std::nullopt;
    return Address{Space::Shared, found->second};
  }
  const auto found = offsets_.find(&variable);
  if (found == offsets_.end()) return std::nullopt;
  return Address{space_of_global(variable), found->second};
}

std::optional<Address> ModuleLayout::pointer_of(const Constant& constant,
                                                const llvm::Function* function) const {
  if (constant.isNullValue() || isa<UndefValue>(constant))
    return Address{space_of_number(constant.getType()->getPointerAddressSpace()), 0};
  if (const auto* variable = dyn_cast<GlobalVariable>(&constant)) {
    if (function != nullptr) return address_of(*variable, *function);
    const auto found = offsets_.find(variable);
    if (found == offsets_.end()) return std::nullopt;
    return Address{space_of_global(*variable), found->second};
  }
  const auto* expression = dyn_cast<ConstantExpr>(&constant);
  if (expression == nullptr) return std::nullopt;
  switch (expression->getOpcode()) {
  case llvm::Instruction::AddrSpaceCast:
  case llvm::Instruction::BitCast: return pointer_of(*expression->getOperand(0), function);
  case llvm::Instruction::GetElementPtr: {
    std::optional<Address> base = pointer_of(*expression->getOperand(0), function);
    APInt offset(data_.getIndexTypeSizeInBits(expression->getType()), 0);
    if (!base || !cast<GEPOperator>(expression)->accumulateConstantOffset(data_, offset)) return std::nullopt;
    const std::int64_t at = std::int64_t{base->offset} + offset.sextOrTrunc(64).getSExtValue();
    base->offset = at < 0 || at > std::int64_t{0xffff'ffff} ? program::invalid_offset
                                                            : static_cast<std::uint32_t>(at);
    return base;
  }
  case llvm::Instruction::IntToPtr: {
    const auto value = value_of(*expression->getOperand(0), function);
    if (!value) return std::nullopt;
    if (*value >> 32 >= space_count) return Address{Space::Global, program::invalid_offset};
    return Address{static_cast<Space>(*value >> 32), static_cast<std::uint32_t>(*value)};
  }
  default: return std::nullopt;
  }
}

std::optional<std::uint64_t> ModuleLayout::value_of(const Constant& constant,
                                                    const llvm::Function* function) const {
  if (constant.getType()->isPointerTy()) {
    const auto address = pointer_of(constant, function);
    if (!address) return std::nullopt;
    return address->generic();
  }
  if (const auto* integer = dyn_cast<ConstantInt>(&constant)) {
    if (integer->getBitWidth() > 64) return std::nullopt;
    return integer->getZExtValue();
  }
  if (const auto* number = dyn_cast<ConstantFP>(&constant)) {
    const APInt bits = number->getValueAPF().bitcastToAPInt();
    if (bits.getBitWidth() > 64) return std::nullopt;
    return bits.getZExtValue();
  }
  if (constant.isNullValue() || isa<UndefValue>(constant)) return 0;
  const auto* expression = dyn_cast<ConstantExpr>(&constant);
  if (expression == nullptr || !expression->getType()->isIntegerTy() ||
      expression->getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  const unsigned bits = expression->getType()->getIntegerBitWidth();
  const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  const auto a = value_of(*expression->getOperand(0), function);
  if (!a) return std::nullopt;
  switch (expression->getOpcode()) {
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::Trunc:
  case llvm::Instruction::BitCast: return *a & mask;
  default: break;
  }
  if (expression->getNumOperands() != 2) return std::nullopt;
  const auto b = value_of(*expression->getOperand(1), function);
  if (!b) return std::nullopt;
  switch (expression->getOpcode()) {
  case llvm::Instruction::Add: return (*a + *b) & mask;
  case llvm::Instruction::Sub: return (*a - *b) & mask;
  case llvm::Instruction::Mul: return (*a * *b) & mask;
  case llvm::Instruction::Xor: return (*a ^ *b) & mask;
  case llvm::Instruction::Shl: return *b < bits ? (*a << *b) & mask : 0;
  default: return std::nullopt;
  }
}

bool ModuleLayout::write(const Constant& value, std::size_t at, std::vector<std::uint8_t>& bytes) const {
  if (value.isNullValue() || isa<UndefValue>(value)) return true;
  if (const auto* sequence = dyn_cast<ConstantDataSequential>(&value)) {
    const std::size_t step = sequence->getElementByteSize();
    for (unsigned i = 0; i < sequence->getNumElements(); ++i)
      if (!write(*sequence->getElementAsConstant(i), at + i * step, bytes)) return false;
    return true;
  }
  if (const auto* aggregate = dyn_cast<ConstantStruct>(&value)) {
    const StructLayout* layout = data_.getStructLayout(aggregate->getType());
    for (unsigned i = 0; i < aggregate->getNumOperands(); ++i)
      if (!write(*aggregate->getOperand(i), at + layout->getElementOffset(i).getFixedValue(), bytes))
        return false;
    return true;
  }
  if (isa<ConstantArray>(value) || isa<ConstantVector>(value)) {
    const std::size_t step = data_.getTypeAllocSize(cast<Constant>(value.getOperand(0))->getType())
                                 .getFixedValue();
    for (unsigned i = 0; i < value.getNumOperands(); ++i)
      if (!write(*cast<Constant>(value.getOperand(i)), at + i * step, bytes)) return false;
    return true;
  }
  if (const auto* integer = dyn_cast<ConstantInt>(&value); integer && integer->getBitWidth() > 64) {
    for (std::size_t i = 0; i < integer->getBitWidth() / 8; ++i)
      bytes[at + i] = static_cast<std::uint8_t>(
          integer->getValue().extractBitsAsZExtValue(8, static_cast<unsigned>(i * 8)));
    return true;
  }
  const auto number = value_of(value, nullptr);
  if (!number) return false;
  const std::size_t size = data_.getTypeStoreSize(value.getType()).getFixedValue();
  for (std::size_t i = 0; i < size && i < 8; ++i)
    bytes[at + i] = static_cast<std::uint8_t>(*number >> (8 * i));
  return true;
}

std::vector<ModuleLayout::Image> ModuleLayout::images(const GlobalVariable*& bad) const {
  std::vector<Image> result;
  for (const PlacedVariable& placed : variables_) {
    if (placed.address.space == Space::Shared || !placed.variable->hasInitializer()) continue;
    const Constant& value = *placed.variable->getInitializer();
    if (value.isNullValue() || isa<UndefValue>(value)) continue;
    Image image{placed.address, std::vector<std::uint8_t>(placed.size)};
    if (!write(value, 0, image.bytes)) bad = placed.variable;
    result.push_back(std::move(image));
  }
  return result;
}

} // namespace warpscope::lower::lowering
