// The real ssh to a real sshd on the loopback, with throw-away keys: a measurement through it, and each way
// in which it fails.
#include "tests/remote/loopback.h"
#include "tests/remote/place.h"

#include <fmt/format.h>

#include <pwd.h>

namespace warpscope::test {
namespace {

/// As the current user, with its own keys, configuration and port.
class Sshd {
 public:
  /// Empty, or what went wrong.
  std::string start() {
    const std::string& p = place.path();
    port = free_port();
    // The place where root's sshd shuts itself in; Debian's service makes it, and no service runs here.
    if (getuid() == 0) std::filesystem::create_directories("/run/sshd");
    for (const char* key : {"host", "other_host", "person", "stranger"})
      if (!place.shell(fmt::format("ssh-keygen -q -t ed25519 -N '' -f '{}/{}'", p, key)))
        return "ssh-keygen failed: " + place.read("shell.log");
    std::filesystem::copy(place / "person.pub", place / "authorized_keys");
    place.write("sshd_config",
                fmt::format("Port {1}\nListenAddress 127.0.0.1\nHostKey {0}/host\nAuthorizedKeysFile "
                            "{0}/authorized_keys\nPidFile none\nUsePAM no\n"
                            "StrictModes no\nPasswordAuthentication no\nKbdInteractiveAuthentication "
                            "no\nPermitRootLogin prohibit-password\nAllowTcpForwarding no\n"
                            "AcceptEnv WARPSCOPE_FAKE\nSetEnv XDG_CACHE_HOME={0}/remote_cache\n",
                            p, port));
    trust("host");
    std::string error;
    daemon = ChildProcess::start(
        {"sh", "-c",
         fmt::format("PATH=\"$PATH:/usr/sbin:/sbin\"; exec \"$(command -v sshd)\" -D -e -f '{}/sshd_config'",
                     p)},
        error);
    if (!daemon) return error;
    const bool up = wait_until(
        [&] {
          return daemon->drain_errors(),
                 daemon->errors().find("Server listening") != std::string::npos || daemon->hung_up();
        },
        5);
    return up && !daemon->hung_up() ? std::string() : "sshd did not start: " + daemon->errors();
  }
  /// Sets what the person's ssh takes for the host's key.
  void trust(const std::string& key) const {
    place.write("known_hosts", fmt::format("[127.0.0.1]:{} {}", port, place.read(key + ".pub")));
  }

  /// Kills the processes that serve a connection: sshd's below the one that listens.
  void break_connections() const { break_below(daemon->pid()); }
  static void break_below(pid_t parent) {
    std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", parent));
    for (pid_t child = 0; children >> child;) {
      break_below(child);
      std::string name;
      std::ifstream(fmt::format("/proc/{}/comm", child)) >> name;
      if (name.starts_with("sshd")) kill(child, SIGKILL);
    }
  }

  remote::MeasureProfile profile(const std::string& fault = "", const std::string& more = "",
                                 const std::string& key = "person") const {
    place.write("ssh_config",
                fmt::format("Host box\nHostName 127.0.0.1\nPort {1}\nUser {2}\nIdentityFile "
                            "{0}/{3}\nIdentitiesOnly yes\nUserKnownHostsFile {0}/known_hosts\n"
                            "GlobalKnownHostsFile /dev/null\n{4}{5}\n",
                            place.path(), port, getpwuid(getuid())->pw_name, key,
                            fault.empty() ? "" : "SetEnv WARPSCOPE_FAKE=" + fault + "\n", more));
    remote::MeasureProfile profile;
    profile.kind = remote::MeasureProfile::Kind::Ssh;
    profile.name = "box";
    profile.words = {"ssh", "-F", place / "ssh_config", "box"};
    profile.patience = 10;
    return profile;
  }

  Place place;
  int port = 0;
  std::unique_ptr<ChildProcess> daemon;
};

class OverSsh : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    missing_ = missing_program({"sshd", "ssh", "ssh-keygen"});
    if (!missing_.empty()) return;
    sshd_ = std::make_unique<Sshd>();
    why_not_ = sshd_->start();
  }
  static void TearDownTestSuite() { sshd_.reset(); }
  void SetUp() override {
    if (!missing_.empty())
      GTEST_SKIP() << missing_ << " is not installed (scripts/install-remote-test-tools)";
    ASSERT_EQ(why_not_, "");
    sshd_->trust("host");
  }
  static std::unique_ptr<Sshd> sshd_;
  static std::string missing_, why_not_;
};
std::unique_ptr<Sshd> OverSsh::sshd_;
std::string OverSsh::missing_, OverSsh::why_not_;

TEST_F(OverSsh, TheProgramIsCopiedOnceAndAnswers) {
  std::filesystem::remove_all(sshd_->place / "remote_cache");
  const Asked first = ask_once(sshd_->profile()), second = ask_once(sshd_->profile());
  ASSERT_TRUE(first.answer.recording) << first.answer.error;
  ASSERT_TRUE(second.answer.recording) << second.answer.error;
  EXPECT_TRUE(first.copied());
  EXPECT_FALSE(second.copied());
  EXPECT_EQ(sshd_->place.names_in("remote_cache/warpscope").size(), 1u);

  remote::MeasureProcess process(sshd_->profile(), fake_program);
  EXPECT_TRUE(process.ask(some_request()).recording);
  EXPECT_TRUE(process.ask(some_request()).recording) << "on the same connection";
}

