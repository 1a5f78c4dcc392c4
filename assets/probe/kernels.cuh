// The kernels of `warpscope probe`: warpscope-measure compiles this text with NVRTC (gpu/measure/probe*.cpp). No includes.
typedef unsigned int u32;
typedef unsigned long long u64;
#define K extern "C" __global__ void
__device__ __forceinline__ u64 nanoseconds() { u64 t; asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t)); return t; }
__device__ __forceinline__ u32 hash32(u32 x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; return x ^ x >> 16; }
#define R2(x) x x
#define R4(x) R2(x) R2(x)
#define R8(x) R4(x) R4(x)
#define R16(x) R8(x) R8(x)
#define R32(x) R16(x) R16(x)
#define R64(x) R32(x) R32(x)
#define R256(x) R64(x) R64(x) R64(x) R64(x)
#define R1024(x) R256(x) R256(x) R256(x) R256(x)

// ---- arithmetic: out[0] = cycles of rounds * 32 steps of one chain (lat) or of eight (rate)
#define ARITH(name, T, STEP)                                                                                  \
  K lat_##name(u64* out, T a, T b, int rounds) {                                                              \
    T x = a + (T)threadIdx.x;                                                                                 \
    const u64 t = clock64();                                                                                  \
    for (int i = 0; i < rounds; ++i) { R32(STEP(x)) }                                                         \
    const u64 e = clock64();                                                                                  \
    if (x == (T)123456789) out[1] = 1;                                                                        \
    if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = e - t;                                                  \
  }                                                                                                           \
  K rate_##name(u64* out, T a, T b, int rounds) {                                                             \
    T v0 = a + (T)threadIdx.x, v1 = v0 + (T)1, v2 = v0 + (T)2, v3 = v0 + (T)3;                                \
    __syncthreads();                                                                                          \
    const u64 t = clock64();                                                                                  \
    for (int i = 0; i < rounds; ++i) { R8(STEP(v0) STEP(v1) STEP(v2) STEP(v3)) }                              \
    __syncthreads();                                                                                          \
    const u64 e = clock64();                                                                                  \
    if (v0 + v1 + v2 + v3 == (T)123456789) out[1] = 1;                                                        \
    if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = e - t;                                                  \
  }
