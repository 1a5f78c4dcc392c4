// Resolves a scenario and overrides to a launch: chooses parameters and evaluates expressions.
#include "sim/base/text.h"
#include "sim/source/fill.h"
#include "sim/source/nearest.h"
#include "sim/source/scenario.h"
#include "sim/source/tensor_tile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>

namespace warpscope::source {

namespace {

using Names = std::vector<std::pair<std::string, std::string>>;

/// Choices and options are lines: a line end in one of them is refused, not trimmed.
constexpr std::string_view line_blanks = " \t";

std::string clipped(std::string_view text) {
  return text.size() > 60 ? std::string(text.substr(0, 60)) + "…" : std::string(text);
}

/// True for a C number with a fraction, an exponent or an f suffix, and for true and false: passed on as
/// written.
bool is_plain_scalar(std::string_view text) {
  if (text == "true" || text == "false") return true;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  const bool fraction = text.find_first_of(".eE") != std::string_view::npos || text.ends_with('f');
  if (!text.empty() && (text.back() == 'f' || text.back() == 'F')) text.remove_suffix(1);
  if (text.empty() || !fraction || !((text.front() >= '0' && text.front() <= '9') || text.front() == '.'))
    return false;
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc{} && end == text.data() + text.size();
}

class Resolver {
 public:
  Resolver(const Scenario& scenario, const Overrides& overrides, Diagnostics& diagnostics)
      : scenario_(scenario), overrides_(overrides), diagnostics_(diagnostics) {}

  std::optional<ResolvedLaunch> run() {
    parameters();
    launch_.kernel = instance_of(overrides_.kernel.value_or(scenario_.kernel));
    sizes("grid", overrides_.grid ? *overrides_.grid : scenario_.grid, overrides_.grid.has_value(),
          launch_.grid, launch_.grid_span);
    sizes("block", overrides_.block ? *overrides_.block : scenario_.block, overrides_.block.has_value(),
          launch_.block, launch_.block_span);
    sizes_failed_ = failed_;
    shared();
    registers();
    arguments();
    tensors();
    checks();
    if (failed_) return std::nullopt;
    return std::move(launch_);
  }

 private:
  Span key_span(std::string_view key) const {
    for (const auto& [name, span] : scenario_.key_spans)
      if (name == key) return span;
    return {};
  }

  void add(Severity severity, Span span, std::string message) {
    failed_ = failed_ || severity == Severity::Error;
    Diagnostic diagnostic;
    diagnostic.severity = severity;
    diagnostic.span = span;
    if (span.known() || scenario_.has_header) diagnostic.file = scenario_.file;
    diagnostic.message = std::move(message);
    diagnostic.source_line = std::string(line_of(scenario_.text, span.line));
    diagnostics_.push_back(std::move(diagnostic));
  }

  /// Points at the `width` characters from `begin` on of what stood behind a command's option.
  void add_of_option(std::string option, const std::string& words, std::size_t begin, std::size_t width,
                     std::string message) {
    failed_ = true;
    Diagnostic diagnostic;
    diagnostic.severity = Severity::Error;
    const auto column = static_cast<std::uint32_t>(begin) + 1;
    diagnostic.span = {1, column, 1, column + static_cast<std::uint32_t>(width)};
    diagnostic.file = std::move(option);
    diagnostic.message = std::move(message);
    diagnostic.source_line = words;
    diagnostics_.push_back(std::move(diagnostic));
  }

  /// An error in one number: `given` is the option's text where a command gave it.
  void add_error(const char* option, const std::optional<std::string>& given, Span where,
                 std::string message) {
    if (given && overrides_.from_options) add_of_option(option, *given, 0, given->size(), std::move(message));
    else add(Severity::Error, where, std::move(message));
  }

  /// An error in the size of an axis.
  void add_error(const char* key, const std::vector<std::string>& texts, std::size_t axis, bool from_option,
                 Span where, std::string message) {
    if (!from_option || !overrides_.from_options) return add(Severity::Error, where, std::move(message));
    std::size_t begin = 0;
    for (std::size_t i = 0; i < axis; ++i) begin += texts[i].size() + 1;
    add_of_option(fmt::format("--{}", key), fmt::format("{}", fmt::join(texts, ",")), begin,
                  texts[axis].size(), std::move(message));
  }

