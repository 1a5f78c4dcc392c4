// Reads what the statements of a program print, and finds the one that printed a line.
#include "app/results/printed_lines.h"

#include "sim/source/text_words.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace warpscope::results {

namespace {

constexpr int most_attempts = 20'000; ///< of one line with one pattern

using Words = std::vector<std::string_view>;

bool is_text(std::string_view word) { return word.size() >= 2 && word.front() == '"'; }

/// What a literal stands for: without its quotes and escapes.
std::string value_of(std::string_view literal) {
  literal = literal.substr(1, literal.size() - std::min<std::size_t>(2, literal.size()));
  std::string text;
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (literal[i] != '\\' || i + 1 == literal.size()) {
      text += literal[i];
      continue;
    }
    switch (literal[++i]) {
    case 'n': text += '\n'; break;
    case 't': text += '\t'; break;
    case 'r': text += '\r'; break;
    default: text += literal[i];
    }
  }
  return text;
}

/// Reads the statements of one text.
class Reader {
 public:
  Reader(std::string_view text, std::uint32_t file, std::vector<PrintPattern>& patterns)
      : text_(text), file_(file), patterns_(patterns) {
    source::TextWords all(text);
    for (std::string_view word = all.next(); !word.empty(); word = all.next()) words_.push_back(word);
    values_.emplace(words_);
  }

  void read() {
    for (std::size_t i = 0; i + 1 < words_.size(); ++i) {
      const std::string_view word = words_[i];
      const bool call = words_[i + 1] == "(";
      if (call && word == "printf") formatted(i, i + 2, false);
      else if (call && (word == "fprintf" || word == "vfprintf")) to_file(i);
      else if (call && word == "puts" && is_text(words_[i + 2])) {
        pattern(i, false, {{PrintPart::Kind::Text, literal(i + 2) + "\n", TimeSource::None}});
      } else if (call && word == "fputs" && is_text(words_[i + 2])) {
        const std::size_t end = argument_end(i + 2);
        pattern(i, end + 1 < words_.size() && words_[end + 1] == "stderr",
                {{PrintPart::Kind::Text, literal(i + 2), TimeSource::None}});
      } else if ((word == "cout" || word == "cerr" || word == "clog") && words_[i + 1] == "<") {
        stream(i, word != "cout");
      }
    }
  }

