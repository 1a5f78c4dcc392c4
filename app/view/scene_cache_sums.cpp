// Cache: how much is found, how much fits, what L2 is asked for, and the sentence above.
#include "app/language/language.h"
#include "app/view/scene_cache.h"
#include "app/view/wording.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

namespace warpscope::view {
namespace {

using playback::Cache;
using playback::Machine;

/// Indices into machine_l1_bytes that are less than what the launch leaves, and the device's own.
std::vector<std::size_t> l1_stops(const Cache& cache) {
  std::vector<std::size_t> stops;
  for (std::size_t i = 0; i < std::size(playback::machine_l1_bytes); ++i)
    if (playback::machine_l1_bytes[i] < cache.device_bytes) stops.push_back(i);
  return stops;
}

bool mostly_found(const Cache& cache) { return 2 * cache.found() >= cache.asked(); }

std::string rate_text(double share) {
  return percent(static_cast<std::uint64_t>(std::llround(1e6 * std::clamp(share, 0., 1.))), 1'000'000);
}

} // namespace

Headline cache_headline(const SceneRequest& request, SceneKind) {
  Headline h;
  const playback::MachinePtr& machine = request.options.machine.machine;
  if (machine == nullptr || !machine->problem.empty()) {
    if (alarms_of_run(request)) return run_headline(request, {});
    h.tone = Headline::Tone::Plain;
    h.strong = language::tr(machine == nullptr ? "cache.computing_head" : "cache.problem_head");
    h.lead = machine == nullptr ? std::string() : machine->problem;
    return h;
  }
  const Cache& cache = machine->cache;
  if (cache.accesses.empty()) {
    h.strong = language::tr("cache.none_head");
    return h;
  }
  if (cache.asked() == 0) {
    h.tone = Headline::Tone::Plain;
    h.strong = language::tr("cache.stores_head");
    h.lead = language::tr("cache.stores_stay");
    return h;
  }
  h.strong = language::trf(
      "cache.head", language::arg("found", grouped(cache.found())),
      language::arg("asked", language::count_of(cache.asked(), language::Counted::Sector)));
  h.rest = language::tr("cache.head_rest");
  h.lead = language::trf("cache.head_share", language::arg("share", percent(cache.found(), cache.asked())));
  h.lead_is = h.explanation_is = definition::cache_found;
  const auto also = [&h](std::string says) {
    h.explanation = h.explanation.empty()
                        ? std::move(says)
                        : language::trf("machine.and_also", language::arg("one", h.explanation),
                                        language::arg("other", says));
  };
  if (cache.sets == 0) {
    h.tone = Headline::Tone::Conflict;
    also(std::string(language::tr("cache.no_bytes")));
  } else if (cache.again > 0) {
    h.tone = Headline::Tone::Conflict;
    also(language::trf("cache.again", language::arg("count", grouped(cache.again))));
  } else {
    if (!mostly_found(cache))
      h.tone = Headline::Tone::Plain; // no cache does better, but a tick would praise it
    also(std::string(language::tr("cache.once")));
  }
  if (cache.stored > 0) also(std::string(language::tr("cache.stores_stay")));
  if (cache.pending > 0)
    also(language::trf("cache.on_their_way", language::arg("count", grouped(cache.pending))));
  if (cache.assumed && cache.sets > 0) also(std::string(language::tr("cache.assumed")));
  return h;
}

void CacheScene::draw_side() {
  const Box box = parts_.side;
  if (box.w <= 0) return;
  const float f = std::max(.6F, sizes_.f), size = text(15), small = text(13);
  const bool tall = box.h > 300;
  const float figure = std::max(26.F, std::min(76 * f, .16F * box.h));
  float y = box.y + .45F * figure;
  const bool loads = cache_.asked() > 0;
  if (loads) {
    canvas_.defined(definition::cache_found)
        .mid({box.x, y}, percent(cache_.found(), cache_.asked()), figure,
             tone_color(cache_headline(request_, SceneKind::Cache).tone, theme_, figure), Font::Bold);
    y += .68F * figure + .6F * size;
  }
  const auto line = [&](const std::string& says, float at, Color color, Font font = Font::Regular) {
    canvas_.defined(definition::cache_found)
        .mid_if_free({box.x, y}, fit_text(says, font, at, box.w), at, color, font);
    y += 1.35F * at;
  };
  // Of two wordings the one that fits.
  const auto fitting = [&](std::string whole, std::string less, float at) {
    return text_width(whole, Font::Regular, at) <= box.w ? whole : less;
  };
  const float second = tall ? size : small;
  const std::string asked = language::count_of(cache_.asked(), language::Counted::Sector);
  if (loads)
    line(fitting(language::trf("cache.of_sectors", language::arg("sectors", asked)),
                 language::trf("cache.of_sectors_short", language::arg("sectors", asked)), size),
         size, theme_.t1);
  const auto l2 = [&](std::string_view key) {
    return language::trf(key, language::arg("asked", kilobytes(32 * cache_.misses)),
                         language::arg("read", kilobytes(32 * cache_.asked())));
  };
  if (loads) line(fitting(l2("cache.l2_asked"), l2("cache.l2_asked_short"), second), second, theme_.t2);
  const auto sizes = [&](std::string_view key) {
    return language::trf(key, language::arg("sets", cache_.sets), language::arg("ways", cache_.ways),
                         language::arg("bytes", kilobytes(cache_.bytes)));
  };
  line(cache_.assumed ? fitting(sizes("cache.sizes_assumed"), sizes("cache.sizes_assumed_short"), small)
                      : fitting(sizes("cache.sizes"), sizes("cache.sizes_short"), small),
       small, theme_.t3);
  const std::vector<std::size_t> stops = l1_stops(cache_);
  const float slider = stops.size() > 1 ? 3.2F * small : 0;
  const float rest = box.y + box.h - y - slider;
  const Box below{box.x, y + 8 * f, box.w, rest - 10 * f};
  if (loads && machine_.curve.size() > 1 && rest > 92) draw_curve(below);
  else if (rest > 54) draw_lines(below);
  if (slider > 0) draw_l1_slider({box.x, box.y + box.h - 2.4F * small, box.w, 2.4F * small});
}

void CacheScene::draw_curve(Box box) {
  const std::vector<Machine::Point>& curve = machine_.curve;
  const float f = std::max(.6F, sizes_.f), size = text(15), small = text(13);
  box.h = std::min(box.h, 330 * f);
  float y = box.y + .7F * size;
  const bool titled = box.h > 150;
  if (titled) {
    canvas_.mid_if_free({box.x, y}, language::tr("cache.how_much"), size, theme_.t1, Font::SemiBold);
    y += 1.35F * size;
  }
  canvas_.mid_if_free(
      {box.x, y},
      fit_text(language::tr(text_width(language::tr("cache.curve_sub"), Font::Regular, small) <= box.w
                                ? "cache.curve_sub"
                                : "cache.curve_sub_short"),
               Font::Regular, small, box.w),
      small, theme_.t2);
  y += 1.3F * small;
  const bool words = box.h > 210;
  const float left = box.x + text_width("100 %", Font::Regular, small) + 8 * f;
  const Box plot{left, y, box.x + box.w - left - 10 * f,
                 std::max(20.F, box.y + box.h - y - (words ? 4.8F : 2.2F) * small)};
  // By bytes; residents that share all their lines stand side by side all the same.
  bool rises = true;
  for (std::size_t i = 1; i < curve.size(); ++i) rises &= curve[i].in_use > curve[i - 1].in_use;
  const double last = static_cast<double>(std::max<std::uint64_t>(1, curve.back().in_use));
  const bool fits = static_cast<double>(cache_.bytes) <= 2.5 * last;
  const double most = rises && fits ? std::max(last, static_cast<double>(cache_.bytes)) : last;
  const auto x_at = [&](double bytes) { return plot.x + plot.w * static_cast<float>(bytes / most); };
  const auto x_of = [&](std::size_t i) {
    return rises ? x_at(static_cast<double>(curve[i].in_use))
                 : plot.x + plot.w * static_cast<float>(i + 1) / static_cast<float>(curve.size());
  };
  const auto y_of = [&](double share) {
    return plot.y + plot.h * static_cast<float>(1 - std::clamp(share, 0., 1.));
  };
  for (const double at : {0., .5, 1.}) {
    canvas_.line({plot.x, y_of(at)}, {plot.x + plot.w, y_of(at)}, theme_.line, 1);
    canvas_.defined(definition::cache_found)
        .mid_if_free({plot.x - 6 * f, y_of(at)}, rate_text(at), small, theme_.t2, Font::Regular, Anchor::End,
                     1);
  }
  if (rises && fits) {
    const float x = x_at(static_cast<double>(cache_.bytes));
    canvas_.line({x, plot.y}, {x, plot.y + plot.h}, theme_.t1, 1.5F, {2, 4});
    const std::string says = language::trf("cache.l1", language::arg("bytes", kilobytes(cache_.bytes)));
    const bool before = x + text_width(says, Font::Regular, small) + 6 > box.x + box.w;
    canvas_.defined(definition::cache_found)
        .mid_if_free({before ? x - 5 : x + 5, plot.y + .9F * small}, says, small, theme_.t1, Font::Regular,
                     before ? Anchor::End : Anchor::Start);
  }
  for (std::size_t i = 1; i < curve.size(); ++i)
    canvas_.line({x_of(i - 1), y_of(curve[i - 1].found)}, {x_of(i), y_of(curve[i].found)}, theme_.now, 3, {},
                 true);
  std::size_t now = curve.size();
  const float slider = plot.y + plot.h + 4;
  canvas_.fill({plot.x, slider - 1.5F, plot.w, 3}, 1.5F, theme_.edge);
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const Machine::Point& point = curve[i];
    if (point.resident == machine_.resident) now = i;
    const float from = i == 0 ? plot.x : (x_of(i - 1) + x_of(i)) / 2,
                to = i + 1 == curve.size() ? plot.x + plot.w : (x_of(i) + x_of(i + 1)) / 2;
    canvas_.disc({x_of(i), y_of(point.found)}, 2, theme_.now);
    canvas_.hit({from, plot.y, std::max(1.F, to - from), plot.h + 2 * small}, HitKind::Resident,
                point.resident,
                language::trf("cache.point", language::arg("blocks", point.resident),
                              language::arg("bytes", kilobytes(point.in_use)),
                              language::arg("share", rate_text(point.found))));
  }
  const float axis = slider + 1.2F * small;
  if (now < curve.size()) {
    const float x = x_of(now);
    canvas_.fill({plot.x, slider - 1.5F, x - plot.x, 3}, 1.5F, theme_.now);
    canvas_.line({x, y_of(curve[now].found)}, {x, slider}, theme_.now, 2);
    canvas_.disc({x, y_of(curve[now].found)}, 5 * f, theme_.now);
    canvas_.disc({x, y_of(curve[now].found)}, 2.5F * f, theme_.bg1);
    canvas_.disc({x, slider}, 6 * f, theme_.t1);
    const std::string says = kilobytes(curve[now].in_use);
    const float half = text_width(says, Font::SemiBold, small) / 2;
    canvas_.defined(definition::cache_found)
        .mid_if_free({std::clamp(x, box.x + half, box.x + box.w - half), axis}, says, small, theme_.t1,
                     Font::SemiBold, Anchor::Middle);
  }
  canvas_.defined(definition::cache_found)
      .mid_if_free({plot.x + plot.w, axis}, kilobytes(static_cast<std::uint64_t>(most)), small, theme_.t2,
                   Font::Regular, Anchor::End, 4);
  if (!words) return;
  const Machine::Point* fallen = nullptr; // from here on less than nine tenths of the best
  double best = 0;
  for (const Machine::Point& point : curve) best = std::max(best, point.found);
  for (const Machine::Point& point : curve)
    if (fallen == nullptr && best > 0 && point.found < .9 * best && point.in_use > cache_.bytes)
      fallen = &point;
  const auto say = [&](float at, const std::string& words_said, Color color, Font font) {
    canvas_.defined(definition::cache_found)
        .mid_if_free({box.x, at}, fit_text(words_said, font, small, box.w), small, color, font);
  };
  if (fallen != nullptr) {
    say(axis + 1.5F * small,
        language::trf("cache.falls", language::arg("bytes", kilobytes(fallen->in_use)),
                      language::arg("share", rate_text(fallen->found))),
        theme_.t1, Font::SemiBold);
    say(axis + 2.8F * small, std::string(language::tr("cache.falls_why")), theme_.t2, Font::Regular);
  } else {
    say(axis + 1.5F * small,
        std::string(language::tr(cache_.in_use <= cache_.bytes ? "cache.all_fit" : "cache.no_fall")),
        theme_.t2, Font::Regular);
  }
}

