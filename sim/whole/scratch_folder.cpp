// Makes and removes the folder.
#include "sim/whole/scratch_folder.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace warpscope::whole {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view prefix = "warpscope-run-"; ///< then the number of its process, and a word

/// Removes those of processes that were killed and could not do it.
void remove_abandoned(const fs::path& folder) {
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    const std::string name = at->path().filename().string();
    const std::size_t dash = name.find('-', prefix.size());
    if (!name.starts_with(prefix) || dash == std::string::npos) continue;
    const int pid = std::atoi(name.substr(prefix.size(), dash - prefix.size()).c_str());
    struct stat facts{};
    if (pid <= 0 || kill(pid, 0) == 0 || errno != ESRCH) continue;
    if (lstat(at->path().c_str(), &facts) != 0 || facts.st_uid != getuid()) continue;
    std::error_code ignored;
    fs::remove_all(at->path(), ignored);
  }
}

} // namespace

ScratchFolder::ScratchFolder() {
  std::error_code none;
  const fs::path folder = fs::temp_directory_path(none);
  remove_abandoned(folder);
  std::string name = (folder / (std::string(prefix) + std::to_string(getpid()) + "-XXXXXX")).string();
  if (mkdtemp(name.data()) != nullptr) path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

} // namespace warpscope::whole
