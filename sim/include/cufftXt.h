// cuFFT's extensions: plans with sizes of 64 bits and their execution by type.
// Not modelled: callbacks, several devices, half precision.
#pragma once
#include "cufft.h"
#if defined(__WARPSCOPE_PROGRAM__) || defined(__WARPSCOPE_GUEST__)
extern "C" {
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long int *n, long long int *inembed, long long int istride, long long int idist, cudaDataType intype, long long int *onembed, long long int ostride, long long int odist, cudaDataType outtype, long long int batch, size_t *bytes, cudaDataType executiontype);
cufftResult cufftXtGetSizeMany(cufftHandle plan, int rank, long long int *n, long long int *inembed, long long int istride, long long int idist, cudaDataType intype, long long int *onembed, long long int ostride, long long int odist, cudaDataType outtype, long long int batch, size_t *bytes, cudaDataType executiontype);
cufftResult cufftXtExec(cufftHandle plan, void *in, void *out, int direction);
}
#endif
