// The line over the measured table: times, checks, outputs, resources; and of A beside B, the speedup.
#include "app/language/language.h"
#include "app/measuring/words.h"
#include "app/panels/results/measured.h"
#include "app/panels/results/table.h"
#include "app/panels/window/widgets.h"
#include "app/results/words.h"
#include "app/view/wording.h"

#include <algorithm>
#include <cmath>

namespace warpscope::panels {

namespace {

/// Describes the counter of the pinned pair that changes most: "shared load, wavefronts: 32× fewer". Empty:
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

/// The model's time as a ring on the line of its interval, the measured one as a filled diamond, on one
/// logarithmic scale. Returns where it ends.
float interval_mark(const Paint& paint, float x, float cy, const run::Estimate& e,
                    const protocol::RecordedTimes& times, const view::Theme& t) {
  if (!e.interval || e.interval->low <= 0 || times.median <= 0) return x;
  const float width = paint.px(110), r = paint.px(4.5f);
  const double low = std::log(std::min(e.interval->low, times.median)),
               high = std::log(std::max(e.interval->high, times.median));
  const auto at = [&](double seconds) {
    return x + r +
           (width - 2 * r) * static_cast<float>((std::log(seconds) - low) / std::max(1e-9, high - low));
  };
  const float from = at(e.interval->low), to = at(e.interval->high), model = at(e.seconds),
              measured = at(times.median);
  paint.line(from, cy, to, cy, t.t2, 1.5f);
  for (const float end : {from, to}) paint.line(end, cy - r, end, cy + r, t.t2, 1.5f);
  paint.list()->AddCircleFilled({model, cy}, r, rgba(t.bg1), 16);
  paint.list()->AddCircle({model, cy}, r, rgba(t.now), 16, 1.75f);
  paint.list()->AddQuadFilled({measured, cy - r}, {measured + r, cy}, {measured, cy + r}, {measured - r, cy},
                              rgba(t.broadcast));
  return x + width;
}

} // namespace

void MeasuredView::ask_for_estimate_of_a(PanelContext& c) {
  const results::Pinned* a = c.session.pair().pinned();
  const Device* device = c.session.catalog().find_device(c.session.document().device);
  if (a == nullptr || device == nullptr) return;
  jobs::Runs& runs = c.session.runs();
  const bool known = runs.estimate_of(of_a_.key) != nullptr;
  if (of_a_.version == a->version && of_a_.device == device->id && (known || runs.busy())) return;
  of_a_ = {a->version, device->id, runs.want_estimate(a->document, *device)};
}

float estimate_hint(PanelContext& c, const Paint& paint, float left, float right, float cy, float em) {
  jobs::Runs& runs = c.session.runs();
  runs.want_estimate();
  const jobs::EstimatedPtr estimate = runs.estimate();
  if (!estimate || c.session.counts_hidden()) return right;
  if (!estimate->made) return right;
  const run::Estimate& e = *estimate->made;
  std::string text = language::trf("measured.estimate_hint",
                                   language::arg("time", measuring::time_text(e.seconds)),
                                   language::arg("interval", measuring::interval_words(e.interval)),
                                   language::arg("code", measuring::code_words(e)));
  // The launch's own words stand left of it: they need room, too.
  const auto wide = [&] { return right - paint.width(text, em) < left + paint.px(280); };
  if (wide())
    text = measuring::time_text(e.seconds) + " " + std::string(language::tr("measured.by_model")) + ", " +
           std::string(measuring::code_words(e));
  if (wide()) text = measuring::time_text(e.seconds) + " " + std::string(language::tr("measured.by_model"));
  const float w = paint.width(text, em);
  if (right - w < left + paint.px(12)) return right; // the tabs take precedence
  paint.mid(right - w, cy, text, em, c.theme.t2);
  tooltip_at(paint, c.fonts, {right - w, cy - paint.px(14), w, paint.px(28)}, measuring::estimate_words(e));
  return right - w - paint.px(16);
}

float MeasuredView::facts(PanelContext& c, const Paint& paint, view::Box box) {
  const measuring::Measuring& m = c.measuring;
  const protocol::Recording& r = m.shown()->recording;
  const view::Theme& t = c.theme;
  const bool older = m.of_older_text();
  const float margin = table_margin(c, paint), em = paint.size(15), h = paint.px(c.layout.big ? 36 : 30),
              cy = box.y + h / 2;
  float right = box.x + box.w - margin, x = box.x + margin;
  if (older)
    x = paint.mid(x, cy, language::tr("measured.older"), em, t.conflict_text, view::Font::SemiBold) +
        paint.px(16);

  if (const std::string cut = removed_barriers(c.session); !cut.empty()) {
    const std::string words = language::trf("measured.cut_fits", language::arg("removed", cut));
    x = paint.mid_fit(x, cy, words, (right - x) * .5f, em, t.hazard, view::Font::SemiBold) + paint.px(16);
  }

  // Rules and limits may be another device's: that is then the first thing to know.
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
    const std::string words = results::check_words(check.output, check.mismatches, check.first);
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

  // Compares the bytes that the GPU left with the simulator's.
  if (m.table() != nullptr && !older)
    if (const auto said = measuring::outputs_said(
            m.table()->outputs,
            results::undefined_because(c.session.results().hazards(), c.session.document().cuts))) {
      const float w = std::min(paint.width(said->text, em), (right - x) * .5f);
      paint.mid_fit(right - w, cy, said->text, w + 1, em, said->equal ? t.t2 : t.conflict_text);
      paint.glyph(said->equal ? Glyph::Check : Glyph::Warning, right - w - paint.px(12), cy, paint.size(13),
                  said->equal ? t.now : t.conflict);
      tooltip_at(paint, c.fonts, {right - w - paint.px(22), box.y, w + paint.px(22), h}, said->tip);
      right -= w + paint.px(36);
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
    piece(measuring::quartile_words(*compiled->warm) + " " +
              std::string(language::tr("measured.as_compiled")),
          quiet, view::Font::Regular);
  }
  if (written != nullptr && written->warm) {
    x += paint.px(10);
    piece(measuring::time_text(written->warm->median), strong, view::Font::Mono);
    piece((c.layout.big ? measuring::quartile_words(*written->warm) + " " : "") +
              std::string(language::tr("measured.as_written")),
          quiet, view::Font::Regular);
  }
  x += paint.px(10);
  const protocol::RecordedBuild* build = compiled != nullptr ? compiled : written;
  // By the model of the simulated device, beside what one of its kind took.
  const bool same_device = simulated_for != nullptr && simulated_for->cc_major == r.device.cc_major &&
                           simulated_for->cc_minor == r.device.cc_minor;
  c.session.runs().want_estimate();
  std::string by_model;
  if (const jobs::EstimatedPtr estimate = c.session.runs().estimate(); estimate && same_device && !older) {
    if (estimate->made) {
      const run::Estimate& e = *estimate->made;
      by_model = measuring::estimate_words(e);
      if (c.layout.big && measuring::times_of(r) != nullptr)
        x = interval_mark(paint, x, cy, e, *measuring::times_of(r), t) + paint.px(10);
      piece(measuring::time_text(e.seconds), strong, view::Font::Mono);
      const std::string interval = measuring::interval_words(e.interval);
      piece(c.layout.big ? language::trf("measured.estimated", language::arg("interval", interval),
                                         language::arg("bottleneck", e.bottleneck_sentence))
                         : interval + " " + std::string(language::tr("measured.by_model")),
            quiet, view::Font::Regular);
    } else {
      by_model = language::trf("measured.no_estimate", language::arg("why", estimate->why_not));
      piece(by_model, quiet, view::Font::Regular);
    }
    x += paint.px(10);
  }
  piece(measuring::resource_words(r, build), quiet, view::Font::Regular);
  tooltip_at(paint, c.fonts, {from, box.y, x - from, h},
             measuring::recording_words(r, m.table()) + (by_model.empty() ? "" : "\n" + by_model));
  return h;
}

/// A and B on the same device. 0: A was not measured there.
float MeasuredView::pair_facts(PanelContext& c, const Paint& paint, view::Box box) {
  const measuring::EvidencePtr a = c.measuring.evidence_of(c.session.pair().pinned()->document, c.session);
  if (!a || c.measuring.of_older_text()) return 0;
  const protocol::Recording& b = c.measuring.shown()->recording;
  const protocol::RecordedTimes *ta = measuring::times_of(a->recording), *tb = measuring::times_of(b);
  if (ta == nullptr || tb == nullptr || tb->median <= 0) return 0;
  const run::Speedup measured = run::measured_speedup({ta->median, protocol::spread_of(*ta)},
                                                      {tb->median, protocol::spread_of(*tb)});
  c.session.runs().want_estimate();
  ask_for_estimate_of_a(c);
  const auto [of_a, of_b] = c.session.runs().estimates_of_pair(of_a_.key);
  const view::Theme& t = c.theme;
  const float margin = table_margin(c, paint), em = paint.size(17), small = paint.size(15),
              h = paint.px(c.layout.big ? 40 : 34), cy = box.y + h / 2;
  float x = box.x + margin;
  const float right = box.x + box.w - margin, from = x;
  const auto time = [&](const char* side, const protocol::RecordedTimes& times) {
    x = paint.mid(x, cy, side, em, t.t2, view::Font::SemiBold) + paint.px(8);
    x = paint.mid(x, cy, measuring::time_text(times.median), em, t.t1, view::Font::MonoBold) + paint.px(8);
    if (c.layout.big) x = paint.mid(x, cy, measuring::quartile_words(times), small, t.t2) + paint.px(8);
    x += paint.px(14);
  };
  time("A", *ta);
  time("B", *tb);
  if (const std::string cut = removed_barriers(c.session); !cut.empty())
    x = paint.mid_fit(x, cy, "B: " + cut, (right - x) * .4f, small, t.hazard, view::Font::SemiBold) +
        paint.px(16);
  x = paint.mid(x, cy, measuring::measured_speedup_words(measured), em,
                measured.winner == run::Speedup::Winner::None ? t.t1
                : measured.ratio >= 1                         ? t.now
                                                              : t.conflict_text,
                view::Font::SemiBold) +
      paint.px(20);
  std::string simulated = language::trf("measured.simulated_change",
                                        language::arg("change", simulated_change(c.session)));
  if (of_a && of_b && of_a->made && of_b->made)
    simulated = measuring::estimated_speedup_words(run::speedup_of(*of_a->made, *of_b->made)) + " · " +
                simulated;
  if (x < right) paint.mid_fit(x, cy, simulated, right - x, small, t.t2);
  tooltip_at(paint, c.fonts, {from, box.y, right - from, h},
             language::trf("measured.pair_tip", language::arg("device", b.device.name)) +
                 "\nA: " + measuring::recording_words(a->recording, nullptr) +
                 "\nB: " + measuring::recording_words(b, c.measuring.table()) +
                 (of_a && of_a->made ? "\nA: " + measuring::estimate_words(*of_a->made) : "") +
                 (of_b && of_b->made ? "\nB: " + measuring::estimate_words(*of_b->made) : ""));
  return h;
}

} // namespace warpscope::panels
