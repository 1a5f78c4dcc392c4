// Export (ctrl+E) and Share: one dialog, usable with the keyboard alone; the work continues behind it.
#include "app/panels/window/panel.h"

#include "app/language/language.h"
#include "app/panels/export/work.h"
#include "app/view/scene_choices.h"
#include "imgui.h"
#include "misc/cpp/imgui_stdlib.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

namespace warpscope::panels {

namespace {

constexpr std::pair<ExportWhat, const char*> whats[] = {{ExportWhat::Stage, "export.stage"},
                                                        {ExportWhat::Playback, "export.playback"},
                                                        {ExportWhat::Chart, "export.chart"},
                                                        {ExportWhat::Counts, "export.counts"},
                                                        {ExportWhat::Share, "export.share_title"}};
constexpr std::pair<ExportRange, const char*> ranges[] = {{ExportRange::Access, "export.range_access"},
                                                          {ExportRange::Loop, "export.range_loop"},
                                                          {ExportRange::All, "export.range_all"}};
constexpr int frame_rates[] = {10, 20, 25, 30, 50, 60};

std::string labelled(std::string_view text, std::string_view id) {
  return std::string(text) + "###" + std::string(id);
}

std::string upper(std::string_view format) {
  if (format == "frames") return std::string(language::tr("export.png_frames"));
  if (format == "webm") return "WebM";
  std::string text(format);
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

class ExportPanel final : public Panel {
 public:
  explicit ExportPanel(std::function<void()> draw_soon) : draw_soon_(std::move(draw_soon)) {}

  bool run(PanelContext& c, const Command& command) override {
    if (asks(command, Ask::Share)) wanted_ = ExportWhat::Share;
    else if (asks(command, Ask::Export))
      wanted_ = c.ui.results == ResultsTab::Chart && c.session.runs().sweep() != nullptr ? ExportWhat::Chart
                : choice_.what == ExportWhat::Share                                      ? ExportWhat::Stage
                                                                                         : choice_.what;
    else return false;
    return true;
  }

  void draw(PanelContext& c) override {
    const Paint paint(ImGui::GetForegroundDrawList(), c.fonts, c.theme, c.layout.scale);
    if (job_ && job_->done()) {
      c.ui.say(job_->outcome().said, job_->outcome().failed);
      failed_ = job_->outcome().failed ? job_->outcome().said : std::string();
      const bool good = !job_->outcome().failed;
      job_.reset();
      if (good && ImGui::IsPopupOpen("##export")) close_ = true;
    }
    if (const std::optional<ExportWhat> what = std::exchange(wanted_, std::nullopt)) open(c, *what);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {paint.px(24), paint.px(20)});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {paint.px(14), paint.px(12)});
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize,
                        1); // a choice that is not selected still has an outline
    ImGui::PushStyleColor(ImGuiCol_Border, vec4(c.theme.edge));
    ImGui::PushFont(c.fonts[view::Font::Regular], paint.size(17));
    const ImVec2 size = ImGui::GetMainViewport()->Size;
    ImGui::SetNextWindowPos({size.x / 2, size.y * .45f}, ImGuiCond_Always, {.5f, .5f});
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_AlwaysAutoResize |
                                       ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;
    if (ImGui::BeginPopupModal("##export", nullptr, flags)) {
      dialog(c, paint, std::min(paint.px(760), size.x - paint.px(80)));
      ImGui::EndPopup();
    }
    ImGui::PopFont();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
  }

 private:
  void open(PanelContext& c, ExportWhat what) {
    if (ImGui::IsPopupOpen("##export")) return;
    choose(c, what);
    failed_.clear();
    close_ = false;
    c.session.play(false); // what is exported is what is visible
    ImGui::OpenPopup("##export");
    focus_ = true;
  }

  void choose(PanelContext& c, ExportWhat what) {
    const std::vector<std::string_view> formats = export_formats(what);
    choice_.what = what;
    if (std::find(formats.begin(), formats.end(), choice_.format) == formats.end())
      choice_.format = formats.front();
    choice_.path = export_path(c, choice_);
    replace_.clear();
    failed_.clear();
  }