  /// Parameters that are named among a template's arguments stand for their values: "tile<BLOCK>".
  std::string instance_of(const std::string& kernel) const {
    const auto is_of_word = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    std::size_t at = std::min(kernel.find('<'), kernel.size());
    std::string out = kernel.substr(0, at);
    while (at < kernel.size()) {
      const std::size_t begin = at;
      while (at < kernel.size() && is_of_word(kernel[at])) ++at;
      if (begin == at) ++at;
      const std::string word = kernel.substr(begin, at - begin);
      const auto macro = std::find_if(launch_.macros.begin(), launch_.macros.end(),
                                      [&](const auto& of) { return of.first == word; });
      out += macro != launch_.macros.end() ? macro->second : word;
    }
    return out;
  }

  void parameters() {
    for (const ScenarioParameter& parameter : scenario_.parameters)
      if (!parameter.choices.empty()) launch_.macros.emplace_back(parameter.name, parameter.choices.front());
    for (const auto& [name, value] : overrides_.parameters) {
      if (!is_identifier(name) || name.size() > 128) {
        add(Severity::Error, {},
            fmt::format("--set {}: a parameter's name is made of letters, digits and _", clipped(name)));
        continue;
      }
      if (trimmed(value, line_blanks).empty() || value.find_first_of("\r\n") != std::string::npos ||
          value.size() > 4096) {
        add(Severity::Error, {},
            fmt::format("--set {} needs a value on one line, as in --set {}=1", name, name));
        continue;
      }
      const auto known = std::find_if(launch_.macros.begin(), launch_.macros.end(),
                                      [&](const auto& m) { return m.first == name; });
      if (known != launch_.macros.end()) {
        known->second = std::string(trimmed(value, line_blanks));
        say_unlisted(name, known->second);
        continue;
      }
      std::vector<std::string> names;
      for (const ScenarioParameter& parameter : scenario_.parameters) names.push_back(parameter.name);
      if (const std::string near = nearest_name(name, names); !near.empty())
        add(Severity::Warning, {},
            fmt::format(
                "--set {}: the file has no parameter of that name, did you mean {}? It is defined as a macro",
                name, near));
      launch_.macros.emplace_back(name, std::string(trimmed(value, line_blanks)));
    }
  }

  void say_unlisted(const std::string& name, const std::string& value) {
    if (std::optional<Diagnostic> said = unlisted_value(scenario_, name, value,
                                                        overrides_.from_options ? "--set" : ""))
      diagnostics_.push_back(std::move(*said));
  }

  void sizes(const char* key, const std::vector<std::string>& texts, bool from_option, Dim3& out,
             Span& where) {
    where = from_option ? Span{} : key_span(key);
    if (texts.empty()) {
      if (!key_span(key).known() || from_option) // a header value of the wrong type has a message of its own
        add(Severity::Error, scenario_.has_header ? scenario_.header : Span{},
            fmt::format("the launch has no {}: give --{} X,Y,Z, or {} = [x, y] in the file's header", key,
                        key, key));
      failed_ = true;
      return;
    }
    if (texts.size() > 3) {
      add_error(key, texts, 3, from_option, where,
                fmt::format("{} has {} sizes: give one to three (x, y, z)", key, texts.size()));
      return;
    }
    std::uint32_t* const axes[] = {&out.x, &out.y, &out.z};
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (failed_ && std::find(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(i), texts[i]) !=
                         texts.begin() + static_cast<std::ptrdiff_t>(i))
        continue; // the same text is wrong on another axis: told once
      std::string error;
      const std::optional<std::int64_t> value = evaluate(texts[i], launch_.macros, error);
      if (!value) {
        add_error(key, texts, i, from_option, where, fmt::format("{}.{}: {}", key, "xyz"[i], error));
      } else if (*value < 1) {
        add_error(
            key, texts, i, from_option, where,
            fmt::format("{}.{} = {}{}: sizes begin at 1{}", key, "xyz"[i], clipped(texts[i]),
                        trimmed(texts[i]) == std::to_string(*value) ? "" : fmt::format(" is {}", *value),
                        *value == 0 && texts[i].find('/') != std::string::npos
                            ? " (a division that rounds down to 0?)"
                            : ""));
      } else if (*value > std::numeric_limits<std::uint32_t>::max()) {
        add_error(key, texts, i, from_option, where,
                  fmt::format("{}.{} is {}, more than 32 bits hold", key, "xyz"[i], *value));
      } else {
        *axes[i] = static_cast<std::uint32_t>(*value);
        if (key == std::string_view("grid")) remainder(i, texts[i], where);
      }
    }
  }

