// Prepares a module for LLVM's optimiser, and runs it.
#include "sim/frontend/as_compiled.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
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
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/Sink.h"
#include "llvm/Transforms/Utils/BypassSlowDivision.h"
#include "llvm/Transforms/Vectorize/LoadStoreVectorizer.h"
#include "sim/fragments/shapes.h"
#include "sim/frontend/arrays_in_registers.h"
#include "sim/frontend/combined_atomics.h"
#include "sim/frontend/function_weights.h"
#include "sim/frontend/line_notes.h"
#include "sim/frontend/matrix_steps.h"
#include "sim/frontend/merge_shared_accesses.h"
#include "sim/frontend/narrow_vector_loads.h"
#include "sim/frontend/wrapping_steps.h"
#include "sim/include/__warpscope/fragment_map.h"
#include "sim/program/enums.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::frontend {
namespace {

using program::SpecialRegister;

constexpr const char* triple = "nvptx64-nvidia-cuda";
constexpr unsigned global_space = 1, shared_space = 3;

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

std::uint64_t number_of(const llvm::CallInst& call, unsigned argument) {
  const auto* const value = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(argument));
  return value == nullptr ? 0 : value->getValue().getLimitedValue(0xffffffff);
}

/// A product keeps its place in the order of what has effects, as an `asm volatile` does, and touches no
/// memory that anything else does; a register of its sums is a value.
void keep_product(llvm::CallInst& call) {
  llvm::IRBuilder<> builder(&call);
  llvm::Module& module = *call.getModule();
  if (!call.getType()->isVoidTy()) {
    llvm::CallInst* const result = builder.CreateCall(
        module.getOrInsertFunction("__ws_matrix_result", builder.getInt32Ty(), builder.getInt32Ty()),
        {call.getArgOperand(1)});
    set_pure(*result);
    call.replaceAllUsesWith(result);
    return;
  }
  const auto type = static_cast<warpscope_fragment::Type>(number_of(call, 4));
  const auto size = [&](unsigned argument) { return static_cast<unsigned>(number_of(call, argument)); };
  // A sparse product multiplies what is stored of A: half of its depth. It takes 1.29 times as long as a
  // dense one of that depth (an H200, m16n8k32 of half: 10.7 cycles of a sub-partition, m16n8k16 8.3).
  const bool sparse = size(0) == warpscope_fragment::SparseProduct;
  const unsigned depth = size(3) / (sparse ? 2 : 1);
  const unsigned dense = cycles_of_product(size(1), warpscope_fragment::n_of_note(size(2)), depth,
                                           fragments::type_of(type).bits);
  llvm::CallInst* const unit = builder.CreateCall(
      module.getOrInsertFunction("__ws_matrix_unit", builder.getVoidTy(), builder.getInt32Ty()),
      {builder.getInt32(sparse ? dense * 129 / 100 : dense)});
  unit->setOnlyAccessesInaccessibleMemory();
  unit->setDoesNotThrow();
  unit->addFnAttr(llvm::Attribute::WillReturn);
}

/// What notes matrix instructions is no instruction itself, but for products, which take their time.
void drop_matrix_notes(llvm::Module& module) {
  for (const char* name : {"__ws_matrix", "__ws_matrix_takes", "__ws_matrix_gives"}) {
    llvm::Function* const function = module.getFunction(name);
    if (function == nullptr) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
      auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call == nullptr || call->getCalledFunction() != function) continue;
      const std::uint64_t first = number_of(*call, 0);
      const bool product = call->getType()->isVoidTy()
                               ? call->arg_size() == 6 && (first == warpscope_fragment::MmaProduct ||
                                                           first == warpscope_fragment::WmmaProduct ||
                                                           first == warpscope_fragment::SparseProduct)
                               : first >= 0xffffffff;
      if (product) keep_product(*call);
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
  }
}

/// ptxas lays arrays of shared memory at multiples of 16 bytes; LLVM knows what they are declared with alone.
/// It would merge across other accesses what ptxas does not (an H200: rows of 32 floats, each one read and
/// written in turn).
class AlignSharedVariables : public llvm::PassInfoMixin<AlignSharedVariables> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) const {
    for (llvm::GlobalVariable& variable : module.globals())
      if (variable.getAddressSpace() == shared_space && variable.getAlign().valueOrOne() < llvm::Align(16))
        variable.setAlignment(llvm::Align(16));
    return llvm::PreservedAnalyses::none();
  }
};

