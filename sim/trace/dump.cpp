// Prints traces.
#include "sim/trace/dump.h"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace warpscope::trace {
namespace {

template <class... Values> std::string print(const char* format, Values... values) {
  char text[96];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

std::string offsets_text(const WarpAccess& access) {
  std::vector<std::uint32_t> offsets;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if (((access.mask >> lane) & 1) != 0) offsets.push_back(access.offset[lane]);
  }
  std::string text;
  for (std::size_t i = 0; i < offsets.size();) {
    std::size_t run = 1;
    while (i + run < offsets.size() &&
           (run == 1 || offsets[i + run] - offsets[i + run - 1] == offsets[i + 1] - offsets[i]))
      ++run;
    // Two offsets always form a run: only three say anything about a step.
    if (run == 2) run = 1;
    text += print(" 0x%x", offsets[i]);
    if (run > 2) text += print("%+d*%zu", static_cast<int>(offsets[i + 1] - offsets[i]), run);
    i += run;
  }
  return text;
}

} // namespace

std::string dump(const BlockTrace& trace, std::size_t max_events) {
  std::string text;
  const std::size_t shown = std::min(max_events, trace.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const BlockTrace::Event& event = trace.event(i);
    text += print("%zu warp %u ", i, event.warp);
    switch (event.kind) {
    case StepKind::Access: {
      const WarpAccess access = trace.access(i);
      text += std::string(warpscope::name_of(event.space)) + " " +
              std::string(warpscope::name_of(event.access_kind));
      text += print(" site %u width %u mask %08x", event.site_or_pc, access.width, event.mask) +
              offsets_text(access);
      break;
    }
    case StepKind::BarrierArrive:
      text += print("barrier arrive pc %u mask %08x", event.site_or_pc, event.mask);
      break;
    case StepKind::BarrierRelease: text += print("barrier release pc %u", event.site_or_pc); break;
    }
    text += "\n";
  }
  if (shown < trace.size()) text += "... " + std::to_string(trace.size() - shown) + " more\n";
  if (trace.truncated()) text += "(recording stopped at its limit)\n";
  return text;
}

} // namespace warpscope::trace
