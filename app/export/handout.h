// The pages of a lesson's handout: A4, two moments a page, each a picture with its headline and some lines;
// a task at the end, the licence in the foot.
#pragma once

#include "app/view/picture.h"
#include "app/view/scene.h"
#include "app/view/theme.h"

#include <string>
#include <vector>

namespace warpscope::exporting {

inline constexpr float handout_width = 1191, handout_height = 1685; ///< A4 at 144 pixels an inch
/// The size to build a moment's picture in, without a headline; the page shows it larger.
inline constexpr float handout_picture_width = 800, handout_picture_height = 250;

struct HandoutMoment {
  view::Headline headline;
  std::string code; ///< its line of the source
  view::Picture picture;
  std::string question;           ///< what the lines below it answer; may be empty
  std::vector<std::string> lines; ///< as many as fit: three of them do
  std::string warning;            ///< the moment is not what was recorded; empty: it is
};

struct Handout {
  std::string title, subtitle, device, task, foot;
  std::vector<HandoutMoment> moments;
};

[[nodiscard]] std::vector<view::Picture> handout_pages(const Handout& handout, const view::Theme& theme);

/// One HTML file that needs no other; each page is an SVG and prints as one sheet.
[[nodiscard]] std::string handout_html(const Handout& handout, const view::Theme& theme);
[[nodiscard]] std::string handout_pdf(const Handout& handout, const view::Theme& theme);

} // namespace warpscope::exporting
