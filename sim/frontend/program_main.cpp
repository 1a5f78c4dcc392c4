// A developer's tool: compiles both sides of a whole program's text and says what came of it.
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "sim/frontend/host_object.h"
#include "sim/frontend/program_compile.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

int main(int argc, char** argv) {
  using namespace warpscope;
  if (argc < 2) return 2;
  program::ProgramSources sources;
  program::SourceFile& file = sources.files.emplace_back();
  file.path = std::filesystem::absolute(argv[1]).lexically_normal().string();
  std::stringstream text;
  text << std::ifstream(file.path).rdbuf();
  file.text = text.str();
  for (int i = 2; i < argc; ++i)
    sources.include_folders.push_back(std::filesystem::absolute(argv[i]).string());
  const frontend::ProgramInput input{file, sources};
  frontend::TextNames texts(file.path);
  const auto begin = std::chrono::steady_clock::now();
  const auto lap = [&](const char* what) {
    std::cerr << what << " "
              << std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count()
              << " ms\n";
  };
  llvm::LLVMContext context;
  frontend::ProgramSide host = frontend::compile_host_side(context, input, texts);
  lap("host parsed");
  std::cerr << format_diagnostics(host.diagnostics);
  Diagnostics diagnostics;
  if (host.module) {
    if (getenv("WS_IR")) host.module->print(llvm::outs(), nullptr);
    const auto object = frontend::make_host_object(std::move(host.module), texts, "0", diagnostics);
    lap("host object");
    if (object) {
      std::cerr << object->elf.size() << " bytes\n";
      for (auto& s : object->stubs) std::cerr << "stub " << s.symbol << " -> " << s.kernel << "\n";
      for (auto& s : object->shadows)
        std::cerr << "shadow " << s.symbol << " -> " << s.variable << (s.managed ? " managed\n" : "\n");
      for (auto& f : object->functions)
        std::cerr << "function " << f.name << " " << f.lines.size() << " rows\n";
      std::ofstream("/tmp/host.o", std::ios::binary)
          .write(reinterpret_cast<const char*>(object->elf.data()), object->elf.size());
    }
  }
  frontend::ProgramSide device = frontend::compile_device_side(context, input, texts);
  lap("device parsed");
  std::vector<frontend::ProgramSide> sides;
  sides.push_back(std::move(device));
  frontend::FrontendOutput joined = frontend::join_device_sides(std::move(sides), texts,
                                                                sources.compute_capability);
  lap("device prepared");
  std::cerr << format_diagnostics(joined.diagnostics) << format_diagnostics(diagnostics);
  for (auto& k : joined.kernels)
    std::cerr << "kernel " << k.name << " " << k.symbol << " line " << k.span.line << " file " << k.span.file
              << "\n";
  for (auto& v : joined.variables) std::cerr << "variable " << v.name << " " << v.symbol << "\n";
  std::cerr << joined.accesses.size() << " access expressions\n";
  return joined.module ? 0 : 2;
}
