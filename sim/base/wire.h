// Writes and reads plain values in a compact little-endian form, for what crosses a process boundary. A
// struct tells its layout once, for both directions:
//
//   template <class Io> void fields(Io& io, Point& p) { io(p.x), io(p.y); }   // found by argument-dependent
//   look-up
//
// Numbers, enumerations, strings and vectors need no description. Field by field, so that no padding of the
// host's structs gets into the bytes.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace warpscope::wire {

static_assert(std::endian::native == std::endian::little, "the form is little-endian and written by copying");

template <class T> inline constexpr bool is_number = std::is_arithmetic_v<T> || std::is_enum_v<T>;

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
  template <class T, std::size_t n> void operator()(std::array<T, n>& values) {
    for (T& value : values) (*this)(value);
  }
  template <class A, class B> void operator()(std::pair<A, B>& value) {
    (*this)(value.first), (*this)(value.second);
  }
  void fail() {} ///< for a layout that checks what it has read
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

/// Reading past the end, a count that the remaining bytes cannot hold and a bool that is none make good()
/// false from then on.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  void fail() { good_ = false; }

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
  template <class T, std::size_t n> void operator()(std::array<T, n>& values) {
    for (T& value : values) (*this)(value);
  }
  template <class A, class B> void operator()(std::pair<A, B>& value) {
    (*this)(value.first), (*this)(value.second);
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

/// The bytes of a value with a fields() function.
template <class T> [[nodiscard]] std::vector<std::uint8_t> encode(T value) {
  Writer writer;
  writer(value);
  return std::move(writer.bytes);
}
/// False when the bytes are damaged, too few or too many.
template <class T> [[nodiscard]] bool decode(std::span<const std::uint8_t> bytes, T& value) {
  Reader reader(bytes);
  reader(value);
  return reader.good() && reader.at_end();
}

} // namespace warpscope::wire
