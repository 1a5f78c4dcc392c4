// Inline PTX: bulk copies and mbarrier, clusters.
#include "llvm/IR/Module.h"
#include "sim/base/access.h"
#include "sim/frontend/ptx_families.h"
#include "sim/program/enums.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

namespace warpscope::frontend {
namespace {

using llvm::Value;
using program::AsyncCopyStep;
using program::AtomicOp;
using program::BarrierArrival;

bool has_beginning(const PtxStatement& one, std::string_view beginning) {
  return std::any_of(one.words.begin(), one.words.end(),
                     [&](const std::string& word) { return word.starts_with(beginning); });
}

/// Builds calls of the primitives.
class Bulk {
 public:
  Bulk(PtxValues& values, const PtxStatement& one) : v_(values), b_(values.builder()), one_(one) {}

  bool build() {
    const std::string& name = one_.words.front();
    if (name == "mbarrier") return barrier();
    if (name == "st" || name == "red") return store_async();
    if (one_.has("commit_group")) return step(AsyncCopyStep::Commit);
    if (one_.has("wait_group")) {
      Value* const prior = number(0, 32);
      return prior != nullptr && call("__ws_copy_wait", {prior});
    }
    if (one_.has("mbarrier") && !one_.has("bulk")) return copies_arrive();
    if (one_.has("prefetch")) return true; // into a cache: nothing that is simulated
    return one_.has("tensor") ? tensor() : bulk();
  }

 private:
  Value* number(std::size_t operand, unsigned bits) {
    return operand < one_.operands.size() ? v_.value_of(one_.operands[operand].names[0], bits) : nullptr;
  }
  bool call(const char* name, llvm::ArrayRef<Value*> arguments) {
    return v_.primitive(name, b_.getVoidTy(), arguments) != nullptr;
  }
  bool step(AsyncCopyStep which) { return call("__ws_copy_step", {v_.number(static_cast<unsigned>(which))}); }
  /// The address of an operand, with what is added to it.
  Value* address(std::size_t operand, unsigned bits) {
    if (operand >= one_.operands.size() || !one_.operands[operand].address) return nullptr;
    Value* const base = number(operand, bits);
    return base == nullptr
               ? nullptr
               : b_.CreateAdd(
                     base, llvm::ConstantInt::get(base->getType(),
                                                  static_cast<std::uint64_t>(one_.operands[operand].offset)));
  }
  Value* in_shared(std::size_t operand) {
    Value* const at = address(operand, 32);
    return at == nullptr ? nullptr : v_.shared_pointer(at, true);
  }
  Value* in_global(std::size_t operand) {
    Value* const at = address(operand, 64);
    return at == nullptr ? nullptr : b_.CreateIntToPtr(at, b_.getPtrTy());
  }
  /// An mbarrier, by a generic address where no space is named.
  Value* object(std::size_t operand) {
    return has_beginning(one_, "shared") ? in_shared(operand) : in_global(operand);
  }

  Value* arrive(BarrierArrival how, Value* at, Value* count) {
    // A race with its initialisation is one with this load.
    const bool loads = (how == BarrierArrival::Arrive || how == BarrierArrival::Drop) &&
                       !one_.has("shared::cluster");
    Value* const word = loads ? static_cast<Value*>(b_.CreateAlignedLoad(b_.getInt32Ty(), at, llvm::Align(8)))
                              : v_.number(0);
    return v_.primitive("__ws_barrier_arrive", b_.getInt32Ty(),
                        {v_.number(static_cast<unsigned>(how)), at, count, word});
  }
  /// The copies so far of the thread belong to the phase, for which so many bytes have come.
  void complete(Value* at, Value* bytes) {
    arrive(BarrierArrival::Copies, at, v_.number(0));
    arrive(BarrierArrival::Complete, at, bytes);
  }

  // -- mbarrier -------------------------------------------------------------------------------------

