// Writes PNG and SVG files under a temporary name and renames them.
#include "app/export/export_picture.h"

#include "app/language/language.h"
#include "sim/base/atomic_file.h"

#include <atomic>
#include <cerrno>
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <png.h>
#include <unistd.h>

namespace warpscope::exporting {

std::string write_problem(const std::string& path, int error) {
  switch (error) {
  case ENOSPC:
  case EDQUOT: return language::trf("export.disk_full", language::arg("path", path));
  case EROFS: return language::trf("export.read_only", language::arg("path", path));
  case EACCES:
  case EPERM: return language::trf("export.no_permission", language::arg("path", path));
  case ENOENT: return language::trf("export.folder_gone", language::arg("path", path));
  case EISDIR: return language::trf("export.names_folder", language::arg("path", path));
  default:
    return language::trf("export.not_written", language::arg("path", path),
                         language::arg("why", std::strerror(error)));
  }
}

namespace {

constexpr char png_licence[] = "CC BY 4.0, https://creativecommons.org/licenses/by/4.0/";

void write_chunk(png_structp png, png_bytep data, png_size_t size) {
  static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<const char*>(data), size);
}

bool encode_png(std::string& out, int width, int height, const std::uint8_t* rgba) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;
  if (info == nullptr) {
    png_destroy_write_struct(&png, nullptr);
    return false;
  }
  if (setjmp(png_jmpbuf(png)) != 0) { // libpng reports an error by jumping here
    png_destroy_write_struct(&png, &info);
    return false;
  }
  png_set_write_fn(png, &out, write_chunk, nullptr);
  png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), 8,
               PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level(png, 6);
  png_text licence{};
  licence.compression = PNG_TEXT_COMPRESSION_NONE;
  licence.key = const_cast<char*>("Copyright"); // libpng's type; it only reads
  licence.text = const_cast<char*>(png_licence);
  png_set_text(png, info, &licence, 1);
  png_write_info(png, info);
  for (int y = 0; y < height; ++y) {
    png_write_row(png, rgba + static_cast<std::size_t>(y) * static_cast<std::size_t>(width) * 4);
  }
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return true;
}

} // namespace

std::string write_file_atomically(const std::string& path, std::string_view bytes) {
  std::error_code ignored;
  if (path.empty()) return write_problem(path, ENOENT);
  if (std::filesystem::is_directory(path, ignored)) return write_problem(path, EISDIR);
  // A name that exists already is an error and is never overwritten.
  static std::atomic<unsigned> count{0};
  const std::string ending = '.' + std::to_string(getpid()) + '-' + std::to_string(count++) + ".part";
  const int failed = replace_file(path, bytes, ending, {.exclusive = true}, true);
  return failed == 0 ? std::string() : write_problem(path, failed);
}

std::string write_svg(const view::Picture& picture, const std::string& path, const SvgOptions& options) {
  return write_file_atomically(path, to_svg(picture, options));
}

std::string write_png(const std::string& path, int width, int height, std::span<const std::uint8_t> rgba) {
  if (width <= 0 || height <= 0 ||
      rgba.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4) {
    return language::trf("export.png_size", language::arg("width", width), language::arg("height", height));
  }
  std::string bytes;
  if (!encode_png(bytes, width, height, rgba.data())) return std::string(language::tr("export.png_failed"));
  return write_file_atomically(path, bytes);
}

std::string export_picture(const view::Picture& picture, const std::string& path, int width, int height,
                           const Rasterizer& rasterizer, const SvgOptions& options) {
  if (path.ends_with(".svg") || path.ends_with(".SVG")) return write_svg(picture, path, options);
  if (!path.ends_with(".png") && !path.ends_with(".PNG"))
    return language::trf("export.ending", language::arg("path", path));
  if (!rasterizer) return std::string(language::tr("export.no_opengl"));
  if (width <= 0 || height <= 0 || picture.width <= 0) return std::string(language::tr("export.png_empty"));
  std::vector<std::uint8_t> rgba;
  std::string error;
  if (!rasterizer(picture, width, height, static_cast<float>(width) / picture.width, rgba, error)) {
    return language::trf("export.svg_instead", language::arg("error", error));
  }
  return write_png(path, width, height, rgba);
}

} // namespace warpscope::exporting
