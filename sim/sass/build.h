// Turns a parsed instruction into one that runs: each builder takes the operands and modifiers that it knows,
// and what is left over makes the instruction an unknown one. Internal to sim/sass.
#pragma once

#include "sim/sass/machine.h"

#include <span>

namespace warpscope::sass {

/// What a source's bits mean, for immediates.
enum class As : u8 { Integer, Float, Double, Half, Bfloat };

class Build {
 public:
  Build(const MachineCode& code, const Written& written, Instruction& in, Decoded& out,
        const std::array<std::vector<u8>, 8>& banks)
      : code_(code), written_(written), in_(in), out_(out), banks_(banks),
        taken_(written.modifiers.size(), false) {}

  /// The instruction that is built.
  [[nodiscard]] Instruction& in() { return in_; }
  [[nodiscard]] const MachineCode& code() const { return code_; }

  /// Takes a modifier, if it is there.
  bool mod(std::string_view name);
  /// Takes the first modifier that is one of these; returns which, else `otherwise`.
  unsigned one_of(std::initializer_list<std::string_view> names, unsigned otherwise);
  /// Takes all modifiers of the list, which change nothing here.
  void ignore(std::initializer_list<std::string_view> names);

  [[nodiscard]] std::size_t left() const { return written_.operands.size() - next_; }
  [[nodiscard]] const Operand* peek() const { return left() == 0 ? nullptr : &written_.operands[next_]; }
  [[nodiscard]] bool is(Operand::Kind kind) const { return left() != 0 && peek()->kind == kind; }
  const Operand& take() { return written_.operands[next_++]; }

  bool to(); ///< the register that is written
  bool to_predicate(unsigned n);
  bool maybe_to_predicate(unsigned n) { return !is(Operand::Kind::Predicate) || to_predicate(n); }
  bool source(unsigned n, As as = As::Integer);
  /// A register that is written with `order` behind it: R4.ROW.
  bool matrix(unsigned n, std::string_view order);
  /// An integer of `width` bytes, 1 or 2: a register, behind which one of its parts may be named (R4.B3,
  /// R4.H1), or any other source.
  bool part(unsigned n, unsigned width);
  bool predicate(unsigned n);
  bool maybe_predicate(unsigned n) { return !is(Operand::Kind::Predicate) || predicate(n); }
  bool integer(u64& value);
  /// Of memory; `generic`: it has 64 bits.
  bool address(bool generic);
  /// Keeps a second address; returns its place in Decoded::sources.
  u32 keep_source(const AddressParts& parts);
  bool label(); ///< a pc, or the name of a function
  bool barrier(u64& number);

  /// Nothing is left over.
  [[nodiscard]] bool done() const;

 private:
  i32 constant(u64 low, u64 high);

  const MachineCode& code_;
  const Written& written_;
  Instruction& in_;
  Decoded& out_;
  const std::array<std::vector<u8>, 8>& banks_;
  std::vector<bool> taken_;
  std::size_t next_ = 0;
};

/// A mnemonic and its builder, which returns false for a form that it does not know.
struct Entry {
  std::string_view mnemonic;
  bool (*build)(Build& b);
  bool also_uniform = false; ///< there is one of the uniform datapath, named with a U before it
};
[[nodiscard]] std::span<const Entry> integer_entries();
[[nodiscard]] std::span<const Entry> shift_entries();
[[nodiscard]] std::span<const Entry> float_entries();
[[nodiscard]] std::span<const Entry> half_entries();
[[nodiscard]] std::span<const Entry> conversion_entries();
[[nodiscard]] std::span<const Entry> memory_entries();
[[nodiscard]] std::span<const Entry> atomic_entries();
[[nodiscard]] std::span<const Entry> matrix_entries();
[[nodiscard]] std::span<const Entry> warp_entries();
[[nodiscard]] std::span<const Entry> control_entries();

/// `banks`: constants, by number. Stops at the first instruction that is not known.
[[nodiscard]] Decoded decode(const MachineCode& code, const std::array<std::vector<u8>, 8>& banks);

/// Runs `f` over the lanes of up to three integer sources.
template <auto f> Flow map1(Warp& w, const Instruction& in) {
  Row space, out;
  const Row& a = integer(w, in.from[0], space);
  for (u32 l = 0; l < lanes; ++l) out.lane[l] = f(a.lane[l]);
  write(w, in, out);
  return Flow::Next;
}
template <auto f> Flow map2(Warp& w, const Instruction& in) {
  Row space_a, space_b, out;
  const Row& a = integer(w, in.from[0], space_a);
  const Row& b = integer(w, in.from[1], space_b);
  for (u32 l = 0; l < lanes; ++l) out.lane[l] = f(a.lane[l], b.lane[l]);
  write(w, in, out);
  return Flow::Next;
}
template <auto f> Flow map3(Warp& w, const Instruction& in) {
  Row space_a, space_b, space_c, out;
  const Row& a = integer(w, in.from[0], space_a);
  const Row& b = integer(w, in.from[1], space_b);
  const Row& c = integer(w, in.from[2], space_c);
  for (u32 l = 0; l < lanes; ++l) out.lane[l] = f(a.lane[l], b.lane[l], c.lane[l]);
  write(w, in, out);
  return Flow::Next;
}

/// How a comparison joins a predicate.
enum class Join : u8 { And, Or, Xor };
[[nodiscard]] inline u32 join(u8 how, u32 a, u32 b) { return how == 0 ? a & b : how == 1 ? a | b : a ^ b; }
/// Writes what a comparison found, joined, and its opposite.
inline Flow set_predicates(Warp& w, const Instruction& in, u32 found) {
  const u32 with = read(w, in.predicate[0]);
  write_predicate(w, in.to_predicate[0], join(in.mode2, found, with));
  write_predicate(w, in.to_predicate[1], join(in.mode2, ~found, with));
  return Flow::Next;
}

} // namespace warpscope::sass
