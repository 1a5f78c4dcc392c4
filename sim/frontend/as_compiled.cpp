// Prepares a module for LLVM's optimiser, and runs it.
#include "sim/frontend/as_compiled.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Vectorize/LoadStoreVectorizer.h"
#include "sim/frontend/combined_atomics.h"
#include "sim/frontend/merge_shared_accesses.h"
#include "sim/program/enums.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::frontend {
namespace {

using program::SpecialRegister;

constexpr const char* triple = "nvptx64-nvidia-cuda";
constexpr unsigned shared_space = 3;
constexpr const char* line_note = "warpscope.line";

/// Null where LLVM was built without NVPTX: then its default costs are taken.
std::unique_ptr<llvm::TargetMachine> machine_of(std::uint32_t compute_capability) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  std::string ignored;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, ignored);
  if (target == nullptr) return nullptr;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, "sm_" + std::to_string(compute_capability), "", {}, std::nullopt,
                                  std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

/// The number of values that a special register can have, from 0 or 1; nullopt: any.
std::optional<std::pair<std::uint32_t, std::uint32_t>> range_of(SpecialRegister what) {
  using Range = std::pair<std::uint32_t, std::uint32_t>; // the first value, and the one after the last
  constexpr std::uint32_t threads = 1024, threads_z = 64, blocks_x = 0x7fffffff, blocks_yz = 65535,
                          lanes = 32;
  switch (what) {
  case SpecialRegister::TidX:
  case SpecialRegister::TidY: return Range{0, threads};
  case SpecialRegister::TidZ: return Range{0, threads_z};
  case SpecialRegister::NTidX:
  case SpecialRegister::NTidY: return Range{1, threads + 1};
  case SpecialRegister::NTidZ: return Range{1, threads_z + 1};
  case SpecialRegister::CtaidX: return Range{0, blocks_x};
  case SpecialRegister::CtaidY:
  case SpecialRegister::CtaidZ: return Range{0, blocks_yz};
  case SpecialRegister::NCtaidX: return Range{1, blocks_x + 1};
  case SpecialRegister::NCtaidY:
  case SpecialRegister::NCtaidZ: return Range{1, blocks_yz + 1};
  case SpecialRegister::LaneId: return Range{0, lanes};
  default: return std::nullopt;
  }
}

void set_pure(llvm::CallInst& call) {
  call.setDoesNotAccessMemory();
  call.setDoesNotThrow();
  call.addFnAttr(llvm::Attribute::WillReturn);
  call.removeFnAttr(llvm::Attribute::Convergent);
}

void describe_special(llvm::CallInst& call) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  if (number == nullptr) return;
  const auto what = static_cast<SpecialRegister>(number->getZExtValue());
  if (what == SpecialRegister::Clock) return; // another value each time
  set_pure(call);
  if (const auto range = range_of(what))
    call.setMetadata(llvm::LLVMContext::MD_range,
                     llvm::MDBuilder(call.getContext())
                         .createRange(llvm::APInt(32, range->first), llvm::APInt(32, range->second)));
}

/// To the optimiser our primitives are calls of functions that it cannot see into: it is told which are
/// arithmetic. All others may read and write any memory, as barriers and atomics do for it.
void describe_primitives(llvm::Module& module) {
  // The arithmetic is listed first there, up to the barriers.
  constexpr llvm::StringRef first_other = "__ws_bar_sync", special = "__ws_special", clock = "__ws_clock64";
  for (const llvm::StringRef name : {
#define WARPSCOPE_PRIMITIVE(result, name, parameters, instruction, shape, limit, bytes)                      \
  llvm::StringRef("__ws_" #name),
#include "sim/program/primitives.def"
#undef WARPSCOPE_PRIMITIVE
       }) {
    if (name == first_other) return;
    llvm::Function* const function = module.getFunction(name);
    if (function == nullptr || name == clock) continue;
    function->removeFnAttr(llvm::Attribute::Convergent);
    for (llvm::User* user : function->users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call == nullptr || call->getCalledFunction() != function) continue;
      if (name == special) describe_special(*call);
      else set_pure(*call);
    }
  }
}

