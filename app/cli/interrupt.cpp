// Turns SIGINT into a flag.
#include "app/cli/interrupt.h"

#include "app/cli/cli.h"

#include <csignal>

namespace warpscope::cli {

namespace {
// The one global that a signal handler can reach.
std::atomic<bool> flag{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set in a signal handler");
} // namespace

const std::atomic<bool>& interrupted() { return flag; }

void handle_interrupts() {
  struct sigaction action{};
  action.sa_handler = [](int) { cli::flag.store(true); };
  sigemptyset(&action.sa_mask);
  action.sa_flags = static_cast<int>(SA_RESETHAND); // a second one ends the program as usual
  sigaction(SIGINT, &action, nullptr);
}

} // namespace warpscope::cli