#define S_FADD(x) asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(a));
#define S_FMUL(x) asm volatile("mul.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(a));
#define S_FFMA(x) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(x) : "f"(a), "f"(b));
#define S_FMNMX(x) asm volatile("min.f32 %0, %0, %1; max.f32 %0, %0, %2;" : "+f"(x) : "f"(a), "f"(b));
#define S_IADDLOP(x) asm volatile("add.u32 %0, %0, %1; xor.b32 %0, %0, %2;" : "+r"(x) : "r"(a), "r"(b));
#define S_IMAD(x) asm volatile("mad.lo.u32 %0, %0, %1, %2;" : "+r"(x) : "r"(a), "r"(b));
#define S_IMUL(x) asm volatile("mul.lo.u32 %0, %0, %1;" : "+r"(x) : "r"(a));
#define S_MULHI(x) asm volatile("mul.hi.u32 %0, %0, %1;" : "+r"(x) : "r"(a));
#define S_SHLADD(x) asm volatile("{.reg .u32 t; shl.b32 t, %0, 3; add.u32 %0, t, %1;}" : "+r"(x) : "r"(a));
#define S_SHIFT(x) asm volatile("shl.b32 %0, %0, %1;" : "+r"(x) : "r"(a));
#define S_FUNNEL(x) asm volatile("shf.l.wrap.b32 %0, %0, %1, %2;" : "+r"(x) : "r"(a), "r"(b));
#define S_PRMT(x) asm volatile("prmt.b32 %0, %0, %1, %2;" : "+r"(x) : "r"(a), "r"(b));
#define S_IMNMX(x) asm volatile("min.s32 %0, %0, %1; max.s32 %0, %0, %2;" : "+r"(x) : "r"(a), "r"(b));
#define S_SETSEL(x) asm volatile("{.reg .pred p; setp.lt.u32 p, %0, %1; selp.u32 %0, %1, %2, p;}" : "+r"(x) : "r"(a), "r"(b));
#define S_POPC(x) asm volatile("popc.b32 %0, %0;" : "+r"(x));
#define S_CLZ(x) asm volatile("clz.b32 %0, %0;" : "+r"(x));
#define S_BREV(x) asm volatile("brev.b32 %0, %0;" : "+r"(x));
#define S_I2F(x) asm volatile("{.reg .f32 t; cvt.rn.f32.u32 t, %0; mov.b32 %0, t;}" : "+r"(x));
#define S_F2I(x) asm volatile("{.reg .f32 t; mov.b32 t, %0; cvt.rzi.u32.f32 %0, t;}" : "+r"(x));
#define S_RCP(x) asm volatile("rcp.approx.ftz.f32 %0, %0;" : "+f"(x));
#define S_RSQ(x) asm volatile("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(x));
#define S_EX2(x) asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(x));
#define S_LG2(x) asm volatile("lg2.approx.ftz.f32 %0, %0;" : "+f"(x));
#define S_SIN(x) asm volatile("sin.approx.ftz.f32 %0, %0;" : "+f"(x));
#define S_FDIV(x) x = x / a;
#define S_FDIVC(x) x = 1.0f / x;
#define S_SQRT(x) x = sqrtf(x);
#define S_RSQRTF(x) x = rsqrtf(x);
#define S_EXPF(x) x = expf(x);
#define S_FEXP(x) x = __expf(x);
#define S_LOGF(x) x = logf(x);
#define S_SINF(x) x = sinf(x);
#define S_POWF(x) x = powf(x, a);
#define S_TANHF(x) x = tanhf(x);
#define S_ERFF(x) x = erff(x);
#define S_UDIV(x) x = x / a + b;
#define S_UREM(x) x = (x % a) + b;
#define S_SDIV(x) x = (u32)((int)x / (int)a) + b;
#define S_SREM(x) x = (u32)((int)x % (int)a) + b;
#define S_LADD(x) asm volatile("add.u64 %0, %0, %1; xor.b64 %0, %0, %2;" : "+l"(x) : "l"(a), "l"(b));
#define S_LMAD(x) asm volatile("mad.lo.u64 %0, %0, %1, %2;" : "+l"(x) : "l"(a), "l"(b));
#define S_WIDE(x) asm volatile("{.reg .u32 t; cvt.u32.u64 t, %0; mad.wide.u32 %0, t, %1, %2;}" : "+l"(x) : "r"((u32)a), "l"(b));
#define S_LDIV(x) x = x / a + b;
#define S_DADD(x) asm volatile("add.rn.f64 %0, %0, %1;" : "+d"(x) : "d"(a));
#define S_DFMA(x) asm volatile("fma.rn.f64 %0, %0, %1, %2;" : "+d"(x) : "d"(a), "d"(b));
#define S_DDIV(x) x = x / a;
#define S_DSQRT(x) x = sqrt(x);
#define S_D2F2D(x) asm volatile("{.reg .f32 t; cvt.rn.f32.f64 t, %0; cvt.f64.f32 %0, t;}" : "+d"(x));
#define S_SHFL(x) x = __shfl_sync(~0u, x, (int)a);
#define S_SHFLD(x) x = __shfl_down_sync(~0u, x, 1);
#define S_BALLOT(x) x = __ballot_sync(~0u, x > a);
#if __CUDA_ARCH__ >= 800
#define S_REDUX(x) x = __reduce_add_sync(~0u, x);
#else
#define S_REDUX(x)
#endif
#define S_HFMA(x) asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(x) : "r"(a), "r"(b));
#define S_DP4A(x) asm volatile("dp4a.u32.u32 %0, %0, %1, %2;" : "+r"(x) : "r"(a), "r"(b));
#define ALL_ARITH(X)                                                                                          \
  X(fadd, float, S_FADD) X(fmul, float, S_FMUL) X(ffma, float, S_FFMA) X(fmnmx2, float, S_FMNMX) X(iadd_lop, u32, S_IADDLOP) \
  X(imad, u32, S_IMAD) X(imul, u32, S_IMUL) X(mulhi, u32, S_MULHI) X(shl_add, u32, S_SHLADD) X(shift, u32, S_SHIFT)          \
  X(funnel, u32, S_FUNNEL) X(prmt, u32, S_PRMT) X(imnmx2, u32, S_IMNMX) X(setp_sel, u32, S_SETSEL) X(popc, u32, S_POPC)      \
  X(clz, u32, S_CLZ) X(brev, u32, S_BREV) X(i2f, u32, S_I2F) X(f2i, u32, S_F2I) X(mufu_rcp, float, S_RCP)                    \
  X(mufu_rsq, float, S_RSQ) X(mufu_ex2, float, S_EX2) X(mufu_lg2, float, S_LG2) X(mufu_sin, float, S_SIN)                    \
  X(f_div, float, S_FDIV) X(f_rcp, float, S_FDIVC) X(f_sqrt, float, S_SQRT) X(f_rsqrt, float, S_RSQRTF)                      \
  X(f_exp, float, S_EXPF) X(f_fastexp, float, S_FEXP) X(f_log, float, S_LOGF) X(f_sin, float, S_SINF)                        \
  X(f_pow, float, S_POWF) X(f_tanh, float, S_TANHF) X(f_erf, float, S_ERFF) X(u_div, u32, S_UDIV) X(u_rem, u32, S_UREM)      \
  X(s_div, u32, S_SDIV) X(s_rem, u32, S_SREM) X(l_add_xor, u64, S_LADD) X(l_mad, u64, S_LMAD) X(imad_wide, u64, S_WIDE)      \
  X(l_div, u64, S_LDIV) X(dadd, double, S_DADD) X(dfma, double, S_DFMA) X(d_div, double, S_DDIV) X(d_sqrt, double, S_DSQRT)  \
  X(d2f2d, double, S_D2F2D) X(shfl, u32, S_SHFL) X(shfl_down, u32, S_SHFLD) X(ballot, u32, S_BALLOT) X(redux, u32, S_REDUX)  \
  X(hfma2, u32, S_HFMA) X(dp4a, u32, S_DP4A)
