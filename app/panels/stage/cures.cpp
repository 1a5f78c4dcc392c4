// Draws the cures of an expression's conflict below its picture.
#include "app/panels/stage/cures.h"

#include "app/panels/source/common.h"
#include "app/view/wording.h"

namespace warpscope::panels {

float draw_cures(PanelContext& c, const Paint& paint, view::Box stage, const view::SceneRequest& request) {
  if (c.session.document().mode != document::SourceMode::Expression || c.session.counts_hidden() ||
      c.session.runs().stale() || c.session.remedies().empty() || request.run == nullptr)
    return 0;
  const trace::BlockTrace::Event& event = request.run->trace().event(request.moment.event);
  if (event.kind != trace::StepKind::Access || cost_rule(event.space) != CostRule::Banks) return 0;
  const float margin = paint.px(c.layout.big ? 32 : 24), em = paint.size(17), button = paint.px(36);
  const float x = stage.x + margin, width = stage.w - 2 * margin;
  const std::string said = c.ui.typed ? std::string()
                                      : view::first_words(request.run->trace().access(request.moment.event),
                                                          event.access_kind);
  const Paint measure(nullptr, c.fonts, c.theme, c.layout.scale);
  const float words = said.empty() ? 0 : wrapped_text(measure, x, 0, width, said, em, c.theme.t1);
  float height = button + paint.px(14) + (words > 0 ? words + paint.px(10) : 0);
  const bool alone = stage.h - height < paint.px(330); // the buttons matter more than the words
  if (alone) height = button + paint.px(14);
  if (stage.h - height < paint.px(330)) return 0;
  const float y = stage.y + stage.h - height;
  paint.fill({stage.x, y, stage.w, height}, c.theme.bg1);
  if (!alone && words > 0) (void)wrapped_text(paint, x, y + paint.px(2), width, said, em, c.theme.t1);
  ImGui::PushClipRect({stage.x, y}, {stage.x + stage.w, stage.y + stage.h}, true);
  const bool any = remedy_buttons(c, paint, x, stage.y + stage.h - button - paint.px(10), width, button);
  ImGui::PopClipRect();
  return any ? height : 0;
}

} // namespace warpscope::panels
