#include "app/panels/stage_pane.h"

#include <bit>
#include <cmath>

#include "app/panels/widgets.h"

namespace warpscope {

void StageSubject::ask(const Session& session) {
  hide_counts = session.counts_hidden();
  if (hide_counts) guess = session.prediction().typed;
  verdict = session.verdict();
  verdict_is_right = session.prediction().right();
}

/// The tables that belong to one trace, made when another picture came.
void StagePane::prepare(const StageSubject& subject) {
  if (prepared_ == subject.version) return;
  prepared_ = subject.version;
  index_ = BlockIndex(*subject.playback);
  places_.clear();
  for (const PlacedBuffer& b : subject.result->buffers) places_.push_back({b.name, b.offset, b.bytes, b.element_size});
}

void StagePane::build(PanelContext& c, const StageSubject& subject, const Key& key) {
  prepare(subject);
  lines_ = subject.lines;
  SceneInput input;
  input.program = subject.result->program.get();
  input.trace = subject.playback->trace();
  input.block = subject.block;
  input.moment = subject.moment;
  input.progress = key.progress;
  input.hovered_lanes = key.lanes;
  if (key.lanes != 0) input.hovered_lane = static_cast<std::uint32_t>(std::countr_zero(key.lanes));
  input.width = key.width;
  input.height = key.height;
  input.scale = key.scale;
  input.theme = &c.theme;
  input.presenter = key.presenter;
  input.source_lines = lines_;
  input.buffers = places_;
  input.index = &index_;
  input.window_row = window_.row;
  input.window_column = window_.column;
  input.first_row = window_.line;
  input.first_step = window_.first_step;
  input.end_step = window_.end_step;
  input.hide_counts = key.hide_counts;
  guess_ = key.guess; // the views outlive this call in input_
  verdict_ = key.verdict;
  input.guess = guess_;
  input.verdict = verdict_;
  input.verdict_is_right = subject.verdict_is_right;
  input_ = input;
  picture_ = build_scene(key.scene, input);
  headline_ = make_headline(input, key.scene);
  key_ = key;
  if (c.renderer == nullptr) return;
  const float ratio = ImGui::GetIO().DisplayFramebufferScale.x;
  texture_ = c.renderer->draw_to_texture(picture_, static_cast<int>(std::lround(key.width * ratio)),
                                         static_cast<int>(std::lround(key.height * ratio)), ratio);
}

StagePane::Pointer StagePane::draw(PanelContext& c, const Paint& paint, const char* id, Box box, const StageSubject& subject) {
  const Key key{subject.version, subject.scene, subject.moment, subject.progress, std::floor(box.w), std::floor(box.h),
                c.layout.scale, c.ui.hovered_lanes, c.theme.dark, c.ui.presenter, window_, subject.hide_counts, subject.guess, subject.verdict};
  if (key.width < 40 || key.height < 40) return {};
  if (!(key == key_)) build(c, subject, key);
  const ImVec2 at{std::floor(box.x), std::floor(box.y)};
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton(id, {key.width, key.height});
  if (texture_ != 0)
    paint.list()->AddImage(static_cast<ImTextureID>(texture_), at, {at.x + key.width, at.y + key.height}, {0, 1}, {1, 0});
  return pointer(c, paint, at.x, at.y);
}

StagePane::Pointer StagePane::pointer(const PanelContext& c, const Paint& paint, float x, float y) const {
  if (!ImGui::IsItemHovered()) return {};
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const Point p{mouse.x - x, mouse.y - y};
  for (std::size_t i = picture_.hits.size(); i-- > 0;) {
    const Hit& hit = picture_.hits[i];
    if (!hit.box.contains(p)) continue;
    tooltip_at(paint, c.fonts, {mouse.x - 1, mouse.y - 1, 2, 2}, hit.tooltip);
    return {&hit, ImGui::IsMouseClicked(ImGuiMouseButton_Left)};
  }
  return {};
}

} // namespace warpscope
