// Reads variables from the log of a trace, and gives watched expressions the names that they use.
#include "app/playback/lane_values.h"

#include "app/language/language.h"
#include "app/playback/memory_index.h"
#include "sim/run/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

namespace warpscope::playback {

namespace {

std::uint64_t widened(ElementType type, std::uint64_t bits) {
  switch (type) {
  case ElementType::I8: return static_cast<std::uint64_t>(static_cast<std::int8_t>(bits));
  case ElementType::I16: return static_cast<std::uint64_t>(static_cast<std::int16_t>(bits));
  case ElementType::I32: return static_cast<std::uint64_t>(static_cast<std::int32_t>(bits));
  case ElementType::Bool: return bits & 1;
  case ElementType::U8: return bits & 0xff;
  case ElementType::U16: return bits & 0xffff;
  default: return bits;
  }
}

bool is_whole(ElementType type) { return type < ElementType::F16; }

double half_value(std::uint64_t bits) {
  const double sign = (bits >> 15 & 1) != 0 ? -1 : 1;
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const auto fraction = static_cast<double>(bits & 1023);
  if (exponent == 31) return fraction != 0 ? std::nan("") : sign * HUGE_VAL;
  return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

std::string number_text(ElementType type, std::uint64_t bits, int digits) {
  switch (type) {
  case ElementType::Bool: return bits != 0 ? "true" : "false";
  case ElementType::I8:
  case ElementType::I16:
  case ElementType::I32:
  case ElementType::I64: return std::to_string(static_cast<std::int64_t>(bits));
  case ElementType::F32:
    return fmt::format("{:.{}g}", std::bit_cast<float>(static_cast<std::uint32_t>(bits)), digits);
  case ElementType::F64: return fmt::format("{:.{}g}", std::bit_cast<double>(bits), digits);
  case ElementType::F16: return fmt::format("{:.4g}", half_value(bits));
  case ElementType::BF16:
    return fmt::format("{:.3g}", std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16)));
  default: return std::to_string(bits);
  }
}

std::optional<ElementType> element_named(std::string_view type) {
  for (int i = 0; i < static_cast<int>(ElementType::Other); ++i)
    if (name_of(static_cast<ElementType>(i)) == type) return static_cast<ElementType>(i);
  return std::nullopt;
}

std::uint32_t pc_of(const Run& run, const trace::BlockTrace::Event& event) {
  return event.kind == trace::StepKind::Access ? run.program().sites[event.site_or_pc].pc : event.site_or_pc;
}

struct Where {
  std::uint32_t warp = 0, live = 0, active = 0, pc = 0;
};
Where where(const Run& run, std::size_t event, std::uint32_t warp) {
  const trace::BlockTrace::Event& at = run.trace().event(event);
  Where found;
  found.warp = at.kind == trace::StepKind::BarrierRelease ? warp : at.warp;
  found.pc = pc_of(run, at);
  const std::uint64_t threads = run.block().count(), first = std::uint64_t{found.warp} * warp_size;
  const std::uint64_t left = threads > first ? threads - first : 0;
  found.live = left >= warp_size ? ~0u : (1u << left) - 1;
  found.active = at.kind == trace::StepKind::BarrierRelease ? found.live : at.mask;
  return found;
}

/// What a pointer points to, by the names of buffers and variables.
std::string place_text(const Run& run, Space space, std::uint32_t offset) {
  const auto said = [&](const std::string& name, std::uint32_t begin, std::uint32_t element) {
    const std::uint32_t bytes = offset - begin;
    return bytes % std::max(element, 1u) == 0 ? fmt::format("{}[{}]", name, bytes / std::max(element, 1u))
                                              : fmt::format("{} + {} B", name, bytes);
  };
  for (const program::NamedMemory& buffer : run.buffers())
    if (buffer.holds(space, offset)) return said(buffer.name, buffer.offset, buffer.element_size);
  for (const program::Variable& variable : run.program().variables)
    if (variable.space == space && offset >= variable.offset && offset - variable.offset < variable.size)
      return said(variable.name, variable.offset, variable.element_size);
  return offset == 0 ? "null" : fmt::format("{} 0x{:x}", name_of(space), offset);
}

LaneVariable variable_of(const Run& run, const Where& at, std::size_t event, std::uint32_t index) {
  const program::NamedValue& named = run.program().named.values[index];
  LaneVariable made;
  made.name = named.name;
  made.type = named.type;
  made.line = named.line;
  made.file = named.file;
  made.element = named.element;
  made.is_pointer = named.is_pointer;
  if (named.in_memory) {
    for (std::uint32_t left = at.live; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
      const auto found = run.memory_index().at(Space::Local, program::window_base + named.offset,
                                               size_of(named.element), event, at.warp * warp_size + lane);
      if (!found.bits) continue;
      made.lanes.bits[lane] = *found.bits;
      made.lanes.known |= 1u << lane;
    }
  } else {
    made.lanes = run.trace().values()->at(at.warp, index, event);
  }
  made.lanes.known &= at.live;
  made.lanes.lost &= at.live;
  if (!named.is_pointer) {
    for (std::uint64_t& bits : made.lanes.bits) bits = widened(named.element, bits);
    return made;
  }
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    const std::uint64_t bits = made.lanes.bits[lane];
    const Space space = named.space == Space::None
                            ? static_cast<Space>(std::min<std::uint64_t>(bits >> 32, space_count - 1))
                            : named.space;
    made.places.push_back(
        (made.lanes.known >> lane & 1) != 0 ? place_text(run, space, static_cast<std::uint32_t>(bits)) : "");
  }
  return made;
}

