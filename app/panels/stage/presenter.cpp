// The presenter's view: the lines of source below the picture, the button that asks, the pointer's light.
#include "app/panels/stage/presenter.h"

#include "app/language/language.h"
#include "app/panels/window/widgets.h"

#include <algorithm>
#include <string>

namespace warpscope::panels {

namespace {

/// Returns line `number` (from 1) without its indentation.
std::string trimmed_line(const std::string& text, std::uint32_t number) {
  std::size_t at = 0;
  for (std::uint32_t n = 1; n < number; ++n) {
    at = text.find('\n', at);
    if (at == std::string::npos) return {};
    ++at;
  }
  at = std::min(text.find_first_not_of(" \t", at), text.size());
  return text.substr(at, text.find('\n', at) - at);
}

/// Returns the definition of the number of a line's cost.
view::Definition definition_of(model::CounterKind kind) {
  switch (kind) {
  case model::CounterKind::Wavefronts: return view::definition::wavefront;
  case model::CounterKind::Sectors: return view::definition::sector;
  case model::CounterKind::Passes: return view::definition::pass;
  case model::CounterKind::BankConflicts: return view::definition::bank;
  default: return {};
  }
}

/// The document's text, or that of a header of its program.
std::string text_of(const session::Session& session, std::uint32_t file) {
  const std::vector<program::SourceFile>& texts = session.programs().texts();
  if (file == 0 || !session.is_program() || file >= texts.size()) return session.runs().simulated_text();
  const std::shared_ptr<const std::string> edited = session.edits().header_text(texts[file].path);
  return edited != nullptr ? *edited : texts[file].text;
}

void laser(const PanelContext& c, const Paint& paint) {
  if (!ImGui::IsMousePosValid()) return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_None);
  ImDrawList* over = ImGui::GetForegroundDrawList();
  const ImVec2 at = ImGui::GetIO().MousePos;
  const view::Color now = c.theme.now;
  over->AddCircleFilled(at, paint.px(30), rgba(view::with_alpha(now, .16f)), 48);
  over->AddCircleFilled(at, paint.px(20), rgba(view::with_alpha(now, .3f)), 40);
  over->AddCircleFilled(at, paint.px(11), rgba(now), 32);
  // Visible on a lit strand too.
  over->AddCircle(at, paint.px(11) + 1, rgba(c.theme.bg1), 32, std::max(1.5f, paint.px(2)));
}

} // namespace

std::vector<view::SceneSourceLine> presenter_source_lines(const session::Session& session) {
  const std::uint32_t site = session.time().site();
  if (site == ~0u || session.runs().picture() == nullptr) return {};
  const Span& span = session.runs().picture()->program->sites[site].span;
  const std::uint32_t now = span.line;
  const std::string text = text_of(session, span.file);
  std::vector<view::SceneSourceLine> lines;
  const auto add = [&](std::uint32_t number) -> view::SceneSourceLine& {
    view::SceneSourceLine line;
    line.number = number;
    line.active = number == now;
    line.text = trimmed_line(text, number);
    lines.push_back(std::move(line));
    return lines.back();
  };
  const std::vector<results::GutterRow>& rows = session.results().gutter(span.file);
  const auto here = std::find_if(rows.begin(), rows.end(),
                                 [&](const results::GutterRow& row) { return row.line == now; });
  if (here == rows.end()) { // there are no counts, or they are hidden
    add(now);
    return lines;
  }
  const auto with_count = [&](const results::GutterRow& row) {
    view::SceneSourceLine& line = add(row.line);
    const auto said = [](const results::GutterCost& cost) {
      return (cost.mean ? std::string(language::tr("source.mean")) + " " : "") + cost.number;
    };
    line.count = said(row);
    line.unit = row.unit;
    line.count_is = definition_of(row.kind);
    line.worse = row.over_ideal;
    line.others = row.others;
    if (row.more.empty()) return;
    const results::GutterCost& more = row.more.front();
    line.more_count = said(more);
    line.more_unit = more.unit;
    line.more_is = definition_of(more.kind);
    line.more_worse = more.over_ideal;
    --line.others;
  };
  // The nearest cut barrier is what the audience should see: before the access, else (in a loop) after it.
  const std::vector<std::uint32_t>& cuts = session.document().cuts;
  if (session.document().mode == document::SourceMode::Kernel && !cuts.empty() && span.file == 0) {
    const auto above = std::lower_bound(cuts.begin(), cuts.end(), now);
    if (above != cuts.begin()) add(*(above - 1)).cut = true;
    with_count(*here);
    if (above == cuts.begin()) add(*above).cut = true;
    return lines;
  }
  if (here != rows.begin()) with_count(*(here - 1));
  with_count(*here);
  if (here == rows.begin() && here + 1 != rows.end()) with_count(*(here + 1));
  return lines;
}

void draw_presenter_tools(PanelContext& c, const Paint& paint) {
  const float hit = std::max(24.f, paint.px(40)), edge = paint.px(12) + hit / 2;
  if (c.session.course() == nullptr &&
      icon_button(paint, "##predict", c.layout.stage.w - edge, edge, hit, Glyph::Ask, paint.px(22),
                  c.session.counts_hidden() ? c.theme.now : c.theme.t3, language::tr("timeline.predict")))
    c.session.counts_hidden() ? c.session.reveal() : c.session.ask();
  if (!c.ui.stage.lens.on) laser(c, paint);
}

} // namespace warpscope::panels
