// Writes pictures as files. Every function here returns an empty string on success, else one sentence that
// says why it failed. A file is written under a temporary name and renamed: a full disk never leaves half a
// picture.
#pragma once

#include "app/export/svg.h"
#include "app/view/picture.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::exporting {

/// Returns a sentence for errno `error` after `path` could not be written.
[[nodiscard]] std::string write_problem(const std::string& path, int error);

[[nodiscard]] std::string write_file_atomically(const std::string& path, std::string_view bytes);
[[nodiscard]] std::string write_svg(const view::Picture& picture, const std::string& path,
                                    const SvgOptions& options = {});
/// rgba: width * height * 4 bytes, top row first, not premultiplied.
[[nodiscard]] std::string write_png(const std::string& path, int width, int height,
                                    std::span<const std::uint8_t> rgba);

/// Renders a Picture to pixels; render_offscreen() of app/render has this type. False and a sentence in
/// `error` on failure.
using Rasterizer = std::function<bool(const view::Picture&, int width, int height, float pixel_scale,
                                      std::vector<std::uint8_t>& rgba, std::string& error)>;

/// By the path's extension: .svg, or .png with a rasterizer (width and height are the PNG's; the picture is
/// scaled to the width).
[[nodiscard]] std::string export_picture(const view::Picture& picture, const std::string& path, int width,
                                         int height, const Rasterizer& rasterizer,
                                         const SvgOptions& options = {});

} // namespace warpscope::exporting
