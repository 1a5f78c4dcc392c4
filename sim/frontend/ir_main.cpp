// warpscope-ir FILE.cu [cc]: prints the LLVM module that the front end makes of a text, then the facts it
// collected. With WARPSCOPE_IR_AS_COMPILED in the environment: as an optimising compiler leaves it.
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "sim/frontend/as_compiled.h"
#include "sim/frontend/tool_input.h"

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <optional>

int main(int argc, char** argv) {
  using namespace warpscope;
  const std::optional<frontend::FrontendInput> read = frontend::tool_input("warpscope-ir", argc, argv);
  if (!read) return 2;
  const frontend::FrontendInput& input = *read;
  const int repeats = std::getenv("WARPSCOPE_IR_REPEAT") != nullptr
                          ? std::atoi(std::getenv("WARPSCOPE_IR_REPEAT"))
                          : 1;
  llvm::LLVMContext context; // must outlive the module
  frontend::FrontendOutput output;
  for (int i = 0; i < repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t processor_start = std::clock();
    output = frontend::run_frontend(context, input);
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
    const double processor = 1000.0 * static_cast<double>(std::clock() - processor_start) / CLOCKS_PER_SEC;
    if (repeats > 1) std::cerr << spent.count() << " ms, " << processor << " ms of the processor\n";
  }
  std::cerr << format_diagnostics(output.diagnostics);
  if (output.module == nullptr) return 2;
  if (std::getenv("WARPSCOPE_IR_AS_COMPILED") != nullptr)
    frontend::optimise_as_compiled(*output.module, input.compute_capability);
  output.module->print(llvm::outs(), nullptr);
  llvm::outs().flush();
  for (const frontend::KernelSource& kernel : output.kernels) {
    std::cout << "; kernel " << kernel.name << " " << kernel.symbol << " line " << kernel.span.line
              << " bounds " << kernel.max_threads << "\n";
    for (const frontend::KernelParameterSource& p : kernel.parameters) {
      std::cout << ";   " << p.type << " " << p.name << " element " << name_of(p.element) << " size "
                << p.element_size << (p.is_const ? " const" : "") << "\n";
    }
  }
  for (const frontend::VariableSource& v : output.variables) {
    std::cout << "; variable " << v.element_type << " " << v.name << " " << v.symbol;
    for (const auto d : v.dimensions) std::cout << "[" << d << "]";
    std::cout << " element size " << v.element_size << "\n";
  }
  for (const frontend::AccessExpression& a : output.accesses) {
    std::cout << "; access " << a.line << ":" << a.column << (a.loads ? " load" : "")
              << (a.stores ? " store" : "") << " " << a.bytes << " " << a.text << "  (" << a.base << ") "
              << a.span.line << ":" << a.span.column << "-" << a.span.end_line << ":" << a.span.end_column
              << "\n";
  }
  return 0;
}
