// Compiles the functions of toml++ once; otherwise each file that reads TOML would take two more seconds of a
// core.
#define TOML_IMPLEMENTATION
#include "sim/base/toml.h"
