/* warpscope
title       = "Fewer registers than the sums need"
question    = "Each thread keeps 64 running sums. The compiler is told to use at most LIMIT registers (nvcc -maxrregcount). Where do the sums go that find no place, and which counts tell?"
explanation = """
In local memory: the compiler stores a sum and loads it again, around every use. That is a spill, and no line of the text says so: the counts as written are the same with every limit (there the sums are an array, counted as if it lay in local memory), and predicted code counts none either: it says how many registers are left, and its time knows what the spills cost. They stand in the machine code alone, as STL and LDL. \
Read from NVRTC 13.0 for sm_90 and executed here (warpscope sass register_limit --set LIMIT=32, then sim --as-compiled=read): without a limit 80 registers and no spill; at most 64, 64 bytes of local memory a thread and 126,464 requests to load them; at most 40, 160 bytes and 335,360; at most 32, 192 bytes and 407,552 requests, where the text loads 8,192. \
What the spills buy are warps: of blocks of 256 threads 3 fit on a multiprocessor with 80 registers a thread, 4 with 64, 6 with 40, 8 with 32. Which of the two is worth more, only a measurement tells. \
__launch_bounds__ asks for the same in the text, by blocks that are to fit, and where it does -maxrregcount is not looked at."""
kernel = "limited_sums"
grid   = 64
block  = 256
max_registers = "LIMIT"
[params]
LIMIT = [0, 64, 40, 32]
TURNS = [16, 64]
[args]
in    = "mod:8[16384*TURNS]"
out   = "zero[16384*64]"
turns = "TURNS"
[check]
out = "limited_sums_reference"
[lesson]
at     = "float value = in[turn * THREADS + i];"
access = "load"
turn   = 1
set    = { LIMIT = 32 }
answer = "As written this load takes {sectors sector}, whatever the limit: LIMIT is {LIMIT}. Spills are made by the compiler of a GPU and stand in its code alone: SASS, above the text, shows the registers and each STL and LDL, on a machine that has NVRTC."
*/
#define SUMS 64
#define THREADS 16384

__global__ void limited_sums(const float *in, float *out, int turns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum[SUMS] = {};
#pragma unroll 1
  for (int turn = 0; turn < turns; turn++) {
    float value = in[turn * THREADS + i];
#pragma unroll
    for (int s = 0; s < SUMS; s++)
      sum[s] += value * (turn + s);
  }
#pragma unroll
  for (int s = 0; s < SUMS; s++)
    out[s * THREADS + i] = sum[s];
}

__global__ void limited_sums_reference(const float *in, float *out, int turns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 0; s < SUMS; s++) {
    float sum = 0.0f;
    for (int turn = turns - 1; turn >= 0; turn--)
      sum += in[turn * THREADS + i] * (turn + s);
    out[s * THREADS + i] = sum;
  }
}
