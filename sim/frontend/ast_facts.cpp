// Collects kernels with their parameters, variables and access expressions from the AST.
#include "sim/frontend/ast_facts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Support/raw_ostream.h"
#include "sim/frontend/access_expressions.h"
#include "sim/frontend/source_places.h"

#include <set>

namespace warpscope::frontend {
namespace {

/// Clang writes "tile<16U>" for an unsigned parameter; a person writes tile<16>.
std::string without_suffixes(const std::string& name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    std::size_t end = i;
    while (end < name.size() && (name[end] == 'U' || name[end] == 'L')) ++end;
    const bool number = end > i && i > 0 && name[i - 1] >= '0' && name[i - 1] <= '9' && end < name.size() &&
                        (name[end] == ',' || name[end] == '>');
    std::size_t digits = i;
    while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9') --digits;
    const bool alone = digits > 0 &&
                       (name[digits - 1] == '<' || name[digits - 1] == ' ' || name[digits - 1] == '-');
    if (number && alone) i = end - 1;
    else out += name[i];
  }
  return out;
}

class FactVisitor : public clang::RecursiveASTVisitor<FactVisitor> {
 public:
  FactVisitor(clang::ASTContext& context, ClangResult& result)
      : context_(context), places_(context.getSourceManager(), context.getLangOpts(), result.texts),
        names_(context), result_(result) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    if (function->hasAttr<clang::CUDAGlobalAttr>() && function->isThisDeclarationADefinition() &&
        !function->isDependentContext()) {
      kernel(*function);
    }
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* variable) {
    if (variable->getDeclContext()->isDependentContext() || variable->getType()->isDependentType())
      return true;
    if (!variable->hasAttr<clang::CUDASharedAttr>() && !variable->hasAttr<clang::CUDAConstantAttr>() &&
        !variable->hasAttr<clang::CUDADeviceAttr>()) {
      return true;
    }
    if (places_.in_texts(variable->getLocation())) this->variable(*variable);
    return true;
  }

 private:
  /// 0: there is none, or it is not known.
  [[nodiscard]] std::uint32_t number_of(const clang::Expr* expression) const {
    clang::Expr::EvalResult value;
    if (expression == nullptr || expression->isValueDependent() ||
        !expression->EvaluateAsInt(value, context_))
      return 0;
    return static_cast<std::uint32_t>(value.Val.getInt().getExtValue());
  }

  /// __cluster_dims__(x, y, z), of which y and z may be left out.
  [[nodiscard]] Dim3 sizes_of(const clang::AnnotateAttr& note) const {
    Dim3 sizes{1, 1, 1};
    std::uint32_t* const to[] = {&sizes.x, &sizes.y, &sizes.z};
    std::size_t i = 0;
    for (const clang::Expr* size : note.args()) {
      clang::Expr::EvalResult value;
      if (i < std::size(to) && !size->isValueDependent() && size->EvaluateAsInt(value, context_))
        *to[i] = static_cast<std::uint32_t>(value.Val.getInt().getExtValue());
      ++i;
    }
    return sizes;
  }

  void kernel(const clang::FunctionDecl& function) {
    KernelSource kernel;
    kernel.symbol = names_.getName(&function);
    if (!seen_.insert(kernel.symbol).second) return; // an explicit instantiation is visited twice
    llvm::raw_string_ostream name(kernel.name);
    clang::PrintingPolicy policy = context_.getPrintingPolicy();
    policy.SuppressUnwrittenScope = true;
    function.getNameForDiagnostic(name, policy, true);
    kernel.name = without_suffixes(kernel.name);
    kernel.span = places_.token_span(function.getLocation());
    if (const auto* bounds = function.getAttr<clang::CUDALaunchBoundsAttr>()) {
      kernel.max_threads = number_of(bounds->getMaxThreads());
      kernel.min_blocks = number_of(bounds->getMinBlocks());
    }
    for (const auto* note : function.specific_attrs<clang::AnnotateAttr>())
      if (note->getAnnotation() == "__ws_cluster_dims") kernel.cluster = sizes_of(*note);
    for (const clang::ParmVarDecl* parameter : function.parameters()) {
      KernelParameterSource source;
      source.name = parameter->getNameAsString();
      const clang::QualType type = parameter->getType();
      source.type = type.getUnqualifiedType().getAsString(policy);
      const clang::QualType value = type->isPointerType() ? type->getPointeeType() : type;
      source.is_const = type->isPointerType() && value.isConstQualified();
      source.element = element_of(value);
      if (!value->isIncompleteType() && !value->isFunctionType()) {
        source.element_size = static_cast<std::uint32_t>(context_.getTypeSizeInChars(value).getQuantity());
      }
      source.span = places_.span(parameter->getSourceRange());
      if (const auto* record = type->getAsCXXRecordDecl(); record != nullptr && record->hasDefinition()) {
        source.is_empty = record->isEmpty();
        if (source.element == ElementType::Other && !add_fields(type, "", 0, source.fields))
          source.fields.clear();
      }
      kernel.parameters.push_back(std::move(source));
    }
    result_.kernels.push_back(std::move(kernel));
  }

