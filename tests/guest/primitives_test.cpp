// The primitives that a program may call on the host give what the compiler's own arithmetic gives.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

extern "C" {
unsigned short __ws_f32_to_f16(float x, int rounding);
float __ws_f16_to_f32(unsigned short bits);
unsigned int __ws_prmt(unsigned int a, unsigned int b, unsigned int selector);
unsigned long long __ws_mulhi_u64(unsigned long long a, unsigned long long b);
long long __ws_mulhi_s64(long long a, long long b);
int __ws_f32_to_s32(float x, int rounding);
}

namespace {

float compilers(unsigned short bits) {
  _Float16 half;
  std::memcpy(&half, &bits, 2);
  return static_cast<float>(half);
}
unsigned short compilers(float x) {
  const auto half = static_cast<_Float16>(x);
  unsigned short bits = 0;
  std::memcpy(&bits, &half, 2);
  return bits;
}

TEST(HostPrimitives, ReadEveryHalf) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const float mine = __ws_f16_to_f32(static_cast<unsigned short>(bits));
    const float theirs = compilers(static_cast<unsigned short>(bits));
    if (std::isnan(theirs)) {
      EXPECT_TRUE(std::isnan(mine));
    } else {
      ASSERT_EQ(std::bit_cast<std::uint32_t>(mine), std::bit_cast<std::uint32_t>(theirs)) << bits;
    }
  }
}

TEST(HostPrimitives, RoundFloatsToHalves) {
  for (std::uint64_t bits = 0; bits < 1ull << 32; bits += 9973) {
    const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    if (std::isnan(x)) continue;
    ASSERT_EQ(__ws_f32_to_f16(x, 0), compilers(x)) << x;
  }
  for (unsigned bits = 0; bits < 0x7c00u; ++bits) {
    const float between = (compilers(static_cast<unsigned short>(bits)) +
                           compilers(static_cast<unsigned short>(bits + 1))) /
                          2;
    ASSERT_EQ(__ws_f32_to_f16(between, 0), compilers(between)) << between;
    if (bits + 1 < 0x7c00u) {
      EXPECT_EQ(__ws_f32_to_f16(between, 1), bits);
      EXPECT_EQ(__ws_f32_to_f16(between, 3), bits + 1);
      EXPECT_EQ(__ws_f32_to_f16(-between, 2), 0x8000u + bits + 1);
    }
  }
}

TEST(HostPrimitives, ConvertMultiplyAndPermute) {
  EXPECT_EQ(__ws_f32_to_s32(2.5f, 0), 2);
  EXPECT_EQ(__ws_f32_to_s32(-2.5f, 2), -3);
  EXPECT_EQ(__ws_f32_to_s32(3e9f, 1), 2147483647);
  EXPECT_EQ(__ws_f32_to_s32(NAN, 0), 0);
  EXPECT_EQ(__ws_mulhi_u64(~0ull, ~0ull), ~0ull - 1);
  EXPECT_EQ(__ws_mulhi_s64(-1, 1), -1);
  EXPECT_EQ(__ws_mulhi_s64(1ll << 62, 8), 2);
  EXPECT_EQ(__ws_prmt(0x33221100u, 0x77665544u, 0x7520u), 0x77552200u);
  EXPECT_EQ(__ws_prmt(0x80u, 0, 0x8888u), 0xffffffffu);
}

} // namespace
