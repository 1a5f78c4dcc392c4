// The device memory of a launch: reserved windows, allocations and the variables of the program.
#include "sim/exec/memory.h"

#include "sim/exec/memory_impl.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <utility>

namespace warpscope::exec {
namespace {

constexpr std::uint64_t window_bytes = DeviceMemory::window_bytes;
constexpr std::size_t most_freed = 4096; ///< released buffers that are remembered
/// After the window, and the least gap between buffers.
constexpr std::uint64_t guard_bytes = std::uint64_t{1} << 16;

std::uint64_t round_up(std::uint64_t value, std::uint64_t step) { return (value + step - 1) / step * step; }

/// Returns the variables of a space and the initial bytes (strings) that lie outside any variable, ascending.
std::vector<Allocation> named_pieces(const program::Program& program, Space space) {
  std::vector<Allocation> pieces;
  for (const program::Variable& variable : program.variables) {
    if (variable.space == space) pieces.push_back({variable.name, variable.offset, variable.size, {}, true});
  }
  const std::size_t variables = pieces.size();
  for (const program::MemoryImage& image : program.images) {
    if (image.space != space) continue;
    const bool inside = std::any_of(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(variables),
                                    [&](const Allocation& piece) {
                                      return image.offset >= piece.offset &&
                                             image.offset + image.bytes.size() <= piece.offset + piece.bytes;
                                    });
    if (!inside) pieces.push_back({"constant data", image.offset, image.bytes.size(), {}, true});
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

/// The address behind a buffer and the gap that follows it.
std::uint64_t behind(std::uint64_t end) { return round_up(end, guard_bytes) + guard_bytes; }

DeviceMemory::Impl::Impl(const program::Program& program, int file) {
  void* place = mmap(nullptr, window_bytes + guard_bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place != MAP_FAILED && file >= 0 &&
      mmap(place, window_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_NORESERVE, file, 0) ==
          MAP_FAILED) {
    munmap(place, window_bytes + guard_bytes);
    place = MAP_FAILED;
  }
  if (place != MAP_FAILED) {
    window_file = file;
    global = static_cast<std::uint8_t*>(place);
    reserved = window_bytes + guard_bytes;
    allocations = named_pieces(program, Space::Global);
  }
  first = next = round_up(std::max<std::uint64_t>(program.global_bytes, program::window_base) + guard_bytes,
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

const FreedAllocation* DeviceMemory::Impl::freed_at(std::uint64_t offset) const {
  for (auto it = freed.rbegin(); it != freed.rend(); ++it)
    if (offset >= it->offset && offset - it->offset < it->bytes) return &*it;
  return nullptr;
}

std::optional<std::uint64_t> DeviceMemory::Impl::free_place(std::uint64_t bytes) const {
  constexpr std::uint64_t end = window_bytes - guard_bytes; // also keeps buffers clear of invalid_offset
  if (bytes > end) return std::nullopt;
  std::uint64_t place = first;
  for (const Allocation& piece : allocations) {
    if (released == 0) break; // no gap is larger than the least one
    if (piece.offset < first) continue;
    if (behind(place + bytes) <= piece.offset) return place;
    place = behind(piece.offset + piece.bytes);
  }
  if (released == 0) place = next;
  if (place > end || bytes > end - place) return std::nullopt;
  return place;
}

void DeviceMemory::Impl::insert(Allocation buffer) {
  const std::uint64_t begin = buffer.offset, end = behind(begin + buffer.bytes);
  std::erase_if(freed, [&](const FreedAllocation& old) {
    return old.offset < begin + buffer.bytes && begin < old.offset + old.bytes;
  });
  used += buffer.bytes;
  next = std::max(next, end);
  const auto at = std::upper_bound(
      allocations.begin(), allocations.end(), begin,
      [](std::uint64_t value, const Allocation& piece) { return value < piece.offset; });
  want_huge_pages(global, begin, buffer.bytes);
  allocations.insert(at, std::move(buffer));
}

void DeviceMemory::Impl::give_back_pages(std::uint64_t offset, std::uint64_t bytes) {
  if (bytes == 0) return;
  const std::uint64_t size = round_up(bytes, 4096); // buffers are alone in their pages
  const bool done = window_file >= 0 ? fallocate(window_file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                                                 static_cast<off_t>(offset), static_cast<off_t>(size)) == 0
                                     : madvise(global + offset, size, MADV_DONTNEED) == 0;
  if (!done) std::memset(global + offset, 0, bytes); // the next buffer there begins as zeros
}

DeviceMemory::DeviceMemory(const program::Program& program) : impl_(std::make_unique<Impl>(program, -1)) {}
DeviceMemory::DeviceMemory(const program::Program& program, int window_file)
    : impl_(std::make_unique<Impl>(program, window_file)) {}
DeviceMemory::~DeviceMemory() = default;
DeviceMemory::DeviceMemory(DeviceMemory&&) noexcept = default;
DeviceMemory& DeviceMemory::operator=(DeviceMemory&&) noexcept = default;

bool DeviceMemory::usable() const { return impl_->global != nullptr; }

std::optional<std::uint32_t> DeviceMemory::allocate(std::string name, std::uint64_t bytes, Span made) {
  Impl& impl = *impl_;
  if (impl.global == nullptr) return std::nullopt;
  if (impl.used > impl.budget || bytes > impl.budget - impl.used) return std::nullopt;
  const std::optional<std::uint64_t> place = impl.free_place(bytes);
  if (!place) return std::nullopt;
  const auto offset = static_cast<std::uint32_t>(*place);
  impl.insert({std::move(name), offset, bytes, made, false});
  return offset;
}

bool DeviceMemory::allocate_at(Allocation buffer) {
  Impl& impl = *impl_;
  constexpr std::uint64_t last = window_bytes - guard_bytes;
  const std::uint64_t begin = buffer.offset, end = begin + buffer.bytes;
  if (impl.global == nullptr || begin < impl.first || buffer.bytes > last || end > last) return false;
  for (const Allocation& piece : impl.allocations)
    if (piece.offset < std::max(end, begin + 1) &&
        begin < piece.offset + std::max<std::uint64_t>(piece.bytes, 1))
      return false;
  ++impl.released; // there may be room before it
  impl.insert(std::move(buffer));
  return true;
}

bool DeviceMemory::release(std::uint32_t offset, Span freed) {
  Impl& impl = *impl_;
  const Allocation* found = impl.at_or_below(Space::Global, offset);
  if (found == nullptr || found->offset != offset || found->variable) return false;
  const auto at = impl.allocations.begin() + (found - impl.allocations.data());
  impl.give_back_pages(offset, found->bytes);
  impl.used -= found->bytes;
  ++impl.released;
  if (impl.freed.size() == most_freed) impl.freed.erase(impl.freed.begin());
  impl.freed.push_back({std::move(*at), freed});
  impl.allocations.erase(at);
  return true;
}

const FreedAllocation* DeviceMemory::find_freed(std::uint64_t offset) const {
  return impl_->freed_at(offset);
}

std::span<const Allocation> DeviceMemory::allocations(Space space) const { return impl_->list(space); }

std::uint64_t DeviceMemory::used() const { return impl_->used; }

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

void DeviceMemory::set_page_bytes(std::uint64_t bytes) { impl_->page = bytes; }

void DeviceMemory::set_budget(std::uint64_t bytes) { impl_->budget = bytes; }

} // namespace warpscope::exec
