// session.json: the state of a running copy of the app, saved while it works, so that a crash loses nothing
// and the next start continues from it.
//
// Two copies never share a file: the first holds session.json, a second session-2.json, and so on, each with
// a lock that the system releases when the process ends. The next start resumes the first one's session; a
// later one's only if its process was killed or crashed.
#pragma once

#include "app/document/document_json.h"
#include "app/settings/store.h"

#include <optional>
#include <string>

namespace warpscope::settings {

class SessionFile {
 public:
  /// With an empty `folder`, nothing is kept.
  explicit SessionFile(std::string folder) : folder_(std::move(folder)) {}

  struct Opened {
    std::optional<document::SavedSession> saved; ///< the session to resume
    bool crashed = false;                        ///< its copy was killed or crashed
    bool second = false;                         ///< another copy is running
    /// `resume` was false, and text that was never saved is left for a start without a file.
    bool kept_for_later = false;
    std::string notice; ///< a damaged file was set aside
  };
  /// To be called once. `resume`: false when the person named what to open.
  [[nodiscard]] Opened open(bool resume);

  /// Returns an empty string, or a sentence for a notice when the file cannot be written and that was not
  /// reported yet.
  [[nodiscard]] std::string save(const document::SavedSession& session, bool force = false);
  /// For a regular end: `last` is what the next start resumes. A second copy's session is removed.
  [[nodiscard]] std::string close(document::SavedSession last);
  [[nodiscard]] const std::string& path() const { return path_; } ///< empty before open()

 private:
  [[nodiscard]] std::string slot(int number) const;
  [[nodiscard]] std::optional<document::SavedSession> read(const std::string& path,
                                                           std::string& notice) const;

  std::string folder_, path_;
  FileLock lock_;
  int number_ = 1;
  bool said_ = false;
};

} // namespace warpscope::settings
