// The commands of the window that need no more than their name.
#pragma once

#include <cstdint>

namespace warpscope::panels {

enum class Ask : std::uint8_t {
  // files, and the end
  Open,
  Save,
  SaveAs,
  SaveMeasured, ///< save what the Measured tab shows as a file
  StartOver,    ///< the first screen in place of a restored session
  Quit,         ///< after a question when something is unsaved
  Close,        ///< without one
  // over the window
  Menu,
  Export,
  Share,
  Help, ///< the keys
  Modelled,
  FirstSteps,
  About,
  FullScreen,
  // the kernel's text
  Find,
  GoToLine,
  NextMessage,
  ToggleStop, ///< as CutBarrier finds its line
  CutBarrier, ///< at the cursor, or the nearest below; where no editor was drawn, at the playhead
  // a lesson
  RecordLesson, ///< or end the recording
  RecordMoment,
  SaveLesson,
  GoOnWithLesson, ///< where it was left when the window was closed
  // a GPU
  Measure,
  MeasureAgreed, ///< "yes" to the question before the first use of a command
};

} // namespace warpscope::panels
