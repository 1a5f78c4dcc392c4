// warpscope-keep-replies: opens the labs as the window does, once, so that the compiler can keep its replies
// to them beside it (sim/compile/kept_replies.h): every lab on the device that the window begins with, and
// those that took long there, whole programs among them, on every device. The build runs it; no person does.
#include "app/document/program_text.h"
#include "app/session/session.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

/// Some ten times what the slowest lab takes on a slow machine.
constexpr std::chrono::seconds longest{60};
/// A fraction of the 200 ms within which a lab is promised to open.
constexpr std::chrono::milliseconds long_opening{60};

bool wait(warpscope::session::Session& session, bool grid) {
  const auto end = std::chrono::steady_clock::now() + longest;
  while (!session.is_shown() || (grid && session.busy())) {
    if (std::chrono::steady_clock::now() > end) return false;
    session.poll();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

} // namespace

int main() {
  namespace ws = warpscope;
  setenv("WARPSCOPE_KEEP_REPLIES", "1", 1);
  ws::session::Session session(ws::document::make_catalog(), ws::jobs::make_simulator(), [] {});
  const std::string first = session.document().device;
  std::vector<std::string> devices = {first};
  for (const ws::Device& device : session.catalog().devices)
    if (device.id != first) devices.push_back(device.id);
  std::set<std::string> slow;
  for (const std::string& device : devices) {
    session.edit()->set_device(device);
    if (!wait(session, true)) return 1;
    for (const ws::document::LabEntry& lab : session.catalog().labs) {
      if (device != first && !ws::document::is_program(lab.text) && !slow.contains(lab.id)) continue;
      const auto begin = std::chrono::steady_clock::now();
      session.edit()->set_lab(lab.id);
      if (!wait(session, false)) std::fprintf(stderr, "%s?\n", lab.id.c_str()); // it is only opened slower
      if (std::chrono::steady_clock::now() - begin > long_opening) slow.insert(lab.id);
      session.edit()->set_mode(ws::document::SourceMode::Expression); // what has not ended is wanted no more
      if (!wait(session, true)) return 1;
    }
  }
  return 0;
}
