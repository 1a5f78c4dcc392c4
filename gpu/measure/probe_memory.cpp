// Sections of the probe: latencies, L1 and shared memory, streams through L2 and DRAM.
#include "gpu/measure/probe_device.h"

#include <fmt/format.h>

#include <cmath>

namespace warpscope::measure {

namespace {

constexpr double h200_l2 = 60.0 * (1 << 20), mib = 1 << 20;

/// The sizes that an H200's L2 asks for, by this device's L2: as powers of two.
int shifted(const ProbeDevice& on, int log) {
  const double l2 = std::max(on.l2_bytes(), mib);
  return std::clamp(log + static_cast<int>(std::lround(std::log2(l2 / h200_l2))), 6, 24);
}

double lower_middle_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[(values.size() - 1) / 2];
}

void loaded_latency(ProbeDevice& on, std::uint32_t lines) {
  const double mb = lines * 128.0 / mib;
  on.fill(lines);
  for (const int apart : {0, 1}) {
    const int steps = apart != 0 ? 64 : 512;
    const char* what = apart != 0 ? "32 lines" : "line";
    const auto chase = [&](std::uint64_t blocks, std::uint64_t threads) {
      on.launch("chase_cg", across(blocks), across(threads), 0, on.a.address(), lines, apart, steps,
                on.next_seed(), on.out.address());
    };
    for (const std::uint32_t warps : {1u, 2u, 4u, 8u, 16u, 32u, 64u}) {
      const std::uint32_t blocks = warps > 32 ? 2 : 1, threads = warps > 32 ? 1024 : warps * 32;
      std::vector<double> times, cycles;
      for (int i = 0; i < 4; ++i) {
        const double us = on.alone_us([&] { chase(std::uint64_t{on.multiprocessors()} * blocks, threads); });
        const double each = static_cast<double>(on.out_word(0)) / steps;
        if (i > 0) times.push_back(us), cycles.push_back(each);
      }
      const std::string arguments = fmt::format("MB={:g} {} warps={}", mb, what, warps);
      on.row("loaded", arguments, lower_middle_of(cycles), "cycles");
      on.row("loaded_rate", arguments,
             (apart != 0 ? 32.0 * 32 : 128.0) * warps * on.multiprocessors() * steps /
                 lower_middle_of(times) * 1e-3,
             "GB/s of sectors");
    }
    for (const std::uint32_t warps : {4u, 16u, 32u})
      on.row("loaded_one_sm", fmt::format("MB={:g} {} warps={}", mb, what, warps),
             on.left([&] { chase(1, warps * 32); }, 0, 3) / steps, "cycles");
  }
}

} // namespace

void probe_latency(ProbeDevice& on) {
  for (int log = 6; log <= 24; ++log) { // lines: 8 KB to 2 GB
    const std::uint32_t lines = 1u << log;
    if (lines * std::uint64_t{128} > on.large()) break;
    on.fill(lines);
    const int steps = 2048, many = std::clamp(32 * static_cast<int>(lines), 8192, 131072);
    const double kb = lines * 128.0 / 1024;
    const auto by_l1 = [&](const char* what, std::uint64_t threads, int apart) {
      on.row("chase_ca", fmt::format("KB={:g} {}", kb, what),
             on.left(
                 [&] {
                   on.launch("chase_ca", across(1), across(threads), 0, on.a.address(), lines, apart, many,
                             1u, on.out.address());
                 },
                 0, 2) /
                 many,
             "cycles");
    };
    const auto by_l2 = [&](const char* what, std::uint64_t threads, int apart) {
      on.row("chase_cg", fmt::format("KB={:g} {}", kb, what), on.left([&] {
        on.launch("chase_cg", across(1), across(threads), 0, on.a.address(), lines, apart, steps,
                  on.next_seed(), on.out.address());
      }) / steps,
             "cycles");
    };
    if (log <= 12) by_l1("thread", 1, 1);
    if (log <= 10) by_l1("line", 32, 0), by_l1("32 lines", 32, 1);
    by_l2("thread", 1, 1), by_l2("line", 32, 0), by_l2("32 lines", 32, 1);
  }
  for (const int width : {4, 8, 16})
    for (const int stride : {0, 1, 2, 8, 32})
      on.row("chase_shared", fmt::format("width={} stride={}", width, stride), on.left([&] {
        on.launch(fmt::format("chase_shared{}", width), across(1), across(32), 16384 + 64, stride, 2048,
                  on.out.address());
      }) / 2048,
             "cycles");
  // Loaded: so many warps on each multiprocessor, each with a line, or a gather of 32 lines, under way.
  for (const int log : {15, 17, 18, 19, 21}) // 4, 16, 32, 64, 256 MB of an H200
    if ((std::uint64_t{128} << shifted(on, log)) <= on.large()) loaded_latency(on, 1u << shifted(on, log));
}

