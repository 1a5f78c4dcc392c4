// Asynchronous copies with regular lane patterns, as an H200 counted them; and the computed schedule is a
// valid one.
#include "sim/base/copy_sides.h"
#include "sim/devices/devices.h"
#include "sim/model/banks.h"
#include "sim/model/sectors.h"
#include "sim/run/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace warpscope {
namespace {

/// Positions in units of the width.
WarpAccess copy_of(std::uint32_t width, std::uint32_t mask, const std::array<std::uint32_t, 32>& to,
                   const std::array<std::uint32_t, 32>& from) {
  WarpAccess access;
  access.width = width;
  access.mask = mask;
  access.copies = true;
  for (std::size_t lane = 0; lane < 32; ++lane) {
    access.offset[lane] = to[lane] * width;
    access.other_side[lane] = static_cast<std::uint8_t>(from[lane] * width / 4 % 32);
  }
  return access;
}

std::array<std::uint32_t, 32> numbers(const std::string& list) {
  std::array<std::uint32_t, 32> all{};
  std::istringstream in(list);
  std::string one;
  for (std::size_t i = 0; i < 32 && std::getline(in, one, ','); ++i)
    all[i] = static_cast<std::uint32_t>(std::stoul(one));
  return all;
}

TEST(AsyncCopies, CostWhatTheyCostAnH200) {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/hardware/h200_async_copies.tsv");
  ASSERT_TRUE(file);
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#") || line.starts_with("width")) continue;
    std::istringstream in(line);
    std::uint32_t width = 0, mask = 0, wavefronts = 0;
    std::string to, from;
    ASSERT_TRUE(in >> width >> mask >> wavefronts >> to >> from) << line;
    const model::BankCounts counts = model::count_banks(copy_of(width, mask, numbers(to), numbers(from)),
                                                        AccessKind::Store);
    EXPECT_EQ(counts.wavefronts, wavefronts) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 148);
}

struct Copy16 {
  std::string text;
  std::uint32_t wavefronts = 0, sectors = 0;
  std::string to, from; ///< places in units of 16 bytes, lane 0 first
};

std::vector<Copy16> copies16() {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/hardware/h200_async_copies16.tsv");
  std::vector<Copy16> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#") || line.starts_with("wavefronts")) continue;
    std::istringstream in(line);
    Copy16& row = rows.emplace_back();
    row.text = line;
    EXPECT_TRUE(in >> row.wavefronts >> row.sectors >> row.to >> row.from) << line;
  }
  EXPECT_EQ(rows.size(), 152u);
  return rows;
}

TEST(AsyncCopies, Of16BytesCostWhatTheyCostAnH200) {
  int as_a_load = 0, as_a_store = 0;
  for (const Copy16& row : copies16()) {
    WarpAccess load;
    load.width = 16;
    load.mask = ~0u;
    std::array<std::uint32_t, 32> shared{};
    const auto to = numbers(row.to), from = numbers(row.from);
    for (std::size_t lane = 0; lane < 32; ++lane)
      load.offset[lane] = from[lane] * 16, shared[lane] = to[lane] * 16;
    const std::uint32_t plain = model::count_sectors(load, AccessKind::Load).sectors;
    as_a_load += plain == row.sectors ? 1 : 0;
    load.copies = true;
    load.other_side = sectors_of_shared(shared, load.mask);
    EXPECT_EQ(model::count_sectors(load, AccessKind::Load).sectors, row.sectors) << row.text;
    std::uint32_t asked = 0;
    const auto touched = model::touched_sectors(load, AccessKind::Load);
    for (const model::TouchedSector& sector : touched) asked += sector.times;
    EXPECT_EQ(asked, row.sectors) << row.text;
    EXPECT_EQ(touched.size(), plain) << "the picture shows each sector once";
    WarpAccess store;
    store.width = 16;
    store.mask = ~0u;
    store.offset = shared;
    as_a_store += model::count_banks(store, AccessKind::Store).wavefronts == row.wavefronts ? 1 : 0;
    store.copies = true;
    store.other_side = origins_of_copy(16, load.offset.data(), ~0u);
    const model::BankService service = model::serve_banks(store, AccessKind::Store);
    EXPECT_EQ(service.counts.wavefronts, row.wavefronts) << row.text;
    EXPECT_EQ(service.counts.ideal_wavefronts, 4u);
    std::uint32_t served = 0;
    for (const model::BankWavefront& wavefront : service.wavefronts) {
      EXPECT_NE(wavefront.lanes, 0u);
      EXPECT_EQ(served & wavefront.lanes, 0u) << row.text;
      served |= wavefront.lanes;
    }
    EXPECT_EQ(served, ~0u) << row.text;
  }
  EXPECT_EQ(as_a_load, 58) << "rows in which a load would ask for as many";
  EXPECT_LT(as_a_store, 152) << "rows in which a store would take as many";
}

