// Renders frames and encodes them with ffmpeg, or writes them as PNGs.
#include "app/export/animation.h"

#include "app/export/ffmpeg.h"
#include "app/language/language.h"
#include "sim/base/atomic_file.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <unistd.h>

namespace warpscope::exporting {
namespace {

namespace fs = std::filesystem;

/// Number of pictures from which the GIF's 256 colours are chosen.
constexpr std::size_t palette_samples = 48;

/// Draws the pictures of the frames, once for each run of equal frames.
class Film {
 public:
  Film(const AnimationOptions& options, const std::function<view::Picture(const FrameTime&)>& picture_of,
       const Rasterizer& rasterizer)
      : options_(options), picture_of_(picture_of), rasterizer_(rasterizer) {
    const bool video = options.format == AnimationFormat::Webm || options.format == AnimationFormat::Mp4;
    width = video ? options.width / 2 * 2 : options.width;
    height = video ? options.height / 2 * 2 : options.height;
  }
  /// Null and a sentence in `error` on failure.
  const std::vector<std::uint8_t>* frame(const FrameTime& time, std::string& error) {
    if (shown_ && *shown_ == time) return &rgba_;
    shown_.reset();
    if (!rasterizer_(picture_of_(time), width, height, options_.pixel_scale, rgba_, error)) return nullptr;
    shown_ = time;
    return &rgba_;
  }
  int width = 0, height = 0;

 private:
  const AnimationOptions& options_;
  const std::function<view::Picture(const FrameTime&)>& picture_of_;
  const Rasterizer& rasterizer_;
  std::optional<FrameTime> shown_;
  std::vector<std::uint8_t> rgba_;
};

/// A temporary file beside the film, for ffmpeg to write to.
class Part {
 public:
  Part(const std::string& beside, const char* ending)
      : file_(beside + '.' + std::to_string(getpid()) + ending, {.exclusive = true}) {
    file_.close(false);
  }
  [[nodiscard]] int error() const { return file_.error(); }
  [[nodiscard]] const std::string& path() const { return file_.temporary(); }
  [[nodiscard]] std::string become(const std::string& name) {
    return file_.become(name) ? std::string() : write_problem(name, file_.error());
  }