  /// WIDTH/32 with WIDTH = 1000 leaves 8 elements that no block covers: legal, and a classic mistake. A sum
  /// in the numerator, as in (N + 31)/32, is the idiom for rounding up and is not reported.
  void remainder(std::size_t axis, std::string_view text, Span where) {
    const std::size_t slash = text.rfind('/');
    if (slash == std::string_view::npos || text.find_first_of("+-%?<>&|^") != std::string_view::npos) return;
    const std::string_view above = trimmed(text.substr(0, slash), line_blanks),
                           below = trimmed(text.substr(slash + 1), line_blanks);
    std::string error;
    const auto whole = evaluate(above, launch_.macros, error), part = evaluate(below, launch_.macros, error);
    if (!whole || !part || *part <= 0 || *whole % *part == 0) return;
    add(Severity::Warning, where,
        fmt::format("grid.{}: {} is no multiple of {}, so the last {} of {} have no block: use ({} + {} - "
                    "1)/{} and a guard "
                    "in the kernel, or other sizes",
                    "xyz"[axis], *whole, *part, *whole % *part, above, above, below, below));
  }

  void shared() {
    const std::string& text = overrides_.shared ? *overrides_.shared : scenario_.shared;
    launch_.shared_span = overrides_.shared ? Span{} : key_span("shared");
    if (text.empty()) return;
    std::string error;
    const std::optional<std::int64_t> value = evaluate(text, launch_.macros, error);
    if (!value)
      add_error("--shared", overrides_.shared, launch_.shared_span, fmt::format("shared: {}", error));
    else if (*value < 0 || *value > std::numeric_limits<std::uint32_t>::max())
      add_error("--shared", overrides_.shared, launch_.shared_span,
                fmt::format("shared is {} bytes: give a size from 0 to what the device has", *value));
    else launch_.dynamic_shared_bytes = static_cast<std::uint32_t>(*value);
  }

  /// 0 is no limit; below 16 ptxas takes no number at its word.
  void registers() {
    const std::string& text = overrides_.registers ? *overrides_.registers : scenario_.registers;
    if (text.empty()) return;
    const Span where = overrides_.registers ? Span{} : key_span("max_registers");
    constexpr std::int64_t least = 16, most = 255;
    std::string error;
    const std::optional<std::int64_t> value = evaluate(text, launch_.macros, error);
    if (!value)
      add_error("--max-registers", overrides_.registers, where, fmt::format("max_registers: {}", error));
    else if (*value != 0 && (*value < least || *value > most))
      add_error(
          "--max-registers", overrides_.registers, where,
          fmt::format("max_registers is {}: give the most registers of a thread, {} to {}, or 0 for no limit",
                      *value, least, most));
    else launch_.max_registers = static_cast<std::uint32_t>(*value);
  }

  void arguments() {
    std::vector<ArgumentText> texts = scenario_.arguments;
    for (const auto& [name, text] : overrides_.arguments) {
      const auto known = std::find_if(texts.begin(), texts.end(),
                                      [&](const ArgumentText& a) { return a.name == name; });
      if (known == texts.end()) texts.push_back({name, text, {}});
      else *known = {name, text, {}};
    }
    for (const ArgumentText& text : texts) argument(text);
  }

