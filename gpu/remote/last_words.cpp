// Quotes the end of a program's error output.
#include "gpu/remote/last_words.h"

namespace warpscope::remote {

namespace {

/// Removes the last line from `said` and returns it; control characters become blanks.
std::string take_last_line(std::string_view& said) {
  while (!said.empty() && (said.back() == '\n' || said.back() == '\r')) said.remove_suffix(1);
  const std::size_t begin = said.rfind('\n');
  std::string line;
  for (const char c : said.substr(begin == std::string_view::npos ? 0 : begin + 1).substr(0, 300))
    line += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  said = said.substr(0, begin == std::string_view::npos ? 0 : begin);
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

} // namespace

std::string last_words(std::string_view said) {
  std::string line = take_last_line(said);
  if (line.empty()) return {};
  if (line.starts_with("Host key verification failed"))
    if (const std::string before = take_last_line(said); !before.empty()) line = before + " " + line;
  return "; it said: " + line;
}

} // namespace warpscope::remote
