// Cache: the accesses of one warp, a strand to the set of each line, the sets as columns of ways, and what
// the last accesses found. Who finds what comes from sim/multiprocessor; here it is only drawn.
#include "app/view/scene_cache.h"

#include "app/language/language.h"
#include "app/playback/run.h"
#include "app/view/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace warpscope::view {
namespace {

using multiprocessor::Lookup;
using playback::Cache;
using playback::CacheCell;
using playback::Found;

} // namespace

std::string_view found_key(Found found) {
  switch (found) {
  case Found::Stored: return "cache.stored";
  case Found::Hit: return "cache.hit";
  case Found::Pending: return "cache.waits";
  default: return "cache.miss";
  }
}

CacheScene::CacheScene(const SceneRequest& request)
    : request_(request), machine_(*request.options.machine.machine), cache_(machine_.cache),
      theme_(theme_of(request)), canvas_(request.options.frame.width, request.options.frame.height, theme_),
      sizes_(sizes_for(request)), parts_(cache_parts(request)),
      cells_(playback::cells_after(cache_, parts_.accesses.back())) {
  const Access& access = cache_.accesses[now()];
  cycle_ = cache_.lookups[access.first + access.count - 1].cycle;
}

CacheLook CacheScene::look_of(std::uint32_t place) const {
  const CacheCell& cell = cells_[place];
  if (cell.line == CacheCell::none) return CacheLook::Empty;
  const Access& access = cache_.accesses[now()];
  std::optional<Found> touched;
  for (std::uint32_t at = access.first; at < access.first + access.count; ++at)
    if (cache_.lookups[at].place == place)
      touched = std::max(touched.value_or(Found::Stored), playback::found_of(cache_.lookups[at]));
  if (touched)
    return *touched == Found::Miss      ? CacheLook::Miss
           : *touched == Found::Pending ? CacheLook::Waits
           : *touched == Found::Hit     ? CacheLook::Hit
                                        : CacheLook::Stored;
  if (cell.arrives > cycle_) return CacheLook::InFlight;
  return cell.used + cache_history > now() ? CacheLook::Recent : CacheLook::Older;
}

