// Finds the access that a lesson names, counts it and fills the answer.
#include "app/lesson/lesson.h"

#include "app/document/document.h"
#include "app/language/counted.h"
#include "app/language/language.h"
#include "sim/model/banks.h"
#include "sim/model/constant.h"
#include "sim/model/local.h"
#include "sim/model/occupancy.h"
#include "sim/model/sectors.h"

#include <algorithm>
#include <bit>
#include <set>

namespace warpscope::lesson {

namespace {

/// Counts of one access, or the sum over several.
struct Counts {
  std::uint64_t requests = 0, wavefronts = 0, ideal_wavefronts = 0, bank_conflicts = 0, sectors = 0,
                ideal_sectors = 0, lines = 0, passes = 0;
  std::uint64_t bytes = 0, used_bytes = 0, lanes = 0, words = 0, banks = 0;
  bool shared = false, global = false, constant = false, local = false;
  std::set<std::uint32_t> warps;
};

void add(Counts& c, const trace::BlockTrace& trace, std::size_t index) {
  const trace::BlockTrace::Event& event = trace.event(index);
  const WarpAccess access = trace.access(index);
  const auto lanes = static_cast<std::uint64_t>(std::popcount(access.mask));
  ++c.requests;
  c.lanes += lanes;
  c.warps.insert(event.warp);
  std::set<std::uint32_t> words, banks;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((access.mask >> lane & 1u) == 0) continue;
    for (std::uint32_t byte = 0; byte < std::max(4u, access.width); byte += 4) {
      const std::uint32_t word = (access.offset[lane] + byte) / 4;
      words.insert(word);
      banks.insert(word % 32);
    }
  }
  c.words += words.size();
  if (cost_rule(event.space) == CostRule::Banks) {
    const model::BankCounts n = model::count_banks(access, event.access_kind);
    c.shared = true;
    c.banks += banks.size();
    c.wavefronts += n.wavefronts;
    c.ideal_wavefronts += n.ideal_wavefronts;
    c.bank_conflicts += n.bank_conflicts;
    c.bytes += lanes * access.width;
  } else if (cost_rule(event.space) == CostRule::Sectors) {
    const model::SectorCounts n = model::count_sectors(access, event.access_kind);
    c.global = true;
    c.sectors += n.sectors;
    c.ideal_sectors += n.ideal_sectors;
    c.lines += n.lines;
    c.bytes += n.bytes;
    c.used_bytes += n.used_bytes;
  } else if (cost_rule(event.space) == CostRule::Passes) {
    c.constant = true;
    c.passes += model::count_constant(access).passes;
    c.bytes += lanes * access.width;
  } else if (event.space == Space::Local) {
    // The totals leave it out, since most arrays become registers; a lesson names one that does not.
    c.local = true;
    c.sectors += model::count_local(access).sectors;
    c.bytes += lanes * access.width;
  }
}

void name(std::map<std::string, std::uint64_t>& out, const std::string& prefix, const Counts& c) {
  const auto put = [&](const char* what, std::uint64_t value) { out[prefix + what] = value; };
  put("requests", c.requests);
  put("lanes", c.lanes);
  put("lanes_percent", language::percent_tenths(c.lanes, c.requests * 32));
  put("words", c.words);
  put("bytes", c.bytes);
  put("warps", c.warps.size());
  if (c.shared) {
    put("banks", c.banks);
    put("wavefronts", c.wavefronts);
    put("ideal_wavefronts", c.ideal_wavefronts);
    put("bank_conflicts", c.bank_conflicts);
  }
  if (c.global) {
    put("sectors", c.sectors);
    put("ideal_sectors", c.ideal_sectors);
    put("lines", c.lines);
    put("fetched", c.sectors * 32);
    put("used_percent", language::percent_tenths(c.used_bytes, c.sectors * 32));
  }
  if (c.constant) put("passes", c.passes);
  if (c.local) put("sectors", c.sectors);
}

/// Returns the cost of an access above its ideal, to tell the access that a question is about from its
/// neighbours.
std::uint64_t cost(const trace::BlockTrace& trace, std::size_t index) {
  const trace::BlockTrace::Event& event = trace.event(index);
  const WarpAccess access = trace.access(index);
  if (cost_rule(event.space) == CostRule::Banks)
    return model::count_banks(access, event.access_kind).wavefronts;
  if (cost_rule(event.space) == CostRule::Sectors)
    return model::count_sectors(access, event.access_kind).sectors;
  if (cost_rule(event.space) == CostRule::Passes) return model::count_constant(access).passes;
  if (event.space == Space::Local) return model::count_local(access).sectors;
  return 0;
}

/// Accesses of a line that are searched for the most expensive one: a loop repeats itself.
constexpr std::size_t most_looked_at = 200'000;

/// `local`: of a thread's own array, else of memory that the totals count.
std::optional<LessonPlace> place_on(std::uint32_t line, const run::Result& picture,
                                    const playback::Playback& playback, const PlaceSought& sought,
                                    bool local) {
  const trace::BlockTrace& trace = *playback.trace();
  const std::vector<program::Site>& sites = picture.program->sites;
  const auto wanted = [&](const trace::BlockTrace::Event& event) {
    if (event.kind != trace::StepKind::Access || event.site_or_pc >= sites.size() ||
        sites[event.site_or_pc].span.line != line)
      return false;
    if (local ? event.space != Space::Local : cost_rule(event.space) == CostRule::Uncounted) return false;
    if (sought.warp && event.warp != *sought.warp) return false;
    return sought.access.empty() || sought.access == name_of(event.access_kind);
  };
  std::optional<LessonPlace> best;
  std::uint64_t most = 0;
  std::uint32_t runs = 0, site = ~0u, warp = 0;
  std::size_t looked_at = 0;
  for (std::size_t i = 0; i < trace.size() && looked_at < most_looked_at; ++i) {
    const trace::BlockTrace::Event& event = trace.event(i);
    if (!wanted(event)) continue;
    ++looked_at;
    if (sought.turn > 0) {
      // Executions of one access by one warp: the first warp that reaches it.
      if (site == ~0u) {
        site = event.site_or_pc;
        warp = event.warp;
      }
      if (event.site_or_pc == site && event.warp == warp && ++runs == sought.turn)
        return LessonPlace{line, site, i};
    } else if (const std::uint64_t n = cost(trace, i); !best || n > most) {
      most = n;
      best = LessonPlace{line, event.site_or_pc, i};
    }
  }
  return best;
}

} // namespace

