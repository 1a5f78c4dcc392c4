#include "app/document/document_json.h"

#include "app/document/cuts.h"
#include "sim/base/utf8.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace warpscope::document {

namespace {

using nlohmann::json;

constexpr const char* mark = "warpscope session";

/// Kernel files may hold any bytes; JSON may not. Such a text is kept byte by byte, as if it were Latin-1.
json text_to_json(const std::string& text) {
  if (is_utf8(text)) return text;
  std::string latin1;
  for (const char byte : text) {
    const auto c = static_cast<unsigned char>(byte);
    if (c < 0x80) latin1 += byte;
    else {
      latin1 += static_cast<char>(0xC0 | c >> 6);
      latin1 += static_cast<char>(0x80 | (c & 0x3F));
    }
  }
  return json{{"latin1", latin1}};
}

std::string text_from_json(const json& value, const std::string& otherwise = {}) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_object() || !value.contains("latin1") || !value["latin1"].is_string()) return otherwise;
  const std::string latin1 = value["latin1"].get<std::string>();
  std::string bytes;
  for (std::size_t i = 0; i < latin1.size(); ++i) {
    const auto c = static_cast<unsigned char>(latin1[i]);
    if (c < 0x80 || i + 1 >= latin1.size()) bytes += latin1[i];
    else bytes += static_cast<char>((c & 3) << 6 | (static_cast<unsigned char>(latin1[++i]) & 0x3F));
  }
  return bytes;
}

} // namespace

std::string to_json(const SavedSession& s) {
  const Document& d = s.document;
  json choices = json::array();
  for (const auto& [name, value] : d.choices) choices.push_back({text_to_json(name), text_to_json(value)});
  json rows = json::array();
  for (const auto& [buffer, length] : d.row_lengths) rows.push_back({text_to_json(buffer), length});
  const json root = {
      {"what", mark},
      {"version", 1},
      {"running", s.running},
      {"attempts", s.attempts},
      {"unsaved", s.unsaved},
      {"scene", text_to_json(s.scene)},
      {"playhead", {{"event", s.moment.event}, {"wavefront", s.moment.wavefront}}},
      {"mode", d.mode == SourceMode::Kernel ? "kernel" : "expression"},
      {"expression", text_to_json(d.expression)},
      {"declaration", text_to_json(d.declaration)},
      {"block", text_to_json(d.block)},
      {"warp", d.warp},
      {"kernel_text", text_to_json(*d.kernel_text)},
      {"kernel_file", text_to_json(d.kernel_file)},
      {"kernel_folder", text_to_json(d.kernel_folder)},
      {"lab", text_to_json(d.lab)},
      {"choices", choices},
      {"cuts", d.cuts},
      {"rows", rows},
      {"device", text_to_json(d.device)},
  };
  return root.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

std::optional<SavedSession> saved_session_from(std::string_view text) {
  const json root = json::parse(text, nullptr, false);
  if (!root.is_object() || !root.contains("what") || root["what"] != mark) return std::nullopt;
  const auto find = [&](const char* key) { return root.contains(key) ? root[key] : json(); };
  const auto flag = [&](const char* key) {
    const json value = find(key);
    return value.is_boolean() && value.get<bool>();
  };
  const auto number = [](const json& value, std::uint64_t most) {
    return value.is_number_unsigned() ? std::min(value.get<std::uint64_t>(), most) : 0;
  };
  SavedSession s;
  s.running = flag("running");
  s.unsaved = flag("unsaved");
  s.attempts = static_cast<int>(number(find("attempts"), 1000));
  s.scene = text_from_json(find("scene"));
  if (const json playhead = find("playhead"); playhead.is_object()) {
    s.moment.event = number(playhead.value("event", json()), ~std::size_t{0});
    s.moment.wavefront = static_cast<std::uint32_t>(
        number(playhead.value("wavefront", json()), ~std::uint32_t{0}));
  }
  Document& d = s.document;
  d.mode = find("mode") == "kernel" ? SourceMode::Kernel : SourceMode::Expression;
  d.expression = text_from_json(find("expression"), d.expression);
  d.declaration = text_from_json(find("declaration"), d.declaration);
  d.block = text_from_json(find("block"), d.block);
  d.warp = static_cast<std::uint32_t>(number(find("warp"), 31));
  d.kernel_text = std::make_shared<const std::string>(text_from_json(find("kernel_text")));
  d.kernel_file = text_from_json(find("kernel_file"));
  d.kernel_folder = text_from_json(find("kernel_folder"));
  d.lab = text_from_json(find("lab"));
  d.device = text_from_json(find("device"), d.device);
  if (const json choices = find("choices"); choices.is_array())
    for (const json& choice : choices)
      if (choice.is_array() && choice.size() == 2)
        d.choices.emplace_back(text_from_json(choice[0]), text_from_json(choice[1]));
  if (const json cuts = find("cuts"); cuts.is_array())
    for (const json& line : cuts)
      if (const std::uint64_t n = number(line, ~std::uint32_t{0}); n != 0)
        d.cuts.push_back(static_cast<std::uint32_t>(n));
  d.cuts = sorted_lines(std::move(d.cuts));
  if (const json rows = find("rows"); rows.is_array())
    for (const json& row : rows)
      if (const std::uint64_t n = row.is_array() && row.size() == 2 ? number(row[1], ~std::uint64_t{0}) : 0;
          n != 0)
        d.row_lengths[text_from_json(row[0])] = n;
  return s;
}

} // namespace warpscope::document
