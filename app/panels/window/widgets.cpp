// Tabs, buttons, combos, fields and tooltips.
#include "app/panels/window/widgets.h"

#include "app/language/language.h"
#include "app/panels/window/tooltip_size.h"
#include "imgui.h"
#include "imgui_internal.h"
#include "misc/cpp/imgui_stdlib.h"

#include <algorithm>
#include <cmath>

namespace warpscope::panels {

namespace {

bool invisible(const char* id, view::Box box) {
  ImGui::SetCursorScreenPos({box.x, box.y});
  return pressable(id, {std::max(1.f, box.w), std::max(1.f, box.h)});
}

/// The item was reached by keys, and its tooltip is shown for that.
bool by_keys() { return ImGui::GetCurrentContext()->NavHighlightItemUnderNav; }

ImRect panel_in_hand() { return ImGui::GetCurrentWindow()->RootWindow->Rect(); }

/// By keys a tooltip is no wider than the item's own panel: the stage beside it is being watched.
float tooltip_wrap(const Paint& paint) {
  const float widest = paint.px(560);
  return by_keys() ? std::clamp(panel_in_hand().GetWidth() - 2 * paint.px(12) - 4, paint.px(120), widest)
                   : widest;
}

/// The size of the text as tooltip_window() lays it out, without its padding.
ImVec2 tooltip_size(const Paint& paint, const Fonts& fonts, std::string_view text, float wrap) {
  ImVec2 size{0, -paint.px(6)};
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    const bool name = line.starts_with("ncu: ");
    ImFont* font = fonts[name ? view::Font::Mono : view::Font::Regular];
    const ImVec2 one = font->CalcTextSizeA(paint.size(name ? 13 : 15), 1e9f, wrap - paint.px(12), line.data(),
                                           line.data() + line.size());
    size.x = std::max(size.x, one.x);
    size.y += one.y + paint.px(6);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return size;
}

ImVec2 with_padding(const Paint& paint, ImVec2 inner) {
  return {inner.x + 2 * paint.px(12) + 4, inner.y + 2 * paint.px(10) + 4};
}

/// Below what it explains, else above it, else beside it; at the pointer where that is too large.
void place_tooltip(const Paint& paint, const Fonts& fonts, view::Box of, std::string_view text, float wrap) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize, inner = tooltip_size(paint, fonts, text, wrap);
  const ImVec2 outer = with_padding(paint, inner);
  const float w = outer.x, h = outer.y, gap = paint.px(6);
  const bool keys = by_keys();
  const ImRect panel = panel_in_hand();
  const float end = keys && w <= panel.GetWidth() ? std::min(screen.x, panel.Max.x) - w : screen.x - w - gap;
  const float x = std::clamp(keys ? of.x : ImGui::GetIO().MousePos.x - paint.px(16),
                             std::min(gap, std::max(end, 0.f)), std::max(gap, end));
  // Someone who knows better has placed it already.
  if ((ImGui::GetCurrentContext()->NextWindowData.HasFlags & ImGuiNextWindowDataFlags_HasPos) != 0 ||
      of.h > .3f * screen.y)
    return;
  if (of.y + of.h + gap + h <= screen.y) ImGui::SetNextWindowPos({x, of.y + of.h + gap});
  else if (of.y - gap - h >= 0) ImGui::SetNextWindowPos({x, of.y - gap - h});
  else {
    const float y = std::clamp(of.y, gap, std::max(gap, screen.y - h - gap));
    if (of.x + of.w + gap + w <= screen.x) ImGui::SetNextWindowPos({of.x + of.w + gap, y});
    else if (of.x - gap - w >= 0) ImGui::SetNextWindowPos({of.x - gap - w, y});
  }
}

void tooltip_window(const Paint& paint, const Fonts& fonts, view::Box of, std::string_view text) {
  const float wrap = tooltip_wrap(paint);
  place_tooltip(paint, fonts, of, text, wrap);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {paint.px(12), paint.px(10)});
  if (ImGui::BeginTooltip()) {
    ImGui::PushFont(fonts[view::Font::Regular], paint.size(15));
    ImGui::PushTextWrapPos(wrap);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, paint.px(6)});
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      const std::string_view line = text.substr(0, end);
      const bool name = line.starts_with("ncu: ");
      ImGui::PushFont(fonts[name ? view::Font::Mono : view::Font::Regular], paint.size(name ? 13 : 15));
      ImGui::PushStyleColor(ImGuiCol_Text, vec4(name ? paint.theme().t2 : paint.theme().t1));
      ImGui::TextUnformatted(line.data(), line.data() + line.size());
      ImGui::PopStyleColor();
      ImGui::PopFont();
      text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    ImGui::PopStyleVar();
    ImGui::PopTextWrapPos();
    ImGui::PopFont();
    ImGui::EndTooltip();
  }
  ImGui::PopStyleVar();
}

} // namespace

