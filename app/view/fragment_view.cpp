// Works out what the scene Fragment shows.
#include "app/view/fragment_view.h"

#include "app/language/language.h"
#include "app/playback/run_faults.h"
#include "app/view/scene_parts.h"

#include <algorithm>
#include <bit>

namespace warpscope::view {

namespace {

using fragments::Operand;

constexpr std::uint32_t row_bytes = 16; ///< of a matrix
constexpr std::uint32_t rows_of_matrix = 8;
constexpr std::uint32_t most_matrices = 4;
constexpr std::uint32_t most_registers = 64; ///< of an operand

bool is_product(const program::MatrixOp& op) {
  return op.note != warpscope_fragment::MatrixLoad && op.note != warpscope_fragment::MatrixStore;
}

FragmentProduct product_of(const program::MatrixOp& op) {
  using fragments::Family;
  const bool quads = op.note == warpscope_fragment::QuadProduct;
  const unsigned variant = warpscope_fragment::variant_of_note(op.n);
  return {
      fragments::find_shape({op.note == warpscope_fragment::WmmaProduct     ? Family::Wmma
                             : op.note == warpscope_fragment::SparseProduct ? Family::Sparse
                                                                            : Family::Mma,
                             static_cast<fragments::Type>(op.type), op.m, warpscope_fragment::n_of_note(op.n),
                             op.k, quads && (variant & warpscope_fragment::QuadAByColumns) != 0,
                             quads && (variant & warpscope_fragment::QuadBByRows) != 0}),
      static_cast<fragments::Type>(op.sum)};
}

bool takes_from(const program::MatrixOp& op, std::uint32_t site) {
  return std::any_of(op.sources.begin(), op.sources.end(),
                     [site](const program::MatrixSource& source) { return source.site == site; });
}
bool takes_from(const program::MatrixOp& op, Operand operand, std::uint32_t site) {
  return std::any_of(op.sources.begin(), op.sources.end(), [&](const program::MatrixSource& source) {
    return source.site == site && source.operand == static_cast<std::uint8_t>(operand);
  });
}

/// The chosen product, or the one that the moment's access feeds, or the first.
const program::MatrixOp* shown_product(const SceneRequest& request) {
  if (request.run == nullptr || request.options.fragment.explore) return nullptr;
  const std::vector<FragmentProduct> products = fragment_products(request);
  if (products.empty()) return nullptr;
  const trace::BlockTrace::Event* const event = event_at(request);
  std::optional<FragmentProduct> chosen = request.options.fragment.product;
  if (chosen && std::find(products.begin(), products.end(), *chosen) == products.end()) chosen.reset();
  const program::MatrixOp* first = nullptr;
  for (const program::MatrixOp& op : request.run->program().matrices) {
    if (!is_product(op) || product_of(op).shape == nullptr) continue;
    if (chosen && !(product_of(op) == *chosen)) continue;
    if (event != nullptr && event->kind == trace::StepKind::Access && takes_from(op, event->site_or_pc))
      return &op;
    if (first == nullptr) first = &op;
  }
  return first;
}

const program::MatrixOp* matrix_load_at(const program::Program& program, std::uint32_t site) {
  for (const program::MatrixOp& op : program.matrices)
    if (op.note == warpscope_fragment::MatrixLoad && op.site == site) return &op;
  return nullptr;
}

/// The warp's access that filled the operand before the moment, or the first one after it.
std::optional<std::size_t> load_event(const SceneRequest& request, const program::MatrixOp& op,
                                      Operand operand) {
  const trace::BlockTrace::Event* const now = event_at(request);
  if (now == nullptr) return std::nullopt;
  if (now->kind == trace::StepKind::Access && takes_from(op, operand, now->site_or_pc))
    return request.moment.event;
  std::optional<std::size_t> before, after;
  for (const program::MatrixSource& source : op.sources) {
    if (source.operand != static_cast<std::uint8_t>(operand)) continue;
    const auto events = request.run->site_index().events(source.site, now->warp);
    const auto next = std::upper_bound(events.begin(), events.end(), request.moment.event);
    if (next != events.begin()) before = std::max<std::size_t>(before.value_or(0), *(next - 1));
    if (next != events.end()) after = std::min<std::size_t>(after.value_or(*next), *next);
  }
  return before ? before : after;
}

FragmentSide served(const WarpAccess& access) {
  return {access, model::serve_banks(access, AccessKind::Load)};
}

/// A matrix load that stopped the block is in no trace.
std::optional<FragmentLoad::Misaligned> misaligned_row(const SceneRequest& request,
                                                       const program::MatrixOp& op) {
  const program::Program& program = request.run->program();
  for (const trace::Fault& fault : playback::faults_of(*request.run))
    if (fault.kind == trace::FaultKind::Misaligned)
      for (const program::MatrixSource& source : op.sources)
        if (program.sites[source.site].pc == fault.pc && matrix_load_at(program, source.site) != nullptr) {
          for (std::uint32_t lane = 0; lane < fault.offsets.size(); ++lane)
            if ((fault.lanes >> lane & 1) != 0 && fault.offsets[lane] % row_bytes != 0)
              return FragmentLoad::Misaligned{lane % rows_of_matrix,
                                              fault.offsets[lane] - program::window_base};
          return FragmentLoad::Misaligned{fault.thread % rows_of_matrix,
                                          static_cast<std::uint32_t>(fault.address) - program::window_base};
        }
  return std::nullopt;
}

std::optional<FragmentLoad> load_of_text(const SceneRequest& request, const program::MatrixOp& op,
                                         Operand operand) {
  const program::Program& program = request.run->program();
  FragmentLoad load;
  load.operand = operand;
  const std::optional<std::size_t> event = load_event(request, op, operand);
  if (!event) {
    load.misaligned = misaligned_row(request, op);
    return load.misaligned ? std::optional(load) : std::nullopt;
  }
  const trace::BlockTrace::Event& at = request.run->trace().event(*event);
  const program::Site& site = program.sites[at.site_or_pc];
  load.event = event;
  load.line = site.span.line;
  load.text = site.text.empty() ? site.variable : site.text;
  if (load.text.empty()) load.text = language::trf("fragment.line", language::arg("line", load.line));
  load.plain = served(request.run->trace().access(*event));
  if (*event == request.moment.event) load.wavefront = request.moment.wavefront;
  else if (load.plain.wavefronts() > 0 && *event < request.moment.event)
    load.wavefront = load.plain.wavefronts() - 1;
  const program::MatrixOp* const matrices = matrix_load_at(program, at.site_or_pc);
  if (matrices == nullptr || at.space != Space::Shared) return load;
  load.matrices = std::min<std::uint32_t>(matrices->m, most_matrices);
  load.transposed = matrices->transposed;
  for (std::uint32_t part = 0; part < load.matrices; ++part) {
    std::uint32_t found = 0;
    for (const program::MatrixSource& source : op.sources)
      if (source.site == at.site_or_pc && source.part == part &&
          source.operand == static_cast<std::uint8_t>(operand)) {
        load.reg[part] = source.reg;
        ++found;
      }
    if (found != 1) load.reg[part].reset();
  }
  std::uint32_t base = program::window_base;
  for (const program::Variable& variable : program.variables)
    if (variable.space == Space::Shared && variable.name == site.variable) base = variable.offset;
  const std::uint32_t bits = fragments::type_of(static_cast<fragments::Type>(op.type)).bits;
  if (model::lanes_wait(load.plain.service.counts))
    if (std::optional<OtherRows> rows = other_rows(load.plain.access, base, std::max(1u, bits / 8))) {
      FragmentSide side = served(rows->access);
      if (side.wavefronts() < load.plain.wavefronts()) {
        load.other = std::move(side);
        load.swizzle = std::move(rows->swizzle);
      }
    }
  return load;
}

/// ldmatrix of A from an array as large as A, as most samples write it.
std::optional<FragmentLoad> load_of_menu(const SceneRequest& request, const fragments::Layout& layout) {
  const std::uint32_t bits = fragments::type_of(layout.shape.type).bits;
  const std::uint32_t pitch = layout.a.columns * bits / 8, pieces = pitch / row_bytes;
  if (bits == 64 || bits < 8 || pieces == 0) return std::nullopt;
  FragmentLoad load;
  const std::uint32_t blocks = layout.a.rows / rows_of_matrix;
  load.matrices = std::min(most_matrices, blocks * pieces);
  load.plain.access.width = row_bytes;
  for (std::uint32_t lane = 0; lane < rows_of_matrix * load.matrices; ++lane) {
    const std::uint32_t matrix = lane / rows_of_matrix;
    const std::uint32_t row = lane % rows_of_matrix + rows_of_matrix * (matrix % std::min(2u, blocks)),
                        piece = matrix / std::min(2u, blocks);
    load.plain.access.mask |= 1u << lane;
    load.plain.access.offset[lane] = row * pitch + piece * row_bytes;
  }
  for (std::uint32_t j = 0; j < load.matrices; ++j) load.reg[j] = j;
  load.plain = served(load.plain.access);
  load.text = std::string(fragments::type_of(layout.shape.type).name) + " As[" +
              std::to_string(layout.a.rows) + "][" + std::to_string(layout.a.columns) + "]";
  if (model::lanes_wait(load.plain.service.counts))
    if (std::optional<OtherRows> rows = other_rows(load.plain.access, 0, bits / 8)) {
      load.other = served(rows->access);
      load.swizzle = std::move(rows->swizzle);
    }
  load.wavefront = std::min(request.options.fragment.wavefront, load.plain.wavefronts() - 1);
  return load;
}

} // namespace

std::uint32_t FragmentSide::matrix_of(std::uint32_t wavefront) const {
  if (wavefront >= service.wavefronts.size() || service.wavefronts[wavefront].lanes == 0) return 0;
  return static_cast<std::uint32_t>(std::countr_zero(service.wavefronts[wavefront].lanes)) / rows_of_matrix;
}

std::vector<FragmentProduct> fragment_products(const SceneRequest& request) {
  std::vector<FragmentProduct> products;
  if (request.run == nullptr) return products;
  for (const program::MatrixOp& op : request.run->program().matrices) {
    if (!is_product(op)) continue;
    const FragmentProduct product = product_of(op);
    if (product.shape != nullptr && std::find(products.begin(), products.end(), product) == products.end())
      products.push_back(product);
  }
  return products;
}

std::optional<OtherRows> other_rows(const WarpAccess& access, std::uint32_t base,
                                    std::uint32_t element_bytes) {
  if ((access.mask & 3) != 3 || access.offset[1] <= access.offset[0]) return std::nullopt;
  const std::uint32_t pitch = access.offset[1] - access.offset[0];
  if (pitch < row_bytes || pitch % row_bytes != 0) return std::nullopt;
  OtherRows rows{access, {}};
  const bool power = std::has_single_bit(pitch) && pitch > row_bytes;
  const std::uint32_t pieces = pitch / row_bytes;
  const auto bits = std::min<std::uint32_t>(3, static_cast<std::uint32_t>(std::countr_zero(pieces)));
  const auto shift = std::max<std::uint32_t>(3, static_cast<std::uint32_t>(std::countr_zero(pieces)));
  constexpr std::uint32_t kept = 4; // 16 bytes stay together
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((access.mask >> lane & 1) == 0) continue;
    if (access.offset[lane] < base) return std::nullopt;
    const std::uint32_t offset = access.offset[lane] - base;
    const std::uint32_t mask = ((1u << bits) - 1) << kept;
    rows.access.offset[lane] = base + (power ? offset ^ (offset >> shift & mask)
                                             : offset + offset / pitch * row_bytes);
  }
  if (power)
    rows.swizzle = layouts::Swizzle{bits, kept - static_cast<std::uint32_t>(std::countr_zero(element_bytes)),
                                    static_cast<std::int32_t>(shift)}
                       .text();
  return rows;
}

