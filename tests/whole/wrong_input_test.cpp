// Surroundings and texts that a program does not expect: each ends with a sentence and the documented code.
#include "tests/cli/program.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <pty.h>

namespace warpscope {
namespace {

const std::string adds = R"(#include <cstdio>
__global__ void k(int *a) { a[threadIdx.x] = threadIdx.x; }
int main() {
  int *d, h[32];
  cudaMalloc(&d, 128);
  k<<<1, 32>>>(d);
  cudaMemcpy(h, d, 128, cudaMemcpyDeviceToHost);
  printf("%d\n", h[31]);
  cudaFree(d);
}
)";
const std::string overruns = R"(#include <cstdio>
__global__ void k(int *a) { a[threadIdx.x + 32] = 1; }
int main() {
  int *d;
  cudaMalloc(&d, 128);
  k<<<1, 32>>>(d);
  cudaDeviceSynchronize();
  cudaFree(d);
}
)";

std::string quoted_file(const std::string& name, const std::string& text) {
  return "'" + temporary_file(name, text) + "'";
}

void expect(const ProgramRun& run, int code, const std::string& out, const std::string& said) {
  EXPECT_EQ(run.code, code) << run.err;
  EXPECT_EQ(run.out, out) << run.err;
  EXPECT_NE(run.err.find(said), std::string::npos) << run.err;
  if (said.empty()) {
    EXPECT_EQ(run.err, "");
  }
}

/// The host's loop asks the simulator for nothing, so that it would not notice that nobody is there.
TEST(Surroundings, AProgramDoesNotOutliveASimulatorThatIsKilled) {
  const std::string out = temporary("orphan.out");
  const ProgramRun run = run_command(
      "warpscope run " +
      quoted_file("orphan.cu", "#include <cstdio>\nint main() {\n  puts(\"begins\");\n  fflush(stdout);\n"
                               "  for (volatile long i = 0;; i = i + 1) {}\n}\n") +
      " > '" + out + "' & P=$!; for i in $(seq 400); do [ -s '" + out +
      "' ] && break; sleep .05; done; H=; for c in $(cat /proc/$P/task/*/children); do "
      "case $(cat /proc/$c/comm) in warpscope-host) H=$c ;; esac; done; echo host ${H:+found}; kill -9 $P; "
      "for i in $(seq 40); do [ -d /proc/$H ] || break; sleep .05; done; "
      "[ -d /proc/$H ] && { echo alive; kill -9 $H; } || echo gone");
  EXPECT_EQ(run.out, "host found\ngone\n") << run.err;
}

TEST(Surroundings, TheTextIsDeletedWhileItsProgramRuns) {
  const std::string text = "#include <cstdio>\n#include <unistd.h>\n" +
                           overruns.substr(overruns.find('\n') + 1);
  std::string waits = text;
  waits.replace(waits.find("  int *d;"), 9, "  puts(\"begins\"); fflush(stdout); sleep(1); int *d;");
  const std::string path = temporary_file("gone.cu", waits), out = temporary("gone.out");
  const ProgramRun run = run_command("warpscope run '" + path + "' > '" + out + "' & while [ ! -s '" + out +
                                     "' ]; do sleep .05; done; rm '" + path + "'; wait $!");
  expect(run, 0, "", "gone.cu:3:1: error: a[threadIdx.x + 32] writes a[32], but a has 32 elements");
  EXPECT_NE(run.err.find("a[threadIdx.x + 32] = 1; }\n"), std::string::npos)
      << "the line is shown: " << run.err;
  EXPECT_EQ(read_whole(out), "begins\n");
}

TEST(Surroundings, AFullDiskIsTheProgramsOwnError) {
  const std::string writes = temporary_file("writes.cu", R"(#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>
int main() {
  std::vector<char> bytes(1 << 20, 1);
  FILE *file = fopen("out.bin", "wb");
  if (file == nullptr) return printf("%s\n", strerror(errno)), 1;
  for (int i = 0; i < 16; ++i)
    if (fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size()) return printf("%s\n", strerror(errno)), 2;
  return fclose(file);
}
)");
  expect(run_command("warpscope run '" + writes + "'"), 0, "", "");
  const std::string disk = temporary("disk"), mount = "mount -t tmpfs -o size=4m warpscope '" + disk + "'";
  std::filesystem::create_directories(disk);
  const std::string spaces = geteuid() == 0 ? "unshare -m" : "unshare -Urm";
  if (run_command(spaces + " sh -c \"" + mount + "\"").code != 0)
    GTEST_SKIP() << "no small file system can be mounted here";
  expect(run_command(spaces + " sh -c \"" + mount + " && TMPDIR='" + disk + "' warpscope run '" + writes +
                     "'\""),
         2, "No space left on device\n", "");
}

