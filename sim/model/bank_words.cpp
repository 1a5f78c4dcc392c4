// Counts wavefronts of arbitrary words: a portable version, and one for AVX-512.
#include "sim/model/bank_words.h"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace warpscope::model::model_detail {

namespace {

constexpr std::uint32_t bank_count = 32, word_bytes = 4;

using Halves = std::uint16_t __attribute__((vector_size(32)));
using Bytes = std::uint8_t __attribute__((vector_size(32)));

/// Counts the wavefronts of a load or store of words.
__attribute__((always_inline)) inline std::uint32_t passes_of_words(WordKeys& keys) {
  Halves low, high, low_repeats{}, high_repeats{};
  std::memcpy(&low, &keys.word[warp_size], sizeof low);
  std::memcpy(&high, &keys.word[warp_size + 16], sizeof high);
  for (std::uint32_t shift = 1; shift < warp_size; ++shift) {
    Halves below_low, below_high;
    std::memcpy(&below_low, &keys.word[warp_size - shift], sizeof below_low);
    std::memcpy(&below_high, &keys.word[warp_size + 16 - shift], sizeof below_high);
    low_repeats |= static_cast<Halves>(low == below_low);
    high_repeats |= static_cast<Halves>(high == below_high);
  }
  std::array<std::uint16_t, warp_size> repeats;
  std::memcpy(repeats.data(), &low_repeats, sizeof low_repeats);
  std::memcpy(repeats.data() + 16, &high_repeats, sizeof high_repeats);
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    const auto alone = static_cast<std::uint8_t>(0x80u | lane); // puts the word into a bank of its own
    keys.bank[lane] = 0xff;
    keys.bank[warp_size + lane] = repeats[lane] != 0
                                      ? alone
                                      : static_cast<std::uint8_t>(keys.word[warp_size + lane] % bank_count);
  }
  Bytes banks, before{};
  std::memcpy(&banks, &keys.bank[warp_size], sizeof banks);
  for (std::uint32_t shift = 1; shift < warp_size; ++shift) {
    Bytes below;
    std::memcpy(&below, &keys.bank[warp_size - shift], sizeof below);
    before -= static_cast<Bytes>(banks == below);
  }
  std::array<std::uint8_t, warp_size> rank;
  std::memcpy(rank.data(), &before, sizeof before);
  std::uint8_t most = 0;
  for (const std::uint8_t r : rank) most = std::max(most, r);
  return most + 1u;
}
std::uint32_t passes_of_words_plain(WordKeys& keys) { return passes_of_words(keys); }
#if defined(__x86_64__)
__attribute__((target("avx2"))) std::uint32_t passes_of_words_avx2(WordKeys& keys) {
  return passes_of_words(keys);
}
#endif

#if defined(__x86_64__)
/// Holds all 32 words in one register, and the results of comparisons in mask registers.
__attribute__((target("avx512f,avx512bw,avx512vl,avx2"))) std::uint32_t
passes_of_words_avx512(WordKeys& keys) {
  const __m512i words = _mm512_loadu_si512(&keys.word[warp_size]);
  __mmask32 repeats = 0;
  for (std::uint32_t shift = 1; shift < warp_size; ++shift)
    repeats |= _mm512_cmpeq_epi16_mask(words, _mm512_loadu_si512(&keys.word[warp_size - shift]));
  // Banks as bytes; a word that repeats a lower lane's gets a bank of its own.
  const __m256i banks = _mm512_maskz_cvtepi16_epi8(
      ~__mmask32{0}, _mm512_and_si512(words, _mm512_set1_epi16(bank_count - 1)));
  alignas(32) std::array<std::uint8_t, warp_size> alone;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    alone[lane] = static_cast<std::uint8_t>(0x80u | lane);
  const __m256i mine = _mm256_mask_loadu_epi8(banks, repeats, alone.data());
  std::memset(keys.bank.data(), 0xff, warp_size);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(&keys.bank[warp_size]), mine);
  __m256i before = _mm256_setzero_si256();
  for (std::uint32_t shift = 1; shift < warp_size; ++shift) {
    const __m256i below = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&keys.bank[warp_size - shift]));
    before = _mm256_sub_epi8(before, _mm256_cmpeq_epi8(mine, below));
  }
  const __m128i most16 = _mm_max_epu8(_mm256_castsi256_si128(before), _mm256_extracti128_si256(before, 1));
  // The minimum of the inverted values, since there is an instruction for words.
  const __m128i inverted = _mm_xor_si128(most16, _mm_set1_epi8(-1));
  const __m128i pairs = _mm_min_epu8(inverted, _mm_srli_epi16(inverted, 8));
  return 1u + (0xffu ^ (static_cast<std::uint32_t>(_mm_extract_epi16(
                            _mm_minpos_epu16(_mm_and_si128(pairs, _mm_set1_epi16(0xff))), 0)) &
                        0xffu));
}
#endif

} // namespace

bool fill_words(const WarpAccess& access, WordKeys& keys) {
  const std::uint32_t first = access.offset[static_cast<unsigned>(std::countr_zero(access.mask))] /
                              word_bytes;
  std::uint32_t apart = 0;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    // An inactive lane repeats the word of the first active one.
    const std::uint32_t word = (access.mask >> lane & 1u) != 0 ? access.offset[lane] / word_bytes : first;
    apart |= word ^ first;
    keys.word[lane] = WordKeys::none;
    keys.word[warp_size + lane] = static_cast<std::uint16_t>(word & 0x7fffu);
  }
  return apart < WordKeys::none;
}

std::vector<CountPasses> pass_counters() {
  std::vector<CountPasses> all;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
    all.push_back(passes_of_words_avx512);
  if (__builtin_cpu_supports("avx2")) all.push_back(passes_of_words_avx2);
#endif
  all.push_back(passes_of_words_plain);
  return all;
}

} // namespace warpscope::model::model_detail
