#version 330 core
// One format for every shape of a Picture; `kind` says how the fragment shader reads the rest.
layout(location = 0) in vec2 position;  // pixels, origin top left
layout(location = 1) in vec2 local;
layout(location = 2) in vec4 a;
layout(location = 3) in vec4 b;
layout(location = 4) in vec4 fill;
layout(location = 5) in vec4 stroke;
layout(location = 6) in vec4 hatch;
layout(location = 7) in float kind;

uniform vec2 size; // of the target, pixels

out vec2 at;
out vec2 place;
flat out vec4 pa;
flat out vec4 pb;
out vec4 fill_color;
flat out vec4 stroke_color;
flat out vec4 hatch_color;
flat out int shape;

void main() {
  at = local;
  place = position;
  pa = a;
  pb = b;
  fill_color = fill;
  stroke_color = stroke;
  hatch_color = hatch;
  shape = int(kind + 0.5);
  gl_Position = vec4(position.x / size.x * 2.0 - 1.0, 1.0 - position.y / size.y * 2.0, 0.0, 1.0);
}