 private:
  [[nodiscard]] std::uint32_t line_at(std::size_t at) {
    const auto offset = static_cast<std::size_t>(words_[at].data() - text_.data());
    line_ += static_cast<std::uint32_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                                                   text_.begin() + static_cast<std::ptrdiff_t>(offset),
                                                   '\n'));
    counted_ = offset;
    return line_;
  }

  /// The index of the comma or parenthesis behind the argument that begins at `at`.
  [[nodiscard]] std::size_t argument_end(std::size_t at) const {
    for (int depth = 0; at < words_.size(); ++at) {
      const std::string_view word = words_[at];
      if (word == "(" || word == "[" || word == "{") ++depth;
      else if (depth == 0 && (word == "," || word == ")")) break;
      else if (word == ")" || word == "]" || word == "}") --depth;
      else if (word == ";" && depth == 0) break;
    }
    return at;
  }

  /// Literals side by side are one; so are the macros of <cinttypes>.
  [[nodiscard]] std::string literal(std::size_t at) const {
    std::string text;
    for (; at < words_.size(); ++at) {
      if (is_text(words_[at])) text += value_of(words_[at]);
      else if (words_[at].starts_with("PRI")) text += 'd';
      else break;
    }
    return text;
  }

  void to_file(std::size_t at) {
    const std::size_t end = argument_end(at + 2);
    if (end != at + 3 || (words_[at + 2] != "stderr" && words_[at + 2] != "stdout")) return;
    formatted(at, end + 1, words_[at + 2] == "stderr");
  }

  void formatted(std::size_t at, std::size_t format_at, bool error) {
    if (format_at >= words_.size() || !is_text(words_[format_at])) return;
    const std::string format = literal(format_at);
    std::size_t argument = argument_end(format_at);
    const auto next = [&] { // the words of the next argument
      const std::size_t begin = argument + 1;
      if (argument >= words_.size() || words_[argument] != ",") return TimeSource::None;
      argument = argument_end(begin);
      return values_->source_of(begin, argument);
    };
    std::vector<PrintPart> parts;
    std::string text;
    for (std::size_t i = 0; i < format.size(); ++i) {
      if (format[i] != '%' || i + 1 == format.size() || format[i + 1] == '%') {
        text += format[i];
        if (format[i] == '%') ++i;
        continue;
      }
      for (++i; i < format.size() &&
                std::string_view("0123456789+-# .*'hljztLq").find(format[i]) != std::string_view::npos;
           ++i)
        if (format[i] == '*') (void)next();
      if (!text.empty()) parts.push_back({PrintPart::Kind::Text, std::exchange(text, {}), TimeSource::None});
      const char kind = i < format.size() ? format[i] : 's';
      parts.push_back({std::string_view("dui").find(kind) != std::string_view::npos ? PrintPart::Kind::Integer
                       : std::string_view("fFeEgGaA").find(kind) != std::string_view::npos
                           ? PrintPart::Kind::Real
                           : PrintPart::Kind::Anything,
                       {},
                       next()});
    }
    if (!text.empty()) parts.push_back({PrintPart::Kind::Text, std::move(text), TimeSource::None});
    pattern(at, error, std::move(parts));
  }

  static bool is_manipulator(std::string_view word) {
    constexpr std::string_view names[] = {"fixed",    "scientific", "left",      "right",       "hex",
                                          "dec",      "boolalpha",  "showpoint", "noshowpoint", "flush",
                                          "internal", "setw",       "setfill",   "setprecision"};
    return std::find(std::begin(names), std::end(names), word) != std::end(names);
  }

  /// "cout << a << b;"
  void stream(std::size_t at, bool error) {
    std::vector<PrintPart> parts;
    std::size_t i = at + 1;
    while (i + 1 < words_.size() && words_[i] == "<" && words_[i + 1] == "<") {
      const std::size_t begin = i + 2;
      int depth = 0;
      for (i = begin; i < words_.size(); ++i) {
        const std::string_view word = words_[i];
        if (word == "(" || word == "[" || word == "{") ++depth;
        else if (word == ")" || word == "]" || word == "}") {
          if (--depth < 0) break;
        } else if (depth == 0 && (word == ";" || word == ",")) break;
        else if (depth == 0 && word == "<" && i + 1 < words_.size() && words_[i + 1] == "<") break;
      }
      item(begin, i, parts);
    }
    pattern(at, error, std::move(parts));
  }

  void item(std::size_t begin, std::size_t end, std::vector<PrintPart>& parts) const {
    if (begin >= end) return;
    std::size_t name = begin;
    while (name + 3 < end && words_[name + 1] == ":" && words_[name + 2] == ":") name += 3;
    name = std::min(name, end - 1);
    if (is_text(words_[begin])) parts.push_back({PrintPart::Kind::Text, literal(begin), TimeSource::None});
    else if (words_[begin].front() == '\'' && end == begin + 1)
      parts.push_back({PrintPart::Kind::Text, value_of(words_[begin]), TimeSource::None});
    else if (words_[name] == "endl") parts.push_back({PrintPart::Kind::Text, "\n", TimeSource::None});
    else if (!is_manipulator(words_[name]))
      parts.push_back({PrintPart::Kind::Anything, {}, values_->source_of(begin, end)});
  }

  /// One pattern for each line that the statement begins.
  void pattern(std::size_t at, bool error, std::vector<PrintPart> parts) {
    PrintPattern now{file_, line_at(at), error, false, {}};
    for (PrintPart& part : parts) {
      if (part.kind != PrintPart::Kind::Text) {
        now.parts.push_back(std::move(part));
        continue;
      }
      std::string_view rest = part.text;
      for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
        if (end > 0)
          now.parts.push_back({PrintPart::Kind::Text, std::string(rest.substr(0, end)), TimeSource::None});
        now.whole = true;
        if (!now.parts.empty()) patterns_.push_back(now);
        now.parts.clear();
        now.whole = false;
        rest.remove_prefix(end + 1);
      }
      if (!rest.empty()) now.parts.push_back({PrintPart::Kind::Text, std::string(rest), TimeSource::None});
    }
    if (!now.parts.empty()) patterns_.push_back(std::move(now));
  }

  std::string_view text_;
  std::uint32_t file_;
  std::vector<PrintPattern>& patterns_;
  Words words_;
  std::optional<ModelledValues> values_;
  std::uint32_t line_ = 1;
  std::size_t counted_ = 0; ///< the characters whose line ends are in line_
};

