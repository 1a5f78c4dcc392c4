// cuFFT as programs include it.
#pragma once

#include "guest/libraries/library_call.h"

#pragma GCC system_header
#include "sim/include/cufft.h"
#include "sim/include/cufftXt.h"
