// What the executor runs: SIMT bytecode with a source span on every instruction. Plain data: it crosses a
// process boundary (the compiler is a worker process), so a receiver calls verify() before running it.
//
// Registers. A frame has `slots` 32-bit vector registers (32 lanes x 4 bytes) and `predicates` lane masks (32
// bits, one bit a lane). A 64-bit value takes two consecutive slots, the low words and then the high words,
// and is named by the first: the bytes of a lane in a slot never move, so diverged lanes can use one slot for
// different values. i8 and i16 live zero-extended in one slot, half and bfloat16 as their 16 bits. A <N x T>
// value is N consecutive values. Operands whose top bit is set name the constant pool (a value broadcast to
// all lanes): see Program::constants.
//
// Pointers. A pointer whose space is known at lowering time is ONE slot: a 32-bit offset in that space's
// window. A pointer whose space is not known is 64 bits: (space << 32) | offset, and goes through the
// *_generic instructions.
//
// Control flow. Branches carry their reconvergence point (the immediate post-dominator). A function has one
// Ret, its last instruction; recursion and non-inlined functions are Call/Ret on a stack of frames.
#pragma once

#include "sim/base/access.h"
#include "sim/base/dim3.h"
#include "sim/base/element_type.h"
#include "sim/base/span.h"
#include "sim/program/enums.h"
#include "sim/program/named_values.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::program {

enum class Opcode : std::uint16_t {
#define WARPSCOPE_OPCODE(name, mnemonic, dst, a, b, c, imm) name,
#include "sim/program/opcodes.def"
#undef WARPSCOPE_OPCODE
  Count
};

/// The top bit of an operand: the rest is an index into the constant pool.
inline constexpr std::uint32_t constant_operand = 0x8000'0000u;
inline constexpr std::uint32_t no_operand = 0x7fff'ffffu;

/// One instruction. The opcode's row in opcodes.def defines what dst, a, b, c and imm mean.
/// What an instruction is of a matrix instruction of the device (mma.sync, wmma, ldmatrix, stmatrix), which
/// the executor does by many instructions; only in code as compiled are there products and results.
enum class MatrixPart : std::uint8_t {
  None,
  Step,    ///< one of the many, which cost nothing; accesses are the device's own, but for a thread's arrays
  Product, ///< a Nop: the product; imm is the cycles for which it takes the tensor cores
  Result   ///< a register of a product's sums comes to be known
};

struct Instruction {
  Opcode op{};
  std::uint8_t bytes = 0;      ///< memory instructions: bytes of a component (1, 2, 4, 8)
  std::uint8_t components = 0; ///< memory instructions: components; bytes * components is the access's width
  std::uint32_t dst = no_operand;
  std::uint32_t a = no_operand;
  std::uint32_t b = no_operand;
  std::uint32_t c = no_operand;
  std::uint32_t imm = 0;
  std::uint32_t span = 0; ///< index into Program::spans
  MatrixPart part = MatrixPart::None;
  bool operator==(const Instruction&) const = default;
};

/// The executor keeps in a thread's array what the device has in registers.
[[nodiscard]] constexpr bool is_no_access(const Instruction& instruction) {
  return instruction.part == MatrixPart::Step &&
         (instruction.op == Opcode::LoadLocal || instruction.op == Opcode::StoreLocal);
}

/// An access site: an instruction of the text that reads or writes memory. Two loads in one line are two
/// sites.
struct Site {
  std::uint32_t pc = 0;      ///< Instruction::imm of the memory instruction is this site's index
  Space space = Space::None; ///< None: known only at run time (a generic pointer)
  AccessKind kind = AccessKind::Load;
  bool returns = false; ///< an atomic whose old value is used
  bool is_volatile = false;
  bool async_copy = false; ///< the load or the store of an asynchronous copy (cp.async)
  bool is_atomic = false;  ///< a load or store that cannot be torn and races with no atomic (cuda::atomic)
  bool increments = false; ///< an atomic that adds the constant 1 to 4 bytes and whose old value is not used
  Asks asks = Asks::EachLane;    ///< of an atomic; another one only in code as compiled
  std::uint32_t width = 4;       ///< bytes per lane
  Span span;                     ///< of the access expression, such as `tile[tx][ty + j]`
  std::uint32_t listed_line = 0; ///< where NVIDIA's compiler and profiler list it; 0: where the span begins
  std::string text;              ///< that expression as written; may be empty
  std::string instruction;       ///< of inline PTX, such as "cp.async.ca.shared.global"; else empty
  std::string variable; ///< the array, parameter or variable accessed ("tile", "in"); empty if not known
  bool operator==(const Site&) const = default;

  /// The line by which a profiler's counts are joined with the site's.
  [[nodiscard]] std::uint32_t profiled_line() const { return listed_line != 0 ? listed_line : span.line; }
  /// Of either line: a person may point at where the expression begins, or at a profiler's row.
  [[nodiscard]] bool is_of_line(std::uint32_t line) const {
    return span.line == line || profiled_line() == line;
  }
};

struct Function {
  std::string name;        ///< as a person would write it
  std::uint32_t entry = 0; ///< pc
  std::uint32_t end = 0;   ///< pc one past its last instruction
  std::uint32_t slots = 0; ///< 32-bit vector registers of a frame
  std::uint32_t predicates = 0;
  std::uint32_t local_bytes = 0;          ///< local memory of a frame, in bytes per thread (allocas)
  std::uint32_t parameter_slots = 0;      ///< slots that Call copies into the first slots of the callee
  std::uint32_t parameter_predicates = 0; ///< predicates that it copies likewise
  std::uint32_t result_slots = 0;         ///< slots that Ret copies back to the call's dst
  std::uint32_t result_predicates = 0;
  bool operator==(const Function&) const = default;
};

