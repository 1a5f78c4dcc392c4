// The parts of a running block that are not per instruction: shared memory, preparation, shapes, bytes for
// printf.
#include "sim/exec/block.h"

#include "sim/exec/windows.h"

#include <algorithm>
#include <bit>

namespace warpscope::exec {
namespace {

/// Returns the end of the shared window: the dynamic array, whose variable holds where it begins, comes after
/// the static variables.
std::uint32_t shared_window_end(const program::Program& program, std::uint32_t kernel,
                                std::uint32_t dynamic_bytes) {
  const std::uint32_t static_end = program::window_base + program.kernels[kernel].shared_bytes;
  std::uint32_t dynamic_begin = static_end;
  for (const program::Variable& variable : program.variables) {
    const bool dynamic = variable.space == Space::Shared && variable.size == 0;
    const bool reached = std::find(variable.kernels.begin(), variable.kernels.end(), kernel) !=
                         variable.kernels.end();
    if (dynamic && reached) dynamic_begin = std::max(dynamic_begin, variable.offset);
  }
  return std::max(static_end, dynamic_bytes == 0 ? 0 : dynamic_begin + dynamic_bytes);
}

} // namespace

void Block::prepare(const program::Program& program_in, const Launch& launch_in, DeviceMemory& memory_in,
                    const Budget& budget_in, trace::TraceSink& sink_in, RunResult& result_in) {
  program = &program_in;
  launch = &launch_in;
  kernel = &program->kernels[launch->kernel];
  budget = &budget_in;
  memory = &memory_in.impl();
  sink = &sink_in;
  result = &result_in;
  memory->parameters = launch->parameters;
  memory->parameters.resize(std::max<std::size_t>(kernel->parameter_bytes, memory->parameters.size()));

  constant_pool.grow(program->constants.size() * warp_size);
  for (std::size_t i = 0; i < program->constants.size(); ++i) {
    std::fill_n(constant_pool.data() + i * warp_size, warp_size, program->constants[i]);
  }
  threads = static_cast<std::uint32_t>(launch->block.count());
  warp_count = (threads + warp_size - 1) / warp_size;
  for (WordArray* array : {&thread_x, &thread_y, &thread_z}) array->grow(std::size_t{warp_count} * warp_size);
  for (std::uint32_t i = 0; i < threads; ++i) {
    thread_x.data()[i] = i % launch->block.x;
    thread_y.data()[i] = i / launch->block.x % launch->block.y;
    thread_z.data()[i] = i / launch->block.x / launch->block.y;
  }
  cluster_size = cluster_of(*program, *launch);
  shared_end = shared_window_end(*program, launch->kernel, launch->dynamic_shared_bytes);
  checked.assign(program->sites.size(), {});
  sites.assign(program->sites.size() * ways, {});
  code = Code(*program);
  constant_tags.clear();
  for (const std::uint32_t word : program->constants)
    constant_tags.push_back({all_lanes, 0, word, ShapeTable::uniform});
  forget_shapes();
  warps.resize(warp_count);
  for (std::uint32_t i = 0; i < warp_count; ++i) {
    warps[i].block = this;
    warps[i].index = i;
    warps[i].constants = constant_pool.data();
    warps[i].constant_words = program->constants.data();
    warps[i].constant_tags = constant_tags.data();
  }
}

void Block::index_notes() {
  set_lanes.assign(std::size_t{warp_count} * program->named.values.size(), 0);
  if (!notes.empty()) return;
  const program::NamedValues& named = program->named;
  std::uint32_t next_mark = 0;
  for (std::uint32_t pc = 0; pc <= program->code.size(); ++pc) {
    while (next_mark < named.marks.size() && named.marks[next_mark].pc < pc) ++next_mark;
    marks.push_back(next_mark);
  }
  inner_values.resize(named.scopes.size());
  for (std::uint32_t value = 0; value < named.values.size(); ++value) {
    std::uint32_t scope = named.values[value].scope;
    for (std::size_t depth = 0; scope < named.scopes.size() && depth < named.scopes.size(); ++depth) {
      scope = named.scopes[scope];
      if (scope < named.scopes.size()) inner_values[scope].push_back(value);
    }
  }
  const std::vector<program::ValueNote>& all = program->named.notes;
  std::uint32_t next = 0;
  for (std::uint32_t pc = 0; pc <= program->code.size(); ++pc) {
    while (next < all.size() && all[next].pc < pc) ++next;
    notes.push_back(next);
  }
}

void Block::forget_shapes() {
  shapes.clear();
  for (SiteShape& site : sites) site.register_shape = ShapeTable::unknown;
  results.assign(program->code.size(), {});
  thread_tags.clear();
  for (std::size_t warp = 0; warp < warp_count; ++warp) {
    for (const WordArray* array : {&thread_x, &thread_y, &thread_z}) {
      const std::uint32_t* words = array->data() + warp * warp_size;
      thread_tags.push_back({all_lanes, all_lanes, words[0], shapes.find(words)});
    }
  }
}

void Block::begin(std::uint64_t linear_index) {
  if (shapes.full() && --until_forgetting == 0) {
    // A kernel that needs more shapes than the table holds keeps creating new ones: clear it ever less often.
    forgetting_period = std::min(forgetting_period * 2, 1u << 20);
    until_forgetting = forgetting_period;
    forget_shapes();
  }
  linear = linear_index;
  index_x = static_cast<std::uint32_t>(linear % launch->grid.x);
  index_y = static_cast<std::uint32_t>(linear / launch->grid.x % launch->grid.y);
  index_z = static_cast<std::uint32_t>(linear / launch->grid.x / launch->grid.y);
  rank = index_x % cluster_size.x +
         cluster_size.x * (index_y % cluster_size.y + cluster_size.y * (index_z % cluster_size.z));
  remote = nullptr;
  visit = {};
  cluster_waits = 0;
  ended = yields = false;
  awaited_bytes.clear();
  shared.assign(shared_end - program::window_base, 0);
  executed = 0;
  woken = false;
  fault = {};
  event.block = linear;
  for (Warp& warp : warps) {
    const std::uint32_t rest = threads - warp.index * warp_size;
    warp.age = 0;
    warp.cluster_arrivals = {};
    warp.start(kernel->function, rest >= warp_size ? all_lanes : (1u << rest) - 1, first_lanes);
  }
}

void Block::tell_alike(SiteShape& shape, std::uint32_t site) {
  trace::AccessEvent like; // not `event`, since an access may be in progress
  like.block = linear;
  like.site = site;
  like.space = shape.space;
  like.kind = shape.kind;
  like.returns = shape.kind == AccessKind::Load;
  like.access.width = shape.width;
  like.access.mask = shape.mask;
  like.shape = shape.id;
  for (std::uint32_t phase = 0; phase < SiteShape::phases; ++phase) {
    if (shape.count[phase] == 0) continue;
    for (std::uint32_t i = 0; i < warp_size; ++i) like.access.offset[i] = shape.at[phase] + shape.relative[i];
    sink->on_alike(like, shape.count[phase]);
    shape.count[phase] = 0;
  }
}

void Block::tell_alike() {
  for (std::size_t i = 0; i < sites.size(); ++i) tell_alike(sites[i], static_cast<std::uint32_t>(i / ways));
}

std::string Block::thread_text(std::uint32_t thread) const {
  const auto triple = [](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return "(" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + ")";
  };
  return "thread " + triple(thread_x.data()[thread], thread_y.data()[thread], thread_z.data()[thread]) +
         " of block " + triple(index_x, index_y, index_z);
}

Dim3 cluster_of(const program::Program& program, const Launch& launch) {
  const Dim3& said = launch.cluster.x != 0 ? launch.cluster : program.kernels[launch.kernel].cluster;
  const auto divides = [](std::uint32_t size, std::uint32_t blocks) {
    return size != 0 && blocks % size == 0;
  };
  const bool whole = divides(said.x, launch.grid.x) && divides(said.y, launch.grid.y) &&
                     divides(said.z, launch.grid.z);
  return whole ? said : Dim3{};
}

Window Block::window(const Warp& warp, Space space) const {
  switch (space) {
#define WARPSCOPE_SPACE(name, ...)                                                                           \
  case Space::name: return window_of<Space::name>(*this, warp);
#include "sim/base/spaces.def"
#undef WARPSCOPE_SPACE
  }
  return {};
}

bool Block::inside(const Warp& warp, Space space, std::uint32_t offset, std::uint64_t bytes) const {
  if (offset < program::window_base) return false;
  const Window there = window(warp, space);
  if (!there.listed) return offset >= there.origin && offset + bytes <= there.end;
  const Allocation* piece = memory->at_or_below(space, offset);
  return piece != nullptr && offset + bytes <= piece->offset + piece->bytes;
}

const std::uint8_t* Block::peek(const Warp& warp, std::uint32_t lane, std::uint64_t address,
                                std::uint64_t bytes) const {
  const std::uint64_t number = address >> 32;
  const auto offset = static_cast<std::uint32_t>(address);
  if (number >= space_count || !inside(warp, static_cast<Space>(number), offset, bytes)) return nullptr;
  const Window there = window(warp, static_cast<Space>(number));
  return there.host + std::size_t{lane} * there.lane_stride + (offset - there.origin);
}

bool Block::read_string(const Warp& warp, std::uint32_t lane, std::uint64_t address, std::size_t limit,
                        std::string& text) const {
  text.clear();
  while (text.size() < limit) {
    const std::uint8_t* byte = peek(warp, lane, address + text.size(), 1);
    if (byte == nullptr) return false;
    if (*byte == 0) return true;
    text.push_back(static_cast<char>(*byte));
  }
  return true;
}

} // namespace warpscope::exec
