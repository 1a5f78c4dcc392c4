// Ten thousand threads: some hundreds are given.
// code: 134
// find: too-many-threads 11
// find: crash 11
#include <thread>
#include <vector>

int main() {
  std::vector<std::thread> threads;
  const auto sleep = [] { std::this_thread::sleep_for(std::chrono::hours(1)); };
  for (int i = 0; i < 10'000; ++i) threads.emplace_back(sleep);
}
