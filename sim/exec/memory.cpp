// The device memory of a launch: reserved windows, allocations and the variables of the program.
#include "sim/exec/memory.h"

#include "sim/exec/memory_impl.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <sys/mman.h>
#include <utility>

namespace warpscope::exec {
namespace {

constexpr std::uint64_t window_bytes = std::uint64_t{1} << 32;
/// After the window, and the least gap between buffers.
constexpr std::uint64_t guard_bytes = std::uint64_t{1} << 16;

std::uint64_t round_up(std::uint64_t value, std::uint64_t step) { return (value + step - 1) / step * step; }

/// Returns the variables of a space and the initial bytes (strings) that lie outside any variable, ascending.
std::vector<Allocation> named_pieces(const program::Program& program, Space space) {
  std::vector<Allocation> pieces;
  for (const program::Variable& variable : program.variables) {
    if (variable.space == space) pieces.push_back({variable.name, variable.offset, variable.size});
  }
  const std::size_t variables = pieces.size();
  for (const program::MemoryImage& image : program.images) {
    if (image.space != space) continue;
    const bool inside = std::any_of(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(variables),
                                    [&](const Allocation& piece) {
                                      return image.offset >= piece.offset &&
                                             image.offset + image.bytes.size() <= piece.offset + piece.bytes;
                                    });
    if (!inside) pieces.push_back({"constant data", image.offset, image.bytes.size()});
  }
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const Allocation& a, const Allocation& b) { return a.offset < b.offset; });
  return pieces;
}

/// Asks for huge pages: one page fault for 2 MiB of a buffer in place of 512 saves a third of the time of a
/// copy. Not for a large buffer in which only a few bytes may be written, since its untouched pages must cost
/// nothing, and not where clearing 2 MiB costs more than it saves.
void want_huge_pages([[maybe_unused]] std::uint8_t* window, [[maybe_unused]] std::uint64_t offset,
                     [[maybe_unused]] std::uint64_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::uint64_t least = std::uint64_t{1} << 20, most = std::uint64_t{1} << 26,
                          huge = std::uint64_t{1} << 21;
  if (bytes < least || bytes > most) return;
  const auto start = reinterpret_cast<std::uintptr_t>(window);
  const std::uint64_t first = std::max<std::uint64_t>((start + offset) / huge * huge, start);
  const std::uint64_t end = std::min(round_up(start + offset + bytes, huge), start + window_bytes);
  // A hint: the results do not depend on it.
  madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
#endif
}

} // namespace

DeviceMemory::Impl::Impl(const program::Program& program) {
  void* place = mmap(nullptr, window_bytes + guard_bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place != MAP_FAILED) {
    global = static_cast<std::uint8_t*>(place);
    reserved = window_bytes + guard_bytes;
    allocations = named_pieces(program, Space::Global);
  }
  next = round_up(std::max<std::uint64_t>(program.global_bytes, program::window_base) + guard_bytes,
                  guard_bytes);
  constants = named_pieces(program, Space::Constant);
  if (program.constant_bytes > program::window_base)
    constant.resize(program.constant_bytes - program::window_base);
  for (const program::MemoryImage& image : program.images) {
    if (image.bytes.empty()) continue;
    if (image.space == Space::Global && global != nullptr) {
      std::memcpy(global + image.offset, image.bytes.data(), image.bytes.size());
    } else if (image.space == Space::Constant) {
      assert(image.offset >= program::window_base &&
             image.offset - program::window_base + image.bytes.size() <= constant.size());
      std::memcpy(constant.data() + (image.offset - program::window_base), image.bytes.data(),
                  image.bytes.size());
    }
  }
}

DeviceMemory::Impl::~Impl() {
  if (global != nullptr) munmap(global, reserved);
}

const std::vector<Allocation>& DeviceMemory::Impl::list(Space space) const {
  static const std::vector<Allocation> none;
  return space == Space::Global ? allocations : space == Space::Constant ? constants : none;
}

const Allocation* DeviceMemory::Impl::at_or_below(Space space, std::uint64_t offset) const {
  const std::vector<Allocation>& all = list(space);
  const auto behind = std::upper_bound(
      all.begin(), all.end(), offset,
      [](std::uint64_t value, const Allocation& piece) { return value < piece.offset; });
  return behind == all.begin() ? nullptr : &*std::prev(behind);
}

const Allocation* DeviceMemory::Impl::nearest(Space space, std::uint64_t offset) const {
  const std::vector<Allocation>& all = list(space);
  const Allocation* below = at_or_below(space, offset);
  const Allocation* above = below == nullptr ? (all.empty() ? nullptr : all.data()) : below + 1;
  if (above == all.data() + all.size()) above = nullptr;
  if (below == nullptr || above == nullptr) return below == nullptr ? above : below;
  const std::uint64_t end = below->offset + below->bytes;
  const std::uint64_t past = offset < end ? 0 : offset - end;
  return past <= above->offset - offset ? below : above;
}

DeviceMemory::DeviceMemory(const program::Program& program) : impl_(std::make_unique<Impl>(program)) {}
DeviceMemory::~DeviceMemory() = default;
DeviceMemory::DeviceMemory(DeviceMemory&&) noexcept = default;
DeviceMemory& DeviceMemory::operator=(DeviceMemory&&) noexcept = default;

std::optional<std::uint32_t> DeviceMemory::allocate(std::string name, std::uint64_t bytes) {
  Impl& impl = *impl_;
  const std::uint64_t end = window_bytes - guard_bytes; // also keeps allocations clear of invalid_offset
  if (impl.global == nullptr || impl.next > end || bytes > end - impl.next) return std::nullopt;
  if (impl.used > impl.budget || bytes > impl.budget - impl.used) return std::nullopt;
  const auto offset = static_cast<std::uint32_t>(impl.next);
  impl.allocations.push_back({std::move(name), offset, bytes});
  impl.used += bytes;
  want_huge_pages(impl.global, offset, bytes);
  impl.next = round_up(impl.next + bytes, guard_bytes) + guard_bytes;
  return offset;
}

std::span<std::uint8_t> DeviceMemory::bytes(Space space, std::uint32_t offset, std::uint64_t count) {
  Impl& impl = *impl_;
  if (space == Space::Param) {
    const std::uint64_t size = impl.parameters.size();
    if (offset < program::window_base || offset - program::window_base > size ||
        count > size - (offset - program::window_base))
      return {};
    return {impl.parameters.data() + (offset - program::window_base), static_cast<std::size_t>(count)};
  }
  const Allocation* piece = impl.at_or_below(space, offset);
  if (piece == nullptr) return {};
  const std::uint64_t into = offset - piece->offset;
  if (into > piece->bytes || count > piece->bytes - into) return {};
  if (space == Space::Global) return {impl.global + offset, static_cast<std::size_t>(count)};
  return {impl.constant.data() + (offset - program::window_base), static_cast<std::size_t>(count)};
}

std::span<const std::uint8_t> DeviceMemory::bytes(Space space, std::uint32_t offset,
                                                  std::uint64_t count) const {
  return const_cast<DeviceMemory*>(this)->bytes(space, offset, count);
}

const Allocation* DeviceMemory::find(Space space, std::uint64_t offset) const {
  return impl_->at_or_below(space, offset);
}

void DeviceMemory::set_budget(std::uint64_t bytes) { impl_->budget = bytes; }

} // namespace warpscope::exec
