// Writes and reads programs, field by field, with one description of the layout for both directions.
#include "sim/program/serialize.h"

#include "sim/program/opcode_table.h"

#include <bit>
#include <cstring>
#include <type_traits>

namespace warpscope::program {
namespace {

static_assert(std::endian::native == std::endian::little, "the form is little-endian and written by copying");

constexpr std::uint32_t magic = 0x50535757; // "WWSP"
/// The version of the form below; the opcode count beside it makes programs of another opcode table refuse to
/// load.
constexpr std::uint32_t version = 2;

// One description of the layout for both directions: `io(value)` writes or reads. Field by field, so that no
// padding of the host's structs gets into the bytes.
template <class Io> void fields(Io& io, Span& v) {
  io(v.line), io(v.column), io(v.end_line), io(v.end_column);
}
template <class Io> void fields(Io& io, Instruction& v) {
  io(v.op), io(v.bytes), io(v.components), io(v.dst), io(v.a), io(v.b), io(v.c), io(v.imm), io(v.span);
}
template <class Io> void fields(Io& io, Site& v) {
  io(v.pc), io(v.space), io(v.kind), io(v.returns), io(v.is_volatile), io(v.async_copy), io(v.is_atomic),
      io(v.width), io(v.span), io(v.text);
  io(v.variable);
}
template <class Io> void fields(Io& io, Function& v) {
  io(v.name), io(v.entry), io(v.end), io(v.slots), io(v.predicates), io(v.local_bytes), io(v.parameter_slots);
  io(v.parameter_predicates), io(v.result_slots), io(v.result_predicates);
}
template <class Io> void fields(Io& io, Parameter& v) {
  io(v.name), io(v.type), io(v.offset), io(v.size), io(v.is_pointer), io(v.is_const), io(v.element);
  io(v.element_size), io(v.span);
}
template <class Io> void fields(Io& io, Kernel& v) {
  io(v.name), io(v.symbol), io(v.function), io(v.parameters), io(v.parameter_bytes), io(v.shared_bytes);
  io(v.uses_dynamic_shared), io(v.max_threads), io(v.span);
}
template <class Io> void fields(Io& io, Variable& v) {
  io(v.name), io(v.space), io(v.offset), io(v.size), io(v.dimensions), io(v.element_type), io(v.element_size);
  io(v.kernels), io(v.span);
}
template <class Io> void fields(Io& io, MemoryImage& v) { io(v.space), io(v.offset), io(v.bytes); }
template <class Io> void fields(Io& io, Program& v) {
  io(v.code), io(v.spans), io(v.sites), io(v.functions), io(v.kernels), io(v.variables), io(v.images);
  io(v.constants), io(v.global_bytes), io(v.constant_bytes);
}

template <class T> constexpr bool is_number = std::is_integral_v<T> || std::is_enum_v<T>;

class Writer {
 public:
  template <class T> void operator()(T& value) {
    if constexpr (is_number<T>) {
      raw(&value, sizeof value);
    } else {
      fields(*this, value);
    }
  }
  void operator()(std::string& text) {
    count(text.size());
    raw(text.data(), text.size());
  }
  template <class T> void operator()(std::vector<T>& values) {
    count(values.size());
    if constexpr (is_number<T>) {
      raw(values.data(), values.size() * sizeof(T));
    } else {
      for (T& value : values) (*this)(value);
    }
  }
  std::vector<std::uint8_t> bytes;

 private:
  void count(std::size_t size) {
    auto value = static_cast<std::uint32_t>(size);
    raw(&value, sizeof value);
  }
  void raw(const void* data, std::size_t size) {
    if (size == 0) return;
    // Not insert(): g++ 12 at -O3 warns of an overflow in it that cannot happen.
    const std::size_t at = bytes.size();
    bytes.resize(at + size);
    std::memcpy(bytes.data() + at, data, size);
  }
};

class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }

  template <class T> void operator()(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      std::uint8_t byte = 0;
      raw(&byte, 1);
      if (byte > 1) good_ = false; // any other byte is not a bool
      value = byte == 1;
    } else if constexpr (is_number<T>) {
      raw(&value, sizeof value);
    } else {
      fields(*this, value);
    }
  }
  void operator()(std::string& text) {
    const std::uint32_t size = count(1);
    text.resize(size);
    raw(text.data(), size);
  }
  template <class T> void operator()(std::vector<T>& values) {
    if constexpr (is_number<T>) {
      values.resize(count(sizeof(T)));
      raw(values.data(), values.size() * sizeof(T));
    } else {
      // Grows with the bytes that are really there: a count alone never reserves memory.
      const std::uint32_t size = count(1);
      for (std::uint32_t i = 0; i < size && good_; ++i) (*this)(values.emplace_back());
    }
  }

 private:
  /// Reads a count of elements that take at least `each` bytes; 0 when the remaining bytes cannot hold them.
  std::uint32_t count(std::size_t each) {
    std::uint32_t value = 0;
    raw(&value, sizeof value);
    if (value > rest_.size() / each) good_ = false;
    return good_ ? value : 0;
  }
  void raw(void* data, std::size_t size) {
    if (!good_ || size > rest_.size()) {
      good_ = false;
      return;
    }
    if (size != 0) std::memcpy(data, rest_.data(), size);
    rest_ = rest_.subspan(size);
  }

  std::span<const std::uint8_t> rest_;
  bool good_ = true;
};

} // namespace

std::vector<std::uint8_t> serialize(const Program& program) {
  Writer writer;
  std::uint32_t header[] = {magic, version, opcode_count};
  for (std::uint32_t& word : header) writer(word);
  Program copy = program; // a copy, since the shared field lists take non-const references
  fields(writer, copy);
  return std::move(writer.bytes);
}

std::optional<Program> deserialize(std::span<const std::uint8_t> bytes) {
  Reader reader(bytes);
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
