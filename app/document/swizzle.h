// Swizzles a kernel's tile by editing its text, where that can be shown to be safe; and changes the stride of
// an access.
#pragma once

#include "app/document/remedies.h"
#include "sim/run/simulate.h"

#include <optional>
#include <string_view>
#include <vector>

namespace warpscope::document {

/// tile[r][c] -> tile[r][c ^ r] at every access of a shared array whose last dimension is a power of two,
/// with r % columns where the array has more rows than columns. For a fixed row that permutes its columns, so
/// all accesses together see the same array. Nothing when some use of the name is not a plain tile[r][c]: an
/// address, a part of it, a macro, an index with a side effect, an index that is already swizzled.
[[nodiscard]] std::optional<TextEdit> swizzle_variable(std::string_view text,
                                                       const program::Variable& variable);

/// The check that goes with it: in the traced block every access of the array goes where the swizzle maps it,
/// and all others stay where they were. An index beyond its row, which the text cannot rule out, fails here.
[[nodiscard]] bool is_swizzled(const run::Result& before, const run::Result& after,
                               const program::Variable& variable);

/// Returns other strides for an index with a constant factor: "x * 32" -> "x" and, for an even factor, "x *
/// 33". `access` is the access as written; the edits apply to it alone.
[[nodiscard]] std::vector<TextEdit> other_strides(std::string_view access);

} // namespace warpscope::document
