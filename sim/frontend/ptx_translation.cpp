// Translates inline PTX: each statement by its family; here what concerns a warp or a block as a whole.
#include "sim/frontend/ptx_translation.h"

#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "sim/base/access.h"
#include "sim/frontend/ptx_families.h"
#include "sim/program/enums.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

namespace warpscope::frontend {
namespace {

using llvm::Value;

class Translation {
 public:
  explicit Translation(llvm::CallInst& call) : call_(call), v_(call), builder_(v_.builder()) {}

  bool run() {
    const auto* assembly = llvm::cast<llvm::InlineAsm>(call_.getCalledOperand());
    std::string text(assembly->getAsmString());
    std::replace(text.begin(), text.end(), register_mark, '%');
    const auto statements = ptx_statements(text);
    if (const auto wait = statements ? std::nullopt : ptx_wait(text))
      return v_.read_constraints(*assembly) && build_wait(*wait);
    if (!statements || !v_.read_constraints(*assembly)) return false;
    const llvm::DebugLoc place = call_.getDebugLoc();
    for (const PtxStatement& one : *statements) {
      v_.name_statement(one, place);
      if (build(one)) continue;
      call_.setDebugLoc(place);
      v_.undo();
      return false;
    }
    v_.finish();
    return true;
  }

 private:
  /// A block of its own that leads back to itself.
  bool build_wait(const PtxWait& wait) {
    const llvm::DebugLoc place = call_.getDebugLoc();
    llvm::BasicBlock* const body = call_.getParent()->splitBasicBlock(&call_, "wait");
    builder_.SetInsertPoint(&call_);
    v_.name_statement(wait.statement, place);
    Value* done = build(wait.statement) ? v_.predicate_of(wait.predicate) : nullptr;
    if (done == nullptr) {
      call_.setDebugLoc(place);
      v_.undo();
      return false;
    }
    if (wait.negated) done = builder_.CreateNot(done);
    llvm::BasicBlock* const last = call_.getParent(); // the statement may have made blocks of its own
    llvm::BasicBlock* const after = last->splitBasicBlock(&call_, "waited");
    llvm::Instruction* const end = last->getTerminator();
    llvm::BranchInst::Create(after, body, done, last)->setDebugLoc(place);
    end->eraseFromParent();
    v_.finish();
    return true;
  }

  Value* value_of(const std::string& name, unsigned bits) { return v_.value_of(name, bits); }
  bool set(const PtxStatement& one, const std::string& name, Value* value) {
    return v_.set(one, name, value);
  }
  Value* primitive(const char* name, llvm::Type* result, llvm::ArrayRef<Value*> arguments) {
    return v_.primitive(name, result, arguments);
  }

  bool build(const PtxStatement& one) {
    const std::string& name = one.words.front();
    static const std::set<std::string_view> memory = {"ld",  "st", "ldu",      "atom",
                                                      "red", "cp", "ldmatrix", "stmatrix"};
    if (is_ptx_bulk(one)) return build_ptx_bulk(v_, one);
    if (name == "mapa" || name == "getctarank" || (name == "barrier" && one.has("cluster")))
      return v_.under_predicate(one,
                                [&](const PtxStatement& always) { return build_ptx_cluster(v_, always); });
    if (memory.contains(name)) return build_ptx_memory(v_, one);
    if (name == "wgmma") return build_ptx_wgmma(v_, one);
    if (name == "mma" || name == "movmatrix") return build_ptx_matrices(v_, one);
    if (name == "shfl") return build_shuffle(one);
    if (name == "vote") return build_vote(one);
    if (name == "match" || name == "redux") return build_whole_warp(one);
    if (name == "elect") return build_election(one);
    if (name == "isspacep") return build_space(one);
    if (name == "membar" || name == "fence") {
      return v_.under_predicate(
          one, [&](const PtxStatement& always) { return build_ptx_fence(v_, always), true; });
    }
    if (name == "bar" || name == "barrier") return one.predicate.empty() && build_barrier(one);
    if (name == "trap")
      return v_.under_predicate(one, [&](const PtxStatement&) {
        return builder_.CreateIntrinsic(llvm::Intrinsic::trap, {}, {}) != nullptr;
      });
    static const std::set<std::string_view> without_effect = {"griddepcontrol", "prefetch", "prefetchu",
                                                              "nanosleep",      "pragma",   "discard",
                                                              "applypriority",  "brkpt",    "setmaxnreg"};
    if (without_effect.contains(name)) return true;
    if (name == "exit") return only_exit();
    return build_ptx_arithmetic(v_, one);
  }

