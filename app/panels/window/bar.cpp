// The bar: labs, devices, the kernel's parameters; on the right reset, presenter, help and the menu.
#include "app/language/language.h"
#include "app/panels/window/panel.h"
#include "app/panels/window/parameters.h"
#include "app/panels/window/picker.h"
#include "app/panels/window/widgets.h"

#include <algorithm>

namespace warpscope::panels {

namespace {

/// Draws an icon followed by its name, with the right end at `right`, which moves to the left of it. Without
/// a name: the icon alone.
bool labelled_icon(const Paint& paint, const char* id, float& right, float cy, float height, Glyph glyph,
                   std::string_view label, std::string_view tip) {
  const float em = paint.size(16), icon = paint.size(15), pad = paint.px(10);
  const float text = label.empty() ? 0 : paint.width(label, em) + paint.px(8);
  const view::Box box{right - 2 * pad - icon - text, cy - height / 2, 2 * pad + icon + text, height};
  ImGui::SetCursorScreenPos({box.x, box.y});
  const bool clicked = pressable(id, {box.w, box.h});
  const bool hot = ImGui::IsItemHovered();
  if (hot) paint.fill(box, paint.theme().bg3, paint.px(6));
  if (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible)
    paint.outline(box, paint.theme().now, paint.px(6), 2);
  const view::Color color = hot ? paint.theme().t1 : paint.theme().t2;
  paint.glyph(glyph, box.x + pad + icon / 2, cy, icon, color);
  if (!label.empty()) paint.mid(box.x + pad + icon + paint.px(8), cy, label, em, color);
  tooltip(paint, paint.fonts(), tip);
  right = box.x - paint.px(4);
  return clicked;
}

class BarPanel final : public Panel {
 public:
  void draw(PanelContext& c) override {
    const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
    const view::Box box = c.layout.bar;
    const float cy = box.y + box.h / 2, em = paint.size(18), height = std::min(box.h - 8, paint.size(18) * 2);
    const bool big = c.layout.big;
    const view::Theme& t = c.theme;

    paint.logo(paint.px(16), cy, paint.size(26));
    float x = paint.px(16) + paint.size(26) + paint.px(10);
    const bool narrow = c.session.is_program() && box.w / c.layout.scale < 1250; // the fields need the room
    if (box.w / c.layout.scale > 900 && !narrow)
      x = paint.mid(x, cy, "Warpscope", paint.size(20), t.t1, view::Font::SemiBold);
    x += paint.px(big ? 28 : 16);

    // The right side first: the parameters get the remaining room. Labels are dropped when the window is
    // narrow for its font.
    const float room = box.w / c.layout.scale;
    float right = box.w - paint.px(10) - height / 2;
    const float step = height + paint.px(4);
    if (icon_button(paint, "##menu", right, cy, height, Glyph::Menu, paint.size(16), t.t2,
                    language::tr("bar.menu")))
      c.ui.commands.add(Ask::Menu);
    right -= step;
    if (icon_button(paint, "##help", right, cy, height, Glyph::Check, 0, t.t2, language::tr("bar.help")))
      c.ui.commands.add(Ask::Help);
    paint.mid_centre(right, cy, "?", paint.size(18), t.t2, view::Font::SemiBold);
    right -= height / 2 + paint.px(4);
    if (labelled_icon(paint, "##presenter", right, cy, height, Glyph::Presenter,
                      room > 1000 ? language::tr("bar.presenter") : "", language::tr("bar.presenter_tip")))
      c.ui.presenter = true;
    if (labelled_icon(paint, "##reset", right, cy, height, Glyph::Reset,
                      room > 1400 ? language::tr("bar.reset") : "", language::tr("bar.reset_tip")))
      c.session.edit()->reset();

    const float field_y = cy - height / 2;
    const float lab_width = std::min(paint.px(big ? 346 : 310), box.w * (narrow ? .18f : .24f));
    labs(c, paint, {x, field_y, lab_width, height}, em);
    x += lab_width + paint.px(12);
    const float device_width = std::min(paint.px(big ? 200 : 190), box.w * (narrow ? .14f : .2f));
    devices(c, paint, {x, field_y, device_width, height}, em);
    x += device_width + paint.px(narrow ? 12 : big ? 32 : 24);
    if (c.session.is_program()) program(c, paint, x, right, field_y, height);
    else parameter_controls(c, paint, x, right + height / 2, field_y, height);
  }

