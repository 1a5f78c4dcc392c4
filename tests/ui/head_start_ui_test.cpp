// A window at rest has the headers of the labs parsed ahead; who does something ends that at once.
#define GLFW_INCLUDE_NONE
#include "tests/ui/ui_driver.h"

#include <GLFW/glfw3.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>

namespace warpscope {
namespace {

using test::gui;

class HeadStartUi : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "warpscope-ui-cache-XXXXXX").string();
    cache_ = mkdtemp(name.data());
    if (const char* before = std::getenv("XDG_CACHE_HOME")) before_ = before;
    setenv("XDG_CACHE_HOME", cache_.c_str(), 1);
    test::start_over();
  }
  void TearDown() override {
    test::start_over();
    if (before_.empty()) unsetenv("XDG_CACHE_HOME");
    else setenv("XDG_CACHE_HOME", before_.c_str(), 1);
    std::filesystem::remove_all(cache_);
  }

  /// Draws frames as the app does, with nobody at the keys, until `is_so`; false: it was not within
  /// `seconds`.
  static bool frames_until(const std::function<bool()>& is_so, double seconds) {
    const double end = glfwGetTime() + seconds;
    while (!is_so() && glfwGetTime() < end) (void)gui()->frame(.01);
    return is_so();
  }

  std::string cache_, before_;
};

TEST_F(HeadStartUi, AtRestItBeginsAndAnEditEndsIt) {
  session::Session& session = gui()->session();
  session.edit()->set_device("cc70"); // whose headers no build has parsed
  ASSERT_TRUE(frames_until([&] { return session.busy(); }, 10));
  ASSERT_TRUE(frames_until([&] { return !session.busy() && session.runs().picture() != nullptr; }, 60));
  EXPECT_TRUE(session.wants_headers());
  EXPECT_FALSE(frames_until([&] { return session.prepares_headers(); }, .5)) << "the window was not at rest";
  EXPECT_TRUE(frames_until([&] { return session.prepares_headers(); }, 10));
  session.edit()->set_expression("tile[threadIdx.x][5]");
  EXPECT_TRUE(frames_until([&] { return session.busy(); }, 10));
  (void)gui()->frame(.01);
  EXPECT_FALSE(session.prepares_headers());
  EXPECT_TRUE(frames_until([&] { return session.prepares_headers(); }, 30)) << "it goes on";
}

} // namespace
} // namespace warpscope