void CacheScene::draw_chips() {
  const float size = text(parts_.chips.h > 34 ? 18 : 15), small = text(15);
  const float w = parts_.chip_w;
  if (parts_.names_w > 0) {
    const Access& access = cache_.accesses[now()];
    canvas_.defined(definition::cache_access)
        .mid_if_free({parts_.names_x, parts_.chips.y + .28F * parts_.chips.h},
                     language::trf("cache.warp", language::arg("warp", access.warp)), small, theme_.t1,
                     Font::SemiBold);
    canvas_.defined(definition::cache_access)
        .mid_if_free({parts_.names_x, parts_.chips.y + .28F * parts_.chips.h + 1.2F * small},
                     language::trf("cache.block", language::arg("block", grouped(access.block))), text(13),
                     theme_.t2);
  }
  float x = parts_.chips.x;
  for (const std::size_t number : parts_.accesses) {
    const Access& access = cache_.accesses[number];
    const Box box{x, parts_.chips.y, w, parts_.chips.h};
    const bool hit = access.found == Found::Hit, current = number == now();
    const bool stored = access.found == Found::Stored;
    const bool filled = hit && current;
    if (stored) {
      const float wide = (current ? 3.5F : 2.F) * (box.h < 30 ? .7F : 1);
      canvas_.fill(box, 4, theme_.bg2);
      canvas_.outline({box.x + wide / 2, box.y + wide / 2, box.w - wide, box.h - wide}, 4, theme_.now, wide);
    } else if (filled) canvas_.fill(box, 4, theme_.now);
    else if (hit) canvas_.outline({box.x + 1, box.y + 1, box.w - 2, box.h - 2}, 4, theme_.now, 2);
    else if (access.found == Found::Pending) {
      canvas_.fill({box.x, box.y + .82F * box.h, box.w, .18F * box.h}, 2, mix(theme_.now, theme_.bg1, .5F));
      canvas_.outline({box.x + 1, box.y + 1, box.w - 2, box.h - 2}, 4, theme_.conflict, 2, {6, 4});
    } else {
      canvas_.fill(box, 4, theme_.bg2);
      const float wide = (current ? 3.5F : 2.F) * (box.h < 30 ? .7F : 1);
      canvas_.outline({box.x + wide / 2, box.y + wide / 2, box.w - wide, box.h - wide}, 4, theme_.conflict,
                      wide, {8, 5});
    }
    const float y = box.y + box.h / 2, pad = 12 * sizes_.f;
    const Color ink = filled ? theme_.on_now : theme_.t1;
    const std::string_view found = language::tr(found_key(access.found));
    const float status = text_width(found, Font::SemiBold, small) + (hit ? .9F * small + 6 : 0);
    float end = box.x + box.w - pad;
    if (box.w > status + 2 * pad) {
      const Color tint = filled ? theme_.on_now : hit || stored ? theme_.now : theme_.conflict_text;
      canvas_.mid({end, y}, found, small, access.found == Found::Pending ? theme_.t1 : tint, Font::SemiBold,
                  Anchor::End);
      end -= text_width(found, Font::SemiBold, small) + 6;
      if (hit) {
        canvas_.icon(Icon::Check, {end - .4F * small, y}, .7F * small, tint);
        end -= .9F * small;
      }
    }
    const std::string line = language::trf("cache.chip_line",
                                           language::arg("line", machine_.line_of(access.origin)));
    const std::string& says = machine_.text_of(access.origin);
    const float room = std::max(0.F, end - box.x - 2 * pad);
    float code = size; // the text of the access, smaller before it gives way to its line
    while (code > sizes_.least && text_width(says, Font::MonoBold, code) > room) --code;
    const float beside = text_width(line, Font::Regular, small) + 10 * sizes_.f;
    const float wide = text_width(says, Font::MonoBold, code);
    if (says.empty() || wide > room) {
      canvas_.defined(definition::cache_access)
          .mid({box.x + pad, y}, fit_text(line, Font::SemiBold, small, room), small, ink, Font::SemiBold);
    } else {
      canvas_.defined(definition::cache_access).mid({box.x + pad, y}, says, code, ink, Font::MonoBold);
      if (wide + beside <= room)
        canvas_.defined(definition::cache_access)
            .mid({end - 8, y}, line, small, filled ? ink : theme_.t2, Font::Regular, Anchor::End);
    }
    canvas_.hit(box, HitKind::CacheAccess, static_cast<std::uint32_t>(number),
                access_words(number) + std::string(language::tr("cache.click")));
    x += w + parts_.gap;
  }
}

void CacheScene::draw_strands() {
  const float w = parts_.chip_w;
  const float top = parts_.chips.y + parts_.chips.h + 2, bottom = parts_.sets_y - 2,
              middle = (top + bottom) / 2;
  const float wide = std::clamp(.1F * parts_.column, 2.F, 7.F);
  for (std::size_t i = 0; i < parts_.accesses.size(); ++i) {
    const Access& access = cache_.accesses[parts_.accesses[i]];
    const bool current = parts_.accesses[i] == now();
    const float x = parts_.chips.x + static_cast<float>(i) * (w + parts_.gap);
    for (std::uint32_t at = 0; at < access.count; ++at) {
      const Lookup& lookup = cache_.lookups[access.first + at];
      if (lookup.place == Lookup::nothing) continue;
      const auto set = std::find(parts_.sets.begin(), parts_.sets.end(), lookup.place / cache_.ways);
      if (set == parts_.sets.end()) continue;
      const float from = x + w * (static_cast<float>(at) + .5F) / static_cast<float>(access.count),
                  to = parts_.column_x(static_cast<std::size_t>(set - parts_.sets.begin())) +
                       parts_.cell_w / 2;
      const Found found = playback::found_of(lookup);
      const Color color = !current ? theme_.edge : found <= Found::Hit ? theme_.now : theme_.conflict;
      const float width = !current ? 1.5F : found == Found::Stored ? .5F * wide : wide;
      const Dash dash = found == Found::Miss ? Dash{8, 5} : found == Found::Pending ? Dash{2, 5} : Dash{};
      if (current)
        canvas_.curve({{from, top},
                       {from, middle},
                       {to, middle},
                       {to, bottom},
                       width + 4,
                       theme_.bg1,
                       theme_.bg1,
                       1,
                       {},
                       false});
      canvas_.curve({{from, top},
                     {from, middle},
                     {to, middle},
                     {to, bottom},
                     width,
                     color,
                     color,
                     1,
                     dash,
                     found == Found::Pending});
    }
  }
}

