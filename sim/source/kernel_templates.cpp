// Finds `template <…> __global__ void name(` among the words of a text.
#include "sim/source/kernel_templates.h"

#include "sim/source/text_words.h"

namespace warpscope::source {

std::vector<std::string> kernel_templates(std::string_view text) {
  std::vector<std::string> names;
  bool in_template = false, is_kernel = false, is_named = false;
  int parentheses = 0; // of the declaration: an attribute's argument is no parameter
  std::string_view before;
  TextWords words(text);
  for (std::string_view word = words.next(); !word.empty(); before = word, word = words.next()) {
    if (word == "template") {
      in_template = true, is_kernel = is_named = false, parentheses = 0;
    } else if (word == "__global__") {
      is_kernel = true;
    } else if (word == "(") {
      const bool attribute = before.starts_with("__");
      if (parentheses++ == 0 && in_template && is_kernel && !is_named && !attribute && is_name(before)) {
        names.emplace_back(before);
        is_named = true;
      }
    } else if (word == ")") {
      --parentheses;
    } else if (word == "{" || word == ";" || word == "}") {
      in_template = is_kernel = false, parentheses = 0;
    }
  }
  return names;
}

} // namespace warpscope::source
