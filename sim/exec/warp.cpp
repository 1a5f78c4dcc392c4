// A warp's registers, frames and divergence: branches, reconvergence, calls, exits and __syncwarp.
#include "sim/exec/warp.h"

#include "sim/exec/block.h"
#include "sim/exec/lanes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <span>

namespace warpscope::exec {

void WordArray::grow(std::size_t size) {
  if (size <= size_) return;
  auto* words = static_cast<std::uint32_t*>(
      ::operator new(size * sizeof(std::uint32_t), std::align_val_t{64}));
  if (size_ != 0) std::memcpy(words, words_.get(), size_ * sizeof(std::uint32_t));
  std::memset(words + size_, 0, (size - size_) * sizeof(std::uint32_t));
  words_.reset(words);
  size_ = size;
}

void Warp::grow_registers(std::size_t slot_count) {
  registers.grow(slot_count * warp_size);
  if (all_tags.size() < slot_count) all_tags.resize(slot_count);
}

void Warp::settle(std::uint32_t slot) const {
  Tag& known = tags[slot];
  const Shape& shape = block->shapes[known.shape];
  std::uint32_t* words = slots + std::size_t{slot} * warp_size;
  const std::uint32_t base = known.base, pending = known.pending;
  if (pending == all_lanes) {
    for (std::uint32_t i = 0; i < warp_size; ++i) words[i] = base + shape.relative[i];
  } else {
    for (std::uint32_t i = 0; i < warp_size; ++i)
      words[i] = (pending & bit_of[i]) != 0 ? base + shape.relative[i] : words[i];
  }
  known.pending = 0;
}

std::uint32_t Warp::new_node(const Node& node) {
  if (free_nodes.empty()) {
    nodes.push_back(node);
    return static_cast<std::uint32_t>(nodes.size() - 1);
  }
  const std::uint32_t id = free_nodes.back();
  free_nodes.pop_back();
  nodes[id] = node;
  return id;
}

std::uint32_t Warp::new_frame(const Frame& value) {
  if (free_frames.empty()) {
    frames.push_back(value);
    return static_cast<std::uint32_t>(frames.size() - 1);
  }
  const std::uint32_t id = free_frames.back();
  free_frames.pop_back();
  frames[id] = value;
  return id;
}

/// Frees the frames that a node pushed itself: from its own up to, but not including, the one it began in.
void Warp::free_frames_down_to(std::uint32_t from, std::uint32_t to) {
  for (std::uint32_t id = from; id != to && id != none;) {
    const std::uint32_t parent = frames[id].parent;
    free_frames.push_back(id);
    id = parent;
  }
}

void Warp::start(std::uint32_t function, std::uint32_t lanes, std::uint32_t first) {
  const program::Function& code = block->program->functions[function];
  nodes.clear(), free_nodes.clear(), leaves.clear(), frames.clear(), free_frames.clear();
  live = lanes;
  current = none;
  skipping = 0;
  doubtful = last_step = 0;
  grow_registers(code.slots);
  predicate_words.grow(code.predicates);
  // What a value holds before its first write must not depend on the block that ran here before.
  std::fill(all_tags.begin(), all_tags.end(), Tag{all_lanes, all_lanes, 0, ShapeTable::uniform});
  if (predicate_words.size() != 0)
    std::memset(predicate_words.data(), 0, predicate_words.size() * sizeof(std::uint32_t));
  local_capacity = std::max(local_capacity, code.local_bytes);
  local.assign(std::size_t{local_capacity} * warp_size, 0);
  local_written.assign(local.size(), 0);
  for (Moved& one : moved) one.lanes = 0;
  Frame root;
  root.function = function;
  root.local_end = code.local_bytes;
  frames.push_back(root);
  Node node;
  node.pc = code.entry;
  node.mask = lanes;
  if ((lanes & first) != 0 && (lanes & ~first) != 0) {
    node.stop_frame = 0; // both nodes share the frame, so neither frees it
    node.mask = lanes & first;
    leaves.push_back(new_node(node));
    node.mask = lanes & ~first;
  }
  leaves.push_back(new_node(node));
}

bool Warp::runnable() const {
  return std::any_of(leaves.begin(), leaves.end(),
                     [this](std::uint32_t id) { return nodes[id].state == NodeState::Runnable; });
}

bool Warp::choose(std::size_t from) {
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const std::uint32_t id = leaves[(from + i) % leaves.size()];
    if (nodes[id].state != NodeState::Runnable) continue;
    enter(id);
    return true;
  }
  return false;
}

