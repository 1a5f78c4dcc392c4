// NVTX by its older name.
#pragma once
#include "nvtx3/nvToolsExt.h"
