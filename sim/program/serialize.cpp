// Writes and reads programs, field by field, with one description of the layout for both directions.
#include "sim/program/serialize.h"

#include "sim/base/wire.h"
#include "sim/program/opcode_table.h"

namespace warpscope::program {
namespace {

constexpr std::uint32_t magic = 0x50535757; // "WWSP"
/// The version of the form below; the opcode count beside it makes programs of another opcode table refuse to
/// load.
constexpr std::uint32_t version = 8;

} // namespace

// Found by the reader and the writer of sim/base/wire.h.
template <class Io> void fields(Io& io, Instruction& v) {
  io(v.op), io(v.bytes), io(v.components), io(v.dst), io(v.a), io(v.b), io(v.c), io(v.imm), io(v.span);
  io(v.part);
}
template <class Io> void fields(Io& io, Site& v) {
  io(v.pc), io(v.space), io(v.kind), io(v.returns), io(v.is_volatile), io(v.async_copy), io(v.is_atomic),
      io(v.increments), io(v.asks), io(v.width), io(v.span), io(v.listed_line), io(v.text);
  io(v.instruction), io(v.variable);
}
template <class Io> void fields(Io& io, Function& v) {
  io(v.name), io(v.entry), io(v.end), io(v.slots), io(v.predicates), io(v.local_bytes), io(v.parameter_slots);
  io(v.parameter_predicates), io(v.result_slots), io(v.result_predicates);
}
template <class Io> void fields(Io& io, Parameter& v) {
  io(v.name), io(v.type), io(v.offset), io(v.size), io(v.is_pointer), io(v.is_const), io(v.element);
  io(v.element_size), io(v.span);
}
template <class Io> void fields(Io& io, Argument& v) { io(v.offset), io(v.size); }
template <class Io> void fields(Io& io, Kernel& v) {
  io(v.name), io(v.symbol), io(v.function), io(v.parameters), io(v.parameter_bytes), io(v.shared_bytes);
  io(v.uses_dynamic_shared), io(v.max_threads), io(v.min_blocks), io(v.cluster.x), io(v.cluster.y),
      io(v.cluster.z), io(v.arguments), io(v.span);
}
template <class Io> void fields(Io& io, Variable& v) {
  io(v.name), io(v.symbol), io(v.space), io(v.offset), io(v.size), io(v.dimensions), io(v.element_type),
      io(v.element);
  io(v.element_size);
  io(v.kernels), io(v.span);
}
template <class Io> void fields(Io& io, MemoryImage& v) { io(v.space), io(v.offset), io(v.bytes); }
template <class Io> void fields(Io& io, MatrixSource& v) { io(v.operand), io(v.reg), io(v.part), io(v.site); }
template <class Io> void fields(Io& io, MatrixOp& v) {
  io(v.note), io(v.type), io(v.sum), io(v.m), io(v.n), io(v.k), io(v.transposed), io(v.site), io(v.span);
  io(v.sources);
}
template <class Io> void fields(Io& io, NamedValue& v) {
  io(v.name), io(v.type), io(v.element), io(v.is_pointer), io(v.space), io(v.pointee_size), io(v.scope);
  io(v.line), io(v.file), io(v.in_memory), io(v.offset), io(v.dimensions);
}
template <class Io> void fields(Io& io, ValueNote& v) {
  io(v.pc), io(v.after), io(v.kind), io(v.value), io(v.operand), io(v.constant);
}
template <class Io> void fields(Io& io, ScopeMark& v) { io(v.pc), io(v.scope); }
template <class Io> void fields(Io& io, NamedValues& v) {
  io(v.values), io(v.scopes), io(v.notes), io(v.marks);
}
template <class Io> void fields(Io& io, Program& v) {
  io(v.code), io(v.spans), io(v.sites), io(v.functions), io(v.kernels), io(v.variables), io(v.images);
  io(v.constants), io(v.global_bytes), io(v.constant_bytes), io(v.matrices), io(v.named);
}

std::vector<std::uint8_t> serialize(const Program& program) {
  wire::Writer writer;
  std::uint32_t header[] = {magic, version, opcode_count};
  for (std::uint32_t& word : header) writer(word);
  Program copy = program; // a copy, since the shared field lists take non-const references
  fields(writer, copy);
  return std::move(writer.bytes);
}

std::optional<Program> deserialize(std::span<const std::uint8_t> bytes) {
  wire::Reader reader(bytes);
  std::uint32_t header[3] = {};
  for (std::uint32_t& word : header) reader(word);
  if (!reader.good() || header[0] != magic || header[1] != version || header[2] != opcode_count)
    return std::nullopt;
  Program program;
  fields(reader, program);
  if (!reader.good() || !reader.at_end()) return std::nullopt;
  return program;
}

} // namespace warpscope::program
