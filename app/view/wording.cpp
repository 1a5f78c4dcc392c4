// Numbers, lanes and comparisons as words.
#include "app/view/wording.h"

#include "app/language/language.h"
#include "sim/model/banks.h"

#include <fmt/format.h>

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

namespace {

/// What is said of a space: keys of the language table.
struct SpaceWords {
  Space space = Space::None;
  std::string_view load, store, atomic; ///< "shared load"
  std::string_view memory;              ///< "shared memory"
  std::string_view lead;                ///< "Shared", in place of the line that is not known
};
/// The first row stands for every space that has none.
constexpr SpaceWords space_words[] = {
    {Space::None, "access.other_load", "access.other_store", "access.other_atomic", "access.memory",
     "block.other"},
    {Space::Global, "access.global_load", "access.global_store", "access.global_atomic",
     "access.global_memory", "block.global"},
    {Space::Shared, "access.shared_load", "access.shared_store", "access.shared_atomic",
     "access.shared_memory", "block.shared"},
    {Space::Cluster, "access.cluster_load", "access.cluster_store", "access.cluster_atomic",
     "access.cluster_memory", "block.cluster"},
    {Space::Local, "access.local_load", "access.local_store", "access.local_atomic", "access.local_memory",
     "block.local"},
    {Space::Constant, "access.constant_load", "access.constant_load", "access.constant_load",
     "access.constant_memory", "block.constant"},
};

const SpaceWords& words_of(Space space) {
  for (const SpaceWords& words : space_words)
    if (words.space == space) return words;
  return space_words[0];
}

} // namespace

std::string_view access_words(Space space, AccessKind kind) {
  const SpaceWords& words = words_of(space);
  return language::tr(kind == AccessKind::Load    ? words.load
                      : kind == AccessKind::Store ? words.store
                                                  : words.atomic);
}

std::string_view memory_words(Space space) { return language::tr(words_of(space).memory); }

std::string_view memory_lead(Space space) { return language::tr(words_of(space).lead); }

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

std::string microseconds_text(double microseconds) {
  return fmt::format("{:.{}f}", microseconds, microseconds < 10 ? 2 : microseconds < 100 ? 1 : 0);
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return language::percent_text(language::percent_tenths(part, whole)) + " %";
}

std::string first_words(const WarpAccess& access, AccessKind kind) {
  const model::BankService service = model::serve_banks(access, kind);
  if (!model::lanes_wait(service.counts) || service.wavefronts.empty()) return {};
  const int waiting = std::popcount(access.mask) - std::popcount(service.wavefronts.front().lanes);
  if (waiting <= 0) return {};
  return waiting == 1 ? std::string(language::tr("expression.first_words_one"))
                      : language::trf("expression.first_words", language::arg("n", waiting));
}

} // namespace warpscope::view
