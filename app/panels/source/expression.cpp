// The expression and what it needs: a declaration, the block's shape, the warp. Examples with their counts
// below.
#include "app/language/language.h"
#include "app/language/sentence.h"
#include "app/panels/source/common.h"
#include "app/panels/source/pinned_expression.h"

#include <algorithm>

namespace warpscope::panels {

namespace {

class ExpressionPanel final : public Panel {
 public:
  void draw(PanelContext& c) override {
    const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
    source_tabs(c, paint, "");
    const view::Box box = c.layout.source;
    const view::Theme& t = c.theme;
    const bool tight = box.h < paint.px(400);
    const float margin = paint.px(c.layout.big ? 24 : 20), x = box.x + margin, width = box.w - 2 * margin;
    const float label = paint.size(16), bottom = box.y + box.h;
    float y = box.y + paint.px(tight ? 6 : 14);

    // The stage is drawn later: what it had in the last frame.
    cures_on_stage_ = c.ui.stage.cures;
    const document::Document& document = c.session.document();
    take_texts(document);

    // Index expression
    const Diagnostic* wrong = c.session.runs().error_in("expression");
    if (!tight) {
      const float end = paint.mid(x, y + label * .7f, language::tr("expression.expression"), label, t.t2);
      as_kernel(c, paint, x + width, y + label * .7f, x + width - end, label);
      y += label * 1.4f + paint.px(4);
    }
    y += pinned_expression(c, paint, x, y, width);
    const float tall = paint.px(tight ? 40 : 56);
    const bool focus = std::exchange(first_frame_, false);
    // A long expression shrinks before it scrolls.
    float code_em = paint.size(24);
    while (code_em > paint.size(18) &&
           paint.width(expression_, code_em, view::Font::Mono) > width - paint.px(30))
      code_em -= 1;
    if (code_field(paint, c.fonts, "##expression", {x, y, width, tall}, expression_, code_em, reload_,
                   wrong != nullptr, "tile[threadIdx.x][threadIdx.y]", focus)) {
      c.ui.typed = true;
      // A line or a call that was copied from here, or from somebody else's window, is that window's state.
      if (c.session.take_state_line(expression_)) take_texts(c.session.document());
      else if (const std::optional<document::Document> pasted = document::document_of_command(
                   expression_, c.session.document(), c.session.catalog()))
        c.session.edit()->replace(*pasted);
      else c.session.edit()->set_expression(expression_);
      wrong = c.session.runs().error_in("expression"); // the former one belonged to the former text
    }
    if (wrong != nullptr && wrong->span.known()) {
      paint.list()->PushClipRect({x + 2, y}, {x + width - 2, y + tall}, true);
      underline(paint, *wrong, x + std::min(paint.px(14), width * .08f) - field_scroll("##expression"),
                y + tall * .5f + code_em * .68f, code_em);
      paint.list()->PopClipRect();
    }
    y += tall + paint.px(4);
    if (const Diagnostic* error = first_error(c.session); error != nullptr) {
      y = error_text(paint, x, y + paint.px(2), width, sentence(*error), paint.size(15)) + paint.px(2);
    } else if (const std::string trouble = c.session.runs().trouble(); !trouble.empty()) {
      y = error_text(paint, x, y + paint.px(2), width, trouble, paint.size(15)) + paint.px(2);
    } else if (!c.ui.typed && !tight) {
      const float em = paint.size(18), cy = y + em * .8f;
      ImGui::GetWindowDrawList()->AddTriangleFilled({x + em * .8f, cy + em * .15f},
                                                    {x + em * 1.12f, cy - em * .42f},
                                                    {x + em * 1.44f, cy + em * .15f}, rgba(t.now));
      paint.mid(x + em * 2.1f, cy, language::tr("expression.type_here"), em, t.now, view::Font::SemiBold);
      y += em * 1.5f;
    }
    y += paint.px(tight ? 6 : 12);
    y = small_fields(c, paint, x, y, width, tight);

    // Cures of the present conflict, where the stage has no room for them
    const float button = paint.px(36);
    if (!cures_on_stage_ && y + button < bottom && remedy_buttons(c, paint, x, y, width, button))
      y += button + paint.px(14);
    examples(c, paint, x, y, width, bottom);
    reload_ = false;
  }

