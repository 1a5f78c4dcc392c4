// Scalars as text and bytes, and when two outputs agree.
#include "sim/source/compare_outputs.h"
#include "sim/source/element_value.h"
#include "sim/source/fill_element.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace warpscope {
namespace {

template <class T> T encoded(ElementType type, std::string_view text) {
  std::string error;
  const auto bytes = source::encode_element(type, text, error);
  EXPECT_TRUE(bytes) << text << " " << error;
  T value{};
  if (bytes && bytes->size() == sizeof value) std::memcpy(&value, bytes->data(), sizeof value);
  else ADD_FAILURE() << "size";
  return value;
}

std::string refused(ElementType type, std::string_view text) {
  std::string error;
  EXPECT_FALSE(source::encode_element(type, text, error)) << text;
  return error;
}

TEST(ElementValue, WholeNumbersAreBounded) {
  EXPECT_EQ(encoded<std::int32_t>(ElementType::I32, "-2147483648"), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(encoded<std::uint32_t>(ElementType::U32, "0xffffffff"), 0xffffffffu);
  EXPECT_EQ(encoded<std::uint64_t>(ElementType::U64, "18446744073709551615"), ~0ull);
  EXPECT_EQ(encoded<std::int64_t>(ElementType::I64, "-9223372036854775808"),
            std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(encoded<std::int8_t>(ElementType::I8, "-128"), -128);
  EXPECT_NE(refused(ElementType::I32, "2147483648").find("does not fit int (-2147483648 to 2147483647)"),
            std::string::npos);
  EXPECT_NE(refused(ElementType::U8, "-1").find("(0 to 255)"), std::string::npos);
  EXPECT_NE(refused(ElementType::U64, "18446744073709551616"), "");
  EXPECT_NE(refused(ElementType::I32, "1.5").find("whole number"), std::string::npos);
  EXPECT_NE(refused(ElementType::I32, ""), "");
  EXPECT_NE(refused(ElementType::I32, "12abc"), "");
  EXPECT_NE(refused(ElementType::Other, "1").find("struct"), std::string::npos);
}

TEST(ElementValue, RealNumbers) {
  EXPECT_EQ(encoded<float>(ElementType::F32, "0.5f"), 0.5f);
  EXPECT_EQ(encoded<float>(ElementType::F32, "-3"), -3.0f);
  EXPECT_EQ(encoded<double>(ElementType::F64, "1e-3"), 1e-3);
  EXPECT_EQ(encoded<float>(ElementType::F32, "0x10"), 16.0f);
  EXPECT_NE(refused(ElementType::F32, "fast").find("is no number"), std::string::npos);
  EXPECT_EQ(encoded<std::uint8_t>(ElementType::Bool, "true"), 1);
  EXPECT_EQ(encoded<std::uint8_t>(ElementType::Bool, "0"), 0);
}

TEST(ElementValue, HalvesAgreeWithTheFillsOfWholeNumbers) {
  for (std::uint64_t i = 0; i < 70000; i += 7) {
    const auto half = static_cast<std::uint16_t>(
        source::fill_element(source::ElementFill::Ramp, 0, i, ElementType::F16));
    const auto brain = static_cast<std::uint16_t>(
        source::fill_element(source::ElementFill::Ramp, 0, i, ElementType::BF16));
    ASSERT_EQ(encoded<std::uint16_t>(ElementType::F16, std::to_string(i)), half) << i;
    ASSERT_EQ(encoded<std::uint16_t>(ElementType::BF16, std::to_string(i)), brain) << i;
  }
}

TEST(ElementValue, EveryHalfComesBackFromItsText) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    std::uint8_t bytes[2];
    std::memcpy(bytes, &half, 2);
    for (const ElementType type : {ElementType::F16, ElementType::BF16}) {
      const double value = source::element_as_double(type, bytes);
      if (std::isnan(value) || std::isinf(value)) continue;
      char text[64];
      std::snprintf(text, sizeof text, "%.17g", value);
      ASSERT_EQ(encoded<std::uint16_t>(type, text), half) << text;
    }
  }
}

template <class T> std::vector<std::uint8_t> bytes_of(std::vector<T> values) {
  std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

source::OutputElement buffer_of(ElementType type, std::uint32_t bytes) { return {type, bytes}; }

TEST(Check, FloatsAgreeWithinTheirTolerance) {
  const source::OutputElement p = buffer_of(ElementType::F32, 4);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_EQ(source::compare_outputs(p, "o", bytes_of<float>({1.00005f, nan, inf, 0}),
                                    bytes_of<float>({1, nan, inf, -0.0f}))
                .mismatches,
            0u);
  const source::Comparison c = source::compare_outputs(p, "o", bytes_of<float>({1.0002f, nan, inf, 1}),
                                                       bytes_of<float>({1, 1, -inf, 1}));
  EXPECT_EQ(c.mismatches, 3u);
  EXPECT_EQ(c.first, "o[0] = 1.00020003, should be 1");
}

TEST(Check, IntegersAgreeBitByBit) {
  const source::OutputElement p = buffer_of(ElementType::I32, 4);
  const source::Comparison c = source::compare_outputs(p, "h", bytes_of<int>({1, -2, 1000000}),
                                                       bytes_of<int>({1, 2, 1000001}));
  EXPECT_EQ(c.mismatches, 2u);
  EXPECT_EQ(c.first, "h[1] = -2, should be 2");
}

TEST(Check, ComponentsOfVectorsAreNamed) {
  const source::OutputElement p = buffer_of(ElementType::F32, 16);
  const source::Comparison c = source::compare_outputs(p, "v", bytes_of<float>({0, 0, 0, 0, 0, 0, 5, 0}),
                                                       bytes_of<float>({0, 0, 0, 0, 0, 0, 6, 0}));
  EXPECT_EQ(c.first, "v[1].z = 5, should be 6");
}

TEST(Check, StructsAreComparedAsBytesAndLengthsCount) {
  const source::OutputElement p = buffer_of(ElementType::Other, 4);
  EXPECT_EQ(source::compare_outputs(p, "s", {bytes_of<int>({1})}, {bytes_of<int>({2})}).first,
            "s[0] = 0x01000000, should be 0x02000000");
  EXPECT_EQ(source::compare_outputs(buffer_of(ElementType::I32, 4), "s", bytes_of<int>({1}),
                                    bytes_of<int>({1, 2, 3}))
                .mismatches,
            2u);
}

} // namespace
} // namespace warpscope
