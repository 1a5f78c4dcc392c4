// The part of the session that is about the rows of buffers, where a person knows better than the accesses
// show.
#include "app/language/language.h"
#include "app/session/session.h"

#include <charconv>
#include <utility>

namespace warpscope::session {

namespace {

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

} // namespace

const std::map<std::string, std::uint64_t>& Session::row_lengths() const {
  static const std::map<std::string, std::uint64_t> none;
  return document_.mode == document::SourceMode::Kernel ? document_.row_lengths : none;
}

std::string Session::set_row_length(const std::string& buffer, std::string_view typed) {
  const run::PlacedBuffer* placed = nullptr;
  if (document_.mode == document::SourceMode::Kernel && picture_)
    for (const run::PlacedBuffer& b : picture_->buffers)
      if (b.name == buffer) placed = &b;
  if (placed == nullptr) return language::trf("rows.no_buffer", language::arg("name", buffer));
  typed = without_blanks(typed);
  std::uint64_t length = 0;
  if (!typed.empty() && typed != "auto") {
    const auto [end, code] = std::from_chars(typed.data(), typed.data() + typed.size(), length);
    const bool number = end == typed.data() + typed.size() && code != std::errc::invalid_argument;
    if (!number || (code == std::errc{} && length == 0)) return std::string(language::tr("rows.no_number"));
    const std::uint64_t count = placed->bytes / std::max(1u, placed->element_size);
    if (code == std::errc::result_out_of_range || length > count)
      return language::trf("rows.too_long", language::arg("name", buffer),
                           language::arg("count", grouped(count)));
  }
  std::map<std::string, std::uint64_t> next = document_.row_lengths;
  if (length == 0) next.erase(buffer);
  else next[buffer] = length;
  if (next == document_.row_lengths) return {};
  history_.seal();
  history_.before_edit(now(), document::DocumentPart::RowLength, clock());
  history_.seal();
  document_.row_lengths = std::move(next);
  ++version_; // the block is simulated already; only what its picture looks like changes
  return {};
}

} // namespace warpscope::session
