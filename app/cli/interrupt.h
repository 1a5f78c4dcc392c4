// SIGINT as a flag that running work checks.
#pragma once

#include <atomic>

namespace warpscope::cli {

[[nodiscard]] const std::atomic<bool>& interrupted();
/// Takes SIGTERM and SIGHUP as interrupts, too: work that must clean up behind itself.
void handle_terminations();
/// The signal that interrupted; 0: none has.
[[nodiscard]] int interrupting_signal();

} // namespace warpscope::cli
