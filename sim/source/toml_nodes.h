// What the header's reader asks of nodes of toml++.
#pragma once

#include "sim/base/toml.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::source {

inline const char* type_word(const toml::node& node) {
  switch (node.type()) {
  case toml::node_type::table: return "a table";
  case toml::node_type::array: return "a list";
  case toml::node_type::string: return "a text";
  case toml::node_type::integer: return "a whole number";
  case toml::node_type::floating_point: return "a number with a fraction";
  case toml::node_type::boolean: return "true or false";
  case toml::node_type::date:
  case toml::node_type::time:
  case toml::node_type::date_time: return "a date or time";
  case toml::node_type::none: break;
  }
  return "nothing";
}

/// toml++ sorts tables by key; a person expects the order of the text.
inline std::vector<std::pair<const toml::key*, const toml::node*>> in_text_order(const toml::table& table) {
  std::vector<std::pair<const toml::key*, const toml::node*>> entries;
  for (auto&& [key, node] : table) entries.emplace_back(&key, &node);
  std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
    const toml::source_position x = a.first->source().begin, y = b.first->source().begin;
    return x.line != y.line ? x.line < y.line : x.column < y.column;
  });
  return entries;
}

/// A line's number as a key: digits without a leading zero.
inline bool is_line_number(std::string_view text) {
  return !text.empty() && text.size() <= 9 && text.front() != '0' &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

} // namespace warpscope::source
