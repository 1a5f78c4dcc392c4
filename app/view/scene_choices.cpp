// Writes and reads what is chosen in the scenes Fragment and Layouts.
#include "app/view/scene_choices.h"

#include "app/language/language.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace warpscope::view {

namespace {

using fragments::Operand;

constexpr std::string_view wmma_begin = "wmma.", sparse_begin = "sp.";

std::optional<std::uint32_t> whole_number(std::string_view text, std::uint32_t most) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size() || value > most)
    return std::nullopt;
  return value;
}

std::string instruction_name(const FragmentProduct& product) {
  return std::string(product.shape->wmma()     ? wmma_begin
                     : product.shape->sparse() ? sparse_begin
                                               : std::string_view()) +
         product.shape->name() + "." + std::string(fragments::type_of(product.shape->type).name) + "." +
         std::string(fragments::type_of(product.sum).name);
}

/// Sums may be left out: the usual ones of the type.
std::optional<FragmentProduct> instruction_of_name(std::string_view name) {
  using fragments::Family;
  Family family = Family::Mma;
  for (const auto& [begin, of] :
       {std::pair(wmma_begin, Family::Wmma), std::pair(sparse_begin, Family::Sparse)})
    if (name.starts_with(begin)) {
      name.remove_prefix(begin.size());
      family = of;
      break;
    }
  const auto part = [&name] {
    const std::size_t dot = std::min(name.find('.'), name.size());
    const std::string_view first = name.substr(0, dot);
    name.remove_prefix(std::min(dot + 1, name.size()));
    return first;
  };
  std::string shape(part());
  while (name.starts_with("row") || name.starts_with("col")) shape += "." + std::string(part());
  const std::string_view type = part(), sum = part();
  const fragments::ElementType* const of = fragments::type_of_name(type);
  if (of == nullptr || !name.empty()) return std::nullopt;
  const fragments::Shape* const found = fragments::find_shape(family, of->type, shape);
  if (found == nullptr) return std::nullopt;
  const auto sums = fragments::sums_of(*found);
  if (sum.empty()) return FragmentProduct{found, sums.front()};
  const fragments::ElementType* const of_sum = fragments::type_of_name(sum);
  if (of_sum == nullptr || std::find(sums.begin(), sums.end(), of_sum->type) == sums.end())
    return std::nullopt;
  return FragmentProduct{found, of_sum->type};
}

std::optional<Operand> operand_of_letter(std::string_view letter) {
  for (const Operand operand : {Operand::A, Operand::B, Operand::C})
    if (letter.size() == 1 && letter.front() == letter_of(operand)) return operand;
  return std::nullopt;
}

/// The menu's indices of a product.
void choose_in_menu(FragmentOptions& options, const FragmentProduct& product) {
  const auto shapes = fragments::shapes();
  const auto sums = fragments::sums_of(*product.shape);
  options.shape = static_cast<std::uint32_t>(std::find(shapes.begin(), shapes.end(), *product.shape) -
                                             shapes.begin());
  options.sum = static_cast<std::uint32_t>(std::find(sums.begin(), sums.end(), product.sum) - sums.begin());
}

std::optional<FragmentProduct> chosen_in_menu(const FragmentOptions& options) {
  const auto shapes = fragments::shapes();
  if (options.shape >= shapes.size()) return std::nullopt;
  const auto sums = fragments::sums_of(shapes[options.shape]);
  if (options.sum >= sums.size()) return std::nullopt;
  return FragmentProduct{&shapes[options.shape], sums[options.sum]};
}

/// Takes name after name; what no one takes is told.
class ChoiceReader {
 public:
  ChoiceReader(std::string_view scene, const Choices& choices) : scene_(scene), left_(choices) {}

  /// `take` returns false for a value that is none; `wanted` says what is.
  template <class Take> void read(const char* name, std::string_view wanted, const Take& take) {
    const auto found = left_.find(name);
    if (found == left_.end()) return;
    if (!take(found->second))
      tell(language::trf("choices.value", language::arg("scene", scene_), language::arg("name", name),
                         language::arg("value", found->second), language::arg("wanted", wanted)));
    left_.erase(found);
  }
  /// The sentence about the first that was not taken.
  [[nodiscard]] std::string problem(std::string_view names) {
    if (!left_.empty())
      tell(language::trf("choices.name", language::arg("scene", scene_),
                         language::arg("name", left_.begin()->first), language::arg("names", names)));
    return problem_;
  }

