// Over everything: the path prompts, the question before quitting, one sentence at the bottom.
#include "app/export/export_picture.h"
#include "app/language/language.h"
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

/// An item's text with an id that no language changes.
std::string labelled(std::string_view key, const char* id) {
  return std::string(language::tr(key)) + "###" + id;
}

class DialogsPanel final : public Panel {
 public:
  void draw(PanelContext& c) override {
    const Paint paint(ImGui::GetForegroundDrawList(), c.fonts, c.theme, c.layout.scale);
    if (c.ui.ask_save && watch_.save(c)) {
      c.ui.ask_save = false;
      if (std::exchange(quit_after_save_, false) && !c.session.edits().unsaved()) c.ui.quit = true;
    }
    c.ui.ask_save |= std::exchange(c.ui.ask_save_as, false);
    if (c.ui.ask_open) begin(c, language::tr("path.open_title"), open_where(c));
    if (c.ui.ask_save) {
      const document::Document& d = c.session.document();
      begin(c, language::tr("path.save_title"),
            d.mode == document::SourceMode::Expression ? in_folder(c, "expression.cu")
            : d.kernel_file.empty()                    ? in_folder(c, "kernel.cu")
            : d.kernel_folder.empty()                  ? in_folder(c, d.kernel_file)
                                                       : d.kernel_file);
    }
    if (c.ui.ask_open || c.ui.ask_save) {
      opening_ = c.ui.ask_open;
      measured_ = c.ui.ask_open = c.ui.ask_save = false;
    }
    if (std::exchange(c.ui.ask_save_measured, false) && c.measuring.shown()) {
      begin(c, language::tr("measured.save_title"),
            in_folder(c, std::filesystem::path(c.measuring.shown()->recording.file).stem().string() +
                             "-measured.json"));
      opening_ = false;
      measured_ = true;
    }
    path(c, paint);
    watch_.draw(c, paint);
    help_->draw(c);
    first_run_->draw(c);
    quit(c, paint);
    notice(c, paint);
  }

 private:
  /// Labs and new texts go where the person was last.
  static std::string in_folder(const PanelContext& c, const std::string& name) {
    const std::string& folder = c.ui.preferences.last_folder;
    return folder.empty() ? name : folder + (folder.back() == '/' ? "" : "/") + name;
  }
  static std::string open_where(const PanelContext& c) {
    const document::Document& d = c.session.document();
    return d.kernel_folder.empty() ? in_folder(c, {}) : d.kernel_file;
  }

  void begin(PanelContext&, std::string_view title, std::string path) {
    title_ = title;
    path_ = std::move(path);
    error_.clear();
    confirmed_.clear();
    ImGui::OpenPopup("##path");
    focus_ = true;
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
      bool go = ImGui::InputTextWithHint("##file", language::tr("path.hint").data(), &path_,
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
      const bool over = !opening_ && !confirmed_.empty() && confirmed_ == path_;
      go |= ImGui::Button(labelled(opening_ ? "path.open"
                                   : over   ? "files.overwrite"
                                            : "path.save",
                                   "go")
                              .c_str());
      ImGui::SameLine();
      if (ImGui::Button(labelled("path.cancel", "cancel").c_str()) || ImGui::IsKeyPressed(ImGuiKey_Escape))
        ImGui::CloseCurrentPopup();
      std::error_code code;
      const bool there = !opening_ &&
                         (measured_ ? std::filesystem::exists(path_, code)
                                    : c.session.edits().save_question(path_) != document::SaveQuestion::None);
      if (go && there && !over) {
        // Asked once: the same path again means it.
        confirmed_ = path_;
        error_ = language::trf("files.exists", language::arg("path", path_));
        focus_ = true;
      } else if (go) {
        error_ = opening_    ? open_path(c.session, c.measuring, c.ui, path_)
                 : measured_ ? exporting::write_file_atomically(path_, c.measuring.shown_json())
                             : c.session.save_file(path_);
        if (error_.empty()) {
          if (!opening_) c.ui.say(saved_sentence(c.session, path_), false);
          if (!opening_ && !measured_) {
            c.ui.reload_fields = true;
            c.ui.opened_file = path_;
          }
          ImGui::CloseCurrentPopup();
          if (quit_after_save_) c.ui.quit = true;
        } else {
          focus_ = true;
        }
        quit_after_save_ = quit_after_save_ && !error_.empty();
      }
      ImGui::EndPopup();
    }
    pop();
  }

