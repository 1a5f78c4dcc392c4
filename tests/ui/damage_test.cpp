// Which boxes of the window changed since the last frame.
#include "app/panels/window/damage.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(MergeBoxes, WhatOverlapsBecomesOneAndChainsDoToo) {
  std::vector<view::Box> boxes{{0, 0, 10, 10}, {100, 0, 10, 10}, {5, 5, 96, 2}};
  panels::merge_boxes(boxes, 6);
  ASSERT_EQ(boxes.size(), 1u);
  EXPECT_EQ(boxes[0], (view::Box{0, 0, 110, 10}));
}

TEST(MergeBoxes, BoxesApartStayApart) {
  std::vector<view::Box> boxes{{0, 0, 10, 10}, {10, 0, 10, 10}, {0, 50, 10, 10}};
  panels::merge_boxes(boxes, 3);
  EXPECT_EQ(boxes.size(), 3u);
}

TEST(MergeBoxes, TheTwoThatWasteLeastGoTogether) {
  std::vector<view::Box> boxes{{0, 0, 10, 10}, {500, 500, 10, 10}, {0, 12, 10, 10}};
  panels::merge_boxes(boxes, 2);
  ASSERT_EQ(boxes.size(), 2u);
  EXPECT_EQ(boxes[0], (view::Box{0, 0, 10, 22}));
  EXPECT_EQ(boxes[1], (view::Box{500, 500, 10, 10}));
}

/// Draw lists made by hand, as Dear ImGui would hand them over.
class Damage : public testing::Test {
 protected:
  Damage() : context_(ImGui::CreateContext()), shared_(ImGui::GetDrawListSharedData()), list_(shared_) {}
  ~Damage() override { ImGui::DestroyContext(context_); }

  /// One frame of these boxes; what may have changed since the last.
  std::vector<view::Box> frame(const std::vector<view::Box>& boxes, unsigned color = 0xffffffffu,
                               ImVec2 clip = {1000, 1000}) {
    list_._ResetForNewFrame();
    list_.PushTexture(ImTextureRef(ImTextureID{1}));
    list_.PushClipRect({0, 0}, clip);
    for (const view::Box& b : boxes) {
      list_.PrimReserve(6, 4);
      list_.PrimRect({b.x, b.y}, {b.x + b.w, b.y + b.h}, color);
    }
    ImDrawData data;
    data.DisplaySize = {1000, 1000};
    data.FramebufferScale = {1, 1};
    data.CmdLists.push_back(&list_);
    return tracker_.look(data);
  }
  const view::Box whole_{0, 0, 1000, 1000};
  panels::DamageTracker tracker_;

 private:
  ImGuiContext* context_;
  ImDrawListSharedData* shared_;
  ImDrawList list_;
};

TEST_F(Damage, TheFirstFrameIsAllNewAndAnEqualOneNothing) {
  EXPECT_EQ(frame({{10, 10, 20, 20}}), std::vector<view::Box>{whole_});
  EXPECT_TRUE(frame({{10, 10, 20, 20}}).empty());
  tracker_.forget();
  EXPECT_EQ(frame({{10, 10, 20, 20}}), std::vector<view::Box>{whole_});
}

TEST_F(Damage, WhatMovedIsDamageWhereItWasAndWhereItIs) {
  (void)frame({{10, 10, 20, 20}, {500, 500, 4, 4}, {900, 900, 5, 5}});
  EXPECT_EQ(frame({{10, 10, 20, 20}, {510, 500, 4, 4}, {900, 900, 5, 5}}),
            (std::vector<view::Box>{{500, 500, 14, 4}}));
}

TEST_F(Damage, WhatCameOrWentBetweenOthers) {
  (void)frame({{10, 10, 20, 20}, {900, 900, 5, 5}});
  EXPECT_EQ(frame({{10, 10, 20, 20}, {300, 300, 7, 7}, {900, 900, 5, 5}}),
            (std::vector<view::Box>{{300, 300, 7, 7}}));
  EXPECT_EQ(frame({{10, 10, 20, 20}, {900, 900, 5, 5}}), (std::vector<view::Box>{{300, 300, 7, 7}}));
}

TEST_F(Damage, AnotherColourIsDamageAndFractionsGrowToWholePixels) {
  (void)frame({{10.5F, 10.25F, 1, 1}});
  EXPECT_EQ(frame({{10.5F, 10.25F, 1, 1}}, 0xff0000ffu), (std::vector<view::Box>{{10, 10, 2, 2}}));
}

TEST_F(Damage, WhatIsClippedAwayIsNone) {
  (void)frame({{10, 10, 20, 20}}, 0xffffffffu, {15, 15});
  EXPECT_EQ(frame({{10, 10, 20, 20}}, 0xff0000ffu, {15, 15}), (std::vector<view::Box>{{10, 10, 5, 5}}));
}

} // namespace
} // namespace warpscope
