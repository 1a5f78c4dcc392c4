// The field for a buffer's row length.
#include "app/panels/stage/row_length_field.h"

#include "app/language/language.h"
#include "misc/cpp/imgui_stdlib.h"

#include <algorithm>
#include <utility>

namespace warpscope::panels {

void RowLengthField::open(std::string buffer, std::uint64_t row_length, std::uint64_t count, float x,
                          float y) {
  buffer_ = std::move(buffer);
  typed_ = row_length == 0 ? std::string() : std::to_string(row_length);
  error_.clear();
  count_ = count;
  x_ = x, y_ = y;
  wanted_ = true;
}

void RowLengthField::draw(PanelContext& c, const Paint& paint) {
  if (std::exchange(wanted_, false)) {
    ImGui::OpenPopup("##row_length");
    focus_ = true;
  }
  const float room = ImGui::GetMainViewport()->Size.x, width = paint.px(360);
  ImGui::SetNextWindowPos({std::min(x_, room - width - paint.px(32)), y_}, ImGuiCond_Appearing);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {paint.px(14), paint.px(12)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {paint.px(10), paint.px(8)});
  ImGui::PushFont(c.fonts[view::Font::Regular], paint.size(18));
  if (ImGui::BeginPopup("##row_length", ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove)) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(language::trf("rows.of", language::arg("name", buffer_)).c_str());
    ImGui::SameLine();
    ImGui::SetNextItemWidth(paint.px(140));
    if (std::exchange(focus_, false)) ImGui::SetKeyboardFocusHere();
    ImGui::PushFont(c.fonts[view::Font::Mono], paint.size(18));
    const bool set = ImGui::InputTextWithHint("##length", language::tr("rows.auto").data(), &typed_,
                                              ImGuiInputTextFlags_EnterReturnsTrue |
                                                  ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopFont();
    const std::string& below = error_.empty()
                                   ? language::trf("rows.hint", language::arg("count", grouped(count_)))
                                   : error_;
    ImGui::PushTextWrapPos(width);
    ImGui::PushStyleColor(ImGuiCol_Text, vec4(error_.empty() ? c.theme.t2 : c.theme.hazard));
    ImGui::TextUnformatted(below.c_str());
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
    if (set) {
      error_ = c.session.set_row_length(buffer_, typed_);
      if (error_.empty()) ImGui::CloseCurrentPopup();
      else focus_ = true;
      c.ui.wake.again = true;
    } else if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
      ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
  }
  ImGui::PopFont();
  ImGui::PopStyleVar(2);
}

} // namespace warpscope::panels
