// Makes blocks, counts and cards of a program's record.
#include "app/results/launches.h"

#include "app/document/words.h"
#include "app/language/language.h"
#include "app/language/sentence.h"
#include "sim/base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace warpscope::results {

namespace {

std::string box(Dim3 d) {
  std::string text = std::to_string(d.x);
  if (d.y != 1 || d.z != 1) text += "×" + std::to_string(d.y);
  if (d.z != 1) text += "×" + std::to_string(d.z);
  return text;
}

/// None of its blocks came to an end before its budget did.
bool never_ended(const whole::LaunchRecord& launch) {
  return launch.result.run.simulated_blocks == 0 &&
         launch.result.run.status == exec::RunStatus::BudgetExceeded;
}

LaunchItem item_of(const whole::LaunchRecord& launch, std::size_t index) {
  LaunchItem item;
  item.of = {index};
  item.name = launch.result.launch.kernel;
  if (const std::size_t space = item.name.find('('); space != std::string::npos) item.name.resize(space);
  item.detail = box(launch.result.launch.grid) + " × " + box(launch.result.launch.block);
  item.seconds = launch.seconds;
  item.place = launch.place;
  item.repeats = launch.repeats;
  item.total = launch.seconds * static_cast<double>(1 + launch.repeats);
  item.never_ran = launch.result.run.simulated_blocks == 0;
  item.never_ended = never_ended(launch);
  item.failed = launch.error != 0;
  item.race = !launch.result.hazards.empty();
  return item;
}

/// A launch that CUDA refused: it is only told of.
struct NeverRan {
  std::string kernel, why;
  bool unread = false;
};
std::optional<NeverRan> never_ran(const whole::Finding& finding) {
  if (finding.kind != "error-not-read" && finding.kind != "launch-failed") return std::nullopt;
  constexpr std::string_view begin = "kernel '", end = "' never ran: ";
  const std::size_t to = finding.message.find(end);
  if (!finding.message.starts_with(begin) || to == std::string::npos) return std::nullopt;
  NeverRan made;
  made.kernel = finding.message.substr(begin.size(), to - begin.size());
  made.why = finding.message.substr(to + end.size());
  made.unread = finding.kind == "error-not-read";
  if (const std::size_t rest = made.why.find("; nobody asked"); rest != std::string::npos)
    made.why.resize(rest);
  return made;
}

std::string without_parameters(std::string name) {
  if (const std::size_t open = name.find('('); open != std::string::npos) name.resize(open);
  return name;
}

/// The launch that a finding tells of is among the others.
bool is_recorded(const whole::Record& record, const whole::Finding& finding) {
  return std::any_of(record.launches.begin(), record.launches.end(), [&](const whole::LaunchRecord& launch) {
    return launch.error != 0 && launch.place == finding.place && launch.result.run.simulated_blocks == 0;
  });
}

/// They stand behind the last launch or copy from a line above theirs.
void add_never_ran(const whole::Record& record, std::vector<LaunchItem>& items) {
  for (const whole::Finding& finding : record.findings) {
    const std::optional<NeverRan> told = never_ran(finding);
    if (!told || is_recorded(record, finding)) continue;
    LaunchItem item;
    item.name = without_parameters(told->kernel);
    item.detail = told->why.substr(0, told->why.find(", "));
    item.never_ran = item.failed = true;
    item.place = finding.place;
    item.why = told->why;
    std::size_t at = items.size();
    while (at > 0 &&
           (items[at - 1].place.file != item.place.file || items[at - 1].place.line > item.place.line))
      --at;
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(at == 0 ? items.size() : at), std::move(item));
  }
}

LaunchItem item_of(const whole::CopyRecord& copy, std::size_t index) {
  LaunchItem item;
  item.of = {index};
  item.kind = copy.from.empty()     ? LaunchItem::Kind::Fill
              : copy.to == "host"   ? LaunchItem::Kind::ToHost
              : copy.from == "host" ? LaunchItem::Kind::ToDevice
                                    : LaunchItem::Kind::OnDevice;
  item.name = item.kind == LaunchItem::Kind::ToHost     ? "D2H"
              : item.kind == LaunchItem::Kind::ToDevice ? "H2D"
              : item.kind == LaunchItem::Kind::OnDevice ? "D2D"
                                                        : "set";
  item.detail = size_words(copy.bytes);
  item.place = copy.place;
  item.seconds = copy.seconds;
  item.total = copy.seconds * static_cast<double>(1 + copy.repeats);
  item.repeats = copy.repeats;
  return item;
}

