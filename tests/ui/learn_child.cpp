// Plays a student: reads the words that the window draws, and presses keys or clicks on words.
#include "tests/ui/learn_child.h"

#include "app/panels/window/gui.h"
#include "app/panels/window/paint.h"
#include "app/panels/window/panel.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdio>
#include <functional>
#include <optional>
#include <vector>

namespace warpscope::test {

namespace {

using Clock = std::chrono::steady_clock;
using lesson::Course;

class Student {
 public:
  Student(panels::Gui& gui, bool by_mouse) : gui_(gui), by_mouse_(by_mouse) {}

  void look(int frames = 4) {
    for (int i = 0; i < frames; ++i) frame();
  }
  /// Looks until something is on screen, or for a minute.
  bool wait(const std::function<bool()>& there) {
    for (const auto end = Clock::now() + std::chrono::seconds(60); Clock::now() < end;) {
      frame();
      if (there()) return true;
    }
    return false;
  }
  bool wait_for(const std::string& words) {
    return wait([&] { return reads(words); });
  }
  [[nodiscard]] bool reads(const std::string& words) const {
    return screen().find(words) != std::string::npos;
  }
  /// What is drawn, in the order in which it is drawn.
  [[nodiscard]] std::string screen() const {
    std::string all;
    for (const panels::PaintLog::Item& item : log_.items)
      if (!item.text.empty()) all += item.text + " ";
    return all;
  }
  void press(ImGuiKey key, bool ctrl = false) {
    ImGuiIO& io = ImGui::GetIO();
    if (ctrl) io.AddKeyEvent(ImGuiMod_Ctrl, true);
    io.AddKeyEvent(key, true);
    look(2);
    io.AddKeyEvent(key, false);
    if (ctrl) io.AddKeyEvent(ImGuiMod_Ctrl, false);
    look();
  }
  /// Clicks on words that are in sight; false: they are not.
  bool click(const std::string& words) {
    std::optional<view::Box> box;
    for (const panels::PaintLog::Item& item : log_.items)
      if (item.text == words) box = item.box; // the topmost is drawn last
    if (!box) return false;
    at_ = ImVec2{box->x + box->w / 2, box->y + box->h / 2};
    look(3);
    ImGui::GetIO().AddMouseButtonEvent(0, true);
    look(2);
    ImGui::GetIO().AddMouseButtonEvent(0, false);
    look();
    return true;
  }
  bool does(const std::string& words, ImGuiKey key, bool ctrl = false) {
    if (by_mouse_) return click(words);
    press(key, ctrl);
    return true;
  }
  void tell(nlohmann::json step) {
    step["screen"] = screen();
    std::printf("%s\n", step.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    std::fflush(stdout);
  }

 private:
  void frame() {
    if (by_mouse_) ImGui::GetIO().AddMousePosEvent(at_.x, at_.y);
    log_.items.clear();
    panels::Paint::log = &log_;
    (void)gui_.frame(.005);
    panels::Paint::log = nullptr;
  }

  panels::Gui& gui_;
  bool by_mouse_;
  ImVec2 at_{1000, 400};
  panels::PaintLog log_;
};

const Course* course_of(panels::Gui& gui) { return gui.session().course(); }

/// Answers what is asked, always with the first choice, and goes on `moments` times.
bool play(Student& student, panels::Gui& gui, std::size_t moments) {
  for (std::size_t n = 0; n < moments; ++n) {
    if (!student.wait([&] { return course_of(gui)->phase() != Course::Phase::Waiting; })) return false;
    student.look();
    const labs::Moment& moment = course_of(gui)->moment();
    if (course_of(gui)->phase() == Course::Phase::Asked) {
      if (!moment.choices.empty() && !student.does("A", ImGuiKey_A)) return false;
      student.tell({{"asked", moment.ask}, {"chosen", course_of(gui)->chosen().has_value()}});
      if (!student.does("→", ImGuiKey_RightArrow)) return false;
    }
    const std::optional<std::size_t> right = course_of(gui)->right();
    student.tell({{"moment", course_of(gui)->index() + 1},
                  {"shown", course_of(gui)->phase() == Course::Phase::Shown},
                  {"sentence", course_of(gui)->sentence()},
                  {"wrong", right && course_of(gui)->chosen() && *right != *course_of(gui)->chosen()}});
    if (n + 1 < moments && !student.does("→", ImGuiKey_RightArrow)) return false;
  }
  return true;
}

} // namespace

int run_learn_child(const std::string& role) {
  const bool by_mouse = role.ends_with("mouse"), next_day = role.find("next_day") != std::string::npos;
  panels::Gui gui;
  panels::GuiOptions options;
  options.folders = settings::xdg_folders();
  options.width = 1280;
  options.height = 720;
  std::string error;
  if (!gui.open(options, error)) {
    std::fprintf(stderr, "%s\n", error.c_str());
    return 3;
  }
  gui.session().settings.reduce_motion = true;
  Student student(gui, by_mouse);
  if (!student.wait([&] { return !gui.session().busy() && gui.session().runs().picture() != nullptr; }))
    return 4;
  if (!next_day) {
    if (gui.ui().preferences.first_run_seen) return 5;
    gui.ui().commands.add(panels::Ask::FirstSteps); // as the app does at a first start
    if (!student.wait_for("Type here")) return 6;
    student.tell({{"plate", 1}});
    if (!student.does("Next", ImGuiKey_Enter) || !student.wait_for("Step and play here")) return 7;
    student.tell({{"plate", 2}});
    if (!student.does("Next", ImGuiKey_Enter) || !student.wait_for("First lesson")) return 8;
    student.tell({{"plate", 3}});
    if (!student.does("First lesson", ImGuiKey_L, true)) return 9;
    if (!student.wait([&] { return course_of(gui) != nullptr; })) return 10;
    if (!play(student, gui, 3)) return 11;
    return 0; // the window is closed in the midst of the lesson
  }
  if (!student.wait_for("Go on")) return 20;
  student.tell({{"notice", gui.notice().sentence}});
  if (!student.does("Go on", ImGuiKey_L, true)) return 21;
  if (!student.wait(
          [&] { return course_of(gui) != nullptr && course_of(gui)->phase() != Course::Phase::Waiting; }))
    return 22;
  student.look();
  student.tell({{"back", course_of(gui)->index() + 1}});
  const std::size_t left = course_of(gui)->lesson().moments.size() - course_of(gui)->index();
  const std::string first = course_of(gui)->lesson().id;
  if (!play(student, gui, left)) return 23;
  if (!student.does("→", ImGuiKey_RightArrow)) return 24;
  student.look();
  student.tell({{"ended", course_of(gui)->ended()}});
  if (!student.does("→", ImGuiKey_RightArrow)) return 25;
  if (!student.wait([&] { return course_of(gui) != nullptr && course_of(gui)->lesson().id != first; }))
    return 26;
  student.look();
  student.tell({{"next", course_of(gui)->lesson().title}});
  if (!student.does("Esc", ImGuiKey_Escape)) return 27;
  student.look();
  student.tell({{"left", course_of(gui) == nullptr && !gui.ui().presenter}});
  return 0;
}

} // namespace warpscope::test
