// Hand-made traces of blocks, to test the scenes without compiler and executor.
#pragma once

#include "app/view/scene.h"
#include "sim/run/simulate.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace warpscope::testing {

struct Sample {
  program::Program program;
  std::shared_ptr<trace::BlockTrace> trace = std::make_shared<trace::BlockTrace>(0);
  std::vector<program::NamedMemory> buffers;
  Dim3 block{32, 8, 1};

  /// Adds an access of warp `warp`, whose lane i accesses byte index(i) * element of the variable `name`.
  void add(std::string name, std::string text, Space space, AccessKind kind, std::uint32_t width,
           const std::function<std::uint32_t(std::uint32_t)>& bytes, std::uint32_t mask = 0xFFFFFFFFu,
           std::uint32_t warp = 0, AtomicForm form = AtomicForm::Turns) {
    program::Site site;
    site.space = space;
    site.kind = kind;
    site.width = width;
    site.variable = std::move(name);
    site.text = std::move(text);
    site.span = {static_cast<std::uint32_t>(program.sites.size() + 1), 1,
                 static_cast<std::uint32_t>(program.sites.size() + 1), 9};
    program.sites.push_back(site);
    trace::AccessEvent event;
    event.warp = warp;
    event.site = static_cast<std::uint32_t>(program.sites.size() - 1);
    event.space = space;
    event.kind = kind;
    event.access.width = width;
    event.access.mask = mask;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
      if ((mask >> lane & 1u) != 0) event.access.offset[lane] = program::window_base + bytes(lane);
    }
    event.access.form = form;
    std::uint8_t in_bank[32] = {}; // of a loop with 4 bytes a lane: a lane of each bank is done in each round
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
      if ((mask >> lane & 1u) != 0) event.access.round[lane] = in_bank[event.access.offset[lane] / 4 % 32]++;
    trace->on_access(event);
  }

  /// Makes the last access's instruction an atomic of this operation.
  void operation(program::AtomicOp op) {
    program.sites.back().pc = static_cast<std::uint32_t>(program.code.size());
    program.code.emplace_back().components = static_cast<std::uint8_t>(op);
  }

  void barrier() {
    trace::BarrierEvent event;
    event.phase = trace::BarrierPhase::Arrive;
    event.mask = ~0u;
    trace->on_barrier(event);
    event.phase = trace::BarrierPhase::Release;
    event.mask = 0;
    trace->on_barrier(event);
  }

  void variable(std::string name, Space space, std::vector<std::uint32_t> dimensions, std::string type,
                std::uint32_t element_size) {
    program::Variable v;
    v.name = std::move(name);
    v.space = space;
    v.offset = program::window_base;
    v.dimensions = std::move(dimensions);
    v.element_type = std::move(type);
    v.element_size = element_size;
    v.size = element_size;
    for (const std::uint32_t d : v.dimensions) v.size *= d;
    program.variables.push_back(v);
  }

  void buffer(std::string name, std::uint64_t bytes, std::uint32_t element_size) {
    buffers.push_back({std::move(name), Space::Global, program::window_base, bytes, element_size});
  }

  /// A run of what was added so far. Each call makes a new one: a test that draws many pictures makes one run
  /// and sets it in its requests, so that the tables are built once.
  [[nodiscard]] playback::RunPtr run(playback::Written written = playback::Written::Kernel) const {
    auto result = std::make_shared<run::Result>();
    result->program = std::make_shared<const program::Program>(program);
    result->trace = trace;
    result->launch.block = block;
    for (const program::NamedMemory& b : buffers) {
      run::PlacedBuffer placed;
      static_cast<program::NamedMemory&>(placed) = b;
      result->buffers.push_back(std::move(placed));
    }
    return playback::Run::of(std::move(result), written);
  }

  [[nodiscard]] view::SceneRequest input(float width, float height, std::uint32_t wavefront = 0,
                                         std::size_t event = 0) const {
    view::SceneRequest in;
    in.run = run();
    in.moment = {event, wavefront};
    in.options.frame.width = width;
    in.options.frame.height = height;
    in.options.frame.scale = view::scale_for(width, height, 1);
    return in;
  }
};

/// tile[threadIdx.x][column] of a float tile[32][columns]
inline Sample column_read(std::uint32_t columns = 32, std::uint32_t column = 13) {
  Sample s;
  s.variable("tile", Space::Shared, {32, columns}, "float", 4);
  s.add("tile", "tile[tx][ty + j]", Space::Shared, AccessKind::Load, 4,
        [=](std::uint32_t t) { return 4 * (t * columns + column); });
  return s;
}

