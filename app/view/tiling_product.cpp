// Lays out and draws what a tiled matrix product has in addition: the row of A and the column of B that cross
// in an element of C, the numbers in the tiles, and the sum of one thread.
#include "app/language/language.h"
#include "app/view/tiling_view.h"
#include "app/view/wording.h"
#include "sim/base/number_text.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace warpscope::view::tiling_view {
namespace {

constexpr std::size_t most_events = 200'000; ///< of a block whose values are followed
constexpr float of_cell = .78F;              ///< a number's share of its cell

enum class Scalar : std::uint8_t { Other, Float, Double, Int, Unsigned };

Scalar scalar_of(const program::Program& program, const tiling::TilingArray& array) {
  for (const program::Variable& v : program.variables) {
    if (v.space != Space::Shared || v.offset != array.offset || v.name != array.name) continue;
    if (v.element_type == "float") return Scalar::Float;
    if (v.element_type == "double") return Scalar::Double;
    if (v.element_type == "int") return Scalar::Int;
    if (v.element_type.starts_with("unsigned") && v.element_size == 4) return Scalar::Unsigned;
  }
  return Scalar::Other;
}

std::optional<double> value_of(Scalar scalar, const std::uint8_t* bytes) {
  const auto as = [&](auto value) {
    std::memcpy(&value, bytes, sizeof value);
    return static_cast<double>(value);
  };
  switch (scalar) {
  case Scalar::Float: return as(0.F);
  case Scalar::Double: return as(0.);
  case Scalar::Int: return as(std::int32_t{0});
  case Scalar::Unsigned: return as(std::uint32_t{0});
  case Scalar::Other: break;
  }
  return std::nullopt;
}

/// Returns "1,357", "-2", "0.125".
std::string number(double value) {
  if (value == std::floor(value) && std::abs(value) < 1e15) {
    const std::string digits = grouped(static_cast<std::uint64_t>(std::abs(value)));
    return value < 0 ? "−" + digits : digits;
  }
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

} // namespace

/// Follows the stores to both tiles and the reads of the followed thread: its n-th read of one tile is
/// multiplied by its n-th read of the other.
void TilingScene::find_numbers() {
  const trace::BlockTrace& trace = request_.run->trace();
  if (!product_ || trace.size() > most_events) return;
  const std::array arrays{product_->left, product_->above};
  std::array<Scalar, 2> scalars{};
  for (std::size_t i = 0; i < 2; ++i)
    scalars[i] = scalar_of(request_.run->program(), tiling_->arrays()[arrays[i]]);
  if (scalars[0] == Scalar::Other || scalars[1] == Scalar::Other) return;
  const auto side_of = [&](std::uint32_t cell) -> std::size_t {
    for (std::size_t i = 0; i < 2; ++i) {
      const tiling::TilingArray& array = tiling_->arrays()[arrays[i]];
      if (cell >= array.first_cell && cell - array.first_cell < array.count) return i;
    }
    return 2;
  };
  const std::uint32_t warp = followed_ ? followed_->thread / warp_size : ~0u,
                      lane = followed_ ? followed_->thread % warp_size : 0;
  std::vector<std::optional<double>> now(state_.cells.size());
  std::array<std::vector<double>, 2> read;
  std::vector<std::int64_t> ks; // of the reads of A's tile
  std::size_t done = 0;
  for (std::size_t e = 0; e < trace.size(); ++e) {
    const trace::BlockTrace::Event& event = trace.event(e);
    if (event.kind == trace::StepKind::Access && event.space == Space::Shared && event.mask != 0) {
      const bool store = event.access_kind == AccessKind::Store;
      const bool mine = event.warp == warp && (event.mask >> lane & 1u) != 0;
      const std::uint8_t* bytes = store ? trace.stored(e) : nullptr;
      if (store || mine) {
        const WarpAccess access = trace.access(e);
        std::size_t nth = 0;
        for (std::uint32_t i = 0; i < warp_size; ++i) {
          if ((access.mask >> i & 1u) == 0) continue;
          for (std::uint32_t at = 0; at < access.width;) {
            const std::optional<std::uint32_t> cell = tiling_->cell_at(access.offset[i] + at);
            const std::size_t side = cell ? side_of(*cell) : 2;
            const std::uint32_t size = side < 2 ? tiling_->arrays()[arrays[side]].element_size
                                                : access.width - at;
            if (side < 2 && store)
              now[*cell] = bytes != nullptr && at + size <= access.width
                               ? value_of(scalars[side], bytes + nth * access.width + at)
                               : std::nullopt;
            else if (side < 2 && i == lane && now[*cell]) {
              read[side].push_back(*now[*cell]);
              if (side == 0)
                ks.push_back(k_of(*cell - tiling_->arrays()[arrays[0]].first_cell, tiling_->phase_of(e)));
            }
            at += std::max(1u, size);
          }
          ++nth;
        }
      }
    }
    if (e == request_.moment.event) numbers_.cells = now, done = std::min(read[0].size(), read[1].size());
  }
  if (!followed_ || read[0].size() != read[1].size() || read[0].empty()) return;
  const auto last = static_cast<std::int64_t>(tiling_->buffers()[product_->a].columns());
  double sum = 0;
  for (std::size_t i = 0; i < read[0].size(); ++i) {
    if (ks[i] < 0 || ks[i] >= last) continue; // beyond the edge: it adds nothing
    sum += read[0][i] * read[1][i];
    numbers_.terms.push_back({read[0][i], read[1][i], sum, ks[i]});
    if (i < done) numbers_.done = numbers_.terms.size();
  }
  // Each product once: another way to compute it has another sum in its registers.
  if (numbers_.terms.size() != static_cast<std::size_t>(last)) numbers_.terms.clear();
}

/// Returns the column of A that the element of its tile was taken from in the phase.
std::int64_t TilingScene::k_of(std::uint32_t element, std::uint32_t phase) const {
  const tiling::TilingArray& array = tiling_->arrays()[product_->left];
  const std::optional<tiling::TileMap> map = warpscope::tiling::last_map(*tiling_, phase, product_->left);
  if (!map) return -1;
  return map->column0 + (map->transposed ? element / array.columns : element % array.columns);
}

/// Chooses the thread: of those under the pointer or at work, else of all, the first that has a result.
void TilingScene::find_followed() {
  if (!product_) return;
  const tiling::TilingBuffer& c = tiling_->buffers()[product_->c];
  const auto follow = [&](std::uint32_t thread) {
    if (followed_ || thread >= tiling_->results().size()) return;
    const tiling::ThreadResult& result = tiling_->results()[thread];
    if (!result.buffer || *result.buffer != product_->c) return;
    followed_ = Followed{thread, static_cast<std::int64_t>(result.element / c.row_length),
                         static_cast<std::int64_t>(result.element % c.row_length)};
  };
  if (lit_.thread) {
    follow(*lit_.thread);
    const std::uint32_t first = *lit_.thread / warp_size * warp_size;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane) follow(first + lane);
  }
  for (std::uint32_t t = 0; t < tiling_->results().size() && !followed_; ++t) follow(t);
}