void CacheScene::draw_lines(Box box) {
  struct Line {
    std::uint32_t number = 0, origin = 0;
    bool stores = false;
    std::uint64_t sectors = 0, found = 0;
  };
  std::vector<Line> lines; // in the order of the text; a line's loads before its stores
  for (const Access& access : cache_.accesses) {
    const std::uint32_t number = machine_.line_of(access.origin);
    const bool stores = access.found == playback::Found::Stored;
    const auto at = std::find_if(lines.begin(), lines.end(), [&](const Line& line) {
      return std::pair(line.number, line.stores) >= std::pair(number, stores);
    });
    Line& line = at != lines.end() && at->number == number && at->stores == stores
                     ? *at
                     : *lines.insert(at, {.number = number, .origin = access.origin, .stores = stores});
    for (std::uint32_t i = access.first; i < access.first + access.count; ++i) {
      const unsigned asked = cache_.lookups[i].sectors, missed = cache_.lookups[i].misses;
      line.sectors += static_cast<std::uint64_t>(std::popcount(asked));
      line.found += static_cast<std::uint64_t>(std::popcount(asked & ~missed));
    }
  }
  // Lines with much room are larger, and have a bar: as long as what they ask for, filled as far as it is
  // found.
  const float f = std::max(.6F, sizes_.f), size = text(15), small = text(13);
  const float title = 1.9F * size, note = 1.8F * small;
  const float each = (box.h - title - note) / static_cast<float>(std::max<std::size_t>(1, lines.size()));
  const bool roomy = each >= 4.4F * size;
  const float words = roomy ? size : small, row = roomy ? std::min(each, 5.6F * size) : 2.9F * small;
  float y = box.y;
  if (box.h >= title + row) {
    canvas_.mid_if_free({box.x, y + .7F * size}, language::tr("cache.by_lines"), size, theme_.t1,
                        Font::SemiBold);
    y += title;
  }
  const Access& current = cache_.accesses[now()];
  const auto is_current = [&](const Line& line) {
    return machine_.line_of(current.origin) == line.number &&
           (current.found == playback::Found::Stored) == line.stores;
  };
  // Where not all have room, the one of the access at the playhead is among those that do.
  const auto fit = static_cast<std::size_t>(std::max(0.F, (box.y + box.h + .5F - y) / row));
  const auto place = static_cast<std::size_t>(std::find_if(lines.begin(), lines.end(), is_current) -
                                              lines.begin());
  if (place >= fit && place < lines.size() && fit > 0)
    lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(place + 1 - fit));
  std::uint64_t most = 1;
  for (const Line& line : lines) most = std::max(most, line.sectors);
  for (const Line& line : lines) {
    if (y + row > box.y + box.h + .5F) break;
    const bool marked = is_current(line);
    if (marked) canvas_.fill({box.x - 10 * f, y, 3, (roomy ? 4 * size : row) - 6 * f}, 0, theme_.now);
    const std::string name = language::trf("cache.chip_line", language::arg("line", line.number));
    const float end = canvas_.defined(definition::cache_access)
                          .mid({box.x, y + .6F * words}, name, words, theme_.t2);
    const std::string& says = machine_.text_of(line.origin);
    if (!says.empty())
      canvas_.defined(definition::cache_access)
          .mid_if_free({end + 8 * f, y + .6F * words},
                       fit_text(says, Font::Mono, words, box.x + box.w - end - 8 * f), words, theme_.t1,
                       Font::Mono);
    const std::string sectors = language::count_of(line.sectors, language::Counted::Sector);
    std::string counts = line.stores
                             ? language::trf("cache.line_stores", language::arg("sectors", sectors))
                             : language::trf("cache.line_finds", language::arg("found", grouped(line.found)),
                                             language::arg("sectors", sectors));
    if (line.stores && text_width(counts, Font::Regular, words) > box.w)
      counts = language::trf("cache.line_stores_short", language::arg("sectors", sectors));
    canvas_.defined(definition::cache_found)
        .mid_if_free({box.x, y + 1.9F * words}, fit_text(counts, Font::Regular, words, box.w), words,
                     line.stores || line.found > 0 ? theme_.t1 : theme_.conflict_text);
    if (roomy && line.sectors > 0) {
      const auto part = [&](std::uint64_t count) {
        return box.w * static_cast<float>(static_cast<double>(count) / static_cast<double>(most));
      };
      const Box bar{box.x, y + 2.75F * size, std::max(4.F, part(line.sectors)), 9 * f};
      if (line.found > 0 && !line.stores)
        canvas_.fill({bar.x, bar.y, part(line.found), bar.h}, 1, theme_.now);
      canvas_.outline({bar.x + .75F, bar.y + .75F, bar.w - 1.5F, bar.h - 1.5F}, 1,
                      line.stores                 ? theme_.edge
                      : line.found < line.sectors ? theme_.conflict
                                                  : theme_.now,
                      1.5F);
    }
    y += row;
  }
  if (machine_.curve.size() <= 1 && y + note <= box.y + box.h)
    canvas_.mid_if_free({box.x, y + .8F * small},
                        fit_clauses(language::tr("cache.no_curve"), Font::Regular, small, box.w), small,
                        theme_.t3);
}

