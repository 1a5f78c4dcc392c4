// Reads JSON fields strictly, with the path of every fault.
#include "gpu/protocol/json_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace warpscope::protocol::gpu_json {

namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t deepest = 32;

std::string kind(const nlohmann::json& value) {
  if (value.is_string()) return "a text";
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  if (value.is_number()) return "the number " + value.dump();
  if (value.is_array()) return "a list";
  if (value.is_object()) return "an object";
  return "null";
}

std::string shortened(const std::string& text) {
  return text.size() <= 60 ? text : text.substr(0, 60) + "...";
}

} // namespace

void Field::refuse(const std::string& sentence) const { throw Fault{path_ + ": " + sentence}; }

std::string Field::text(std::size_t longest) const {
  if (!value_->is_string()) refuse("must be a text, and is " + kind(*value_));
  const auto& text = value_->get_ref<const std::string&>();
  if (text.size() > longest)
    refuse(fmt::format("is {} bytes long and may be at most {}", text.size(), longest));
  return text;
}

bool Field::boolean() const {
  if (!value_->is_boolean()) refuse("must be true or false, and is " + kind(*value_));
  return value_->get<bool>();
}

std::uint64_t Field::whole(std::uint64_t least, std::uint64_t most) const {
  if (!value_->is_number_unsigned() || value_->get<std::uint64_t>() < least ||
      value_->get<std::uint64_t>() > most)
    refuse(most == any_number
               ? fmt::format("must be a whole number from {} on, and is {}", least, kind(*value_))
               : fmt::format("must be a whole number from {} to {}, and is {}", least, most, kind(*value_)));
  return value_->get<std::uint64_t>();
}

double Field::number(double least, double most) const {
  const double value = value_->is_number() ? value_->get<double>() : std::nan("");
  if (!(value >= least && value <= most))
    refuse(fmt::format("must be a number from {} to {}, and is {}", least, most, kind(*value_)));
  return value;
}

std::size_t Field::word(const std::vector<std::string_view>& words) const {
  const std::string given = text(1000);
  const auto found = std::find(words.begin(), words.end(), given);
  if (found == words.end()) {
    std::string list;
    for (const std::string_view word : words)
      list += (list.empty() ? "\"" : ", \"") + std::string(word) + "\"";
    refuse(fmt::format("must be one of {}, and is \"{}\"", list, shortened(given)));
  }
  return static_cast<std::size_t>(found - words.begin());
}

Object Field::object() const {
  if (!value_->is_object()) refuse("must be an object, and is " + kind(*value_));
  return {*value_, path_};
}

void Field::each(std::size_t most, const std::function<void(const Field&)>& visit) const {
  if (!value_->is_array()) refuse("must be a list, and is " + kind(*value_));
  if (value_->size() > most)
    refuse(fmt::format("has {} entries and may have at most {}", value_->size(), most));
  for (std::size_t i = 0; i < value_->size(); ++i)
    visit(Field((*value_)[i], fmt::format("{}[{}]", path_, i)));
}

std::vector<std::uint8_t> Field::bytes(std::size_t most) const {
  const std::string given = text(most / 3 * 4 + 8);
  std::vector<std::uint8_t> out;
  if (given.size() % 4 != 0) refuse("must be base64, whose length is a multiple of 4");
  std::uint32_t word = 0;
  std::size_t padding = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const bool pad = given[i] == '=' && i + 2 >= given.size();
    const std::size_t digit = pad ? 0 : digits.find(given[i]);
    if (digit == std::string_view::npos || (!pad && padding != 0))
      refuse("must be base64, and has another character in it");
    padding += pad;
    word = word << 6 | static_cast<std::uint32_t>(digit);
    if (i % 4 != 3) continue;
    for (int shift = 16; shift >= 0; shift -= 8) out.push_back(static_cast<std::uint8_t>(word >> shift));
    word = 0;
  }
  out.resize(out.size() - padding);
  if (out.size() > most) refuse(fmt::format("is {} bytes long and may be at most {}", out.size(), most));
  return out;
}

Field Object::at(const char* key) {
  if (!value_->contains(key)) throw Fault{fmt::format("{}: \"{}\" is missing", path_, key)};
  seen_.emplace_back(key);
  return {value_->at(key), path_ + "." + key};
}

void Object::maybe(const char* key, const std::function<void(const Field&)>& visit) {
  if (has(key)) visit(at(key));
}

void Object::each(const std::function<void(const std::string&, const Field&)>& visit) {
  for (const auto& [key, value] : value_->items()) {
    seen_.push_back(key);
    visit(key, Field(value, path_ + "." + shortened(key)));
  }
}

void Object::done() const {
  for (const auto& [key, value] : value_->items())
    if (std::find(seen_.begin(), seen_.end(), key) == seen_.end())
      throw Fault{fmt::format("{}: there is no key \"{}\" here", path_, shortened(key))};
}

std::string parse_document(std::string_view text, const std::string& what,
                           const std::function<void(Object&)>& read) {
  try {
    bool too_deep = false;
    // Keys of the objects that are open: a repeated key would hide the first one.
    std::vector<std::set<std::string>> keys;
    std::string twice;
    const auto watch = [&](int depth, nlohmann::json::parse_event_t event, nlohmann::json& value) {
      too_deep = too_deep || static_cast<std::size_t>(depth) > deepest;
      if (event == nlohmann::json::parse_event_t::object_start) keys.emplace_back();
      if (event == nlohmann::json::parse_event_t::object_end && !keys.empty()) keys.pop_back();
      if (event == nlohmann::json::parse_event_t::key && !keys.empty()) {
        const std::string key = value.get<std::string>();
        if (!keys.back().insert(key).second) twice = key;
      }
      return !too_deep;
    };
    const nlohmann::json document = nlohmann::json::parse(text, watch);
    if (too_deep) return fmt::format("the {} is nested more than {} deep", what, deepest);
    if (!twice.empty())
      return fmt::format("the {} has the key \"{}\" twice in one object", what, shortened(twice));
    if (!document.is_object())
      return fmt::format("the {} must be a JSON object, and is {}", what, kind(document));
    Object root(document, "$");
    read(root);
    root.done();
    return {};
  } catch (const Fault& fault) {
    return fault.sentence;
  } catch (const nlohmann::json::exception& error) {
    const std::string said = error.what();
    const std::size_t at = said.find("] "); // after nlohmann's own error number
    return fmt::format("the {} is no JSON: {}", what,
                       shortened(at == std::string::npos ? said : said.substr(at + 2)));
  }
}

std::string one_line(const nlohmann::ordered_json& document) {
  return document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string base64(const std::vector<std::uint8_t>& bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3; ++k) word = word << 8 | (i + k < bytes.size() ? bytes[i + k] : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      out += i + k <= bytes.size() ? digits[(word >> (18 - 6 * k)) & 63] : '=';
  }
  return out;
}

} // namespace warpscope::protocol::gpu_json
