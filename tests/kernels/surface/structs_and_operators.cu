/* warpscope
grid = 1
block = 32
[args]
in = "ramp[128]"
out = "zero[128]"
n = 32
*/
// expect run: done
__host__ __device__ inline float4 operator+(const float4 &a, const float4 &b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__host__ __device__ inline float4 operator*(float s, float4 a) { return make_float4(s * a.x, s * a.y, s * a.z, s * a.w); }
enum class Mode { Plain, Doubled };
enum { LAST = 31 };
union Bits { float f; unsigned u; };
struct View {
  const float4 *data;
  int n;
  __device__ float4 at(int i) const { return data[i < n ? i : n - 1]; } // expect global_load: requests=2 sectors=32
  __device__ const float4 &operator[](int i) const { return data[i]; }
};
template <Mode mode> __device__ static float4 changed(float4 v) {
  if constexpr (mode == Mode::Doubled) return 2.0f * v;
  else return v;
}
__global__ void __launch_bounds__(32) combine(const float4 *in, float4 *out, int n) {
  const View view{in, n};
  Bits bits;
  bits.f = 1.0f;
  const auto shifted = [=](int by) { return view.at(threadIdx.x + by); };
  float4 v = view.at(threadIdx.x) + changed<Mode::Doubled>(shifted(bits.u == 0x3f800000u ? 1 : 0));
  v.x += threadIdx.x == LAST ? 1.0f : 0.0f;
  out[threadIdx.x] = v; // expect global_store: requests=1 sectors=16 bytes=512
}
