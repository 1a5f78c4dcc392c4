// Which variable of the text is in which register at which instruction: a side table beside the code, which
// nothing reads unless somebody asks what the lanes hold. It changes no instruction.
//
// A note lies before the instruction at its pc, or behind it (`after`); when lanes pass it, the variable has
// in these lanes the value that the register holds. It keeps that value until they pass another note of the
// same variable: a register that is used again for something else takes nothing away. Where the compiled code
// does not hold what is assigned (nothing reads it any more), the note says Lost. When lanes pass a mark of a
// scope, the variables of the scopes within it have no value until they are assigned again.
//
// Not modelled: a loop without a condition and a step, whose body's variables keep the last turn's values
// until they are assigned.
#pragma once

#include "sim/base/access.h"
#include "sim/base/element_type.h"
#include "sim/base/span.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::program {

inline constexpr std::uint32_t no_scope = ~std::uint32_t{0};

/// A scalar variable, a scalar member of one ("v.x"), or an array in the thread's local memory.
struct NamedValue {
  std::string name;
  std::string type;                         ///< as a person would write it, without const
  ElementType element = ElementType::Other; ///< Other: a pointer
  bool is_pointer = false;
  Space space = Space::None;             ///< of the pointer, where it is one word; None: generic, two words
  std::uint32_t pointee_size = 0;        ///< bytes; 0: not known
  std::uint32_t scope = no_scope;        ///< index into NamedValues::scopes
  std::uint32_t line = 0, file = 0;      ///< of its declaration
  bool in_memory = false;                ///< it lies in the frame's local memory at `offset`; no notes
  std::uint32_t offset = 0;              ///< in the kernel's frame
  std::vector<std::uint32_t> dimensions; ///< in memory: of an array, outermost first
  bool operator==(const NamedValue&) const = default;
};

enum class NoteKind : std::uint8_t { Lost, Slot, Predicate, Constant };

struct ValueNote {
  std::uint32_t pc = 0;
  bool after = false; ///< behind the instruction, not before it
  NoteKind kind = NoteKind::Lost;
  std::uint32_t value = 0;    ///< index into NamedValues::values
  std::uint32_t operand = 0;  ///< Slot, Predicate: the register; one of 64 bits takes two slots
  std::uint64_t constant = 0; ///< Constant: its bits
  bool operator==(const ValueNote&) const = default;
};

/// From this pc on, up to the next one's, the text's scope is `scope`.
struct ScopeMark {
  std::uint32_t pc = 0, scope = no_scope;
  bool operator==(const ScopeMark&) const = default;
};

struct NamedValues {
  std::vector<NamedValue> values;
  std::vector<std::uint32_t> scopes; ///< the scope around each; of an inlined function, that of its call
  std::vector<ValueNote> notes;      ///< by ascending pc; those before an instruction precede those behind it
  std::vector<ScopeMark> marks;      ///< by ascending pc
  bool operator==(const NamedValues&) const = default;

  /// Indices of the values that the text can name at `pc`: the innermost scope's first; of two with one name,
  /// the inner one.
  [[nodiscard]] std::vector<std::uint32_t> visible_at(std::uint32_t pc) const;
};

/// True for a value of two slots.
[[nodiscard]] inline bool is_wide(const NamedValue& value) {
  return value.is_pointer ? value.space == Space::None : size_of(value.element) == 8;
}

} // namespace warpscope::program
