/* warpscope
title  = "Page rank pulled by rows, local or random links"
kernel = "pull_rank"
grid   = ["PAGES / 128"]
block  = [128]
[params]
PAGES = [524288]
IN = [16]
LOCALITY = [0, 1]
[args]
link = "random:112[PAGES * IN]"
rank = "one[PAGES]"
degree = "one[PAGES]"
next = "zero[PAGES]"
damping = 0.85
*/
#ifndef PAGES
#define PAGES 524288
#endif
#ifndef IN
#define IN 16
#endif
#ifndef LOCALITY
#define LOCALITY 0
#endif

__global__ void pull_rank(const unsigned *link, const float *rank, const int *degree, float *next, float damping)
{
    int p = blockIdx.x * 128 + threadIdx.x;
    float s = 0;
    for (int k = 0; k < IN; k++) {
        unsigned from = link[(size_t)k * PAGES + p];
        from = LOCALITY ? (p + from % 256) % PAGES : from % PAGES;
        s += rank[from] / degree[from];
    }
    next[p] = (1 - damping) / PAGES + damping * s;
}
