#include "app/view/wording.h"

#include <algorithm>
#include <bit>

namespace warpscope {

std::string with_commas(std::uint64_t n) {
  std::string s = std::to_string(n);
  for (std::size_t i = s.size(); i > 3;) {
    i -= 3;
    s.insert(i, ",");
  }
  return s;
}

std::string number_word(std::uint64_t n) {
  constexpr std::string_view words[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
  return n < std::size(words) ? std::string(words[n]) : with_commas(n);
}

std::string count_of(std::uint64_t n, std::string_view noun) {
  std::string s = with_commas(n) + ' ' + std::string(noun);
  if (n != 1) s += noun.ends_with("ss") ? "es" : "s";
  return s;
}

std::string lane_list(std::uint32_t mask, int most) {
  std::string s;
  int pieces = 0;
  for (std::uint32_t lane = 0; lane < 32;) {
    if ((mask >> lane & 1u) == 0) {
      ++lane;
      continue;
    }
    const auto run = static_cast<std::uint32_t>(std::countr_one(mask >> lane));
    if (pieces == most) return s + ", …";
    if (pieces++ > 0) s += ", ";
    s += std::to_string(lane);
    if (run > 1) s += (run == 2 ? ", " : "–") + std::to_string(lane + run - 1);
    lane += run;
  }
  return s;
}

std::string capitalized(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string ratio_words(std::uint64_t before, std::uint64_t after) {
  if (before == after) return "equal";
  if (after == 0) return "none left";
  if (before == 0) return "new";
  const std::uint64_t more = std::max(before, after);
  const std::uint64_t less = std::min(before, after);
  const char* than = before > after ? " fewer" : " more";
  if (more < 2 * less) { // "1.2× more" would not say of what
    const std::uint64_t hundredths = (200 * (more - less) + before) / (2 * before);
    return hundredths == 0 ? std::string("slightly") + than : std::to_string(hundredths) + " %" + than;
  }
  // A tenth is told below 10 only.
  const std::uint64_t tenths = (20 * more + less) / (2 * less);
  const std::string times = tenths % 10 == 0 || tenths >= 100
                                ? with_commas((2 * more + less) / (2 * less))
                                : std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10);
  return times + "×" + than;
}

std::string difference_words(std::uint64_t before, std::uint64_t after) {
  if (before == after) return "0";
  return before > after ? "−" + with_commas(before - after) : '+' + with_commas(after - before);
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "0 %";
  const std::uint64_t tenths = (2000 * part + whole) / (2 * whole);
  if (part < whole && tenths >= 995)
    return tenths >= 1000 ? "99.9 %" : std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10) + " %";
  if (part > 0 && tenths == 0) return "0.1 %";
  if (tenths < 200 && tenths % 10 != 0)
    return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10) + " %";
  return std::to_string((tenths + 5) / 10) + " %";
}

} // namespace warpscope
