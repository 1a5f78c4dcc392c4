// The worker with the real simulator: a text that would take minutes gives way to the next one.
#include "app/jobs/worker.h"
#include "sim/devices/devices.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

using namespace std::chrono_literals;

jobs::Job job_of(std::uint64_t generation, std::string text) {
  jobs::Job job;
  job.generation = generation;
  run::Request& request = job.picture;
  request.file = "typed.cu";
  request.text = std::move(text);
  request.device = *devices::find_device("cc90");
  request.overrides.grid = {"1"};
  request.overrides.block = {"256"};
  request.overrides.arguments = {{"out", "zero[256]"}};
  request.races = true;
  request.blocks = {0};
  request.trace_block = 0;
  return job;
}

std::string racy_text(int lines) {
  std::string text = "__global__ void racy(float *out) {\n  __shared__ float s[256];\n";
  for (int i = 0; i < lines; ++i)
    text += "  s[(threadIdx.x + " + std::to_string(i) + ") % 256] = s[threadIdx.x] + " + std::to_string(i) +
            ".0f;\n";
  return text + "  out[threadIdx.x] = s[threadIdx.x];\n}\n";
}

/// True once something of the generation is delivered; false after ten seconds.
bool delivers(jobs::Worker& worker, std::uint64_t generation) {
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (std::chrono::steady_clock::now() < end) {
    worker.nudge();
    for (const jobs::Delivery& delivery : worker.take())
      if (delivery.generation == generation) return true;
    std::this_thread::sleep_for(5ms);
  }
  return false;
}

