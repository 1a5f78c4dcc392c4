// Every spelling of mma.sync and mma.sp: what NVRTC takes is executed right, beside a plain product
// of random small whole numbers, and what it refuses is refused, at its line. The places of the elements are
// those of the PTX ISA, written down here a second time; those of the metadata as CUTLASS lays it out.
#include "sim/devices/devices.h"
#include "sim/run/simulate.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace warpscope {
namespace {

struct MmaSpelling {
  std::string from; ///< the first architecture that has it, or "no"
  std::string text;
  std::string a, b, c, d; ///< types
  bool a_by_columns = false, b_by_rows = false;
  int m = 0, n = 0, k = 0;
  bool sparse = false;
  [[nodiscard]] bool quads() const { return m == 8 && k == 4 && a == "f16"; }
  // -- of sparse products ---------------------------------------------------------------------------
  /// Elements along a row of A of which half are there, by four bits of metadata.
  [[nodiscard]] int group() const { return a == "tf32" ? 2 : a == "s4" || a == "u4" ? 8 : 4; }
  /// Lanes of four neighbours that give metadata; and which of them, by the selector.
  [[nodiscard]] int givers() const { return k / group() / 4; }
  [[nodiscard]] int selector() const { return k * 7 % 5 % (4 / givers()); }
  [[nodiscard]] bool legal() const { return from != "no"; }
};

std::vector<MmaSpelling> mma_spellings() {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/hardware/nvrtc_mma_spellings.tsv");
  std::vector<MmaSpelling> all;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#") || line.starts_with("from")) continue;
    MmaSpelling one;
    std::istringstream in(line);
    in >> one.from >> one.text;
    std::vector<std::string> words;
    std::istringstream dotted(one.text);
    for (std::string word; std::getline(dotted, word, '.');) words.push_back(word);
    const std::size_t last = words.size() - (words.back() == "popc" ? 3 : 1);
    one.c = words[last], one.b = words[last - 1], one.a = words[last - 2], one.d = words[last - 3];
    one.sparse = words[1].starts_with("sp");
    const std::size_t shape = one.sparse ? 4 : 3;
    one.a_by_columns = words[shape + 1] == "col", one.b_by_rows = words[shape + 2] == "row";
    EXPECT_EQ(std::sscanf(words[shape].c_str(), "m%dn%dk%d", &one.m, &one.n, &one.k), 3) << line;
    all.push_back(one);
  }
  EXPECT_EQ(all.size(), 436u);
  return all;
}

int bits_of_type(const std::string& type) {
  if (type == "b1") return 1;
  if (type == "f64") return 64;
  if (type == "f16" || type == "bf16") return 16;
  if (type == "s4" || type == "u4") return 4;
  return type == "f32" || type == "s32" || type == "tf32" ? 32 : 8;
}

/// The bits of a small whole number: floats of every kind hold 0 to 3 and their negatives.
std::uint64_t bits_of_number(const std::string& type, int value) {
  if (type == "f64") return std::bit_cast<std::uint64_t>(double(value));
  if (type == "f32" || type == "tf32") return std::bit_cast<std::uint32_t>(float(value));
  if (type == "s32") return static_cast<std::uint32_t>(value);
  const int bits = bits_of_type(type);
  const bool floats = type == "f16" || type == "bf16" || type == "e4m3" || type == "e5m2";
  if (!floats) return static_cast<std::uint64_t>(value) & ((1u << bits) - 1);
  const int mantissa = type == "f16" ? 10 : type == "bf16" ? 7 : type == "e4m3" ? 3 : 2;
  const std::uint32_t single = std::bit_cast<std::uint32_t>(float(value < 0 ? -value : value));
  const int bias = (1 << (bits - 2 - mantissa)) - 1;
  const std::uint32_t exponent = (single >> 23) - 127 + static_cast<std::uint32_t>(bias);
  return value == 0 ? 0
                    : (value < 0 ? 1ull << (bits - 1) : 0) | exponent << mantissa |
                          (single & 0x7fffff) >> (23 - mantissa);
}

