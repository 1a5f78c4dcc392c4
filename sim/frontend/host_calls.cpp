// Forgives host functions that are called in functions for both sides.
#include "sim/frontend/host_calls.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/MultiplexExternalSemaSource.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace warpscope::frontend {

namespace {

bool is_for_both_sides(const clang::FunctionDecl& function) {
  return function.hasAttr<clang::CUDAHostAttr>() && function.hasAttr<clang::CUDADeviceAttr>();
}

/// A lambda without attributes is for both sides by itself, but to nvcc one in a function of the host is the
/// host's.
bool is_lambda_of_host(const clang::FunctionDecl& function) {
  if (!is_for_both_sides(function)) return false;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  if (method == nullptr || !method->getParent()->isLambda() ||
      !function.getAttr<clang::CUDADeviceAttr>()->isImplicit())
    return false;
  const clang::FunctionDecl* outer = method->getParent()->isLocalClass();
  if (outer == nullptr || is_lambda_of_host(*outer)) return true;
  return !outer->hasAttr<clang::CUDADeviceAttr>() && !outer->hasAttr<clang::CUDAGlobalAttr>();
}

/// Says of the function for both sides that is being parsed that its definition may lie elsewhere. Sema tells
/// errors at once in functions that are surely emitted, and puts a RecoveryExpr where the call was; elsewhere
/// it keeps the call and puts the error off, so that it can be withdrawn.
class PutsErrorsOff : public clang::ExternalSemaSource {
 public:
  explicit PutsErrorsOff(clang::Sema& sema) : sema_(&sema) {}
  void forget() { sema_ = nullptr; }
  ExtKind hasExternalDefinitions(const clang::Decl* declared) override {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declared);
    const bool parsed = sema_ != nullptr && function != nullptr && is_for_both_sides(*function) &&
                        sema_->getCurFunctionDecl(/*AllowLambda=*/true) == function;
    return parsed ? EK_Always : EK_ReplyHazy;
  }

 private:
  clang::Sema* sema_;
};

/// Clang's own class takes EK_Always of one of its sources for no answer.
class Sources : public clang::MultiplexExternalSemaSource {
 public:
  Sources(clang::ExternalSemaSource* before, PutsErrorsOff* ours)
      : MultiplexExternalSemaSource(before, ours), ours_(ours) {}
  ExtKind hasExternalDefinitions(const clang::Decl* declared) override {
    const ExtKind kind = ours_->hasExternalDefinitions(declared);
    return kind == EK_Always ? kind : MultiplexExternalSemaSource::hasExternalDefinitions(declared);
  }

 private:
  PutsErrorsOff* ours_; // the base class holds it
};

class HostCallsForgiven : public clang::SemaConsumer {
 public:
  void InitializeSema(clang::Sema& sema) override {
    sema_ = &sema;
    source_ = llvm::makeIntrusiveRefCnt<PutsErrorsOff>(sema);
    auto* before = llvm::dyn_cast_or_null<clang::ExternalSemaSource>(sema.Context.getExternalSource());
    if (before == nullptr) {
      sema.Context.setExternalSource(source_);
    } else {
      sema.Context.setExternalSource(llvm::makeIntrusiveRefCnt<Sources>(before, source_.get()));
    }
  }
  void ForgetSema() override {
    sema_ = nullptr;
    if (source_ != nullptr) source_->forget();
  }
  bool HandleTopLevelDecl(clang::DeclGroupRef) override {
    if (sema_ == nullptr) return true;
    for (auto& [caller, told] : sema_->DeviceDeferredDiags) {
      const clang::FunctionDecl* function = caller;
      if (!is_for_both_sides(*function)) continue;
      bool forgiven = false; // its note, which says where the function is declared, comes next
      std::erase_if(told, [&](const clang::PartialDiagnosticAt& one) {
        const unsigned id = one.second.getDiagID();
        if (id == clang::diag::err_ref_bad_target) {
          // Of a template an instance warns, where there is one.
          if (!is_lambda_of_host(*function) && !function->isDependentContext()) warn(one.first);
          return forgiven = true;
        }
        const bool note = forgiven && id == clang::diag::note_previous_decl;
        forgiven = false;
        return note;
      });
    }
    return true;
  }

 private:
  void warn(clang::SourceLocation call) {
    clang::DiagnosticsEngine& engine = sema_->getDiagnostics();
    engine.Report(call, engine.getCustomDiagID(clang::DiagnosticsEngine::Warning,
                                               "a function of the host is called in a function for both "
                                               "sides: a thread of a kernel that comes here faults"));
  }

  clang::Sema* sema_ = nullptr;
  llvm::IntrusiveRefCntPtr<PutsErrorsOff> source_;
};

} // namespace

std::unique_ptr<clang::ASTConsumer> make_host_calls_forgiven() {
  return std::make_unique<HostCallsForgiven>();
}

void end_threads_in_host_functions(llvm::Module& module, clang::CodeGenerator& generator) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty()) continue;
    const auto* declared = llvm::dyn_cast_or_null<clang::FunctionDecl>(
        generator.GetDeclForMangledName(function.getName()));
    if (declared == nullptr || declared->getBuiltinID() != 0 || declared->hasAttr<clang::CUDADeviceAttr>() ||
        declared->hasAttr<clang::CUDAGlobalAttr>())
      continue;
    llvm::IRBuilder<> body(llvm::BasicBlock::Create(module.getContext(), "", &function));
    body.CreateIntrinsic(llvm::Intrinsic::trap, {}, {});
    body.CreateUnreachable();
    function.setSubprogram(nullptr); // so that inlining gives the trap the place of the call
  }
}

} // namespace warpscope::frontend
