// Loads the libraries on first use and fills the tables of functions.
#include "gpu/measure/driver.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpscope::measure {

#define WARPSCOPE_BIND(member, symbol_name, arguments)                                                       \
  member = reinterpret_cast<decltype(member)>(library.symbol(symbol_name));
#define WARPSCOPE_MISSING(member, symbol_name, arguments)                                                    \
  if (member == nullptr) return symbol_name;
#define WARPSCOPE_DEFINE_TABLE(Name, ROWS)                                                                   \
  void Name::bind(DynamicLibrary loaded) {                                                                   \
    library = std::move(loaded);                                                                             \
    ROWS(WARPSCOPE_BIND)                                                                                     \
  }                                                                                                          \
  std::string Name::missing() const {                                                                        \
    ROWS(WARPSCOPE_MISSING)                                                                                  \
    return {};                                                                                               \
  }

WARPSCOPE_DEFINE_TABLE(DriverFunctions, WARPSCOPE_DRIVER_FUNCTIONS)
WARPSCOPE_DEFINE_TABLE(NvrtcFunctions, WARPSCOPE_NVRTC_FUNCTIONS)
WARPSCOPE_DEFINE_TABLE(CuptiFunctions, WARPSCOPE_CUPTI_FUNCTIONS)
WARPSCOPE_DEFINE_TABLE(NvmlFunctions, WARPSCOPE_NVML_FUNCTIONS)

namespace {

template <class Table>
Table loaded(const std::string& stem, const std::vector<std::string>& versions,
             const std::vector<std::string>& needs = {}) {
  Table table;
  table.bind(DynamicLibrary::open(stem, versions, needs));
  return table;
}

/// Sorts versions newest first, but puts those newer than the driver last: it may not load what they compile.
std::vector<std::string> fitting(std::vector<std::string> versions) {
  const int major = driver_version() / 1000;
  std::stable_partition(versions.begin(), versions.end(), [&](const std::string& version) {
    return major == 0 || std::stoi(version) <= major;
  });
  return versions;
}

} // namespace

const DriverFunctions& driver() {
  static const DriverFunctions table = loaded<DriverFunctions>("libcuda.so", {"1"});
  return table;
}
const NvrtcFunctions& nvrtc() {
  static const NvrtcFunctions table = loaded<NvrtcFunctions>(
      "libnvrtc.so", fitting({"14", "13", "12", "11.2"}), {"libnvrtc-builtins.so"});
  return table;
}
const CuptiFunctions& cupti() {
  static const CuptiFunctions table = loaded<CuptiFunctions>("libcupti.so", fitting({"14", "13", "12"}),
                                                             {"libnvperf_host.so", "libnvperf_target.so"});
  return table;
}
const NvmlFunctions& nvml() {
  static const NvmlFunctions table = loaded<NvmlFunctions>("libnvidia-ml.so", {"1"});
  return table;
}

std::string driver_error(int code) {
  const char* name = nullptr;
  const char* text = nullptr;
  if (driver().error_name == nullptr || driver().error_name(code, &name) != cuda::success || name == nullptr)
    return fmt::format("error {} of the driver", code);
  if (driver().error_string == nullptr || driver().error_string(code, &text) != cuda::success ||
      text == nullptr)
    return name;
  return fmt::format("{} ({})", name, text);
}

std::string cupti_error(const char* call, int code) {
  if (code == cuda::cupti_insufficient_privileges)
    return "this user may not read the GPU's counters (CUPTI_ERROR_INSUFFICIENT_PRIVILEGES): the "
           "administrator allows it with the module option "
           "NVreg_RestrictProfilingToAdminUsers=0 of the nvidia driver (a container also needs --cap-add "
           "SYS_ADMIN)";
  const char* text = nullptr;
  if (cupti().result_string != nullptr && cupti().result_string(code, &text) == 0 && text != nullptr)
    return fmt::format("{}: {}", call, text);
  return fmt::format("{}: error {} of CUPTI", call, code);
}

int driver_version() {
  int version = 0;
  return driver().version != nullptr && driver().version(&version) == cuda::success ? version : 0;
}

} // namespace warpscope::measure
