// Opens and saves kernel files. A failure is a sentence; a save never leaves a half-written file behind.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpscope::document {

struct OpenedFile {
  std::string text;
  std::string error; ///< empty: `text` holds the file
};

inline constexpr std::size_t max_source_bytes = 8u << 20;

/// Refuses folders, files larger than max_source_bytes and binary files (with a zero byte), each with a
/// sentence.
[[nodiscard]] OpenedFile open_source(const std::string& path);

/// Writes another file first and renames it, so that a full disk costs nothing. Returns an empty string on
/// success.
[[nodiscard]] std::string save_source(const std::string& path, std::string_view text);

/// The state of a file, to notice changes by other programs. Equal contents are equal whatever the time
/// stamp.
struct DiskStamp {
  bool exists = false;
  std::int64_t time = 0; ///< of the last change, in the file system's units
  std::uint64_t size = 0, hash = 0;
};
[[nodiscard]] DiskStamp stamp_of(const std::string& path);
enum class DiskState : std::uint8_t { Same, Changed, Gone };
/// Updates the time in `known` when nothing else has changed; the file is read only when time or size differ.
[[nodiscard]] DiskState compare_with_disk(const std::string& path, DiskStamp& known);

[[nodiscard]] std::string folder_of(const std::string& path);
[[nodiscard]] std::string file_name_of(const std::string& path);

} // namespace warpscope::document
