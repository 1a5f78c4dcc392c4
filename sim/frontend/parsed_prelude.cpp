// Builds and caches the precompiled prelude, and Clang's options.
#include "sim/frontend/parsed_prelude.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "clang/Serialization/ASTWriter.h"
#include "clang/Serialization/InMemoryModuleCache.h"
#include "llvm/Support/MemoryBuffer.h"
#include "sim/base/fnv.h"
#include "sim/frontend/diagnostics.h"
#include "sim/frontend/embedded_headers.h"
#include "sim/frontend/inline_ptx.h"
#include "sim/frontend/primitive_macros.h"

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace warpscope::frontend {
namespace {

constexpr const char* prelude_file = "/warpscope/prelude_main.h";
/// Headers whose parsing costs milliseconds.
constexpr std::string_view large_headers[] = {"cuda_fp16.h", "cuda_bf16.h", "cooperative_groups.h", "mma.h"};
constexpr std::uint32_t with_ptx = 1u << std::size(large_headers); ///< and ptx_header

/// Bit i: the text mentions large_headers[i] (a mention in a comment costs nothing but names).
std::uint32_t headers_named(std::string_view text) {
  std::uint32_t result = needs_ptx_header(text) ? with_ptx : 0;
  for (std::size_t i = 0; i < std::size(large_headers); ++i) {
    if (text.find(std::string("<") + std::string(large_headers[i]) + ">") != std::string_view::npos)
      result |= 1u << i;
  }
  return result;
}

/// The list is private to Clang, but only without it is the prelude deserialised lazily. (An explicit
/// instantiation may name a private member: the language allows it.)
template <auto member> struct DelayedChecks {
  friend auto& delayed_checks(clang::Sema& sema) { return sema.*member; }
};
template struct DelayedChecks<&clang::Sema::DeclsToCheckForDeferredDiags>;
auto& delayed_checks(clang::Sema& sema);

/// Sema remembers every function that could turn out to be device code, and a reader would deserialise all of
/// them at the end of each text to check their deferred diagnostics. The prelude has none: without the list a
/// text loads only what it uses.
class LazyPrelude : public clang::PCHGenerator {
 public:
  using PCHGenerator::PCHGenerator;
  void InitializeSema(clang::Sema& sema) override {
    sema_ = &sema;
    PCHGenerator::InitializeSema(sema);
  }
  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (sema_ != nullptr) delayed_checks(*sema_).clear();
    PCHGenerator::HandleTranslationUnit(context);
  }

 private:
  clang::Sema* sema_ = nullptr;
};

class WritePrelude : public clang::ASTFrontendAction {
 public:
  WritePrelude(std::string name, std::shared_ptr<clang::PCHBuffer> buffer)
      : name_(std::move(name)), buffer_(std::move(buffer)) {}
  clang::TranslationUnitKind getTranslationUnitKind() override { return clang::TU_Prefix; }

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<LazyPrelude>(compiler.getPreprocessor(), compiler.getModuleCache(), name_, "",
                                         buffer_, compiler.getFrontendOpts().ModuleFileExtensions,
                                         /*AllowASTWithErrors=*/false, /*IncludeTimestamps=*/false);
  }

 private:
  std::string name_;
  std::shared_ptr<clang::PCHBuffer> buffer_;
};

std::vector<std::string> device_arguments(std::uint32_t compute_capability, const char* main_file);

/// Parses prelude_file of `files`; null: it does not compile.
std::shared_ptr<clang::PCHBuffer> parsed(std::uint32_t capability,
                                         llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> files,
                                         Diagnostics& errors) {
  DiagnosticCollector collector(prelude_file, {});
  auto buffer = std::make_shared<clang::PCHBuffer>();
  {
    clang::CompilerInstance compiler;
    compiler.createDiagnostics(&collector, false);
    const auto invocation = device_invocation(capability, prelude_file, compiler.getDiagnostics());
    if (invocation != nullptr) {
      compiler.setInvocation(invocation);
      compiler.createDiagnostics(&collector, false);
      compiler.createFileManager(files);
      WritePrelude action(prelude_pch, buffer);
      compiler.ExecuteAction(action);
    }
  }
  errors = collector.take();
  std::erase_if(errors, [](const Diagnostic& diagnostic) { return diagnostic.severity != Severity::Error; });
  if (errors.empty() && !buffer->IsComplete) {
    Diagnostic diagnostic;
    diagnostic.message = "The CUDA prelude could not be prepared.";
    errors.push_back(diagnostic);
  }
  return errors.empty() ? buffer : nullptr;
}

/// What prelude_file holds. Bit i of `headers`: of large_headers[i].
std::string prelude_text(std::uint32_t headers) {
  std::string text = "#include \"/warpscope/include/__warpscope_prelude.h\"\n";
  for (std::size_t i = 0; i < std::size(large_headers); ++i) {
    if ((headers >> i & 1u) != 0) text += "#include <" + std::string(large_headers[i]) + ">\n";
  }
  if ((headers & with_ptx) != 0) text += std::string("#include \"") + ptx_header + "\"\n";
  return text;
}

PreambleCache cache_of(std::uint32_t capability, const std::string& main_text) {
  std::string key = main_text + embedded_headers_key() + clang::getClangFullVersion();
  for (const std::string& argument : device_arguments(capability, prelude_file)) key += '\n' + argument;
  return PreambleCache(key);
}

