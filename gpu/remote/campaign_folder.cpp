// Keeps a sweep's answers as files.
#include "gpu/remote/campaign_folder.h"

#include "gpu/remote/measure_process.h"
#include "sim/base/atomic_file.h"
#include "sim/base/fnv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <sys/file.h>
#include <unistd.h>

namespace warpscope::remote {

namespace {

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string reason(const std::string& path, int code) {
  return fmt::format("{} cannot be written: {}", path, std::strerror(code));
}

} // namespace

std::string key_of(const protocol::MeasureRequest& request) {
  return hex16(fnv1a(bytes_of(protocol::to_json(request))));
}

bool is_final(const protocol::Recording& recording) {
  switch (recording.status) {
  case protocol::RecordingStatus::Done:
  case protocol::RecordingStatus::NotCompiled:
  case protocol::RecordingStatus::Faulted:
  case protocol::RecordingStatus::TimedOut: return true;
  case protocol::RecordingStatus::BadRequest:
  case protocol::RecordingStatus::NoDevice:
  case protocol::RecordingStatus::Failed: break;
  }
  return false;
}

std::string write_whole(const std::string& path, std::string_view text, bool executable) {
  const int failed = replace_file(path, text, fmt::format(".part{}", getpid()),
                                  {.mode = static_cast<mode_t>(executable ? 0755 : 0644)}, false);
  return failed == 0 ? std::string() : reason(path, failed);
}

std::optional<std::string> read_whole(const std::string& path) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed) ||
      std::filesystem::file_size(path, failed) > longest_recording || failed)
    return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(in), {});
  if (!in || in.bad()) return std::nullopt;
  return text;
}

std::optional<protocol::Recording> read_answer(std::string_view text, const protocol::MeasureRequest& request,
                                               std::string& error) {
  std::optional<protocol::Recording> recording = protocol::parse_recording(text, error);
  if (recording) error = protocol::mismatch(*recording, request);
  if (!error.empty()) return std::nullopt;
  protocol::name_what_is_missing(*recording, request);
  return recording;
}

SweepFolder::~SweepFolder() {
  if (lock_ >= 0) ::close(lock_);
}

std::string SweepFolder::open() {
  std::error_code failed;
  std::filesystem::create_directories(path_ + "/recordings", failed);
  if (failed) return fmt::format("{} cannot be made: {}", path_, failed.message());
  lock_ = ::open((path_ + "/.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (lock_ < 0) return reason(path_ + "/.lock", errno);
  if (flock(lock_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return fmt::format("another warpscope measures into {}", path_);
  return {};
}

std::string SweepFolder::file_of(const protocol::MeasureRequest& request) const {
  return fmt::format("{}/recordings/{}.json", path_, key_of(request));
}

std::optional<protocol::Recording> SweepFolder::find(const protocol::MeasureRequest& request) const {
  const std::optional<std::string> text = read_whole(file_of(request));
  std::string ignored;
  std::optional<protocol::Recording> recording = text ? read_answer(*text, request, ignored) : std::nullopt;
  return recording && is_final(*recording) ? recording : std::nullopt;
}

std::string SweepFolder::keep(const protocol::MeasureRequest& request,
                              const protocol::Recording& recording) const {
  return write_whole(file_of(request), protocol::to_json(recording) + "\n");
}

std::string SweepFolder::write_labs(const std::vector<SweepItem>& items) const {
  std::map<std::string, protocol::RecordingFile> labs;
  for (const SweepItem& item : items)
    if (std::optional<protocol::Recording> recording = find(item.request))
      labs[item.lab].launches.push_back({item.parameters, std::move(*recording)});
  for (auto& [lab, file] : labs) {
    file.lab = lab;
    if (std::string wrong = write_whole(fmt::format("{}/{}.json", path_, lab), protocol::to_json(file));
        !wrong.empty())
      return wrong;
  }
  return {};
}

} // namespace warpscope::remote