 private:
  /// The simulated text is a small kernel around the expression; one click shows it.
  static void as_kernel(PanelContext& c, const Paint& paint, float right, float cy, float room, float em) {
    const std::string_view text = language::tr("expression.as_kernel");
    const float w = paint.width(text, em);
    if (w + paint.px(24) > room || c.session.runs().simulated_text().empty() || c.session.runs().stale())
      return;
    ImGui::SetCursorScreenPos({right - w, cy - em});
    if (pressable("##as_kernel", {w, 2 * em})) c.session.show_as_kernel();
    const bool hot = ImGui::IsItemHovered() || ImGui::IsItemFocused();
    focus_ring(paint, {right - w - paint.px(6), cy - em * .85f, w + paint.px(12), em * 1.7f}, paint.px(4));
    paint.mid(right - w, cy, text, em, hot ? c.theme.now : c.theme.t2);
    paint.fill({right - w, cy + em * .62f, w, 1}, hot ? c.theme.now : c.theme.edge);
    tooltip(paint, c.fonts, language::tr("expression.as_kernel_tip"));
  }

  /// The fields hold their own copies while they are edited; the document sometimes changes them from
  /// outside.
  void take_texts(const document::Document& document) {
    if (document.expression != expression_ || document.declaration != declaration_ ||
        document.block != block_) {
      expression_ = document.expression;
      declaration_ = document.declaration;
      block_ = document.block;
      reload_ = true;
    }
  }

  static const Diagnostic* first_error(const session::Session& session) {
    for (const Diagnostic& diagnostic : session.runs().diagnostics())
      if (diagnostic.severity == Severity::Error) return &diagnostic;
    return nullptr;
  }

  static std::string sentence(const Diagnostic& diagnostic) {
    std::string text = language::as_sentence(diagnostic.message);
    for (const FixIt& fix : diagnostic.fixes)
      if (!fix.text.empty() && text.find(fix.text) == std::string::npos) {
        text += "  " + language::trf("expression.try_this", language::arg("text", fix.text));
        break;
      }
    return text;
  }

  static void underline(const Paint& paint, const Diagnostic& d, float x, float y, float em) {
    const float column = .6f * em;
    const float from = x + column * static_cast<float>(d.span.column > 0 ? d.span.column - 1 : 0);
    const bool one_line = d.span.end_line <= d.span.line && d.span.end_column > d.span.column;
    const float length = one_line ? column * static_cast<float>(d.span.end_column - d.span.column) : column;
    paint.fill({from, y, std::max(length, column), 2}, paint.theme().hazard);
  }

  float small_fields(PanelContext& c, const Paint& paint, float x, float y, float width, bool tight) {
    const view::Theme& t = c.theme;
    const document::Document& document = c.session.document();
    const float label = paint.size(16), height = paint.px(tight ? 36 : 42), em = paint.size(16),
                gap = paint.px(12);
    const float warp_w = std::min(paint.px(124), width * .27f),
                block_w = std::min(paint.px(116), width * .24f);
    const float declaration_w = width - warp_w - block_w - 2 * gap;
    const float block_x = x + declaration_w + gap, warp_x = block_x + block_w + gap;
    if (!tight) {
      paint.mid(x, y + label * .7f, language::tr("expression.declaration"), label, t.t2);
      paint.mid(block_x, y + label * .7f, language::tr("expression.block"), label, t.t2);
      paint.mid(warp_x, y + label * .7f, language::tr("expression.warp"), label, t.t2);
      y += label * 1.4f + paint.px(4);
    }
    float code_em = em;
    while (code_em > paint.size(13) &&
           paint.width(declaration_, code_em, view::Font::Mono) > declaration_w - paint.px(24))
      code_em -= 1;
    if (code_field(paint, c.fonts, "##declaration", {x, y, declaration_w, height}, declaration_, code_em,
                   reload_, c.session.runs().error_in("declaration") != nullptr,
                   language::tr("expression.no_declaration"))) {
      c.ui.typed = true;
      c.session.edit()->set_declaration(declaration_);
    }
    tooltip(paint, c.fonts, language::tr("expression.declaration_tip"));
    if (code_field(paint, c.fonts, "##block", {block_x, y, block_w, height}, block_, em, reload_,
                   c.session.runs().error_in("block") != nullptr, "32 × 8")) {
      c.ui.typed = true;
      c.session.edit()->set_block(block_);
    }
    tooltip(paint, c.fonts, language::tr("expression.block_tip"));
    const std::uint32_t warps = c.session.warps(), warp = std::min(document.warp, warps - 1);
    std::vector<ComboItem> items;
    for (std::uint32_t i = 0; i < warps; ++i) items.push_back({std::to_string(i), {}, {}});
    const std::string shown = language::trf("expression.warp_of", language::arg("warp", warp),
                                            language::arg("warps", warps));
    const int chosen = combo(paint, c.fonts, "##warp", {warp_x, y, warp_w, height}, shown, items,
                             static_cast<int>(warp), em, true);
    if (chosen >= 0) c.session.edit()->set_warp(static_cast<std::uint32_t>(chosen));
    return y + height + paint.px(tight ? 8 : 18);
  }