void probe_l1(ProbeDevice& on) {
  on.set(on.a, 64u << 20);
  constexpr int rounds = 200;
  const auto hit = [&](int width, int stride, int shift, int step, std::uint32_t threads) {
    constexpr int step2 = 128;
    const double cycles = on.left(
        [&] {
          on.launch(fmt::format("l1_rate{}", width), across(1), across(threads), 0, on.a.address(), stride,
                    shift, rounds, on.out.address(), step, step2);
        },
        0, 3);
    on.row("l1_hit",
           fmt::format("width={} stride={} shift={} step={} threads={} step2={}", width, stride, shift, step,
                       threads, step2),
           cycles / (rounds * 8.0 * threads / 32), "cycles an access");
  };
  for (const int width : {4, 8, 16}) {
    for (const int words : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 24, 32, 33, 34, 36, 40, 48, 64, 65})
      if (words * 4 % width == 0) hit(width, 4 * words, 0, 0, 1024);
    for (const int shift : {1, 2, 3, 4, 7, 8, 12, 16, 20, 24, 28, 31})
      if (shift * 4 % width == 0) hit(width, width, shift, 0, 1024);
    for (const std::uint32_t threads : {1024u, 128u, 32u}) hit(width, width, 0, 512, threads);
  }
  for (const int range : {32, 64, 128, 256, 1024, 4096, 8192}) hit(4, -range, 0, 0, 1024);
  for (const int width : {4, 8, 16})
    for (const char* kind : {"st", "ld"})
      for (const int words : {0, 1, 2, 3, 4, 8, 16, 32})
        if (words * 4 % width == 0)
          on.row("shared",
                 fmt::format("{} width={} stride={}", kind[0] == 's' ? "store" : "load", width, 4 * words),
                 on.left(
                     [&] {
                       on.launch(fmt::format("shared_{}{}", kind, width), across(1), across(1024), 20000,
                                 4 * words, 0, rounds, on.out.address(), 512);
                     },
                     0, 3) /
                     (rounds * 8.0 * 32),
                 "cycles an access");
  for (const int stride : {4, 128, 132})
    for (const std::uint32_t threads : {32u, 128u, 512u})
      for (const int loads : {1, 2, 3, 4, 5, 6, 8, 10, 12, 16}) {
        const std::string arguments = fmt::format("loads={} stride={} threads={}", loads, stride, threads);
        const double issued = on.left([&] {
          on.launch(fmt::format("queue_{}", loads), across(1), across(threads), 0, on.a.address(), stride,
                    on.out.address());
        });
        on.row("queue_issued", arguments, issued, "cycles");
        on.row("queue_done", arguments, static_cast<double>(on.out_word(1)), "cycles");
      }
  for (const std::uint32_t shared : {0u, 100u << 10, 196u << 10})
    for (const int kb :
         {16, 32, 48, 64, 96, 128, 160, 176, 192, 208, 216, 224, 232, 240, 256, 288, 320, 384, 512})
      if (shared <= on.most_shared())
        on.row("l1_walk", fmt::format("KB={} shared={}", kb, shared),
               on.left(
                   [&] {
                     on.launch("l1_walk", across(1), across(1024), shared, on.a.address(),
                               static_cast<std::uint32_t>(kb) << 10, 8, on.out.address());
                   },
                   0, 3) /
                   (8.0 * kb * 8),
               "cycles a line");
  // Each block walks its own part, so that all miss L1 and, on all multiprocessors together, fit half of L2.
  const auto share = static_cast<std::uint32_t>(on.l2_bytes() / 2 / on.multiprocessors() / 8192) * 8192;
  for (const std::uint32_t blocks : {1u, on.multiprocessors()})
    for (const int words : {1, 2, 4, 8, 16, 32})
      for (const std::uint32_t threads : {256u, 1024u}) {
        const std::uint32_t part = blocks == 1 ? 2048u << 10 : std::min(share, 232u << 10);
        const int times = blocks == 1 ? 2 : 1;
        const double accesses = static_cast<double>(part) / (128 * words) * times;
        if (accesses < threads / 32) continue;
        for (const char* walk : {"miss_walk", "store_walk"})
          on.row(walk, fmt::format("blocks={} stride={} threads={}", blocks, 4 * words, threads),
                 on.left(
                     [&] {
                       on.launch(walk, across(blocks), across(threads), 0, on.a.address(), part, 4 * words,
                                 times, on.out.address());
                     },
                     0, 3) /
                     accesses / (words >= 8 ? 32 : 4 * words),
                 "cycles a sector");
      }
}

