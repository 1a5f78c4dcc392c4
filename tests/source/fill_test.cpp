// Fills: their words, their values in every type.
#include "sim/source/fill.h"
#include "sim/source/fill_element.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <tuple>
#include <unistd.h>

namespace warpscope {
namespace {

source::Fill parsed(std::string_view text) {
  std::string error;
  const std::optional<source::Fill> fill = source::parse_fill(text, error);
  EXPECT_TRUE(fill.has_value()) << text << ": " << error;
  return fill.value_or(source::Fill{});
}

template <class T> std::vector<T> filled(std::string_view text, ElementType type, std::size_t count) {
  std::vector<T> out(count, T{});
  std::memset(out.data(), 0xcd, count * sizeof(T)); // so that what is not written shows
  const std::string error = source::apply_fill(
      parsed(text), type, {reinterpret_cast<std::uint8_t*>(out.data()), count * sizeof(T)}, ".");
  EXPECT_EQ(error, "");
  return out;
}

double half_value(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31, mantissa = bits & 1023;
  if (exponent == 31) return INFINITY;
  return exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
}

TEST(Fill, WordsComeBackAsWritten) {
  for (const char* text : {"zero", "one", "ramp", "mod:7", "random:42", "file:data/x.bin"})
    EXPECT_EQ(source::to_string(parsed(text)), text);
  EXPECT_EQ(source::to_string(parsed(" mod : 7 ")), "mod:7");
  EXPECT_EQ(parsed("random:18446744073709551615").value, UINT64_MAX);
}

TEST(Fill, WrongWordsGetASentence) {
  for (const char* text : {"", "rmap", "zero:1", "mod", "mod:", "mod:0", "mod:-1", "mod:x",
                           "random:", "random:1.5", "file:", "RAMP", "mod:99999999999999999999"}) {
    std::string error;
    EXPECT_FALSE(source::parse_fill(text, error).has_value()) << text;
    EXPECT_FALSE(error.empty()) << text;
  }
  std::string error;
  EXPECT_FALSE(source::parse_fill("rmap", error));
  EXPECT_NE(error.find("did you mean ramp"), std::string::npos) << error;
}

TEST(Fill, RampConvertsToEachType) {
  const auto bytes = filled<std::uint8_t>("ramp", ElementType::U8, 300);
  EXPECT_EQ(bytes[255], 255);
  EXPECT_EQ(bytes[256], 0);
  EXPECT_EQ(filled<std::int8_t>("ramp", ElementType::I8, 130)[129], -127);
  EXPECT_EQ(filled<std::int16_t>("ramp", ElementType::I16, 32769)[32768], -32768);
  EXPECT_EQ(filled<std::int32_t>("ramp", ElementType::I32, 1000)[999], 999);
  EXPECT_EQ(filled<std::uint64_t>("ramp", ElementType::U64, 10)[9], 9u);
  EXPECT_EQ(filled<float>("ramp", ElementType::F32, 1000)[999], 999.0f);
  EXPECT_EQ(filled<double>("ramp", ElementType::F64, 1000)[999], 999.0);
  const auto flags = filled<std::uint8_t>("ramp", ElementType::Bool, 3);
  EXPECT_EQ(flags, (std::vector<std::uint8_t>{0, 1, 1}));
}

TEST(Fill, OneModAndZero) {
  EXPECT_EQ(filled<float>("one", ElementType::F32, 3), (std::vector<float>{1, 1, 1}));
  EXPECT_EQ(filled<int>("mod:3", ElementType::I32, 7), (std::vector<int>{0, 1, 2, 0, 1, 2, 0}));
  EXPECT_EQ(filled<float>("mod:3", ElementType::F32, 4), (std::vector<float>{0, 1, 2, 0}));
  EXPECT_EQ(filled<int>("zero", ElementType::I32, 2), (std::vector<int>{0, 0}));
  EXPECT_EQ(filled<std::uint16_t>("one", ElementType::F16, 1)[0], 0x3c00);
  EXPECT_EQ(filled<std::uint16_t>("one", ElementType::BF16, 1)[0], 0x3f80);
}

TEST(Fill, HalvesRoundToNearestEven) {
  const auto halves = filled<std::uint16_t>("ramp", ElementType::F16, 70'000);
  EXPECT_EQ(halves[0], 0);
  EXPECT_EQ(halves[2048], 0x6800);
  EXPECT_EQ(half_value(halves[2049]), 2048); // a tie, to even
  EXPECT_EQ(half_value(halves[2050]), 2050);
  EXPECT_EQ(half_value(halves[2051]), 2052);
  EXPECT_EQ(halves[65504], 0x7bff); // the largest
  EXPECT_EQ(halves[65519], 0x7bff);
  EXPECT_EQ(halves[65520], 0x7c00); // infinity from here on
  for (std::uint32_t i = 0; i < 65520; ++i)
    ASSERT_LE(std::abs(half_value(halves[i]) - i),
              std::max(0.0, std::ldexp(1.0, std::ilogb(std::max(i, 1u)) - 11)))
        << i;
}

TEST(Fill, BfloatsRoundAsTheFloatDoes) {
  // For whole numbers below 2^24 the float is exact, so rounding its bits is the definition.
  const auto values = filled<std::uint16_t>("ramp", ElementType::BF16, 100'000);
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(static_cast<float>(i));
    ASSERT_EQ(values[i], (bits + 0x7fff + ((bits >> 16) & 1)) >> 16) << i;
  }
}

TEST(Fill, RandomIsUniformAndRepeats) {
  constexpr std::size_t count = 100'000;
  const auto a = filled<float>("random:1", ElementType::F32, count),
             again = filled<float>("random:1", ElementType::F32, count);
  EXPECT_EQ(a, again);
  EXPECT_NE(a, filled<float>("random:2", ElementType::F32, count));
  double sum = 0, squares = 0, neighbours = 0;
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_GE(a[i], 0.0f);
    ASSERT_LT(a[i], 1.0f);
    sum += a[i];
    squares += double{a[i]} * a[i];
    if (i > 0) neighbours += double{a[i]} * a[i - 1];
  }
  EXPECT_NEAR(sum / count, 0.5, 0.005);
  EXPECT_NEAR(squares / count, 1.0 / 3, 0.005);
  EXPECT_NEAR(neighbours / count, 0.25, 0.005);

  for (const std::uint16_t bits : filled<std::uint16_t>("random:3", ElementType::F16, 10'000))
    ASSERT_LT(half_value(bits), 1.0);
  for (const std::uint16_t bits : filled<std::uint16_t>("random:3", ElementType::BF16, 10'000))
    ASSERT_LT(bits, 0x3f80);
  std::uint32_t all = 0, none = ~0u;
  for (const std::uint32_t word : filled<std::uint32_t>("random:3", ElementType::U32, 1000)) {
    all |= word;
    none &= word;
  }
  EXPECT_EQ(all, ~0u); // every bit is set somewhere and clear somewhere
  EXPECT_EQ(none, 0u);
}

TEST(Fill, ElementsDependOnTheirIndexOnly) {
  // The same numbers at any place and in any order: what the measuring program relies on.
  for (const ElementType type :
       {ElementType::Bool, ElementType::I8, ElementType::U16, ElementType::I32, ElementType::U64,
        ElementType::F16, ElementType::BF16, ElementType::F32, ElementType::F64}) {
    const std::uint32_t size = size_of(type);
    const std::tuple<const char*, source::ElementFill, std::uint64_t> fills[] = {
        {"random:9", source::ElementFill::Random, 9},
        {"ramp", source::ElementFill::Ramp, 0},
        {"one", source::ElementFill::One, 0},
        {"mod:1", source::ElementFill::Mod, 1},
        {"mod:7", source::ElementFill::Mod, 7},
        {"mod:300", source::ElementFill::Mod, 300},
        {"mod:999", source::ElementFill::Mod, 999},
        {"mod:1000", source::ElementFill::Mod, 1000},
        {"mod:5000000000", source::ElementFill::Mod, 5'000'000'000}};
    for (const auto& [words, kind, value] : fills) {
      std::vector<std::uint8_t> bytes(1000 * size);
      ASSERT_EQ(source::apply_fill(parsed(words), type, bytes, "."), "");
      for (std::size_t i = 0; i < 1000; ++i) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, bytes.data() + i * size, size);
        ASSERT_EQ(bits, source::fill_element(kind, value, i, type)) << words << " " << i;
      }
    }
  }
  static_assert(source::fill_element(source::ElementFill::Ramp, 0, 3, ElementType::F32) ==
                0x40400000); // usable while
                             // compiling
}

TEST(Fill, StructsTakeOnlyBytes) {
  std::vector<std::uint8_t> out(28);
  EXPECT_EQ(source::apply_fill(parsed("zero"), ElementType::Other, out, "."), "");
  EXPECT_NE(source::apply_fill(parsed("ramp"), ElementType::Other, out, ".").find("zero or file:PATH"),
            std::string::npos);
}

class FileFill : public testing::Test {
 protected:
  void SetUp() override {
    namespace fs = std::filesystem;
    root_ = fs::temp_directory_path() / ("warpscope_fill_" + std::to_string(::getpid()));
    fs::create_directories(root_ / "lab" / "data");
    std::ofstream(root_ / "lab" / "data" / "four.bin", std::ios::binary) << "\x01\x02\x03\x04";
    std::ofstream(root_ / "secret.bin", std::ios::binary) << "secret";
    fs::create_symlink(root_ / "secret.bin", root_ / "lab" / "link.bin");
    fs::create_directory_symlink(root_, root_ / "lab" / "up");
    fs::create_symlink(root_ / "lab" / "data" / "four.bin", root_ / "lab" / "inside.bin");
  }
  void TearDown() override { std::filesystem::remove_all(root_); }
  std::string apply(const std::string& path, std::vector<std::uint8_t>& out) const {
    source::Fill fill;
    fill.kind = source::Fill::Kind::File;
    fill.path = path;
    return source::apply_fill(fill, ElementType::U8, out, (root_ / "lab").string());
  }
  std::filesystem::path root_;
};

TEST_F(FileFill, ReadsBelowTheFolder) {
  std::vector<std::uint8_t> out(4);
  EXPECT_EQ(apply("data/four.bin", out), "");
  EXPECT_EQ(out, (std::vector<std::uint8_t>{1, 2, 3, 4}));
  EXPECT_EQ(apply("./data/four.bin", out), "");
  EXPECT_EQ(apply("inside.bin", out), ""); // a link that stays inside
  out.resize(2);
  EXPECT_EQ(apply("data/four.bin", out), "");
}

TEST_F(FileFill, NeverLeavesTheFolder) {
  std::vector<std::uint8_t> out(4);
  for (const std::string& path :
       {std::string("../secret.bin"), std::string("data/../../secret.bin"), (root_ / "secret.bin").string(),
        std::string("link.bin"), std::string("up/secret.bin"), std::string("/dev/zero"), std::string("..")})
    EXPECT_NE(apply(path, out).find("leaves the folder"), std::string::npos)
        << path << ": " << apply(path, out);
  EXPECT_EQ(out, std::vector<std::uint8_t>(4, 0));
}

TEST_F(FileFill, SaysWhatIsWrongWithAFile) {
  std::vector<std::uint8_t> out(5);
  EXPECT_NE(apply("data/four.bin", out).find("holds 4 bytes but the buffer needs 5"), std::string::npos);
  EXPECT_NE(apply("data/none.bin", out).find("check the name"), std::string::npos);
  EXPECT_NE(apply("data", out).find("not a plain file"), std::string::npos);
  EXPECT_FALSE(apply(std::string("data/\0four.bin", 14), out).empty());
}

} // namespace
} // namespace warpscope
