// Takes away what a stranger's program must not do: the network, other processes, files that the simulator
// did not open for it, executable memory, endless memory and time.
#pragma once

#include "guest/protocol/messages.h"
#include "guest/runtime/connection.h"
#include "guest/runtime/frames.h"

#include <string>

namespace warpscope::guest {

/// For good. What is refused afterwards is told to the simulator, and the program goes on. `error` says why
/// the process could not be confined; then nothing may run in it.
[[nodiscard]] bool confine(Connection& link, const Welcome& welcome, std::string& error);

/// Tells of a call that was refused. For signal handlers too.
void tell_denied(const char* call, const char* detail, const Frames& frames);

} // namespace warpscope::guest
