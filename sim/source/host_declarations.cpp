// Reads file scope: records functions and structs, declares variables.
#include "sim/source/host_program.h"

#include <algorithm>
#include <limits>

namespace warpscope::source {

namespace {

using Kind = HostValue::Kind;

bool is_mark(std::string_view word) { return word == "__global__" || word == "__device__"; }

} // namespace

void HostProgram::file_scope() {
  for (std::size_t at = 0; at < code_.tokens.size();) at = std::max(at + 1, file_item(at));
}

/// Reads one declaration at namespace scope: functions are recorded, variables declared.
std::size_t HostProgram::file_item(std::size_t begin) {
  const Tokens all(code_.tokens);
  if (all[begin].text == "namespace" || all[begin].text == "extern" || all[begin].text == "inline") {
    // Its content counts as file scope here.
    for (std::size_t i = begin + 1; i < all.size() && i < begin + 5; ++i) {
      if (all[i].text == "{") return i + 1;
      if (all[i].kind == CodeToken::Kind::Mark && all[i].text != "::") break;
    }
  }
  std::size_t function_name = 0, open = 0, close = 0;
  bool assigned = false, has_body = false;
  for (std::size_t i = begin; i < all.size();) {
    const std::string_view w = all[i].text;
    if (w == "}") return i + 1;
    if (w == ";" && open != 0 && !assigned && close < i && bytes_of_type(all.subspan(close, 1))) {
      ++i; // int add(a, b) int a, b; { … }
      continue;
    }
    if (w == ";") {
      if (remember_alias(all.subspan(begin, i - begin))) return i + 1;
      if (!has_body && begin < i && !begins_no_declaration(all[begin].text) &&
          (open == 0 || !is_mark(all[begin].text)))
        declaration(all.subspan(begin, i - begin));
      return i + 1;
    }
    if (w == "=") assigned = true;
    if (w == "template" && i + 1 < all.size()) {
      i = std::max(i + 1, behind_template_parameters(all, i + 1));
      continue;
    }
    if (w == "(") {
      const std::size_t behind = behind_closing(all, i);
      const bool attribute = i > begin &&
                             (all[i - 1].text == "__launch_bounds__" || all[i - 1].text == "__align__" ||
                              all[i - 1].text == "alignas" || all[i - 1].text == "__attribute__");
      if (open == 0 && !attribute && i > begin && all[i - 1].kind == CodeToken::Kind::Name) {
        function_name = i - 1;
        open = i;
        close = behind;
      }
      i = behind;
      continue;
    }
    if (w == "{") {
      const std::size_t behind = behind_closing(all, i);
      if (open != 0 && !assigned) {
        remember_function(begin, function_name, open, close, i);
        return behind;
      }
      remember_struct(begin, i);
      remember_enum(begin, i);
      has_body = has_body || !assigned;
      i = behind;
      continue;
    }
    ++i;
  }
  return all.size();
}

void HostProgram::remember_function(std::size_t begin, std::size_t name, std::size_t open, std::size_t close,
                                    std::size_t body) {
  const Tokens all(code_.tokens);
  Function function;
  function.name = all[name].text;
  function.parameters = inside(all, open, close);
  function.body = inside(all, body, behind_closing(all, body));
  bool host = false;
  for (std::size_t i = begin; i < name; ++i) {
    if (all[i].text == "template" && i + 1 < name)
      function.template_parameters = inside(all, i + 1, behind_template_parameters(all, i + 1));
    function.on_device = function.on_device || is_mark(all[i].text);
    host = host || all[i].text == "__host__";
  }
  function.on_device = function.on_device && !host;
  functions_.emplace(function.name, function); // keeps the first overload
}

/// `typedef float real` and `using real = float`: false when this is neither.
bool HostProgram::remember_alias(Tokens tokens) {
  if (tokens.size() > 3 && tokens[0].text == "using" && tokens[2].text == "=") {
    remember_alias(tokens[1].text, tokens.subspan(3));
    return true;
  }
  if (tokens.size() < 3 || tokens[0].text != "typedef") return false;
  remember_alias(tokens.back().text, tokens.subspan(1, tokens.size() - 2));
  return true;
}

void HostProgram::remember_alias(std::string_view name, Tokens type) {
  if (const auto bytes = bytes_of_type(type)) {
    struct_bytes_.insert_or_assign(std::string(name), *bytes);
    aliases_.insert_or_assign(std::string(name), type_text(type));
  }
}

/// Returns the type as written, with an alias or macro for the whole type replaced.
std::string HostProgram::type_text(Tokens type) const {
  if (type.size() == 1) {
    if (const auto alias = aliases_.find(type[0].text); alias != aliases_.end()) return alias->second;
    if (const auto macro = code_.macros.find(type[0].text);
        macro != code_.macros.end() && !macro->second.body.empty())
      return text_of(macro->second.body);
  }
  return text_of(type);
}

/// `enum Mode { ADD = 2, SUB };`: its names are constants of file scope.
void HostProgram::remember_enum(std::size_t begin, std::size_t open) {
  const Tokens all(code_.tokens);
  const bool is_enum = std::any_of(all.begin() + static_cast<std::ptrdiff_t>(begin),
                                   all.begin() + static_cast<std::ptrdiff_t>(open),
                                   [](const CodeToken& t) { return t.text == "enum"; });
  if (!is_enum) return;
  std::int64_t next = 0;
  for (const Tokens item : split_at_commas(inside(all, open, behind_closing(all, open)))) {
    if (item.empty() || item[0].kind != CodeToken::Kind::Name) return;
    if (item.size() > 2 && item[1].text == "=") {
      const HostValue value = evaluate(item.subspan(2));
      if (value.kind != Kind::Integer) return;
      next = value.integer;
    }
    HostVariable constant;
    constant.name = item[0].text;
    constant.type = "int";
    constant.value = HostValue::of(next);
    scopes_.back()[constant.name] = variables_.size();
    variables_.push_back(std::move(constant));
    if (next == std::numeric_limits<std::int64_t>::max()) return;
    ++next;
  }
}

/// Returns the index after the function, constructor or access specifier that begins at `at` inside a struct;
/// `at` when there is none.
static std::size_t behind_function(Tokens members, std::size_t at) {
  if (at + 1 < members.size() && members[at + 1].text == ":" &&
      (members[at].text == "public" || members[at].text == "private" || members[at].text == "protected"))
    return at + 2;
  for (std::size_t i = at; i < members.size(); ++i) {
    const std::string_view w = members[i].text;
    if (w == ";" || w == "=" || w == "{" || w == "[") return at;
    if (w != "(") continue;
    if (i > at && (members[i - 1].text == "__align__" || members[i - 1].text == "alignas")) return at;
    for (i = behind_closing(members, i); i < members.size(); ++i) { // const, : width(w), …
      if (members[i].text == ";") return i + 1;
      if (members[i].text == "(") i = behind_closing(members, i) - 1;
      if (members[i].text == "{") return behind_closing(members, i);
    }
    return members.size();
  }
  return at;
}

/// Returns the size of a struct whose members are plain: `struct Particle { float4 position; float mass; };`
void HostProgram::remember_struct(std::size_t begin, std::size_t open) {
  const Tokens all(code_.tokens);
  const bool is_struct = std::any_of(
      all.begin() + static_cast<std::ptrdiff_t>(begin), all.begin() + static_cast<std::ptrdiff_t>(open),
      [](const CodeToken& t) { return t.text == "struct" || t.text == "class"; });
  const std::size_t behind = behind_closing(all, open);
  if (!is_struct) return;
  const Tokens members = inside(all, open, behind);
  std::int64_t bytes = 0, alignment = 1;
  std::vector<std::string> names;
  bool plain = true; ///< an aggregate, so that { … } initialises the members in order
  for (std::size_t at = 0; at < members.size();) {
    const std::size_t function = behind_function(members, at);
    if (function != at) {
      plain = false;
      at = function;
      continue;
    }
    const std::size_t end = statement_end(members, at);
    Tokens member = members.subspan(at, end - at - 1);
    at = end;
    if (member.empty()) continue;
    if (std::any_of(member.begin(), member.end(), [](const CodeToken& t) { return t.text == ":"; })) return;
    if (member[0].text == "static" || member[0].text == "using" || member[0].text == "typedef") continue;
    std::size_t words = 0; ///< words of the type
    while (words < member.size() && member[words].kind == CodeToken::Kind::Name) ++words;
    if (words > 0 && (words == member.size() || member[words].text != "*"))
      --words; // the last word is the member's name
    if (words == 0) return;
    bool first = true;
    for (Tokens part : split_at_commas(member)) {
      if (const auto value = std::find_if(part.begin(), part.end(),
                                          [](const CodeToken& t) { return t.text == "=" || t.text == "{"; });
          value != part.end())
        part = part.subspan(0, static_cast<std::size_t>(value - part.begin())); // float x = 1
      if (std::any_of(part.begin(), part.end(), [](const CodeToken& t) { return t.text == "("; })) return;
      const bool pointer = std::any_of(part.begin(), part.end(),
                                       [](const CodeToken& t) { return t.text == "*"; });
      const auto size = pointer ? std::optional<std::int64_t>(8) : bytes_of_type(member.subspan(0, words));
      if (!size || *size < 1) return;
      std::int64_t count = 1;
      for (std::size_t i = 0; i < part.size(); ++i)
        if (part[i].text == "[") {
          const HostValue value = evaluate(inside(part, i, behind_closing(part, i)));
          if (value.kind != Kind::Integer || value.integer < 1 || value.integer > (1 << 24)) return;
          count *= value.integer;
          if (count > (1 << 24)) return;
        }
      const std::string_view word = member[words - 1].text;
      const bool wide = !pointer && !word.empty() &&
                        (word.back() == '3' || word.back() == '2' || word.back() == '4');
      std::int64_t align = *size > 16 ? 16 : *size;
      if (wide && word.back() == '3') align = *size / 3;
      while ((align & (align - 1)) != 0) align &= align - 1;
      while (part.size() > 1 && part.back().text == "]") part = part.subspan(0, part.size() - 1);
      for (std::size_t i = 0; i < part.size(); ++i)
        if (part[i].text == "[") part = part.subspan(0, i);
      names.emplace_back(part.empty() ? std::string_view() : part.back().text);
      bytes = (bytes + align - 1) / align * align + *size * count;
      alignment = std::max(alignment, align);
      first = false;
    }
    if (first) return;
  }
  bytes = (bytes + alignment - 1) / alignment * alignment;
  if (bytes == 0) return;
  for (const std::size_t at : {open - 1, behind})
    if (at < all.size() && all[at].kind == CodeToken::Kind::Name && all[at].text != "struct") {
      struct_bytes_.emplace(all[at].text, bytes);
      if (plain) struct_members_.emplace(all[at].text, names);
    }
}

} // namespace warpscope::source
