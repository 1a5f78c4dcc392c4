// The row of a program's launches and copies, and what its checks found, as values to draw. No drawing.
#pragma once

#include "sim/whole/record.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::results {

/// One block of the row: a launch or a copy, or neighbours of one name.
struct LaunchItem {
  enum class Kind : std::uint8_t { Launch, ToDevice, ToHost, OnDevice, Fill } kind = Kind::Launch;
  std::vector<std::size_t> of; ///< indices into the record's launches or copies
  std::string name;            ///< "histogram", "H2D"
  std::string detail;          ///< "64 × 64", "512 KiB"
  double seconds = 0;          ///< modelled: of one launch of a deck, of all of a fold
  double total = 0;            ///< of all, with their repeats
  std::uint64_t repeats = 0;   ///< more launches of the same sizes from the same line, executed or counted
  bool never_ran = false, failed = false, race = false;
  bool never_ended = false; ///< its budget ended it; never_ran, too: none of its blocks came to an end
  whole::Place place;       ///< of the call
  std::string why;          ///< of a launch that CUDA refused, which has no record: a sentence
  [[nodiscard]] bool is_launch() const { return kind == Kind::Launch; }
  [[nodiscard]] bool holds(std::size_t launch) const;
};

/// In the order of the calls; equal launches from one line, one right behind the other, are one item (a
/// deck). More than `most`: neighbours of one name become one item.
[[nodiscard]] std::vector<LaunchItem> launch_items(const whole::Record& record, std::size_t most = 40);

/// Counts of a whole program.
struct ProgramCounts {
  std::uint64_t launches = 0, executed = 0, repeats = 0, never_ran = 0, never_ended = 0;
  double seconds = 0; ///< modelled, of all launches and copies with their repeats
};
[[nodiscard]] ProgramCounts program_counts(const whole::Record& record);

/// Returns "exit code 0 · 103 launches: 3 executed, 99 repeats counted, 1 never ran".
[[nodiscard]] std::string program_words(const whole::Record& record);
/// Returns "12.0 µs", "9.27 ms", "1.20 s".
[[nodiscard]] std::string modelled_time(double seconds);
/// Returns "512 KiB", "1.5 MiB", "12 B".
[[nodiscard]] std::string size_words(std::uint64_t bytes);
/// Grid, block, shared bytes, stream and time of a launch; bytes, stream and time of a copy: lines of a
/// tooltip.
[[nodiscard]] std::string item_words(const whole::Record& record, const LaunchItem& item);

/// A row of a deck's list.
struct RepeatRow {
  std::optional<std::size_t> launch; ///< index into the record's launches; nullopt: it was only counted
  std::string text;
};
/// The launches of a deck in the order of the calls, `most` rows of them.
[[nodiscard]] std::vector<RepeatRow> repeat_rows(const whole::Record& record, const LaunchItem& item,
                                                 std::size_t most = 200);
/// Returns "launch 7 of 103 · block 5 of 64", or its first half where `brief`.
[[nodiscard]] std::string launch_position(const whole::Record& record, std::size_t launch,
                                          std::uint64_t block, bool brief);

/// One finding as a card: "Line 57: equalise never ran, and nobody asked", and why.
struct FindingCard {
  std::size_t index = 0; ///< into the record's findings
  std::string title, why;
  bool error = false, race = false;
  std::string file;
  std::uint32_t line = 0;
};
/// Worst first; `file`: of the text that is shown, whose lines need no name.
[[nodiscard]] std::vector<FindingCard> finding_cards(const whole::Record& record, const std::string& file);

} // namespace warpscope::results
