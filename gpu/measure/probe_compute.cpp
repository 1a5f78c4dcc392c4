// Sections of the probe: the clock under load, arithmetic, constants, the fetch of instructions.
#include "gpu/measure/probe_device.h"

#include <fmt/format.h>

#include <cstring>

namespace warpscope::measure {

namespace {

template <class T> void arithmetic_rows(ProbeDevice& on, const std::string& name, T first, T second) {
  constexpr int rounds = 64, steps = 32;
  const auto cycles = [&](const char* kind, std::uint32_t threads, int times) {
    return on.left(
               [&] {
                 on.launch(kind + name, across(1), across(threads), 0, on.out.address(), first, second,
                           rounds);
               },
               0, times) /
           (rounds * steps);
  };
  on.row("latency", name, cycles("lat_", 32, 5), "cycles");
  for (const std::uint32_t threads : {32u, 128u, 512u, 1024u})
    on.row("rate", fmt::format("{} threads={}", name, threads), cycles("rate_", threads, 3) / (threads / 32),
           "cycles an instruction and SM");
}

void clock_row(ProbeDevice& on, const char* name, const std::string& arguments, double cycles) {
  const auto nanoseconds = static_cast<double>(on.out_word(1));
  if (nanoseconds > 0) on.clock_hz = cycles / nanoseconds * 1e9;
  on.row(name, arguments, on.clock_hz * 1e-6, "MHz");
}

} // namespace

void probe_clock(ProbeDevice& on) {
  const auto arithmetic = [&](int rounds) {
    on.launch("clock_arithmetic", across(on.multiprocessors() * 2), across(1024), 0, on.out.address(), 1.5f,
              0.5f, rounds);
  };
  for (int i = 0; i < 20; ++i) arithmetic(20000); // an idle device raises its clock
  on.wait();
  on.set(on.a, on.large());
  const std::uint64_t count = on.large() / 16;
  clock_row(on, "clock_memory", "GB=2",
            on.left(
                [&] {
                  on.launch("clock_memory", across(on.multiprocessors() * 8), across(256), 0, on.a.address(),
                            count, on.out.address());
                },
                0, 3));
  for (const int rounds : {2000, 200000})
    clock_row(on, "clock_arithmetic", fmt::format("rounds={}", rounds),
              on.left([&] { arithmetic(rounds); }, 0, 3));
}

void probe_arithmetic(ProbeDevice& on) {
  for (const char* name :
       {"iadd_lop", "imad", "imul",      "mulhi",  "shl_add", "shift", "funnel", "prmt",  "imnmx2",
        "setp_sel", "popc", "clz",       "brev",   "i2f",     "f2i",   "u_div",  "u_rem", "s_div",
        "s_rem",    "shfl", "shfl_down", "ballot", "redux",   "hfma2", "dp4a"})
    if (on.at_least(80) || std::strcmp(name, "redux") != 0) arithmetic_rows<std::uint32_t>(on, name, 3, 5);
  for (const char* name : {"fadd",      "fmul",     "ffma",  "fmnmx2", "mufu_rcp", "mufu_rsq", "mufu_ex2",
                           "mufu_lg2",  "mufu_sin", "f_div", "f_rcp",  "f_sqrt",   "f_rsqrt",  "f_exp",
                           "f_fastexp", "f_log",    "f_sin", "f_pow",  "f_tanh",   "f_erf"})
    arithmetic_rows<float>(on, name, 1.0001f, 0.5f);
  for (const char* name : {"l_add_xor", "l_mad", "imad_wide", "l_div"})
    arithmetic_rows<std::uint64_t>(on, name, 3, 5);
  for (const char* name : {"dadd", "dfma", "d_div", "d_sqrt", "d2f2d"})
    arithmetic_rows<double>(on, name, 1.0001, 0.5);
  const auto branch = [&](const char* name, int rounds, const char* what) {
    on.row(name, what,
           on.left([&] { on.launch(name, across(1), across(32), 0, on.out.address(), rounds, 3u); }) / rounds,
           "cycles");
  };
  branch("branch_loop", 4096, "");
  branch("branch_diverge", 1024, "two sides of 16 dependent imad");
}

void probe_constants(ProbeDevice& on) {
  constexpr std::size_t words = 16384;
  const cuda::DevicePointer table = on.module().variable("table").first;
  const auto copy = [&](const std::vector<std::uint32_t>& from) {
    check_driver(driver().copy_in(table, from.data(), words * sizeof(std::uint32_t)), "cuMemcpyHtoD");
  };
  for (const int kb : {1, 2, 4, 8, 16, 24, 32, 48, 64}) { // rings of 64-byte lines
    std::vector<std::uint32_t> ring(words, 0);
    const std::uint32_t lines = static_cast<std::uint32_t>(kb) * 16;
    for (std::uint32_t i = 0; i < lines; ++i) ring[i * 16] = (i + 1) % lines * 16;
    copy(ring);
    for (const int walks : {1, 8}) {
      const int steps = static_cast<int>(lines) * walks;
      on.row("chase_constant", fmt::format("KB={} walks={}", kb, walks), on.left([&] {
        on.launch("chase_constant", across(1), across(1), 0, 0u, steps, on.out.address());
      }) / steps,
             "cycles");
    }
  }
  copy(std::vector<std::uint32_t>(words, 0));
  for (const int distinct : {1, 2, 4, 8, 16, 32})
    for (const std::uint32_t threads : {32u, 128u, 1024u})
      on.row("constant_passes", fmt::format("distinct={} threads={}", distinct, threads), on.left([&] {
        on.launch("constant_passes", across(1), across(threads), 0, distinct, 100, on.out.address());
      }) / (800.0 * threads / 32),
             "cycles a warp's load");
  for (const int operands : {64, 256, 1024}) {
    on.launch("body_16384", across(on.multiprocessors()), across(32), 0, on.out.address() + 2048, 1.5f, 0.5f);
    on.left(
        [&] {
          on.launch(fmt::format("constant_operands_{}", operands), across(1), across(32), 0, on.out.address(),
                    3u);
        },
        0, 1);
    for (int pass = 0; pass < 3; ++pass)
      on.row("constant_operands", fmt::format("{} pass={}", operands, pass),
             static_cast<double>(on.out_word(pass)), "cycles");
  }
}

void probe_fetch(ProbeDevice& on) {
  const auto body = [&](int instructions, std::uint64_t blocks, std::uint64_t threads, std::uint64_t apart) {
    on.launch(fmt::format("body_{}", instructions), across(blocks), across(threads), 0,
              on.out.address() + apart, 1.5f, 0.5f);
  };
  for (const std::uint32_t blocks : {1u, on.multiprocessors()})
    for (const int instructions : {256, 1024, 4096, 16384})
      for (const int warps : {1, 8, 32}) {
        body(instructions == 16384 ? 4096 : 16384, on.multiprocessors(), 32, 2048);
        on.left([&] { body(instructions, blocks, 32 * static_cast<std::uint64_t>(warps), 0); }, 0, 1);
        for (int pass = 0; pass < 4; ++pass)
          on.row("body", fmt::format("{} blocks={} warps={} pass={}", instructions, blocks, warps, pass),
                 static_cast<double>(on.out_word(pass)), "cycles");
      }
  for (const int instructions : {256, 1024, 4096}) // whole launches
    on.row("body_launch", fmt::format("{}", instructions),
           on.us(8, [&] { body(instructions, on.multiprocessors(), 32, 0); }), "us");
  for (const int words : {4, 8, 16, 32, 64}) {
    for (const int apart : {0, 1})
      for (const std::uint32_t threads : {32u, 256u, 1024u})
        on.row("local_words", fmt::format("words={} apart={} threads={}", words, apart, threads),
               on.left([&] {
                 on.launch("local_words", across(1), across(threads), 0, on.c.address(), words, 512, apart,
                           on.out.address());
               }) / (512.0 * threads / 32),
               "cycles a round of a warp");
    constexpr std::uint64_t count = 1 << 19;
    on.row("local_stream", fmt::format("words={} N={}", words, count),
           on.us(
               4,
               [&] {
                 on.launch("local_stream", across(count / 256), across(256), 0, on.a.address(),
                           on.b.address(), words);
               },
               5),
           "us");
  }
}

} // namespace warpscope::measure
