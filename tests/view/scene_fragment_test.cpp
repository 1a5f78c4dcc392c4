// The scene Fragment: what it shows of a text's product and of the menu's shapes, at every size.
#include "app/view/fragment_view.h"
#include "tests/view/fixture.h"
#include "tests/view/picture_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

namespace warpscope {
namespace {

using namespace testing;
using fragments::Operand;
using fragments::Type;

view::Picture fragment_picture(const view::SceneRequest& in) {
  return view::build_scene(view::SceneKind::Fragment, in);
}
bool fragment_says(const view::Picture& picture, const std::string& words) {
  return all_text(picture).find(words) != std::string::npos;
}

/// Event 0: ldmatrix.x4 of half As[16][pitch / 2] for A; event 1: a plain load of B.
Sample product_of_halves(std::uint32_t pitch, bool swizzled = false) {
  Sample s;
  s.block = {32, 1, 1};
  s.variable("As", Space::Shared, {16, pitch / 2}, "half", 2);
  s.add("As", "As[lane % 16][lane / 16 * 8]", Space::Shared, AccessKind::Load, 16, [=](std::uint32_t lane) {
    const std::uint32_t row = lane % 16, piece = lane / 16;
    return row * pitch + (swizzled ? piece ^ (row >> 2 & 1) : piece) * 16;
  });
  s.buffer("B", 4096, 2);
  s.add("B", "B[k * n + lane]", Space::Global, AccessKind::Load, 4,
        [](std::uint32_t lane) { return 4 * lane; });
  program::MatrixOp load;
  load.note = warpscope_fragment::MatrixLoad;
  load.m = 4;
  load.site = 0;
  program::MatrixOp product;
  product.note = warpscope_fragment::MmaProduct;
  product.type = Type::Half;
  product.sum = Type::Float;
  product.m = 16, product.n = 8, product.k = 16;
  product.span = {9, 3, 9, 20};
  for (std::uint8_t i = 0; i < 4; ++i) product.sources.push_back({0, i, i, 0});
  for (std::uint8_t i = 0; i < 2; ++i) product.sources.push_back({1, i, program::MatrixSource::no_part, 1});
  s.program.matrices = {load, product};
  return s;
}

TEST(FragmentScene, ShowsTheTextsProductAndBothWaysToLoadIt) {
  const Sample sample = product_of_halves(32);
  view::SceneRequest in = sample.input(1920, 1080, 2);
  const view::FragmentDrawn drawn = view::drawn_fragment(in);
  EXPECT_TRUE(drawn.of_text);
  EXPECT_FALSE(view::fragment_explores(in));
  ASSERT_TRUE(drawn.load && drawn.load->other);
  EXPECT_EQ(drawn.load->plain.wavefronts(), 8u);
  EXPECT_EQ(drawn.load->other->wavefronts(), 4u);
  EXPECT_EQ(drawn.load->swizzle, "Swizzle<1,3,3>");
  EXPECT_EQ(drawn.load->reg[3], 3u);
  const view::Headline said = view::make_headline(in, view::SceneKind::Fragment);
  EXPECT_EQ(said.strong + said.rest, "Lane 22 holds 16 values");
  EXPECT_EQ(said.lead, "mma.sync.m16n8k16 of half, sums of float");
  EXPECT_EQ(said.explanation, "ldmatrix of 4 loads A in 8 wavefronts; through Swizzle<1,3,3> in 4");
  const view::Picture picture = fragment_picture(in);
  EXPECT_EQ(unsound(picture), "");
  EXPECT_EQ(overlapping(picture), "");
  for (const char* words : {"A[13][12]", "B[12][5]", "C[13][4]", "a6 a7", "c2 c3", "8 wavefronts",
                            "4 wavefronts", "saved", "3 of 8", "row 8", "bank 10", "matrix 1"})
    EXPECT_TRUE(fragment_says(picture, words)) << words << " in " << all_text(picture);

  in.options.fragment.lane = 0;
  EXPECT_TRUE(fragment_says(fragment_picture(in), "A[8][9]"));
  in.options.pointed.lanes = 1u << 22; // the pointer comes first
  EXPECT_TRUE(fragment_says(fragment_picture(in), "A[13][12]"));
}

/// A product of one block of B leaves half of the stage's height: cells and wavefronts take it.
TEST(FragmentScene, ASmallProductFillsATallStageAndEachWavefrontHasItsRow) {
  Sample sample = product_of_halves(32);
  program::MatrixOp& product = sample.program.matrices[1];
  product.k = 8;
  product.sources.resize(2);
  product.sources.push_back({1, 0, program::MatrixSource::no_part, 1});
  view::SceneRequest in = sample.input(1920, 1080, 7);
  in.options.fragment.lane = 22;
  const view::Picture picture = fragment_picture(in);
  EXPECT_EQ(unsound(picture), "");
  EXPECT_EQ(overlapping(picture), "");
  float lowest = 0, legend = 0;
  std::set<std::string> rows; // of the 8 wavefronts as written, and of the 4 through the swizzle
  for (const view::TextShape* text : texts(picture)) {
    if (text->text == "held by lane 22") legend = text->at.y;
    if (text->text == "31") lowest = std::max(lowest, text->at.y); // a bank's number, in the tile's last row
    if (text->text.starts_with("row ")) rows.insert(text->text);
  }
  EXPECT_GT(legend - lowest, 0);
  EXPECT_LT(legend - lowest, 80);
  EXPECT_EQ(rows.size(), 16u) << "rows 0 to 15, none left out";
  // Its registers' elements are all written one by one: none is together where others are not.
  EXPECT_FALSE(fragment_says(picture, "–5]")) << all_text(picture);
  in = sample.input(760, 470, 7);
  in.options.fragment.lane = 22;
  const std::string narrow = all_text(fragment_picture(in));
  EXPECT_EQ(narrow.find("A[5][4]  A[5][5]") == std::string::npos,
            narrow.find("A[13][4–5]") != std::string::npos)
      << narrow;
}

/// Docked at 1080p the lanes stand above what the chosen one holds.
TEST(FragmentScene, DockedIn1080LinesAllLanesStandAboveTheRegisters) {
  const Sample sample = product_of_halves(32);
  const view::SceneRequest in = sample.input(1190, 540, 2);
  const view::Picture picture = fragment_picture(in);
  EXPECT_EQ(overlapping(picture), "");
  EXPECT_EQ(unsound(picture), "");
  EXPECT_TRUE(fragment_says(picture, "lanes"));
}

/// In the presenter view two lines of source leave less room: no words end with dots.
TEST(FragmentScene, InThePresenterNoSentenceIsCutOff) {
  const Sample sample = product_of_halves(32);
  view::SceneRequest in = sample.input(1920, 1080, 2);
  in.options.frame.presenter = true;
  in.options.frame.source_lines = {{.number = 9, .text = "mma_sync(sum, a, b);"}};
  const view::Picture picture = fragment_picture(in);
  EXPECT_EQ(overlapping(picture), "");
  for (const view::TextShape* text : texts(picture))
    if (text->font != view::Font::Mono && text->font != view::Font::MonoBold) {
      EXPECT_FALSE(text->text.ends_with("…")) << text->text;
    }
}

/// Also where B is a single block, and the presenter's source lines take their room: the lanes have a plate,
/// and B keeps all of its numbers.
TEST(FragmentScene, InThePresenterTheLanesStandAboveTheRegisters) {
  const Sample sample = product_of_halves(32);
  view::SceneRequest in = sample.input(1920, 1080, 2);
  in.options.frame.presenter = true;
  in.options.frame.source_lines = {{.number = 9, .text = "mma_sync(sum, a, b);"}};
  in.options.fragment.explore = true;
  for (std::uint32_t shape = 0; shape < fragments::shapes().size(); ++shape) {
    if (fragments::shapes()[shape].quads()) continue;
    in.options.fragment.shape = shape;
    const view::Picture picture = fragment_picture(in);
    EXPECT_EQ(overlapping(picture), "") << fragments::shapes()[shape].name();
    if (fragments::shapes()[shape].name() == "m16n8k8") {
      EXPECT_TRUE(fragment_says(picture, "lanes"));
    }
  }
}

TEST(FragmentScene, ALoadWithoutConflictHasNoOtherSide) {
  for (const bool swizzled : {false, true}) {
    const view::FragmentDrawn drawn = view::drawn_fragment(
        product_of_halves(swizzled ? 32 : 48, swizzled).input(1920, 1080));
    ASSERT_TRUE(drawn.load);
    EXPECT_EQ(drawn.load->plain.wavefronts(), 4u);
    EXPECT_FALSE(drawn.load->other);
  }
}

TEST(FragmentScene, RowsThatAreNoPowerOfTwoApartGetLonger) {
  const view::FragmentDrawn drawn = view::drawn_fragment(product_of_halves(96).input(1920, 1080));
  ASSERT_TRUE(drawn.load && drawn.load->other);
  EXPECT_EQ(drawn.load->swizzle, "");
  EXPECT_LT(drawn.load->other->wavefronts(), drawn.load->plain.wavefronts());
}

/// Against a count of its own: bank groups of 16 bytes of each matrix's eight rows.
TEST(FragmentScene, EachMatrixCostsItsBusiestBanks) {
  for (std::uint32_t pitch = 16; pitch <= 512; pitch += 16) {
    const view::FragmentDrawn drawn = view::drawn_fragment(product_of_halves(pitch).input(1920, 1080));
    ASSERT_TRUE(drawn.load);
    const auto cost = [](const view::FragmentSide& side) {
      std::uint32_t sum = 0;
      for (std::uint32_t matrix = 0; matrix < 4; ++matrix) {
        std::array<std::uint32_t, 8> rows{};
        for (std::uint32_t row = 0; row < 8; ++row) ++rows[side.access.offset[8 * matrix + row] / 16 % 8];
        sum += *std::max_element(rows.begin(), rows.end());
      }
      return sum;
    };
    if (pitch == 16) continue; // matrices overlap, and their wavefronts merge
    EXPECT_EQ(drawn.load->plain.wavefronts(), cost(drawn.load->plain)) << pitch;
    if (drawn.load->other) {
      EXPECT_EQ(drawn.load->other->wavefronts(), cost(*drawn.load->other)) << pitch;
    }
    EXPECT_EQ(drawn.load->other.has_value(), cost(drawn.load->plain) > 4) << pitch;
    // The swizzle that is named does what is drawn.
    if (drawn.load->other && !drawn.load->swizzle.empty()) {
      const layouts::Swizzle swizzle = *layouts::parse_swizzle(drawn.load->swizzle).value;
      for (std::uint32_t lane = 0; lane < 32; ++lane)
        EXPECT_EQ(program::window_base +
                      2 * swizzle((drawn.load->plain.access.offset[lane] - program::window_base) / 2),
                  drawn.load->other->access.offset[lane]);
    }
  }
}

TEST(FragmentScene, PlainLoadsShowTheirOwnScene) {
  const Sample sample = product_of_halves(32);
  view::SceneRequest in = sample.input(1920, 1080, 0, 1);
  const view::FragmentDrawn drawn = view::drawn_fragment(in);
  ASSERT_TRUE(drawn.load);
  EXPECT_EQ(drawn.load->operand, Operand::B) << "what the moment's access feeds";
  EXPECT_EQ(drawn.load->matrices, 0u);
  EXPECT_TRUE(fragment_says(fragment_picture(in), "B is filled by plain loads: line 2, B[k * n + lane]"));
  in.options.fragment.operand = Operand::A;
  EXPECT_EQ(view::drawn_fragment(in).load->matrices, 4u);
}

TEST(FragmentScene, WithoutAProductTheMenuIsExplored) {
  view::SceneRequest in = column_read().input(1920, 1080);
  EXPECT_TRUE(view::fragment_explores(in));
  EXPECT_EQ(view::fragment_wavefronts(in), 8u);
  const view::Headline said = view::make_headline(in, view::SceneKind::Fragment);
  EXPECT_NE(said.explanation.find("Nothing here uses tensor cores"), std::string::npos);
  in.options.fragment.wavefront = 100;
  EXPECT_EQ(view::drawn_fragment(in).load->wavefront, 7u);
}

TEST(FragmentScene, AMisalignedRowIsNamed) {
  Sample sample = product_of_halves(32);
  sample.program.sites[0].pc = 3;
  sample.program.code.resize(8);
  sample.trace = std::make_shared<trace::BlockTrace>(0);
  sample.add("s", "s[t]", Space::Shared, AccessKind::Store, 2, [](std::uint32_t t) { return 2 * t; });
  view::SceneRequest in = sample.input(1920, 1080);
  auto result = std::make_shared<run::Result>(in.run->result());
  trace::Fault fault;
  fault.kind = trace::FaultKind::Misaligned;
  fault.pc = 3;
  fault.lanes = ~0u;
  for (std::uint32_t lane = 0; lane < 32; ++lane) fault.offsets.push_back(program::window_base + lane * 88);
  result->run.faults = {fault};
  in.run = playback::Run::of(result);
  in.options.fragment.operand = Operand::A;
  const view::Headline said = view::make_headline(in, view::SceneKind::Fragment);
  EXPECT_EQ(said.strong + said.rest, "Row 1 starts at byte 88, no multiple of 16");
  EXPECT_EQ(said.tone, view::Headline::Tone::Hazard);
  EXPECT_EQ(unsound(fragment_picture(in)), "");
}

/// A text with this product alone, and an access for the moment.
Sample product_alone(warpscope_fragment::Note note, unsigned m, unsigned k, unsigned variant) {
  Sample s = product_of_halves(32);
  program::MatrixOp& op = s.program.matrices.back();
  op.note = static_cast<std::uint8_t>(note);
  op.m = static_cast<std::uint16_t>(m), op.k = static_cast<std::uint16_t>(k);
  op.n = static_cast<std::uint16_t>(warpscope_fragment::noted_n(8, variant));
  op.sources.clear();
  return s;
}

TEST(FragmentScene, ASparseProductSaysWhichTwoOfFourAreStoredAndWhoseBitsSayIt) {
  const Sample sample = product_alone(warpscope_fragment::SparseProduct, 16, 32, 1);
  view::SceneRequest in = sample.input(1920, 1080);
  in.options.fragment.lane = 23;   // of row 5; selector 1 asks the lanes 2 and 3 of each four
  in.options.fragment.pattern = 3; // 0b1001: elements 1 and 2
  const view::Headline said = view::make_headline(in, view::SceneKind::Fragment);
  EXPECT_EQ(said.lead, "mma.sp.m16n8k32 of half, sums of float, selector 1");
  EXPECT_EQ(said.explanation, "A stores 2 of each 4 elements along a row; the metadata e says which");
  const view::Picture picture = fragment_picture(in);
  EXPECT_EQ(unsound(picture), "");
  EXPECT_EQ(overlapping(picture), "");
  // Lane 23 holds the elements 6 and 7 that are stored of row 5: of A[5][12–15], numbers 1 and 2 of them.
  for (const char* words : {"A[5][13]", "A[5][14]", "A[13][29]", "B[30][5]", "e 0–15", "A[5][16–31]",
                            "e 16–31", "A[13][16–31]", "bits 1001: 1 and 2 of 4"})
    EXPECT_TRUE(fragment_says(picture, words)) << words << " in " << all_text(picture);
  EXPECT_FALSE(fragment_says(picture, "selector 0")) << "the text's selector stands";
  in.options.fragment.lane = 20;
  EXPECT_TRUE(fragment_says(fragment_picture(in), "not asked: selector 1"));
  // Every lane whose bits are asked stands beside A, in the rows that its bits speak of.
  std::size_t asked = 0;
  for (const view::Hit& hit : picture.hits)
    asked += hit.tooltip.find("of its e say what is stored of") != std::string::npos ? 1 : 0;
  EXPECT_EQ(asked, 32u) << "16 rows, two lanes each";
}

TEST(FragmentScene, OfTheFourProductsOfM8n8k4ThatOfTheLaneIsDrawn) {
  const Sample sample = product_alone(warpscope_fragment::QuadProduct, 8, 4, warpscope_fragment::QuadBByRows);
  view::SceneRequest in = sample.input(1920, 1080);
  in.options.fragment.lane = 22;
  const view::Headline said = view::make_headline(in, view::SceneKind::Fragment);
  EXPECT_EQ(said.lead, "mma.sync.m8n8k4.row.row of half, sums of float");
  EXPECT_EQ(said.strong + said.rest, "Lane 22 holds 16 values");
  EXPECT_EQ(said.explanation, "product 1 of four: lanes 4–7 and 20–23");
  const view::Picture picture = fragment_picture(in);
  EXPECT_EQ(unsound(picture), "");
  EXPECT_EQ(overlapping(picture), "");
  // PTX ISA: row 22 % 4 + 4 of A, row 22 % 4 of B from column 4 on; C from row (22 & 1) + 4, column 22 & 2.
  for (const char* words : {"A[6][0]", "A[6][3]", "B[2][4]", "B[2][7]", "C[4][2]", "C[6][7]"})
    EXPECT_TRUE(fragment_says(picture, words)) << words << " in " << all_text(picture);
  std::uint32_t drawn = 0; // lanes with a cell of C
  for (const view::Hit& hit : picture.hits)
    if (hit.kind == view::HitKind::Lane && hit.index >= 32) drawn |= 1u << hit.index % 32;
  EXPECT_EQ(drawn, 0xf000f0u);
}

TEST(FragmentScene, IsGoodAtEverySizeForEveryShape) {
  const std::pair<float, float> sizes[] = {{1920, 1080}, {1280, 720}, {1190, 598}, {793, 376},
                                           {500, 300},   {700, 200},  {300, 900}};
  const Sample none = column_read(), products = product_of_halves(32);
  const playback::RunPtr runs[] = {none.run(), products.run()};
  std::uint32_t n = 0;
  for (std::uint32_t shape = 0; shape < fragments::shapes().size(); ++shape)
    for (const auto& [width, height] : sizes) {
      view::SceneRequest in = none.input(width, height);
      in.run = runs[n % 2];
      in.options.frame.theme = n % 3 == 0 ? &view::light_theme() : &view::dark_theme();
      in.options.fragment.shape = shape;
      in.options.fragment.explore = n % 4 != 1;
      in.options.fragment.lane = n % 32;
      in.options.fragment.wavefront = n % 9;
      in.options.fragment.other_side = n % 2 == 0;
      ++n;
      for (const bool presenter : {false, true}) {
        in.options.frame.presenter = presenter;
        if (presenter && height < 700) continue;
        const view::Picture picture = fragment_picture(in);
        const std::string name = fragments::shapes()[shape].name() + " at " + std::to_string(width) + " x " +
                                 std::to_string(height) + " presenter " + std::to_string(presenter);
        ASSERT_EQ(unsound(picture), "") << name;
        ASSERT_EQ(overlapping(picture), "") << name;
      }
    }
}

/// Docked at 1280 x 720 cells are too small for a number: the chosen lane has its own all the same.
TEST(FragmentScene, TheChosenLanesElementsAreNamedInASmallWindow) {
  const Sample none = column_read();
  view::SceneRequest in = none.input(794, 376);
  in.options.frame.scale = view::scale_for(1280, 720, 1);
  for (const std::uint32_t lane : {0U, 22U, 31U}) {
    in.options.fragment.lane = lane;
    const view::FragmentDrawn drawn = view::drawn_fragment(in);
    const view::Picture picture = fragment_picture(in);
    EXPECT_EQ(overlapping(picture), "");
    std::size_t named = 0;
    for (const view::TextShape* text : texts(picture))
      named += text->text == std::to_string(lane) && text->font == view::Font::MonoBold &&
                       text->color == view::dark_theme().on_now
                   ? 1
                   : 0;
    // B has a cell for each register, C one for each pair of accumulators; A's place has the load's tile.
    EXPECT_GE(named, drawn.layout.b.registers + drawn.layout.c.registers / 2) << lane;
  }
}

/// Docked at 1280 x 720 a column of B is narrower than a number: each second column has its own all the same.
TEST(FragmentScene, InASmallWindowEachSecondColumnOfBSaysItsLanes) {
  const Sample sample = product_of_halves(32);
  view::SceneRequest in = sample.input(794, 376);
  in.options.frame.scale = view::scale_for(1280, 720, 1);
  in.options.fragment.lane = 22; // of group 5: the odd ones have numbers
  const view::Picture picture = fragment_picture(in);
  EXPECT_EQ(overlapping(picture), "");
  std::set<std::string> numbers;
  for (const view::Hit& hit : picture.hits) {
    const auto reg = view::register_of_index(hit.index);
    if (hit.kind != view::HitKind::Lane || !reg || reg->operand != Operand::B || reg->reg != 0) continue;
    for (const view::TextShape* text : texts(picture))
      if (std::abs(text->at.x - (hit.box.x + hit.box.w / 2)) < .6F * hit.box.w && text->at.y > hit.box.y &&
          text->at.y < hit.box.y + hit.box.h && text->text == std::to_string(hit.index % 32))
        numbers.insert(text->text);
  }
  for (const std::uint32_t lane : {4U, 13U, 20U, 22U, 31U})
    EXPECT_TRUE(numbers.contains(std::to_string(lane))) << lane << " of " << numbers.size();
  EXPECT_FALSE(numbers.contains("0"));
}

TEST(FragmentScene, ARegisterIsChosenAndLightsUpItsBlock) {
  const Sample sample = product_of_halves(32);
  view::SceneRequest in = sample.input(1920, 1080, 2);
  const auto blocks = [&] { // outlined in the accent colour
    std::size_t count = 0;
    for (const view::Shape& shape : fragment_picture(in).shapes)
      if (const auto* rect = std::get_if<view::RectShape>(&shape))
        count += rect->stroke_width == 2 && rect->stroke == view::dark_theme().now && rect->box.w > 40 ? 1
                                                                                                       : 0;
    return count;
  };
  const std::size_t before = blocks();
  in.options.fragment.reg = view::FragmentRegister{Operand::A, 1};
  EXPECT_EQ(blocks(), before + 1);
  in.options.fragment.pointed = view::FragmentRegister{Operand::C, 3};
  EXPECT_EQ(view::drawn_fragment(in).reg, (view::FragmentRegister{Operand::C, 2})) << "its pair";
  EXPECT_EQ(blocks(), before + 1);
  in.options.fragment.pointed = view::FragmentRegister{Operand::B, 40};
  EXPECT_EQ(view::drawn_fragment(in).reg, std::nullopt) << "of another product";
  for (const Operand operand : {Operand::A, Operand::B, Operand::C})
    for (const std::uint32_t reg : {0U, 7U, 63U})
      for (const std::uint32_t lane : {0U, 31U}) {
        const std::uint32_t index = view::register_index({operand, reg}, lane);
        EXPECT_EQ(index % 32, lane);
        EXPECT_EQ(view::register_of_index(index), (view::FragmentRegister{operand, reg}));
      }
  EXPECT_EQ(view::register_of_index(31), std::nullopt);
}

} // namespace
} // namespace warpscope
