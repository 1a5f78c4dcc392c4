// A lab's "show me": finds the access that answers the lab's question, and fills the answer with the counts
// of the current run. The header's [lesson] names positions and counts (sim/source/scenario.h); no number is
// stored.
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
  std::size_t event = 0; ///< index in the traced block
};

struct LessonAnswer {
  LessonPlace place;
  std::uint32_t first_wavefront = 0, last_wavefront = 0; ///< the event's wavefronts to play
  std::string sentence;                                  ///< with every {name} filled in
};

/// Returns the number of the first line (from 1) after the header that contains `piece`; 0: none.
[[nodiscard]] std::uint32_t line_with(const source::Scenario& scenario, std::string_view piece);

/// What a lesson points at: a piece of a line, which of the line's accesses, which of its runs.
struct PlaceSought {
  std::string at;         ///< the first line after the header that contains it
  std::string access;     ///< "load", "store", "atomic"; empty: any
  std::uint32_t turn = 0; ///< which execution of the access by one warp, from 1; 0: the costliest of all
  std::optional<std::uint32_t> warp; ///< nullopt: the first that gets there; with turn 0: any
};
/// nullopt, with a sentence in `why_not`: the line is gone, or its access does not run in this block.
[[nodiscard]] std::optional<LessonPlace> find_place(const run::Result& picture,
                                                    const playback::Playback& playback,
                                                    const PlaceSought& sought, std::string& why_not);

/// nullopt, with a sentence in `why_not`, when the text has changed so that the access is gone, or it never
/// executes.
[[nodiscard]] std::optional<LessonAnswer>
answer_lesson(const run::Result& picture, const playback::Playback& playback, std::string& why_not);

/// Returns the values of lesson_names() at this access, such as "wavefronts" -> 32. Only those that apply to
/// its kind of memory.
[[nodiscard]] std::map<std::string, std::uint64_t> lesson_counts(const trace::BlockTrace& trace,
                                                                 const LessonPlace& place);

/// Returns "fitting_blocks" and "fitting_warps": how many blocks of this launch a multiprocessor holds at
/// once, and their warps, by its threads, blocks and shared memory. Registers are left out: how many a thread
/// has is the compiler's choice.
[[nodiscard]] std::map<std::string, std::uint64_t> occupancy_counts(const run::Result& picture,
                                                                    const Device& device);

/// Fills "{wavefronts wavefront} …" with the numbers in `counts` and the texts in `words`; nullopt for a name
/// that is in neither.
[[nodiscard]] std::optional<std::string> fill_answer(std::string_view text,
                                                     const std::map<std::string, std::uint64_t>& counts,
                                                     const std::map<std::string, std::string>& words);

} // namespace warpscope::lesson
