// A file that the program writes and reads again lies in its scratch folder; one of the system stays shut.
// expect: wrote and read 42
// expect: /etc/shadow is shut
// find: denied 15
#include <fstream>
#include <iostream>

int main() {
  {
    std::ofstream out("result.txt");
    out << 42;
  }
  int value = 0;
  std::ifstream("result.txt") >> value;
  std::ifstream shadow("/etc/shadow");
  std::cout << "wrote and read " << value << "\n";
  std::cout << "/etc/shadow is " << (shadow ? "open" : "shut") << "\n";
}
