// Finds the kernels of a text and offers a launch for one of them.
#include "app/document/kernel_fields.h"

#include "app/document/program_text.h"
#include "app/language/language.h"
#include "sim/source/header.h"
#include "sim/source/text_words.h"

#include <algorithm>

namespace warpscope::document {

namespace {

constexpr std::string_view grid_offered = "4", block_offered = "64", number_offered = "256",
                           elements_offered = "65536"; // as many as a matrix of 256 rows has

struct WrittenParameter {
  std::string name;
  bool pointer = false, real = false, flag = false;
};
struct KernelText {
  std::string name;
  std::vector<WrittenParameter> parameters;
  bool dynamic_shared = false;
};

WrittenParameter parameter_of(const std::vector<std::string_view>& words) {
  WrittenParameter p;
  for (const std::string_view word : words) {
    if (word == "=") break;
    if (word == "*" || word == "[") p.pointer = true;
    if (word == "float" || word == "double" || word == "half" || word == "__half") p.real = true;
    if (word == "bool") p.flag = true;
    if (!p.pointer || word != "]")
      if (source::is_name(word) && word != "__restrict__" && word != "const" && word != "restrict")
        p.name = word;
  }
  return p;
}

/// "template <typename T, int N>" -> "<float, 32>"
std::string arguments_of(const std::vector<std::string_view>& words) {
  std::string list;
  bool type = false, begun = false;
  const auto close = [&] {
    if (begun) list += (list.empty() ? "" : ", ") + std::string(type ? "float" : "32");
    begun = type = false;
  };
  for (const std::string_view word : words) {
    if (word == ",") {
      close();
      continue;
    }
    if (!begun) type = word == "typename" || word == "class";
    begun = true;
  }
  close();
  return "<" + list + ">";
}

std::vector<KernelText> kernels_of(std::string_view text) {
  std::vector<KernelText> kernels;
  source::TextWords words(text);
  std::vector<std::string_view> of_template;
  bool has_template = false;
  std::string_view word = words.next();
  while (!word.empty()) {
    if (word == "template") {
      of_template.clear();
      has_template = true;
      int depth = 0;
      while (!(word = words.next()).empty()) {
        if (word == "<" && depth++ == 0) continue;
        if (word == ">" && --depth == 0) break;
        of_template.push_back(word);
      }
    } else if (word == ";" || word == "}") {
      has_template = false;
    } else if (word == "extern" && !kernels.empty()) {
      if (words.next() == "__shared__") kernels.back().dynamic_shared = true;
    } else if (word == "__global__") {
      KernelText kernel;
      std::string_view before;
      while (!(word = words.next()).empty()) {
        if (word == "(" && before != "__launch_bounds__" && source::is_name(before)) break;
        if (word == "(") // of __launch_bounds__
          while (!word.empty() && word != ")") word = words.next();
        before = word;
      }
      kernel.name = before;
      if (has_template && !of_template.empty()) kernel.name += arguments_of(of_template);
      has_template = false;
      std::vector<std::string_view> one;
      int depth = 0;
      while (!(word = words.next()).empty()) {
        const bool ends = depth == 0 && (word == "," || word == ")");
        if (ends && !one.empty()) kernel.parameters.push_back(parameter_of(one));
        if (ends) one.clear();
        else one.push_back(word);
        if (depth == 0 && word == ")") break;
        depth += word == "(" || word == "<" ? 1 : word == ")" || word == ">" ? -1 : 0;
      }
      const bool known = std::any_of(kernels.begin(), kernels.end(),
                                     [&](const KernelText& k) { return k.name == kernel.name; });
      if (!kernel.name.empty() && !known) kernels.push_back(std::move(kernel));
    }
    word = words.next();
  }
  return kernels;
}

} // namespace

std::optional<KernelFields> kernel_fields(const Document& document) {
  const std::string& text = *document.kernel_text;
  if (document.mode != SourceMode::Kernel || text.find("__global__") == std::string::npos ||
      text.find("<<<") != std::string::npos || source::find_header(text).found || is_program(text))
    return std::nullopt;
  const std::vector<KernelText> kernels = kernels_of(text);
  if (kernels.empty()) return std::nullopt;
  KernelFields made;
  for (const KernelText& kernel : kernels) made.kernels.push_back(kernel.name);
  const auto add = [&](std::string name, std::string label, std::string_view offered) {
    const auto typed = std::find_if(document.launch.begin(), document.launch.end(),
                                    [&](const auto& field) { return field.first == name; });
    const bool there = typed != document.launch.end() && !typed->second.empty();
    made.fields.push_back(
        {std::move(name), std::move(label), there ? typed->second : std::string(offered), !there});
  };
  add("kernel", std::string(language::tr("launch.kernel")), kernels.front().name);
  const auto chosen = std::find_if(kernels.begin(), kernels.end(),
                                   [&](const KernelText& k) { return k.name == made.fields.front().value; });
  if (chosen == kernels.end()) made.fields.front().value = kernels.front().name;
  const KernelText& kernel = chosen == kernels.end() ? kernels.front() : *chosen;
  add("grid", std::string(language::tr("launch.grid")), grid_offered);
  add("block", std::string(language::tr("launch.block")), block_offered);
  if (kernel.dynamic_shared) add("shared", std::string(language::tr("launch.shared")), "4096");
  for (const WrittenParameter& p : kernel.parameters)
    add("arg:" + p.name, p.name,
        p.pointer ? "ramp[" + std::string(elements_offered) + "]"
        : p.flag  ? "true"
        : p.real  ? "1.5"
                  : std::string(number_offered));
  return made;
}

void fill_launch(const Document& document, source::Overrides& overrides) {
  const std::optional<KernelFields> fields = kernel_fields(document);
  if (!fields) return;
  const auto sizes = [](const std::string& value) {
    std::string ignored;
    std::vector<std::string> list;
    std::string number;
    for (const char c : value + ",") {
      if (std::string_view(", x×()").find(c) == std::string_view::npos) number += c;
      else if (!number.empty()) list.push_back(std::exchange(number, {}));
    }
    return list;
  };
  for (const KernelField& field : fields->fields) {
    if (field.name == "kernel") overrides.kernel = field.value;
    else if (field.name == "grid") overrides.grid = sizes(field.value);
    else if (field.name == "block") overrides.block = sizes(field.value);
    else if (field.name == "shared") overrides.shared = field.value;
    else overrides.arguments.emplace_back(field.label, field.value);
  }
}

} // namespace warpscope::document
