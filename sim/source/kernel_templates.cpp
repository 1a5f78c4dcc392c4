// Finds `template <…> __global__ void name(` among the words of a text, and where the text gives arguments to
// such kernels.
#include "sim/source/kernel_templates.h"

#include "sim/base/line_index.h"
#include "sim/source/scenario.h"
#include "sim/source/text_words.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

namespace warpscope::source {

namespace {

using Words = std::span<const std::string_view>;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool is_type_word(std::string_view word) {
  return is_one_of(word,
                   {"float",  "double",        "int",         "unsigned", "long",     "short",    "char",
                    "signed", "bool",          "half",        "__half",   "half2",    "__half2",  "float2",
                    "float3", "float4",        "double2",     "int2",     "int3",     "int4",     "uint2",
                    "uint4",  "__nv_bfloat16", "nv_bfloat16", "uint8_t",  "uint16_t", "uint32_t", "uint64_t",
                    "int8_t", "int16_t",       "int32_t",     "int64_t",  "size_t",   "uint",     "uchar"});
}

/// The words between two places, as the text has them but for blanks.
std::string joined(Words words) {
  std::string out;
  for (const std::string_view word : words) {
    const bool apart = !out.empty() && is_name(word.substr(0, 1)) &&
                       (std::isalnum(static_cast<unsigned char>(out.back())) != 0 || out.back() == '_' ||
                        out.back() == '.');
    out += (apart ? " " : "") + std::string(word);
  }
  return out;
}

/// Returns the index of the `>` that closes the `<` at `open`; the size when there is none.
std::size_t closing(Words words, std::size_t open) {
  int angles = 0, others = 0;
  for (std::size_t i = open; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "(" || word == "[") ++others;
    else if (word == ")" || word == "]") --others;
    else if (word == ";" || word == "{" || others < 0) break;
    else if (others == 0 && word == "<") ++angles;
    else if (others == 0 && word == ">" && --angles == 0) return i;
  }
  return words.size();
}

/// Splits at commas outside of brackets.
std::vector<Words> parts_of(Words words) {
  std::vector<Words> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= words.size(); ++i) {
    if (i < words.size()) {
      if (is_one_of(words[i], {"<", "(", "[", "{"})) ++depth;
      if (is_one_of(words[i], {">", ")", "]", "}"})) --depth;
      if (words[i] != "," || depth != 0) continue;
    }
    if (i > begin) parts.push_back(words.subspan(begin, i - begin));
    begin = i + 1;
  }
  return parts;
}

constexpr const char* type_example = "float";

/// An argument of a parameter's kind; empty: its kind is not known.
std::string example_of(Words parameter) {
  const std::string_view first = parameter.front();
  if (first == "typename" || first == "class") return type_example;
  if (first == "bool") return "true";
  return is_type_word(first) || first == "auto" || first == "const" ? "16" : "";
}

