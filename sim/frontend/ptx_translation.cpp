// Translates inline PTX: a parser of statements, then one function for each family of instructions.
#include "sim/frontend/ptx_translation.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "sim/base/access.h"
#include "sim/frontend/special_register.h"
#include "sim/program/enums.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::frontend {
namespace {

using llvm::Value;

/// One operand: "a", "a|p" (two names), "{a, b}" (several) or "[a+8]".
struct Operand {
  std::vector<std::string> names;
  bool address = false;
  std::int64_t offset = 0;
};
/// "@!p shfl.sync.up.b32 lo|q, a, b, c, m;"
struct Statement {
  std::string predicate; ///< empty: it always runs
  bool negated = false;
  std::vector<std::string> words; ///< the name between its points: "shfl", "sync", "up", "b32"
  std::vector<Operand> operands;
  [[nodiscard]] bool has(std::string_view word) const {
    return std::find(words.begin(), words.end(), word) != words.end();
  }
};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> pieces;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    if (const std::string_view piece = trimmed(text.substr(begin, end - begin)); !piece.empty())
      pieces.emplace_back(piece);
    begin = end + 1;
  }
  return pieces;
}

std::optional<Operand> operand_of(std::string_view text) {
  Operand operand;
  text = trimmed(text);
  if (text.starts_with('[') && text.ends_with(']')) {
    operand.address = true;
    text = trimmed(text.substr(1, text.size() - 2));
    if (const std::size_t sign = text.find('+'); sign != std::string_view::npos) {
      const std::string_view number = trimmed(text.substr(sign + 1));
      const auto [end, code] = std::from_chars(number.data(), number.data() + number.size(), operand.offset);
      if (code != std::errc{} || end != number.data() + number.size()) return std::nullopt;
      text = trimmed(text.substr(0, sign));
    }
    operand.names = {std::string(text)};
  } else if (text.starts_with('{') && text.ends_with('}')) {
    operand.names = split(text.substr(1, text.size() - 2), ',');
  } else {
    operand.names = split(text, '|');
  }
  if (operand.names.empty()) return std::nullopt;
  return operand;
}

/// nullopt: it cannot be read. Declarations and labels become statements, too.
std::optional<Statement> statement_of(std::string_view text) {
  Statement result;
  if (text.starts_with('@')) {
    const std::size_t end = text.find_first_of(" \t\n");
    if (end == std::string_view::npos) return std::nullopt;
    result.negated = text.substr(1, 1) == "!";
    result.predicate = text.substr(result.negated ? 2 : 1, end - (result.negated ? 2 : 1));
    text = trimmed(text.substr(end));
  }
  const std::size_t end = std::min(text.find_first_of(" \t\n"), text.size());
  const std::string_view name = text.substr(0, end);
  if (name.ends_with(':')) return std::nullopt; // a label, which "ld.global.L1::no_allocate.u32" is not
  result.words = split(name, '.');
  if (result.words.empty()) return std::nullopt;
  if (name.starts_with('.')) result.words.insert(result.words.begin(), "declare");
  text = trimmed(text.substr(end));
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
    if (c != ',' || depth != 0) continue;
    if (const std::string_view piece = trimmed(text.substr(begin, i - begin)); !piece.empty()) {
      auto operand = operand_of(piece);
      if (!operand) return std::nullopt;
      result.operands.push_back(std::move(*operand));
    }
    begin = i + 1;
  }
  return result;
}

/// Splits at ';'. A brace where a statement begins opens or closes a scope.
std::optional<std::vector<Statement>> statements_of(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "//") i = std::min(text.find('\n', i), text.size());
    if (i < text.size()) plain += text[i] == '\t' || text[i] == '\r' || text[i] == '\n' ? ' ' : text[i];
  }
  std::vector<Statement> result;
  for (std::string piece : split(plain, ';')) {
    std::string_view rest = piece;
    while (rest.starts_with('{') || rest.starts_with('}')) rest = trimmed(rest.substr(1));
    if (rest.empty()) continue;
    auto statement = statement_of(rest);
    if (!statement) return std::nullopt;
    if (statement->words.front() != "declare") result.push_back(std::move(*statement));
  }
  return result;
}

