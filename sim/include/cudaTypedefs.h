// The types of the driver's functions that a program asks cudaGetDriverEntryPoint() for.
#pragma once
#include "cuda.h"
#ifdef __WARPSCOPE_PROGRAM__
typedef decltype(&cuTensorMapEncodeTiled) PFN_cuTensorMapEncodeTiled, PFN_cuTensorMapEncodeTiled_v12000;
typedef CUresult (*PFN_cuTensorMapEncodeIm2col)(...);
typedef PFN_cuTensorMapEncodeIm2col PFN_cuTensorMapEncodeIm2col_v12000;
#endif
