// warpscope labs [ID]: lists the labs, or prints the text of one.
#include "app/cli/style.h"
#include "app/cli/subcommand.h"
#include "app/cli/table.h"
#include "app/document/catalog.h"
#include "sim/labs/labs.h"
#include "sim/source/nearest.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <ostream>

namespace warpscope::cli {

namespace {

struct LabOptions {
  std::string id;
  bool json = false;
};

std::string list_of_labs(const document::Catalog& catalog, bool color, unsigned width) {
  std::string out;
  std::vector<std::string> groups;
  for (const document::LabEntry& lab : catalog.labs)
    if (std::find(groups.begin(), groups.end(), lab.group) == groups.end()) groups.push_back(lab.group);
  std::size_t id_columns = 0;
  for (const document::LabEntry& lab : catalog.labs) id_columns = std::max(id_columns, columns_of(lab.id));
  for (const std::string& group : groups) {
    out += tinted(group, Tint::Bold, color) + "\n";
    for (const document::LabEntry& lab : catalog.labs) {
      if (lab.group != group) continue;
      const std::string pad(id_columns - columns_of(lab.id) + 2, ' ');
      out += "  " + tinted(lab.id, Tint::Good, color) + pad +
             clipped(lab.title,
                     width - std::min<unsigned>(width / 2, 4 + static_cast<unsigned>(id_columns))) +
             "\n";
      if (!lab.question.empty())
        out += std::string(4 + id_columns, ' ') +
               tinted(clipped(lab.question, std::max<std::size_t>(width, id_columns + 30) - 4 - id_columns),
                      Tint::Dim, color) +
               "\n";
    }
    out += "\n";
  }
  std::string waiting;
  for (const labs::Lab& lab : labs::labs())
    if (!lab.recorded) waiting += (waiting.empty() ? "" : ", ") + lab.id;
  if (!waiting.empty()) out += "Not recorded on a GPU yet: " + waiting + "\n\n";
  out += "Run one: warpscope sim ID    open one: warpscope ID    its text: warpscope labs ID\n";
  std::string programs;
  for (const labs::Lab& lab : labs::labs())
    if (lab.program) programs += (programs.empty() ? "" : ", ") + lab.id;
  out += "Whole programs, run with warpscope run ID [-D NAME=VALUE]: " + programs + "\n";
  return out;
}

int run_labs(const LabOptions& options, Context& context) {
  Console& console = context.console;
  const document::Catalog catalog = document::make_catalog();
  if (!options.id.empty()) {
    const document::LabEntry* lab = catalog.find_lab(options.id);
    if (lab == nullptr) {
      std::vector<std::string> ids;
      for (const document::LabEntry& known : catalog.labs) ids.push_back(known.id);
      const std::string meant = source::nearest_name(options.id, ids);
      complain(console, fmt::format("there is no lab {}{}", options.id,
                                    meant.empty() ? "; `warpscope labs` lists them"
                                                  : fmt::format("; did you mean {}?", meant)));
      return exit_usage;
    }
    console.out << lab->text;
    return exit_done;
  }
  if (options.json) {
    auto document = nlohmann::ordered_json::array();
    for (const document::LabEntry& lab : catalog.labs) {
      const labs::Lab* embedded = labs::find_lab(lab.id);
      document.push_back({{"id", lab.id},
                          {"title", lab.title},
                          {"question", lab.question},
                          {"group", lab.group},
                          {"program", embedded != nullptr && embedded->program},
                          {"recorded", embedded != nullptr && embedded->recorded}});
    }
    console.out << document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << "\n";
    return exit_done;
  }
  console.out << list_of_labs(catalog, console.color_out, console.width);
  return exit_done;
}

} // namespace

void add_labs(CLI::App& parent, Action& action) {
  CLI::App* app = parent.add_subcommand("labs", "List the labs, or print the text of one");
  const auto options = std::make_shared<LabOptions>();
  app->add_option("id", options->id, "Print this lab's .cu text")->type_name("ID");
  app->add_flag("--json", options->json, "The list as a JSON array");
  app->footer("Examples:\n"
              "  warpscope labs\n"
              "  warpscope labs column_read > my_version.cu");
  app->callback(
      [&action, options] { action = [options](Context& context) { return run_labs(*options, context); }; });
}

} // namespace warpscope::cli
