/* warpscope
grid = 1
block = 64
[args]
in = "random:1[64]"
out = "zero[64]"
wide = "zero[32]"
*/
// Neighbouring bytes and halves of one word are different places; a wider access covers several.
struct Pair {
  short low, high;
};
__global__ void narrow(const unsigned char *in, unsigned char *out, Pair *wide) {
  __shared__ unsigned char s[64];
  unsigned t = threadIdx.x;
  s[t] = in[t]; //~ racy as: reinterpret_cast<unsigned short *>(s)[t / 2] = in[t]; //~ racy as: reinterpret_cast<unsigned *>(s)[t / 4] = 0;
  out[t] = s[t] + 1;
  if (t % 2 == 0) wide[t / 2].low = in[t];
  else wide[t / 2].high = in[t]; //~ racy as: else wide[t / 2] = Pair{0, 1};
}