  /// CUB writes it for a kernel that was not built for the device: it is not reached.
  bool only_exit() {
    primitive("__ws_ptx_exit", builder_.getVoidTy(), {});
    return true;
  }

  /// bar.warp.sync mask; bar.sync 0 of all threads; bar.red.popc|and|or d, 0, p. Barriers of a part of the
  /// block are not known.
  bool build_barrier(const PtxStatement& one) {
    if (one.has("warp")) {
      Value* const mask = one.operands.size() == 1 ? value_of(one.operands[0].names[0], 32) : nullptr;
      return mask != nullptr && primitive("__ws_syncwarp", builder_.getVoidTy(), {mask}) != nullptr;
    }
    const auto is_zero = [&](std::size_t i) {
      const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(value_of(one.operands[i].names[0], 32));
      return number != nullptr && number->isZero();
    };
    if (one.has("sync") && !one.has("cluster"))
      return one.operands.size() == 1 && is_zero(0) &&
             primitive("__ws_bar_sync", builder_.getVoidTy(), {}) != nullptr;
    if (!one.has("red") || one.operands.size() != 3 || !is_zero(1)) return false;
    const auto how = one.has("popc")  ? program::BarrierReduction::Count_
                     : one.has("and") ? program::BarrierReduction::And
                                      : program::BarrierReduction::Or;
    Value* const predicate = v_.predicate_of(one.operands[2].names[0]);
    if (predicate == nullptr) return false;
    Value* const value = primitive(
        "__ws_bar_red", builder_.getInt32Ty(),
        {v_.number(static_cast<unsigned>(how)), builder_.CreateZExt(predicate, builder_.getInt32Ty())});
    return set(one, one.operands[0].names[0], one.has("popc") ? value : builder_.CreateIsNotNull(value));
  }

  /// isspacep.space p, a;
  bool build_space(const PtxStatement& one) {
    Value* const address = one.operands.size() == 2 ? value_of(one.operands[1].names[0], 64) : nullptr;
    if (address == nullptr) return false;
    if (one.has("shared::cluster")) {
      Value* const pointer = builder_.CreateIntToPtr(address, builder_.getPtrTy());
      const auto is = [&](Space space) {
        return primitive("__ws_is_space", builder_.getInt1Ty(),
                         {pointer, v_.number(static_cast<unsigned>(space))});
      };
      return set(one, one.operands[0].names[0], builder_.CreateOr(is(Space::Shared), is(Space::Cluster)));
    }
    const Space space = one.has("shared") || one.has("shared::cta") ? Space::Shared
                        : one.has("local")                          ? Space::Local
                        : one.has("const")                          ? Space::Constant
                                                                    : Space::Global;
    return set(one, one.operands[0].names[0],
               primitive("__ws_is_space", builder_.getInt1Ty(),
                         {builder_.CreateIntToPtr(address, builder_.getPtrTy()),
                          v_.number(static_cast<unsigned>(space))}));
  }

  /// shfl.sync.mode.b32 d[|p], a, b, c, membermask;
  bool build_shuffle(const PtxStatement& one) {
    if (one.operands.size() != 5 || one.words.size() != 4) return false;
    const auto mode = one.words[2] == "up"     ? program::ShuffleMode::Up
                      : one.words[2] == "down" ? program::ShuffleMode::Down
                      : one.words[2] == "bfly" ? program::ShuffleMode::Bfly
                                               : program::ShuffleMode::Idx;
    Value* arguments[4];
    for (std::size_t i = 0; i < 4; ++i)
      if ((arguments[i] = value_of(one.operands[i + 1].names[0], 32)) == nullptr) return false;
    Value* const number = builder_.getInt32(static_cast<unsigned>(mode));
    const std::vector<Value*> all = {arguments[3], number, arguments[0], arguments[1], arguments[2]};
    const PtxOperand& to = one.operands[0];
    Value* const value = primitive("__ws_shfl", builder_.getInt32Ty(), all);
    Value* const predicate = to.names.size() == 2 ? primitive("__ws_shfl_pred", builder_.getInt1Ty(), all)
                                                  : nullptr;
    return set(one, to.names[0], value) && (predicate == nullptr || set(one, to.names[1], predicate));
  }

