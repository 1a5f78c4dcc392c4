// The CUDA driver API as the guest implements it: the very header that programs include.
#pragma once

#include "guest/runtime/cuda.h"
#pragma GCC system_header
#include "sim/include/__warpscope/driver_host.h"