ALL_ARITH(ARITH)

// ---- memory latency: a ring of lines through which every lane goes; lane l stays at word l * lane_words of a line
K fill_ring(u32* next, u32 lines, u32 a, u32 c) { // lines: a power of two; next line = line * a + c
  const u64 count = (u64)lines * 32;
  for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x)
    next[i] = (((u32)(i / 32) * a + c) & (lines - 1)) * 32 + (u32)(i % 32);
}
/// apart 0: the lanes of a warp read one line; else each lane has its own chain.
#define CHASE(name, LOAD)                                                                                     \
  K name(const u32* next, u32 lines, int apart, int steps, u32 seed, u64* out) {                              \
    const u32 thread = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;                        \
    u32 at = apart ? (hash32(thread + 1 + seed * 7919u) & (lines - 1)) * 32 + lane : (hash32(thread / 32 + 1 + seed * 7919u) & (lines - 1)) * 32 + lane; \
    const u64 t = clock64();                                                                                  \
    for (int i = 0; i < steps; ++i) at = LOAD(next + at);                                                     \
    const u64 e = clock64();                                                                                  \
    if (at == 0xFFFFFFFFu) out[1] = 1;                                                                        \
    if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = e - t;                                                  \
  }
CHASE(chase_ca, __ldca)
CHASE(chase_cg, __ldcg)
#define CHASE_SHARED(name, T, FIELD)                                                                          \
  K name(int stride, int steps, u64* out) {                                                                   \
    extern __shared__ u32 words[];                                                                            \
    T* s = reinterpret_cast<T*>(words);                                                                       \
    const u32 lane = threadIdx.x % 32;                                                                        \
    for (u32 i = threadIdx.x; i < 1024; i += blockDim.x) { T v{}; v FIELD = i; s[i] = v; }                    \
    __syncthreads();                                                                                          \
    u32 at = lane * stride % 1024;                                                                            \
    const u64 t = clock64();                                                                                  \
    for (int i = 0; i < steps; ++i) at = s[at] FIELD;                                                         \
    const u64 e = clock64();                                                                                  \
    if (at == 0xFFFFFFFFu) out[1] = 1;                                                                        \
    if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = e - t;                                                  \
  }
CHASE_SHARED(chase_shared4, u32, )
CHASE_SHARED(chase_shared8, uint2, .x)
CHASE_SHARED(chase_shared16, uint4, .x)

// ---- rates within L1 and shared memory: cycles of rounds * 8 accesses of every warp of one block
#define LD(w, c, n) asm volatile("ld.global.ca." w " " c : n)
#define L1_RATE(name, BODY)                                                                                   \
  K name(const char* in, int stride, int shift, int rounds, u64* out, int step, int step2) {                  \
    const u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32;                                               \
    const char* p = in + 4 * shift + (stride < 0 ? (u64)(hash32(lane + 77) % (u32)(-stride)) * 4 : (u64)lane * stride) + (u64)warp * step;                                   \
    u32 sum = 0;                                                                                              \
    __syncthreads();                                                                                          \
    const u64 t = clock64();                                                                                  \
    for (int i = 0; i < rounds; ++i) { BODY(0) BODY(1) BODY(2) BODY(3) BODY(4) BODY(5) BODY(6) BODY(7) }       \
    __syncthreads();                                                                                          \
    const u64 e = clock64();                                                                                  \
    if (sum == 0x12345) out[1] = 1;                                                                           \
    if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = e - t;                                                  \
  }
