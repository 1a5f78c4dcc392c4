// Puts calls that do nothing behind mathematical functions, as many as the functions have instructions of
// PTX.
#include "sim/frontend/function_weights.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "sim/program/enums.h"

#include <cstdint>
#include <vector>

namespace warpscope::frontend {
namespace {

using program::MathFunction;

constexpr llvm::StringRef weight_name = "__ws_weight_";

struct FunctionSize {
  MathFunction function;
  unsigned single, twice; ///< instructions of float and of double
};

/// Instructions of PTX that NVRTC 13.0 makes of `b[i] = f(a[i])` for sm_90, less those of a copy. What is not
/// listed is one instruction, or a few.
constexpr FunctionSize function_sizes[] = {
    {MathFunction::Cbrt, 17, 56},     {MathFunction::Rcbrt, 20, 61},       {MathFunction::Exp, 18, 61},
    {MathFunction::Exp2, 1, 63},      {MathFunction::Exp10, 18, 67},       {MathFunction::Expm1, 36, 68},
    {MathFunction::Log, 42, 82},      {MathFunction::Log2, 45, 85},        {MathFunction::Log10, 43, 85},
    {MathFunction::Log1p, 48, 115},   {MathFunction::Sin, 113, 210},       {MathFunction::Cos, 114, 211},
    {MathFunction::Tan, 114, 231},    {MathFunction::Sinpi, 39, 46},       {MathFunction::Cospi, 41, 50},
    {MathFunction::Asin, 34, 94},     {MathFunction::Acos, 38, 116},       {MathFunction::Atan, 31, 59},
    {MathFunction::Sinh, 37, 88},     {MathFunction::Cosh, 24, 59},        {MathFunction::Tanh, 24, 82},
    {MathFunction::Asinh, 62, 143},   {MathFunction::Acosh, 64, 141},      {MathFunction::Atanh, 58, 122},
    {MathFunction::Erf, 28, 91},      {MathFunction::Erfc, 71, 147},       {MathFunction::Tgamma, 217, 697},
    {MathFunction::Lgamma, 323, 500}, {MathFunction::Logb, 20, 30},        {MathFunction::Pow, 129, 278},
    {MathFunction::Fmod, 83, 242},    {MathFunction::Remainder, 110, 258}, {MathFunction::Atan2, 58, 72},
    {MathFunction::Hypot, 24, 41},    {MathFunction::Nextafter, 40, 40},
};

/// True inside of __sinf and its like, which are an instruction or two.
bool is_fast(const llvm::CallInst& call) {
  for (const llvm::DILocation* place = call.getDebugLoc().get(); place != nullptr;
       place = place->getInlinedAt()) {
    const llvm::DISubprogram* const function = place->getScope()->getSubprogram();
    if (function == nullptr) continue;
    const llvm::StringRef name = function->getName();
    if (name.starts_with("__") && !name.starts_with("__ws") && name.ends_with("f")) return true;
  }
  return false;
}

unsigned instructions_of(const llvm::CallInst& call) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  if (number == nullptr || is_fast(call)) return 1;
  const auto function = static_cast<MathFunction>(number->getZExtValue());
  for (const FunctionSize& size : function_sizes)
    if (size.function == function) return call.getType()->isFloatTy() ? size.single : size.twice;
  return 1;
}

void add_weight(llvm::CallInst& call, llvm::Function& weight) {
  constexpr unsigned of_call = 4, of_weight = 2; // what LLVM takes for the size of calls: arguments, and one
  const unsigned instructions = instructions_of(call);
  if (instructions <= of_call) return;
  std::vector<llvm::Use*> uses;
  for (llvm::Use& use : call.uses()) uses.push_back(&use);
  llvm::Instruction* last = &call;
  for (unsigned i = 0; i < (instructions - of_call) / of_weight; ++i) {
    auto* const next = llvm::CallInst::Create(&weight, {last}, "", std::next(last->getIterator()));
    next->setDebugLoc(call.getDebugLoc());
    last = next;
  }
  for (llvm::Use* use : uses) use->set(last);
}

} // namespace

void add_weights(llvm::Module& module) {
  for (const char* name : {"__ws_math_f32", "__ws_math_f64"}) {
    llvm::Function* const function = module.getFunction(name);
    if (function == nullptr) continue;
    llvm::Type* const type = function->getReturnType();
    llvm::Function* const weight = llvm::Function::Create(llvm::FunctionType::get(type, {type}, false),
                                                          llvm::GlobalValue::ExternalLinkage,
                                                          weight_name + function->getName(), module);
    weight->setDoesNotAccessMemory();
    weight->setDoesNotThrow();
    weight->addFnAttr(llvm::Attribute::WillReturn);
    std::vector<llvm::CallInst*> calls;
    for (llvm::User* user : function->users())
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user);
          call != nullptr && call->getCalledFunction() == function)
        calls.push_back(call);
    for (llvm::CallInst* call : calls) add_weight(*call, *weight);
  }
}

void remove_weights(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.getName().starts_with(weight_name)) continue;
    while (!function.use_empty()) {
      auto* const call = llvm::cast<llvm::CallInst>(function.user_back());
      call->replaceAllUsesWith(call->getArgOperand(0));
      call->eraseFromParent();
    }
    function.eraseFromParent();
  }
}

} // namespace warpscope::frontend
