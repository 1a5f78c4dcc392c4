/* warpscope
kernel = "move"
grid = 6
block = 160
[params]
FORM = [0, 1]
[args]
p = "mod:29[2880]"
v = "mod:31[2880]"
out = "zero[2880]"
*/
struct Vec { float x, y, z; };
// Structs of 12 bytes: copied whole, or a member at a time.
__global__ void move(const float *p, const float *v, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Vec *ps = (const Vec *)p, *vs = (const Vec *)v;
  Vec *os = (Vec *)out;
  if (FORM == 0) {
    Vec a = ps[i], b = vs[i];
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
    os[i] = a;
  } else {
    os[i].x = ps[i].x * 2 + vs[i].x;
    os[i].z = ps[i].z - 3;
  }
}
