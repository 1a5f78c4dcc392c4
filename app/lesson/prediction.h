// "How many wavefronts?": the counts stay hidden until the person has entered a number or asked to see them.
// Values only.
#pragma once

#include "sim/trace/block_trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpscope::lesson {

/// A question about one access, and its answer.
struct Question {
  std::uint64_t answer = 0;
  std::string_view one, many; ///< "wavefront", "wavefronts"
  std::string reason;         ///< why it is that many, as a clause
};
/// Shared memory: wavefronts; global: sectors; constant: passes. nullopt for any other event.
[[nodiscard]] std::optional<Question> question_about(const trace::BlockTrace& trace, std::size_t event);

struct Prediction {
  enum class Phase : std::uint8_t { None, Asking, Answered } phase = Phase::None;
  std::string typed; ///< digits so far
  // ---- once answered
  std::size_t event = 0; ///< the access that it was about: the verdict is shown while the playhead is there
  std::optional<std::uint64_t> said; ///< the number entered; nullopt: the person asked to see
  std::uint64_t answer = 0;
  std::string reason;
  [[nodiscard]] bool right() const { return said && *said == answer; }
  bool operator==(const Prediction&) const = default;
};

inline constexpr std::size_t most_digits = 4; ///< no count of an access has more digits

/// Adds a digit; any other character, or one too many, is ignored.
void type_digit(Prediction& prediction, char digit);
void erase_digit(Prediction& prediction);
/// Ends the question: with the number typed, or without one.
[[nodiscard]] Prediction answered(const Prediction& prediction, std::size_t event, const Question& question,
                                  bool with_number);
/// Returns "Right: it is 32", "You said 8, it is 32"; empty when no number was entered.
[[nodiscard]] std::string verdict_of(const Prediction& prediction);

} // namespace warpscope::lesson
