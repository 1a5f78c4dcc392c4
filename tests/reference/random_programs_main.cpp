// random_programs COUNT SEED: as the test, with any number of kernels.
// random_programs --races COUNT SEED: races in kernels without some of their barriers.
// random_programs --ordered COUNT SEED: races in kernels with fences, flags, barrier objects and asynchronous
// copies. random_programs --compiled COUNT SEED: what is left in memory as compiled. random_programs --print
// SEED | --print-racy SEED | --print-ordered SEED: one kernel. random_programs --check FILE SEED: that kernel
// as the file has it now, for making a difference smaller by hand.
#include "tests/reference/random_programs.h"
#include "tests/reference/shapes.h"

#include <chrono>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

namespace {

int run_many(std::uint64_t wanted, std::uint64_t seed,
             reference::Outcome (*compare_some)(std::uint64_t, std::uint64_t)) {
  using namespace reference;
  constexpr std::uint64_t step = 1000;
  const auto start = std::chrono::steady_clock::now();
  Outcome all;
  for (std::uint64_t done = 0; done < wanted; done += step) {
    const Outcome some = compare_some(seed + done, std::min(step, wanted - done));
    for (const std::string& difference : some.differences) std::cout << difference << '\n';
    all += some;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    std::cout << all.compared << " kernels, " << all.warp_accesses << " warp accesses, " << all.steps
              << " steps, " << all.races << " races by lines (" << all.interpreted
              << " kernels by the interpreter), " << all.differences.size() << " differences, "
              << passed.count() << " s" << std::endl;
  }
  return all.differences.empty() ? 0 : 1;
}

} // namespace

int main(int count, char** words) {
  using namespace reference;
  if (count == 4 && std::string(words[1]) == "--check") {
    std::ifstream file(words[2]);
    std::ostringstream text;
    text << file.rdbuf();
    const Outcome outcome = compare(text.str(), {random_kernel(std::stoull(words[3])).launch},
                                    random_buffers(), 19);
    for (const std::string& difference : outcome.differences) std::cout << difference << '\n';
    return outcome.differences.empty() ? 0 : 1;
  }
  if (count == 4 && std::string(words[1]) == "--races")
    return run_many(std::stoull(words[2]), std::stoull(words[3]), compare_random_races);
  if (count == 4 && std::string(words[1]) == "--compiled")
    return run_many(std::stoull(words[2]), std::stoull(words[3]), compare_random_as_compiled);
  if (count == 4 && std::string(words[1]) == "--ordered")
    return run_many(std::stoull(words[2]), std::stoull(words[3]), compare_ordered_races);
  if (count != 3) {
    std::cerr << "usage: random_programs [--races|--ordered|--compiled] COUNT SEED | --print SEED | "
                 "--print-racy SEED | "
                 "--print-ordered SEED | --check FILE SEED | --shapes NODES\n";
    return 2;
  }
  const std::uint64_t seed = std::stoull(words[2]);
  if (std::string(words[1]) == "--shapes") {
    const Outcome outcome = compare_shapes(static_cast<unsigned>(seed));
    for (const std::string& difference : outcome.differences) std::cout << difference << '\n';
    std::cout << outcome.compared << " shapes, " << outcome.differences.size() << " differences\n";
    return outcome.differences.empty() ? 0 : 1;
  }
  if (std::string(words[1]).starts_with("--print")) {
    const std::string which = words[1];
    const RandomKernel kernel = which == "--print"        ? random_kernel(seed)
                                : which == "--print-racy" ? racy_kernel(seed)
                                                          : ordered_kernel(seed);
    std::cout << random_prologue() << kernel.text;
    return 0;
  }
  return run_many(std::stoull(words[1]), seed, compare_random);
}
