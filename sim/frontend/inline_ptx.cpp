#include "sim/frontend/inline_ptx.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "sim/program/enums.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope {
namespace {

/// "mov.u32 $0, %laneid;" -> LaneId; nullopt for anything else.
std::optional<SpecialRegister> register_read(std::string_view text) {
  static const std::map<std::string_view, SpecialRegister> registers = {
      {"%laneid", SpecialRegister::LaneId},
      {"%warpid", SpecialRegister::WarpId},
      {"%nwarpid", SpecialRegister::NWarpId},
      {"%smid", SpecialRegister::SmId},
      {"%tid.x", SpecialRegister::TidX},
      {"%tid.y", SpecialRegister::TidY},
      {"%tid.z", SpecialRegister::TidZ},
      {"%ntid.x", SpecialRegister::NTidX},
      {"%ntid.y", SpecialRegister::NTidY},
      {"%ntid.z", SpecialRegister::NTidZ},
      {"%ctaid.x", SpecialRegister::CtaidX},
      {"%ctaid.y", SpecialRegister::CtaidY},
      {"%ctaid.z", SpecialRegister::CtaidZ},
      {"%nctaid.x", SpecialRegister::NCtaidX},
      {"%nctaid.y", SpecialRegister::NCtaidY},
      {"%nctaid.z", SpecialRegister::NCtaidZ},
      {"%lanemask_eq", SpecialRegister::LaneMaskEq},
      {"%lanemask_lt", SpecialRegister::LaneMaskLt},
      {"%lanemask_le", SpecialRegister::LaneMaskLe},
      {"%lanemask_gt", SpecialRegister::LaneMaskGt},
      {"%lanemask_ge", SpecialRegister::LaneMaskGe},
      {"%clock", SpecialRegister::Clock},
      {"%dynamic_smem_size", SpecialRegister::DynamicSharedSize}};
  std::vector<std::string> words(1);
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',' || c == ';';
    if (!blank)
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  if (words.size() != 3 || (words[0] != "mov.u32" && words[0] != "mov.s32" && words[0] != "mov.b32") ||
      words[1] != "$0")
    return std::nullopt;
  std::string name = words[2];
  if (name.starts_with("%%")) name.erase(0, 1);
  const auto found = registers.find(name);
  if (found == registers.end()) return std::nullopt;
  return found->second;
}

} // namespace

void replace_inline_ptx(llvm::Module& module) {
  std::vector<std::pair<llvm::CallInst*, SpecialRegister>> reads;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr || !call->isInlineAsm() || call->arg_size() != 0 ||
          !call->getType()->isIntegerTy(32))
        continue;
      const auto* text = llvm::cast<llvm::InlineAsm>(call->getCalledOperand());
      if (const auto special = register_read(text->getAsmString())) reads.emplace_back(call, *special);
    }
  for (const auto& [call, special] : reads) {
    llvm::IRBuilder<> builder(call);
    const llvm::FunctionCallee primitive =
        module.getOrInsertFunction("__ws_special", builder.getInt32Ty(), builder.getInt32Ty());
    llvm::CallInst* value = builder.CreateCall(primitive, {builder.getInt32(static_cast<unsigned>(special))});
    value->setDebugLoc(call->getDebugLoc());
    call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
}

} // namespace warpscope
