// The fields of a text that holds kernels alone, without a launch of its own: which kernel, its sizes, its
// arguments. Read from the text's words, so that they are there before anything compiles.
#pragma once

#include "app/document/document.h"
#include "sim/source/scenario.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::document {

struct KernelField {
  std::string name;  ///< as in Document::launch: "grid", "arg:in"
  std::string label; ///< "grid", "in"
  std::string value; ///< as typed, else as offered
  bool offered = false;
};
struct KernelFields {
  std::vector<std::string> kernels; ///< to choose from; a template with arguments that fit
  std::vector<KernelField> fields;  ///< of the chosen kernel, "kernel" first
};

/// nullopt: the text has a launch, a main() or a warpscope header, or no kernel at all. Buffers are offered
/// as ramps, never as zeros, and large enough for every thread to have a row of them.
[[nodiscard]] std::optional<KernelFields> kernel_fields(const Document& document);

/// Gives a text with kernels alone the launch that its fields hold.
void fill_launch(const Document& document, source::Overrides& overrides);

} // namespace warpscope::document
