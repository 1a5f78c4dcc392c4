// cuBLASLt as programs include it.
#pragma once

#include "guest/libraries/cublas.h"

#pragma GCC system_header
#include "sim/include/cublasLt.h"
