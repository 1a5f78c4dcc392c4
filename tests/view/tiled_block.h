// One block of a tiled product as a hand-made program and trace: each thread loads an element of A and one of
// B where they exist (otherwise its cells become zero), waits, reads a row of As and a column of Bs, waits;
// finally it stores to C.
#pragma once

#include "sim/base/device.h"
#include "tests/view/fixture.h"

#include <memory>

namespace warpscope::testing {

namespace tiled_detail {

enum SiteNumber : std::uint32_t { LoadA, LoadB, StoreAs, StoreBs, ReadAs, ReadBs, StoreC };

inline program::Program program(std::uint32_t t) {
  program::Program p;
  const auto site = [&](Space space, AccessKind kind, const char* variable, const char* text,
                        std::uint32_t pc) {
    program::Site s;
    s.space = space;
    s.kind = kind;
    s.variable = variable;
    s.text = text;
    s.pc = pc;
    s.span = {10 + static_cast<std::uint32_t>(p.sites.size()), 1,
              10 + static_cast<std::uint32_t>(p.sites.size()), 9};
    p.sites.push_back(s);
  };
  site(Space::Global, AccessKind::Load, "A", "A[row * n + first + tx]", 2);
  site(Space::Global, AccessKind::Load, "B", "B[(first + ty) * n + col]", 6);
  site(Space::Shared, AccessKind::Store, "As", "As[ty][tx]", 3);
  site(Space::Shared, AccessKind::Store, "Bs", "Bs[ty][tx]", 7);
  site(Space::Shared, AccessKind::Load, "As", "As[ty][k]", 8);
  site(Space::Shared, AccessKind::Load, "Bs", "Bs[k][tx]", 9);
  site(Space::Global, AccessKind::Store, "C", "C[row * n + col]", 11);
  const auto add = [&](program::Opcode op, std::uint32_t dst, std::uint32_t a, std::uint32_t b,
                       std::uint32_t c, std::uint32_t imm) {
    program::Instruction i;
    i.op = op;
    i.bytes = 4;
    i.components = 1;
    i.dst = dst, i.a = a, i.b = b, i.c = c, i.imm = imm;
    p.code.push_back(i);
  };
  const std::uint32_t zero = program::constant_operand, none = program::no_operand;
  add(program::Opcode::Mov32, 0, zero, none, none, 0);
  add(program::Opcode::Branch, none, 0, 2, 3, 3);
  add(program::Opcode::LoadGlobal, 0, 1, none, none, LoadA);
  add(program::Opcode::StoreShared, none, 2, 0, none, StoreAs);
  add(program::Opcode::Mov32, 0, zero, none, none, 0);
  add(program::Opcode::Branch, none, 0, 6, 7, 7);
  add(program::Opcode::LoadGlobal, 0, 1, none, none, LoadB);
  add(program::Opcode::StoreShared, none, 2, 0, none, StoreBs);
  add(program::Opcode::LoadShared, 3, 2, none, none, ReadAs);
  add(program::Opcode::LoadShared, 4, 2, none, none, ReadBs);
  add(program::Opcode::FmaF32, 5, 3, 4, 5, 0);
  add(program::Opcode::StoreGlobal, none, 1, 5, none, StoreC);
  add(program::Opcode::Ret, none, 0, 0, none, 0);
  program::Function f;
  f.end = static_cast<std::uint32_t>(p.code.size());
  f.slots = 8;
  f.predicates = 1;
  p.functions.push_back(f);
  p.constants = {0};
  p.spans = {{}};
  for (const char* name : {"As", "Bs"}) {
    program::Variable v;
    v.name = name;
    v.space = Space::Shared;
    v.offset = program::window_base + static_cast<std::uint32_t>(p.variables.size()) * t * t * 4;
    v.size = t * t * 4;
    v.dimensions = {t, t};
    v.element_type = "float";
    v.element_size = 4;
    p.variables.push_back(v);
  }
  return p;
}

} // namespace tiled_detail

/// The elements of A and B where a block has numbers.
inline float number_of_a(std::uint32_t row, std::uint32_t k) { return static_cast<float>((3 * row + k) % 7); }
inline float number_of_b(std::uint32_t k, std::uint32_t column) {
  return static_cast<float>((k + 2 * column) % 5);
}

/// n x n matrices, t x t threads, block (bx, by). `numbers`: A and B hold the above; otherwise zeros.
inline Sample tiled_block(std::uint32_t n, std::uint32_t t, std::uint32_t bx, std::uint32_t by,
                          bool numbers = false) {
  using namespace tiled_detail;
  Sample s;
  s.program = program(t);
  const std::uint32_t bytes = n * n * 4;
  for (const char* name : {"A", "B", "C"})
    s.buffers.push_back(
        {name, Space::Global,
         program::window_base + static_cast<std::uint32_t>(s.buffers.size()) * ((bytes + 255) & ~255u), bytes,
         4});
  const std::uint32_t warps = (t * t + 31) / 32;
  std::vector<std::uint8_t> zeros(32 * 4);
  // For each lane: the element that it accesses, if any.
  std::uint32_t phase = 0; ///< the first column of A in it
  const auto access =
      [&](std::uint32_t warp, SiteNumber site,
          const std::function<std::optional<std::uint32_t>(std::uint32_t tx, std::uint32_t ty)>& to) {
        trace::AccessEvent e;
        e.warp = warp;
        e.site = site;
        e.space = s.program.sites[site].space;
        e.kind = s.program.sites[site].kind;
        e.values = zeros.data();
        std::vector<float> stored(32);
        if (numbers && (site == StoreAs || site == StoreBs)) {
          for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
            const std::uint32_t x = (warp * 32 + lane) % t, y = (warp * 32 + lane) / t;
            const std::uint32_t row = by * t + y, column = bx * t + x;
            if (site == StoreAs && row < n && phase + x < n) stored[lane] = number_of_a(row, phase + x);
            if (site == StoreBs && phase + y < n && column < n) stored[lane] = number_of_b(phase + y, column);
          }
          e.values = reinterpret_cast<const std::uint8_t*>(stored.data());
        }
        for (std::uint32_t lane = 0; lane < warp_size && warp * 32 + lane < t * t; ++lane) {
          const std::uint32_t thread = warp * 32 + lane;
          const std::optional<std::uint32_t> offset = to(thread % t, thread / t);
          if (!offset) continue;
          e.access.mask |= 1u << lane;
          e.access.offset[lane] = *offset;
        }
        if (e.access.mask != 0) s.trace->on_access(e);
      };
  const auto element = [&](std::size_t buffer, std::uint32_t row,
                           std::uint32_t column) -> std::optional<std::uint32_t> {
    if (row >= n || column >= n) return std::nullopt;
    return s.buffers[buffer].offset + (row * n + column) * 4;
  };
  const auto cell = [&](std::size_t array, std::uint32_t row, std::uint32_t column) {
    return s.program.variables[array].offset + (row * t + column) * 4;
  };
  for (std::uint32_t first = 0; first < n; first += t) {
    phase = first;
    for (std::uint32_t w = 0; w < warps; ++w) {
      access(w, LoadA, [&](std::uint32_t x, std::uint32_t y) { return element(0, by * t + y, first + x); });
      access(w, StoreAs, [&](std::uint32_t x, std::uint32_t y) { return cell(0, y, x); });
      access(w, LoadB, [&](std::uint32_t x, std::uint32_t y) { return element(1, first + y, bx * t + x); });
      access(w, StoreBs, [&](std::uint32_t x, std::uint32_t y) { return cell(1, y, x); });
    }
    s.barrier();
    for (std::uint32_t w = 0; w < warps; ++w)
      for (std::uint32_t k = 0; k < t; ++k) {
        access(w, ReadAs, [&](std::uint32_t, std::uint32_t y) { return cell(0, y, k); });
        access(w, ReadBs, [&](std::uint32_t x, std::uint32_t) { return cell(1, k, x); });
      }
    s.barrier();
  }
  for (std::uint32_t w = 0; w < warps; ++w)
    access(w, StoreC, [&](std::uint32_t x, std::uint32_t y) { return element(2, by * t + y, bx * t + x); });
  return s;
}

/// A device with plausible limits and rates that are no real device's.
inline std::shared_ptr<const Device> sample_device() {
  static const auto device = [] {
    Device d;
    d.name = "Sample";
    d.shared_bytes_per_sm = 102400;
    d.shared_bytes_per_block_optin = 101376;
    d.numbers = {{"fp32_peak", {20, "TFLOP/s", "made up", "rates"}},
                 {"dram_bandwidth", {1000, "GB/s", "made up", "rates"}}};
    return std::make_shared<const Device>(d);
  }();
  return device;
}

/// The request for an event, beside a device with room for some tile sizes; `t` threads in each of the
/// block's two dimensions.
inline view::SceneRequest tiled_input(Sample s, std::uint32_t t, float width, float height,
                                      std::size_t event) {
  s.block = {t, t, 1};
  view::SceneRequest in = s.input(width, height, 0, event);
  in.options.tiling.device = sample_device();
  return in;
}

} // namespace warpscope::testing
