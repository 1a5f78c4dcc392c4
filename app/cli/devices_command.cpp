// warpscope devices [ID]: lists the devices, or the numbers of one.
#include "app/cli/input.h"
#include "app/cli/style.h"
#include "app/cli/subcommand.h"
#include "app/cli/table.h"
#include "sim/devices/devices.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <ostream>

namespace warpscope::cli {

namespace {

struct DeviceOptions {
  std::string id;
  bool json = false;
};

std::string kib(std::uint32_t bytes) {
  return bytes == 0 ? "–" : fmt::format("{} KB", grouped(bytes / 1024));
}

std::string number(double value) {
  if (value == static_cast<double>(static_cast<std::int64_t>(value)) && value >= 0)
    return grouped(static_cast<std::uint64_t>(value));
  return fmt::format("{:g}", value);
}

nlohmann::ordered_json json_of(const Device& device) {
  nlohmann::ordered_json numbers = nlohmann::ordered_json::object();
  for (const auto& [key, entry] : device.numbers)
    numbers[key] = {{"value", entry.value}, {"unit", entry.unit}, {"source", entry.source}};
  return {{"id", device.id},
          {"name", device.name},
          {"architecture", device.architecture},
          {"compute_capability", fmt::format("{}.{}", device.cc_major, device.cc_minor)},
          {"numbers", std::move(numbers)}};
}

int run_devices(const DeviceOptions& options, Context& context) {
  Console& console = context.console;
  const Device* chosen = nullptr;
  if (!options.id.empty()) {
    std::string error;
    chosen = find_device_or_say(options.id, error);
    if (chosen == nullptr) {
      complain(console, error);
      return exit_usage;
    }
  }
  if (options.json) {
    nlohmann::ordered_json document = nlohmann::ordered_json::array();
    for (const Device& device : devices::devices())
      if (chosen == nullptr || chosen == &device) document.push_back(json_of(device));
    console.out << (chosen != nullptr ? document.front() : document).dump(2) << "\n";
    return exit_done;
  }
  Table table;
  if (chosen != nullptr) {
    table.column("", Table::Align::Left)
        .column("")
        .column("", Table::Align::Left)
        .column("source", Table::Align::Left);
    for (const auto& [key, entry] : chosen->numbers)
      table.row(
          {{key}, {number(entry.value), Tint::Bold}, {entry.unit, Tint::Dim}, {entry.source, Tint::Dim}});
    console.out << tinted(chosen->name, Tint::Bold, console.color_out) << "  " << chosen->label() << "\n\n"
                << table.text(console.color_out, std::max(console.width, 200u));
    return exit_done;
  }
  table.column("id", Table::Align::Left)
      .column("device", Table::Align::Left)
      .column("", Table::Align::Left)
      .column("SMs");
  table.column("threads/SM")
      .column("blocks/SM")
      .column("registers/SM")
      .column("shared/SM")
      .column("shared/block")
      .column("with opt-in");
  for (const Device& d : devices::devices())
    table.row({{d.id, Tint::Good},
               {d.name},
               {d.label()},
               {grouped(d.sm_count)},
               {grouped(d.max_threads_per_sm)},
               {grouped(d.max_blocks_per_sm)},
               {grouped(d.registers_per_sm)},
               {kib(d.shared_bytes_per_sm)},
               {kib(d.shared_bytes_per_block)},
               {kib(d.shared_bytes_per_block_optin)}});
  console.out << table.text(console.color_out, std::max(console.width, 140u))
              << "\nEvery number of one, with its source: warpscope devices ID\n";
  return exit_done;
}

} // namespace

void add_devices(CLI::App& parent, Action& action) {
  CLI::App* app = parent.add_subcommand("devices", "List the devices, or every number known of one");
  const auto options = std::make_shared<DeviceOptions>();
  app->add_option("id", options->id, "Show this device's numbers with their sources")->type_name("ID");
  app->add_flag("--json", options->json, "As JSON");
  app->footer("Examples:\n"
              "  warpscope devices\n"
              "  warpscope devices cc80");
  app->callback([&action, options] {
    action = [options](Context& context) { return run_devices(*options, context); };
  });
}

} // namespace warpscope::cli
