// Parses the header's TOML into a Scenario. toml++ is included here and in toml_nodes.h alone.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

// toml++ 3.3 asserts inside parse_key() on some malformed keys that it then reports as errors; a typing
// mistake is not a bug.
#include "sim/base/line_index.h"
#include "sim/base/text.h"
#include "sim/base/toml.h"
#include "sim/source/header.h"
#include "sim/source/nearest.h"
#include "sim/source/program_header.h"
#include "sim/source/scenario.h"
#include "sim/source/toml_nodes.h"

namespace warpscope::source {

namespace {

// Limits on the input; our labs need a hundredth of each.
constexpr std::size_t longest_text = 8u << 20;
constexpr std::size_t longest_header = 64u << 10;
constexpr std::size_t most_dots = 2000; ///< a.b.c… nests a table per dot, and tables are freed recursively
constexpr std::size_t longest_value = 4096;
constexpr std::size_t most_parameters = 64, most_choices = 256, most_arguments = 256;
constexpr std::size_t most_cuts = 256;
constexpr std::size_t most_row_lengths = 256;
constexpr std::size_t most_stops = 256;
constexpr std::int64_t last_stop = 3 + 31; ///< lane 31 takes part
constexpr std::size_t most_diagnostics = 50;
constexpr int most_attempts = 16; ///< attempts to read what precedes an error

constexpr std::size_t longest_name = 128;

class Reader {
 public:
  Reader(Scenario& scenario, std::string_view text, const HeaderPlace& place, Diagnostics& diagnostics)
      : scenario_(scenario), text_(text), place_(place), lines_(text), diagnostics_(diagnostics) {
    first_line_ = lines_.line_of_offset(place.toml_begin);
    scenario.header = lines_.span(place.begin, place.end);
  }

  void run() {
    std::string_view toml = text_.substr(place_.toml_begin, place_.toml_end - place_.toml_begin);
    if (!place_.closed) {
      const std::size_t line_end = std::min(text_.find('\n', place_.begin), text_.size());
      add(Severity::Error, lines_.span(place_.begin, line_end),
          "this header is not closed: put */ on a line of its own behind its last key");
    }
    if (toml.size() > longest_header) {
      add(Severity::Error, lines_.span(place_.begin, place_.toml_begin),
          fmt::format("the header has {} bytes, the most is {}: large data belongs in a file, with the fill "
                      "file:PATH",
                      toml.size(), longest_header));
      return;
    }
    if (static_cast<std::size_t>(std::count(toml.begin(), toml.end(), '.')) > most_dots) {
      add(Severity::Error, lines_.span(place_.begin, place_.toml_begin),
          "the header has too many dots to be keys and values of a scenario");
      return;
    }
    toml::parse_result result = toml::parse(toml);
    if (!result) {
      // An unclosed header swallows the code after it: the message about */ says all there is to say.
      if (place_.closed) report(result.error());
      // Whatever precedes the line that could not be read is used, so that half-typed headers keep their
      // launch. An unclosed list is noticed some lines after its own, so a few more lines may have to go.
      std::uint32_t bad_line = line_in_text(result.error().source().begin);
      for (int attempt = 0; attempt < most_attempts && !result && bad_line > first_line_; ++attempt) {
        const std::size_t end = std::clamp(lines_.line_begin(bad_line), place_.toml_begin, place_.toml_end);
        result = toml::parse(text_.substr(place_.toml_begin, end - place_.toml_begin));
        if (!result) bad_line = std::min(bad_line - 1, line_in_text(result.error().source().begin));
      }
      if (!result) return;
    }
    read(result.table());
  }

  [[nodiscard]] const std::optional<ProgramHeader>& program() const { return program_; }

 private:
  // ---- positions ----
  std::uint32_t line_in_text(const toml::source_position& at) const {
    return first_line_ + (at.line == 0 ? 0 : at.line - 1);
  }

  /// toml++ counts columns in characters; ours are bytes.
  std::size_t offset_of(const toml::source_position& at) const {
    const std::uint32_t line = line_in_text(at);
    std::size_t offset = at.line <= 1 ? place_.toml_begin : lines_.line_begin(line);
    for (std::uint32_t i = 1; i < at.column && offset < place_.toml_end && text_[offset] != '\n'; ++i) {
      ++offset;
      while (offset < place_.toml_end && (static_cast<unsigned char>(text_[offset]) & 0xC0) == 0x80) ++offset;
    }
    return std::min(offset, place_.toml_end);
  }

