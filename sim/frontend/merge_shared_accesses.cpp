// Finds accesses of shared and local memory side by side by their addresses' scalar evolution, and merges
// them.
#include "sim/frontend/merge_shared_accesses.h"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "sim/frontend/line_notes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace warpscope::frontend {
namespace {

constexpr unsigned shared_space = 3;

struct Candidate {
  llvm::Instruction* access; ///< a load or a store
  std::int64_t offset;       ///< bytes from the group's first one
};

/// Accesses at constant distances, in the order of the block; all loads or all stores.
struct Group {
  llvm::Type* type;
  const llvm::SCEV* first;
  std::vector<Candidate> accesses;
  /// Of the first one's address; asked before anything is merged, which may end what the address is made of.
  std::optional<std::int64_t> modulo_16 = std::nullopt, modulo_8 = std::nullopt, modulo_4 = std::nullopt;
};

/// An address as a constant and a rest that is a multiple of a power of two.
struct Parts {
  std::uint64_t constant = 0;
  std::uint32_t zeros = 64; ///< lowest bits of the rest that are 0
};

/// Only what the arithmetic of the address says: ptxas does not learn from a branch before it that an index
/// is even, which the known bits of LLVM's values tell.
Parts parts_of(llvm::ScalarEvolution& evolution, const llvm::SCEV* address) {
  if (const auto* constant = llvm::dyn_cast<llvm::SCEVConstant>(address))
    return {static_cast<std::uint64_t>(constant->getAPInt().getSExtValue()), 64};
  if (const auto* sum = llvm::dyn_cast<llvm::SCEVAddExpr>(address)) {
    Parts all;
    for (const llvm::SCEV* operand : sum->operands()) {
      const Parts one = parts_of(evolution, operand);
      all.constant += one.constant;
      all.zeros = std::min(all.zeros, one.zeros);
    }
    return all;
  }
  if (const auto* steps = llvm::dyn_cast<llvm::SCEVAddRecExpr>(address);
      steps != nullptr && steps->isAffine()) {
    Parts start = parts_of(evolution, steps->getStart());
    start.zeros = std::min(start.zeros, evolution.getMinTrailingZeros(steps->getStepRecurrence(evolution)));
    return start;
  }
  return {0, evolution.getMinTrailingZeros(address)};
}

/// The address modulo `width`, where it is known.
std::optional<std::int64_t> residue(llvm::ScalarEvolution& evolution, const llvm::SCEV* address,
                                    std::int64_t width) {
  const Parts parts = parts_of(evolution, address);
  if (parts.zeros < 64 && (std::int64_t{1} << parts.zeros) < width) return std::nullopt;
  return static_cast<std::int64_t>(parts.constant) & (width - 1);
}

using ByOffset = std::map<std::int64_t, llvm::Instruction*>;

/// The address of `begin`, computed from that of the access at `offset`.
llvm::Value* address_of(llvm::IRBuilder<>& builder, llvm::Instruction& access, std::int64_t offset,
                        std::int64_t begin) {
  llvm::Value* const address = llvm::getLoadStorePointerOperand(&access);
  if (offset == begin) return address;
  return builder.CreateGEP(builder.getInt8Ty(), address,
                           builder.getInt64(static_cast<std::uint64_t>(begin - offset)));
}

/// Words of a pair that an access has already; 1: it has one element.
unsigned elements_of(llvm::Type* type) {
  const auto* pair = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return pair != nullptr ? pair->getNumElements() : 1;
}

/// A member's elements, from `first` on, of the vector that a merged access has.
llvm::Value* part_of(llvm::IRBuilder<>& builder, llvm::Value* vector, unsigned first, unsigned elements) {
  if (elements == 1) return builder.CreateExtractElement(vector, first);
  std::vector<int> which;
  for (unsigned i = 0; i < elements; ++i) which.push_back(static_cast<int>(first + i));
  return builder.CreateShuffleVector(vector, which);
}

/// The value that a member of a merged access has in it; members of one size may be of different types.
llvm::Value* cast_to(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Type* type) {
  return value->getType() == type ? value : builder.CreateBitCast(value, type);
}

/// Loads are merged where the first one stands, stores where the last one does.
bool merge(ByOffset& at, std::int64_t begin, unsigned count, llvm::Type* type, std::int64_t bytes) {
  std::vector<llvm::Instruction*> members;
  for (unsigned i = 0; i < count; ++i) {
    const auto found = at.find(begin + i * bytes);
    if (found == at.end()) return false;
    members.push_back(found->second);
  }
  const bool loads = llvm::isa<llvm::LoadInst>(members.front());
  std::size_t chosen = 0;
  for (std::size_t i = 1; i < members.size(); ++i)
    if (members[i]->comesBefore(members[chosen]) == loads) chosen = i;
  llvm::IRBuilder<> builder(members[chosen]);
  llvm::Value* const address = address_of(builder, *members[chosen],
                                          begin + static_cast<std::int64_t>(chosen) * bytes, begin);
  const llvm::Align align(static_cast<std::uint64_t>(bytes) * count);
  const unsigned elements = elements_of(type);
  auto* const wide = llvm::FixedVectorType::get(type->getScalarType(), count * elements);
  if (loads) {
    llvm::LoadInst* const merged = builder.CreateAlignedLoad(wide, address, align);
    copy_line(*members[chosen], *merged);
    for (unsigned i = 0; i < count; ++i)
      members[i]->replaceAllUsesWith(
          cast_to(builder, part_of(builder, merged, i * elements, elements), members[i]->getType()));
  } else {
    llvm::Value* value = llvm::PoisonValue::get(wide);
    for (unsigned i = 0; i < count; ++i) {
      llvm::Value* const stored = cast_to(builder, llvm::cast<llvm::StoreInst>(members[i])->getValueOperand(),
                                          type);
      for (unsigned k = 0; k < elements; ++k)
        value = builder.CreateInsertElement(
            value, elements == 1 ? stored : builder.CreateExtractElement(stored, k), i * elements + k);
    }
    copy_line(*members[chosen], *builder.CreateAlignedStore(value, address, align));
  }
  for (unsigned i = 0; i < count; ++i) at.erase(begin + i * bytes);
  for (llvm::Instruction* member : members) member->eraseFromParent();
  return true;
}

bool merge_group(const Group& group, const llvm::DataLayout& layout) {
  const auto bytes = static_cast<std::int64_t>(layout.getTypeStoreSize(group.type).getFixedValue());
  ByOffset at;
  for (const Candidate& candidate : group.accesses) {
    if (!at.emplace(candidate.offset, candidate.access).second &&
        llvm::isa<llvm::StoreInst>(candidate.access))
      return false; // one element stored twice: which comes last matters
  }
  bool changed = false;
  const std::pair<std::int64_t, std::optional<std::int64_t>> widths[] = {
      {16, group.modulo_16}, {8, group.modulo_8}, {4, group.modulo_4}};
  for (const auto& [width, low] : widths) {
    if (bytes >= width || !low) continue;
    std::vector<std::int64_t> begins;
    for (const auto& [offset, access] : at)
      if (((offset + *low) & (width - 1)) == 0) begins.push_back(offset);
    for (const std::int64_t begin : begins)
      changed |= merge(at, begin, static_cast<unsigned>(width / bytes), group.type, bytes);
  }
  return changed;
}

class Finder {
 public:
  explicit Finder(llvm::ScalarEvolution& evolution) : evolution_(evolution) {}

