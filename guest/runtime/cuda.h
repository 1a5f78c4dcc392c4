// The CUDA runtime API as the guest implements it: the very headers that programs include.
#pragma once

#ifndef __WARPSCOPE_GUEST__
#define __WARPSCOPE_GUEST__
#endif
#pragma GCC system_header
#include "sim/include/__warpscope/runtime_host.h"