/// One loop's launches: they differ by what lies in memory alone.
bool same_launch(const whole::Record& record, const LaunchItem& a, const LaunchItem& b) {
  if (!a.is_launch() || !b.is_launch() || a.never_ran || b.never_ran || a.failed || b.failed) return false;
  return a.name == b.name && a.detail == b.detail &&
         record.launches[a.of.front()].place == record.launches[b.of.front()].place;
}

/// Neighbours that look the same become one.
std::vector<LaunchItem> folded(std::vector<LaunchItem> items) {
  std::vector<LaunchItem> few;
  for (LaunchItem& item : items) {
    LaunchItem* last = few.empty() ? nullptr : &few.back();
    if (last == nullptr || last->kind != item.kind || last->name != item.name ||
        last->never_ran != item.never_ran || last->race != item.race) {
      few.push_back(std::move(item));
      continue;
    }
    last->seconds += item.seconds;
    last->total += item.total;
    last->repeats += item.repeats;
    last->of.insert(last->of.end(), item.of.begin(), item.of.end());
    if (last->detail != item.detail) last->detail.clear();
  }
  return few;
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return language::trf(count == 1 ? one : many, language::arg("count", grouped(count)));
}

/// What a kind of finding is called; empty: its message says all.
std::string_view title_key(std::string_view kind) {
  constexpr std::pair<std::string_view, std::string_view> keys[] = {
      {"launch-failed", "finding.launch_failed"},
      {"unsupported", "finding.launch_failed"},
      {"out-of-bounds", "finding.out_of_bounds"},
      {"null-pointer", "finding.out_of_bounds"},
      {"misaligned", "finding.misaligned"},
      {"race", "finding.race"},
      {"budget", "finding.budget"},
      {"leak", "finding.leak"},
      {"host-dereference", "finding.host_dereference"},
      {"use-after-free", "finding.use_after_free"},
      {"double-free", "finding.double_free"},
      {"denied", "finding.denied"},
      {"barrier-divergence", "finding.barrier"},
      {"uninitialised-read", "finding.uninitialised"}};
  for (const auto& [name, key] : keys)
    if (name == kind) return key;
  return {};
}

std::string kernel_of(const whole::Record& record, std::uint32_t number) {
  for (const whole::LaunchRecord& launch : record.launches)
    if (launch.number == number) return launch.result.launch.kernel;
  return {};
}

} // namespace

bool LaunchItem::holds(std::size_t launch) const {
  return is_launch() && std::find(of.begin(), of.end(), launch) != of.end();
}

std::vector<LaunchItem> launch_items(const whole::Record& record, std::size_t most) {
  std::vector<LaunchItem> items;
  items.reserve(record.steps.size());
  for (const whole::Step& step : record.steps) {
    LaunchItem item = step.kind == whole::Step::Kind::Launch
                          ? item_of(record.launches[step.index], step.index)
                          : item_of(record.copies[step.index], step.index);
    LaunchItem* last = items.empty() ? nullptr : &items.back();
    if (last == nullptr || !same_launch(record, *last, item)) {
      items.push_back(std::move(item));
      continue;
    }
    last->of.push_back(item.of.front());
    last->repeats += 1 + item.repeats;
    last->total += item.total;
    last->seconds = last->total / static_cast<double>(1 + last->repeats);
    last->race = last->race || item.race;
  }
  add_never_ran(record, items);
  return items.size() > most ? folded(std::move(items)) : items;
}

ProgramCounts program_counts(const whole::Record& record) {
  ProgramCounts counts;
  for (const whole::LaunchRecord& launch : record.launches) {
    counts.launches += 1 + launch.repeats;
    if (never_ended(launch)) counts.never_ended += 1 + launch.repeats;
    else if (launch.result.run.simulated_blocks == 0) counts.never_ran += 1 + launch.repeats;
    else counts.executed += 1, counts.repeats += launch.repeats;
    counts.seconds += launch.seconds * static_cast<double>(1 + launch.repeats);
  }
  counts.launches += record.launches_left_out;
  for (const whole::Finding& finding : record.findings)
    if (never_ran(finding) && !is_recorded(record, finding))
      counts.never_ran += finding.count, counts.launches += finding.count;
  for (const whole::CopyRecord& copy : record.copies)
    counts.seconds += copy.seconds * static_cast<double>(1 + copy.repeats);
  return counts;
}

