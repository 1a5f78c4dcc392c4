// SIGINT as a flag that running work checks.
#pragma once

#include <atomic>

namespace warpscope::cli {

[[nodiscard]] const std::atomic<bool>& interrupted();

} // namespace warpscope::cli
