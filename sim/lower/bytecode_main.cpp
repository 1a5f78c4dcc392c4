// warpscope-bytecode FILE.cu [COMPUTE_CAPABILITY] [INSTANCE...]: prints the program of a text, and its sites.
#include "sim/frontend/frontend.h"
#include "sim/lower/lower.h"
#include "sim/program/disassemble.h"
#include "sim/program/verify.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

int main(int argc, char** argv) {
  using namespace warpscope;
  if (argc < 2) {
    std::cerr
        << "usage: warpscope-bytecode FILE.cu [COMPUTE_CAPABILITY] [INSTANCE...]   (90, 100 …; \"f<16>\")\n";
    return 2;
  }
  std::ifstream file(argv[1], std::ios::binary);
  if (!file) {
    std::cerr << argv[1] << ": cannot be read\n";
    return 2;
  }
  std::stringstream text;
  text << file.rdbuf();
  frontend::FrontendInput input;
  input.file = argv[1];
  input.text = text.str();
  if (argc > 2) input.compute_capability = static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10));
  for (int i = 3; i < argc; ++i) input.instances.emplace_back(argv[i]);
  llvm::LLVMContext context; // must outlive the module
  frontend::FrontendOutput output = frontend::run_frontend(context, input);
  Diagnostics diagnostics = output.diagnostics;
  const auto start = std::chrono::steady_clock::now();
  const std::shared_ptr<program::Program> program = lower::lower(output, input, diagnostics);
  const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
  std::cerr << format_diagnostics(diagnostics);
  if (program == nullptr) return 2;
  std::cout << program::disassemble(*program);
  for (std::size_t i = 0; i < program->sites.size(); ++i) {
    const program::Site& site = program->sites[i];
    std::cout << "site " << i << ": pc " << site.pc << ", " << name_of(site.space) << ' '
              << name_of(site.kind) << ", " << site.width << " bytes, " << site.span.line << ':'
              << site.span.column << ", " << site.variable << ", " << site.text << '\n';
  }
  std::cerr << "lowered in " << spent.count() << " ms\n";
  const std::vector<std::string> reasons = program::verify(*program);
  for (const std::string& reason : reasons) std::cerr << "does not verify: " << reason << '\n';
  return reasons.empty() ? 0 : 1;
}
