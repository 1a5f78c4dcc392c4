#version 330 core
// Coverage by distance: every edge is one pixel soft, whatever the target's resolution. Colours are straight, the result
// is premultiplied.
in vec2 at;
in vec2 place;
flat in vec4 pa;
flat in vec4 pb;
in vec4 fill_color;
flat in vec4 stroke_color;
flat in vec4 hatch_color;
flat in int shape;

uniform sampler2D glyphs;

out vec4 color;

const int AREA = 0;   // at.x: coverage; pb.zw: hatch period and width
const int RECT = 1;   // at: from the centre; pa: half size, radius, stroke width; pb: dash on, off, hatch period, width
const int STROKE = 2; // at: along, across; pa: half width, length, round caps; pb: dash on, off
const int GLYPH = 3;  // at: texture coordinate

const float HALF_PI = 1.57079632679;

float cover(float distance) { return clamp(0.5 - distance, 0.0, 1.0); }

vec4 over(vec4 top, vec4 below) { return top + below * (1.0 - top.a); }

vec4 premultiplied(vec4 c, float coverage) { return vec4(c.rgb * c.a, c.a) * coverage; }

// How far outside the nearest dash, along the line.
float dash_distance(float along, float on, float period) {
  return abs(mod(along - on * 0.5 + period * 0.5, period) - period * 0.5) - on * 0.5;
}

// Lines that rise to the right, at 45 degrees to the axes.
float hatch_cover(vec2 p, float period, float width) {
  float x = (p.x + p.y) * 0.70710678;
  return cover(abs(mod(x, period) - period * 0.5) - width * 0.5);
}

// How far along the outline of a rounded rectangle, clockwise from the left end of the top edge.
float along_outline(vec2 p, vec2 h, float r) {
  vec2 s = h - r; // half the straight parts
  vec2 q = abs(p) - s;
  float corner = HALF_PI * r;
  float top = 2.0 * s.x, side = 2.0 * s.y;
  if (q.x > 0.0 && q.y > 0.0) {
    float turn = r * (p.y < 0.0 ? (p.x > 0.0 ? atan(q.x, q.y) : atan(q.y, q.x)) : (p.x > 0.0 ? atan(q.y, q.x) : atan(q.x, q.y)));
    if (p.y < 0.0) return p.x > 0.0 ? top + turn : 2.0 * (top + side) + 3.0 * corner + turn;
    return p.x > 0.0 ? top + corner + side + turn : 2.0 * top + side + 2.0 * corner + turn;
  }
  if (q.y > q.x) return p.y < 0.0 ? p.x + s.x : top + side + 2.0 * corner + (s.x - p.x);
  return p.x > 0.0 ? top + corner + (p.y + s.y) : 2.0 * top + side + 3.0 * corner + (s.y - p.y);
}

void main() {
  if (shape == GLYPH) {
    color = premultiplied(fill_color, texture(glyphs, at).r);
  } else if (shape == AREA) {
    float coverage = clamp(at.x, 0.0, 1.0);
    color = premultiplied(fill_color, coverage);
    if (pb.z > 0.0) color = over(premultiplied(hatch_color, coverage * hatch_cover(place, pb.z, pb.w)), color);
  } else if (shape == STROKE) {
    float outside = pb.y > 0.0 ? max(dash_distance(at.x, pb.x, pb.x + pb.y), max(-at.x, at.x - pa.y)) : max(-at.x, at.x - pa.y);
    float coverage = pa.z > 0.5 ? cover(length(vec2(max(outside, 0.0), at.y)) - pa.x)
                                : cover(outside) * cover(abs(at.y) - pa.x);
    color = premultiplied(fill_color, coverage * min(1.0, 2.0 * pa.x));
  } else {
    vec2 q = abs(at) - pa.xy + pa.z;
    float d = min(max(q.x, q.y), 0.0) + length(max(q, 0.0)) - pa.z;
    float inside = cover(d);
    color = premultiplied(fill_color, inside);
    if (pb.z > 0.0) color = over(premultiplied(hatch_color, inside * hatch_cover(place, pb.z, pb.w)), color);
    if (pa.w > 0.0) {
      float ring = cover(abs(d) - pa.w * 0.5) * min(1.0, pa.w);
      if (pb.y > 0.0) ring *= cover(dash_distance(along_outline(at, pa.xy, pa.z), pb.x, pb.x + pb.y));
      color = over(premultiplied(stroke_color, ring), color);
    }
  }
}
