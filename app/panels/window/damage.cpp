// Compares two frames of draw data and draws the boxes that differ.
#include "app/panels/window/damage.h"

#include "imgui_impl_opengl3.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>

namespace warpscope::panels {

namespace {

constexpr std::size_t most_boxes = 6; ///< each costs another pass over the lists

view::Box united(const view::Box& a, const view::Box& b) {
  if (a.w <= 0 || a.h <= 0) return b;
  if (b.w <= 0 || b.h <= 0) return a;
  const float x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.x + a.w, b.x + b.w) - x, std::max(a.y + a.h, b.y + b.h) - y};
}

bool overlap(const view::Box& a, const view::Box& b) {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

template <typename T> bool same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

bool same(ImVec2 a, ImVec2 b) { return a.x == b.x && a.y == b.y; }

/// The pixels that the OpenGL backend's scissor leaves for a command: it rounds the corner and the size
/// separately.
struct Pixels {
  int left, top, right, bottom;
};
Pixels scissor_of(const ImVec4& clip, const ImDrawData& data) {
  const int height = static_cast<int>(std::lround(data.DisplaySize.y * data.FramebufferScale.y));
  const float x0 = (clip.x - data.DisplayPos.x) * data.FramebufferScale.x,
              y0 = (clip.y - data.DisplayPos.y) * data.FramebufferScale.y;
  const float x1 = (clip.z - data.DisplayPos.x) * data.FramebufferScale.x,
              y1 = (clip.w - data.DisplayPos.y) * data.FramebufferScale.y;
  if (x1 <= x0 || y1 <= y0) return {0, 0, 0, 0};
  const int left = static_cast<int>(x0), low = static_cast<int>(static_cast<float>(height) - y1);
  return {left, height - low - static_cast<int>(y1 - y0), left + static_cast<int>(x1 - x0), height - low};
}

} // namespace

/// A triangle of a list by its contents, wherever its vertices are in the buffers.
struct DamageTracker::Triangle {
  const Command* command;
  std::array<ImDrawVert, 3> corners;

  bool operator==(const Triangle& o) const {
    return command->clip == o.command->clip && command->own == o.command->own &&
           command->texture == o.command->texture &&
           std::memcmp(corners.data(), o.corners.data(), sizeof(corners)) == 0;
  }
  [[nodiscard]] view::Box box() const {
    const auto [left, right] = std::minmax({corners[0].pos.x, corners[1].pos.x, corners[2].pos.x});
    const auto [top, bottom] = std::minmax({corners[0].pos.y, corners[1].pos.y, corners[2].pos.y});
    const float x = std::max(left, command->clip[0]), y = std::max(top, command->clip[1]);
    return {x, y, std::min(right, command->clip[2]) - x, std::min(bottom, command->clip[3]) - y};
  }
};

bool DamageTracker::equal(const List& a, const List& b) {
  return a.commands == b.commands && same_bytes(a.vertices, b.vertices) && same_bytes(a.indices, b.indices);
}

std::vector<DamageTracker::Triangle> DamageTracker::triangles(const List& list) {
  std::vector<Triangle> all;
  all.reserve(list.indices.size() / 3);
  for (const Command& c : list.commands) {
    const auto corner = [&](unsigned i) {
      return list.vertices[c.vertex_offset + list.indices[c.index_offset + i]];
    };
    for (unsigned i = 0; i + 2 < c.count; i += 3)
      all.push_back({&c, {corner(i), corner(i + 1), corner(i + 2)}});
  }
  return all;
}

void DamageTracker::add_changes(const List& before, const List& now, std::vector<view::Box>& boxes) {
  const std::vector<Triangle> old = triangles(before), made = triangles(now);
  const auto [first_old, first_new] = std::mismatch(old.begin(), old.end(), made.begin(), made.end());
  const auto [last_old, last_new] = std::mismatch(old.rbegin(), std::make_reverse_iterator(first_old),
                                                  made.rbegin(), std::make_reverse_iterator(first_new));
  view::Box changed;
  // Then what did not change between two changes is known, too.
  const bool in_place = old.size() == made.size();
  for (auto t = first_old; t != last_old.base(); ++t)
    if (!in_place || !(*t == made[static_cast<std::size_t>(t - old.begin())]))
      changed = united(changed, t->box());
  for (auto t = first_new; t != last_new.base(); ++t)
    if (!in_place || !(*t == old[static_cast<std::size_t>(t - made.begin())]))
      changed = united(changed, t->box());
  boxes.push_back(changed);
}

void DamageTracker::copy(const ImDrawList& from, List& to) {
  to.owner = from._OwnerName;
  to.commands.clear();
  for (const ImDrawCmd& c : from.CmdBuffer)
    to.commands.push_back({{c.ClipRect.x, c.ClipRect.y, c.ClipRect.z, c.ClipRect.w},
                           c.TexRef._TexData,
                           c.TexRef._TexID,
                           c.VtxOffset,
                           c.IdxOffset,
                           c.UserCallback == nullptr ? c.ElemCount : 0});
  to.vertices.assign(from.VtxBuffer.begin(), from.VtxBuffer.end());
  to.indices.assign(from.IdxBuffer.begin(), from.IdxBuffer.end());
}

