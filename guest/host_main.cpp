// warpscope-host: runs a person's host program. Started by the simulator with a socket and the device's
// memory; everything it does besides computing goes through them.
#include "guest/host/confine.h"
#include "guest/host/crash.h"
#include "guest/host/loader.h"
#include "guest/libraries/library_call.h"
#include "guest/runtime/runtime.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace warpscope::guest;

constexpr int exit_not_linked = 1;

/// exit() ran the program's own handlers before this one.
void finish(int code, void*) {
  runtime().finish(code);
  std::fflush(nullptr);
}

void tell_unsupported(Connection& link, const std::vector<std::string>& names) {
  for (const std::string& name : names)
    link.tell(Kind::Finding, Finding{{}, "unsupported", name + "() is not simulated", name});
}

Loaded addresses_of(const Welcome& welcome, const LoadedProgram& program) {
  Loaded loaded;
  for (const warpscope::program::HostObject& object : welcome.objects)
    for (const warpscope::program::CodeFunction& function : object.functions)
      if (const auto at = program.symbols.find(function.symbol); at != program.symbols.end()) {
        loaded.symbols.push_back(function.symbol);
        loaded.addresses.push_back(at->second);
      }
  return loaded;
}

void* pointer_to(const LoadedProgram& program, const std::string& symbol) {
  const auto at = program.symbols.find(symbol);
  return at == program.symbols.end() ? nullptr : reinterpret_cast<void*>(at->second);
}

/// Names functions as they are written, and a kernel's stub by its kernel.
std::string written_names(std::string_view symbols) {
  constexpr std::string_view stub = "__device_stub__";
  std::string names;
  while (!symbols.empty()) {
    const std::size_t end = std::min(symbols.find(' '), symbols.size());
    std::string name(symbols.substr(0, end));
    int status = 0;
    char* const written = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
    if (written != nullptr) name = written;
    std::free(written);
    if (const std::size_t at = name.find(stub); at != std::string::npos)
      name = name.erase(at, stub.size()) + " (a kernel)";
    names += (names.empty() ? "" : ", ") + name;
    symbols.remove_prefix(std::min(end + 1, symbols.size()));
  }
  return names;
}

int run() {
  auto* const link = new Connection(socket_descriptor); // used until the last handler of exit()
  Welcome welcome;
  if (!warpscope::wire::decode(std::span<const std::uint8_t>(link->receive(Kind::Welcome)), welcome))
    return exit_without_simulator;
  auto* const state = new Runtime(*link, std::move(welcome));
  set_runtime(state);
  const Welcome& facts = state->welcome;
  note_stack_of_thread();
  if (std::string error; !state->window.map(memory_descriptor, error)) {
    link->tell(Kind::Finding, Finding{{}, "not-started", error, ""});
    return exit_not_linked;
  }

  auto* const loader = new Loader;
  const LoadedProgram program = loader->load(facts);
  tell_unsupported(*link, program.unsupported);
  if (!program.undefined.empty() || !program.error.empty()) {
    const std::string why = program.undefined.empty()
                                ? program.error
                                : "undefined: " + written_names(program.undefined) +
                                      "; if another file of the program defines it, give `warpscope run` "
                                      "that file, too";
    link->tell(Kind::Finding,
               Finding{{}, program.undefined.empty() ? "not-linked" : "undefined", why, program.undefined});
    return exit_not_linked;
  }
  set_program_code(program.code);
  for (const warpscope::program::HostObject& object : facts.objects) {
    for (const warpscope::program::KernelStub& stub : object.stubs)
      if (void* const at = pointer_to(program, stub.symbol)) state->add_stub(at, stub.kernel);
    for (const warpscope::program::DeviceShadow& shadow : object.shadows) {
      if (shadow.managed) {
        for (const VariableFacts& variable : facts.variables)
          if (variable.symbol == shadow.variable) {
            state->window.open(variable.address, variable.bytes);
            state->managed_variables.push_back(&variable);
            state->variables[reinterpret_cast<const void*>(variable.address)] = &variable;
          }
      } else if (void* const at = pointer_to(program, shadow.symbol)) {
        state->add_shadow(at, shadow.variable);
      }
    }
  }
  void* const main_address = pointer_to(program, "main");
  if (main_address == nullptr) {
    link->tell(Kind::Finding, Finding{{}, "undefined", "undefined: main", "main"});
    return exit_not_linked;
  }
  link->tell(Kind::Loaded, addresses_of(facts, program));

  std::vector<char*> arguments, environment;
  for (const std::string& text : facts.arguments) arguments.push_back(const_cast<char*>(text.c_str()));
  arguments.push_back(nullptr);
  clearenv();
  for (const std::string& text : facts.environment) {
    environment.push_back(const_cast<char*>(text.c_str()));
    putenv(environment.back());
  }
  environment.push_back(nullptr);
  if (!facts.folder.empty() && chdir(facts.folder.c_str()) != 0)
    link->tell(Kind::Finding, Finding{{}, "not-started", "the program's folder cannot be entered", ""});

  // What a person waits for is shown as it comes. A terminal has that already.
  if (facts.lines) std::setvbuf(stdout, nullptr, _IOLBF, std::size_t{1} << 16);
  prepare_libraries(facts);
  on_exit(finish, nullptr);
  tell_of_crashes(*link);
  if (std::string error; !confine(*link, facts, error)) {
    link->tell(Kind::Finding, Finding{{}, "not-confined", error, ""});
    return exit_not_linked;
  }
  for (const std::uint64_t initialiser : program.initialisers) reinterpret_cast<void (*)()>(initialiser)();
  // The program's argv may be changed by it, as getopt() does.
  auto* const own_arguments = new std::vector<char*>(arguments);
  auto* const own_environment = new std::vector<char*>(environment);
  const auto main_function = reinterpret_cast<int (*)(int, char**, char**)>(main_address);
  std::exit(
      main_function(static_cast<int>(arguments.size() - 1), own_arguments->data(), own_environment->data()));
}

} // namespace

int main() {
  // A program that never asks the simulator for anything would outlive one that was killed.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  _exit(run());
}
