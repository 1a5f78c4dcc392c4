// Escape codes, durations, lists of lanes and columns of text.
#include "app/cli/style.h"

#include <fmt/format.h>

namespace warpscope::cli {

std::string tinted(std::string_view text, Tint tint, bool color) {
  if (!color || tint == Tint::None || text.empty()) return std::string(text);
  const char* code = "";
  switch (tint) {
  case Tint::None: break;
  case Tint::Bold: code = "1"; break;
  case Tint::Dim: code = "2"; break;
  case Tint::Good: code = "32"; break;
  case Tint::Bad: code = "1;31"; break;
  case Tint::Note: code = "33"; break;
  }
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string duration(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.0f} µs", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.1f} ms", seconds * 1e3);
  return fmt::format("{:.1f} s", seconds);
}

std::string box_text(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  std::string text = grouped(x);
  if (y != 1 || z != 1) text += " × " + grouped(y);
  if (z != 1) text += " × " + grouped(z);
  return text;
}

std::string lane_list(std::uint32_t mask) {
  std::string list;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    if ((mask >> lane & 1) == 0) continue;
    std::uint32_t last = lane;
    while (last < 31 && (mask >> (last + 1) & 1) != 0) ++last;
    if (!list.empty()) list += ", ";
    list += std::to_string(lane);
    if (last > lane) list += (last == lane + 1 ? ", " : "-") + std::to_string(last);
    lane = last;
  }
  return list.empty() ? "none" : list;
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (const char c : text) columns += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return columns;
}

std::string clipped(std::string_view text, std::size_t columns) {
  if (columns_of(text) <= columns) return std::string(text);
  std::size_t kept = 0;
  std::size_t at = 0;
  while (at < text.size() && kept + 1 < columns) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
    ++kept;
  }
  return std::string(text.substr(0, at)) + "…";
}

} // namespace warpscope::cli
