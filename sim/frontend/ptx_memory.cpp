// Inline PTX: loads, stores, atomics, asynchronous copies and matrices of shared memory.
#include "llvm/IR/Module.h"
#include "sim/frontend/ptx_families.h"
#include "sim/program/enums.h"

#include <map>
#include <optional>
#include <string_view>

namespace warpscope::frontend {
namespace {

using llvm::Value;
using program::AtomicOp;

bool has_policy(const PtxStatement& one) {
  return std::any_of(one.words.begin(), one.words.end(),
                     [](const std::string& word) { return word.ends_with("cache_hint"); });
}

bool build_access(PtxValues& v, const PtxStatement& one) {
  auto& b = v.builder();
  auto type = ptx_type(one.words.back());
  if (!type || one.operands.size() != (has_policy(one) ? 3u : 2u)) return false;
  const bool store = one.words.front() == "st";
  const PtxOperand &memory = one.operands[store ? 0 : 1], &values = one.operands[store ? 1 : 0];
  Value* const pointer = v.pointer_of(one, memory);
  if (pointer == nullptr) return false;
  const bool strong = one.has("relaxed") || one.has("acquire") || one.has("release") || one.has("mmio");
  const bool is_volatile = one.has("volatile") || strong;
  if (one.has("release")) build_ptx_fence(v, one);
  llvm::Type* const element = b.getIntNTy(type->bits);
  const std::size_t count = values.names.size();
  const llvm::Align whole(type->bits / 8 * count);
  llvm::Type* const wide = count == 1 ? element
                                      : llvm::FixedVectorType::get(element, static_cast<unsigned>(count));
  if (store) {
    Value* all = llvm::PoisonValue::get(wide);
    for (std::size_t i = 0; i < count; ++i) {
      Value* const value = v.value_of(values.names[i], type->bits);
      if (value == nullptr) return false;
      all = count == 1 ? value : b.CreateInsertElement(all, value, i);
    }
    llvm::StoreInst* const made = b.CreateAlignedStore(all, pointer, whole, is_volatile);
    if (strong && count == 1 && type->bits >= 32) made->setAtomic(llvm::AtomicOrdering::Monotonic);
    return true;
  }
  llvm::LoadInst* const made = b.CreateAlignedLoad(wide, pointer, whole, is_volatile);
  if (strong && count == 1 && type->bits >= 32) made->setAtomic(llvm::AtomicOrdering::Monotonic);
  for (std::size_t i = 0; i < count; ++i) {
    Value* value = count == 1 ? static_cast<Value*>(made) : b.CreateExtractElement(made, i);
    if (type->bits < 32)
      value = type->kind == 's' ? b.CreateSExt(value, b.getInt32Ty()) : b.CreateZExt(value, b.getInt32Ty());
    if (!v.set(one, values.names[i], value)) return false;
  }
  if (one.has("acquire")) build_ptx_fence(v, one);
  return true;
}

std::optional<AtomicOp> operation_of(const PtxStatement& one, PtxType type) {
  if (one.has("add")) {
    if (type.kind == 'f') return type.bits == 64 ? AtomicOp::AddF64 : AtomicOp::AddF32;
    return type.kind == 'h' ? AtomicOp::AddF16 : type.kind == 'e' ? AtomicOp::AddBF16 : AtomicOp::Add;
  }
  if (type.kind == 'f' || type.kind == 'h' || type.kind == 'e') return std::nullopt;
  const bool is_signed = type.kind == 's';
  if (one.has("min")) return is_signed ? AtomicOp::MinS : AtomicOp::MinU;
  if (one.has("max")) return is_signed ? AtomicOp::MaxS : AtomicOp::MaxU;
  static const std::map<std::string_view, AtomicOp> plain = {{"and", AtomicOp::And}, {"or", AtomicOp::Or},
                                                             {"xor", AtomicOp::Xor}, {"exch", AtomicOp::Exch},
                                                             {"inc", AtomicOp::Inc}, {"dec", AtomicOp::Dec}};
  for (const std::string& word : one.words)
    if (const auto found = plain.find(word); found != plain.end()) return found->second;
  return std::nullopt;
}

/// One element's atomic; null when there is none of that kind. The address is `offset` bytes behind the
/// pointer.
Value* atomic(PtxValues& v, AtomicOp op, PtxType type, Value* pointer, unsigned offset, Value* bits) {
  auto& b = v.builder();
  Value* const at = offset == 0 ? pointer : b.CreateConstGEP1_32(b.getInt8Ty(), pointer, offset);
  Value* const number = v.number(static_cast<unsigned>(op));
  if (type.kind == 'f') {
    Value* const made = v.primitive(type.bits == 64 ? "__ws_atomic_f64" : "__ws_atomic_f32",
                                    type.bits == 64 ? b.getDoubleTy() : b.getFloatTy(),
                                    {number, at, v.as_float(bits)});
    return v.bits_of(made);
  }
  const char* const name = type.bits == 64   ? "__ws_atomic_u64"
                           : type.bits == 32 ? "__ws_atomic_u32"
                                             : "__ws_atomic_u16";
  return v.primitive(name, b.getIntNTy(type.bits), {number, at, bits});
}

/// atom{.sem}{.scope}{.space}.op.type d, [a], b{, c}; red has no d. Vectors and pairs of halves go one by
/// one.
bool build_atomic(PtxValues& v, const PtxStatement& one) {
  auto& b = v.builder();
  const auto type = ptx_type(one.words.back());
  const bool returns = one.words.front() == "atom", compares = one.has("cas");
  const std::size_t first = returns ? 1 : 0;
  if (!type || one.has("async")) return false;
  if (one.operands.size() != first + 2 + (compares ? 1 : 0) + (has_policy(one) ? 1 : 0)) return false;
  Value* const pointer = v.pointer_of(one, one.operands[first]);
  if (pointer == nullptr) return false;
  if (one.has("release") || one.has("acq_rel")) build_ptx_fence(v, one);
  const auto acquire = [&] {
    if (one.has("acquire") || one.has("acq_rel")) build_ptx_fence(v, one);
    return true;
  };
  if (compares) {
    Value* const expected = v.value_of(one.operands[first + 1].names[0], type->bits);
    Value* const value = v.value_of(one.operands[first + 2].names[0], type->bits);
    if (expected == nullptr || value == nullptr) return false;
    const char* const name = type->bits == 64   ? "__ws_cas_u64"
                             : type->bits == 32 ? "__ws_cas_u32"
                                                : "__ws_cas_u16";
    Value* const old = v.primitive(name, b.getIntNTy(type->bits), {pointer, expected, value});
    return (!returns || v.set(one, one.operands[0].names[0], old)) && acquire();
  }
  const auto op = operation_of(one, *type);
  const PtxOperand& values = one.operands[first + 1];
  if (!op || (returns && one.operands[0].names.size() != values.names.size())) return false;
  const bool halves = (type->kind == 'h' || type->kind == 'e') && type->bits == 32;
  for (unsigned i = 0; i < values.names.size(); ++i) {
    Value* const value = v.value_of(values.names[i], type->bits);
    if (value == nullptr) return false;
    Value* old = nullptr;
    if (halves) {
      const PtxType lane{16, type->kind};
      old = v.number(0);
      for (unsigned half = 0; half < 2; ++half) {
        Value* const bits = b.CreateTrunc(b.CreateLShr(value, half * 16), b.getInt16Ty());
        Value* const part = b.CreateZExt(atomic(v, *op, lane, pointer, i * 4 + half * 2, bits),
                                         b.getInt32Ty());
        old = b.CreateOr(old, b.CreateShl(part, half * 16));
      }
    } else {
      old = atomic(v, *op, *type, pointer, i * type->bits / 8, value);
    }
    if (returns && !v.set(one, one.operands[0].names[i], old)) return false;
  }
  return acquire();
}

/// cp.async.ca|cg.shared.global [to], [from], bytes{, filled}; and its groups.
bool build_copy(PtxValues& v, const PtxStatement& one) {
  auto& b = v.builder();
  const auto function = [&](const char* name) { return v.module().getFunction(name); };
  if (one.has("commit_group") || one.has("wait_all")) {
    llvm::Function* const to = function(one.has("wait_all") ? "__ws_ptx_cp_wait_all" : "__ws_ptx_cp_commit");
    return to != nullptr && b.CreateCall(to) != nullptr;
  }
  if (one.has("wait_group")) {
    llvm::Function* const to = function("__ws_ptx_cp_wait_group");
    Value* const prior = one.operands.size() == 1 ? v.value_of(one.operands[0].names[0], 32) : nullptr;
    return to != nullptr && prior != nullptr && b.CreateCall(to, {prior}) != nullptr;
  }
  llvm::Function* const to = function("__ws_ptx_cp_async");
  const std::size_t count = one.operands.size() - (has_policy(one) ? 1 : 0);
  if (to == nullptr || (!one.has("ca") && !one.has("cg")) || (count != 3 && count != 4)) return false;
  if (!one.operands[0].address || !one.operands[1].address) return false;
  Value* const shared = v.value_of(one.operands[0].names[0], 32);
  Value* const global = v.value_of(one.operands[1].names[0], 64);
  auto* const bytes = llvm::dyn_cast_or_null<llvm::ConstantInt>(v.value_of(one.operands[2].names[0], 32));
  Value* const filled = count == 4 ? v.value_of(one.operands[3].names[0], 32) : bytes;
  if (shared == nullptr || global == nullptr || bytes == nullptr || filled == nullptr) return false;
  if (const std::uint64_t n = bytes->getZExtValue(); n != 4 && n != 8 && n != 16) return false;
  Value* const from = b.CreateAdd(global, b.getInt64(static_cast<std::uint64_t>(one.operands[1].offset)));
  b.CreateCall(to, {b.CreateAdd(shared, v.number(static_cast<unsigned>(one.operands[0].offset))),
                    b.CreateIntToPtr(from, b.getPtrTy()), bytes, filled});
  return true;
}

/// ldmatrix.sync.aligned.m8n8.num{.trans}{.shared}.b16 {a, …}, [p]; the modifiers in any order.
bool build_ldmatrix(PtxValues& v, const PtxStatement& one) {
  auto& b = v.builder();
  const unsigned count = one.has("x4") ? 4 : one.has("x2") ? 2 : one.has("x1") ? 1 : 0;
  if (!one.has("m8n8") || !one.has("b16") || count == 0 || one.operands.size() != 2) return false;
  if (one.operands[0].names.size() != count || !one.operands[1].address) return false;
  const std::string name = "__ws_ptx_ldmatrix_x" + std::to_string(count) + (one.has("trans") ? "_trans" : "");
  llvm::Function* const to = v.module().getFunction(name);
  Value* const at = v.value_of(one.operands[1].names[0], 32);
  if (to == nullptr || at == nullptr) return false;
  llvm::BasicBlock& entry = b.GetInsertBlock()->getParent()->getEntryBlock();
  llvm::IRBuilder<> at_entry(&entry, entry.begin());
  Value* const parts = at_entry.CreateAlloca(llvm::ArrayType::get(b.getInt32Ty(), 4));
  b.CreateCall(to, {parts, b.CreateAdd(at, v.number(static_cast<unsigned>(one.operands[1].offset)))});
  for (unsigned i = 0; i < count; ++i)
    if (!v.set(one, one.operands[0].names[i],
               b.CreateLoad(b.getInt32Ty(), b.CreateConstInBoundsGEP1_32(b.getInt32Ty(), parts, i))))
      return false;
  return true;
}

/// stmatrix.sync.aligned.m8n8.num{.trans}{.shared}.b16 [p], {a, …};
bool build_stmatrix(PtxValues& v, const PtxStatement& one) {
  auto& b = v.builder();
  const unsigned count = one.has("x4") ? 4 : one.has("x2") ? 2 : one.has("x1") ? 1 : 0;
  if (!one.has("m8n8") || !one.has("b16") || count == 0 || one.operands.size() != 2) return false;
  if (one.operands[1].names.size() != count || !one.operands[0].address) return false;
  const std::string name = "__ws_ptx_stmatrix_x" + std::to_string(count) + (one.has("trans") ? "_trans" : "");
  llvm::Function* const to = v.module().getFunction(name);
  Value* const at = v.value_of(one.operands[0].names[0], 32);
  if (to == nullptr || at == nullptr) return false;
  std::vector<Value*> arguments = {b.CreateAdd(at, v.number(static_cast<unsigned>(one.operands[0].offset)))};
  for (unsigned i = 0; i < 4; ++i) {
    arguments.push_back(i < count ? v.value_of(one.operands[1].names[i], 32) : v.number(0));
    if (arguments.back() == nullptr) return false;
  }
  b.CreateCall(to, arguments);
  return true;
}

} // namespace

void build_ptx_fence(PtxValues& v, const PtxStatement& one) {
  const bool proxy = std::any_of(one.words.begin(), one.words.end(),
                                 [](const std::string& word) { return word.starts_with("proxy"); });
  const auto scope = proxy                                        ? program::FenceScope::Proxy
                     : one.has("cta") || one.has("mbarrier_init") ? program::FenceScope::Block
                     : one.has("sys")                             ? program::FenceScope::System
                                                                  : program::FenceScope::Device;
  v.primitive("__ws_fence", v.builder().getVoidTy(), {v.number(static_cast<unsigned>(scope))});
}

bool build_ptx_memory(PtxValues& v, const PtxStatement& one) {
  const std::string& name = one.words.front();
  return v.under_predicate(one, [&](const PtxStatement& always) {
    if (name == "atom" || name == "red") return build_atomic(v, always);
    if (name == "cp") return build_copy(v, always);
    if (name == "ldmatrix") return build_ldmatrix(v, always);
    if (name == "stmatrix") return build_stmatrix(v, always);
    return build_access(v, always);
  });
}

} // namespace warpscope::frontend
