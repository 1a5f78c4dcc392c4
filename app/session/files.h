// Opening and saving kernel files. A failure is a sentence; a save never leaves a half-written file behind.
#pragma once

#include <string>
#include <string_view>

namespace warpscope {

struct OpenedFile {
  std::string text;
  std::string error; ///< empty: `text` is the file's
};

inline constexpr std::size_t max_source_bytes = 8u << 20;

/// Refuses folders, files over max_source_bytes and binary files (a zero byte), each with a sentence.
[[nodiscard]] OpenedFile open_source(const std::string& path);

/// Writes beside the file first and renames over it, so that a full disk costs nothing. Empty when it worked.
[[nodiscard]] std::string save_source(const std::string& path, std::string_view text);

[[nodiscard]] std::string folder_of(const std::string& path);
[[nodiscard]] std::string file_name_of(const std::string& path);

} // namespace warpscope
