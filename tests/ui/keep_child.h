// Runs of the app in processes of their own, for the tests that end one from outside.
#pragma once

#include <string>

namespace warpscope::test {

/// What main() does when the program was started as one of these runs; the exit code.
int run_keep_child(const std::string& role);

} // namespace warpscope::test
