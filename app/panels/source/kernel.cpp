// The whole kernel: an editor, the cost of each line on its right, the compiler's messages below their lines.
#include "app/language/language.h"
#include "app/panels/source/common.h"
#include "app/panels/source/editor.h"
#include "app/panels/source/find.h"
#include "app/panels/source/gutter.h"
#include "app/panels/source/long_lines.h"
#include "app/panels/source/messages.h"
#include "app/panels/source/missing_header.h"
#include "app/panels/source/stops.h"
#include "imgui_internal.h"
#include "sim/source/header.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace warpscope::panels {

namespace {

/// How long a change that was not typed stays marked.
constexpr double flash_seconds = 1.6;

class KernelPanel final : public Panel {
 public:
  bool run(PanelContext& c, const Command& command) override {
    if (asks(command, Ask::Find)) find_.open_find(editor_);
    else if (asks(command, Ask::GoToLine)) find_.open_line();
    else if (asks(command, Ask::NextMessage)) next_message_ = true;
    else if (const ShowLine* show = std::get_if<ShowLine>(&command)) show_line_ = *show;
    else if (asks(command, Ask::ToggleStop) && cursor_line_ > 0 && in_sight(c) && file_ == 0)
      c.session.edit()->toggle_stop(cursor_line_);
    else if (asks(command, Ask::CutBarrier) && cursor_line_ > 0 && in_sight(c) && file_ == 0)
      cut_barrier(c, c.session.edits().barrier_near(cursor_line_).value_or(0));
    else return false;
    return true;
  }

