// Outputs of a GPU beside those of the simulator: bit for bit, within rounding, and neither.
#include "app/compare/outputs.h"
#include "sim/base/fnv.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace warpscope {
namespace {

template <class T> std::vector<std::uint8_t> bytes_of(const std::vector<T>& values) {
  std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <class T>
compare::ComparedOutput compared(ElementType type, const std::vector<T>& gpu, const std::vector<T>& simulated,
                                 bool values = true) {
  protocol::RecordedOutput output{"out", type, gpu.size() * sizeof(T), hex16(fnv1a(bytes_of(gpu))), {}};
  if (values) output.values = bytes_of(gpu);
  run::Result result;
  run::PlacedBuffer buffer;
  buffer.name = "out";
  buffer.bytes = simulated.size() * sizeof(T);
  buffer.contents = bytes_of(simulated);
  buffer.hash = fnv1a(buffer.contents);
  result.buffers.push_back(buffer);
  return compare::compare_output(output, result);
}

TEST(Outputs, EqualBytesNeedNoValues) {
  EXPECT_EQ(compared<int>(ElementType::I32, {1, 2, 3}, {1, 2, 3}, false).match, compare::OutputMatch::Same);
  EXPECT_EQ(compared<float>(ElementType::F32, {1, std::numeric_limits<float>::quiet_NaN()},
                            {1, std::numeric_limits<float>::quiet_NaN()})
                .match,
            compare::OutputMatch::Same);
}

TEST(Outputs, FloatsMayDifferInTheirLastDigits) {
  const compare::ComparedOutput close = compared<float>(ElementType::F32, {1.0f, 0.1f, 2.0f},
                                                        {1.0f, std::nextafter(0.1f, 1.0f), 2.0f});
  EXPECT_EQ(close.match, compare::OutputMatch::Close);
  EXPECT_EQ(close.other, 1u);
  EXPECT_EQ(close.sentence(),
            "1 of 3 elements have other bits, all within 0.0001 of the larger: " + close.first);
  EXPECT_EQ(close.first.find("out[1] = 0.100000001, simulated 0.1"), 0u) << close.first;
  const compare::ComparedOutput far = compared<float>(
      ElementType::F32, {1.0f, std::nextafter(0.1f, 1.0f), 2.0f}, {1.0f, 0.1f, 2.5f});
  EXPECT_EQ(far.match, compare::OutputMatch::Differs);
  EXPECT_EQ(far.sentence(), "2 of 3 elements differ: out[2] = 2, simulated 2.5")
      << "the first that is wrong, not the first that is rounded";
}

TEST(Outputs, WholeNumbersMayNot) {
  const compare::ComparedOutput other = compared<int>(ElementType::I32, {1, 1'000'000}, {1, 1'000'001});
  EXPECT_EQ(other.match, compare::OutputMatch::Differs);
  EXPECT_EQ(other.first, "out[1] = 1000000, simulated 1000001");
  EXPECT_EQ(compared<int>(ElementType::Other, {1, 2}, {1, 3}).match, compare::OutputMatch::Differs);
}

TEST(Outputs, WhatIsNotKnownIsSaid) {
  EXPECT_EQ(compared<int>(ElementType::I32, {1, 2}, {1, 3}, false).sentence(),
            "other bytes; the values were not kept");
  EXPECT_EQ(compared<int>(ElementType::I32, {1, 2}, {1, 2, 3}).match,
            compare::OutputMatch::Unknown); // of another size: not this buffer
  EXPECT_EQ(
      compare::compare_output({"out", ElementType::I32, 4, "0123456789abcdef", {}}, run::Result{}).match,
      compare::OutputMatch::Unknown);
}

} // namespace
} // namespace warpscope
