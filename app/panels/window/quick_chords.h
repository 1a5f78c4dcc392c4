// Chords that are pressed and let go faster than frames are drawn.
#pragma once

#include "imgui_internal.h"

#include <vector>

namespace warpscope::panels {

/// Takes from Dear ImGui's waiting input what would break a chord: a modifier that changes after another key
/// went down, both since the last frame. Dear ImGui lets a key's own press and release fall into two frames,
/// but ctrl and O that are pressed, and ctrl let go, within one would be an O alone. Call before NewFrame();
/// what is returned goes back by put_back() after it, for the next frame.
[[nodiscard]] std::vector<ImGuiInputEvent> hold_modifiers(ImGuiContext& context);
void put_back(ImGuiContext& context, const std::vector<ImGuiInputEvent>& held);

} // namespace warpscope::panels
