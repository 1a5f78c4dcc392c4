// Phases, provenance and reuse of whole kernels, each against what its loops say.
#include "sim/devices/devices.h"
#include "sim/labs/labs.h"
#include "sim/run/simulate.h"
#include "sim/tiling/tiling.h"
#include "tests/tiling/kernels.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

struct Played {
  run::Result result;
  tiling::Tiling tiling;
  [[nodiscard]] std::size_t buffer(const std::string& name) const {
    for (std::size_t b = 0; b < tiling.buffers().size(); ++b)
      if (tiling.buffers()[b].name == name) return b;
    ADD_FAILURE() << "no buffer " << name;
    return 0;
  }
  [[nodiscard]] std::size_t array(const std::string& name) const {
    for (std::size_t a = 0; a < tiling.arrays().size(); ++a)
      if (tiling.arrays()[a].name == name) return a;
    ADD_FAILURE() << "no array " << name;
    return 0;
  }
};

Played play(const std::string& text, const Parameters& parameters, std::uint64_t block,
            std::uint64_t row_length = 0) {
  static compile::Compiler compiler;
  run::Request request;
  request.file = "k.cu";
  request.text = text;
  request.device = *devices::find_device("cc90");
  request.overrides.parameters = parameters;
  request.run_checks = false;
  request.trace_block = block;
  request.blocks = {block};
  run::Result result = run::simulate(compiler, request);
  EXPECT_EQ(result.status, run::Status::Done) << format_diagnostics(result.diagnostics);
  std::vector<tiling::TilingBuffer> buffers;
  for (const run::PlacedBuffer& b : result.buffers)
    buffers.push_back({b.name, b.offset, b.bytes, b.element_size, row_length});
  tiling::Tiling tiling(*result.program, *result.trace, result.launch.block, buffers);
  return {std::move(result), std::move(tiling)};
}

Played play_lab(const std::string& id, const Parameters& parameters, std::uint64_t block) {
  const labs::Lab* lab = labs::find_lab(id);
  EXPECT_NE(lab, nullptr) << id;
  return play(std::string(lab->text), parameters, block);
}

void expect_product(std::uint32_t n, std::uint32_t t, bool turned, std::uint32_t bx, std::uint32_t by) {
  SCOPED_TRACE("n " + std::to_string(n) + ", tile " + std::to_string(t) + (turned ? ", turned" : ""));
  const std::uint32_t tiles = (n + t - 1) / t;
  const Played p = play(testing::tiled_product,
                        {{"N", std::to_string(n)}, {"T", std::to_string(t)}, {"TURNED", turned ? "1" : "0"}},
                        by * tiles + bx);
  const auto inside = [&](std::uint32_t tile) { return std::min(t, n - tile * t); };
  ASSERT_EQ(p.tiling.phases().size(), tiles);
  const std::size_t a = p.buffer("A"), b = p.buffer("B"), c = p.buffer("C"), as = p.array("As"),
                    bs = p.array("Bs");
  if (n > t) { // with one tile nothing lies beyond the rows
    EXPECT_EQ(p.tiling.buffers()[a].row_length, n);
    EXPECT_EQ(p.tiling.buffers()[b].row_length, n);
  }
  for (std::uint32_t k = 0; k < tiles; ++k) {
    SCOPED_TRACE("phase " + std::to_string(k + 1));
    const tiling::TilingPhase& phase = p.tiling.phases()[k];
    const std::uint32_t of_a = inside(by) * inside(k), of_b = inside(k) * inside(bx);
    EXPECT_EQ(phase.buffers[a].loads, of_a);
    EXPECT_EQ(tiling::BufferPhase::count(phase.buffers[a].loaded), of_a);
    EXPECT_EQ(tiling::BufferPhase::count(phase.buffers[b].loaded), of_b);
    EXPECT_EQ(tiling::BufferPhase::count(phase.buffers[c].stored),
              k + 1 == tiles ? inside(bx) * inside(by) : 0u);
    EXPECT_EQ(phase.arrays[as].loaded, of_a);
    EXPECT_EQ(phase.arrays[as].filled, t * t - of_a);
    EXPECT_EQ(phase.arrays[as].zeros, t * t - of_a);
    EXPECT_EQ(phase.arrays[bs].loaded, of_b);
    EXPECT_EQ(phase.arrays[bs].filled, t * t - of_b);
    for (const std::size_t array : {as, bs}) {
      EXPECT_EQ(phase.arrays[array].reads, std::uint64_t{t} * t * t);
      EXPECT_EQ(phase.arrays[array].least_reads, t);
      EXPECT_EQ(phase.arrays[array].most_reads, t);
      EXPECT_EQ(phase.arrays[array].read_unwritten, 0u);
    }
    const tiling::TileMap want_a{static_cast<std::uint32_t>(a), false, by * t, k * t, 0, t, 0, t};
    const tiling::TileMap want_b{static_cast<std::uint32_t>(b), turned, k * t, bx * t, 0, t, 0, t};
    ASSERT_TRUE(phase.arrays[as].map && phase.arrays[bs].map);
    EXPECT_EQ(*phase.arrays[as].map, want_a);
    if (of_b > 1 && inside(k) != inside(bx)) {
      EXPECT_EQ(*phase.arrays[bs].map, want_b);
    }
    // Cell for cell, when all is loaded and nothing is read.
    const tiling::TilingState state = p.tiling.state_behind(*p.result.trace, phase.first_use);
    for (std::uint32_t r = 0; r < t; ++r)
      for (std::uint32_t s = 0; s < t; ++s) {
        const tiling::TilingCell&
            cell = state.cells[p.tiling.arrays()[bs].first_cell + (turned ? s * t + r : r * t + s)];
        const bool exists = k * t + r < n && bx * t + s < n;
        ASSERT_EQ(cell.origin, exists ? tiling::CellOrigin::Loaded : tiling::CellOrigin::Filled)
            << r << ", " << s;
        if (exists) {
          ASSERT_EQ(cell.element, (k * t + r) * n + bx * t + s);
        }
        ASSERT_FALSE(cell.changed);
      }
  }
}

