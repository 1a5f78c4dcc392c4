// Sections of the probe: starts and turns of blocks, barriers, atomics.
#include "gpu/measure/probe_device.h"

#include <fmt/format.h>

#include <cstring>

namespace warpscope::measure {

namespace {

/// Rounds of blocks that wait for a fixed time: (40 rounds - 20 rounds) / 20 is a round.
void probe_turnover(ProbeDevice& on, const char* name) {
  int registers = 0;
  check_driver(driver().function_attribute(&registers, cuda::function_registers, on.function(name)),
               "cuFuncGetAttribute");
  on.row("registers", name, registers, "registers");
  for (const std::uint32_t threads : {32u, 64u, 128u, 256u, 512u, 1024u})
    for (const std::uint32_t shared : {0u, 16u << 10, 48u << 10, 100u << 10, on.most_shared()}) {
      if ((shared != 0 && std::strcmp(name, "spin") != 0) || shared > on.most_shared()) continue;
      int held = 0;
      if (driver().occupancy(&held, on.function(name), static_cast<int>(threads), shared) != cuda::success ||
          held <= 0)
        continue;
      for (const int cycles : {0, 1000, 4000}) {
        if (cycles == 4000 && shared != 0) continue;
        const auto us = [&](std::uint32_t rounds) {
          const std::uint64_t blocks = std::uint64_t{on.multiprocessors()} *
                                       static_cast<std::uint32_t>(held) * rounds;
          return on.us(
              1, [&] { on.launch(name, across(blocks), across(threads), shared, cycles, on.a.address(), 0); },
              5);
        };
        on.row("turnover",
               fmt::format("regs={} threads={} shared={} held={} spin={}", registers, threads, shared, held,
                           cycles),
               (us(40) - us(20)) / 20 * 1e-6 * on.clock_hz, "cycles a round");
      }
    }
}

} // namespace

void probe_blocks(ProbeDevice& on) {
  const std::uint32_t sms = on.multiprocessors();
  const std::uint64_t a = on.a.address();
  for (const int batch : {1, 4, 16, 64, 256}) {
    const std::string arguments = fmt::format("batch={}", batch);
    on.row("empty", arguments,
           on.us(batch, [&] { on.launch("empty", across(1), across(32), 0, 0); }, 21), "us");
    on.row(
        "one_store", arguments,
        on.us(
            batch, [&] { on.launch("one_store", across(16), across(256), 0, on.out.address() + 4096); }, 21),
        "us");
  }
  for (const std::uint32_t blocks : {1u, sms / 2, sms, 2 * sms, 4 * sms, 8 * sms, 32 * sms, 128 * sms})
    for (const std::uint32_t threads : {32u, 64u, 128u, 256u, 512u, 1024u}) {
      if (blocks == 0) continue;
      const std::string arguments = fmt::format("blocks={} threads={}", blocks, threads);
      on.row("empty_grid", arguments,
             on.us(32, [&] { on.launch("empty", across(blocks), across(threads), 0, 0); }, 5), "us");
      if (std::uint64_t{blocks} * threads <= on.large() / 4)
        on.row("store_grid", arguments,
               on.us(32, [&] { on.launch("one_store", across(blocks), across(threads), 0, a); }, 5), "us");
    }
  for (const char* name : {"spin", "spin_r32", "spin_r64", "spin_r128", "spin_r255"})
    probe_turnover(on, name);
  for (const std::uint32_t threads : {32u, 64u, 96u, 128u, 192u, 256u, 512u, 1024u})
    for (const std::uint32_t held : {1u, 2u, 4u, 8u, 16u, 32u}) {
      int fitting = 0;
      if (driver().occupancy(&fitting, on.function("barriers"), static_cast<int>(threads), 0) !=
              cuda::success ||
          held > static_cast<std::uint32_t>(std::max(fitting, 0)))
        continue;
      constexpr int rounds = 250;
      const std::string arguments = fmt::format("threads={} blocks={}", threads, held);
      const auto cycles = [&](const char* name) {
        return on.left(
                   [&] { on.launch(name, across(sms * held), across(threads), 0, rounds, on.out.address()); },
                   0, 3) /
               rounds;
      };
      on.row("barrier", arguments, cycles("barriers") / 4, "cycles a barrier");
      on.row("barrier_shared", arguments, cycles("barriers_shared"), "cycles a round");
    }
  for (const std::uint32_t threads : {32u, 64u, 128u, 256u, 512u, 1024u})
    for (const std::uint32_t mb : {4u, 16u})
      on.row("load_store_by_block", fmt::format("words={}M threads={}", mb / 4, threads),
             on.us(
                 8,
                 [&] {
                   on.launch("load_store", across((std::uint64_t{mb} << 18) / threads), across(threads), 0, a,
                             on.b.address());
                 },
                 5),
             "us");
}

namespace {

/// The word of a lane: warp * `warp` + lane / same * `lane`, or one of `span` at random; the lanes of `mask`
/// take part.
struct AtomicPattern {
  const char* what;
  int warp, lane, same;
  std::uint32_t span, mask;
};
constexpr std::uint32_t all_lanes = ~0u;
constexpr AtomicPattern atomic_patterns[] = {{"one word", 0, 0, 32, 0, all_lanes},
                                             {"one word, one lane", 0, 0, 32, 0, 1},
                                             {"one line", 0, 1, 1, 0, all_lanes},
                                             {"one sector, 4 lanes a word", 0, 1, 4, 0, all_lanes},
                                             {"one line, 2 lanes a word", 0, 1, 2, 0, all_lanes},
                                             {"own line", 32, 1, 1, 0, all_lanes},
                                             {"own line, one word", 32, 0, 32, 0, all_lanes},
                                             {"own line, one lane", 32, 0, 32, 0, 1},
                                             {"own line, 4 lanes a word", 32, 1, 4, 0, all_lanes},
                                             {"32 lines shared", 0, 32, 1, 0, all_lanes},
                                             {"8 lines shared", 0, 32, 4, 0, all_lanes},
                                             {"own 32 lines", 1024, 32, 1, 0, all_lanes},
                                             {"own 32 sectors", 256, 8, 1, 0, all_lanes},
                                             {"random 16", 0, 0, 1, 16, all_lanes},
                                             {"random 256", 0, 0, 1, 256, all_lanes},
                                             {"random 4096", 0, 0, 1, 4096, all_lanes},
                                             {"random 65536", 0, 0, 1, 65536, all_lanes},
                                             {"random 1M", 0, 0, 1, 1 << 20, all_lanes}};

} // namespace

void probe_atomics(ProbeDevice& on) {
  const std::uint32_t sms = on.multiprocessors();
  for (const char* name : {"red_u32", "atom_u32", "red_f32", "atom_f32", "red_f64", "max_u32", "cas_u32"})
    for (const AtomicPattern& p : atomic_patterns)
      for (const std::uint32_t blocks : {1u, sms, sms * 8}) {
        constexpr int rounds = 8;
        on.set(on.a, 64u << 20);
        const double empty = on.us(1, [&] { on.launch("empty", across(blocks), across(256), 0, 0); }, 5);
        const double us = on.us(
            1,
            [&] {
              on.launch(name, across(blocks), across(256), 0, on.a.address(), p.warp, p.lane, p.same, p.span,
                        p.mask, rounds, on.out.address());
            },
            3);
        on.row("global_atomic", fmt::format("{}: {} blocks={}", name, p.what, blocks),
               (us - empty) * 1e3 / (blocks * 8.0 * rounds), "ns a warp's atomic");
      }
  const std::pair<int, int> shared[] = {{1, 1},  {1, 2},  {1, 8},   {0, 32},   {2, 1},
                                        {32, 1}, {-8, 1}, {-32, 1}, {-256, 1}, {-1024, 1}};
  for (const char* name :
       {"shared_red", "shared_inc", "shared_atom", "shared_cas", "shared_fred", "shared_max"})
    for (const auto& [stride, same] : shared)
      for (const std::uint32_t threads : {32u, 128u, 1024u})
        on.row("shared_atomic", fmt::format("{} stride={} same={} threads={}", name, stride, same, threads),
               on.left(
                   [&] {
                     on.launch(name, across(1), across(threads), 20000, stride, same, 20, on.out.address());
                   },
                   0, 3) /
                   (160.0 * threads / 32),
               "cycles an atomic");
}

} // namespace warpscope::measure
