// A handout's pages: what is said stands on them, inside the paper and apart from each other; as HTML that is
// well formed and as a PDF whose objects are where its table says.
#include "app/export/handout.h"
#include "app/export/pdf.h"
#include "app/view/canvas.h"
#include "app/view/text_metrics.h"
#include "app/view/theme.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <variant>

namespace warpscope {
namespace {

exporting::Handout three_moments() {
  exporting::Handout handout;
  handout.title = "Banks & <queues>";
  handout.device = "cc 9.0";
  handout.task = "How many wavefronts does a column take, and why?";
  handout.foot = "Pictures: CC BY 4.0.";
  for (int i = 0; i < 3; ++i) {
    view::Canvas canvas(exporting::handout_picture_width, exporting::handout_picture_height,
                        view::light_theme());
    canvas.fill({100, 50, 200, 80}, 6, view::light_theme().now);
    canvas.hatch({10, 10, 30, 30}, 0, {6, 2, view::light_theme().hazard});
    canvas.curve({{10, 10},
                  {20, 60},
                  {80, 90},
                  {120, 200},
                  3,
                  view::light_theme().now,
                  view::light_theme().conflict,
                  .4F,
                  {},
                  true});
    canvas.text({400, 150}, "picture " + std::to_string(i + 1), 15, view::light_theme().t1);
    exporting::HandoutMoment moment;
    moment.headline.strong = std::to_string(i + 2) + " wavefronts";
    moment.headline.rest = " where 1 would do";
    moment.code = "float value = tile[threadIdx.x][threadIdx.y];";
    moment.picture = canvas.take();
    moment.question = "What is asked in moment " + std::to_string(i + 1) + "?";
    moment.lines = {
        "A sentence that is long enough to need a second line on the page, because it goes on and on "
        "until it does, which takes some words.",
        "Why.", "Try it."};
    handout.moments.push_back(moment);
  }
  handout.moments[1].warning = "counted 4 when recorded, 8 now";
  return handout;
}

std::vector<const view::TextShape*> texts_of(const view::Picture& page) {
  std::vector<const view::TextShape*> texts;
  for (const view::Shape& shape : page.shapes)
    if (const auto* text = std::get_if<view::TextShape>(&shape)) texts.push_back(text);
  return texts;
}

bool says(const view::Picture& page, const std::string& words) {
  std::string all;
  for (const view::TextShape* text : texts_of(page)) all += text->text + " ";
  return all.find(words) != std::string::npos;
}

TEST(Handout, HasTwoMomentsAPageAndTheTaskAtTheEnd) {
  const std::vector<view::Picture> pages = exporting::handout_pages(three_moments(), view::light_theme());
  ASSERT_EQ(pages.size(), 2u);
  EXPECT_TRUE(says(pages[0], "picture 1"));
  EXPECT_TRUE(says(pages[0], "picture 2"));
  EXPECT_TRUE(says(pages[0], "counted 4 when recorded, 8 now"));
  EXPECT_TRUE(says(pages[0], "moments 1 and 2 of 3"));
  EXPECT_TRUE(says(pages[0], "What is asked in moment 2? A sentence")) << "the answer stands below it";
  EXPECT_FALSE(says(pages[0], "How many wavefronts"));
  EXPECT_TRUE(says(pages[1], "picture 3"));
  EXPECT_TRUE(says(pages[1], "moment 3 of 3"));
  EXPECT_TRUE(says(pages[1], "How many wavefronts"));
  for (const view::Picture& page : pages) {
    EXPECT_TRUE(says(page, "CC BY 4.0"));
    EXPECT_TRUE(says(page, "Try it."));
    for (const view::TextShape* text : texts_of(page)) {
      const view::Box box = view::text_box(*text);
      EXPECT_GE(box.x, 0) << text->text;
      EXPECT_LE(box.x + box.w, exporting::handout_width - 80) << text->text;
      EXPECT_LE(box.y + box.h, exporting::handout_height) << text->text;
      EXPECT_GE(text->size, 16) << text->text << ": eight points on paper";
      for (const view::TextShape* other : texts_of(page)) {
        if (other == text) continue;
        const view::Box b = view::text_box(*other);
        EXPECT_FALSE(box.x + 1 < b.x + b.w && b.x + 1 < box.x + box.w && box.y + 3 < b.y + b.h &&
                     b.y + 3 < box.y + box.h)
            << text->text << " lies on " << other->text;
      }
    }
  }
}

/// A long line of code stands whole below the headline; a short one beside it.
TEST(Handout, ALineOfCodeIsNotCut) {
  exporting::Handout handout = three_moments();
  handout.moments[1].code = "sum += x;";
  const std::vector<view::Picture> pages = exporting::handout_pages(handout, view::light_theme());
  std::string all;
  for (const view::TextShape* text : texts_of(pages.front())) all += text->text;
  EXPECT_NE(all.find("float value = tile[threadIdx.x][threadIdx.y];"), std::string::npos) << all;
  const auto line_of = [&](const std::string& words) {
    for (const view::TextShape* text : texts_of(pages.front()))
      if (text->text.find(words) != std::string::npos) return text->at.y;
    return 0.F;
  };
  EXPECT_GT(line_of("float"), line_of("2 wavefronts") + 20);
  EXPECT_NEAR(line_of("sum"), line_of("3 wavefronts"), 10);
}

TEST(Handout, IsOneHtmlFile) {
  const std::string html = exporting::handout_html(three_moments(), view::light_theme());
  EXPECT_NE(html.find("<title>Banks &amp; &lt;queues&gt;</title>"), std::string::npos);
  EXPECT_NE(html.find("creativecommons.org/licenses/by/4.0/"), std::string::npos);
  EXPECT_NE(html.find("id=\"p1-g1\""), std::string::npos) << "ids of two pages never meet";
  EXPECT_NE(html.find("id=\"p2-g1\""), std::string::npos);
  EXPECT_EQ(html.find("href=\"/"), std::string::npos);
  EXPECT_EQ(html.find("src="), std::string::npos) << "it needs no other file";
}

/// The offset of object `number` by the table at the end.
std::size_t object_at(const std::string& pdf, std::size_t number) {
  const std::size_t start = pdf.rfind("startxref\n") + 10;
  const std::size_t table = std::strtoull(pdf.c_str() + start, nullptr, 10);
  const std::size_t rows = pdf.find("0000000000", table);
  return std::strtoull(pdf.c_str() + rows + 20 * number, nullptr, 10);
}

TEST(Handout, IsAPdfWhoseTableIsRight) {
  const std::string pdf = exporting::handout_pdf(three_moments(), view::light_theme());
  ASSERT_TRUE(pdf.starts_with("%PDF-1.7\n"));
  ASSERT_TRUE(pdf.ends_with("%%EOF\n"));
  const std::size_t size_at = pdf.find("/Size ") + 6;
  const std::size_t size = std::strtoull(pdf.c_str() + size_at, nullptr, 10);
  ASSERT_GT(size, 20u);
  for (std::size_t number = 1; number < size; ++number) {
    const std::string begin = std::to_string(number) + " 0 obj\n";
    EXPECT_EQ(pdf.compare(object_at(pdf, number), begin.size(), begin), 0) << number;
  }
  // Every stream is as long as it says.
  std::size_t streams = 0;
  for (std::size_t at = pdf.find("/Length "); at != std::string::npos; at = pdf.find("/Length ", at + 1)) {
    const std::size_t length = std::strtoull(pdf.c_str() + at + 8, nullptr, 10);
    const std::size_t begin = pdf.find("stream\n", at) + 7;
    EXPECT_EQ(pdf.compare(begin + length, 11, "\nendstream\n"), 0) << at;
    ++streams;
  }
  EXPECT_GT(streams, 20u);
  std::size_t pages = 0;
  for (std::size_t at = pdf.find("/Type /Page "); at != std::string::npos;
       at = pdf.find("/Type /Page ", at + 1))
    ++pages;
  EXPECT_EQ(pages, 2u);
  EXPECT_NE(pdf.find("<xmpRights:WebStatement>https://creativecommons.org/licenses/by/4.0/"),
            std::string::npos);
  EXPECT_NE(pdf.find("<dc:title>"), std::string::npos);
  EXPECT_NE(pdf.find("Banks &amp; &lt;queues&gt;"), std::string::npos);
  EXPECT_EQ(pdf, exporting::handout_pdf(three_moments(), view::light_theme())) << "the same bytes again";
}

TEST(Pdf, ManyCharactersAreSeveralFonts) {
  view::Canvas canvas(400, 400, view::light_theme());
  std::string text;
  for (int c = 0x100; c < 0x100 + 300; ++c) {
    text += static_cast<char>(0xC0 | c >> 6);
    text += static_cast<char>(0x80 | (c & 63));
  }
  canvas.text({10, 100}, text, 10, view::light_theme().t1);
  const view::Picture page = canvas.take();
  const std::string pdf = exporting::to_pdf({&page, 1});
  EXPECT_NE(pdf.find("/F1 "), std::string::npos);
  EXPECT_EQ(pdf.find("/F2 "), std::string::npos);
}

} // namespace
} // namespace warpscope
