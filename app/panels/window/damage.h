// Finds what changed between two frames of Dear ImGui's draw data, so that the rest need not be drawn again:
// with a software renderer the cost of a frame is the pixels it fills.
#pragma once

#include "app/view/picture.h"
#include "imgui.h"

#include <array>
#include <vector>

namespace warpscope::panels {

class DamageTracker {
 public:
  /// Returns disjoint boxes in the display's coordinates, in whole pixels (of `data.FramebufferScale`),
  /// inside the display. Their pixels may differ from the last call's; all others are the same as long as
  /// textures keep their contents (new contents of a picture get another texture:
  /// GlRenderer::draw_to_texture). Returns everything when windows appeared, disappeared or changed their
  /// order, or the display's size changed.
  [[nodiscard]] std::vector<view::Box> look(const ImDrawData& data);

  /// The next look() returns the whole display.
  void forget() { known_ = false; }

 private:
  struct Command {
    std::array<float, 4> clip{};        ///< left, top, right, bottom
    const ImTextureData* own = nullptr; ///< a texture of Dear ImGui's (glyphs); otherwise null
    ImTextureID texture = 0;            ///< a picture's
    unsigned vertex_offset = 0, index_offset = 0, count = 0;
    bool operator==(const Command&) const = default;
  };
  struct List {
    const char* owner = nullptr; ///< a window's name; compared as a pointer, since the window owns it
    std::vector<Command> commands;
    std::vector<ImDrawVert> vertices;
    std::vector<ImDrawIdx> indices;
  };
  struct Triangle;
  [[nodiscard]] static bool equal(const List& a, const List& b);
  [[nodiscard]] static std::vector<Triangle> triangles(const List& list);
  static void add_changes(const List& before, const List& now, std::vector<view::Box>& boxes);
  static void copy(const ImDrawList& from, List& to);

  std::vector<List> lists_, spare_;
  ImVec2 position_{}, size_{}, ratio_{};
  bool known_ = false;
};

/// Merges boxes that overlap, then pairs whose union wastes least, until there are at most `most`.
void merge_boxes(std::vector<view::Box>& boxes, std::size_t most);

/// Draws `data` with the OpenGL backend inside `boxes` only, over `background`. The framebuffer must be
/// bound.
void render_damage(ImDrawData& data, const std::vector<view::Box>& boxes, view::Color background);

} // namespace warpscope::panels