void Warp::make_nodes() {
  if (skipping == 0) return;
  Node& above = nodes[current];
  assert(above.mask == (mask | skipping));
  above.pc = stop_pc;
  above.frame = frame;
  above.state = NodeState::Split;
  above.children = 1;
  Node child;
  child.pc = pc;
  child.mask = mask;
  child.frame = child.stop_frame = frame;
  child.stop_pc = stop_pc;
  child.parent = current;
  const std::uint32_t id = new_node(child);
  *std::find(leaves.begin(), leaves.end(), current) = id;
  current = id;
  skipping = 0;
}

void Warp::save() {
  make_nodes();
  Node& node = nodes[current];
  node.pc = pc;
  node.frame = frame;
}

void Warp::enter(std::uint32_t id) {
  assert(skipping == 0);
  current = id;
  pc = nodes[id].pc;
  frame = nodes[id].frame;
  mask = nodes[id].mask;
  refresh();
}

void Warp::refresh() {
  const Frame& top = frames[frame];
  slots = registers.data() + std::size_t{top.slot_base} * warp_size;
  tags = all_tags.data() + top.slot_base;
  predicates = predicate_words.data() + top.predicate_base;
  const Node& node = nodes[current];
  stop_pc = node.stop_frame == frame ? node.stop_pc : none;
}

bool Warp::leaves_kernel(std::uint32_t at) const {
  if (frames[frame].parent != none) return false;
  const std::vector<program::Instruction>& code = block->program->code;
  for (int steps = 0; steps < 4; ++steps) {
    if (code[at].op == program::Opcode::Ret || code[at].op == program::Opcode::Exit) return true;
    if (code[at].op != program::Opcode::Jump && code[at].op != program::Opcode::Nop) return false;
    at = code[at].op == program::Opcode::Jump ? code[at].imm : at + 1;
  }
  return false;
}

void Warp::branch(std::uint32_t taken, std::uint32_t taken_pc, std::uint32_t other_pc,
                  std::uint32_t meet_pc) {
  make_nodes();
  if (meet_pc == program::no_operand) {
    const program::Function& function = block->program->functions[frames[frame].function];
    const bool returns = block->program->code[function.end - 1].op == program::Opcode::Ret;
    meet_pc = returns ? function.end - 1 : none;
  }
  std::uint32_t first_pc = taken_pc, first = taken, second_pc = other_pc, second = mask & ~taken;
  if (second_pc < first_pc) std::swap(first_pc, second_pc), std::swap(first, second);
  if (first_pc == second_pc) {
    pc = first_pc;
    return;
  }
  if ((first_pc == meet_pc || second_pc == meet_pc) && leaves_kernel(meet_pc)) {
    live &= ~(first_pc == meet_pc ? first : second);
    nodes[current].mask = mask = first_pc == meet_pc ? second : first;
    pc = first_pc == meet_pc ? second_pc : first_pc;
    return;
  }

  if (meet_pc == stop_pc && meet_pc != none) {
    // The parent already waits there, so lanes that arrive are done: lanes that leave a loop do not nest the
    // tree any deeper.
    Node rest = nodes[current];
    rest.frame = frame;
    if (first_pc == meet_pc || second_pc == meet_pc) {
      nodes[current].mask = mask = first_pc == meet_pc ? second : first;
      pc = first_pc == meet_pc ? second_pc : first_pc;
      return;
    }
    rest.pc = second_pc;
    rest.mask = second;
    if (rest.parent != none) ++nodes[rest.parent].children;
    leaves.insert(std::find(leaves.begin(), leaves.end(), current) + 1, new_node(rest));
    nodes[current].mask = mask = first;
    pc = first_pc;
    return;
  }

  if (first_pc == meet_pc || second_pc == meet_pc) { // one side is already at the reconvergence point
    outer_stop_ = stop_pc;
    stop_pc = meet_pc;
    skipping = first_pc == meet_pc ? first : second;
    mask = first_pc == meet_pc ? second : first;
    pc = first_pc == meet_pc ? second_pc : first_pc;
    return;
  }

  const std::uint32_t above = current;
  const auto position = std::find(leaves.begin(), leaves.end(), current) - leaves.begin();
  save();
  nodes[above].pc = meet_pc;
  nodes[above].state = NodeState::Split;
  nodes[above].children = 0;
  Node child;
  child.frame = frame;
  child.stop_pc = meet_pc;
  child.stop_frame = frame;
  child.parent = above;
  auto place = leaves.erase(leaves.begin() + position);
  for (const auto& [side_pc, side] : {std::pair{second_pc, second}, std::pair{first_pc, first}}) {
    child.pc = side_pc;
    child.mask = side;
    ++nodes[above].children;
    place = leaves.insert(place, new_node(child));
  }
  enter(*place);
}

