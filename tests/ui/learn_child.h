// A student alone, in a process and with folders of its own: what learn_ui_test.cpp starts.
#pragma once

#include <string>

namespace warpscope::test {

/// Walks as the role says, from what is on screen alone, and prints a JSON line of what was read for each
/// step. learns_by_keys, learns_by_mouse: from the first start through half of the first lesson, then the
/// window is closed. learns_next_day_by_keys, learns_next_day_by_mouse: goes on to the end and into the next
/// lesson.
int run_learn_child(const std::string& role);

} // namespace warpscope::test