/// No other text sees the shared memory of a template's or an inline function's instance: what is stored
/// there and never read goes, as in a kernel that is no template.
void hide_shared_variables(llvm::Module& module) {
  for (llvm::GlobalVariable& variable : module.globals())
    if (variable.getAddressSpace() == shared_space && !variable.isDeclaration()) {
      variable.setComdat(nullptr);
      variable.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
}

std::vector<llvm::Function*> kernels_in(const llvm::Module& module) {
  std::vector<llvm::Function*> kernels;
  const llvm::NamedMDNode* notes = module.getNamedMetadata("nvvm.annotations");
  if (notes == nullptr) return kernels;
  for (const llvm::MDNode* note : notes->operands()) {
    if (note->getNumOperands() < 3) continue;
    const auto* value = llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(note->getOperand(0).get());
    const auto* what = llvm::dyn_cast_or_null<llvm::MDString>(note->getOperand(1).get());
    if (value == nullptr || what == nullptr || what->getString() != "kernel") continue;
    auto* const function = llvm::dyn_cast<llvm::Function>(value->getValue());
    if (function != nullptr && !function->isDeclaration()) kernels.push_back(function);
  }
  return kernels;
}

/// A host can only pass pointers to global memory. What is known to lie there is not what lies in shared
/// memory, so that a store to the one keeps a value loaded from the other.
void place_parameters(llvm::Function& kernel) {
  llvm::IRBuilder<> builder(&*kernel.getEntryBlock().getFirstInsertionPt());
  llvm::Type* const global = builder.getPtrTy(global_space);
  for (llvm::Argument& argument : kernel.args()) {
    if (!argument.getType()->isPointerTy() || argument.getType()->getPointerAddressSpace() != 0 ||
        argument.hasByValAttr() || argument.use_empty())
      continue;
    llvm::Value* const placed = builder.CreateAddrSpaceCast(&argument, global);
    llvm::Value* const generic = builder.CreateAddrSpaceCast(placed, builder.getPtrTy());
    argument.replaceUsesWithIf(generic, [&](const llvm::Use& use) { return use.getUser() != placed; });
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
      {"sink-common-insts", "false"},           // nor what they end with, but for one store of two branches
      {"unroll-max-count", "4"},                // turns at once, where their number is not known
      {"switch-to-lookup", "false"},            // a switch stays one
      {"dse-memoryssa-otherbb-cost", "100000"}, // a store is dropped for a later one of its own block alone,
      {"dse-memoryssa-scanlimit", "3000"},      // however far behind, and a load for what is known
      {"dse-memoryssa-walklimit", "3000"},
      {"memdep-block-scan-limit", "3000"},
      {"memssa-check-limit", "3000"},
      {"scev-cheap-expansion-budget", "16"}, // a loop is unrolled although its number of turns takes a
                                             // division by a power of two and a few sums
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
/// with, put before each return of the text and at the beginning of each case, keeps them apart. Branches
/// that meet where the function ends anyway are joined by ptxas, too.
class KeepApart {
 public:
  explicit KeepApart(llvm::Module& module) : module_(module) {
    for (llvm::Function& function : module)
      for (llvm::BasicBlock& block : function) {
        if (llvm::isa<llvm::ReturnInst>(block.getTerminator()) && block.getName().starts_with("return"))
          mark_returns(block); // Clang makes a block of that name of a text's `return`
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

/// What the innermost loops of a function tell of its blocks, as the text has them.
class TextLoops {
 public:
  explicit TextLoops(llvm::Function& function)
      : names_(llvm::Triple(triple)), library_(names_), assumptions_(function), tree_(function),
        loops_(tree_), evolution_(function, library_, assumptions_, tree_, loops_) {}

  /// True where a load keeps its line although it is moved out of its loop: what a condition loads is copied
  /// in front of the loop first, and a short loop is unrolled first.
  [[nodiscard]] bool keep_lines(llvm::BasicBlock& block) {
    constexpr unsigned most_turns = 64;
    const llvm::Loop* const loop = loops_.getLoopFor(&block);
    if (loop == nullptr) return true;
    if (loop->getHeader() == &block && block.getTerminator()->getNumSuccessors() == 2) return true;
    const unsigned turns = evolution_.getSmallConstantTripCount(loop);
    return turns != 0 && turns <= most_turns;
  }

 private:
  llvm::TargetLibraryInfoImpl names_;
  llvm::TargetLibraryInfo library_;
  llvm::AssumptionCache assumptions_;
  llvm::DominatorTree tree_;
  llvm::LoopInfo loops_;
  llvm::ScalarEvolution evolution_;
};

/// Remembers each access's line, which LLVM forgets when it moves the access to another block, and that of a
/// block's last access.
void note_lines(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    TextLoops loops(function);
    for (llvm::BasicBlock& block : function) {
      const bool keeps = loops.keep_lines(block);
      llvm::MDNode* last = nullptr;
      for (llvm::Instruction& instruction : block)
        if (instruction.mayReadOrWriteMemory()) {
          last = instruction.getDebugLoc().getAsMDNode();
          instruction.setMetadata(line_note, last);
          if (keeps) instruction.setMetadata(keep_note, last);
        }
      if (block.getSingleSuccessor() != nullptr) block.getTerminator()->setMetadata(line_note, last);
    }
  }
}

llvm::DebugLoc first_place(const llvm::Function& function) {
  for (const llvm::Instruction& one : function.getEntryBlock())
    if (!llvm::isa<llvm::AllocaInst>(one) && one.getDebugLoc() && one.getDebugLoc().getLine() != 0)
      return one.getDebugLoc();
  return {};
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

bool has_line(const llvm::Instruction& instruction) {
  return instruction.getDebugLoc() && instruction.getDebugLoc().getLine() != 0;
}

/// The parameter that an address is computed from; null: none.
const llvm::Argument* parameter_of(const llvm::Instruction& instruction) {
  const llvm::Value* base = nullptr;
  if (const auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
    base = element->getPointerOperand();
  else base = llvm::getLoadStorePointerOperand(&instruction);
  while (const auto* cast = llvm::dyn_cast_or_null<llvm::AddrSpaceCastInst>(base))
    base = cast->getPointerOperand();
  return llvm::dyn_cast_or_null<llvm::Argument>(base);
}

/// A load made for a variable in memory that a loop keeps in a register has the line of the loop's accesses.
llvm::DebugLoc place_of_kept(const llvm::LoadInst& load) {
  for (const llvm::Instruction& one : llvm::instructions(*load.getFunction())) {
    if (&one == &load || llvm::getLoadStorePointerOperand(&one) != load.getPointerOperand()) continue;
    if (llvm::MDNode* const note = one.getMetadata(line_note)) return {llvm::cast<llvm::DILocation>(note)};
    if (has_line(one)) return one.getDebugLoc();
  }
  return {};
}

/// The line of an access that LLVM left none, where it does not follow from the instruction before it.
llvm::DebugLoc own_place(const llvm::Instruction& access) {
  llvm::MDNode* const note = access.getMetadata(line_note);
  const bool is_lost = !access.getDebugLoc(); // not that of two lines
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&access)) {
    if (is_lost && note == nullptr) return place_of_kept(*load);
    if (is_lost && access.getMetadata(keep_note) == nullptr) return {};
    if (note == nullptr) return place_of_address(*load);
  }
  return note == nullptr ? llvm::DebugLoc{} : llvm::DebugLoc(llvm::cast<llvm::DILocation>(note));
}

/// What LLVM made of two instructions of different lines, or moved out of a loop, has none. In a line table
/// it gets the line of the instruction before it, and so do a profiler's counts. That may be the conversion
/// of a parameter to an address of global memory (`cvta`), which stands before the parameter's first use in
/// each block and has the line of the kernel's first instruction, `first`.
void give_lines(llvm::Function& function, const llvm::DebugLoc& first) {
  llvm::DebugLoc last;
  for (llvm::BasicBlock& block : function) {
    llvm::SmallPtrSet<const llvm::Argument*, 8> converted;
    for (llvm::Instruction& one : block) {
      if (llvm::isa<llvm::PHINode, llvm::AddrSpaceCastInst>(one)) continue;
      if (const llvm::Argument* parameter = parameter_of(one);
          parameter != nullptr && first && converted.insert(parameter).second)
        last = first;
      if (!has_line(one) && one.mayReadOrWriteMemory()) {
        const llvm::DebugLoc own = own_place(one);
        one.setDebugLoc(own ? own : last);
      }
      if (has_line(one)) last = one.getDebugLoc();
    }
    // What a block hands on is computed where its last access stood, in front of the branch.
    if (llvm::MDNode* const note = block.getTerminator()->getMetadata(line_note);
        note != nullptr && block.getSingleSuccessor() != nullptr)
      last = llvm::DebugLoc(llvm::cast<llvm::DILocation>(note));
  }
}

/// Marks accesses of less than a word of shared memory and of a thread's own arrays, or takes the mark away:
/// as volatile ones LLVM leaves them alone.
class NarrowSharedAccesses : public llvm::PassInfoMixin<NarrowSharedAccesses> {
 public:
  explicit NarrowSharedAccesses(bool mark) : mark_(mark) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) const {
    constexpr unsigned bits_of_word = 32;
    for (llvm::Instruction& one : llvm::instructions(function)) {
      const llvm::Value* const address = llvm::getLoadStorePointerOperand(&one);
      if (address == nullptr) continue;
      if (!mark_) {
        if (one.getMetadata(narrow_note) == nullptr) continue;
        one.setMetadata(narrow_note, nullptr);
        set_volatile(one, false);
      } else if (llvm::getLoadStoreType(&one)->getScalarSizeInBits() < bits_of_word &&
                 !llvm::getLoadStoreType(&one)->isPtrOrPtrVectorTy() && !one.isVolatile() &&
                 llvm::getLoadStoreAddressSpace(&one) == shared_space) {
        one.setMetadata(narrow_note, llvm::MDNode::get(one.getContext(), {}));
        set_volatile(one, true);
      }
    }
    return llvm::PreservedAnalyses::none();
  }

 private:
  static constexpr const char* narrow_note = "warpscope.narrow";
  static void set_volatile(llvm::Instruction& one, bool is) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&one)) load->setVolatile(is);
    else llvm::cast<llvm::StoreInst>(one).setVolatile(is);
  }
  bool mark_;
};

/// Divisions of 64 bits look first whether 32 hold both numbers, as ptxas' do, in front of its function.
class BypassLongDivisions : public llvm::PassInfoMixin<BypassLongDivisions> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) const {
    const llvm::DenseMap<unsigned, unsigned> widths{{64, 32}};
    bool changed = false;
    for (llvm::BasicBlock* block = &function.front(); block != nullptr;) {
      llvm::BasicBlock* const next = block->getNextNode(); // what is split off stands before it
      changed = llvm::bypassSlowDivision(block, widths) || changed;
      block = next;
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }
};

} // namespace

