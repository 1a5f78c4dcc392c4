// Sentences about results.
#include "app/results/words.h"

#include "app/document/document.h"
#include "app/language/counted.h"
#include "app/language/language.h"
#include "app/results/counters.h"

namespace warpscope::results {

namespace {

std::string counted(std::uint64_t n, std::string_view unit) { return grouped(n) + " " + std::string(unit); }

} // namespace

std::string launch_words(const source::ResolvedLaunch& launch) {
  const std::uint64_t blocks = launch.grid.count();
  return language::trf(
      blocks == 1 ? "results.one_block" : "results.blocks", language::arg("kernel", launch.kernel),
      language::arg("grid", document::format_dim(launch.grid)),
      language::arg("block", document::format_dim(launch.block)), language::arg("blocks", grouped(blocks)));
}

std::string expression_words(const source::ResolvedLaunch& launch) {
  return language::trf("results.expression_block",
                       language::arg("block", document::format_dim(launch.block)));
}

std::string check_words(const std::string& output, std::uint64_t mismatches, const std::string& first) {
  return mismatches == 0 ? language::trf("results.right", language::arg("output", output))
                         : output + ": " + first;
}

std::string row_words(const ResultRow& row, bool hidden) {
  std::string words = tooltip_of(row.counter);
  if (const std::string lanes = lanes_text(row.lanes, row.requests); !lanes.empty()) words += "\n" + lanes;
  if (!row.why.empty() && !hidden) words += "\n" + row.why;
  if (row.site != ~0u) words += "\n" + std::string(language::tr("results.click"));
  return words;
}

std::string hazards_title(std::size_t count) {
  const std::string title(language::tr("hazard.tab"));
  return count == 0 ? title : title + " " + grouped(count);
}

std::string hazard_lines(const HazardRow& row) {
  if (row.line == 0) return {};
  if (row.first_line == 0 || row.first_line == row.line) return std::to_string(row.line);
  return std::to_string(row.first_line) + " → " + std::to_string(row.line);
}

std::string served_words(const playback::SiteServed& served) {
  std::string text;
  const auto add = [&](std::uint64_t n, language::Counted what) {
    if (n != 0) text += (text.empty() ? "" : ", ") + counted(n, language::unit_of(n, what));
  };
  add(served.accesses, language::Counted::Access);
  add(served.wavefronts, language::Counted::Wavefront);
  add(served.sectors, language::Counted::Sector);
  add(served.passes, language::Counted::Pass);
  return text;
}

std::string since_pin_words(const playback::MomentDifference& difference) {
  const std::string served = served_words(difference.total);
  std::string text(language::tr(difference.backwards() ? "since.up_to_the_pin" : "since.since_the_pin"));
  text += " " + (served.empty() ? std::string(language::tr("since.nothing")) : served);
  if (const std::size_t words = difference.words.size(); words != 0)
    text += ", " + counted(words, language::tr(words == 1 ? "unit.word_written" : "unit.words_written"));
  return text;
}

} // namespace warpscope::results
