// One call of a CUDA library: what it reads and writes is checked, and told to the simulator.
#pragma once

#include "guest/runtime/runtime.h"

#include <cstddef>
#include <cstdint>

namespace warpscope::guest {

class LibraryCall {
 public:
  LibraryCall(const char* name, void* frame, cudaStream_t stream);

  /// Whether everything so far was right: the device has not failed and every piece is device memory.
  [[nodiscard]] bool good() const { return good_; }

  /// Where the host reads or writes the bytes; a host pointer is found to be a mistake.
  template <class T> [[nodiscard]] const T* reads(const T* data, std::uint64_t count) {
    return reinterpret_cast<const T*>(piece(address_of(data), count * sizeof(T), false));
  }
  template <class T> [[nodiscard]] T* writes(T* data, std::uint64_t count) {
    return reinterpret_cast<T*>(piece(address_of(data), count * sizeof(T), true));
  }
  /// A scalar or a result, of the host or of the device.
  template <class T> [[nodiscard]] static const T& scalar(const void* data) {
    return *reinterpret_cast<const T*>(runtime().window.bytes(address_of(data)));
  }
  template <class T> void give(void* to, T value) {
    if (T* const at = DeviceWindow::contains(address_of(to)) ? writes(static_cast<T*>(to), 1)
                                                             : static_cast<T*>(to);
        good_)
      *at = value;
  }

 private:
  static std::uint64_t address_of(const void* data) { return reinterpret_cast<std::uint64_t>(data); }
  std::byte* piece(std::uint64_t address, std::uint64_t bytes, bool written);

  Call call_;
  CUstream_st* stream_ = nullptr;
  bool good_ = true;
};

/// Loads what the program's calls will want, while files may still be opened.
void prepare_libraries(const Welcome& welcome);

} // namespace warpscope::guest
