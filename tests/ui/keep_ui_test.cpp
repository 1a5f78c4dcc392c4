// Settings and session across runs: real processes with real windows, one of them killed. Each test has its
// own XDG folders.
#include "tests/ui/app_run.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::AppRun;

class Kept : public testing::Test {
 protected:
  void SetUp() override {
    const char* name = testing::UnitTest::GetInstance()->current_test_info()->name();
    folder_ = fs::path(testing::TempDir()) / ("warpscope-keep-" + std::to_string(::getpid()) + "-" + name);
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  /// Waits until a file below the folders holds `text`; its age then, in seconds since `since`.
  [[nodiscard]] std::optional<double> written(const std::string& file, const std::string& text) const {
    const auto begin = std::chrono::steady_clock::now();
    const auto age = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    while (age() < 20) {
      std::ifstream in(folder_ / file, std::ios::binary);
      if (std::string{std::istreambuf_iterator<char>(in), {}}.find(text) != std::string::npos) return age();
      ::usleep(20'000);
    }
    return std::nullopt;
  }

  fs::path folder_;
};

TEST_F(Kept, TextParametersAndPlayheadSurviveAKill) {
  json edited;
  {
    AppRun run(folder_, "edits");
    edited = run.line();
    ASSERT_TRUE(edited.is_object());
    const std::optional<double> age = written("state/warpscope/session.json", "typed a moment ago");
    ASSERT_TRUE(age);
    EXPECT_LT(*age, 6) << "autosaved soon (2 s on a machine that does nothing else)";
    ASSERT_TRUE(written("config/warpscope/settings.toml", "light"));
    run.end(SIGKILL);
  }
  {
    AppRun run(folder_, "looks");
    const json state = run.line();
    ASSERT_TRUE(state.is_object());
    EXPECT_EQ(run.wait(), 0);
    EXPECT_EQ(state["mode"], "kernel");
    EXPECT_EQ(state["text"].get<std::string>().rfind("// typed a moment ago\n", 0), 0u);
    EXPECT_EQ(state["choices"]["PAD"], "1");
    EXPECT_EQ(state["step"], edited["step"]);
    EXPECT_EQ(state["playing"], false);
    EXPECT_EQ(state["unsaved"], true);
    EXPECT_EQ(state["scene"], 1);
    EXPECT_NE(state["notice"].get<std::string>().find("are back"), std::string::npos) << state["notice"];
    EXPECT_EQ(state["action"], "Discard");
    EXPECT_EQ(state["dark"], false);
    EXPECT_FLOAT_EQ(state["zoom"].get<float>(), 1.25f);
    EXPECT_FLOAT_EQ(state["source"].get<float>(), 1.3f);
  }
}

TEST_F(Kept, DiscardingGoesBackToTheFirstScreen) {
  {
    AppRun run(folder_, "edits");
    ASSERT_TRUE(run.line().is_object());
    ASSERT_TRUE(written("state/warpscope/session.json", "typed a moment ago"));
  } // killed
  AppRun run(folder_, "discards");
  const json state = run.line();
  ASSERT_TRUE(state.is_object());
  EXPECT_EQ(state["mode"], "expression");
  EXPECT_EQ(state["text"], "");
  EXPECT_EQ(state["unsaved"], false);
}

TEST_F(Kept, AQuietEndGoesOnQuietly) {
  {
    AppRun run(folder_, "edits_and_quits");
    ASSERT_TRUE(run.line().is_object());
    ASSERT_TRUE(run.line().is_object());
    EXPECT_EQ(run.wait(), 0);
  }
  AppRun run(folder_, "reads_size");
  const json state = run.line();
  ASSERT_TRUE(state.is_object());
  EXPECT_EQ(state["width"], 960) << "the window has the size that it had";
  EXPECT_EQ(state["height"], 600);
  EXPECT_EQ(state["mode"], "kernel");
  EXPECT_EQ(state["choices"]["PAD"], "1");
  EXPECT_EQ(state["unsaved"], false) << "who quits without saving is asked, and meant it";
  EXPECT_EQ(state["text"].get<std::string>().find("typed a moment ago"), std::string::npos);
  EXPECT_EQ(state["notice"], "");
  EXPECT_EQ(state["dark"], false);
}

TEST_F(Kept, WhatIsNamedAtTheStartComesFirst) {
  {
    AppRun run(folder_, "edits");
    ASSERT_TRUE(run.line().is_object());
    ASSERT_TRUE(written("state/warpscope/session.json", "typed a moment ago"));
  } // killed
  {
    AppRun run(folder_, "names_a_lab");
    const json state = run.line();
    ASSERT_TRUE(state.is_object());
    EXPECT_EQ(run.wait(), 0);
    EXPECT_EQ(state["text"].get<std::string>().find("typed a moment ago"), std::string::npos);
    EXPECT_NE(state["notice"].get<std::string>().find("is kept"), std::string::npos) << state["notice"];
  }
  AppRun run(folder_, "looks");
  EXPECT_EQ(run.line()["unsaved"], true) << "the text that was never saved is still there";
}

TEST_F(Kept, AFileThatWasOnlyOpenedComesBackAfterAKill) {
  const std::string file = (folder_ / "mine.cu").string();
  std::ofstream(file) << "__global__ void mine(int *p) { p[threadIdx.x] = 1; }\n";
  {
    AppRun run(folder_, "opens " + file);
    ASSERT_TRUE(run.line().is_object());
    run.end(SIGKILL); // at once
  }
  AppRun run(folder_, "looks");
  EXPECT_NE(run.line()["text"].get<std::string>().find("void mine"), std::string::npos);
}

TEST_F(Kept, TwoCopiesDoNotShareASession) {
  AppRun first(folder_, "edits");
  ASSERT_TRUE(first.line().is_object());
  ASSERT_TRUE(written("state/warpscope/session.json", "typed a moment ago"));
  AppRun second(folder_, "looks");
  const json state = second.line();
  ASSERT_TRUE(state.is_object());
  EXPECT_EQ(second.wait(), 0);
  EXPECT_EQ(state["mode"], "expression");
  EXPECT_NE(state["notice"].get<std::string>().find("Another Warpscope is open"), std::string::npos)
      << state["notice"];
  EXPECT_EQ(state["dark"], false) << "settings are shared";
  EXPECT_TRUE(written("state/warpscope/session.json", "typed a moment ago"));
}

TEST_F(Kept, AFolderThatCannotBeWrittenIsSaidOnceAndWorkGoesOn) {
  std::ofstream(folder_ / "config") << "a file where the folder should be";
  std::ofstream(folder_ / "state") << "a file where the folder should be";
  AppRun run(folder_, "edits_and_quits");
  ASSERT_TRUE(run.line().is_object());
  const json state = run.line();
  ASSERT_TRUE(state.is_object());
  EXPECT_EQ(run.wait(), 0);
  EXPECT_EQ(state["choices"]["PAD"], "1");
  EXPECT_NE(state["notice"].get<std::string>().find("cannot be kept"), std::string::npos) << state["notice"];
}

TEST_F(Kept, DamagedFilesAreNamedAndDefaultsUsed) {
  fs::create_directories(folder_ / "config/warpscope");
  fs::create_directories(folder_ / "state/warpscope");
  std::ofstream(folder_ / "config/warpscope/settings.toml") << "[look]\ntheme = \"li";
  std::ofstream(folder_ / "state/warpscope/session.json") << "{\"what\": \"warpsc";
  AppRun run(folder_, "looks");
  const json state = run.line();
  ASSERT_TRUE(state.is_object());
  const std::string notice = state["notice"];
  EXPECT_NE(notice.find("settings.toml.damaged-"), std::string::npos) << notice;
  EXPECT_NE(notice.find("session.json.damaged-"), std::string::npos) << notice;
  EXPECT_EQ(state["dark"], true);
  EXPECT_EQ(state["mode"], "expression");
}

} // namespace
} // namespace warpscope