TEST_F(OverSsh, FaultsOfTheProgramAreOneSentence) {
  const std::pair<const char*, const char*> cases[] = {
      {"gone", "ended without an answer (exit code 7)"},
      {"half", "ended in the middle of its answer, after "},
      {"version", "this program reads version 1, and the recording is of version 2"},
      {"other_hash", "the recording is of another text, launch or arguments"},
  };
  for (const auto& [fault, sentence] : cases) expect_sentence(ask_once(sshd_->profile(fault)), sentence);
  remote::MeasureProfile hanging = sshd_->profile("hang");
  hanging.patience = 1.5;
  expect_sentence(ask_once(hanging), "gave no answer in 1.6 s: it was ended", 6);
}

TEST_F(OverSsh, SshsOwnSentencesReachThePerson) {
  const std::string host = fmt::format("[127.0.0.1]:{}", sshd_->port);
  sshd_->trust("other_host");
  expect_sentence(ask_once(sshd_->profile()),
                  "Host key for " + host +
                      " has changed and you have requested strict checking. Host key verification failed.");
  sshd_->place.write("known_hosts", "");
  expect_sentence(
      ask_once(sshd_->profile()),
      "ended before warpscope-measure ran (exit code 255); it said: Host key verification failed.");
  EXPECT_EQ(sshd_->place.read("known_hosts"), "") << "nobody was trusted on the quiet";
  sshd_->trust("host");
  expect_sentence(ask_once(sshd_->profile("", "", "stranger")), "Permission denied (publickey).");
  remote::MeasureProfile nobody = sshd_->profile();
  nobody.words.insert(nobody.words.end() - 1, {"-p", std::to_string(free_port())});
  expect_sentence(ask_once(nobody), "Connection refused");
  nobody.words.back() = "-o NoSuchOption=1";
  expect_sentence(ask_once(nobody), "ended before warpscope-measure ran (exit code 255)");
}

/// A relay in the connection: python3 -c RELAY host port bytes-a-turn milliseconds-a-turn
/// bytes-after-which-it-stalls (0: never, below: it breaks).
constexpr const char* relay = R"(import socket,sys,threading,time,os
h,p,n,ms,stall=sys.argv[1],*map(int,sys.argv[2:])
s=socket.create_connection((h,p))
def down():
  while (d:=s.recv(65536)): os.write(1,d)
  os._exit(0)
threading.Thread(target=down,daemon=True).start()
sent=0
while (d:=os.read(0,n)):
  s.sendall(d); sent+=len(d); time.sleep(ms/1000)
  if stall>0 and sent>stall: time.sleep(1000)
  if stall<0 and sent>-stall: os._exit(0)
)";

TEST_F(OverSsh, ALinkMayBeSlowAndMayStall) {
  if (const std::string missing = missing_program({"python3"}); !missing.empty())
    GTEST_SKIP() << missing << " is not installed";
  const std::string script = sshd_->place.write("relay.py", relay);
  const auto through = [&](const std::string& numbers, double patience) {
    std::filesystem::remove_all(sshd_->place / "remote_cache");
    remote::MeasureProfile profile = sshd_->profile(
        "", fmt::format("ProxyCommand python3 '{}' %h %p {}", script, numbers));
    profile.patience = patience;
    return ask_once(profile);
  };
  const Asked slow = through("16384 60 0", 1.5); // a quarter of a megabyte a second
  ASSERT_TRUE(slow.answer.recording) << slow.answer.error;
  EXPECT_TRUE(slow.copied());
  EXPECT_GT(slow.seconds, 1.5) << "copying may take longer than the patience while bytes move";
  expect_sentence(through("16384 0 200000", 1.5), "stopped taking warpscope-measure: nothing moved for 1.5 s",
                  5);
  EXPECT_TRUE(sshd_->place.names_in("remote_cache/warpscope").size() <= 1)
      << "a file that is not whole has no name that is used";
  expect_sentence(through("16384 0 -200000", 5), "ended before warpscope-measure ran (exit code 255)", 5);
  const Asked again = through("65536 0 0", 5);
  EXPECT_TRUE(again.answer.recording) << again.answer.error;
}

TEST_F(OverSsh, AConnectionThatBreaksInTheMiddleIsSaid) {
  remote::MeasureProcess process(sshd_->profile("hang"), fake_program);
  std::thread breaker;
  Asked asked;
  asked.answer = process.ask(some_request(), nullptr, [&](const remote::MeasureStage& stage) {
    if (stage.kind == remote::MeasureStage::Kind::Asked)
      breaker = std::thread([] { sshd_->break_connections(); });
  });
  breaker.join();
  expect_sentence(asked, "ended without an answer (exit code 255); it said: ");
}

TEST_F(OverSsh, CancelIsHeardWhileItConnects) {
  std::atomic<bool> cancel = false;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    cancel = true;
  });
  expect_sentence(ask_once(sshd_->profile("", "ProxyCommand sleep 100"), &cancel),
                  "the measurement was stopped", 2);
  other.join();
}

} // namespace
} // namespace warpscope::test
