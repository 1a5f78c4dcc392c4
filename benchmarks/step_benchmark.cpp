// What one step costs the window where there are a million events: a block of 1,024 threads
// (tests/kernels/barriers/million_events.cu), simulated once, then steps forward, back, and jumps anywhere. A
// step is: the session moves, the scene's Picture is built, the timeline's bars are there, and, with a pin,
// the difference to it. Target: p99 below 16 ms, a frame at 60 Hz.
//
// Prints percentiles in milliseconds, and what is built once for a trace. The machine's load decides much:
// run it alone.
#include "app/session/session.h"
#include "app/view/scene.h"
#include "app/view/timeline_items.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace warpscope;
using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// The stage's and the timeline's part of a frame after a step.
double frame_ms(const session::Session& session, view::SceneKind scene, playback::TimeAxis& axis) {
  const Clock::time_point start = Clock::now();
  view::SceneRequest input;
  input.run = session.runs().run();
  input.moment = session.time().moment();
  input.options.frame.width = 1190;
  input.options.frame.height = 598;
  input.options.told.since = session.difference();
  const view::Picture picture = view::build_scene(scene, input);
  const playback::TimeAxis before = axis;
  axis.follow(session.time().step());
  if (!(axis == before)) (void)view::timeline_items(session.runs().run()->block_index(), axis, 1500);
  return picture.shapes.empty() ? -1 : ms_since(start);
}

void print(const char* name, std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) {
    return values[std::min(values.size() - 1,
                           static_cast<std::size_t>(share * static_cast<double>(values.size())))];
  };
  std::printf("%-44s p50 %7.3f ms   p99 %7.3f ms   max %7.3f ms   (%zu)\n", name, at(.5), at(.99),
              values.back(), values.size());
}

} // namespace

int main() {
  session::Session session(document::make_catalog(), jobs::make_simulator(), [] {});
  const std::string error = session.edit()->open_file(WARPSCOPE_SOURCE_DIR
                                                      "/tests/kernels/barriers/million_events.cu");
  if (!error.empty()) {
    std::fprintf(stderr, "%s\n", error.c_str());
    return 1;
  }
  const Clock::time_point start = Clock::now();
  while (session.busy() && ms_since(start) < 120'000) {
    session.poll();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  session.poll();
  session.play(false);
  if (session.runs().picture() == nullptr || session.document().mode != document::SourceMode::Kernel ||
      session.time().playback().trace()->size() < 900'000) {
    std::fprintf(stderr, "the kernel was not simulated: %s\n",
                 format_diagnostics(session.runs().diagnostics()).c_str());
    return 1;
  }
  std::printf("%zu events, %llu steps, load decides much\n", session.time().playback().trace()->size(),
              static_cast<unsigned long long>(session.time().track().steps()));

  const auto once = [](const char* what, const std::function<void()>& make) {
    const Clock::time_point begin = Clock::now();
    make();
    std::printf("once for a trace: %-26s %7.1f ms\n", what, ms_since(begin));
  };
  once("steps (Playback)", [&] { (void)playback::Playback(session.runs().picture()->trace); });
  once("tables (BlockIndex)", [&] { (void)session.runs().run()->block_index(); });
  once("the pin's checkpoints", [&] { (void)playback::ServedIndex(session.time().playback()); });
  playback::TimeAxis axis;
  axis.set_steps(session.time().track().steps());
  once("timeline, all in sight",
       [&] { (void)view::timeline_items(session.runs().run()->block_index(), axis, 1500); });

  std::mt19937_64 random(1);
  for (const bool pinned : {false, true})
    for (const view::SceneKind scene :
         {view::SceneKind::Banks, view::SceneKind::Array, view::SceneKind::Block}) {
      axis.show_all();
      session.time().seek(session.time().track().steps() / 2);
      if (pinned) session.time().pin_moment();
      (void)session.difference();
      std::vector<double> on, back, anywhere;
      const auto after = [&](auto&& move, std::vector<double>& times) {
        const Clock::time_point begin = Clock::now();
        move();
        times.push_back(ms_since(begin));
        const double frame = frame_ms(session, scene, axis);
        times.back() += frame;
      };
      axis.zoom(.5, 1000);
      for (int i = 0; i < 400; ++i) after([&] { session.step_forward(); }, on);
      for (int i = 0; i < 400; ++i) after([&] { session.step_back(); }, back);
      axis.show_all();
      for (int i = 0; i < 200; ++i)
        after([&] { session.time().seek(random() % session.time().track().steps()); }, anywhere);
      const std::string name = std::string(scene == view::SceneKind::Banks   ? "banks"
                                           : scene == view::SceneKind::Array ? "array"
                                                                             : "block") +
                               (pinned ? ", pinned" : "");
      print((name + ": step on").c_str(), on);
      print((name + ": step back").c_str(), back);
      print((name + ": jump anywhere").c_str(), anywhere);
      session.time().unpin_moment();
    }
  return 0;
}
