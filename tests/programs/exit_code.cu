// exit() from the depth of a call, with handlers that run.
// code: 7
// expect: leaving
#include <cstdio>
#include <cstdlib>

void leave() { std::exit(7); }

int main() {
  std::atexit([] { std::puts("leaving"); });
  leave();
  return 1;
}
