// Every command the README shows is run, as it stands there.
#include "tests/cli/program.h"

#include <sstream>
#include <vector>

namespace warpscope {
namespace {

/// Lines "$ …" of the ```console blocks; a line that ends with a backslash goes on in the next one.
std::vector<std::string> console_commands(const std::string& markdown) {
  std::vector<std::string> commands;
  std::istringstream lines(markdown);
  bool inside = false;
  bool goes_on = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      inside = line == "```console";
      goes_on = false;
    } else if (inside && goes_on) {
      commands.back() += "\n" + line;
      goes_on = line.ends_with('\\');
    } else if (inside && line.starts_with("$ ")) {
      commands.push_back(line.substr(2));
      goes_on = line.ends_with('\\');
    }
  }
  return commands;
}

/// The README names the program where `scripts/run` builds it; these tests may lie in another build folder.
std::string runnable(std::string command) {
  const std::string built = "build/release/warpscope";
  for (std::size_t at = command.find(built); at != std::string::npos; at = command.find(built, at))
    command.replace(at, built.size(), "warpscope");
  return command;
}

TEST(Readme, CommandsAreFoundInConsoleBlocksOnly) {
  EXPECT_EQ(console_commands("$ no\n```sh\n$ no\n```\n```console\n$ a \\\n  b\nout\n$ c\n```\n$ no\n"),
            (std::vector<std::string>{"a \\\n  b", "c"}));
  EXPECT_EQ(runnable("build/release/warpscope x | build/release/warpscope y"), "warpscope x | warpscope y");
}

TEST(Readme, EveryCommandWorks) {
  const std::vector<std::string> commands = console_commands(
      read_whole(std::string(WARPSCOPE_SOURCE_DIR) + "/README.md"));
  int run_here = 0;
  for (const std::string& shown : commands) {
    const std::string command = runnable(shown);
    if (!command.starts_with("warpscope "))
      continue; // scripts/run and the like build the tree that this test is part of
#ifdef WARPSCOPE_WITHOUT_PNG
    if (command.find(".png") != std::string::npos) continue; // a build without OpenGL says so and writes none
#endif
    ++run_here;
    // What a command writes under build/ goes to a folder of its own, so that the source tree stays as it is.
    std::string redirected = command;
    if (const std::size_t at = redirected.find("--out build/"); at != std::string::npos)
      redirected.replace(at, 12, "--out " + testing::TempDir());
    const ProgramRun run = run_command(redirected);
    EXPECT_EQ(run.code, 0) << shown << "\n" << run.err;
    EXPECT_FALSE(run.out.empty()) << shown;
  }
  EXPECT_GE(run_here, 5) << "the README shows how to use the command line";
}

} // namespace
} // namespace warpscope
