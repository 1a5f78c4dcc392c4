// Encodes, prints and compares scalars of every element type.
#include "sim/source/element_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

namespace warpscope::source {

namespace {

/// Converts a double to a binary float with `mantissa` stored bits and `exponent` exponent bits, rounded to
/// nearest even.
std::uint16_t to_small_float(double value, int mantissa, int exponent) {
  const int bias = (1 << (exponent - 1)) - 1;
  const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
  const auto infinity = static_cast<std::uint16_t>(((1 << exponent) - 1) << mantissa);
  if (std::isnan(value)) return static_cast<std::uint16_t>(infinity | (1 << (mantissa - 1)));
  const double magnitude = std::fabs(value);
  if (std::isinf(value)) return sign | infinity;
  if (magnitude == 0) return sign;
  const int scale = std::max(std::ilogb(magnitude), 1 - bias); // below that: subnormal, with the same spacing
  // In units of 2^(scale - mantissa).
  const double steps = std::nearbyint(std::ldexp(magnitude, mantissa - scale));
  const auto bits = static_cast<std::int64_t>(steps) +
                    (static_cast<std::int64_t>(scale + bias - 1) << mantissa);
  return sign | static_cast<std::uint16_t>(std::min<std::int64_t>(bits, infinity));
}

double from_small_float(std::uint16_t bits, int mantissa, int exponent) {
  const int bias = (1 << (exponent - 1)) - 1;
  const int raw_exponent = (bits & 0x7fff) >> mantissa;
  const int fraction = bits & ((1 << mantissa) - 1);
  double magnitude = 0;
  if (raw_exponent == (1 << exponent) - 1)
    magnitude = fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                              : std::numeric_limits<double>::infinity();
  else if (raw_exponent == 0) magnitude = std::ldexp(fraction, 1 - bias - mantissa);
  else magnitude = std::ldexp(fraction + (1 << mantissa), raw_exponent - bias - mantissa);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

template <class T> T read_as(const std::uint8_t* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

template <class T> std::vector<std::uint8_t> bytes_of(T value) {
  std::vector<std::uint8_t> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

/// Sign and magnitude of a whole number, decimal or 0x….
struct Whole {
  bool negative = false;
  std::uint64_t magnitude = 0;
};
std::optional<Whole> parse_whole(std::string_view text) {
  Whole whole;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    whole.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  int base = 10;
  if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    base = 16;
    text.remove_prefix(2);
  }
  const auto read = std::from_chars(text.data(), text.data() + text.size(), whole.magnitude, base);
  if (read.ec != std::errc{}) return std::nullopt;
  const std::string_view rest(read.ptr, text.data() + text.size());
  if (rest.find_first_not_of("uUlL") != std::string_view::npos) return std::nullopt;
  return whole;
}

std::optional<double> parse_real(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  if (!text.empty() && (text.back() == 'f' || text.back() == 'F') && text != "inf" && text != "-inf")
    text.remove_suffix(1);
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ptr != text.data() + text.size()) return std::nullopt;
  if (read.ec == std::errc::result_out_of_range) return std::nullopt;
  return value;
}

template <class T>
std::optional<std::vector<std::uint8_t>> encode_whole(ElementType type, std::string_view text,
                                                      std::string& error) {
  const auto whole = parse_whole(text);
  if (!whole) {
    error = fmt::format("is no whole number, as {} needs", name_of(type));
    return std::nullopt;
  }
  constexpr auto highest = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  constexpr std::uint64_t lowest = std::numeric_limits<T>::is_signed ? highest + 1 : 0;
  if (whole->magnitude > (whole->negative ? lowest : highest)) {
    error = fmt::format("does not fit {} ({} to {})", name_of(type),
                        std::int64_t{std::numeric_limits<T>::is_signed
                                         ? static_cast<std::int64_t>(std::numeric_limits<T>::min())
                                         : 0},
                        highest);
    return std::nullopt;
  }
  const std::uint64_t bits = whole->negative ? 0 - whole->magnitude : whole->magnitude;
  return bytes_of(static_cast<T>(bits));
}

} // namespace

std::optional<std::vector<std::uint8_t>> encode_element(ElementType type, std::string_view text,
                                                        std::string& error) {
  if (is_floating(type)) {
    std::optional<double> value = parse_real(text);
    if (!value)
      if (const auto whole = parse_whole(text))
        value = whole->negative ? -static_cast<double>(whole->magnitude)
                                : static_cast<double>(whole->magnitude);
    if (!value) {
      error = fmt::format("is no number, as {} needs", name_of(type));
      return std::nullopt;
    }
    switch (type) {
    case ElementType::F16: return bytes_of(to_small_float(*value, 10, 5));
    case ElementType::BF16: return bytes_of(to_small_float(*value, 7, 8));
    case ElementType::F32: return bytes_of(static_cast<float>(*value));
    default: return bytes_of(*value);
    }
  }
  if (text == "true" || text == "false") text = text == "true" ? "1" : "0";
  switch (type) {
  case ElementType::Bool: {
    const auto whole = parse_whole(text);
    if (whole) return bytes_of(static_cast<std::uint8_t>(whole->magnitude != 0));
    error = "is neither true nor false";
    return std::nullopt;
  }
  case ElementType::I8: return encode_whole<std::int8_t>(type, text, error);
  case ElementType::U8: return encode_whole<std::uint8_t>(type, text, error);
  case ElementType::I16: return encode_whole<std::int16_t>(type, text, error);
  case ElementType::U16: return encode_whole<std::uint16_t>(type, text, error);
  case ElementType::I32: return encode_whole<std::int32_t>(type, text, error);
  case ElementType::U32: return encode_whole<std::uint32_t>(type, text, error);
  case ElementType::I64: return encode_whole<std::int64_t>(type, text, error);
  case ElementType::U64: return encode_whole<std::uint64_t>(type, text, error);
  default: break;
  }
  error = "cannot be given for a struct; only numbers and buffers can";
  return std::nullopt;
}

double element_as_double(ElementType type, const std::uint8_t* bytes) {
  switch (type) {
  case ElementType::Bool:
  case ElementType::U8: return *bytes;
  case ElementType::I8: return read_as<std::int8_t>(bytes);
  case ElementType::I16: return read_as<std::int16_t>(bytes);
  case ElementType::U16: return read_as<std::uint16_t>(bytes);
  case ElementType::I32: return read_as<std::int32_t>(bytes);
  case ElementType::U32: return read_as<std::uint32_t>(bytes);
  case ElementType::I64: return static_cast<double>(read_as<std::int64_t>(bytes));
  case ElementType::U64: return static_cast<double>(read_as<std::uint64_t>(bytes));
  case ElementType::F16: return from_small_float(read_as<std::uint16_t>(bytes), 10, 5);
  case ElementType::BF16: return from_small_float(read_as<std::uint16_t>(bytes), 7, 8);
  case ElementType::F32: return read_as<float>(bytes);
  case ElementType::F64: return read_as<double>(bytes);
  case ElementType::Other: break;
  }
  return 0;
}

std::string element_text(ElementType type, std::span<const std::uint8_t> bytes) {
  switch (type) {
  case ElementType::Bool: return bytes[0] != 0 ? "true" : "false";
  case ElementType::I64: return fmt::format("{}", read_as<std::int64_t>(bytes.data()));
  case ElementType::U64: return fmt::format("{}", read_as<std::uint64_t>(bytes.data()));
  case ElementType::F16:
  case ElementType::BF16: return fmt::format("{:.5g}", element_as_double(type, bytes.data()));
  case ElementType::F32: return fmt::format("{:.9g}", element_as_double(type, bytes.data()));
  case ElementType::F64: return fmt::format("{:.17g}", element_as_double(type, bytes.data()));
  case ElementType::Other: {
    std::string text = "0x";
    for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
    return text;
  }
  default: return fmt::format("{}", static_cast<std::int64_t>(element_as_double(type, bytes.data())));
  }
}

double relative_tolerance(ElementType type) {
  switch (type) {
  case ElementType::F32:
  case ElementType::F64: return 1e-4;
  case ElementType::F16:
  case ElementType::BF16: return 1e-2;
  default: return 0;
  }
}

bool elements_agree(ElementType type, const std::uint8_t* a, const std::uint8_t* b) {
  if (std::memcmp(a, b, size_of(type)) == 0) return true;
  if (!is_floating(type)) return false;
  const double x = element_as_double(type, a);
  const double y = element_as_double(type, b);
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
  if (std::isinf(x) || std::isinf(y)) return x == y;
  // A float below 1e-6 is the residue of a sum of ones that cancel.
  return std::fabs(x - y) <= std::max(relative_tolerance(type) * std::max(std::fabs(x), std::fabs(y)), 1e-6);
}

} // namespace warpscope::source
