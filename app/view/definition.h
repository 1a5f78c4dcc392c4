// What a number in a picture means: the definition in its tooltip. The code that draws a text says what it
// is; nothing is inferred from the words.
//
// A new definition is one row here and its line in assets/language/en.toml, section [explain].
#pragma once

#include <string_view>

namespace warpscope::view {

struct Definition {
  std::string_view key; ///< in the language table; empty: none
  [[nodiscard]] explicit operator bool() const { return !key.empty(); }
  bool operator==(const Definition&) const = default;
};

namespace definition {
inline constexpr Definition degree{"explain.degree"};
inline constexpr Definition served_now{"explain.served_now"};
inline constexpr Definition group{"explain.group"};
inline constexpr Definition pass{"explain.pass"};
inline constexpr Definition bank_address{"explain.bank_address"};
inline constexpr Definition address{"explain.address"};
inline constexpr Definition share{"explain.share"};
inline constexpr Definition fetched{"explain.fetched"};
inline constexpr Definition begin{"explain.begin"};
inline constexpr Definition each_sector{"explain.each_sector"};
inline constexpr Definition more_lines{"explain.more_lines"};
inline constexpr Definition line_head{"explain.line_head"};
inline constexpr Definition sector{"explain.sector"};
inline constexpr Definition lanes_word{"explain.lanes_word"};
inline constexpr Definition sharing{"explain.sharing"};
inline constexpr Definition wavefront{"explain.wavefront"};
inline constexpr Definition words_in{"explain.words_in"};
inline constexpr Definition word{"explain.word"};
inline constexpr Definition warp{"explain.warp"};
inline constexpr Definition step{"explain.step"};
inline constexpr Definition line{"explain.line"};
inline constexpr Definition bank{"explain.bank"};
inline constexpr Definition lane{"explain.lane"};
inline constexpr Definition column{"explain.column"};
inline constexpr Definition row{"explain.row"};
inline constexpr Definition cell{"explain.cell"};
inline constexpr Definition phase_counts{"explain.phase_counts"};
inline constexpr Definition of{"explain.of"};
inline constexpr Definition wavefront_on_show{"explain.wavefront_on_show"};
inline constexpr Definition words_of_bank{"explain.words_of_bank"};
inline constexpr Definition row_or_column{"explain.row_or_column"};
inline constexpr Definition local_sector{"explain.local_sector"};
inline constexpr Definition sectors_touched{"explain.sectors_touched"};
inline constexpr Definition steps_from{"explain.steps_from"};
inline constexpr Definition cycle{"explain.cycle"};
inline constexpr Definition issue_slots{"explain.issue_slots"};
inline constexpr Definition warp_time{"explain.warp_time"};
inline constexpr Definition resident{"explain.resident"};
inline constexpr Definition lsu_busy{"explain.lsu_busy"};
inline constexpr Definition cache_found{"explain.cache_found"};
inline constexpr Definition cache_access{"explain.cache_access"};
inline constexpr Definition cache_set{"explain.cache_set"};
inline constexpr Definition cache_cell{"explain.cache_cell"};
} // namespace definition

} // namespace warpscope::view