ParsedPrelude make_prelude(std::uint32_t capability, std::uint32_t headers) {
  ParsedPrelude result;
  result.files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  result.files->setCurrentWorkingDirectory("/");
  for (const EmbeddedHeader& header : embedded_headers()) {
    const std::string name = std::string(include_folder) + "/" + std::string(header.name);
    result.files->addFile(name, 0,
                          llvm::MemoryBuffer::getMemBuffer(llvm::StringRef(header.text), name, true));
  }
  const std::string numbers = std::string(include_folder) + "/__warpscope_numbers.h";
  result.files->addFile(numbers, 0, llvm::MemoryBuffer::getMemBufferCopy(primitive_macros(), numbers));

  const std::string main_text = prelude_text(headers);
  result.files->addFile(prelude_file, 0, llvm::MemoryBuffer::getMemBufferCopy(main_text, prelude_file));

  const PreambleCache cache = cache_of(capability, main_text);
  std::unique_ptr<llvm::MemoryBuffer> kept = cache.load();
  if (kept == nullptr) {
    const auto buffer = parsed(capability, result.files, result.errors);
    if (buffer == nullptr) return result;
    const llvm::StringRef bytes(buffer->Data.data(), buffer->Data.size());
    cache.store(bytes);
    kept = llvm::MemoryBuffer::getMemBufferCopy(bytes, prelude_pch);
  }
  result.files->addFile(prelude_pch, 0, std::move(kept));
  return result;
}

} // namespace

std::unique_ptr<clang::FrontendAction> write_precompiled_header(std::string name,
                                                                std::shared_ptr<clang::PCHBuffer> buffer) {
  return std::make_unique<WritePrelude>(std::move(name), std::move(buffer));
}

std::string embedded_headers_key() {
  static const std::string key = [] {
    std::string all = primitive_macros();
    for (const EmbeddedHeader& header : embedded_headers())
      all += std::string(header.name) + std::string(header.text);
    return std::to_string(fnv1a({reinterpret_cast<const std::uint8_t*>(all.data()), all.size()}));
  }();
  return key;
}

std::string device_target_cpu(std::uint32_t capability) {
  // The newest capabilities that Clang 19 knows, by major version; newer ones are told apart by __CUDA_ARCH__
  // below.
  constexpr std::uint32_t known[] = {50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90};
  std::uint32_t best = known[0];
  for (const std::uint32_t candidate : known) {
    if (candidate <= capability) best = candidate;
  }
  return "sm_" + std::to_string(best);
}

namespace {

std::vector<std::string> device_arguments(std::uint32_t compute_capability, const char* main_file) {
  return {"-triple", "nvptx64-nvidia-cuda", "-x", "cuda", "-fcuda-is-device", "-fpch-instantiate-templates",
          "-std=c++20", "-fdeclspec", "-O1", "-disable-llvm-passes", "-funroll-loops",
          // Lifetime markers would route every return, break and continue through cleanup blocks, where lanes
          // would reconverge that do not in compiled code.
          "-disable-lifetime-markers", "-target-cpu", device_target_cpu(compute_capability),
          "-target-sdk-version=12.4", "-nostdsysteminc", "-nobuiltininc", "-internal-isystem", include_folder,
          "-U__CUDA_ARCH__", "-D__CUDA_ARCH__=" + std::to_string(compute_capability * 10), "-D__CUDACC__",
          "-D__NVCC__", "-D__WARPSCOPE__", "-debug-info-kind=limited", "-dwarf-version=4",
          "-debugger-tuning=gdb", "-fgpu-allow-device-init", "-ffp-contract=on", "-ftemplate-depth=512",
          "-fconstexpr-depth=256", "-fconstexpr-steps=1000000", "-fbracket-depth", "256", "-ferror-limit",
          "100", "-fno-caret-diagnostics", "-fmessage-length=0", "-fspell-checking-limit=50", "-Wall",
          "-Wno-unused-variable", "-Wno-unused-but-set-variable", "-Wno-unused-function",
          "-Wno-unknown-pragmas", "-Wno-unused-value", "-Wno-unused-const-variable",
          "-Wno-unused-local-typedef", "-Wno-undefined-internal", "-Wno-cuda-compat",
          "-Wno-unused-private-field", "-Wno-pragma-once-outside-header",
          "-Wno-register", // nvcc only warns of it
          "-main-file-name", main_file, main_file};
}

} // namespace

std::shared_ptr<clang::CompilerInvocation>
device_invocation(std::uint32_t compute_capability, const char* main_file, clang::DiagnosticsEngine& engine) {
  const std::vector<std::string> arguments = device_arguments(compute_capability, main_file);
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, pointers, engine)) return nullptr;
  invocation->getCodeGenOpts().EmitVersionIdentMetadata = false;
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getFileSystemOpts().WorkingDir = "/";
  return invocation;
}

const ParsedPrelude& parsed_prelude(std::uint32_t compute_capability, std::string_view text) {
  static std::mutex mutex;
  static std::map<std::pair<std::uint32_t, std::uint32_t>, ParsedPrelude> preludes;
  const std::pair key(compute_capability, headers_named(text));
  const std::lock_guard lock(mutex);
  const auto found = preludes.find(key);
  if (found != preludes.end()) return found->second;
  return preludes.emplace(key, make_prelude(key.first, key.second)).first->second;
}

Prepared prepare_prelude(std::uint32_t compute_capability, std::string_view text) {
  const PreambleCache cache = cache_of(compute_capability, prelude_text(headers_named(text)));
  if (cache.is_kept()) return Prepared::Before;
  if (!parsed_prelude(compute_capability, text).errors.empty()) return Prepared::Refused;
  return cache.is_kept() ? Prepared::Now : Prepared::NotKept;
}

} // namespace warpscope::frontend
