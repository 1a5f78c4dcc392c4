// Writes a module as PTX: our primitives become the instructions they stand for, and each access gets a line
// number of its own in the debug information, by which it is found again in the text.
#include "sim/lower/listing.h"

#include "sim/lower/source_positions.h"
#include "sim/program/enums.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <map>
#include <optional>
#include <string>

namespace warpscope::lower {
namespace {

using namespace llvm;
using program::SpecialRegister;

constexpr const char* access_mark = "warpscope.access";
constexpr const char* place_mark = "warpscope.place"; ///< the text and the line
std::string file_name(std::uint32_t text) { return "warpscope_" + std::to_string(text) + ".cu"; }
constexpr unsigned first_access_line = 1u << 22;
constexpr std::size_t longest = 20'000; ///< lines whose registers are estimated

MDNode* mark_of(LLVMContext& context, std::initializer_list<std::uint32_t> numbers) {
  SmallVector<Metadata*, 2> parts;
  for (const std::uint32_t number : numbers)
    parts.push_back(ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), number)));
  return MDNode::get(context, parts);
}
std::uint32_t number_in(const MDNode& mark, unsigned part) {
  return static_cast<std::uint32_t>(mdconst::extract<ConstantInt>(mark.getOperand(part))->getZExtValue());
}

std::optional<Intrinsic::ID> intrinsic_of(SpecialRegister what) {
  switch (what) {
  case SpecialRegister::TidX: return Intrinsic::nvvm_read_ptx_sreg_tid_x;
  case SpecialRegister::TidY: return Intrinsic::nvvm_read_ptx_sreg_tid_y;
  case SpecialRegister::TidZ: return Intrinsic::nvvm_read_ptx_sreg_tid_z;
  case SpecialRegister::NTidX: return Intrinsic::nvvm_read_ptx_sreg_ntid_x;
  case SpecialRegister::NTidY: return Intrinsic::nvvm_read_ptx_sreg_ntid_y;
  case SpecialRegister::NTidZ: return Intrinsic::nvvm_read_ptx_sreg_ntid_z;
  case SpecialRegister::CtaidX: return Intrinsic::nvvm_read_ptx_sreg_ctaid_x;
  case SpecialRegister::CtaidY: return Intrinsic::nvvm_read_ptx_sreg_ctaid_y;
  case SpecialRegister::CtaidZ: return Intrinsic::nvvm_read_ptx_sreg_ctaid_z;
  case SpecialRegister::NCtaidX: return Intrinsic::nvvm_read_ptx_sreg_nctaid_x;
  case SpecialRegister::NCtaidY: return Intrinsic::nvvm_read_ptx_sreg_nctaid_y;
  case SpecialRegister::NCtaidZ: return Intrinsic::nvvm_read_ptx_sreg_nctaid_z;
  case SpecialRegister::LaneId: return Intrinsic::nvvm_read_ptx_sreg_laneid;
  case SpecialRegister::WarpId: return Intrinsic::nvvm_read_ptx_sreg_warpid;
  case SpecialRegister::NWarpId: return Intrinsic::nvvm_read_ptx_sreg_nwarpid;
  case SpecialRegister::SmId: return Intrinsic::nvvm_read_ptx_sreg_smid;
  case SpecialRegister::LaneMaskEq: return Intrinsic::nvvm_read_ptx_sreg_lanemask_eq;
  case SpecialRegister::LaneMaskLt: return Intrinsic::nvvm_read_ptx_sreg_lanemask_lt;
  case SpecialRegister::LaneMaskLe: return Intrinsic::nvvm_read_ptx_sreg_lanemask_le;
  case SpecialRegister::LaneMaskGt: return Intrinsic::nvvm_read_ptx_sreg_lanemask_gt;
  case SpecialRegister::LaneMaskGe: return Intrinsic::nvvm_read_ptx_sreg_lanemask_ge;
  default: return std::nullopt;
  }
}