namespace {

void streams_by_size(ProbeDevice& on) {
  for (const int h200_mb :
       {4, 8, 16, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 72, 80, 96, 128, 256, 768}) {
    constexpr double step = 16384; // of bytes: whole blocks of every kernel
    const auto bytes = static_cast<std::uint64_t>(
        std::max(1.0, std::round(h200_mb * mib * on.l2_bytes() / h200_l2 / step)) * step);
    if (bytes > on.large()) break;
    const std::uint64_t words = bytes / 4, count = bytes / 16;
    const std::uint64_t half = count / 2;
    const int batch = h200_mb <= 64 ? 8 : 4;
    const auto stream = [&](const char* name, std::uint64_t blocks, auto... arguments) {
      on.row(name, fmt::format("MB={:g}", static_cast<double>(bytes) / mib),
             on.us(batch, [&] { on.launch(name, across(blocks), across(256), 0, arguments...); }, 7), "us");
    };
    const std::uint64_t grid = std::uint64_t{on.multiprocessors()} * 8, a = on.a.address(),
                        b = on.b.address();
    stream("read_grid", grid, a, on.out.address(), count);
    stream("write_grid", grid, a, count);
    stream("copy_grid", grid, a, b, half);
    if (h200_mb > 256) continue;
    stream("load_store", words / 2 / 256, a, b);
    stream("load_store4", half / 256, a, b);
    stream("rewrite4", count / 256, a);
    stream("axpy_one", words / 2 / 256, a, b);
    stream("add_one", words / 3 / 256, a, b, on.c.address());
  }
}

void strided_streams(ProbeDevice& on) {
  const std::uint64_t grid = std::uint64_t{on.multiprocessors()} * 8, a = on.a.address(), b = on.b.address();
  for (const int log : {20, 22, 24})
    for (const int stride : {2, 3, 4, 5, 8, 12, 16, 24, 32, 64}) {
      const std::uint64_t count = std::uint64_t{1} << log;
      if (count * static_cast<std::uint64_t>(stride) * 4 > on.large()) continue;
      const auto stream = [&](const char* name, std::uint64_t blocks, auto... arguments) {
        on.row(name, fmt::format("N={} stride={}", count, 4 * stride),
               on.us(4, [&] { on.launch(name, across(blocks), across(256), 0, arguments...); }, 5), "us");
      };
      stream("read_strided", grid, a, on.out.address(), count, stride);
      stream("write_strided", grid, a, count, stride);
      stream("strided_to_dense", count / 256, a, b, stride);
      stream("dense_to_strided", count / 256, a, b, stride);
      stream("strided_to_strided", count / 256, a, b, stride);
    }
  for (const std::uint64_t kb : {4, 16, 64, 128, 256, 512, 1024, 4096, 16384, 32768, 65536, 131072, 524288}) {
    constexpr std::uint64_t count = 1u << 22;
    const auto mask = static_cast<std::uint32_t>((kb << 10) / 4 - 1);
    if ((kb << 10) > on.large()) break;
    for (const char* name : {"gather", "gather_in_line", "scatter"})
      on.row(name, fmt::format("N={} KB={}", count, kb),
             on.us(4, [&] { on.launch(name, across(count / 256), across(256), 0, a, b, mask); }, 5), "us");
  }
}

void structs_and_matrices(ProbeDevice& on) {
  const std::uint64_t a = on.a.address(), b = on.b.address();
  for (const int log : {18, 20, 22})
    for (const int words : {2, 3, 4, 5, 7, 8, 16})
      for (const char* what : {"read", "write", "change"}) {
        const std::uint64_t count = std::uint64_t{1} << log;
        if (count * static_cast<std::uint64_t>(words) * 4 > on.large()) continue;
        const std::string name = fmt::format("aos_{}_{}", what, words);
        on.row(name.c_str(), fmt::format("N={}", count),
               on.us(
                   4,
                   [&] {
                     if (what[0] == 'c') on.launch(name, across(count / 256), across(256), 0, a);
                     else on.launch(name, across(count / 256), across(256), 0, a, b);
                   },
                   5),
               "us");
      }
  for (const std::uint32_t dim : {1024u, 2048u, 3072u, 4096u})
    for (const std::uint32_t rows : {4u, 8u, 16u, 32u}) {
      const auto matrix = [&](const char* name, auto... arguments) {
        on.row(
            name, fmt::format("DIM={} rows={}", dim, rows),
            on.us(
                4,
                [&] { on.launch(name, ProbeSize{dim / 32, dim / 32}, ProbeSize{32, rows}, 0, arguments...); },
                5),
            "us");
      };
      const int row = static_cast<int>(dim);
      matrix("column_write", a, row);
      matrix("column_read", a, on.out.address(), row);
      matrix("tile_transpose", a, b, row);
    }
}

} // namespace

void probe_streams(ProbeDevice& on) {
  for (const DeviceMemoryBlock* memory : {&on.a, &on.b, &on.c}) on.set(*memory, memory->bytes());
  streams_by_size(on);
  strided_streams(on);
  structs_and_matrices(on);
}

} // namespace warpscope::measure
