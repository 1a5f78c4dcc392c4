// Weighs the comparisons that an array takes in registers against its accesses of local memory.
#include "sim/frontend/arrays_in_registers.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

namespace warpscope::frontend {
namespace {

constexpr std::uint64_t most_words = 80; ///< nvcc 13.0 keeps 96 in memory, however few accesses there are

using Variables = llvm::MapVector<llvm::Value*, llvm::APInt>;

struct ArrayPlace {
  Variables variables; ///< values, and bytes that each counts
  llvm::APInt constant;
};

struct ArrayAccess {
  llvm::Instruction* at; ///< a load or a store of one element
  ArrayPlace place;
  bool loops = false;
  bool in_bounds = false; ///< the index cannot name a place outside the array
};

/// The accesses of a local array; nullopt: something else is done with its address.
class ArrayAccesses {
 public:
  ArrayAccesses(llvm::AllocaInst& array, const llvm::LoopInfo& loops, const llvm::DataLayout& layout)
      : array_(array), loops_(loops), layout_(layout) {}

  [[nodiscard]] std::optional<std::vector<ArrayAccess>> find() {
    const auto size = array_.getAllocationSize(layout_);
    if (!size || size->isScalable()) return std::nullopt;
    bytes_ = size->getFixedValue();
    const unsigned bits = layout_.getIndexTypeSizeInBits(array_.getType());
    if (!follow(array_, {.variables = {}, .constant = llvm::APInt(bits, 0)}) || element_ == 0)
      return std::nullopt;
    if (bytes_ % element_ != 0 || bytes_ / 4 > most_words) return std::nullopt;
    for (ArrayAccess& access : found_) {
      if (!has_whole_elements(access.place)) return std::nullopt;
      access.in_bounds = is_in_bounds(access.place);
    }
    return std::move(found_);
  }
  [[nodiscard]] std::uint64_t element() const { return element_; }
  [[nodiscard]] std::uint64_t count() const { return bytes_ / element_; }

 private:
  bool follow(llvm::Value& address, const ArrayPlace& place) {
    for (llvm::User* user : address.users()) {
      if (auto* const step = llvm::dyn_cast<llvm::GEPOperator>(user)) {
        ArrayPlace next = place;
        if (!step->collectOffset(layout_, next.constant.getBitWidth(), next.variables, next.constant))
          return false;
        if (!follow(*step, next)) return false;
      } else if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(user)) {
        if (!take(*llvm::cast<llvm::Instruction>(user), address, place)) return false;
      } else if (const auto* note = llvm::dyn_cast<llvm::IntrinsicInst>(user);
                 note == nullptr || !note->isLifetimeStartOrEnd()) {
        return false;
      }
    }
    return true;
  }

  bool take(llvm::Instruction& access, const llvm::Value& address, const ArrayPlace& place) {
    const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&access);
    const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&access);
    if (load != nullptr ? !load->isSimple() : !store->isSimple() || store->getValueOperand() == &address)
      return false;
    llvm::Type* const type = llvm::getLoadStoreType(&access);
    const std::uint64_t bytes = layout_.getTypeStoreSize(type).getFixedValue();
    if (type->isVectorTy() || type->isAggregateType() || (bytes != 4 && bytes != 8)) return false;
    if (element_ != 0 && element_ != bytes) return false;
    element_ = bytes;
    found_.push_back(
        {.at = &access, .place = place, .loops = loops_.getLoopFor(access.getParent()) != nullptr});
    return true;
  }

  [[nodiscard]] bool has_whole_elements(const ArrayPlace& place) const {
    if (place.constant.srem(static_cast<std::int64_t>(element_)) != 0) return false;
    return std::all_of(place.variables.begin(), place.variables.end(), [&](const auto& variable) {
      return variable.second.srem(static_cast<std::int64_t>(element_)) == 0;
    });
  }

  [[nodiscard]] bool is_in_bounds(const ArrayPlace& place) const {
    if (place.constant.isNegative()) return false;
    std::uint64_t most = place.constant.getLimitedValue(bytes_);
    for (const auto& [value, scale] : place.variables) {
      if (scale.isNegative()) return false;
      const llvm::Value* index = value;
      while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(index)) {
        if (!llvm::isa<llvm::ZExtInst, llvm::SExtInst>(cast)) break;
        index = cast->getOperand(0);
      }
      const std::uint64_t last = std::min(
          llvm::computeConstantRange(index, /*ForSigned=*/false).getUnsignedMax().getLimitedValue(bytes_),
          llvm::computeKnownBits(index, layout_).getMaxValue().getLimitedValue(bytes_));
      most += last * scale.getLimitedValue(bytes_);
    }
    return most < bytes_;
  }

  llvm::AllocaInst& array_;
  const llvm::LoopInfo& loops_;
  const llvm::DataLayout& layout_;
  std::vector<ArrayAccess> found_;
  std::uint64_t bytes_ = 0, element_ = 0;
};

