// The prompts over the window: what was cancelled has no effect later.
#include "tests/ui/ui_driver.h"

#include <filesystem>
#include <string>
#include <unistd.h>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

class DialogsUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
};

TEST_F(DialogsUi, ASaveThatWasCancelledDoesNotCloseTheWindowLater) {
  const std::string path = (std::filesystem::temp_directory_path() /
                            ("warpscope-ui-quit-" + std::to_string(getpid()) + ".cu"))
                               .string();
  drive("quit, save, cancel", [&](ImGuiTestContext* c) {
    gui()->session().edit()->set_mode(document::SourceMode::Kernel);
    gui()->session().edit()->set_kernel_text("__global__ void k(float *p) { p[threadIdx.x] = 1; }\n");
    IM_CHECK(settle(c));
    IM_CHECK(gui()->session().edits().unsaved());
    gui()->ui().commands.add(panels::Ask::Quit);
    c->Yield(3);
    c->ItemClick("//##quit/###save"); // it has no file: a path is asked for
    c->Yield(3);
    c->ItemClick("//##path/###cancel");
    c->Yield(3);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_S);
    c->Yield(3);
    c->ItemInputValue("//##path/##file", path.c_str()); // ends with enter
    c->Yield(5);                                        // a window that closes ends the test here
    IM_CHECK(std::filesystem::exists(path));
  });
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
}

} // namespace
} // namespace warpscope
