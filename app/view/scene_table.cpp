// The scenes there are. A new one is its file and its row here.
#include "app/view/explain.h"
#include "app/view/scene.h"
#include "app/view/scene_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpscope::view {
namespace {

struct SceneRow {
  SceneInfo info;
  bool (*can_show)(const trace::BlockTrace::Event& event);
  Picture (*build)(const SceneRequest& request);
};

bool is_access(const trace::BlockTrace::Event& event, Space space) {
  return event.kind == trace::StepKind::Access && event.space == space && event.mask != 0;
}

/// Constant and local memory have no banks, but a picture of lanes and what they touch, too.
bool banks_can_show(const trace::BlockTrace::Event& event) {
  return is_access(event, Space::Shared) || is_access(event, Space::Constant) ||
         is_access(event, Space::Local);
}
bool sectors_can_show(const trace::BlockTrace::Event& event) { return is_access(event, Space::Global); }
bool array_can_show(const trace::BlockTrace::Event& event) { return is_access(event, Space::Shared); }
/// Every moment of a block is one of its warps': barriers and waits too.
bool block_can_show(const trace::BlockTrace::Event& event) {
  return event.kind != trace::StepKind::Access || event.mask != 0;
}

constexpr std::array table{
    SceneRow{{SceneKind::Banks, "stage.banks", "banks"}, banks_can_show, build_banks_scene},
    SceneRow{{SceneKind::Array, "stage.array", "array"}, array_can_show, build_array_scene},
    SceneRow{{SceneKind::Sectors, "stage.sectors", "sectors"}, sectors_can_show, build_sectors_scene},
    SceneRow{{SceneKind::Tiling, "stage.tiling", "tiling"}, block_can_show, build_tiling_scene},
    SceneRow{{SceneKind::Block, "stage.block", "block"}, block_can_show, build_block_scene},
};

const SceneRow* find(SceneKind scene) {
  const auto it = std::find_if(table.begin(), table.end(),
                               [&](const SceneRow& row) { return row.info.kind == scene; });
  return it == table.end() ? nullptr : &*it;
}

Picture explained(Picture picture) {
  explain_numbers(picture);
  return picture;
}

} // namespace

std::span<const SceneInfo> scenes() {
  static const auto infos = [] {
    std::array<SceneInfo, table.size()> list{};
    std::transform(table.begin(), table.end(), list.begin(), [](const SceneRow& row) { return row.info; });
    return list;
  }();
  return infos;
}

std::optional<SceneKind> scene_by_id(std::string_view id) {
  for (const SceneRow& row : table) {
    if (row.info.id == id) return row.info.kind;
  }
  return std::nullopt;
}

bool scene_can_show(SceneKind scene, const trace::BlockTrace::Event& event) {
  const SceneRow* row = find(scene);
  return row != nullptr && row->can_show(event);
}

Picture build_scene(SceneKind scene, const SceneRequest& request) {
  const bool sane = std::isfinite(request.options.frame.width) &&
                    std::isfinite(request.options.frame.height) && request.options.frame.width >= 1 &&
                    request.options.frame.height >= 1 && std::isfinite(request.options.frame.scale) &&
                    request.options.frame.scale > 0;
  if (!sane) {
    Picture nothing;
    nothing.background = theme_of(request).bg1;
    return nothing;
  }
  if (asks_about(request)) return build_question_picture(request);
  const SceneRow* row = find(scene);
  const trace::BlockTrace::Event* event = event_at(request);
  if (row != nullptr && event != nullptr && !is_of_block(scene) && is_access(*event, Space::Constant))
    return explained(build_constant_picture(request));
  if (row != nullptr && event != nullptr && !is_of_block(scene) && is_access(*event, Space::Local))
    return explained(build_local_picture(request));
  if (row == nullptr || event == nullptr || !row->can_show(*event)) return empty_picture(request, scene);
  return explained(row->build(request));
}

} // namespace warpscope::view
