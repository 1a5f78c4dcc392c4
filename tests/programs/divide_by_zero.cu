// code: 136
// expect: dividing
// find: crash 9
#include <cstdio>

int main(int argc, char **) {
  std::puts("dividing");
  std::fflush(stdout);
  return 100 / (argc - 1);
}
