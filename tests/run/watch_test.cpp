// Watched expressions by themselves: C++'s types, lanes without a value, messages with their column.
#include "sim/expression/watch.h"

#include <gtest/gtest.h>

#include <bit>

namespace warpscope {
namespace {

using expression::Watch;
using expression::WatchArray;
using expression::WatchLanes;

/// lane: int, 0 to 31; half: known in the upper lanes only; x: float; a[4][8]: int, element i is 10 i.
class Names final : public expression::WatchNames {
 public:
  bool find(std::string_view name, WatchLanes& value, bool& is_array, WatchArray& array) const override {
    value.known = name == "half" ? 0xffff0000u : ~0u;
    if (name == "lane" || name == "half") {
      for (std::uint64_t i = 0; i < warp_size; ++i) value.bits[i] = i;
      if (name == "half") value.why = "not yet";
    } else if (name == "x") {
      value.type = ElementType::F32;
      value.bits.fill(std::bit_cast<std::uint32_t>(1.5f));
    } else if (name == "u") {
      value.type = ElementType::U32;
      value.bits.fill(1);
    } else if (name == "a") {
      is_array = true;
      array.element = ElementType::I32;
      array.dimensions = {4, 8};
    } else {
      return false;
    }
    return true;
  }
  WatchLanes elements(const WatchArray& array, const std::array<std::uint64_t, warp_size>& index,
                      std::uint32_t lanes) const override {
    WatchLanes made;
    made.type = array.element;
    made.known = lanes;
    for (std::uint32_t i = 0; i < warp_size; ++i) made.bits[i] = 10 * index[i];
    return made;
  }
  std::vector<std::string> all() const override { return {"lane", "half", "x", "u", "a"}; }
};

WatchLanes value(const std::string& text) {
  Diagnostics wrong;
  const auto watch = Watch::parse(text, "watch", wrong);
  EXPECT_NE(watch, nullptr) << text << "\n" << format_diagnostics(wrong);
  const WatchLanes made = watch == nullptr ? WatchLanes() : watch->evaluate(Names(), wrong);
  EXPECT_TRUE(wrong.empty()) << format_diagnostics(wrong);
  return made;
}
std::int64_t whole(const std::string& text, std::uint32_t lane = 3) {
  return static_cast<std::int64_t>(value(text).bits[lane]);
}

TEST(Watch, ComputesAsCxxDoes) {
  EXPECT_EQ(whole("1 + 2 * lane"), 7);
  EXPECT_EQ(whole("(1 + 2) * lane"), 9);
  EXPECT_EQ(whole("-7 / 2"), -3);
  EXPECT_EQ(whole("-7 % 2"), -1);
  EXPECT_EQ(whole("2147483647 + 1"), -2147483648ll) << "int wraps";
  EXPECT_EQ(whole("u - 2"), 4294967295ll) << "unsigned wraps";
  EXPECT_EQ(whole("-1 < u"), 0) << "-1 becomes unsigned";
  EXPECT_EQ(whole("-8 >> 1"), -4);
  EXPECT_EQ(whole("1 << 4 | 3 & 2 ^ 1"), 16 | (2 ^ 1));
  EXPECT_EQ(whole("0x10 + 010 + 1'000"), 16 + 8 + 1000);
  EXPECT_EQ(whole("lane == 3 && !(lane > 4)"), 1);
  EXPECT_EQ(whole("lane < 3 ? 5 : max(7, lane)"), 7);
  EXPECT_EQ(whole("(int)(x * 3)"), 4);
  EXPECT_EQ(whole("abs(-lane) + min(lane, 1)"), 4);
  EXPECT_EQ(value("x * 2").type, ElementType::F32);
  EXPECT_EQ(value("x * 2.0").type, ElementType::F64);
  EXPECT_EQ(value("u * 1ll").type, ElementType::I64);
  EXPECT_EQ(std::bit_cast<float>(static_cast<std::uint32_t>(value("x / 3").bits[0])), 1.5f / 3);
}

TEST(Watch, LanesWithoutAValueHaveNone) {
  EXPECT_EQ(value("half + 1").known, 0xffff0000u);
  EXPECT_EQ(value("half + 1").why, "not yet");
  EXPECT_EQ(value("8 / (lane - 4)").known, ~(1u << 4)) << "a division by zero has no value";
  EXPECT_EQ(value("lane < 16 ? lane : half").known, ~0u) << "only the side that is taken matters";
}

TEST(Watch, IndexesEachDimension) {
  EXPECT_EQ(whole("a[2][lane]"), 10 * (2 * 8 + 3));
  EXPECT_EQ(value("a[0][lane]").known, 0xffu) << "the row has 8";
  EXPECT_NE(value("a[0][lane]").why.find("outside of its 8"), std::string::npos);
}

TEST(Watch, SaysWhatIsWrongAndWhere) {
  const auto column = [](const std::string& text, const std::string& part) {
    Diagnostics wrong;
    const auto watch = Watch::parse(text, "watch", wrong);
    if (watch != nullptr) (void)watch->evaluate(Names(), wrong);
    EXPECT_EQ(wrong.size(), 1u) << text;
    if (wrong.empty()) return 0u;
    EXPECT_NE(wrong.front().message.find(part), std::string::npos) << text << ": " << wrong.front().message;
    return wrong.front().span.column;
  };
  EXPECT_EQ(column("lane + lan", "did you mean 'lane'?"), 8u);
  EXPECT_EQ(column("lane = 3", "changes nothing"), 6u);
  EXPECT_EQ(column("lane += 3", "changes nothing"), 6u);
  EXPECT_EQ(column("a[1]", "takes 2 indices"), 1u);
  EXPECT_EQ(column("a + 1", "is an array"), 1u);
  EXPECT_EQ(column("lane[0]", "is no array"), 1u);
  EXPECT_EQ(column("x % 2", "whole numbers"), 3u);
  EXPECT_EQ(column("*x", "write p[0]"), 1u);
  EXPECT_EQ(column("sin(x)", "calls nothing but"), 1u);
  EXPECT_EQ(column("min(1)", "takes 2 values"), 6u);
  EXPECT_EQ(column("1 2", "nothing can follow"), 3u);
  EXPECT_EQ(column("1 +", "too early"), 4u);
}

} // namespace
} // namespace warpscope
