// Numbers, lanes and comparisons as words.
#include "app/view/wording.h"

#include "app/language/language.h"

#include <algorithm>
#include <bit>

namespace warpscope::view {

std::string number_word(std::uint64_t n) {
  constexpr std::string_view words[] = {"number.no",    "number.one",  "number.two", "number.three",
                                        "number.four",  "number.five", "number.six", "number.seven",
                                        "number.eight", "number.nine", "number.ten", "number.eleven",
                                        "number.twelve"};
  return n < std::size(words) ? std::string(language::tr(words[n])) : grouped(n);
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

std::string_view access_words(Space space, AccessKind kind) {
  const auto of = [&](std::string_view load, std::string_view store, std::string_view atomic) {
    return language::tr(kind == AccessKind::Load ? load : kind == AccessKind::Store ? store : atomic);
  };
  switch (space) {
  case Space::Global: return of("access.global_load", "access.global_store", "access.global_atomic");
  case Space::Shared: return of("access.shared_load", "access.shared_store", "access.shared_atomic");
  case Space::Local: return of("access.local_load", "access.local_store", "access.local_atomic");
  case Space::Constant: return language::tr("access.constant_load");
  case Space::Param:
  case Space::None: break;
  }
  return of("access.other_load", "access.other_store", "access.other_atomic");
}

std::string_view memory_words(Space space) {
  switch (space) {
  case Space::Global: return language::tr("access.global_memory");
  case Space::Shared: return language::tr("access.shared_memory");
  case Space::Local: return language::tr("access.local_memory");
  case Space::Constant: return language::tr("access.constant_memory");
  case Space::Param:
  case Space::None: break;
  }
  return language::tr("access.memory");
}

std::string ratio_words(std::uint64_t before, std::uint64_t after) {
  if (before == after) return std::string(language::tr("number.equal"));
  if (after == 0) return std::string(language::tr("number.none_left"));
  if (before == 0) return std::string(language::tr("number.new"));
  const std::uint64_t more = std::max(before, after);
  const std::uint64_t less = std::min(before, after);
  const bool fewer = before > after;
  if (more < 2 * less) { // "1.2× more" would not say than what
    const std::uint64_t hundredths = (200 * (more - less) + before) / (2 * before);
    if (hundredths == 0)
      return std::string(language::tr(fewer ? "number.slightly_fewer" : "number.slightly_more"));
    return language::trf(fewer ? "number.percent_fewer" : "number.percent_more",
                         language::arg("percent", hundredths));
  }
  // Tenths are given below 10 only.
  const std::uint64_t tenths = (20 * more + less) / (2 * less);
  const std::string times = tenths % 10 == 0 || tenths >= 100
                                ? grouped((2 * more + less) / (2 * less))
                                : std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10);
  return language::trf(fewer ? "number.times_fewer" : "number.times_more", language::arg("times", times));
}

std::string difference_words(std::uint64_t before, std::uint64_t after) {
  if (before == after) return "0";
  return before > after ? "−" + grouped(before - after) : '+' + grouped(after - before);
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return language::percent_text(language::percent_tenths(part, whole)) + " %";
}

} // namespace warpscope::view
