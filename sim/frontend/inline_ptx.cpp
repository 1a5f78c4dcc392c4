// Parses inline PTX and replaces the supported instructions by primitives and calls.
#include "sim/frontend/inline_ptx.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "sim/frontend/ptx_names.h"
#include "sim/frontend/ptx_translation.h"
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

/// One instruction, such as "cp.async.cg.shared.global" with {"[$0]", "[$1]", "16"}. Names in braces are
/// separate operands.
struct PtxInstruction {
  std::string name;
  std::vector<std::string> operands;
};

std::vector<PtxInstruction> instructions_of(std::string_view text) {
  std::vector<PtxInstruction> result;
  std::string word;
  bool fresh = true;
  const auto end_word = [&] {
    if (word.empty()) return;
    if (fresh) result.push_back({word, {}});
    else result.back().operands.push_back(word);
    fresh = false;
    word.clear();
  };
  int bracket = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (text.compare(i, 2, "//") == 0) {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    bracket += c == '[' ? 1 : c == ']' ? -1 : 0;
    const bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (c == ';') {
      end_word();
      fresh = true;
    } else if ((blank || c == ',' || c == '{' || c == '}') && bracket == 0) {
      end_word();
    } else if (!blank) {
      word += c;
    }
  }
  end_word();
  return result;
}

/// The asm statement being replaced: the values of its operands such as `$2`, and a builder in front of it.
class Replacement {
 public:
  explicit Replacement(llvm::CallInst& call) : call_(call), builder_(&call) {
    builder_.SetCurrentDebugLocation(call.getDebugLoc());
    if (call.getType()->isVoidTy()) outputs_ = 0;
    else if (const auto* several = llvm::dyn_cast<llvm::StructType>(call.getType()))
      outputs_ = several->getNumElements();
  }

  /// False when an instruction is not supported; nothing has been changed then.
  bool run() {
    const auto* text = llvm::cast<llvm::InlineAsm>(call_.getCalledOperand());
    const std::vector<PtxInstruction> all = instructions_of(text->getAsmString());
    if (shared_address(all)) return finish();
    for (const PtxInstruction& one : all)
      if (!understood(one)) return false;
    // Nothing of it sets what it returns: operands that are read and written, as in asm("" : "+r"(x)).
    if (!call_.getType()->isVoidTy() && std::none_of(all.begin(), all.end(), has_result)) return false;
    const llvm::DebugLoc place = call_.getDebugLoc();
    for (const PtxInstruction& one : all) {
      builder_.SetCurrentDebugLocation(with_ptx_name(module(), place, one.name));
      build(one);
    }
    return finish();
  }

 private:
  llvm::Module& module() { return *call_.getModule(); }

