// How a program ends that does not end by itself: signals, uncaught exceptions, time used up.
#pragma once

#include "guest/runtime/connection.h"

namespace warpscope::guest {

/// Every such end is told to the simulator first; the process then dies of the same signal.
void tell_of_crashes(Connection& link);
/// A stack for the handlers of this thread, so that a thread whose own is used up can still tell.
void give_thread_a_signal_stack();

} // namespace warpscope::guest
