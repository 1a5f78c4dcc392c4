// What the stage shows of a session: which moment, in which scene, of A and of B. Reads the session, draws
// nothing. Panes, exported stills and films are all built from the requests made here.
#pragma once

#include "app/session/session.h"
#include "app/view/pair_view.h"
#include "app/view/scene.h"

#include <cstdint>
#include <optional>

namespace warpscope::panels {

/// The scene for an event: the current one if it can show it, else the first that can. Block shows
/// everything, so it is only ever chosen by hand.
[[nodiscard]] std::optional<view::SceneKind> scene_of(const trace::BlockTrace::Event& event,
                                                      view::SceneKind in_use);

/// The access at the playhead; at a barrier, or an access that no scene shows, the last one before it (else
/// the first after).
[[nodiscard]] std::optional<playback::Moment> shown_moment(const session::Session& session,
                                                           view::SceneKind in_use);

/// The present run at a moment, with all that the session knows about it; the pane sets size, theme, pointer
/// and window. It is B when something is pinned.
[[nodiscard]] view::SceneRequest present_request(const session::Session& session, playback::Moment shown);

/// Adds the session's question, its verdict and the difference from the pin: for the pane whose access they
/// are about. While the counts are hidden, nothing that reveals them stays in the request.
void ask(view::SceneRequest& request, const session::Session& session);

/// Both halves at a moment of B, without names and sizes. `pair.a.shows` is false where A has nothing that
/// corresponds to the moment.
[[nodiscard]] view::PairRequest pair_request(const session::Session& session, playback::Moment shown,
                                             view::SceneKind scene);

/// Returns the line of the access at a moment; 0: none.
[[nodiscard]] std::uint32_t line_of(const session::Session& session, playback::Moment moment);

} // namespace warpscope::panels
