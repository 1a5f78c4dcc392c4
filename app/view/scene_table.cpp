// Makes the table of scenes.def, and builds a picture by its row.
#include "app/view/explain.h"
#include "app/view/scene.h"
#include "app/view/scene_parts.h"

#include <cmath>
#include <cstdint>

namespace warpscope::view {

#define SCENE(kind, name, title, shows, scope, headline, ...)                                                \
  [[nodiscard]] Picture build_##name##_scene(const SceneRequest& request);                                   \
  [[nodiscard]] Headline headline(const SceneRequest& request, SceneKind scene);
#include "app/view/scenes.def"
#undef SCENE

namespace {

bool is_access(const trace::BlockTrace::Event& event) {
  return event.kind == trace::StepKind::Access && event.mask != 0;
}
bool is_access(const trace::BlockTrace::Event& event, Space space) {
  return is_access(event) && event.space == space;
}
bool is_access(const trace::BlockTrace::Event& event, CostRule rule) {
  return is_access(event) && cost_rule(event.space) == rule;
}

/// Constant and local memory have no banks, but also have a picture of lanes and what they touch.
bool shows_banks(const trace::BlockTrace::Event& event) {
  return is_access(event, CostRule::Banks) || is_access(event, CostRule::Passes) ||
         is_access(event, Space::Local);
}
bool shows_sectors(const trace::BlockTrace::Event& event) { return is_access(event, CostRule::Sectors); }
bool shows_array(const trace::BlockTrace::Event& event) { return is_access(event, Space::Shared); }
/// Every moment belongs to one of the block's warps, at barriers and in waits too.
bool shows_every_moment(const trace::BlockTrace::Event& event) {
  return event.kind != trace::StepKind::Access || event.mask != 0;
}

/// It shows nothing of the event: the launch's time, or what is typed in the scene.
bool shows_always(const trace::BlockTrace::Event&) { return true; }

enum class Scope : std::uint8_t { Access, WholeBlock, Alone };

constexpr SceneInfo infos[] = {
#define SCENE(kind, name, title, shows, scope, headline, width, height, none)                                \
  {SceneKind::kind, title,  #name, Scope::scope != Scope::Access, Scope::scope == Scope::Alone,              \
   width,           height, none},
#include "app/view/scenes.def"
#undef SCENE
};

struct SceneRow {
  bool (*shows)(const trace::BlockTrace::Event& event);
  Picture (*build)(const SceneRequest& request);
  Headline (*headline)(const SceneRequest& request, SceneKind scene);
};
constexpr SceneRow rows[] = {
#define SCENE(kind, name, title, shows, scope, headline, ...) {shows, build_##name##_scene, headline},
#include "app/view/scenes.def"
#undef SCENE
};

const SceneRow& row_of(SceneKind scene) { return rows[static_cast<std::size_t>(scene)]; }

Picture explained(Picture picture) {
  explain_numbers(picture);
  return picture;
}

} // namespace

std::span<const SceneInfo> scenes() { return infos; }

std::optional<SceneKind> scene_by_id(std::string_view id) {
  for (const SceneInfo& info : infos)
    if (info.id == id) return info.kind;
  return std::nullopt;
}

bool scene_can_show(SceneKind scene, const trace::BlockTrace::Event& event) {
  return row_of(scene).shows(event);
}

Headline scene_headline(const SceneRequest& request, SceneKind scene) {
  return row_of(scene).headline(request, scene);
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
  if (info_of(scene).alone) return explained(row_of(scene).build(request));
  if (asks_about(request)) return build_question_picture(request);
  const trace::BlockTrace::Event* event = event_at(request);
  if (event == nullptr) return empty_picture(request, scene);
  if (!info_of(scene).of_block && is_access(*event, CostRule::Passes))
    return explained(build_constant_picture(request));
  if (!info_of(scene).of_block && is_access(*event, Space::Local))
    return explained(build_local_picture(request));
  if (!scene_can_show(scene, *event)) return empty_picture(request, scene);
  return explained(row_of(scene).build(request));
}

} // namespace warpscope::view
