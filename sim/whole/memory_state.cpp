// Hashes device memory and remembers which launches leave which contents as they are.
#include "sim/whole/memory_state.h"

#include "sim/exec/memory_impl.h"

#include <algorithm>
#include <cstring>
#include <unistd.h>

namespace warpscope::whole {

namespace {

constexpr std::uint64_t most_hashed = std::uint64_t{4} << 30;   ///< bytes: some 700 ms
constexpr std::size_t most_keys = 4096;                         ///< different launches that are remembered
constexpr std::size_t most_contents = 64;                       ///< of one of them
constexpr std::size_t most_outcomes = 8;                        ///< of one of them
constexpr std::uint64_t most_copied = std::uint64_t{512} << 20; ///< before a launch, for its outcome
constexpr std::uint64_t page = 4096;

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// Four independent lanes, so that the multiplications overlap: some 8 bytes a cycle.
class Hasher {
 public:
  void number(std::uint64_t value) { lane_[0] = mix(lane_[0] ^ value, 0x9e37'79b9'7f4a'7c15ull); }
  void bytes(const std::uint8_t* data, std::uint64_t size) {
    number(size);
    while (size >= 64) {
      std::uint64_t words[8];
      std::memcpy(words, data, sizeof words);
      for (int i = 0; i < 4; ++i)
        lane_[i] = mix(lane_[i] ^ words[2 * i], words[2 * i + 1] ^ (0xa076'1d64'78bd'642full + lane_[i]));
      data += 64, size -= 64;
    }
    for (; size > 0; --size) number(*data++);
  }
  [[nodiscard]] ContentsHash result() const {
    return {mix(lane_[0] ^ 0xe703'7ed1'a0b4'28dbull, lane_[1] ^ 0x8ebc'6af0'9c88'c6e3ull) ^ lane_[2],
            mix(lane_[2] ^ 0x5899'65cc'7537'4cc3ull, lane_[3] ^ 0x1d8e'4e27'c47d'124full) ^ lane_[0]};
  }

 private:
  std::uint64_t lane_[4] = {1, 2, 3, 4};
};

bool all_zero(const std::uint8_t* data, std::size_t size) {
  return data[0] == 0 && std::memcmp(data, data + 1, size - 1) == 0;
}

/// The launch as a key, field by field.
std::string key_of(const exec::Launch& launch) {
  std::string key;
  const auto add = [&](const auto& value) {
    key.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  add(launch.kernel), add(launch.grid), add(launch.block), add(launch.dynamic_shared_bytes),
      add(launch.cluster);
  key.append(launch.parameters.begin(), launch.parameters.end());
  return key;
}

/// The parts of [from, to) that hold anything.
std::vector<Extent> touched_between(int window_file, std::uint64_t from, std::uint64_t to) {
  std::vector<Extent> extents;
  for (auto at = static_cast<off_t>(from); at < static_cast<off_t>(to);) {
    const off_t begin = lseek(window_file, at, SEEK_DATA);
    if (begin < 0 || begin >= static_cast<off_t>(to)) break; // nothing behind it
    const off_t end = lseek(window_file, begin, SEEK_HOLE);
    if (end <= begin) break;
    extents.push_back({static_cast<std::uint64_t>(begin), std::min(static_cast<std::uint64_t>(end), to)});
    at = end;
  }
  return extents;
}

/// Visits [from, to) page by page, as far as it holds anything: offset and size.
template <class Visit> void each_page(int window_file, std::uint64_t from, std::uint64_t to, Visit&& visit) {
  for (const Extent& extent : touched_between(window_file, from, to))
    for (std::uint64_t at = extent.begin; at < extent.end;) {
      const std::uint64_t end = std::min(extent.end, (at / page + 1) * page);
      visit(at, end - at);
      at = end;
    }
}

} // namespace

std::vector<Extent> touched_pages(int window_file) {
  return touched_between(window_file, 0, exec::DeviceMemory::window_bytes);
}

std::optional<ContentsHash> MemoryState::contents() {
  if (hash_) return hash_;
  const std::vector<Extent> extents = touched_pages(file_);
  std::uint64_t bytes = 0;
  for (const Extent& extent : extents) bytes += extent.end - extent.begin;
  if (bytes > most_hashed) return std::nullopt;
  exec::DeviceMemory::Impl& impl = memory_->impl();
  Hasher hasher;
  // A page that was only read is there and holds zeros, as one that is not: neither counts.
  for (const Extent& extent : extents)
    for (std::uint64_t at = extent.begin; at < extent.end; at += page) {
      if (all_zero(impl.global + at, page)) continue;
      hasher.number(at);
      hasher.bytes(impl.global + at, page);
    }
  hasher.bytes(impl.constant.data(), impl.constant.size());
  // A launch may fault on another list of buffers.
  for (const exec::Allocation& piece : impl.allocations)
    hasher.number(piece.offset), hasher.number(piece.bytes);
  hash_ = hasher.result();
  return hash_;
}

std::optional<MemoryState::Held> MemoryState::held_at(std::uint32_t offset) {
  const exec::Allocation* buffer = memory_->find(Space::Global, offset);
  if (buffer == nullptr || buffer->offset != offset) return std::nullopt;
  const std::uint64_t version = version_of(offset);
  auto& [known_version, held] = held_[offset];
  if (known_version == version && version != 0 && held.bytes == buffer->bytes) return held;
  const exec::DeviceMemory::Impl& impl = memory_->impl();
  Hasher hasher;
  each_page(file_, offset, offset + buffer->bytes, [&](std::uint64_t at, std::uint64_t bytes) {
    if (all_zero(impl.global + at, bytes)) return;
    hasher.number(at);
    hasher.bytes(impl.global + at, bytes);
  });
  known_version = version;
  held = {offset, buffer->bytes, hasher.result()};
  return held;
}

const ContentsHash& MemoryState::constants() {
  if (!constants_ || constants_->first != constant_version_) {
    Hasher hasher;
    const std::vector<std::uint8_t>& bytes = memory_->impl().constant;
    hasher.bytes(bytes.data(), bytes.size());
    constants_.emplace(constant_version_, hasher.result());
  }
  return constants_->second;
}

bool MemoryState::is_found(const Outcome& outcome) {
  return outcome.constants == constants() &&
         std::all_of(outcome.found.begin(), outcome.found.end(),
                     [&](const Held& held) { return held_at(held.offset) == held; });
}

void MemoryState::begin_attempt(const Known& known) {
  Attempt attempt;
  std::uint64_t read = 0, copied = 0;
  for (const exec::TouchedBuffer& buffer : known.touched)
    if (const exec::Allocation* there = memory_->find(Space::Global, buffer.offset)) {
      read += there->bytes;
      if (buffer.written) copied += there->bytes;
    }
  if (read > most_hashed || copied > most_copied || kept_ >= most_kept) return;
  const exec::DeviceMemory::Impl& impl = memory_->impl();
  attempt.constants = constants();
  for (const exec::TouchedBuffer& buffer : known.touched) {
    const std::optional<Held> held = held_at(buffer.offset);
    if (!held) return;
    attempt.found.push_back(*held);
    if (!buffer.written) continue;
    std::vector<std::uint8_t>& copy = attempt.written[buffer.offset];
    copy.resize(held->bytes);
    each_page(file_, buffer.offset, buffer.offset + held->bytes, [&](std::uint64_t at, std::uint64_t bytes) {
      std::memcpy(copy.data() + (at - buffer.offset), impl.global + at, bytes);
    });
  }
  attempt_ = std::move(attempt);
}

/// To be called when the versions of what the launch wrote are new.
void MemoryState::keep_outcome(Known& known, std::uint32_t number,
                               const std::vector<exec::TouchedBuffer>& touched) {
  const exec::DeviceMemory::Impl& impl = memory_->impl();
  Outcome outcome{number, std::move(attempt_->found), attempt_->constants, {}, {}};
  std::uint64_t bytes_kept = 0;
  for (const exec::TouchedBuffer& buffer : touched) {
    const auto held = std::find_if(outcome.found.begin(), outcome.found.end(),
                                   [&](const Held& h) { return h.offset == buffer.offset; });
    if (held == outcome.found.end()) return; // it went another way than the last time
    if (!buffer.written) continue;
    const auto copy = attempt_->written.find(buffer.offset);
    if (copy == attempt_->written.end()) return;
    each_page(file_, buffer.offset, buffer.offset + held->bytes, [&](std::uint64_t at, std::uint64_t bytes) {
      if (std::memcmp(copy->second.data() + (at - buffer.offset), impl.global + at, bytes) == 0) return;
      outcome.changed.emplace_back(at, std::vector(impl.global + at, impl.global + at + bytes));
      bytes_kept += bytes;
    });
    if (kept_ + bytes_kept > most_kept) return;
    if (const std::optional<Held> after = held_at(buffer.offset))
      outcome.left.emplace_back(*after, version_of(buffer.offset));
  }
  if (known.outcomes.size() >= most_outcomes) {
    for (const auto& [at, bytes] : known.outcomes.front().changed) kept_ -= bytes.size();
    known.outcomes.erase(known.outcomes.begin());
  }
  kept_ += bytes_kept;
  known.outcomes.push_back(std::move(outcome));
}

void MemoryState::restore(const Decision& decision) {
  if (!decision.outcome) return;
  Known& known = known_[decision.known];
  const Outcome& outcome = known.outcomes[*decision.outcome];
  for (const auto& [at, bytes] : outcome.changed)
    std::memcpy(memory_->impl().global + at, bytes.data(), bytes.size());
  for (const auto& [held, version] : outcome.left) {
    versions_[held.offset] = version;
    held_[held.offset] = {version, held};
  }
  if (!outcome.left.empty()) hash_.reset();
  known.attempts = 0;
}

MemoryState::Decision MemoryState::decide(const exec::Launch& launch, bool host_writes) {
  before_.reset();
  attempt_.reset();
  if (keys_.size() >= most_keys) keys_.clear(), known_.clear(), kept_ = 0;
  const auto [entry, added] = keys_.emplace(key_of(launch), known_.size());
  if (added) known_.emplace_back();
  Known& known = known_[entry->second];
  Decision decision{Plan::Execute, 0, entry->second};
  if (known.times == 0) return decision;
  if (known.pure_number != 0 && same_versions(known))
    return {Plan::Repeat, known.pure_number, entry->second, {}};
  if (!host_writes) {
    // A launch that finds other contents each time is looked at the 1st, 2nd, 4th, 8th, … time only.
    if (known.times >> std::min(known.attempts, 31u) == 0) return decision;
    for (std::size_t i = 0; i < known.outcomes.size(); ++i)
      if (is_found(known.outcomes[i])) return {Plan::Repeat, known.outcomes[i].number, entry->second, i};
    ++known.attempts;
    begin_attempt(known);
    return decision;
  }
  hash_.reset();
  // A launch that changed memory each time is compared at the 2nd, 4th, 8th, … time only.
  const bool worth_it = known.unchanged.empty() ? (known.times >> known.compares) != 0 : true;
  if (!worth_it && !hash_) return decision;
  before_ = contents();
  if (!before_) return decision;
  if (const auto found = known.unchanged.find(*before_); found != known.unchanged.end())
    return {Plan::Repeat, found->second, entry->second, {}};
  decision.plan = Plan::ExecuteAndCompare;
  return decision;
}

std::uint64_t MemoryState::version_of(std::uint32_t offset) const {
  const auto found = versions_.find(offset);
  return found == versions_.end() ? 0 : found->second;
}

bool MemoryState::same_versions(const Known& known) const {
  return known.constant_version == constant_version_ &&
         std::all_of(known.versions.begin(), known.versions.end(),
                     [&](const auto& buffer) { return version_of(buffer.first) == buffer.second; });
}

void MemoryState::ended(const Decision& decision, std::uint32_t number, bool clean,
                        const std::vector<exec::TouchedBuffer>& touched, bool host_touches) {
  hash_.reset();
  std::optional<ContentsHash> after;
  if (decision.plan == Plan::ExecuteAndCompare && before_) after = contents();
  const bool same = after.has_value() && after == before_;
  if (!same)
    for (const exec::TouchedBuffer& buffer : touched)
      if (buffer.written) versions_[buffer.offset] = ++last_version_;
  if (decision.known >= known_.size()) return;
  Known& known = known_[decision.known];
  ++known.times;
  known.touched = touched;
  if (attempt_ && clean && !host_touches) keep_outcome(known, number, touched);
  attempt_.reset();
  known.pure_number = 0;
  const bool pure = std::none_of(touched.begin(), touched.end(),
                                 [](const exec::TouchedBuffer& b) { return b.read && b.written; });
  if (clean && pure && !host_touches) {
    known.pure_number = number;
    known.constant_version = constant_version_;
    known.versions.clear();
    for (const exec::TouchedBuffer& buffer : touched)
      known.versions.emplace_back(buffer.offset, version_of(buffer.offset));
  }
  if (!after) return;
  if (clean && same) {
    if (known.unchanged.size() >= most_contents) known.unchanged.clear();
    known.unchanged.emplace(*after, number);
    known.compares = 0;
  } else if (known.compares < 31) {
    ++known.compares;
  }
}

} // namespace warpscope::whole
