// Stream capture, and graphs: built by hand or captured, instantiated, changed, launched.
#include "guest/runtime/graph.h"
#include "guest/runtime/runtime.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

/// What handles of graphs point to.
struct CUgraph_st {
  std::shared_ptr<warpscope::guest::Graph> graph;
};
struct CUgraphExec_st {
  std::shared_ptr<warpscope::guest::Graph> graph; ///< its own copy
};

using namespace warpscope::guest;

namespace {

std::unordered_map<const void*, std::unique_ptr<CUgraph_st>>& graphs() {
  static auto& all = *new std::unordered_map<const void*, std::unique_ptr<CUgraph_st>>;
  return all;
}
std::unordered_map<const void*, std::unique_ptr<CUgraphExec_st>>& executables() {
  static auto& all = *new std::unordered_map<const void*, std::unique_ptr<CUgraphExec_st>>;
  return all;
}

Graph* graph_of(cudaGraph_t handle) {
  const auto found = graphs().find(handle);
  return found == graphs().end() ? nullptr : found->second->graph.get();
}
Graph* graph_of(cudaGraphExec_t handle) {
  const auto found = executables().find(handle);
  return found == executables().end() ? nullptr : found->second->graph.get();
}
cudaGraph_t handle_of(std::shared_ptr<Graph> graph) {
  auto made = std::make_unique<CUgraph_st>(CUgraph_st{std::move(graph)});
  const cudaGraph_t handle = made.get();
  graphs()[handle] = std::move(made);
  return handle;
}

/// Whether the handle is a node of a graph that lives, or of one that is captured.
GraphNode* node_of(cudaGraphNode_t handle) {
  if (handle == nullptr || handle->graph == nullptr || handle->index >= handle->graph->nodes.size())
    return nullptr;
  GraphNode& node = handle->graph->nodes[handle->index];
  return node.handle.get() == handle && !node.removed ? &node : nullptr;
}
/// The node of an executable graph that a node of its original became.
GraphNode* node_of(cudaGraphExec_t exec, cudaGraphNode_t handle) {
  Graph* const graph = graph_of(exec);
  if (graph == nullptr || node_of(handle) == nullptr || handle->index >= graph->nodes.size()) return nullptr;
  return &graph->nodes[handle->index];
}

cudaError_t add(cudaGraphNode_t* node, cudaGraph_t handle, const cudaGraphNode_t* after, size_t count,
                Operation operation, cudaGraphNodeType type) {
  Graph* const graph = graph_of(handle);
  if (graph == nullptr || node == nullptr || (after == nullptr && count > 0)) return cudaErrorInvalidValue;
  std::vector<std::size_t> before;
  for (size_t i = 0; i < count; ++i) {
    if (node_of(after[i]) == nullptr || after[i]->graph != graph) return cudaErrorInvalidValue;
    before.push_back(after[i]->index);
  }
  const std::size_t index = graph->add(std::move(operation), std::move(before));
  graph->nodes[index].type = type;
  *node = graph->nodes[index].handle.get();
  return cudaSuccess;
}

cudaError_t operation_of(const cudaKernelNodeParams* what, LaunchOperation& launch) {
  if (what == nullptr) return cudaErrorInvalidValue;
  const Kernel* const kernel = runtime().kernel(what->func);
  if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
  launch.function = what->func;
  launch.kernel = kernel->index;
  launch.grid = what->gridDim, launch.block = what->blockDim;
  launch.shared_bytes = what->sharedMemBytes;
  const KernelFacts& facts = *kernel->facts;
  if (what->kernelParams == nullptr && !facts.argument_offsets.empty()) return cudaErrorInvalidValue;
  launch.parameters.resize(facts.parameter_bytes);
  for (std::size_t i = 0; i < facts.argument_offsets.size(); ++i)
    std::memcpy(launch.parameters.data() + facts.argument_offsets[i], what->kernelParams[i],
                facts.argument_sizes[i]);
  return launch_error(launch);
}
cudaError_t operation_of(const cudaMemcpy3DParms* what, CopyOperation& copy) {
  if (what == nullptr) return cudaErrorInvalidValue;
  copy.function = "cudaGraphLaunch";
  copy.asynchronous = true;
  return copy_operation_of(*what, copy);
}
cudaError_t operation_of(const cudaMemsetParams* what, CopyOperation& fill) {
  if (what == nullptr || what->dst == nullptr) return cudaErrorInvalidValue;
  if (what->elementSize != 1 && what->elementSize != 2 && what->elementSize != 4)
    return cudaErrorInvalidValue;
  fill.function = "cudaGraphLaunch";
  fill.asynchronous = true;
  fill.to = reinterpret_cast<std::uint64_t>(what->dst);
  fill.to_pitch = what->pitch;
  fill.row_bytes = what->width * what->elementSize, fill.rows = what->height;
  fill.pattern.resize(what->elementSize);
  std::memcpy(fill.pattern.data(), &what->value, what->elementSize);
  return cudaSuccess;
}
cudaError_t operation_of(const cudaHostNodeParams* what, HostOperation& host) {
  if (what == nullptr || what->fn == nullptr) return cudaErrorInvalidValue;
  host.function = what->fn, host.data = what->userData;
  return cudaSuccess;
}
CopyOperation plain_copy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  CopyOperation copy;
  copy.function = "cudaGraphLaunch";
  copy.asynchronous = true;
  copy.to = reinterpret_cast<std::uint64_t>(to), copy.from = reinterpret_cast<std::uint64_t>(from);
  copy.row_bytes = bytes;
  copy.direction = kind;
  return copy;
}