std::uint32_t register_index(FragmentRegister reg, std::uint32_t lane) {
  return lane + warp_size * (1 + reg.reg + most_registers * static_cast<std::uint32_t>(reg.operand));
}

std::optional<FragmentRegister> register_of_index(std::uint32_t index) {
  const std::uint32_t number = index / warp_size;
  if (number == 0 || number > 3 * most_registers) return std::nullopt;
  return FragmentRegister{static_cast<Operand>((number - 1) / most_registers), (number - 1) % most_registers};
}

QuadLanes quad_lanes(std::uint32_t lane) {
  const std::uint32_t first = lane % 16 / 4 * 4;
  return {first, first + 16};
}

FragmentDrawn drawn_fragment(const SceneRequest& request) {
  const FragmentOptions& options = request.options.fragment;
  FragmentDrawn drawn;
  const std::uint32_t lit = request.options.pointed.lanes;
  drawn.lane = std::has_single_bit(lit) ? static_cast<std::uint32_t>(std::countr_zero(lit))
                                        : std::min(options.lane, warp_size - 1);
  const auto choose_register = [&] {
    drawn.reg = options.pointed ? options.pointed : options.reg;
    if (!drawn.reg) return;
    const fragments::Fragment& operand = drawn.layout.of(drawn.reg->operand);
    if (drawn.reg->reg >= operand.registers) drawn.reg.reset(); // of another product
    else drawn.reg->reg -= drawn.reg->reg % registers_of_cell(operand);
  };
  const auto choose_metadata = [&](std::uint32_t selector) {
    if (!drawn.layout.metadata) return;
    drawn.selector = selector % drawn.layout.metadata->selectors();
    const auto patterns = drawn.layout.metadata->patterns();
    drawn.four_bits = patterns[options.pattern % patterns.size()];
  };
  if (const program::MatrixOp* const op = shown_product(request)) {
    const FragmentProduct product = product_of(*op);
    drawn.of_text = true;
    drawn.line = op->span.line;
    drawn.layout = fragments::layout_of(*product.shape, product.sum);
    choose_register();
    choose_metadata(warpscope_fragment::variant_of_note(op->n));
    for (const program::MatrixSource& source : op->sources)
      if (source.operand < drawn.loaded.size()) drawn.loaded[source.operand] = true;
    const trace::BlockTrace::Event* const now = event_at(request);
    const bool at_load = now != nullptr && now->kind == trace::StepKind::Access;
    Operand operand = drawn.loaded[0] ? Operand::A : Operand::B;
    if (options.operand) operand = *options.operand;
    else if (at_load && takes_from(*op, Operand::B, now->site_or_pc) &&
             !takes_from(*op, Operand::A, now->site_or_pc))
      operand = Operand::B;
    drawn.load = load_of_text(request, *op, operand);
    return drawn;
  }
  const auto shapes = fragments::shapes();
  const fragments::Shape& shape = shapes[std::min<std::size_t>(options.shape, shapes.size() - 1)];
  const auto sums = fragments::sums_of(shape);
  drawn.layout = fragments::layout_of(shape, sums[std::min<std::size_t>(options.sum, sums.size() - 1)]);
  choose_register();
  choose_metadata(options.selector);
  drawn.load = load_of_menu(request, drawn.layout);
  drawn.loaded[0] = drawn.load.has_value();
  return drawn;
}

bool fragment_explores(const SceneRequest& request) { return shown_product(request) == nullptr; }

std::uint32_t fragment_wavefronts(const SceneRequest& request) {
  const FragmentDrawn drawn = drawn_fragment(request);
  return drawn.load ? drawn.load->plain.wavefronts() : 0;
}

} // namespace warpscope::view
