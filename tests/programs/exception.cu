// An exception that is caught, and one that nobody catches.
// code: 134
// expect: caught: nothing here
// find: crash 15
#include <iostream>
#include <stdexcept>

int main() {
  try {
    throw std::runtime_error("nothing here");
  } catch (const std::exception &error) {
    std::cout << "caught: " << error.what() << std::endl;
  }

  throw std::logic_error("too late");
}
