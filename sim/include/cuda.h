// What device code uses of this header is in the prelude; a whole program's host side gets the driver API.
#pragma once
#ifdef __WARPSCOPE_PROGRAM__
#include "__warpscope/driver_host.h"
#endif
