// The primitives of asynchronous copies.
#pragma once
#include "cuda_pipeline.h"
