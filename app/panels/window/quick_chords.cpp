// Cuts the waiting input before a modifier that changes too early for a frame.
#include "app/panels/window/quick_chords.h"

namespace warpscope::panels {

namespace {

bool is_modifier(ImGuiKey key) {
  return (key & ImGuiMod_Mask_) != 0 || (key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper);
}

} // namespace

std::vector<ImGuiInputEvent> hold_modifiers(ImGuiContext& context) {
  ImVector<ImGuiInputEvent>& queue = context.InputEventsQueue;
  bool key_down = false;
  int cut = 0;
  for (; cut < queue.Size; ++cut) {
    const ImGuiInputEvent& event = queue[cut];
    if (event.Type != ImGuiInputEventType_Key) continue;
    if (is_modifier(event.Key.Key)) {
      if (key_down) break;
    } else {
      key_down = key_down || event.Key.Down;
    }
  }
  std::vector<ImGuiInputEvent> held(queue.Data + cut, queue.Data + queue.Size);
  queue.resize(cut);
  return held;
}

void put_back(ImGuiContext& context, const std::vector<ImGuiInputEvent>& held) {
  for (const ImGuiInputEvent& event : held) context.InputEventsQueue.push_back(event);
}

} // namespace warpscope::panels
