// Pixels of pictures that OpenGL draws: edges, curves, text, colours, scaling.
#include "app/render/geometry.h"
#include "app/render/gl_renderer.h"
#include "app/render/glyph_atlas.h"
#include "app/render/offscreen.h"
#include "app/render/surfaceless_context.h"
#include "app/view/theme.h"
#include "tests/view/fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace warpscope {
namespace {

using namespace testing;

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
  [[nodiscard]] view::Color at(float x, float y) const {
    const auto i = (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                    static_cast<std::size_t>(x)) *
                   4;
    return {rgba[i], rgba[i + 1], rgba[i + 2], rgba[i + 3]};
  }
};

Image render(const view::Picture& picture, float scale = 1) {
  Image image;
  image.width = static_cast<int>(picture.width * scale);
  image.height = static_cast<int>(picture.height * scale);
  std::string error;
  EXPECT_TRUE(render::render_offscreen(picture, image.width, image.height, scale, image.rgba, error))
      << error;
  return image;
}

int distance(view::Color a, view::Color b) {
  return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

view::Picture blank(float w, float h) {
  view::Picture p;
  p.width = w;
  p.height = h;
  p.background = {10, 20, 30, 255};
  return p;
}

TEST(Render, PaintsRectanglesWithSharpEdgesOnWholePixels) {
  view::Picture p = blank(40, 30);
  view::RectShape r;
  r.box = {10, 5, 20, 10};
  r.fill = {200, 100, 50, 255};
  p.shapes.emplace_back(r);
  const Image image = render(p);
  EXPECT_EQ(image.at(10, 5), r.fill);
  EXPECT_EQ(image.at(29, 14), r.fill);
  for (const view::Point outside :
       {view::Point{9, 5}, view::Point{30, 5}, view::Point{10, 4}, view::Point{10, 15}})
    EXPECT_EQ(image.at(outside.x, outside.y), p.background);
}

TEST(Render, RoundsCornersAndStrokesAndDashes) {
  view::Picture p = blank(100, 60);
  view::RectShape r;
  r.box = {10, 10, 80, 40};
  r.radius = 12;
  r.stroke = {255, 255, 255, 255};
  r.stroke_width = 4;
  p.shapes.emplace_back(r);
  const Image solid = render(p);
  EXPECT_EQ(distance(solid.at(10, 10), p.background), 0) << "the corner is cut";
  EXPECT_EQ(solid.at(50, 10), r.stroke);
  EXPECT_EQ(solid.at(50, 30), p.background) << "hollow";
  std::get<view::RectShape>(p.shapes[0]).dash = {6, 6};
  const Image dashed = render(p);
  int on = 0;
  for (int x = 22; x < 78; ++x) on += distance(dashed.at(static_cast<float>(x), 10), r.stroke) < 30 ? 1 : 0;
  EXPECT_NEAR(on, 28, 6) << "half of the edge";
}

TEST(Render, DrawsCurvesOfTheirWidthAndFadesThem) {
  view::Picture p = blank(60, 200);
  view::CurveShape c;
  c.p0 = {30, 10};
  c.p1 = {30, 70};
  c.p2 = {30, 130};
  c.p3 = {30, 190};
  c.width = 6;
  c.from = {255, 255, 255, 255};
  c.to = {255, 255, 255, 0};
  c.fade = .5F;
  p.shapes.emplace_back(c);
  const Image image = render(p);
  EXPECT_EQ(image.at(30, 50).r, 255);
  EXPECT_EQ(image.at(34, 50), p.background);
  EXPECT_GT(image.at(30, 120).r, image.at(30, 150).r);
  EXPECT_LT(image.at(30, 186).r, 40);
  EXPECT_EQ(image.at(30, 5), p.background);
}

TEST(Render, FillsRibbonsAndPolygons) {
  view::Picture p = blank(100, 100);
  view::RibbonShape r;
  const auto edge = [](view::Point* q, float from, float to) {
    q[0] = {from, 10};
    q[1] = {from, 50};
    q[2] = {to, 50};
    q[3] = {to, 90};
  };
  edge(r.left, 10, 50);
  edge(r.right, 30, 90);
  r.fill = {0, 255, 0, 255};
  p.shapes.emplace_back(r);
  view::PolygonShape arrow; // not convex
  arrow.points = {{60, 5}, {95, 5}, {95, 40}, {78, 15}};
  arrow.fill = {255, 0, 0, 255};
  p.shapes.emplace_back(arrow);
  const Image image = render(p);
  EXPECT_EQ(image.at(20, 15), r.fill);
  EXPECT_EQ(image.at(70, 85), r.fill);
  EXPECT_EQ(image.at(20, 85), p.background);
  EXPECT_EQ(image.at(92, 20), arrow.fill);
  EXPECT_EQ(image.at(75, 30), p.background) << "the notch is empty";
}

TEST(Render, WritesTextWhereItsMetricsSay) {
  view::Picture p = blank(200, 60);
  view::TextShape t;
  t.at = {100, 40};
  t.anchor = view::Anchor::Middle;
  t.size = 32;
  t.font = view::Font::Bold;
  t.color = {255, 255, 255, 255};
  t.text = "HH";
  p.shapes.emplace_back(t);
  const Image image = render(p);
  int left = 200;
  int right = 0;
  int top = 60;
  int bottom = 0;
  for (int y = 0; y < 60; ++y) {
    for (int x = 0; x < 200; ++x) {
      if (distance(image.at(static_cast<float>(x), static_cast<float>(y)), p.background) < 100) continue;
      left = std::min(left, x);
      right = std::max(right, x);
      top = std::min(top, y);
      bottom = std::max(bottom, y);
    }
  }
  EXPECT_EQ(bottom, 39) << "capitals stand on the baseline";
  EXPECT_NEAR(top, 40 - .727 * 32, 1.5);
  EXPECT_NEAR((left + right) / 2.0, 99.5, 1.5);
}

TEST(Render, PicturesOfBothScenesShowTheirColours) {
  for (const bool light : {false, true}) {
    const view::Theme& theme = light ? view::light_theme() : view::dark_theme();
    const Sample banks = column_read();
    view::SceneRequest in = banks.input(1280, 720, 11);
    in.options.frame.theme = &theme;
    const view::Picture picture = view::build_scene(view::SceneKind::Banks, in);
    const Image image = render(picture);
    EXPECT_EQ(image.at(1, 1), theme.bg1);
    for (const view::Hit& hit : picture.hits) {
      if (hit.kind != view::HitKind::Lane || hit.index != 11) continue;
      EXPECT_EQ(image.at(hit.box.x + 5, hit.box.y + 6), theme.now) << "lane 11 is lit";
    }
    const Sample sectors = global_read(1, 1);
    in = sectors.input(1280, 720);
    in.options.frame.theme = &theme;
    const view::Picture other = view::build_scene(view::SceneKind::Sectors, in);
    const Image drawn = render(other);
    std::size_t conflict = 0;
    std::size_t now = 0;
    for (std::size_t i = 0; i < drawn.rgba.size(); i += 4) {
      const view::Color c{drawn.rgba[i], drawn.rgba[i + 1], drawn.rgba[i + 2], 255};
      conflict += c == theme.conflict ? 1 : 0;
      now += c == theme.now ? 1 : 0;
    }
    EXPECT_GT(conflict, 300u);
    EXPECT_GT(now, 5000u);
  }
}

TEST(Render, ScalesPicturesWithoutBlur) {
  const view::Picture picture = view::build_scene(view::SceneKind::Banks, column_read().input(640, 360, 5));
  const Image image = render(picture, 2);
  EXPECT_EQ(image.width, 1280);
  for (const view::Hit& hit : picture.hits) {
    if (hit.kind == view::HitKind::Lane && hit.index == 5) {
      EXPECT_EQ(image.at(2 * (hit.box.x + hit.box.w / 2), 2 * (hit.box.y + 5)), view::dark_theme().now);
    }
  }
}

TEST(Render, RefusesSenselessSizesWithASentence) {
  std::vector<std::uint8_t> rgba;
  for (const int size : {0, -5, 1'000'000}) {
    std::string error;
    EXPECT_FALSE(render::render_offscreen(blank(10, 10), size, size, 1, rgba, error));
    EXPECT_NE(error, "");
  }
  std::string error;
  EXPECT_FALSE(render::render_offscreen(blank(10, 10), 10, 10, std::nanf(""), rgba, error));
}

TEST(Render, BuildsAnUnchangedPictureOnce) {
  std::string error;
  const render::SurfacelessContext context(error);
  ASSERT_TRUE(context.good()) << error;
  const auto renderer = render::GlRenderer::create(render::SurfacelessContext::procedure, error);
  ASSERT_NE(renderer, nullptr) << error;
  const Sample s = column_read();
  const std::uint32_t texture = renderer->draw_to_texture(
      view::build_scene(view::SceneKind::Banks, s.input(640, 360, 3)), 640, 360);
  EXPECT_NE(texture, 0u);
  for (int frame = 0; frame < 5; ++frame) {
    EXPECT_EQ(
        renderer->draw_to_texture(view::build_scene(view::SceneKind::Banks, s.input(640, 360, 3)), 640, 360),
        texture);
  }
  EXPECT_EQ(renderer->statistics().pictures_built, 1u);
  EXPECT_EQ(renderer->statistics().draws, 1u);
  // An animation: a new picture a frame, with never more than a few kept.
  for (std::uint32_t k = 0; k < 32; ++k) {
    EXPECT_NE(
        renderer->draw_to_texture(view::build_scene(view::SceneKind::Banks, s.input(640, 360, k)), 640, 360),
        0u);
  }
  EXPECT_GE(renderer->statistics().pictures_built, 31u);
  EXPECT_EQ(renderer->draw_to_texture(view::Picture(), 0, 10), 0u);
  EXPECT_EQ(renderer->draw_to_texture(view::Picture(), 1 << 20, 10), 0u);
}

TEST(GlyphAtlas, GrowsThenSaysThatItIsFull) {
  render::GlyphAtlas atlas(64, 128);
  const std::uint64_t generation = atlas.generation();
  const render::GlyphAtlas::Glyph* first = atlas.find(view::Font::Regular, U'A', 20, 0);
  ASSERT_NE(first, nullptr);
  EXPECT_GT(first->width, 0);
  const render::GlyphAtlas::Glyph copy = *first;
  bool full = false;
  for (char32_t c = U'B'; c < U'z' && !full; ++c) full = atlas.find(view::Font::Bold, c, 40, 0) == nullptr;
  EXPECT_TRUE(full);
  EXPECT_EQ(atlas.size(), 128);
  EXPECT_NE(atlas.generation(), generation);
  EXPECT_EQ(atlas.find(view::Font::Regular, U'A', 20, 0)->x, copy.x) << "old places stay when it grows";
  atlas.clear();
  EXPECT_EQ(atlas.count(), 0u);
  EXPECT_NE(atlas.find(view::Font::Bold, U'Z', 40, 0), nullptr);
  EXPECT_EQ(atlas.find(view::Font::Bold, U'W', 900, 0)->width, 0)
      << "larger than any texture: blank, not an error";
}

TEST(Geometry, IsFiniteAndIndexesWhatItHas) {
  render::GlyphAtlas atlas;
  render::PictureGeometry geometry;
  for (const Sample& s : {column_read(), shared_broadcast(4), shared_vector(16), shared_vector(8, 2)}) {
    geometry.build(view::build_scene(view::SceneKind::Banks, s.input(1920, 1080)), 1.25F, atlas);
    EXPECT_GT(geometry.indices.size(), 1000u);
    EXPECT_EQ(geometry.indices.size() % 3, 0u);
    for (const std::uint32_t i : geometry.indices) ASSERT_LT(i, geometry.vertices.size());
    for (const render::PictureVertex& v : geometry.vertices)
      ASSERT_TRUE(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.u) && std::isfinite(v.v));
  }
}

TEST(Geometry, LaysTextOutAgainWhenTheAtlasGrows) {
  render::GlyphAtlas atlas(64, 2048);
  render::PictureGeometry geometry;
  geometry.build(view::build_scene(view::SceneKind::Banks, column_read().input(1920, 1080)), 1, atlas);
  EXPECT_EQ(geometry.atlas_generation, atlas.generation());
  for (const render::PictureVertex& v : geometry.vertices) {
    if (v.kind == 3) {
      ASSERT_LE(v.u, 1.F);
      ASSERT_LE(v.v, 1.F);
    }
  }
}

} // namespace
} // namespace warpscope
