// The functions of toml++, compiled here once: two seconds of a core for each file that reads TOML otherwise.
#define TOML_IMPLEMENTATION
#include "sim/base/toml.h"