TEST(Tiling, TiledProductsLoadEachElementOnceAndReadItOftenEnough) {
  expect_product(70, 16, false, 4, 4);
  expect_product(70, 16, false, 0, 2);
  expect_product(64, 32, false, 1, 0);
  expect_product(5, 4, false, 1, 1);
  expect_product(5, 4, false, 0, 0);
  expect_product(70, 16, true, 4, 1);
}

TEST(Tiling, EachThreadKnowsWhatItStores) {
  const Played p = play(testing::tiled_product, {{"N", "70"}}, 24);
  for (std::uint32_t t = 0; t < 256; ++t) {
    const std::uint32_t row = 64 + t / 16, column = 64 + t % 16;
    const tiling::ThreadResult& result = p.tiling.results()[t];
    ASSERT_EQ(result.buffer.has_value(), row < 70 && column < 70) << t;
    if (result.buffer) {
      EXPECT_EQ(result.element, row * 70 + column);
    }
  }
}

TEST(Tiling, TheLabsProductIsTheSame) {
  const Played p = play_lab("matmul_tile16_edges", {{"M", "70"}, {"N", "70"}, {"K", "70"}}, 24);
  ASSERT_EQ(p.tiling.phases().size(), 5u);
  const tiling::TilingPhase& fourth = p.tiling.phases()[3];
  EXPECT_EQ(fourth.loaded(), 2u * 6 * 16);
  EXPECT_EQ(fourth.cells(&tiling::ArrayPhase::filled), 2u * (256 - 6 * 16));
  EXPECT_EQ(fourth.reads(), 2u * 16 * 256);
  EXPECT_EQ(p.tiling.buffers()[p.buffer("C")].row_length, 70u);
}

