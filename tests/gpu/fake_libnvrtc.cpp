// An NVRTC that takes every text, as libnvrtc.so.13 and .12 (FAKE_MAJOR): its machine code is its version.
#include <cstddef>
#include <cstdio>

#define FAKE(name, ...) extern "C" [[gnu::visibility("default")]] int name(__VA_ARGS__)

namespace {

int some;
constexpr std::size_t cubin_bytes = 64;

} // namespace

FAKE(nvrtcVersion, int* major, int* minor) { return *major = FAKE_MAJOR, *minor = 0, 0; }
FAKE(nvrtcCreateProgram, void** out, const char*, const char*, int, const char* const*, const char* const*) {
  return *out = &some, 0;
}
FAKE(nvrtcDestroyProgram, void**) { return 0; }
FAKE(nvrtcAddNameExpression, void*, const char*) { return 0; }
FAKE(nvrtcCompileProgram, void*, int, const char* const*) { return 0; }
FAKE(nvrtcGetProgramLogSize, void*, std::size_t* out) { return *out = 0, 0; }
FAKE(nvrtcGetProgramLog, void*, char*) { return 0; }
FAKE(nvrtcGetLoweredName, void*, const char* name, const char** out) { return *out = name, 0; }
FAKE(nvrtcGetCUBINSize, void*, std::size_t* out) { return *out = cubin_bytes, 0; }
FAKE(nvrtcGetCUBIN, void*, char* out) {
  return std::snprintf(out, cubin_bytes, "cubin %d", FAKE_MAJOR * 1000), 0;
}
