// The text of one machine instruction, taken apart: predicate, mnemonic, modifiers, operands.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::sass {

/// Vector registers are rows 0 to 254, 255 is RZ; uniform registers follow, row 319 is URZ.
inline constexpr std::uint16_t zero_row = 255, first_uniform = 256, rows = 320;
inline constexpr std::uint16_t uniform_zero = rows - 1, no_row = 0xffff;
/// P0 to P6, PT; UP0 to UP6, UPT.
inline constexpr std::uint8_t true_predicate = 7, first_uniform_predicate = 8, predicates = 16;

struct Operand {
  enum class Kind : std::uint8_t {
    Register,  ///< row
    Predicate, ///< row
    Integer,   ///< bits
    Float,     ///< value
    Constant,  ///< c[bank][row + bits]
    Address,   ///< [row + uniform + bits]
    Barrier,   ///< B0 to B15: row
    Name       ///< SR_TID.X, PR, SB0, a function
  } kind = Kind::Name;
  std::uint16_t row = no_row;
  std::uint16_t uniform = no_row; ///< Address: a uniform register that is added
  bool negative = false, absolute = false;
  bool inverted = false;     ///< ~R, !P
  bool wide = false;         ///< Address: the register is a pair (R2.64)
  bool uniform_wide = false; ///< Address: the uniform register is a pair
  std::uint8_t scale = 1;    ///< Address: of the register (R2.X4)
  std::uint8_t half = 0;     ///< 0: both halves, 1: .H0_H0, 2: .H1_H1, 3: .H1_H0 or .F32
  std::uint8_t bank = 0;
  std::uint64_t bits = 0;
  double value = 0;
  std::string name;
  std::string suffix; ///< of a register: what none of these has a field for
};

struct Written {
  std::uint8_t guard = true_predicate;
  bool unless = false;                ///< @!P0
  std::string mnemonic;               ///< "IMAD"
  std::vector<std::string> modifiers; ///< "WIDE", "U32"
  std::vector<Operand> operands;
};

/// nullopt: the text is of another form.
[[nodiscard]] std::optional<Written> parse_instruction(std::string_view text);

} // namespace warpscope::sass
