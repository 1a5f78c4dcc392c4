// Compiles the two sides of a text of a whole program with Clang, and joins the device sides of several.
#include "sim/frontend/program_compile.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/ASTWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "sim/frontend/ast_facts.h"
#include "sim/frontend/cccl_folders.h"
#include "sim/frontend/clang_run.h"
#include "sim/frontend/embedded_headers.h"
#include "sim/frontend/host_calls.h"
#include "sim/frontend/inline_ptx.h"
#include "sim/frontend/module_passes.h"
#include "sim/frontend/parsed_prelude.h"
#include "sim/frontend/program_files.h"
#include "sim/frontend/program_preamble.h"
#include "sim/frontend/program_text.h"
#include "sim/frontend/ptx_architecture.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace warpscope::frontend {
namespace {

enum class Side : bool { Device, Host };

constexpr const char* program_prelude = "__warpscope_program.h";
constexpr const char* opening_file = "/warpscope/opening.h";
constexpr const char* macros_file = "/warpscope/macros.h";
constexpr const char* opening_pch = "/warpscope/opening.pch";

/// A macro that headers ask for, such as _GLIBCXX_ASSERTIONS or NDEBUG.
bool is_for_headers(std::string_view name) {
  constexpr std::string_view beginnings[] = {"_",    "CUDA", "THRUST", "CUB",   "CCCL",
                                             "NVTX", "NV_",  "NDEBUG", "LIBCU", "CUTLASS"};
  return std::any_of(std::begin(beginnings), std::end(beginnings),
                     [&](std::string_view beginning) { return name.starts_with(beginning); });
}

std::vector<std::string> arguments_for(Side side, const ProgramInput& input) {
  std::vector<std::string> list;
  const auto add = [&](std::initializer_list<std::string> more) { list.insert(list.end(), more); };
  const std::string host = "x86_64-pc-linux-gnu", device = "nvptx64-nvidia-cuda";
  if (side == Side::Device) {
    // As a text by itself is compiled (parsed_prelude.cpp), so that an access is one here if it is one there.
    add({"-triple", device, "-aux-triple", host, "-fcuda-is-device", "-target-cpu",
         device_target_cpu(input.build.compute_capability), "-O1", "-disable-llvm-passes", "-funroll-loops",
         "-disable-lifetime-markers", "-fgpu-allow-device-init", "-debugger-tuning=gdb", "-dwarf-version=4",
         "-U__CUDA_ARCH__", "-D__CUDA_ARCH__=" + std::to_string(input.build.compute_capability * 10)});
  } else {
    add({"-triple", host, "-aux-triple", device, "-target-cpu", "x86-64-v2", "-tune-cpu", "generic", "-O2",
         "-disable-llvm-passes", "-mrelocation-model", "pic", "-pic-level", "2", "-fexceptions",
         "-fcxx-exceptions", "-mframe-pointer=all", "-femulated-tls", "-funwind-tables=2", "-dwarf-version=4",
         "-fmath-errno", "-ffp-contract=off",
         // nvcc leaves the host's code to g++ without optimisation, where these do what one expects.
         "-fwrapv", "-relaxed-aliasing", "-fno-delete-null-pointer-checks"});
  }
  // The headers' own templates are instantiated when their opening is parsed, not again for each text.
  add({"-x", "cuda", "-fpch-instantiate-templates", "-std=" + input.build.standard, "-fdeclspec",
       "-fgnuc-version=4.2.1", "-fdeprecated-macro", "-target-sdk-version=12.4", "-nostdsysteminc",
       "-nobuiltininc",
       // The device side's variables are shown to the person (sim/program/named_values.h).
       side == Side::Device ? "-debug-info-kind=limited" : "-debug-info-kind=line-tables-only",
       "-fdebug-compilation-dir=/warpscope", "-fcoverage-compilation-dir=/warpscope", "-D_GNU_SOURCE",
       "-D__CUDACC__", "-D__NVCC__", "-D__WARPSCOPE__", "-D__WARPSCOPE_PROGRAM__", "-ftemplate-depth=1024",
       "-fconstexpr-depth=512", "-fbracket-depth", "512", "-ferror-limit", "100", "-fno-caret-diagnostics",
       "-fmessage-length=0", "-fspell-checking-limit=50",
       // Where nvcc's host compiler forgives, too.
       "-w", "-Wno-c++11-narrowing", "-Wno-reserved-user-defined-literal", "-Wno-register",
       "-Wno-dynamic-exception-spec", "-Wno-enum-constexpr-conversion", "-Wno-address-of-temporary",
       "-Wno-writable-strings", "-Wno-deprecated-register",
       "-Wno-missing-template-arg-list-after-template-kw"});
  if (side == Side::Device) add({"-ffp-contract=on"});
  const SystemFolders& system = system_folders();
  add({"-internal-isystem", include_folder});
  for (const std::string& folder : system.cuda_wrappers) add({"-internal-isystem", folder});
  for (const std::string& folder : input.build.include_folders) add({"-I", folder});
  for (const std::string& folder : input.build.system_folders) add({"-internal-isystem", folder});
  if (uses_cccl(input)) {
    for (const std::string& option : cccl_options(input.build.compute_capability)) add({option});
    add({"-internal-isystem", cccl_folder()});
  }
  for (const std::string& folder : system.headers) add({"-internal-isystem", folder});
  for (const std::string& folder : system.c_headers) add({"-internal-externc-isystem", folder});
  for (const auto& macro : input.build.macros)
    if (is_for_headers(macro.name)) add({"-D" + macro.name + "=" + macro.value});
  return list;
}

/// Notes which files are the person's own as Clang enters them.
class TextWatcher : public clang::PPCallbacks {
 public:
  TextWatcher(clang::CompilerInstance& compiler, TextNames& texts) : compiler_(compiler), texts_(texts) {}
  void FileChanged(clang::SourceLocation location, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind kind, clang::FileID) override {
    if (reason != EnterFile || kind != clang::SrcMgr::C_User) return;
    const clang::SourceManager& sources = compiler_.getSourceManager();
    const auto entry = sources.getFileEntryRefForID(sources.getFileID(location));
    if (entry && entry->getName().starts_with("/") && !entry->getName().starts_with("/warpscope/"))
      texts_.add(std::string_view(entry->getName()));
  }

