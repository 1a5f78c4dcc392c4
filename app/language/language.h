// Every text of the window, from one table: assets/language/en.toml. A second language is a file of the
// person's with the same keys; what it lacks, or writes with other placeholders, stays English.
//
//   tr("stage.compiling")                         a text; NUL-terminated, so .data() may go to Dear ImGui
//   trf("timeline.step", arg("step", n), …)       a text with {step} in it
#pragma once

#include <fmt/core.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warpscope::language {

using fmt::arg;

/// The text of `key` in the chosen language: one hash look-up. Valid for the life of the process, whatever is
/// chosen later. An unknown key is returned as it is (a test holds every key of the sources against the
/// table).
[[nodiscard]] std::string_view tr(std::string_view key);

/// The text with its placeholders filled. Never throws: a text that cannot be formatted falls back to
/// English.
[[nodiscard]] std::string format_text(std::string_view key, fmt::format_args args);

template <typename... Args> [[nodiscard]] std::string trf(std::string_view key, const Args&... args) {
  return format_text(key, fmt::make_format_args(args...));
}

// ---- choosing

inline constexpr std::string_view english = "English";

/// "English" and the NAME of each NAME.toml in `folder`, in the order of the alphabet.
[[nodiscard]] std::vector<std::string> languages(const std::string& folder);

/// From the next tr() on. Empty when all went well; else a sentence that names the file and what is wrong
/// with it. Rows that are right are used all the same.
[[nodiscard]] std::string choose_language(const std::string& folder, const std::string& name);

/// The name of the language in use.
[[nodiscard]] std::string_view chosen_language();

/// While it lives, this thread's texts are English: for documents whose words are a contract, such as JSON.
class EnglishTexts {
 public:
  EnglishTexts();
  ~EnglishTexts();
  EnglishTexts(const EnglishTexts&) = delete;
  EnglishTexts& operator=(const EnglishTexts&) = delete;

 private:
  bool before_;
};

/// What `make()` gives, made again in each thread once another language is chosen: tables of texts. One for
/// each place that calls it with a lambda of its own.
template <typename Make> [[nodiscard]] const auto& made_in_language(Make make) {
  thread_local const char* language = nullptr; // its name's place: another one after each change
  thread_local decltype(make()) made{};
  if (language != chosen_language().data()) {
    language = chosen_language().data();
    made = make();
  }
  return made;
}

// ---- what a language file is made of; for the above and for tests

using TextTable = std::unordered_map<std::string, std::string>;

struct ParsedLanguage {
  TextTable rows;    ///< "stage.compiling": text
  std::string error; ///< the file is not TOML: one sentence with the line; `rows` is empty then
  std::vector<std::string> not_texts; ///< keys whose value is not a string
};
[[nodiscard]] ParsedLanguage parse_language(std::string_view toml);

/// The rows of assets/language/en.toml.
[[nodiscard]] const TextTable& english_rows();

/// The names between braces, sorted: "{step} of {steps}" has {"step", "steps"}. `well_formed`: false when a
/// brace is left open or closed alone.
[[nodiscard]] std::vector<std::string> placeholders(std::string_view text, bool& well_formed);

} // namespace warpscope::language