std::optional<AtomicRMWInst::BinOp> operation_of(program::AtomicOp op) {
  using Op = program::AtomicOp;
  switch (op) {
  case Op::Add: return AtomicRMWInst::Add;
  case Op::AddF32:
  case Op::AddF64: return AtomicRMWInst::FAdd;
  case Op::MinS: return AtomicRMWInst::Min;
  case Op::MinU: return AtomicRMWInst::UMin;
  case Op::MaxS: return AtomicRMWInst::Max;
  case Op::MaxU: return AtomicRMWInst::UMax;
  case Op::And: return AtomicRMWInst::And;
  case Op::Or: return AtomicRMWInst::Or;
  case Op::Xor: return AtomicRMWInst::Xor;
  case Op::Exch: return AtomicRMWInst::Xchg;
  default: return std::nullopt;
  }
}

/// Puts LLVM's own in the place of calls of our primitives, where it has one; the others stay calls.
class Primitives {
 public:
  explicit Primitives(Module& module) : module_(module) {}

  void replace() {
    std::vector<CallInst*> calls;
    for (Function& function : module_)
      for (Instruction& instruction : instructions(function))
        if (auto* call = dyn_cast<CallInst>(&instruction); call != nullptr && call->getCalledFunction())
          if (call->getCalledFunction()->getName().starts_with("__ws_")) calls.push_back(call);
    for (CallInst* call : calls) {
      IRBuilder<> build(call);
      Value* made = value_of(call->getCalledFunction()->getName().drop_front(5), *call, build);
      if (made == nullptr) continue;
      if (auto* instruction = dyn_cast<Instruction>(made))
        for (const char* mark : {access_mark, place_mark})
          instruction->setMetadata(mark, call->getMetadata(mark));
      if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(made);
      call->eraseFromParent();
    }
  }

 private:
  static std::optional<std::uint64_t> constant(const CallInst& call, unsigned n) {
    const auto* number = dyn_cast<ConstantInt>(call.getArgOperand(n));
    return number != nullptr ? std::optional(number->getZExtValue()) : std::nullopt;
  }
  Value* call_of(IRBuilder<>& build, Intrinsic::ID id, ArrayRef<Value*> values) {
    return build.CreateCall(Intrinsic::getDeclaration(&module_, id), values);
  }
  Value* overloaded(IRBuilder<>& build, Intrinsic::ID id, ArrayRef<Value*> values) {
    return build.CreateCall(Intrinsic::getDeclaration(&module_, id, {values[0]->getType()}), values);
  }

  Value* value_of(StringRef name, CallInst& call, IRBuilder<>& build) {
    const auto argument = [&](unsigned n) { return call.getArgOperand(n); };
    if (name == "special") {
      const auto number = constant(call, 0);
      const auto id = number ? intrinsic_of(static_cast<SpecialRegister>(*number)) : std::nullopt;
      return id ? call_of(build, *id, {}) : nullptr;
    }
    if (name == "bar_sync") return call_of(build, Intrinsic::nvvm_barrier0, {});
    if (name == "syncwarp") return call_of(build, Intrinsic::nvvm_bar_warp_sync, {argument(0)});
    if (name == "fma_f32" || name == "fma_f64")
      return overloaded(build, Intrinsic::fma, {argument(0), argument(1), argument(2)});
    if (name == "mulhi_s32") return call_of(build, Intrinsic::nvvm_mulhi_i, {argument(0), argument(1)});
    if (name == "mulhi_u32") return call_of(build, Intrinsic::nvvm_mulhi_ui, {argument(0), argument(1)});
    if (name == "half_math") return half(call, build);
    if (name == "prmt") return call_of(build, Intrinsic::nvvm_prmt, {argument(0), argument(1), argument(2)});
    const auto two = [&](Intrinsic::ID id) { return overloaded(build, id, {argument(0), argument(1)}); };
    if (name.starts_with("min_s")) return two(Intrinsic::smin);
    if (name.starts_with("min_u")) return two(Intrinsic::umin);
    if (name.starts_with("max_s")) return two(Intrinsic::smax);
    if (name.starts_with("max_u")) return two(Intrinsic::umax);
    if (name == "popc32") return overloaded(build, Intrinsic::ctpop, {argument(0)});
    if (name == "brev32") return overloaded(build, Intrinsic::bitreverse, {argument(0)});
    if (name == "clz32") return overloaded(build, Intrinsic::ctlz, {argument(0), build.getFalse()});
    if (name == "f32_to_s32" && constant(call, 1) == static_cast<unsigned>(program::Rounding::Zero))
      return build.CreateFPToSI(argument(0), call.getType());
    if (name == "f32_to_u32" && constant(call, 1) == static_cast<unsigned>(program::Rounding::Zero))
      return build.CreateFPToUI(argument(0), call.getType());
    if (name == "fence") {
      constexpr Intrinsic::ID scopes[] = {Intrinsic::nvvm_membar_cta, Intrinsic::nvvm_membar_gl,
                                          Intrinsic::nvvm_membar_sys};
      const auto scope = constant(call, 0);
      return scope && *scope < 3 ? call_of(build, scopes[*scope], {}) : nullptr;
    }
    if (name == "shfl") {
      constexpr Intrinsic::ID modes[] = {Intrinsic::nvvm_shfl_sync_idx_i32, Intrinsic::nvvm_shfl_sync_up_i32,
                                         Intrinsic::nvvm_shfl_sync_down_i32,
                                         Intrinsic::nvvm_shfl_sync_bfly_i32};
      const auto mode = constant(call, 1);
      return mode && *mode < 4
                 ? call_of(build, modes[*mode], {argument(0), argument(2), argument(3), argument(4)})
                 : nullptr;
    }
    if (name == "math_f32") return math(call, build);
    if (name.starts_with("atomic_")) return atomic(call, build);
    if (name == "cas_u32" || name == "cas_u64") {
      Value* both = build.CreateAtomicCmpXchg(pointer_of(argument(0)), argument(1), argument(2), MaybeAlign(),
                                              AtomicOrdering::Monotonic, AtomicOrdering::Monotonic);
      return build.CreateExtractValue(both, 0);
    }
    return nullptr;
  }

