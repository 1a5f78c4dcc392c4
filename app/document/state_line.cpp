// Writes a state as one line of base64url: the JSON of the session file, without what every document has.
#include "app/document/state_line.h"

#include "app/document/fields.h"
#include "sim/base/text.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <utility>

namespace warpscope::document {

namespace {

using nlohmann::json;

constexpr std::string_view state_begin = "warpscope:";
constexpr std::string_view state_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::size_t most_line = 64u << 20; ///< longer ones are no line that anybody sent

std::string in_digits(std::string_view bytes) {
  std::string out;
  std::uint32_t bits = 0, count = 0;
  for (const char byte : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(byte);
    for (count += 8; count >= 6; count -= 6) out += state_digits[bits >> (count - 6) & 63u];
  }
  if (count != 0) out += state_digits[bits << (6 - count) & 63u];
  return out;
}

/// nullopt: a character is no digit. White space is passed over.
std::optional<std::string> from_digits(std::string_view digits) {
  std::array<std::int8_t, 256> value{};
  value.fill(-1);
  for (std::size_t i = 0; i < state_digits.size(); ++i)
    value[static_cast<unsigned char>(state_digits[i])] = static_cast<std::int8_t>(i);
  std::string out;
  std::uint32_t bits = 0, count = 0;
  for (const char digit : digits) {
    if (is_blank(digit)) continue;
    const std::int8_t six = value[static_cast<unsigned char>(digit)];
    if (six < 0) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(six);
    if ((count += 6) < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 0xFFu);
  }
  return out;
}

/// What every document and every session has; `saved` differs from it in what the line says.
json first_state() { return json::parse(to_json(SavedSession{})); }

/// The kernel goes with kernel mode, the expression always: it is short.
json state_json(SavedSession saved, const Catalog& catalog) {
  Document& d = saved.document;
  d.replay.reset();
  d.kernel_folder.clear();
  d.kernel_file = std::filesystem::path(d.kernel_file).filename().string();
  d.headers.clear();
  if (d.mode == SourceMode::Expression) {
    for (const Field& field : fields())
      if (field.shared == Shared::Kernel) field.set(d, field.get(Document{}));
    d.launch.clear();
  }
  const LabEntry* lab = catalog.find_lab(d.lab);
  if (lab == nullptr) d.lab.clear();
  const bool own = lab == nullptr || lab->text != *d.kernel_text;
  if (!own || d.mode == SourceMode::Expression) {
    d.kernel_text = std::make_shared<const std::string>();
    d.kernel_file.clear();
  }
  saved.running = saved.unsaved = false;
  saved.attempts = 0;
  json state = json::parse(to_json(saved)), less = json::object();
  const json every = first_state();
  for (const auto& [key, value] : state.items())
    if (!every.contains(key) || every[key] != value) less[key] = value;
  return less;
}

std::optional<SavedSession> state_from(const json& less, const Document& from, const Catalog& catalog) {
  if (!less.is_object()) return std::nullopt;
  json state = first_state();
  for (const auto& [key, value] : less.items())
    if (key != "what") state[key] = value;
  std::optional<SavedSession> saved = saved_session_from(state.dump());
  if (!saved) return std::nullopt;
  Document& d = saved->document;
  d.kernel_folder.clear(); // nobody's line opens a folder of this machine
  d.headers.clear();
  if (catalog.find_device(d.device) == nullptr) d.device = from.device;
  if (d.mode == SourceMode::Expression) { // the kernel beside it stays as it was
    Document kept = from;
    for (const Field& field : fields())
      if (field.shared == Shared::Always || field.shared == Shared::Expression) field.set(kept, field.get(d));
    d = std::move(kept);
    return saved;
  }
  const LabEntry* lab = catalog.find_lab(d.lab);
  if (!d.kernel_text->empty()) {
    if (lab == nullptr) d.lab.clear(); // of another version: the text is here
    return saved;
  }
  if (lab == nullptr) return std::nullopt; // nothing to show
  d.kernel_text = std::make_shared<const std::string>(lab->text);
  d.kernel_file = lab->id + ".cu";
  return saved;
}

} // namespace

std::string state_line(const State& state, const Catalog& catalog) {
  json root = {{"b", state_json(state.shown, catalog)}};
  if (state.pinned) root["a"] = state_json(*state.pinned, catalog);
  return std::string(state_begin) + in_digits(root.dump(-1, ' ', false, json::error_handler_t::replace));
}

std::optional<State> state_of_line(std::string_view line, const Document& from, const Catalog& catalog) {
  line = trimmed(line);
  if (!line.starts_with(state_begin) || line.size() > most_line) return std::nullopt;
  const std::optional<std::string> text = from_digits(line.substr(state_begin.size()));
  const json root = text ? json::parse(*text, nullptr, false) : json();
  if (!root.is_object() || !root.contains("b")) return std::nullopt;
  std::optional<SavedSession> shown = state_from(root["b"], from, catalog);
  if (!shown) return std::nullopt;
  State state{std::move(*shown), std::nullopt};
  if (root.contains("a")) state.pinned = state_from(root["a"], from, catalog);
  return state;
}

} // namespace warpscope::document
