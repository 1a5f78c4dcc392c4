// The client against a worker that misbehaves on demand (fake_worker_main.cpp).
#include "sim/compile/compile.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace warpscope {
namespace {

using namespace std::chrono_literals;

std::string fake() { return std::string(WARPSCOPE_BINARY_DIR) + "/warpscope-fake-compiler"; }

compile::CompileRequest text(std::string words) {
  compile::CompileRequest request;
  request.file = "k.cu";
  request.text = std::move(words);
  return request;
}

std::string message(const compile::CompileResult& result) {
  return result.diagnostics.empty() ? "" : result.diagnostics.front().message;
}
/// The process that answered.
int who(const compile::CompileResult& result) { return std::atoi(message(result).c_str()); }

std::size_t open_descriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

TEST(CompilerClient, OneProcessAnswersManyTexts) {
  compile::Compiler compiler(fake());
  const int first = who(compiler.compile(text("one")));
  EXPECT_GT(first, 0);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(who(compiler.compile(text("text " + std::to_string(i)))), first);
}

TEST(CompilerClient, LargeTextsGoThrough) {
  compile::Compiler compiler(fake());
  EXPECT_GT(who(compiler.compile(text(std::string(7u << 20, 'x')))), 0);
  EXPECT_NE(message(compiler.compile(text(std::string(9u << 20, 'x')))).find("at most 8 MB"),
            std::string::npos);
}

TEST(CompilerClient, ACrashIsADiagnosticAndTheNextTextWorks) {
  compile::Compiler compiler(fake());
  const int first = who(compiler.compile(text("one")));
  const compile::CompileResult crashed = compiler.compile(text("crash"));
  EXPECT_FALSE(crashed.program);
  EXPECT_TRUE(crashed.worker_died);
  EXPECT_NE(message(crashed).find("the compiler crashed on this text"), std::string::npos)
      << message(crashed);
  EXPECT_NE(message(crashed).find("signal 11"), std::string::npos) << message(crashed);
  EXPECT_EQ(crashed.diagnostics.front().file, "k.cu");
  const compile::CompileResult next = compiler.compile(text("two"));
  EXPECT_GT(who(next), 0);
  EXPECT_NE(who(next), first);
  EXPECT_FALSE(next.worker_died);
}

TEST(CompilerClient, WhereItCrashedIsTakenFromItsLastWords) {
  compile::Compiler compiler(fake());
  const compile::CompileResult crashed = compiler.compile(text("whisper\n    int i;\n"));
  ASSERT_EQ(crashed.diagnostics.size(), 1u);
  EXPECT_EQ(crashed.diagnostics[0].span, (Span{2, 5, 2, 6}));
  EXPECT_EQ(crashed.diagnostics[0].source_line, "    int i;");
}

TEST(CompilerClient, EveryKindOfDeathAndDamageIsSurvived) {
  const struct {
    const char* words;
    const char* part;
  } cases[] = {{"memory", "ran out of memory"},
               {"exit", "exit code 3"},
               {"garbage", "could not be read"},
               {"long", "could not be read"},
               {"stranger", "could not be read"},
               {"half", "exit code 4"},
               {"damaged", "could not be read"},
               {"program", "could not be read"},
               {"nothing", "found no error and made no program"}};
  compile::Compiler compiler(fake());
  for (const auto& c : cases) {
    const compile::CompileResult result = compiler.compile(text(c.words));
    EXPECT_FALSE(result.program) << c.words;
    EXPECT_TRUE(has_errors(result.diagnostics)) << c.words;
    EXPECT_NE(message(result).find(c.part), std::string::npos) << c.words << ": " << message(result);
    EXPECT_GT(who(compiler.compile(text(std::string("fine after ") + c.words))), 0) << c.words;
  }
}

TEST(CompilerClient, AnEndlessTextEndsAfterItsProcessorTime) {
  compile::Compiler compiler(fake());
  const compile::CompileResult result = compiler.compile(text("busy"), 300ms);
  EXPECT_NE(message(result).find("stopped after 0.3 s of processor time"), std::string::npos)
      << message(result);
  EXPECT_GE(result.seconds, 0.3);
  EXPECT_TRUE(result.worker_died);
  EXPECT_GT(who(compiler.compile(text("after"))), 0);
}

/// One that waits has no processor time: a machine on which others are busy does not end it at the limit.
TEST(CompilerClient, AHangEndsAtTenTimesTheLimit) {
  compile::Compiler compiler(fake());
  const compile::CompileResult result = compiler.compile(text("hang"), 150ms);
  EXPECT_NE(message(result).find("stopped after 1.5 s by the clock"), std::string::npos) << message(result);
  EXPECT_GE(result.seconds, 1.5);
  EXPECT_TRUE(result.worker_died);
  EXPECT_GT(who(compiler.compile(text("after"))), 0);
}

TEST(CompilerClient, AWorkerKilledWhileIdleIsReplacedSilently) {
  compile::Compiler compiler(fake());
  const int first = who(compiler.compile(text("one")));
  ASSERT_GT(first, 0);
  kill(first, SIGKILL);
  std::this_thread::sleep_for(50ms);
  const compile::CompileResult next = compiler.compile(text("two"));
  EXPECT_GT(who(next), 0);
  EXPECT_NE(who(next), first);
  EXPECT_FALSE(next.worker_died);
}

TEST(CompilerClient, AWorkerThatRecyclesItselfIsAskedAgain) {
  const std::string marker = testing::TempDir() + "warpscope_recycle_" + std::to_string(getpid());
  std::ofstream(marker) << "x";
  compile::Compiler compiler(fake());
  compile::CompileRequest request = text("recycle");
  request.file = marker;
  const compile::CompileResult result = compiler.compile(request);
  EXPECT_GT(who(result), 0) << message(result);
  EXPECT_FALSE(result.worker_died);
}

TEST(CompilerClient, NoiseOnStandardErrorNeitherBlocksNorGrows) {
  compile::Compiler compiler(fake());
  EXPECT_GT(who(compiler.compile(text("flood"))), 0);
  EXPECT_GT(who(compiler.compile(text("flood again"))), 0);
}

TEST(CompilerClient, CancelEndsAWaitAndTheWorkerIsKept) {
  compile::Compiler compiler(fake());
  const int first = who(compiler.compile(text("one")));
  std::thread canceller([&] {
    std::this_thread::sleep_for(20ms);
    compiler.cancel();
  });
  const compile::CompileResult result = compiler.compile(text("slow80"));
  canceller.join();
  EXPECT_NE(message(result).find("cancelled"), std::string::npos);
  EXPECT_LT(result.seconds, 0.075);
  const compile::CompileResult next = compiler.compile(text("two"));
  EXPECT_EQ(message(next), std::to_string(first) + " two")
      << "the reply to the text given up must not be taken for this one's";
}

TEST(CompilerClient, AWorkerThatStaysBusyAfterCancelIsReplaced) {
  compile::Compiler compiler(fake());
  const int first = who(compiler.compile(text("one")));
  std::thread canceller([&] {
    std::this_thread::sleep_for(20ms);
    compiler.cancel();
  });
  static_cast<void>(compiler.compile(text("hang")));
  canceller.join();
  const compile::CompileResult next = compiler.compile(text("two"));
  EXPECT_GT(who(next), 0) << message(next);
  EXPECT_NE(who(next), first);
  EXPECT_LT(next.seconds, 2);
  EXPECT_FALSE(next.worker_died) << "an earlier text's hang is not this one's fault";
}

TEST(CompilerClient, CancelWithNobodyWaitingDoesNothing) {
  compile::Compiler compiler(fake());
  compiler.cancel();
  compiler.cancel();
  EXPECT_GT(who(compiler.compile(text("one"))), 0);
}

TEST(CompilerClient, ManyThreadsMayAsk) {
  compile::Compiler compiler(fake());
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&compiler, &wrong, t] {
      for (int i = 0; i < 50; ++i) {
        const std::string words = "thread " + std::to_string(t) + " text " + std::to_string(i);
        if (!message(compiler.compile(text(words))).ends_with(words)) ++wrong;
      }
    });
  for (int i = 0; i < 10; ++i) compiler.warm_up();
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(CompilerClient, AMissingProgramIsASentence) {
  compile::Compiler compiler("/nowhere/warpscope-compiler");
  const compile::CompileResult result = compiler.compile(text("one"));
  EXPECT_NE(message(result).find("could not be started from /nowhere/warpscope-compiler"), std::string::npos);
  EXPECT_NE(message(result).find("WARPSCOPE_COMPILER"), std::string::npos);
}