/// The names that a watch may use at an event.
class Names final : public expression::WatchNames {
 public:
  Names(const Run& run, const Where& at, std::size_t event) : run_(run), at_(at), event_(event) {}

  bool find(std::string_view name, expression::WatchLanes& value, bool& is_array,
            expression::WatchArray& array) const override {
    const program::NamedValues& named = run_.program().named;
    for (const std::uint32_t index : named.visible_at(at_.pc)) {
      const program::NamedValue& v = named.values[index];
      if (v.name != name) continue;
      if (v.in_memory && !v.dimensions.empty()) {
        is_array = true;
        array.element = v.element;
        array.dimensions.assign(v.dimensions.begin(), v.dimensions.end());
        arrays_.push_back({Space::Local, program::window_base + v.offset, {}});
      } else if (v.is_pointer) {
        const std::optional<ElementType> element = element_named(
            std::string_view(v.type).substr(0, v.type.size() - std::min<std::size_t>(2, v.type.size())));
        if (!element) return find_memory(name, is_array, array);
        is_array = true;
        array.element = *element;
        array.dimensions = {0};
        arrays_.push_back({v.space, 0, variable_of(run_, at_, event_, index)});
      } else {
        const LaneVariable now = variable_of(run_, at_, event_, index);
        value.type = v.element;
        value.bits = now.lanes.bits;
        value.known = now.lanes.known;
        if ((at_.active & ~value.known) != 0)
          value.why = language::trf((at_.active & now.lanes.lost) != 0 ? "values.name_gone"
                                                                       : "values.name_not_yet",
                                    language::arg("name", name));
        return true;
      }
      array.id = arrays_.size() - 1;
      return true;
    }
    return special(name, value) || find_memory(name, is_array, array);
  }

