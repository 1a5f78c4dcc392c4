// Reads PTX: its instructions with their lines, and how many registers are alive at once.
#include "sim/program/listing.h"

#include "sim/base/text.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace warpscope::program {

namespace {

/// The numbers of a directive, up to the first word that is none.
std::vector<std::uint32_t> leading_numbers(std::string_view text) {
  std::vector<std::uint32_t> numbers;
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    std::uint32_t number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc{}) return numbers;
    numbers.push_back(number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
}

std::string_view without_comment(std::string_view line) {
  return trimmed(line.substr(0, std::min(line.find("//"), line.size())));
}

template <class Visit> void each_line(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// One blank where there are several, and tabs.
std::string in_one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\n';
    if (!blank) out += c;
    else if (!out.empty() && out.back() != ' ' && out.back() != '(') out += ' ';
  }
  return out;
}

/// What lies between the braces of a kernel's body.
std::string_view body_of(std::string_view ptx, std::string_view symbol) {
  const std::string head = ".entry " + std::string(symbol);
  for (std::size_t at = ptx.find(head); at != std::string_view::npos; at = ptx.find(head, at + 1)) {
    const char after = at + head.size() < ptx.size() ? ptx[at + head.size()] : '(';
    if (after != '(' && after != '\n' && after != ' ') continue;
    const std::size_t begin = ptx.find("\n{", at), end = ptx.find("\n}", at);
    if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return {};
    return ptx.substr(begin + 2, end - begin - 2);
  }
  return {};
}

class PtxReader {
 public:
  PtxReader(std::string_view ptx, std::span<const std::string> files) {
    each_line(ptx, [&](std::string_view line) {
      const std::string_view words = trimmed(line);
      if (!words.starts_with(".file")) return;
      const std::vector<std::uint32_t> number = leading_numbers(words.substr(5));
      const std::size_t open = words.find('"'), close = words.rfind('"');
      if (number.size() != 1 || close <= open) return;
      const std::string_view name = words.substr(open + 1, close - open - 1);
      for (std::size_t i = 0; i < files.size(); ++i)
        if (name.ends_with(files[i])) files_[number[0]] = static_cast<std::uint32_t>(i);
    });
  }

  std::vector<ListedLine> read(std::string_view body) {
    std::string statement;
    each_line(body, [&](std::string_view raw) {
      const std::string_view line = without_comment(raw);
      if (line.empty()) return;
      if (statement.empty()) {
        if (line.starts_with(".loc")) return place(line.substr(4));
        if (line == "{") return open();
        if (line == "}") return close();
        // Labels of the debug information are none of the code's.
        if (line.starts_with("$L__tmp") || line.starts_with("$L__func")) return;
        if (line.ends_with(':')) return add(std::string(line));
        if (line.starts_with('.') || line.starts_with('"')) return; // declarations, .pragma, DWARF
      }
      statement += (statement.empty() ? "" : " ") + std::string(line);
      if (!statement.ends_with(';')) return;
      add(in_one_line(statement));
      statement.clear();
    });
    return std::move(lines_);
  }

 private:
  void place(std::string_view words) {
    const auto in_text = [&](std::string_view numbers) {
      const std::vector<std::uint32_t> at = leading_numbers(numbers);
      const auto file = at.size() < 2 ? files_.end() : files_.find(at[0]);
      if (file == files_.end() || at[1] == 0) return false;
      line_ = at[1], file_ = file->second;
      return true;
    };
    line_ = file_ = 0;
    if (in_text(words)) return;
    constexpr std::string_view inlined = "inlined_at";
    for (std::size_t at = words.find(inlined); at != std::string_view::npos; at = words.find(inlined, at + 1))
      if (in_text(words.substr(at + inlined.size()))) return;
  }

  void add(std::string text) {
    ListedLine line;
    line.text = std::move(text);
    if (!line.text.ends_with(':')) line.line = line_, line.file = file_;
    lines_.push_back(std::move(line));
  }

