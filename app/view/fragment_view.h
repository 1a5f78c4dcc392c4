// What the scene Fragment shows, worked out from the run and what was chosen: the product, and the load that
// fills one of its operands, as it is and with rows laid out otherwise.
#pragma once

#include "app/view/scene.h"
#include "sim/fragments/fragments.h"
#include "sim/model/banks.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::view {

/// The load's addresses, and how they are served.
struct FragmentSide {
  WarpAccess access;
  model::BankService service;
  [[nodiscard]] std::uint32_t wavefronts() const { return service.counts.wavefronts; }
  /// The matrix that a wavefront's first lane belongs to.
  [[nodiscard]] std::uint32_t matrix_of(std::uint32_t wavefront) const;
};

struct FragmentLoad {
  fragments::Operand operand = fragments::Operand::A;
  std::optional<std::size_t> event; ///< in the trace; nullopt: the scene's own
  std::uint32_t line = 0;
  std::string text;           ///< the array, or the expression of a plain load
  std::uint32_t matrices = 0; ///< of an ldmatrix; 0: a plain load
  bool transposed = false;
  /// By matrix: the register of the operand that it becomes, where there is one alone.
  std::array<std::optional<std::uint32_t>, 4> reg;
  FragmentSide plain;
  std::optional<FragmentSide> other; ///< the rows so that fewer wait; nullopt: none waits
  std::string swizzle;               ///< of `other`; empty: each row 16 bytes longer
  std::uint32_t wavefront = 0;       ///< on show, of `plain`
  /// A matrix load that faults: a row that does not start at a multiple of 16 bytes.
  struct Misaligned {
    std::uint32_t row = 0, byte = 0;
  };
  std::optional<Misaligned> misaligned;
};

/// Registers of one cell: a pair of accumulators takes two where each has its own.
[[nodiscard]] inline std::uint32_t registers_of_cell(const fragments::Fragment& fragment) {
  return fragment.operand == fragments::Operand::C && fragment.per == 1 ? 2 : 1;
}

struct FragmentDrawn {
  fragments::Layout layout;
  bool of_text = false; ///< the product is the text's
  std::uint32_t line = 0;
  std::uint32_t lane = 0;
  std::uint32_t selector = 0;          ///< of a sparse product
  std::uint32_t four_bits = 0;         ///< an example of its metadata: the same in every group
  std::optional<FragmentRegister> reg; ///< pointed at or pinned, the first of its cell; of this product
  std::optional<FragmentLoad> load;
  /// True for operands that the text's product gets from loads that are known.
  std::array<bool, 2> loaded{};
};
/// The lanes that work on the lane's product, of m8n8k4 of half: four and the four 16 further on.
struct QuadLanes {
  std::uint32_t lower = 0, upper = 0; ///< the first of each
};
[[nodiscard]] QuadLanes quad_lanes(std::uint32_t lane);

[[nodiscard]] FragmentDrawn drawn_fragment(const SceneRequest& request);

/// The row addresses of an ldmatrix so that the eight rows of a matrix fall on different banks, where those
/// of `access` do not: through a swizzle if its rows are a power of two apart, else with rows 16 bytes
/// longer.
struct OtherRows {
  WarpAccess access;
  std::string swizzle; ///< as CuTe has it, on elements; empty: longer rows
};
[[nodiscard]] std::optional<OtherRows> other_rows(const WarpAccess& access, std::uint32_t base,
                                                  std::uint32_t element_bytes);

} // namespace warpscope::view