  Span span_of(const toml::source_region& region) const {
    const std::size_t begin = offset_of(region.begin);
    std::size_t end = std::max(offset_of(region.end), begin);
    while (end > begin && (text_[end - 1] == '\n' || text_[end - 1] == '\r' || text_[end - 1] == ' ')) --end;
    return lines_.span(begin, std::max(end, begin + 1));
  }
  Span span_of(const toml::node& node) const { return span_of(node.source()); }
  Span span_of(const toml::key& key) const { return span_of(key.source()); }

  void add(Severity severity, Span span, std::string message) {
    if (diagnostics_.size() >= most_diagnostics) return;
    Diagnostic diagnostic;
    diagnostic.severity = severity;
    diagnostic.file = scenario_.file;
    diagnostic.span = span;
    diagnostic.message = std::move(message);
    diagnostic.source_line = std::string(line_of(text_, span.line).substr(0, 400));
    diagnostics_.push_back(std::move(diagnostic));
  }

  void report(const toml::parse_error& error) {
    std::string what(error.description());
    for (char& c : what)
      if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    add(Severity::Error, span_of(error.source()),
        fmt::format("the header cannot be read here ({}): each line is key = value, with texts in quotes and "
                    "lists in [ ]",
                    what));
  }

  // ---- values ----
  bool plain_text(const std::string& value, const toml::node& node, const std::string& key) {
    const bool control = std::any_of(
        value.begin(), value.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\t'; });
    if (control || value.size() > longest_value) {
      add(Severity::Error, span_of(node),
          control ? fmt::format("{} must be one line of plain text", key)
                  : fmt::format("{} is longer than {} characters", key, longest_value));
      return false;
    }
    return true;
  }

  std::optional<std::string> text_value(const toml::node& node, const std::string& key, const char* example,
                                        bool lines_allowed = false) {
    const toml::value<std::string>* value = node.as_string();
    if (value == nullptr) {
      add(Severity::Error, span_of(node),
          fmt::format("{} is {}, but it must be a text in quotes: {}", key, type_word(node), example));
      return std::nullopt;
    }
    if (!lines_allowed && !plain_text(value->get(), node, key)) return std::nullopt;
    return value->get();
  }

  /// Returns a number or text as the macro or expression that it stands for.
  std::optional<std::string> scalar_text(const toml::node& node, const std::string& key, bool fractions,
                                         const char* example) {
    if (const auto* integer = node.as_integer()) return fmt::format("{}", integer->get());
    if (const auto* string = node.as_string())
      return plain_text(string->get(), node, key) ? std::optional(string->get()) : std::nullopt;
    if (const auto* boolean = node.as_boolean(); boolean != nullptr && fractions)
      return boolean->get() ? "true" : "false";
    if (const auto* number = node.as_floating_point(); number != nullptr && fractions) {
      if (!std::isfinite(number->get())) {
        add(Severity::Error, span_of(node), fmt::format("{} must be a finite number", key));
        return std::nullopt;
      }
      std::string digits = fmt::format("{}", number->get());
      if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
      return digits;
    }
    add(Severity::Error, span_of(node), fmt::format("{} is {}: write {}", key, type_word(node), example));
    return std::nullopt;
  }

  void sizes(const toml::node& node, const std::string& key, std::vector<std::string>& out) {
    const char* example =
        "a whole number, an expression in quotes, or a list of up to three, as in [32, \"WIDTH/32\"]";
    const toml::array* list = node.as_array();
    if (list == nullptr) {
      if (auto value = scalar_text(node, key, false, example)) out.push_back(*value);
      return;
    }
    if (list->empty() || list->size() > 3) {
      add(Severity::Error, span_of(node),
          fmt::format("{} lists {} sizes: give one to three (x, y, z)", key, list->size()));
      return;
    }
    std::vector<std::string> values;
    for (const toml::node& element : *list) {
      auto value = scalar_text(element, key, false, example);
      if (!value) return;
      values.push_back(*value);
    }
    out = std::move(values);
  }

  const toml::table* section(const toml::node& node, const std::string& name, const char* example) {
    const toml::table* table = node.as_table();
    if (table == nullptr)
      add(Severity::Error, span_of(node),
          fmt::format("{} is {}, but it must be a section: {}", name, type_word(node), example));
    return table;
  }

  void parameters(const toml::node& node) {
    const toml::table* table = section(node, "params",
                                       "[params] on a line of its own, then WIDTH = [1024, 256] below it");
    if (table == nullptr) return;
    for (const auto& [key, value] : in_text_order(*table)) {
      const std::string name(key->str());
      remember("params." + name, *key);
      if (!is_identifier(name) || name.size() > longest_name) {
        add(Severity::Error, span_of(*key),
            fmt::format(
                "\"{}\" cannot be a parameter: its name becomes a macro, so use letters, digits and _",
                name));
        continue;
      }
      if (scenario_.parameters.size() >= most_parameters) {
        add(Severity::Error, span_of(*key), fmt::format("more than {} parameters", most_parameters));
        return;
      }
      ScenarioParameter parameter{name, {}, span_of(*key)};
      const char* example = "a number, a text, true or false, or a list of them whose first is the default";
      bool good = true;
      if (const toml::array* list = value->as_array()) {
        if (list->empty() || list->size() > most_choices) {
          add(Severity::Error, span_of(*value),
              list->empty() ? fmt::format("{} has no choices: list at least one value", name)
                            : fmt::format("{} has more than {} choices", name, most_choices));
          continue;
        }
        for (const toml::node& element : *list) {
          auto choice = scalar_text(element, name, true, example);
          good = good && choice.has_value();
          if (choice) parameter.choices.push_back(*choice);
        }
      } else if (auto choice = scalar_text(*value, name, true, example)) {
        parameter.choices.push_back(*choice);
      } else {
        good = false;
      }
      if (good) scenario_.parameters.push_back(std::move(parameter));
    }
  }

  void arguments(const toml::node& node) {
    const toml::table* table = section(node, "args",
                                       "[args] on a line of its own, then in = \"ramp[1024]\" below it");
    if (table == nullptr) return;
    arguments(*table, "");
  }

  /// The members of a struct parameter are in a table: matrix.width = 64 is the same as "matrix.width" = 64.
  void arguments(const toml::table& table, const std::string& whole) {
    for (const auto& [key, value] : in_text_order(table)) {
      const std::string name = whole + std::string(key->str());
      if (const toml::table* parts = value->as_table(); parts != nullptr && !parts->empty()) {
        if (std::count(name.begin(), name.end(), '.') < 8) arguments(*parts, name + ".");
        continue;
      }
      remember("args." + name, *key);
      if (scenario_.arguments.size() >= most_arguments) {
        add(Severity::Error, span_of(*key), fmt::format("more than {} arguments", most_arguments));
        return;
      }
      if (auto text = scalar_text(*value, name, true,
                                  "a buffer as in \"ramp[1024]\", or a value as in 1024 or \"WIDTH\""))
        scenario_.arguments.push_back({name, *text, span_of(*value)});
    }
  }

  void checks(const toml::node& node) {
    const toml::table* table = section(
        node, "check", "[check] on a line of its own, then out = \"reference_kernel\" below it");
    if (table == nullptr) return;
    for (const auto& [key, value] : in_text_order(*table)) {
      const std::string name(key->str());
      remember("check." + name, *key);
      if (scenario_.checks.size() >= most_arguments) return;
      if (auto kernel = text_value(*value, "check." + name, "out = \"reference_kernel\""))
        scenario_.checks.emplace_back(name, *kernel);
    }
  }

  /// Checks an answer's {names}: each must be closed and known.
  void braces(const std::string& answer, const toml::node& node) {
    for (std::size_t at = answer.find('{'); at != std::string::npos; at = answer.find('{', at + 1)) {
      const std::size_t end = answer.find_first_of("{}", at + 1);
      if (end == std::string::npos || answer[end] == '{') {
        add(Severity::Error, span_of(node),
            "lesson.answer has a { without its }: names stand in braces, as in {wavefronts}");
        return;
      }
      const std::string inside = answer.substr(at + 1, end - at - 1),
                        name = inside.substr(0, inside.find(' '));
      std::vector<std::string> known = program_ ? program_lesson_names() : lesson_names();
      if (const std::size_t dot = name.rfind('.'); program_ && dot != std::string::npos)
        for (const std::string& count : kernel_lesson_names())
          known.push_back(name.substr(0, dot + 1) + count);
      for (const ScenarioParameter& parameter : scenario_.parameters) known.push_back(parameter.name);
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      const std::string near = nearest_name(name, known);
      add(Severity::Error, span_of(node),
          near.empty() ? fmt::format("lesson.answer names {{{}}}, which is neither a count nor a parameter",
                                     name.substr(0, 60))
                       : fmt::format("lesson.answer names {{{}}}: did you mean {{{}}}?", name, near));
    }
  }

  void lesson(const toml::node& node) {
    const toml::table* table = section(node, "lesson",
                                       "[lesson] on a line of its own, then at = \"tile[tx][ty]\" below it");
    if (table == nullptr) return;
    static const std::vector<std::string> keys = {"at", "access", "turn", "beside", "scene", "answer", "set"};
    Lesson lesson;
    for (const auto& [key, value] : in_text_order(*table)) {
      const std::string name(key->str()), full = "lesson." + name;
      remember(full, *key);
      if (std::find(keys.begin(), keys.end(), name) == keys.end()) {
        const std::string near = nearest_name(name, keys);
        add(near.empty() ? Severity::Warning : Severity::Error, span_of(*key),
            near.empty() ? fmt::format("unknown key \"{}\" is ignored: a lesson has at, access, turn, "
                                       "beside, scene, answer and set",
                                       full.substr(0, 60))
                         : fmt::format("unknown key \"{}\": did you mean {}?", full, near));
        continue;
      }
      if (name == "turn") {
        const toml::value<std::int64_t>* turn = value->as_integer();
        if (turn == nullptr || turn->get() < 1 || turn->get() > 1'000'000)
          add(Severity::Error, span_of(*value),
              "lesson.turn must be a whole number from 1 to 1000000: which run of the access is shown");
        else lesson.turn = static_cast<std::uint32_t>(turn->get());
      } else if (name == "set") {
        const toml::table* set = section(*value, "lesson.set", "set = { PAD = 1 }");
        if (set == nullptr) continue;
        for (const auto& [parameter, choice] : in_text_order(*set))
          if (auto text = scalar_text(*choice, "lesson.set." + std::string(parameter->str()), true,
                                      "the value that the parameter takes"))
            lesson.set.emplace_back(std::string(parameter->str()), *text);
      } else {
        const auto text = text_value(*value, full, (name + " = \"…\"").c_str());
        if (!text) continue;
        std::string& target = name == "at"       ? lesson.at
                              : name == "access" ? lesson.access
                              : name == "beside" ? lesson.beside
                              : name == "scene"  ? lesson.scene
                                                 : lesson.answer;
        target = *text;
        const auto one_of = [&](const std::vector<std::string>& words) {
          if (std::find(words.begin(), words.end(), *text) != words.end()) return;
          std::string list;
          for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
          add(Severity::Error, span_of(*value),
              fmt::format("{} is \"{}\": it must be one of {}", full, text->substr(0, 60), list));
          target.clear();
        };
        if (name == "access") one_of({"load", "store", "atomic"});
        if (name == "answer") answer_ = value;
      }
    }
    lesson_ = &node;
    scenario_.lesson = std::move(lesson);
  }

  void program(const toml::node& node) {
    const toml::table* table = section(node, "program",
                                       "[program] on a line of its own, then prints = \"right\" below it");
    if (table == nullptr) return;
    ProgramHeader program;
    for (const auto& [key, value] : in_text_order(*table)) {
      const std::string name(key->str()), full = "program." + name;
      remember(full, *key);
      if (name == "prints") {
        if (const auto text = text_value(*value, full, "prints = \"a piece of its output\""))
          program.prints = *text;
      } else if (name == "code") {
        if (const auto text = scalar_text(
                *value, full, false, "a whole number, or an expression in quotes as in \"FIXED ? 0 : 1\""))
          program.code = *text;
      } else {
        add(Severity::Error, span_of(*key),
            fmt::format("unknown key \"{}\": a program has prints and code", full.substr(0, 60)));
      }
    }
    program_ = std::move(program);
  }

  /// A program has no launch of its header's, and no reference kernel.
  void check_program() {
    if (!program_) return;
    for (const auto& [key, span] : scenario_.key_spans)
      for (const char* of_launch : {"kernel", "grid", "block", "shared", "max_registers", "args", "check"})
        if (key == of_launch)
          add(Severity::Error, span,
              fmt::format("{} is of one launch: a header with [program] has none, for the program launches",
                          key));
    check_condition("program.code", program_->code);
  }

  void bug(const toml::node& node) {
    const toml::table* table = section(node, "bug",
                                       "[bug] on a line of its own, then says = \"but tile has\" below it");
    if (table == nullptr) return;
    Bug bug;
    for (const auto& [key, value] : in_text_order(*table)) {
      const std::string name(key->str()), full = "bug." + name;
      remember(full, *key);
      if (name == "says") {
        if (const auto text = text_value(*value, full, "says = \"a piece of the message\"")) bug.says = *text;
      } else if (name == "when") {
        if (const auto text = scalar_text(*value, full, false,
                                          "an expression in quotes, as in \"FIXED == 0\""))
          bug.when = *text;
      } else {
        add(Severity::Error, span_of(*key),
            fmt::format("unknown key \"{}\": a bug has says and when", full.substr(0, 60)));
      }
    }
    if (bug.says.empty()) {
      add(Severity::Error, span_of(node), "a bug needs says = \"a piece of the message that finds it\"");
      return;
    }
    scenario_.bug = std::move(bug);
  }

  /// An expression over the parameters, which may stand behind it.
  void check_condition(const char* key, const std::string& expression) {
    if (expression.empty()) return;
    std::vector<std::pair<std::string, std::string>> defaults;
    for (const ScenarioParameter& parameter : scenario_.parameters)
      defaults.emplace_back(parameter.name, parameter.choices.front());
    std::string error;
    if (!evaluate(expression, defaults, error))
      add(Severity::Error, scenario_.header, fmt::format("{}: {}", key, error));
  }

  /// Checks what the lesson says about parameters, once all have been read.
  void check_lesson() {
    if (!scenario_.lesson) return;
    if ((scenario_.lesson->at.empty() && !program_) || scenario_.lesson->answer.empty()) {
      add(Severity::Error, span_of(*lesson_),
          "a lesson needs at = \"a piece of the line to go to\" and answer = \"a sentence\"");
      scenario_.lesson.reset();
      return;
    }
    if (answer_ != nullptr) braces(scenario_.lesson->answer, *answer_);
    for (const auto& [name, value] : scenario_.lesson->set) {
      const bool known = std::any_of(scenario_.parameters.begin(), scenario_.parameters.end(),
                                     [&, n = name](const ScenarioParameter& p) { return p.name == n; });
      if (!known)
        add(Severity::Error, scenario_.header,
            fmt::format("lesson.set names {}, which is no parameter of [params]", name.substr(0, 60)));
    }
  }

  void remember(std::string key, const toml::key& at) {
    scenario_.key_spans.emplace_back(std::move(key), span_of(at));
  }

  void read(const toml::table& table) {
    for (const auto& [key, node] : in_text_order(table)) {
      const std::string name(key->str());
      const std::vector<std::string>& known = scenario_keys();
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        unknown_key(*key, name);
        continue;
      }
      remember(name, *key);
      if (name == "title" || name == "question" || name == "explanation") {
        std::string& target = name == "title"      ? scenario_.title
                              : name == "question" ? scenario_.question
                                                   : scenario_.explanation;
        if (auto value = text_value(*node, name, (name + " = \"…\"").c_str(), name != "title"))
          target = *value;
      } else if (name == "kernel") {
        if (auto value = text_value(*node, name, "kernel = \"transpose\"")) scenario_.kernel = *value;
      } else if (name == "grid") {
        sizes(*node, name, scenario_.grid);
      } else if (name == "block") {
        sizes(*node, name, scenario_.block);
      } else if (name == "shared") {
        if (auto value = scalar_text(
                *node, name, false,
                "bytes as a whole number, or an expression in quotes as in \"4*TILE*TILE\""))
          scenario_.shared = *value;
      } else if (name == "max_registers") {
        if (auto value = scalar_text(*node, name, false,
                                     "the most registers of a thread as a whole number, or an expression in "
                                     "quotes as in \"REGISTERS\""))
          scenario_.registers = *value;
      } else if (name == "params") {
        parameters(*node);
      } else if (name == "args") {
        arguments(*node);
      } else if (name == "lesson") {
        lesson(*node);
      } else if (name == "check") {
        checks(*node);
      } else if (name == "bug") {
        bug(*node);
      } else if (name == "program") {
        program(*node);
      } else {
        view(*node);
      }
    }
    check_lesson();
    if (scenario_.bug) check_condition("bug.when", scenario_.bug->when);
    check_program();
  }

