// Over everything: the path prompts and the question before quitting.
#include "app/document/words.h"
#include "app/export/export_picture.h"
#include "app/language/language.h"
#include "app/panels/window/file_browser.h"
#include "app/panels/window/file_watch.h"
#include "app/panels/window/panel.h"
#include "app/panels/window/widgets.h"
#include "imgui.h"
#include "misc/cpp/imgui_stdlib.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace warpscope::panels {

namespace {

class DialogsPanel final : public Panel {
 public:
  bool run(PanelContext& c, const Command& command) override {
    if (help_->run(c, command) || first_run_->run(c, command)) return true;
    const Ask* ask = std::get_if<Ask>(&command);
    if (ask == nullptr) return false;
    switch (*ask) {
    case Ask::Open: begin(Prompt::Open, language::tr("path.open_title"), open_where(c)); return true;
    case Ask::Save: save(c); return true;
    case Ask::SaveAs: begin_save(c); return true;
    case Ask::SaveMeasured:
      if (c.measuring.shown())
        begin(Prompt::SaveMeasured, language::tr("measured.save_title"),
              in_folder(c, std::filesystem::path(c.measuring.shown()->recording.file).stem().string() +
                               "-measured.json"));
      return true;
    case Ask::SaveLesson:
      begin(Prompt::SaveLesson, language::tr("course.record_save"), in_folder(c, "lesson.toml"));
      return true;
    case Ask::Quit:
      if (c.session.edits().unsaved() || !c.session.edits().left_unsaved().empty()) asks_quit_ = true;
      else c.ui.commands.add(Ask::Close);
      return true;
    default: return false;
    }
  }

  void draw(PanelContext& c) override {
    const Paint paint(ImGui::GetForegroundDrawList(), c.fonts, c.theme, c.layout.scale);
    if (std::exchange(opens_, false)) ImGui::OpenPopup("##path");
    if (std::exchange(asks_quit_, false)) ImGui::OpenPopup("##quit");
    path(c, paint);
    watch_.draw(c, paint);
    help_->draw(c);
    first_run_->draw(c);
    quit(c, paint);
  }

 private:
  enum class Prompt : std::uint8_t { Open, Save, SaveMeasured, SaveLesson };

  /// Labs and new texts go where the person was last.
  static std::string in_folder(const PanelContext& c, const std::string& name) {
    const std::string& folder = c.ui.preferences.last_folder;
    return folder.empty() ? name : folder + (folder.back() == '/' ? "" : "/") + name;
  }
  static std::string open_where(const PanelContext& c) {
    const document::Document& d = c.session.document();
    return d.kernel_folder.empty() ? in_folder(c, {}) : d.kernel_file;
  }

  void begin(Prompt prompt, std::string_view title, std::string path) {
    prompt_ = prompt;
    title_ = title;
    path_ = std::move(path);
    error_.clear();
    confirmed_.clear();
    opens_ = focus_ = true;
    if (prompt == Prompt::Open) browser_.begin(path_);
  }
  void begin_save(const PanelContext& c) {
    const document::Document& d = c.session.document();
    begin(Prompt::Save, language::tr("path.save_title"),
          d.mode == document::SourceMode::Expression ? in_folder(c, "expression.cu")
          : d.kernel_file.empty()                    ? in_folder(c, "kernel.cu")
          : d.kernel_folder.empty()                  ? in_folder(c, d.kernel_file)
                                                     : d.kernel_file);
  }
  /// Where the text came from; a text without a file is asked for its path.
  void save(PanelContext& c) {
    saved_ = false;
    if (!watch_.save(c)) begin_save(c);
  }
  /// Quits once the save that was asked for on the way out is done; where it was given up, the person stays.
  void end_quit(PanelContext& c) {
    if (!quit_after_save_ || opens_ || watch_.asks() || ImGui::IsPopupOpen("##path")) return;
    quit_after_save_ = false;
    if (saved_ || watch_.saved()) c.ui.commands.add(Ask::Close);
  }
  /// What the prompt is for, done with the path that stands in it. Empty, or a sentence.
  [[nodiscard]] std::string go(PanelContext& c) const {
    switch (prompt_) {
    case Prompt::Open: return open_path(c, path_);
    case Prompt::SaveMeasured: return exporting::write_file_atomically(path_, c.measuring.shown_json());
    case Prompt::SaveLesson: return exporting::write_file_atomically(path_, c.session.recording_file(path_));
    case Prompt::Save: break;
    }
    return c.session.save_file(path_);
  }

