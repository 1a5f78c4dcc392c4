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
  bool wmma = false, json = false;
};

std::string instruction_of(const fragments::Shape& shape) {
  return (shape.wmma ? "wmma " : "mma.sync.") + shape.name();
}

/// Every shape, with the types that it has.
int list_shapes(Context& context) {
  Table table;
  table.column("", Table::Align::Left)
      .column("shape", Table::Align::Left)
      .column("types", Table::Align::Left);
  std::set<std::pair<bool, std::string>> seen;
  for (const fragments::Shape& shape : fragments::shapes()) {
    if (!seen.emplace(shape.wmma, shape.name()).second) continue;
    std::string names;
    for (const fragments::Shape& other : fragments::shapes())
      if (other.wmma == shape.wmma && other.name() == shape.name())
        names += (names.empty() ? "" : " ") + std::string(fragments::type_of(other.type).name);
    table.row({{shape.wmma ? "wmma" : "mma.sync"}, {shape.name()}, {names}});
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
        elements.push_back({{"lane", lane},
                            {"register", reg},
                            {"part", part},
                            {"name", fragment.element_name(reg, part, wmma)},
                            {"row", cell.row},
                            {"column", cell.column}});
      }
  }
  return {{"type", fragments::type_of(fragment.type).name},
          {"rows", fragment.rows},
          {"columns", fragment.columns},
          {"registers", fragment.registers},
          {"per_register", fragment.per},
          {"elements", std::move(elements)}};
}

/// What a lane holds: a row for each register.
std::string lane_table(const fragments::Layout& layout, unsigned lane, const Console& console) {
  Table table;
  table.column("", Table::Align::Left).column("register", Table::Align::Left);
  table.column("holds", Table::Align::Left);
  for (const fragments::Fragment* fragment : {&layout.a, &layout.b, &layout.c})
    for (unsigned reg = 0; reg < fragment->registers; ++reg) {
      const unsigned last = fragment->per - 1;
      const auto element = [&](unsigned part) {
        const fragments::Cell cell = fragment->cell({lane, reg, part});
        return fmt::format("{}[{}][{}]", fragments::letter_of(fragment->operand), cell.row, cell.column);
      };
      std::string names = fragment->element_name(reg, 0, layout.shape.wmma), holds = element(0);
      if (last > 0) {
        names += (last > 1 ? " … " : " ") + fragment->element_name(reg, last, layout.shape.wmma);
        holds += (last > 1 ? " … " : "  ") + element(last);
      }
      table.row({{reg == 0 ? std::string(1, fragments::letter_of(fragment->operand)) : std::string()},
                 {names},
                 {holds}});
    }
  return table.text(console.color_out, console.width);
}

/// The lane of each element; neighbours that one lane holds are one number.
std::string lane_grid(const fragments::Fragment& fragment, bool wmma) {
  const auto lane_at = [&](unsigned row, unsigned column) { return fragment.holder({row, column}).lane; };
  unsigned across = 1, down = 1;
  while (across < fragment.columns && lane_at(0, across) == lane_at(0, 0)) ++across;
  while (down < fragment.rows && lane_at(down, 0) == lane_at(0, 0)) ++down;
  std::string text = fmt::format(
      "{}, {} × {} of {}: the lane of {}\n", fragments::letter_of(fragment.operand), fragment.rows,
      fragment.columns, fragments::type_of(fragment.type).name,
      across * down == 1 ? std::string("each element")
                         : fmt::format("each {} in a {}", across * down, across > 1 ? "row" : "column"));
  for (unsigned row = 0; row < fragment.rows; row += down) {
    text += fmt::format("{:>5} ", row);
    for (unsigned column = 0; column < fragment.columns; column += across) {
      const fragments::Holder holder = fragment.holder({row, column});
      text += fmt::format(" {:>2}", holder.lane);
      if (column + across == fragment.columns && row % 8 == 0) {
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
  const fragments::Shape* const shape = type == nullptr
                                            ? nullptr
                                            : fragments::find_shape(options.wmma, type->type, options.shape);
  if (shape == nullptr) {
    std::string names;
    for (const fragments::Shape& other : fragments::shapes())
      if (type != nullptr && other.type == type->type && other.wmma == options.wmma)
        names += (names.empty() ? "" : ", ") + other.name();
    complain(console,
             names.empty()
                 ? fmt::format("there is no {} of {}", options.wmma ? "wmma" : "mma.sync", options.type)
                 : fmt::format("there is no {} of {} and shape {}; there are {}",
                               options.wmma ? "wmma" : "mma.sync", options.type, options.shape, names));
    return exit_usage;
  }
  fragments::Type sum = fragments::sums_of(shape->type).front();
  if (!options.sum.empty()) {
    const fragments::ElementType* const wanted = fragments::type_of_name(options.sum);
    std::string names;
    bool found = false;
    for (const fragments::Type one : fragments::sums_of(shape->type)) {
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
  if (options.json) {
    nlohmann::ordered_json document{{"instruction", instruction_of(*shape)},
                                    {"shape", shape->name()},
                                    {"type", fragments::type_of(shape->type).name},
                                    {"sum", fragments::type_of(sum).name}};
    for (const fragments::Fragment* fragment : {&layout.a, &layout.b, &layout.c})
      document[std::string(1, fragments::letter_of(fragment->operand))] = operand_json(*fragment, options,
                                                                                       shape->wmma);
    console.out << document.dump(2) << "\n";
    return exit_done;
  }
  console.out << fmt::format("{} of {}, sums of {}", instruction_of(*shape),
                             fragments::type_of(shape->type).name, fragments::type_of(sum).name);
  if (options.lane) {
    console.out << fmt::format("; lane {}, thread {} of group {}, holds {}\n\n", *options.lane,
                               *options.lane % 4, *options.lane / 4, counted(layout.values(), "value"))
                << lane_table(layout, *options.lane, console);
    return exit_done;
  }
  console.out << "\n";
  for (const fragments::Fragment* fragment : {&layout.a, &layout.b, &layout.c})
    console.out << "\n" << lane_grid(*fragment, shape->wmma);
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
  app->add_flag("--wmma", options->wmma, "nvcuda::wmma's fragments, in place of mma.sync's");
  app->add_flag("--json", options->json, "One JSON document: each element's lane, register and part");
  app->footer("Examples:\n"
              "  warpscope fragment m16n8k16 --type half --lane 22\n"
              "  warpscope fragment m16n16k16 --wmma --json\n"
              "Exit codes: 0 done; 2 bad usage or a shape that does not exist.");
  app->callback([&action, options] {
    action = [options](Context& context) { return run_fragment(*options, context); };
  });
}

} // namespace warpscope::cli