 private:
  clang::CompilerInstance& compiler_;
  TextNames& texts_;
};

class SideAction : public clang::ASTFrontendAction {
 public:
  SideAction(llvm::LLVMContext& context, Side side, const ProgramInput& input, TextNames& texts,
             ClangResult& result)
      : context_(context), side_(side), input_(input), texts_(texts), result_(result) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<TextWatcher>(compiler, texts_));
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    std::unique_ptr<clang::CodeGenerator> generator(clang::CreateLLVMCodeGen(
        compiler.getDiagnostics(), input_.file.path, &compiler.getVirtualFileSystem(),
        compiler.getHeaderSearchOpts(), compiler.getPreprocessorOpts(), compiler.getCodeGenOpts(), context_));
    generator_ = generator.get();
    if (side_ == Side::Host) return generator;
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::move(generator));
    consumers.push_back(make_fact_collector(compiler, result_));
    consumers.push_back(make_host_calls_forgiven());
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }
  void EndSourceFileAction() override {
    if (side_ == Side::Device && generator_->GetModule() != nullptr)
      end_threads_in_host_functions(*generator_->GetModule(), *generator_);
    result_.module.reset(generator_->ReleaseModule());
  }

 private:
  llvm::LLVMContext& context_;
  Side side_;
  const ProgramInput& input_;
  TextNames& texts_;
  ClangResult& result_;
  clang::CodeGenerator* generator_ = nullptr;
};

/// Options, files and diagnostics of one run of Clang; `main_file` is what it reads.
std::shared_ptr<clang::CompilerInvocation> invocation_for(Side side, const ProgramInput& input,
                                                          const std::string& main_file,
                                                          clang::DiagnosticsEngine& engine) {
  std::vector<std::string> arguments = arguments_for(side, input);
  arguments.insert(arguments.end(), {"-main-file-name", main_file, main_file});
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, pointers, engine)) return nullptr;
  invocation->getCodeGenOpts().EmitVersionIdentMetadata = false;
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getFileSystemOpts().WorkingDir = "/";
  return invocation;
}

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1))
    if ((at == 0 || !is_name(text[at - 1])) &&
        (at + word.size() == text.size() || !is_name(text[at + word.size()])))
      return true;
  return false;
}

