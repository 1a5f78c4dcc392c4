// Writes Pictures as PDF: one content stream a page, one Type 3 font for each face in use.
#include "app/export/pdf.h"

#include "app/view/fonts/fonts.h"
#include "app/view/text_metrics.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace warpscope::exporting {
namespace {

/// Three decimals of a point; no exponent.
void number(std::string& out, float value) {
  if (!std::isfinite(value)) value = 0;
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::fixed, 3)
                       .ptr;
  std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  while (text.ends_with('0')) text.remove_suffix(1);
  if (text.ends_with('.')) text.remove_suffix(1);
  out += text == "-0" ? std::string_view("0") : text;
  out += ' ';
}

void hex_digits(std::string& out, unsigned value, int digits) {
  constexpr std::string_view all = "0123456789ABCDEF";
  for (int i = digits - 1; i >= 0; --i) out += all[value >> (4 * i) & 15];
}

void utf16(std::string& out, char32_t c) {
  if (c >= 0x10000) {
    hex_digits(out, 0xD800 + ((c - 0x10000) >> 10), 4);
    hex_digits(out, 0xDC00 + ((c - 0x10000) & 0x3FF), 4);
  } else {
    hex_digits(out, c, 4);
  }
}

/// A text string of the document information.
std::string text_string(std::string_view text) {
  std::string out = "<FEFF";
  while (!text.empty()) utf16(out, view::next_code_point(text));
  return out + '>';
}

std::string xml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else out += c;
  }
  return out;
}

/// The code points of one face that the document uses; a Type 3 font has at most 256.
struct GlyphFont {
  view::Font face;
  std::map<char32_t, unsigned> codes;
};

class PdfFonts {
 public:
  /// Returns the font's index and the code of a glyph in it.
  std::pair<std::size_t, unsigned> glyph(view::Font face, char32_t c) {
    for (std::size_t i = 0; i < fonts_.size(); ++i) {
      if (fonts_[i].face != face) continue;
      const auto known = fonts_[i].codes.find(c);
      if (known != fonts_[i].codes.end()) return {i, known->second};
      if (fonts_[i].codes.size() >= 256) continue;
      const auto code = static_cast<unsigned>(fonts_[i].codes.size());
      fonts_[i].codes.emplace(c, code);
      return {i, code};
    }
    fonts_.push_back({face, {{c, 0}}});
    return {fonts_.size() - 1, 0};
  }
  [[nodiscard]] const std::vector<GlyphFont>& all() const { return fonts_; }

 private:
  std::vector<GlyphFont> fonts_;
};

/// The content of one page.
class PageWriter {
 public:
  PageWriter(PdfFonts& fonts, std::set<unsigned>& alphas) : fonts_(fonts), alphas_(alphas) {}

  std::string run(const view::Picture& picture, const PdfOptions& options) {
    const float scale = options.page_width / std::max(1.F, picture.width);
    // Points from below become the picture's pixels from above.
    operands({scale, 0, 0, -scale, 0, options.page_height}, "cm");
    color(picture.background, true);
    rectangle({0, 0, picture.width, options.page_height / scale});
    out_ += "f\n";
    for (const view::Shape& shape : picture.shapes) std::visit([this](const auto& s) { write(s); }, shape);
    return std::move(out_);
  }

 private:
  void operands(std::initializer_list<float> values, const char* name) {
    for (const float value : values) number(out_, value);
    (out_ += name) += '\n';
  }
  void color(view::Color c, bool fill) {
    const auto part = [](std::uint8_t v) { return static_cast<float>(v) / 255.F; };
    alphas_.insert(c.a);
    out_ += "/A" + std::to_string(c.a) + " gs ";
    operands({part(c.r), part(c.g), part(c.b)}, fill ? "rg" : "RG");
  }
  void move(view::Point p) { operands({p.x, p.y}, "m"); }
  void line(view::Point p) { operands({p.x, p.y}, "l"); }
  void curve(view::Point a, view::Point b, view::Point c) { operands({a.x, a.y, b.x, b.y, c.x, c.y}, "c"); }
  void rectangle(view::Box b) { operands({b.x, b.y, std::max(0.F, b.w), std::max(0.F, b.h)}, "re"); }

