#include "app/panels/stage/restore.h"

#include "app/language/language.h"
#include "app/panels/window/widgets.h"

namespace warpscope {

namespace {

float em_of(Box row) { return .44f * row.h; }

} // namespace

RestoreButton::RestoreButton(const PanelContext& c, const Paint& paint, const SceneInput& given) {
  const std::vector<std::uint32_t>& cuts = c.session.document().cuts;
  if (c.ui.scene != SceneKind::Block || given.hide_counts || given.cuts.empty() || c.session.stale()) return;
  SceneInput input = given;
  input.corner = 1;
  const Box row = block_hazard_row(input);
  if (row.h <= 0) return;
  label_ = tr(cuts.size() == 1 ? "cut.restore" : "cut.restore_all");
  tail_ = c.ui.presenter     ? std::string("ctrl+B")
          : cuts.size() == 1 ? trf("cut.of_line", arg("line", cuts.front()))
                             : std::string();
  width_ = text_button_width(paint, label_, tail_, em_of(row));
  if (width_ > .4f * row.w)
    width_ = text_button_width(paint, label_ = tr("cut.restore_short"), tail_ = "", em_of(row));
  if (width_ > .4f * row.w) width_ = 0;
}

void RestoreButton::draw(PanelContext& c, const Paint& paint, Box stage, const SceneInput& input) const {
  if (width_ <= 0) return;
  const Box row = block_hazard_row(input);
  const std::vector<std::uint32_t>& cuts = c.session.document().cuts;
  float x = stage.x + row.x + row.w - width_;
  const bool clicked = text_button(paint, "##stage_restore", x, stage.y + row.y, row.h, label_, tail_,
                                   em_of(row), true);
  tooltip(paint, c.fonts,
          cuts.size() == 1 ? trf("cut.restore_tip", arg("line", cuts.front()))
                           : std::string(tr("cut.restore_all_tip")));
  if (!clicked) return;
  if (cuts.size() == 1) cut_barrier(c, cuts.front());
  else c.session.restore_barriers();
}

} // namespace warpscope