  void draw(PanelContext& c) override {
    const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
    const document::Document& document = c.session.document();
    const float margin = paint.px(c.layout.big ? 24 : 14);
    std::string note = document.kernel_file.empty() ? "untitled.cu" : document.kernel_file;
    if (note.find('/') != std::string::npos) note = note.substr(note.rfind('/') + 1);
    if (c.session.edits().unsaved()) note += " *";
    const view::Box box = c.layout.source;
    const bool nothing = document.kernel_text->empty() && !started_;
    const bool has_header = !nothing && header_last_ != 0 && file_ == 0;
    const view::Box strip = c.layout.source_tabs;
    const bool files = c.session.is_program() && !c.session.programs().texts().empty(); // their tabs give way
    const float room = files ? .52f * strip.w : strip.w - source_tabs_width(paint) - 2 * margin;
    // In a narrow strip the tabs come first; the key does the same.
    const float sass = nothing || room < code_button_width(paint) + paint.px(8) ? 0
                                                                                : code_button_width(paint);
    const float heading = nothing ? 0 : gutter_.place_heading(paint, room - sass);
    const view::Box name = tabs(c, paint, note, heading + sass, margin, has_header ? paint.px(16) : 0);
    if (sass > 0) code_button(c, paint, strip.x + strip.w - margin - heading, strip);
    if (has_header && name.h > 0) header_button(c, paint, name);
    if (box.h < least_height) return;
    if (nothing) {
      empty(c, paint, box);
      return;
    }
    gutter_.heading(c, paint, strip, margin);
    take_text(c);
    editor_.set_theme(c.theme);
    const std::vector<results::Remedy> remedies = file_ == 0 ? c.session.remedies()
                                                             : std::vector<results::Remedy>();
    const float foot = remedies.empty() ? 0 : paint.px(56);
    const std::string trouble = first_trouble(c.session);
    const float trouble_h = trouble.empty() ? 0 : paint.px(64);
    const float find = find_.draw(c, paint, editor_, box);
    const float legend = gutter_.legend_row(c, paint, {box.x, box.y + find, box.w, box.h - find}, margin);
    const view::Box below{box.x, box.y + find + legend, box.w, box.h - find - legend};
    float head = missing_.draw(c, paint, below, margin);
    if (head == 0) head = question(c, paint, below, margin);
    const view::Box text{below.x, below.y + head, below.w, std::max(10.f, below.h - head - foot - trouble_h)};
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
  static float code_button_width(const Paint& paint) {
    return paint.width(language::tr("compiled.button"), paint.size(14), view::Font::SemiBold) + paint.px(26);
  }
  /// Shows what the compiler makes of the text, or the pictures again. `right`: its right end.
  static void code_button(PanelContext& c, const Paint& paint, float right, view::Box strip) {
    const bool on = c.ui.compiled.on;
    const float w = code_button_width(paint) - paint.px(12), h = std::min(paint.px(26), strip.h - 6);
    const view::Box box{right - w - paint.px(6), strip.y + (strip.h - h) / 2, w, h};
    ImGui::SetCursorScreenPos({box.x, box.y});
    if (pressable("##compiled", {box.w, box.h})) c.ui.compiled.on = !on;
    if (on) paint.fill(box, c.theme.bg3, paint.px(5));
    paint.outline(box, on ? c.theme.now : c.theme.edge, paint.px(5), on ? 2.f : 1.f);
    focus_ring(paint, box, paint.px(5));
    paint.mid_centre(box.x + box.w / 2, box.y + box.h / 2, language::tr("compiled.button"), paint.size(14),
                     on ? c.theme.t1 : c.theme.t2, view::Font::SemiBold);
    tooltip(paint, c.fonts, language::tr("compiled.button_tip"));
  }

  static constexpr float least_height = 20; ///< in which the text is drawn
  /// A text that is hidden has no cursor that a person could mean.
  static bool in_sight(const PanelContext& c) {
    return c.session.document().mode == document::SourceMode::Kernel && c.layout.source.w >= 1 &&
           c.layout.source.h >= least_height;
  }

  /// Draws a lab's question above its text. Returns its height.
  static float question(const PanelContext& c, const Paint& paint, view::Box box, float margin) {
    const source::Scenario* header = c.session.scenario();
    if (header == nullptr || header->question.empty() || box.h < paint.px(360) || c.layout.lesson.h > 0)
      return paint.px(6);
    const float em = paint.size(17), width = box.w - 2 * margin;
    ImFont* font = c.fonts[view::Font::SemiBold];
    const std::string& text = header->question;
    const char *begin = text.data(), *end = begin + text.size();
    float y = box.y + paint.px(14) + em / 2;
    for (int line = 0; begin < end && line < 3; ++line) {
      const char* stop = line == 2 ? end : font->CalcWordWrapPosition(em, begin, end, width);
      if (stop == begin) ++stop;
      paint.mid_fit(box.x + margin, y, std::string_view(begin, static_cast<std::size_t>(stop - begin)), width,
                    em, c.theme.t1, view::Font::SemiBold);
      y += em * 1.4f;
      begin = stop;
      while (begin < end && *begin == ' ') ++begin;
    }
    const float height = y - em * .5f - box.y;
    paint.line(box.x + margin, box.y + height, box.x + box.w - margin, box.y + height, c.theme.line);
    return height + paint.px(6);
  }

  /// Finds the header's lines and hides them when the text is new: they hold a lab's answer.
  void find_header(const std::string& text, bool fold) {
    header_first_ = header_last_ = 0;
    const source::HeaderPlace header = source::find_header(text);
    if (!header.found || !header.closed) return;
    const std::string_view all = text;
    const std::size_t end = std::min(all.find('\n', header.end), all.size());
    if (all.substr(header.end, end - header.end).find_first_not_of(" \t\r") != std::string_view::npos) return;
    const auto line_of = [&](std::size_t at) {
      return static_cast<std::uint32_t>(
          1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    };
    header_first_ = line_of(header.begin), header_last_ = line_of(header.end);
    if (header_first_ == header_last_) header_first_ = header_last_ = 0;
    if (fold) editor_.fold(header_first_, header_last_);
  }

  /// The file's name opens and closes its header.
  void header_button(PanelContext& c, const Paint& paint, view::Box name) {
    const bool open = editor_.folded_at() == 0;
    const view::Box box{name.x - paint.px(20), name.y + paint.px(4), name.w + paint.px(24),
                        name.h - paint.px(8)};
    ImGui::SetCursorScreenPos({box.x, box.y});
    const bool clicked = pressable("##header", {box.w, box.h});
    if (ImGui::IsItemHovered() || ImGui::IsItemFocused()) paint.outline(box, c.theme.edge, paint.px(4));
    paint.glyph(open ? Glyph::Down : Glyph::Play, name.x - paint.px(12), name.y + name.h / 2,
                paint.px(open ? 13 : 9), c.theme.t2);
    tooltip(paint, c.fonts, language::tr(open ? "source.header_close_tip" : "source.header_open_tip"));
    if (clicked) open_header(open);
  }

  void open_header(bool open) {
    if (open) {
      editor_.fold(header_first_, header_last_);
      scroll_to_kernel_ = true;
    } else {
      editor_.unfold();
      at_kernel_ = false;
      editor_.show_from(header_first_);
    }
  }

  /// A program's files: the one of the launched kernel first, then the others; then the expression.
  /// Returns the place of the note; no height: it was not drawn.
  view::Box tabs(PanelContext& c, const Paint& paint, std::string_view note, float right, float margin,
                 float indent) {
    const std::vector<program::SourceFile>& texts = c.session.programs().texts();
    if (!c.session.is_program() || texts.size() < 2) {
      file_ = 0;
      if (!c.session.is_program() || texts.empty()) {
        return source_tabs(c, paint, note, right, indent);
      }
    }
    const playback::RunPtr run = c.session.runs().run();
    std::uint32_t first = 0;
    if (run != nullptr && run->result().kernel < run->program().kernels.size())
      first = run->program().kernels[run->result().kernel].span.file;
    if (first >= texts.size()) first = 0;
    if (run != nullptr && run->result().launch.kernel != launched_) {
      launched_ = run->result().launch.kernel;
      file_ = first;
    }
    if (show_line_ && !show_line_->file.empty())
      for (std::uint32_t i = 0; i < texts.size(); ++i)
        if (texts[i].path == show_line_->file) file_ = i;
    if (file_ >= texts.size()) file_ = 0;
    std::vector<std::uint32_t> order = {first};
    for (std::uint32_t i = 0; i < texts.size(); ++i)
      if (i != first) order.push_back(i);
    std::vector<std::string> names, ids;
    std::vector<Tab> row;
    int active = 0;
    for (const std::uint32_t i : order) {
      if (i == file_) active = static_cast<int>(names.size());
      names.push_back(texts[i].path.substr(texts[i].path.rfind('/') + 1));
      if (i == 0 ? c.session.edits().text_unsaved() : c.session.edits().header_unsaved(texts[i].path))
        names.back() += " *";
      ids.push_back("##file_" + std::to_string(i));
    }
    for (std::size_t i = 0; i < names.size(); ++i) row.push_back({ids[i].c_str(), "", names[i]});
    row.push_back({"##tab_expression", "", language::tr("source.expression")});
    const view::Box strip = c.layout.source_tabs;
    view::Box room = strip;
    room.w -= right;
    float end = 0;
    const int clicked = tab_row(paint, room, strip.x + margin, row, active, paint.px(28), end);
    paint.line(strip.x, strip.y + strip.h - .5f, strip.x + strip.w, strip.y + strip.h - .5f, c.theme.line);
    if (clicked < 0 || clicked == active) return {};
    if (static_cast<std::size_t>(clicked) == order.size())
      c.session.edit()->set_mode(document::SourceMode::Expression);
    else file_ = order[static_cast<std::size_t>(clicked)];
    return {};
  }

  void take_text(PanelContext& c) {
    const document::Document& document = c.session.document();
    const bool other = file_ != shown_index_;
    const bool same_file = started_ && document.kernel_file == shown_file_ && document.lab == shown_lab_ &&
                           !other;
    if (other || (file_ != 0 && header_revision_ != c.session.edits().revision()) ||
        (file_ != 0 && texts_of_ != c.session.programs().record())) {
      texts_of_ = c.session.programs().record();
      header_revision_ = c.session.edits().revision();
      const std::vector<program::SourceFile>& texts = c.session.programs().texts();
      header_ = nullptr;
      if (file_ != 0 && file_ < texts.size()) {
        header_ = c.session.edits().header_text(texts[file_].path);
        if (header_ == nullptr) header_ = std::make_shared<const std::string>(texts[file_].text);
      }
      if (other && file_ == 0) scroll_to_kernel_ = true;
      shown_index_ = file_;
    }
    gutter_.file = messages_.file = file_;
    gutter_.other = header_;
    if (editor_.set_text(header_ ? header_ : document.kernel_text, same_file)) {
      // A remedy, a fix-it, an undo: what changed is marked for a moment.
      if (same_file && editor_.last_change().inserted > 0 && editor_.last_change().inserted < 4096) {
        const document::TextChange& change = editor_.last_change();
        flash_ = line_ranges(editor_.text(), change.begin, change.begin + change.inserted);
        flash_until_ = ImGui::GetTime() + flash_seconds;
      }
      if (!same_file) scroll_to_kernel_ = true;
    }
    if (file_ == 0 && header_of_ != document.kernel_text) {
      header_of_ = document.kernel_text;
      find_header(*header_of_, !same_file && !error_in_header(c));
    } else if (file_ == 0 && editor_.folded_at() != 0 && error_in_header(c)) editor_.unfold();
    shown_file_ = document.kernel_file;
    shown_lab_ = document.lab;
    started_ = true;
  }

  [[nodiscard]] bool error_in_header(const PanelContext& c) const {
    const Diagnostics& all = c.session.runs().diagnostics();
    return !c.session.runs().stale() && std::any_of(all.begin(), all.end(), [&](const Diagnostic& d) {
      return d.severity == Severity::Error && d.span.known() && d.span.file == 0 &&
             d.span.line > header_first_ && d.span.line <= header_last_;
    });
  }

  static std::string first_trouble(const session::Session& session) {
    // Messages with a line are shown below it; the others below the text.
    for (const Diagnostic& d : session.runs().diagnostics())
      if (d.severity == Severity::Error && !d.span.known()) return d.message;
    return session.runs().trouble();
  }

  void editor(PanelContext& c, const Paint& paint, view::Box box, float margin) {
    const float line_h = paint.px(c.layout.big ? 30 : 25); // sixteen lines at 720p (TOKENS)
    const float side = gutter_.layout(c, paint, editor_, box, margin);
    const std::uint32_t line_now = line_at_playhead(c.session, file_);
    follow(c, line_now, {box.x, box.y, box.w - side, box.h}, line_h);
    if (show_line_ && editor_.drawn()) {
      const std::uint32_t line = std::exchange(show_line_, std::nullopt)->line;
      if (line > 0 && line <= editor_.lines()) {
        editor_.reveal(line);
        at_kernel_ = false;
        editor_.scroll_to(line);
        flash_ = {{line, 0, warpscope::line_of(editor_.text(), line).size()}};
        flash_until_ = ImGui::GetTime() + flash_seconds;
      }
    }
    if (std::exchange(next_message_, false)) messages_.go(1, editor_);
    CodeEditor::Look look;
    look.box = {box.x, box.y, box.w - side, box.h};
    look.line_h = line_h;
    look.em = gutter_.code_em();
    look.room = messages_.layout(c, paint, editor_, box, line_h);
    long_.follow(editor_, access_now(c, line_now));
    const bool edited = editor_.draw(c.fonts, look);
    long_.draw(c, editor_, look, line_now);
    if (file_ == 0) strike(c, look.box, line_h);
    if (file_ == 0) stops_.draw(c, editor_, look);
    if (editor_.folded_at() != 0) fold_hint(c, look.box, line_h);
    scrollbars(paint, box, look.box.w);
    if (edited) {
      c.ui.typed = true;
      flash_.clear();
      if (file_ == 0) c.session.edit()->set_kernel_text(editor_.text());
      else if (file_ < c.session.programs().texts().size())
        c.session.edit()->set_header_text(c.session.programs().texts()[file_].path, editor_.text());
    }

    // Below the text: children are drawn after their parent.
    paint.list()->PushClipRect({box.x, box.y}, {box.x + box.w, box.y + box.h}, true);
    lines(c, paint, box, look, line_now);
    cursor_line_ = editor_.cursor_line();
    gutter_.draw(c, paint, editor_, box, margin, line_h, line_now);
    find_.draw_matches(paint, editor_, look.box, line_h);
    messages_.draw(c, paint, editor_, box, line_h);
    if (file_ == 0) scissors(c, paint, look, box.x + box.w - margin);
    paint.list()->PopClipRect();
    click(c, look.box);
  }

  /// Keeps the playhead's line in view: of a new text, when the playhead goes to another line, and when the
  /// room changes. Whoever scrolls or types elsewhere meanwhile is left alone.
  void follow(const PanelContext& c, std::uint32_t line_now, view::Box box, float line_h) {
    const bool resized = std::exchange(room_, std::array{box.w, box.h, line_h}) !=
                         std::array{box.w, box.h, line_h};
    const std::uint64_t revision = c.session.edits().revision();
    const bool typed = std::exchange(followed_revision_, revision) != revision;
    if (resized) unsettled_ = 4; // the editor knows its new rows once it has drawn them
    if (line_now == 0) return;
    const bool opens = scroll_to_kernel_ && !c.session.runs().stale() &&
                       c.session.runs().picture() != nullptr;
    if (opens) {
      scroll_to_kernel_ = false;
      at_kernel_ = true;
      unsettled_ = 6; // rows move with the next frames; then the line is looked for once more
      editor_.rest();
    }
    const bool moved = std::exchange(followed_, line_now) != line_now;
    const bool settles = unsettled_ > 0;
    if (settles) --unsettled_, c.ui.wake.again = true;
    if (std::exchange(followed_site_, c.session.time().site()) != c.session.time().site() && !typed)
      editor_.rest();
    if (at_kernel_ && editor_.moved_by_person()) at_kernel_ = false;
    if (!settles && (!moved || (typed && !c.session.time().playing()))) return;
    if (at_kernel_) {
      const std::uint32_t begin = kernel_line(c);
      const auto rows = static_cast<std::uint32_t>(std::max(2.f, box.h / line_h - 1));
      at_kernel_ = begin != 0 && line_now >= begin && line_now < begin + rows;
      if (at_kernel_) editor_.show_from(begin);
      else if (opens) editor_.scroll_to(line_now);
      if (at_kernel_ && unsettled_ > 0) return;
    }
    const float y = editor_.row_y(line_now);
    if (editor_.drawn() && (y < box.y || y + line_h > box.y + box.h)) editor_.scroll_to(line_now);
  }

  /// The access at the playhead, in its line; none: there is nothing to show, or somebody types there.
  [[nodiscard]] std::optional<LineRange> access_now(const PanelContext& c, std::uint32_t line_now) const {
    const std::uint32_t site = c.session.time().site();
    if (site == ~0u || c.session.runs().stale() || (editor_.focused() && editor_.cursor_line() == line_now))
      return {};
    const Span span = c.session.runs().picture()->program->sites[site].span;
    if (span.line != line_now || span.end_line != span.line) return {};
    const auto from = document::offset_of(editor_.text(), span.line, span.column),
               to = document::offset_of(editor_.text(), span.end_line, span.end_column);
    if (!from || !to || *to <= *from) return {};
    return line_ranges(editor_.text(), *from, *to, 1).front();
  }

  /// The first line of the launched kernel; 0: it is in another text.
  [[nodiscard]] std::uint32_t kernel_line(const PanelContext& c) const {
    const run::Result& result = *c.session.runs().picture();
    if (result.kernel >= result.program->kernels.size()) return 0;
    const Span& span = result.program->kernels[result.kernel].span;
    return span.file == file_ ? span.line : 0;
  }

  /// Marks the line at the playhead and its access, the line under the pointer elsewhere, and what has just
  /// changed.
  void lines(const PanelContext& c, const Paint& paint, view::Box box, const CodeEditor::Look& look,
             std::uint32_t line_now) {
    const view::Theme& t = c.theme;
    const float line_h = look.line_h;
    const auto band = [&](std::uint32_t line) {
      return view::Box{box.x, editor_.row_y(line), box.w, line_h};
    };
    if (line_now > 0 && editor_.in_sight(line_now)) {
      const view::Box row = band(line_now);
      paint.fill(row, t.bg3);
      paint.fill({row.x, row.y, 4, row.h}, t.now);
      const std::uint32_t site = c.session.time().site();
      if (site != ~0u && !c.session.runs().stale()) {
        const Span span = c.session.runs().picture()->program->sites[site].span;
        if (const auto from = document::offset_of(editor_.text(), span.line, span.column),
            to = document::offset_of(editor_.text(), span.end_line, span.end_column);
            from && to && *to > *from)
          for (const LineRange& part : line_ranges(editor_.text(), *from, *to, 4)) {
            const view::Box place{editor_.glyph_x(part.line, part.begin), editor_.row_y(part.line), 0,
                                  line_h};
            const float end = std::min(editor_.glyph_x(part.line, part.end), look.box.x + look.box.w);
            if (c.ui.hover.lanes != 0)
              paint.fill({place.x - 2, place.y + 2, end - place.x + 4, line_h - 4},
                         view::with_alpha(t.now, .18f), 3);
            paint.fill({place.x, place.y + line_h - paint.px(4), end - place.x, 2}, t.now);
          }
      }
    }
    CompiledView& compiled = c.ui.compiled;
    compiled.line_y.reset();
    if (compiled.on && compiled.shown > 0 && compiled.shown <= editor_.lines() &&
        editor_.in_sight(compiled.shown)) {
      const view::Box row = band(compiled.shown);
      compiled.line_y = row.y + row.h / 2;
      paint.fill(row, view::with_alpha(t.now, .16f));
      paint.fill({row.x + row.w - 3, row.y, 3, row.h}, t.now);
    }
    if (c.ui.hover.line > 0 && c.ui.hover.line != line_now && c.ui.hover.line <= editor_.lines() &&
        editor_.in_sight(c.ui.hover.line)) {
      const view::Box row = band(c.ui.hover.line);
      paint.fill(row, view::with_alpha(t.bg3, .6f));
      paint.fill({row.x, row.y, 2, row.h}, t.edge);
    }
    if (ImGui::GetTime() >= flash_until_) return;
    c.ui.wake.by(flash_until_);
    for (const LineRange& part : flash_) {
      if (part.line > editor_.lines() || !editor_.in_sight(part.line)) continue;
      const float x = editor_.glyph_x(part.line, part.begin),
                  end = std::min(editor_.glyph_x(part.line, part.end), look.box.x + look.box.w);
      const view::Box place{x - 2, editor_.row_y(part.line) + 2, end - x + 4, line_h - 4};
      paint.fill(place, view::with_alpha(t.now, .22f), 3);
      paint.outline(place, t.now, 3, 1.5f);
    }
  }

  /// Strikes through cut calls.
  /// Drawn over the editor's own text: call it right after the editor has drawn.
  void strike(const PanelContext& c, view::Box box, float line_h) const {
    if (c.session.document().cuts.empty()) return;
    const ImGuiWindow* panel = ImGui::GetCurrentWindow();
    if (panel->DC.ChildWindows.empty()) return;
    const Paint over(panel->DC.ChildWindows.back()->DrawList, c.fonts, c.theme, c.layout.scale);
    over.list()->PushClipRect({box.x, box.y}, {box.x + box.w, box.y + box.h});
    for (const std::uint32_t line : c.session.document().cuts) {
      if (line > editor_.lines() || !editor_.in_sight(line)) continue;
      const std::string_view text = warpscope::line_of(editor_.text(), line);
      const std::size_t first = std::min(text.find_first_not_of(" \t"), text.size());
      // A comment after it stays readable.
      const std::size_t code = text.substr(0, text.find("//", first)).find_last_not_of(" \t");
      const float from = editor_.glyph_x(line, first),
                  to = editor_.glyph_x(line, code == std::string_view::npos ? text.size() : code + 1),
                  y = editor_.row_y(line);
      over.list()->AddRectFilled({from, y + 2}, {to, y + line_h - 2},
                                 rgba(view::with_alpha(c.theme.bg1, .5f)));
      const float middle = y + line_h / 2 + over.px(1);
      over.list()->AddLine({from - over.px(5), middle}, {to + over.px(5), middle}, rgba(c.theme.t1),
                           std::max(1.5f, over.px(2)));
    }
    over.list()->PopClipRect();
  }

  /// Says behind the folded header's first line what is in it. Drawn over the editor's own text.
  void fold_hint(const PanelContext& c, view::Box box, float line_h) const {
    const ImGuiWindow* panel = ImGui::GetCurrentWindow();
    if (panel->DC.ChildWindows.empty() || !editor_.in_sight(editor_.folded_at())) return;
    const Paint over(panel->DC.ChildWindows.back()->DrawList, c.fonts, c.theme, c.layout.scale);
    const float x = editor_.text_end_x(editor_.folded_at()) + over.size(15) * 2;
    over.mid_fit(x, editor_.row_y(editor_.folded_at()) + line_h / 2, language::tr("source.header_hint"),
                 box.x + box.w - x, over.size(15), c.theme.t3);
  }

  /// Draws a button for each barrier, with a word beside it where it is cut: never colour alone.
  void scissors(PanelContext& c, const Paint& paint, const CodeEditor::Look& look, float edge) {
    const view::Theme& t = c.theme;
    const float hit = std::min(look.line_h - 2, paint.px(28)), right = look.box.x + look.box.w;
    std::optional<std::uint32_t> clicked;
    for (const std::uint32_t line : c.session.edits().barriers()) {
      if (line > editor_.lines() || !editor_.in_sight(line)) continue;
      const float y = editor_.row_y(line);
      if (y < look.box.y || y + look.line_h > look.box.y + look.box.h) continue;
      const bool cut = c.session.edits().is_cut(line);
      // In the counts' columns, where a barrier has none; without them above the text's end. Beside the
      // counts of a line that has both, as where a library's function waits and stores.
      const bool counted = gutter_.shown() &&
                           results::find_row(c.session.results().gutter(file_), line) != nullptr;
      const float x = edge - hit - (counted ? gutter_.width() + paint.px(4) : 0), cy = y + look.line_h / 2;
      if (x < right) paint.fill({x - paint.px(4), y, hit + paint.px(8), look.line_h}, t.bg1);
      const bool near = ImGui::IsMouseHoveringRect({look.box.x, y}, {right, y + look.line_h});
      ImGui::SetCursorScreenPos({x, cy - hit / 2});
      if (ImGui::BeginChild(("##cut_" + std::to_string(line)).c_str(), {hit, hit},
                            ImGuiChildFlags_NavFlattened,
                            ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar)) {
        const Paint over(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
        const std::string tip = language::trf(cut ? "cut.restore_tip" : "cut.cut_tip",
                                              language::arg("line", line));
        if (icon_button(over, "##scissors", x + hit / 2, cy, hit, Glyph::Scissors, paint.size(15),
                        cut    ? t.hazard
                        : near ? t.t1
                               : t.t3,
                        tip))
          clicked = line;
      }
      ImGui::EndChild();
      const float mark = paint.width(language::tr("cut.mark"), paint.size(15), view::Font::SemiBold) +
                         paint.px(6);
      if (cut && x - mark > editor_.text_x())
        paint.mid(x - mark, cy, language::tr("cut.mark"), paint.size(15), t.hazard, view::Font::SemiBold);
    }
    if (clicked) cut_barrier(c, *clicked);
  }

  /// A click on a line with accesses goes to its next one; a drag only selects.
  void click(PanelContext& c, view::Box text) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!text.contains({mouse.x, mouse.y}) || !editor_.focused() ||
        !ImGui::IsMouseReleased(ImGuiMouseButton_Left))
      return;
    const ImVec2 from = ImGui::GetIO().MouseClickedPos[ImGuiMouseButton_Left];
    if (!text.contains({from.x, from.y}) ||
        ImGui::GetIO().MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] > 16 || editor_.has_selection())
      return;
    const std::uint32_t line = editor_.line_at(mouse.y);
    if (line != 0 && line == editor_.folded_at()) editor_.unfold();
    if (line == 0 || c.session.runs().stale() ||
        results::find_row(c.session.results().gutter(file_), line) == nullptr)
      return;
    c.session.play(false);
    c.session.time().seek_line(line, file_);
  }

