// Asks what to do when the file on the disk is another, and tells what was left unsaved.
#include "app/panels/window/file_watch.h"

#include "app/document/files.h"
#include "app/document/words.h"
#include "app/language/language.h"
#include "app/panels/window/widgets.h"
#include "imgui.h"

#include <utility>

namespace warpscope::panels {

namespace {

constexpr double look_every = 1; ///< seconds

/// False: it could not be written, as is said.
bool save_now(PanelContext& c) {
  const std::string path = c.session.document().kernel_file;
  const std::string error = c.session.save_file(path);
  c.ui.say(error.empty() ? document::saved_words(c.session.document(), path) : error, !error.empty());
  return error.empty();
}

} // namespace

bool FileWatch::save(PanelContext& c) {
  saved_ = false;
  if (!c.session.edits().has_file()) return false;
  if (c.session.edits().save_question(c.session.document().kernel_file) == document::SaveQuestion::None) {
    saved_ = save_now(c);
  } else {
    saving_ = ask_ = true;
  }
  return true;
}

void FileWatch::draw(PanelContext& c, const Paint& paint) {
  const std::vector<std::string> left = c.session.edits().left_unsaved();
  if (left.size() > told_) c.ui.say(language::trf("files.left", language::arg("name", left.back())), false);
  told_ = left.size();

  const double now = ImGui::GetTime();
  if (now - looked_ >= look_every &&
      !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel)) {
    looked_ = now;
    const document::DiskState state = c.session.edits().disk_state();
    const std::string& path = c.session.document().kernel_file;
    ask_ |= state == document::DiskState::Changed;
    if (state == document::DiskState::Gone && gone_ != path)
      c.ui.say(language::trf("files.gone", language::arg("name", document::file_name_of(path))), true);
    gone_ = state == document::DiskState::Gone ? path : std::string();
  }
  if (std::exchange(ask_, false)) ImGui::OpenPopup("##disk");

  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {paint.px(24), paint.px(20)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {paint.px(12), paint.px(12)});
  ImGui::PushFont(c.fonts[view::Font::Regular], paint.size(18));
  const ImVec2 size = ImGui::GetMainViewport()->Size;
  ImGui::SetNextWindowPos({size.x / 2, size.y * .4f}, ImGuiCond_Always, {.5f, .5f});
  constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_AlwaysAutoResize |
                                     ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;
  if (ImGui::BeginPopupModal("##disk", nullptr, flags)) {
    ImGui::PushFont(c.fonts[view::Font::SemiBold], paint.size(20));
    const std::string heading = language::trf(
        "files.changed", language::arg("name", document::file_name_of(c.session.document().kernel_file)));
    ImGui::TextUnformatted(heading.c_str());
    ImGui::PopFont();
    if (c.session.edits().unsaved()) ImGui::TextUnformatted(language::tr("files.mine_too").data());
    bool close = false;
    if (ImGui::Button(item_text("files.reload", "reload").c_str())) {
      const std::string error = c.session.edit()->open_file(std::string(c.session.document().kernel_file));
      if (!error.empty()) c.ui.say(error, true);
      close = true;
    }
    ImGui::SameLine();
    if (ImGui::Button(item_text("files.keep", "keep").c_str())) {
      c.session.edit()->accept_disk();
      close = true;
    }
    if (saving_) {
      ImGui::SameLine();
      if (ImGui::Button(item_text("files.overwrite", "overwrite").c_str())) {
        c.session.edit()->accept_disk();
        saved_ = save_now(c);
        close = true;
      }
    }
    // Escape leaves the question open: it is asked again at the next check.
    close |= ImGui::IsKeyPressed(ImGuiKey_Escape);
    if (close) {
      saving_ = false;
      looked_ = now;
      ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
  }
  ImGui::PopFont();
  ImGui::PopStyleVar(2);
}

} // namespace warpscope::panels