std::string program_words(const whole::Record& record) {
  std::string text = record.end.cancelled
                         ? std::string(language::tr("program.stopped"))
                         : language::trf("program.exit_code", language::arg("code", record.end.code));
  const ProgramCounts counts = program_counts(record);
  text += " · " + counted(counts.launches, "program.launches_one", "program.launches");
  std::string parts;
  const auto part = [&](std::uint64_t count, std::string_view one, std::string_view many) {
    if (count == 0) return;
    parts += (parts.empty() ? ": " : ", ") + counted(count, one, many);
  };
  if (counts.repeats + counts.never_ran + counts.never_ended != 0)
    part(counts.executed, "program.executed", "program.executed");
  part(counts.repeats, "program.repeats_one", "program.repeats");
  part(counts.never_ran, "program.never_ran", "program.never_ran");
  part(counts.never_ended, "program.never_ended", "program.never_ended");
  return text + parts;
}

std::string modelled_time(double seconds) {
  const auto digits = [](double value, std::string_view unit) {
    return fmt::format("{:.{}f} {}", value, value < 10 ? 2 : value < 100 ? 1 : 0, unit);
  };
  if (seconds <= 0) return "0 µs";
  if (seconds < 1e-3) return digits(seconds * 1e6, "µs");
  if (seconds < 1) return digits(seconds * 1e3, "ms");
  return digits(seconds, "s");
}

std::string size_words(std::uint64_t bytes) {
  constexpr std::string_view units[] = {"B", "KiB", "MiB", "GiB"};
  std::size_t unit = 0;
  auto value = static_cast<double>(bytes);
  while (value >= 1024 && unit < 3) value /= 1024, ++unit;
  const bool whole = value == static_cast<double>(static_cast<std::uint64_t>(value));
  return fmt::format("{:.{}f} {}", value, value < 10 && !whole ? 1 : 0, units[unit]);
}

std::string item_words(const whole::Record& record, const LaunchItem& item) {
  std::string text;
  if (item.of.empty()) {
    text = language::trf("program.refused_tip", language::arg("kernel", item.name),
                         language::arg("line", item.place.line), language::arg("why", item.why));
  } else if (item.is_launch()) {
    const whole::LaunchRecord& launch = record.launches[item.of.front()];
    const source::ResolvedLaunch& sizes = launch.result.launch;
    text = language::trf("program.launch_tip", language::arg("kernel", sizes.kernel),
                         language::arg("grid", box(sizes.grid)), language::arg("block", box(sizes.block)),
                         language::arg("shared", grouped(sizes.dynamic_shared_bytes)),
                         language::arg("stream", launch.stream), language::arg("line", launch.place.line));
    if (item.never_ran || item.failed) text += "\n" + language::as_sentence(launch.error_text);
    else if (launch.modelled)
      text += "\n" + language::trf("program.time_tip", language::arg("time", modelled_time(launch.seconds)));
    if (item.repeats > 0)
      text += "\n" + language::trf("program.repeat_tip", language::arg("count", grouped(item.repeats + 1)),
                                   language::arg("executed", grouped(item.of.size())),
                                   language::arg("time", modelled_time(item.total)));
  } else {
    const whole::CopyRecord& copy = record.copies[item.of.front()];
    text = language::trf(copy.from.empty() ? "program.fill_tip" : "program.copy_tip",
                         language::arg("call", copy.function), language::arg("from", copy.from),
                         language::arg("to", copy.to), language::arg("bytes", grouped(copy.bytes)),
                         language::arg("stream", copy.stream), language::arg("line", copy.place.line)) +
           "\n" + language::trf("program.time_tip", language::arg("time", modelled_time(copy.seconds)));
  }
  if (item.of.size() > 1 && item.repeats == 0)
    text += "\n" + language::trf("program.folded_tip", language::arg("count", grouped(item.of.size())),
                                 language::arg("time", modelled_time(item.seconds)));
  return text;
}

