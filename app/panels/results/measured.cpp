// The Measured tab: which device, the question before the first use of a command, how far it is, and what
// stands there when nothing was measured. measured_facts.cpp and measured_table.cpp draw the rest.
#include "app/panels/results/measured.h"

#include "app/language/language.h"
#include "app/language/sentence.h"
#include "app/measuring/words.h"
#include "app/panels/results/hazards.h"
#include "app/panels/results/table.h"
#include "app/panels/window/widgets.h"

#include <algorithm>

namespace warpscope::panels {

namespace {

/// Returns what the simulator reports about the same text, with the line of a fault. Empty: nothing.
std::string simulators_words(const session::Session& session) {
  const run::Result* grid = session.runs().grid();
  const run::Result* result = grid != nullptr && !grid->run.faults.empty() ? grid : session.runs().picture();
  return result == nullptr ? session.runs().trouble()
                           : measuring::fault_words(session.runs().trouble(), *result);
}

/// What was shown for the text before an edit stays, dimmed; but not when the edit cut a barrier.
bool shows_evidence(const PanelContext& c) {
  return c.measuring.shown() != nullptr &&
         !(c.measuring.of_older_text() && !removed_barriers(c.session).empty());
}

} // namespace

std::string removed_barriers(const session::Session& session) {
  return session.document().mode == document::SourceMode::Kernel
             ? results::removed_barriers(session.document().cuts)
             : std::string();
}

// ---- the header

void MeasuredView::header(PanelContext& c, const Paint& paint, view::Box strip, float left, float right,
                          float cy, float hit) {
  const float em = paint.size(15), gap = paint.px(8);
  measuring::Measuring& m = c.measuring;
  if (m.table() != nullptr) {
    if (icon_button(paint, "##copy", right - hit / 2, cy, hit, Glyph::Copy, paint.size(15), c.theme.t2,
                    language::tr("results.copy_tip")))
      copy(c);
    right -= hit + gap;
    const float w = std::min(paint.px(c.layout.big ? 230 : 150), c.layout.width * .16f);
    right = table_filter(c, paint, filter_, problem_, right, w, cy, hit) - gap;
  }
  const std::string_view label = m.shown() && m.shown()->origin == measuring::Evidence::Origin::Now &&
                                         !m.of_older_text()
                                     ? language::tr("measured.again")
                                     : language::tr("measured.measure");
  const std::string_view key = c.layout.big ? "ctrl+enter" : "";
  const float button = text_button_width(paint, label, key, em);
  if (right - button > left + paint.px(40)) {
    right -= button;
    float x = right;
    if (text_button(paint, "##measure", x, cy - hit / 2, hit, label, key, em))
      c.ui.commands.add(Ask::Measure);
    tooltip(paint, c.fonts, language::trf("measured.measure_tip", language::arg("command", m.agreement())));
    right -= gap;
  }
  if (m.profiles().size() > 1 && right - paint.px(150) > left + paint.px(60)) {
    std::vector<ComboItem> items;
    int current = 0;
    for (const remote::MeasureProfile& p : m.profiles()) {
      if (&p == &m.profile()) current = static_cast<int>(items.size());
      items.push_back({p.name, remote::shell_line(p.words), {}});
    }
    right -= paint.px(140);
    const int chosen = combo(paint, c.fonts, "##measure_profile", {right, cy - hit / 2, paint.px(140), hit},
                             m.profile().name, items, current, em);
    tooltip(paint, c.fonts, language::tr("measured.profile_tip"));
    if (chosen >= 0) {
      m.choose_profile(static_cast<std::size_t>(chosen));
      c.ui.preferences.measure_profile = m.profile().name;
    }
    right -= gap;
  }
  // The device: a choice where several are known.
  if (!shows_evidence(c) || right - left < paint.px(110)) return;
  const measuring::Evidence& e = *m.shown();
  const std::string shown = measuring::device_words(e, c.layout.big);
  const float w = std::min(right - left, paint.width(shown, em) + paint.px(56));
  const view::Box box{left + paint.px(4), cy - hit / 2, w - paint.px(4), hit};
  if (m.evidence().size() > 1) {
    std::vector<ComboItem> items;
    int current = -1;
    for (const measuring::EvidencePtr& one : m.evidence()) {
      if (one == m.shown()) current = static_cast<int>(items.size());
      items.push_back({one->recording.device.name,
                       measuring::origin_words(*one) + " " + measuring::short_date(one->recording),
                       {}});
    }
    const int chosen = combo(paint, c.fonts, "##measured_device", box, shown, items, current, em);
    tooltip(paint, c.fonts, measuring::recording_words(e.recording, m.table()));
    if (chosen >= 0) m.choose(static_cast<std::size_t>(chosen));
  } else {
    paint.mid_fit(box.x + paint.px(4), cy, shown, box.w, em, m.of_older_text() ? c.theme.t3 : c.theme.t2);
    tooltip_at(paint, c.fonts, {box.x, strip.y, box.w, strip.h},
               measuring::recording_words(e.recording, m.table()));
  }
}

float measured_hint(PanelContext& c, const Paint& paint, float left, float right, float cy, float em) {
  const measuring::Measuring& m = c.measuring;
  if (m.table() == nullptr || m.of_older_text() || m.arriving() || c.session.counts_hidden()) return right;
  const measuring::Hint hint = measuring::hint_of(
      *m.table(), measuring::short_device(m.shown()->recording.device.name), removed_barriers(c.session));
  const bool unexplained = hint.unexplained != 0;
  // The tabs take precedence; where there is no room for why the lines differ, the tooltip has it.
  const auto fits = [&](const std::string& text, float beside) {
    return right - paint.width(text, em) - paint.px(24) >= left + paint.px(12) + beside;
  };
  // The checks and the model's time, which stand before it, come before the reasons, too.
  const float others = paint.px(330);
  const std::string& text = fits(hint.whole, others) ? hint.whole : hint.text;
  if (!fits(text, 0)) return right;
  const float w = paint.width(text, em) + paint.px(24);
  const view::Box box{right - w, cy - paint.px(14), w, paint.px(28)};
  ImGui::SetCursorScreenPos({box.x, box.y});
  if (pressable("##measured_hint", {box.w, box.h})) c.ui.results = ResultsTab::Measured;
  const bool hot = ImGui::IsItemHovered();
  if (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible) paint.outline(box, c.theme.now, paint.px(4), 2);
  const view::Color color = unexplained ? c.theme.hazard : hot ? c.theme.t1 : c.theme.t2;
  paint.glyph(unexplained                 ? Glyph::Warning
              : hint.differing_lines == 0 ? Glyph::Check
                                          : Glyph::Ask,
              box.x + paint.px(8), cy, paint.size(14), unexplained ? c.theme.hazard : c.theme.now);
  paint.mid(box.x + paint.px(22), cy, text, em, color);
  const std::string tip(language::tr("measured.hint_tip"));
  tooltip(paint, c.fonts, hint.lines.empty() ? tip : hint.lines + "\n" + tip);
  return box.x - paint.px(16);
}

// ---- the body

void MeasuredView::draw(PanelContext& c, view::Box box) {
  const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
  if (c.session.counts_hidden()) {
    paint.mid_fit(box.x + table_margin(c, paint), box.y + paint.px(30), language::tr("results.hidden"),
                  box.w - 2 * table_margin(c, paint), paint.size(16), c.theme.t2);
    return;
  }
  if (c.measuring.phase() == measuring::Measuring::Phase::Asking) {
    question(c, paint, box);
    return;
  }
  float used = state_line(c, paint, box);
  view::Box rest{box.x, box.y + used, box.w, box.h - used};
  if (!shows_evidence(c)) {
    empty(c, paint, rest);
    return;
  }
  used = c.session.pair().pinned() != nullptr ? pair_facts(c, paint, rest) : 0;
  if (used == 0) used = facts(c, paint, rest);
  rest = {rest.x, rest.y + used, rest.w, rest.h - used};
  if (rest.h < paint.px(30)) return;
  table(c, rest);
  if (ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) && !ImGui::GetIO().WantTextInput &&
      ImGui::IsKeyChordPressed(ImGuiMod_Ctrl | ImGuiKey_C))
    copy(c);
}

