// Resuming a document of an earlier run.
#include "app/session/session.h"
#include "tests/session/fake_simulator.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace warpscope {
namespace {

class Resume : public testing::Test {
 protected:
  Resume() : session_(test::small_catalog(), std::make_unique<test::FakeSimulator>(controls_), [] {}) {}
  void settle() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    do {
      session_.poll();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } while (session_.busy() && std::chrono::steady_clock::now() < end);
    session_.poll();
    ASSERT_FALSE(session_.busy());
  }
  static document::Document own_kernel(std::string text) {
    document::Document d;
    d.mode = document::SourceMode::Kernel;
    d.kernel_text = std::make_shared<const std::string>(std::move(text));
    d.choices = {{"PAD", "1"}};
    return d;
  }

  std::shared_ptr<test::FakeControls> controls_ = std::make_shared<test::FakeControls>();
  session::Session session_;
};

TEST_F(Resume, BringsBackDocumentAndPlayhead) {
  settle();
  document::Document d = own_kernel("__global__ void k() {}");
  d.device = "no such device";
  d.lab = "no such lab";
  const std::string device = session_.document().device;
  session_.edit()->restore(d, {0, 11}, std::nullopt);
  settle();
  EXPECT_EQ(*session_.document().kernel_text, "__global__ void k() {}");
  EXPECT_EQ(session_.document().choices, d.choices);
  EXPECT_EQ(session_.document().device, device) << "an unknown device becomes the one there is";
  EXPECT_EQ(session_.document().lab, "");
  EXPECT_EQ(session_.time().moment(), (playback::Moment{0, 11}));
  EXPECT_TRUE(session_.edits().unsaved()) << "own text that no file has";
  EXPECT_FALSE(session_.edits().can_undo());
}

TEST_F(Resume, KnowsWhatIsSaved) {
  settle();
  session_.edit()->restore(own_kernel("new"), {}, "old");
  EXPECT_TRUE(session_.edits().unsaved());
  ASSERT_NE(session_.edits().saved_text(), nullptr);
  EXPECT_EQ(*session_.edits().saved_text(), "old");
  session_.edit()->set_kernel_text("old");
  EXPECT_FALSE(session_.edits().unsaved());
  session_.edit()->restore(own_kernel("same"), {}, "same");
  EXPECT_FALSE(session_.edits().unsaved());
}

TEST_F(Resume, StartingOverCanBeUndone) {
  settle();
  session_.edit()->restore(own_kernel("mine"), {}, std::nullopt);
  settle();
  session_.edit()->start_over();
  settle();
  EXPECT_EQ(session_.document().mode, document::SourceMode::Expression);
  EXPECT_EQ(session_.document().expression, document::Document{}.expression);
  EXPECT_FALSE(session_.edits().unsaved());
  session_.edit()->undo();
  EXPECT_EQ(*session_.document().kernel_text, "mine");
  EXPECT_TRUE(session_.edits().unsaved());
}

} // namespace
} // namespace warpscope
