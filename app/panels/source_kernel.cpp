// The whole kernel: an editor, what each line costs on its right, the compiler's message under the line.
#include <algorithm>
#include <cmath>

#include "TextEditor.h"
#include "imgui_internal.h"

#include "app/panels/source_common.h"

namespace warpscope {

namespace {

using Colour = TextEditor::Color;

TextEditor::Palette palette_of(const Theme& t) {
  TextEditor::Palette p;
  const auto set = [&](Colour index, Color color) { p[static_cast<std::size_t>(index)] = rgba(color); };
  const Color clear = with_alpha(t.bg1, 0);
  for (std::size_t i = 0; i < p.size(); ++i) p[i] = rgba(t.t1);
  set(Colour::keyword, t.keyword);
  set(Colour::declaration, t.keyword);
  set(Colour::number, t.number);
  set(Colour::string, t.number);
  set(Colour::punctuation, t.t2);
  set(Colour::preprocessor, t.keyword);
  set(Colour::comment, t.t3);
  set(Colour::background, clear);
  set(Colour::cursor, t.now);
  set(Colour::selection, with_alpha(t.now, .25f));
  set(Colour::whitespace, t.t3);
  set(Colour::matchingBracketBackground, with_alpha(t.now, .2f));
  for (const Colour c : {Colour::matchingBracketActive, Colour::matchingBracketLevel1, Colour::matchingBracketLevel2, Colour::matchingBracketLevel3})
    set(c, t.t2);
  set(Colour::matchingBracketError, t.hazard);
  set(Colour::lineNumber, t.t3);
  set(Colour::currentLineNumber, t.t1);
  set(Colour::currentLineHighlight, clear);
  set(Colour::currentLineHighlightBorder, clear);
  return p;
}

/// C++ with the words that CUDA adds.
const TextEditor::Language& cuda_language() {
  static const TextEditor::Language language = [] {
    TextEditor::Language l = *TextEditor::Language::Cpp();
    l.name = "CUDA C++";
    for (const char* word : {"__global__", "__device__", "__host__", "__shared__", "__constant__", "__restrict__", "__launch_bounds__",
                             "float2", "float3", "float4", "int2", "int4", "uint2", "uint4", "double2", "dim3", "half"})
      l.keywords.insert(word);
    return l;
  }();
  return language;
}

class KernelPanel final : public Panel {
 public:
  KernelPanel() {
    editor_.SetLanguage(&cuda_language());
    editor_.SetTabSize(4);
    editor_.SetInsertSpacesOnTabs(true);
    editor_.SetShowWhitespacesEnabled(false);
    editor_.SetShowScrollbarMiniMapEnabled(false);
    editor_.SetShowMatchingBrackets(true);
    editor_.SetCompletePairedGlyphs(false);
    editor_.SetLineFoldingEnabled(false);
    editor_.SetSmoothScrollingEnabled(false);
    editor_.SetFindReplaceEnabled(false);
    editor_.SetLineNumberLeftMargin(2);
    editor_.SetTextLeftMargin(2);
  }

  void draw(PanelContext& c) override {
    const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
    const Document& document = c.session.document();
    std::string note = document.kernel_file.empty() ? "untitled.cu" : document.kernel_file;
    if (note.find('/') != std::string::npos) note = note.substr(note.rfind('/') + 1);
    if (c.session.unsaved()) note += " *";
    source_tabs(c, paint, note);
    const Box box = c.layout.source;
    if (box.h < 20) return;
    if (document.kernel_text->empty() && !started_) {
      empty(c, paint, box);
      return;
    }
    take_text(document);
    if (dark_ != c.theme.dark || !palette_set_) {
      editor_.SetPalette(palette_of(c.theme));
      dark_ = c.theme.dark;
      palette_set_ = true;
    }
    const float margin = paint.px(c.layout.big ? 24 : 14);
    const std::vector<Remedy> remedies = c.session.remedies();
    const float foot = remedies.empty() ? 0 : paint.px(56);
    const std::string trouble = first_trouble(c.session);
    const float trouble_h = trouble.empty() ? 0 : paint.px(64);
    const float head = question(c, paint, box, margin);
    const Box text{box.x, box.y + head, box.w, std::max(10.f, box.h - head - foot - trouble_h)};
    editor(c, paint, text, margin);
    float y = text.y + text.h;
    if (trouble_h > 0) {
      paint.fill({box.x, y, box.w, trouble_h}, c.theme.bg2);
      paint.list()->PushClipRect({box.x, y}, {box.x + box.w, y + trouble_h}, true);
      error_text(paint, box.x + margin, y + paint.px(8), box.w - 2 * margin, trouble, paint.size(15));
      paint.list()->PopClipRect();
      y += trouble_h;
    }
    if (foot > 0) {
      paint.line(box.x, y + .5f, box.x + box.w, y + .5f, c.theme.line);
      remedy_buttons(c, paint, box.x + margin, y + paint.px(10), box.w - 2 * margin, paint.px(36));
    }
  }

