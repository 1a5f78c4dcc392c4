// The folder of a sweep's outcome: recordings/KEY.json of each request that has its answer, and LAB.json with
// all of a lab's, as recording_file.h reads them. Each file is written beside and renamed, so that whatever
// ends a sweep leaves whole files.
#pragma once

#include "gpu/protocol/recording.h"
#include "gpu/protocol/recording_file.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::remote {

struct SweepItem {
  std::string lab;        ///< a file's name without .cu
  std::string parameters; ///< "WIDTH=1024 PAD=0"
  protocol::MeasureRequest request;
};

/// 16 hex digits over the whole request: what is measured of a launch, too.
[[nodiscard]] std::string key_of(const protocol::MeasureRequest& request);

/// The launch was measured, or will end like this each time: nobody is asked again.
[[nodiscard]] bool is_final(const protocol::Recording& recording);

class SweepFolder {
 public:
  explicit SweepFolder(std::string path) : path_(std::move(path)) {}
  ~SweepFolder();
  SweepFolder(const SweepFolder&) = delete;
  SweepFolder& operator=(const SweepFolder&) = delete;

  /// Makes it and takes it: empty, or why another sweep or the system does not let us.
  [[nodiscard]] std::string open();
  [[nodiscard]] const std::string& path() const { return path_; }

  /// What an earlier run, or this one, left for the request; nothing that is not final, belongs to another
  /// request, or cannot be read.
  [[nodiscard]] std::optional<protocol::Recording> find(const protocol::MeasureRequest& request) const;
  /// Empty, or the system's reason.
  [[nodiscard]] std::string keep(const protocol::MeasureRequest& request,
                                 const protocol::Recording& recording) const;
  /// A LAB.json for each lab, of what there is. Empty, or the system's reason.
  [[nodiscard]] std::string write_labs(const std::vector<SweepItem>& items) const;

 private:
  [[nodiscard]] std::string file_of(const protocol::MeasureRequest& request) const;

  std::string path_;
  int lock_ = -1;
};

/// Written beside it and renamed. Empty, or the system's reason with the path.
[[nodiscard]] std::string write_whole(const std::string& path, std::string_view text,
                                      bool executable = false);
/// nullopt when it cannot be read or is longer than a recording may be.
[[nodiscard]] std::optional<std::string> read_whole(const std::string& path);
/// An answer that belongs to the request; nullopt and one sentence in `error`.
[[nodiscard]] std::optional<protocol::Recording>
read_answer(std::string_view text, const protocol::MeasureRequest& request, std::string& error);

} // namespace warpscope::remote
