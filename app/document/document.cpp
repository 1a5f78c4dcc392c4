// Compares documents and reads the block field.
#include "app/document/document.h"

#include "app/language/language.h"

#include <charconv>

namespace warpscope::document {

bool Document::operator==(const Document& other) const {
  return mode == other.mode && expression == other.expression && declaration == other.declaration &&
         block == other.block && warp == other.warp &&
         (kernel_text == other.kernel_text || *kernel_text == *other.kernel_text) &&
         (file_form == other.file_form || (file_form && other.file_form && *file_form == *other.file_form)) &&
         kernel_file == other.kernel_file && kernel_folder == other.kernel_folder && lab == other.lab &&
         choices == other.choices && launch == other.launch && headers == other.headers &&
         cuts == other.cuts && row_lengths == other.row_lengths && stops == other.stops &&
         device == other.device;
}

Document first_document() {
  Document d;
  d.block = "32 × 32";
  d.warp = 13;
  return d;
}

namespace {

/// Returns the bytes of a separator at the start of `text`; 0 if there is none. "×" is two bytes in UTF-8.
std::size_t separator_at(std::string_view text) {
  if (text.empty()) return 0;
  if (text.starts_with("\xC3\x97")) return 2;
  return std::string_view(" \t,;xX*()").find(text.front()) == std::string_view::npos ? 0 : 1;
}

} // namespace

std::optional<Dim3> parse_block(std::string_view text, std::string& error) {
  std::uint32_t sizes[3] = {1, 1, 1};
  unsigned count = 0;
  while (true) {
    while (const std::size_t skip = separator_at(text)) text.remove_prefix(skip);
    if (text.empty()) break;
    std::uint32_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code == std::errc::result_out_of_range) {
      error = language::tr("shape.too_large");
      return std::nullopt;
    }
    if (code != std::errc{}) {
      error = language::tr("shape.not_numbers");
      return std::nullopt;
    }
    if (count == 3) {
      error = language::tr("shape.dimensions");
      return std::nullopt;
    }
    if (value == 0) {
      error = language::tr("shape.zero");
      return std::nullopt;
    }
    sizes[count++] = value;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  if (count == 0) {
    error = language::tr("shape.empty");
    return std::nullopt;
  }
  const Dim3 block{sizes[0], sizes[1], sizes[2]};
  // Check each factor first: the product of three 32-bit numbers can exceed 64 bits.
  if (block.x > 1024 || block.y > 1024 || block.z > 1024 || block.count() > 1024) {
    error = language::tr("shape.most");
    if (block.x <= 1024 && block.y <= 1024 && block.z <= 1024)
      error = language::trf("shape.count", language::arg("threads", grouped(block.count())));
    return std::nullopt;
  }
  return block;
}

std::string format_dim(Dim3 dim) {
  std::string text = std::to_string(dim.x);
  if (dim.y != 1 || dim.z != 1) text += " × " + std::to_string(dim.y);
  if (dim.z != 1) text += " × " + std::to_string(dim.z);
  return text;
}

} // namespace warpscope::document