ImVec2 tooltip_window_size(const Paint& paint, const Fonts& fonts, std::string_view text) {
  return with_padding(paint, tooltip_size(paint, fonts, text, paint.px(560)));
}

bool pressable(const char* id, ImVec2 size) {
  ImGui::PushStyleColor(ImGuiCol_NavCursor, IM_COL32(0, 0, 0, 0)); // focus_ring() draws ours
  const bool pressed = ImGui::InvisibleButton(id, size, ImGuiButtonFlags_EnableNav);
  ImGui::PopStyleColor();
  return pressed;
}

void focus_ring(const Paint& paint, view::Box box, float radius) {
  if (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible) paint.outline(box, paint.theme().now, radius, 2);
}

namespace {
constexpr float least_tab_em = 13, least_tab_gap = 8, close_tab_gap = 14;

float tab_number_width(const Paint& paint, const Tab& tab) {
  if (tab.number.empty()) return 0;
  return paint.width(tab.number, paint.size(13), view::Font::Mono) + paint.px(7);
}

float tabs_width(const Paint& paint, const std::vector<Tab>& tabs, float em, float gap) {
  float sum = -gap;
  for (const Tab& tab : tabs)
    sum += gap + tab_number_width(paint, tab) + paint.width(tab.label, em, view::Font::SemiBold);
  return sum;
}
} // namespace

float least_tabs(const Paint& paint, const std::vector<Tab>& tabs) {
  return tabs_width(paint, tabs, least_tab_em, least_tab_gap);
}
float full_tabs(const Paint& paint, const std::vector<Tab>& tabs) {
  return tabs_width(paint, tabs, paint.size(18), paint.px(close_tab_gap));
}

int tab_row(const Paint& paint, view::Box strip, float x, const std::vector<Tab>& tabs, int active, float gap,
            float& end) {
  const view::Theme& t = paint.theme();
  const float cy = strip.y + strip.h / 2, small = paint.size(13), room = strip.x + strip.w - x - paint.px(8);
  // In a narrow strip: first closer tabs, then smaller type, then still closer tabs, then no labels on
  // inactive tabs.
  float em = paint.size(18);
  const auto number_width = [&](const Tab& tab) { return tab_number_width(paint, tab); };
  const auto row_width = [&](std::size_t but) {
    float sum = -gap;
    for (std::size_t i = 0; i < tabs.size(); ++i) {
      sum += gap + number_width(tabs[i]);
      if (but == tabs.size() || i == but) sum += paint.width(tabs[i].label, em, view::Font::SemiBold);
    }
    return sum;
  };
  while (gap > paint.px(close_tab_gap) && row_width(tabs.size()) > room) gap -= 1;
  while (em > least_tab_em && row_width(tabs.size()) > room) em = std::max(least_tab_em, em - .5f);
  while (gap > least_tab_gap && row_width(tabs.size()) > room) gap -= 1;
  const float share = (room - row_width(static_cast<std::size_t>(std::max(active, 0)))) /
                      static_cast<float>(std::max<std::size_t>(2, tabs.size()) - 1);
  const bool narrow = row_width(tabs.size()) > room;
  int clicked = -1;
  for (std::size_t i = 0; i < tabs.size(); ++i) {
    const bool on = static_cast<int>(i) == active;
    const view::Font font = on ? view::Font::SemiBold : view::Font::Regular;
    const float number = number_width(tabs[i]);
    const float label = std::min(paint.width(tabs[i].label, em, font),
                                 narrow ? std::max(0.f, on ? room - number : share) : 1e6f);
    const view::Box box{x - gap / 2, strip.y, number + label + gap, strip.h};
    if (invisible(tabs[i].id, box)) clicked = static_cast<int>(i);
    const bool hovered = ImGui::IsItemHovered();
    focus_ring(paint, {box.x, box.y + 4, box.w, box.h - 8}, 4);
    if (number > 0) paint.mid(x, cy, tabs[i].number, small, t.t3, view::Font::Mono);
    x += number;
    paint.mid_fit(x, cy, tabs[i].label, label + .5f, em, on || hovered ? t.t1 : t.t2, font);
    if (narrow) tooltip(paint, paint.fonts(), tabs[i].label);
    const float to = x + label;
    if (on) paint.fill({x, strip.y + strip.h - 3, to - x, 3}, t.now);
    x = to + gap;
  }
  end = x;
  return clicked;
}

std::string item_text(std::string_view key, std::string_view id) {
  return std::string(language::tr(key)) + "###" + std::string(id);
}

