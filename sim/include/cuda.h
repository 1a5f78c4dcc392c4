// What device code uses of this header is in the prelude; a whole program's host side gets the driver API.
#pragma once
#include "__warpscope/tensor_map.h"
#ifdef __WARPSCOPE_PROGRAM__
#define __cuda_cuda_h__ // the samples' helper_cuda_drvapi.h asks for it
#include "__warpscope/driver_host.h"
#endif