 private:
  /// What a lab asks, above its text. Returns the height it takes.
  static float question(const PanelContext& c, const Paint& paint, Box box, float margin) {
    const SimulationResult* picture = c.session.picture();
    if (picture == nullptr || picture->scenario.question.empty() || box.h < paint.px(360)) return paint.px(6);
    const float em = paint.size(17), width = box.w - 2 * margin;
    ImFont* font = c.fonts[Font::SemiBold];
    const std::string& text = picture->scenario.question;
    const char *begin = text.data(), *end = begin + text.size();
    float y = box.y + paint.px(14) + em / 2;
    for (int line = 0; begin < end && line < 3; ++line) {
      const char* stop = line == 2 ? end : font->CalcWordWrapPosition(em, begin, end, width);
      if (stop == begin) ++stop;
      paint.mid_fit(box.x + margin, y, std::string_view(begin, static_cast<std::size_t>(stop - begin)), width, em, c.theme.t1, Font::SemiBold);
      y += em * 1.4f;
      begin = stop;
      while (begin < end && *begin == ' ') ++begin;
    }
    const float height = y - em * .5f - box.y;
    paint.line(box.x + margin, box.y + height, box.x + box.w - margin, box.y + height, c.theme.line);
    return height + paint.px(6);
  }

  void take_text(const Document& document) {
    if (document.kernel_text == shown_ || *document.kernel_text == shown_text_) {
      shown_ = document.kernel_text;
      return;
    }
    shown_ = document.kernel_text;
    // Another lab's text starts at its top; an undo or a cure keeps the place.
    const bool same_file = document.kernel_file == shown_file_;
    const std::size_t top = editor_.VisPos2DocPos({editor_.GetFirstVisibleRow(), 0}).line;
    editor_.SetText(*shown_);
    shown_text_ = editor_.GetText();
    if (same_file) editor_.ScrollToLine(top, TextEditor::Scroll::alignTop);
    else scroll_to_kernel_ = true;
    shown_file_ = document.kernel_file;
    started_ = true;
  }

  static std::string first_trouble(const Session& session) {
    // What has a line is told under it; the rest below the text.
    for (const Diagnostic& d : session.diagnostics())
      if (d.severity == Severity::Error && !d.span.known()) return d.message;
    return session.trouble();
  }