#define AT(j) ((u64)(p) + (u64)(((i + j) & 7) * step2))
#define B_L4(j) { u32 x; asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(x) : "l"(AT(j))); sum += x; }
#define B_L8(j) { u32 x, y; asm volatile("ld.global.ca.v2.u32 {%0,%1}, [%2];" : "=r"(x), "=r"(y) : "l"(AT(j))); sum += x + y; }
#define B_L16(j) { u32 x, y, z, w; asm volatile("ld.global.ca.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(AT(j))); sum += x + y + z + w; }
L1_RATE(l1_rate4, B_L4)
L1_RATE(l1_rate8, B_L8)
L1_RATE(l1_rate16, B_L16)
#define ATS(j) (p + (((i + j) & 7) * step2))
#define SHARED_RATE(name, BODY)                                                                               \
  K name(int stride, int shift, int rounds, u64* out, int step2) {                                            \
    extern __shared__ u32 words[];                                                                            \
    for (u32 i = threadIdx.x; i < 4096; i += blockDim.x) words[i] = i;                                        \
    u32 p = (u32)__cvta_generic_to_shared(words) + 4 * shift + (threadIdx.x % 32) * stride, sum = 0;          \
    __syncthreads();                                                                                          \
    const u64 t = clock64();                                                                                  \
    for (int i = 0; i < rounds; ++i) { BODY(0) BODY(1) BODY(2) BODY(3) BODY(4) BODY(5) BODY(6) BODY(7) }       \
    __syncthreads();                                                                                          \
    const u64 e = clock64();                                                                                  \
    if (sum == 0x12345) out[1] = 1;                                                                           \
    if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = e - t;                                                  \
  }
#define B_S4(j) { u32 x; asm volatile("ld.shared.u32 %0, [%1];" : "=r"(x) : "r"(ATS(j))); sum += x; }
#define B_S8(j) { u32 x, y; asm volatile("ld.shared.v2.u32 {%0,%1}, [%2];" : "=r"(x), "=r"(y) : "r"(ATS(j))); sum += x + y; }
#define B_S16(j) { u32 x, y, z, w; asm volatile("ld.shared.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "r"(ATS(j))); sum += x + y + z + w; }
#define B_T4(j) { asm volatile("st.shared.u32 [%0], %1;" :: "r"(ATS(j)), "r"(sum)); }
#define B_T8(j) { asm volatile("st.shared.v2.u32 [%0], {%1,%1};" :: "r"(ATS(j)), "r"(sum)); }
#define B_T16(j) { asm volatile("st.shared.v4.u32 [%0], {%1,%1,%1,%1};" :: "r"(ATS(j)), "r"(sum)); }
SHARED_RATE(shared_ld4, B_S4)
SHARED_RATE(shared_ld8, B_S8)
SHARED_RATE(shared_ld16, B_S16)
SHARED_RATE(shared_st4, B_T4)
SHARED_RATE(shared_st8, B_T8)
SHARED_RATE(shared_st16, B_T16)
#define B_A(op) { asm volatile(op : "+r"(sum) : "r"(p)); }
#define B_RED { asm volatile("red.shared.add.u32 [%0], %1;" :: "r"(p), "r"(sum)); }
#define B_INC { asm volatile("red.shared.add.u32 [%0], 1;" :: "r"(p)); }
#define B_ATOM { u32 x; asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(x) : "r"(p), "r"(lane1)); sum += x; }
#define B_CAS { u32 x; asm volatile("atom.shared.cas.b32 %0, [%1], %2, %3;" : "=r"(x) : "r"(p), "r"(lane1), "r"(rounds)); sum += x; }
#define B_FRED { asm volatile("red.shared.add.f32 [%0], %1;" :: "r"(p), "f"(fvalue)); }
#define B_MAX { asm volatile("red.shared.max.u32 [%0], %1;" :: "r"(p), "r"(lane1)); }
/// spread: the lane's word is (lane / same) * stride words, of every warp the same words.
#define SHARED_ATOMIC(name, BODY)                                                                             \
  K name(int stride, int same, int rounds, u64* out) {                                                        \
    extern __shared__ u32 words[];                                                                            \
    for (u32 i = threadIdx.x; i < 4096; i += blockDim.x) words[i] = 0;                                        \
    const u32 lane = threadIdx.x % 32, lane1 = lane + 1;                                                      \
    const float fvalue = 1.0f + lane;                                                                         \
    const u32 p = (u32)__cvta_generic_to_shared(words) + (stride < 0 ? 4 * (hash32(threadIdx.x) % (u32)(-stride)) : 4 * (lane / same) * stride); \
    u32 sum = lane;                                                                                           \
    __syncthreads();                                                                                          \
    const u64 t = clock64();                                                                                  \
    for (int i = 0; i < rounds; ++i) { BODY BODY BODY BODY BODY BODY BODY BODY }                              \
    __syncthreads();                                                                                          \
    const u64 e = clock64();                                                                                  \
    if (sum == 0x12345 + fvalue) out[1] = 1;                                                                  \
    if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = e - t;                                                  \
  }
