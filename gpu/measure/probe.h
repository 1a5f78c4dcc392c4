// `warpscope-measure --probe`: what the simulated multiprocessor needs to know of a device, as lines on
// standard output (gpu/probe/rows.h). The kernels (assets/probe/kernels.cuh) are compiled once; several
// processes, each started anew, run them one after the other with fixed batches.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::measure {

/// Writes a line, without its end, to where the answers go.
using TellLine = void (*)(std::string_view line);

/// Prints everything; `answers` is the descriptor to which `tell` writes. False: the last line says why not.
[[nodiscard]] bool run_probe(int device, int processes, int answers, TellLine tell);

/// One of the processes: prints its rows. The machine code is at descriptor `code`.
[[nodiscard]] bool run_probe_process(int device, int code, TellLine tell);

/// The text of assets/probe/kernels.cuh.
[[nodiscard]] const std::string& probe_kernels();

} // namespace warpscope::measure