  /// Null: it stays a call.
  Value* half(CallInst& call, IRBuilder<>& build) {
    using program::HalfOp, program::HalfFlags;
    const auto number = constant(call, 0);
    if (!number) return nullptr;
    Type* const element = (*number & HalfFlags::bfloat) != 0 ? build.getBFloatTy() : build.getHalfTy();
    const bool pair = (*number & HalfFlags::pair) != 0;
    Type* const type = pair ? static_cast<Type*>(FixedVectorType::get(element, 2)) : element;
    Value* x[3];
    for (unsigned i = 0; i < 3; ++i) {
      Value* const bits = call.getArgOperand(i + 1);
      x[i] = build.CreateBitCast(pair ? bits : build.CreateTrunc(bits, build.getInt16Ty()), type);
    }
    Value* made = nullptr;
    switch (static_cast<HalfOp>(*number % HalfFlags::bfloat)) {
    case HalfOp::Add: made = build.CreateFAdd(x[0], x[1]); break;
    case HalfOp::Sub: made = build.CreateFSub(x[0], x[1]); break;
    case HalfOp::Mul: made = build.CreateFMul(x[0], x[1]); break;
    case HalfOp::Fma: made = overloaded(build, Intrinsic::fma, {x[0], x[1], x[2]}); break;
    case HalfOp::Min: made = overloaded(build, Intrinsic::minnum, {x[0], x[1]}); break;
    case HalfOp::Max: made = overloaded(build, Intrinsic::maxnum, {x[0], x[1]}); break;
    case HalfOp::Neg: made = build.CreateFNeg(x[0]); break;
    case HalfOp::Abs: made = overloaded(build, Intrinsic::fabs, {x[0]}); break;
    default: return nullptr;
    }
    if (pair) return build.CreateBitCast(made, build.getInt32Ty());
    return build.CreateZExt(build.CreateBitCast(made, build.getInt16Ty()), build.getInt32Ty());
  }

