// Finds loads of shared memory side by side by their addresses' scalar evolution, and merges them.
#include "sim/frontend/merge_shared_loads.h"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace warpscope::frontend {
namespace {

constexpr unsigned shared_space = 3;

struct Candidate {
  llvm::LoadInst* load;
  std::int64_t offset; ///< bytes from the group's first load
};

/// Loads at constant distances, in the order of the block.
struct Group {
  llvm::Type* type;
  const llvm::SCEV* first;
  std::vector<Candidate> loads;
  /// Of the first one's address; asked before anything is merged, which may end what the address is made of.
  std::optional<std::int64_t> modulo_16 = std::nullopt, modulo_8 = std::nullopt;
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

bool merge(std::map<std::int64_t, llvm::LoadInst*>& at, std::int64_t begin, unsigned count, llvm::Type* type,
           std::int64_t bytes) {
  std::vector<llvm::LoadInst*> members;
  for (unsigned i = 0; i < count; ++i) {
    const auto found = at.find(begin + i * bytes);
    if (found == at.end()) return false;
    members.push_back(found->second);
  }
  llvm::LoadInst* earliest = members.front();
  for (llvm::LoadInst* load : members)
    if (load->comesBefore(earliest)) earliest = load;
  std::int64_t of_earliest = begin;
  for (unsigned i = 0; i < count; ++i)
    if (members[i] == earliest) of_earliest = begin + i * bytes;
  llvm::IRBuilder<> builder(earliest);
  llvm::Value* address = earliest->getPointerOperand();
  if (of_earliest != begin)
    address = builder.CreateGEP(builder.getInt8Ty(), address,
                                builder.getInt64(static_cast<std::uint64_t>(begin - of_earliest)));
  auto* wide = llvm::FixedVectorType::get(type, count);
  llvm::LoadInst* merged = builder.CreateAlignedLoad(wide, address,
                                                     llvm::Align(static_cast<std::uint64_t>(bytes) * count));
  for (unsigned i = 0; i < count; ++i) {
    llvm::Value* element = builder.CreateExtractElement(merged, i);
    members[i]->replaceAllUsesWith(element);
    at.erase(begin + i * bytes);
  }
  for (llvm::LoadInst* load : members) load->eraseFromParent();
  return true;
}

bool merge_group(const Group& group, const llvm::DataLayout& layout) {
  const auto bytes = static_cast<std::int64_t>(layout.getTypeStoreSize(group.type).getFixedValue());
  std::map<std::int64_t, llvm::LoadInst*> at;
  for (const Candidate& candidate : group.loads) at.emplace(candidate.offset, candidate.load);
  bool changed = false;
  const std::pair<std::int64_t, std::optional<std::int64_t>> widths[] = {{16, group.modulo_16},
                                                                         {8, group.modulo_8}};
  for (const auto& [width, low] : widths) {
    if (bytes >= width || !low) continue;
    std::vector<std::int64_t> begins;
    for (const auto& [offset, load] : at)
      if (((offset + *low) & (width - 1)) == 0) begins.push_back(offset);
    for (const std::int64_t begin : begins)
      changed |= merge(at, begin, static_cast<unsigned>(width / bytes), group.type, bytes);
  }
  return changed;
}

} // namespace

llvm::PreservedAnalyses MergeSharedLoads::run(llvm::Function& function,
                                              llvm::FunctionAnalysisManager& analyses) {
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  const llvm::DataLayout& layout = function.getDataLayout();
  bool changed = false;
  for (llvm::BasicBlock& block : function) {
    std::vector<Group> groups, open;
    const auto close = [&] {
      for (Group& group : open)
        if (group.loads.size() > 1) {
          group.modulo_16 = residue(evolution, group.first, 16);
          group.modulo_8 = residue(evolution, group.first, 8);
          groups.push_back(std::move(group));
        }
      open.clear();
    };
    for (llvm::Instruction& instruction : block) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load == nullptr) {
        const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
        if (store != nullptr && store->getPointerAddressSpace() != shared_space &&
            store->getPointerAddressSpace() != 0)
          continue;
        if (instruction.mayWriteToMemory()) close();
        continue;
      }
      if (load->getPointerAddressSpace() != shared_space || !load->isSimple() ||
          load->getType()->isVectorTy() || load->getType()->isAggregateType())
        continue;
      const llvm::SCEV* address = evolution.getSCEV(load->getPointerOperand());
      bool placed = false;
      for (Group& group : open) {
        if (group.type != load->getType()) continue;
        const auto* distance = llvm::dyn_cast<llvm::SCEVConstant>(
            evolution.getMinusSCEV(address, group.first));
        if (distance == nullptr) continue;
        group.loads.push_back({load, distance->getAPInt().getSExtValue()});
        placed = true;
        break;
      }
      if (!placed) open.push_back({load->getType(), address, {{load, 0}}});
    }
    close();
    for (const Group& group : groups) changed |= merge_group(group, layout);
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

} // namespace warpscope::frontend
