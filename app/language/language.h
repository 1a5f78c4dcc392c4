// Every text of the window, from one table: assets/language/en.toml. Another language is a file that a person
// adds with the same keys; rows that it lacks, or whose placeholders differ, stay English.
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

/// Returns the text of `key` in the chosen language, by one hash look-up. It stays valid for the life of the
/// process, whichever language is chosen later. An unknown key is returned unchanged (a test checks every key
/// in the sources against the table).
[[nodiscard]] std::string_view tr(std::string_view key);

/// Returns the text with its placeholders filled. Never throws: a text that cannot be formatted falls back to
/// English.
[[nodiscard]] std::string format_text(std::string_view key, fmt::format_args args);

template <typename... Args> [[nodiscard]] std::string trf(std::string_view key, const Args&... args) {
  return format_text(key, fmt::make_format_args(args...));
}

// ---- choosing

inline constexpr std::string_view english = "English";

/// "English" and the NAME of each NAME.toml in `folder`, in alphabetical order.
[[nodiscard]] std::vector<std::string> languages(const std::string& folder);

/// Takes effect with the next tr(). Empty on success; else a sentence that names the file and the error.
/// Correct rows are used all the same.
[[nodiscard]] std::string choose_language(const std::string& folder, const std::string& name);

/// The name of the current language.
[[nodiscard]] std::string_view chosen_language();

/// While it lives, this thread's texts are English: for documents whose words are part of an interface, such
/// as JSON.
class EnglishTexts {
 public:
  EnglishTexts();
  ~EnglishTexts();
  EnglishTexts(const EnglishTexts&) = delete;
  EnglishTexts& operator=(const EnglishTexts&) = delete;

 private:
  bool before_;
};

/// Returns the result of `make()`, which is called again in each thread after another language was chosen:
/// for tables of texts. There is one for each place that calls this with a lambda of its own.
template <typename Make> [[nodiscard]] const auto& made_in_language(Make make) {
  thread_local const char* language = nullptr; // the address of its name, which differs after each change
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
  TextTable rows;    ///< from "stage.compiling" to a text
  std::string error; ///< why the file is not TOML: one sentence with the line; `rows` is empty then
  std::vector<std::string> not_texts; ///< keys whose value is not a string
};
[[nodiscard]] ParsedLanguage parse_language(std::string_view toml);

/// Returns the rows of assets/language/en.toml.
[[nodiscard]] const TextTable& english_rows();

/// Returns the names between braces, sorted: "{step} of {steps}" has {"step", "steps"}. `well_formed` is
/// false when a brace is unmatched.
[[nodiscard]] std::vector<std::string> placeholders(std::string_view text, bool& well_formed);

} // namespace warpscope::language
