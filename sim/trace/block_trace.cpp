// Stores events, shapes and stored values, and puts accesses together again.
#include "sim/trace/block_trace.h"

#include <bit>
#include <cassert>

namespace warpscope::trace {
namespace {

constexpr std::uint32_t no_shape = ~std::uint32_t{0};
constexpr std::size_t many_value_bytes = 1u << 20;
constexpr std::size_t first_buckets = 1024; // a power of two, as are all later counts

} // namespace

BlockTrace::BlockTrace(std::uint64_t block, std::size_t max_events, std::size_t max_bytes)
    : block_(block), max_events_(max_events), max_bytes_(max_bytes), buckets_(first_buckets, no_shape) {}

std::size_t BlockTrace::bytes() const {
  return events_.capacity() * sizeof(Event) + places_.capacity() * sizeof(Place) +
         shapes_.capacity() * sizeof(Shape) + buckets_.capacity() * sizeof(std::uint32_t) +
         values_.capacity() + copy_orders_.capacity() * sizeof(CopyOrder);
}

bool BlockTrace::room_for_one() {
  if (truncated_) return false;
  // A full vector doubles its capacity: what counts is the memory it would then hold.
  std::size_t growth = 0;
  if (events_.size() == events_.capacity()) growth += events_.capacity() * sizeof(Event);
  if (places_.size() == places_.capacity()) growth += places_.capacity() * sizeof(Place);
  if (shapes_.size() == shapes_.capacity()) growth += shapes_.capacity() * sizeof(Shape);
  if (events_.size() >= max_events_ || bytes() + growth > max_bytes_) truncated_ = true;
  return !truncated_;
}

void BlockTrace::on_access(const AccessEvent& event) {
  if (event.block != block_ || !room_for_one()) return;
  Shape shape;
  shape.width = event.access.width;
  shape.mask = event.access.mask;
  const std::uint32_t mask = event.access.mask; // 0: what a bulk copy moves for no lane
  const std::uint32_t base = mask == 0
                                 ? 0
                                 : event.access.offset[static_cast<std::size_t>(std::countr_zero(mask))];
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    const bool active = ((event.access.mask >> lane) & 1) != 0;
    shape.relative[lane] = active ? event.access.offset[lane] - base : 0; // wraps, and access() wraps it back
  }
  shape.form = event.access.form;
  shape.copies = event.access.copies;
  shape.bulk = event.access.bulk;
  const bool loops = has_rounds(shape.form);
  for (std::uint32_t lane = 0; lane < warp_size && (shape.copies || loops); ++lane)
    if (((event.access.mask >> lane) & 1) != 0)
      shape.by_lane[lane] = loops ? event.access.round[lane] : event.access.other_side[lane];
  places_.push_back({base, intern(shape), keep_moved(event)});
  events_.push_back(
      {StepKind::Access, event.space, event.kind, event.returns, event.warp, event.site, shape.mask});
}

std::uint32_t BlockTrace::keep_moved(const AccessEvent& event) {
  const bool shared_store = event.space == Space::Shared && event.kind == AccessKind::Store;
  if (event.values == nullptr || (!shared_store && !log_)) return no_values;
  // The rest of the room is that of stores to shared memory, which more than values needs.
  if (!shared_store && values_.size() > max_value_bytes / 2) return no_values;
  const std::size_t width = event.access.width,
                    lanes = static_cast<std::size_t>(std::popcount(event.access.mask));
  if (values_.size() + width * lanes > max_value_bytes) return no_values;
  const auto at = static_cast<std::uint32_t>(values_.size());
  if (at > many_value_bytes) values_.reserve(max_value_bytes); // what is never touched costs nothing
  if (lanes == warp_size) {
    values_.insert(values_.end(), event.values, event.values + width * lanes);
    return at;
  }
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if (((event.access.mask >> lane) & 1) == 0) continue;
    const std::uint8_t* from = event.values + lane * width;
    values_.insert(values_.end(), from, from + width);
  }
  return at;
}

