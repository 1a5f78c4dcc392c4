// A program in warpscope-measure's place that does what WARPSCOPE_FAKE says: for the tests of whoever has to
// survive it.
#include "gpu/protocol/recording.h"
#include "sim/base/fnv.h"

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>

namespace {

using namespace warpscope;

protocol::Recording honest(const protocol::MeasureRequest& request) {
  protocol::Recording recording;
  recording.hash = protocol::hash_of(request);
  recording.file = request.file;
  recording.date = "2026-11-21T21:30:00Z";
  recording.device.name = "fake";
  protocol::RecordedBuild build;
  build.warm = protocol::RecordedTimes{2e-6, 1e-6, 1e-6, 3e-6, 20, 1};
  build.lines = std::vector<protocol::RecordedLine>{
      {1, {{{model::CounterGroup::GlobalLoad, model::CounterKind::Sectors}, 4096}}}};
  recording.builds = {build};
  return recording;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// Longer than any test; not for ever, since behind ssh nobody kills it.
[[noreturn]] void hang() {
  std::this_thread::sleep_for(std::chrono::seconds(60));
  std::_Exit(1);
}

/// What lies in the buffers that the kernel may write: nothing but zeros, as no kernel leaves it.
std::vector<protocol::RecordedOutput> zeros(const protocol::MeasureRequest& request) {
  std::vector<protocol::RecordedOutput> outputs;
  for (const protocol::MeasureArgument& argument : request.call.arguments) {
    if (argument.kind != protocol::MeasureArgument::Kind::Buffer || argument.read_only) continue;
    const std::vector<std::uint8_t> values(argument.bytes);
    outputs.push_back({argument.name, argument.type, argument.bytes, hex16(fnv1a(values)), values});
  }
  return outputs;
}

/// The line to answer with.
std::string answer(const std::string& fault, const protocol::MeasureRequest& request) {
  protocol::Recording recording = honest(request);
  if (fault == "other_hash") recording.hash = std::string(16, '0');
  if (fault == "zeros") recording.outputs = zeros(request);
  if (fault == "line") recording.builds[0].lines->back().line = 1'000'000;
  if (fault == "wrong_check") recording.checks = {{"out", 3, "out[0] = 1, should be 0", "float"}};
  if (fault == "faulted") {
    recording.status = protocol::RecordingStatus::Faulted;
    recording.message = "the kernel ended with CUDA_ERROR_ILLEGAL_ADDRESS";
  }
  if (fault == "timed_out") {
    recording.status = protocol::RecordingStatus::TimedOut;
    recording.message = "it took longer than the limit of 10 s";
    recording.could_not = {{"the rest", "the limit of seconds was over"}};
  }
  if (fault == "no_device") {
    recording.builds.clear();
    recording.status = protocol::RecordingStatus::NoDevice;
    recording.message = "libcuda.so.1 was not found: this machine has no NVIDIA driver";
  }
  if (fault == "not_compiled") {
    recording.status = protocol::RecordingStatus::NotCompiled;
    recording.message = "line 2";
    recording.builds[0].messages = {{2, 5, true, "identifier \"x\" is undefined"}};
  }
  const std::string json = protocol::to_json(recording);
  if (fault == "nan") return replaced(json, "\"median\":2e-06", "\"median\":NaN");
  if (fault == "negative") return replaced(json, "\"sectors\":4096", "\"sectors\":-4096");
  if (fault == "huge") return replaced(json, "\"sectors\":4096", "\"sectors\":99999999999999999999999");
  if (fault == "version") return replaced(json, "\"warpscope_recording\":1", "\"warpscope_recording\":2");
  if (fault == "garbage") return "Last login: Sat Nov 21 on ttyS0";
  return json;
}

} // namespace

int main() {
  const char* named = std::getenv("WARPSCOPE_FAKE");
  const std::string fault = named == nullptr ? "" : named;
  if (fault == "deaf") hang();
  if (fault == "gone") return 7;
  if (fault == "ssh") {
    std::cerr << "Warning: something\nssh: connect to host nowhere port 22: Connection refused\n";
    return 255;
  }
  std::string line;
  for (int served = 0; std::getline(std::cin, line); ++served) {
    std::string error;
    const auto request = warpscope::protocol::parse_measure_request(line, error);
    if (!request) return 9;
    if (fault == "hang") hang();
    if (fault == "crash") std::abort();
    if (fault == "once" && served == 1) std::abort();
    if (fault == "flood")
      for (const std::string block(1 << 20, 'x');
           std::cout.write(block.data(), static_cast<std::streamsize>(block.size()));) {
      }
    if (fault == "shout") // on the other pipe
      for (int i = 0; i < 20000; ++i)
        std::cerr << "a line of a hundred characters, or nearly so, of which nobody needs to read more than "
                     "the last one\n";
    if (fault.starts_with("parts")) { // times, then nothing for a while, then the rest
      warpscope::protocol::Recording part = honest(*request);
      part.partial = true;
      part.builds[0].lines.reset();
      for (int i = 0; i < (fault == "parts_flood" ? 1000 : 1); ++i)
        std::cout << warpscope::protocol::to_json(part) << "\n" << std::flush;
      if (fault == "parts_hang") hang();
      if (fault == "parts_only") continue;
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
    }
    const std::string text = answer(fault == "parts_lie" ? "other_hash" : fault, *request);
    if (fault == "half") {
      std::cout << text.substr(0, text.size() / 2) << std::flush;
      return 0;
    }
    if (fault == "slow") {
      for (std::size_t at = 0; at < text.size(); at += 64) {
        std::cout << text.substr(at, 64) << std::flush;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      }
    } else {
      std::cout << text;
    }
    std::cout << (fault == "two" ? "\n{}\n" : "\n") << std::flush;
  }
  return 0;
}
