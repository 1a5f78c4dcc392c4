// Describes the difference of two moments in terms of the person's text: lines, array elements, values.
#pragma once

#include "app/playback/difference.h"
#include "sim/program/program.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::view {

/// Returns "tile[3][5]", "tile[3][5].1" for the second word of an 8-byte element, "byte 64" where no array is
/// known.
[[nodiscard]] std::string word_name(const program::Program& program, std::uint32_t offset);
/// Formats the bits as the array's element type ("3.5", "-7"), in hex where a word is not one element; "–"
/// when unknown.
[[nodiscard]] std::string word_value(const program::Program& program, std::uint32_t offset,
                                     std::optional<std::uint32_t> bits);
/// Returns "3 → 7".
[[nodiscard]] std::string then_and_now(const program::Program& program, const playback::WordChange& change);

struct SinceLine {
  std::uint32_t line = 0;
  std::string code;
  playback::SiteServed served;
};
struct SinceWord {
  std::string name, then, now;
  std::uint32_t writes = 0;
};
struct SinceTable {
  std::vector<SinceLine> lines; ///< ascending by line
  std::vector<SinceWord> words; ///< the first ones
  std::size_t all_words = 0;
};
[[nodiscard]] SinceTable since_table(const program::Program& program,
                                     const playback::MomentDifference& difference,
                                     std::size_t most_words = 1024);

} // namespace warpscope::view
