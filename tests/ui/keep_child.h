// Runs of the app in child processes, for the tests that kill one.
#pragma once

#include <string>

namespace warpscope::test {

/// What main() does when the program was started as such a child; returns the exit code.
int run_keep_child(const std::string& role);

} // namespace warpscope::test
