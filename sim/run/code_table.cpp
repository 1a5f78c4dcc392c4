// Joins instructions with the accesses of the text, line by line.
#include "sim/run/code_table.h"

#include "sim/sass/run.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <map>

namespace warpscope::run {

namespace {

constexpr AccessKind all_kinds[] = {AccessKind::Load, AccessKind::Store, AccessKind::Atomic};
constexpr const char* text_name = "warpscope_device_text.cu"; ///< as gpu/measure names it
constexpr std::size_t most_compared = 3000;                   ///< rows of a longest common subsequence

CodeCount count_of_banks(Space space, AccessKind kind, const model::SharedTotals& t) {
  return {space, kind, t.requests, t.wavefronts, t.ideal_wavefronts, 0};
}
CodeCount count_of_sectors(Space space, AccessKind kind, const model::GlobalTotals& t) {
  return {space, kind, t.requests, t.sectors, t.ideal_sectors, 0};
}

/// Those that happened, in the order of the spaces.
std::vector<CodeCount> counts_in(const model::Totals& totals, std::uint32_t width) {
  std::vector<CodeCount> counts;
  const auto add = [&](CodeCount count) {
    if (count.requests == 0) return;
    count.bytes = count.requests * 32 * width;
    counts.push_back(count);
  };
#define WARPSCOPE_COUNT_Banks(name, key)                                                                     \
  for (const AccessKind kind : all_kinds)                                                                    \
    add(count_of_banks(Space::name, kind, totals.key[static_cast<int>(kind)]));
#define WARPSCOPE_COUNT_Sectors(name, key)                                                                   \
  for (const AccessKind kind : all_kinds)                                                                    \
    add(count_of_sectors(Space::name, kind, totals.key[static_cast<int>(kind)]));
#define WARPSCOPE_COUNT_Passes(name, key)                                                                    \
  add({Space::name, AccessKind::Load, totals.key.requests, totals.key.passes, totals.key.requests, 0});
#define WARPSCOPE_COUNT_Uncounted(name, key)
#define WARPSCOPE_SPACE(name, key, llvm_number, load, store, atomic, cost, ...)                              \
  WARPSCOPE_COUNT_##cost(name, key)
#include "sim/base/spaces.def"
#undef WARPSCOPE_SPACE
#undef WARPSCOPE_COUNT_Banks
#undef WARPSCOPE_COUNT_Sectors
#undef WARPSCOPE_COUNT_Passes
#undef WARPSCOPE_COUNT_Uncounted
  for (const AccessKind kind : {AccessKind::Load, AccessKind::Store}) {
    const model::LocalTotals& t = totals.local[static_cast<int>(kind)];
    add({Space::Local, kind, t.requests, t.local_sectors, 0, 0});
  }
  return counts;
}

void add(CodeCount& sum, const CodeCount& count) {
  sum.requests += count.requests, sum.cost += count.cost, sum.ideal += count.ideal, sum.bytes += count.bytes;
}

std::vector<CodeRow> listed_rows(const Result& compiled, std::uint32_t file) {
  std::vector<CodeRow> rows;
  for (const program::ListedLine& line : compiled.listing->lines) {
    CodeRow row;
    row.text = line.text;
    row.line = line.file == file ? line.line : 0;
    if (line.site < compiled.sites.size()) {
      row.memory = true;
      row.width = compiled.program->sites[line.site].width;
      row.counts = counts_in(compiled.sites[line.site], row.width);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<CodeRow> machine_rows(const Result& compiled) {
  std::vector<CodeRow> rows;
  const std::vector<sass::CodeLine>& code = compiled.code->instructions;
  for (std::size_t i = 0; i < code.size(); ++i) {
    CodeRow row;
    row.text = code[i].text;
    row.line = code[i].line;
    row.width = sass::width_of(row.text);
    if (i < compiled.sites.size()) row.counts = counts_in(compiled.sites[i], row.width);
    row.memory = !row.counts.empty();
    rows.push_back(std::move(row));
  }
  // What fills the code's end is no part of the kernel.
  while (!rows.empty() && rows.back().text.starts_with("NOP")) rows.pop_back();
  return rows;
}

struct Key {
  std::uint32_t line = 0;
  Space space = Space::None;
  AccessKind kind = AccessKind::Load;
  auto operator<=>(const Key&) const = default;
};

void tell(LineStory& story, std::uint64_t warps, bool spills) {
  const std::uint64_t before = story.written.requests, after = story.compiled.requests;
  story.dropped = before != 0 && after == 0;
  story.moved = before == 0 && after != 0 && story.written.space != Space::Local;
  story.spilled = after != 0 && story.compiled.space == Space::Local && spills;
  if (before == 0 || after == 0) return;
  if (story.width > story.written_width && story.written_width != 0)
    story.merged = story.width / story.written_width;
  story.hoisted = story.compiled.bytes < story.written.bytes && before > warps * story.written_accesses &&
                  after <= warps * story.instructions;
  // As many of the text's accesses as the instructions are wide.
  const std::uint64_t each = story.compiled.bytes / after; // of a mean instruction
  const std::uint64_t written = story.written.bytes / before;
  if (written != 0 && story.written_accesses != 0 && !story.hoisted)
    story.unrolled = static_cast<std::uint32_t>(
        std::max<std::uint64_t>(1, story.instructions * each / written / story.written_accesses));
}

std::vector<LineStory> stories_of(const Result& written, const std::vector<CodeRow>& rows, std::uint32_t file,
                                  bool spills) {
  std::map<Key, LineStory> stories;
  const auto at = [&](std::uint32_t line, const CodeCount& count) -> LineStory& {
    LineStory& story = stories[{line, count.space, count.kind}];
    story.line = line;
    for (CodeCount* of : {&story.written, &story.compiled}) of->space = count.space, of->kind = count.kind;
    return story;
  };
  for (std::size_t s = 0; s < written.sites.size(); ++s) {
    const program::Site& site = written.program->sites[s];
    if (!site.span.known() || site.span.file != file) continue;
    for (const CodeCount& count : counts_in(written.sites[s], site.width)) {
      if (count.space == Space::Local) continue; // most of the text's arrays become registers
      LineStory& story = at(site.profiled_line(), count);
      add(story.written, count);
      ++story.written_accesses;
      story.written_width = std::max(story.written_width, site.width);
    }
  }
  for (const CodeRow& row : rows) {
    if (row.line == 0) continue;
    for (const CodeCount& count : row.counts) {
      LineStory& story = at(row.line, count);
      add(story.compiled, count);
      ++story.instructions;
      story.width = std::max(story.width, row.width);
    }
  }
  const std::uint64_t warps = written.launch.grid.count() * ((written.launch.block.count() + 31) / 32);
  std::vector<LineStory> made;
  for (auto& [key, story] : stories) {
    tell(story, warps, spills);
    made.push_back(story);
  }
  // What one line lost and another one got is not dropped.
  for (LineStory& story : made)
    for (const LineStory& other : made)
      if (story.dropped && other.moved && other.written.space == story.written.space &&
          other.written.kind == story.written.kind)
        story.dropped = false, story.made_in = other.line;
  return made;
}

/// The text with each register's name left out: "FFMA R16,R8,R12,R16" is "FFMA R,R,R,R".
std::string without_registers(std::string_view text) {
  std::string out;
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins = i == 0 || !is_word(text[i - 1]);
    std::size_t end = i + 1;
    while (end < text.size() && text[end] >= 'a' && text[end] <= 'z' && text[i] == '%') ++end;
    if (text[i] == 'U' && end < text.size() && (text[end] == 'R' || text[end] == 'P')) ++end;
    std::size_t digits = end;
    while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') ++digits;
    const bool name = begins && (text[i] == '%' || text[i] == 'R' || text[i] == 'P' || text[i] == 'U');
    out += text.substr(i, name && digits > end ? end - i : 1);
    if (name && digits > end) i = digits - 1;
  }
  return out;
}

} // namespace

std::string_view unit_of(Space space) {
  switch (space) {
  case Space::Global:
  case Space::Local: return "sectors";
  case Space::Constant: return "passes";
  default: return "wavefronts";
  }
}

CodeTable join_code(const Result& written, const Result& compiled) {
  CodeTable table;
  const std::uint32_t file = written.kernel < written.program->kernels.size()
                                 ? written.program->kernels[written.kernel].span.file
                                 : 0;
  table.scaled = written.scaled || compiled.scaled;
  if (compiled.code != nullptr) {
    const sass::MachineCode& code = *compiled.code;
    table.read = true;
    table.architecture = code.architecture;
    table.registers = code.registers;
    table.local_bytes = code.local_bytes;
    table.spill_store_bytes = code.spill_store_bytes, table.spill_load_bytes = code.spill_load_bytes;
    table.machine = machine_rows(compiled);
    const std::vector<std::string> files = {text_name};
    for (program::ListedLine& line : program::read_ptx(code.ptx, code.symbol, files)) {
      CodeRow row;
      row.text = std::move(line.text);
      row.line = line.line;
      const std::string_view words = row.text;
      const std::string_view opcode = words.starts_with('@') ? words.substr(words.find(' ') + 1) : words;
      row.memory = (opcode.starts_with("ld.") && !opcode.starts_with("ld.param")) ||
                   opcode.starts_with("st.") || opcode.starts_with("atom.") || opcode.starts_with("red.");
      table.ptx.push_back(std::move(row));
    }
  } else if (compiled.listing != nullptr) {
    table.alive = compiled.listing->registers;
    table.ptx = listed_rows(compiled, file);
  }
  // Of a kernel in a header the code that was read has no lines.
  if (!table.read || file == 0)
    table.stories = stories_of(written, table.counted(), file, table.spill_store_bytes != 0);
  return table;
}

CodeDifference compare_code(const std::vector<CodeRow>& a, const std::vector<CodeRow>& b) {
  CodeDifference out{std::vector<bool>(a.size()), std::vector<bool>(b.size())};
  std::vector<std::string> x, y;
  for (const CodeRow& row : a) x.push_back(without_registers(row.text));
  for (const CodeRow& row : b) y.push_back(without_registers(row.text));
  std::size_t begin = 0, end_a = x.size(), end_b = y.size();
  while (begin < end_a && begin < end_b && x[begin] == y[begin])
    out.in_both_of_a[begin] = out.in_both_of_b[begin] = true, ++begin;
  while (end_a > begin && end_b > begin && x[end_a - 1] == y[end_b - 1])
    out.in_both_of_a[--end_a] = out.in_both_of_b[--end_b] = true;
  const std::size_t n = end_a - begin, m = end_b - begin;
  if (n > most_compared || m > most_compared) return out;
  // The lengths of the longest common subsequences of what follows.
  std::vector<std::uint16_t> length((n + 1) * (m + 1));
  const auto at = [&](std::size_t i, std::size_t j) -> std::uint16_t& { return length[i * (m + 1) + j]; };
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t j = m; j-- > 0;)
      at(i, j) = x[begin + i] == y[begin + j] ? static_cast<std::uint16_t>(at(i + 1, j + 1) + 1)
                                              : std::max(at(i + 1, j), at(i, j + 1));
  for (std::size_t i = 0, j = 0; i < n && j < m;) {
    if (x[begin + i] == y[begin + j]) out.in_both_of_a[begin + i++] = out.in_both_of_b[begin + j++] = true;
    else if (at(i + 1, j) >= at(i, j + 1)) ++i;
    else ++j;
  }
  return out;
}

std::string story_text(const LineStory& story) {
  std::string text;
  const auto add_part = [&](std::string part) { text += (text.empty() ? "" : ", ") + std::move(part); };
  if (story.dropped) add_part("dropped: no instruction is left of it");
  if (story.merged > 1) add_part(fmt::format("{} became 1 of {} bytes", story.merged, story.width));
  if (story.unrolled > 1) add_part(fmt::format("{} times in the code", story.unrolled));
  if (story.hoisted) add_part("out of the loop");
  if (story.spilled) add_part("registers kept in local memory");
  if (story.made_in != 0) add_part(fmt::format("made in line {}", story.made_in));
  if (story.moved) add_part("made here, of other lines");
  return text;
}

std::string to_json(const CodeTable& table) {
  using Json = nlohmann::ordered_json;
  const auto count_json = [](const CodeCount& count) {
    Json json = {{"space", name_of(count.space)},
                 {"kind", name_of(count.kind)},
                 {"requests", count.requests},
                 {std::string(unit_of(count.space)), count.cost}};
    if (count.ideal != 0) json["ideal"] = count.ideal;
    return json;
  };
  const auto rows_json = [&](const std::vector<CodeRow>& rows) {
    Json list = Json::array();
    for (const CodeRow& row : rows) {
      Json json = {{"text", row.text}, {"line", row.line}};
      if (row.memory) json["width"] = row.width;
      for (const CodeCount& count : row.counts) json["counts"].push_back(count_json(count));
      list.push_back(std::move(json));
    }
    return list;
  };
  Json document = {{"code", table.read ? "read" : "predicted"}};
  if (table.registers != 0) document["registers"] = table.registers;
  if (table.alive != 0) document["registers_alive"] = table.alive;
  if (table.read) {
    document["architecture"] = table.architecture;
    document["local_bytes"] = table.local_bytes;
    document["spill_store_bytes"] = table.spill_store_bytes;
    document["spill_load_bytes"] = table.spill_load_bytes;
  }
  if (table.scaled) document["scaled"] = true;
  document["lines"] = Json::array();
  for (const LineStory& story : table.stories) {
    Json json = {{"line", story.line},
                 {"as_written", count_json(story.written)},
                 {"as_compiled", count_json(story.compiled)},
                 {"instructions", story.instructions},
                 {"width", story.width}};
    if (const std::string text = story_text(story); !text.empty()) json["became"] = text;
    document["lines"].push_back(std::move(json));
  }
  document["ptx"] = rows_json(table.ptx);
  if (table.read) document["sass"] = rows_json(table.machine);
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace warpscope::run
