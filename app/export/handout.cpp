// Lays out a lesson's handout and writes its pages as HTML or PDF.
#include "app/export/handout.h"

#include "app/export/pdf.h"
#include "app/export/svg.h"
#include "app/language/language.h"
#include "app/view/canvas.h"
#include "app/view/code_text.h"

#include <algorithm>
#include <utility>

namespace warpscope::exporting {
namespace {

using view::Anchor;
using view::Font;
using view::Point;

constexpr float margin = 85, code_size = 20, line_size = 23, line_row = 32, moment_height = 655,
                first_moment = 215;
constexpr std::size_t moments_a_page = 2;

/// Shapes moved and made larger.
struct Placed {
  float x, y, factor;

  [[nodiscard]] Point at(Point p) const { return {x + p.x * factor, y + p.y * factor}; }
  [[nodiscard]] view::Box at(view::Box b) const {
    return {x + b.x * factor, y + b.y * factor, b.w * factor, b.h * factor};
  }
  void scale(view::Dash& d) const { d = {d.on * factor, d.off * factor}; }
  void scale(view::Hatch& h) const {
    h.period *= factor;
    h.width *= factor;
  }
  [[nodiscard]] view::Shape operator()(view::RectShape s) const {
    s.box = at(s.box);
    s.radius *= factor;
    s.stroke_width *= factor;
    scale(s.dash);
    scale(s.hatch);
    return s;
  }
  [[nodiscard]] view::Shape operator()(view::CurveShape s) const {
    for (Point* p : {&s.p0, &s.p1, &s.p2, &s.p3}) *p = at(*p);
    s.width *= factor;
    scale(s.dash);
    return s;
  }
  [[nodiscard]] view::Shape operator()(view::RibbonShape s) const {
    for (Point& p : s.left) p = at(p);
    for (Point& p : s.right) p = at(p);
    s.stroke_width *= factor;
    return s;
  }
  [[nodiscard]] view::Shape operator()(view::PolygonShape s) const {
    for (Point& p : s.points) p = at(p);
    s.stroke_width *= factor;
    scale(s.hatch);
    return s;
  }
  [[nodiscard]] view::Shape operator()(view::TextShape s) const {
    s.at = at(s.at);
    s.size *= factor;
    return s;
  }
};

std::vector<std::string> wrapped_to(std::string_view text, float width, Font font = Font::Regular) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string word(text.substr(0, blank));
    text.remove_prefix(std::min(blank + 1, text.size()));
    const std::string longer = line.empty() ? word : line + " " + word;
    if (!line.empty() && view::text_width(longer, font, line_size) > width) {
      lines.push_back(std::exchange(line, word));
    } else {
      line = longer;
    }
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

class Sheet {
 public:
  Sheet(const Handout& handout, const view::Theme& theme)
      : handout_(handout), theme_(theme), canvas_(handout_width, handout_height, theme) {}

  view::Picture page(std::size_t number, std::size_t pages) {
    const std::size_t first = number * moments_a_page,
                      end = std::min(first + moments_a_page, handout_.moments.size());
    canvas_.fill({0, 0, handout_width, handout_height}, 0, theme_.bg1);
    const float right = handout_width - margin, room = right - margin;
    const float device_w = view::text_width(handout_.device, Font::Regular, 24);
    float size = 48;
    while (size > 20 && view::text_width(handout_.title, Font::Bold, size) > room - device_w - 30) --size;
    canvas_.text({margin, 112}, view::fit_text(handout_.title, Font::Bold, size, room - device_w - 30), size,
                 theme_.t1, Font::Bold);
    canvas_.text({right, 112}, handout_.device, 24, theme_.t2, Font::Regular, Anchor::End);
    const std::string which = end - first == 1
                                  ? language::trf("handout.moment", language::arg("n", first + 1),
                                                  language::arg("m", handout_.moments.size()))
                                  : language::trf("handout.moments", language::arg("first", first + 1),
                                                  language::arg("last", end),
                                                  language::arg("m", handout_.moments.size()));
    canvas_.text({margin, 152}, which, line_size, theme_.t2);
    canvas_.line({margin, 180}, {right, 180}, theme_.edge, 1.5F);
    float y = first_moment;
    for (std::size_t i = first; i < end; ++i, y += moment_height) moment(handout_.moments[i], i + 1, y, room);
    if (number + 1 == pages && !handout_.task.empty()) task({margin, handout_height - 178, room, 104});
    canvas_.text({margin, handout_height - 38}, handout_.foot, 19, theme_.t2);
    canvas_.text({right, handout_height - 38}, std::to_string(number + 1), 19, theme_.t2, Font::Regular,
                 Anchor::End);
    view::Picture picture = canvas_.take();
    picture.shapes.insert(picture.shapes.end(), placed_.begin(), placed_.end());
    return picture;
  }