void optimise_as_compiled(llvm::Module& module, std::uint32_t compute_capability) {
  drop_matrix_notes(module);
  describe_primitives(module);
  describe_variables(module);
  module.setTargetTriple(triple);
  set_options();
  note_lines(module);
  const std::vector<llvm::Function*> kernels = kernels_in(module);
  std::map<const llvm::Function*, llvm::DebugLoc> first_places;
  for (llvm::Function* kernel : kernels) {
    first_places[kernel] = first_place(*kernel);
    place_parameters(*kernel);
  }
  hide_shared_variables(module);
  add_weights(module);
  mark_wrapping_steps(module);
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

  builder.registerPipelineStartEPCallback([](llvm::ModulePassManager& start, llvm::OptimizationLevel) {
    start.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::InferAddressSpacesPass()));
  });
  llvm::ModulePassManager passes = builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3);
  llvm::FunctionPassManager last;
  last.addPass(llvm::InferAddressSpacesPass());
  last.addPass(llvm::SinkingPass()); // what one side of a branch needs is loaded there
  last.addPass(ArraysInRegisters());
  last.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  last.addPass(BypassLongDivisions());
  last.addPass(NarrowSharedAccesses(true)); // LLVM merges bytes, too
  last.addPass(llvm::LoadStoreVectorizerPass());
  last.addPass(NarrowSharedAccesses(false));
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(last)));
  passes.addPass(AlignSharedVariables());
  llvm::FunctionPassManager assembler;
  assembler.addPass(MergeSharedAccesses());
  assembler.addPass(NarrowVectorLoads());
  assembler.addPass(llvm::EarlyCSEPass());
  assembler.addPass(MarkCombinedAtomics(compute_capability));
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(assembler)));
  passes.run(module, modules);
  apart.remove();
  remove_weights(module);
  for (llvm::Function& function : module) give_lines(function, first_places[&function]);
}

} // namespace warpscope::frontend