  bool barrier() {
    const std::string& what = one_.words.size() > 1 ? one_.words[1] : one_.words[0];
    const bool waits = what == "test_wait" || what == "try_wait";
    if (what == "arrive" || what == "arrive_drop") return arrival(what == "arrive_drop");
    Value* const at = object(waits ? 1 : 0);
    if (at == nullptr) return false;
    if (what == "inval") return true;
    if (waits) return wait(at, what == "try_wait");
    Value* const count = number(1, 32);
    if (count == nullptr) return false;
    if (what == "init") {
      Value* const wide = b_.CreateZExt(count, b_.getInt64Ty());
      arrive(BarrierArrival::Begin, at, v_.number(0));
      b_.CreateAlignedStore(b_.CreateOr(wide, b_.CreateShl(wide, 20)), at,
                            llvm::Align(8)); // sim/exec/barrier_object.cpp
      return true;
    }
    if (what != "expect_tx" && what != "complete_tx") return false;
    return arrive(what == "expect_tx" ? BarrierArrival::Expect : BarrierArrival::Complete, at, count) !=
           nullptr;
  }
  /// mbarrier.arrive{.expect_tx} state, [address]{, count or bytes};
  bool arrival(bool drops) {
    const bool returns = !one_.operands.empty() && !one_.operands[0].address;
    const std::size_t first = returns ? 1 : 0;
    Value* const at = object(first);
    if (at == nullptr) return false;
    Value* count = one_.operands.size() > first + 1 ? number(first + 1, 32) : v_.number(1);
    if (count == nullptr) return false;
    if (one_.has("expect_tx")) {
      arrive(BarrierArrival::Expect, at, count);
      count = v_.number(1);
    }
    Value* const phase = arrive(drops ? BarrierArrival::Drop : BarrierArrival::Arrive, at, count);
    return !returns || v_.set(one_, one_.operands[0].names[0], b_.CreateZExt(phase, b_.getInt64Ty()));
  }
  bool wait(Value* at, bool blocks) {
    Value* const phase = number(2, 32);
    if (phase == nullptr) return false;
    Value* const by_parity = v_.number(one_.has("parity") ? 1 : 0);
    Value* over = b_.getTrue();
    if (blocks) call("__ws_barrier_wait", {by_parity, at, phase});
    else over = v_.primitive("__ws_barrier_test", b_.getInt1Ty(), {by_parity, at, phase});
    return v_.set(one_, one_.operands[0].names[0], over);
  }
  /// cp.async.mbarrier.arrive{.noinc}.shared.b64 [address]: without .noinc the arrival is one more that is
  /// expected.
  bool copies_arrive() {
    Value* const at = object(0);
    if (at == nullptr) return false;
    arrive(BarrierArrival::Copies, at, v_.number(0));
    return !one_.has("noinc") || arrive(BarrierArrival::Arrive, at, v_.number(1)) != nullptr;
  }

  // -- copies ---------------------------------------------------------------------------------------

  bool copy(AtomicOp op, unsigned element_bytes, Value* to, Value* from, Value* bytes) {
    return step(AsyncCopyStep::Begin) &&
           call("__ws_bulk_copy",
                {v_.number(static_cast<unsigned>(op)), v_.number(element_bytes), to, from, bytes}) &&
           step(AsyncCopyStep::End);
  }
  /// cp{.reduce}.async.bulk.to.from.completion [to], [from], bytes{, [mbarrier]}{, mask};
  bool bulk() {
    const bool to_global = one_.words.size() > 3 && one_.words[one_.has("reduce") ? 4 : 3] == "global";
    const bool from_global = !to_global && one_.has("global"), multicast = has_beginning(one_, "multicast");
    Value* const bytes = number(2, 32);
    Value* const from = from_global ? in_global(1) : in_shared(1);
    if (from == nullptr || bytes == nullptr) return false;
    AtomicOp op = AtomicOp::Exch;
    unsigned element = 1;
    if (one_.has("reduce") && !reduction(op, element)) return false;
    if (to_global) {
      Value* const to = in_global(0);
      return to != nullptr && copy(op, element, to, from, bytes);
    }
    if (multicast) {
      Value* const mask = number(4, 32);
      if (mask == nullptr) return false;
      return each_block(mask, [&](Value* rank, bool first) {
        Value* const at = mapped(address(3, 32), rank);
        if (!copy(op, first ? 1 : 2, mapped(address(0, 32), rank), from, bytes)) return false;
        complete(at, bytes);
        return true;
      });
    }
    Value* const to = in_shared(0);
    Value* const at = in_shared(3);
    if (to == nullptr || at == nullptr || !copy(op, element, to, from, bytes)) return false;
    complete(at, bytes);
    return true;
  }
  bool reduction(AtomicOp& op, unsigned& element) {
    const auto type = ptx_type(one_.words.back());
    if (!type) return false;
    element = type->bits / 8;
    const bool is_signed = type->kind == 's',
               is_float = type->kind == 'f' || type->kind == 'h' || type->kind == 'e';
    if (one_.has("add")) {
      op = type->kind == 'h'                       ? AtomicOp::AddF16
           : type->kind == 'e'                     ? AtomicOp::AddBF16
           : type->kind == 'f' && type->bits == 64 ? AtomicOp::AddF64
           : type->kind == 'f'                     ? AtomicOp::AddF32
                                                   : AtomicOp::Add;
      return element >= 2;
    }
    if (is_float || element < 4) return false;
    if (const auto found = plain_reduction(is_signed)) {
      op = *found;
      return true;
    }
    return false;
  }
  [[nodiscard]] std::optional<AtomicOp> plain_reduction(bool is_signed) const {
    if (one_.has("min")) return is_signed ? AtomicOp::MinS : AtomicOp::MinU;
    if (one_.has("max")) return is_signed ? AtomicOp::MaxS : AtomicOp::MaxU;
    static const std::map<std::string_view, AtomicOp> all = {{"add", AtomicOp::Add}, {"and", AtomicOp::And},
                                                             {"or", AtomicOp::Or},   {"xor", AtomicOp::Xor},
                                                             {"inc", AtomicOp::Inc}, {"dec", AtomicOp::Dec}};
    for (const std::string& word : one_.words)
      if (const auto found = all.find(word); found != all.end()) return found->second;
    return std::nullopt;
  }