  void open() { scopes_.push_back(lines_.size()); }

  /// A scope with a call becomes one line: "call %r1, f, (%r2, %r3);".
  void close() {
    if (scopes_.empty()) return;
    const std::size_t begin = scopes_.back();
    scopes_.pop_back();
    const auto call = std::find_if(lines_.begin() + static_cast<std::ptrdiff_t>(begin), lines_.end(),
                                   [](const ListedLine& line) { return line.text.starts_with("call"); });
    if (call == lines_.end()) return;
    std::string results, arguments;
    for (std::size_t i = begin; i < lines_.size(); ++i) {
      const std::string& text = lines_[i].text;
      const std::size_t comma = text.find(", ");
      if (comma == std::string::npos) continue;
      if (text.starts_with("st.param"))
        arguments += (arguments.empty() ? "" : ", ") + text.substr(comma + 2, text.size() - comma - 3);
      if (const std::size_t blank = text.find(' '); text.starts_with("ld.param"))
        results += text.substr(blank + 1, comma - blank - 1) + ", ";
    }
    // "call.uni (retval0), name, ( param0 );" or "call.uni name, ();"
    std::string_view name = call->text;
    name.remove_prefix(std::min(name.find(' ') + 1, name.size()));
    if (name.starts_with('(')) name.remove_prefix(std::min(name.find("), ") + 3, name.size()));
    name = trimmed(name.substr(0, name.find_first_of(",;")));
    if (name.starts_with("__ws_")) name.remove_prefix(5); // a primitive of ours
    ListedLine made = *call;
    made.text = "call " + results + std::string(name) + ", (" + arguments + ");";
    lines_.resize(begin);
    lines_.push_back(std::move(made));
  }

  std::map<std::uint32_t, std::uint32_t> files_; ///< number in the directive to index
  std::vector<ListedLine> lines_;
  std::vector<std::size_t> scopes_; ///< where each begins
  std::uint32_t line_ = 0, file_ = 0;
};

/// The virtual registers that a text names, such as %rd12, in order.
template <class Visit> void each_register(std::string_view text, Visit visit) {
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
    std::size_t end = at + 1;
    while (end < text.size() && text[end] >= 'a' && text[end] <= 'z') ++end;
    const std::size_t digits = end;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    if (end > digits && digits > at + 1) visit(text.substr(at, end - at));
  }
}

std::uint32_t words_of(std::string_view name) {
  if (name.starts_with("%p")) return 0;
  if (name.starts_with("%rq")) return 4;
  return name.starts_with("%rd") || name.starts_with("%fd") ? 2 : 1;
}

/// What a line writes and reads, by number.
struct Step {
  std::vector<std::uint32_t> writes, reads;
  std::size_t jump = 0; ///< the index of the line that it may go to; 0: none
  bool falls_through = true;
};

bool is_one_of(std::string_view opcode, std::initializer_list<std::string_view> names) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    return opcode.starts_with(name) && (opcode.size() == name.size() || opcode[name.size()] == '.');
  });
}

class Liveness {
 public:
  explicit Liveness(std::span<const ListedLine> lines) {
    std::map<std::string, std::size_t, std::less<>> labels;
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (lines[i].text.ends_with(':')) labels[lines[i].text.substr(0, lines[i].text.size() - 1)] = i;
    for (const ListedLine& line : lines) steps_.push_back(step_of(line.text, labels));
    for (Step& step : steps_) {
      std::erase_if(step.reads, [&](std::uint32_t r) { return free_[r]; });
      std::erase_if(step.writes, [&](std::uint32_t r) { return free_[r]; });
    }
  }

