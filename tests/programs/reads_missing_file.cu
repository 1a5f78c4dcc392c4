// Files that are not there, and one that is not the program's.
// code: 3
// expect: No such file or directory
// expect: Permission denied
// find: denied 13
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

int main() {
  if (std::fopen("no_such_file.txt", "r") == nullptr) std::puts(std::strerror(errno));
  if (std::fopen("/etc/shadow", "r") == nullptr) std::puts(std::strerror(errno));
  return std::ifstream("neither.txt") ? 0 : 3;
}
