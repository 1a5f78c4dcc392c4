/* warpscope
title       = "32 bytes a lane: two loads, or one"
question    = "A piece of 32 bytes, aligned to 32, is copied whole. How many loads does a warp execute, how many sectors does each touch, and on which devices is it one?"
explanation = """
Up to compute capability 9.0 no load brings a lane more than 16 bytes. The compiler makes two of the copy, and each of them touches all 32 sectors of the warp's pieces but takes half of every one. \
From compute capability 10.0 on there is a load of 32 bytes (ld.global.v8.f32 or .v4.f64 in PTX, LDG.256 in machine code): one request for 1,024 bytes, 32 sectors in 8 lines, all used. Choose such a device in the bar and the count of requests halves. \
nvcc 13 makes it of any struct aligned to 32 bytes, and of CUDA 13's double4_32a. double4 is aligned to 16 bytes and stays two loads. \
Two neighbouring float4 loads (WIDTH 16) move the same bytes by the same sectors, and none is visited twice. The count of the 32-byte load follows the rule of all others; no device that has it was measured."""
kernel = "copy_wide"
grid   = "N/(256*WIDTH)"
block  = 256
[params]
WIDTH = [32, 16]
N     = [1048576, 65536]
[args]
in  = "ramp[N]"
out = "zero[N]"
[check]
out = "copy_wide_reference"
[lesson]
at     = "Piece piece = from[i];"
access = "load"
turn   = 1
set    = { WIDTH = 32 }
answer = "A request asks for {bytes} bytes in {sectors sector}, {used_percent} % used. The block makes {line_requests request} here, with {line_sectors sector} in all where {line_ideal_sectors} would do. With loads of 32 bytes (compute capability 10.0 on) it makes one request a warp."
*/
#ifndef WIDTH
#define WIDTH 32
#endif

#if WIDTH == 32
struct alignas(32) Piece {
  float value[8];
};
#else
typedef float4 Piece;
#endif

__global__ void copy_wide(const unsigned char *in, unsigned char *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Piece *from = (const Piece *)in;
  Piece *to = (Piece *)out;
  Piece piece = from[i];
  to[i] = piece;
}

// Byte by byte, the threads a grid apart.
__global__ void copy_wide_reference(const unsigned char *in, unsigned char *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int threads = gridDim.x * blockDim.x;
  for (int k = 0; k < WIDTH; k++)
    out[i + k * threads] = in[i + k * threads];
}