TEST(Tiling, TransposesReadEachCellOnce) {
  for (const char* id : {"transpose_tile", "transpose_padded", "transpose_swizzled"}) {
    SCOPED_TRACE(id);
    const Played p = play_lab(id, {{"WIDTH", "256"}}, 9); // block (1, 1)
    ASSERT_EQ(p.tiling.phases().size(), 1u);
    const tiling::TilingPhase& phase = p.tiling.phases()[0];
    ASSERT_EQ(phase.arrays.size(), 1u);
    EXPECT_EQ(phase.arrays[0].loaded, 1024u);
    EXPECT_EQ(phase.arrays[0].filled + phase.arrays[0].computed + phase.arrays[0].read_unwritten, 0u);
    EXPECT_EQ(phase.arrays[0].read_cells, 1024u);
    EXPECT_EQ(phase.arrays[0].most_reads, 1u);
    EXPECT_EQ(p.tiling.buffers()[p.buffer("in")].row_length, 256u);
    EXPECT_EQ(p.tiling.buffers()[p.buffer("out")].row_length, 256u);
    const bool swizzled = std::string(id) == "transpose_swizzled";
    ASSERT_EQ(phase.arrays[0].map.has_value(), !swizzled); // there neighbours do not stay neighbours
    if (!swizzled) {
      EXPECT_EQ(*phase.arrays[0].map,
                (tiling::TileMap{static_cast<std::uint32_t>(p.buffer("in")), false, 32, 32, 0, 32, 0, 32}));
    }
  }
}

TEST(Tiling, RegisterTilesReadACellOnceForEachColumnOfThreads) {
  const Played p = play(testing::register_tiled, {}, 3);
  ASSERT_EQ(p.tiling.phases().size(), 128u / 8);
  for (const tiling::TilingPhase& phase : p.tiling.phases())
    for (const tiling::ArrayPhase& of : phase.arrays) {
      EXPECT_EQ(of.loaded, 512u);
      EXPECT_EQ(of.least_reads, 8u);
      EXPECT_EQ(of.most_reads, 8u);
    }
  EXPECT_EQ(p.tiling.buffers()[p.buffer("A")].row_length, 128u);
  EXPECT_EQ(p.tiling.buffers()[p.buffer("C")].row_length, 128u);
  EXPECT_EQ(tiling::BufferPhase::count(p.tiling.phases().back().buffers[p.buffer("C")].stored), 64u * 64);
}

TEST(Tiling, ADoubleBufferLoadsTheNextTileWhileThisOneIsRead) {
  const Played p = play(testing::double_buffered, {}, 5);
  ASSERT_EQ(p.tiling.phases().size(), 4u);
  const std::size_t as = p.array("As"), a = p.buffer("A");
  for (std::uint32_t k = 0; k < 4; ++k) {
    const tiling::TilingPhase& phase = p.tiling.phases()[k];
    EXPECT_EQ(phase.arrays[as].loaded, 256u) << k;
    EXPECT_EQ(phase.buffers[a].loads, 256u) << k;
    ASSERT_TRUE(phase.arrays[as].map) << k;
    EXPECT_EQ(phase.arrays[as].map->first_row, k % 2 * 16) << k; // the other half of As
    EXPECT_EQ(phase.arrays[as].map->column0, k * 16) << k;
    EXPECT_EQ(phase.arrays[as].reads, k == 0   ? 0u
                                      : k == 3 ? 2u * 4096
                                               : 4096u)
        << k; // the last turn loads nothing: it belongs to the one before
  }
}

TEST(Tiling, AHaloThatIsNotLoadedIsReadUnwritten) {
  for (const std::uint32_t block : {0u, 1u, 3u}) {
    const Played with = play(testing::convolution, {{"HALO", "1"}}, block),
                 without = play(testing::convolution, {{"HALO", "0"}}, block);
    ASSERT_EQ(with.tiling.phases().size(), 1u);
    const tiling::ArrayPhase& loaded = with.tiling.phases()[0].arrays[0];
    const std::uint32_t beyond = block == 0 || block == 3 ? 3 : 0; // the ends of the whole
    EXPECT_EQ(loaded.loaded, 64 + 6 - beyond);
    EXPECT_EQ(loaded.filled, beyond);
    EXPECT_EQ(loaded.read_unwritten, 0u);
    EXPECT_EQ(loaded.reads, 64u * 7);
    EXPECT_EQ(loaded.least_reads, 1u);
    EXPECT_EQ(loaded.most_reads, 7u);
    ASSERT_TRUE(loaded.map);
    EXPECT_EQ(loaded.map->column0, std::int64_t{block} * 64 - 3);
    const tiling::ArrayPhase& missing = without.tiling.phases()[0].arrays[0];
    EXPECT_EQ(missing.loaded, 64u);
    EXPECT_EQ(missing.read_unwritten, 6u);
  }
}