  std::vector<Group> in(llvm::BasicBlock& block) {
    for (llvm::Instruction& instruction : block) visit(instruction);
    close(loads_);
    close(stores_);
    return std::move(found_);
  }

 private:
  static bool is_apart(llvm::Instruction& access) {
    const unsigned space = llvm::getLoadStoreAddressSpace(&access);
    return space != shared_space && space != 0;
  }
  static bool is_merged(llvm::Instruction& access) {
    return llvm::getLoadStoreAddressSpace(&access) == shared_space ||
           llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(llvm::getLoadStorePointerOperand(&access)));
  }
  /// Pairs of words, as members of a struct that is loaded whole are, are merged by twos.
  static bool is_pair(const llvm::Type& type) {
    constexpr unsigned bits_of_word = 32;
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
    return vector != nullptr && vector->getNumElements() == 2 && type.getScalarSizeInBits() == bits_of_word;
  }
  /// Numbers of one size: an int and a float beside it are merged, too.
  static bool are_alike(const llvm::Type& one, const llvm::Type& other) {
    if (one.isVectorTy() != other.isVectorTy()) return false;
    const std::uint64_t bits = one.getPrimitiveSizeInBits().getFixedValue();
    return bits != 0 && bits == other.getPrimitiveSizeInBits().getFixedValue();
  }
  /// Bytes of shared memory are left alone, and of numbers of 16 bits stores alone are merged (ptxas 13.0).
  static bool is_wide_enough(const llvm::Type& type, bool load) {
    constexpr unsigned bits_of_word = 32;
    const std::uint64_t bits = type.getPrimitiveSizeInBits().getFixedValue();
    return bits == 0 || bits >= bits_of_word || (!load && bits == bits_of_word / 2);
  }
  void visit(llvm::Instruction& instruction) {
    if (!llvm::getLoadStorePointerOperand(&instruction)) {
      if (instruction.mayWriteToMemory()) close(loads_);
      if (instruction.mayReadOrWriteMemory()) close(stores_);
      return;
    }
    if (is_apart(instruction)) return;
    const bool load = llvm::isa<llvm::LoadInst>(instruction);
    close(load ? stores_ : loads_);
    llvm::Type* const type = llvm::getLoadStoreType(&instruction);
    const bool simple = load ? llvm::cast<llvm::LoadInst>(instruction).isSimple()
                             : llvm::cast<llvm::StoreInst>(instruction).isSimple();
    if (!simple || !type->isSingleValueType() || (type->isVectorTy() && !is_pair(*type)) ||
        !is_merged(instruction) ||
        (llvm::getLoadStoreAddressSpace(&instruction) == shared_space && !is_wide_enough(*type, load))) {
      if (!load) close(stores_); // it may touch what they touch
      return;
    }
    add(instruction, type, load ? loads_ : stores_);
  }
  void add(llvm::Instruction& access, llvm::Type* type, std::vector<Group>& open) {
    const llvm::SCEV* const address = evolution_.getSCEV(llvm::getLoadStorePointerOperand(&access));
    for (Group& group : open) {
      if (group.type != type && !are_alike(*group.type, *type)) continue;
      const auto* distance = llvm::dyn_cast<llvm::SCEVConstant>(
          evolution_.getMinusSCEV(address, group.first));
      if (distance == nullptr) continue;
      group.accesses.push_back({&access, distance->getAPInt().getSExtValue()});
      return;
    }
    // Another store between two that would be merged must not be one of their elements.
    if (llvm::isa<llvm::StoreInst>(access)) close(open);
    open.push_back({type, address, {{&access, 0}}});
  }
  void close(std::vector<Group>& open) {
    for (Group& group : open) {
      if (group.accesses.size() < 2) continue;
      group.modulo_16 = residue(evolution_, group.first, 16);
      group.modulo_8 = residue(evolution_, group.first, 8);
      group.modulo_4 = residue(evolution_, group.first, 4);
      found_.push_back(std::move(group));
    }
    open.clear();
  }

  llvm::ScalarEvolution& evolution_;
  std::vector<Group> loads_, stores_, found_;
};

/// A thread's own arrays lie in a frame that is aligned to 16 bytes: an H200 stores zeros to one of int in
/// pieces of 16.
void align_arrays(llvm::Function& function) {
  const llvm::DataLayout& layout = function.getDataLayout();
  for (llvm::Instruction& instruction : function.getEntryBlock())
    if (auto* array = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        array != nullptr && array->getAllocationSize(layout).value_or(llvm::TypeSize::getFixed(0)) >= 16u &&
        array->getAlign() < llvm::Align(16))
      array->setAlignment(llvm::Align(16));
}

} // namespace

llvm::PreservedAnalyses MergeSharedAccesses::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& analyses) {
  align_arrays(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  bool changed = false;
  for (llvm::BasicBlock& block : function)
    for (const Group& group : Finder(evolution).in(block))
      changed |= merge_group(group, function.getDataLayout());
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

} // namespace warpscope::frontend
