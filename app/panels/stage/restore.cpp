// Places and draws the button that restores a cut barrier.
#include "app/panels/stage/restore.h"

#include "app/language/language.h"
#include "app/panels/window/widgets.h"

namespace warpscope::panels {

namespace {

float em_of(view::Box row) { return .44f * row.h; }

} // namespace

RestoreButton::RestoreButton(const PanelContext& c, const Paint& paint, const view::SceneRequest& given) {
  const std::vector<std::uint32_t>& cuts = c.session.document().cuts;
  if (c.ui.scene != view::SceneKind::Block || given.options.question.hide_counts ||
      given.options.told.cuts.empty() || c.session.runs().stale())
    return;
  view::SceneRequest request = given;
  request.options.frame.corner = 1;
  const view::Box row = view::block_hazard_row(request);
  if (row.h <= 0) return;
  label_ = language::tr(cuts.size() == 1 ? "cut.restore" : "cut.restore_all");
  tail_ = c.ui.presenter     ? std::string("ctrl+B")
          : cuts.size() == 1 ? language::trf("cut.of_line", language::arg("line", cuts.front()))
                             : std::string();
  width_ = text_button_width(paint, label_, tail_, em_of(row));
  if (width_ > .4f * row.w)
    width_ = text_button_width(paint, label_ = language::tr("cut.restore_short"), tail_ = "", em_of(row));
  if (width_ > .4f * row.w) width_ = 0;
}

void RestoreButton::draw(PanelContext& c, const Paint& paint, view::Box stage,
                         const view::SceneRequest& request) const {
  if (width_ <= 0) return;
  const view::Box row = view::block_hazard_row(request);
  const std::vector<std::uint32_t>& cuts = c.session.document().cuts;
  float x = stage.x + row.x + row.w - width_;
  const bool clicked = text_button(paint, "##stage_restore", x, stage.y + row.y, row.h, label_, tail_,
                                   em_of(row), true);
  tooltip(paint, c.fonts,
          cuts.size() == 1 ? language::trf("cut.restore_tip", language::arg("line", cuts.front()))
                           : std::string(language::tr("cut.restore_all_tip")));
  if (!clicked) return;
  if (cuts.size() == 1) cut_barrier(c, cuts.front());
  else c.session.edit()->restore_barriers();
}

} // namespace warpscope::panels
