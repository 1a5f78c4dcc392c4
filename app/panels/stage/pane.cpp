#include "app/panels/stage/pane.h"

#include "app/language/language.h"
#include "app/panels/window/widgets.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace warpscope::panels {

namespace {

/// From the stale read to the output, each place once.
std::vector<view::WrongPlace> way_of(const races::ScheduleSearch& damage) {
  std::vector<view::WrongPlace> places;
  const races::BrokenOrder& broken = *damage.broken;
  for (const races::WrongValue& value : broken.way) {
    if (std::any_of(places.begin(), places.end(), [&](const view::WrongPlace& p) {
          return p.space == value.space && p.offset == value.offset;
        }))
      continue;
    places.push_back({value.space, value.offset,
                      language::trf(damage.right_known ? "hazard.wrong" : "hazard.wrong_order",
                                    language::arg("place", value.place), language::arg("value", value.value),
                                    language::arg("right", value.right))});
  }
  if (places.empty() || places.back().space != Space::Global)
    places.push_back({Space::None, 0, broken.first}); // how it got there is not known
  else if (broken.first.starts_with(broken.way.back().place + " =")) places.back().said = broken.first;
  return places;
}

} // namespace

void StageSubject::ask(const session::Session& session) {
  hide_counts = session.counts_hidden();
  if (hide_counts) guess = session.prediction().typed;
  verdict = session.verdict();
  verdict_is_right = session.prediction().right();
  since = session.difference();
}

view::SceneInput StagePane::input_of(const StageSubject& subject) {
  static const std::map<std::string, std::uint64_t> none;
  const std::map<std::string, std::uint64_t>& row_lengths = subject.row_lengths != nullptr
                                                                ? *subject.row_lengths
                                                                : none;
  const bool other = prepared_ != subject.version; // another picture came: its tables
  if (other) index_ = playback::BlockIndex(*subject.playback);
  if (other || row_lengths != row_lengths_) {
    tiling_ = {};
    places_.clear();
    wrong_ = subject.damage == nullptr ? std::vector<view::WrongPlace>() : way_of(*subject.damage);
    for (const run::PlacedBuffer& b : subject.result->buffers) {
      const auto said = row_lengths.find(b.name);
      places_.push_back(
          {b.name, b.offset, b.bytes, b.element_size, said == row_lengths.end() ? 0 : said->second});
    }
    row_lengths_ = row_lengths;
    ++places_made_;
  }
  prepared_ = subject.version;
  view::SceneInput input;
  input.program = subject.result->program.get();
  input.trace = subject.playback->trace();
  input.block = subject.block;
  input.moment = subject.moment;
  input.progress = subject.progress;
  input.buffers = places_;
  input.index = &index_;
  input.tiling = &tiling_;
  input.hazard = subject.hide_counts ? nullptr : subject.hazard;
  if (subject.cuts != nullptr) input.cuts = *subject.cuts;
  if (!subject.hide_counts) input.wrong = wrong_;
  input.plays_order = subject.plays_order;
  input.since = subject.since;
  input.hide_counts = subject.hide_counts;
  input.guess = subject.guess;
  input.verdict = subject.verdict;
  input.verdict_is_right = subject.verdict_is_right;
  return input;
}

/// A thread's of the very text on stage, as a compiler said them for a GPU; 0: nobody has.
static std::uint32_t registers_of(const measuring::Measuring& measuring) {
  const measuring::EvidencePtr& shown = measuring.shown();
  const protocol::RecordedBuild* build = shown == nullptr || measuring.of_older_text()
                                             ? nullptr
                                             : measuring::build_of(shown->recording,
                                                                   protocol::BuildKind::AsCompiled);
  return build != nullptr && build->resources ? build->resources->registers : 0;
}

