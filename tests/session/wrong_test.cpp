// Races and faults are told of the accesses that make them, run for real.
#include "app/session/session.h"
#include "sim/run/hazard_text.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace warpscope {
namespace {

class WrongAccess : public testing::Test {
 protected:
  WrongAccess() : session_(document::make_catalog(), jobs::make_simulator(), [] {}) {}
  void settle() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(120);
    do {
      session_.poll();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } while (session_.busy() && std::chrono::steady_clock::now() < end);
    session_.poll();
  }
  void open(const char* text) {
    session_.edit()->set_mode(document::SourceMode::Kernel);
    session_.edit()->set_kernel_text(text);
    settle();
  }
  [[nodiscard]] const program::Program& program() const { return *session_.runs().picture()->program; }
  /// What is said of the access whose text is this.
  [[nodiscard]] results::Wrong wrong_at(std::string_view code) const {
    for (std::uint32_t site = 0; site < program().sites.size(); ++site)
      if (program().sites[site].text == code) return session_.results().wrong_at(site);
    ADD_FAILURE() << "no access " << code;
    return results::Wrong::Nothing;
  }
  session::Session session_;
};

constexpr const char* reduction = "/* warpscope\nkernel = \"reduce\"\ngrid = [4]\nblock = [64]\n[args]\n"
                                  "in = \"ramp[512]\"\nout = \"zero[4]\"\n*/\n"
                                  "__global__ void reduce(const float *in, float *out) {\n"
                                  "  __shared__ float s[64];\n"
                                  "  int t = threadIdx.x;\n"
                                  "  s[t] = in[(blockIdx.x * 64 + t) * 2];\n"
                                  "  for (int n = 32; n > 0; n /= 2)\n"
                                  "    if (t < n) s[t] += s[t + n];\n"
                                  "  if (t == 0) out[blockIdx.x] = s[0];\n"
                                  "}\n";

TEST_F(WrongAccess, OnlyAccessesOfARaceAreToldToRace) {
  open(reduction);
  ASSERT_FALSE(session_.results().hazards().empty());
  EXPECT_EQ(wrong_at("s[t + n]"), results::Wrong::Race);
  EXPECT_EQ(wrong_at("in[(blockIdx.x * 64 + t) * 2]"), results::Wrong::Nothing) << "in its line s[t] races";
  EXPECT_EQ(wrong_at("out[blockIdx.x]"), results::Wrong::Nothing);
  EXPECT_EQ(session_.results().wrong_at(~0u), results::Wrong::Nothing) << "a total takes no part";
}

TEST_F(WrongAccess, ATextWithARaceOpensOnAnAccessOfIt) {
  open(reduction); // in[] wastes half of its sectors, which is where it would open else
  EXPECT_EQ(session_.results().wrong_at(session_.time().site()), results::Wrong::Race);
}

TEST_F(WrongAccess, AFaultIsToldOfTheAccessThatFaults) {
  open("/* warpscope\nkernel = \"f\"\ngrid = [2]\nblock = [64]\n[args]\nin = \"ramp[128]\"\n"
       "out = \"zero[100]\"\n*/\n"
       "__global__ void f(const float *in, float *out) {\n"
       "  int i = blockIdx.x * 64 + threadIdx.x;\n"
       "  out[i] = in[i] + 1;\n"
       "}\n");
  EXPECT_EQ(wrong_at("out[i]"), results::Wrong::Fault);
  EXPECT_EQ(wrong_at("in[i]"), results::Wrong::Nothing);
}

TEST_F(WrongAccess, TheRowNamesTheTwoThreadsOfItsStory) {
  ASSERT_TRUE(session_.edit()->set_lab("matmul_tile16"));
  session_.edit()->set_choice("N", "128");
  settle();
  ASSERT_EQ(session_.edits().barriers().size(), 2u);
  for (const std::uint32_t barrier : session_.edits().barriers()) {
    ASSERT_TRUE(session_.edit()->toggle_barrier(barrier));
    settle();
    ASSERT_FALSE(session_.results().hazards().empty());
    for (std::size_t row = 0; row < session_.results().hazards().size(); ++row) {
      session_.select_hazard(row);
      const playback::HazardStory* story = session_.results().hazard_story();
      if (story == nullptr || !story->wrong_order) continue;
      const std::string& said = session_.results().hazards()[row].said.message;
      const auto thread = [](std::uint32_t linear) {
        return "thread (" + std::to_string(linear % 16) + ", " + std::to_string(linear / 16) + ", 0)";
      };
      EXPECT_NE(said.find(thread(story->first.thread()) + " and " + thread(story->second.thread())),
                std::string::npos)
          << said;
      if (story->read && story->written) {
        EXPECT_NE(*story->read, *story->written) << said;
      }
    }
    ASSERT_TRUE(session_.edit()->toggle_barrier(barrier));
    settle();
  }
}

} // namespace
} // namespace warpscope