/// Reads one text.
class TemplateReader {
 public:
  explicit TemplateReader(std::string_view text) : text_(text), lines_(text) {
    TextWords words(text);
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) words_.push_back(word);
  }

  std::vector<KernelTemplate> read() {
    find_templates();
    if (!found_.empty()) find_uses();
    return std::move(found_);
  }

 private:
  std::size_t offset_of(std::string_view word) const {
    return static_cast<std::size_t>(word.data() - text_.data());
  }

  void find_templates() {
    Words parameters;
    bool in_template = false, is_kernel = false, is_named = false;
    int parentheses = 0; // of the declaration: an attribute's argument is no parameter
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::string_view word = words_[i];
      if (word == "template") {
        in_template = true, is_kernel = is_named = false, parentheses = 0;
        if (i + 1 == words_.size() || words_[i + 1] != "<") continue;
        const std::size_t end = closing(words_, i + 1);
        if (end == words_.size()) continue;
        parameters = Words(words_).subspan(i + 2, end - i - 2);
        i = end;
      } else if (word == "__global__") {
        is_kernel = true;
      } else if (word == "(") {
        const std::string_view before = i == 0 ? std::string_view() : words_[i - 1];
        if (parentheses++ == 0 && in_template && is_kernel && !is_named && !before.starts_with("__") &&
            is_name(before)) {
          add(before, parameters);
          is_named = true;
        }
      } else if (word == ")") {
        --parentheses;
      } else if (word == "{" || word == ";" || word == "}") {
        in_template = is_kernel = false, parentheses = 0;
      }
    }
  }

  void add(std::string_view name, Words parameters) {
    KernelTemplate made;
    made.name = name;
    std::string list, example;
    bool known = true;
    std::vector<std::string>& kinds = kinds_.emplace_back();
    for (const Words& parameter : parts_of(parameters)) {
      list += (list.empty() ? "" : ", ") + joined(parameter);
      const std::string argument = example_of(parameter);
      known = known && !argument.empty();
      kinds.push_back(argument);
      example += (example.empty() ? "" : ", ") + argument;
    }
    made.written = made.name + "<" + list + ">";
    if (known) made.example = made.name + "<" + example + ">";
    const std::size_t begin = offset_of(name);
    made.span = lines_.span(begin, begin + name.size());
    found_.push_back(std::move(made));
  }

  void find_uses() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::string_view word = words_[i];
      if (word == "struct" || word == "class" || word == "using" || word == "enum") {
        const bool defines = i + 2 < words_.size() && is_name(words_[i + 1]) &&
                             (word == "using" ? words_[i + 2] == "="
                                              : is_one_of(words_[i + 2], {"{", ":", ";"}));
        if (defines) types_.push_back(words_[i + 1]); // else `template <class T>`
      } else if (word == "const" || word == "constexpr") {
        note_constants(i);
      } else if (word == "#" && i + 2 < words_.size() && words_[i + 1] == "define") {
        note_macro(i + 2);
      } else if (i + 1 < words_.size() && words_[i + 1] == "<") {
        note_use(i);
      }
    }
  }

  std::optional<std::int64_t> value_of(std::string_view expression) const {
    std::string plain; // without the suffixes of numbers: 128U
    TextWords words(expression);
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
      if (std::isdigit(static_cast<unsigned char>(word.front())) != 0)
        word = word.substr(0, word.find_last_not_of("uUlL") + 1);
      plain += std::string(word) + " ";
    }
    std::string ignored;
    return evaluate(plain, constants_, ignored);
  }

  void note_value(std::string_view name, std::string_view expression) {
    const std::optional<std::int64_t> value = value_of(expression);
    std::erase_if(constants_, [&](const auto& known) { return known.first == name; });
    if (value) constants_.emplace_back(name, std::to_string(*value));
  }

  /// `constexpr int Block = 128, Each{Block / 2};`
  void note_constants(std::size_t at) {
    std::size_t end = at;
    for (int depth = 0; end < words_.size() && words_[end] != ";"; ++end) {
      if (is_one_of(words_[end], {"(", "{"})) ++depth;
      if (is_one_of(words_[end], {")", "}"}) && --depth < 0) break;
    }
    for (const Words& part : parts_of(Words(words_).subspan(at, end - at)))
      for (std::size_t i = 1; i + 1 < part.size(); ++i) {
        if (part[i] != "=" && part[i] != "{") continue;
        const bool braces = part[i] == "{" && part.back() == "}";
        if (is_name(part[i - 1]) && (part[i] == "=" || braces))
          note_value(part[i - 1], joined(part.subspan(i + 1, part.size() - i - (braces ? 2 : 1))));
        break;
      }
  }

  void note_macro(std::size_t at) {
    const std::size_t begin = offset_of(words_[at]) + words_[at].size();
    const std::string_view rest = text_.substr(begin, text_.find('\n', begin) - begin);
    if (is_name(words_[at]) && !rest.starts_with("("))
      note_value(words_[at], rest.substr(0, rest.find("//")));
  }

  void note_use(std::size_t at) {
    const auto kernel = std::find_if(found_.begin(), found_.end(),
                                     [&](const KernelTemplate& known) { return known.name == words_[at]; });
    if (kernel == found_.end()) return;
    const std::vector<std::string>& kinds = kinds_[static_cast<std::size_t>(kernel - found_.begin())];
    const std::size_t end = closing(words_, at + 1);
    if (end == words_.size()) return;
    std::string list;
    bool all = true, numbers = false;
    const std::vector<Words> parts = parts_of(Words(words_).subspan(at + 2, end - at - 2));
    for (std::size_t i = 0; i < parts.size(); ++i) {
      std::optional<std::string> argument = argument_of(parts[i]);
      all = all && argument.has_value();
      numbers = numbers || (argument && std::isdigit(static_cast<unsigned char>(argument->front())) != 0);
      if (argument && i < kinds.size() && kinds[i] == "true" && (*argument == "0" || *argument == "1"))
        argument = *argument == "1" ? "true" : "false";
      // `scale<T, Block>` in a host template: any type will do.
      if (!argument && i < kinds.size() && kinds[i] == type_example) argument = type_example;
      if (!argument) return;
      list += (list.empty() ? "" : ", ") + *argument;
    }
    const std::string written = kernel->name + "<" + list + ">";
    std::vector<std::string>& used = kernel->used;
    if (all && std::find(used.begin(), used.end(), written) == used.end()) used.push_back(written);
    if (!all && numbers) kernel->example = written;
  }

  /// nullopt: it depends on something that the text does not say.
  std::optional<std::string> argument_of(Words part) const {
    const std::string written = joined(part);
    if (written == "true" || written == "false") return written;
    if (const auto value = value_of(written)) return std::to_string(*value);
    const bool type = std::all_of(part.begin(), part.end(), [&](std::string_view word) {
      return is_type_word(word) || word == "*" || word == "const" ||
             std::find(types_.begin(), types_.end(), word) != types_.end();
    });
    return type ? std::optional(written) : std::nullopt;
  }

  std::string_view text_;
  LineIndex lines_;
  std::vector<std::string_view> words_, types_;
  std::vector<std::pair<std::string, std::string>> constants_; ///< as they are at the word that is read
  std::vector<KernelTemplate> found_;
  std::vector<std::vector<std::string>> kinds_; ///< of found_: an example for each parameter
};

} // namespace

std::vector<KernelTemplate> kernel_templates(std::string_view text) { return TemplateReader(text).read(); }

} // namespace warpscope::source
