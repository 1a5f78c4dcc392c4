// Help over the window: the keys in two columns, set for the back row; and what is modelled, from the
// headers' own lists.
#include "app/language/language.h"
#include "app/language/sentence.h"
#include "app/panels/window/key_table.h"
#include "app/panels/window/panel.h"
#include "app/panels/window/widgets.h"
#include "imgui.h"
#include "sim/model/not_modelled.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::panels {

namespace {

struct KeyLine {
  std::string_view key, what;
};
struct Keys {
  std::string_view title;
  std::vector<KeyLine> lines;
};

/// The table of keys as it is shown: a row without text belongs to the one before.
std::vector<Keys> key_groups() {
  std::vector<Keys> groups(static_cast<std::size_t>(KeyGroup::Count));
  for (std::size_t i = 0; i < groups.size(); ++i)
    groups[i].title = language::tr(title_of(static_cast<KeyGroup>(i)));
  for (const KeyRow& row : key_table())
    if (*row.shown != 0)
      groups[static_cast<std::size_t>(row.group)].lines.push_back({row.shown, language::tr(row.text)});
  std::erase_if(groups, [](const Keys& group) { return group.lines.empty(); });
  return groups;
}

class HelpPanel final : public Panel {
 public:
  bool run(PanelContext&, const Command& command) override {
    opens_keys_ |= asks(command, Ask::Help);
    opens_modelled_ |= asks(command, Ask::Modelled);
    return asks(command, Ask::Help) || asks(command, Ask::Modelled);
  }

  void draw(PanelContext& c) override {
    const Paint paint(ImGui::GetForegroundDrawList(), c.fonts, c.theme, c.layout.scale);
    keys(c, paint);
    modelled(c, paint);
  }

 private:
  /// A popup in the middle of the window, as wide as `share` of it allows.
  static void place(const PanelContext& c, const Paint& paint, ImVec2 size) {
    const ImVec2 whole{c.layout.width, c.layout.height};
    ImGui::SetNextWindowPos({std::floor((whole.x - size.x) / 2), std::floor((whole.y - size.y) * .45f)});
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {paint.px(28), paint.px(24)});
  }

  // ---- the keys

  struct Sizes {
    float em = 20, row = 34, gap = 18, pad = 28, title = 26, column = 0, key = 0;
    std::size_t split = 0; ///< groups in the left column
    float width = 0, height = 0;
  };

  /// Two columns of groups, as even as possible; one column where the window is narrow.
  static Sizes measure(const Paint& paint, float at_one) {
    const std::vector<Keys> groups = key_groups();
    Sizes s;
    s.em = paint.size(at_one);
    s.row = std::round(s.em * 1.75f);
    s.gap = std::round(s.em * .9f);
    s.pad = std::round(s.em * 1.3f);
    s.title = std::round(s.em * 1.35f);
    float what = 0;
    for (const Keys& group : groups)
      for (const KeyLine& line : group.lines) {
        s.key = std::max(s.key, paint.width(line.key, s.em, view::Font::Mono) + s.em);
        what = std::max(what, paint.width(line.what, s.em));
      }
    s.column = s.key + s.em * .5f + what;
    const auto height_of = [&](std::size_t from, std::size_t to) {
      float h = 0;
      for (std::size_t i = from; i < to; ++i)
        h += s.row * static_cast<float>(groups[i].lines.size() + 1) + s.gap;
      return h;
    };
    float best = 1e9f;
    for (std::size_t split = 1; split <= groups.size(); ++split) {
      const float h = std::max(height_of(0, split), height_of(split, groups.size()));
      if (h < best) {
        best = h;
        s.split = split;
      }
    }
    s.width = 2 * s.column + 2 * s.pad + s.em * 3;
    s.height = best + s.title + 3 * s.pad;
    return s;
  }

