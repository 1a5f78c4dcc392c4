// A product of a warpgroup (wgmma.mma_async): done at once, by each warp for its 16 rows. What A and B are
// read for is told as ldmatrix reads: rows of 16 bytes of 8 x 8 matrices, A's by each warp, B's by the first
// one alone, which gives the wavefronts that an H200 counts (tests/hardware/h200_wgmma.tsv).
//
// Source: the PTX ISA (matrix descriptors, fragments of wgmma), and what an H200 did with the same
// descriptors.
#include "sim/exec/access.h"
#include "sim/exec/half.h"
#include "sim/exec/ops_control.h"
#include "sim/exec/ops_memory.h"
#include "sim/exec/tile_pieces.h"
#include "sim/program/enums.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

namespace warpscope::exec {
namespace {

using Element = program::ProductElement;
using Flags = program::ProductFlags;

constexpr u32 row_bytes = 16;  ///< of an 8 x 8 matrix
constexpr u32 deep_bytes = 32; ///< of a row of A, or a column of B, in one product
constexpr u32 warps_together = 4, rows_of_warp = 16;

/// A matrix in shared memory, as its descriptor says. A unit is 8 rows of A, or 8 columns of B; a part is
/// half of the depth.
struct Matrix {
  u32 start = 0, leading = 0, stride = 0, base = 0, swizzle = 0; ///< swizzle: a CUtensorMapSwizzle
  bool transposed = false;                                       ///< what is deep lies apart, units together

  Matrix(u64 descriptor, bool is_transposed) : transposed(is_transposed) {
    const auto field = [&](u32 bit) { return static_cast<u32>(descriptor >> bit & 0x3fff) << 4; };
    start = field(0), leading = field(16), stride = field(32);
    base = static_cast<u32>(descriptor >> 49 & 7);
    const auto mode = static_cast<u32>(descriptor >> 62); // 1: 128 bytes, 2: 64, 3: 32
    swizzle = mode == 0 ? 0 : 4 - mode;
  }
  /// The address of row `r` of the 8 x 8 matrix of a unit and a part.
  [[nodiscard]] u32 place(u32 unit, u32 part, u32 r) const {
    if (swizzle == 0)
      return start + r * row_bytes +
             (transposed ? unit * stride + part * leading : unit * stride + part * leading);
    const u32 span = row_bytes << swizzle;
    if (!transposed) return swizzled(start + unit * stride + r * span + part * row_bytes, swizzle);
    const u32 units = span / row_bytes; // side by side
    return swizzled(start + unit / units * leading + unit % units * row_bytes + part * stride + r * span,
                    swizzle);
  }
};

float small_float(u32 bits, Element element) {
  const u32 exponent_bits = element == Element::E4M3 ? 4 : 5, mantissa_bits = 7 - exponent_bits;
  const u32 mantissa = bits & ((1u << mantissa_bits) - 1),
            exponent = bits >> mantissa_bits & ((1u << exponent_bits) - 1);
  const int bias = (1 << (exponent_bits - 1)) - 1;
  float value = 0;
  if (element == Element::E4M3 && (bits & 0x7f) == 0x7f) value = std::nanf("");
  else if (element == Element::E5M2 && exponent == 31)
    value = mantissa == 0 ? std::numeric_limits<float>::infinity() : std::nanf("");
  else
    value = std::ldexp(static_cast<float>(exponent == 0 ? mantissa : mantissa + (1u << mantissa_bits)),
                       static_cast<int>(exponent == 0 ? 1 : exponent) - bias -
                           static_cast<int>(mantissa_bits));
  return (bits & 0x80) != 0 ? -value : value;
}

u32 bytes_of(Element element) {
  switch (element) {
  case Element::Half:
  case Element::BFloat16: return 2;
  case Element::Tf32: return 4;
  default: return 1;
  }
}

bool is_whole(Element element) {
  return element == Element::S8 || element == Element::U8 || element == Element::Bit;
}

float as_float(const std::uint8_t* bytes, Element element) {
  u32 bits = 0;
  std::memcpy(&bits, bytes, bytes_of(element));
  switch (element) {
  case Element::Half: return half_to_float(static_cast<std::uint16_t>(bits));
  case Element::BFloat16: return std::bit_cast<float>(bits << 16);
  case Element::Tf32: return std::bit_cast<float>(bits & 0xffffe000); // what lies below is not looked at
  default: return small_float(bits, element);
  }
}

using Row = std::array<std::uint8_t, deep_bytes>;

class Product {
 public:
  Product(Warp& w, const program::Instruction& in)
      : w_(w), in_(in), words_(in.components), source_(w.source(in.c, in.components)),
        flags_(w.source(in.a)[0]) {
    a_ = static_cast<Element>(flags_ & ((1u << Flags::element_bits) - 1));
    b_ = static_cast<Element>(flags_ >> Flags::of_b & ((1u << Flags::element_bits) - 1));
    sums_ = words_ - Flags::further_words;
    columns_ = sums_ * (has(Flags::half_sums) ? 4 : 2);
  }