namespace {

/// From 1, in the order of the row: the repeats of a launch stand behind it.
std::uint64_t number_of(const whole::Record& record, std::size_t launch) {
  std::uint64_t number = 1;
  for (std::size_t i = 0; i < launch; ++i) number += 1 + record.launches[i].repeats;
  return number;
}

} // namespace

std::vector<RepeatRow> repeat_rows(const whole::Record& record, const LaunchItem& item, std::size_t most) {
  std::vector<RepeatRow> rows;
  for (const std::size_t index : item.of) {
    if (rows.size() >= most) break;
    const whole::LaunchRecord& launch = record.launches[index];
    const std::string time = modelled_time(launch.seconds);
    const std::uint64_t number = number_of(record, index);
    rows.push_back({index, language::trf("program.repeat_executed", language::arg("number", grouped(number)),
                                         language::arg("time", time))});
    if (launch.repeats > 0)
      rows.push_back({std::nullopt, language::trf(launch.repeats == 1 ? "program.repeat_counted_one"
                                                                      : "program.repeat_counted",
                                                  language::arg("first", grouped(number + 1)),
                                                  language::arg("last", grouped(number + launch.repeats)),
                                                  language::arg("time", time))});
  }
  return rows;
}

std::string launch_position(const whole::Record& record, std::size_t launch, std::uint64_t block,
                            bool brief) {
  if (launch >= record.launches.size()) return {};
  const whole::LaunchRecord& at = record.launches[launch];
  return language::trf(brief ? "program.position_short" : "program.position",
                       language::arg("number", grouped(number_of(record, launch))),
                       language::arg("count", grouped(program_counts(record).launches)),
                       language::arg("block", grouped(block + 1)),
                       language::arg("blocks", grouped(at.result.launch.grid.count())));
}

std::vector<FindingCard> finding_cards(const whole::Record& record, const std::string& file) {
  std::vector<FindingCard> cards;
  if (!record.end.sentence.empty() && !record.end.cancelled) {
    const bool told = std::any_of(record.findings.begin(), record.findings.end(), [&](const auto& f) {
      return f.message.find(record.end.sentence) != std::string::npos;
    });
    if (!told)
      cards.push_back({~std::size_t{0},
                       language::as_sentence(document::without_options(record.end.sentence)),
                       {},
                       true,
                       false,
                       record.end.place.file,
                       record.end.place.line});
  }
  for (std::size_t i = 0; i < record.findings.size(); ++i) {
    const whole::Finding& finding = record.findings[i];
    FindingCard card;
    card.index = i;
    card.error = finding.severity == Severity::Error;
    card.race = finding.kind == "race" || finding.kind == "stream-race";
    card.file = finding.place.file;
    card.line = finding.place.line;
    std::string what = language::as_sentence(document::without_options(finding.message));
    if (const std::optional<NeverRan> told = never_ran(finding)) {
      what = language::trf(told->unread ? "finding.never_ran_unread" : "finding.launch_failed",
                           language::arg("kernel", without_parameters(told->kernel)));
      card.why = language::as_sentence(told->why);
    } else if (const std::string_view known = title_key(finding.kind); !known.empty()) {
      card.why = std::exchange(
          what, language::trf(
                    known, language::arg("kernel", without_parameters(kernel_of(record, finding.launch)))));
    } else if (const std::size_t clause = what.find("; "); what.size() > 60 && clause != std::string::npos) {
      card.why = language::as_sentence(what.substr(clause + 2));
      what.resize(clause);
    }
    if (!card.why.empty() && card.why.back() != '.') card.why += '.';
    if (finding.related_place.known())
      card.why += (card.why.empty() ? "" : " ") +
                  language::trf("program.related", language::arg("what", finding.related),
                                language::arg("line", finding.related_place.line));
    if (finding.count > 1)
      card.why += (card.why.empty() ? "" : " ") + counted(finding.count, "program.times", "program.times");
    card.title = what;
    if (card.line != 0) {
      const bool here = card.file == file || card.file.empty();
      const std::string name = card.file.substr(card.file.rfind('/') + 1);
      card.title = language::trf(here ? "program.line_title" : "program.line_title_file",
                                 language::arg("line", card.line), language::arg("file", name),
                                 language::arg("what", what));
    }
    cards.push_back(std::move(card));
  }
  return cards;
}

} // namespace warpscope::results
