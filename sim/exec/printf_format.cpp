// Takes printf formats apart and prints each directive with its argument.
#include "sim/exec/printf_format.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace warpscope::exec {
namespace {

constexpr int widest = 4096; ///< limits what one directive can print

/// One conversion specification, such as "%-08.3lld", in its parts.
struct Directive {
  std::string flags;
  bool width_argument = false, precision_argument = false, has_width = false, has_precision = false;
  int width = 0, precision = 0;
  bool eight_bytes = false; ///< l, ll, j, z, t
  int narrow = 0;           ///< number of h's
  char conversion = 0;
  std::size_t length = 0; ///< its length in the format; 0: not a directive
};

bool digit(char c) { return c >= '0' && c <= '9'; }

Directive parse(std::string_view text) {
  Directive d;
  std::size_t i = 1;
  const auto at = [&] { return i < text.size() ? text[i] : '\0'; };
  const auto number = [&](int& value) {
    for (; digit(at()); ++i) value = std::min(value * 10 + (at() - '0'), widest);
  };
  for (; at() != 0 && std::strchr("-+ #0", at()) != nullptr; ++i) {
    if (d.flags.find(at()) == std::string::npos) d.flags.push_back(at());
  }
  if (at() == '*') {
    d.width_argument = true;
    ++i;
  } else if (digit(at())) {
    d.has_width = true;
    number(d.width);
  }
  if (at() == '.') {
    ++i;
    d.has_precision = true;
    if (at() == '*') {
      d.precision_argument = true;
      ++i;
    } else {
      number(d.precision);
    }
  }
  for (; at() != 0 && std::strchr("hljztL", at()) != nullptr; ++i) {
    if (at() == 'h') ++d.narrow;
    else if (at() != 'L') d.eight_bytes = true;
  }
  d.conversion = at();
  if (d.conversion != 0 && std::strchr("diouxXcsfFeEgGaAp%", d.conversion) != nullptr) d.length = i + 1;
  return d;
}

class Arguments {
 public:
  explicit Arguments(const PrintfSource& source) : source_(source) {}
  template <class T> T take() {
    offset_ = (offset_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T value{};
    if (!source_.read(offset_, &value, sizeof value)) missing_ = true;
    offset_ += sizeof(T);
    ++taken_;
    return value;
  }
  [[nodiscard]] bool missing() const { return missing_; }
  [[nodiscard]] int taken() const { return taken_; }

 private:
  const PrintfSource& source_;
  std::uint64_t offset_ = 0;
  int taken_ = 0;
  bool missing_ = false;
};

template <class T> void append(std::string& out, const std::string& directive, T value) {
  char text[256];
  const int size = std::snprintf(text, sizeof text, directive.c_str(), value);
  if (size < 0) return;
  if (static_cast<std::size_t>(size) < sizeof text) {
    out.append(text, static_cast<std::size_t>(size));
    return;
  }
  std::string larger(static_cast<std::size_t>(size) + 1, '\0');
  std::snprintf(larger.data(), larger.size(), directive.c_str(), value);
  larger.pop_back();
  out += larger;
}

void integer(std::string& out, const Directive& d, const std::string& start, Arguments& arguments) {
  const bool is_signed = d.conversion == 'd' || d.conversion == 'i';
  long long value = 0;
  if (d.eight_bytes) {
    value = arguments.take<long long>();
  } else {
    const auto word = arguments.take<std::uint32_t>();
    value = is_signed ? static_cast<std::int32_t>(word) : static_cast<long long>(word);
    if (d.narrow == 1) value = is_signed ? static_cast<std::int16_t>(word) : static_cast<std::uint16_t>(word);
    if (d.narrow >= 2) value = is_signed ? static_cast<std::int8_t>(word) : static_cast<std::uint8_t>(word);
  }
  append(out, start + "ll" + d.conversion, value);
}

void convert(std::string& out, const Directive& d, Arguments& arguments, const PrintfSource& source) {
  // The directive is rebuilt from checked parts: the host's printf never sees the kernel's text.
  std::string flags = d.flags;
  int width = d.width, precision = d.precision;
  bool has_width = d.has_width, has_precision = d.has_precision;
  if (d.width_argument) {
    const auto asked = arguments.take<std::int32_t>();
    if (asked < 0 && flags.find('-') == std::string::npos) flags.push_back('-');
    width = asked < -widest || asked > widest ? widest : asked < 0 ? -asked : asked;
    has_width = true;
  }
  if (d.precision_argument) {
    const auto asked = arguments.take<std::int32_t>();
    has_precision = asked >= 0;
    precision = std::min(asked, widest);
  }
  std::string start = "%" + flags;
  if (has_width) start += std::to_string(width);
  if (has_precision) start += "." + std::to_string(precision);

  const std::size_t before = out.size();
  switch (d.conversion) {
  case 'c': append(out, start + "c", static_cast<int>(arguments.take<std::int32_t>() & 0xff)); break;
  case 's': {
    const auto pointer = arguments.take<std::uint64_t>();
    std::string text;
    if (pointer == 0) text = "(null)";
    else if (!arguments.missing() && !source.string(pointer, text)) text = "(bad pointer)";
    append(out, start + "s", text.c_str());
    break;
  }
  case 'p': {
    const auto pointer = arguments.take<std::uint64_t>();
    char text[32];
    if (pointer == 0) std::snprintf(text, sizeof text, "(nil)");
    else std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(pointer));
    append(out,
           (flags.find('-') == std::string::npos ? "%" : "%-") + (has_width ? std::to_string(width) : "") +
               "s",
           text);
    break;
  }
  case 'd':
  case 'i':
  case 'o':
  case 'u':
  case 'x':
  case 'X': integer(out, d, start, arguments); break;
  default: append(out, start + d.conversion, arguments.take<double>()); break;
  }
  if (arguments.missing()) {
    out.resize(before);
    out += "(?)";
  }
}

} // namespace

int format_printf(std::string& out, std::string_view format, const PrintfSource& source) {
  Arguments arguments(source);
  while (!format.empty()) {
    const std::size_t percent = format.find('%');
    out.append(format.substr(0, percent));
    if (percent == std::string_view::npos) break;
    format.remove_prefix(percent);
    const Directive directive = parse(format);
    if (directive.length == 0) {
      out.push_back('%');
      format.remove_prefix(1);
      continue;
    }
    if (directive.conversion == '%') {
      out.push_back('%');
    } else {
      convert(out, directive, arguments, source);
    }
    format.remove_prefix(directive.length);
  }
  return arguments.missing() ? -1 : arguments.taken();
}

} // namespace warpscope::exec
