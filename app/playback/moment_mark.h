// A moment in terms of the text, so that it can be found again in the run of an edited text: "warp 1, the
// fourth read at line 31, wavefront 5". Event numbers and steps mean nothing in another run: one conflict
// less, and everything after it moves.
#pragma once

#include "app/playback/playback.h"
#include "sim/program/program.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace warpscope::playback {

struct MomentMark {
  std::uint32_t warp = 0;
  std::uint32_t line = 0; ///< of the access, in the simulated text; 0: not known
  Space space = Space::None;
  AccessKind kind = AccessKind::Load;
  std::uint32_t occurrence = 0; ///< from 0: among the warp's accesses at the line of this space and kind
  std::uint32_t nth_access = 0; ///< from 0: among all accesses of the warp, for when the line makes none
  std::uint32_t wavefront = 0;
  /// The moment is the release of a barrier, and the access above is the last one before it.
  struct Release {
    std::uint32_t line = 0, occurrence = 0;
    bool operator==(const Release&) const = default;
  };
  std::optional<Release> release;
  bool operator==(const MomentMark&) const = default;
};

/// nullopt for a moment without an access at or before it.
[[nodiscard]] std::optional<MomentMark> mark_of(const Playback& playback, const program::Program& program,
                                                Moment moment);

/// The mark with its lines where `line_now` says that they are now.
[[nodiscard]] MomentMark moved(MomentMark mark, const std::function<std::uint32_t(std::uint32_t)>& line_now);

/// The marked moment in another run. Where the warp comes to the line fewer times: its last time there; where
/// the line makes no such access: the warp's access of the same number. nullopt: the block has no such warp.
[[nodiscard]] std::optional<Moment> find(const MomentMark& mark, const Playback& playback,
                                         const program::Program& program);

} // namespace warpscope::playback
