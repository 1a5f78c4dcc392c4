// The row of sliders, lists and pop-ups that turn a kernel's scenario.
#include "app/panels/window/parameters.h"

#include "app/language/language.h"
#include "app/panels/window/widgets.h"

#include <algorithm>
#include <charconv>

namespace warpscope::panels {

namespace {

bool is_integer(const std::string& text) {
  long long value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc{} && end == text.data() + text.size();
}

/// Many ordered numbers become a slider, few or other values a list.
bool is_slider(const document::Parameter& p) {
  return p.choices.size() >= 5 && std::all_of(p.choices.begin(), p.choices.end(), is_integer);
}

int index_of(const document::Parameter& p) {
  const auto found = std::find(p.choices.begin(), p.choices.end(), p.value);
  return found == p.choices.end() ? -1 : static_cast<int>(found - p.choices.begin());
}

/// A square with one sign. True when clicked; it repeats while held.
bool sign_button(const Paint& paint, const char* id, float x, float cy, float size, std::string_view sign,
                 std::string_view tip) {
  const view::Box box{x, cy - size / 2, size, size};
  ImGui::SetCursorScreenPos({box.x, box.y});
  ImGui::PushItemFlag(ImGuiItemFlags_ButtonRepeat, true);
  const bool clicked = pressable(id, {box.w, box.h});
  ImGui::PopItemFlag();
  const bool hot = ImGui::IsItemHovered();
  paint.fill(box, hot ? paint.theme().bg3 : paint.theme().bg2, paint.px(6));
  paint.outline(box,
                ImGui::IsItemFocused() && ImGui::GetIO().NavVisible ? paint.theme().now
                : hot                                               ? paint.theme().edge
                                                                    : paint.theme().line,
                paint.px(6));
  paint.mid_centre(x + size / 2, cy, sign, size * .55f, paint.theme().t1, view::Font::SemiBold);
  tooltip(paint, paint.fonts(), tip);
  return clicked;
}

float control_width(const Paint& paint, const document::Parameter& p, float em, float height) {
  if (is_slider(p)) return paint.px(130) + 2 * (height + paint.px(4));
  float widest = paint.width(p.value, em, view::Font::Mono);
  for (const std::string& choice : p.choices)
    widest = std::max(widest, paint.width(choice, em, view::Font::Mono));
  return widest + paint.px(p.unlisted ? 70 : 50);
}

/// A value that the file does not list: the text may take it as another one.
void mark_unlisted(PanelContext& c, const Paint& paint, const document::Parameter& p, view::Box box) {
  if (!p.unlisted) return;
  paint.outline(box, c.theme.conflict, paint.px(6), 2);
  paint.glyph(Glyph::Warning, box.x + box.w - paint.px(40), box.y + box.h / 2, paint.size(14),
              c.theme.conflict);
  tooltip_at(
      paint, c.fonts, box,
      language::trf("parameters.unlisted", language::arg("name", p.name), language::arg("value", p.value)));
}

void control(PanelContext& c, const Paint& paint, const document::Parameter& p, float x, float y,
             float height, float em) {
  const int current = index_of(p), last = static_cast<int>(p.choices.size()) - 1;
  const std::string id = "##param_" + p.name;
  const float width = control_width(paint, p, em, height);
  if (!is_slider(p)) {
    std::vector<ComboItem> items;
    for (const std::string& text : p.choices) items.push_back({text, {}, {}});
    const int chosen = combo(paint, c.fonts, id.c_str(), {x, y, width, height}, p.value, items, current, em,
                             true);
    mark_unlisted(c, paint, p, {x, y, width, height});
    if (chosen >= 0) c.session.edit()->set_choice(p.name, p.choices[static_cast<std::size_t>(chosen)]);
    return;
  }
  int index = std::clamp(current, 0, last);
  const float cy = y + height / 2;
  if (sign_button(paint, (id + "_less").c_str(), x, cy, height, "−", language::tr("parameters.less")))
    index = std::max(0, index - 1);
  ImGui::SetCursorScreenPos({x + height + paint.px(4), y});
  ImGui::SetNextItemWidth(paint.px(130));
  ImGui::PushFont(c.fonts[view::Font::Mono], em);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {paint.px(8), std::max(0.f, (height - em) / 2)});
  // Keys: the arrows, once it is focused (tab) and entered.
  ImGui::SliderInt(id.c_str(), &index, 0, last, p.value.c_str(), ImGuiSliderFlags_NoInput);
  ImGui::PopStyleVar();
  ImGui::PopFont();
  tooltip(paint, c.fonts,
          language::trf("parameters.slider", language::arg("name", p.name),
                        language::arg("first", p.choices.front()), language::arg("last", p.choices.back())));
  mark_unlisted(c, paint, p, {x + height + paint.px(4), y, paint.px(130), height});
  if (sign_button(paint, (id + "_more").c_str(), x + width - height, cy, height, "+",
                  language::tr("parameters.more")))
    index = std::min(last, index + 1);
  if (index != std::max(current, 0))
    c.session.edit()->set_choice(p.name, p.choices[static_cast<std::size_t>(index)]);
}

/// The knobs of one chip: "grid", "block" or "arguments".
struct Chip {
  std::string id, label, shown;
  std::vector<document::LaunchKnob> knobs;
};

std::vector<Chip> chips_of(const std::vector<document::LaunchKnob>& knobs) {
  std::vector<Chip> chips;
  for (const document::LaunchKnob& knob : knobs) {
    const bool argument = knob.kind == document::LaunchKnob::Kind::Argument;
    const std::string id = argument ? "arguments" : knob.name.substr(0, knob.name.find('.'));
    if (chips.empty() || chips.back().id != id)
      chips.push_back({id, argument ? std::string(language::tr("parameters.arguments")) : id, {}, {}});
    Chip& chip = chips.back();
    if (!chip.shown.empty()) chip.shown += argument ? ", " : " × ";
    chip.shown += argument ? knob.name + " " + std::to_string(knob.value) : std::to_string(knob.value);
    chip.knobs.push_back(knob);
  }
  // Arguments that follow parameters cannot be turned.
  std::erase_if(chips, [](const Chip& chip) {
    return chip.id == "arguments" && std::none_of(chip.knobs.begin(), chip.knobs.end(),
                                                  [](const document::LaunchKnob& k) { return k.turns; });
  });
  return chips;
}

float chart_width(const Paint& paint, float height) { return height * .8f + paint.px(4); }

float choice_width(const Paint& paint, const document::Parameter& p, float em, float height) {
  return control_width(paint, p, em, height) + chart_width(paint, height);
}

/// Draws the control, and the button that charts all its values.
void choice(PanelContext& c, const Paint& paint, const document::Parameter& p, float x, float y, float height,
            float em) {
  control(c, paint, p, x, y, height, em);
  const float size = height * .8f, cx = x + control_width(paint, p, em, height) + paint.px(4) + size / 2;
  if (!icon_button(paint, ("##chart_" + p.name).c_str(), cx, y + height / 2, size, Glyph::Chart,
                   paint.size(15), c.theme.t2,
                   language::trf("chart.by_parameter", language::arg("name", p.name))))
    return;
  c.session.runs().start_sweep(p.name);
  c.ui.commands.add(ResultsTab::Chart);
}

/// One line of a pop-up: name, −, the number (which can be typed), +.
void knob_row(PanelContext& c, const Paint& paint, const document::LaunchKnob& knob, float name_width) {
  const float em = paint.size(16), height = paint.px(34);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float cy = at.y + height / 2, x = at.x + name_width;
  paint.mid(at.x, cy, knob.name, em, c.theme.t2, view::Font::Mono);
  const float total = name_width + 2 * (height + paint.px(4)) + paint.px(110);
  if (knob.turns) {
    std::int64_t value = knob.value;
    const std::string id = "##knob_" + knob.name;
    if (sign_button(paint, (id + "_less").c_str(), x, cy, height, "−", language::tr("parameters.less")))
      value = document::next_value(knob, -1);
    ImGui::SetCursorScreenPos({x + height + paint.px(4), at.y});
    ImGui::SetNextItemWidth(paint.px(110));
    ImGui::PushFont(c.fonts[view::Font::Mono], em);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {paint.px(10), std::max(0.f, (height - em) / 2)});
    std::int64_t typed = knob.value;
    if (ImGui::InputScalar(id.c_str(), ImGuiDataType_S64, &typed, nullptr, nullptr, "%lld",
                           ImGuiInputTextFlags_EnterReturnsTrue))
      value = typed;
    ImGui::PopStyleVar();
    ImGui::PopFont();
    if (sign_button(paint, (id + "_more").c_str(), x + height + paint.px(8) + paint.px(110), cy, height, "+",
                    language::tr("parameters.more")))
      value = document::next_value(knob, 1);
    if (knob.kind != document::LaunchKnob::Kind::Argument)
      value = std::clamp<std::int64_t>(value, 1, 0x7fffffff);
    if (value != knob.value) c.session.turn_knob(knob.name, value);
  } else {
    paint.runs(x, cy,
               {{std::to_string(knob.value), c.theme.t1, view::Font::Mono},
                {"  = " + knob.text, c.theme.t2, view::Font::Mono}},
               em);
  }
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({std::max(total, name_width + paint.width(std::to_string(knob.value) + "  = " + knob.text, em,
                                                         view::Font::Mono)),
                height});
}

