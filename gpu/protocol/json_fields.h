// Reads JSON documents strictly: every fault is one sentence that names its path ("$.launch.grid[1]: …"),
// every key must be known, every number must be in its range. For this folder's own files only.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::protocol::gpu_json {

/// Thrown by the readers and caught by parse_document(): never leaves this folder.
struct Fault {
  std::string sentence;
};

class Object;

/// A value and its path in the document.
class Field {
 public:
  Field(const nlohmann::json& value, std::string path) : value_(&value), path_(std::move(path)) {}

  [[noreturn]] void refuse(const std::string& sentence) const;
  [[nodiscard]] const std::string& path() const { return path_; }

  /// Longer texts are refused.
  [[nodiscard]] std::string text(std::size_t longest = 1u << 26) const;
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] std::uint64_t whole(std::uint64_t least, std::uint64_t most) const;
  /// The number must be finite.
  [[nodiscard]] double number(double least, double most) const;
  /// Returns the index in `words` of the text, which must be one of them.
  [[nodiscard]] std::size_t word(const std::vector<std::string_view>& words) const;
  [[nodiscard]] Object object() const;
  void each(std::size_t most, const std::function<void(const Field&)>& visit) const;
  /// Decodes Base64.
  [[nodiscard]] std::vector<std::uint8_t> bytes(std::size_t most) const;

 private:
  const nlohmann::json* value_;
  std::string path_;
};

class Object {
 public:
  Object(const nlohmann::json& value, std::string path) : value_(&value), path_(std::move(path)) {}

  /// Returns the value of a mandatory key.
  [[nodiscard]] Field at(const char* key);
  /// Visits the value of an optional key.
  void maybe(const char* key, const std::function<void(const Field&)>& visit);
  [[nodiscard]] bool has(const char* key) const { return value_->contains(key); }
  void each(const std::function<void(const std::string& key, const Field&)>& visit);
  /// Refuses keys that were not read.
  void done() const;

 private:
  const nlohmann::json* value_;
  std::string path_;
  std::vector<std::string> seen_;
};

/// Parses `text` and passes its root to `read`. Returns a sentence on failure, else an empty string. `what`
/// names the document ("request").
[[nodiscard]] std::string parse_document(std::string_view text, const std::string& what,
                                         const std::function<void(Object&)>& read);

/// Returns the document on one line; bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string one_line(const nlohmann::ordered_json& document);

[[nodiscard]] std::string base64(const std::vector<std::uint8_t>& bytes);

inline constexpr std::uint64_t any_number = std::numeric_limits<std::uint64_t>::max();

} // namespace warpscope::protocol::gpu_json