/// A block of `warps` warps: each loads, stores to s, waits at a barrier and reads s with a stride, `rounds`
/// times.
inline Sample block_of(std::uint32_t warps, std::uint32_t rounds, std::uint32_t stride = 2) {
  Sample s;
  s.variable("s", Space::Shared, {2048}, "float", 4);
  const auto barrier = [&](std::uint32_t warp, trace::BarrierPhase phase) {
    trace::BarrierEvent event;
    event.warp = warp;
    event.phase = phase;
    event.mask = phase == trace::BarrierPhase::Arrive ? ~0u : 0;
    s.trace->on_barrier(event);
  };
  struct Step {
    const char* name;
    const char* text;
    Space space;
    AccessKind kind;
    std::uint32_t stride;
  };
  const Step steps[] = {{"in", "in[i]", Space::Global, AccessKind::Load, 1},
                        {"s", "s[t]", Space::Shared, AccessKind::Store, 1},
                        {"s", "s[t * k]", Space::Shared, AccessKind::Load, stride}};
  for (std::uint32_t i = 0; i < 3; ++i) {
    program::Site site;
    site.space = steps[i].space;
    site.kind = steps[i].kind;
    site.variable = steps[i].name;
    site.text = steps[i].text;
    site.span = {i + 7, 1, i + 7, 9};
    s.program.sites.push_back(site);
  }
  const auto access = [&](std::uint32_t warp, std::uint32_t i) {
    trace::AccessEvent event;
    event.warp = warp;
    event.site = i;
    event.space = steps[i].space;
    event.kind = steps[i].kind;
    event.access.mask = ~0u;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
      event.access.offset[lane] = program::window_base +
                                  4 * ((warp * warp_size + lane) * steps[i].stride % 2048);
    s.trace->on_access(event);
  };
  for (std::uint32_t round = 0; round < rounds; ++round) {
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
      access(warp, 0);
      access(warp, 1);
      barrier(warp, trace::BarrierPhase::Arrive);
    }
    barrier(0, trace::BarrierPhase::Release);
    for (std::uint32_t warp = 0; warp < warps; ++warp) access(warp, 2);
  }
  return s;
}

/// Three warps that copy asynchronously in two stages; the last group of the last warp is never waited for.
inline Sample staged_copies(bool waits_have_lines = false) {
  Sample s;
  s.variable("s", Space::Shared, {2048}, "float", 4);
  const auto order = [&](std::uint32_t warp, trace::OrderKind kind, std::uint32_t prior = 0) {
    trace::OrderEvent event;
    event.warp = warp;
    event.lanes = ~0u;
    event.kind = kind;
    event.prior = prior;
    s.trace->on_order(event);
  };
  if (waits_have_lines) {
    s.program.spans = {{20, 3, 20, 9}};
    s.program.code.resize(1);
  }
  const auto access = [&](std::uint32_t warp, AccessKind kind) {
    s.add("s", "s[t]", Space::Shared, kind, 4, [](std::uint32_t t) { return 4 * t; }, ~0u, warp);
  };
  for (std::uint32_t warp = 0; warp < 3; ++warp) {
    for (int stage = 0; stage < 2; ++stage) {
      order(warp, trace::OrderKind::CopyBegin);
      access(warp, AccessKind::Store);
      order(warp, trace::OrderKind::CopyEnd);
      order(warp, trace::OrderKind::CopyCommit);
    }
    access(warp, AccessKind::Load);
    order(warp, trace::OrderKind::CopyWaitPrior, 1);
    access(warp, AccessKind::Load);
    if (warp < 2) order(warp, trace::OrderKind::CopyWaitPrior, 0);
    access(warp, AccessKind::Load);
  }
  return s;
}

/// s[threadIdx.x * stride]
inline Sample shared_stride(std::uint32_t stride, std::uint32_t mask = ~0u,
                            AccessKind kind = AccessKind::Load) {
  Sample s;
  s.variable("s", Space::Shared, {1024}, "float", 4);
  s.add(
      "s", "s[t * " + std::to_string(stride) + "]", Space::Shared, kind, 4,
      [=](std::uint32_t t) { return 4 * (t * stride % 1024); }, mask);
  return s;
}

/// s[threadIdx.x / share]
inline Sample shared_broadcast(std::uint32_t share, AccessKind kind = AccessKind::Load) {
  Sample s;
  s.variable("s", Space::Shared, {128}, "float", 4);
  s.add("s", "s[threadIdx.x / " + std::to_string(share) + "]", Space::Shared, kind, 4,
        [=](std::uint32_t t) { return 4 * (t / share); });
  return s;
}

/// s4[threadIdx.x] of float2 (8) or float4 (16)
inline Sample shared_vector(std::uint32_t width, std::uint32_t share = 1,
                            AccessKind kind = AccessKind::Load) {
  Sample s;
  s.variable("s4", Space::Shared, {32}, width == 8 ? "float2" : "float4", width);
  s.add("s4", "s4[threadIdx.x]", Space::Shared, kind, width,
        [=](std::uint32_t t) { return width * (t / share); });
  return s;
}

/// in[threadIdx.x * stride + offset] of floats
inline Sample global_read(std::uint32_t stride, std::uint32_t offset, std::uint32_t width = 4,
                          std::uint32_t mask = ~0u, AccessKind kind = AccessKind::Load) {
  Sample s;
  s.buffer("in", 1u << 20, width);
  s.add(
      "in",
      stride == 1 ? offset == 0 ? "in[i]" : "in[i + " + std::to_string(offset) + "]"
                  : "in[" + std::to_string(stride) + " * i]",
      Space::Global, kind, width, [=](std::uint32_t t) { return width * (t * stride + offset); }, mask);
  return s;
}

/// coef[threadIdx.x / share] in constant memory
inline Sample constant_read(std::uint32_t share, std::uint32_t mask = ~0u) {
  Sample s;
  s.variable("coef", Space::Constant, {64}, "float", 4);
  s.add(
      "coef", "coef[i]", Space::Constant, AccessKind::Load, 4,
      [=](std::uint32_t t) { return 4 * (t / share); }, mask);
  return s;
}

} // namespace warpscope::testing
