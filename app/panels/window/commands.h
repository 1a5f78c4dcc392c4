// Requests from one part of the window to another, as values in one queue. Keys, menu, bar and dialogs add to
// it; once a frame, before the panels draw, each command is offered to the panels in turn (Panel::run) and,
// if none takes it, executed by run_command().
#pragma once

#include "app/panels/results/tabs.h"
#include "app/panels/window/notice.h"
#include "app/view/stage_window.h"

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <variant>

namespace warpscope::panels {

struct PanelContext;

struct OpenFile {
  std::string path; ///< a kernel or, by its ending, a recording
};

/// Shows a line of one of the program's texts, and marks it.
struct ShowLine {
  std::string file; ///< empty: the one that is edited
  std::uint32_t line = 0;
};

/// A lesson to play: its name, or a .toml file.
struct PlayLesson {
  std::string name;
};

/// A word of Ask; a tab of the results to show; a file to open; a way to move the stage's picture; a sentence
/// to say.
using Command = std::variant<Ask, ResultsTab, OpenFile, view::StageMove, Notice, ShowLine, PlayLesson>;

[[nodiscard]] inline bool asks(const Command& command, Ask what) {
  const Ask* ask = std::get_if<Ask>(&command);
  return ask != nullptr && *ask == what;
}

class Commands {
 public:
  void add(Command command) { waiting_.push_back(std::move(command)); }
  [[nodiscard]] bool empty() const { return waiting_.empty(); }
  [[nodiscard]] Command take() {
    Command first = std::move(waiting_.front());
    waiting_.pop_front();
    return first;
  }

 private:
  std::deque<Command> waiting_;
};

/// Executes what belongs to no single panel.
void run_command(PanelContext& context, const Command& command);

} // namespace warpscope::panels
