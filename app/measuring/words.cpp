// Sentences about measurements.
#include "app/measuring/words.h"

#include "app/language/counted.h"
#include "app/language/language.h"
#include "sim/launch/fault_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <set>

namespace warpscope::measuring {

namespace {

/// "text, launch": which parts differ.
std::string differing_words(const DifferingParts& d) {
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

std::string build_words(const protocol::RecordedBuild& build, protocol::BuildKind kind) {
  std::string text = std::string(language::tr(kind == protocol::BuildKind::AsCompiled
                                                  ? "measured.as_compiled"
                                                  : "measured.as_written")) +
                     ": ";
  if (build.warm)
    text += language::trf("measured.detail_warm", language::arg("median", time_text(build.warm->median)),
                          language::arg("quartiles", quartile_words(*build.warm)),
                          language::arg("count", build.warm->repetitions));
  if (build.warm && build.warm->processes.size() > 1) {
    const auto [least, most] = std::ranges::minmax(build.warm->processes);
    text += ", " + language::trf("measured.detail_processes", language::arg("least", time_text(least)),
                                 language::arg("most", time_text(most)),
                                 language::arg("count", build.warm->processes.size()));
  }
  if (build.cold)
    text += "; " +
            language::trf("measured.detail_cold", language::arg("median", time_text(build.cold->median)));
  if (build.empty)
    text += "; " +
            language::trf("measured.detail_empty", language::arg("median", time_text(build.empty->median)));
  if (build.resources)
    text += "; " + language::trf("measured.detail_resources",
                                 language::arg("registers", build.resources->registers),
                                 language::arg("shared", build.resources->static_shared_bytes +
                                                             build.resources->dynamic_shared_bytes),
                                 language::arg("local", build.resources->local_bytes));
  return text;
}

/// A speedup of 0.5 is one of 2.00 in the other direction.
std::string factor_text(double speedup) {
  char exact[32];
  std::snprintf(exact, sizeof exact, "%.2f", speedup >= 1 ? speedup : 1 / speedup);
  return exact;
}

std::string ratio_text(double ratio) {
  char text[32];
  std::snprintf(text, sizeof text, ratio < 9.995 ? "%.2f" : "%.1f", ratio);
  return text;
}

} // namespace

std::string question_words(std::string_view command) {
  constexpr std::size_t most = 200; ///< bytes: what reaches another machine carries a script
  return std::string(language::tr("measured.question")) + " " + std::string(command.substr(0, most));
}

std::string running_words(std::string_view profile, double seconds, std::string_view stage) {
  char elapsed[32];
  std::snprintf(elapsed, sizeof elapsed, "%.1f", seconds);
  std::string text = language::trf("measured.running", language::arg("profile", std::string(profile)),
                                   language::arg("seconds", std::string(elapsed)));
  if (!stage.empty()) text += " · " + std::string(stage);
  return text;
}

std::string fault_words(const std::string& trouble, const run::Result& result) {
  if (trouble.empty() || result.run.faults.empty() || !result.program) return trouble;
  const program::Site* site = launch::site_at(*result.program, result.run.faults.front().pc);
  if (site == nullptr || !site->span.known()) return trouble;
  return language::trf("measured.fault_line", language::arg("line", site->span.line),
                       language::arg("trouble", trouble));
}

std::string origin_words(const Evidence& e) {
  switch (e.origin) {
  case Evidence::Origin::Now: return std::string(language::tr("measured.now"));
  case Evidence::Origin::File:
    return language::trf("measured.from_file", language::arg("file", e.file.substr(e.file.rfind('/') + 1)));
  case Evidence::Origin::Shipped: break;
  }
  return std::string(language::tr("measured.recorded"));
}

std::string device_words(const Evidence& e, bool whole) {
  constexpr std::size_t day = 10; ///< letters of "2026-11-21"
  const std::string& name = e.recording.device.name;
  std::string text = (whole ? name : short_device(name)) + " · " + origin_words(e);
  if (e.origin != Evidence::Origin::Now) text += " " + short_date(e.recording).substr(0, day);
  return text;
}

std::string quartile_words(const protocol::RecordedTimes& t) {
  return language::trf("measured.quartiles", language::arg("lower", time_text(t.lower_quartile)),
                       language::arg("upper", time_text(t.upper_quartile)));
}

std::string recording_words(const protocol::Recording& r, const MeasuredTable* table) {
  std::string text = language::trf(
      "measured.detail_device", language::arg("device", r.device.name),
      language::arg("major", r.device.cc_major), language::arg("minor", r.device.cc_minor),
      language::arg("multiprocessors", r.device.multiprocessors), language::arg("driver", r.device.driver),
      language::arg("cuda", r.device.cuda), language::arg("nvrtc", r.device.nvrtc));
  text += "\n" + language::trf("measured.detail_date", language::arg("date", short_date(r)),
                               language::arg("seconds", std::round(r.seconds * 100) / 100));
  for (const protocol::BuildKind kind : {protocol::BuildKind::AsCompiled, protocol::BuildKind::AsWritten})
    if (const protocol::RecordedBuild* build = build_of(r, kind)) text += "\n" + build_words(*build, kind);
  std::string throttled;
  for (const std::string& why : r.clocks.throttled_by) throttled += (throttled.empty() ? "" : ", ") + why;
  if (r.clocks.sm_mhz != 0)
    text += "\n" + language::trf("measured.detail_clocks", language::arg("sm", r.clocks.sm_mhz),
                                 language::arg("most", r.clocks.sm_max_mhz),
                                 language::arg("memory", r.clocks.memory_mhz));
  if (!throttled.empty()) text += "; " + language::trf("measured.throttled", language::arg("why", throttled));
  for (std::size_t i = 0; i < r.outputs.size(); ++i) {
    const protocol::RecordedOutput& out = r.outputs[i];
    text += "\n" + language::trf("measured.detail_output", language::arg("name", out.name),
                                 language::arg("bytes", out.bytes), language::arg("hash", out.hash));
    if (table == nullptr || i >= table->outputs.size()) continue;
    const compare::ComparedOutput& compared = table->outputs[i];
    if (compared.match == compare::OutputMatch::Same)
      text += ": " + std::string(language::tr("measured.same_bytes"));
    else if (compared.match != compare::OutputMatch::Unknown) text += ": " + compared.sentence();
  }
  return text;
}

std::string resource_words(const protocol::Recording& r, const protocol::RecordedBuild* build) {
  std::string text;
  const auto add = [&](const std::string& words) { text += (text.empty() ? "" : " · ") + words; };
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
  return text;
}

std::string nothing_fits_words(const NothingFits& nothing) {
  if (!nothing.of) return std::string(language::tr("measured.never"));
  const protocol::Recording& r = nothing.of->recording;
  const std::string of = nothing.of->parameters.empty() ? r.file
                                                        : r.file + " (" + nothing.of->parameters + ")";
  const std::string parts = differing_words(nothing.differs);
  if (parts.empty())
    return language::trf("measured.other", language::arg("of", of), language::arg("device", r.device.name));
  return language::trf("measured.differs", language::arg("of", of), language::arg("device", r.device.name),
                       language::arg("parts", parts));
}

std::string measured_speedup_words(const run::Speedup& speedup) {
  if (speedup.winner == run::Speedup::Winner::None) return std::string(language::tr("measured.no_winner"));
  return language::trf(speedup.ratio >= 1 ? "measured.faster" : "measured.slower",
                       language::arg("times", factor_text(speedup.ratio)));
}

std::string estimated_speedup_words(const run::Speedup& speedup) {
  std::string text = language::trf(speedup.ratio >= 1 ? "measured.model_faster" : "measured.model_slower",
                                   language::arg("times", factor_text(speedup.ratio)));
  if (speedup.interval) {
    // In the direction that the words have.
    const bool turned = speedup.ratio < 1;
    const double low = turned ? 1 / speedup.interval->high : speedup.interval->low,
                 high = turned ? 1 / speedup.interval->low : speedup.interval->high;
    text += " " + language::trf("measured.quartiles", language::arg("lower", ratio_text(low)),
                                language::arg("upper", ratio_text(high)));
  }
  if (speedup.winner != run::Speedup::Winner::None) return text;
  return language::trf("measured.no_winner_by_model", language::arg("text", text));
}

std::string interval_words(const std::optional<run::Interval>& interval) {
  if (!interval) return {};
  return language::trf("measured.quartiles", language::arg("lower", time_text(interval->low)),
                       language::arg("upper", time_text(interval->high)));
}

std::string_view code_words(const run::Estimate& e) {
  switch (e.code) {
  case run::Code::Predicted: return language::tr("measured.of_predicted_code");
  case run::Code::AsWritten: return language::tr("measured.of_written_code");
  case run::Code::Read: return language::tr("measured.of_compiled_code");
  }
  return {};
}

std::string estimate_words(const run::Estimate& e) {
  const bool plain = e.model == run::Model::Plain;
  std::string text = language::trf(plain                            ? "measured.estimate_plain"
                                   : e.code == run::Code::Read      ? "measured.estimate_read"
                                   : e.code == run::Code::Predicted ? "measured.estimate_predicted"
                                                                    : "measured.estimate_written",
                                   language::arg("time", time_text(e.seconds)),
                                   language::arg("bottleneck", e.bottleneck_sentence));
  const std::string& why = plain ? e.why_plain : e.why_as_written;
  if (!why.empty()) text += "\n" + language::trf("measured.estimate_why", language::arg("why", why));
  if (!e.why_not_read.empty())
    text += "\n" + language::trf("measured.estimate_not_read", language::arg("why", e.why_not_read));
  if (!e.borrowed_from.empty())
    text += "\n" + language::trf("measured.estimate_borrowed", language::arg("from", e.borrowed_from));
  if (e.interval)
    text += "\n" + language::trf("measured.estimate_interval",
                                 language::arg("lower", time_text(e.interval->low)),
                                 language::arg("upper", time_text(e.interval->high)));
  if (e.seconds < run::short_launch) text += "\n" + std::string(language::tr("measured.estimate_short"));
  return text;
}

std::optional<OutputsSaid> outputs_said(const std::vector<compare::ComparedOutput>& outputs,
                                        const std::string& chance) {
  std::array<std::size_t, 4> matches{};
  for (const compare::ComparedOutput& out : outputs) ++matches[static_cast<std::size_t>(out.match)];
  const auto any = [&](compare::OutputMatch match) { return matches[static_cast<std::size_t>(match)] > 0; };
  const bool differ = any(compare::OutputMatch::Differs), close = any(compare::OutputMatch::Close),
             defined = chance.empty();
  if (!differ && !close && !any(compare::OutputMatch::Same)) return std::nullopt;
  const auto said = [](bool equal, std::string_view text, std::string_view tip) {
    return OutputsSaid{std::string(text), tip, equal};
  };
  if ((differ || close) && !defined)
    return said(false, chance, language::tr("measured.outputs_undefined_tip"));
  if (differ)
    return said(false, language::tr("measured.outputs_differ"), language::tr("measured.outputs_differ_tip"));
  if (close)
    return said(true, language::tr("measured.outputs_close"), language::tr("measured.outputs_close_tip"));
  if (!defined)
    return said(true, language::tr("measured.outputs_same_luck"),
                language::tr("measured.outputs_same_luck_tip"));
  return said(true, language::tr("measured.outputs_same"), language::tr("measured.outputs_same_tip"));
}

namespace {

/// Returns the row with the gravest reason of each line that differs.
std::map<std::uint32_t, const MeasuredLine*> gravest_of_lines(const MeasuredTable& table) {
  std::map<std::uint32_t, const MeasuredLine*> lines;
  for (const MeasuredLine& row : table.rows) {
    if (row.line == 0 || row.reason.why == compare::Why::Equal) continue;
    const MeasuredLine*& of_line = lines[row.line];
    if (of_line == nullptr || of_line->reason.why < row.reason.why) of_line = &row;
  }
  return lines;
}

/// Returns "line 43: merged, the compiler …" for each, as many as a tooltip has room for.
std::string line_sentences(const std::map<std::uint32_t, const MeasuredLine*>& lines) {
  constexpr std::size_t most = 6;
  std::string text;
  std::size_t told = 0;
  for (const auto& [line, row] : lines) {
    if (told++ == most) {
      text += "\n" + language::trf("measured.hint_more", language::arg("count", lines.size() - most));
      break;
    }
    text += (text.empty() ? "" : "\n") +
            (row->due ? language::trf("measured.hint_due", language::arg("line", line))
                      : language::trf("measured.hint_line", language::arg("line", line),
                                      language::arg("why", why_label(row->reason.why)),
                                      language::arg("because", row->reason.because)));
  }
  return text;
}

/// Returns "merged, spilled"; empty while the reason of some line is not known.
std::string labels_of(const std::map<std::uint32_t, const MeasuredLine*>& lines) {
  std::string labels;
  std::set<compare::Why> known;
  for (const auto& [line, row] : lines) {
    if (row->due) return {};
    if (known.insert(row->reason.why).second)
      labels += (labels.empty() ? "" : ", ") + std::string(why_label(row->reason.why));
  }
  return labels;
}

} // namespace

Hint hint_of(const MeasuredTable& table, std::string_view device, const std::string& removed) {
  Hint hint;
  const std::map<std::uint32_t, const MeasuredLine*> lines = gravest_of_lines(table);
  hint.differing_lines = lines.size();
  hint.lines = line_sentences(lines);
  hint.unexplained = static_cast<std::size_t>(
      std::count_if(table.rows.begin(), table.rows.end(), [](const MeasuredLine& row) {
        return row.reason.why == compare::Why::Unexplained && !row.due;
      }));
  const std::string name(device);
  if (hint.unexplained != 0)
    hint.text = language::trf("measured.hint_unexplained", language::arg("count", hint.unexplained),
                              language::arg("device", name));
  else if (hint.differing_lines == 0)
    hint.text = language::trf("measured.hint_equal", language::arg("device", name));
  else if (hint.differing_lines == 1)
    hint.text = language::trf("measured.hint_one", language::arg("device", name));
  else
    hint.text = language::trf("measured.hint_lines", language::arg("count", hint.differing_lines),
                              language::arg("device", name));
  hint.whole = hint.text;
  if (const std::string why = labels_of(lines); hint.unexplained == 0 && !why.empty())
    hint.whole = language::trf("measured.hint_why", language::arg("hint", hint.text),
                               language::arg("why", why));
  if (!removed.empty())
    hint.text = hint.whole = language::trf("measured.hint_cut", language::arg("hint", hint.text),
                                           language::arg("removed", removed));
  return hint;
}

} // namespace warpscope::measuring