/// "u32", "b64", "f32", "pred" as a width and a kind.
struct Type {
  unsigned bits = 0;
  char kind = 0; ///< b, u, s, f, p
};
std::optional<Type> type_of(std::string_view word) {
  if (word == "pred") return Type{1, 'p'};
  if (word.size() < 2 || std::string_view("busf").find(word[0]) == std::string_view::npos)
    return std::nullopt;
  Type type{0, word[0]};
  const auto [end, code] = std::from_chars(word.data() + 1, word.data() + word.size(), type.bits);
  if (code != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  const bool known = type.bits == 8 || type.bits == 16 || type.bits == 32 || type.bits == 64;
  return known && !(type.kind == 'f' && type.bits < 32) ? std::optional(type) : std::nullopt;
}

class Translation {
 public:
  explicit Translation(llvm::CallInst& call) : call_(call), builder_(&call) {
    builder_.SetCurrentDebugLocation(call.getDebugLoc());
  }

  bool run() {
    const auto* assembly = llvm::cast<llvm::InlineAsm>(call_.getCalledOperand());
    const auto statements = statements_of(assembly->getAsmString());
    if (!statements || !read_constraints(*assembly)) return false;
    const llvm::Instruction* const before = call_.getPrevNode();
    for (const Statement& one : *statements)
      if (!build(one)) {
        // Nothing may be left of what was begun.
        while (call_.getPrevNode() != before) call_.getPrevNode()->eraseFromParent();
        return false;
      }
    finish();
    return true;
  }

 private:
  llvm::Module& module() { return *call_.getModule(); }
  llvm::Type* output_type(unsigned index) {
    auto* several = llvm::dyn_cast<llvm::StructType>(call_.getType());
    return several != nullptr ? several->getElementType(index) : call_.getType();
  }

  bool read_constraints(const llvm::InlineAsm& assembly) {
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

  /// The same bits as an integer.
  Value* bits_of(Value* value) {
    llvm::Type* const type = value->getType();
    if (type->isPointerTy()) return builder_.CreatePtrToInt(value, builder_.getInt64Ty());
    if (type->isIntegerTy()) return value;
    return builder_.CreateBitCast(value, builder_.getIntNTy(type->getScalarSizeInBits()));
  }

  /// The value of a name as an integer of `bits`; null when it is none.
  Value* value_of(const std::string& name, unsigned bits) {
    llvm::Type* const type = builder_.getIntNTy(bits);
    if (const auto found = values_.find(name); found != values_.end())
      return builder_.CreateZExtOrTrunc(found->second, type);
    if (name.starts_with('%')) return special(name.starts_with("%%") ? name.substr(1) : name, bits);
    const bool minus = name.starts_with('-');
    const std::string_view digits = std::string_view(name).substr(minus ? 1 : 0);
    std::uint64_t number = 0;
    int base = 10;
    std::string_view rest = digits;
    if (rest.starts_with("0x") || rest.starts_with("0X")) rest = rest.substr(2), base = 16;
    else if (rest.starts_with("0f") || rest.starts_with("0F") || rest.starts_with("0d"))
      rest = rest.substr(2), base = 16; // the bits of a floating-point number
    if (rest.ends_with('U')) rest.remove_suffix(1);
    const auto [end, code] = std::from_chars(rest.data(), rest.data() + rest.size(), number, base);
    if (rest.empty() || code != std::errc{} || end != rest.data() + rest.size()) return nullptr;
    return llvm::ConstantInt::get(type, minus ? 0 - number : number);
  }

  Value* special(const std::string& name, unsigned bits) {
    if (name == "%clock64" || name == "%globaltimer")
      return primitive("__ws_clock64", builder_.getInt64Ty(), {});
    const std::optional<program::SpecialRegister> found = special_register(name);
    if (!found) return nullptr;
    Value* const value = primitive("__ws_special", builder_.getInt32Ty(),
                                   {builder_.getInt32(static_cast<unsigned>(*found))});
    return builder_.CreateZExtOrTrunc(value, builder_.getIntNTy(bits));
  }

  Value* primitive(const char* name, llvm::Type* result, llvm::ArrayRef<Value*> arguments) {
    llvm::SmallVector<llvm::Type*, 6> types;
    for (const Value* argument : arguments) types.push_back(argument->getType());
    llvm::FunctionCallee callee = module().getOrInsertFunction(name,
                                                               llvm::FunctionType::get(result, types, false));
    llvm::CallInst* const made = builder_.CreateCall(callee, arguments);
    if (const auto* function = llvm::dyn_cast<llvm::Function>(callee.getCallee()))
      made->setAttributes(function->getAttributes());
    return made;
  }

  /// Gives a name its value: where the statement's predicate is false the old one stays.
  bool set(const Statement& one, const std::string& name, Value* value) {
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
  Value* condition_of(const Statement& one) {
    Value* const value = value_of(one.predicate, 1);
    return value != nullptr && one.negated ? builder_.CreateNot(value) : value;
  }

  bool build(const Statement& one) {
    const std::string& name = one.words.front();
    if (name == "ld" || name == "st" || name == "ldu") return one.predicate.empty() && build_access(one);
    if (name == "shfl") return build_shuffle(one);
    if (name == "vote") return build_vote(one);
    if (name == "match" || name == "redux") return build_whole_warp(one);
    if (name == "elect") return build_election(one);
    if (name == "membar" || name == "fence") return one.predicate.empty() && build_fence(one);
    if (name == "bar")
      return one.predicate.empty() && one.has("warp") && one.operands.size() == 1 && sync_warp(one);
    if (name == "exit" || name == "griddepcontrol" || name == "prefetch" || name == "nanosleep" ||
        name == "pragma")
      return name != "exit" || only_exit();
    return build_arithmetic(one);
  }

  /// CUB writes it for a kernel that was not built for the device: it is not reached.
  bool only_exit() {
    primitive("__ws_ptx_exit", builder_.getVoidTy(), {});
    return true;
  }

  bool sync_warp(const Statement& one) {
    Value* const mask = value_of(one.operands[0].names[0], 32);
    return mask != nullptr && primitive("__ws_syncwarp", builder_.getVoidTy(), {mask}) != nullptr;
  }

  bool build_fence(const Statement& one) {
    const auto scope = one.has("cta") || one.has("mbarrier_init") ? program::FenceScope::Block
                       : one.has("sys")                           ? program::FenceScope::System
                                                                  : program::FenceScope::Device;
    primitive("__ws_fence", builder_.getVoidTy(), {builder_.getInt32(static_cast<unsigned>(scope))});
    return true;
  }

  bool build_access(const Statement& one) {
    const auto type = type_of(one.words.back());
    if (!type || one.operands.size() != 2) return false;
    const bool store = one.words.front() == "st";
    const Operand &memory = one.operands[store ? 0 : 1], &values = one.operands[store ? 1 : 0];
    if (!memory.address) return false;
    Value* address = value_of(memory.names[0], 64);
    if (address == nullptr) return false;
    address = builder_.CreateAdd(address, builder_.getInt64(static_cast<std::uint64_t>(memory.offset)));
    const auto is_shared = [](const std::string& word) {
      return word == "shared" || word.starts_with("shared::");
    };
    if (std::any_of(one.words.begin(), one.words.end(), is_shared))
      address = builder_.CreateOr(
          builder_.CreateAnd(address, builder_.getInt64(0xffffffffu)),
          builder_.getInt64(std::uint64_t{static_cast<unsigned>(Space::Shared)} << 32));
    Value* const pointer = builder_.CreateIntToPtr(address, builder_.getPtrTy());
    const bool strong = one.has("relaxed") || one.has("acquire") || one.has("release") || one.has("mmio");
    const bool is_volatile = one.has("volatile") || strong;
    if (one.has("release")) build_fence(one);
    llvm::Type* const element = builder_.getIntNTy(type->bits);
    const std::size_t count = values.names.size();
    const llvm::Align whole(type->bits / 8 * count), each(type->bits / 8);
    llvm::Type* const wide = count == 1 ? element
                                        : llvm::FixedVectorType::get(element, static_cast<unsigned>(count));
    if (store) {
      Value* all = llvm::PoisonValue::get(wide);
      for (std::size_t i = 0; i < count; ++i) {
        Value* const value = value_of(values.names[i], type->bits);
        if (value == nullptr) return false;
        all = count == 1 ? value : builder_.CreateInsertElement(all, value, i);
      }
      llvm::StoreInst* const made = builder_.CreateAlignedStore(all, pointer, whole, is_volatile);
      if (strong && count == 1 && type->bits >= 32) made->setAtomic(llvm::AtomicOrdering::Monotonic);
      return true;
    }
    llvm::LoadInst* const made = builder_.CreateAlignedLoad(wide, pointer, whole, is_volatile);
    if (strong && count == 1 && type->bits >= 32) made->setAtomic(llvm::AtomicOrdering::Monotonic);
    for (std::size_t i = 0; i < count; ++i) {
      Value* value = count == 1 ? static_cast<Value*>(made) : builder_.CreateExtractElement(made, i);
      if (type->bits < 32)
        value = type->kind == 's' ? builder_.CreateSExt(value, builder_.getInt32Ty())
                                  : builder_.CreateZExt(value, builder_.getInt32Ty());
      if (!set(one, values.names[i], value)) return false;
    }
    if (one.has("acquire")) build_fence(one);
    return true;
  }

  /// shfl.sync.mode.b32 d[|p], a, b, c, membermask;
  bool build_shuffle(const Statement& one) {
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
    const Operand& to = one.operands[0];
    Value* const value = primitive("__ws_shfl", builder_.getInt32Ty(), all);
    Value* const predicate = to.names.size() == 2 ? primitive("__ws_shfl_pred", builder_.getInt1Ty(), all)
                                                  : nullptr;
    return set(one, to.names[0], value) && (predicate == nullptr || set(one, to.names[1], predicate));
  }

  /// vote.sync.mode.pred|b32 d, p, membermask; and the form that CUB writes, vote.ballot.sync.b32.
  bool build_vote(const Statement& one) {
    if (one.operands.size() != 3) return false;
    const auto mode = one.has("ballot") ? program::VoteMode::Ballot
                      : one.has("all")  ? program::VoteMode::All
                      : one.has("any")  ? program::VoteMode::Any
                                        : program::VoteMode::Uniform;
    std::string name = one.operands[1].names[0];
    const bool negated = name.starts_with('!');
    if (negated) name.erase(0, 1);
    Value* predicate = value_of(name, 1);
    Value* const mask = value_of(one.operands[2].names[0], 32);
    if (predicate == nullptr || mask == nullptr) return false;
    if (negated) predicate = builder_.CreateNot(predicate);
    Value* value = primitive("__ws_vote", builder_.getInt32Ty(),
                             {mask, builder_.getInt32(static_cast<unsigned>(mode)), predicate});
    if (mode != program::VoteMode::Ballot) value = builder_.CreateIsNotNull(value);
    return set(one, one.operands[0].names[0], value);
  }

  /// elect.sync d|p, membermask: the lowest lane of the mask.
  bool build_election(const Statement& one) {
    Value* const mask = one.operands.size() == 2 ? value_of(one.operands[1].names[0], 32) : nullptr;
    if (mask == nullptr || one.operands[0].names.size() != 2) return false;
    Value* const lane = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, mask, builder_.getTrue());
    Value* const here = builder_.CreateICmpEQ(lane, special("%laneid", 32));
    return set(one, one.operands[0].names[0], lane) && set(one, one.operands[0].names[1], here);
  }

  /// match.any.sync.b32 d, a, membermask; redux.sync.op.type d, a, membermask;
  bool build_whole_warp(const Statement& one) {
    const auto type = type_of(one.words.back());
    if (!type || one.operands.size() != 3 || type->kind == 'f') return false;
    Value* const value = value_of(one.operands[1].names[0], type->bits);
    Value* const mask = value_of(one.operands[2].names[0], 32);
    if (value == nullptr || mask == nullptr) return false;
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

  bool build_arithmetic(const Statement& one) {
    const auto type = type_of(one.words.back());
    if (!type || one.operands.empty()) return false;
    const std::string& name = one.words.front();
    const Operand& to = one.operands[0];
    if (name == "mov") return build_move(one, *type);
    if (name == "cvta") {
      if (one.operands.size() != 2) return false;
      return set(one, to.names[0], value_of(one.operands[1].names[0], 64));
    }
    if (to.names.size() != 1) return false;
    std::vector<Value*> in;
    const auto source = name == "cvt" && one.words.size() >= 3 ? type : type;
    for (std::size_t i = 1; i < one.operands.size(); ++i) {
      const bool predicate = name == "selp" && i == 3;
      Value* const value = value_of(one.operands[i].names[0], predicate ? 1 : source->bits);
      if (value == nullptr) return false;
      in.push_back(value);
    }
    return set(one, to.names[0], result_of(one, *type, in));
  }

  /// mov d, a; with {a, b} on one side: packed or taken apart.
  bool build_move(const Statement& one, Type type) {
    if (one.operands.size() != 2) return false;
    const Operand &to = one.operands[0], &from = one.operands[1];
    if (to.names.size() == 1 && from.names.size() == 1)
      return set(one, to.names[0], value_of(from.names[0], type.bits));
    const unsigned pieces = static_cast<unsigned>(std::max(to.names.size(), from.names.size()));
    if (type.bits % pieces != 0) return false;
    const unsigned bits = type.bits / pieces;
    if (to.names.size() == 1) {
      Value* all = builder_.getIntN(type.bits, 0);
      for (unsigned i = 0; i < pieces; ++i) {
        Value* piece = value_of(from.names[i], bits);
        if (piece == nullptr) return false;
        piece = builder_.CreateZExt(piece, builder_.getIntNTy(type.bits));
        all = builder_.CreateOr(all, builder_.CreateShl(piece, i * bits));
      }
      return set(one, to.names[0], all);
    }
    if (from.names.size() != 1) return false;
    Value* const whole = value_of(from.names[0], type.bits);
    if (whole == nullptr) return false;
    for (unsigned i = 0; i < pieces; ++i)
      if (!set(one, to.names[i],
               builder_.CreateTrunc(builder_.CreateLShr(whole, i * bits), builder_.getIntNTy(bits))))
        return false;
    return true;
  }

  Value* as_float(Value* bits) {
    return builder_.CreateBitCast(bits, bits->getType()->isIntegerTy(64) ? builder_.getDoubleTy()
                                                                         : builder_.getFloatTy());
  }

  /// A shift as PTX has it: by the width or more gives 0, or the sign.
  Value* shifted(const Statement& one, Type type, Value* value, Value* amount) {
    Value* const most = builder_.getIntN(type.bits, type.bits - 1);
    Value* const over = builder_.CreateICmpUGT(amount, most);
    Value* const within = builder_.CreateSelect(over, most, amount);
    if (one.words.front() == "shr" && type.kind == 's') return builder_.CreateAShr(value, within);
    Value* const moved = one.words.front() == "shl" ? builder_.CreateShl(value, within)
                                                    : builder_.CreateLShr(value, within);
    return builder_.CreateSelect(over, builder_.getIntN(type.bits, 0), moved);
  }

  llvm::CmpInst::Predicate comparison(const Statement& one, Type type) {
    using P = llvm::CmpInst::Predicate;
    const bool f = type.kind == 'f', s = type.kind == 's';
    if (one.has("eq")) return f ? P::FCMP_OEQ : P::ICMP_EQ;
    if (one.has("ne")) return f ? P::FCMP_ONE : P::ICMP_NE;
    if (one.has("lt") || one.has("lo")) return f ? P::FCMP_OLT : s ? P::ICMP_SLT : P::ICMP_ULT;
    if (one.has("le") || one.has("ls")) return f ? P::FCMP_OLE : s ? P::ICMP_SLE : P::ICMP_ULE;
    if (one.has("gt") || one.has("hi")) return f ? P::FCMP_OGT : s ? P::ICMP_SGT : P::ICMP_UGT;
    if (one.has("ge") || one.has("hs")) return f ? P::FCMP_OGE : s ? P::ICMP_SGE : P::ICMP_UGE;
    return P::BAD_ICMP_PREDICATE;
  }

  /// A mask of `length` ones from bit `begin` on; what lies behind bit 31 is cut off.
  Value* bit_mask(Value* begin, Value* length) {
    Value* const ones = builder_.CreateSelect(
        builder_.CreateICmpUGE(length, builder_.getInt32(32)), builder_.getInt32(~0u),
        builder_.CreateSub(builder_.CreateShl(builder_.getInt32(1), builder_.CreateAnd(length, 31)),
                           builder_.getInt32(1)));
    return builder_.CreateSelect(builder_.CreateICmpUGE(begin, builder_.getInt32(32)), builder_.getInt32(0),
                                 builder_.CreateShl(ones, builder_.CreateAnd(begin, 31)));
  }

  /// Null: not known.
  Value* result_of(const Statement& one, Type type, const std::vector<Value*>& in) {
    const std::string& name = one.words.front();
    const bool is_float = type.kind == 'f', is_signed = type.kind == 's';
    if (in.size() == 1) {
      if (name == "not") return builder_.CreateNot(in[0]);
      if (name == "neg")
        return is_float ? bits_of(builder_.CreateFNeg(as_float(in[0]))) : builder_.CreateNeg(in[0]);
      if (name == "abs" && is_signed)
        return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::abs, in[0], builder_.getFalse());
      if (name == "popc")
        return builder_.CreateZExtOrTrunc(builder_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, in[0]),
                                          builder_.getInt32Ty());
      if (name == "clz")
        return builder_.CreateZExtOrTrunc(
            builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, in[0], builder_.getFalse()),
            builder_.getInt32Ty());
      if (name == "brev") return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, in[0]);
      if (name == "bfind" && type.kind == 'u') {
        Value* const zeros = builder_.CreateZExtOrTrunc(
            builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, in[0], builder_.getFalse()),
            builder_.getInt32Ty());
        return builder_.CreateSub(builder_.getInt32(type.bits - 1), zeros); // 0: all ones
      }
      if (name == "cvt") return converted(one, in[0]);
      return nullptr;
    }
    if (in.size() == 2) {
      if (name == "setp") {
        const auto how = comparison(one, type);
        if (how == llvm::CmpInst::Predicate::BAD_ICMP_PREDICATE) return nullptr;
        return is_float ? builder_.CreateFCmp(how, as_float(in[0]), as_float(in[1]))
                        : builder_.CreateICmp(how, in[0], in[1]);
      }
      if (name == "and") return builder_.CreateAnd(in[0], in[1]);
      if (name == "or") return builder_.CreateOr(in[0], in[1]);
      if (name == "xor") return builder_.CreateXor(in[0], in[1]);
      if (name == "shl" || name == "shr") return shifted(one, type, in[0], in[1]);
      if (name == "bmsk") return one.has("clamp") ? bit_mask(in[0], in[1]) : nullptr;
      if (is_float) return float_result(name, as_float(in[0]), as_float(in[1]));
      if (name == "add" && !one.has("cc")) return builder_.CreateAdd(in[0], in[1]);
      if (name == "sub" && !one.has("cc")) return builder_.CreateSub(in[0], in[1]);
      if (name == "mul") return multiplied(one, type, in[0], in[1]);
      if (name == "min")
        return builder_.CreateBinaryIntrinsic(is_signed ? llvm::Intrinsic::smin : llvm::Intrinsic::umin,
                                              in[0], in[1]);
      if (name == "max")
        return builder_.CreateBinaryIntrinsic(is_signed ? llvm::Intrinsic::smax : llvm::Intrinsic::umax,
                                              in[0], in[1]);
      if (name == "rem")
        return is_signed ? builder_.CreateSRem(in[0], in[1]) : builder_.CreateURem(in[0], in[1]);
      if (name == "div")
        return is_signed ? builder_.CreateSDiv(in[0], in[1]) : builder_.CreateUDiv(in[0], in[1]);
      return nullptr;
    }
    if (in.size() == 3) {
      if (name == "selp") return builder_.CreateSelect(in[2], in[0], in[1]);
      if (name == "prmt" && type.bits == 32 && one.words.size() == 2)
        return primitive("__ws_prmt", builder_.getInt32Ty(), {in[0], in[1], in[2]});
      if (name == "bfe" && type.bits == 32 && type.kind == 'u')
        return builder_.CreateAnd(
            builder_.CreateSelect(builder_.CreateICmpUGE(in[1], builder_.getInt32(32)), builder_.getInt32(0),
                                  builder_.CreateLShr(in[0], builder_.CreateAnd(in[1], 31))),
            bit_mask(builder_.getInt32(0), in[2]));
      if (is_float && name == "fma") {
        Value* const made = builder_.CreateIntrinsic(llvm::Intrinsic::fma, {as_float(in[0])->getType()},
                                                     {as_float(in[0]), as_float(in[1]), as_float(in[2])});
        return bits_of(made);
      }
      if (name == "mad" && !is_float) {
        Value* const product = multiplied(one, type, in[0], in[1]);
        return product == nullptr
                   ? nullptr
                   : builder_.CreateAdd(product, builder_.CreateZExtOrTrunc(in[2], product->getType()));
      }
      return nullptr;
    }
    if (in.size() == 4 && name == "lop3" && type.bits == 32) { // bit i of the table: what the bits (a, b, c)
                                                               // = i give
      const auto* table = llvm::dyn_cast<llvm::ConstantInt>(in[3]);
      if (table == nullptr) return nullptr;
      Value* result = builder_.getInt32(0);
      for (unsigned row = 0; row < 8; ++row) {
        if ((table->getZExtValue() >> row & 1u) == 0) continue;
        Value* term = builder_.getInt32(~0u);
        for (unsigned i = 0; i < 3; ++i)
          term = builder_.CreateAnd(term, (row >> (2 - i) & 1u) != 0 ? in[i] : builder_.CreateNot(in[i]));
        result = builder_.CreateOr(result, term);
      }
      return result;
    }
    if (in.size() == 4 && name == "bfi" && type.bits == 32) {
      Value* const mask = bit_mask(in[2], in[3]);
      Value* const moved = builder_.CreateSelect(builder_.CreateICmpUGE(in[2], builder_.getInt32(32)),
                                                 builder_.getInt32(0),
                                                 builder_.CreateShl(in[0], builder_.CreateAnd(in[2], 31)));
      return builder_.CreateOr(builder_.CreateAnd(moved, mask),
                               builder_.CreateAnd(in[1], builder_.CreateNot(mask)));
    }
    return nullptr;
  }

  Value* float_result(const std::string& name, Value* a, Value* b) {
    if (name == "add") return bits_of(builder_.CreateFAdd(a, b));
    if (name == "sub") return bits_of(builder_.CreateFSub(a, b));
    if (name == "mul") return bits_of(builder_.CreateFMul(a, b));
    if (name == "min") return bits_of(builder_.CreateBinaryIntrinsic(llvm::Intrinsic::minnum, a, b));
    if (name == "max") return bits_of(builder_.CreateBinaryIntrinsic(llvm::Intrinsic::maxnum, a, b));
    return nullptr;
  }

  Value* multiplied(const Statement& one, Type type, Value* a, Value* b) {
    if (one.has("lo")) return builder_.CreateMul(a, b);
    if (!one.has("wide") && !(one.has("hi") && type.bits == 32)) return nullptr;
    llvm::Type* const wide = builder_.getIntNTy(type.bits * 2);
    const bool is_signed = type.kind == 's';
    Value* const product = builder_.CreateMul(
        is_signed ? builder_.CreateSExt(a, wide) : builder_.CreateZExt(a, wide),
        is_signed ? builder_.CreateSExt(b, wide) : builder_.CreateZExt(b, wide));
    return one.has("wide")
               ? product
               : builder_.CreateTrunc(builder_.CreateLShr(product, type.bits), builder_.getInt32Ty());
  }

  /// cvt.to.from between integers.
  Value* converted(const Statement& one, Value* value) {
    const auto from = type_of(one.words.back()), to = type_of(one.words[one.words.size() - 2]);
    if (!from || !to || from->kind == 'f' || to->kind == 'f' || one.has("sat")) return nullptr;
    llvm::Type* const type = builder_.getIntNTy(to->bits);
    return from->kind == 's' ? builder_.CreateSExtOrTrunc(value, type)
                             : builder_.CreateZExtOrTrunc(value, type);
  }

  void finish() {
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

  llvm::CallInst& call_;
  llvm::IRBuilder<> builder_;
  unsigned outputs_ = 0;
  std::map<std::string, Value*> values_; ///< integers by register or "$number"
};

} // namespace

bool translate_ptx(llvm::CallInst& call) { return Translation(call).run(); }

} // namespace warpscope::frontend
