// Rewrites what nvcc forgives and Clang does not, and launches from device code.
#include "sim/frontend/program_text.h"

#include "sim/frontend/ptx_translation.h"

#include <algorithm>
#include <vector>

namespace warpscope::frontend {
namespace {

/// nvcc takes `kernel<< <1, 32> >>(d)` for a launch, and formatters write it: at the same length, the
/// brackets closed up.
void close_up_launches(std::string& text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  for (std::size_t at = text.find("<<"); at != std::string::npos; at = text.find("<<", at + 2)) {
    std::size_t next = at + 2;
    while (next < text.size() && is_blank(text[next])) ++next;
    const bool apart = next > at + 2 && next < text.size() && text[next] == '<';
    if (apart) std::swap(text[at + 2], text[next]);
    if (text.compare(at, 3, "<<<") != 0) continue;
    const std::size_t end = std::min(text.find(';', at), text.size());
    // The closing brackets are the last three in a row before the arguments, with blanks between or not.
    for (std::size_t close = at + 3; close < end; ++close) {
      if (text[close] != '>') continue;
      std::size_t found[3] = {close, 0, 0}, count = 1, i = close + 1;
      for (; i < end && count < 3 && (is_blank(text[i]) || text[i] == '>'); ++i)
        if (text[i] == '>') found[count++] = i;
      while (i < end && (is_blank(text[i]) || text[i] == '\n' || text[i] == '\r')) ++i;
      if (count < 3 || i >= end || text[i] != '(') continue;
      std::swap(text[close + 1], text[found[1]]);
      std::swap(text[close + 2], text[found[2]]);
      break;
    }
  }
}

/// Returns whether the head of a function or lambda says that its body is device code.
bool is_device_head(std::string_view head) {
  for (const std::string_view marker : {"__global__", "__device__"})
    for (std::size_t at = head.find(marker); at != std::string_view::npos; at = head.find(marker, at + 1))
      if ((at == 0 || !is_name(head[at - 1])) &&
          (at + marker.size() == head.size() || !is_name(head[at + marker.size()])))
        return true;
  return false;
}

/// `extern "C"__global__` is a literal with a suffix for Clang.
void part_linkage(std::string& text) {
  constexpr std::string_view close = "\"C\"__";
  for (std::size_t at = text.find(close); at != std::string::npos; at = text.find(close, at + 1))
    text.insert(at + 3, 1, ' ');
}

} // namespace

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::size_t begin_of_callee(std::string_view text, std::size_t brackets) {
  std::size_t begin = brackets;
  while (begin > 0 && text[begin - 1] == ' ') --begin;
  if (begin > 0 && text[begin - 1] == '>')
    for (int depth = 0; begin > 0;) {
      --begin;
      depth += text[begin] == '>' ? 1 : text[begin] == '<' ? -1 : 0;
      if (depth == 0) break;
    }
  while (begin > 0 && (is_name(text[begin - 1]) || text[begin - 1] == ':')) --begin;
  return begin;
}

void move_alignments(std::string& text) {
  for (const std::string_view marker : {"__shared__", "__constant__", "__device__"})
    for (std::size_t at = text.find(marker); at != std::string::npos; at = text.find(marker, at + 1)) {
      const std::size_t next = text.find_first_not_of(" \t\r\n", at + marker.size());
      if (next != std::string::npos && text.compare(next, 7, "alignas") == 0)
        text.replace(next, 7, "__ws_al");
    }
}

std::size_t behind_no_code(std::string_view text, std::size_t at) {
  if (text.compare(at, 2, "//") == 0) return std::min(text.find('\n', at), text.size());
  if (text.compare(at, 2, "/*") == 0) {
    const std::size_t end = text.find("*/", at + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
  }
  if (text[at] != '"') return at;
  for (std::size_t i = at + 1; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '\\') ++i;
    else if (text[i] == '"') return i + 1;
  }
  return at + 1;
}

void rewrite_device_launches(std::string& text) {
  std::vector<bool> device{false}; // by open brace: its body is device code
  std::size_t head = 0;            // behind the last ; { or }
  for (std::size_t at = 0; at < text.size(); ++at) {
    at = behind_no_code(text, at);
    if (at >= text.size()) break;
    const char c = text[at];
    if (c == '\'' && (at == 0 || !is_name(text[at - 1]))) { // a character; 1'000 is none
      const std::size_t end = text.find('\'', at + (text.compare(at + 1, 1, "\\") == 0 ? 3 : 2));
      if (end != std::string::npos && end - at < 6) at = end;
      continue;
    }
    if (c == '{')
      device.push_back(device.back() || is_device_head(std::string_view(text).substr(head, at - head)));
    if (c == '}' && device.size() > 1) device.pop_back();
    if (c == '{' || c == '}' || c == ';') head = at + 1;
    if (c != '<' || !device.back() || text.compare(at, 3, "<<<") != 0) continue;
    const std::size_t end = text.find(">>>", at);
    if (end == std::string::npos || text.find(';', at) < end) continue;
    const std::size_t begin = begin_of_callee(text, at);
    if (begin == at) continue;
    const std::string launch = "$<" + text.substr(begin, at - begin) + ">(" +
                               text.substr(at + 3, end - at - 3) + ") ";
    text.replace(begin, end + 3 - begin, launch);
    at = end;
  }
}

void mark_registers(std::string& text) {
  for (std::size_t at = text.find("asm"); at != std::string::npos; at = text.find("asm", at + 3)) {
    std::size_t begin = at, next = at + 3;
    while (begin > 0 && text[begin - 1] == '_') --begin;
    while (next < text.size() && text[next] == '_') ++next;
    if ((begin > 0 && is_name(text[begin - 1])) || (next < text.size() && is_name(text[next]))) continue;
    while (next < text.size() && (is_name(text[next]) || text[next] == ' ' || text[next] == '\t')) ++next;
    if (next >= text.size() || text[next] != '(') continue;
    for (++next; next < text.size() && text[next] != ':' && text[next] != ')'; ++next) {
      const std::size_t end = behind_no_code(text, next);
      if (end == next) continue;
      if (text[next] == '"')
        for (std::size_t i = next + 1; i + 2 < end; ++i) {
          if (text[i] != '%') continue;
          const bool letter = is_name(text[i + 1]) && (text[i + 1] < '0' || text[i + 1] > '9');
          const bool operand = (text[i + 2] >= '0' && text[i + 2] <= '9') || text[i + 2] == '['; // "%w0"
          if (letter && !operand) text[i] = register_mark;
          else ++i; // "%%", too
        }
      next = end - 1;
    }
  }
}

void blank_lone_unrolls(std::string& text) {
  for (std::size_t at = text.find('#'); at != std::string::npos; at = text.find('#', at + 1)) {
    const std::size_t word = text.find_first_not_of(" \t", at + 1);
    if (word == std::string::npos || text.compare(word, 6, "pragma") != 0) continue;
    const std::size_t kind = text.find_first_not_of(" \t", word + 6);
    if (kind == std::string::npos || text.compare(kind, 6, "unroll") != 0) continue;
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::size_t next = end;
    while (next < text.size()) {
      next = std::min(text.find_first_not_of(" \t\r\n", next), text.size());
      const std::size_t behind = next < text.size() && text[next] == '/' ? behind_no_code(text, next) : next;
      if (behind == next) break;
      next = behind;
    }
    std::size_t last = next;
    while (last < text.size() && is_name(text[last])) ++last;
    const std::string_view name = std::string_view(text).substr(next, last - next);
    // A loop may come from a macro, or behind another pragma.
    const bool macro = last < text.size() && !name.empty() &&
                       std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    if (name == "for" || name == "while" || name == "do" || macro || next == text.size() ||
        text[next] == '#' || text[next] == '[')
      continue;
    for (std::size_t i = at; i < end; ++i)
      if (text[i] != '\r') text[i] = ' ';
  }
}

std::string readable_program_text(std::string text) {
  close_up_launches(text);
  move_alignments(text);
  mark_registers(text);
  blank_lone_unrolls(text);
  part_linkage(text);
  if (text.find("<<<") != std::string::npos) rewrite_device_launches(text);
  return text;
}

} // namespace warpscope::frontend
