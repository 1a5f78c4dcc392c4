// Runs inlining, copy expansion and SROA over the module, and keeps every access.
#include "sim/frontend/module_passes.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"
#include "sim/frontend/expand_copies.h"
#include "sim/frontend/fold_conditions.h"

#include <set>
#include <vector>

namespace warpscope::frontend {
namespace {

std::set<const llvm::Function*> kernels_of(const llvm::Module& module) {
  std::set<const llvm::Function*> result;
  const llvm::NamedMDNode* annotations = module.getNamedMetadata("nvvm.annotations");
  if (annotations == nullptr) return result;
  for (const llvm::MDNode* node : annotations->operands()) {
    if (node->getNumOperands() < 3) continue;
    const auto* value = llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(node->getOperand(0).get());
    const auto* name = llvm::dyn_cast_or_null<llvm::MDString>(node->getOperand(1).get());
    if (value == nullptr || name == nullptr || name->getString() != "kernel") continue;
    if (const auto* function = llvm::dyn_cast<llvm::Function>(value->getValue())) result.insert(function);
  }
  return result;
}

std::set<const llvm::Function*> recursive_functions(llvm::Module& module) {
  std::set<const llvm::Function*> result;
  llvm::CallGraph graph(module);
  for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component) {
    if (!component.hasCycle()) continue;
    for (const llvm::CallGraphNode* node : *component) {
      if (node->getFunction() != nullptr) result.insert(node->getFunction());
    }
  }
  return result;
}

/// Marks the functions to inline, and makes everything but kernels internal so that unused code can be
/// dropped.
void mark_functions(llvm::Module& module) {
  const auto kernels = kernels_of(module);
  const auto recursive = recursive_functions(module);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    if (kernels.count(&function) != 0) {
      function.setLinkage(llvm::GlobalValue::ExternalLinkage);
      continue;
    }
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.setComdat(nullptr);
    if (recursive.count(&function) != 0) {
      function.removeFnAttr(llvm::Attribute::AlwaysInline);
    } else {
      function.addFnAttr(llvm::Attribute::AlwaysInline);
    }
  }
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getName().starts_with("llvm.") && variable.getName() != "llvm.used" &&
        variable.getName() != "llvm.compiler.used") {
      continue;
    }
    if (variable.getName().starts_with("llvm.")) continue;
    if (!variable.isDeclaration()) variable.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  // What Clang marks as used (the person's device variables) matters only when a kernel reaches it.
  for (const char* list : {"llvm.used", "llvm.compiler.used"}) {
    if (llvm::GlobalVariable* used = module.getGlobalVariable(list)) used->eraseFromParent();
  }
}

/// __syncthreads is a builtin of Clang; to the executor it is a primitive like the others.
void replace_barriers(llvm::Module& module) {
  llvm::Function* const barrier = module.getFunction("llvm.nvvm.barrier0");
  if (barrier == nullptr) return;
  llvm::Function* primitive = module.getFunction("__ws_bar_sync");
  if (primitive == nullptr) {
    primitive = llvm::Function::Create(barrier->getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                                       "__ws_bar_sync", module);
    primitive->setConvergent();
    primitive->setDoesNotThrow();
  }
  barrier->replaceAllUsesWith(primitive);
  barrier->eraseFromParent();
}

/// Keeps the variables that a host program may copy to and from, whether a kernel reads them or not.
void keep_variables(llvm::Module& module, const std::vector<VariableSource>& variables) {
  constexpr unsigned global = 1, constant = 4; // NVPTX's address spaces
  for (const VariableSource& source : variables) {
    llvm::GlobalVariable* const variable = module.getNamedGlobal(source.symbol);
    if (variable == nullptr || variable->isDeclaration()) continue;
    const unsigned space = variable->getAddressSpace();
    if (space == global || space == constant) variable->setLinkage(llvm::GlobalValue::ExternalLinkage);
  }
}

