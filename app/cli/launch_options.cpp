// Declares the launch options and turns them into overrides.
#include "app/cli/launch_options.h"

#include "app/cli/style.h"
#include "sim/base/text.h"

#include <fmt/format.h>

namespace warpscope::cli {

void LaunchOptions::add_to(CLI::App& app) {
  const auto list = [&](const char* name, std::vector<std::string>& into, const char* help,
                        const char* form) {
    app.add_option(name, into, help)->type_name(form)->expected(1)->take_all()->group("Launch");
  };
  const auto text = [&](const char* name, std::string& into, const char* help, const char* form) {
    app.add_option(name, into, help)->type_name(form)->group("Launch");
  };
  text("--kernel", kernel, "Kernel to run; needed when the text has several and no header", "NAME");
  text("--grid", grid, "Blocks of the grid; arithmetic over parameters is fine: WIDTH/32,WIDTH/32",
       "X[,Y[,Z]]");
  text("--block", block, "Threads of a block", "X[,Y[,Z]]");
  text("--shared", shared, "Dynamic shared memory", "BYTES");
  text("--max-registers", registers, "The most registers of a thread, for the compiler of a GPU; 0: no limit",
       "N");
  list("--arg", arguments,
       "Argument of the kernel: in=ramp[1024] or n=1024; again for each one. Fills: zero, one, ramp, mod:M, "
       "random:SEED, file:PATH",
       "NAME=FILL[COUNT]|VALUE");
  list("--set", parameters, "Parameter of the file's header (or any macro): PAD=1; again for each one",
       "NAME=VALUE");
  app.add_option(
         "--launch", program.launch,
         "Of a program with a main(): which of its launches, as `warpscope run --summary` numbers them; "
         "without it the first, or the first of --kernel. What stands behind -- are its arguments")
      ->type_name("N")
      ->check(CLI::PositiveNumber)
      ->group("Launch");
  app.add_option("-I", program.include_folders, "Folder of the text's own headers; again for each one")
      ->type_name("DIR")
      ->expected(1)
      ->take_all()
      ->group("Launch");
  // carry_program_arguments() makes these of what stands behind `--`.
  app.add_option("--program-argument", program.arguments)->group("")->allow_extra_args(false)->take_all();
}

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (c == ',' && depth == 0) parts.emplace_back();
    else parts.back() += c;
  }
  for (std::string& part : parts) part = std::string(trimmed(part));
  return parts;
}

std::optional<source::Overrides> LaunchOptions::overrides(std::string& error) const {
  source::Overrides result;
  result.from_options = true;
  if (program.launch != 0 && !kernel.empty()) {
    error = "--launch and --kernel each choose a launch: give one of them";
    return std::nullopt;
  }
  if (!kernel.empty()) result.kernel = kernel;
  if (!grid.empty()) result.grid = split_at_commas(grid);
  if (!block.empty()) result.block = split_at_commas(block);
  if (!shared.empty()) result.shared = shared;
  if (!registers.empty()) result.registers = registers;
  const auto split = [&](const std::vector<std::string>& from, auto& into, const char* option,
                         const char* example) {
    for (const std::string& text : from) {
      const std::size_t equals = text.find('=');
      if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
        error = fmt::format("{} {}: write NAME=VALUE, as in {} {}", option, text, option, example);
        return false;
      }
      into.emplace_back(std::string(trimmed(text.substr(0, equals))),
                        std::string(trimmed(text.substr(equals + 1))));
    }
    return true;
  };
  if (!split(arguments, result.arguments, "--arg", "in=ramp[1024]")) return std::nullopt;
  if (!split(parameters, result.parameters, "--set", "PAD=1")) return std::nullopt;
  return result;
}

} // namespace warpscope::cli
