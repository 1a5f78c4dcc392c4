// Filters a list by what is typed above it.
#include "app/panels/window/picker.h"

#include "app/language/language.h"
#include "app/panels/window/widgets.h"
#include "imgui.h"
#include "misc/cpp/imgui_stdlib.h"

#include <algorithm>
#include <utility>

namespace warpscope::panels {

namespace {

std::string in_small_letters(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

std::vector<std::string> words_of_search(std::string_view typed) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : in_small_letters(typed) + ' ') {
    if (c != ' ') word += c;
    else if (!word.empty()) words.push_back(std::exchange(word, {}));
  }
  return words;
}

/// Up and down belong to the list, though the field has the focus.
int move_in_list(ImGuiInputTextCallbackData* data) {
  int& at = *static_cast<int*>(data->UserData);
  if (data->EventKey == ImGuiKey_UpArrow) --at;
  if (data->EventKey == ImGuiKey_DownArrow) ++at;
  return 0;
}

} // namespace

std::vector<std::size_t> matching_items(const std::vector<PickerItem>& items, std::string_view typed) {
  const std::vector<std::string> words = words_of_search(typed);
  std::vector<std::size_t> matching;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const PickerItem& item = items[i];
    const std::string text = in_small_letters(item.label + "\n" + item.topic + "\n" + item.question + "\n" +
                                              item.id + "\n" + item.detail);
    if (std::all_of(words.begin(), words.end(),
                    [&](const std::string& word) { return text.find(word) != std::string::npos; }))
      matching.push_back(i);
  }
  return matching;
}

int Picker::draw(const Paint& paint, const Fonts& fonts, const char* id, view::Box box,
                 std::string_view shown, const std::vector<PickerItem>& items, int current, float em) {
  int chosen = -1;
  ImGui::SetCursorScreenPos({box.x, box.y});
  ImGui::SetNextItemWidth(box.w);
  ImGui::PushFont(fonts[view::Font::Regular], em);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {paint.px(12), std::max(0.f, (box.h - em) / 2)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {paint.px(6), paint.px(6)});
  // Of one width whatever matches: it does not jump while it is typed into.
  const float width = std::min(std::max(box.w, paint.px(560)), ImGui::GetMainViewport()->Size.x * .9f);
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, ImGui::GetMainViewport()->Size.y * .7f});
  const bool open = ImGui::BeginCombo(id, "", ImGuiComboFlags_NoArrowButton | ImGuiComboFlags_HeightLargest);
  ImGui::PopStyleVar(2);
  if (open) {
    chosen = rows(paint, fonts, items, current, em);
    ImGui::EndCombo();
  }
  ImGui::PopFont();
  const float cy = box.y + box.h / 2;
  paint.mid_fit(box.x + paint.px(12), cy, shown, box.w - paint.px(44), em, paint.theme().t1);
  paint.glyph(Glyph::Down, box.x + box.w - paint.px(18), cy, paint.size(14), paint.theme().t2);
  return chosen;
}

int Picker::rows(const Paint& paint, const Fonts& fonts, const std::vector<PickerItem>& items, int current,
                 float em) {
  const view::Theme& t = paint.theme();
  const bool appears = ImGui::IsWindowAppearing();
  if (appears) {
    typed_.clear();
    at_ = std::max(0, current);
    armed_ = false;
  }
  const bool held = ImGui::IsKeyDown(ImGuiKey_Enter) || ImGui::IsKeyDown(ImGuiKey_KeypadEnter);
  if (appears || !armed_) ImGui::SetKeyboardFocusHere(); // a repeated Enter would leave the field
  const bool takes = std::exchange(armed_, armed_ || !held) && !appears;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {paint.px(8), paint.px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {paint.px(8), paint.px(6)});
  ImGui::SetNextItemWidth(-1);
  const std::string before = typed_;
  int moved = 0;
  const bool entered = ImGui::InputTextWithHint(
      "##search", language::tr("bar.search").data(), &typed_,
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory, move_in_list, &moved);
  ImGui::PopStyleVar();
  if (typed_ != before) at_ = 0;
  const std::vector<std::size_t> matching = matching_items(items, typed_);
  at_ = std::clamp(at_ + moved, 0, std::max(0, static_cast<int>(matching.size()) - 1));
  int chosen = -1;
  std::string topic;
  for (std::size_t row = 0; row < matching.size(); ++row) {
    const PickerItem& item = items[matching[row]];
    if (item.topic != topic) {
      ImGui::PushFont(fonts[view::Font::SemiBold], paint.size(13));
      ImGui::PushStyleColor(ImGuiCol_Text, vec4(t.t3));
      ImGui::TextUnformatted(item.topic.c_str());
      ImGui::PopStyleColor();
      ImGui::PopFont();
      topic = item.topic;
    }
    ImGui::PushID(static_cast<int>(matching[row]));
    const bool is_current = static_cast<int>(matching[row]) == current;
    ImGui::PushFont(fonts[view::Font::Regular], em);
    if (is_current) ImGui::PushStyleColor(ImGuiCol_Text, vec4(t.now));
    if (ImGui::Selectable(item.label.c_str(), static_cast<int>(row) == at_))
      chosen = static_cast<int>(matching[row]);
    if (is_current) ImGui::PopStyleColor();
    ImGui::PopFont();
    tooltip(paint, fonts, item.question);
    if (static_cast<int>(row) == at_ && (moved != 0 || appears || typed_ != before))
      ImGui::SetScrollHereY(row == 0 ? 1.f : .5f);
    if (!item.detail.empty()) {
      ImGui::SameLine(0, paint.px(12));
      ImGui::PushStyleColor(ImGuiCol_Text, vec4(t.t3));
      ImGui::TextUnformatted(item.detail.c_str());
      ImGui::PopStyleColor();
    }
    ImGui::PopID();
  }
  if (matching.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, vec4(t.t2));
    ImGui::TextUnformatted(language::tr("bar.search_none").data());
    ImGui::PopStyleColor();
  }
  ImGui::PopStyleVar();
  if (entered && takes && !matching.empty())
    chosen = static_cast<int>(matching[static_cast<std::size_t>(at_)]);
  if (chosen >= 0 || ImGui::IsKeyPressed(ImGuiKey_Escape, false)) ImGui::CloseCurrentPopup();
  return chosen;
}

} // namespace warpscope::panels