  /// The editor's own scroll bars would be between the text and its counts: these are thin and at the panel's
  /// edges.
  void scrollbars(const Paint& paint, view::Box box, float text_w) {
    ImGuiWindow* panel = ImGui::GetCurrentWindow();
    if (panel->DC.ChildWindows.empty()) return;
    ImGuiWindow* text = panel->DC.ChildWindows.back();
    const float thick = paint.px(8);
    const auto bar = [&](const char* id, ImGuiAxis axis, const ImRect& place, float visible) {
      const int a = axis;
      if (text->ScrollMax[a] <= 0) return;
      ImS64 scroll = static_cast<ImS64>(text->Scroll[a]);
      const ImS64 before = scroll;
      ImGui::ScrollbarEx(place, panel->GetID(id), axis, &scroll, static_cast<ImS64>(visible),
                         static_cast<ImS64>(text->ScrollMax[a] + visible));
      if (scroll == before) return;
      at_kernel_ = false;
      if (axis == ImGuiAxis_Y) ImGui::SetScrollY(text, static_cast<float>(scroll));
      else ImGui::SetScrollX(text, static_cast<float>(scroll));
    };
    bar("##scroll_y", ImGuiAxis_Y,
        {box.x + box.w - thick - 1, box.y, box.x + box.w - 1, box.y + box.h - thick},
        text->InnerRect.GetHeight());
    bar("##scroll_x", ImGuiAxis_X, {box.x + 4, box.y + box.h - thick, box.x + text_w, box.y + box.h},
        text->InnerRect.GetWidth());
  }

