// Walks the AST and lists every expression that may access memory.
#include "sim/frontend/access_expressions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "sim/frontend/source_places.h"

#include <set>
#include <tuple>

namespace warpscope::frontend {
namespace {

/// Returns the variable at the root of an lvalue or pointer expression: `a` in `a[i].x`, `*(a + 1)`, `&a[0]`.
const clang::VarDecl* root_of(const clang::Expr* expression) {
  while (expression != nullptr) {
    expression = expression->IgnoreParenCasts();
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
      return llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    }
    if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
      expression = subscript->getBase();
    } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
      expression = member->getBase();
    } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
      expression = unary->getSubExpr();
    } else if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
      expression = binary->getLHS()->getType()->isPointerType() || binary->getLHS()->getType()->isArrayType()
                       ? binary->getLHS()
                       : binary->getRHS();
    } else if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression)) {
      expression = temporary->getSubExpr();
    } else if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression)) {
      expression = call->getNumArgs() != 0 ? call->getArg(0) : nullptr;
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

/// Returns where the part of an address begins that is evaluated last: `j` of `a[i + j]`.
clang::SourceLocation last_evaluated(const clang::Expr* expression) {
  for (;;) {
    expression = expression->IgnoreParenCasts();
    if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression))
      expression = subscript->getRHS();
    else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression))
      expression = member->getBase();
    else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression))
      expression = unary->getSubExpr();
    else if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expression))
      expression = binary->getRHS();
    else if (const auto* conditional = llvm::dyn_cast<clang::ConditionalOperator>(expression))
      expression = conditional->getFalseExpr();
    else if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression))
      expression = temporary->getSubExpr();
    else return expression->getBeginLoc(); // a name, a constant, a call
  }
}

class AccessVisitor : public clang::RecursiveASTVisitor<AccessVisitor> {
 public:
  AccessVisitor(clang::ASTContext& context, const TextNames* texts, std::vector<AccessExpression>& accesses)
      : context_(context), places_(context.getSourceManager(), context.getLangOpts(), texts),
        accesses_(accesses) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldTraversePostOrder() const { return true; }

