// Every field of a Document in one table: its key in session.json, its key in the [view] of a shared text,
// how it is read and written. A new field is a member of Document and a row here.
#pragma once

#include "app/document/document.h"
#include "sim/source/scenario.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace warpscope::document {

/// The types of fields; both files can express each of them.
using FieldValue = std::variant<std::string, std::uint64_t, std::vector<std::pair<std::string, std::string>>,
                                std::vector<std::uint32_t>, std::map<std::string, std::uint64_t>>;

/// When a shared text has a field: never; always; always, as one of the four that make up an expression; or
/// only for a kernel and when it is not empty.
enum class Shared : std::uint8_t { Never, Always, Expression, Kernel };

struct Field {
  std::string_view json;
  std::string_view view; ///< empty where `shared` is Never
  Shared shared;
  FieldValue (*get)(const Document&);
  /// `value` has the type that get() returns. Invalid values are made valid: warps beyond a block's last one,
  /// lines in any order.
  void (*set)(Document&, FieldValue value);
  FieldValue (*from_view)(const source::SavedView&); ///< as get(); null where `shared` is Never
};

[[nodiscard]] std::span<const Field> fields();

[[nodiscard]] bool is_empty(const FieldValue& value); ///< a text, a list or a table without contents

} // namespace warpscope::document