float MeasuredView::question(PanelContext& c, const Paint& paint, view::Box box) {
  const float margin = table_margin(c, paint), em = paint.size(17), h = em * 2;
  const float x = box.x + margin, width = box.w - 2 * margin;
  float y = box.y + paint.px(16);
  y += wrapped_text(paint, x, y, width, language::tr("measured.question"), em, c.theme.t1) + paint.px(6);
  // A command that reaches another machine contains a script: its beginning here, all of it in the tooltip.
  const std::string& command = c.measuring.command();
  constexpr std::size_t most = 240;
  const std::string shown = command.size() > most ? command.substr(0, most) + " …" : command;
  const float command_h = wrapped_text(paint, x, y, width, shown, em, c.theme.now);
  tooltip_at(paint, c.fonts, {x, y, width, command_h}, command);
  y += command_h + paint.px(10);
  float right = x;
  if (text_button(paint, "##measure_yes", right, y, h, language::tr("measured.run_it"), {}, em, true))
    c.measuring.answer(c.session, true);
  right += paint.px(10);
  if (text_button(paint, "##measure_no", right, y, h, language::tr("measured.not_now"), {}, em))
    c.measuring.answer(c.session, false);
  paint.mid_fit(right + paint.px(20), y + h / 2, language::tr("measured.question_more"),
                x + width - right - paint.px(20), paint.size(15), c.theme.t2);
  return box.h;
}

