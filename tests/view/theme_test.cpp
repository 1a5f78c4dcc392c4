// Colours and their contrast, and the fonts' metrics.
#include "app/view/fonts/fonts.h"
#include "app/view/text_metrics.h"
#include "app/view/theme.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpscope {
namespace {

TEST(Theme, TextIsReadableOnPanelsAndOnTheActiveRow) {
  for (const view::Theme* t : {&view::dark_theme(), &view::light_theme()}) {
    for (const view::Color below : {t->bg1, t->bg3}) {
      for (const view::Color text : {t->t1, t->t2, t->t3, t->now, t->conflict_text})
        EXPECT_GE(view::contrast(text, below), 4.5F);
      for (const view::Color large : {t->conflict, t->broadcast, t->hazard, t->edge})
        EXPECT_GE(view::contrast(large, below), 2.995F);
    }
    EXPECT_GE(view::contrast(t->on_now, t->now), 4.5F);
    EXPECT_GE(view::contrast(t->on_broadcast, t->broadcast), 4.5F);
    EXPECT_GE(view::contrast(t->on_conflict, t->conflict), 4.5F);
    for (std::uint32_t bank = 0; bank < 32; ++bank) {
      const view::Color c = view::bank_color(*t, bank);
      EXPECT_GE(std::max(view::contrast(c, {255, 255, 255, 255}), view::contrast(c, {10, 13, 18, 255})), 4.5F)
          << bank;
    }
  }
}

TEST(Theme, MixesAndEases) {
  EXPECT_EQ(view::mix({255, 255, 255, 255}, {0, 0, 0, 255}, 0), (view::Color{0, 0, 0, 255}));
  EXPECT_EQ(view::mix({255, 255, 255, 255}, {0, 0, 0, 255}, 1), (view::Color{255, 255, 255, 255}));
  EXPECT_FLOAT_EQ(view::ease(0), 0);
  EXPECT_FLOAT_EQ(view::ease(1), 1);
  EXPECT_FLOAT_EQ(view::ease(7), 1);
  EXPECT_FLOAT_EQ(view::ease(.5F), .875F);
  EXPECT_FLOAT_EQ(view::scale_for(1920, 1080, 1), 1);
  EXPECT_FLOAT_EQ(view::scale_for(640, 360, 1), .8F);
  EXPECT_FLOAT_EQ(view::scale_for(9999, 9999, 1), 2);
  EXPECT_FLOAT_EQ(view::text_size(15, .8F), 13);
  EXPECT_FLOAT_EQ(view::text_size(18, .8F), 14);
}

TEST(TextMetrics, AreTheFontsAdvances) {
  // From the font files' own tables, in thousandths of an em.
  EXPECT_NEAR(view::text_width("0", view::Font::Regular, 1000), 625, 2);
  EXPECT_NEAR(view::text_width("W", view::Font::SemiBold, 1000), 1007, 2);
  EXPECT_NEAR(view::text_width("m", view::Font::Bold, 1000), 912, 2);
  EXPECT_NEAR(view::text_width("iW", view::Font::Mono, 1000), 1200, 1);
  EXPECT_NEAR(view::text_width("iW", view::Font::MonoBold, 1000), 1200, 1);
  EXPECT_FLOAT_EQ(view::text_width("", view::Font::Regular, 20), 0);
  for (const view::Font font : {view::Font::Regular, view::Font::SemiBold, view::Font::Bold}) {
    for (const char32_t c : U"→←×–…≥≤·’") {
      if (c == 0) continue; // the literal's end
      EXPECT_TRUE(view::has_glyph(font, c)) << static_cast<unsigned>(c);
    }
  }
}

TEST(TextMetrics, FitsTextWithAnEllipsis) {
  EXPECT_EQ(view::fit_text("short", view::Font::Mono, 10, 100), "short");
  EXPECT_EQ(view::fit_text("much too long", view::Font::Mono, 10, 36), "much…");
  EXPECT_EQ(view::fit_text("x", view::Font::Mono, 10, 1), "");
  const std::string cut = view::fit_text("äöüäöü", view::Font::Mono, 10, 24);
  EXPECT_EQ(cut, "äöü…") << "cut between letters, not bytes";
}

TEST(Fonts, ReadUtf8AndSurviveBrokenBytes) {
  std::string_view text = "a→\xFF\xC0\x80\xE2\x86";
  std::vector<char32_t> seen;
  while (!text.empty()) seen.push_back(view::next_code_point(text));
  EXPECT_EQ(seen, (std::vector<char32_t>{U'a', U'→', 0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD}));
}

TEST(Fonts, RasterizeGlyphsOfBothFormats) {
  for (const view::Font font : {view::Font::Regular, view::Font::SemiBold, view::Font::Bold, view::Font::Mono,
                                view::Font::MonoBold}) {
    EXPECT_GT(view::font_data(font).size(), 50'000u);
    const view::GlyphBitmap g = view::rasterize_glyph(font, U'H', 40, 0);
    EXPECT_NEAR(g.height, 29, 1) << "cap height";
    EXPECT_LT(g.top, 0);
    const auto dark = std::count_if(g.coverage.begin(), g.coverage.end(),
                                    [](std::uint8_t v) { return v > 128; });
    EXPECT_GT(dark, 100);
    EXPECT_EQ(view::rasterize_glyph(font, U' ', 40, 0).width, 0);
    EXPECT_EQ(view::rasterize_glyph(font, U'H', -3, 0).width, 0);
  }
}

} // namespace
} // namespace warpscope