void CacheScene::draw_sets() {
  const float size = std::min(text(15), std::max(sizes_.least, parts_.sets_h - 2));
  const Access& access = cache_.accesses[now()];
  if (parts_.names_w > 0)
    canvas_.defined(definition::cache_set)
        .mid_if_free({parts_.names_x, parts_.sets_y + parts_.sets_h / 2}, language::tr("cache.sets"), size,
                     theme_.t2);
  for (std::size_t i = 0; i < parts_.sets.size(); ++i) {
    const Box box{parts_.column_x(i), parts_.sets_y, parts_.cell_w, parts_.sets_h};
    std::optional<Found> touched;
    for (std::uint32_t at = access.first; at < access.first + access.count; ++at)
      if (cache_.lookups[at].place / cache_.ways == parts_.sets[i])
        touched = std::max(touched.value_or(Found::Stored), playback::found_of(cache_.lookups[at]));
    const std::string number = std::to_string(parts_.sets[i]);
    const float number_w = text_width(number, touched ? Font::MonoBold : Font::Mono, size);
    // Where the number would touch it, the frame is a line below.
    const auto frame = [&](Color color, float wide, Dash dash) {
      const float half = wide / 2;
      if (number_w <= box.w - cache_set_frame)
        canvas_.outline({box.x + half, box.y + half, box.w - wide, box.h - wide}, 3, color, wide, dash);
      else
        canvas_.line({box.x, box.y + box.h - half}, {box.x + box.w, box.y + box.h - half}, color, wide, dash);
    };
    Color ink = theme_.t2;
    if (!touched) {
      canvas_.fill(box, 3, theme_.bg2);
    } else if (*touched == Found::Hit) {
      canvas_.fill(box, 3, theme_.now);
      ink = theme_.on_now;
    } else if (*touched == Found::Stored) {
      canvas_.fill(box, 3, theme_.bg2);
      frame(theme_.now, 2, {});
      ink = theme_.t1;
    } else {
      canvas_.fill(box, 3, theme_.bg2);
      frame(theme_.conflict, 2.5F, *touched == Found::Miss ? Dash{6, 4} : Dash{2, 3});
      ink = theme_.t1;
    }
    if (number_w <= box.w - 2)
      canvas_.defined(definition::cache_set)
          .mid({box.x + box.w / 2, box.y + box.h / 2}, number, size, ink,
               touched ? Font::MonoBold : Font::Mono, Anchor::Middle);
    canvas_.hit(box, HitKind::Text, 0,
                language::trf("cache.set_tip", language::arg("set", parts_.sets[i]),
                              language::arg("ways", cache_.ways)));
  }
}

void CacheScene::draw_small(CacheLook look, Box box) {
  switch (look) {
  case CacheLook::Hit: canvas_.fill(box, 0, theme_.now); break;
  case CacheLook::Stored:
    if (box.w < 5 || box.h < 5) canvas_.fill(box, 0, mix(theme_.now, theme_.bg1, .6F));
    else canvas_.outline({box.x + 1, box.y + 1, box.w - 2, box.h - 2}, 0, theme_.now, 2);
    break;
  case CacheLook::Waits:
    canvas_.fill({box.x, box.y + box.h / 2, box.w, box.h / 2}, 0, theme_.now);
    canvas_.outline({box.x + .5F, box.y + .5F, box.w - 1, box.h - 1}, 0, theme_.conflict, 1);
    break;
  case CacheLook::Miss:
    if (box.w < 5 || box.h < 5) canvas_.fill(box, 0, theme_.conflict);
    else canvas_.outline({box.x + 1, box.y + 1, box.w - 2, box.h - 2}, 0, theme_.conflict, 2);
    break;
  case CacheLook::InFlight:
    canvas_.outline({box.x + .5F, box.y + .5F, box.w - 1, box.h - 1}, 0, theme_.conflict, 1);
    break;
  case CacheLook::Recent: canvas_.fill(box, 0, theme_.edge); break;
  case CacheLook::Older: canvas_.fill(box, 0, theme_.bg3); break;
  case CacheLook::Empty: break;
  }
}