TEST(Worker, FiveThousandRacingLinesMakeWayForAnotherText) {
  jobs::Worker worker(jobs::make_simulator(), [] {});
  for (const auto after : {50ms, 1500ms, 4000ms}) { // compiling, running, looking for races
    worker.submit(job_of(1, racy_text(5'000)));
    std::this_thread::sleep_for(after);
    worker.submit(job_of(2, "__global__ void fine(float *out) { out[threadIdx.x] = 1; }\n"));
    EXPECT_TRUE(delivers(worker, 2)) << "replaced after " << after.count() << " ms";
  }
}

/// Between take() and busy() the worker may come to its end: a lesson took such a moment for a lab that does
/// not run.
TEST(Worker, IsBusyUntilItsLastResultIsTaken) {
  jobs::Worker worker(jobs::make_simulator(), [] {});
  worker.submit(job_of(1, "__global__ void fine(float *out) { out[threadIdx.x] = 1; }\n"));
  std::this_thread::sleep_for(500ms); // a hundred times what it takes
  EXPECT_TRUE(worker.busy()) << "nobody has taken anything";
  std::size_t taken = 0;
  const auto end = std::chrono::steady_clock::now() + 20s;
  while (worker.busy() && std::chrono::steady_clock::now() < end) {
    taken += worker.take().size();
    std::this_thread::sleep_for(5ms);
  }
  EXPECT_FALSE(worker.busy());
  EXPECT_EQ(taken, 2u) << "the picture and the grid";
}

/// The next delivery of a multiprocessor; null: none came in twenty seconds.
playback::MachinePtr next_machine(jobs::Worker& worker, std::uint64_t generation) {
  const auto end = std::chrono::steady_clock::now() + 20s;
  while (std::chrono::steady_clock::now() < end) {
    worker.nudge();
    for (const jobs::Delivery& delivery : worker.take())
      if (delivery.kind == jobs::Delivery::Kind::Machine && delivery.generation == generation)
        return delivery.machine;
    std::this_thread::sleep_for(5ms);
  }
  return nullptr;
}

TEST(Worker, TheMultiprocessorComesAfterTheJobAndASubmittedJobDropsIt) {
  jobs::Worker worker(jobs::make_simulator(), [] {});
  const jobs::Job job = job_of(1, racy_text(3));
  worker.ask_machine({1, {}, job.picture, {}});
  const playback::MachinePtr machine = next_machine(worker, 1);
  ASSERT_NE(machine, nullptr);
  EXPECT_EQ(machine->problem, "");
  EXPECT_EQ(machine->warps, 8u);
  EXPECT_TRUE(machine->touches_memory);
  worker.ask_machine({1, {}, job_of(1, racy_text(4'000)).picture, {}});
  worker.submit(job_of(2, "__global__ void fine(float *out) { out[threadIdx.x] = 1; }\n"));
  EXPECT_TRUE(delivers(worker, 2));
  for (const jobs::Delivery& delivery : worker.take())
    EXPECT_NE(delivery.kind, jobs::Delivery::Kind::Machine) << "it is of an older text";
}

TEST(Worker, ATextThatDoesNotCompileHasNoMultiprocessorAndSaysWhy) {
  jobs::Worker worker(jobs::make_simulator(), [] {});
  worker.ask_machine(
      {7, {}, job_of(7, "__global__ void bad(float *out) { out[0] = nothing; }\n").picture, {}});
  const playback::MachinePtr machine = next_machine(worker, 7);
  ASSERT_NE(machine, nullptr);
  EXPECT_NE(machine->problem.find("nothing"), std::string::npos) << machine->problem;
}

/// Says when an estimate began, and goes on until it is cancelled.
class EndlessEstimate final : public jobs::Simulator {
 public:
  explicit EndlessEstimate(std::shared_ptr<std::atomic<int>> began, std::shared_ptr<std::atomic<int>> ended)
      : real_(jobs::make_simulator()), began_(std::move(began)), ended_(std::move(ended)) {}
  run::Result simulate(const run::Request& request) override { return real_->simulate(request); }
  jobs::EstimatedPtr estimate(const run::Request& request) override {
    ++*began_;
    const auto end = std::chrono::steady_clock::now() + 20s;
    while (!request.cancel->load() && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(1ms);
    if (request.cancel->load()) ++*ended_;
    return nullptr;
  }
  void cancel() override { real_->cancel(); }

 private:
  std::unique_ptr<jobs::Simulator> real_;
  std::shared_ptr<std::atomic<int>> began_, ended_;
};

TEST(Worker, AnEstimateThatIsUnderWayMakesWayForAKeyPress) {
  const auto began = std::make_shared<std::atomic<int>>(0), ended = std::make_shared<std::atomic<int>>(0);
  jobs::Worker worker(std::make_unique<EndlessEstimate>(began, ended), [] {});
  worker.ask_estimate({{}, job_of(1, racy_text(3)).picture});
  worker.ask_estimate({{}, job_of(1, racy_text(4)).picture}); // waits behind it
  for (int i = 0; i < 2000 && *began == 0; ++i) std::this_thread::sleep_for(5ms);
  ASSERT_EQ(*began, 1);
  worker.submit(job_of(2, "__global__ void fine(float *out) { out[threadIdx.x] = 1; }\n"));
  EXPECT_TRUE(delivers(worker, 2));
  EXPECT_EQ(*ended, 1) << "it was told";
  EXPECT_EQ(*began, 1) << "what waited is of the older text";
}

/// Predicts at once; reads when it is let, or goes on until it is cancelled.
class SlowReader final : public jobs::Simulator {
 public:
  struct Controls {
    std::atomic<int> began{0}, cancelled{0};
    std::atomic<bool> let{false};
  };
  explicit SlowReader(std::shared_ptr<Controls> controls) : controls_(std::move(controls)) {}
  run::Result simulate(const run::Request& request) override { return real_->simulate(request); }
  playback::MachinePtr machine(const run::Request&, const playback::MachineChoice&) override {
    return playback::no_machine("none");
  }
  jobs::EstimatedPtr estimate(const run::Request&) override { return made(run::Code::Predicted); }
  jobs::EstimatedPtr read_estimate(const run::Request& request) override {
    ++controls_->began;
    while (!controls_->let && !request.cancel->load()) std::this_thread::sleep_for(1ms);
    if (!request.cancel->load()) return made(run::Code::Read);
    ++controls_->cancelled;
    return nullptr;
  }
  void cancel() override { real_->cancel(); }

 private:
  static jobs::EstimatedPtr made(run::Code code) {
    auto out = std::make_shared<jobs::Estimated>();
    out->made.emplace().code = code;
    return out;
  }
  std::unique_ptr<jobs::Simulator> real_ = jobs::make_simulator();
  std::shared_ptr<Controls> controls_;
};

template <class Done> bool comes(const Done& done) {
  const auto end = std::chrono::steady_clock::now() + 20s;
  while (!done() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(2ms);
  return done();
}

TEST(Worker, ThePredictedEstimateComesFirstAndTheReadOneAfterIt) {
  const auto reader = std::make_shared<SlowReader::Controls>();
  jobs::Worker worker(std::make_unique<SlowReader>(reader), [] {});
  std::vector<jobs::Delivery> all;
  const auto took = [&](std::size_t count) {
    return comes([&] {
      for (jobs::Delivery& delivery : worker.take()) all.push_back(std::move(delivery));
      return all.size() >= count;
    });
  };
  worker.ask_estimate({{}, job_of(1, racy_text(3)).picture});
  ASSERT_TRUE(took(1));
  EXPECT_EQ(all[0].estimate->made->code, run::Code::Predicted);
  EXPECT_FALSE(all[0].read);
  ASSERT_TRUE(comes([&] { return reader->began == 1; }));
  EXPECT_FALSE(worker.busy()) << "a compiler that runs beside everything else is no job";
  // What somebody waits for goes first, and the reading begins anew.
  worker.ask_machine({7, {}, job_of(1, racy_text(3)).picture, {}});
  ASSERT_TRUE(took(2));
  EXPECT_EQ(all[1].kind, jobs::Delivery::Kind::Machine);
  EXPECT_EQ(reader->cancelled, 1);
  ASSERT_TRUE(comes([&] { return reader->began == 2; }));
  reader->let = true;
  ASSERT_TRUE(took(3));
  EXPECT_EQ(all[2].estimate->made->code, run::Code::Read);
  EXPECT_TRUE(all[2].read);
  worker.ask_estimate({{}, job_of(1, racy_text(3)).picture}, true);
  ASSERT_TRUE(took(4));
  EXPECT_TRUE(all[3].read) << "where the prediction is there, only the code is read";
}

TEST(Worker, AKeyPressEndsTheReading) {
  const auto reader = std::make_shared<SlowReader::Controls>();
  jobs::Worker worker(std::make_unique<SlowReader>(reader), [] {});
  worker.ask_estimate({{}, job_of(1, racy_text(3)).picture});
  worker.ask_estimate({{}, job_of(1, racy_text(4)).picture});
  ASSERT_TRUE(comes([&] { return reader->began == 1; }));
  worker.submit(job_of(2, "__global__ void fine(float *out) { out[threadIdx.x] = 1; }\n"));
  EXPECT_TRUE(delivers(worker, 2));
  EXPECT_EQ(reader->cancelled, 1) << "it was told";
  std::this_thread::sleep_for(2 * jobs::Worker::rest);
  EXPECT_EQ(reader->began, 1) << "what waited is of the older text";
}

} // namespace
} // namespace warpscope