  /// The address of the same place in another block's shared memory.
  Value* mapped_address(Value* at, Value* rank) {
    return b_.CreateOr(b_.CreateAnd(at, (1u << cluster_rank_shift) - 1),
                       b_.CreateShl(b_.CreateAdd(rank, v_.number(1)), cluster_rank_shift));
  }
  Value* mapped(Value* at, Value* rank) { return v_.shared_pointer(mapped_address(at, rank), true); }

  /// Makes the copy once for each of the blocks that a multicast's mask names.
  template <class Make> bool each_block(Value* mask, Make make) {
    constexpr unsigned most_blocks = 16;
    for (unsigned rank = 0; rank < most_blocks; ++rank) {
      // What lies below it in the mask decides whether global memory was read before.
      for (const bool first : {true, false}) {
        Value* const here = b_.CreateIsNotNull(b_.CreateAnd(mask, 1u << rank));
        Value* const none_before = b_.CreateIsNull(b_.CreateAnd(mask, (1u << rank) - 1));
        PtxStatement guarded = one_;
        guarded.predicate = guard_name_;
        guarded.negated = false;
        PtxStatement set_guard = one_;
        set_guard.predicate.clear();
        Value* guard = b_.CreateAnd(here, first ? none_before : b_.CreateNot(none_before));
        if (!one_.predicate.empty()) {
          Value* const wanted = v_.predicate_of((one_.negated ? "!" : "") + one_.predicate);
          if (wanted == nullptr) return false;
          guard = b_.CreateAnd(guard, wanted);
        }
        if (!v_.set(set_guard, guard_name_, guard)) return false;
        if (!v_.under_predicate(guarded, [&](const PtxStatement&) { return make(v_.number(rank), first); }))
          return false;
      }
    }
    return true;
  }

  /// cp{.reduce}.async.bulk.tensor.dim.to.from…: [shared], [map, {x, …}], [mbarrier]{, mask}; or
  /// [map, {x, …}], [shared].
  bool tensor() {
    const bool loads = !one_.operands.empty() && one_.operands[0].names.size() == 1;
    const PtxOperand& tile = one_.operands[loads ? 1 : 0];
    if (has_beginning(one_, "im2col") || has_beginning(one_, "tile::") || tile.names.size() < 2 ||
        tile.names.size() > 6)
      return false;
    Value* const map = v_.value_of(tile.names[0], 64);
    Value* const shared = address(loads ? 0 : 1, 32);
    if (map == nullptr || shared == nullptr) return false;
    std::vector<Value*> coordinates;
    for (std::size_t i = 1; i < 6; ++i) {
      coordinates.push_back(i < tile.names.size() ? v_.value_of(tile.names[i], 32) : v_.number(0));
      if (coordinates.back() == nullptr) return false;
    }
    const auto op = one_.has("reduce") ? plain_reduction(false) : std::optional(AtomicOp::Exch);
    if (!op) return false;
    const auto move = [&](program::TensorCopyWay way, Value* at) {
      std::vector<Value*> arguments = {v_.number(static_cast<unsigned>(*op)),
                                       v_.number(static_cast<unsigned>(way)),
                                       b_.CreateIntToPtr(map, b_.getPtrTy()), at};
      arguments.insert(arguments.end(), coordinates.begin(), coordinates.end());
      return step(AsyncCopyStep::Begin) && call("__ws_tensor_copy", arguments) && step(AsyncCopyStep::End);
    };
    if (!loads) return move(program::TensorCopyWay::Store, shared);
    // The bytes of the tile, for the barrier: what is filled counts, too.
    const auto bytes = [&] {
      return v_.primitive("__ws_tile_bytes", b_.getInt32Ty(), {b_.CreateIntToPtr(map, b_.getPtrTy())});
    };
    if (has_beginning(one_, "multicast")) {
      Value* const mask = number(3, 32);
      if (mask == nullptr) return false;
      return each_block(mask, [&](Value* rank, bool first) {
        if (!move(first ? program::TensorCopyWay::Load : program::TensorCopyWay::LoadAgain,
                  mapped_address(shared, rank)))
          return false;
        complete(mapped(address(2, 32), rank), bytes());
        return true;
      });
    }
    Value* const at = in_shared(2);
    if (at == nullptr || !move(program::TensorCopyWay::Load, shared)) return false;
    complete(at, bytes());
    return true;
  }

