// Checks the limits of a launch. Source: CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability": block x and y 1,024, z 64; grid x 2^31 - 1, y and z 65,535; static shared memory 48 KiB; more
// only as dynamic shared memory after an opt-in call.
#include "sim/base/number_text.h"
#include "sim/source/scenario.h"

#include <fmt/format.h>

namespace warpscope::source {

namespace {

constexpr std::uint32_t most_static_shared = 48u << 10;

} // namespace

void check_launch(const ResolvedLaunch& launch, std::uint32_t static_shared, const Device& device,
                  const std::string& file, Diagnostics& diagnostics) {
  const auto add = [&](Severity severity, Span span, std::string message) {
    Diagnostic diagnostic;
    diagnostic.severity = severity;
    if (span.known()) diagnostic.file = file;
    diagnostic.span = span;
    diagnostic.message = std::move(message);
    diagnostics.push_back(std::move(diagnostic));
  };
  const auto axis = [&](const char* what, char name, std::uint32_t value, std::uint32_t limit, Span span,
                        const char* advice) {
    if (value == 0) add(Severity::Error, span, fmt::format("{}.{} is 0: sizes begin at 1", what, name));
    if (value > limit)
      add(Severity::Error, span,
          fmt::format("{}.{} is {}, the limit is {}: {}", what, name, grouped(value), grouped(limit),
                      advice));
  };

  const Dim3 &block = launch.block, &grid = launch.grid;
  axis("block", 'x', block.x, 1024, launch.block_span, "use a smaller block and more of them");
  axis("block", 'y', block.y, 1024, launch.block_span, "use a smaller block and more of them");
  axis("block", 'z', block.z, 64, launch.block_span, "move the size to block.x or block.y");
  // Otherwise the product means little.
  const bool axes_fit = block.x <= 1024 && block.y <= 1024 && block.z <= 64;
  if (axes_fit && block.count() > device.max_threads_per_block)
    add(Severity::Error, launch.block_span,
        fmt::format(
            "a block of {} x {} x {} has {} threads, the limit is {}: use a smaller block and more of them",
            block.x, block.y, block.z, grouped(block.count()), grouped(device.max_threads_per_block)));
  axis("grid", 'x', grid.x, 2'147'483'647u, launch.grid_span, "let each thread do more");
  axis("grid", 'y', grid.y, 65'535, launch.grid_span, "put the long side on grid.x");
  axis("grid", 'z', grid.z, 65'535, launch.grid_span, "put the long side on grid.x");

  const std::uint64_t total = std::uint64_t{static_shared} + launch.dynamic_shared_bytes;
  const std::uint32_t most = device.shared_bytes_per_block_optin != 0 ? device.shared_bytes_per_block_optin
                                                                      : device.shared_bytes_per_block;
  if (static_shared > most_static_shared)
    add(Severity::Error, {},
        fmt::format("the kernel's __shared__ arrays take {} bytes, static ones may take {}: use smaller "
                    "tiles, or extern __shared__ with the size "
                    "given at the launch (up to {} on {})",
                    grouped(static_shared), grouped(most_static_shared), grouped(most), device.label()));
  else if (total > most)
    add(Severity::Error, launch.shared_span,
        fmt::format("a block needs {} bytes of shared memory ({} static + {} dynamic), {} has {} for a "
                    "block: use smaller tiles",
                    grouped(total), grouped(static_shared), grouped(launch.dynamic_shared_bytes),
                    device.label(), grouped(most)));
  else if (total > device.shared_bytes_per_block)
    add(Severity::Note, launch.shared_span,
        fmt::format("{} bytes of shared memory are more than {}: on the GPU the host must first call "
                    "cudaFuncSetAttribute(kernel, "
                    "cudaFuncAttributeMaxDynamicSharedMemorySize, {})",
                    grouped(total), grouped(device.shared_bytes_per_block), launch.dynamic_shared_bytes));
}

} // namespace warpscope::source