/// The whole path, in each of the ways to write such a copy; half of the lanes, too.
TEST(AsyncCopies, Of16BytesAreSimulatedSo) {
  const std::vector<Copy16> rows = copies16();
  std::string text = "#include <cuda_pipeline.h>\n#include <cuda/pipeline>\n#include <cuda/barrier>\n"
                     "__constant__ unsigned short to[152][32] = {\n";
  for (const Copy16& row : rows) text += "  {" + row.to + "},\n";
  text += "};\n__constant__ unsigned short from[152][32] = {\n";
  for (const Copy16& row : rows) text += "  {" + row.from + "},\n";
  text += R"(};
__device__ void with_pipeline(int4 *t, const int4 *f) { __pipeline_memcpy_async(t, f, 16); }
__device__ void with_ptx(int4 *t, const int4 *f) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
               ::"r"((unsigned)__cvta_generic_to_shared(t)), "l"(f));
}
__device__ void with_library(int4 *t, const int4 *f) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  cuda::memcpy_async(t, f, cuda::aligned_size_t<16>(16), bar);
}
#define KERNEL(way)                                                            \
  __global__ void k_##way(int row, unsigned mask, const int4 *in) {            \
    __shared__ __align__(128) int4 tile[1024];                                 \
    if (mask >> threadIdx.x & 1u) way(&tile[to[row][threadIdx.x]], &in[from[row][threadIdx.x]]); \
  }
KERNEL(with_pipeline)
KERNEL(with_ptx)
KERNEL(with_library)
)";
  compile::Compiler compiler;
  run::Request request;
  request.file = "copies.cu";
  request.text = text;
  request.device = *devices::find_device("cc90");
  request.overrides.grid = {{"1"}};
  request.overrides.block = {{"32"}};
  for (const std::string way : {"with_pipeline", "with_ptx", "with_library"}) {
    request.overrides.kernel = "k_" + way;
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (const std::uint32_t mask : {~0u, 0x0ff00ff3u}) {
        request.overrides.arguments = {
            {"row", std::to_string(i)}, {"mask", std::to_string(mask)}, {"in", "zero[4096]"}};
        request.trace_block = 0;
        const run::Result result = run::simulate(compiler, request);
        ASSERT_EQ(result.status, run::Status::Done) << format_diagnostics(result.diagnostics);
        request.program = result.program;
        const auto to = numbers(rows[i].to), from = numbers(rows[i].from);
        std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
        for (std::size_t lane = 0; lane < 32; ++lane)
          if ((mask >> lane & 1u) != 0) pairs.insert({from[lane] / 2, to[lane] / 2});
        const std::uint64_t wanted = mask == ~0u ? rows[i].sectors : pairs.size();
        ASSERT_EQ(result.totals.global[static_cast<int>(AccessKind::Load)].sectors, wanted)
            << way << " " << rows[i].text;
        const model::SharedTotals& stores = result.totals.shared[static_cast<int>(AccessKind::Store)];
        if (mask == ~0u) {
          ASSERT_EQ(stores.wavefronts, rows[i].wavefronts) << way << " " << rows[i].text;
        }
        // And so it is recorded, for the pictures.
        ASSERT_TRUE(result.trace);
        std::uint64_t recorded = 0;
        for (std::size_t n = 0; n < result.trace->size(); ++n) {
          const auto& event = result.trace->event(n);
          if (event.space == Space::Global)
            recorded += model::count_sectors(result.trace->access(n), event.access_kind).sectors;
          if (event.space == Space::Shared && event.access_kind == AccessKind::Store) {
            ASSERT_EQ(model::count_banks(result.trace->access(n), event.access_kind).wavefronts,
                      stores.wavefronts);
          }
        }
        ASSERT_EQ(recorded, wanted) << way << " " << rows[i].text;
      }
  }
}

TEST(AsyncCopies, EachBankOfEitherSideServesOneLaneAWavefront) {
  std::mt19937 engine(7);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  for (int n = 0; n < 20'000; ++n) {
    const std::uint32_t width = n % 2 == 0 ? 4 : 8, range = 1u << (1 + random() % 9), lanes = 128 / width;
    std::array<std::uint32_t, 32> to{}, from{};
    for (std::size_t lane = 0; lane < 32; ++lane) to[lane] = random() % range, from[lane] = random() % range;
    const std::uint32_t mask = random() % 3 == 0 ? random() | 1u : ~0u;
    const model::BankService service = model::serve_banks(copy_of(width, mask, to, from), AccessKind::Store);
    std::uint32_t served = 0, busiest = 0;
    for (std::uint32_t first = 0; first < 32; first += lanes) {
      std::array<std::uint32_t, 32> a{}, b{};
      std::uint32_t most = 0;
      for (std::uint32_t lane = first; lane < first + lanes; ++lane)
        if ((mask >> lane & 1u) != 0) most = std::max({most, ++a[to[lane] % lanes], ++b[from[lane] % lanes]});
      busiest += most;
    }
    for (const model::BankWavefront& w : service.wavefronts) {
      ASSERT_NE(w.lanes, 0u);
      ASSERT_EQ(served & w.lanes, 0u);
      served |= w.lanes;
      std::uint32_t taken = 0, given = 0;
      for (std::uint32_t rest = w.lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        ASSERT_EQ(lane / lanes, static_cast<std::size_t>(std::countr_zero(w.lanes)) / lanes);
        ASSERT_EQ(taken >> (to[lane] % lanes) & 1u, 0u) << n;
        ASSERT_EQ(given >> (from[lane] % lanes) & 1u, 0u) << n;
        taken |= 1u << to[lane] % lanes;
        given |= 1u << from[lane] % lanes;
      }
    }
    ASSERT_EQ(served, mask);
    ASSERT_EQ(service.counts.wavefronts, busiest);
    ASSERT_EQ(service.counts, model::count_banks(copy_of(width, mask, to, from), AccessKind::Store));
  }
}

} // namespace
} // namespace warpscope