  /// Errors in [view] are only warnings: no picture is worth a kernel that does not run.
  void view(const toml::node& node) {
    const toml::table* table = node.as_table();
    if (table == nullptr) {
      add(Severity::Warning, span_of(node),
          fmt::format("view is {}, but it must be a section; it is ignored", type_word(node)));
      return;
    }
    SavedView saved;
    for (const auto& [key, value] : in_text_order(*table)) {
      const std::string name(key->str());
      const auto odd = [&](const char* wanted) {
        add(Severity::Warning, span_of(*key),
            fmt::format("view.{} is ignored: it must be {}", name.substr(0, 60), wanted));
      };
      const auto text = [&](std::string& target) {
        const auto* string = value->as_string();
        if (string == nullptr || string->get().size() > longest_value) odd("a text in quotes");
        else target = string->get();
      };
      const auto number = [&](auto& target, std::int64_t least) {
        const auto* integer = value->as_integer();
        if (integer == nullptr || integer->get() < least ||
            integer->get() > std::numeric_limits<std::int32_t>::max())
          odd("a whole number");
        else target = static_cast<std::remove_reference_t<decltype(target)>>(integer->get());
      };
      if (name == "mode") text(saved.mode);
      else if (name == "scene") text(saved.scene);
      else if (name == "device") text(saved.device);
      else if (name == "lab") text(saved.lab);
      else if (name == "expression") text(saved.expression);
      else if (name == "declaration") text(saved.declaration);
      else if (name == "block") text(saved.block);
      else if (name == "warp") number(saved.warp, 0);
      else if (name == "step") number(saved.step, 1);
      else if (name == "cut" && value->as_array() != nullptr) {
        for (const toml::node& line : *value->as_array()) {
          const auto* integer = line.as_integer();
          if (integer != nullptr && integer->get() >= 1 &&
              integer->get() <= std::numeric_limits<std::int32_t>::max() && saved.cuts.size() < most_cuts)
            saved.cuts.push_back(static_cast<std::uint32_t>(integer->get()));
          else
            add(Severity::Warning, span_of(line),
                "view.cut: each entry is the number of a line; this one is ignored");
        }
      } else if (name == "rows" && value->as_table() != nullptr) {
        for (const auto& [buffer, length] : in_text_order(*value->as_table())) {
          const auto* integer = length->as_integer();
          if (integer != nullptr && integer->get() >= 1 && buffer->str().size() <= longest_value &&
              saved.row_lengths.size() < most_row_lengths)
            saved.row_lengths[std::string(buffer->str())] = static_cast<std::uint64_t>(integer->get());
          else
            add(Severity::Warning, span_of(*buffer),
                "view.rows: each line is BUFFER = LENGTH, a whole number of elements from 1; this one is "
                "ignored");
        }
      } else if (name == "stops" && value->as_table() != nullptr) {
        for (const auto& [line, when] : in_text_order(*value->as_table())) {
          const auto* integer = when->as_integer();
          if (integer != nullptr && integer->get() >= 1 && integer->get() <= last_stop &&
              is_line_number(line->str()) && saved.stops.size() < most_stops)
            saved.stops[std::string(line->str())] = static_cast<std::uint64_t>(integer->get());
          else
            add(Severity::Warning, span_of(*line),
                "view.stops: each line is LINE = 1 (always), 2 (at a bank conflict) or 3 + a lane (when it "
                "takes part); this one is ignored");
        }
      } else if (name == "choices" && value->as_table() != nullptr) {
        for (const auto& [parameter, choice] : in_text_order(*value->as_table())) {
          const auto* string = choice->as_string();
          if (string != nullptr && is_identifier(parameter->str()) &&
              parameter->str().size() <= longest_name && saved.choices.size() < most_parameters &&
              string->get().size() <= longest_value)
            saved.choices.emplace_back(std::string(parameter->str()), string->get());
          else
            add(Severity::Warning, span_of(*parameter),
                "view.choices: each line is NAME = \"VALUE\"; this one is ignored");
        }
      } else {
        odd("one of mode, scene, device, lab, expression, declaration, block, warp, step, choices, cut, "
            "rows, stops");
      }
    }
    scenario_.view = std::move(saved);
  }