TEST(Surroundings, AShellThatLimitsFilesIsNamed) {
  expect(run_command("ulimit -f 2000; warpscope run " + quoted_file("add.cu", adds)), 1, "",
         "this shell allows no such size (ulimit -f)");
}

TEST(Surroundings, WithoutAHomeOnlyTheCacheIsMissing) {
  const std::string add = quoted_file("add.cu", adds);
  expect(run_command("env -u HOME -u XDG_CACHE_HOME warpscope run " + add), 0, "31\n", "");
  expect(run_command("env -u XDG_CACHE_HOME HOME=/proc/1 warpscope run " + add), 0, "31\n", "");
  expect(run_command("env -u TMPDIR XDG_CACHE_HOME=/dev/null warpscope run " + add), 0, "31\n", "");
}

TEST(Surroundings, OutputThatCannotBeWrittenIsSaid) {
  const std::string add = quoted_file("add.cu", adds), four = quoted_file("four.cu", R"(#include <cstdio>
int main() { puts("four"); return 4; })");
  expect(run_command("warpscope run " + add + " >&-"), 1, "",
         "standard output is closed: what the program printed is lost");
  expect(run_command("warpscope run " + add + " > /dev/full"), 1, "",
         "what the program printed could not all be written: No space left on device");
  expect(run_command("warpscope run " + four + " > /dev/full"), 4, "", "could not all be written");
  expect(run_command("warpscope run " + add + " <&- 2>&-"), 0, "31\n", "");
}

TEST(Surroundings, ATerminalIsInputAndOutput) {
  const std::string asks = temporary_file("asks.cu", R"(#include <iostream>
#include <unistd.h>
int main() {
  int n = 0;
  std::cout << "terminals " << isatty(0) << isatty(1) << ", number? " << std::flush;
  std::cin >> n;
  std::cout << n * 2 << "\n";
  return 5;
})");
  const std::string program = std::string(WARPSCOPE_BINARY_DIR) + "/warpscope";
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  ASSERT_GE(child, 0);
  if (child == 0) {
    execl(program.c_str(), "warpscope", "run", asks.c_str(), nullptr);
    _exit(127);
  }
  std::string seen;
  char text[512];
  bool typed = false;
  for (ssize_t got = 0; (got = read(terminal, text, sizeof text)) > 0;) {
    seen.append(text, static_cast<std::size_t>(got));
    if (!typed && seen.find("number?") != std::string::npos) typed = write(terminal, "21\n", 3) == 3;
  }
  int status = 0;
  waitpid(child, &status, 0);
  close(terminal);
  EXPECT_EQ(seen, "terminals 11, number? 21\r\n42\r\n");
  EXPECT_EQ(WEXITSTATUS(status), 5);
}

TEST(Texts, LineEndsOfWindowsAndAByteOrderMarkKeepThePlaces) {
  std::string windows = adds, wrong = "int main() {\r\n  return nobody;\r\n}\r\n";
  for (std::size_t at = 0; (at = windows.find('\n', at)) != std::string::npos; at += 2)
    windows.insert(at, "\r");
  expect(run_command("warpscope run " + quoted_file("crlf.cu", windows)), 0, "31\n", "");
  expect(run_command("warpscope run " + quoted_file("crlf.cu", wrong)), 2, "", "crlf.cu:2:10: error: ");
  expect(run_command("warpscope run " + quoted_file("bom.cu", "\xEF\xBB\xBF" + adds)), 0, "31\n", "");
  expect(run_command("warpscope run " + quoted_file("bom.cu", "\xEF\xBB\xBF" + wrong)), 2, "",
         "bom.cu:2:10: error: ");
}

TEST(Texts, WhatIsNoProgramIsNamed) {
  expect(run_command("warpscope run tests/programs"), 2, "", "tests/programs is a folder");
  expect(run_command("warpscope run nowhere.cu"), 2, "", "there is no file nowhere.cu");
  expect(run_command("warpscope run " + quoted_file("empty.cu", "")), 2, "", "empty.cu: there is no main()");
  expect(run_command("warpscope run " + quoted_file("kernels.cu", "__global__ void k(int *a) { *a = 1; }\n")),
         2, "", "kernels.cu: there is no main(), with which a program begins");
  expect(run_command("warpscope run " + quoted_file("add.cu", adds) + " -I /nowhere"), 0, "31\n",
         "-I /nowhere: there is no such folder");
}

