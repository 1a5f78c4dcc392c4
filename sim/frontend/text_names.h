// The texts of a compilation that are the person's: the text that was opened and the local headers that it
// includes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::frontend {

/// Names by which Clang knows them, in the order of Span::file. Grows while Clang reads.
class TextNames {
 public:
  TextNames() = default;
  explicit TextNames(std::string main) : names_{std::move(main)} {}

  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) return std::nullopt;
    return static_cast<std::uint32_t>(found - names_.begin());
  }
  /// Returns its index; adds it when it is new.
  std::uint32_t add(std::string_view name) {
    if (const auto known = find(name)) return *known;
    names_.emplace_back(name);
    return static_cast<std::uint32_t>(names_.size() - 1);
  }
  [[nodiscard]] const std::vector<std::string>& all() const { return names_; }

 private:
  std::vector<std::string> names_;
};

} // namespace warpscope::frontend