  void editor(PanelContext& c, const Paint& paint, Box box, float margin) {
    const Theme& t = c.theme;
    const float line_h = paint.px(c.layout.big ? 30 : 27);
    const float unit_em = paint.size(15);
    const float gutter = paint.width("wavefronts", unit_em) + paint.width("0000", paint.size(18), Font::MonoBold) + paint.px(14);
    const bool show_gutter = box.w > 2.4f * gutter;
    const float right = box.x + box.w - margin;
    const float em = em_ = fitting_size(c, paint, box.w - (show_gutter ? gutter + margin : 0));

    // Behind the text: the line at the playhead, as it stood in the last frame's scrolling.
    const std::uint32_t line_now = line_at_playhead(c.session);
    if (scroll_to_kernel_ && !c.session.stale() && c.session.picture() != nullptr && line_now > 0) {
      editor_.ScrollToLine(line_now - 1, TextEditor::Scroll::alignMiddle);
      scroll_to_kernel_ = false;
      followed_ = line_now;
    } else if (line_now != followed_ && line_now > 0 && c.session.playing()) {
      // Playing keeps the line in sight without taking the text from somebody who reads elsewhere while it is paused.
      if (!editor_.IsDocPosVisible({line_now - 1, 0})) editor_.ScrollToLine(line_now - 1, TextEditor::Scroll::alignMiddle);
      followed_ = line_now;
    }
    if (line_now > 0) {
      const float y = row_y(box, line_now, line_h);
      if (y + line_h > box.y && y < box.y + box.h) {
        const float top = std::max(y, box.y), end = std::min(y + line_h, box.y + box.h);
        paint.fill({box.x, top, box.w, end - top}, t.bg3);
        paint.fill({box.x, top, 4, end - top}, t.now);
      }
    }
    errors(c);
    ImGui::SetCursorScreenPos({box.x, box.y});
    ImGui::PushFont(c.fonts[Font::Mono], em);
    editor_.SetLineSpacing(std::clamp(line_h / em, 1.f, 2.f));
    const float text_w = box.w - (show_gutter ? gutter + margin : 0);
    editor_.Render("##text", {text_w, box.h}, ImGuiChildFlags_None,
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoScrollbar);
    ImGui::PopFont();
    scrollbars(paint, box, text_w);
    have_origin_ = true;
    if (editor_.GetUndoIndex() != undo_index_) {
      undo_index_ = editor_.GetUndoIndex();
      std::string text = editor_.GetText();
      if (text != shown_text_) {
        shown_text_ = text;
        c.ui.typed = true;
        c.session.set_kernel_text(std::move(text));
        shown_ = c.session.document().kernel_text;
      }
    }

    paint.list()->PushClipRect({box.x, box.y}, {box.x + box.w, box.y + box.h}, true);
    if (show_gutter) counts(c, paint, box, right, line_h, unit_em, line_now);
    message(c, paint, box, margin, line_h);
    paint.list()->PopClipRect();
  }

  /// The lines with counts are what the text is read for: the type gives way, down to 15, before their ends are cut off.
  float fitting_size(const PanelContext& c, const Paint& paint, float width) {
    if (fitted_version_ != c.session.version() || fitted_text_ != shown_.get()) {
      fitted_version_ = c.session.version();
      fitted_text_ = shown_.get();
      longest_ = 0;
      const std::string& text = *c.session.document().kernel_text;
      for (const GutterRow& row : c.session.gutter()) {
        const std::string_view line = line_of(text, row.line);
        longest_ = std::max(longest_, line.substr(0, line.find("//")).size());
      }
    }
    const float digits = 5 + std::floor(std::log10(static_cast<float>(std::max<std::size_t>(1, editor_.GetLineCount()))));
    const float columns = static_cast<float>(longest_) + digits + 1;
    // The editor's columns are whole pixels wide.
    const auto fits = [&](float em) { return columns * std::ceil(.6f * em) + paint.px(12) <= width; };
    float em = paint.size(18);
    while (em > paint.size(15) && !fits(em)) em -= 1;
    return em;
  }

  /// The editor's own would stand between the text and its counts: these are thin and lie at the panel's edges.
  static void scrollbars(const Paint& paint, Box box, float text_w) {
    ImGuiWindow* panel = ImGui::GetCurrentWindow();
    if (panel->DC.ChildWindows.empty()) return;
    ImGuiWindow* text = panel->DC.ChildWindows.back();
    const float thick = paint.px(8);
    const auto bar = [&](const char* id, ImGuiAxis axis, const ImRect& place, float visible) {
      const int a = axis;
      if (text->ScrollMax[a] <= 0) return;
      ImS64 scroll = static_cast<ImS64>(text->Scroll[a]);
      const ImS64 before = scroll;
      ImGui::ScrollbarEx(place, panel->GetID(id), axis, &scroll, static_cast<ImS64>(visible), static_cast<ImS64>(text->ScrollMax[a] + visible));
      if (scroll == before) return;
      if (axis == ImGuiAxis_Y) ImGui::SetScrollY(text, static_cast<float>(scroll));
      else ImGui::SetScrollX(text, static_cast<float>(scroll));
    };
    bar("##scroll_y", ImGuiAxis_Y, {box.x + box.w - thick - 1, box.y, box.x + box.w - 1, box.y + box.h - thick}, text->InnerRect.GetHeight());
    bar("##scroll_x", ImGuiAxis_X, {box.x + 4, box.y + box.h - thick, box.x + text_w, box.y + box.h}, text->InnerRect.GetWidth());
  }

