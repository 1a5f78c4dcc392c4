// The executor's loop for any CPU.
#define WARPSCOPE_TARGET
#define WARPSCOPE_RUN_LEAF run_leaf_generic
#include "sim/exec/run_leaf.inc.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace warpscope::exec {

namespace {

/// $WARPSCOPE_HOST_CODE, "avx2" or "plain", shows on one machine how fast another one would be.
HostCode allowed_code() {
  const char* const text = std::getenv("WARPSCOPE_HOST_CODE");
  const std::string_view wanted = text == nullptr ? "" : text;
  return wanted == "plain" ? HostCode::Plain : wanted == "avx2" ? HostCode::Avx2 : HostCode::Best;
}

} // namespace

RunLeaf pick_run_leaf([[maybe_unused]] HostCode code) {
  static const HostCode allowed = allowed_code();
  code = std::max(code, allowed);
#if defined(__x86_64__) && !defined(__clang__)
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi2");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (avx2 && avx512 && code == HostCode::Best) return run_leaf_avx512;
  if (avx2 && code != HostCode::Plain) return run_leaf_avx2;
#endif
  return run_leaf_generic;
}

} // namespace warpscope::exec