/// What ptxas' choice goes by. The unit is a comparison of the index with one place. All figures are fitted
/// to the sizes from which on nvcc 13.0 leaves an array of floats in memory, in kernels of 1 to 32 accesses,
/// in loops and outside, with and without a mask; `element` of 8 bytes counts more by judgement.
bool is_cheaper_in_registers(const std::vector<ArrayAccess>& accesses, std::uint64_t count,
                             std::uint64_t element) {
  constexpr double loop = 16, stored = 3.1, loaded = 4.3, accessed = 4.5, masked = 3.5;
  constexpr double of_loops = 116, of_few = 21;
  constexpr double more_of_few[] = {1000, 1000, 76, 48, 25, 13, 3}; // by the number of accesses
  const double merged = count % 4 == 0 ? 4 : count % 2 == 0 ? 2 : 1;
  double loads = 0, stores = 0, saved = 0, in_bounds = 0;
  std::size_t dynamic = 0;
  bool in_loops = false;
  for (const ArrayAccess& access : accesses) {
    const double weight = access.loops ? loop : 1;
    const bool is_store = llvm::isa<llvm::StoreInst>(access.at);
    if (access.place.variables.empty()) {
      saved += weight * (is_store ? stored : loaded) / merged;
      continue;
    }
    ++dynamic;
    in_loops = in_loops || access.loops;
    (is_store ? stores : loads) += weight;
    if (access.in_bounds) in_bounds += weight;
  }
  if (dynamic == 0) return false; // SROA has done what it can
  const double both = loads + stores;
  double local = saved + accessed * std::max(loads, stores) + masked * in_bounds;
  if (in_loops) local += of_loops;
  else local += of_few + (dynamic < std::size(more_of_few) ? more_of_few[dynamic] : 0);
  return static_cast<double>(count) * (element == 8 ? 1.5 : 1) * both <= local;
}

/// The number of the element, as 32 bits.
llvm::Value* index_of(llvm::IRBuilder<>& builder, const ArrayPlace& place, std::uint64_t element) {
  llvm::Value* sum = builder.getInt32(
      static_cast<std::uint32_t>(place.constant.getSExtValue() / static_cast<std::int64_t>(element)));
  for (const auto& [value, scale] : place.variables) {
    llvm::Value* const index = builder.CreateZExtOrTrunc(value, builder.getInt32Ty());
    const auto times = static_cast<std::uint32_t>(scale.getSExtValue() / static_cast<std::int64_t>(element));
    sum = builder.CreateAdd(sum, times == 1 ? index : builder.CreateMul(index, builder.getInt32(times)));
  }
  return sum;
}

void compare_places(llvm::AllocaInst& array, const ArrayAccess& access, std::uint64_t count,
                    std::uint64_t element) {
  llvm::IRBuilder<> builder(access.at);
  llvm::Value* const index = index_of(builder, access.place, element);
  llvm::Type* const type = llvm::getLoadStoreType(access.at);
  const auto place = [&](std::uint64_t i) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &array, i * element);
  };
  const auto is_at = [&](std::uint64_t i) {
    return builder.CreateICmpEQ(index, builder.getInt32(static_cast<std::uint32_t>(i)));
  };
  auto* const store = llvm::dyn_cast<llvm::StoreInst>(access.at);
  llvm::Value* value = nullptr;
  for (std::uint64_t i = 0; i < count; ++i) {
    llvm::Value* const there = builder.CreateLoad(type, place(i));
    if (store != nullptr)
      builder.CreateStore(builder.CreateSelect(is_at(i), store->getValueOperand(), there), place(i));
    else value = value == nullptr ? there : builder.CreateSelect(is_at(i), there, value);
  }
  if (store == nullptr) access.at->replaceAllUsesWith(value);
  access.at->eraseFromParent();
}

} // namespace

llvm::PreservedAnalyses ArraysInRegisters::run(llvm::Function& function,
                                               llvm::FunctionAnalysisManager& analyses) const {
  const llvm::LoopInfo& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  const llvm::DataLayout& layout = function.getDataLayout();
  std::vector<llvm::AllocaInst*> arrays;
  for (llvm::Instruction& one : function.getEntryBlock())
    if (auto* const array = llvm::dyn_cast<llvm::AllocaInst>(&one)) arrays.push_back(array);
  bool changed = false;
  for (llvm::AllocaInst* array : arrays) {
    ArrayAccesses finder(*array, loops, layout);
    const auto accesses = finder.find();
    if (!accesses || !is_cheaper_in_registers(*accesses, finder.count(), finder.element())) continue;
    for (const ArrayAccess& access : *accesses)
      if (!access.place.variables.empty()) compare_places(*array, access, finder.count(), finder.element());
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

} // namespace warpscope::frontend