/// The row of A and the column of B that belong to the followed thread's element, and that element.
void TilingScene::draw_crossing() {
  if (!followed_) return;
  const Plate *a = nullptr, *b = nullptr, *c = nullptr;
  for (const Plate& plate : plates_) {
    if (plate.of != Plate::Of::Buffer) continue;
    (plate.index == product_->a ? a : plate.index == product_->b ? b : c) = &plate;
  }
  if (a == nullptr || b == nullptr || c == nullptr) return;
  const float unit = std::max(.8F, sizes_.f);
  const auto middle = [](Box box) { return Point{box.x + box.w / 2, box.y + box.h / 2}; };
  const Point at = middle(c->box({followed_->row, followed_->column, 1, 1}));
  const auto columns = static_cast<std::int64_t>(tiling_->buffers()[product_->a].columns()),
             rows = static_cast<std::int64_t>(tiling_->buffers()[product_->b].rows());
  const Box row = a->box({followed_->row, 0, 1, columns}), column = b->box({0, followed_->column, rows, 1});
  const float thick = std::max(2.F * unit, std::min(row.h, 5.F * unit));
  canvas_.fill({row.x, middle(row).y - thick / 2, row.w, thick}, 0, theme_.t1);
  canvas_.fill({middle(column).x - thick / 2, column.y, thick, column.h}, 0, theme_.t1);
  canvas_.line({row.x + row.w, at.y}, {at.x - 5 * unit, at.y}, theme_.t1, 1.5F * unit, {2, 4});
  canvas_.line({at.x, column.y + column.h}, {at.x, at.y - 5 * unit}, theme_.t1, 1.5F * unit, {2, 4});
  const float side = 9 * unit;
  canvas_.fill({at.x - side / 2, at.y - side / 2, side, side}, 2, theme_.bg1);
  canvas_.outline({at.x - side / 2, at.y - side / 2, side, side}, 2, theme_.t1, 2.5F * unit);
}