  [[nodiscard]] float row_y(Box box, std::uint32_t line, float line_h) const {
    if (!have_origin_) return box.y + static_cast<float>(line - 1) * line_h;
    // The editor sets text at the top of its line; the row is drawn around the text's middle.
    return editor_.DocPos2ScreenPos({line - 1, 0}).y - std::max(0.f, (line_h - em_) / 2);
  }

  static std::uint32_t line_at_playhead(const Session& session) {
    const std::uint32_t site = session.site_now();
    if (site != ~0u) return session.picture()->program->sites[site].span.line;
    if (session.track().empty() || session.playback().trace() == nullptr) return 0;
    const BlockTrace::Event& event = session.playback().trace()->event(session.moment().event);
    const Program& program = *session.picture()->program;
    return event.site_or_pc < program.code.size() ? program.span_of(event.site_or_pc).line : 0;
  }

  void counts(PanelContext& c, const Paint& paint, Box box, float right, float line_h, float unit_em, std::uint32_t line_now) {
    const Theme& t = c.theme;
    const bool dim = c.session.stale();
    const float unit_x = right - paint.width("wavefronts", unit_em), bar_w = paint.px(128);
    for (const GutterRow& row : c.session.gutter()) {
      const float y = row_y(box, row.line, line_h);
      if (y + line_h < box.y || y > box.y + box.h) continue;
      const bool on = row.line == line_now;
      const float cy = y + line_h / 2 - paint.px(2);
      const Color color = dim ? t.t3 : row.over_ideal ? t.conflict_text : t.t1;
      paint.mid(unit_x, cy, row.unit, unit_em, dim ? t.t3 : on ? t.t1 : t.t2);
      const float x = paint.mid_right(unit_x - paint.px(8), cy, row.number, paint.size(18), color, Font::MonoBold);
      if (row.others > 0) paint.mid_right(x - paint.px(6), cy, "+" + std::to_string(row.others), paint.size(13), t.t3, Font::Mono);
      const float bar_y = y + line_h - paint.px(5);
      paint.fill({right - bar_w, bar_y, bar_w, 3}, on ? t.line : t.bg3, 1);
      paint.fill({right - bar_w * row.share, bar_y, bar_w * row.share, 3}, row.over_ideal ? t.conflict : t.edge, 1);
      const Box place{right - bar_w, y, bar_w, line_h};
      if (tooltip_at(paint, c.fonts, place, row.tooltip + "\nClick: go to this line's next access.") && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        c.session.play(false);
        c.session.seek_line(row.line);
      }
    }
  }

  /// Wavy lines under what the compiler complains about.
  void errors(PanelContext& c) {
    const Diagnostics& diagnostics = c.session.diagnostics();
    if (diagnostics == marked_) return;
    marked_ = diagnostics;
    editor_.ClearSquiggles();
    for (const Diagnostic& d : diagnostics) {
      if (!d.span.known() || d.severity == Severity::Note) continue;
      const std::size_t line = d.span.line - 1, column = d.span.column > 0 ? d.span.column - 1 : 0;
      std::size_t end = d.span.end_line == d.span.line && d.span.end_column > d.span.column ? d.span.end_column - 1 : column + 1;
      const bool error = d.severity == Severity::Error;
      editor_.AddSquiggle({line, column}, {line, end}, 0, rgba(error ? c.theme.hazard : c.theme.conflict), d.message);
    }
  }

