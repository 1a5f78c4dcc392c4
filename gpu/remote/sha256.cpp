// SHA-256 and the CRC of POSIX cksum.
#include "gpu/remote/sha256.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace warpscope::remote {

namespace {

using Word = std::uint32_t;

/// The first 32 bits of the fractional part of the square (K: cube) roots of the first primes: FIPS
/// 180-4, 4.2.2 and 5.3.3.
constexpr std::array<Word, 64> primes_up_to_the_64th() {
  std::array<Word, 64> primes{};
  std::size_t found = 0;
  for (Word n = 2; found < primes.size(); ++n) {
    bool prime = true;
    for (Word d = 2; d * d <= n && prime; ++d) prime = n % d != 0;
    if (prime) primes[found++] = n;
  }
  return primes;
}

/// floor(2^32 * p^(1/power)) mod 2^32, by bisection in integers.
constexpr Word root_fraction(Word p, int power) {
  __extension__ using Wide = unsigned __int128;
  const int scale = 32 * power;
  Wide low = 0, high = Wide(1) << 37; // the cube root of 311 is below 7, its square root below 18
  while (high - low > 1) {
    const Wide middle = (low + high) / 2;
    // Compares the high parts where the cube would not fit: p * 2^96 needs 105 bits, middle^3 at most 111.
    Wide product = middle;
    for (int i = 1; i < power; ++i) product *= middle;
    (product <= (Wide(p) << scale) ? low : high) = middle;
  }
  return static_cast<Word>(low);
}

constexpr auto make_constants() {
  std::array<Word, 64> k{};
  const std::array<Word, 64> primes = primes_up_to_the_64th();
  for (std::size_t i = 0; i < k.size(); ++i) k[i] = root_fraction(primes[i], 3);
  return k;
}
constexpr auto make_start() {
  std::array<Word, 8> h{};
  const std::array<Word, 64> primes = primes_up_to_the_64th();
  for (std::size_t i = 0; i < h.size(); ++i) h[i] = root_fraction(primes[i], 2);
  return h;
}
constexpr std::array<Word, 64> constants = make_constants();
constexpr std::array<Word, 8> start = make_start();

void take_block(std::array<Word, 8>& state, const unsigned char* block) {
  std::array<Word, 64> w; // NOLINT: filled below
  for (std::size_t i = 0; i < 16; ++i)
    w[i] = Word(block[4 * i]) << 24 | Word(block[4 * i + 1]) << 16 | Word(block[4 * i + 2]) << 8 |
           Word(block[4 * i + 3]);
  for (std::size_t i = 16; i < 64; ++i) {
    const Word a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3)) + w[i - 7] +
           (std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10));
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < 64; ++i) {
    const Word one = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) +
                     constants[i] + w[i];
    const Word two = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
  }
  const std::array<Word, 8> more = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += more[i];
}

} // namespace

std::string sha256_hex(std::string_view bytes) {
  std::array<Word, 8> state = start;
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  const std::size_t whole = bytes.size() / 64 * 64;
  for (std::size_t at = 0; at < whole; at += 64) take_block(state, data + at);
  std::array<unsigned char, 128> rest{}; // the remaining bytes, a one bit, zeros, the length in bits
  std::copy(data + whole, data + bytes.size(), rest.begin());
  const std::size_t left = bytes.size() - whole, length = left < 56 ? 64 : 128;
  rest[left] = 0x80;
  for (std::size_t i = 0; i < 8; ++i)
    rest[length - 1 - i] = static_cast<unsigned char>(static_cast<std::uint64_t>(bytes.size()) * 8 >>
                                                      (8 * i));
  for (std::size_t at = 0; at < length; at += 64) take_block(state, rest.data() + at);
  std::string hex;
  for (const Word word : state) hex += fmt::format("{:08x}", word);
  return hex;
}

std::uint32_t posix_cksum(std::string_view bytes) {
  static const std::array<Word, 256> table = [] {
    std::array<Word, 256> t{};
    for (Word i = 0; i < 256; ++i) {
      Word crc = i << 24;
      for (int bit = 0; bit < 8; ++bit) crc = (crc << 1) ^ ((crc & 0x80000000u) != 0 ? 0x04C11DB7u : 0u);
      t[i] = crc;
    }
    return t;
  }();
  Word crc = 0;
  const auto take = [&](unsigned char byte) { crc = (crc << 8) ^ table[(crc >> 24) ^ byte]; };
  for (const char c : bytes) take(static_cast<unsigned char>(c));
  for (std::size_t length = bytes.size(); length != 0; length >>= 8) take(static_cast<unsigned char>(length));
  return ~crc;
}

} // namespace warpscope::remote