std::vector<view::Box> DamageTracker::look(const ImDrawData& data) {
  const auto count = static_cast<std::size_t>(data.CmdLists.Size);
  spare_.resize(count);
  for (std::size_t i = 0; i < count; ++i) copy(*data.CmdLists[static_cast<int>(i)], spare_[i]);
  std::swap(lists_, spare_); // now spare_ is the previous frame

  const view::Box whole{data.DisplayPos.x, data.DisplayPos.y, data.DisplaySize.x, data.DisplaySize.y};
  const bool comparable = known_ && same(position_, data.DisplayPos) && same(size_, data.DisplaySize) &&
                          same(ratio_, data.FramebufferScale) && spare_.size() == count &&
                          std::equal(lists_.begin(), lists_.end(), spare_.begin(),
                                     [](const List& a, const List& b) { return a.owner == b.owner; });
  known_ = true;
  position_ = data.DisplayPos;
  size_ = data.DisplaySize;
  ratio_ = data.FramebufferScale;
  if (!comparable) return {whole};

  std::vector<view::Box> boxes;
  for (std::size_t i = 0; i < count; ++i)
    if (!equal(lists_[i], spare_[i])) add_changes(spare_[i], lists_[i], boxes);
  for (view::Box& b : boxes) { // to whole pixels, inside the display
    const float sx = data.FramebufferScale.x, sy = data.FramebufferScale.y;
    const float left = std::max(whole.x, std::floor(b.x * sx) / sx),
                top = std::max(whole.y, std::floor(b.y * sy) / sy);
    const float right = std::min(whole.x + whole.w, std::ceil((b.x + b.w) * sx) / sx),
                bottom = std::min(whole.y + whole.h, std::ceil((b.y + b.h) * sy) / sy);
    b = b.w <= 0 || b.h <= 0 ? view::Box{} : view::Box{left, top, right - left, bottom - top};
  }
  std::erase_if(boxes, [](const view::Box& b) { return b.w <= 0 || b.h <= 0; });
  merge_boxes(boxes, most_boxes);
  return boxes;
}

void merge_boxes(std::vector<view::Box>& boxes, std::size_t most) {
  const auto area = [](const view::Box& b) { return b.w * b.h; };
  for (;;) {
    std::size_t first = 0, second = 0;
    float least = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i)
      for (std::size_t j = i + 1; j < boxes.size(); ++j) {
        const float waste = overlap(boxes[i], boxes[j])
                                ? -1
                                : area(united(boxes[i], boxes[j])) - area(boxes[i]) - area(boxes[j]);
        if (second == 0 || waste < least) first = i, second = j, least = waste;
      }
    if (second == 0 || (least >= 0 && boxes.size() <= most)) return;
    boxes[first] = united(boxes[first], boxes[second]);
    boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(second));
  }
}

void render_damage(ImDrawData& data, const std::vector<view::Box>& boxes, view::Color background) {
  const ImVector<ImDrawList*> all = data.CmdLists;
  std::vector<ImVec4> clips;
  for (const ImDrawList* list : all)
    for (const ImDrawCmd& c : list->CmdBuffer) clips.push_back(c.ClipRect);
  const float sx = data.FramebufferScale.x, sy = data.FramebufferScale.y;
  const int height = static_cast<int>(std::lround(data.DisplaySize.y * sy));
  const auto share = [](std::uint8_t v) { return static_cast<float>(v) / 255.F; };
  glClearColor(share(background.r), share(background.g), share(background.b), 1);

  for (const view::Box& box : boxes) {
    const Pixels part{static_cast<int>(std::lround((box.x - data.DisplayPos.x) * sx)),
                      static_cast<int>(std::lround((box.y - data.DisplayPos.y) * sy)),
                      static_cast<int>(std::lround((box.x + box.w - data.DisplayPos.x) * sx)),
                      static_cast<int>(std::lround((box.y + box.h - data.DisplayPos.y) * sy))};
    glEnable(GL_SCISSOR_TEST);
    glScissor(part.left, height - part.bottom, part.right - part.left, part.bottom - part.top);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    data.CmdLists.resize(0);
    std::size_t at = 0;
    for (ImDrawList* list : all) {
      bool any = false;
      for (ImDrawCmd& c : list->CmdBuffer) {
        const Pixels clip = scissor_of(clips[at++], data);
        const Pixels in{std::max(clip.left, part.left), std::max(clip.top, part.top),
                        std::min(clip.right, part.right), std::min(clip.bottom, part.bottom)};
        any |= c.UserCallback != nullptr || (in.right > in.left && in.bottom > in.top);
        c.ClipRect = {static_cast<float>(in.left) / sx + data.DisplayPos.x,
                      static_cast<float>(in.top) / sy + data.DisplayPos.y,
                      static_cast<float>(in.right) / sx + data.DisplayPos.x,
                      static_cast<float>(in.bottom) / sy + data.DisplayPos.y};
      }
      if (any) data.CmdLists.push_back(list);
    }
    ImGui_ImplOpenGL3_RenderDrawData(&data);
  }
  data.CmdLists = all;
  std::size_t at = 0;
  for (ImDrawList* list : all)
    for (ImDrawCmd& c : list->CmdBuffer) c.ClipRect = clips[at++];
}

} // namespace warpscope::panels
