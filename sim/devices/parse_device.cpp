// Parses a device description in TOML. The only file of this folder that includes toml++.
#include "sim/base/toml.h"
#include "sim/devices/devices.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace warpscope::devices {

namespace {

/// The numbers that have a field of their own in Device; every description must give them.
struct Field {
  std::string_view key;
  std::uint32_t Device::* member;
  std::uint32_t least, most;
};
constexpr std::uint32_t large = 1u << 30;
constexpr Field fields[] = {
    {"sm_count", &Device::sm_count, 1, 65536},
    {"max_threads_per_block", &Device::max_threads_per_block, 32, 65536},
    {"max_threads_per_sm", &Device::max_threads_per_sm, 32, 65536},
    {"max_warps_per_sm", &Device::max_warps_per_sm, 1, 2048},
    {"max_blocks_per_sm", &Device::max_blocks_per_sm, 1, 2048},
    {"registers_per_sm", &Device::registers_per_sm, 1024, large},
    {"max_registers_per_thread", &Device::max_registers_per_thread, 1, 65536},
    {"shared_bytes_per_sm", &Device::shared_bytes_per_sm, 1024, large},
    {"shared_bytes_per_block", &Device::shared_bytes_per_block, 1024, large},
    {"shared_bytes_per_block_optin", &Device::shared_bytes_per_block_optin, 1024, large},
    {"reserved_shared_bytes_per_block", &Device::reserved_shared_bytes_per_block, 0, large},
    {"max_access_bytes", &Device::max_access_bytes, 4, 64},
};

constexpr std::string_view groups[] = {"limits", "shared", "memory", "rates", "latency"};

class Parser {
 public:
  Parser(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  ParsedDevice parse() {
    if (text_.size() > max_device_file_bytes) {
      tell({1, 1, 1, 2}, fmt::format("the file has {} bytes; a device description may have {}", text_.size(),
                                     max_device_file_bytes));
      return {std::nullopt, std::move(diagnostics_)};
    }
    toml::parse_result parsed = toml::parse(text_, std::string_view(file_));
    if (!parsed) {
      diagnostics_.push_back(error_of(parsed.error(), text_, file_));
      return {std::nullopt, std::move(diagnostics_)};
    }
    const toml::table& root = parsed.table();
    read_names(root);
    if (const toml::node* sources = root.get("sources")) read_sources(*sources);
    for (const auto& [key, node] : root) check_key(key.str(), node, key.source());
    for (const std::string_view group : groups)
      if (const toml::node* node = root.get(group)) read_group(group, *node);
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Found& a, const Found& b) { return a.where < b.where; });
    for (const Found& f : found_) device_.numbers.emplace_back(f.key, f.number);
    for (const Field& field : fields) read_field(field);
    check_whole();
    if (has_errors(diagnostics_)) return {std::nullopt, std::move(diagnostics_)};
    return {std::move(device_), std::move(diagnostics_)};
  }

 private:
  struct Found {
    Span where;
    std::string key;
    DeviceNumber number;
  };

  void tell(Span span, std::string message) {
    diagnostics_.push_back(error_at(text_, file_, span, std::move(message)));
  }

  void read_names(const toml::table& root) {
    const auto text = [&](std::string_view key, std::string& into) {
      const toml::node* node = root.get(key);
      if (node == nullptr)
        return tell({1, 1, 1, 2}, fmt::format("{} is missing; it is a text such as {}", key,
                                              key == "name" ? "\"H200\"" : "\"cc90\""));
      const auto value = node->value<std::string>();
      if (!node->is_string() || value->empty() || value->size() > 100)
        return tell(span_of(node->source()), fmt::format("{} must be a text of 1 to 100 bytes", key));
      into = *value;
    };
    text("id", device_.id);
    text("name", device_.name);
    text("architecture", device_.architecture);
    std::string capability;
    text("compute_capability", capability);
    if (!capability.empty() && !read_capability(capability))
      tell(span_of(root.get("compute_capability")->source()),
           "compute_capability must be a text of two numbers, such as \"9.0\"");
    if (const toml::node* aliases = root.get("aliases")) {
      if (!aliases->is_array()) return tell(span_of(aliases->source()), "aliases must be a list of texts");
      for (const toml::node& alias : *aliases->as_array()) {
        if (alias.is_string()) device_.aliases.push_back(alias.as_string()->get());
        else tell(span_of(alias.source()), "aliases must be a list of texts");
      }
    }
  }

  bool read_capability(const std::string& text) {
    const std::size_t dot = text.find('.');
    if (dot == std::string::npos) return false;
    const auto number = [](std::string_view digits, std::uint32_t& value) {
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
      return error == std::errc{} && end == digits.data() + digits.size() && value < 1000;
    };
    const std::string_view view = text;
    return number(view.substr(0, dot), device_.cc_major) && number(view.substr(dot + 1), device_.cc_minor);
  }

