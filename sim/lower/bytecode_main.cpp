// warpscope-bytecode FILE.cu [COMPUTE_CAPABILITY] [INSTANCE...]: prints the program of a text, and its sites.
#include "sim/frontend/tool_input.h"
#include "sim/lower/lower.h"
#include "sim/program/disassemble.h"
#include "sim/program/verify.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <optional>

int main(int argc, char** argv) {
  using namespace warpscope;
  const std::optional<frontend::FrontendInput> read = frontend::tool_input("warpscope-bytecode", argc, argv);
  if (!read) return 2;
  const frontend::FrontendInput& input = *read;
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
  for (const program::ValueNote& note : program->named.notes) {
    const program::NamedValue& value = program->named.values[note.value];
    std::cerr << "note " << (note.after ? "behind " : "before ") << note.pc << ": " << value.name << " ("
              << value.type << ", line " << value.line << ", scope " << value.scope << ") = ";
    switch (note.kind) {
    case program::NoteKind::Lost: std::cerr << "lost\n"; break;
    case program::NoteKind::Constant: std::cerr << note.constant << '\n'; break;
    default: std::cerr << (note.kind == program::NoteKind::Slot ? 'r' : 'p') << note.operand << '\n';
    }
  }
  std::cerr << "lowered in " << spent.count() << " ms\n";
  const std::vector<std::string> reasons = program::verify(*program);
  for (const std::string& reason : reasons) std::cerr << "does not verify: " << reason << '\n';
  return reasons.empty() ? 0 : 1;
}
