// Cache: the names of lines and cells, and what is said of a cell and of an access under the pointer.
#include "app/language/language.h"
#include "app/playback/run.h"
#include "app/view/scene_cache.h"
#include "app/view/wording.h"
#include "sim/program/program.h"

#include <optional>

namespace warpscope::view {

namespace {

using playback::CacheCell;
using playback::Found;

/// The name without its last letter, which may take several bytes.
std::string first_letters(std::string name) {
  while (!name.empty() && (static_cast<unsigned char>(name.back()) & 0xC0) == 0x80) name.pop_back();
  if (!name.empty()) name.pop_back();
  return name;
}

} // namespace

CacheLineName cache_line_name(const SceneRequest& request, std::uint32_t line) {
  CacheLineName made;
  std::uint64_t index = line;
  if (const std::optional<std::uint32_t> word = playback::local_word(line)) {
    constexpr std::uint32_t before = program::window_base / 4;
    made.name = language::tr("cache.local");
    index = *word - (*word >= before ? before : 0);
    for (const playback::LocalArray& array : request.options.machine.machine->cache.arrays)
      if (*word >= array.first && *word - array.first < array.words) {
        made.name = array.name;
        index = *word - array.first;
      }
  } else if (request.run != nullptr) {
    for (const program::NamedMemory& buffer : request.run->buffers())
      for (const std::uint32_t byte : {line * multiprocessor::line_bytes,
                                       line * multiprocessor::line_bytes + multiprocessor::line_bytes - 4})
        if (buffer.holds(Space::Global, byte) && made.name.empty()) {
          made.name = buffer.name;
          index = line - buffer.offset / multiprocessor::line_bytes;
        }
  }
  made.number = std::to_string(index);
  return made;
}

std::string CacheScene::line_name(std::uint32_t line, Font font, float size, float room) const {
  const CacheLineName of = cache_line_name(request_, line);
  const auto fits = [&](const std::string& says) { return text_width(says, font, size) <= room; };
  if (fits(of.whole())) return of.whole();
  // One letter would say nothing.
  for (std::string name = first_letters(of.name); name.size() > 1; name = first_letters(name))
    if (std::string less = name + "…" + of.number; fits(less)) return less;
  return fits(of.number) ? of.number : std::string();
}

std::string CacheScene::cell_name(const CacheCell& cell, Font font, float size, float room) const {
  const Access& by = cache_.accesses[cell.loaded];
  std::string says;
  switch (request_.options.cache.names) {
  case CacheNames::Line: return line_name(cell.line, font, size, room);
  case CacheNames::Warp: says = language::trf("cache.by_warp", language::arg("warp", by.place)); break;
  case CacheNames::Source:
    says = language::trf("cache.by_line", language::arg("line", machine_.line_of(by.origin)));
    break;
  }
  return text_width(says, font, size) <= room ? says : std::string();
}

std::string CacheScene::cell_note(const CacheCell& cell, float size, float room) const {
  const Access& by = cache_.accesses[cell.loaded];
  if (request_.options.cache.names != CacheNames::Line) return {};
  const std::string warp = language::trf("cache.by_warp", language::arg("warp", by.place));
  const std::string line = language::trf("cache.by_line", language::arg("line", machine_.line_of(by.origin)));
  for (const std::string& says : {warp + " " + line, warp})
    if (text_width(says, Font::Mono, size) <= room) return says;
  return {};
}

std::string CacheScene::who(std::uint32_t access) const {
  const Access& by = cache_.accesses[access];
  return language::trf("cache.who", language::arg("warp", by.warp), language::arg("block", grouped(by.block)),
                       language::arg("line", machine_.line_of(by.origin)));
}

std::string CacheScene::cell_words(std::uint32_t place) const {
  const CacheCell& cell = cells_[place];
  const std::string at = language::trf("cache.place", language::arg("set", place / cache_.ways),
                                       language::arg("way", place % cache_.ways));
  if (cell.line == CacheCell::none) return language::trf("cache.place_empty", language::arg("place", at));
  const bool stored = cache_.accesses[cell.loaded].found == Found::Stored;
  std::string says = language::trf(stored ? "cache.place_stored" : "cache.place_holds",
                                   language::arg("place", at),
                                   language::arg("name", line_name(cell.line, Font::Regular, 13, 1e6F)),
                                   language::arg("who", who(cell.loaded)));
  if (cell.uses > 1)
    says += language::trf("cache.place_used", language::arg("times", grouped(cell.uses - 1)),
                          language::arg("who", who(cell.used)));
  if (cell.evicted != CacheCell::none)
    says += language::trf("cache.place_evicted",
                          language::arg("name", line_name(cell.evicted, Font::Regular, 13, 1e6F)));
  if (cell.arrives <= cycle_) return says;
  says += language::trf("cache.place_arrives", language::arg("cycles", grouped(cell.arrives - cycle_)));
  // The last accesses that ask for what is under way.
  std::string waiting;
  for (std::size_t i = now() + 1, seen = 0; i-- > 0 && i > cell.loaded && seen < 3;) {
    const Access& access = cache_.accesses[i];
    for (std::uint32_t l = access.first; l < access.first + access.count; ++l)
      if (cache_.lookups[l].place == place && cache_.lookups[l].pending != 0) {
        waiting += (waiting.empty() ? "" : ", ") + who(static_cast<std::uint32_t>(i));
        ++seen;
        break;
      }
  }
  if (!waiting.empty()) says += language::trf("cache.place_waited", language::arg("who", waiting));
  return says;
}

std::string CacheScene::access_words(std::size_t number) const {
  const Access& access = cache_.accesses[number];
  std::uint32_t sectors = 0, missing = 0, waiting = 0;
  const auto bits = [](unsigned mask) { return static_cast<std::uint32_t>(__builtin_popcount(mask)); };
  for (std::uint32_t at = access.first; at < access.first + access.count; ++at) {
    sectors += bits(cache_.lookups[at].sectors);
    missing += bits(cache_.lookups[at].misses);
    waiting += bits(cache_.lookups[at].pending);
  }
  if (access.found == Found::Stored)
    return language::trf("cache.access_stores", language::arg("number", grouped(number + 1)),
                         language::arg("who", who(static_cast<std::uint32_t>(number))),
                         language::arg("lines", language::count_of(access.count, language::Counted::Line)),
                         language::arg("sectors", language::count_of(sectors, language::Counted::Sector)));
  return language::trf("cache.access", language::arg("number", grouped(number + 1)),
                       language::arg("who", who(static_cast<std::uint32_t>(number))),
                       language::arg("lines", language::count_of(access.count, language::Counted::Line)),
                       language::arg("sectors", language::count_of(sectors, language::Counted::Sector)),
                       language::arg("found", sectors - missing - waiting), language::arg("waiting", waiting),
                       language::arg("missing", missing));
}

} // namespace warpscope::view
