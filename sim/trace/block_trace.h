// Records every event of one block in columns, addressable by number, so that stepping recomputes nothing.
#pragma once

#include "sim/trace/event.h"
#include "sim/trace/value_log.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warpscope::trace {

enum class StepKind : std::uint8_t { Access, BarrierArrive, BarrierRelease };

/// Maps an event's number to what happened. Addresses are stored as the first active lane's offset and a
/// shape, the lanes' offsets relative to it; equal shapes are stored once, so a loop of a million regular
/// accesses costs some 20 bytes each.
class BlockTrace final : public TraceSink {
 public:
  struct Event {
    StepKind kind = StepKind::Access;
    Space space = Space::None;
    AccessKind access_kind = AccessKind::Load;
    bool returns = false;
    std::uint32_t warp = 0;
    std::uint32_t site_or_pc = 0; ///< accesses: the site; barriers: the pc
    std::uint32_t mask = 0;
  };

  /// An operation of an asynchronous copy: it lies between the events `before - 1` and `before`.
  struct CopyOrder {
    std::size_t before = 0;
    OrderEvent order; ///< neither a fence nor an arrival
  };

  /// Recording stops (truncated() becomes true) at this many events or bytes; the executor continues.
  explicit BlockTrace(std::uint64_t block, std::size_t max_events = 2'000'000,
                      std::size_t max_bytes = 160u << 20);
  /// Keeps the variables' values, too, and what every access moved. Call it before the first event.
  void keep_values() { log_.emplace(); }
  [[nodiscard]] bool keeps_values() const { return log_.has_value(); }
  [[nodiscard]] const ValueLog* values() const { return log_ ? &*log_ : nullptr; }

  void on_access(const AccessEvent& event) override;
  void on_barrier(const BarrierEvent& event) override;
  void on_order(const OrderEvent& event) override;
  bool wants_values(std::uint64_t block) override { return block == block_ && log_.has_value(); }
  void on_value(const ValueEvent& event) override;

  [[nodiscard]] std::uint64_t block() const { return block_; }
  [[nodiscard]] std::size_t size() const { return events_.size(); }
  [[nodiscard]] bool truncated() const { return truncated_; }
  [[nodiscard]] const Event& event(std::size_t index) const { return events_[index]; }
  /// Calls, commits and waits of asynchronous copies, in execution order; at most as many as events.
  [[nodiscard]] std::span<const CopyOrder> copy_orders() const { return copy_orders_; }
  /// Returns what a store to shared memory wrote: access.width bytes for each active lane, the lowest first.
  /// nullptr when it was not recorded (no such store, or more than max_value_bytes came before).
  [[nodiscard]] const std::uint8_t* stored(std::size_t index) const;
  static constexpr std::size_t max_value_bytes = 32u << 20;
  /// As stored(), of any access: what was loaded, written, or (atomics) was there before. nullptr when it was
  /// not recorded, for which keep_values() has to be called.
  [[nodiscard]] const std::uint8_t* moved(std::size_t index) const;
  /// Reassembles the access's addresses. event(index).kind must be Access.
  [[nodiscard]] WarpAccess access(std::size_t index) const;
  [[nodiscard]] std::size_t bytes() const; ///< memory in use
  [[nodiscard]] std::size_t shape_count() const { return shapes_.size(); }

 private:
  struct Shape {
    std::uint32_t width = 0;
    std::uint32_t mask = 0;
    AtomicForm form = AtomicForm::Turns;
    bool copies = false;
    bool bulk = false;
    std::array<std::uint32_t, warp_size> relative{};
    /// WarpAccess::other_side when `copies`, its `round` of a loop; else, and of inactive lanes, zeros.
    std::array<std::uint8_t, warp_size> by_lane{};
    bool operator==(const Shape&) const = default;
  };
  struct Place {
    std::uint32_t base = 0;
    std::uint32_t shape = 0;
    std::uint32_t values = no_values; ///< position in values_
  };
  static constexpr std::uint32_t no_values = ~std::uint32_t{0};
  bool room_for_one();
  std::uint32_t keep_moved(const AccessEvent& event);
  static std::size_t hash(const Shape& shape);
  [[nodiscard]] std::size_t free_bucket(const Shape& shape) const;
  std::uint32_t intern(const Shape& shape);

  std::uint64_t block_;
  std::size_t max_events_;
  std::size_t max_bytes_;
  bool truncated_ = false;
  std::vector<Event> events_;
  std::vector<Place> places_; ///< one for each event; unused for barriers
  std::vector<Shape> shapes_;
  std::vector<CopyOrder> copy_orders_;
  std::vector<std::uint8_t> values_; ///< of stores to shared memory; active lanes only
  std::optional<ValueLog> log_;
  std::vector<std::uint32_t> buckets_; ///< a hash table with open addressing over shapes_
};

} // namespace warpscope::trace
