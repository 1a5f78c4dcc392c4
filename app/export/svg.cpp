// Writes the shapes of a Picture as SVG elements.
#include "app/export/svg.h"

#include "app/view/fonts/fonts.h"
#include "app/view/text_metrics.h"

#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <tuple>

namespace warpscope::exporting {
namespace {

/// Two decimals are a hundredth of a pixel; no exponent, no trailing zeros, no "-0".
void put(std::string& out, float value) {
  if (!std::isfinite(value)) value = 0;
  std::array<char, 48> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::fixed, 2)
                       .ptr;
  std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  while (text.ends_with('0')) text.remove_suffix(1);
  if (text.ends_with('.')) text.remove_suffix(1);
  out += text == "-0" ? std::string_view("0") : text;
}

void put_attribute(std::string& out, std::string_view name, float value) {
  out += ' ';
  out += name;
  out += "=\"";
  put(out, value);
  out += '"';
}

/// XML forbids most control characters even as references, and lone surrogates cannot be written in UTF-8.
void put_escaped(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t c = view::next_code_point(text);
    const std::string_view bytes = before.substr(0, before.size() - text.size());
    if (c == U'&') out += "&amp;";
    else if (c == U'<') out += "&lt;";
    else if (c == U'>') out += "&gt;";
    else if (c == U'"') out += "&quot;";
    else if ((c < 0x20 && c != U'\t') || c == 0x7F || c == 0xFFFE || c == 0xFFFF) out += ' ';
    else if (c == 0xFFFD) out += "\xEF\xBF\xBD";
    else out += bytes;
  }
}

std::string hex(view::Color c) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string s = "#";
  for (const std::uint8_t v : {c.r, c.g, c.b}) {
    s += digits[v >> 4];
    s += digits[v & 15];
  }
  return s;
}

class Writer {
 public:
  std::string run(const view::Picture& picture, const SvgOptions& options);

 private:
  void paint(std::string_view name, view::Color color) {
    body_ += ' ';
    body_ += name;
    if (color.a == 0) {
      body_ += "=\"none\"";
      return;
    }
    body_ += "=\"" + hex(color) + '"';
    if (color.a != 255) {
      body_ += ' ';
      body_ += name;
      body_ += "-opacity=\"";
      put(body_, static_cast<float>(color.a) / 255.F);
      body_ += '"';
    }
  }
  void stroke(view::Color color, float width, view::Dash dash, bool round) {
    if (width <= 0 || color.a == 0) return;
    paint("stroke", color);
    put_attribute(body_, "stroke-width", width);
    if (dash.on > 0 || (round && dash.off > 0)) {
      body_ += " stroke-dasharray=\"";
      put(body_, dash.on);
      body_ += ' ';
      put(body_, dash.off);
      body_ += '"';
    }
    if (round) body_ += " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
  }
  void point(view::Point p) {
    put(body_, p.x);
    body_ += ' ';
    put(body_, p.y);
  }
  std::string hatch_name(const view::Hatch& hatch);
  std::string gradient_name(const view::CurveShape& curve);

  void write(const view::RectShape& s);
  void write(const view::CurveShape& s);
  void write(const view::RibbonShape& s);
  void write(const view::PolygonShape& s);
  void write(const view::TextShape& s);

  std::string body_, defs_, ids_;
  std::map<std::tuple<float, float, std::uint32_t>, std::string> hatches_;
  std::map<std::string, std::string> gradients_;
};

std::uint32_t packed(view::Color c) {
  return static_cast<std::uint32_t>(c.r) << 24 | static_cast<std::uint32_t>(c.g) << 16 |
         static_cast<std::uint32_t>(c.b) << 8 | c.a;
}

