// Finds races between blocks of a cluster.
#include "sim/races/cluster_hazards.h"

#include <algorithm>
#include <cstring>

namespace warpscope::races {

ClusterHazards::ClusterHazards(const HazardOptions& options, HazardList& found)
    : grid_(options.grid), size_(options.cluster), sites_(options.sites), found_(found) {}

std::uint64_t first_of_cluster(const Dim3& grid, const Dim3& size, std::uint64_t block) {
  const std::uint64_t x = block % grid.x / size.x * size.x, y = block / grid.x % grid.y / size.y * size.y,
                      z = block / grid.x / grid.y / size.z * size.z;
  return x + grid.x * (y + grid.y * z);
}

std::uint32_t ClusterHazards::rank(std::uint64_t block) const {
  const std::uint64_t x = block % grid_.x % size_.x, y = block / grid_.x % grid_.y % size_.y,
                      z = block / grid_.x / grid_.y % size_.z;
  return static_cast<std::uint32_t>(x + size_.x * (y + size_.y * z));
}

std::uint64_t ClusterHazards::block_of(const Cluster& cluster, std::uint32_t rank) const {
  const std::uint64_t x = rank % size_.x, y = rank / size_.x % size_.y, z = rank / size_.x / size_.y;
  return cluster.first + x + grid_.x * (y + grid_.y * z);
}

std::uint64_t ClusterHazards::owner(std::uint64_t block, std::uint32_t offset) const {
  Cluster here;
  here.first = first_of(block);
  return block_of(here, rank_of(offset));
}

ClusterHazards::Cluster& ClusterHazards::of(std::uint64_t block) {
  const std::uint64_t first = first_of(block);
  std::unique_ptr<Cluster>& at = clusters_[first];
  if (at == nullptr) {
    at = std::make_unique<Cluster>();
    at->first = first;
    const std::size_t agents = size_.count() * (most_warps + 1);
    at->clocks.assign(agents, Clock());
  }
  return *at;
}

void ClusterHazards::join(Clock& to, const Clock& from) {
  if (to.size() < from.size()) to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = std::max(to[i], from[i]);
}

void ClusterHazards::release(Cluster& cluster, std::uint32_t agent, Clock& to) {
  Clock& own = cluster.clocks[agent];
  if (own.size() <= agent) own.resize(agent + 1);
  ++own[agent];
  join(to, own);
}

void ClusterHazards::barrier(std::uint64_t block) {
  Cluster& cluster = of(block);
  Clock all;
  const std::uint32_t first = agent_of(block, 0);
  for (std::uint32_t warp = 0; warp < most_warps; ++warp) release(cluster, first + warp, all);
  for (std::uint32_t warp = 0; warp < most_warps; ++warp) join(cluster.clocks[first + warp], all);
}

void ClusterHazards::order(const trace::OrderEvent& event) {
  Cluster& cluster = of(event.block);
  const std::uint32_t agent = agent_of(event.block, event.warp);
  const auto object = [&]() -> Clock& {
    const std::uint64_t owner = event.object_block == ~std::uint64_t{0} ? event.block : event.object_block;
    return cluster.objects[{rank(owner), event.object, event.phase}];
  };
  switch (event.kind) {
  case trace::OrderKind::ClusterArrive: return release(cluster, agent, cluster.phases[event.phase]);
  case trace::OrderKind::ClusterWait: return join(cluster.clocks[agent], cluster.phases[event.phase]);
  case trace::OrderKind::ObjectArrive: return release(cluster, agent, object());
  case trace::OrderKind::ObjectWait: return join(cluster.clocks[agent], object());
  case trace::OrderKind::CopyBegin: // what the thread knows happens before what it has copied
    return release(cluster, agent, cluster.clocks[copies_of(event.block)]);
  case trace::OrderKind::ObjectCopies: return release(cluster, copies_of(event.block), object());
  case trace::OrderKind::CopyWaitOldest:
  case trace::OrderKind::CopyWaitPrior:
    return release(cluster, copies_of(event.block), cluster.clocks[agent]);
  default: return;
  }
}

void ClusterHazards::end(std::uint64_t block) {
  Cluster& cluster = of(block);
  cluster.ended[block] = true;
  if (cluster.ended.size() == size_.count()) clusters_.erase(cluster.first);
}

void ClusterHazards::touch(Cluster& cluster, std::uint32_t owner, std::uint32_t word, const Seen& now) {
  std::vector<Seen>& all = cluster.words[std::uint64_t{owner} << 32 | word];
  const std::uint32_t copies = static_cast<std::uint32_t>(size_.count()) * most_warps;
  const auto rank_of_agent = [&](std::uint32_t agent) {
    return agent < copies ? agent / most_warps : agent - copies;
  };
  const std::uint32_t mine = rank_of_agent(now.agent);
  const Clock& known = cluster.clocks[now.agent];
  Seen* same = nullptr;
  for (Seen& old : all) {
    if (old.agent == now.agent && old.place == now.place) same = &old;
    const std::uint32_t other = rank_of_agent(old.agent);
    if (other == mine || (old.place.bytes & now.place.bytes) == 0 ||
        !conflict(old.place.does, now.place.does))
      continue;
    if (old.agent < known.size() && known[old.agent] > old.time) continue;
    // As within a block, what writes comes first.
    const bool old_first = !only_reads(old.place.does) || only_reads(now.place.does);
    const Seen &first = old_first ? old : now, &second = old_first ? now : old;
    const auto side = [&](const Seen& seen) {
      const std::uint32_t warp = seen.agent < copies ? seen.agent % most_warps : 0;
      HazardSide made{seen.place.site, warp * warp_size + seen.lane, 0, 0};
      if (seen.known_value) made.value = seen.value, made.value_bytes = seen.place.bytes;
      return made;
    };
    Hazard hazard;
    hazard.kind = kind_of(first.place.does, second.place.does);
    hazard.space = Space::Cluster;
    hazard.first = side(first);
    hazard.second = side(second);
    hazard.block = block_of(cluster, rank_of_agent(first.agent));
    hazard.second_block = block_of(cluster, rank_of_agent(second.agent));
    hazard.offset = cluster_address(owner, word * word_bytes);
    hazard.count = 1;
    found_.add(hazard);
  }
  if (same != nullptr) {
    *same = now;
    return;
  }
  if (cluster.kept >= most_kept) return;
  ++cluster.kept;
  all.push_back(now);
}

void ClusterHazards::access(const trace::AccessEvent& event, bool copies) {
  const bool remote = event.space == Space::Cluster;
  if (!remote && event.space != Space::Shared) return;
  Cluster& cluster = of(event.block);
  const std::uint32_t agent = copies ? copies_of(event.block) : agent_of(event.block, event.warp);
  Clock& own = cluster.clocks[agent];
  if (own.size() <= agent) own.resize(agent + 1);
  WordAccesses::Entry part;
  const Does does = does_of(event, sites_);
  const bool is_volatile = event.site < sites_.size() && sites_[event.site].is_volatile;
  for (std::uint32_t rest = event.access.mask; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = lowest(rest), offset = event.access.offset[lane];
    const std::uint32_t owner = remote ? rank_of(offset) : rank(event.block),
                        at = remote ? offset_in_block(offset) : offset;
    for (std::uint32_t begin = at; begin < at + event.access.width;) {
      const std::uint32_t in_word = begin % word_bytes,
                          bytes = std::min(word_bytes - in_word, at + event.access.width - begin);
      Seen now;
      now.place = {event.site, does, static_cast<std::uint8_t>(((1u << bytes) - 1u) << in_word)};
      now.agent = agent;
      now.lane = lane;
      if (event.values != nullptr) {
        now.known_value = true;
        std::memcpy(reinterpret_cast<std::uint8_t*>(&now.value) + in_word,
                    event.values + std::size_t{lane} * event.access.width + (begin - at), bytes);
      }
      const std::uint32_t word = begin / word_bytes;
      if (is_atomic(does) || is_volatile) { // a flag: who reads it knows what those knew who wrote it
        Clock& flag = cluster.flags[{owner, word}];
        join(own, flag);
        if (!only_reads(does)) release(cluster, agent, flag);
      }
      now.time = own[agent];
      if (!is_volatile) touch(cluster, owner, word, now);
      begin += bytes;
    }
  }
}

} // namespace warpscope::races
