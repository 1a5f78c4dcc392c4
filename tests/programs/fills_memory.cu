// Memory without end: malloc() says no at 8 GiB or so, and new throws.
// code: 134
// expect: 1
// find: crash 16
#include <cstdio>
#include <cstdlib>
#include <vector>

int main() {
  std::size_t got = 0;
  static void *volatile last;
  while (got < 64 && (last = std::malloc(std::size_t{1} << 30)) != nullptr) ++got;
  std::printf("%d\n", got > 2 && got < 16);
  std::fflush(stdout);
  std::vector<char *> more;
  for (;;) more.push_back(new char[1 << 28]);
}