  /// The pointer before it became a generic one.
  static Value* pointer_of(Value* pointer) {
    while (auto* cast = dyn_cast<AddrSpaceCastOperator>(pointer)) pointer = cast->getPointerOperand();
    return pointer;
  }
  Value* atomic(CallInst& call, IRBuilder<>& build) {
    const auto number = constant(call, 0);
    const auto op = number ? operation_of(static_cast<program::AtomicOp>(*number)) : std::nullopt;
    Value* value = call.getArgOperand(2);
    if (!op || value->getType()->isIntegerTy(16)) return nullptr;
    const bool floats = *op == AtomicRMWInst::FAdd;
    if (floats != value->getType()->isFloatingPointTy()) return nullptr;
    return build.CreateAtomicRMW(*op, pointer_of(call.getArgOperand(1)), value, MaybeAlign(),
                                 AtomicOrdering::Monotonic);
  }
  Value* math(CallInst& call, IRBuilder<>& build) {
    const auto number = constant(call, 0);
    if (!number) return nullptr;
    Value* x = call.getArgOperand(1);
    switch (static_cast<program::MathFunction>(*number)) {
    case program::MathFunction::Sqrt: return overloaded(build, Intrinsic::sqrt, {x});
    case program::MathFunction::Abs: return overloaded(build, Intrinsic::fabs, {x});
    case program::MathFunction::Floor: return overloaded(build, Intrinsic::floor, {x});
    case program::MathFunction::Ceil: return overloaded(build, Intrinsic::ceil, {x});
    default: return nullptr;
    }
  }

  Module& module_;
};

/// Debug information anew: a function's instructions have the line of their place, or of their access.
void give_places(Module& module) {
  StripDebugInfo(module);
  if (module.getModuleFlag("Debug Info Version") == nullptr)
    module.addModuleFlag(Module::Warning, "Debug Info Version", DEBUG_METADATA_VERSION);
  DIBuilder build(module);
  std::vector<DIFile*> files; ///< by text
  const auto file_of = [&](std::uint32_t text) {
    while (files.size() <= text)
      files.push_back(build.createFile(file_name(static_cast<std::uint32_t>(files.size())), ""));
    return files[text];
  };
  DIFile* const file = file_of(0);
  build.createCompileUnit(dwarf::DW_LANG_C_plus_plus, file, "", true, "", 0, "",
                          DICompileUnit::DebugDirectivesOnly);
  DISubroutineType* const type = build.createSubroutineType(build.getOrCreateTypeArray({}));
  for (Function& function : module) {
    if (function.isDeclaration()) continue;
    DISubprogram* const scope = build.createFunction(file, function.getName(), function.getName(), file, 0,
                                                     type, 1, DINode::FlagZero,
                                                     DISubprogram::SPFlagDefinition);
    function.setSubprogram(scope);
    for (Instruction& instruction : instructions(function)) {
      const std::uint32_t access = access_number(instruction);
      const MDNode* place = instruction.getMetadata(place_mark);
      if (access != 0)
        instruction.setDebugLoc(DILocation::get(module.getContext(), first_access_line + access, 0, scope));
      else if (place != nullptr)
        instruction.setDebugLoc(
            DILocation::get(module.getContext(), number_in(*place, 1), 0,
                            build.createLexicalBlockFile(scope, file_of(number_in(*place, 0)), 0)));
    }
  }
  build.finalize();
}

std::unique_ptr<TargetMachine> machine_of(std::uint32_t compute_capability) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  constexpr const char* triple = "nvptx64-nvidia-cuda";
  std::string ignored;
  const Target* target = TargetRegistry::lookupTarget(triple, ignored);
  if (target == nullptr) return nullptr;
  return std::unique_ptr<TargetMachine>(
      target->createTargetMachine(triple, "sm_" + std::to_string(std::min(compute_capability, 90u)), "+ptx80",
                                  {}, std::nullopt, std::nullopt, CodeGenOptLevel::Aggressive));
}

bool touches_memory(const Instruction& instruction) {
  if (isa<LoadInst>(instruction) || isa<StoreInst>(instruction) || instruction.isAtomic()) return true;
  const auto* call = dyn_cast<CallInst>(&instruction);
  if (call == nullptr || call->getCalledFunction() == nullptr) return false;
  const StringRef name = call->getCalledFunction()->getName();
  return name.starts_with("__ws_atomic_") || name.starts_with("__ws_cas_");
}

} // namespace