  static void push(const PanelContext& c, const Paint& paint) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {paint.px(24), paint.px(20)});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {paint.px(12), paint.px(12)});
    ImGui::PushFont(c.fonts[view::Font::Regular], paint.size(18));
    const ImVec2 size = ImGui::GetMainViewport()->Size;
    ImGui::SetNextWindowPos({size.x / 2, size.y * .4f}, ImGuiCond_Always, {.5f, .5f});
  }
  static void pop() {
    ImGui::PopFont();
    ImGui::PopStyleVar(2);
  }
  static constexpr ImGuiWindowFlags dialog_flags = ImGuiWindowFlags_NoTitleBar |
                                                   ImGuiWindowFlags_AlwaysAutoResize |
                                                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;

  static void heading(const PanelContext& c, const Paint& paint, const char* text) {
    ImGui::PushFont(c.fonts[view::Font::SemiBold], paint.size(20));
    ImGui::TextUnformatted(text);
    ImGui::PopFont();
  }

  void path(PanelContext& c, const Paint& paint) {
    push(c, paint);
    if (ImGui::BeginPopupModal("##path", nullptr, dialog_flags)) {
      heading(c, paint, title_.c_str());
      ImGui::SetNextItemWidth(std::min(paint.px(680), ImGui::GetMainViewport()->Size.x - paint.px(80)));
      if (focus_) ImGui::SetKeyboardFocusHere();
      focus_ = false;
      ImGui::PushFont(c.fonts[view::Font::Mono], paint.size(18));
      bool wanted = ImGui::InputTextWithHint("##file", language::tr("path.hint").data(), &path_,
                                             ImGuiInputTextFlags_EnterReturnsTrue |
                                                 ImGuiInputTextFlags_AutoSelectAll);
      ImGui::PopFont();
      if (!error_.empty()) {
        ImGui::PushTextWrapPos(paint.px(660));
        ImGui::PushStyleColor(ImGuiCol_Text, vec4(c.theme.hazard));
        ImGui::TextUnformatted(error_.c_str());
        ImGui::PopStyleColor();
        ImGui::PopTextWrapPos();
      }
      const bool opening = prompt_ == Prompt::Open;
      if (opening)
        if (const std::optional<std::string> chosen = browser_.draw(c, paint, path_)) {
          path_ = *chosen;
          error_.clear();
          if (chosen->ends_with('/')) focus_ = true;
          else wanted = true;
        }
      const bool over = !opening && !confirmed_.empty() && confirmed_ == path_;
      wanted |= ImGui::Button(item_text(opening ? "path.open"
                                        : over  ? "files.overwrite"
                                                : "path.save",
                                        "go")
                                  .c_str());
      ImGui::SameLine();
      if (ImGui::Button(item_text("path.cancel", "cancel").c_str()) || ImGui::IsKeyPressed(ImGuiKey_Escape))
        ImGui::CloseCurrentPopup();
      std::error_code code;
      const bool there = !opening &&
                         (prompt_ == Prompt::SaveMeasured || prompt_ == Prompt::SaveLesson
                              ? std::filesystem::exists(path_, code)
                              : c.session.edits().save_question(path_) != document::SaveQuestion::None);
      if (wanted && there && !over) {
        // Asked once: entering the same path again confirms it.
        confirmed_ = path_;
        error_ = language::trf("files.exists", language::arg("path", path_));
        focus_ = true;
      } else if (wanted) {
        error_ = go(c);
        if (error_.empty()) {
          if (!opening) c.ui.say(document::saved_words(c.session.document(), path_), false);
          if (prompt_ == Prompt::Save) settings::note_file(c.ui.preferences, path_);
          saved_ = prompt_ == Prompt::Save;
          ImGui::CloseCurrentPopup();
        } else {
          focus_ = true;
        }
      }
      ImGui::EndPopup();
    }
    pop();
  }

  void quit(PanelContext& c, const Paint& paint) {
    push(c, paint);
    bool save = false;
    if (ImGui::BeginPopupModal("##quit", nullptr, dialog_flags)) {
      const std::vector<std::string> left = c.session.edits().left_unsaved();
      const std::string question = c.session.edits().unsaved() || left.empty()
                                       ? std::string(language::tr("quit.question"))
                                       : language::trf("files.quit_left", language::arg("name", left.back()));
      heading(c, paint, question.c_str());
      if (ImGui::Button(item_text("quit.save", "save").c_str())) {
        save = true;
        ImGui::CloseCurrentPopup();
      }
      ImGui::SameLine();
      if (ImGui::Button(item_text("quit.without_saving", "quit_now").c_str())) c.ui.commands.add(Ask::Close);
      ImGui::SameLine();
      if (ImGui::Button(item_text("quit.stay", "stay").c_str()) || ImGui::IsKeyPressed(ImGuiKey_Escape))
        ImGui::CloseCurrentPopup();
      ImGui::EndPopup();
    }
    pop();
    if (save) {
      this->save(c);
      quit_after_save_ = true;
    }
    end_quit(c);
  }

  std::string title_, path_, error_;
  std::string confirmed_; ///< the path that may be overwritten
  FileBrowser browser_;
  FileWatch watch_;
  std::unique_ptr<Panel> help_ = make_help_panel(), first_run_ = make_first_run_panel();
  Prompt prompt_ = Prompt::Open;
  bool opens_ = false, asks_quit_ = false; ///< the popups, with the next draw()
  bool focus_ = false;
  bool saved_ = false; ///< the path prompt has saved the text
  bool quit_after_save_ = false;
};

} // namespace

std::unique_ptr<Panel> make_dialogs_panel() { return std::make_unique<DialogsPanel>(); }

} // namespace warpscope::panels