/// Integers of 128 bits, by which CuTe copies 16 bytes, are loaded and stored as four words: what carries
/// them alone needs no such register. One that is added to stays, and is refused where it is lowered.
void carry_as_words(llvm::Function& function) {
  std::vector<llvm::LoadInst*> loads;
  std::vector<llvm::StoreInst*> stores;
  const auto is_wide = [](const llvm::Type* type) { return type->isIntegerTy(128); };
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block) {
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
          load != nullptr && is_wide(load->getType()) && !load->isAtomic())
        loads.push_back(load);
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
          store != nullptr && is_wide(store->getValueOperand()->getType()) && !store->isAtomic())
        stores.push_back(store);
    }
  llvm::Type* const words = llvm::FixedVectorType::get(llvm::Type::getInt32Ty(function.getContext()), 4);
  for (llvm::LoadInst* const load : loads) {
    llvm::IRBuilder<> builder(load);
    llvm::LoadInst* const four = builder.CreateAlignedLoad(words, load->getPointerOperand(), load->getAlign(),
                                                           load->isVolatile());
    load->replaceAllUsesWith(builder.CreateBitCast(four, load->getType()));
    load->eraseFromParent();
  }
  for (llvm::StoreInst* const store : stores) {
    llvm::IRBuilder<> builder(store);
    auto* const cast = llvm::dyn_cast<llvm::BitCastInst>(store->getValueOperand());
    llvm::Value* const four = cast != nullptr && cast->getSrcTy() == words
                                  ? cast->getOperand(0)
                                  : builder.CreateBitCast(store->getValueOperand(), words);
    builder.CreateAlignedStore(four, store->getPointerOperand(), store->getAlign(), store->isVolatile());
    store->eraseFromParent();
    if (cast != nullptr && cast->use_empty()) cast->eraseFromParent();
  }
}

/// Expands lround(), lrint() and their long long twins, where a header calls the compiler's own.
void expand_rounding_to_integers(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call == nullptr) continue;
    const llvm::Intrinsic::ID id = call->getIntrinsicID();
    const bool away = id == llvm::Intrinsic::lround || id == llvm::Intrinsic::llround;
    if (!away && id != llvm::Intrinsic::lrint && id != llvm::Intrinsic::llrint) continue;
    llvm::IRBuilder<> builder(call);
    llvm::Value* const rounded = builder.CreateUnaryIntrinsic(
        away ? llvm::Intrinsic::round : llvm::Intrinsic::rint, call->getArgOperand(0));
    call->replaceAllUsesWith(builder.CreateFPToSI(rounded, call->getType()));
    call->eraseFromParent();
  }
}

/// Aligns a thread's variables as the accesses to them say: on a GPU what is read there through another type
/// (an Array<unsigned, 4> of CUTLASS as one int4) lies in registers, which know no alignment.
void align_variables(llvm::Function& function) {
  const auto align = [](const llvm::Value* pointer, llvm::Align wanted) {
    auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(
        const_cast<llvm::Value*>(llvm::getUnderlyingObject(pointer, 0)));
    if (variable != nullptr && variable->getAlign() < wanted) variable->setAlignment(wanted);
  };
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) {
      align(llvm::getLoadStorePointerOperand(&instruction), llvm::getLoadStoreAlignment(&instruction));
    } else if (const auto* fill = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      align(fill->getDest(), fill->getDestAlign().valueOrOne());
      if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(fill))
        align(copy->getSource(), copy->getSourceAlign().valueOrOne());
    }
  }
}

} // namespace

void prepare_module(llvm::Module& module, std::uint32_t access_limit,
                    const std::vector<AccessExpression>& accesses, const TextNames& texts,
                    const std::vector<VariableSource>& kept) {
  replace_barriers(module);
  mark_functions(module);
  keep_variables(module, kept);

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  // A function is small before it is inlined, and its body is copied to each of its calls: what leaves memory
  // here is copied no more. Only whole variables do: SROA would cut the copies of objects into pieces, whose
  // widths expand_copies decides once it knows what they are copied from.
  llvm::ModulePassManager first;
  first.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::PromotePass()));
  first.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/false));
  first.addPass(llvm::GlobalDCEPass());
  first.run(module, modules);

  const ObjectAlignments alignments(accesses, texts);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    expand_rounding_to_integers(function);
    expand_copies(function, access_limit, alignments);
    carry_as_words(function); // a struct of one such integer, too
  }
  modules.clear();
  functions.clear();

  llvm::ModulePassManager second;
  second.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::SROAPass(llvm::SROAOptions::PreserveCFG)));
  second.addPass(llvm::GlobalDCEPass());
  second.run(module, modules);

  for (llvm::Function& function : module)
    if (!function.isDeclaration()) {
      fold_conditions(function);
      align_variables(function);
    }
}

} // namespace warpscope::frontend
