// Draws the Roofline tab: the chart, the roofs in numbers, occupancy over the size of a block.
#include "app/panels/results/roofline.h"

#include "app/language/language.h"
#include "app/measuring/registers.h"
#include "app/measuring/words.h"
#include "app/panels/results/table.h"
#include "app/panels/window/widgets.h"
#include "app/view/wording.h"
#include "imgui.h"
#include "misc/cpp/imgui_stdlib.h"
#include "sim/run/launch_roofline.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace warpscope::panels {

namespace {

std::string_view memory_name(model::Roof roof) {
  constexpr std::array<std::string_view, 4> keys = {"roofline.dram", "roofline.l2", "roofline.shared",
                                                    "roofline.peak"};
  return language::tr(keys[static_cast<std::size_t>(roof)]);
}

std::string_view limit_name(model::Limiter limiter) {
  constexpr std::array<std::string_view, 5> keys = {"roofline.limit_none", "roofline.limit_warps",
                                                    "roofline.limit_blocks", "roofline.limit_registers",
                                                    "roofline.limit_shared"};
  return language::tr(keys[static_cast<std::size_t>(limiter)]);
}

std::string block_words(std::uint32_t count) {
  return count == 1 ? std::string(language::tr("roofline.one_block"))
                    : language::trf("roofline.blocks", language::arg("count", count));
}

std::string intensity_text(double value) {
  return value >= 100 ? grouped(static_cast<std::uint64_t>(value + .5)) : fmt::format("{:.3g}", value);
}
std::string with_unit(double value, std::string_view unit) {
  return view::prefixed(value) + (value < 999.5 ? " " : "") + std::string(unit);
}
std::string rate_text(double operations) { return with_unit(operations, "FLOP/s"); }
std::string bytes_text(double bytes) { return with_unit(bytes, "B"); }

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

} // namespace