SHARED_ATOMIC(shared_red, B_RED)
SHARED_ATOMIC(shared_inc, B_INC)
SHARED_ATOMIC(shared_atom, B_ATOM)
SHARED_ATOMIC(shared_cas, B_CAS)
SHARED_ATOMIC(shared_fred, B_FRED)
SHARED_ATOMIC(shared_max, B_MAX)

/// One warp of each sub-partition or more: `count` loads in a row, cycles until the last is issued and until it is there.
#define QUEUE(n)                                                                                              \
  K queue_##n(const char* in, int stride, u64* out) {                                                         \
    const char* p = in + (u64)(threadIdx.x % 32) * stride;                                                    \
    u32 x[n], sum = 0;                                                                                        \
    for (int warm = 0; warm < 2; ++warm) {                                                                    \
      __syncthreads();                                                                                        \
      const u64 t = clock64();                                                                                \
      _Pragma("unroll") for (int j = 0; j < n; ++j) asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(x[j]) : "l"(p + j * 4096)); \
      const u64 m = clock64();                                                                                \
      _Pragma("unroll") for (int j = 0; j < n; ++j) asm volatile("add.u32 %0, %0, %1;" : "+r"(sum) : "r"(x[j])); \
      const u64 e = clock64();                                                                                \
      if (threadIdx.x == 0 && blockIdx.x == 0) { out[0] = m - t; out[1] = e - t; }                            \
    }                                                                                                         \
    if (sum == 0x12345) out[3] = sum;                                                                         \
  }
QUEUE(1) QUEUE(2) QUEUE(3) QUEUE(4) QUEUE(5) QUEUE(6) QUEUE(8) QUEUE(10) QUEUE(12) QUEUE(16)

/// Loads that walk over `bytes` again and again: the footprint curve of L1.
K l1_walk(const char* in, u32 bytes, int rounds, u64* out) {
  extern __shared__ u32 words[];
  u32 sum = 0;
  u64 t = 0;
  for (int i = 0; i <= rounds; ++i) {
    if (i == 1) { __syncthreads(); t = clock64(); }
    for (u32 at = threadIdx.x * 4; at < bytes; at += blockDim.x * 4) { u32 x; asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(x) : "l"(in + at)); sum += x; }
  }
  __syncthreads();
  const u64 e = clock64();
  if (sum == 0x12345) out[1] = words[0];
  if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = e - t;
}

// ---- streams: timed from outside
K empty(int) {}
K one_store(float* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
K load_store(const float* in, float* out) { const u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; out[i] = in[i] + 1; }
K load_store4(const float4* in, float4* out) { const u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; out[i] = in[i]; }
K rewrite4(float4* p) { const u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; float4 v = p[i]; v.x += 1; p[i] = v; }
K axpy_one(const float* in, float* out) { const u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; out[i] += 2.0f * in[i]; }
K add_one(const float* a, const float* b, float* out) { const u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; out[i] = a[i] + b[i]; }
K read_grid(const float4* in, float* out, u64 count) {
  float sum = 0;
  const u64 step = (u64)gridDim.x * blockDim.x;
  u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x;
  for (; i + 3 * step < count; i += 4 * step) { const float4 a = in[i], b = in[i + step], c = in[i + 2 * step], d = in[i + 3 * step]; sum += a.x + b.y + c.z + d.w; }
  for (; i < count; i += step) sum += in[i].x;
  if (sum == 123.0f) *out = sum;
}
K write_grid(float4* out, u64 count) { for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) out[i] = make_float4(1, 2, 3, 4); }
K copy_grid(const float4* in, float4* out, u64 count) { for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) out[i] = in[i]; }
/// Thread i reads the word at i * stride (words), four at a time.
K read_strided(const float* in, float* out, u64 count, int stride) {
  float sum = 0;
  const u64 step = (u64)gridDim.x * blockDim.x;
  u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x;
  for (; i + 3 * step < count; i += 4 * step) sum += in[i * stride] + in[(i + step) * stride] + in[(i + 2 * step) * stride] + in[(i + 3 * step) * stride];
  for (; i < count; i += step) sum += in[i * stride];
  if (sum == 123.0f) *out = sum;
}
K write_strided(float* out, u64 count, int stride) { for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) out[i * stride] = 1; }
K strided_to_dense(const float* in, float* out, int stride) { const u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; out[i] = in[i * stride]; }
K dense_to_strided(const float* in, float* out, int stride) { const u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; out[i * stride] = in[i]; }
K strided_to_strided(const float* in, float* out, int stride) { const u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; out[i * stride] = in[i * stride]; }
K gather(const float* in, float* out, u32 mask) { const u32 i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[hash32(i) & mask]; }
K gather_in_line(const float* in, float* out, u32 mask) { const u32 i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[(hash32(i / 32) & mask & ~31u) + (i & 31)]; }
K scatter(const float* in, float* out, u32 mask) { const u32 i = blockIdx.x * blockDim.x + threadIdx.x; out[hash32(i) & mask] = in[i]; }
#define AOS(s)                                                                                                \
  K aos_read_##s(const float* in, float* out) { const u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; float x = 0; _Pragma("unroll") for (int j = 0; j < s; ++j) x += in[i * s + j]; out[i] = x; } \
  K aos_write_##s(const float* in, float* out) { const u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; const float x = in[i]; _Pragma("unroll") for (int j = 0; j < s; ++j) out[i * s + j] = x + j; } \
  K aos_change_##s(float* out) { const u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; _Pragma("unroll") for (int j = 0; j < s; ++j) out[i * s + j] += 1; }