  Flow run() {
    if (w_.mask != all_lanes)
      return w_.fault(trace::FaultKind::Trap, first_lane(w_.mask),
                      "executes wgmma with a part of its warp: all 128 threads of a warpgroup take part");
    if (w_.index / warps_together * warps_together + warps_together > w_.block->warps.size())
      return w_.fault(
          trace::FaultKind::Trap, 0,
          "executes wgmma in a block without a whole warpgroup: four warps, the first of which has a "
          "number that is a multiple of 4");
    const u32 first_row = w_.index % warps_together * rows_of_warp;
    std::vector<Row> of_a(rows_of_warp), of_b(columns_);
    tell_step(trace::OrderKind::CopyBegin);
    Flow flow = Flow::Next;
    if (has(Flags::a_in_registers)) read_fragment(of_a);
    else flow = read(Matrix(wide(sums_), has(Flags::a_transposed)), first_row / 8, of_a, in_.imm, true);
    if (flow == Flow::Next)
      flow = read(Matrix(wide(sums_ + 4), has(Flags::b_transposed)), 0, of_b, in_.imm + 1,
                  w_.index % warps_together == 0);
    tell_step(trace::OrderKind::CopyEnd);
    if (flow != Flow::Next) return flow;
    multiply(of_a, of_b);
    return Flow::Next;
  }

 private:
  [[nodiscard]] bool has(u32 flag) const { return (flags_ & flag) != 0; }
  [[nodiscard]] u32 word(u32 index, u32 lane) const { return source_[std::size_t{index} * warp_size + lane]; }
  [[nodiscard]] u64 wide(u32 index) const { return word(index, 0) | u64{word(index + 1, 0)} << 32; }

  void tell_step(trace::OrderKind kind) {
    trace::OrderEvent event;
    event.block = w_.block->linear;
    event.warp = w_.index;
    event.pc = w_.pc;
    event.lanes = w_.mask;
    event.kind = kind;
    event.queue = trace::OrderQueue::Products;
    w_.block->sink->on_order(event);
  }

  void read_fragment(std::vector<Row>& rows) const {
    for (u32 lane = 0; lane < warp_size; ++lane)
      for (u32 i = 0; i < 4; ++i) {
        const u32 value = word(sums_ + i, lane);
        std::memcpy(rows[lane / 4 + 8 * (i % 2)].data() + i / 2 * row_bytes + lane % 4 * 4, &value,
                    sizeof value);
      }
  }

  /// Reads the units from `first` on; four of their 8 x 8 matrices are told at a time.
  Flow read(const Matrix& matrix, u32 first, std::vector<Row>& rows, u32 site, bool tells) {
    Block& block = *w_.block;
    if (matrix.base != 0)
      return w_.fault(trace::FaultKind::Unsupported, 0,
                      "uses a matrix descriptor with a base offset, which is not simulated");
    const u32 matrices = static_cast<u32>(rows.size()) / 8 * 2;
    for (u32 done = 0; done < matrices; done += 4) {
      const u32 now = std::min(4u, matrices - done), lanes = now * 8;
      const u32 mask = lanes == warp_size ? all_lanes : (1u << lanes) - 1;
      trace::AccessEvent& event = block.event;
      for (u32 lane = 0; lane < lanes; ++lane) {
        const u32 number = done + lane / 8, unit = number / 2, part = number % 2, r = lane % 8;
        const u32 at = matrix.place(first + unit, part, r);
        event.access.offset[lane] = at;
        if (!block.inside(w_, Space::Shared, at, row_bytes)) {
          u32 offsets[warp_size] = {};
          offsets[lane] = at;
          return access_fault(w_, Space::Shared, bit_of[lane], offsets, row_bytes, Intent::Read);
        }
        const Window there = block.window(w_, Space::Shared);
        const std::uint8_t* const from = there.host + (at - there.origin);
        std::memcpy(values_.data() + std::size_t{lane} * row_bytes, from, row_bytes);
        if (!matrix.transposed) std::memcpy(rows[unit * 8 + r].data() + part * row_bytes, from, row_bytes);
        else // a row of the 8 x 8 matrix has one depth of eight rows, or columns
          for (u32 i = 0; i < 8; ++i)
            std::memcpy(rows[unit * 8 + i].data() + part * row_bytes + r * 2, from + std::size_t{i} * 2, 2);
      }
      if (!tells) continue;
      event.shape = 0;
      event.access.product = true;
      event.access.goes_on = done != 0;
      tell(w_, Space::Shared, AccessKind::Load, false, site, row_bytes, mask, values_.data());
      event.access.product = event.access.goes_on = false;
    }
    return Flow::Next;
  }