/// The other macros, which may be named as something in a header: x, N, T. `of_preamble`: those that the
/// preamble speaks of, which stand before it. The rest stands behind the opening, so that it can be kept
/// whatever their values are.
std::string macros_text(const ProgramInput& input, const std::string& preamble, bool of_preamble) {
  std::string text;
  for (const auto& macro : input.build.macros)
    if (!is_for_headers(macro.name) && has_word(preamble, macro.name) == of_preamble)
      text += "#define " + macro.name + " " + macro.value + "\n";
  return text;
}

/// What every text begins with; Clang reads it before the text, parsed or not.
std::string opening(Side side, const std::string& macros, const std::string& preamble) {
  std::string text = std::string("#include <") + program_prelude + ">\n";
  if (side == Side::Device) text += "#include <__warpscope/ptx.h>\n";
  return text + macros + preamble;
}

/// Returns the opening as a precompiled header; null when it does not compile by itself or cannot be kept.
std::unique_ptr<llvm::MemoryBuffer> parsed_opening(Side side, const ProgramInput& input,
                                                   const std::string& text, const PreambleCache& cache) {
  if (auto found = cache.load()) return found;
  auto own = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  own->addFile(opening_file, 0, llvm::MemoryBuffer::getMemBufferCopy(text, opening_file));
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(program_files(input));
  files->pushOverlay(own);
  DiagnosticCollector collector(opening_file, text);
  auto buffer = std::make_shared<clang::PCHBuffer>();
  clang::CompilerInstance compiler;
  compiler.createDiagnostics(&collector, false);
  const auto invocation = invocation_for(side, input, opening_file, compiler.getDiagnostics());
  if (invocation == nullptr) return nullptr;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(&collector, false);
  compiler.createFileManager(files);
  const std::unique_ptr<clang::FrontendAction> action = write_precompiled_header(opening_pch, buffer);
  if (!compiler.ExecuteAction(*action) || !buffer->IsComplete) return nullptr;
  const llvm::StringRef bytes(buffer->Data.data(), buffer->Data.size());
  cache.store(bytes);
  return llvm::MemoryBuffer::getMemBufferCopy(bytes, opening_pch);
}

ClangResult run(llvm::LLVMContext& context, Side side, const ProgramInput& input, TextNames& texts,
                std::unique_ptr<llvm::MemoryBuffer> parsed, const std::string& opening_text,
                const std::string& macros, DiagnosticCollector& collector) {
  ClangResult result;
  result.texts = &texts;
  auto own = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  const bool precompiled = parsed != nullptr;
  if (precompiled) own->addFile(opening_pch, 0, std::move(parsed));
  own->addFile(opening_file, 0, llvm::MemoryBuffer::getMemBufferCopy(opening_text, opening_file));
  own->addFile(macros_file, 0, llvm::MemoryBuffer::getMemBufferCopy(macros, macros_file));
  const std::string text = readable_program_text(input.file.text);
  own->addFile(input.file.path, 0, llvm::MemoryBuffer::getMemBufferCopy(text, input.file.path));
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(program_files(input));
  files->pushOverlay(own);

  clang::CompilerInstance compiler;
  compiler.createDiagnostics(&collector, false);
  const auto invocation = invocation_for(side, input, input.file.path, compiler.getDiagnostics());
  if (invocation == nullptr) return result;
  if (precompiled) invocation->getPreprocessorOpts().ImplicitPCHInclude = opening_pch;
  else invocation->getPreprocessorOpts().Includes.push_back(opening_file);
  invocation->getPreprocessorOpts().Includes.push_back(macros_file);
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(&collector, false); // once more, now with the invocation's options
  compiler.createFileManager(files);
  SideAction action(context, side, input, texts, result);
  if (!compiler.ExecuteAction(action) || compiler.getDiagnostics().hasErrorOccurred()) result.module.reset();
  return result;
}

/// A header of the system was changed after it was parsed, or the file is damaged.
bool is_stale(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& d) {
    return d.severity == Severity::Error && !d.span.known() &&
           (d.message.find(opening_pch) != std::string::npos ||
            d.message.find("since the precompiled header") != std::string::npos);
  });
}

/// Headers that include each other for ever: Clang's sentence names no way out, and what it says behind it
/// (everything is defined again) follows from it.
void explain_endless_inclusion(Diagnostics& diagnostics) {
  const auto first = std::find_if(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& d) {
    return d.message.find("#include nested too deeply") != std::string::npos;
  });
  if (first == diagnostics.end()) return;
  Diagnostic only = std::move(*first);
  only.message =
      "This header includes itself again, by itself or through the headers that it includes: put #pragma "
      "once (or an include guard) at the beginning of each of them.";
  diagnostics.assign(1, std::move(only));
}