  void read_sources(const toml::node& node) {
    if (!node.is_table())
      return tell(span_of(node.source()), "sources must be a table: a short name = a document");
    for (const auto& [key, source] : *node.as_table()) {
      if (source.is_string() && !source.as_string()->get().empty())
        sources_.emplace_back(key.str(), source.as_string()->get());
      else
        tell(span_of(source.source()),
             "a source must be a text that names a document and a table or section in it");
    }
  }

  void check_key(std::string_view key, const toml::node&, const toml::source_region& where) {
    constexpr std::string_view names[] = {"id",      "name",   "architecture", "compute_capability",
                                          "aliases", "sources"};
    if (std::find(std::begin(names), std::end(names), key) != std::end(names)) return;
    if (std::find(std::begin(groups), std::end(groups), key) != std::end(groups)) return;
    tell(span_of(where),
         fmt::format("unknown key {}; the tables are sources, limits, shared, memory, rates and latency",
                     key));
  }

  void read_group(std::string_view group, const toml::node& node) {
    if (!node.is_table()) return tell(span_of(node.source()), fmt::format("{} must be a table", group));
    for (const auto& [key, entry] : *node.as_table()) {
      const Span where = span_of(key.source());
      const toml::table* table = entry.as_table();
      if (table == nullptr) {
        tell(where,
             fmt::format("{} must be written as {{ value = …, unit = \"…\", source = \"…\" }}", key.str()));
        continue;
      }
      Found found{where, std::string(key.str()), {}};
      found.number.group = group;
      if (read_number(key.str(), *table, where, found.number)) {
        const auto same = [&](const Found& other) { return other.key == found.key; };
        if (std::any_of(found_.begin(), found_.end(), same))
          tell(where, fmt::format("{} stands twice", key.str()));
        else found_.push_back(std::move(found));
      }
    }
  }

  bool read_number(std::string_view key, const toml::table& table, Span where, DeviceNumber& number) {
    for (const auto& [name, node] : table) {
      if (name.str() == "value" || name.str() == "unit" || name.str() == "source") continue;
      tell(span_of(name.source()),
           fmt::format("{}: unknown key {}; use value, unit and source", key, name.str()));
      return false;
    }
    const toml::node* value = table.get("value");
    if (value == nullptr || !value->is_number())
      return tell(where, fmt::format("{}: value must be a number", key)), false;
    number.value = *value->value<double>();
    if (!std::isfinite(number.value) || number.value < 0)
      return tell(span_of(value->source()), fmt::format("{}: value must be a number from 0", key)), false;
    const auto text = [&](std::string_view name, std::string& into) {
      const toml::node* node = table.get(name);
      if (node == nullptr || !node->is_string() || node->as_string()->get().empty()) return false;
      into = node->as_string()->get();
      return true;
    };
    if (!text("unit", number.unit))
      return tell(where, fmt::format("{}: unit is missing; it is a text", key)), false;
    if (!text("source", number.source))
      return tell(where,
                  fmt::format("{}: source is missing; name the document and the table or section", key)),
             false;
    for (const auto& [name, document] : sources_)
      if (name == number.source) {
        number.source = document;
        return true;
      }
    if (number.source.find(' ') == std::string::npos)
      return tell(where, fmt::format("{}: no source is called {}; add it to [sources]", key, number.source)),
             false;
    return true;
  }

  void read_field(const Field& field) {
    const DeviceNumber* number = device_.find(field.key);
    if (number == nullptr) {
      tell({1, 1, 1, 2}, fmt::format("the number {} is missing or has an error", field.key));
      return;
    }
    if (number->value != std::floor(number->value) || number->value < field.least ||
        number->value > field.most) {
      tell(where_of(field.key),
           fmt::format("{} must be a whole number from {} to {}", field.key, field.least, field.most));
      return;
    }
    device_.*field.member = static_cast<std::uint32_t>(number->value);
  }

  Span where_of(std::string_view key) const {
    for (const Found& f : found_)
      if (f.key == key) return f.where;
    return {1, 1, 1, 2};
  }

  void check_whole() {
    if (has_errors(diagnostics_)) return;
    const auto require = [&](bool holds, std::string_view key, std::string_view sentence) {
      if (!holds) tell(where_of(key), std::string(sentence));
    };
    require(device_.max_threads_per_sm == device_.max_warps_per_sm * 32, "max_threads_per_sm",
            "max_threads_per_sm must be 32 times max_warps_per_sm");
    require(device_.shared_bytes_per_block <= device_.shared_bytes_per_block_optin, "shared_bytes_per_block",
            "shared_bytes_per_block must not exceed shared_bytes_per_block_optin");
    require(device_.shared_bytes_per_block_optin + device_.reserved_shared_bytes_per_block <=
                device_.shared_bytes_per_sm,
            "shared_bytes_per_block_optin",
            "shared_bytes_per_block_optin and the reserved bytes must fit shared_bytes_per_sm");
  }

  std::string_view text_;
  std::string file_;
  Device device_;
  Diagnostics diagnostics_;
  std::vector<std::pair<std::string, std::string>> sources_;
  std::vector<Found> found_;
};

} // namespace

ParsedDevice parse_device(std::string_view toml, std::string_view file) { return Parser(toml, file).parse(); }

} // namespace warpscope::devices