  void round_rectangle(view::Box b, float radius) {
    const float r = std::min({radius, b.w / 2, b.h / 2});
    if (r <= 0) return rectangle(b);
    const float k = r * .4477F, x1 = b.x + b.w, y1 = b.y + b.h;
    move({b.x + r, b.y});
    line({x1 - r, b.y});
    curve({x1 - k, b.y}, {x1, b.y + k}, {x1, b.y + r});
    line({x1, y1 - r});
    curve({x1, y1 - k}, {x1 - k, y1}, {x1 - r, y1});
    line({b.x + r, y1});
    curve({b.x + k, y1}, {b.x, y1 - k}, {b.x, y1 - r});
    line({b.x, b.y + r});
    curve({b.x, b.y + k}, {b.x + k, b.y}, {b.x + r, b.y});
    out_ += "h\n";
  }

  void pen(view::Color c, float width, view::Dash dash, bool round) {
    color(c, false);
    operands({width}, "w");
    out_ += round ? "1 J 1 j " : "0 J 0 j ";
    out_ += '[';
    if (dash.on > 0 || (round && dash.off > 0)) {
      number(out_, dash.on);
      number(out_, dash.off);
    }
    out_ += "] 0 d\n";
  }

  void hatch(const view::Hatch& h, view::Box b, const auto& path) {
    if (h.period <= 0) return;
    out_ += "q\n";
    path();
    out_ += "W n\n";
    pen(h.color, h.width, {}, false);
    const float root = std::sqrt(2.F), step = h.period * root, low = b.x + b.y, high = low + b.w + b.h;
    for (float sum = (std::floor(low / step) + .5F) * step; sum <= high; sum += step) {
      move({sum - b.y, b.y});
      line({sum - b.y - b.h, b.y + b.h});
      out_ += "S\n";
    }
    out_ += "Q\n";
  }

  void filled_and_stroked(const auto& path, view::Color fill, view::Color stroke, float width,
                          view::Dash dash, bool round) {
    if (fill.a != 0) {
      color(fill, true);
      path();
      out_ += "f\n";
    }
    if (width > 0 && stroke.a != 0) {
      pen(stroke, width, dash, round);
      path();
      out_ += "S\n";
    }
  }

  void write(const view::RectShape& s) {
    const auto path = [&] { round_rectangle(s.box, s.radius); };
    filled_and_stroked(path, s.fill, s.stroke, s.stroke_width, s.dash, false);
    hatch(s.hatch, s.box, path);
  }
  void write(const view::CurveShape& s) {
    const bool fades = s.from != s.to && s.dash.on <= 0;
    const int parts = fades ? 24 : 1;
    const auto along = [&](float t) {
      const float u = 1 - t, a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;
      return view::Point{a * s.p0.x + b * s.p1.x + c * s.p2.x + d * s.p3.x,
                         a * s.p0.y + b * s.p1.y + c * s.p2.y + d * s.p3.y};
    };
    if (!fades) {
      pen(s.from, s.width, s.dash, s.round_caps);
      move(s.p0);
      curve(s.p1, s.p2, s.p3);
      out_ += "S\n";
      return;
    }
    const float start = s.fade < 1 ? s.fade : 0;
    for (int i = 0; i < parts; ++i) {
      const float t0 = static_cast<float>(i) / static_cast<float>(parts),
                  t1 = static_cast<float>(i + 1) / static_cast<float>(parts), middle = (t0 + t1) / 2;
      const float share = middle <= start ? 0 : (middle - start) / std::max(1e-6F, 1 - start);
      const auto blend = [&](std::uint8_t a, std::uint8_t b) {
        return static_cast<std::uint8_t>(
            std::lround(static_cast<float>(a) + share * (static_cast<float>(b) - static_cast<float>(a))));
      };
      pen({blend(s.from.r, s.to.r), blend(s.from.g, s.to.g), blend(s.from.b, s.to.b),
           blend(s.from.a, s.to.a)},
          s.width, {}, s.round_caps);
      move(along(t0));
      line(along(middle));
      line(along(t1));
      out_ += "S\n";
    }
  }
  void write(const view::RibbonShape& s) {
    const auto path = [&] {
      move(s.left[0]);
      curve(s.left[1], s.left[2], s.left[3]);
      line(s.right[3]);
      curve(s.right[2], s.right[1], s.right[0]);
      out_ += "h\n";
    };
    filled_and_stroked(path, s.fill, s.stroke, s.stroke_width, {}, false);
  }
  void write(const view::PolygonShape& s) {
    if (s.points.size() < 2) return;
    const auto path = [&] {
      move(s.points.front());
      for (std::size_t i = 1; i < s.points.size(); ++i) line(s.points[i]);
      if (s.closed) out_ += "h\n";
    };
    filled_and_stroked(path, s.fill, s.stroke, s.stroke_width, {}, true);
    view::Box box{s.points[0].x, s.points[0].y, 0, 0};
    float right = box.x, bottom = box.y;
    for (const view::Point& p : s.points) {
      box.x = std::min(box.x, p.x);
      box.y = std::min(box.y, p.y);
      right = std::max(right, p.x);
      bottom = std::max(bottom, p.y);
    }
    box.w = right - box.x;
    box.h = bottom - box.y;
    hatch(s.hatch, box, path);
  }
  void write(const view::TextShape& s) {
    if (s.text.empty() || s.color.a == 0) return;
    const float width = view::text_width(s.text, s.font, s.size);
    const float x = s.at.x - (s.anchor == view::Anchor::Start    ? 0
                              : s.anchor == view::Anchor::Middle ? width / 2
                                                                 : width);
    color(s.color, true);
    out_ += "BT ";
    operands({1, 0, 0, -1, x, s.at.y}, "Tm"); // letters stand upright where y runs downwards
    std::string_view rest = s.text;
    std::size_t font = static_cast<std::size_t>(-1);
    while (!rest.empty()) {
      const auto [index, code] = fonts_.glyph(s.font, view::next_code_point(rest));
      if (index != font) {
        if (font != static_cast<std::size_t>(-1)) out_ += "> Tj ";
        font = index;
        out_ += "/F" + std::to_string(index) + ' ';
        number(out_, s.size);
        out_ += "Tf <";
      }
      hex_digits(out_, code, 2);
    }
    out_ += "> Tj ET\n";
  }

