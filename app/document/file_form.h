// How a text stands in its file: line ends, byte-order mark, encoding. Inside the app a text is UTF-8 with
// '\n'; saving gives it the form back that it was opened with, so that a colleague's diff shows what was
// changed and nothing else.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::document {

enum class LineEnd : std::uint8_t { Lf, CrLf, Cr };

struct FileForm {
  bool byte_order_mark = false;
  bool latin1 = false;         ///< the bytes are no UTF-8: each was taken as one character
  LineEnd usual = LineEnd::Lf; ///< the most frequent; new lines get it
  /// Of a file with several kinds: the end of each line, and the text they belong to. Empty: all are `usual`.
  std::vector<LineEnd> ends;
  std::string text;
  bool operator==(const FileForm&) const = default;
};

struct DecodedText {
  std::string text;
  FileForm form;
};
[[nodiscard]] DecodedText decode(std::string_view bytes);

/// encode(decode(b).text, decode(b).form) == b for every b. Lines that were not changed keep their ends. A
/// Latin-1 file that has got other characters becomes UTF-8.
[[nodiscard]] std::string encode(std::string_view text, const FileForm& form);

} // namespace warpscope::document
