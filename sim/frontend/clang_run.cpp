// Runs Clang over the text: the prelude, the launch's parameters as macros, requested instances, includes.
#include "sim/frontend/clang_run.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "sim/frontend/ast_facts.h"
#include "sim/frontend/embedded_headers.h"
#include "sim/frontend/host_calls.h"
#include "sim/frontend/parsed_prelude.h"

namespace warpscope::frontend {
namespace {

constexpr const char* parameters_file = "/warpscope/parameters.h";
constexpr const char* instances_file = "/warpscope/instances.h";

/// Reports what happens to an #include that names none of our headers.
class IncludeWatcher : public clang::PPCallbacks {
 public:
  IncludeWatcher(clang::CompilerInstance& compiler, const FrontendInput& input, TextNames& texts)
      : sources_(compiler.getSourceManager()), texts_(texts), engine_(compiler.getDiagnostics()),
        unknown_(engine_.getCustomDiagID(clang::DiagnosticsEngine::Remark,
                                         "'%0' is none of the headers known here: it is read as empty.")),
        own_(
            input.header_folders.empty()
                ? engine_.getCustomDiagID(clang::DiagnosticsEngine::Remark,
                                          "'%0' is read as empty, since a text here is one file: paste what "
                                          "the kernels need of it.")
                : engine_.getCustomDiagID(clang::DiagnosticsEngine::Remark,
                                          "'%0' is neither in the text's folder nor in one of -I: it is read "
                                          "as empty.")),
        missing_(engine_.getCustomDiagID(
            clang::DiagnosticsEngine::Error,
            "'%0' cannot be read: a text here is one file. Paste what it declares, or take the "
            "#include out.")) {}

  /// Notes which headers of the person's Clang enters.
  void FileChanged(clang::SourceLocation location, FileChangeReason reason, clang::SrcMgr::CharacteristicKind,
                   clang::FileID) override {
    if (reason != EnterFile) return;
    const auto entry = sources_.getFileEntryRefForID(sources_.getFileID(location));
    if (entry && entry->getName().starts_with(std::string(own_folder) + "/"))
      texts_.add(std::string_view(entry->getName()));
  }

  bool FileNotFound(llvm::StringRef name) override { // reported below
    not_found_ = name.str();
    return true;
  }

  void InclusionDirective(clang::SourceLocation hash, const clang::Token&, llvm::StringRef name, bool angled,
                          clang::CharSourceRange range, clang::OptionalFileEntryRef file, llvm::StringRef,
                          llvm::StringRef, const clang::Module*, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    if (file) return;
    not_found_.clear();
    const auto begin = range.isValid() ? range.getBegin() : hash;
    const bool beside = !angled || name.contains("..");
    engine_.Report(begin, name.starts_with("/") ? missing_ : beside ? own_ : unknown_) << name << range;
  }

  /// For an #embed of a missing file Clang calls FileNotFound only, without a position.
  void EndOfMainFile() override {
    if (!not_found_.empty()) engine_.Report(missing_) << not_found_;
  }

 private:
  const clang::SourceManager& sources_;
  TextNames& texts_;
  clang::DiagnosticsEngine& engine_;
  unsigned unknown_, own_, missing_;
  std::string not_found_;
};

/// Generates code and collects the AST's facts in one pass over the translation unit.
class DeviceAction : public clang::ASTFrontendAction {
 public:
  DeviceAction(llvm::LLVMContext& context, const FrontendInput& input, TextNames& texts, ClangResult& result)
      : context_(context), input_(input), texts_(texts), result_(result) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<IncludeWatcher>(compiler, input_, texts_));
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    std::unique_ptr<clang::CodeGenerator> generator(clang::CreateLLVMCodeGen(
        compiler.getDiagnostics(), user_file_name, &compiler.getVirtualFileSystem(),
        compiler.getHeaderSearchOpts(), compiler.getPreprocessorOpts(), compiler.getCodeGenOpts(), context_));
    generator_ = generator.get();
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::move(generator));
    consumers.push_back(make_fact_collector(compiler, result_));
    consumers.push_back(make_host_calls_forgiven());
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }
  void EndSourceFileAction() override {
    if (generator_->GetModule() != nullptr)
      end_threads_in_host_functions(*generator_->GetModule(), *generator_);
    result_.module.reset(generator_->ReleaseModule());
  }

 private:
  llvm::LLVMContext& context_;
  const FrontendInput& input_;
  TextNames& texts_;
  ClangResult& result_;
  clang::CodeGenerator* generator_ = nullptr;
};

