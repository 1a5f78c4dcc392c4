// Runs Slurm's tools and reads their output.
#include "gpu/remote/slurm.h"

#include "gpu/remote/last_words.h"
#include "sim/base/child_process.h"
#include "sim/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <poll.h>
#include <sys/socket.h>

namespace warpscope::remote {

namespace {

constexpr double tool_seconds = 10;
constexpr std::size_t longest_output = 16u << 20;

} // namespace

ToolOutput run_tool(const std::vector<std::string>& words, double seconds, const std::atomic<bool>* cancel) {
  ToolOutput result;
  std::string error;
  const std::unique_ptr<ChildProcess> child = ChildProcess::start(words, error);
  if (!child) return result.error = fmt::format("{} could not be started: {}", words.front(), error), result;
  shutdown(child->socket(), SHUT_WR);
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  std::array<char, 65536> buffer; // NOLINT: filled by recv
  for (;;) {
    if (cancel != nullptr && cancel->load()) return result.error = "it was stopped", result;
    if (std::chrono::steady_clock::now() >= end)
      return result.error = fmt::format("{} gave no answer in {:.3g} s", words.front(), seconds), result;
    std::array<pollfd, 2> entries = {pollfd{child->socket(), POLLIN, 0},
                                     pollfd{child->error_pipe(), POLLIN, 0}};
    (void)poll(entries.data(), entries.size(), 50);
    child->drain_errors();
    const ssize_t got = recv(child->socket(), buffer.data(), buffer.size(), 0);
    if (got > 0 && result.out.size() < longest_output)
      result.out.append(buffer.data(), static_cast<std::size_t>(got));
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) break;
  }
  const std::string how = child->finish();
  result.good = how == "exit code 0";
  if (!result.good)
    result.error = fmt::format("{} failed ({}){}", words.front(), how, last_words(child->errors()));
  return result;
}

std::string beside_srun(const std::string& srun, const std::string& tool) {
  const std::size_t slash = srun.rfind('/');
  return slash == std::string::npos ? tool : srun.substr(0, slash + 1) + tool;
}

std::optional<std::string> queued_job(std::string_view said) {
  constexpr std::string_view before = "srun: job ", behind = " queued and waiting";
  const std::size_t end = said.rfind(behind);
  const std::size_t at = end == std::string_view::npos ? end : said.rfind(before, end);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view id = said.substr(at + before.size(), end - at - before.size());
  const bool digits = !id.empty() &&
                      std::all_of(id.begin(), id.end(), [](char c) { return c >= '0' && c <= '9'; });
  return digits ? std::optional<std::string>(id) : std::nullopt;
}

std::string state_of_job(const std::string& srun, const std::string& job) {
  const ToolOutput answer = run_tool(
      {beside_srun(srun, "squeue"), "--noheader", "--jobs=" + job, "--format=%T (%r)"}, tool_seconds);
  return std::string(trimmed(answer.out));
}

void cancel_job(const std::string& srun, const std::string& job) {
  (void)run_tool({beside_srun(srun, "scancel"), job}, tool_seconds);
}

} // namespace warpscope::remote
