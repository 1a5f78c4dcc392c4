// session.json: what a copy of the app works on, kept while it works, so that a crash loses nothing and the
// next start goes on.
//
// Two copies never share one: the first holds session.json, a second session-2.json, and so on, each behind a
// lock that the system lets go when the process ends. The first one's session is taken up at the next start;
// a later one's only after it was ended from outside.
#pragma once

#include "app/document/document_json.h"
#include "app/settings/store.h"

#include <optional>
#include <string>

namespace warpscope::settings {

class SessionFile {
 public:
  /// `folder` empty: nothing is kept.
  explicit SessionFile(std::string folder) : folder_(std::move(folder)) {}

  struct Opened {
    std::optional<document::SavedSession> saved; ///< what to go on with
    bool crashed = false;                        ///< its copy was ended from outside
    bool second = false;                         ///< another copy is open
    bool kept_for_later = false; ///< `resume` was false, and text that was never saved waits for a start
                                 ///< without a file
    std::string notice;          ///< a damaged file was set aside
  };
  /// Once. `resume`: false when the person named what to open.
  [[nodiscard]] Opened open(bool resume);

  /// Empty, or a sentence for a notice when it cannot be written and this was not said yet.
  [[nodiscard]] std::string save(const document::SavedSession& session, bool force = false);
  /// The copy ends as it should: `last` is where the next start goes on. A second copy's session goes with
  /// it.
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