/// "What if L1 were smaller?": shared memory can leave it less.
void CacheScene::draw_l1_slider(Box box) {
  const float size = text(13);
  const std::vector<std::size_t> stops = l1_stops(cache_);
  const Box track{box.x + 6, box.y + 1.9F * size, box.w - 12, 0};
  canvas_.mid_if_free({box.x, box.y + .6F * size}, language::tr("cache.size_of_l1"), size, theme_.t2);
  canvas_.defined(definition::cache_found)
      .mid_if_free({box.x + box.w, box.y + .6F * size}, kilobytes(cache_.bytes), size, theme_.t1,
                   Font::SemiBold, Anchor::End);
  const auto x_of = [&](std::size_t stop) {
    return track.x + track.w * static_cast<float>(stop) / static_cast<float>(stops.size() - 1);
  };
  std::size_t now = stops.size() - 1;
  for (std::size_t i = stops.size(); i-- > 0;)
    if (playback::machine_l1_bytes[stops[i]] != 0 && cache_.bytes <= playback::machine_l1_bytes[stops[i]])
      now = i;
  canvas_.fill({track.x, track.y - 1.5F, track.w, 3}, 1.5F, theme_.edge);
  canvas_.fill({track.x, track.y - 1.5F, x_of(now) - track.x, 3}, 1.5F, theme_.t1);
  const float half = track.w / static_cast<float>(stops.size() - 1) / 2;
  for (std::size_t i = 0; i < stops.size(); ++i) {
    canvas_.fill({x_of(i) - .75F, track.y - 4, 1.5F, 8}, 0, theme_.edge);
    const std::uint32_t bytes = playback::machine_l1_bytes[stops[i]];
    canvas_.hit({x_of(i) - half, track.y - .9F * size, 2 * half, 1.8F * size}, HitKind::L1Size,
                static_cast<std::uint32_t>(stops[i]),
                bytes == 0
                    ? language::trf("cache.l1_device", language::arg("bytes", kilobytes(cache_.device_bytes)))
                    : language::trf("cache.l1_less", language::arg("bytes", kilobytes(bytes))));
  }
  canvas_.disc({x_of(now), track.y}, 6 * std::max(.6F, sizes_.f), theme_.t1);
}

} // namespace warpscope::view