 private:
  void moment(const HandoutMoment& m, std::size_t number, float y, float room) {
    const float right = margin + room;
    canvas_.disc({margin + 17, y + 18}, 17, theme_.t1);
    canvas_.mid({margin + 17, y + 18}, std::to_string(number), 20, theme_.bg1, Font::Bold, Anchor::Middle);
    const float x = margin + 50;
    // Code that is too long to stand beside the headline has a line of its own.
    const bool below = view::text_width(m.code, Font::Mono, code_size) > room * .45F;
    const std::string code = below ? view::fit_text(m.code, Font::Mono, code_size, right - x) : m.code;
    const float code_w = view::text_width(code, Font::Mono, code_size);
    float size = 34;
    const float head_room = right - x - (below ? 0 : code_w + 24);
    while (size > 22 && view::text_width(m.headline.strong + m.headline.rest, Font::Bold, size) > head_room)
      --size;
    const bool alone = view::text_width(m.headline.strong + m.headline.rest, Font::Bold, size) > head_room;
    const view::Color tone = view::tone_color(m.headline.tone, theme_, size);
    canvas_.runs({x, y + 29},
                 {{m.headline.strong, tone, Font::Bold},
                  {alone ? view::fit_text(m.headline.rest, Font::Bold, size,
                                          right - x - view::text_width(m.headline.strong, Font::Bold, size))
                         : m.headline.rest,
                   theme_.t1, Font::Bold}},
                 size);
    if (below || !alone) {
      float at = below ? x : right - code_w;
      for (const view::CodeRun& run : view::code_runs(code))
        at = canvas_.text({at, y + (below ? 62 : 27)},
                          std::string_view(code).substr(run.begin, run.end - run.begin), code_size,
                          view::code_color(run.kind, theme_), Font::Mono);
    }
    const float factor = room / std::max(1.F, m.picture.width), top = y + (below ? 80 : 56);
    const Placed place{margin, top, factor};
    for (const view::Shape& shape : m.picture.shapes) placed_.push_back(std::visit(place, shape));
    float line_y = top + m.picture.height * factor + 38;
    const float last = y + moment_height - 24;
    if (!m.warning.empty()) {
      canvas_.icon(view::Icon::Warning, {margin + 9, line_y - 8}, 20, theme_.hazard);
      canvas_.text({margin + 28, line_y}, view::fit_text(m.warning, Font::SemiBold, line_size, room - 28),
                   line_size, theme_.t1, Font::SemiBold);
      line_y += line_row;
    }
    for (const std::string& part : wrapped_to(m.question, room, Font::SemiBold)) {
      canvas_.text({margin, line_y}, part, line_size, theme_.t1, Font::SemiBold);
      line_y += line_row;
    }
    for (const std::string& line : m.lines) {
      const std::vector<std::string> parts = wrapped_to(line, room - 28);
      if (line_y + static_cast<float>(parts.size() - 1) * line_row > last) break;
      canvas_.disc({margin + 6, line_y - 8}, 4, theme_.broadcast);
      for (const std::string& part : parts) {
        canvas_.text({margin + 28, line_y}, part, line_size, theme_.t1);
        line_y += line_row;
      }
    }
  }

  void task(view::Box box) {
    canvas_.outline(box, 8, theme_.t3, 1.5F);
    const std::string label(language::tr("handout.task"));
    const float start = canvas_.text({box.x + 24, box.y + 36}, label, line_size, theme_.t1, Font::Bold) + 18;
    const std::vector<std::string> parts = wrapped_to(handout_.task, box.x + box.w - 24 - start);
    float y = box.y + 36;
    for (std::size_t i = 0; i < parts.size() && i < 2; ++i, y += 30)
      canvas_.text({start, y}, parts[i], line_size, theme_.t1);
    if (parts.size() < 2)
      canvas_.line({box.x + 24, box.y + 78}, {box.x + box.w - 24, box.y + 78}, theme_.t3, 1.5F, {3, 5});
  }

  const Handout& handout_;
  const view::Theme& theme_;
  view::Canvas canvas_;
  std::vector<view::Shape> placed_;
};

std::string html_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '"') out += "&quot;";
    else out += c;
  }
  return out;
}

} // namespace

std::vector<view::Picture> handout_pages(const Handout& handout, const view::Theme& theme) {
  const std::size_t count = (handout.moments.size() + moments_a_page - 1) / moments_a_page;
  std::vector<view::Picture> pages;
  for (std::size_t i = 0; i < count; ++i) pages.push_back(Sheet(handout, theme).page(i, count));
  return pages;
}

std::string handout_html(const Handout& handout, const view::Theme& theme) {
  std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" +
                    html_text(handout.title) + "</title>\n<link rel=\"license\" href=\"" +
                    std::string(picture_licence_url) +
                    "\">\n<style media=\"all\">@page{size:A4;margin:0}body{margin:0;background:#ddd}"
                    "svg{display:block;width:210mm;height:297mm;margin:0 auto 8mm;background:#fff}"
                    "@media print{body{background:none}svg{margin:0;break-after:page}}</style>\n"
                    "</head>\n<body>\n";
  std::size_t number = 0;
  for (const view::Picture& page : handout_pages(handout, theme)) {
    SvgOptions options;
    ++number;
    options.title = handout.title + ", " + std::to_string(number);
    for (const std::size_t i : {2 * number - 2, 2 * number - 1}) {
      if (i >= handout.moments.size()) continue;
      const HandoutMoment& moment = handout.moments[i];
      options.description += moment.headline.strong + moment.headline.rest + ". ";
      if (!moment.question.empty()) options.description += moment.question + " ";
      for (const std::string& line : moment.lines) options.description += line + " ";
    }
    options.ids = "p" + std::to_string(number) + "-";
    out += to_svg(page, options);
  }
  return out + "</body>\n</html>\n";
}

std::string handout_pdf(const Handout& handout, const view::Theme& theme) {
  PdfOptions options;
  options.title = handout.title;
  options.author = "Warpscope";
  options.rights = std::string(picture_licence);
  options.rights_url = std::string(picture_licence_url);
  return to_pdf(handout_pages(handout, theme), options);
}

} // namespace warpscope::exporting
