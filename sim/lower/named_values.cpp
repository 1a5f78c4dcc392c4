// Takes variables, their types and their scopes from debug information.
#include "sim/lower/named_values.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Instruction.h>

namespace warpscope::lower::lowering {

using namespace llvm;

namespace {

constexpr std::size_t most_scalars = 16; ///< of one variable: what a person can look over
constexpr std::size_t most_scopes = 1u << 16;

const DIType* without_qualifiers(const DIType* type) {
  while (const auto* derived = dyn_cast_or_null<DIDerivedType>(type)) {
    switch (derived->getTag()) {
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_member:
    case dwarf::DW_TAG_inheritance: type = derived->getBaseType(); break;
    default: return type;
    }
  }
  return type;
}

ElementType element_of(const DIBasicType& type) {
  const std::uint64_t bits = type.getSizeInBits();
  switch (type.getEncoding()) {
  case dwarf::DW_ATE_boolean: return ElementType::Bool;
  case dwarf::DW_ATE_float:
    return bits == 32   ? ElementType::F32
           : bits == 64 ? ElementType::F64
           : bits == 16 ? ElementType::F16
                        : ElementType::Other;
  case dwarf::DW_ATE_signed:
  case dwarf::DW_ATE_signed_char:
    return bits == 8    ? ElementType::I8
           : bits == 16 ? ElementType::I16
           : bits == 32 ? ElementType::I32
           : bits == 64 ? ElementType::I64
                        : ElementType::Other;
  case dwarf::DW_ATE_unsigned:
  case dwarf::DW_ATE_unsigned_char:
    return bits == 8    ? ElementType::U8
           : bits == 16 ? ElementType::U16
           : bits == 32 ? ElementType::U32
           : bits == 64 ? ElementType::U64
                        : ElementType::Other;
  default: return ElementType::Other;
  }
}

std::string name_of_type(const DIType* type) {
  type = without_qualifiers(type);
  if (type == nullptr) return "void";
  if (const auto* derived = dyn_cast<DIDerivedType>(type);
      derived != nullptr &&
      (derived->getTag() == dwarf::DW_TAG_pointer_type || derived->getTag() == dwarf::DW_TAG_reference_type))
    return name_of_type(derived->getBaseType()) + " *";
  return type->getName().str();
}

bool is_pointer(const DIType& type) {
  return type.getTag() == dwarf::DW_TAG_pointer_type || type.getTag() == dwarf::DW_TAG_reference_type ||
         type.getTag() == dwarf::DW_TAG_rvalue_reference_type;
}

} // namespace

std::uint32_t NamedValueTable::scope_of(const DILocalScope* scope, const DILocation* inlined) {
  if (scope == nullptr) return program::no_scope;
  scope = scope->getNonLexicalBlockFileScope();
  const Key key{scope, inlined};
  if (const auto found = scopes_.find(key); found != scopes_.end()) return found->second;
  if (table_.scopes.size() >= most_scopes) return program::no_scope;
  std::uint32_t around = program::no_scope;
  if (const auto* block = dyn_cast<DILexicalBlockBase>(scope)) around = scope_of(block->getScope(), inlined);
  else if (inlined != nullptr) around = scope_of(inlined->getScope(), inlined->getInlinedAt());
  const auto index = static_cast<std::uint32_t>(table_.scopes.size());
  table_.scopes.push_back(around);
  scopes_[key] = index;
  return index;
}

std::uint32_t NamedValueTable::scope_of(const Instruction& instruction) {
  const DILocation* location = positions_.in_text(instruction);
  return location == nullptr ? program::no_scope : scope_of(location->getScope(), location->getInlinedAt());
}

void NamedValueTable::add_scalars(const DIType* type, const program::NamedValue& like, std::uint64_t bit,
                                  std::vector<Scalar>& to) {
  type = without_qualifiers(type);
  if (type == nullptr || to.size() > most_scalars) return;
  program::NamedValue made = like;
  made.type = name_of_type(type);
  if (const auto* basic = dyn_cast<DIBasicType>(type)) {
    made.element = element_of(*basic);
    if (made.element == ElementType::Other) return;
  } else if (is_pointer(*type)) {
    made.is_pointer = true;
    const DIType* pointee = without_qualifiers(cast<DIDerivedType>(type)->getBaseType());
    made.pointee_size = pointee == nullptr ? 0 : static_cast<std::uint32_t>(pointee->getSizeInBits() / 8);
  } else if (const auto* composite = dyn_cast<DICompositeType>(type)) {
    if (composite->getTag() == dwarf::DW_TAG_enumeration_type) {
      add_scalars(composite->getBaseType(), like, bit, to);
      return;
    }
    if (composite->getTag() == dwarf::DW_TAG_array_type) {
      const DIType* element = without_qualifiers(composite->getBaseType());
      if (element == nullptr || element->getSizeInBits() == 0 || composite->getElements().size() != 1) return;
      const std::uint64_t count = composite->getSizeInBits() / element->getSizeInBits();
      for (std::uint64_t i = 0; i < count && to.size() <= most_scalars; ++i) {
        program::NamedValue part = like;
        part.name += "[" + std::to_string(i) + "]";
        add_scalars(element, part, bit + i * element->getSizeInBits(), to);
      }
      return;
    }
    if (composite->getTag() == dwarf::DW_TAG_union_type) return;
    for (const DINode* member : composite->getElements()) {
      const auto* field = dyn_cast<DIDerivedType>(member);
      if (field == nullptr || field->isStaticMember() ||
          (field->getTag() != dwarf::DW_TAG_member && field->getTag() != dwarf::DW_TAG_inheritance))
        continue;
      program::NamedValue part = like;
      if (field->getTag() == dwarf::DW_TAG_member) part.name += "." + field->getName().str();
      add_scalars(field->getBaseType(), part, bit + field->getOffsetInBits(), to);
    }
    return;
  } else {
    return;
  }
  to.push_back({static_cast<std::uint32_t>(table_.values.size()), bit, type->getSizeInBits()});
  table_.values.push_back(std::move(made));
}

const std::vector<NamedValueTable::Scalar>& NamedValueTable::scalars_of(const DILocalVariable& variable,
                                                                        const DILocation* inlined) {
  const Key key{&variable, inlined};
  if (const auto found = variables_.find(key); found != variables_.end()) return found->second;
  std::vector<Scalar>& scalars = variables_[key];
  const std::optional<std::uint32_t> file = positions_.text_named(variable.getFilename());
  if (!file || variable.isArtificial() || variable.getName().empty()) return scalars;
  const DIType* type = without_qualifiers(variable.getType());
  if (type == nullptr) return scalars;
  program::NamedValue like;
  like.name = variable.getName().str();
  like.scope = scope_of(variable.getScope(), inlined);
  like.line = variable.getLine();
  like.file = *file;
  const std::size_t before = table_.values.size();
  add_scalars(type, like, 0, scalars);
  if (scalars.size() > most_scalars) {
    scalars.clear();
    table_.values.resize(before);
  }
  return scalars;
}

void NamedValueTable::place(const DILocalVariable& variable, const DILocation* inlined,
                            std::uint32_t offset) {
  const Key key{&variable, inlined};
  const DIType* type = without_qualifiers(variable.getType());
  const auto* array = dyn_cast_or_null<DICompositeType>(type);
  if (array != nullptr && array->getTag() == dwarf::DW_TAG_array_type && !variables_.contains(key) &&
      positions_.text_named(variable.getFilename())) {
    // One entry however large it is: its elements are looked up by index.
    program::NamedValue made;
    const DIType* element = without_qualifiers(array->getBaseType());
    const auto* basic = dyn_cast_or_null<DIBasicType>(element);
    variables_[key] = {};
    if (basic == nullptr) return;
    made.name = variable.getName().str();
    made.type = name_of_type(element);
    made.element = element_of(*basic);
    made.scope = scope_of(variable.getScope(), inlined);
    made.line = variable.getLine();
    made.file = *positions_.text_named(variable.getFilename());
    made.in_memory = true;
    made.offset = offset;
    for (const DINode* range : array->getElements())
      if (const auto* sub = dyn_cast<DISubrange>(range))
        if (const auto* count = dyn_cast_if_present<ConstantInt*>(sub->getCount()))
          made.dimensions.push_back(static_cast<std::uint32_t>(count->getZExtValue()));
    if (made.element != ElementType::Other && !made.dimensions.empty())
      table_.values.push_back(std::move(made));
    return;
  }
  for (const Scalar& scalar : scalars_of(variable, inlined)) {
    program::NamedValue& made = table_.values[scalar.value];
    made.in_memory = true;
    made.offset = offset + static_cast<std::uint32_t>(scalar.bit / 8);
  }
}

} // namespace warpscope::lower::lowering