void CacheScene::draw_cell(CacheLook look, const CacheCell* of, Box box) {
  if (box.w < 9 || box.h < 9) {
    if (look == CacheLook::Empty) canvas_.fill(box, 0, theme_.bg2);
    return draw_small(look, box);
  }
  const float radius = std::min(4.F, .2F * box.h);
  const auto dashed = [&](float width, Dash dash) {
    canvas_.outline({box.x + width / 2, box.y + width / 2, box.w - width, box.h - width}, radius,
                    theme_.conflict, width, dash);
  };
  switch (look) {
  case CacheLook::Hit: canvas_.fill({box.x - 1, box.y - 1, box.w + 2, box.h + 2}, radius, theme_.now); break;
  case CacheLook::Stored: {
    const float wide = box.h > 20 ? 3.5F : 2;
    canvas_.fill(box, radius, theme_.bg2);
    canvas_.outline({box.x + wide / 2, box.y + wide / 2, box.w - wide, box.h - wide}, radius, theme_.now,
                    wide);
    break;
  }
  case CacheLook::Waits:
    canvas_.fill(box, radius, theme_.bg2);
    canvas_.fill({box.x, box.y + .6F * box.h, box.w, .4F * box.h}, radius, mix(theme_.now, theme_.bg1, .5F));
    dashed(2, {3, 3});
    break;
  case CacheLook::Miss: dashed(box.h > 20 ? 3.5F : 2, {6, 4}); break;
  case CacheLook::InFlight: dashed(box.h > 20 ? 2.F : 1.5F, {4, 3}); break;
  case CacheLook::Recent: canvas_.fill(box, radius, theme_.bg3); break;
  case CacheLook::Older: canvas_.fill(box, radius, theme_.bg2); break;
  case CacheLook::Empty:
    canvas_.outline({box.x + .75F, box.y + .75F, box.w - 1.5F, box.h - 1.5F}, radius, theme_.line, 1.5F);
    return;
  }
  const float size = std::min(text(14), std::floor(box.h));
  if (size < sizes_.least || of == nullptr) return;
  const CacheCell& cell = *of;
  const bool touched = look == CacheLook::Hit || look == CacheLook::Stored || look == CacheLook::Miss ||
                       look == CacheLook::Waits;
  const Font font = touched ? Font::MonoBold : Font::Mono;
  const Color ink = look == CacheLook::Hit ? theme_.on_now : look == CacheLook::Older ? theme_.t3 : theme_.t1;
  const bool fresh = (look == CacheLook::Miss || look == CacheLook::InFlight) &&
                     cell.evicted != CacheCell::none;
  const std::string old = fresh ? line_name(cell.evicted, Font::Mono, sizes_.least, box.w - 8)
                                : std::string();
  const bool two = !old.empty() && box.h >= size + 15;
  std::string note = fresh || box.h < 2 * size + sizes_.least ? std::string()
                                                              : cell_note(cell, sizes_.least, box.w - 6);
  float middle = box.x + box.w / 2;
  std::string name = cell_name(cell, font, size, box.w - cache_name_pad);
  if (request_.options.cache.names == CacheNames::Line && !fresh && box.h >= 2.2F * size)
    if (CacheLineName of_line = cache_line_name(request_, cell.line);
        name != of_line.whole() && text_width(of_line.name, font, size) <= box.w - cache_name_pad)
      name = std::move(of_line.name), note = std::move(of_line.number); // one above the other
  const float width = text_width(name, font, size);
  const float name_y = box.y + (two ? .3F : note.empty() ? .5F : .36F) * box.h;
  if (look == CacheLook::Hit && width + size <= box.w - 4) {
    canvas_.icon(Icon::Check, {middle - width / 2 - 2, name_y}, .6F * size, ink);
    middle += .42F * size;
  } else if (look == CacheLook::Hit && name.empty()) {
    canvas_.icon(Icon::Check, {middle, box.y + box.h / 2}, .6F * size, ink);
  }
  if (!name.empty())
    canvas_.defined(definition::cache_cell).mid({middle, name_y}, name, size, ink, font, Anchor::Middle);
  if (!note.empty())
    canvas_.defined(definition::cache_cell)
        .mid({box.x + box.w / 2, box.y + .7F * box.h}, note, sizes_.least,
             look == CacheLook::Hit || look == CacheLook::Older || look == CacheLook::Waits ? ink : theme_.t2,
             Font::Mono, Anchor::Middle);
  if (!fresh) return;
  // The line that left: its name struck through, or the stroke alone where there is no room.
  const float y = box.y + (two ? .73F : .86F) * box.h;
  if (two)
    canvas_.defined(definition::cache_cell)
        .mid({box.x + box.w / 2, y}, old, sizes_.least, theme_.t2, Font::Mono, Anchor::Middle);
  const float half = two ? text_width(old, Font::Mono, sizes_.least) / 2 + 3 : .3F * box.w;
  canvas_.line({box.x + box.w / 2 - half, y + 2}, {box.x + box.w / 2 + half, y - 2}, theme_.t2, 1.5F);
}