  /// st.async.shared::cluster….type [address], value, [mbarrier]; red.async likewise.
  bool store_async() {
    const auto type = ptx_type(one_.words.back());
    Value* const to = in_shared(0);
    Value* const at = in_shared(2);
    if (!type || type->bits < 32 || to == nullptr || at == nullptr) return false;
    const std::vector<std::string>& names = one_.operands[1].names;
    if (one_.words.front() == "red") return false;
    llvm::Type* const element = b_.getIntNTy(type->bits);
    const auto count = static_cast<unsigned>(names.size());
    Value* all = count == 1 ? nullptr : llvm::PoisonValue::get(llvm::FixedVectorType::get(element, count));
    for (unsigned i = 0; i < count; ++i) {
      Value* const value = v_.value_of(names[i], type->bits);
      if (value == nullptr) return false;
      all = count == 1 ? value : b_.CreateInsertElement(all, value, i);
    }
    const unsigned bytes = type->bits / 8 * count;
    step(AsyncCopyStep::Begin);
    b_.CreateAlignedStore(all, to, llvm::Align(bytes), true);
    step(AsyncCopyStep::End);
    complete(at, v_.number(bytes));
    return true;
  }

  PtxValues& v_;
  llvm::IRBuilder<>& b_;
  const PtxStatement& one_;
  const std::string guard_name_ = "$multicast";
};

} // namespace

bool is_ptx_bulk(const PtxStatement& one) {
  const std::string& name = one.words.front();
  if (name == "mbarrier") return true;
  if (name == "cp") return one.has("bulk") || one.has("mbarrier");
  return (name == "st" || name == "red") && one.has("async");
}

bool build_ptx_bulk(PtxValues& values, const PtxStatement& one) {
  if (has_beginning(one, "multicast")) return Bulk(values, one).build(); // which has a branch for each block
  return values.under_predicate(one,
                                [&](const PtxStatement& always) { return Bulk(values, always).build(); });
}

bool build_ptx_cluster(PtxValues& v, const PtxStatement& one) {
  auto& b = v.builder();
  const auto barrier = [&](program::ClusterStep step) {
    return v.primitive("__ws_cluster_barrier", b.getVoidTy(), {v.number(static_cast<unsigned>(step))}) !=
           nullptr;
  };
  if (one.words.front() == "barrier")
    return one.has("arrive") ? barrier(program::ClusterStep::Arrive)
                             : one.has("wait") && barrier(program::ClusterStep::Wait);
  const bool shared = one.has("shared::cluster") || one.has("shared::cta") || one.has("shared");
  if (one.operands.size() < 2) return false;
  Value* const address = v.value_of(one.operands[1].names[0], 64);
  if (address == nullptr) return false;
  Value* const low = b.CreateTrunc(address, b.getInt32Ty());
  if (one.words.front() == "getctarank") {
    Value* const rank = b.CreateLShr(low, cluster_rank_shift);
    return v.set(one, one.operands[0].names[0],
                 b.CreateSelect(b.CreateIsNull(rank), v.special("%cluster_ctarank", 32),
                                b.CreateSub(rank, v.number(1))));
  }
  Value* const rank = one.operands.size() == 3 ? v.value_of(one.operands[2].names[0], 32) : nullptr;
  if (rank == nullptr) return false;
  Value* const mapped = b.CreateOr(b.CreateAnd(low, (1u << cluster_rank_shift) - 1),
                                   b.CreateShl(b.CreateAdd(rank, v.number(1)), cluster_rank_shift));
  return v.set(one, one.operands[0].names[0], shared ? mapped : v.bits_of(v.shared_pointer(mapped, true)));
}

} // namespace warpscope::frontend