  /// 0: the playhead is in another of the program's texts.
  static std::uint32_t line_at_playhead(const session::Session& session, std::uint32_t file) {
    const auto line_of = [&](const Span& span) { return span.file == file ? span.line : 0; };
    const std::uint32_t site = session.time().site();
    if (site != ~0u) return line_of(session.runs().picture()->program->sites[site].span);
    if (session.time().track().empty() || session.time().playback().trace() == nullptr) return 0;
    const trace::BlockTrace::Event& event = session.time().playback().trace()->event(
        session.time().moment().event);
    const program::Program& program = *session.runs().picture()->program;
    return event.site_or_pc < program.code.size() ? line_of(program.span_of(event.site_or_pc)) : 0;
  }

  void empty(PanelContext& c, const Paint& paint, view::Box box) {
    const view::Theme& t = c.theme;
    const float margin = paint.px(24), em = paint.size(18);
    const view::Box drop{box.x + margin, box.y + margin, box.w - 2 * margin,
                         std::max(paint.px(120), box.h - 2 * margin)};
    paint.dashed(drop, t.edge);
    const float cx = drop.x + drop.w / 2, cy = drop.y + drop.h / 2;
    paint.mid_centre(cx, cy - paint.px(58), language::tr("source.drop"), em, t.t1);
    float x = cx - text_button_width(paint, language::tr("source.paste"), "ctrl+V", paint.size(16)) -
              paint.px(6);
    if (text_button(paint, "##paste", x, cy - paint.px(20), paint.px(40), language::tr("source.paste"),
                    "ctrl+V", paint.size(16)) ||
        ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiKey_V)) {
      if (const char* clip = ImGui::GetClipboardText(); clip != nullptr && *clip != '\0')
        c.session.edit()->set_kernel_text(clip);
    }
    x += paint.px(12);
    if (text_button(paint, "##from_expression", x, cy - paint.px(20), paint.px(40),
                    language::tr("source.from_expression"), "", paint.size(16)) &&
        !c.session.runs().simulated_text().empty())
      c.session.edit()->set_kernel_text(c.session.runs().simulated_text());
    paint.mid_centre(cx, cy + paint.px(48), language::tr("source.host_code"), paint.size(15), t.t2);
  }

