// The types of cuBLAS; its functions beside them.
#pragma once
#include "cublas_v2.h"
