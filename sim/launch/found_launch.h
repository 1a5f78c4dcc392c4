// Uses a launch that the text itself contains for what neither a header nor an option gives.
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/launch/launch_memory.h"
#include "sim/program/program.h"
#include "sim/source/launches.h"
#include "sim/source/scenario.h"

#include <optional>
#include <string>

namespace warpscope::launch {

/// Returns the launch in the text that fills what `overrides` leaves open: kernel, grid, block, shared
/// memory. None for a text with a header, without `<<<`, or when grid and block are given. Launches of
/// different kernels without --kernel are an error that lists them; a size that cannot be determined is an
/// error that names what is missing.
[[nodiscard]] std::optional<source::FoundLaunch> offer_found_launch(const source::Scenario& scenario,
                                                                    source::Overrides& overrides,
                                                                    const SourceText& source,
                                                                    Diagnostics& diagnostics);

/// Adds arguments for the kernel's parameters that have none: numbers from the text, buffers of the size that
/// was allocated, filled with zero (a note says so). What cannot be determined stays open, and its error
/// names what is missing.
void add_found_arguments(const source::FoundLaunch& found, const program::Kernel& kernel,
                         source::ResolvedLaunch& launch, const SourceText& source, Diagnostics& diagnostics);

} // namespace warpscope::launch
