// Every scene: texts apart and inside, robust against any input, the same picture for the same input.
#include "app/view/scene.h"
#include "sim/model/banks.h"
#include "tests/view/fixture.h"
#include "tests/view/picture_check.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

namespace warpscope {
namespace {

using namespace testing;

struct Size {
  float width, height, scale;
};
constexpr Size sizes[] = {{640, 360, 0},  {1280, 720, 0},  {1920, 1080, 0}, {3840, 2160, 0},
                          {1190, 598, 1}, {792, 376, .8F}, {397, 240, .8F}, {2380, 1196, 2}};

struct Named {
  const char* name;
  Sample sample;
  view::SceneKind scene;
};

std::vector<Named> samples() {
  const auto banks = view::SceneKind::Banks;
  const auto sectors = view::SceneKind::Sectors;
  std::vector<Named> list{
      {"column", column_read(), banks},
      {"column 0", column_read(32, 0), banks},
      {"column 31", column_read(32, 31), banks},
      {"padded", column_read(33), banks},
      {"stride 2", shared_stride(2), banks},
      {"stride 4", shared_stride(4), banks},
      {"stride 16", shared_stride(16), banks},
      {"broadcast of 4", shared_broadcast(4), banks},
      {"broadcast of 32", shared_broadcast(32), banks},
      {"store of one word", shared_broadcast(32, AccessKind::Store), banks},
      {"atomic on one word", shared_broadcast(32, AccessKind::Atomic), banks},
      {"partial", shared_stride(8, 0x0000FF0F), banks},
      {"one lane", shared_stride(1, 0x00010000), banks},
      {"64 bit", shared_vector(8), banks},
      {"64 bit merged", shared_vector(8, 2), banks},
      {"128 bit", shared_vector(16), banks},
      {"128 bit merged", shared_vector(16, 2), banks},
      {"constant of 32", constant_read(32), banks},
      {"constant of 4", constant_read(4), banks},
      {"constant of 1", constant_read(1), banks},
      {"constant, partial", constant_read(2, 0x00F0F0F1), sectors},
      {"unit", global_read(1, 0), sectors},
      {"offset 1", global_read(1, 1), sectors},
      {"stride 2", global_read(2, 0), sectors},
      {"stride 32", global_read(32, 0), sectors},
      {"far apart", global_read(500, 0), sectors},
      {"one address", global_read(0, 7), sectors},
      {"float4", global_read(1, 0, 16), sectors},
      {"float4 stride 3", global_read(3, 1, 16), sectors},
      {"bytes", global_read(1, 3, 1), sectors},
      {"partial store", global_read(1, 0, 4, 0x00FF00FF, AccessKind::Store), sectors},
  };
  return list;
}

TEST(Scenes, KeepTheirTextsApartReadableAndInsideAtEverySize) {
  std::vector<std::string> problems;
  for (const Named& n : samples()) {
    for (const Size& size : sizes) {
      for (const bool presenter : {false, true}) {
        for (const bool light : {false, true}) {
          view::SceneRequest in = n.sample.input(size.width, size.height);
          if (size.scale > 0) in.options.frame.scale = size.scale;
          in.options.frame.presenter = presenter;
          in.options.frame.theme = light ? &view::light_theme() : &view::dark_theme();
          const view::SceneSourceLine lines[] = {
              {7, "s[t] = in[i];", "1", "wavefront", false, false},
              {123, "float v = a_long_name_of_an_array[threadIdx.x * 32 + blockIdx.x];", "32", "wavefronts",
               true, true}};
          if (presenter) in.options.frame.source_lines.assign(std::begin(lines), std::end(lines));
          for (const std::uint32_t wavefront : {0u, 1u, 9u, 31u}) {
            in.moment.wavefront = wavefront;
            const view::Picture picture = view::build_scene(n.scene, in);
            const std::string where = std::string(n.name) + " at " +
                                      std::to_string(static_cast<int>(size.width)) +
                                      (presenter ? ", presenter" : "") + (light ? ", light" : "") +
                                      ", wavefront " + std::to_string(wavefront);
            for (const std::string& problem :
                 {unsound(picture), overlapping(picture), low_contrast(picture)}) {
              if (!problem.empty() && problems.size() < 20) problems.push_back(where + ": " + problem);
            }
            EXPECT_GT(texts(picture).size(), 1u) << where;
          }
        }
      }
    }
  }
  EXPECT_EQ(problems, std::vector<std::string>());
}

TEST(Scenes, AreSoundForThousandsOfRandomAccesses) {
  std::mt19937 engine(20);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  for (int i = 0; i < 4000; ++i) {
    const std::uint32_t width = 1u << random() % 5;
    const bool shared = random() % 2 == 0;
    const std::uint32_t mask = random() % 3 == 0 ? ~0u : random() % 8 == 0 ? 1u << random() % 32 : random();
    if (mask == 0) continue;
    const std::uint32_t range = random() % 2 == 0 ? 64u : 4096u;
    Sample s;
    s.add(
        "a", "a[i]",
        shared        ? Space::Shared
        : i % 10 == 0 ? Space::Constant
                      : Space::Global,
        static_cast<AccessKind>(random() % (width == 4 ? 3 : 2)), width,
        [&](std::uint32_t) { return width * (random() % range); }, mask);
    view::SceneRequest in = s.input(200.F + static_cast<float>(random() % 2000),
                                    100.F + static_cast<float>(random() % 1200), random() % 40);
    in.options.progress = static_cast<float>(random() % 11) / 10;
    in.options.frame.presenter = random() % 4 == 0;
    if (random() % 3 == 0) in.options.pointed.lane = random() % 34;
    const view::Picture picture = view::build_scene(
        shared ? view::SceneKind::Banks : view::SceneKind::Sectors, in);
    ASSERT_EQ(unsound(picture), "") << "try " << i;
    ASSERT_GT(picture.shapes.size(), 10u);
  }
}

TEST(Scenes, SurviveSenselessSizesAndMoments) {
  const Sample s = column_read();
  for (const float width : {-1.F, 0.F, 1.F, 20.F, std::nanf(""), 1e9F}) {
    for (const float height : {-1.F, 0.F, 1.F, 20.F}) {
      EXPECT_EQ(unsound(view::build_scene(view::SceneKind::Banks,
                                          [&] {
                                            view::SceneRequest in = s.input(width, height);
                                            in.options.frame.scale = 1;
                                            return in;
                                          }())),
                "");
    }
  }
  view::SceneRequest in = s.input(800, 600);
  in.moment = {99, 99};
  EXPECT_NE(all_text(view::build_scene(view::SceneKind::Banks, in)).find("No access to show yet"),
            std::string::npos);
  in = view::SceneRequest();
  EXPECT_EQ(unsound(view::build_scene(view::SceneKind::Sectors, in)), "");
}

/// A bulk copy's share of shared memory is not served in wavefronts: there is still a picture of it, whatever
/// the scene.
TEST(Scenes, DrawAnAccessThatNoWavefrontServes) {
  for (const AccessKind kind : {AccessKind::Load, AccessKind::Store}) {
    Sample s = column_read();
    trace::AccessEvent event;
    event.space = Space::Shared;
    event.kind = kind;
    event.access.width = 16;
    event.access.mask = 1;
    event.access.offset[0] = program::window_base;
    event.access.bulk = true;
    s.trace->on_access(event);
    ASSERT_TRUE(model::serve_banks(s.trace->access(1), kind).wavefronts.empty());
    for (const view::SceneInfo& scene : view::scenes())
      for (const std::uint32_t wavefront : {0u, 1u})
        EXPECT_EQ(unsound(view::build_scene(scene.kind, s.input(1280, 720, wavefront, 1))), "") << scene.id;
  }
}

TEST(Scenes, SayWhereToLookWhenTheAccessIsOfTheOtherKind) {
  const view::Picture banks = view::build_scene(view::SceneKind::Banks, global_read(1, 0).input(1280, 720));
  EXPECT_NE(all_text(banks).find("This access is global: see Lines & sectors."), std::string::npos);
  const view::Picture sectors = view::build_scene(view::SceneKind::Sectors, column_read().input(1280, 720));
  EXPECT_NE(all_text(sectors).find("This access is shared: see Warp → banks."), std::string::npos);
  Sample s;
  s.barrier();
  EXPECT_NE(all_text(view::build_scene(view::SceneKind::Banks, s.input(1280, 720, 0, 1))).find("barrier"),
            std::string::npos);
}

TEST(Scenes, TheTableKnowsWhatItCanShow) {
  const Sample shared = column_read();
  const Sample global = global_read(1, 0);
  EXPECT_TRUE(view::scene_can_show(view::SceneKind::Banks, shared.trace->event(0)));
  EXPECT_FALSE(view::scene_can_show(view::SceneKind::Banks, global.trace->event(0)));
  EXPECT_TRUE(view::scene_can_show(view::SceneKind::Sectors, global.trace->event(0)));
  EXPECT_TRUE(view::scene_can_show(view::SceneKind::Tiling, shared.trace->event(0)));
  EXPECT_TRUE(view::scene_can_show(view::SceneKind::Array, shared.trace->event(0)));
  EXPECT_FALSE(view::scene_can_show(view::SceneKind::Array, global.trace->event(0)));
  EXPECT_TRUE(view::scene_can_show(view::SceneKind::Block, global.trace->event(0)));
  EXPECT_EQ(view::scene_by_id("banks"), view::SceneKind::Banks);
  EXPECT_EQ(view::scene_by_id("sectors"), view::SceneKind::Sectors);
  EXPECT_EQ(view::scene_by_id("array"), view::SceneKind::Array);
  EXPECT_EQ(view::scene_by_id("tiling"), view::SceneKind::Tiling);
  EXPECT_EQ(view::scene_by_id("block"), view::SceneKind::Block);
  EXPECT_EQ(view::scene_by_id("nonsense"), std::nullopt);
}

TEST(Scenes, GiveTheSamePictureForTheSameInput) {
  const Sample s = column_read();
  EXPECT_EQ(view::build_scene(view::SceneKind::Banks, s.input(1280, 720, 3)),
            view::build_scene(view::SceneKind::Banks, s.input(1280, 720, 3)));
  EXPECT_NE(view::build_scene(view::SceneKind::Banks, s.input(1280, 720, 3)),
            view::build_scene(view::SceneKind::Banks, s.input(1280, 720, 4)));
}

std::size_t curves_of(const view::Picture& picture, view::Color color, bool dashed) {
  std::size_t count = 0;
  for (const view::Shape& shape : picture.shapes) {
    const auto* c = std::get_if<view::CurveShape>(&shape);
    if (c != nullptr && std::abs(c->p3.y - c->p0.y) > 50 && (c->dash.on > 0) == dashed &&
        c->from.r == color.r && c->from.g == color.g)
      ++count;
  }
  return count;
}

TEST(BanksScene, LightsTheLaneOfTheWavefrontAndLetsTheRestWait) {
  const Sample s = column_read();
  const view::Picture picture = view::build_scene(view::SceneKind::Banks, s.input(1920, 1080, 11));
  EXPECT_EQ(curves_of(picture, view::dark_theme().now, false), 1u);
  EXPECT_EQ(curves_of(picture, view::dark_theme().conflict, true), 20u);
  EXPECT_EQ(curves_of(picture, view::dark_theme().edge, false), 11u);
  EXPECT_NE(all_text(picture).find("lane 11 is served now|tile[11][13]: (11*32+13)*4 = 1460 B, bank 13"),
            std::string::npos);
  EXPECT_NE(all_text(picture).find("32 words|one a wavefront"), std::string::npos);
}

TEST(BanksScene, DrawsNoStrandForInactiveLanes) {
  const view::Picture picture = view::build_scene(view::SceneKind::Banks,
                                                  shared_stride(1, 0x000000FF).input(1920, 1080));
  EXPECT_EQ(curves_of(picture, view::dark_theme().now, false), 8u);
  std::size_t hollow = 0;
  for (const view::Shape& shape : picture.shapes) {
    const auto* r = std::get_if<view::RectShape>(&shape);
    if (r != nullptr && r->fill.a == 0 && r->dash == view::Dash{3, 3}) ++hollow;
  }
  EXPECT_EQ(hollow, 24u);
}

TEST(BanksScene, StrandsEndAtTheBanksPort) {
  const view::Picture picture = view::build_scene(view::SceneKind::Banks, shared_stride(4).input(1920, 1080));
  float port = 0;
  for (const view::Hit& hit : picture.hits) {
    if (hit.kind == view::HitKind::Bank) port = hit.box.y;
  }
  for (const view::Shape& shape : picture.shapes) {
    const auto* c = std::get_if<view::CurveShape>(&shape);
    if (c != nullptr && c->p3.y - c->p0.y > 50) {
      EXPECT_NEAR(c->p3.y, port, 4);
    }
  }
}

TEST(BanksScene, NamesServiceGroupsAndMergedOnes) {
  const std::string plain = all_text(
      view::build_scene(view::SceneKind::Banks, shared_vector(16).input(1920, 1080, 1)));
  EXPECT_NE(plain.find("group 2: lanes 8–15, now"), std::string::npos);
  EXPECT_NE(plain.find("group 1: lanes 0–7, served"), std::string::npos);
  EXPECT_NE(plain.find("group 4: lanes 24–31, waits"), std::string::npos);
  const std::string merged = all_text(
      view::build_scene(view::SceneKind::Banks, shared_vector(16, 2).input(1920, 1080)));
  EXPECT_NE(merged.find("groups 1 + 2 merged: lanes 0–15, now"), std::string::npos);
}

TEST(BanksScene, MarksBroadcastsWithTheirCount) {
  const view::Picture picture = view::build_scene(view::SceneKind::Banks,
                                                  shared_broadcast(4).input(1920, 1080));
  std::size_t fans = 0;
  for (const view::TextShape* t : texts(picture)) fans += t->text == "×4" ? 1 : 0;
  EXPECT_EQ(fans, 8u);
  std::size_t wedges = 0;
  for (const view::Shape& shape : picture.shapes)
    wedges += std::holds_alternative<view::RibbonShape>(shape) ? 1 : 0;
  EXPECT_EQ(wedges, 8u);
}

TEST(BanksScene, HitsCarryDefinitionsAddressesAndCounterNames) {
  const view::Picture picture = view::build_scene(view::SceneKind::Banks,
                                                  column_read().input(1920, 1080, 11));
  std::size_t lanes = 0;
  std::size_t banks = 0;
  std::size_t words = 0;
  std::size_t pips = 0;
  for (const view::Hit& hit : picture.hits) {
    lanes += hit.kind == view::HitKind::Lane ? 1 : 0;
    banks += hit.kind == view::HitKind::Bank ? 1 : 0;
    words += hit.kind == view::HitKind::Word ? 1 : 0;
    pips += hit.kind == view::HitKind::Wavefront ? 1 : 0;
    if (hit.kind == view::HitKind::Lane && hit.index == 3) {
      EXPECT_NE(hit.tooltip.find("tile[3][13]: (3*32+13)*4 = 436 B, bank 13"), std::string::npos);
      EXPECT_NE(hit.tooltip.find("thread (3, 0)"), std::string::npos);
    }
    if (hit.kind == view::HitKind::Wavefront) {
      EXPECT_NE(hit.tooltip.find("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"), std::string::npos);
    }
  }
  EXPECT_EQ(lanes, 32u);
  EXPECT_EQ(banks, 32u);
  EXPECT_EQ(words, 32u);
  EXPECT_EQ(pips, 32u);
}

TEST(BanksScene, RingsWhatTheHoveredLaneTouches) {
  view::SceneRequest in = column_read().input(1920, 1080, 11);
  const Sample s = column_read();
  in = s.input(1920, 1080, 11);
  const view::Picture plain = view::build_scene(view::SceneKind::Banks, in);
  in.options.pointed.lane = 20;
  const view::Picture hovered = view::build_scene(view::SceneKind::Banks, in);
  EXPECT_NE(all_text(hovered).find("tile[20][13]"), std::string::npos);
  EXPECT_EQ(all_text(plain).find("tile[20][13]"), std::string::npos);
}

TEST(BanksScene, MovesFromTheWaitingStateToTheLitOne) {
  const Sample s = column_read();
  view::SceneRequest in = s.input(1920, 1080, 11);
  const auto lit_width = [&](float progress) {
    in.options.progress = progress;
    float widest = 0;
    for (const view::Shape& shape : view::build_scene(view::SceneKind::Banks, in).shapes) {
      const auto* c = std::get_if<view::CurveShape>(&shape);
      if (c != nullptr && c->p3.y - c->p0.y > 50) widest = std::max(widest, c->width);
    }
    return widest;
  };
  EXPECT_LT(lit_width(0), lit_width(.3F));
  EXPECT_LT(lit_width(.3F), lit_width(1));
}

TEST(ConstantPicture, ShowsAPassForEachAddress) {
  const view::Picture one = view::build_scene(view::SceneKind::Banks, constant_read(32).input(1920, 1080));
  EXPECT_NE(all_text(one).find("1 pass| for 32 lanes"), std::string::npos);
  EXPECT_NE(all_text(one).find("coef[0]|×32"), std::string::npos);
  const view::Picture eight = view::build_scene(view::SceneKind::Banks, constant_read(4).input(1920, 1080));
  EXPECT_NE(all_text(eight).find("8 passes| where 1 would do"), std::string::npos);
  std::size_t passes = 0;
  for (const view::Hit& hit : eight.hits) {
    passes += hit.kind == view::HitKind::Word ? 1 : 0;
    if (hit.kind == view::HitKind::Lane && hit.index == 5) {
      EXPECT_NE(hit.tooltip.find("coef[1]: 1*4 = 4 B"), std::string::npos) << hit.tooltip;
    }
  }
  EXPECT_EQ(passes, 8u);
  EXPECT_TRUE(view::scene_can_show(view::SceneKind::Banks, constant_read(4).trace->event(0)));
}

TEST(SectorsScene, ShowsEachTouchedSectorAndWhatItWastes) {
  const view::Picture picture = view::build_scene(view::SceneKind::Sectors,
                                                  global_read(1, 1).input(1920, 1080));
  const std::string all = all_text(picture);
  EXPECT_NE(all.find("28 of 32 B used"), std::string::npos);
  EXPECT_NE(all.find("4 of 32 B used"), std::string::npos);
  EXPECT_NE(all.find("not fetched"), std::string::npos);
  EXPECT_NE(all.find("fetched 160 B, used 128 B"), std::string::npos);
  std::size_t sectors = 0;
  std::size_t lines = 0;
  for (const view::Hit& hit : picture.hits) {
    sectors += hit.kind == view::HitKind::Sector ? 1 : 0;
    lines += hit.kind == view::HitKind::Line ? 1 : 0;
    if (hit.kind == view::HitKind::Lane && hit.index == 31) {
      EXPECT_NE(hit.tooltip.find("in[32]: 32*4 = 128 B, sector 0 of its line"), std::string::npos)
          << hit.tooltip;
    }
    if (hit.kind == view::HitKind::Sector) {
      EXPECT_NE(hit.tooltip.find("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"), std::string::npos);
    }
  }
  EXPECT_EQ(sectors, 5u);
  EXPECT_EQ(lines, 2u);
}

/// What stands in the picture, without the numbers of lanes, banks and words.
std::string golden(const view::Picture& picture) {
  std::string s;
  for (const view::TextShape* t : texts(picture)) {
    if (t->text.find_first_not_of("0123456789") == std::string::npos) continue;
    s += t->text + " @" + std::to_string(std::lround(t->at.x)) + ',' + std::to_string(std::lround(t->at.y)) +
         ' ' + std::to_string(std::lround(t->size)) + '\n';
  }
  return s;
}

TEST(Golden, BanksInTheWorkbenchStage) {
  view::SceneRequest in;
  const Sample s = column_read();
  in = s.input(1190, 598, 11);
  in.options.frame.scale = 1;
  EXPECT_EQ(golden(view::build_scene(view::SceneKind::Banks, in)),
            "32 wavefronts @31,60 46\n"
            " where 1 would do @358,60 46\n"
            "wavefront  @888,42 18\n"
            " of 32 @999,42 18\n"
            "32-way conflict @58,95 18\n"
            "every lane wants another word of bank 13 @205,95 18\n"
            "lanes @32,137 15\n"
            "banks @32,378 15\n"
            "words @32,405 15\n"
            "32 words @500,481 22\n"
            "one a wavefront @500,504 15\n"
            "lane 11 is served now @597,466 18\n"
            "tile[11][13]: (11*32+13)*4 = 1460 B, bank 13 @597,491 15\n"
            "now @846,578 15\n"
            "served @928,578 15\n"
            "waits for the bank @1029,578 15\n");
}

TEST(Golden, SectorsAlone) {
  const Sample s = global_read(1, 1);
  EXPECT_EQ(golden(view::build_scene(view::SceneKind::Sectors, s.input(1920, 1080))),
            "5 sectors @46,82 52\n"
            " where 4 would do @285,82 52\n"
            "80 % of the bytes are used @74,123 18\n"
            "the bytes are neighbours, but begin 4 bytes into a sector; 2 lines @316,123 18\n"
            "in @48,273 32\n"
            "[ @86,273 32\n"
            "i @106,273 32\n"
            "+ @144,273 32\n"
            "] @202,273 32\n"
            "32 lanes read 4 B each @48,310 20\n"
            "sectors @1646,249 22\n"
            "2 lines @1646,276 20\n"
            "fetched 160 B, used 128 B @1588,320 20\n"
            "80 % of the bytes are used @1588,382 20\n"
            "sector 0 @554,209 15\n"
            "sector 1 @840,209 15\n"
            "sector 2 @1126,209 15\n"
            "sector 3 @1412,209 15\n"
            "128-byte line @400,209 15\n"
            "line 0 @400,280 18\n"
            "28 of 32 B used @554,351 17\n"
            "32 of 32 B used @840,351 17\n"
            "32 of 32 B used @1126,351 17\n"
            "32 of 32 B used @1412,351 17\n"
            "line 1 @400,429 18\n"
            "4 of 32 B used @554,500 17\n"
            "not fetched @840,500 17\n"
            "not fetched @1126,500 17\n"
            "not fetched @1412,500 17\n"
            "side by side @48,662 32\n"
            "the same bytes without gaps @48,699 20\n"
            "sectors @1648,638 22\n"
            "1 line @1648,665 20\n"
            "fetched 128 B, used 128 B @1588,709 20\n"
            "100 % of the bytes are used @1588,771 20\n"
            "line 0 @400,669 18\n"
            "32 of 32 B used @554,740 17\n"
            "32 of 32 B used @840,740 17\n"
            "32 of 32 B used @1126,740 17\n"
            "32 of 32 B used @1412,740 17\n"
            "lane 0's word @455,1045 17\n"
            "fetched, used by no lane @627,1045 17\n"
            "sector partly wasted @908,1045 17\n"
            "not fetched @1156,1045 17\n");
}

TEST(SectorsScene, SaysWhenThereAreMoreLinesThanFit) {
  view::SceneRequest in;
  const Sample s = global_read(500, 0);
  in = s.input(640, 360);
  const std::string all = all_text(view::build_scene(view::SceneKind::Sectors, in));
  EXPECT_NE(all.find("more lines (scroll)"), std::string::npos) << all;
  in.options.window.first_row = 1000;
  EXPECT_EQ(unsound(view::build_scene(view::SceneKind::Sectors, in)), "");
}

} // namespace
} // namespace warpscope