 private:
  void tell(std::string sentence) {
    if (problem_.empty()) problem_ = std::move(sentence);
  }
  std::string_view scene_;
  Choices left_;
  std::string problem_;
};

} // namespace

Choices choices_of(const FragmentOptions& options) {
  Choices chosen;
  const std::optional<FragmentProduct> product = options.explore ? chosen_in_menu(options) : options.product;
  if (product && product->shape != nullptr) chosen["instruction"] = instruction_name(*product);
  if (options.explore) chosen["load"] = "menu";
  if (options.operand) chosen["operand"] = std::string(1, letter_of(*options.operand));
  if (options.lane != FragmentOptions{}.lane) chosen["lane"] = std::to_string(options.lane);
  if (options.reg)
    chosen["register"] = std::string(1, letter_of(options.reg->operand)) + std::to_string(options.reg->reg);
  if (options.other_side) chosen["rows"] = "otherwise";
  if (options.selector != 0) chosen["selector"] = std::to_string(options.selector);
  if (options.pattern != FragmentOptions{}.pattern) chosen["pattern"] = std::to_string(options.pattern);
  if (options.wavefront != 0) chosen["wavefront"] = std::to_string(options.wavefront);
  return chosen;
}

std::string take_choices(FragmentOptions& options, const Choices& choices) {
  FragmentOptions taken;
  ChoiceReader in("fragment", choices);
  in.read("instruction", "m16n8k16.half.float", [&](const std::string& value) {
    const std::optional<FragmentProduct> product = instruction_of_name(value);
    if (!product) return false;
    taken.product = product;
    choose_in_menu(taken, *product);
    return true;
  });
  in.read("load", "menu", [&](const std::string& value) { return taken.explore = value == "menu"; });
  in.read("operand", "A, B", [&](const std::string& value) {
    const std::optional<Operand> operand = operand_of_letter(value);
    if (!operand || *operand == Operand::C) return false;
    taken.operand = operand;
    return true;
  });
  in.read("lane", "0 … 31", [&](const std::string& value) {
    const std::optional<std::uint32_t> lane = whole_number(value, warp_size - 1);
    taken.lane = lane.value_or(taken.lane);
    return lane.has_value();
  });
  in.read("register", "A0, B1, C2", [&](const std::string& value) {
    const std::string_view text = value;
    const std::optional<Operand> operand = operand_of_letter(text.substr(0, 1));
    const std::optional<std::uint32_t> reg = whole_number(text.substr(std::min<std::size_t>(1, text.size())),
                                                          63);
    if (!operand || !reg) return false;
    taken.reg = FragmentRegister{*operand, *reg};
    return true;
  });
  in.read("rows", "otherwise",
          [&](const std::string& value) { return taken.other_side = value == "otherwise"; });
  in.read("wavefront", "0 … 255", [&](const std::string& value) {
    const std::optional<std::uint32_t> wavefront = whole_number(value, 255);
    taken.wavefront = wavefront.value_or(0);
    return wavefront.has_value();
  });
  const auto number = [&](std::uint32_t& into, std::uint32_t most) {
    return [&into, most](const std::string& value) {
      const std::optional<std::uint32_t> found = whole_number(value, most);
      into = found.value_or(into);
      return found.has_value();
    };
  };
  in.read("selector", "0 … 3", number(taken.selector, 3));
  in.read("pattern", "0 … 5", number(taken.pattern, 5));
  options = taken;
  return in.problem("instruction, load, operand, lane, register, rows, wavefront, selector, pattern");
}

Choices choices_of(const LayoutOptions& options) {
  const LayoutOptions first;
  Choices chosen;
  const auto differs = [&](const char* name, const auto& value, const auto& otherwise, std::string text) {
    if (!(value == otherwise)) chosen[name] = std::move(text);
  };
  if (!options.whose.empty()) { // the rest follows from the text
    if (options.own_swizzle) chosen["swizzle"] = options.swizzle;
    differs("counts", options.unit, first.unit, "bytes");
    if (!chosen.empty()) chosen["access"] = "text";
    return chosen;
  }
  differs("swizzle", options.swizzle, first.swizzle, options.swizzle);
  differs("layout", options.tile, first.tile, options.tile);
  differs("counts", options.unit, first.unit, "bytes");
  const auto& types = layouts::element_types();
  if (options.type < types.size())
    differs("type", options.type, first.type, std::string(types[options.type].name));
  if (options.reading.column != first.reading.column || options.reading.index != first.reading.index)
    chosen[options.reading.column ? "column" : "row"] = std::to_string(options.reading.index);
  differs("bytes", options.reading.bytes, first.reading.bytes, std::to_string(options.reading.bytes));
  differs("cell", options.cell, first.cell,
          std::to_string(options.cell.row) + "," + std::to_string(options.cell.column));
  if (!options.follows && chosen.empty()) chosen["layout"] = options.tile; // the example, by choice
  return chosen;
}

