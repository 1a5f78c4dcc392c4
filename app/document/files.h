// Opening and saving kernel files. A failure is a sentence; a save never leaves a half-written file behind.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpscope::document {

struct OpenedFile {
  std::string text;
  std::string error; ///< empty: `text` is the file's
};

inline constexpr std::size_t max_source_bytes = 8u << 20;

/// Refuses folders, files over max_source_bytes and binary files (a zero byte), each with a sentence.
[[nodiscard]] OpenedFile open_source(const std::string& path);

/// Writes beside the file first and renames over it, so that a full disk costs nothing. Empty when it worked.
[[nodiscard]] std::string save_source(const std::string& path, std::string_view text);

/// What lies at a path, so that a change by another program is noticed. Equal contents are equal whatever the
/// time says.
struct DiskStamp {
  bool exists = false;
  std::int64_t time = 0; ///< of the last change, in the file system's units
  std::uint64_t size = 0, hash = 0;
};
[[nodiscard]] DiskStamp stamp_of(const std::string& path);
enum class DiskState : std::uint8_t { Same, Changed, Gone };
/// `known` gets the new time when only that is another; the file is read only when time or size differ.
[[nodiscard]] DiskState compare_with_disk(const std::string& path, DiskStamp& known);

[[nodiscard]] std::string folder_of(const std::string& path);
[[nodiscard]] std::string file_name_of(const std::string& path);

} // namespace warpscope::document