  static void sentence(const PanelContext& c, const std::string& text, view::Color color, float width) {
    if (text.empty()) return;
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    ImGui::PushStyleColor(ImGuiCol_Text, vec4(color));
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
    static_cast<void>(c);
  }

  void dialog(PanelContext& c, const Paint& paint, float width) {
    ImGui::PushFont(c.fonts[view::Font::SemiBold], paint.size(20));
    ImGui::TextUnformatted(language::tr("export.title").data());
    ImGui::PopFont();
    if (job_) {
      working(c, width);
      return;
    }
    // What.
    float x = 0;
    for (const auto& [what, key] : whats) {
      const float w = ImGui::CalcTextSize(language::tr(key).data()).x + paint.px(52);
      if (x > 0 && x + w < width) ImGui::SameLine();
      else x = 0;
      x += w;
      if (ImGui::RadioButton(
              labelled(language::tr(key), std::string("what_") + std::to_string(static_cast<int>(what)))
                  .c_str(),
              choice_.what == what))
        choose(c, what);
    }
    ImGui::Separator();
    // As what.
    const std::vector<std::string_view> formats = export_formats(choice_.what);
    for (const std::string_view format : formats) {
      if (format != formats.front()) ImGui::SameLine();
      if (!ImGui::RadioButton(labelled(upper(format), std::string("format_") + std::string(format)).c_str(),
                              choice_.format == format))
        continue;
      choice_.format = format;
      choice_.path = with_ending(choice_.path, format);
      replace_.clear();
    }
    options(c, paint);
    // Where.
    ImGui::SetNextItemWidth(width);
    if (std::exchange(focus_, false)) ImGui::SetKeyboardFocusHere();
    ImGui::PushFont(c.fonts[view::Font::Mono], paint.size(16));
    bool go = ImGui::InputText("##path", &choice_.path, ImGuiInputTextFlags_EnterReturnsTrue);
    if (ImGui::IsItemEdited()) replace_.clear();
    ImGui::PopFont();

    const ExportPlan plan = plan_export(c, choice_);
    sentence(c, plan.problem.empty() ? plan.says : plan.problem,
             plan.problem.empty() ? c.theme.t2 : c.theme.conflict_text, width);
    if (!failed_.empty()) sentence(c, failed_, c.theme.hazard, width);
    const bool asks = !replace_.empty() && replace_ == choice_.path;
    if (asks)
      sentence(c, language::trf("export.exists", language::arg("path", choice_.path)), c.theme.conflict_text,
               width);

    ImGui::BeginDisabled(!plan.problem.empty());
    go |= ImGui::Button(labelled(language::tr(asks ? "export.replace" : "export.go"), "go").c_str());
    ImGui::EndDisabled();
    ImGui::SameLine();
    if (ImGui::Button(labelled(language::tr("export.close"), "close").c_str()) ||
        ImGui::IsKeyPressed(ImGuiKey_Escape) || std::exchange(close_, false))
      ImGui::CloseCurrentPopup();
    ImGui::SameLine(0, paint.px(40));
    if (ImGui::Button(labelled(language::tr("export.command"), "command").c_str())) copy_command(c);
    ImGui::SameLine();
    if (ImGui::Button(labelled(language::tr("export.line"), "line").c_str())) copy_line(c);
    ImGui::SetItemTooltip("%s", language::tr("export.line_tip").data());
    if (go && plan.problem.empty()) start(c, plan, asks);
  }

