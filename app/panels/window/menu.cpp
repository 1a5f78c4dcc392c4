// The menu behind the bar's ☰ (F10): files, the window's look, help.
#include "app/language/language.h"
#include "app/panels/window/panel.h"
#include "app/panels/window/widgets.h"
#include "imgui.h"

#include <glad/gl.h>

#include <cmath>
#include <filesystem>
#include <vector>

namespace warpscope::panels {

namespace {

bool row(std::string_view key, const char* id, const char* shortcut = nullptr, bool checked = false,
         bool enabled = true) {
  return ImGui::MenuItem(item_text(key, id).c_str(), shortcut, checked, enabled);
}

/// The end of a long path, with its name.
std::string shortened(const std::string& path) {
  constexpr std::size_t most = 48;
  if (path.size() <= most) return path;
  std::size_t from = path.size() - most;
  while (from < path.size() && (static_cast<unsigned char>(path[from]) & 0xC0) == 0x80) ++from;
  return "…" + path.substr(from);
}

class MenuPanel final : public Panel {
 public:
  explicit MenuPanel(std::string language_folder) : language_folder_(std::move(language_folder)) {}

  bool run(PanelContext&, const Command& command) override {
    opens_ |= asks(command, Ask::Menu);
    tells_ |= asks(command, Ask::About);
    return asks(command, Ask::Menu) || asks(command, Ask::About);
  }

  void draw(PanelContext& c) override {
    const Paint paint(ImGui::GetForegroundDrawList(), c.fonts, c.theme, c.layout.scale);
    if (std::exchange(opens_, false)) {
      if (ImGui::IsPopupOpen("##menu")) return;
      ImGui::OpenPopup("##menu");
      look(c);
    }
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {paint.px(10), paint.px(10)});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {paint.px(16), paint.px(13)});
    ImGui::PushStyleColor(ImGuiCol_TextDisabled, vec4(c.theme.t3));
    ImGui::PushFont(c.fonts[view::Font::Regular], paint.size(18));
    // Below the button, with its right edge on the window's.
    ImGui::SetNextWindowPos({c.layout.width - paint.px(8), c.layout.bar.h + paint.px(2)}, ImGuiCond_Appearing,
                            {1, 0});
    if (ImGui::BeginPopup("##menu", ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings)) {
      if (ImGui::BeginMenu(item_text("menu.file", "file").c_str())) {
        file(c);
        ImGui::EndMenu();
      }
      if (ImGui::BeginMenu(item_text("menu.view", "view").c_str())) {
        view(c);
        ImGui::EndMenu();
      }
      if (ImGui::BeginMenu(item_text("menu.help", "help").c_str())) {
        help(c);
        ImGui::EndMenu();
      }
      ImGui::EndPopup();
    }
    ImGui::PopFont();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
    about(c, paint);
  }

 private:
  /// The disk is read once, when the menu opens, not in each frame.
  void look(const PanelContext& c) {
    recent_.clear();
    for (const std::string& path : c.ui.preferences.recent_files) {
      std::error_code code;
      recent_.push_back({path, std::filesystem::is_regular_file(path, code)});
    }
    languages_ = language::languages(language_folder_);
  }

  void file(PanelContext& c) {
    Commands& commands = c.ui.commands;
    if (row("menu.open", "open", "ctrl+O")) commands.add(Ask::Open);
    if (ImGui::BeginMenu(item_text("menu.open_recent", "recent").c_str(), !recent_.empty())) {
      for (std::size_t i = 0; i < recent_.size(); ++i) {
        const Recent& recent = recent_[i];
        const std::string label = shortened(recent.path) + "###recent_" + std::to_string(i);
        if (!ImGui::MenuItem(label.c_str(), recent.there ? nullptr : language::tr("menu.not_there").data(),
                             false, recent.there))
          continue;
        c.ui.commands.add(OpenFile{recent.path});
      }
      ImGui::EndMenu();
    }
    if (ImGui::BeginMenu(item_text("course.menu", "lessons").c_str())) {
      for (const lesson::CourseTitle& one : lesson::course_titles())
        if (ImGui::MenuItem((one.title + "###lesson_" + one.id).c_str(),
                            language::trf("course.minutes", language::arg("minutes", one.minutes)).c_str()))
          commands.add(PlayLesson{one.id});
      ImGui::Separator();
      if (row("course.record", "record", "R", c.session.records())) commands.add(Ask::RecordLesson);
      if (row("course.record_save", "record_save", nullptr, false, !c.session.recording().moments.empty()))
        commands.add(Ask::SaveLesson);
      ImGui::EndMenu();
    }
    if (row("menu.save", "save", "ctrl+S")) commands.add(Ask::Save);
    ImGui::Separator();
    if (row("menu.export", "export", "ctrl+E")) commands.add(Ask::Export);
    if (row("menu.share", "share")) commands.add(Ask::Share);
    ImGui::Separator();
    const bool any_cut = !c.session.document().cuts.empty() &&
                         c.session.document().mode == document::SourceMode::Kernel;
    if (row("menu.write_cuts", "write_cuts", nullptr, false, any_cut) &&
        !c.session.edit()->write_cuts_into_text())
      c.ui.say(std::string(language::tr("cut.not_written")), true);
    if (row("menu.restore_barriers", "restore_barriers", nullptr, false, any_cut))
      c.session.edit()->restore_barriers();
    ImGui::Separator();
    if (row("menu.measure", "measure", "ctrl+enter")) commands.add(Ask::Measure);
    if (row("menu.save_measured", "save_measured", nullptr, false, c.measuring.shown() != nullptr))
      commands.add(Ask::SaveMeasured);
    ImGui::Separator();
    if (row("menu.quit", "quit")) commands.add(Ask::Quit);
  }

