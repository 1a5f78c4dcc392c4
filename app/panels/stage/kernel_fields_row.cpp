// Draws the fields of a kernel's launch and takes what is typed into them.
#include "app/panels/stage/kernel_fields_row.h"

#include "app/language/language.h"
#include "app/panels/window/widgets.h"
#include "imgui.h"

#include <algorithm>

namespace warpscope::panels {

namespace {

/// What a field takes, in its tooltip.
std::string_view tip_of(const document::KernelField& field) {
  if (field.name == "grid") return language::tr("launch.grid_tip");
  if (field.name == "block") return language::tr("launch.block_tip");
  if (field.name == "shared") return language::tr("launch.shared_tip");
  return language::tr(field.value.find('[') == std::string::npos ? "launch.number_tip" : "launch.buffer_tip");
}

} // namespace

bool KernelFieldsRow::needed(const session::Session& session) {
  if (session.edits().revision() != revision_) {
    revision_ = session.edits().revision();
    fields_ = document::kernel_fields(session.document());
  }
  return fields_.has_value();
}

void KernelFieldsRow::draw(PanelContext& c, const Paint& paint, view::Box box, float left, float from,
                           float to) {
  if (!needed(c.session)) return;
  const view::Theme& t = c.theme;
  const float y1 = box.y + box.h * .34f, y2 = box.y + box.h * .69f, small = paint.size(15);
  paint.mid(left, y1, language::tr("launch.title"), paint.size(18), t.t1, view::Font::SemiBold);
  paint.mid_fit(left, y2, language::tr("launch.note"), from - left - paint.px(12), small, t.t2);

  const bool big = box.h > paint.px(80);
  const float gap = paint.px(12), height = std::min(paint.px(36), box.h * .5f),
              label_y = box.y + box.h * (big ? .24f : .2f),
              y = box.y + box.h - height - paint.px(big ? 12 : 5);
  const auto count = static_cast<float>(fields_->fields.size());
  const float kernel_w = paint.px(190);
  const float w = std::clamp((to - from - kernel_w - gap * (count - 1)) / std::max(1.f, count - 1),
                             paint.px(84), paint.px(150));
  const float whole = kernel_w + (w + gap) * (count - 1);
  scroll_ = std::clamp(scroll_, 0.f, std::max(0.f, whole - (to - from)));
  if (whole > to - from && ImGui::IsMouseHoveringRect({from, box.y}, {to, box.y + box.h}))
    scroll_ -= (ImGui::GetIO().MouseWheel + ImGui::GetIO().MouseWheelH) * paint.px(80);
  paint.list()->PushClipRect({from - 2, box.y}, {to + 2, box.y + box.h}, true);
  float x = from - scroll_;
  std::optional<std::pair<std::string, std::string>> edited;
  for (const document::KernelField& field : fields_->fields) {
    const bool kernel = field.name == "kernel";
    const view::Box place{x, y, kernel ? kernel_w : w, height};
    paint.mid_fit(x, label_y, field.label, place.w, small, t.t2,
                  field.name.starts_with("arg:") ? view::Font::Mono : view::Font::Regular);
    const std::string id = "##launch_" + field.name;
    if (kernel) {
      std::vector<ComboItem> items;
      int current = 0;
      for (const std::string& name : fields_->kernels) {
        if (name == field.value) current = static_cast<int>(items.size());
        items.push_back({name, {}, {}});
      }
      const int chosen = combo(paint, c.fonts, id.c_str(), place, field.value, items, current, paint.size(16),
                               true);
      if (chosen >= 0 && chosen != current)
        edited.emplace(field.name, fields_->kernels[static_cast<std::size_t>(chosen)]);
    } else {
      Field& text = texts_[field.name];
      const bool reload = text.shown != field.value;
      if (reload) text.text = text.shown = field.value;
      if (code_field(paint, c.fonts, id.c_str(), place, text.text, paint.size(16), reload, false, {})) {
        edited.emplace(field.name, text.text);
        text.shown = text.text.empty() ? text.shown : text.text;
      }
      tooltip_at(paint, c.fonts, place, tip_of(field));
    }
    x += place.w + gap;
  }
  paint.list()->PopClipRect();
  if (edited) c.session.edit()->set_launch_field(edited->first, edited->second);
}

} // namespace warpscope::panels
