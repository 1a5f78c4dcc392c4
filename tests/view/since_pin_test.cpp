// What changed since the pin: names, values, marks, the table.
#include "app/view/since_pin.h"
#include "tests/view/fixture.h"
#include "tests/view/picture_check.h"

#include <gtest/gtest.h>

#include <bit>

namespace warpscope {
namespace {

using namespace testing;

program::Program with(std::string type, std::uint32_t element, std::vector<std::uint32_t> dimensions) {
  Sample s;
  s.variable("tile", Space::Shared, std::move(dimensions), std::move(type), element);
  return s.program;
}

TEST(SincePin, NamesWordsAsTheTextDoes) {
  const program::Program tile = with("float", 4, {32, 33});
  EXPECT_EQ(view::word_name(tile, program::window_base), "tile[0][0]");
  EXPECT_EQ(view::word_name(tile, program::window_base + 4 * (3 * 33 + 5)), "tile[3][5]");
  EXPECT_EQ(view::word_name(tile, program::window_base + 4 * 32 * 33), "byte 4224") << "behind the array";
  EXPECT_EQ(view::word_name(with("double", 8, {16}), program::window_base + 8 * 3 + 4), "tile[3].1");
}

TEST(SincePin, PrintsValuesAsTheirType) {
  EXPECT_EQ(view::word_value(with("float", 4, {8}), program::window_base, std::bit_cast<std::uint32_t>(3.5f)),
            "3.5");
  EXPECT_EQ(view::word_value(with("int", 4, {8}), program::window_base, 0xffff'fff9u), "-7");
  EXPECT_EQ(view::word_value(with("unsigned int", 4, {8}), program::window_base, 0xffff'fff9u), "4294967289");
  EXPECT_EQ(view::word_value(with("double", 8, {8}), program::window_base, 0x3ff0'0000u), "0x3ff00000");
  EXPECT_EQ(view::word_value(with("float", 4, {8}), program::window_base, std::nullopt), "–");
}

TEST(SincePin, TheArrayMarksWhatWasWritten) {
  const Sample s = column_read();
  playback::MomentDifference since;
  since.now = 5;
  since.words.push_back({program::window_base + 4 * (2 * 32 + 13), 2, std::bit_cast<std::uint32_t>(1.f),
                         std::bit_cast<std::uint32_t>(2.f)});
  view::SceneRequest in = s.input(1280, 720);
  const view::Picture without = view::build_scene(view::SceneKind::Array, in);
  in.options.told.since = std::make_shared<const playback::MomentDifference>(since);
  const view::Picture with_mark = view::build_scene(view::SceneKind::Array, in);
  EXPECT_EQ(with_mark.shapes.size(), without.shapes.size() + 2) << "one corner and its ground";
  std::size_t told = 0;
  for (const view::Hit& hit : with_mark.hits)
    if (hit.tooltip.find("Written since the pin: 1 → 2, by 2 instructions.") != std::string::npos) ++told;
  EXPECT_EQ(told, 1u);
  EXPECT_EQ(unsound(with_mark), "");
  in.options.question.hide_counts = true;
  view::SceneRequest asked = s.input(1280, 720);
  asked.options.question.hide_counts = true;
  EXPECT_EQ(view::build_scene(view::SceneKind::Array, in), view::build_scene(view::SceneKind::Array, asked));
}

TEST(SincePin, TableIsSortedByLineAndBounded) {
  const Sample s = block_of(2, 1, 4);
  const playback::Playback playback(s.trace);
  const playback::MomentDifference difference = playback::ServedIndex(playback).between(playback, 0,
                                                                                        playback.steps() - 1);
  const view::SinceTable table = view::since_table(s.program, difference, 10);
  ASSERT_FALSE(table.lines.empty());
  for (std::size_t i = 1; i < table.lines.size(); ++i)
    EXPECT_LE(table.lines[i - 1].line, table.lines[i].line);
  EXPECT_EQ(table.words.size(), 10u);
  EXPECT_EQ(table.all_words, difference.words.size());
  EXPECT_GT(table.all_words, 10u);
}

} // namespace
} // namespace warpscope