TEST(CompilerClient, NoDescriptorIsLeaked) {
  {
    compile::Compiler compiler(fake());
    static_cast<void>(compiler.compile(text("one")));
  }
  const std::size_t before = open_descriptors();
  const int inheritable = open("/dev/null", O_RDONLY); // without close-on-exec, as a GL driver might
  {
    compile::Compiler compiler(fake());
    for (int i = 0; i < 20; ++i) static_cast<void>(compiler.compile(text("crash")));
    EXPECT_EQ(message(compiler.compile(text("descriptors"))), "0 1 2 ");
  }
  close(inheritable);
  EXPECT_EQ(open_descriptors(), before);
}

TEST(CompilerClient, TheWorkerGoesWhenItsParentIsKilled) {
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const pid_t parent = fork();
  if (parent == 0) {
    compile::Compiler compiler(fake());
    const int worker = who(compiler.compile(text("one")));
    if (write(pipe_ends[1], &worker, sizeof worker) < 0) _exit(1);
    static_cast<void>(compiler.compile(text("hang"), 60s));
    _exit(0);
  }
  int worker = 0;
  ASSERT_EQ(read(pipe_ends[0], &worker, sizeof worker), static_cast<ssize_t>(sizeof worker));
  ASSERT_GT(worker, 0);
  kill(parent, SIGKILL);
  waitpid(parent, nullptr, 0);
  bool gone = false;
  for (int tries = 0; tries < 200 && !gone; ++tries) {
    std::this_thread::sleep_for(10ms);
    // Whoever adopts it may take its time to reap it; a zombie is gone.
    std::ifstream stat("/proc/" + std::to_string(worker) + "/stat");
    std::string line;
    gone = !std::getline(stat, line) || line.find(") Z ") != std::string::npos ||
           line.find(") X ") != std::string::npos;
  }
  EXPECT_TRUE(gone);
  close(pipe_ends[0]);
  close(pipe_ends[1]);
}

} // namespace
} // namespace warpscope