/// Where element `i` of a lane's fragment lies: row and column (of A: m and k; of B: k and n).
struct MmaPlace {
  int row = 0, column = 0;
};
MmaPlace place_of_a(const MmaSpelling& s, int lane, int i) {
  if (s.quads()) {
    const int upper = lane < 16 ? 0 : 4;
    return s.a_by_columns ? MmaPlace{i + upper, lane % 4} : MmaPlace{lane % 4 + upper, i};
  }
  const int per = s.a == "f64" ? 1 : 32 / bits_of_type(s.a), word = i / per, rows = s.m / 8;
  return {lane / 4 + 8 * (word % rows), word / rows * 4 * per + lane % 4 * per + i % per};
}
MmaPlace place_of_b(const MmaSpelling& s, int lane, int i) {
  if (s.quads()) {
    const int upper = lane < 16 ? 0 : 4;
    return s.b_by_rows ? MmaPlace{lane % 4, i + upper} : MmaPlace{i, lane % 4 + upper};
  }
  const int per = s.b == "f64" ? 1 : 32 / bits_of_type(s.b);
  return {i / per * 4 * per + lane % 4 * per + i % per, lane / 4};
}
MmaPlace place_of_sum(const MmaSpelling& s, const std::string& type, int lane, int i) {
  if (!s.quads()) return {lane / 4 + 8 * (i / 2), lane % 4 * 2 + i % 2};
  const int upper = lane < 16 ? 0 : 4;
  if (type == "f16") return {lane % 4 + upper, i};
  return {(lane & 1) + (i & 2) + upper, (i & 4) + (lane & 2) + (i & 1)};
}

/// A fragment's elements of one lane, in the order of its registers.
int elements_of(const MmaSpelling& s, char which) {
  if (s.quads()) return which == 'a' || which == 'b' ? 4 : 8;
  return which == 'a' ? s.m * s.k / 32 / (s.sparse ? 2 : 1) : which == 'b' ? s.n * s.k / 32 : s.m * s.n / 32;
}
int words_of(const MmaSpelling& s, char which, const std::string& type) {
  return elements_of(s, which) * bits_of_type(type) / 32;
}

/// `arrays`: with inputs in arrays of its own (array_of()), else all in d.
std::string kernel_of(const MmaSpelling& s, std::size_t number, bool arrays) {
  const auto letter = [](const std::string& type) { return type == "f64" ? 'd' : type == "f32" ? 'f' : 'r'; };
  const auto c_type = [](char constraint) {
    return constraint == 'd' ? "double" : constraint == 'f' ? "float" : "unsigned";
  };
  std::string operands, outputs, inputs;
  int next = 0;
  const auto add = [&](char which, const std::string& type) {
    const bool sum = which == 'c' || which == 'd';
    const char constraint = sum || type == "f64" ? letter(type) : 'r';
    const int count = words_of(s, which, type) / (constraint == 'd' ? 2 : 1);
    operands += operands.empty() ? "{" : ", {";
    for (int i = 0; i < count; ++i) {
      operands += fmt::format("{}%{}", i == 0 ? "" : ",", next++);
      std::string& to = which == 'd' ? outputs : inputs;
      to += fmt::format("{}\"{}{}\"((({} *){})[threadIdx.x * {} + {}])", to.empty() ? "" : ", ",
                        which == 'd' ? "=" : "", constraint, c_type(constraint),
                        which == 'd' || !arrays ? "d" : fmt::format("{}{}", which, number), count, i);
    }
    operands += "}";
  };
  add('d', s.d), add('a', s.a), add('b', s.b), add('c', s.c);
  if (s.sparse) {
    operands += fmt::format(", %{}, {:#x}", next, arrays ? s.selector() : 0);
    inputs += fmt::format(", \"r\"({}{}[threadIdx.x])", arrays ? "e" : "d",
                          arrays ? std::to_string(number) : "");
  }
  return fmt::format("__global__ void k{}(unsigned *d) {{ "
                     "asm volatile(\"{} {};\" : {} : {}); }}\n",
                     number, s.text, operands, outputs, inputs);
}

/// Matrices of one product of `s.m` x `s.n` x `s.k`, one for each quad of mma.m8n8k4.
using Matrix = std::array<std::array<long long, 256>, 16>;

void put(std::vector<std::uint32_t>& words, int lane, int count, int i, const std::string& type,
         long long value) {
  const int bits = bits_of_type(type), at = i * bits;
  const std::uint64_t pattern = bits_of_number(type, static_cast<int>(value));
  const auto base = static_cast<std::size_t>(lane * count + at / 32);
  words[base] |= static_cast<std::uint32_t>(pattern << at % 32);
  if (bits == 64) words[base + 1] |= static_cast<std::uint32_t>(pattern >> 32);
}

