// A scene as a flat list of shapes and texts, in paint order. Built once, drawn alike by GL, PNG and SVG;
// compared as data in tests. Units: pixels of the target at scale 1, y downwards, origin top left. Nothing
// here depends on ImGui or GL.
#pragma once

#include "app/view/definition.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace warpscope::view {

struct Point {
  float x = 0, y = 0;
  bool operator==(const Point&) const = default;
};
struct Box {
  float x = 0, y = 0, w = 0, h = 0;
  [[nodiscard]] bool contains(Point p) const { return p.x >= x && p.x < x + w && p.y >= y && p.y < y + h; }
  bool operator==(const Box&) const = default;
};
struct Color {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  bool operator==(const Color&) const = default;
};

struct Dash {
  float on = 0, off = 0; ///< on == 0: solid
  bool operator==(const Dash&) const = default;
};
/// 45-degree lines inside a shape.
struct Hatch {
  float period = 0, width = 0; ///< period == 0: none
  Color color;
  bool operator==(const Hatch&) const = default;
};

struct RectShape {
  Box box;
  float radius = 0;
  Color fill{0, 0, 0, 0};
  Color stroke{0, 0, 0, 0};
  float stroke_width = 0; ///< centred on the edge
  Dash dash;
  Hatch hatch;
  bool operator==(const RectShape&) const = default;
};
/// A cubic Bezier curve (a line has its control points on it), drawn with round or butt caps.
struct CurveShape {
  Point p0, p1, p2, p3;
  float width = 1;
  Color from, to; ///< the colours along the curve; see fade
  /// `from` up to this fraction of the length, then turning linearly to `to` at 1; 1: linear over the whole
  /// length.
  float fade = 1;
  Dash dash;
  bool round_caps = false;
  bool operator==(const CurveShape&) const = default;
};
/// The area between two cubic Beziers (left edge, right edge), both running from top to bottom.
struct RibbonShape {
  Point left[4], right[4];
  Color fill;
  Color stroke{0, 0, 0, 0};
  float stroke_width = 0;
  bool operator==(const RibbonShape&) const = default;
};
/// Simple polygon (not necessarily convex), filled and/or outlined.
struct PolygonShape {
  std::vector<Point> points;
  Color fill{0, 0, 0, 0};
  Color stroke{0, 0, 0, 0};
  float stroke_width = 0;
  bool closed = true;
  Hatch hatch;
  bool operator==(const PolygonShape&) const = default;
};

enum class Font : std::uint8_t { Regular, SemiBold, Bold, Mono, MonoBold };
enum class Anchor : std::uint8_t { Start, Middle, End };

struct TextShape {
  Point at; ///< baseline
  float size = 18;
  Font font = Font::Regular;
  Anchor anchor = Anchor::Start;
  Color color;
  std::string text;      ///< UTF-8, one line
  Definition definition; ///< of the number in it; its tooltip where no hit has one
  bool operator==(const TextShape&) const = default;
};

using Shape = std::variant<RectShape, CurveShape, RibbonShape, PolygonShape, TextShape>;

/// What is under the pointer. `kind` and `index` identify it; the session highlights the same thing
/// everywhere.
enum class HitKind : std::uint8_t {
  None,
  Lane,
  Bank,
  Word,
  Sector,
  Line,
  Cell,
  Wavefront,
  Event,
  Button,
  Rows,        ///< Tiling: the row length of a buffer; index: the buffer
  Piece,       ///< Multiprocessor: index: the line in the text, 0: none
  Resident,    ///< Multiprocessor: index: blocks that are held at once
  Latency,     ///< Multiprocessor: index into playback::machine_latencies
  Bit,         ///< Layouts: index: the number of the bit
  Place,       ///< Layouts: index: row * columns + column of the element
  Across,      ///< Layouts: index: twice the column, or twice the row and 1
  Choice,      ///< Layouts: index: a LayoutChoice
  CachePlace,  ///< Cache: index: set * ways + way
  CacheAccess, ///< Cache: index: the access, to be looked into
  CacheStep,   ///< Cache: index: the access, to go to
  L1Size,      ///< Cache: index into playback::machine_l1_bytes
  Register,    ///< Fragment: index: a register_index()
  Bracket,     ///< Layouts: index: a LayoutBracket, to be dragged
  Text
};
struct Hit {
  Box box;
  HitKind kind = HitKind::None;
  std::uint32_t index = 0;
  std::string tooltip;     ///< may be empty
  std::uint32_t lanes = 0; ///< a mask: the lanes of the access that it represents
  bool operator==(const Hit&) const = default;
};

struct Picture {
  float width = 0, height = 0;
  Color background;
  std::vector<Shape> shapes;
  std::vector<Hit> hits; ///< later ones are on top
  bool operator==(const Picture&) const = default;
};

} // namespace warpscope::view
