// What the stage shows of a session: which moment, in which scene, of A and of B. Reads the session, draws
// nothing.
#pragma once

#include "app/panels/stage/pane.h"
#include "app/session/session.h"

#include <optional>
#include <vector>

namespace warpscope::panels {

/// The scene for an event: the one in use when it can show it, else the first that can. Block shows
/// everything, so it is only ever chosen by hand.
[[nodiscard]] std::optional<view::SceneKind> scene_of(const trace::BlockTrace::Event& event,
                                                      view::SceneKind in_use);

/// The access at the playhead; at a barrier or an access no scene shows, the last one before it (else the
/// first after).
[[nodiscard]] std::optional<playback::Moment> shown_moment(const session::Session& session,
                                                           view::SceneKind in_use);

/// The present picture at a moment; it is B where something is pinned.
[[nodiscard]] StageSubject present_subject(const session::Session& session, playback::Moment shown);

/// Both halves at a moment of B.
struct ComparedSubjects {
  StageSubject a, b;
  bool shows_a = false; ///< false: A has nothing that goes with the moment
  bool done_a = false, done_b = false;
};
[[nodiscard]] ComparedSubjects compared_subjects(const session::Session& session, playback::Moment shown);

/// Line of the access at a moment; 0: none.
[[nodiscard]] std::uint32_t line_of(const session::Session& session, playback::Moment moment);

} // namespace warpscope::panels
