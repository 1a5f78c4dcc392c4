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
  /// With the arguments of the text's launches, as far as these are types, numbers and constants of the text:
  /// "scale<float, 128>".
  std::vector<std::string> launched;
  std::string example; ///< with arguments of the right kinds; empty where a parameter is neither a type nor a
                       ///< number
  Span span;           ///< of the name

  /// The arguments that a message offers: a launch's, else the example.
  [[nodiscard]] const std::string& offered() const { return launched.empty() ? example : launched.front(); }
};

/// Returns the text's templates that are kernels, in order.
[[nodiscard]] std::vector<KernelTemplate> kernel_templates(std::string_view text);

} // namespace warpscope::source