/// What notes matrix instructions is no instruction itself.
void drop_matrix_notes(llvm::Module& module) {
  for (const char* name : {"__ws_matrix", "__ws_matrix_takes", "__ws_matrix_gives"}) {
    llvm::Function* const function = module.getFunction(name);
    if (function == nullptr) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
      auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call == nullptr || call->getCalledFunction() != function) continue;
      if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(call->getArgOperand(1));
      call->eraseFromParent();
    }
  }
}

/// Other threads and the host write variables, too: an internal one would be taken for one that only this
/// thread knows, or that holds its initial value.
void describe_variables(llvm::Module& module) {
  for (llvm::GlobalVariable& variable : module.globals()) {
    const unsigned space = variable.getAddressSpace();
    if (space == 0) continue; // what the compiler made: strings, initial values
    if (variable.hasLocalLinkage()) variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
    variable.setExternallyInitialized(true);
    if (space == shared_space && variable.getAlign().valueOrOne() < llvm::Align(16))
      variable.setAlignment(llvm::Align(16));
  }
}

/// NVIDIA's compiler is a relative of an older LLVM: where this one does more, it is told not to
/// (docs/speed-model.md).
void set_options() {
  struct Option {
    const char *name, *value;
  };
  constexpr Option options[] = {
      {"disable-vector-combine", "true"},           // a vector is loaded whole, whatever part of it is used
      {"simplifycfg-hoist-common-skip-limit", "0"}, // branches share what they begin with, and nothing behind
                                                    // it
      {"sink-common-insts", "false"}, // nor what they end with, but for one store of two branches
      {"unroll-max-count", "4"},      // turns at once, where their number is not known
      {"switch-to-lookup", "false"},  // a switch stays one
  };
  static const bool once = [&] {
    for (const Option& option : options) {
      const auto found = llvm::cl::getRegisteredOptions().find(option.name);
      if (found != llvm::cl::getRegisteredOptions().end())
        found->second->addOccurrence(1, option.name, option.value);
    }
    return true;
  }();
  (void)once;
}

/// LLVM joins what NVIDIA's compiler leaves apart: a function's returns, and then what stands before them, so
/// that two stores become one; and what all cases of a switch begin with. A call that nothing can be joined
/// with, put before each return and at the beginning of each case, keeps them apart.
class KeepApart {
 public:
  explicit KeepApart(llvm::Module& module) : module_(module) {
    for (llvm::Function& function : module)
      for (llvm::BasicBlock& block : function) {
        if (llvm::isa<llvm::ReturnInst>(block.getTerminator())) mark_returns(block);
        if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator())) mark_cases(*choice);
      }
  }
  void remove() {
    for (std::size_t i = 0; i < made_; ++i) {
      llvm::Function* const marker = module_.getFunction(name_of(i));
      if (marker == nullptr) continue; // nothing came there
      while (!marker->use_empty()) llvm::cast<llvm::CallInst>(marker->user_back())->eraseFromParent();
      marker->eraseFromParent();
    }
  }

 private:
  static std::string name_of(std::size_t number) { return "__ws_apart_" + std::to_string(number); }
  void mark(llvm::BasicBlock::iterator place) {
    llvm::Function* marker = llvm::Function::Create(
        llvm::FunctionType::get(llvm::Type::getVoidTy(module_.getContext()), false),
        llvm::GlobalValue::ExternalLinkage, name_of(made_++), module_);
    marker->setOnlyAccessesInaccessibleMemory();
    marker->setDoesNotThrow();
    marker->addFnAttr(llvm::Attribute::WillReturn);
    llvm::CallInst::Create(marker, "", place);
  }
  void mark_cases(llvm::SwitchInst& choice) {
    if (choice.getNumCases() < 2) return; // an if
    const llvm::SmallPtrSet<llvm::BasicBlock*, 16> cases(llvm::succ_begin(&choice), llvm::succ_end(&choice));
    for (llvm::BasicBlock* block : cases) mark(block->getFirstInsertionPt());
  }
  void mark_returns(llvm::BasicBlock& returning) {
    for (llvm::BasicBlock* before : llvm::predecessors(&returning)) {
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
      if (branch == nullptr || branch->isConditional()) continue;
      mark(before->getTerminator()->getIterator());
    }
  }

  llvm::Module& module_;
  std::size_t made_ = 0;
};

