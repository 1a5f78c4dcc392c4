// warpscope: the command line, and the window when there is no subcommand.
#include "app/cli/cli.h"

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>
#include <vector>
#ifdef WARPSCOPE_GUI
#include "app/document/catalog.h"
#include "app/panels/window/gui.h"
#include "app/render/offscreen.h"
#include "app/settings/folders.h"
#endif

namespace {

/// Colour only for people: on a terminal that knows it, and not against their wish (https://no-color.org).
bool wants_color(int descriptor) {
  const char* refused = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  if (refused != nullptr && *refused != '\0') return false;
  if (terminal != nullptr && std::string_view(terminal) == "dumb") return false;
  return isatty(descriptor) != 0;
}

unsigned columns() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) return size.ws_col;
  return 120; // not a terminal: nothing has to fit
}

warpscope::cli::Services services() {
  warpscope::cli::Services available;
#ifdef WARPSCOPE_GUI
  available.gui = [](const warpscope::cli::Services::Window& window) {
    const std::string& file = window.file;
    warpscope::panels::GuiOptions options;
    options.lesson = window.lesson;
    options.include_folders = window.include_folders;
    if (!window.fresh) options.folders = warpscope::settings::xdg_folders();
    std::error_code ignored;
    const bool is_file = std::filesystem::exists(file, ignored);
    const std::string name = file.ends_with(".cu") ? file.substr(0, file.size() - 3) : file;
    if (!file.empty() && !is_file && warpscope::document::make_catalog().find_lab(name) != nullptr)
      options.lab = name;
    else options.file = file;
    return warpscope::panels::run_gui(options);
  };
  // One context for all frames of an animation.
  available.rasterizer = [renderer = std::make_shared<warpscope::render::OffscreenRenderer>()](
                             const auto& picture, int width, int height, float pixel_scale, auto& rgba,
                             auto& error) {
    return renderer->render(picture, width, height, pixel_scale, rgba, error);
  };
#endif
  return available;
}

/// Takes the places of standard streams that are closed, so that no other file gets their numbers; writing
/// to one fails as before.
void occupy_closed_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(descriptor, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != descriptor) return;
}

} // namespace

int main(int argc, char** argv) {
  occupy_closed_streams();
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  warpscope::cli::Console console{std::cin, std::cout, std::cerr};
  console.color_out = wants_color(STDOUT_FILENO);
  console.color_err = wants_color(STDERR_FILENO);
  console.progress = isatty(STDERR_FILENO) != 0;
  console.width = columns();
  if (!arguments.empty() && arguments.front() != "gui") warpscope::cli::handle_interrupts();
  warpscope::cli::use_own_probes(console);
  return warpscope::cli::run_cli(arguments, console, services());
}