std::string take_choices(LayoutOptions& options, const Choices& choices) {
  LayoutOptions taken;
  ChoiceReader in("layouts", choices);
  const auto text = [](std::string& into) {
    return [&into](const std::string& value) {
      into = value; // what cannot be read is shown as it was typed, with its message
      return true;
    };
  };
  taken.follows = choices.empty();
  in.read("access", "text", [&](const std::string& value) {
    taken.follows = value == "text";
    return taken.follows;
  });
  taken.own_swizzle = taken.follows && choices.contains("swizzle");
  in.read("swizzle", "Swizzle<3,3,3>", text(taken.swizzle));
  in.read("layout", "(8,64):(64,1)", text(taken.tile));
  in.read("counts", "elements, bytes", [&](const std::string& value) {
    taken.unit = value == "bytes" ? layouts::Unit::Bytes : layouts::Unit::Elements;
    return value == "bytes" || value == "elements";
  });
  std::string names;
  const auto& types = layouts::element_types();
  for (const layouts::ElementType& type : types)
    names += (names.empty() ? "" : ", ") + std::string(type.name);
  in.read("type", names, [&](const std::string& value) {
    for (std::uint32_t i = 0; i < types.size(); ++i)
      if (types[i].name == value) {
        taken.type = i;
        return true;
      }
    return false;
  });
  for (const bool column : {true, false})
    in.read(column ? "column" : "row", "0, 1, 2 …", [&](const std::string& value) {
      const std::optional<std::uint32_t> index = whole_number(value, layouts::most_cells);
      if (index) taken.reading.column = column, taken.reading.index = *index;
      return index.has_value();
    });
  in.read("bytes", "0, 1, 2, 4, 8, 16", [&](const std::string& value) {
    const std::optional<std::uint32_t> bytes = whole_number(value, 16);
    if (!bytes || (*bytes & (*bytes - 1)) != 0) return false;
    taken.reading.bytes = *bytes;
    return true;
  });
  in.read("cell", "5,16", [&](const std::string& value) {
    const std::size_t comma = std::min(value.find(','), value.size());
    const std::string_view all = value;
    const std::optional<std::uint32_t> row = whole_number(all.substr(0, comma), layouts::most_cells),
                                       column = whole_number(all.substr(std::min(comma + 1, all.size())),
                                                             layouts::most_cells);
    if (row && column) taken.cell = {*row, *column};
    return row && column;
  });
  settle_layouts(taken);
  options = taken;
  return in.problem("access, swizzle, layout, counts, type, column, row, bytes, cell");
}

std::map<std::string, Choices> scene_choices(const FragmentOptions& fragment, const LayoutOptions& layouts) {
  std::map<std::string, Choices> all;
  if (Choices chosen = choices_of(fragment); !chosen.empty()) all["fragment"] = std::move(chosen);
  if (Choices chosen = choices_of(layouts); !chosen.empty()) all["layouts"] = std::move(chosen);
  return all;
}

std::string take_scene_choices(FragmentOptions& fragment, LayoutOptions& layouts,
                               const std::map<std::string, Choices>& choices, bool every) {
  std::string problem;
  const auto take = [&](const char* scene, auto& options) {
    const auto found = choices.find(scene);
    if (found == choices.end() && !every) return;
    const std::string said = take_choices(options, found == choices.end() ? Choices{} : found->second);
    if (problem.empty()) problem = said;
  };
  take("fragment", fragment);
  take("layouts", layouts);
  for (const auto& [scene, chosen] : choices)
    if (problem.empty() && scene != "fragment" && scene != "layouts")
      problem = language::trf("choices.scene", language::arg("scene", scene));
  return problem;
}

} // namespace warpscope::view
