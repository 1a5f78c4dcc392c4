// Animations are opened again: frame counts and sizes as ffprobe sees them, colours as ffmpeg decodes them.
#include "app/export/animation.h"
#include "app/export/background.h"
#include "app/export/ffmpeg.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <unistd.h>

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

struct Folder {
  fs::path path = fs::temp_directory_path() / ("warpscope-animation-" + std::to_string(getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  [[nodiscard]] std::string operator/(const std::string& name) const { return (path / name).string(); }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), {}));
  }
};

std::string output_of(const std::string& command) {
  std::string text;
  FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return text;
  char buffer[4096];
  for (std::size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) text.append(buffer, got);
  ::pclose(pipe);
  return text;
}

/// Step n is a picture of one colour: nothing is lost when a GIF chooses 256 of them.
view::Color color_of(std::uint64_t step) {
  return {static_cast<std::uint8_t>(60 * step), 100, static_cast<std::uint8_t>(255 - 60 * step), 255};
}
view::Picture picture_of(const exporting::FrameTime& time) {
  view::Picture picture;
  picture.width = picture.height = 32;
  picture.background = color_of(time.step);
  return picture;
}
exporting::Rasterizer flat(int* drawn = nullptr) {
  return [drawn](const view::Picture& picture, int width, int height, float, std::vector<std::uint8_t>& rgba,
                 std::string&) {
    if (drawn != nullptr) ++*drawn;
    rgba.clear();
    for (int i = 0; i < width * height; ++i)
      rgba.insert(rgba.end(), {picture.background.r, picture.background.g, picture.background.b, 255});
    return true;
  };
}

exporting::AnimationOptions options(const std::string& path, int width = 64, int height = 48) {
  exporting::AnimationOptions o;
  o.path = path;
  o.format = exporting::animation_format(path).value_or(exporting::AnimationFormat::Frames);
  o.width = width;
  o.height = height;
  o.frames_per_second = 10;
  o.ffmpeg = exporting::find_ffmpeg();
  return o;
}

const std::atomic<bool> never{false};
void no_progress(double) {}

TEST(FramePlan, ShowsEveryStepForItsTime) {
  const std::vector<exporting::FrameTime> frames = exporting::plan_frames(10, 13, 2, 20, .12);
  ASSERT_EQ(frames.size(), 40u) << "4 steps of half a second";
  for (std::size_t f = 0; f < frames.size(); ++f) {
    EXPECT_EQ(frames[f].step, 10 + f / 10);
    EXPECT_EQ(frames[f].progress, f % 10 >= 3 ? 1.f : frames[f].progress);
    if (f % 10 == 1) {
      EXPECT_GT(frames[f].progress, frames[f - 1].progress) << "it moves";
    }
  }
  EXPECT_EQ(frames[0].progress, 0);
}

TEST(FramePlan, LeavesNoStepOutWhenTheyAreFasterThanFrames) {
  const std::vector<exporting::FrameTime> frames = exporting::plan_frames(0, 99, 64, 10, .12);
  ASSERT_EQ(frames.size(), 100u);
  for (std::size_t f = 0; f < frames.size(); ++f) EXPECT_EQ(frames[f], (exporting::FrameTime{f, 1}));
}

TEST(FramePlan, HasABoundAndNoMotionWhenThatIsReduced) {
  EXPECT_TRUE(exporting::plan_frames(0, 1'000'000, 4, 25, .12).empty());
  EXPECT_TRUE(exporting::plan_frames(5, 4, 4, 25, .12).empty());
  for (const exporting::FrameTime& time : exporting::plan_frames(0, 3, 1, 25, 0)) EXPECT_EQ(time.progress, 1);
}

class Animation : public testing::Test {
 protected:
  void SetUp() override {
    if (exporting::find_ffmpeg().empty()) GTEST_SKIP() << "no ffmpeg on this machine";
  }
  Folder folder_;
};

TEST_F(Animation, EachFormatHasItsFramesAndItsSize) {
  const std::vector<exporting::FrameTime> frames = exporting::plan_frames(0, 3, 5, 10, .12);
  ASSERT_EQ(frames.size(), 8u);
  for (const char* name : {"a.gif", "with space and 'quote'.webm", "c.mp4", "-dash:colon.gif"}) {
    const std::string path = folder_ / name;
    double last = 0;
    const exporting::AnimationResult result = exporting::write_animation(options(path), frames, picture_of,
                                                                         flat(), never, [&](double share) {
                                                                           EXPECT_GE(share, last);
                                                                           last = share;
                                                                         });
    ASSERT_EQ(result.error, "") << name;
    EXPECT_EQ(result.frames, 8u);
    EXPECT_EQ(last, 1);
    std::string quoted = "'";
    for (const char c : path) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    quoted += "'";
    EXPECT_EQ(output_of("ffprobe -v error -count_frames -select_streams v:0 -show_entries "
                        "stream=width,height,nb_read_frames -of csv=p=0 file:" +
                        quoted),
              "64,48,8\n")
        << name;
    // The last frame's colour, decoded.
    const std::string rgb = output_of("ffmpeg -v error -i file:" + quoted +
                                      " -vf \"select=eq(n\\,7)\" -frames:v 1 -f rawvideo -pix_fmt rgb24 -");
    ASSERT_EQ(rgb.size(), 64u * 48 * 3) << name;
    const view::Color wanted = color_of(3);
    EXPECT_NEAR(static_cast<std::uint8_t>(rgb[0]), wanted.r, 6) << name;
    EXPECT_NEAR(static_cast<std::uint8_t>(rgb[1]), wanted.g, 6) << name;
    EXPECT_NEAR(static_cast<std::uint8_t>(rgb[2]), wanted.b, 6) << name;
  }
  EXPECT_EQ(folder_.files(), 4u) << "no palette and no part stays";
}

