// Values in the cells of the array: what each element holds once the wavefront on the stage is served.
//
// Source of the values: playback::ServedIndex, from the stores of the trace; where an atomic was the last to
// write, the next access that reads the place tells (playback::MemoryIndex).
#include "app/language/language.h"
#include "app/playback/lane_values.h"
#include "app/view/array_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string_view>
#include <utility>

namespace warpscope::view::array_view {
namespace {

constexpr std::size_t most_letters = 7; ///< that a cell is made wide enough for
constexpr std::string_view too_long = "…";

/// A scalar type by one of its names in CUDA C++.
std::optional<ElementType> scalar_named(std::string_view name) {
  using enum ElementType;
  for (int i = 0; i < static_cast<int>(Other); ++i)
    if (name_of(static_cast<ElementType>(i)) == name) return static_cast<ElementType>(i);
  constexpr std::pair<std::string_view, ElementType> names[] = {
      {"unsigned", U32}, {"uint", U32},     {"int32_t", I32},  {"uint32_t", U32},    {"int8_t", I8},
      {"uchar", U8},     {"uint8_t", U8},   {"int16_t", I16},  {"ushort", U16},      {"uint16_t", U16},
      {"long", I64},     {"longlong", I64}, {"int64_t", I64},  {"ulong", U64},       {"ulonglong", U64},
      {"size_t", U64},   {"half", F16},     {"uint64_t", U64}, {"nv_bfloat16", BF16}};
  for (const auto& [known, type] : names)
    if (known == name) return type;
  return std::nullopt;
}

/// A vector such as float4 has parts.
std::optional<ElementType> part_named(std::string_view name) {
  if (const std::optional<ElementType> scalar = scalar_named(name)) return scalar;
  if (name.size() < 2 || name.back() < '1' || name.back() > '4') return std::nullopt;
  return scalar_named(name.substr(0, name.size() - 1));
}

std::string hex(std::uint64_t bits, std::uint32_t bytes) { return fmt::format("0x{:0{}x}", bits, 2 * bytes); }

} // namespace

void ArrayScene::read_values() {
  if (!request_.options.values) return;
  const playback::ServedIndex& served = request_.run->served_index();
  const playback::Playback& playback = request_.run->playback();
  memory_ = served.shared_at(playback, request_.moment);
  if (event_.access_kind != AccessKind::Load)
    memory_before_ = served.shared_before(playback, request_.moment.event);
  part_ = part_named(grid_.type);
  if (part_ && grid_.element % size_of(*part_) != 0) part_.reset();
  part_bytes_ = part_ ? size_of(*part_) : std::min(4u, grid_.element);
  // As wide as the block's last values: the columns then stay while it is played.
  letters_ = 2;
  const playback::SharedWords last = served.shared_at(
      playback, playback.moment_at(playback.steps() - std::min<std::uint64_t>(1, playback.steps())));
  const std::uint32_t looked_at = std::min(grid_.count, most_looked_at);
  for (std::uint32_t cell = 0; cell < looked_at; ++cell) {
    const CellValue value = value_in(last, cell);
    if (value.state != CellValue::State::Known) continue;
    letters_ = std::max(letters_, std::min(most_letters, shortest(value).size()));
  }
}

ArrayScene::CellValue ArrayScene::value_in(const playback::SharedWords& words, std::uint32_t cell) const {
  CellValue value;
  const std::uint32_t first = grid_.byte_of(cell), bytes = std::min(grid_.element, most_bytes);
  std::uint32_t known = 0;
  bool written = false;
  for (std::uint32_t i = 0; i < bytes; ++i) {
    const std::uint32_t byte = first + i - program::window_base, word = byte / 4;
    if (word >= words.size()) continue;
    const playback::SharedWord& at = words[word];
    if ((at.known >> byte % 4 & 1) != 0) {
      ++known;
      value.parts[i / part_bytes_] |= std::uint64_t{at.value >> 8 * (byte % 4) & 0xff}
                                      << 8 * (i % part_bytes_);
    } else if (at.writes > 0 && at.known == 0) {
      written = true; // by an atomic, or its value was not recorded
    }
  }
  value.count = bytes / part_bytes_;
  if (known == bytes) value.state = CellValue::State::Known;
  else if (written || known > 0) value.state = CellValue::State::Unknown;
  return value;
}

/// What the cell holds now, or (`before`) held when the access on the stage began.
ArrayScene::CellValue ArrayScene::value_of(std::uint32_t cell, bool before) const {
  CellValue value = value_in(before ? memory_before_ : memory_, cell);
  if (value.state != CellValue::State::Unknown || !request_.run->trace().keeps_values()) return value;
  const auto touch = touched_.find(cell);
  const bool done = !before && touch != touched_.end() && touch->second.last_wavefront <= current_;
  for (std::uint32_t i = 0; i < value.count; ++i) {
    const auto found = request_.run->memory_index().at(Space::Shared, grid_.byte_of(cell) + i * part_bytes_,
                                                       part_bytes_, request_.moment.event + (done ? 1 : 0));
    if (!found.bits) return value;
    value.parts[i] = *found.bits;
  }
  value.state = CellValue::State::Known;
  return value;
}

std::string ArrayScene::part_text(std::uint64_t bits, int digits) const {
  return part_ ? playback::value_text(*part_, bits, digits) : hex(bits, part_bytes_);
}

std::string ArrayScene::value_words(const CellValue& value, int digits) const {
  if (value.state == CellValue::State::Unwritten) return std::string(language::tr("array.not_written"));
  if (value.state == CellValue::State::Unknown) return std::string(language::tr("array.not_known"));
  std::string all;
  for (std::uint32_t i = 0; i < value.count; ++i)
    all += (i == 0 ? "" : ", ") + part_text(value.parts[i], digits);
  return grid_.element > most_bytes ? all + ", …" : all;
}

/// All digits of whole numbers; of others as many as most cells have room for.
std::string ArrayScene::shortest(const CellValue& value) const {
  std::string text = value_words(value, 6);
  for (const int digits : {4, 3})
    if (text.size() > most_letters) {
      const std::string shorter = value_words(value, digits);
      if (shorter.size() < text.size()) text = shorter;
    }
  return text;
}

float ArrayScene::value_size() const { return std::max(sizes_.least, text(15)); }

/// The width of a cell in which the block's values can be read.
float ArrayScene::value_width() const {
  return text_width(std::string(letters_, '0'), Font::Mono, value_size()) + 6;
}

bool ArrayScene::has_room_for_values() const { return cell_w_ >= 22 && cell_h_ >= 15; }

/// In the row of the declaration, at the right.
void ArrayScene::draw_values_button() {
  const bool on = request_.options.values;
  const float size = text(15), height = 1.9F * size,
              top = sizes_.scene_y + shift_ + .6F * text(20) - height / 2;
  const std::string_view words = language::tr(on ? "array.show_lanes" : "array.show_values");
  const float w = text_width(words, Font::SemiBold, size) + 1.6F * size;
  const float right = request_.options.frame.width - sizes_.margin;
  if (y_ - shift_ - sizes_.scene_y < 20 || right - w < x_ + 4 * w) return;
  button_ = {right - w, top, w, height};
  canvas_.outline(button_, 6, theme_.edge, 1);
  canvas_.mid({button_.x + w / 2, top + height / 2}, words, size, theme_.t1, Font::SemiBold, Anchor::Middle);
  canvas_.reserve(button_);
  canvas_.hit(button_, HitKind::Button, 0,
              std::string(language::tr(on ? "array.show_lanes_tip" : "array.show_values_tip")));
}

void ArrayScene::draw_values() {
  if (!request_.options.values || !has_room_for_values()) return;
  const float size = std::clamp(std::floor(.6F * cell_h_), sizes_.least, std::max(sizes_.least, text(20)));
  for (std::uint32_t r = 0; r < window_.rows; ++r) {
    for (std::uint32_t c = 0; c < window_.columns; ++c) {
      const std::uint32_t cell = (window_.first_row + r) * grid_.columns + window_.first_column + c;
      if (cell >= grid_.count) return;
      if (untouched_ && window_.first_column + c >= untouched_->first &&
          window_.first_column + c < untouched_->end)
        continue; // hatched: no access reaches it
      draw_value(cell, value_of(cell, false), size);
    }
  }
}

void ArrayScene::draw_value(std::uint32_t cell, const CellValue& value, float size) {
  const Box box = cell_box(cell);
  const auto touch = touched_.find(cell);
  const bool now = touch != touched_.end() && touch->second.now != 0;
  const Point middle{box.x + box.w / 2, box.y + box.h / 2};
  if (value.state == CellValue::State::Unwritten) {
    const Box inner{box.x + 2, box.y + 2, box.w - 4, box.h - 4};
    canvas_.fill(inner, 1, with_alpha(theme_.bg1, .72F));
    canvas_.outline(inner, 1, theme_.t3, 1, {2, 3});
    canvas_.defined(definition::cell).mid(middle, "–", size, theme_.t2, Font::Mono, Anchor::Middle);
    return;
  }
  const std::uint32_t bank = grid_.bank_of(cell);
  const Color fill = now ? mix(full_[bank], quiet_[bank], motion_) : quiet_[bank];
  const Font font = now ? Font::MonoBold : Font::Mono;
  const auto fitted = [&](float at) {
    const auto fits = [&](const std::string& words) { return text_width(words, font, at) <= box.w - 3; };
    for (const int digits : {6, 4, 3, 2}) {
      const std::string words = value.state == CellValue::State::Known ? value_words(value, digits) : "?";
      if (fits(words)) return words;
    }
    return std::string();
  };
  std::string words = fitted(size);
  if (words.empty() && size > sizes_.least) words = fitted(size = sizes_.least);
  if (words.empty()) words = too_long;
  canvas_.defined(definition::cell).mid(middle, words, size, ink_on(fill), font, Anchor::Middle);
}

/// For the tooltip of a cell: what it holds, and what it held before the access that writes it.
std::string ArrayScene::values_text(std::uint32_t cell) const {
  if (!request_.options.values) return {};
  const std::string now = value_words(value_of(cell, false), 9);
  if (touched_.contains(cell) && event_.access_kind != AccessKind::Load) {
    const std::string before = value_words(value_of(cell, true), 9);
    if (before != now)
      return ' ' + language::trf("array.held", language::arg("before", before), language::arg("now", now));
  }
  return ' ' + language::trf("array.holds", language::arg("now", now));
}

} // namespace warpscope::view::array_view
