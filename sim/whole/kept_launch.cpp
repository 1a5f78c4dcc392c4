// Keeps what one launch saw while the program goes on: of the line that is asked for, or of the longest one.
#include "sim/whole/launch_service.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace warpscope::whole {

namespace {

// Of snapshots of launches that may turn out to be the longest.
constexpr std::uint32_t most_tried = 16;
constexpr std::chrono::milliseconds longest_try{20};

/// The kernel itself has an access on this line of the first text.
bool has_access_on(const program::Program& device, std::uint32_t kernel, std::uint32_t line) {
  const program::Function& function = device.functions[device.kernels[kernel].function];
  return std::any_of(device.sites.begin(), device.sites.end(), [&](const program::Site& site) {
    return site.pc >= function.entry && site.pc < function.end && site.span.file == 0 &&
           site.span.line == line;
  });
}

} // namespace

std::shared_ptr<const LaunchSnapshot> LaunchService::seen_by(const exec::Launch& launch,
                                                             std::uint32_t number) {
  const Request::Keep& wanted = context_.request.keep;
  if (kept_.copied >= wanted.copied_bytes || kept_.tried >= most_tried) return nullptr;
  const LaunchSnapshot* kept = kept_.seen.get();
  if (wanted.line != 0) {
    if (kept != nullptr || !has_access_on(context_.device, launch.kernel, wanted.line)) return nullptr;
  } else if (kept != nullptr && kept->kernel == context_.device.kernels[launch.kernel].name &&
             kept->grid == launch.grid && kept->block == launch.block) {
    return nullptr; // likely as long
  }
  ++kept_.tried;
  const auto begun = std::chrono::steady_clock::now();
  std::optional<LaunchSnapshot> seen = take_snapshot(
      context_.device, launch, context_.memory, context_.window_file, wanted.copied_bytes - kept_.copied);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  // Memory that is large and mostly empty takes time, too.
  kept_.copied = seen && took < longest_try ? kept_.copied + seen->pages.size() * 4096 : wanted.copied_bytes;
  if (!seen) return nullptr;
  seen->number = number;
  auto shared = std::make_shared<const LaunchSnapshot>(std::move(*seen));
  if (wanted.line == 0) return shared;
  kept_.seen = shared;
  if (wanted.heard) wanted.heard(shared);
  return nullptr;
}

void LaunchService::keep_if_longest(std::shared_ptr<const LaunchSnapshot> seen, double seconds) {
  if (seen == nullptr || (kept_.seen != nullptr && seconds <= kept_.seconds)) return;
  kept_.seen = std::move(seen);
  kept_.seconds = seconds;
}

} // namespace warpscope::whole
