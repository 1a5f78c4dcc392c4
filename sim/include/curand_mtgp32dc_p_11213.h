// Stands in for NVIDIA's table of MTGP32's parameters where it is not found; where it is, that one is read instead.
#pragma once
#ifdef __WARPSCOPE_PROGRAM__
#error "the parameters of MTGP32 are a table of NVIDIA's which is not found here: install a CUDA toolkit, or 'pip install nvidia-curand'"
#endif
