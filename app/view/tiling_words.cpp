#include "app/language/language.h"
#include "app/view/tiling_view.h"
#include "app/view/wording.h"

#include <algorithm>

namespace warpscope {
namespace tiling_view {

std::string cell_name(const TilingArray& array, std::uint32_t element) {
  if (array.wrapped) return array.name + "[" + std::to_string(element) + "]";
  return array.name + "[" + std::to_string(element / array.columns) + "][" +
         std::to_string(element % array.columns) + "]";
}

std::string element_name(const TilingBuffer& buffer, std::uint64_t element) {
  if (!buffer.is_matrix()) return buffer.name + "[" + std::to_string(element) + "]";
  return buffer.name + "[" + std::to_string(element / buffer.row_length) + "][" +
         std::to_string(element % buffer.row_length) + "]";
}

std::string shape_of(const TilingBuffer& buffer) {
  if (!buffer.is_matrix()) return trf("tiling.elements", arg("n", grouped(buffer.count())));
  return trf("tiling.dimension", arg("rows", grouped(buffer.rows())),
             arg("columns", grouped(buffer.columns())));
}

namespace {

struct Reads {
  std::uint32_t least = 0, most = 0;
};
/// Over all cells that the phase reads.
Reads reads_of(const TilingPhase& phase) {
  Reads reads{~0u, 0};
  for (const ArrayPhase& a : phase.arrays) {
    if (a.read_cells == 0) continue;
    reads.least = std::min(reads.least, a.least_reads);
    reads.most = std::max(reads.most, a.most_reads);
  }
  return reads.most == 0 ? Reads{} : reads;
}

std::string reads_words(Reads reads) {
  if (reads.least != reads.most)
    return trf("tiling.reads_range", arg("least", reads.least), arg("most", reads.most));
  return reads.most == 1 ? std::string(tr("tiling.one_read"))
                         : trf("tiling.reads", arg("n", grouped(reads.most)));
}

} // namespace

std::string phase_sentence(const TilingPhase& phase) {
  std::string all;
  const auto add = [&](std::string part) {
    all = all.empty() ? std::move(part) : trf("tiling.join", arg("one", all), arg("two", part));
  };
  const auto count = [](std::string_view one, std::string_view many, std::uint64_t n) {
    return n == 1 ? std::string(tr(one)) : trf(many, arg("n", grouped(n)));
  };
  const std::uint64_t loaded = phase.loaded();
  std::uint64_t stored = 0;
  for (const BufferPhase& b : phase.buffers) stored += BufferPhase::count(b.stored);
  const std::uint32_t filled = phase.cells(&ArrayPhase::filled),
                      computed = phase.cells(&ArrayPhase::computed);
  if (loaded > 0)
    add(count("tiling.say_loaded_one",
              phase.loads() == loaded ? "tiling.say_loaded_once" : "tiling.say_loaded", loaded));
  if (filled > 0)
    add(phase.cells(&ArrayPhase::zeros) == filled
            ? count("tiling.say_zero_one", "tiling.say_zero", filled)
            : count("tiling.say_filled_one", "tiling.say_filled", filled));
  if (computed > 0) add(count("tiling.say_computed_one", "tiling.say_computed", computed));
  const Reads reads = reads_of(phase);
  if (reads.most == 1) add(std::string(tr("tiling.say_every_one")));
  else if (reads.most > 0 && reads.least == reads.most)
    add(trf("tiling.say_every", arg("n", grouped(reads.most))));
  else if (reads.most > 0)
    add(trf("tiling.say_range", arg("least", reads.least), arg("most", grouped(reads.most))));
  if (stored > 0) add(count("tiling.say_stored_one", "tiling.say_stored", stored));
  return all;
}

} // namespace tiling_view

Headline make_tiling_headline(const SceneInput& input, const TilingOfInput& tiling) {
  using namespace tiling_view;
  Headline h;
  if (!tiling.any()) {
    h.strong = tr("tiling.none");
    h.lead = tr("tiling.none_lead");
    h.explanation = tr("tiling.none_why");
    return h;
  }
  const std::uint32_t number = tiling->phase_of(input.moment.event);
  const TilingPhase& phase = tiling->phases()[number];
  h.lead = trf("tiling.phase_of", arg("number", number + 1), arg("of", tiling->phases().size()));
  h.explanation = phase_sentence(phase);
  if (tiling->truncated() && number + 1 == tiling->phases().size())
    h.explanation = trf("tiling.join", arg("one", h.explanation), arg("two", tr("tiling.cut")));
  const std::uint32_t unwritten = phase.cells(&ArrayPhase::read_unwritten),
                      computed = phase.cells(&ArrayPhase::computed);
  const std::uint32_t loaded = phase.cells(&ArrayPhase::loaded), filled = phase.cells(&ArrayPhase::filled);
  const Reads reads = reads_of(phase);
  if (unwritten > 0) {
    h.tone = Headline::Tone::Conflict;
    h.strong = unwritten == 1 ? std::string(tr("tiling.unwritten_one"))
                              : trf("tiling.unwritten", arg("n", grouped(unwritten)));
    h.rest = tr("tiling.unwritten_rest");
  } else if (loaded > 0 && reads.most == 0) {
    h.strong = trf("tiling.for_later", arg("n", grouped(loaded)));
    h.rest = tr("tiling.for_later_rest");
  } else if (loaded > 0) {
    const std::uint64_t loads = phase.loads(), elements = phase.loaded();
    h.strong = (loads == elements ? std::string(tr("tiling.one_load"))
                                  : trf("tiling.loads_of", arg("loads", grouped(loads)),
                                        arg("elements", grouped(elements)))) +
               reads_words(reads);
    h.rest = tr(reads.most == 1 ? "tiling.only_order" : "tiling.what_for");
  } else if (computed > 0) {
    h.strong = computed == 1 ? std::string(tr("tiling.computed_one"))
                             : trf("tiling.computed", arg("n", grouped(computed)));
    h.rest = phase.reads() > 0 ? trf("tiling.computed_rest", arg("reads", grouped(phase.reads())))
                               : trf("tiling.computed_loads_rest", arg("loads", grouped(phase.loads())));
  } else {
    h.strong = filled == 1 ? std::string(tr("tiling.filled_one"))
                           : trf("tiling.filled", arg("n", grouped(filled)));
    h.rest = tr(phase.cells(&ArrayPhase::zeros) == filled ? "tiling.filled_zero_rest" : "tiling.filled_rest");
  }
  return h;
}

} // namespace warpscope