TEST_F(Animation, VideosTakeEvenSizesAndEqualFramesAreDrawnOnce) {
  int drawn = 0;
  std::vector<exporting::FrameTime> frames(50);
  const exporting::AnimationResult result = exporting::write_animation(
      options(folder_ / "odd.mp4", 63, 49), frames, picture_of, flat(&drawn), never, no_progress);
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(drawn, 1);
  EXPECT_EQ(output_of("ffprobe -v error -select_streams v:0 -show_entries stream=width,height -of csv=p=0 '" +
                      folder_ / "odd.mp4" + "'"),
            "62,48\n");
}

TEST_F(Animation, CancelledLeavesWhatWasThere) {
  std::ofstream(folder_ / "a.gif") << "old";
  std::atomic<bool> cancel{false};
  const std::vector<exporting::FrameTime> frames = exporting::plan_frames(0, 3, 1, 100, .12);
  const exporting::AnimationResult result = exporting::write_animation(
      options(folder_ / "a.gif"), frames, picture_of, flat(), cancel,
      [&](double share) { cancel = share > .5; });
  EXPECT_TRUE(result.cancelled);
  EXPECT_EQ(result.error, "");
  std::string text;
  std::ifstream(folder_ / "a.gif") >> text;
  EXPECT_EQ(text, "old");
  EXPECT_EQ(folder_.files(), 1u);
}

/// A program of our own in ffmpeg's place.
std::string stand_in(const Folder& folder, const std::string& script) {
  const std::string path = folder / "ffmpeg";
  std::ofstream(path) << "#!/bin/sh\n" << script << "\n";
  fs::permissions(path, fs::perms::owner_all);
  return path;
}

TEST(FfmpegTroubles, AreSentences) {
  const Folder folder;
  exporting::AnimationOptions o = options(folder / "a.mp4");
  const std::vector<exporting::FrameTime> frames = exporting::plan_frames(0, 3, 1, 10, 0);
  const auto said = [&](const std::string& script) {
    o.ffmpeg = stand_in(folder, script);
    return exporting::write_animation(o, frames, picture_of, flat(), never, no_progress).error;
  };
  EXPECT_NE(said("cat >/dev/null; echo 'av_interleaved_write_frame(): No space left on device' >&2; exit 1")
                .find("The disk is full"),
            std::string::npos);
  EXPECT_NE(said("echo \"Unknown encoder 'libx264'\" >&2; exit 1").find("choose another format"),
            std::string::npos)
      << "it did not even read";
  EXPECT_NE(said("kill -9 $$").find("ffmpeg could not write"), std::string::npos);
  o.ffmpeg = folder / "not-there";
  EXPECT_NE(exporting::write_animation(o, frames, picture_of, flat(), never, no_progress)
                .error.find("could not be started"),
            std::string::npos);
  o.path = folder / "none/a.mp4";
  EXPECT_NE(exporting::write_animation(o, frames, picture_of, flat(), never, no_progress)
                .error.find("does not exist"),
            std::string::npos);
  EXPECT_EQ(folder.files(), 1u) << "only the stand-in";
}

TEST(FfmpegTroubles, OneThatHangsIsEnded) {
  const Folder folder;
  exporting::AnimationOptions o = options(folder / "a.mp4", 640, 480);
  o.ffmpeg = stand_in(folder, "exec sleep 600");
  const auto begin = std::chrono::steady_clock::now();
  std::atomic<int> woken{0};
  {
    exporting::Background job(
        [&](const exporting::Background::Control& control) -> exporting::Background::Outcome {
          const exporting::AnimationResult result = exporting::write_animation(
              o, exporting::plan_frames(0, 9, 1, 10, .12), picture_of, flat(), control.cancel,
              control.progress);
          return {result.cancelled ? "cancelled" : result.error, !result.cancelled};
        },
        [&] { ++woken; });
    std::this_thread::sleep_for(50ms);
    EXPECT_FALSE(job.done());
    job.cancel();
    while (!job.done() && std::chrono::steady_clock::now() - begin < 20s) std::this_thread::sleep_for(1ms);
    ASSERT_TRUE(job.done());
    EXPECT_EQ(job.outcome().said, "cancelled");
  }
  EXPECT_GE(woken, 1);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
  EXPECT_EQ(folder.files(), 1u);
}

TEST(Frames, AreNumberedPngs) {
  const Folder folder;
  const exporting::AnimationResult result = exporting::write_animation(
      options(folder / "x.frames"), exporting::plan_frames(0, 3, 10, 10, 0), picture_of, flat(), never,
      no_progress);
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.frames, 4u);
  for (const char* name : {"x.frames/frame-00001.png", "x.frames/frame-00004.png"}) {
    std::ifstream in(folder / name, std::ios::binary);
    std::string head(8, 0);
    in.read(head.data(), 8);
    EXPECT_EQ(head, "\x89PNG\r\n\x1A\n") << name;
  }
  EXPECT_FALSE(fs::exists(folder / "x.frames/frame-00005.png"));
}

TEST(Ffmpeg, IsLookedForInPathAlone) {
  const Folder folder;
  const char* before = std::getenv("PATH");
  const std::string path = before == nullptr ? "" : before;
  setenv("PATH", folder.path.c_str(), 1);
  EXPECT_EQ(exporting::find_ffmpeg(), "");
  const std::string mine = stand_in(folder, "true");
  EXPECT_EQ(exporting::find_ffmpeg(), mine);
  setenv("PATH", ".:relative", 1);
  EXPECT_EQ(exporting::find_ffmpeg(), "") << "never a program that happens to lie in the working folder";
  setenv("PATH", path.c_str(), 1);
}

} // namespace
} // namespace warpscope