  std::uint32_t most() {
    alive_.assign(steps_.size() + 1, {});
    for (bool again = true; again;) {
      again = false;
      for (std::size_t i = steps_.size(); i-- > 0;) {
        std::set<std::uint32_t> now;
        if (steps_[i].falls_through) now = alive_[i + 1];
        if (steps_[i].jump != 0) now.insert(alive_[steps_[i].jump].begin(), alive_[steps_[i].jump].end());
        for (const std::uint32_t r : steps_[i].writes) now.erase(r);
        now.insert(steps_[i].reads.begin(), steps_[i].reads.end());
        if (now == alive_[i]) continue;
        alive_[i] = std::move(now);
        again = true;
      }
    }
    std::uint32_t most = 0;
    for (const std::set<std::uint32_t>& alive : alive_) {
      std::uint32_t words = 0;
      for (const std::uint32_t r : alive) words += words_[r];
      most = std::max(most, words);
    }
    return most;
  }

 private:
  std::uint32_t number_of(std::string_view name) {
    const auto [at, fresh] = numbers_.try_emplace(std::string(name),
                                                  static_cast<std::uint32_t>(words_.size()));
    if (fresh) words_.push_back(words_of(name)), free_.push_back(false), written_.push_back(false);
    return at->second;
  }

  Step step_of(std::string_view text, const std::map<std::string, std::size_t, std::less<>>& labels) {
    Step step;
    if (text.ends_with(':')) return step;
    bool guarded = false;
    if (text.starts_with('@')) {
      const std::size_t blank = std::min(text.find(' '), text.size());
      each_register(text.substr(0, blank), [&](std::string_view r) { step.reads.push_back(number_of(r)); });
      text = trimmed(text.substr(blank));
      guarded = true;
    }
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string_view opcode = text.substr(0, blank);
    std::string_view operands = trimmed(text.substr(blank));
    if (is_one_of(opcode, {"bra", "ret", "exit", "trap"})) {
      const std::string_view target = operands.substr(0, operands.find(';'));
      if (const auto to = labels.find(target); to != labels.end()) step.jump = to->second;
      step.falls_through = guarded;
      return step;
    }
    std::size_t end = 0; // of what is written
    if (is_one_of(opcode, {"call"})) {
      end = operands.find('(');
    } else if (!is_one_of(opcode, {"st", "red", "bar", "barrier", "membar", "fence", "prefetch", "cp"})) {
      end = operands.starts_with('{') ? operands.find('}') : operands.find(',');
    }
    end = std::min(end, operands.size());
    const bool constant = written_as_constant(opcode, operands.substr(end));
    each_register(operands.substr(0, end), [&](std::string_view r) {
      const std::uint32_t n = number_of(r);
      step.writes.push_back(n);
      if (guarded) step.reads.push_back(n);
      free_[n] = constant && !written_[n];
      written_[n] = true;
    });
    each_register(operands.substr(end), [&](std::string_view r) { step.reads.push_back(number_of(r)); });
    return step;
  }

  /// True where the machine's instructions take the value from the constant bank or from themselves.
  bool written_as_constant(std::string_view opcode, std::string_view from) {
    if (is_one_of(opcode, {"ld.param"})) return true;
    if (!is_one_of(opcode, {"mov", "cvta"})) return false;
    bool all = true, any = false;
    each_register(from, [&](std::string_view r) {
      any = true;
      const auto known = numbers_.find(r);
      all = all && known != numbers_.end() && free_[known->second];
    });
    return any ? all : from.find('%') == std::string_view::npos || from.find("%n") != std::string_view::npos;
  }

  std::vector<Step> steps_;
  std::map<std::string, std::uint32_t, std::less<>> numbers_;
  std::vector<std::uint32_t> words_;
  std::vector<bool> free_, written_;
  std::vector<std::set<std::uint32_t>> alive_; ///< before each line
};

} // namespace

std::vector<ListedLine> read_ptx(std::string_view ptx, std::string_view symbol,
                                 std::span<const std::string> files) {
  return PtxReader(ptx, files).read(body_of(ptx, symbol));
}

std::uint32_t most_alive(std::span<const ListedLine> ptx) { return Liveness(ptx).most(); }

} // namespace warpscope::program