/// A folder of -I may hold CUDA's headers, too: ours stay.
bool is_ours(const FrontendInput& input, std::string_view path) {
  for (std::size_t i = 1; i < input.header_folders.size(); ++i) {
    const std::string folder = input.header_folders[i] + "/";
    if (!path.starts_with(folder)) continue;
    for (const EmbeddedHeader& header : embedded_headers())
      if (path.substr(folder.size()) == header.name) return true;
  }
  return false;
}

std::string parameters_text(const FrontendInput& input) {
  std::string text;
  for (const auto& [name, value] : input.macros) text += "#define " + name + " " + value + "\n";
  return text;
}

std::string instances_text(const FrontendInput& input) {
  std::string text;
  for (std::size_t i = 0; i < input.instances.size(); ++i) {
    // One line for each instance, so that the line of a message identifies it.
    text += "[[maybe_unused]] static auto *const __ws_instance_" + std::to_string(i) + " = &" +
            input.instances[i] + ";\n";
  }
  return text;
}

} // namespace

ClangResult run_clang(llvm::LLVMContext& context, const FrontendInput& input, std::string_view text,
                      const std::vector<program::SourceFile>& headers, TextNames& texts,
                      DiagnosticCollector& collector) {
  ClangResult result;
  result.texts = &texts;
  collector.name_texts(&texts);
  std::string all(text); // whichever of them names a header of CUDA
  for (const program::SourceFile& header : headers) all += '\n' + header.text;
  const ParsedPrelude& prelude = parsed_prelude(input.compute_capability, all);
  if (!prelude.errors.empty()) {
    collector.add(prelude.errors);
    return result;
  }
  const std::string parameters = parameters_text(input);
  const std::string instances = instances_text(input);
  collector.name_lines(instances_file, input.instances);
  std::string main_text(text);
  if (!input.instances.empty()) main_text += std::string("\n#include \"") + instances_file + "\"\n";

  auto own_files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  own_files->setCurrentWorkingDirectory("/");
  const auto add = [&](const std::string& name, std::string_view contents) {
    own_files->addFile(name, 0, llvm::MemoryBuffer::getMemBuffer(llvm::StringRef(contents), name, true));
  };
  add(parameters_file, parameters);
  add(instances_file, instances);
  add(std::string("/") + user_file_name, main_text);
  for (const program::SourceFile& header : headers)
    if (!is_ours(input, header.path)) add(own_folder + header.path, header.text);
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(prelude.files);
  files->pushOverlay(own_files);

  clang::CompilerInstance compiler;
  compiler.createDiagnostics(&collector, false);
  const auto invocation = device_invocation(input.compute_capability, user_file_name,
                                            compiler.getDiagnostics());
  if (!invocation) return result;
  invocation->getPreprocessorOpts().ImplicitPCHInclude = prelude_pch;
  invocation->getPreprocessorOpts().Includes.push_back(parameters_file);
  for (std::size_t i = 0; i < input.header_folders.size(); ++i)
    invocation->getHeaderSearchOpts().AddPath(own_folder + input.header_folders[i],
                                              i == 0 ? clang::frontend::Quoted : clang::frontend::Angled,
                                              false, true);
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(&collector, false); // once more, now with the invocation's options
  compiler.createFileManager(files);
  DeviceAction action(context, input, texts, result);
  const bool success = compiler.ExecuteAction(action);
  if (!success || compiler.getDiagnostics().hasErrorOccurred()) result.module.reset();
  return result;
}

} // namespace warpscope::frontend