/// A kernel's parameter. Arguments lie in the Param window at `offset`, as the ABI lays them out.
struct Parameter {
  std::string name;
  std::string type; ///< as written, e.g. "const float *"
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  bool is_pointer = false;
  bool is_const = false; ///< pointer to const
  /// The type of the value, or of the pointee's scalars (float4 *: F32).
  ElementType element = ElementType::Other;
  std::uint32_t element_size = 0; ///< bytes of the value, or of the pointee (float4 *: 16)
  Span span;
  bool operator==(const Parameter&) const = default;
};

/// An argument as a host program passes it: `parameters` splits a struct into its members, a launch does not.
struct Argument {
  std::uint32_t offset = 0, size = 0; ///< in bytes, in the Param window
  bool operator==(const Argument&) const = default;
};

struct Kernel {
  std::string name;   ///< "transpose", "tile<16, float>"
  std::string symbol; ///< mangled
  std::uint32_t function = 0;
  std::vector<Parameter> parameters;
  std::uint32_t parameter_bytes = 0;
  std::uint32_t shared_bytes = 0; ///< static shared memory that this kernel can reach
  bool uses_dynamic_shared = false;
  std::uint32_t max_threads = 0; ///< __launch_bounds__; 0 if none
  std::uint32_t min_blocks = 0;  ///< likewise: blocks that are to reside together
  Dim3 cluster{0, 0, 0};         ///< __cluster_dims__; 0 if none
  std::vector<Argument> arguments;
  Span span;
  bool operator==(const Kernel&) const = default;
};

/// A named array or variable with a fixed address: __shared__, __constant__, __device__.
struct Variable {
  std::string name;
  std::string symbol; ///< mangled: by this a host program names it
  Space space = Space::None;
  std::uint32_t offset = 0;              ///< in its window; dynamic shared arrays begin after the static ones
  std::uint32_t size = 0;                ///< bytes; 0 for `extern __shared__ T s[]`
  std::vector<std::uint32_t> dimensions; ///< outermost first; empty for a scalar
  std::string element_type;              ///< "float", "float4", "int", … as far as it is known
  ElementType element = ElementType::Other; ///< of all numbers in it; Other: they differ, or it is not known
  std::uint32_t element_size = 0;
  std::vector<std::uint32_t> kernels; ///< shared variables: the kernels that can reach them
  Span span;
  bool operator==(const Variable&) const = default;
};

/// Where a register that a product of matrices takes comes from.
struct MatrixSource {
  static constexpr std::uint8_t no_part = 0xff;
  std::uint8_t operand = 0;    ///< 0: A, 1: B, 2: the accumulator
  std::uint8_t reg = 0;        ///< of that operand, from 0
  std::uint8_t part = no_part; ///< the result of the matrix load that it is, from 0; no_part: of plain loads
  std::uint32_t site = 0;      ///< the access
  bool operator==(const MatrixSource&) const = default;
};

/// A matrix instruction of the text: mma.sync or wmma's, ldmatrix, stmatrix. Its numbers are those of
/// sim/include/__warpscope/fragment_map.h. It costs nothing here: what the executor does for it is other
/// instructions.
struct MatrixOp {
  static constexpr std::uint32_t no_site = ~std::uint32_t{0};
  std::uint8_t note = 0;             ///< warpscope_fragment::Note
  std::uint8_t type = 0, sum = 0;    ///< products: warpscope_fragment::Type of the factors and of the sums
  std::uint16_t m = 0, n = 0, k = 0; ///< products; loads and stores: m matrices
  bool transposed = false;           ///< loads and stores
  std::uint32_t site = no_site;      ///< loads and stores
  Span span;
  std::vector<MatrixSource> sources; ///< products
  bool operator==(const MatrixOp&) const = default;
};

/// The initial contents of memory: strings, __constant__ tables, initialised __device__ variables.
struct MemoryImage {
  Space space = Space::Global;
  std::uint32_t offset = 0;
  std::vector<std::uint8_t> bytes;
  bool operator==(const MemoryImage&) const = default;
};

struct Program {
  std::vector<Instruction> code;
  std::vector<Span> spans; ///< spans[0] is unknown
  std::vector<Site> sites;
  std::vector<Function> functions;
  std::vector<Kernel> kernels;
  std::vector<Variable> variables;
  std::vector<MemoryImage> images;
  /// The constant pool in 32-bit words; operand (constant_operand | i) is word i broadcast, 64-bit uses words
  /// i and i + 1. For predicate operands word i is the lane mask (0 or all ones).
  std::vector<std::uint32_t> constants;
  std::uint32_t global_bytes = 0;   ///< end of the __device__ variables and strings in the Global window
  std::uint32_t constant_bytes = 0; ///< end of the __constant__ variables in the Constant window
  std::vector<MatrixOp> matrices;   ///< in the order of the code
  NamedValues named;                ///< what the lanes' registers are called in the text
  bool operator==(const Program&) const = default;

  [[nodiscard]] Span span_of(std::uint32_t pc) const { return spans[code[pc].span]; }
};

/// The offset of the first byte in each window: offsets below it are never valid (null and its neighbours).
inline constexpr std::uint32_t window_base = 0x1000;
/// An address that a computation could not represent (it left the window): never valid.
inline constexpr std::uint32_t invalid_offset = 0xffff'ff00u;

} // namespace warpscope::program
