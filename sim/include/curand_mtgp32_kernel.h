// The device functions of MTGP32 are among those of curand_kernel.h.
#include "curand_kernel.h"
