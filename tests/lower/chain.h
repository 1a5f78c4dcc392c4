// Takes a text (CUDA C++, or LLVM assembly) through the whole chain, for tests: program, verification, run,
// memory.
#pragma once

#include "sim/exec/run.h"
#include "sim/frontend/frontend.h"
#include "sim/lower/lower.h"
#include "sim/program/disassemble.h"
#include "sim/program/verify.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::testing {

struct Lowered {
  std::shared_ptr<program::Program> program;
  Diagnostics diagnostics;
};

/// Lowers LLVM assembly, without Clang. The data layout is NVPTX's; kernels are `ptx_kernel` functions.
inline Lowered lower_assembly(std::string_view body, const lower::LowerOptions& options = {}) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  frontend::FrontendOutput output;
  const std::string text = "target datalayout = \"e-i64:64-i128:128-v16:16-v32:32-n16:32:64\"\n"
                           "target triple = \"nvptx64-nvidia-cuda\"\n" +
                           std::string(body);
  output.module = llvm::parseAssemblyString(text, problem, context);
  EXPECT_TRUE(output.module != nullptr) << problem.getMessage().str() << " in line " << problem.getLineNo();
  Lowered lowered;
  frontend::FrontendInput input;
  input.file = "test.ll";
  lowered.program = lower::lower(output, input, lowered.diagnostics, options);
  output.module.reset(); // before its context is destroyed
  return lowered;
}

inline Lowered lower_cuda(std::string_view text, std::vector<std::string> instances = {},
                          const lower::LowerOptions& options = {}) {
  llvm::LLVMContext context;
  frontend::FrontendInput input;
  input.file = "test.cu";
  input.text = std::string(text);
  input.instances = std::move(instances);
  frontend::FrontendOutput output = frontend::run_frontend(context, input);
  Lowered lowered;
  lowered.diagnostics = output.diagnostics;
  if (output.module != nullptr) lowered.program = lower::lower(output, input, lowered.diagnostics, options);
  output.module.reset();
  return lowered;
}

/// Records the accesses of each site.
class CountingSink : public trace::TraceSink {
 public:
  void on_access(const trace::AccessEvent& event) override {
    if (event.site >= requests.size()) requests.resize(event.site + 1);
    ++requests[event.site];
    last = event.access;
  }
  std::vector<std::uint64_t> requests;
  WarpAccess last;
};

/// A program with its memory. Buffers are made with put(), arguments given in the kernel's order.
class Machine {
 public:
  explicit Machine(const Lowered& lowered) : program_(lowered.program) {
    EXPECT_TRUE(program_ != nullptr) << format_diagnostics(lowered.diagnostics);
    if (program_ == nullptr) program_ = std::make_shared<program::Program>();
    if (program_->spans.empty()) program_->spans.resize(1);
    for (const std::string& reason : program::verify(*program_))
      ADD_FAILURE() << reason << '\n' << program::disassemble(*program_);
    memory_ = std::make_unique<exec::DeviceMemory>(*program_);
  }

  template <class T> std::uint64_t put(const std::vector<T>& values) {
    const auto offset = memory_->allocate("buffer", values.size() * sizeof(T));
    EXPECT_TRUE(offset.has_value());
    const auto bytes = memory_->bytes(Space::Global, *offset, values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return (std::uint64_t{1} << 32) | *offset;
  }
  template <class T> std::vector<T> get(std::uint64_t pointer, std::size_t count) {
    std::vector<T> values(count);
    const auto bytes = memory_->bytes(Space::Global, static_cast<std::uint32_t>(pointer), count * sizeof(T));
    EXPECT_EQ(bytes.size(), count * sizeof(T));
    if (bytes.size() == count * sizeof(T)) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

  template <class... Arguments>
  exec::RunResult launch(std::string_view name, Dim3 grid, Dim3 block, Arguments... arguments) {
    exec::RunResult result;
    const auto index = kernel_index(name);
    if (!index) return result;
    const program::Kernel& kernel = program_->kernels[*index];
    exec::Launch launch;
    launch.kernel = *index;
    launch.grid = grid;
    launch.block = block;
    launch.dynamic_shared_bytes = dynamic_shared;
    launch.parameters.resize(kernel.parameter_bytes);
    std::size_t next = 0; // a struct is several parameters, one for each member
    const auto write = [&](const auto& value) {
      if (next >= kernel.parameters.size()) return;
      const program::Parameter& parameter = kernel.parameters[next];
      const std::size_t end = parameter.offset + sizeof(value);
      ASSERT_LE(end, launch.parameters.size()) << parameter.name;
      std::memcpy(launch.parameters.data() + parameter.offset, &value, sizeof(value));
      while (next < kernel.parameters.size() && kernel.parameters[next].offset < end) ++next;
      const program::Parameter& last = kernel.parameters[next - 1];
      EXPECT_LE(last.offset + last.size, end) << last.name;
      EXPECT_GE(last.offset + last.size + 8, end) << last.name; // the rest is padding
    };
    (write(arguments), ...);
    EXPECT_EQ(next, kernel.parameters.size());
    sink = {};
    result = exec::run(*program_, launch, *memory_, {}, sink);
    return result;
  }
  /// As launch(), which must succeed.
  template <class... Arguments>
  exec::RunResult run_well(std::string_view name, Dim3 grid, Dim3 block, Arguments... arguments) {
    const exec::RunResult result = launch(name, grid, block, arguments...);
    EXPECT_EQ(result.status, exec::RunStatus::Done) << program::disassemble(*program_);
    for (const trace::Fault& fault : result.faults) ADD_FAILURE() << fault.message << " at pc " << fault.pc;
    return result;
  }

  [[nodiscard]] std::optional<std::uint32_t> kernel_index(std::string_view name) const {
    for (std::uint32_t k = 0; k < program_->kernels.size(); ++k)
      if (program_->kernels[k].name == name) return k;
    ADD_FAILURE() << "no kernel " << name;
    return std::nullopt;
  }
  [[nodiscard]] const program::Program& program() const { return *program_; }
  [[nodiscard]] const program::Kernel& kernel(std::string_view name) const {
    return program_->kernels[kernel_index(name).value_or(0)];
  }

  std::uint32_t dynamic_shared = 0;
  CountingSink sink;

 private:
  std::shared_ptr<program::Program> program_;
  std::unique_ptr<exec::DeviceMemory> memory_;
};

template <class T, class F> std::vector<T> made(std::size_t count, F value) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<T>(value(i));
  return values;
}

} // namespace warpscope::testing