void CacheScene::draw_cells() {
  const float size = std::min(text(15), parts_.row);
  for (std::uint32_t way = 0; way < parts_.ways; ++way) {
    const float y = parts_.cells.y + static_cast<float>(way) * parts_.row;
    if (parts_.names_w > 0 && size >= sizes_.least)
      canvas_.defined(definition::cache_cell)
          .mid_if_free({parts_.names_x, y + parts_.cell_h / 2},
                       language::trf("cache.way", language::arg("way", way)), size, theme_.t2, Font::Regular,
                       Anchor::Start, 0);
    for (std::size_t i = 0; i < parts_.sets.size(); ++i) {
      const std::uint32_t place = parts_.sets[i] * cache_.ways + way;
      const Box box{parts_.column_x(i), y, parts_.cell_w, parts_.cell_h};
      draw_cell(look_of(place), &cells_[place], box);
      if (request_.options.cache.pointed == place)
        canvas_.outline({box.x - 1, box.y - 1, box.w + 2, box.h + 2}, 3, theme_.t1, 2);
      canvas_.hit(box, HitKind::CachePlace, place, cell_words(place));
    }
  }
  if (parts_.names_w > 0 && size < sizes_.least)
    canvas_.defined(definition::cache_cell)
        .mid_if_free({parts_.names_x, parts_.cells.y + parts_.cells.h / 2},
                     language::trf("cache.ways", language::arg("last", parts_.ways - 1)), text(13),
                     theme_.t2);
}

/// Every set, in small: where the columns above lie among them.
void CacheScene::draw_all_sets() {
  const Box& box = parts_.all;
  if (box.w <= 0) return;
  canvas_.fill({box.x - 2, box.y - 2, box.w + 4, box.h + 4}, 2, theme_.bg2);
  for (std::uint32_t set = 0; set < cache_.sets; ++set) {
    const float x = box.x + static_cast<float>(set) * parts_.small_w;
    for (std::uint32_t way = 0; way < parts_.ways; ++way)
      if (const CacheLook look = look_of(set * cache_.ways + way); look != CacheLook::Empty)
        draw_small(look, {x, box.y + static_cast<float>(way) * parts_.small_h,
                          std::max(1.F, parts_.small_w - (parts_.small_w > 3 ? 1.F : 0.F)),
                          std::max(1.F, parts_.small_h - (parts_.small_h > 3 ? 1.F : 0.F))});
    if (std::binary_search(parts_.sets.begin(), parts_.sets.end(), set))
      canvas_.fill({x, box.y - 5, std::max(1.F, parts_.small_w - 1), 3}, 0, theme_.t1);
  }
  if (parts_.names_w > 0)
    canvas_.defined(definition::cache_set)
        .mid_if_free({parts_.names_x, box.y + box.h / 2},
                     language::trf("cache.all_sets", language::arg("sets", cache_.sets)), text(13),
                     theme_.t2);
  canvas_.hit(box, HitKind::Text, 0,
              language::trf("cache.all_tip", language::arg("sets", cache_.sets),
                            language::arg("shown", parts_.sets.size())));
}

