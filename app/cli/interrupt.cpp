// Turns SIGINT, and for some work SIGTERM and SIGHUP, into a flag.
#include "app/cli/interrupt.h"

#include "app/cli/cli.h"

#include <csignal>

namespace warpscope::cli {

namespace {
// The globals that a signal handler can reach.
std::atomic<bool> flag{false};
std::atomic<int> which{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "set in a signal handler");

void handle(int signal) {
  struct sigaction action{};
  action.sa_handler = [](int number) {
    which.store(number);
    flag.store(true);
  };
  sigemptyset(&action.sa_mask);
  action.sa_flags = static_cast<int>(SA_RESETHAND); // a second one ends the program as usual
  sigaction(signal, &action, nullptr);
}
} // namespace

const std::atomic<bool>& interrupted() { return flag; }
int interrupting_signal() { return which.load(); }

void handle_interrupts() { handle(SIGINT); }

void handle_terminations() {
  for (const int signal : {SIGTERM, SIGHUP}) handle(signal);
}

} // namespace warpscope::cli
