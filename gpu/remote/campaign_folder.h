// The output folder of a sweep: recordings/KEY.json for each request that was answered, and LAB.json with all
// recordings of a lab, as recording_file.h reads them. Each file is written under another name and renamed,
// so that a sweep leaves only whole files however it ends.
#pragma once

#include "gpu/protocol/recording.h"
#include "gpu/protocol/recording_file.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::remote {

struct SweepItem {
  std::string lab;        ///< the file name without .cu
  std::string parameters; ///< "WIDTH=1024 PAD=0"
  protocol::MeasureRequest request;
};

/// Returns 16 hex digits over the whole request, including what is to be measured.
[[nodiscard]] std::string key_of(const protocol::MeasureRequest& request);

/// True when the launch was measured, or would end the same way each time: it is not asked for again.
[[nodiscard]] bool is_final(const protocol::Recording& recording);

class SweepFolder {
 public:
  explicit SweepFolder(std::string path) : path_(std::move(path)) {}
  ~SweepFolder();
  SweepFolder(const SweepFolder&) = delete;
  SweepFolder& operator=(const SweepFolder&) = delete;

  /// Creates and locks the folder: empty on success, else why another sweep or the system prevents it.
  [[nodiscard]] std::string open();
  [[nodiscard]] const std::string& path() const { return path_; }

  /// Returns what an earlier run, or this one, left for the request; nothing that is not final, belongs to
  /// another request, or cannot be read.
  [[nodiscard]] std::optional<protocol::Recording> find(const protocol::MeasureRequest& request) const;
  /// Empty, or the system's reason.
  [[nodiscard]] std::string keep(const protocol::MeasureRequest& request,
                                 const protocol::Recording& recording) const;
  /// Writes a LAB.json for each lab, from the answers so far. Empty, or the system's reason.
  [[nodiscard]] std::string write_labs(const std::vector<SweepItem>& items) const;

 private:
  [[nodiscard]] std::string file_of(const protocol::MeasureRequest& request) const;

  std::string path_;
  int lock_ = -1;
};

/// Writes under another name and renames. Empty, or the system's reason with the path.
[[nodiscard]] std::string write_whole(const std::string& path, std::string_view text,
                                      bool executable = false);
/// nullopt when it cannot be read or is longer than a recording may be.
[[nodiscard]] std::optional<std::string> read_whole(const std::string& path);
/// Parses an answer that must belong to the request; on failure nullopt and one sentence in `error`.
[[nodiscard]] std::optional<protocol::Recording>
read_answer(std::string_view text, const protocol::MeasureRequest& request, std::string& error);

} // namespace warpscope::remote
