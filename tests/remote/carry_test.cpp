// How the program gets to a host, with a script in ssh's place that runs what a login shell would: hosts that
// lack one thing or another.
#include "gpu/remote/carry.h"
#include "gpu/remote/sha256.h"
#include "tests/remote/place.h"

#include <gtest/gtest.h>

namespace warpscope::test {
namespace {

TEST(Sums, AreThoseOfTheirStandards) {
  EXPECT_EQ(remote::sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(remote::sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(remote::sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(remote::sha256_hex(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  EXPECT_EQ(remote::posix_cksum(""), 4294967295u);
  EXPECT_EQ(remote::posix_cksum("123456789"), 930766865u);
}

TEST(CarryScript, HoldsNothingThatALoginShellReads) {
  const std::string script = remote::carry_script(remote::read_program(fake_program));
  EXPECT_EQ(script.find_first_of("'\\!\n"), std::string::npos) << script;
  EXPECT_EQ(script.find(WARPSCOPE_BINARY_DIR), std::string::npos) << "paths go through standard input";
}

TEST(CarryWord, IsFoundBehindAGreeting) {
  EXPECT_FALSE(remote::find_carry_word("Welcome\nwarpscope-carry rea"));
  const auto word = remote::find_carry_word(
      "Welcome\nwarpscope-carry no_folder mkdir: Read-only file system\nrest");
  ASSERT_TRUE(word);
  EXPECT_EQ(word->word, "no_folder");
  EXPECT_EQ(word->reason, "mkdir: Read-only file system");
  EXPECT_EQ(word->end,
            std::string("Welcome\nwarpscope-carry no_folder mkdir: Read-only file system\n").size());
}

/// A host behind `ssh host`, with a cache of its own.
class CarryTo : public testing::Test {
 protected:
  /// `before`: what the login does before it runs the command.
  remote::MeasureProfile host(const std::string& before = "") {
    const std::string ssh = place_.write("bin/ssh",
                                         "#!/bin/sh\nwhile [ \"$1\" != host ]; do shift; done; shift\n"
                                         "HOME='" +
                                             place_ / "home" + "'; export HOME; unset XDG_CACHE_HOME\n" +
                                             before + "\nexec /bin/sh -c \"$*\"\n",
                                         true);
    remote::MeasureProfile profile;
    profile.kind = remote::MeasureProfile::Kind::Ssh;
    profile.name = "host";
    profile.words = {ssh, "host"};
    profile.patience = 5;
    return profile;
  }
  /// Makes host() answer calls of this program in this way.
  std::string instead(const std::string& program, const std::string& body) {
    place_.write("odd/" + program, "#!/bin/sh\n" + body + "\n", true);
    return "PATH='" + place_ / "odd" + "':\"$PATH\"; export PATH";
  }
  std::vector<std::string> cached() { return place_.names_in("home/.cache/warpscope"); }

  Place place_;
};

TEST_F(CarryTo, CopiesOnceAndByHash) {
  const Asked first = ask_once(host());
  ASSERT_TRUE(first.answer.recording) << first.answer.error;
  EXPECT_TRUE(first.copied());
  ASSERT_EQ(cached().size(), 1u);
  EXPECT_EQ(cached()[0], "warpscope-measure-" +
                             remote::sha256_hex(remote::read_program(fake_program).bytes).substr(0, 16));

  const Asked second = ask_once(host());
  ASSERT_TRUE(second.answer.recording) << second.answer.error;
  EXPECT_FALSE(second.copied());

  const std::string name = "home/.cache/warpscope/" + cached()[0];
  std::filesystem::remove(place_ / name); // it may still be busy
  place_.write(name, "half of it", true);
  const Asked third = ask_once(host());
  ASSERT_TRUE(third.answer.recording) << third.answer.error;
  EXPECT_TRUE(third.copied()) << "what is damaged is not used";
  EXPECT_EQ(cached().size(), 1u);

  const std::string other = place_.write(
      "other", "#!/bin/sh\nexec '" + std::string(fake_program) + "' \"$@\"\n", true);
  EXPECT_TRUE(ask_once(host(), nullptr, other).answer.recording);
  EXPECT_EQ(cached().size(), 2u) << "another version lies beside it";
}

TEST_F(CarryTo, AFolderOfTheProfileIsTaken) {
  remote::MeasureProfile profile = host();
  profile.folder = place_ / "it's $(touch x) \"here\"";
  const Asked asked = ask_once(profile);
  ASSERT_TRUE(asked.answer.recording) << asked.answer.error;
  EXPECT_EQ(place_.names_in("it's $(touch x) \"here\"").size(), 1u);
  EXPECT_TRUE(cached().empty());
}

TEST_F(CarryTo, TheSamePathIsTriedWhereTheFileSystemMayBeTheSame) {
  remote::MeasureProfile profile = host();
  profile.kind = remote::MeasureProfile::Kind::Prefix;
  profile.words = {"env", "-u", "XDG_CACHE_HOME", "HOME=" + place_ / "home"};
  EXPECT_FALSE(ask_once(profile).copied());
  EXPECT_TRUE(cached().empty());
}

TEST_F(CarryTo, AGreetingIsPassedOver) {
  EXPECT_TRUE(ask_once(host("echo Welcome; echo 'Last login: never'; printf 'no end'")).answer.recording);
  expect_sentence(ask_once(host("yes Welcome")),
                  "says other things than warpscope-measure: more than 64 KiB");
}

TEST_F(CarryTo, AHostWithoutSha256sumHasCksum) {
  std::string tools;
  for (const char* tool : {"sh", "head", "cksum", "mkdir", "mv", "rm", "chmod", "wc", "uname"})
    tools += std::string(" ") + tool;
  ASSERT_TRUE(place_.shell("mkdir -p '" + place_ / "few" + "' && for t in" + tools +
                           "; do ln -sf \"$(command -v $t)\" '" + place_ / "few" + "'/; done"));
  const std::string few = "PATH='" + place_ / "few" + "'; export PATH";
  const Asked first = ask_once(host(few)), second = ask_once(host(few));
  ASSERT_TRUE(first.answer.recording) << first.answer.error;
  EXPECT_TRUE(first.copied());
  EXPECT_FALSE(second.copied());
  const std::string name = cached()[0];
  const std::string path = place_ / ("home/.cache/warpscope/" + name);
  ASSERT_TRUE(place_.shell("cp '" + path + "' '" + path + ".new' && printf x | dd of='" + path +
                           ".new' bs=1 seek=1000 conv=notrunc && mv '" + path + ".new' '" + path + "'"));
  EXPECT_TRUE(ask_once(host(few)).copied()) << "one byte differs";
}

TEST_F(CarryTo, WhatAHostLacksIsOneSentence) {
  expect_sentence(ask_once(host(instead("uname", "[ \"$1\" = -m ] && echo riscv128 || echo Linux"))),
                  "leads to a Linux riscv128 machine, and this warpscope-measure is for Linux on ");
  place_.write("odd/uname", "#!/bin/sh\n[ \"$1\" = -m ] && echo x86_64 || echo Darwin\n", true);
  expect_sentence(ask_once(host(instead("true", ""))), "leads to a Darwin x86_64 machine");
  std::filesystem::remove(place_ / "odd/uname");
  expect_sentence(
      ask_once(host(instead("head", "cat > /dev/null & echo \"head: error writing 'standard output': No "
                                    "space left on device\" >&2; exit 1"))),
      "could not keep warpscope-measure (head: error writing 'standard output': No space left on device)");
  place_.write("odd/head", "#!/bin/sh\nPATH=${PATH#*:}; head \"$@\" | tr a b\n", true);
  expect_sentence(ask_once(host(instead("true", ""))), "received another warpscope-measure than was sent (");
  std::filesystem::remove(place_ / "odd/head");
  EXPECT_TRUE(cached().empty()) << "nothing is left of it";
  place_.write("file", "");
  expect_sentence(ask_once(host("HOME='" + place_ / "file" + "'")),
                  "has no place for warpscope-measure (mkdir: cannot create directory");
  expect_sentence(ask_once(host("echo 'sh: command not found' >&2; exit 127")),
                  "could not run sh, which warpscope-measure is put there with (exit code 127); it said: sh: "
                  "command not found");
  expect_sentence(ask_once(host("echo 'ssh: connect to host h port 22: No route to host' >&2; exit 255")),
                  "ended before warpscope-measure ran (exit code 255); it said: ssh: connect");
  expect_sentence(ask_once(host("echo 'warpscope-carry later'; exit 0")),
                  "said \"later\", which this version of Warpscope does not know");
}

TEST_F(CarryTo, SilenceIsEnded) {
  remote::MeasureProfile silent = host("exec sleep 100"),
                         stuck = host("echo 'warpscope-carry want 131072'; exec sleep 100");
  silent.patience = stuck.patience = 0.3;
  silent.words = {place_.write("silent/ssh", "#!/bin/sh\nexec sleep 100\n", true), "host"};
  expect_sentence(ask_once(silent), "did not start warpscope-measure in 0.3 s: it was ended", 3);
  expect_sentence(ask_once(stuck), "stopped taking warpscope-measure: nothing moved for 0.3 s", 3);
}

TEST_F(CarryTo, AProgramThatIsNotThereIsSaid) {
  expect_sentence(ask_once(host(), nullptr, "/no/such/program"),
                  "/no/such/program cannot be read: No such file or directory (WARPSCOPE_MEASURE");
  expect_sentence(ask_once(host(), nullptr, place_.path()), "cannot be read: it is a folder");
}

} // namespace
} // namespace warpscope::test
