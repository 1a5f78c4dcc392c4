// The host's own loop without end: the line where it was.
// code: 124
// limit: 1
// expect: begins
// find: limit 11
#include <cstdio>

volatile int never = 0;
int main() {
  std::puts("begins"), std::fflush(stdout);
  while (never == 0) never = 0;
}