bool icon_button(const Paint& paint, const char* id, float cx, float cy, float hit_size, Glyph glyph,
                 float glyph_size, view::Color color, std::string_view text) {
  const view::Box box{cx - hit_size / 2, cy - hit_size / 2, hit_size, hit_size};
  const bool clicked = invisible(id, box);
  if (ImGui::IsItemHovered()) paint.fill(box, paint.theme().bg3, paint.px(6));
  focus_ring(paint, box, paint.px(6));
  paint.glyph(glyph, cx, cy, glyph_size, color);
  tooltip(paint, paint.fonts(), text);
  return clicked;
}

float text_button_width(const Paint& paint, std::string_view label, std::string_view tail, float em) {
  return paint.px(28) + paint.width(label, em, view::Font::SemiBold) +
         (tail.empty() ? 0 : paint.width(tail, em) + paint.px(10));
}

bool text_button(const Paint& paint, const char* id, float& x, float y, float height, std::string_view label,
                 std::string_view tail, float em, bool primary) {
  const view::Theme& t = paint.theme();
  const view::Box box{x, y, text_button_width(paint, label, tail, em), height};
  const bool clicked = invisible(id, box);
  const bool hot = ImGui::IsItemHovered();
  paint.fill(box, primary ? t.now : hot ? t.bg3 : t.bg2, paint.px(6));
  if (!primary) paint.outline(box, hot ? t.edge : t.line, paint.px(6));
  focus_ring(paint, box, paint.px(6));
  const float to = paint.mid(x + paint.px(14), y + height / 2, label, em, primary ? t.on_now : t.t1,
                             view::Font::SemiBold);
  if (!tail.empty()) paint.mid(to + paint.px(10), y + height / 2, tail, em, primary ? t.on_now : t.t2);
  x += box.w;
  return clicked;
}

int combo(const Paint& paint, const Fonts& fonts, const char* id, view::Box box, std::string_view shown,
          const std::vector<ComboItem>& items, int current, float em, bool mono) {
  const view::Theme& t = paint.theme();
  int chosen = -1;
  ImGui::SetCursorScreenPos({box.x, box.y});
  ImGui::SetNextItemWidth(box.w);
  ImGui::PushFont(fonts[view::Font::Regular], em);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {paint.px(12), std::max(0.f, (box.h - em) / 2)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {paint.px(6), paint.px(6)});
  const ImVec2 widest{std::max(box.w, paint.px(200)), 0};
  ImGui::SetNextWindowSizeConstraints({widest.x, 0}, {paint.px(900), ImGui::GetMainViewport()->Size.y * .7f});
  const bool open = ImGui::BeginCombo(id, "", ImGuiComboFlags_NoArrowButton | ImGuiComboFlags_HeightLargest);
  ImGui::PopStyleVar(2);
  // The item's own text is left empty: it is drawn here, shortened to fit.
  if (open) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {paint.px(8), paint.px(8)});
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!items[i].heading.empty()) {
        ImGui::PushFont(fonts[view::Font::SemiBold], paint.size(13));
        ImGui::PushStyleColor(ImGuiCol_Text, vec4(t.t3));
        ImGui::TextUnformatted(items[i].heading.c_str());
        ImGui::PopStyleColor();
        ImGui::PopFont();
      }
      ImGui::PushID(static_cast<int>(i));
      ImGui::PushFont(fonts[mono ? view::Font::Mono : view::Font::Regular], em);
      const bool on = static_cast<int>(i) == current;
      if (on) ImGui::PushStyleColor(ImGuiCol_Text, vec4(t.now));
      if (ImGui::Selectable(items[i].label.c_str(), on)) chosen = static_cast<int>(i);
      if (on) {
        ImGui::PopStyleColor();
        if (ImGui::IsWindowAppearing()) ImGui::SetItemDefaultFocus();
      }
      ImGui::PopFont();
      if (!items[i].detail.empty()) {
        ImGui::SameLine(0, paint.px(12));
        ImGui::PushStyleColor(ImGuiCol_Text, vec4(t.t3));
        ImGui::TextUnformatted(items[i].detail.c_str());
        ImGui::PopStyleColor();
      }
      ImGui::PopID();
    }
    ImGui::PopStyleVar();
    ImGui::EndCombo();
  }
  ImGui::PopFont();
  const float cy = box.y + box.h / 2;
  paint.mid_fit(box.x + paint.px(12), cy, shown, box.w - paint.px(44), em, t.t1,
                mono ? view::Font::Mono : view::Font::Regular);
  paint.glyph(Glyph::Down, box.x + box.w - paint.px(18), cy, paint.size(14), t.t2);
  return chosen;
}

