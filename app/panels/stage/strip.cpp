// Draws which access is shown, and the controls of A beside B.
#include "app/panels/stage/strip.h"

#include "app/language/language.h"
#include "app/panels/window/widgets.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpscope::panels {

namespace {

/// The accesses of one site that the playback can go to, in order.
struct Choices {
  std::span<const std::uint32_t> events;
  std::size_t place = 0; ///< of the one that is shown
  std::uint32_t warp = 0;
};

/// nullopt: the access on the stage has no site, or the scene shows the multiprocessor's time and no access.
std::optional<Choices> choices_at(const PanelContext& c, playback::Moment shown) {
  if (c.ui.scene == view::SceneKind::Multiprocessor) return std::nullopt;
  const session::Session& session = c.session;
  const std::optional<playback::SiteIndex::Place> place = session.runs().run()->site_index().place_of(
      shown.event);
  if (!place) return std::nullopt;
  // In expression mode one warp plays; the others are a click away in the source panel.
  if (session.time().track().filtered())
    return Choices{session.runs().run()->site_index().events(place->site, place->warp), place->n,
                   place->warp};
  return Choices{session.runs().run()->site_index().events(place->site), place->overall, place->warp};
}

constexpr float picker_em = 15;

std::string picker_words(std::string_view key, std::size_t number, const Choices& choices,
                         std::uint32_t warp) {
  return language::trf(key, language::arg("number", grouped(number)),
                       language::arg("of", grouped(choices.events.size())), language::arg("warp", warp));
}

/// Of its longest words, so that nothing moves while it counts.
PickerWidths widths_of(const Paint& paint, const Choices& choices) {
  const float em = paint.size(picker_em), sides = 2 * paint.px(26);
  const auto width = [&](std::string_view key) {
    return sides + paint.width(picker_words(key, choices.events.size(), choices, 31), em);
  };
  return {width("stage.access_of_warp"), width("stage.access_of"), width("stage.access_of_brief"),
          sides + paint.width(grouped(choices.events.size()), em), sides + paint.px(4)};
}

/// Draws "access 3 of 17 · warp 2" with a step to either side.
void picker(PanelContext& c, const Paint& paint, float left, float right, float cy, playback::Moment shown) {
  const std::optional<Choices> choices = choices_at(c, shown);
  if (!choices || choices->events.size() < 2) return;
  const float em = paint.size(picker_em), side = paint.px(26), room = right - left;
  const PickerWidths widths = widths_of(paint, *choices);
  const float w = widths.whole <= room ? widths.whole : widths.in(room);
  if (w == 0) return;
  const std::string whole = picker_words("stage.access_of_warp", choices->place + 1, *choices, choices->warp);
  std::string says;
  if (w == widths.whole) says = whole;
  else if (w == widths.number) says = grouped(choices->place + 1);
  else if (w != widths.arrows)
    says = picker_words(w == widths.words ? "stage.access_of" : "stage.access_of_brief", choices->place + 1,
                        *choices, choices->warp);
  const float x = right - w;
  const auto go = [&](std::size_t place) {
    c.session.play(false);
    c.session.time().seek_moment({choices->events[place], 0});
  };
  const auto stepper_tip = [&](std::string_view does) {
    return says == whole ? std::string(does) : fmt::format("{}\n{}", does, whole);
  };
  const bool first = choices->place == 0, last = choices->place + 1 == choices->events.size();
  if (icon_button(paint, "##access_before", x + side / 2, cy, side, Glyph::Backward, em * .8f,
                  first ? c.theme.t3 : c.theme.t1, stepper_tip(language::tr("stage.access_before"))) &&
      !first)
    go(choices->place - 1);
  if (icon_button(paint, "##access_after", right - side / 2, cy, side, Glyph::Forward, em * .8f,
                  last ? c.theme.t3 : c.theme.t1, stepper_tip(language::tr("stage.access_after"))) &&
      !last)
    go(choices->place + 1);
  if (says.empty()) return;
  paint.mid_centre(x + w / 2, cy, says, em, c.theme.t2);
  const std::string tip(language::tr("stage.accesses_tip"));
  tooltip_at(paint, c.fonts, {x + side, cy - em, w - 2 * side, 2 * em},
             w == widths.number ? whole + "\n" + tip : tip);
}

} // namespace

void toggle_compare(PanelContext& c) {
  if (c.session.pair().pinned() != nullptr) {
    c.session.unpin();
    return;
  }
  if (!c.session.pin()) c.ui.say(std::string(language::tr("stage.nothing_to_pin")), true);
}

float least_strip(const Paint& paint, bool pinned) { return paint.px(pinned ? 68 : 32); }

PickerWidths picker_widths(PanelContext& c, const Paint& paint, playback::Moment shown) {
  const std::optional<Choices> choices = choices_at(c, shown);
  return choices && choices->events.size() > 1 ? widths_of(paint, *choices) : PickerWidths{};
}

void stage_strip(PanelContext& c, const Paint& paint, view::Box room, playback::Moment shown) {
  const float cy = room.y + room.h / 2, height = std::min(paint.px(32), room.h - 4), em = paint.size(15);
  const float between = paint.px(8), sign = height + paint.px(4);
  float right = room.x + room.w;
  const bool pinned = c.session.pair().pinned() != nullptr;
  int buttons = pinned ? 2 : 1; // those that are not drawn yet
  // Which access it is matters more than the names of these buttons: they have signs, too.
  const float stepper = picker_widths(c, paint, shown)
                            .in(room.w - static_cast<float>(buttons) * sign - between);
  const auto button = [&](const char* id, std::string_view label, std::string_view hint, Glyph glyph) {
    const float w = text_button_width(paint, label, "", em);
    --buttons;
    const float others = static_cast<float>(buttons) * sign + (stepper > 0 ? stepper + between : 0);
    if (right - w - between - others < room.x) {
      if (right - height < room.x - 1) return false; // the tabs leave it just its room: sums of fractions
      const bool clicked = icon_button(paint, id, right - height / 2, cy, height, glyph, .55f * height,
                                       c.theme.t1, hint);
      right -= sign;
      return clicked;
    }
    float x = right - w;
    const bool clicked = text_button(paint, id, x, cy - height / 2, height, label, "", em);
    tooltip(paint, c.fonts, hint);
    right -= w + between;
    return clicked;
  };
  if (pinned) {
    if (button("##unpin", language::tr("stage.unpin"), language::tr("stage.unpin_tip"), Glyph::Close))
      c.session.unpin();
    if (button("##swap", language::tr("stage.swap"), language::tr("stage.swap_tip"), Glyph::Loop) &&
        c.session.pair().pinned() != nullptr)
      c.session.swap_pinned();
  } else if (button("##pin", language::tr("stage.pin"), language::tr("stage.pin_tip"), Glyph::Pin)) {
    toggle_compare(c);
  }
  picker(c, paint, room.x, right - between, cy, shown);
}

} // namespace warpscope::panels
