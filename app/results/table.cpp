// Columns, the filter, the order and the text of the results' table.
#include "app/results/table.h"

#include "app/language/language.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

namespace warpscope::results {

namespace {

/// Labels and definitions are keys of the language table.
constexpr std::array<ColumnInfo, static_cast<std::size_t>(ResultColumn::Count)> keys{{
    {ResultColumn::Line, "line", "results.column_line", "results.column_line_tip", true},
    {ResultColumn::Code, "access", "results.column_access", "results.column_access_tip", false},
    {ResultColumn::Counter, "counter", "results.column_counter", "results.column_counter_tip", false},
    {ResultColumn::Requests, "requests", "results.column_requests", "results.column_requests_tip", true},
    {ResultColumn::Ideal, "ideal", "results.column_ideal", "results.column_ideal_tip", true},
    {ResultColumn::Warp, "warp", "results.column_warp", "results.column_warp_tip", true},
    {ResultColumn::Block, "block", "results.column_block", "results.column_block_tip", true},
    {ResultColumn::Launch, "launch", "results.column_launch", "results.column_launch_tip", true},
    {ResultColumn::Ratio, "to_ideal", "results.column_to_ideal", "results.column_to_ideal_tip", true},
    {ResultColumn::Why, "why", "results.column_why", "results.column_why_tip", false},
}};

std::span<const ColumnInfo> columns() {
  return language::made_in_language([] {
    auto texts = keys;
    for (ColumnInfo& column : texts) {
      column.label = language::tr(column.label);
      column.definition = language::tr(column.definition);
    }
    return texts;
  });
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool contains(std::string_view text, std::string_view word) {
  return std::search(text.begin(), text.end(), word.begin(), word.end(),
                     [](char a, char b) { return lower(a) == lower(b); }) != text.end();
}

// ---- the filter

enum class Relation : std::uint8_t { Less, AtMost, Equal, Different, AtLeast, More };

struct Term {
  std::string word; ///< otherwise a comparison
  std::string name;
  Relation relation = Relation::Equal;
  double number = 0;
};

bool is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_relation(char c) { return c == '<' || c == '>' || c == '=' || c == '!'; }

std::optional<Relation> relation_of(std::string_view text) {
  if (text == "<") return Relation::Less;
  if (text == "<=") return Relation::AtMost;
  if (text == "=" || text == "==") return Relation::Equal;
  if (text == "!=") return Relation::Different;
  if (text == ">=") return Relation::AtLeast;
  if (text == ">") return Relation::More;
  return std::nullopt;
}

bool holds(double value, Relation relation, double number) {
  switch (relation) {
  case Relation::Less: return value < number;
  case Relation::AtMost: return value <= number;
  case Relation::Equal: return value == number;
  case Relation::Different: return value != number;
  case Relation::AtLeast: return value >= number;
  case Relation::More: return value > number;
  }
  return false;
}

bool knows_number(std::string_view name) {
  for (const std::string_view known :
       {"line", "requests", "ideal", "warp", "block", "launch", "simulated", "ratio", "to_ideal", "each"})
    if (name == known) return true;
  return std::any_of(all_counters().begin(), all_counters().end(),
                     [&](const CounterInfo& info) { return info.units == name; });
}

/// Returns the row's number of that name; nullopt: this row has none, so it is left out.
std::optional<double> number_of(const ResultRow& row, std::string_view name) {
  const auto of = [](std::uint64_t v) { return std::optional(static_cast<double>(v)); };
  if (name == "line") return row.line == 0 ? std::nullopt : of(row.line);
  if (name == "requests") return of(row.requests);
  if (name == "ideal") return row.has_ideal ? of(row.ideal) : std::nullopt;
  if (name == "warp") return row.has_warp ? of(row.warp) : std::nullopt;
  if (name == "block") return of(row.block);
  if (name == "launch" || name == "simulated") return of(row.value());
  if (name == "ratio" || name == "to_ideal") return row.ratio > 0 ? std::optional(row.ratio) : std::nullopt;
  if (name == "each")
    return row.requests == 0
               ? std::nullopt
               : std::optional(static_cast<double>(row.value()) / static_cast<double>(row.requests));
  return info_of(row.counter).units == name ? of(row.value()) : std::nullopt;
}

std::vector<Term> parse_filter(std::string_view text, const std::function<bool(std::string_view)>& knows,
                               std::string& problem) {
  // Blanks around a comparison belong to it: "wavefronts > 8" is one term.
  std::string joined;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool blank = text[i] == ' ' || text[i] == '\t';
    if (!blank) {
      joined += text[i];
      continue;
    }
    const std::size_t next = text.find_first_not_of(" \t", i);
    if (next == std::string_view::npos) break;
    if (is_relation(text[next]) || (!joined.empty() && is_relation(joined.back()))) continue;
    if (!joined.empty() && joined.back() != ' ') joined += ' ';
  }
  std::vector<Term> terms;
  std::size_t at = 0;
  while (at < joined.size()) {
    const std::size_t end = std::min(joined.find(' ', at), joined.size());
    const std::string word = joined.substr(at, end - at);
    at = end + 1;
    if (word.empty()) continue;
    const auto name_end = static_cast<std::size_t>(std::find_if_not(word.begin(), word.end(), is_name) -
                                                   word.begin());
    const auto op_end = static_cast<std::size_t>(
        std::find_if_not(word.begin() + static_cast<std::ptrdiff_t>(name_end), word.end(), is_relation) -
        word.begin());
    const std::optional<Relation> relation = relation_of(
        std::string_view(word).substr(name_end, op_end - name_end));
    if (name_end == 0 || !relation) { // code contains < and = too: then it is a piece of text
      terms.push_back({word, {}, {}, 0});
      continue;
    }
    Term term{{}, word.substr(0, name_end), *relation, 0};
    std::string digits = word.substr(op_end);
    std::erase(digits, ',');
    const auto [last, code] = std::from_chars(digits.data(), digits.data() + digits.size(), term.number);
    const bool known = knows(term.name);
    if (code != std::errc{} || last != digits.data() + digits.size()) {
      if (known)
        problem = language::trf("results.needs_number", language::arg("word", word),
                                language::arg("name", term.name));
      else terms.push_back({word, {}, {}, 0});
      continue;
    }
    if (!known) {
      problem = language::trf("results.no_column", language::arg("name", term.name));
      continue;
    }
    terms.push_back(std::move(term));
  }
  return terms;
}

bool says(const ResultRow& row, std::string_view word) {
  return contains(row.line == 0 ? language::tr("results.all_lines") : std::string_view(row.code), word) ||
         contains(info_of(row.counter).label, word) || contains(row.why, word) ||
         (row.line != 0 && std::to_string(row.line) == word);
}

// ---- the order

/// Returns a negative number, 0 or a positive number.
int compare(const ResultRow& a, const ResultRow& b, ResultColumn column) {
  const auto three = [](auto x, auto y) { return x < y ? -1 : x > y ? 1 : 0; };
  switch (column) {
  case ResultColumn::Line: return three(a.line, b.line);
  case ResultColumn::Code: return three(std::string_view(a.code), std::string_view(b.code));
  case ResultColumn::Counter: return three(info_of(a.counter).label, info_of(b.counter).label);
  case ResultColumn::Requests: return three(a.requests, b.requests);
  case ResultColumn::Ideal: return three(a.ideal, b.ideal);
  case ResultColumn::Warp: return three(a.warp, b.warp);
  case ResultColumn::Block: return three(a.block, b.block);
  case ResultColumn::Launch: return three(a.value(), b.value());
  case ResultColumn::Ratio: return three(a.ratio, b.ratio);
  case ResultColumn::Why: return three(std::string_view(a.why), std::string_view(b.why));
  case ResultColumn::Count: break;
  }
  return 0;
}

std::string ratio_text(double ratio) {
  if (ratio <= 0) return {};
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", ratio);
  return text;
}

} // namespace

std::span<const ColumnInfo> result_columns() { return columns(); }
const ColumnInfo& info_of(ResultColumn column) { return columns()[static_cast<std::size_t>(column)]; }

ResultOrder ResultOrder::after_click(ResultColumn clicked) const {
  return order_after_click(*this, clicked, info_of(clicked).number && clicked != ResultColumn::Line);
}

std::string_view filter_help() { return language::tr("results.filter_help"); }

std::vector<std::size_t> arrange(const TableQuestions& table, std::string_view filter, std::string& problem) {
  problem.clear();
  const std::vector<Term> terms = parse_filter(filter, table.knows, problem);
  const auto matches = [&](std::size_t row, const Term& term) {
    if (!term.word.empty()) return table.says(row, term.word);
    const std::optional<double> value = table.number(row, term.name);
    return value && holds(*value, term.relation, term.number);
  };
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < table.rows; ++i)
    if (std::all_of(terms.begin(), terms.end(), [&](const Term& term) { return matches(i, term); }))
      kept.push_back(i);
  std::stable_sort(kept.begin(), kept.end(), [&](std::size_t a, std::size_t b) {
    if (table.total(a) != table.total(b)) return table.total(b);
    if (!table.compare) return false;
    const int difference = table.compare(a, b);
    return table.descending ? difference > 0 : difference < 0;
  });
  return kept;
}