std::string Writer::hatch_name(const view::Hatch& hatch) {
  auto& name = hatches_[{hatch.period, hatch.width, packed(hatch.color)}];
  if (!name.empty()) return name;
  name = ids_ + "h" + std::to_string(hatches_.size());
  defs_ += "<pattern id=\"" + name + "\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"";
  put_attribute(defs_, "width", hatch.period);
  put_attribute(defs_, "height", hatch.period);
  defs_ += "><path d=\"M";
  put(defs_, hatch.period / 2);
  defs_ += " 0V";
  put(defs_, hatch.period);
  defs_ += "\" stroke=\"" + hex(hatch.color) + '"';
  put_attribute(defs_, "stroke-width", hatch.width);
  put_attribute(defs_, "stroke-opacity", static_cast<float>(hatch.color.a) / 255.F);
  defs_ += "/></pattern>";
  return name;
}

std::string Writer::gradient_name(const view::CurveShape& curve) {
  // The fade follows the longer dimension of the curve, so that many strands share one gradient.
  const bool down = std::abs(curve.p3.y - curve.p0.y) >= 1;
  std::string key;
  key += down ? " x1=\"0\" x2=\"0\"" : " y1=\"0\" y2=\"0\"";
  put_attribute(key, down ? "y1" : "x1", down ? curve.p0.y : curve.p0.x);
  put_attribute(key, down ? "y2" : "x2", down ? curve.p3.y : curve.p3.x);
  key += '>';
  const auto stop = [&](float at, view::Color c) {
    key += "<stop";
    put_attribute(key, "offset", at);
    key += " stop-color=\"" + hex(c) + '"';
    put_attribute(key, "stop-opacity", static_cast<float>(c.a) / 255.F);
    key += "/>";
  };
  stop(0, curve.from);
  if (curve.fade < 1) stop(curve.fade, curve.from);
  stop(1, curve.to);
  auto& name = gradients_[key];
  if (!name.empty()) return name;
  name = ids_ + "g" + std::to_string(gradients_.size());
  defs_ += "<linearGradient id=\"" + name + "\" gradientUnits=\"userSpaceOnUse\"" + key + "</linearGradient>";
  return name;
}

void Writer::write(const view::RectShape& s) {
  const auto box = [&] {
    body_ += "<rect";
    put_attribute(body_, "x", s.box.x);
    put_attribute(body_, "y", s.box.y);
    put_attribute(body_, "width", std::max(0.F, s.box.w));
    put_attribute(body_, "height", std::max(0.F, s.box.h));
    if (s.radius > 0) put_attribute(body_, "rx", s.radius);
  };
  const bool hatched = s.hatch.period > 0;
  if (s.fill.a != 0 || !hatched || s.stroke_width > 0) {
    box();
    paint("fill", s.fill);
    stroke(s.stroke, s.stroke_width, s.dash, false);
    body_ += "/>\n";
  }
  if (hatched) {
    const std::string name = hatch_name(s.hatch);
    box();
    body_ += " fill=\"url(#" + name + ")\"/>\n";
  }
}

void Writer::write(const view::CurveShape& s) {
  const bool gradient = s.from != s.to;
  const std::string name = gradient ? gradient_name(s) : std::string();
  body_ += "<path d=\"M";
  point(s.p0);
  body_ += 'C';
  point(s.p1);
  body_ += ' ';
  point(s.p2);
  body_ += ' ';
  point(s.p3);
  body_ += "\" fill=\"none\"";
  if (gradient) {
    body_ += " stroke=\"url(#" + name + ")\"";
    put_attribute(body_, "stroke-width", s.width);
    if (s.dash.on > 0) {
      body_ += " stroke-dasharray=\"";
      put(body_, s.dash.on);
      body_ += ' ';
      put(body_, s.dash.off);
      body_ += '"';
    }
    if (s.round_caps) body_ += " stroke-linecap=\"round\"";
  } else {
    stroke(s.from, s.width, s.dash, s.round_caps);
  }
  body_ += "/>\n";
}

