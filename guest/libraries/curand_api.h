// cuRAND as programs include it, and its generators for the host.
#pragma once

#include "guest/libraries/library_call.h"
#include "sim/base/xorwow.h"

#include <cmath>

#pragma GCC system_header
#include "sim/include/cuComplex.h" // float2 and double2
#include "sim/include/curand.h"
#define __ws_fn inline
#define __WS_RANDOM
#define __WS_XORWOW_STEPS warpscope::xorwow_tables().steps.data()
#define __WS_XORWOW_SEQUENCES warpscope::xorwow_tables().sequences.data()
#include "sim/include/__warpscope/random.h"