  expression::WatchLanes elements(const expression::WatchArray& array,
                                  const std::array<std::uint64_t, warp_size>& index,
                                  std::uint32_t lanes) const override {
    expression::WatchLanes made;
    made.type = array.element;
    const Array& of = arrays_[array.id];
    const std::uint32_t size = size_of(array.element);
    for (std::uint32_t left = lanes & at_.live; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
      Space space = of.space;
      std::uint64_t base = of.offset;
      if (of.pointer) {
        if ((of.pointer->lanes.known >> lane & 1) == 0) {
          if (made.why.empty())
            made.why = language::trf("values.name_not_yet", language::arg("name", of.pointer->name));
          continue;
        }
        base = of.pointer->lanes.bits[lane] & 0xffff'ffff;
        if (space == Space::None)
          space = static_cast<Space>(
              std::min<std::uint64_t>(of.pointer->lanes.bits[lane] >> 32, space_count - 1));
      }
      const auto found = run_.memory_index().at(space, static_cast<std::uint32_t>(base + index[lane] * size),
                                                size, event_, at_.warp * warp_size + lane);
      if (found.bits) {
        made.bits[lane] = widened(array.element, *found.bits);
        made.known |= 1u << lane;
      } else if (made.why.empty()) {
        made.why = language::trf(found.touched ? "values.not_written" : "values.not_touched",
                                 language::arg("lane", lane));
      }
    }
    return made;
  }

  std::vector<std::string> all() const override {
    std::vector<std::string> names;
    for (const std::uint32_t index : run_.program().named.visible_at(at_.pc))
      names.push_back(run_.program().named.values[index].name);
    for (const program::Variable& v : run_.program().variables) names.push_back(v.name);
    for (const program::NamedMemory& b : run_.buffers()) names.push_back(b.name);
    for (const char* name :
         {"threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x", "blockIdx.y", "blockIdx.z", "blockDim.x",
          "blockDim.y", "blockDim.z", "gridDim.x", "gridDim.y", "gridDim.z", "warpSize"})
      names.emplace_back(name);
    return names;
  }

 private:
  struct Array {
    Space space = Space::None;
    std::uint32_t offset = 0;
    std::optional<LaneVariable> pointer; ///< whose value is where each lane's begins
  };

  bool special(std::string_view name, expression::WatchLanes& value) const {
    const std::size_t dot = name.find('.');
    const std::string_view what = name.substr(0, dot);
    const Dim3 block = run_.block(), grid = run_.result().launch.grid;
    const std::uint64_t linear = run_.trace().block();
    const auto part = [&](std::uint64_t x, std::uint64_t y, std::uint64_t z) {
      return name[dot + 1] == 'x' ? x : name[dot + 1] == 'y' ? y : z;
    };
    value.type = ElementType::U32;
    value.known = at_.live;
    if (name == "warpSize") {
      value.type = ElementType::I32;
      value.bits.fill(warp_size);
      return true;
    }
    if (dot == std::string_view::npos || name.size() != dot + 2 || name[dot + 1] < 'x' || name[dot + 1] > 'z')
      return false;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
      const std::uint64_t t = std::uint64_t{at_.warp} * warp_size + lane;
      if (what == "threadIdx")
        value.bits[lane] = part(t % block.x, t / block.x % block.y, t / block.x / block.y);
      else if (what == "blockIdx")
        value.bits[lane] = part(linear % grid.x, linear / grid.x % grid.y, linear / grid.x / grid.y);
      else if (what == "blockDim") value.bits[lane] = part(block.x, block.y, block.z);
      else if (what == "gridDim") value.bits[lane] = part(grid.x, grid.y, grid.z);
      else return false;
    }
    return true;
  }

  /// An array of the text with a fixed place, or a buffer by its parameter's name.
  bool find_memory(std::string_view name, bool& is_array, expression::WatchArray& array) const {
    for (const program::Variable& v : run_.program().variables) {
      const std::optional<ElementType> element = element_named(v.element_type);
      if (v.name != name || !element) continue;
      is_array = true;
      array.element = *element;
      array.dimensions.assign(v.dimensions.begin(), v.dimensions.end());
      if (array.dimensions.empty()) array.dimensions = {v.size == 0 ? 0u : 1u};
      arrays_.push_back({v.space, v.offset, {}});
      array.id = arrays_.size() - 1;
      return true;
    }
    for (const program::NamedMemory& b : run_.buffers()) {
      if (b.name != name || b.element == ElementType::Other || b.element_size != size_of(b.element)) continue;
      is_array = true;
      array.element = b.element;
      array.dimensions = {b.bytes / b.element_size};
      arrays_.push_back({b.space, b.offset, {}});
      array.id = arrays_.size() - 1;
      return true;
    }
    return false;
  }

  const Run& run_;
  Where at_;
  std::size_t event_;
  mutable std::vector<Array> arrays_; ///< by WatchArray::id
};

} // namespace