  void quit(PanelContext& c, const Paint& paint) {
    if (c.ui.ask_quit) {
      c.ui.ask_quit = false;
      if (!c.session.edits().unsaved() && c.session.edits().left_unsaved().empty()) {
        c.ui.quit = true;
        return;
      }
      ImGui::OpenPopup("##quit");
    }
    push(c, paint);
    bool save = false;
    if (ImGui::BeginPopupModal("##quit", nullptr, dialog_flags)) {
      const std::vector<std::string> left = c.session.edits().left_unsaved();
      const std::string question = c.session.edits().unsaved() || left.empty()
                                       ? std::string(language::tr("quit.question"))
                                       : language::trf("files.quit_left", language::arg("name", left.back()));
      heading(c, paint, question.c_str());
      if (ImGui::Button(labelled("quit.save", "save").c_str())) {
        save = true;
        ImGui::CloseCurrentPopup();
      }
      ImGui::SameLine();
      if (ImGui::Button(labelled("quit.without_saving", "quit_now").c_str())) c.ui.quit = true;
      ImGui::SameLine();
      if (ImGui::Button(labelled("quit.stay", "stay").c_str()) || ImGui::IsKeyPressed(ImGuiKey_Escape))
        ImGui::CloseCurrentPopup();
      ImGui::EndPopup();
    }
    pop();
    if (save) {
      c.ui.ask_save = true;
      quit_after_save_ = true;
    }
  }

  /// A plate over the timeline. A window only so that its button can be pressed; it never takes the focus.
  static void notice(PanelContext& c, const Paint& over) {
    if (c.ui.notice.empty()) return;
    if (ImGui::GetTime() > c.ui.notice_until) {
      c.ui.notice.clear();
      return;
    }
    const float em = over.size(17), pad = over.px(12), icon = over.px(32);
    const float widest = std::min(over.px(860), c.layout.width - over.px(16));
    const float button = c.ui.notice_action.empty()
                             ? 0
                             : text_button_width(over, c.ui.notice_action, {}, over.size(15)) + pad;
    const float wrap = std::max(em * 6, widest - icon - 2 * pad - button);
    const float text_w = std::min(std::ceil(over.width(c.ui.notice, em)) + 1, wrap);
    const float text_h = wrapped_text(Paint(nullptr, c.fonts, c.theme, c.layout.scale), 0, 0, text_w,
                                      c.ui.notice, em, c.theme.t1);
    const float w = text_w + icon + 2 * pad + button, h = std::max(text_h + over.px(16), over.px(44));
    const float bottom = c.layout.timeline.h > 0 ? c.layout.timeline.y : c.layout.height;
    const view::Box plate{std::round((c.layout.width - w) / 2),
                          std::round(std::max(0.f, bottom - h - over.px(12))), w, h};
    ImGui::SetNextWindowPos({plate.x, plate.y});
    ImGui::SetNextWindowSize({plate.w, plate.h});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, IM_COL32(0, 0, 0, 0));
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoDocking |
                                       ImGuiWindowFlags_NoFocusOnAppearing;
    if (ImGui::Begin("notice", nullptr, flags | (button > 0 ? 0 : ImGuiWindowFlags_NoInputs))) {
      const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
      const view::Color mark = c.ui.notice_is_error ? c.theme.hazard : c.theme.now;
      paint.fill(plate, c.theme.bg3, paint.px(8));
      paint.outline(plate, c.ui.notice_is_error ? c.theme.hazard : c.theme.edge, paint.px(8), 1.5f);
      paint.glyph(c.ui.notice_is_error ? Glyph::Warning : Glyph::Check, plate.x + pad + em / 2,
                  plate.y + h / 2, em, mark);
      wrapped_text(paint, plate.x + pad + icon, plate.y + (h - text_h) / 2, text_w, c.ui.notice, em,
                   c.theme.t1);
      // One with a button stays long, and may lie over what somebody wants to read: a click sends it away.
      if (button > 0) {
        ImGui::SetCursorScreenPos({plate.x, plate.y});
        ImGui::SetNextItemAllowOverlap();
        if (ImGui::InvisibleButton("##dismiss", {plate.w, plate.h})) c.ui.notice.clear();
      }
      float x = plate.x + plate.w - button;
      const float button_h = paint.px(32);
      if (button > 0 && text_button(paint, "##action", x, plate.y + (h - button_h) / 2, button_h,
                                    c.ui.notice_action, {}, paint.size(15))) {
        const std::function<void()> what = std::exchange(c.ui.notice_do, {});
        c.ui.notice.clear();
        if (what) what();
      }
    }
    ImGui::End();
    ImGui::PopStyleColor();
  }

  std::string title_, path_, error_;
  std::string confirmed_; ///< the path that may be written over
  FileWatch watch_;
  std::unique_ptr<Panel> help_ = make_help_panel(), first_run_ = make_first_run_panel();
  bool focus_ = false, opening_ = true, quit_after_save_ = false;
  bool measured_ = false; ///< what is saved is a measurement
};

} // namespace

std::unique_ptr<Panel> make_dialogs_panel() { return std::make_unique<DialogsPanel>(); }

} // namespace warpscope::panels