float names_width(const Paint& paint, const std::vector<document::LaunchKnob>& knobs) {
  float widest = paint.px(60);
  for (const document::LaunchKnob& knob : knobs)
    widest = std::max(widest, paint.width(knob.name, paint.size(16), view::Font::Mono));
  return widest + paint.px(16);
}

bool begin_popup(const PanelContext& c, const Paint& paint, const char* id, float x, float y) {
  ImGui::SetNextWindowPos({x, y});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {paint.px(14), paint.px(12)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {paint.px(8), paint.px(8)});
  ImGui::PushFont(c.fonts[view::Font::Regular], paint.size(15));
  const bool open = ImGui::BeginPopup(id, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  if (!open) {
    ImGui::PopFont();
    ImGui::PopStyleVar(2);
  }
  return open;
}

void end_popup() {
  ImGui::EndPopup();
  ImGui::PopFont();
  ImGui::PopStyleVar(2);
}

void note(const PanelContext& c, const Paint& paint, std::string_view text) {
  ImGui::PushStyleColor(ImGuiCol_Text, vec4(c.theme.t2));
  ImGui::PushTextWrapPos(paint.px(330));
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}

void knob_rows(PanelContext& c, const std::vector<document::LaunchKnob>& knobs) {
  const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
  const float name_width = names_width(paint, knobs);
  for (const document::LaunchKnob& knob : knobs) knob_row(c, paint, knob, name_width);
}

/// A box that looks like a list and opens the numbers behind it.
void chip(PanelContext& c, const Paint& paint, const Chip& chip, float x, float y, float width, float height,
          float em) {
  const std::string id = "##chip_" + chip.id, popup = "##knobs_" + chip.id;
  const view::Box box{x, y, width, height};
  ImGui::SetCursorScreenPos({x, y});
  const bool clicked = pressable(id.c_str(), {width, height});
  const bool hot = ImGui::IsItemHovered();
  paint.fill(box, hot ? c.theme.bg3 : c.theme.bg2, paint.px(6));
  paint.outline(box, ImGui::IsItemFocused() && ImGui::GetIO().NavVisible ? c.theme.now : c.theme.line,
                paint.px(6));
  paint.mid_fit(x + paint.px(12), y + height / 2, chip.shown, width - paint.px(44), em, c.theme.t1,
                view::Font::Mono);
  paint.glyph(Glyph::Down, x + width - paint.px(18), y + height / 2, paint.size(14), c.theme.t2);
  tooltip(paint, c.fonts, language::tr("parameters.chip_tip"));
  if (clicked) ImGui::OpenPopup(popup.c_str());
  if (!begin_popup(c, paint, popup.c_str(), x, y + height + paint.px(4))) return;
  knob_rows(c, chip.knobs);
  note(c, paint, language::tr("parameters.in_the_header"));
  end_popup();
}

} // namespace

