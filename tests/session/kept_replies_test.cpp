// What the build has kept is what a session asks for: a lab as it came waits for no compilation.
#include "app/session/session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

bool shown(session::Session& session, bool at_rest) {
  const auto end = Clock::now() + std::chrono::seconds(60);
  while ((!session.is_shown() || (at_rest && session.busy())) && Clock::now() < end) {
    session.poll();
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  return session.is_shown();
}

/// From choosing the lab to its picture, the best of three: what else the machine does decides nothing.
double seconds_to_open(const document::Catalog& catalog, const std::string& lab) {
  session::Session session(catalog, jobs::make_simulator(), [] {});
  double best = 1e9;
  for (int round = 0; round < 3; ++round) {
    session.edit()->set_mode(document::SourceMode::Expression);
    EXPECT_TRUE(shown(session, true));
    const auto begin = Clock::now();
    session.edit()->set_lab(lab);
    EXPECT_TRUE(shown(session, false));
    best = std::min(best, std::chrono::duration<double>(Clock::now() - begin).count());
  }
  return best;
}

/// A lab whose text has one more comment wants the same work, and is compiled: on a quiet machine it takes
/// some six times as long.
TEST(KeptReplies, AreThoseThatOpeningALabAsksFor) {
  const fs::path folder = fs::current_path();
  fs::current_path(fs::temp_directory_path()); // wherever a person starts it
  const document::Catalog as_built = document::make_catalog();
  document::Catalog another = as_built;
  for (document::LabEntry& lab : another.labs) lab.text += "// another text\n";
  EXPECT_LT(seconds_to_open(as_built, "matmul_cublas"), .5 * seconds_to_open(another, "matmul_cublas"));
  fs::current_path(folder);
}

} // namespace
} // namespace warpscope
