// Writes and reads the one-line view in a shared text's header.
#include "app/document/share.h"

#include "app/document/fields.h"
#include "app/document/files.h"
#include "app/document/request.h"
#include "app/language/language.h"
#include "sim/base/utf8.h"
#include "sim/source/header.h"

#include <cstdio>
#include <utility>

namespace warpscope::document {

namespace {

// All of it goes on the header's first line, so that no line of the text moves and counts keep their lines.
constexpr std::string_view marker = " } # what Warpscope showed; it takes this out again";
constexpr std::string_view begin = " view = { ";
/// Added after the marker when a key follows, which needs a line of its own.
constexpr std::string_view broken_off = ";\n";
// A text without a header gets one after its last line.
constexpr std::string_view own_header_begin = "\n/* warpscope";
constexpr std::string_view own_header_end = " */\n";

/// Quotes a TOML text so that it can be inside a C comment.
std::string toml_quoted(std::string_view text) {
  std::string out = "\"";
  char before = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    char code[8];
    if (byte < 0x20 || byte == 0x7F || (c == '/' && before == '*')) {
      std::snprintf(code, sizeof code, "\\u%04X", byte);
      out += code;
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else {
      out += c;
    }
    before = c;
  }
  return out + '"';
}

// A field's value in TOML, in one line.
std::string toml(const std::string& text) { return toml_quoted(text); }
std::string toml(std::uint64_t number) { return std::to_string(number); }
std::string toml(const std::vector<std::uint32_t>& lines) {
  std::string out = "[";
  for (const std::uint32_t line : lines) out.append(out.size() == 1 ? "" : ", ").append(std::to_string(line));
  return out + "]";
}
template <typename Table>
  requires requires(const Table& table) { table.begin()->second; }
std::string toml(const Table& table) {
  std::string out = "{ ";
  for (const auto& [name, value] : table)
    out.append(out.size() == 2 ? "" : ", ").append(toml_quoted(name)).append(" = ").append(toml(value));
  return out + " }";
}

/// ` view = { … }` with its marker. TOML is UTF-8: a value that is not is left out, since with it the header
/// could not be read at all.
std::string view_of(const Document& d, std::string_view scene, std::uint64_t step) {
  std::string out(begin);
  const auto entry = [&](std::string_view key, const std::string& value) {
    if (is_utf8(value)) out.append(out == begin ? "" : ", ").append(key).append(" = ").append(value);
  };
  for (const Field& field : fields()) {
    const FieldValue value = field.get(d);
    const bool wanted = field.shared == Shared::Kernel ? d.mode == SourceMode::Kernel && !is_empty(value)
                                                       : field.shared != Shared::Never;
    if (wanted) entry(field.view, std::visit([](const auto& v) { return toml(v); }, value));
  }
  if (!scene.empty()) entry("scene", toml_quoted(scene));
  entry("step", std::to_string(step + 1));
  return out + std::string(marker);
}

/// Returns what follows "/* warpscope" on its line, up to the end of the comment.
std::string_view rest_of_line(std::string_view text, const source::HeaderPlace& place) {
  std::string_view rest = text.substr(place.toml_begin, place.toml_end - place.toml_begin);
  rest = rest.substr(0, rest.find('\n'));
  const std::size_t first = rest.find_first_not_of(" \t\r");
  return first == std::string_view::npos ? std::string_view() : rest.substr(first);
}

} // namespace

SharedText share_text(const Document& document, std::string_view scene, std::uint64_t step) {
  std::string text = *document.kernel_text;
  if (document.mode == SourceMode::Expression) {
    Diagnostics diagnostics;
    const std::optional<PreparedText> prepared = prepare(document, Device{}, diagnostics);
    if (!prepared)
      return {{},
              diagnostics.empty()
                  ? std::string(language::tr("export.no_share"))
                  : language::trf("export.no_share_why", language::arg("why", diagnostics.front().message))};
    text = prepared->request.text;
  } else if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    return {{}, std::string(language::tr("export.no_share_text"))};
  }
  std::string view = view_of(document, scene, step);
  const source::HeaderPlace place = source::find_header(text);
  if (place.found) {
    const std::string_view rest = rest_of_line(text, place);
    if (!rest.empty() && rest.front() != '#') view += broken_off;
    text.insert(place.toml_begin, view);
  } else {
    text += std::string(own_header_begin) + view + std::string(own_header_end);
  }
  return {std::move(text), {}};
}

OpenedShare take_view(std::string text) {
  Diagnostics ignored;
  OpenedShare opened;
  opened.view = source::parse_scenario("shared.cu", text, ignored).view;
  const source::HeaderPlace place = source::find_header(text);
  const std::string_view all = text;
  if (place.found && all.substr(place.toml_begin).starts_with(begin)) {
    const std::size_t line_end = std::min(all.find('\n', place.toml_begin), all.size());
    const std::size_t at = all.substr(0, line_end).rfind(marker);
    if (at != std::string_view::npos && at > place.toml_begin) {
      std::size_t end = at + marker.size();
      const bool own = place.begin > 0 && all.substr(place.begin - 1).starts_with(own_header_begin) &&
                       all.substr(end) == own_header_end;
      if (own) {
        text.erase(place.begin - 1);
      } else {
        if (all.substr(end).starts_with(broken_off)) end += broken_off.size();
        text.erase(place.toml_begin, end - place.toml_begin);
      }
    }
  }
  opened.text = std::move(text);
  return opened;
}

Document document_of(const OpenedShare& share, const Document& from, const Catalog& catalog,
                     const std::string& path) {
  Document d = from;
  d.mode = SourceMode::Kernel;
  d.choices.clear();
  const auto take_kernel = [&] {
    d.kernel_text = std::make_shared<const std::string>(share.text);
    d.kernel_file = path;
    d.kernel_folder = folder_of(path);
    d.lab.clear();
    d.cuts.clear();
    d.headers.clear();
    d.row_lengths.clear();
    d.stops.clear();
  };
  if (!share.view) {
    take_kernel();
    return d;
  }
  const source::SavedView& view = *share.view;
  if (catalog.find_device(view.device) != nullptr) d.device = view.device;
  const auto take = [&](Shared which) {
    for (const Field& field : fields())
      if (field.shared == which) field.set(d, field.from_view(view));
  };
  if (!view.expression.empty()) {
    take(Shared::Expression);
    if (view.block.empty()) d.block = from.block; // a view by hand may leave it out
  }
  if (view.mode == "expression" && !view.expression.empty()) {
    d.mode = SourceMode::Expression;
    d.choices = from.choices; // the kernel beside it stays as it was
    return d;
  }
  take_kernel();
  take(Shared::Kernel);
  d.lab.clear();
  if (const LabEntry* lab = catalog.find_lab(view.lab); lab != nullptr && lab->text == share.text) {
    d.lab = lab->id;
    d.kernel_file = lab->id + ".cu";
    d.kernel_folder.clear();
  }
  return d;
}

} // namespace warpscope::document