/// The numbers that the tile holds, and the followed thread's row or column around its own.
void TilingScene::draw_values(const Plate& plate) {
  const tiling::TilingArray& array = tiling_->arrays()[plate.index];
  std::vector<bool> lit(array.count);
  for (const std::uint32_t cell : lit_.cells)
    if (cell >= array.first_cell && cell - array.first_cell < array.count)
      lit[cell - array.first_cell] = true;
  const float size = std::max(
      sizes_.least, std::min(of_cell * plate.cell_w, text(request_.options.frame.presenter ? 24 : 18)));
  const bool high = plate.cell_h >= .95F * size;
  for (std::uint32_t e = 0; high && e < array.count && !numbers_.cells.empty(); ++e) {
    const std::int64_t row = e / array.columns, column = e % array.columns;
    const tiling::TilingCell& cell = state_.cells[array.first_cell + e];
    const std::optional<double>& value = numbers_.cells[array.first_cell + e];
    if (!value || plate.folds(row, column) || plate.hides(row) || cell.origin != tiling::CellOrigin::Loaded)
      continue;
    const std::string words = number(*value);
    const Box box = plate.box({row, column, 1, 1});
    if (text_width(words, Font::MonoBold, size) > box.w - 2) continue;
    canvas_.defined(definition::cell)
        .mid({box.x + box.w / 2, box.y + box.h / 2}, words, size, lit[e] ? theme_.on_now : theme_.t1,
             lit[e] ? Font::MonoBold : Font::Mono, Anchor::Middle);
  }
  if (!followed_) return;
  const bool is_left = plate.index == product_->left;
  const auto map = last_map(plate.index);
  if (!map) return;
  const std::int64_t line = is_left ? followed_->row - map->row0 : followed_->column - map->column0;
  const bool along = is_left != map->transposed; // the thread's elements lie in a row of the array
  const Rectangle part = along ? Rectangle{line, 0, 1, plate.columns} : Rectangle{0, line, plate.rows, 1};
  if (line < 0 || line >= (along ? plate.rows : plate.columns)) return;
  canvas_.outline(plate.box(part), 2, theme_.t1, 1.5F * std::max(.8F, sizes_.f));
}

