// The window for scripts opens each tab of the results, and refuses a word that it does not know.
#include "tests/ui/ui_driver.h"

#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <png.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace warpscope {
namespace {

int window_main(const std::string& arguments) {
  const int status = std::system(("timeout 60 " WARPSCOPE_BINARY_DIR "/warpscope_window " + arguments +
                                  " --size 960x600 2>/dev/null >/dev/null")
                                     .c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(PicturesForScripts, EachTabIsAnotherPicture) {
  const std::string folder = testing::TempDir() + "warpscope-show-" + std::to_string(::getpid());
  std::filesystem::create_directories(folder);
  std::map<std::string, std::string> pictures;
  for (const std::string tab : {"simulated", "measured", "chart", "hazards", "since", "values", "cells"}) {
    const std::string file = folder + "/" + tab + ".png";
    ASSERT_EQ(window_main("--lab transpose_tile --steps 200 --show " + tab + " --screenshot " + file), 0)
        << tab;
    std::ifstream in(file, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    EXPECT_GT(bytes.size(), 10'000u) << tab;
    for (const auto& [other, seen] : pictures)
      EXPECT_NE(seen, bytes) << tab << " shows what " << other << " does";
    pictures[tab] = bytes;
  }
  std::filesystem::remove_all(folder);
}

std::vector<std::uint8_t> pixels_of(const std::string& file) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  std::vector<std::uint8_t> pixels;
  if (png_image_begin_read_from_file(&png, file.c_str()) == 0) return pixels;
  png.format = PNG_FORMAT_RGBA;
  pixels.resize(PNG_IMAGE_SIZE(png));
  if (png_image_finish_read(&png, nullptr, pixels.data(), 0, nullptr) == 0) pixels.clear();
  return pixels;
}

/// Wherever the pointer of the screen lies, it brings up no tooltip in the picture.
TEST(PicturesForScripts, ThePointerLeavesThemAlone) {
  const std::string file = testing::TempDir() + "warpscope-pointer-" + std::to_string(::getpid()) + ".png";
  GLFWwindow* own = test::gui()->window(); // the pointer goes where a window with the focus says
  glfwFocusWindow(own);
  for (int i = 0; i < 100 && glfwGetWindowAttrib(own, GLFW_FOCUSED) == 0; ++i) glfwWaitEventsTimeout(.02);
  std::vector<std::vector<std::uint8_t>> pictures;
  for (const double y : {.05, .3, .75, .97}) { // over the bar, the stage, the timeline, the results
    glfwFocusWindow(own);
    glfwWaitEventsTimeout(.05);
    glfwSetCursorPos(own, 480, 600 * y);
    double x = 0, there = 0;
    glfwGetCursorPos(own, &x, &there);
    ASSERT_NEAR(there, 600 * y, 1);
    ASSERT_EQ(window_main("--lab transpose_tile --steps 200 --screenshot " + file), 0);
    pictures.push_back(pixels_of(file));
    ASSERT_EQ(pictures.back().size(), 960u * 600 * 4);
    std::size_t others = 0;
    for (std::size_t i = 0; i < pictures.back().size(); i += 4)
      others += std::equal(&pictures.back()[i], &pictures.back()[i] + 4, &pictures.front()[i]) ? 0 : 1;
    EXPECT_LT(others, 300u) << "a tooltip, or a ring where the pointer is, at " << y;
  }
  std::filesystem::remove(file);
}

TEST(PicturesForScripts, AWordThatIsNoneIsRefused) {
  EXPECT_EQ(window_main("--lab transpose_tile --show value --screenshot /dev/null"), 2);
  EXPECT_EQ(window_main("--help"), 0);
}

/// A program that does not end is shown while it runs.
TEST(PicturesForScripts, AProgramWithoutAnEndIsShownWhileItRuns) {
  const std::string name = testing::TempDir() + "warpscope-endless-" + std::to_string(::getpid());
  std::ofstream(name + ".cu") << "int main() { for (;;) {} }\n";
  EXPECT_EQ(window_main(name + ".cu --wait 3 --screenshot " + name + ".png"), 0);
  EXPECT_TRUE(std::filesystem::exists(name + ".png"));
  std::filesystem::remove(name + ".cu");
  std::filesystem::remove(name + ".png");
}

} // namespace
} // namespace warpscope