void Writer::write(const view::RibbonShape& s) {
  body_ += "<path d=\"M";
  point(s.left[0]);
  body_ += 'C';
  for (int i = 1; i < 4; ++i) {
    if (i > 1) body_ += ' ';
    point(s.left[i]);
  }
  body_ += 'L';
  point(s.right[3]);
  body_ += 'C';
  for (int i = 2; i >= 0; --i) {
    if (i < 2) body_ += ' ';
    point(s.right[i]);
  }
  body_ += "Z\"";
  paint("fill", s.fill);
  stroke(s.stroke, s.stroke_width, {}, false);
  body_ += "/>\n";
}

void Writer::write(const view::PolygonShape& s) {
  if (s.points.size() < 2) return;
  const auto outline = [&] {
    body_ += "<path d=\"M";
    for (std::size_t i = 0; i < s.points.size(); ++i) {
      if (i > 0) body_ += 'L';
      point(s.points[i]);
    }
    body_ += s.closed ? "Z\"" : "\"";
  };
  outline();
  paint("fill", s.fill);
  stroke(s.stroke, s.stroke_width, {}, true);
  body_ += "/>\n";
  if (s.hatch.period > 0) {
    const std::string name = hatch_name(s.hatch);
    outline();
    body_ += " fill=\"url(#" + name + ")\"/>\n";
  }
}

void Writer::write(const view::TextShape& s) {
  if (s.text.empty()) return;
  constexpr std::string_view classes[] = {"r", "s", "b", "m", "k"};
  body_ += "<text class=\"";
  body_ += classes[static_cast<std::size_t>(s.font)];
  body_ += '"';
  put_attribute(body_, "x", s.at.x);
  put_attribute(body_, "y", s.at.y);
  put_attribute(body_, "font-size", s.size);
  // A viewer without these fonts substitutes others; the explicit length keeps the layout.
  put_attribute(body_, "textLength", view::text_width(s.text, s.font, s.size));
  if (s.anchor != view::Anchor::Start)
    body_ += s.anchor == view::Anchor::Middle ? " text-anchor=\"middle\"" : " text-anchor=\"end\"";
  paint("fill", s.color);
  body_ += '>';
  put_escaped(body_, s.text);
  body_ += "</text>\n";
}

std::string Writer::run(const view::Picture& picture, const SvgOptions& options) {
  ids_ = options.ids;
  body_.reserve(picture.shapes.size() * 128);
  for (const view::Shape& shape : picture.shapes) {
    std::visit([this](const auto& s) { write(s); }, shape);
  }
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\"";
  put_attribute(out, "width", picture.width);
  put_attribute(out, "height", picture.height);
  out += " viewBox=\"0 0 ";
  put(out, picture.width);
  out += ' ';
  put(out, picture.height);
  out += "\">";
  const auto element = [&](std::string_view name, std::string_view text) {
    if (text.empty()) return;
    out += '<';
    out += name;
    out += '>';
    put_escaped(out, text);
    out += "</";
    out += name;
    out += '>';
  };
  element("title", options.title);
  element("desc", options.description);
  out += "<metadata><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" "
         "xmlns:cc=\"http://creativecommons.org/ns#\"><cc:Work rdf:about=\"\"><cc:license rdf:resource=\"";
  out += picture_licence_url;
  out += "\"/></cc:Work></rdf:RDF></metadata>\n";
  out += "<style>text{font-kerning:none;font-variant-ligatures:none;white-space:pre}"
         ".r,.s,.b{font-family:Inter,Helvetica,Arial,sans-serif}.s{font-weight:600}.b{font-weight:700}"
         ".m,.k{font-family:\"JetBrains Mono\",Menlo,Consolas,monospace}.k{font-weight:700}</style>\n";
  if (!defs_.empty()) out += "<defs>" + defs_ + "</defs>\n";
  out += "<rect width=\"100%\" height=\"100%\" fill=\"" + hex(picture.background) + "\"/>\n";
  out += body_;
  out += "</svg>\n";
  return out;
}

} // namespace

std::string to_svg(const view::Picture& picture, const SvgOptions& options) {
  return Writer().run(picture, options);
}

} // namespace warpscope::exporting