TEST(Tiling, ConvolutionInTwoDimensionsFillsWhatLiesOutside) {
  const Played p = play(testing::convolution_2d, {}, 4); // block (4, 0): the right upper corner
  const tiling::ArrayPhase& of = p.tiling.phases()[0].arrays[0];
  EXPECT_EQ(p.tiling.buffers()[p.buffer("in")].row_length, 40u);
  EXPECT_EQ(of.loaded, 81u);
  EXPECT_EQ(of.filled, 19u);
  ASSERT_TRUE(of.map);
  EXPECT_EQ(*of.map,
            (tiling::TileMap{static_cast<std::uint32_t>(p.buffer("in")), false, -1, 31, 0, 10, 0, 10}));
  EXPECT_EQ(of.least_reads, 1u); // corners
  EXPECT_EQ(of.most_reads, 9u);
}

TEST(Tiling, ATreesPhasesHalve) {
  const Played p = play_lab("reduction_sequential", {{"N", "4096"}, {"BLOCK", "256"}}, 2);
  ASSERT_EQ(p.tiling.phases().size(), 1u + 8);
  EXPECT_EQ(p.tiling.phases()[0].arrays[0].loaded, 256u);
  for (std::uint32_t round = 1; round <= 8; ++round) {
    const tiling::ArrayPhase& of = p.tiling.phases()[round].arrays[0];
    EXPECT_EQ(of.computed, 256u >> round) << round;
    EXPECT_EQ(of.loaded, 0u) << round;
    EXPECT_EQ(of.reads, 2u * (256 >> round) + (round == 8)) << round; // thread 0 reads the sum behind the
                                                                      // last
  }
}

TEST(Tiling, AScanWritesAllButTheFirstOnes) {
  const Played p = play(testing::scan, {}, 1);
  ASSERT_EQ(p.tiling.phases().size(), 1u + 7);
  for (std::uint32_t round = 1; round <= 7; ++round)
    EXPECT_EQ(p.tiling.phases()[round].arrays[0].computed, 128u - (1u << (round - 1))) << round;
}

TEST(Tiling, AHistogramFillsThenCounts) {
  const Played p = play(testing::histogram, {}, 1);
  ASSERT_EQ(p.tiling.phases().size(), 2u);
  EXPECT_EQ(p.tiling.phases()[0].arrays[0].filled, 16u);
  EXPECT_EQ(p.tiling.phases()[1].arrays[0].computed, 16u);
  EXPECT_EQ(p.tiling.phases()[1].buffers[p.buffer("in")].loads, 512u);
  EXPECT_EQ(p.tiling.phases()[1].arrays[0].reads, 512u + 16);
}

TEST(Tiling, AsynchronousCopiesAreLoadsToo) {
  const Played p = play(testing::asynchronous, {}, 6);
  ASSERT_EQ(p.tiling.phases().size(), 1u);
  EXPECT_EQ(p.tiling.phases()[0].arrays[0].loaded, 256u);
  EXPECT_EQ(p.tiling.buffers()[p.buffer("in")].row_length, 64u);
}

TEST(Tiling, APersonsRowLengthStays) {
  const Played p = play(testing::tiled_product, {{"N", "64"}}, 0, 32);
  EXPECT_EQ(p.tiling.buffers()[p.buffer("A")].row_length, 32u);
}

TEST(Tiling, WithoutSharedMemoryThereAreNoPhases) {
  const Played p = play_lab("matmul_naive", {}, 0);
  EXPECT_TRUE(p.tiling.phases().empty());
}

TEST(Tiling, StatesAreTheSameFromWhereverTheyArePlayed) {
  const Played p = play(testing::tiled_product, {{"N", "70"}}, 24);
  for (const tiling::TilingPhase& phase : p.tiling.phases()) {
    const tiling::TilingState state = p.tiling.state_behind(*p.result.trace, phase.end_event);
    std::uint64_t reads = 0;
    for (const tiling::TilingCell& cell : state.cells) reads += cell.reads;
    EXPECT_EQ(reads, phase.reads());
  }
  const tiling::TilingState none = p.tiling.state_behind(*p.result.trace, 0);
  for (const tiling::TilingCell& cell : none.cells) EXPECT_EQ(cell.origin, tiling::CellOrigin::Unwritten);
}

} // namespace
} // namespace warpscope
