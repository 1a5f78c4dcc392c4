// Keeps the names of PTX instructions: a location's discriminator is the hash of a name, and the module lists
// the names, so that modules which are joined need no numbers of their own.
#include "sim/frontend/ptx_names.h"

#include "sim/base/fnv.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace warpscope::frontend {

namespace {

constexpr const char* names_of_module = "warpscope.ptx";

/// Far from the small numbers that other marks use (matrix_steps.cpp).
std::uint32_t number_of(std::string_view name) {
  return static_cast<std::uint32_t>(
             fnv1a({reinterpret_cast<const std::uint8_t*>(name.data()), name.size()})) |
         0x80000000u;
}

std::string_view name_in(const llvm::MDNode& node) {
  const auto* const name = node.getNumOperands() == 1 ? llvm::dyn_cast<llvm::MDString>(node.getOperand(0))
                                                      : nullptr;
  return name == nullptr ? std::string_view() : std::string_view(name->getString());
}

} // namespace

llvm::DebugLoc with_ptx_name(llvm::Module& module, const llvm::DebugLoc& place, std::string_view name) {
  const llvm::DILocation* const at = place.get();
  if (at == nullptr) return place;
  llvm::LLVMContext& context = module.getContext();
  llvm::NamedMDNode* const names = module.getOrInsertNamedMetadata(names_of_module);
  const bool known = std::any_of(names->op_begin(), names->op_end(),
                                 [&](const llvm::MDNode* node) { return name_in(*node) == name; });
  if (!known) names->addOperand(llvm::MDNode::get(context, {llvm::MDString::get(context, name)}));
  auto* const scope = llvm::DILexicalBlockFile::get(context, at->getScope(), at->getFile(), number_of(name));
  return llvm::DILocation::get(context, at->getLine(), at->getColumn(), scope, at->getInlinedAt());
}

PtxNames::PtxNames(const llvm::Module& module) {
  const llvm::NamedMDNode* const names = module.getNamedMetadata(names_of_module);
  if (names == nullptr) return;
  for (const llvm::MDNode* node : names->operands())
    if (const std::string_view name = name_in(*node); !name.empty()) names_.emplace(number_of(name), name);
}

std::string_view PtxNames::at(const llvm::DILocation& place) const {
  const auto found = names_.find(place.getDiscriminator());
  return found == names_.end() ? std::string_view() : std::string_view(found->second);
}

} // namespace warpscope::frontend
