// Every text of every Picture comes from the language table.
#include "tests/language/other_language.h"
#include "tests/view/every_text.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

using namespace testing;
using namespace language_testing;

/// Names and types of the samples' sources, and abbreviations that a row has in capitals.
const std::set<std::string, std::less<>> names{"As",   "Bs",        "Sample", "big",  "dram", "flop", "tflop",
                                               "coef", "float",     "in",     "lone", "own",  "tile", "tx",
                                               "ty",   "threadIdx", "ld",     "st",   "atom", "sum"};

/// Keys that only the window uses, or that no sample can reach.
bool is_of_the_pictures(const std::string& key) {
  static const std::set<std::string> sections{"number",   "count",   "headline", "access", "block",
                                              "address",  "picture", "banks",    "array",  "sectors",
                                              "constant", "local",   "question", "pair",   "explain"};
  static const std::map<std::string, const char*> never{
      {"sectors.lanes_used", "a label between two widths; English letters fit where these do not"},
      {"block.hidden_warp", "one warp too many for the height, to the pixel"},
      {"count.access", "one access has a sentence of its own"},
      {"headline.fault", "given to the picture by the window (Told::alarm), as the next 18 are"},
      {"headline.endless", "the same"},
      {"headline.endless_in", "the same"},
      {"headline.endless_unknown", "the same"},
      {"headline.endless_advice", "the same"},
      {"headline.endless_unknown_advice", "the same"},
      {"headline.advice_and_access", "the same"},
      {"headline.fault_elsewhere", "the same"},
      {"headline.a_thread", "the same"},
      {"headline.hang_elsewhere", "the same"},
      {"headline.race_elsewhere", "the same"},
      {"headline.race", "the same"},
      {"headline.race_line", "the same"},
      {"headline.race_lines", "the same"},
      {"headline.unwritten", "the same"},
      {"headline.unwritten_elsewhere", "the same"},
      {"headline.unwritten_line", "the same"},
      {"headline.outside", "the same"},
      {"headline.outside_elsewhere", "the same"},
      {"headline.outside_line", "the same"},
      {"sectors.lane_used", "the same as lanes_used"},
      {"sectors.line_of_text", "of a warp's other accesses, which scene_sectors_others_test draws"},
      {"sectors.more_of_band", "the same"},
      {"sectors.other_tip", "the same"},
      {"sectors.line_of_block", "an access to another block, which scene_sectors_cluster_test draws"},
      {"count.cycle", "of the scene Multiprocessor, which scene_multiprocessor_test draws; as those below"},
      {"count.cycles", "the same"},
      {"explain.cycle", "the same"},
      {"explain.issue_slots", "the same"},
      {"explain.lsu_busy", "the same"},
      {"explain.resident", "the same"},
      {"explain.warp_time", "the same"},
      {"explain.cache_access", "of the scene Cache, which scene_cache_test draws; as those below"},
      {"explain.cache_cell", "the same"},
      {"explain.cache_found", "the same"},
      {"explain.cache_set", "the same"},
      {"pair.microseconds", "of a pair of Multiprocessors, which scene_multiprocessor_test draws"},
      {"pair.waits", "the same"},
      {"headline.group_bank", "two words a lane meet in two banks, unless they are not aligned"},
  };
  return sections.contains(key.substr(0, key.find('.'))) && !never.contains(key);
}

TEST(EveryText, ComesOutOfTheLanguageTable) {
  const std::vector<Sample> samples = every_sample();
  const OtherLanguage other(::testing::TempDir());
  ASSERT_EQ(other.problem(), "");
  std::set<std::string> seen, english_left, unfilled;
  std::size_t texts = 0;
  visit_every_text(samples, [&](const std::vector<std::string>& all) {
    for (const std::string& text : all) {
      ++texts;
      other.note_rows(text, seen);
      if (const std::string words = english_in(text, names); !words.empty())
        english_left.insert(words + " in “" + text + "”");
      if (text.find_first_of("{}") != std::string::npos) unfilled.insert(text);
    }
  });
  EXPECT_GT(texts, 100'000u);
  for (const std::string& text : english_left) ADD_FAILURE() << "not out of the table: " << text;
  for (const std::string& text : unfilled) ADD_FAILURE() << "a placeholder was not filled: " << text;
  for (const auto& [key, text] : language::english_rows())
    EXPECT_TRUE(!is_of_the_pictures(key) || seen.contains(key))
        << key << " (“" << text << "”) is in no Picture here";
}

} // namespace
} // namespace warpscope