/// The followed thread's sum so far, its last product, and how it grew. Returns where it ends.
/// Over a small tile its words begin further left, where nothing else stands.
float TilingScene::draw_sum(Box room, float free_before) {
  const bool low = room.h < 10 * text(15); // without a heading, the last product beside the sum
  const float small = text(15), lead = text(low ? 15 : 18),
              big = text(low                      ? 24
                         : room.h > 12 * text(18) ? 44
                                                  : 30);
  float y = room.y + .6F * text(low ? 15 : 20);
  const auto line = [&](std::string words, float size, Color color, Font font) {
    if (y + .6F * size > room.y + room.h) return false;
    say({room.x, y}, fit_text(words, font, size, room.w), size, color, font, Anchor::Start,
        std::string(language::tr("tiling.sum_tip")));
    return true;
  };
  if (!low) line(std::string(language::tr("tiling.shared")), text(20), theme_.t1, Font::SemiBold);
  if (!followed_ || numbers_.terms.empty()) return low ? room.y : y + text(20);
  if (!low) y += 1.5F * text(20);
  const tiling::TilingBuffer& c = tiling_->buffers()[product_->c];
  const std::string element = element_name(c, static_cast<std::uint64_t>(followed_->row) * c.row_length +
                                                  static_cast<std::uint64_t>(followed_->column));
  const std::string thread = thread_name(request_, followed_->thread / warp_size,
                                         followed_->thread % warp_size);
  const auto with = [&](std::string_view key) {
    return language::trf(key, language::arg("thread", thread), language::arg("element", element),
                         language::arg("n", numbers_.done), language::arg("of", numbers_.terms.size()));
  };
  const float least = text_width(with("tiling.sum_short"), Font::Regular, small);
  const float further = std::clamp(least - room.w, 0.F, free_before);
  room.x -= further, room.w += further;
  const std::string all = with("tiling.sum_of");
  if (text_width(all, Font::Regular, small) <= room.w) line(all, small, theme_.t2, Font::Regular);
  else if (low) line(with("tiling.sum_short"), small, theme_.t2, Font::Regular);
  else {
    line(with("tiling.sum_thread"), small, theme_.t2, Font::Regular);
    y += 1.35F * small;
    line(with("tiling.sum_product"), small, theme_.t2, Font::Regular);
  }
  const double sum = numbers_.done == 0 ? 0 : numbers_.terms[numbers_.done - 1].sum;
  y += .7F * small + .75F * big;
  if (y + .6F * big > room.y + room.h) return y - .6F * big;
  const std::string name(language::tr("tiling.sum"));
  const float name_w = text_width(name, Font::MonoBold, lead) + .6F * lead;
  const std::string shown = fit_text(number(sum), Font::Bold, big, room.w - name_w);
  say({room.x, y + .12F * big}, name, lead, theme_.t1, Font::MonoBold, Anchor::Start,
      std::string(language::tr("tiling.sum_tip")));
  say({room.x + name_w, y}, shown, big, theme_.now, Font::Bold, Anchor::Start,
      std::string(language::tr("tiling.sum_tip")));
  if (numbers_.done > 0) {
    const ProductNumbers::Term& term = numbers_.terms[numbers_.done - 1];
    const std::string before = number(numbers_.done > 1 ? numbers_.terms[numbers_.done - 2].sum : 0);
    const std::string words = before + " + " + number(term.a) + " × " + number(term.b) + " = " + number(sum);
    float size = lead, x = low ? room.x + name_w + text_width(shown, Font::Bold, big) + .8F * lead : room.x;
    if (!low) y += .62F * big + .7F * lead;
    else if (x + text_width(words, Font::Mono, lead) > room.x + room.w) // below the sum where it is too long
      y += .62F * big + .5F * lead, x = room.x;
    while (size > sizes_.least && x + text_width(words, Font::Mono, size) > room.x + room.w) size -= 1;
    if (x + text_width(words, Font::Mono, size) <= room.x + room.w && y + .6F * size <= room.y + room.h)
      say({x, y + (low ? .08F * big : 0)}, words, size, theme_.t1, Font::Mono, Anchor::Start,
          std::string(language::tr("tiling.sum_tip")));
  }
  return y + (low ? .6F * big : 1.1F * lead);
}

