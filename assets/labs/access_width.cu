/* warpscope
title       = "The same bytes by accesses of 1 to 16 bytes"
question    = "A buffer is copied byte by byte, or in pieces of 2, 4, 8 or 16 bytes. Which count changes with the width of an access, and which does not?"
explanation = """
A warp of single bytes asks for 32 bytes: one sector, fully used. So byte accesses waste nothing in memory; what they waste are instructions: the same bytes take 16 times \
as many requests as with 16 bytes a lane, and a multiprocessor can only have so many of them under way. The number of sectors is that of the bytes, whatever the width."""
kernel = "copy_pieces"
grid   = "N/(256*WIDTH)"
block  = 256
[params]
WIDTH = [1, 2, 4, 8, 16]
N     = [65536, 16384]
[args]
in  = "ramp[N]"
out = "zero[N]"
[check]
out = "copy_pieces_reference"
[lesson]
at     = "Piece piece = from[i];"
access = "load"
set    = { WIDTH = 1 }
answer = "A request asks for {bytes} bytes in {sectors sector}, {used_percent} % used. The block makes {line_requests request} this way; with 16 bytes a lane each of them would bring 16 times as much."
*/
#ifndef WIDTH
#define WIDTH 1
#endif

#if WIDTH == 16
typedef uint4 Piece;
#elif WIDTH == 8
typedef uint2 Piece;
#elif WIDTH == 4
typedef unsigned Piece;
#elif WIDTH == 2
typedef unsigned short Piece;
#else
typedef unsigned char Piece;
#endif

__global__ void copy_pieces(const unsigned char *in, unsigned char *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Piece *from = (const Piece *)in;
  Piece *to = (Piece *)out;
  Piece piece = from[i];
  to[i] = piece;
}

// Byte by byte, the threads a grid apart.
__global__ void copy_pieces_reference(const unsigned char *in, unsigned char *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int threads = gridDim.x * blockDim.x;
  for (int k = 0; k < WIDTH; k++)
    out[i + k * threads] = in[i + k * threads];
}
