#include "sim/frontend/clang_run.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "sim/frontend/ast_facts.h"
#include "sim/frontend/embedded_headers.h"
#include "sim/frontend/primitive_macros.h"

namespace warpscope {
namespace {

constexpr const char* include_folder = "/warpscope/include";
constexpr const char* parameters_file = "/warpscope/parameters.h";
constexpr const char* instances_file = "/warpscope/instances.h";

/// Says what became of an #include that names none of our headers.
class IncludeWatcher : public clang::PPCallbacks {
 public:
  explicit IncludeWatcher(clang::DiagnosticsEngine& engine)
      : engine_(engine),
        unknown_(engine.getCustomDiagID(clang::DiagnosticsEngine::Remark,
                                        "'%0' is none of the headers known here: it is read as empty.")),
        missing_(engine.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                        "'%0' cannot be read: a text here is one file. Paste what it declares, or take the "
                                        "#include out.")) {}

  bool FileNotFound(llvm::StringRef) override { return true; } // reported below

  void InclusionDirective(clang::SourceLocation hash, const clang::Token&, llvm::StringRef name, bool angled,
                          clang::CharSourceRange range, clang::OptionalFileEntryRef file, llvm::StringRef,
                          llvm::StringRef, const clang::Module*, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    if (file) return;
    const bool host_path = name.contains("..") || name.starts_with("/");
    const auto begin = range.isValid() ? range.getBegin() : hash;
    engine_.Report(begin, angled && !host_path ? unknown_ : missing_) << name << range;
  }

 private:
  clang::DiagnosticsEngine& engine_;
  unsigned unknown_, missing_;
};

/// Code generation and the AST's facts in one pass over the translation unit.
class DeviceAction : public clang::ASTFrontendAction {
 public:
  DeviceAction(llvm::LLVMContext& context, ClangResult& result) : context_(context), result_(result) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<IncludeWatcher>(compiler.getDiagnostics()));
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    std::unique_ptr<clang::CodeGenerator> generator(clang::CreateLLVMCodeGen(
        compiler.getDiagnostics(), user_file_name, &compiler.getVirtualFileSystem(), compiler.getHeaderSearchOpts(),
        compiler.getPreprocessorOpts(), compiler.getCodeGenOpts(), context_));
    generator_ = generator.get();
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::move(generator));
    consumers.push_back(make_fact_collector(compiler, result_));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }
  void EndSourceFileAction() override { result_.module.reset(generator_->ReleaseModule()); }

 private:
  llvm::LLVMContext& context_;
  ClangResult& result_;
  clang::CodeGenerator* generator_ = nullptr;
};

std::string target_cpu(std::uint32_t capability) {
  // The newest that Clang 19 knows for each; what is above its list is told apart by __CUDA_ARCH__ below.
  constexpr std::uint32_t known[] = {50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90};
  std::uint32_t best = known[0];
  for (const std::uint32_t candidate : known) {
    if (candidate <= capability) best = candidate;
  }
  return "sm_" + std::to_string(best);
}

std::shared_ptr<clang::CompilerInvocation> make_invocation(const FrontendInput& input, clang::DiagnosticsEngine& engine) {
  const std::string cpu = target_cpu(input.compute_capability);
  const std::string arch = "-D__CUDA_ARCH__=" + std::to_string(input.compute_capability * 10);
  const std::string prelude = std::string(include_folder) + "/__warpscope_prelude.h";
  const char* const arguments[] = {
      "-triple", "nvptx64-nvidia-cuda", "-aux-triple", "x86_64-unknown-linux-gnu",
      "-x", "cuda", "-fcuda-is-device", "-std=c++20", "-fdeclspec", "-O1", "-disable-llvm-passes",
      "-target-cpu", cpu.c_str(), "-target-sdk-version=12.4", "-nostdsysteminc", "-nobuiltininc",
      "-internal-isystem", include_folder, "-include", prelude.c_str(), "-include", parameters_file,
      "-U__CUDA_ARCH__", arch.c_str(), "-D__CUDACC__", "-D__NVCC__", "-D__WARPSCOPE__",
      "-debug-info-kind=line-tables-only", "-dwarf-version=4", "-debugger-tuning=gdb",
      "-fno-threadsafe-statics", "-fgpu-allow-device-init", "-ffp-contract=on", 
      "-ftemplate-depth=512", "-fconstexpr-depth=256", "-fconstexpr-steps=1000000", "-fbracket-depth", "256",
      "-ferror-limit", "100", "-fno-caret-diagnostics", "-fmessage-length=0", "-fspell-checking-limit=50",
      "-Wall", "-Wno-unused-variable", "-Wno-unused-but-set-variable", "-Wno-unused-function",
      "-Wno-unknown-pragmas", "-Wno-unused-value", "-Wno-unused-const-variable", "-Wno-unused-local-typedef",
      "-Wno-undefined-internal", "-Wno-cuda-compat", "-Wno-unused-private-field",
      "-main-file-name", user_file_name, user_file_name};
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, arguments, engine)) return nullptr;
  auto& code = invocation->getCodeGenOpts();
  code.EmitVersionIdentMetadata = false;
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getFileSystemOpts().WorkingDir = "/";
  return invocation;
}

std::string parameters_text(const FrontendInput& input) {
  std::string text;
  for (const auto& [name, value] : input.macros) text += "#define " + name + " " + value + "\n";
  return text;
}

std::string instances_text(const FrontendInput& input) {
  std::string text;
  for (std::size_t i = 0; i < input.instances.size(); ++i) {
    // One line an instance: the line of a message names it.
    text += "[[maybe_unused]] static auto *const __ws_instance_" + std::to_string(i) + " = &" + input.instances[i] + ";\n";
  }
  return text;
}

} // namespace

ClangResult run_clang(llvm::LLVMContext& context, const FrontendInput& input, std::string_view text,
                      DiagnosticCollector& collector) {
  ClangResult result;
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  files->setCurrentWorkingDirectory("/");
  const auto add = [&](const std::string& name, std::string_view contents) {
    files->addFile(name, 0, llvm::MemoryBuffer::getMemBuffer(llvm::StringRef(contents), name, true));
  };
  for (const EmbeddedHeader& header : embedded_headers()) {
    add(std::string(include_folder) + "/" + std::string(header.name), header.text);
  }
  const std::string macros = primitive_macros();
  const std::string parameters = parameters_text(input);
  const std::string instances = instances_text(input);
  std::string main_text(text);
  if (!input.instances.empty()) main_text += std::string("\n#include \"") + instances_file + "\"\n";
  add(std::string(include_folder) + "/__warpscope_numbers.h", macros);
  add(parameters_file, parameters);
  add(instances_file, instances);
  add(std::string("/") + user_file_name, main_text);

  clang::CompilerInstance compiler;
  compiler.createDiagnostics(&collector, false);
  const auto invocation = make_invocation(input, compiler.getDiagnostics());
  if (!invocation) return result;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(&collector, false); // once more: now with the invocation's options
  compiler.createFileManager(files);
  DeviceAction action(context, result);
  const bool success = compiler.ExecuteAction(action);
  if (!success || compiler.getDiagnostics().hasErrorOccurred()) result.module.reset();
  return result;
}

} // namespace warpscope