  PdfFonts& fonts_;
  std::set<unsigned>& alphas_;
  std::string out_;
};

/// Numbered objects and where they begin.
class PdfFile {
 public:
  std::size_t reserve() {
    begins_.push_back(0);
    return begins_.size();
  }
  void object(std::size_t number, const std::string& body) {
    begins_[number - 1] = out_.size();
    out_ += std::to_string(number) + " 0 obj\n" + body + "\nendobj\n";
  }
  std::size_t add(const std::string& body) {
    const std::size_t number = reserve();
    object(number, body);
    return number;
  }
  static std::string stream(const std::string& content, const std::string& keys = {}) {
    return "<< " + keys + "/Length " + std::to_string(content.size()) + " >>\nstream\n" + content +
           "\nendstream";
  }
  std::string finish(std::size_t root, std::size_t info) {
    const std::size_t at = out_.size();
    out_ += "xref\n0 " + std::to_string(begins_.size() + 1) + "\n0000000000 65535 f \n";
    for (const std::size_t begin : begins_) {
      std::string digits = std::to_string(begin);
      out_ += std::string(10 - digits.size(), '0') + digits + " 00000 n \n";
    }
    out_ += "trailer\n<< /Size " + std::to_string(begins_.size() + 1) + " /Root " + reference(root) +
            " /Info " + reference(info) + " >>\nstartxref\n" + std::to_string(at) + "\n%%EOF\n";
    return std::move(out_);
  }
  static std::string reference(std::size_t number) { return std::to_string(number) + " 0 R"; }

 private:
  std::string out_ = "%PDF-1.7\n%\xE2\xE3\xCF\xD3\n";
  std::vector<std::size_t> begins_;
};

constexpr float units = 1000; ///< of an em, in a glyph's program

std::string glyph_program(view::Font face, char32_t c) {
  std::string out;
  number(out, view::glyph_advance(face, c) * units);
  out += "0 -500 -500 2000 1500 d1\n"; // its box: wide enough for every glyph of the two faces
  const std::vector<view::OutlineStep> outline = view::glyph_outline(face, c);
  const auto point = [&](view::Point p) {
    number(out, p.x * units);
    number(out, p.y * units);
  };
  for (const view::OutlineStep& step : outline) {
    if (step.kind == view::OutlineStep::Kind::Curve) {
      point(step.c1);
      point(step.c2);
    }
    point(step.to);
    out += step.kind == view::OutlineStep::Kind::Move   ? "m\n"
           : step.kind == view::OutlineStep::Kind::Line ? "l\n"
                                                        : "c\n";
  }
  if (!outline.empty()) out += "f\n";
  return out;
}

