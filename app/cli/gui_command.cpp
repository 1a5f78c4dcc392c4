// warpscope [gui] [FILE.cu]: opens the window.
#include "app/cli/subcommand.h"
#include "sim/labs/labs.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

namespace warpscope::cli {

void add_gui(CLI::App& parent, Action& action) {
  CLI::App* app = parent.add_subcommand("gui", "Open the window (the word gui may be left out)");
  const auto file = std::make_shared<std::string>();
  app->add_option("file", *file, "A .cu file or a lab to open")->type_name("FILE.cu");
  const auto lesson = std::make_shared<std::string>();
  app->add_option("--lesson", *lesson, "Play this lesson: a name (`warpscope lessons`), or a .toml file")
      ->type_name("NAME|FILE.toml");
  const auto folders = std::make_shared<std::vector<std::string>>();
  app->add_option("-I", *folders, "Folder of the text's own headers; again for each one")
      ->type_name("DIR")
      ->expected(1)
      ->take_all();
  const auto fresh = std::make_shared<bool>(false);
  app->add_flag("--fresh", *fresh)->group(""); // for tests and scripts, not in --help
  app->footer("Examples:\n"
              "  warpscope\n"
              "  warpscope gui my_kernel.cu\n"
              "  warpscope gui --lesson banks\n"
              "  warpscope transpose_tile");
  app->callback([&action, file, lesson, folders, fresh] {
    action = [file, lesson, folders, fresh](Context& context) -> int {
      std::error_code ignored;
      if (!file->empty() && labs::find_lab(*file) == nullptr && !std::filesystem::exists(*file, ignored)) {
        complain(context.console,
                 fmt::format("there is no file {} and no lab of that name (`warpscope labs` lists the labs)",
                             *file));
        return exit_usage;
      }
      if (!context.services.gui) {
        complain(context.console,
                 "this program was built without the window; the command line is all here: warpscope --help");
        return exit_usage;
      }
      return context.services.gui({*file, *lesson, *folders, *fresh});
    };
  });
}

} // namespace warpscope::cli
