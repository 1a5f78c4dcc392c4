// Edits that leave the text as it is: barriers that are cut, and the rows of buffers, where a person knows
// better than the accesses show.
#include "app/document/edits.h"
#include "app/language/language.h"

#include <algorithm>
#include <charconv>

namespace warpscope::document {

namespace {

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

} // namespace

const std::vector<std::uint32_t>& Edits::barriers() const {
  static const std::vector<std::uint32_t> none;
  return document_.mode == SourceMode::Kernel ? barriers_ : none;
}

bool Edits::is_cut(std::uint32_t line) const {
  return document_.mode == SourceMode::Kernel &&
         std::binary_search(document_.cuts.begin(), document_.cuts.end(), line);
}

bool Edits::toggle_barrier(std::uint32_t line) {
  const bool cut = is_cut(line);
  if (!cut && !std::binary_search(barriers().begin(), barriers().end(), line)) return false;
  edit_alone(DocumentPart::Cut, [&](Document& d) {
    if (cut) std::erase(d.cuts, line);
    else d.cuts.insert(std::upper_bound(d.cuts.begin(), d.cuts.end(), line), line);
  });
  changes_.barrier_cut = !cut;
  return true;
}

void Edits::restore_barriers() {
  edit_alone(DocumentPart::Cut, [](Document& d) { d.cuts.clear(); });
}

std::optional<std::uint32_t> Edits::barrier_near(std::uint32_t line) const {
  const std::vector<std::uint32_t>& all = barriers();
  if (all.empty()) return std::nullopt;
  const auto below = std::lower_bound(all.begin(), all.end(), line);
  return below != all.end() ? *below : all.back();
}

bool Edits::write_cuts_into_text() {
  if (document_.mode != SourceMode::Kernel || document_.cuts.empty()) return false;
  std::string text = *document_.kernel_text;
  for (const std::uint32_t line : document_.cuts) {
    std::optional<std::string> changed = without_barrier(text, line);
    if (!changed) return false;
    text = std::move(*changed);
  }
  edit_alone(DocumentPart::Remedy, [&](Document& d) {
    d.kernel_text = std::make_shared<const std::string>(std::move(text));
    d.cuts.clear();
  });
  return true;
}

void Edits::take_barriers(const program::Program& program) {
  if (document_.mode != SourceMode::Kernel) return;
  barriers_ = barrier_lines(program, document_.cuts);
  const std::size_t before = document_.cuts.size();
  std::erase_if(document_.cuts, [&](std::uint32_t line) {
    return !std::binary_search(barriers_.begin(), barriers_.end(), line);
  });
  if (document_.cuts.size() == before) return;
  ++revision_;
  changes_.cut_lost = true;
  changes_.text = true;
}

void Edits::set_stop(const playback::Stop& stop) {
  if (document_.mode != SourceMode::Kernel) return;
  history_.seal();
  history_.before_edit(now(), DocumentPart::Stop, seconds_);
  history_.seal();
  playback::put_stop(document_.stops, stop);
  ++revision_;
  changes_.look = true;
}

void Edits::toggle_stop(std::uint32_t line) {
  if (!document_.stops.contains(std::to_string(line))) return set_stop({line});
  history_.seal();
  history_.before_edit(now(), DocumentPart::Stop, seconds_);
  history_.seal();
  document_.stops.erase(std::to_string(line));
  ++revision_;
  changes_.look = true;
}

const std::map<std::string, std::uint64_t>& Edits::row_lengths() const {
  static const std::map<std::string, std::uint64_t> none;
  return document_.mode == SourceMode::Kernel ? document_.row_lengths : none;
}

std::string Edits::set_row_length(const std::vector<run::PlacedBuffer>& buffers, const std::string& buffer,
                                  std::string_view typed) {
  const auto placed = std::find_if(buffers.begin(), buffers.end(),
                                   [&](const run::PlacedBuffer& b) { return b.name == buffer; });
  if (placed == buffers.end() || document_.mode != SourceMode::Kernel)
    return language::trf("rows.no_buffer", language::arg("name", buffer));
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
  history_.before_edit(now(), DocumentPart::RowLength, seconds_);
  history_.seal();
  document_.row_lengths = std::move(next);
  ++revision_;
  changes_.look = true; // the block is simulated already
  return {};
}

} // namespace warpscope::document