  void argument(const ArgumentText& given) {
    ResolvedArgument out;
    out.name = given.name;
    out.span = given.span;
    const std::string_view text = trimmed(given.text, line_blanks);
    const std::string_view word = text.substr(0, text.find_first_of(":["));
    const bool has_colon = text.size() > word.size() && text[word.size()] == ':';
    const bool fill_word = word == "zero" || word == "one" || word == "ramp" || word == "mod" ||
                           word == "random" || word == "file";
    if (is_tensor_tile(text)) {
      std::string error;
      out.tensor = parse_tensor_tile(text, launch_.macros, error);
      if (out.tensor) launch_.arguments.push_back(std::move(out));
      else if (sizes_failed_) failed_ = true; // a size that is no grid makes no tensor either: told once
      else add(Severity::Error, given.span, fmt::format("{}: {}", given.name, error));
    } else if (text.ends_with(']')) {
      buffer(given, text, out);
    } else if (fill_word || has_colon) {
      add(Severity::Error, given.span,
          fmt::format("{} = \"{}\" has no size: write {}[COUNT], the count in elements", given.name,
                      clipped(text), clipped(text)));
    } else {
      scalar(given, text, out);
    }
  }

  void buffer(const ArgumentText& given, std::string_view text, ResolvedArgument& out) {
    // The last bracket that is not inside another: a file name may contain brackets, a count may not.
    const std::size_t open = text.rfind('[');
    if (open == std::string_view::npos) {
      add(Severity::Error, given.span,
          fmt::format("{} = \"{}\" has a ] but no [: write it as in ramp[1024]", given.name, clipped(text)));
      return;
    }
    out.is_buffer = true;
    std::string error;
    std::string fill(trimmed(text.substr(0, open), line_blanks));
    for (const std::string_view prefix : {"mod:", "random:"}) // M and SEED may be expressions
      if (fill.starts_with(prefix))
        if (const auto value = evaluate(std::string_view(fill).substr(prefix.size()), launch_.macros, error);
            value && *value >= 0)
          fill = fmt::format("{}{}", prefix, *value);
    const std::optional<Fill> parsed = parse_fill(fill, error);
    if (!parsed) {
      add(Severity::Error, given.span, fmt::format("{}: {}", given.name, error));
      return;
    }
    out.fill = *parsed;
    const std::string_view count_text = text.substr(open + 1, text.size() - open - 2);
    const std::optional<std::int64_t> count = evaluate(count_text, launch_.macros, error);
    if (!count) {
      add(Severity::Error, given.span, fmt::format("{}: the count in brackets: {}", given.name, error));
      return;
    }
    if (*count < 1) {
      add(Severity::Error, given.span,
          fmt::format("{}: the count {} is {}: a buffer has at least one element", given.name,
                      clipped(count_text), *count));
      return;
    }
    out.count = static_cast<std::uint64_t>(*count);
    launch_.arguments.push_back(std::move(out));
  }

  /// Parses a value, or one for each component of a dim3 or a float4: "64, 64, 1".
  void scalar(const ArgumentText& given, std::string_view text, ResolvedArgument& out) {
    std::string list;
    for (std::size_t at = 0; at <= text.size();) {
      std::size_t end = at;
      for (int depth = 0; end < text.size() && (text[end] != ',' || depth > 0); ++end)
        depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
      const std::optional<std::string> value = number(given, trimmed(text.substr(at, end - at), line_blanks));
      if (!value) return;
      list += (at == 0 ? "" : ",") + *value;
      at = end + 1;
    }
    out.value = list;
    launch_.arguments.push_back(std::move(out));
  }

  std::optional<std::string> number(const ArgumentText& given, std::string_view text) {
    std::string_view value = text;
    for (int hops = 0; hops < 16; ++hops) { // a parameter's value may be the name of another
      const auto macro = std::find_if(launch_.macros.begin(), launch_.macros.end(),
                                      [&](const auto& m) { return m.first == value; });
      if (macro == launch_.macros.end()) break;
      value = trimmed(macro->second, line_blanks);
    }
    if (is_plain_scalar(value)) return std::string(value);
    std::string error;
    const std::optional<std::int64_t> number = evaluate(text, launch_.macros, error);
    if (!number) {
      add(Severity::Error, given.span,
          fmt::format("{} = \"{}\": {} (a value is a number or whole-number arithmetic; a buffer is "
                      "FILL[COUNT] as in ramp[1024])",
                      given.name, clipped(text), error));
      return std::nullopt;
    }
    return fmt::format("{}", *number);
  }