/// Remembers each access's line, which LLVM forgets when it moves the access to another block.
void note_lines(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (instruction.mayReadOrWriteMemory())
        instruction.setMetadata(line_note, instruction.getDebugLoc().getAsMDNode());
}

/// The place of the last instruction that an address needs, of those that have a line: ptxas lets a load
/// follow it at once.
llvm::DebugLoc place_of_address(const llvm::LoadInst& load) {
  llvm::DebugLoc best;
  llvm::SmallVector<const llvm::Value*, 8> open{load.getPointerOperand()};
  llvm::SmallPtrSet<const llvm::Value*, 16> seen;
  const llvm::Instruction* last = nullptr;
  while (!open.empty()) {
    const auto* one = llvm::dyn_cast<llvm::Instruction>(open.pop_back_val());
    if (one == nullptr || one->getParent() != load.getParent() || !seen.insert(one).second) continue;
    const llvm::DebugLoc& place = one->getDebugLoc();
    if (!place || place.getLine() == 0) {
      open.append(one->op_begin(), one->op_end());
    } else if (last == nullptr || last->comesBefore(one)) {
      last = one;
      best = place;
    }
  }
  return best;
}

/// What LLVM made of two instructions of different lines has none. In a line table it gets the line of the
/// instruction before it, and so do a profiler's counts.
void give_lines(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    llvm::MDNode* const note = instruction.getMetadata(line_note);
    const llvm::DebugLoc& place = instruction.getDebugLoc();
    if (note != nullptr && (!place || place.getLine() == 0))
      instruction.setDebugLoc(llvm::DebugLoc(llvm::cast<llvm::DILocation>(note)));
  }
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        load != nullptr && (!load->getDebugLoc() || load->getDebugLoc().getLine() == 0))
      if (const llvm::DebugLoc place = place_of_address(*load)) instruction.setDebugLoc(place);
  llvm::DebugLoc last;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block) {
      const llvm::DebugLoc& place = instruction.getDebugLoc();
      if (place && place.getLine() != 0) last = place;
      else if (last && instruction.mayReadOrWriteMemory()) instruction.setDebugLoc(last);
    }
}

} // namespace

void optimise_as_compiled(llvm::Module& module, std::uint32_t compute_capability) {
  drop_matrix_notes(module);
  describe_primitives(module);
  describe_variables(module);
  module.setTargetTriple(triple);
  set_options();
  note_lines(module);
  KeepApart apart(module);

  const std::unique_ptr<llvm::TargetMachine> machine = machine_of(compute_capability);
  llvm::PipelineTuningOptions tuning;
  tuning.SLPVectorization = false;
  tuning.LoopVectorization = false;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(machine.get(), tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  llvm::ModulePassManager passes = builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3);
  llvm::FunctionPassManager last;
  last.addPass(llvm::InferAddressSpacesPass());
  last.addPass(MergeSharedAccesses());
  last.addPass(llvm::LoadStoreVectorizerPass());
  last.addPass(llvm::EarlyCSEPass());
  last.addPass(MarkCombinedAtomics(compute_capability));
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(last)));
  passes.run(module, modules);
  apart.remove();
  for (llvm::Function& function : module) give_lines(function);
}

} // namespace warpscope::frontend