  void view(PanelContext& c) {
    Shared& ui = c.ui;
    session::Settings& look = c.session.settings;
    if (row("menu.dark", "dark", nullptr, look.dark)) look.dark = true;
    if (row("menu.light", "light", nullptr, !look.dark)) look.dark = false;
    if (ImGui::BeginMenu(item_text("menu.font_scale", "scale").c_str())) {
      for (const int percent : {75, 90, 100, 110, 125, 150, 175, 200, 250}) {
        const bool on = std::lround(look.zoom * 100) == percent;
        if (ImGui::MenuItem((std::to_string(percent) + " %###scale_" + std::to_string(percent)).c_str(),
                            percent == 100 ? "ctrl+0" : nullptr, on))
          look.zoom = static_cast<float>(percent) / 100;
      }
      ImGui::EndMenu();
    }
    if (row("menu.reduce_motion", "motion", nullptr, look.reduce_motion))
      look.reduce_motion = !look.reduce_motion;
    if (ImGui::BeginMenu(item_text("menu.language", "language").c_str())) {
      for (const std::string& name : languages_)
        if (ImGui::MenuItem((name + "###language_" + name).c_str(), nullptr,
                            name == language::chosen_language()))
          ui.preferences.language = name;
      if (languages_.size() < 2) {
        const std::string folder = language_folder_.empty() ? std::string(language::tr("menu.no_folder"))
                                                            : shortened(language_folder_);
        ImGui::MenuItem(language::trf("menu.add_language", language::arg("folder", folder)).c_str(), nullptr,
                        false, false);
      }
      ImGui::EndMenu();
    }
    ImGui::Separator();
    if (row("menu.presenter", "presenter", "F5", ui.presenter)) ui.presenter = !ui.presenter;
    if (row("menu.full_screen", "full", "F11")) ui.commands.add(Ask::FullScreen);
    ImGui::Separator();
    settings::PaneSizes& panes = ui.preferences.panes;
    if (row("menu.show_source", "show_source", nullptr, panes.show_source))
      panes.show_source = !panes.show_source;
    if (row("menu.show_timeline", "show_timeline", nullptr, panes.show_timeline))
      panes.show_timeline = !panes.show_timeline;
    if (row("menu.show_results", "show_results", nullptr, panes.show_results))
      panes.show_results = !panes.show_results;
    if (row("menu.reset_layout", "reset_layout")) panes = {};
  }

  static void help(PanelContext& c) {
    if (row("menu.keys", "keys", "?")) c.ui.commands.add(Ask::Help);
    if (row("menu.modelled", "modelled")) c.ui.commands.add(Ask::Modelled);
    if (row("menu.first_steps", "first_steps")) c.ui.commands.add(Ask::FirstSteps);
    ImGui::Separator();
    if (row("menu.about", "about")) c.ui.commands.add(Ask::About);
  }

  void about(PanelContext& c, const Paint& paint) {
    if (std::exchange(tells_, false)) ImGui::OpenPopup("##about");
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {paint.px(24), paint.px(20)});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {paint.px(12), paint.px(8)});
    ImGui::PushFont(c.fonts[view::Font::Regular], paint.size(16));
    const ImVec2 size = ImGui::GetMainViewport()->Size;
    ImGui::SetNextWindowPos({size.x / 2, size.y * .4f}, ImGuiCond_Always, {.5f, .5f});
    if (ImGui::BeginPopup("##about", ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                         ImGuiWindowFlags_AlwaysAutoResize)) {
      ImGui::PushFont(c.fonts[view::Font::SemiBold], paint.size(20));
      ImGui::TextUnformatted(("Warpscope " WARPSCOPE_VERSION));
      ImGui::PopFont();
      const float width = std::min(paint.px(620), size.x - paint.px(80));
      const auto paragraph = [&](std::string_view text, view::Color color) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const Paint inside(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
        ImGui::Dummy({width, wrapped_text(inside, at.x, at.y, width, text, paint.size(16), color)});
      };
      paragraph(language::tr("about.what"), c.theme.t1);
      const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
      paragraph(language::trf("about.versions", language::arg("imgui", ImGui::GetVersion()),
                              language::arg("renderer", renderer == nullptr ? "?" : renderer)),
                c.theme.t2);
      paragraph(language::tr("about.licence"), c.theme.t2);
      ImGui::EndPopup();
    }
    ImGui::PopFont();
    ImGui::PopStyleVar(2);
  }

  struct Recent {
    std::string path;
    bool there;
  };
  std::string language_folder_;
  bool opens_ = false, tells_ = false; ///< the menu, and "about", with the next draw()
  std::vector<Recent> recent_;
  std::vector<std::string> languages_;
};

} // namespace

std::unique_ptr<Panel> make_menu_panel(std::string language_folder) {
  return std::make_unique<MenuPanel>(std::move(language_folder));
}

} // namespace warpscope::panels
