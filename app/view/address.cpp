// Computes where a lane's bytes are, in terms of the person's text: tile[3][5]: (3*33+5)*4 = 416 B, bank 8.
#include "app/language/language.h"
#include "app/view/scene.h"
#include "app/view/wording.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpscope::view {
namespace {

const program::Variable* find_variable(const program::Program& program, const program::Site& site,
                                       Space space, std::uint32_t offset) {
  const program::Variable* by_name = nullptr;
  const program::Variable* by_place = nullptr;
  for (const program::Variable& v : program.variables) {
    if (v.space != space || offset < v.offset) continue;
    const bool inside = v.size == 0 || offset - v.offset < v.size;
    if (!inside) continue;
    if (!site.variable.empty() && v.name == site.variable) by_name = &v;
    if (v.size != 0 && by_place == nullptr) by_place = &v;
  }
  return by_name != nullptr ? by_name : by_place;
}

std::string number(std::uint64_t n) { return std::to_string(n); }

Address in_array(const std::string& name, const std::vector<std::uint32_t>& dimensions,
                 std::uint32_t element_size, std::uint64_t bytes) {
  Address result;
  result.bytes = bytes;
  result.name = name;
  const std::uint64_t element = std::max<std::uint32_t>(1, element_size);
  const std::uint64_t index = bytes / element;
  const std::uint64_t inside = bytes % element;
  std::uint64_t below = 1;
  for (std::size_t d = 1; d < dimensions.size(); ++d) below *= std::max<std::uint32_t>(1, dimensions[d]);
  std::uint64_t rest = index;
  // Horner: ((i*D1 + j)*D2 + k), one parenthesis for each dimension but the first
  const auto append = [](std::string& to, char before, std::uint64_t n) {
    to += before;
    to += fmt::format_int(n).str();
  };
  result.name.reserve(name.size() + 16);
  result.sum.reserve(32);
  if (dimensions.size() > 1) result.sum.assign(dimensions.size() - 1, '(');
  for (std::size_t d = 0; d < dimensions.size(); ++d) {
    const std::uint64_t i = rest / below;
    rest %= below;
    append(result.name, '[', i);
    result.name += ']';
    if (d == 0) {
      result.sum += fmt::format_int(i).str();
    } else {
      append(result.sum, '*', dimensions[d]);
      append(result.sum, '+', i);
      result.sum += ')';
    }
    if (d + 1 < dimensions.size()) below /= std::max<std::uint32_t>(1, dimensions[d + 1]);
  }
  append(result.sum, '*', element);
  if (inside != 0) {
    result.name += " + " + number(inside) + " B";
    append(result.sum, '+', inside);
  }
  return result;
}

} // namespace

Address address_of(const program::Program& program, const program::Site& site, std::uint32_t offset,
                   std::span<const program::NamedMemory> buffers) {
  // A generic pointer's space is known only at run time; shared arrays have offsets that no buffer has.
  const Space space = site.space != Space::None ? site.space : Space::Global;
  const std::uint32_t place = offset >= program::window_base ? offset - program::window_base : offset;
  const auto placed = [&](Address a) {
    a.space = space;
    a.part = cost_rule(space) == CostRule::Banks ? offset / 4 % 32 : offset / 32 % 4;
    return a;
  };
  if (space == Space::Global)
    for (const program::NamedMemory& buffer : buffers)
      if (offset >= buffer.offset && offset - buffer.offset < buffer.bytes)
        return placed(in_array(buffer.name, {0}, buffer.element_size, offset - buffer.offset));
  Address a;
  a.bytes = place;
  const program::Variable* v = find_variable(program, site, space, offset);
  if (v == nullptr) {
    a.of = site.variable.empty() ? Address::Of::Memory : Address::Of::Place;
    a.name = site.variable.empty() ? std::string(memory_words(space)) : site.variable;
    return placed(std::move(a));
  }
  std::vector<std::uint32_t> dimensions = v->dimensions;
  if (dimensions.empty() && v->size == 0) dimensions = {0}; // extern __shared__ T s[]
  const std::uint64_t bytes = offset - v->offset;
  const std::uint32_t element = v->element_size != 0 ? v->element_size : site.width;
  if (dimensions.empty()) {
    a.name = v->name + (bytes == 0 ? std::string() : " + " + number(bytes) + " B");
    return placed(std::move(a));
  }
  a = in_array(v->name, dimensions, element, bytes);
  // For arrays other than the first, the bank follows from the position in all of shared memory, so the sum
  // gives that.
  const std::uint32_t start = v->offset >= program::window_base ? v->offset - program::window_base
                                                                : v->offset;
  if (cost_rule(space) == CostRule::Banks && start != 0) {
    a.sum = number(start) + '+' + a.sum;
    a.bytes = place;
  }
  return placed(std::move(a));
}

std::string place_words(const Address& a) {
  return language::trf(a.of != Address::Of::Element ? "address.at_byte"
                       : a.sum.empty()              ? "address.of_bytes"
                                                    : "address.equals",
                       language::arg("bytes", a.bytes));
}

std::string address_arithmetic(const program::Program& program, const program::Site& site,
                               std::uint32_t offset, std::span<const program::NamedMemory> buffers) {
  const Address a = address_of(program, site, offset, buffers);
  const auto of = [&](std::string_view alone, std::string_view in_bank, std::string_view in_sector) {
    return language::trf(cost_rule(a.space) == CostRule::Banks     ? in_bank
                         : cost_rule(a.space) == CostRule::Sectors ? in_sector
                                                                   : alone,
                         language::arg("name", a.name), language::arg("sum", a.sum),
                         language::arg("bytes", a.bytes), language::arg("part", a.part));
  };
  if (a.of == Address::Of::Element)
    return a.sum.empty() ? of("address.bytes", "address.bytes_bank", "address.bytes_sector")
                         : of("address.sum", "address.sum_bank", "address.sum_sector");
  return of("address.byte", "address.byte_bank",
            a.of == Address::Of::Place ? "address.global_byte_sector" : "address.byte_sector");
}

} // namespace warpscope::view
