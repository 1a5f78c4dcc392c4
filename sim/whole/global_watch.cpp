// Shadows global memory word by word.
#include "sim/whole/global_watch.h"

#include <algorithm>
#include <bit>
#include <sys/mman.h>
#include <utility>

namespace warpscope::whole {

namespace {

std::uint32_t* reserve(std::uint64_t bytes) {
  void* place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                     0);
  return place == MAP_FAILED ? nullptr : static_cast<std::uint32_t*>(place);
}

} // namespace

/// One host thread's ear. Several blocks may touch a word at once: then any of them is the last.
class GlobalWatcher final : public trace::TraceSink {
 public:
  GlobalWatcher(GlobalWatch& watch, std::uint32_t work) : watch_(watch), work_(work) {}
  ~GlobalWatcher() override {
    const std::lock_guard lock(watch_.mutex_);
    for (const auto& [key, found] : found_) {
      const auto [entry, added] = watch_.found_.emplace(key, found);
      if (added) continue;
      const std::uint64_t count = entry->second.count + found.count;
      if (found.block < entry->second.block) entry->second = found;
      entry->second.count = count;
    }
  }

  void on_access(const trace::AccessEvent& event) override {
    if (event.space != Space::Global) return;
    const bool writes = event.kind != AccessKind::Load;
    const bool reads = event.kind == AccessKind::Load || event.returns;
    const std::uint32_t span = std::max(event.access.width / 4, 1u);
    for (std::uint32_t rest = event.access.mask; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      const std::uint32_t offset = event.access.offset[lane], first = offset / 4;
      bool any_written = false;
      for (std::uint32_t word = first; word < first + span; ++word) {
        std::atomic_ref writer(watch_.writer_[word]);
        const std::uint32_t last = writer.load(std::memory_order_relaxed);
        any_written = any_written || last != GlobalWatch::unwritten;
        if (last != work_ && last != GlobalWatch::by_host && !ordered(last)) tell(event, lane, 1, last);
        if (writes) {
          const std::uint32_t reader = std::atomic_ref(watch_.reader_[word]).load(std::memory_order_relaxed);
          if (reader != work_ && !ordered(reader)) tell(event, lane, 2, reader);
          writer.store(work_, std::memory_order_relaxed);
        }
        if (reads) std::atomic_ref(watch_.reader_[word]).store(work_, std::memory_order_relaxed);
      }
      // A struct's padding has no value: only a read of which no word was written is told.
      if (event.kind == AccessKind::Load && !any_written) tell(event, lane, 0, 0);
    }
  }

 private:
  bool ordered(std::uint32_t work) {
    if (work == known_) return known_ordered_;
    known_ = work;
    return known_ordered_ = watch_.order_.ordered(work);
  }
  void tell(const trace::AccessEvent& event, std::uint32_t lane, int kind, std::uint32_t other) {
    const auto [entry, added] = found_.emplace(std::pair(event.site, kind), GlobalWatch::Found{});
    GlobalWatch::Found& found = entry->second;
    ++found.count;
    if (!added) return;
    found.unwritten = kind == 0, found.unordered_with_write = kind == 1,
    found.unordered_with_read = kind == 2;
    found.site = event.site, found.offset = event.access.offset[lane], found.block = event.block;
    found.thread = event.warp * warp_size + lane, found.other = other;
  }

  GlobalWatch& watch_;
  std::uint32_t work_;
  std::uint32_t known_ = 0;
  bool known_ordered_ = true;
  std::map<std::pair<std::uint32_t, int>, GlobalWatch::Found> found_;
};

GlobalWatch::GlobalWatch(const StreamOrder& order)
    : order_(order), writer_(reserve(words * 4)), reader_(reserve(words * 4)) {
  if (writer_ != nullptr && reader_ != nullptr) return;
  if (writer_ != nullptr) munmap(writer_, words * 4);
  writer_ = nullptr;
}

GlobalWatch::~GlobalWatch() {
  if (writer_ != nullptr) munmap(writer_, words * 4);
  if (reader_ != nullptr) munmap(reader_, words * 4);
}

void GlobalWatch::forget(std::uint64_t offset, std::uint64_t bytes) {
  // Buffers are alone in their pages, and a page of the window has just one of each shadow.
  const std::uint64_t begin = offset & ~std::uint64_t{4095},
                      end = (offset + bytes + 4095) & ~std::uint64_t{4095};
  madvise(writer_ + begin / 4, end - begin, MADV_DONTNEED);
  madvise(reader_ + begin / 4, end - begin, MADV_DONTNEED);
}

void GlobalWatch::initialise(std::uint64_t offset, std::uint64_t bytes) {
  std::fill(writer_ + offset / 4, writer_ + (offset + bytes + 3) / 4, by_host);
}

std::uint32_t GlobalWatch::copy(std::uint32_t work, std::uint64_t offset, std::uint64_t bytes, bool writes) {
  std::uint32_t other = 0;
  const auto unordered = [&](std::uint32_t last) {
    return last != unwritten && last != by_host && last != work && last != other && !order_.ordered(last);
  };
  for (std::uint64_t word = offset / 4; word < (offset + bytes + 3) / 4; ++word) {
    if (unordered(writer_[word])) other = writer_[word];
    if (writes && unordered(reader_[word])) other = reader_[word];
    (writes ? writer_ : reader_)[word] = work;
  }
  return other;
}

std::uint32_t GlobalWatch::met_by_host(std::uint64_t offset, bool host_writes) const {
  const std::uint64_t word = offset / 4;
  if (word >= words) return 0;
  const auto meets = [&](std::uint32_t work) {
    return work != unwritten && work != by_host && !order_.host_waited_for(work);
  };
  if (meets(writer_[word])) return writer_[word];
  return host_writes && meets(reader_[word]) ? reader_[word] : 0;
}

std::unique_ptr<trace::TraceSink> GlobalWatch::watcher(std::uint32_t work) {
  return std::make_unique<GlobalWatcher>(*this, work);
}

std::vector<GlobalWatch::Found> GlobalWatch::take_found() {
  std::vector<Found> all;
  for (const auto& [key, found] : std::exchange(found_, {})) all.push_back(found);
  return all;
}

} // namespace warpscope::whole
