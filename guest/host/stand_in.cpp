// Stand-ins for missing functions, written as machine code: load the name, jump to the function that reports.
#include "guest/host/stand_in.h"

#include "guest/runtime/runtime.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <set>
#include <sys/mman.h>

extern "C" void* __emutls_get_address(void* control); // libgcc's

namespace warpscope::guest {
namespace {

constexpr std::size_t room = 64u << 10, bytes_each = 32;
std::byte* code = nullptr;
std::size_t used = 0;

int status_of(std::string_view symbol) {
  if (symbol.starts_with("cublas")) return 15; // CUBLAS_STATUS_NOT_SUPPORTED
  if (symbol.starts_with("cufft")) return 16;  // CUFFT_NOT_SUPPORTED
  if (symbol.starts_with("cusparse")) return 10;
  if (symbol.starts_with("cusolver")) return 12;
  if (symbol.starts_with("curand")) return 103; // CURAND_STATUS_TYPE_ERROR has no better neighbour
  return cudaErrorNotSupported;
}

/// What a person can do instead, in brackets.
const char* advice_on(std::string_view symbol) {
  for (const std::string_view prefix :
       {"cuModule", "cuLink", "cuLibrary", "cuKernel", "cudaLibrary", "nvrtc"})
    if (symbol.starts_with(prefix))
      return " (PTX, cubins and texts at run time are not compiled: have the kernel in a .cu of the program "
             "and take it by "
             "cudaGetFuncBySymbol)";
  return "";
}

/// The stand-in jumps here, so the return address is the program's.
int report(const char* symbol) {
  Call call(symbol, __builtin_frame_address(0));
  runtime().link.tell(Kind::Finding,
                      Finding{call.caller(), "unsupported",
                              std::string(symbol) + "() is not simulated: the call fails" + advice_on(symbol),
                              symbol});
  const int status = status_of(symbol);
  if (status == cudaErrorNotSupported) return call.done(cudaErrorNotSupported);
  return status;
}

} // namespace

bool is_of_cuda_library(std::string_view symbol) {
  const auto named = [&](std::string_view prefix) {
    return symbol.starts_with(prefix) && symbol.size() > prefix.size() &&
           std::isupper(static_cast<unsigned char>(symbol[prefix.size()])) != 0;
  };
  static constexpr std::array prefixes = {"cu",       "cuda",     "cublas", "cublasLt", "cufft",   "curand",
                                          "cusparse", "cusolver", "cudnn",  "nvrtc",    "nvml",    "nccl",
                                          "npp",      "nvtx",     "cupti",  "nvgraph",  "cutensor"};
  return std::any_of(prefixes.begin(), prefixes.end(), named) || symbol.starts_with("cublas") ||
         symbol.starts_with("cufft") || symbol.starts_with("curand") || symbol.starts_with("cusparse") ||
         symbol.starts_with("cusolver") || symbol.starts_with("npp") || symbol.starts_with("nvtx");
}

void* make_stand_in(const std::string& symbol) {
  static std::set<std::string> names; // never moved: the code holds their addresses
  if (code == nullptr) {
    void* const at = mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) return nullptr;
    code = static_cast<std::byte*>(at);
  }
  if (used + bytes_each > room) return nullptr;
  const char* const name = names.insert(symbol).first->c_str();
  std::byte* const at = code + used;
  used += bytes_each;
  const auto put = [&](std::size_t offset, std::uint16_t opcode, const void* value) {
    std::memcpy(at + offset, &opcode, 2);
    std::memcpy(at + offset + 2, &value, 8);
  };
  put(0, 0xBF48, name);                                    // mov rdi, name
  put(10, 0xB848, reinterpret_cast<const void*>(&report)); // mov rax, report
  const std::uint16_t jump = 0xE0FF;                       // jmp rax
  std::memcpy(at + 20, &jump, 2);
  return at;
}

void seal_stand_ins() {
  if (code != nullptr) mprotect(code, room, PROT_READ | PROT_EXEC);
  used = room;
}

namespace {
char once_callable_object = 0, once_call_object = 0;
} // namespace

void* once_callable_control() { return &once_callable_object; }
void* once_call_control() { return &once_call_object; }

void* emulated_tls_address(void* control) {
  if (control == &once_callable_object) return &std::__once_callable;
  if (control == &once_call_object) return &std::__once_call;
  return __emutls_get_address(control);
}

} // namespace warpscope::guest