/// How much of `text` is a value of this kind, the longest: blanks of a field's width among them.
std::size_t value_length(PrintPart::Kind kind, std::string_view text) {
  if (kind == PrintPart::Kind::Anything) return text.size();
  std::size_t at = 0;
  while (at < text.size() && text[at] == ' ') ++at;
  const std::size_t begin = at;
  while (at < text.size() &&
         (std::isdigit(static_cast<unsigned char>(text[at])) != 0 ||
          std::string_view(kind == PrintPart::Kind::Real ? "+-.eEinfanx" : "+-").find(text[at]) !=
              std::string_view::npos))
    ++at;
  if (at == begin) return 0;
  while (at < text.size() && text[at] == ' ') ++at;
  return at;
}

/// Fits a pattern to a line.
class Fit {
 public:
  Fit(const PrintPattern& pattern, std::string_view line) : pattern_(pattern), line_(line) {}
  [[nodiscard]] bool fits() { return from(0, 0); }
  [[nodiscard]] const std::vector<std::pair<std::size_t, std::size_t>>& values() const { return values_; }

 private:
  bool from(std::size_t part, std::size_t at) {
    if (++attempts_ > most_attempts) return false;
    if (part == pattern_.parts.size()) return !pattern_.whole || at == line_.size();
    const PrintPart& now = pattern_.parts[part];
    if (now.kind == PrintPart::Kind::Text)
      return line_.substr(at).starts_with(now.text) && from(part + 1, at + now.text.size());
    const std::size_t most = value_length(now.kind, line_.substr(at));
    const std::size_t least = now.kind == PrintPart::Kind::Anything ? 0 : 1;
    for (std::size_t length = most + 1; length-- > least;) {
      values_.emplace_back(at, at + length);
      if (from(part + 1, at + length)) return true;
      values_.pop_back();
    }
    return false;
  }

  const PrintPattern& pattern_;
  std::string_view line_;
  std::vector<std::pair<std::size_t, std::size_t>> values_; ///< of the parts that are not text, in order
  int attempts_ = 0;
};

/// How much of a line a pattern explains by itself: letters and digits of its texts, numbers by their form.
std::size_t weight_of(const PrintPattern& pattern) {
  std::size_t weight = 0;
  for (const PrintPart& part : pattern.parts) {
    for (const char c : part.text) weight += std::isalnum(static_cast<unsigned char>(c)) != 0 ? 4 : 1;
    weight += part.kind == PrintPart::Kind::Integer || part.kind == PrintPart::Kind::Real ? 2 : 0;
  }
  return weight == 0 ? 0 : weight * 2 + (pattern.whole ? 1 : 0);
}

} // namespace

std::vector<PrintPattern> print_patterns(const std::vector<program::SourceFile>& texts) {
  std::vector<PrintPattern> patterns;
  for (std::uint32_t i = 0; i < texts.size(); ++i) Reader(texts[i].text, i, patterns).read();
  return patterns;
}

PrintedBy printed_by(const std::vector<PrintPattern>& patterns, std::string_view line, bool error) {
  PrintedBy best;
  std::size_t best_weight = 0;
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return best;
  for (const PrintPattern& pattern : patterns) {
    const std::size_t weight = weight_of(pattern);
    if (pattern.error != error || weight == 0 || weight < best_weight) continue;
    Fit fit(pattern, line);
    if (!fit.fits()) continue;
    if (weight == best_weight && (best.line != pattern.line || best.file != pattern.file)) {
      best = {}; // both can have printed it
      continue;
    }
    best = {pattern.file, pattern.line, {}};
    best_weight = weight;
    std::size_t value = 0;
    for (const PrintPart& part : pattern.parts) {
      if (part.kind == PrintPart::Kind::Text) continue;
      const auto [begin, end] = fit.values()[value++];
      if (part.source == TimeSource::None) continue;
      const std::string_view text = line.substr(begin, end - begin);
      const std::size_t first = text.find_first_not_of(' ');
      if (first == std::string_view::npos) continue;
      if (best.modelled.empty()) best.source = part.source;
      best.modelled.emplace_back(begin + first, begin + text.find_last_not_of(' ') + 1);
    }
  }
  return best;
}

} // namespace warpscope::results
