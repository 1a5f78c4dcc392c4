// Reads a module's accesses, each with its position in the person's text.
#pragma once

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "sim/frontend/as_compiled.h"
#include "sim/frontend/frontend.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace warpscope {

/// The module of a text that stands alone, as the optimiser leaves it; null, and a failure, where it does not
/// compile.
inline std::unique_ptr<llvm::Module> optimised(llvm::LLVMContext& context, const std::string& text) {
  frontend::FrontendInput input;
  input.file = "test.cu";
  input.text = text;
  frontend::FrontendOutput output = frontend::run_frontend(context, input);
  EXPECT_TRUE(output.module != nullptr) << format_diagnostics(output.diagnostics);
  if (output.module != nullptr) frontend::optimise_as_compiled(*output.module, 90);
  return std::move(output.module);
}

struct SeenAccess {
  char kind;      ///< 'L', 'S', or 'A' for a call of an atomic primitive
  unsigned bytes; ///< 0 for 'A'
  unsigned line, column;
  bool is_volatile;
};

/// Returns the innermost location within the person's text.
inline std::pair<unsigned, unsigned> user_place(const llvm::DILocation* location) {
  for (; location != nullptr; location = location->getInlinedAt()) {
    if (location->getFilename() == frontend::user_file_name)
      return {location->getLine(), location->getColumn()};
  }
  return {0, 0};
}

/// Returns the loads, stores and atomics of a function in the order of its blocks.
inline std::vector<SeenAccess> accesses_of(const llvm::Function& function) {
  std::vector<SeenAccess> result;
  const llvm::DataLayout& layout = function.getDataLayout();
  for (const llvm::BasicBlock& block : function) {
    for (const llvm::Instruction& instruction : block) {
      const auto [line, column] = user_place(instruction.getDebugLoc().get());
      if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        result.push_back({'L', static_cast<unsigned>(layout.getTypeStoreSize(load->getType())), line, column,
                          load->isVolatile()});
      } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        result.push_back({'S',
                          static_cast<unsigned>(layout.getTypeStoreSize(store->getValueOperand()->getType())),
                          line, column, store->isVolatile()});
      } else if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
        if (call->getCalledFunction() != nullptr &&
            (call->getCalledFunction()->getName().starts_with("__ws_atomic") ||
             call->getCalledFunction()->getName().starts_with("__ws_cas"))) {
          result.push_back({'A', 0, line, column, false});
        }
      }
    }
  }
  return result;
}

/// Returns the accesses at a line, such as "L16 S16".
inline std::string accesses_at(const llvm::Function& function, unsigned line) {
  std::string result;
  for (const SeenAccess& access : accesses_of(function)) {
    if (access.line != line) continue;
    if (!result.empty()) result += ' ';
    result += access.kind;
    if (access.kind != 'A') result += std::to_string(access.bytes);
    if (access.is_volatile) result += 'v';
  }
  return result;
}

struct Compiled {
  llvm::LLVMContext context; // must outlive the module
  frontend::FrontendOutput output;

  explicit Compiled(std::string text, std::uint32_t capability = 90, std::vector<std::string> instances = {},
                    std::vector<std::pair<std::string, std::string>> macros = {}) {
    frontend::FrontendInput input;
    input.file = "test.cu";
    input.text = std::move(text);
    input.compute_capability = capability;
    input.instances = std::move(instances);
    input.macros = std::move(macros);
    output = frontend::run_frontend(context, input);
  }
  [[nodiscard]] bool ok() const { return output.module != nullptr; }
  [[nodiscard]] std::string messages() const { return format_diagnostics(output.diagnostics); }
  [[nodiscard]] const llvm::Function* kernel(std::string_view name) const {
    for (const frontend::KernelSource& kernel : output.kernels) {
      if (kernel.name == name) return output.module->getFunction(kernel.symbol);
    }
    return nullptr;
  }
  /// Accesses of the kernel `k` at a line.
  [[nodiscard]] std::string at(unsigned line, std::string_view name = "k") const {
    const llvm::Function* function = ok() ? kernel(name) : nullptr;
    return function != nullptr ? accesses_at(*function, line) : "no kernel: " + messages();
  }
};

} // namespace warpscope
