// The window for scripts opens each tab of the results, and refuses a word that it does not know.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

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
