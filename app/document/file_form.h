// The form of a text in its file: line ends, byte-order mark, encoding. Inside the app a text is UTF-8 with
// '\n'; saving restores the form in which it was opened, so that a colleague's diff shows nothing but the
// changes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::document {

enum class LineEnd : std::uint8_t { Lf, CrLf, Cr };

struct FileForm {
  bool byte_order_mark = false;
  bool latin1 = false;         ///< the bytes are not UTF-8: each was taken as one character
  LineEnd usual = LineEnd::Lf; ///< the most frequent; new lines get it
  /// For a file with several kinds: the end of each line, and the text they belong to. Empty: all are
  /// `usual`.
  std::vector<LineEnd> ends;
  std::string text;
  bool operator==(const FileForm&) const = default;
};

struct DecodedText {
  std::string text;
  FileForm form;
};
[[nodiscard]] DecodedText decode(std::string_view bytes);

/// encode(decode(b).text, decode(b).form) == b for every b. Unchanged lines keep their ends. A Latin-1 file
/// that now contains other characters becomes UTF-8.
[[nodiscard]] std::string encode(std::string_view text, const FileForm& form);

} // namespace warpscope::document