  /// Adds the members of an object, each a number, a pointer or an array of numbers. False where that does
  /// not cover the object (unions, bit fields, virtual functions) or the members are too many for a person to
  /// enter.
  bool add_fields(clang::QualType type, const std::string& path, std::uint64_t offset,
                  std::vector<KernelParameterField>& fields) const {
    constexpr std::size_t most = 64;
    const ElementType element = element_of(type);
    const auto bytes = static_cast<std::uint64_t>(context_.getTypeSizeInChars(type).getQuantity());
    if (type->isPointerType() || element != ElementType::Other) {
      KernelParameterField field;
      field.path = path;
      field.type = type.getUnqualifiedType().getAsString(context_.getPrintingPolicy());
      field.offset = static_cast<std::uint32_t>(offset);
      field.size = static_cast<std::uint32_t>(bytes);
      field.is_pointer = type->isPointerType();
      const clang::QualType value = field.is_pointer ? type->getPointeeType() : type;
      field.is_const = field.is_pointer && value.isConstQualified();
      field.element = element_of(value);
      if (!value->isIncompleteType() && !value->isFunctionType())
        field.element_size = static_cast<std::uint32_t>(context_.getTypeSizeInChars(value).getQuantity());
      fields.push_back(std::move(field));
      return fields.size() <= most;
    }
    if (const auto* array = context_.getAsConstantArrayType(type)) {
      const auto each = static_cast<std::uint64_t>(
          context_.getTypeSizeInChars(array->getElementType()).getQuantity());
      for (std::uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
        if (!add_fields(array->getElementType(), path + "[" + std::to_string(i) + "]", offset + i * each,
                        fields))
          return false;
      return true;
    }
    const auto* record = type->getAsCXXRecordDecl();
    if (record == nullptr || !record->hasDefinition() || record->isUnion() || record->isPolymorphic() ||
        record->isInvalidDecl())
      return false;
    const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(record);
    for (const clang::CXXBaseSpecifier& base : record->bases()) {
      const auto* of = base.getType()->getAsCXXRecordDecl();
      if (base.isVirtual() || of == nullptr) return false;
      const auto at = static_cast<std::uint64_t>(layout.getBaseClassOffset(of).getQuantity());
      if (!of->isEmpty() && !add_fields(base.getType(), path, offset + at, fields)) return false;
    }
    auto capture = record->captures_begin(); // a lambda's members are named after what it captures
    for (const clang::FieldDecl* field : record->fields()) {
      if (field->isBitField()) return false;
      std::string name = field->getNameAsString();
      if (record->isLambda() && capture != record->captures_end()) {
        name = capture->capturesVariable() ? capture->getCapturedVar()->getNameAsString() : "this";
        ++capture;
      }
      const std::uint64_t at = layout.getFieldOffset(field->getFieldIndex()) / 8;
      if (!add_fields(field->getType(), name.empty() ? path : path + "." + name, offset + at, fields))
        return false;
    }
    return true;
  }

  /// Returns the scalar type of an object that consists of one only: float for float4 and float[3].
  ElementType element_of(clang::QualType type) const {
    type = type.getCanonicalType().getUnqualifiedType();
    if (const auto* array = context_.getAsArrayType(type)) return element_of(array->getElementType());
    if (const auto* vector = type->getAs<clang::VectorType>()) return element_of(vector->getElementType());
    if (const auto* enumeration = type->getAs<clang::EnumType>()) {
      return enumeration->getDecl()->isComplete() ? element_of(enumeration->getDecl()->getIntegerType())
                                                  : ElementType::Other;
    }
    if (const auto* record = type->getAsCXXRecordDecl()) {
      const std::string name = record->getNameAsString();
      if (name == "__half" || name == "__half2") return ElementType::F16;
      if (name == "__nv_bfloat16" || name == "__nv_bfloat162") return ElementType::BF16;
      if (!record->hasDefinition() || record->isUnion() || record->getNumBases() != 0)
        return ElementType::Other;
      ElementType common = ElementType::Other;
      for (const clang::FieldDecl* field : record->fields()) {
        const ElementType element = element_of(field->getType());
        if (element == ElementType::Other || (common != ElementType::Other && element != common))
          return ElementType::Other;
        common = element;
      }
      return common;
    }
    const auto* builtin = type->getAs<clang::BuiltinType>();
    if (builtin == nullptr) return ElementType::Other;
    const auto bits = context_.getTypeSize(type);
    switch (builtin->getKind()) {
    case clang::BuiltinType::Bool: return ElementType::Bool;
    case clang::BuiltinType::Half:
    case clang::BuiltinType::Float16: return ElementType::F16;
    case clang::BuiltinType::BFloat16: return ElementType::BF16;
    case clang::BuiltinType::Float: return ElementType::F32;
    case clang::BuiltinType::Double: return ElementType::F64;
    default: break;
    }
    if (!builtin->isInteger()) return ElementType::Other;
    const bool is_signed = builtin->isSignedInteger();
    switch (bits) {
    case 8: return is_signed ? ElementType::I8 : ElementType::U8;
    case 16: return is_signed ? ElementType::I16 : ElementType::U16;
    case 32: return is_signed ? ElementType::I32 : ElementType::U32;
    case 64: return is_signed ? ElementType::I64 : ElementType::U64;
    default: return ElementType::Other;
    }
  }

  void variable(const clang::VarDecl& variable) {
    VariableSource source;
    source.symbol = names_.getName(&variable);
    if (!seen_.insert(source.symbol).second) return; // a repeated declaration
    source.name = variable.getNameAsString();
    clang::QualType type = variable.getType();
    while (const auto* array = context_.getAsArrayType(type)) {
      if (const auto* constant = llvm::dyn_cast<clang::ConstantArrayType>(array)) {
        source.dimensions.push_back(static_cast<std::uint32_t>(constant->getSize().getZExtValue()));
      } else {
        source.dimensions.push_back(0);
      }
      type = array->getElementType();
    }
    source.element_type = type.getUnqualifiedType().getAsString(context_.getPrintingPolicy());
    source.element = element_of(type);
    if (!type->isIncompleteType())
      source.element_size = static_cast<std::uint32_t>(context_.getTypeSizeInChars(type).getQuantity());
    source.span = places_.token_span(variable.getLocation());
    result_.variables.push_back(std::move(source));
  }

  clang::ASTContext& context_;
  SourcePlaces places_;
  clang::ASTNameGenerator names_;
  ClangResult& result_;
  std::set<std::string> seen_;
};

class FactCollector : public clang::ASTConsumer {
 public:
  FactCollector(clang::CompilerInstance& compiler, ClangResult& result)
      : compiler_(compiler), result_(result) {}
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    declarations_.insert(declarations_.end(), group.begin(), group.end());
    return true;
  }
  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (compiler_.getDiagnostics().hasErrorOccurred()) return;
    // Not the whole translation unit, which would deserialise all of the prelude.
    const clang::SourceManager& sources = context.getSourceManager();
    const SourcePlaces places(sources, context.getLangOpts(), result_.texts);
    std::erase_if(declarations_, [&](const clang::Decl* declaration) {
      return !places.in_texts(sources.getExpansionLoc(declaration->getLocation()));
    });
    FactVisitor visitor(context, result_);
    for (clang::Decl* declaration : declarations_) visitor.TraverseDecl(declaration);
    collect_access_expressions(context, declarations_, result_.texts, result_.accesses);
  }

 private:
  std::vector<clang::Decl*> declarations_;
  clang::CompilerInstance& compiler_;
  ClangResult& result_;
};

} // namespace

std::unique_ptr<clang::ASTConsumer> make_fact_collector(clang::CompilerInstance& compiler,
                                                        ClangResult& result) {
  return std::make_unique<FactCollector>(compiler, result);
}

} // namespace warpscope::frontend