  /// The first error's sentence on a plate under its line.
  static constexpr std::size_t max_shown = 160;
  void message(PanelContext& c, const Paint& paint, Box box, float margin, float line_h) {
    for (const Diagnostic& d : c.session.diagnostics()) {
      if (d.severity != Severity::Error || !d.span.known()) continue;
      const float em = paint.size(16), high = paint.px(34);
      float y = row_y(box, d.span.line, line_h) + line_h + paint.px(3); // clear of the wavy line
      // Out of sight: at the edge, with the line's number.
      const bool above = y < box.y + line_h, below = y + high > box.y + box.h;
      if (above) y = box.y;
      if (below) y = box.y + box.h - high;
      std::string text = above || below ? "line " + std::to_string(d.span.line) + ": " + d.message : d.message;
      for (const FixIt& fix : d.fixes)
        if (!fix.text.empty() && text.find(fix.text) == std::string::npos) {
          text += "  Try: " + fix.text;
          break;
        }
      const float x = box.x + margin, w = box.w - 2 * margin;
      // A child of its own: the editor's text would lie over what is drawn in the panel itself.
      ImGui::SetCursorScreenPos({x, y});
      ImGui::BeginChild("##message", {w, high}, ImGuiChildFlags_None, ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoNav);
      const Paint over(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
      over.fill({x, y, w, high}, c.theme.bg3, paint.px(6));
      over.fill({x, y, 4, high}, c.theme.hazard, 2);
      over.glyph(Glyph::Warning, x + paint.px(24), y + high / 2, em, c.theme.hazard);
      over.mid_fit(x + paint.px(44), y + high / 2, text, w - paint.px(56), em, c.theme.t1);
      ImGui::EndChild();
      tooltip_at(paint, c.fonts, {x, y, w, high}, format_diagnostic(d));
      return;
    }
  }

  void empty(PanelContext& c, const Paint& paint, Box box) {
    const Theme& t = c.theme;
    const float margin = paint.px(24), em = paint.size(18);
    const Box drop{box.x + margin, box.y + margin, box.w - 2 * margin, std::max(paint.px(120), box.h - 2 * margin)};
    paint.dashed(drop, t.edge);
    const float cx = drop.x + drop.w / 2, cy = drop.y + drop.h / 2;
    paint.mid_centre(cx, cy - paint.px(58), "Drop a .cu file here, or open a lab above.", em, t.t1);
    float x = cx - text_button_width(paint, "Paste", "ctrl+V", paint.size(16)) - paint.px(6);
    if (text_button(paint, "##paste", x, cy - paint.px(20), paint.px(40), "Paste", "ctrl+V", paint.size(16)) ||
        ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiKey_V)) {
      if (const char* clip = ImGui::GetClipboardText(); clip != nullptr && *clip != '\0') c.session.set_kernel_text(clip);
    }
    x += paint.px(12);
    if (text_button(paint, "##from_expression", x, cy - paint.px(20), paint.px(40), "The expression's kernel", "", paint.size(16)) &&
        !c.session.simulated_text().empty())
      c.session.set_kernel_text(c.session.simulated_text());
    paint.mid_centre(cx, cy + paint.px(48), "Host code may stay in it: only the kernels are simulated.", paint.size(15), t.t2);
  }

  TextEditor editor_;
  std::shared_ptr<const std::string> shown_;
  std::string shown_text_, shown_file_;
  Diagnostics marked_;
  std::size_t undo_index_ = 0;
  std::uint32_t followed_ = 0;
  std::uint64_t fitted_version_ = ~0ull;
  const std::string* fitted_text_ = nullptr;
  std::size_t longest_ = 0;
  float em_ = 18;
  bool have_origin_ = false, started_ = false, scroll_to_kernel_ = false;
  bool dark_ = true, palette_set_ = false;
};

} // namespace

std::unique_ptr<Panel> make_kernel_panel() { return std::make_unique<KernelPanel>(); }

} // namespace warpscope
