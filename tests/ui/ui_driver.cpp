// Opens the one window of this program and runs the test engine in it; main() of ui_tests.
#include "tests/ui/ui_driver.h"

#include "imgui_internal.h"
#include "tests/ui/keep_child.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <chrono>
#include <memory>

namespace warpscope::test {

namespace {

std::unique_ptr<panels::Gui> the_gui;
ImGuiTestEngine* engine = nullptr;
std::string why_not;

using Clock = std::chrono::steady_clock;

} // namespace

panels::Gui* gui() {
  if (the_gui || !why_not.empty()) return the_gui.get();
  auto opened = std::make_unique<panels::Gui>();
  panels::GuiOptions options;
  options.width = 1280;
  options.height = 720;
  if (!opened->open(options, why_not)) return nullptr;
  the_gui = std::move(opened);
  engine = ImGuiTestEngine_CreateContext();
  ImGuiTestEngineIO& io = ImGuiTestEngine_GetIO(engine);
  io.ConfigRunSpeed = ImGuiTestRunSpeed_Fast;
  io.ConfigVerboseLevel = ImGuiTestVerboseLevel_Error;
  io.ConfigVerboseLevelOnError = ImGuiTestVerboseLevel_Info;
  io.ConfigLogToTTY = true;
  io.ConfigNoThrottle = true;
  io.ConfigSavedSettings = false;
  io.ConfigWatchdogWarning = 60;
  io.ConfigWatchdogKillTest = 120;
  ImGuiTestEngine_Start(engine, ImGui::GetCurrentContext());
  the_gui->after_swap = [] { ImGuiTestEngine_PostSwap(engine); };
  return the_gui.get();
}

namespace {

/// OpenGL 3.0's switch, which ends the pipeline before pixels.
void discard_pixels(bool on) {
  constexpr unsigned rasterizer_discard = 0x8C89;
  if (gui() == nullptr) return;
  const auto set = reinterpret_cast<void (*)(unsigned)>(glfwGetProcAddress(on ? "glEnable" : "glDisable"));
  ASSERT_NE(set, nullptr);
  set(rasterizer_discard);
}

} // namespace

WithoutPixels::WithoutPixels() { discard_pixels(true); }
WithoutPixels::~WithoutPixels() { discard_pixels(false); }

void close_gui() {
  if (!the_gui) return;
  ImGuiTestEngine_Stop(engine);
  the_gui.reset();
  ImGuiTestEngine_DestroyContext(engine);
  engine = nullptr;
}

void drive(const std::string& name, const std::function<void(ImGuiTestContext*)>& body) {
  panels::Gui* window = gui();
  ASSERT_NE(window, nullptr) << why_not;
  ImGuiTest* test = ImGuiTestEngine_RegisterTest(engine, "ui", name.c_str(), __FILE__, __LINE__);
  test->SetOwnedName(name.c_str());
  test->TestFunc = body;
  ImGuiTestEngine_QueueTest(engine, test);
  const auto end = Clock::now() + std::chrono::seconds(150);
  while (!ImGuiTestEngine_IsTestQueueEmpty(engine) && Clock::now() < end)
    if (!window->frame(.002)) break;
  EXPECT_EQ(test->Output.Status, ImGuiTestStatus_Success) << name;
  // LogError() alone leaves the status as it is.
  EXPECT_EQ(test->Output.Log.CountPerLevel[ImGuiTestVerboseLevel_Error], 0) << name;
}

bool settle(ImGuiTestContext* context) {
  const auto end = Clock::now() + std::chrono::seconds(60);
  session::Session& session = gui()->session();
  int quiet = 0;
  while (Clock::now() < end && quiet < 3) {
    context->Yield();
    quiet = session.busy() ? 0 : quiet + 1;
  }
  return quiet == 3;
}

void type_into(ImGuiTestContext* context, const char* item, const std::string& text) {
  context->ItemClick(item);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_A);
  context->KeyPress(ImGuiKey_Delete);
  for (std::size_t i = 0; i < text.size();) {
    std::size_t length = 1; // a whole UTF-8 character at a time
    while (i + length < text.size() && (static_cast<unsigned char>(text[i + length]) & 0xC0) == 0x80)
      ++length;
    context->KeyChars(text.substr(i, length).c_str());
    context->Yield();
    i += length;
  }
}

std::string headline() {
  const view::Headline& h = gui()->ui().stage.headline;
  return h.strong + h.rest;
}

void start_over() {
  panels::Gui* window = gui();
  ASSERT_NE(window, nullptr) << why_not;
  session::Session& session = window->session();
  session.edit()->set_mode(document::SourceMode::Expression);
  session.edit()->reset();
  session.edit()->set_device("cc90");
  window->ui().results = panels::ResultsTab::Table;
  window->ui().scene = view::SceneKind::Banks;
  window->ui().cell_values = false;
  window->ui().results_asked = false;
  session.unpin();
  session.settings = session::Settings{};
  window->ui().preferences.panes = {};
  session.play(false);
  const auto end = Clock::now() + std::chrono::seconds(20);
  do (void)window->frame(.002);
  while ((session.busy() || session.runs().stale() || session.runs().picture() == nullptr) &&
         Clock::now() < end);
  session.time().seek(0);
  // A window that has just opened has the cursor in the expression, so that the first test's keys would be
  // text.
  ImGui::ClearActiveID();
  ImGui::FocusWindow(nullptr);
  for (int i = 0; i < 4; ++i) (void)window->frame(.002);
  ASSERT_FALSE(session.runs().stale());
}

} // namespace warpscope::test

int main(int argc, char** argv) {
  constexpr std::string_view child = "--keep-child=";
  if (argc == 2 && std::string_view(argv[1]).starts_with(child))
    return warpscope::test::run_keep_child(argv[1] + child.size());
  testing::InitGoogleTest(&argc, argv);
  const int result = RUN_ALL_TESTS();
  warpscope::test::close_gui();
  return result;
}
