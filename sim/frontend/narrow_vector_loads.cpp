// Finds vector loads of which a part is used, and loads that part.
#include "sim/frontend/narrow_vector_loads.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "sim/frontend/line_notes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpscope::frontend {
namespace {

struct Extract {
  llvm::ExtractElementInst* use;
  unsigned element;
};

/// What a load is used for, if it is only for single elements.
std::optional<std::vector<Extract>> extracts_of(llvm::LoadInst& load, unsigned count) {
  std::vector<Extract> found;
  for (llvm::User* user : load.users()) {
    auto* const extract = llvm::dyn_cast<llvm::ExtractElementInst>(user);
    if (extract == nullptr) return std::nullopt;
    const auto* element = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand());
    if (element == nullptr || element->getZExtValue() >= count) return std::nullopt;
    found.push_back({extract, static_cast<unsigned>(element->getZExtValue())});
  }
  return found;
}

/// Loads elements `first` to `first + count - 1` of what `load` loads.
llvm::LoadInst* load_part(llvm::LoadInst& load, llvm::Type* element, unsigned first, unsigned count,
                          std::uint64_t bytes) {
  llvm::IRBuilder<> builder(&load);
  llvm::Type* const type = count == 1 ? element : llvm::FixedVectorType::get(element, count);
  llvm::Value* address = load.getPointerOperand();
  if (first != 0)
    address = builder.CreateInBoundsGEP(builder.getInt8Ty(), address, builder.getInt64(first * bytes));
  llvm::LoadInst* const part = builder.CreateAlignedLoad(
      type, address, llvm::commonAlignment(load.getAlign(), first * bytes));
  copy_line(load, *part);
  return part;
}

bool narrow(llvm::LoadInst& load) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(load.getType());
  if (type == nullptr || !load.isSimple()) return false;
  const unsigned count = type->getNumElements();
  const std::uint64_t bytes = load.getDataLayout().getTypeStoreSize(type->getElementType()).getFixedValue();
  constexpr unsigned most = 4;
  if (bytes < 4 || (count != 2 && count != most)) return false;
  const std::optional<std::vector<Extract>> extracts = extracts_of(load, count);
  if (!extracts || extracts->empty()) return false;
  std::array<bool, most> used{};
  for (const Extract& one : *extracts) used[one.element] = true;
  const auto number = static_cast<unsigned>(std::count(used.begin(), used.end(), true));
  if (number == count || number > 2) return false;
  const unsigned first = static_cast<unsigned>(std::find(used.begin(), used.end(), true) - used.begin());
  llvm::LoadInst* const pair = number == 2 && first % 2 == 0 && used[first + 1]
                                   ? load_part(load, type->getElementType(), first, 2, bytes)
                                   : nullptr;
  std::array<llvm::LoadInst*, most> singles{};
  for (const Extract& one : *extracts) {
    llvm::Value* value = nullptr;
    if (pair != nullptr) {
      value = llvm::IRBuilder<>(one.use).CreateExtractElement(pair, one.element - first);
    } else {
      llvm::LoadInst*& single = singles[one.element];
      if (single == nullptr) single = load_part(load, type->getElementType(), one.element, 1, bytes);
      value = single;
    }
    one.use->replaceAllUsesWith(value);
    one.use->eraseFromParent();
  }
  load.eraseFromParent();
  return true;
}

} // namespace

llvm::PreservedAnalyses NarrowVectorLoads::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  std::vector<llvm::LoadInst*> loads;
  for (llvm::Instruction& one : llvm::instructions(function))
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&one)) loads.push_back(load);
  bool changed = false;
  for (llvm::LoadInst* load : loads) changed |= narrow(*load);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

} // namespace warpscope::frontend