  void options(PanelContext& c, const Paint& paint) {
    const bool pixels = choice_.what == ExportWhat::Playback || choice_.format == "png";
    if (choice_.what == ExportWhat::Playback) {
      for (const auto& [range, key] : ranges) {
        if (range != ranges[0].first) ImGui::SameLine();
        if (ImGui::RadioButton(
                labelled(language::tr(key), std::string("range_") + std::to_string(static_cast<int>(range)))
                    .c_str(),
                choice_.range == range))
          choice_.range = range;
      }
    }
    if (!pixels) return;
    ImGui::SetNextItemWidth(paint.px(90));
    if (ImGui::BeginCombo(labelled(language::tr("export.scale"), "scale").c_str(),
                          (std::to_string(choice_.scale) + "×").c_str())) {
      for (int scale = 1; scale <= 4; ++scale)
        if (ImGui::Selectable((std::to_string(scale) + "×").c_str(), scale == choice_.scale))
          choice_.scale = scale;
      ImGui::EndCombo();
    }
    if (choice_.what != ExportWhat::Playback) return;
    ImGui::SameLine();
    ImGui::SetNextItemWidth(paint.px(90));
    if (ImGui::BeginCombo(labelled(language::tr("export.rate"), "rate").c_str(),
                          std::to_string(choice_.frames_per_second).c_str())) {
      for (const int rate : frame_rates)
        if (ImGui::Selectable(std::to_string(rate).c_str(), rate == choice_.frames_per_second))
          choice_.frames_per_second = rate;
      ImGui::EndCombo();
    }
    ImGui::SameLine();
    ImGui::SetNextItemWidth(paint.px(160));
    auto speed = static_cast<float>(c.session.settings.speed);
    if (ImGui::SliderFloat(labelled(language::tr("export.speed"), "speed").c_str(), &speed, 1, 64, "%.0f",
                           ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp))
      c.session.settings.speed = std::max(1.f, speed);
  }

  void start(PanelContext& c, const ExportPlan& plan, bool replace) {
    failed_.clear();
    if (choice_.path.empty()) {
      failed_ = language::tr("export.no_path");
      return;
    }
    std::error_code code;
    if (!replace && std::filesystem::exists(choice_.path, code) && choice_.format != "frames") {
      if (std::filesystem::is_directory(choice_.path, code))
        failed_ = language::trf("export.is_folder", language::arg("path", choice_.path));
      else replace_ = choice_.path;
      return;
    }
    if (choice_.format == "frames" && !replace && std::filesystem::exists(choice_.path, code)) {
      replace_ = choice_.path;
      return;
    }
    replace_.clear();
    job_ = std::make_unique<exporting::Background>(export_work(c, choice_, plan), draw_soon_);
  }

  void working(PanelContext& c, float width) {
    sentence(c, choice_.path, c.theme.t2, width);
    const auto share = static_cast<float>(job_->progress());
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, vec4(c.theme.now));
    ImGui::ProgressBar(
        share, {width, 0},
        language::trf("export.percent", language::arg("percent", static_cast<int>(share * 100))).c_str());
    ImGui::PopStyleColor();
    if (ImGui::Button(labelled(language::tr("export.stop"), "stop").c_str()) ||
        ImGui::IsKeyPressed(ImGuiKey_Escape))
      job_->cancel();
    ImGui::SameLine();
    if (ImGui::Button(labelled(language::tr("export.behind"), "behind").c_str())) ImGui::CloseCurrentPopup();
  }

  /// Copies what is on the stage, and where, as one line.
  static void copy_line(PanelContext& c) {
    ImGui::SetClipboardText(
        c.session.state_line(view::info_of(c.ui.scene).id, view::scene_choices(c.ui.fragment, c.ui.layouts))
            .c_str());
    c.ui.say(std::string(language::tr("export.line_copied")), false);
    ImGui::CloseCurrentPopup();
  }

  void copy_command(PanelContext& c) {
    const document::CommandLine command = c.session.command_line();
    if (!command.problem.empty()) {
      failed_ = command.problem;
      return;
    }
    ImGui::SetClipboardText(command.text.c_str());
    failed_.clear();
    c.ui.say(language::trf("export.copied", language::arg("command", command.text)), false);
    ImGui::CloseCurrentPopup();
  }

  std::function<void()> draw_soon_;  ///< called from the thread that exports
  std::optional<ExportWhat> wanted_; ///< the dialog is to open for this, with the next draw()
  ExportChoice choice_;
  std::string failed_;  ///< a sentence
  std::string replace_; ///< the existing path that the question was about
  bool focus_ = false, close_ = false;
  std::unique_ptr<exporting::Background> job_;
};

} // namespace

std::unique_ptr<Panel> make_export_panel(std::function<void()> draw_soon) {
  return std::make_unique<ExportPanel>(std::move(draw_soon));
}

} // namespace warpscope::panels