  /// Returns which output `$1` names; nullopt for anything else.
  [[nodiscard]] std::optional<unsigned> number(std::string_view operand) const {
    unsigned value = 0;
    if (operand.size() < 2 || operand.size() > 3 || operand[0] != '$') return std::nullopt;
    for (const char c : operand.substr(1)) {
      if (c < '0' || c > '9') return std::nullopt;
      value = value * 10 + static_cast<unsigned>(c - '0');
    }
    return value;
  }
  [[nodiscard]] bool is_output(std::string_view operand) const {
    const auto n = number(operand);
    return n && *n < outputs_;
  }
  [[nodiscard]] llvm::Value* input(std::string_view operand) const {
    const auto n = number(operand);
    if (!n || *n < outputs_ || *n - outputs_ >= call_.arg_size()) return nullptr;
    return call_.getArgOperand(*n - outputs_);
  }
  /// `[$0]` or `[$0+16]`.
  struct Address {
    llvm::Value* base = nullptr;
    std::int64_t offset = 0;
  };
  [[nodiscard]] Address address(std::string_view operand) const {
    if (operand.size() < 4 || operand.front() != '[' || operand.back() != ']') return {};
    operand = operand.substr(1, operand.size() - 2);
    Address result;
    const std::size_t plus = operand.find('+');
    result.base = input(operand.substr(0, plus));
    if (plus == std::string_view::npos) return result;
    const std::string_view offset = operand.substr(plus + 1);
    if (auto* value = input(offset)) {
      const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value);
      if (constant == nullptr) return {};
      result.offset = constant->getSExtValue();
    } else {
      const auto [end, code] = std::from_chars(offset.data(), offset.data() + offset.size(), result.offset);
      if (code != std::errc{} || end != offset.data() + offset.size()) return {};
    }
    return result;
  }
  /// A literal number, or an operand's value.
  [[nodiscard]] llvm::Value* amount(std::string_view operand) {
    if (auto* value = input(operand)) return value->getType()->isIntegerTy() ? value : nullptr;
    std::uint32_t written = 0;
    const auto [end, code] = std::from_chars(operand.data(), operand.data() + operand.size(), written);
    return code == std::errc{} && end == operand.data() + operand.size() ? builder_.getInt32(written)
                                                                         : nullptr;
  }
  static std::optional<std::uint64_t> constant(const llvm::Value* value) {
    const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(value);
    return number == nullptr ? std::nullopt : std::optional(number->getZExtValue());
  }

  static bool is_copy(std::string_view name) {
    return (name.starts_with("cp.async.ca.shared") || name.starts_with("cp.async.cg.shared")) &&
           name.find(".global") != std::string_view::npos && name.find("mbarrier") == std::string_view::npos;
  }
  static bool is_wait(std::string_view name) {
    return name == "cp.async.commit_group" || name == "cp.async.wait_group" || name == "cp.async.wait_all";
  }
  /// Returns "x4", "x2_trans", …; empty when the instruction is not such an ldmatrix.
  static std::string matrices(std::string_view name) {
    // The modifiers may come in any order.
    if (!name.starts_with("ldmatrix.") || name.find(".m8n8") == std::string_view::npos ||
        name.find(".b16") == std::string_view::npos)
      return {};
    std::string_view count;
    for (const std::string_view each : {".x1", ".x2", ".x4"})
      if (name.find(each) != std::string_view::npos) count = each.substr(1);
    if (count.empty()) return {};
    const bool transposed = name.find(".trans") != std::string_view::npos;
    return std::string(count) + (transposed ? "_trans" : "");
  }

  static bool has_result(const PtxInstruction& one) {
    return one.name.starts_with("mov.") || !matrices(one.name).empty();
  }

  bool understood(const PtxInstruction& one) {
    const auto& given = one.operands;
    if (one.name == "mov.u32" || one.name == "mov.s32" || one.name == "mov.b32")
      return given.size() == 2 && is_output(given[0]) && outputs_ == 1 && call_.getType()->isIntegerTy(32) &&
             special_register(given[1]).has_value();
    if (one.name == "mov.u64" || one.name == "mov.b64")
      return given.size() == 2 && is_output(given[0]) && outputs_ == 1 && call_.getType()->isIntegerTy(64) &&
             (given[1] == "%clock64" || given[1] == "%%clock64");
    if (is_wait(one.name)) return true;
    if (is_copy(one.name)) {
      if (given.size() != 3 && given.size() != 4) return false;
      const auto bytes = constant(amount(given[2]));
      const Address to = address(given[0]), from = address(given[1]);
      return bytes && (*bytes == 4 || *bytes == 8 || *bytes == 16) && to.base &&
             to.base->getType()->isIntegerTy() && from.base != nullptr &&
             (given.size() == 3 || amount(given[3]) != nullptr) &&
             module().getFunction("__ws_ptx_cp_async") != nullptr;
    }
    const std::string kind = matrices(one.name);
    if (kind.empty()) return false;
    const std::size_t count = static_cast<std::size_t>(kind[1] - '0');
    if (given.size() != count + 1 || outputs_ != count ||
        module().getFunction("__ws_ptx_ldmatrix_" + kind) == nullptr)
      return false;
    for (std::size_t i = 0; i < count; ++i)
      if (!is_output(given[i])) return false;
    const Address from = address(given[count]);
    return from.base != nullptr && from.base->getType()->isIntegerTy();
  }

  llvm::Value* shared_offset(const Address& at) {
    return builder_.CreateAdd(builder_.CreateZExtOrTrunc(at.base, builder_.getInt32Ty()),
                              builder_.getInt32(static_cast<std::uint32_t>(at.offset)));
  }
  llvm::Value* generic_pointer(const Address& at) {
    llvm::Value* pointer = at.base;
    if (!pointer->getType()->isPointerTy())
      pointer = builder_.CreateIntToPtr(builder_.CreateZExtOrTrunc(pointer, builder_.getInt64Ty()),
                                        builder_.getPtrTy());
    return at.offset == 0 ? pointer
                          : builder_.CreateGEP(builder_.getInt8Ty(), pointer,
                                               builder_.getInt64(static_cast<std::uint64_t>(at.offset)));
  }

  void set(std::string_view output, llvm::Value* value) {
    value = builder_.CreateZExtOrTrunc(
        value, outputs_ == 1
                   ? call_.getType()
                   : llvm::cast<llvm::StructType>(call_.getType())->getElementType(*number(output)));
    result_ = outputs_ == 1
                  ? value
                  : builder_.CreateInsertValue(result_ ? result_ : llvm::PoisonValue::get(call_.getType()),
                                               value, *number(output));
  }

  void build(const PtxInstruction& one) {
    const auto& given = one.operands;
    if (one.name.starts_with("mov.")) {
      const bool clock = one.name.ends_with("64");
      const llvm::FunctionCallee primitive = clock ? module().getOrInsertFunction("__ws_clock64",
                                                                                  builder_.getInt64Ty())
                                                   : module().getOrInsertFunction("__ws_special",
                                                                                  builder_.getInt32Ty(),
                                                                                  builder_.getInt32Ty());
      llvm::SmallVector<llvm::Value*, 1> which;
      if (!clock) which.push_back(builder_.getInt32(static_cast<unsigned>(*special_register(given[1]))));
      set(given[0], builder_.CreateCall(primitive, which));
    } else if (is_wait(one.name)) {
      if (one.name == "cp.async.wait_group")
        builder_.CreateCall(module().getFunction("__ws_ptx_cp_wait_group"),
                            {builder_.CreateZExtOrTrunc(amount(given[0]), builder_.getInt32Ty())});
      else
        builder_.CreateCall(module().getFunction(one.name == "cp.async.wait_all" ? "__ws_ptx_cp_wait_all"
                                                                                 : "__ws_ptx_cp_commit"));
    } else if (is_copy(one.name)) {
      llvm::Value* bytes = builder_.CreateZExtOrTrunc(amount(given[2]), builder_.getInt32Ty());
      llvm::Value* filled = given.size() == 4
                                ? builder_.CreateZExtOrTrunc(amount(given[3]), builder_.getInt32Ty())
                                : bytes;
      builder_.CreateCall(
          module().getFunction("__ws_ptx_cp_async"),
          {shared_offset(address(given[0])), generic_pointer(address(given[1])), bytes, filled});
    } else {
      const std::string kind = matrices(one.name);
      const unsigned count = static_cast<unsigned>(kind[1] - '0');
      llvm::Function& function = *call_.getFunction();
      llvm::IRBuilder<> at_entry(&function.getEntryBlock(), function.getEntryBlock().begin());
      llvm::Value* parts = at_entry.CreateAlloca(llvm::ArrayType::get(builder_.getInt32Ty(), 4));
      builder_.CreateCall(module().getFunction("__ws_ptx_ldmatrix_" + kind),
                          {parts, shared_offset(address(given[count]))});
      for (unsigned i = 0; i < count; ++i)
        set(given[i], builder_.CreateLoad(builder_.getInt32Ty(), builder_.CreateConstInBoundsGEP1_32(
                                                                     builder_.getInt32Ty(), parts, i)));
    }
  }

  /// { .reg .u64 a; cvta.to.shared.u64 a, $1; cvt.u32.u64 $0, a; } is the older way to write
  /// __cvta_generic_to_shared.
  bool shared_address(const std::vector<PtxInstruction>& all) {
    if (all.size() != 3 || all[0].name != ".reg" || all[1].name != "cvta.to.shared.u64" ||
        all[2].name != "cvt.u32.u64" || all[1].operands.size() != 2 || all[2].operands.size() != 2 ||
        all[1].operands[0] != all[2].operands[1] || outputs_ != 1 || !is_output(all[2].operands[0]))
      return false;
    llvm::Value* pointer = input(all[1].operands[1]);
    if (pointer == nullptr) return false;
    if (pointer->getType()->isPointerTy()) pointer = builder_.CreatePtrToInt(pointer, builder_.getInt64Ty());
    set(all[2].operands[0], pointer);
    return true;
  }

  bool finish() {
    if (result_ != nullptr) call_.replaceAllUsesWith(result_);
    call_.eraseFromParent();
    return true;
  }

  llvm::CallInst& call_;
  llvm::IRBuilder<> builder_;
  unsigned outputs_ = 1;
  llvm::Value* result_ = nullptr;
};

} // namespace

bool needs_ptx_header(std::string_view text) {
  for (const std::string_view name : {"cp.async", "ldmatrix", "stmatrix", "mbarrier", "cp.reduce", "wgmma"})
    if (text.find(name) != std::string_view::npos) return true;
  return false;
}

void replace_inline_ptx(llvm::Module& module) {
  std::vector<llvm::CallInst*> statements;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction); call != nullptr && call->isInlineAsm())
        statements.push_back(call);
  for (llvm::CallInst* call : statements)
    if (!Replacement(*call).run()) (void)translate_ptx(*call); // what neither knows is refused by its name
}

} // namespace warpscope::frontend
