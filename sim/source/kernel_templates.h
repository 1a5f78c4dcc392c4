// The kernel templates of a text, for messages: the compiler knows a template only once something uses it.
#pragma once

#include "sim/base/span.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::source {

struct KernelTemplate {
  std::string name;
  std::string written; ///< with its parameters as they are declared: "scale<typename T, int Width>"
  /// With the arguments that the text gives it (`scale<float, Block><<<`, `&scale<float, Block>`), where all
  /// of them are types, numbers and constants of the text: "scale<float, 128>".
  std::vector<std::string> used;
  /// With arguments of the right kinds, and those numbers that the text gives it; empty where a parameter is
  /// neither a type nor a number.
  std::string example;
  Span span; ///< of the name

  /// The arguments that a message offers: the text's, else the example.
  [[nodiscard]] const std::string& offered() const { return used.empty() ? example : used.front(); }
};

/// Returns the text's templates that are kernels, in order.
[[nodiscard]] std::vector<KernelTemplate> kernel_templates(std::string_view text);

} // namespace warpscope::source