AOS(2) AOS(3) AOS(4) AOS(5) AOS(7) AOS(8) AOS(16)
/// The stores of one warp by the block: like a transpose that writes columns. Blocks of 32 x y threads.
K column_write(float* out, int row) { const u32 x = blockIdx.x * 32 + threadIdx.x; for (u32 y = blockIdx.y * 32 + threadIdx.y; y < blockIdx.y * 32 + 32; y += blockDim.y) out[(u64)x * row + y] = 1; }
K column_read(const float* in, float* out, int row) { const u32 x = blockIdx.x * 32 + threadIdx.x; float s = 0; for (u32 y = blockIdx.y * 32 + threadIdx.y; y < blockIdx.y * 32 + 32; y += blockDim.y) s += in[(u64)x * row + y]; if (s == 123.0f) *out = s; }
K tile_transpose(const float* in, float* out, int row) {
  __shared__ float tile[32][33];
  const u32 x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;
  for (u32 j = threadIdx.y; j < 32; j += blockDim.y) tile[j][threadIdx.x] = in[(u64)(y + j) * row + x];
  __syncthreads();
  for (u32 j = threadIdx.y; j < 32; j += blockDim.y) out[(u64)(blockIdx.x * 32 + j) * row + y + threadIdx.x] = tile[threadIdx.x][j];
}
/// One multiprocessor or all: each block walks its own part, so that every load misses L1.
K miss_walk(const char* in, u32 part, int stride, int rounds, u64* out) {
  const char* p = in + (u64)blockIdx.x * part;
  const u32 lane = threadIdx.x % 32, warps = blockDim.x / 32, warp = threadIdx.x / 32, each = 32 * stride;
  u32 sum = 0;
  __syncthreads();
  const u64 t = clock64();
  for (int r = 0; r < rounds; ++r)
    for (u32 at = warp * each; at + each <= part; at += 4 * warps * each) {
      u32 x[4];
      _Pragma("unroll") for (u32 j = 0; j < 4; ++j) { const u32 a = at + j * warps * each; x[j] = 0; if (a + each <= part) asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(x[j]) : "l"(p + a + (u64)lane * stride)); }
      sum += x[0] + x[1] + x[2] + x[3];
    }
  __syncthreads();
  const u64 e = clock64();
  if (sum == 0x12345) out[1] = 1;
  if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = e - t;
}
K store_walk(char* to, u32 part, int stride, int rounds, u64* out) {
  char* p = to + (u64)blockIdx.x * part;
  const u32 lane = threadIdx.x % 32, warps = blockDim.x / 32, warp = threadIdx.x / 32, each = 32 * stride;
  __syncthreads();
  const u64 t = clock64();
  for (int r = 0; r < rounds; ++r)
    for (u32 at = warp * each; at + each <= part; at += warps * each) asm volatile("st.global.u32 [%0], %1;" :: "l"(p + at + (u64)lane * stride), "r"(at));
  __syncthreads();
  const u64 e = clock64();
  if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = e - t;
}

// ---- blocks
#define SPIN(name, bounds, COLD)                                                                              \
  K __launch_bounds__(bounds) name(int cycles, float* data, int never) {                                      \
    const u64 t = clock64();                                                                                  \
    while ((int)(clock64() - t) < cycles) {}                                                                  \
    if (never) { COLD }                                                                                       \
  }