/// The headers read before a text have names such as x, N and T, which the text's macros do not touch.
TEST(Texts, AMacroOfTheBuildMayBeNamedAsSomethingInOurHeaders) {
  const std::string text = R"(#include <cstdio>
#include <vector>
__global__ void k(int *a) { a[0] = T + size; }
int main() {
  std::vector<int> h(N);
  int *d;
  cudaMalloc(&d, 4);
  k<<<1, 1>>>(d);
  cudaMemcpy(h.data(), d, 4, cudaMemcpyDeviceToHost);
  printf("%d%s\n", h[0], x "" EMPTY);
  cudaFree(d);
})";
  expect(run_command("warpscope run " + quoted_file("short.cu", text) +
                     " -D T=30 -D size=2 -D N=8 '-D x=\"!\"' -D EMPTY= -D dim3_=1 -D value=1 -D type=1"),
         0, "32!\n", "");
}

TEST(Texts, AMacroThatBreaksAHeaderIsNamed) {
  const std::string text = "struct before {};\n#include <cuda_fp16.h>\n" + adds;
  const ProgramRun run = run_command("warpscope run " + quoted_file("halves.cu", text) + " -D x=1");
  expect(run, 2, "", "-D x=1 changes a header that has x as a name of its own (");
  EXPECT_NE(run.err.find("give the macro a longer name"), std::string::npos) << run.err;
  EXPECT_EQ(run.err.find("error", run.err.find("error") + 5), std::string::npos)
      << "what follows from it is not told: " << run.err;
}

TEST(Texts, TwoHundredOfThemAreOneProgram) {
  const std::string folder = temporary("many");
  std::filesystem::create_directories(folder);
  std::string calls;
  for (int i = 0; i < 199; ++i) {
    const std::string name = "f" + std::to_string(i);
    std::ofstream(folder + "/" + name + ".cpp") << "int " << name << "() { return " << i << "; }\n";
    calls += "int " + name + "();\n";
  }
  std::ofstream(folder + "/main.cu")
      << calls << "#include <cstdio>\nint main() { printf(\"%d\\n\", f0() + f198()); }\n";
  expect(run_command("warpscope run '" + folder + "/main.cu' '" + folder + "'/f*.cpp"), 0, "198\n", "");
  std::filesystem::remove_all(folder);
}

const std::string copies = R"(#include <vector>
__global__ void add(float *a, float *b) { a[threadIdx.x] += b[threadIdx.x]; }
int main() {
  std::vector<float> h(256, 1);
  const int n = h.size();
  float *a, *b, *host = h.data();
  cudaMalloc(&a, n * sizeof(float)), cudaMalloc(&b, n * sizeof(float));
  cudaMemcpy(a, host, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, host, COUNT, cudaMemcpyHostToDevice);
  add<<<1, 256>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a), cudaFree(b);
}
)";

TEST(Checks, ACopyOfTooFewBytesIsNamedWhereItsBufferIsReadBehindThem) {
  const std::string run = "warpscope run --check " + quoted_file("copies.cu", copies) + " -D COUNT='";
  expect(
      run_command(run + "n'"), 1, "",
      "reads byte 256 of b, where nothing was written: thread (64, 0, 0) of block (0, 0, 0); a device gives "
      "whatever lies there (here 0); cudaMemcpy at line 9 wrote 256 bytes of its 1,024 bytes: was it given a "
      "number of elements where bytes are meant (count * sizeof(T))?");
  expect(run_command(run + "sizeof(host)'"), 1, "",
         "cudaMemcpy at line 9 wrote 8 bytes of its 1,024 bytes: is that the size of a pointer, where that "
         "of the "
         "array is meant?");
  const ProgramRun partly = run_command(run + "700'");
  EXPECT_NE(partly.err.find("reads byte 700 of b"), std::string::npos) << partly.err;
  EXPECT_EQ(partly.err.find("elements"), std::string::npos) << partly.err;
  expect(run_command(run + "1024'"), 0, "", "");
}

} // namespace
} // namespace warpscope