std::uint32_t line_with(const source::Scenario& scenario, std::string_view piece) {
  if (piece.empty()) return 0;
  const std::string& text = scenario.text;
  // After the header, which contains the piece, too.
  std::size_t from = 0;
  for (std::uint32_t line = 1; line < scenario.header.end_line && from < text.size(); ++line)
    from = std::min(text.find('\n', from), text.size() - 1) + 1;
  const std::size_t at = text.find(piece, from);
  if (at == std::string::npos) return 0;
  return 1 + static_cast<std::uint32_t>(
                 std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

std::optional<LessonPlace> find_place(const run::Result& picture, const playback::Playback& playback,
                                      const PlaceSought& sought, std::string& why_not) {
  const std::uint32_t line = line_with(picture.scenario, sought.at);
  if (line == 0) {
    why_not = language::trf("lesson.line_gone", language::arg("code", sought.at));
    return std::nullopt;
  }
  std::optional<LessonPlace> place = place_on(line, picture, playback, sought, false);
  if (!place) place = place_on(line, picture, playback, sought, true);
  if (!place) why_not = language::trf("lesson.line_idle", language::arg("code", sought.at));
  return place;
}

std::map<std::string, std::uint64_t> lesson_counts(const trace::BlockTrace& trace, const LessonPlace& place) {
  std::map<std::string, std::uint64_t> out;
  Counts one, all;
  add(one, trace, place.event);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const trace::BlockTrace::Event& event = trace.event(i);
    if (event.kind == trace::StepKind::Access && event.site_or_pc == place.site &&
        event.space == trace.event(place.event).space)
      add(all, trace, i);
  }
  name(out, "", one);
  name(out, "line_", all);
  return out;
}

std::map<std::string, std::uint64_t> occupancy_counts(const run::Result& picture, const Device& device) {
  const model::Occupancy fits = model::occupancy(
      device, {.threads = picture.launch.block.count(),
               .registers_per_thread = 0,
               .shared_bytes = std::uint64_t{picture.program->kernels[picture.kernel].shared_bytes} +
                               picture.launch.dynamic_shared_bytes});
  if (!fits.illegal.empty()) return {};
  return {{"fitting_blocks", fits.blocks_per_sm}, {"fitting_warps", fits.warps_per_sm}};
}

std::optional<std::string> fill_answer(std::string_view text,
                                       const std::map<std::string, std::uint64_t>& counts,
                                       const std::map<std::string, std::string>& words) {
  std::string out;
  while (!text.empty()) {
    const std::size_t open = text.find('{');
    out += text.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t close = text.find('}', open);
    if (close == std::string_view::npos) return std::nullopt;
    const std::string inside(text.substr(open + 1, close - open - 1));
    text = text.substr(close + 1);
    const std::size_t blank = inside.find(' ');
    const std::string key = inside.substr(0, blank),
                      noun = blank == std::string::npos ? "" : inside.substr(blank + 1);
    if (const auto count = counts.find(key); count != counts.end()) {
      out += count->first.ends_with("_percent") ? language::percent_text(count->second)
                                                : grouped(count->second);
      if (noun.empty()) continue;
      out += " " + noun; // the lab's own noun, which is English
      const bool hisses = noun.ends_with("s") || noun.ends_with("ch") || noun.ends_with("sh");
      if (count->second != 1) out += hisses ? "es" : "s";
    } else if (const auto word = words.find(key); word != words.end()) {
      out += word->second;
    } else {
      return std::nullopt;
    }
  }
  return out;
}

std::optional<LessonAnswer> answer_lesson(const run::Result& picture, const playback::Playback& playback,
                                          std::string& why_not) {
  if (!picture.scenario.lesson || playback.trace() == nullptr || !picture.program) {
    why_not = language::tr("lesson.none");
    return std::nullopt;
  }
  const source::Lesson& lesson = *picture.scenario.lesson;
  const std::optional<LessonPlace> place = find_place(
      picture, playback, {lesson.at, lesson.access, lesson.turn, std::nullopt}, why_not);
  if (!place) return std::nullopt;
  std::map<std::string, std::uint64_t> counts = lesson_counts(*playback.trace(), *place);
  if (!lesson.beside.empty()) {
    const std::optional<LessonPlace> other = find_place(picture, playback,
                                                        {lesson.beside, "", 0, std::nullopt}, why_not);
    if (!other) return std::nullopt;
    for (const auto& [key, value] : lesson_counts(*playback.trace(), *other))
      if (!key.starts_with("line_")) counts["other_" + key] = value;
  }
  std::map<std::string, std::string> words;
  for (const auto& [parameter, value] : picture.launch.macros) words[parameter] = value;
  std::optional<std::string> sentence = fill_answer(lesson.answer, counts, words);
  if (!sentence) {
    why_not = language::tr("lesson.no_count");
    return std::nullopt;
  }
  LessonAnswer answer;
  answer.place = *place;
  answer.last_wavefront = std::max(1u, playback.steps_of(place->event)) - 1;
  answer.sentence = std::move(*sentence);
  return answer;
}

} // namespace warpscope::lesson
