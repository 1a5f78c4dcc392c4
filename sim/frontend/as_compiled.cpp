// Prepares a module for LLVM's optimiser, and runs it.
#include "sim/frontend/as_compiled.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
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

/// A vector is loaded whole, whatever part of it is used, as compilers of CUDA do it.
void keep_vectors_whole() {
  static const bool once = [] {
    constexpr const char* name = "disable-vector-combine";
    const auto found = llvm::cl::getRegisteredOptions().find(name);
    return found != llvm::cl::getRegisteredOptions().end() && found->second->addOccurrence(1, name, "true");
  }();
  (void)once;
}

/// LLVM joins a function's returns, and then what stands before them: two stores become one. NVIDIA's
/// compiler leaves a return in each branch. A call that nothing can be joined with, put before each, has the
/// same effect.
class SeparateReturns {
 public:
  explicit SeparateReturns(llvm::Module& module) : module_(module) {
    for (llvm::Function& function : module)
      for (llvm::BasicBlock& block : function)
        if (llvm::isa<llvm::ReturnInst>(block.getTerminator())) mark(block);
  }
  void remove() {
    for (std::size_t i = 0; i < made_; ++i) {
      llvm::Function* const marker = module_.getFunction(name_of(i));
      if (marker == nullptr) continue; // nothing came to this return
      while (!marker->use_empty()) llvm::cast<llvm::CallInst>(marker->user_back())->eraseFromParent();
      marker->eraseFromParent();
    }
  }

 private:
  static std::string name_of(std::size_t number) { return "__ws_return_" + std::to_string(number); }
  void mark(llvm::BasicBlock& returning) {
    for (llvm::BasicBlock* before : llvm::predecessors(&returning)) {
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
      if (branch == nullptr || branch->isConditional()) continue;
      llvm::Function* marker = llvm::Function::Create(
          llvm::FunctionType::get(llvm::Type::getVoidTy(module_.getContext()), false),
          llvm::GlobalValue::ExternalLinkage, name_of(made_++), module_);
      marker->setOnlyAccessesInaccessibleMemory();
      marker->setDoesNotThrow();
      marker->addFnAttr(llvm::Attribute::WillReturn);
      llvm::CallInst::Create(marker, "", before->getTerminator()->getIterator());
    }
  }

  llvm::Module& module_;
  std::size_t made_ = 0;
};

/// What LLVM made of two instructions of different lines has none. In a line table it gets the line of the
/// instruction before it, and so do a profiler's counts.
void give_lines(llvm::Function& function) {
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
  describe_primitives(module);
  describe_variables(module);
  module.setTargetTriple(triple);
  keep_vectors_whole();
  SeparateReturns returns(module);

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
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(last)));
  passes.run(module, modules);
  returns.remove();
  for (llvm::Function& function : module) give_lines(function);
}

} // namespace warpscope::frontend
