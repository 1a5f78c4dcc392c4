// List scheduling by the longest chain.
#include "sim/multiprocessor/schedule.h"

#include <algorithm>
#include <queue>
#include <utility>

namespace warpscope::multiprocessor {

std::vector<std::uint32_t> schedule(std::span<const Operation> operations,
                                    std::span<const Dependency> dependencies) {
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
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> outside; // of the window
  std::vector<bool> done(count);
  std::uint32_t oldest = 0;
  const auto offer = [&](std::uint32_t i) {
    if (operations[i].early || i < oldest + window) ready.push(i);
    else outside.push(i);
  };
  for (std::uint32_t i = 0; i < count; ++i)
    if (waits[i] == 0) offer(i);
  std::vector<std::uint32_t> order;
  order.reserve(count);
  for (std::uint64_t cycle = 0; order.size() < count;) {
    while (oldest < count && done[oldest]) ++oldest;
    for (; !outside.empty() && outside.top() < oldest + window; outside.pop()) ready.push(outside.top());
    while (!later.empty() && (later.top().first <= cycle || ready.empty())) {
      cycle = std::max(cycle, later.top().first);
      offer(later.top().second);
      later.pop();
    }
    const std::uint32_t next = ready.top();
    ready.pop();
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