std::size_t add_font(PdfFile& file, const GlyphFont& font) {
  std::vector<char32_t> points(font.codes.size());
  for (const auto& [c, code] : font.codes) points[code] = c;
  std::string programs, names, widths, map;
  for (std::size_t code = 0; code < points.size(); ++code) {
    const std::string name = "/g" + std::to_string(code);
    programs += name + ' ' +
                PdfFile::reference(file.add(PdfFile::stream(glyph_program(font.face, points[code])))) + ' ';
    names += name + ' ';
    number(widths, view::glyph_advance(font.face, points[code]) * units);
    map += "<";
    hex_digits(map, static_cast<unsigned>(code), 2);
    map += "> <";
    utf16(map, points[code]);
    map += ">\n";
  }
  // At most a hundred rows a section.
  std::string sections;
  for (std::size_t first = 0, at = 0; first < points.size(); first += 100) {
    const std::size_t count = std::min<std::size_t>(100, points.size() - first);
    sections += std::to_string(count) + " beginbfchar\n";
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t end = map.find('\n', at) + 1;
      sections += map.substr(at, end - at);
      at = end;
    }
    sections += "endbfchar\n";
  }
  const std::size_t unicode = file.add(PdfFile::stream(
      "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /W def\n/CMapType 2 def\n"
      "1 begincodespacerange\n<00> <FF>\nendcodespacerange\n" +
      sections + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"));
  return file.add(
      "<< /Type /Font /Subtype /Type3 /FontBBox [-500 -500 2000 1500] /FontMatrix [0.001 0 0 0.001 0 0] "
      "/CharProcs << " +
      programs + ">> /Encoding << /Type /Encoding /Differences [0 " + names + "] >> /FirstChar 0 /LastChar " +
      std::to_string(points.size() - 1) + " /Widths [" + widths + "] /Resources << >> /ToUnicode " +
      PdfFile::reference(unicode) + " >>");
}

std::string xmp(const PdfOptions& options) {
  return "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
         "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
         "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\" "
         "xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
         "xmlns:xmpRights=\"http://ns.adobe.com/xap/1.0/rights/\">"
         "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">" +
         xml(options.title) +
         "</rdf:li></rdf:Alt></dc:title><dc:rights><rdf:Alt><rdf:li xml:lang=\"x-default\">" +
         xml(options.rights) +
         "</rdf:li></rdf:Alt></dc:rights><xmpRights:Marked>True</xmpRights:Marked><xmpRights:WebStatement>" +
         xml(options.rights_url) +
         "</xmpRights:WebStatement></rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"w\"?>";
}

} // namespace

std::string to_pdf(std::span<const view::Picture> pages, const PdfOptions& options) {
  PdfFonts fonts;
  std::set<unsigned> alphas;
  std::vector<std::string> contents;
  for (const view::Picture& page : pages) contents.push_back(PageWriter(fonts, alphas).run(page, options));
  PdfFile file;
  const std::size_t root = file.reserve(), tree = file.reserve(), resources = file.reserve();
  std::string kids, font_names, states;
  for (const std::string& content : contents) {
    const std::size_t stream = file.add(PdfFile::stream(content));
    std::string box;
    number(box, options.page_width);
    number(box, options.page_height);
    kids += PdfFile::reference(file.add("<< /Type /Page /Parent " + PdfFile::reference(tree) +
                                        " /MediaBox [0 0 " + box + "] /Resources " +
                                        PdfFile::reference(resources) + " /Contents " +
                                        PdfFile::reference(stream) + " >>")) +
            ' ';
  }
  for (std::size_t i = 0; i < fonts.all().size(); ++i)
    font_names += "/F" + std::to_string(i) + ' ' + PdfFile::reference(add_font(file, fonts.all()[i])) + ' ';
  for (const unsigned alpha : alphas) {
    std::string share;
    number(share, static_cast<float>(alpha) / 255.F);
    states += "/A" + std::to_string(alpha) + " << /ca " + share + "/CA " + share + ">> ";
  }
  file.object(resources, "<< /Font << " + font_names + ">> /ExtGState << " + states + ">> >>");
  file.object(tree, "<< /Type /Pages /Count " + std::to_string(pages.size()) + " /Kids [" + kids + "] >>");
  const std::size_t metadata = file.add(PdfFile::stream(xmp(options), "/Type /Metadata /Subtype /XML "));
  file.object(root, "<< /Type /Catalog /Pages " + PdfFile::reference(tree) + " /Metadata " +
                        PdfFile::reference(metadata) + " >>");
  const std::size_t info = file.add("<< /Title " + text_string(options.title) + " /Author " +
                                    text_string(options.author) + " /Subject " + text_string(options.rights) +
                                    " /Creator (Warpscope) >>");
  return file.finish(root, info);
}

} // namespace warpscope::exporting