void parameter_controls(PanelContext& c, const Paint& paint, float x, float right, float y, float height) {
  const float em = paint.size(16), cy = y + height / 2, gap = paint.px(c.layout.big ? 24 : 16),
              space = paint.px(10);
  std::vector<document::Parameter> parameters = c.session.parameters();
  std::erase_if(parameters, [](const document::Parameter& p) { return p.choices.size() < 2; });
  const std::vector<Chip> chips = chips_of(c.session.knobs());
  const auto chip_width = [&](const Chip& chip) {
    return std::min(paint.width(chip.shown, em, view::Font::Mono) + paint.px(50), paint.px(240));
  };
  float all = x;
  for (const document::Parameter& p : parameters)
    all += paint.width(p.name, em) + space + choice_width(paint, p, em, height) + gap;
  for (const Chip& one : chips) all += paint.width(one.label, em) + space + chip_width(one) + gap;
  const bool fit = all - gap <= right - height / 2;
  const float limit = right - height / 2 - (fit ? 0 : height + gap);
  std::size_t shown_parameters = 0, shown_chips = 0;
  for (const document::Parameter& p : parameters) {
    const float width = choice_width(paint, p, em, height), label = paint.width(p.name, em);
    if (x + label + space + width > limit) break;
    x = paint.mid(x, cy, p.name, em, c.theme.t2) + space;
    choice(c, paint, p, x, y, height, em);
    x += width + gap;
    ++shown_parameters;
  }
  for (const Chip& one : chips) {
    const float width = chip_width(one), label = paint.width(one.label, em);
    if (shown_parameters < parameters.size() || x + label + space + width > limit) break;
    x = paint.mid(x, cy, one.label, em, c.theme.t2) + space;
    chip(c, paint, one, x, y, width, height, em);
    x += width + gap;
    ++shown_chips;
  }
  if (shown_parameters == parameters.size() && shown_chips == chips.size()) return;
  if (x + height > right) return;
  if (icon_button(paint, "##more_parameters", x + height / 2, cy, height, Glyph::Check, 0, c.theme.t2,
                  language::tr("parameters.rest_tip")))
    ImGui::OpenPopup("##rest");
  paint.mid_centre(x + height / 2, cy, "…", paint.size(20), c.theme.t1, view::Font::SemiBold);
  if (!begin_popup(c, paint, "##rest", x, y + height + paint.px(4))) return;
  const Paint over(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
  float names = 0;
  for (std::size_t i = shown_parameters; i < parameters.size(); ++i)
    names = std::max(names, over.width(parameters[i].name, em) + over.px(16));
  for (std::size_t i = shown_parameters; i < parameters.size(); ++i) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    over.mid(at.x, at.y + height / 2, parameters[i].name, em, c.theme.t2);
    choice(c, over, parameters[i], at.x + names, at.y, height, em);
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({names + choice_width(over, parameters[i], em, height), height});
  }
  for (std::size_t i = shown_chips; i < chips.size(); ++i) knob_rows(c, chips[i].knobs);
  if (shown_chips < chips.size()) note(c, over, language::tr("parameters.in_the_header"));
  end_popup();
}

} // namespace warpscope::panels