 private:
  /// A whole program's arguments and stdin, and the button that runs it again or stops it.
  void program(PanelContext& c, const Paint& paint, float x, float right, float y, float height) {
    session::ProgramOptions options = c.session.program_options();
    const bool reload = !(options == options_);
    const float em = paint.size(16), cy = y + height / 2;
    const bool runs = c.session.programs().busy();
    const std::string_view label = language::tr(runs ? "program.stop" : "program.run_again");
    const float button = text_button_width(paint, label, "", em);
    bool again = false;
    // Where there is no room for the fields' names, they stand in the fields.
    float names = paint.px(48);
    for (const char* key : {"program.arguments", "program.input"})
      names += paint.width(language::tr(key), em);
    const float usual = paint.px(c.layout.big ? 181 : 130) + paint.px(c.layout.big ? 140 : 90);
    const float room = right - x - button - paint.px(12);
    const bool named = names + usual <= room;
    const float share = named ? 1 : std::min(1.f, (room - paint.px(24)) / usual);
    const auto field = [&](const char* id, std::string_view name, std::string_view hint, std::string_view tip,
                           std::string& text, float width) {
      width *= share;
      if (width < paint.px(40)) return;
      if (named) x = paint.mid(x, cy, name, em, c.theme.t2) + paint.px(12);
      (void)code_field(paint, c.fonts, id, {x, y, width, height}, text, paint.size(17), reload, false,
                       named ? hint : name);
      again |= ImGui::IsItemDeactivated() && (ImGui::IsKeyPressed(ImGuiKey_Enter, false) ||
                                              ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false));
      tooltip_at(paint, c.fonts, {x, y, width, height}, tip);
      x += width + paint.px(12);
    };
    field("##arguments", language::tr("program.arguments"), language::tr("program.arguments_hint"),
          language::tr("program.arguments_tip"), options.arguments, paint.px(c.layout.big ? 181 : 130));
    field("##stdin", language::tr("program.input"), language::tr("program.input_hint"),
          language::tr("program.input_tip"), options.input, paint.px(c.layout.big ? 140 : 90));
    options_ = options;
    if (!(options == c.session.program_options())) c.session.set_program_options(options);
    if (x + button > right) return;
    if (text_button(paint, "##run_again", x, y, height, label, "", em)) again = true;
    tooltip(paint, c.fonts, language::tr(runs ? "program.stop_tip" : "program.run_again_tip"));
    if (!again) return;
    if (runs) c.session.stop_program();
    else c.session.run_program();
  }

  session::ProgramOptions options_; ///< as the fields hold them

  void labs(PanelContext& c, const Paint& paint, view::Box box, float em) {
    const document::Catalog& catalog = c.session.catalog();
    const document::Document& d = c.session.document();
    const bool kernel = d.mode == document::SourceMode::Kernel;
    if (items_.empty() || language_ != language::chosen_language().data()) list(catalog);
    int current = -1;
    std::string shown(language::tr("bar.labs"));
    for (std::size_t i = 0; kernel && i < catalog.labs.size(); ++i) {
      if (catalog.labs[i].id != d.lab) continue;
      current = static_cast<int>(i);
      shown = catalog.labs[i].title;
    }
    if (kernel && current < 0 && !d.kernel_file.empty())
      shown = d.kernel_file.substr(d.kernel_file.rfind('/') + 1);
    const int chosen = picker_.draw(paint, c.fonts, "##lab", box, shown, items_, current, em);
    if (chosen < 0) return;
    const auto index = static_cast<std::size_t>(chosen);
    if (index >= catalog.labs.size()) return c.ui.commands.add(PlayLesson{items_[index].id});
    c.session.edit()->set_lab(catalog.labs[index].id);
    c.session.play(true);
  }

  /// Labs by topic, then the lessons.
  void list(const document::Catalog& catalog) {
    language_ = language::chosen_language().data();
    items_.clear();
    for (const document::LabEntry& lab : catalog.labs)
      items_.push_back({lab.title, lab.group, {}, lab.question, lab.id});
    for (const lesson::CourseTitle& one : lesson::course_titles())
      items_.push_back({one.title,
                        std::string(language::tr("course.heading")),
                        language::trf("course.minutes", language::arg("minutes", one.minutes)),
                        {},
                        one.id});
  }

  static void devices(PanelContext& c, const Paint& paint, view::Box box, float em) {
    const document::Catalog& catalog = c.session.catalog();
    std::vector<ComboItem> items;
    int current = -1;
    for (const Device& device : catalog.devices) {
      if (device.id == c.session.document().device) current = static_cast<int>(items.size());
      items.push_back({device.label(), device.name, {}});
    }
    const std::string shown = current < 0 ? std::string(language::tr("bar.device"))
                                          : items[static_cast<std::size_t>(current)].label;
    const int chosen = combo(paint, c.fonts, "##device", box, shown, items, current, em);
    if (chosen >= 0) c.session.edit()->set_device(catalog.devices[static_cast<std::size_t>(chosen)].id);
    tooltip(paint, c.fonts, language::tr("bar.device_tip"));
  }

  Picker picker_;
  std::vector<PickerItem> items_;  ///< of the labs and lessons
  const char* language_ = nullptr; ///< that they were listed in: its name's place
};

} // namespace

std::unique_ptr<Panel> make_bar_panel() { return std::make_unique<BarPanel>(); }

} // namespace warpscope::panels
