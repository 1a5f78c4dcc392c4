// Keeps and orders the nodes of a graph.
#include "guest/runtime/graph.h"

#include <algorithm>
#include <type_traits>

namespace warpscope::guest {
namespace {

cudaGraphNodeType type_of(const Operation& operation) {
  constexpr cudaGraphNodeType types[] = {cudaGraphNodeTypeEmpty,       cudaGraphNodeTypeKernel,
                                         cudaGraphNodeTypeMemcpy,      cudaGraphNodeTypeHost,
                                         cudaGraphNodeTypeEventRecord, cudaGraphNodeTypeWaitEvent,
                                         cudaGraphNodeTypeMemFree,     cudaGraphNodeTypeGraph};
  static_assert(std::size(types) == std::variant_size_v<Operation>);
  if (const auto* copy = std::get_if<CopyOperation>(&operation); copy != nullptr && !copy->pattern.empty())
    return cudaGraphNodeTypeMemset;
  return types[operation.index()];
}

} // namespace

std::size_t Graph::add(Operation operation, std::vector<std::size_t> after) {
  GraphNode node;
  node.type = type_of(operation);
  node.operation = std::move(operation);
  node.after = std::move(after);
  node.handle = std::make_unique<CUgraphNode_st>(CUgraphNode_st{this, nodes.size()});
  nodes.push_back(std::move(node));
  return nodes.size() - 1;
}

std::vector<std::size_t> Graph::order() const {
  std::vector<std::size_t> sorted;
  std::vector<bool> done(nodes.size());
  std::size_t wanted = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    done[i] = nodes[i].removed;
    wanted += nodes[i].removed ? 0 : 1;
  }
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (done[i] || !std::all_of(nodes[i].after.begin(), nodes[i].after.end(),
                                  [&](std::size_t before) { return done[before]; }))
        continue;
      sorted.push_back(i);
      done[i] = moved = true;
    }
  }
  if (sorted.size() != wanted) sorted.clear();
  return sorted;
}

std::shared_ptr<Graph> Graph::copy() const {
  auto twin = std::make_shared<Graph>();
  for (const GraphNode& node : nodes) {
    const std::size_t index = twin->add(node.operation, node.after);
    twin->nodes[index].type = node.type;
    twin->nodes[index].removed = node.removed;
    twin->nodes[index].enabled = node.enabled;
  }
  return twin;
}

} // namespace warpscope::guest
