// Keeps the values of an inline PTX statement.
#include "sim/frontend/ptx_values.h"

#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "sim/base/access.h"
#include "sim/frontend/ptx_names.h"
#include "sim/frontend/special_register.h"
#include "sim/program/enums.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <string_view>

namespace warpscope::frontend {

using llvm::Value;

PtxValues::PtxValues(llvm::CallInst& call) : call_(call), before_(call.getPrevNode()), builder_(&call) {
  builder_.SetCurrentDebugLocation(call.getDebugLoc());
}

bool PtxValues::read_constraints(const llvm::InlineAsm& assembly) {
  unsigned argument = 0;
  unsigned operand = 0;
  for (const llvm::InlineAsm::ConstraintInfo& one : assembly.ParseConstraints()) {
    if (one.Type == llvm::InlineAsm::isClobber) continue;
    if (one.isIndirect || one.Type == llvm::InlineAsm::isLabel) return false;
    if (one.Type == llvm::InlineAsm::isOutput) {
      ++outputs_, ++operand;
      continue;
    }
    if (argument >= call_.arg_size()) return false;
    Value* const given = call_.getArgOperand(argument++);
    if (one.hasMatchingInput() ||
        (!one.Codes.empty() && std::isdigit(static_cast<unsigned char>(one.Codes[0][0])) != 0))
      values_["$" + one.Codes[0]] = bits_of(given);
    values_["$" + std::to_string(operand++)] = bits_of(given);
  }
  return true;
}

void PtxValues::name_statement(const PtxStatement& one, const llvm::DebugLoc& place) {
  std::string name;
  for (const std::string& word : one.words) name += (name.empty() ? "" : ".") + word;
  call_.setDebugLoc(with_ptx_name(module(), place, name)); // branches take theirs from it
  builder_.SetCurrentDebugLocation(call_.getDebugLoc());
}

Value* PtxValues::bits_of(Value* value) {
  llvm::Type* const type = value->getType();
  if (type->isPointerTy()) return builder_.CreatePtrToInt(value, builder_.getInt64Ty());
  if (type->isIntegerTy()) return value;
  return builder_.CreateBitCast(value, builder_.getIntNTy(type->getScalarSizeInBits()));
}

Value* PtxValues::as_float(Value* bits) {
  return builder_.CreateBitCast(bits, bits->getType()->isIntegerTy(64) ? builder_.getDoubleTy()
                                                                       : builder_.getFloatTy());
}

Value* PtxValues::value_of(const std::string& name, unsigned bits) {
  llvm::Type* const type = builder_.getIntNTy(bits);
  if (const auto found = values_.find(name); found != values_.end())
    return builder_.CreateZExtOrTrunc(found->second, type);
  if (name.starts_with('%')) return special(name.starts_with("%%") ? name.substr(1) : name, bits);
  if (name == "WARP_SZ") return llvm::ConstantInt::get(type, 32);
  const bool minus = name.starts_with('-');
  std::string_view rest = std::string_view(name).substr(minus ? 1 : 0);
  std::uint64_t number = 0;
  int base = 10;
  if (rest.starts_with("0x") || rest.starts_with("0X")) rest = rest.substr(2), base = 16;
  else if (rest.starts_with("0f") || rest.starts_with("0F") || rest.starts_with("0d") ||
           rest.starts_with("0D"))
    rest = rest.substr(2), base = 16; // the bits of a floating-point number
  if (rest.ends_with('U')) rest.remove_suffix(1);
  if (const std::size_t point = rest.find('.');
      base == 10 && point != std::string_view::npos && (bits == 32 || bits == 64)) {
    double decimal = 0; // PTX takes 1.0 for the bits of a float, too
    const auto [end, code] = std::from_chars(rest.data(), rest.data() + rest.size(), decimal);
    if (code != std::errc{} || end != rest.data() + rest.size()) return nullptr;
    return bits_of(llvm::ConstantFP::get(bits == 64 ? builder_.getDoubleTy() : builder_.getFloatTy(),
                                         minus ? -decimal : decimal));
  }
  const auto [end, code] = std::from_chars(rest.data(), rest.data() + rest.size(), number, base);
  if (rest.empty() || code != std::errc{} || end != rest.data() + rest.size()) return nullptr;
  return llvm::ConstantInt::get(type, minus ? 0 - number : number);
}

Value* PtxValues::special(const std::string& name, unsigned bits) {
  llvm::Type* const type = builder_.getIntNTy(bits);
  if (name == "%clock64" || name == "%globaltimer" || name == "%globaltimer_lo")
    return builder_.CreateZExtOrTrunc(primitive("__ws_clock64", builder_.getInt64Ty(), {}), type);
  if (name == "%clock_hi" || name == "%globaltimer_hi")
    return builder_.CreateZExtOrTrunc(
        builder_.CreateLShr(primitive("__ws_clock64", builder_.getInt64Ty(), {}), 32), type);
  if (Value* const of_cluster = cluster_register(name)) return builder_.CreateZExtOrTrunc(of_cluster, type);
  const std::optional<program::SpecialRegister> found = special_register(name);
  if (!found) return nullptr;
  Value* const value = primitive("__ws_special", builder_.getInt32Ty(),
                                 {number(static_cast<unsigned>(*found))});
  return builder_.CreateZExtOrTrunc(value, type);
}

/// What follows from the sizes of cluster and grid.
Value* PtxValues::cluster_register(const std::string& name) {
  const auto read = [&](std::string_view which, char axis) {
    return special("%" + std::string(which) + "." + axis, 32);
  };
  const auto axis_of = [&](std::string_view prefix) {
    return name.size() == prefix.size() + 1 && name.starts_with(prefix) ? name.back() : '\0';
  };
  if (const char axis = axis_of("%cluster_ctaid."))
    return builder_.CreateURem(read("ctaid", axis), read("cluster_nctaid", axis));
  if (const char axis = axis_of("%clusterid."))
    return builder_.CreateUDiv(read("ctaid", axis), read("cluster_nctaid", axis));
  if (const char axis = axis_of("%nclusterid."))
    return builder_.CreateUDiv(read("nctaid", axis), read("cluster_nctaid", axis));
  if (name == "%cluster_ctarank") {
    Value* const plane = builder_.CreateAdd(
        cluster_register("%cluster_ctaid.y"),
        builder_.CreateMul(cluster_register("%cluster_ctaid.z"), read("cluster_nctaid", 'y')));
    return builder_.CreateAdd(cluster_register("%cluster_ctaid.x"),
                              builder_.CreateMul(plane, read("cluster_nctaid", 'x')));
  }
  if (name == "%cluster_nctarank")
    return builder_.CreateMul(builder_.CreateMul(read("cluster_nctaid", 'x'), read("cluster_nctaid", 'y')),
                              read("cluster_nctaid", 'z'));
  if (name == "%is_explicit_cluster")
    return builder_.CreateZExt(builder_.CreateICmpUGT(cluster_register("%cluster_nctarank"), number(1)),
                               builder_.getInt32Ty());
  return nullptr;
}

Value* PtxValues::predicate_of(const std::string& name) {
  const bool negated = name.starts_with('!');
  Value* const value = value_of(negated ? name.substr(1) : name, 1);
  return value != nullptr && negated ? builder_.CreateNot(value) : value;
}

Value* PtxValues::pointer_of(const PtxStatement& one, const PtxOperand& memory) {
  if (!memory.address || memory.names.empty()) return nullptr;
  Value* address = value_of(memory.names[0], 64);
  if (address == nullptr) return nullptr;
  address = builder_.CreateAdd(address, builder_.getInt64(static_cast<std::uint64_t>(memory.offset)));
  const auto is_shared = [](const std::string& word) {
    return word == "shared" || word.starts_with("shared::");
  };
  if (std::any_of(one.words.begin(), one.words.end(), is_shared))
    return shared_pointer(address, one.has("shared::cluster"));
  return builder_.CreateIntToPtr(address, builder_.getPtrTy());
}

Value* PtxValues::shared_pointer(Value* address, bool cluster) {
  const auto base = [&](Space space) {
    return builder_.getInt64(std::uint64_t{static_cast<unsigned>(space)} << 32);
  };
  Value* const offset = builder_.CreateAnd(builder_.CreateZExtOrTrunc(address, builder_.getInt64Ty()),
                                           builder_.getInt64(0xffffffffu));
  Value* space = base(Space::Shared);
  if (cluster)
    space = builder_.CreateSelect(builder_.CreateIsNotNull(builder_.CreateLShr(offset, cluster_rank_shift)),
                                  base(Space::Cluster), space);
  return builder_.CreateIntToPtr(builder_.CreateOr(offset, space), builder_.getPtrTy());
}

Value* PtxValues::primitive(const char* name, llvm::Type* result, llvm::ArrayRef<Value*> arguments) {
  llvm::SmallVector<llvm::Type*, 6> types;
  for (const Value* argument : arguments) types.push_back(argument->getType());
  llvm::FunctionCallee callee = module().getOrInsertFunction(name,
                                                             llvm::FunctionType::get(result, types, false));
  llvm::CallInst* const made = builder_.CreateCall(callee, arguments);
  if (const auto* function = llvm::dyn_cast<llvm::Function>(callee.getCallee()))
    made->setAttributes(function->getAttributes());
  return made;
}

bool PtxValues::set(const PtxStatement& one, const std::string& name, Value* value) {
  if (value == nullptr) return false;
  if (name == "_") return true;
  if (!one.predicate.empty()) {
    Value* const condition = condition_of(one);
    if (condition == nullptr) return false;
    const auto old = values_.find(name);
    Value* const other = old == values_.end() ? llvm::Constant::getNullValue(value->getType())
                                              : builder_.CreateZExtOrTrunc(old->second, value->getType());
    value = builder_.CreateSelect(condition, value, other);
  }
  values_[name] = value;
  return true;
}

Value* PtxValues::condition_of(const PtxStatement& one) {
  Value* const value = value_of(one.predicate, 1);
  return value != nullptr && one.negated ? builder_.CreateNot(value) : value;
}

bool PtxValues::under_predicate(const PtxStatement& one,
                                const std::function<bool(const PtxStatement&)>& make) {
  if (one.predicate.empty()) return make(one);
  Value* const condition = condition_of(one);
  if (condition == nullptr) return false;
  const auto before = values_;
  split_ = true;
  llvm::BasicBlock* const head = call_.getParent();
  llvm::Instruction* const end = llvm::SplitBlockAndInsertIfThen(condition, &call_, false);
  builder_.SetInsertPoint(end);
  builder_.SetCurrentDebugLocation(call_.getDebugLoc());
  PtxStatement always = one;
  always.predicate.clear();
  const bool made = make(always);
  llvm::BasicBlock* const then = end->getParent();
  builder_.SetInsertPoint(call_.getParent(), call_.getParent()->begin());
  builder_.SetCurrentDebugLocation(call_.getDebugLoc());
  if (made)
    for (auto& [name, value] : values_) {
      const auto old = before.find(name);
      if (old != before.end() && old->second == value) continue;
      llvm::PHINode* const both = builder_.CreatePHI(value->getType(), 2);
      both->addIncoming(value, then);
      Value* other = llvm::Constant::getNullValue(value->getType());
      if (old != before.end()) {
        const llvm::IRBuilderBase::InsertPointGuard guard(builder_);
        builder_.SetInsertPoint(head->getTerminator());
        other = builder_.CreateZExtOrTrunc(old->second, value->getType());
      }
      both->addIncoming(other, head);
      value = both;
    }
  builder_.SetInsertPoint(&call_);
  builder_.SetCurrentDebugLocation(call_.getDebugLoc());
  return made;
}

llvm::Type* PtxValues::output_type(unsigned index) {
  auto* several = llvm::dyn_cast<llvm::StructType>(call_.getType());
  return several != nullptr ? several->getElementType(index) : call_.getType();
}

void PtxValues::finish() {
  Value* result = nullptr;
  const auto typed = [&](unsigned index) -> Value* {
    llvm::Type* const type = output_type(index);
    const auto found = values_.find("$" + std::to_string(index));
    if (found == values_.end()) return llvm::Constant::getNullValue(type);
    Value* const bits = builder_.CreateZExtOrTrunc(
        found->second, builder_.getIntNTy(type->isPointerTy() ? 64 : type->getScalarSizeInBits()));
    return type->isPointerTy() ? builder_.CreateIntToPtr(bits, type) : builder_.CreateBitCast(bits, type);
  };
  if (outputs_ == 1 && !call_.getType()->isStructTy()) {
    result = typed(0);
  } else if (outputs_ > 0) {
    result = llvm::PoisonValue::get(call_.getType());
    for (unsigned i = 0; i < outputs_; ++i) result = builder_.CreateInsertValue(result, typed(i), i);
  }
  if (result != nullptr) call_.replaceAllUsesWith(result);
  call_.eraseFromParent();
}

void PtxValues::undo() {
  if (split_)
    return; // the statement that stays is refused by its name: what stands before it does not matter
  while (call_.getPrevNode() != before_) call_.getPrevNode()->eraseFromParent();
}

} // namespace warpscope::frontend
