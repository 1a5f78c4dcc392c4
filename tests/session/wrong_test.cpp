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

/// In the second round threads 36 to 63 leave the array: warp 1, which has stored once by then.
constexpr const char* far_store = "/* warpscope\nkernel = \"f\"\ngrid = [2]\nblock = [64]\n[args]\n"
                                  "in = \"ramp[512]\"\nout = \"zero[100]\"\n*/\n"
                                  "__global__ void f(const float *in, float *out) {\n"
                                  "  for (int i = threadIdx.x; i < 128; i += 64) {\n"
                                  "    float much = in[i * 2];\n"
                                  "    out[i] = much + 1;\n"
                                  "  }\n"
                                  "}\n";

TEST_F(WrongAccess, AFaultIsARowOfTheHazards) {
  open(far_store);
  ASSERT_EQ(session_.results().hazards().size(), 1u);
  const results::HazardRow& row = session_.results().hazards().front();
  EXPECT_TRUE(row.fault);
  EXPECT_EQ(row.line, 12u);
  EXPECT_NE(row.said.message.find("out has 100 elements"), std::string::npos) << row.said.message;
  EXPECT_EQ(session_.results().selected_hazard(), std::nullopt) << "it has no arc";
}

TEST_F(WrongAccess, ATextWithAFaultOpensOnTheAccessThatFaultsAndItsWarp) {
  open(far_store); // in[] wastes half of its sectors, which is where it would open else
  EXPECT_EQ(session_.results().wrong_at(session_.time().site()), results::Wrong::Fault);
  const auto warp = [&] {
    return session_.time().playback().trace()->event(session_.time().moment().event).warp;
  };
  EXPECT_EQ(warp(), 1u);
  session_.time().seek(0);
  EXPECT_NE(session_.results().wrong_at(session_.time().site()), results::Wrong::Fault);
  session_.select_hazard(0);
  EXPECT_EQ(session_.results().wrong_at(session_.time().site()), results::Wrong::Fault);
  EXPECT_EQ(warp(), 1u);
}

/// Warp 0 runs to its end first: it reads what warp 1 has not written yet. Of thread 0's values the first is
/// 0, as what was there before: nothing goes wrong with it.
constexpr const char* turned = "/* warpscope\nkernel = \"turn\"\ngrid = [1]\nblock = [64]\n[args]\n"
                               "in = \"ramp[128]\"\nout = \"zero[64]\"\n*/\n"
                               "__global__ void turn(const float *in, float *out) {\n"
                               "  __shared__ float s[64];\n"
                               "  int t = threadIdx.x;\n"
                               "  float sum = 0;\n"
                               "  for (int p = 0; p < 2; ++p) {\n"
                               "    s[t] = t % 32 == 0 ? 0 : in[p * 64 + t];\n"
                               "    sum += s[(t + 32) % 64];\n"
                               "  }\n"
                               "  out[t] = sum;\n"
                               "}\n";

TEST_F(WrongAccess, TheRowNamesTheTwoThreadsOfItsStory) {
  open(turned);
  std::size_t seen = 0;
  for (std::size_t row = 0; row < session_.results().hazards().size(); ++row) {
    session_.select_hazard(row);
    const races::HazardStory* story = session_.results().hazard_story();
    if (story == nullptr || !story->wrong_order) continue;
    ++seen;
    const std::string& said = session_.results().hazards()[row].said.message;
    const auto thread = [](std::uint32_t linear) { return "thread (" + std::to_string(linear) + ", 0, 0)"; };
    EXPECT_NE(said.find(thread(story->first.thread()) + " and " + thread(story->second.thread())),
              std::string::npos)
        << said;
    if (story->hazard.kind != races::HazardKind::Raw) continue;
    // Something went wrong: what was read is not what was written.
    ASSERT_TRUE(story->read && story->written) << said;
    EXPECT_NE(*story->read, *story->written) << said;
  }
  EXPECT_GE(seen, 1u);
}

} // namespace
} // namespace warpscope