std::string text_of_header(const std::string& path) {
  const std::string ours = std::string(include_folder) + "/";
  if (path.starts_with(ours)) {
    for (const EmbeddedHeader& header : embedded_headers())
      if (header.name == std::string_view(path).substr(ours.size())) return std::string(header.text);
    return {};
  }
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A macro of -D that a header has as a name breaks that header, here as with nvcc: the first error is then
/// of the macro, and the others follow from it.
void explain_macro_in_header(const ProgramInput& input, Diagnostics& diagnostics) {
  constexpr std::string_view in = " (in ", line_word = ", line ";
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::Error) continue;
    const std::string& message = diagnostic.message;
    const std::size_t begin = message.rfind(in), end = message.rfind(line_word);
    if (begin == message.npos || end == message.npos || end < begin || message.back() != ')') continue;
    const std::string path = message.substr(begin + in.size(), end - begin - in.size());
    const std::string text = text_of_header(path);
    const std::string_view line = line_of(text, static_cast<std::uint32_t>(std::strtoul(
                                                    message.c_str() + end + line_word.size(), nullptr, 10)));
    for (const auto& macro : input.build.macros) {
      if (!has_word(line, macro.name)) continue;
      Diagnostic only = diagnostic;
      only.message = "-D " + macro.name + "=" + macro.value + " changes a header that has " + macro.name +
                     " as a name of its own (" + path.substr(path.rfind('/') + 1) + message.substr(end) +
                     ": give the macro a longer name, or define it in the text behind that #include.";
      diagnostics.assign(1, std::move(only));
      return;
    }
  }
}

/// What a text begins with, and where it is kept parsed.
struct Opening {
  std::string preamble; ///< the text's own directives
  std::string early;    ///< macros that they speak of
  std::string text;     ///< all that is parsed ahead
  PreambleCache cache;
};

Opening opening_of(Side side, const ProgramInput& input) {
  std::string preamble = preamble_of(input.file.text, input.build.include_folders);
  std::string early = macros_text(input, preamble, true);
  std::string text = opening(side, early, preamble);
  std::string key = text + embedded_headers_key();
  for (const std::string& argument : arguments_for(side, input)) key += argument + '\n';
  return {std::move(preamble), std::move(early), std::move(text), PreambleCache(key)};
}

Prepared prepare(Side side, const ProgramInput& input) {
  if (system_folders().headers.empty()) return Prepared::Refused;
  const Opening first = opening_of(side, input);
  if (first.cache.is_kept()) return Prepared::Before;
  if (parsed_opening(side, input, first.text, first.cache) == nullptr) return Prepared::Refused;
  return first.cache.is_kept() ? Prepared::Now : Prepared::NotKept;
}

ProgramSide compile(llvm::LLVMContext& context, Side side, const ProgramInput& input, TextNames& texts) {
  ProgramSide output;
  texts.add(input.file.path);
  if (system_folders().headers.empty()) {
    Diagnostic missing;
    missing.file = input.file.path;
    missing.message =
        "A whole program needs the headers of the C++ library: install the packages libstdc++-12-dev "
        "and libclang-common-19-dev.";
    output.diagnostics.push_back(std::move(missing));
    return output;
  }
  Opening first = opening_of(side, input);
  const std::string late = macros_text(input, first.preamble, false);
  ClangResult result;
  for (const bool precompiled : {true, true, false}) { // as it is kept, parsed again, not at all
    DiagnosticCollector collector(input.file.path, input.file.text);
    collector.name_texts(&texts);
    std::unique_ptr<llvm::MemoryBuffer> parsed;
    if (precompiled) parsed = parsed_opening(side, input, first.text, first.cache);
    if (precompiled && parsed == nullptr) continue; // the text's own run says what is wrong
    result = run(context, side, input, texts, std::move(parsed),
                 precompiled ? first.text : opening(side, first.early, {}), late, collector);
    output.diagnostics = collector.take();
    explain_endless_inclusion(output.diagnostics);
    explain_macro_in_header(input, output.diagnostics);
    if (!precompiled || !is_stale(output.diagnostics)) break;
    first.cache.drop();
  }
  output.module = std::move(result.module);
  output.kernels = std::move(result.kernels);
  output.variables = std::move(result.variables);
  output.accesses = std::move(result.accesses);
  return output;
}

} // namespace