  void unknown_key(const toml::key& key, const std::string& name) {
    const std::string near = nearest_name(name, scenario_keys());
    if (!near.empty()) {
      add(Severity::Error, span_of(key), fmt::format("unknown key \"{}\": did you mean {}?", name, near));
      return;
    }
    std::string list;
    for (const std::string& known : scenario_keys()) list += (list.empty() ? "" : ", ") + known;
    add(Severity::Warning, span_of(key),
        fmt::format("unknown key \"{}\" is ignored: the keys are {}", name.substr(0, 60), list));
  }

  Scenario& scenario_;
  std::string_view text_;
  const HeaderPlace& place_;
  LineIndex lines_;
  Diagnostics& diagnostics_;
  std::uint32_t first_line_ = 1;
  std::optional<ProgramHeader> program_;
  const toml::node *lesson_ = nullptr, *answer_ = nullptr; ///< [lesson], its answer; while the table lives
};

void refuse(const Scenario& scenario, std::string message, Span span, Diagnostics& diagnostics) {
  Diagnostic diagnostic;
  diagnostic.file = scenario.file;
  diagnostic.span = span;
  diagnostic.message = std::move(message);
  diagnostics.push_back(std::move(diagnostic));
}

} // namespace

Scenario parse_scenario(std::string_view file, std::string_view text, Diagnostics& diagnostics) {
  Scenario scenario;
  scenario.file = std::string(file);
  if (text.size() > longest_text) {
    refuse(scenario,
           fmt::format("this file has {:.1f} MB, the largest text is {} MB: is it a .cu? Data belongs in a "
                       "file of its own, with the fill file:PATH",
                       static_cast<double>(text.size()) / 1e6, longest_text >> 20),
           {}, diagnostics);
    return scenario;
  }
  const auto is_binary = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == 0 ||
           (byte < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\v' && c != '\x1a');
  };
  if (const auto binary = std::find_if(text.begin(), text.end(), is_binary); binary != text.end()) {
    const auto offset = static_cast<std::size_t>(binary - text.begin());
    refuse(scenario,
           fmt::format("this is no text: byte {} is {:#04x}. Open a CUDA source file (.cu)", offset,
                       static_cast<unsigned char>(*binary)),
           LineIndex(text).span(offset, offset + 1), diagnostics);
    return scenario;
  }
  scenario.text = std::string(text);
  const HeaderPlace place = find_header(text);
  if (!place.found) return scenario;
  scenario.has_header = true;
  Reader reader(scenario, text, place, diagnostics);
  reader.run();
  if (reader.program()) scenario.has_header = false; // it gives no launch
  // A shared program without a header stays one: its launch is found in its text.
  if (scenario.view && std::all_of(scenario.key_spans.begin(), scenario.key_spans.end(),
                                   [](const auto& known) { return known.first == "view"; }))
    scenario.has_header = false;
  return scenario;
}

std::optional<ProgramHeader> program_header(const Scenario& scenario) {
  const auto of_program = [](const auto& known) { return known.first == "program"; };
  if (std::none_of(scenario.key_spans.begin(), scenario.key_spans.end(), of_program)) return std::nullopt;
  Scenario again;
  Diagnostics told; // by parse_scenario()
  const HeaderPlace place = find_header(scenario.text);
  Reader reader(again, scenario.text, place, told);
  reader.run();
  return reader.program();
}

} // namespace warpscope::source