/// Puts another operation of the same kind in a node's place.
template <class What, class Made> cudaError_t change(GraphNode* node, const What* what, Made made) {
  if (node == nullptr || !std::holds_alternative<Made>(node->operation)) return cudaErrorInvalidValue;
  if (const cudaError_t error = operation_of(what, made); error != cudaSuccess) return error;
  node->operation = std::move(made);
  return cudaSuccess;
}

cudaError_t list(const std::vector<cudaGraphNode_t>& nodes, cudaGraphNode_t* to, size_t* count) {
  if (count == nullptr) return cudaErrorInvalidValue;
  if (to != nullptr) {
    for (size_t i = 0; i < *count; ++i) to[i] = i < nodes.size() ? nodes[i] : nullptr;
    *count = std::min(*count, nodes.size());
  } else {
    *count = nodes.size();
  }
  return cudaSuccess;
}

cudaError_t instantiate(cudaGraphExec_t* exec, cudaGraph_t handle) {
  Graph* const graph = graph_of(handle);
  if (graph == nullptr || exec == nullptr) return cudaErrorInvalidValue;
  const bool empty = std::all_of(graph->nodes.begin(), graph->nodes.end(),
                                 [](const GraphNode& n) { return n.removed; });
  if (!empty && graph->order().empty()) return cudaErrorInvalidValue; // a circle
  auto made = std::make_unique<CUgraphExec_st>(CUgraphExec_st{graph->copy()});
  *exec = made.get();
  executables()[*exec] = std::move(made);
  return cudaSuccess;
}