/// Shows that it is running, or that it failed; nothing else.
float MeasuredView::state_line(PanelContext& c, const Paint& paint, view::Box box) {
  measuring::Measuring& m = c.measuring;
  const float margin = table_margin(c, paint), em = paint.size(16), x = box.x + margin, h = paint.px(34),
              cy = box.y + h / 2;
  if (m.phase() == measuring::Measuring::Phase::Running) {
    float right = x;
    const bool stop = text_button(paint, "##measure_stop", right, cy - paint.px(14), paint.px(28),
                                  language::tr("chart.stop"), {}, paint.size(15));
    const std::string text = measuring::running_words(m.profile().name, m.elapsed(), m.stage());
    paint.mid_fit(right + paint.px(14), cy, text, box.x + box.w - margin - right, em, c.theme.t1);
    c.ui.wake.by(ImGui::GetTime() + .1);
    if (stop) m.cancel();
    return h;
  }
  if (m.phase() != measuring::Measuring::Phase::Failed) return 0;
  std::string said = m.failure();
  if (const std::string trouble = simulators_words(c.session); !trouble.empty() && !m.no_device())
    said += " " + language::trf("measured.simulator_says", language::arg("trouble", trouble));
  const float wrap = box.w - 2 * margin - paint.px(66),
              text_h = wrapped_text(Paint(nullptr, c.fonts, c.theme, c.layout.scale), 0, 0, wrap, said, em,
                                    c.theme.t1);
  const float most = std::max(h, box.h * .5f);
  const bool quiet = m.no_device();
  paint.glyph(quiet ? Glyph::Ask : Glyph::Warning, x + paint.px(8), box.y + paint.px(8) + em * .6f, em,
              quiet ? c.theme.t2 : c.theme.hazard);
  paint.list()->PushClipRect({box.x, box.y}, {box.x + box.w, box.y + std::min(most, text_h + paint.px(14))},
                             true);
  wrapped_text(paint, x + paint.px(28), box.y + paint.px(8), wrap, said, em, quiet ? c.theme.t2 : c.theme.t1);
  paint.list()->PopClipRect();
  tooltip_at(paint, c.fonts, {box.x, box.y, box.w - margin - paint.px(40), std::min(most, text_h)},
             text_h > most ? said : std::string());
  if (icon_button(paint, "##measure_dismiss", box.x + box.w - margin - paint.px(12), box.y + h / 2,
                  paint.px(26), Glyph::Close, paint.size(12), c.theme.t2, language::tr("measured.dismiss")))
    m.dismiss();
  return std::min(most, text_h + paint.px(14));
}

void MeasuredView::empty(PanelContext& c, const Paint& paint, view::Box box) {
  const measuring::Measuring& m = c.measuring;
  const float margin = table_margin(c, paint), em = paint.size(16), x = box.x + margin;
  std::string text;
  const std::string cut = removed_barriers(c.session);
  if (!cut.empty() && m.problem().empty() && !c.session.runs().stale())
    text = language::trf("measured.cut", language::arg("removed", language::as_sentence(cut)));
  else if (!m.problem().empty()) text = language::trf("measured.cannot", language::arg("why", m.problem()));
  else if (const std::optional<measuring::NothingFits> none = m.nothing_fits()) {
    text = measuring::nothing_fits_words(*none);
    if (m.phase() == measuring::Measuring::Phase::Idle)
      text += " " + std::string(language::tr("measured.how"));
  } else if (c.session.runs().stale() || has_errors(c.session.runs().diagnostics()))
    text = language::tr("measured.not_compiling");
  else text = language::tr("measured.looking");
  const float height = wrapped_text(paint, x, box.y + paint.px(14), box.w - 2 * margin, text, em,
                                    cut.empty() ? c.theme.t2 : c.theme.t1);
  if (!cut.empty())
    restore_buttons(c, paint, x, box.x + box.w - margin, box.y + paint.px(24) + height, paint.px(32),
                    paint.size(15));
}

} // namespace warpscope::panels
