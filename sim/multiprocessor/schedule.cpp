// List scheduling by the longest chain.
#include "sim/multiprocessor/schedule.h"

#include <algorithm>
#include <optional>
#include <queue>
#include <utility>

namespace warpscope::multiprocessor {

namespace {

/// Which results of loads are in registers while operations are issued.
class LoadRegisters {
 public:
  LoadRegisters(std::span<const Operation> operations, std::span<const Dependency> dependencies)
      : operations_(operations), dependencies_(dependencies), readers_(operations.size()) {
    for (const Dependency& dependency : dependencies)
      if (dependency.result && operations[dependency.on].early) ++readers_[dependency.on];
  }
  /// Those that `operation` takes; 0: it is no load, or nothing in the stretch reads its result.
  [[nodiscard]] std::uint32_t of(std::uint32_t operation) const {
    return readers_[operation] != 0 ? operations_[operation].registers : 0;
  }
  [[nodiscard]] std::uint32_t taken() const { return taken_; }
  /// Returns true when that frees some.
  bool issue(std::uint32_t operation) {
    taken_ += of(operation);
    bool frees = false;
    const Operation& issued = operations_[operation];
    for (const Dependency& dependency : dependencies_.subspan(issued.first, issued.count))
      if (dependency.result && readers_[dependency.on] != 0 && --readers_[dependency.on] == 0) {
        taken_ -= operations_[dependency.on].registers;
        frees = true;
      }
    return frees;
  }

 private:
  std::span<const Operation> operations_;
  std::span<const Dependency> dependencies_;
  std::vector<std::uint32_t> readers_; ///< of each load's result, that have not been issued
  std::uint32_t taken_ = 0;
};

} // namespace

std::vector<std::uint32_t> schedule(std::span<const Operation> operations,
                                    std::span<const Dependency> dependencies, std::uint32_t room) {
  const std::size_t count = operations.size();
  std::vector<std::uint64_t> chain(count), earliest(count, 0);
  std::vector<std::uint32_t> waits(count, 0), first_user(count + 1, 0);
  for (std::size_t i = count; i-- > 0;) {
    const Operation& operation = operations[i];
    chain[i] += std::max(operation.slots, operation.latency);
    for (const Dependency& dependency : dependencies.subspan(operation.first, operation.count)) {
      std::uint64_t& before = chain[dependency.on];
      before = std::max(before, dependency.result ? chain[i] : chain[i] - operation.latency);
      ++first_user[dependency.on + 1];
      ++waits[i];
    }
  }
  for (std::size_t i = 0; i < count; ++i) first_user[i + 1] += first_user[i];
  std::vector<std::pair<std::uint32_t, bool>> users(dependencies.size());
  std::vector<std::uint32_t> filled(first_user.begin(), first_user.end());
  for (std::uint32_t i = 0; i < count; ++i)
    for (const Dependency& dependency : dependencies.subspan(operations[i].first, operations[i].count))
      users[filled[dependency.on]++] = {i, dependency.result};

  using Later = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Later, std::vector<Later>, std::greater<>> later; // by the cycle in which it can go
  const auto after = [&](std::uint32_t a, std::uint32_t b) {
    return chain[a] != chain[b] ? chain[a] < chain[b] : a > b;
  };
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, decltype(after)> ready(after);
  using Waiting = std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>>;
  Waiting outside; // of the window
  Waiting held;    // loads without a register
  LoadRegisters registers(operations, dependencies);
  std::vector<bool> done(count);
  std::uint32_t oldest = 0;
  const auto offer = [&](std::uint32_t i) {
    if (operations[i].early || i < oldest + window) ready.push(i);
    else outside.push(i);
  };
  /// The next that can go, of those that are ready; nullopt: all of them wait for a register.
  const auto choose = [&]() -> std::optional<std::uint32_t> {
    while (!ready.empty()) {
      const std::uint32_t next = ready.top();
      ready.pop();
      const std::uint32_t needs = registers.of(next), taken = registers.taken();
      if (needs == 0 || taken == 0 || taken + needs <= room) return next;
      held.push(next);
    }
    return std::nullopt;
  };
  for (std::uint32_t i = 0; i < count; ++i)
    if (waits[i] == 0) offer(i);
  std::vector<std::uint32_t> order;
  order.reserve(count);
  for (std::uint64_t cycle = 0; order.size() < count;) {
    while (oldest < count && done[oldest]) ++oldest;
    for (; !outside.empty() && outside.top() < oldest + window; outside.pop()) ready.push(outside.top());
    const auto arrive = [&] {
      cycle = std::max(cycle, later.top().first);
      offer(later.top().second);
      later.pop();
    };
    while (!later.empty() && later.top().first <= cycle) arrive();
    std::optional<std::uint32_t> chosen = choose();
    for (; !chosen && !later.empty(); chosen = choose()) arrive();
    if (!chosen) { // what has a register needs what has none
      chosen = held.top();
      held.pop();
    }
    const std::uint32_t next = *chosen;
    if (registers.issue(next))
      for (; !held.empty(); held.pop()) ready.push(held.top());
    order.push_back(next);
    done[next] = true;
    const std::uint64_t issued = cycle;
    cycle += operations[next].slots;
    for (std::uint32_t at = first_user[next]; at < first_user[next + 1]; ++at) {
      const auto& [user, needs] = users[at];
      earliest[user] = std::max(earliest[user],
                                issued + (needs ? std::max(operations[next].latency, operations[next].slots)
                                                : operations[next].slots));
      if (--waits[user] == 0) later.push({earliest[user], user});
    }
  }
  return order;
}

} // namespace warpscope::multiprocessor
