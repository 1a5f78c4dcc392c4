// Parses a language file in TOML into rows: nested tables become keys with dots.
#include "app/language/language.h"
#include "sim/base/toml.h"

namespace warpscope::language {

namespace {

void flatten(const toml::table& table, const std::string& prefix, ParsedLanguage& out) {
  for (const auto& [key, node] : table) {
    const std::string name = prefix + std::string(key.str());
    if (const toml::table* inner = node.as_table()) flatten(*inner, name + ".", out);
    else if (const auto text = node.value<std::string>(); text && node.is_string())
      out.rows.emplace(name, *text);
    else out.not_texts.push_back(name);
  }
}

} // namespace

ParsedLanguage parse_language(std::string_view toml) {
  ParsedLanguage out;
  const toml::parse_result parsed = toml::parse(toml);
  if (parsed) flatten(parsed.table(), {}, out);
  else
    out.error = "line " + std::to_string(parsed.error().source().begin.line) + ": " +
                std::string(parsed.error().description());
  return out;
}

} // namespace warpscope::language
