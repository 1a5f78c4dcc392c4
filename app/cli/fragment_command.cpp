// warpscope fragment [SHAPE]: which lane of a warp holds which element of a matrix product, register by
// register.
#include "app/cli/style.h"
#include "app/cli/subcommand.h"
#include "app/cli/table.h"
#include "sim/fragments/fragments.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <ostream>
#include <set>

namespace warpscope::cli {

namespace {

struct FragmentOptions {
  std::string shape, type = "half", sum;
  std::optional<std::uint32_t> lane;
  std::uint32_t selector = 0;
  bool wmma = false, sparse = false, json = false;
  [[nodiscard]] fragments::Family family() const {
    return wmma ? fragments::Family::Wmma : sparse ? fragments::Family::Sparse : fragments::Family::Mma;
  }
};

std::string instruction_of(const fragments::Shape& shape) {
  return std::string(fragments::name_of(shape.family)) + (shape.wmma() ? " " : ".") + shape.name();
}

/// Every shape, with the types that it has.
int list_shapes(Context& context) {
  Table table;
  table.column("", Table::Align::Left)
      .column("shape", Table::Align::Left)
      .column("types", Table::Align::Left);
  std::set<std::pair<fragments::Family, std::string>> seen;
  for (const fragments::Shape& shape : fragments::shapes()) {
    if (!seen.emplace(shape.family, shape.name()).second) continue;
    std::string names;
    for (const fragments::Shape& other : fragments::shapes())
      if (other.family == shape.family && other.name() == shape.name())
        names += (names.empty() ? "" : " ") + std::string(fragments::type_of(other.type).name);
    table.row({{std::string(fragments::name_of(shape.family))}, {shape.name()}, {names}});
  }
  context.console.out << table.text(context.console.color_out, context.console.width);
  return exit_done;
}

nlohmann::ordered_json operand_json(const fragments::Fragment& fragment, const FragmentOptions& options,
                                    bool wmma) {
  nlohmann::ordered_json elements = nlohmann::ordered_json::array();
  for (unsigned lane = 0; lane < fragments::lanes; ++lane) {
    if (options.lane && *options.lane != lane) continue;
    for (unsigned reg = 0; reg < fragment.registers; ++reg)
      for (unsigned part = 0; part < fragment.per; ++part) {
        const fragments::Cell cell = fragment.cell({lane, reg, part});
        const fragments::Cell own = fragment.own(cell);
        elements.push_back({{"lane", lane},
                            {"register", reg},
                            {"part", part},
                            {"name", fragment.element_name(reg, part, wmma)},
                            {"row", own.row},
                            {"column", own.column}});
        if (fragment.products > 1) elements.back()["product"] = fragment.product(cell);
      }
  }
  return {{"type", fragments::type_of(fragment.type).name},
          {"rows", fragment.rows / fragment.products},
          {"columns", fragment.columns},
          {"registers", fragment.registers},
          {"per_register", fragment.per},
          {"elements", std::move(elements)}};
}

/// Of a sparse product: which lane's bits say what is stored of which elements of A.
nlohmann::ordered_json metadata_json(const fragments::Layout& layout, const FragmentOptions& options) {
  const fragments::Metadata& metadata = *layout.metadata;
  nlohmann::ordered_json groups = nlohmann::ordered_json::array();
  for (unsigned row = 0; row < layout.shape.m; ++row)
    for (unsigned group = 0; group < metadata.groups; ++group) {
      const fragments::Metadata::Place place = metadata.place(row, group, options.selector);
      if (options.lane && *options.lane != place.lane) continue;
      groups.push_back({{"row", row},
                        {"first", group * metadata.step},
                        {"last", group * metadata.step + metadata.step - 1},
                        {"lane", place.lane},
                        {"bit", place.bit}});
    }
  return {{"selector", options.selector},
          {"selectors", metadata.selectors()},
          {"elements", metadata.step},
          {"stored", metadata.step / 2},
          {"groups", std::move(groups)}};
}

/// A few neighbours along a row of A, of which half are stored.
std::string group_text(const fragments::Metadata& metadata, unsigned row, unsigned first, unsigned last) {
  return fmt::format("A[{}][{}–{}]", row, first * metadata.step, (last + 1) * metadata.step - 1);
}

/// What a lane holds: a row for each register.
std::string lane_table(const fragments::Layout& layout, unsigned lane, unsigned selector,
                       const Console& console) {
  Table table;
  table.column("", Table::Align::Left).column("register", Table::Align::Left);
  table.column("holds", Table::Align::Left);
  for (const fragments::Fragment* fragment : {&layout.a, &layout.b, &layout.c})
    for (unsigned reg = 0; reg < fragment->registers; ++reg) {
      const unsigned last = fragment->per - 1;
      const auto element = [&](unsigned part) {
        const fragments::Cell cell = fragment->own(fragment->cell({lane, reg, part}));
        return fmt::format("{}[{}][{}]", fragments::letter_of(fragment->operand), cell.row, cell.column);
      };
      const bool wmma = layout.shape.wmma();
      std::string names = fragment->element_name(reg, 0, wmma), holds = element(0);
      if (last > 0) {
        if (const std::string end = fragment->element_name(reg, last, wmma); end != names)
          names += (last > 1 ? " … " : " ") + end;
        holds += (last > 1 ? " … " : "  ") + element(last);
      }
      if (layout.metadata && fragment == &layout.a) { // what is stored, of these
        const fragments::Metadata& metadata = *layout.metadata;
        const fragments::Cell begin = layout.a.cell({lane, reg, 0}), end = layout.a.cell({lane, reg, last});
        const unsigned first = begin.column / (metadata.step / 2), behind = end.column / (metadata.step / 2);
        holds = fmt::format("{} of {}", fragment->per, group_text(metadata, begin.row, first, behind));
        for (unsigned group = first; group <= behind; ++group) {
          const fragments::Metadata::Place place = metadata.place(begin.row, group, selector);
          holds += fmt::format("{} e of lane {}, bits {}–{}", group == first ? ", by" : " and", place.lane,
                               place.bit, place.bit + 3);
        }
      }
      table.row({{reg == 0 ? std::string(1, fragments::letter_of(fragment->operand)) : std::string()},
                 {names},
                 {holds}});
    }
  if (layout.metadata) {
    bool asked = false;
    for (unsigned row = lane / 4; row < layout.shape.m; row += 8)
      for (unsigned group = 0; group < layout.metadata->groups; group += layout.metadata->in_lane) {
        const fragments::Metadata::Place place = layout.metadata->place(row, group, selector);
        if (place.lane != lane) continue;
        table.row({{asked ? std::string() : std::string("E")},
                   {fmt::format("bits {}–{}", place.bit, place.bit + 4 * layout.metadata->in_lane - 1)},
                   {"what is stored of " +
                    group_text(*layout.metadata, row, group, group + layout.metadata->in_lane - 1)}});
        asked = true;
      }
    if (!asked)
      table.row({{std::string("E")}, {std::string()}, {fmt::format("not asked: selector {}", selector)}});
  }
  return table.text(console.color_out, console.width);
}

/// Of a sparse product: the lane of each few groups' bits.
std::string metadata_grid(const fragments::Layout& layout, unsigned selector) {
  const fragments::Metadata& metadata = *layout.metadata;
  std::string text = fmt::format(
      "E, the metadata, selector {} of {}: the lane whose bits say which {} of each {} elements are stored\n",
      selector, metadata.selectors(), metadata.step / 2, metadata.step);
  for (unsigned row = 0; row < layout.shape.m; ++row) {
    text += fmt::format("{:>5} ", row);
    for (unsigned group = 0; group < metadata.groups; group += metadata.in_lane) {
      const fragments::Metadata::Place place = metadata.place(row, group, selector);
      text += fmt::format(" {:>2}, bits {}–{}: {}", place.lane, place.bit,
                          place.bit + 4 * metadata.in_lane - 1,
                          group_text(metadata, row, group, group + metadata.in_lane - 1));
      if (group + metadata.in_lane < metadata.groups) text += ";";
    }
    text += "\n";
  }
  return text;
}

/// The lane of each element; neighbours that one lane holds are one number.
std::string lane_grid(const fragments::Fragment& fragment, bool wmma) {
  const auto lane_at = [&](unsigned row, unsigned column) { return fragment.holder({row, column}).lane; };
  unsigned across = 1, down = 1;
  while (across < fragment.columns && lane_at(0, across) == lane_at(0, 0)) ++across;
  while (down < fragment.rows && lane_at(down, 0) == lane_at(0, 0)) ++down;
  std::string text = fmt::format(
      "{}, {} × {} of {}{}: the lane of {}\n", fragments::letter_of(fragment.operand),
      fragment.rows / fragment.products, fragment.columns, fragments::type_of(fragment.type).name,
      fragment.products > 1 ? fmt::format(", {} times", fragment.products) : std::string(),
      across * down == 1 ? std::string("each element")
                         : fmt::format("each {} in a {}", across * down, across > 1 ? "row" : "column"));
  for (unsigned row = 0; row < fragment.rows; row += down) {
    const fragments::Cell own = fragment.own({row, 0});
    if (fragment.products > 1 && own.row == 0)
      text += fmt::format("  product {}\n", fragment.product({row, 0}));
    text += fmt::format("{:>5} ", own.row);
    for (unsigned column = 0; column < fragment.columns; column += across) {
      const fragments::Holder holder = fragment.holder({row, column});
      text += fmt::format(" {:>2}", holder.lane);
      if (column + across == fragment.columns && row % 8 == 0 && fragment.products == 1) {
        text += "   from ";
        for (unsigned first = 0, before = ~0u; first < fragment.columns; first += across) {
          const unsigned reg = fragment.holder({row, first}).reg;
          if (reg == before) continue;
          before = reg;
          text += (first == 0 ? "" : ", ") +
                  fragment.element_name(reg, fragment.holder({row, first}).part, wmma);
        }
      }
    }
    text += "\n";
  }
  return text;
}

int run_fragment(const FragmentOptions& options, Context& context) {
  Console& console = context.console;
  if (options.shape.empty()) return list_shapes(context);
  const fragments::ElementType* const type = fragments::type_of_name(options.type);
  const fragments::Shape* const shape = type == nullptr ? nullptr
                                                        : fragments::find_shape(options.family(), type->type,
                                                                                options.shape);
  if (shape == nullptr) {
    std::string names;
    for (const fragments::Shape& other : fragments::shapes())
      if (type != nullptr && other.type == type->type && other.family == options.family())
        names += (names.empty() ? "" : ", ") + other.name();
    complain(console,
             names.empty()
                 ? fmt::format("there is no {} of {}", fragments::name_of(options.family()), options.type)
                 : fmt::format("there is no {} of {} and shape {}; there are {}",
                               fragments::name_of(options.family()), options.type, options.shape, names));
    return exit_usage;
  }
  fragments::Type sum = fragments::sums_of(*shape).front();
  if (!options.sum.empty()) {
    const fragments::ElementType* const wanted = fragments::type_of_name(options.sum);
    std::string names;
    bool found = false;
    for (const fragments::Type one : fragments::sums_of(*shape)) {
      names += (names.empty() ? "" : ", ") + std::string(fragments::type_of(one).name);
      if (wanted != nullptr && wanted->type == one) sum = one, found = true;
    }
    if (!found) {
      complain(console,
               fmt::format("--sum {}: sums of products of {} are {}", options.sum, options.type, names));
      return exit_usage;
    }
  }
  const fragments::Layout layout = fragments::layout_of(*shape, sum);
  if (const unsigned count = layout.metadata ? layout.metadata->selectors() : 1; options.selector >= count) {
    complain(console, fmt::format("--selector {}: {} has {}", options.selector, instruction_of(*shape),
                                  layout.metadata ? fmt::format("0 to {}", count - 1) : "none"));
    return exit_usage;
  }
  if (options.json) {
    nlohmann::ordered_json document{{"instruction", instruction_of(*shape)},
                                    {"shape", shape->name()},
                                    {"type", fragments::type_of(shape->type).name},
                                    {"sum", fragments::type_of(sum).name}};
    for (const fragments::Fragment* fragment : {&layout.a, &layout.b, &layout.c})
      document[std::string(1, fragments::letter_of(fragment->operand))] = operand_json(*fragment, options,
                                                                                       shape->wmma());
    if (layout.metadata) document["E"] = metadata_json(layout, options);
    console.out << document.dump(2) << "\n";
    return exit_done;
  }
  console.out << fmt::format("{} of {}, sums of {}", instruction_of(*shape),
                             fragments::type_of(shape->type).name, fragments::type_of(sum).name);
  if (options.lane) {
    const unsigned lane = *options.lane;
    const std::string whose = shape->quads() ? fmt::format("of product {} of four", lane % 16 / 4)
                                             : fmt::format("thread {} of group {}", lane % 4, lane / 4);
    console.out << fmt::format("; lane {}, {}, holds {}\n\n", lane, whose, counted(layout.values(), "value"))
                << lane_table(layout, lane, options.selector, console);
    return exit_done;
  }
  console.out << "\n";
  for (const fragments::Fragment* fragment : {&layout.a, &layout.b, &layout.c})
    console.out << "\n" << lane_grid(*fragment, shape->wmma());
  if (layout.metadata) console.out << "\n" << metadata_grid(layout, options.selector);
  return exit_done;
}

} // namespace

void add_fragment(CLI::App& parent, Action& action) {
  CLI::App* app = parent.add_subcommand("fragment",
                                        "Which lane holds which element of a matrix product on tensor cores");
  const auto options = std::make_shared<FragmentOptions>();
  app->add_option("shape", options->shape,
                  "Such as m16n8k16; without one the shapes and their types are listed")
      ->type_name("SHAPE");
  app->add_option("--type", options->type, "Type of A and B: half, bfloat16, tf32, double, s8, …")
      ->capture_default_str()
      ->type_name("TYPE");
  app->add_option("--sum", options->sum, "Type of C and of the result; without it the usual one")
      ->type_name("TYPE");
  app->add_option("--lane", options->lane, "What this lane holds, in place of the matrices")
      ->check(CLI::Range(0, 31))
      ->type_name("N");
  CLI::Option* const wmma = app->add_flag("--wmma", options->wmma,
                                          "nvcuda::wmma's fragments, in place of mma.sync's");
  app->add_flag("--sparse", options->sparse,
                "mma.sp's: of A half the elements, and the metadata that names them")
      ->excludes(wmma);
  app->add_option("--selector", options->selector, "Of mma.sp: which lanes are asked for metadata")
      ->capture_default_str()
      ->type_name("N");
  app->add_flag("--json", options->json, "One JSON document: each element's lane, register and part");
  app->footer("Examples:\n"
              "  warpscope fragment m16n8k16 --type half --lane 22\n"
              "  warpscope fragment m16n16k16 --wmma --json\n"
              "  warpscope fragment m16n8k32 --sparse --lane 21\n"
              "  warpscope fragment m8n8k4.row.col --lane 21\n"
              "Exit codes: 0 done; 2 bad usage or a shape that does not exist.");
  app->callback([&action, options] {
    action = [options](Context& context) { return run_fragment(*options, context); };
  });
}

} // namespace warpscope::cli