bool Warp::end_leaf() {
  const auto position = std::find(leaves.begin(), leaves.end(), current);
  assert(position != leaves.end());
  std::uint32_t id = current;
  nodes[id].frame = frame;
  current = none;
  while (true) {
    const Node node = nodes[id];
    free_frames_down_to(node.frame, node.stop_frame);
    free_nodes.push_back(id);
    id = node.parent;
    if (id == none || --nodes[id].children != 0) {
      const auto next = leaves.erase(position);
      return next != leaves.end() && enter_if_runnable(*next);
    }
    nodes[id].mask &= live;
    if (nodes[id].mask != 0) {
      nodes[id].state = NodeState::Runnable;
      *position = id;
      return enter_if_runnable(id);
    }
  }
}

bool Warp::enter_if_runnable(std::uint32_t id) {
  if (nodes[id].state != NodeState::Runnable) return false;
  enter(id);
  return true;
}

bool Warp::arrive() {
  if (skipping != 0) {
    mask |= skipping;
    skipping = 0;
    stop_pc = outer_stop_;
    return true;
  }
  return leaves_kernel(pc) ? exit_lanes() : end_leaf();
}

bool Warp::exit_lanes() {
  make_nodes();
  live &= ~mask;
  return end_leaf();
}

Flow Warp::call(const program::Instruction& instruction) {
  make_nodes();
  const program::Program& program = *block->program;
  const Frame caller = frames[frame];
  const program::Function& from = program.functions[caller.function];
  const program::Function& to = program.functions[instruction.imm];
  const Budget& budget = *block->budget;
  Frame callee;
  callee.parent = frame;
  callee.function = instruction.imm;
  callee.return_pc = pc + 1;
  callee.depth = caller.depth + 1;
  callee.slot_base = caller.slot_base + from.slots;
  callee.predicate_base = caller.predicate_base + from.predicates;
  callee.local_base = (caller.local_end + 15u) & ~15u;
  callee.local_end = callee.local_base + to.local_bytes;
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(mask));
  if (budget.call_depth != 0 && callee.depth > budget.call_depth) {
    return fault(trace::FaultKind::StackOverflow, lane,
                 "calls nest deeper than " + std::to_string(budget.call_depth) + " in " + to.name);
  }
  if (std::uint64_t{callee.slot_base} + to.slots > max_warp_slots) {
    return fault(trace::FaultKind::StackOverflow, lane,
                 "calls need more registers than a warp can have in " + to.name);
  }
  if (callee.local_end > max_thread_local ||
      (budget.local_bytes_per_thread != 0 && callee.local_end > budget.local_bytes_per_thread)) {
    return fault(trace::FaultKind::StackOverflow, lane,
                 "calls need " + std::to_string(callee.local_end) + " bytes of local memory in " + to.name);
  }
  grow_registers(std::size_t{callee.slot_base} + to.slots);
  refresh(); // the registers may have moved
  predicate_words.grow(std::size_t{callee.predicate_base} + to.predicates);
  if (callee.local_end > local_capacity) {
    const std::uint32_t capacity = std::max(callee.local_end, local_capacity * 2);
    for (std::vector<std::uint8_t>* bytes : {&local, &local_written}) {
      std::vector<std::uint8_t> larger(std::size_t{capacity} * warp_size);
      for (std::size_t i = 0; i < warp_size && local_capacity != 0; ++i) {
        std::memcpy(larger.data() + i * capacity, bytes->data() + i * local_capacity, local_capacity);
      }
      *bytes = std::move(larger);
    }
    local_capacity = capacity;
  }
  if (callee.local_end > callee.local_base) // bytes that an earlier call wrote are not initialised for this
                                            // one
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1)
      std::memset(local_written.data() +
                      std::size_t{static_cast<std::uint32_t>(std::countr_zero(rest))} * local_capacity +
                      callee.local_base,
                  0, callee.local_end - callee.local_base);
  const std::uint32_t* arguments = source(to.parameter_slots != 0 ? instruction.a : 0, to.parameter_slots);
  frame = new_frame(callee);
  pc = to.entry;
  refresh();
  copy_masked(destination(0, to.parameter_slots, mask), arguments, to.parameter_slots, mask);
  for (std::uint32_t i = 0; i < to.parameter_predicates; ++i) {
    std::uint32_t& target = predicate_words.data()[callee.predicate_base + i];
    const std::uint32_t value = predicate_words.data()[caller.predicate_base + instruction.b + i];
    target = (target & ~mask) | (value & mask);
  }
  return Flow::Jumped;
}