/// Adds a node that does what the caller's description says.
template <class Operation, class Description>
cudaError_t add_described(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                          size_t count, const Description* what, cudaGraphNodeType type) {
  Operation operation;
  if (const cudaError_t error = operation_of(what, operation); error != cudaSuccess) return error;
  return add(node, graph, after, count, operation, type);
}

} // namespace

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode) {
  WS_CALL(cudaStreamBeginCapture);
  CUstream_st* const stream = runtime().stream(handle);
  if (stream == nullptr) return call.done(cudaErrorInvalidResourceHandle);
  if (stream == &runtime().default_stream) return call.done(cudaErrorStreamCaptureUnsupported);
  if (stream->capture != nullptr) return call.done(cudaErrorIllegalState);
  static unsigned long long id = 0;
  stream->capture = std::make_shared<Graph>();
  stream->last.clear();
  stream->origin = true;
  stream->invalid = false;
  stream->capture_id = ++id;
  return call.done(cudaSuccess);
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* graph) {
  WS_CALL(cudaStreamEndCapture);
  Runtime& r = runtime();
  CUstream_st* const stream = r.stream(handle);
  if (stream == nullptr) return call.done(cudaErrorInvalidResourceHandle);
  if (graph == nullptr) return call.done(cudaErrorInvalidValue);
  *graph = nullptr;
  if (stream->capture == nullptr) return call.done(cudaErrorIllegalState);
  if (!stream->origin) return call.done(cudaErrorStreamCaptureUnmatched);
  const std::shared_ptr<Graph> made = std::move(stream->capture);
  stream->capture = nullptr;
  stream->origin = false;
  // Work of the streams that were joined must have come back to this one.
  bool joined = true;
  for (const auto& [key, other] : r.streams) {
    if (other->capture != made) continue;
    for (const std::size_t last : other->last) {
      std::vector<std::size_t> ways = stream->last;
      bool found = false;
      for (std::size_t i = 0; i < ways.size() && !found; ++i) {
        found = ways[i] == last;
        ways.insert(ways.end(), made->nodes[ways[i]].after.begin(), made->nodes[ways[i]].after.end());
        if (ways.size() > 100000) break;
      }
      joined = joined && found;
    }
    other->capture = nullptr;
    other->last.clear();
  }
  for (const auto& [key, event] : r.events)
    if (event->capture == made) event->capture = nullptr;
  stream->last.clear();
  if (stream->invalid) return call.done(cudaErrorStreamCaptureInvalidated);
  if (!joined) return call.done(cudaErrorStreamCaptureUnjoined);
  *graph = handle_of(made);
  return call.done(cudaSuccess);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle, cudaStreamCaptureStatus* status) {
  WS_CALL(cudaStreamIsCapturing);
  const CUstream_st* const stream = runtime().stream(handle);
  if (stream == nullptr) return call.done(cudaErrorInvalidResourceHandle);
  if (status == nullptr) return call.done(cudaErrorInvalidValue);
  *status = stream->capture == nullptr ? cudaStreamCaptureStatusNone
            : stream->invalid          ? cudaStreamCaptureStatusInvalidated
                                       : cudaStreamCaptureStatusActive;
  return call.done(cudaSuccess);
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** after, const cudaGraphEdgeData** edges,
                                     size_t* count) {
  WS_CALL(cudaStreamGetCaptureInfo);
  CUstream_st* const stream = runtime().stream(handle);
  if (stream == nullptr) return call.done(cudaErrorInvalidResourceHandle);
  if (status == nullptr) return call.done(cudaErrorInvalidValue);
  *status = stream->capture == nullptr ? cudaStreamCaptureStatusNone
            : stream->invalid          ? cudaStreamCaptureStatusInvalidated
                                       : cudaStreamCaptureStatusActive;
  if (id != nullptr) *id = stream->capture_id;
  if (graph != nullptr) *graph = nullptr;
  if (after != nullptr) *after = nullptr;
  if (edges != nullptr) *edges = nullptr;
  if (count != nullptr) *count = 0;
  return call.done(cudaSuccess);
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  WS_CALL(cudaThreadExchangeStreamCaptureMode);
  if (mode == nullptr) return call.done(cudaErrorInvalidValue);
  thread_local cudaStreamCaptureMode current = cudaStreamCaptureModeGlobal;
  std::swap(current, *mode);
  return call.done(cudaSuccess);
}

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags) {
  WS_CALL(cudaGraphCreate);
  if (graph == nullptr || flags != 0) return call.done(cudaErrorInvalidValue);
  *graph = handle_of(std::make_shared<Graph>());
  return call.done(cudaSuccess);
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  WS_CALL(cudaGraphDestroy);
  return call.done(graphs().erase(graph) == 1 ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t original) {
  WS_CALL(cudaGraphClone);
  Graph* const graph = graph_of(original);
  if (graph == nullptr || clone == nullptr) return call.done(cudaErrorInvalidValue);
  *clone = handle_of(graph->copy());
  return call.done(cudaSuccess);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   size_t count, const cudaKernelNodeParams* what) {
  WS_CALL(cudaGraphAddKernelNode);
  return call.done(add_described<LaunchOperation>(node, graph, after, count, what, cudaGraphNodeTypeKernel));
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   size_t count, const cudaMemcpy3DParms* what) {
  WS_CALL(cudaGraphAddMemcpyNode);
  return call.done(add_described<CopyOperation>(node, graph, after, count, what, cudaGraphNodeTypeMemcpy));
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                     size_t count, void* to, const void* from, size_t bytes,
                                     cudaMemcpyKind kind) {
  WS_CALL(cudaGraphAddMemcpyNode1D);
  if (to == nullptr || from == nullptr) return call.done(cudaErrorInvalidValue);
  return call.done(
      add(node, graph, after, count, plain_copy(to, from, bytes, kind), cudaGraphNodeTypeMemcpy));
}
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                           const cudaGraphNode_t* after, size_t count, const void* symbol,
                                           const void* from, size_t bytes, size_t offset,
                                           cudaMemcpyKind kind) {
  void* to = nullptr;
  if (const cudaError_t error = cudaGetSymbolAddress(&to, symbol); error != cudaSuccess) return error;
  return cudaGraphAddMemcpyNode1D(node, graph, after, count, static_cast<char*>(to) + offset, from, bytes,
                                  kind);
}
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* after, size_t count, void* to,
                                             const void* symbol, size_t bytes, size_t offset,
                                             cudaMemcpyKind kind) {
  void* from = nullptr;
  if (const cudaError_t error = cudaGetSymbolAddress(&from, symbol); error != cudaSuccess) return error;
  return cudaGraphAddMemcpyNode1D(node, graph, after, count, to, static_cast<char*>(from) + offset, bytes,
                                  kind);
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   size_t count, const cudaMemsetParams* what) {
  WS_CALL(cudaGraphAddMemsetNode);
  return call.done(add_described<CopyOperation>(node, graph, after, count, what, cudaGraphNodeTypeMemset));
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                 size_t count, const cudaHostNodeParams* what) {
  WS_CALL(cudaGraphAddHostNode);
  return call.done(add_described<HostOperation>(node, graph, after, count, what, cudaGraphNodeTypeHost));
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                       size_t count, cudaGraph_t child) {
  WS_CALL(cudaGraphAddChildGraphNode);
  Graph* const inner = graph_of(child);
  if (inner == nullptr) return call.done(cudaErrorInvalidValue);
  return call.done(add(node, graph, after, count, ChildOperation{inner->copy()}, cudaGraphNodeTypeGraph));
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                  size_t count) {
  WS_CALL(cudaGraphAddEmptyNode);
  return call.done(add(node, graph, after, count, EmptyOperation{}, cudaGraphNodeTypeEmpty));
}
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* after, size_t count, cudaEvent_t event) {
  WS_CALL(cudaGraphAddEventRecordNode);
  return call.done(add(node, graph, after, count, RecordOperation{event}, cudaGraphNodeTypeEventRecord));
}
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                      size_t count, cudaEvent_t event) {
  WS_CALL(cudaGraphAddEventWaitNode);
  return call.done(add(node, graph, after, count, WaitOperation{event}, cudaGraphNodeTypeWaitEvent));
}
// The memory is there as soon as the node is: every launch of the graph uses the same.
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                     size_t count, cudaMemAllocNodeParams* what) {
  WS_CALL(cudaGraphAddMemAllocNode);
  if (what == nullptr || what->bytesize == 0) return call.done(cudaErrorInvalidValue);
  std::uint64_t address = 0;
  if (const cudaError_t error = allocate(call, what->bytesize, MemoryKind::Device, 0, 0, address);
      error != cudaSuccess)
    return call.done(error);
  what->dptr = reinterpret_cast<void*>(address);
  return call.done(add(node, graph, after, count, EmptyOperation{}, cudaGraphNodeTypeMemAlloc));
}
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                    size_t count, void* pointer) {
  WS_CALL(cudaGraphAddMemFreeNode);
  if (pointer == nullptr) return call.done(cudaErrorInvalidValue);
  return call.done(add(node, graph, after, count, EmptyOperation{}, cudaGraphNodeTypeMemFree));
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t handle, cudaKernelNodeParams* what) {
  WS_CALL(cudaGraphKernelNodeGetParams);
  GraphNode* const node = node_of(handle);
  auto* const launch = node != nullptr ? std::get_if<LaunchOperation>(&node->operation) : nullptr;
  if (launch == nullptr || what == nullptr) return call.done(cudaErrorInvalidValue);
  const KernelFacts& facts = runtime().welcome.kernels[launch->kernel];
  // Pointers into the node's own parameters, which live as long as it does.
  static auto& pointers = *new std::unordered_map<const GraphNode*, std::vector<void*>>;
  std::vector<void*>& list = pointers[node];
  list.clear();
  for (const std::uint32_t offset : facts.argument_offsets)
    list.push_back(launch->parameters.data() + offset);
  *what = {const_cast<void*>(launch->function),
           launch->grid,
           launch->block,
           static_cast<unsigned int>(launch->shared_bytes),
           list.data(),
           nullptr};
  return call.done(cudaSuccess);
}
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* what) {
  WS_CALL(cudaGraphKernelNodeSetParams);
  return call.done(change(node_of(node), what, LaunchOperation{}));
}
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* what) {
  WS_CALL(cudaGraphMemcpyNodeSetParams);
  return call.done(change(node_of(node), what, CopyOperation{}));
}
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* what) {
  WS_CALL(cudaGraphMemsetNodeSetParams);
  return call.done(change(node_of(node), what, CopyOperation{}));
}
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* what) {
  WS_CALL(cudaGraphHostNodeSetParams);
  return call.done(change(node_of(node), what, HostOperation{}));
}
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* what) {
  WS_CALL(cudaGraphExecKernelNodeSetParams);
  return call.done(change(node_of(exec, node), what, LaunchOperation{}));
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* what) {
  WS_CALL(cudaGraphExecMemcpyNodeSetParams);
  return call.done(change(node_of(exec, node), what, CopyOperation{}));
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t handle, void* to,
                                               const void* from, size_t bytes, cudaMemcpyKind kind) {
  WS_CALL(cudaGraphExecMemcpyNodeSetParams1D);
  GraphNode* const node = node_of(exec, handle);
  if (node == nullptr || !std::holds_alternative<CopyOperation>(node->operation))
    return call.done(cudaErrorInvalidValue);
  node->operation = plain_copy(to, from, bytes, kind);
  return call.done(cudaSuccess);
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* what) {
  WS_CALL(cudaGraphExecMemsetNodeSetParams);
  return call.done(change(node_of(exec, node), what, CopyOperation{}));
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* what) {
  WS_CALL(cudaGraphExecHostNodeSetParams);
  return call.done(change(node_of(exec, node), what, HostOperation{}));
}
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t handle, unsigned int enabled) {
  WS_CALL(cudaGraphNodeSetEnabled);
  GraphNode* const node = node_of(exec, handle);
  if (node == nullptr) return call.done(cudaErrorInvalidValue);
  node->enabled = enabled != 0;
  return call.done(cudaSuccess);
}
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t handle, unsigned int* enabled) {
  WS_CALL(cudaGraphNodeGetEnabled);
  const GraphNode* const node = node_of(exec, handle);
  if (node == nullptr || enabled == nullptr) return call.done(cudaErrorInvalidValue);
  *enabled = node->enabled ? 1 : 0;
  return call.done(cudaSuccess);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t handle, cudaGraphNodeType* type) {
  WS_CALL(cudaGraphNodeGetType);
  const GraphNode* const node = node_of(handle);
  if (node == nullptr || type == nullptr) return call.done(cudaErrorInvalidValue);
  *type = node->type;
  return call.done(cudaSuccess);
}
cudaError_t cudaGraphGetNodes(cudaGraph_t handle, cudaGraphNode_t* nodes, size_t* count) {
  WS_CALL(cudaGraphGetNodes);
  Graph* const graph = graph_of(handle);
  if (graph == nullptr) return call.done(cudaErrorInvalidValue);
  std::vector<cudaGraphNode_t> all;
  for (const GraphNode& node : graph->nodes)
    if (!node.removed) all.push_back(node.handle.get());
  return call.done(list(all, nodes, count));
}
cudaError_t cudaGraphGetRootNodes(cudaGraph_t handle, cudaGraphNode_t* nodes, size_t* count) {
  WS_CALL(cudaGraphGetRootNodes);
  Graph* const graph = graph_of(handle);
  if (graph == nullptr) return call.done(cudaErrorInvalidValue);
  std::vector<cudaGraphNode_t> roots;
  for (const GraphNode& node : graph->nodes)
    if (!node.removed && node.after.empty()) roots.push_back(node.handle.get());
  return call.done(list(roots, nodes, count));
}
cudaError_t __ws_cudaGraphNodeGetDependencies(cudaGraphNode_t handle, cudaGraphNode_t* nodes, size_t* count) {
  WS_CALL(cudaGraphNodeGetDependencies);
  const GraphNode* const node = node_of(handle);
  if (node == nullptr) return call.done(cudaErrorInvalidValue);
  std::vector<cudaGraphNode_t> before;
  for (const std::size_t index : node->after) before.push_back(handle->graph->nodes[index].handle.get());
  return call.done(list(before, nodes, count));
}
cudaError_t __ws_cudaGraphGetEdges(cudaGraph_t handle, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                   size_t* count) {
  WS_CALL(cudaGraphGetEdges);
  Graph* const graph = graph_of(handle);
  if (graph == nullptr || count == nullptr) return call.done(cudaErrorInvalidValue);
  std::vector<cudaGraphNode_t> sources, targets;
  for (const GraphNode& node : graph->nodes)
    for (const std::size_t before : node.after) {
      sources.push_back(graph->nodes[before].handle.get());
      targets.push_back(node.handle.get());
    }
  size_t room = *count;
  (void)list(sources, from, &room);
  return call.done(list(targets, to, count));
}
cudaError_t __ws_cudaGraphAddDependencies(cudaGraph_t handle, const cudaGraphNode_t* from,
                                          const cudaGraphNode_t* to, size_t count) {
  WS_CALL(cudaGraphAddDependencies);
  Graph* const graph = graph_of(handle);
  if (graph == nullptr) return call.done(cudaErrorInvalidValue);
  for (size_t i = 0; i < count; ++i) {
    GraphNode* const later = node_of(to[i]);
    if (later == nullptr || node_of(from[i]) == nullptr || from[i] == to[i])
      return call.done(cudaErrorInvalidValue);
    if (std::find(later->after.begin(), later->after.end(), from[i]->index) != later->after.end())
      return call.done(cudaErrorInvalidValue);
    later->after.push_back(from[i]->index);
  }
  return call.done(cudaSuccess);
}
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t handle) {
  WS_CALL(cudaGraphDestroyNode);
  GraphNode* const node = node_of(handle);
  if (node == nullptr) return call.done(cudaErrorInvalidValue);
  node->removed = true;
  return call.done(cudaSuccess);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long) {
  WS_CALL(cudaGraphInstantiate);
  return call.done(instantiate(exec, graph));
}
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* what) {
  WS_CALL(cudaGraphInstantiateWithParams);
  if (what == nullptr) return call.done(cudaErrorInvalidValue);
  const cudaError_t error = instantiate(exec, graph);
  what->errNode_out = nullptr;
  what->result_out = error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
  return call.done(error);
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  WS_CALL(cudaGraphExecDestroy);
  return call.done(executables().erase(exec) == 1 ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  WS_CALL(cudaGraphLaunch);
  const auto found = executables().find(exec);
  if (found == executables().end()) return call.done(cudaErrorInvalidValue);
  return call.done(submit(call, stream, ChildOperation{found->second->graph}));
}
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t) {
  WS_CALL(cudaGraphUpload);
  return call.done(graph_of(exec) != nullptr ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t __ws_cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t handle,
                                     cudaGraphExecUpdateResultInfo* result) {
  WS_CALL(cudaGraphExecUpdate);
  Graph *const graph = graph_of(handle), *const current = graph_of(exec);
  if (graph == nullptr || current == nullptr || result == nullptr) return call.done(cudaErrorInvalidValue);
  *result = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
  const auto fail = [&](cudaGraphExecUpdateResult why) {
    result->result = why;
    return call.done(cudaErrorGraphExecUpdateFailure);
  };
  if (graph->nodes.size() != current->nodes.size()) return fail(cudaGraphExecUpdateErrorTopologyChanged);
  for (std::size_t i = 0; i < graph->nodes.size(); ++i) {
    result->errorNode = graph->nodes[i].handle.get();
    if (graph->nodes[i].type != current->nodes[i].type) return fail(cudaGraphExecUpdateErrorNodeTypeChanged);
    if (graph->nodes[i].after != current->nodes[i].after)
      return fail(cudaGraphExecUpdateErrorTopologyChanged);
  }
  result->errorNode = nullptr;
  executables()[exec]->graph = graph->copy();
  return call.done(cudaSuccess);
}
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned int) {
  WS_CALL(cudaGraphDebugDotPrint);
  return call.done(graph_of(graph) != nullptr && path != nullptr ? cudaErrorNotSupported
                                                                 : cudaErrorInvalidValue);
}
cudaError_t cudaDeviceGraphMemTrim(int device) {
  WS_CALL(cudaDeviceGraphMemTrim);
  return call.done(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

} // extern "C"