  void examples(PanelContext& c, const Paint& paint, float x, float y, float width, float bottom) {
    const view::Theme& t = c.theme;
    const view::Box box = c.layout.source;
    const float head = paint.size(16), row = paint.px(34), em = paint.size(17);
    if (y + head * 1.5f + row > bottom) return;
    paint.mid(x, y + head * .7f, language::tr("expression.or_try"), head, t.t2);
    paint.mid_right(x + width, y + head * .7f, language::tr("expression.one_warp"), head, t.t2);
    y += head * 1.4f + paint.px(4);
    const float unit_em = paint.size(15), unit_w = paint.width(language::tr("unit.wavefronts"), unit_em);
    const std::vector<results::Example> list = c.session.examples();
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (y + row > bottom) return;
      const results::Example& example = list[i];
      ImGui::SetCursorScreenPos({box.x, y});
      ImGui::PushID(static_cast<int>(i));
      if (pressable("##example", {box.w, row})) {
        c.session.set_example(example);
        c.session.play(true);
        c.ui.typed = true;
      }
      ImGui::PopID();
      const bool hot = ImGui::IsItemHovered() || ImGui::IsItemFocused();
      if (example.current) {
        paint.fill({box.x, y, box.w, row}, t.bg3);
        paint.fill({box.x, y, 4, row}, t.now);
      } else if (hot) {
        paint.fill({box.x, y, box.w, row}, t.bg2);
      }
      focus_ring(paint, {box.x + 1, y, box.w - 2, row}, paint.px(4));
      const float cy = y + row / 2, unit_x = x + width - unit_w;
      paint.code(x + paint.px(4), cy, example.expression, em, unit_x - x - paint.px(64));
      if (example.cost.valid) {
        const bool conflict = example.cost.value > example.cost.ideal;
        const bool one = example.cost.value == 1;
        const std::string_view unit = example.cost.shared
                                          ? language::tr(one ? "unit.wavefront" : "unit.wavefronts")
                                      : example.cost.constant
                                          ? language::tr(one ? "unit.pass" : "unit.passes")
                                          : language::tr(one ? "unit.sector" : "unit.sectors");
        paint.mid(unit_x, cy, unit, unit_em, example.current ? t.t1 : t.t2);
        const float number = paint.mid_right(unit_x - paint.px(8), cy, grouped(example.cost.value),
                                             paint.size(18), conflict ? t.conflict_text : t.t1,
                                             view::Font::MonoBold);
        const float icon = std::min(number, unit_x - paint.px(8) -
                                                paint.width("32", paint.size(18), view::Font::MonoBold)) -
                           paint.px(16);
        if (conflict) paint.glyph(Glyph::Stack, icon, cy, paint.size(15), t.conflict);
        else if (example.cost.broadcast) paint.glyph(Glyph::Fan, icon, cy, paint.size(16), t.broadcast);
        tooltip(paint, c.fonts,
                results::tooltip_of(
                    example.cost.shared
                        ? model::CounterId{model::CounterGroup::SharedLoad, model::CounterKind::Wavefronts}
                        : model::CounterId{model::CounterGroup::GlobalLoad, model::CounterKind::Sectors}) +
                    "\n" +
                    language::trf("expression.ideal", language::arg("count", grouped(example.cost.ideal))));
      } else {
        paint.mid(unit_x, cy, "…", unit_em, t.t3);
      }
      y += row;
    }
    y += paint.px(10);
    const float drop = bottom - y - paint.px(12);
    if (drop < paint.px(34)) return;
    const float high = std::min(drop, paint.px(100));
    paint.dashed({x, y, width, high}, t.edge);
    ImGui::SetCursorScreenPos({x, y});
    if (pressable("##whole_kernel", {width, high})) c.session.edit()->set_mode(document::SourceMode::Kernel);
    if (ImGui::IsItemHovered()) paint.fill({x, y, width, high}, view::with_alpha(t.bg3, .4f));
    focus_ring(paint, {x, y, width, high}, paint.px(4));
    const std::string_view text = language::tr("expression.whole_kernel");
    const float kernel_em = paint.size(16);
    if (paint.width(text, kernel_em) < width - 16)
      paint.mid_centre(x + width / 2, y + high / 2, text, kernel_em, t.t2);
    else
      paint.mid_centre(x + width / 2, y + high / 2, language::tr("expression.whole_kernel_short"), kernel_em,
                       t.t2);
  }

  std::string expression_, declaration_, block_;
  bool reload_ = true, first_frame_ = true, cures_on_stage_ = false;
};

} // namespace

std::unique_ptr<Panel> make_expression_panel() { return std::make_unique<ExpressionPanel>(); }

} // namespace warpscope::panels