#define PRESSURE(n) float v[n]; _Pragma("unroll") for (int i = 0; i < n; ++i) v[i] = data[i * never]; for (int k = 0; k < never; ++k) { _Pragma("unroll") for (int i = 0; i < n; ++i) v[i] = v[i] * v[(i * 7 + 1) % n] + v[(i + 3) % n]; __syncthreads(); } _Pragma("unroll") for (int i = 0; i < n; ++i) data[i] = v[i];
SPIN(spin, 1024, )
SPIN(spin_r32, 1024, PRESSURE(20))
SPIN(spin_r64, 1024, PRESSURE(48))
SPIN(spin_r128, 512, PRESSURE(104))
SPIN(spin_r255, 256, PRESSURE(220))
K barriers(int rounds, u64* out) {
  __syncthreads();
  const u64 t = clock64();
  for (int i = 0; i < rounds; ++i) { __syncthreads(); __syncthreads(); __syncthreads(); __syncthreads(); }
  const u64 e = clock64();
  if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = e - t;
}
/// Two arrivals for every release: a barrier with shared accesses around it, as a reduction has.
K barriers_shared(int rounds, u64* out) {
  __shared__ float s[1024];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const u64 t = clock64();
  for (int i = 0; i < rounds; ++i) { s[threadIdx.x] += s[threadIdx.x ^ 1]; __syncthreads(); }
  const u64 e = clock64();
  if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = e - t;
}

// ---- atomics in global memory: word = span == 0 ? warp * warp_words + lane / same * lane_words : hash % span
#define ATOMIC(name, T, OP)                                                                                   \
  K name(T* words, int warp_words, int lane_words, int same, u32 span, u32 mask, int rounds, u64* out) {      \
    const u32 thread = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;                        \
    u32 at = thread / 32 * warp_words + lane / same * lane_words;                                             \
    T sum = 0;                                                                                                \
    if (mask >> lane & 1u)                                                                                    \
      for (int i = 0; i < rounds; ++i) { if (span) at = hash32(thread * 977 + i) % span; T* p = words + at; OP } \
    if (sum == (T)0x12345) *out = 1;                                                                          \
  }
ATOMIC(red_u32, u32, asm volatile("red.global.add.u32 [%0], %1;" :: "l"(p), "r"(lane));)
ATOMIC(atom_u32, u32, { u32 x; asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(x) : "l"(p), "r"(lane)); sum += x; })
ATOMIC(red_f32, float, asm volatile("red.global.add.f32 [%0], %1;" :: "l"(p), "f"((float)lane));)
ATOMIC(atom_f32, float, { float x; asm volatile("atom.global.add.f32 %0, [%1], %2;" : "=f"(x) : "l"(p), "f"((float)lane)); sum += x; })
ATOMIC(red_f64, double, asm volatile("red.global.add.f64 [%0], %1;" :: "l"(p), "d"((double)lane));)
ATOMIC(max_u32, u32, asm volatile("red.global.max.u32 [%0], %1;" :: "l"(p), "r"(lane));)
ATOMIC(cas_u32, u32, { u32 x; asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;" : "=r"(x) : "l"(p), "r"(lane), "r"(lane + 1)); sum += x; })

// ---- constants
__constant__ u32 table[16384];
K chase_constant(u32 start, int steps, u64* out) {
  u32 at = start;
  const u64 t = clock64();
  for (int i = 0; i < steps; ++i) at = table[at];
  const u64 e = clock64();
  if (at == 0xFFFFFFFFu) out[1] = 1;
  if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = e - t;
}
/// distinct: passes of a warp.
K constant_passes(int distinct, int rounds, u64* out) {
  u32 at = threadIdx.x % distinct, sum = 0;
  __syncthreads();
  const u64 t = clock64();
  for (int i = 0; i < rounds; ++i) { _Pragma("unroll") for (int j = 0; j < 8; ++j) sum += table[at + j * 32]; at = (at + (sum == 5u)) % 32; }
  __syncthreads();
  const u64 e = clock64();
  if (sum == 0x12345) out[1] = 1;
  if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = e - t;
}
/// Operands straight from constant memory, 256 and 64 of them: twice.
#define OPERANDS(n)                                                                                           \
  K constant_operands_##n(u64* out, u32 x) {                                                                  \
    u64 t[3];                                                                                                 \
    _Pragma("unroll 1") for (int r = 0; r < 3; ++r) {                                                         \
      const u64 b = clock64();                                                                                \
      _Pragma("unroll") for (int i = 0; i < n; ++i) asm volatile("mad.lo.u32 %0, %0, %1, %0;" : "+r"(x) : "r"(table[i * 4])); \
      t[r] = clock64() - b;                                                                                   \
      if (threadIdx.x == 0 && blockIdx.x == 0) out[r] = t[r];                                                 \
    }                                                                                                         \
    if (x == 0x12345) out[3] = x;                                                                             \
  }
OPERANDS(64) OPERANDS(256) OPERANDS(1024)

// ---- instruction fetch: a body of n multiply-adds, four passes
#define BODY_OF(name, BODY)                                                                                   \
  K name(u64* out, float a, float b) {                                                                        \
    float v0 = a, v1 = b, v2 = a + 1, v3 = b + 1;                                                             \
    _Pragma("unroll 1") for (int r = 0; r < 4; ++r) {                                                         \
      const u64 t = clock64();                                                                                \
      BODY                                                                                                    \
      const u64 e = clock64();                                                                                \
      if (threadIdx.x == 0 && blockIdx.x == 0) out[r] = e - t;                                                \
    }                                                                                                         \
    if (v0 + v1 + v2 + v3 == 123.0f) out[5] = 1;                                                              \
  }
#define F4 S_FFMA(v0) S_FFMA(v1) S_FFMA(v2) S_FFMA(v3)
BODY_OF(body_256, R64(F4))
BODY_OF(body_1024, R256(F4))
BODY_OF(body_4096, R1024(F4))
BODY_OF(body_16384, R4(R1024(F4)))

// ---- clock: out[0] = cycles, out[1] = nanoseconds
K clock_arithmetic(u64* out, float a, float b, int rounds) {
  float v0 = a, v1 = b, v2 = a + 1, v3 = b + 1;
  const u64 n = nanoseconds(), t = clock64();
  for (int i = 0; i < rounds; ++i) { R8(F4) }
  const u64 e = clock64(), m = nanoseconds();
  if (v0 + v1 + v2 + v3 == 123.0f) out[5] = 1;
  if (threadIdx.x == 0 && blockIdx.x == 0) { out[0] = e - t; out[1] = m - n; }
}
K clock_memory(const float4* in, u64 count, u64* out) {
  const u64 n = nanoseconds(), t = clock64();
  float sum = 0;
  for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) { const float4 v = in[i]; sum += v.x + v.y + v.z + v.w; }
  const u64 e = clock64(), m = nanoseconds();
  if (sum == 123.0f) out[5] = 1;
  if (threadIdx.x == 0 && blockIdx.x == 0) { out[0] = e - t; out[1] = m - n; }
}

