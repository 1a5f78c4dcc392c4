// Words the phases of the scene Tiling.
#include "app/language/language.h"
#include "app/view/tiling_view.h"
#include "app/view/wording.h"
#include "sim/tiling/product.h"

#include <algorithm>
#include <set>

namespace warpscope::view {
namespace tiling_view {

std::string cell_name(const tiling::TilingArray& array, std::uint32_t element) {
  if (array.wrapped) return array.name + "[" + std::to_string(element) + "]";
  return array.name + "[" + std::to_string(element / array.columns) + "][" +
         std::to_string(element % array.columns) + "]";
}

std::string element_name(const tiling::TilingBuffer& buffer, std::uint64_t element) {
  if (!buffer.is_matrix()) return buffer.name + "[" + std::to_string(element) + "]";
  return buffer.name + "[" + std::to_string(element / buffer.row_length) + "][" +
         std::to_string(element % buffer.row_length) + "]";
}

std::string shape_of(const tiling::TilingBuffer& buffer) {
  if (!buffer.is_matrix())
    return language::trf("tiling.elements", language::arg("n", grouped(buffer.count())));
  return language::trf("tiling.dimension", language::arg("rows", grouped(buffer.rows())),
                       language::arg("columns", grouped(buffer.columns())));
}

namespace {

struct Reads {
  std::uint32_t least = 0, most = 0;
};
/// Over all cells that the phase reads.
Reads reads_of(const tiling::TilingPhase& phase) {
  Reads reads{~0u, 0};
  for (const tiling::ArrayPhase& a : phase.arrays) {
    if (a.read_cells == 0) continue;
    reads.least = std::min(reads.least, a.least_reads);
    reads.most = std::max(reads.most, a.most_reads);
  }
  return reads.most == 0 ? Reads{} : reads;
}

std::string reads_words(Reads reads) {
  if (reads.least != reads.most)
    return language::trf("tiling.reads_range", language::arg("least", reads.least),
                         language::arg("most", reads.most));
  return reads.most == 1 ? std::string(language::tr("tiling.one_read"))
                         : language::trf("tiling.reads", language::arg("n", grouped(reads.most)));
}

/// Of a block that the product does not fill: how many of its threads have a result, and what a block without
/// an edge loads. Empty: it is filled, or no such block is known.
std::string edge_sentence(const SceneRequest& request, const tiling::Tiling& tiling, std::uint32_t phase) {
  const std::optional<tiling::TiledProduct> product = tiling::find_product(tiling, phase);
  if (!product || request.run == nullptr) return {};
  const std::optional<ProductLoads> loads = product_loads(tiling, phase, *product);
  const std::optional<tiling::TileMap> left = tiling::last_map(tiling, phase, product->left),
                                       above = tiling::last_map(tiling, phase, product->above);
  const tiling::TilingBuffer& c = tiling.buffers()[product->c];
  if (!loads || !left || !above || !c.is_matrix()) return {};
  const std::int64_t rows = left->transposed ? left->columns : left->rows,
                     columns = above->transposed ? above->rows : above->columns;
  std::set<std::uint64_t> live_rows, live_columns;
  for (const tiling::ElementRun& run : tiling.phases().back().buffers[product->c].stored)
    for (std::uint64_t e = run.first; e < run.first + run.count; ++e) {
      live_rows.insert(e / c.row_length);
      live_columns.insert(e % c.row_length);
    }
  const auto high = static_cast<std::int64_t>(live_rows.size()),
             wide = static_cast<std::int64_t>(live_columns.size());
  if (high == 0 || high > rows || wide > columns || (high == rows && wide == columns)) return {};
  const Dim3 grid = request.run->grid();
  const std::uint64_t block = request.run->trace().block(), across = std::max(1u, grid.x);
  const bool each = request.run->block().count() == static_cast<std::uint64_t>(rows * columns);
  return language::trf(
      each ? "tiling.edge_threads" : "tiling.edge_results", language::arg("x", block % across),
      language::arg("y", block / across % std::max(1u, grid.y)), language::arg("rows", high),
      language::arg("columns", wide), language::arg("all_rows", rows), language::arg("all_columns", columns),
      language::arg("loads", grouped(loads->inner.with)),
      language::arg("reads", grouped(loads->inner.without)),
      language::arg("times", times_fewer(loads->inner)));
}

} // namespace

std::string phase_sentence(const tiling::TilingPhase& phase) {
  std::string all;
  const auto add = [&](std::string part) {
    all = all.empty() ? std::move(part)
                      : language::trf("tiling.join", language::arg("one", all), language::arg("two", part));
  };
  const auto count = [](std::string_view one, std::string_view many, std::uint64_t n) {
    return n == 1 ? std::string(language::tr(one)) : language::trf(many, language::arg("n", grouped(n)));
  };
  const std::uint64_t loaded = phase.loaded();
  std::uint64_t stored = 0;
  for (const tiling::BufferPhase& b : phase.buffers) stored += tiling::BufferPhase::count(b.stored);
  const std::uint32_t filled = phase.cells(&tiling::ArrayPhase::filled),
                      computed = phase.cells(&tiling::ArrayPhase::computed);
  if (loaded > 0)
    add(count("tiling.say_loaded_one",
              phase.loads() == loaded ? "tiling.say_loaded_once" : "tiling.say_loaded", loaded));
  if (filled > 0)
    add(phase.cells(&tiling::ArrayPhase::zeros) == filled
            ? count("tiling.say_zero_one", "tiling.say_zero", filled)
            : count("tiling.say_filled_one", "tiling.say_filled", filled));
  if (computed > 0) add(count("tiling.say_computed_one", "tiling.say_computed", computed));
  const Reads reads = reads_of(phase);
  if (reads.most == 1) add(std::string(language::tr("tiling.say_every_one")));
  else if (reads.most > 0 && reads.least == reads.most)
    add(language::trf("tiling.say_every", language::arg("n", grouped(reads.most))));
  else if (reads.most > 0)
    add(language::trf("tiling.say_range", language::arg("least", reads.least),
                      language::arg("most", grouped(reads.most))));
  if (stored > 0) add(count("tiling.say_stored_one", "tiling.say_stored", stored));
  return all;
}

} // namespace tiling_view

Headline make_tiling_headline(const SceneRequest& request, const tiling::Tiling* tiling) {
  using namespace tiling_view;
  Headline h;
  if (tiling == nullptr || tiling->phases().empty()) {
    h.strong = language::tr("tiling.none");
    h.lead = language::tr("tiling.none_lead");
    h.explanation = language::tr("tiling.none_why");
    return h;
  }
  const std::uint32_t number = tiling->phase_of(request.moment.event);
  const tiling::TilingPhase& phase = tiling->phases()[number];
  h.lead = language::trf("tiling.phase_of", language::arg("number", number + 1),
                         language::arg("of", tiling->phases().size()));
  h.explanation = phase_sentence(phase);
  if (const std::string edge = edge_sentence(request, *tiling, number); !edge.empty())
    h.explanation = language::trf("tiling.edge_and_phase", language::arg("edge", edge),
                                  language::arg("phase", h.explanation));
  h.lead_is = definition::of;
  h.explanation_is = definition::phase_counts;
  if (tiling->truncated() && number + 1 == tiling->phases().size())
    h.explanation = language::trf("tiling.join", language::arg("one", h.explanation),
                                  language::arg("two", language::tr("tiling.cut")));
  const std::uint32_t unwritten = phase.cells(&tiling::ArrayPhase::read_unwritten),
                      computed = phase.cells(&tiling::ArrayPhase::computed);
  const std::uint32_t loaded = phase.cells(&tiling::ArrayPhase::loaded),
                      filled = phase.cells(&tiling::ArrayPhase::filled);
  const Reads reads = reads_of(phase);
  if (unwritten > 0) {
    h.tone = Headline::Tone::Conflict;
    h.strong = unwritten == 1 ? std::string(language::tr("tiling.unwritten_one"))
                              : language::trf("tiling.unwritten", language::arg("n", grouped(unwritten)));
    h.rest = language::tr("tiling.unwritten_rest");
  } else if (loaded > 0 && reads.most == 0) {
    h.strong = language::trf("tiling.for_later", language::arg("n", grouped(loaded)));
    h.rest = language::tr("tiling.for_later_rest");
  } else if (const std::optional<Loads> saved = loads_here(*tiling, number); saved && loaded > 0) {
    h.strong = language::trf("tiling.loads", language::arg("n", grouped(saved->with)));
    h.rest = language::trf("tiling.serve", language::arg("reads", grouped(saved->without)),
                           language::arg("times", times_fewer(*saved)));
  } else if (loaded > 0) {
    const std::uint64_t loads = phase.loads(), elements = phase.loaded();
    h.strong = (loads == elements ? std::string(language::tr("tiling.one_load"))
                                  : language::trf("tiling.loads_of", language::arg("loads", grouped(loads)),
                                                  language::arg("elements", grouped(elements)))) +
               reads_words(reads);
    h.rest = language::tr(reads.most == 1 ? "tiling.only_order" : "tiling.what_for");
  } else if (computed > 0) {
    h.strong = computed == 1 ? std::string(language::tr("tiling.computed_one"))
                             : language::trf("tiling.computed", language::arg("n", grouped(computed)));
    h.rest = phase.reads() > 0
                 ? language::trf("tiling.computed_rest", language::arg("reads", grouped(phase.reads())))
                 : language::trf("tiling.computed_loads_rest",
                                 language::arg("loads", grouped(phase.loads())));
  } else {
    h.strong = filled == 1 ? std::string(language::tr("tiling.filled_one"))
                           : language::trf("tiling.filled", language::arg("n", grouped(filled)));
    h.rest = language::tr(phase.cells(&tiling::ArrayPhase::zeros) == filled ? "tiling.filled_zero_rest"
                                                                            : "tiling.filled_rest");
  }
  return h;
}

Headline tiling_headline(const SceneRequest& request, SceneKind /*scene*/) {
  return make_tiling_headline(request, tiling_of(request).get());
}

} // namespace warpscope::view
