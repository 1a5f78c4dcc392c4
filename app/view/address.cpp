// Where a lane's bytes are, in the words of the person's own text: tile[3][5]: (3*33+5)*4 = 416 B, bank 8.
#include "app/view/scene.h"

#include <algorithm>

namespace warpscope {
namespace {

const Variable* find_variable(const Program& program, const Site& site, Space space, std::uint32_t offset) {
  const Variable* by_name = nullptr;
  const Variable* by_place = nullptr;
  for (const Variable& v : program.variables) {
    if (v.space != space || offset < v.offset) continue;
    const bool inside = v.size == 0 || offset - v.offset < v.size;
    if (!inside) continue;
    if (!site.variable.empty() && v.name == site.variable) by_name = &v;
    if (v.size != 0 && by_place == nullptr) by_place = &v;
  }
  return by_name != nullptr ? by_name : by_place;
}

std::string number(std::uint64_t n) {
  return std::to_string(n);
}

/// " + 4" for bytes inside an element, and the sum written out.
struct Arithmetic {
  std::string name; ///< tile[3][5]
  std::string sum;  ///< (3*33+5)*4
  std::uint64_t bytes = 0;
};

Arithmetic in_array(const std::string& name, const std::vector<std::uint32_t>& dimensions,
                    std::uint32_t element_size, std::uint64_t bytes) {
  Arithmetic result;
  result.bytes = bytes;
  result.name = name;
  const std::uint64_t element = std::max<std::uint32_t>(1, element_size);
  const std::uint64_t index = bytes / element;
  const std::uint64_t inside = bytes % element;
  std::uint64_t below = 1;
  for (std::size_t d = 1; d < dimensions.size(); ++d)
    below *= std::max<std::uint32_t>(1, dimensions[d]);
  std::uint64_t rest = index;
  std::string sum;
  for (std::size_t d = 0; d < dimensions.size(); ++d) {
    const std::uint64_t i = rest / below;
    rest %= below;
    result.name += '[' + number(i) + ']';
    // Horner: ((i*D1 + j)*D2 + k)
    if (d == 0) {
      sum = number(i);
    } else {
      if (d > 1) sum = '(' + sum + ')';
      sum += '*' + number(dimensions[d]) + '+' + number(i);
    }
    if (d + 1 < dimensions.size()) below /= std::max<std::uint32_t>(1, dimensions[d + 1]);
  }
  if (dimensions.size() > 1) sum = '(' + sum + ')';
  result.sum = sum + '*' + number(element);
  if (inside != 0) {
    result.name += " + " + number(inside) + " B";
    result.sum += '+' + number(inside);
  }
  return result;
}

} // namespace

std::string address_arithmetic(const Program& program, const Site& site, std::uint32_t offset,
                               std::span<const BufferPlace> buffers) {
  // A generic pointer's space is known only at run time; shared memory's arrays lie where no buffer does.
  const Space space = site.space != Space::None ? site.space : Space::Global;
  const std::uint32_t place = offset >= window_base ? offset - window_base : offset;
  std::string where;
  if (space == Space::Shared) where = ", bank " + number(offset / 4 % 32);
  if (space == Space::Global) where = ", sector " + number(offset / 32 % 4) + " of its line";

  if (space == Space::Global) {
    for (const BufferPlace& buffer : buffers) {
      if (offset < buffer.offset || offset - buffer.offset >= buffer.bytes) continue;
      const Arithmetic a = in_array(buffer.name, {0}, buffer.element_size, offset - buffer.offset);
      return a.name + ": " + a.sum + " = " + number(a.bytes) + " B" + where;
    }
  }
  const Variable* v = find_variable(program, site, space, offset);
  if (v == nullptr) {
    std::string name = site.variable.empty() ? std::string(name_of(space)) + " memory" : site.variable;
    if (space == Space::Global && !site.variable.empty())
      return name + ": byte " + number(place) + " of global memory" + where;
    return name + ": byte " + number(place) + where;
  }
  std::vector<std::uint32_t> dimensions = v->dimensions;
  if (dimensions.empty() && v->size == 0) dimensions = {0}; // extern __shared__ T s[]
  const std::uint64_t bytes = offset - v->offset;
  const std::uint32_t element = v->element_size != 0 ? v->element_size : site.width;
  if (dimensions.empty()) {
    const std::string inside = bytes == 0 ? std::string() : " + " + number(bytes) + " B";
    return v->name + inside + ": " + number(place) + " B" + where;
  }
  const Arithmetic a = in_array(v->name, dimensions, element, bytes);
  // Arrays behind others: the bank follows from the place in all of shared memory, so that is what the sum
  // gives.
  const std::uint32_t start = v->offset >= window_base ? v->offset - window_base : v->offset;
  if (space == Space::Shared && start != 0)
    return a.name + ": " + number(start) + '+' + a.sum + " = " + number(place) + " B" + where;
  return a.name + ": " + a.sum + " = " + number(a.bytes) + " B" + where;
}

} // namespace warpscope