std::vector<std::size_t> arrange(const std::vector<ResultRow>& rows, std::string_view filter,
                                 const ResultOrder& order, std::string& problem) {
  TableQuestions table;
  table.rows = rows.size();
  table.says = [&](std::size_t row, std::string_view word) { return says(rows[row], word); };
  table.number = [&](std::size_t row, std::string_view name) { return number_of(rows[row], name); };
  table.knows = knows_number;
  table.total = [&](std::size_t row) { return rows[row].site == ~0u; };
  if (order.column)
    table.compare = [&](std::size_t a, std::size_t b) { return compare(rows[a], rows[b], *order.column); };
  table.descending = order.descending;
  return arrange(table, filter, problem);
}

bool says_word(std::string_view text, std::string_view word) { return contains(text, word); }

std::string table_line(const std::vector<std::string>& fields, TableFormat format) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) line += format == TableFormat::Tsv ? '\t' : ',';
    if (format == TableFormat::Tsv) {
      for (const char c : fields[i]) line += c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
    } else if (fields[i].find_first_of(",\"\r\n") == std::string::npos) {
      line += fields[i];
    } else {
      line += '"';
      for (const char c : fields[i]) line.append(c == '"' ? 2 : 1, c);
      line += '"';
    }
  }
  return line + '\n';
}

std::string table_text(const std::vector<ResultRow>& rows, const std::vector<std::size_t>& indices,
                       TableFormat format) {
  std::vector<std::string> fields;
  for (const ColumnInfo& column : columns()) {
    fields.emplace_back(column.key);
    if (column.column == ResultColumn::Counter) fields.emplace_back("ncu");
  }
  std::string text = table_line(fields, format);
  for (const std::size_t i : indices) {
    const ResultRow& row = rows[i];
    text += table_line(
        {row.line == 0 ? std::string() : std::to_string(row.line),
         row.line == 0 ? std::string(language::tr("results.all_lines")) : row.code,
         info_of(row.counter).label, std::string(info_of(row.counter).ncu), std::to_string(row.requests),
         row.has_ideal ? std::to_string(row.ideal) : std::string(),
         row.has_warp ? std::to_string(row.warp) : std::string(), std::to_string(row.block),
         row.has_launch ? std::to_string(row.launch) : std::string(), ratio_text(row.ratio), row.why},
        format);
  }
  return text;
}

} // namespace warpscope::results