// ---- local memory: words per thread, the index of lanes the same or not
K local_words(float* out, int words, int rounds, int apart, u64* cycles) {
  float mine[64];
  for (int i = 0; i < words; ++i) mine[i] = i + threadIdx.x;
  __syncthreads();
  const u64 t = clock64();
  int at = apart ? hash32(threadIdx.x) % words : 0;
  for (int i = 0; i < rounds; ++i) { mine[at] += 1.0f; at = at + 1 == words ? 0 : at + 1; }
  __syncthreads();
  const u64 e = clock64();
  float sum = 0;
  for (int i = 0; i < words; ++i) sum += mine[i];
  if (sum == 123.0f) *out = sum;
  if (threadIdx.x == 0 && blockIdx.x == 0) cycles[0] = e - t;
}
/// As an insertion into a sorted window does: every word read and written once a round.
K local_stream(const float* in, float* out, int words) {
  float mine[64];
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < words; ++j) mine[j] = in[i] + j;
  float sum = 0;
  for (int j = 0; j < words; ++j) sum += mine[(j + (int)in[i]) % words];
  out[i] = sum;
}
// ---- branches: a loop of one add, and one side for half of the lanes
K branch_loop(u64* out, int rounds, u32 a) {
  u32 x = threadIdx.x;
  const u64 t = clock64();
  _Pragma("unroll 1") for (int i = 0; i < rounds; ++i) { asm volatile("add.u32 %0, %0, %1;" : "+r"(x) : "r"(a)); }
  const u64 e = clock64();
  if (x == 0x12345) out[1] = 1;
  if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = e - t;
}
K branch_diverge(u64* out, int rounds, u32 a) {
  u32 x = threadIdx.x;
  const u64 t = clock64();
  _Pragma("unroll 1") for (int i = 0; i < rounds; ++i) {
    if ((threadIdx.x + i) & 1) { R16(asm volatile("mad.lo.u32 %0, %0, %1, 1;" : "+r"(x) : "r"(a));) }
    else { R16(asm volatile("mad.lo.u32 %0, %0, %1, 3;" : "+r"(x) : "r"(a));) }
    __syncwarp();
  }
  const u64 e = clock64();
  if (x == 0x12345) out[1] = 1;
  if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = e - t;
}