Flow Warp::ret(const program::Instruction& instruction) {
  make_nodes();
  const program::Program& program = *block->program;
  const Frame callee = frames[frame];
  if (callee.parent == none) {
    return exit_lanes() ? Flow::Jumped : Flow::Leave;
  }
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(mask));
  if (nodes[current].stop_frame == frame) {
    return fault(trace::FaultKind::Unsupported, lane,
                 "the program's reconvergence points are wrong: a branch's lanes never meet");
  }
  const Frame& caller = frames[callee.parent];
  const program::Function& function = program.functions[callee.function];
  const program::Instruction& call = program.code[callee.return_pc - 1];
  const std::uint32_t* results = source(function.result_slots != 0 ? instruction.a : 0,
                                        function.result_slots);
  free_frames.push_back(frame);
  frame = callee.parent;
  pc = callee.return_pc;
  refresh();
  copy_masked(destination(function.result_slots != 0 ? call.dst : 0, function.result_slots, mask), results,
              function.result_slots, mask);
  for (std::uint32_t i = 0; i < function.result_predicates; ++i) {
    std::uint32_t& target = predicate_words.data()[caller.predicate_base + call.c + i];
    const std::uint32_t value = predicate_words.data()[callee.predicate_base + instruction.b + i];
    target = (target & ~mask) | (value & mask);
  }
  return Flow::Jumped;
}

/// True when `lanes` may continue: every live lane that one of them names waits too, and names the same
/// lanes.
bool Warp::warp_sync_complete(std::uint32_t lanes) const {
  std::uint32_t waiting = 0;
  for (const std::uint32_t id : leaves) {
    if (nodes[id].state == NodeState::AtWarpSync) waiting |= nodes[id].mask;
  }
  // Lanes that name the same mask are looked at together.
  for (std::uint32_t rest = lanes; rest != 0;) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    const std::uint32_t named = sync_mask[lane];
    std::uint32_t alike = 0;
    for (std::size_t i = 0; i < warp_size; ++i) alike |= std::uint32_t{sync_mask[i] == named} << i;
    if ((named & live & ~(waiting & alike)) != 0) return false;
    rest &= ~(named | std::uint32_t{1} << lane);
  }
  return true;
}

bool Warp::release_warp_syncs() {
  // Collected first, since releasing one must not make its partners look incomplete.
  std::array<std::uint32_t, warp_size> found; // a leaf has a lane at least
  std::size_t count = 0;
  for (const std::uint32_t id : leaves) {
    if (nodes[id].state == NodeState::AtWarpSync && warp_sync_complete(nodes[id].mask)) found[count++] = id;
  }
  const std::span<const std::uint32_t> complete(found.data(), count);
  // Lanes that named the same mask go together; tiles smaller than a warp name several masks at one pc.
  std::uint32_t told = 0;
  for (const std::uint32_t id : complete) {
    for (std::uint32_t rest = nodes[id].mask & ~told; rest != 0; rest &= ~told) {
      const std::uint32_t named = sync_mask[static_cast<std::size_t>(std::countr_zero(rest))] &
                                  live; // including itself
      block->sink->on_warp_sync(block->linear, index, named);
      told |= named;
    }
  }
  for (const std::uint32_t id : complete) {
    nodes[id].state = NodeState::Runnable;
    ++nodes[id].pc;
  }
  return !complete.empty();
}

} // namespace warpscope::exec
