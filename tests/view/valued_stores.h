// A hand-made trace of shared memory with the values that moved.
#pragma once

#include "tests/view/fixture.h"

#include <array>
#include <functional>

namespace warpscope::testing {

/// Adds an access whose lane i moves value(i) to or from byte bytes(i).
inline void add_valued(Sample& s, AccessKind kind, const std::function<std::uint32_t(std::uint32_t)>& bytes,
                       const std::function<float(std::uint32_t)>& value, std::uint32_t mask = ~0u) {
  std::array<float, warp_size> moved{};
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) moved[lane] = value(lane);
  program::Site site;
  site.space = Space::Shared;
  site.kind = kind;
  site.width = 4;
  site.variable = s.program.variables.front().name;
  site.text = site.variable + "[t]";
  site.span = {static_cast<std::uint32_t>(s.program.sites.size() + 1), 1,
               static_cast<std::uint32_t>(s.program.sites.size() + 1), 9};
  s.program.sites.push_back(site);
  trace::AccessEvent event;
  event.site = static_cast<std::uint32_t>(s.program.sites.size() - 1);
  event.space = Space::Shared;
  event.kind = kind;
  event.access.width = 4;
  event.access.mask = mask;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    event.access.offset[lane] = program::window_base + bytes(lane);
  event.values = reinterpret_cast<const std::uint8_t*>(moved.data());
  s.trace->on_access(event);
}

/// Sixteen lanes store 1.5, 2.5, … and zeros; two wavefronts then store to one bank; an atomic adds; a
/// load tells its result; nothing tells that of the last atomic.
inline Sample valued_stores() {
  Sample s;
  s.block = {32, 1, 1};
  s.trace->keep_values();
  s.variable("s", Space::Shared, {2, 32}, "float", 4);
  add_valued(
      s, AccessKind::Store, [](std::uint32_t t) { return 4 * t; },
      [](std::uint32_t t) { return t < 8 ? static_cast<float>(t) + 1.5F : 0.F; }, 0xffffu);
  add_valued(
      s, AccessKind::Store, [](std::uint32_t t) { return 128 * t + 80; },
      [](std::uint32_t t) { return 100 + static_cast<float>(t); }, 3u);
  add_valued(
      s, AccessKind::Atomic, [](std::uint32_t) { return 120u; }, [](std::uint32_t) { return 0.F; }, 1u);
  add_valued(
      s, AccessKind::Load, [](std::uint32_t t) { return 4 * t; },
      [](std::uint32_t t) { return t == 30 ? 9.F : 0.F; });
  add_valued(
      s, AccessKind::Atomic, [](std::uint32_t) { return 252u; }, [](std::uint32_t) { return 0.F; }, 1u);
  return s;
}

} // namespace warpscope::testing
