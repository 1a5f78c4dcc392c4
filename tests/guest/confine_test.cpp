// What a program must not do fails, is told with its place, and the program goes on.
#include "tests/guest/fake_simulator.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <fcntl.h>

namespace warpscope::guest {
namespace {

const Denied* denied(const Heard& heard, const std::string& call) {
  for (const Denied& d : heard.denied)
    if (d.call == call) return &d;
  return nullptr;
}

TEST(Confine, RefusesTheNetworkByName) {
  const Heard heard = run_program(R"(
#include <cstdio>
#include <cerrno>
#include <sys/socket.h>
void phone_home() { int s = socket(AF_INET, SOCK_STREAM, 0); std::printf("%d %d\n", s, errno); }
int main() { phone_home(); })");
  EXPECT_EQ(heard.output, "-1 " + std::to_string(EACCES) + "\n") << heard.errors;
  ASSERT_NE(denied(heard, "socket"), nullptr);
  EXPECT_EQ(denied(heard, "socket")->detail, "AF_INET");
  EXPECT_EQ(functions_of(heard, denied(heard, "socket")->caller),
            (std::vector<std::string>{"_Z10phone_homev", "main"}));
}

TEST(Confine, RefusesOtherProcesses) {
  const Heard heard = run_program(R"(
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#include <csignal>
#include <sys/syscall.h>
int main() {
  std::printf("%d ", fork() == -1);
  std::printf("%d ", (int)syscall(SYS_fork) == -1);
  std::printf("%d ", std::system("echo hello"));
  std::printf("%d ", popen("ls", "r") == nullptr);
  char* none[] = {nullptr};
  std::printf("%d ", execve("/bin/sh", none, none));
  std::printf("%d ", kill(1, SIGTERM));
})");
  EXPECT_EQ(heard.output, "1 1 -1 1 -1 -1 ") << heard.errors;
  ASSERT_NE(denied(heard, "system"), nullptr);
  EXPECT_EQ(denied(heard, "system")->detail, "echo hello");
  ASSERT_NE(denied(heard, "execve"), nullptr);
  EXPECT_EQ(denied(heard, "execve")->detail, "/bin/sh");
  EXPECT_NE(denied(heard, "fork"), nullptr);
  EXPECT_NE(denied(heard, "kill"), nullptr);
}

TEST(Confine, OpensWhatTheSimulatorOpensForIt) {
  Setting setting;
  setting.open = [](const Open& request) {
    if (request.path != "numbers.txt") return -EACCES;
    int ends[2];
    EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
    EXPECT_EQ(write(ends[1], "12 30", 5), 5);
    close(ends[1]);
    return ends[0];
  };
  const Heard heard = run_program(R"(
#include <fstream>
#include <iostream>
#include <cstdio>
#include <cerrno>
int main() {
  std::ifstream in("numbers.txt"); int a = 0, b = 0; in >> a >> b;
  std::cout << a + b << ' ' << (std::fopen("/etc/passwd", "w") == nullptr) << ' ' << (errno == EACCES);
})",
                                  setting);
  EXPECT_EQ(heard.output, "42 1 1") << heard.errors;
  ASSERT_EQ(heard.opens.size(), 2u);
  EXPECT_EQ(heard.opens[1].path, "/etc/passwd");
  EXPECT_NE(heard.opens[1].flags & O_TRUNC, 0);
  EXPECT_EQ(functions_of(heard, heard.opens[1].caller).back(), "main");
}

TEST(Confine, ChangesNoFile) {
  const Heard heard = run_program(R"(
#include <cstdio>
#include <sys/stat.h>
#include <unistd.h>
int main() { std::printf("%d %d %d", mkdir("/tmp/x", 0777), unlink("/etc/passwd"), rename("a", "b")); })");
  EXPECT_EQ(heard.output, "-1 -1 -1") << heard.errors;
  ASSERT_NE(denied(heard, "unlink"), nullptr);
  EXPECT_EQ(denied(heard, "unlink")->detail, "/etc/passwd");
}

TEST(Confine, MakesNoCode) {
  const Heard heard = run_program(R"(
#include <cstdio>
#include <sys/mman.h>
int main() {
  void* p = mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  void* q = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  std::printf("%d %d", p == MAP_FAILED, mprotect(q, 4096, PROT_READ | PROT_EXEC));
})");
  EXPECT_EQ(heard.output, "1 -1") << heard.errors;
  EXPECT_NE(denied(heard, "mmap"), nullptr);
}

TEST(Confine, StartsAsManyThreadsAsItMay) {
  Setting setting;
  setting.welcome.threads = 100;
  const Heard heard = run_program(R"(
#include <atomic>
#include <iostream>
#include <system_error>
#include <thread>
#include <vector>
std::atomic<bool> go{false};
int main() {
  std::vector<std::thread> threads;
  try {
    for (int i = 0; i < 10000; ++i) threads.emplace_back([] { while (!go) std::this_thread::yield(); });
  } catch (const std::system_error& e) { std::cout << e.code().value() << ' '; }
  std::cout << threads.size() << ' ';
  go = true;
  for (auto& t : threads) t.join();
  std::thread([] { std::cout << "again"; }).join();
})",
                                  setting);
  EXPECT_EQ(heard.output, std::to_string(EAGAIN) + " 100 again") << heard.errors;
  EXPECT_NE(heard.finding("too-many-threads"), nullptr);
}

TEST(Confine, RunsOutOfMemoryAsAnExceptionTells) {
  Setting setting;
  setting.welcome.host_bytes = 256u << 20;
  setting.welcome.threads = 2;
  const Heard heard = run_program(R"(
#include <iostream>
#include <new>
#include <vector>
int main() {
  std::vector<std::vector<char>> blocks;
  try { for (;;) blocks.emplace_back(16 << 20, 'x'); }
  catch (const std::bad_alloc&) { std::cout << (blocks.size() > 10 && blocks.size() < 40); }
})",
                                  setting);
  EXPECT_EQ(heard.output, "1") << heard.errors;
}

TEST(Confine, MayUseTheLanguagesLibrary) {
  const Heard heard = run_program(R"(
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <mutex>
#include <random>
#include <regex>
#include <thread>
#include <unistd.h>
int main() {
  std::random_device seed; std::mt19937 gen(seed());
  std::mutex m; std::condition_variable c; bool done = false;
  std::thread t([&] { std::this_thread::sleep_for(std::chrono::milliseconds(5));
                      std::lock_guard hold(m); done = true; c.notify_one(); });
  { std::unique_lock lock(m); c.wait(lock, [&] { return done; }); }
  t.join();
  std::cout << std::regex_match("abc", std::regex("a.c")) << ' '
            << (std::thread::hardware_concurrency() > 0) << ' ' << isatty(1) << ' ' << (std::time(nullptr) > 0)
            << (std::getenv("HOME") == nullptr);
})");
  EXPECT_EQ(heard.output, "1 1 0 11") << heard.errors;
  EXPECT_TRUE(heard.denied.empty());
}

} // namespace
} // namespace warpscope::guest