std::string array_of(const std::string& name, std::size_t number, const std::vector<std::uint32_t>& words) {
  std::string list;
  for (const std::uint32_t word : words) list += (list.empty() ? "" : ",") + std::to_string(word) + "u";
  return fmt::format("__device__ unsigned {}{}[] = {{{}}};\n", name, number, list);
}

/// One spelling with random matrices: the text that computes it, and what must come out.
struct MmaCase {
  std::string text;
  std::vector<std::uint32_t> wanted;
};

/// Makes half of `a`'s elements zeros, at random, as a sparse product needs it. Returns the metadata of 32
/// lanes, of which those that the selector does not name hold anything; `there` gets the elements that are
/// left.
std::vector<std::uint32_t> thin_out(const MmaSpelling& s, Matrix& a, Matrix& there, std::mt19937& engine) {
  std::vector<std::uint32_t> metadata(32);
  for (std::uint32_t& word : metadata) word = static_cast<std::uint32_t>(engine());
  const bool ordered = s.text.find("ordered") != std::string::npos;
  const int group = s.group(), step = group == 8 ? 2 : 1; // 4 bits: pairs
  for (int row = 0; row < s.m; ++row)
    for (int g = 0; g < s.k / group; ++g) {
      std::uint32_t bits = 0;
      std::array<int, 2> kept{};
      if (group == 2) {
        kept[0] = static_cast<int>(engine() % 2);
        bits = kept[0] == 0 ? 0b0100u : 0b1110u;
      } else {
        kept[0] = static_cast<int>(engine() % 4);
        kept[1] = (kept[0] + 1 + static_cast<int>(engine() % 3)) % 4;
        if (ordered && kept[1] < kept[0]) std::swap(kept[0], kept[1]);
        bits = static_cast<std::uint32_t>(kept[0] | kept[1] << 2);
      }
      auto& line = a[static_cast<std::size_t>(row)];
      std::array<long long, 8> old{};
      for (int e = 0; e < group; ++e)
        old[static_cast<std::size_t>(e)] = std::exchange(line[static_cast<std::size_t>(g * group + e)], 0);
      for (int e = 0; e < group / 2; ++e) {
        const int at = step * kept[static_cast<std::size_t>(e / step)] + e % step;
        line[static_cast<std::size_t>(g * group + at)] = old[static_cast<std::size_t>(at)];
        there[static_cast<std::size_t>(row)]
             [static_cast<std::size_t>(g * group / 2 + e)] = old[static_cast<std::size_t>(at)];
      }
      const bool wide = bits_of_type(s.a) >= 16;
      const int giver = wide ? g / 4 : 2 * (g / 8) + row / 8,
                bit = wide ? 4 * (g % 4) + 16 * (row / 8) : 4 * (g % 8);
      std::uint32_t&
          word = metadata[static_cast<std::size_t>(row % 8 * 4 + s.selector() * s.givers() + giver)];
      word = (word & ~(0xfu << bit)) | bits << bit;
    }
  return metadata;
}