void CacheScene::draw_legend() {
  if (parts_.legend_y == 0) return;
  struct Form {
    std::optional<CacheLook> look; ///< none: the stroke through a line that left
    std::string_view key, short_key;
  };
  // Where there is little room, those that a name beside them cannot explain.
  constexpr Form forms[] = {{CacheLook::Hit, "cache.hit", "cache.hit"},
                            {CacheLook::Stored, "cache.stored_now", "cache.stored"},
                            {CacheLook::Miss, "cache.miss_now", "cache.miss"},
                            {CacheLook::InFlight, "cache.in_flight", "cache.in_flight"},
                            {CacheLook::Waits, "cache.waited", "cache.waited"},
                            {std::nullopt, "cache.evicted", {}},
                            {CacheLook::Recent, "cache.recent", {}},
                            {CacheLook::Older, "cache.older", {}},
                            {CacheLook::Empty, "cache.empty", {}}};
  const float size = text(14), h = 1.2F * size, w = 1.9F * size;
  const bool stores = cache_.stored > 0;
  const auto key_of = [&](const Form& form, bool all) {
    if (form.look == CacheLook::Stored && !stores) return std::string_view();
    return all ? form.key : form.short_key;
  };
  const auto width_of = [&](bool all) {
    float width = 0;
    for (const Form& form : forms)
      if (const std::string_view key = key_of(form, all); !key.empty())
        width += w + 5 + text_width(language::tr(key), Font::Regular, size);
    return width;
  };
  const float gaps = stores ? 8 : 7, few = stores ? 4 : 3;
  const bool all = width_of(true) + gaps * 8 <= parts_.history.w;
  const float room = parts_.history.w - width_of(all);
  if (room < 0) return;
  const float apart = std::min(26 * sizes_.f, room / (all ? gaps : few));
  float x = parts_.cells.x;
  const float y = parts_.legend_y;
  for (const Form& form : forms) {
    const std::string_view key = key_of(form, all);
    if (key.empty()) continue;
    if (form.look) draw_cell(*form.look, nullptr, {x, y - h / 2, w, h});
    if (form.look == CacheLook::Hit) canvas_.icon(Icon::Check, {x + w / 2, y}, .6F * size, theme_.on_now);
    if (!form.look) canvas_.line({x + 2, y + 3}, {x + w - 2, y - 3}, theme_.t2, 1.5F);
    x = canvas_.mid({x + w + 5, y}, language::tr(key), size, theme_.t2) + apart;
  }
}

