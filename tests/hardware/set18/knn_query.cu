/* warpscope
title  = "Four nearest of all points for every query"
kernel = "knn"
grid   = ["QUERIES/128"]
block  = [128]
[params]
QUERIES = [16384, 131072, 512]
POINTS = [4096, 256]
KEEP = [4, 1, 16]
[args]
q = "random:92[QUERIES]"
p = "random:93[POINTS]"
ids = "zero[QUERIES*KEEP]"
points = "POINTS"
*/
#ifndef KEEP
#define KEEP 4
#endif

__global__ void knn(const float2 *q, const float2 *p, int *ids, int points)
{
    int me = blockIdx.x * 128 + threadIdx.x;
    float2 a = q[me];
    float dist[KEEP];
    int id[KEEP];
    #pragma unroll
    for (int k = 0; k < KEEP; ++k) { dist[k] = 1e30f; id[k] = -1; }
    for (int j = 0; j < points; ++j) {
        float2 b = p[j];
        float d = (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
        if (d < dist[KEEP - 1]) {
            int who = j;
            #pragma unroll
            for (int k = 0; k < KEEP; ++k)
                if (d < dist[k]) { float t = dist[k]; dist[k] = d; d = t; int u = id[k]; id[k] = who; who = u; }
        }
    }
    for (int k = 0; k < KEEP; ++k) ids[me * KEEP + k] = id[k];
}
