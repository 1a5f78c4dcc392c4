// session.json: the fields of the document and what else a start goes on with.
#include "app/document/document_json.h"

#include "app/document/fields.h"
#include "sim/base/utf8.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace warpscope::document {

namespace {

using nlohmann::json;

constexpr const char* mark = "warpscope session";

/// Kernel files may contain any bytes, JSON may not: text that is not UTF-8 is stored byte by byte, as if it
/// were Latin-1.
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

std::uint64_t number_from_json(const json& value, std::uint64_t most) {
  return value.is_number_unsigned() ? std::min(value.get<std::uint64_t>(), most) : 0;
}

// A field's value as JSON: texts as above, lists and tables as arrays, so that names may hold any bytes.
json to_json_value(const std::string& text) { return text_to_json(text); }
json to_json_value(std::uint64_t number) { return number; }
json to_json_value(const std::vector<std::uint32_t>& lines) { return lines; }
json to_json_value(const std::vector<std::pair<std::string, std::string>>& pairs) {
  json out = json::array();
  for (const auto& [name, value] : pairs) out.push_back({text_to_json(name), text_to_json(value)});
  return out;
}
json to_json_value(const std::map<std::string, std::uint64_t>& numbers) {
  json out = json::array();
  for (const auto& [name, number] : numbers) out.push_back({text_to_json(name), number});
  return out;
}

// And back into a value of the same type; what has another form leaves it as it is.
void take(const json& value, std::string& text) { text = text_from_json(value, text); }
void take(const json& value, std::uint64_t& number) { number = number_from_json(value, ~std::uint64_t{0}); }
void take(const json& value, std::vector<std::uint32_t>& lines) {
  for (const json& line : value)
    if (const std::uint64_t n = number_from_json(line, ~std::uint32_t{0}); n != 0)
      lines.push_back(static_cast<std::uint32_t>(n));
}
bool is_pair(const json& value) { return value.is_array() && value.size() == 2; }
void take(const json& value, std::vector<std::pair<std::string, std::string>>& pairs) {
  for (const json& pair : value)
    if (is_pair(pair)) pairs.emplace_back(text_from_json(pair[0]), text_from_json(pair[1]));
}
void take(const json& value, std::map<std::string, std::uint64_t>& numbers) {
  for (const json& pair : value)
    if (const std::uint64_t n = is_pair(pair) ? number_from_json(pair[1], ~std::uint64_t{0}) : 0; n != 0)
      numbers[text_from_json(pair[0])] = n;
}

} // namespace

std::string to_json(const SavedSession& s) {
  json root = {
      {"what", mark},
      {"version", 1},
      {"running", s.running},
      {"attempts", s.attempts},
      {"unsaved", s.unsaved},
      {"scene", text_to_json(s.scene)},
      {"playhead", {{"event", s.moment.event}, {"wavefront", s.moment.wavefront}}},
  };
  if (!s.scores.empty()) {
    root["scores"] = json::object();
    for (const auto& [lesson, score] : s.scores) root["scores"][lesson] = {score.right, score.of};
  }
  for (const auto& [lesson, moment] : s.places) root["places"][lesson] = moment;
  if (!s.lesson.empty()) root["lesson"] = text_to_json(s.lesson);
  for (const auto& [scene, choices] : s.scenes)
    for (const auto& [name, value] : choices) root["scenes"][scene][name] = text_to_json(value);
  for (const Field& field : fields())
    root[std::string(field.json)] = std::visit([](const auto& value) { return to_json_value(value); },
                                               field.get(s.document));
  return root.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

std::optional<SavedSession> saved_session_from(std::string_view text) {
  const json root = json::parse(text, nullptr, false);
  if (!root.is_object() || !root.contains("what") || root["what"] != mark) return std::nullopt;
  const auto find = [&](std::string_view key) {
    const auto at = root.find(key);
    return at != root.end() ? *at : json();
  };
  const auto flag = [&](const char* key) {
    const json value = find(key);
    return value.is_boolean() && value.get<bool>();
  };
  SavedSession s;
  s.running = flag("running");
  s.unsaved = flag("unsaved");
  s.attempts = static_cast<int>(number_from_json(find("attempts"), 1000));
  s.scene = text_from_json(find("scene"));
  if (const json playhead = find("playhead"); playhead.is_object()) {
    s.moment.event = number_from_json(playhead.value("event", json()), ~std::size_t{0});
    s.moment.wavefront = static_cast<std::uint32_t>(
        number_from_json(playhead.value("wavefront", json()), ~std::uint32_t{0}));
  }
  const json scores = find("scores");
  for (auto score = scores.begin(); scores.is_object() && score != scores.end(); ++score) {
    if (!score->is_array() || score->size() != 2) continue;
    constexpr std::uint32_t most = 1'000'000;
    const auto right = static_cast<std::uint32_t>(number_from_json((*score)[0], most)),
               of = static_cast<std::uint32_t>(number_from_json((*score)[1], most));
    if (of > 0 && right <= of) s.scores[score.key()] = {right, of};
  }
  const json places = find("places");
  for (auto place = places.begin(); places.is_object() && place != places.end(); ++place)
    if (const std::size_t moment = number_from_json(*place, std::size_t{1000}); moment > 0)
      s.places[place.key()] = moment;
  s.lesson = text_from_json(find("lesson"));
  const json scenes = find("scenes");
  for (auto scene = scenes.begin(); scenes.is_object() && scene != scenes.end(); ++scene)
    for (auto choice = scene->begin(); scene->is_object() && choice != scene->end(); ++choice)
      if (choice->is_string()) s.scenes[scene.key()][choice.key()] = choice->get<std::string>();
  for (const Field& field : fields()) {
    FieldValue value = field.get(s.document);
    std::visit([stored = find(field.json)](auto& v) { take(stored, v); }, value);
    field.set(s.document, std::move(value));
  }
  return s;
}

} // namespace warpscope::document
