// A CUDA graph: operations and which of them follow which.
#pragma once

#include "guest/runtime/operations.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace warpscope::guest {

struct GraphNode {
  Operation operation;
  std::vector<std::size_t> after; ///< nodes that come first, by index
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  bool removed = false;
  bool enabled = true;
  std::unique_ptr<CUgraphNode_st> handle;
};

struct Graph {
  std::vector<GraphNode> nodes;

  std::size_t add(Operation operation, std::vector<std::size_t> after);
  /// Every node after those that it follows, in the order in which they were added where it is free; empty
  /// when they go in a circle.
  [[nodiscard]] std::vector<std::size_t> order() const;
  [[nodiscard]] std::shared_ptr<Graph> copy() const;
};

} // namespace warpscope::guest

/// What a node's handle points to: the graph and the index in it.
struct CUgraphNode_st {
  warpscope::guest::Graph* graph = nullptr;
  std::size_t index = 0;
};
