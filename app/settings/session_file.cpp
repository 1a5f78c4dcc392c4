// Chooses a slot for this copy of the app, locks it, and saves and restores its session.
#include "app/settings/session_file.h"

#include "app/language/language.h"

#include <array>
#include <filesystem>
#include <unistd.h>
#include <utility>

namespace warpscope::settings {

namespace {

constexpr int most_copies = 8;
constexpr std::size_t largest_session = 64u << 20; // a kernel file of the largest size, each byte escaped
/// Starts with the same session that ended soon: the session may be the cause.
constexpr int most_attempts = 3;

} // namespace

std::string SessionFile::slot(int number) const {
  return folder_ + "/session" + (number == 1 ? std::string() : "-" + std::to_string(number)) + ".json";
}

std::optional<document::SavedSession> SessionFile::read(const std::string& path, std::string& notice) const {
  const StoredText stored = read_stored(path, largest_session);
  if (stored.state == StoredText::State::Absent) return std::nullopt;
  std::optional<document::SavedSession> saved;
  if (stored.state == StoredText::State::Read) saved = document::saved_session_from(stored.text);
  const bool poisonous = saved && saved->running && saved->attempts >= most_attempts;
  if (saved && !poisonous) return saved;
  const std::string aside = set_aside(path);
  if (poisonous)
    notice = language::trf("session.poisonous", language::arg("aside", aside.empty() ? path : aside));
  else if (aside.empty())
    notice = language::trf("session.unreadable", language::arg("path", path),
                           language::arg("why", stored.why));
  else
    notice = language::trf("session.set_aside", language::arg("path", path), language::arg("aside", aside));
  return std::nullopt;
}

SessionFile::Opened SessionFile::open(bool resume) {
  Opened opened;
  if (folder_.empty()) return opened;
  // The folder must exist for the locks.
  if (const std::string failed = make_folder(folder_); !failed.empty()) {
    path_ = slot(1); // later saves may succeed
    said_ = true;
    opened.notice = language::trf("session.not_written", language::arg("path", path_),
                                  language::arg("why", failed));
    return opened;
  }
  struct Candidate {
    FileLock lock;
    std::optional<document::SavedSession> saved;
  };
  std::array<Candidate, most_copies> free;
  int first_free = 0, ended_badly = 0;
  for (int i = 1; i <= most_copies; ++i) {
    Candidate& candidate = free[static_cast<std::size_t>(i - 1)];
    const std::string path = slot(i);
    std::error_code code;
    if (first_free != 0 && !std::filesystem::exists(path, code)) continue;
    const FileLock::Outcome outcome = candidate.lock.take(path + ".lock");
    if (outcome == FileLock::Outcome::Busy) {
      opened.second |= i == 1;
      continue;
    }
    candidate.saved = read(path, opened.notice);
    const bool bad = candidate.saved && candidate.saved->running;
    if (!resume && bad && candidate.saved->unsaved) {
      opened.kept_for_later = true; // must not be overwritten
      continue;
    }
    if (first_free == 0) first_free = i;
    if (bad && ended_badly == 0) ended_badly = i;
  }
  // A session whose text would be lost takes precedence over one that ended well.
  number_ = resume && ended_badly != 0 ? ended_badly : first_free;
  if (number_ == 0) return opened; // all slots are taken: this copy keeps nothing
  Candidate& chosen = free[static_cast<std::size_t>(number_ - 1)];
  path_ = slot(number_);
  lock_ = std::move(chosen.lock);
  opened.crashed = chosen.saved && chosen.saved->running;
  if (resume && (number_ == 1 || opened.crashed)) opened.saved = std::move(chosen.saved);
  else opened.crashed = false;
  return opened;
}

std::string SessionFile::save(const document::SavedSession& session, bool force) {
  if (path_.empty()) return {};
  const std::string failed = write_stored(path_, document::to_json(session), force);
  if (failed.empty()) {
    said_ = false;
    return {};
  }
  if (std::exchange(said_, true)) return {};
  return language::trf("session.not_written", language::arg("path", path_), language::arg("why", failed));
}

std::string SessionFile::close(document::SavedSession last) {
  if (path_.empty()) return {};
  std::string notice;
  if (number_ > 1) {
    ::unlink(path_.c_str());
  } else {
    last.running = false;
    last.attempts = 0;
    notice = save(last, true);
  }
  lock_.release();
  path_.clear();
  return notice;
}

} // namespace warpscope::settings
