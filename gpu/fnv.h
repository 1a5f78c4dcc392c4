// The hash of recordings: sim/base has it, since the simulator names its outputs by it, too.
#pragma once

#include "sim/base/fnv.h"