 private:
  PendingFile file_;
};

std::vector<std::string> input_of(const Film& film, int fps) {
  return {"-hide_banner",
          "-loglevel",
          "error",
          "-nostdin",
          "-y",
          "-f",
          "rawvideo",
          "-pixel_format",
          "rgba",
          "-video_size",
          std::to_string(film.width) + "x" + std::to_string(film.height),
          "-framerate",
          std::to_string(fps),
          "-i",
          "pipe:0"};
}

void append(std::vector<std::string>& to, std::initializer_list<std::string> more) {
  to.insert(to.end(), more);
}

std::string ffmpeg_problem(const std::string& path, const std::string& said) {
  if (said.find("No space left") != std::string::npos) return write_problem(path, ENOSPC);
  if (said.find("Unknown encoder") != std::string::npos)
    return language::trf("export.ffmpeg_format", language::arg("why", said));
  return language::trf("export.ffmpeg_failed", language::arg("path", path), language::arg("why", said));
}

AnimationResult frames_in_folder(const AnimationOptions& options, const std::vector<FrameTime>& frames,
                                 Film& film, const std::atomic<bool>& cancel,
                                 const std::function<void(double)>& progress) {
  AnimationResult result;
  std::error_code code;
  fs::create_directories(options.path, code);
  if (code) {
    result.error = write_problem(options.path, code.value());
    return result;
  }
  for (const FrameTime& time : frames) {
    if (cancel) {
      result.cancelled = true;
      return result;
    }
    const std::vector<std::uint8_t>* rgba = film.frame(time, result.error);
    if (rgba == nullptr) return result;
    char name[32];
    std::snprintf(name, sizeof name, "/frame-%05zu.png", result.frames + 1);
    result.error = write_png(options.path + name, film.width, film.height, *rgba);
    if (!result.error.empty()) return result;
    progress(static_cast<double>(++result.frames) / static_cast<double>(frames.size()));
  }
  return result;
}

} // namespace

std::optional<AnimationFormat> animation_format(std::string_view path) {
  std::string lower;
  for (const char c : path) lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (lower.ends_with(".gif")) return AnimationFormat::Gif;
  if (lower.ends_with(".webm")) return AnimationFormat::Webm;
  if (lower.ends_with(".mp4")) return AnimationFormat::Mp4;
  return std::nullopt;
}

std::vector<FrameTime> plan_frames(std::uint64_t first, std::uint64_t last, double steps_per_second,
                                   int frames_per_second, double motion) {
  std::vector<FrameTime> frames;
  if (last < first || steps_per_second <= 0 || frames_per_second <= 0) return frames;
  const auto steps = static_cast<double>(last - first + 1);
  // At more steps than frames a second, show one frame a step: no step is left out.
  const double per_step = std::max(1.0, frames_per_second / steps_per_second);
  if (steps * per_step > static_cast<double>(most_frames)) return frames;
  const auto count = static_cast<std::size_t>(std::llround(steps * per_step));
  for (std::size_t f = 0; f < count; ++f) {
    const double at = (static_cast<double>(f) + 1e-6) / per_step;
    const auto step = std::min(static_cast<std::uint64_t>(at), last - first);
    const double seconds = (at - static_cast<double>(step)) * per_step / frames_per_second;
    const double takes = std::min(motion, .6 * per_step / frames_per_second);
    // A single frame of a step shows the step at its end.
    const double progress = takes <= 0 || per_step < 2 ? 1 : std::min(1.0, seconds / takes);
    frames.push_back(
        {first + step, progress > .999 ? 1.f : std::round(static_cast<float>(progress) * 64) / 64});
  }
  return frames;
}

AnimationResult write_animation(const AnimationOptions& options, const std::vector<FrameTime>& frames,
                                const std::function<view::Picture(const FrameTime&)>& picture_of,
                                const Rasterizer& rasterizer, const std::atomic<bool>& cancel,
                                const std::function<void(double)>& progress) {
  AnimationResult result;
  Film film(options, picture_of, rasterizer);
  if (frames.empty() || film.width < 2 || film.height < 2) {
    result.error = language::trf("export.nothing_to_animate", language::arg("most", most_frames));
    return result;
  }
  if (options.format == AnimationFormat::Frames)
    return frames_in_folder(options, frames, film, cancel, progress);
  Part part(options.path, ".part");
  if (part.error() != 0) {
    result.error = write_problem(options.path, part.error());
    return result;
  }
  // ffmpeg takes a name with a colon for a protocol; the prefix "file:" prevents that.
  const auto run = [&](const std::vector<std::string>& arguments, const std::vector<FrameTime>& which,
                       double from, double to) {
    std::unique_ptr<FfmpegProcess> process = FfmpegProcess::start(options.ffmpeg, arguments, result.error);
    if (!process) return false;
    for (std::size_t f = 0; f < which.size(); ++f) {
      const std::vector<std::uint8_t>* rgba = cancel ? nullptr : film.frame(which[f], result.error);
      if (rgba == nullptr) break; // cancelled, or drawing failed: result.error says which
      if (!process->write(*rgba, cancel)) break;
      progress(from + (to - from) * static_cast<double>(f + 1) / static_cast<double>(which.size()));
    }
    if (!result.error.empty()) return false;
    const std::string said = process->finish(cancel);
    result.cancelled = cancel;
    if (!said.empty() && !cancel) result.error = ffmpeg_problem(options.path, said);
    return said.empty() && !cancel;
  };

  std::vector<std::string> arguments = input_of(film, options.frames_per_second);
  std::optional<Part> palette;
  double begin = 0;
  if (options.format == AnimationFormat::Gif) {
    // 256 colours for the whole film, chosen from samples of it: in two passes, so that no frame has to be
    // kept.
    palette.emplace(options.path, ".palette.part");
    if (palette->error() != 0) {
      result.error = write_problem(options.path, palette->error());
      return result;
    }
    std::vector<FrameTime> distinct;
    for (const FrameTime& time : frames)
      if (distinct.empty() || !(distinct.back() == time)) distinct.push_back(time);
    std::vector<FrameTime> samples;
    const std::size_t count = std::min(distinct.size(), palette_samples);
    for (std::size_t s = 0; s < count; ++s) samples.push_back(distinct[s * distinct.size() / count]);
    std::vector<std::string> first = arguments;
    append(first, {"-vf", "palettegen=reserve_transparent=0", "-c:v", "png", "-f", "image2", "-update", "1",
                   "file:" + palette->path()});
    begin = .3;
    if (!run(first, samples, 0, begin)) return result;
    append(arguments, {"-i", "file:" + palette->path(), "-lavfi",
                       "[0:v][1:v]paletteuse=dither=none:diff_mode=rectangle", "-loop", "0", "-f", "gif"});
  } else {
    const bool webm = options.format == AnimationFormat::Webm;
    append(arguments, {"-vf", "scale=out_color_matrix=bt709:out_range=tv", "-pix_fmt", "yuv420p",
                       "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"});
    if (webm)
      append(arguments, {"-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "24", "-deadline", "realtime",
                         "-cpu-used", "6", "-row-mt", "1", "-f", "webm"});
    else
      append(arguments, {"-c:v", "libx264", "-preset", "veryfast", "-crf", "16", "-movflags", "+faststart",
                         "-f", "mp4"});
  }
  append(arguments, {"file:" + part.path()});
  if (!run(arguments, frames, begin, 1)) return result;
  result.error = part.become(options.path);
  result.frames = frames.size();
  return result;
}

} // namespace warpscope::exporting
