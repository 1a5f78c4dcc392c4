// The person's own libcurand: its generators for the host need no GPU. It is opened before the program is
// confined.
#pragma once

#include "guest/libraries/curand_sources.h"

#include <string>

namespace warpscope::guest {

/// Opens libcurand where it is found.
void open_curand();
[[nodiscard]] bool curand_is_open();

/// A function of libcurand by its name; null where the library is not there.
[[nodiscard]] void* curand_function(const char* name);

/// One of libcurand's generators for the host; null, with the library's status, when it takes no such set-up.
[[nodiscard]] std::unique_ptr<Source> native_source(const Setup& setup, curandStatus_t& status);

} // namespace warpscope::guest
