// What became of each line's accesses: the compiler's instructions with their counts, joined by line with the
// text's.
#pragma once

#include "sim/run/result.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::run {

/// The accesses of one kind to one space, of the whole launch.
struct CodeCount {
  Space space = Space::None;
  AccessKind kind = AccessKind::Load;
  std::uint64_t requests = 0;
  std::uint64_t cost = 0, ideal = 0; ///< in its unit; ideal 0: there is no rule for the fewest possible
  std::uint64_t bytes = 0;           ///< of all requests, as if every lane took part
  bool operator==(const CodeCount&) const = default;
};
/// What a space's cost is counted in: "wavefronts", "sectors", "passes".
[[nodiscard]] std::string_view unit_of(Space space);

struct CodeRow {
  std::string text;
  std::uint32_t line = 0;        ///< of the text; 0: none
  bool memory = false;           ///< it loads, stores or changes memory that is counted
  std::uint32_t width = 0;       ///< bytes a lane
  std::vector<CodeCount> counts; ///< of generic accesses there may be several
  bool operator==(const CodeRow&) const = default;
};

/// What became of the accesses of one kind to one space in a line of the text.
struct LineStory {
  std::uint32_t line = 0;
  CodeCount written, compiled;
  std::uint32_t written_accesses = 0;         ///< expressions of the text
  std::uint32_t instructions = 0;             ///< that were executed
  std::uint32_t written_width = 0, width = 0; ///< the widest, in bytes a lane
  std::uint32_t merged = 1;                   ///< so many of the text's became one instruction
  std::uint32_t unrolled = 1;                 ///< so many times the access is in the code
  bool dropped = false;                       ///< no instruction is left of it
  std::uint32_t made_in = 0; ///< none is left here: the line that has them; 0: that is not so
  bool hoisted = false;      ///< it is made less often than the text says: out of a loop
  bool spilled = false;      ///< registers that are kept in memory
  bool moved = false;        ///< the text has none in this line: it came from another
  bool operator==(const LineStory&) const = default;
};

struct CodeTable {
  bool read = false;              ///< the compiler's; else predicted
  std::uint32_t architecture = 0; ///< read: 90 is sm_90
  std::uint32_t registers = 0;    ///< a thread's, read; 0: predicted
  std::uint32_t alive = 0;        ///< predicted: 32-bit registers alive at once; 0: not known
  std::uint32_t local_bytes = 0, spill_store_bytes = 0, spill_load_bytes = 0;
  bool scaled = false;            ///< counts are scaled from some of the blocks
  std::vector<CodeRow> ptx;       ///< predicted: with counts
  std::vector<CodeRow> machine;   ///< read: with counts; predicted: empty
  std::vector<LineStory> stories; ///< by line, then as spaces and kinds are listed

  /// The rows that have the counts.
  [[nodiscard]] const std::vector<CodeRow>& counted() const { return read ? machine : ptx; }
  bool operator==(const CodeTable&) const = default;
};

/// `written` and `compiled`: results of one request, the latter with Request::code, or with as_compiled and
/// listing.
[[nodiscard]] CodeTable join_code(const Result& written, const Result& compiled);

/// The rows that two tables do not share, by a longest common subsequence of their texts without the names
/// of registers: false: it is in this one alone. `a`, `b`: for each row.
struct CodeDifference {
  std::vector<bool> in_both_of_a, in_both_of_b;
};
[[nodiscard]] CodeDifference compare_code(const std::vector<CodeRow>& a, const std::vector<CodeRow>& b);

/// "4 became 1 of 16 bytes, 16 times in the code"; empty: kept as it is.
[[nodiscard]] std::string story_text(const LineStory& story);

/// The document of `warpscope sass --json`.
[[nodiscard]] std::string to_json(const CodeTable& table);

} // namespace warpscope::run