  /// vote.sync.mode.pred|b32 d, p, membermask; and the form that CUB writes, vote.ballot.sync.b32.
  bool build_vote(const PtxStatement& one) {
    if (one.operands.size() != 3) return false;
    const auto mode = one.has("ballot") ? program::VoteMode::Ballot
                      : one.has("all")  ? program::VoteMode::All
                      : one.has("any")  ? program::VoteMode::Any
                                        : program::VoteMode::Uniform;
    Value* const predicate = v_.predicate_of(one.operands[1].names[0]);
    Value* const mask = value_of(one.operands[2].names[0], 32);
    if (predicate == nullptr || mask == nullptr) return false;
    Value* value = primitive("__ws_vote", builder_.getInt32Ty(),
                             {mask, builder_.getInt32(static_cast<unsigned>(mode)), predicate});
    if (mode != program::VoteMode::Ballot) value = builder_.CreateIsNotNull(value);
    return set(one, one.operands[0].names[0], value);
  }

  /// elect.sync d|p, membermask: the lowest lane of the mask.
  bool build_election(const PtxStatement& one) {
    Value* const mask = one.operands.size() == 2 ? value_of(one.operands[1].names[0], 32) : nullptr;
    if (mask == nullptr || one.operands[0].names.size() != 2) return false;
    Value* const lane = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, mask, builder_.getTrue());
    Value* const here = builder_.CreateICmpEQ(lane, v_.special("%laneid", 32));
    return set(one, one.operands[0].names[0], lane) && set(one, one.operands[0].names[1], here);
  }

  /// match.any.sync.b32 d, a, membermask; redux.sync.op.type d, a, membermask;
  bool build_whole_warp(const PtxStatement& one) {
    const auto type = ptx_type(one.words.back());
    if (!type || one.operands.size() != 3 || type->kind == 'f') return false;
    Value* const value = value_of(one.operands[1].names[0], type->bits);
    Value* const mask = value_of(one.operands[2].names[0], 32);
    if (value == nullptr || mask == nullptr) return false;
    if (one.words.front() == "match" && one.has("all")) { // all of the mask have the value, or none is told
      Value* const same = primitive(type->bits == 64 ? "__ws_match_any64" : "__ws_match_any32",
                                    builder_.getInt32Ty(), {mask, value});
      Value* const all = builder_.CreateICmpEQ(same, mask);
      const PtxOperand& to = one.operands[0];
      return set(one, to.names[0], builder_.CreateSelect(all, mask, v_.number(0))) &&
             (to.names.size() < 2 || set(one, to.names[1], all));
    }
    if (one.words.front() == "match")
      return one.has("any") && set(one, one.operands[0].names[0],
                                   primitive(type->bits == 64 ? "__ws_match_any64" : "__ws_match_any32",
                                             builder_.getInt32Ty(), {mask, value}));
    using Op = program::ReduxOp;
    const bool is_signed = type->kind == 's';
    const Op op = one.has("add")   ? Op::Add
                  : one.has("min") ? (is_signed ? Op::MinS : Op::MinU)
                  : one.has("max") ? (is_signed ? Op::MaxS : Op::MaxU)
                  : one.has("and") ? Op::And
                  : one.has("or")  ? Op::Or
                                   : Op::Xor;
    return set(one, one.operands[0].names[0],
               primitive("__ws_redux", builder_.getInt32Ty(),
                         {mask, builder_.getInt32(static_cast<unsigned>(op)), value}));
  }

  llvm::CallInst& call_;
  PtxValues v_;
  llvm::IRBuilder<>& builder_;
};

} // namespace

bool translate_ptx(llvm::CallInst& call) { return Translation(call).run(); }

} // namespace warpscope::frontend
