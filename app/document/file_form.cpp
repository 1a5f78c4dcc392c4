// Decodes a file's bytes into text and encodes the text the same way again.
#include "app/document/file_form.h"

#include "app/document/text_edit.h"
#include "sim/base/utf8.h"

#include <algorithm>
#include <array>
#include <optional>

namespace warpscope::document {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::string_view bytes_of(LineEnd end) {
  return end == LineEnd::CrLf ? "\r\n" : end == LineEnd::Cr ? "\r" : "\n";
}

std::size_t lines_in(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string from_latin1(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 16);
  for (const char c : bytes) {
    const auto b = static_cast<unsigned char>(c);
    if (b < 0x80) {
      text += c;
    } else {
      text += static_cast<char>(0xC0 | b >> 6);
      text += static_cast<char>(0x80 | (b & 0x3F));
    }
  }
  return text;
}

/// nullopt when a character does not exist in Latin-1.
std::optional<std::string> to_latin1(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto b = static_cast<unsigned char>(text[i]);
    if (b < 0x80) {
      bytes += text[i];
      continue;
    }
    if ((b != 0xC2 && b != 0xC3) || i + 1 >= text.size()) return std::nullopt;
    bytes += static_cast<char>((b & 3) << 6 | (static_cast<unsigned char>(text[++i]) & 0x3F));
  }
  return bytes;
}

} // namespace

DecodedText decode(std::string_view bytes) {
  DecodedText decoded;
  FileForm& form = decoded.form;
  if (bytes.starts_with(byte_order_mark) && is_utf8(bytes)) {
    form.byte_order_mark = true;
    bytes.remove_prefix(byte_order_mark.size());
  }
  std::vector<LineEnd> ends;
  std::array<std::size_t, 3> count{};
  std::string text;
  text.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] != '\n' && bytes[i] != '\r') {
      text += bytes[i];
      continue;
    }
    LineEnd end = LineEnd::Lf;
    if (bytes[i] == '\r') {
      end = i + 1 < bytes.size() && bytes[i + 1] == '\n' ? LineEnd::CrLf : LineEnd::Cr;
      if (end == LineEnd::CrLf) ++i;
    }
    ends.push_back(end);
    ++count[static_cast<std::size_t>(end)];
    text += '\n';
  }
  form.usual = static_cast<LineEnd>(std::max_element(count.begin(), count.end()) - count.begin());
  form.latin1 = !is_utf8(text);
  decoded.text = form.latin1 ? from_latin1(text) : std::move(text);
  if (count[static_cast<std::size_t>(form.usual)] != ends.size()) {
    form.ends = std::move(ends);
    form.text = decoded.text;
  }
  return decoded;
}

std::string encode(std::string_view text, const FileForm& form) {
  std::string plain(text);
  if (form.latin1)
    if (std::optional<std::string> bytes = to_latin1(text)) plain = std::move(*bytes);
  // Lines before and after the change keep their ends.
  std::size_t kept_head = 0, kept_tail = 0;
  if (!form.ends.empty()) {
    const TextChange change = difference(form.text, text);
    kept_head = lines_in(text.substr(0, change.begin));
    kept_tail = lines_in(text.substr(change.begin + change.inserted));
  }
  const std::size_t lines = lines_in(plain);
  std::string bytes(form.byte_order_mark ? byte_order_mark : std::string_view());
  bytes.reserve(plain.size() + lines + byte_order_mark.size());
  std::size_t line = 0;
  for (const char c : plain) {
    if (c != '\n') {
      bytes += c;
      continue;
    }
    LineEnd end = form.usual;
    if (line < kept_head) end = form.ends[line];
    else if (lines - line <= kept_tail) end = form.ends[form.ends.size() - (lines - line)];
    bytes += bytes_of(end);
    ++line;
  }
  return bytes;
}

} // namespace warpscope::document
