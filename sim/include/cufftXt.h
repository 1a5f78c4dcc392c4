// cuFFT's extensions: the basic functions alone.
#pragma once
#include "cufft.h"