StagePane::Pointer StagePane::draw(const PanelContext& c, const Paint& paint, const char* id, view::Box box,
                                   view::SceneKind scene, std::uint64_t version,
                                   const view::SceneInput& given) {
  view::SceneInput input = given;
  input.width = std::floor(box.w);
  input.height = std::floor(box.h);
  if (input.width < 40 || input.height < 40) return {};
  input.theme = &c.theme;
  input.device = c.session.catalog().find_device(c.session.document().device);
  input.tile_sizes = c.ui.tile_sizes;
  if (scene == view::SceneKind::Tiling) input.registers = registers_of(c.measuring);
  input.hovered_lanes = c.ui.hover.lanes;
  input.hovered_line = scene == view::SceneKind::Block ? c.ui.hover.line : 0;
  // A line of the text (or of the results) under the pointer: all lanes of its access light up.
  const trace::BlockTrace::Event& event = input.trace->event(input.moment.event);
  if (input.hovered_lanes == 0 && c.ui.hover.line != 0 && event.kind == trace::StepKind::Access &&
      event.site_or_pc < input.program->sites.size() &&
      input.program->sites[event.site_or_pc].span.line == c.ui.hover.line && !over_before_)
    input.hovered_lanes = event.mask;
  if (input.hovered_lanes != 0)
    input.hovered_lane = static_cast<std::uint32_t>(std::countr_zero(input.hovered_lanes));
  const Key key{version,
                scene,
                input.moment,
                input.progress,
                input.width,
                input.height,
                input.scale,
                input.hovered_lanes,
                input.hovered_line,
                c.theme.dark,
                input.presenter,
                input.with_headline,
                input.window_row,
                input.window_column,
                input.first_row,
                input.first_step,
                input.end_step,
                input.axis_steps,
                input.least_rows,
                input.corner,
                input.zoom,
                input.most_cell_width,
                input.most_cell_height,
                input.difference,
                input.hide_counts,
                input.tile_sizes,
                input.registers,
                input.device,
                input.since == nullptr ? std::nullopt : std::optional(input.since->pin),
                places_made_,
                std::string(input.guess),
                std::string(input.verdict),
                language::chosen_language().data()};
  if (!(key == key_)) {
    key_ = key;
    picture_ = view::build_scene(scene, input);
    headline_ = view::make_headline(input, scene);
    const float ratio = ImGui::GetIO().DisplayFramebufferScale.x;
    if (c.renderer != nullptr)
      texture_ = c.renderer->draw_to_texture(picture_, static_cast<int>(std::lround(input.width * ratio)),
                                             static_cast<int>(std::lround(input.height * ratio)), ratio);
  }
  const view::Box place{std::floor(box.x), std::floor(box.y), input.width, input.height};
  ImGui::SetCursorScreenPos({place.x, place.y});
  ImGui::SetNextItemAllowOverlap(); // the presenter's button lies on it
  const bool let_go = ImGui::InvisibleButton(id, {place.w, place.h});
  draw_texture(c, paint, texture_, place);

  Pointer pointer;
  const ImGuiIO& io = ImGui::GetIO();
  pointer.inside = over_before_ = ImGui::IsItemHovered();
  pointer.x = io.MousePos.x - place.x;
  pointer.y = io.MousePos.y - place.y;
  const bool far = io.MouseDragMaxDistanceSqr[0] > io.MouseDragThreshold * io.MouseDragThreshold;
  pointer.clicked = let_go && !far;
  pointer.dragged = ImGui::IsItemActive() && far && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0);
  if (!pointer.inside) return pointer;
  for (std::size_t i = picture_.hits.size(); i-- > 0;) {
    const view::Hit& hit = picture_.hits[i];
    if (!hit.box.contains({pointer.x, pointer.y})) continue;
    pointer.hovered = &hit;
    tooltip_at(paint, c.fonts, {io.MousePos.x - 1, io.MousePos.y - 1, 2, 2}, hit.tooltip);
    break;
  }
  return pointer;
}

void draw_texture(const PanelContext& c, const Paint& paint, std::uint32_t texture, view::Box box,
                  float alpha) {
  if (texture == 0 || alpha <= 0) return;
  if (c.renderer != nullptr) c.renderer->keep(texture);
  paint.list()->AddImage(static_cast<ImTextureID>(texture), {box.x, box.y}, {box.x + box.w, box.y + box.h},
                         {0, 1}, {1, 0},
                         rgba({255, 255, 255, static_cast<std::uint8_t>(255 * std::min(alpha, 1.f) + .5f)}));
}

} // namespace warpscope::panels
