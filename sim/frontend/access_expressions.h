// Finds the expressions of a text that may read or write memory, with the debug position of their loads and
// stores.
#pragma once

#include "sim/frontend/frontend.h"
#include "sim/frontend/text_names.h"

#include <vector>

namespace clang {
class ASTContext;
class Decl;
} // namespace clang

namespace warpscope::frontend {

/// Appends the access expressions of the declarations and of all instantiations of their templates, inner
/// expressions before outer ones. Each expression is listed once, however often its template is instantiated.
void collect_access_expressions(clang::ASTContext& context, const std::vector<clang::Decl*>& declarations,
                                const TextNames* texts, std::vector<AccessExpression>& accesses);

} // namespace warpscope::frontend