ProgramSide compile_device_side(llvm::LLVMContext& context, const ProgramInput& input, TextNames& texts) {
  return compile(context, Side::Device, input, texts);
}

ProgramSide compile_host_side(llvm::LLVMContext& context, const ProgramInput& input, TextNames& texts) {
  return compile(context, Side::Host, input, texts);
}

Prepared prepare_device_headers(const ProgramInput& input) { return prepare(Side::Device, input); }

Prepared prepare_host_headers(const ProgramInput& input) { return prepare(Side::Host, input); }

namespace {

/// Finds what two texts define, which the linker of modules would only refuse. A kernel is an error, as it is
/// for nvcc's host linker; of another device function, which nvcc keeps apart, each text has its own.
void settle_double_definitions(ProgramSide& side, const FrontendOutput& so_far, Diagnostics& diagnostics) {
  const auto doubled = [&](const llvm::GlobalValue& value) {
    const llvm::GlobalValue* const other = so_far.module->getNamedValue(value.getName());
    return other != nullptr && !value.isDeclaration() && !other->isDeclaration() &&
           value.hasExternalLinkage() && other->hasExternalLinkage();
  };
  const auto kernel_in = [](const std::vector<KernelSource>& kernels, llvm::StringRef symbol) {
    return std::find_if(kernels.begin(), kernels.end(),
                        [&](const KernelSource& kernel) { return kernel.symbol == symbol; });
  };
  for (llvm::Function& function : *side.module) {
    if (!doubled(function)) continue;
    const auto second = kernel_in(side.kernels, function.getName());
    const auto first = kernel_in(so_far.kernels, function.getName());
    if (second == side.kernels.end() || first == so_far.kernels.end()) {
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
      continue;
    }
    const auto& names = so_far.texts.all();
    Diagnostic twice;
    twice.span = second->span;
    if (second->span.file < names.size()) twice.file = names[second->span.file];
    twice.message = "The kernel " + second->name + " is defined in two texts of the program";
    if (first->span.known() && first->span.file < names.size())
      twice.message += ", here and at line " + std::to_string(first->span.line) + " of " +
                       names[first->span.file];
    twice.message += ": rename one of them, or make it static.";
    diagnostics.push_back(std::move(twice));
  }
  for (llvm::GlobalVariable& variable : side.module->globals())
    if (doubled(variable)) {
      Diagnostic twice;
      twice.message = "The device variable " + variable.getName().str() +
                      " is defined in two texts of the program: rename one of them, or make it static.";
      diagnostics.push_back(std::move(twice));
    }
}

} // namespace

FrontendOutput join_device_sides(std::vector<ProgramSide> sides, const TextNames& texts,
                                 std::uint32_t compute_capability) {
  FrontendOutput output;
  output.texts = texts;
  for (ProgramSide& side : sides) {
    const auto append = [](auto& to, auto& from) {
      to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
    };
    append(output.diagnostics, side.diagnostics);
    if (side.module != nullptr && output.module != nullptr)
      settle_double_definitions(side, output, output.diagnostics);
    append(output.kernels, side.kernels);
    append(output.variables, side.variables);
    append(output.accesses, side.accesses);
    if (side.module == nullptr) continue;
    if (has_errors(output.diagnostics)) continue;
    if (output.module == nullptr) {
      output.module = std::move(side.module);
    } else if (llvm::Linker::linkModules(*output.module, std::move(side.module))) {
      Diagnostic twice;
      twice.message = "Two texts of this program define one kernel or device function: keep one of them, or "
                      "make them static.";
      output.diagnostics.push_back(std::move(twice));
    }
  }
  if (has_errors(output.diagnostics)) output.module.reset();
  if (output.module == nullptr) return output;
  const Diagnostics lacking = lacking_instructions(output, compute_capability, {}, {});
  output.diagnostics.insert(output.diagnostics.end(), lacking.begin(), lacking.end());
  replace_inline_ptx(*output.module);
  prepare_module(*output.module, compute_capability >= 100 ? 32 : 16, output.accesses, output.texts,
                 output.variables);
  return output;
}

} // namespace warpscope::frontend
