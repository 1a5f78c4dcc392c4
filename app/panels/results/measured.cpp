#include "app/panels/results/measured.h"

#include "app/language/language.h"
#include "app/panels/results/hazards.h"
#include "app/panels/results/table.h"
#include "app/panels/window/widgets.h"
#include "app/view/wording.h"
#include "sim/launch/fault_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <utility>

namespace warpscope::panels {

namespace {

float margin_of(const PanelContext& c, const Paint& paint) { return paint.px(c.layout.big ? 24 : 18); }

std::string ratio_text(double ratio) {
  char text[32];
  std::snprintf(text, sizeof text, ratio == std::floor(ratio) || ratio >= 100 ? "%.0f×" : "%.1f×", ratio);
  return text;
}

std::string origin_of(const measuring::Evidence& e) {
  switch (e.origin) {
  case measuring::Evidence::Origin::Now: return std::string(language::tr("measured.now"));
  case measuring::Evidence::Origin::File:
    return language::trf("measured.from_file", language::arg("file", e.file.substr(e.file.rfind('/') + 1)));
  case measuring::Evidence::Origin::Shipped: break;
  }
  return std::string(language::tr("measured.recorded"));
}

std::string quartiles(const protocol::RecordedTimes& t) {
  return language::trf("measured.quartiles", language::arg("lower", measuring::time_text(t.lower_quartile)),
                       language::arg("upper", measuring::time_text(t.upper_quartile)));
}

/// "text and launch": which parts differ.
std::string parts_text(const measuring::DifferingParts& d) {
  std::string text;
  const auto add = [&](bool differs, std::string_view key) {
    if (differs) text += (text.empty() ? "" : ", ") + std::string(language::tr(key));
  };
  add(d.text, "measured.part_text");
  add(d.macros, "measured.part_macros");
  add(d.launch, "measured.part_launch");
  add(d.arguments, "measured.part_arguments");
  return text;
}

/// Everything that a person may want to know of a recording, a line each.
std::string details(const protocol::Recording& r, const measuring::MeasuredTable* table) {
  std::string text = language::trf(
      "measured.detail_device", language::arg("device", r.device.name),
      language::arg("major", r.device.cc_major), language::arg("minor", r.device.cc_minor),
      language::arg("multiprocessors", r.device.multiprocessors), language::arg("driver", r.device.driver),
      language::arg("cuda", r.device.cuda), language::arg("nvrtc", r.device.nvrtc));
  text += "\n" + language::trf("measured.detail_date", language::arg("date", measuring::short_date(r)),
                               language::arg("seconds", std::round(r.seconds * 100) / 100));
  for (const protocol::BuildKind kind : {protocol::BuildKind::AsCompiled, protocol::BuildKind::AsWritten}) {
    const protocol::RecordedBuild* build = measuring::build_of(r, kind);
    if (build == nullptr) continue;
    text += "\n" +
            std::string(language::tr(kind == protocol::BuildKind::AsCompiled ? "measured.as_compiled"
                                                                             : "measured.as_written")) +
            ": ";
    if (build->warm)
      text += language::trf("measured.detail_warm",
                            language::arg("median", measuring::time_text(build->warm->median)),
                            language::arg("quartiles", quartiles(*build->warm)),
                            language::arg("count", build->warm->repetitions));
    if (build->cold)
      text += "; " + language::trf("measured.detail_cold",
                                   language::arg("median", measuring::time_text(build->cold->median)));
    if (build->resources)
      text += "; " + language::trf("measured.detail_resources",
                                   language::arg("registers", build->resources->registers),
                                   language::arg("shared", build->resources->static_shared_bytes +
                                                               build->resources->dynamic_shared_bytes),
                                   language::arg("local", build->resources->local_bytes));
  }
  std::string throttled;
  for (const std::string& why : r.clocks.throttled_by) throttled += (throttled.empty() ? "" : ", ") + why;
  if (r.clocks.sm_mhz != 0)
    text += "\n" + language::trf("measured.detail_clocks", language::arg("sm", r.clocks.sm_mhz),
                                 language::arg("most", r.clocks.sm_max_mhz),
                                 language::arg("memory", r.clocks.memory_mhz));
  if (!throttled.empty()) text += "; " + language::trf("measured.throttled", language::arg("why", throttled));
  for (const protocol::RecordedOutput& out : r.outputs) {
    text += "\n" + language::trf("measured.detail_output", language::arg("name", out.name),
                                 language::arg("bytes", out.bytes), language::arg("hash", out.hash));
    const std::size_t index = static_cast<std::size_t>(&out - r.outputs.data());
    if (table == nullptr || index >= table->outputs.size()) continue;
    if (const compare::ComparedOutput& compared = table->outputs[index];
        compared.match != compare::OutputMatch::Unknown)
      text += ": " + (compared.match == compare::OutputMatch::Same
                          ? std::string(language::tr("measured.same_bytes"))
                          : compared.sentence());
  }
  return text;
}

view::Color color_of(const measuring::MeasuredLine& row, const view::Theme& t, bool dim) {
  return dim                                           ? t.t3
         : row.reason.why == compare::Why::Unexplained ? t.hazard
         : row.reason.why == compare::Why::Equal       ? t.t2
                                                       : t.t1;
}

std::string difference_text(const measuring::MeasuredLine& row) {
  const std::optional<std::uint64_t>& measured = row.as_compiled ? row.as_compiled : row.as_written;
  return measured ? view::difference_words(row.simulated, *measured) : std::string("–");
}

/// What the simulator says of the same text, with the line of a fault. Empty: it has nothing to say.
std::string simulators_words(const session::Session& session) {
  const std::string trouble = session.runs().trouble();
  const run::Result* result = session.runs().grid() != nullptr && !session.runs().grid()->run.faults.empty()
                                  ? session.runs().grid()
                                  : session.runs().picture();
  if (trouble.empty() || result == nullptr || result->run.faults.empty() || !result->program) return trouble;
  const program::Site* site = launch::site_at(*result->program, result->run.faults.front().pc);
  return site == nullptr || !site->span.known()
             ? trouble
             : language::trf("measured.fault_line", language::arg("line", site->span.line),
                             language::arg("trouble", trouble));
}

/// Marks that no colour is needed for: a tick, a warning.
void mark(const Paint& paint, const measuring::MeasuredLine& row, float x, float cy, bool dim) {
  const view::Theme& t = paint.theme();
  if (row.reason.why == compare::Why::Equal)
    paint.glyph(Glyph::Check, x, cy, paint.size(13), dim ? t.t3 : t.now);
  if (row.reason.why == compare::Why::Unexplained)
    paint.glyph(Glyph::Warning, x, cy, paint.size(14), dim ? t.t3 : t.hazard);
}

/// The counter of the pinned pair that changes most, in words: "shared load, wavefronts: 32× fewer". Empty:
/// none changes.
std::string simulated_change(const session::Session& session) {
  const results::PairRow* most = nullptr;
  double largest = 0;
  for (const results::PairRow& row : session.pair_rows()) {
    if (row.line != 0 || !row.a || !row.b || results::is_excess(row.counter)) continue;
    const double change = std::abs(
        std::log((static_cast<double>(*row.a) + 1) / (static_cast<double>(*row.b) + 1)));
    if (change > largest) {
      largest = change;
      most = &row;
    }
  }
  return most == nullptr
             ? std::string(language::tr("measured.same_counts"))
             : results::info_of(most->counter).label + ": " + view::ratio_words(*most->a, *most->b);
}

/// "barrier of line 44 removed"; empty: nothing is cut.
std::string removed(const session::Session& session) {
  return session.document().mode == document::SourceMode::Kernel
             ? results::removed_barriers(session.document().cuts)
             : std::string();
}

/// What was shown of the text before an edit stays, dimmed; but not where the edit cut a barrier.
bool shows_evidence(const PanelContext& c) {
  return c.measuring.shown() != nullptr && !(c.measuring.of_older_text() && !removed(c.session).empty());
}

/// What is said of the outputs, and its tooltip. `chance`: why what they hold is not defined; empty: it is.
std::pair<std::string, std::string_view> outputs_words(bool differ, bool close, const std::string& chance) {
  if ((differ || close) && !chance.empty()) return {chance, language::tr("measured.outputs_undefined_tip")};
  if (differ)
    return {std::string(language::tr("measured.outputs_differ")),
            language::tr("measured.outputs_differ_tip")};
  if (close)
    return {std::string(language::tr("measured.outputs_close")), language::tr("measured.outputs_close_tip")};
  if (!chance.empty())
    return {std::string(language::tr("measured.outputs_same_luck")),
            language::tr("measured.outputs_same_luck_tip")};
  return {std::string(language::tr("measured.outputs_same")), language::tr("measured.outputs_same_tip")};
}

std::string capital(std::string text) {
  if (!text.empty()) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

} // namespace

void MeasuredView::Estimate::refresh(const protocol::Recording& recording, const session::Session& session,
                                     const std::shared_ptr<const run::Result>& whole,
                                     const run::Result* traced) {
  if (whole == grid && recording.device.name == device) return;
  grid = whole;
  device = recording.device.name;
  speed.reset();
  if (whole && traced != nullptr)
    speed = measuring::estimate_on(recording, session.catalog(), *whole, *traced);
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
    if (text_button(paint, "##measure", x, cy - hit / 2, hit, label, key, em)) measure_now(c);
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
  // Which device: a choice where several are known.
  if (!shows_evidence(c) || right - left < paint.px(110)) return;
  const measuring::Evidence& e = *m.shown();
  const std::string name = c.layout.big ? e.recording.device.name
                                        : measuring::short_device(e.recording.device.name);
  const std::string shown = name + " · " + origin_of(e) +
                            (e.origin == measuring::Evidence::Origin::Now
                                 ? ""
                                 : " " + measuring::short_date(e.recording).substr(0, 10));
  const float w = std::min(right - left, paint.width(shown, em) + paint.px(56));
  const view::Box box{left + paint.px(4), cy - hit / 2, w - paint.px(4), hit};
  if (m.evidence().size() > 1) {
    std::vector<ComboItem> items;
    int current = -1;
    for (const measuring::EvidencePtr& one : m.evidence()) {
      if (one == m.shown()) current = static_cast<int>(items.size());
      items.push_back(
          {one->recording.device.name, origin_of(*one) + " " + measuring::short_date(one->recording), {}});
    }
    const int chosen = combo(paint, c.fonts, "##measured_device", box, shown, items, current, em);
    tooltip(paint, c.fonts, details(e.recording, m.table()));
    if (chosen >= 0) m.choose(static_cast<std::size_t>(chosen));
  } else {
    paint.mid_fit(box.x + paint.px(4), cy, shown, box.w, em, m.of_older_text() ? c.theme.t3 : c.theme.t2);
    tooltip_at(paint, c.fonts, {box.x, strip.y, box.w, strip.h}, details(e.recording, m.table()));
  }
}

float measured_hint(PanelContext& c, const Paint& paint, float left, float right, float cy, float em) {
  const measuring::Measuring& m = c.measuring;
  if (m.table() == nullptr || m.of_older_text() || m.arriving() || c.session.counts_hidden()) return right;
  std::vector<std::uint32_t> lines;
  for (const measuring::MeasuredLine& row : m.table()->rows)
    if (row.line != 0 && row.reason.why != compare::Why::Equal && (lines.empty() || lines.back() != row.line))
      lines.push_back(row.line);
  const std::string device = measuring::short_device(m.shown()->recording.device.name);
  const std::size_t unexplained = m.table()->count(compare::Why::Unexplained);
  std::string text = unexplained != 0
                         ? language::trf("measured.hint_unexplained", language::arg("count", unexplained),
                                         language::arg("device", device))
                     : lines.empty() ? language::trf("measured.hint_equal", language::arg("device", device))
                     : lines.size() == 1
                         ? language::trf("measured.hint_one", language::arg("device", device))
                         : language::trf("measured.hint_lines", language::arg("count", lines.size()),
                                         language::arg("device", device));
  if (const std::string cut = removed(c.session); !cut.empty())
    text = language::trf("measured.hint_cut", language::arg("hint", text), language::arg("removed", cut));
  const float w = paint.width(text, em) + paint.px(24);
  if (right - w < left + paint.px(12)) return right; // the tabs come first
  const view::Box box{right - w, cy - paint.px(14), w, paint.px(28)};
  ImGui::SetCursorScreenPos({box.x, box.y});
  if (ImGui::InvisibleButton("##measured_hint", {box.w, box.h})) c.ui.measured = true;
  const bool hot = ImGui::IsItemHovered();
  if (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible) paint.outline(box, c.theme.now, paint.px(4), 2);
  const view::Color color = unexplained != 0 ? c.theme.hazard : hot ? c.theme.t1 : c.theme.t2;
  paint.glyph(unexplained != 0 ? Glyph::Warning
              : lines.empty()  ? Glyph::Check
                               : Glyph::Ask,
              box.x + paint.px(8), cy, paint.size(14), unexplained != 0 ? c.theme.hazard : c.theme.now);
  paint.mid(box.x + paint.px(22), cy, text, em, color);
  tooltip(paint, c.fonts, language::tr("measured.hint_tip"));
  return box.x - paint.px(16);
}

// ---- the body

void MeasuredView::draw(PanelContext& c, view::Box box) {
  const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
  if (c.session.counts_hidden()) {
    paint.mid_fit(box.x + margin_of(c, paint), box.y + paint.px(30), language::tr("results.hidden"),
                  box.w - 2 * margin_of(c, paint), paint.size(16), c.theme.t2);
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
  const float margin = margin_of(c, paint), em = paint.size(17), h = em * 2;
  const float x = box.x + margin, width = box.w - 2 * margin;
  float y = box.y + paint.px(16);
  y += wrapped_text(paint, x, y, width, language::tr("measured.question"), em, c.theme.t1) + paint.px(6);
  // What reaches another machine carries a script: its beginning here, all of it in the tooltip.
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

/// It runs, or it failed; nothing else.
float MeasuredView::state_line(PanelContext& c, const Paint& paint, view::Box box) {
  measuring::Measuring& m = c.measuring;
  const float margin = margin_of(c, paint), em = paint.size(16), x = box.x + margin, h = paint.px(34),
              cy = box.y + h / 2;
  if (m.phase() == measuring::Measuring::Phase::Running) {
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.1f", m.elapsed());
    float right = x;
    const bool stop = text_button(paint, "##measure_stop", right, cy - paint.px(14), paint.px(28),
                                  language::tr("chart.stop"), {}, paint.size(15));
    const std::string stage = m.stage();
    const std::string text = language::trf("measured.running", language::arg("profile", m.profile().name),
                                           language::arg("seconds", std::string(seconds))) +
                             (stage.empty() ? "" : " · " + stage);
    paint.mid_fit(right + paint.px(14), cy, text, box.x + box.w - margin - right, em, c.theme.t1);
    const double due = ImGui::GetTime() + .1;
    c.ui.wake_at = c.ui.wake_at > 0 ? std::min(c.ui.wake_at, due) : due;
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

float MeasuredView::facts(PanelContext& c, const Paint& paint, view::Box box) {
  const measuring::Measuring& m = c.measuring;
  const protocol::Recording& r = m.shown()->recording;
  const view::Theme& t = c.theme;
  const bool older = m.of_older_text();
  const float margin = margin_of(c, paint), em = paint.size(15), h = paint.px(c.layout.big ? 36 : 30),
              cy = box.y + h / 2;
  float right = box.x + box.w - margin, x = box.x + margin;
  if (older)
    x = paint.mid(x, cy, language::tr("measured.older"), em, t.conflict_text, view::Font::SemiBold) +
        paint.px(16);

  if (const std::string cut = removed(c.session); !cut.empty()) {
    const std::string words = language::trf("measured.cut_fits", language::arg("removed", cut));
    x = paint.mid_fit(x, cy, words, (right - x) * .5f, em, t.hazard, view::Font::SemiBold) + paint.px(16);
  }

  // Rules and limits may be another device's: then that is the first thing to know.
  const Device* simulated_for = c.session.catalog().find_device(c.session.document().device);
  if (simulated_for != nullptr &&
      (simulated_for->cc_major != r.device.cc_major || simulated_for->cc_minor != r.device.cc_minor)) {
    x = paint.mid(x, cy,
                  language::trf("measured.other_cc", language::arg("major", simulated_for->cc_major),
                                language::arg("minor", simulated_for->cc_minor)),
                  em, older ? t.t3 : t.conflict_text, view::Font::SemiBold) +
        paint.px(16);
    tooltip_at(paint, c.fonts, {box.x, box.y, x - box.x, h}, language::tr("measured.other_cc_tip"));
  }

  // At the right end what is missing or wrong, each with its sentences.
  std::string notes;
  if (m.table() != nullptr)
    for (const std::string& note : m.table()->notes) notes += (notes.empty() ? "" : "\n") + note;
  if (!notes.empty()) {
    const std::size_t count = m.table()->notes.size();
    const std::string words = count == 1 ? std::string(language::tr("measured.note"))
                                         : language::trf("measured.notes", language::arg("count", count));
    const float from = paint.mid_right(right, cy, words, em, t.t2);
    paint.glyph(Glyph::Ask, from - paint.px(12), cy, paint.size(13), t.t2);
    tooltip_at(paint, c.fonts, {from - paint.px(22), box.y, right - from + paint.px(22), h}, notes);
    right = from - paint.px(36);
  }
  for (const protocol::RecordedCheck& check : r.checks) {
    const bool good = check.mismatches == 0;
    const std::string words = good ? language::trf("results.right", language::arg("output", check.output))
                                   : check.output + ": " + check.first;
    const float room = std::max(0.f, (right - x) * .4f), w = std::min(paint.width(words, em), room);
    paint.mid_fit(right - w, cy, words, w + 1, em, older ? t.t3 : good ? t.t2 : t.hazard);
    paint.glyph(good ? Glyph::Check : Glyph::Warning, right - w - paint.px(12), cy, paint.size(13),
                older  ? t.t3
                : good ? t.now
                       : t.hazard);
    tooltip_at(paint, c.fonts, {right - w - paint.px(22), box.y, w + paint.px(22), h},
               language::trf("measured.check_tip", language::arg("rule", check.rule)));
    right -= w + paint.px(36);
  }

  // The bytes that the GPU left against the simulator's.
  if (m.table() != nullptr && !older) {
    std::array<std::size_t, 4> matches{};
    for (const compare::ComparedOutput& out : m.table()->outputs)
      ++matches[static_cast<std::size_t>(out.match)];
    const auto count = [&](compare::OutputMatch match) { return matches[static_cast<std::size_t>(match)]; };
    const std::size_t other = count(compare::OutputMatch::Differs),
                      close = count(compare::OutputMatch::Close);
    if (count(compare::OutputMatch::Same) + close + other > 0) {
      const std::string chance = results::undefined_because(c.session.results().hazards(),
                                                            c.session.document().cuts);
      const bool equal = other == 0 && (close == 0 || chance.empty());
      const auto [words, tip] = outputs_words(other != 0, close != 0, chance);
      const float w = std::min(paint.width(words, em), (right - x) * .5f);
      paint.mid_fit(right - w, cy, words, w + 1, em, equal ? t.t2 : t.conflict_text);
      paint.glyph(equal ? Glyph::Check : Glyph::Warning, right - w - paint.px(12), cy, paint.size(13),
                  equal ? t.now : t.conflict);
      tooltip_at(paint, c.fonts, {right - w - paint.px(22), box.y, w + paint.px(22), h}, tip);
      right -= w + paint.px(36);
    }
  }

  const protocol::RecordedBuild *compiled = measuring::build_of(r, protocol::BuildKind::AsCompiled),
                                *written = measuring::build_of(r, protocol::BuildKind::AsWritten);
  const float from = x;
  const view::Color strong = older ? t.t3 : t.t1, quiet = older ? t.t3 : t.t2;
  const auto piece = [&](const std::string& text, view::Color color, view::Font font) {
    if (x >= right - paint.px(20)) return;
    x = paint.mid_fit(x, cy, text, right - x, em, color, font) + paint.px(6);
  };
  if (compiled != nullptr && compiled->warm) {
    piece(measuring::time_text(compiled->warm->median), strong, view::Font::MonoBold);
    piece(quartiles(*compiled->warm) + " " + std::string(language::tr("measured.as_compiled")), quiet,
          view::Font::Regular);
  }
  if (written != nullptr && written->warm) {
    x += paint.px(10);
    piece(measuring::time_text(written->warm->median), strong, view::Font::Mono);
    piece((c.layout.big ? quartiles(*written->warm) + " " : "") +
              std::string(language::tr("measured.as_written")),
          quiet, view::Font::Regular);
  }
  x += paint.px(10);
  const protocol::RecordedBuild* build = compiled != nullptr ? compiled : written;
  of_b_.refresh(r, c.session, m.table() != nullptr && !older ? c.session.runs().shared_grid() : nullptr,
                c.session.runs().picture());
  if (of_b_.speed) {
    piece(measuring::time_text(of_b_.speed->seconds), strong, view::Font::Mono);
    piece(c.layout.big
              ? language::trf("measured.estimated",
                              language::arg("bottleneck", model::sentence_of(of_b_.speed->bottleneck)))
              : std::string(language::tr("measured.by_model")),
          quiet, view::Font::Regular);
    x += paint.px(10);
  }
  std::string rest;
  const auto add = [&](const std::string& text) { rest += (rest.empty() ? "" : " · ") + text; };
  if (build != nullptr && build->resources) {
    const protocol::RecordedResources& u = *build->resources;
    add(language::trf("measured.registers", language::arg("count", u.registers)));
    const std::uint32_t spilled = u.spill_store_bytes + u.spill_load_bytes;
    add(spilled == 0 ? std::string(language::tr("measured.no_spills"))
                     : language::trf("measured.spills", language::arg("bytes", spilled)));
    if (u.most_warps_per_multiprocessor != 0)
      add(language::trf("measured.warps", language::arg("warps", u.warps_per_multiprocessor),
                        language::arg("most", u.most_warps_per_multiprocessor)));
  }
  if (r.clocks.sm_mhz != 0)
    add(language::trf("measured.clock", language::arg("mhz", grouped(r.clocks.sm_mhz))));
  if (!r.clocks.throttled_by.empty())
    add(language::trf("measured.throttled", language::arg("why", r.clocks.throttled_by.front())));
  add(language::trf("measured.driver", language::arg("version", r.device.driver)));
  piece(rest, quiet, view::Font::Regular);
  tooltip_at(paint, c.fonts, {from, box.y, x - from, h}, details(r, m.table()));
  return h;
}

/// A and B on the same device. 0: A was not measured there.
float MeasuredView::pair_facts(PanelContext& c, const Paint& paint, view::Box box) {
  const measuring::EvidencePtr a = c.measuring.evidence_of(c.session.pair().pinned()->document, c.session);
  if (!a || c.measuring.of_older_text()) return 0;
  const protocol::Recording& b = c.measuring.shown()->recording;
  const protocol::RecordedTimes *ta = measuring::times_of(a->recording), *tb = measuring::times_of(b);
  if (ta == nullptr || tb == nullptr || tb->median <= 0) return 0;
  const double measured = ta->median / tb->median;
  of_a_.refresh(a->recording, c.session, c.session.pair().pinned()->grid,
                c.session.pair().pinned()->picture.get());
  of_b_.refresh(b, c.session, c.measuring.table() != nullptr ? c.session.runs().shared_grid() : nullptr,
                c.session.runs().picture());
  const view::Theme& t = c.theme;
  const float margin = margin_of(c, paint), em = paint.size(17), small = paint.size(15),
              h = paint.px(c.layout.big ? 40 : 34), cy = box.y + h / 2;
  float x = box.x + margin;
  const float right = box.x + box.w - margin, from = x;
  const auto time = [&](const char* side, const protocol::RecordedTimes& times) {
    x = paint.mid(x, cy, side, em, t.t2, view::Font::SemiBold) + paint.px(8);
    x = paint.mid(x, cy, measuring::time_text(times.median), em, t.t1, view::Font::MonoBold) + paint.px(8);
    if (c.layout.big) x = paint.mid(x, cy, quartiles(times), small, t.t2) + paint.px(8);
    x += paint.px(14);
  };
  time("A", *ta);
  time("B", *tb);
  if (const std::string cut = removed(c.session); !cut.empty())
    x = paint.mid_fit(x, cy, "B: " + cut, (right - x) * .4f, small, t.hazard, view::Font::SemiBold) +
        paint.px(16);
  const auto says = [&](double speedup, std::string_view faster, std::string_view slower) {
    char exact[32];
    std::snprintf(exact, sizeof exact, "%.2f", speedup >= 1 ? speedup : 1 / speedup);
    return language::trf(speedup >= 1 ? faster : slower, language::arg("times", std::string(exact)));
  };
  x = paint.mid(x, cy, says(measured, "measured.faster", "measured.slower"), em,
                measured >= 1 ? t.now : t.conflict_text, view::Font::SemiBold) +
      paint.px(20);
  std::string simulated = language::trf("measured.simulated_change",
                                        language::arg("change", simulated_change(c.session)));
  if (of_a_.speed && of_b_.speed && of_b_.speed->seconds > 0)
    simulated = says(of_a_.speed->seconds / of_b_.speed->seconds, "measured.model_faster",
                     "measured.model_slower") +
                " · " + simulated;
  if (x < right) paint.mid_fit(x, cy, simulated, right - x, small, t.t2);
  tooltip_at(paint, c.fonts, {from, box.y, right - from, h},
             language::trf("measured.pair_tip", language::arg("device", b.device.name)) +
                 "\nA: " + details(a->recording, nullptr) + "\nB: " + details(b, c.measuring.table()));
  return h;
}

void MeasuredView::empty(PanelContext& c, const Paint& paint, view::Box box) {
  const measuring::Measuring& m = c.measuring;
  const float margin = margin_of(c, paint), em = paint.size(16), x = box.x + margin;
  std::string text;
  const std::string cut = removed(c.session);
  if (!cut.empty() && m.problem().empty() && !c.session.runs().stale())
    text = language::trf("measured.cut", language::arg("removed", capital(cut)));
  else if (!m.problem().empty()) text = language::trf("measured.cannot", language::arg("why", m.problem()));
  else if (const std::optional<measuring::NothingFits> none = m.nothing_fits()) {
    if (!none->of) text = language::tr("measured.never");
    else {
      const protocol::Recording& r = none->of->recording;
      const std::string of = none->of->parameters.empty() ? r.file
                                                          : r.file + " (" + none->of->parameters + ")";
      const std::string parts = parts_text(none->differs);
      text = parts.empty()
                 ? language::trf("measured.other", language::arg("of", of),
                                 language::arg("device", r.device.name))
                 : language::trf("measured.differs", language::arg("of", of),
                                 language::arg("device", r.device.name), language::arg("parts", parts));
    }
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

// ---- the table

MeasuredView::Columns MeasuredView::columns(const PanelContext& c, const Paint& paint, view::Box box,
                                            const std::vector<measuring::MeasuredLine>& rows) const {
  const float margin = margin_of(c, paint), em = paint.size(15), body = paint.size(16),
              inner = box.w - 2 * margin;
  const bool expression = c.session.document().mode == document::SourceMode::Expression;
  std::uint64_t most = 0;
  float widest_label = 0, widest_difference = paint.width(language::tr("measured.why_equal"), em);
  for (const measuring::MeasuredLine& row : rows) {
    most = std::max({most, row.simulated, row.as_written.value_or(0), row.as_compiled.value_or(0)});
    widest_label = std::max(widest_label, paint.width(results::info_of(row.counter).label, body));
    widest_difference = std::max(widest_difference,
                                 paint.width(difference_text(row), body, view::Font::Mono));
  }
  const float number = paint.width(grouped(most), body, view::Font::MonoBold);
  const auto next = [&](float before, std::string_view label) {
    return before + std::max(number, paint.width(label, em, view::Font::SemiBold)) +
           paint.px(c.layout.big ? 30 : 18);
  };
  Columns x;
  x.line = box.x + margin + paint.px(32);
  x.code = x.line + paint.px(20);
  x.counter = x.code + inner * (c.layout.big ? .19f : .15f);
  if (expression) x.counter = x.code = box.x + margin;
  x.simulated = next(x.counter + std::min(widest_label, inner * .2f), language::tr("measured.simulated"));
  x.written = next(x.simulated, language::tr("measured.as_written"));
  x.compiled = next(x.written, language::tr("measured.as_compiled"));
  x.difference = x.compiled + paint.px(28);
  x.bar = x.difference +
          std::max(widest_difference + paint.px(20), paint.width(language::tr("measured.difference"), em)) +
          paint.px(24);
  x.bar_w = paint.px(c.layout.big ? 84 : 48);
  x.why = x.bar + x.bar_w + paint.px(c.layout.big ? 60 : 52);
  return x;
}

void MeasuredView::table(PanelContext& c, view::Box box) {
  const measuring::Measuring& m = c.measuring;
  const float scroll_y = begin_rows("##measured_rows", box);
  const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
  const float margin = margin_of(c, paint), em = paint.size(15), row_h = paint.px(29), head_h = paint.px(30);
  float y = box.y - scroll_y;
  if (m.table() == nullptr) {
    shown_.clear();
    paint.mid_fit(
        box.x + margin, y + row_h / 2,
        language::tr(c.session.runs().trouble().empty() ? "measured.counting" : "measured.no_counts_here"),
        box.w - 2 * margin, paint.size(16), c.theme.t2);
    end_rows(row_h);
    return;
  }
  const std::vector<measuring::MeasuredLine>& rows = m.table()->rows;
  if (rows.empty() && m.arriving()) {
    shown_.clear();
    paint.mid_fit(box.x + margin, y + row_h / 2, language::tr("measured.counters_come"), box.w - 2 * margin,
                  paint.size(16), c.theme.t2);
    end_rows(row_h);
    return;
  }
  shown_ = measuring::arrange(rows, filter_, order_, problem_);
  // Equal requests and lanes say nothing beside equal wavefronts and sectors: they are shown when asked for.
  const bool requests = results::says_word(filter_, "request"), lanes = results::says_word(filter_, "lane");
  std::erase_if(shown_, [&](std::size_t i) {
    const model::CounterKind kind = rows[i].counter.kind;
    return rows[i].reason.why == compare::Why::Equal &&
           ((kind == model::CounterKind::Requests && !requests) ||
            (kind == model::CounterKind::Lanes && !lanes));
  });
  x_ = columns(c, paint, box, rows);
  const auto head = [](measuring::MeasuredColumn column, float x, bool right, std::string_view label,
                       const std::string_view tip, bool strong = false) {
    return TableHead{static_cast<int>(column), x, right, std::string(label), std::string(tip), strong};
  };
  std::vector<TableHead> heads;
  if (c.session.document().mode == document::SourceMode::Kernel) {
    heads.push_back(head(measuring::MeasuredColumn::Line, x_.line, true, language::tr("results.column_line"),
                         language::tr("results.column_line_tip")));
    heads.push_back(head(measuring::MeasuredColumn::Code, x_.code, false, language::tr("measured.code"),
                         language::tr("measured.code_tip")));
  }
  heads.push_back(head(measuring::MeasuredColumn::Counter, x_.counter, false,
                       language::tr("results.column_counter"),
                       std::string(language::tr("results.column_counter_tip")) + "\n" +
                           std::string(language::tr("measured.requests_hidden"))));
  heads.push_back(head(measuring::MeasuredColumn::Simulated, x_.simulated, true,
                       language::tr("measured.simulated"), language::tr("results.column_launch_tip"), true));
  heads.push_back(head(measuring::MeasuredColumn::AsWritten, x_.written, true,
                       language::tr("measured.as_written"), language::tr("measured.as_written_tip"), true));
  heads.push_back(head(measuring::MeasuredColumn::AsCompiled, x_.compiled, true,
                       language::tr("measured.as_compiled"), language::tr("measured.as_compiled_tip"), true));
  heads.push_back(head(measuring::MeasuredColumn::Difference, x_.difference, false,
                       language::tr("measured.difference"), language::tr("measured.difference_tip")));
  heads.push_back(head(measuring::MeasuredColumn::Ratio, x_.bar, false,
                       language::tr("results.column_to_ideal"), language::tr("results.column_to_ideal_tip")));
  if (x_.why + paint.px(60) < box.x + box.w)
    heads.push_back(head(measuring::MeasuredColumn::Why, x_.why, false, language::tr("results.column_why"),
                         language::tr("measured.why_tip")));
  const std::optional<int> sorted = order_.column ? std::optional(static_cast<int>(*order_.column))
                                                  : std::nullopt;
  if (const std::optional<int> clicked = table_heads(c, paint, heads, sorted, order_.descending,
                                                     y + head_h / 2, em))
    order_ = order_.after_click(static_cast<measuring::MeasuredColumn>(*clicked));
  y += head_h;
  std::uint32_t before = ~0u;
  for (const std::size_t index : shown_) {
    const bool first = order_.column.has_value() || rows[index].line != before;
    before = rows[index].line;
    if (y <= box.y + box.h && y + row_h >= box.y) {
      ImGui::PushID(static_cast<int>(index));
      row(c, paint, rows[index], {box.x, y, box.w, row_h}, first);
      ImGui::PopID();
    }
    y += row_h;
  }
  if (shown_.empty())
    paint.mid_fit(box.x + margin, y + row_h / 2,
                  rows.empty() ? std::string(language::tr("measured.no_lines"))
                               : language::trf("results.no_row", language::arg("filter", filter_)),
                  box.w - 2 * margin, paint.size(16), c.theme.t2);
  end_rows(y + scroll_y - box.y);
}

void MeasuredView::row(PanelContext& c, const Paint& paint, const measuring::MeasuredLine& row, view::Box box,
                       bool first) {
  const view::Theme& t = c.theme;
  const bool dim = c.measuring.of_older_text(),
             kernel = c.session.document().mode == document::SourceMode::Kernel, total = row.line == 0;
  const float margin = margin_of(c, paint), em = paint.size(15), body = paint.size(16),
              cy = box.y + box.h / 2, end = box.x + box.w - margin;
  ImGui::SetCursorScreenPos({box.x, box.y});
  const bool clicked = ImGui::InvisibleButton("##row", {box.w, box.h});
  const bool hot = ImGui::IsItemHovered();
  if (clicked && !total && !dim) {
    c.session.play(false);
    c.session.time().seek_line(row.line);
  }
  if (hot && !total && kernel && !dim) c.ui.hover_line(row.line);
  const std::uint32_t site = c.session.time().site();
  const run::Result* picture = c.session.runs().picture();
  const bool on = !total && !dim && picture != nullptr && picture->program &&
                  site < picture->program->sites.size() &&
                  picture->program->sites[site].span.line == row.line;
  if (on) {
    paint.fill(box, t.bg3);
    paint.fill({box.x, box.y, 4, box.h}, t.now);
  } else if (hot || (!total && kernel && row.line == c.ui.hovered_line)) paint.fill(box, t.bg2);
  else if (first)
    paint.line(box.x + margin, box.y, end, box.y, total ? t.edge : view::with_alpha(t.line, .7f));
  if (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible) paint.outline(box, t.now, paint.px(4), 2);
  std::string tip = results::tooltip_of(row.counter);
  if (row.reason.why != compare::Why::Equal)
    tip += "\n" + std::string(measuring::why_label(row.reason.why)) + ": " + row.reason.because;
  if (row.reason.why == compare::Why::Unexplained)
    tip += "\n" + std::string(language::tr("measured.unexplained_tip"));
  if (!total && !dim) tip += "\n" + std::string(language::tr("results.click"));
  tooltip(paint, c.fonts, tip);

  const view::Color quiet = dim ? t.t3 : on ? t.t1 : t.t2, plain = dim ? t.t3 : t.t1;
  if (kernel && first && !total) {
    paint.mid_right(x_.line, cy, std::to_string(row.line), em, on ? t.t1 : t.t3, view::Font::Mono);
    paint.code(x_.code, cy, row.code, em, x_.counter - x_.code - paint.px(16));
  } else if (kernel && first) {
    paint.mid_fit(x_.code, cy, language::tr("results.all_lines"), x_.counter - x_.code - paint.px(8), body,
                  plain, view::Font::SemiBold);
  }
  const float number_w = paint.width(grouped(row.simulated), body, view::Font::MonoBold);
  paint.mid_fit(x_.counter, cy, results::info_of(row.counter).label,
                x_.simulated - x_.counter - number_w - paint.px(10), body, quiet);
  const bool over = row.ideal && row.simulated > *row.ideal;
  paint.mid_right(x_.simulated, cy, grouped(row.simulated), body,
                  dim    ? t.t3
                  : over ? t.conflict_text
                         : t.t1,
                  over ? view::Font::MonoBold : view::Font::Mono);
  const auto measured = [&](float right, const std::optional<std::uint64_t>& value) {
    const bool differs = value && *value != row.simulated;
    paint.mid_right(right, cy, value ? grouped(*value) : std::string("–"), body,
                    !value || dim ? t.t3
                    : differs     ? color_of(row, t, dim)
                                  : t.t1,
                    differs ? view::Font::MonoBold : view::Font::Mono);
  };
  measured(x_.written, row.as_written);
  measured(x_.compiled, row.as_compiled);
  const bool equal = row.reason.why == compare::Why::Equal,
             unexplained = row.reason.why == compare::Why::Unexplained;
  mark(paint, row, x_.difference + paint.px(6), cy, dim);
  paint.mid(x_.difference + (equal || unexplained ? paint.px(18) : 0), cy,
            equal ? std::string(measuring::why_label(compare::Why::Equal)) : difference_text(row),
            equal ? em : body, color_of(row, t, dim), equal ? view::Font::Regular : view::Font::Mono);
  if (row.ratio > 0) {
    const float share = static_cast<float>(std::min(1.0, row.ratio / 32));
    paint.fill({x_.bar, cy - 4, x_.bar_w, 8}, on ? t.line : t.bg2, 2);
    paint.fill({x_.bar, cy - 4, std::max(4.f, x_.bar_w * share), 8},
               dim    ? t.line
               : over ? t.conflict
                      : t.edge,
               2);
    paint.mid(x_.bar + x_.bar_w + paint.px(8), cy, ratio_text(row.ratio), em,
              dim    ? t.t3
              : over ? t.conflict_text
                     : quiet,
              over ? view::Font::SemiBold : view::Font::Regular);
  }
  if (equal || x_.why + paint.px(60) >= end) return;
  const float to = paint.mid_fit(x_.why, cy, measuring::why_label(row.reason.why), end - x_.why, em,
                                 color_of(row, t, dim), view::Font::SemiBold) +
                   paint.px(8);
  if (to + paint.px(40) < end) paint.mid_fit(to, cy, row.reason.because, end - to, em, quiet);
}

void MeasuredView::copy(PanelContext& c) {
  if (c.measuring.table() == nullptr) return;
  ImGui::SetClipboardText(
      measuring::measured_text(c.measuring.table()->rows, shown_, results::TableFormat::Tsv).c_str());
  c.ui.say(language::trf("results.copied", language::arg("rows", shown_.size())), false);
}

} // namespace warpscope::panels