MmaCase case_of(const MmaSpelling& s, std::size_t number, std::mt19937& engine) {
  const auto small = [&](const std::string& type) {
    const int value = static_cast<int>(engine() % 4);
    return type == "b1" ? value % 2 : type[0] == 'u' || engine() % 2 == 0 ? value : -value;
  };
  const int quads = s.quads() ? 4 : 1;
  std::vector<Matrix> a(static_cast<std::size_t>(quads)), b = a, c = a; // b by columns
  for (std::size_t q = 0; q < a.size(); ++q)
    for (std::size_t row = 0; row < 16; ++row)
      for (std::size_t k = 0; k < 256; ++k)
        a[q][row][k] = small(s.a), b[q][row][k] = small(s.b), c[q][row][k] = small(s.c);
  std::vector<Matrix> stored = a;
  std::vector<std::uint32_t> metadata;
  if (s.sparse) metadata = thin_out(s, a[0], stored[0], engine);
  const int words[4] = {words_of(s, 'a', s.a), words_of(s, 'b', s.b), words_of(s, 'c', s.c),
                        words_of(s, 'd', s.d)};
  std::array<std::vector<std::uint32_t>, 4> memory;
  for (std::size_t n = 0; n < 4; ++n) memory[n].resize(static_cast<std::size_t>(32 * words[n]));
  for (int lane = 0; lane < 32; ++lane) {
    const auto q = static_cast<std::size_t>(s.quads() ? lane % 16 / 4 : 0);
    const auto at = [](const Matrix& matrix, int row, int column) {
      return matrix[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
    };
    for (int i = 0; i < elements_of(s, 'a'); ++i) {
      const MmaPlace p = place_of_a(s, lane, i);
      put(memory[0], lane, words[0], i, s.a, at(stored[q], p.row, p.column));
    }
    for (int i = 0; i < elements_of(s, 'b'); ++i) {
      const MmaPlace p = place_of_b(s, lane, i);
      put(memory[1], lane, words[1], i, s.b, at(b[q], p.column, p.row));
    }
    for (int i = 0; i < elements_of(s, 'c'); ++i) {
      const MmaPlace p = place_of_sum(s, s.c, lane, i);
      put(memory[2], lane, words[2], i, s.c, at(c[q], p.row, p.column));
    }
    for (int i = 0; i < elements_of(s, 'd'); ++i) {
      const MmaPlace p = place_of_sum(s, s.d, lane, i);
      long long sum = at(c[q], p.row, p.column);
      for (int k = 0; k < s.k; ++k) {
        const long long x = at(a[q], p.row, k), y = at(b[q], p.column, k);
        sum += s.a != "b1" ? x * y : s.text.find(".xor.") != std::string::npos ? x ^ y : x & y;
      }
      put(memory[3], lane, words[3], i, s.d, sum);
    }
  }
  MmaCase made;
  for (std::size_t n = 0; n < 3; ++n) made.text += array_of(std::string(1, "abc"[n]), number, memory[n]);
  if (s.sparse) made.text += array_of("e", number, metadata);
  made.text += kernel_of(s, number, true);
  made.wanted = memory[3];
  return made;
}

run::Request request_for(const std::string& text) {
  run::Request request;
  request.file = "mma.cu";
  request.text = text;
  request.device = *devices::find_device("cc90");
  request.overrides.grid = {{"1"}};
  request.overrides.block = {{"32"}};
  return request;
}

TEST(MmaSpellings, WhatNvrtcTakesIsExecutedRight) {
  std::mt19937 engine(30);
  const std::vector<MmaSpelling> all = mma_spellings();
  std::string text;
  std::vector<MmaCase> cases;
  for (std::size_t i = 0; i < all.size(); ++i) {
    cases.push_back(all[i].legal() ? case_of(all[i], i, engine) : MmaCase());
    text += cases.back().text;
  }
  compile::Compiler compiler;
  run::Request request = request_for(text);
  request.hash_buffers = true;
  int executed = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].legal()) continue;
    request.overrides.kernel = "k" + std::to_string(i);
    request.overrides.arguments = {{"d", "zero[" + std::to_string(cases[i].wanted.size()) + "]"}};
    const run::Result result = run::simulate(compiler, request);
    ASSERT_EQ(result.status, run::Status::Done) << all[i].text << format_diagnostics(result.diagnostics);
    request.program = result.program;
    ASSERT_EQ(result.buffers.size(), 1u);
    std::vector<std::uint32_t> got(cases[i].wanted.size());
    ASSERT_GE(result.buffers[0].contents.size(), got.size() * 4);
    std::memcpy(got.data(), result.buffers[0].contents.data(), got.size() * 4);
    EXPECT_EQ(got, cases[i].wanted) << all[i].text;
    ++executed;
  }
  EXPECT_EQ(executed, 94 + 88);
}

TEST(MmaSpellings, WhatNvrtcRefusesIsRefusedAtItsLine) {
  compile::Compiler compiler;
  std::vector<std::string> kernels;
  const std::vector<MmaSpelling> all = mma_spellings();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!all[i].legal()) kernels.push_back(kernel_of(all[i], i, false));
  EXPECT_EQ(kernels.size(), 62u + 192u);
  constexpr std::size_t at_a_time = 16; // of more, some go untold
  for (std::size_t first = 0; first < kernels.size(); first += at_a_time) {
    const std::size_t end = std::min(kernels.size(), first + at_a_time);
    std::string text;
    for (std::size_t i = first; i < end; ++i) text += kernels[i];
    const run::Result result = run::simulate(compiler, request_for(text));
    EXPECT_NE(result.status, run::Status::Done);
    for (std::size_t i = first; i < end; ++i)
      EXPECT_TRUE(std::ranges::any_of(result.diagnostics, [&](const Diagnostic& d) {
        return d.span.line == i - first + 1 && d.message.find("'mma.s") != std::string::npos;
      })) << kernels[i];
  }
}

} // namespace
} // namespace warpscope
