// The words of the code beside the text.
#pragma once

#include "sim/run/code_table.h"

#include <cstdint>
#include <string>

namespace warpscope::panels {

/// The sentence above the code of a line.
struct CompiledWords {
  std::string strong, rest; ///< one right after the other
  std::string under;        ///< below them, small
  bool warns = false;       ///< it costs more
  bool plain = false;       ///< neither good nor bad: nothing is there
};
[[nodiscard]] CompiledWords words_of(const run::CodeTable& table, std::uint32_t line);

/// "shared load"
[[nodiscard]] std::string access_words(const run::LineStory& story);
[[nodiscard]] std::string unit_words(Space space);
/// "4", "3.7"
[[nodiscard]] std::string mean_text(std::uint64_t cost, std::uint64_t requests);
/// "4× fewer", "equal"
[[nodiscard]] std::string ratio_text(std::uint64_t written, std::uint64_t compiled);
/// "16 times in the code"; empty: once, or not at all.
[[nodiscard]] std::string times_words(const run::CodeTable& table, std::uint32_t line);
/// "sm_90, 32 registers, 64 B of local memory"
[[nodiscard]] std::string facts_of(const run::CodeTable& table);
/// Of one instruction: its line and its counts.
[[nodiscard]] std::string row_tip(const run::CodeRow& row);

} // namespace warpscope::panels
