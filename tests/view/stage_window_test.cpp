// Scrolling and zooming of scenes larger than the stage.
#include "app/view/stage_window.h"
#include "tests/view/fixture.h"
#include "tests/view/picture_check.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

using namespace testing;

/// big[row(lane)][column(lane)] of a float big[512][512]: far larger than a stage.
Sample big_array(std::uint32_t first_row, std::uint32_t column) {
  Sample s;
  s.variable("big", Space::Shared, {512, 512}, "float", 4);
  s.add("big", "big[r + t][c]", Space::Shared, AccessKind::Load, 4,
        [=](std::uint32_t t) { return 4 * ((first_row + t / 8) * 512 + column); });
  return s;
}

view::ArrayWindow seen(const view::StageWindow& window, view::SceneRequest input) {
  window.apply(input);
  return view::array_window(input);
}

TEST(StageWindow, TheArrayIsScrolledByWheelDragAndKeysAndStaysInside) {
  const Sample s = big_array(200, 300);
  const view::SceneRequest input = s.input(792, 376);
  view::StageWindow window;
  window.follow(view::SceneKind::Array, input);
  const view::ArrayWindow around = seen(window, input);
  ASSERT_LT(around.rows, 512u);
  ASSERT_TRUE(around.shows_focus);
  ASSERT_TRUE(window.move(view::SceneKind::Array, input, {.rows = 3}));
  const view::ArrayWindow below = seen(window, input);
  EXPECT_GT(below.first_row, around.first_row);
  EXPECT_EQ(below.first_column, around.first_column);
  EXPECT_TRUE(window.moved(view::SceneKind::Array));
  ASSERT_TRUE(window.move(view::SceneKind::Array, input, {.columns = -2}));
  EXPECT_LT(seen(window, input).first_column, around.first_column);
  // A pull moves the picture with the hand, cell by cell; half a cell is kept for the next pull.
  const view::ArrayWindow before = seen(window, input);
  EXPECT_FALSE(window.move(view::SceneKind::Array, input, {.drag_y = before.cell_height / 2}));
  EXPECT_TRUE(window.move(view::SceneKind::Array, input, {.drag_y = before.cell_height * .6F}));
  EXPECT_EQ(seen(window, input).first_row, before.first_row - 1);
  for (int i = 0; i < 300; ++i) window.move(view::SceneKind::Array, input, {.rows = 5, .columns = 5});
  const view::ArrayWindow end = seen(window, input);
  EXPECT_EQ(end.first_row + end.rows, 512u);
  EXPECT_EQ(end.first_column + end.columns, 512u);
  EXPECT_FALSE(window.move(view::SceneKind::Array, input, {.rows = 1})) << "there is no further";
  ASSERT_TRUE(window.move(view::SceneKind::Array, input, {.back = true}));
  EXPECT_EQ(seen(window, input).first_row, around.first_row);
  EXPECT_FALSE(window.moved(view::SceneKind::Array));
}

TEST(StageWindow, ZoomingKeepsTheMiddle) {
  const Sample s = big_array(200, 300);
  const view::SceneRequest input = s.input(1190, 598);
  view::StageWindow window;
  window.follow(view::SceneKind::Array, input);
  const view::ArrayWindow before = seen(window, input);
  ASSERT_TRUE(window.move(view::SceneKind::Array, input, {.zoom = 3}));
  const view::ArrayWindow near = seen(window, input);
  EXPECT_GT(near.cell_height, before.cell_height);
  EXPECT_LT(near.rows, before.rows);
  EXPECT_NEAR(near.first_row + near.rows / 2., before.first_row + before.rows / 2., 2);
  ASSERT_TRUE(window.move(view::SceneKind::Array, input, {.zoom = -3}));
  EXPECT_EQ(seen(window, input).rows, before.rows);
}

TEST(StageWindow, PlaybackMovesTheWindowOnlyWhenTheAccessLeavesIt) {
  const Sample s = big_array(200, 300);
  const Sample near = big_array(203, 301);
  const Sample far = big_array(460, 20);
  view::StageWindow window;
  window.follow(view::SceneKind::Array, s.input(792, 376));
  const view::ArrayWindow first = seen(window, s.input(792, 376));
  window.follow(view::SceneKind::Array, near.input(792, 376));
  EXPECT_EQ(seen(window, near.input(792, 376)).first_row, first.first_row) << "still in sight";
  window.follow(view::SceneKind::Array, far.input(792, 376));
  const view::ArrayWindow then = seen(window, far.input(792, 376));
  EXPECT_NE(then.first_row, first.first_row);
  EXPECT_TRUE(then.shows_focus);
}

TEST(StageWindow, ALargerArrayHasScrollBars) {
  const auto bars = [](const view::Picture& picture) {
    int count = 0;
    for (const view::Shape& shape : picture.shapes)
      if (const auto* rect = std::get_if<view::RectShape>(&shape))
        count += rect->fill == view::dark_theme().edge && std::min(rect->box.w, rect->box.h) == 5 ? 1 : 0;
    return count;
  };
  EXPECT_EQ(bars(view::build_scene(view::SceneKind::Array, big_array(200, 300).input(792, 376))), 2);
  EXPECT_EQ(bars(view::build_scene(view::SceneKind::Array, column_read(32).input(1920, 1080))), 0);
}