std::optional<std::uint64_t> threads_of_shape(std::string_view text) {
  std::uint64_t threads = 1;
  int sides = 0;
  while (true) {
    const std::size_t end = std::min({text.find('x'), text.find('X'), text.find("×"), text.size()});
    std::string_view side = text.substr(0, end);
    while (!side.empty() && side.front() == ' ') side.remove_prefix(1);
    while (!side.empty() && side.back() == ' ') side.remove_suffix(1);
    const std::optional<std::uint64_t> size = whole_number(side);
    if (!size || *size == 0 || *size > 100'000 || ++sides > 3) return std::nullopt;
    threads *= *size;
    if (end == text.size()) return threads;
    text.remove_prefix(end + (text.substr(end).starts_with("×") ? std::string_view("×").size() : 1));
  }
}

void RooflineView::follow(PanelContext& c) {
  jobs::Runs& runs = c.session.runs();
  runs.want_estimate();
  estimate_ = runs.estimate();
  const std::string& id = c.session.document().device;
  const Device* device = c.session.catalog().find_device(id);
  if (grid_ != runs.shared_grid() || picture_ != runs.shared_picture() || device_id_ != id) {
    grid_ = runs.shared_grid();
    picture_ = runs.shared_picture();
    device_id_ = id;
    line_.reset();
    why_not_.clear();
    if (grid_ && picture_ && device != nullptr)
      line_ = run::launch_roofline(*grid_, *picture_, *device, why_not_);
  }
  if (line_) {
    line_->modelled.reset();
    if (estimate_ && estimate_->made) line_->modelled = line_->operations / estimate_->made->seconds;
  }
  measured_.clear();
  if (line_ && !c.measuring.of_older_text())
    for (const measuring::EvidencePtr& evidence : c.measuring.evidence()) {
      const protocol::RecordedTimes* times = measuring::times_of(evidence->recording);
      if (times == nullptr || times->median <= 0 || measured_.size() == 3) continue;
      measured_.push_back(
          {language::trf("roofline.measured_on",
                         language::arg("device", measuring::short_device(evidence->recording.device.name)),
                         language::arg("date", evidence->recording.date.substr(0, 10))),
           line_->operations / times->median});
    }
  asked_ = {};
  wrong_ = false;
  if (!picture_) return;
  const model::OccupancyRequest launch{
      .threads = picture_->launch.block.count(),
      .registers_per_thread = measuring::registers_of(c.measuring),
      .shared_bytes = std::uint64_t{picture_->program->kernels[picture_->kernel].shared_bytes} +
                      picture_->launch.dynamic_shared_bytes};
  asked_ = launch;
  if (std::exchange(kernel_, picture_->launch.kernel) != picture_->launch.kernel)
    block_ = registers_ = shared_ = {}; // what was typed was meant for another kernel
  if (!block_.empty()) {
    const std::optional<std::uint64_t> threads = threads_of_shape(block_);
    wrong_ = !threads;
    asked_.threads = threads.value_or(0);
  }
  if (!registers_.empty())
    asked_.registers_per_thread = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(whole_number(registers_).value_or(0), 100'000));
  if (!shared_.empty()) asked_.shared_bytes = whole_number(shared_).value_or(0);
}

/// "Bound by L2: 0.25 FLOP/B × 6.5 TB/s = 1.6 TFLOP/s at most".
std::string RooflineView::bound_words(const PanelContext& c) const {
  if (c.session.counts_hidden()) return std::string(language::tr("results.hidden"));
  if (!line_) {
    if (!grid_) return std::string(language::tr("roofline.counting"));
    return language::trf("roofline.not_known", language::arg("why", why_not_));
  }
  if (line_->operations <= 0) return std::string(language::tr("roofline.no_operations"));
  if (line_->bound == model::Roof::Peak)
    return language::trf("roofline.bound_by_peak", language::arg("most", rate_text(line_->at_most)));
  const auto roof = std::find_if(line_->roofs.begin(), line_->roofs.end(),
                                 [&](const model::RoofOf& one) { return one.roof == line_->bound; });
  return language::trf("roofline.bound_by", language::arg("memory", memory_name(roof->roof)),
                       language::arg("intensity", intensity_text(roof->intensity)),
                       language::arg("rate", bytes_text(roof->rate)),
                       language::arg("most", rate_text(roof->at_most)));
}

std::optional<run::Interval> RooflineView::estimated_interval() const {
  return estimate_ && estimate_->made ? estimate_->made->interval : std::nullopt;
}

void RooflineView::chart(const PanelContext& c, const Paint& paint, view::Box box) const {
  if (!line_ || c.session.counts_hidden() || box.w < paint.px(160) || box.h < paint.px(90)) return;
  view::RooflineInput input;
  input.peak = line_->peak;
  input.peak_name = std::string(memory_name(model::Roof::Peak)) + " " + rate_text(line_->peak);
  input.width = std::floor(box.w);
  input.height = std::floor(box.h);
  input.scale = c.layout.scale;
  input.theme = &c.theme;
  const double rate = line_->modelled.value_or(line_->at_most);
  double bound_intensity = 0;
  for (const model::RoofOf& roof : line_->roofs) {
    const bool lowest = roof.roof == line_->bound;
    input.roofs.push_back({std::string(memory_name(roof.roof)), roof.rate, lowest});
    if (lowest || bound_intensity == 0) bound_intensity = roof.intensity;
    if (roof.intensity > 0)
      input.points.push_back(
          {roof.intensity, rate,
           lowest ? std::string(language::tr(line_->modelled ? "roofline.modelled" : "roofline.at_most"))
                  : std::string(),
           false, lowest});
    if (const std::optional<run::Interval> interval = estimated_interval(); lowest && interval && rate > 0) {
      input.points.back().low = line_->operations / interval->high;
      input.points.back().high = line_->operations / interval->low;
    }
  }
  for (const Measured& one : measured_) // below the discs
    input.points.insert(input.points.begin(), {bound_intensity, one.rate, one.label, true, false});
  const view::Picture picture = view::build_roofline(input);
  if (c.renderer == nullptr) return;
  const float ratio = ImGui::GetIO().DisplayFramebufferScale.x;
  const std::uint32_t texture = c.renderer->draw_to_texture(
      picture, static_cast<int>(std::lround(input.width * ratio)),
      static_cast<int>(std::lround(input.height * ratio)), ratio);
  const view::Box place{std::floor(box.x), std::floor(box.y), input.width, input.height};
  paint.list()->AddImage(static_cast<ImTextureID>(texture), {place.x, place.y},
                         {place.x + place.w, place.y + place.h}, {0, 1}, {1, 0});
  tooltip_at(paint, c.fonts, place, language::tr("roofline.chart_tip"));
}

void RooflineView::table(const PanelContext& c, const Paint& paint, view::Box box) const {
  if (!line_ || c.session.counts_hidden()) return;
  const view::Theme& t = c.theme;
  const float em = paint.size(15), row_h = paint.px(26);
  const std::array<float, 5> ends = {0, box.w * .4f, box.w * .55f, box.w * .755f, box.w};
  float y = box.y;
  const auto cell = [&](std::size_t column, std::string_view text, view::Color color, view::Font font) {
    if (column == 0) paint.mid_fit(box.x, y + row_h / 2, text, ends[1] - paint.px(64), em, color, font);
    else paint.mid_right(box.x + ends[column], y + row_h / 2, text, em, color, font);
  };
  constexpr std::pair<std::string_view, std::string_view> heads[] = {
      {"roofline.memory", "roofline.memory_tip"},
      {"roofline.bytes", "roofline.bytes_tip"},
      {"roofline.intensity", "roofline.intensity_tip"},
      {"roofline.rate", "roofline.rate_tip"},
      {"roofline.most", "roofline.most_tip"}};
  for (std::size_t i = 0; i < 5; ++i) {
    cell(i, language::tr(heads[i].first), t.t2, view::Font::Regular);
    tooltip_at(paint, c.fonts,
               {box.x + (i == 0 ? 0 : ends[i - 1]), y, i == 0 ? ends[1] : ends[i] - ends[i - 1], row_h},
               language::tr(heads[i].second));
  }
  y += row_h;
  for (const model::RoofOf& roof : line_->roofs) {
    if (y + row_h > box.y + box.h) return;
    const bool lowest = roof.roof == line_->bound;
    if (lowest) {
      paint.fill({box.x - paint.px(6), y, box.w + paint.px(12), row_h}, t.bg3, 4);
      paint.fill({box.x - paint.px(6), y, 4, row_h}, t.now);
    }
    const view::Color color = lowest ? t.t1 : t.t2;
    const view::Font mono = lowest ? view::Font::MonoBold : view::Font::Mono;
    cell(0, memory_name(roof.roof), color, lowest ? view::Font::SemiBold : view::Font::Regular);
    cell(1, bytes_text(roof.bytes), color, mono);
    cell(2, roof.bytes > 0 ? intensity_text(roof.intensity) : "–", color, mono);
    cell(3, bytes_text(roof.rate) + "/s", color, mono);
    cell(4, rate_text(roof.at_most), color, mono);
    y += row_h;
  }
  const auto point = [&](const std::string& name, double rate, view::Color mark, bool diamond) {
    if (y + row_h > box.y + box.h) return;
    const float x = box.x + paint.px(7), cy = y + row_h / 2, r = paint.px(5.5f);
    if (diamond)
      paint.list()->AddQuad({x, cy - r - 1}, {x + r + 1, cy}, {x, cy + r + 1}, {x - r - 1, cy}, rgba(mark),
                            2);
    else paint.list()->AddCircleFilled({x, cy}, r, rgba(mark), 20);
    paint.mid_fit(box.x + paint.px(22), cy, name, ends[3] - paint.px(22), em, t.t1);
    paint.mid_right(box.x + box.w, cy, rate_text(rate), em, t.t1, view::Font::MonoBold);
    y += row_h;
  };
  if (line_->operations <= 0) return;
  if (line_->modelled) {
    const float top = y;
    point(language::trf("roofline.modelled_row",
                        language::arg("interval", measuring::interval_words(estimated_interval()))),
          *line_->modelled, t.now, false);
    tooltip_at(paint, c.fonts, {box.x, top, box.w, row_h}, measuring::estimate_words(*estimate_->made));
  }
  for (const Measured& one : measured_) point(one.label, one.rate, t.broadcast, true);
}

/// What is asked of the occupancy: as the launch has it until something is typed. Returns their height.
float RooflineView::fields(PanelContext& c, const Paint& paint, view::Box box) {
  const float em = paint.size(15), height = paint.px(28), gap = paint.px(10);
  float x = box.x;
  const auto field = [&](const char* id, std::string_view label, std::string& typed, const std::string& now,
                         float width, bool bad) {
    x = paint.mid(x, box.y + height / 2, label, em, c.theme.t2) + paint.px(8);
    ImGui::SetNextItemWidth(width);
    ImGui::PushFont(c.fonts[view::Font::Mono], em);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {paint.px(8), std::max(0.f, (height - em) / 2 - 1)});
    ImGui::SetCursorScreenPos({x, box.y + (height - ImGui::GetFrameHeight()) / 2});
    if (bad) ImGui::PushStyleColor(ImGuiCol_Text, vec4(c.theme.hazard));
    (void)ImGui::InputTextWithHint(id, now.c_str(), &typed, ImGuiInputTextFlags_AutoSelectAll);
    if (bad) ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    ImGui::PopFont();
    x += width + gap;
  };
  const Dim3 block = picture_->launch.block;
  std::string shape = std::to_string(block.x);
  if (block.y > 1 || block.z > 1) shape += "x" + std::to_string(block.y);
  if (block.z > 1) shape += "x" + std::to_string(block.z);
  const std::uint32_t registers = measuring::registers_of(c.measuring);
  field("##occupancy_block", language::tr("roofline.block"), block_, shape, paint.px(92), wrong_);
  field("##occupancy_registers", language::tr("roofline.registers"), registers_,
        registers == 0 ? "?" : std::to_string(registers), paint.px(54), false);
  if (box.x + box.w - x > paint.px(170))
    field("##occupancy_shared", language::tr("roofline.shared_bytes"), shared_,
          std::to_string(std::uint64_t{picture_->program->kernels[picture_->kernel].shared_bytes} +
                         picture_->launch.dynamic_shared_bytes),
          paint.px(84), false);
  return height;
}

void RooflineView::bars(PanelContext& c, const Paint& paint, view::Box box) {
  const Device* device = c.session.catalog().find_device(device_id_);
  if (device == nullptr || box.h < paint.px(46) || box.w < paint.px(150)) return;
  const view::Theme& t = c.theme;
  const float em = paint.size(13), left = box.x + paint.width("64", em, view::Font::Mono) + paint.px(8);
  const float bottom = box.y + box.h - em * 1.5f, top = box.y + em * .6f;
  const auto most = static_cast<float>(device->max_warps_per_sm);
  for (const float share : {0.f, .5f, 1.f}) {
    const float y = bottom - (bottom - top) * share;
    paint.line(left, y, box.x + box.w, y, share == 0 ? t.edge : t.line);
    paint.mid_right(left - paint.px(6), y, fmt::format("{:.0f}", most * share), em, t.t2, view::Font::Mono);
  }
  const std::uint32_t steps = device->max_threads_per_block / 32;
  const float pitch = (box.x + box.w - left) / static_cast<float>(steps);
  const auto now = static_cast<std::uint32_t>((asked_.threads + 31) / 32);
  for (std::uint32_t i = 1; i <= steps; ++i) {
    model::OccupancyRequest request = asked_;
    request.threads = std::uint64_t{i} * 32;
    const model::Occupancy o = model::occupancy(*device, request);
    const float x = left + pitch * static_cast<float>(i - 1);
    const float h = (bottom - top) * static_cast<float>(o.fraction);
    const float gap = pitch > 8 ? 2.f : 1.f;
    paint.fill({x + gap / 2, bottom - h, pitch - gap, h}, i == now ? t.now : t.t3, 1);
    if (i == now) paint.fill({x - 1, bottom + 2, pitch + 2, 4}, t.now);
    if (i == 1 || i % 8 == 0)
      paint.mid_centre(x + pitch / 2, bottom + em * .95f, std::to_string(i * 32), em, i == now ? t.t1 : t.t2,
                       view::Font::Mono);
    ImGui::SetCursorScreenPos({x, top});
    const bool clicked = ImGui::InvisibleButton(("##occupancy_of_" + std::to_string(i * 32)).c_str(),
                                                {std::max(1.f, pitch), bottom - top});
    if (clicked) block_ = std::to_string(i * 32);
    if (ImGui::IsItemHovered() || (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible))
      paint.outline({x, top, pitch, bottom - top}, t.t1, 2, 1.5f);
    tooltip(paint, c.fonts,
            o.illegal.empty() ? language::trf("roofline.bar_tip", language::arg("threads", i * 32),
                                              language::arg("blocks", block_words(o.blocks_per_sm)),
                                              language::arg("warps", o.warps_per_sm),
                                              language::arg("most", device->max_warps_per_sm),
                                              language::arg("limit", limit_name(o.limiter)))
                              : o.illegal);
  }
}

void RooflineView::occupancy(PanelContext& c, const Paint& paint, view::Box box) {
  const Device* device = c.session.catalog().find_device(device_id_);
  if (!picture_ || device == nullptr) return;
  const view::Theme& t = c.theme;
  const float em = paint.size(16), row_h = paint.px(26);
  float y = box.y;
  std::string said;
  const model::Occupancy now = model::occupancy(*device, asked_);
  const bool bad = wrong_ || !now.illegal.empty();
  if (wrong_) said = language::tr("roofline.no_shape");
  else if (!now.illegal.empty()) said = now.illegal;
  else
    said = language::trf("roofline.occupancy", language::arg("blocks", block_words(now.blocks_per_sm)),
                         language::arg("warps", now.warps_per_sm),
                         language::arg("most", device->max_warps_per_sm),
                         language::arg("percent", view::percent(now.warps_per_sm, device->max_warps_per_sm)),
                         language::arg("limit", limit_name(now.limiter)));
  paint.mid_fit(box.x, y + row_h / 2, said, box.w, em, bad ? t.hazard : t.t1, view::Font::SemiBold);
  tooltip_at(paint, c.fonts, {box.x, y, box.w, row_h},
             said + "\n" +
                 std::string(language::tr(asked_.registers_per_thread == 0 ? "roofline.no_registers"
                                                                           : "roofline.occupancy_tip")));
  y += row_h + paint.px(4);
  y += fields(c, paint, {box.x, y, box.w, 0}) + paint.px(6);
  bars(c, paint, {box.x, y, box.w, box.y + box.h - y});
}

void RooflineView::draw(PanelContext& c, view::Box box) {
  follow(c);
  const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
  const float margin = table_margin(c, paint), gap = paint.px(28), row_h = paint.px(26);
  const float inner = box.w - 2 * margin;
  // Chart, numbers, occupancy; in a narrow window the numbers give way.
  const bool numbers = inner > paint.px(1180);
  const float right_w = std::min(paint.px(620), inner * (numbers ? .34f : .5f) - gap / 2),
              left_w = inner - right_w - gap, chart_w = numbers ? left_w * .42f : left_w;
  const float x = box.x + margin, y = box.y + paint.px(8), bottom = box.y + box.h - paint.px(4);
  paint.mid_fit(x, y + row_h / 2, bound_words(c), left_w, paint.size(16), c.theme.t1, view::Font::SemiBold);
  tooltip_at(paint, c.fonts, {x, y, left_w, row_h},
             bound_words(c) + "\n" + std::string(language::tr("roofline.bound_tip")));
  const float below = y + row_h + paint.px(4);
  chart(c, paint, {x, below, chart_w, bottom - below});
  if (numbers) table(c, paint, {x + chart_w + gap, below, left_w - chart_w - gap, bottom - below});
  paint.line(x + left_w + gap / 2, y, x + left_w + gap / 2, bottom, c.theme.line);
  occupancy(c, paint, {x + left_w + gap, y, right_w, bottom - y});
}

} // namespace warpscope::panels
