// Pictures as files. Every function here gives an empty string when the file is there, else one sentence that
// says why not. A file is written beside its place and renamed into it: a full disk never leaves half a
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

/// A sentence for errno `error` when `path` was to be written.
[[nodiscard]] std::string write_problem(const std::string& path, int error);

[[nodiscard]] std::string write_file_atomically(const std::string& path, std::string_view bytes);
[[nodiscard]] std::string write_svg(const view::Picture& picture, const std::string& path,
                                    const SvgOptions& options = {});
/// rgba: width * height * 4 bytes, top row first, not premultiplied.
[[nodiscard]] std::string write_png(const std::string& path, int width, int height,
                                    std::span<const std::uint8_t> rgba);

/// Pixels of a Picture: render_offscreen() of app/render has this form. False with a sentence in `error`.
using Rasterizer = std::function<bool(const view::Picture&, int width, int height, float pixel_scale,
                                      std::vector<std::uint8_t>& rgba, std::string& error)>;

/// By the path's ending: .svg, or .png with a rasterizer (width and height are the PNG's; the picture is
/// scaled to the width).
[[nodiscard]] std::string export_picture(const view::Picture& picture, const std::string& path, int width,
                                         int height, const Rasterizer& rasterizer,
                                         const SvgOptions& options = {});

} // namespace warpscope::exporting
