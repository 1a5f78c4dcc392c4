// Writes a sequence of pictures to a file: GIF, WebM or MP4 through ffmpeg, or numbered PNGs in a folder.
// Knows nothing about what the pictures show.
#pragma once

#include "app/export/export_picture.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::exporting {

enum class AnimationFormat : std::uint8_t { Gif, Webm, Mp4, Frames };
/// Returns the format for the path's extension: .gif, .webm, .mp4; nullopt for any other.
[[nodiscard]] std::optional<AnimationFormat> animation_format(std::string_view path);

/// The step that a frame shows, and how far its motion has progressed. Equal values are equal pictures.
struct FrameTime {
  std::uint64_t step = 0;
  float progress = 1;
  bool operator==(const FrameTime&) const = default;
};
/// Returns the frames of steps [first, last], each shown for 1 / steps_per_second; `motion`: the longest time
/// in seconds that a step's motion takes. At least one frame a step. Empty when there would be more than
/// most_frames.
inline constexpr std::size_t most_frames = 20'000;
[[nodiscard]] std::vector<FrameTime> plan_frames(std::uint64_t first, std::uint64_t last,
                                                 double steps_per_second, int frames_per_second,
                                                 double motion);

struct AnimationOptions {
  AnimationFormat format = AnimationFormat::Gif;
  std::string path;          ///< of the file; of the folder for Frames
  int width = 0, height = 0; ///< in pixels; videos need even numbers, so one row or column may be cut off
  float pixel_scale = 1;
  int frames_per_second = 25;
  std::string ffmpeg; ///< find_ffmpeg(); unused for Frames
};
struct AnimationResult {
  std::string error; ///< a sentence; empty on success
  bool cancelled = false;
  std::size_t frames = 0;
};
/// `progress` is called with 0..1. The file is written under a temporary name and renamed; a failed export
/// leaves nothing.
[[nodiscard]] AnimationResult
write_animation(const AnimationOptions& options, const std::vector<FrameTime>& frames,
                const std::function<view::Picture(const FrameTime&)>& picture_of,
                const Rasterizer& rasterizer, const std::atomic<bool>& cancel,
                const std::function<void(double)>& progress);

} // namespace warpscope::exporting
