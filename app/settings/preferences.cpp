// The list of recent files.
#include "app/settings/preferences.h"

#include <filesystem>
#include <utility>

namespace warpscope::settings {

std::string absolute_path(const std::string& path) {
  std::error_code code;
  const std::filesystem::path whole = std::filesystem::absolute(path, code);
  return code ? path : whole.lexically_normal().string();
}

void remember_file(std::vector<std::string>& recent, std::string path) {
  std::erase(recent, path);
  recent.insert(recent.begin(), std::move(path));
  if (recent.size() > most_recent_files) recent.resize(most_recent_files);
}

void note_file(Preferences& preferences, const std::string& path) {
  const std::string whole = absolute_path(path);
  preferences.last_folder = std::filesystem::path(whole).parent_path().string();
  remember_file(preferences.recent_files, whole);
}

} // namespace warpscope::settings