std::uint32_t access_number(const Instruction& instruction) {
  const MDNode* mark = instruction.getMetadata(access_mark);
  return mark != nullptr ? number_in(*mark, 0) : 0;
}

struct ListingWriter::Impl {
  std::unique_ptr<TargetMachine> machine;
  std::unique_ptr<Module> module;
  struct Place {
    std::uint32_t file = 0, line = 0;
  };
  std::vector<Place> places; ///< by access number
};

ListingWriter::ListingWriter(const frontend::FrontendOutput& input, std::uint32_t compute_capability)
    : impl_(std::make_unique<Impl>()) {
  impl_->machine = machine_of(compute_capability);
  if (impl_->machine == nullptr) return;
  Module& module = *input.module;
  LLVMContext& context = module.getContext();
  const lowering::SourcePositions positions(input);
  impl_->places.resize(1);
  for (Function& function : module)
    for (Instruction& instruction : instructions(function)) {
      Impl::Place place;
      if (const DILocation* at = positions.in_text(instruction)) {
        place = {positions.text_named(std::string_view(at->getFilename())).value_or(0), at->getLine()};
        instruction.setMetadata(place_mark, mark_of(context, {place.file, place.line}));
      }
      if (!touches_memory(instruction)) continue;
      instruction.setMetadata(access_mark,
                              mark_of(context, {static_cast<std::uint32_t>(impl_->places.size())}));
      impl_->places.push_back(place);
    }
  impl_->module = CloneModule(module);
}

ListingWriter::~ListingWriter() = default;

std::vector<program::Listing> ListingWriter::write(const program::Program& lowered,
                                                   const std::vector<std::uint32_t>& accesses) {
  std::vector<program::Listing> listings;
  if (impl_->module == nullptr) return listings;
  Module& module = *impl_->module;
  Primitives(module).replace();
  give_places(module);
  module.setTargetTriple(impl_->machine->getTargetTriple().str());
  module.setDataLayout(impl_->machine->createDataLayout());
  SmallString<0> ptx;
  {
    raw_svector_ostream out(ptx);
    legacy::PassManager passes;
    if (impl_->machine->addPassesToEmitFile(passes, out, nullptr, CodeGenFileType::AssemblyFile))
      return listings;
    passes.run(module);
  }
  std::map<std::uint32_t, std::vector<std::uint32_t>> sites; ///< by access number
  for (std::uint32_t s = 0; s < accesses.size(); ++s)
    if (accesses[s] != 0) sites[accesses[s]].push_back(s);
  std::vector<std::string> files = {file_name(0)};
  for (const Impl::Place& place : impl_->places)
    while (files.size() <= place.file) files.push_back(file_name(static_cast<std::uint32_t>(files.size())));
  for (const program::Kernel& kernel : lowered.kernels) {
    program::Listing listing;
    listing.symbol = kernel.symbol;
    listing.lines = program::read_ptx(std::string_view(ptx.data(), ptx.size()), kernel.symbol, files);
    std::map<std::uint32_t, std::size_t> seen;
    for (program::ListedLine& line : listing.lines) {
      if (line.line <= first_access_line) continue;
      const std::uint32_t access = line.line - first_access_line;
      const Impl::Place place = access < impl_->places.size() ? impl_->places[access] : Impl::Place();
      line.line = place.line, line.file = place.file;
      const std::string_view text = line.text;
      const std::size_t word = text.starts_with('@') ? text.find(' ') + 1 : 0;
      const std::string_view opcode = text.substr(word);
      const bool memory = (opcode.starts_with("ld.") && !opcode.starts_with("ld.param")) ||
                          opcode.starts_with("st.") || opcode.starts_with("atom.") ||
                          opcode.starts_with("red.") || opcode.find("atomic_") != std::string_view::npos ||
                          opcode.find("cas_") != std::string_view::npos;
      const auto known = sites.find(access);
      if (!memory || known == sites.end()) continue;
      // An access of several sites is several instructions, in the same order.
      line.site = known->second[std::min(seen[access]++, known->second.size() - 1)];
    }
    if (listing.lines.size() <= longest) listing.registers = program::most_alive(listing.lines);
    listings.push_back(std::move(listing));
  }
  return listings;
}

} // namespace warpscope::lower
