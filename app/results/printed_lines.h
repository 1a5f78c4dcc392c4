// Which statement of a program printed a line, and which of its numbers are modelled times. Found by what the
// statement's text can print, not by running it: where two statements can have printed a line, neither is
// named.
#pragma once

#include "app/results/modelled_values.h"
#include "sim/program/program_sources.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::results {

/// What printed a line.
struct PrintedBy {
  std::uint32_t file = 0; ///< index into the texts
  std::uint32_t line = 0; ///< 0: not known
  /// The parts of the line, as begin and end, that stand where a GPU would have a time.
  std::vector<std::pair<std::size_t, std::size_t>> modelled;
  TimeSource source = TimeSource::None; ///< of the first of them
};

/// A part of what a statement prints: text as it stands, or the value of an expression.
struct PrintPart {
  enum class Kind : std::uint8_t { Text, Integer, Real, Anything } kind = Kind::Text;
  std::string text; ///< of Text
  TimeSource source = TimeSource::None;
};
/// One line, or the beginning of one, that a statement prints.
struct PrintPattern {
  std::uint32_t file = 0, line = 0; ///< where the statement begins
  bool error = false;               ///< to stderr
  bool whole = false;               ///< it ends its line
  std::vector<PrintPart> parts;
};

/// The patterns of printf(), fprintf(), puts(), fputs(), std::cout, std::cerr and std::clog in these texts.
[[nodiscard]] std::vector<PrintPattern> print_patterns(const std::vector<program::SourceFile>& texts);

/// `line` without its line end; `error`: it came on stderr.
[[nodiscard]] PrintedBy printed_by(const std::vector<PrintPattern>& patterns, std::string_view line,
                                   bool error);

} // namespace warpscope::results