  void keys(PanelContext& c, const Paint& over) {
    constexpr const char* id = "##keys";
    if (std::exchange(opens_keys_, false)) ImGui::OpenPopup(id);
    if (!ImGui::IsPopupOpen(id)) return;
    // As large as the window allows: it is read from the back row.
    const float room_w = c.layout.width - over.px(24), room_h = c.layout.height - over.px(24);
    float at_one = 28;
    Sizes s = measure(over, at_one);
    while (at_one > 10 && (s.width > room_w || s.height > room_h)) s = measure(over, at_one -= 1);
    const ImVec2 size{std::min(s.width, room_w), std::min(s.height, room_h)};
    place(c, over, size);

    if (ImGui::BeginPopup(id, ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove |
                                  ImGuiWindowFlags_NoSavedSettings)) {
      const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
      const ImVec2 at = ImGui::GetWindowPos();
      const float top = at.y - ImGui::GetScrollY();
      paint.mid(at.x + s.pad, top + s.pad + s.title * .4f, language::tr("help.keys"), s.title, c.theme.t1,
                view::Font::SemiBold);
      paint.mid_right(at.x + size.x - s.pad, top + s.pad + s.title * .4f, language::tr("help.close_hint"),
                      paint.size(15), c.theme.t2);
      const std::vector<Keys> groups = key_groups();
      const bool two = s.width <= room_w;
      float x = at.x + s.pad, y = top + s.pad * 2 + s.title;
      for (std::size_t i = 0; i < groups.size(); ++i) {
        if (i == s.split && two) {
          x += s.column + s.em * 3;
          y = top + s.pad * 2 + s.title;
        }
        paint.mid(x, y + s.row * .4f, groups[i].title, std::max(paint.size(13), s.em * .8f), c.theme.now,
                  view::Font::SemiBold);
        y += s.row;
        for (const KeyLine& line : groups[i].lines) {
          key_plates(paint, x, y + s.row / 2, line.key, s.em);
          paint.mid_fit(x + s.key + s.em * .5f, y + s.row / 2, line.what,
                        at.x + size.x - s.pad * .5f - x - s.key - s.em * .5f, s.em, c.theme.t1);
          y += s.row;
        }
        y += s.gap;
      }
      if (!two) ImGui::SetNextWindowContentSize({0, y - top});
      // "?" again closes what "?" opened.
      for (const ImWchar character : ImGui::GetIO().InputQueueCharacters)
        if (character == '?' && !ImGui::IsWindowAppearing()) ImGui::CloseCurrentPopup();
      ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
  }

  /// "ctrl+Z  ctrl+Y": each key between two blanks on a plate of its own.
  static void key_plates(const Paint& paint, float x, float cy, std::string_view keys, float em) {
    const view::Theme& t = paint.theme();
    while (!keys.empty()) {
      const std::size_t end = keys.find("  ");
      const std::string_view key = keys.substr(0, end);
      const float w = paint.width(key, em, view::Font::Mono) + em * .6f;
      paint.fill({x, cy - em * .72f, w, em * 1.44f}, t.bg3, em * .22f);
      paint.mid(x + em * .3f, cy, key, em, t.t1, view::Font::Mono);
      x += w + em * .35f;
      keys = end == std::string_view::npos ? std::string_view() : keys.substr(end + 2);
    }
  }

  // ---- what is modelled

  /// With the line spacing of a page: Dear ImGui sets its lines solid.
  static void wrapped(const PanelContext& c, std::string_view text, view::Font font, float em,
                      view::Color color) {
    ImGui::PushFont(c.fonts[font], em);
    ImGui::PushStyleColor(ImGuiCol_Text, vec4(color));
    const float width = std::max(em * 4, ImGui::GetContentRegionAvail().x);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, std::round(em * .32f)});
    const char *begin = text.data(), *end = begin + text.size();
    while (begin < end) {
      const char* stop = c.fonts[font]->CalcWordWrapPosition(em, begin, end, width);
      if (stop == begin) ++stop;
      ImGui::TextUnformatted(begin, stop);
      begin = stop;
      while (begin < end && *begin == ' ') ++begin;
    }
    ImGui::PopStyleVar();
    ImGui::Dummy({1, std::round(em * .1f)});
    ImGui::PopStyleColor();
    ImGui::PopFont();
  }

  /// A mark at the left, the sentence beside it.
  static void entries(const PanelContext& c, const Paint& paint, std::string_view label,
                      const std::vector<std::string_view>& list, bool good) {
    if (list.empty()) return;
    const view::Theme& t = c.theme;
    const float em = paint.size(17), indent = paint.px(34);
    wrapped(c, label, view::Font::SemiBold, paint.size(15), good ? t.now : t.conflict_text);
    for (const std::string_view sentence : list) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      if (good) paint.glyph(Glyph::Check, at.x + indent * .4f, at.y + em * .55f, em * .8f, t.now);
      else
        paint.list()->AddLine({at.x + indent * .2f, at.y + em * .55f},
                              {at.x + indent * .55f, at.y + em * .55f}, rgba(t.conflict), paint.px(2.5f));
      ImGui::Indent(indent);
      wrapped(c, language::as_sentence(std::string(sentence)), view::Font::Regular, em, t.t1);
      ImGui::Unindent(indent);
    }
  }

  void modelled(PanelContext& c, const Paint& over) {
    constexpr const char* id = "##modelled";
    if (std::exchange(opens_modelled_, false)) ImGui::OpenPopup(id);
    if (!ImGui::IsPopupOpen(id)) return;
    const ImVec2 size{std::min(c.layout.width - 16, over.px(980)),
                      std::min(c.layout.height - 16, std::max(over.px(600), c.layout.height * .84f))};
    place(c, over, size);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {over.px(10), over.px(4)});
    if (ImGui::BeginPopupModal(id, nullptr,
                               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings)) {
      const view::Theme& t = c.theme;
      wrapped(c, language::tr("help.modelled_title"), view::Font::SemiBold, over.size(24), t.t1);
      const float foot = over.px(48);
      ImGui::BeginChild("##list", {0, -foot}, ImGuiChildFlags_NavFlattened);
      const Paint paint(ImGui::GetWindowDrawList(), c.fonts, t, c.layout.scale);
      wrapped(c, language::tr("help.modelled_lead"), view::Font::Regular, over.size(17), t.t2);
      for (const model::ModelNotes* notes : in_reading_order()) {
        ImGui::Dummy({1, over.px(6)});
        const ImVec2 at = ImGui::GetCursorScreenPos();
        paint.line(at.x, at.y - over.px(4), at.x + ImGui::GetContentRegionAvail().x, at.y - over.px(4),
                   t.line);
        wrapped(c, notes->subject, view::Font::SemiBold, over.size(20), t.t1);
        entries(c, paint, language::tr("help.modelled"), notes->modelled, true);
        entries(c, paint, language::tr("help.not_modelled"), notes->not_modelled, false);
        wrapped(c, notes->header, view::Font::Mono, over.size(13), t.t3);
      }
      scroll_by_keys();
      ImGui::EndChild();
      ImGui::PushFont(c.fonts[view::Font::Regular], over.size(17));
      if (ImGui::Button(language::tr("help.close").data()) || ImGui::IsKeyPressed(ImGuiKey_Escape))
        ImGui::CloseCurrentPopup();
      ImGui::PopFont();
      ImGui::EndPopup();
    }
    ImGui::PopStyleVar(2);
  }

  static void scroll_by_keys() {
    const float line = ImGui::GetTextLineHeightWithSpacing() * 2, page = ImGui::GetWindowHeight() * .85f;
    float by = 0;
    if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) by += line;
    if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) by -= line;
    if (ImGui::IsKeyPressed(ImGuiKey_PageDown) || ImGui::IsKeyPressed(ImGuiKey_Space)) by += page;
    if (ImGui::IsKeyPressed(ImGuiKey_PageUp)) by -= page;
    if (by != 0) ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + by, 0.f, ImGui::GetScrollMaxY()));
  }

  /// The memory spaces first, since the pictures show them.
  static std::vector<const model::ModelNotes*> in_reading_order() {
    std::vector<const model::ModelNotes*> order;
    for (const std::string_view first : {"sim/model/banks.h", "sim/model/sectors.h", "sim/model/constant.h",
                                         "sim/model/tally.h", "sim/exec/run.h"})
      for (const model::ModelNotes& notes : model::model_notes())
        if (notes.header == first) order.push_back(&notes);
    for (const model::ModelNotes& notes : model::model_notes())
      if (std::find(order.begin(), order.end(), &notes) == order.end()) order.push_back(&notes);
    return order;
  }

  bool opens_keys_ = false, opens_modelled_ = false; ///< the popups, with the next draw()
};

} // namespace

std::unique_ptr<Panel> make_help_panel() { return std::make_unique<HelpPanel>(); }

} // namespace warpscope::panels
