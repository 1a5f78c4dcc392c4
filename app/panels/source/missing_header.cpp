// Draws the plate for a missing header and adds the folder that was typed.
#include "app/panels/source/missing_header.h"

#include "app/language/language.h"
#include "app/panels/window/widgets.h"
#include "imgui.h"

#include <algorithm>

namespace warpscope::panels {

std::string missing_header(std::string_view message) {
  constexpr std::string_view of_a_program = "' file not found",
                             of_kernels_alone = "' is neither in the text's folder nor in one of -I";
  const std::size_t at = std::min(message.find(of_a_program), message.find(of_kernels_alone)),
                    begin = message.find('\'');
  if (at == std::string_view::npos || begin >= at) return {};
  return std::string(message.substr(begin + 1, at - begin - 1));
}

float MissingHeader::draw(PanelContext& c, const Paint& paint, view::Box box, float margin) {
  if (!c.session.is_program() && !c.session.edits().has_file()) return 0;
  std::string header;
  // Where kernels stand alone a missing header is noted, and what the text wants of it is the error.
  if (has_errors(c.session.runs().diagnostics()))
    for (const Diagnostic& d : c.session.runs().diagnostics())
      if (header.empty()) header = missing_header(d.message);
  if (header.empty()) return 0;
  if (header != header_) {
    header_ = header;
    folder_.clear();
  }
  const float em = paint.size(16), height = paint.px(92), field_h = paint.px(36);
  paint.fill({box.x, box.y, box.w, height}, c.theme.bg2);
  paint.fill({box.x, box.y, 4, height}, c.theme.hazard);
  paint.mid_fit(box.x + margin, box.y + paint.px(24),
                language::trf("source.missing_header", language::arg("header", header)), box.w - 2 * margin,
                em, c.theme.t1, view::Font::SemiBold);
  float x = box.x + margin;
  const float y = box.y + paint.px(46);
  const std::string_view label = language::tr("source.look_there");
  const float button = text_button_width(paint, label, "", paint.size(15));
  const view::Box field{x, y, std::max(paint.px(80), box.w - 2 * margin - button - paint.px(12)), field_h};
  (void)code_field(paint, c.fonts, "##header_folder", field, folder_, em, false, false,
                   language::tr("source.header_folder"));
  bool look = ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGuiKey_Enter, false);
  x = field.x + field.w + paint.px(12);
  look |= text_button(paint, "##look_there", x, y, field_h, label, "", paint.size(15), true);
  if (look && !folder_.empty()) {
    session::ProgramOptions options = c.session.program_options();
    options.include_folders.push_back(folder_);
    c.session.set_program_options(std::move(options));
    c.session.run_program();
  }
  return height;
}

} // namespace warpscope::panels