  CodeEditor editor_;
  LongLines long_;
  SourceGutter gutter_;
  StopMarks stops_;
  SourceMessages messages_;
  SourceFind find_;
  MissingHeader missing_;
  std::shared_ptr<const std::string> header_of_;     ///< the text whose header these lines are
  std::uint32_t header_first_ = 0, header_last_ = 0; ///< 0: it has none
  std::vector<LineRange> flash_;
  double flash_until_ = 0;
  std::string shown_file_, shown_lab_;
  std::uint32_t followed_ = 0;
  std::uint32_t followed_site_ = ~0u;
  std::array<float, 3> room_{}; ///< that follow() last saw
  bool at_kernel_ = false;      ///< the text begins with the kernel, until somebody scrolls or works in it
  int unsettled_ = 0;           ///< frames since then in which the line may have gone out of view
  std::uint64_t followed_revision_ = 0;
  std::uint32_t file_ = 0, shown_index_ = 0;  ///< Span::file of the text in sight: 0 is the document's
  std::shared_ptr<const std::string> header_; ///< that text, where it is another
  std::shared_ptr<const whole::Record> texts_of_;
  std::uint64_t header_revision_ = 0; ///< of the edits that header_ is of
  std::string launched_;              ///< the kernel whose file was brought to the front
  std::optional<ShowLine> show_line_; ///< with the next draw()
  std::uint32_t cursor_line_ = 0;     ///< as last drawn; 0: never was
  bool next_message_ = false;         ///< wanted with the next draw()
  bool started_ = false, scroll_to_kernel_ = false;
};

} // namespace

std::unique_ptr<Panel> make_kernel_panel() { return std::make_unique<KernelPanel>(); }

} // namespace warpscope::panels
