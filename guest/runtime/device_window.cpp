// Maps the device's memory into the guest.
#include "guest/runtime/device_window.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/mman.h>

namespace warpscope::guest {

bool DeviceWindow::map(int descriptor, std::string& error) {
  descriptor_ = descriptor;
  void* const at = mmap(reinterpret_cast<void*>(device_base), window_bytes, PROT_NONE,
                        MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, descriptor, 0);
  if (at != reinterpret_cast<void*>(device_base)) {
    error = std::string("the device's addresses are taken: ") + std::strerror(errno);
    return false;
  }
  void* const alias = mmap(nullptr, window_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
                           descriptor, 0);
  if (alias == MAP_FAILED) {
    error = std::string("the device's memory cannot be mapped: ") + std::strerror(errno);
    return false;
  }
  alias_ = static_cast<std::byte*>(alias);
  return true;
}

void DeviceWindow::protect(std::uint64_t address, std::uint64_t size, int protection) const {
  if (!contains(address)) return;
  const std::uint64_t first = address / page_bytes * page_bytes;
  const std::uint64_t last = std::min(address + std::max<std::uint64_t>(size, 1), device_base + window_bytes);
  mprotect(reinterpret_cast<void*>(first), (last - first + page_bytes - 1) / page_bytes * page_bytes,
           protection);
}

void DeviceWindow::open(std::uint64_t address, std::uint64_t size) const {
  protect(address, size, PROT_READ | PROT_WRITE);
}

void DeviceWindow::close(std::uint64_t address, std::uint64_t size) const {
  protect(address, size, PROT_NONE);
}

bool DeviceWindow::place(std::uint64_t address, std::uint64_t size, void* host) const {
  return mmap(host, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor_,
              static_cast<off_t>(address - device_base)) == host;
}

} // namespace warpscope::guest