/// The sum behind each product: a staircase. This phase is bright, earlier ones dim, what is to come a line.
bool TilingScene::draw_stairs(Box room) {
  const auto& terms = numbers_.terms;
  if (!followed_ || terms.empty() || room.h < 3 * text(15) || room.w < 60) return false;
  double most = 0;
  for (const ProductNumbers::Term& term : terms) {
    if (term.sum < 0) return false;
    most = std::max(most, term.sum);
  }
  if (most <= 0) return false;
  const float size = text(14), base = room.y + room.h - 1.6F * size, high = base - room.y;
  const float step = room.w / static_cast<float>(terms.size()), gap = step >= 4 ? 1.F : 0.F;
  const auto phase_at = [&](std::int64_t k) {
    const auto map = last_map(product_->left);
    const std::int64_t wide = std::max(1u, map ? (map->transposed ? map->rows : map->columns) : 1u);
    return static_cast<std::uint32_t>(k / wide);
  };
  std::uint32_t phase = ~0u;
  float named = room.x - 1;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const float x = room.x + static_cast<float>(i) * step;
    const std::uint32_t p = phase_at(terms[i].k);
    if (i < numbers_.done) {
      const float h = std::max(1.F, high * static_cast<float>(terms[i].sum / most));
      canvas_.fill({x, base - h, std::max(1.F, step - gap), h}, 0,
                   p == phase_ ? theme_.now : mix(theme_.now, theme_.bg1, .42F));
    }
    if (p == phase) continue;
    phase = p;
    const std::string words = std::to_string(p + 1);
    std::size_t end = i;
    while (end < terms.size() && phase_at(terms[end].k) == p) ++end;
    const float middle = x + step * static_cast<float>(end - i) / 2,
                w = text_width(words, Font::SemiBold, size);
    if (i > 0) canvas_.fill({x - .75F, base, 1.5F, 5}, 0, theme_.edge);
    if (middle - w / 2 > named) {
      say({middle, base + .95F * size}, words, size, p == phase_ ? theme_.t1 : theme_.t3,
          p == phase_ ? Font::SemiBold : Font::Regular, Anchor::Middle,
          language::trf("tiling.stairs_tip", language::arg("n", p + 1)));
      named = middle + w / 2 + 4;
    }
  }
  canvas_.fill({room.x, base, room.w, 1.5F}, 0, theme_.edge);
  return true;
}

/// The line of the text that reads the tiles, on a plate at the right of the headline: the access of the
/// moment, or the warp's next one.
void TilingScene::draw_code() {
  const Frame& frame = request_.options.frame;
  if (!frame.with_headline || frame.in_lesson) return;
  constexpr std::size_t reach = 4096;
  const trace::BlockTrace& trace = request_.run->trace();
  const std::uint32_t warp = trace.event(request_.moment.event).warp;
  const program::Site* site = nullptr;
  for (std::size_t e = request_.moment.event;
       e < std::min(trace.size(), request_.moment.event + reach) && site == nullptr; ++e) {
    const trace::BlockTrace::Event& event = trace.event(e);
    const std::vector<program::Site>& sites = request_.run->program().sites;
    if (event.warp == warp && event.kind == trace::StepKind::Access && event.space == Space::Shared &&
        event.access_kind == AccessKind::Load && event.site_or_pc < sites.size())
      site = &sites[event.site_or_pc];
  }
  if (site == nullptr || site->span.file != 0) return;
  std::string_view code = request_.run->line(site->span.line);
  code = code.substr(0, code.find("//"));
  const std::size_t begin = code.find_first_not_of(" \t"), end = code.find_last_not_of(" \t\r");
  if (begin == code.npos) return;
  code = code.substr(begin, end - begin + 1);
  const float right = frame.width - sizes_.margin;
  const Headline headline = make_headline(request_, SceneKind::Tiling);
  const float taken = sizes_.margin +
                      text_width(headline.strong + headline.rest, Font::Bold, sizes_.headline);
  float size = text(22);
  const auto width = [&] { return text_width(code, Font::Mono, size) + 1.6F * size; };
  while (size > text(16) && right - width() < taken + size) size -= 1;
  const float w = width(), h = 2.1F * size;
  if (right - w < taken + size) return;
  const Box box{right - w, sizes_.headline_y - .36F * sizes_.headline - h / 2, w, h};
  canvas_.fill(box, 8, theme_.bg2);
  canvas_.outline(box, 8, theme_.line, 1.5F);
  view::draw_code(canvas_, {box.x + .8F * size, box.y + h / 2 + cap_centre * size}, code, size,
                  definition::line);
  canvas_.reserve(box);
}

} // namespace warpscope::view::tiling_view
