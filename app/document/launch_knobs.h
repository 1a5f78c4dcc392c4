// The numbers of a header's launch that a person may turn: grid, block and scalar arguments, where they are
// plain numbers. A turn edits the header's text, so that what is seen, saved and measured remains one text. A
// size that is an expression of parameters follows those; it is shown but cannot be turned.
#pragma once

#include "app/document/document.h"
#include "sim/run/simulate.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::document {

/// A parameter of the header and the value that the document gives it.
struct Parameter {
  std::string name;
  std::vector<std::string> choices;
  std::string value;     ///< the first choice where no one set another
  bool unlisted = false; ///< whole numbers are listed, and the value is none of them
};
[[nodiscard]] std::vector<Parameter> parameters_of(const Document& document,
                                                   const source::Scenario& scenario);

struct LaunchKnob {
  enum class Kind : std::uint8_t { Grid, Block, Argument } kind = Kind::Grid;
  std::string name;               ///< "grid.x", "block.y", "n"
  std::string text;               ///< as written, without quotes: "32", "WIDTH/32"
  std::int64_t value = 0;         ///< its current value
  bool turns = false;             ///< it is a plain number and can be turned
  std::size_t begin = 0, end = 0; ///< position of `text` in the kernel's text, in bytes
};

/// Grid, block, then arguments, each in its order. Empty without a header, or when `text` is not the
/// scenario's.
[[nodiscard]] std::vector<LaunchKnob> launch_knobs(std::string_view text, const source::Scenario& scenario,
                                                   const source::ResolvedLaunch& launch);

/// Returns the text with that number in it.
[[nodiscard]] std::string turn(std::string_view text, const LaunchKnob& knob, std::int64_t value);

/// Returns the value that a button leads to. Powers of two double and halve, as sizes do; other numbers, and
/// those below 8, change by one. Never less than the minimum (1; for arguments that of their type).
[[nodiscard]] std::int64_t next_value(const LaunchKnob& knob, int direction);

} // namespace warpscope::document
