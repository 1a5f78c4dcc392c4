#define WARPSCOPE_TARGET
#define WARPSCOPE_RUN_LEAF run_leaf_generic
#include "sim/exec/run_leaf.inc.h"

namespace warpscope::exec {

RunLeaf pick_run_leaf() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2")) {
    return run_leaf_avx2;
  }
#endif
  return run_leaf_generic;
}

} // namespace warpscope::exec