TEST(StageWindow, LinesAreScrolled) {
  const Sample s = global_read(500, 0);
  const view::SceneRequest input = s.input(792, 300);
  view::StageWindow window;
  view::SceneRequest first = input;
  window.apply(first);
  const view::SectorsWindow all = view::sectors_window(first);
  ASSERT_EQ(all.all, 32u);
  ASSERT_LT(all.shown, 32u);
  ASSERT_TRUE(window.move(view::SceneKind::Sectors, input, {.rows = 2}));
  view::SceneRequest moved = input;
  window.apply(moved);
  EXPECT_GT(view::sectors_window(moved).first, 0u);
  for (int i = 0; i < 60; ++i) window.move(view::SceneKind::Sectors, input, {.rows = 1});
  moved = input;
  window.apply(moved);
  EXPECT_EQ(view::sectors_window(moved).first, all.last());
  EXPECT_EQ(unsound(view::build_scene(view::SceneKind::Sectors, moved)), "");
  EXPECT_TRUE(window.move(view::SceneKind::Sectors, input, {.back = true}));
  EXPECT_FALSE(window.moved(view::SceneKind::Sectors));
}

TEST(StageWindow, TheBlockIsZoomedAtThePointerAndFollowsThePlayhead) {
  const Sample s = block_of(8, 20);
  const playback::RunPtr run = s.run();
  const playback::BlockIndex& index = run->block_index();
  const auto input_at = [&](std::size_t event) {
    view::SceneRequest input = s.input(1190, 598, 0, event);
    input.run = run;
    return input;
  };
  view::StageWindow window;
  const view::SceneRequest start = input_at(0);
  ASSERT_TRUE(window.move(view::SceneKind::Block, start, {.zoom = 5, .zoom_at = 0.F}));
  view::SceneRequest zoomed = start;
  window.apply(zoomed);
  EXPECT_EQ(zoomed.options.window.first_step, 0u) << "the left edge stays under the pointer";
  const std::uint64_t shown = zoomed.options.window.end_step - zoomed.options.window.first_step;
  EXPECT_LT(shown, index.steps() / 2);
  window.follow(view::SceneKind::Block, input_at(3));
  view::SceneRequest same = start;
  window.apply(same);
  EXPECT_EQ(same.options.window.first_step, 0u) << "the playhead is still in sight";
  const std::size_t last = s.trace->size() - 1;
  window.follow(view::SceneKind::Block, input_at(last));
  view::SceneRequest then = start;
  window.apply(then);
  EXPECT_EQ(then.options.window.end_step - then.options.window.first_step, shown);
  EXPECT_EQ(then.options.window.end_step, index.steps());
  ASSERT_TRUE(window.move(view::SceneKind::Block, input_at(last), {.columns = -3}));
  for (int i = 0; i < 100; ++i) window.move(view::SceneKind::Block, start, {.zoom = 1, .zoom_at = .5F});
  view::SceneRequest nearest = start;
  window.apply(nearest);
  EXPECT_GE(nearest.options.window.end_step - nearest.options.window.first_step, 16u);
  EXPECT_EQ(unsound(view::build_scene(view::SceneKind::Block, nearest)), "");
  for (int i = 0; i < 100; ++i) window.move(view::SceneKind::Block, start, {.zoom = -1});
  EXPECT_FALSE(window.moved(view::SceneKind::Block)) << "all of it again";
}

/// True when the lane stands in bold in a cell, in letters of 13 pixels or more.
bool shows_lane_now(const view::Picture& picture, std::uint32_t lane) {
  for (const view::TextShape* text : texts(picture))
    if (text->text == std::to_string(lane) && text->font == view::Font::MonoBold && text->size >= 13 &&
        text->definition == view::definition::lane)
      return true;
  return false;
}

TEST(StageWindow, TheArrayFollowsTheWavefrontThatIsServedWithReadableRings) {
  for (const std::uint32_t columns : {32u, 33u}) {
    const Sample s = column_read(columns, 16);
    // In the window at 720 pixels, with a question below it, at 1080, and alone.
    for (const auto& [w, h] : {std::pair{780.F, 376.F}, {780.F, 300.F}, {1190.F, 598.F}, {1280.F, 720.F}}) {
      view::StageWindow window;
      const std::uint32_t all = columns == 32 ? 32 : 1;
      for (std::uint32_t k = 0; k < all; ++k) {
        view::SceneRequest input = s.input(w, h, k);
        for (const bool followed : {false, true}) { // an export has no window that followed
          if (followed) window.follow(view::SceneKind::Array, input), window.apply(input);
          const view::ArrayWindow shown = view::array_window(input);
          EXPECT_TRUE(shown.shows_focus) << w << "x" << h << ", wavefront " << k;
          EXPECT_GE(shown.cell_height, 16) << w << "x" << h;
          EXPECT_TRUE(shows_lane_now(view::build_scene(view::SceneKind::Array, input), k))
              << w << "x" << h << ", wavefront " << k << (followed ? ", followed" : "");
        }
      }
    }
  }
}

TEST(StageWindow, TheWavefrontsNumberHasOneColour) {
  for (const Sample& s : {column_read(), column_read(33)}) {
    std::vector<view::Color> colors;
    for (const view::SceneKind scene : {view::SceneKind::Banks, view::SceneKind::Array}) {
      const view::Picture picture = view::build_scene(scene, s.input(1280, 720));
      for (const view::TextShape* text : texts(picture))
        if (text->text == "1" && text->definition == view::definition::wavefront_on_show)
          colors.push_back(text->color);
    }
    ASSERT_EQ(colors.size(), 2u);
    EXPECT_EQ(colors[0], colors[1]);
    EXPECT_EQ(colors[0], view::dark_theme().now);
  }
}

} // namespace
} // namespace warpscope
