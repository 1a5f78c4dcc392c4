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

std::optional<Choices> choices_at(const session::Session& session, playback::Moment shown) {
  const std::optional<playback::SiteIndex::Place> place = session.runs().run()->site_index().place_of(
      shown.event);
  if (!place) return std::nullopt;
  // In expression mode one warp plays; the others are a click away in the source panel.
  if (session.time().track().filtered())
    return Choices{session.runs().run()->site_index().events(place->site, place->warp), place->n,
                   place->warp};
  return Choices{session.runs().run()->site_index().events(place->site), place->overall, place->warp};
}

/// Draws "access 3 of 17 · warp 2" with a step to either side. Returns its left end.
float picker(PanelContext& c, const Paint& paint, float left, float right, float cy, playback::Moment shown) {
  const std::optional<Choices> choices = choices_at(c.session, shown);
  if (!choices || choices->events.size() < 2) return right;
  const float em = paint.size(15), side = paint.px(26);
  const std::string number = grouped(choices->place + 1), of = grouped(choices->events.size()),
                    warp = std::to_string(choices->warp);
  const std::string longest = language::trf("stage.access_of_warp", language::arg("number", of),
                                            language::arg("of", of), language::arg("warp", 31)),
                    shortest = language::trf("stage.access_of", language::arg("number", of),
                                             language::arg("of", of));
  float w = paint.width(longest, em) + 2 * side;
  const bool with_warp = right - w >= left;
  if (!with_warp) w = paint.width(shortest, em) + 2 * side;
  const bool with_words = right - w >= left;
  if (!with_words)
    w = 2 * side + paint.px(4); // a step to either side is needed, the words are a tooltip then
  if (right - w < left) return right;
  const float x = right - w;
  const auto go = [&](std::size_t place) {
    c.session.play(false);
    c.session.time().seek_moment({choices->events[place], 0});
  };
  const auto stepper_tip = [&](std::string_view does) {
    return with_words ? std::string(does)
                      : fmt::format("{}\n{}", does,
                                    language::trf("stage.access_of_warp", language::arg("number", number),
                                                  language::arg("of", of), language::arg("warp", warp)));
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
  if (!with_words) return x - paint.px(16);
  paint.mid_centre(
      x + w / 2, cy,
      with_warp ? language::trf("stage.access_of_warp", language::arg("number", number),
                                language::arg("of", of), language::arg("warp", warp))
                : language::trf("stage.access_of", language::arg("number", number), language::arg("of", of)),
      em, c.theme.t2);
  tooltip_at(paint, c.fonts, {x + side, cy - em, w - 2 * side, 2 * em}, language::tr("stage.accesses_tip"));
  return x - paint.px(16);
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

float least_picker(PanelContext& c, const Paint& paint, playback::Moment shown) {
  const std::optional<Choices> choices = choices_at(c.session, shown);
  return choices && choices->events.size() > 1 ? 2 * paint.px(26) + paint.px(24) : 0;
}

void stage_strip(PanelContext& c, const Paint& paint, view::Box room, playback::Moment shown) {
  const float cy = room.y + room.h / 2, height = std::min(paint.px(32), room.h - 4), em = paint.size(15);
  float right = room.x + room.w;
  const bool pinned = c.session.pair().pinned() != nullptr;
  const float stepper = least_picker(c, paint, shown);
  const auto button = [&](const char* id, std::string_view label, std::string_view hint, Glyph glyph) {
    const float w = text_button_width(paint, label, "", em);
    if (right - w < room.x + stepper) {              // its sign: what a key does must be seen, too
      if (right - height < room.x - 1) return false; // the tabs leave it just its room: sums of fractions
      const bool clicked = icon_button(paint, id, right - height / 2, cy, height, glyph, .55f * height,
                                       c.theme.t1, hint);
      right -= height + paint.px(4);
      return clicked;
    }
    float x = right - w;
    const bool clicked = text_button(paint, id, x, cy - height / 2, height, label, "", em);
    tooltip(paint, c.fonts, hint);
    right -= w + paint.px(8);
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
  picker(c, paint, room.x, right - paint.px(8), cy, shown);
}

} // namespace warpscope::panels
