// A lab's "show me": where the access stands that answers the lab's question, and the answer with the counts
// of this very run put in. The header's [lesson] names places and counts (sim/source/scenario.h); no number
// is stored.
#pragma once

#include "app/playback/playback.h"
#include "sim/run/simulate.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace warpscope::lesson {

struct LessonPlace {
  std::uint32_t line = 0, site = ~0u;
  std::size_t event = 0; ///< of the traced block
};

struct LessonAnswer {
  LessonPlace place;
  std::uint32_t first_wavefront = 0, last_wavefront = 0; ///< of the event: what is played
  std::string sentence;                                  ///< with every {name} filled
};

/// The number of a line (from 1) behind the header that holds `piece`; 0: none.
[[nodiscard]] std::uint32_t line_with(const source::Scenario& scenario, std::string_view piece);

/// Nullopt with a sentence in `why_not`: the text has changed so that the place is gone, or it never runs.
[[nodiscard]] std::optional<LessonAnswer>
answer_lesson(const run::SimulationResult& picture, const playback::Playback& playback, std::string& why_not);

/// What the names of lesson_names() stand for at this place: "wavefronts" -> 32. Only what applies to its
/// kind of memory.
[[nodiscard]] std::map<std::string, std::uint64_t> lesson_counts(const trace::BlockTrace& trace,
                                                                 const LessonPlace& place);

/// "{wavefronts wavefront} …" with the numbers of `counts` and the texts of `words`; a name that is in
/// neither gives nullopt.
[[nodiscard]] std::optional<std::string> fill_answer(std::string_view text,
                                                     const std::map<std::string, std::uint64_t>& counts,
                                                     const std::map<std::string, std::string>& words);

} // namespace warpscope::lesson