void CacheScene::draw_history() {
  const Box& box = parts_.history;
  if (box.w <= 0) return;
  const float pitch = box.w * .94F / static_cast<float>(cache_history);
  const std::size_t first = now() + 1 > cache_history ? now() + 1 - cache_history : 0;
  for (std::size_t number = first; number <= now(); ++number) {
    const Access& access = cache_.accesses[number];
    const float x = box.x + pitch * static_cast<float>(number - first), w = std::max(1.F, pitch - 1.5F);
    const bool of_warp = std::find(parts_.accesses.begin(), parts_.accesses.end(), number) !=
                         parts_.accesses.end();
    bool lit = false;
    if (request_.options.cache.pointed && *request_.options.cache.pointed < cells_.size()) {
      const CacheCell& cell = cells_[*request_.options.cache.pointed];
      if (cell.line != CacheCell::none && number >= cell.loaded)
        for (std::uint32_t at = access.first; at < access.first + access.count && !lit; ++at)
          lit = cache_.lookups[at].line == cell.line;
    }
    const float h = access.found == Found::Miss     ? box.h
                    : access.found == Found::Stored ? .16F * box.h
                                                    : .42F * box.h;
    const Box bar{x, box.y + box.h - h, w, h};
    const bool bright = of_warp || lit;
    if (access.found == Found::Stored) {
      canvas_.fill(bar, 0, lit || bright ? theme_.t1 : theme_.t3);
    } else if (access.found == Found::Hit) {
      canvas_.fill(bar, 0, lit ? theme_.t1 : bright ? theme_.now : mix(theme_.now, theme_.bg1, .5F));
    } else {
      const Color color = lit ? theme_.t1 : access.found == Found::Miss ? theme_.conflict : theme_.now;
      if (w < 3) canvas_.fill({bar.x, bar.y, 1, bar.h}, 0, color);
      else canvas_.outline({bar.x + .75F, bar.y + .75F, w - 1.5F, h - 1.5F}, 0, color, bright ? 2 : 1.25F);
    }
    canvas_.hit({x, box.y, pitch, box.h}, HitKind::CacheStep, static_cast<std::uint32_t>(number),
                access_words(number));
  }
  const float x = box.x + pitch * static_cast<float>(now() - first + 1) + 2;
  canvas_.fill({x, box.y - 4, 2, box.h + 4}, 0, theme_.now);
  canvas_.polygon({{x - 4, box.y - 9}, {x + 6, box.y - 9}, {x + 1, box.y - 2}}, theme_.now);
  const float size = text(13);
  if (x + 8 + text_width(language::tr("cache.now"), Font::SemiBold, size) < box.x + box.w + 30 * sizes_.f)
    canvas_.mid_if_free({x + 8, box.y + .4F * box.h}, language::tr("cache.now"), size, theme_.t1,
                        Font::SemiBold);
  if (parts_.names_w > 0) {
    canvas_.mid_if_free({parts_.names_x, box.y + .3F * box.h}, language::tr("cache.accesses"), size,
                        theme_.t1, Font::SemiBold);
    canvas_.defined(definition::cache_access)
        .mid_if_free({parts_.names_x, box.y + .3F * box.h + 1.2F * size}, grouped(now() + 1), size,
                     theme_.t2);
  }
  if (parts_.note_y == 0) return;
  const float end = canvas_.defined(definition::cache_access)
                        .mid({box.x, parts_.note_y},
                             language::trf(cache_.complete ? "cache.of_all" : "cache.of_kept",
                                           language::arg("number", grouped(now() + 1)),
                                           language::arg("all", grouped(cache_.accesses.size()))),
                             size, theme_.t2);
  canvas_.mid_if_free({end + 18 * sizes_.f, parts_.note_y},
                      language::tr(cache_.stored > 0 ? "cache.history_forms_stored" : "cache.history_forms"),
                      size, theme_.t3);
}

Picture CacheScene::build() {
  draw_headline(canvas_, request_, sizes_, cache_headline(request_, SceneKind::Cache), std::nullopt);
  draw_strands();
  draw_chips();
  if (cache_.sets > 0) {
    draw_sets();
    draw_cells();
    draw_all_sets();
    draw_legend();
  }
  draw_history();
  draw_side();
  draw_source_lines(canvas_, request_, sizes_);
  if (request_.options.machine.stale)
    canvas_.fill({0, 0, request_.options.frame.width, request_.options.frame.height}, 0,
                 with_alpha(theme_.bg1, .55F));
  return canvas_.take();
}

Picture build_cache_scene(const SceneRequest& request) {
  if (cache_of(request) != nullptr) return CacheScene(request).build();
  const playback::MachinePtr& machine = request.options.machine.machine;
  const Theme& theme = theme_of(request);
  const SceneSizes sizes = sizes_for(request);
  Canvas canvas(request.options.frame.width, request.options.frame.height, theme);
  draw_headline(canvas, request, sizes, cache_headline(request, SceneKind::Cache), std::nullopt);
  const float size = std::max(sizes.least, sizes.text(20)),
              room = request.options.frame.width - 2 * sizes.margin;
  float y = (sizes.scene_y + sizes.scene_end) / 2;
  const auto say = [&](const std::string& words) {
    canvas.defined(definition::cache_found)
        .mid({request.options.frame.width / 2, y}, fit_text(words, Font::Regular, size, room), size, theme.t2,
             Font::Regular, Anchor::Middle);
    y += 1.5F * size;
  };
  if (machine == nullptr) {
    say(std::string(language::tr("machine.computing")));
  } else if (!machine->problem.empty()) {
    say(machine->problem);
  } else {
    say(std::string(language::tr("cache.none_why")));
    if (machine->cache.written > 0 || machine->cache.atomics > 0)
      say(language::trf(
          "cache.l2_writes",
          language::arg("sectors", language::count_of(machine->cache.written, language::Counted::Sector)),
          language::arg("turns", language::count_of(machine->cache.atomics, language::Counted::Turn))));
  }
  draw_source_lines(canvas, request, sizes);
  return canvas.take();
}

} // namespace warpscope::view
