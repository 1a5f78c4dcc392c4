// Runs an export on its own thread.
#include "app/export/background.h"

#include <chrono>

namespace warpscope::exporting {

Background::Background(Work work, std::function<void()> wake)
    : thread_([this, work = std::move(work), wake = std::move(wake)] {
        auto last = std::chrono::steady_clock::now();
        outcome_ = work({cancel_, [&](double share) {
                           progress_ = share;
                           const auto now = std::chrono::steady_clock::now();
                           if (now - last < std::chrono::milliseconds(100))
                             return; // ten updates of a progress bar a second are enough
                           last = now;
                           if (wake) wake();
                         }});
        done_ = true;
        if (wake) wake();
      }) {}

Background::~Background() {
  cancel_ = true;
  thread_.join();
}

} // namespace warpscope::exporting
