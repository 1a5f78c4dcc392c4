// Dear ImGui's style and fonts from the theme.
#include "app/panels/window/style.h"

#include "app/view/fonts/fonts.h"

#include <cmath>
#include <cstdint>
#include <span>

namespace warpscope::panels {

namespace {

/// ascent - descent, and ascent, of an OpenType file in em: tables `head` and `hhea`.
struct LineMetrics {
  float height = 1.2f, ascent = .95f;
};

LineMetrics line_metrics(std::span<const std::uint8_t> font) {
  const auto u16 = [&](std::size_t at) {
    return at + 1 < font.size() ? static_cast<unsigned>(font[at] << 8 | font[at + 1]) : 0u;
  };
  const auto i16 = [&](std::size_t at) { return static_cast<float>(static_cast<std::int16_t>(u16(at))); };
  std::size_t head = 0, hhea = 0;
  for (unsigned i = 0; i < u16(4); ++i) {
    const std::size_t row = 12 + i * 16u;
    const std::size_t offset = static_cast<std::size_t>(u16(row + 8)) << 16 | u16(row + 10);
    const unsigned first = u16(row), second = u16(row + 2);
    if (first == 0x6865 && second == 0x6164) head = offset; // "head"
    if (first == 0x6868 && second == 0x6561) hhea = offset; // "hhea"
  }
  const float em = static_cast<float>(u16(head + 18));
  LineMetrics metrics;
  if (head == 0 || hhea == 0 || em == 0) return metrics;
  metrics.ascent = i16(hhea + 4) / em;
  metrics.height = (i16(hhea + 4) - i16(hhea + 6)) / em;
  return metrics;
}

} // namespace

Fonts load_fonts() {
  Fonts fonts;
  for (unsigned i = 0; i < 5; ++i) {
    const std::span<const std::uint8_t> data = view::font_data(static_cast<view::Font>(i));
    const LineMetrics metrics = line_metrics(data);
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.SizePixels = 100;
    config.ExtraSizeScale = metrics.height;
    // A line is then one em high; capitals are moved to its middle, as TOKENS wants them.
    config.GlyphOffset.y = (.5f + .364f - metrics.ascent / metrics.height) * config.SizePixels;
    config.OversampleH = 2;
    fonts.face[i] = ImGui::GetIO().Fonts->AddFontFromMemoryTTF(
        const_cast<std::uint8_t*>(data.data()), static_cast<int>(data.size()), config.SizePixels, &config);
  }
  return fonts;
}

void apply_style(const view::Theme& theme, const Fonts& fonts, float scale) {
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  const float f = scale;
  style.FontSizeBase = view::text_size(18, f);
  ImGui::GetIO().FontDefault = fonts[view::Font::Regular];
  style.WindowPadding = {0, 0};
  style.FramePadding = {12 * f, 8 * f};
  style.ItemSpacing = {8 * f, 4 * f};
  style.ItemInnerSpacing = {8 * f, 4 * f};
  style.WindowRounding = style.ChildRounding = 0;
  style.FrameRounding = 6 * f;
  style.PopupRounding = 8 * f;
  style.GrabRounding = 6 * f;
  style.ScrollbarRounding = 4 * f;
  style.ScrollbarSize = 10 * f;
  style.WindowBorderSize = style.ChildBorderSize = 0;
  style.PopupBorderSize = style.FrameBorderSize = 1;
  style.DisabledAlpha = .6f;
  style.WindowMinSize = {1, 1};
  style.HoverDelayShort = .15f;
  style.HoverStationaryDelay = .05f;
  style.AntiAliasedLines = style.AntiAliasedFill = true;

  const auto set = [&](ImGuiCol index, view::Color color) { style.Colors[index] = vec4(color); };
  set(ImGuiCol_Text, theme.t1);
  set(ImGuiCol_TextDisabled, theme.t3);
  set(ImGuiCol_WindowBg, theme.bg1);
  set(ImGuiCol_ChildBg, view::with_alpha(theme.bg1, 0));
  set(ImGuiCol_PopupBg, theme.bg2);
  set(ImGuiCol_Border, theme.line);
  set(ImGuiCol_BorderShadow, view::with_alpha(theme.bg0, 0));
  set(ImGuiCol_FrameBg, theme.bg2);
  set(ImGuiCol_FrameBgHovered, view::mix(theme.bg3, theme.bg2, .5f));
  set(ImGuiCol_FrameBgActive, theme.bg2);
  set(ImGuiCol_TitleBg, theme.bg0);
  set(ImGuiCol_TitleBgActive, theme.bg0);
  set(ImGuiCol_TitleBgCollapsed, theme.bg0);
  set(ImGuiCol_ScrollbarBg, view::with_alpha(theme.bg0, 0));
  set(ImGuiCol_ScrollbarGrab, theme.bg3);
  set(ImGuiCol_ScrollbarGrabHovered, theme.edge);
  set(ImGuiCol_ScrollbarGrabActive, theme.edge);
  set(ImGuiCol_CheckMark, theme.now);
  set(ImGuiCol_SliderGrab, theme.edge);
  set(ImGuiCol_SliderGrabActive, theme.now);
  set(ImGuiCol_Button, theme.bg2);
  set(ImGuiCol_ButtonHovered, theme.bg3);
  set(ImGuiCol_ButtonActive, theme.bg3);
  set(ImGuiCol_Header, theme.bg3);
  set(ImGuiCol_HeaderHovered, theme.bg3);
  set(ImGuiCol_HeaderActive, theme.bg3);
  set(ImGuiCol_Separator, theme.line);
  set(ImGuiCol_SeparatorHovered, theme.edge);
  set(ImGuiCol_SeparatorActive, theme.now);
  set(ImGuiCol_TextSelectedBg, view::with_alpha(theme.now, .28f));
  set(ImGuiCol_InputTextCursor, theme.now);
  set(ImGuiCol_NavCursor, theme.now);
  set(ImGuiCol_ModalWindowDimBg, view::with_alpha(theme.bg0, .6f));
  set(ImGuiCol_DockingPreview, view::with_alpha(theme.now, .4f));
  set(ImGuiCol_DockingEmptyBg, theme.bg0);
}

} // namespace warpscope::panels
