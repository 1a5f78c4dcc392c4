// Counts raw lane addresses: reads a table of accesses and writes a table of their counts, for `warpscope
// accesses FILE.tsv`.
//
// Input: tab-separated lines, of which the first names the columns, in any order; other columns are ignored:
// - id: any text
// - space: shared, global, constant
// - op: ld, st, red (an atomic without a returned value; atom counts like it); constant memory is only loaded
// - width: 1, 2, 4, 8 or 16 bytes
// - mask: up to 8 hex digits, bit i = lane i is active
// - offsets: 32 of them in bytes, separated by commas or blanks; the offset of an inactive lane is ignored
//
// Output: id requests wavefronts bank_conflicts sectors lines passes; a count that does not apply is empty:
// - shared ld, st, red: requests, wavefronts, bank_conflicts
// - global ld, st: requests, sectors, lines
// - global red: requests, lines (the hardware's sector counter for it is not understood)
// - constant ld: requests, passes
/// - Subject: Tables of raw addresses
/// - Modelled: the rules for shared, global and constant memory, row by row, on addresses from anywhere.
/// - Not modelled: a row stands for one warp instruction alone; nothing is known of caches or of what ran
/// before it.
#pragma once

#include "sim/base/diagnostic.h"

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

namespace warpscope::model {

/// The longest line in bytes, and the number of errors after which reading stops: memory stays bounded for
/// any input.
inline constexpr std::size_t max_accesses_line_bytes = 64 * 1024;
inline constexpr std::size_t max_accesses_errors = 50;

/// Reads `in` line by line and writes the counts to `out`. A row with an error is reported and skipped; the
/// other rows are counted. `file` is the name used in the diagnostics. Errors: no header, a column missing or
/// named twice, a row that cannot be parsed.
[[nodiscard]] Diagnostics count_accesses_tsv(std::istream& in, std::ostream& out, std::string_view file);

/// As above, for a text in memory.
struct AccessesTsv {
  std::string tsv;
  Diagnostics diagnostics;
};
[[nodiscard]] AccessesTsv count_accesses_tsv(std::string_view text, std::string_view file);

} // namespace warpscope::model
