// Layouts: the fields, the bits of the chosen element's offset with the XOR, and the same numbers counted
// otherwise.
#include "app/language/counted.h"
#include "app/language/language.h"
#include "app/view/scene_layouts.h"
#include "app/view/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

namespace warpscope::view {
namespace {

std::string bits_text(std::uint32_t value, std::uint32_t mask) {
  std::string text;
  for (int bit = 31; bit >= 0; --bit)
    if ((mask >> bit & 1) != 0) text += (value >> bit & 1) != 0 ? '1' : '0';
  return text;
}

} // namespace

void LayoutsScene::draw_field(Box box, std::string_view label, const std::string& typed, bool wrong) {
  canvas_.mid_if_free({box.x, box.y - .75F * text(15)}, label, text(15), theme_.t2);
  canvas_.fill(box, 6, theme_.bg2);
  canvas_.outline(box, 6, wrong ? theme_.hazard : theme_.line, wrong ? 2.F : 1.5F);
  // What the field cannot hold stands in the window's own field.
  const float pad = std::min(14 * sizes_.f, .08F * box.w);
  std::string shown = typed;
  while (!shown.empty() && text_width(shown, Font::Mono, parts_.fields.text) > box.w - 2 * pad)
    shown.pop_back();
  if (!shown.empty())
    canvas_.mid({box.x + pad, box.y + box.h / 2}, shown, parts_.fields.text, theme_.t1, Font::Mono);
  canvas_.reserve(box);
}

/// Under the field, at the character.
void LayoutsScene::draw_faults() {
  const auto say = [&](Box box, const std::string& typed, const layouts::Fault& fault) {
    const float pad = std::min(14 * sizes_.f, .08F * box.w), size = sizes_.least;
    const float x = std::min(box.x + box.w - 6,
                             box.x + pad +
                                 text_width(typed.substr(0, fault.at), Font::Mono, parts_.fields.text));
    canvas_.polygon({{x - 5, box.y + box.h + 9}, {x + 5, box.y + box.h + 9}, {x, box.y + box.h + 1}},
                    theme_.hazard);
    float y = box.y + box.h + 11 + .6F * size;
    std::string line;
    const auto flush = [&] {
      if (!line.empty()) canvas_.mid({parts_.left.x, y}, line, size, theme_.t1, Font::SemiBold);
      y += 1.2F * size;
      line.clear();
    };
    const float room = parts_.left.w;
    for (std::size_t at = 0; at < fault.message.size();) {
      const std::size_t end = std::min(fault.message.find(' ', at), fault.message.size());
      const std::string word = fault.message.substr(at, end - at);
      if (!line.empty() && text_width(line + " " + word, Font::SemiBold, size) > room) flush();
      line += (line.empty() ? "" : " ") + word;
      at = end + 1;
    }
    flush();
  };
  const auto swizzle = layouts::parse_swizzle(options_.swizzle);
  const auto tile = layouts::parse_tile(options_.tile);
  if (!swizzle.value) say(parts_.fields.swizzle, options_.swizzle, swizzle.fault);
  else say(parts_.fields.tile, options_.tile, tile.fault);
}

float LayoutsScene::choice(float x, LayoutChoice what, std::string_view label, bool on,
                           std::string_view tip) {
  const float size = std::min(text(16), std::max(sizes_.least, .6F * parts_.choice_h));
  const float w = text_width(label, Font::SemiBold, size) + 20 * std::max(.6F, sizes_.f);
  if (x + w > parts_.left.x + parts_.left.w + 1) return x;
  const Box box{x, parts_.choices_y - parts_.choice_h / 2, w, parts_.choice_h};
  canvas_.fill(box, 6, on ? theme_.now : theme_.bg2);
  if (!on) canvas_.outline(box, 6, theme_.edge, 1.5F);
  canvas_.mid({box.x + w / 2, parts_.choices_y}, label, size, on ? theme_.on_now : theme_.t1, Font::SemiBold,
              Anchor::Middle);
  canvas_.hit(box, HitKind::Choice, static_cast<std::uint32_t>(what), std::string(tip));
  return x + w + 5;
}

void LayoutsScene::draw_choices() {
  const bool bytes = options_.unit == layouts::Unit::Bytes;
  const layouts::ElementType& type = layouts::element_types()[std::min<std::size_t>(options_.type, 4)];
  float x = parts_.left.x;
  x = choice(x, LayoutChoice::Elements, language::tr("layouts.elements"), !bytes,
             language::tr("layouts.elements_tip"));
  x = choice(x, LayoutChoice::Bytes, language::tr("layouts.bytes"), bytes, language::tr("layouts.bytes_tip"));
  x = choice(x + 6 * sizes_.f, LayoutChoice::Type, type.name, false, language::tr("layouts.type_tip"));
  (void)choice(x, LayoutChoice::Width, language::count_of(drawn_.study.width(), language::Counted::Byte),
               false, language::tr("layouts.width_tip"));
}

/// The bits that are read go over to those that they change.
void LayoutsScene::draw_strands(const std::vector<float>& x, float top, float bottom, std::uint32_t count) {
  const std::uint32_t read = drawn_.swizzle.read_mask(), changed = drawn_.swizzle.changed_mask();
  for (std::uint32_t bit = 0; bit < count; ++bit) {
    const bool changes = (changed >> bit & 1) != 0;
    canvas_.line({x[bit], top}, {x[bit], bottom}, changes ? theme_.now : theme_.edge, 1.5F,
                 changes ? Dash{} : Dash{3, 3});
  }
  for (std::uint32_t bit = 0; bit < count; ++bit) {
    if ((read >> bit & 1) == 0) continue;
    const std::int64_t to = static_cast<std::int64_t>(bit) - drawn_.swizzle.shift;
    if (to < 0 || to >= count) continue;
    const float from = x[bit], end = x[static_cast<std::size_t>(to)], middle = (top + bottom) / 2;
    for (const bool halo : {true, false})
      canvas_.curve({{from, top},
                     {from, middle},
                     {end, middle},
                     {end, bottom},
                     halo ? 6.F : 3.F,
                     halo ? theme_.bg1 : theme_.broadcast,
                     halo ? theme_.bg1 : theme_.broadcast,
                     1,
                     {},
                     false});
  }
}

LayoutsScene::Bits LayoutsScene::bits() const {
  const std::uint32_t scale = options_.unit == layouts::Unit::Bytes ? drawn_.element : 1;
  const std::uint32_t masks = drawn_.swizzle.read_mask() | drawn_.swizzle.changed_mask();
  const float f = std::max(.6F, sizes_.f);
  const float names = text_width(language::tr("layouts.out"), Font::Regular, text(15)) + 10 * f;
  Bits bits;
  bits.exist = static_cast<std::uint32_t>(std::bit_width(drawn_.tile.end * scale - 1));
  bits.count = std::max({1u, bits.exist, static_cast<std::uint32_t>(std::bit_width(masks))});
  bits.left = parts_.left.x + names;
  bits.step = std::min(62 * f, std::max(20.F, parts_.left.w - names) / static_cast<float>(bits.count));
  return bits;
}

float layout_bit_pitch(const SceneRequest& request) { return LayoutsScene(request).bit_pitch(); }

void drag_bracket(LayoutOptions& options, const LayoutOptions& from, LayoutBracket bracket, int bits) {
  const std::optional<layouts::Swizzle> before = layouts::parse_swizzle(from.drawn_swizzle).value;
  if (!before) return;
  for (; bits != 0; bits += bits > 0 ? -1 : 1) { // as far as it goes
    layouts::Swizzle to = *before;
    const auto moved = [bits](std::uint32_t number) {
      return static_cast<std::uint32_t>(std::max(0, static_cast<int>(number) + bits));
    };
    switch (bracket) {
    case LayoutBracket::Read: to.shift += bits; break;
    case LayoutBracket::Changed: to.base = moved(to.base); break;
    case LayoutBracket::Top: to.bits = std::max(1u, moved(to.bits)); break;
    }
    if ((to.shift < 0) != (before->shift < 0) || !layouts::parse_swizzle(to.text()).value) continue;
    options.swizzle = to.text();
    return;
  }
  options.swizzle = before->text();
}

float LayoutsScene::draw_bits() {
  const layouts::Swizzle& swizzle = drawn_.swizzle;
  const bool bytes = options_.unit == layouts::Unit::Bytes;
  const std::uint32_t scale = bytes ? drawn_.element : 1;
  const std::uint32_t offset = drawn_.tile.at(drawn_.cell.row, drawn_.cell.column) * scale;
  const std::uint32_t after = swizzle(offset), read = swizzle.read_mask(), changed = swizzle.changed_mask();
  const Bits places = bits();
  const std::uint32_t exist = places.exist, count = places.count;
  const float f = std::max(.6F, sizes_.f), size = text(15), small = text(13), step = places.step;
  const float below = parts_.left.y + parts_.left.h - parts_.bits_y;
  const float box = std::max(8.F, std::min({step - 3, 54 * f, .15F * below}));
  const float number = std::min(text(22), std::max(sizes_.least, std::floor(.6F * box)));
  std::vector<float> x(count);
  for (std::uint32_t bit = 0; bit < count; ++bit) x[bit] = places.x(bit);

  const float head = parts_.bits_y + .6F * size, in = head + .9F * size + 4;
  const auto name = [&](std::uint32_t mask, std::string_view key, const char* of, std::int32_t value,
                        Color color, std::optional<LayoutBracket> drags) {
    if (mask == 0) return;
    const auto low = static_cast<std::uint32_t>(std::countr_zero(mask)),
               high = static_cast<std::uint32_t>(std::bit_width(mask)) - 1;
    const float x0 = x[high] - step / 2 + 2, x1 = x[low] + step / 2 - 2;
    canvas_.path({{x0, in - 1}, {x0, in - 5}, {x1, in - 5}, {x1, in - 1}}, color, 2);
    if (drags) {
      const float top = head - .6F * size;
      canvas_.hit({x0, top, x1 - x0, in - top}, HitKind::Bracket, static_cast<std::uint32_t>(*drags),
                  std::string(language::tr(*drags == LayoutBracket::Read ? "layouts.drag_read"
                                                                         : "layouts.drag_changed")));
      if (mask == changed) { // its left end by itself
        const float grip = std::min(.45F * step, 14 * f);
        canvas_.fill({x0 - 2, in - 9, 5, 9}, 2, color);
        canvas_.hit({x0 - grip, top, 2 * grip, in - top}, HitKind::Bracket,
                    static_cast<std::uint32_t>(LayoutBracket::Top),
                    std::string(language::tr("layouts.drag_top")));
      }
    }
    if (faulty_ && below < 300) return; // the message needs the room
    const std::string says = language::trf(key, language::arg(of, value));
    if (text_width(says, Font::SemiBold, size) < x1 - x0 + .6F * step)
      canvas_.mid_if_free({(x0 + x1) / 2, head}, says, size, theme_.t1, Font::SemiBold, Anchor::Middle, 5);
    else if (text_width(says, Font::SemiBold, sizes_.least) < x1 - x0 + .5F * step)
      canvas_.mid_if_free({(x0 + x1) / 2, head}, says, sizes_.least, theme_.t1, Font::SemiBold,
                          Anchor::Middle, 4);
    else {
      const std::string letter = fmt::format("{} = {}",
                                             key == "layouts.read"      ? "S"
                                             : key == "layouts.changed" ? "B"
                                                                        : "M",
                                             value);
      canvas_.mid_if_free({(x0 + x1) / 2, head}, letter, sizes_.least, theme_.t1, Font::SemiBold,
                          Anchor::Middle, 3);
    }
  };
  name(read, "layouts.read", "shift", swizzle.shift, theme_.broadcast, LayoutBracket::Read);
  name(changed, "layouts.changed", "bits", static_cast<std::int32_t>(swizzle.bits), theme_.now,
       LayoutBracket::Changed);
  if (!swizzle.identity())
    name((1u << std::min(swizzle.base, count)) - 1, "layouts.kept", "base",
         static_cast<std::int32_t>(swizzle.base), theme_.edge, LayoutBracket::Changed);

  const float numbers = in + box + .75F * small;
  const bool with_numbers = step >= text_width("10", Font::Mono, small) + 2 && below > 150;
  const float strands = with_numbers ? numbers + .75F * small : in + box + 2;
  const float out = strands + std::max(18.F, std::min(84 * f, .16F * below));
  draw_strands(x, strands, out - 2, count);
  const auto row = [&](std::uint32_t value, float y, bool result) {
    for (std::uint32_t bit = 0; bit < count; ++bit) {
      const bool reads = (read >> bit & 1) != 0, changes = (changed >> bit & 1) != 0, missing = bit >= exist;
      const Box at{x[bit] - box / 2, y, box, box};
      const bool filled = result && changes;
      canvas_.fill(at, std::min(6.F, box / 4), filled ? theme_.now : missing ? theme_.bg1 : theme_.bg2);
      if (!filled)
        canvas_.outline(at, std::min(6.F, box / 4),
                        reads     ? theme_.broadcast
                        : changes ? theme_.now
                                  : theme_.edge,
                        box > 20 ? 2.F : 1.5F, missing ? Dash{3, 3} : Dash{});
      if (!missing && number <= box + 2)
        canvas_.mid({x[bit], y + box / 2}, (value >> bit & 1) != 0 ? "1" : "0", number,
                    filled ? theme_.on_now : theme_.t1, Font::MonoBold, Anchor::Middle);
      if (result) continue;
      const std::int32_t to = static_cast<std::int32_t>(bit) - swizzle.shift,
                         from = static_cast<std::int32_t>(bit) + swizzle.shift;
      canvas_.hit(
          at, HitKind::Bit, bit,
          missing ? language::trf("layouts.missing", language::arg("bit", bit))
          : reads ? language::trf("layouts.bit_read_tip", language::arg("bit", bit), language::arg("to", to))
          : changes ? language::trf("layouts.bit_changed_tip", language::arg("bit", bit),
                                    language::arg("from", from))
                    : language::trf("layouts.bit_tip", language::arg("bit", bit)));
    }
    canvas_.mid_if_free({parts_.left.x, y + box / 2}, language::tr(result ? "layouts.out" : "layouts.in"),
                        size, theme_.t2);
  };
  row(offset, in, false);
  if (with_numbers)
    for (std::uint32_t bit = 0; bit < count; ++bit)
      canvas_.mid({x[bit], numbers}, std::to_string(bit), small, theme_.t3, Font::Mono, Anchor::Middle);
  row(after, out, true);
  if (!swizzle.identity() && out - strands > 1.4F * size && below > 260)
    canvas_.mid_if_free({parts_.left.x, (out + strands) / 2}, language::tr("layouts.xor"), small,
                        theme_.broadcast, Font::SemiBold);
  return out + box;
}

float LayoutsScene::draw_sentences(float y) {
  const layouts::Swizzle& swizzle = drawn_.swizzle;
  const bool bytes = options_.unit == layouts::Unit::Bytes;
  const float size = text(16), right = parts_.left.x + parts_.left.w, end = parts_.left.y + parts_.left.h;
  const float rows = static_cast<float>(drawn_.counted.size()) * 1.45F * text(15);
  if (y + 3.6F * size + (swizzle.identity() ? 0 : rows) > end) return y + .4F * size;
  const std::uint32_t index = drawn_.cell.row * drawn_.tile.columns + drawn_.cell.column;
  const std::uint32_t before = drawn_.study.plain.byte[index], after = drawn_.study.swizzled.byte[index];
  const std::uint32_t offset = bytes ? before : drawn_.tile.offsets[index];
  const float first = y + 1.1F * size + (end - y > 300 ? .5F * size : 0), second = first + 1.35F * size;
  canvas_.defined(definition::address)
      .mid_if_free({parts_.left.x, first},
                   language::trf(
                       bytes ? "layouts.cell_byte" : "layouts.cell", language::arg("row", drawn_.cell.row),
                       language::arg("column", drawn_.cell.column), language::arg("offset", grouped(offset))),
                   size, theme_.t1);
  const auto exist = static_cast<std::uint32_t>(
      std::bit_width(drawn_.tile.end * (bytes ? drawn_.element : 1) - 1));
  std::string says;
  if (swizzle.identity()) says = language::tr("layouts.none");
  else if ((swizzle.read_mask() & ((1u << exist) - 1)) == 0) says = language::tr("layouts.missing_all");
  else
    says = bytes ? language::trf("layouts.becomes_byte", language::arg("byte", grouped(after)))
                 : language::trf("layouts.becomes", language::arg("offset", grouped(swizzle(offset))),
                                 language::arg("byte", grouped(after)));
  canvas_.defined(definition::address).mid_if_free({parts_.left.x, second}, says, size, theme_.t1);
  if (swizzle.identity()) return second + size;
  const std::uint32_t read = swizzle.read_mask(), changed = swizzle.changed_mask();
  canvas_.mid_if_free({right, first},
                      fmt::format("{} ^ {} = {}", bits_text(offset, changed), bits_text(offset, read),
                                  bits_text(swizzle(offset), changed)),
                      size, theme_.t1, Font::MonoBold, Anchor::End, 8);
  const bool piece = chosen_piece(drawn_).has_value();
  const std::string banks_before = chosen_banks(drawn_, drawn_.study.plain),
                    banks_after = chosen_banks(drawn_, drawn_.study.swizzled);
  const std::string becomes = banks_before == banks_after
                                  ? language::trf(piece ? "layouts.banks_stay" : "layouts.bank_stays",
                                                  language::arg("before", banks_before))
                                  : language::trf(piece ? "layouts.banks_become" : "layouts.bank_becomes",
                                                  language::arg("before", banks_before),
                                                  language::arg("after", banks_after));
  if (canvas_.defined(definition::bank)
          .mid_if_free({right, second}, becomes, size, theme_.now, Font::SemiBold, Anchor::End, 8))
    return second + size;
  // In a narrow column a line of its own.
  const float third = second + 1.35F * size;
  if (third + size + rows > end) return second + size;
  canvas_.defined(definition::bank)
      .mid_if_free({parts_.left.x, third}, becomes, size, theme_.now, Font::SemiBold);
  return third + size;
}

void LayoutsScene::draw_counted(float y) {
  if (drawn_.swizzle.identity()) return;
  const float size = text(15), end = parts_.left.y + parts_.left.h;
  const float f = std::max(.6F, sizes_.f);
  const float unit = std::max(text_width(language::tr("layouts.elements"), Font::SemiBold, size),
                              text_width(language::tr("layouts.bytes"), Font::SemiBold, size)) +
                     12 * f;
  float widest = 0;
  for (const layouts::Counted& row : drawn_.counted)
    widest = std::max(widest, text_width(row.swizzle.text(), Font::Mono, size));
  if (4 + unit + widest + 14 * f + 1.5F * text(18) > parts_.left.w) return;
  const auto count = static_cast<float>(drawn_.counted.size());
  float pitch = 1.45F * size;
  if (y + pitch * count > end + 2) return;
  if (y + 2.2F * text(18) + 1.3F * pitch * count < end) {
    canvas_.line({parts_.left.x, y + .5F * size}, {parts_.left.x + parts_.left.w, y + .5F * size},
                 theme_.line, 1);
    const std::string_view title = language::tr("layouts.otherwise");
    const float wide = text_width(title, Font::SemiBold, text(18));
    const float title_size = std::max(sizes_.least,
                                      std::floor(text(18) * std::min(1.F, parts_.left.w / wide)));
    canvas_.mid_if_free({parts_.left.x, y + 1.6F * text(18)}, title, title_size, theme_.t1, Font::SemiBold);
    y += 2.6F * text(18);
    pitch = std::min(2.6F * size, (end - y) / count);
  }
  // In a narrow column what is said of a row stands below it.
  const bool two_lines = pitch >= 2.3F * size &&
                         4 + unit + widest + 14 * f + 1.2F * text(18) +
                                 text_width(language::trf("layouts.misaligned", language::arg("count", 32),
                                                          language::arg("pieces", 64)),
                                            Font::Regular, text(14)) +
                                 2.2F * size >
                             parts_.left.w;
  for (std::size_t i = 0; i < drawn_.counted.size(); ++i) {
    const layouts::Counted& row = drawn_.counted[i];
    const float middle = y + (static_cast<float>(i) + .5F) * pitch;
    const float line = two_lines ? middle - .55F * size : middle;
    const Box box{parts_.left.x - 6, middle - pitch / 2 + 1, parts_.left.w + 6, pitch - 2};
    if (row.in_force) {
      canvas_.fill(box, 0, theme_.bg3);
      canvas_.fill({box.x - 4, box.y, 4, box.h}, 0, theme_.now);
    }
    canvas_.hit(box, HitKind::Choice,
                static_cast<std::uint32_t>(LayoutChoice::Counted) + static_cast<std::uint32_t>(i),
                std::string(language::tr("layouts.counted_tip")));
    const bool wrong = row.misaligned != 0 || row.torn != 0;
    const bool conflict = row.wavefronts > drawn_.study.plain.service.counts.ideal_wavefronts;
    float x = parts_.left.x + 4;
    canvas_.mid({x, line},
                language::tr(row.unit == layouts::Unit::Bytes ? "layouts.bytes" : "layouts.elements"), size,
                row.in_force ? theme_.t1 : theme_.t2, row.in_force ? Font::SemiBold : Font::Regular);
    x = canvas_.mid({x + unit, line}, row.swizzle.text(), size, theme_.t1, Font::Mono) + 14 * f;
    x = canvas_.defined(definition::wavefront)
            .mid({x, line}, grouped(row.wavefronts), text(18), conflict ? theme_.conflict_at(18) : theme_.now,
                 Font::Bold);
    const std::string_view word = language::unit_of(row.wavefronts, language::Counted::Wavefront);
    const float with_word = x + 7 * f + text_width(word, Font::Regular, text(14));
    const std::string note = row.misaligned != 0
                                 ? language::trf("layouts.misaligned",
                                                 language::arg("count", grouped(row.misaligned)),
                                                 language::arg("pieces", grouped(row.pieces)))
                             : row.torn != 0
                                 ? language::trf("layouts.torn", language::arg("count", grouped(row.torn)),
                                                 language::arg("pieces", grouped(row.pieces)))
                             : row.tma != 0 && row.unit == layouts::Unit::Bytes
                                 ? language::trf("layouts.tma", language::arg("bytes", row.tma))
                                 : std::string(language::tr(row.unit == layouts::Unit::Elements
                                                                ? "layouts.cute"
                                                                : "layouts.same"));
    const float right = parts_.left.x + parts_.left.w;
    const float noted = text_width(note, Font::Regular, text(14)) + 2.2F * size;
    const float below = parts_.left.x + 4 + unit; // where the note begins if it has a line of its own
    if (two_lines) {
      canvas_.mid({x + 7 * f, line}, word, text(14), theme_.t2);
      canvas_.icon(wrong ? Icon::Warning : Icon::Check, {below + .5F * size, line + 1.12F * size},
                   .95F * size, wrong ? theme_.hazard : theme_.now);
      canvas_.mid_if_free({below + 1.3F * size, line + 1.12F * size},
                          fit_text(note, Font::Regular, text(13), right - below - 1.3F * size), text(13),
                          theme_.t1);
      continue;
    }
    if (with_word + noted < right) x = canvas_.mid({x + 7 * f, middle}, word, text(14), theme_.t2);
    if (x + 1.4F * size > right) continue;
    canvas_.icon(wrong ? Icon::Warning : Icon::Check, {x + size, middle}, .95F * size,
                 wrong ? theme_.hazard : theme_.now);
    if (x + noted <= right) canvas_.mid_if_free({x + 1.9F * size, middle}, note, text(14), theme_.t1);
  }
  draw_why(y + pitch * count);
}

/// Why the same numbers are another swizzle on bytes: what M keeps together is counted in them, too.
void LayoutsScene::draw_why(float y) {
  const auto torn = std::find_if(
      drawn_.counted.begin(), drawn_.counted.end(),
      [](const layouts::Counted& row) { return row.unit == layouts::Unit::Bytes && row.misaligned != 0; });
  const float size = text(15);
  y += 1.4F * size;
  if (torn == drawn_.counted.end() || y + 2.7F * size > parts_.left.y + parts_.left.h) return;
  const std::uint32_t base = torn->swizzle.base, kept = 1u << std::min(base, 16u);
  const std::string keeps = language::trf("layouts.keeps", language::arg("m", base),
                                          language::arg("bytes", grouped(kept * drawn_.element)),
                                          language::arg("fewer", grouped(kept)));
  for (const std::string_view line : {std::string_view(keeps), language::tr("layouts.keeps_less")}) {
    canvas_.mid_if_free({parts_.left.x, y}, fit_text(line, Font::Regular, size, parts_.left.w), size,
                        theme_.t2);
    y += 1.45F * size;
  }
}

} // namespace warpscope::view
