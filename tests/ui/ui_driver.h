// The real window, driven by Dear ImGui's test engine: one window for all tests of this program.
#pragma once

#include "app/panels/window/gui.h"
#include "app/panels/window/panel.h"
#include "imgui.h"
#include "imgui_te_context.h"
#include "imgui_te_engine.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace warpscope::test {

/// Returns the window, opened on the first call; null when that fails (the test then fails with the reason).
panels::Gui* gui();
void close_gui();

/// Runs `body` in the test engine while the window draws frames; fails the test when an item is not found or
/// a check fails.
void drive(const std::string& name, const std::function<void(ImGuiTestContext*)>& body);

/// Draws frames until nothing is being simulated (inside a driven body). False after a minute.
bool settle(ImGuiTestContext* context);

/// Types the text into a field key by key, with a frame after each.
void type_into(ImGuiTestContext* context, const char* item, const std::string& text);

/// Returns the sentence above the picture: "32 wavefronts where 1 would do".
std::string headline();

/// While it lives frames are built and handed to OpenGL as ever, and no pixel is filled: on Mesa's software
/// driver filling them takes four fifths of a test's time. For tests that look at no pixel.
class WithoutPixels {
 public:
  WithoutPixels();
  ~WithoutPixels();
  WithoutPixels(const WithoutPixels&) = delete;
  WithoutPixels& operator=(const WithoutPixels&) = delete;
};

/// Returns to the first screen, paused at step 0.
void start_over();

} // namespace warpscope::test
