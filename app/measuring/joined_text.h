// A program's text with its local headers put where it includes them, for a compiler that reads one text; and
// the way back to the single texts.
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/program/program_sources.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::measuring {

class JoinedText {
 public:
  /// `texts`: the text, then the headers that it read. An #include of a header is followed by the header the
  /// first time, and stays itself; those of anything else stay as they are.
  JoinedText(std::vector<program::SourceFile> texts, std::vector<std::string> include_folders);

  [[nodiscard]] const std::string& text() const { return joined_; }
  [[nodiscard]] bool has_headers() const { return !names_.empty(); }
  /// Says why the headers cannot be sent by the names that the texts use; empty: they can.
  [[nodiscard]] const std::string& problem() const { return problem_; }

  struct Parts {
    std::string text;
    std::map<std::string, std::string> headers; ///< by the name in their #include directives
  };
  /// `changed`: text(), in which characters may be others, but none more or less.
  [[nodiscard]] Parts split(std::string_view changed) const;

  /// Returns the line of text() that shows this line of the first text.
  [[nodiscard]] std::uint32_t line_of_text(std::uint32_t line) const;
  /// Moves a diagnostic's place in text() to the text that it stands in.
  void place(Diagnostic& diagnostic) const;

 private:
  struct Piece {
    std::size_t file, begin, end, at; ///< bytes of the file, and where they are in joined_
  };

  void join(std::size_t file);
  void add(std::size_t file, std::size_t begin, std::size_t end);
  /// Returns the index of the text that `name` means in `file`; texts_.size(): none of them.
  [[nodiscard]] std::size_t find(std::size_t file, const std::string& name, bool quoted) const;
  void note_name(const std::string& name, std::size_t file);

  std::vector<program::SourceFile> texts_;
  std::vector<std::string> include_folders_;
  std::string joined_, problem_;
  std::vector<Piece> pieces_;
  std::vector<bool> begun_;
  std::vector<std::pair<std::string, std::size_t>> names_; ///< of headers, in the order of their first use
};

} // namespace warpscope::measuring
