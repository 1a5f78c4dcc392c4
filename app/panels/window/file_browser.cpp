// Lists folders and the files that can be opened.
#include "app/panels/window/file_browser.h"

#include "app/language/language.h"
#include "imgui.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace warpscope::panels {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_entries = 2000;

bool can_be_opened(const std::string& name) {
  for (const std::string_view ending : {".cu", ".cuh", ".cpp", ".cc", ".cxx", ".c", ".h", ".hpp", ".json"})
    if (name.ends_with(ending)) return true;
  return false;
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string folder_of(const std::string& path) {
  std::error_code error;
  const std::size_t slash = path.rfind('/');
  const fs::path folder = slash == std::string::npos ? fs::current_path(error)
                                                     : fs::absolute(path.substr(0, slash + 1), error);
  std::string full = folder.lexically_normal().string();
  if (full.empty() || full.back() != '/') full += '/';
  return full;
}

} // namespace

void FileBrowser::begin(const std::string& path) {
  begun_ = path;
  read(folder_of(path));
}

void FileBrowser::read(const std::string& folder) {
  folder_ = folder;
  entries_.clear();
  unreadable_.clear();
  std::error_code error;
  for (auto it = fs::directory_iterator(folder, fs::directory_options::skip_permission_denied, error);
       !error && it != fs::directory_iterator() && entries_.size() < most_entries; it.increment(error)) {
    Entry entry{it->path().filename().string(), false};
    std::error_code ignored;
    entry.folder = it->is_directory(ignored);
    if (entry.name.starts_with('.') || (!entry.folder && !can_be_opened(entry.name))) continue;
    entries_.push_back(std::move(entry));
  }
  if (error) unreadable_ = error.message();
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return a.folder != b.folder ? a.folder : lower(a.name) < lower(b.name);
  });
}

std::optional<std::string> FileBrowser::draw(const PanelContext& c, const Paint& paint,
                                             const std::string& path) {
  if (const std::string folder = folder_of(path); folder != folder_) {
    std::error_code error;
    if (fs::is_directory(folder, error)) read(folder);
  }
  const std::string filter = path == begun_ ? std::string() : lower(path.substr(path.rfind('/') + 1));
  std::optional<std::string> chosen;
  const float width = std::min(paint.px(680), ImGui::GetMainViewport()->Size.x - paint.px(80));
  const float height = std::min(paint.px(360), ImGui::GetMainViewport()->Size.y * .45f);
  const auto heading = [&](std::string_view text) {
    ImGui::PushStyleColor(ImGuiCol_Text, vec4(c.theme.t2));
    ImGui::PushFont(c.fonts[view::Font::Regular], paint.size(15));
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopFont();
    ImGui::PopStyleColor();
  };
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {paint.px(8), paint.px(6)});
  if (ImGui::BeginChild("##recent", {width * .42f, height})) {
    heading(language::tr("browse.recent"));
    const std::vector<std::string>& recent = c.ui.preferences.recent_files;
    for (std::size_t i = 0; i < recent.size(); ++i) {
      const std::string name = recent[i].substr(recent[i].rfind('/') + 1);
      if (!filter.empty() && lower(name).find(filter) == std::string::npos) continue;
      if (ImGui::Selectable((name + "###recent_" + std::to_string(i)).c_str())) chosen = recent[i];
      if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort)) ImGui::SetTooltip("%s", recent[i].c_str());
    }
    if (recent.empty()) heading(language::tr("browse.no_recent"));
  }
  ImGui::EndChild();
  ImGui::SameLine();
  if (ImGui::BeginChild("##folder", {width * .58f - paint.px(8), height})) {
    heading(folder_);
    if (folder_ != "/" && ImGui::Selectable("..###up"))
      chosen = folder_of(folder_.substr(0, folder_.size() - 1));
    bool any = false;
    for (const Entry& entry : entries_) {
      if (!filter.empty() && lower(entry.name).find(filter) == std::string::npos) continue;
      any = true;
      const std::string label = entry.name + (entry.folder ? "/" : "");
      if (entry.folder) ImGui::PushStyleColor(ImGuiCol_Text, vec4(c.theme.t2));
      if (ImGui::Selectable((label + "###entry_" + entry.name).c_str())) chosen = folder_ + label;
      if (entry.folder) ImGui::PopStyleColor();
    }
    if (!unreadable_.empty()) heading(unreadable_);
    else if (!any) heading(language::tr("browse.nothing"));
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  return chosen;
}

} // namespace warpscope::panels
