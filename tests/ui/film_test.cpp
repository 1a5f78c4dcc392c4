// An exported film is drawn on another thread while the person goes on working: it must not see what they do.
#include "app/panels/export/film.h"
#include "app/panels/stage/subject.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace warpscope {
namespace {

/// The window without a window: a session over the real simulator, and the stage that a frame would show.
class Film : public testing::Test {
 protected:
  Film() : session_(document::make_catalog(), jobs::make_simulator(), [] {}) {}

  void settle() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (session_.busy() && std::chrono::steady_clock::now() < end) {
      session_.poll();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    session_.poll();
    ASSERT_FALSE(session_.busy());
  }

  /// What the stage does in a frame.
  void show(view::SceneKind scene) {
    const std::optional<playback::Moment> shown = panels::shown_moment(session_, scene);
    ASSERT_TRUE(shown.has_value());
    view::SceneRequest request = panels::present_request(session_, *shown);
    request.options.frame.width = 900;
    request.options.frame.height = 500;
    const auto picture = std::make_shared<const view::Picture>(view::build_scene(scene, request));
    stage_.panes = {{picture, request, scene, 0, 0, true}};
  }

  /// Of some steps in the middle of the block.
  std::function<view::Picture(const exporting::FrameTime&)> film() {
    const std::uint64_t middle = session_.time().track().steps() / 2;
    return panels::make_film(stage_, panels::film_steps(session_, middle, middle + 3, 4));
  }

  session::Session session_;
  panels::StageView stage_;
};

std::vector<view::Picture> frames_of(const std::function<view::Picture(const exporting::FrameTime&)>& film) {
  std::vector<view::Picture> frames;
  for (std::uint64_t step = 0; step < 4; ++step) frames.push_back(film({step, 1}));
  return frames;
}

TEST_F(Film, OfABlockKeepsItsHazardWhenAnotherBarrierIsCut) {
  session_.edit()->set_lab("matmul_tile16");
  settle();
  const std::vector<std::uint32_t> barriers = session_.edits().barriers();
  ASSERT_EQ(barriers.size(), 2u);
  ASSERT_TRUE(session_.edit()->toggle_barrier(barriers[0]));
  settle();
  ASSERT_NE(session_.results().hazard_story(), nullptr);
  show(view::SceneKind::Block);
  const auto film = this->film();
  const std::vector<view::Picture> before = frames_of(film);

  session_.edit()->restore_barriers();
  ASSERT_TRUE(session_.edit()->toggle_barrier(barriers[1]));
  settle();
  ASSERT_NE(session_.results().hazard_story(), nullptr);
  show(view::SceneKind::Block);
  EXPECT_TRUE(frames_of(film) == before);
}

TEST_F(Film, OfTilingKeepsItsRowsWhenOthersAreTyped) {
  session_.edit()->set_lab("matmul_tile16");
  settle();
  ASSERT_EQ(session_.set_row_length("A", "48"), "");
  show(view::SceneKind::Tiling);
  const auto film = this->film();
  const std::vector<view::Picture> before = frames_of(film);

  ASSERT_EQ(session_.set_row_length("A", "16"), "");
  show(view::SceneKind::Tiling);
  EXPECT_TRUE(frames_of(film) == before);
}

TEST_F(Film, OfTilingOutlivesItsText) {
  session_.edit()->set_lab("matmul_tile16");
  settle();
  show(view::SceneKind::Tiling);
  const auto film = this->film();
  const std::vector<view::Picture> before = frames_of(film);

  session_.edit()->set_lab("transpose_tile");
  settle();
  show(view::SceneKind::Tiling);
  EXPECT_TRUE(frames_of(film) == before);
}

/// Its steps are cycles, which go on evenly between two frames' steps.
TEST_F(Film, OfTheMultiprocessorRunsInCycles) {
  session_.edit()->set_lab("transpose_tile");
  settle();
  jobs::Runs& runs = session_.runs();
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!runs.machine_is_current() && std::chrono::steady_clock::now() < end) {
    runs.want_machine(0);
    session_.poll();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  ASSERT_TRUE(runs.machine_is_current());
  show(view::SceneKind::Multiprocessor);
  stage_.panes[0].request.options.machine = {runs.machine(), false, 0};
  const auto film = panels::make_machine_film(stage_, 100);
  const auto says = [](const view::Picture& picture, const std::string& words) {
    for (const view::Shape& shape : picture.shapes)
      if (const auto* text = std::get_if<view::TextShape>(&shape))
        if (text->text.starts_with(words)) return true;
    return false;
  };
  EXPECT_TRUE(says(film({0, 1}), "cycle 0 "));
  EXPECT_TRUE(says(film({2, .5F}), "cycle 150 "));
  EXPECT_TRUE(says(film({2, 1}), "cycle 200 "));
  session_.edit()->set_lab("matmul_tile16"); // the film owns what it shows
  settle();
  EXPECT_TRUE(says(film({3, 1}), "cycle 300 "));
}

} // namespace
} // namespace warpscope