  // A load has the position of the expression that it reads.
  bool VisitCastExpr(clang::CastExpr* cast) {
    if (cast->getCastKind() == clang::CK_LValueToRValue ||
        cast->getCastKind() == clang::CK_LValueToRValueBitCast) {
      load(cast->getSubExpr());
    }
    return true;
  }
  // A store has the position of its operator.
  bool VisitBinaryOperator(clang::BinaryOperator* binary) {
    if (binary->isAssignmentOp())
      add(binary->getOperatorLoc(), binary->getLHS(), binary->isCompoundAssignmentOp(), true);
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator* unary) {
    if (unary->isIncrementDecrementOp()) add(unary->getOperatorLoc(), unary->getSubExpr(), true, true);
    return true;
  }
  // Objects that are copied whole.
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* construct) {
    const clang::CXXConstructorDecl* constructor = construct->getConstructor();
    if (constructor->isCopyOrMoveConstructor() && constructor->isTrivial() && construct->getNumArgs() != 0) {
      add(construct->getExprLoc(), construct->getArg(0), true, false);
    }
    return true;
  }
  bool VisitGCCAsmStmt(clang::GCCAsmStmt* assembly) {
    const auto position = places_.debug_position(assembly->getBeginLoc());
    const unsigned inputs = assembly->getNumInputs(), outputs = assembly->getNumOutputs();
    const clang::Expr* const last = inputs != 0    ? assembly->getInputExpr(inputs - 1)
                                    : outputs != 0 ? assembly->getOutputExpr(outputs - 1)
                                                   : nullptr;
    if (!position || last == nullptr || last->isInstantiationDependent()) return true;
    AccessExpression access = at(*position, true, true);
    access.span = places_.token_span(assembly->getBeginLoc());
    access.listed_line = listed_line(*position, last_evaluated(last));
    keep(std::move(access));
    return true;
  }
  bool VisitCallExpr(clang::CallExpr* call) {
    const auto* callee = llvm::dyn_cast_or_null<clang::FunctionDecl>(call->getCalleeDecl());
    if (callee == nullptr) return true;
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
    if (const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call)) {
      if (method != nullptr && method->isTrivial() && operation->getOperator() == clang::OO_Equal &&
          call->getNumArgs() == 2) {
        add(operation->getOperatorLoc(), call->getArg(1), true, false);
        add(operation->getOperatorLoc(), call->getArg(0), false, true, call->getArg(1)); // a copy, whole
        return true;
      }
    }
    if (!places_.in_texts(callee->getLocation())) library_call(*call, *callee);
    return true;
  }

 private:
  void load(const clang::Expr* read) {
    read = read->IgnoreParens();
    if (const auto* conditional = llvm::dyn_cast<clang::AbstractConditionalOperator>(read)) {
      load(conditional->getTrueExpr());
      load(conditional->getFalseExpr());
      return;
    }
    add(read->getExprLoc(), read, true, false);
  }

  /// The memory that a function of ours accesses has the position of the call: the objects that its arguments
  /// point to.
  void library_call(const clang::CallExpr& call, const clang::FunctionDecl& callee) {
    const llvm::StringRef name = callee.getIdentifier() != nullptr ? callee.getName() : llvm::StringRef();
    const bool writes_first = name == "memcpy" || name == "memmove" || name == "memset";
    const unsigned first = llvm::isa<clang::CXXOperatorCallExpr>(call) &&
                                   llvm::isa<clang::CXXMethodDecl>(callee)
                               ? 1
                               : 0;
    for (unsigned i = first; i < call.getNumArgs(); ++i) {
      if (i - first >= callee.getNumParams()) break;
      const clang::QualType parameter = callee.getParamDecl(i - first)->getType();
      const clang::Expr* argument = call.getArg(i)->IgnoreParenImpCasts();
      if (parameter->isPointerType()) {
        if (llvm::isa<clang::StringLiteral>(argument)) continue;
        const bool constant = parameter->getPointeeType().isConstQualified();
        const bool stores = !constant || (writes_first && i == first);
        const bool loads = !(writes_first && i == first);
        const auto* address = llvm::dyn_cast<clang::UnaryOperator>(argument->IgnoreParenCasts());
        if (address != nullptr && address->getOpcode() == clang::UO_AddrOf) {
          insert(call.getExprLoc(), address->getSubExpr(), loads, stores);
        } else {
          insert(call.getExprLoc(), argument, loads, stores, true);
        }
      } else if (parameter->isReferenceType() && argument->isLValue()) {
        add(call.getExprLoc(), argument, true, !parameter.getNonReferenceType().isConstQualified());
      }
    }
  }

  /// Adds only expressions that can be memory: a plain local variable or parameter is a register.
  /// `evaluated`: what is evaluated before the access, where that is not the object.
  void add(clang::SourceLocation location, const clang::Expr* object, bool loads, bool stores,
           const clang::Expr* evaluated = nullptr) {
    if (object->isInstantiationDependent()) return;
    object = object->IgnoreParenImpCasts();
    if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(object))
      object = temporary->getSubExpr()->IgnoreParenImpCasts();
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(object)) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
      if (variable == nullptr) return;
      if (!variable->hasGlobalStorage() && !variable->getType()->isReferenceType()) return;
    } else if (!llvm::isa<clang::ArraySubscriptExpr>(object) && !llvm::isa<clang::MemberExpr>(object) &&
               !(object->isLValue() &&
                 (llvm::isa<clang::UnaryOperator>(object) || llvm::isa<clang::CallExpr>(object) ||
                  llvm::isa<clang::ExplicitCastExpr>(object)))) {
      return;
    }
    insert(location, object, loads, stores, false, last_evaluated(evaluated != nullptr ? evaluated : object));
  }

  static AccessExpression at(const SourcePlaces::DebugPosition& position, bool loads, bool stores) {
    AccessExpression access;
    access.line = position.line;
    access.column = position.column;
    access.file = position.text;
    access.loads = loads;
    access.stores = stores;
    return access;
  }

  [[nodiscard]] std::uint32_t listed_line(const SourcePlaces::DebugPosition& position,
                                          clang::SourceLocation place) const {
    const auto found = places_.debug_position(place);
    return found && found->text == position.text ? found->line : position.line;
  }

  void keep(AccessExpression access) {
    if (seen_
            .insert(
                std::tuple(access.file, access.line, access.column, access.loads, access.stores, access.span))
            .second)
      accesses_.push_back(std::move(access));
  }

  /// `is_address`: the accessed object is the one that the expression points to.
  void insert(clang::SourceLocation location, const clang::Expr* object, bool loads, bool stores,
              bool is_address = false, clang::SourceLocation listed = {}) {
    const auto position = places_.debug_position(location);
    if (!position || object->isInstantiationDependent()) return;
    AccessExpression access = at(*position, loads, stores);
    access.listed_line = listed.isValid() ? listed_line(*position, listed) : position->line;
    clang::QualType type = object->getType();
    if (is_address && (type->isPointerType() || type->isArrayType()))
      type = clang::QualType(type->getPointeeOrArrayElementType(), 0);
    if (!type->isIncompleteType() && !type->isFunctionType() && !type->isDependentType()) {
      access.bytes = static_cast<std::uint32_t>(context_.getTypeSizeInChars(type).getQuantity());
      access.alignment = static_cast<std::uint32_t>(context_.getTypeAlignInChars(type).getQuantity());
    }
    access.span = places_.span(object->getSourceRange());
    if (!access.span.known()) access.span = places_.token_span(location);
    access.text = places_.text(object->getSourceRange());
    if (const clang::VarDecl* root = root_of(object)) access.base = root->getNameAsString();
    keep(std::move(access));
  }

  clang::ASTContext& context_;
  SourcePlaces places_;
  std::vector<AccessExpression>& accesses_;
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, bool, bool, Span>> seen_;
};

} // namespace

void collect_access_expressions(clang::ASTContext& context, const std::vector<clang::Decl*>& declarations,
                                const TextNames* texts, std::vector<AccessExpression>& accesses) {
  AccessVisitor visitor(context, texts, accesses);
  for (clang::Decl* declaration : declarations) visitor.TraverseDecl(declaration);
}

} // namespace warpscope::frontend