void BlockTrace::on_value(const ValueEvent& event) {
  if (log_ && event.block == block_ && !truncated_)
    log_->add(event, static_cast<std::uint32_t>(events_.size()));
}

const std::uint8_t* BlockTrace::stored(std::size_t index) const {
  const Event& event = events_[index];
  return event.space == Space::Shared && event.access_kind == AccessKind::Store ? moved(index) : nullptr;
}

const std::uint8_t* BlockTrace::moved(std::size_t index) const {
  const std::uint32_t at = places_[index].values;
  return at == no_values ? nullptr : values_.data() + at;
}

void BlockTrace::on_barrier(const BarrierEvent& event) {
  if (event.block != block_ || !room_for_one()) return;
  places_.push_back({});
  events_.push_back({event.phase == BarrierPhase::Arrive ? StepKind::BarrierArrive : StepKind::BarrierRelease,
                     Space::None, AccessKind::Load, false, event.warp, event.pc, event.mask});
}

void BlockTrace::on_order(const OrderEvent& event) {
  const bool of_copies = event.kind != OrderKind::FenceBlock && event.kind != OrderKind::FenceDevice &&
                         event.kind != OrderKind::ObjectArrive && event.kind < OrderKind::ClusterArrive;
  if (event.block != block_ || truncated_ || !of_copies) return;
  const std::size_t growth = copy_orders_.size() == copy_orders_.capacity()
                                 ? copy_orders_.capacity() * sizeof(CopyOrder)
                                 : 0;
  if (copy_orders_.size() >= max_events_ || bytes() + growth > max_bytes_) truncated_ = true;
  else copy_orders_.push_back({events_.size(), event});
}

WarpAccess BlockTrace::access(std::size_t index) const {
  assert(index < events_.size() && events_[index].kind == StepKind::Access);
  const Place& place = places_[index];
  const Shape& shape = shapes_[place.shape];
  WarpAccess access;
  access.width = shape.width;
  access.mask = shape.mask;
  access.form = shape.form;
  access.copies = shape.copies;
  access.bulk = shape.bulk;
  (has_rounds(shape.form) ? access.round : access.other_side) = shape.by_lane;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if (((shape.mask >> lane) & 1) != 0) access.offset[lane] = place.base + shape.relative[lane];
  }
  return access;
}

std::size_t BlockTrace::hash(const Shape& shape) {
  std::uint64_t value = (std::uint64_t{shape.width} << 32) | shape.mask;
  for (const std::uint32_t relative : shape.relative) {
    // Odd and near 2^64 / golden ratio: spreads small differences.
    value = (value ^ relative) * 0x9e3779b97f4a7c15u;
    value ^= value >> 29;
  }
  return static_cast<std::size_t>(value);
}

std::uint32_t BlockTrace::intern(const Shape& shape) {
  if ((shapes_.size() + 1) * 2 > buckets_.size()) {
    buckets_.assign(buckets_.size() * 2, no_shape);
    for (std::uint32_t i = 0; i < shapes_.size(); ++i) buckets_[free_bucket(shapes_[i])] = i;
  }
  const std::size_t bucket = free_bucket(shape);
  if (buckets_[bucket] == no_shape) {
    buckets_[bucket] = static_cast<std::uint32_t>(shapes_.size());
    shapes_.push_back(shape);
  }
  return buckets_[bucket];
}

/// Returns the bucket of an equal shape, or the empty bucket where the shape belongs.
std::size_t BlockTrace::free_bucket(const Shape& shape) const {
  const std::size_t last = buckets_.size() - 1;
  std::size_t bucket = hash(shape) & last;
  while (buckets_[bucket] != no_shape && !(shapes_[buckets_[bucket]] == shape)) bucket = (bucket + 1) & last;
  return bucket;
}

} // namespace warpscope::trace