  /// The buffers of tensors are arguments, too, and large enough.
  void tensors() {
    for (const ResolvedArgument& one : launch_.arguments) {
      if (!one.tensor) continue;
      const auto buffer = std::find_if(
          launch_.arguments.begin(), launch_.arguments.end(),
          [&](const ResolvedArgument& a) { return a.name == one.tensor->buffer; });
      if (failed_) return; // the buffer may be missing for a reason already reported
      if (buffer == launch_.arguments.end() || !buffer->is_buffer)
        add(Severity::Error, one.span,
            fmt::format("{}: \"{}\" is no buffer of [args]", one.name, clipped(one.tensor->buffer)));
    }
  }

  void checks() {
    for (const auto& [output, kernel] : scenario_.checks) {
      const Span span = key_span("check." + output);
      const auto argument = std::find_if(launch_.arguments.begin(), launch_.arguments.end(),
                                         [&](const ResolvedArgument& a) { return a.name == output; });
      if (argument == launch_.arguments.end()) {
        std::vector<std::string> names;
        for (const ResolvedArgument& a : launch_.arguments) names.push_back(a.name);
        const std::string near = nearest_name(output, names);
        if (!failed_) // otherwise the argument may be missing for a reason already reported
          add(Severity::Error, span,
              fmt::format("check: {} is none of the arguments{}: name an output buffer of [args]",
                          clipped(output), near.empty() ? "" : fmt::format(" (did you mean {}?)", near)));
      } else if (!argument->is_buffer) {
        add(Severity::Error, span, fmt::format("check: {} is a value, only buffers are compared", output));
      } else if (!launch_.kernel.empty() && kernel == launch_.kernel) {
        // Happens when an option selects the reference itself: there is nothing to compare it with.
        add(Severity::Warning, span,
            fmt::format("check: {} is the kernel that runs, so {} is not compared", kernel, output));
      } else {
        launch_.checks.emplace_back(output, kernel);
      }
    }
  }

  const Scenario& scenario_;
  const Overrides& overrides_;
  Diagnostics& diagnostics_;
  ResolvedLaunch launch_;
  bool failed_ = false;
  bool sizes_failed_ = false; ///< of the grid or the block
};

} // namespace

bool is_unlisted(const ScenarioParameter& parameter, std::string_view value) {
  if (parameter.choices.size() < 2) return false;
  std::string error;
  const std::optional<std::int64_t> number = evaluate(value, {}, error);
  return std::none_of(parameter.choices.begin(), parameter.choices.end(), [&](const std::string& choice) {
    const std::optional<std::int64_t> listed = evaluate(choice, {}, error);
    return !listed || listed == number;
  });
}

std::optional<Diagnostic> unlisted_value(const Scenario& scenario, std::string_view name,
                                         const std::string& value, std::string_view option) {
  const auto parameter = std::find_if(scenario.parameters.begin(), scenario.parameters.end(),
                                      [&](const ScenarioParameter& p) { return p.name == name; });
  if (parameter == scenario.parameters.end() || !is_unlisted(*parameter, value)) return std::nullopt;
  Diagnostic said;
  said.severity = Severity::Warning;
  said.message = fmt::format("{} = {} is none of the {}'s choices {}: the text decides what it means", name,
                             clipped(value), scenario.question.empty() ? "file" : "lab",
                             fmt::join(parameter->choices, ", "));
  if (option.empty()) {
    said.file = scenario.file;
    said.span = parameter->span;
    said.source_line = std::string(line_of(scenario.text, said.span.line));
    return said;
  }
  const auto begin = static_cast<std::uint32_t>(name.size() + 2);
  said.file = option;
  said.span = {1, begin, 1, begin + static_cast<std::uint32_t>(value.size())};
  said.source_line = std::string(name) + "=" + value;
  return said;
}

std::optional<ResolvedLaunch> resolve(const Scenario& scenario, const Overrides& overrides,
                                      Diagnostics& diagnostics) {
  return Resolver(scenario, overrides, diagnostics).run();
}

} // namespace warpscope::source