StepValues values_at(const Run& run, std::size_t event, std::uint32_t warp) {
  StepValues step;
  const trace::ValueLog* log = run.trace().values();
  if (event >= run.trace().size()) return step;
  const Where at = where(run, event, warp);
  step.recorded = log != nullptr;
  step.warp = at.warp;
  step.live = at.live;
  step.active = at.active & at.live;
  if (log == nullptr) return step;
  step.truncated = log->truncated() && event >= log->known_until();
  if (step.truncated) return step;
  for (const std::uint32_t index : run.program().named.visible_at(at.pc))
    if (const program::NamedValue& v = run.program().named.values[index]; v.dimensions.empty())
      step.variables.push_back(variable_of(run, at, event, index));
  // Where an array begins is seldom what somebody looks for.
  std::stable_partition(step.variables.begin(), step.variables.end(),
                        [](const LaneVariable& v) { return !v.is_pointer; });
  return step;
}

LaneVariable watch_at(const Run& run, std::size_t event, std::uint32_t warp, const expression::Watch& watch,
                      Diagnostics& diagnostics) {
  LaneVariable made;
  made.name = watch.text();
  if (event >= run.trace().size() || !run.trace().keeps_values()) return made;
  const Where at = where(run, event, warp);
  const Names names(run, at, event);
  const expression::WatchLanes value = watch.evaluate(names, diagnostics);
  made.element = value.type;
  made.type = name_of(value.type);
  made.lanes.bits = value.bits;
  made.lanes.known = value.known & at.live;
  made.why = value.why;
  return made;
}

Summary summary_of(const LaneVariable& variable, const StepValues& step) {
  const std::uint32_t known = variable.lanes.known & step.live;
  if (known == 0) return (variable.lanes.lost & step.live) != 0 ? Summary::Gone : Summary::NotYet;
  if (known != step.live) return Summary::Lanes;
  const auto lanes = static_cast<std::uint32_t>(std::popcount(step.live));
  const auto& bits = variable.lanes.bits;
  bool same = true, sequence = lanes > 2 && !variable.is_pointer && is_whole(variable.element) &&
                               variable.element != ElementType::Bool;
  for (std::uint32_t lane = 1; lane < lanes; ++lane) {
    same = same && bits[lane] == bits[0];
    sequence = sequence && bits[lane] - bits[lane - 1] == bits[1] - bits[0];
  }
  return same ? Summary::Same : sequence ? Summary::Sequence : Summary::Lanes;
}

std::string value_text(ElementType type, std::uint64_t bits, int digits) {
  return number_text(type, widened(type, bits), digits);
}

std::string lane_text(const LaneVariable& variable, std::uint32_t lane, int digits) {
  if ((variable.lanes.known >> lane & 1) == 0) return "–";
  return variable.is_pointer ? variable.places[lane]
                             : number_text(variable.element, variable.lanes.bits[lane], digits);
}

std::string sequence_text(const LaneVariable& variable, const StepValues& step) {
  const auto lanes = static_cast<std::uint32_t>(std::popcount(step.live));
  return fmt::format("{}, {}, {}, … {}", lane_text(variable, 0), lane_text(variable, 1),
                     lane_text(variable, 2), lane_text(variable, lanes - 1));
}

} // namespace warpscope::playback