bool code_field(const Paint& paint, const Fonts& fonts, const char* id, view::Box box, std::string& text,
                float em, bool reload, bool error, std::string_view hint, bool take_focus) {
  const view::Theme& t = paint.theme();
  ImGui::SetCursorScreenPos({box.x, box.y});
  ImGui::SetNextItemWidth(box.w);
  const float pad = std::min(paint.px(14), box.w * .08f);
  if (take_focus) ImGui::SetKeyboardFocusHere();
  const ImGuiID item = ImGui::GetID(id);
  // Its own frame shows the focus; and the field that begins with it keeps its text unselected, with the
  // cursor at the end.
  ImGui::PushStyleColor(ImGuiCol_NavCursor, IM_COL32(0, 0, 0, 0));
  enum { at_rest, wants_focus, unselect };
  int& focus_state = *ImGui::GetStateStorage()->GetIntRef(item, at_rest);
  if (reload || focus_state == unselect)
    if (ImGuiInputTextState* state = ImGui::GetInputTextState(item)) state->ReloadUserBufAndMoveToEnd();
  ImGui::PushFont(fonts[view::Font::Mono], em);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {pad, std::max(0.f, (box.h - em) / 2)});
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
  // The text itself is drawn below, in colours; the field keeps its cursor and selection.
  ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32(0, 0, 0, 0));
  // Dear ImGui's escape would bring back what stood there before: here it leaves the field, and what was
  // typed stays.
  if (ImGui::GetActiveID() == item && ImGui::IsKeyPressed(ImGuiKey_Escape, false)) ImGui::ClearActiveID();
  const std::string given = reload ? text : std::string();
  bool edited = ImGui::InputText(id, &text, ImGuiInputTextFlags_NoUndoRedo);
  if (edited && reload) { // a field that lost the focus in this very frame restores its old text
    text = given;
    edited = false;
  }
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(2);
  ImGui::PopFont();
  if (take_focus) focus_state = wants_focus;
  else if (ImGui::IsItemActive()) focus_state = focus_state == wants_focus ? unselect : at_rest;
  const bool active = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
  const float scroll = field_scroll(id);
  ImDrawList* list = paint.list();
  list->PushClipRect({box.x + 2, box.y}, {box.x + box.w - 2, box.y + box.h}, true);
  if (text.empty() && !active) paint.mid(box.x + pad, box.y + box.h / 2, hint, em * .9f, t.t3);
  else Paint::log_scrolls = true, paint.code(box.x + pad - scroll, box.y + box.h / 2, text, em);
  Paint::log_scrolls = false;
  list->PopClipRect();
  if (error) paint.outline(box, t.hazard, paint.px(6), 2);
  else if (active) paint.outline(box, t.now, paint.px(6), 2);
  else paint.outline(box, hovered ? t.edge : t.line, paint.px(6), 1);
  return edited;
}

float field_scroll(const char* id) {
  const ImGuiID item = ImGui::GetID(id);
  const ImGuiInputTextState* state = ImGui::GetActiveID() == item ? ImGui::GetInputTextState(item) : nullptr;
  return state != nullptr ? state->Scroll.x : 0;
}

std::vector<std::string_view> lines_of_text(ImFont* font, float em, std::string_view text, float width) {
  std::vector<std::string_view> lines;
  const char *begin = text.data(), *const end = begin + text.size();
  while (begin < end) {
    const char* stop = font->CalcWordWrapPosition(em, begin, end, width);
    if (stop == begin) ++stop; // narrower than a letter
    while (stop < end && (static_cast<unsigned char>(*stop) & 0xC0) == 0x80) ++stop;
    lines.emplace_back(begin, static_cast<std::size_t>(stop - begin));
    begin = stop;
    while (begin < end && (*begin == ' ' || *begin == '\n')) ++begin;
  }
  return lines;
}

float wrapped_text(const Paint& paint, float x, float y, float width, std::string_view text, float em,
                   view::Color color) {
  float height = 0;
  for (const std::string_view line : lines_of_text(paint.fonts()[view::Font::Regular], em, text, width)) {
    if (paint.list() != nullptr) paint.mid(x, y + height + em * .675f, line, em, color);
    height += em * 1.35f;
  }
  return height;
}

void tooltip(const Paint& paint, const Fonts& fonts, std::string_view text) {
  if (!text.empty() &&
      ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort | ImGuiHoveredFlags_AllowWhenDisabled)) {
    const ImVec2 low = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
    tooltip_window(paint, fonts, {low.x, low.y, size.x, size.y}, text);
  }
}

bool tooltip_at(const Paint& paint, const Fonts& fonts, view::Box box, std::string_view text) {
  if (!ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows)) return false;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!box.contains({mouse.x, mouse.y})) return false;
  if (!text.empty()) tooltip_window(paint, fonts, box, text);
  return true;
}

} // namespace warpscope::panels