  void multiply(const std::vector<Row>& of_a, const std::vector<Row>& of_b) {
    std::vector<u32> old(source_, source_ + std::size_t{words_} * warp_size);
    u32* const to = w_.destination(in_.dst, words_, all_lanes);
    std::memcpy(to, old.data(), old.size() * sizeof(u32));
    const bool halves = has(Flags::half_sums);
    if (!is_whole(a_)) expand(of_a, a_, a_floats_), expand(of_b, b_, b_floats_);
    for (u32 lane = 0; lane < warp_size; ++lane)
      for (u32 i = 0; i < columns_ / 2; ++i) { // sums of a lane, two of a row side by side
        const u32 row = lane / 4 + i / 2 % 2 * 8, column = i / 4 * 8 + lane % 4 * 2 + i % 2;
        const u32 index = halves ? i / 2 : i;
        u32& sum = to[std::size_t{index} * warp_size + lane];
        if (is_whole(a_)) {
          sum = whole_sum(of_a[row], of_b[column], sum);
        } else if (!halves) {
          sum = std::bit_cast<u32>(float_sum(row, column, std::bit_cast<float>(sum)));
        } else {
          const u32 shift = i % 2 * 16;
          const float value = float_sum(row, column, half_to_float(static_cast<std::uint16_t>(sum >> shift)));
          sum = (sum & ~(0xffffu << shift)) | float_to_half(value, program::Rounding::Nearest) << shift;
        }
      }
  }

  static void expand(const std::vector<Row>& rows, Element element, std::vector<float>& to) {
    const u32 bytes = bytes_of(element);
    to.clear();
    for (const Row& row : rows)
      for (u32 at = 0; at < deep_bytes; at += bytes) to.push_back(as_float(row.data() + at, element));
  }
  [[nodiscard]] float float_sum(u32 row, u32 column, float sum) const {
    const u32 depth = deep_bytes / bytes_of(a_);
    const float *a = a_floats_.data() + std::size_t{row} * depth,
                *b = b_floats_.data() + std::size_t{column} * depth;
    for (u32 k = 0; k < depth; ++k) sum = std::fma(has(Flags::negated) ? -a[k] : a[k], b[k], sum);
    return sum;
  }
  [[nodiscard]] u32 whole_sum(const Row& a, const Row& b, u32 sum) const {
    for (u32 k = 0; k < deep_bytes; ++k) {
      if (a_ == Element::Bit) {
        sum += static_cast<u32>(std::popcount(static_cast<u32>(a[k] & b[k])));
        continue;
      }
      const int x = a_ == Element::S8 ? static_cast<std::int8_t>(a[k]) : a[k],
                y = b_ == Element::S8 ? static_cast<std::int8_t>(b[k]) : b[k];
      sum += static_cast<u32>(x * y);
    }
    return sum;
  }

  Warp& w_;
  const program::Instruction& in_;
  u32 words_ = 0;
  const u32* source_;
  u32 flags_ = 0, sums_ = 0, columns_ = 0;
  Element a_{}, b_{};
  std::vector<float> a_floats_, b_floats_;
  alignas(64) std::array<std::uint8_t, std::size_t{warp_size} * row_bytes> values_{};
};

} // namespace

Flow wgmma(Warp& w, const program::Instruction& in) { return Product(w, in).run(); }

} // namespace warpscope::exec
